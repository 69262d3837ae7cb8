// Impressions. In brackets are the numbers of the sentences of rangecore_impressions.h.

#include <math.h>
#include <string.h>

#include "impressions_fixture.h"

/// Half for a second, half for two, three tenths for one, and a tick at once.
static rc_impressions_options four_rules(void) {
  return (rc_impressions_options){.rules = {{0.5, 1}, {0.5, 2}, {0.3, 1}, {0, 0}}, .rule_count = 4};
}

static void the_session_of_the_header(void) {
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 0, "5:90/200"), "");
  CHECK(isinf(f.report.next_time));
  CHECK_TEXT(impressions_go_with(&f, 1, "5:110/200"), "");
  CHECK(f.report.next_time == 2);
  CHECK_TEXT(impressions_go_with(&f, 3.5, ""), "SEEN 5 @2 +1 LEFT 5 @3.5 +2.5");
  CHECK_TEXT(impressions_go_with(&f, 9, "5:200/200"), "");
  CHECK(isinf(f.report.next_time));
}

// == 1 to 3 ==

static void an_item_counts_from_its_fraction_on(void) {  // (2)
  const rc_impressions_options options = four_rules();
  IMPRESSIONS(f, &options);
  impressions_show(&f, "1:99/200 2:100/200 3:29/100r2 4:30/100r2 5:0/100r3 6:1/100r3 7:0/0r3");
  CHECK_TEXT(impressions_go(&f, 0), "SEEN 6 @0 +0 r3");
  CHECK_TEXT(impressions_go(&f, 1), "SEEN 2 @1 +1 SEEN 4 @1 +1 r2");
}

static void one_that_is_longer_than_the_screen_counts_by_what_can_be_seen(void) {  // (2)
  IMPRESSIONS(f, NULL);
  // Half of the 600 of the viewport.
  CHECK_TEXT(impressions_go_with(&f, 0, "1:299/5000 2:300/5000"), "");
  CHECK_TEXT(impressions_go(&f, 1), "SEEN 2 @1 +1");
}

static void what_is_cut_off_across_does_not_count(void) {  // (2)
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100x0.5 2:100/100x0.49 3:60/100x0.9"), "");
  CHECK_TEXT(impressions_go(&f, 1), "SEEN 1 @1 +1 SEEN 3 @1 +1");
}

static void an_id_in_two_lists_counts_once(void) {  // (1), (3)
  const rc_impressions_options options = four_rules();
  IMPRESSIONS(f, &options);
  impressions_show_in(&f, 9, "1:100/100r1");
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "");
  CHECK_TEXT(impressions_go(&f, 1), "SEEN 1 @1 +1");
  // It goes on in the other list, by another rule.
  CHECK_TEXT(impressions_go_with(&f, 2, ""), "LEFT 1 @2 +2");
  CHECK_TEXT(impressions_go(&f, 9), "");
  // The first that qualifies counts, also after one that does not.
  impressions_show_in(&f, 9, "2:100/100r1");
  CHECK_TEXT(impressions_go_with(&f, 10, "2:1/100 2:60/100r2"), "");
  CHECK_TEXT(impressions_go(&f, 11), "SEEN 2 @11 +1 r2");
}

static void a_dwell_goes_on_in_another_list(void) {  // (3)
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "");
  impressions_show_in(&f, 3, "1:100/100");
  CHECK_TEXT(impressions_go_with(&f, 0.5, ""), "");
  CHECK_TEXT(impressions_go(&f, 1), "SEEN 1 @1 +1");
}

// == 4 to 7 ==

static void away_and_back_is_not_one_second(void) {  // (4)
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 0.4, "2:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 0.5, "1:100/100"), "");
  // A timer of one second that looks again at its end would have counted it.
  CHECK_TEXT(impressions_go(&f, 1), "");
  CHECK(f.report.next_time == 1.5);
  CHECK_TEXT(impressions_go(&f, 1.5), "SEEN 1 @1.5 +1");
}

static void a_late_update_tells_the_exact_time(void) {  // (5), (11)
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 0.25, "2:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 0.5, "1:100/100 2:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 7, "1:1/100"),
             "SEEN 2 @1.25 +1 SEEN 1 @1.5 +1 LEFT 1 @7 +6.5 LEFT 2 @7 +6.75");
}

static void what_is_due_is_told_at_its_time_whatever_the_rounding(void) {  // (5)
  // 0.1 + 0.25 is 0.35; but 0.35 − 0.1 is less than 0.25.
  const rc_impressions_options options = {.rules = {{0.5, 0.25}}, .rule_count = 1};
  IMPRESSIONS(f, &options);
  CHECK_TEXT(impressions_go_with(&f, 0.1, "1:100/100"), "");
  CHECK_TEXT(impressions_go(&f, f.report.next_time), "SEEN 1 @0.35 +0.25");
  CHECK(isinf(f.report.next_time));
}

static void another_rule_begins_a_new_dwell(void) {  // (4)
  const rc_impressions_options options = four_rules();
  IMPRESSIONS(f, &options);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 0.5, "1:100/100r2"), "");
  CHECK_TEXT(impressions_go(&f, 1), "");
  CHECK_TEXT(impressions_go_with(&f, 2, "1:100/100r1"), "SEEN 1 @1.5 +1 r2 LEFT 1 @2 +1.5 r2");
  CHECK_TEXT(impressions_go_with(&f, 9, ""), "");
}

static void an_id_is_seen_once_in_a_session(void) {  // (6), (7)
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 1, ""), "SEEN 1 @1 +1 LEFT 1 @1 +1");
  CHECK(rc_impressions_is_seen(f.impressions, 1));
  CHECK(!rc_impressions_is_seen(f.impressions, 2));
  CHECK(!rc_impressions_is_seen(f.impressions, RC_ID_NONE) && !rc_impressions_is_seen(NULL, 1));
  CHECK_TEXT(impressions_go_with(&f, 2, "1:100/100"), "");
  // Nor does it leave, as it was not seen in this dwell.
  CHECK_TEXT(impressions_go_with(&f, 9, ""), "");
}

static void a_session_ends_with_what_was_due(void) {  // (6)
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 1, "1:100/100 2:100/100"), "SEEN 1 @1 +1");
  CHECK_OK(rc_impressions_reset(f.impressions));
  CHECK(rc_impressions_is_seen(f.impressions, 1));
  CHECK_TEXT(impressions_go(&f, 2.5), "SEEN 2 @2 +1 LEFT 1 @2.5 +2.5 LEFT 2 @2.5 +1.5");
  CHECK(!rc_impressions_is_seen(f.impressions, 1));
  CHECK(f.report.next_time == 3.5);
  CHECK_TEXT(impressions_go_with(&f, 4, ""),
             "SEEN 1 @3.5 +1 SEEN 2 @3.5 +1 LEFT 1 @4 +1.5 LEFT 2 @4 +1.5");
  // What is not on screen any more is new as well.
  CHECK_OK(rc_impressions_reset(f.impressions));
  CHECK_TEXT(impressions_go_with(&f, 5, "1:100/100"), "");
  CHECK_TEXT(impressions_go(&f, 6), "SEEN 1 @6 +1");
}

static void nobody_who_looks_nothing_seen(void) {  // (2)
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "");
  f.is_away = true;
  CHECK_TEXT(impressions_go(&f, 0.9), "");
  CHECK(isinf(f.report.next_time));
  CHECK_TEXT(impressions_go(&f, 5), "");
  f.is_away = false;
  CHECK_TEXT(impressions_go(&f, 6), "");
  f.is_away = true;
  CHECK_TEXT(impressions_go(&f, 8), "SEEN 1 @7 +1 LEFT 1 @8 +2");
}

static void what_is_forgotten_counts_again(void) {  // (6)
  IMPRESSIONS(f, NULL);
  const rc_id ids[] = {1, 2, 77};
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100 2:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 1, "2:100/100"), "SEEN 1 @1 +1 SEEN 2 @1 +1 LEFT 1 @1 +1");
  CHECK_OK(rc_impressions_forget(f.impressions, ids, 3));
  CHECK(!rc_impressions_is_seen(f.impressions, 1));
  // It dwells.
  CHECK(rc_impressions_is_seen(f.impressions, 2));
  CHECK_TEXT(impressions_go_with(&f, 2, "1:100/100"), "LEFT 2 @2 +2");
  CHECK_TEXT(impressions_go(&f, 3), "SEEN 1 @3 +1");
}

// == 8 ==

static rc_impressions_options three_thresholds(void) {
  return (rc_impressions_options){
      .rules = {{1, 100}}, .rule_count = 1, .thresholds = {0, 0.5, 1}, .threshold_count = 3};
}

static void thresholds_are_crossed_in_both_directions(void) {  // (8)
  const rc_impressions_options options = three_thresholds();
  IMPRESSIONS(f, &options);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:0/100 2:1/100 3:50/100 4:100/100"),
             "CROSSED 2 #1 0.01 CROSSED 3 #2 0.5 CROSSED 4 #3 1");
  CHECK_TEXT(impressions_go_with(&f, 1, "2:49/100 3:99/100 4:99/100"), "CROSSED 4 #2 0.99");
  CHECK_TEXT(impressions_go_with(&f, 2, "2:100/100x0.5 3:40/100"),
             "CROSSED 2 #2 0.5 CROSSED 3 #1 0.4 CROSSED 4 #0 0");
  f.is_away = true;
  CHECK_TEXT(impressions_go(&f, 3), "CROSSED 2 #0 0 CROSSED 3 #0 0");
}

static void thresholds_are_of_the_whole_item(void) {  // (8)
  // As an observer of a browser has it: one that is longer than the screen never reaches 1.
  const rc_impressions_options options = three_thresholds();
  IMPRESSIONS(f, &options);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:600/1200"), "CROSSED 1 #2 0.5");
  // Of two views the one that reaches most counts.
  CHECK_TEXT(impressions_go_with(&f, 1, "1:1/100 1:100/100 1:70/100"), "CROSSED 1 #3 1");
}

static void without_a_threshold_of_0_little_is_nothing(void) {  // (8)
  const rc_impressions_options options = {
      .rules = {{1, 100}}, .rule_count = 1, .thresholds = {0.5}, .threshold_count = 1};
  IMPRESSIONS(f, &options);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:49/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 1, "1:50/100"), "CROSSED 1 #1 0.5");
  CHECK_TEXT(impressions_go_with(&f, 2, "1:49/100"), "CROSSED 1 #0 0.49");
}

// == 9 to 12 ==

static void a_state_that_is_repeated_tells_nothing(void) {  // (10)
  const rc_impressions_options options = three_thresholds();
  IMPRESSIONS(f, &options);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "CROSSED 1 #3 1");
  CHECK_TEXT(impressions_go(&f, 0), "");
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 100, "1:100/100"), "SEEN 1 @100 +100");
  CHECK_TEXT(impressions_go_with(&f, 100, "1:100/100"), "");
}

static void views_count_from_the_next_update_on(void) {  // (9)
  IMPRESSIONS(f, NULL);
  impressions_show(&f, "1:100/100");
  CHECK_TEXT(impressions_go_with(&f, 0, "2:100/100"), "");
  impressions_show(&f, "");
  CHECK_TEXT(impressions_go_with(&f, 1, "2:100/100"), "SEEN 2 @1 +1");
}

static void a_time_before_the_latest_counts_as_that(void) {  // (12)
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 5, "1:100/100"), "");
  CHECK_TEXT(impressions_go_with(&f, 3, "1:100/100 2:100/100"), "");
  CHECK(f.report.next_time == 6);
  CHECK_TEXT(impressions_go(&f, 6), "SEEN 1 @6 +1 SEEN 2 @6 +1");
}

// == memory ==

static void without_memory_nothing_changes(void) {
  IMPRESSIONS(f, NULL);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100"), "");
  rc_impression_view views[40];
  for (int i = 0; i < 40; i++) {
    views[i] =
        (rc_impression_view){.id = 50 - i, .extent = 1, .viewport = 1, .visible = 1, .cross = 1};
  }
  int failures = 0;
  for (int list = 7; list < 9; list++) {
    for (int after = 0;; after = 1) {
      // What an attempt has reserved, the next one need not.
      f.memory.countdown = after;
      const rc_status status = rc_impressions_set_views(f.impressions, list, views, 40);
      f.memory.countdown = -1;
      if (status == RC_STATUS_OK) break;
      CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
      CHECK_OK(rc_impressions_validate(f.impressions, NULL));
      failures++;
    }
    impressions_show_in(&f, list, list == 7 ? "1:100/100" : "");
    CHECK_TEXT(impressions_go(&f, 0), "");
  }
  CHECK(failures > 4);
  CHECK_TEXT(impressions_go(&f, 1), "SEEN 1 @1 +1");
}

static void what_is_refused_changes_nothing(void) {
  IMPRESSIONS(f, NULL);
  rc_impression_view views[40];
  for (int i = 0; i < 40; i++) {
    views[i] =
        (rc_impression_view){.id = 50 - i, .extent = 1, .viewport = 1, .visible = 1, .cross = 1};
  }
  views[39].visible = 2;
  CHECK_TEXT(impressions_go_with(&f, 0, "1:9/9 2:9/9"), "");
  for (int time = 0; time < 2; time++) {
    // There are more than ever, all but one of which are views.
    CHECK_EQUAL(rc_impressions_set_views(f.impressions, 7, views, 40), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_impressions_set_views(f.impressions, 0, views, 40), RC_STATUS_ARGUMENT);
    CHECK_OK(rc_impressions_validate(f.impressions, NULL));
    impressions_show_in(&f, 8, "3:9/9");
    CHECK_TEXT(impressions_go(&f, 0), "");
    CHECK_TEXT(impressions_go_with(&f, 0, "1:9/9 2:9/9"), "");
  }
  CHECK_EQUAL(rc_impressions_set_views(f.impressions, 0, views, 40), RC_STATUS_ARGUMENT);
  CHECK_TEXT(impressions_go(&f, 1), "SEEN 1 @1 +1 SEEN 2 @1 +1 SEEN 3 @1 +1");
}

static void what_is_as_it_was_needs_no_memory(void) {
  const rc_impressions_options options = {.rules = {{0, 0}}, .rule_count = 1};
  IMPRESSIONS(f, &options);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:9/9 2:9/9"), "SEEN 1 @0 +0 SEEN 2 @0 +0");
  CHECK_TEXT(impressions_go_with(&f, 1, "3:9/9 4:9/9"),
             "SEEN 3 @1 +0 SEEN 4 @1 +0 LEFT 1 @1 +1 LEFT 2 @1 +1");
  CHECK_OK(rc_impressions_reset(f.impressions));
  f.memory.countdown = 0;
  CHECK_TEXT(impressions_go_with(&f, 2, "1:9/9 4:9/9"),
             "SEEN 1 @2 +0 SEEN 4 @2 +0 LEFT 3 @2 +1 LEFT 4 @2 +1");
  f.memory.countdown = -1;
}

static void there_are_only_so_many_views(void) {
  IMPRESSIONS(f, NULL);
  const rc_impression_view view = {.id = 1, .extent = 1, .viewport = 1, .visible = 1, .cross = 1};
  const size_t most = RC_IMPRESSIONS_COUNT_MAX;
  CHECK_EQUAL(rc_impressions_set_views(f.impressions, 7, &view, most + 1), RC_STATUS_LIMIT);
  CHECK_TEXT(impressions_go_with(&f, 0, "1:9/9 2:9/9"), "");
  // Two ids are known, and the views of the list are replaced.
  CHECK_EQUAL(rc_impressions_set_views(f.impressions, 7, &view, most - 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_impressions_set_views(f.impressions, 8, &view, most - 3), RC_STATUS_LIMIT);
  CHECK_TEXT(impressions_go(&f, 1), "SEEN 1 @1 +1 SEEN 2 @1 +1");
}

static void a_session_of_many_ids_knows_them_all(void) {
  const rc_impressions_options options = {.rules = {{0.5, 0}}, .rule_count = 1};
  IMPRESSIONS(f, &options);
  enum { MANY = 20000, SHOWN = 40 };
  int64_t seen = 0;
  for (int64_t at = 0; at < MANY; at += SHOWN / 2) {
    rc_impression_view views[SHOWN];
    for (int i = 0; i < SHOWN; i++) {
      views[i] = (rc_impression_view){
          .id = at + i, .extent = 9, .viewport = 600, .visible = 9, .cross = 1};
    }
    CHECK_OK(rc_impressions_set_views(f.impressions, 7, views, SHOWN));
    CHECK_OK(rc_impressions_update(f.impressions, (double)at, true, &f.report));
    for (size_t i = 0; i < f.report.event_count; i++) {
      seen += f.report.events[i].kind == RC_IMPRESSION_KIND_SEEN;
    }
  }
  CHECK_EQUAL(seen, MANY + SHOWN / 2);
  for (int64_t id = 0; id < MANY; id++) CHECK(rc_impressions_is_seen(f.impressions, id));
  CHECK(f.memory.bytes < 64 * MANY);
  CHECK_OK(rc_impressions_validate(f.impressions, NULL));
}

static const test_case cases[] = {
    CASE(the_session_of_the_header),
    CASE(an_item_counts_from_its_fraction_on),
    CASE(one_that_is_longer_than_the_screen_counts_by_what_can_be_seen),
    CASE(what_is_cut_off_across_does_not_count),
    CASE(an_id_in_two_lists_counts_once),
    CASE(a_dwell_goes_on_in_another_list),
    CASE(away_and_back_is_not_one_second),
    CASE(a_late_update_tells_the_exact_time),
    CASE(what_is_due_is_told_at_its_time_whatever_the_rounding),
    CASE(another_rule_begins_a_new_dwell),
    CASE(an_id_is_seen_once_in_a_session),
    CASE(a_session_ends_with_what_was_due),
    CASE(nobody_who_looks_nothing_seen),
    CASE(what_is_forgotten_counts_again),
    CASE(thresholds_are_crossed_in_both_directions),
    CASE(thresholds_are_of_the_whole_item),
    CASE(without_a_threshold_of_0_little_is_nothing),
    CASE(a_state_that_is_repeated_tells_nothing),
    CASE(views_count_from_the_next_update_on),
    CASE(a_time_before_the_latest_counts_as_that),
    CASE(without_memory_nothing_changes),
    CASE(what_is_refused_changes_nothing),
    CASE(what_is_as_it_was_needs_no_memory),
    CASE(there_are_only_so_many_views),
    CASE(a_session_of_many_ids_knows_them_all),
};

const test_suite suite_impressions = SUITE(cases);
