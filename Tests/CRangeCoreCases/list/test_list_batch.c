// When a list asks for its next batch, with numbers worked out by
// hand: 100 items of 100 points under a viewport of 500, so the tail asks from offset 8500 on.

#include "list_fixture.h"

#define CHECK_TAIL(f, why) CHECK_EQUAL((f).update.batches[RC_END_TAIL].reason, why)
#define CHECK_HEAD(f, why) CHECK_EQUAL((f).update.batches[RC_END_HEAD].reason, why)

static void tail_fetches_two_screens_before_its_end(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 8500 - 1.0 / 960);
  CHECK_TAIL(f, RC_BATCH_REASON_FAR_FROM_END);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 1000 + 1.0 / 960);
  fixture_update(&f, 8500);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  CHECK_EQUAL(f.update.batches[RC_END_TAIL].answer, RC_BATCH_ANSWER_YES);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 1000);
  fixture_scroll(&f, 9700);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, -200);
}

static void longer_viewport_fetches_without_a_scroll(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 8000);
  CHECK_TAIL(f, RC_BATCH_REASON_FAR_FROM_END);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 1500);
  f.viewport.length = 700;
  fixture_update(&f, 8000);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 1300);
}

static void head_is_disabled_unless_it_has_leading_screens(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_HEAD(f, RC_BATCH_REASON_DISABLED);
  f.settings.leading_screens[RC_END_HEAD] = 1;
  fixture_configure(&f);
  fixture_update(&f, 500);
  CHECK_HEAD(f, RC_BATCH_REASON_NEAR_END);
  CHECK_TAIL(f, RC_BATCH_REASON_FAR_FROM_END);
  fixture_update(&f, 501);
  CHECK_HEAD(f, RC_BATCH_REASON_FAR_FROM_END);
  CHECK_POINTS(f.update.batches[RC_END_HEAD].remaining, 501);
  f.settings.leading_screens[RC_END_TAIL] = -1;
  fixture_configure(&f);
  fixture_update(&f, 9500);
  CHECK_TAIL(f, RC_BATCH_REASON_DISABLED);
}

static void empty_list_fetches_at_its_tail_only(void) {
  FIXTURE(f, fixture_begin(&f, 0));
  f.settings.leading_screens[RC_END_HEAD] = 1;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TAIL(f, RC_BATCH_REASON_SHORT_CONTENT);
  CHECK_EQUAL(f.update.batches[RC_END_TAIL].answer, RC_BATCH_ANSWER_YES);
  CHECK_HEAD(f, RC_BATCH_REASON_NO_ITEMS);
}

static void short_content_fetches_by_its_policy(void) {
  FIXTURE(f, fixture_begin(&f, 4));
  fixture_update(&f, 0);
  CHECK_TAIL(f, RC_BATCH_REASON_SHORT_CONTENT);
  f.settings.short_content_policy = RC_SHORT_CONTENT_POLICY_AFTER_SCROLL;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TAIL(f, RC_BATCH_REASON_SHORT_CONTENT_POLICY);
  fixture_scroll(&f, 10);
  CHECK_TAIL(f, RC_BATCH_REASON_SHORT_CONTENT);
  f.settings.short_content_policy = RC_SHORT_CONTENT_POLICY_NEVER;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TAIL(f, RC_BATCH_REASON_SHORT_CONTENT_POLICY);
}

static void no_rule_counts_extra_lengths(void) {
  FIXTURE(f, fixture_begin(&f, 4));
  f.settings.extra_lengths[RC_END_HEAD] = 300;
  f.settings.extra_lengths[RC_END_TAIL] = 9000;
  f.settings.leading_screens[RC_END_HEAD] = 0.5;
  fixture_configure(&f);
  fixture_update(&f, 300);
  CHECK_TAIL(f, RC_BATCH_REASON_SHORT_CONTENT);
  CHECK_POINTS(f.update.batches[RC_END_HEAD].remaining, 0);
}

static void list_that_is_not_on_screen_does_not_fetch(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.presence = RC_PRESENCE_NEAR;
  fixture_configure(&f);
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_NOT_ON_SCREEN);
  f.settings.presence = RC_PRESENCE_ON_SCREEN;
  fixture_configure(&f);
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  f.settings.in_background = true;
  fixture_configure(&f);
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_NOT_ON_SCREEN);
}

static void moving_away_goes_by_velocity_else_by_the_users_movement(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  fixture_scroll(&f, 8990);
  CHECK_TAIL(f, RC_BATCH_REASON_MOVING_AWAY);
  f.viewport.velocity = 1;
  fixture_scroll(&f, 8980);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  f.viewport.velocity = -1;
  fixture_scroll(&f, 8990);
  CHECK_TAIL(f, RC_BATCH_REASON_MOVING_AWAY);
  f.viewport.velocity = 0;
  fixture_update(&f, 8900);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
}

static void landing_offset_counts_in_the_distance_of_its_update(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.viewport.has_landing = true;
  f.viewport.landing_offset = 8500;
  fixture_update(&f, 1000);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 1000);
  CHECK_EQUAL(f.update.visible.lower, 10);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  f.viewport.inset_start = 50;
  fixture_update(&f, 1000);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 1000);
  f.viewport.has_landing = false;
  fixture_again(&f);
  CHECK_TAIL(f, RC_BATCH_REASON_FAR_FROM_END);
}

static void landing_offset_is_shifted_by_what_is_pending(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  double extents[] = {40, 60};
  CHECK_OK(rc_list_insert(f.list, 0, extents, 2));
  f.viewport.is_held = true;
  fixture_update(&f, 1000);
  CHECK_POINTS(f.update.pending, 100);
  f.viewport.has_landing = true;
  f.viewport.landing_offset = 8500;
  fixture_update(&f, 1000);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 1000);
}

static void host_decides_while_the_viewport_moves_toward_the_end(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.host_decides_batches = true;
  fixture_configure(&f);
  f.viewport.velocity = 250;
  fixture_update(&f, 8500);
  CHECK_TAIL(f, RC_BATCH_REASON_HOST_DECIDES);
  CHECK_EQUAL(f.update.batches[RC_END_TAIL].answer, RC_BATCH_ANSWER_DEFER);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 1000);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].seconds, 4);
  CHECK(f.update.batches[RC_END_TAIL].is_near);
  f.viewport.velocity = 0;
  fixture_update(&f, 8500);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
}

static void pending_insertion_prevents_fetches(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.insertion_pending = true;
  fixture_configure(&f);
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_INSERTION_PENDING);
}

static void rejected_update_settles_no_batch(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  rc_batch_context *context = NULL;
  rc_batch_token token = 0;
  CHECK_OK(rc_list_begin_batch(f.list, RC_END_TAIL, &context, &token));
  CHECK_OK(rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_FAILED));
  rc_batch_context_release(context);
  rc_viewport viewport = f.viewport;
  viewport.inset_end = -1;
  viewport.time = 50;
  rc_update update;
  CHECK_EQUAL(rc_list_update(f.list, &viewport, &update), RC_STATUS_ARGUMENT);
  fixture_update(&f, 9000);
  CHECK_POINTS(f.update.next_time, 1);
}

static void batch_is_fetched_by_items(void) {
  for (int screens = 0; screens < 2; screens++) {
    FIXTURE(f, fixture_begin(&f, 20));
    f.viewport.length = 300;
    f.settings.leading_screens[RC_END_TAIL] = screens;
    f.settings.leading_items[RC_END_TAIL] = 5;
    f.settings.leading_items[RC_END_HEAD] = 2;
    fixture_configure(&f);
    fixture_update(&f, 1100);
    // 14 items are passed or visible, six lie beyond; then five.
    CHECK_EQUAL(f.update.batches[RC_END_TAIL].answer, RC_BATCH_ANSWER_NO);
    CHECK_EQUAL(f.update.batches[RC_END_HEAD].answer, RC_BATCH_ANSWER_NO);
    fixture_update(&f, 1101);
    CHECK_EQUAL(f.update.batches[RC_END_TAIL].answer, RC_BATCH_ANSWER_YES);
    fixture_update(&f, 200);
    CHECK_EQUAL(f.update.batches[RC_END_HEAD].answer, RC_BATCH_ANSWER_YES);
    CHECK_EQUAL(f.update.batches[RC_END_HEAD].reason, RC_BATCH_REASON_NEAR_END);
  }
}

static const test_case cases[] = {
    CASE(tail_fetches_two_screens_before_its_end),
    CASE(longer_viewport_fetches_without_a_scroll),
    CASE(head_is_disabled_unless_it_has_leading_screens),
    CASE(empty_list_fetches_at_its_tail_only),
    CASE(short_content_fetches_by_its_policy),
    CASE(no_rule_counts_extra_lengths),
    CASE(list_that_is_not_on_screen_does_not_fetch),
    CASE(moving_away_goes_by_velocity_else_by_the_users_movement),
    CASE(landing_offset_counts_in_the_distance_of_its_update),
    CASE(landing_offset_is_shifted_by_what_is_pending),
    CASE(host_decides_while_the_viewport_moves_toward_the_end),
    CASE(pending_insertion_prevents_fetches),
    CASE(rejected_update_settles_no_batch),
    CASE(batch_is_fetched_by_items),
};

const test_suite suite_list_batch = SUITE(cases);
