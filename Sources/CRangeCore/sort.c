#include "sort.h"

/// Moves an item of a heap, the last of each branch first, down to where it belongs.
static void sink(const void **heap, size_t place, size_t count, rc__precedes *precedes) {
  const void *sunk = heap[place];
  for (;;) {
    size_t child = 2 * place + 1;
    if (child >= count) break;
    if (child + 1 < count && precedes(heap[child], heap[child + 1])) child++;
    if (!precedes(sunk, heap[child])) break;
    heap[place] = heap[child];
    place = child;
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
