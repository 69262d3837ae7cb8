// Ranks: the innermost loops, which find the one of many sums that an offset or an index is behind.

#ifndef RC_TREE_RANK_H
#define RC_TREE_RANK_H

#include "tree.h"

// Written with the compilers' vectors, which every target has, in registers or taken apart: the
// loops that they would have to find by themselves stay scalar at -O2.
// Where a target has none in registers gcc warns of how they are passed; here all is inlined.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
typedef int32_t rc__ints __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint32_t rc__naturals __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint64_t rc__longs __attribute__((vector_size(16), aligned(8), may_alias));
typedef double rc__doubles __attribute__((vector_size(16), aligned(8), may_alias));

static inline rc__ints rc__ints_at(const void *from) {
  return *(const rc__ints *)from;
}

static inline rc__doubles rc__doubles_at(const double *from) {
  return *(const rc__doubles *)from;
}

/// The sum of four small numbers, each taken off.
static inline uint32_t rc__ints_negated_sum(rc__ints each) {
  each += __builtin_shufflevector(each, each, 2, 3, 0, 1);
  each += __builtin_shufflevector(each, each, 1, 0, 3, 2);
  return 0 - (uint32_t)each[0];
}

/// How many of 16 ascending numbers are above `value`.
static inline uint32_t rc__ints_above(const int32_t *from, int32_t value) {
  const rc__ints most = {value, value, value, value};
  // A comparison is −1 where it holds. (The other way round it takes a copy of `most` each.)
  return rc__ints_negated_sum(((rc__ints_at(from) > most) + (rc__ints_at(from + 4) > most)) +
                              ((rc__ints_at(from + 8) > most) + (rc__ints_at(from + 12) > most)));
}

/// How many of eight ascending numbers are at most `value`.
static inline uint32_t rc__naturals_up_to(const uint32_t *from, uint32_t value) {
  // Counts use all 32 bits: the sign is turned over for a comparison of signed numbers.
  const int32_t least = INT32_MIN, signed_value = (int32_t)(value ^ 0x80000000u);
  const rc__ints turn = {least, least, least, least};
  const rc__ints wanted = {signed_value, signed_value, signed_value, signed_value};
  rc__ints above =
      ((rc__ints_at(from) ^ turn) > wanted) + ((rc__ints_at(from + 4) ^ turn) > wanted);
  return RC__NODE_BLOCK - rc__ints_negated_sum(above);
}

/// What is asked for once the child is known, in a block that already is.
static inline void rc__node_prefetch(const void *one, const void *other) {
  __builtin_prefetch(one);
  __builtin_prefetch(other);
}

/// A root may have so few children that the pivots say nothing: whether it has is as good as known,
/// for every query asks it first.
static inline bool rc__node_has_blocks(const rc__node *node) {
  return node->width > RC__NODE_BLOCK;
}

/// The child that holds an item; the width for the item after the last.
static inline uint32_t rc__node_rank_of_item(const rc__node *node, uint32_t index) {
  uint32_t block = 0;
  if (rc__node_has_blocks(node))
    block = RC__NODE_BLOCK * rc__naturals_up_to(node->count_pivots, index);
  rc__node_prefetch(&node->children[block], &node->measured[block]);
  return block + rc__naturals_up_to(&node->counts[block + 1], index);
}

/// How many of eight ascending numbers are at most as large as both of `value` are.
static inline uint32_t rc__doubles_up_to(const double *from, rc__doubles value) {
  rc__longs all = ((rc__longs)(rc__doubles_at(from) <= value) +
                   (rc__longs)(rc__doubles_at(from + 2) <= value)) +
                  ((rc__longs)(rc__doubles_at(from + 4) <= value) +
                   (rc__longs)(rc__doubles_at(from + 6) <= value));
  return (uint32_t)(0 - all[0] - all[1]);
}

/// The last child that starts at or before an offset within the node, which is measured wholly.
static inline uint32_t rc__node_rank_measured(const rc__node *node, double offset) {
  const rc__doubles by = {offset, offset};
  uint32_t block = 0;
  if (rc__node_has_blocks(node))
    block = RC__NODE_BLOCK * rc__doubles_up_to(node->measured_pivots, by);
  rc__node_prefetch(&node->children[block], &node->counts[block]);
  return block + rc__doubles_up_to(&node->measured[block + 1], by);
}

/// As `rc__doubles_up_to`, of sums with an estimate each.
static inline uint32_t rc__sums_up_to(const double *measured, const double *unmeasured,
                                      rc__doubles estimate, rc__doubles value) {
  rc__doubles sums[RC__NODE_BLOCK / 2];
  for (uint32_t i = 0; i < RC__NODE_BLOCK / 2; i++) {
    sums[i] = rc__doubles_at(&measured[2 * i]) + rc__doubles_at(&unmeasured[2 * i]) * estimate;
  }
  rc__longs all = ((rc__longs)(sums[0] <= value) + (rc__longs)(sums[1] <= value)) +
                  ((rc__longs)(sums[2] <= value) + (rc__longs)(sums[3] <= value));
  return (uint32_t)(0 - all[0] - all[1]);
}

/// The last child that starts at or before an offset within the node.
static inline uint32_t rc__node_rank_of_offset(const rc__node *node, double offset,
                                               double estimate) {
  const rc__doubles by = {offset, offset}, each = {estimate, estimate};
  uint32_t block = 0;
  if (rc__node_has_blocks(node)) {
    block =
        RC__NODE_BLOCK * rc__sums_up_to(node->measured_pivots, node->unmeasured_pivots, each, by);
  }
  return block + rc__sums_up_to(&node->measured[block + 1], &node->unmeasured[block + 1], each, by);
}

/// The last item that starts at or before an offset within the leaf of these sums.
static inline uint32_t rc__leaf_rank(const int32_t *ends, uint32_t offset) {
  // Numbers without a sign compare and add in two instructions.
  uint32_t block = (uint32_t)((uint32_t)ends[16] <= offset) +
                   (uint32_t)((uint32_t)ends[32] <= offset) +
                   (uint32_t)((uint32_t)ends[48] <= offset);
  return block * 16 + 16 - rc__ints_above(&ends[block * 16 + 1], (int32_t)offset);
}

#endif
