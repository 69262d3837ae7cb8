// What slabs take of the allocator, and which leaves are moved together while they are sparse.

#include "../../Sources/CRangeCore/extents_tree.h"
#include "../../Sources/CRangeCore/tree_memory.h"
#include "../../Sources/CRangeCore/tree_node.h"
#include "extents_pair.h"

static void give_all(rc__tree *tree, rc__leaf *const *leaves, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) rc__slabs_give(tree, leaves[i]);
}

static void slab_takes_the_bytes_of_its_leaves_and_pages_and_no_more(void) {
  static const uint32_t expected[] = {1, 7, 8, 9, 14, 15, 16, 239, 240, 241, 100000};
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    extents_pair pair;
    pair_begin(&pair, 10, 0);
    rc__tree *tree = &pair.extents->tree;
    const int64_t before = pair.memory.bytes;
    rc__leaf *leaf;
    CHECK(rc__slabs_take(tree, &leaf, 1, expected[i]));
    uint32_t count = expected[i] < 8 ? 8 : expected[i];
    if (count > 240) count = 240;
    CHECK_EQUAL(rc__slab_of(leaf)->count, count);
    // Leaves of 272 bytes, and 16 for each fifteen; 256 to begin at a multiple of so many.
    const uint32_t size = 272 * count + 16 * (count / 15 + 1) + 256;
    CHECK_EQUAL(pair.memory.bytes - before, size + (int64_t)sizeof(rc__slab));
    rc__slabs_give(tree, leaf);
    CHECK_EQUAL(pair.memory.bytes, before);
    CHECK_EQUAL(tree->slabs.returned, 1);
    pair_end(&pair);
  }
}

static void another_slab_has_room_for_what_is_expected_besides(void) {
  extents_pair pair;
  pair_begin(&pair, 10, 0);
  rc__tree *tree = &pair.extents->tree;
  rc__leaf *leaves[15];
  CHECK(rc__slabs_take(tree, leaves, 5, 8));
  CHECK(rc__slabs_take(tree, leaves + 5, 10, 20));
  CHECK_EQUAL(rc__slab_of(leaves[7])->count, 8);
  CHECK_EQUAL(rc__slab_of(leaves[8])->count, 17);
  CHECK_EQUAL(tree->slabs.leaves, 25);
  CHECK_EQUAL(tree->slabs.used, 15);
  give_all(tree, leaves, 15);
  CHECK_EQUAL(tree->slabs.returned, 15);
  pair_end(&pair);
}

// == compact_at ==

// Three slabs, all of them full at some time: of 239 leaves, of 60 with those of the list, and
// of 60. The last is the first one that has leaves left.
typedef struct {
  extents_pair pair;
  rc__tree *tree;
  rc__slab *of_list, *first;
  rc__leaf *fillers[3][240];
  uint32_t counts[3];
} scene;

// Leaves that are not the list's take up room.
static void fill(scene *s, uint32_t slab, uint32_t count, uint32_t expected) {
  CHECK(rc__slabs_take(s->tree, s->fillers[slab] + s->counts[slab], count, expected));
  s->counts[slab] += count;
}

static void thin_out(scene *s, uint32_t slab, uint32_t used) {
  while (s->counts[slab] > 0 && rc__slab_of(s->fillers[slab][0])->used > used) {
    rc__slabs_give(s->tree, s->fillers[slab][--s->counts[slab]]);
  }
}

static void take_off(scene *s) {
  for (uint32_t slab = 0; slab < 3; slab++) give_all(s->tree, s->fillers[slab], s->counts[slab]);
  s->tree->slabs.returned = 0;
  pair_check(&s->pair);
  pair_end(&s->pair);
}

// A list of some leaves, and how many of the slabs' are in use.
static void set_up_in(scene *s, int64_t items, uint32_t used_of_largest, uint32_t used_by_list,
                      uint32_t used_of_first) {
  pair_begin(&s->pair, 10, 0);
  s->tree = &s->pair.extents->tree;
  s->counts[0] = s->counts[1] = s->counts[2] = 0;
  fill(s, 0, 239, 239);
  fill(s, 1, 1, 60);
  s->of_list = rc__slab_of(s->fillers[1][0]);
  pair_insert_mixed(&s->pair, 0, items);
  fill(s, 1, 60 - s->of_list->used, 60);
  fill(s, 2, 60, 60);
  s->first = rc__slab_of(s->fillers[2][0]);
  thin_out(s, 0, used_of_largest);
  thin_out(s, 1, used_by_list);
  thin_out(s, 2, used_of_first);
  CHECK_EQUAL(s->of_list->used, used_by_list);
  CHECK_EQUAL(s->first->used, used_of_first);
  CHECK(s->tree->slabs.first == s->first);
}

static void set_up(scene *s, int64_t items, uint32_t used_by_list, uint32_t used_of_first) {
  set_up_in(s, items, 1, used_by_list, used_of_first);
}

static void settle(scene *s, uint32_t given) {
  s->tree->slabs.returned = given;
  rc__slabs_compact(s->tree);
  CHECK_EQUAL(s->tree->slabs.returned, 0);
}

// Whether the list's leaves from ..< to are in a slab, and the others in the one where they were.
static void check_moved(const scene *s, uint32_t from, uint32_t to, const rc__slab *slab) {
  const rc__node *node = s->tree->root.child.node;
  for (uint32_t i = 0; i < node->width; i++) {
    const rc__slab *expected = from <= i && i < to ? slab : s->of_list;
    CHECK_F(rc__slab_of(node->children[i].leaf) == expected, "leaf %u", i);
  }
}

static void eight_leaves_are_moved_for_each_that_came_back(void) {
  for (uint32_t given = 0; given < 3; given++) {
    scene s;
    set_up(&s, 24 * 64, 36, 40);
    settle(&s, given);
    check_moved(&s, 0, 8 * given, s.first);
    CHECK_EQUAL(s.tree->slabs.compact_at, 8 * 64 * given);
    take_off(&s);
  }
}

static void leaves_stay_unless_more_than_half_of_those_in_use_and_sixteen_are_not(void) {
  // Of 359 leaves 228 are in use, or one more, and one more.
  for (uint32_t more = 0; more < 3; more++) {
    scene s;
    set_up_in(&s, 24 * 64, 152 + more, 36, 40);
    settle(&s, 1);
    check_moved(&s, 0, more == 0 ? 8 : 0, s.first);
    take_off(&s);
  }
}

static void settling_goes_on_at_a_leaf_and_begins_anew_after_the_last(void) {
  static const struct {
    uint32_t at, from, to;
  } rows[] = {
      {0, 0, 8}, {10, 0, 8}, {64, 1, 9}, {20 * 64 + 63, 20, 24}, {24 * 64, 0, 8}, {9999, 0, 8},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    scene s;
    set_up(&s, 24 * 64, 36, 40);
    s.tree->slabs.compact_at = rows[i].at;
    settle(&s, 1);
    check_moved(&s, rows[i].from, rows[i].to, s.first);
    CHECK_EQUAL(s.tree->slabs.compact_at, rows[i].to * 64);
    take_off(&s);
  }
}

static void settling_begins_anew_at_a_first_leaf_of_one_item(void) {
  scene s;
  set_up(&s, 24 * 64, 36, 40);
  pair_remove(&s.pair, 0, 63);
  CHECK_EQUAL(s.tree->root.child.node->counts[1], 1);
  s.tree->slabs.compact_at = s.tree->root.count;
  settle(&s, 1);
  check_moved(&s, 0, 8, s.first);
  take_off(&s);
}

static void leaves_of_a_slab_that_is_two_thirds_full_stay(void) {
  for (uint32_t used = 38; used <= 41; used++) {
    scene s;
    set_up(&s, 24 * 64, used, 40);
    settle(&s, 1);
    // Once there are less than so many, the others are moved as well.
    check_moved(&s, 0, used < 40 ? 8 : 0, s.first);
    take_off(&s);
  }
}

static void leaves_of_the_slab_that_is_to_be_filled_stay_where_they_are(void) {
  scene s;
  set_up(&s, 24 * 64, 36, 40);
  fill(&s, 2, 20, 20);
  rc__node *node = s.tree->root.child.node;
  rc__leaf *leaves[24];
  CHECK(s.tree->slabs.first == s.of_list);
  for (uint32_t i = 0; i < 24; i++) leaves[i] = node->children[i].leaf;
  settle(&s, 3);
  for (uint32_t i = 0; i < 24; i++) CHECK(node->children[i].leaf == leaves[i]);
  take_off(&s);
}

static void slab_for_all_leaves_takes_the_place_of_one_that_is_far_larger(void) {
  // In use: 1 in the largest slab, 32 in the list's, and these.
  for (uint32_t used = 10; used <= 11; used++) {
    for (int64_t left = -1; left <= 0; left++) {
      scene s;
      set_up(&s, 24 * 64, 32, used);
      const int64_t blocks = s.pair.memory.blocks;
      s.pair.memory.left = left;
      settle(&s, 1);
      s.pair.memory.left = -1;
      const bool is_added = used == 10 && left != 0;
      CHECK_EQUAL(s.pair.memory.blocks, blocks + is_added);
      check_moved(&s, 0, 8, is_added ? s.tree->slabs.first : s.first);
      CHECK_EQUAL(s.tree->slabs.first->count, is_added ? 43 : 60);
      take_off(&s);
    }
  }
}

static void only_leaf_of_a_list_is_moved_too(void) {
  scene s;
  set_up(&s, 10, 20, 40);
  CHECK(s.tree->root.is_leaf && rc__slab_of(s.tree->root.child.leaf) == s.of_list);
  settle(&s, 1);
  CHECK(rc__slab_of(s.tree->root.child.leaf) == s.first);
  take_off(&s);
}

static const test_case cases[] = {
    CASE(slab_takes_the_bytes_of_its_leaves_and_pages_and_no_more),
    CASE(another_slab_has_room_for_what_is_expected_besides),
    CASE(eight_leaves_are_moved_for_each_that_came_back),
    CASE(leaves_stay_unless_more_than_half_of_those_in_use_and_sixteen_are_not),
    CASE(settling_goes_on_at_a_leaf_and_begins_anew_after_the_last),
    CASE(settling_begins_anew_at_a_first_leaf_of_one_item),
    CASE(leaves_of_a_slab_that_is_two_thirds_full_stay),
    CASE(leaves_of_the_slab_that_is_to_be_filled_stay_where_they_are),
    CASE(slab_for_all_leaves_takes_the_place_of_one_that_is_far_larger),
    CASE(only_leaf_of_a_list_is_moved_too),
};

const test_suite suite_slabs = SUITE(cases);
