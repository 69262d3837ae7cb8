#include "lanes_build.h"

#include "lanes_find.h"

void rc__lanes_build_begin(rc__lanes_builder *builder, rc_lanes *lanes) {
  builder->lanes = lanes;
  builder->indents = NULL;
  builder->count = 0;
  rc__run_make(lanes, 0, &builder->built);
}

// Appends a leaf to what is built.
static void append_leaf(rc__lanes_builder *builder, const rc__lanes_tree *leaf) {
  rc__lanes_join(builder->lanes, &builder->built, leaf, &builder->built);
}

// Makes a leaf of the items that wait.
static bool build_leaf(rc__lanes_builder *builder) {
  rc_lanes *lanes = builder->lanes;
  const uint32_t count = builder->count;
  if (count == 0) return true;
  if (!rc__lanes_reserve(lanes, 1, 2)) return false;
  rc__lanes_block *block = rc__block_take(lanes, count);
  RC_ASSERT(block != NULL);
  rc__copy_bytes(block->slots, builder->slots, count * sizeof *block->slots);
  rc__copy_bytes(rc__block_codes(block), builder->codes, count);
  for (uint32_t i = 0; i < count; i++) {
    if (!rc__lanes_is_free(builder->codes[i])) lanes->fixed += builder->slots[i];
  }
  block->indents = builder->indents;
  if (block->indents != NULL) {
    lanes->fixed += (uint64_t)rc__front_most(lanes->k, block->indents);
  }
  builder->indents = NULL;
  builder->count = 0;
  rc__lanes_tree leaf;
  rc__leaf_make(lanes, block, count, &leaf);
  append_leaf(builder, &leaf);
  return true;
}

bool rc__lanes_build_items(rc__lanes_builder *builder, const uint32_t *slots, const uint8_t *codes,
                           uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (builder->count == RC__BLOCK_WIDTH && !build_leaf(builder)) return false;
    builder->slots[builder->count] = slots[i];
    builder->codes[builder->count++] = codes[i];
  }
  return true;
}

bool rc__lanes_build_run(rc__lanes_builder *builder, uint32_t count) {
  const uint32_t slot = 0;
  const uint8_t code = RC__CODE_GUESSED | RC__CODE_LANELESS;
  if (count <= RC__BLOCK_STEP || builder->indents != NULL) {
    const uint32_t few = count < RC__BLOCK_STEP ? count : RC__BLOCK_STEP;
    for (uint32_t i = 0; i < few; i++) {
      if (!rc__lanes_build_items(builder, &slot, &code, 1)) return false;
    }
    count -= few;
  }
  if (count == 0) return true;
  if (!build_leaf(builder) || !rc__lanes_reserve(builder->lanes, 1, 1)) return false;
  rc__lanes_tree run;
  rc__run_make(builder->lanes, count, &run);
  append_leaf(builder, &run);
  return true;
}

bool rc__lanes_build_indents(rc__lanes_builder *builder, const int64_t *indents) {
  const rc_lanes *lanes = builder->lanes;
  const size_t size = lanes->k * sizeof *indents;
  if (!build_leaf(builder)) return false;
  builder->indents = rc__allocate(&lanes->allocator, size);
  if (builder->indents == NULL) return false;
  rc__copy_bytes(builder->indents, indents, size);
  return true;
}

bool rc__lanes_build_finish(rc__lanes_builder *builder) {
  return build_leaf(builder);
}

void rc__lanes_build_give_up(rc__lanes_builder *builder) {
  rc_lanes *lanes = builder->lanes;
  rc__deallocate(&lanes->allocator, builder->indents, lanes->k * sizeof *builder->indents);
  rc__lanes_drop(lanes, &builder->built);
  rc__lanes_trim(lanes);
}

bool rc__lanes_fits(const rc_lanes *lanes, uint64_t fixed, uint64_t free_count, uint64_t slot) {
  const uint64_t guessed = free_count * slot;
  return guessed <= lanes->length_max && fixed <= lanes->length_max - guessed;
}

rc_status rc__lanes_replace(rc_lanes *lanes, uint32_t lower, uint32_t upper,
                            const rc__lanes_tree *tree) {
  if (!rc__lanes_reserve(lanes, 2, 2 * RC__SPLIT_BLOCKS + 2)) {
    rc__lanes_drop(lanes, tree);
    rc__lanes_trim(lanes);
    return RC_STATUS_NO_MEMORY;
  }
  rc__lanes_tree left, middle, right;
  rc__lanes_split(lanes, &lanes->root, lower, &left, &right);
  if (lower != upper) {
    rc__lanes_split(lanes, &right, upper - lower, &middle, &right);
    rc__lanes_drop(lanes, &middle);
  }
  rc__lanes_join(lanes, &left, tree, &left);
  rc__lanes_join(lanes, &left, &right, &lanes->root);
  rc__lanes_trim(lanes);
  rc__lanes_forget_edges(lanes);
  return RC_STATUS_OK;
}
