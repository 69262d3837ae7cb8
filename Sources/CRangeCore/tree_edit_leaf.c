// Edits that stay within one leaf: one measurement in a measured list, a few items in or out.

#include "tree.h"

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

// Moves the sums after item `at` along. What is baked in stays.
static bool measure_one(rc__tree *tree, const rc__path *path, const rc__part *part, uint32_t at,
                        uint32_t slot) {
  rc__leaf *leaf = part->child.leaf;
  uint32_t was_unmeasured = leaf->unmeasured >> at & 1;
  int64_t old = leaf->ends[at + 1] - leaf->ends[at];
  int64_t change = slot - old;
  rc__part after = *part;
  after.unmeasured -= was_unmeasured;
  after.measured += (double)(was_unmeasured ? slot : change);
  if (change > RC__LEAF_TICKS_MAX - leaf->ends[part->count]) return false;
  if (after.measured < part->measured && must_merge(tree, path, &after)) return false;
  leaf->unmeasured &= ~((uint64_t)1 << at);
  for (uint32_t i = at + 1; i <= part->count; i++) leaf->ends[i] += (int32_t)change;
  rc__tree_add(&tree->root, path, 1, part, &after);
  return true;
}

bool rc__tree_replace_in_leaf(rc__tree *tree, const rc__path *path, uint32_t at, uint32_t count,
                              const rc__fresh *fresh) {
  rc__part part = tree->root;
  if (part.height > 0) part = rc__node_part(path->nodes[1], path->at[1], 1);
  if (!part.is_leaf || count > part.count - at) return false;
  bool is_one = count == 1 && fresh->count == 1 && fresh->slots != NULL;
  if (is_one && measure_one(tree, path, &part, at, fresh->slots[0])) return true;
  uint32_t kept = part.count - count;
  if (fresh->count > RC__LEAF_WIDTH - kept) return false;
  uint32_t slots[RC__LEAF_WIDTH], after = at + count;
  rc__part_read(&part, 0, at, slots);
  for (uint32_t i = 0; i < fresh->count; i++) {
    slots[at + i] = fresh->slots != NULL ? fresh->slots[i] : fresh->slot;
  }
  rc__part_read(&part, after, part.count - after, slots + at + fresh->count);
  rc__part edited = {.count = kept + fresh->count};
  for (uint32_t i = 0; i < edited.count; i++) {
    edited.measured += slots[i] == RC__UNMEASURED ? 0 : slots[i];
    edited.unmeasured += slots[i] == RC__UNMEASURED;
  }
  // A leaf without a measurement becomes a run.
  if (edited.unmeasured == edited.count || edited.measured > RC__LEAF_TICKS_MAX) return false;
  bool is_less = edited.count < part.count || edited.measured < part.measured;
  if (is_less && must_merge(tree, path, &edited)) return false;
  edited = rc__leaf_write(part.child.leaf, slots, edited.count, tree->estimate);
  rc__tree_add(&tree->root, path, 1, &part, &edited);
  return true;
}
