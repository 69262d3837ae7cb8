// Lists in lanes, sentence by sentence.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "list_fixture.h"
#include "list_memory.h"

/// Where items are: their lanes, w for wide ones and - for none, and their offsets.
static const char *places(list_fixture *f, int64_t lower, int64_t upper) {
  rc_lanes_position at;
  f->text[0] = 0;
  for (int64_t i = lower; i < upper; i++) {
    if (rc_list_places(f->list, i, i + 1, &at) != RC_STATUS_OK) return "";
    char lane = at.lane == RC_LANE_NONE ? '-' : (char)('0' + at.lane);
    if (at.span == RC_SPAN_WIDE) lane = 'w';
    const size_t length = strlen(f->text);
    snprintf(f->text + length, sizeof f->text - length, "%s%c%g", i > lower ? " " : "", lane,
             at.offset);
  }
  return f->text;
}

/// Two lanes without spacing, and a viewport of 100 points.
static void begin_two(list_fixture *f, const double *extents, int64_t count) {
  fixture_begin_spaced(f, 50, 0, 0);
  f->viewport.length = 100;
  CHECK_OK(rc_list_set_lanes(f->list, 2, 0, 0, true));
  CHECK_OK(rc_list_insert(f->list, 0, extents, count));
}

/// A tall item in the first lane, and the others in the second.
static void begin_tall(list_fixture *f) {
  double extents[20];
  for (int i = 0; i < 20; i++) extents[i] = i == 0 ? 400 : 50;
  begin_two(f, extents, 20);
}

// == 25 ==

static void one_lane_is_one_column(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 50, 8, 100));
  FIXTURE(g, fixture_begin_spaced(&g, 50, 8, 100));
  CHECK_OK(rc_list_set_lanes(f.list, 1, 8, 5, true));
  list_fixture *both[] = {&f, &g};
  for (int i = 0; i < 2; i++) {
    fixture_update(both[i], 900);
    fixture_measure(both[i], 3, 70);
    fixture_measure(both[i], 17, 20);
    fixture_scroll(both[i], 1000);
  }
  CHECK_POINTS(f.update.correction, g.update.correction);
  CHECK_POINTS(f.update.offset, g.update.offset);
  for (int64_t i = 0; i < 100; i++)
    CHECK_POINTS(fixture_offset_of(&f, i), fixture_offset_of(&g, i));
  char text[512];
  snprintf(text, sizeof text, "%s", fixture_states(&g));
  CHECK_TEXT(fixture_states(&f), text);
  // Spans have no effect.
  CHECK_OK(rc_list_set_span(f.list, 0, 9, RC_SPAN_WIDE));
  CHECK_TEXT(places(&f, 0, 2), "00 058");
}

static void rows_are_items(void) {
  FIXTURE(f, begin_two(&f, (double[]){60, 120, 50, 80}, 4));
  int64_t row;
  CHECK_OK(rc_list_row_of_item(f.list, 3, &row));
  CHECK_EQUAL(row, 3);
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 4);
  CHECK_OK(rc_list_forget(f.list, 1, 3));
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 2);
  rc_interval rows;
  CHECK_OK(rc_list_unmeasured_rows(f.list, 1, 4, &rows));
  CHECK_INTERVAL(rows, 1, 3);
  f.settings.uses_mean_estimate = true;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_POINTS(rc_list_get_estimate(f.list), 70);
  CHECK_OK(rc_list_remove(f.list, 0, 1));
  fixture_update(&f, 0);
  CHECK_POINTS(rc_list_get_estimate(f.list), 80);
  CHECK_OK(rc_list_mark_provisional(f.list, 2, 3));
  CHECK_OK(rc_list_unmeasured_rows(f.list, 2, 3, &rows));
  CHECK_INTERVAL(rows, 2, 3);
  fixture_measure(&f, 2, 30);
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 1);
  CHECK_OK(rc_list_insert(f.list, 0, (double[]){5, 6}, 2));
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 3);
  double extents[5];
  CHECK_OK(rc_list_copy_rows(f.list, 0, 5, NULL, extents));
  CHECK_POINTS(extents[1], 6);
  CHECK_EQUAL(rc_list_copy_rows(f.list, 3, 6, NULL, extents), RC_STATUS_ARGUMENT);
}

static void a_list_goes_back_to_columns(void) {
  FIXTURE(f, begin_two(&f, (double[]){60, 120, 50, 80}, 4));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 0, 4), "00 10 060 0110");
  CHECK_OK(rc_list_set_layout(f.list, 2, 0, true));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 0, 4), "00 10 060 160");
  CHECK_OK(rc_list_set_lanes(f.list, 2, 0, 0, false));
  CHECK_TEXT(places(&f, 0, 4), "-0 -25 -50 -75");
  CHECK_OK(rc_list_validate(f.list, NULL));
}

// == 26 ==

static void headers_are_wide(void) {
  FIXTURE(f, begin_two(&f, (double[]){10, 20, 30, 40, 50, 60}, 6));
  CHECK_OK(rc_list_mark_header(f.list, 2, 0));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 0, 6), "00 10 w20 050 150 090");
  // In a section of one column all are, also new ones.
  CHECK_OK(rc_list_mark_header(f.list, 4, 1));
  CHECK_OK(rc_list_insert(f.list, 6, NULL, 1));
  CHECK_OK(rc_list_insert(f.list, 7, (double[]){15}, 1));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 0, 8), "00 10 w20 050 w90 w140 w200 w250");
  // From 1 column to 0.
  CHECK_OK(rc_list_mark_header(f.list, 4, 0));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 4, 8), "w90 0140 1140 1190");
  CHECK_OK(rc_list_mark_header(f.list, 4, 1));
  // The section before takes its items over.
  CHECK_OK(rc_list_unmark_header(f.list, 4));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 2, 8), "w20 050 150 090 1100 0150");
  CHECK_EQUAL(rc_list_mark_header(f.list, 5, 2), RC_STATUS_ARGUMENT);
}

static void spans_belong_to_items(void) {
  FIXTURE(f, begin_two(&f, (double[]){10, 20, 30, 40, 50, 60}, 6));
  CHECK_OK(rc_list_set_span(f.list, 1, 3, RC_SPAN_WIDE));
  CHECK_OK(rc_list_move(f.list, 1, 2, 5));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 0, 6), "00 w10 040 140 080 w140");
  CHECK_OK(rc_list_set_span(f.list, 5, 6, 1));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 4, 6), "080 190");
  // They outlast a header that is removed, but not one that is unmarked.
  CHECK_OK(rc_list_mark_header(f.list, 2, 1));
  CHECK_OK(rc_list_remove(f.list, 2, 3));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 0, 5), "00 w10 w40 w90 w150");
  CHECK_EQUAL(rc_list_section_count(f.list), 0);
  CHECK_OK(rc_list_mark_header(f.list, 3, 0));
  CHECK_EQUAL(rc_list_set_span(f.list, 2, 5, 1), RC_STATUS_ARGUMENT);
  CHECK_OK(rc_list_set_span(f.list, 4, 5, 1));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 0, 5), "00 w10 w40 w90 0150");
  CHECK_EQUAL(rc_list_set_span(f.list, 0, 1, 2), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_span(f.list, 4, 6, 1), RC_STATUS_ARGUMENT);
}

// == 27 ==

static void another_number_of_lanes_keeps_spans_and_the_place(void) {
  double extents[40];
  for (int i = 0; i < 40; i++) extents[i] = 40 + (i * 7 % 5) * 10;
  FIXTURE(f, begin_two(&f, extents, 40));
  CHECK_OK(rc_list_set_span(f.list, 9, 10, RC_SPAN_WIDE));
  for (int i = 0; i <= 8; i++) fixture_scroll(&f, i * 50);
  // Of what is there the one that begins last is read; the first one began before it.
  rc_item read;
  CHECK_OK(rc_list_item_at(f.list, f.update.offset, &read));
  int64_t first = read.index;
  CHECK(first > f.update.visible.lower);
  double place = read.offset - f.update.offset;
  CHECK(place <= 0 && place + read.extent > 0);
  CHECK_OK(rc_list_set_lanes(f.list, 3, 4, 0, true));
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 40);
  fixture_again(&f);
  CHECK_POINTS(fixture_offset_of(&f, first) - f.update.offset, place);
  rc_lanes_position at;
  CHECK_OK(rc_list_places(f.list, 9, 10, &at));
  CHECK_EQUAL(at.span, RC_SPAN_WIDE);
  CHECK_OK(rc_list_validate(f.list, NULL));
  // What was kept is provisional.
  rc_interval rows;
  CHECK_OK(rc_list_unmeasured_rows(f.list, 0, 40, &rows));
  CHECK_INTERVAL(rows, 0, 40);
  CHECK_OK(rc_list_item_at(f.list, f.update.offset, &read));
  first = read.index;
  place = read.offset - f.update.offset;
  CHECK(place + read.extent > 0);
  CHECK_OK(rc_list_set_lanes(f.list, 2, 4, 0, false));
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 0);
  fixture_again(&f);
  CHECK_POINTS(fixture_offset_of(&f, first) - f.update.offset, place);
}

static void the_same_lanes_again_change_only_the_tolerance(void) {
  FIXTURE(f, begin_two(&f, (double[]){60, 50, 40, 30, 20}, 5));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 0, 5), "00 10 150 060 090");
  CHECK_OK(rc_list_set_lanes(f.list, 2, 0, 40, false));
  CHECK_TEXT(places(&f, 0, 5), "00 10 150 060 090");
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 5);
  // Both lanes, which end at 110 and 90, count as equal: the one after that of the last item.
  CHECK_OK(rc_list_insert(f.list, 5, (double[]){20}, 1));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 4, 6), "090 190");
  CHECK_EQUAL(rc_list_set_lanes(f.list, 2, 0, -1, false), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_lanes(f.list, 2, (double)NAN, 0, false), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_lanes(f.list, 17, 0, 0, false), RC_STATUS_ARGUMENT);
}

static void sections_in_columns_have_no_lanes(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 10));
  CHECK_OK(rc_list_mark_header(f.list, 4, 2));
  CHECK_EQUAL(rc_list_set_lanes(f.list, 2, 0, 0, true), RC_STATUS_ARGUMENT);
  CHECK_OK(rc_list_mark_header(f.list, 4, 1));
  CHECK_OK(rc_list_set_lanes(f.list, 2, 0, 0, true));
  CHECK_TEXT(places(&f, 0, 6), "-0 -50 -100 -150 w200 w300");
  CHECK_OK(rc_list_set_layout(f.list, 3, 0, true));
  CHECK_TEXT(places(&f, 0, 6), "00 10 20 0100 w200 w300");
}

// == 28 ==

static void the_session_of_the_header(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 50, 10, 0));
  f.viewport.length = 100;
  CHECK_OK(rc_list_insert(f.list, 0, (double[]){60, 120, 50, 80}, 4));
  CHECK_OK(rc_list_set_lanes(f.list, 2, 10, 0, true));
  fixture_update(&f, 0);
  CHECK_TEXT(places(&f, 0, 3), "00 10 070");
  CHECK_INTERVAL(f.update.visible, 0, 3);
  CHECK_OK(rc_list_set_span(f.list, 3, 4, RC_SPAN_WIDE));
  CHECK_CORRECTION(fixture_scroll(&f, 40), 0);
  CHECK_TEXT(places(&f, 3, 4), "w130");
  CHECK_INTERVAL(f.update.visible, 0, 4);
  fixture_measure(&f, 0, 90);
  CHECK_CORRECTION(fixture_again(&f), 0);
  CHECK_TEXT(places(&f, 0, 4), "00 10 0100 w160");
}

static void what_is_measured_above_is_corrected_in_each_lane(void) {
  FIXTURE(f, begin_two(&f, (double[]){60, 60, 80, 40, 50, 70, 200, 200}, 8));
  fixture_update(&f, 0);
  fixture_scroll(&f, 90);
  CHECK_TEXT(places(&f, 2, 6), "060 160 1100 0140");
  fixture_measure(&f, 1, 75);
  // Lane 0 has an indent: nothing on the screen has moved there.
  CHECK_CORRECTION(fixture_again(&f), 15);
  CHECK_TEXT(places(&f, 2, 6), "075 175 1115 0155");
}

/// How far the lanes below a wide item are from it at most.
static double gap_below(list_fixture *f, int64_t wide, int64_t next) {
  rc_lanes_position at = {0};
  double end = 0, gap = 0;
  uint32_t found = 0;
  for (int64_t i = wide; i < next; i++) {
    (void)rc_list_places(f->list, i, i + 1, &at);
    if (i == wide) end = at.offset + at.extent + 8;
    if (i == wide || (found >> at.lane & 1) != 0) continue;
    found |= 1u << at.lane;
    if (at.offset - end > gap) gap = at.offset - end;
  }
  return gap;
}

static void from_below_a_unit_begins_ragged_by_one_item(void) {  // 12
  enum { COUNT = 600, EVERY = 20 };
  test_random random = {test_seed(1)};
  for (int64_t round = 0; round < test_count(10) && !test_has_failed(); round++) {
    FIXTURE(f, fixture_begin_spaced(&f, 200, 8, COUNT));
    CHECK_OK(rc_list_set_lanes(f.list, (uint32_t)test_random_in(&random, 2, 5), 8, 0, true));
    for (int64_t i = 0; i < COUNT; i += EVERY) {
      CHECK_OK(rc_list_set_span(f.list, i, i + 1, RC_SPAN_WIDE));
    }
    fixture_update(&f, rc_list_length(f.list) / 2);
    for (int64_t wide = COUNT; f.viewport.offset > 500;) {
      fixture_scroll(&f, f.viewport.offset - (double)test_random_in(&random, 20, 180));
      for (bool any = true; any;) {
        fixture_again(&f);
        any = false;
        for (int64_t i = f.update.ranges[RC_RANGE_DISPLAY].lower;
             i < f.update.ranges[RC_RANGE_DISPLAY].upper; i++) {
          rc_item item;
          CHECK_OK(rc_list_item(f.list, i, &item));
          if (item.is_measured) continue;
          fixture_measure(&f, i, (double)test_random_in(&random, 60, 420));
          any = true;
        }
      }
      const int64_t first = f.update.visible.lower;
      if (first % EVERY != 0 || first >= wide) continue;
      wide = first;
      const double gap = gap_below(&f, wide, wide + EVERY);
      CHECK_F(gap <= 428, "below %d a lane begins %g further down", (int)wide, gap);
    }
  }
}

static void a_target_without_a_lane_gets_one_as_it_comes_near(void) {
  FIXTURE(f, begin_two(&f, NULL, 1000));
  fixture_update(&f, 0);
  double offset;
  CHECK_OK(rc_list_set_scroll_target(f.list, 500, 0, 0, &offset));
  CHECK_POINTS(offset, 500 * 25);
  fixture_update(&f, offset);
  rc_lanes_position at;
  CHECK_OK(rc_list_places(f.list, 500, 501, &at));
  CHECK_POINTS(at.offset, f.update.offset);
  CHECK(at.lane != RC_LANE_NONE);
  // It is what stays.
  double extents[100];
  for (int i = 0; i < 100; i++) extents[i] = 60;
  CHECK_OK(rc_list_set_row_extents(f.list, 400, extents, 100));
  fixture_again(&f);
  CHECK_POINTS(fixture_offset_of(&f, 500), f.update.offset);
}

static void what_a_target_leaves_behind_moves_by_one_number(void) {
  double extents[20] = {10, 500};
  for (int i = 2; i < 20; i++) extents[i] = 100;
  FIXTURE(f, begin_two(&f, extents, 20));
  fixture_update(&f, 0);
  fixture_update(&f, 600);
  CHECK_TEXT(places(&f, 0, 3), "00 10 010");
  CHECK_TEXT(places(&f, 7, 11), "1500 0510 1600 0610");
  double offset;
  CHECK_OK(rc_list_set_scroll_target(f.list, 0, 0, 0, &offset));
  // The lanes are level before it, so the first one begins 500 points further down.
  CHECK_OK(rc_list_insert(f.list, 2, NULL, 1));
  fixture_update(&f, 590);
  CHECK_TEXT(places(&f, 0, 3), "050 10 1500");
  CHECK_TEXT(places(&f, 8, 12), "1550 0560 1650 0660");
  CHECK_POINTS(f.update.offset, 640);
}

/// A viewport of 60, and an item that is longer in the first of two lanes: what is after it and has
/// no lane yet is far off, and near once it has one.
static void begin_short(list_fixture *f, double extent) {
  fixture_begin_spaced(f, 50, 10, 0);
  f->viewport.length = 60;
  CHECK_OK(rc_list_set_lanes(f->list, 2, 10, 0, true));
  CHECK_OK(rc_list_insert(f->list, 0, (double[]){90, 10, 60, 40, extent, 30}, 6));
  CHECK_OK(rc_list_insert(f->list, 6, NULL, 2));
  fixture_update(f, 0);
  CHECK_TEXT(places(f, 0, 6), "00 10 120 190 0100 1140");
}

static void what_an_item_leaves_behind_moves_by_one_number(void) {
  // Within 8 screenfuls, and within 128 items.
  for (int i = 0; i < 2; i++) {
    FIXTURE(f, begin_short(&f, i == 0 ? 300 : 1000));
    CHECK_OK(rc_list_insert(f.list, 5, NULL, 2));
    f.viewport.has_item = true;
    f.viewport.item = 6;
    f.viewport.item_place = 119;
    fixture_update(&f, 0);
    CHECK_TEXT(places(&f, 0, 7), "00 10 120 190 0100 1140 1200");
    CHECK_POINTS(f.update.offset, 81);
  }
}

static void a_target_that_is_elsewhere_moves_no_lane(void) {
  FIXTURE(f, begin_short(&f, 1000));
  double offset;
  CHECK_OK(rc_list_set_scroll_target(f.list, 6, 0, 0, &offset));
  CHECK_OK(rc_list_insert(f.list, 5, NULL, 10));
  fixture_update(&f, 0);
  // Approached, the target is followed to where it has gone.
  fixture_update(&f, 10);
  CHECK_TEXT(places(&f, 0, 7), "00 10 120 190 0100 1140 1200");
  CHECK_POINTS(f.update.offset, 610);
}

static void ends_stick_in_lanes(void) {
  FIXTURE(f, begin_two(&f, NULL, 100));
  f.settings.sticks[RC_END_TAIL] = true;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_POINTS(f.update.offset, rc_list_length(f.list) - 100);
  CHECK_OK(rc_list_insert(f.list, 100, (double[]){90, 30, 70}, 3));
  fixture_again(&f);
  CHECK_POINTS(f.update.offset, rc_list_length(f.list) - 100);
  CHECK_EQUAL(f.update.visible.upper, 103);
}

static void a_head_and_insets_move_what_is_in_lanes(void) {
  FIXTURE(f, begin_two(&f, (double[]){60, 60, 80, 40, 50, 70}, 6));
  f.settings.extra_lengths[RC_END_HEAD] = 30;
  f.viewport.inset_start = 20;
  fixture_configure(&f);
  fixture_update(&f, -20);
  CHECK_TEXT(places(&f, 0, 3), "030 130 090");
  CHECK_INTERVAL(f.update.visible, 0, 2);
  rc_item item;
  CHECK_OK(rc_list_item_at(f.list, 95, &item));
  CHECK_EQUAL(item.index, 3);
  double offsets[2];
  CHECK_OK(rc_list_copy_rows(f.list, 1, 3, offsets, NULL));
  CHECK_POINTS(offsets[0], 30);
  CHECK_POINTS(offsets[1], 90);
}

static void a_pinned_header_is_that_of_all_lanes(void) {
  double extents[40];
  for (int i = 0; i < 40; i++) extents[i] = 50;
  FIXTURE(f, begin_two(&f, extents, 40));
  CHECK_OK(rc_list_mark_header(f.list, 10, 0));
  CHECK_OK(rc_list_mark_header(f.list, 25, 0));
  f.settings.pins_headers = true;
  fixture_configure(&f);
  for (int i = 0; i <= 6; i++) fixture_scroll(&f, i * 60);
  rc_pinned_header pinned;
  CHECK_OK(rc_list_pinned_header(f.list, &pinned));
  CHECK_EQUAL(pinned.index, 10);
  CHECK_POINTS(pinned.offset, 360);
  CHECK_EQUAL(rc_list_state(f.list, 10), 15);
  // The next one pushes it out.
  CHECK_POINTS(fixture_offset_of(&f, 25), 650);
  fixture_scroll(&f, 420);
  fixture_scroll(&f, 480);
  fixture_scroll(&f, 540);
  fixture_scroll(&f, 620);
  CHECK_OK(rc_list_pinned_header(f.list, &pinned));
  CHECK_POINTS(pinned.offset, 600);
}

static void the_place_of_an_item_places_the_viewport(void) {
  double extents[100];
  for (int i = 0; i < 100; i++) extents[i] = 30 + i * 7 % 50;
  FIXTURE(f, begin_two(&f, extents, 100));
  fixture_update(&f, 0);
  f.viewport.has_item = true;
  f.viewport.item = 60;
  f.viewport.item_place = 25;
  fixture_update(&f, 0);
  CHECK_POINTS(f.update.correction, 0);
  CHECK_POINTS(fixture_offset_of(&f, 60), f.update.offset + 25);
  CHECK_EQUAL(rc_list_state(f.list, 60), 15);
}

static void positions_are_multiples_of_the_quantum(void) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.quantum = 10;
  FIXTURE(f, fixture_begin_with(&f, &options, 300));
  f.viewport.length = 200;
  CHECK_OK(rc_list_set_lanes(f.list, 3, 0, 0, true));
  CHECK_POINTS(rc_list_length(f.list), 300 * 20);
  test_random random = {test_seed(5)};
  fixture_update(&f, 3000);
  for (int i = 0; i < 200; i++) {
    fixture_measure(&f, test_random_in(&random, 0, 299),
                    10 * (double)test_random_in(&random, 0, 9));
    fixture_scroll(&f, f.update.offset + 10 * (double)test_random_in(&random, -9, 9));
    CHECK_POINTS(fmod(f.update.offset, 10), 0);
    // A bounce can go past all items.
    if (f.update.visible.lower == 300) continue;
    CHECK_POINTS(fmod(fixture_offset_of(&f, f.update.visible.lower), 10), 0);
  }
}

// == 29 to 32 ==

static void states_are_exact_within_the_hull(void) {
  FIXTURE(f, begin_tall(&f));
  fixture_update(&f, 0);
  fixture_update(&f, 150);
  CHECK_TEXT(places(&f, 0, 7), "00 10 150 1100 1150 1200 1250");
  CHECK_TEXT(fixture_ranges(&f), "visible 0..6 display 0..7 preload 0..7");
  CHECK_TEXT(fixture_states(&f), "1*15 2*1 1*7 2*15 1*7 13*1");
  // What overscan adds is next to the hull.
  f.settings.overscan_items = 2;
  fixture_configure(&f);
  fixture_update(&f, 150);
  CHECK_TEXT(fixture_states(&f), "1*15 3*7 2*15 2*7 12*1");
}

/// Checks which items in lanes have a bit: those that overlap what reaches so far around the
/// viewport.
static void check_bit(list_fixture *f, rc_state bit, double reach) {
  const double lower = f->update.offset - reach;
  const double upper = f->update.offset + f->viewport.length + reach;
  for (int64_t i = 0; i < rc_list_count(f->list); i++) {
    rc_lanes_position at;
    CHECK_OK(rc_list_places(f->list, i, i + 1, &at));
    if (at.lane == RC_LANE_NONE) continue;
    const bool is_in = at.offset < upper && at.offset + at.extent > lower;
    CHECK_F((rc_list_state(f->list, i) & bit) == (is_in ? bit : 0),
            "item %lld at %g, viewport at %g", (long long)i, at.offset, f->update.offset);
  }
}

static void states_are_exact_far_from_each_other(void) {
  enum { ITEMS = 3000 };
  double extents[ITEMS];
  for (int i = 0; i < ITEMS; i++) extents[i] = 30 + i * 37 % 41;
  FIXTURE(f, fixture_begin_spaced(&f, 50, 0, 0));
  CHECK_OK(rc_list_set_lanes(f.list, 16, 0, 0, true));
  CHECK_OK(rc_list_insert(f.list, 0, extents, ITEMS));
  for (int mode = 0; mode < RC_RANGE_MODE_COUNT; mode++) {
    const rc_tuning near = {.leading = 2, .trailing = 2, .is_enabled = true};
    const rc_tuning far = {.leading = 4, .trailing = 4, .is_enabled = true};
    CHECK_OK(rc_list_set_tuning(f.list, (rc_range_mode)mode, RC_RANGE_DISPLAY, near));
    CHECK_OK(rc_list_set_tuning(f.list, (rc_range_mode)mode, RC_RANGE_PRELOAD, far));
  }
  f.viewport.length = 500;
  // The edges are further apart than what is known of each, and turn back now and then.
  double offset = 4000, move = 7;
  const uint32_t steps = test_is_brief() ? 100 : 1000;
  for (uint32_t step = 0; step < steps; step++) {
    if (step * 2654435761u >> 24 < 3 || offset < 2500 || offset > 6000) move = -move;
    fixture_update(&f, offset += move);
    if (step % 40 != 0) continue;
    check_bit(&f, RC_STATE_VISIBLE, 0);
    check_bit(&f, RC_STATE_DISPLAY, 1000);
    check_bit(&f, RC_STATE_PRELOAD, 2000);
  }
}

static void what_is_kept_stays_so_in_lanes(void) {
  FIXTURE(f, begin_tall(&f));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_keep(f.list, 1, RC_STATE_PRELOAD));
  fixture_update(&f, 150);
  CHECK_TEXT(fixture_states(&f), "1*15 1*3 1*1 1*7 2*15 1*7 13*1");
  f.viewport.length = 0;
  fixture_update(&f, 150);
  CHECK_TEXT(fixture_states(&f), "1*7 1*3 1*1 4*7 13*1");
  f.viewport.length = 100;
  CHECK_CORRECTION(fixture_update(&f, 150), 0);
  CHECK_TEXT(fixture_states(&f), "1*15 1*3 1*1 1*7 2*15 1*7 13*1");
}

static void what_enters_is_in_the_order_of_its_distance(void) {
  double extents[40];
  for (int i = 0; i < 40; i++) extents[i] = 50;
  FIXTURE(f, begin_two(&f, extents, 40));
  fixture_update(&f, 500);
  CHECK_TEXT(places(&f, 18, 26), "0450 1450 0500 1500 0550 1550 0600 1600");
  CHECK_TEXT(fixture_changes(&f), "| | 20..24 0>15 @0 24..26 0>7 @0 18..20 0>7 @0");
}

static void the_tail_is_where_the_first_lane_ends(void) {
  FIXTURE(f, begin_two(&f, (double[]){1000, 100}, 2));
  fixture_scroll(&f, 0);
  fixture_scroll(&f, 10);
  CHECK_EQUAL(f.update.batches[RC_END_TAIL].answer, RC_BATCH_ANSWER_YES);
  CHECK_OK(rc_list_insert(f.list, 2, (double[]){900}, 1));
  fixture_scroll(&f, 20);
  CHECK_EQUAL(f.update.batches[RC_END_TAIL].answer, RC_BATCH_ANSWER_NO);
}

static void queries_go_by_where_items_start(void) {
  FIXTURE(f, begin_tall(&f));
  fixture_update(&f, 0);
  rc_item item;
  CHECK_OK(rc_list_item_at(f.list, 160, &item));
  CHECK_EQUAL(item.index, 4);
  CHECK_OK(rc_list_item_at(f.list, -5, &item));
  CHECK_EQUAL(item.index, 0);
  rc_interval items;
  CHECK_OK(rc_list_items_in(f.list, 150, 250, &items));
  CHECK_INTERVAL(items, 0, 6);
  CHECK_OK(rc_list_items_in(f.list, 150, 150, &items));
  CHECK_EQUAL(items.lower, items.upper);
}

// == 33 ==

/// Runs the same session twice, once with each allocation of an update failing first.
static void updates_without_memory_are_made_up_for(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *lists[2];
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 300;
  for (int l = 0; l < 2; l++) {
    CHECK_OK(rc_list_create(NULL, l == 0 ? &allocator : NULL, &lists[l]));
    CHECK_OK(rc_list_insert(lists[l], 0, NULL, 2000));
    CHECK_OK(rc_list_set_lanes(lists[l], 3, 4, 0, true));
  }
  test_random random = {test_seed(9)};
  int64_t failures = 0;
  double before = 0;
  for (int step = 0; step < 100; step++) {
    const double extent = (double)test_random_in(&random, 0, 200);
    const int64_t row = test_random_in(&random, 0, 1999);
    viewport.offset = before + (double)test_random_in(&random, -200, 250);
    if (viewport.offset < 0) viewport.offset = 0;
    rc_update updates[2];
    for (int l = 0; l < 2 && step % 3 == 0; l++) {
      CHECK_OK(rc_list_set_row_extents(lists[l], row, &extent, 1));
    }
    rc_state states[2][2000];
    CHECK_OK(rc_list_copy_states(lists[0], 0, 2000, states[0]));
    for (int64_t granted = 0;; granted++) {
      memory.countdown = granted;
      const rc_status status = rc_list_update(lists[0], &viewport, &updates[0]);
      memory.countdown = -1;
      if (status == RC_STATUS_OK) break;
      CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
      CHECK_OK(rc_list_validate(lists[0], NULL));
      CHECK_OK(rc_list_copy_states(lists[0], 0, 2000, states[1]));
      CHECK(memcmp(states[0], states[1], sizeof states[0]) == 0);
      failures++;
    }
    CHECK_OK(rc_list_update(lists[1], &viewport, &updates[1]));
    CHECK_POINTS(updates[0].correction, updates[1].correction);
    CHECK_INTERVAL(updates[0].visible, updates[1].visible.lower, updates[1].visible.upper);
    for (int l = 0; l < 2; l++) CHECK_OK(rc_list_copy_states(lists[l], 0, 2000, states[l]));
    CHECK(memcmp(states[0], states[1], sizeof states[0]) == 0);
    before = updates[0].offset;
  }
  CHECK(failures > 20);
  for (int l = 0; l < 2; l++) rc_list_destroy(lists[l]);
  CHECK_EQUAL(memory.bytes, 0);
}

/// Scrolls back to many small items, in an update with memory for so many allocations, and makes it
/// again if it fails; what is on the screen moves by half a point.
static void scroll_back_with(int64_t allocations, bool *out_has_failed) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  double extents[600];
  for (int i = 0; i < 600; i++) extents[i] = i < 400 ? i % 7 * 2 + 1 : 50;
  rc_list *list;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_set_lanes(list, 2, 0, 0, true));
  CHECK_OK(rc_list_insert(list, 0, extents, 600));
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 100;
  viewport.offset = 1900;
  viewport.is_user_driven = true;
  rc_update update;
  CHECK_OK(rc_list_update(list, &viewport, &update));
  viewport.offset = update.offset - 400;
  memory.countdown = allocations;
  *out_has_failed = rc_list_update(list, &viewport, &update) == RC_STATUS_NO_MEMORY;
  memory.countdown = -1;
  if (*out_has_failed) CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_POINTS(update.correction, 0.5);
  rc_list_destroy(list);
}

static void what_moves_without_memory_is_corrected_later(void) {
  int64_t allocations = 0;
  for (bool has_failed = true; has_failed && !test_has_failed(); allocations++) {
    scroll_back_with(allocations, &has_failed);
  }
  CHECK(allocations > 20);
}

static void places_are_told_in_columns_too(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 8));
  f.settings.extra_lengths[RC_END_HEAD] = 7;
  fixture_configure(&f);
  CHECK_TEXT(places(&f, 0, 4), "07 17 27 0107");
  CHECK_OK(rc_list_mark_header(f.list, 2, 1));
  CHECK_TEXT(places(&f, 0, 4), "07 17 w107 w207");
}

// == what an update leaves for later ==

/// Two lanes of items that are 50 long, and a viewport that begins in a gap of 10; finds the first
/// item on the screen, 7 points further down.
static void begin_in_gap(list_fixture *f, int64_t *out_item) {
  fixture_begin_spaced(f, 50, 10, 200);
  f->viewport.length = 100;
  CHECK_OK(rc_list_set_lanes(f->list, 2, 10, 0, true));
  fixture_update(f, 600);
  *out_item = f->update.visible.lower + 2;
  fixture_update(f, fixture_offset_of(f, *out_item) - 7);
}

static void the_first_item_stays_where_nothing_is_read(void) {
  int64_t item;
  FIXTURE(f, begin_in_gap(&f, &item));
  CHECK_INTERVAL(f.update.visible, item, item + 4);
  CHECK_OK(rc_list_set_lanes(f.list, 3, 10, 0, true));
  fixture_update(&f, f.update.offset);
  CHECK_POINTS(fixture_offset_of(&f, item) - f.update.offset, 7);
}

static void a_target_knows_where_the_first_item_was(void) {
  int64_t item;
  FIXTURE(f, begin_in_gap(&f, &item));
  rc_list_settings settings;
  CHECK_OK(rc_list_get_settings(f.list, &settings));
  settings.extra_lengths[RC_END_HEAD] = 40;
  CHECK_OK(rc_list_set_settings(f.list, &settings));
  double offset;
  CHECK_OK(rc_list_set_scroll_target(f.list, 60, 0, 0, &offset));
  // The head has moved all, which the host has yet to be told.
  CHECK_POINTS(offset, fixture_offset_of(&f, 60) - 40);
}

static const test_case cases[] = {
    CASE(one_lane_is_one_column),
    CASE(rows_are_items),
    CASE(a_list_goes_back_to_columns),
    CASE(headers_are_wide),
    CASE(spans_belong_to_items),
    CASE(another_number_of_lanes_keeps_spans_and_the_place),
    CASE(the_same_lanes_again_change_only_the_tolerance),
    CASE(sections_in_columns_have_no_lanes),
    CASE(the_session_of_the_header),
    CASE(what_is_measured_above_is_corrected_in_each_lane),
    CASE(from_below_a_unit_begins_ragged_by_one_item),
    CASE(a_target_without_a_lane_gets_one_as_it_comes_near),
    CASE(what_a_target_leaves_behind_moves_by_one_number),
    CASE(what_an_item_leaves_behind_moves_by_one_number),
    CASE(a_target_that_is_elsewhere_moves_no_lane),
    CASE(ends_stick_in_lanes),
    CASE(a_head_and_insets_move_what_is_in_lanes),
    CASE(a_pinned_header_is_that_of_all_lanes),
    CASE(the_place_of_an_item_places_the_viewport),
    CASE(positions_are_multiples_of_the_quantum),
    CASE(states_are_exact_within_the_hull),
    CASE(states_are_exact_far_from_each_other),
    CASE(what_is_kept_stays_so_in_lanes),
    CASE(what_enters_is_in_the_order_of_its_distance),
    CASE(the_tail_is_where_the_first_lane_ends),
    CASE(queries_go_by_where_items_start),
    CASE(updates_without_memory_are_made_up_for),
    CASE(what_moves_without_memory_is_corrected_later),
    CASE(places_are_told_in_columns_too),
    CASE(the_first_item_stays_where_nothing_is_read),
    CASE(a_target_knows_where_the_first_item_was),
};

const test_suite suite_list_lanes = SUITE(cases);
