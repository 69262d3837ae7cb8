#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/// Returns how many blocks the process has allocated so far, on any thread; 0 where that cannot be
/// counted.
int64_t allocation_count(void);

#endif
