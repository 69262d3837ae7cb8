// Where separators are: the treap of their nodes, with links to parents.

#include "separators.h"

// == order ==

uint32_t rc__separators_from(const rc_separators *separators, int64_t border) {
  const rc__separator_node *nodes = separators->nodes;
  uint32_t number = separators->root, found = 0;
  int64_t start = 0;
  while (number != 0) {
    const rc__separator_node *node = &nodes[number];
    const int64_t own = start + nodes[node->left].gaps + node->gap;
    if (own >= border) {
      found = number;
      number = node->left;
    } else {
      start = own;
      number = node->right;
    }
  }
  return found;
}

uint32_t rc__separators_next(const rc_separators *separators, uint32_t number) {
  const rc__separator_node *nodes = separators->nodes;
  if (nodes[number].right != 0) {
    number = nodes[number].right;
    while (nodes[number].left != 0) number = nodes[number].left;
    return number;
  }
  uint32_t parent = nodes[number].parent;
  while (parent != 0 && nodes[parent].right == number) {
    number = parent;
    parent = nodes[number].parent;
  }
  return parent;
}

/// The slots before a node's border, or the rows before a node that are separators.
static int64_t sum_before(const rc_separators *separators, uint32_t number, bool of_rows) {
  const rc__separator_node *nodes = separators->nodes, *node = &nodes[number],
                           *left = &nodes[node->left];
  int64_t sum = of_rows ? left->rows : (int64_t)left->gaps + node->gap;
  for (uint32_t parent = node->parent; parent != 0; parent = nodes[number].parent) {
    if (nodes[parent].right == number) {
      node = &nodes[parent];
      left = &nodes[node->left];
      sum += of_rows ? (int64_t)left->rows + node->is_shown : (int64_t)left->gaps + node->gap;
    }
    number = parent;
  }
  return sum;
}

int64_t rc__separators_border(const rc_separators *separators, uint32_t number) {
  return sum_before(separators, number, false);
}

int64_t rc__separators_row(const rc_separators *separators, uint32_t number) {
  return sum_before(separators, number, false) + sum_before(separators, number, true);
}

int64_t rc__separators_before(const rc_separators *separators, int64_t border) {
  const uint32_t number = rc__separators_from(separators, border);
  if (number == 0) return separators->nodes[separators->root].rows;
  return sum_before(separators, number, true);
}

// == sums ==

static uint32_t shifted(uint32_t number, int64_t difference) {
  return (uint32_t)((int64_t)number + difference);
}

/// Adds to the sums of a node and of all above it.
static void add_sums(rc_separators *separators, uint32_t number, int64_t gaps, int64_t rows) {
  for (; number != 0; number = separators->nodes[number].parent) {
    rc__separator_node *node = &separators->nodes[number];
    node->gaps = shifted(node->gaps, gaps);
    node->rows = shifted(node->rows, rows);
  }
}

void rc__separators_show(rc_separators *separators, uint32_t number, bool is_shown) {
  rc__separator_node *node = &separators->nodes[number];
  add_sums(separators, number, 0, (int64_t)is_shown - (int64_t)node->is_shown);
  node->is_shown = is_shown;
}

void rc__separators_shift(rc_separators *separators, uint32_t number, int64_t difference) {
  if (difference == 0) return;
  rc__separator_node *node = &separators->nodes[number];
  node->gap = shifted(node->gap, difference);
  add_sums(separators, number, difference, 0);
}

static void sum_up(rc__separator_node *nodes, uint32_t number) {
  rc__separator_node *node = &nodes[number];
  node->gaps = nodes[node->left].gaps + node->gap + nodes[node->right].gaps;
  node->rows = nodes[node->left].rows + node->is_shown + nodes[node->right].rows;
}

// == shape ==

/// Puts one node, or none, in the place of another.
static void replace_child(rc_separators *separators, uint32_t parent, uint32_t former,
                          uint32_t number) {
  rc__separator_node *nodes = separators->nodes;
  if (parent == 0) {
    separators->root = number;
  } else if (nodes[parent].left == former) {
    nodes[parent].left = number;
  } else {
    nodes[parent].right = number;
  }
  if (number != 0) nodes[number].parent = parent;
}

/// Rotates a node above its parent.
static void lift(rc_separators *separators, uint32_t number) {
  rc__separator_node *nodes = separators->nodes;
  const uint32_t parent = nodes[number].parent;
  const bool is_left = nodes[parent].left == number;
  uint32_t *inner = is_left ? &nodes[number].right : &nodes[number].left;
  const uint32_t between = *inner;
  replace_child(separators, nodes[parent].parent, parent, number);
  *inner = parent;
  nodes[parent].parent = number;
  if (is_left) {
    nodes[parent].left = between;
  } else {
    nodes[parent].right = between;
  }
  if (between != 0) nodes[between].parent = parent;
  sum_up(nodes, parent);
  sum_up(nodes, number);
}

/// Makes a node a leaf, before another one; at the end for 0.
static void hang(rc_separators *separators, uint32_t number, uint32_t before) {
  rc__separator_node *nodes = separators->nodes;
  uint32_t parent = before == 0 ? separators->root : nodes[before].left;
  nodes[number].parent = 0;
  if (parent == 0 && before == 0) {
    separators->root = number;
    return;
  }
  if (parent == 0) {
    nodes[before].left = number;
    nodes[number].parent = before;
    return;
  }
  while (nodes[parent].right != 0) parent = nodes[parent].right;
  nodes[parent].right = number;
  nodes[number].parent = parent;
}

void rc__separators_attach(rc_separators *separators, uint32_t number, int64_t border) {
  rc__separator_node *nodes = separators->nodes, *node = &nodes[number];
  const uint32_t after = rc__separators_from(separators, border);
  int64_t start = nodes[separators->root].gaps;
  if (after != 0) start = rc__separators_border(separators, after) - nodes[after].gap;
  const int64_t gap = border - start;
  node->left = node->right = 0;
  node->gap = (uint32_t)gap;
  node->gaps = node->rows = 0;
  hang(separators, number, after);
  add_sums(separators, number, gap, node->is_shown);
  if (after != 0) rc__separators_shift(separators, after, -gap);
  while (node->parent != 0 && rc__mixed(number) > rc__mixed(node->parent)) {
    lift(separators, number);
  }
}

void rc__separators_detach(rc_separators *separators, uint32_t number) {
  rc__separator_node *nodes = separators->nodes, *node = &nodes[number];
  const uint32_t after = rc__separators_next(separators, number);
  while (node->left != 0 || node->right != 0) {
    const bool is_left =
        node->right == 0 || (node->left != 0 && rc__mixed(node->left) > rc__mixed(node->right));
    lift(separators, is_left ? node->left : node->right);
  }
  add_sums(separators, node->parent, -(int64_t)node->gap, -(int64_t)node->is_shown);
  replace_child(separators, node->parent, number, 0);
  if (after != 0) rc__separators_shift(separators, after, node->gap);
}
