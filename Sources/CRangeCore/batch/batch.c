// When to fetch the next batch: a pure function that tries its rules in a fixed order and reports
// which one applied.

#include "batch.h"

#include "../base/ticks.h"

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
  if (input->item_count < 0 || input->leading_items < 0 || input->items_left < 0) return false;
  if (!is_allowed_interval(input->viewport) || !is_allowed_interval(input->content)) return false;
  if (input->viewport.upper - input->viewport.lower > RC_LIST_TICKS_MAX) return false;
  return !input->has_landing || is_in_bounds(input->landing_offset);
}

static bool may_fetch_short_content(const rc_batch_input *input) {
  if (input->short_content_policy == RC_SHORT_CONTENT_POLICY_NEVER) return false;
  return input->short_content_policy == RC_SHORT_CONTENT_POLICY_FETCH || input->user_has_scrolled;
}

/// The rule about the end's own fetches that applies.
static rc_batch_reason reason_of_input(const rc_batch_input *input) {
  if (input->is_fetching) return RC_BATCH_REASON_FETCHING;
  if (input->is_exhausted) return RC_BATCH_REASON_EXHAUSTED;
  if (input->is_paused) return RC_BATCH_REASON_PAUSED;
  return input->is_backing_off ? RC_BATCH_REASON_BACKING_OFF : RC_BATCH_REASON_SENTINEL;
}

void rc__batch_rules_make(const rc_batch_input *input, rc__batch_rules *out_rules) {
  const bool has_reach = input->leading_screens > 0;
  const bool is_enabled = has_reach || input->leading_items > 0;
  const int64_t length = input->viewport.upper - input->viewport.lower;
  rc_batch_reason before = RC_BATCH_REASON_SENTINEL;
  if (length == 0) before = RC_BATCH_REASON_EMPTY_VIEWPORT;
  if (!is_enabled) before = RC_BATCH_REASON_DISABLED;
  if (input->insertion_pending) before = RC_BATCH_REASON_INSERTION_PENDING;
  const bool fetches_short = may_fetch_short_content(input);
  const bool is_on_screen = input->presence == RC_PRESENCE_ON_SCREEN;
  *out_rules = (rc__batch_rules){
      .is_tail = input->end == RC_END_TAIL,
      .is_enabled = is_enabled,
      .host_decides = input->host_decides,
      .leading_items = input->leading_items > 0 ? input->leading_items : -1,
      .reach = has_reach ? rc__ticks_from_screens(input->leading_screens, length) : INT64_MIN,
      .before_content = before,
      .short_content =
          fetches_short ? RC_BATCH_REASON_SHORT_CONTENT : RC_BATCH_REASON_SHORT_CONTENT_POLICY,
      .after_content = is_on_screen ? RC_BATCH_REASON_SENTINEL : RC_BATCH_REASON_NOT_ON_SCREEN,
      .length = length,
  };
}

void rc__batch_rules_fit(rc__batch_rules *rules, rc_interval content, int64_t item_count) {
  const bool is_tail = rules->is_tail;
  rules->edge = is_tail ? content.upper - rules->length : content.lower;
  rules->reason = rules->before_content;
  if (rules->reason != RC_BATCH_REASON_SENTINEL) return;
  rules->reason = rules->after_content;
  // Short content fetches only at its tail; otherwise a short list would fetch at both ends.
  const bool is_short = is_tail && content.upper - content.lower < rules->length;
  if (is_short) rules->reason = rules->short_content;
  if (!is_tail && item_count == 0) rules->reason = RC_BATCH_REASON_NO_ITEMS;
}

static void decide_by_reason(rc_batch_reason reason, rc_batch_decision *out_decision) {
  const bool is_yes = reason == RC_BATCH_REASON_SHORT_CONTENT;
  *out_decision = (rc_batch_decision){
      .answer = is_yes ? RC_BATCH_ANSWER_YES : RC_BATCH_ANSWER_NO,
      .reason = reason,
  };
}

static void decide_by_distance(bool is_near, double remaining, rc_batch_decision *out_decision) {
  *out_decision = (rc_batch_decision){
      .answer = is_near ? RC_BATCH_ANSWER_YES : RC_BATCH_ANSWER_NO,
      .reason = is_near ? RC_BATCH_REASON_NEAR_END : RC_BATCH_REASON_FAR_FROM_END,
      .remaining = remaining,
      .is_near = is_near,
  };
}

static void defer(bool is_near, double remaining, double velocity,
                  rc_batch_decision *out_decision) {
  *out_decision = (rc_batch_decision){
      .answer = RC_BATCH_ANSWER_DEFER,
      .reason = RC_BATCH_REASON_HOST_DECIDES,
      .remaining = remaining,
      .seconds = remaining / velocity,
      .is_near = is_near,
  };
}

void rc__batch_decide(const rc__batch_rules *rules, rc_batch_reason reason,
                      const rc__batch_motion *motion, rc_batch_decision *out_decision) {
  const bool is_tail = rules->is_tail;
  if (reason == RC_BATCH_REASON_SENTINEL) reason = rules->reason;
  if (reason == RC_BATCH_REASON_SENTINEL && motion->direction == (is_tail ? -1 : 1)) {
    reason = RC_BATCH_REASON_MOVING_AWAY;
  }
  if (reason != RC_BATCH_REASON_SENTINEL) {
    decide_by_reason(reason, out_decision);
    return;
  }
  const int64_t ticks = is_tail ? rules->edge - motion->offset : motion->offset - rules->edge;
  const double remaining = rc_ticks_to_points(ticks);
  const double velocity = is_tail ? motion->velocity : -motion->velocity;
  const int64_t items_left = motion->items_left[is_tail ? RC_END_TAIL : RC_END_HEAD];
  const bool is_near = ticks <= rules->reach || items_left <= rules->leading_items;
  if (rules->host_decides && velocity > 0) {
    defer(is_near, remaining, velocity, out_decision);
  } else {
    decide_by_distance(is_near, remaining, out_decision);
  }
}

rc_status rc_batch_decide(const rc_batch_input *input, rc_batch_decision *out_decision) {
  if (input == NULL || out_decision == NULL || !is_allowed(input)) return RC_STATUS_ARGUMENT;
  rc__batch_rules rules;
  rc__batch_rules_make(input, &rules);
  rc__batch_rules_fit(&rules, input->content, input->item_count);
  rc__batch_motion motion = {
      .offset = input->has_landing ? input->landing_offset : input->viewport.lower,
      .items_left = {input->items_left, input->items_left},
      .velocity = input->velocity,
      .direction = rc__batch_direction(input->velocity, input->user_movement),
  };
  rc__batch_decide(&rules, reason_of_input(input), &motion, out_decision);
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
