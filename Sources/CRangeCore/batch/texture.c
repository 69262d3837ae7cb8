// Texture's batch decision, argument for argument, in points: for migrating from it, and for the
// tests that compare ours with it. Its early exits are in its order, even where ours differ.

#include "batch.h"

enum {
  HORIZONTAL = RC_TEXTURE_DIRECTION_RIGHT | RC_TEXTURE_DIRECTION_LEFT,
  VERTICAL = RC_TEXTURE_DIRECTION_UP | RC_TEXTURE_DIRECTION_DOWN,
};

/// The input along the one axis that counts.
typedef struct {
  double view, content, offset, velocity;
} axis;

static bool has_nan(const rc_texture_input *input) {
  const double values[] = {
      input->bounds_width,   input->bounds_height, input->content_width,
      input->content_height, input->target_x,      input->target_y,
      input->velocity_x,     input->velocity_y,    input->leading_screens,
  };
  for (size_t i = sizeof values / sizeof values[0]; i > 0; i--) {
    if (values[i - 1] != values[i - 1]) return true;
  }
  return false;
}

// The vertical axis applies if a view scrolls both ways.
static axis axis_of(const rc_texture_input *input) {
  if (input->scrollable_directions & VERTICAL) {
    return (axis){input->bounds_height, input->content_height, input->target_y, input->velocity_y};
  }
  return (axis){input->bounds_width, input->content_width, input->target_x, input->velocity_x};
}

// The horizontal direction counts even if the axis is vertical, but the flip does not.
static bool moves_toward_head(const rc_texture_input *input) {
  int head = input->is_right_to_left ? RC_TEXTURE_DIRECTION_RIGHT : RC_TEXTURE_DIRECTION_LEFT;
  return (input->scroll_directions & (RC_TEXTURE_DIRECTION_UP | head)) != 0;
}

// A mirrored list in coordinates that are not mirrored has its tail at 0.
static double remaining_distance(const rc_texture_input *input, axis along) {
  bool is_mirrored = input->is_right_to_left && !input->flips_horizontally &&
                     (input->scrollable_directions & HORIZONTAL) != 0;
  return is_mirrored ? along.offset : along.content - along.view - along.offset;
}

static rc_batch_reason reason_before_distance(const rc_texture_input *input, axis along) {
  if (input->is_fetching) return RC_BATCH_REASON_FETCHING;
  if (input->leading_screens <= 0) return RC_BATCH_REASON_DISABLED;
  // Core Graphics standardises a rectangle before it tests whether it is empty: a side of 0 makes
  // it empty, a negative one does not.
  if (input->bounds_width == 0 || input->bounds_height == 0) return RC_BATCH_REASON_EMPTY_VIEWPORT;
  if (along.content < along.view) return RC_BATCH_REASON_SHORT_CONTENT;
  if (!input->is_visible) return RC_BATCH_REASON_NOT_ON_SCREEN;
  return moves_toward_head(input) ? RC_BATCH_REASON_MOVING_AWAY : RC_BATCH_REASON_SENTINEL;
}

// The sign bit of ∞ − ∞ depends on the processor.
static double number_or_zero(double value) {
  return value == value ? value : 0;
}

rc_status rc_texture_decide(const rc_texture_input *input, rc_batch_decision *out_decision) {
  if (input == NULL || out_decision == NULL || has_nan(input)) return RC_STATUS_ARGUMENT;
  axis along = axis_of(input);
  rc_batch_reason reason = reason_before_distance(input, along);
  if (reason != RC_BATCH_REASON_SENTINEL) {
    rc__batch_decide_by_reason(reason, out_decision);
    return RC_STATUS_OK;
  }
  const double remaining = remaining_distance(input, along);
  const bool is_near = remaining <= along.view * input->leading_screens;
  if (input->has_delegate && along.velocity > 0) {
    rc__batch_defer(is_near, remaining, along.velocity * 1000, out_decision);
  } else {
    rc__batch_decide_by_distance(is_near, remaining, out_decision);
  }
  out_decision->remaining = number_or_zero(out_decision->remaining);
  out_decision->seconds = number_or_zero(out_decision->seconds);
  return RC_STATUS_OK;
}
