// Extents: queries, in ticks for the modules above and in points for the host.

#include "../base/ticks.h"
#include "extents_tree.h"
#include "tree_search.h"

static rc__item item_in_ticks(const rc_extents *extents, rc__found found) {
  return (rc__item){.index = found.index,
                    .offset = (int64_t)found.offset,
                    .extent = found.slot - extents->spacing,
                    .is_measured = found.is_measured};
}

rc__item rc__extents_item(rc_extents *extents, int64_t index) {
  rc__tree *tree = &extents->tree;
  const rc__place *place = rc__tree_place_of_item(tree, (uint32_t)index);
  return item_in_ticks(extents, rc__place_item(tree, place, (uint32_t)index - place->index));
}

// The first item for an offset before all items, the last one for an offset past them.
static RC_RARE rc__item nearest_item(rc_extents *extents, int64_t offset) {
  return rc__extents_item(extents, offset < 0 ? 0 : (int64_t)extents->tree.root.count - 1);
}

rc__item rc__extents_item_at(rc_extents *extents, int64_t offset) {
  rc__tree *tree = &extents->tree;
  const rc__place *place = rc__tree_place_of_offset(tree, (uint64_t)offset);
  if (RC_RARELY(place == NULL)) return nearest_item(extents, offset);
  return item_in_ticks(extents, rc__place_item_at(tree, place, (uint64_t)offset));
}

RC_WRAPS("an end may be 2^64 - 1, the tick before 0: modulo 2^64 the length is right")
static inline uint64_t length_of(rc_interval range) {
  return (uint64_t)range.upper - (uint64_t)range.lower;
}

// How many items start before an offset that is `ticks` + 1 from a quad's start.
static inline int64_t count_before(const rc__quad *quad, uint64_t ticks) {
  return (int64_t)quad->index + rc__quad_rank(quad, ticks) + 1;
}

// The first item that ends after such an offset. Only the last item that starts before it can reach
// beyond it.
static inline int64_t first_after(const rc_extents *extents, const rc__quad *quad, uint64_t ticks) {
  uint32_t at = rc__quad_rank(quad, ticks);
  return (int64_t)quad->index + at + (quad->ends[at] <= ticks + 1 + (uint64_t)extents->spacing);
}

// The same where there is no such quad: before the content, or past it.
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

// A range, given by the ticks before its ends: the last tick below it, and the last in it.
RC_WRAPS("the tick before 0 is 2^64 - 1, and -1 as a signed number")
static inline rc_interval ticks_before(rc_interval range) {
  return (rc_interval){(int64_t)((uint64_t)range.lower - 1), (int64_t)((uint64_t)range.upper - 1)};
}

// The quad of an edge of a range, moved if necessary; NULL if there is no item there.
RC_WRAPS("an offset before the quad's start comes out past its ends")
static inline const rc__quad *quad_of(rc_extents *extents, rc__place *edge, uint64_t offset) {
  const rc__quad *quad = &edge->quad;
  if (rc__quad_reaches(quad, offset - quad->offset)) return quad;
  return rc__tree_move_quad(&extents->tree, offset, edge);
}

static RC_INLINED rc_interval search_trace(rc_extents *extents, rc_interval before,
                                           rc__place edges[2]) {
  const uint64_t below = (uint64_t)before.lower, last = (uint64_t)before.upper;
  const rc__quad *lower = quad_of(extents, &edges[0], below);
  const rc__quad *upper = quad_of(extents, &edges[1], last);
  rc_interval items;
  items.lower = lower != NULL ? first_after(extents, lower, below - lower->offset)
                              : count_outside(extents, before.lower + 1);
  items.upper = upper != NULL ? count_before(upper, last - upper->offset)
                              : count_outside(extents, before.upper + 1);
  return items;
}

static RC_INLINED rc_interval items_in(rc_extents *extents, rc_interval range) {
  if (range.lower >= range.upper) {
    const int64_t at = first_after_alone(extents, range.lower);
    return (rc_interval){at, at};
  }
  rc__place *edges = rc__tree_trace_of(&extents->tree, length_of(range));
  return search_trace(extents, ticks_before(range), edges);
}

rc_interval rc__extents_items_in(rc_extents *extents, rc_interval range) {
  return items_in(extents, range);
}

// Writes field by field: a whole item would first be assembled in memory, and then read again.
static RC_INLINED rc_status give_item(const rc_extents *extents, rc__found found,
                                      rc_item *out_item) {
  out_item->index = found.index;
  out_item->offset = rc_ticks_to_points((int64_t)found.offset);
  out_item->extent = rc_ticks_to_points(found.slot - extents->spacing);
  out_item->is_measured = found.is_measured;
  out_item->is_provisional = false;
  rc__zero_bytes(out_item->reserved, sizeof out_item->reserved);
  return RC_STATUS_OK;
}

rc_status rc_extents_item(rc_extents *extents, int64_t index, rc_item *out_item) {
  if (extents == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  rc__tree *tree = &extents->tree;
  if ((uint64_t)index >= tree->root.count) return RC_STATUS_ARGUMENT;
  const rc__place *place = rc__tree_place_of_item(tree, (uint32_t)index);
  return give_item(extents, rc__place_item(tree, place, (uint32_t)index - place->index), out_item);
}

// Before the content, past it, or nowhere.
static RC_RARE rc_status give_item_outside(rc_extents *extents, double offset, rc_item *out_item) {
  int64_t ticks;
  const rc_status status = rc_ticks_from_points(offset, &ticks);
  if (status != RC_STATUS_OK) return status;
  if (extents->tree.root.count == 0) return RC_STATUS_NOT_FOUND;
  *out_item = rc__item_in_points(nearest_item(extents, ticks));
  return RC_STATUS_OK;
}

rc_status rc_extents_item_at(rc_extents *extents, double offset, rc_item *out_item) {
  if (extents == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  rc__tree *tree = &extents->tree;
  // An invalid offset is in no list, whatever it is rounded to.
  const uint64_t ticks = rc__ticks_bits(rc__ticks_of(offset));
  const rc__place *place = rc__tree_place_of_offset(tree, ticks);
  if (RC_RARELY(place == NULL)) return give_item_outside(extents, offset, out_item);
  return give_item(extents, rc__place_item_at(tree, place, ticks), out_item);
}

rc_status rc_extents_items_in(rc_extents *extents, double lower, double upper,
                              rc_interval *out_items) {
  if (extents == NULL || out_items == NULL) return RC_STATUS_ARGUMENT;
  rc_interval range = {0};
  const rc_status status = rc__ticks_from_range(lower, upper, &range);
  if (RC_RARELY(status != RC_STATUS_OK)) return status;
  *out_items = items_in(extents, range);
  return RC_STATUS_OK;
}

static void copy_offsets(const rc__place *place, uint32_t at, uint32_t count, double *out_offsets) {
  const int32_t *starts = &place->leaf->starts[at];
  for (uint32_t i = 0; i < count; i++) {
    out_offsets[i] = rc_ticks_to_points((int64_t)place->offset + starts[i]);
  }
}

static void copy_extents(const rc__place *place, uint32_t at, uint32_t count, int64_t spacing,
                         double *out_extents) {
  const int32_t *ends = &place->leaf->starts[at];
  for (uint32_t i = 0; i < count; i++) {
    out_extents[i] = rc_ticks_to_points(ends[i + 1] - ends[i] - spacing);
  }
}

// Copies equal items, given the first.
static void copy_run(const rc_extents *extents, rc__found first, uint32_t count,
                     double *out_offsets, double *out_extents) {
  const double extent = rc_ticks_to_points(first.slot - extents->spacing);
  uint32_t i = 0;
  for (; out_offsets != NULL && i < count; i++) {
    out_offsets[i] = rc_ticks_to_points((int64_t)first.offset + (int64_t)i * first.slot);
  }
  for (i = 0; out_extents != NULL && i < count; i++) out_extents[i] = extent;
}

// Copies items of one place.
static void copy_place(const rc_extents *extents, const rc__place *place, uint32_t at,
                       uint32_t count, double *out_offsets, double *out_extents) {
  if (place->is_baked) {
    if (out_offsets != NULL) copy_offsets(place, at, count, out_offsets);
    if (out_extents != NULL) copy_extents(place, at, count, extents->spacing, out_extents);
    return;
  }
  // If the estimate does not fit into a leaf's sums, its items are copied one by one.
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

int64_t rc__extents_find(const rc_extents *extents, int64_t index, bool is_measured) {
  return rc__tree_find(&extents->tree, (uint32_t)index, is_measured);
}

void rc__extents_copy_starts(rc_extents *extents, int64_t lower, int64_t count, int64_t *out_starts,
                             bool *out_are_measured) {
  rc__walk walk;
  uint32_t at = rc__walk_begin(&extents->tree, &walk, (uint32_t)lower);
  for (int64_t i = 0; i < count; i++, at++) {
    if (at == walk.place.count) {
      rc__walk_next(&extents->tree, &walk);
      at = 0;
    }
    const rc__place *place = &walk.place;
    const rc__found found = rc__place_item(&extents->tree, place, at);
    out_starts[i] = (int64_t)found.offset;
    out_are_measured[i] = found.is_measured;
  }
}

// == edges of scrolling ranges: which item one is at, and how far it can go until that changes ==

RC_WRAPS("`from` may be below 0: modulo 2^64 the distance is right all the same")
static void stay(rc__edge *edge, int64_t from, int64_t to) {
  edge->from = from;
  edge->span = (uint64_t)to - (uint64_t)from;
}

// Before the content, or past it.
static RC_RARE int64_t item_outside(const rc_extents *extents, int64_t offset, rc__edge *edge) {
  const int64_t far = RC_LIST_TICKS_MAX;
  const bool is_before = offset <= 0;
  stay(edge, is_before ? -far : rc__extents_slots_length(extents) + 1, is_before ? 1 : far);
  return is_before ? 0 : extents->tree.root.count;
}

// Selects one of two without a branch: −(int64_t)true is a mask of ones.
static inline int64_t chosen(bool is_first, int64_t first, int64_t other) {
  return other + ((first - other) & -(int64_t)is_first);
}

// A lower edge has passed an item once it is past the item's end, an upper edge once it is past the
// item's start. Only `at`, the last item that starts before the edge, is in question. With items of
// 100 ticks and gaps of 20, and an edge between the starts of item 5 and item 6,
//
//     offset     600                       700         720
//     item 5      [·························]    gap    [···· item 6
//     lower edge  └─ 601 … 699: item 5 ────┘└ 700 … 720: item 6
//     upper edge  └─ 601 … 720: item 6 ───────────────┘
//
// So for a lower edge `end` is 720 − 20 = 700. For an upper edge the item always counts as passed:
// that is the same with an `end` below every offset, 700 − RC_LIST_TICKS_MAX. The edge stays at its
// item from `from` to the tick before `from + span`: 601 ..< 700 for a lower edge at item 5.
//
// Everything is computed without a branch, since both the edge and the item are unpredictable.
RC_WRAPS("0 - 1 is a mask of ones")
static inline int64_t item_in(const rc_extents *extents, const rc__quad *quad, int64_t offset,
                              rc__edge *edge) {
  // The last item that starts before the edge.
  const uint32_t at = rc__quad_rank(quad, (uint64_t)offset - 1 - quad->offset);
  const uint32_t is_later = at != 0;
  const int64_t base = (int64_t)quad->offset;
  const int64_t start = base + (quad->ends[at - is_later] & (0 - is_later));
  const int64_t next = base + quad->ends[at];
  const int64_t end = next - extents->spacing - edge->is_upper * RC_LIST_TICKS_MAX;
  const bool is_past = offset >= end;
  stay(edge, chosen(is_past & !edge->is_upper, offset, start + 1), chosen(is_past, next + 1, end));
  return (int64_t)quad->index + at + is_past;
}

// It may belong to another range by now, but is correct wherever it reaches.
static inline const rc__quad *quad_of_edge(const rc_extents *extents, const rc__edge *edge) {
  return &extents->tree.places[edge->place].quad;
}

RC_WRAPS("the tick before offset 0 is 2^64 - 1, where no item is")
static RC_NOINLINE int64_t search_edge(rc_extents *extents, int64_t offset, rc__edge *edge) {
  rc__tree *tree = &extents->tree;
  rc__place *place = rc__tree_trace_of(tree, edge->length) + edge->is_upper;
  edge->place = (uint8_t)(place - tree->places);
  const rc__quad *quad = rc__tree_move_quad(tree, (uint64_t)offset - 1, place);
  if (quad == NULL) return item_outside(extents, offset, edge);
  return item_in(extents, quad, offset, edge);
}

RC_WRAPS("a tick before the quad's start, or before 0, comes out past its ends")
int64_t rc__extents_edge(rc_extents *extents, int64_t offset, rc__edge *edge) {
  const rc__quad *quad = quad_of_edge(extents, edge);
  if (!rc__quad_reaches(quad, (uint64_t)offset - 1 - quad->offset)) {
    return search_edge(extents, offset, edge);
  }
  return item_in(extents, quad, offset, edge);
}
