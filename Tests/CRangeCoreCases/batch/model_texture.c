#include "model_texture.h"

enum { HORIZONTAL = TEXTURE_RIGHT | TEXTURE_LEFT, VERTICAL = TEXTURE_UP | TEXTURE_DOWN };

static rc_batch_decision decision(rc_batch_answer answer, rc_batch_reason reason) {
  return (rc_batch_decision){.answer = answer, .reason = reason};
}

static rc_batch_decision no(rc_batch_reason reason) {
  return decision(RC_BATCH_ANSWER_NO, reason);
}

// The horizontal direction counts even if the axis is vertical, but the flip does not.
static bool moves_toward_head(const model_texture_input *input) {
  const int head = input->is_right_to_left ? TEXTURE_RIGHT : TEXTURE_LEFT;
  return (input->scroll_directions & (TEXTURE_UP | head)) != 0;
}

rc_batch_decision model_texture_decide(const model_texture_input *input) {
  if (input->is_fetching) return no(RC_BATCH_REASON_FETCHING);
  if (input->leading_screens <= 0) return no(RC_BATCH_REASON_DISABLED);
  // Core Graphics standardises a rectangle before it tests whether it is empty: a side of 0 makes
  // it empty, a negative one does not.
  if (input->bounds[0] == 0 || input->bounds[1] == 0) return no(RC_BATCH_REASON_EMPTY_VIEWPORT);

  // The vertical axis applies if a view scrolls both ways.
  const int axis = (input->scrollable_directions & VERTICAL) != 0;
  const double view = input->bounds[axis], target = input->target[axis];
  if (input->content[axis] < view) {
    return decision(RC_BATCH_ANSWER_YES, RC_BATCH_REASON_SHORT_CONTENT);
  }
  if (!input->is_visible) return no(RC_BATCH_REASON_NOT_ON_SCREEN);
  if (moves_toward_head(input)) return no(RC_BATCH_REASON_MOVING_AWAY);

  // A mirrored list in coordinates that are not mirrored has its tail at 0.
  const bool is_mirrored = input->is_right_to_left && !input->flips_horizontally &&
                           (input->scrollable_directions & HORIZONTAL) != 0;
  const double remaining = is_mirrored ? target : input->content[axis] - view - target;
  const bool is_near = remaining <= view * input->leading_screens;
  rc_batch_decision it = is_near ? decision(RC_BATCH_ANSWER_YES, RC_BATCH_REASON_NEAR_END)
                                 : no(RC_BATCH_REASON_FAR_FROM_END);
  if (input->has_delegate && input->velocity[axis] > 0) {
    it = decision(RC_BATCH_ANSWER_DEFER, RC_BATCH_REASON_HOST_DECIDES);
    it.seconds = remaining / (input->velocity[axis] * 1000);
  }
  it.is_near = is_near;
  it.remaining = remaining;
  return it;
}
