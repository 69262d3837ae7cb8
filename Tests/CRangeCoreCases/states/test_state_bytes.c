// States as bytes: the kernels, into a third place and over their arguments.

#include <string.h>

#include "../harness.h"
#include "../library.h"

// Cases may run on several threads at once.
enum { BYTES = 256 * 256, GUARD = 0x5a };

static _Thread_local uint8_t first[BYTES], second[BYTES], out[BYTES + 1];

static void fill_with_all_pairs(void) {
  for (int i = 0; i < BYTES; i++) {
    first[i] = (uint8_t)(i & 255);
    second[i] = (uint8_t)(i >> 8);
  }
}

// Runs a kernel into a third place, then over its arguments; 0, 1, 2 say which.
typedef void kernel_check(size_t lower, size_t count, int place);

static uint8_t *place_at(size_t lower, size_t count, int place) {
  fill_with_all_pairs();
  uint8_t *target = place == 0 ? out : place == 1 ? first : second;
  if (place == 0)
    memset(out, GUARD, sizeof out);
  else if (lower + count < BYTES)
    target[lower + count] = GUARD;
  return target + lower;
}

static void with_each_window(kernel_check *check) {
  for (int place = 0; place < 3; place++) {
    check(0, BYTES, place);
    for (size_t count = 0; count < 450 && !test_has_failed(); count++) {
      check(257 * (count % 5) + count % 17, count, place);
    }
  }
}

static void check_and(size_t lower, size_t count, int place) {
  uint8_t *target = place_at(lower, count, place);
  rc_state_bytes_and(first + lower, second + lower, count, target);
  for (size_t i = 0; i < count; i++) {
    CHECK_EQUAL(target[i], ((lower + i) & 255) & ((lower + i) >> 8));
  }
  CHECK(lower + count >= BYTES || target[count] == GUARD);
}

static void states_are_combined_bit_by_bit(void) {
  with_each_window(check_and);
}

static void check_diff(size_t lower, size_t count, int place) {
  uint8_t *target = place_at(lower, count, place);
  size_t differing = 0;
  size_t told = rc_state_bytes_diff(first + lower, second + lower, count, target);
  for (size_t i = 0; i < count; i++) {
    size_t expected = ((lower + i) & 255) ^ ((lower + i) >> 8);
    CHECK_EQUAL(target[i], expected);
    differing += expected != 0;
  }
  CHECK_EQUAL(told, differing);
  CHECK(lower + count >= BYTES || target[count] == GUARD);
}

static void differing_states_are_counted(void) {
  with_each_window(check_diff);
}

static void check_select(size_t lower, size_t count, int place) {
  for (int bits = 0; bits<256; bits += count> 1000 ? 1 : 37) {
    uint8_t *target = place_at(lower, count, place);
    size_t selected = 0;
    size_t told = rc_state_bytes_select(first + lower, count, (rc_state)bits, target);
    for (size_t i = 0; i < count; i++) {
      bool has_all = (((int)((lower + i) & 255)) & bits) == bits;
      CHECK_EQUAL(target[i], has_all);
      selected += has_all;
    }
    CHECK_EQUAL(told, selected);
    CHECK(lower + count >= BYTES || target[count] == GUARD);
  }
}

static void states_with_all_bits_are_selected(void) {
  with_each_window(check_select);
}

static void no_bytes_do_nothing(void) {
  rc_state bytes[2] = {3, 5}, none[2] = {GUARD, GUARD};
  rc_state_bytes_and(NULL, bytes, 2, none);
  rc_state_bytes_and(bytes, NULL, 2, none);
  rc_state_bytes_and(bytes, bytes, 2, NULL);
  CHECK_EQUAL(rc_state_bytes_diff(NULL, bytes, 2, none), 0);
  CHECK_EQUAL(rc_state_bytes_diff(bytes, NULL, 2, none), 0);
  CHECK_EQUAL(rc_state_bytes_diff(bytes, bytes, 2, NULL), 0);
  CHECK_EQUAL(rc_state_bytes_select(NULL, 2, 1, none), 0);
  CHECK_EQUAL(rc_state_bytes_select(bytes, 2, 1, NULL), 0);
  CHECK(none[0] == GUARD && none[1] == GUARD && bytes[0] == 3 && bytes[1] == 5);
  rc_state_bytes_and(bytes, bytes, 2, bytes);
  CHECK(bytes[0] == 3 && bytes[1] == 5);
  CHECK_EQUAL(rc_state_bytes_diff(bytes, bytes, 2, bytes), 0);
  CHECK(bytes[0] == 0 && bytes[1] == 0);
}

static const test_case cases[] = {
    CASE(states_are_combined_bit_by_bit),
    CASE(differing_states_are_counted),
    CASE(states_with_all_bits_are_selected),
    CASE(no_bytes_do_nothing),
};

const test_suite suite_state_bytes = SUITE(cases);
