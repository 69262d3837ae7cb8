#include "tree_validate.h"

#include "tree_node.h"
#include "tree_search.h"
#include "tree_slabs.h"

// == memory: each node and leaf is in use or spare, and in its slab ==

// Leaves as the tree counts them: all, and those of full slabs.
typedef struct tally {
  uint32_t leaves;
  uint32_t in_full_slabs;
} tally;

static const char *count_leaf(rc__leaf *leaf, tally *in_out_tally) {
  const rc__slab *slab = rc__slab_of(leaf);
  if (slab->used == 0 || slab->used > slab->count) return "a slab is misused";
  if ((uintptr_t)leaf < (uintptr_t)slab->pages->leaves ||
      (uintptr_t)leaf >= (uintptr_t)slab->untouched) {
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

static const char *count_used_leaves(const rc__subtree *root, tally *in_out_tally) {
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

// A slab with free leaves.
static const char *check_slab(const rc__slab *slab) {
  size_t begun = number_of(slab, slab->untouched), spare = 0;
  for (rc__leaf *leaf = slab->spare; leaf != NULL; leaf = leaf->next_spare) {
    if (rc__slab_of(leaf) != slab || number_of(slab, leaf) >= begun) {
      return "a spare leaf is not of its slab";
    }
    if (spare++ == begun) return "a slab is miscounted";
  }
  if (slab->used == 0 || slab->used >= slab->count) return "a listed slab is full or empty";
  return slab->used + spare == begun && begun <= slab->count ? NULL : "a slab is miscounted";
}

static const char *check_memory(const rc__tree *tree) {
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

// == leaves, runs and nodes ==

static const char *check_leaf(const rc__subtree *subtree) {
  const rc__leaf *leaf = subtree->child.leaf;
  if (subtree->count > RC__LEAF_WIDTH) return "a leaf is too full";
  if (subtree->count < RC__LEAF_WIDTH && leaf->unmeasured >> subtree->count != 0) {
    return "a bit past a leaf's last item is set";
  }
  if (leaf->starts[0] != 0) return "a leaf does not start at 0";
  for (uint32_t i = 0; i < subtree->count; i++) {
    int64_t slot = (int64_t)leaf->starts[i + 1] - leaf->starts[i];
    if (slot < 0) return "a leaf's prefix sums decrease";
    bool is_unmeasured = leaf->unmeasured >> i & 1;
    if (is_unmeasured && slot != leaf->baked)
      return "an unmeasured item does not have the included estimate";
  }
  if (leaf->starts[subtree->count] > RC__LEAF_TICKS_MAX) return "a leaf is too long";
  for (uint32_t i = subtree->count + 1; i <= RC__LEAF_WIDTH; i++) {
    if (leaf->starts[i] != INT32_MAX) return "an unused sum of a leaf is not the maximum";
  }
  if (leaf->unmeasured == rc__bits_below(subtree->count)) return "a leaf holds nothing measured";
  rc__subtree sum = rc__leaf_sum(leaf, subtree->count);
  if (sum.unmeasured != subtree->unmeasured) return "a leaf's unmeasured items are miscounted";
  if (sum.measured != subtree->measured) return "a leaf's ticks are miscounted";
  return NULL;
}

static const char *check_run(const rc__subtree *subtree) {
  if (subtree->child.slot != RC__UNMEASURED && subtree->child.slot > RC_ITEM_TICKS_MAX) {
    return "a run's slot is past the limit";
  }
  rc__subtree run = rc__subtree_run(subtree->child.slot, subtree->count);
  if (run.unmeasured != subtree->unmeasured) return "a run's unmeasured items are miscounted";
  if (run.measured != subtree->measured) return "a run's ticks are miscounted";
  return NULL;
}

static const char *check_neighbours(const rc__subtree *a, const rc__subtree *b) {
  if (rc__are_alike(a, b)) return "adjacent runs are equal";
  if (rc__fit_one_leaf(a, b)) return "adjacent children would fit into one leaf";
  return NULL;
}

static const char *check_unused(const rc__node *node) {
  if ((node->leaves & ~rc__bits_below(node->width)) != 0) {
    return "a bit past a node's last child is set";
  }
  for (uint32_t i = node->width + 1; i <= RC__NODE_WIDTH; i++) {
    if (node->counts[i] != UINT32_MAX || node->starts[i] != UINT64_MAX) {
      return "an unused sum of a node is not the maximum";
    }
  }
  return NULL;
}

static const char *check_count_shift(const rc__node *node) {
  for (uint32_t i = 1; node->count_shift != 0 && i < node->width; i++) {
    if (node->counts[i] != i << node->count_shift)
      return "count_shift is set but children differ in size";
  }
  return NULL;
}

static const char *check_pivots(const rc__node *node) {
  for (uint32_t i = 0; i < RC__NODE_BLOCK; i++) {
    uint32_t at = RC__NODE_BLOCK * (i + 1);
    bool is_last = i + 1 == RC__NODE_BLOCK;
    if (node->count_pivots[i] != (is_last ? UINT32_MAX : node->counts[at]) ||
        (at > node->width && node->blocks[i + 1] != UINT64_MAX)) {
      return "a pivot differs from its sum";
    }
  }
  return NULL;
}

// A node by itself, and compared with what its parent stores.
static const char *check_node(const rc__subtree *subtree, bool is_root) {
  rc__node *node = subtree->child.node;
  if (node->width < (is_root ? 2 : RC__NODE_WIDTH_MIN)) return "a node has too few children";
  if (node->width > RC__NODE_WIDTH) return "a node has too many children";
  if (subtree->height > 1 && node->leaves != 0) return "a leaf is above the bottom level";
  if (node->counts[0] != 0 || node->unmeasured[0] != 0 || rc__node_start(node, 0) != 0) {
    return "a node does not start at 0";
  }
  for (uint32_t i = 0; i < node->width; i++) {
    if (node->counts[i + 1] <= node->counts[i]) return "a child is empty";
    if (node->unmeasured[i + 1] < node->unmeasured[i] ||
        rc__node_start(node, i + 1) < rc__node_start(node, i)) {
      return "a node's prefix sums decrease";
    }
    const uint64_t estimated = node->unmeasured[i + 1] - node->unmeasured[i];
    if (rc__node_length(node, i) < estimated * node->baked) return "a node's prefix sums decrease";
    if (i == 0 || subtree->height > 1) continue;
    rc__subtree before = rc__node_part(node, i - 1), child = rc__node_part(node, i);
    const char *reason = check_neighbours(&before, &child);
    if (reason != NULL) return reason;
  }
  rc__subtree sum = rc__node_whole(node, subtree->height);
  if (sum.count != subtree->count) return "a node's items are miscounted";
  if (sum.unmeasured != subtree->unmeasured) return "a node's unmeasured items are miscounted";
  if (sum.measured != subtree->measured) return "a node's ticks are miscounted";
  const char *reason = check_unused(node);
  if (reason == NULL) reason = check_count_shift(node);
  return reason != NULL ? reason : check_pivots(node);
}

static const char *check_part(const rc__subtree *subtree, bool is_root) {
  if (subtree->height > 0) return check_node(subtree, is_root);
  return subtree->is_leaf ? check_leaf(subtree) : check_run(subtree);
}

static const char *check_below(const rc__subtree *root) {
  rc__path path;
  uint32_t level = root->height;
  path.nodes[level] = root->child.node;
  path.at[level] = 0;
  while (level <= root->height) {
    rc__node *node = path.nodes[level];
    if (path.at[level] == node->width) {
      level++;
      continue;
    }
    rc__subtree subtree = rc__node_child(node, path.at[level]++, level);
    const char *reason = check_part(&subtree, false);
    if (reason != NULL) return reason;
    if (subtree.height == 0) continue;
    level--;
    path.nodes[level] = subtree.child.node;
    path.at[level] = 0;
  }
  return NULL;
}

static uint64_t offset_of(const rc__tree *tree, uint32_t index) {
  uint32_t unmeasured;
  uint64_t measured;
  rc__tree_sums_before(tree, index, &unmeasured, &measured);
  return measured + (uint64_t)unmeasured * tree->estimate;
}

// Where a path ends.
static rc__subtree part_at(const rc__tree *tree, const rc__path *path) {
  return tree->root.height > 0 ? rc__node_part(path->nodes[1], path->at[1]) : tree->root;
}

static const char *check_place(const rc__tree *tree, const rc__place *place) {
  if (place->count == 0) return place->length == 0 ? NULL : "a place without items has a length";
  if (place->index >= tree->root.count) return "a remembered place is past the last item";
  rc__path path;
  uint32_t at = rc__path_find(&tree->root, place->index, &path);
  const rc__subtree subtree = part_at(tree, &path);
  bool is_same = subtree.is_leaf ? subtree.child.leaf == place->leaf
                                 : place->leaf == NULL && subtree.child.slot == place->slot;
  if (at != 0 || subtree.count != place->count || !is_same) return "a remembered place is stale";
  uint64_t offset = offset_of(tree, place->index);
  uint64_t end = offset_of(tree, place->index + place->count);
  bool has_length = place != &tree->places[RC__PLACE_OF_ITEM] || place->length != 0;
  if (place->offset != offset || (has_length && place->length != end - offset))
    return "a remembered place has a wrong offset or length";
  const rc__leaf *leaf = place->leaf;
  bool may_be_baked = subtree.is_leaf && (leaf->unmeasured == 0 || leaf->baked == tree->estimate);
  return may_be_baked || !place->is_baked ? NULL
                                          : "a remembered leaf does not include the estimate";
}

static const char *check_quad(const rc__tree *tree, const rc__place *place) {
  const rc__quad *quad = &place->quad;
  const uint32_t last = quad->ends[RC__QUAD_WIDTH - 1];
  if (last == 0) return NULL;
  uint32_t at = quad->index - place->index;
  if (at >= place->count) return "a quad is not in its place";
  if (quad->offset != offset_of(tree, quad->index)) return "a quad has a wrong offset";
  for (uint32_t i = 0; i < RC__QUAD_WIDTH; i++) {
    if (i > 0 && quad->ends[i] == last && quad->ends[i - 1] == last) continue;
    if (at + i >= place->count) return "a quad is longer than its place";
    uint64_t end = offset_of(tree, quad->index + i + 1);
    if (quad->offset + quad->ends[i] != end) return "an item in a quad ends elsewhere";
  }
  return NULL;
}

static const char *check_places(const rc__tree *tree) {
  if (tree->trace_count > RC__TRACE_COUNT) return "too many ranges are remembered";
  for (uint32_t i = 0; i < RC__PLACE_COUNT; i++) {
    const char *reason = check_place(tree, &tree->places[i]);
    if (reason != NULL) return reason;
    if (i < RC__PLACE_OF_TRACES) continue;
    const uint32_t trace = (i - RC__PLACE_OF_TRACES) / 2;
    const uint64_t length = tree->trace_lengths[trace];
    bool is_in_use = trace < tree->trace_count;
    if (is_in_use != (length != 0)) return "the number of remembered ranges is wrong";
    if (is_in_use && length < 2) return "a range without length is remembered";
    reason = check_quad(tree, &tree->places[i]);
    if (reason != NULL) return reason;
  }
  return NULL;
}

const char *rc__tree_validate(const rc__tree *tree) {
  const rc__subtree *root = &tree->root;
  if (tree->estimate > RC_ITEM_TICKS_MAX) return "the estimate is past the limit";
  if (root->count > RC_ITEM_COUNT_MAX) return "there are too many items";
  if (root->height > RC__HEIGHT_MAX) return "the tree is too high";
  const uint64_t length_max = RC_LIST_TICKS_MAX;
  if (root->measured > length_max || rc__subtree_length(root, tree->estimate) > length_max) {
    return "the list is too long";
  }
  if (root->count == 0) {
    bool is_empty = root->height == 0 && !root->is_leaf && root->unmeasured == 0;
    return is_empty && root->measured == 0 ? check_memory(tree) : "an empty tree holds something";
  }
  const char *reason = check_part(root, true);
  if (reason == NULL && root->height > 0) reason = check_below(root);
  if (reason == NULL) reason = check_memory(tree);
  return reason != NULL ? reason : check_places(tree);
}
