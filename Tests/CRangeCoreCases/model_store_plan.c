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

static void list_cells(const model_store *model, place_list *list) {
  for (int k = 0; k < model->part_count; k++) {
    const int64_t start = model_store_start(model, k);
    const int64_t slots = model_store_part_slots(model, k);
    if (model->parts[k].kind == PART_MISSING) {
      if (!model->options.has_placeholders && !is_chosen_of_run(model, k)) continue;
      add_place(model, list, (model_place){MODEL_CELL, VIA_CELL, k, start, start + slots, 0});
    } else if (model_store_is_loose(model, k - 1) && model->parts[k - 1].stalled < 8) {
      const bool is_second = model->parts[k - 1].stalled % 2 == 1;
      const model_via via = is_second ? VIA_SEAM_AFTER : VIA_SEAM_BEFORE;
      add_place(model, list, (model_place){MODEL_CELL, via, k - is_second, start, start, 0});
    }
  }
  const int64_t count = model_store_count(model);
  if (model->end >= 0) return;
  add_place(model, list,
            (model_place){MODEL_CELL, VIA_TAIL, model_store_tail_cell(model), count, count, 0});
}

static bool is_after_page(const model_store *model, int part, int64_t lower, int64_t upper) {
  const rc_interval wanted = model->wanted;
  if (part == 0) return false;
  if (part + 1 == model->part_count) return true;
  const bool has_lower = wanted.lower <= lower && lower <= wanted.upper;
  const bool has_upper = wanted.lower <= upper && upper <= wanted.upper;
  if (has_lower && has_upper) return !model->is_backward;
  if (has_lower) return true;
  if (has_upper) return false;
  return model->visible.lower - lower <= upper - model->visible.upper;
}

static void list_gaps(const model_store *model, place_list *list) {
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i].kind != PART_GAP || model->part_count == 1) continue;
    const int64_t start = model_store_start(model, i);
    const int64_t upper = start + model_store_part_slots(model, i);
    const bool is_after = is_after_page(model, i, start, upper);
    if (i > 0 && model_store_is_requested(model, MODEL_AFTER, model->parts[i - 1].number)) continue;
    if (i + 1 < model->part_count &&
        model_store_is_requested(model, MODEL_BEFORE, model->parts[i + 1].number)) {
      continue;
    }
    add_place(model, list,
              (model_place){is_after ? MODEL_AFTER : MODEL_BEFORE, VIA_CELL,
                            model->parts[is_after ? i - 1 : i + 1].number, start, upper, 0});
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
  if (cell >= model->part_count) return true;
  if (model->parts[cell].kind == PART_PAGE && place->via == VIA_TAIL) return true;
  *lower = model_store_start(model, cell);
  *upper = *lower + model_store_part_slots(model, cell);
  if (model->parts[cell].kind != PART_PAGE) return true;
  if (place->via == VIA_SEAM_BEFORE) *upper = *lower;
  if (place->via == VIA_SEAM_AFTER) *lower = *upper;
  return true;
}

/// The request to give up first: no longer wanted, and the furthest; −1 if there is none.
static int furthest_request(const model_store *model) {
  int64_t most = -1;
  int found = -1;
  for (int i = 0; i < model->request_count; i++) {
    int64_t lower, upper, distance = 0;
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
      listed.kind = RC_STORE_REQUEST_FIRST;
      break;
    case MODEL_TAIL:
      listed.kind = RC_STORE_REQUEST_LAST;
      break;
    default:
      for (int i = 0; i < model->part_count; i++) {
        const model_part *part = &model->parts[i];
        if (part->kind != PART_PAGE || part->number != place->value) continue;
        listed.page = part->number;
        listed.kind = place->kind == MODEL_AFTER ? RC_STORE_REQUEST_AFTER : RC_STORE_REQUEST_BEFORE;
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
        (model_place){jumps.places[jumps.count - 1].kind, VIA_CELL, 0, -1, -1, 0};
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

static void begin_refresh(model_store *model) {
  const int64_t size = model->options.page_size, hidden = model_store_hidden(model);
  const int64_t visible = model->visible.upper - model->visible.lower;
  model_request request = {.place = {.kind = MODEL_REFRESH}};
  rc_store_request listed = {.position = -1, .count = size, .id = RC_ID_NONE, .is_refresh = true};
  rc_store_target target = model->target;
  const bool has_anchor = model_store_pages(model) > 0 && visible > 0;
  if (target == RC_STORE_TARGET_ANCHOR && !has_anchor) target = RC_STORE_TARGET_FIRST;
  if (model->options.source == RC_STORE_SOURCE_OFFSETS) {
    int64_t first = 0, end = 1;
    if (target == RC_STORE_TARGET_POSITION) first = model->target_value / size;
    if (target == RC_STORE_TARGET_LAST && model->part_count > 0) {
      first = (model->end >= 0 ? model->end : model->part_count) - 1;
      if (first < 0) first = 0;
    }
    end = first + 1;
    if (target == RC_STORE_TARGET_ANCHOR) {
      int lower, upper;
      (void)model_store_id(model, model->visible.lower, &lower);
      (void)model_store_id(model, model->visible.upper - 1, &upper);
      first = lower + hidden / size;
      end = upper + (hidden + size - 1) / size + 1;
      if (model->end > 0 && end > model->end) end = model->end;
      if (first > end - 1) first = end - 1;
    }
    request.first = first;
    request.cells = end - first;
    request.is_at_start = first == 0;
    request.is_anchor = target == RC_STORE_TARGET_ANCHOR;
    listed.position = first * size;
    listed.count = request.cells * size + model->options.looks_ahead;
    begin(model, &request, listed);
    return;
  }
  int64_t nearest = -1;
  for (int64_t slot = 0; slot < model_store_count(model); slot++) {
    int part;
    if (model_store_id(model, slot, &part) == RC_ID_NONE) continue;
    const int64_t from = model->visible.lower;
    if (nearest < 0 || llabs(slot - from) < llabs(nearest - from)) nearest = slot;
  }
  if (target == RC_STORE_TARGET_ANCHOR && nearest < 0) target = RC_STORE_TARGET_FIRST;
  int part, at;
  switch (target) {
    case RC_STORE_TARGET_ANCHOR:
      listed.id = model_store_id(model, nearest, &part);
      listed.page = model->parts[part].number;
      listed.count = visible > size ? visible : size;
      break;
    case RC_STORE_TARGET_POSITION:
      listed.position = model->target_value;
      listed.count = visible > size ? visible : size;
      request.is_at_start = listed.position == 0;
      break;
    case RC_STORE_TARGET_ID:
      listed.id = model->target_value;
      if (model_store_find(model, listed.id, &part, &at)) listed.page = model->parts[part].number;
      break;
    default:
      listed.kind = target == RC_STORE_TARGET_LAST ? RC_STORE_REQUEST_LAST : RC_STORE_REQUEST_FIRST;
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
  if (model->settle_time > model->time) return;
  int part;
  (void)model_store_id(model, visible.lower, &part);
  const int64_t start = model_store_start(model, part);
  const int64_t upper = start + model_store_part_slots(model, part);
  if (model->parts[part].kind != PART_GAP || visible.upper > upper) return;
  if (part > 0 && visible.lower - start <= distance) return;
  if (part + 1 < model->part_count && upper - visible.upper <= distance) return;
  if (memcmp(&visible, &model->refreshed, sizeof visible) == 0) return;
  model_store_refresh(model, RC_STORE_TARGET_POSITION, visible.lower);
  model->refreshed = visible;
}

void model_store_update(model_store *model, const rc_store_view *view) {
  const rc_interval before = model->wanted, visible = view->visible;
  bool shares = false;
  for (int64_t slot = visible.lower; slot < visible.upper; slot++) {
    shares = shares || (before.lower <= slot && slot < before.upper);
  }
  if (view->time > model->time) model->time = view->time;
  if (visible.lower < visible.upper && before.lower < before.upper && !shares &&
      model_store_pages(model) > 0) {
    model->settle_time = model->time + model->settings.settle;
  }
  if (view->is_settled) model->settle_time = -INFINITY;
  model->visible = visible;
  model->wanted = view->wanted;
  model->is_backward = view->direction == RC_DIRECTION_BACKWARD;
  model->plan_count = 0;
  model->next_time = INFINITY;
  refresh_by_itself(model);
  if (model->needs_refresh) {
    plan_refresh(model);
  } else {
    plan_places(model);
  }
  memcpy(model->plan_given_up, model->given_up, sizeof model->given_up);
  model->plan_given_up_count = model->given_up_count;
  model->given_up_count = 0;
}
