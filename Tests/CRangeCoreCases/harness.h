// What every file of cases uses: checks, and seeded random numbers.
//
// `swift test` runs cases at the same time: what is static and changes is _Thread_local.

#ifndef HARNESS_H
#define HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *name;
  void (*run)(void);
} test_case;

typedef struct {
  const test_case *cases;
  size_t count;
  const char *file;
} test_suite;

#define CASE(function) \
  { #function, function }
#define SUITE(cases) \
  { cases, sizeof(cases) / sizeof((cases)[0]), __FILE__ }

/// Notes the case's first failure; the message is formatted as by printf.
void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Whether the running case has failed; loops in helpers can stop then.
bool test_has_failed(void);

/// What its first failure was; empty where there was none.
const char *test_failure(void);

/// Begins a case, whose random parts run `effort` times as long as usual.
void test_begin(double effort);

/// Notes what was answered, an integer or a real: all of that makes a number, which is the same on
/// every target.
void test_note(int64_t answer);
void test_note_points(double answer);
uint64_t test_digest(void);

/// Ends the function when the condition is false. In a helper, its caller asks test_has_failed.
#define CHECK(condition)                               \
  do {                                                 \
    if (!(condition)) {                                \
      test_fail(__FILE__, __LINE__, "%s", #condition); \
      return;                                          \
    }                                                  \
  } while (0)

/// As CHECK, with a message of its own.
#define CHECK_F(condition, ...)                   \
  do {                                            \
    if (!(condition)) {                           \
      test_fail(__FILE__, __LINE__, __VA_ARGS__); \
      return;                                     \
    }                                             \
  } while (0)

/// Two integers are the same, which is noted; says both when not.
#define CHECK_EQUAL(actual, expected)                                                           \
  do {                                                                                          \
    long long actual_value = (long long)(actual), expected_value = (long long)(expected);       \
    test_note(actual_value);                                                                    \
    CHECK_F(actual_value == expected_value, "%s is %lld, expected %lld", #actual, actual_value, \
            expected_value);                                                                    \
  } while (0)

/// A range of items is this one.
#define CHECK_INTERVAL(actual, expected_lower, expected_upper) \
  do {                                                         \
    CHECK_EQUAL((actual).lower, expected_lower);               \
    CHECK_EQUAL((actual).upper, expected_upper);               \
  } while (0)

/// A seeded sequence of random numbers (splitmix64), the same on every platform; so draw one at a
/// time: the order of two in an expression is the compiler's.
typedef struct {
  uint64_t state;
} test_random;

/// The seed of a random case: RANGECORE_SEED from the environment, else `fallback`. A failure's
/// message ends with it.
uint64_t test_seed(uint64_t fallback);

/// How often a random case does something, which is usually so often: RANGECORE_EFFORT times that,
/// from the environment, and at least once.
int64_t test_count(int64_t usual);

/// What to add to the number of a case to come to the next one, of a loop over all of them: 1, or
/// with less than the usual effort 11, which is prime to most numbers of digits.
int test_stride(void);

/// Whether a case should only show what depends on the compiler, with hardly any of the usual
/// effort.
bool test_is_brief(void);

uint64_t test_random_next(test_random *random);

/// A number in lower …  upper, both included.
int64_t test_random_in(test_random *random, int64_t lower, int64_t upper);

/// True once in `n` times.
bool test_random_one_in(test_random *random, int64_t n);

#endif
