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
  rc__longs halves = (rc__longs)-each;
  uint64_t sum = halves[0] + halves[1];
  return (uint32_t)(sum + (sum >> 32));
}

/// How many of 16 ascending numbers are below `value`.
static inline uint32_t rc__ints_below(const int32_t *from, int32_t value) {
  const rc__ints wanted = {value, value, value, value};
  // A comparison is −1 where it holds.
  return rc__ints_negated_sum(
      ((wanted > rc__ints_at(from)) + (wanted > rc__ints_at(from + 4))) +
      ((wanted > rc__ints_at(from + 8)) + (wanted > rc__ints_at(from + 12))));
}

/// The child that holds an item; the width for the item after the last.
static inline uint32_t rc__node_rank_of_item(const rc__node *node, uint32_t index) {
  // Counts use all 32 bits: the sign is turned over for a comparison of signed numbers.
  const int32_t least = INT32_MIN, value = (int32_t)(index ^ 0x80000000u);
  const rc__ints turn = {least, least, least, least}, wanted = {value, value, value, value};
  const uint32_t *counts = &node->counts[1];
  rc__ints above =
      (((rc__ints_at(counts) ^ turn) > wanted) + ((rc__ints_at(counts + 4) ^ turn) > wanted)) +
      (((rc__ints_at(counts + 8) ^ turn) > wanted) + ((rc__ints_at(counts + 12) ^ turn) > wanted));
  return RC__NODE_WIDTH - rc__ints_negated_sum(above);
}

static inline rc__longs rc__starts_by(const rc__node *node, uint32_t at, rc__doubles offset) {
  return (rc__longs)(rc__doubles_at(&node->measured[at]) <= offset);
}

/// The last child that starts at or before an offset within the node, which is measured wholly.
static inline uint32_t rc__node_rank_measured(const rc__node *node, double offset) {
  const rc__doubles by = {offset, offset};
  rc__longs lower = (rc__starts_by(node, 1, by) + rc__starts_by(node, 3, by)) +
                    (rc__starts_by(node, 5, by) + rc__starts_by(node, 7, by));
  rc__longs upper = (rc__starts_by(node, 9, by) + rc__starts_by(node, 11, by)) +
                    (rc__starts_by(node, 13, by) + rc__starts_by(node, 15, by));
  rc__longs all = lower + upper;
  return (uint32_t)(0 - all[0] - all[1]);
}

static inline rc__longs rc__starts_by_estimated(const rc__node *node, uint32_t at,
                                                rc__doubles offset, rc__doubles estimate) {
  rc__doubles estimated = rc__doubles_at(&node->unmeasured[at]) * estimate;
  return (rc__longs)(rc__doubles_at(&node->measured[at]) + estimated <= offset);
}

/// The last child that starts at or before an offset within the node.
static inline uint32_t rc__node_rank_of_offset(const rc__node *node, double offset,
                                               double estimate) {
  const rc__doubles by = {offset, offset}, each = {estimate, estimate};
  rc__longs all = {0};
  for (uint32_t at = 1; at < RC__NODE_WIDTH; at += 8) {
    all += (rc__starts_by_estimated(node, at, by, each) +
            rc__starts_by_estimated(node, at + 2, by, each)) +
           (rc__starts_by_estimated(node, at + 4, by, each) +
            rc__starts_by_estimated(node, at + 6, by, each));
  }
  return (uint32_t)(0 - all[0] - all[1]);
}

/// The last item that starts at or before an offset within the leaf of these sums.
static inline uint32_t rc__leaf_rank(const int32_t *ends, int32_t offset) {
  uint32_t block = (uint32_t)(ends[16] <= offset) + (uint32_t)(ends[32] <= offset) +
                   (uint32_t)(ends[48] <= offset);
  return block * 16 + rc__ints_below(&ends[block * 16 + 1], offset + 1);
}

#endif
