// A flat array of offsets. Lookups are a branch-free binary search; an edit shifts all that
// follows.

#include <stdlib.h>

#include "baselines.h"
#include "bench.h"

flat flat_create(const double *points, int64_t count, int64_t capacity) {
  flat array = {count, need_memory((size_t)(capacity + 1) * sizeof(int64_t))};
  int64_t offset = 0;
  for (int64_t i = 0; i < count; i++) {
    array.offsets[i] = offset;
    offset += ticks_of(points[i]);
  }
  array.offsets[count] = offset;
  return array;
}

void flat_destroy(flat *array) {
  free(array->offsets);
}

// The halves are the same for every offset, so the loop itself is foreseen.
int64_t flat_item_at(const flat *array, int64_t offset) {
  const int64_t *base = array->offsets;
  uint64_t left = (uint64_t)array->count;
  while (left > 1) {
    uint64_t half = left / 2;
    base = UNFORESEEN(base[half] <= offset) ? base + half : base;
    left -= half;
  }
  return base - array->offsets;
}

// Two at a time, as each compiler would not do by itself at -O2: half of an edit's time, or less.
typedef int64_t two __attribute__((vector_size(16), aligned(8), may_alias));

/// Moves the offsets lower ..< upper `by` places up, and adds to each.
static void shift_up(int64_t *offsets, int64_t lower, int64_t upper, int64_t by, int64_t change) {
  two both = {change, change};
  for (; upper - lower >= 8; upper -= 8) {
    const two *from = (const two *)&offsets[upper - 8];
    two *to = (two *)&offsets[upper - 8 + by];
    two a = from[0] + both, b = from[1] + both, c = from[2] + both, d = from[3] + both;
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
  }
  while (upper-- > lower) offsets[upper + by] = offsets[upper] + change;
}

/// As `shift_up`, but down.
static void shift_down(int64_t *offsets, int64_t lower, int64_t upper, int64_t by, int64_t change) {
  two both = {change, change};
  for (; upper - lower >= 8; lower += 8) {
    const two *from = (const two *)&offsets[lower];
    two *to = (two *)&offsets[lower - by];
    two a = from[0] + both, b = from[1] + both, c = from[2] + both, d = from[3] + both;
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
  }
  for (; lower < upper; lower++) offsets[lower - by] = offsets[lower] + change;
}

void flat_insert(flat *array, int64_t index, const int64_t *ticks, int64_t count) {
  int64_t total = 0, *offsets = array->offsets;
  for (int64_t i = 0; i < count; i++) total += ticks[i];
  shift_up(offsets, index, array->count + 1, count, total);
  for (int64_t i = 0; i < count; i++) offsets[index + i + 1] = offsets[index + i] + ticks[i];
  array->count += count;
}

void flat_remove(flat *array, int64_t index, int64_t count) {
  int64_t *offsets = array->offsets, total = offsets[index + count] - offsets[index];
  shift_down(offsets, index + count, array->count + 1, count, -total);
  array->count -= count;
}

void flat_move(flat *array, int64_t from, int64_t to) {
  int64_t *offsets = array->offsets, extent = offsets[from + 1] - offsets[from];
  if (from < to)
    shift_down(offsets, from + 1, to + 2, 1, -extent);
  else
    shift_up(offsets, to, from, 1, extent);
}
