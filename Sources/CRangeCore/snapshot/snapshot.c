#include "snapshot.h"

#include "../base/ticks.h"

// == life ==

rc_status rc_snapshot_create(size_t capacity, const rc_allocator *allocator,
                             rc_snapshot **out_snapshot) {
  rc_allocator own;
  if (out_snapshot == NULL || !rc__allocator_init(&own, allocator)) return RC_STATUS_ARGUMENT;
  if (capacity > RC_SNAPSHOT_EXTENT_COUNT_MAX) return RC_STATUS_LIMIT;
  rc_snapshot *it = rc__allocate(&own, sizeof *it);
  if (it == NULL) return RC_STATUS_NO_MEMORY;
  *it = (rc_snapshot){
      .allocator = own, .capacity = capacity, .oldest = RC__NO_EXTENT, .newest = RC__NO_EXTENT};
  *out_snapshot = it;
  return RC_STATUS_OK;
}

void rc_snapshot_destroy(rc_snapshot *snapshot) {
  if (snapshot == NULL) return;
  const rc_allocator own = snapshot->allocator;
  rc__deallocate(&own, snapshot->extents, snapshot->allocated * sizeof *snapshot->extents);
  rc__deallocate(&own, snapshot->places, snapshot->place_count * sizeof *snapshot->places);
  rc__deallocate(&own, snapshot, sizeof *snapshot);
}

// == the place ==

void rc__snapshot_add_anchor(rc_snapshot *snapshot, const rc__saved_anchor *anchor) {
  RC_ASSERT(snapshot->anchor_count < RC_SNAPSHOT_ANCHOR_COUNT_MAX);
  snapshot->anchors[snapshot->anchor_count] = *anchor;
  snapshot->lent[snapshot->anchor_count++] = (rc_snapshot_anchor){
      .id = anchor->id,
      .index = anchor->index,
      .distance = rc_ticks_to_points(anchor->distance),
      .after = rc_ticks_to_points(anchor->after),
  };
}

rc_status rc_snapshot_get_place(const rc_snapshot *snapshot, rc_snapshot_place *out_place) {
  if (snapshot == NULL || out_place == NULL) return RC_STATUS_ARGUMENT;
  if (!snapshot->has_place) return RC_STATUS_NOT_FOUND;
  *out_place = (rc_snapshot_place){
      .anchors = snapshot->lent,
      .anchor_count = snapshot->anchor_count,
      .estimate = rc_ticks_to_points(snapshot->estimate),
      .length = rc_ticks_to_points(snapshot->length),
      .is_at_start = snapshot->is_at_start,
      .is_at_end = snapshot->is_at_end,
  };
  return RC_STATUS_OK;
}

rc_status rc_snapshot_copy_ids(const rc_snapshot *snapshot, rc_id *out_ids, size_t capacity,
                               size_t *out_count) {
  if (snapshot == NULL || out_count == NULL || (out_ids == NULL && capacity > 0)) {
    return RC_STATUS_ARGUMENT;
  }
  const size_t needed = snapshot->anchor_count + snapshot->count;
  if (out_ids != NULL && needed > capacity) return RC_STATUS_LIMIT;
  *out_count = needed;
  if (out_ids == NULL) return RC_STATUS_OK;
  size_t count = 0;
  for (; count < snapshot->anchor_count; count++) out_ids[count] = snapshot->anchors[count].id;
  for (uint32_t at = snapshot->oldest; at != RC__NO_EXTENT; at = snapshot->extents[at].newer) {
    out_ids[count++] = snapshot->extents[at].id;
  }
  return RC_STATUS_OK;
}

// == extents ==

static void unlink_extent(rc_snapshot *it, const rc__kept_extent *kept) {
  if (kept->older == RC__NO_EXTENT) {
    it->oldest = kept->newer;
  } else {
    it->extents[kept->older].newer = kept->newer;
  }
  if (kept->newer == RC__NO_EXTENT) {
    it->newest = kept->older;
  } else {
    it->extents[kept->newer].older = kept->older;
  }
}

static void link_as_newest(rc_snapshot *it, rc__kept_extent *kept) {
  const uint32_t position = (uint32_t)(kept - it->extents);
  kept->older = it->newest;
  kept->newer = RC__NO_EXTENT;
  if (it->newest == RC__NO_EXTENT) {
    it->oldest = position;
  } else {
    it->extents[it->newest].newer = position;
  }
  it->newest = position;
}

void rc__snapshot_renew(rc_snapshot *snapshot, rc__kept_extent *kept) {
  if (kept->newer == RC__NO_EXTENT) return;
  unlink_extent(snapshot, kept);
  link_as_newest(snapshot, kept);
}

/// Makes places for so many extents; false if there is no memory for them.
static bool reserve_places(rc_snapshot *it, size_t count) {
  size_t needed = it->place_count;
  while (count > needed / 4 * 3) needed = needed == 0 ? 16 : 2 * needed;
  if (needed == it->place_count) return true;
  uint32_t *places = rc__allocate(&it->allocator, needed * sizeof *places);
  if (places == NULL) return false;
  rc__deallocate(&it->allocator, it->places, it->place_count * sizeof *it->places);
  rc__zero_bytes(places, needed * sizeof *places);
  it->places = places;
  it->place_count = needed;
  for (size_t i = 0; i < it->count; i++) {
    it->places[rc__snapshot_place_of(it, it->extents[i].id)] = (uint32_t)i + 1;
  }
  return true;
}

bool rc__snapshot_reserve(rc_snapshot *snapshot, size_t more) {
  rc_snapshot *it = snapshot;
  const size_t room = it->capacity - it->count;
  const size_t needed = it->count + (more < room ? more : room);
  return rc__array_reserve(&it->allocator, &it->extents, &it->allocated, sizeof *it->extents,
                           needed) &&
         reserve_places(it, needed);
}

RC_WRAPS("distances in a table are modulo its size")
static void empty_place(rc_snapshot *it, size_t hole) {
  const size_t mask = it->place_count - 1;
  // What follows moves up, unless that were before where its search begins.
  for (size_t at = (hole + 1) & mask; it->places[at] != 0; at = (at + 1) & mask) {
    const size_t home = rc__hash_of_id(it->extents[it->places[at] - 1].id) & mask;
    if (((at - home) & mask) < ((at - hole) & mask)) continue;
    it->places[hole] = it->places[at];
    hole = at;
  }
  it->places[hole] = 0;
}

bool rc__snapshot_keep(rc_snapshot *snapshot, rc_id id, uint64_t word) {
  rc_snapshot *it = snapshot;
  size_t place = rc__snapshot_place_of(it, id);
  const bool is_new = it->places[place] == 0;
  if (!is_new) {
    rc__kept_extent *known = &it->extents[it->places[place] - 1];
    known->word = word;
    rc__snapshot_renew(it, known);
    return false;
  }
  uint32_t position = (uint32_t)it->count;
  if (it->count == it->capacity) {
    position = it->oldest;
    unlink_extent(it, &it->extents[position]);
    empty_place(it, rc__snapshot_place_of(it, it->extents[position].id));
    // Another may have moved there.
    place = rc__snapshot_place_of(it, id);
  } else {
    RC_ASSERT(it->count < it->allocated);
    it->count++;
  }
  rc__kept_extent *kept = &it->extents[position];
  kept->id = id;
  kept->word = word;
  link_as_newest(it, kept);
  it->places[place] = position + 1;
  return true;
}

void rc__snapshot_forget(rc_snapshot *snapshot) {
  const size_t size = snapshot->place_count * sizeof *snapshot->places;
  if (snapshot->count > 0) rc__zero_bytes(snapshot->places, size);
  snapshot->count = 0;
  snapshot->oldest = snapshot->newest = RC__NO_EXTENT;
}
