// New items: trees of them, and their place in the list.

#ifndef RC_LANES_BUILD_H
#define RC_LANES_BUILD_H

#include "lanes_tree.h"

/// Builds a tree from the left. What is built counts in `fixed`.
typedef struct rc__lanes_builder {
  rc_lanes *lanes;
  rc__lanes_tree built;
  /// Of the block that is being filled.
  int64_t *indents;
  uint32_t count;
  uint32_t slots[RC__BLOCK_WIDTH];
  uint8_t codes[RC__BLOCK_WIDTH];
} rc__lanes_builder;

void rc__lanes_build_begin(rc__lanes_builder *builder, rc_lanes *lanes);

// Each is false if out of memory; then end with `rc__lanes_build_give_up`.

bool rc__lanes_build_items(rc__lanes_builder *builder, const uint32_t *slots, const uint8_t *codes,
                           uint32_t count);
bool rc__lanes_build_run(rc__lanes_builder *builder, uint32_t count);
/// Copies the indents for the next item.
bool rc__lanes_build_indents(rc__lanes_builder *builder, const int64_t *indents);
bool rc__lanes_build_finish(rc__lanes_builder *builder);

/// Frees all that was built.
void rc__lanes_build_give_up(rc__lanes_builder *builder);

/// Whether a list with so much in it is within the limits.
bool rc__lanes_fits(const rc_lanes *lanes, uint64_t fixed, uint64_t free_count, uint64_t slot);

/// Replaces items by a tree, which is consumed. If out of memory, it is freed.
rc_status rc__lanes_replace(rc_lanes *lanes, uint32_t lower, uint32_t upper,
                            const rc__lanes_tree *tree);

#endif
