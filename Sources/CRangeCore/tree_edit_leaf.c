// Edits that stay within one leaf: one measurement in a measured list, a few items in or out.

#include "tree_rank.h"

// Whether the leaf or run at the path's end would have to merge with a neighbour.
static bool must_merge(const rc__tree *tree, const rc__path *path, const rc__part *part) {
  if (tree->root.height == 0) return false;
  const rc__node *node = path->nodes[1];
  uint32_t at = path->at[1];
  if (at > 0) {
    rc__part left = rc__node_part(node, at - 1, 1);
    if (rc__parts_fit_one_leaf(&left, part)) return true;
  }
  if (at + 1 == node->width) return false;
  rc__part right = rc__node_part(node, at + 1, 1);
  return rc__parts_fit_one_leaf(part, &right);
}

// What `fresh` comes to in a leaf: its measured ticks, and which of its items are not measured.
static uint64_t sum_of_fresh(const rc__fresh *fresh, uint64_t *out_unmeasured) {
  *out_unmeasured = 0;
  if (fresh->slots == NULL) {
    bool is_measured = fresh->slot != RC__UNMEASURED;
    if (!is_measured) *out_unmeasured = rc__bits_below(fresh->count);
    return is_measured ? (uint64_t)fresh->slot * fresh->count : 0;
  }
  uint64_t sum = 0;
  for (uint32_t i = 0; i < fresh->count; i++) {
    bool is_unmeasured = fresh->slots[i] == RC__UNMEASURED;
    *out_unmeasured |= (uint64_t)is_unmeasured << i;
    sum += is_unmeasured ? 0 : fresh->slots[i];
  }
  return sum;
}

// Moves the sums from `from` to the last to another place, and changes each. What lies past the
// last one then is above all.
static void move_ends(int32_t *ends, uint32_t from, uint32_t to, uint32_t count, int32_t change) {
  const rc__ints four = {change, change, change, change};
  uint32_t last = to + count;
  if (from != to) rc__move_bytes(&ends[to], &ends[from], count * sizeof *ends);
  for (; to + 4 <= last; to += 4) *(rc__ints *)&ends[to] += four;
  for (; to < last; to++) ends[to] += change;
  for (; last < from + count; last++) ends[last] = INT32_MAX;
}

static void write_fresh(rc__leaf *leaf, uint32_t at, const rc__fresh *fresh) {
  uint32_t end = (uint32_t)leaf->ends[at];
  for (uint32_t i = 0; i < fresh->count; i++) {
    uint32_t slot = fresh->slots != NULL ? fresh->slots[i] : fresh->slot;
    end += slot == RC__UNMEASURED ? leaf->baked : slot;
    leaf->ends[at + i + 1] = (int32_t)end;
  }
}

bool rc__tree_replace_in_leaf(rc__tree *tree, const rc__path *path, uint32_t at, uint32_t count,
                              const rc__fresh *fresh) {
  rc__part part = tree->root;
  if (part.height > 0) part = rc__node_part(path->nodes[1], path->at[1], 1);
  if (!part.is_leaf || count > part.count - at) return false;
  uint32_t kept = part.count - count, after = at + count, fresh_after = at + fresh->count;
  if (fresh->count > RC__LEAF_WIDTH - kept) return false;

  rc__leaf *leaf = part.child.leaf;
  uint64_t below = leaf->unmeasured & rc__bits_below(at), fresh_bits;
  uint64_t above = after < RC__LEAF_WIDTH ? leaf->unmeasured >> after : 0;
  uint64_t added = sum_of_fresh(fresh, &fresh_bits);
  uint32_t lost = part.unmeasured - rc__bit_count(below) - rc__bit_count(above);
  uint32_t won = rc__bit_count(fresh_bits);
  uint64_t removed_length = (uint64_t)(leaf->ends[after] - leaf->ends[at]);
  uint64_t added_length = added + (uint64_t)won * leaf->baked;
  uint64_t length = (uint64_t)leaf->ends[part.count] - removed_length + added_length;
  if (length > RC__LEAF_TICKS_MAX) return false;
  rc__part edited = {.child = part.child, .count = kept + fresh->count, .is_leaf = true};
  edited.unmeasured = part.unmeasured - lost + won;
  edited.measured = (double)(length - (uint64_t)edited.unmeasured * leaf->baked);
  // A leaf without a measurement becomes a run.
  if (edited.unmeasured == edited.count) return false;
  bool is_less = edited.count < part.count || edited.measured < part.measured;
  if (is_less && must_merge(tree, path, &edited)) return false;

  leaf->unmeasured = below | fresh_bits << at;
  if (fresh_after < RC__LEAF_WIDTH) leaf->unmeasured |= above << fresh_after;
  int64_t change = (int64_t)added_length - (int64_t)removed_length;
  move_ends(leaf->ends, after + 1, fresh_after + 1, part.count - after, (int32_t)change);
  write_fresh(leaf, at, fresh);
  rc__tree_add(&tree->root, path, 1, &part, &edited);
  return true;
}
