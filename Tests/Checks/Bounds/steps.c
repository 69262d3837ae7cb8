// Counts what the core does. This file is compiled without counting.

#include <stdint.h>
#include <string.h>

#include "bounds.h"

static uint64_t counted;
static bool is_counting;

// The compiler calls this in each basic block of the core.
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
  counted += is_counting;
}

// And the core calls these for memcpy, memmove and memset: a word is a step.
void *counted_memcpy(void *to, const void *from, size_t size);
void *counted_memmove(void *to, const void *from, size_t size);
void *counted_memset(void *to, int value, size_t size);

static void count_bytes(size_t size) {
  if (is_counting) counted += size / sizeof(uint64_t);
}

void *counted_memcpy(void *to, const void *from, size_t size) {
  count_bytes(size);
  return memcpy(to, from, size);
}

void *counted_memmove(void *to, const void *from, size_t size) {
  count_bytes(size);
  return memmove(to, from, size);
}

void *counted_memset(void *to, int value, size_t size) {
  count_bytes(size);
  return memset(to, value, size);
}

void steps_begin(void) {
  counted = 0;
  is_counting = true;
}

uint64_t steps(void) {
  is_counting = false;
  return counted;
}
