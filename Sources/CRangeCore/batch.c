// When to fetch the next batch: one pure function that asks its rules in a fixed order and says
// which of them answered.

#include "batch.h"

#include "ticks.h"

void rc_batch_input_init(rc_batch_input *input) {
  if (input == NULL) return;
  *input = (rc_batch_input){.struct_size = sizeof *input, .leading_screens = 2.0};
}

// Sums and differences of a few such numbers are far from the ends of int64_t.
static bool is_in_bounds(int64_t ticks) {
  return -4 * RC_LIST_TICKS_MAX <= ticks && ticks <= 4 * RC_LIST_TICKS_MAX;
}

static bool is_allowed_interval(rc_interval interval) {
  return is_in_bounds(interval.lower) && is_in_bounds(interval.upper) &&
         interval.lower <= interval.upper;
}

static bool is_allowed(const rc_batch_input *input) {
  if (input->struct_size != sizeof *input) return false;
  if (input->end != RC_END_TAIL && input->end != RC_END_HEAD) return false;
  if (!rc__is_known((int)input->short_content_policy, RC_SHORT_CONTENT_NEVER)) return false;
  if (!rc__is_known((int)input->presence, RC_PRESENCE_AWAY)) return false;
  if (input->leading_screens != input->leading_screens) return false;
  if (input->velocity != input->velocity) return false;
  if (input->item_count < 0) return false;
  if (!is_allowed_interval(input->viewport) || !is_allowed_interval(input->content)) return false;
  if (input->viewport.upper - input->viewport.lower > RC_LIST_TICKS_MAX) return false;
  return !input->has_landing || is_in_bounds(input->landing_offset);
}

/// Above 0 toward the end that is asked for, below 0 away from it, 0 where nothing moves.
static int movement_toward_end(const rc_batch_input *input) {
  int forward = (input->user_movement > 0) - (input->user_movement < 0);
  if (input->velocity > 0) forward = 1;
  if (input->velocity < 0) forward = -1;
  return input->end == RC_END_TAIL ? forward : -forward;
}

static bool may_fetch_short_content(const rc_batch_input *input) {
  if (input->short_content_policy == RC_SHORT_CONTENT_NEVER) return false;
  return input->short_content_policy == RC_SHORT_CONTENT_FETCHES || input->user_has_scrolled;
}

/// The first rule that answers without asking for the distance; the sentinel where none does.
static rc_batch_reason reason_before_distance(const rc_batch_input *input) {
  if (input->in_flight) return RC_BATCH_REASON_IN_FLIGHT;
  if (input->ended) return RC_BATCH_REASON_ENDED;
  if (input->latched) return RC_BATCH_REASON_LATCHED;
  if (input->backing_off) return RC_BATCH_REASON_BACKING_OFF;
  if (input->insertion_pending) return RC_BATCH_REASON_INSERTION_PENDING;
  if (input->leading_screens <= 0) return RC_BATCH_REASON_OFF;

  int64_t length = input->viewport.upper - input->viewport.lower;
  if (length == 0) return RC_BATCH_REASON_EMPTY_VIEWPORT;
  if (input->end == RC_END_HEAD && input->item_count == 0) return RC_BATCH_REASON_NO_ITEMS;
  // Content is filled up at its tail; at the head as well, a short list would ask at both ends.
  if (input->end == RC_END_TAIL && input->content.upper - input->content.lower < length) {
    return may_fetch_short_content(input) ? RC_BATCH_REASON_SHORT_CONTENT
                                          : RC_BATCH_REASON_SHORT_CONTENT_POLICY;
  }
  if (input->presence != RC_PRESENCE_ON_SCREEN) return RC_BATCH_REASON_NOT_ON_SCREEN;
  if (movement_toward_end(input) < 0) return RC_BATCH_REASON_MOVING_AWAY;
  return RC_BATCH_REASON_SENTINEL;
}

/// From the viewport's edge, or where it will land, to the content's end, in ticks.
static int64_t remaining_ticks(const rc_batch_input *input, int64_t length) {
  int64_t offset = input->has_landing ? input->landing_offset : input->viewport.lower;
  if (input->end == RC_END_HEAD) return rc_ticks_subtract_saturating(offset, input->content.lower);
  int64_t viewport_end = rc_ticks_add_saturating(offset, length);
  return rc_ticks_subtract_saturating(input->content.upper, viewport_end);
}

void rc__batch_decide(const rc_batch_input *input, rc_batch_decision *out_decision) {
  rc_batch_reason reason = reason_before_distance(input);
  if (reason != RC_BATCH_REASON_SENTINEL) {
    *out_decision = rc__batch_decision_make(reason);
    return;
  }
  // More screens than the longest list has ticks reach no further; so infinity may be asked for.
  double screens = input->leading_screens;
  if (screens > RC_LIST_TICKS_MAX) screens = RC_LIST_TICKS_MAX;
  int64_t length = input->viewport.upper - input->viewport.lower;
  int64_t reach = rc__ticks_from_screens(screens, length);
  int64_t ticks = remaining_ticks(input, length);
  double remaining = rc_ticks_to_points(ticks);
  double velocity = input->end == RC_END_TAIL ? input->velocity : -input->velocity;
  *out_decision = rc__batch_decision_make_near(ticks <= reach, remaining);
  if (input->host_decides && velocity > 0) {
    *out_decision = rc__batch_decision_defer(*out_decision, remaining / velocity);
  }
}

rc_status rc_batch_decide(const rc_batch_input *input, rc_batch_decision *out_decision) {
  if (input == NULL || out_decision == NULL || !is_allowed(input)) return RC_STATUS_ARGUMENT;
  rc__batch_decide(input, out_decision);
  return RC_STATUS_OK;
}

const char *rc_batch_reason_text(rc_batch_reason reason) {
  switch (reason) {
    case RC_BATCH_REASON_IN_FLIGHT:
      return "a fetch is in flight";
    case RC_BATCH_REASON_ENDED:
      return "nothing more at this end";
    case RC_BATCH_REASON_LATCHED:
      return "the last fetch brought nothing";
    case RC_BATCH_REASON_BACKING_OFF:
      return "waiting after a failure";
    case RC_BATCH_REASON_INSERTION_PENDING:
      return "an insertion is pending";
    case RC_BATCH_REASON_OFF:
      return "turned off";
    case RC_BATCH_REASON_EMPTY_VIEWPORT:
      return "the viewport is empty";
    case RC_BATCH_REASON_NO_ITEMS:
      return "no items, and not the tail";
    case RC_BATCH_REASON_SHORT_CONTENT:
      return "the content is short";
    case RC_BATCH_REASON_SHORT_CONTENT_POLICY:
      return "the content is short, by policy no fetch";
    case RC_BATCH_REASON_NOT_ON_SCREEN:
      return "not on screen";
    case RC_BATCH_REASON_MOVING_AWAY:
      return "moving away";
    case RC_BATCH_REASON_NEAR_END:
      return "near the end";
    case RC_BATCH_REASON_FAR_FROM_END:
      return "far from the end";
    case RC_BATCH_REASON_HOST_DECIDES:
      return "the host decides";
    case RC_BATCH_REASON_SENTINEL:
      break;
  }
  return "not a reason";
}
