// When to fetch the next batch: one pure function that asks its rules in a fixed order and says
// which of them answered.

#include "batch.h"

#include "ticks.h"

void rc_batch_input_init(rc_batch_input *input) {
  if (input == NULL) return;
  *input = (rc_batch_input){.leading_screens = 2.0};
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
  if (input->end != RC_END_TAIL && input->end != RC_END_HEAD) return false;
  if (!rc__is_known((int)input->short_content_policy, RC_SHORT_CONTENT_POLICY_NEVER)) return false;
  if (!rc__is_known((int)input->presence, RC_PRESENCE_AWAY)) return false;
  if (input->leading_screens != input->leading_screens) return false;
  if (input->velocity != input->velocity) return false;
  if (input->item_count < 0) return false;
  if (!is_allowed_interval(input->viewport) || !is_allowed_interval(input->content)) return false;
  if (input->viewport.upper - input->viewport.lower > RC_LIST_TICKS_MAX) return false;
  return !input->has_landing || is_in_bounds(input->landing_offset);
}

static bool may_fetch_short_content(const rc_batch_input *input) {
  if (input->short_content_policy == RC_SHORT_CONTENT_POLICY_NEVER) return false;
  return input->short_content_policy == RC_SHORT_CONTENT_POLICY_FETCH || input->user_has_scrolled;
}

/// The rule of the end's own fetches that answers.
static rc_batch_reason reason_of_fetches(const rc_batch_input *input) {
  if (input->is_fetching) return RC_BATCH_REASON_FETCHING;
  if (input->is_exhausted) return RC_BATCH_REASON_EXHAUSTED;
  if (input->is_paused) return RC_BATCH_REASON_PAUSED;
  return input->is_backing_off ? RC_BATCH_REASON_BACKING_OFF : RC_BATCH_REASON_SENTINEL;
}

void rc__batch_rules_make(const rc_batch_input *input, rc__batch_rules *out_rules) {
  const double screens = input->leading_screens > 0 ? input->leading_screens : 0;
  int64_t length = input->viewport.upper - input->viewport.lower;
  rc_batch_reason before = RC_BATCH_REASON_SENTINEL;
  if (length == 0) before = RC_BATCH_REASON_EMPTY_VIEWPORT;
  if (input->leading_screens <= 0) before = RC_BATCH_REASON_DISABLED;
  if (input->insertion_pending) before = RC_BATCH_REASON_INSERTION_PENDING;
  bool may_fetch = may_fetch_short_content(input);
  bool is_on_screen = input->presence == RC_PRESENCE_ON_SCREEN;
  *out_rules = (rc__batch_rules){
      .toward = input->end == RC_END_TAIL ? 1 : -1,
      .is_on = screens > 0,
      .host_decides = input->host_decides,
      .reach = rc__ticks_from_screens(screens, length),
      .before_content = before,
      .short_content =
          may_fetch ? RC_BATCH_REASON_SHORT_CONTENT : RC_BATCH_REASON_SHORT_CONTENT_POLICY,
      .after_content = is_on_screen ? RC_BATCH_REASON_SENTINEL : RC_BATCH_REASON_NOT_ON_SCREEN,
      .length = length,
  };
}

rc_status rc_batch_decide(const rc_batch_input *input, rc_batch_decision *out_decision) {
  if (input == NULL || out_decision == NULL || !is_allowed(input)) return RC_STATUS_ARGUMENT;
  rc__batch_rules rules;
  rc__batch_rules_make(input, &rules);
  rc__batch_rules_fit(&rules, input->content, input->item_count);
  rc__batch_motion motion = {
      .offset = input->has_landing ? input->landing_offset : input->viewport.lower,
      .velocity = input->velocity,
      .forward = rc__batch_forward(input->velocity, input->user_movement),
  };
  rc__batch_decide(&rules, reason_of_fetches(input), &motion, out_decision);
  return RC_STATUS_OK;
}

const char *rc_batch_reason_text(rc_batch_reason reason) {
  switch (reason) {
    case RC_BATCH_REASON_FETCHING:
      return "a fetch is in progress";
    case RC_BATCH_REASON_EXHAUSTED:
      return "nothing more at this end";
    case RC_BATCH_REASON_PAUSED:
      return "paused after a fetch that brought nothing";
    case RC_BATCH_REASON_BACKING_OFF:
      return "too early to retry";
    case RC_BATCH_REASON_INSERTION_PENDING:
      return "fetched items are still to be inserted";
    case RC_BATCH_REASON_DISABLED:
      return "disabled";
    case RC_BATCH_REASON_EMPTY_VIEWPORT:
      return "the viewport is empty";
    case RC_BATCH_REASON_NO_ITEMS:
      return "the list is empty";
    case RC_BATCH_REASON_SHORT_CONTENT:
      return "content shorter than the viewport";
    case RC_BATCH_REASON_SHORT_CONTENT_POLICY:
      return "content shorter than the viewport, disabled by policy";
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
  return "unknown reason";
}
