// What edits of a tree need: they reserve what they may need, take what they use, and return the
// rest: nodes to the allocator, leaves to slabs.

#ifndef RC_TREE_MEMORY_H
#define RC_TREE_MEMORY_H

#include "tree_slabs.h"

/// Ensures that there are enough spare nodes and leaves; false if out of memory. Edits reserve,
/// then write, and return what is left with `rc__tree_trim`.
bool rc__tree_reserve(rc__tree *tree, uint32_t nodes, uint32_t leaves);
void rc__tree_trim(rc__tree *tree);

/// Moves a few leaves out of slabs that are nearly empty.
void rc__tree_compact(rc__tree *tree);

/// Frees all nodes and leaves of a tree.
void rc__tree_free(rc__tree *tree);

/// Returns all nodes and leaves of a tree to the spare ones.
void rc__tree_drop(rc__tree *tree, rc__subtree subtree);

#endif
