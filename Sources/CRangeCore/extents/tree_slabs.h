// Slabs: the memory of leaves, and the spare nodes and leaves of a tree. A leaf is too small for
// its own allocation, which in a bulk build would take longer than filling it.
//
//     slab        count, used, …   pages │ slab* │ leaf 1 … leaf 15 │ slab* │ leaf 1 … leaf 15 │ …
//                                        └ at a multiple of 256     └ 4096 bytes on
//
// A leaf is 17 × 16 = 272 bytes, so that its address determines its page, and the page its slab.
// Leaf n of a page is at offset 16 + 272 (n − 1): modulo 256 that is 16 n, since 272 is 16 modulo
// 256. For example, the address 0x…930 is 0x30 modulo 256: leaf 3, and the page begins 16 + 2 × 272
// = 0x230 before it, at 0x…700. (A pointer in each leaf would take more memory, and a search more
// time.)

#ifndef RC_TREE_SLABS_H
#define RC_TREE_SLABS_H

#include "tree.h"

#define RC__PAGE_LEAVES 15
#define RC__PAGE_ALIGNMENT 256
/// A slab of this many is 64 KB, which allocators reuse at once.
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
  /// Links to the other slabs with free leaves.
  rc__slab *previous;
  rc__slab *next;
  rc__page *pages;
  /// The leaves that were returned, and the first that was never taken.
  rc__leaf *spare;
  rc__leaf *untouched;
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

/// Takes `count` leaves; false if out of memory. `expected` will be needed in total.
bool rc__slabs_take(rc__tree *tree, rc__leaf **out_leaves, uint32_t count, uint32_t expected);

/// Returns a leaf, and frees its slab if that was the last one in use.
void rc__slabs_give(rc__tree *tree, rc__leaf *leaf);

/// Whether more than a third of the leaves, and more than two small slabs' worth, are not in use.
static inline bool rc__slabs_are_sparse(const rc__slabs *slabs) {
  uint32_t unused = slabs->leaves - slabs->used;
  return unused > slabs->used / 2 + 2 * RC__SLAB_LEAVES_MIN;
}

/// Adds a slab for so many leaves, or as many as one has; false if out of memory.
bool rc__slabs_add(rc__tree *tree, uint32_t expected);

/// Moves a leaf out of a slab that is less than two thirds full, and returns where it is now. (If
/// no slab has free leaves, its own is full, and it stays.)
rc__leaf *rc__slabs_moved_together(rc__tree *tree, rc__leaf *leaf);

/// Frees the first slab if nothing in it is in use.
void rc__slabs_tidy(rc__tree *tree);

// Spare nodes and leaves, which edits have reserved.

rc__node *rc__tree_take_node(rc__tree *tree);
rc__leaf *rc__tree_take_leaf(rc__tree *tree);
void rc__tree_give_node(rc__tree *tree, rc__node *node);
void rc__tree_give_leaf(rc__tree *tree, rc__leaf *leaf);

#endif
