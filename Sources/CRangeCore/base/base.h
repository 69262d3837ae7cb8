// Basics for all modules: compiler attributes, asserts, numbers, memory.

#ifndef RC_BASE_H
#define RC_BASE_H

#include <float.h>

#include "rangecore.h"

// If 1, the core is plain C11, without compiler extensions; always so for compilers other than gcc
// and clang.
#ifndef RC_PORTABLE
#if defined(__GNUC__) || defined(__clang__)
#define RC_PORTABLE 0
#else
#define RC_PORTABLE 1
#endif
#endif

// 0 leaves foresight out, for the smallest WebAssembly module; it cannot be turned on then.
#ifndef RC_FORESIGHT
#define RC_FORESIGHT 1
#endif

// 0 leaves hosts out, for the smallest WebAssembly module; none can be made then.
#ifndef RC_HOST
#define RC_HOST 1
#endif

// 0 leaves lanes out, for the smallest WebAssembly module; none can be made then.
#ifndef RC_LANES
#define RC_LANES 1
#endif

// Results are bit-identical only if doubles are evaluated as doubles. Method 1, gcc's on s390x,
// widens only `float`, which the core does not use.
#if defined(__FAST_MATH__) || \
    (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1)
#error "RangeCore needs plain IEEE doubles: no -ffast-math; on i686 -msse2 -mfpmath=sse"
#endif

// Asserts are for the core's own invariants. A caller's mistakes yield a status.
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
/// A condition that is rarely true on hot paths: the code for it is moved out of line.
#define RC_RARELY(condition) __builtin_expect(!!(condition), 0)
#define RC_NOINLINE __attribute__((noinline))
/// For a function that is written once and specialised for several constant arguments.
#define RC_INLINED inline __attribute__((always_inline))
#define RC_RARE __attribute__((noinline, cold))
#define RC__PREFETCH(address) __builtin_prefetch(address)
#define RC__INFINITY __builtin_inf()
#define rc__memcpy __builtin_memcpy
#define rc__memmove __builtin_memmove
#define rc__memset __builtin_memset
#endif

/// For a function that gcc 11 and 12 take for one without side effects, and whose calls they drop,
/// if it is called in the same file. Also in plain C, since the bug is the compiler's.
#if defined(__GNUC__) && !defined(__clang__)
#define RC__OPAQUE __attribute__((noipa))
#else
#define RC__OPAQUE
#endif

/// For a function in which unsigned numbers wrap on purpose, with the reason; anywhere else clang's
/// sanitizer reports wrapping as a mistake.
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

/// Hashes a number so that numbers given in order have priorities in none, as in a treap.
RC_WRAPS("a hash")
static inline uint32_t rc__mixed(uint32_t number) {
  number ^= number >> 16;
  number *= 0x7feb352du;
  number ^= number >> 15;
  number *= 0x846ca68bu;
  return number ^ number >> 16;
}

/// Hashes an id for a table: the finaliser of splitmix64.
RC_WRAPS("a hash is a product modulo 2^64")
static inline size_t rc__hash_of_id(rc_id id) {
  uint64_t hash = (uint64_t)id;
  hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
  return (size_t)(hash ^ hash >> 31);
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

/// Forces a double, or a vector of them, into a register or memory, so that the compiler no longer
/// knows how it was computed.
#if RC_PORTABLE
static inline double rc__kept(double value) {
  volatile double kept = value;
  return kept;
}
#define RC__KEEP(value) ((value) = rc__kept(value))
#elif defined(__wasm__) && !defined(__wasm_relaxed_simd__)
// There is no such instruction.
#define RC__KEEP(value) ((void)0)
#elif defined(__SSE2_MATH__)
#define RC__KEEP(value) __asm__("" : "+x"(value))
#elif defined(__aarch64__)
#define RC__KEEP(value) __asm__("" : "+w"(value))
#else
#define RC__KEEP(value) __asm__("" : "+m"(value))
#endif

/// Returns a product that is rounded before anything is added to it. Compilers may fuse a product
/// and a sum into one instruction that rounds only once, with a different result:
/// 0.005729166666666666 points, times 960, are a little less than 5.5 ticks. The product is 5.5,
/// which rounds to 6; fused with the sum that rounds, it is 5.
static inline double rc__product(double a, double b) {
  double product = a * b;
  RC__KEEP(product);
  return product;
}

static inline int64_t rc__at_most(int64_t value, int64_t limit) {
  return value < limit ? value : limit;
}

static inline int64_t rc__at_least(int64_t value, int64_t limit) {
  return value > limit ? value : limit;
}

/// Where the item at an index is once lower ..< upper were replaced with `count` others; −1 if it
/// was one of them, or none.
static inline int64_t rc__index_after(int64_t index, int64_t lower, int64_t upper, int64_t count) {
  if (index < lower) return index;
  return index < upper ? -1 : index + count - (upper - lower);
}

/// What a value becomes in a range, both ends included.
static inline int64_t rc__clamped(int64_t value, rc_interval range) {
  if (value < range.lower) return range.lower;
  return value > range.upper ? range.upper : value;
}

/// Whether a caller's enum, which may hold any int, is one of 0 … last.
static inline bool rc__is_known(int value, int last) {
  return 0 <= value && value <= last;
}

static inline bool rc__is_finite(double value) {
  return value - value == 0;
}

/// Copies the caller's allocator, or uses the default for NULL; false if there is none.
bool rc__allocator_init(rc_allocator *out_allocator, const rc_allocator *given);

void *rc__allocate(const rc_allocator *allocator, size_t size);
void rc__deallocate(const rc_allocator *allocator, void *block, size_t size);

// Arrays: `array` points to the pointer, of any type.

/// Gives back what an array has beyond so many elements; it stays as it is if the allocator fails.
void rc__array_shrink(const rc_allocator *allocator, void *array, size_t *capacity,
                      size_t element_size, size_t kept);

/// Grows an array to `needed` elements, at least doubling it; changes nothing if it returns false.
bool rc__array_reserve(const rc_allocator *allocator, void *array, size_t *capacity,
                       size_t element_size, size_t needed);

#endif
