// The lists that bounds are measured on, and the bounds of edits.

#include "bounds_list.h"

rc_list *plain_list(int64_t count) {
  const rc_allocator allocator = counting_allocator();
  rc_list *list;
  OK(rc_list_create(NULL, &allocator, &list));
  OK(rc_list_insert(list, 0, NULL, count));
  return list;
}

static double extent_of(int64_t row) {
  return 20 + (double)(row * 7919 % 331) / 4;
}

rc_list *scattered_list(int64_t n) {
  rc_list *list = plain_list(2 * n);
  for (int64_t i = 0; i < n; i++) {
    const double extent = extent_of(i);
    OK(rc_list_set_row_extents(list, 2 * (i * 7919 % n), &extent, 1));
  }
  return list;
}

rc_list *measured_list(int64_t n) {
  rc_list *list = plain_list(n);
  for (int64_t i = 0; i < n; i++) {
    const double extent = extent_of(i);
    OK(rc_list_set_row_extents(list, i, &extent, 1));
  }
  return list;
}

void move_anywhere(rc_list *list, int64_t times) {
  const int64_t count = rc_list_count(list);
  for (int64_t i = 0; i < times; i++) {
    const int64_t at = i * 7919 % count;
    OK(rc_list_move(list, at, at + 1, i * 48271 % count));
  }
}

rc_list *edited_list(int64_t n) {
  rc_list *list = plain_list(4 * n);
  (void)update_at(list, 1000);
  move_anywhere(list, n);
  return list;
}

rc_list *sectioned_list(int64_t n) {
  rc_list *list = plain_list(3 * n);
  for (int64_t i = 0; i < n; i++) OK(rc_list_mark_header(list, 3 * i, 2));
  for (int64_t row = 0; row < 2 * n; row++) {
    const double extent = extent_of(row);
    OK(rc_list_set_row_extents(list, row, &extent, 1));
  }
  return list;
}

static rc_viewport viewport_of(double offset, double length) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = offset;
  viewport.length = length;
  return viewport;
}

rc_update update_in(rc_list *list, double offset, double length) {
  const rc_viewport viewport = viewport_of(offset, length);
  rc_update update;
  OK(rc_list_update(list, &viewport, &update));
  return update;
}

rc_update update_at(rc_list *list, double offset) {
  return update_in(list, offset, 800);
}

uint64_t update_and_end(rc_list *list, double offset, double length) {
  const rc_viewport viewport = viewport_of(offset, length);
  rc_update update;
  COUNT_QUIET(rc_list_update(list, &viewport, &update));
  return end_list(list);
}

void configure(rc_list *list, double foresight, bool pins_headers) {
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.foresight = foresight;
  settings.pins_headers = pins_headers;
  OK(rc_list_set_settings(list, &settings));
}

uint64_t end_list(rc_list *list) {
  rc_list_destroy(list);
  return steps();
}

static uint64_t end_list_and_count_bytes(rc_list *list) {
  const uint64_t bytes = (uint64_t)memory.bytes;
  rc_list_destroy(list);
  return bytes;
}

// == the list ==

static uint64_t bytes_of_unmeasured(int64_t n) {
  rc_list *list = plain_list(n);
  (void)update_at(list, 1000);
  REQUIRE(memory.bytes < 12 * 1024);
  return end_list_and_count_bytes(list);
}

static uint64_t bytes_of_measured(int64_t n) {
  rc_list *list = measured_list(n);
  REQUIRE(memory.bytes < 20000 + 16 * n);
  return end_list_and_count_bytes(list);
}

static uint64_t bytes_of_edits(int64_t n) {
  rc_list *list = edited_list(n);
  REQUIRE(memory.peak_bytes < 20000 + 1024 * n);
  return end_list_and_count_bytes(list);
}

static uint64_t bytes_after_edits(int64_t n) {
  rc_list *list = edited_list(n);
  for (int i = 0; i < 4; i++) (void)update_at(list, 1000);
  REQUIRE(memory.bytes < 20000);
  return end_list_and_count_bytes(list);
}

static uint64_t destroy_measured(int64_t n) {
  rc_list *list = scattered_list(n);
  steps_begin();
  return end_list(list);
}

// == edits ==

ON_LIST(insert_in_measured, scattered_list(n), COUNT(rc_list_insert(list, n / 3, NULL, 1)))
ON_LIST(insert_after_edits, edited_list(n), COUNT(rc_list_insert(list, n / 3, NULL, 1)))

/// Single items, one after another, go to the end.
static uint64_t move_after_edits_in_order(int64_t n) {
  rc_list *list = plain_list(4 * n);
  (void)update_at(list, 1000);
  for (int64_t i = 0; i < n; i++) OK(rc_list_move(list, 2 * i, 2 * i + 1, 4 * n - 1));
  steps_begin();
  for (int64_t i = 1; i <= 16; i++) OK(rc_list_move(list, i * n / 8, i * n / 8 + 1, i * n / 16));
  steps();
  return end_list(list);
}

ON_LIST(insert_many, scattered_list(100), COUNT(rc_list_insert(list, 33, NULL, 1000 * n)))

static uint64_t insert_many_measured(int64_t n) {
  rc_list *list = scattered_list(100);
  double *extents = zeros(n, sizeof *extents);
  COUNT(rc_list_insert(list, 33, extents, n));
  free(extents);
  return end_list(list);
}

ON_LIST(remove_one, scattered_list(n), COUNT(rc_list_remove(list, n / 3, n / 3 + 1)))
ON_LIST(remove_one_after_edits, edited_list(n), COUNT(rc_list_remove(list, n / 3, n / 3 + 1)))
ON_LIST(remove_unmeasured, plain_list(1000 * n), COUNT(rc_list_remove(list, 5, 990 * n)))
ON_LIST(remove_measured, scattered_list(n), COUNT(rc_list_remove(list, 5, 2 * n - 5)))
ON_LIST(move_in_measured, scattered_list(n), COUNT(rc_list_move(list, 5, n, n / 2)))
ON_LIST(move_after_edits, edited_list(n), COUNT(rc_list_move(list, 5, 6, n / 2)))

/// All of n moves together, as bounds in e are amortised.
static uint64_t move_stretches(int64_t n) {
  rc_list *list = plain_list(4 * n);
  (void)update_at(list, 1000);
  steps_begin();
  for (int64_t i = 1; i < n; i++) {
    const int64_t at = i * 7919 % (3 * n);
    OK(rc_list_move(list, at, at + n / 2, i * 48271 % (3 * n)));
  }
  steps();
  return end_list(list);
}

ON_LIST(forget_one, scattered_list(n), COUNT(rc_list_forget(list, n, n + 2)))
ON_LIST(forget_measured, scattered_list(n), COUNT(rc_list_forget(list, 5, 2 * n - 5)))
ON_LIST(set_one_extent, scattered_list(n),
        COUNT(rc_list_set_row_extents(list, n / 2 + 1, &(double){77}, 1)))

static uint64_t set_extents(int64_t n) {
  rc_list *list = plain_list(n);
  double *extents = zeros(n, sizeof *extents);
  COUNT(rc_list_set_row_extents(list, 0, extents, (size_t)n));
  free(extents);
  return end_list(list);
}

ON_LIST(mark_one_provisional, scattered_list(n), COUNT(rc_list_mark_provisional(list, n, n + 2)))

static uint64_t mark_provisional_again(int64_t n) {
  rc_list *list = measured_list(2 * n);
  for (int64_t i = 0; i < n; i++) OK(rc_list_mark_provisional(list, 2 * i, 2 * i + 1));
  COUNT(rc_list_mark_provisional(list, 0, 2 * n));
  return end_list(list);
}

/// Items that have numbers, as one has a name, are not one stretch once they are moved.
static uint64_t mark_inserted_provisional(int64_t n) {
  rc_list *list = plain_list(10);
  (void)update_at(list, 0);
  OK(rc_list_insert(list, 0, NULL, 4 * n));
  OK(rc_list_set_names(list, 0, 1, &(rc_id){77}));
  for (int64_t i = 0; i < n; i++) OK(rc_list_move(list, 3 * i, 3 * i + 1, 4 * n - 1));
  COUNT(rc_list_mark_provisional(list, 0, 4 * n));
  return end_list(list);
}

ON_LIST(set_estimate, scattered_list(n), COUNT(rc_list_set_estimate(list, 77)))
ON_LIST(set_layout, scattered_list(n), COUNT(rc_list_set_layout(list, 3, 4, true)))

static uint64_t set_layout_of_sections(int64_t n) {
  rc_list *list = plain_list(3 * n);
  for (int64_t i = 0; i < n; i++) OK(rc_list_mark_header(list, 3 * i, 0));
  COUNT(rc_list_set_layout(list, 3, 4, true));
  return end_list(list);
}

static const bound bounds[] = {
    BOUND("rc_list", "less than 12 KB", bytes_of_unmeasured, 1000, CONSTANT),
    BOUND("rc_list", "6 bytes per measured row", bytes_of_measured, 4096, LINEAR),
    BOUND("rc_list", "at most 1 KiB for each edit", bytes_of_edits, 2048, LINEAR),
    BOUND("rc_list", "until the third update after it", bytes_after_edits, 2048, CONSTANT),
    BOUND("rc_list_destroy", "O(measured rows)", destroy_measured, 1024, LINEAR),
    BOUND("rc_list_insert", "O(log n + log e)", insert_in_measured, 1024, LOGARITHMIC),
    BOUND("rc_list_insert", "O(log n + log e)", insert_after_edits, 1024, LOGARITHMIC),
    BOUND("rc_list_insert", "whatever the count", insert_many, 1024, CONSTANT),
    BOUND("rc_list_insert", "plus O(count) with `extents`", insert_many_measured, 1024, LINEAR),
    BOUND("rc_list_remove", "O(log n + log e +", remove_one, 1024, LOGARITHMIC),
    BOUND("rc_list_remove", "O(log n + log e +", remove_one_after_edits, 1024, LOGARITHMIC),
    BOUND("rc_list_remove", "O(log n + log e +", remove_unmeasured, 1024, LOGARITHMIC),
    BOUND("rc_list_remove", "measured rows removed", remove_measured, 1024, LINEAR),
    BOUND("rc_list_move", "O(log n + log e)", move_in_measured, 1024, LOGARITHMIC),
    BOUND("rc_list_move", "O(log n + log e)", move_after_edits, 1024, LOGARITHMIC),
    BOUND("rc_list_move", "O(log n + log e)", move_stretches, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_list_move", "O(log n + log e)", move_after_edits_in_order, 1024, LOGARITHMIC),
    BOUND("rc_list_forget", "O(log n +", forget_one, 1024, LOGARITHMIC),
    BOUND("rc_list_forget", "measured rows forgotten", forget_measured, 1024, LINEAR),
    BOUND("rc_list_set_row_extents", "O(log n + count)", set_one_extent, 1024, LOGARITHMIC),
    BOUND("rc_list_set_row_extents", "O(log n + count)", set_extents, 1024, LINEAR),
    BOUND("rc_list_mark_provisional", "O(log n +", mark_one_provisional, 1024, LOGARITHMIC),
    BOUND("rc_list_mark_provisional", "e log e", mark_inserted_provisional, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_list_mark_provisional", "provisional rows marked again", mark_provisional_again, 1024,
          LINEAR),
    BOUND("rc_list_set_estimate", "O(1)", set_estimate, 1024, CONSTANT),
    BOUND("rc_list_set_layout", "O(m log n", set_layout, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_list_set_layout", "s log s", set_layout_of_sections, 1024, LINEAR_LOGARITHMIC),
};
const bound_table edit_bounds = TABLE(bounds);
