// What is set of items that stay: extents, lanes, spans and indents.

#include "lanes_change.h"
#include "../base/ticks.h"
#include "../extents/slots.h"
#include "lanes_build.h"
#include "lanes_watch.h"

typedef enum change_kind {
  CHANGE_EXTENTS,
  CHANGE_FORGET,
  CHANGE_LANES,
  CHANGE_SPAN,
  CHANGE_CODES,
  /// All become laneless unless they are wide, and lose their indents.
  CHANGE_BARE
} change_kind;

typedef struct lanes_change {
  change_kind kind;
  bool is_wide;
  /// The first item becomes wide in any case.
  bool has_header;
  const double *points;
  const uint32_t *lanes;
  const uint8_t *codes;
} lanes_change;

// Gives an item a lane, or makes it laneless or wide.
static void set_kind(const rc_lanes *lanes, uint32_t kind, uint32_t *slot, uint8_t *code) {
  const bool was_free = rc__lanes_is_free(*code);
  *code = (uint8_t)((*code & RC__CODE_GUESSED) | kind);
  if (rc__lanes_is_free(*code)) *slot = 0;
  if (was_free && kind < RC__CODE_LANELESS) *slot = lanes->slot;
}

// Changes items, the first of which is number `from` of those that were given.
static void change_items(const rc_lanes *lanes, const lanes_change *it, int64_t from,
                         uint32_t count, uint32_t *slots, uint8_t *codes) {
  if (it->kind == CHANGE_EXTENTS) {
    uint64_t sum;
    for (uint32_t at = 0; at < count; at += RC__LEAF_WIDTH) {
      (void)rc__slots_from_points(it->points + from + at, rc__slots_chunk(count - at),
                                  lanes->spacing, slots + at, &sum);
    }
    for (uint32_t i = 0; i < count; i++) codes[i] &= (uint8_t)~RC__CODE_GUESSED;
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    const bool is_wide = rc__lanes_kind(codes[i]) == RC__CODE_WIDE;
    if (it->kind == CHANGE_FORGET) {
      codes[i] |= RC__CODE_GUESSED;
      slots[i] = rc__lanes_is_free(codes[i]) ? 0 : lanes->slot;
    } else if (it->kind == CHANGE_SPAN) {
      const bool widens = it->is_wide || (it->has_header && from + i == 0);
      if (widens) set_kind(lanes, RC__CODE_WIDE, &slots[i], &codes[i]);
      if (!widens && is_wide) set_kind(lanes, RC__CODE_LANELESS, &slots[i], &codes[i]);
    } else if (it->kind == CHANGE_CODES) {
      set_kind(lanes, rc__lanes_kind(it->codes[from + i]), &slots[i], &codes[i]);
      codes[i] |= it->codes[from + i] & RC__CODE_SHOWN;
    } else if (it->kind == CHANGE_BARE) {
      if (!is_wide) set_kind(lanes, RC__CODE_LANELESS, &slots[i], &codes[i]);
    } else if (!is_wide) {
      const uint32_t lane = it->lanes[from + i];
      set_kind(lanes, lane == RC_LANE_NONE ? RC__CODE_LANELESS : lane, &slots[i], &codes[i]);
    }
  }
}

// What items count in `fixed`, and how many of them do not.
static void count_items(const uint32_t *slots, const uint8_t *codes, uint32_t count,
                        uint64_t *fixed, uint64_t *free_count) {
  for (uint32_t i = 0; i < count; i++) {
    if (rc__lanes_is_free(codes[i])) {
      ++*free_count;
    } else {
      *fixed += slots[i];
    }
  }
}

static bool fits_changed(const rc_lanes *lanes, uint64_t fixed, uint64_t free_count,
                         uint64_t old_fixed, uint64_t old_free) {
  const rc__lanes_part *root = &lanes->root.part;
  return rc__lanes_fits(lanes, lanes->fixed + fixed - old_fixed,
                        (uint64_t)root->laneless + root->wide + free_count - old_free, lanes->slot);
}

// Changes items that are all in one block, unless it could become a run.
static rc_status change_in_block(rc_lanes *lanes, const lanes_change *it, uint32_t lower,
                                 uint32_t count, bool *out_is_done) {
  rc__lanes_path path;
  const uint32_t at = rc__lanes_find(&lanes->root, lower, &path);
  rc__lanes_prefetch(lanes, &path, at);
  const rc__lanes_part leaf = *rc__lanes_leaf(lanes, &path);
  rc__lanes_block *block = leaf.child.block;
  *out_is_done = false;
  if (block == NULL || count > leaf.count - at) return RC_STATUS_OK;
  uint32_t slots[RC__BLOCK_WIDTH];
  uint8_t codes[RC__BLOCK_WIDTH], *to = rc__block_codes(block) + at;
  rc__copy_bytes(slots, block->slots + at, count * sizeof *slots);
  rc__copy_bytes(codes, to, count);
  uint64_t old_fixed = 0, old_free = 0, fixed = 0, free_count = 0;
  count_items(slots, codes, count, &old_fixed, &old_free);
  change_items(lanes, it, 0, count, slots, codes);
  count_items(slots, codes, count, &fixed, &free_count);
  // It may become a run.
  if (leaf.laneless + leaf.wide - old_free + free_count == leaf.count && block->indents == NULL) {
    return RC_STATUS_OK;
  }
  *out_is_done = true;
  if (!fits_changed(lanes, fixed, free_count, old_fixed, old_free)) return RC_STATUS_LIMIT;
  lanes->fixed = lanes->fixed - old_fixed + fixed;
  const int64_t longer = (int64_t)slots[0] - block->slots[at];
  const bool is_same = count == 1 && (leaf.flags & RC__PART_LEVELS) == 0 &&
                       rc__lanes_kind(codes[0]) == rc__lanes_kind(to[0]);
  rc__copy_bytes(block->slots + at, slots, count * sizeof *slots);
  rc__copy_bytes(to, codes, count);
  if (is_same) {
    rc__lanes_add(lanes, &path, rc__lanes_kind(codes[0]), longer);
  } else {
    rc__lanes_sum_again(lanes, &path, block, leaf.count);
  }
  rc__lanes_forget_edges(lanes);
  return RC_STATUS_OK;
}

// Builds what items become, those of a leaf.
static bool build_changed(rc__lanes_builder *builder, const lanes_change *it,
                          const rc__lanes_part *leaf, uint32_t at, int64_t from, uint32_t count,
                          uint64_t *old_fixed, uint64_t *old_free) {
  const rc_lanes *lanes = builder->lanes;
  rc__lanes_block *block = leaf->child.block;
  if (at == 0 && (leaf->flags & RC__PART_INDENTED) != 0 && it->kind != CHANGE_BARE) {
    *old_fixed += (uint64_t)rc__front_most(lanes->k, block->indents);
    if (!rc__lanes_build_indents(builder, block->indents)) return false;
  }
  const bool narrows = it->kind == CHANGE_SPAN && !it->is_wide && !(it->has_header && from == 0);
  if (block == NULL && (it->kind == CHANGE_FORGET || narrows)) {
    *old_free += count;
    return rc__lanes_build_run(builder, count);
  }
  uint32_t slots[RC__BLOCK_WIDTH];
  uint8_t codes[RC__BLOCK_WIDTH];
  for (uint32_t done = 0, size; done < count; done += size) {
    size = count - done < RC__BLOCK_WIDTH ? count - done : RC__BLOCK_WIDTH;
    if (block == NULL) {
      rc__zero_bytes(slots, sizeof slots);
      rc__fill_bytes(codes, RC__CODE_GUESSED | RC__CODE_LANELESS, sizeof codes);
    } else {
      rc__copy_bytes(slots, block->slots + at + done, size * sizeof *slots);
      rc__copy_bytes(codes, rc__block_codes(block) + at + done, size);
    }
    count_items(slots, codes, size, old_fixed, old_free);
    change_items(lanes, it, from + done, size, slots, codes);
    if (!rc__lanes_build_items(builder, slots, codes, size)) return false;
  }
  return true;
}

// Builds what all become; false if out of memory.
static bool build_all(rc__lanes_builder *builder, const lanes_change *it, uint32_t lower,
                      uint32_t count, uint64_t *old_fixed, uint64_t *old_free) {
  rc_lanes *lanes = builder->lanes;
  rc__lanes_path path;
  uint32_t at = rc__lanes_find(&lanes->root, lower, &path);
  bool had_memory = true;
  for (uint32_t from = 0, size; from < count && had_memory; from += size, at = 0) {
    if (from > 0) (void)rc__lanes_path_move(&path, 1);
    const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
    size = leaf->count - at < count - from ? leaf->count - at : count - from;
    had_memory = build_changed(builder, it, leaf, at, from, size, old_fixed, old_free);
  }
  if (had_memory && rc__lanes_build_finish(builder)) return true;
  rc__lanes_build_give_up(builder);
  return false;
}

// Builds what all become, and replaces them.
static rc_status change_in_tree(rc_lanes *lanes, const lanes_change *it, uint32_t lower,
                                uint32_t count) {
  rc__lanes_builder builder;
  uint64_t old_fixed = 0, old_free = 0;
  rc__lanes_build_begin(&builder, lanes);
  if (!build_all(&builder, it, lower, count, &old_fixed, &old_free)) return RC_STATUS_NO_MEMORY;
  const rc__lanes_part *built = &builder.built.part;
  if (!fits_changed(lanes, 0, (uint64_t)built->laneless + built->wide, old_fixed, old_free)) {
    rc__lanes_build_give_up(&builder);
    return RC_STATUS_LIMIT;
  }
  return rc__lanes_replace(lanes, lower, lower + count, &builder.built);
}

static rc_status make_change(rc_lanes *lanes, const lanes_change *it, int64_t lower,
                             int64_t count) {
  if (count == 0) return RC_STATUS_OK;
  bool is_done;
  const rc_status status = change_in_block(lanes, it, (uint32_t)lower, (uint32_t)count, &is_done);
  return is_done ? status : change_in_tree(lanes, it, (uint32_t)lower, (uint32_t)count);
}

rc_status rc_lanes_set_extents(rc_lanes *lanes, int64_t index, const double *values, size_t count) {
  if (!rc__lanes_has_range(lanes, index, index)) return RC_STATUS_ARGUMENT;
  if (count > (uint64_t)(lanes->root.part.count - index)) return RC_STATUS_ARGUMENT;
  if (count == 0) return RC_STATUS_OK;
  if (values == NULL) return RC_STATUS_ARGUMENT;
  uint64_t sum;
  const rc_status status = rc__slots_check(values, (int64_t)count, lanes->spacing, &sum);
  if (status != RC_STATUS_OK) return status;
  if (!rc__watch_begin(lanes)) return RC_STATUS_NO_MEMORY;
  const lanes_change it = {.kind = CHANGE_EXTENTS, .points = values};
  const rc_status result = make_change(lanes, &it, index, (int64_t)count);
  if (result == RC_STATUS_OK) rc__watch_measure(lanes, index, index + (int64_t)count, true);
  return result;
}

rc_status rc_lanes_forget_extents(rc_lanes *lanes, int64_t lower, int64_t upper) {
  if (!rc__lanes_has_range(lanes, lower, upper)) return RC_STATUS_ARGUMENT;
  if (!rc__watch_begin(lanes)) return RC_STATUS_NO_MEMORY;
  const lanes_change it = {.kind = CHANGE_FORGET};
  const rc_status status = make_change(lanes, &it, lower, upper - lower);
  if (status == RC_STATUS_OK) rc__watch_measure(lanes, lower, upper, false);
  return status;
}

rc_status rc_lanes_set_lanes(rc_lanes *lanes, int64_t index, const uint32_t *values, size_t count) {
  if (!rc__lanes_has_range(lanes, index, index)) return RC_STATUS_ARGUMENT;
  if (count > (uint64_t)(lanes->root.part.count - index)) return RC_STATUS_ARGUMENT;
  if (count == 0) return RC_STATUS_OK;
  if (values == NULL) return RC_STATUS_ARGUMENT;
  for (size_t i = 0; i < count; i++) {
    if (values[i] >= lanes->k && values[i] != RC_LANE_NONE) return RC_STATUS_ARGUMENT;
  }
  if (lanes->k == 1) return RC_STATUS_OK;
  if (!rc__watch_begin(lanes)) return RC_STATUS_NO_MEMORY;
  const lanes_change it = {.kind = CHANGE_LANES, .lanes = values};
  const rc_status status = make_change(lanes, &it, index, (int64_t)count);
  if (status == RC_STATUS_OK) rc__watch_change(lanes, index, index + (int64_t)count);
  return status;
}

rc_status rc_lanes_set_span(rc_lanes *lanes, int64_t lower, int64_t upper, uint32_t span) {
  if (!rc__lanes_has_range(lanes, lower, upper)) return RC_STATUS_ARGUMENT;
  if (span != 1 && span != RC_SPAN_WIDE) return RC_STATUS_ARGUMENT;
  return rc__lanes_set_spans(lanes, lower, upper, span == RC_SPAN_WIDE, false);
}

rc_status rc__lanes_set_spans(rc_lanes *lanes, int64_t lower, int64_t upper, bool is_wide,
                              bool has_header) {
  if (!rc__watch_begin(lanes)) return RC_STATUS_NO_MEMORY;
  const lanes_change it = {.kind = CHANGE_SPAN, .is_wide = is_wide, .has_header = has_header};
  const rc_status status = make_change(lanes, &it, lower, upper - lower);
  if (status != RC_STATUS_OK || lanes->watch == NULL) return status;
  rc__watch_change(lanes, lower, upper);
  // An item that has no lane begins no panel.
  const int64_t none[RC_LANE_COUNT_MAX] = {0};
  for (int64_t i = lower; i < upper; i++) {
    rc__lanes_path path;
    if (rc__lanes_indents_at(lanes, (uint32_t)i, &path) == NULL) continue;
    if (rc__lanes_kind(rc__lanes_code_at(lanes, i)) < RC__CODE_LANELESS) continue;
    (void)rc__lanes_put_indents(lanes, (uint32_t)i, none);
    rc__lanes_tidy_indents(lanes, (uint32_t)i);
  }
  return status;
}

// == indents ==

static rc_status ticks_of_indents(const rc_lanes *lanes, const double *indents,
                                  int64_t *out_ticks) {
  rc_status worst = RC_STATUS_OK;
  for (uint32_t i = 0; i < lanes->k; i++) {
    out_ticks[i] = 0;
    if (!rc__is_finite(indents[i]) || indents[i] < 0) return RC_STATUS_ARGUMENT;
    const rc_status status = rc_ticks_from_points(indents[i], &out_ticks[i]);
    if (status != RC_STATUS_OK || out_ticks[i] > RC_ITEM_TICKS_MAX) worst = RC_STATUS_LIMIT;
  }
  return worst;
}

// Takes the leaf that begins with an item out of the list, and puts it back with other indents,
// which may be NULL. Returns those it had. Memory is reserved.
static int64_t *exchange_indents(rc_lanes *lanes, uint32_t index, int64_t *indents) {
  rc__lanes_tree left, leaf, right, first;
  rc__lanes_split(lanes, &lanes->root, index, &left, &right);
  rc__lanes_take_leaf(lanes, &right, 0, &leaf, &right);
  rc__lanes_block *block = leaf.part.child.block;
  const uint32_t count = block == NULL ? 1 : leaf.part.count;
  if (block == NULL) {
    block = rc__block_take(lanes, 1);
    block->slots[0] = 0;
    rc__block_codes(block)[0] = RC__CODE_GUESSED | RC__CODE_LANELESS;
    rc__run_make(lanes, leaf.part.count - 1, &leaf);
    rc__lanes_join(lanes, &leaf, &right, &right);
  }
  int64_t *old = block->indents;
  block->indents = indents;
  rc__leaf_make(lanes, block, count, &first);
  rc__lanes_join(lanes, &first, &right, &right);
  rc__lanes_join(lanes, &left, &right, &lanes->root);
  return old;
}

int64_t *rc__lanes_indents_at(const rc_lanes *lanes, uint32_t index, rc__lanes_path *out_path) {
  const uint32_t at = rc__lanes_find(&lanes->root, index, out_path);
  const rc__lanes_part *leaf = rc__lanes_leaf(lanes, out_path);
  if (at != 0 || (leaf->flags & RC__PART_INDENTED) == 0) return NULL;
  return leaf->child.block->indents;
}

// Sets or removes indents, in ticks.
//
// - `is_limited`: the list may not become too long.
static rc_status set_indents(rc_lanes *lanes, uint32_t index, const int64_t *ticks,
                             bool is_limited) {
  const size_t size = lanes->k * sizeof(int64_t);
  rc__lanes_path path;
  int64_t *own = NULL, *old = rc__lanes_indents_at(lanes, index, &path);
  if (ticks == NULL && old == NULL) return RC_STATUS_OK;
  const uint64_t most = ticks == NULL ? 0 : (uint64_t)rc__front_most(lanes->k, ticks);
  const uint64_t before = old == NULL ? 0 : (uint64_t)rc__front_most(lanes->k, old);
  if (is_limited && !fits_changed(lanes, most, 0, before, 0)) return RC_STATUS_LIMIT;
  if (ticks != NULL && old != NULL) {
    rc__copy_bytes(old, ticks, size);
    const rc__lanes_part leaf = *rc__lanes_leaf(lanes, &path);
    rc__lanes_sum_again(lanes, &path, leaf.child.block, leaf.count);
  } else {
    if (ticks != NULL) own = rc__allocate(&lanes->allocator, size);
    if ((ticks != NULL && own == NULL) || !rc__lanes_reserve(lanes, 3, RC__SPLIT_BLOCKS + 4)) {
      rc__deallocate(&lanes->allocator, own, size);
      rc__lanes_trim(lanes);
      return RC_STATUS_NO_MEMORY;
    }
    if (own != NULL) rc__copy_bytes(own, ticks, size);
    old = exchange_indents(lanes, index, own);
    rc__deallocate(&lanes->allocator, old, size);
    rc__lanes_trim(lanes);
  }
  lanes->fixed = lanes->fixed - before + most;
  rc__lanes_forget_edges(lanes);
  return RC_STATUS_OK;
}

rc_status rc_lanes_set_indents(rc_lanes *lanes, int64_t index, const double *indents) {
  if (!rc__lanes_has_range(lanes, index, index) || index == lanes->root.part.count) {
    return RC_STATUS_ARGUMENT;
  }
  int64_t ticks[RC_LANE_COUNT_MAX] = {0};
  if (indents != NULL) {
    const rc_status status = ticks_of_indents(lanes, indents, ticks);
    if (status != RC_STATUS_OK) return status;
  }
  if (!rc__watch_begin(lanes)) return RC_STATUS_NO_MEMORY;
  const rc_status status =
      set_indents(lanes, (uint32_t)index, indents == NULL ? NULL : ticks, true);
  if (status == RC_STATUS_OK) rc__watch_change(lanes, index, index);
  return status;
}

// == for updates ==

rc_status rc__lanes_set_codes(rc_lanes *lanes, int64_t lower, const uint8_t *codes, int64_t count) {
  const lanes_change it = {.kind = CHANGE_CODES, .codes = codes};
  return make_change(lanes, &it, lower, count);
}

void rc__lanes_mark_shown(rc_lanes *lanes, uint32_t index, bool was_shown) {
  rc__lanes_path path;
  const uint32_t at = rc__lanes_find(&lanes->root, index, &path);
  uint8_t *code = rc__block_codes(rc__lanes_leaf(lanes, &path)->child.block) + at;
  *code = (uint8_t)((*code & ~RC__CODE_SHOWN) | (was_shown ? RC__CODE_SHOWN : 0));
}

rc_status rc__lanes_put_indents(rc_lanes *lanes, uint32_t index, const int64_t *indents) {
  return set_indents(lanes, index, indents, true);
}

void rc__lanes_tidy_indents(rc_lanes *lanes, uint32_t index) {
  rc__lanes_path path;
  const int64_t *indents = rc__lanes_indents_at(lanes, index, &path);
  if (indents != NULL && rc__front_most(lanes->k, indents) == 0) {
    (void)set_indents(lanes, index, NULL, true);
  }
}

rc_status rc__lanes_pass_indents_on(rc_lanes *lanes, int64_t lower, int64_t upper,
                                    bool *out_passed) {
  rc__lanes_path path;
  *out_passed = false;
  if (lower >= upper || upper == lanes->root.part.count) return RC_STATUS_OK;
  const int64_t top = rc__lanes_nearest(lanes, upper, RC_LANE_NONE, 0) + 1;
  if (top < lower || top >= upper) return RC_STATUS_OK;
  if (rc__lanes_kind(rc__lanes_code_at(lanes, upper)) >= RC__CODE_LANELESS) return RC_STATUS_OK;
  const int64_t *indents = rc__lanes_indents_at(lanes, (uint32_t)top, &path);
  if (indents == NULL) return RC_STATUS_OK;
  int64_t copy[RC_LANE_COUNT_MAX] = {0};
  rc__copy_bytes(copy, indents, lanes->k * sizeof *indents);
  const rc_status status = set_indents(lanes, (uint32_t)upper, copy, false);
  *out_passed = status == RC_STATUS_OK;
  return status;
}

rc_status rc__lanes_move_bare(rc_lanes *lanes, int64_t lower, int64_t upper, int64_t to) {
  rc__lanes_builder builder;
  uint64_t old_fixed = 0, old_free = 0;
  const uint32_t count = (uint32_t)(upper - lower);
  const lanes_change it = {.kind = CHANGE_BARE};
  rc__lanes_build_begin(&builder, lanes);
  if (!build_all(&builder, &it, (uint32_t)lower, count, &old_fixed, &old_free)) {
    return RC_STATUS_NO_MEMORY;
  }
  const rc__lanes_part *built = &builder.built.part;
  rc_status status = RC_STATUS_OK;
  if (!fits_changed(lanes, 0, (uint64_t)built->laneless + built->wide, old_fixed, old_free)) {
    status = RC_STATUS_LIMIT;
  } else if (!rc__lanes_reserve(lanes, 4, 4 * RC__SPLIT_BLOCKS + 4)) {
    status = RC_STATUS_NO_MEMORY;
  }
  if (status != RC_STATUS_OK) {
    rc__lanes_build_give_up(&builder);
    return status;
  }
  rc__lanes_tree left, moved, right;
  rc__lanes_split(lanes, &lanes->root, (uint32_t)lower, &left, &right);
  rc__lanes_split(lanes, &right, count, &moved, &right);
  rc__lanes_drop(lanes, &moved);
  rc__lanes_join(lanes, &left, &right, &left);
  rc__lanes_split(lanes, &left, (uint32_t)to, &left, &right);
  rc__lanes_join(lanes, &left, &builder.built, &left);
  rc__lanes_join(lanes, &left, &right, &lanes->root);
  rc__lanes_trim(lanes);
  rc__lanes_forget_edges(lanes);
  return RC_STATUS_OK;
}
