// The engine's lanes beside the model of them over time: after each update they must have every
// item in the same lane and place, and have corrected as much. A unit of the model is a tick.

#ifndef MASONRY_MIRROR_H
#define MASONRY_MIRROR_H

#include "../harness.h"
#include "../library.h"
#include "model_masonry.h"

typedef struct {
  rc_lanes *lanes;
} masonry_mirror;

void masonry_mirror_init(masonry_mirror *mirror, const model_masonry *list);
void masonry_mirror_deinit(masonry_mirror *mirror);
/// Call these after the model's; items that were inserted are not measured yet.
void masonry_mirror_insert(masonry_mirror *mirror, int64_t index, int64_t count);
void masonry_mirror_remove(masonry_mirror *mirror, int64_t lower, int64_t upper);
void masonry_mirror_move(masonry_mirror *mirror, int64_t lower, int64_t upper, int64_t to);
void masonry_mirror_measure(masonry_mirror *mirror, const model_masonry *list, int64_t index);
void masonry_mirror_set_span(masonry_mirror *mirror, const model_masonry *list, int64_t index);
void masonry_mirror_restore(masonry_mirror *mirror, const model_masonry *list, int64_t index);
void masonry_mirror_restore_places(masonry_mirror *mirror, const int64_t *indices,
                                   const int64_t *places, int64_t count, int64_t length);
/// Updates the lanes, and compares the correction.
void masonry_mirror_update(masonry_mirror *mirror, const model_masonry *list,
                           const masonry_viewport *viewport, const masonry_result *result);
/// Compares where everything is.
void masonry_mirror_check(masonry_mirror *mirror, const model_masonry *list);

#endif
