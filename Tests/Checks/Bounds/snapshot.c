// Of snapshots.

#include "bounds_list.h"

/// Ids of n items: their indices.
static rc_id *counted_ids(int64_t n) {
  rc_id *ids = zeros(n, sizeof *ids);
  for (int64_t i = 0; i < n; i++) ids[i] = i;
  return ids;
}

/// A snapshot of n extents, of a list of as many items.
static rc_snapshot *full_snapshot(rc_list *list, int64_t n) {
  const rc_allocator allocator = counting_allocator();
  rc_snapshot *snapshot;
  rc_id *ids = counted_ids(n);
  OK(rc_snapshot_create((size_t)n, &allocator, &snapshot));
  OK(rc_list_save_extents(list, 0, n, ids, 0, snapshot));
  free(ids);
  return snapshot;
}

/// The memory of a snapshot of n extents, of a list that this destroys.
static uint64_t memory_of(rc_list *list, int64_t n) {
  rc_snapshot *snapshot = full_snapshot(list, n);
  const uint64_t bytes = (uint64_t)memory.bytes;
  REQUIRE(bytes < (uint64_t)(96 * n + 2048));
  rc_snapshot_destroy(snapshot);
  rc_list_destroy(list);
  return bytes;
}

static uint64_t snapshot_memory(int64_t n) {
  return memory_of(measured_list(n), n);
}

/// Of n measured items, each in one of four lanes.
static rc_list *laned_list(int64_t n) {
  rc_list *list = plain_list(n);
  OK(rc_list_set_lanes(list, 4, 8, 0, true));
  for (int64_t i = 0; i < n; i++) {
    const double extent = (double)(20 + i % 50);
    OK(rc_list_set_row_extents(list, i, &extent, 1));
  }
  for (double offset = 0; offset < rc_list_length(list); offset += 800) {
    (void)update_at(list, offset);
  }
  return list;
}

static uint64_t laned_memory(int64_t n) {
  return memory_of(laned_list(n), n);
}

static uint64_t write_laned(int64_t n) {
  rc_list *list = laned_list(n);
  rc_snapshot *snapshot = full_snapshot(list, n);
  size_t size = (size_t)(16 * n + 72);
  unsigned char *bytes = zeros((int64_t)size, 1);
  COUNT_QUIET(rc_snapshot_write(snapshot, bytes, size, &size));
  REQUIRE(size == (size_t)(16 * n + 72) && bytes[4] == 2);
  free(bytes);
  rc_snapshot_destroy(snapshot);
  return end_list(list);
}

/// Bytes of n extents, which are freed by the caller.
static void *bytes_of(int64_t n, size_t *out_size) {
  rc_list *list = measured_list(n);
  rc_snapshot *snapshot = full_snapshot(list, n);
  OK(rc_snapshot_write(snapshot, NULL, 0, out_size));
  void *bytes = zeros((int64_t)*out_size, 1);
  OK(rc_snapshot_write(snapshot, bytes, *out_size, out_size));
  rc_snapshot_destroy(snapshot);
  rc_list_destroy(list);
  return bytes;
}

static uint64_t read_snapshot(int64_t n) {
  size_t size;
  rc_snapshot *snapshot;
  void *bytes = bytes_of(n, &size);
  COUNT(rc_snapshot_read(bytes, size, (size_t)n, NULL, &snapshot, NULL));
  rc_snapshot_destroy(snapshot);
  free(bytes);
  return steps();
}

static uint64_t write_with(int64_t n, bool is_size_alone) {
  rc_list *list = measured_list(n);
  rc_snapshot *snapshot = full_snapshot(list, n);
  size_t size = (size_t)(16 * n + 72);
  void *bytes = is_size_alone ? NULL : zeros((int64_t)size, 1);
  COUNT_QUIET(rc_snapshot_write(snapshot, bytes, is_size_alone ? 0 : size, &size));
  REQUIRE(size == (size_t)(16 * n + 72));
  free(bytes);
  rc_snapshot_destroy(snapshot);
  return end_list(list);
}

static uint64_t write_snapshot(int64_t n) {
  return write_with(n, false);
}

static uint64_t size_snapshot(int64_t n) {
  return write_with(n, true);
}

static uint64_t copy_snapshot_ids(int64_t n) {
  rc_list *list = measured_list(n);
  rc_snapshot *snapshot = full_snapshot(list, n);
  rc_id *ids = zeros(n, sizeof *ids);
  size_t count;
  COUNT_QUIET(rc_snapshot_copy_ids(snapshot, ids, (size_t)n, &count));
  REQUIRE(count == (size_t)n);
  free(ids);
  rc_snapshot_destroy(snapshot);
  return end_list(list);
}

/// At the end of a list of 4 n items, with a viewport of a length.
static uint64_t save_place_of(rc_list *list, int64_t count, double offset, double length) {
  const rc_update update = update_in(list, offset, length);
  rc_snapshot *snapshot = full_snapshot(list, 1);
  rc_id *ids = counted_ids(count);
  REQUIRE(update.visible.upper > update.visible.lower);
  COUNT_QUIET(rc_list_save_place(list, update.visible.lower, update.visible.upper,
                                 ids + update.visible.lower, snapshot));
  free(ids);
  rc_snapshot_destroy(snapshot);
  return end_list(list);
}

static uint64_t save_place(int64_t n) {
  rc_list *list = scattered_list(n);
  return save_place_of(list, 2 * n, rc_list_length(list) / 2, 800);
}

/// Without ids, all rows on screen are looked at.
static uint64_t save_place_of_many(int64_t n) {
  rc_list *list = scattered_list(n);
  const rc_update update = update_in(list, 0, rc_list_length(list));
  rc_snapshot *snapshot = full_snapshot(list, 1);
  COUNT_QUIET(rc_list_save_place(list, update.visible.lower, update.visible.upper, NULL, snapshot));
  rc_snapshot_destroy(snapshot);
  return end_list(list);
}

static uint64_t get_snapshot_place(int64_t n) {
  rc_list *list = measured_list(n);
  rc_snapshot *snapshot = full_snapshot(list, n);
  rc_id *ids = counted_ids(n);
  rc_snapshot_place place;
  (void)update_at(list, 0);
  OK(rc_list_save_place(list, 0, n, ids, snapshot));
  COUNT_QUIET(rc_snapshot_get_place(snapshot, &place));
  free(ids);
  rc_snapshot_destroy(snapshot);
  return end_list(list);
}

/// Into a snapshot that is full of others.
static uint64_t save_extents_of(rc_list *list, int64_t lower, int64_t upper) {
  rc_snapshot *snapshot = full_snapshot(list, upper - lower);
  rc_id *ids = zeros(upper - lower, sizeof *ids);
  for (int64_t i = 0; i < upper - lower; i++) ids[i] = i * 3 + 1000000;
  COUNT(rc_list_save_extents(list, lower, upper, ids, 0, snapshot));
  free(ids);
  rc_snapshot_destroy(snapshot);
  return end_list(list);
}

static uint64_t save_all_extents(int64_t n) {
  return save_extents_of(measured_list(n), 0, n);
}

static uint64_t save_one_extent(int64_t n) {
  return save_extents_of(measured_list(n), n / 2, n / 2 + 1);
}

static uint64_t save_scattered_extents(int64_t n) {
  return save_extents_of(scattered_list(n), 0, 2 * n);
}

static uint64_t restore_extents_of(rc_list *list, int64_t lower, int64_t upper, int64_t step) {
  const int64_t n = rc_list_count(list);
  rc_list *measured = measured_list(n);
  rc_snapshot *snapshot = full_snapshot(measured, n);
  rc_id *ids = counted_ids(n);
  for (int64_t i = 0; i < n; i++) {
    if (i % step != 0) ids[i] = RC_ID_NONE;
  }
  int64_t count;
  COUNT(rc_list_restore_extents(list, lower, upper, ids + lower, 0, snapshot, &count));
  REQUIRE(count > 0);
  free(ids);
  rc_snapshot_destroy(snapshot);
  rc_list_destroy(measured);
  return end_list(list);
}

static uint64_t restore_all_extents(int64_t n) {
  return restore_extents_of(plain_list(n), 0, n, 1);
}

/// All that was saved in lanes.
static uint64_t restore_lanes(int64_t n) {
  rc_list *laned = laned_list(n), *list = plain_list(n);
  rc_snapshot *snapshot = full_snapshot(laned, n);
  rc_id *ids = counted_ids(n);
  OK(rc_list_set_lanes(list, 4, 8, 0, true));
  COUNT(rc_list_restore_extents(list, 0, n, ids, 0, snapshot, NULL));
  rc_lanes_position last;
  OK(rc_list_places(list, n - 1, n, &last));
  REQUIRE(last.lane != RC_LANE_NONE && last.is_measured);
  free(ids);
  rc_snapshot_destroy(snapshot);
  rc_list_destroy(laned);
  return end_list(list);
}

/// Of what is on a screen in the middle.
static uint64_t save_laned_place(int64_t n) {
  rc_list *list = laned_list(n);
  return save_place_of(list, n, rc_list_length(list) / 2, 800);
}

static uint64_t restore_one_extent(int64_t n) {
  return restore_extents_of(plain_list(n), n / 2, n / 2 + 1, 1);
}

static uint64_t restore_scattered_extents(int64_t n) {
  return restore_extents_of(plain_list(n), 0, n, 2);
}

/// The anchor is the last.
static uint64_t find_place(int64_t n) {
  rc_list *list = measured_list(n);
  rc_snapshot *snapshot = full_snapshot(list, 1);
  rc_id *ids = counted_ids(n);
  rc_snapshot_goal goal;
  const rc_update update = update_at(list, rc_list_length(list));
  OK(rc_list_save_place(list, update.visible.lower, update.visible.upper,
                        ids + update.visible.lower, snapshot));
  COUNT_QUIET(rc_list_find_place(list, 0, n, ids, 800, snapshot, &goal));
  REQUIRE(goal.kind == RC_SNAPSHOT_GOAL_KIND_ITEM);
  free(ids);
  rc_snapshot_destroy(snapshot);
  return end_list(list);
}

static uint64_t validate_snapshot(int64_t n) {
  rc_list *list = measured_list(n);
  rc_snapshot *snapshot = full_snapshot(list, n);
  COUNT_QUIET(rc_snapshot_validate(snapshot, NULL));
  rc_snapshot_destroy(snapshot);
  return end_list(list);
}

static const bound bounds[] = {
    BOUND("rc_snapshot", "at most 96 bytes per extent", snapshot_memory, 1024, LINEAR),
    BOUND("rc_snapshot", "at most 96 bytes per extent", laned_memory, 1024, LINEAR),
    BOUND("rc_snapshot_read", "O(size), expected", read_snapshot, 1024, LINEAR),
    BOUND("rc_snapshot_write", "O(size)", write_snapshot, 1024, LINEAR),
    BOUND("rc_snapshot_write", "O(size)", write_laned, 1024, LINEAR),
    BOUND("rc_snapshot_write", "and O(1) for that alone", size_snapshot, 1024, CONSTANT),
    BOUND("rc_snapshot_get_place", "O(1)", get_snapshot_place, 1024, CONSTANT),
    BOUND("rc_snapshot_copy_ids", "O(ids)", copy_snapshot_ids, 1024, LINEAR),
    BOUND("rc_list_save_place", "O(log n + items on screen)", save_place, 1024, LOGARITHMIC),
    BOUND("rc_list_save_place", "O(log n + items on screen)", save_place_of_many, 1024, LINEAR),
    BOUND("rc_list_save_place", "in k lanes k times as much", save_laned_place, 1024, LOGARITHMIC),
    BOUND("rc_list_save_extents", "O(upper − lower), expected", save_all_extents, 1024, LINEAR),
    BOUND("rc_list_save_extents", "O(log n) for each", save_one_extent, 1024, LOGARITHMIC),
    BOUND("rc_list_save_extents", "stretch of rows that are measured", save_scattered_extents, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_list_restore_extents", "O(upper − lower), expected", restore_all_extents, 1024,
          LINEAR),
    BOUND("rc_list_restore_extents", "O(log n) for each", restore_one_extent, 1024, LOGARITHMIC),
    BOUND("rc_list_restore_extents", "stretch of rows", restore_scattered_extents, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_list_restore_extents", "in k lanes k times as much", restore_lanes, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_list_find_place", "O(upper − lower)", find_place, 1024, LINEAR),
    BOUND("rc_snapshot_validate", "O(extents)", validate_snapshot, 1024, LINEAR),
};
const bound_table snapshot_bounds = TABLE(bounds);
