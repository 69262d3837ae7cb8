// Extents: what is asked of them, in ticks by the rooms above and in points by the host.

#include "extents_tree.h"
#include "ticks.h"
#include "tree_find.h"

static rc__slot slot_of(const rc_extents *extents, rc__found found) {
  return (rc__slot){.index = found.index,
                    .offset = (int64_t)found.offset,
                    .extent = found.slot - extents->spacing,
                    .is_measured = found.is_measured};
}

rc__slot rc__extents_slot(rc_extents *extents, int64_t index) {
  return slot_of(extents, rc__tree_item(&extents->tree, (uint32_t)index));
}

rc__slot rc__extents_slot_at(rc_extents *extents, int64_t offset) {
  if (offset < 0) return rc__extents_slot(extents, 0);
  if (offset >= rc__extents_slots_length(extents)) {
    return rc__extents_slot(extents, (int64_t)extents->tree.root.count - 1);
  }
  return slot_of(extents, rc__tree_item_at(&extents->tree, (uint64_t)offset, RC__ROLE_OFFSET));
}

// The end of the items that start before an offset, which is after 0, in a list that is not empty.
static int64_t end_before(rc_extents *extents, int64_t offset, uint32_t role) {
  rc__tree *tree = &extents->tree;
  if (offset > rc__extents_slots_length(extents)) return tree->root.count;
  uint64_t last = (uint64_t)offset - 1;
  const rc__place *place = rc__tree_place_of_offset(tree, last, role);
  return (int64_t)place->index + rc__place_rank(tree, place, last - place->offset) + 1;
}

// The last item that starts before a range, which starts after 0: no other can reach into it.
static rc__slot slot_before(rc_extents *extents, rc_interval range, uint32_t role) {
  int64_t last = range.lower - 1;
  if (last >= rc__extents_slots_length(extents)) return rc__extents_slot_at(extents, last);
  return slot_of(extents, rc__tree_item_at(&extents->tree, (uint64_t)last, role));
}

rc_interval rc__extents_view(rc_extents *extents, rc_interval range, rc__slot *out_first) {
  uint32_t role = rc__role_of_range(range.upper - range.lower);
  rc_interval items = {0, 0};
  if (range.lower > 0) {
    rc__slot before = slot_before(extents, range, role);
    int64_t end = before.offset + before.extent;
    items.lower = before.index + (end <= range.lower);
    bool is_first = out_first == NULL || range.lower < end + extents->spacing;
    if (out_first != NULL)
      *out_first = is_first ? before : rc__extents_slot_at(extents, range.lower);
  } else if (out_first != NULL) {
    *out_first = rc__extents_slot_at(extents, range.lower);
  }
  items.upper = items.lower;
  if (range.lower < range.upper && range.upper > 0) {
    items.upper = end_before(extents, range.upper, role + 1);
  }
  return items;
}

rc_interval rc__extents_items_in(rc_extents *extents, rc_interval range) {
  if (extents->tree.root.count == 0) return (rc_interval){0, 0};
  return rc__extents_view(extents, range, NULL);
}

uint64_t rc__extents_version(const rc_extents *extents) {
  return extents->tree.version;
}

rc_status rc_extents_item(rc_extents *extents, int64_t index, rc_item *out_item) {
  if (extents == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  if (index < 0 || index >= extents->tree.root.count) return RC_STATUS_ARGUMENT;
  *out_item = rc__slot_in_points(rc__extents_slot(extents, index));
  return RC_STATUS_OK;
}

rc_status rc_extents_item_at(rc_extents *extents, double offset, rc_item *out_item) {
  int64_t ticks;
  if (extents == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  rc_status status = rc__ticks_from_points(offset, &ticks);
  if (status != RC_STATUS_OK) return status;
  if (extents->tree.root.count == 0) return RC_STATUS_NOT_FOUND;
  *out_item = rc__slot_in_points(rc__extents_slot_at(extents, ticks));
  return RC_STATUS_OK;
}

rc_status rc_extents_items_in(rc_extents *extents, double lower, double upper,
                              rc_interval *out_items) {
  if (extents == NULL || out_items == NULL) return RC_STATUS_ARGUMENT;
  rc_interval range;
  rc_status status = rc__ticks_from_range(lower, upper, &range);
  if (status == RC_STATUS_OK) *out_items = rc__extents_items_in(extents, range);
  return status;
}

rc_status rc_extents_copy(rc_extents *extents, int64_t lower, int64_t upper, double *out_offsets,
                          double *out_extents) {
  if (!rc__extents_has_range(extents, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  rc__walk walk;
  rc__walk_begin(&extents->tree, &walk, (uint32_t)lower);
  for (int64_t index = lower; index < upper; index++) {
    if (index - walk.place.index == walk.place.count) rc__walk_next(&extents->tree, &walk);
    uint32_t at = (uint32_t)(index - walk.place.index);
    rc__slot slot = slot_of(extents, rc__place_item(&extents->tree, &walk.place, at));
    if (out_offsets != NULL) out_offsets[index - lower] = rc_ticks_to_points(slot.offset);
    if (out_extents != NULL) out_extents[index - lower] = rc_ticks_to_points(slot.extent);
  }
  return RC_STATUS_OK;
}
