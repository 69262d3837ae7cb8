// Where the model puts the ids of a reply: (17), (18), (21) and (23) of the header, said of one
// line of all that is held. Whatever is asked of the line walks all of it.
//
//     pages     1: a b c   2:   3: missing   4: d e
//     line      a b c  [2]  [3]  d e               each mark holds the place of what has no ids

#include <string.h>

#include "model_store.h"

enum { LINE = 4096 };

/// A held id, and its page; or what holds the place of a part without ids.
typedef struct {
  rc_id id, next;
  int part;
  bool is_new;
} spot;

typedef struct {
  spot spots[LINE];
  int count;
} line;

static void add_spot(line *it, int at, spot added) {
  for (int i = it->count; i > at; i--) it->spots[i] = it->spots[i - 1];
  it->spots[at] = added;
  it->count++;
}

static void make_line(const model_store *model, line *it) {
  it->count = 0;
  for (int k = 0; k < model->part_count; k++) {
    const model_part *part = &model->parts[k];
    const bool is_page = part->kind == PART_PAGE;
    if (!is_page || part->count == 0) {
      add_spot(it, it->count, (spot){RC_ID_NONE, RC_ID_NONE, k, false});
    }
    for (int64_t i = 0; is_page && i < part->count; i++) {
      add_spot(it, it->count, (spot){part->ids[i], part->next[i], k, false});
    }
  }
}

/// Makes the pages hold what the line says.
static void take_line(model_store *model, const line *it) {
  for (int k = 0; k < model->part_count; k++) {
    model_part *part = &model->parts[k];
    if (part->kind != PART_PAGE) continue;
    part->count = 0;
    for (int i = 0; i < it->count; i++) {
      if (it->spots[i].part != k || it->spots[i].id == RC_ID_NONE) continue;
      part->ids[part->count] = it->spots[i].id;
      part->next[part->count++] = it->spots[i].next;
    }
  }
}

/// Where an id is in a line; −1 if it is not held.
static int find(const line *it, rc_id id) {
  for (int i = 0; i < it->count; i++) {
    if (id != RC_ID_NONE && it->spots[i].id == id) return i;
  }
  return -1;
}

/// The page that holds an id; −1 if none does.
static int page_of(const line *it, rc_id id) {
  const int at = find(it, id);
  return at < 0 ? -1 : it->spots[at].part;
}

/// The next page with slots on one side of a cell, past empty pages; −1 if a cell is missing first.
static int page_with_slots(const model_store *model, int cell, int step) {
  int k = cell + step;
  while (k >= 0 && k < model->part_count && model->parts[k].kind == PART_PAGE) {
    if (model->parts[k].count > 0) return k;
    k += step;
  }
  return -1;
}

// == offsets ==

/// A reply for a cell while it is placed.
typedef struct {
  line line;
  const model_reply *reply;
  int cell;
  /// The pages with slots beside the cell; and another that counts as its page does, or −1.
  int before, after, there;
  /// The id right after which the reply starts; none if that is where the cell's page does.
  rc_id start;
  bool continues;
} placing;

static bool is_own(const placing *it, int page) {
  return page >= 0 && (page == it->cell || page == it->there);
}

/// Whether the cell's page starts right after an id of the line, past empty pages.
static bool is_right_before(const model_store *model, const placing *it, int at) {
  if (it->line.spots[at].part >= it->cell) return false;
  for (at++; it->line.spots[at].part < it->cell; at++) {
    const bool is_page = model->parts[it->line.spots[at].part].kind == PART_PAGE;
    if (!is_page || it->line.spots[at].id != RC_ID_NONE) return false;
  }
  return true;
}

static void start_after(placing *it, rc_id id) {
  const int page = page_of(&it->line, id);
  if (page < 0) return;
  it->start = id;
  it->there = page;
}

/// Where the reply starts, and in which page.
static int start_of(const placing *it, int *out_page) {
  int at = 0;
  *out_page = it->start == RC_ID_NONE ? it->cell : it->there;
  if (it->start != RC_ID_NONE) return find(&it->line, it->start) + 1;
  while (it->line.spots[at].part < it->cell) at++;
  return at;
}

static void begin_placing(const model_store *model, const model_request *request, placing *it) {
  const int cell = it->cell;
  make_line(model, &it->line);
  it->before = page_with_slots(model, cell, -1);
  it->after = page_with_slots(model, cell, 1);
  it->there = -1;
  it->start = RC_ID_NONE;
  if (!model->options.looks_ahead || it->reply->count == 0) return;
  if (cell > 0 && model->parts[cell - 1].kind == PART_PAGE) {
    const rc_id last = model->parts[cell - 1].last;
    const int at = find(&it->line, last);
    it->continues =
        at >= 0 && it->line.spots[at].next == it->reply->ids[0] && !is_right_before(model, it, at);
    if (it->continues) start_after(it, last);
  }
  if (!it->continues && request->place.via == VIA_SEAM_AFTER) start_after(it, request->place.id);
}

/// Where the reply has got to before one of its ids, in which page.
static int reached(const placing *it, int upper, int *out_page) {
  int at = start_of(it, out_page);
  for (int i = 0; i < upper; i++) {
    const int page = page_of(&it->line, it->reply->ids[i]);
    if (!is_own(it, page)) continue;
    at = find(&it->line, it->reply->ids[i]) + 1;
    *out_page = page;
  }
  return at;
}

/// Where a run of new ids goes, in which page.
static int seat_of_run(const placing *it, int lower, int upper, int *out_page) {
  const model_reply *reply = it->reply;
  const rc_id former = lower > 0 ? reply->ids[lower - 1] : RC_ID_NONE;
  const rc_id next = upper < reply->count ? reply->ids[upper] : reply->ahead;
  if (lower == 0 && it->continues) return reached(it, 0, out_page);
  *out_page = page_of(&it->line, former);
  if (is_own(it, *out_page) || (*out_page >= 0 && *out_page == it->after)) {
    return find(&it->line, former) + 1;
  }
  *out_page = page_of(&it->line, next);
  if (is_own(it, *out_page) || (*out_page >= 0 && *out_page == it->before)) {
    return find(&it->line, next);
  }
  return reached(it, lower, out_page);
}

/// Tells the edits of a cell's reply: its page fills placeholders from the start; other ids are
/// inserted; and placeholders that are left are removed.
static void tell_edits(model_store *model, const placing *it, int64_t placeholders) {
  const int cell = it->cell;
  int64_t filled = 0, slot = 0;
  for (int i = 0, part = 0; i < it->line.count; i++) {
    const spot *at = &it->line.spots[i];
    // What is left of the placeholders follows the page.
    if (part <= cell && at->part > cell) slot += placeholders - filled;
    part = at->part;
    if (at->id == RC_ID_NONE) {
      if (part != cell) slot += model_store_part_slots(model, part);
      continue;
    }
    if (at->part == cell && filled < placeholders) {
      filled++;
    } else if (at->is_new) {
      model_store_tell(model, RC_EDIT_KIND_INSERT, slot, slot + 1);
    }
    slot++;
  }
  const int64_t end = model_store_start(model, cell + 1);
  model_store_tell(model, RC_EDIT_KIND_REMOVE, end, end + placeholders - filled);
}

bool model_store_place_cell(model_store *model, const model_request *request,
                            const model_reply *reply, int64_t placeholders) {
  placing it;
  memset(&it, 0, sizeof it);
  it.cell = (int)request->place.value;
  it.reply = reply;
  begin_placing(model, request, &it);
  for (int lower = 0, upper; lower < reply->count; lower = upper + 1) {
    for (upper = lower; upper < reply->count && reply->is_new[upper]; upper++) continue;
    if (lower == upper) continue;
    int page;
    const int at = seat_of_run(&it, lower, upper, &page);
    for (int i = lower; i < upper; i++) {
      add_spot(&it.line, at + i - lower, (spot){reply->ids[i], RC_ID_NONE, page, true});
      model->new_count++;
    }
  }
  take_line(model, &it.line);
  tell_edits(model, &it, placeholders);
  return it.continues;
}

// == what follows what ==

void model_store_tell_next(model_store *model, rc_id id, rc_id next) {
  int part, at;
  if (!model_store_find(model, id, &part, &at)) return;
  rc_id *told = &model->parts[part].next[at];
  const rc_id behind = model_store_behind(model, part, at);
  // What was told before counts as long as it is there.
  if (behind == RC_ID_NONE || *told != behind) *told = next;
}

// == keys ==

/// Whether two ids are in adjacent slots.
static bool are_adjacent(const model_store *model, rc_id first, rc_id second) {
  int part;
  for (int64_t slot = 0; slot + 1 < model_store_count(model); slot++) {
    if (model_store_id(model, slot, &part) == first &&
        model_store_id(model, slot + 1, &part) == second) {
      return true;
    }
  }
  return false;
}

/// Whether an id of a reply is where it reaches a page.
static bool is_joint(const model_reply *reply, int i, const model_part *other, bool is_forward) {
  const rc_id id = reply->ids[i];
  const int neighbour = is_forward ? i + 1 : i - 1;
  if (id == other->ids[is_forward ? 0 : other->count - 1]) return true;
  if (neighbour < 0 || neighbour >= reply->count) return false;
  const rc_id first = is_forward ? id : reply->ids[neighbour];
  const rc_id second = is_forward ? reply->ids[neighbour] : id;
  for (int64_t j = 0; j + 1 < other->count; j++) {
    if (other->ids[j] == first && other->ids[j + 1] == second) return true;
  }
  return false;
}

model_near model_store_find_near(const model_store *model, const model_reply *reply, int other,
                                 bool is_forward) {
  model_near near = {.lower = 0, .upper = reply->count, .joins = false};
  if (other < 0 || other >= model->part_count || model->parts[other].kind != PART_PAGE) return near;
  if (model->parts[other].count == 0) {
    other = page_with_slots(model, other, is_forward ? 1 : -1);
    if (other < 0) return near;
  }
  for (int i = 0; i < reply->count; i++) {
    // Going back, the last one is nearest.
    if (!is_joint(reply, i, &model->parts[other], is_forward)) continue;
    if (is_forward && near.joins) continue;
    near.joins = true;
    if (is_forward) near.upper = i;
    if (!is_forward) near.lower = i + 1;
  }
  return near;
}

int64_t model_store_find_rest(const model_store *model, const model_reply *reply, model_near near,
                              bool has_place[MODEL_STORE_IDS]) {
  int64_t count = 0;
  for (int i = 0; i < reply->count; i++) {
    int lower = i, upper = i;
    has_place[i] = false;
    if (near.lower <= i && i < near.upper) continue;
    if (!reply->is_new[i]) continue;
    while (lower > 0 && reply->is_new[lower - 1]) lower--;
    while (upper < reply->count && reply->is_new[upper]) upper++;
    if (lower == 0 || upper == reply->count) continue;
    has_place[i] = are_adjacent(model, reply->ids[lower - 1], reply->ids[upper]);
    count += has_place[i];
  }
  return count;
}

void model_store_place_rest(model_store *model, const model_reply *reply,
                            const bool has_place[MODEL_STORE_IDS]) {
  line it;
  for (int i = 1; i < reply->count; i++) {
    if (!has_place[i]) continue;
    make_line(model, &it);
    const int at = find(&it, reply->ids[i - 1]) + 1;
    add_spot(&it, at, (spot){reply->ids[i], RC_ID_NONE, it.spots[at - 1].part, true});
    take_line(model, &it);
    int part, offset;
    (void)model_store_find(model, reply->ids[i], &part, &offset);
    const int64_t slot = model_store_start(model, part) + offset;
    model_store_tell(model, RC_EDIT_KIND_INSERT, slot, slot + 1);
  }
}

void model_store_tell_filling(model_store *model, bool is_forward, int64_t start, int64_t former,
                              int64_t ids, int64_t gap) {
  const int64_t filled = ids < former ? ids : former, left = former - filled;
  // Where the filling ends, and where what is left of the gap does.
  const int64_t end = is_forward ? start + filled : start + left;
  const int64_t rest_end = is_forward ? start + ids + left : start + left;
  model_store_tell(model, RC_EDIT_KIND_INSERT, end, end + ids - filled);
  model_store_tell(model, RC_EDIT_KIND_INSERT, rest_end, rest_end + gap - left);
  model_store_tell(model, RC_EDIT_KIND_REMOVE, rest_end - (left - gap), rest_end);
}
