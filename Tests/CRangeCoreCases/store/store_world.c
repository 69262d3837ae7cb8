#include "store_world.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int64_t draw(store_world *w, int64_t lower, int64_t upper) {
  return test_random_in(w->random, lower, upper);
}

static double draw_between(store_world *w, double lower, double upper) {
  return lower + (upper - lower) * (double)draw(w, 0, 1000) / 1000;
}

static bool watches(const store_world *w, world_watch what) {
  return (w->watch & (uint32_t)what) != 0;
}

static int64_t clamp(int64_t value, int64_t lower, int64_t upper) {
  return value < lower ? lower : value > upper ? upper : value;
}

// == the host's rows ==

/// A row that is new, of which the ids of the reply tell what it holds.
enum { ROW_NEW = -77 };

static void reserve_rows(store_world *w, int64_t count) {
  // Some in any case: there is no arithmetic on NULL.
  if (count <= w->row_capacity && w->rows != NULL) return;
  w->row_capacity = 2 * count + 1;
  w->rows = realloc(w->rows, (size_t)w->row_capacity * sizeof *w->rows);
  w->since = realloc(w->since, (size_t)w->row_capacity * sizeof *w->since);
  if (w->rows == NULL || w->since == NULL) abort();
}

static void open_rows(store_world *w, int64_t at, int64_t count) {
  CHECK(at >= 0 && at <= w->row_count);
  reserve_rows(w, w->row_count + count);
  const size_t rest = (size_t)(w->row_count - at);
  memmove(w->rows + at + count, w->rows + at, rest * sizeof *w->rows);
  memmove(w->since + at + count, w->since + at, rest * sizeof *w->since);
  w->row_count += count;
}

static void close_rows(store_world *w, int64_t at, int64_t count) {
  CHECK(at >= 0 && count > 0 && at + count <= w->row_count);
  const size_t rest = (size_t)(w->row_count - at - count);
  memmove(w->rows + at, w->rows + at + count, rest * sizeof *w->rows);
  memmove(w->since + at, w->since + at + count, rest * sizeof *w->since);
  w->row_count -= count;
}

/// Fills or clears rows.
static void set_rows(store_world *w, rc_interval slots, bool fills) {
  for (int64_t i = slots.lower; i < slots.upper; i++) {
    const bool is_empty = w->rows[i] == RC_ID_NONE;
    CHECK_F(!watches(w, WATCH_EDITS) || is_empty == fills || w->rows[i] == ROW_NEW,
            "slot %" PRId64 " is %s twice", i, fills ? "filled" : "cleared");
    w->rows[i] = fills ? ROW_NEW : RC_ID_NONE;
  }
}

static void move_rows(store_world *w, const rc_edit *edit) {
  const int64_t count = edit->upper - edit->lower;
  rc_id *rows = malloc((size_t)count * sizeof *rows);
  double *since = malloc((size_t)count * sizeof *since);
  if (rows == NULL || since == NULL) abort();
  memcpy(rows, w->rows + edit->lower, (size_t)count * sizeof *rows);
  memcpy(since, w->since + edit->lower, (size_t)count * sizeof *since);
  close_rows(w, edit->lower, count);
  open_rows(w, edit->to, count);
  memcpy(w->rows + edit->to, rows, (size_t)count * sizeof *rows);
  memcpy(w->since + edit->to, since, (size_t)count * sizeof *since);
  free(rows);
  free(since);
}

/// As (8): between updates the intervals follow the edits.
static void follow(rc_interval *it, const rc_edit *edit) {
  const int64_t count = edit->upper - edit->lower;
  const bool moves = edit->kind == RC_EDIT_KIND_MOVE;
  if (moves || edit->kind == RC_EDIT_KIND_REMOVE) {
    it->lower -= clamp(it->lower - edit->lower, 0, count);
    it->upper -= clamp(it->upper - edit->lower, 0, count);
  }
  if (!moves && edit->kind != RC_EDIT_KIND_INSERT) return;
  const int64_t at = moves ? edit->to : edit->lower;
  if (at <= it->lower) it->lower += count;
  if (at < it->upper || at < it->lower) it->upper += count;
}

static void apply_edit(store_world *w, const rc_edit *edit, bool is_refresh) {
  const rc_interval slots = {edit->lower, edit->upper};
  CHECK(slots.lower >= 0 && slots.lower < slots.upper);
  follow(&w->visible, edit);
  follow(&w->wanted, edit);
  switch (edit->kind) {
    case RC_EDIT_KIND_INSERT:
      open_rows(w, edit->lower, edit->upper - edit->lower);
      for (int64_t i = slots.lower; i < slots.upper; i++) w->rows[i] = ROW_NEW;
      return;
    case RC_EDIT_KIND_REMOVE:
      CHECK(edit->upper <= w->row_count);
      for (int64_t i = slots.lower; i < slots.upper; i++) {
        const bool is_kept = is_refresh || !w->options.has_placeholders;
        CHECK_F(!watches(w, WATCH_CLEARED) || is_kept || w->rows[i] == RC_ID_NONE ||
                    w->rows[i] == ROW_NEW,
                "slot %" PRId64 " held an item and is removed", i);
      }
      close_rows(w, edit->lower, edit->upper - edit->lower);
      return;
    case RC_EDIT_KIND_MOVE:
      CHECK(edit->upper <= w->row_count && edit->to != edit->lower);
      move_rows(w, edit);
      return;
    default:
      CHECK(edit->upper <= w->row_count);
      set_rows(w, slots, edit->kind == RC_EDIT_KIND_FILL);
  }
}

// == what must be true ==

static rc_store_counts counts_of(const store_world *w) {
  rc_store_counts counts = {0};
  (void)rc_store_get_counts(w->store, &counts);
  return counts;
}

/// As many rows hold ids as the store has, and each id is found in its row and in no other.
static void check_rows(const store_world *w) {
  const rc_store_counts counts = counts_of(w);
  int64_t items = 0, slot;
  for (int64_t i = 0; i < w->row_count; i++) {
    if (w->rows[i] == RC_ID_NONE) continue;
    items++;
    CHECK_F(rc_store_find(w->store, w->rows[i], &slot) == RC_STATUS_OK && slot == i,
            "slot %" PRId64 " does not hold %" PRId64, i, w->rows[i]);
  }
  CHECK_EQUAL(counts.slot_count, w->row_count);
  CHECK_EQUAL(counts.item_count, items);
}

static void check_unique(const store_world *w) {
  const int64_t count = counts_of(w).slot_count;
  for (int64_t i = 0; i < count; i++) {
    rc_store_slot slot;
    int64_t found = -1;
    CHECK_EQUAL(rc_store_get_slot(w->store, i, &slot), RC_STATUS_OK);
    if (slot.id == RC_ID_NONE) continue;
    CHECK_EQUAL(rc_store_find(w->store, slot.id, &found), RC_STATUS_OK);
    CHECK_F(found == i, "%" PRId64 " is in slots %" PRId64 " and %" PRId64, slot.id, i, found);
  }
}

static void check_order(const store_world *w) {
  rc_id last = RC_ID_NONE;
  for (int64_t i = 0; i < w->row_count; i++) {
    if (w->rows[i] == RC_ID_NONE) continue;
    CHECK_F(last == RC_ID_NONE || last < w->rows[i], "slot %" PRId64 " is out of order", i);
    last = w->rows[i];
  }
}

/// The limits hold but for the pages that touch what is wanted, or a gap row beside that. Pages
/// without slots are not seen here.
static void check_held(const store_world *w) {
  const rc_store_settings *limits = &w->settings;
  int64_t pages = 0, items = 0, free_pages = 0, free_items = 0;
  for (int64_t i = 0; i < w->row_count;) {
    rc_store_slot first, slot;
    CHECK_EQUAL(rc_store_get_slot(w->store, i, &first), RC_STATUS_OK);
    int64_t end = i + 1;
    while (end < w->row_count && rc_store_get_slot(w->store, end, &slot) == RC_STATUS_OK &&
           slot.page == first.page) {
      end++;
    }
    if (first.page != 0) {
      const bool touches = i <= w->wanted.upper + 1 && w->wanted.lower <= end + 1;
      pages++;
      items += end - i;
      free_pages += touches;
      free_items += touches ? end - i : 0;
    }
    i = end;
  }
  // The last page is never dropped.
  if (pages <= 1) return;
  CHECK_F(limits->page_limit == 0 || pages <= limits->page_limit + free_pages,
          "%" PRId64 " pages, %" PRId64 " of them near", pages, free_pages);
  CHECK_F(limits->item_limit == 0 || items <= limits->item_limit + free_items,
          "%" PRId64 " items, %" PRId64 " of them near", items, free_items);
}

/// Two neighbours, but for rows between them that are gone or have moved.
static void check_neighbours(store_world *w, int64_t first, int64_t second) {
  rc_id ids[WORLD_BETWEEN];
  const rc_id after = w->rows[first], before = w->rows[second];
  const double since = w->since[first] < w->since[second] ? w->since[first] : w->since[second];
  const int64_t count = w->server->between(w->server, after, before, since, ids);
  int64_t lost = 0, slot;
  for (int64_t i = 0; i < count; i++) {
    // What has moved there is shown where it was, until a refresh.
    lost += i >= WORLD_BETWEEN || rc_store_find(w->store, ids[i], &slot) != RC_STATUS_OK;
  }
  w->seam_count++;
  w->lost_rows += lost;
  w->wrong_rows += count < 0;
  CHECK_F(!watches(w, WATCH_LOST) || count >= 0, "%" PRId64 " comes before %" PRId64, before,
          after);
  CHECK_F(!watches(w, WATCH_LOST) || lost == 0, "%" PRId64 " lost between %" PRId64 " and %" PRId64,
          lost, after, before);
}

void world_check(store_world *w) {
  int64_t last = -1;
  for (int64_t i = w->visible.lower; i < w->visible.upper && !test_has_failed(); i++) {
    if (w->rows[i] == RC_ID_NONE) {
      last = -1;
    } else if (w->server->has_stayed(w->server, w->rows[i], w->since[i])) {
      if (last >= 0) check_neighbours(w, last, i);
      last = i;
    }
  }
}

static bool same_place(const rc_store_request *a, const rc_store_request *b) {
  if (a->is_refresh || b->is_refresh) return true;
  if (a->position >= 0) return a->position == b->position;
  return a->kind == b->kind && a->page == b->page;
}

/// Whether two requests are at both sides of one gap, as far as the rows tell.
static bool same_gap(const store_world *w, const rc_store_request *a, const rc_store_request *b) {
  int64_t before, after;
  if (a->kind != RC_STORE_REQUEST_KIND_AFTER || b->kind != RC_STORE_REQUEST_KIND_BEFORE)
    return false;
  if (rc_store_find(w->store, a->id, &before) != RC_STATUS_OK) return false;
  if (rc_store_find(w->store, b->id, &after) != RC_STATUS_OK) return false;
  for (int64_t i = before + 1; i < after; i++) {
    if (w->rows[i] != RC_ID_NONE) return false;
  }
  return before < after;
}

static void check_requests(const store_world *w, int former) {
  CHECK_F(!watches(w, WATCH_LIMIT) || (uint32_t)w->request_count <= w->settings.request_limit,
          "%d requests are in progress", w->request_count);
  for (int i = former; i < w->request_count; i++) {
    for (int j = 0; j < i; j++) {
      const rc_store_request *a = &w->requests[i].request, *b = &w->requests[j].request;
      CHECK_F(!same_place(a, b), "%" PRIu64 " and %" PRIu64 " are for one place", a->token,
              b->token);
      CHECK_F(!same_gap(w, a, b) && !same_gap(w, b, a), "a gap is requested from both sides");
    }
  }
}

// == calls that fail ==

static uint64_t mixed(uint64_t sum, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    sum = (sum ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
  }
  return sum;
}

/// All that a host can see.
static uint64_t digest_of(const store_world *w) {
  const rc_store_counts counts = counts_of(w);
  uint64_t sum = mixed(1, &counts, sizeof counts);
  rc_store_load load;
  for (int end = 0; end < 2; end++) {
    (void)rc_store_load_at_end(w->store, (rc_end)end, &load);
    sum = mixed(sum, &load, sizeof load);
  }
  (void)rc_store_load_of_refresh(w->store, &load);
  sum = mixed(sum, &load, sizeof load);
  for (int64_t i = 0; i < counts.slot_count; i++) {
    rc_store_slot slot;
    memset(&slot, 0, sizeof slot);
    (void)rc_store_get_slot(w->store, i, &slot);
    sum = mixed(sum, &slot, sizeof slot);
  }
  return sum;
}

static void check_errors(store_world *w) {
  const uint64_t digest = digest_of(w);
  const rc_id none[] = {1, RC_ID_NONE};
  rc_store_result result;
  rc_store_reply reply;
  rc_store_plan plan;
  rc_store_reply_init(&reply);
  reply.ids = none;
  reply.count = 2;
  for (int i = 0; i < w->request_count; i++) {
    const uint64_t token = w->requests[i].request.token;
    CHECK_EQUAL(rc_store_receive(w->store, token, &reply, &result), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_store_fail(w->store, token, NAN, 0), RC_STATUS_ARGUMENT);
  }
  reply.count = 1;
  CHECK_EQUAL(rc_store_receive(w->store, UINT64_MAX, &reply, &result), RC_STATUS_STALE);
  CHECK_EQUAL(rc_store_cancel(w->store, UINT64_MAX), RC_STATUS_STALE);
  const rc_store_view outside = {.wanted = {0, w->row_count + 1}};
  CHECK_EQUAL(rc_store_update(w->store, &outside, &plan), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_store_remove(w->store, RC_ID_NONE, &result), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_store_insert(w->store, w->row_count + 1, none, 1, &result), RC_STATUS_ARGUMENT);
  for (int64_t i = 0; i < w->row_count; i++) {
    if (w->rows[i] == RC_ID_NONE) continue;
    // An id that is held, wherever it would go.
    const rc_status status = rc_store_insert(w->store, i, &w->rows[i], 1, &result);
    CHECK(status == RC_STATUS_ARGUMENT || status == RC_STATUS_NOT_FOUND);
    break;
  }
  CHECK(digest_of(w) == digest);
}

// == the network ==

static void forget_request(store_world *w, int index) {
  free(w->requests[index].ids);
  w->requests[index] = w->requests[--w->request_count];
}

static void begin_request(store_world *w, const rc_store_request *request) {
  CHECK(w->request_count < WORLD_REQUESTS);
  world_request *it = &w->requests[w->request_count++];
  memset(it, 0, sizeof *it);
  it->request = *request;
  const double latency = draw_between(w, w->latency_min, w->latency_max);
  it->arrives = w->time + latency;
  it->answered = w->time + latency / 2;
  it->fails = draw(w, 1, 1000) <= w->failures;
  it->ids = malloc((size_t)(request->count + 1) * sizeof *it->ids);
  if (it->ids == NULL) abort();
  w->request_total++;
  CHECK(request->token != 0 && request->count > 0);
}

static void follow_reply(store_world *w, const world_request *it, const rc_store_result *result) {
  for (size_t i = 0; i < result->edit_count && !test_has_failed(); i++) {
    apply_edit(w, &result->edits[i], it->request.is_refresh);
  }
  if (test_has_failed()) return;
  for (size_t i = 0; i < it->reply.count; i++) {
    const int64_t slot = result->id_slots[i];
    if (slot < 0) continue;
    CHECK(slot < w->row_count);
    const bool is_first = w->rows[slot] != it->ids[i] || it->request.is_refresh;
    if (is_first) w->since[slot] = it->answered;
    w->rows[slot] = it->ids[i];
  }
  for (int64_t i = 0; i < w->row_count; i++) {
    if (w->rows[i] == ROW_NEW) w->rows[i] = RC_ID_NONE;
  }
}

static void receive(store_world *w, int index) {
  world_request it = w->requests[index];
  w->requests[index] = w->requests[--w->request_count];
  rc_store_result result;
  it.reply.ids = it.ids;
  CHECK_EQUAL(rc_store_receive(w->store, it.request.token, &it.reply, &result), RC_STATUS_OK);
  w->reply_count++;
  if (it.request.is_refresh) w->refresh_slots = -1;
  follow_reply(w, &it, &result);
  free(it.ids);
  if (test_has_failed()) return;
  const rc_store_counts counts = counts_of(w);
  if (counts.page_count > w->most_pages) w->most_pages = counts.page_count;
  if (counts.item_count > w->most_items) w->most_items = counts.item_count;
  CHECK_EQUAL(counts.slot_count, w->row_count);
  if (watches(w, WATCH_EDITS)) check_rows(w);
  if (watches(w, WATCH_UNIQUE) && !test_has_failed()) check_unique(w);
  if (watches(w, WATCH_ORDER) && !test_has_failed()) check_order(w);
  if (watches(w, WATCH_HELD) && !test_has_failed() && !it.request.is_refresh) check_held(w);
}

static void arrive(store_world *w, int index) {
  world_request *it = &w->requests[index];
  if (!it->fails) {
    receive(w, index);
    return;
  }
  w->failure_count++;
  CHECK_EQUAL(rc_store_fail(w->store, it->request.token, w->time, draw_between(w, 0, 1)),
              RC_STATUS_OK);
  forget_request(w, index);
}

// == the user ==

static void look_at(store_world *w, int64_t lower) {
  lower = clamp(lower, 0, w->row_count > WORLD_SCREEN ? w->row_count - WORLD_SCREEN : 0);
  const int64_t upper = clamp(lower + WORLD_SCREEN, lower, w->row_count);
  w->visible = (rc_interval){lower, upper};
  w->wanted.lower = clamp(lower - w->around, 0, lower);
  w->wanted.upper = clamp(upper + w->around, upper, w->row_count);
}

void world_scroll(store_world *w, int64_t slots) {
  w->direction = slots < 0 ? RC_DIRECTION_BACKWARD : RC_DIRECTION_FORWARD;
  look_at(w, w->visible.lower + slots);
}

static void choose_mode(store_world *w) {
  w->is_dragging = false;
  w->velocity = 0;
  w->mode_end = w->time + draw_between(w, 0.5, 3);
  switch (draw(w, 0, 9)) {
    case 0:
      w->is_dragging = true;
      break;
    case 1:
      look_at(w, draw(w, 0, w->row_count));
      w->jump_count++;
      break;
    case 2:
    case 3:
      w->velocity = draw_between(w, -400, 400);
      break;
    case 4:
    case 5:
      break;
    default:
      w->velocity = draw_between(w, -15, 20);
  }
}

/// A frame: scrolls on, or begins something else.
static void move_on(store_world *w) {
  w->is_settled = false;
  if (w->time >= w->mode_end) {
    w->is_settled = w->is_dragging;
    if (w->request_count == 0 && isinf(w->next_time)) world_check(w);
    choose_mode(w);
    if (w->pause_seconds > 0 && draw(w, 0, 29) == 0) {
      w->velocity = 0;
      w->is_dragging = false;
      w->mode_end = w->time + draw_between(w, 0, w->pause_seconds);
    }
  }
  if (w->is_dragging) {
    w->jump_count++;
    look_at(w, draw(w, 0, w->row_count));
  }
  const double moved = w->velocity * w->frame;
  const int64_t whole = (int64_t)floor(moved + draw_between(w, 0, 1));
  if (whole != 0) world_scroll(w, whole);
  w->velocity *= fabs(w->velocity) > 30 ? 0.97 : 1;
  w->next_look = w->time + w->frame;
}

static void ask(store_world *w, bool is_again) {
  look_at(w, w->visible.lower);
  const rc_store_view view = {.visible = w->visible,
                              .wanted = w->wanted,
                              .time = w->time,
                              .direction = w->direction,
                              .is_settled = w->is_settled};
  const int former = w->request_count;
  CHECK_EQUAL(rc_store_update(w->store, &view, &w->plan), RC_STATUS_OK);
  w->update_count++;
  CHECK(!watches(w, WATCH_AGAIN) || !is_again ||
        (w->plan.request_count == 0 && w->plan.given_up_count == 0));
  for (size_t i = 0; i < w->plan.given_up_count; i++) {
    for (int j = w->request_count - 1; j >= 0; j--) {
      if (w->requests[j].request.token == w->plan.given_up[i]) forget_request(w, j);
    }
  }
  const int kept = w->request_count;
  CHECK(kept <= former);
  for (size_t i = 0; i < w->plan.request_count; i++) begin_request(w, &w->plan.requests[i]);
  w->next_time = w->plan.next_time;
  CHECK(w->next_time > w->time);
  if (watches(w, WATCH_LIMIT) || watches(w, WATCH_AGAIN)) check_requests(w, kept);
  if (w->refresh_slots < 0 || !watches(w, WATCH_REFRESH)) return;
  CHECK_EQUAL(counts_of(w).slot_count, w->refresh_slots);
}

static void begin_refresh(store_world *w) {
  const bool is_keyed = w->options.source == RC_STORE_SOURCE_KEYS;
  const int64_t kind = draw(w, 0, is_keyed ? 9 : 5);
  if (kind >= 6) {
    const rc_end end = kind % 2 == 0 ? RC_END_HEAD : RC_END_TAIL;
    CHECK_EQUAL(kind < 8 ? rc_store_jump(w->store, end) : rc_store_open(w->store, end),
                RC_STATUS_OK);
    return;
  }
  const rc_store_target target = kind < 3 ? RC_STORE_TARGET_ANCHOR : (rc_store_target)(kind - 2);
  CHECK_EQUAL(rc_store_refresh(w->store, target, draw(w, 0, w->row_count)), RC_STATUS_OK);
  w->refresh_slots = counts_of(w).slot_count;
}

// == the clock ==

static double next_event(const store_world *w, int *out_index) {
  double time = INFINITY;
  *out_index = -1;
  for (int i = 0; i < w->request_count; i++) {
    const world_request *it = &w->requests[i];
    const double due = it->is_answered ? it->arrives : it->answered;
    if (due >= time) continue;
    time = due;
    *out_index = i;
  }
  return time;
}

static void run_request(store_world *w, int index) {
  world_request *it = &w->requests[index];
  if (it->is_answered) {
    arrive(w, index);
    return;
  }
  it->is_answered = true;
  rc_store_reply_init(&it->reply);
  if (!it->fails) w->server->answer(w->server, &it->request, &it->reply, it->ids);
}

static void run_once(store_world *w, double end) {
  int index;
  double time = next_event(w, &index);
  if (w->next_time < time) time = w->next_time, index = -1;
  if (w->next_look < time) time = w->next_look, index = -1;
  if (w->change_seconds > 0 && w->next_change < time) time = w->next_change, index = -1;
  if (time > end) {
    w->time = end;
    return;
  }
  if (time > w->time) w->time = time;
  if (index >= 0) run_request(w, index);
  if (test_has_failed()) return;
  if (w->change_seconds > 0 && w->time >= w->next_change) {
    w->server->change(w->server, w->random, w->time);
    w->next_change = w->time + draw_between(w, 0, 2 * w->change_seconds);
  }
  if (w->time >= w->next_look) {
    move_on(w);
    if (watches(w, WATCH_ERRORS) && draw(w, 0, 9) == 0) check_errors(w);
    if (draw(w, 0, 299) == 0 && !test_has_failed()) begin_refresh(w);
  }
  if (!test_has_failed()) ask(w, false);
  if (watches(w, WATCH_AGAIN) && !test_has_failed()) ask(w, true);
}

void world_run(store_world *w, double seconds) {
  const double end = w->time + seconds;
  while (w->time < end && !test_has_failed()) run_once(w, end);
}

/// Whether a row stands for what is missing between two pages: it can stay while the user rests.
static bool is_gap_row(const store_world *w, int64_t row) {
  return w->options.source == RC_STORE_SOURCE_KEYS && row > 0 && row + 1 < w->row_count &&
         w->rows[row - 1] != RC_ID_NONE && w->rows[row + 1] != RC_ID_NONE;
}

void world_rest(store_world *w) {
  const double change = w->change_seconds;
  const int64_t failures = w->failures;
  w->change_seconds = 0;
  w->failures = 0;
  w->velocity = 0;
  w->is_dragging = false;
  w->is_settled = false;
  w->next_look = INFINITY;
  w->rest_count++;
  // What gets old is refreshed again and again.
  rc_store_settings settings = w->settings;
  settings.max_age = 0;
  CHECK_EQUAL(rc_store_set_settings(w->store, &settings), RC_STATUS_OK);
  // Every cell that is wanted, six times over; and a little for gaps, seams, and what failed.
  const int64_t size = w->options.page_size;
  int64_t most = 40 + 6 * (5 * WORLD_SCREEN / size + 2);
  if (w->options.source == RC_STORE_SOURCE_KEYS) most += w->source_count / size;
  const int64_t former = w->reply_count;
  while (!test_has_failed()) {
    ask(w, false);
    if (w->request_count == 0 && isinf(w->next_time)) break;
    run_once(w, INFINITY);
    // Whatever is watched: a store that never rests must not hang the cases.
    CHECK_F(w->reply_count - former < most, "%" PRId64 " replies, and it goes on requesting",
            w->reply_count - former);
  }
  w->next_look = w->time;
  CHECK_EQUAL(rc_store_set_settings(w->store, &w->settings), RC_STATUS_OK);
  w->change_seconds = change;
  w->failures = failures;
  for (int64_t i = w->visible.lower; i < w->visible.upper && watches(w, WATCH_QUIET); i++) {
    CHECK_F(w->rows[i] != RC_ID_NONE || is_gap_row(w, i), "slot %" PRId64 " is visible and empty",
            i);
  }
  if (!test_has_failed()) world_check(w);
}

// == beginning and end ==

void world_begin(store_world *w, world_server *server, test_random *random) {
  memset(w, 0, sizeof *w);
  rc_store_options_init(&w->options);
  rc_store_settings_init(&w->settings);
  w->server = server;
  w->random = random;
  w->frame = 0.05;
  w->latency_min = 0.02;
  w->latency_max = 0.8;
  w->around = 2 * WORLD_SCREEN;
  w->next_time = INFINITY;
  w->refresh_slots = -1;
}

void world_open(store_world *w, const rc_allocator *allocator) {
  CHECK_EQUAL(rc_store_create(&w->options, allocator, &w->store), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_set_settings(w->store, &w->settings), RC_STATUS_OK);
  const int64_t slots = counts_of(w).slot_count;
  open_rows(w, 0, slots);
  for (int64_t i = 0; i < slots; i++) w->rows[i] = RC_ID_NONE;
  look_at(w, 0);
}

void world_end(store_world *w) {
  if (!test_has_failed()) CHECK_EQUAL(rc_store_validate(w->store, NULL), RC_STATUS_OK);
  while (w->request_count > 0) forget_request(w, 0);
  rc_store_destroy(w->store);
  free(w->rows);
  free(w->since);
}

// == a server in memory ==

int64_t world_list_place(const world_list *list, rc_id id) {
  int64_t lower = 0, upper = list->count;
  while (lower < upper) {
    const int64_t middle = lower + (upper - lower) / 2;
    if (list->ids[middle] < id) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return lower;
}

static rc_interval places_for(const world_list *list, const rc_store_request *request) {
  int64_t lower = 0, upper = list->count;
  const int64_t place = request->id == RC_ID_NONE ? 0 : world_list_place(list, request->id);
  const bool is_there =
      request->id != RC_ID_NONE && place < list->count && list->ids[place] == request->id;
  if (request->kind == RC_STORE_REQUEST_KIND_AT) {
    lower = request->position >= 0 ? request->position : place - request->count / 2;
    if (request->position < 0 && !is_there) lower = upper;
  }
  if (request->kind == RC_STORE_REQUEST_KIND_LAST) lower = upper - request->count;
  if (request->kind == RC_STORE_REQUEST_KIND_AFTER) lower = place + is_there;
  if (request->kind == RC_STORE_REQUEST_KIND_BEFORE) upper = place, lower = place - request->count;
  lower = clamp(lower, 0, list->count);
  return (rc_interval){lower, clamp(lower + request->count, lower, upper)};
}

static void list_answer(world_server *server, const rc_store_request *request,
                        rc_store_reply *reply, rc_id *ids) {
  world_list *list = (world_list *)server;
  rc_interval places = places_for(list, request);
  if (request->kind == RC_STORE_REQUEST_KIND_BEFORE) {
    const int64_t place = world_list_place(list, request->id);
    places = (rc_interval){clamp(place - request->count, 0, place), place};
  }
  reply->count = (size_t)(places.upper - places.lower);
  memcpy(ids, list->ids + places.lower, (size_t)reply->count * sizeof *ids);
  if (list->tells_total) reply->total = list->count;
  if (list->tells_beside) {
    reply->before = places.lower;
    reply->after = list->count - places.upper;
  }
  list->answer_count++;
}

static void list_insert_as(world_list *list, int64_t at, rc_id id, double time) {
  const size_t rest = (size_t)(list->count - at);
  memmove(list->ids + at + 1, list->ids + at, rest * sizeof *list->ids);
  memmove(list->born + at + 1, list->born + at, rest * sizeof *list->born);
  list->ids[at] = id;
  list->born[at] = time;
  list->count++;
}

static void list_insert(world_list *list, int64_t at, double time) {
  const rc_id before = at > 0 ? list->ids[at - 1] : list->ids[0] - 2048;
  const rc_id after = at < list->count ? list->ids[at] : before + 2048;
  const rc_id id = at == 0 ? after - 1024 : before + (after - before) / 2;
  if (list->count < WORLD_ITEMS && id != before && id != after) list_insert_as(list, at, id, time);
}

static void list_delete(world_list *list, int64_t at) {
  const size_t rest = (size_t)(list->count - at - 1);
  memmove(list->ids + at, list->ids + at + 1, rest * sizeof *list->ids);
  memmove(list->born + at, list->born + at + 1, rest * sizeof *list->born);
  list->count--;
}

void world_list_shift(world_list *list, int64_t at, int64_t change, double time) {
  for (; change < 0 && at < list->count; change++) list_delete(list, at);
  if (change <= 0) return;
  const rc_id before = at > 0 ? list->ids[at - 1] : list->ids[0] - ((rc_id)1 << 32);
  const rc_id after = at < list->count ? list->ids[at] : before + ((rc_id)1 << 32);
  const rc_id step = (after - before) / (change + 1);
  for (int64_t i = 0; i < change && step > 0 && list->count < WORLD_ITEMS; i++) {
    list_insert_as(list, at + i, before + (i + 1) * step, time);
  }
}

static void list_change(world_server *server, test_random *random, double time) {
  world_list *list = (world_list *)server;
  if (list->count < 3) return;
  if (list->only_grows || test_random_one_in(random, 2)) {
    for (int64_t i = test_random_in(random, 1, 3); i > 0; i--) {
      const bool is_head = list->grows_at_head || test_random_one_in(random, 2);
      list_insert(list, is_head ? 0 : test_random_in(random, 0, list->count), time);
    }
  } else {
    for (int64_t i = test_random_in(random, 1, 2); i > 0; i--) {
      list_delete(list, test_random_in(random, 0, list->count - 1));
    }
  }
}

static int64_t list_between(world_server *server, rc_id after, rc_id before, double time,
                            rc_id *ids) {
  const world_list *list = (const world_list *)server;
  int64_t count = 0;
  if (before < after) return -1;
  for (int64_t i = world_list_place(list, after); i < list->count && list->ids[i] < before; i++) {
    if (list->ids[i] <= after || list->born[i] >= time) continue;
    if (count < WORLD_BETWEEN) ids[count] = list->ids[i];
    count++;
  }
  return count;
}

/// Its ids grow in its order: whatever is there has never moved.
static bool list_has_stayed(world_server *server, rc_id id, double time) {
  const world_list *list = (const world_list *)server;
  const int64_t place = world_list_place(list, id);
  (void)time;
  return place < list->count && list->ids[place] == id;
}

void world_list_init(world_list *list, int64_t count) {
  memset(list, 0, sizeof *list);
  list->server = (world_server){list_answer, list_change, list_between, list_has_stayed};
  list->count = count;
  for (int64_t i = 0; i < count; i++) {
    list->ids[i] = (i + 1) * 1024;
    list->born[i] = -1;
  }
}
