// Of extents, and of what is computed without a list.

#include "bounds.h"

/// 2 n items, every second of which is measured.
static rc_extents *scattered(int64_t n) {
  const rc_allocator allocator = counting_allocator();
  rc_extents *extents;
  OK(rc_extents_create(NULL, &allocator, &extents));
  OK(rc_extents_insert(extents, 0, NULL, 2 * n));
  for (int64_t i = 0; i < n; i++) {
    const double extent = 20 + (double)(i * 7919 % 331) / 4;
    OK(rc_extents_set(extents, 2 * (i * 7919 % n), &extent, 1));
  }
  return extents;
}

static uint64_t end(rc_extents *extents) {
  rc_extents_destroy(extents);
  return steps();
}

#define ON_EXTENTS(name, made, counted) ON(name, rc_extents *, extents, made, counted, end)

static uint64_t destroy(int64_t n) {
  rc_extents *extents = scattered(n);
  steps_begin();
  return end(extents);
}

ON_EXTENTS(mean, scattered(n), COUNT_QUIET(rc_extents_mean(extents, &(double){0})))
ON_EXTENTS(extents_item, scattered(n), COUNT_QUIET(rc_extents_item(extents, n, &(rc_item){0})))
ON_EXTENTS(extents_item_at, scattered(n),
           COUNT_QUIET(rc_extents_item_at(extents, rc_extents_length(extents) / 3, &(rc_item){0})))
ON_EXTENTS(extents_items_in, scattered(n),
           COUNT_QUIET(rc_extents_items_in(extents, 100, rc_extents_length(extents) / 3,
                                           &(rc_interval){0})))

static uint64_t extents_copy(int64_t n) {
  rc_extents *extents = scattered(n);
  double *offsets = zeros(2 * n, sizeof(double));
  COUNT_QUIET(rc_extents_copy(extents, 0, 2 * n, offsets, NULL));
  free(offsets);
  return end(extents);
}

ON_EXTENTS(extents_copy_some, scattered(n),
           COUNT_QUIET(rc_extents_copy(extents, n, n + 20, (double[20]){0}, NULL)))
ON_EXTENTS(extents_insert, scattered(n), COUNT(rc_extents_insert(extents, n / 3, NULL, 1)))
ON_EXTENTS(extents_insert_many, scattered(100),
           COUNT(rc_extents_insert(extents, 33, NULL, 1000 * n)))

static uint64_t extents_insert_measured(int64_t n) {
  rc_extents *extents = scattered(100);
  double *values = zeros(n, sizeof(double));
  COUNT(rc_extents_insert(extents, 33, values, n));
  free(values);
  return end(extents);
}

ON_EXTENTS(extents_remove_one, scattered(n), COUNT(rc_extents_remove(extents, n / 3, n / 3 + 1)))
ON_EXTENTS(extents_remove, scattered(n), COUNT(rc_extents_remove(extents, 5, 2 * n - 5)))
ON_EXTENTS(extents_move, scattered(n), COUNT(rc_extents_move(extents, 5, n, n / 2)))
ON_EXTENTS(extents_set_one, scattered(n),
           COUNT(rc_extents_set(extents, n / 2 + 1, &(double){77}, 1)))

static uint64_t extents_set(int64_t n) {
  rc_extents *extents = scattered(n);
  double *values = zeros(2 * n, sizeof(double));
  COUNT(rc_extents_set(extents, 0, values, 2 * (size_t)n));
  free(values);
  return end(extents);
}

ON_EXTENTS(extents_forget_one, scattered(n), COUNT(rc_extents_forget(extents, n, n + 2)))
ON_EXTENTS(extents_forget, scattered(n), COUNT(rc_extents_forget(extents, 5, 2 * n - 5)))
ON_EXTENTS(extents_set_estimate, scattered(n), COUNT_QUIET(rc_extents_set_estimate(extents, 77)))
ON_EXTENTS(extents_validate, scattered(n), COUNT(rc_extents_validate(extents, NULL)))

// == without a list ==
//
// Here a size is a number of points, or of calls before.

static uint64_t ticks_from_points(int64_t n) {
  rc_ticks ticks;
  COUNT(rc_ticks_from_points((double)n, &ticks));
  return steps();
}

static uint64_t range_expand(int64_t n) {
  rc_interval range;
  COUNT(rc_range_expand((rc_interval){n, 2 * n}, (rc_tuning){2, 1, true}, RC_DIRECTION_FORWARD,
                        &range));
  return steps();
}

static uint64_t batch_decide(int64_t n) {
  rc_batch_input input;
  rc_batch_input_init(&input);
  input.leading_screens = 2;
  input.viewport = (rc_interval){n, 2 * n};
  input.content = (rc_interval){0, 5 * n};
  rc_batch_decision decision;
  COUNT(rc_batch_decide(&input, &decision));
  return steps();
}

static rc_motion moved(int64_t times, rc_motion_input *input) {
  rc_motion motion;
  rc_motion_init(&motion);
  rc_motion_input_init(input);
  input->is_user_driven = true;
  input->content = (rc_interval){0, 1000000000};
  for (int64_t i = 0; i < times; i++) {
    input->viewport = (rc_interval){640 * i, 640 * i + 51200};
    input->movement = 640;
    input->time = (double)i / 60;
    OK(rc_motion_record(&motion, input));
  }
  return motion;
}

static uint64_t motion_record(int64_t n) {
  rc_motion_input input;
  rc_motion motion = moved(n, &input);
  input.time += 0.01;
  COUNT(rc_motion_record(&motion, &input));
  return steps();
}

static uint64_t motion_add_preload_time(int64_t n) {
  rc_motion_input input;
  rc_motion motion = moved(n, &input);
  COUNT(rc_motion_add_preload_time(&motion, 0.3));
  return steps();
}

static uint64_t foresee_motion(int64_t n) {
  rc_motion_input input;
  const rc_motion motion = moved(n, &input);
  rc_foresight foresight;
  COUNT(rc_motion_foresee(&motion, &input, &foresight));
  return steps();
}

// == differences ==

/// The worst order: all ids are in both, reversed.
static rc_diff *reversed(int64_t n, bool is_counted) {
  const rc_allocator allocator = counting_allocator();
  rc_id *old_ids = zeros(n, sizeof *old_ids), *new_ids = zeros(n, sizeof *new_ids);
  for (int64_t i = 0; i < n; i++) old_ids[i] = new_ids[n - 1 - i] = i;
  rc_diff *diff = NULL;
  if (is_counted) steps_begin();
  OK(rc_diff_create(old_ids, (size_t)n, new_ids, (size_t)n, &allocator, &diff));
  if (is_counted) steps();
  free(old_ids);
  free(new_ids);
  return diff;
}

static uint64_t diff_create(int64_t n) {
  rc_diff_destroy(reversed(n, true));
  return steps();
}

static uint64_t diff_memory(int64_t n) {
  rc_diff_destroy(reversed(n, false));
  return (uint64_t)memory.peak_bytes;
}

static uint64_t diff_edits(int64_t n) {
  rc_diff *diff = reversed(n, false);
  const rc_edit *edits;
  size_t count;
  COUNT_QUIET(rc_diff_edits(diff, &edits, &count));
  rc_diff_destroy(diff);
  return steps();
}

static const bound bounds[] = {
    BOUND("rc_extents_destroy", "O(measured items)", destroy, 1024, LINEAR),
    BOUND("rc_extents_mean", "O(1)", mean, 1024, CONSTANT),
    BOUND("rc_extents_item", "O(log n)", extents_item, 1024, LOGARITHMIC),
    BOUND("rc_extents_item_at", "O(log n)", extents_item_at, 1024, LOGARITHMIC),
    BOUND("rc_extents_items_in", "O(log n)", extents_items_in, 1024, LOGARITHMIC),
    BOUND("rc_extents_copy", "O(log n + upper − lower)", extents_copy_some, 1024, LOGARITHMIC),
    BOUND("rc_extents_copy", "O(log n + upper − lower)", extents_copy, 1024, LINEAR),
    BOUND("rc_extents_insert", "O(log n)", extents_insert, 1024, LOGARITHMIC),
    BOUND("rc_extents_insert", "whatever the count", extents_insert_many, 1024, CONSTANT),
    BOUND("rc_extents_insert", "plus O(count)", extents_insert_measured, 1024, LINEAR),
    BOUND("rc_extents_remove", "O(log n +", extents_remove_one, 1024, LOGARITHMIC),
    BOUND("rc_extents_remove", "measured items removed", extents_remove, 1024, LINEAR),
    BOUND("rc_extents_move", "O(log n)", extents_move, 1024, LOGARITHMIC),
    BOUND("rc_extents_set", "O(log n + count)", extents_set_one, 1024, LOGARITHMIC),
    BOUND("rc_extents_set", "O(log n + count)", extents_set, 1024, LINEAR),
    BOUND("rc_extents_forget", "O(log n +", extents_forget_one, 1024, LOGARITHMIC),
    BOUND("rc_extents_forget", "measured items forgotten", extents_forget, 1024, LINEAR),
    BOUND("rc_extents_set_estimate", "O(1)", extents_set_estimate, 1024, CONSTANT),
    BOUND("rc_extents_validate", "O(measured items)", extents_validate, 1024, LINEAR),
    BOUND("rc_ticks_from_points", "O(1)", ticks_from_points, 1024, CONSTANT),
    BOUND("rc_range_expand", "O(1)", range_expand, 1024, CONSTANT),
    BOUND("rc_batch_decide", "O(1)", batch_decide, 1024, CONSTANT),
    BOUND("rc_motion_record", "O(1)", motion_record, 1024, CONSTANT),
    BOUND("rc_motion_add_preload_time", "O(1)", motion_add_preload_time, 1024, CONSTANT),
    BOUND("rc_motion_foresee", "O(1)", foresee_motion, 1024, CONSTANT),
    BOUND("rc_diff_create", "O((n + m) log n)", diff_create, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_diff_create", "memory O(n + m)", diff_memory, 1024, LINEAR),
    BOUND("rc_diff_edits", "O(1)", diff_edits, 1024, CONSTANT),
};
const bound_table extents_bounds = TABLE(bounds);
