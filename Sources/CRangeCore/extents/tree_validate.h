// Whether a tree keeps its invariants, and which one it breaks.

#ifndef RC_TREE_VALIDATE_H
#define RC_TREE_VALIDATE_H

#include "tree.h"

/// What is broken, or NULL.
const char *rc__tree_validate(const rc__tree *tree);

#endif
