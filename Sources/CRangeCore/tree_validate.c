// Whether a tree keeps its promises, and which one it breaks.

#include "tree_slabs.h"

static const char *check_leaf(const rc__part *part) {
  const rc__leaf *leaf = part->child.leaf;
  if (part->count > RC__LEAF_WIDTH) return "a leaf is too full";
  if (part->count < RC__LEAF_WIDTH && leaf->unmeasured >> part->count != 0) {
    return "an item past a leaf's last is marked";
  }
  if (leaf->ends[0] != 0) return "a leaf does not start at 0";
  for (uint32_t i = 0; i < part->count; i++) {
    int64_t slot = (int64_t)leaf->ends[i + 1] - leaf->ends[i];
    if (slot < 0) return "a leaf's sums fall";
    bool is_unmeasured = leaf->unmeasured >> i & 1;
    if (is_unmeasured && slot != leaf->baked) return "an estimate is not the one baked in";
  }
  if (leaf->ends[part->count] > RC__LEAF_TICKS_MAX) return "a leaf is too long";
  for (uint32_t i = part->count + 1; i <= RC__LEAF_WIDTH; i++) {
    if (leaf->ends[i] != INT32_MAX) return "a sum past a leaf's last is not above all";
  }
  if (leaf->unmeasured == rc__bits_below(part->count)) return "a leaf holds nothing measured";
  rc__part sum = rc__leaf_sum(leaf, part->count);
  if (sum.unmeasured != part->unmeasured) return "a leaf's unmeasured items are miscounted";
  if (sum.measured != part->measured) return "a leaf's ticks are miscounted";
  return NULL;
}

static const char *check_run(const rc__part *part) {
  if (part->child.slot != RC__UNMEASURED && part->child.slot > RC_ITEM_TICKS_MAX) {
    return "a run's slot is past the limit";
  }
  rc__part run = rc__part_run(part->child.slot, part->count);
  if (run.unmeasured != part->unmeasured) return "a run's unmeasured items are miscounted";
  if (run.measured != part->measured) return "a run's ticks are miscounted";
  return NULL;
}

static const char *check_neighbours(const rc__part *a, const rc__part *b) {
  if (rc__parts_are_alike(a, b)) return "neighbouring runs are alike";
  if (rc__parts_fit_one_leaf(a, b)) return "neighbours would fit into one leaf";
  return NULL;
}

static const char *check_unused(const rc__node *node) {
  if ((node->leaves & ~rc__bits_below(node->width)) != 0) {
    return "a child past a node's last is marked";
  }
  for (uint32_t i = node->width + 1; i <= RC__NODE_WIDTH; i++) {
    if (node->counts[i] != UINT32_MAX || node->ends[i] != UINT64_MAX) {
      return "a sum past a node's last is not above all";
    }
  }
  return NULL;
}

static const char *check_shift(const rc__node *node) {
  for (uint32_t i = 1; node->count_shift != 0 && i < node->width; i++) {
    if (node->counts[i] != i << node->count_shift) return "children do not hold alike many items";
  }
  return NULL;
}

static const char *check_pivots(const rc__node *node) {
  for (uint32_t i = 0; i < RC__NODE_BLOCK; i++) {
    uint32_t at = RC__NODE_BLOCK * (i + 1);
    bool is_last = i + 1 == RC__NODE_BLOCK;
    if (node->count_pivots[i] != (is_last ? UINT32_MAX : node->counts[at]) ||
        (at > node->width && node->blocks[i + 1] != UINT64_MAX)) {
      return "a pivot is not the sum that it stands for";
    }
  }
  return NULL;
}

// A node by itself, and against what its parent knows.
static const char *check_node(const rc__part *part, bool is_root) {
  rc__node *node = part->child.node;
  if (node->width < (is_root ? 2 : RC__NODE_WIDTH_MIN)) return "a node has too few children";
  if (node->width > RC__NODE_WIDTH) return "a node has too many children";
  if (part->height > 1 && node->leaves != 0) return "a leaf is not at the bottom";
  if (node->counts[0] != 0 || node->unmeasured[0] != 0 || rc__node_start(node, 0) != 0) {
    return "a node does not start at 0";
  }
  for (uint32_t i = 0; i < node->width; i++) {
    if (node->counts[i + 1] <= node->counts[i]) return "a child is empty";
    if (node->unmeasured[i + 1] < node->unmeasured[i] ||
        rc__node_start(node, i + 1) < rc__node_start(node, i)) {
      return "a node's sums fall";
    }
    const uint64_t estimated = node->unmeasured[i + 1] - node->unmeasured[i];
    if (rc__node_length(node, i) < estimated * node->baked) return "a node's sums fall";
    if (i == 0 || part->height > 1) continue;
    rc__part before = rc__node_part(node, i - 1, 1), child = rc__node_part(node, i, 1);
    const char *reason = check_neighbours(&before, &child);
    if (reason != NULL) return reason;
  }
  rc__part sum = rc__node_sum(node, part->height);
  if (sum.count != part->count) return "a node's items are miscounted";
  if (sum.unmeasured != part->unmeasured) return "a node's unmeasured items are miscounted";
  if (sum.measured != part->measured) return "a node's ticks are miscounted";
  const char *reason = check_unused(node);
  if (reason == NULL) reason = check_shift(node);
  return reason != NULL ? reason : check_pivots(node);
}

static const char *check_part(const rc__part *part, bool is_root) {
  if (part->height > 0) return check_node(part, is_root);
  return part->is_leaf ? check_leaf(part) : check_run(part);
}

static const char *check_below(const rc__part *root) {
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
    rc__part part = rc__node_part(node, path.at[level]++, level);
    const char *reason = check_part(&part, false);
    if (reason != NULL) return reason;
    if (part.height == 0) continue;
    level--;
    path.nodes[level] = part.child.node;
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

// Where a way ends.
static rc__part part_at(const rc__tree *tree, const rc__path *path) {
  return tree->root.height > 0 ? rc__node_part(path->nodes[1], path->at[1], 1) : tree->root;
}

static const char *check_place(const rc__tree *tree, const rc__place *place) {
  if (place->count == 0) return place->length == 0 ? NULL : "a place without items has a length";
  if (place->index >= tree->root.count) return "a remembered place is past the last item";
  rc__path path;
  uint32_t at = rc__path_find(&tree->root, place->index, &path);
  const rc__part part = part_at(tree, &path);
  bool is_same = part.is_leaf ? part.child.leaf == place->leaf
                              : place->leaf == NULL && part.child.slot == place->slot;
  if (at != 0 || part.count != place->count || !is_same) return "a remembered place is stale";
  uint64_t offset = offset_of(tree, place->index);
  uint64_t end = offset_of(tree, place->index + place->count);
  bool has_length = place != &tree->places[RC__PLACE_OF_ITEM] || place->length != 0;
  if (place->offset != offset || (has_length && place->length != end - offset))
    return "a place has moved";
  const rc__leaf *leaf = place->leaf;
  bool may_be_baked = part.is_leaf && (leaf->unmeasured == 0 || leaf->baked == tree->estimate);
  return may_be_baked || !place->is_baked ? NULL : "a place's sums have another estimate";
}

static const char *check_window(const rc__tree *tree, const rc__place *place,
                                const rc__window *window) {
  const uint32_t last = window->ends[RC__WINDOW_WIDTH - 1];
  if (last == 0) return NULL;
  uint32_t at = window->index - place->index;
  if (at >= place->count) return "a window is not in its place";
  if (window->offset != offset_of(tree, window->index)) return "a window has moved";
  for (uint32_t i = 0; i < RC__WINDOW_WIDTH; i++) {
    if (i > 0 && window->ends[i] == last && window->ends[i - 1] == last) continue;
    if (at + i >= place->count) return "a window is longer than its place";
    uint64_t end = offset_of(tree, window->index + i + 1);
    if (window->offset + window->ends[i] != end) return "an item in a window ends elsewhere";
  }
  return NULL;
}

static const char *check_places(const rc__tree *tree) {
  if (tree->trace_count > RC__TRACE_COUNT) return "too many ranges are remembered";
  for (uint32_t i = 0; i < RC__PLACE_COUNT; i++) {
    const char *reason = check_place(tree, &tree->places[i]);
    if (reason != NULL) return reason;
    if (i < RC__PLACE_OF_TRACES) continue;
    const uint32_t end = i - RC__PLACE_OF_TRACES;
    const rc__trace *trace = &tree->traces[end / 2];
    bool is_in_use = end / 2 < tree->trace_count;
    if (is_in_use != (trace->length_max != 0)) return "a range is remembered for nobody";
    if (is_in_use && trace->length_max < 3) return "a range without length is remembered";
    reason = check_window(tree, &tree->places[i], &trace->windows[end % 2]);
    if (reason != NULL) return reason;
  }
  return NULL;
}

static const char *check_edited(const rc__tree *tree) {
  const char *stale = "the way to where an edit begins is stale";
  if (tree->edited_count == 0) return NULL;
  rc__path path;
  if (rc__path_find(&tree->root, tree->edited_index, &path) != 0) return stale;
  for (uint32_t level = 1; level <= tree->root.height; level++) {
    if (path.nodes[level] != tree->edited.nodes[level]) return stale;
    if (path.at[level] != tree->edited.at[level]) return stale;
  }
  return part_at(tree, &path).count == tree->edited_count ? NULL : stale;
}

const char *rc__tree_validate(const rc__tree *tree) {
  const rc__part *root = &tree->root;
  if (tree->estimate > RC_ITEM_TICKS_MAX) return "the estimate is past the limit";
  if (root->count > RC_ITEM_COUNT_MAX) return "there are too many items";
  if (root->height > RC__HEIGHT_MAX) return "the tree is too high";
  const uint64_t length_max = RC_LIST_TICKS_MAX;
  if (root->measured > length_max || rc__part_length(root, tree->estimate) > length_max) {
    return "the list is too long";
  }
  if (root->count == 0) {
    bool is_empty = root->height == 0 && !root->is_leaf && root->unmeasured == 0;
    return is_empty && root->measured == 0 ? rc__tree_validate_memory(tree)
                                           : "an empty tree holds something";
  }
  const char *reason = check_part(root, true);
  if (reason == NULL && root->height > 0) reason = check_below(root);
  if (reason == NULL) reason = rc__tree_validate_memory(tree);
  if (reason == NULL) reason = check_edited(tree);
  return reason != NULL ? reason : check_places(tree);
}
