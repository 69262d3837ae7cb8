// Headers that stay at the viewport's start, worked out by hand.

#include "../list/list_fixture.h"
#include "../list/list_memory.h"

/// Two items, H (30) with six items in rows of three, G (30) with 20 items in one column; all rows
/// but those of headers are 100 points.
static void begin_pinned(list_fixture *f) {
  fixture_begin_columns(f, 1, 30);
  CHECK_OK(rc_list_mark_header(f->list, 2, 3));
  CHECK_OK(rc_list_mark_header(f->list, 9, 1));
  fixture_measure(f, 2, 30);
  fixture_measure(f, 5, 30);
  f->settings.pins_headers = true;
  fixture_configure(f);
}

#define PINNED(name) FIXTURE(name, begin_pinned(&name))

#define CHECK_PINNED(f, at, place, covers)              \
  do {                                                  \
    rc_pinned_header pinned = {.index = -1};            \
    CHECK_OK(rc_list_pinned_header((f).list, &pinned)); \
    CHECK_EQUAL(pinned.index, at);                      \
    CHECK_POINTS(pinned.offset, place);                 \
    CHECK_POINTS(pinned.covered, covers);               \
  } while (0)

#define CHECK_NOT_PINNED(f)                                                     \
  do {                                                                          \
    rc_pinned_header pinned;                                                    \
    CHECK_EQUAL(rc_list_pinned_header((f).list, &pinned), RC_STATUS_NOT_FOUND); \
  } while (0)

static void a_header_is_pinned_from_its_place_to_the_next_header(void) {
  PINNED(f);
  CHECK_NOT_PINNED(f);
  fixture_update(&f, 0);
  CHECK_NOT_PINNED(f);
  fixture_update(&f, 199);
  CHECK_NOT_PINNED(f);
  // H is at 200, G at 430.
  fixture_update(&f, 200);
  CHECK_PINNED(f, 2, 200, 30);
  fixture_update(&f, 400);
  CHECK_PINNED(f, 2, 400, 30);
  fixture_update(&f, 420);
  CHECK_PINNED(f, 2, 400, 10);
  fixture_update(&f, 429.5);
  CHECK_PINNED(f, 2, 400, 0.5);
  fixture_update(&f, 430);
  CHECK_PINNED(f, 9, 430, 30);
  fixture_update(&f, 700);
  CHECK_PINNED(f, 9, 700, 30);
}

static void the_last_header_is_pushed_out_by_the_end(void) {
  PINNED(f);
  // The content ends at 2460.
  f.settings.extra_lengths[RC_END_TAIL] = 1000;
  fixture_configure(&f);
  fixture_update(&f, 2440);
  CHECK_PINNED(f, 9, 2430, 20);
  fixture_update(&f, 2500);
  CHECK_PINNED(f, 9, 2430, 0);
}

static void nothing_is_pinned_in_a_bounce_or_an_empty_viewport(void) {
  PINNED(f);
  CHECK_OK(rc_list_remove(f.list, 0, 2));
  fixture_update(&f, 0);
  fixture_scroll(&f, -10);
  CHECK_NOT_PINNED(f);
  fixture_scroll(&f, 0);
  CHECK_PINNED(f, 0, 0, 30);
  f.viewport.length = 0;
  fixture_again(&f);
  CHECK_NOT_PINNED(f);
  f.viewport.length = 500;
  fixture_again(&f);
  CHECK_PINNED(f, 0, 0, 30);
  f.settings.pins_headers = false;
  fixture_configure(&f);
  fixture_again(&f);
  CHECK_NOT_PINNED(f);
}

// Rows of 100 points and gaps of 10: the visible items change where a gap begins.
static void a_header_gives_way_where_the_gap_before_the_next_one_ends(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 10, 30));
  CHECK_OK(rc_list_mark_header(f.list, 2, 1));
  CHECK_OK(rc_list_mark_header(f.list, 9, 1));
  f.settings.pins_headers = true;
  fixture_configure(&f);
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_VISIBLE_ONLY));
  fixture_update(&f, 985);
  CHECK_PINNED(f, 2, 890, 5);
  CHECK_INTERVAL(f.update.visible, 9, 14);
  CHECK((rc_list_state(f.list, 2) & RC_STATE_VISIBLE) != 0);
  fixture_update(&f, 990);
  CHECK_PINNED(f, 9, 990, 100);
  CHECK_INTERVAL(f.update.visible, 9, 14);
  CHECK((rc_list_state(f.list, 2) & RC_STATE_VISIBLE) == 0);
}

static void the_inset_shifts_where_headers_are_pinned(void) {
  PINNED(f);
  f.viewport.inset_start = 50;
  fixture_update(&f, 250);
  CHECK_PINNED(f, 2, 300, 30);
  fixture_update(&f, 370);
  CHECK_PINNED(f, 2, 400, 10);
}

static void a_pinned_header_is_visible_and_leaves_when_it_is_not(void) {
  PINNED(f);
  fixture_update(&f, 0);
  f.settings.extra_lengths[RC_END_TAIL] = 1000;
  fixture_configure(&f);
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_VISIBLE_ONLY));
  fixture_update(&f, 400);
  CHECK_TEXT(fixture_states(&f), "2*1 1*15 3*1 9*15 15*1");
  // The interval is of those that overlap by their own places.
  CHECK_INTERVAL(f.update.visible, 6, 15);
  fixture_update(&f, 420);
  CHECK_TEXT(fixture_changes(&f), "| |");
  fixture_update(&f, 430);
  // G was visible before, at its own place.
  CHECK_TEXT(fixture_changes(&f), "| 2..3 15>1 6..9 15>1 |");
  fixture_update(&f, 1000);
  CHECK(rc_list_state(f.list, 9) == 15 && rc_list_state(f.list, 10) == 1);
  fixture_update(&f, 2500);
  CHECK_EQUAL(rc_list_state(f.list, 9), 1);
}

static void a_pinned_header_has_what_the_presence_gives(void) {
  PINNED(f);
  fixture_update(&f, 400);
  CHECK_EQUAL(rc_list_state(f.list, 2), 15);
  f.settings.presence = RC_PRESENCE_NEAR;
  fixture_configure(&f);
  fixture_again(&f);
  CHECK_EQUAL(rc_list_state(f.list, 2), 7);
  f.settings.presence = RC_PRESENCE_AWAY;
  fixture_configure(&f);
  fixture_again(&f);
  CHECK_EQUAL(rc_list_state(f.list, 2), 1);
}

// Adjacent to what is visible anyway, it is one stretch with that.
static void a_header_right_before_the_visible_items_joins_their_change(void) {
  PINNED(f);
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_VISIBLE_ONLY));
  fixture_update(&f, 0);
  fixture_update(&f, 240);
  CHECK_PINNED(f, 2, 240, 30);
  CHECK_TEXT(fixture_changes(&f), "| 0..2 15>1 | 11..13 1>15 @0");
  CHECK_EQUAL(rc_list_state(f.list, 2), 15);
}

static void edits_of_headers_change_what_is_pinned(void) {
  PINNED(f);
  fixture_update(&f, 400);
  CHECK_PINNED(f, 2, 400, 30);
  CHECK_OK(rc_list_mark_header(f.list, 6, 3));
  fixture_again(&f);
  // The new header has a row of 100 points at 330, and 7 and 8 have one after it.
  CHECK_PINNED(f, 6, 400, 100);
  CHECK_OK(rc_list_unmark_header(f.list, 2));
  fixture_again(&f);
  CHECK_OK(rc_list_unmark_header(f.list, 6));
  fixture_again(&f);
  CHECK_NOT_PINNED(f);
}

/// An item's offset for a target, and where the host comes to after an update there.
#define CHECK_TARGET(f, index, fraction, expected)                              \
  do {                                                                          \
    double offset = -1;                                                         \
    CHECK_OK(rc_list_set_scroll_target((f).list, index, fraction, 0, &offset)); \
    CHECK_POINTS(offset, expected);                                             \
    CHECK_CORRECTION(fixture_update(&(f), offset), 0);                          \
  } while (0)

static void targets_leave_space_for_the_header_of_their_section(void) {
  PINNED(f);
  fixture_update(&f, 0);
  // Item 20 is at 1460, under G of 30 points; 470 of 500 points are left.
  CHECK_TARGET(f, 20, 0, 1430);
  CHECK_TARGET(f, 20, 1, 1060);
  CHECK_TARGET(f, 20, 0.5, 1245);
  // Headers, and items before the first one, are under none.
  CHECK_TARGET(f, 9, 0, 430);
  CHECK_TARGET(f, 1, 0, 100);
  // Nearest: from above to below G, from below to the end; what is covered in part is not visible.
  CHECK_TARGET(f, 20, 0, 1430);
  CHECK_TARGET(f, 15, RC_FRACTION_NEAREST, 930);
  CHECK_TARGET(f, 20, RC_FRACTION_NEAREST, 1060);
  fixture_update(&f, 940);
  CHECK_TARGET(f, 15, RC_FRACTION_NEAREST, 930);
  fixture_update(&f, 925);
  CHECK_TARGET(f, 15, RC_FRACTION_NEAREST, 925);
  f.settings.pins_headers = false;
  fixture_configure(&f);
  fixture_scroll(&f, 100);
  CHECK_TARGET(f, 20, 0, 1460);
}

static void a_target_stays_under_its_header_while_both_are_measured(void) {
  PINNED(f);
  fixture_update(&f, 0);
  CHECK_TARGET(f, 20, 0, 1430);
  fixture_measure(&f, 5, 50);
  // G is 20 points taller, and so are its place and the space that it needs.
  CHECK_CORRECTION(fixture_again(&f), 0);
  CHECK_POINTS(fixture_offset_of(&f, 20) - f.update.offset, 50);
  fixture_measure(&f, 0, 170);
  CHECK_CORRECTION(fixture_again(&f), 70);
  CHECK_POINTS(fixture_offset_of(&f, 20) - f.update.offset, 50);
}

// Tick by tick over both headers: it moves on steadily, is never over the next header, and nothing
// else moves.
static void pinning_moves_nothing_tick_by_tick(void) {
  PINNED(f);
  FIXTURE(plain, begin_pinned(&plain));
  plain.settings.pins_headers = false;
  fixture_configure(&plain);
  double former = 200, next[2] = {430, 2460}, extents[2] = {30, 30};
  for (int64_t tick = 200 * 960; tick < 470 * 960; tick += 61) {
    const double start = rc_ticks_to_points(tick);
    fixture_scroll(&f, start);
    fixture_scroll(&plain, start);
    CHECK(f.update.correction == 0 && plain.update.correction == 0);
    CHECK_INTERVAL(f.update.visible, plain.update.visible.lower, plain.update.visible.upper);
    rc_pinned_header pinned;
    CHECK_OK(rc_list_pinned_header(f.list, &pinned));
    const int section = pinned.index == 9;
    CHECK(pinned.index == 2 || pinned.index == 9);
    CHECK(pinned.offset >= former && pinned.offset <= start);
    CHECK(pinned.offset + extents[section] <= next[section]);
    CHECK(pinned.covered >= 0 && pinned.covered <= extents[section]);
    former = pinned.offset;
    for (int64_t i = 0; i < 30; i++) {
      const rc_state other = rc_list_state(plain.list, i);
      const bool is_pinned = i == pinned.index && pinned.covered > 0;
      CHECK_EQUAL(rc_list_state(f.list, i), is_pinned ? 15 : other);
    }
  }
}

// After a jump nobody has measured it: what is on screen stays while the host does.
static void a_pinned_header_is_measured_where_it_is_drawn(void) {
  PINNED(f);
  CHECK_OK(rc_list_forget(f.list, 9, 10));
  fixture_update(&f, 0);
  fixture_scroll(&f, 1000);
  CHECK_PINNED(f, 9, 1000, 100);
  const double place = fixture_offset_of(&f, 16) - f.update.offset;
  fixture_measure(&f, 5, 30);
  CHECK_CORRECTION(fixture_again(&f), -70);
  CHECK_PINNED(f, 9, 930, 30);
  CHECK_POINTS(fixture_offset_of(&f, 16) - f.update.offset, place);
}

static void pinning_does_not_allocate(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.pins_headers = true;
  CHECK_OK(rc_list_set_settings(list, &settings));
  for (int range = RC_RANGE_DISPLAY; range < RC_RANGE_COUNT; range++) {
    const rc_tuning tuning = {range, 0.5 * range, true};
    CHECK_OK(rc_list_set_tuning(list, RC_RANGE_MODE_FULL, (rc_range)range, tuning));
  }
  CHECK_OK(rc_list_insert(list, 0, NULL, 1000));
  for (int64_t i = 5; i < 1000; i += 97) CHECK_OK(rc_list_mark_header(list, i, 2));
  memory.countdown = 0;
  rc_viewport viewport;
  rc_update update;
  rc_viewport_init(&viewport);
  viewport.length = 300;
  viewport.is_user_driven = true;
  for (; viewport.offset < 20000; viewport.offset += 37) {
    CHECK_OK(rc_list_update(list, &viewport, &update));
  }
  rc_list_destroy(list);
}

static const test_case cases[] = {
    CASE(a_header_is_pinned_from_its_place_to_the_next_header),
    CASE(the_last_header_is_pushed_out_by_the_end),
    CASE(nothing_is_pinned_in_a_bounce_or_an_empty_viewport),
    CASE(a_header_gives_way_where_the_gap_before_the_next_one_ends),
    CASE(the_inset_shifts_where_headers_are_pinned),
    CASE(a_pinned_header_is_visible_and_leaves_when_it_is_not),
    CASE(a_pinned_header_has_what_the_presence_gives),
    CASE(a_header_right_before_the_visible_items_joins_their_change),
    CASE(edits_of_headers_change_what_is_pinned),
    CASE(targets_leave_space_for_the_header_of_their_section),
    CASE(a_target_stays_under_its_header_while_both_are_measured),
    CASE(pinning_moves_nothing_tick_by_tick),
    CASE(a_pinned_header_is_measured_where_it_is_drawn),
    CASE(pinning_does_not_allocate),
};

const test_suite suite_list_pinned = SUITE(cases);
