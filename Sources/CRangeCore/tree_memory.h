// Slabs: a leaf is too small to be asked for by itself, and in a bulk build that would take longer
// than to fill it.
//
//     slab        count, used, …   pages │ slab* │ leaf 1 … leaf 15 │ slab* │ leaf 1 … leaf 15 │ …
//                                        └ at a multiple of 256     └ 4096 bytes on
//
// A leaf is 17 × 16 bytes: so the address of the leaf n of a page is 16 × n past a multiple of 256,
// and tells the page, which tells the slab. (A note in each leaf would take more than pages do, and
// a search among the slabs longer.)

#ifndef RC_TREE_MEMORY_H
#define RC_TREE_MEMORY_H

#include "tree.h"

#define RC__PAGE_LEAVES 15
#define RC__PAGE_ALIGNMENT 256
/// With this many a slab is 64 KB: allocators hand that out again at once, and nothing is lost at
/// its end that counts.
#define RC__SLAB_LEAVES_MAX (16 * RC__PAGE_LEAVES)
#define RC__SLAB_LEAVES_MIN 8

typedef struct rc__page {
  union {
    rc__slab *slab;
    uint8_t bytes[16];
  };
  rc__leaf leaves[RC__PAGE_LEAVES];
} rc__page;

_Static_assert(sizeof(rc__leaf) == 17 * 16, "leaves would not tell where they are");
_Static_assert(sizeof(rc__page) == 4096, "pages would not begin where leaves tell");

struct rc__slab {
  /// Among those that have leaves left.
  rc__slab *previous;
  rc__slab *next;
  rc__page *pages;
  /// Leaves that came back, and the first that was never given.
  rc__leaf *spare;
  rc__leaf *fresh;
  uint32_t used;
  uint32_t count;
};

static inline rc__page *rc__page_of(rc__leaf *leaf) {
  size_t number = (uintptr_t)leaf % RC__PAGE_ALIGNMENT / 16;
  void *page = (uint8_t *)leaf - (number * sizeof(rc__leaf) - RC__PAGE_ALIGNMENT);
  return page;
}

static inline rc__slab *rc__slab_of(rc__leaf *leaf) {
  return rc__page_of(leaf)->slab;
}

/// Takes leaves; false where memory is short. There will be `expected`, with these.
bool rc__slabs_take(rc__tree *tree, rc__leaf **out_leaves, uint32_t count, uint32_t expected);

/// Gives back a leaf, and its slab to the allocator where that was the last one in use.
void rc__slabs_give(rc__tree *tree, rc__leaf *leaf);

/// Whether too much of the slabs is not in use.
static inline bool rc__slabs_are_sparse(const rc__slabs *slabs) {
  uint32_t unused = slabs->leaves - slabs->used;
  return unused > slabs->used / 2 + 2 * RC__SLAB_LEAVES_MIN;
}

/// Moves a few leaves of a tree with sparse slabs together.
void rc__slabs_compact(rc__tree *tree);

// == spare nodes and leaves ==

/// Makes sure of so many spare nodes and leaves; false where memory is short. Edits reserve, then
/// write, and give back what is left with `rc__tree_trim`.
bool rc__tree_reserve(rc__tree *tree, uint32_t nodes, uint32_t leaves);
void rc__tree_trim(rc__tree *tree);
rc__node *rc__tree_take_node(rc__tree *tree);
rc__leaf *rc__tree_take_leaf(rc__tree *tree);
void rc__tree_give_node(rc__tree *tree, rc__node *node);
void rc__tree_give_leaf(rc__tree *tree, rc__leaf *leaf);

/// Gives all nodes and leaves of a tree back to the spare ones.
void rc__tree_drop(rc__tree *tree, rc__subtree subtree);

#endif
