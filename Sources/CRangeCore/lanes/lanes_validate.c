#include "lanes_watch.h"

// What a check of the whole tree adds up.
typedef struct lanes_check {
  const rc_lanes *lanes;
  uint64_t fixed;
  rc__lanes_part last;
  bool has_last;
} lanes_check;

static const char *check_codes(lanes_check *check, rc__lanes_block *block, uint32_t count) {
  const rc_lanes *lanes = check->lanes;
  const uint8_t *codes = rc__block_codes(block);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t kind = rc__lanes_kind(codes[i]);
    const bool has_lane = kind < RC__CODE_LANELESS;
    if ((codes[i] & ~(RC__CODE_KIND | RC__CODE_GUESSED | RC__CODE_SHOWN)) != 0 ||
        kind > RC__CODE_WIDE || (has_lane && kind >= lanes->k) ||
        (!has_lane && (codes[i] & RC__CODE_SHOWN) != 0)) {
      return "a code is none";
    }
    if (rc__lanes_is_free(codes[i])) {
      if (block->slots[i] != 0) return "an estimate is stored";
    } else if (block->slots[i] < lanes->spacing) {
      return "an extent is below 0";
    }
    check->fixed += block->slots[i];
  }
  for (uint32_t i = 0; block->indents != NULL && i < lanes->k; i++) {
    if (block->indents[i] < 0) return "an indent is below 0";
  }
  return NULL;
}

static const char *compare_sums(const rc_lanes *lanes, const rc__lanes_part *part,
                                const int64_t *map, const rc__lanes_tree *sum) {
  const rc__lanes_part *found = &sum->part;
  if (part->count != found->count || part->laneless != found->laneless ||
      part->wide != found->wide || part->lanes != found->lanes) {
    return "items are miscounted";
  }
  if (part->height != found->height || part->flags != found->flags) return "a part is another";
  for (uint32_t i = 0; i < 2 * lanes->k; i++) {
    if (map[i] != sum->map[i]) return "a map is wrong";
  }
  return NULL;
}

static const char *check_lanes_leaf(lanes_check *check, const rc__lanes_part *leaf,
                                    const int64_t *map) {
  const rc_lanes *lanes = check->lanes;
  rc__lanes_block *block = leaf->child.block;
  rc__lanes_tree sum;
  if (leaf->count == 0) return "a leaf is empty";
  if (check->has_last && rc__lanes_are_one(&check->last, leaf)) return "two leaves are not one";
  check->last = *leaf;
  check->has_last = true;
  if (block == NULL) {
    rc__run_make(lanes, leaf->count, &sum);
  } else {
    if (leaf->count > block->capacity) return "a block has more items than memory";
    const char *reason = check_codes(check, block, leaf->count);
    if (reason != NULL) return reason;
    rc__block_sum(lanes, block, leaf->count, &sum.part, sum.map);
    if (sum.part.laneless == leaf->count && block->indents == NULL) return "a block is a run";
    if (block->indents != NULL) {
      check->fixed += (uint64_t)rc__front_most(lanes->k, block->indents);
    }
  }
  return compare_sums(lanes, leaf, map, &sum);
}

// A node and what its parent knows of it.
static const char *check_lanes_node(const rc_lanes *lanes, rc__lanes_node *node,
                                    const rc__lanes_part *part, const int64_t *map) {
  const uint32_t a = node->parts[0].height, b = node->parts[1].height;
  if (a > b + 1 || b > a + 1) return "a node leans";
  rc__lanes_tree sum;
  rc__lanes_node_sum(lanes, node, &sum.part, sum.map);
  return compare_sums(lanes, part, map, &sum);
}

static const char *check_parts(lanes_check *check) {
  const rc_lanes *lanes = check->lanes;
  rc__lanes_node *nodes[RC__LANES_HEIGHT_MAX];
  uint8_t done[RC__LANES_HEIGHT_MAX];
  uint32_t depth = 0;
  const rc__lanes_part *part = &lanes->root.part;
  const int64_t *map = lanes->root.map;
  if (part->count == 0) return NULL;
  for (;;) {
    const char *reason = part->height > 0 ? check_lanes_node(lanes, part->child.node, part, map)
                                          : check_lanes_leaf(check, part, map);
    if (reason != NULL) return reason;
    if (part->height > 0) {
      nodes[depth] = part->child.node;
      done[depth++] = 0;
    }
    while (depth > 0 && done[depth - 1] == 2) depth--;
    if (depth == 0) return NULL;
    map = nodes[depth - 1]->maps + 2 * (size_t)lanes->k * done[depth - 1];
    part = &nodes[depth - 1]->parts[done[depth - 1]++];
  }
}

static const char *check_lanes(const rc_lanes *lanes) {
  lanes_check check = {.lanes = lanes};
  const char *reason = check_parts(&check);
  if (reason != NULL) return reason;
  if (lanes->spare_nodes != NULL || lanes->spare_blocks != NULL) return "something is spare";
  const rc__lanes_watch *watch = lanes->watch;
  if (watch != NULL && watch->restored.lower < watch->restored.upper &&
      (watch->restored.lower < 0 || watch->restored.upper > lanes->root.part.count)) {
    return "what was restored is not there";
  }
  if (lanes->share != rc__lanes_share(lanes, lanes->slot)) return "the share is another";
  return check.fixed == lanes->fixed ? NULL : "extents are miscounted";
}

rc_status rc_lanes_validate(const rc_lanes *lanes, const char **out_reason) {
  const char *reason = lanes == NULL ? NULL : check_lanes(lanes);
  if (out_reason != NULL) *out_reason = reason;
  if (lanes == NULL) return RC_STATUS_ARGUMENT;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}
