#include "model_tickets.h"

#include <math.h>
#include <string.h>

void model_tickets_init(model_tickets *m) {
  memset(m, 0, sizeof *m);
  rc_tickets_settings_init(&m->settings);
  m->time = -INFINITY;
  m->load_time = 300000;
}

void model_tickets_set_wants(model_tickets *m, int list, const rc_ticket_want *wants, int count) {
  model_wanter *it = &m->lists[list];
  if (count == 0) it->has_shown = it->was_full = false;
  it->count = count;
  if (count > 0) memcpy(it->wants, wants, (size_t)count * sizeof *wants);
}

int64_t model_tickets_cost(const model_ticket *it) {
  return it->known_cost >= 0 ? it->known_cost : it->want.cost;
}

static bool is_exhausted(const model_tickets *m, const model_ticket *it) {
  const bool is_over = m->settings.attempt_limit > 0 && it->attempt >= m->settings.attempt_limit;
  return is_over && !it->is_visible;
}

// == what is wanted ==

/// Whether the first of two wants of an id is the better one.
static bool is_better(const rc_ticket_want *a, const rc_ticket_want *b) {
  const int64_t keys[2][4] = {{(int64_t)a->kind, a->rank, -a->cost, a->is_foreseen},
                              {(int64_t)b->kind, b->rank, -b->cost, b->is_foreseen}};
  for (int i = 0; i < 4; i++) {
    if (keys[0][i] != keys[1][i]) return keys[0][i] < keys[1][i];
  }
  return false;
}

/// Finds the best want of an id by a list, with the best band; false if there is none.
static bool best_of_list(const model_wanter *list, rc_id id, rc_ticket_want *best) {
  bool found = false;
  rc_ticket_band band = RC_TICKET_BAND_PRELOAD;
  for (int i = 0; i < list->count; i++) {
    const rc_ticket_want *want = &list->wants[i];
    if (want->id != id) continue;
    if (!found || is_better(want, best)) *best = *want;
    if (want->band < band) band = want->band;
    found = true;
  }
  best->band = band;
  return found;
}

/// Whether something that a list wants and shows has neither been loaded nor failed.
static bool first_screen_waits(const model_tickets *m, const model_wanter *list) {
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    const model_ticket *it = &m->tickets[id];
    rc_ticket_want want = {0};
    if (!best_of_list(list, id, &want) || want.band != RC_TICKET_BAND_VISIBLE) continue;
    const bool is_there = it->exists && (it->state == RC_TICKET_STATE_READY || it->attempt > 0);
    if (want.kind == RC_TICKET_WANT_KIND_START && !is_there) return !list->was_full;
  }
  return false;
}

/// Finds the best want of an id, with the best band; false if there is none.
static bool best_want(const model_tickets *m, rc_id id, rc_ticket_want *best, bool *is_counted) {
  bool found = false;
  rc_ticket_band band = RC_TICKET_BAND_PRELOAD;
  *is_counted = false;
  for (int i = 0; i < MODEL_TICKETS_LISTS; i++) {
    const model_wanter *list = &m->lists[i];
    rc_ticket_want want = {0};
    if (!best_of_list(list, id, &want)) continue;
    const bool is_ahead = want.band != RC_TICKET_BAND_VISIBLE && want.is_foreseen;
    if (is_ahead && want.kind == RC_TICKET_WANT_KIND_START && first_screen_waits(m, list)) {
      want.kind = RC_TICKET_WANT_KIND_CONTINUE;
    }
    if (!found || is_better(&want, best)) *best = want;
    if (want.band < band) band = want.band;
    if (want.band == RC_TICKET_BAND_VISIBLE && list->has_shown) *is_counted = true;
    found = true;
  }
  best->band = band;
  return found;
}

static void make(model_ticket *it) {
  memset(it, 0, sizeof *it);
  it->exists = true;
  it->known_cost = -1;
  it->out_time = it->lowered_time = INFINITY;
}

static bool list_shows(const model_wanter *list) {
  for (int i = 0; i < list->count; i++) {
    if (list->wants[i].band == RC_TICKET_BAND_VISIBLE) return true;
  }
  return false;
}

static void find_wanted(model_tickets *m) {
  for (int i = 0; i < MODEL_TICKETS_LISTS; i++) {
    model_wanter *list = &m->lists[i];
    if (list_shows(list) && !first_screen_waits(m, list)) list->was_full = true;
  }
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    model_ticket *it = &m->tickets[id];
    rc_ticket_want best = {0};
    bool is_counted;
    const bool is_wanted = best_want(m, id, &best, &is_counted);
    if (is_wanted && !it->exists) make(it);
    it->is_wanted = is_wanted;
    if (!is_wanted) continue;
    it->want = best;
    it->wanted_time = m->time;
    if (!it->is_visible) it->is_counted = is_counted;
  }
  for (int i = 0; i < MODEL_TICKETS_LISTS; i++) {
    if (list_shows(&m->lists[i])) m->lists[i].has_shown = true;
  }
}

// == counters ==

static void note_appearance(model_tickets *m, model_ticket *it) {
  if (!it->is_counted || m->time < it->shown_time + 0.05) return;
  m->counters.appearances++;
  if (it->ready_time == -INFINITY) return;
  m->counters.late++;
  if (fmin(it->ready_time, m->time) < it->shown_time + 0.1) return;
  m->counters.noticed++;
  if (m->time >= it->shown_time + 0.3) m->counters.missed++;
}

static void note_visible(model_tickets *m) {
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    model_ticket *it = &m->tickets[id];
    const bool is_visible = it->is_wanted && it->want.band == RC_TICKET_BAND_VISIBLE;
    if (it->is_visible && !is_visible) note_appearance(m, it);
    if (!it->is_visible && is_visible) {
      it->shown_time = m->time;
      it->ready_time = it->state == RC_TICKET_STATE_READY ? -INFINITY : INFINITY;
      m->counters.useful += it->open - it->open_cancelled;
      m->counters.churn += it->open_cancelled;
      it->open = it->open_cancelled = 0;
      it->last_is_open = false;
    }
    it->is_visible = is_visible;
  }
}

static void forget(model_tickets *m, model_ticket *it) {
  m->counters.wasted += it->open;
  memset(it, 0, sizeof *it);
}

static void forget_unneeded(model_tickets *m) {
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    model_ticket *it = &m->tickets[id];
    if (!it->exists || it->is_wanted || it->state == RC_TICKET_STATE_RUNNING ||
        it->state == RC_TICKET_STATE_READY) {
      continue;
    }
    if (m->time >= (is_exhausted(m, it) ? it->wanted_time + 60 : it->retry_time)) {
      it->state = RC_TICKET_STATE_WAITING;
      it->attempt = 0;
    }
    if (it->attempt == 0 && it->known_cost < 0 && it->open == 0) forget(m, it);
  }
}

// == what is admitted ==

static bool counts(const model_tickets *m, const model_ticket *it) {
  if (!it->is_wanted) return false;
  switch (it->state) {
    case RC_TICKET_STATE_READY:
      return true;
    case RC_TICKET_STATE_RUNNING:
      return it->want.kind != RC_TICKET_WANT_KIND_KEEP;
    case RC_TICKET_STATE_FAILED:
      return it->want.kind == RC_TICKET_WANT_KIND_START && !is_exhausted(m, it) &&
             m->time >= it->retry_time;
    default:
      return it->want.kind == RC_TICKET_WANT_KIND_START;
  }
}

/// Whether a wanted ticket comes before another.
static bool precedes(const model_ticket *a, const model_ticket *b) {
  if (a->want.kind != b->want.kind) return a->want.kind < b->want.kind;
  return a->want.rank != b->want.rank ? a->want.rank < b->want.rank : a->want.id < b->want.id;
}

/// The best wanted ticket after another, NULL for the first; NULL at the end.
static model_ticket *next_wanted(model_tickets *m, const model_ticket *before) {
  model_ticket *found = NULL;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    model_ticket *it = &m->tickets[id];
    if (!it->is_wanted || (before != NULL && !precedes(before, it))) continue;
    if (found == NULL || precedes(it, found)) found = it;
  }
  return found;
}

static void admit(model_tickets *m) {
  const int64_t budget = m->settings.budget, ahead = m->settings.ahead_budget;
  const int64_t limit = budget < ahead ? budget : ahead;
  int64_t sum = 0;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    model_ticket *it = &m->tickets[id];
    it->is_admitted = it->is_visible && counts(m, it);
    if (it->is_admitted) sum += model_tickets_cost(it);
  }
  for (model_ticket *it = next_wanted(m, NULL); it != NULL; it = next_wanted(m, it)) {
    const int64_t cost = model_tickets_cost(it);
    if (it->is_visible || !counts(m, it) || cost > limit) continue;
    if (sum + cost > limit) break;
    it->is_admitted = true;
    sum += cost;
  }
}

// == orders ==

static bool is_running(const model_ticket *it) {
  return it->state == RC_TICKET_STATE_RUNNING;
}

static bool is_to_start(const model_ticket *it) {
  return it->is_admitted &&
         (it->state == RC_TICKET_STATE_WAITING || it->state == RC_TICKET_STATE_FAILED);
}

static void order(model_tickets *m, const model_ticket *it, rc_ticket_order_kind kind) {
  m->orders[m->order_count++] = (rc_ticket_order){.id = it->want.id,
                                                  .token = it->token,
                                                  .kind = kind,
                                                  .band = it->want.band,
                                                  .attempt = it->attempt};
}

static void cancel(model_tickets *m, model_ticket *it) {
  order(m, it, RC_TICKET_ORDER_KIND_CANCEL);
  m->counters.cancelled++;
  if (it->last_is_open) it->open_cancelled++;
  it->state = RC_TICKET_STATE_WAITING;
}

/// When a running ticket that is not admitted is cancelled.
static double cancel_time(const model_tickets *m, const model_ticket *it) {
  const bool is_over = !it->is_wanted || it->want.kind == RC_TICKET_WANT_KIND_KEEP;
  return is_over && it->want.is_foreseen ? it->out_time : it->out_time + m->settings.grace;
}

static int count_running(const model_tickets *m) {
  int count = 0;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) count += is_running(&m->tickets[id]);
  return count;
}

static int count_running_ahead(const model_tickets *m) {
  int count = 0;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    const model_ticket *it = &m->tickets[id];
    count += is_running(it) && !it->is_visible && !it->want.is_foreseen;
  }
  return count;
}

static void cancel_out(model_tickets *m) {
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    model_ticket *it = &m->tickets[id];
    if (it->is_admitted || !is_running(it)) it->out_time = INFINITY;
    if (it->is_admitted || !is_running(it)) continue;
    if (it->out_time == INFINITY) it->out_time = m->time;
    if (cancel_time(m, it) <= m->time) cancel(m, it);
  }
}

static model_ticket *longest_out(model_tickets *m) {
  model_ticket *found = NULL;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    model_ticket *it = &m->tickets[id];
    if (!is_running(it) || it->is_admitted) continue;
    if (found == NULL || it->out_time <= found->out_time) found = it;
  }
  return found;
}

static int64_t held(const model_tickets *m) {
  int64_t sum = 0;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    const model_ticket *it = &m->tickets[id];
    const bool is_held = is_running(it) || it->state == RC_TICKET_STATE_READY;
    sum += is_held ? model_tickets_cost(it) : 0;
  }
  return sum;
}

static void drop(model_tickets *m, model_ticket *it) {
  order(m, it, RC_TICKET_ORDER_KIND_DROP);
  m->counters.dropped++;
  it->state = RC_TICKET_STATE_WAITING;
}

/// The unwanted ticket to drop first.
static model_ticket *oldest(model_tickets *m) {
  model_ticket *found = NULL;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    model_ticket *it = &m->tickets[id];
    if (it->is_wanted || it->state != RC_TICKET_STATE_READY) continue;
    if (found == NULL || it->wanted_time < found->wanted_time) found = it;
  }
  return found;
}

static model_ticket *to_drop(model_tickets *m) {
  model_ticket *found = oldest(m);
  if (found != NULL) return found;
  for (model_ticket *it = next_wanted(m, NULL); it != NULL; it = next_wanted(m, it)) {
    if (it->state == RC_TICKET_STATE_READY && !it->is_admitted) found = it;
  }
  return found;
}

static bool make_room(model_tickets *m, int64_t cost) {
  while (held(m) + cost > m->settings.budget) {
    model_ticket *it = to_drop(m);
    if (it == NULL) return false;
    drop(m, it);
  }
  return true;
}

static void start(model_tickets *m, model_ticket *it) {
  it->state = RC_TICKET_STATE_RUNNING;
  it->token = ++m->last_token;
  it->start_time = m->time;
  it->told = it->want.band;
  it->out_time = it->lowered_time = INFINITY;
  it->last_is_open = !it->is_visible;
  it->open += it->last_is_open;
  m->counters.started++;
  m->counters.useful += it->is_visible;
}

static void start_some(model_tickets *m) {
  bool is_full = false;
  const int64_t limit = m->settings.running_limit, ahead_limit = m->settings.ahead_limit;
  for (model_ticket *it = next_wanted(m, NULL); it != NULL; it = next_wanted(m, it)) {
    if (!is_to_start(it)) continue;
    if (it->is_visible) {
      while (count_running(m) >= limit && longest_out(m) != NULL) cancel(m, longest_out(m));
    } else if (is_full || (!it->want.is_foreseen && count_running_ahead(m) >= ahead_limit)) {
      continue;
    }
    if (count_running(m) >= limit) continue;
    const bool has_room = make_room(m, model_tickets_cost(it));
    if (!has_room) is_full = true;
    if (has_room || it->is_visible) start(m, it);
  }
}

static void drop_some(model_tickets *m) {
  for (;;) {
    int64_t sum = 0;
    for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
      const model_ticket *it = &m->tickets[id];
      const bool is_kept = !it->is_wanted && it->state == RC_TICKET_STATE_READY;
      sum += is_kept ? model_tickets_cost(it) : 0;
    }
    if (sum <= m->settings.keep_budget) break;
    drop(m, oldest(m));
  }
  (void)make_room(m, 0);
}

static void tell_bands(model_tickets *m) {
  for (model_ticket *it = next_wanted(m, NULL); it != NULL; it = next_wanted(m, it)) {
    if (!is_running(it)) continue;
    const bool is_worse = it->is_admitted && it->want.band > it->told;
    const bool is_better = it->is_admitted && it->want.band < it->told;
    if (!is_worse) it->lowered_time = INFINITY;
    if (is_worse && it->lowered_time == INFINITY) it->lowered_time = m->time;
    if (is_better || it->lowered_time + m->settings.grace <= m->time) {
      order(m, it, RC_TICKET_ORDER_KIND_PRIORITY);
      it->told = it->want.band;
      it->lowered_time = INFINITY;
    }
  }
}

static void find_next_time(model_tickets *m) {
  m->next_time = INFINITY;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    const model_ticket *it = &m->tickets[id];
    double due = INFINITY;
    if (is_running(it) && it->is_admitted) due = it->lowered_time + m->settings.grace;
    if (is_running(it) && !it->is_admitted) due = cancel_time(m, it);
    if (it->state == RC_TICKET_STATE_FAILED && it->is_wanted &&
        it->want.kind == RC_TICKET_WANT_KIND_START && !is_exhausted(m, it) &&
        it->retry_time > m->time) {
      due = it->retry_time;
    }
    m->next_time = fmin(m->next_time, due);
  }
}

/// Brings CANCEL orders before DROP orders.
static void sort_orders(model_tickets *m) {
  for (int i = 0; i < m->order_count; i++) {
    for (int j = i; j > 0 && m->orders[j].kind < m->orders[j - 1].kind; j--) {
      const rc_ticket_order former = m->orders[j];
      m->orders[j] = m->orders[j - 1];
      m->orders[j - 1] = former;
    }
  }
}

void model_tickets_update(model_tickets *m, double time) {
  m->time = fmax(m->time, time);
  m->order_count = 0;
  find_wanted(m);
  note_visible(m);
  forget_unneeded(m);
  admit(m);
  cancel_out(m);
  const uint64_t before = m->last_token;
  start_some(m);
  drop_some(m);
  sort_orders(m);
  tell_bands(m);
  for (uint64_t token = before + 1; token <= m->last_token; token++) {
    for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
      const model_ticket *it = &m->tickets[id];
      if (is_running(it) && it->token == token) order(m, it, RC_TICKET_ORDER_KIND_START);
    }
  }
  find_next_time(m);
  m->counters.open = 0;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    m->counters.open += m->tickets[id].open;
  }
}

// == loads that end ==

static double end(model_tickets *m, const model_ticket *it, double time) {
  m->time = fmax(m->time, time);
  const double seconds = m->time - it->start_time;
  const int64_t took = llrint(fmin(seconds, 5) * 1e6);
  if (m->load_count++ == 0) {
    m->load_time = took;
    m->load_deviation = took / 2;
  } else {
    const int64_t gain = m->load_count < 32 ? m->load_count : 32;
    const int64_t difference = took - m->load_time;
    m->load_deviation += ((difference < 0 ? -difference : difference) - m->load_deviation) / gain;
    m->load_time += difference / gain;
  }
  m->counters.load_time = (double)m->load_time / 1e6;
  m->counters.load_deviation = (double)m->load_deviation / 1e6;
  return seconds;
}

double model_tickets_finish(model_tickets *m, rc_id id, int64_t cost, double time) {
  model_ticket *it = &m->tickets[id];
  const double seconds = end(m, it, time);
  it->state = RC_TICKET_STATE_READY;
  it->attempt = 0;
  if (cost >= 0) it->known_cost = cost;
  if (it->is_visible && it->ready_time == INFINITY) it->ready_time = m->time;
  m->counters.done++;
  return seconds;
}

double model_tickets_fail(model_tickets *m, rc_id id, double time, double jitter) {
  model_ticket *it = &m->tickets[id];
  const double seconds = end(m, it, time);
  it->state = RC_TICKET_STATE_FAILED;
  it->attempt++;
  it->retry_time = m->time + fmin(60, pow(2, it->attempt - 1)) * (1 + jitter);
  m->counters.failed++;
  return seconds;
}

void model_tickets_cancel(model_tickets *m, rc_id id) {
  model_ticket *it = &m->tickets[id];
  it->state = RC_TICKET_STATE_WAITING;
  if (it->last_is_open) it->open_cancelled++;
  m->counters.cancelled++;
}

bool model_tickets_retry(model_tickets *m, rc_id id) {
  bool found = false;
  for (int i = 0; i < MODEL_TICKETS_IDS; i++) {
    model_ticket *it = &m->tickets[i];
    if ((id != RC_ID_NONE && id != i) || it->state != RC_TICKET_STATE_FAILED) continue;
    it->state = RC_TICKET_STATE_WAITING;
    it->attempt = 0;
    found = true;
  }
  return found || id == RC_ID_NONE;
}

bool model_tickets_forget(model_tickets *m, rc_id id) {
  model_ticket *it = &m->tickets[id];
  if (!it->exists) return false;
  if (it->state == RC_TICKET_STATE_READY) it->state = RC_TICKET_STATE_WAITING;
  if (!it->is_wanted && it->state != RC_TICKET_STATE_RUNNING) forget(m, it);
  m->counters.open = 0;
  for (int i = 0; i < MODEL_TICKETS_IDS; i++) m->counters.open += m->tickets[i].open;
  return true;
}
