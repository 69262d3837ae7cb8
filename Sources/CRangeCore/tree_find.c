// Queries. They write nothing but what makes the next one faster: a leaf's baked estimate, and the
// places and windows met last.

#include "tree_find.h"

#include "tree_descend.h"

// -- what is remembered --

static uint32_t places_in_use(const rc__tree *tree) {
  return RC__PLACE_OF_TRACES + 2 * tree->trace_count;
}

static void forget_window(rc__window *window) {
  window->ends[RC__WINDOW_WIDTH - 1] = 0;
}

void rc__tree_forget_places(rc__tree *tree) {
  tree->version++;
  tree->edited_count = 0;
  for (uint32_t i = places_in_use(tree); i > 0; i--) {
    tree->places[i - 1].count = 0;
    tree->places[i - 1].length = 0;
  }
  for (uint32_t i = tree->trace_count; i > 0; i--) {
    forget_window(&tree->traces[i - 1].windows[0]);
    forget_window(&tree->traces[i - 1].windows[1]);
  }
}

rc__trace *rc__tree_new_trace(rc__tree *tree, uint64_t length) {
  const uint32_t at = tree->trace_next;
  rc__trace *trace = &tree->traces[at];
  tree->trace_next = (at + 1) % RC__TRACE_COUNT;
  if (tree->trace_count <= at) tree->trace_count = at + 1;
  trace->length_max = (length > 2 ? length : 2) + 1;
  return trace;
}

// -- places that are no leaf with today's estimate --

static uint64_t slot_or_estimate(const rc__tree *tree, uint32_t slot) {
  return slot == RC__UNMEASURED ? tree->estimate : slot;
}

static uint64_t start_slowly(const rc__tree *tree, const rc__place *place, uint32_t i) {
  if (place->leaf == NULL) return i * slot_or_estimate(tree, place->slot);
  return rc__leaf_start(place->leaf, i, tree->estimate);
}

rc__found rc__place_item_slowly(const rc__tree *tree, const rc__place *place, uint32_t i) {
  const uint64_t start = start_slowly(tree, place, i);
  const uint64_t end = start_slowly(tree, place, i + 1);
  bool is_unmeasured =
      place->leaf == NULL ? place->slot == RC__UNMEASURED : place->leaf->unmeasured >> i & 1;
  return (rc__found){.offset = place->offset + start,
                     .index = place->index + i,
                     .slot = (uint32_t)(end - start),
                     .is_measured = !is_unmeasured};
}

uint32_t rc__place_rank_slowly(const rc__tree *tree, const rc__place *place, uint64_t offset) {
  if (place->leaf == NULL) return (uint32_t)(offset / slot_or_estimate(tree, place->slot));
  // Where today's estimate does not fit into a leaf's sums, its items are found one by one.
  uint32_t lower = 0, upper = place->count;
  while (upper - lower > 1) {
    uint32_t middle = lower + (upper - lower) / 2;
    if (rc__leaf_start(place->leaf, middle, tree->estimate) <= offset)
      lower = middle;
    else
      upper = middle;
  }
  return lower;
}

// -- from the root to a place --

void rc__place_bake_anew(const rc__tree *tree, rc__place *place) {
  rc__leaf *leaf = place->leaf;
  if (leaf == NULL) return;
  if (leaf->unmeasured == 0)
    leaf->baked = tree->estimate;
  else
    rc__leaf_bake(leaf, place->count, tree->estimate);
  place->is_baked = leaf->baked == tree->estimate;
}

rc__place rc__place_of_root(const rc__tree *tree) {
  const rc__part *root = &tree->root;
  rc__place place = {.length = rc__part_length(root, tree->estimate), .count = root->count};
  rc__place_enter(tree, &place, root->child, root->is_leaf);
  return place;
}

void rc__tree_descend_to_item(rc__tree *tree, uint32_t index, rc__place *out_place) {
  if (tree->root.height == 0)
    *out_place = rc__place_of_root(tree);
  else
    rc__descend_to_item(tree, index, out_place, true);
  rc__place_bake(tree, out_place);
}

const rc__place *rc__tree_descend_to_offset(rc__tree *tree, uint64_t offset, rc__place *out_place) {
  uint64_t within;
  if (offset >= rc__part_length(&tree->root, tree->estimate)) return NULL;
  if (tree->root.height == 0)
    *out_place = rc__place_of_root(tree);
  else
    rc__descend_to_offset(tree, offset, out_place, &within, true);
  rc__place_bake(tree, out_place);
  return out_place;
}

// -- after an edit of one leaf --

// A leaf that starts at `index` has become another, so much longer, and with so many more items.
typedef struct shifted_by {
  uint64_t length;
  uint32_t index;
  uint32_t count;
  rc__part leaf;
} shifted_by;

// `window` is the one within the place, or NULL.
RC_WRAPS("0 - 1 is a mask; what an edit took away is below 0, modulo 2^32 and 2^64")
static RC_INLINED void shift_place(const rc__tree *tree, rc__place *place, rc__window *window,
                                   const shifted_by *by) {
  // Whether it comes after is as random as the edit: better computed than foreseen.
  const uint64_t mask = 0 - (uint64_t)(place->index > by->index);
  place->index += by->count & (uint32_t)mask;
  place->offset += by->length & mask;
  if (window != NULL) {
    window->index += by->count & (uint32_t)mask;
    window->offset += by->length & mask;
  }
  if (place->index != by->index || place->count == 0) return;
  place->count = by->leaf.count;
  place->length = rc__part_length(&by->leaf, tree->estimate);
  rc__place_enter(tree, place, by->leaf.child, true);
  if (window != NULL) forget_window(window);
}

RC_WRAPS("fewer items, or ticks, are a difference below 0, modulo 2^32 and 2^64")
void rc__tree_shift_places(rc__tree *tree, uint32_t index, const rc__part *before,
                           const rc__part *after) {
  const uint32_t estimate = tree->estimate;
  const uint64_t longer = rc__part_length(after, estimate) - rc__part_length(before, estimate);
  const shifted_by by = {
      .length = longer,
      .index = index,
      .count = after->count - before->count,
      .leaf = *after,
  };
  tree->version++;
  rc__place *place = tree->places;
  shift_place(tree, place++, NULL, &by);
  shift_place(tree, place++, NULL, &by);
  for (uint32_t i = 0; i < tree->trace_count; i++) {
    rc__window *windows = tree->traces[i].windows;
    shift_place(tree, place++, &windows[0], &by);
    shift_place(tree, place++, &windows[1], &by);
  }
}

// Moves what is remembered of other leaves, and says whether this place is of that one.
RC_WRAPS("0 - 1 is a mask; a shorter leaf is `longer` by less than 0, modulo 2^64")
static inline bool shift_offset(rc__place *place, rc__window *window, uint32_t index,
                                uint64_t longer) {
  const uint64_t further = longer & (0 - (uint64_t)(place->index > index));
  place->offset += further;
  if (window != NULL) window->offset += further;
  return place->index == index && place->count != 0;
}

RC_WRAPS("a shorter leaf is `longer` by less than 0, modulo 2^64")
void rc__tree_shift_offsets(rc__tree *tree, uint32_t index, uint64_t longer) {
  tree->version++;
  rc__place *place = tree->places;
  shift_offset(place, NULL, index, longer);
  // (This one needs none.)
  place++->length = 0;
  if (shift_offset(place++, NULL, index, longer)) place[-1].length += longer;
  for (uint32_t i = 0; i < tree->trace_count; i++) {
    for (uint32_t end = 0; end < 2; end++, place++) {
      rc__window *window = &tree->traces[i].windows[end];
      if (!shift_offset(place, window, index, longer)) continue;
      place->length += longer;
      forget_window(window);
    }
  }
}

// -- after an edit of some leaves --

RC_WRAPS("what an edit took away is added as less than 0, modulo 2^32 and 2^64")
static void shift_or_forget(rc__place *place, rc__window *window, uint32_t lower, uint32_t upper,
                            const shifted_by *by) {
  if (place->count == 0 || place->index + place->count <= lower) return;
  if (place->index >= upper) {
    place->index += by->count;
    place->offset += by->length;
    if (window == NULL) return;
    window->index += by->count;
    window->offset += by->length;
    return;
  }
  place->count = 0;
  place->length = 0;
  if (window != NULL) forget_window(window);
}

RC_WRAPS("fewer items, or ticks, are a difference below 0, modulo 2^32 and 2^64")
void rc__tree_shift_others(rc__tree *tree, uint32_t lower, uint32_t upper, const rc__part *before,
                           const rc__part *after) {
  const uint32_t estimate = tree->estimate;
  const uint64_t longer = rc__part_length(after, estimate) - rc__part_length(before, estimate);
  const shifted_by by = {.length = longer, .count = after->count - before->count};
  tree->version++;
  rc__place *place = tree->places;
  shift_or_forget(place++, NULL, lower, upper, &by);
  shift_or_forget(place++, NULL, lower, upper, &by);
  for (uint32_t i = 0; i < tree->trace_count; i++) {
    rc__window *windows = tree->traces[i].windows;
    shift_or_forget(place++, &windows[0], lower, upper, &by);
    shift_or_forget(place++, &windows[1], lower, upper, &by);
  }
}

// -- windows --

// Moves a place to an offset, where another one is, or it comes from the root; false where no item
// is there.
RC_WRAPS("an offset before a place's start comes out past its length")
static RC_NOINLINE bool move_place(rc__tree *tree, uint64_t offset, rc__place *place) {
  for (uint32_t i = 0; i < places_in_use(tree); i++) {
    const rc__place *found = &tree->places[i];
    if (offset - found->offset >= found->length) continue;
    *place = *found;
    return true;
  }
  return rc__tree_descend_to_offset(tree, offset, place) != NULL;
}

// Four items, the first of which is `at`, or as many as there are.
static void fill_window(const rc__tree *tree, const rc__place *place, rc__window *window,
                        uint32_t at) {
  const uint64_t start = start_slowly(tree, place, at);
  uint32_t last = 0;
  for (uint32_t i = 0; i < RC__WINDOW_WIDTH; i++) {
    if (i < place->count - at) {
      uint64_t end = start_slowly(tree, place, at + i + 1) - start;
      if (end <= UINT32_MAX) last = (uint32_t)end;
    }
    window->ends[i] = last;
  }
  window->offset = place->offset + start;
  window->index = place->index + at;
}

// The same of a leaf that holds as many, and today's estimate.
static RC_INLINED void fill_window_baked(const rc__place *place, rc__window *window, uint32_t at) {
  const rc__leaf *leaf = place->leaf;
  const int32_t start = leaf->ends[at];
  for (uint32_t i = 0; i < RC__WINDOW_WIDTH; i++) {
    window->ends[i] = (uint32_t)(leaf->ends[at + 1 + i] - start);
  }
  window->offset = place->offset + (uint32_t)start;
  window->index = place->index + at;
}

static bool is_wide(const rc__place *place) {
  return place->is_baked && place->count >= RC__WINDOW_WIDTH;
}

// A scroll goes on as it went: the items ahead are worth more than those behind.
static RC_INLINED uint32_t first_in_window(const rc__window *window, uint64_t offset,
                                           uint32_t item) {
  const uint32_t behind = offset < window->offset ? RC__WINDOW_WIDTH - 1 : 0;
  return item < behind ? 0 : item - behind;
}

static RC_INLINED void move_window_baked(const rc__place *place, rc__window *window,
                                         uint64_t offset) {
  const uint32_t item = rc__leaf_rank(place->leaf->ends, (uint32_t)(offset - place->offset));
  const uint32_t at = first_in_window(window, offset, item);
  const uint32_t last = place->count - RC__WINDOW_WIDTH;
  fill_window_baked(place, window, at < last ? at : last);
}

static void move_window(const rc__tree *tree, const rc__place *place, rc__window *window,
                        uint64_t offset) {
  fill_window(tree, place, window, rc__place_rank(tree, place, offset - place->offset));
}

RC_WRAPS("an offset before the place's start comes out past its length")
static RC_NOINLINE const rc__window *search_window(rc__tree *tree, rc__place *place,
                                                   rc__window *window, uint64_t offset) {
  if (offset - place->offset >= place->length && !move_place(tree, offset, place)) return NULL;
  if (is_wide(place))
    move_window_baked(place, window, offset);
  else
    move_window(tree, place, window, offset);
  return window;
}

RC_WRAPS("an offset before the place's start comes out past its length")
const rc__window *rc__tree_search_window(rc__tree *tree, uint64_t offset, rc__trace *trace,
                                         uint32_t end) {
  rc__window *window = &trace->windows[end];
  const uint32_t at = RC__PLACE_OF_TRACES + 2 * (uint32_t)(trace - tree->traces) + end;
  rc__place *place = &tree->places[at];
  // Most often the place is still the right one: that has no call to keep anything over.
  if (offset - place->offset >= place->length || RC_RARELY(!is_wide(place))) {
    return search_window(tree, place, window, offset);
  }
  move_window_baked(place, window, offset);
  return window;
}

// -- leaf after leaf --

static void walk_enter(const rc__tree *tree, rc__walk *walk, uint64_t offset) {
  rc__place *place = &walk->place;
  if (tree->root.height == 0) {
    *place = rc__place_of_root(tree);
  } else {
    rc__node *node = walk->path.nodes[1];
    const uint32_t at = walk->path.at[1];
    place->offset = offset;
    rc__node_bake(node, tree->estimate);
    place->length = rc__node_length(node, at);
    rc__place_enter_child(tree, place, node, at);
  }
  rc__place_bake(tree, place);
}

uint32_t rc__walk_begin(const rc__tree *tree, rc__walk *out_walk, uint32_t index) {
  const uint32_t at = rc__path_find(&tree->root, index, &out_walk->path);
  uint64_t offset = 0;
  out_walk->place.index = 0;
  for (uint32_t level = 1; level <= tree->root.height; level++) {
    rc__node *node = out_walk->path.nodes[level];
    rc__node_bake(node, tree->estimate);
    offset += rc__node_start(node, out_walk->path.at[level]);
  }
  walk_enter(tree, out_walk, offset);
  return at;
}

void rc__walk_next(const rc__tree *tree, rc__walk *walk) {
  rc__path_next(&tree->root, &walk->path);
  walk_enter(tree, walk, walk->place.offset + walk->place.length);
}

void rc__tree_sums_before(const rc__tree *tree, uint32_t index, uint32_t *out_unmeasured,
                          uint64_t *out_measured) {
  rc__path path;
  uint32_t at = rc__path_find(&tree->root, index, &path);
  rc__part part = tree->root;
  uint32_t unmeasured = 0;
  uint64_t measured = 0;
  for (uint32_t level = tree->root.height; level > 0; level--) {
    const rc__node *node = path.nodes[level];
    part.child = node->children[path.at[level]];
    part.is_leaf = node->leaves >> path.at[level] & 1;
    unmeasured += node->unmeasured[path.at[level]];
    measured += rc__node_measured_before(node, path.at[level]);
  }
  rc__part before = rc__part_run(part.child.slot, at);
  if (part.is_leaf) before = rc__leaf_sum(part.child.leaf, at);
  *out_unmeasured = unmeasured + before.unmeasured;
  *out_measured = measured + before.measured;
}
