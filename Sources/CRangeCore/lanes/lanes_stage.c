// The items around the viewport, in arrays: taken out of the tree, placed, and put back.

#include "lanes_change.h"
#include "lanes_watch.h"

enum {
  /// How many more items are taken at a time.
  STAGE_STEP = 64
};

// == taking items out of the tree ==

// Reads items into their places on the stage.
static void read_items(rc__lanes_stage *stage, int64_t lower, int64_t upper) {
  rc_lanes *lanes = stage->lanes;
  const rc__lanes_watch *watch = lanes->watch;
  rc__lanes_path path;
  uint32_t at = rc__lanes_find(&lanes->root, (uint32_t)lower, &path);
  const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
  size_t seen = rc__watch_find(watch, lower);
  for (int64_t index = lower; index < upper; index++, at++) {
    if (at == leaf->count) {
      (void)rc__lanes_path_move(&path, 1);
      leaf = rc__lanes_leaf(lanes, &path);
      at = 0;
    }
    rc__lanes_block *block = leaf->child.block;
    rc__stage_item *item = rc__stage_at(stage, index);
    *item = (rc__stage_item){.seen = -1, .code = RC__CODE_GUESSED | RC__CODE_LANELESS};
    if (block != NULL) item->code = rc__block_codes(block)[at];
    item->old_code = item->code;
    item->slot = rc__lanes_is_free(item->code) ? lanes->slot : block->slots[at];
    if (at == 0 && (leaf->flags & RC__PART_INDENTED) != 0) {
      item->flags = RC__STAGE_INDENTED | RC__STAGE_WAS_INDENTED;
      stage->any_indents = true;
      rc__copy_bytes(rc__stage_indents(stage, index), block->indents,
                     lanes->k * sizeof *block->indents);
    }
    if (seen < watch->seen_count && watch->seen[seen].index == index) {
      item->seen = (int32_t)seen++;
    }
  }
}

// Finds where the panel of the first item begins, and where lanes end before that item.
static void read_base(rc__lanes_stage *stage) {
  const rc_lanes *lanes = stage->lanes;
  rc__lanes_path path;
  const uint32_t at = rc__lanes_find_front(lanes, (uint32_t)stage->first, &path, stage->base);
  if (at > 0) rc__leaf_pass(lanes, rc__lanes_leaf(lanes, &path), at, stage->base);
}

static void read_top(rc__lanes_stage *stage) {
  const rc_lanes *lanes = stage->lanes;
  rc__lanes_path path;
  const int64_t top = rc__lanes_nearest(lanes, stage->first, RC_LANE_NONE, 0) + 1;
  stage->top = top < stage->first ? top : -1;
  rc__zero_bytes(stage->top_indents, sizeof stage->top_indents);
  if (stage->top >= 0) {
    const int64_t *indents = rc__lanes_indents_at(lanes, (uint32_t)top, &path);
    if (indents != NULL) {
      rc__copy_bytes(stage->top_indents, indents, lanes->k * sizeof *indents);
    }
  }
  rc__copy_bytes(stage->top_old, stage->top_indents, sizeof stage->top_old);
}

static bool reserve_items(rc__lanes_stage *stage, int64_t count) {
  const rc_allocator *memory = &stage->lanes->allocator;
  const size_t items = (size_t)count, numbers = items * stage->lanes->k;
  const bool had_memory =
      rc__array_reserve(memory, &stage->items, &stage->capacity, sizeof *stage->items, items) &&
      rc__array_reserve(memory, &stage->fronts, &stage->front_capacity, sizeof *stage->fronts,
                        numbers) &&
      rc__array_reserve(memory, &stage->indents, &stage->indent_capacity, sizeof *stage->indents,
                        numbers);
  stage->failed = stage->failed || !had_memory;
  return had_memory;
}

void rc__stage_load(rc__lanes_stage *stage, rc_lanes *lanes, int64_t lower, int64_t upper) {
  stage->lanes = lanes;
  stage->failed = stage->is_current = stage->any_indents = false;
  stage->changed = (rc_interval){INT64_MAX, 0};
  stage->first = lower;
  stage->count = 0;
  if (!reserve_items(stage, upper - lower)) return;
  stage->count = upper - lower;
  stage->placed = 0;
  read_items(stage, lower, upper);
  read_base(stage);
  read_top(stage);
}

void rc__stage_refresh(rc__lanes_stage *stage) {
  read_base(stage);
  read_top(stage);
  for (int64_t i = stage->first; i < rc__stage_end(stage); i++) {
    rc__lanes_path path;
    rc__stage_item *item = rc__stage_at(stage, i);
    if ((item->flags & RC__STAGE_INDENTED) == 0) continue;
    const int64_t *indents = rc__lanes_indents_at(stage->lanes, (uint32_t)i, &path);
    if (indents != NULL) {
      rc__copy_bytes(rc__stage_indents(stage, i), indents, stage->lanes->k * sizeof *indents);
      continue;
    }
    item->flags &= (uint8_t) ~(RC__STAGE_INDENTED | RC__STAGE_WAS_INDENTED);
  }
  stage->placed = 0;
  rc__stage_flow(stage);
}

// Puts items before the first one on the stage.
static void extend_front(rc__lanes_stage *stage, int64_t more) {
  const uint32_t k = stage->lanes->k;
  const size_t count = (size_t)stage->count, size = (size_t)more * k;
  rc__move_bytes(stage->items + more, stage->items, count * sizeof *stage->items);
  rc__move_bytes(stage->indents + size, stage->indents, count * k * sizeof *stage->indents);
  const int64_t top = stage->top;
  int64_t indents[RC_LANE_COUNT_MAX], old[RC_LANE_COUNT_MAX];
  rc__copy_bytes(indents, stage->top_indents, sizeof indents);
  rc__copy_bytes(old, stage->top_old, sizeof old);
  stage->first -= more;
  stage->count += more;
  stage->placed = 0;
  read_items(stage, stage->first, stage->first + more);
  read_base(stage);
  read_top(stage);
  if (top < 0) return;
  // What was decided of the indents goes on.
  if (top < stage->first) {
    rc__copy_bytes(stage->top_indents, indents, sizeof indents);
    return;
  }
  rc__stage_item *item = rc__stage_at(stage, top);
  item->flags &= (uint8_t)~RC__STAGE_INDENTED;
  for (uint32_t lane = 0; lane < k; lane++) {
    if (indents[lane] == 0) continue;
    item->flags |= RC__STAGE_INDENTED;
    stage->any_indents = true;
  }
  rc__copy_bytes(rc__stage_indents(stage, top), indents, k * sizeof *indents);
}

bool rc__stage_reach(rc__lanes_stage *stage, int64_t index) {
  if (stage->failed) return false;
  if (stage->first <= index && index < rc__stage_end(stage)) return true;
  const int64_t count = stage->lanes->root.part.count;
  if (index < 0 || index >= count) return false;
  if (index < stage->first) {
    const int64_t more = rc__at_most(rc__at_least(STAGE_STEP, stage->first - index), stage->first);
    if (!reserve_items(stage, stage->count + more)) return false;
    extend_front(stage, more);
  } else {
    const int64_t end = rc__stage_end(stage);
    const int64_t more = rc__at_most(rc__at_least(STAGE_STEP, index + 1 - end), count - end);
    if (!reserve_items(stage, stage->count + more)) return false;
    stage->count += more;
    read_items(stage, end, end + more);
  }
  return true;
}

// == placing them ==

// Adds the indents of an item to the front.
static void add_indents(const rc__lanes_stage *stage, int64_t index, int64_t *front) {
  if ((rc__stage_at(stage, index)->flags & RC__STAGE_INDENTED) == 0) return;
  if (!rc__stage_has_lane(stage, index)) return;
  const int64_t *indents = rc__stage_indents(stage, index);
  for (uint32_t lane = 0; lane < stage->lanes->k; lane++) front[lane] += indents[lane];
}

// All bits of one lane: from RC_LANE_COUNT_MAX − 1 − lane on.
static const int64_t lane_bits[2 * RC_LANE_COUNT_MAX - 1] = {[RC_LANE_COUNT_MAX - 1] = -1};

// Where lanes end after an item. All lanes alike: to write one lane, and then read all at once, as
// compilers would have it, takes long.
static void front_after(const rc_lanes *lanes, const rc__stage_item *item, const int64_t *front,
                        int64_t *out_front) {
  const uint32_t kind = rc__lanes_kind(item->code);
  if (kind < RC__CODE_LANELESS) {
    const int64_t *bits = &lane_bits[RC_LANE_COUNT_MAX - 1 - kind], slot = item->slot;
    for (uint32_t lane = 0; lane < lanes->k; lane++) {
      out_front[lane] = front[lane] + (slot & bits[lane]);
    }
    return;
  }
  const int64_t level = item->start + rc__lanes_step(lanes, item->code, item->slot);
  for (uint32_t lane = 0; lane < lanes->k; lane++) out_front[lane] = level;
}

void rc__stage_place_to(rc__lanes_stage *stage, int64_t index) {
  const uint32_t k = stage->lanes->k;
  int64_t i = stage->first + stage->placed;
  int64_t *front = rc__stage_front(stage, i);
  rc__stage_item *item = rc__stage_at(stage, i);
  for (uint32_t lane = 0; lane < k && i == stage->first; lane++) {
    front[lane] = stage->base[lane];
    if (stage->top >= 0) front[lane] += stage->top_indents[lane] - stage->top_old[lane];
  }
  for (; i <= index; i++, item++, front += k) {
    if (i > stage->first) front_after(stage->lanes, item - 1, front - k, front);
    if (RC_RARELY((item->flags & RC__STAGE_INDENTED) != 0)) add_indents(stage, i, front);
    const uint32_t kind = rc__lanes_kind(item->code);
    item->start = kind < RC__CODE_LANELESS ? front[kind] : rc__front_most(k, front);
  }
  stage->placed = i - stage->first;
}

int64_t rc__stage_panel_lower(const rc__lanes_stage *stage, int64_t index) {
  while (index > stage->first && !rc__stage_is_flush(stage, index)) index--;
  return rc__stage_is_flush(stage, index) ? index : stage->top;
}

void rc__stage_join(rc__lanes_stage *stage) {
  if (!stage->any_indents) return;
  for (int64_t i = stage->first; i < rc__stage_end(stage); i++) {
    if ((rc__stage_at(stage, i)->flags & RC__STAGE_INDENTED) == 0) continue;
    if (rc__stage_has_lane(stage, i) && rc__stage_is_flush(stage, i)) continue;
    rc__stage_unindent(stage, i);
  }
}

int64_t rc__stage_slide(rc__lanes_stage *stage, int64_t lower, const int64_t *moved) {
  const uint32_t k = stage->lanes->k;
  rc__stage_item *top = lower >= stage->first ? rc__stage_at(stage, lower) : NULL;
  int64_t *indents = top != NULL ? rc__stage_indents(stage, lower) : stage->top_indents;
  if (top != NULL && (top->flags & RC__STAGE_INDENTED) == 0) {
    rc__zero_bytes(indents, k * sizeof *indents);
  }
  int64_t by = moved[0] - indents[0];
  for (uint32_t lane = 1; lane < k; lane++) by = rc__at_least(by, moved[lane] - indents[lane]);
  bool any = false;
  for (uint32_t lane = 0; lane < k; lane++) {
    indents[lane] += by - moved[lane];
    any = any || indents[lane] != 0;
  }
  if (top != NULL) top->flags &= (uint8_t)~RC__STAGE_INDENTED;
  if (top != NULL && any) {
    top->flags |= RC__STAGE_INDENTED;
    stage->any_indents = true;
  }
  return by;
}

int64_t rc__stage_even_out(rc__lanes_stage *stage, int64_t index, const int64_t *moved) {
  const int64_t lower = rc__stage_panel_lower(stage, index);
  const int64_t by = rc__stage_slide(stage, lower, moved);
  // If all have moved alike, they stay where they are.
  for (uint32_t lane = 0; lane < stage->lanes->k; lane++) {
    if (moved[lane] != by) rc__stage_note(stage, lower);
  }
  return by;
}

void rc__stage_set_lane(rc__lanes_stage *stage, int64_t index, uint32_t lane) {
  rc__stage_item *item = rc__stage_at(stage, index);
  if (rc__lanes_kind(item->code) == lane) return;
  item->code = (uint8_t)((item->code & RC__CODE_GUESSED) | lane);
  stage->changed.lower = rc__at_most(stage->changed.lower, index);
  stage->changed.upper = rc__at_least(stage->changed.upper, index + 1);
  rc__stage_note(stage, index);
}

// == putting them back ==

// Sets the indents of an item in the tree; those that are to go are 0, and removed at the end.
static rc_status commit_indents(rc__lanes_stage *stage) {
  rc_lanes *lanes = stage->lanes;
  const int64_t none[RC_LANE_COUNT_MAX] = {0};
  rc_status status = RC_STATUS_OK;
  if (stage->top >= 0) {
    bool differ = false;
    for (uint32_t lane = 0; lane < lanes->k; lane++) {
      differ = differ || stage->top_indents[lane] != stage->top_old[lane];
    }
    if (differ) status = rc__lanes_put_indents(lanes, (uint32_t)stage->top, stage->top_indents);
    if (status != RC_STATUS_OK) return status;
    for (uint32_t lane = 0; lane < lanes->k; lane++) {
      stage->base[lane] += stage->top_indents[lane] - stage->top_old[lane];
    }
    rc__copy_bytes(stage->top_old, stage->top_indents, sizeof stage->top_old);
  }
  for (int64_t i = stage->first; i < rc__stage_end(stage) && stage->any_indents; i++) {
    rc__stage_item *item = rc__stage_at(stage, i);
    const bool has = (item->flags & RC__STAGE_INDENTED) != 0;
    const bool had = (item->flags & RC__STAGE_WAS_INDENTED) != 0;
    if (!has && !had) continue;
    status = rc__lanes_put_indents(lanes, (uint32_t)i, has ? rc__stage_indents(stage, i) : none);
    if (status != RC_STATUS_OK) return status;
    item->flags |= RC__STAGE_WAS_INDENTED;
  }
  return RC_STATUS_OK;
}

// Removes indents that are 0, if there is memory for that: they change nothing.
static void drop_indents(rc__lanes_stage *stage) {
  if (stage->top >= 0) rc__lanes_tidy_indents(stage->lanes, (uint32_t)stage->top);
  for (int64_t i = stage->first; i < rc__stage_end(stage) && stage->any_indents; i++) {
    rc__stage_item *item = rc__stage_at(stage, i);
    if ((item->flags & RC__STAGE_WAS_INDENTED) == 0) continue;
    if ((item->flags & RC__STAGE_INDENTED) != 0) continue;
    rc__lanes_tidy_indents(stage->lanes, (uint32_t)i);
    item->flags &= (uint8_t)~RC__STAGE_WAS_INDENTED;
  }
}

rc_status rc__stage_commit(rc__lanes_stage *stage) {
  rc_lanes *lanes = stage->lanes;
  if (stage->failed) return RC_STATUS_NO_MEMORY;
  rc_status status = commit_indents(stage);
  if (status != RC_STATUS_OK) return status;
  int64_t lower = INT64_MAX, upper = 0;
  for (int64_t i = stage->changed.lower; i < stage->changed.upper; i++) {
    const rc__stage_item *item = rc__stage_at(stage, i);
    if (rc__lanes_kind(item->code) == rc__lanes_kind(item->old_code)) continue;
    lower = rc__at_most(lower, i);
    upper = i + 1;
  }
  // At most so many at a time.
  uint8_t codes[RC__BLOCK_WIDTH];
  while (lower < upper) {
    const int64_t end = rc__at_most(lower + RC__BLOCK_WIDTH, upper);
    for (int64_t i = lower; i < end; i++) codes[i - lower] = rc__stage_at(stage, i)->code;
    status = rc__lanes_set_codes(lanes, lower, codes, end - lower);
    if (status != RC_STATUS_OK) return status;
    for (; lower < end; lower++) {
      rc__stage_item *item = rc__stage_at(stage, lower);
      item->old_code = item->code;
    }
  }
  for (int64_t i = stage->changed.lower; i < stage->changed.upper; i++) {
    rc__stage_item *item = rc__stage_at(stage, i);
    if (item->code == item->old_code) continue;
    rc__lanes_mark_shown(lanes, (uint32_t)i, (item->code & RC__CODE_SHOWN) != 0);
    item->old_code = item->code;
  }
  stage->changed = (rc_interval){INT64_MAX, 0};
  drop_indents(stage);
  rc__stage_flow(stage);
  stage->is_current = true;
  return RC_STATUS_OK;
}
