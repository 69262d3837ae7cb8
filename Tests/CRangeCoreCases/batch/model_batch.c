#include "model_batch.h"

static rc_batch_decision no(rc_batch_reason reason) {
  rc_batch_decision decision = {RC_BATCH_ANSWER_NO, reason, 0, 0, false, {0}};
  return decision;
}

static rc_batch_decision yes(rc_batch_reason reason) {
  rc_batch_decision decision = {RC_BATCH_ANSWER_YES, reason, 0, 0, false, {0}};
  return decision;
}

static bool moves_away(const rc_batch_input *input) {
  bool is_tail = input->end == RC_END_TAIL;
  if (input->velocity < 0) return is_tail;
  if (input->velocity > 0) return !is_tail;
  if (input->user_movement < 0) return is_tail;
  if (input->user_movement > 0) return !is_tail;
  return false;
}

rc_batch_decision model_batch_decide(const rc_batch_input *input, int64_t reach) {
  int64_t viewport_length = input->viewport.upper - input->viewport.lower;
  int64_t content_length = input->content.upper - input->content.lower;
  bool is_tail = input->end == RC_END_TAIL;

  // 1, 2
  if (input->is_fetching) return no(RC_BATCH_REASON_FETCHING);
  if (input->is_exhausted) return no(RC_BATCH_REASON_EXHAUSTED);
  if (input->is_paused) return no(RC_BATCH_REASON_PAUSED);
  if (input->is_backing_off) return no(RC_BATCH_REASON_BACKING_OFF);
  if (input->insertion_pending) return no(RC_BATCH_REASON_INSERTION_PENDING);
  // 3
  if (input->leading_screens <= 0 && input->leading_items == 0) {
    return no(RC_BATCH_REASON_DISABLED);
  }
  if (viewport_length == 0) return no(RC_BATCH_REASON_EMPTY_VIEWPORT);
  // 4
  if (!is_tail && input->item_count == 0) return no(RC_BATCH_REASON_NO_ITEMS);
  if (is_tail && content_length < viewport_length) {
    switch (input->short_content_policy) {
      case RC_SHORT_CONTENT_POLICY_FETCH:
        return yes(RC_BATCH_REASON_SHORT_CONTENT);
      case RC_SHORT_CONTENT_POLICY_AFTER_SCROLL:
        return input->user_has_scrolled ? yes(RC_BATCH_REASON_SHORT_CONTENT)
                                        : no(RC_BATCH_REASON_SHORT_CONTENT_POLICY);
      case RC_SHORT_CONTENT_POLICY_NEVER:
      case RC_SHORT_CONTENT_POLICY_SENTINEL:
        return no(RC_BATCH_REASON_SHORT_CONTENT_POLICY);
    }
  }
  // 5, 6
  if (input->presence != RC_PRESENCE_ON_SCREEN) return no(RC_BATCH_REASON_NOT_ON_SCREEN);
  if (moves_away(input)) return no(RC_BATCH_REASON_MOVING_AWAY);
  // 7
  int64_t offset = input->has_landing ? input->landing_offset : input->viewport.lower;
  int64_t remaining =
      is_tail ? input->content.upper - (offset + viewport_length) : offset - input->content.lower;
  bool is_near = input->leading_screens > 0 && remaining <= reach;
  if (input->leading_items > 0 && input->items_left <= input->leading_items) is_near = true;
  rc_batch_decision decision =
      is_near ? yes(RC_BATCH_REASON_NEAR_END) : no(RC_BATCH_REASON_FAR_FROM_END);
  decision.is_near = is_near;
  decision.remaining = (double)remaining / 960;
  // 8
  double speed = input->velocity < 0 ? -input->velocity : input->velocity;
  bool moves_toward = is_tail ? input->velocity > 0 : input->velocity < 0;
  if (input->host_decides && moves_toward) {
    decision.answer = RC_BATCH_ANSWER_DEFER;
    decision.reason = RC_BATCH_REASON_HOST_DECIDES;
    decision.seconds = decision.remaining / speed;
  }
  return decision;
}

void model_batch_set_flags(rc_batch_input *input, int bits) {
  input->is_fetching = (bits & 1) != 0;
  input->is_exhausted = (bits & 2) != 0;
  input->is_paused = (bits & 4) != 0;
  input->is_backing_off = (bits & 8) != 0;
  input->insertion_pending = (bits & 16) != 0;
  input->user_has_scrolled = (bits & 32) != 0;
  input->host_decides = (bits & 64) != 0;
  input->has_landing = (bits & 128) != 0;
}
