// Of lanes.

#include "bounds_list.h"

enum { LANES = 4 };

/// n items, of which each twentieth is wide, half is measured, and the rest is in lanes; three
/// quarters of these in random ones.
static rc_lanes *in_lanes(int64_t n) {
  const rc_allocator allocator = counting_allocator();
  const rc_lanes_options options = {.estimate = 44, .spacing = 8, .lane_count = LANES};
  rc_lanes *lanes;
  OK(rc_lanes_create(&options, &allocator, &lanes));
  double *values = zeros(n, sizeof *values);
  uint32_t *of = zeros(n, sizeof *of);
  for (int64_t i = 0; i < n; i++) {
    values[i] = 20 + (double)(i * 7919 % 331) / 4;
    of[i] = (uint32_t)(i % 4 == 0 ? i / 4 % LANES : i * 7919 % 331 % LANES);
  }
  OK(rc_lanes_insert(lanes, 0, values, n));
  OK(rc_lanes_set_lanes(lanes, 0, of, (size_t)n));
  for (int64_t i = 0; i < n; i += 20) OK(rc_lanes_set_span(lanes, i, i + 1, RC_SPAN_WIDE));
  for (int64_t i = 0; i < n; i += 2) OK(rc_lanes_forget_extents(lanes, i, i + 1));
  free(values);
  free(of);
  return lanes;
}

static uint64_t end(rc_lanes *lanes) {
  rc_lanes_destroy(lanes);
  return steps();
}

#define ON_LANES(name, made, counted) ON(name, rc_lanes *, lanes, made, counted, end)

static uint64_t lanes_destroy(int64_t n) {
  rc_lanes *lanes = in_lanes(n);
  steps_begin();
  return end(lanes);
}

static uint64_t lanes_memory(int64_t n) {
  rc_lanes *lanes = in_lanes(n);
  const uint64_t bytes = (uint64_t)memory.bytes;
  REQUIRE(n < 10000 || bytes < 9 * (uint64_t)n);
  rc_lanes_destroy(lanes);
  return bytes;
}

static uint64_t lanes_memory_of_laneless(int64_t n) {
  const rc_allocator allocator = counting_allocator();
  const rc_lanes_options options = {.estimate = 44, .lane_count = LANES};
  rc_lanes *lanes;
  OK(rc_lanes_create(&options, &allocator, &lanes));
  OK(rc_lanes_insert(lanes, 0, NULL, 1000 * n));
  const uint64_t bytes = (uint64_t)memory.bytes;
  rc_lanes_destroy(lanes);
  return bytes;
}

ON_LANES(lanes_front, in_lanes(n), COUNT_QUIET(rc_lanes_front(lanes, n / 2, (double[LANES]){0})))

static uint64_t lanes_positions(int64_t n) {
  rc_lanes *lanes = in_lanes(n);
  rc_lanes_position *positions = zeros(n, sizeof *positions);
  COUNT_QUIET(rc_lanes_positions(lanes, 0, n, positions));
  free(positions);
  return end(lanes);
}

ON_LANES(lanes_some_positions, in_lanes(n),
         COUNT_QUIET(rc_lanes_positions(lanes, n / 2, n / 2 + 20, (rc_lanes_position[20]){0})))
ON_LANES(lanes_item_at, in_lanes(n),
         COUNT_QUIET(rc_lanes_item_at(lanes, rc_lanes_length(lanes) / 3, 2, &(int64_t){0})))
ON_LANES(lanes_items_in, in_lanes(n),
         COUNT(rc_lanes_items_in(lanes, 100, rc_lanes_length(lanes) / 3,
                                 (rc_interval[LANES]){{0, 0}})))

static uint64_t lanes_scroll(int64_t n) {
  rc_lanes *lanes = in_lanes(n);
  rc_interval items[LANES];
  OK(rc_lanes_items_in(lanes, 1000, 2000, items));
  COUNT_QUIET(rc_lanes_items_in(lanes, 1020, 2020, items));
  return end(lanes);
}

ON_LANES(lanes_neighbor, in_lanes(n),
         COUNT_QUIET(rc_lanes_neighbor(lanes, n / 2, 3, RC_DIRECTION_FORWARD, &(int64_t){0})))
ON_LANES(lanes_insert, in_lanes(n), COUNT(rc_lanes_insert(lanes, n / 3, NULL, 1)))
ON_LANES(lanes_insert_many, in_lanes(512), COUNT(rc_lanes_insert(lanes, 33, NULL, 1000 * n)))

static uint64_t lanes_insert_measured(int64_t n) {
  rc_lanes *lanes = in_lanes(512);
  double *values = zeros(n, sizeof *values);
  COUNT(rc_lanes_insert(lanes, 33, values, n));
  free(values);
  return end(lanes);
}

ON_LANES(lanes_remove_few, in_lanes(n), COUNT(rc_lanes_remove(lanes, n / 3, n / 3 + 300)))
ON_LANES(lanes_remove, in_lanes(n), COUNT(rc_lanes_remove(lanes, 5, n - 5)))
ON_LANES(lanes_move, in_lanes(n), COUNT(rc_lanes_move(lanes, 5, n / 2, n / 3)))
ON_LANES(lanes_set_one, in_lanes(n),
         COUNT(rc_lanes_set_extents(lanes, n / 2 + 1, &(double){77}, 1)))

static uint64_t lanes_set(int64_t n) {
  rc_lanes *lanes = in_lanes(n);
  double *values = zeros(n, sizeof *values);
  COUNT(rc_lanes_set_extents(lanes, 0, values, (size_t)n));
  free(values);
  return end(lanes);
}

ON_LANES(lanes_forget_one, in_lanes(n), COUNT(rc_lanes_forget_extents(lanes, n / 2, n / 2 + 2)))
ON_LANES(lanes_forget, in_lanes(n), COUNT(rc_lanes_forget_extents(lanes, 5, n - 5)))
ON_LANES(lanes_set_estimate, in_lanes(n), COUNT_QUIET(rc_lanes_set_estimate(lanes, 77)))
ON_LANES(lanes_give_one, in_lanes(n),
         COUNT(rc_lanes_set_lanes(lanes, n / 2 + 1, &(uint32_t){2}, 1)))

static uint64_t lanes_give(int64_t n) {
  rc_lanes *lanes = in_lanes(n);
  uint32_t *of = zeros(n, sizeof *of);
  COUNT(rc_lanes_set_lanes(lanes, 0, of, (size_t)n));
  free(of);
  return end(lanes);
}

ON_LANES(lanes_widen_one, in_lanes(n),
         COUNT(rc_lanes_set_span(lanes, n / 2 + 1, n / 2 + 2, RC_SPAN_WIDE)))
ON_LANES(lanes_widen, in_lanes(n), COUNT(rc_lanes_set_span(lanes, 0, n, RC_SPAN_WIDE)))
ON_LANES(lanes_set_indents, in_lanes(n),
         COUNT(rc_lanes_set_indents(lanes, n / 2, (const double[LANES]){1, 2, 0, 3})))

static uint64_t lanes_get_indents(int64_t n) {
  rc_lanes *lanes = in_lanes(n);
  OK(rc_lanes_set_indents(lanes, n / 2, (const double[LANES]){1, 2, 0, 3}));
  COUNT_QUIET(rc_lanes_get_indents(lanes, n / 2, (double[LANES]){0}));
  return end(lanes);
}

/// The first few are read, then again.
static rc_lanes *read_again(int64_t n) {
  rc_lanes *lanes = in_lanes(n);
  rc_lanes_viewport viewport = {.length = 500, .after = 300, .is_user_driven = true};
  OK(rc_lanes_set_span(lanes, 0, n, 1));
  for (; viewport.offset < 2500; viewport.offset += 100) {
    OK(rc_lanes_update(lanes, &viewport, &(double){0}));
  }
  for (viewport.offset = 2400; viewport.offset >= 1000; viewport.offset -= 100) {
    OK(rc_lanes_update(lanes, &viewport, &(double){0}));
  }
  return lanes;
}

static uint64_t lanes_read_again(int64_t n) {
  rc_lanes *lanes = read_again(n);
  const rc_lanes_viewport viewport = {
      .offset = 1010, .length = 500, .after = 300, .is_user_driven = true};
  COUNT_QUIET(rc_lanes_update(lanes, &viewport, &(double){0}));
  return end(lanes);
}

static uint64_t lanes_update_after_an_edit(int64_t n) {
  rc_lanes *lanes = read_again(n);
  const rc_lanes_viewport viewport = {.offset = 1010, .length = 500, .after = 300};
  OK(rc_lanes_insert(lanes, 0, NULL, 1));
  COUNT(rc_lanes_update(lanes, &viewport, &(double){0}));
  return end(lanes);
}

ON_LANES(lanes_validate, in_lanes(n), COUNT(rc_lanes_validate(lanes, NULL)))

// == a list in lanes ==

/// n items that are measured, all of which have been on the screen.
static rc_list *laned_list(int64_t n) {
  rc_list *list = measured_list(n);
  OK(rc_list_set_lanes(list, LANES, 8, 0, true));
  for (double at = 0; at < rc_list_length(list); at += 700) (void)update_at(list, at);
  return list;
}

ON_LIST(list_set_lanes, scattered_list(n), COUNT(rc_list_set_lanes(list, LANES, 8, 0, true)))

static uint64_t list_set_lanes_of_sections(int64_t n) {
  rc_list *list = plain_list(3 * n);
  for (int64_t i = 0; i < n; i++) OK(rc_list_mark_header(list, 3 * i, 0));
  COUNT(rc_list_set_lanes(list, LANES, 8, 0, true));
  return end_list(list);
}

ON_LIST(list_widen_one, laned_list(n),
        COUNT(rc_list_set_span(list, n / 2 + 1, n / 2 + 2, RC_SPAN_WIDE)))
ON_LIST(list_widen, laned_list(n), COUNT(rc_list_set_span(list, 0, n, RC_SPAN_WIDE)))
ON_LIST(list_some_places, laned_list(n),
        COUNT_QUIET(rc_list_places(list, n / 2, n / 2 + 20, (rc_lanes_position[20]){0})))

static uint64_t list_places(int64_t n) {
  rc_list *list = laned_list(n);
  rc_lanes_position *positions = zeros(n, sizeof *positions);
  COUNT_QUIET(rc_list_places(list, 0, n, positions));
  free(positions);
  return end_list(list);
}

static uint64_t list_update_in_lanes(int64_t n) {
  rc_list *list = laned_list(n);
  OK(rc_list_set_row_extents(list, n / 3, (double[]){70}, 1));
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = rc_list_length(list) / 2;
  viewport.length = 800;
  rc_update update;
  COUNT(rc_list_update(list, &viewport, &update));
  return end_list(list);
}

static const bound bounds[] = {
    BOUND("rangecore_lanes.h", "takes at most 9 bytes", lanes_memory, 1024, LINEAR),
    BOUND("rangecore_lanes.h", "memory of one node", lanes_memory_of_laneless, 1024, CONSTANT),
    BOUND("rc_lanes_destroy", "O(items", lanes_destroy, 1024, LINEAR),
    BOUND("rc_lanes_front", "O(k log n)", lanes_front, 1024, LOGARITHMIC),
    BOUND("rc_lanes_positions", "O(k log n", lanes_some_positions, 1024, LOGARITHMIC),
    BOUND("rc_lanes_positions", "k (upper − lower)", lanes_positions, 1024, LINEAR),
    BOUND("rc_lanes_item_at", "O(k log n)", lanes_item_at, 1024, LOGARITHMIC),
    BOUND("rc_lanes_items_in", "O(k² log n)", lanes_items_in, 1024, LOGARITHMIC),
    BOUND("rc_lanes_items_in", "O(k) as long as", lanes_scroll, 1024, CONSTANT),
    BOUND("rc_lanes_neighbor", "O(log n)", lanes_neighbor, 1024, LOGARITHMIC),
    BOUND("rc_lanes_insert", "O(k log n)", lanes_insert, 1024, LOGARITHMIC),
    BOUND("rc_lanes_insert", "whatever the count", lanes_insert_many, 1024, CONSTANT),
    BOUND("rc_lanes_insert", "plus O(k count)", lanes_insert_measured, 1024, LINEAR),
    BOUND("rc_lanes_remove", "O(k log n", lanes_remove_few, 1024, LOGARITHMIC),
    BOUND("rc_lanes_remove", "removed items", lanes_remove, 1024, LINEAR),
    BOUND("rc_lanes_move", "O(k log n)", lanes_move, 1024, LOGARITHMIC),
    BOUND("rc_lanes_set_extents", "O(k log n", lanes_set_one, 1024, LOGARITHMIC),
    BOUND("rc_lanes_set_extents", "k count", lanes_set, 1024, LINEAR),
    BOUND("rc_lanes_forget_extents", "O(k log n", lanes_forget_one, 1024, LOGARITHMIC),
    BOUND("rc_lanes_forget_extents", "k times the items", lanes_forget, 1024, LINEAR),
    BOUND("rc_lanes_set_estimate", "O(k)", lanes_set_estimate, 1024, CONSTANT),
    BOUND("rc_lanes_set_lanes", "k log", lanes_give_one, 1024, LOGARITHMIC),
    BOUND("rc_lanes_set_lanes", "k count", lanes_give, 1024, LINEAR),
    BOUND("rc_lanes_set_span", "O(k log n", lanes_widen_one, 1024, LOGARITHMIC),
    BOUND("rc_lanes_set_span", "k (upper − lower)", lanes_widen, 1024, LINEAR),
    BOUND("rc_lanes_get_indents", "O(log n + k)", lanes_get_indents, 1024, LOGARITHMIC),
    BOUND("rc_lanes_set_indents", "O(k log n)", lanes_set_indents, 1024, LOGARITHMIC),
    BOUND("rc_lanes_update", "O(1) while", lanes_read_again, 1024, CONSTANT),
    BOUND("rc_lanes_update", "O(k log n", lanes_update_after_an_edit, 1024, LOGARITHMIC),
    BOUND("rc_lanes_validate", "O(k times", lanes_validate, 1024, LINEAR),
    BOUND("rc_list_set_lanes", "O(m log n", list_set_lanes, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_list_set_lanes", "s log s", list_set_lanes_of_sections, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_list_set_span", "O(k log n", list_widen_one, 1024, LOGARITHMIC),
    BOUND("rc_list_set_span", "k (upper − lower)", list_widen, 1024, LINEAR),
    BOUND("rangecore_lanes.h", "An update takes O(k log n", list_update_in_lanes, 1024,
          LOGARITHMIC),
    BOUND("rc_list_places", "O(k log n", list_some_places, 1024, LOGARITHMIC),
    BOUND("rc_list_places", "k (upper − lower)", list_places, 1024, LINEAR),
};
const bound_table lanes_bounds = TABLE(bounds);
