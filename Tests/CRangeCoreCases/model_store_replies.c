// What the model makes of replies.

#include <string.h>

#include "model_store.h"

static void tell_edit(model_store *model, rc_store_edit_kind kind, int64_t lower, int64_t upper) {
  const rc_store_edit edit = {.lower = lower, .upper = upper, .kind = kind};
  if (lower < upper) model_store_follow(model, &edit);
}

static bool is_held(const model_store *model, rc_id id) {
  int part, at;
  return model_store_find(model, id, &part, &at);
}

static void put_in_page(model_store *model, int part, int at, rc_id id) {
  model_part *it = &model->parts[part];
  memmove(&it->ids[at + 1], &it->ids[at], (size_t)(it->count - at) * sizeof id);
  it->ids[at] = id;
  it->count++;
}

/// The ids of a reply, without those that are new and come again; and which are new.
typedef struct {
  rc_id ids[MODEL_STORE_IDS];
  bool is_new[MODEL_STORE_IDS];
  int count;
  /// Where a held one was, before the reply.
  int page[MODEL_STORE_IDS];
} id_list;

static id_list list_ids(const model_store *model, const rc_id *ids, int64_t count) {
  id_list list = {.count = 0};
  for (int64_t i = 0; i < count; i++) {
    int part = -1, at;
    const bool is_new = !model_store_find(model, ids[i], &part, &at);
    bool comes_again = false;
    for (int64_t j = 0; j < i; j++) comes_again = comes_again || ids[j] == ids[i];
    if (is_new && comes_again) continue;
    list.page[list.count] = part;
    list.is_new[list.count] = is_new;
    list.ids[list.count++] = ids[i];
  }
  return list;
}

// == offsets ==

/// Sets what is known of the source, and tells what the slots at the end do.
static void set_source(model_store *model, int cells, int64_t end, int64_t total) {
  const int64_t before = model_store_count(model);
  while (model->part_count > cells) model_store_remove_part(model, model->part_count - 1);
  while (model->part_count < cells) model_store_add_part(model, model->part_count, PART_MISSING);
  model->end = end;
  model->total = total;
  const int64_t after = model_store_count(model);
  tell_edit(model, RC_STORE_EDIT_REMOVE, after, before);
  tell_edit(model, RC_STORE_EDIT_INSERT, before, after);
}

/// The part with the page that a run goes to, and where in it.
static void place_run(const model_store *model, const id_list *list, int lower, int upper, int cell,
                      rc_id ahead, int reached, int *out_part, int *out_at) {
  int part, at;
  if (lower > 0 && model_store_find(model, list->ids[lower - 1], &part, &at) &&
      (list->page[lower - 1] == cell || list->page[lower - 1] == cell + 1)) {
    *out_part = part;
    *out_at = at + 1;
    return;
  }
  const rc_id next = upper < list->count ? list->ids[upper] : ahead;
  if (next != RC_ID_NONE && model_store_find(model, next, &part, &at) &&
      (part == cell || part == cell - 1)) {
    *out_part = part;
    *out_at = at;
    return;
  }
  *out_part = cell;
  *out_at = reached;
}

static void tally_seams(model_store *model, const model_request *request, int cell) {
  model_part *own = &model->parts[cell];
  model_part *before = cell > 0 && own[-1].kind == PART_PAGE ? own - 1 : NULL;
  if (model->new_count > 0) {
    own->stalled = 0;
    if (before != NULL) before->stalled = 0;
  } else if (request->place.via == VIA_SEAM_BEFORE && before != NULL) {
    if (before->stalled < 8) before->stalled++;
  } else if (request->place.via == VIA_SEAM_AFTER) {
    if (own->stalled < 8) own->stalled++;
  }
}

/// The total that a reply for items from a position on tells; −1 for none.
static int64_t total_of(const rc_store_reply *reply, int64_t position) {
  int64_t total = reply->total;
  if (total < 0 && reply->after >= 0 && reply->count > 0) {
    total = position + reply->count + reply->after;
  }
  return total < RC_ITEM_COUNT_MAX ? total : RC_ITEM_COUNT_MAX;
}

static void receive_ids(model_store *model, const model_request *request,
                        const rc_store_reply *reply, bool was_held) {
  const int cell = (int)request->place.value;
  const bool has_ahead = model->options.looks_ahead && reply->count > model->options.page_size;
  const id_list list = list_ids(model, reply->ids, reply->count - has_ahead);
  rc_id ahead = has_ahead ? reply->ids[reply->count - 1] : RC_ID_NONE;
  for (int i = 0; i < list.count; i++) {
    if (list.ids[i] == ahead) ahead = RC_ID_NONE;
  }
  const int64_t placeholders = was_held ? 0 : model_store_part_slots(model, cell);
  model_part *own = &model->parts[cell];
  if (!was_held) {
    const int64_t start = model_store_start(model, cell);
    memset(own, 0, sizeof *own);
    own->kind = PART_PAGE;
    own->first = own->last = RC_ID_NONE;
    own->number = model->page = ++model->last_page;
    (void)start;
  }
  int64_t unfilled = placeholders;
  int reached = request->place.via == VIA_SEAM_AFTER ? (int)own->count : 0;
  for (int i = 0; i < list.count; i++) {
    int part, at;
    if (!list.is_new[i]) {
      if (list.page[i] != cell) continue;
      (void)model_store_find(model, list.ids[i], &part, &at);
      reached = at + 1;
      continue;
    }
    int upper = i;
    while (upper < list.count && list.is_new[upper]) upper++;
    place_run(model, &list, i, upper, cell, ahead, reached, &part, &at);
    for (; i < upper; i++, at++) {
      // The placeholders that are left follow the page, and are no part of it.
      const int64_t slot = model_store_start(model, part) + at + (part > cell ? unfilled : 0);
      put_in_page(model, part, at, list.ids[i]);
      model->new_count++;
      if (part == cell && unfilled > 0) {
        unfilled--;
      } else {
        tell_edit(model, RC_STORE_EDIT_INSERT, slot, slot + 1);
      }
    }
    i--;
    if (part == cell) reached = at;
  }
  const int64_t end = model_store_start(model, cell + 1);
  tell_edit(model, RC_STORE_EDIT_REMOVE, end, end + unfilled);
  int part, at;
  const bool is_own =
      ahead != RC_ID_NONE && model_store_find(model, ahead, &part, &at) && part == cell;
  if (!is_own) own->ahead = ahead;
  own->cost = reply->cost;
  own->is_short = reply->count < model->options.page_size;
}

void model_store_receive_cell(model_store *model, const model_request *request,
                              const rc_store_reply *reply) {
  const int cell = (int)request->place.value, last = model_store_last_held(model);
  const bool is_tail = request->place.via == VIA_TAIL;
  const bool was_held = cell < model->part_count && model->parts[cell].kind == PART_PAGE;
  if (reply->count == 0 && cell > last) {
    set_source(model, last + 1, cell == last + 1 ? last + 1 : -1, RC_STORE_UNKNOWN);
    model->stalled = 0;
    return;
  }
  int64_t end = model->end, total = model->total;
  if (cell >= model->part_count) {
    set_source(model, cell, -1, RC_STORE_UNKNOWN);
    // The cell itself has no slots yet.
    model_store_add_part(model, cell, PART_MISSING);
    model->parts[cell].count = 0;
  }
  int cells = model->part_count;
  receive_ids(model, request, reply, was_held);
  const int64_t told = total_of(reply, cell * model->options.page_size);
  if (reply->count == 0 && was_held && end < 0 && cell == last) {
    end = cells;
  } else if (told >= 0) {
    total = told;
    end = (told + model->options.page_size - 1) / model->options.page_size;
    cells = model_store_last_held(model) + 1;
    if (cells < end) cells = (int)end;
    model->drift = 0;
  }
  tally_seams(model, request, cell);
  if (is_tail) {
    model->repeats_last = false;
    model->stalled = model->new_count > 0 ? 0 : model->stalled + 1;
    if (end < 0 && model->stalled >= 3) end = cells;
  }
  set_source(model, cells, end, total);
}

// == keys ==

/// Whether a run of new ids lies between two that are held in adjacent slots.
static bool is_between_adjacent(const model_store *model, const id_list *list, int lower, int upper,
                                int from, int to, int *out_part, int *out_at) {
  int part, at;
  if (lower == from || upper >= to) return false;
  (void)model_store_find(model, list->ids[lower - 1], out_part, out_at);
  (void)model_store_find(model, list->ids[upper], &part, &at);
  return model_store_start(model, part) + at == model_store_start(model, *out_part) + *out_at + 1;
}

/// Which of the rest of the ids have a place; how many they are.
static int64_t find_rest(const model_store *model, const id_list *list, int from, int to,
                         bool has_place[MODEL_STORE_IDS]) {
  int64_t count = 0;
  for (int i = from; i < to; i++) {
    int upper = i, part, at;
    while (upper < to && list->is_new[upper]) upper++;
    if (upper == i) continue;
    const bool fits = is_between_adjacent(model, list, i, upper, from, to, &part, &at);
    for (int j = i; j < upper; j++) has_place[j] = fits;
    if (fits) count += upper - i;
    i = upper - 1;
  }
  return count;
}

/// Puts them there: each right after the one before it.
static void place_rest(model_store *model, const id_list *list,
                       const bool has_place[MODEL_STORE_IDS]) {
  for (int i = 1; i < list->count; i++) {
    int part, at;
    if (!has_place[i]) continue;
    (void)model_store_find(model, list->ids[i - 1], &part, &at);
    const int64_t slot = model_store_start(model, part) + ++at;
    put_in_page(model, part, at, list->ids[i]);
    tell_edit(model, RC_STORE_EDIT_INSERT, slot, slot + 1);
  }
}

static int64_t told_beyond(const model_store *model, const rc_store_reply *reply, bool is_forward,
                           int gap, bool has_other) {
  if (!is_forward) return reply->before;
  if (has_other || reply->after != RC_STORE_UNKNOWN || reply->total < 0) return reply->after;
  int64_t left = reply->total - reply->count;
  for (int i = 0; i < gap; i++) {
    if (model->parts[i].is_open) return RC_STORE_UNKNOWN;
    left -= model->parts[i].count;
  }
  return left > 0 ? left : 0;
}

/// Replaces slots by so many ids and the gap's, which come after or before them.
static void tell_filling(model_store *model, bool is_forward, int64_t lower, int64_t former,
                         int64_t ids, int64_t gap) {
  const int64_t left = former > ids ? former - ids : 0;
  if (is_forward) {
    tell_edit(model, RC_STORE_EDIT_INSERT, lower + former, lower + ids);
    lower += ids;
  }
  tell_edit(model, RC_STORE_EDIT_REMOVE, lower + gap, lower + left);
  tell_edit(model, RC_STORE_EDIT_INSERT, lower + left, lower + gap);
  if (!is_forward && ids > former) {
    tell_edit(model, RC_STORE_EDIT_INSERT, lower + gap, lower + gap + ids - former);
  }
}

static int add_page(model_store *model, int at, const rc_store_reply *reply, const id_list *list,
                    int lower, int upper) {
  model_store_add_part(model, at, PART_PAGE);
  model_part *page = &model->parts[at];
  page->number = model->page = ++model->last_page;
  page->first = reply->ids[0];
  page->last = reply->ids[reply->count - 1];
  page->cost = reply->cost;
  for (int i = lower; i < upper; i++) {
    if (list->is_new[i]) page->ids[page->count++] = list->ids[i];
  }
  return at;
}

void model_store_receive_keys(model_store *model, const model_request *request,
                              const rc_store_reply *reply) {
  const model_place_kind kind = request->place.kind;
  const bool is_jump = kind == MODEL_HEAD || kind == MODEL_TAIL;
  const bool is_forward = kind == MODEL_AFTER || kind == MODEL_HEAD;
  int gap = 0, other;
  if (is_jump) {
    model->jumps[kind == MODEL_HEAD ? RC_END_HEAD : RC_END_TAIL] = false;
    gap = is_forward ? 0 : model->part_count - 1;
    const bool has_gap = model->parts[gap].kind == PART_GAP;
    other = is_forward ? gap + has_gap : gap - has_gap;
    if (!has_gap) gap = -1;
  } else {
    while (model->parts[gap].kind != PART_PAGE ||
           model->parts[gap].number != request->place.value) {
      gap++;
    }
    gap += is_forward ? 1 : -1;
    other = is_forward ? gap + 1 : gap - 1;
    if (other >= model->part_count) other = -1;
  }
  const id_list list = list_ids(model, reply->ids, reply->count);
  int near_lower = 0, near_upper = list.count;
  bool joins = false;
  for (int i = list.count - 1; i >= 0 && is_forward && other >= 0; i--) {
    if (list.page[i] == other) near_upper = i, joins = true;
  }
  for (int i = 0; i < list.count && !is_forward && other >= 0; i++) {
    if (list.page[i] == other) near_lower = i + 1, joins = true;
  }
  int64_t near_count = 0;
  for (int i = near_lower; i < near_upper; i++) near_count += list.is_new[i];
  const int rest_lower = is_forward ? near_upper : 0;
  const int rest_upper = is_forward ? list.count : near_lower;
  if (is_jump && !joins && near_count == 0) return;
  bool has_place[MODEL_STORE_IDS] = {false};
  const int64_t rest_count = find_rest(model, &list, rest_lower, rest_upper, has_place);
  model->new_count = near_count + rest_count;

  // What the gap is, and becomes.
  model_part now = {.kind = PART_GAP, .first = RC_ID_NONE, .last = RC_ID_NONE, .ahead = RC_ID_NONE};
  if (gap >= 0) now = model->parts[gap];
  const int64_t former = gap >= 0 ? model_store_part_slots(model, gap) : 0;
  int64_t start = is_forward ? 0 : model_store_count(model);
  if (gap >= 0) start = model_store_start(model, gap);
  const int64_t beyond =
      is_jump ? RC_STORE_UNKNOWN : told_beyond(model, reply, is_forward, gap, other >= 0);
  now.count = now.count > reply->count ? now.count - reply->count : 0;
  if (beyond == RC_STORE_SOME || is_jump) now.is_open = true;
  if (beyond >= 0 && other < 0) {
    now.count = beyond;
    now.is_open = false;
  }
  now.stalled = model->new_count > 0 || is_jump ? 0 : now.stalled + 1;
  const bool stays = reply->count > 0 && beyond != 0 && !joins && now.stalled < 3 &&
                     (now.count > 0 || now.is_open);
  int64_t slots = stays && model->options.has_placeholders ? now.count : 0;
  if (stays && slots == 0 && other >= 0) slots = 1;
  tell_filling(model, is_forward, start, former, near_count, slots);

  // The gap, and the page on its near side; of a jump, outermost.
  int at = gap >= 0 ? gap : is_forward ? 0 : model->part_count;
  if (gap >= 0) model_store_remove_part(model, gap);
  if (stays) {
    model_store_add_part(model, at, PART_GAP);
    model->parts[at] = now;
  }
  if (near_count > 0 || (stays && !is_jump)) {
    add_page(model, is_forward ? at : at + stays, reply, &list, near_lower, near_upper);
  }
  place_rest(model, &list, has_place);
  const int64_t outer = is_forward ? reply->before : reply->after;
  if (!is_jump || outer == 0 || outer == RC_STORE_UNKNOWN) return;
  at = is_forward ? 0 : model->part_count;
  const int64_t end = is_forward ? 0 : model_store_count(model);
  model_store_add_part(model, at, PART_GAP);
  model->parts[at].count = outer > 0 ? outer : 0;
  model->parts[at].is_open = outer == RC_STORE_SOME;
  tell_edit(model, RC_STORE_EDIT_INSERT, end, end + model_store_part_slots(model, at));
}

// == refresh ==

static void take_page(model_store *model, int at, const rc_id *ids, int64_t count) {
  model_part *page = &model->parts[at];
  for (int64_t i = 0; i < count; i++) {
    if (!is_held(model, ids[i])) page->ids[page->count++] = ids[i];
  }
  page->number = model->page = ++model->last_page;
  page->first = ids[0];
  page->last = ids[count - 1];
  page->is_short = count < model->options.page_size;
}

static void take_cells(model_store *model, const model_request *request,
                       const rc_store_reply *reply) {
  const int64_t size = model->options.page_size;
  const bool looks = model->options.looks_ahead;
  const bool has_ahead = looks && reply->count > request->cells * size;
  const int64_t placed = reply->count - has_ahead;
  int64_t pages = (placed + size - 1) / size;
  if (pages > request->cells) pages = request->cells;
  for (int64_t k = 0; k < request->first; k++) model_store_add_part(model, (int)k, PART_MISSING);
  for (int64_t i = 0; i < pages; i++) {
    const int at = (int)(request->first + i);
    const int64_t upper = i + 1 == pages ? placed : (i + 1) * size;
    model_store_add_part(model, at, PART_PAGE);
    take_page(model, at, reply->ids + i * size, upper - i * size);
    if (looks && upper < reply->count) model->parts[at].ahead = reply->ids[upper];
    // Equal shares, and what is left over to the first ones.
    model->parts[at].cost = 0;
  }
  int64_t cost = reply->cost;
  for (int64_t i = pages; i > 0; i--) {
    model->parts[request->first + i - 1].cost = cost / i;
    cost -= cost / i;
  }
  model_part *last = &model->parts[model->part_count - 1];
  if (has_ahead && is_held(model, last->ahead)) last->ahead = RC_ID_NONE;
  model->total = total_of(reply, request->first * size);
  if (model->total < 0) {
    model->total = -1;
    return;
  }
  model->end = (model->total + size - 1) / size;
  while (model->part_count < model->end) {
    model_store_add_part(model, model->part_count, PART_MISSING);
  }
}

static void take_gap(model_store *model, int64_t count) {
  if (count == 0) return;
  model_store_add_part(model, model->part_count, PART_GAP);
  model_part *gap = &model->parts[model->part_count - 1];
  gap->count = count > 0 ? count : 0;
  gap->is_open = count == RC_STORE_SOME;
}

static void take_key_page(model_store *model, const model_request *request,
                          const rc_store_reply *reply) {
  int64_t before = reply->before, after = reply->after;
  if (before == RC_STORE_UNKNOWN) before = request->is_at_start ? 0 : RC_STORE_SOME;
  if (after == RC_STORE_UNKNOWN && reply->total >= 0 && before >= 0) {
    after = reply->total - before - reply->count;
    if (after < 0) after = 0;
  }
  if (after == RC_STORE_UNKNOWN) after = request->is_at_end ? 0 : RC_STORE_SOME;
  take_gap(model, before);
  model_store_add_part(model, model->part_count, PART_PAGE);
  take_page(model, model->part_count - 1, reply->ids, reply->count);
  model->parts[model->part_count - 1].cost = reply->cost;
  take_gap(model, after);
}

void model_store_receive_refresh(model_store *model, const model_request *request,
                                 const rc_store_reply *reply) {
  const bool is_keys = model->options.source == RC_STORE_SOURCE_KEYS;
  if (reply->count == 0 && !request->is_at_start && reply->total != 0) {
    const bool knows_end = !is_keys && reply->total > 0 && request->is_anchor;
    model->target = knows_end ? RC_STORE_TARGET_POSITION : RC_STORE_TARGET_FIRST;
    model->target_value = knows_end ? reply->total - 1 : 0;
    return;
  }
  const id_list list = list_ids(model, reply->ids, reply->count);
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i].kind != PART_PAGE) continue;
    model->dropped[model->dropped_count++] = model->parts[i].number;
  }
  model->part_count = 0;
  model->total = -1;
  model->end = reply->count == 0 ? 0 : -1;
  model->drift = 0;
  if (reply->count > 0 && is_keys) take_key_page(model, request, reply);
  if (reply->count > 0 && !is_keys) take_cells(model, request, reply);
  for (int i = 0; i < list.count; i++) {
    if (list.is_new[i] && is_held(model, list.ids[i])) model->new_count++;
  }
  model->needs_refresh = false;
  model->stalled = 0;
  model->repeats_last = false;
  if (model->part_count == 0) model->jumps[0] = model->jumps[1] = false;
}
