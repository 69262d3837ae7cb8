// Queries of a list in lanes about what its items are.

#include "lanes_find.h"

int64_t rc__lanes_at(const rc_lanes *lanes, int64_t offset) {
  int64_t found = -1, start = 0;
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    const int64_t index = rc__lanes_item_at(lanes, offset, lane);
    if (index == lanes->root.part.count) continue;
    const int64_t at = rc__lanes_start_of(lanes, index);
    if (at > offset) continue;
    if (found < 0 || at > start || (at == start && index > found)) {
      found = index;
      start = at;
    }
  }
  return found < 0 ? 0 : found;
}

int64_t rc__lanes_least_end(const rc_lanes *lanes) {
  int64_t front[RC_LANE_COUNT_MAX] = {0};
  if (lanes->root.part.count == 0) return 0;
  rc__front_pass_part(lanes, &lanes->root.part, lanes->root.map, front);
  return rc__at_least(rc__front_least(lanes->k, front) - lanes->spacing, 0);
}

static bool has_trait(uint8_t code, rc__lanes_trait trait) {
  return trait == RC__TRAIT_WIDE ? rc__lanes_kind(code) == RC__CODE_WIDE
                                 : (code & RC__CODE_GUESSED) == 0;
}

int64_t rc__lanes_find_trait(const rc_lanes *lanes, int64_t lower, int64_t upper,
                             rc__lanes_trait trait, bool has) {
  if (lower >= upper) return upper;
  rc__lanes_path path;
  uint32_t at = rc__lanes_find(&lanes->root, (uint32_t)lower, &path);
  do {
    const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
    if (leaf->child.block == NULL) {
      if (!has) return rc__at_most(path.first + (int64_t)at, upper);
    } else {
      const uint8_t *codes = rc__block_codes(leaf->child.block);
      for (; at < leaf->count; at++) {
        if (has_trait(codes[at], trait) == has) return rc__at_most(path.first + (int64_t)at, upper);
      }
    }
    at = 0;
  } while (path.first + (int64_t)rc__lanes_leaf(lanes, &path)->count < upper &&
           rc__lanes_path_move(&path, 1));
  return upper;
}

int64_t rc__lanes_count_measured(const rc_lanes *lanes, int64_t lower, int64_t upper,
                                 int64_t *out_extents) {
  int64_t count = 0;
  *out_extents = 0;
  if (lower >= upper) return 0;
  rc__lanes_path path;
  uint32_t at = rc__lanes_find(&lanes->root, (uint32_t)lower, &path);
  do {
    const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
    rc__lanes_block *block = leaf->child.block;
    const int64_t end = rc__at_most(leaf->count, upper - path.first);
    for (; block != NULL && at < end; at++) {
      if ((rc__block_codes(block)[at] & RC__CODE_GUESSED) != 0) continue;
      *out_extents += (int64_t)block->slots[at] - lanes->spacing;
      count++;
    }
    at = 0;
  } while (path.first + (int64_t)rc__lanes_leaf(lanes, &path)->count < upper &&
           rc__lanes_path_move(&path, 1));
  return count;
}
