// Several pages at first, and refreshes of what is old.

#include <math.h>

#include "store_pair.h"

static store_pair *begun(rc_store_source source, uint32_t first_pages) {
  store_pair *p = both_begin(source);
  p->f.options.first_pages = first_pages;
  both_open(p);
  return p;
}

/// The number of pages held.
static int64_t pages(const store_pair *p) {
  rc_store_counts counts = {.page_count = -1};
  (void)rc_store_get_counts(p->f.store, &counts);
  return counts.page_count;
}

static void first_request_is_for_several_pages(void) {  // (29)
  BOTH(p, begun(RC_STORE_SOURCE_OFFSETS, 3));
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+6!");
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "");
  p->f.told.total = 9;
  CHECK_TEXT(both_reply(p, 1, "1 2 3 4 5 6"), "INSERT 0-9");
  CHECK_EQUAL(pages(p), 3);
  // From then on, one at a time.
  CHECK_TEXT(both_look(p, 0, 4, 0, 7), "AT 6+2");
}

static void first_pages_are_fewer_of_a_short_source(void) {
  BOTH(p, begun(RC_STORE_SOURCE_OFFSETS, 4));
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+8!");
  CHECK_TEXT(both_reply(p, 1, "1 2 3"), "INSERT 0-3");
  CHECK_EQUAL(pages(p), 2);
  CHECK_TEXT(both_look(p, 0, 3, 0, 3), "AT 4+2");
  CHECK_TEXT(both_reply(p, 2, ""), "");
  // An empty source may have more by now than it had.
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  (void)both_look(p, 0, 3, 0, 3);
  CHECK_TEXT(both_reply(p, 3, ""), "REMOVE 0-3");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+8!");
}

static void first_pages_begin_at_the_place_and_end_with_the_source(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_OFFSETS));
  p->f.options.first_pages = 3;
  p->f.options.total = 11;
  both_open(p);
  static const struct {
    rc_store_target target;
    int64_t value;
    const char *requests;
  } cases[] = {
      {RC_STORE_TARGET_POSITION, 2, "AT 2+6!"},   {RC_STORE_TARGET_POSITION, 7, "AT 6+6!"},
      {RC_STORE_TARGET_POSITION, 10, "AT 6+6!"},  {RC_STORE_TARGET_LAST, 0, "AT 6+6!"},
      {RC_STORE_TARGET_POSITION, 20, "AT 16+6!"}, {RC_STORE_TARGET_FIRST, 0, "AT 0+6!"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK_EQUAL(both_refresh(p, cases[i].target, cases[i].value), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, 0, 11, 0, 11), cases[i].requests);
  }
}

static void first_pages_by_keys_are_one_page(void) {
  BOTH(p, begun(RC_STORE_SOURCE_KEYS, 3));
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "FIRST 6!");
  CHECK_TEXT(both_reply(p, 1, "1 2 3 4 5 6"), "INSERT 0-6");
  CHECK_EQUAL(pages(p), 1);
  CHECK_TEXT(both_look(p, 0, 4, 0, 6), "AFTER 6+2");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_LAST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 4, 0, 6), "LAST 6!");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ID, 5), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 4, 0, 6), "AT 5~6!");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_POSITION, 40), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 4, 0, 6), "AT 40+6!");
}

static void refresh_at_what_is_visible_is_for_that_alone(void) {
  BOTH(p, begun(RC_STORE_SOURCE_KEYS, 3));
  (void)both_look(p, 0, 0, 0, 0);
  (void)both_reply(p, 1, "1 2 3 4 5 6");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 1, 4, 1, 4), "AT 2~3!");
  BOTH(q, begun(RC_STORE_SOURCE_OFFSETS, 5));
  (void)both_look(q, 0, 0, 0, 0);
  q->f.told.total = 40;
  (void)both_reply(q, 1, "1 2 3 4 5 6 7 8 9 10");
  CHECK_EQUAL(both_refresh(q, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(q, 4, 6, 4, 6), "AT 2+6!");
}

static void first_pages_stay_within_the_limits(void) {
  BOTH(p, begun(RC_STORE_SOURCE_OFFSETS, 4));
  p->f.settings.request_limit = 0;
  both_set(p);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "");
  static const struct {
    int64_t pages, items;
    const char *requests;
  } cases[] = {{0, 0, "AT 0+8!"}, {3, 0, "AT 0+6!"}, {3, 5, "AT 0+4!"}, {9, 1, "AT 0+2!"}};
  p->f.settings.request_limit = 1;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    p->f.settings.page_limit = cases[i].pages;
    p->f.settings.item_limit = cases[i].items;
    both_set(p);
    CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, 0, 0, 0, 0), cases[i].requests);
  }
}

// == age ==

/// Ten items in pages of two, of which the first have arrived at 0; pages live for ten seconds.
static store_pair *aging(rc_store_source source) {
  store_pair *p = both_begin(source);
  p->f.settings.max_age = 10;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  if (source == RC_STORE_SOURCE_OFFSETS) p->f.told.total = 10;
  (void)both_reply(p, 1, "1 2");
  if (source == RC_STORE_SOURCE_OFFSETS) (void)both_look(p, 0, 2, 0, 2);
  return p;
}

static const char *look_at(store_pair *p, double time, int64_t lower, int64_t upper) {
  p->f.view.time = time;
  return both_look(p, lower, upper, lower, upper);
}

static void expire(store_pair *p, double time, double age) {
  CHECK_EQUAL(rc_store_expire(p->f.store, time, age), RC_STATUS_OK);
  model_store_expire(p->script.model, time, age);
}

static rc_store_load refresh_of(const store_pair *p) {
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_SENTINEL};
  (void)rc_store_load_of_refresh(p->f.store, &load);
  return load;
}

static void old_page_is_refreshed_where_it_is_visible(void) {  // (42)
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  CHECK_TEXT(look_at(p, 1, 0, 2), "");
  CHECK(p->f.plan.next_time == 10);
  CHECK_TEXT(look_at(p, 9.5, 0, 2), "");
  CHECK_TEXT(look_at(p, 10, 0, 2), "AT 0+4!");
  CHECK_TEXT(look_at(p, 11, 0, 2), "");
  // Item 1 stays as it is, item 2 is gone.
  p->f.told.total = 9;
  p->f.told.time = 12;
  CHECK_TEXT(both_reply(p, 2, "1 3 4 5"), "REMOVE 1-2 INSERT 1-2 FILL 2-4 REMOVE 9-10");
  CHECK_TEXT(look_at(p, 13, 0, 2), "");
  CHECK(p->f.plan.next_time == 22);
}

static void age_counts_from_the_reply(void) {  // (41)
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  p->f.view.is_settled = true;
  CHECK_TEXT(look_at(p, 4, 2, 4), "AT 2+2");
  p->f.told.time = 7;
  CHECK_TEXT(both_reply(p, 2, "3 4"), "FILL 2-4");
  CHECK_TEXT(look_at(p, 5, 2, 4), "");
  CHECK(p->f.plan.next_time == 17);
  // Of several pages, the oldest.
  CHECK_TEXT(look_at(p, 8, 1, 4), "");
  CHECK(p->f.plan.next_time == 10);
  // A time before the latest one given counts as that.
  CHECK_TEXT(look_at(p, 9, 4, 6), "AT 4+2");
  p->f.told.time = 1;
  CHECK_TEXT(both_reply(p, 3, "5 6"), "FILL 4-6");
  CHECK_TEXT(look_at(p, 9, 4, 6), "");
  CHECK(p->f.plan.next_time == 19);
}

static void old_page_that_nobody_sees_is_left(void) {  // (42)
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  p->f.view.is_settled = true;
  CHECK_TEXT(look_at(p, 9, 2, 4), "AT 2+2");
  CHECK_TEXT(both_reply(p, 2, "3 4"), "FILL 2-4");
  p->f.view.time = 12;
  CHECK_TEXT(both_look(p, 2, 4, 0, 4), "");
  CHECK(p->f.plan.next_time == 19);
  // Nor while nothing is visible.
  CHECK_TEXT(both_look(p, 2, 2, 0, 4), "");
  CHECK(p->f.plan.next_time == INFINITY);
  CHECK_TEXT(both_look(p, 1, 4, 0, 4), "AT 0+6!");
}

static void pages_expire_that_are_older(void) {  // (41)
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  p->f.settings.max_age = 0;
  both_set(p);
  CHECK_TEXT(look_at(p, 30, 0, 2), "");
  CHECK(p->f.plan.next_time == INFINITY);
  expire(p, 30, 30);
  CHECK_TEXT(look_at(p, 30, 0, 2), "");
  expire(p, 31, 30);
  CHECK_TEXT(look_at(p, 31, 0, 2), "AT 0+4!");
  // What is requested is not requested again, and is new when it arrives, however old that may be.
  expire(p, 32, 0);
  CHECK_TEXT(look_at(p, 32, 0, 2), "");
  p->f.told.total = 10;
  CHECK_TEXT(both_reply(p, 2, "1 2"), "");
  expire(p, 32, 0);
  CHECK_TEXT(look_at(p, 32, 0, 2), "");
  expire(p, 20, 30);
  CHECK_TEXT(look_at(p, 33, 0, 2), "");
}

static void refresh_by_age_waits_until_the_user_rests(void) {  // (42)
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  p->f.settings.settle = 0.5;
  both_set(p);
  CHECK_TEXT(look_at(p, 10, 1, 2), "");
  CHECK(p->f.plan.next_time == 10.5);
  CHECK_TEXT(look_at(p, 10.25, 0, 2), "");
  CHECK(p->f.plan.next_time == 10.75);
  CHECK_TEXT(look_at(p, 10.5, 0, 2), "");
  CHECK_TEXT(look_at(p, 10.75, 0, 2), "AT 0+4!");
  BOTH(q, aging(RC_STORE_SOURCE_OFFSETS));
  q->f.view.is_settled = true;
  CHECK_TEXT(look_at(q, 10, 1, 2), "AT 0+4!");
}

static void refresh_by_age_waits_for_other_requests(void) {  // (42)
  BOTH(p, aging(RC_STORE_SOURCE_KEYS));
  p->f.view.time = 9;
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AFTER 2+2");
  CHECK_TEXT(look_at(p, 10, 0, 2), "");
  CHECK_EQUAL(p->f.plan.given_up_count, 0);
  CHECK_TEXT(both_reply(p, 2, "3 4"), "INSERT 2-4");
  // So does it for a jump that failed.
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(look_at(p, 10, 0, 2), "LAST 2");
  CHECK_EQUAL(both_fail(p, 3, 10, 0), RC_STATUS_OK);
  CHECK_TEXT(look_at(p, 10, 0, 1), "");
  CHECK_TEXT(look_at(p, 11, 0, 1), "LAST 2");
  CHECK_TEXT(both_reply(p, 4, "3 4"), "");
  CHECK_TEXT(look_at(p, 11, 0, 1), "AT 1~2!");
  // And for a limit of none.
  CHECK_EQUAL(both_fail(p, 5, 11, 0), RC_STATUS_OK);
  p->f.settings.request_limit = 0;
  both_set(p);
  CHECK_TEXT(look_at(p, 13, 0, 1), "");
  CHECK(p->f.plan.next_time == INFINITY);
}

static void refresh_by_age_that_fails_holds_nothing_up(void) {  // (43)
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  p->f.view.is_settled = true;
  CHECK_TEXT(look_at(p, 9, 8, 10), "AT 8+2");
  CHECK_EQUAL(both_fail(p, 2, 9, 1), RC_STATUS_OK);
  CHECK_TEXT(look_at(p, 10, 0, 2), "AT 0+4!");
  CHECK_EQUAL(both_fail(p, 3, 10, 0), RC_STATUS_OK);
  CHECK_EQUAL(refresh_of(p).state, RC_STORE_LOAD_STATE_FAILED);
  CHECK(refresh_of(p).retry_time == 11);
  CHECK_TEXT(look_at(p, 10, 0, 4), "AT 2+2");
  CHECK(p->f.plan.next_time == 11);
  CHECK_TEXT(both_reply(p, 4, "3 4"), "FILL 2-4");
  CHECK_TEXT(look_at(p, 11, 0, 2), "AT 0+4!");
  CHECK_EQUAL(p->f.plan.requests[0].attempt, 1);
  // The failure of the cell at 8 is remembered.
  CHECK_EQUAL(both_fail(p, 5, 11, 0), RC_STATUS_OK);
  CHECK_TEXT(look_at(p, 11, 8, 10), "AT 8+2");
  CHECK_EQUAL(p->f.plan.requests[0].attempt, 1);
  CHECK_TEXT(both_reply(p, 6, "9 10"), "FILL 8-10");
  // Its place is new, and the refresh is not due any more.
  CHECK_TEXT(look_at(p, 13, 8, 10), "");
  CHECK(p->f.plan.next_time == 21);
  CHECK_TEXT(look_at(p, 13, 0, 2), "AT 0+4!");
  p->f.told.total = 10;
  CHECK_TEXT(both_reply(p, 7, "1 2 3 4"), "CLEAR 8-10");
  CHECK_EQUAL(refresh_of(p).state, RC_STORE_LOAD_STATE_ENDED);
}

static void refresh_by_age_that_is_cancelled_is_made_again(void) {  // (43)
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  CHECK_TEXT(look_at(p, 10, 0, 2), "AT 0+4!");
  CHECK_EQUAL(rc_store_cancel(p->f.store, 2), RC_STATUS_OK);
  model_store_cancel(p->script.model, 2);
  CHECK_EQUAL(refresh_of(p).state, RC_STORE_LOAD_STATE_ENDED);
  CHECK_TEXT(look_at(p, 10, 0, 2), "AT 0+4!");
  // One that the app wants takes its place, and stays pending when it fails.
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(look_at(p, 10, 0, 2), "AT 0+2!");
  CHECK_EQUAL(both_fail(p, 4, 10, 0), RC_STATUS_OK);
  CHECK_TEXT(look_at(p, 10, 0, 4), "");
}

static void refresh_by_age_is_made_where_the_user_rests(void) {  // (43)
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  CHECK_TEXT(look_at(p, 1, 0, 4), "AT 2+2");
  CHECK_TEXT(both_reply(p, 2, "3 4"), "FILL 2-4");
  CHECK_TEXT(look_at(p, 12, 0, 3), "AT 0+6!");
  // A little on, and hidden, it goes on.
  CHECK_TEXT(look_at(p, 12, 1, 4), "");
  CHECK_TEXT(look_at(p, 12, 4, 4), "");
  CHECK_EQUAL(p->f.plan.given_up_count, 0);
  CHECK_TEXT(look_at(p, 12, 4, 6), "AT 4+2");
  CHECK_EQUAL(p->f.plan.given_up_count, 1);
  CHECK_TEXT(both_reply(p, 4, "5 6"), "FILL 4-6");
  CHECK_TEXT(look_at(p, 12, 3, 6), "");
  CHECK_TEXT(look_at(p, 12.125, 3, 6), "AT 0+8!");
}

static void refresh_by_age_follows_the_edits(void) {  // (43)
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  CHECK_TEXT(look_at(p, 10, 0, 1), "AT 0+4!");
  CHECK_TEXT(both_insert(p, 0, "7 8"), "INSERT 0-2");
  CHECK_TEXT(look_at(p, 10, 2, 3), "");
  CHECK_EQUAL(p->f.plan.given_up_count, 0);
  CHECK_TEXT(look_at(p, 10, 0, 1), "");
  CHECK_EQUAL(p->f.plan.given_up_count, 1);
}

static void empty_source_is_as_old_as_its_refresh(void) {  // (41)
  BOTH(p, both_begin(RC_STORE_SOURCE_KEYS));
  p->f.settings.max_age = 10;
  both_open(p);
  CHECK_TEXT(look_at(p, 1, 0, 0), "FIRST 2!");
  p->f.told.time = 2;
  CHECK_TEXT(both_reply(p, 1, ""), "");
  CHECK_TEXT(look_at(p, 3, 0, 0), "");
  CHECK(p->f.plan.next_time == 12);
  CHECK_TEXT(look_at(p, 12, 0, 0), "FIRST 2!");
  CHECK_TEXT(both_reply(p, 2, "1 2"), "INSERT 0-2");
}

static void reply_that_is_refused_leaves_the_time(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.settings.max_age = 10;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = 10;
  f.told.cost = INT64_MAX;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "INSERT 0-10");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 4), "AT 2+2");
  f.told.cost = 1;
  f.told.time = 100;
  (void)store_reply(&f, 2, "3 4");
  CHECK_EQUAL(f.status, RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_store_cancel(f.store, 2), RC_STATUS_OK);
  f.view.time = 9;
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  CHECK(f.plan.next_time == 10);
}

static void list_is_quiet_offline_and_refreshes_on_return(void) {  // as the header says
  BOTH(p, aging(RC_STORE_SOURCE_OFFSETS));
  p->f.settings.max_age = 60;
  both_set(p);
  int tries = 0;
  CHECK_TEXT(look_at(p, 1, 0, 2), "");
  for (double time = p->f.plan.next_time; time <= 600; time = p->f.plan.next_time) {
    CHECK_TEXT(look_at(p, time, 0, 2), "AT 0+4!");
    CHECK_EQUAL(both_fail(p, p->f.plan.requests[0].token, time, 0), RC_STATUS_OK);
    CHECK_TEXT(look_at(p, time, 0, 2), "");
    tries++;
  }
  CHECK_EQUAL(tries, 14);
  CHECK_EQUAL(rc_store_retry(p->f.store), RC_STATUS_OK);
  p->script.model->failure_count = 0;
  expire(p, 600, 30);
  CHECK_TEXT(look_at(p, 600, 0, 2), "AT 0+4!");
  p->f.told.total = 10;
  CHECK_TEXT(both_reply(p, 16, "1 2 3 4"), "FILL 2-4");
  CHECK_TEXT(look_at(p, 600, 0, 2), "");
  CHECK(p->f.plan.next_time == 660);
}

static const test_case cases[] = {
    CASE(first_request_is_for_several_pages),
    CASE(first_pages_are_fewer_of_a_short_source),
    CASE(first_pages_begin_at_the_place_and_end_with_the_source),
    CASE(first_pages_by_keys_are_one_page),
    CASE(refresh_at_what_is_visible_is_for_that_alone),
    CASE(first_pages_stay_within_the_limits),
    CASE(old_page_is_refreshed_where_it_is_visible),
    CASE(age_counts_from_the_reply),
    CASE(old_page_that_nobody_sees_is_left),
    CASE(pages_expire_that_are_older),
    CASE(refresh_by_age_waits_until_the_user_rests),
    CASE(refresh_by_age_waits_for_other_requests),
    CASE(refresh_by_age_that_fails_holds_nothing_up),
    CASE(refresh_by_age_that_is_cancelled_is_made_again),
    CASE(refresh_by_age_is_made_where_the_user_rests),
    CASE(refresh_by_age_follows_the_edits),
    CASE(empty_source_is_as_old_as_its_refresh),
    CASE(reply_that_is_refused_leaves_the_time),
    CASE(list_is_quiet_offline_and_refreshes_on_return),
};

const test_suite suite_store_fresh = SUITE(cases);
