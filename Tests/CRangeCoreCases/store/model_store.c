#include "model_store.h"

#include <math.h>
#include <string.h>

void model_store_init(model_store *model, const rc_store_options *options) {
  memset(model, 0, sizeof *model);
  model->options = *options;
  rc_store_settings_init(&model->settings);
  model->end = model->total = -1;
  model->time = model->settle_time = model->rest_time = -INFINITY;
  model->expired = model->arrived = -INFINITY;
  model->stalls_since = NAN;
  model->refreshed = (rc_interval){-1, -1};
  model->repaired_at = -1;
  model->needs_refresh = true;
  model->target = RC_STORE_TARGET_FIRST;
  model->target_total = -1;
  if (options->total <= 0) return;
  if (options->source == RC_STORE_SOURCE_KEYS) {
    if (!options->has_placeholders) return;
    model_store_add_part(model, 0, PART_GAP);
    model->parts[0].count = options->total;
    return;
  }
  model->total = options->total;
  model->end = (options->total + options->page_size - 1) / options->page_size;
  for (int k = 0; k < model->end; k++) model_store_add_part(model, k, PART_MISSING);
}

// == slots ==

int64_t model_store_part_slots(const model_store *model, int part) {
  const model_part *it = &model->parts[part];
  if (it->kind == PART_PAGE) return it->count;
  if (it->kind == PART_GAP) {
    const int64_t slots = model->options.has_placeholders ? it->count : 0;
    const bool is_between = part > 0 && part + 1 < model->part_count;
    return is_between && slots == 0 ? 1 : slots;
  }
  if (!model->options.has_placeholders) return 0;
  if (it->count >= 0) return it->count;
  const int64_t size = model->options.page_size;
  const bool is_last = part + 1 == model->part_count && model->end == model->part_count;
  return is_last && model->total >= 0 ? model->total - part * size : size;
}

int64_t model_store_start(const model_store *model, int part) {
  int64_t slot = 0;
  for (int i = 0; i < part; i++) slot += model_store_part_slots(model, i);
  return slot;
}

int64_t model_store_count(const model_store *model) {
  return model_store_start(model, model->part_count);
}

int64_t model_store_pages(const model_store *model) {
  int64_t pages = 0;
  for (int i = 0; i < model->part_count; i++) pages += model->parts[i].kind == PART_PAGE;
  return pages;
}

rc_id model_store_id(const model_store *model, int64_t slot, int *out_part) {
  for (int i = 0; i < model->part_count; i++) {
    const int64_t slots = model_store_part_slots(model, i);
    *out_part = i;
    if (slot < slots) {
      return model->parts[i].kind == PART_PAGE ? model->parts[i].ids[slot] : RC_ID_NONE;
    }
    slot -= slots;
  }
  *out_part = -1;
  return RC_ID_NONE;
}

bool model_store_find(const model_store *model, rc_id id, int *out_part, int *out_at) {
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i].kind != PART_PAGE) continue;
    for (int j = 0; j < model->parts[i].count; j++) {
      if (model->parts[i].ids[j] != id) continue;
      *out_part = i;
      *out_at = j;
      return true;
    }
  }
  return false;
}

int64_t model_store_hidden(const model_store *model) {
  if (model->options.source == RC_STORE_SOURCE_KEYS || !model->options.has_placeholders) return 0;
  if (model->total < 0) return 0;
  const int64_t hidden = model->total + model->drift - model_store_count(model);
  return hidden > 0 ? hidden : 0;
}

int model_store_last_held(const model_store *model) {
  for (int i = model->part_count - 1; i >= 0; i--) {
    if (model->parts[i].kind == PART_PAGE) return i;
  }
  return -1;
}

void model_store_add_part(model_store *model, int at, model_part_kind kind) {
  model_part *part = &model->parts[at];
  memmove(part + 1, part, (size_t)(model->part_count - at) * sizeof *part);
  model->part_count++;
  memset(part, 0, sizeof *part);
  part->kind = kind;
  part->first = part->last = RC_ID_NONE;
  part->filled_at = part->total = -1;
  if (kind == PART_MISSING) part->count = -1;
}

void model_store_remove_part(model_store *model, int at) {
  model_part *part = &model->parts[at];
  model->part_count--;
  memmove(part, part + 1, (size_t)(model->part_count - at) * sizeof *part);
}

rc_id model_store_behind(const model_store *model, int part, int64_t at) {
  for (at++; part < model->part_count; part++, at = 0) {
    if (model->parts[part].kind != PART_PAGE) return RC_ID_NONE;
    if (at < model->parts[part].count) return model->parts[part].ids[at];
  }
  return RC_ID_NONE;
}

bool model_store_is_loose(const model_store *model, int part, int64_t at) {
  const rc_id id = model->parts[part].ids[at], next = model->parts[part].next[at];
  const rc_id behind = model_store_behind(model, part, at);
  int other, other_at;
  if (!model->options.looks_ahead || next == RC_ID_NONE) return false;
  if (behind != RC_ID_NONE) return next != behind;
  return next != id && model_store_find(model, next, &other, &other_at);
}

int model_store_tail_cell(const model_store *model) {
  const int last = model->part_count - 1;
  if (last < 0 || !model->repeats_last) return last + 1;
  const bool is_short = model->parts[last].kind == PART_PAGE && model->parts[last].is_short;
  return is_short ? last : last + 1;
}

// == requests and failures ==

bool model_store_is_requested(const model_store *model, model_place_kind kind, int64_t value) {
  for (int i = 0; i < model->request_count; i++) {
    const model_place *place = &model->requests[i].place;
    if (place->kind == kind && place->value == value) return true;
  }
  return false;
}

const model_failure *model_store_failure(const model_store *model, model_place_kind kind,
                                         int64_t value) {
  for (int i = 0; i < model->failure_count; i++) {
    const model_failure *it = &model->failures[i];
    if (it->kind == kind && it->value == value) return it;
  }
  return NULL;
}

static void end_request(model_store *model, int index) {
  model->request_count--;
  memmove(&model->requests[index], &model->requests[index + 1],
          (size_t)(model->request_count - index) * sizeof model->requests[0]);
}

void model_store_give_up(model_store *model, int index) {
  model->given_up[model->given_up_count++] = model->requests[index].token;
  end_request(model, index);
}

static int request_of_token(const model_store *model, uint64_t token) {
  for (int i = 0; i < model->request_count; i++) {
    if (model->requests[i].token == token) return i;
  }
  return -1;
}

static void forget(model_store *model, model_place_kind kind, int64_t value) {
  for (int i = model->failure_count - 1; i >= 0; i--) {
    if (model->failures[i].kind != kind || model->failures[i].value != value) continue;
    model->failures[i] = model->failures[--model->failure_count];
  }
}

void model_store_fail(model_store *model, uint64_t token, double time, double jitter) {
  const int index = request_of_token(model, token);
  const model_place place = model->requests[index].place;
  uint32_t attempt = 1;
  const model_failure *former = model_store_failure(model, place.kind, place.value);
  if (former != NULL) attempt = former->attempt + 1;
  forget(model, place.kind, place.value);
  if (time > model->time) model->time = time;
  const double seconds = attempt > 6 ? 60 : pow(2, attempt - 1);
  volatile double wait = seconds * (1 + jitter);
  model->failures[model->failure_count++] =
      (model_failure){place.kind, place.value, attempt, model->time + wait, token};
  model_store_cancel(model, token);
}

void model_store_cancel(model_store *model, uint64_t token) {
  const int index = request_of_token(model, token);
  if (model->is_by_age && model->requests[index].place.kind == MODEL_REFRESH) {
    model->needs_refresh = model->is_by_age = false;
  }
  end_request(model, index);
}

void model_store_expire(model_store *model, double time, double age) {
  if (time > model->time) model->time = time;
  if (model->time - age > model->expired) model->expired = model->time - age;
}

void model_store_refresh(model_store *model, rc_store_target target, int64_t value) {
  while (model->request_count > 0) model_store_give_up(model, 0);
  model->failure_count = 0;
  model->jumps[0] = model->jumps[1] = false;
  model->needs_refresh = true;
  model->is_by_age = false;
  model->target = target;
  model->target_value = value;
  model->target_total = -1;
  model->target_skips = 0;
}

void model_store_jump(model_store *model, rc_end end) {
  if (model_store_pages(model) > 0) {
    model->jumps[end] = true;
  } else {
    model_store_refresh(model, end == RC_END_HEAD ? RC_STORE_TARGET_FIRST : RC_STORE_TARGET_LAST,
                        0);
  }
}

void model_store_open(model_store *model, rc_end end) {
  if (model->options.source == RC_STORE_SOURCE_OFFSETS) {
    if (!model->options.has_placeholders) model->part_count = model_store_last_held(model) + 1;
    const int last = model->part_count - 1;
    if (last >= 0 && model->parts[last].kind == PART_MISSING) {
      const int64_t slots = model_store_part_slots(model, last);
      if (slots != model->options.page_size) model->parts[last].count = slots;
    }
    model->end = model->total = -1;
    model->stalled = 0;
    model->repeats_last = true;
    return;
  }
  if (model_store_pages(model) == 0) {
    if (!model->needs_refresh) model_store_refresh(model, RC_STORE_TARGET_FIRST, 0);
    return;
  }
  const int at = end == RC_END_HEAD ? 0 : model->part_count;
  if (model->parts[end == RC_END_HEAD ? 0 : at - 1].kind == PART_GAP) return;
  model_store_add_part(model, at, PART_GAP);
  model->parts[at].is_open = true;
}

// == what is told ==

static void follow(rc_interval *it, const rc_edit *edit) {
  // Slot by slot: a removed slot takes the bounds after it along, and so does a new one, which
  // comes before an interval that starts there and after one that ends there.
  const int64_t count = edit->upper - edit->lower;
  if (edit->kind == RC_EDIT_KIND_REMOVE || edit->kind == RC_EDIT_KIND_MOVE) {
    for (int64_t i = 0; i < count; i++) {
      if (it->lower > edit->lower) it->lower--;
      if (it->upper > edit->lower) it->upper--;
    }
  }
  if (edit->kind != RC_EDIT_KIND_INSERT && edit->kind != RC_EDIT_KIND_MOVE) return;
  const int64_t at = edit->kind == RC_EDIT_KIND_MOVE ? edit->to : edit->lower;
  for (int64_t i = 0; i < count; i++) {
    if (at <= it->lower) {
      it->lower++;
      it->upper++;
    } else if (at < it->upper) {
      it->upper++;
    }
  }
}

void model_store_follow(model_store *model, const rc_edit *edit) {
  follow(&model->visible, edit);
  follow(&model->wanted, edit);
  follow(&model->aged, edit);
}

// == loads ==

rc_store_load model_store_load(const model_store *model, model_place_kind kind, int64_t value) {
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_MORE, .retry_time = -INFINITY};
  const model_failure *failure = model_store_failure(model, kind, value);
  if (failure != NULL) {
    load =
        (rc_store_load){RC_STORE_LOAD_STATE_FAILED, failure->attempt, failure->due, failure->token};
  }
  if (model_store_is_requested(model, kind, value)) load.state = RC_STORE_LOAD_STATE_LOADING;
  return load;
}

static rc_store_load gap_load(const model_store *model, int part) {
  rc_store_load before = {.state = RC_STORE_LOAD_STATE_MORE, .retry_time = -INFINITY},
                after = before;
  if (part + 1 < model->part_count) {
    before = model_store_load(model, MODEL_BEFORE, model->parts[part + 1].number);
  }
  if (part > 0) after = model_store_load(model, MODEL_AFTER, model->parts[part - 1].number);
  if (before.state == RC_STORE_LOAD_STATE_LOADING || after.state == RC_STORE_LOAD_STATE_MORE)
    return before;
  return after;
}

rc_store_load model_store_slot_load(const model_store *model, int64_t slot) {
  int part;
  (void)model_store_id(model, slot, &part);
  if (model->parts[part].kind == PART_GAP) return gap_load(model, part);
  if (model->parts[part].kind == PART_MISSING) return model_store_load(model, MODEL_CELL, part);
  return (rc_store_load){.state = RC_STORE_LOAD_STATE_ENDED, .retry_time = -INFINITY};
}

rc_store_load model_store_end_load(const model_store *model, rc_end end) {
  const rc_store_load ended = {.state = RC_STORE_LOAD_STATE_ENDED, .retry_time = -INFINITY};
  const int last = model_store_last_held(model);
  if (model->needs_refresh && last < 0) return model_store_load(model, MODEL_REFRESH, 0);
  if (model->jumps[end]) {
    return model_store_load(model, end == RC_END_HEAD ? MODEL_HEAD : MODEL_TAIL, 0);
  }
  if (model->options.source == RC_STORE_SOURCE_KEYS) {
    const int part = end == RC_END_HEAD ? 0 : model->part_count - 1;
    if (last < 0 || model->parts[part].kind != PART_GAP) return ended;
    return gap_load(model, part);
  }
  if (end == RC_END_HEAD) {
    int first = 0;
    while (first < model->part_count && model->parts[first].kind != PART_PAGE) first++;
    if (last < 0 || first == 0) return ended;
    return model_store_load(model, MODEL_CELL, first - 1);
  }
  if (last + 1 < model->part_count) return model_store_load(model, MODEL_CELL, last + 1);
  if (model->end >= 0) return ended;
  return model_store_load(model, MODEL_CELL, model_store_tail_cell(model));
}

// == edits of the host ==

static bool is_joined(const model_store *model, int part) {
  const bool is_offsets = model->options.source == RC_STORE_SOURCE_OFFSETS;
  if (part > 0 && model->parts[part - 1].kind != PART_PAGE) return false;
  if (part < model->part_count && model->parts[part].kind != PART_PAGE) return false;
  return !is_offsets || part < model->part_count || model->end >= 0;
}

/// Finds the page before a slot, and the place in it; false if something is missing beside the
/// slot.
static bool find_place(const model_store *model, int64_t slot, int *out_page, int *out_at) {
  int lower = 0, upper = model->part_count, part;
  *out_page = -1;
  *out_at = 0;
  if (model->needs_refresh && model_store_pages(model) == 0) return false;
  if (slot < model_store_count(model)) {
    if (model_store_id(model, slot, &part) == RC_ID_NONE) return false;
    *out_page = upper = part;
    *out_at = (int)(slot - model_store_start(model, part));
  }
  if (slot > 0) {
    if (model_store_id(model, slot - 1, &part) == RC_ID_NONE) return false;
    *out_page = part;
    lower = part + 1;
    *out_at = (int)(slot - model_store_start(model, part));
    if (model_store_is_loose(model, part, *out_at - 1)) return false;
  }
  for (int i = lower; i <= upper; i++) {
    if (!is_joined(model, i)) return false;
  }
  if (*out_page < 0 && model->part_count > 0) *out_page = 0;
  return true;
}

static void put_in(model_part *it, int at, const rc_id *ids, int64_t count) {
  memmove(&it->ids[at + count], &it->ids[at], (size_t)(it->count - at) * sizeof *ids);
  memcpy(&it->ids[at], ids, (size_t)count * sizeof *ids);
  memmove(&it->next[at + count], &it->next[at], (size_t)(it->count - at) * sizeof *ids);
  for (int64_t i = 0; i < count; i++) it->next[at + i] = i + 1 < count ? ids[i + 1] : RC_ID_NONE;
  if (at > 0) {
    const rc_id former = it->next[at - 1], last = ids[count - 1];
    it->next[at + count - 1] = former == it->ids[at - 1] ? last : former;
    it->next[at - 1] = ids[0];
  }
  it->count += count;
}

bool model_store_insert(model_store *model, int64_t slot, const rc_id *ids, int64_t count) {
  int page, at;
  if (!find_place(model, slot, &page, &at)) return false;
  model->page = 0;
  model->new_count = count;
  model->dropped_count = 0;
  if (count == 0) return true;
  if (page < 0) {
    model_store_add_part(model, 0, PART_PAGE);
    page = 0;
    model->parts[0].number = model->page = ++model->last_page;
    model->parts[0].first = ids[0];
    model->parts[0].last = ids[count - 1];
    model->parts[0].arrived = model->time;
    model->end = 1;
  }
  put_in(&model->parts[page], at, ids, count);
  model->drift += count;
  return true;
}

/// What follows an id that goes, follows the one before it; a reply that ended there, ends there.
static void unlink_id(model_store *model, rc_id id, int part, int at) {
  const rc_id next = model->parts[part].next[at];
  if (model->options.source == RC_STORE_SOURCE_KEYS || !model->options.looks_ahead) return;
  int before = part;
  int64_t last = at - 1;
  while (last < 0 && before >= 0) {
    before--;
    if (before >= 0 && model->parts[before].kind != PART_PAGE) before = -1;
    if (before >= 0) last = model->parts[before].count - 1;
  }
  const rc_id former = before < 0 ? RC_ID_NONE : model->parts[before].ids[last];
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i].kind == PART_PAGE && model->parts[i].last == id) {
      model->parts[i].last = former;
    }
  }
  if (before < 0 || model->parts[before].next[last] != id) return;
  model->parts[before].next[last] = next == id ? former : next;
}

bool model_store_remove(model_store *model, rc_id id) {
  int part, at;
  if (!model_store_find(model, id, &part, &at)) return false;
  unlink_id(model, id, part, at);
  model_part *it = &model->parts[part];
  it->count--;
  memmove(&it->ids[at], &it->ids[at + 1], (size_t)(it->count - at) * sizeof id);
  memmove(&it->next[at], &it->next[at + 1], (size_t)(it->count - at) * sizeof id);
  model->drift--;
  model->page = model->new_count = model->dropped_count = 0;
  return true;
}

bool model_store_move(model_store *model, rc_id id, int64_t to) {
  int part, at, page, place;
  if (!model_store_find(model, id, &part, &at)) return false;
  const int64_t slot = model_store_start(model, part) + at;
  if (to != slot) {
    if (!find_place(model, to < slot ? to : to + 1, &page, &place)) return false;
    model_store_remove(model, id);
    if (page == part && place > at) place--;
    put_in(&model->parts[page], place, &id, 1);
    model->drift++;
  }
  model->page = model->new_count = model->dropped_count = 0;
  return true;
}

// == replies ==

static void give_up_sides(model_store *model) {
  for (int i = model->request_count - 1; i >= 0; i--) {
    const model_place *place = &model->requests[i].place;
    if (place->kind != MODEL_AFTER && place->kind != MODEL_BEFORE) continue;
    bool borders = false;
    for (int j = 0; j < model->part_count; j++) {
      if (model->parts[j].kind != PART_PAGE || model->parts[j].number != place->value) continue;
      const int gap = place->kind == MODEL_AFTER ? j + 1 : j - 1;
      borders = gap >= 0 && gap < model->part_count && model->parts[gap].kind == PART_GAP;
    }
    if (!borders) model_store_give_up(model, i);
  }
}

void model_store_receive(model_store *model, uint64_t token, const rc_store_reply *reply) {
  const int index = request_of_token(model, token);
  const model_request request = model->requests[index];
  model->page = model->new_count = model->dropped_count = 0;
  if (reply->time > model->time) model->time = reply->time;
  end_request(model, index);
  forget(model, request.place.kind, request.place.value);
  if (request.is_late) model->late_pages++;
  if (request.place.kind == MODEL_REFRESH) {
    model_store_receive_refresh(model, &request, reply);
  } else if (request.place.kind == MODEL_CELL) {
    model_store_receive_cell(model, &request, reply);
  } else {
    model_store_receive_keys(model, &request, reply);
  }
}

// == limits ==

static bool is_over(const model_store *model) {
  int64_t pages = 0, items = 0, cost = 0;
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i].kind != PART_PAGE) continue;
    pages++;
    items += model->parts[i].count;
    cost += model->parts[i].cost;
  }
  const rc_store_settings *it = &model->settings;
  return (it->page_limit > 0 && pages > it->page_limit) ||
         (it->item_limit > 0 && items > it->item_limit) ||
         (it->cost_limit > 0 && cost > it->cost_limit);
}

/// How far a page is, with the gap rows beside it; −1 if it touches what is wanted.
static int64_t page_distance(const model_store *model, int part) {
  int64_t lower = model_store_start(model, part);
  int64_t upper = lower + model_store_part_slots(model, part);
  for (int side = -1; side <= 1; side += 2) {
    const int gap = part + side;
    if (gap < 0 || gap >= model->part_count || model->parts[gap].kind != PART_GAP) continue;
    if (model->options.has_placeholders && model->parts[gap].count > 0) continue;
    if (side < 0) {
      lower -= model_store_part_slots(model, gap);
    } else {
      upper += model_store_part_slots(model, gap);
    }
  }
  if (lower <= model->wanted.upper && model->wanted.lower <= upper) return -1;
  return lower > model->wanted.upper ? lower - model->wanted.upper : model->wanted.lower - upper;
}

static void drop_key_page(model_store *model, int part) {
  model_part *it = &model->parts[part];
  const int64_t count = it->count;
  memset(it, 0, sizeof *it);
  it->kind = PART_GAP;
  it->count = count;
  it->filled_at = -1;
  it->first = it->last = RC_ID_NONE;
  if (part + 1 < model->part_count && model->parts[part + 1].kind == PART_GAP) {
    it->count += it[1].count;
    it->is_open = it[1].is_open;
    model_store_remove_part(model, part + 1);
  }
  if (part > 0 && model->parts[part - 1].kind == PART_GAP) {
    it->count += it[-1].count;
    it->is_open = it->is_open || it[-1].is_open;
    model_store_remove_part(model, --part);
  }
  it = &model->parts[part];
  if (it->count == 0 && !it->is_open) model_store_remove_part(model, part);
}

static void drop_cell_page(model_store *model, int part) {
  model_part *it = &model->parts[part];
  const int64_t count = it->count;
  memset(it, 0, sizeof *it);
  it->kind = PART_MISSING;
  it->first = it->last = RC_ID_NONE;
  it->count = -1;
  if (model->options.has_placeholders && model_store_part_slots(model, part) != count) {
    it->count = count;
  }
}

/// Drops the furthest page; false if none can be.
static bool drop_furthest(model_store *model) {
  int64_t most = -1;
  int found = -1;
  bool is_after = false;
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i].kind != PART_PAGE) continue;
    const int64_t distance = page_distance(model, i);
    const bool comes_after = model_store_start(model, i) > model->wanted.upper;
    if (distance < 0 || distance < most) continue;
    // At a tie the side that the user scrolls away from, and then the outermost.
    if (distance == most && !(comes_after && (is_after || model->is_backward))) continue;
    most = distance;
    found = i;
    is_after = comes_after;
  }
  if (found < 0 || model_store_pages(model) < 2) return false;
  const int64_t before = model_store_count(model), number = model->parts[found].number;
  model->dropped[model->dropped_count++] = number;
  forget(model, MODEL_AFTER, number);
  forget(model, MODEL_BEFORE, number);
  if (model->options.source == RC_STORE_SOURCE_KEYS) {
    drop_key_page(model, found);
  } else {
    drop_cell_page(model, found);
  }
  if (is_after) return true;
  const int64_t removed = before - model_store_count(model);
  model->visible.lower -= removed < model->visible.lower ? removed : model->visible.lower;
  model->visible.upper -= removed < model->visible.upper ? removed : model->visible.upper;
  model->wanted.lower -= removed;
  model->wanted.upper -= removed;
  return true;
}

void model_store_drop(model_store *model) {
  while (is_over(model) && drop_furthest(model)) continue;
  if (model->options.source == RC_STORE_SOURCE_KEYS) give_up_sides(model);
}
