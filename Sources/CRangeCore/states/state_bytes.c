// States as bytes, one per item: the kernels with which a grid combines its two axes.

#include "../base/base.h"
#include "rangecore_states.h"

// Plain loops that compilers vectorise. If the result replaces an argument, the loop uses one
// pointer for both: otherwise the compiler's check for overlapping pointers takes the slow path.

void rc_state_bytes_and(const rc_state *a, const rc_state *b, size_t count, rc_state *out_states) {
  if (a == NULL || b == NULL || out_states == NULL) return;
  if (out_states == a || out_states == b) {
    const rc_state *other = out_states == a ? b : a;
    for (size_t i = 0; i < count; i++) out_states[i] = out_states[i] & other[i];
  } else {
    for (size_t i = 0; i < count; i++) out_states[i] = a[i] & b[i];
  }
}

static void xor_bytes(const rc_state *a, const rc_state *b, size_t count, rc_state *out) {
  if (out == a || out == b) {
    const rc_state *other = out == a ? b : a;
    for (size_t i = 0; i < count; i++) out[i] = out[i] ^ other[i];
  } else {
    for (size_t i = 0; i < count; i++) out[i] = a[i] ^ b[i];
  }
}

static void select_bytes(const rc_state *states, size_t count, rc_state bits, uint8_t *out) {
  if (out == states) {
    for (size_t i = 0; i < count; i++) out[i] = (out[i] & bits) == bits;
  } else {
    for (size_t i = 0; i < count; i++) out[i] = (states[i] & bits) == bits;
  }
}

// The count of a block is kept in a byte, so that compilers count sixteen bytes or more at a time
// before they widen the sum. So a block is shorter than 256, and a multiple of 64, which leaves no
// remainder for any vector: 192.
enum { STATES_PER_BLOCK = 192 };

static size_t smaller(size_t a, size_t b) {
  return a < b ? a : b;
}

static size_t count_nonzero(const uint8_t *bytes, size_t count) {
  uint8_t found = 0;
  for (size_t i = 0; i < count; i++) found = (uint8_t)(found + (bytes[i] != 0));
  return found;
}

size_t rc_state_bytes_diff(const rc_state *before, const rc_state *after, size_t count,
                           rc_state *out_bits) {
  if (before == NULL || after == NULL || out_bits == NULL) return 0;
  size_t differing = 0;
  for (size_t size; count > 0; count -= size) {
    size = smaller(STATES_PER_BLOCK, count);
    xor_bytes(before, after, size, out_bits);
    differing += count_nonzero(out_bits, size);
    before += size;
    after += size;
    out_bits += size;
  }
  return differing;
}

size_t rc_state_bytes_select(const rc_state *states, size_t count, rc_state bits,
                             uint8_t *out_selected) {
  if (states == NULL || out_selected == NULL) return 0;
  size_t selected = 0;
  for (size_t size; count > 0; count -= size) {
    size = smaller(STATES_PER_BLOCK, count);
    select_bytes(states, size, bits, out_selected);
    selected += count_nonzero(out_selected, size);
    states += size;
    out_selected += size;
  }
  return selected;
}
