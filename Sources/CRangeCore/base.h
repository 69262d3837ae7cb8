// What every room stands on: the compiler's promises, asserts, memory.

#ifndef RC_BASE_H
#define RC_BASE_H

#include <float.h>

#include "rangecore.h"

// Where 1, the core is plain C11: nothing of a compiler's own. Compilers that are neither gcc nor
// clang have no choice.
#ifndef RC_PORTABLE
#if defined(__GNUC__) || defined(__clang__)
#define RC_PORTABLE 0
#else
#define RC_PORTABLE 1
#endif
#endif

// Results are the same bits everywhere only where doubles are plain doubles. Method 1, gcc's on
// s390x, widens `float` alone, and there is none here.
#if defined(__FAST_MATH__) || \
    (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1)
#error "RangeCore needs plain IEEE doubles: no -ffast-math; on i686 -msse2 -mfpmath=sse"
#endif

// What must hold of us, for tests. Statuses answer what a caller may do wrong.
#if defined(RC_ASSERTS) && RC_ASSERTS
#undef NDEBUG
#include <assert.h>
#define RC_ASSERT(condition) assert(condition)
#else
#define RC_ASSERT(condition) ((void)0)
#endif

#if RC_PORTABLE
#include <math.h>
#include <string.h>

#define RC_RARELY(condition) (condition)
#define RC_NOINLINE
#define RC_INLINED inline
#define RC_RARE
#define RC__PREFETCH(address) ((void)(address))
#define RC__INFINITY ((double)INFINITY)
#define rc__memcpy memcpy
#define rc__memmove memmove
#define rc__memset memset
#else
/// A condition that hot paths hardly ever meet: what follows is kept out of their way.
#define RC_RARELY(condition) __builtin_expect(!!(condition), 0)
#define RC_NOINLINE __attribute__((noinline))
/// For what is written once for several constant arguments.
#define RC_INLINED inline __attribute__((always_inline))
#define RC_RARE __attribute__((noinline, cold))
#define RC__PREFETCH(address) __builtin_prefetch(address)
#define RC__INFINITY __builtin_inf()
#define rc__memcpy __builtin_memcpy
#define rc__memmove __builtin_memmove
#define rc__memset __builtin_memset
#endif

/// For a function that gcc 11 and 12, where its callers are in the same file, take for one that
/// writes nothing, and call no more. Also in plain C, for it is about the compiler.
#if defined(__GNUC__) && !defined(__clang__)
#define RC__OPAQUE __attribute__((noipa))
#else
#define RC__OPAQUE
#endif

/// For a function in which unsigned numbers wrap on purpose, and why; elsewhere that is a mistake,
/// which clang's sanitizer finds.
#if defined(__clang__) && !RC_PORTABLE
#define RC_WRAPS(reason) __attribute__((no_sanitize("unsigned-integer-overflow")))
#else
#define RC_WRAPS(reason)
#endif

static inline void rc__copy_bytes(void *to, const void *from, size_t size) {
  if (size != 0) rc__memcpy(to, from, size);
}

static inline void rc__move_bytes(void *to, const void *from, size_t size) {
  if (size != 0) rc__memmove(to, from, size);
}

static inline void rc__fill_bytes(void *to, uint8_t value, size_t size) {
  rc__memset(to, value, size);
}

static inline void rc__zero_bytes(void *to, size_t size) {
  rc__fill_bytes(to, 0, size);
}

/// Returns the position of the lowest bit of a set, which is not empty.
static inline unsigned rc__lowest_bit(uint64_t set) {
#if RC_PORTABLE
  unsigned position = 0;
  for (; (set & 1) == 0; set >>= 1) position++;
  return position;
#else
  return (unsigned)__builtin_ctzll(set);
#endif
}

/// Keeps a double, or a vector of them, in a register or in memory, after which compilers know
/// nothing of where it came from.
#if RC_PORTABLE
static inline double rc__kept(double value) {
  volatile double kept = value;
  return kept;
}
#define RC__KEEP(value) ((value) = rc__kept(value))
#elif defined(__SSE2_MATH__)
#define RC__KEEP(value) __asm__("" : "+x"(value))
#elif defined(__aarch64__)
#define RC__KEEP(value) __asm__("" : "+w"(value))
#else
#define RC__KEEP(value) __asm__("" : "+m"(value))
#endif

/// Returns a product that is rounded before anything is added to it. Compilers may fuse a product
/// and a sum into one instruction that rounds once, and has other bits: 0.005729166666666666
/// points, times 960, are a little less than 5.5 ticks. The product is 5.5, which rounds to 6;
/// fused with the sum that rounds, it is 5.
static inline double rc__product(double a, double b) {
  double product = a * b;
  RC__KEEP(product);
  return product;
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
