// What the model makes of replies.

#include <string.h>

#include "model_store.h"

void model_store_tell(model_store *model, rc_edit_kind kind, int64_t lower, int64_t upper) {
  const rc_edit edit = {.lower = lower, .upper = upper, .kind = kind};
  if (lower < upper) model_store_follow(model, &edit);
}

static bool is_held(const model_store *model, rc_id id) {
  int part, at;
  return model_store_find(model, id, &part, &at);
}

/// The ids of a reply, each once; and which are new. With `has_ahead`, the last one is looked ahead
/// to, unless it is among the others.
static model_reply read_reply(const model_store *model, const rc_store_reply *reply,
                              bool has_ahead) {
  model_reply read = {.count = 0, .ahead = RC_ID_NONE};
  for (size_t i = 0; i < reply->count; i++) {
    bool comes_again = false;
    for (size_t j = 0; j < i; j++) comes_again = comes_again || reply->ids[j] == reply->ids[i];
    if (comes_again) continue;
    if (has_ahead && i + 1 == reply->count) {
      read.ahead = reply->ids[i];
      continue;
    }
    read.is_new[read.count] = !is_held(model, reply->ids[i]);
    read.ids[read.count++] = reply->ids[i];
  }
  return read;
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
  model_store_tell(model, RC_EDIT_KIND_REMOVE, after, before);
  model_store_tell(model, RC_EDIT_KIND_INSERT, before, after);
}

/// Counts the replies for seams.
static void tally_seams(model_store *model, const model_request *request, int cell,
                        bool continues) {
  model_part *own = &model->parts[cell];
  model_part *before = cell > 0 && own[-1].kind == PART_PAGE ? own - 1 : NULL;
  own->chain = 0;
  if (model->new_count > 0) {
    if (continues) own->chain = own[-1].chain < 8 ? own[-1].chain + 1 : 8;
    own->stalled = 0;
    if (before != NULL) before->stalled = 0;
  } else if (request->place.via == VIA_SEAM_BEFORE && before != NULL) {
    if (before->stalled < 8) before->stalled++;
  } else if (request->place.via == VIA_SEAM_AFTER) {
    if (own->stalled < 8) own->stalled++;
  }
}

/// Nothing is told to follow an id.
static void tell_end(model_store *model, rc_id id) {
  model_store_tell_next(model, id, id);
}

/// The total that a reply for items from a position on tells; −1 for none.
static int64_t total_of(const rc_store_reply *reply, int64_t position) {
  int64_t total = reply->total;
  if (total < 0 && reply->after >= 0 && reply->count > 0) {
    total = position + (int64_t)reply->count + reply->after;
  }
  return total < RC_ITEM_COUNT_MAX ? total : RC_ITEM_COUNT_MAX;
}

/// Places the ids of a reply; whether it continues that for the cell before, at another place.
static bool receive_ids(model_store *model, const model_request *request,
                        const rc_store_reply *reply, bool was_held) {
  const int cell = (int)request->place.value;
  const int64_t size = model->options.page_size, count = (int64_t)reply->count;
  const model_reply read = read_reply(model, reply, model->options.looks_ahead && count > size);
  const int64_t placeholders = was_held ? 0 : model_store_part_slots(model, cell);
  model_part *own = &model->parts[cell];
  if (!was_held) {
    memset(own, 0, sizeof *own);
    own->kind = PART_PAGE;
    own->number = model->page = ++model->last_page;
    own->total = -2;
    own->arrived = model->time;
  }
  const bool continues = model_store_place_cell(model, request, &read, placeholders);
  own->first = read.count > 0 ? read.ids[0] : RC_ID_NONE;
  own->last = read.count > 0 ? read.ids[read.count - 1] : RC_ID_NONE;
  own->cost = reply->cost;
  own->is_short = count < size;
  if (!model->options.looks_ahead) return continues;
  for (int i = 0; i + 1 < read.count; i++) {
    model_store_tell_next(model, read.ids[i], read.ids[i + 1]);
  }
  if (read.ahead != RC_ID_NONE) model_store_tell_next(model, own->last, read.ahead);
  const bool is_end = total_of(reply, cell * size) == cell * size + count;
  if (read.ahead == RC_ID_NONE && is_end) tell_end(model, own->last);
  return continues;
}

void model_store_receive_cell(model_store *model, const model_request *request,
                              const rc_store_reply *reply) {
  const int cell = (int)request->place.value, last = model_store_last_held(model);
  const bool is_tail = request->place.via == VIA_TAIL;
  const bool was_held = cell < model->part_count && model->parts[cell].kind == PART_PAGE;
  if (reply->count == 0 && cell > last) {
    set_source(model, last + 1, cell == last + 1 ? last + 1 : -1, RC_STORE_UNKNOWN);
    model->stalled = 0;
    if (model->end >= 0 && last >= 0 && model->options.looks_ahead) {
      tell_end(model, model->parts[last].last);
    }
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
  const bool continues = receive_ids(model, request, reply, was_held);
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
  tally_seams(model, request, cell, continues);
  if (is_tail) {
    model->repeats_last = false;
    model->stalled = model->new_count > 0 ? 0 : model->stalled + 1;
    if (end < 0 && model->stalled >= 3) end = cells;
  }
  set_source(model, cells, end, total);
  if (model->parts[cell].total == -2) model->parts[cell].total = total;
}

// == keys ==

static int64_t told_beyond(const model_store *model, const rc_store_reply *reply, bool is_forward,
                           int gap, bool has_other) {
  if (!is_forward) return reply->before;
  if (has_other || reply->after != RC_STORE_UNKNOWN || reply->total < 0) return reply->after;
  int64_t left = reply->total - (int64_t)reply->count;
  for (int i = 0; i < gap; i++) {
    if (model->parts[i].is_open) return RC_STORE_UNKNOWN;
    left -= model->parts[i].count;
  }
  return left > 0 ? left : 0;
}

static void add_page(model_store *model, int at, const rc_store_reply *reply,
                     const model_reply *read, model_near near, const model_part *from) {
  const rc_id first = reply->count > 0 ? reply->ids[0] : from->first;
  const rc_id last = reply->count > 0 ? reply->ids[reply->count - 1] : from->last;
  model_store_add_part(model, at, PART_PAGE);
  model_part *page = &model->parts[at];
  page->number = model->page = ++model->last_page;
  page->first = first;
  page->last = last;
  page->cost = reply->cost;
  page->arrived = model->time;
  for (int i = near.lower; i < near.upper; i++) {
    if (read->is_new[i]) page->ids[page->count++] = read->ids[i];
  }
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
  const model_reply read = read_reply(model, reply, false);
  const model_near near = model_store_find_near(model, &read, other, is_forward);
  const bool joins = near.joins;
  int64_t near_count = 0;
  for (int i = near.lower; i < near.upper; i++) near_count += read.is_new[i];
  if (is_jump && !joins && near_count == 0) return;
  bool has_place[MODEL_STORE_IDS];
  const int64_t rest_count = model_store_find_rest(model, &read, near, has_place);
  model->new_count = near_count + rest_count;

  // What the gap is, and becomes.
  model_part now = {.kind = PART_GAP, .first = RC_ID_NONE, .last = RC_ID_NONE};
  now.filled_at = -1;
  if (gap >= 0) now = model->parts[gap];
  const int64_t former = gap >= 0 ? model_store_part_slots(model, gap) : 0;
  int64_t start = is_forward ? 0 : model_store_count(model);
  if (gap >= 0) start = model_store_start(model, gap);
  const int64_t beyond =
      is_jump ? RC_STORE_UNKNOWN : told_beyond(model, reply, is_forward, gap, other >= 0);
  const int64_t count = (int64_t)reply->count;
  now.count = now.count > count ? now.count - count : 0;
  if (beyond == RC_STORE_SOME || is_jump) now.is_open = true;
  if (beyond >= 0 && other < 0) {
    now.count = beyond;
    now.is_open = false;
  }
  now.stalled = model->new_count > 0 || is_jump ? 0 : now.stalled + 1;
  const int64_t side = is_forward ? reply->after : reply->before;
  const bool tells_more = side == RC_STORE_SOME || side > 0;
  const bool stays = (reply->count > 0 || tells_more) && beyond != 0 && !joins && now.stalled < 3 &&
                     (now.count > 0 || now.is_open);
  if (!is_jump && near_count > 0) now.filled_at = model->moves;
  int64_t slots = stays && model->options.has_placeholders ? now.count : 0;
  if (stays && slots == 0 && other >= 0) slots = 1;
  model_store_tell_filling(model, is_forward, start, former, near_count, slots);

  // The gap, and the page on its near side; of a jump, outermost.
  int at = gap >= 0 ? gap : is_forward ? 0 : model->part_count;
  if (gap >= 0) model_store_remove_part(model, gap);
  if (stays) {
    model_store_add_part(model, at, PART_GAP);
    model->parts[at] = now;
  }
  if (near_count > 0 || (stays && !is_jump)) {
    const int from = is_forward ? at - 1 : at + stays;
    add_page(model, is_forward ? at : at + stays, reply, &read, near,
             from >= 0 ? &model->parts[from] : NULL);
  }
  model_store_place_rest(model, &read, has_place);
  const int64_t outer = is_forward ? reply->before : reply->after;
  if (!is_jump || outer == 0 || outer == RC_STORE_UNKNOWN) return;
  at = is_forward ? 0 : model->part_count;
  const int64_t end = is_forward ? 0 : model_store_count(model);
  model_store_add_part(model, at, PART_GAP);
  model->parts[at].count = outer > 0 ? outer : 0;
  model->parts[at].is_open = outer == RC_STORE_SOME;
  model_store_tell(model, RC_EDIT_KIND_INSERT, end, end + model_store_part_slots(model, at));
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
  page->arrived = model->time;
}

static void take_cells(model_store *model, const model_request *request,
                       const rc_store_reply *reply) {
  const int64_t size = model->options.page_size;
  const bool looks = model->options.looks_ahead;
  const int64_t count = (int64_t)reply->count;
  const bool has_ahead = looks && count > request->cells * size;
  const int64_t placed = count - has_ahead;
  int64_t pages = (placed + size - 1) / size;
  if (pages > request->cells) pages = request->cells;
  for (int64_t k = 0; k < request->first; k++) model_store_add_part(model, (int)k, PART_MISSING);
  for (int64_t i = 0; i < pages; i++) {
    const int at = (int)(request->first + i);
    const int64_t upper = i + 1 == pages ? placed : (i + 1) * size;
    model_store_add_part(model, at, PART_PAGE);
    take_page(model, at, reply->ids + i * size, upper - i * size);
    // Equal shares, and what is left over to the first ones.
    model->parts[at].cost = 0;
  }
  int64_t cost = reply->cost;
  for (int64_t i = pages; i > 0; i--) {
    model->parts[request->first + i - 1].cost = cost / i;
    cost -= cost / i;
  }
  for (int64_t i = 0; i < pages; i++) {
    model->parts[request->first + i].total = total_of(reply, request->first * size);
  }
  // Each is followed by the next one that is held, and the last one by what was looked ahead to.
  rc_id next = has_ahead && !is_held(model, reply->ids[placed]) ? reply->ids[placed] : RC_ID_NONE;
  for (int k = model->part_count - 1; k >= 0; k--) {
    model_part *it = &model->parts[k];
    for (int64_t i = it->kind == PART_PAGE ? it->count - 1 : -1; i >= 0; i--) {
      it->next[i] = next;
      next = it->ids[i];
    }
  }
  model->total = total_of(reply, request->first * size);
  if (!has_ahead && looks && model->total == request->first * size + count) {
    model_part *last = &model->parts[model_store_last_held(model)];
    while (last->count == 0) last--;
    tell_end(model, last->ids[last->count - 1]);
  }
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
    after = reply->total - before - (int64_t)reply->count;
    if (after < 0) after = 0;
  }
  if (after == RC_STORE_UNKNOWN) after = request->is_at_end ? 0 : RC_STORE_SOME;
  take_gap(model, before);
  model_store_add_part(model, model->part_count, PART_PAGE);
  take_page(model, model->part_count - 1, reply->ids, (int64_t)reply->count);
  model->parts[model->part_count - 1].cost = reply->cost;
  take_gap(model, after);
}

/// Whether a reply at what is visible has none of that, which the source has moved.
static bool misses(model_store *model, const model_request *request, const rc_store_reply *reply) {
  const int64_t size = model->options.page_size, total = total_of(reply, request->first * size);
  const int anchor = model_store_anchor_part(model);
  int part;
  if (!request->is_anchor || model->target_total >= 0 || anchor < 0 || total < 0) return false;
  if (model->parts[anchor].total < 0) return false;
  const int64_t count = (int64_t)reply->count;
  const bool has_ahead = model->options.looks_ahead && count > request->cells * size;
  for (int64_t i = 0; i < count - has_ahead; i++) {
    for (int64_t slot = model->visible.lower; slot < model->visible.upper; slot++) {
      const bool is_it = model_store_id(model, slot, &part) == reply->ids[i];
      if (is_it && part == anchor) return false;
    }
  }
  model->target_total = total;
  const rc_interval cells = model_store_anchor_cells(model);
  return cells.lower != request->first || cells.upper != request->first + request->cells;
}

void model_store_receive_refresh(model_store *model, const model_request *request,
                                 const rc_store_reply *reply) {
  const bool is_keys = model->options.source == RC_STORE_SOURCE_KEYS;
  if (reply->count == 0 && !request->is_at_start && reply->total != 0) {
    if (is_keys && request->is_anchor && model->target_skips < 3) {
      model->target_skips++;
      return;
    }
    const bool knows_end = !is_keys && reply->total > 0 && request->is_anchor;
    model->target = knows_end ? RC_STORE_TARGET_POSITION : RC_STORE_TARGET_FIRST;
    model->target_value = knows_end ? reply->total - 1 : 0;
    return;
  }
  if (!is_keys && reply->count > 0 && misses(model, request, reply)) return;
  const model_reply read = read_reply(model, reply, false);
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
  for (int i = 0; i < read.count; i++) {
    if (read.is_new[i] && is_held(model, read.ids[i])) model->new_count++;
  }
  model->needs_refresh = model->is_by_age = false;
  model->failure_count = 0;
  model->arrived = model->time;
  model->stalled = 0;
  model->repeats_last = false;
  if (model->part_count == 0) model->jumps[0] = model->jumps[1] = false;
}
