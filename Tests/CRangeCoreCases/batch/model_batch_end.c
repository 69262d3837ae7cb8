#include "model_batch_end.h"

// Every function below looks at the events `0 ..< i` or at event i alone, and none calls itself:
// the facts that build on one another are noted event by event.

enum { EVENTS_MAX = 128 };

typedef struct {
  bool began;             // a begin that was allowed
  rc_batch_outcome seen;  // the outcome first seen in this event; STALE for none
  bool brought_items;     // of the fetch seen
  bool pauses;
} event_fact;

static bool is_lifting(const model_event *events, const event_fact *facts, int i) {
  return facts[i].began || events[i].kind == EVENT_RETRY || events[i].kind == EVENT_RESET;
}

static int latest_begin(const event_fact *facts, int i) {
  do i--;
  while (i >= 0 && !facts[i].began);
  return i;
}

/// The state of the latest fetch before event i: FETCHING, an outcome not seen yet, or STALE.
static rc_batch_outcome standing(const model_event *events, const event_fact *facts, int i) {
  int begin = latest_begin(facts, i);
  if (begin < 0) return RC_BATCH_OUTCOME_STALE;
  rc_batch_outcome outcome = RC_BATCH_OUTCOME_FETCHING;
  for (int j = begin + 1; j < i; j++) {
    if (events[j].kind == EVENT_RESET || facts[j].seen != RC_BATCH_OUTCOME_STALE)
      return RC_BATCH_OUTCOME_STALE;
    bool is_first = events[j].kind == EVENT_FINISH && outcome == RC_BATCH_OUTCOME_FETCHING;
    if (is_first) outcome = events[j].outcome;
  }
  return outcome;
}

static bool has_inserted(const model_event *events, int from, int to) {
  for (int j = from; j < to; j++) {
    if (events[j].kind == EVENT_INSERT) return true;
  }
  return false;
}

static bool is_ended(const model_event *events, const event_fact *facts, int i) {
  for (int j = i - 1; j >= 0 && events[j].kind != EVENT_RESET; j--) {
    if (events[j].kind == EVENT_END || facts[j].seen == RC_BATCH_OUTCOME_EXHAUSTED) return true;
  }
  return false;
}

/// Completed without items, in a row, up to and with event i.
static int stalled_in_a_row(const model_event *events, const event_fact *facts, int i) {
  int count = 0;
  for (int j = i; j >= 0; j--) {
    if (j < i && (events[j].kind == EVENT_RESET || events[j].kind == EVENT_RETRY)) break;
    if (facts[j].seen == RC_BATCH_OUTCOME_COMPLETED && facts[j].brought_items) break;
    count += facts[j].seen == RC_BATCH_OUTCOME_COMPLETED;
  }
  return count;
}

static int failed_in_a_row(const model_event *events, const event_fact *facts, int i) {
  int count = 0;
  for (int j = i; j >= 0; j--) {
    if (events[j].kind == EVENT_RESET) break;
    if (facts[j].seen == RC_BATCH_OUTCOME_COMPLETED && facts[j].brought_items) break;
    count += facts[j].seen == RC_BATCH_OUTCOME_FAILED;
  }
  return count;
}

static rc_status begin_status(const model_event *events, const event_fact *facts, int i) {
  rc_batch_outcome outcome = standing(events, facts, i);
  if (outcome == RC_BATCH_OUTCOME_FETCHING) return RC_STATUS_BUSY;
  bool ended = outcome == RC_BATCH_OUTCOME_EXHAUSTED || is_ended(events, facts, i);
  return ended ? RC_STATUS_NOT_FOUND : RC_STATUS_OK;
}

static event_fact fact_of(const model_event *events, const event_fact *facts, int i) {
  event_fact fact = {.seen = RC_BATCH_OUTCOME_STALE};
  event_kind kind = events[i].kind;
  fact.began = kind == EVENT_BEGIN && begin_status(events, facts, i) == RC_STATUS_OK;
  if (fact.began || kind == EVENT_SETTLE || kind == EVENT_RETRY) {
    rc_batch_outcome outcome = standing(events, facts, i);
    if (outcome != RC_BATCH_OUTCOME_FETCHING) fact.seen = outcome;
  }
  if (fact.seen != RC_BATCH_OUTCOME_STALE) {
    fact.brought_items = has_inserted(events, latest_begin(facts, i), i);
  }
  return fact;
}

static bool pauses(const model_event *events, const event_fact *facts, int i) {
  if (is_lifting(events, facts, i)) return false;
  if (facts[i].seen == RC_BATCH_OUTCOME_DECLINED || facts[i].seen == RC_BATCH_OUTCOME_CANCELLED)
    return true;
  return facts[i].seen == RC_BATCH_OUTCOME_COMPLETED && !facts[i].brought_items &&
         stalled_in_a_row(events, facts, i) >= 3;
}

static bool is_paused(const model_event *events, const event_fact *facts, int count) {
  int pause = count - 1;
  while (pause >= 0 && !facts[pause].pauses) pause--;
  if (pause < 0) return false;
  bool rested = false;
  for (int j = pause; j < count; j++) {
    event_kind kind = events[j].kind;
    if (kind == EVENT_INSERT || kind == EVENT_REMOVE || is_lifting(events, facts, j)) return false;
    if (kind == EVENT_SETTLE && events[j].moved && rested) return false;
    if (kind == EVENT_SETTLE && !events[j].moved) rested = true;
  }
  return true;
}

static double retry_time(const model_event *events, const event_fact *facts, int count) {
  static const double seconds[] = {1, 2, 4, 8, 16, 32, 60};
  for (int j = count - 1; j >= 0 && !is_lifting(events, facts, j); j--) {
    if (facts[j].seen != RC_BATCH_OUTCOME_FAILED) continue;
    int n = failed_in_a_row(events, facts, j);
    return events[j].time + seconds[n < 7 ? n - 1 : 6] * (1 + events[j].jitter);
  }
  return -1;
}

model_reading model_batch_end_read(const model_event *events, int count) {
  event_fact facts[EVENTS_MAX] = {{0}};
  for (int i = 0; i < count; i++) {
    facts[i] = fact_of(events, facts, i);
    facts[i].pauses = pauses(events, facts, i);
  }
  return (model_reading){
      .begin_status = begin_status(events, facts, count),
      .is_fetching = standing(events, facts, count) != RC_BATCH_OUTCOME_STALE,
      .is_exhausted = is_ended(events, facts, count),
      .is_paused = is_paused(events, facts, count),
      .retry_time = retry_time(events, facts, count),
  };
}
