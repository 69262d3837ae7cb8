// What the engine is measured beside: the best form of what people write otherwise. Lengths are
// whole ticks, so that both sides must find exactly the same items.

#ifndef BASELINES_H
#define BASELINES_H

#include <stdint.h>

/// An unpredictable choice. As a branch, which clang makes of it by default, it would cost a search
/// three times as much; Scripts/bench looks at what became of it.
#if defined(__clang__)
#define UNFORESEEN(condition) __builtin_unpredictable(condition)
#else
#define UNFORESEEN(condition) (condition)
#endif

/// The offsets of all items, and of the end: one array, an item's offset at its index.
typedef struct {
  int64_t count;
  int64_t *offsets;
} flat;

/// As a bulk build: allocates memory for `capacity` items here.
flat flat_create(const double *points, int64_t count, int64_t capacity);
void flat_destroy(flat *array);

/// The last item that starts at or before an offset of 0 or more.
int64_t flat_item_at(const flat *array, int64_t offset);

/// Inserts items; `ticks` holds their extents.
void flat_insert(flat *array, int64_t index, const int64_t *ticks, int64_t count);
void flat_remove(flat *array, int64_t index, int64_t count);
/// Moves one item.
void flat_move(flat *array, int64_t from, int64_t to);

/// A binary indexed tree over the items' extents, and the extents.
typedef struct {
  int64_t count;
  /// The highest power of two that is not above the count.
  int64_t top;
  int64_t *sums;
  int32_t *extents;
} fenwick;

fenwick fenwick_create(const double *points, int64_t count);
void fenwick_destroy(fenwick *tree);

int64_t fenwick_offset(const fenwick *tree, int64_t index);
int64_t fenwick_item_at(const fenwick *tree, int64_t offset);
void fenwick_measure(fenwick *tree, int64_t index, int64_t ticks);

#endif
