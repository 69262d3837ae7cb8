#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t *next, *end;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  next = data;
  end = data + size;
  fuzz_one();
  return 0;
}

bool fuzz_has_more(void) {
  return next < end;
}

void test_fail(const char *file, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  abort();
}

bool test_has_failed(void) {
  return false;
}

void test_note(int64_t answer) {
  (void)answer;
}

void test_note_points(double answer) {
  (void)answer;
}

uint64_t test_seed(uint64_t fallback) {
  return fallback;
}

int64_t test_count(int64_t usual) {
  return usual;
}

// Past its end an input is all zeros: the first choice of everything.
static uint64_t bytes(int count) {
  uint64_t value = 0;
  for (int i = 0; i < count && next < end; i++) value |= (uint64_t)*next++ << 8 * i;
  return value;
}

uint64_t test_random_next(test_random *random) {
  (void)random;
  return bytes(8);
}

// As many bytes as the choice needs, so that small changes of an input are small changes of what it
// does.
int64_t test_random_in(test_random *random, int64_t lower, int64_t upper) {
  (void)random;
  uint64_t most = (uint64_t)upper - (uint64_t)lower;
  int count = 0;
  while (count < 8 && most >> 8 * count != 0) count++;
  uint64_t value = bytes(count);
  return (int64_t)((uint64_t)lower + (most == UINT64_MAX ? value : value % (most + 1)));
}

// Rare by the same measure, and not at all past the end.
bool test_random_one_in(test_random *random, int64_t n) {
  return test_random_in(random, 1, n) == n;
}

int64_t fuzz_integer(void) {
  static const int64_t borders[] = {
      0,         1,         RC_ITEM_COUNT_MAX, RC_ITEM_TICKS_MAX,     RC_LIST_TICKS_MAX,
      INT64_MAX, INT64_MIN, INT32_MAX,         2 * RC_LIST_TICKS_MAX, 4 * RC_LIST_TICKS_MAX};
  uint64_t kind = bytes(1);
  if (kind < 128) return (int64_t)kind % 32;
  if (kind < 144) return (int64_t)bytes(8);
  if (kind < 176) return (int64_t)bytes(3) - 0x400000;
  uint64_t border = (uint64_t)borders[kind % (sizeof borders / sizeof borders[0])];
  if (bytes(1) & 1) border = 0 - border;
  return (int64_t)(border + bytes(1) % 5 - 2);
}

double fuzz_points(void) {
  uint64_t kind = bytes(1);
  if (kind < 160) return (double)bytes(2) / 60;
  if (kind < 192) return rc_ticks_to_points(fuzz_integer());
  if (kind < 208) return -(double)bytes(2) / 8;
  uint64_t bits = bytes(8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

int fuzz_enum(int most) {
  uint64_t kind = bytes(1);
  return kind < 240 ? (int)(kind % ((uint64_t)most + 1)) : (int)(int32_t)(uint32_t)bytes(4);
}

bool fuzz_same(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0;
}
