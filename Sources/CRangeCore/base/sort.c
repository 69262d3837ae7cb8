#include "sort.h"

/// Moves an item of a heap, the last of each branch first, down to where it belongs. Most belong
/// near the end of a branch: it goes there without being compared, and then back up.
static void sink(const void **heap, size_t place, size_t count, rc__precedes *precedes) {
  const void *sunk = heap[place];
  const size_t top = place;
  for (size_t child; (child = 2 * place + 1) < count; place = child) {
    if (child + 1 < count && precedes(heap[child], heap[child + 1])) child++;
    heap[place] = heap[child];
  }
  while (place > top && precedes(heap[(place - 1) / 2], sunk)) {
    heap[place] = heap[(place - 1) / 2];
    place = (place - 1) / 2;
  }
  heap[place] = sunk;
}

void rc__sort(const void **items, size_t count, rc__precedes *precedes) {
  for (size_t place = count / 2; place > 0;) sink(items, --place, count, precedes);
  for (size_t end = count; end > 1;) {
    const void *last = items[0];
    items[0] = items[--end];
    items[end] = last;
    sink(items, 0, end, precedes);
  }
}
