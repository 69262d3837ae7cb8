#include "states_pair.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"

// The size stands before the block, 16 bytes so that the block stays aligned, and a guard behind.
enum { HEADER = 16, GUARD = 64, GUARD_BYTE = 0x5a };

static void check_block(const char *start, size_t given_size) {
  size_t size;
  memcpy(&size, start, sizeof size);
  CHECK(size == given_size);
  for (size_t i = 0; i < GUARD; i++) CHECK(start[HEADER + size + i] == GUARD_BYTE);
}

static void *ledger_resize(void *context, void *block, size_t old_size, size_t new_size) {
  states_ledger *ledger = context;
  char *old = block != NULL ? (char *)block - HEADER : NULL;
  if (old != NULL) check_block(old, old_size);
  if (old == NULL && old_size != 0) test_fail(__FILE__, __LINE__, "no block has a size");
  if (old == NULL && new_size == 0) test_fail(__FILE__, __LINE__, "no block is given back");
  char *grown = NULL;
  if (new_size != 0) {
    ledger->call_count++;
    if (ledger->calls_left == 0) return NULL;
    if (ledger->calls_left > 0) ledger->calls_left--;
    // Always a new place, so that a pointer into the old one is seen.
    grown = malloc(HEADER + new_size + GUARD);
    if (grown == NULL) return NULL;
    memset(grown + HEADER, 0xa5, new_size);
    memset(grown + HEADER + new_size, GUARD_BYTE, GUARD);
    memcpy(grown, &new_size, sizeof new_size);
    if (old != NULL) memcpy(grown + HEADER, block, old_size < new_size ? old_size : new_size);
  }
  ledger->block_count += (grown != NULL) - (old != NULL);
  ledger->size += new_size - old_size;
  free(old);
  return grown != NULL ? grown + HEADER : NULL;
}

rc_allocator states_ledger_allocator(states_ledger *ledger) {
  return (rc_allocator){ledger, ledger_resize};
}

static rc_interval widened(rc_interval interval, int64_t by) {
  return (rc_interval){interval.lower - by, interval.upper + by};
}

rc_state_ranges states_around(rc_interval viewport, int64_t reach, int64_t slack) {
  rc_state_ranges ranges = {0};
  const int bits[] = {3, 2, 1};
  for (int i = 0; i < 3; i++) {
    rc_interval items = widened(viewport, i * reach);
    ranges.bits[bits[i]] = (rc_state_range){items, widened(items, slack)};
  }
  return ranges;
}

void states_pair_init(states_pair *pair) {
  *pair = (states_pair){.ledger = {.calls_left = -1}};
  model_states_init(&pair->model);
  rc_allocator allocator = states_ledger_allocator(&pair->ledger);
  CHECK_EQUAL(rc_states_create(&allocator, &pair->states), RC_STATUS_OK);
  states_pair_check(pair);
}

void states_pair_deinit(states_pair *pair) {
  rc_states_destroy(pair->states);
  model_states_deinit(&pair->model);
  free(pair->copy);
  CHECK_EQUAL(pair->ledger.block_count, 0);
  CHECK_EQUAL(pair->ledger.size, 0);
}

static void check_same(const rc_change *actual, const rc_change *expected, size_t index) {
  CHECK_F(actual->lower == expected->lower && actual->upper == expected->upper &&
              actual->before == expected->before && actual->after == expected->after &&
              actual->distance == expected->distance,
          "change %zu is %lld ..< %lld %d -> %d at %g, expected %lld ..< %lld %d -> %d at %g",
          index, (long long)actual->lower, (long long)actual->upper, actual->before, actual->after,
          actual->distance, (long long)expected->lower, (long long)expected->upper,
          expected->before, expected->after, expected->distance);
  for (int i = 0; i < 6; i++) CHECK_EQUAL(actual->reserved[i], 0);
}

static void check_changes(const rc_changes *changes, const model_states *model) {
  for (size_t i = 0; i < changes->count && i < model->change_count && !test_has_failed(); i++) {
    check_same(&changes->items[i], &model->changes[i], i);
  }
  CHECK_EQUAL(changes->count, model->change_count);
  CHECK_EQUAL(changes->removed_count, model->removed_change_count);
  CHECK_EQUAL(changes->left_count, model->left_change_count);
}

void states_pair_check(states_pair *pair) {
  const char *reason = "";
  rc_status status = rc_states_validate(pair->states, &reason);
  CHECK_F(status == RC_STATUS_OK && reason == NULL, "%s", reason);
  CHECK_EQUAL(rc_states_count(pair->states), pair->model.count);
  rc_state *copied = malloc((size_t)pair->model.count + 1);
  if (copied == NULL) abort();
  copied[pair->model.count] = 77;
  status = rc_states_copy(pair->states, 0, pair->model.count, copied);
  int64_t same = 0;
  for (; same < pair->model.count; same++) {
    const rc_state told = pair->model.items[same].state | RC_STATE_MEASURE_LAYOUT;
    if (copied[same] != told || rc_states_get(pair->states, same) != told) break;
  }
  bool is_within = copied[pair->model.count] == 77;
  free(copied);
  CHECK_EQUAL(status, RC_STATUS_OK);
  CHECK_F(same == pair->model.count && is_within, "the state of item %lld differs",
          (long long)same);
  if (!pair->is_current) return;
  CHECK(pair->changes.count == 0 ||
        memcmp(pair->copy, pair->changes.items, pair->changes.count * sizeof *pair->copy) == 0);
}

static void keep_changes(states_pair *pair, rc_changes changes) {
  check_changes(&changes, &pair->model);
  if (test_has_failed()) return;
  size_t size = changes.count * sizeof *pair->copy;
  free(pair->copy);
  pair->copy = malloc(size + 1);
  if (pair->copy == NULL) abort();
  if (size > 0) memcpy(pair->copy, changes.items, size);
  pair->changes = changes;
  pair->is_current = true;
  states_pair_check(pair);
}

typedef struct {
  int kind;
  int64_t lower, upper, to;
  const rc_state_ranges *ranges;
} operation;

enum { INSERT, REMOVE, MOVE, UPDATE };

static rc_status perform(states_pair *pair, const operation *given, rc_changes *out_changes) {
  switch (given->kind) {
    case INSERT:
      return rc_states_insert(pair->states, given->lower, given->upper);
    case REMOVE:
      return rc_states_remove(pair->states, given->lower, given->upper);
    case MOVE:
      return rc_states_move(pair->states, given->lower, given->upper, given->to);
    default:
      return rc_states_update(pair->states, given->ranges, out_changes);
  }
}

// Lets the first allocation fail, then the second, …, until the operation succeeds.
static void perform_at_last(states_pair *pair, const operation *given, rc_changes *out_changes) {
  const rc_changes untouched = {.items = NULL, .count = 77};
  for (int64_t allowed = 0; !test_has_failed(); allowed++) {
    *out_changes = untouched;
    pair->ledger.calls_left = allowed;
    rc_status status = perform(pair, given, out_changes);
    pair->ledger.calls_left = -1;
    if (status == RC_STATUS_OK) return;
    CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
    CHECK(out_changes->items == NULL && out_changes->count == 77);
    states_pair_check(pair);
  }
}

static void edit(states_pair *pair, operation given) {
  rc_changes ignored;
  perform_at_last(pair, &given, &ignored);
  int64_t lower = given.lower, upper = given.upper;
  if (given.kind == INSERT) model_states_insert(&pair->model, lower, upper);
  if (given.kind == REMOVE) model_states_remove(&pair->model, lower, upper);
  if (given.kind == MOVE) model_states_move(&pair->model, lower, upper, given.to);
  // An edit that does nothing reserves nothing for the update after it.
  bool is_empty = given.kind == INSERT ? upper == 0 : lower == upper;
  if (!is_empty && !(given.kind == MOVE && given.to == lower)) pair->is_current = false;
  states_pair_check(pair);
}

void states_pair_insert(states_pair *pair, int64_t index, int64_t count) {
  edit(pair, (operation){.kind = INSERT, .lower = index, .upper = count});
}

void states_pair_remove(states_pair *pair, int64_t lower, int64_t upper) {
  edit(pair, (operation){.kind = REMOVE, .lower = lower, .upper = upper});
}

void states_pair_move(states_pair *pair, int64_t lower, int64_t upper, int64_t to) {
  edit(pair, (operation){.kind = MOVE, .lower = lower, .upper = upper, .to = to});
}

void states_pair_update(states_pair *pair, const rc_state_ranges *ranges) {
  rc_changes changes;
  const int64_t calls = pair->ledger.call_count;
  perform_at_last(pair, &(operation){.kind = UPDATE, .ranges = ranges}, &changes);
  if (test_has_failed()) return;
  // An edit reserves for the update after it, whatever that update keeps.
  CHECK(pair->is_current || pair->ledger.call_count == calls);
  model_states_update(&pair->model, ranges);
  keep_changes(pair, changes);
}

void states_pair_order(states_pair *pair, rc_interval viewport, rc_direction leading,
                       const double *distances) {
  rc_changes changes;
  int64_t calls = pair->ledger.call_count;
  CHECK_EQUAL(rc_states_order(pair->states, viewport, leading, distances, &changes), RC_STATUS_OK);
  CHECK_EQUAL(pair->ledger.call_count, calls);
  model_states_order(&pair->model, viewport, leading, distances);
  keep_changes(pair, changes);
}
