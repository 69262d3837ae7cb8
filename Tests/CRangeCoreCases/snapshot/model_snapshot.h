// A slow model of snapshots: extents are an array in their order, each found by looking at all; a
// list is asked about each of its rows.

#ifndef MODEL_SNAPSHOT_H
#define MODEL_SNAPSHOT_H

#include "../library.h"

enum { MODEL_SNAPSHOT_ITEMS = 64, MODEL_SNAPSHOT_KEPT = 96, MODEL_SNAPSHOT_SIZE = 4096 };

typedef struct {
  rc_id id;
  int64_t index, distance, after;
} model_snapshot_anchor;

/// All in ticks.
typedef struct {
  /// Of the list: its columns, and its lanes, 0 in columns.
  uint32_t columns, lanes;
  int64_t capacity, key;
  bool has_place, is_at_start, is_at_end;
  int64_t estimate, length;
  model_snapshot_anchor anchors[RC_SNAPSHOT_ANCHOR_COUNT_MAX];
  int64_t anchor_count;
  /// The least recent first.
  struct {
    rc_id id;
    /// −1 if only the lane is known.
    int64_t extent;
    /// Of `lanes` of them; both are 0 for none.
    uint32_t lane, lanes;
  } kept[MODEL_SNAPSHOT_KEPT];
  int64_t count;
} model_snapshot;

/// A row of a list, in ticks.
typedef struct {
  rc_interval items;
  int64_t offset, extent;
  bool is_measured, is_provisional;
  /// It may have several items.
  bool is_wide;
  /// Of the header that is pinned above it.
  int64_t covered;
} model_snapshot_row;

int64_t model_snapshot_ticks(double points);

/// Finds the rows of a list; returns how many there are.
int64_t model_snapshot_rows(rc_list *list, uint32_t columns,
                            model_snapshot_row rows[MODEL_SNAPSHOT_ITEMS]);

/// - `viewport`, `update`: the last ones, if nothing was changed since; otherwise NULL.
/// - `ids`: of all items.
void model_snapshot_save_place(model_snapshot *m, rc_list *list, const rc_viewport *viewport,
                               const rc_update *update, const rc_id *ids);
void model_snapshot_save_extents(model_snapshot *m, rc_list *list, const rc_viewport *viewport,
                                 const rc_update *update, int64_t lower, int64_t upper,
                                 const rc_id *ids, int64_t key);

/// Finds what rows are given, in ticks, −1 for those that are given nothing; returns how many are.
int64_t model_snapshot_restore(model_snapshot *m, rc_list *list, int64_t lower, int64_t upper,
                               const rc_id *ids, int64_t key, int64_t given[MODEL_SNAPSHOT_ITEMS]);

/// Finds which lanes items are given, `RC_LANE_NONE` for none.
void model_snapshot_restore_lanes(model_snapshot *m, rc_list *list, int64_t lower, int64_t upper,
                                  const rc_id *ids, int64_t key,
                                  uint32_t given[MODEL_SNAPSHOT_ITEMS]);
rc_status model_snapshot_find(const model_snapshot *m, rc_list *list, int64_t lower, int64_t upper,
                              const rc_id *ids, double length, rc_snapshot_goal *out_goal);

/// Keeps as many extents as there is space for.
void model_snapshot_limit(model_snapshot *m, int64_t capacity);

/// Makes the checksum of bytes right.
void model_snapshot_mend(uint8_t *bytes, size_t size);

/// Writes it; returns the size.
size_t model_snapshot_write(const model_snapshot *m, uint8_t bytes[MODEL_SNAPSHOT_SIZE]);

#endif
