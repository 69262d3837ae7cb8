// An allocator that counts, and that can run out of memory at a chosen allocation.

#ifndef LIST_MEMORY_H
#define LIST_MEMORY_H

#include "../library.h"

typedef struct {
  /// Bytes and blocks that are allocated now.
  int64_t bytes, blocks;
  /// The most bytes that there ever were.
  int64_t peak_bytes;
  /// Allocations, and growths of a block, so far.
  int64_t allocations;
  /// How many more of these succeed before one fails; negative for no failure.
  int64_t countdown;
  /// Only that one fails, not all after it too.
  bool fails_once;
  /// One has failed; never reset here.
  bool has_failed;
  /// A block was given back with another size than it was allocated with, or written past its end.
  bool is_confused;
} list_memory;

void list_memory_init(list_memory *memory);

/// An allocator over it, to be copied.
rc_allocator list_memory_allocator(list_memory *memory);

#endif
