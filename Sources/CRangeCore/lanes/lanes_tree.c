// Trees: paths, splits and joins.

#include "lanes_tree.h"

// == nodes ==

static void give_lanes_node(rc_lanes *lanes, rc__lanes_node *node) {
  void **spare = (void **)node;
  *spare = lanes->spare_nodes;
  lanes->spare_nodes = spare;
  lanes->spare_node_count++;
}

static rc__lanes_node *take_lanes_node(rc_lanes *lanes) {
  RC_ASSERT(lanes->spare_nodes != NULL);
  void **node = lanes->spare_nodes;
  lanes->spare_nodes = *node;
  lanes->spare_node_count--;
  return (rc__lanes_node *)node;
}

static int64_t *map_at(const rc_lanes *lanes, rc__lanes_node *node, uint32_t side) {
  return node->maps + 2 * (size_t)lanes->k * side;
}

static void child_set(const rc_lanes *lanes, rc__lanes_node *node, uint32_t side,
                      const rc__lanes_tree *tree) {
  node->parts[side] = tree->part;
  rc__copy_bytes(map_at(lanes, node, side), tree->map, 2 * lanes->k * sizeof *tree->map);
}

static void child_get(const rc_lanes *lanes, rc__lanes_node *node, uint32_t side,
                      rc__lanes_tree *out_tree) {
  out_tree->part = node->parts[side];
  rc__copy_bytes(out_tree->map, map_at(lanes, node, side), 2 * lanes->k * sizeof *out_tree->map);
}

// The map of two maps, one after the other.
static void compose_maps(uint32_t k, bool a_levels, const int64_t *a, bool b_levels,
                         const int64_t *b, int64_t *out_map) {
  if (!b_levels) {
    for (uint32_t i = 0; i < k; i++) out_map[i] = a[i] + b[i];
    for (uint32_t i = k; i < 2 * k; i++) out_map[i] = a[i];
    return;
  }
  int64_t level = 0;
  if (a_levels) {
    level = a[0] + b[k];
    for (uint32_t i = 1; i < k; i++) {
      const int64_t end = a[i] + b[k + i];
      level = end > level ? end : level;
    }
  }
  for (uint32_t i = 0; i < k; i++) {
    out_map[i] = b[i] + level;
    out_map[k + i] = a_levels ? a[k + i] : a[i] + b[k + i];
  }
}

void rc__lanes_node_sum(const rc_lanes *lanes, rc__lanes_node *node, rc__lanes_part *out_part,
                        int64_t *out_map) {
  const rc__lanes_part *a = &node->parts[0], *b = &node->parts[1];
  const bool a_levels = a->flags & RC__PART_LEVELS, b_levels = b->flags & RC__PART_LEVELS;
  out_part->child.node = node;
  out_part->count = a->count + b->count;
  out_part->laneless = a->laneless + b->laneless;
  out_part->wide = a->wide + b->wide;
  out_part->lanes = a->lanes | b->lanes;
  out_part->height = (uint8_t)(1 + (a->height > b->height ? a->height : b->height));
  out_part->flags =
      (uint8_t)((a->flags & ~RC__PART_LANELESS_END) | (b->flags & ~RC__PART_INDENTED));
  if ((b->flags & RC__PART_INDENTED) != 0 && (a->flags & RC__PART_LANELESS_END) == 0) {
    out_part->flags |= RC__PART_LOOSE;
  }
  compose_maps(lanes->k, a_levels, map_at(lanes, node, 0), b_levels, map_at(lanes, node, 1),
               out_map);
}

static void sum_tree(const rc_lanes *lanes, rc__lanes_node *node, rc__lanes_tree *out_tree) {
  rc__lanes_node_sum(lanes, node, &out_tree->part, out_tree->map);
}

// == paths ==

static void descend(const rc__lanes_part *part, uint32_t *index, rc__lanes_path *path) {
  while (part->height > 0) {
    rc__lanes_node *node = part->child.node;
    const uint32_t side = *index >= node->parts[0].count;
    if (side != 0) *index -= node->parts[0].count;
    path->nodes[path->depth] = node;
    path->sides[path->depth++] = (uint8_t)side;
    part = &node->parts[side];
  }
}

uint32_t rc__lanes_find(const rc__lanes_tree *tree, uint32_t index, rc__lanes_path *out_path) {
  uint32_t at = index;
  out_path->depth = 0;
  descend(&tree->part, &at, out_path);
  out_path->first = index - at;
  return at;
}

uint32_t rc__lanes_find_front(const rc_lanes *lanes, uint32_t index, rc__lanes_path *out_path,
                              int64_t *out_front) {
  const rc__lanes_part *part = &lanes->root.part;
  uint32_t at = index, depth = 0;
  rc__zero_bytes(out_front, lanes->k * sizeof *out_front);
  while (part->height > 0) {
    rc__lanes_node *node = part->child.node;
    const uint32_t side = at >= node->parts[0].count;
    if (side != 0) {
      at -= node->parts[0].count;
      rc__front_pass_part(lanes, &node->parts[0], node->maps, out_front);
    }
    out_path->nodes[depth] = node;
    out_path->sides[depth++] = (uint8_t)side;
    part = &node->parts[side];
  }
  out_path->depth = depth;
  out_path->first = index - at;
  return at;
}

bool rc__lanes_path_move(rc__lanes_path *path, uint32_t side) {
  uint32_t depth = path->depth, index = side == 0 ? UINT32_MAX : 0;
  while (depth > 0 && path->sides[depth - 1] == side) depth--;
  if (depth == 0) return false;
  const rc__lanes_part *from = &path->nodes[path->depth - 1]->parts[path->sides[path->depth - 1]];
  const uint32_t count = from->count;
  path->sides[depth - 1] = (uint8_t)side;
  path->depth = depth;
  const rc__lanes_part *part = &path->nodes[depth - 1]->parts[side];
  while (part->height > 0) {
    rc__lanes_node *node = part->child.node;
    path->nodes[path->depth] = node;
    path->sides[path->depth++] = index != 0;
    part = &node->parts[index != 0];
  }
  path->first = side == 0 ? path->first - part->count : path->first + count;
  return true;
}

void rc__lanes_prefetch(const rc_lanes *lanes, const rc__lanes_path *path, uint32_t at) {
  const rc__lanes_part *leaf = rc__lanes_leaf(lanes, path);
  const rc__lanes_block *block = leaf->child.block;
  if (block == NULL) return;
  // Where the codes are if the block is as large as it has to be.
  const uint32_t capacity = (leaf->count + RC__BLOCK_STEP - 1) / RC__BLOCK_STEP * RC__BLOCK_STEP;
  RC__PREFETCH(&block->slots[at]);
  RC__PREFETCH((const uint8_t *)&block->slots[capacity] + at);
  for (uint32_t depth = path->depth; depth > 0; depth--) {
    RC__PREFETCH(map_at(lanes, path->nodes[depth - 1], path->sides[depth - 1]));
  }
}

// Where a path's leaf has its part, and its map.
static rc__lanes_part *leaf_slot(rc_lanes *lanes, const rc__lanes_path *path, int64_t **out_map) {
  if (path->depth == 0) {
    *out_map = lanes->root.map;
    return &lanes->root.part;
  }
  rc__lanes_node *node = path->nodes[path->depth - 1];
  const uint32_t side = path->sides[path->depth - 1];
  *out_map = map_at(lanes, node, side);
  return &node->parts[side];
}

// Sums up the nodes of a path, from so deep to the root.
static void refresh_from(rc_lanes *lanes, const rc__lanes_path *path, uint32_t depth) {
  for (; depth > 1; depth--) {
    const uint32_t side = path->sides[depth - 2];
    rc__lanes_node *above = path->nodes[depth - 2];
    rc__lanes_node_sum(lanes, path->nodes[depth - 1], &above->parts[side],
                       map_at(lanes, above, side));
  }
  if (depth == 1) sum_tree(lanes, path->nodes[0], &lanes->root);
}

void rc__lanes_sum_again(rc_lanes *lanes, const rc__lanes_path *path, rc__lanes_block *block,
                         uint32_t count) {
  int64_t *map;
  rc__lanes_part *leaf = leaf_slot(lanes, path, &map);
  rc__block_sum(lanes, block, count, leaf, map);
  refresh_from(lanes, path, path->depth);
}

void rc__lanes_set_run(rc_lanes *lanes, const rc__lanes_path *path, uint32_t count) {
  int64_t *map;
  rc__lanes_part *leaf = leaf_slot(lanes, path, &map);
  leaf->count = leaf->laneless = count;
  refresh_from(lanes, path, path->depth);
}

RC_WRAPS("a shorter item is a change below 0")
void rc__lanes_add(rc_lanes *lanes, const rc__lanes_path *path, uint32_t lane, int64_t longer) {
  uint32_t depth = path->depth;
  int64_t *map;
  (void)leaf_slot(lanes, path, &map);
  map[lane] += longer;
  for (; depth > 1; depth--) {
    const rc__lanes_node *node = path->nodes[depth - 1];
    if (((node->parts[0].flags | node->parts[1].flags) & RC__PART_LEVELS) != 0) break;
    map_at(lanes, path->nodes[depth - 2], path->sides[depth - 2])[lane] += longer;
  }
  if (depth > 0) refresh_from(lanes, path, depth);
}

// == joins ==

// Makes a node of a node's two children and what is beside it: turns it to the other side.
//
//        node                   child
//       /    \                 /     \          For side 0. If the inner child is the higher one,
//     child   C       →       A      node       it becomes the top instead.
//     /   \                          /   \.
//    A     B                        B     C
static rc__lanes_node *turned(rc_lanes *lanes, rc__lanes_node *node, uint32_t side) {
  rc__lanes_node *child = node->parts[side].child.node, *top = child;
  rc__lanes_tree moved;
  const uint32_t other = 1 - side;
  if (child->parts[other].height > child->parts[side].height) {
    top = child->parts[other].child.node;
    child_get(lanes, top, side, &moved);
    child_set(lanes, child, other, &moved);
    sum_tree(lanes, child, &moved);
    child_set(lanes, top, side, &moved);
  }
  child_get(lanes, top, other, &moved);
  child_set(lanes, node, side, &moved);
  sum_tree(lanes, node, &moved);
  child_set(lanes, top, other, &moved);
  return top;
}

// Sums up a node whose children differ in height by at most two, and balances it.
static void balance(rc_lanes *lanes, rc__lanes_node *node, rc__lanes_tree *out_tree) {
  const uint32_t a = node->parts[0].height, b = node->parts[1].height;
  if (a > b + 1) node = turned(lanes, node, 0);
  if (b > a + 1) node = turned(lanes, node, 1);
  sum_tree(lanes, node, out_tree);
}

static void pair_up(rc_lanes *lanes, const rc__lanes_tree *left, const rc__lanes_tree *right,
                    rc__lanes_tree *out_tree) {
  rc__lanes_node *node = take_lanes_node(lanes);
  child_set(lanes, node, 0, left);
  child_set(lanes, node, 1, right);
  sum_tree(lanes, node, out_tree);
}

// Joins two trees whose leaves stay as they are.
static void join_apart(rc_lanes *lanes, const rc__lanes_tree *left, const rc__lanes_tree *right,
                       rc__lanes_tree *out_tree) {
  if (left->part.count == 0 || right->part.count == 0) {
    const rc__lanes_tree only = left->part.count == 0 ? *right : *left;
    *out_tree = only;
    return;
  }
  const uint32_t a = left->part.height, b = right->part.height;
  // The lower one goes to the inner edge of the higher one, where that is about as high.
  const uint32_t side = a > b, low = side != 0 ? b : a, high = side != 0 ? a : b;
  if (high <= low + 1) {
    pair_up(lanes, left, right, out_tree);
    return;
  }
  rc__lanes_node *nodes[RC__LANES_HEIGHT_MAX];
  uint32_t depth = 0;
  const rc__lanes_part *part = side != 0 ? &left->part : &right->part;
  while (part->height > low + 1) {
    nodes[depth++] = part->child.node;
    part = &part->child.node->parts[side];
  }
  rc__lanes_tree inner, sum;
  child_get(lanes, nodes[depth - 1], side, &inner);
  pair_up(lanes, side != 0 ? &inner : left, side != 0 ? right : &inner, &sum);
  while (depth > 0) {
    rc__lanes_node *node = nodes[--depth];
    child_set(lanes, node, side, &sum);
    balance(lanes, node, &sum);
  }
  *out_tree = sum;
}

void rc__lanes_halve(rc_lanes *lanes, const rc__lanes_path *path, rc__lanes_block *left,
                     uint32_t left_count, rc__lanes_block *right, uint32_t right_count) {
  rc__lanes_tree a, b;
  rc__leaf_make(lanes, left, left_count, &a);
  rc__leaf_make(lanes, right, right_count, &b);
  pair_up(lanes, &a, &b, &lanes->root);
  for (uint32_t depth = path->depth; depth > 0; depth--) {
    child_set(lanes, path->nodes[depth - 1], path->sides[depth - 1], &lanes->root);
    balance(lanes, path->nodes[depth - 1], &lanes->root);
  }
}

// Takes a tree apart at a leaf: into what is before it, itself, and what is after it.
static void cut_at(rc_lanes *lanes, const rc__lanes_tree *tree, const rc__lanes_path *path,
                   rc__lanes_tree *out_left, rc__lanes_tree *out_leaf, rc__lanes_tree *out_right) {
  rc__lanes_tree left, right, leaf = *tree, beside;
  rc__run_make(lanes, 0, &left);
  rc__run_make(lanes, 0, &right);
  for (uint32_t depth = path->depth; depth > 0; depth--) {
    rc__lanes_node *node = path->nodes[depth - 1];
    const uint32_t side = path->sides[depth - 1];
    if (depth == path->depth) child_get(lanes, node, side, &leaf);
    child_get(lanes, node, 1 - side, &beside);
    give_lanes_node(lanes, node);
    if (side != 0) {
      join_apart(lanes, &beside, &left, &left);
    } else {
      join_apart(lanes, &right, &beside, &right);
    }
  }
  *out_left = left;
  *out_leaf = leaf;
  *out_right = right;
}

void rc__lanes_take_leaf(rc_lanes *lanes, const rc__lanes_tree *tree, uint32_t side,
                         rc__lanes_tree *out_leaf, rc__lanes_tree *out_rest) {
  rc__lanes_path path;
  rc__lanes_tree before, after;
  (void)rc__lanes_find(tree, side == 0 ? 0 : tree->part.count, &path);
  cut_at(lanes, tree, &path, &before, out_leaf, &after);
  *out_rest = side == 0 ? after : before;
}

static void copy_items(rc__lanes_block *to, uint32_t at, rc__lanes_block *from, uint32_t lower,
                       uint32_t count) {
  if (from != NULL) {
    rc__move_bytes(to->slots + at, from->slots + lower, count * sizeof *to->slots);
    rc__move_bytes(rc__block_codes(to) + at, rc__block_codes(from) + lower, count);
    return;
  }
  rc__zero_bytes(to->slots + at, count * sizeof *to->slots);
  rc__fill_bytes(rc__block_codes(to) + at, RC__CODE_GUESSED | RC__CODE_LANELESS, count);
}

// Makes one leaf of two.
static void merge_leaves(rc_lanes *lanes, const rc__lanes_part *a, const rc__lanes_part *b,
                         rc__lanes_tree *out_tree) {
  const uint32_t count = a->count + b->count;
  rc__lanes_block *first = a->child.block, *second = b->child.block, *block = first;
  if (first == NULL && second == NULL) {
    rc__run_make(lanes, count, out_tree);
    return;
  }
  if (first == NULL || first->capacity < count) {
    block = rc__block_take(lanes, count);
    copy_items(block, 0, first, 0, a->count);
    block->indents = first == NULL ? NULL : first->indents;
    if (first != NULL) rc__block_give(lanes, first);
  }
  copy_items(block, a->count, second, 0, b->count);
  if (second != NULL) rc__block_give(lanes, second);
  rc__leaf_make(lanes, block, count, out_tree);
}

static const rc__lanes_part *outer_leaf(const rc__lanes_part *part, uint32_t side) {
  while (part->height > 0) part = &part->child.node->parts[side];
  return part;
}

void rc__lanes_join(rc_lanes *lanes, const rc__lanes_tree *left, const rc__lanes_tree *right,
                    rc__lanes_tree *out_tree) {
  if (left->part.count == 0 || right->part.count == 0 ||
      !rc__lanes_are_one(outer_leaf(&left->part, 1), outer_leaf(&right->part, 0))) {
    join_apart(lanes, left, right, out_tree);
    return;
  }
  rc__lanes_tree a, b, middle, before, after;
  rc__lanes_take_leaf(lanes, left, 1, &a, &before);
  rc__lanes_take_leaf(lanes, right, 0, &b, &after);
  merge_leaves(lanes, &a.part, &b.part, &middle);
  join_apart(lanes, &before, &middle, &middle);
  join_apart(lanes, &middle, &after, out_tree);
}

// Splits a leaf before one of its items, and not before the first.
static void split_leaf(rc_lanes *lanes, const rc__lanes_part *leaf, uint32_t at,
                       rc__lanes_tree *out_left, rc__lanes_tree *out_right) {
  rc__lanes_block *block = leaf->child.block;
  const uint32_t count = leaf->count - at;
  if (block == NULL || count == 0) {
    rc__run_make(lanes, count, out_right);
    if (block == NULL) rc__run_make(lanes, at, out_left);
    if (block != NULL) rc__leaf_make(lanes, block, at, out_left);
    return;
  }
  rc__lanes_block *right = rc__block_take(lanes, count);
  copy_items(right, 0, block, at, count);
  rc__leaf_make(lanes, right, count, out_right);
  rc__leaf_make(lanes, rc__block_fitted(lanes, block, at), at, out_left);
}

void rc__lanes_split(rc_lanes *lanes, const rc__lanes_tree *tree, uint32_t index,
                     rc__lanes_tree *out_left, rc__lanes_tree *out_right) {
  rc__lanes_tree left, leaf, right, before, after;
  rc__lanes_path path;
  if (tree->part.count == 0) {
    *out_left = *out_right = *tree;
    return;
  }
  const uint32_t at = rc__lanes_find(tree, index, &path);
  cut_at(lanes, tree, &path, &left, &leaf, &right);
  if (at == 0) {
    rc__run_make(lanes, 0, &before);
    after = leaf;
  } else {
    split_leaf(lanes, &leaf.part, at, &before, &after);
  }
  rc__lanes_join(lanes, &left, &before, out_left);
  rc__lanes_join(lanes, &after, &right, out_right);
}
