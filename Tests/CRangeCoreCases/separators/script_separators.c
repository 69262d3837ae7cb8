#include "script_separators.h"

#include <string.h>

#include "script_separators_rows.h"

enum { ITEM_IDS = 4000, SOURCE_MAX = 60, REQUESTS = 16 };

/// Which separators there are.
typedef enum { RULE_HEADERS, RULE_FOOTERS, RULE_ANY, RULE_SAME, RULES } rule_kind;

typedef struct {
  test_random *random;
  rows_mirror mirror;
  rule_kind rule;
  uint8_t days[ITEM_IDS];
  rc_id last_id;
  int steps_on_a_day;

  rc_store *store;
  rc_store_options options;
  rc_id source[SOURCE_MAX];
  int64_t source_count;
  rc_store_request requests[REQUESTS];
  size_t request_count;
  double time;
  int64_t top;
} script;

static int64_t draw(script *s, int64_t lower, int64_t upper) {
  return test_random_in(s->random, lower, upper);
}

static bool one_in(script *s, int64_t n) {
  return test_random_one_in(s->random, n);
}

// == items, and what is between them ==

static rc_id new_id(script *s) {
  if (s->last_id + 1 == ITEM_IDS) s->last_id = ITEM_IDS / 2;
  const rc_id id = ++s->last_id;
  s->days[id] = (uint8_t)((id / 3 + (one_in(s, 8) ? draw(s, 0, 9) : 0)) % 40);
  return id;
}

/// That of none is another than all.
static int day_of(const script *s, rc_id id) {
  return id == RC_ID_NONE ? 63 : s->days[id];
}

static rc_id separator_of(const script *s, const rc_separator_pair *pair) {
  const int before = day_of(s, pair->before), after = day_of(s, pair->after);
  switch (s->rule) {
    case RULE_HEADERS:
      return before == after || pair->after == RC_ID_NONE ? RC_ID_NONE : after;
    case RULE_FOOTERS:
      return before == after || pair->before == RC_ID_NONE ? RC_ID_NONE : before;
    case RULE_ANY:
      return (before * 7 + after * 5) % 3 == 0 ? RC_ID_NONE : (before + after) % 6;
    default:
      return 9;
  }
}

static void answer(script *s) {
  const model_separators *model = &s->mirror.model;
  rc_id ids[MODEL_SEPARATORS_SLOTS + 1];
  for (size_t i = 0; i < model->pair_count; i++) ids[i] = separator_of(s, &model->pairs[i]);
  rows_mirror_answer(&s->mirror, ids);
  // What it does not depend on: which edits led here.
  for (int64_t i = 0; i <= model->count && !test_has_failed(); i++) {
    const rc_id before = i == 0 ? RC_ID_NONE : model->slots[i - 1];
    const rc_id after = i == model->count ? RC_ID_NONE : model->slots[i];
    const bool has_before = i == 0 ? model->is_ended[RC_END_HEAD] : before != RC_ID_NONE;
    const bool has_after = i == model->count ? model->is_ended[RC_END_TAIL] : after != RC_ID_NONE;
    const rc_separator_pair pair = {.before = before, .after = after, .slot = i};
    const rc_id expected = has_before && has_after ? separator_of(s, &pair) : RC_ID_NONE;
    CHECK_EQUAL(model->answers[i], expected);
  }
}

/// Asks of the ids, once or twice, and answers.
static void ask_ids(script *s) {
  rows_mirror *mirror = &s->mirror;
  model_separators_ask(&mirror->model, true, true);
  for (int i = one_in(s, 3) ? 2 : 1; i > 0 && !test_has_failed(); i--) {
    const rc_separator_pair *pairs;
    size_t count;
    CHECK_EQUAL(rc_separators_ask_ids(mirror->separators, mirror->model.slots,
                                      (size_t)mirror->model.count, &pairs, &count),
                RC_STATUS_OK);
    rows_mirror_check_pairs(mirror, pairs, count);
  }
  if (!test_has_failed()) answer(s);
}

// == edits of any kind ==

static rc_interval draw_slots(script *s, int64_t most) {
  const int64_t count = s->mirror.model.count, size = draw(s, 1, most < count ? most : count);
  const int64_t lower = draw(s, 0, count - size);
  return (rc_interval){lower, lower + size};
}

static void call_insert(script *s) {
  rows_mirror *mirror = &s->mirror;
  const int64_t at = draw(s, 0, mirror->model.count);
  int64_t size = draw(s, 1, one_in(s, 4) ? 20 : 3);
  if (mirror->model.count + size > MODEL_SEPARATORS_SLOTS - 40) return;
  const rc_edit edit = {.lower = at, .upper = at + size, .kind = RC_EDIT_KIND_INSERT};
  rows_mirror_follow(mirror, &edit);
  const bool has_items = !one_in(s, 4);
  for (int64_t i = at; i < at + size && has_items; i++) {
    if (!one_in(s, 12)) mirror->model.slots[i] = new_id(s);
  }
}

/// Of a kind that takes slots that are there.
static void call_change(script *s, rc_edit_kind kind) {
  rows_mirror *mirror = &s->mirror;
  model_separators *model = &mirror->model;
  if (model->count == 0) return;
  rc_interval slots = draw_slots(s, one_in(s, 4) ? 40 : 4);
  rc_edit edit = {.lower = slots.lower, .upper = slots.upper, .kind = kind};
  if (kind == RC_EDIT_KIND_MOVE) {
    edit.to = draw(s, 0, model->count - (slots.upper - slots.lower));
  } else if (kind == RC_EDIT_KIND_FILL || kind == RC_EDIT_KIND_CLEAR) {
    const bool fills = kind == RC_EDIT_KIND_FILL;
    int64_t end = slots.lower;
    while (end < slots.upper && (model->slots[end] == RC_ID_NONE) == fills) end++;
    if (end == slots.lower) return;
    edit.upper = end;
  }
  rows_mirror_follow(mirror, &edit);
  for (int64_t i = edit.lower; i < edit.upper; i++) {
    if (kind == RC_EDIT_KIND_FILL) model->slots[i] = new_id(s);
    if (kind == RC_EDIT_KIND_CLEAR) model->slots[i] = RC_ID_NONE;
  }
}

/// An item gets another day.
static void call_renew(script *s) {
  rows_mirror *mirror = &s->mirror;
  if (mirror->model.count == 0) return;
  const rc_interval slots = draw_slots(s, 3);
  for (int64_t i = slots.lower; i < slots.upper; i++) {
    const rc_id id = mirror->model.slots[i];
    if (id != RC_ID_NONE) s->days[id] = (uint8_t)draw(s, 0, 40);
  }
  CHECK_EQUAL(rc_separators_renew(mirror->separators, slots.lower, slots.upper), RC_STATUS_OK);
  model_separators_renew(&mirror->model, slots.lower, slots.upper);
}

static void call_edit(script *s) {
  const int64_t kind = draw(s, 0, 9);
  if (kind < 4) {
    call_insert(s);
  } else if (kind < 6) {
    call_change(s, RC_EDIT_KIND_REMOVE);
  } else if (kind < 9) {
    static const rc_edit_kind kinds[] = {RC_EDIT_KIND_MOVE, RC_EDIT_KIND_FILL, RC_EDIT_KIND_CLEAR};
    call_change(s, kinds[kind - 6]);
  } else {
    call_renew(s);
  }
}

static void begin(script *s, test_random *random) {
  memset(s, 0, sizeof *s);
  s->random = random;
  s->rule = (rule_kind)draw(s, 0, RULES - 1);
  rows_mirror_init(&s->mirror);
}

void script_separators_run(test_random *random, int steps) {
  script s;
  begin(&s, random);
  for (int i = 0; i < steps && !test_has_failed(); i++) {
    for (int64_t n = draw(&s, 0, 4); n > 0 && !test_has_failed(); n--) call_edit(&s);
    if (!test_has_failed()) ask_ids(&s);
  }
  rc_separators_destroy(s.mirror.separators);
}

// == a store, and its source ==

static void change_source(script *s) {
  rc_id *source = s->source;
  const int64_t count = s->source_count;
  if (one_in(s, 2) && count + 3 < SOURCE_MAX) {
    const int64_t at = one_in(s, 2) ? 0 : draw(s, 0, count);
    memmove(source + at + 1, source + at, (size_t)(count - at) * sizeof *source);
    source[at] = new_id(s);
    s->source_count++;
  } else if (count > 0) {
    const int64_t at = draw(s, 0, count - 1);
    const rc_id id = source[at];
    memmove(source + at, source + at + 1, (size_t)(count - at - 1) * sizeof *source);
    s->source_count--;
    // Some come back elsewhere.
    if (one_in(s, 3)) source[s->source_count++] = id;
  }
}

static int64_t position_of(const script *s, rc_id id) {
  for (int64_t i = 0; i < s->source_count; i++) {
    if (s->source[i] == id) return i;
  }
  return -1;
}

static rc_interval asked_for(const script *s, const rc_store_request *request) {
  const int64_t total = s->source_count, at = position_of(s, request->id), n = request->count;
  rc_interval found = {0, n};
  switch (request->kind) {
    case RC_STORE_REQUEST_KIND_FIRST:
      break;
    case RC_STORE_REQUEST_KIND_LAST:
      found = (rc_interval){total - n, total};
      break;
    case RC_STORE_REQUEST_KIND_AFTER:
      found = (rc_interval){at + 1, at + 1 + n};
      break;
    case RC_STORE_REQUEST_KIND_BEFORE:
      found = (rc_interval){at - n, at};
      break;
    default: {
      const int64_t from = request->position >= 0 ? request->position : at;
      found = (rc_interval){from, from + n};
    }
  }
  if (found.lower < 0) found.lower = 0;
  if (found.lower > total) found.lower = total;
  if (found.upper > total) found.upper = total;
  if (found.upper < found.lower) found.upper = found.lower;
  return found;
}

static void follow_store(script *s, const rc_store_result *result) {
  rows_mirror *mirror = &s->mirror;
  for (size_t i = 0; i < result->edit_count && !test_has_failed(); i++) {
    rows_mirror_follow(mirror, &result->edits[i]);
  }
  model_separators *model = &mirror->model;
  for (int64_t i = 0; i < model->count; i++) {
    rc_store_slot slot;
    CHECK_EQUAL(rc_store_get_slot(s->store, i, &slot), RC_STATUS_OK);
    model->slots[i] = slot.id;
  }
}

static void reply(script *s) {
  if (s->request_count == 0) return;
  const size_t at = (size_t)draw(s, 0, (int64_t)s->request_count - 1);
  const rc_store_request request = s->requests[at];
  s->requests[at] = s->requests[--s->request_count];
  rc_store_reply reply;
  rc_store_reply_init(&reply);
  const rc_interval part = asked_for(s, &request);
  reply.ids = s->source + part.lower;
  reply.count = (size_t)(part.upper - part.lower);
  if (!one_in(s, 5)) reply.before = part.lower;
  if (!one_in(s, 5)) reply.after = s->source_count - part.upper;
  if (one_in(s, 2)) reply.total = s->source_count;
  rc_store_result result;
  const rc_status status = rc_store_receive(s->store, request.token, &reply, &result);
  CHECK_F(status == RC_STATUS_OK || status == RC_STATUS_STALE, "it is %d", (int)status);
  if (status == RC_STATUS_OK) follow_store(s, &result);
}

/// Seven rows are visible.
static void look(script *s) {
  rc_separators *it = s->mirror.separators;
  int64_t rows;
  CHECK_EQUAL(rc_separators_row_of_slot(it, s->mirror.model.count, &rows), RC_STATUS_OK);
  s->top += draw(s, -3, 5);
  if (one_in(s, 15)) s->top = draw(s, 0, rows);
  if (s->top > rows - 7) s->top = rows - 7;
  if (s->top < 0) s->top = 0;
  const int64_t end = s->top + 7 < rows ? s->top + 7 : rows;
  rc_store_view view = {.time = s->time += 1, .is_settled = one_in(s, 2)};
  CHECK_EQUAL(rc_separators_slots_of_rows(it, s->top, end, &view.visible), RC_STATUS_OK);
  const int64_t lower = s->top > 5 ? s->top - 5 : 0, upper = end + 5 < rows ? end + 5 : rows;
  CHECK_EQUAL(rc_separators_slots_of_rows(it, lower, upper, &view.wanted), RC_STATUS_OK);
  rc_store_plan plan;
  CHECK_EQUAL(rc_store_update(s->store, &view, &plan), RC_STATUS_OK);
  CHECK(s->request_count + plan.request_count <= REQUESTS);
  for (size_t i = 0; i < plan.given_up_count; i++) {
    for (size_t k = 0; k < s->request_count; k++) {
      if (s->requests[k].token != plan.given_up[i]) continue;
      s->requests[k--] = s->requests[--s->request_count];
    }
  }
  for (size_t i = 0; i < plan.request_count; i++) {
    s->requests[s->request_count++] = plan.requests[i];
  }
}

static void ask_store(script *s) {
  rows_mirror *mirror = &s->mirror;
  rc_store_load head, tail;
  CHECK_EQUAL(rc_store_load_at_end(s->store, RC_END_HEAD, &head), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_load_at_end(s->store, RC_END_TAIL, &tail), RC_STATUS_OK);
  model_separators_ask(&mirror->model, head.state == RC_STORE_LOAD_STATE_ENDED,
                       tail.state == RC_STORE_LOAD_STATE_ENDED);
  const rc_separator_pair *pairs;
  size_t count;
  CHECK_EQUAL(rc_separators_ask_store(mirror->separators, s->store, &pairs, &count), RC_STATUS_OK);
  rows_mirror_check_pairs(mirror, pairs, count);
  if (!test_has_failed()) answer(s);
}

static void call_host(script *s) {
  rc_store_result result;
  const int64_t slot = draw(s, 0, s->mirror.model.count);
  const rc_id id = new_id(s);
  if (one_in(s, 2)) {
    if (rc_store_insert(s->store, slot, &id, 1, &result) == RC_STATUS_OK) follow_store(s, &result);
  } else if (slot < s->mirror.model.count && s->mirror.model.slots[slot] != RC_ID_NONE) {
    CHECK_EQUAL(rc_store_remove(s->store, s->mirror.model.slots[slot], &result), RC_STATUS_OK);
    follow_store(s, &result);
  } else if (one_in(s, 2)) {
    CHECK_EQUAL(rc_store_refresh(s->store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  } else {
    CHECK_EQUAL(rc_store_open(s->store, RC_END_TAIL), RC_STATUS_OK);
  }
}

static void begin_store(script *s) {
  rc_store_options_init(&s->options);
  s->options.source = one_in(s, 2) ? RC_STORE_SOURCE_KEYS : RC_STORE_SOURCE_OFFSETS;
  s->options.has_placeholders = one_in(s, 2);
  s->options.page_size = draw(s, 2, 6);
  s->options.looks_ahead = s->options.source == RC_STORE_SOURCE_OFFSETS && one_in(s, 3);
  CHECK_EQUAL(rc_store_create(&s->options, NULL, &s->store), RC_STATUS_OK);
  rc_store_settings settings;
  rc_store_settings_init(&settings);
  settings.item_limit = one_in(s, 3) ? 0 : 12;
  CHECK_EQUAL(rc_store_set_settings(s->store, &settings), RC_STATUS_OK);
  for (int64_t i = draw(s, 0, SOURCE_MAX - 10); i > 0; i--)
    s->source[s->source_count++] = new_id(s);
}

void script_separators_run_store(test_random *random, int steps) {
  script s;
  begin(&s, random);
  begin_store(&s);
  for (int i = 0; i < steps && !test_has_failed(); i++) {
    look(&s);
    if (one_in(&s, 3)) change_source(&s);
    if (!test_has_failed() && one_in(&s, 6)) call_host(&s);
    if (!test_has_failed() && !one_in(&s, 3)) reply(&s);
    if (!test_has_failed() && !one_in(&s, 4)) ask_store(&s);
    if (test_has_failed() || s.mirror.model.count > MODEL_SEPARATORS_SLOTS - 70) break;
  }
  rc_separators_destroy(s.mirror.separators);
  rc_store_destroy(s.store);
}
