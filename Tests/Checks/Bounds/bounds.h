// The cases for what the headers say about time and memory: each measures an operation at two
// sizes, 16 times apart, on what is worst for it. Nothing is timed: the core is compiled so that it
// counts the basic blocks it runs (`-fsanitize-coverage=trace-pc`), and the bytes it copies, so
// that a run gives the same figures each time.

#ifndef BOUNDS_H
#define BOUNDS_H

#include <stdlib.h>

#include "list/list_memory.h"

/// How a figure may grow from a size to 16 times as much.
typedef enum {
  /// By a quarter; or not above what memory takes at the smaller size but for blocks that are kept.
  CONSTANT,
  /// By as much again.
  LOGARITHMIC,
  /// 20 times.
  LINEAR,
  /// 26 times.
  LINEAR_LOGARITHMIC,
  /// 320 times.
  SQUARE
} bound_growth;

typedef struct {
  /// The function or type; or the header, for a sentence of its introduction.
  const char *subject;
  /// A part of the sentence.
  const char *quote;
  const char *name;
  /// Steps or bytes.
  uint64_t (*measure)(int64_t size);
  /// The smaller size.
  int64_t size;
  bound_growth growth;
} bound;

typedef struct {
  const bound *bounds;
  size_t count;
} bound_table;

#define BOUND(subject, quote, measure, size, growth) \
  { subject, quote, #measure, measure, size, growth }
#define TABLE(bounds) \
  { bounds, sizeof(bounds) / sizeof((bounds)[0]) }

extern const bound_table edit_bounds, query_bounds, extents_bounds, store_bounds, tickets_bounds,
    impressions_bounds, separators_bounds, snapshot_bounds, host_bounds, lanes_bounds;

// == what is counted ==

/// Counts from 0, until the count is asked for.
void steps_begin(void);
uint64_t steps(void);

/// Memory of what is measured.
extern list_memory memory;
rc_allocator counting_allocator(void);

/// Ends the program where a condition is false.
void require_at(bool condition, const char *text, const char *file, int line);
#define REQUIRE(condition) require_at(condition, #condition, __FILE__, __LINE__)
#define OK(call) REQUIRE((call) == RC_STATUS_OK)

/// So many zeros; to be freed.
void *zeros(int64_t count, size_t size);

/// Counts the steps of a call that must succeed; and one that must not allocate either.
#define COUNT(call)                                   \
  do {                                                \
    steps_begin();                                    \
    const rc_status status_of_call = call;            \
    steps();                                          \
    REQUIRE(status_of_call == RC_STATUS_OK && #call); \
  } while (0)

#define COUNT_QUIET(call)                           \
  do {                                              \
    const int64_t allocations = memory.allocations; \
    COUNT(call);                                    \
    REQUIRE(memory.allocations == allocations);     \
  } while (0)

/// Defines a case that makes something of the size n, does to it what is counted, and destroys it.
#define ON(name, type, it, made, counted, end) \
  static uint64_t name(int64_t n) {            \
    type it = made;                            \
    counted;                                   \
    return end(it);                            \
  }

#endif
