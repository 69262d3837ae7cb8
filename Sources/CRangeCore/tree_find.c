// Queries. They write nothing but what makes the next one faster: a leaf's baked estimate and the
// places met last.

#include "tree.h"

void rc__tree_forget_places(rc__tree *tree) {
  for (uint32_t i = 0; i < RC__CURSOR_PLACES; i++) {
    tree->places[i].count = 0;
    tree->places[i].length = 0;
  }
}

static uint64_t slot_or_estimate(const rc__tree *tree, uint32_t slot) {
  return slot == RC__UNMEASURED ? tree->estimate : slot;
}

rc__found rc__place_item(const rc__tree *tree, const rc__place *place, uint32_t i) {
  rc__found found = {.index = place->index + i};
  if (place->leaf == NULL) {
    found.slot = (uint32_t)slot_or_estimate(tree, place->slot);
    found.offset = place->offset + (uint64_t)i * found.slot;
    found.is_measured = place->slot != RC__UNMEASURED;
    return found;
  }
  const rc__leaf *leaf = place->leaf;
  found.is_measured = !(leaf->unmeasured >> i & 1);
  if (leaf->unmeasured == 0 || leaf->baked == tree->estimate) {
    found.offset = place->offset + (uint64_t)leaf->ends[i];
    found.slot = (uint32_t)(leaf->ends[i + 1] - leaf->ends[i]);
    return found;
  }
  uint64_t start = rc__leaf_start(leaf, i, tree->estimate);
  found.offset = place->offset + start;
  found.slot = (uint32_t)(rc__leaf_start(leaf, i + 1, tree->estimate) - start);
  return found;
}

// Where today's estimate does not fit into a leaf's sums, its items are found one by one.
static uint32_t rank_unbaked(const rc__leaf *leaf, uint32_t count, uint64_t offset,
                             uint32_t estimate) {
  uint32_t lower = 0, upper = count;
  while (upper - lower > 1) {
    uint32_t middle = lower + (upper - lower) / 2;
    if (rc__leaf_start(leaf, middle, estimate) <= offset)
      lower = middle;
    else
      upper = middle;
  }
  return lower;
}

// `offset` is from the place's start and below its length.
static uint32_t place_rank(const rc__tree *tree, const rc__place *place, uint64_t offset) {
  if (place->leaf == NULL) return (uint32_t)(offset / slot_or_estimate(tree, place->slot));
  const rc__leaf *leaf = place->leaf;
  if (leaf->unmeasured == 0 || leaf->baked == tree->estimate) {
    return rc__leaf_rank(leaf, (int32_t)offset);
  }
  return rank_unbaked(leaf, place->count, offset, tree->estimate);
}

// Goes down to child `at`, and moves `index` and `offset` to its start.
static rc__child enter_node(const rc__node *node, uint32_t at, double estimate, uint32_t *index,
                            double *offset) {
  *index += node->counts[at];
  *offset += node->measured[at] + node->unmeasured[at] * estimate;
  return node->children[at];
}

static void fill_place(const rc__tree *tree, rc__place *place, const rc__part *part, uint32_t index,
                       double offset) {
  double length = part->measured + (double)part->unmeasured * (double)tree->estimate;
  place->index = index;
  place->offset = (uint64_t)(int64_t)offset;
  place->length = (uint64_t)(int64_t)length;
  place->count = part->count;
  place->leaf = part->is_leaf ? part->child.leaf : NULL;
  place->slot = part->is_leaf ? 0 : part->child.slot;
  if (part->unmeasured != 0 && part->is_leaf && part->child.leaf->baked != tree->estimate) {
    rc__leaf_bake(part->child.leaf, part->count, tree->estimate);
  }
}

// The place to be remembered next, in which the oldest is forgotten.
static rc__place *next_place(rc__tree *tree) {
  uint32_t at = tree->place_next;
  tree->place_next = (at + 1) % RC__CURSOR_PLACES;
  tree->place_last = at;
  return &tree->places[at];
}

static const rc__place *descend_to_item(rc__tree *tree, uint32_t target) {
  rc__part part = tree->root;
  rc__child child = part.child;
  uint32_t index = 0;
  double offset = 0, estimate = tree->estimate;
  for (uint32_t level = part.height; level > 0; level--) {
    uint32_t at = rc__node_rank_of_item(child.node, target - index);
    if (level == 1) part = rc__node_part(child.node, at, 1);
    child = enter_node(child.node, at, estimate, &index, &offset);
  }
  rc__place *place = next_place(tree);
  fill_place(tree, place, &part, index, offset);
  return place;
}

static const rc__place *descend_to_offset(rc__tree *tree, uint64_t target) {
  rc__part part = tree->root;
  rc__child child = part.child;
  uint32_t index = 0;
  double offset = 0, estimate = tree->estimate, wanted = (double)(int64_t)target;
  for (uint32_t level = part.height; level > 0; level--) {
    uint32_t at = rc__node_rank_of_offset(child.node, wanted - offset, estimate);
    if (level == 1) part = rc__node_part(child.node, at, 1);
    child = enter_node(child.node, at, estimate, &index, &offset);
  }
  rc__place *place = next_place(tree);
  fill_place(tree, place, &part, index, offset);
  return place;
}

// Boundaries are asked for in the same order, frame after frame: the last place is tried first,
// then those after it.
static const rc__place *place_of_item(rc__tree *tree, uint32_t index) {
  for (uint32_t i = 0; i < RC__CURSOR_PLACES; i++) {
    uint32_t at = (tree->place_last + i) % RC__CURSOR_PLACES;
    const rc__place *place = &tree->places[at];
    if (index - place->index >= place->count) continue;
    tree->place_last = at;
    return place;
  }
  return descend_to_item(tree, index);
}

static const rc__place *place_of_offset(rc__tree *tree, uint64_t offset) {
  for (uint32_t i = 0; i < RC__CURSOR_PLACES; i++) {
    uint32_t at = (tree->place_last + i) % RC__CURSOR_PLACES;
    const rc__place *place = &tree->places[at];
    if (offset - place->offset >= place->length) continue;
    tree->place_last = at;
    return place;
  }
  return descend_to_offset(tree, offset);
}

rc__found rc__tree_item(rc__tree *tree, uint32_t index) {
  RC_ASSERT(index < tree->root.count);
  const rc__place *place = place_of_item(tree, index);
  return rc__place_item(tree, place, index - place->index);
}

rc__found rc__tree_item_at(rc__tree *tree, uint64_t offset) {
  const rc__place *place = place_of_offset(tree, offset);
  RC_ASSERT(offset - place->offset < place->length);
  return rc__place_item(tree, place, place_rank(tree, place, offset - place->offset));
}

static void walk_enter(const rc__tree *tree, rc__walk *walk, uint32_t index, double offset) {
  rc__part part = tree->root;
  if (part.height > 0) part = rc__node_part(walk->path.nodes[1], walk->path.at[1], 1);
  fill_place(tree, &walk->place, &part, index, offset);
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
