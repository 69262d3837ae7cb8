// Which requests the model makes.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_store.h"

// == updates ==

/// The places that are wanted, without regard to what is requested or has failed.
typedef struct {
  model_place places[2 * MODEL_STORE_PARTS];
  int count;
} place_list;

static bool wants(const model_store *model, int64_t lower, int64_t upper) {
  const rc_interval wanted = model->wanted;
  if (wanted.lower == wanted.upper) return model_store_count(model) == 0;
  if (lower == upper) return wanted.lower <= lower && lower <= wanted.upper;
  for (int64_t slot = lower; slot < upper; slot++) {
    if (wanted.lower <= slot && slot < wanted.upper) return true;
  }
  return false;
}

static void add_place(const model_store *model, place_list *list, model_place place) {
  if (!wants(model, place.lower, place.upper)) return;
  for (int i = 0; i < list->count; i++) {
    // One request serves two seams.
    if (list->places[i].kind == place.kind && list->places[i].value == place.value) return;
  }
  place.order = list->count;
  list->places[list->count++] = place;
}

static bool is_chosen_of_run(const model_store *model, int part) {
  int first = part, last = part;
  while (first > 0 && model->parts[first - 1].kind == PART_MISSING) first--;
  while (last + 1 < model->part_count && model->parts[last + 1].kind == PART_MISSING) last++;
  const bool comes_before = first > 0, comes_after = last + 1 < model->part_count;
  const bool takes_first = comes_before && (!comes_after || !model->is_backward);
  return part == (takes_first ? first : last);
}

static bool has_grown(const model_store *model, int part) {
  const int64_t former = model->parts[part].total;
  return former >= 0 && model->total >= 0 &&
         llabs(model->total - former) > 3 * model->options.page_size;
}

/// The cell to request for a seam; false if none can be of help.
static bool cell_for_seam(const model_store *model, int part, int64_t at, model_place *out_place) {
  const rc_id id = model->parts[part].ids[at], behind = model_store_behind(model, part, at);
  int ended = -1, next = part, other_at;
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i].kind != PART_PAGE || model->parts[i].last != id) continue;
    if (ended < 0 || abs(i - part) < abs(ended - part)) ended = i;
  }
  if (ended < 0) ended = part;
  if (ended + 1 >= model->part_count || model->parts[ended + 1].kind != PART_PAGE) return false;
  if (behind != RC_ID_NONE) (void)model_store_find(model, behind, &next, &other_at);
  if (has_grown(model, ended) || has_grown(model, part) || has_grown(model, next)) return false;
  const model_part *it = &model->parts[ended];
  if (it->stalled == 8 || it->chain == 8) return false;
  const bool is_second = it->stalled % 2 == 1;
  out_place->via = is_second ? VIA_SEAM_AFTER : VIA_SEAM_BEFORE;
  out_place->value = is_second ? ended : ended + 1;
  return true;
}

/// Whether a seam is wanted for which no cell can be of help.
static bool is_torn(const model_store *model) {
  for (int k = 0; k < model->part_count; k++) {
    const int64_t start = model_store_start(model, k);
    for (int64_t at = 0; model->parts[k].kind == PART_PAGE && at < model->parts[k].count; at++) {
      model_place place;
      if (!model_store_is_loose(model, k, at)) continue;
      if (!wants(model, start + at + 1, start + at + 1)) continue;
      if (!cell_for_seam(model, k, at, &place)) return true;
    }
  }
  return false;
}

static void list_cells(const model_store *model, place_list *list) {
  for (int k = 0; k < model->part_count; k++) {
    const int64_t start = model_store_start(model, k);
    const int64_t slots = model_store_part_slots(model, k);
    if (model->parts[k].kind == PART_MISSING) {
      if (!model->options.has_placeholders && !is_chosen_of_run(model, k)) continue;
      add_place(model, list, (model_place){MODEL_CELL, VIA_CELL, k, start, start + slots, 0, 0});
      continue;
    }
    for (int64_t at = 0; at < model->parts[k].count; at++) {
      const rc_id id = model->parts[k].ids[at];
      model_place place = {MODEL_CELL, VIA_CELL, 0, start + at + 1, start + at + 1, 0, id};
      if (!model_store_is_loose(model, k, at) || !cell_for_seam(model, k, at, &place)) continue;
      add_place(model, list, place);
    }
  }
  const int64_t count = model_store_count(model);
  if (model->end >= 0) return;
  add_place(model, list,
            (model_place){MODEL_CELL, VIA_TAIL, model_store_tail_cell(model), count, count, 0, 0});
}

/// From which side a gap is requested: that of the user; if they see all of it, by where they
/// scroll; if they are in it, from the nearer side.
static bool is_after_page(const model_store *model, int part, int64_t lower, int64_t upper) {
  if (part == 0) return false;
  if (part + 1 == model->part_count) return true;
  const int64_t first = model->visible.lower, end = model->visible.upper;
  if (end <= lower) return true;
  if (first >= upper) return false;
  const bool sees_before = first <= lower, sees_after = end >= upper;
  if (sees_before && sees_after) return !model->is_backward;
  if (sees_before || sees_after) return sees_before;
  return first - lower <= upper - end;
}

/// Whether the gap is a row on the screen, of which a part was filled where the user rests, who can
/// move.
static bool rests_at_row(const model_store *model, int part, int64_t lower, int64_t upper) {
  const bool is_counted = model->options.has_placeholders && model->parts[part].count > 0;
  const bool is_seen = model->visible.lower < upper && lower < model->visible.upper;
  const bool is_all = model->visible.upper - model->visible.lower == model_store_count(model);
  return !is_counted && is_seen && !is_all && model->parts[part].filled_at == model->moves;
}

static void list_gaps(const model_store *model, place_list *list) {
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i].kind != PART_GAP || model->part_count == 1) continue;
    const int64_t start = model_store_start(model, i);
    const int64_t upper = start + model_store_part_slots(model, i);
    const bool is_after = is_after_page(model, i, start, upper);
    if (rests_at_row(model, i, start, upper)) continue;
    if (i > 0 && model_store_is_requested(model, MODEL_AFTER, model->parts[i - 1].number)) continue;
    if (i + 1 < model->part_count &&
        model_store_is_requested(model, MODEL_BEFORE, model->parts[i + 1].number)) {
      continue;
    }
    add_place(model, list,
              (model_place){is_after ? MODEL_AFTER : MODEL_BEFORE, VIA_CELL,
                            model->parts[is_after ? i - 1 : i + 1].number, start, upper, 0, 0});
  }
}

/// 0 for what is visible, 1 for what is not; and how far that is.
static int class_of(const model_store *model, const model_place *it, int64_t *out_distance,
                    bool *out_is_before) {
  const rc_interval visible = model->visible;
  *out_distance = 0;
  *out_is_before = it->upper <= visible.lower;
  if (*out_is_before) {
    *out_distance = visible.lower - it->upper;
    return 1;
  }
  if (it->lower < visible.upper) return 0;
  *out_distance = it->lower - visible.upper;
  return 1;
}

static bool comes_first(const model_store *model, const model_place *a, const model_place *b) {
  int64_t a_distance, b_distance;
  bool a_is_before, b_is_before;
  const int a_class = class_of(model, a, &a_distance, &a_is_before);
  const int b_class = class_of(model, b, &b_distance, &b_is_before);
  if (a_class != b_class) return a_class < b_class;
  if (a_class == 0) return (a->order < b->order) != model->is_backward;
  if (a_distance != b_distance) return a_distance < b_distance;
  if (a_is_before != b_is_before) return a_is_before == model->is_backward;
  return a_is_before ? a->order > b->order : a->order < b->order;
}

/// Where a request's place is now; false for one that is always wanted.
static bool locate(const model_store *model, const model_request *request, int64_t *lower,
                   int64_t *upper) {
  const model_place *place = &request->place;
  if (place->kind > MODEL_BEFORE) return false;
  if (place->kind != MODEL_CELL) {
    int part = 0;
    while (model->parts[part].kind != PART_PAGE || model->parts[part].number != place->value) {
      part++;
    }
    part += place->kind == MODEL_AFTER ? 1 : -1;
    *lower = model_store_start(model, part);
    *upper = *lower + model_store_part_slots(model, part);
    return true;
  }
  const int cell = (int)place->value;
  *lower = *upper = model_store_count(model);
  int part, at;
  if ((place->via == VIA_SEAM_BEFORE || place->via == VIA_SEAM_AFTER) &&
      model_store_find(model, place->id, &part, &at)) {
    *lower = *upper = model_store_start(model, part) + at + 1;
    return true;
  }
  if (cell >= model->part_count) return true;
  if (model->parts[cell].kind == PART_PAGE && place->via == VIA_TAIL) return true;
  *lower = model_store_start(model, cell);
  *upper = *lower + model_store_part_slots(model, cell);
  return true;
}

/// The request to give up first: no longer wanted, and the furthest; −1 if there is none.
static int furthest_request(const model_store *model) {
  int64_t most = -1;
  int found = -1;
  for (int i = 0; i < model->request_count; i++) {
    int64_t lower, upper, distance = 0;
    if (model->requests[i].is_needed) continue;
    if (!locate(model, &model->requests[i], &lower, &upper) || wants(model, lower, upper)) continue;
    if (upper <= model->visible.lower) {
      distance = model->visible.lower - upper;
    } else if (lower > model->visible.upper) {
      distance = lower - model->visible.upper;
    }
    if (distance > most) {
      most = distance;
      found = i;
    }
  }
  return found;
}

static void begin(model_store *model, const model_request *request, rc_store_request listed) {
  const model_failure *failure =
      model_store_failure(model, request->place.kind, request->place.value);
  listed.token = ++model->last_token;
  listed.attempt = failure == NULL ? 0 : failure->attempt;
  model->plan[model->plan_count++] = listed;
  model->requests[model->request_count] = *request;
  model->requests[model->request_count++].token = listed.token;
}

static void begin_place(model_store *model, const model_place *place) {
  const model_request request = {.place = *place};
  rc_store_request listed = {.position = -1, .count = model->options.page_size, .id = RC_ID_NONE};
  switch (place->kind) {
    case MODEL_CELL:
      listed.position = place->value * model->options.page_size;
      if (model->options.looks_ahead) listed.count++;
      break;
    case MODEL_HEAD:
      listed.kind = RC_STORE_REQUEST_KIND_FIRST;
      break;
    case MODEL_TAIL:
      listed.kind = RC_STORE_REQUEST_KIND_LAST;
      break;
    default:
      for (int i = 0; i < model->part_count; i++) {
        const model_part *part = &model->parts[i];
        if (part->kind != PART_PAGE || part->number != place->value) continue;
        listed.page = part->number;
        listed.kind =
            place->kind == MODEL_AFTER ? RC_STORE_REQUEST_KIND_AFTER : RC_STORE_REQUEST_KIND_BEFORE;
        listed.id = place->kind == MODEL_AFTER ? part->last : part->first;
      }
  }
  begin(model, &request, listed);
}

/// When a place may be requested.
static double due_time(const model_store *model, const model_place *place) {
  const model_failure *failure = model_store_failure(model, place->kind, place->value);
  double due = model->settle_time;
  if (failure != NULL && failure->due > due) due = failure->due;
  return due;
}

/// Leaves the places that may be requested now, in their order.
static void choose(model_store *model, place_list *list) {
  int count = 0;
  for (int i = 0; i < model->request_count; i++) {
    model_request *request = &model->requests[i];
    request->is_needed = false;
    for (int j = 0; j < list->count; j++) {
      const model_place *place = &list->places[j];
      const bool needs = place->kind == request->place.kind && place->value == request->place.value;
      request->is_needed = request->is_needed || needs;
    }
  }
  for (int i = 0; i < list->count; i++) {
    const model_place place = list->places[i];
    if (model_store_is_requested(model, place.kind, place.value)) continue;
    const double due = due_time(model, &place);
    if (due > model->time) {
      if (due < model->next_time) model->next_time = due;
      continue;
    }
    int at = count++;
    for (; at > 0 && comes_first(model, &place, &list->places[at - 1]); at--) {
      list->places[at] = list->places[at - 1];
    }
    list->places[at] = place;
  }
  list->count = count;
}

static void plan_places(model_store *model) {
  place_list jumps = {.count = 0}, list = {.count = 0};
  for (int end = RC_END_HEAD; end >= RC_END_TAIL; end--) {
    if (!model->jumps[end]) continue;
    jumps.places[jumps.count++].kind = end == RC_END_HEAD ? MODEL_HEAD : MODEL_TAIL;
    jumps.places[jumps.count - 1] =
        (model_place){jumps.places[jumps.count - 1].kind, VIA_CELL, 0, -1, -1, 0, 0};
  }
  const bool wants_nothing =
      model->wanted.lower == model->wanted.upper && model_store_count(model) > 0;
  if (!wants_nothing && model->options.source == RC_STORE_SOURCE_KEYS) list_gaps(model, &list);
  if (!wants_nothing && model->options.source == RC_STORE_SOURCE_OFFSETS) list_cells(model, &list);
  choose(model, &list);
  // Jumps have no order but their own.
  const int64_t limit = model->settings.request_limit;
  int jump_count = 0;
  for (int i = 0; i < jumps.count; i++) {
    const model_place *place = &jumps.places[i];
    if (model_store_is_requested(model, place->kind, 0)) continue;
    const double due = due_time(model, place);
    if (due > model->time) {
      if (due < model->next_time) model->next_time = due;
    } else {
      jumps.places[jump_count++] = *place;
    }
  }
  if (limit == 0) return;
  const int needed = jump_count + list.count;
  int found;
  while (needed > 0 && needed > limit - model->request_count &&
         (found = furthest_request(model)) >= 0) {
    model_store_give_up(model, found);
  }
  for (int i = 0; i < needed && model->request_count < limit; i++) {
    begin_place(model, i < jump_count ? &jumps.places[i] : &list.places[i - jump_count]);
  }
}

// == refresh ==

int model_store_anchor_part(const model_store *model) {
  for (int64_t slot = model->visible.lower; slot < model->visible.upper; slot++) {
    int part;
    if (model_store_id(model, slot, &part) != RC_ID_NONE) return part;
  }
  return -1;
}

rc_interval model_store_anchor_cells(const model_store *model) {
  const int64_t size = model->options.page_size;
  int64_t move = model_store_hidden(model), end = model->end;
  const int anchor = model_store_anchor_part(model);
  if (model->target_total >= 0 && anchor >= 0 && model->parts[anchor].total >= 0) {
    move = model->target_total - model->parts[anchor].total;
    end = (model->target_total + size - 1) / size;
  }
  int lower, upper;
  (void)model_store_id(model, model->visible.lower, &lower);
  (void)model_store_id(model, model->visible.upper - 1, &upper);
  // The cells of the first position of the first one, and of the last one of the last, and one
  // more.
  const double first = floor((double)(lower * size + move) / (double)size) - 1;
  const double last = ceil((double)(upper * size + move) / (double)size) + 1;
  rc_interval cells = {(int64_t)first, (int64_t)last + 1};
  if (end > 0 && cells.upper > end) cells.upper = end;
  if (cells.upper < 1) cells.upper = 1;
  if (cells.lower > cells.upper - 1) cells.lower = cells.upper - 1;
  if (cells.lower < 0) cells.lower = 0;
  return cells;
}

/// The held id that is nearest to a slot, but for so many: its slot, or −1.
static int64_t nearest_id(const model_store *model, int64_t from, int skips) {
  bool is_skipped[MODEL_STORE_PARTS * MODEL_STORE_IDS] = {false};
  for (int i = 0;; i++) {
    int64_t nearest = -1;
    for (int64_t slot = 0; slot < model_store_count(model); slot++) {
      int part;
      if (is_skipped[slot] || model_store_id(model, slot, &part) == RC_ID_NONE) continue;
      if (nearest < 0 || llabs(slot - from) < llabs(nearest - from)) nearest = slot;
    }
    if (i == skips || nearest < 0) return nearest;
    is_skipped[nearest] = true;
  }
}

/// How many pages a refresh may request, one more at a time.
static int64_t first_pages(const model_store *model) {
  const int64_t page_limit = model->settings.page_limit, item_limit = model->settings.item_limit;
  int64_t pages = 1;
  while (pages < model->options.first_pages) {
    const int64_t items = (pages + 1) * model->options.page_size;
    if ((page_limit > 0 && pages == page_limit) || (item_limit > 0 && items > item_limit)) break;
    pages++;
  }
  return pages;
}

/// The cells of a refresh at a cell, one after another: those after it, then those before it.
static rc_interval first_cells(const model_store *model, int64_t first, int64_t known) {
  rc_interval cells = {first, first + 1};
  for (int64_t i = first_pages(model); i > 1; i--) {
    if (known <= 0 || cells.upper < known) {
      cells.upper++;
    } else if (cells.lower > 0) {
      cells.lower--;
    }
  }
  return cells;
}

static void begin_refresh(model_store *model) {
  const int64_t size = model->options.page_size, pages = first_pages(model);
  const int64_t visible = model->visible.upper - model->visible.lower;
  model_request request = {.place = {.kind = MODEL_REFRESH}};
  rc_store_request listed = {
      .position = -1, .count = pages * size, .id = RC_ID_NONE, .is_refresh = true};
  rc_store_target target = model->target;
  const bool has_anchor = model_store_pages(model) > 0 && visible > 0;
  if (target == RC_STORE_TARGET_ANCHOR && !has_anchor) target = RC_STORE_TARGET_FIRST;
  if (model->options.source == RC_STORE_SOURCE_OFFSETS) {
    int64_t first = 0, known = model->end;
    if (target == RC_STORE_TARGET_POSITION) first = model->target_value / size;
    if (target == RC_STORE_TARGET_LAST && model->part_count > 0) {
      if (known < 0) known = model->part_count;
      if (known > 0) first = known - 1;
    }
    const rc_interval cells = target == RC_STORE_TARGET_ANCHOR ? model_store_anchor_cells(model)
                                                               : first_cells(model, first, known);
    request.first = cells.lower;
    request.cells = cells.upper - cells.lower;
    request.is_at_start = cells.lower == 0;
    request.is_anchor = target == RC_STORE_TARGET_ANCHOR;
    listed.position = cells.lower * size;
    listed.count = request.cells * size + model->options.looks_ahead;
    begin(model, &request, listed);
    return;
  }
  const int64_t nearest = nearest_id(model, model->visible.lower, model->target_skips);
  if (target == RC_STORE_TARGET_ANCHOR && nearest < 0) target = RC_STORE_TARGET_FIRST;
  int part, at;
  switch (target) {
    case RC_STORE_TARGET_ANCHOR:
      listed.id = model_store_id(model, nearest, &part);
      listed.page = model->parts[part].number;
      listed.count = visible > size ? visible : size;
      request.is_anchor = true;
      break;
    case RC_STORE_TARGET_POSITION:
      listed.position = model->target_value;
      if (visible > listed.count) listed.count = visible;
      request.is_at_start = listed.position == 0;
      break;
    case RC_STORE_TARGET_ID:
      listed.id = model->target_value;
      if (model_store_find(model, listed.id, &part, &at)) listed.page = model->parts[part].number;
      break;
    default:
      listed.kind =
          target == RC_STORE_TARGET_LAST ? RC_STORE_REQUEST_KIND_LAST : RC_STORE_REQUEST_KIND_FIRST;
      request.is_at_end = target == RC_STORE_TARGET_LAST;
      request.is_at_start = !request.is_at_end;
  }
  begin(model, &request, listed);
}

static void plan_refresh(model_store *model) {
  const model_failure *failure = model_store_failure(model, MODEL_REFRESH, 0);
  if (model->request_count > 0) return;
  if (failure != NULL && failure->due > model->time) {
    model->next_time = failure->due;
  } else if (model->settings.request_limit > 0) {
    begin_refresh(model);
  }
}

static void refresh_by_itself(model_store *model) {
  const int64_t distance = model->settings.jump_distance;
  const rc_interval visible = model->visible;
  if (distance == 0 || model->needs_refresh || visible.lower == visible.upper) return;
  if (model->options.source != RC_STORE_SOURCE_KEYS || model_store_pages(model) == 0) return;
  int part;
  (void)model_store_id(model, visible.lower, &part);
  const int64_t start = model_store_start(model, part);
  const int64_t upper = start + model_store_part_slots(model, part);
  if (model->parts[part].kind != PART_GAP || visible.upper > upper) return;
  if (part > 0 && visible.lower - start <= distance) return;
  if (part + 1 < model->part_count && upper - visible.upper <= distance) return;
  if (memcmp(&visible, &model->refreshed, sizeof visible) == 0) return;
  if (model->settle_time > model->time) {
    model->next_time = model->settle_time;
    return;
  }
  model_store_refresh(model, RC_STORE_TARGET_POSITION, visible.lower);
  model->refreshed = visible;
}

/// Refreshes what is visible where a seam is torn, once where the user rests.
static void repair_by_itself(model_store *model) {
  if (model->needs_refresh || model->repaired_at == model->moves) return;
  if (model_store_anchor_part(model) < 0 || !is_torn(model)) return;
  if (model->settle_time > model->time) {
    model->next_time = model->settle_time;
    return;
  }
  model_store_refresh(model, RC_STORE_TARGET_ANCHOR, 0);
  model->repaired_at = model->moves;
}

/// When what is visible is stale.
static double stale_time(const model_store *model) {
  double first = INFINITY;
  const int64_t count = model_store_count(model);
  for (int64_t slot = count > 0 ? model->visible.lower : -1; slot < model->visible.upper; slot++) {
    int part = -1;
    if (slot >= 0 && model_store_id(model, slot, &part) == RC_ID_NONE) continue;
    const double arrived = slot < 0 ? model->arrived : model->parts[part].arrived;
    double time = model->settings.max_age > 0 ? arrived + model->settings.max_age : INFINITY;
    if (arrived < model->expired) time = -INFINITY;
    if (time < first) first = time;
  }
  return first;
}

/// Refreshes what is visible if it is stale, where the user rests and nothing is requested.
static void refresh_by_age(model_store *model) {
  const model_failure *failure = model_store_failure(model, MODEL_REFRESH, 0);
  if (model->needs_refresh || model->jumps[0] || model->jumps[1]) return;
  const double times[] = {stale_time(model), model->rest_time,
                          failure == NULL ? -INFINITY : failure->due};
  double due = -INFINITY;
  for (int i = 0; i < 3; i++) due = times[i] > due ? times[i] : due;
  if (due > model->time) {
    if (due < model->next_time) model->next_time = due;
  } else if (model->request_count == 0 && model->settings.request_limit > 0) {
    model->needs_refresh = model->is_by_age = true;
    model->target = RC_STORE_TARGET_ANCHOR;
    model->target_total = -1;
    model->target_skips = 0;
    model->aged = model->visible;
  }
}

/// Gives a refresh by age up, if what it is for is not visible any more, but something else.
static void leave_stale(model_store *model) {
  bool is_seen = model->visible.lower == model->visible.upper;
  for (int64_t slot = model->visible.lower; slot < model->visible.upper; slot++) {
    is_seen = is_seen || (model->aged.lower <= slot && slot < model->aged.upper);
  }
  if (!model->is_by_age || is_seen) return;
  while (model->request_count > 0) model_store_give_up(model, 0);
  model->needs_refresh = model->is_by_age = false;
}

/// Whether slots are visible; or if there are none, a place beside visible ones.
static bool is_seen(const model_store *model, int64_t lower, int64_t upper) {
  const rc_interval visible = model->visible;
  if (lower == upper) {
    return visible.lower != visible.upper && visible.lower <= lower && lower <= visible.upper;
  }
  for (int64_t slot = lower; slot < upper; slot++) {
    if (visible.lower <= slot && slot < visible.upper) return true;
  }
  return false;
}

/// Whether something is visible that is not there, and not left as it is.
static bool sees_missing(const model_store *model) {
  const bool is_keys = model->options.source == RC_STORE_SOURCE_KEYS;
  for (int i = 0; i < model->part_count; i++) {
    const int64_t start = model_store_start(model, i);
    const int64_t upper = start + model_store_part_slots(model, i);
    if (model->parts[i].kind == PART_PAGE || !is_seen(model, start, upper)) continue;
    if (!is_keys || !rests_at_row(model, i, start, upper)) return true;
  }
  const int64_t count = model_store_count(model);
  return !is_keys && model->end < 0 && is_seen(model, count, count);
}

static void note_late(model_store *model) {
  bool sees = sees_missing(model);
  for (int i = 0; i < model->request_count; i++) {
    model_request *request = &model->requests[i];
    const bool is_seam =
        request->place.via == VIA_SEAM_BEFORE || request->place.via == VIA_SEAM_AFTER;
    int64_t lower, upper;
    if (is_seam || !locate(model, request, &lower, &upper)) continue;
    if (!is_seen(model, lower, upper)) continue;
    request->is_late = sees = true;
  }
  model->stalls_since = sees ? model->time : NAN;
}

void model_store_update(model_store *model, const rc_store_view *view) {
  const rc_interval before = model->wanted, visible = view->visible;
  bool shares = false;
  for (int64_t slot = visible.lower; slot < visible.upper; slot++) {
    shares = shares || (before.lower <= slot && slot < before.upper);
  }
  if (view->time > model->time) model->time = view->time;
  if (!isnan(model->stalls_since)) model->stall += model->time - model->stalls_since;
  model->stalls_since = NAN;
  if (visible.lower < visible.upper && before.lower < before.upper && !shares &&
      model_store_pages(model) > 0) {
    model->settle_time = model->time + model->settings.settle;
  }
  if (visible.lower != model->visible.lower) {
    model->moves++;
    model->rest_time = model->time + model->settings.settle;
  }
  if (view->is_settled) model->settle_time = model->rest_time = -INFINITY;
  model->visible = visible;
  model->wanted = view->wanted;
  model->is_backward = view->direction == RC_DIRECTION_BACKWARD;
  model->plan_count = 0;
  model->next_time = INFINITY;
  leave_stale(model);
  if (model->options.source == RC_STORE_SOURCE_KEYS) refresh_by_itself(model);
  if (model->options.source == RC_STORE_SOURCE_OFFSETS) repair_by_itself(model);
  refresh_by_age(model);
  if (model->needs_refresh) {
    plan_refresh(model);
  } else {
    plan_places(model);
    note_late(model);
  }
  memcpy(model->plan_given_up, model->given_up, sizeof model->given_up);
  model->plan_given_up_count = model->given_up_count;
  model->given_up_count = 0;
}
