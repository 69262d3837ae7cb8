// Nodes change their children. Most changes stay within a node; else too many are shared with a
// neighbour that has room before a node splits, and too few are made up for by a neighbour.

#include "tree_edit.h"
#include "tree_rank.h"

// Two nodes that share this many or fewer have room for some more each.
#define SHARED_MAX (2 * RC__NODE_WIDTH - RC__NODE_BLOCK)

// Parts for the children first ..< last of a node.
typedef struct splice {
  uint32_t first, last, count;
  const rc__part *with;
} splice;

// Gives each of the fewest nodes that hold the parts its even share, and makes the parts those
// nodes.
static void gather(rc__tree *tree, rc__parts *parts, uint32_t level) {
  uint32_t width = (parts->count + RC__NODE_WIDTH - 1) / RC__NODE_WIDTH;
  uint32_t from = 0;
  for (uint32_t i = 0; i < width; i++) {
    uint32_t count = (parts->count - from) / (width - i);
    rc__node *node = rc__tree_take_node(tree);
    rc__node_fill(node, tree->estimate, &parts->at[from], count);
    parts->at[i] = rc__node_sum(node, level);
    from += count;
  }
  parts->count = width;
}

rc__part rc__tree_of(rc__tree *tree, rc__parts *parts) {
  if (parts->count == 0) return (rc__part){.count = 0};
  while (parts->count > 1) gather(tree, parts, parts->at[0].height + 1u);
  return parts->at[0];
}

static void append_children(rc__parts *parts, rc__node *node, uint32_t level) {
  rc__part part = rc__node_sum(node, level);
  rc__parts_append_children(parts, &part);
}

// The children of a node with a splice.
static void read_spliced(rc__node *node, uint32_t level, const splice *s, rc__parts *out_parts) {
  out_parts->count = 0;
  append_children(out_parts, node, level);
  rc__parts_replace(out_parts, s->first, s->last, s->with, s->count);
}

// The neighbour to share `count` children with; `at` where there should be none.
static uint32_t neighbour_of(const rc__node *parent, uint32_t at, uint32_t count) {
  bool has_left = at > 0, has_right = at + 1 < parent->width;
  uint32_t left = has_left ? parent->children[at - 1].node->width : UINT32_MAX;
  uint32_t right = has_right ? parent->children[at + 1].node->width : UINT32_MAX;
  uint32_t least = left <= right ? left : right;
  if (count >= RC__NODE_WIDTH_MIN && count + least > SHARED_MAX) return at;
  return left <= right ? at - 1 : at + 1;
}

// Adds the children of a neighbour to `parts`, those of the child `at` of a parent, and gives back
// its node. Says whether two of them have merged.
static bool take_in(rc__tree *tree, const rc__node *parent, uint32_t level, uint32_t at,
                    uint32_t neighbour, rc__parts *parts) {
  rc__node *node = parent->children[neighbour].node;
  uint32_t seam = neighbour < at ? node->width : parts->count;
  if (neighbour < at) {
    rc__parts others;
    others.count = 0;
    append_children(&others, node, level);
    rc__parts_replace(parts, 0, 0, others.at, others.count);
  } else {
    append_children(parts, node, level);
  }
  bool is_mended = level == 1 && seam > 0 && rc__parts_mend(tree, parts, seam - 1);
  rc__tree_give_node(tree, node);
  return is_mended;
}

static bool is_full_enough(uint32_t width) {
  return RC__NODE_WIDTH_MIN <= width && width <= RC__NODE_WIDTH;
}

// Halves a node that takes too many children and has no neighbour to share with, where the change
// is in one half; false, and nothing is done, where this would not do.
static bool halve(rc__tree *tree, rc__node *node, uint32_t level, const splice *s,
                  rc__part out_halves[2]) {
  const uint32_t half = node->width / 2;
  const bool is_left = s->last <= half;
  if (!is_left && s->first < half) return false;
  uint32_t widths[2] = {half, node->width - half};
  uint32_t *changed = &widths[is_left ? 0 : 1];
  *changed = *changed - (s->last - s->first) + s->count;
  if (!is_full_enough(widths[0]) || !is_full_enough(widths[1])) return false;
  rc__node *right = rc__tree_take_node(tree);
  rc__node_split(node, half, right);
  if (is_left)
    rc__node_splice(node, tree->estimate, s->first, s->last, s->with, s->count);
  else
    rc__node_splice(right, tree->estimate, s->first - half, s->last - half, s->with, s->count);
  out_halves[0] = rc__node_sum(node, level);
  out_halves[1] = rc__node_sum(right, level);
  return true;
}

// Makes the children of a node, with a splice, those of nodes that are not too narrow nor too wide,
// a neighbour's among them where that serves; the splice becomes that of the parent. False where
// leaves have merged.
static bool rebuild(rc__tree *tree, rc__path *path, uint32_t level, splice *s, rc__part *made) {
  const rc__node *parent = path->nodes[level + 1];
  rc__node *node = path->nodes[level];
  const uint32_t at = path->at[level + 1];
  const uint32_t width = node->width - (s->last - s->first) + s->count;
  const uint32_t neighbour = neighbour_of(parent, at, width);
  const splice own = *s;
  *s = (splice){.first = at, .last = at + 1, .with = made};
  // Lists that grow at an end fill their nodes; elsewhere half a node is less to move than two.
  const bool is_inside = own.first > 0 && own.last < node->width;
  if ((neighbour == at || is_inside) && halve(tree, node, level, &own, made)) {
    s->count = 2;
    return true;
  }
  rc__parts parts;
  read_spliced(node, level, &own, &parts);
  rc__tree_give_node(tree, node);
  bool is_mended = neighbour != at && take_in(tree, parent, level, at, neighbour, &parts);
  gather(tree, &parts, level);
  if (neighbour < at) s->first = neighbour;
  if (neighbour > at) s->last = neighbour + 1;
  s->count = parts.count;
  rc__copy_bytes(made, parts.at, parts.count * sizeof *made);
  return !is_mended;
}

// As `rebuild`, of the root.
static void rebuild_root(rc__tree *tree, rc__part *root, const splice *s) {
  rc__parts parts;
  parts.count = 0;
  if (root->height > 0) {
    rc__node *node = root->child.node;
    read_spliced(node, root->height, s, &parts);
    rc__tree_give_node(tree, node);
  } else {
    if (root->count > 0) *rc__parts_next(&parts) = *root;
    rc__parts_replace(&parts, s->first, s->last, s->with, s->count);
  }
  *root = rc__tree_of(tree, &parts);
}

bool rc__tree_splice(rc__tree *tree, rc__part *root, rc__path *path, uint32_t level, uint32_t first,
                     uint32_t last, const rc__part *with, uint32_t count) {
  rc__part made[RC__PARTS_MAX / RC__NODE_WIDTH];
  splice s = {first, last, count, with};
  bool is_alone = true;
  for (; level <= root->height; level++) {
    rc__node *node = path->nodes[level];
    const uint32_t width = node->width - (s.last - s.first) + s.count;
    if (is_full_enough(width) || (level == root->height && 2 <= width && width <= RC__NODE_WIDTH)) {
      rc__part before = rc__node_sum(node, level);
      rc__node_splice(node, tree->estimate, s.first, s.last, s.with, s.count);
      rc__part after = rc__node_sum(node, level);
      const rc__change change = rc__part_change(&before, &after);
      rc__tree_add(root, tree->estimate, path, level + 1, &change);
      return is_alone;
    }
    if (level == root->height) break;
    is_alone &= rebuild(tree, path, level, &s, made);
  }
  rebuild_root(tree, root, &s);
  return is_alone;
}

RC_WRAPS("who gives more children than it has keeps 2^32 - n of them: too many")
bool rc__tree_bring_together(const rc__tree *tree, rc__path *path, uint32_t at, uint32_t count) {
  if (tree->root.height < 2 || path->at[2] + 1 == path->nodes[2]->width) return false;
  rc__node *parent = path->nodes[2], *left = path->nodes[1];
  rc__node *right = parent->children[path->at[2] + 1].node;
  const uint32_t upper = left->counts[path->at[1]] + at + count, border = left->counts[left->width];
  if (upper <= border || upper - border > right->counts[right->width]) return false;
  rc__part last, first;
  rc__node_read(left, left->width - 1, 1, &last);
  rc__node_read(right, 0, 1, &first);
  // They become neighbours whatever comes of the edit.
  if (rc__parts_fit_one_leaf(&last, &first) || rc__parts_are_alike(&last, &first)) return false;
  // With a neighbour on either side, which may have to merge with what is new.
  uint32_t from_right = rc__node_rank_of_item(right, upper - border - 1) + 2;
  uint32_t from_left = left->width - path->at[1] + 1;
  if (is_full_enough(left->width + from_right) && is_full_enough(right->width - from_right)) {
    rc__node_move_border(parent, tree->estimate, path->at[2], from_right, true);
    return true;
  }
  if (!is_full_enough(right->width + from_left)) return false;
  if (!is_full_enough(left->width - from_left)) return false;
  rc__node_move_border(parent, tree->estimate, path->at[2], from_left, false);
  path->at[2]++;
  path->nodes[1] = right;
  path->at[1] = 1;
  return true;
}

uint32_t rc__tree_splice_need(const rc__part *root, const rc__path *path, uint32_t count) {
  uint32_t need = 0;
  for (uint32_t level = 1; count > RC__NODE_WIDTH; level++) {
    uint32_t more = (count - 1) / RC__NODE_WIDTH;
    need += more;
    if (level >= root->height) return need + 1;
    count = path->nodes[level + 1]->width + more;
  }
  return need + (root->height == 0 && count > 1);
}
