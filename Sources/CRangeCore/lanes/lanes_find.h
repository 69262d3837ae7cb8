// Queries of one place.

#ifndef RC_LANES_FIND_H
#define RC_LANES_FIND_H

#include "../ranges/ranges.h"
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

/// Finds the first leaf after which one of some lanes ends past an offset, and the front before it;
/// the last leaf if there is none. Not in an empty list.
void rc__lanes_find_past(const rc_lanes *lanes, uint32_t wanted, int64_t offset,
                         rc__lanes_path *out_path, int64_t *out_front);

/// A walk from item to item, with the front before each.
typedef struct rc__lanes_walk {
  rc__lanes_path path;
  const rc__lanes_part *leaf;
  /// The item's position in the leaf; after the leaf until `rc__lanes_walk_enter`.
  uint32_t at;
  int64_t front[RC_LANE_COUNT_MAX];
} rc__lanes_walk;

/// Begins a walk at an item. Not in an empty list.
void rc__lanes_walk_begin(const rc_lanes *lanes, int64_t index, rc__lanes_walk *out_walk);

/// Enters the next leaf, if the item is there.
static RC_INLINED void rc__lanes_walk_enter(const rc_lanes *lanes, rc__lanes_walk *walk) {
  if (walk->at < walk->leaf->count) return;
  (void)rc__lanes_path_move(&walk->path, 1);
  walk->leaf = rc__lanes_leaf(lanes, &walk->path);
  walk->at = 0;
  rc__leaf_pass(lanes, walk->leaf, 0, walk->front);
}

/// Goes on by an item that has been entered, and returns where it starts.
static RC_INLINED int64_t rc__lanes_walk_pass(const rc_lanes *lanes, rc__lanes_walk *walk,
                                              uint8_t *out_code, uint32_t *out_slot) {
  rc__lanes_block *block = walk->leaf->child.block;
  *out_code =
      block == NULL ? RC__CODE_GUESSED | RC__CODE_LANELESS : rc__block_codes(block)[walk->at];
  *out_slot = block == NULL ? 0 : block->slots[walk->at];
  walk->at++;
  return rc__front_pass(lanes, *out_code, *out_slot, walk->front);
}

/// The code of an item.
uint8_t rc__lanes_code_at(const rc_lanes *lanes, int64_t index);

/// As `rc_lanes_items_in`, in ticks.
void rc__lanes_items_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items);

/// The same from where a range was, or anywhere; then `cursor` is there. NULL for none.
void rc__lanes_find_in(rc_lanes *lanes, rc_interval range, rc__lanes_cursor *cursor,
                       rc_interval *out_items);

/// Finds items, with a cursor or without one, and returns all items that these intervals span; if
/// there is none, an empty interval where the first of them is.
rc_interval rc__lanes_hull_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items);
rc_interval rc__lanes_hull_at(rc_lanes *lanes, rc_interval range, rc__lanes_cursor *cursor,
                              rc_interval *out_items);

/// The same hull, of a range that does not scroll: nothing is remembered for the next one.
rc_interval rc__lanes_hull_once(const rc_lanes *lanes, rc_interval range);

enum {
  /// So many ranges scroll with a viewport at most, and so many items may pass their edges.
  RC__LANES_RANGES = 8,
  RC__TURNS_MAX = 24
};

/// A range that scrolls with a viewport.
typedef struct rc__lanes_range {
  /// How far it reaches before the viewport, and after it.
  int64_t below, above;
  /// What items have that are in it; and which one it is for the caller.
  uint8_t bits, number;
  rc__lanes_cursor cursor;
  /// As of `rc__lanes_hull_in`.
  rc_interval hull;
} rc__lanes_range;

/// What ranges come to hold, and no longer hold, as they scroll a little.
typedef struct rc__lanes_scroll {
  /// From the innermost to the outermost: so most that passes their edges ascends as it is found.
  rc__lanes_range ranges[RC__LANES_RANGES];
  uint32_t range_count;
  /// How many items turn, and which; they ascend.
  uint32_t count;
  rc__turn turns[RC__TURNS_MAX];
  /// For which starts of the viewport nothing else would.
  rc_interval still;
} rc__lanes_scroll;

/// Moves ranges on from where their cursors are, to a viewport in the lanes' offsets. Returns false
/// if what passes their edges is not known, as after a change, or is too much: then they have to be
/// found again.
bool rc__lanes_scroll_on(rc_lanes *lanes, rc_interval viewport, rc__lanes_scroll *scroll);

/// The item at an offset of a lane, as `rc_lanes_item_at`; the count if there is none.
int64_t rc__lanes_item_at(const rc_lanes *lanes, int64_t offset, uint32_t lane);

/// The item that starts last at an offset or before it; the first one if there is none. Not in an
/// empty list.
int64_t rc__lanes_at(const rc_lanes *lanes, int64_t offset);

/// The lane that ends first after all items.
int64_t rc__lanes_least_end(const rc_lanes *lanes);

/// What items are looked for.
typedef enum rc__lanes_trait { RC__TRAIT_MEASURED, RC__TRAIT_WIDE } rc__lanes_trait;

/// The first item of lower ..< upper that has a trait, or that has not; `upper` if there is none.
int64_t rc__lanes_find_trait(const rc_lanes *lanes, int64_t lower, int64_t upper,
                             rc__lanes_trait trait, bool has);

/// Counts the measured items of lower ..< upper, and adds up their extents.
int64_t rc__lanes_count_measured(const rc_lanes *lanes, int64_t lower, int64_t upper,
                                 int64_t *out_extents);

/// The first items of panels that have indents, but for those after laneless items: at most so
/// many; returns how many there are.
uint32_t rc__lanes_find_loose(const rc_lanes *lanes, int64_t *out_items, uint32_t most);

static inline int64_t rc__lanes_length(const rc_lanes *lanes) {
  return lanes->length;
}

int64_t rc__lanes_extent_of(const rc_lanes *lanes, int64_t index);

/// Where an item starts.
int64_t rc__lanes_start_of(const rc_lanes *lanes, int64_t index);

/// Forgets what ranges have found, after any change, and finds the length again; and frees the
/// memory for it.
void rc__lanes_forget_edges(rc_lanes *lanes);
void rc__lanes_free_edges(rc_lanes *lanes);

#endif
