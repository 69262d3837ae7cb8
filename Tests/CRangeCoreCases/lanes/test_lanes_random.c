// Lanes at random, without memory, and in how much of it.

#include "lanes_pair.h"
#include "script_lanes.h"

static void random_lanes_are_as_in_the_model(void) {
  const uint64_t seed = test_seed(77);
  for (int64_t i = 0; i < test_count(60) && !test_has_failed(); i++) {
    test_random random = {seed + (uint64_t)i};
    script_lanes_run(&random, 60, i % 10 == 0 ? 3000 : 400);
  }
}

// A history that meets every kind of edit, in trees of several heights.
static rc_status run_step(lanes_pair *pair, int64_t step) {
  enum { MOST = 900 };
  int64_t extents[MOST], indents[] = {step, 0, 7};
  uint32_t lanes[MOST];
  test_random random = {(uint64_t)step + 77};
  for (int i = 0; i < MOST; i++) {
    extents[i] = test_random_in(&random, 0, 3 + step * 100);
    lanes[i] = (uint32_t)test_random_in(&random, 0, 2);
  }
  const int64_t count = pair->model.count, middle = count / 2;
  switch (step % 15) {
    case 0:
      return lanes_insert(pair, middle, NULL, 700);
    case 1:
      return lanes_insert(pair, middle, extents, MOST);
    case 2:
      return lanes_give(pair, middle / 2, lanes, 600);
    case 3:
      return lanes_indent(pair, middle + step, indents);
    case 4:
      return lanes_measure(pair, middle / 2, extents, 9);
    case 5:
      return lanes_insert(pair, middle / 3, extents, 60);
    case 6:
      return lanes_move(pair, middle / 3, middle, count / 4);
    case 7:
      return lanes_span(pair, 20, 23, RC_SPAN_WIDE);
    case 8:
      return lanes_measure(pair, count / 3, extents, 300);
    case 9:
      return lanes_indent(pair, 5 + step % 2, step % 2 == 0 ? NULL : indents);
    case 10:
      return lanes_measure(pair, middle, NULL, middle / 2);
    case 11:
      return lanes_remove(pair, count / 3, count / 3 + 500);
    case 12:
      return lanes_insert(pair, 40, NULL, 3);
    case 13:
      return lanes_give(pair, count - 700, lanes, 700);
    default:
      return lanes_move(pair, count - 1, count, 500);
  }
}

static void lanes_are_unchanged_when_out_of_memory(void) {
  int64_t failures = 0;
  LANES(pair, lanes_begin(&pair, 3, 500, 4));
  for (int64_t step = 0; step < (test_is_brief() ? 15 : 60) && !test_has_failed(); step++) {
    for (int64_t granted = 0;; granted++) {
      pair.memory.left = granted;
      const rc_status status = run_step(&pair, step);
      pair.memory.left = -1;
      const bool is_checked = granted < 40 && granted % test_stride() == 0;
      if (is_checked || status == RC_STATUS_OK) lanes_check(&pair);
      if (status == RC_STATUS_OK || test_has_failed()) break;
      CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
      failures++;
    }
  }
  CHECK(failures > 100);
}

// An allocation in the midst of an edit fails: another block serves.
static void edits_that_have_begun_do_not_need_the_allocator(void) {
  for (int64_t granted = 0; granted < 40 && !test_has_failed(); granted += test_stride()) {
    LANES(pair, lanes_begin(&pair, 3, 500, 4));
    for (int64_t step = 0; step < 45 && !test_has_failed(); step++) {
      pair.memory.left = granted;
      pair.memory.fails_once = true;
      const bool failed = run_step(&pair, step) == RC_STATUS_NO_MEMORY;
      // The model has noted a failure only where the memory was to fail.
      pair.memory.left = -1;
      pair.memory.fails_once = false;
      if (failed) run_step(&pair, step);
    }
    lanes_check(&pair);
  }
}

static void ranges_need_no_memory(void) {
  LANES(pair, lanes_begin(&pair, 3, 500, 4));
  lanes_insert(&pair, 0, NULL, 700);
  lanes_give_shortest(&pair, 100, 50);
  pair.memory.left = 0;
  for (int64_t offset = 0; offset < 60000 && !test_has_failed(); offset += 777) {
    lanes_check_in(&pair, offset, offset + 2000);
  }
  pair.memory.left = -1;
}

// In four lanes, when built, when inserted one by one, and after other lives.
static void item_takes_at_most_nine_bytes(void) {
  enum { COUNT = 20000 };
  const int items = test_is_brief() ? COUNT / 10 : COUNT;
  static _Thread_local int64_t extents[COUNT];
  static _Thread_local uint32_t lanes[COUNT];
  test_random random = {test_seed(9)};
  LANES(pair, lanes_begin(&pair, 4, 500, 4));
  for (int64_t i = 0; i < items; i++) {
    extents[i] = test_random_in(&random, 100, 400);
    lanes[i] = (uint32_t)test_random_in(&random, 0, 3);
  }
  double points[1];
  CHECK_EQUAL(rc_lanes_insert(pair.lanes, 0, NULL, items), RC_STATUS_OK);
  CHECK_EQUAL(rc_lanes_set_lanes(pair.lanes, 0, lanes, (size_t)items), RC_STATUS_OK);
  CHECK_F(pair.memory.bytes < 7 * items, "%d bytes", (int)pair.memory.bytes);
  for (int64_t count = items; count < 2 * items; count++) {
    points[0] = rc_ticks_to_points(extents[count - items]);
    const int64_t index = test_random_in(&random, 0, count);
    CHECK_EQUAL(rc_lanes_insert(pair.lanes, index, points, 1), RC_STATUS_OK);
    CHECK_EQUAL(rc_lanes_set_lanes(pair.lanes, index, lanes, 1), RC_STATUS_OK);
  }
  CHECK_F(pair.memory.bytes < 9 * 2 * items, "%d bytes", (int)pair.memory.bytes);
  for (int64_t count = 2 * items; count > items; count--) {
    const int64_t index = test_random_in(&random, 0, count - 1);
    CHECK_EQUAL(rc_lanes_remove(pair.lanes, index, index + 1), RC_STATUS_OK);
  }
  CHECK_F(pair.memory.bytes < 9 * items, "%d bytes", (int)pair.memory.bytes);
  for (int64_t i = 0; i < items; i++) {
    const int64_t from = test_random_in(&random, 0, items - 4);
    const int64_t to = test_random_in(&random, 0, items - 4);
    CHECK_EQUAL(rc_lanes_move(pair.lanes, from, from + 4, to), RC_STATUS_OK);
  }
  CHECK_F(pair.memory.bytes < 9 * items, "%d bytes", (int)pair.memory.bytes);
  CHECK_EQUAL(rc_lanes_validate(pair.lanes, NULL), RC_STATUS_OK);
}

// == updates that change nothing ==

/// Two that are told the same, but for the second nothing is ever as it was: before each update its
/// first item is measured again, by the extent that it has; or the tolerance, of a tick or two, is
/// another one each time, which makes no difference where lanes are whole points apart.
typedef struct lane_twins {
  test_random random;
  uint32_t k;
  rc_lanes *both[2];
  double spacing;
  rc_lanes_viewport viewport;
  double pace;
  bool has_ticks;
} lane_twins;

static int64_t draw_twins(lane_twins *twins, int64_t lower, int64_t upper) {
  return test_random_in(&twins->random, lower, upper);
}

static void begin_twins(lane_twins *twins) {
  enum { COUNT = 500 };
  double extents[COUNT];
  twins->k = (uint32_t)draw_twins(twins, 2, 5);
  twins->viewport.length = (double)draw_twins(twins, 150, 400);
  twins->viewport.before = (double)draw_twins(twins, 0, 3) * 100;
  twins->viewport.after = (double)draw_twins(twins, 0, 6) * 100;
  twins->viewport.tolerance = draw_twins(twins, 0, 3) == 0 ? 10 : 0;
  twins->viewport.is_user_driven = true;
  twins->has_ticks = draw_twins(twins, 0, 1) == 0;
  if (twins->has_ticks) twins->viewport.tolerance = 1.0 / RC_TICKS_PER_POINT;
  twins->spacing = (double)draw_twins(twins, 0, 2) * 4;
  const bool has_wide = draw_twins(twins, 0, 2) == 0;
  const uint32_t wide_each = (uint32_t)draw_twins(twins, 20, 90);
  for (int i = 0; i < COUNT; i++) extents[i] = (double)draw_twins(twins, i % 7 != 0, 120);
  for (int i = 0; i < 2; i++) {
    const rc_lanes_options options = {
        .estimate = 60, .spacing = twins->spacing, .lane_count = twins->k};
    CHECK_EQUAL(rc_lanes_create(&options, NULL, &twins->both[i]), RC_STATUS_OK);
    CHECK_EQUAL(rc_lanes_insert(twins->both[i], 0, extents, COUNT), RC_STATUS_OK);
    for (int at = 9; has_wide && at < COUNT; at += (int)wide_each) {
      CHECK_EQUAL(rc_lanes_set_span(twins->both[i], at, at + 1, RC_SPAN_WIDE), RC_STATUS_OK);
    }
  }
}

static void edit_twins(lane_twins *twins) {
  const int64_t at = draw_twins(twins, 1, rc_lanes_count(twins->both[0]) - 5);
  const int64_t kind = draw_twins(twins, 0, twins->has_ticks ? 3 : 2);
  double indents[RC_LANE_COUNT_MAX];
  for (uint32_t i = 0; i < twins->k; i++) indents[i] = (double)draw_twins(twins, 5, 60);
  const double extents[2] = {(double)draw_twins(twins, 1, 150), (double)draw_twins(twins, 1, 90)};
  for (int i = 0; i < 2; i++) {
    if (kind == 0) CHECK_EQUAL(rc_lanes_insert(twins->both[i], at, extents, 2), RC_STATUS_OK);
    if (kind == 1) CHECK_EQUAL(rc_lanes_remove(twins->both[i], at, at + 2), RC_STATUS_OK);
    if (kind == 2) CHECK_EQUAL(rc_lanes_set_extents(twins->both[i], at, extents, 2), RC_STATUS_OK);
    if (kind == 3) CHECK_EQUAL(rc_lanes_set_indents(twins->both[i], 0, indents), RC_STATUS_OK);
  }
}

static void scroll_twins(lane_twins *twins) {
  rc_lanes_viewport *viewport = &twins->viewport;
  if (draw_twins(twins, 0, 30) == 0) twins->pace = (double)draw_twins(twins, -40, 40);
  if (draw_twins(twins, 0, 70) == 0) viewport->offset = (double)draw_twins(twins, 0, 6000);
  viewport->offset += twins->pace;
  const double most = rc_lanes_length(twins->both[0]) - viewport->length;
  if (viewport->offset > most) viewport->offset = most;
  if (viewport->offset < 0) viewport->offset = 0;
}

static void check_twins(const lane_twins *twins, const double *corrections) {
  enum { MOST = 900 };
  static _Thread_local rc_lanes_position positions[2][MOST];
  const int64_t count = rc_lanes_count(twins->both[0]);
  CHECK_F(corrections[0] == corrections[1], "corrections %g and %g", corrections[0],
          corrections[1]);
  for (int i = 0; i < 2; i++)
    CHECK_EQUAL(rc_lanes_positions(twins->both[i], 0, count, positions[i]), RC_STATUS_OK);
  for (int64_t i = 0; i < count; i++) {
    const rc_lanes_position *a = &positions[0][i], *b = &positions[1][i];
    CHECK_F(a->lane == b->lane && a->offset == b->offset,
            "item %lld is in lane %d at %g, and in lane %d at %g if all is looked at", (long long)i,
            (int)a->lane, a->offset, (int)b->lane, b->offset);
  }
}

static void run_twins(uint64_t seed) {
  lane_twins twins = {.random = {seed}};
  begin_twins(&twins);
  for (int step = 0; step < 500 && !test_has_failed(); step++) {
    double corrections[2];
    rc_lanes_position first;
    if (draw_twins(&twins, 0, 25) == 0) edit_twins(&twins);
    scroll_twins(&twins);
    CHECK_EQUAL(rc_lanes_positions(twins.both[1], 0, 1, &first), RC_STATUS_OK);
    rc_lanes_viewport viewport = twins.viewport;
    if (twins.has_ticks) {
      viewport.tolerance += (double)(step % 2) / RC_TICKS_PER_POINT;
    } else {
      CHECK_EQUAL(rc_lanes_set_extents(twins.both[1], 0, &first.extent, 1), RC_STATUS_OK);
    }
    CHECK_EQUAL(rc_lanes_update(twins.both[0], &twins.viewport, &corrections[0]), RC_STATUS_OK);
    CHECK_EQUAL(rc_lanes_update(twins.both[1], &viewport, &corrections[1]), RC_STATUS_OK);
    check_twins(&twins, corrections);
    twins.viewport.offset += corrections[0];
  }
  for (int i = 0; i < 2; i++) rc_lanes_destroy(twins.both[i]);
}

static void updates_that_look_at_nothing_would_change_nothing(void) {
  const uint64_t seed = test_seed(11);
  for (int64_t i = 0; i < test_count(30) && !test_has_failed(); i++) run_twins(seed + (uint64_t)i);
}

static const test_case cases[] = {
    CASE(random_lanes_are_as_in_the_model),
    CASE(lanes_are_unchanged_when_out_of_memory),
    CASE(edits_that_have_begun_do_not_need_the_allocator),
    CASE(ranges_need_no_memory),
    CASE(item_takes_at_most_nine_bytes),
    CASE(updates_that_look_at_nothing_would_change_nothing),
};

const test_suite suite_lanes_random = SUITE(cases);
