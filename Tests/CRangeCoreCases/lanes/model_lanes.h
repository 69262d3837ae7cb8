// The slow, obvious lanes: an array of items, placed one after the other for each question.

#ifndef MODEL_LANES_H
#define MODEL_LANES_H

#include "../library.h"
#include "rangecore_lanes.h"

typedef struct {
  /// In ticks.
  int64_t extent;
  bool is_measured;
  bool is_wide;
  uint32_t lane;
  bool has_indents;
  int64_t indents[RC_LANE_COUNT_MAX];
} model_lanes_item;

typedef struct {
  uint32_t k;
  int64_t estimate;
  int64_t spacing;
  model_lanes_item *items;
  int64_t count;
  int64_t capacity;
} model_lanes;

model_lanes model_lanes_init(uint32_t k, int64_t estimate, int64_t spacing);
void model_lanes_deinit(model_lanes *model);
model_lanes model_lanes_copy(const model_lanes *model);

/// `extents` in ticks, NULL for unmeasured items.
void model_lanes_insert(model_lanes *model, int64_t index, const int64_t *extents, int64_t count);
void model_lanes_remove(model_lanes *model, int64_t lower, int64_t upper);
void model_lanes_move(model_lanes *model, int64_t lower, int64_t upper, int64_t to);
/// Forgets extents for NULL.
void model_lanes_measure(model_lanes *model, int64_t index, const int64_t *extents, int64_t count);
void model_lanes_set_lanes(model_lanes *model, int64_t index, const uint32_t *lanes, int64_t count);
void model_lanes_set_span(model_lanes *model, int64_t lower, int64_t upper, uint32_t span);
/// NULL for none.
void model_lanes_set_indents(model_lanes *model, int64_t index, const int64_t *indents);

/// All extents, spacings and greatest indents together.
uint64_t model_lanes_total(const model_lanes *model);

/// The extent of an item: its own, or the estimate.
int64_t model_lanes_extent(const model_lanes *model, int64_t index);
/// The front before an item.
void model_lanes_front(const model_lanes *model, int64_t index, int64_t *out_front);
/// Where all items start; one number for each.
void model_lanes_starts(const model_lanes *model, int64_t *out_starts);
int64_t model_lanes_length(const model_lanes *model);
/// −1 if there is none.
int64_t model_lanes_item_at(const model_lanes *model, const int64_t *starts, int64_t offset,
                            uint32_t lane);
rc_interval model_lanes_items_in(const model_lanes *model, const int64_t *starts, rc_interval range,
                                 uint32_t lane);
/// −1 if there is none.
int64_t model_lanes_neighbor(const model_lanes *model, int64_t index, uint32_t lane, int step);

#endif
