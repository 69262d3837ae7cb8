// Lanes that are broken on purpose: validation names what is wrong.

#include "../../../Sources/CRangeCore/lanes/lanes_change.h"
#include "../../../Sources/CRangeCore/lanes/lanes_watch.h"
#include "lanes_pair.h"

static void validation_names_what_is_wrong(void) {
  enum { COUNT = 400 };
  int64_t extents[COUNT];
  uint32_t lanes_of[COUNT];
  LANES(pair, lanes_begin(&pair, 3, 500, 4));
  for (int i = 0; i < COUNT; i++) {
    extents[i] = i;
    lanes_of[i] = (uint32_t)i % 3;
  }
  lanes_insert(&pair, 0, extents, COUNT);
  lanes_give(&pair, 0, lanes_of, COUNT);
  lanes_measure(&pair, 0, NULL, 1);
  lanes_give(&pair, 0, (const uint32_t[]){RC_LANE_NONE}, 1);
  lanes_span(&pair, 3, 4, RC_SPAN_WIDE);
  lanes_measure(&pair, 3, NULL, 1);
  lanes_indent(&pair, COUNT - 1, (const int64_t[]){1, 2, 3});
  lanes_check(&pair);
  rc_lanes *it = pair.lanes;
  rc__lanes_node *top = it->root.part.child.node, *left = top, *right = top;
  while (left->parts[0].height > 0) left = left->parts[0].child.node;
  while (right->parts[1].height > 0) right = right->parts[1].child.node;
  rc__lanes_block *block = left->parts[0].child.block, *last = right->parts[1].child.block;
  uint8_t *codes = rc__block_codes(block);
  broken_fields broken = {.lanes = it};
  BROKEN(&broken, codes[11], 128, "a code is none");
  BROKEN(&broken, codes[0], RC__CODE_SHOWN | RC__CODE_GUESSED | RC__CODE_LANELESS,
         "a code is none");
  BROKEN(&broken, codes[11], 3, "a code is none");
  BROKEN(&broken, block->slots[0], 3, "an estimate is stored");
  BROKEN(&broken, block->slots[11], 3, "an extent is below 0");
  BROKEN(&broken, last->indents[1], -1, "an indent is below 0");
  BROKEN(&broken, block->slots[11], 77, "a map is wrong");
  BROKEN(&broken, block->capacity, 1, "a block has more items than memory");
  BROKEN(&broken, left->parts[0].wide, 0, "items are miscounted");
  BROKEN(&broken, left->parts[0].lanes, 0, "items are miscounted");
  BROKEN(&broken, left->parts[0].flags, 0, "a part is another");
  BROKEN(&broken, top->parts[1].height, 9, "a node leans");
  BROKEN(&broken, left->maps[0], 1, "a map is wrong");
  BROKEN(&broken, right->parts[1].count, 0, "items are miscounted");
  BROKEN(&broken, it->root.map[1], 1, "a map is wrong");
  BROKEN(&broken, it->share, 1, "the share is another");
  BROKEN(&broken, it->fixed, 1, "extents are miscounted");
  BROKEN(&broken, it->spare_nodes, it, "something is spare");
  const rc__lanes_place place = {.index = 11};
  rc__lanes_mark_shown(it, 11, true);
  CHECK_EQUAL(rc__lanes_restore_places(it, &place, 1, 100), RC_STATUS_OK);
  BROKEN(&broken, it->watch->restored.lower, -1, "what was restored is not there");
  BROKEN(&broken, it->watch->restored.upper, COUNT + 1, "what was restored is not there");
  const char *reason = "";
  CHECK_EQUAL(rc_lanes_validate(NULL, &reason), RC_STATUS_ARGUMENT);
  CHECK(reason == NULL);
}

// What a sum does not show: leaves that should be one, or be a run, and a leaf of nothing.
static void validation_names_leaves_that_are_wrong(void) {
  LANES(pair, lanes_begin(&pair, 2, 500, 0));
  rc_lanes *it = pair.lanes;
  broken_fields broken = {.lanes = it};
  lanes_insert(&pair, 0, (const int64_t[]){5, 0}, 2);
  lanes_indent(&pair, 1, (const int64_t[]){0, 0});
  rc__lanes_node *top = it->root.part.child.node;
  rc__lanes_block *second = top->parts[1].child.block;
  BREAK(&broken, second->indents, NULL);
  BROKEN(&broken, top->parts[1].flags, RC__PART_LEVELS | RC__PART_LANELESS_END,
         "two leaves are not one");
  BREAK(&broken, it->root.part.count, 1);
  BROKEN(&broken, top->parts[1].count, 0, "a leaf is empty");
  lanes_remove(&pair, 1, 2);
  rc__lanes_block *block = it->root.part.child.block;
  BROKEN(&broken, rc__block_codes(block)[0], RC__CODE_GUESSED | RC__CODE_LANELESS,
         "an estimate is stored");
  BREAK(&broken, block->slots[0], 0);
  BROKEN(&broken, rc__block_codes(block)[0], RC__CODE_GUESSED | RC__CODE_LANELESS,
         "a block is a run");
}

static const test_case cases[] = {
    CASE(validation_names_what_is_wrong),
    CASE(validation_names_leaves_that_are_wrong),
};

const test_suite suite_lanes_broken = SUITE(cases);
