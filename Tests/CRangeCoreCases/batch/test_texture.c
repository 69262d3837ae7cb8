// Our batch decision beside Texture's, and Texture's own tests of that.

#include <string.h>

#include "../harness.h"
#include "model_texture.h"

#define RIGHT TEXTURE_RIGHT
#define LEFT TEXTURE_LEFT
#define UP TEXTURE_UP
#define DOWN TEXTURE_DOWN
#define VERTICAL (UP | DOWN)
#define HORIZONTAL (RIGHT | LEFT)

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

static void check_rows(const row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const row *it = &rows[i];
    for (int layout = 0; layout < 3; layout++) {
      const rc_batch_decision decision = model_texture_decide(&(model_texture_input){
          .bounds = {it->bounds[0], it->bounds[1]},
          .content = {it->content[0], it->content[1]},
          .target = {it->target[0], it->target[1]},
          .leading_screens = it->screens,
          .scroll_directions = it->scroll,
          .scrollable_directions = it->scrollable,
          .is_fetching = it->is_fetching,
          .is_visible = true,
          .is_right_to_left = layout > 0,
          .flips_horizontally = layout > 1,
      });
      rc_batch_answer expected = it->expected[layout] ? RC_BATCH_ANSWER_YES : RC_BATCH_ANSWER_NO;
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

/// What Texture is asked for a vertical list, asked of the tail of ours.
static rc_batch_input ours(const model_texture_input *theirs) {
  rc_batch_input input;
  rc_batch_input_init(&input);
  input.leading_screens = theirs->leading_screens;
  input.viewport.upper = (rc_ticks)(theirs->bounds[1] * RC_TICKS_PER_POINT);
  input.content.upper = (rc_ticks)(theirs->content[1] * RC_TICKS_PER_POINT);
  input.has_landing = true;
  input.landing_offset = (rc_ticks)(theirs->target[1] * RC_TICKS_PER_POINT);
  input.velocity = theirs->velocity[1] * 1000;
  input.user_movement = theirs->scroll_directions == UP ? -1 : theirs->scroll_directions == DOWN;
  input.presence = theirs->is_visible ? RC_PRESENCE_ON_SCREEN : RC_PRESENCE_NEAR;
  input.is_fetching = theirs->is_fetching;
  input.host_decides = theirs->has_delegate;
  return input;
}

static void check_as_texture(const model_texture_input *theirs) {
  const rc_batch_decision expected = model_texture_decide(theirs);
  const rc_batch_input input = ours(theirs);
  rc_batch_decision decision;
  memset(&decision, 0x5a, sizeof decision);
  CHECK_EQUAL(rc_batch_decide(&input, &decision), RC_STATUS_OK);
  CHECK_F(memcmp(&decision, &expected, sizeof decision) == 0, "%s, Texture %s",
          rc_batch_reason_text(decision.reason), rc_batch_reason_text(expected.reason));
}

static void check_flags_and_directions(model_texture_input theirs) {
  // Ours goes by the velocity, if there is one.
  static const struct {
    int scroll;
    double velocity;
  } movements[] = {{0, 0}, {DOWN, 0}, {UP, 0}, {DOWN, 0.25}, {0, 0.25}, {UP, -0.25}};
  for (int i = 0; i < 6 * 8 && !test_has_failed(); i++) {
    theirs.scroll_directions = movements[i % 6].scroll;
    theirs.velocity[1] = movements[i % 6].velocity;
    theirs.is_fetching = i / 6 & 1;
    theirs.is_visible = i / 12 & 1;
    theirs.has_delegate = i / 24 & 1;
    check_as_texture(&theirs);
  }
}

// With a viewport of 2 and content of 12 the distance of 1.5 screens is reached at 7.
static void the_tail_decides_as_texture_does(void) {
  static const double views[] = {0, 2};
  static const double screens[] = {-1, 0, 0.5, 1.5};
  static const double contents[] = {0, 1.75, 2, 12};
  static const double targets[] = {-1, 0, 6.75, 7, 7.25, 8.75, 9, 20};
  for (int i = 0; i < 2 * 4 * 4 * 8 && !test_has_failed(); i++) {
    check_flags_and_directions((model_texture_input){
        .bounds = {300, views[i % 2]},
        .content = {300, contents[i / 8 % 4]},
        .target = {0, targets[i / 32]},
        .leading_screens = screens[i / 2 % 4],
        .scrollable_directions = VERTICAL,
    });
  }
}

static const test_case cases[] = {
    CASE(texture_does_not_fetch_in_the_null_state),
    CASE(texture_does_not_fetch_while_it_fetches),
    CASE(texture_fetches_only_toward_the_tail),
    CASE(texture_fetches_at_the_vertical_distance),
    CASE(texture_fetches_at_the_horizontal_distance),
    CASE(texture_fetches_for_small_content),
    CASE(the_tail_decides_as_texture_does),
};

const test_suite suite_texture = SUITE(cases);
