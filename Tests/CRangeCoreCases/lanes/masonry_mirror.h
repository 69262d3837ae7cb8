// The engine's lanes beside a list in lanes over time: after each update they get its lanes and
// indents, and must put every item where the model has it. A unit of the model is a tick.

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
/// Gives the lanes what the model has given its items, and compares where they are.
void masonry_mirror_check(masonry_mirror *mirror, const model_masonry *list);

#endif
