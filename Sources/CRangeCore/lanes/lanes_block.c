// Blocks and runs: memory, and what their items do to the front.

#include "lanes_tree.h"

// == memory ==

static size_t block_size(uint32_t capacity) {
  return offsetof(rc__lanes_block, slots) + capacity * (sizeof(uint32_t) + 1);
}

static size_t lanes_node_size(const rc_lanes *lanes) {
  return offsetof(rc__lanes_node, maps) + 4 * (size_t)lanes->k * sizeof(int64_t);
}

static rc__lanes_block *block_allocate(rc_lanes *lanes, uint32_t capacity) {
  rc__lanes_block *block = rc__allocate(&lanes->allocator, block_size(capacity));
  if (block == NULL) return NULL;
  block->indents = NULL;
  block->capacity = capacity;
  return block;
}

rc__lanes_block *rc__block_take(rc_lanes *lanes, uint32_t count) {
  RC_ASSERT(0 < count && count <= RC__BLOCK_WIDTH);
  const uint32_t steps = (count + RC__BLOCK_STEP - 1) / RC__BLOCK_STEP;
  rc__lanes_block *block = block_allocate(lanes, steps * RC__BLOCK_STEP);
  if (block != NULL || lanes->spare_blocks == NULL) return block;
  block = lanes->spare_blocks;
  lanes->spare_blocks = block->indents;
  lanes->spare_block_count--;
  block->indents = NULL;
  return block;
}

void rc__block_give(rc_lanes *lanes, rc__lanes_block *block) {
  rc__deallocate(&lanes->allocator, block, block_size(block->capacity));
}

rc__lanes_block *rc__block_fitted(rc_lanes *lanes, rc__lanes_block *block, uint32_t count) {
  const uint32_t capacity = (count + RC__BLOCK_STEP - 1) / RC__BLOCK_STEP * RC__BLOCK_STEP;
  if (block->capacity < capacity + 2 * RC__BLOCK_STEP) return block;
  rc__lanes_block *fitted = block_allocate(lanes, capacity);
  if (fitted == NULL) return block;
  fitted->indents = block->indents;
  rc__copy_bytes(fitted->slots, block->slots, count * sizeof *block->slots);
  rc__copy_bytes(rc__block_codes(fitted), rc__block_codes(block), count);
  rc__block_give(lanes, block);
  return fitted;
}

bool rc__lanes_reserve(rc_lanes *lanes, uint32_t nodes, uint32_t blocks) {
  for (; lanes->spare_node_count < nodes; lanes->spare_node_count++) {
    void **node = rc__allocate(&lanes->allocator, lanes_node_size(lanes));
    if (node == NULL) return false;
    *node = lanes->spare_nodes;
    lanes->spare_nodes = node;
  }
  for (; lanes->spare_block_count < blocks; lanes->spare_block_count++) {
    rc__lanes_block *block = block_allocate(lanes, RC__BLOCK_WIDTH);
    if (block == NULL) return false;
    block->indents = lanes->spare_blocks;
    lanes->spare_blocks = block;
  }
  return true;
}

void rc__lanes_trim(rc_lanes *lanes) {
  while (lanes->spare_nodes != NULL) {
    void **node = lanes->spare_nodes;
    lanes->spare_nodes = *node;
    rc__deallocate(&lanes->allocator, node, lanes_node_size(lanes));
  }
  while (lanes->spare_blocks != NULL) {
    rc__lanes_block *block = lanes->spare_blocks;
    lanes->spare_blocks = block->indents;
    rc__block_give(lanes, block);
  }
  lanes->spare_node_count = lanes->spare_block_count = 0;
}

// Takes a block out of `fixed`, and frees it.
static void drop_block(rc_lanes *lanes, rc__lanes_block *block, uint32_t count) {
  const uint8_t *codes = rc__block_codes(block);
  for (uint32_t i = 0; i < count; i++) {
    if (!rc__lanes_is_free(codes[i])) lanes->fixed -= block->slots[i];
  }
  if (block->indents != NULL) {
    lanes->fixed -= (uint64_t)rc__front_most(lanes->k, block->indents);
    rc__deallocate(&lanes->allocator, block->indents, lanes->k * sizeof *block->indents);
  }
  rc__block_give(lanes, block);
}

void rc__lanes_drop(rc_lanes *lanes, const rc__lanes_tree *tree) {
  rc__lanes_node *nodes[RC__LANES_HEIGHT_MAX];
  uint8_t done[RC__LANES_HEIGHT_MAX];
  uint32_t depth = 0;
  const rc__lanes_part *part = &tree->part;
  for (;;) {
    if (part->height > 0) {
      nodes[depth] = part->child.node;
      done[depth++] = 0;
    } else if (part->count != 0 && part->child.block != NULL) {
      drop_block(lanes, part->child.block, part->count);
    }
    while (depth > 0 && done[depth - 1] == 2) {
      rc__deallocate(&lanes->allocator, nodes[--depth], lanes_node_size(lanes));
    }
    if (depth == 0) return;
    part = &nodes[depth - 1]->parts[done[depth - 1]++];
  }
}

// == sums ==

int64_t rc__lanes_step(const rc_lanes *lanes, uint8_t code, uint32_t slot) {
  const bool is_wide = rc__lanes_kind(code) == RC__CODE_WIDE;
  if (code & RC__CODE_GUESSED) return is_wide ? lanes->slot : lanes->share;
  return is_wide ? slot : rc__lanes_share(lanes, slot);
}

void rc__run_make(const rc_lanes *lanes, uint32_t count, rc__lanes_tree *out_tree) {
  rc__zero_bytes(out_tree->map, 2 * lanes->k * sizeof *out_tree->map);
  out_tree->part = (rc__lanes_part){.count = count, .laneless = count};
  if (count != 0) out_tree->part.flags = RC__PART_LEVELS | RC__PART_LANELESS_END;
}

// Counts a leveller, and levels what comes after the first one.
static void sum_leveller(const rc_lanes *lanes, uint8_t code, uint32_t slot, rc__lanes_part *part,
                         int64_t *map) {
  const uint32_t k = lanes->k;
  int64_t level = 0;
  if ((part->flags & RC__PART_LEVELS) == 0) {
    rc__copy_bytes(map + k, map, k * sizeof *map);
    part->flags |= RC__PART_LEVELS;
  } else {
    level = rc__front_most(k, map);
  }
  if (!rc__lanes_is_free(code)) {
    level += rc__lanes_step(lanes, code, slot);
  } else if (rc__lanes_kind(code) == RC__CODE_WIDE) {
    part->wide++;
  } else {
    part->laneless++;
  }
  for (uint32_t i = 0; i < k; i++) map[i] = level;
}

void rc__block_sum(const rc_lanes *lanes, rc__lanes_block *block, uint32_t count,
                   rc__lanes_part *out_part, int64_t *out_map) {
  const uint32_t k = lanes->k;
  const uint8_t *codes = rc__block_codes(block);
  rc__lanes_part part = {.child.block = block, .count = count};
  uint32_t used = 0;
  rc__zero_bytes(out_map, 2 * k * sizeof *out_map);
  if (block->indents != NULL) {
    part.flags = RC__PART_INDENTED;
    rc__copy_bytes(out_map, block->indents, k * sizeof *out_map);
  }
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t kind = rc__lanes_kind(codes[i]);
    if (kind < RC__CODE_LANELESS) {
      out_map[kind] += block->slots[i];
      used |= 1u << kind;
    } else {
      sum_leveller(lanes, codes[i], block->slots[i], &part, out_map);
    }
  }
  part.lanes = (uint16_t)used;
  if (rc__lanes_kind(codes[count - 1]) == RC__CODE_LANELESS) part.flags |= RC__PART_LANELESS_END;
  *out_part = part;
}

void rc__leaf_make(rc_lanes *lanes, rc__lanes_block *block, uint32_t count,
                   rc__lanes_tree *out_tree) {
  rc__block_sum(lanes, block, count, &out_tree->part, out_tree->map);
  if (out_tree->part.laneless != count || block->indents != NULL) return;
  rc__block_give(lanes, block);
  rc__run_make(lanes, count, out_tree);
}

void rc__leaf_pass(const rc_lanes *lanes, const rc__lanes_part *leaf, uint32_t count,
                   int64_t *front) {
  const uint32_t k = lanes->k;
  rc__lanes_block *block = leaf->child.block;
  if (block == NULL) {
    if (count == 0) return;
    const int64_t end = rc__front_most(k, front) + (int64_t)((uint64_t)count * lanes->share);
    for (uint32_t i = 0; i < k; i++) front[i] = end;
    return;
  }
  const uint8_t *codes = rc__block_codes(block);
  if (block->indents != NULL) {
    for (uint32_t i = 0; i < k; i++) front[i] += block->indents[i];
  }
  for (uint32_t i = 0; i < count; i++) rc__front_pass(lanes, codes[i], block->slots[i], front);
}
