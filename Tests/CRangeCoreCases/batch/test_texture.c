#include <math.h>
#include <string.h>

#include "../harness.h"
#include "model_batch.h"

#define RIGHT RC_TEXTURE_DIRECTION_RIGHT
#define LEFT RC_TEXTURE_DIRECTION_LEFT
#define UP RC_TEXTURE_DIRECTION_UP
#define DOWN RC_TEXTURE_DIRECTION_DOWN
#define VERTICAL (RC_TEXTURE_DIRECTION_UP | RC_TEXTURE_DIRECTION_DOWN)
#define HORIZONTAL (RC_TEXTURE_DIRECTION_RIGHT | RC_TEXTURE_DIRECTION_LEFT)

/// Left to right; right to left; right to left in a layout that flips by itself.
typedef struct {
  int scroll, scrollable;
  double bounds[2], content[2], target[2];
  double screens;
  bool is_fetching;
  bool expected[3];
} row;

// Every assertion of Texture's own tests of this function, three to a row; screens are 1 point.
static const row null_state = {
    DOWN, VERTICAL, {0, 0}, {0, 0}, {0, 0}, 0, false, {false, false, false},
};
static const row already_fetching = {
    DOWN, VERTICAL, {1, 1}, {1, 1}, {1, 1}, 1, true, {false, false, false},
};
static const row directions[] = {
    {RIGHT, HORIZONTAL, {1, 1}, {1, 1}, {1, 1}, 1, false, {true, false, false}},
    {DOWN, VERTICAL, {1, 1}, {1, 1}, {1, 1}, 1, false, {true, true, true}},
    {UP, VERTICAL, {1, 1}, {1, 1}, {1, 1}, 1, false, {false, false, false}},
    {LEFT, HORIZONTAL, {1, 1}, {1, 1}, {1, 1}, 1, false, {false, true, true}},
};
static const row vertical[] = {
    {DOWN, VERTICAL, {1, 1}, {0, 3}, {0, 1}, 1, false, {true, true, true}},
    {DOWN, VERTICAL, {1, 1}, {0, 3}, {0, 0.5}, 1, false, {false, false, false}},
    {DOWN, VERTICAL, {1, 1}, {0, 3}, {0, 3}, 1, false, {true, true, true}},
};
// The first of these is short content: Texture's test takes the vertical axis, of length 0.
static const row horizontal[] = {
    {RIGHT, VERTICAL, {1, 1}, {3, 0}, {1, 0}, 1, false, {true, true, true}},
    {LEFT, HORIZONTAL, {1, 1}, {3, 0}, {0.5, 0}, 1, false, {false, true, false}},
    {DOWN, HORIZONTAL, {1, 1}, {3, 0}, {3, 0}, 1, false, {true, false, true}},
};
// LEFT above moves toward the head, so it cannot tell how far it is; RIGHT can.
static const row horizontal_distance[] = {
    {RIGHT, HORIZONTAL, {1, 1}, {3, 0}, {0.5, 0}, 1, false, {false, false, false}},
    {RIGHT, HORIZONTAL, {1, 1}, {3, 0}, {1, 0}, 1, false, {true, false, false}},
    {LEFT, HORIZONTAL, {1, 1}, {3, 0}, {1, 0}, 1, false, {false, true, true}},
    {LEFT, HORIZONTAL, {1, 1}, {3, 0}, {1.5, 0}, 1, false, {false, false, true}},
};
static const row small[] = {
    {DOWN, VERTICAL, {1, 1}, {0, 0.5}, {0, 0}, 1, false, {true, true, true}},
    {RIGHT, HORIZONTAL, {1, 1}, {0.5, 0}, {0, 0}, 1, false, {true, true, true}},
};

static rc_texture_input input_of(const row *given, int layout) {
  return (rc_texture_input){
      .bounds_width = given->bounds[0],
      .bounds_height = given->bounds[1],
      .content_width = given->content[0],
      .content_height = given->content[1],
      .target_x = given->target[0],
      .target_y = given->target[1],
      .leading_screens = given->screens,
      .scroll_directions = (rc_texture_direction)given->scroll,
      .scrollable_directions = (rc_texture_direction)given->scrollable,
      .is_fetching = given->is_fetching,
      .is_visible = true,
      .is_right_to_left = layout > 0,
      .flips_horizontally = layout > 1,
  };
}

static void check_rows(const row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    for (int layout = 0; layout < 3; layout++) {
      rc_texture_input input = input_of(&rows[i], layout);
      rc_batch_decision decision;
      CHECK_EQUAL(rc_texture_decide(&input, &decision), RC_STATUS_OK);
      rc_batch_answer expected =
          rows[i].expected[layout] ? RC_BATCH_ANSWER_YES : RC_BATCH_ANSWER_NO;
      CHECK_F(decision.answer == expected, "row %zu, layout %d: %s", i, layout,
              rc_batch_reason_text(decision.reason));
    }
  }
}

static void texture_does_not_fetch_in_the_null_state(void) {
  check_rows(&null_state, 1);
}

static void texture_does_not_fetch_while_it_fetches(void) {
  check_rows(&already_fetching, 1);
}

static void texture_fetches_only_toward_the_tail(void) {
  check_rows(directions, 4);
}

static void texture_fetches_at_the_vertical_distance(void) {
  check_rows(vertical, 3);
}

static void texture_fetches_at_the_horizontal_distance(void) {
  check_rows(horizontal, 3);
  check_rows(horizontal_distance, 4);
}

static void texture_fetches_for_small_content(void) {
  check_rows(small, 2);
}

static void check_against_model(const rc_texture_input *input) {
  rc_batch_decision actual, expected = model_texture_should_fetch(input);
  memset(&actual, 0x5a, sizeof actual);
  CHECK_EQUAL(rc_texture_decide(input, &actual), RC_STATUS_OK);
  CHECK_F(memcmp(&actual, &expected, sizeof actual) == 0, "%s, expected %s",
          rc_batch_reason_text(actual.reason), rc_batch_reason_text(expected.reason));
}

static void check_all_flags_and_directions(rc_texture_input input) {
  for (int bits = 0; bits < 32 * 256; bits++) {
    input.is_fetching = (bits & 1) != 0;
    input.is_visible = (bits & 2) != 0;
    input.is_right_to_left = (bits & 4) != 0;
    input.flips_horizontally = (bits & 8) != 0;
    input.has_delegate = (bits & 16) != 0;
    input.scroll_directions = (rc_texture_direction)((bits >> 5) & 15);
    input.scrollable_directions = (rc_texture_direction)(bits >> 9);
    check_against_model(&input);
    if (test_has_failed()) return;
  }
}

// One axis at a time stands at a border, so that the other must not count.
static void texture_exits_in_its_order(void) {
  static const double targets[] = {1.5, 2, 7, 7.5, -1, 9.25};
  static const double contents[] = {0, 1.5, 2, 12};
  for (size_t i = 0; i < 6 * 4 * 2 * 3; i++) {
    double target = targets[i % 6], content = contents[i / 6 % 4];
    bool is_vertical = i / 24 % 2 == 0;
    double velocity = (double)(int)(i / 48) - 1;
    check_all_flags_and_directions((rc_texture_input){
        .bounds_width = is_vertical ? 3 : 2,
        .bounds_height = is_vertical ? 2 : 3,
        .content_width = is_vertical ? 40 : content,
        .content_height = is_vertical ? content : 40,
        .target_x = is_vertical ? 11 : target,
        .target_y = is_vertical ? target : 11,
        .velocity_x = is_vertical ? 3 : velocity,
        .velocity_y = is_vertical ? velocity : 3,
        .leading_screens = 1.5,
    });
    if (test_has_failed()) return;
  }
}

static void texture_takes_negative_bounds_for_bounds(void) {
  static const double sizes[] = {-2, -0.0, 0, 2};
  static const double screens[] = {-1, 0, 1};
  for (size_t i = 0; i < 4 * 4 * 3; i++) {
    check_all_flags_and_directions((rc_texture_input){
        .bounds_width = sizes[i % 4],
        .bounds_height = sizes[i / 4 % 4],
        .content_width = 5,
        .content_height = 6,
        .velocity_x = 0.5,
        .leading_screens = screens[i / 16],
    });
    if (test_has_failed()) return;
  }
}

static void texture_asks_the_delegate_with_seconds_and_a_hint(void) {
  rc_texture_input input = input_of(&vertical[1], 0);
  input.has_delegate = true;
  input.velocity_y = 0.25;
  rc_batch_decision decision;
  CHECK_EQUAL(rc_texture_decide(&input, &decision), RC_STATUS_OK);
  CHECK_EQUAL(decision.answer, RC_BATCH_ANSWER_DEFER);
  CHECK(decision.remaining == 1.5 && decision.seconds == 1.5 / 250 && !decision.is_near);
  input.target_y = 1;
  CHECK_EQUAL(rc_texture_decide(&input, &decision), RC_STATUS_OK);
  CHECK(decision.answer == RC_BATCH_ANSWER_DEFER && decision.is_near);
  input.velocity_y = 0;
  CHECK_EQUAL(rc_texture_decide(&input, &decision), RC_STATUS_OK);
  CHECK_EQUAL(decision.answer, RC_BATCH_ANSWER_YES);
}

static void texture_rejects_nan(void) {
  rc_texture_input input = input_of(&vertical[0], 0);
  rc_batch_decision decision;
  CHECK_EQUAL(rc_texture_decide(NULL, &decision), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_texture_decide(&input, NULL), RC_STATUS_ARGUMENT);
  double *values[] = {
      &input.bounds_width,   &input.bounds_height, &input.content_width,
      &input.content_height, &input.target_x,      &input.target_y,
      &input.velocity_x,     &input.velocity_y,    &input.leading_screens,
  };
  for (size_t i = 0; i < 9; i++) {
    double before = *values[i];
    *values[i] = NAN;
    CHECK_EQUAL(rc_texture_decide(&input, &decision), RC_STATUS_ARGUMENT);
    *values[i] = before;
  }
  CHECK_EQUAL(rc_texture_decide(&input, &decision), RC_STATUS_OK);
}

static void texture_never_returns_nan(void) {
  const double infinity = INFINITY;
  rc_texture_input input = input_of(&vertical[0], 0);
  input.has_delegate = true;
  input.content_height = infinity;
  input.target_y = infinity;
  input.velocity_y = infinity;
  rc_batch_decision decision;
  CHECK_EQUAL(rc_texture_decide(&input, &decision), RC_STATUS_OK);
  CHECK(decision.remaining == 0 && decision.seconds == 0 && !decision.is_near);
  input.target_y = 0;
  CHECK_EQUAL(rc_texture_decide(&input, &decision), RC_STATUS_OK);
  CHECK(decision.remaining == infinity && decision.seconds == 0);
}

static const test_case cases[] = {
    CASE(texture_does_not_fetch_in_the_null_state),
    CASE(texture_does_not_fetch_while_it_fetches),
    CASE(texture_fetches_only_toward_the_tail),
    CASE(texture_fetches_at_the_vertical_distance),
    CASE(texture_fetches_at_the_horizontal_distance),
    CASE(texture_fetches_for_small_content),
    CASE(texture_exits_in_its_order),
    CASE(texture_takes_negative_bounds_for_bounds),
    CASE(texture_asks_the_delegate_with_seconds_and_a_hint),
    CASE(texture_rejects_nan),
    CASE(texture_never_returns_nan),
};

const test_suite suite_texture = SUITE(cases);
