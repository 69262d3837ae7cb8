#include "harness.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local char failure[512];
static _Thread_local uint64_t used_seed, digest;
static _Thread_local double usual_effort = 1;

void test_fail(const char *file, int line, const char *format, ...) {
  if (failure[0] != 0) return;
  const char *slash = strrchr(file, '/');
  int length = snprintf(failure, sizeof failure, "%s:%d: ", slash ? slash + 1 : file, line);
  va_list arguments;
  va_start(arguments, format);
  length += vsnprintf(failure + length, sizeof failure - (size_t)length, format, arguments);
  va_end(arguments);
  if (used_seed != 0 && (size_t)length < sizeof failure) {
    snprintf(failure + length, sizeof failure - (size_t)length, " (RANGECORE_SEED=%" PRIu64 ")",
             used_seed);
  }
}

bool test_has_failed(void) {
  return failure[0] != 0;
}

const char *test_failure(void) {
  return failure;
}

void test_begin(double effort) {
  failure[0] = 0;
  used_seed = 0;
  usual_effort = effort;
}

void test_note(int64_t answer) {
  digest = (digest ^ (uint64_t)answer) * 0x9fb21c651e98df25u;
  digest ^= digest >> 32;
}

void test_note_points(double answer) {
  int64_t bits;
  memcpy(&bits, &answer, sizeof bits);
  test_note(bits);
}

uint64_t test_digest(void) {
  return digest;
}

uint64_t test_seed(uint64_t fallback) {
  const char *text = getenv("RANGECORE_SEED");
  uint64_t seed = text ? strtoull(text, NULL, 10) : fallback;
  used_seed = seed ? seed : 1;
  return used_seed;
}

static double current_effort(void) {
  const char *text = getenv("RANGECORE_EFFORT");
  return text ? strtod(text, NULL) : usual_effort;
}

int64_t test_count(int64_t usual) {
  const double count = (double)usual * current_effort();
  return count > 1 ? (int64_t)count : 1;
}

bool test_is_brief(void) {
  return current_effort() < 0.04;
}

int test_stride(void) {
  return current_effort() < 1 ? 11 : 1;
}

uint64_t test_random_next(test_random *random) {
  uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int64_t test_random_in(test_random *random, int64_t lower, int64_t upper) {
  return lower + (int64_t)(test_random_next(random) % ((uint64_t)(upper - lower) + 1));
}

bool test_random_one_in(test_random *random, int64_t n) {
  return test_random_in(random, 1, n) == 1;
}
