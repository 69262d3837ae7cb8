#include "model_states.h"

#include <stdlib.h>
#include <string.h>

void model_states_init(model_states *states) {
  *states = (model_states){0};
}

void model_states_deinit(model_states *states) {
  free(states->items);
  free(states->removed);
  free(states->changes);
}

static void *resized(void *block, size_t count, size_t size) {
  void *grown = realloc(block, (count + 1) * size);
  if (grown == NULL) abort();
  return grown;
}

static void resize(model_states *states, int64_t count) {
  states->count = count;
  states->items = resized(states->items, (size_t)count, sizeof *states->items);
}

static void move_items(model_states *states, int64_t to, int64_t from, int64_t count) {
  if (count == 0) return;
  memmove(states->items + to, states->items + from, (size_t)count * sizeof *states->items);
}

void model_states_insert(model_states *states, int64_t index, int64_t count) {
  int64_t behind = states->count - index;
  resize(states, states->count + count);
  move_items(states, index + count, index, behind);
  for (int64_t i = index; i < index + count; i++) {
    states->items[i] = (model_states_item){states->next_identity++, -1, 0};
  }
}

void model_states_remove(model_states *states, int64_t lower, int64_t upper) {
  states->removed = resized(states->removed, (size_t)(states->removed_count + upper - lower),
                            sizeof *states->removed);
  for (int64_t i = lower; i < upper; i++) {
    if (states->items[i].previous >= 0) {
      states->removed[states->removed_count++] = states->items[i];
    }
  }
  move_items(states, lower, upper, states->count - upper);
  resize(states, states->count - (upper - lower));
}

void model_states_move(model_states *states, int64_t lower, int64_t upper, int64_t to) {
  if (lower == upper) return;
  size_t size = (size_t)(upper - lower) * sizeof *states->items;
  model_states_item *moved = resized(NULL, (size_t)(upper - lower), sizeof *moved);
  memcpy(moved, states->items + lower, size);
  move_items(states, lower, upper, states->count - upper);
  move_items(states, to + (upper - lower), to, states->count - (upper - lower) - to);
  memcpy(states->items + to, moved, size);
  free(moved);
}

static bool holds(rc_interval interval, int64_t index) {
  return interval.lower <= index && index < interval.upper;
}

static rc_state state_of(int64_t index, rc_state before, const rc_state_ranges *ranges) {
  int state = RC_STATE_MEASURE_LAYOUT;
  for (int bit = 1; bit < 8; bit++) {
    bool has = (before >> bit & 1) != 0;
    const rc_state_range *range = &ranges->bits[bit];
    if (holds(range->items, index) || (has && holds(range->keep, index))) state |= 1 << bit;
  }
  return (rc_state)state;
}

// 0 what leaves, 1 what becomes visible, 2 what enters otherwise.
static int section_of(rc_state before, rc_state after) {
  for (int bit = 0; bit < 8; bit++) {
    if ((before >> bit & 1) != 0 && (after >> bit & 1) == 0) return 0;
  }
  return (after & RC_STATE_VISIBLE) != 0 && (before & RC_STATE_VISIBLE) == 0 ? 1 : 2;
}

static void add(model_states *states, size_t first, int64_t index, rc_state before,
                rc_state after) {
  if (states->change_count > first) {
    rc_change *last = &states->changes[states->change_count - 1];
    if (last->upper == index && last->before == before && last->after == after) {
      last->upper++;
      return;
    }
  }
  states->changes[states->change_count++] =
      (rc_change){.lower = index, .upper = index + 1, .before = before, .after = after};
}

static int by_previous(const void *a, const void *b) {
  const model_states_item *first = a, *second = b;
  return (first->previous > second->previous) - (first->previous < second->previous);
}

static void list_removed(model_states *states) {
  if (states->removed_count > 0) {
    qsort(states->removed, (size_t)states->removed_count, sizeof *states->removed, by_previous);
  }
  for (int64_t i = 0; i < states->removed_count; i++) {
    const model_states_item *item = &states->removed[i];
    if (item->state > 1) add(states, 0, item->previous, item->state, 0);
  }
}

static void list_section(model_states *states, const rc_state_ranges *ranges, int section) {
  size_t first = states->change_count;
  for (int64_t i = 0; i < states->count; i++) {
    rc_state before = states->items[i].state, after = state_of(i, before, ranges);
    bool is_listed = before == 0 ? after > 1 : before != after;
    if (is_listed && section_of(before, after) == section) add(states, first, i, before, after);
  }
}

void model_states_update(model_states *states, const rc_state_ranges *ranges) {
  size_t most = (size_t)(states->count + states->removed_count);
  states->changes = resized(states->changes, most, sizeof *states->changes);
  states->change_count = 0;
  list_removed(states);
  states->removed_change_count = states->change_count;
  list_section(states, ranges, 0);
  states->left_change_count = states->change_count - states->removed_change_count;
  list_section(states, ranges, 1);
  list_section(states, ranges, 2);
  for (int64_t i = 0; i < states->count; i++) {
    states->items[i].state = state_of(i, states->items[i].state, ranges);
    states->items[i].previous = i;
  }
  states->removed_count = 0;
}

// 0 where the change overlaps the viewport, 1 on the leading side, 2 on the other.
static int side_of(const rc_change *change, rc_interval viewport, rc_direction leading) {
  if (change->upper <= viewport.lower) return leading == RC_DIRECTION_BACKWARD ? 1 : 2;
  if (change->lower >= viewport.upper) return leading == RC_DIRECTION_FORWARD ? 1 : 2;
  return 0;
}

static bool comes_before(const rc_change *a, const rc_change *b, rc_interval viewport,
                         rc_direction leading) {
  int a_section = section_of(a->before, a->after), b_section = section_of(b->before, b->after);
  if (a_section != b_section) return a_section < b_section;
  if (a_section == 1) return a->lower < b->lower;
  if (a->distance != b->distance) return a->distance < b->distance;
  int a_side = side_of(a, viewport, leading), b_side = side_of(b, viewport, leading);
  if (a_side != b_side) return a_side < b_side;
  return a->lower < b->lower;
}

void model_states_sort(rc_change *changes, size_t count, rc_interval viewport,
                       rc_direction leading) {
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      if (!comes_before(&changes[j], &changes[j - 1], viewport, leading)) break;
      rc_change change = changes[j];
      changes[j] = changes[j - 1];
      changes[j - 1] = change;
    }
  }
}

static double items_between(const rc_change *change, rc_interval viewport) {
  if (change->upper <= viewport.lower) return (double)(viewport.lower - change->upper);
  if (change->lower >= viewport.upper) return (double)(change->lower - viewport.upper);
  return 0;
}

void model_states_order(model_states *states, rc_interval viewport, rc_direction leading,
                        const double *distances) {
  size_t first = states->removed_change_count + states->left_change_count;
  size_t count = states->change_count - first;
  rc_change *entered = states->changes + first;
  for (size_t i = 0; i < count; i++) {
    entered[i].distance = distances != NULL ? distances[i] : items_between(&entered[i], viewport);
  }
  model_states_sort(entered, count, viewport, leading);
}
