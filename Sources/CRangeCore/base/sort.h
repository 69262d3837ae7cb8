// Sorting by any order, without recursion or memory.

#ifndef RC_SORT_H
#define RC_SORT_H

#include "base.h"

typedef bool rc__precedes(const void *a, const void *b);

/// Sorts pointers: each ends up before those that it precedes. Not stable. O(n log n).
void rc__sort(const void **items, size_t count, rc__precedes *precedes);

#endif
