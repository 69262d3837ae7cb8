#include "tree_memory.h"

#include "tree_node.h"
#include "tree_search.h"

// == slabs ==

// Puts the slab first in the list: it is new, or was full and in no list.
static void link_slab(rc__slabs *slabs, rc__slab *slab) {
  slab->next = slabs->first;
  if (slab->next != NULL) slab->next->previous = slab;
  slabs->first = slab;
}

static void unlink_slab(rc__slabs *slabs, rc__slab *slab) {
  if (slab->next != NULL) slab->next->previous = slab->previous;
  if (slab->previous != NULL)
    slab->previous->next = slab->next;
  else
    slabs->first = slab->next;
}

// With 15 leaves, for example, the 16 bytes at the start of a second page are written too.
static size_t size_of(uint32_t count) {
  size_t pages = count / RC__PAGE_LEAVES + 1;
  return sizeof(rc__slab) + RC__PAGE_ALIGNMENT + pages * offsetof(rc__page, leaves) +
         count * sizeof(rc__leaf);
}

static rc__leaf *begin_page(rc__slab *slab, void *at) {
  rc__page *page = at;
  page->slab = slab;
  return page->leaves;
}

static bool add_slab(rc__tree *tree, uint32_t expected) {
  uint32_t count = expected;
  if (count < RC__SLAB_LEAVES_MIN) count = RC__SLAB_LEAVES_MIN;
  if (count > RC__SLAB_LEAVES_MAX) count = RC__SLAB_LEAVES_MAX;
  rc__slab *slab = rc__allocate(&tree->allocator, size_of(count));
  if (slab == NULL) return false;
  size_t past = (uintptr_t)(slab + 1) % RC__PAGE_ALIGNMENT;
  void *pages = (uint8_t *)(slab + 1) + (RC__PAGE_ALIGNMENT - past);
  *slab = (rc__slab){.pages = pages, .untouched = begin_page(slab, pages), .count = count};
  link_slab(&tree->slabs, slab);
  tree->slabs.leaves += count;
  return true;
}

static void remove_slab(rc__tree *tree, rc__slab *slab) {
  unlink_slab(&tree->slabs, slab);
  tree->slabs.leaves -= slab->count;
  rc__deallocate(&tree->allocator, slab, size_of(slab->count));
}

// Takes from the slab that was full most recently, so that slabs with few leaves in use become
// empty.
static uint32_t take_some(rc__slabs *slabs, rc__leaf **out_leaves, uint32_t count) {
  rc__slab *slab = slabs->first;
  if (count > slab->count - slab->used) count = slab->count - slab->used;
  uint32_t i = 0;
  for (; i < count && slab->spare != NULL; i++) {
    out_leaves[i] = slab->spare;
    slab->spare = slab->spare->next_spare;
  }
  rc__leaf *untouched = slab->untouched;
  for (; i < count; i++) {
    out_leaves[i] = untouched++;
    if ((uintptr_t)untouched % RC__PAGE_ALIGNMENT == 0) untouched = begin_page(slab, untouched);
  }
  slab->untouched = untouched;
  slabs->used += count;
  slab->used += count;
  if (slab->used == slab->count) unlink_slab(slabs, slab);
  return count;
}

bool rc__slabs_take(rc__tree *tree, rc__leaf **out_leaves, uint32_t count, uint32_t expected) {
  for (uint32_t taken = 0; taken < count;) {
    if (tree->slabs.first == NULL && !add_slab(tree, expected - taken)) {
      while (taken > 0) rc__slabs_give(tree, out_leaves[--taken]);
      return false;
    }
    taken += take_some(&tree->slabs, &out_leaves[taken], count - taken);
  }
  return true;
}

void rc__slabs_give(rc__tree *tree, rc__leaf *leaf) {
  rc__slabs *slabs = &tree->slabs;
  rc__slab *slab = rc__slab_of(leaf);
  RC_ASSERT(slab->used > 0 && slab->used <= slab->count);
  if (slab->used == slab->count) link_slab(slabs, slab);
  leaf->next_spare = slab->spare;
  slab->spare = leaf;
  slab->used -= 1;
  slabs->used -= 1;
  slabs->returned += 1;
  if (slab->used == 0) remove_slab(tree, slab);
}

// == sparse slabs ==
//
// A list that loses scattered items would keep most of its slabs for the few leaves in each. So
// while slabs are sparse, each edit looks at the next few children of the list, eight for each leaf
// that was returned, and moves their leaves out of slabs that are less than two thirds full.

#define MOVED_FOR_EACH 8

// Returns where the leaf is now. (If no slab has free leaves, its own is full, and it stays.)
static rc__leaf *moved_together(rc__tree *tree, rc__leaf *leaf) {
  const rc__slab *from = rc__slab_of(leaf), *to = tree->slabs.first;
  if (from == to || 3 * from->used >= 2 * from->count) return leaf;
  rc__leaf *moved;
  take_some(&tree->slabs, &moved, 1);
  *moved = *leaf;
  rc__slabs_give(tree, leaf);
  return moved;
}

static void compact_children(rc__tree *tree) {
  rc__slabs *slabs = &tree->slabs;
  if (slabs->compact_at >= tree->root.count) slabs->compact_at = 0;
  rc__path path;
  uint32_t at_item = rc__path_find(&tree->root, slabs->compact_at, &path);
  rc__node *node = path.nodes[1];
  uint32_t from = path.at[1], to = from + MOVED_FOR_EACH;
  if (to > node->width) to = node->width;
  slabs->compact_at += node->counts[to] - node->counts[from] - at_item;
  for (uint32_t at = from; at < to; at++) {
    bool is_leaf = node->leaves >> at & 1;
    if (is_leaf) node->children[at].leaf = moved_together(tree, node->children[at].leaf);
  }
}

void rc__slabs_compact(rc__tree *tree) {
  rc__slabs *slabs = &tree->slabs;
  rc__subtree *root = &tree->root;
  rc__tree_forget_places(tree);
  for (uint32_t left = slabs->returned; left > 0 && rc__slabs_are_sparse(slabs); left--) {
    // The slab to fill may be far larger than what remains.
    bool is_large = slabs->first->count > slabs->used + 2 * RC__SLAB_LEAVES_MIN;
    // If out of memory, the leaves move to existing slabs.
    if (is_large) (void)add_slab(tree, slabs->used);
    if (root->height > 0)
      compact_children(tree);
    else if (root->is_leaf)
      root->child.leaf = moved_together(tree, root->child.leaf);
    rc__slab *first = slabs->first;
    if (first != NULL && first->used == 0) remove_slab(tree, first);
  }
  slabs->returned = 0;
}

// == spare nodes and leaves ==

#define LEAVES_AT_ONCE 16u

// Edits take and return a few leaves again and again; nodes split far less often. A list that is
// one run keeps none, nor does one with sparse slabs.
static uint32_t spare_leaves_to_keep(const rc__tree *tree) {
  uint32_t height = tree->root.height;
  return height == 0 || rc__slabs_are_sparse(&tree->slabs) ? 0 : 4u << height;
}

static uint32_t spare_nodes_to_keep(const rc__tree *tree) {
  return tree->root.height;
}

// Takes more than needed, as many as would be kept anyway, so that slabs are accessed less often.
static bool take_leaves(rc__tree *tree, uint32_t missing) {
  rc__leaf *leaves[LEAVES_AT_ONCE];
  // At most a sixteenth more than the list has.
  const uint32_t more = tree->slabs.used / 16, kept = spare_leaves_to_keep(tree) / 2;
  const uint32_t wanted = missing + (kept < more ? kept : more);
  for (uint32_t taken = 0; taken < wanted;) {
    uint32_t left = wanted - taken, count = left < LEAVES_AT_ONCE ? left : LEAVES_AT_ONCE;
    if (!rc__slabs_take(tree, leaves, count, left > more ? left : more)) return false;
    for (uint32_t i = 0; i < count; i++) rc__tree_give_leaf(tree, leaves[i]);
    taken += count;
  }
  return true;
}

bool rc__tree_reserve(rc__tree *tree, uint32_t nodes, uint32_t leaves) {
  while (tree->spare_node_count < nodes) {
    rc__node *node = rc__allocate(&tree->allocator, sizeof(rc__node));
    if (node == NULL) return false;
    rc__tree_give_node(tree, node);
  }
  return tree->spare_leaf_count >= leaves || take_leaves(tree, leaves - tree->spare_leaf_count);
}

void rc__tree_free(rc__tree *tree) {
  rc__tree_drop(tree, tree->root);
  tree->root.height = 0;
  tree->kept_node_count = tree->kept_leaf_count = 0;
  rc__tree_trim(tree);
}

void rc__tree_trim(rc__tree *tree) {
  uint32_t nodes = spare_nodes_to_keep(tree), leaves = spare_leaves_to_keep(tree);
  if (nodes < tree->kept_node_count) nodes = tree->kept_node_count;
  if (leaves < tree->kept_leaf_count) leaves = tree->kept_leaf_count;
  while (tree->spare_node_count > nodes) {
    rc__deallocate(&tree->allocator, rc__tree_take_node(tree), sizeof(rc__node));
  }
  while (tree->spare_leaf_count > leaves) {
    rc__slabs_give(tree, rc__tree_take_leaf(tree));
  }
  if (rc__slabs_are_sparse(&tree->slabs)) {
    rc__slabs_compact(tree);
  } else {
    // So that the first edit that finds them sparse need not make up for all before it.
    tree->slabs.returned = 0;
  }
}

rc__node *rc__tree_take_node(rc__tree *tree) {
  RC_ASSERT(tree->spare_node_count > 0);
  rc__node *node = tree->spare_nodes;
  tree->spare_nodes = node->children[0].node;
  tree->spare_node_count -= 1;
  return node;
}

rc__leaf *rc__tree_take_leaf(rc__tree *tree) {
  RC_ASSERT(tree->spare_leaf_count > 0);
  rc__leaf *leaf = tree->spare_leaves;
  tree->spare_leaves = leaf->next_spare;
  tree->spare_leaf_count -= 1;
  return leaf;
}

void rc__tree_give_node(rc__tree *tree, rc__node *node) {
  node->children[0].node = tree->spare_nodes;
  tree->spare_nodes = node;
  tree->spare_node_count += 1;
}

void rc__tree_give_leaf(rc__tree *tree, rc__leaf *leaf) {
  leaf->next_spare = tree->spare_leaves;
  tree->spare_leaves = leaf;
  tree->spare_leaf_count += 1;
}

static void give_leaves(rc__tree *tree, const rc__node *node) {
  for (uint32_t i = 0; i < node->width; i++) {
    if (node->leaves >> i & 1) rc__tree_give_leaf(tree, node->children[i].leaf);
  }
}

void rc__tree_drop(rc__tree *tree, rc__subtree subtree) {
  if (subtree.is_leaf) rc__tree_give_leaf(tree, subtree.child.leaf);
  if (subtree.height == 0) return;
  rc__path path;
  uint32_t level = subtree.height;
  path.nodes[level] = subtree.child.node;
  path.at[level] = 0;
  while (level <= subtree.height) {
    rc__node *node = path.nodes[level];
    if (level > 1 && path.at[level] < node->width) {
      path.nodes[level - 1] = node->children[path.at[level]].node;
      path.at[level]++;
      path.at[--level] = 0;
      continue;
    }
    give_leaves(tree, node);
    rc__tree_give_node(tree, node);
    level++;
  }
}
