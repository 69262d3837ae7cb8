// What every room stands on: the compiler's promises, asserts, memory.

#ifndef RC_BASE_H
#define RC_BASE_H

// Results are the same bits everywhere only where doubles are plain doubles: no product and sum
// fused into one rounding, which gcc does by itself where the target can. Before the header, whose
// inline functions must have the same options here.
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
// And no words put together into one vector that were written, or will be read, one by one: a load
// of what two stores have just written waits for both. That was a third of an update's time.
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#include <float.h>

#include "rangecore.h"

// Method 1, gcc's on s390x, widens `float` alone, and there is none here.
#if defined(__FAST_MATH__) || \
    (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1)
#error "RangeCore needs plain IEEE doubles: no -ffast-math; on i686 -msse2 -mfpmath=sse"
#endif

// What must hold of us. Statuses answer what a caller may do wrong.
#ifdef NDEBUG
#define RC_ASSERT(condition) ((void)0)
#else
#define RC_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

/// A condition that hot paths hardly ever meet: what follows is kept out of their way.
#define RC_RARELY(condition) __builtin_expect(!!(condition), 0)
#define RC_NOINLINE __attribute__((noinline))
/// For what is written once for several constant arguments.
#define RC_INLINED inline __attribute__((always_inline))
#define RC_RARE __attribute__((noinline, cold))

/// For a function in which unsigned numbers wrap on purpose, and why; elsewhere that is a mistake,
/// which clang's sanitizer finds.
#ifdef __clang__
#define RC_WRAPS(reason) __attribute__((no_sanitize("unsigned-integer-overflow")))
#else
#define RC_WRAPS(reason)
#endif

static inline void rc__copy_bytes(void *to, const void *from, size_t size) {
  if (size != 0) __builtin_memcpy(to, from, size);
}

static inline void rc__move_bytes(void *to, const void *from, size_t size) {
  if (size != 0) __builtin_memmove(to, from, size);
}

static inline void rc__zero_bytes(void *to, size_t size) {
  __builtin_memset(to, 0, size);
}

static inline bool rc__mul_size(size_t a, size_t b, size_t *out_product) {
  return !__builtin_mul_overflow(a, b, out_product);
}

/// Whether an enum of a caller, which may hold any int, is one of 0 … last.
static inline bool rc__is_known(int value, int last) {
  return 0 <= value && value <= last;
}

static inline bool rc__is_finite(double value) {
  return value - value == 0;
}

/// Copies the caller's allocator, or takes the default for NULL; false where there is none.
bool rc__allocator_init(rc_allocator *out_allocator, const rc_allocator *given);

void *rc__allocate(const rc_allocator *allocator, size_t size);
void rc__deallocate(const rc_allocator *allocator, void *block, size_t size);

/// Makes room for `needed` elements, at least doubling; false leaves all as it was.
bool rc__array_reserve(const rc_allocator *allocator, void **array, size_t *capacity,
                       size_t element_size, size_t needed);

#endif
