// Queries. They write nothing but what makes the next one faster: a leaf's baked estimate and the
// places met last.

#include "tree_find.h"

void rc__tree_forget_places(rc__tree *tree) {
  tree->version++;
  for (uint32_t i = 0; i < RC__CURSOR_PLACES; i++) {
    tree->places[i].count = 0;
    tree->places[i].length = 0;
  }
}

static uint64_t slot_or_estimate(const rc__tree *tree, uint32_t slot) {
  return slot == RC__UNMEASURED ? tree->estimate : slot;
}

rc__found rc__place_item_slowly(const rc__tree *tree, const rc__place *place, uint32_t i) {
  rc__found found = {.index = place->index + i};
  if (place->leaf == NULL) {
    found.slot = (uint32_t)slot_or_estimate(tree, place->slot);
    found.offset = place->offset + (uint64_t)i * found.slot;
    found.is_measured = place->slot != RC__UNMEASURED;
    return found;
  }
  const rc__leaf *leaf = place->leaf;
  uint64_t start = rc__leaf_start(leaf, i, tree->estimate);
  found.offset = place->offset + start;
  found.slot = (uint32_t)(rc__leaf_start(leaf, i + 1, tree->estimate) - start);
  found.is_measured = !(leaf->unmeasured >> i & 1);
  return found;
}

uint32_t rc__place_rank_slowly(const rc__tree *tree, const rc__place *place, uint64_t offset) {
  if (place->leaf == NULL) return (uint32_t)(offset / slot_or_estimate(tree, place->slot));
  // Where today's estimate does not fit into a leaf's sums, its items are found one by one.
  uint32_t lower = 0, upper = place->count;
  while (upper - lower > 1) {
    uint32_t middle = lower + (upper - lower) / 2;
    if (rc__leaf_start(place->leaf, middle, tree->estimate) <= offset)
      lower = middle;
    else
      upper = middle;
  }
  return lower;
}

static double start_of(const rc__node *node, uint32_t at, double estimate) {
  return node->measured[at] + node->unmeasured[at] * estimate;
}

static void fill_place(const rc__tree *tree, rc__place *place, rc__child child, bool is_leaf) {
  place->ends = NULL;
  place->leaf = NULL;
  place->slot = 0;
  if (!is_leaf) {
    place->slot = child.slot;
    return;
  }
  rc__leaf *leaf = child.leaf;
  place->leaf = leaf;
  if (leaf->baked != tree->estimate && leaf->unmeasured != 0) {
    rc__leaf_bake(leaf, place->count, tree->estimate);
    if (leaf->baked != tree->estimate) return;
  }
  place->ends = leaf->ends;
}

// Child `at` of a node above leaves and runs; `index` and `offset` are where it starts.
static void fill_place_at(const rc__tree *tree, rc__place *place, const rc__node *node, uint32_t at,
                          uint32_t index, double offset) {
  double estimate = tree->estimate;
  place->offset = (uint64_t)(int64_t)offset;
  place->length =
      (uint64_t)(int64_t)(start_of(node, at + 1, estimate) - start_of(node, at, estimate));
  place->index = index;
  place->count = node->counts[at + 1] - node->counts[at];
  fill_place(tree, place, node->children[at], node->leaves >> at & 1);
}

// A tree of one leaf or run.
static void fill_place_root(const rc__tree *tree, rc__place *place) {
  const rc__part *root = &tree->root;
  double length = root->measured + (double)root->unmeasured * (double)tree->estimate;
  place->offset = 0;
  place->length = (uint64_t)(int64_t)length;
  place->index = 0;
  place->count = root->count;
  fill_place(tree, place, root->child, root->is_leaf);
}

// The place to be remembered next, in which the oldest is forgotten.
static rc__place *next_place(rc__tree *tree, uint32_t role) {
  uint32_t at = tree->place_next;
  tree->place_next = (at + 1) % RC__CURSOR_PLACES;
  tree->hints[role] = (uint8_t)at;
  return &tree->places[at];
}

static const rc__place *descend_to_item(rc__tree *tree, uint32_t target, uint32_t role) {
  rc__place *place = next_place(tree, role);
  uint32_t level = tree->root.height;
  if (level == 0) {
    fill_place_root(tree, place);
    return place;
  }
  const rc__node *node = tree->root.child.node;
  double offset = 0, estimate = tree->estimate;
  uint32_t left = target;
  for (;;) {
    uint32_t at = rc__node_rank_of_item(node, left);
    left -= node->counts[at];
    offset += start_of(node, at, estimate);
    if (--level == 0) {
      fill_place_at(tree, place, node, at, target - left, offset);
      return place;
    }
    node = node->children[at].node;
  }
}

static const rc__place *descend_to_offset(rc__tree *tree, uint64_t target, uint32_t role) {
  rc__place *place = next_place(tree, role);
  uint32_t level = tree->root.height, index = 0;
  if (level == 0) {
    fill_place_root(tree, place);
    return place;
  }
  const rc__node *node = tree->root.child.node;
  double wanted = (double)(int64_t)target, left = wanted, estimate = tree->estimate;
  bool is_measured = tree->root.unmeasured == 0;
  for (;;) {
    uint32_t at = is_measured ? rc__node_rank_measured(node, left)
                              : rc__node_rank_of_offset(node, left, estimate);
    left -= start_of(node, at, estimate);
    index += node->counts[at];
    if (--level == 0) {
      fill_place_at(tree, place, node, at, index, wanted - left);
      return place;
    }
    node = node->children[at].node;
  }
}

const rc__place *rc__tree_search_item(rc__tree *tree, uint32_t index, uint32_t role) {
  for (uint32_t at = 0; at < RC__CURSOR_PLACES; at++) {
    const rc__place *place = &tree->places[at];
    if (index - place->index >= place->count) continue;
    tree->hints[role] = (uint8_t)at;
    return place;
  }
  return descend_to_item(tree, index, role);
}

const rc__place *rc__tree_search_offset(rc__tree *tree, uint64_t offset, uint32_t role) {
  for (uint32_t at = 0; at < RC__CURSOR_PLACES; at++) {
    const rc__place *place = &tree->places[at];
    if (offset - place->offset >= place->length) continue;
    tree->hints[role] = (uint8_t)at;
    return place;
  }
  return descend_to_offset(tree, offset, role);
}

static void walk_enter(const rc__tree *tree, rc__walk *walk, uint32_t index, double offset) {
  if (tree->root.height == 0)
    fill_place_root(tree, &walk->place);
  else
    fill_place_at(tree, &walk->place, walk->path.nodes[1], walk->path.at[1], index, offset);
}

void rc__walk_begin(rc__tree *tree, rc__walk *out_walk, uint32_t index) {
  uint32_t at = rc__path_find(&tree->root, index, &out_walk->path);
  double offset = 0;
  for (uint32_t level = 1; level <= tree->root.height; level++) {
    const rc__node *node = out_walk->path.nodes[level];
    uint32_t child = out_walk->path.at[level];
    offset += node->measured[child] + node->unmeasured[child] * (double)tree->estimate;
  }
  walk_enter(tree, out_walk, index - at, offset);
}

void rc__walk_next(const rc__tree *tree, rc__walk *walk) {
  rc__path *path = &walk->path;
  uint32_t level = 1;
  while (level < tree->root.height && path->at[level] + 1 == path->nodes[level]->width) level++;
  path->at[level]++;
  for (; level > 1; level--) {
    path->nodes[level - 1] = path->nodes[level]->children[path->at[level]].node;
    path->at[level - 1] = 0;
  }
  uint64_t offset = walk->place.offset + walk->place.length;
  walk_enter(tree, walk, walk->place.index + walk->place.count, (double)(int64_t)offset);
}

void rc__tree_sums_before(const rc__tree *tree, uint32_t index, uint32_t *out_unmeasured,
                          uint64_t *out_measured) {
  rc__path path;
  uint32_t at = rc__path_find(&tree->root, index, &path);
  rc__part part = tree->root;
  double unmeasured = 0, measured = 0;
  for (uint32_t level = 1; level <= tree->root.height; level++) {
    const rc__node *node = path.nodes[level];
    if (level == 1) part = rc__node_part(node, path.at[1], 1);
    unmeasured += node->unmeasured[path.at[level]];
    measured += node->measured[path.at[level]];
  }
  rc__part before = rc__part_run(part.child.slot, at);
  if (part.is_leaf) before = rc__leaf_sum(part.child.leaf, at);
  *out_unmeasured = (uint32_t)unmeasured + before.unmeasured;
  *out_measured = (uint64_t)(measured + before.measured);
}
