// Queries: what is remembered between them, and the search if that does not help. They write only
// what makes the next query faster.

#include "tree_search.h"

// == what is remembered ==

static uint32_t places_in_use(const rc__tree *tree) {
  return RC__PLACE_OF_TRACES + 2 * tree->trace_count;
}

static void forget_quad(rc__place *place) {
  place->quad.ends[RC__QUAD_WIDTH - 1] = 0;
}

static void forget(rc__place *place) {
  place->count = 0;
  place->length = 0;
  forget_quad(place);
}

void rc__tree_forget_places(rc__tree *tree) {
  for (uint32_t i = 0; i < places_in_use(tree); i++) forget(&tree->places[i]);
}

RC_WRAPS("what an edit took away is added as less than 0, modulo 2^32 and 2^64")
void rc__tree_shift_places(rc__tree *tree, uint32_t lower, uint32_t upper, const rc__delta *delta,
                           const rc__subtree *leaf) {
  const uint64_t longer = (uint64_t)delta->measured + (uint64_t)delta->unmeasured * tree->estimate;
  for (uint32_t i = 0, count = places_in_use(tree); i < count; i++) {
    rc__place *place = &tree->places[i];
    if (place->count == 0 || place->index + place->count <= lower) continue;
    if (place->index >= upper) {
      place->index += (uint32_t)delta->count;
      place->offset += longer;
      place->quad.index += (uint32_t)delta->count;
      place->quad.offset += longer;
      continue;
    }
    if (leaf == NULL) {
      forget(place);
      continue;
    }
    RC_ASSERT(place->index == lower);
    forget_quad(place);
    place->count = leaf->count;
    place->length = rc__subtree_length(leaf, tree->estimate);
    rc__place_enter(tree, place, leaf->child, true);
  }
}

rc__place *rc__tree_new_trace(rc__tree *tree, uint64_t length) {
  const uint32_t at = tree->trace_next;
  tree->trace_next = (at + 1) % RC__TRACE_COUNT;
  if (tree->trace_count <= at) tree->trace_count = at + 1;
  tree->trace_lengths[at] = length + 1;
  return &tree->places[RC__PLACE_OF_TRACES + 2 * at];
}

// == places other than a leaf with the current estimate in its sums ==

static uint64_t slot_or_estimate(const rc__tree *tree, uint32_t slot) {
  return slot == RC__UNMEASURED ? tree->estimate : slot;
}

static uint64_t start_slowly(const rc__tree *tree, const rc__place *place, uint32_t i) {
  if (place->leaf == NULL) return i * slot_or_estimate(tree, place->slot);
  return rc__leaf_start(place->leaf, i, tree->estimate);
}

rc__found rc__place_item_slowly(const rc__tree *tree, const rc__place *place, uint32_t i) {
  const uint64_t start = start_slowly(tree, place, i);
  const uint64_t end = start_slowly(tree, place, i + 1);
  bool is_unmeasured =
      place->leaf == NULL ? place->slot == RC__UNMEASURED : place->leaf->unmeasured >> i & 1;
  return (rc__found){.offset = place->offset + start,
                     .index = place->index + i,
                     .slot = (uint32_t)(end - start),
                     .is_measured = !is_unmeasured};
}

uint32_t rc__place_rank_slowly(const rc__tree *tree, const rc__place *place, uint64_t within) {
  if (place->leaf == NULL) return (uint32_t)(within / slot_or_estimate(tree, place->slot));
  // The estimate does not fit into this leaf's sums: a binary search adds it to each sum that it
  // reads.
  uint32_t lower = 0, upper = place->count;
  while (upper - lower > 1) {
    uint32_t middle = lower + (upper - lower) / 2;
    if (rc__leaf_start(place->leaf, middle, tree->estimate) <= within)
      lower = middle;
    else
      upper = middle;
  }
  return lower;
}

// == from the root to a place ==

void rc__place_rebake(const rc__tree *tree, rc__place *place) {
  rc__leaf *leaf = place->leaf;
  if (leaf == NULL) return;
  if (leaf->unmeasured == 0)
    leaf->baked = tree->estimate;
  else
    rc__leaf_bake(leaf, place->count, tree->estimate);
  place->is_baked = leaf->baked == tree->estimate;
}

rc__place rc__place_of_root(const rc__tree *tree) {
  const rc__subtree *root = &tree->root;
  rc__place place = {.length = rc__subtree_length(root, tree->estimate), .count = root->count};
  rc__place_enter(tree, &place, root->child, root->is_leaf);
  return place;
}

const rc__place *rc__tree_descend_to_offset(rc__tree *tree, uint64_t offset, rc__place *out_place) {
  if (offset >= rc__subtree_length(&tree->root, tree->estimate)) return NULL;
  if (tree->root.height == 0) {
    *out_place = rc__place_of_root(tree);
    rc__place_bake(tree, out_place);
    return out_place;
  }
  rc__node *node = tree->root.child.node;
  rc__node_bake(node, tree->estimate);
  uint64_t left = offset, moved;
  uint32_t at = rc__node_rank_of_offset(node, &left, &moved, true);
  uint32_t index = node->counts[at];
  for (uint32_t level = tree->root.height; level > 1; level--) {
    node = node->children[at].node;
    rc__node_bake(node, tree->estimate);
    at = rc__node_rank_of_offset(node, &left, &moved, false);
    index += node->counts[at];
  }
  out_place->offset = offset - left;
  out_place->length = rc__node_length_moved(node, at, moved);
  out_place->index = index;
  rc__place_enter_child(tree, out_place, node, at);
  rc__place_bake(tree, out_place);
  return out_place;
}

// == quads ==

// Moves a place to an offset: copies another place there, or searches from the root. False if there
// is no item.
static RC_NOINLINE bool move_place(rc__tree *tree, uint64_t offset, rc__place *place) {
  for (uint32_t i = 0; i < places_in_use(tree); i++) {
    const rc__place *found = &tree->places[i];
    if (!rc__is_within(offset, found->offset, found->length)) continue;
    *place = *found;
    return true;
  }
  return rc__tree_descend_to_offset(tree, offset, place) != NULL;
}

// Up to four items from item `at` of any place on, without those further than 2^32 ticks.
static void fill_quad_slowly(const rc__tree *tree, rc__place *place, uint32_t at) {
  rc__quad *quad = &place->quad;
  const uint64_t start = start_slowly(tree, place, at);
  uint32_t last = 0;
  for (uint32_t i = 0; i < RC__QUAD_WIDTH; i++) {
    if (i < place->count - at) {
      uint64_t end = start_slowly(tree, place, at + i + 1) - start;
      if (end <= UINT32_MAX) last = (uint32_t)end;
    }
    quad->ends[i] = last;
  }
  quad->offset = place->offset + start;
  quad->index = place->index + at;
}

// Four items of a leaf with the current estimate in its sums. A scroll usually continues in its
// direction, so the items ahead are more useful than those behind, and a quad that moves backward
// ends with the item.
RC_WRAPS("0 - start is below 0, modulo 2^32; no end becomes so")
static RC_INLINED void fill_quad(rc__place *place, uint32_t item, bool is_backward) {
  rc__quad *quad = &place->quad;
  const uint32_t behind = is_backward ? RC__QUAD_WIDTH - 1 : 0;
  const uint32_t last = place->count - RC__QUAD_WIDTH;
  uint32_t at = item < behind ? 0 : item - behind;
  if (at > last) at = last;
  const int32_t *starts = &place->leaf->starts[at];
  const uint32_t start = (uint32_t)starts[0];
  rc__sums_copy_four((const uint32_t *)starts + 1, 0 - start, quad->ends);
  quad->offset = place->offset + start;
  quad->index = place->index + at;
}

const rc__quad *rc__tree_move_quad(rc__tree *tree, uint64_t offset, rc__place *edge) {
  const bool is_backward = offset < edge->quad.offset;
  if (!rc__is_within(offset, edge->offset, edge->length) && !move_place(tree, offset, edge)) {
    return NULL;
  }
  const uint32_t item = rc__place_rank(tree, edge, offset - edge->offset);
  if (RC_RARELY(!edge->is_baked || edge->count < RC__QUAD_WIDTH))
    fill_quad_slowly(tree, edge, item);
  else
    fill_quad(edge, item, is_backward);
  return &edge->quad;
}

// == all leaves in turn ==

static void walk_enter(const rc__tree *tree, rc__walk *walk, uint64_t offset) {
  rc__place *place = &walk->place;
  if (tree->root.height == 0) {
    *place = rc__place_of_root(tree);
  } else {
    rc__node *node = walk->path.nodes[1];
    const uint32_t at = walk->path.at[1];
    place->offset = offset;
    rc__node_bake(node, tree->estimate);
    place->length = rc__node_length(node, at);
    rc__place_enter_child(tree, place, node, at);
  }
  rc__place_bake(tree, place);
}

uint32_t rc__walk_begin(const rc__tree *tree, rc__walk *out_walk, uint32_t index) {
  const uint32_t at = rc__path_find(&tree->root, index, &out_walk->path);
  uint64_t offset = 0;
  out_walk->place.index = 0;
  for (uint32_t level = 1; level <= tree->root.height; level++) {
    rc__node *node = out_walk->path.nodes[level];
    rc__node_bake(node, tree->estimate);
    offset += rc__node_start(node, out_walk->path.at[level]);
  }
  walk_enter(tree, out_walk, offset);
  return at;
}

void rc__walk_next(const rc__tree *tree, rc__walk *walk) {
  rc__path_next(&walk->path);
  walk_enter(tree, walk, walk->place.offset + walk->place.length);
}

void rc__tree_sums_before(const rc__tree *tree, uint32_t index, uint32_t *out_unmeasured,
                          uint64_t *out_measured) {
  rc__path path;
  uint32_t at = rc__path_find(&tree->root, index, &path);
  rc__subtree subtree = tree->root;
  uint32_t unmeasured = 0;
  uint64_t measured = 0;
  for (uint32_t level = tree->root.height; level > 0; level--) {
    const rc__node *node = path.nodes[level];
    subtree.child = node->children[path.at[level]];
    subtree.is_leaf = node->leaves >> path.at[level] & 1;
    unmeasured += node->unmeasured[path.at[level]];
    measured += rc__node_measured_before(node, path.at[level]);
  }
  rc__subtree before = rc__subtree_run(subtree.child.slot, at);
  if (subtree.is_leaf) before = rc__leaf_sum(subtree.child.leaf, at);
  *out_unmeasured = unmeasured + before.unmeasured;
  *out_measured = measured + before.measured;
}

// == the next item that is measured, or not ==

// How many such items a child has.
static uint32_t count_in(const rc__node *node, uint32_t at, bool is_measured) {
  const uint32_t unmeasured = node->unmeasured[at + 1] - node->unmeasured[at];
  return is_measured ? node->counts[at + 1] - node->counts[at] - unmeasured : unmeasured;
}

// The first such item of a leaf or run, from `at` on; past its last item if there is none.
static uint32_t find_in(rc__child child, bool is_leaf, uint32_t at, bool is_measured) {
  if (!is_leaf) return (child.slot != RC__UNMEASURED) == is_measured ? at : UINT32_MAX;
  const uint64_t unmeasured = child.leaf->unmeasured;
  const uint64_t bits = (is_measured ? ~unmeasured : unmeasured) & ~rc__bits_below(at);
  return bits == 0 ? UINT32_MAX : rc__lowest_bit(bits);
}

static uint32_t find_in_child(const rc__node *node, uint32_t child, uint32_t at, bool is_measured) {
  return find_in(node->children[child], node->leaves >> child & 1, at, is_measured);
}

uint32_t rc__tree_find(const rc__tree *tree, uint32_t index, bool is_measured) {
  const rc__subtree *root = &tree->root;
  if (root->height == 0) {
    const uint32_t found = find_in(root->child, root->is_leaf, index, is_measured);
    return found < root->count ? found : root->count;
  }
  rc__path path;
  uint32_t at = rc__path_find(root, index, &path);
  const uint32_t *counts = &path.nodes[1]->counts[path.at[1]];
  const uint32_t found = find_in_child(path.nodes[1], path.at[1], at, is_measured);
  uint32_t first = path.first;
  if (found < counts[1] - counts[0]) return first + found;
  // Up to the first node with such an item in a later child, and down to it.
  for (uint32_t level = 1; level <= root->height; level++) {
    const rc__node *node = path.nodes[level];
    first -= node->counts[path.at[level]];
    for (uint32_t child = path.at[level] + 1; child < node->width; child++) {
      if (count_in(node, child, is_measured) == 0) continue;
      first += node->counts[child];
      for (uint32_t below = level; below > 1; below--) {
        node = node->children[child].node;
        child = 0;
        while (count_in(node, child, is_measured) == 0) child++;
        first += node->counts[child];
      }
      return first + find_in_child(node, child, 0, is_measured);
    }
  }
  return root->count;
}
