// The calls that may run out of memory, each made to, whoever calls them.
//
// Linked before the core with --wrap, for each name in memory_calls.h and for what makes an
// object's allocator: so every case runs as it is, and each of its calls is first made without
// memory.

#ifndef MEMORY_HOOK_H
#define MEMORY_HOOK_H

#include <stdint.h>

typedef struct {
  /// Calls that asked for memory, and allocations that failed in them: the Nth alone, and the Nth
  /// with all after it.
  int64_t calls, once, from_on;
  /// Of these, failures that a call did without.
  int64_t tolerated;
  /// Objects compared with what they were, and how many of them were validated.
  int64_t compared, validated;
} memory_figures;

/// Of all threads so far.
memory_figures memory_hook_figures(void);

/// What went wrong first since the last time it was asked; NULL where nothing did. Also finds what
/// was allocated and not freed.
const char *memory_hook_failure(void);

#endif
