// Whether a tree's memory is all there: each node and leaf in use or spare, and in its slab.

#include "tree_slabs.h"

// Leaves as the tree has them: all, and those of slabs that have none left.
typedef struct tally {
  uint32_t leaves;
  uint32_t in_full_slabs;
} tally;

static const char *count_leaf(rc__leaf *leaf, tally *in_out_tally) {
  const rc__slab *slab = rc__slab_of(leaf);
  if (slab->used == 0 || slab->used > slab->count) return "a slab is misused";
  if ((uintptr_t)leaf < (uintptr_t)slab->pages->leaves ||
      (uintptr_t)leaf >= (uintptr_t)slab->fresh) {
    return "a leaf is not of its slab";
  }
  in_out_tally->leaves += 1;
  in_out_tally->in_full_slabs += slab->used == slab->count;
  return NULL;
}

static const char *count_spare_leaves(const rc__tree *tree, tally *in_out_tally) {
  uint32_t count = 0;
  for (rc__leaf *leaf = tree->spare_leaves; leaf != NULL; leaf = leaf->next_spare) {
    if (count++ == tree->spare_leaf_count) return "spare leaves are miscounted";
    const char *reason = count_leaf(leaf, in_out_tally);
    if (reason != NULL) return reason;
  }
  return count == tree->spare_leaf_count ? NULL : "spare leaves are miscounted";
}

static const char *count_used_leaves(const rc__part *root, tally *in_out_tally) {
  rc__path path;
  if (root->height == 0) return root->is_leaf ? count_leaf(root->child.leaf, in_out_tally) : NULL;
  const char *reason = NULL;
  for (uint32_t index = 0; index < root->count && reason == NULL;) {
    rc__path_find(root, index, &path);
    const rc__node *node = path.nodes[1];
    for (uint32_t i = 0; i < node->width && reason == NULL; i++) {
      if (node->leaves >> i & 1) reason = count_leaf(node->children[i].leaf, in_out_tally);
    }
    index += node->counts[node->width];
  }
  return reason;
}

// How many leaves of a slab come before one, or before the page that begins there.
static size_t number_of(const rc__slab *slab, const rc__leaf *leaf) {
  size_t size = (uintptr_t)leaf - (uintptr_t)slab->pages;
  return size / sizeof(rc__page) * RC__PAGE_LEAVES + size % sizeof(rc__page) / sizeof(rc__leaf);
}

// A slab with leaves left.
static const char *check_slab(const rc__slab *slab) {
  size_t begun = number_of(slab, slab->fresh), spare = 0;
  for (rc__leaf *leaf = slab->spare; leaf != NULL; leaf = leaf->next_spare) {
    if (rc__slab_of(leaf) != slab || number_of(slab, leaf) >= begun) {
      return "a spare leaf is not of its slab";
    }
    if (spare++ == begun) return "a slab is miscounted";
  }
  if (slab->used == 0 || slab->used >= slab->count) return "a slab has no leaves left, or all";
  return slab->used + spare == begun && begun <= slab->count ? NULL : "a slab is miscounted";
}

const char *rc__tree_validate_memory(const rc__tree *tree) {
  uint32_t nodes = 0;
  for (const rc__node *node = tree->spare_nodes; node != NULL && nodes <= tree->spare_node_count;
       node = node->children[0].node) {
    nodes++;
  }
  if (nodes != tree->spare_node_count) return "spare nodes are miscounted";
  tally seen = {0};
  const char *reason = count_spare_leaves(tree, &seen);
  if (reason == NULL) reason = count_used_leaves(&tree->root, &seen);
  uint32_t count = seen.in_full_slabs, used = seen.in_full_slabs;
  const rc__slab *previous = NULL;
  for (const rc__slab *slab = tree->slabs.first; slab != NULL && reason == NULL;
       slab = slab->next) {
    if (slab->previous != previous) return "slabs are not linked";
    previous = slab;
    count += slab->count;
    used += slab->used;
    reason = check_slab(slab);
  }
  if (reason != NULL) return reason;
  bool is_right = count == tree->slabs.leaves && used == seen.leaves && used == tree->slabs.used;
  return is_right ? NULL : "leaves are miscounted";
}
