// Most splices stay within a node. If a node would have too many children, a neighbour with free
// space takes some before the node splits; if it would have too few, a neighbour gives some.

#include "tree_balance.h"

#include "tree_memory.h"

// == splices ==

// Two nodes that share at most this many children have space for more.
#define SHARED_MAX (2 * RC__NODE_WIDTH - RC__NODE_BLOCK)

// Puts subtrees under as few nodes as possible, in equal shares: 130 become three of 43, 43 and
// 44. The list then holds those nodes.
static void gather(rc__tree *tree, rc__subtrees *subtrees, uint32_t level) {
  uint32_t width = (subtrees->count + RC__NODE_WIDTH - 1) / RC__NODE_WIDTH;
  uint32_t from = 0;
  for (uint32_t i = 0; i < width; i++) {
    uint32_t count = (subtrees->count - from) / (width - i);
    rc__node *node = rc__tree_take_node(tree);
    rc__node_fill(node, tree->estimate, &subtrees->at[from], count);
    subtrees->at[i] = rc__node_whole(node, level);
    from += count;
  }
  subtrees->count = width;
}

rc__subtree rc__tree_from(rc__tree *tree, rc__subtrees *subtrees) {
  if (subtrees->count == 0) return (rc__subtree){.count = 0};
  while (subtrees->count > 1) gather(tree, subtrees, subtrees->at[0].height + 1u);
  return subtrees->at[0];
}

static void append_children(rc__subtrees *subtrees, rc__node *node, uint32_t level) {
  rc__subtree subtree = rc__node_whole(node, level);
  rc__subtrees_append_children(subtrees, &subtree);
}

// The children of a node after the splice.
static void read_spliced(rc__node *node, uint32_t level, const rc__splice *s,
                         rc__subtrees *out_subtrees) {
  out_subtrees->count = 0;
  append_children(out_subtrees, node, level);
  rc__subtrees_replace(out_subtrees, s->first, s->last, s->with, s->count);
}

// The neighbour to share `count` children with; `at` itself if it is better to split.
static uint32_t neighbour_of(const rc__node *parent, uint32_t at, uint32_t count) {
  bool has_left = at > 0, has_right = at + 1 < parent->width;
  uint32_t left = has_left ? parent->children[at - 1].node->width : UINT32_MAX;
  uint32_t right = has_right ? parent->children[at + 1].node->width : UINT32_MAX;
  uint32_t least = left <= right ? left : right;
  if (count + least > SHARED_MAX) return at;
  return left <= right ? at - 1 : at + 1;
}

// Adds the children of a neighbour to those of child `at`, and returns the neighbour's node to the
// spare ones. Two leaves or runs may merge where the nodes meet.
static void take_in(rc__tree *tree, const rc__node *parent, uint32_t level, uint32_t at,
                    uint32_t neighbour, rc__subtrees *subtrees) {
  rc__node *node = parent->children[neighbour].node;
  uint32_t border = neighbour < at ? node->width : subtrees->count;
  if (neighbour < at) {
    rc__subtrees others;
    others.count = 0;
    append_children(&others, node, level);
    rc__subtrees_replace(subtrees, 0, 0, others.at, others.count);
  } else {
    append_children(subtrees, node, level);
  }
  if (level == 1 && border > 0) rc__subtrees_mend(tree, subtrees, border - 1);
  rc__tree_give_node(tree, node);
}

// Splits a node in the middle if the splice, which adds children, is in one half, and the halves
// are not too narrow; otherwise returns false and changes nothing.
static bool halve(rc__tree *tree, rc__node *node, uint32_t level, const rc__splice *s,
                  rc__subtree out_halves[2]) {
  const uint32_t half = node->width / 2;
  const bool is_left = s->last <= half;
  if (half < RC__NODE_WIDTH_MIN || (!is_left && s->first < half)) return false;
  rc__node *right = rc__tree_take_node(tree);
  rc__node_split(node, half, right);
  const uint32_t moved = is_left ? 0 : half;
  const rc__splice in_half = {s->first - moved, s->last - moved, s->count, s->with};
  rc__node_splice(is_left ? node : right, tree->estimate, &in_half);
  out_halves[0] = rc__node_whole(node, level);
  out_halves[1] = rc__node_whole(right, level);
  return true;
}

// Distributes the children that a node will have among nodes of an allowed width, with those of a
// neighbour if that helps. The splice becomes one of the parent: those nodes replace the old ones.
static void rebuild(rc__tree *tree, const rc__path *path, uint32_t level, rc__splice *s,
                    rc__subtree *made) {
  const rc__node *parent = path->nodes[level + 1];
  rc__node *node = path->nodes[level];
  const uint32_t at = path->at[level + 1];
  const uint32_t width = rc__spliced_width(node, s);
  const uint32_t neighbour = neighbour_of(parent, at, width);
  const rc__splice own = *s;
  *s = (rc__splice){.first = at, .last = at + 1, .with = made};
  // Lists that grow at an end fill their nodes; elsewhere, moving half a node costs less than
  // moving two.
  const bool is_inside = own.first > 0 && own.last < node->width;
  const bool may_halve = width > RC__NODE_WIDTH && (neighbour == at || is_inside);
  if (may_halve && halve(tree, node, level, &own, made)) {
    s->count = 2;
    return;
  }
  rc__subtrees subtrees;
  read_spliced(node, level, &own, &subtrees);
  rc__tree_give_node(tree, node);
  if (neighbour != at) take_in(tree, parent, level, at, neighbour, &subtrees);
  gather(tree, &subtrees, level);
  s->first -= neighbour < at;
  s->last += neighbour > at;
  s->count = subtrees.count;
  rc__copy_bytes(made, subtrees.at, subtrees.count * sizeof *made);
}

// As `rebuild`, for the root.
static void rebuild_root(rc__tree *tree, rc__subtree *root, const rc__splice *s) {
  rc__subtrees subtrees;
  subtrees.count = 0;
  if (root->height > 0) {
    rc__node *node = root->child.node;
    read_spliced(node, root->height, s, &subtrees);
    rc__tree_give_node(tree, node);
  } else {
    if (root->count > 0) *rc__subtrees_next(&subtrees) = *root;
    rc__subtrees_replace(&subtrees, s->first, s->last, s->with, s->count);
  }
  *root = rc__tree_from(tree, &subtrees);
}

bool rc__tree_splice(rc__tree *tree, rc__subtree *root, const rc__path *path, uint32_t level,
                     const rc__splice *splice) {
  rc__subtree made[RC__SUBTREES_MAX / RC__NODE_WIDTH];
  rc__splice s = *splice;
  for (; level <= root->height; level++) {
    rc__node *node = path->nodes[level];
    const uint32_t width = rc__spliced_width(node, &s);
    const uint32_t least = level == root->height ? 2 : RC__NODE_WIDTH_MIN;
    if (least <= width && width <= RC__NODE_WIDTH) {
      rc__subtree before = rc__node_whole(node, level);
      rc__node_splice(node, tree->estimate, &s);
      rc__subtree after = rc__node_whole(node, level);
      const rc__delta delta = rc__delta_of(&before, &after);
      rc__path_add(root, tree->estimate, path, level + 1, &delta);
      return level == 1;
    }
    if (level == root->height) break;
    rebuild(tree, path, level, &s, made);
  }
  rebuild_root(tree, root, &s);
  return level == 1;
}

// How many children move over a border: those that most edits reach, and one more, which may have
// to merge with a new one.
#define BORDER_WIDTH 4

bool rc__tree_move_border(const rc__tree *tree, rc__path *path, uint32_t lower, uint32_t count) {
  if (tree->root.height < 2 || path->at[2] + 1 == path->nodes[2]->width) return false;
  rc__node *parent = path->nodes[2], *left = path->nodes[1];
  rc__node *right = parent->children[path->at[2] + 1].node;
  const uint32_t upper = left->counts[path->at[1]] + (lower - path->first) + count;
  const uint32_t border = left->counts[left->width];
  if (upper <= border || upper - border > right->counts[BORDER_WIDTH - 1]) return false;
  rc__subtree last, first;
  rc__node_read_part(left, left->width - 1, &last);
  rc__node_read_part(right, 0, &first);
  // They become neighbours under one node, whatever the result of the edit.
  if (rc__fit_one_leaf(&last, &first) || rc__are_alike(&last, &first)) return false;
  if (left->width + BORDER_WIDTH > RC__NODE_WIDTH) return false;
  if (right->width < RC__NODE_WIDTH_MIN + BORDER_WIDTH) return false;
  rc__node_move_border(parent, tree->estimate, path->at[2], BORDER_WIDTH);
  return true;
}

// == joins and cuts ==

RC_WRAPS("without edits no height counts")
bool rc__tree_keep(rc__tree *tree, uint32_t replacements, uint32_t moves) {
  // Each edit joins two trees to the rest, either of which may add a level for the next one.
  const uint32_t height = tree->root.height + 2 * (replacements + moves - 1);
  tree->kept_node_count = replacements * RC__REPLACE_NODES(height) + moves * RC__MOVE_NODES(height);
  tree->kept_leaf_count = replacements * RC__REPLACE_LEAVES + moves * RC__MOVE_LEAVES;
  return rc__tree_reserve(tree, tree->kept_node_count, tree->kept_leaf_count);
}

// The way to the node at `level` on one edge of a tree.
static void find_edge(const rc__subtree *root, uint32_t level, bool is_right, rc__path *out_path) {
  rc__child child = root->child;
  for (uint32_t at_level = root->height; at_level >= level; at_level--) {
    out_path->nodes[at_level] = child.node;
    out_path->at[at_level] = is_right ? child.node->width - 1u : 0;
    child = child.node->children[out_path->at[at_level]];
  }
}

// The lower tree becomes a child of the higher one, or its children do.
static void append_lower(rc__tree *tree, rc__subtrees *subtrees, const rc__subtree *lower,
                         bool is_child) {
  if (is_child) {
    *rc__subtrees_next(subtrees) = *lower;
  } else {
    rc__subtrees_append_children(subtrees, lower);
    rc__tree_give_node(tree, lower->child.node);
  }
}

// A tree of two leaves or runs.
static rc__subtree join_parts(rc__tree *tree, const rc__subtree *left, const rc__subtree *right) {
  rc__subtrees subtrees;
  subtrees.count = 0;
  *rc__subtrees_next(&subtrees) = *left;
  *rc__subtrees_next(&subtrees) = *right;
  rc__subtrees_mend(tree, &subtrees, 0);
  return rc__tree_from(tree, &subtrees);
}

// The lower tree becomes a child on the edge of the higher one. If it has too few children for a
// node, its children move into the node there:
//
//          [ · · · ]                     [ · · · ]
//         /    |    \        [ · · ]          |   \                       .
//       [··] [··] [···]                     [··] [·····]
//
rc__subtree rc__tree_join(rc__tree *tree, rc__subtree left, rc__subtree right) {
  if (left.count == 0) return right;
  if (right.count == 0) return left;
  if (left.height + right.height == 0) return join_parts(tree, &left, &right);
  bool is_left_higher = left.height >= right.height;
  rc__subtree higher = is_left_higher ? left : right, lower = is_left_higher ? right : left;
  bool is_child = lower.height == 0 ||
                  (lower.height < higher.height && lower.child.node->width >= RC__NODE_WIDTH_MIN);
  uint32_t level = is_child ? lower.height + 1u : lower.height;
  rc__path path;
  find_edge(&higher, level, is_left_higher, &path);
  uint32_t edge = path.at[level];
  // Includes the child at the edge, which may have to merge with its new neighbour.
  rc__subtree at_edge = rc__node_child(path.nodes[level], edge, level);
  rc__subtrees subtrees;
  subtrees.count = 0;
  if (is_left_higher) *rc__subtrees_next(&subtrees) = at_edge;
  append_lower(tree, &subtrees, &lower, is_child);
  uint32_t border = is_left_higher ? 0 : subtrees.count - 1;
  if (!is_left_higher) *rc__subtrees_next(&subtrees) = at_edge;
  if (level == 1) rc__subtrees_mend(tree, &subtrees, border);
  const rc__splice splice = {edge, edge + 1, subtrees.count, subtrees.at};
  rc__tree_splice(tree, &higher, &path, level, &splice);
  RC_ASSERT(higher.count == left.count + right.count);
  return higher;
}

static void cut_leaf(rc__tree *tree, rc__subtree subtree, uint32_t at, rc__subtree *out_left,
                     rc__subtree *out_right) {
  *out_left = at == subtree.count ? subtree : (rc__subtree){.count = 0};
  *out_right = at == 0 ? subtree : (rc__subtree){.count = 0};
  if (at == 0 || at == subtree.count) return;
  if (!subtree.is_leaf) {
    *out_left = rc__subtree_run(subtree.child.slot, at);
    *out_right = rc__subtree_run(subtree.child.slot, subtree.count - at);
    return;
  }
  uint32_t slots[RC__LEAF_WIDTH];
  rc__subtree_read(&subtree, slots);
  rc__tree_give_leaf(tree, subtree.child.leaf);
  *out_left = rc__subtree_from_slots(tree, slots, at);
  *out_right = rc__subtree_from_slots(tree, slots + at, subtree.count - at);
}

static rc__subtree tree_of_children(rc__tree *tree, const rc__subtree *children, uint32_t count) {
  rc__subtrees subtrees;
  subtrees.count = count;
  rc__copy_bytes(subtrees.at, children, count * sizeof(rc__subtree));
  return rc__tree_from(tree, &subtrees);
}

void rc__tree_cut(rc__tree *tree, rc__subtree whole, uint32_t index, rc__subtree *out_left,
                  rc__subtree *out_right) {
  rc__path path;
  RC_ASSERT(index <= whole.count);
  uint32_t at = rc__path_find(&whole, index, &path);
  rc__subtree subtree = whole;
  if (whole.height > 0) subtree = rc__node_part(path.nodes[1], path.at[1]);
  rc__subtree left, right;
  cut_leaf(tree, subtree, at, &left, &right);
  for (uint32_t level = 1; level <= whole.height; level++) {
    rc__subtree node = rc__node_whole(path.nodes[level], level);
    rc__subtrees subtrees;
    subtrees.count = 0;
    rc__subtrees_append_children(&subtrees, &node);
    rc__tree_give_node(tree, path.nodes[level]);
    uint32_t before = path.at[level], after = before + 1;
    left = rc__tree_join(tree, tree_of_children(tree, subtrees.at, before), left);
    right = rc__tree_join(tree, right,
                          tree_of_children(tree, subtrees.at + after, subtrees.count - after));
  }
  *out_left = left;
  *out_right = right;
}

// == bulk build ==

void rc__builder_begin(rc__builder *builder, rc__tree *tree) {
  builder->tree = tree;
  rc__zero_bytes(builder->counts, sizeof builder->counts);
}

void rc__builder_give_up(rc__builder *builder) {
  for (uint32_t level = 0; level <= RC__HEIGHT_MAX; level++) {
    for (uint32_t i = 0; i < builder->counts[level]; i++) {
      rc__tree_drop(builder->tree, builder->waiting[level][i]);
    }
  }
  rc__tree_trim(builder->tree);
}

// Merges a subtree with the last one, which takes at most one spare leaf.
static bool merge_with_last(rc__builder *builder, const rc__subtree *subtree) {
  if (builder->counts[0] == 0) return false;
  rc__subtree *last = &builder->waiting[0][builder->counts[0] - 1];
  rc__subtrees pair;
  pair.count = 2;
  pair.at[0] = *last;
  pair.at[1] = *subtree;
  if (!rc__subtrees_mend(builder->tree, &pair, 0)) return false;
  *last = pair.at[0];
  return true;
}

// How many nodes a few more subtrees may need: one for each full level up to the first that is not
// full.
static uint32_t nodes_needed(const rc__builder *builder) {
  uint32_t nodes = 1;
  while (builder->counts[nodes] == RC__NODE_WIDTH) nodes++;
  return nodes;
}

// Replaces each full level by a node, up to the lowest level that is not full.
static void fill_levels(rc__builder *builder) {
  for (uint32_t level = nodes_needed(builder); level > 0; level--) {
    rc__node *node = rc__tree_take_node(builder->tree);
    rc__node_fill(node, builder->tree->estimate, builder->waiting[level - 1], RC__NODE_WIDTH);
    builder->waiting[level][builder->counts[level]++] = rc__node_whole(node, level);
    builder->counts[level - 1] = 0;
  }
}

// Where the next subtree goes.
static inline rc__subtree *next_part(rc__builder *builder) {
  if (builder->counts[0] == RC__NODE_WIDTH) fill_levels(builder);
  return &builder->waiting[0][builder->counts[0]++];
}

static void append_or_merge(rc__builder *builder, const rc__subtree *subtree) {
  if (!merge_with_last(builder, subtree)) *next_part(builder) = *subtree;
}

static bool append_part(rc__builder *builder, const uint32_t *slots, uint32_t count) {
  // One leaf to write, or where two runs merge.
  if (!rc__tree_reserve(builder->tree, nodes_needed(builder), 1)) {
    rc__builder_give_up(builder);
    return false;
  }
  rc__subtree subtree = rc__subtree_from_slots(builder->tree, slots, count);
  append_or_merge(builder, &subtree);
  return true;
}

bool rc__builder_take_leaves(rc__builder *builder, uint32_t left,
                             rc__leaf *out_leaves[RC__BUILDER_LEAVES]) {
  // Full leaves, one for the rest, and those needed at the end.
  uint32_t expected = left / RC__LEAF_WIDTH + 1 + RC__JOIN_LEAVES;
  if (rc__tree_reserve(builder->tree, nodes_needed(builder), 0) &&
      rc__slabs_take(builder->tree, out_leaves, RC__BUILDER_LEAVES, expected)) {
    return true;
  }
  rc__builder_give_up(builder);
  return false;
}

void rc__builder_return_leaves(rc__builder *builder, rc__leaf *const leaves[RC__BUILDER_LEAVES]) {
  for (uint32_t i = 0; i < RC__BUILDER_LEAVES; i++) rc__tree_give_leaf(builder->tree, leaves[i]);
}

static void append_run(rc__builder *builder, rc__leaf *leaf) {
  rc__subtree run = rc__subtree_run((uint32_t)leaf->starts[1], RC__LEAF_WIDTH);
  rc__tree_give_leaf(builder->tree, leaf);
  append_or_merge(builder, &run);
}

void rc__builder_append_leaves(rc__builder *builder, rc__leaf *const leaves[RC__BUILDER_LEAVES]) {
  for (uint32_t i = 0; i < RC__BUILDER_LEAVES; i++) {
    rc__leaf *leaf = leaves[i];
    if (rc__sums_are_alike(leaf->starts, RC__LEAF_WIDTH)) {
      append_run(builder, leaf);
      continue;
    }
    leaf->unmeasured = 0;
    leaf->baked = builder->tree->estimate;
    *next_part(builder) = (rc__subtree){
        .child.leaf = leaf,
        .measured = (uint32_t)leaf->starts[RC__LEAF_WIDTH],
        .count = RC__LEAF_WIDTH,
        .is_leaf = true,
    };
  }
}

bool rc__builder_append(rc__builder *builder, const uint32_t *slots, uint32_t count) {
  if (rc__slots_sum(slots, count) <= RC__LEAF_TICKS_MAX) return append_part(builder, slots, count);
  // The slots of one leaf are never that long: all of these are measured.
  uint32_t from = 0;
  uint64_t measured = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (measured + slots[i] > RC__LEAF_TICKS_MAX && i > from) {
      if (!append_part(builder, slots + from, i - from)) return false;
      from = i;
      measured = 0;
    }
    measured += slots[i];
  }
  return append_part(builder, slots + from, count - from);
}

bool rc__builder_finish(rc__builder *builder, rc__subtree *out_subtree) {
  uint32_t levels = RC__HEIGHT_MAX + 1;
  while (builder->counts[levels - 1] == 0) levels--;
  if (!rc__tree_reserve(builder->tree, RC__FINISH_NODES(levels), RC__JOIN_LEAVES)) {
    rc__builder_give_up(builder);
    return false;
  }
  rc__subtree built = {.count = 0};
  for (uint32_t level = 0; level < levels; level++) {
    rc__subtrees subtrees;
    subtrees.count = builder->counts[level];
    rc__copy_bytes(subtrees.at, builder->waiting[level], subtrees.count * sizeof(rc__subtree));
    built = rc__tree_join(builder->tree, rc__tree_from(builder->tree, &subtrees), built);
  }
  *out_subtree = built;
  return true;
}
