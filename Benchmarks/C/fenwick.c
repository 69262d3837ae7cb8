// A Fenwick tree: prefix sums that can be changed in O(log n), but nothing inserted or removed.

#include <stdlib.h>

#include "baselines.h"
#include "bench.h"

fenwick fenwick_create(const double *points, int64_t count) {
  fenwick tree = {.count = count, .top = 1};
  while (tree.top * 2 <= count) tree.top *= 2;
  tree.sums = need_memory((size_t)(count + 1) * sizeof(int64_t));
  tree.extents = need_memory((size_t)count * sizeof(int32_t));
  tree.sums[0] = 0;
  for (int64_t i = 1; i <= count; i++)
    tree.sums[i] = tree.extents[i - 1] = (int32_t)ticks_of(points[i - 1]);
  for (int64_t i = 1; i <= count; i++) {
    int64_t parent = i + (i & -i);
    if (parent <= count) tree.sums[parent] += tree.sums[i];
  }
  return tree;
}

void fenwick_destroy(fenwick *tree) {
  free(tree->sums);
  free(tree->extents);
}

int64_t fenwick_offset(const fenwick *tree, int64_t index) {
  int64_t sum = 0;
  for (int64_t i = index; i > 0; i &= i - 1) sum += tree->sums[i];
  return sum;
}

int64_t fenwick_item_at(const fenwick *tree, int64_t offset) {
  int64_t index = 0;
  for (int64_t step = tree->top; step > 0; step /= 2) {
    if (index + step > tree->count) continue;
    int64_t sum = tree->sums[index + step];
    bool is_after = sum <= offset;
    index = UNFORESEEN(is_after) ? index + step : index;
    offset = UNFORESEEN(is_after) ? offset - sum : offset;
  }
  return index < tree->count ? index : tree->count - 1;
}

void fenwick_measure(fenwick *tree, int64_t index, int64_t ticks) {
  int64_t change = ticks - tree->extents[index];
  tree->extents[index] = (int32_t)ticks;
  for (int64_t i = index + 1; i <= tree->count; i += i & -i) tree->sums[i] += change;
}
