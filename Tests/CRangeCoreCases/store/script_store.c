#include "script_store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int64_t draw(script_store *s, int64_t lower, int64_t upper) {
  return test_random_in(s->random, lower, upper);
}

static bool one_in(script_store *s, int64_t n) {
  return test_random_one_in(s->random, n);
}

// == comparisons ==

static bool same_load(const rc_store_load *a, const rc_store_load *b) {
  return a->state == b->state && a->attempt == b->attempt && a->retry_time == b->retry_time &&
         a->failed_token == b->failed_token;
}

static void compare_slots(script_store *s) {
  const int64_t count = model_store_count(s->model);
  for (int64_t i = 0; i < count; i++) {
    rc_store_slot slot;
    int part;
    int64_t found = -1;
    const rc_id id = model_store_id(s->model, i, &part);
    CHECK_EQUAL(rc_store_get_slot(s->store, i, &slot), RC_STATUS_OK);
    CHECK_F(slot.id == id, "slot %" PRId64 " has %" PRId64 ", not %" PRId64, i, slot.id, id);
    CHECK_EQUAL(slot.page, id == RC_ID_NONE ? 0 : s->model->parts[part].number);
    const rc_store_load load = model_store_slot_load(s->model, i);
    CHECK_F(same_load(&slot.load, &load), "slot %" PRId64 " has another load", i);
    if (id == RC_ID_NONE) continue;
    CHECK_EQUAL(rc_store_find(s->store, id, &found), RC_STATUS_OK);
    CHECK_EQUAL(found, i);
  }
  rc_store_slot none;
  CHECK_EQUAL(rc_store_get_slot(s->store, count, &none), RC_STATUS_ARGUMENT);
}

void script_store_compare(script_store *s) {
  const char *reason = NULL;
  rc_store_counts counts;
  rc_store_load load;
  CHECK_EQUAL(rc_store_validate(s->store, &reason), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_get_counts(s->store, &counts), RC_STATUS_OK);
  CHECK_EQUAL(counts.slot_count, model_store_count(s->model));
  CHECK_EQUAL(counts.page_count, model_store_pages(s->model));
  CHECK_EQUAL(counts.hidden_count, model_store_hidden(s->model));
  CHECK_EQUAL(counts.late_page_count, s->model->late_pages);
  CHECK_F(counts.stall == s->model->stall, "stall %g, not %g", counts.stall, s->model->stall);
  int64_t items = 0, cost = 0;
  for (int i = 0; i < s->model->part_count; i++) {
    if (s->model->parts[i].kind != PART_PAGE) continue;
    items += s->model->parts[i].count;
    cost += s->model->parts[i].cost;
  }
  CHECK_EQUAL(counts.item_count, items);
  CHECK_EQUAL(counts.cost, cost);
  compare_slots(s);
  for (int end = 0; end < 2; end++) {
    const rc_store_load expected = model_store_end_load(s->model, (rc_end)end);
    CHECK_EQUAL(rc_store_load_at_end(s->store, (rc_end)end, &load), RC_STATUS_OK);
    CHECK_F(same_load(&load, &expected), "end %d is %d, not %d", end, (int)load.state,
            (int)expected.state);
  }
  CHECK_EQUAL(rc_store_load_of_refresh(s->store, &load), RC_STATUS_OK);
  const rc_store_load refresh = model_store_load(s->model, MODEL_REFRESH, 0);
  const bool has_failed = model_store_failure(s->model, MODEL_REFRESH, 0) != NULL;
  CHECK(s->model->needs_refresh || has_failed ? same_load(&load, &refresh)
                                              : load.state == RC_STORE_LOAD_STATE_ENDED);
}

static int compare_tokens(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

void script_store_compare_plan(script_store *s, const rc_store_plan *plan) {
  const model_store *model = s->model;
  CHECK_EQUAL(plan->request_count, model->plan_count);
  for (int i = 0; i < model->plan_count; i++) {
    const rc_store_request *a = &plan->requests[i], *b = &model->plan[i];
    CHECK_EQUAL(a->kind, b->kind);
    CHECK_EQUAL(a->token, b->token);
    CHECK_EQUAL(a->position, b->position);
    CHECK_EQUAL(a->count, b->count);
    CHECK_EQUAL(a->id, b->id);
    CHECK_EQUAL(a->page, b->page);
    CHECK_EQUAL(a->attempt, b->attempt);
    CHECK_EQUAL(a->is_refresh, b->is_refresh);
  }
  CHECK_EQUAL(plan->given_up_count, model->plan_given_up_count);
  uint64_t a[MODEL_STORE_REQUESTS], b[MODEL_STORE_REQUESTS];
  const size_t count = plan->given_up_count, size = sizeof *a;
  if (count > 0) memcpy(a, plan->given_up, count * size);
  memcpy(b, model->plan_given_up, count * size);
  qsort(a, count, size, compare_tokens);
  qsort(b, count, size, compare_tokens);
  CHECK(memcmp(a, b, count * size) == 0);
  test_note_points(plan->next_time);
  CHECK_F(plan->next_time == model->next_time, "next time %g, not %g", plan->next_time,
          model->next_time);
  CHECK(plan->next_time > s->model->time);
}

// == memory ==

void script_store_grant(script_store *s) {
  s->bytes = s->memory.bytes;
  s->memory.countdown = s->runs_out ? s->granted : -1;
}

bool script_store_is_refused(script_store *s, rc_status status) {
  s->memory.countdown = -1;
  if (status != RC_STATUS_NO_MEMORY) s->granted = 0;
  if (status != RC_STATUS_NO_MEMORY || !s->runs_out || test_has_failed()) return false;
  s->refused_count++;
  if (s->memory.bytes == s->bytes) s->granted++;
  if (s->store != NULL) script_store_compare(s);
  return true;
}

void script_store_destroy(script_store *s) {
  rc_store_destroy(s->store);
  free(s->model);
  CHECK_EQUAL(s->memory.blocks, 0);
  CHECK(!s->memory.is_confused);
}

// == edits ==

enum { NEW_SLOT = -77 };

void script_store_note(script_store *s) {
  int part;
  s->before_count = model_store_count(s->model);
  for (int64_t i = 0; i < s->before_count; i++) s->before[i] = model_store_id(s->model, i, &part);
}

static void apply_edit(script_store *s, const rc_edit *edit) {
  const int64_t size = edit->upper - edit->lower;
  rc_id moved[4096];
  rc_id *at = s->before + edit->lower;
  CHECK(edit->reserved == 0 && size > 0 && edit->lower >= 0);
  CHECK(edit->source == 0 && (edit->kind == RC_EDIT_KIND_MOVE || edit->to == 0));
  if (edit->kind == RC_EDIT_KIND_INSERT) {
    CHECK(edit->lower <= s->before_count);
    memmove(at + size, at, (size_t)(s->before_count - edit->lower) * sizeof *at);
    for (int64_t i = 0; i < size; i++) at[i] = NEW_SLOT;
    s->before_count += size;
    return;
  }
  CHECK(edit->upper <= s->before_count);
  if (edit->kind == RC_EDIT_KIND_FILL || edit->kind == RC_EDIT_KIND_CLEAR) {
    const bool fills = edit->kind == RC_EDIT_KIND_FILL;
    for (int64_t i = 0; i < size; i++) {
      CHECK((at[i] == RC_ID_NONE) == fills || at[i] == NEW_SLOT);
      at[i] = fills ? NEW_SLOT : RC_ID_NONE;
    }
    return;
  }
  memcpy(moved, at, (size_t)size * sizeof *at);
  memmove(at, at + size, (size_t)(s->before_count - edit->upper) * sizeof *at);
  s->before_count -= size;
  if (edit->kind == RC_EDIT_KIND_REMOVE) return;
  CHECK(edit->kind == RC_EDIT_KIND_MOVE && edit->to >= 0 && edit->to <= s->before_count);
  CHECK(edit->to != edit->lower);
  at = s->before + edit->to;
  memmove(at + size, at, (size_t)(s->before_count - edit->to) * sizeof *at);
  memcpy(at, moved, (size_t)size * sizeof *at);
  s->before_count += size;
}

/// Applies the edits to the slots before: those that are not new are the slots after.
static void check_edits(script_store *s, const rc_store_result *result) {
  rc_id former[4096];
  const int64_t former_count = s->before_count;
  int part;
  memcpy(former, s->before, sizeof former);
  for (size_t i = 0; i < result->edit_count; i++) {
    apply_edit(s, &result->edits[i]);
    if (test_has_failed()) return;
  }
  CHECK_EQUAL(s->before_count, model_store_count(s->model));
  for (int64_t i = 0; i < s->before_count; i++) {
    const rc_id id = model_store_id(s->model, i, &part);
    if (s->before[i] != NEW_SLOT) {
      CHECK_EQUAL(s->before[i], id);
      continue;
    }
    if (id == RC_ID_NONE) continue;
    // No id in both is new.
    for (int64_t j = 0; j < former_count; j++) CHECK(former[j] != id);
  }
}

static int compare_numbers(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

void script_store_compare_result(script_store *s, const rc_store_result *result, const rc_id *ids,
                                 int64_t count) {
  const model_store *model = s->model;
  CHECK_EQUAL(result->page, model->page);
  CHECK_EQUAL(result->new_count, model->new_count);
  CHECK_EQUAL(result->dropped_count, model->dropped_count);
  int64_t a[MODEL_STORE_DROPPED], b[MODEL_STORE_DROPPED];
  const size_t dropped = result->dropped_count;
  if (dropped > 0) memcpy(a, result->dropped, dropped * sizeof *a);
  memcpy(b, model->dropped, dropped * sizeof *b);
  qsort(a, dropped, sizeof *a, compare_numbers);
  qsort(b, dropped, sizeof *b, compare_numbers);
  CHECK(memcmp(a, b, dropped * sizeof *a) == 0);
  for (int64_t i = 0; i < count; i++) {
    int part, at;
    const bool is_held = model_store_find(model, ids[i], &part, &at);
    CHECK_EQUAL(result->id_slots[i], is_held ? model_store_start(model, part) + at : -1);
  }
  check_edits(s, result);
}

// == the source ==

static void change_source(script_store *s) {
  script_source *it = &s->source;
  const int64_t at = draw(s, 0, it->count);
  rc_id *items = it->items + at;
  if (it->last_id < 120 && it->count < SCRIPT_STORE_ITEMS && one_in(s, 2)) {
    const int64_t where = one_in(s, 2) ? 0 : at;
    items = it->items + where;
    memmove(items + 1, items, (size_t)(it->count - where) * sizeof *items);
    *items = ++it->last_id;
    it->count++;
  } else if (at < it->count) {
    it->count--;
    memmove(items, items + 1, (size_t)(it->count - at) * sizeof *items);
  }
}

static int64_t place_of(const script_source *it, rc_id id) {
  for (int64_t i = 0; i < it->count; i++) {
    if (it->items[i] == id) return i;
  }
  return -1;
}

/// The items that a request asks for.
static rc_interval items_for(script_store *s, const rc_store_request *request) {
  const script_source *it = &s->source;
  int64_t lower = 0;
  if (request->kind == RC_STORE_REQUEST_KIND_LAST) lower = it->count - request->count;
  if (request->kind == RC_STORE_REQUEST_KIND_AT && request->position >= 0)
    lower = request->position;
  const int64_t place = request->id == RC_ID_NONE ? -1 : place_of(it, request->id);
  int64_t upper = lower + request->count;
  if (request->id != RC_ID_NONE) {
    if (place < 0) return (rc_interval){0, 0};
    lower = place + 1;
    if (request->kind == RC_STORE_REQUEST_KIND_AT) lower = place - request->count / 2;
    if (request->kind == RC_STORE_REQUEST_KIND_BEFORE) lower = place - request->count;
    upper = lower + request->count;
    if (request->kind == RC_STORE_REQUEST_KIND_BEFORE) upper = place;
  }
  if (lower < 0) lower = 0;
  if (lower > it->count) lower = it->count;
  if (upper > it->count) upper = it->count;
  if (upper < lower) upper = lower;
  return (rc_interval){lower, upper};
}

/// A source that lies: some ids too many, too few, again, or from elsewhere; any numbers.
static void lie(script_store *s, rc_store_reply *reply, rc_id *ids) {
  if (one_in(s, 4) && reply->count > 0) reply->count = (size_t)draw(s, 0, (int64_t)reply->count);
  for (int64_t more = one_in(s, 3) ? draw(s, 1, 5) : 0; more > 0 && reply->count < 60; more--) {
    const size_t at = (size_t)draw(s, 0, (int64_t)reply->count);
    memmove(ids + at + 1, ids + at, (reply->count - at) * sizeof *ids);
    ids[at] = draw(s, 1, s->source.last_id + 1);
    reply->count++;
  }
  if (one_in(s, 4)) reply->total = draw(s, -1, s->source.count + 12);
  if (one_in(s, 4)) reply->before = draw(s, -2, 5);
  if (one_in(s, 4)) reply->after = draw(s, -2, 5);
}

static void make_reply(script_store *s, const rc_store_request *request, rc_store_reply *reply,
                       rc_id *ids) {
  const rc_interval items = items_for(s, request);
  const script_source *it = &s->source;
  rc_store_reply_init(reply);
  reply->ids = ids;
  reply->count = (size_t)(items.upper - items.lower);
  memcpy(ids, it->items + items.lower, reply->count * sizeof *ids);
  if (it->tells_total) reply->total = it->count;
  if (it->tells_beside) {
    reply->before = items.lower;
    reply->after = it->count - items.upper;
    if (one_in(s, 3) && reply->after > 0) reply->after = RC_STORE_SOME;
    if (one_in(s, 3) && reply->before > 0) reply->before = RC_STORE_SOME;
  }
  reply->cost = draw(s, 0, 5);
  if (one_in(s, 2)) reply->time = s->time + (double)draw(s, -4, 4) / 16;
  if (it->lies) lie(s, reply, ids);
}

// == calls ==

static void forget_request(script_store *s, int index) {
  s->requests[index] = s->requests[--s->request_count];
}

static void forget_token(script_store *s, uint64_t token) {
  for (int i = 0; i < s->request_count; i++) {
    if (s->requests[i].token == token) forget_request(s, i);
  }
}

static rc_interval draw_interval(script_store *s, int64_t most) {
  const int64_t count = model_store_count(s->model);
  const int64_t lower = draw(s, 0, count);
  const int64_t room = count - lower;
  return (rc_interval){lower, lower + draw(s, 0, room < most ? room : most)};
}

static void call_update(script_store *s) {
  const int64_t count = model_store_count(s->model);
  rc_store_view view = {.direction = (rc_direction)draw(s, 0, 2)};
  view.is_settled = one_in(s, 6);
  // Most of the time it scrolls on from where it was.
  view.visible = draw_interval(s, 8);
  if (!one_in(s, 4)) {
    const int64_t step = draw(s, -4, 4), size = draw(s, 0, 6);
    int64_t lower = s->model->visible.lower + step;
    if (lower < 0) lower = 0;
    if (lower > count) lower = count;
    view.visible = (rc_interval){lower, lower + size < count ? lower + size : count};
  }
  const int64_t around = draw(s, 0, 8);
  view.wanted.lower = view.visible.lower > around ? view.visible.lower - around : 0;
  view.wanted.upper = view.visible.upper + around < count ? view.visible.upper + around : count;
  if (one_in(s, 12)) view.wanted = (rc_interval){0, count};
  // Sixteenths of a second add up without rounding.
  s->time += (double)draw(s, -2, 12) / 16;
  view.time = s->time;
  for (int again = 0; again < 2; again++) {
    rc_store_plan plan;
    rc_status status;
    SCRIPT_STORE_CALL(s, status, rc_store_update(s->store, &view, &plan));
    CHECK_EQUAL(status, RC_STATUS_OK);
    model_store_update(s->model, &view);
    script_store_compare_plan(s, &plan);
    if (test_has_failed()) return;
    CHECK(again == 0 || (plan.request_count == 0 && plan.given_up_count == 0));
    for (size_t i = 0; i < plan.given_up_count; i++) forget_token(s, plan.given_up[i]);
    for (size_t i = 0; i < plan.request_count; i++) {
      s->requests[s->request_count++] = plan.requests[i];
    }
  }
}

static void set_limits(script_store *s, const rc_store_settings *settings) {
  CHECK_EQUAL(rc_store_set_settings(s->store, settings), RC_STATUS_OK);
  s->model->settings = *settings;
  rc_store_settings found;
  CHECK_EQUAL(rc_store_get_settings(s->store, &found), RC_STATUS_OK);
  CHECK(found.request_limit == settings->request_limit && found.settle == settings->settle);
  CHECK(found.page_limit == settings->page_limit && found.item_limit == settings->item_limit);
  CHECK_EQUAL(found.cost_limit, settings->cost_limit);
  CHECK_EQUAL(found.jump_distance, settings->jump_distance);
  CHECK(found.max_age == settings->max_age);
}

/// Whether a request is still in progress for the model.
static bool is_current(const script_store *s, uint64_t token) {
  for (int i = 0; i < s->model->request_count; i++) {
    if (s->model->requests[i].token == token) return true;
  }
  return false;
}

static void receive_request(script_store *s, int index) {
  const rc_store_request request = s->requests[index];
  forget_request(s, index);
  rc_id ids[128];
  rc_store_reply reply;
  rc_store_result result;
  make_reply(s, &request, &reply, ids);
  if (!is_current(s, request.token)) {
    CHECK_EQUAL(rc_store_receive(s->store, request.token, &reply, &result), RC_STATUS_STALE);
    return;
  }
  // What a refresh's edits do to what is visible, the model takes from the store: it drops nothing.
  const rc_store_settings settings = s->model->settings;
  rc_store_settings without = settings;
  without.page_limit = without.item_limit = without.cost_limit = 0;
  if (request.is_refresh) set_limits(s, &without);
  script_store_note(s);
  rc_status status;
  SCRIPT_STORE_CALL(s, status, rc_store_receive(s->store, request.token, &reply, &result));
  CHECK_EQUAL(status, RC_STATUS_OK);
  model_store_receive(s->model, request.token, &reply);
  if (request.is_refresh) {
    for (size_t i = 0; i < result.edit_count; i++) {
      model_store_follow(s->model, &result.edits[i]);
    }
  }
  model_store_drop(s->model);
  script_store_compare_result(s, &result, ids, (int64_t)reply.count);
  if (request.is_refresh) set_limits(s, &settings);
}

static void call_receive(script_store *s) {
  if (s->request_count > 0) receive_request(s, (int)draw(s, 0, s->request_count - 1));
}

static void end_request(script_store *s, int index, bool fails) {
  const uint64_t token = s->requests[index].token;
  forget_request(s, index);
  const bool is_now = is_current(s, token);
  const rc_status expected = is_now ? RC_STATUS_OK : RC_STATUS_STALE;
  rc_status status;
  if (fails) {
    const double jitter = (double)draw(s, 0, 4) / 4;
    SCRIPT_STORE_CALL(s, status, rc_store_fail(s->store, token, s->time, jitter));
    CHECK_EQUAL(status, expected);
    if (is_now) model_store_fail(s->model, token, s->time, jitter);
  } else {
    CHECK_EQUAL(rc_store_cancel(s->store, token), expected);
    if (is_now) model_store_cancel(s->model, token);
  }
  CHECK_EQUAL(rc_store_cancel(s->store, token), RC_STATUS_STALE);
}

static void call_end(script_store *s) {
  if (s->request_count == 0) return;
  const int index = (int)draw(s, 0, s->request_count - 1);
  end_request(s, index, one_in(s, 2));
}

static void call_settings(script_store *s) {
  rc_store_settings settings;
  rc_store_settings_init(&settings);
  settings.request_limit = (uint32_t)draw(s, 0, 5);
  settings.settle = (double)draw(s, 0, 4) / 8;
  if (one_in(s, 2)) settings.page_limit = draw(s, 0, 6);
  if (one_in(s, 3)) settings.item_limit = draw(s, 0, 20);
  if (one_in(s, 3)) settings.cost_limit = draw(s, 0, 12);
  if (one_in(s, 3)) settings.jump_distance = draw(s, 0, 6);
  if (one_in(s, 3)) settings.max_age = (double)draw(s, 0, 16) / 8;
  set_limits(s, &settings);
}

static void call_refresh(script_store *s) {
  const bool is_keys = s->model->options.source == RC_STORE_SOURCE_KEYS;
  const rc_store_target target = (rc_store_target)draw(s, 0, is_keys ? 4 : 3);
  const int64_t value = draw(s, 0, 70);
  CHECK_EQUAL(rc_store_refresh(s->store, target, value), RC_STATUS_OK);
  model_store_refresh(s->model, target, value);
}

static void call_expire(script_store *s) {
  const double time = s->time + (double)draw(s, -4, 4) / 16, age = (double)draw(s, 0, 8) / 16;
  CHECK_EQUAL(rc_store_expire(s->store, time, age), RC_STATUS_OK);
  model_store_expire(s->model, time, age);
}

static void call_end_of_source(script_store *s) {
  const bool is_keys = s->model->options.source == RC_STORE_SOURCE_KEYS;
  const rc_end end = (rc_end)draw(s, 0, 1);
  const bool jumps = one_in(s, 2);
  rc_status expected = RC_STATUS_OK;
  if (!is_keys && (jumps || end == RC_END_HEAD)) expected = RC_STATUS_ARGUMENT;
  rc_status status;
  SCRIPT_STORE_CALL(s, status, jumps ? rc_store_jump(s->store, end) : rc_store_open(s->store, end));
  CHECK_EQUAL(status, expected);
  if (expected != RC_STATUS_OK) return;
  if (jumps) {
    model_store_jump(s->model, end);
  } else {
    model_store_open(s->model, end);
  }
}

static void call_move(script_store *s) {
  rc_store_result result;
  rc_status status;
  const int64_t count = model_store_count(s->model);
  script_store_note(s);
  if (count == 0) return;
  const rc_id id = draw(s, 1, s->source.last_id + 1);
  const int64_t to = draw(s, 0, count - 1);
  SCRIPT_STORE_CALL(s, status, rc_store_move(s->store, id, to, &result));
  const bool is_moved = model_store_move(s->model, id, to);
  CHECK_EQUAL(status, is_moved ? RC_STATUS_OK : RC_STATUS_NOT_FOUND);
  if (!is_moved) return;
  for (size_t i = 0; i < result.edit_count; i++) model_store_follow(s->model, &result.edits[i]);
  script_store_compare_result(s, &result, NULL, 0);
}

static void call_insert(script_store *s) {
  rc_store_result result;
  rc_status status;
  script_store_note(s);
  if (one_in(s, 2)) {
    const rc_id id = draw(s, 1, s->source.last_id + 1);
    SCRIPT_STORE_CALL(s, status, rc_store_remove(s->store, id, &result));
    const bool is_held = model_store_remove(s->model, id);
    CHECK_EQUAL(status, is_held ? RC_STATUS_OK : RC_STATUS_NOT_FOUND);
    if (!is_held) return;
    const rc_edit edit = result.edits[0];
    model_store_follow(s->model, &edit);
    script_store_compare_result(s, &result, NULL, 0);
    return;
  }
  const int64_t slot = draw(s, 0, model_store_count(s->model)), count = draw(s, 0, 3);
  if (s->own_id + count > 40) return;
  // The source has none of these.
  rc_id ids[3];
  for (int64_t i = 0; i < count; i++) ids[i] = -++s->own_id;
  SCRIPT_STORE_CALL(s, status, rc_store_insert(s->store, slot, ids, (size_t)count, &result));
  const bool is_inserted = model_store_insert(s->model, slot, ids, count);
  CHECK_EQUAL(status, is_inserted ? RC_STATUS_OK : RC_STATUS_NOT_FOUND);
  if (!is_inserted) return;
  for (size_t i = 0; i < result.edit_count; i++) model_store_follow(s->model, &result.edits[i]);
  script_store_compare_result(s, &result, ids, count);
  if (count == 0) return;
  // Held now: refused as a whole.
  rc_id again[2] = {-1000, ids[0]};
  status = rc_store_insert(s->store, slot, again, 2, &result);
  CHECK(status == RC_STATUS_ARGUMENT || status == RC_STATUS_NOT_FOUND);
}

static void call(script_store *s) {
  switch (draw(s, 0, 23)) {
    default:
      call_update(s);
      break;
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
      call_receive(s);
      break;
    case 15:
    case 16:
      call_end(s);
      break;
    case 17:
      call_settings(s);
      break;
    case 18:
      if (one_in(s, 2)) {
        call_refresh(s);
      } else {
        call_expire(s);
      }
      break;
    case 19:
      call_end_of_source(s);
      break;
    case 20:
      if (!s->source.stands_still && one_in(s, 4)) {
        call_move(s);
      } else if (!s->source.stands_still) {
        call_insert(s);
      }
      break;
    case 21:
      CHECK_EQUAL(rc_store_retry(s->store), RC_STATUS_OK);
      s->model->failure_count = 0;
      break;
    case 22:
    case 23:
      if (s->source.changes) change_source(s);
  }
}

static void begin_session(script_store *s) {
  rc_store_options options;
  rc_store_options_init(&options);
  options.source = (rc_store_source)draw(s, 0, 1);
  options.page_size = draw(s, 1, 6);
  options.has_placeholders = !one_in(s, 3);
  options.looks_ahead = options.source == RC_STORE_SOURCE_OFFSETS && one_in(s, 2);
  options.first_pages = (uint32_t)draw(s, 1, 4);
  s->source.count = draw(s, 0, 40);
  if (one_in(s, 4)) options.total = draw(s, 0, 40);
  s->source.changes = one_in(s, 2);
  s->source.tells_total = one_in(s, 2);
  s->source.tells_beside = one_in(s, 2);
  s->source.lies = one_in(s, 4);
  if (s->source.stands_still) s->source.changes = s->source.lies = false;
  for (int64_t i = 0; i < s->source.count; i++) s->source.items[i] = ++s->source.last_id;
  // Of what was drawn, so that it takes no draw of its own.
  s->runs_out = options.page_size % 3 == 0;
  const rc_allocator allocator = list_memory_allocator(&s->memory);
  rc_status status;
  SCRIPT_STORE_CALL(s, status, rc_store_create(&options, &allocator, &s->store));
  CHECK_EQUAL(status, RC_STATUS_OK);
  model_store_init(s->model, &options);
}

static script_store *begin_script(test_random *random, bool stands_still) {
  script_store *s = calloc(1, sizeof *s);
  model_store *model = calloc(1, sizeof *model);
  if (s == NULL || model == NULL) abort();
  s->random = random;
  s->model = model;
  list_memory_init(&s->memory);
  s->source.stands_still = stands_still;
  begin_session(s);
  return s;
}

static void end_script(script_store *s) {
  script_store_destroy(s);
  free(s);
}

static void run_calls(script_store *s, int calls) {
  for (int i = 0; i < calls && !test_has_failed(); i++) {
    call(s);
    // Tables are of limited size; no session of a sensible source comes near.
    if (s->model->part_count > MODEL_STORE_PARTS - 100) break;
    if (!test_has_failed()) script_store_compare(s);
  }
}

void script_store_run(test_random *random, int calls) {
  script_store *s = begin_script(random, false);
  run_calls(s, calls);
  end_script(s);
}

// == rest ==

/// What a user sees who rests where the slots take them, and a little around it.
static rc_store_view view_at_rest(const script_store *s) {
  const int64_t count = model_store_count(s->model);
  rc_store_view view = {.visible = s->model->visible, .time = s->time};
  if (view.visible.lower == view.visible.upper) {
    const int64_t lower = view.visible.lower < count ? view.visible.lower : 0;
    view.visible = (rc_interval){lower, lower + 4 < count ? lower + 4 : count};
  }
  view.wanted.lower = view.visible.lower > 3 ? view.visible.lower - 3 : 0;
  view.wanted.upper = view.visible.upper + 3 < count ? view.visible.upper + 3 : count;
  return view;
}

/// Updates, and notes the requests; returns the time of the next update.
static double look(script_store *s, const rc_store_view *view) {
  rc_store_plan plan = {.next_time = 0};
  (void)rc_store_update(s->store, view, &plan);
  model_store_update(s->model, view);
  script_store_compare_plan(s, &plan);
  for (size_t i = 0; i < plan.given_up_count; i++) forget_token(s, plan.given_up[i]);
  for (size_t i = 0; i < plan.request_count; i++) {
    s->requests[s->request_count++] = plan.requests[i];
  }
  return plan.next_time;
}

/// One update, and the reply to one request; false once nothing more is requested.
static bool rest_once(script_store *s) {
  const rc_store_view view = view_at_rest(s);
  const double next_time = look(s, &view);
  if (s->request_count == 0) {
    if (next_time > 1e9) return false;
    s->time = next_time;
  }
  call_receive(s);
  return !test_has_failed();
}

/// Whether a part is a row for what is missing between two pages: such a row may stay.
static bool is_gap_row(const model_store *model, int part) {
  const model_part *it = &model->parts[part];
  const bool is_counted = model->options.has_placeholders && it->count > 0;
  return it->kind == PART_GAP && part > 0 && part + 1 < model->part_count && !is_counted;
}

static void check_rest(script_store *s) {
  const rc_interval visible = view_at_rest(s).visible;
  int part;
  for (int64_t slot = visible.lower; slot < visible.upper; slot++) {
    const bool is_held = model_store_id(s->model, slot, &part) != RC_ID_NONE;
    CHECK_F(is_held || is_gap_row(s->model, part), "slot %" PRId64 " is empty", slot);
  }
  int64_t last = -1;
  for (int64_t slot = 0; slot < model_store_count(s->model); slot++) {
    const rc_id id = model_store_id(s->model, slot, &part);
    if (id == RC_ID_NONE) continue;
    const int64_t place = place_of(&s->source, id);
    CHECK(place > last);
    last = place;
  }
}

void script_store_rest(test_random *random, int calls) {
  script_store *s = begin_script(random, true);
  run_calls(s, calls);
  rc_store_settings settings = s->model->settings;
  settings.request_limit = (uint32_t)draw(s, 1, 3);
  // It would go on.
  settings.max_age = 0;
  if (!test_has_failed()) set_limits(s, &settings);
  int turns = 0;
  while (!test_has_failed() && rest_once(s)) {
    if (++turns < 400) continue;
    test_fail(__FILE__, __LINE__, "it goes on requesting");
  }
  if (!test_has_failed()) check_rest(s);
  end_script(s);
}

// == all sessions ==

bool script_store_follow(const rc_store_options *options, int64_t count, bool tells_total,
                         const script_outcome *outcomes, int length, int *out_length) {
  test_random random = {1};
  script_store *s = calloc(1, sizeof *s);
  model_store *model = calloc(1, sizeof *model);
  if (s == NULL || model == NULL) abort();
  s->random = &random;
  s->model = model;
  s->source = (script_source){.count = count, .last_id = count, .tells_total = tells_total};
  for (int64_t i = 0; i < count; i++) s->source.items[i] = i + 1;
  if (rc_store_create(options, NULL, &s->store) != RC_STATUS_OK) abort();
  model_store_init(model, options);
  bool is_session = true;
  for (*out_length = 0; *out_length < length && is_session && !test_has_failed(); ++*out_length) {
    const script_outcome *it = &outcomes[*out_length];
    rc_store_view view = view_at_rest(s);
    view.wanted = (rc_interval){0, model_store_count(model)};
    s->time += 1;
    (void)look(s, &view);
    script_store_compare(s);
    is_session = it->request < s->request_count;
    if (!is_session) break;
    if (it->ends == SCRIPT_RECEIVED) {
      receive_request(s, it->request);
    } else {
      end_request(s, it->request, it->ends == SCRIPT_FAILED);
    }
    if (!test_has_failed()) script_store_compare(s);
  }
  end_script(s);
  return is_session;
}
