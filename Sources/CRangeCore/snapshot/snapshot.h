// A place in a list, and extents by id, the least recent of which go first.
//
//     extents[]  as they came; linked from the least to the most recent
//     places[]   a hash table of their positions and 1, by id
//
// No extent is removed but all at once: one that has to go makes room for the one that comes.

#ifndef RC_SNAPSHOT_H
#define RC_SNAPSHOT_H

#include "../base/base.h"
#include "rangecore_lanes.h"
#include "rangecore_snapshot.h"

enum {
  RC__SNAPSHOT_VERSION = 2,
  /// The newest one that knows no lanes: what has none is written as that.
  RC__SNAPSHOT_LANELESS_VERSION = 1
};

/// No position; and of a word, an extent that is not known.
#define RC__NO_EXTENT UINT32_MAX

typedef struct rc__kept_extent {
  rc_id id;
  /// See `rc__extent_word`.
  uint64_t word;
  /// Positions of the next less and the next more recent ones; RC__NO_EXTENT for none.
  uint32_t older;
  uint32_t newer;
} rc__kept_extent;

/// A place in ticks.
typedef struct rc__saved_anchor {
  rc_id id;
  int64_t index;
  int64_t distance;
  int64_t after;
} rc__saved_anchor;

struct rc_snapshot {
  rc_allocator allocator;
  /// The most extents.
  size_t capacity;
  int64_t key;
  bool has_place;
  bool is_at_start;
  bool is_at_end;
  int64_t estimate;
  int64_t length;
  size_t anchor_count;
  rc__saved_anchor anchors[RC_SNAPSHOT_ANCHOR_COUNT_MAX];
  /// The same in points, to be lent.
  rc_snapshot_anchor lent[RC_SNAPSHOT_ANCHOR_COUNT_MAX];
  rc__kept_extent *extents;
  size_t count;
  size_t allocated;
  uint32_t oldest;
  uint32_t newest;
  /// 0 for an empty place.
  uint32_t *places;
  /// A power of two, or 0; at most three quarters are used.
  size_t place_count;
};

/// An extent in ticks or RC__NO_EXTENT, the lane of its item, and of how many lanes; both 0 without
/// a lane.
static inline uint64_t rc__extent_word(int64_t extent, uint32_t lane, uint32_t lane_count) {
  return (uint64_t)extent | (uint64_t)lane << 32 | (uint64_t)lane_count << 40;
}

static inline int64_t rc__extent_of_word(uint64_t word) {
  return (int64_t)(word & UINT32_MAX);
}

static inline uint32_t rc__lane_of_word(uint64_t word) {
  return (uint32_t)(word >> 32 & UINT8_MAX);
}

static inline uint32_t rc__lane_count_of_word(uint64_t word) {
  return (uint32_t)(word >> 40);
}

/// Whether a list can have it.
static inline bool rc__extent_word_is_valid(uint64_t word) {
  const uint32_t lane = rc__lane_of_word(word), count = rc__lane_count_of_word(word);
  const bool has_lane = count >= 2 && count <= RC_LANE_COUNT_MAX && lane < count;
  if (rc__extent_of_word(word) == RC__NO_EXTENT) return has_lane;
  return rc__extent_of_word(word) <= RC_ITEM_TICKS_MAX && (has_lane || word >> 32 == 0);
}

/// The place of an id, or the empty one for it. There are places.
static inline size_t rc__snapshot_place_of(const rc_snapshot *snapshot, rc_id id) {
  const size_t mask = snapshot->place_count - 1;
  size_t at = rc__hash_of_id(id) & mask;
  while (snapshot->places[at] != 0 && snapshot->extents[snapshot->places[at] - 1].id != id) {
    at = (at + 1) & mask;
  }
  return at;
}

/// Fetches the place of an id into the cache. There are places.
static inline void rc__snapshot_prefetch(const rc_snapshot *snapshot, rc_id id) {
  RC__PREFETCH(&snapshot->places[rc__hash_of_id(id) & (snapshot->place_count - 1)]);
}

/// Adds an anchor, for which there is space.
void rc__snapshot_add_anchor(rc_snapshot *snapshot, const rc__saved_anchor *anchor);

/// Reserves memory for so many more extents, or as many as it keeps; false if there is none.
bool rc__snapshot_reserve(rc_snapshot *snapshot, size_t more);

/// Keeps the word of an extent, after `rc__snapshot_reserve`, as the most recent one; whether its
/// id is new. Not with a capacity of 0.
bool rc__snapshot_keep(rc_snapshot *snapshot, rc_id id, uint64_t word);

/// Finds what is kept of an id; NULL if there is nothing. There are places.
static inline rc__kept_extent *rc__snapshot_find(const rc_snapshot *snapshot, rc_id id) {
  const uint32_t found = snapshot->places[rc__snapshot_place_of(snapshot, id)];
  return found == 0 ? NULL : &snapshot->extents[found - 1];
}

/// Makes an extent the most recent one.
void rc__snapshot_renew(rc_snapshot *snapshot, rc__kept_extent *kept);

/// Forgets all extents; their memory stays.
void rc__snapshot_forget(rc_snapshot *snapshot);

#endif
