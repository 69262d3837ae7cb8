#include <math.h>
#include <string.h>

#include "../harness.h"
#include "model_batch.h"

static bool is_same(const rc_batch_decision *a, const rc_batch_decision *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

static void check_against_model(const rc_batch_input *input, int64_t reach) {
  rc_batch_decision actual, expected = model_batch_decide(input, reach);
  memset(&actual, 0x5a, sizeof actual);
  CHECK_EQUAL(rc_batch_decide(input, &actual), RC_STATUS_OK);
  CHECK_F(is_same(&actual, &expected),
          "%s, expected %s; end %d viewport %lld…%lld content %lld…%lld landing %lld",
          rc_batch_reason_text(actual.reason), rc_batch_reason_text(expected.reason),
          (int)input->end, (long long)input->viewport.lower, (long long)input->viewport.upper,
          (long long)input->content.lower, (long long)input->content.upper,
          (long long)input->landing_offset);
}

/// All velocities and movements, presences, policies, with and without items.
static void check_circumstances(rc_batch_input input, int64_t reach) {
  for (int velocity = -2; velocity <= 2; velocity += 2) {
    for (int movement = -1; movement <= 1; movement++) {
      for (int other = 0; other < 18; other++) {
        input.velocity = velocity;
        input.user_movement = movement;
        input.presence = (rc_presence)(other % 3);
        input.short_content_policy = (rc_short_content_policy)(other / 3 % 3);
        input.item_count = other / 9;
        check_against_model(&input, reach);
        if (test_has_failed()) return;
      }
    }
  }
}

static void decide_follows_the_rules_for_all_flags(void) {
  static const double screens[] = {-1, 0, 2};
  static const rc_interval contents[] = {{0, 5}, {0, 28}, {0, 29}, {0, 40}};
  rc_batch_input input;
  rc_batch_input_init(&input);
  input.viewport = (rc_interval){10, 16};
  input.landing_offset = 12;
  for (int bits = 0; bits < 256; bits += test_is_brief() ? 11 : 1) {
    for (size_t i = 0; i < 3 * 4 * 2; i++) {
      model_batch_set_flags(&input, bits);
      input.end = i % 2 == 0 ? RC_END_TAIL : RC_END_HEAD;
      input.leading_screens = screens[i / 2 % 3];
      input.content = contents[i / 6];
      check_circumstances(input, 12);
      if (test_has_failed()) return;
    }
  }
}

/// Every offset around the one where the distance rule turns, with every landing around it.
static void check_borders(rc_batch_input input, int64_t reach) {
  int64_t length = input.viewport.upper - input.viewport.lower;
  int64_t border =
      input.end == RC_END_TAIL ? input.content.upper - length - reach : input.content.lower + reach;
  for (int64_t offset = border - 2; offset <= border + 2; offset++) {
    for (int64_t landing = border - 2; landing <= border + 2; landing++) {
      input.viewport = (rc_interval){offset, offset + length};
      input.landing_offset = landing;
      for (int bits = 0; bits < 4; bits++) {
        model_batch_set_flags(&input, bits * 64);
        check_circumstances(input, reach);
        if (test_has_failed()) return;
      }
    }
  }
}

static void decide_switches_at_the_exact_tick(void) {
  static const double screens[] = {0.5, 1, 2};
  rc_batch_input input;
  rc_batch_input_init(&input);
  for (int64_t length = 0; length <= 4; length += 2) {
    for (int64_t content = 0; content <= 16; content += content < 5 ? 1 : 11) {
      for (size_t i = 0; i < 3 * 2 * 2; i += (size_t)test_stride()) {
        input.end = i % 2 == 0 ? RC_END_TAIL : RC_END_HEAD;
        input.leading_screens = screens[i / 2 % 3];
        int64_t lower = i / 6 == 0 ? 0 : -3;
        input.content = (rc_interval){lower, lower + content};
        input.viewport = (rc_interval){0, length};
        check_borders(input, (int64_t)((double)length * input.leading_screens));
        if (test_has_failed()) return;
      }
    }
  }
}

static rc_batch_input far_input(rc_end end) {
  rc_batch_input input;
  rc_batch_input_init(&input);
  input.end = end;
  input.item_count = 100;
  input.content = (rc_interval){0, 100000};
  input.viewport = (rc_interval){40000, 41000};
  return input;
}

static rc_batch_decision decide(const rc_batch_input *input) {
  rc_batch_decision decision = {0};
  rc_status status = rc_batch_decide(input, &decision);
  if (status != RC_STATUS_OK) test_fail(__FILE__, __LINE__, "status %d", (int)status);
  return decision;
}

static void reach_is_rounded_once_ties_to_even(void) {
  // length, half of it in ticks
  static const int64_t halves[][2] = {{1, 0}, {3, 2}, {5, 2}, {7, 4}, {9, 4}};
  for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
    for (int end = 0; end < 2; end++) {
      for (int64_t past = 0; past <= 1; past++) {
        rc_batch_input input = far_input((rc_end)end);
        int64_t length = halves[i][0], remaining = halves[i][1] + past;
        input.leading_screens = 0.5;
        input.viewport.lower = end == RC_END_TAIL ? 100000 - length - remaining : remaining;
        input.viewport.upper = input.viewport.lower + length;
        rc_batch_decision decision = decide(&input);
        CHECK_EQUAL(decision.answer, past == 0 ? RC_BATCH_ANSWER_YES : RC_BATCH_ANSWER_NO);
      }
    }
  }
}

static void default_input_is_an_empty_tail_with_two_screens(void) {
  rc_batch_input input;
  memset(&input, 0x5a, sizeof input);
  rc_batch_input_init(&input);
  rc_batch_input_init(NULL);
  CHECK(input.leading_screens == 2.0);
  CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_EMPTY_VIEWPORT);
  input.viewport.upper = 1;
  CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_SHORT_CONTENT);
}

static void landing_counts_only_in_the_distance(void) {
  rc_batch_input input = far_input(RC_END_TAIL);
  input.has_landing = true;
  input.landing_offset = 97000;
  CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_NEAR_END);
  CHECK(decide(&input).remaining == 2000.0 / 960);
  input.user_movement = -1;
  CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_MOVING_AWAY);
  input = far_input(RC_END_HEAD);
  input.has_landing = true;
  input.landing_offset = -7;
  CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_NEAR_END);
  CHECK(decide(&input).remaining == -7.0 / 960);
}

static void deferred_decision_has_what_the_host_needs(void) {
  rc_batch_input input = far_input(RC_END_HEAD);
  input.host_decides = true;
  input.velocity = -10;
  rc_batch_decision decision = decide(&input);
  CHECK_EQUAL(decision.answer, RC_BATCH_ANSWER_DEFER);
  CHECK(decision.remaining == 40000.0 / 960 && decision.seconds == 40000.0 / 960 / 10);
  CHECK(!decision.is_near);
  input.velocity = -0.25;
  CHECK(decide(&input).answer == RC_BATCH_ANSWER_DEFER);
  CHECK(decide(&input).seconds == 40000.0 / 960 * 4);
  input.velocity = 0;
  CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_FAR_FROM_END);
}

#define CHECK_REFUSED(change)                                            \
  do {                                                                   \
    rc_batch_input input = far_input(RC_END_TAIL);                       \
    change;                                                              \
    rc_batch_decision decision, untouched;                               \
    memset(&decision, 0x5a, sizeof decision);                            \
    memset(&untouched, 0x5a, sizeof untouched);                          \
    CHECK_EQUAL(rc_batch_decide(&input, &decision), RC_STATUS_ARGUMENT); \
    CHECK(is_same(&decision, &untouched));                               \
  } while (0)

static void decide_rejects_invalid_input(void) {
  rc_batch_decision unused;
  rc_batch_input allowed = far_input(RC_END_TAIL);
  CHECK_EQUAL(rc_batch_decide(NULL, &unused), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_batch_decide(&allowed, NULL), RC_STATUS_ARGUMENT);
  CHECK_REFUSED(input.end = (rc_end)2);
  CHECK_REFUSED(input.end = RC_END_SENTINEL);
  CHECK_REFUSED(input.short_content_policy = (rc_short_content_policy)3);
  CHECK_REFUSED(input.presence = (rc_presence)3);
  CHECK_REFUSED(input.leading_screens = NAN);
  CHECK_REFUSED(input.velocity = NAN);
  CHECK_REFUSED(input.item_count = -1);
  CHECK_REFUSED(input.viewport.upper = input.viewport.lower - 1);
  CHECK_REFUSED(input.viewport.upper = input.viewport.lower + RC_LIST_TICKS_MAX + 1);
  CHECK_REFUSED(input.viewport = ((rc_interval){INT64_MIN, INT64_MAX}));
  CHECK_REFUSED(input.content.lower = input.content.upper + 1);
  CHECK_REFUSED(input.content.lower = -4 * RC_LIST_TICKS_MAX - 1);
  CHECK_REFUSED(input.content.upper = 4 * RC_LIST_TICKS_MAX + 1);
  CHECK_REFUSED((input.has_landing = true, input.landing_offset = INT64_MIN));
  CHECK_REFUSED((input.has_landing = true, input.landing_offset = 4 * RC_LIST_TICKS_MAX + 1));
}

static void decide_holds_at_the_limits(void) {
  const int64_t limit = 4 * RC_LIST_TICKS_MAX;
  const double infinity = INFINITY;
  for (int end = 0; end < 2; end++) {
    rc_batch_input input = far_input((rc_end)end);
    input.landing_offset = INT64_MIN;  // not asked for
    CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_FAR_FROM_END);
    input.content = (rc_interval){-limit, limit};
    input.viewport = (rc_interval){limit - RC_LIST_TICKS_MAX, limit};
    CHECK_EQUAL(decide(&input).is_near, end == RC_END_TAIL);
    input.viewport = (rc_interval){-limit, RC_LIST_TICKS_MAX - limit};
    CHECK_EQUAL(decide(&input).is_near, end == RC_END_HEAD);
    input = far_input((rc_end)end);
    input.leading_screens = infinity;
    CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_NEAR_END);
    input.leading_screens = -infinity;
    CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_DISABLED);
    input.leading_screens = 2;
    input.host_decides = true;
    input.velocity = end == RC_END_TAIL ? infinity : -infinity;
    CHECK(decide(&input).seconds == 0);
    input.velocity = 0;
    input.user_movement = end == RC_END_TAIL ? INT64_MIN : INT64_MAX;
    CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_MOVING_AWAY);
    input.user_movement = end == RC_END_TAIL ? INT64_MAX : INT64_MIN;
    CHECK_EQUAL(decide(&input).reason, RC_BATCH_REASON_FAR_FROM_END);
  }
}

static void each_reason_has_a_text_of_its_own(void) {
  for (int i = 0; i <= RC_BATCH_REASON_HOST_DECIDES; i++) {
    const char *text = rc_batch_reason_text((rc_batch_reason)i);
    CHECK(strcmp(text, rc_batch_reason_text(RC_BATCH_REASON_SENTINEL)) != 0);
    for (int j = 0; j < i; j++) CHECK(strcmp(text, rc_batch_reason_text((rc_batch_reason)j)) != 0);
  }
  CHECK(rc_batch_reason_text((rc_batch_reason)15) != NULL);
  CHECK(rc_batch_reason_text((rc_batch_reason)0x7ffffff0) != NULL);
}

static const test_case cases[] = {
    CASE(decide_follows_the_rules_for_all_flags),
    CASE(decide_switches_at_the_exact_tick),
    CASE(reach_is_rounded_once_ties_to_even),
    CASE(default_input_is_an_empty_tail_with_two_screens),
    CASE(landing_counts_only_in_the_distance),
    CASE(deferred_decision_has_what_the_host_needs),
    CASE(decide_rejects_invalid_input),
    CASE(decide_holds_at_the_limits),
    CASE(each_reason_has_a_text_of_its_own),
};

const test_suite suite_batch = SUITE(cases);
