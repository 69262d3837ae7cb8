#include <stdlib.h>
#include <string.h>

#include "pagers.h"

static int64_t least(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static void ask(pager *p, int64_t position, int64_t count) {
  const rc_store_request request = {.position = position, .count = count, .id = RC_ID_NONE};
  begin_fetch(p, &request);
}

// == append and hope ==

static void append_update(pager *p, int64_t top, bool is_dragging) {
  (void)is_dragging;
  const bool has_ended = p->is_fresh;
  if (has_ended || p->fetch_count > 0 || top + SCREEN + AHEAD < p->count) return;
  ask(p, p->upper, SIZE);
}

static void append_receive(pager *p, const fetch *it) {
  set_rows(p, p->count, it);
  p->upper += it->reply.count;
  p->is_fresh = it->reply.count < SIZE;
}

void append_begin(pager *p) {
  p->update = append_update;
  p->receive = append_receive;
}

// == a window ==

static void window_update(pager *p, int64_t top, bool is_dragging) {
  (void)is_dragging;
  const int64_t bottom = top + SCREEN;
  if (p->fetch_count > 0 && p->fetches[0].request.is_refresh) return;
  const bool is_far = top > p->upper + SIZE || bottom < p->lower - SIZE;
  if (!p->is_fresh || is_far) {
    p->fetch_count = 0;
    const rc_store_request request = {
        .position = most(0, top + SCREEN / 2 - 3 * SIZE / 2) / SIZE * SIZE,
        .count = 3 * SIZE,
        .id = RC_ID_NONE,
        .is_refresh = true};
    begin_fetch(p, &request);
    return;
  }
  // One request at each end.
  if (bottom + AHEAD > p->upper && p->upper < p->count && !is_fetching(p, p->upper)) {
    ask(p, p->upper, SIZE);
  }
  const int64_t before = most(0, p->lower - SIZE);
  if (top - AHEAD < p->lower && p->lower > 0 && !is_fetching(p, before)) {
    ask(p, before, p->lower - before);
  }
}

static void window_receive(pager *p, const fetch *it) {
  const int64_t at = it->request.position, count = it->reply.count;
  const bool appends = at == p->upper;
  if (it->request.is_refresh) {
    clear_rows(p, 0, p->count);
    p->lower = p->upper = at;
    p->is_fresh = true;
  }
  p->count = most(it->reply.total, at + count);
  if (at != p->upper && at + it->request.count != p->lower) return;
  set_rows(p, at, it);
  if (at == p->upper) {
    p->upper = at + count;
  } else {
    p->lower = at;
  }
  // What is over the limit goes at the other end.
  if (p->upper - p->lower <= HELD_MAX) return;
  if (appends) {
    clear_rows(p, p->lower, p->lower + SIZE);
    p->lower += SIZE;
  } else {
    clear_rows(p, p->upper - SIZE, p->upper);
    p->upper -= SIZE;
  }
}

void window_begin(pager *p) {
  p->update = window_update;
  p->receive = window_receive;
}

// == blocks ==

static void blocks_update(pager *p, int64_t top, bool is_dragging) {
  (void)is_dragging;
  const int64_t last = most(p->count, 1) - 1;
  for (int64_t k = top / SIZE; k <= least(top + SCREEN - 1, last) / SIZE; k++) {
    if (p->used[k] <= 0) p->is_waiting[k] = true;
    p->used[k] = p->time + 1;
  }
  // Blocks that were scrolled past wait for their turn, unless they are the least recently used.
  int held = 0;
  for (int64_t k = 0; k < ROWS / SIZE; k++) held += p->used[k] > 0;
  for (; held > HELD_MAX / SIZE; held--) {
    int64_t oldest = -1;
    for (int64_t k = 0; k < ROWS / SIZE; k++) {
      if (p->used[k] > 0 && (oldest < 0 || p->used[k] < p->used[oldest])) oldest = k;
    }
    p->used[oldest] = 0;
    p->is_waiting[oldest] = false;
    clear_rows(p, oldest * SIZE, least((oldest + 1) * SIZE, p->count));
  }
  for (int64_t k = 0; k < ROWS / SIZE && p->fetch_count < 2; k++) {
    if (!p->is_waiting[k] || is_fetching(p, k * SIZE)) continue;
    p->is_waiting[k] = false;
    ask(p, k * SIZE, SIZE);
  }
}

static void blocks_receive(pager *p, const fetch *it) {
  const int64_t k = it->request.position / SIZE;
  if (it->reply.total < p->count) clear_rows(p, it->reply.total, p->count);
  p->count = it->reply.total;
  if (p->used[k] > 0) set_rows(p, it->request.position, it);
}

void blocks_begin(pager *p) {
  p->update = blocks_update;
  p->receive = blocks_receive;
}

// == a store ==

static void store_update(pager *p, int64_t top, bool is_dragging) {
  rc_store_plan plan;
  top = least(top, most(0, p->count - SCREEN));
  const int64_t bottom = least(top + SCREEN, p->count);
  const rc_store_view view = {.visible = {top, bottom},
                              .wanted = {most(0, top - AHEAD), least(bottom + AHEAD, p->count)},
                              .time = p->time,
                              .direction = p->direction,
                              .is_settled = !is_dragging};
  if (rc_store_update(p->store, &view, &plan) != RC_STATUS_OK) abort();
  for (size_t i = 0; i < plan.given_up_count; i++) {
    for (int j = p->fetch_count - 1; j >= 0; j--) {
      if (p->fetches[j].request.token != plan.given_up[i]) continue;
      p->fetches[j] = p->fetches[--p->fetch_count];
    }
  }
  for (size_t i = 0; i < plan.request_count; i++) begin_fetch(p, &plan.requests[i]);
}

static void shift_rows(pager *p, int64_t from, int64_t to) {
  const size_t rest = (size_t)(p->count - from);
  memmove(p->rows + to, p->rows + from, rest * sizeof *p->rows);
  memmove(p->since + to, p->since + from, rest * sizeof *p->since);
  p->count += to - from;
}

static void store_receive(pager *p, const fetch *it) {
  rc_store_result result;
  if (rc_store_receive(p->store, it->request.token, &it->reply, &result) != RC_STATUS_OK) abort();
  for (size_t i = 0; i < result.edit_count; i++) {
    const rc_edit *edit = &result.edits[i];
    const int64_t count = edit->upper - edit->lower;
    if (edit->kind == RC_EDIT_KIND_INSERT) {
      if (edit->lower < p->lower && p->count > 0) p->moved += count;
      shift_rows(p, edit->lower, edit->upper);
      clear_rows(p, edit->lower, edit->upper);
    } else if (edit->kind == RC_EDIT_KIND_REMOVE) {
      shift_rows(p, edit->upper, edit->lower);
      if (edit->upper <= p->lower) p->moved -= count;
    } else {
      clear_rows(p, edit->lower, edit->upper);
    }
  }
  for (int64_t i = 0; i < it->reply.count; i++) {
    const int64_t slot = result.slots[i];
    if (slot < 0) continue;
    if (p->rows[slot] != it->ids[i] || it->request.is_refresh) p->since[slot] = it->answered;
    p->rows[slot] = it->ids[i];
  }
}

void store_begin_pager(pager *p) {
  rc_store_options options;
  rc_store_settings settings;
  rc_store_options_init(&options);
  rc_store_settings_init(&settings);
  options.looks_ahead = true;
  options.page_size = SIZE;
  settings.item_limit = HELD_MAX;
  if (rc_store_create(&options, NULL, &p->store) != RC_STATUS_OK) abort();
  if (rc_store_set_settings(p->store, &settings) != RC_STATUS_OK) abort();
  p->update = store_update;
  p->receive = store_receive;
}
