#include "lanes_find.h"

#include "../base/ticks.h"

// == fronts and positions ==

rc_status rc_lanes_front(const rc_lanes *lanes, int64_t index, double *out_ends) {
  if (!rc__lanes_has_range(lanes, index, index) || out_ends == NULL) return RC_STATUS_ARGUMENT;
  int64_t front[RC_LANE_COUNT_MAX] = {0};
  if (lanes->root.part.count != 0) {
    rc__lanes_path path;
    const uint32_t at = rc__lanes_find_front(lanes, (uint32_t)index, &path, front);
    if (at > 0) rc__leaf_pass(lanes, rc__lanes_leaf(lanes, &path), at, front);
  }
  for (uint32_t i = 0; i < lanes->k; i++) out_ends[i] = rc_ticks_to_points(front[i]);
  return RC_STATUS_OK;
}

void rc__lanes_walk_begin(const rc_lanes *lanes, int64_t index, rc__lanes_walk *out_walk) {
  out_walk->at = rc__lanes_find_front(lanes, (uint32_t)index, &out_walk->path, out_walk->front);
  out_walk->leaf = rc__lanes_leaf(lanes, &out_walk->path);
  rc__leaf_pass(lanes, out_walk->leaf, out_walk->at, out_walk->front);
}

static rc_lanes_position position_of(const rc_lanes *lanes, uint8_t code, uint32_t slot,
                                     int64_t start) {
  const uint32_t kind = rc__lanes_kind(code);
  if (rc__lanes_is_free(code)) slot = lanes->slot;
  rc_lanes_position position = {
      .offset = rc_ticks_to_points(start),
      .extent = rc_ticks_to_points((int64_t)slot - lanes->spacing),
      .lane = kind,
      .span = 1,
      .is_measured = (code & RC__CODE_GUESSED) == 0,
  };
  if (kind == RC__CODE_WIDE) position.span = RC_SPAN_WIDE;
  if (kind == RC__CODE_WIDE || lanes->k == 1) {
    position.lane = 0;
  } else if (kind == RC__CODE_LANELESS) {
    position.lane = RC_LANE_NONE;
  }
  return position;
}

rc_status rc_lanes_positions(const rc_lanes *lanes, int64_t lower, int64_t upper,
                             rc_lanes_position *out_positions) {
  if (!rc__lanes_has_range(lanes, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  if (out_positions == NULL) return RC_STATUS_ARGUMENT;
  rc__lanes_walk walk;
  rc__lanes_walk_begin(lanes, lower, &walk);
  for (int64_t left = upper - lower; left > 0; left--) {
    uint8_t code;
    uint32_t slot;
    rc__lanes_walk_enter(lanes, &walk);
    const int64_t start = rc__lanes_walk_pass(lanes, &walk, &code, &slot);
    *out_positions++ = position_of(lanes, code, slot, start);
  }
  return RC_STATUS_OK;
}

rc_status rc_lanes_get_indents(const rc_lanes *lanes, int64_t index, double *out_indents) {
  if (!rc__lanes_has_range(lanes, index, index) || index == lanes->root.part.count ||
      out_indents == NULL) {
    return RC_STATUS_ARGUMENT;
  }
  rc__lanes_path path;
  const uint32_t at = rc__lanes_find(&lanes->root, (uint32_t)index, &path);
  const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
  if (at != 0 || (leaf->flags & RC__PART_INDENTED) == 0) return RC_STATUS_NOT_FOUND;
  for (uint32_t i = 0; i < lanes->k; i++) {
    out_indents[i] = rc_ticks_to_points(leaf->child.block->indents[i]);
  }
  return RC_STATUS_OK;
}

// == neighbours in a lane ==

static bool part_is_in(const rc__lanes_part *part, uint32_t lane) {
  return rc__lanes_is_in(part->lanes, (part->flags & RC__PART_LEVELS) != 0, lane);
}

static bool code_is_in(uint8_t code, uint32_t lane) {
  const uint32_t kind = rc__lanes_kind(code);
  return kind >= RC__CODE_LANELESS || kind == lane;
}

// The first item of a lane among lower ..< upper of a leaf, or the last one; −1 if there is none.
static int64_t nearest_in_leaf(const rc__lanes_part *leaf, uint32_t lower, uint32_t upper,
                               uint32_t lane, uint32_t side) {
  if (lower >= upper) return -1;
  if (leaf->child.block == NULL) return side != 0 ? lower : upper - 1;
  const uint8_t *codes = rc__block_codes(leaf->child.block);
  for (uint32_t i = 0; i < upper - lower; i++) {
    const uint32_t at = side != 0 ? lower + i : upper - 1 - i;
    if (code_is_in(codes[at], lane)) return at;
  }
  return -1;
}

// The first item of a lane in a part that has some, or the last one.
static int64_t nearest_in_part(const rc__lanes_part *part, int64_t first, uint32_t lane,
                               uint32_t side) {
  while (part->height > 0) {
    const rc__lanes_part *parts = part->child.node->parts;
    uint32_t at = 1 - side;
    if (!part_is_in(&parts[at], lane)) at = side;
    if (at == 1) first += parts[0].count;
    part = &parts[at];
  }
  return first + nearest_in_leaf(part, 0, part->count, lane, side);
}

int64_t rc__lanes_nearest(const rc_lanes *lanes, int64_t index, uint32_t lane, uint32_t side) {
  const int64_t count = lanes->root.part.count, none = side != 0 ? count : -1;
  if (side != 0 ? index >= count : index <= 0) return none;
  rc__lanes_path path;
  // On side 0 items before the index are asked for: the last one of them has a place.
  uint32_t at = rc__lanes_find(&lanes->root, (uint32_t)(side != 0 ? index : index - 1), &path);
  const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
  const int64_t found = side != 0 ? nearest_in_leaf(leaf, at, leaf->count, lane, side)
                                  : nearest_in_leaf(leaf, 0, at + 1, lane, side);
  if (found >= 0) return path.first + found;
  // Where the part begins from which the path goes up.
  int64_t first = path.first;
  for (uint32_t depth = path.depth; depth > 0; depth--) {
    const rc__lanes_part *parts = path.nodes[depth - 1]->parts;
    const uint32_t from = path.sides[depth - 1];
    if (from != side && part_is_in(&parts[side], lane)) {
      if (side != 0) return nearest_in_part(&parts[1], first + parts[0].count, lane, side);
      return nearest_in_part(&parts[0], first - parts[0].count, lane, side);
    }
    if (from == 1) first -= parts[0].count;
  }
  return none;
}

rc_status rc_lanes_neighbor(const rc_lanes *lanes, int64_t index, uint32_t lane,
                            rc_direction direction, int64_t *out_index) {
  if (lanes == NULL || out_index == NULL) return RC_STATUS_ARGUMENT;
  const int64_t count = lanes->root.part.count;
  const bool is_forward = direction == RC_DIRECTION_FORWARD;
  if (!is_forward && direction != RC_DIRECTION_BACKWARD) return RC_STATUS_ARGUMENT;
  if (index < (is_forward ? -1 : 0) || index > (is_forward ? count - 1 : count)) {
    return RC_STATUS_ARGUMENT;
  }
  if (lane >= lanes->k && lane != RC_LANE_NONE) return RC_STATUS_ARGUMENT;
  // With one lane it makes no difference which items are laneless: all lanes are level after each.
  if (lanes->k == 1) lane = 0;
  const int64_t found = rc__lanes_nearest(lanes, is_forward ? index + 1 : index, lane, is_forward);
  if (found < 0 || found == count) return RC_STATUS_NOT_FOUND;
  *out_index = found;
  return RC_STATUS_OK;
}

// == offsets ==

// Finds the first of a leaf's items after which a lane ends past an offset, which there is.
static uint32_t first_in_leaf(const rc_lanes *lanes, const rc__lanes_part *leaf, uint32_t lane,
                              int64_t offset, int64_t *front, int64_t *out_start,
                              bool *out_is_in_lane) {
  rc__lanes_block *block = leaf->child.block;
  if (block == NULL) {
    const int64_t level = rc__front_most(lanes->k, front);
    const uint32_t at = offset < level ? 0 : (uint32_t)((offset - level) / lanes->share);
    *out_start = level + (int64_t)((uint64_t)at * lanes->share);
    *out_is_in_lane = true;
    return at;
  }
  const uint8_t *codes = rc__block_codes(block);
  rc__leaf_pass(lanes, leaf, 0, front);
  for (uint32_t i = 0;; i++) {
    RC_ASSERT(i < leaf->count);
    *out_start = rc__front_pass(lanes, codes[i], block->slots[i], front);
    *out_is_in_lane = code_is_in(codes[i], lane);
    if (front[lane] > offset) return i;
  }
}

int64_t rc__lanes_first_past(const rc_lanes *lanes, uint32_t lane, int64_t offset,
                             int64_t *out_start, bool *out_is_in_lane) {
  int64_t front[RC_LANE_COUNT_MAX] = {0}, first = 0;
  const rc__lanes_part *part = &lanes->root.part;
  if (rc__lanes_end_after(lanes, part, lanes->root.map, front, lane) <= offset) return part->count;
  while (part->height > 0) {
    const rc__lanes_node *node = part->child.node;
    const rc__lanes_part *left = &node->parts[0];
    part = left;
    if (rc__lanes_end_after(lanes, left, node->maps, front, lane) > offset) continue;
    rc__front_pass_part(lanes, left, node->maps, front);
    first += left->count;
    part = &node->parts[1];
  }
  return first + first_in_leaf(lanes, part, lane, offset, front, out_start, out_is_in_lane);
}

int64_t rc__lanes_item_at(const rc_lanes *lanes, int64_t offset, uint32_t lane) {
  if (lanes->root.part.count == 0) return 0;
  int64_t start = 0;
  bool is_in_lane = false;
  const int64_t past =
      offset < 0 ? 0 : rc__lanes_first_past(lanes, lane, offset, &start, &is_in_lane);
  int64_t found = past;
  if (!is_in_lane || start > offset) found = rc__lanes_nearest(lanes, past, lane, 0);
  if (found < 0) found = rc__lanes_nearest(lanes, 0, lane, 1);
  return found;
}

rc_status rc_lanes_item_at(const rc_lanes *lanes, double offset, uint32_t lane,
                           int64_t *out_index) {
  int64_t ticks;
  if (lanes == NULL || lane >= lanes->k || out_index == NULL) return RC_STATUS_ARGUMENT;
  const rc_status status = rc_ticks_from_points(offset, &ticks);
  if (status != RC_STATUS_OK) return status;
  const int64_t found = rc__lanes_item_at(lanes, ticks, lane);
  if (found == lanes->root.part.count) return RC_STATUS_NOT_FOUND;
  *out_index = found;
  return RC_STATUS_OK;
}

void rc__lanes_find_past(const rc_lanes *lanes, uint32_t wanted, int64_t offset,
                         rc__lanes_path *out_path, int64_t *out_front) {
  const uint32_t k = lanes->k;
  const rc__lanes_part *part = &lanes->root.part;
  uint32_t depth = 0, first = 0;
  rc__zero_bytes(out_front, k * sizeof *out_front);
  while (part->height > 0) {
    rc__lanes_node *node = part->child.node;
    const rc__lanes_part *left = &node->parts[0];
    const int64_t *map = node->maps;
    uint32_t past = 0;
    if ((left->flags & RC__PART_LEVELS) == 0) {
      for (uint32_t i = 0; i < k; i++) past |= (uint32_t)(out_front[i] + map[i] > offset) << i;
    } else {
      const int64_t level = rc__lanes_end_after(lanes, left, map, out_front, 0) - map[0];
      for (uint32_t i = 0; i < k; i++) past |= (uint32_t)(level + map[i] > offset) << i;
    }
    const bool side = (past & wanted) == 0;
    if (side) {
      first += left->count;
      rc__front_pass_part(lanes, left, map, out_front);
    }
    out_path->nodes[depth] = node;
    out_path->sides[depth++] = side;
    part = &node->parts[side];
  }
  out_path->depth = depth;
  out_path->first = first;
}

uint8_t rc__lanes_code_at(const rc_lanes *lanes, int64_t index) {
  rc__lanes_path path;
  const uint32_t at = rc__lanes_find(&lanes->root, (uint32_t)index, &path);
  rc__lanes_block *block = rc__lanes_leaf(lanes, &path)->child.block;
  return block == NULL ? RC__CODE_GUESSED | RC__CODE_LANELESS : rc__block_codes(block)[at];
}

int64_t rc__lanes_start_of(const rc_lanes *lanes, int64_t index) {
  int64_t front[RC_LANE_COUNT_MAX];
  rc__lanes_path path;
  const uint32_t at = rc__lanes_find_front(lanes, (uint32_t)index, &path, front);
  const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
  rc__leaf_pass(lanes, leaf, at, front);
  const uint32_t kind = rc__lanes_kind(rc__lanes_code_at(lanes, index));
  return kind < RC__CODE_LANELESS ? front[kind] : rc__front_most(lanes->k, front);
}

int64_t rc__lanes_extent_of(const rc_lanes *lanes, int64_t index) {
  rc__lanes_path path;
  const uint32_t at = rc__lanes_find(&lanes->root, (uint32_t)index, &path);
  rc__lanes_block *block = rc__lanes_leaf(lanes, &path)->child.block;
  uint32_t slot = lanes->slot;
  if (block != NULL && !rc__lanes_is_free(rc__block_codes(block)[at])) slot = block->slots[at];
  return (int64_t)slot - lanes->spacing;
}

// == loose indents ==

uint32_t rc__lanes_find_loose(const rc_lanes *lanes, int64_t *out_items, uint32_t most) {
  typedef struct rc__loose_part {
    const rc__lanes_part *part;
    int64_t first;
    bool is_after_laneless;
  } rc__loose_part;
  // Of each node on the way down the right child waits.
  rc__loose_part waiting[RC__LANES_HEIGHT_MAX + 1];
  uint32_t depth = 0, count = 0;
  if (lanes->root.part.count != 0) waiting[depth++] = (rc__loose_part){&lanes->root.part, 0, false};
  while (depth > 0 && count < most) {
    const rc__loose_part it = waiting[--depth];
    const bool begins = (it.part->flags & RC__PART_INDENTED) != 0 && !it.is_after_laneless;
    if (!begins && (it.part->flags & RC__PART_LOOSE) == 0) continue;
    if (it.part->height == 0) {
      out_items[count++] = it.first;
      continue;
    }
    const rc__lanes_part *parts = it.part->child.node->parts;
    waiting[depth++] = (rc__loose_part){&parts[1], it.first + parts[0].count,
                                        (parts[0].flags & RC__PART_LANELESS_END) != 0};
    waiting[depth++] = (rc__loose_part){&parts[0], it.first, it.is_after_laneless};
  }
  return count;
}
