#include "tree_slabs.h"

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

bool rc__slabs_add(rc__tree *tree, uint32_t expected) {
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
    if (tree->slabs.first == NULL && !rc__slabs_add(tree, expected - taken)) {
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

rc__leaf *rc__slabs_moved_together(rc__tree *tree, rc__leaf *leaf) {
  const rc__slab *from = rc__slab_of(leaf), *to = tree->slabs.first;
  if (from == to || 3 * from->used >= 2 * from->count) return leaf;
  rc__leaf *moved;
  take_some(&tree->slabs, &moved, 1);
  *moved = *leaf;
  rc__slabs_give(tree, leaf);
  return moved;
}

void rc__slabs_tidy(rc__tree *tree) {
  rc__slab *first = tree->slabs.first;
  if (first != NULL && first->used == 0) remove_slab(tree, first);
}

// == spare nodes and leaves ==

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
