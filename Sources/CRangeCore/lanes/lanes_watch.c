// What was around the viewport at the last update, followed through edits.

#include "lanes_watch.h"

// == life ==

bool rc__watch_create(rc_lanes *lanes) {
  if (lanes->watch != NULL) return true;
  lanes->watch = rc__allocate(&lanes->allocator, sizeof *lanes->watch);
  if (lanes->watch == NULL) return false;
  rc__zero_bytes(lanes->watch, sizeof *lanes->watch);
  lanes->watch->stage.lanes = lanes;
  return true;
}

static void free_stage(const rc__lanes_stage *stage, const rc_allocator *memory) {
  rc__deallocate(memory, stage->items, stage->capacity * sizeof *stage->items);
  rc__deallocate(memory, stage->fronts, stage->front_capacity * sizeof *stage->fronts);
  rc__deallocate(memory, stage->indents, stage->indent_capacity * sizeof *stage->indents);
}

void rc__watch_destroy(rc_lanes *lanes) {
  rc__lanes_watch *watch = lanes->watch;
  const rc_allocator *memory = &lanes->allocator;
  if (watch == NULL) return;
  rc__deallocate(memory, watch->seen, watch->seen_capacity * sizeof *watch->seen);
  rc__deallocate(memory, watch->fronts, watch->front_capacity * sizeof *watch->fronts);
  rc__deallocate(memory, watch->uncovered, watch->uncovered_capacity * sizeof *watch->uncovered);
  rc__deallocate(memory, watch->places, watch->place_capacity * sizeof *watch->places);
  free_stage(&watch->stage, memory);
  rc__deallocate(memory, watch, sizeof *watch);
}

// == what was seen ==

static uint8_t seen_flags(const rc__lanes_sight *sight, uint8_t code, int64_t start,
                          int64_t extent) {
  const uint32_t kind = rc__lanes_kind(code);
  const int64_t end = sight->offset + sight->length;
  uint8_t flags = 0;
  if ((code & RC__CODE_GUESSED) == 0) flags |= RC__SEEN_MEASURED;
  if (kind == RC__CODE_LANELESS) return flags;
  if (rc__sight_overlaps(start, extent, sight->offset - sight->behind, end + sight->ahead)) {
    flags |= RC__SEEN_NEAR;
    if (kind < RC__CODE_LANELESS && (code & RC__CODE_SHOWN) != 0) flags |= RC__SEEN_KEPT;
  }
  if (rc__sight_overlaps(start, extent, sight->offset, end)) {
    flags |= RC__SEEN_VISIBLE;
    if (kind == RC__CODE_WIDE) flags |= RC__SEEN_KEPT;
  }
  return flags;
}

// Whether the user has scrolled back to an item; `position`: of the list of such items.
static bool is_uncovered(const rc__lanes_watch *watch, const rc__lanes_seen *seen,
                         size_t *position) {
  if (watch->uses_covered) {
    return (seen->flags & RC__SEEN_VISIBLE) != 0 && watch->is_backward &&
           !rc__sight_overlaps(seen->start, seen->extent, watch->covered,
                               watch->covered + watch->sight.length);
  }
  const int64_t *indices = watch->uncovered;
  while (*position < watch->uncovered_count && indices[*position] < seen->index) ++*position;
  return *position < watch->uncovered_count && indices[*position] == seen->index;
}

// Remembers items lower ..< upper. There is memory.
static void remember_items(rc_lanes *lanes, int64_t lower, int64_t upper) {
  rc__lanes_watch *watch = lanes->watch;
  int64_t *fronts = watch->fronts;
  rc__lanes_walk walk;
  size_t uncovered = 0;
  rc__lanes_walk_begin(lanes, lower, &walk);
  for (int64_t index = lower; index < upper; index++) {
    uint8_t code;
    uint32_t slot;
    rc__lanes_walk_enter(lanes, &walk);
    rc__copy_bytes(fronts, walk.front, lanes->k * sizeof *fronts);
    fronts += lanes->k;
    const int64_t start = rc__lanes_walk_pass(lanes, &walk, &code, &slot);
    const int64_t extent = (int64_t)(rc__lanes_is_free(code) ? lanes->slot : slot) - lanes->spacing;
    rc__lanes_seen *seen = &watch->seen[watch->seen_count++];
    *seen = (rc__lanes_seen){.index = index, .start = start, .extent = extent};
    seen->flags = seen_flags(&watch->sight, code, start, extent);
    if (is_uncovered(watch, seen, &uncovered)) seen->flags |= RC__SEEN_UNCOVERED;
  }
}

// Cuts what was remembered to so many items around those that were near.
static void cut_to_near(rc_lanes *lanes) {
  rc__lanes_watch *watch = lanes->watch;
  size_t lower = watch->seen_count, upper = 0;
  for (size_t i = 0; i < watch->seen_count; i++) {
    if ((watch->seen[i].flags & RC__SEEN_NEAR) == 0) continue;
    if (lower == watch->seen_count) lower = i;
    upper = i + 1;
  }
  if (upper == 0) {
    watch->seen_count = 0;
    return;
  }
  lower = lower < RC__SEEN_MARGIN ? 0 : lower - RC__SEEN_MARGIN;
  if (upper + RC__SEEN_MARGIN < watch->seen_count) watch->seen_count = upper + RC__SEEN_MARGIN;
  const size_t count = watch->seen_count - lower;
  rc__move_bytes(watch->seen, watch->seen + lower, count * sizeof *watch->seen);
  rc__move_bytes(watch->fronts, watch->fronts + lower * lanes->k,
                 count * lanes->k * sizeof *watch->fronts);
  watch->seen_count = count;
}

bool rc__watch_take(rc_lanes *lanes) {
  rc__lanes_watch *watch = lanes->watch;
  if (watch->is_taken) return true;
  watch->seen_count = 0;
  const int64_t count = lanes->root.part.count;
  rc_interval hull = {INT64_MAX, 0};
  if (watch->near.lower < watch->near.upper) {
    hull = watch->near;
  } else if (watch->has_updated && count > 0) {
    hull = rc__lanes_hull_once(lanes, rc__sight_near(&watch->sight));
  }
  if (hull.lower < hull.upper) {
    const int64_t lower = rc__at_least(hull.lower - RC__SEEN_MARGIN, 0);
    const int64_t upper = rc__at_most(hull.upper + RC__SEEN_MARGIN, count);
    const size_t size = (size_t)(upper - lower);
    if (!rc__array_reserve(&lanes->allocator, &watch->seen, &watch->seen_capacity,
                           sizeof *watch->seen, size) ||
        !rc__array_reserve(&lanes->allocator, &watch->fronts, &watch->front_capacity,
                           sizeof *watch->fronts, size * lanes->k)) {
      return false;
    }
    remember_items(lanes, lower, upper);
    cut_to_near(lanes);
  }
  watch->is_taken = true;
  watch->is_edited = watch->is_edited_here = false;
  return true;
}

// == edits ==

// Notes that items lower ..< upper change, which are still there.
static void note_items(rc__lanes_watch *watch, int64_t lower, int64_t upper) {
  const size_t count = watch->seen_count;
  watch->is_edited = true;
  if (count > 0 && (upper < watch->seen[0].index || lower > watch->seen[count - 1].index + 1))
    return;
  watch->is_edited_here = true;
}

static void watch_edit(rc_lanes *lanes, int64_t lower, int64_t upper, int64_t count) {
  rc__lanes_watch *watch = lanes->watch;
  note_items(watch, lower, upper);
  for (size_t i = 0; i < watch->seen_count; i++) {
    watch->seen[i].index = rc__index_after(watch->seen[i].index, lower, upper, count);
  }
  for (size_t i = 0; i < watch->place_count; i++) {
    watch->places[i].index = rc__index_after(watch->places[i].index, lower, upper, count);
  }
  rc_interval *restored = &watch->restored;
  const int64_t more = count - (upper - lower);
  if (restored->lower >= lower) restored->lower = rc__at_least(restored->lower, upper) + more;
  if (restored->upper > lower) restored->upper = rc__at_least(restored->upper, upper) + more;
}

void rc__watch_insert(rc_lanes *lanes, int64_t index, int64_t count) {
  if (lanes->watch != NULL) watch_edit(lanes, index, index, count);
}

void rc__watch_remove(rc_lanes *lanes, int64_t lower, int64_t upper) {
  if (lanes->watch != NULL) watch_edit(lanes, lower, upper, 0);
}

void rc__watch_move(rc_lanes *lanes, int64_t lower, int64_t upper, int64_t to) {
  rc__watch_remove(lanes, lower, upper);
  rc__watch_insert(lanes, to, upper - lower);
}

void rc__watch_measure(rc_lanes *lanes, int64_t lower, int64_t upper, bool is_measured) {
  rc__lanes_watch *watch = lanes->watch;
  if (watch == NULL) return;
  note_items(watch, lower, upper);
  for (size_t i = 0; i < watch->seen_count; i++) {
    rc__lanes_seen *seen = &watch->seen[i];
    if (seen->index < lower || seen->index >= upper) continue;
    const bool was_measured = (seen->flags & RC__SEEN_MEASURED) != 0;
    if (is_measured && !was_measured) seen->flags |= RC__SEEN_FIRST_MEASURED;
    seen->flags &= (uint8_t)~RC__SEEN_MEASURED;
    if (is_measured) seen->flags |= RC__SEEN_MEASURED;
  }
}

void rc__watch_change(rc_lanes *lanes, int64_t lower, int64_t upper) {
  rc__lanes_watch *watch = lanes->watch;
  if (watch == NULL) return;
  rc__watch_note(watch);
  for (size_t i = 0; i < watch->seen_count; i++) {
    rc__lanes_seen *seen = &watch->seen[i];
    if (seen->index < lower || seen->index >= upper) continue;
    const uint8_t code = rc__lanes_code_at(lanes, seen->index);
    const bool stays_wide =
        rc__lanes_kind(code) == RC__CODE_WIDE && (seen->flags & RC__SEEN_VISIBLE) != 0;
    if ((code & RC__CODE_SHOWN) == 0 && !stays_wide) seen->flags &= (uint8_t)~RC__SEEN_KEPT;
  }
}

void rc__watch_settle(rc__lanes_watch *watch) {
  const uint32_t k = watch->stage.lanes->k;
  size_t count = 0;
  for (size_t i = 0; i < watch->seen_count; i++) {
    if (watch->seen[i].index < 0) continue;
    if (count > 0 && watch->seen[i].index - watch->seen[count - 1].index > RC__SEEN_GAP) break;
    watch->seen[count] = watch->seen[i];
    if (count != i) {
      rc__copy_bytes(watch->fronts + count * k, watch->fronts + i * k, k * sizeof *watch->fronts);
    }
    count++;
  }
  watch->seen_count = count;
}

size_t rc__watch_find(const rc__lanes_watch *watch, int64_t index) {
  size_t lower = 0, upper = watch->seen_count;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    if (watch->seen[middle].index < index) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return lower;
}

// == what was restored ==

static bool is_between(const rc_lanes *lanes, int64_t index) {
  return lanes->watch->restored.lower <= index && index < lanes->watch->restored.upper;
}

bool rc__watch_is_restored(const rc_lanes *lanes, int64_t index) {
  return is_between(lanes, index) && rc__lanes_is_remembered(rc__lanes_code_at(lanes, index));
}

bool rc__watch_returns_to(const rc_lanes *lanes, int64_t index) {
  return is_between(lanes, index) &&
         rc__lanes_kind(rc__lanes_code_at(lanes, index)) != RC__CODE_LANELESS;
}

int64_t rc__watch_find_restored(const rc_lanes *lanes, int64_t lower, int64_t upper,
                                uint32_t side) {
  const rc_interval *restored = &lanes->watch->restored;
  lower = rc__at_least(lower, restored->lower);
  upper = rc__at_most(upper, restored->upper);
  for (; lower < upper; side != 0 ? lower++ : upper--) {
    const int64_t index = side != 0 ? lower : upper - 1;
    if (rc__watch_is_restored(lanes, index)) return index;
  }
  return -1;
}

int64_t rc__watch_find_kept(const rc__lanes_watch *watch, int64_t lower, int64_t upper,
                            uint32_t side) {
  size_t from = rc__watch_find(watch, lower), to = rc__watch_find(watch, upper);
  int64_t found = -1;
  while (from < to && found < 0) {
    const rc__lanes_seen *seen = &watch->seen[side != 0 ? from++ : --to];
    if ((seen->flags & RC__SEEN_KEPT) != 0) found = seen->index;
  }
  const int64_t restored = rc__watch_find_restored(watch->stage.lanes, lower, upper, side);
  if (found < 0 || restored < 0) return rc__at_least(found, restored);
  return side != 0 ? rc__at_most(found, restored) : rc__at_least(found, restored);
}

bool rc__watch_any_kept(const rc__lanes_watch *watch, int64_t lower, int64_t upper) {
  return rc__watch_find_kept(watch, lower, upper, 1) >= 0;
}
