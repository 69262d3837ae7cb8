// Lanes: what is set up, inserted, removed and moved.

#include "lanes.h"

#include "../base/ticks.h"
#include "../extents/slots.h"
#include "lanes_build.h"
#include "lanes_change.h"
#include "lanes_watch.h"

// == life ==

static rc_status lane_options_status(const rc_lanes_options *options, int64_t *out_estimate,
                                     int64_t *out_spacing) {
  if (options->lane_count < 1 || options->lane_count > RC_LANE_COUNT_MAX) {
    return RC_STATUS_ARGUMENT;
  }
  const double values[] = {options->estimate, options->spacing};
  for (int i = 0; i < 2; i++) {
    if (!rc__is_finite(values[i]) || values[i] < 0) return RC_STATUS_ARGUMENT;
  }
  rc_status status = rc_ticks_from_points(options->spacing, out_spacing);
  if (status == RC_STATUS_OK) status = rc_ticks_from_points(options->estimate, out_estimate);
  if (status != RC_STATUS_OK) return status;
  return *out_estimate > RC_ITEM_TICKS_MAX - *out_spacing ? RC_STATUS_LIMIT : RC_STATUS_OK;
}

static void set_slot(rc_lanes *lanes, int64_t estimate) {
  lanes->slot = (uint32_t)(estimate + lanes->spacing);
  lanes->share = rc__lanes_share(lanes, lanes->slot);
}

void rc__lanes_set_quantum(rc_lanes *lanes, int64_t quantum) {
  lanes->quantum = (uint32_t)rc__at_most(quantum, RC_ITEM_TICKS_MAX);
  lanes->share = rc__lanes_share(lanes, lanes->slot);
}

rc_status rc__lanes_set_length_max(rc_lanes *lanes, int64_t length_max) {
  const uint64_t former = lanes->length_max;
  const rc__lanes_part *root = &lanes->root.part;
  lanes->length_max = (uint64_t)length_max;
  if (rc__lanes_fits(lanes, lanes->fixed, (uint64_t)root->laneless + root->wide, lanes->slot)) {
    return RC_STATUS_OK;
  }
  lanes->length_max = former;
  return RC_STATUS_LIMIT;
}

rc_status rc_lanes_create(const rc_lanes_options *options, const rc_allocator *allocator,
                          rc_lanes **out_lanes) {
  rc_allocator own;
  int64_t estimate, spacing;
  if (options == NULL || out_lanes == NULL) return RC_STATUS_ARGUMENT;
  if (!rc__allocator_init(&own, allocator)) return RC_STATUS_ARGUMENT;
  const rc_status status = lane_options_status(options, &estimate, &spacing);
  if (status != RC_STATUS_OK) return status;
  if (!RC_LANES) return RC_STATUS_LIMIT;
  rc_lanes *lanes = rc__allocate(&own, sizeof *lanes);
  if (lanes == NULL) return RC_STATUS_NO_MEMORY;
  rc__zero_bytes(lanes, sizeof *lanes);
  lanes->allocator = own;
  lanes->k = options->lane_count;
  lanes->spacing = spacing;
  lanes->quantum = 1;
  lanes->length_max = RC_LIST_TICKS_MAX;
  set_slot(lanes, estimate);
  rc__lanes_forget_edges(lanes);
  *out_lanes = lanes;
  return RC_STATUS_OK;
}

void rc_lanes_destroy(rc_lanes *lanes) {
  if (lanes == NULL) return;
  rc__lanes_drop(lanes, &lanes->root);
  rc__lanes_free_edges(lanes);
  rc__watch_destroy(lanes);
  rc_allocator own = lanes->allocator;
  rc__deallocate(&own, lanes, sizeof *lanes);
}

// == the whole ==

int64_t rc_lanes_count(const rc_lanes *lanes) {
  return lanes == NULL ? 0 : lanes->root.part.count;
}

double rc_lanes_length(const rc_lanes *lanes) {
  return lanes == NULL ? 0 : rc_ticks_to_points(rc__lanes_length(lanes));
}

rc_status rc_lanes_set_estimate(rc_lanes *lanes, double estimate) {
  int64_t ticks;
  if (lanes == NULL || !(estimate >= 0)) return RC_STATUS_ARGUMENT;
  const rc_status status = rc_ticks_from_points(estimate, &ticks);
  if (status != RC_STATUS_OK) return status;
  if (ticks > RC_ITEM_TICKS_MAX - lanes->spacing) return RC_STATUS_LIMIT;
  const rc__lanes_part *root = &lanes->root.part;
  if (!rc__lanes_fits(lanes, lanes->fixed, (uint64_t)root->laneless + root->wide,
                      (uint64_t)(ticks + lanes->spacing))) {
    return RC_STATUS_LIMIT;
  }
  if (!rc__watch_begin(lanes)) return RC_STATUS_NO_MEMORY;
  set_slot(lanes, ticks);
  rc__watch_change(lanes, 0, 0);
  rc__lanes_forget_edges(lanes);
  return RC_STATUS_OK;
}

// == insertions ==

// Whether the list stays within the limits with so much more.
static bool fits_more(const rc_lanes *lanes, uint64_t fixed, uint64_t free_count) {
  const rc__lanes_part *root = &lanes->root.part;
  return rc__lanes_fits(lanes, lanes->fixed + fixed, free_count + root->laneless + root->wide,
                        lanes->slot);
}

// Whether a leaf with so many items instead has to become one with a neighbour.
static bool must_join(const rc_lanes *lanes, const rc__lanes_path *path, uint32_t count) {
  rc__lanes_part leaf = *rc__lanes_leaf(lanes, path);
  leaf.count = count;
  for (uint32_t side = 0; side < 2; side++) {
    rc__lanes_path beside = *path;
    if (!rc__lanes_path_move(&beside, side)) continue;
    const rc__lanes_part *other = rc__lanes_leaf(lanes, &beside);
    if (side == 0 ? rc__lanes_are_one(other, &leaf) : rc__lanes_are_one(&leaf, other)) return true;
  }
  return false;
}

static bool are_a_run(const uint8_t *codes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (codes[i] != (RC__CODE_GUESSED | RC__CODE_LANELESS)) return false;
  }
  return true;
}

// Inserts items into a block that has no space for them, and becomes two of half the size: of 128
// items and one more, 64 and 65. Not if one of these would be a run, or one with a neighbour.
static rc_status insert_and_halve(rc_lanes *lanes, const rc__lanes_path *path, uint32_t at,
                                  const uint32_t *slots, const uint8_t *codes, uint32_t count,
                                  bool *out_is_done) {
  const rc__lanes_part leaf = *rc__lanes_leaf(lanes, path);
  const uint32_t size = leaf.count + count, half = size / 2, after = leaf.count - at;
  uint32_t all_slots[2 * RC__BLOCK_WIDTH];
  uint8_t all_codes[2 * RC__BLOCK_WIDTH];
  rc__lanes_block *block = leaf.child.block, *right;
  if (at == leaf.count || must_join(lanes, path, half)) return RC_STATUS_OK;
  rc__copy_bytes(all_slots, block->slots, at * sizeof *slots);
  rc__copy_bytes(all_codes, rc__block_codes(block), at);
  rc__copy_bytes(all_slots + at, slots, count * sizeof *slots);
  rc__copy_bytes(all_codes + at, codes, count);
  rc__copy_bytes(all_slots + at + count, block->slots + at, after * sizeof *slots);
  rc__copy_bytes(all_codes + at + count, rc__block_codes(block) + at, after);
  if (are_a_run(all_codes, half) || are_a_run(all_codes + half, size - half)) return RC_STATUS_OK;
  *out_is_done = true;
  right = rc__block_take(lanes, size - half);
  if (right == NULL || !rc__lanes_reserve(lanes, 1, 0)) {
    if (right != NULL) rc__block_give(lanes, right);
    return RC_STATUS_NO_MEMORY;
  }
  rc__copy_bytes(right->slots, all_slots + half, (size - half) * sizeof *slots);
  rc__copy_bytes(rc__block_codes(right), all_codes + half, size - half);
  rc__copy_bytes(block->slots, all_slots, half * sizeof *slots);
  rc__copy_bytes(rc__block_codes(block), all_codes, half);
  rc__lanes_halve(lanes, path, rc__block_fitted(lanes, block, half), half, right, size - half);
  rc__lanes_forget_edges(lanes);
  return RC_STATUS_OK;
}

// Inserts a few items into a block, if they fit, or it can be halved.
static rc_status insert_into_block(rc_lanes *lanes, uint32_t index, const uint32_t *slots,
                                   const uint8_t *codes, uint32_t count, bool *out_is_done) {
  rc__lanes_path path;
  *out_is_done = false;
  if (lanes->root.part.count == 0) return RC_STATUS_OK;
  const uint32_t at = rc__lanes_find(&lanes->root, index, &path);
  const rc__lanes_part leaf = *rc__lanes_leaf(lanes, &path);
  rc__lanes_block *block = leaf.child.block;
  const uint32_t size = leaf.count + count, after = leaf.count - at;
  if (block == NULL || (at == 0 && block->indents != NULL)) return RC_STATUS_OK;
  if (size > RC__BLOCK_WIDTH) {
    return insert_and_halve(lanes, &path, at, slots, codes, count, out_is_done);
  }
  *out_is_done = true;
  rc__lanes_block *to = block;
  if (block->capacity < size) {
    to = rc__block_take(lanes, size);
    if (to == NULL) return RC_STATUS_NO_MEMORY;
    to->indents = block->indents;
    rc__copy_bytes(to->slots, block->slots, at * sizeof *to->slots);
    rc__copy_bytes(rc__block_codes(to), rc__block_codes(block), at);
  }
  rc__move_bytes(to->slots + at + count, block->slots + at, after * sizeof *to->slots);
  rc__move_bytes(rc__block_codes(to) + at + count, rc__block_codes(block) + at, after);
  rc__copy_bytes(to->slots + at, slots, count * sizeof *to->slots);
  rc__copy_bytes(rc__block_codes(to) + at, codes, count);
  if (to != block) rc__block_give(lanes, block);
  rc__lanes_sum_again(lanes, &path, to, size);
  rc__lanes_forget_edges(lanes);
  return RC_STATUS_OK;
}

// Makes the run at an index longer, if there is one.
static bool insert_into_run(rc_lanes *lanes, uint32_t index, uint32_t count) {
  if (lanes->root.part.count == 0) return false;
  rc__lanes_path path;
  (void)rc__lanes_find(&lanes->root, index, &path);
  const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
  if (leaf->child.block != NULL) return false;
  rc__lanes_set_run(lanes, &path, leaf->count + count);
  rc__lanes_forget_edges(lanes);
  return true;
}

static rc_status finish_insertion(rc__lanes_builder *builder, uint32_t index, bool had_memory) {
  if (!had_memory || !rc__lanes_build_finish(builder)) {
    rc__lanes_build_give_up(builder);
    return RC_STATUS_NO_MEMORY;
  }
  return rc__lanes_replace(builder->lanes, index, index, &builder->built);
}

// - `kind`: laneless, or wide.
static rc_status insert_guessed(rc_lanes *lanes, uint32_t index, uint32_t count, uint8_t kind) {
  const uint32_t slots[RC__BLOCK_STEP] = {0};
  uint8_t codes[RC__BLOCK_STEP];
  if (!fits_more(lanes, 0, count)) return RC_STATUS_LIMIT;
  if (kind == RC__CODE_LANELESS && insert_into_run(lanes, index, count)) return RC_STATUS_OK;
  rc__fill_bytes(codes, RC__CODE_GUESSED | kind, sizeof codes);
  if (count <= RC__BLOCK_STEP) {
    bool is_done;
    const rc_status status = insert_into_block(lanes, index, slots, codes, count, &is_done);
    if (is_done) return status;
  }
  rc__lanes_builder builder;
  bool had_memory = true;
  rc__lanes_build_begin(&builder, lanes);
  if (kind == RC__CODE_LANELESS) {
    had_memory = rc__lanes_build_run(&builder, count);
  } else {
    for (uint32_t size; count > 0 && had_memory; count -= size) {
      size = count < RC__BLOCK_STEP ? count : RC__BLOCK_STEP;
      had_memory = rc__lanes_build_items(&builder, slots, codes, size);
    }
  }
  return finish_insertion(&builder, index, had_memory);
}

static rc_status insert_extents(rc_lanes *lanes, uint32_t index, const double *points,
                                int64_t count, uint8_t kind) {
  uint64_t sum;
  rc_status status = rc__slots_check(points, count, lanes->spacing, &sum);
  if (status != RC_STATUS_OK) return status;
  if (!fits_more(lanes, sum, 0)) return RC_STATUS_LIMIT;
  uint32_t slots[RC__LEAF_WIDTH];
  uint8_t codes[RC__LEAF_WIDTH];
  rc__fill_bytes(codes, kind, sizeof codes);
  if (count <= RC__LEAF_WIDTH) {
    bool is_done;
    (void)rc__slots_from_points(points, (uint32_t)count, lanes->spacing, slots, &sum);
    status = insert_into_block(lanes, index, slots, codes, (uint32_t)count, &is_done);
    if (is_done) {
      if (status == RC_STATUS_OK) lanes->fixed += sum;
      return status;
    }
  }
  rc__lanes_builder builder;
  bool had_memory = true;
  rc__lanes_build_begin(&builder, lanes);
  for (int64_t at = 0; at < count && had_memory; at += RC__LEAF_WIDTH) {
    const uint32_t size = rc__slots_chunk(count - at);
    (void)rc__slots_from_points(points + at, size, lanes->spacing, slots, &sum);
    had_memory = rc__lanes_build_items(&builder, slots, codes, size);
  }
  return finish_insertion(&builder, index, had_memory);
}

rc_status rc_lanes_insert(rc_lanes *lanes, int64_t index, const double *values, int64_t count) {
  return rc__lanes_insert(lanes, index, values, count, false);
}

rc_status rc__lanes_insert(rc_lanes *lanes, int64_t index, const double *values, int64_t count,
                           bool are_wide) {
  if (!rc__lanes_has_range(lanes, index, index) || count < 0) return RC_STATUS_ARGUMENT;
  if (count == 0) return RC_STATUS_OK;
  if (count > RC_ITEM_COUNT_MAX - (int64_t)lanes->root.part.count) return RC_STATUS_LIMIT;
  if (!rc__watch_begin(lanes)) return RC_STATUS_NO_MEMORY;
  const uint8_t kind = are_wide ? RC__CODE_WIDE : RC__CODE_LANELESS;
  const rc_status status = values == NULL
                               ? insert_guessed(lanes, (uint32_t)index, (uint32_t)count, kind)
                               : insert_extents(lanes, (uint32_t)index, values, count, kind);
  if (status == RC_STATUS_OK) rc__watch_insert(lanes, index, count);
  return status;
}

// == removals and moves ==

// Removes items that are all in one leaf, of which some stay; false if that does not do.
static bool remove_from_leaf(rc_lanes *lanes, uint32_t lower, uint32_t count) {
  rc__lanes_path path;
  const uint32_t at = rc__lanes_find(&lanes->root, lower, &path);
  const rc__lanes_part leaf = *rc__lanes_leaf(lanes, &path);
  rc__lanes_block *block = leaf.child.block;
  if (count >= leaf.count - at + (at != 0)) return false;
  const uint32_t left = leaf.count - count, after = at + count;
  if (must_join(lanes, &path, left)) return false;
  if (block == NULL) {
    rc__lanes_set_run(lanes, &path, left);
    rc__lanes_forget_edges(lanes);
    return true;
  }
  if (at == 0 && block->indents != NULL) return false;
  uint8_t *codes = rc__block_codes(block);
  uint32_t laneless = leaf.laneless;
  uint64_t sum = 0;
  for (uint32_t i = at; i < after; i++) {
    laneless -= codes[i] == (RC__CODE_GUESSED | RC__CODE_LANELESS);
    if (!rc__lanes_is_free(codes[i])) sum += block->slots[i];
  }
  if (laneless == left && block->indents == NULL) return false;
  lanes->fixed -= sum;
  rc__move_bytes(block->slots + at, block->slots + after,
                 (leaf.count - after) * sizeof *block->slots);
  rc__move_bytes(codes + at, codes + after, leaf.count - after);
  rc__lanes_sum_again(lanes, &path, rc__block_fitted(lanes, block, left), left);
  rc__lanes_forget_edges(lanes);
  return true;
}

static rc_status remove_items(rc_lanes *lanes, int64_t lower, int64_t upper) {
  if (remove_from_leaf(lanes, (uint32_t)lower, (uint32_t)(upper - lower))) return RC_STATUS_OK;
  rc__lanes_tree nothing;
  rc__run_make(lanes, 0, &nothing);
  return rc__lanes_replace(lanes, (uint32_t)lower, (uint32_t)upper, &nothing);
}

// After a removal that failed, or a move, of which the indents were passed on.
static void take_indents_back(rc_lanes *lanes, int64_t upper) {
  const int64_t none[RC_LANE_COUNT_MAX] = {0};
  (void)rc__lanes_put_indents(lanes, (uint32_t)upper, none);
  rc__lanes_tidy_indents(lanes, (uint32_t)upper);
}

rc_status rc_lanes_remove(rc_lanes *lanes, int64_t lower, int64_t upper) {
  if (!rc__lanes_has_range(lanes, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  if (lanes->watch == NULL) return remove_items(lanes, lower, upper);
  if (!rc__watch_begin(lanes)) return RC_STATUS_NO_MEMORY;
  bool has_passed;
  rc_status status = rc__lanes_pass_indents_on(lanes, lower, upper, &has_passed);
  if (status != RC_STATUS_OK) return status;
  status = remove_items(lanes, lower, upper);
  if (status != RC_STATUS_OK && has_passed) take_indents_back(lanes, upper);
  if (status == RC_STATUS_OK) rc__watch_remove(lanes, lower, upper);
  return status;
}

static rc_status move_watched(rc_lanes *lanes, int64_t lower, int64_t upper, int64_t to) {
  if (!rc__watch_begin(lanes)) return RC_STATUS_NO_MEMORY;
  bool has_passed;
  rc_status status = rc__lanes_pass_indents_on(lanes, lower, upper, &has_passed);
  if (status != RC_STATUS_OK) return status;
  status = rc__lanes_move_bare(lanes, lower, upper, to);
  if (status != RC_STATUS_OK && has_passed) take_indents_back(lanes, upper);
  if (status == RC_STATUS_OK) rc__watch_move(lanes, lower, upper, to);
  return status;
}

rc_status rc_lanes_move(rc_lanes *lanes, int64_t lower, int64_t upper, int64_t to) {
  if (!rc__lanes_has_range(lanes, lower, upper)) return RC_STATUS_ARGUMENT;
  if (to < 0 || to > lanes->root.part.count - (upper - lower)) return RC_STATUS_ARGUMENT;
  if (lower == upper || lower == to) return RC_STATUS_OK;
  if (lanes->watch != NULL) return move_watched(lanes, lower, upper, to);
  if (!rc__lanes_reserve(lanes, 3, 3 * RC__SPLIT_BLOCKS + 3)) {
    rc__lanes_trim(lanes);
    return RC_STATUS_NO_MEMORY;
  }
  rc__lanes_tree left, moved, right;
  rc__lanes_split(lanes, &lanes->root, (uint32_t)lower, &left, &right);
  rc__lanes_split(lanes, &right, (uint32_t)(upper - lower), &moved, &right);
  rc__lanes_join(lanes, &left, &right, &left);
  rc__lanes_split(lanes, &left, (uint32_t)to, &left, &right);
  rc__lanes_join(lanes, &left, &moved, &left);
  rc__lanes_join(lanes, &left, &right, &lanes->root);
  rc__lanes_trim(lanes);
  rc__lanes_forget_edges(lanes);
  return RC_STATUS_OK;
}
