// The slow, obvious extents: an array of ticks.

#ifndef MODEL_EXTENTS_H
#define MODEL_EXTENTS_H

#include "../library.h"

/// Stands for the extent of an item that is not measured.
#define MODEL_UNMEASURED ((int64_t)-1)

typedef struct {
  int64_t *extents;
  int64_t count;
  int64_t capacity;
  int64_t estimate;
  int64_t spacing;
} model_extents;

model_extents model_extents_init(int64_t estimate, int64_t spacing);
void model_extents_deinit(model_extents *model);

/// Inserts copies of `extents`, or unmeasured items for NULL.
void model_extents_insert(model_extents *model, int64_t index, const int64_t *extents,
                          int64_t count);
void model_extents_remove(model_extents *model, int64_t lower, int64_t upper);
void model_extents_move(model_extents *model, int64_t lower, int64_t upper, int64_t to);

/// Sets the extents of consecutive items, or forgets them for NULL.
void model_extents_measure(model_extents *model, int64_t index, const int64_t *extents,
                           int64_t count);

int64_t model_extents_extent(const model_extents *model, int64_t index);

/// Where an item starts; for `index` = count, where the next one would.
int64_t model_extents_offset(const model_extents *model, int64_t index);
int64_t model_extents_length(const model_extents *model);
int64_t model_extents_measured_count(const model_extents *model);
/// −1 where nothing is measured.
int64_t model_extents_mean(const model_extents *model);
/// −1 in an empty list.
int64_t model_extents_item_at(const model_extents *model, int64_t offset);
rc_interval model_extents_items_in(const model_extents *model, rc_interval range);

#endif
