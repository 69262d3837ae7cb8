// Queries of one place.

#ifndef RC_LANES_FIND_H
#define RC_LANES_FIND_H

#include "lanes_tree.h"

/// How far an item takes up space from its start, for ranges: a laneless one its share.
static inline int64_t rc__lanes_reach(const rc_lanes *lanes, uint8_t code, uint32_t slot) {
  if (rc__lanes_is_free(code)) slot = lanes->slot;
  if (rc__lanes_kind(code) == RC__CODE_LANELESS && lanes->k > 1) {
    return rc__lanes_share(lanes, slot);
  }
  return (int64_t)slot - lanes->spacing;
}

/// The nearest item of a lane from `index` on, itself included; or, on side 0, before `index`. The
/// count, or −1, if there is none.
int64_t rc__lanes_nearest(const rc_lanes *lanes, int64_t index, uint32_t lane, uint32_t side);

/// The first item after which a lane ends past an offset, and where that starts; the count if there
/// is none.
int64_t rc__lanes_first_past(const rc_lanes *lanes, uint32_t lane, int64_t offset,
                             int64_t *out_start, bool *out_is_in_lane);

/// Finds the first leaf after which some lane ends past an offset; the last one if there is none.
/// Not in an empty list.
void rc__lanes_find_past(const rc_lanes *lanes, int64_t offset, rc__lanes_path *out_path,
                         int64_t *out_front);

/// The code of an item.
uint8_t rc__lanes_code_at(const rc_lanes *lanes, int64_t index);

/// As `rc_lanes_items_in`, in ticks.
void rc__lanes_items_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items);

/// The item at an offset of a lane, as `rc_lanes_item_at`; the count if there is none.
int64_t rc__lanes_item_at(const rc_lanes *lanes, int64_t offset, uint32_t lane);

/// The first items of panels that have indents, but for those after laneless items: at most so
/// many; returns how many there are.
uint32_t rc__lanes_find_loose(const rc_lanes *lanes, int64_t *out_items, uint32_t most);

int64_t rc__lanes_length(const rc_lanes *lanes);

int64_t rc__lanes_extent_of(const rc_lanes *lanes, int64_t index);

/// Where an item starts.
int64_t rc__lanes_start_of(const rc_lanes *lanes, int64_t index);

/// Forgets what ranges have found, after any change; and frees the memory for it.
void rc__lanes_forget_edges(rc_lanes *lanes);
void rc__lanes_free_edges(rc_lanes *lanes);

#endif
