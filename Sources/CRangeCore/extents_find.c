// Extents: what is asked of them, in ticks by the rooms above and in points by the host.

#include "extents_tree.h"
#include "ticks.h"
#include "tree_descend.h"
#include "tree_find.h"

static rc__slot slot_of(const rc_extents *extents, rc__found found) {
  return (rc__slot){.index = found.index,
                    .offset = (int64_t)found.offset,
                    .extent = found.slot - extents->spacing,
                    .is_measured = found.is_measured};
}

RC_WRAPS("an index before the place's first comes out past its count")
static const rc__place *place_of_item(rc__tree *tree, uint32_t index) {
  rc__place *place = &tree->places[RC__PLACE_OF_ITEM];
  RC_ASSERT(index < tree->root.count);
  if (index - place->index >= place->count) rc__tree_descend_to_item(tree, index, place);
  return place;
}

rc__slot rc__extents_slot(rc_extents *extents, int64_t index) {
  rc__tree *tree = &extents->tree;
  const rc__place *place = place_of_item(tree, (uint32_t)index);
  return slot_of(extents, rc__place_item(tree, place, (uint32_t)index - place->index));
}

// The first item, or the last one, for an offset before or past all.
static RC_RARE rc__slot slot_outside(rc_extents *extents, int64_t offset) {
  return rc__extents_slot(extents, offset < 0 ? 0 : (int64_t)extents->tree.root.count - 1);
}

rc__slot rc__extents_slot_at(rc_extents *extents, int64_t offset) {
  rc__tree *tree = &extents->tree;
  const rc__place *place = rc__tree_place_of_offset(tree, (uint64_t)offset);
  if (RC_RARELY(place == NULL)) return slot_outside(extents, offset);
  return slot_of(extents, rc__place_item_at(tree, place, (uint64_t)offset));
}

RC_WRAPS("an end may be 2^64 - 1, the tick before 0: modulo 2^64 the length is right")
static inline uint64_t length_of(rc_interval range) {
  return (uint64_t)range.upper - (uint64_t)range.lower;
}

// How many items start before an offset that is `ticks` and one from a window's start.
static inline int64_t count_before(const rc__window *window, uint64_t ticks) {
  return (int64_t)window->index + rc__window_rank(window, ticks) + 1;
}

// The first item that ends after such an offset. No item but the last one that starts before it can
// reach beyond it.
static inline int64_t first_after(const rc_extents *extents, const rc__window *window,
                                  uint64_t ticks) {
  uint32_t at = rc__window_rank(window, ticks);
  return (int64_t)window->index + at + (window->ends[at] <= ticks + 1 + (uint64_t)extents->spacing);
}

// The same where there is no such window: before the content, or past it.
static int64_t count_outside(const rc_extents *extents, int64_t offset) {
  return offset <= 0 ? 0 : extents->tree.root.count;
}

RC_WRAPS("for an offset up to 0 no place has the tick before, and `end` is not used")
static int64_t first_after_alone(rc_extents *extents, int64_t offset) {
  rc__tree *tree = &extents->tree;
  const uint64_t last = (uint64_t)offset - 1, end = (uint64_t)offset + (uint64_t)extents->spacing;
  const rc__place *place = rc__tree_place_of_offset(tree, last);
  if (place == NULL) return count_outside(extents, offset);
  rc__found before = rc__place_item_at(tree, place, last);
  return (int64_t)before.index + (before.offset + before.slot <= end);
}

// A range by the ticks before its ends: the last that are below it, and within.
RC_WRAPS("the tick before 0 is 2^64 - 1, and -1 as a signed number")
static inline rc_interval ticks_before(rc_interval range) {
  return (rc_interval){(int64_t)((uint64_t)range.lower - 1), (int64_t)((uint64_t)range.upper - 1)};
}

// The items in a range both ends of which are in the windows of its trace, as most are; false for
// others. `before` are the ticks before it.
RC_WRAPS("a tick before a window's start comes out past its ends")
static inline bool items_in_windows(const rc_extents *extents, const rc__trace *trace,
                                    rc_interval before, rc_interval *out_items) {
  const rc__window *lower = &trace->windows[0], *upper = &trace->windows[1];
  const uint64_t lower_ticks = (uint64_t)before.lower - lower->offset;
  const uint64_t upper_ticks = (uint64_t)before.upper - upper->offset;
  if (RC_RARELY(!rc__window_reaches(lower, lower_ticks))) return false;
  if (RC_RARELY(!rc__window_reaches(upper, upper_ticks))) return false;
  out_items->lower = first_after(extents, lower, lower_ticks);
  out_items->upper = count_before(upper, upper_ticks);
  return true;
}

// The window of an end of a range, which is moved where it must be; NULL where no item is there.
RC_WRAPS("an offset before the window's start comes out past its ends")
static inline const rc__window *window_of(rc_extents *extents, rc__trace *trace, uint32_t end,
                                          uint64_t offset) {
  const rc__window *window = &trace->windows[end];
  if (rc__window_reaches(window, offset - window->offset)) return window;
  return rc__tree_search_window(&extents->tree, offset, trace, end);
}

// The same as `items_in_windows` for all that have a trace.
static RC_INLINED rc_interval search_trace(rc_extents *extents, rc_interval before,
                                           rc__trace *trace) {
  const uint64_t below = (uint64_t)before.lower, last = (uint64_t)before.upper;
  const rc__window *lower = window_of(extents, trace, 0, below);
  const rc__window *upper = window_of(extents, trace, 1, last);
  rc_interval items;
  items.lower = lower != NULL ? first_after(extents, lower, below - lower->offset)
                              : count_outside(extents, before.lower + 1);
  items.upper = upper != NULL ? count_before(upper, last - upper->offset)
                              : count_outside(extents, before.upper + 1);
  return items;
}

rc_interval rc__extents_items_in(rc_extents *extents, rc_interval range) {
  rc__tree *tree = &extents->tree;
  if (range.lower >= range.upper) {
    const int64_t at = first_after_alone(extents, range.lower);
    return (rc_interval){at, at};
  }
  rc__trace *trace = rc__tree_trace_of(tree, length_of(range));
  if (trace == NULL) trace = rc__tree_new_trace(tree, length_of(range));
  return search_trace(extents, ticks_before(range), trace);
}

// Each by itself: a whole one would be put together first, and then read again to be copied.
static RC_INLINED rc_status give_item(const rc_extents *extents, rc__found found,
                                      rc_item *out_item) {
  out_item->index = found.index;
  out_item->offset = rc_ticks_to_points((int64_t)found.offset);
  out_item->extent = rc_ticks_to_points(found.slot - extents->spacing);
  out_item->is_measured = found.is_measured;
  rc__zero_bytes(out_item->reserved, sizeof out_item->reserved);
  return RC_STATUS_OK;
}

// -- random lookups --
//
// From the question to the answer there is no call, and so nothing to be kept over one: what is
// rare is asked at the end, in place of the answer.

static RC_INLINED rc_status give_item_of_leaf(const rc_extents *extents, const rc__place *place,
                                              uint32_t i, rc_item *out_item) {
  const bool is_measured = extents->tree.root.unmeasured == 0;
  RC_ASSERT(place->is_baked);
  rc__found found = rc__leaf_item(place->leaf, i, place->offset, place->index, is_measured);
  return give_item(extents, found, out_item);
}

static RC_NOINLINE rc_status give_item_of(const rc_extents *extents, rc__place *place, uint32_t i,
                                          rc_item *out_item) {
  rc__place_bake(&extents->tree, place);
  return give_item(extents, rc__place_item(&extents->tree, place, i), out_item);
}

static RC_NOINLINE rc_status give_item_slowly(rc_extents *extents, uint32_t index,
                                              rc_item *out_item) {
  *out_item = rc__slot_in_points(rc__extents_slot(extents, index));
  return RC_STATUS_OK;
}

RC_WRAPS("an index before the place's first comes out past its count")
rc_status rc_extents_item(rc_extents *extents, int64_t index, rc_item *out_item) {
  if (extents == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  rc__tree *tree = &extents->tree;
  if ((uint64_t)index >= tree->root.count) return RC_STATUS_ARGUMENT;
  rc__place *place = &tree->places[RC__PLACE_OF_ITEM];
  uint32_t i = (uint32_t)index - place->index;
  if (i < place->count) return give_item_of(extents, place, i, out_item);
  if (RC_RARELY(tree->root.height == 0) ||
      RC_RARELY(!rc__descend_to_item(tree, (uint32_t)index, place, false))) {
    return give_item_slowly(extents, (uint32_t)index, out_item);
  }
  i = (uint32_t)index - place->index;
  if (RC_RARELY(!place->is_baked)) return give_item_of(extents, place, i, out_item);
  return give_item_of_leaf(extents, place, i, out_item);
}

// Before the content, past it, or nowhere; in a tree without nodes; or where a node is baked anew.
static RC_RARE rc_status give_item_anywhere(rc_extents *extents, double offset, rc_item *out_item) {
  int64_t ticks;
  const rc_status status = rc_ticks_from_points(offset, &ticks);
  if (status != RC_STATUS_OK) return status;
  if (extents->tree.root.count == 0) return RC_STATUS_NOT_FOUND;
  *out_item = rc__slot_in_points(rc__extents_slot_at(extents, ticks));
  return RC_STATUS_OK;
}

static RC_NOINLINE rc_status give_item_at(const rc_extents *extents, rc__place *place,
                                          uint64_t within, rc_item *out_item) {
  rc__place_bake(&extents->tree, place);
  const uint32_t i = rc__place_rank(&extents->tree, place, within);
  return give_item(extents, rc__place_item(&extents->tree, place, i), out_item);
}

RC_WRAPS("an offset before the place's start comes out past its length")
rc_status rc_extents_item_at(rc_extents *extents, double offset, rc_item *out_item) {
  if (extents == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  rc__tree *tree = &extents->tree;
  rc__place *place = &tree->places[RC__PLACE_OF_OFFSET];
  // What is no offset is in no list, whatever it is rounded to.
  const uint64_t ticks = rc__ticks_bits(rc__ticks_of(offset));
  uint64_t within = ticks - place->offset;
  if (within < place->length) return give_item_at(extents, place, within, out_item);
  if (RC_RARELY(tree->root.height == 0) ||
      RC_RARELY(ticks >= rc__part_length(&tree->root, tree->estimate)) ||
      RC_RARELY(!rc__descend_to_offset(tree, ticks, place, &within, false))) {
    return give_item_anywhere(extents, offset, out_item);
  }
  if (RC_RARELY(!place->is_baked)) return give_item_at(extents, place, within, out_item);
  const uint32_t i = rc__leaf_rank(place->leaf->ends, (uint32_t)within);
  return give_item_of_leaf(extents, place, i, out_item);
}

static RC_NOINLINE rc_status give_items_in(rc_extents *extents, double lower, double upper,
                                           rc_interval *out_items) {
  rc_interval range;
  rc_status status = rc__ticks_from_range(lower, upper, &range);
  if (status == RC_STATUS_OK) *out_items = rc__extents_items_in(extents, range);
  return status;
}

// As the windows of the trace do not know. A trace's ranges have a length; that of a whole list may
// be twice the limit.
static RC_NOINLINE rc_status give_items_of_trace(rc_extents *extents, rc_interval before,
                                                 rc__trace *trace, double lower, double upper,
                                                 rc_interval *out_items) {
  if (RC_RARELY(trace->length_max == 0) || RC_RARELY(!rc__ticks_are_allowed(rc__ticks_of(lower)))) {
    return give_items_in(extents, lower, upper, out_items);
  }
  *out_items = search_trace(extents, before, trace);
  return RC_STATUS_OK;
}

RC_WRAPS("the tick before 0 is 2^64 - 1, and -1 as a signed number")
rc_status rc_extents_items_in(rc_extents *extents, double lower, double upper,
                              rc_interval *out_items) {
  if (extents == NULL || out_items == NULL) return RC_STATUS_ARGUMENT;
  // What is no offset is in no window, but just above the limit, where it may be rounded to it. A
  // trace's ranges have a length, so what holds for the upper end does for the lower one.
  const double last = rc__ticks_of(upper);
  const rc_interval before = {(int64_t)(rc__ticks_bits(rc__ticks_of(lower)) - 1),
                              (int64_t)(rc__ticks_bits(last) - 1)};
  rc__trace *trace = rc__tree_trace_of(&extents->tree, length_of(before));
  if (RC_RARELY(!(last <= (double)RC_LIST_TICKS_MAX)) || RC_RARELY(trace == NULL)) {
    return give_items_in(extents, lower, upper, out_items);
  }
  rc_interval items;
  if (RC_RARELY(!items_in_windows(extents, trace, before, &items))) {
    return give_items_of_trace(extents, before, trace, lower, upper, out_items);
  }
  *out_items = items;
  return RC_STATUS_OK;
}

static void copy_offsets(const rc__place *place, uint32_t at, uint32_t count, double *out_offsets) {
  const int32_t *ends = &place->leaf->ends[at];
  for (uint32_t i = 0; i < count; i++) {
    out_offsets[i] = rc_ticks_to_points((int64_t)place->offset + ends[i]);
  }
}

static void copy_extents(const rc__place *place, uint32_t at, uint32_t count, int64_t spacing,
                         double *out_extents) {
  const int32_t *ends = &place->leaf->ends[at];
  for (uint32_t i = 0; i < count; i++) {
    out_extents[i] = rc_ticks_to_points(ends[i + 1] - ends[i] - spacing);
  }
}

// Items alike, the first of which is given.
static void copy_run(const rc_extents *extents, rc__found first, uint32_t count,
                     double *out_offsets, double *out_extents) {
  const double extent = rc_ticks_to_points(first.slot - extents->spacing);
  uint32_t i = 0;
  for (; out_offsets != NULL && i < count; i++) {
    out_offsets[i] = rc_ticks_to_points((int64_t)first.offset + (int64_t)i * first.slot);
  }
  for (i = 0; out_extents != NULL && i < count; i++) out_extents[i] = extent;
}

// Items of one place.
static void copy_place(const rc_extents *extents, const rc__place *place, uint32_t at,
                       uint32_t count, double *out_offsets, double *out_extents) {
  if (place->is_baked) {
    if (out_offsets != NULL) copy_offsets(place, at, count, out_offsets);
    if (out_extents != NULL) copy_extents(place, at, count, extents->spacing, out_extents);
    return;
  }
  // Where the estimate does not fit into a leaf's sums its items are runs of one.
  const uint32_t alike = place->leaf == NULL ? count : 1;
  for (uint32_t i = 0; i < count; i += alike) {
    copy_run(extents, rc__place_item_slowly(&extents->tree, place, at + i), alike,
             out_offsets == NULL ? NULL : out_offsets + i,
             out_extents == NULL ? NULL : out_extents + i);
  }
}

rc_status rc_extents_copy(rc_extents *extents, int64_t lower, int64_t upper, double *out_offsets,
                          double *out_extents) {
  if (!rc__extents_has_range(extents, lower, upper)) return RC_STATUS_ARGUMENT;
  rc__walk walk;
  uint32_t at = rc__walk_begin(&extents->tree, &walk, (uint32_t)lower);
  uint32_t left = (uint32_t)(upper - lower);
  for (;;) {
    uint32_t count = walk.place.count - at;
    if (count > left) count = left;
    copy_place(extents, &walk.place, at, count, out_offsets, out_extents);
    left -= count;
    if (left == 0) return RC_STATUS_OK;
    if (out_offsets != NULL) out_offsets += count;
    if (out_extents != NULL) out_extents += count;
    rc__walk_next(&extents->tree, &walk);
    at = 0;
  }
}
