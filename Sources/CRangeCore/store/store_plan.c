// Which requests to make. An update first gathers the places that are wanted, in the order of their
// slots, and then chooses from them outward:
//
//     places     a   b      c d    e           f
//     visible             [──────]
//     forward    5   4      1 2    3           6       (a is nearer than f)

#include "store.h"

/// What an update gathers, beside the places.
typedef struct gathering {
  /// The most places of a run that matter, on each side of what is visible, and within.
  int64_t most;
  /// The first time at which one that waits may be requested.
  double next_time;
} gathering;

// == places that are wanted ==

/// Notes when a place may be requested; whether it may be now.
static bool note_time(const rc_store *store, gathering *all, const rc__failure *failure) {
  double time = store->told.settle_time;
  if (failure != NULL && failure->retry_time > time) time = failure->retry_time;
  if (time <= store->told.time) return true;
  if (time < all->next_time) all->next_time = time;
  return false;
}

/// Whether a place with some slots shows.
static bool shows(const rc_store *store, const rc__store_place *place, rc_interval span) {
  const rc_interval visible = store->told.visible;
  if (visible.lower == visible.upper) return false;
  if (place->via == RC__VIA_SEAM_BEFORE || place->via == RC__VIA_SEAM_AFTER) return false;
  const int64_t borders = span.lower == span.upper;
  return span.lower < visible.upper + borders && visible.lower < span.upper + borders;
}

/// Whether what a place needs is requested; notes that it is wanted.
static bool note_requested(rc_store *store, const rc__store_place *place) {
  for (size_t i = 0; i < store->request_count; i++) {
    rc__request *request = &store->requests[i];
    if (request->place.kind != place->kind || request->place.value != place->value) continue;
    request->gathered = store->update_count;
    return true;
  }
  return false;
}

/// Adds a place, if it may be requested now; false if out of memory.
static bool gather_place(rc_store *store, gathering *all, rc__store_place place) {
  const rc__failure *failure = rc__store_failure(store, place.kind, place.value);
  store->told.stalls |= shows(store, &place, place.span);
  if (note_requested(store, &place)) return true;
  if (!note_time(store, all, failure)) return true;
  if (!rc__array_reserve(&store->allocator, &store->places, &store->place_capacity,
                         sizeof *store->places, store->place_count + 1)) {
    return false;
  }
  store->places[store->place_count++] = place;
  return true;
}

static bool gather_cells(rc_store *store, gathering *all, const rc__cells *run, int64_t lower,
                         int64_t upper) {
  for (int64_t cell = lower; cell < upper; cell++) {
    const rc__store_place place = {.kind = RC__PLACE_CELL,
                                   .value = cell,
                                   .span = rc__contents_cell_span(&store->held, run, cell)};
    if (!gather_place(store, all, place)) return false;
  }
  return true;
}

/// Gathers the cells of a run with slots: of any number, no more than can be requested.
static bool gather_run(rc_store *store, gathering *all, const rc__cells *run) {
  const rc_interval wanted = store->told.wanted, visible = store->told.visible;
  const int64_t size = run->size;
  const rc_interval slots = {run->lower, run->upper};
  const int64_t wanted_from = rc__clamped(wanted.lower, slots) - run->lower;
  const int64_t wanted_end = rc__clamped(wanted.upper, slots) - run->lower;
  if (wanted_from == wanted_end) return true;
  const int64_t lower = run->first + wanted_from / size;
  const int64_t upper = run->first + (wanted_end + size - 1) / size;
  for (size_t i = rc__store_first_failure(store, RC__PLACE_CELL, lower); i < store->failure_count;
       i++) {
    const rc__failure *failure = &store->failures[i];
    if (failure->kind != RC__PLACE_CELL || failure->value >= upper) break;
    if (!rc__store_is_requested(store, RC__PLACE_CELL, failure->value)) {
      (void)note_time(store, all, failure);
    }
  }
  const int64_t seen_from = visible.lower > run->lower ? visible.lower - run->lower : 0;
  const int64_t seen_end = visible.upper > run->lower ? visible.upper - run->lower : 0;
  const rc_interval cells = {lower, upper};
  const int64_t seen = rc__clamped(run->first + seen_from / size, cells);
  rc_interval shown = {seen, upper};
  shown.upper = rc__clamped(run->first + (seen_end + size - 1) / size, shown);
  const bool is_backward = store->told.is_backward;
  const int64_t most = all->most;
  const int64_t first = is_backward ? rc__clamped(shown.upper - most, shown) : seen;
  const int64_t end = is_backward ? shown.upper : rc__at_most(seen + most, shown.upper);
  return gather_cells(store, all, run, rc__clamped(seen - most, cells), seen) &&
         gather_cells(store, all, run, first, end) &&
         gather_cells(store, all, run, shown.upper, rc__at_most(shown.upper + most, upper));
}

/// Gathers one cell of a run without slots.
static bool gather_hidden_run(rc_store *store, gathering *all, const rc__cells *run,
                              bool is_followed) {
  const rc_interval span = {run->lower, run->lower};
  if (run->first == run->end || !rc__store_wants(store, span)) return true;
  const bool takes_first = run->first > 0 && (!is_followed || !store->told.is_backward);
  const int64_t cell = takes_first ? run->first : run->end - 1;
  return gather_cells(store, all, run, cell, cell + 1);
}

static bool gather_cells_before(rc_store *store, gathering *all, size_t index) {
  const rc__cells run = rc__contents_cells_before(&store->held, index);
  if (store->held.has_placeholders) return gather_run(store, all, &run);
  return gather_hidden_run(store, all, &run, index < store->held.count);
}

/// Gathers a cell that is requested for another reason than that it is missing.
static bool gather_again(rc_store *store, gathering *all, rc__store_place place) {
  if (!rc__store_wants(store, place.span)) return true;
  store->told.stalls |= shows(store, &place, place.span);
  // Two seams may request the same cell.
  rc__block *page = rc__contents_page_of_cell(&store->held, place.value);
  if (page != NULL && page->gathered == store->update_count) return true;
  if (page != NULL) page->gathered = store->update_count;
  return gather_place(store, all, place);
}

// == seams ==

/// By how many items the source has grown or shrunk since a page arrived, as far as that is known.
static int64_t growth_since(const rc__contents *held, const rc__block *page) {
  if (held->total < 0 || page->total < 0) return 0;
  const int64_t growth = held->total - page->total;
  return growth < 0 ? -growth : growth;
}

/// The cell to request for the seam after an id; −1 if no reply for a cell can be of help.
static int64_t cell_for_seam(const rc__contents *held, size_t index, int64_t at, rc__via *out_via) {
  const rc__block *page = held->blocks[index];
  const int64_t cell = rc__lasts_cell(&held->lasts, page->ids[at], page->key);
  // A page that were made elsewhere could be dropped again at once.
  if (rc__contents_page_of_cell(held, cell + 1) == NULL) return -1;
  const rc__block *source = rc__contents_page_of_cell(held, cell);
  if (source->stalled_count == RC__SEAM_TRIES || source->chain == RC__SEAM_TRIES) return -1;
  const rc_id behind = rc__contents_id_behind(held, index, at);
  const rc__block *next = behind == RC_ID_NONE ? page : rc__ids_find(&held->ids, behind);
  const int64_t most = 3 * held->page_size;
  if (growth_since(held, source) > most || growth_since(held, page) > most ||
      growth_since(held, next) > most) {
    return -1;
  }
  const bool is_before = source->stalled_count % 2 == 0;
  *out_via = is_before ? RC__VIA_SEAM_BEFORE : RC__VIA_SEAM_AFTER;
  return is_before ? cell + 1 : cell;
}

/// The next seam in a page or after it, from an id on; the count if there is none.
static int64_t find_seam(const rc__contents *held, size_t index, int64_t at) {
  rc__block *page = held->blocks[index];
  const int64_t last = page->count - 1;
  const bool is_start = at == 0;
  if (page->is_whole && at < last) at = last;
  while (at <= last && !rc__contents_is_loose(held, index, at)) at++;
  if (is_start && at >= last) page->is_whole = true;
  return at;
}

static bool gather_seams(rc_store *store, gathering *all, size_t index) {
  const rc__contents *held = &store->held;
  const int64_t count = held->blocks[index]->count, start = held->starts[index];
  if (!store->looks_ahead) return true;
  for (int64_t at = find_seam(held, index, 0); at < count; at = find_seam(held, index, at + 1)) {
    rc__store_place place = {.kind = RC__PLACE_CELL,
                             .id = held->blocks[index]->ids[at],
                             .span = {start + at + 1, start + at + 1}};
    place.value = cell_for_seam(held, index, at, &place.via);
    if (place.value >= 0 && !gather_again(store, all, place)) return false;
  }
  return true;
}

/// Whether a seam that is wanted can be closed by no reply for a cell.
static bool is_torn(const rc_store *store) {
  const rc__contents *held = &store->held;
  const rc_interval wanted = store->told.wanted;
  size_t index = rc__contents_block_after(held, wanted.lower - 1);
  if (index > 0) index--;
  for (; index < held->count && held->starts[index] <= wanted.upper; index++) {
    const rc__block *page = held->blocks[index];
    if (page->kind != RC__BLOCK_PAGE) continue;
    for (int64_t at = 0; (at = find_seam(held, index, at)) < page->count; at++) {
      const int64_t slot = held->starts[index] + at + 1;
      rc__via via;
      if (!rc__store_wants(store, (rc_interval){slot, slot})) continue;
      if (cell_for_seam(held, index, at, &via) < 0) return true;
    }
  }
  return false;
}

// == cells and pages ==

/// Gathers cells that have no slots, in a list with placeholders, from both sides.
static bool gather_empty_cells(rc_store *store, gathering *all, const rc__cells *cells) {
  if (!rc__store_wants(store, (rc_interval){cells->lower, cells->lower})) return true;
  const int64_t lower = rc__at_most(cells->first + all->most, cells->end);
  const int64_t upper = rc__at_least(cells->end - all->most, lower);
  return gather_cells(store, all, cells, cells->first, lower) &&
         gather_cells(store, all, cells, upper, cells->end);
}

static bool gather_cell_block(rc_store *store, gathering *all, size_t index) {
  const rc__contents *held = &store->held;
  if (held->blocks[index]->kind == RC__BLOCK_STUB) {
    const rc__cells cells = rc__contents_cells_of(held, index);
    return cells.size > 0 ? gather_run(store, all, &cells) : gather_empty_cells(store, all, &cells);
  }
  return gather_seams(store, all, index);
}

/// From which side a gap is requested: that of the user, or nearer to them.
static bool is_after_page(const rc_store *store, size_t index, rc_interval span) {
  const rc_interval visible = store->told.visible;
  if (index == 0 || index + 1 == store->held.count) return index > 0;
  const bool is_covered = visible.lower <= span.lower && span.upper <= visible.upper;
  if (is_covered) return !store->told.is_backward;
  return visible.lower - span.lower <= span.upper - visible.upper;
}

/// Whether a gap row is visible that was filled, and the user, who can move, has not since.
static bool is_filled_once(const rc_store *store, size_t index, rc_interval span) {
  const rc__contents *held = &store->held;
  const rc_interval visible = store->told.visible;
  const bool is_visible = visible.lower < span.upper && span.lower < visible.upper;
  if (!is_visible || visible.upper - visible.lower == held->slots) return false;
  return rc__contents_is_gap_row(held, index) &&
         held->blocks[index]->filled_at == store->told.moves;
}

static bool gather_gap(rc_store *store, gathering *all, size_t index) {
  const rc__contents *held = &store->held;
  if (held->blocks[index]->kind != RC__BLOCK_GAP) return true;
  const rc_interval span = {held->starts[index], rc__contents_upper(held, index)};
  if (!rc__store_wants(store, span) || is_filled_once(store, index, span)) return true;
  const bool has_before = index > 0, has_after = index + 1 < held->count;
  if (has_before &&
      rc__store_is_requested(store, RC__PLACE_AFTER, held->blocks[index - 1]->number)) {
    return true;
  }
  if (has_after &&
      rc__store_is_requested(store, RC__PLACE_BEFORE, held->blocks[index + 1]->number)) {
    return true;
  }
  // Without a page held, a refresh is pending.
  RC_ASSERT(has_before || has_after);
  const bool is_after = is_after_page(store, index, span);
  rc__block *page = held->blocks[is_after ? index - 1 : index + 1];
  return gather_place(store, all,
                      (rc__store_place){.kind = is_after ? RC__PLACE_AFTER : RC__PLACE_BEFORE,
                                        .value = page->number,
                                        .block = page,
                                        .span = span});
}

static bool gather_block(rc_store *store, gathering *all, size_t index) {
  return store->held.is_keys ? gather_gap(store, all, index) : gather_cell_block(store, all, index);
}

static bool gather_places(rc_store *store, gathering *all) {
  const rc__contents *held = &store->held;
  const rc_interval wanted = store->told.wanted;
  store->place_count = 0;
  if (wanted.lower == wanted.upper && held->slots > 0) return true;
  size_t index = rc__contents_block_after(held, wanted.lower - 1);
  if (index > 0) index--;
  for (;; index++) {
    if (!held->is_keys && !gather_cells_before(store, all, index)) return false;
    if (index == held->count || held->starts[index] > wanted.upper) break;
    if (!gather_block(store, all, index)) return false;
  }
  if (held->is_keys || held->end >= 0) return true;
  return gather_again(store, all,
                      (rc__store_place){.kind = RC__PLACE_CELL,
                                        .via = RC__VIA_TAIL,
                                        .value = rc__store_tail_cell(store),
                                        .span = {held->slots, held->slots}});
}

// == the order ==

/// The places before what is visible, those within, and those after it.
typedef struct choice {
  size_t before, inside, inside_end, after;
} choice;

static choice begin_choice(const rc_store *store) {
  const rc_interval visible = store->told.visible;
  choice it = {0};
  while (it.before < store->place_count && store->places[it.before].span.upper <= visible.lower) {
    it.before++;
  }
  it.inside = it.inside_end = it.before;
  while (it.inside_end < store->place_count &&
         store->places[it.inside_end].span.lower < visible.upper) {
    it.inside_end++;
  }
  it.after = it.inside_end;
  return it;
}

/// The next place; it must have one.
static const rc__store_place *choose_place(const rc_store *store, choice *it) {
  const rc__store_place *places = store->places;
  if (it->inside < it->inside_end) {
    return &places[store->told.is_backward ? --it->inside_end : it->inside++];
  }
  bool is_before = it->after == store->place_count;
  if (it->before > 0 && !is_before) {
    const rc_interval visible = store->told.visible;
    const int64_t before = rc__store_distance(places[it->before - 1].span, visible);
    const int64_t after = rc__store_distance(places[it->after].span, visible);
    is_before = before < after || (before == after && store->told.is_backward);
  }
  return &places[is_before ? --it->before : it->after++];
}

// == requests ==

/// Lists a request, and begins it.
static void begin_request(rc_store *store, size_t *count, const rc__request *request,
                          rc_store_request listed) {
  const rc__store_place *place = &request->place;
  const rc__failure *failure = rc__store_failure(store, place->kind, place->value);
  listed.token = ++store->last_token;
  listed.attempt = failure == NULL ? 0 : failure->attempt;
  store->plan[(*count)++] = listed;
  store->requests[store->request_count] = *request;
  store->requests[store->request_count++].token = listed.token;
}

static void begin_place(rc_store *store, size_t *count, const rc__store_place *place) {
  const rc__request request = {.place = *place};
  rc_store_request listed = {.position = -1, .count = store->held.page_size, .id = RC_ID_NONE};
  if (place->kind == RC__PLACE_CELL) {
    listed.position = place->value * store->held.page_size;
    listed.count += store->looks_ahead;
  } else if (place->kind == RC__PLACE_AFTER || place->kind == RC__PLACE_BEFORE) {
    const bool is_after = place->kind == RC__PLACE_AFTER;
    listed.kind = is_after ? RC_STORE_REQUEST_KIND_AFTER : RC_STORE_REQUEST_KIND_BEFORE;
    listed.id = is_after ? place->block->last : place->block->first;
    listed.page = place->block->number;
  } else {
    const bool is_head = place->kind == RC__PLACE_HEAD;
    listed.kind = is_head ? RC_STORE_REQUEST_KIND_FIRST : RC_STORE_REQUEST_KIND_LAST;
  }
  begin_request(store, count, &request, listed);
}

/// The distance of a request that is no longer wanted; −1 if it is wanted.
static int64_t distance_of_request(const rc_store *store, const rc__request *request) {
  rc_interval span;
  if (request->gathered == store->update_count) return -1;
  if (rc__store_is_wanted(store, request, &span)) return -1;
  return rc__store_distance(span, store->told.visible);
}

/// Gives up requests that are no longer wanted, at most so many; returns how many.
static int64_t make_way(rc_store *store, int64_t most) {
  int64_t count = 0;
  for (; count < most; count++) {
    int64_t furthest = -1;
    size_t index = 0;
    for (size_t i = 0; i < store->request_count; i++) {
      const int64_t distance = distance_of_request(store, &store->requests[i]);
      if (distance <= furthest) continue;
      furthest = distance;
      index = i;
    }
    if (furthest < 0) break;
    rc__store_give_up(store, index);
  }
  return count;
}

static bool reserve_plan(rc_store *store, size_t more) {
  const size_t most = store->request_count + more;
  return rc__array_reserve(&store->allocator, &store->plan, &store->plan_capacity,
                           sizeof *store->plan, more) &&
         rc__array_reserve(&store->allocator, &store->requests, &store->request_capacity,
                           sizeof *store->requests, most) &&
         rc__array_reserve(&store->allocator, &store->given_up, &store->given_up_capacity,
                           sizeof *store->given_up, store->given_up_count + most);
}

/// The jumps to an end that may be requested now.
static size_t gather_jumps(rc_store *store, gathering *all, rc__store_place out_places[2]) {
  static const rc_end ends[] = {RC_END_HEAD, RC_END_TAIL};
  size_t count = 0;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    const rc_end end = ends[i];
    const rc__store_place place = {.kind = end == RC_END_HEAD ? RC__PLACE_HEAD : RC__PLACE_TAIL};
    if (!store->jumps[end] || rc__store_is_requested(store, place.kind, 0)) continue;
    if (note_time(store, all, rc__store_failure(store, place.kind, 0))) out_places[count++] = place;
  }
  return count;
}

static bool plan_places(rc_store *store, size_t *count, double *out_next_time) {
  const int64_t limit = store->settings.request_limit;
  gathering all = {.next_time = RC__INFINITY};
  all.most = limit + 1 + (int64_t)store->request_count + (int64_t)store->failure_count;
  rc__store_place jumps[2];
  const size_t jump_count = gather_jumps(store, &all, jumps);
  if (!gather_places(store, &all)) return false;
  const int64_t needed = (int64_t)(jump_count + store->place_count);
  const int64_t most = needed < limit ? needed : limit;
  if (!reserve_plan(store, (size_t)most)) return false;
  *out_next_time = all.next_time;
  if (most == 0) return true;
  int64_t room = limit - (int64_t)store->request_count;
  if (needed > room) room += make_way(store, needed - room);
  choice it = begin_choice(store);
  for (int64_t i = 0; i < most && i < room; i++) {
    const bool is_jump = (size_t)i < jump_count;
    begin_place(store, count, is_jump ? &jumps[i] : choose_place(store, &it));
  }
  return true;
}

/// Notes which of the requests are late.
static void note_late(rc_store *store) {
  for (size_t i = 0; i < store->request_count; i++) {
    rc__request *request = &store->requests[i];
    rc_interval span;
    if (request->place.kind > RC__PLACE_BEFORE) continue;
    (void)rc__store_is_wanted(store, request, &span);
    const bool is_shown = shows(store, &request->place, span);
    request->is_late |= is_shown;
    store->told.stalls |= is_shown;
  }
}

// == refresh ==

/// A held id: in the block of an index, or in none.
typedef struct id_place {
  bool is_found;
  size_t index;
  int64_t offset;
} id_place;

/// The first held id at a place or after it.
static id_place held_from(const rc__contents *held, size_t index, int64_t offset) {
  for (; index < held->count; index++, offset = 0) {
    const rc__block *block = held->blocks[index];
    if (block->kind == RC__BLOCK_PAGE && offset < block->count) {
      return (id_place){true, index, offset};
    }
  }
  return (id_place){false, index, 0};
}

/// The last held id before a place.
static id_place held_before(const rc__contents *held, size_t index, int64_t offset) {
  for (size_t end = index + 1; end > 0; end--) {
    const rc__block *block = held->blocks[end - 1];
    const int64_t count = block->kind == RC__BLOCK_PAGE ? block->count : 0;
    const int64_t upper = end - 1 == index && offset < count ? offset : count;
    if (upper > 0) return (id_place){true, end - 1, upper - 1};
  }
  return (id_place){false, 0, 0};
}

/// Finds the held id that is nearest to the first visible slot, but for so many; false if there is
/// none.
static bool find_nearest(const rc_store *store, int32_t skipped, id_place *out_place) {
  const rc__contents *held = &store->held;
  const int64_t slot = store->told.visible.lower;
  // By keys, the first block starts at slot 0.
  const size_t first = rc__contents_block_after(held, slot) - 1;
  const int64_t offset = slot - held->starts[first];
  id_place after = held_from(held, first, offset);
  id_place before = held_before(held, first, offset);
  for (int32_t i = 0;; i++) {
    bool takes_before = before.is_found;
    if (before.is_found && after.is_found) {
      const int64_t lower = held->starts[before.index] + before.offset;
      takes_before = slot - lower <= held->starts[after.index] + after.offset - slot;
    }
    *out_place = takes_before ? before : after;
    if (i == skipped) return out_place->is_found;
    if (takes_before) {
      before = held_before(held, before.index, before.offset);
    } else {
      after = held_from(held, after.index, after.offset + 1);
    }
  }
}

/// How many pages a refresh requests elsewhere than at what is visible.
static int64_t first_pages(const rc_store *store) {
  const rc_store_settings *settings = &store->settings;
  int64_t pages = store->first_pages;
  if (settings->page_limit > 0) pages = rc__at_most(pages, settings->page_limit);
  if (settings->item_limit > 0) {
    pages = rc__at_most(pages, settings->item_limit / store->held.page_size);
  }
  return rc__at_least(pages, 1);
}

/// How many items a refresh of so many pages requests where items are visible.
static int64_t visible_or_pages(const rc_store *store, int64_t pages) {
  const int64_t visible = store->told.visible.upper - store->told.visible.lower;
  return rc__at_least(visible, pages * store->held.page_size);
}

static rc_store_target target_of_refresh(const rc_store *store) {
  const rc_interval visible = store->told.visible;
  if (store->target != RC_STORE_TARGET_ANCHOR) return store->target;
  const bool has_anchor = store->held.pages > 0 && visible.lower < visible.upper;
  return has_anchor ? RC_STORE_TARGET_ANCHOR : RC_STORE_TARGET_FIRST;
}

const rc__block *rc__store_anchor(const rc_store *store) {
  const rc__contents *held = &store->held;
  const rc_interval visible = store->told.visible;
  size_t index = rc__contents_block_after(held, visible.lower);
  if (index > 0) index--;
  for (; index < held->count; index++) {
    const rc__block *block = held->blocks[index];
    const int64_t lower = rc__at_least(held->starts[index], visible.lower);
    const int64_t upper = rc__at_most(rc__contents_upper(held, index), visible.upper);
    if (held->starts[index] >= visible.upper) break;
    if (block->kind == RC__BLOCK_PAGE && lower < upper) return block;
  }
  return NULL;
}

/// The cell at so many positions from the start of another one.
static int64_t cell_at(const rc_store *store, int64_t cell, int64_t distance) {
  const int64_t size = store->held.page_size;
  return cell + distance / size - (distance % size < 0);
}

rc_interval rc__store_anchor_cells(const rc_store *store) {
  const rc__contents *held = &store->held;
  const rc_interval visible = store->told.visible;
  const int64_t size = held->page_size;
  int64_t distance = rc__contents_hidden(held), end = held->end;
  const rc__block *anchor = rc__store_anchor(store);
  if (store->target_total >= 0 && anchor != NULL && anchor->total >= 0) {
    distance = store->target_total - anchor->total;
    end = (store->target_total + size - 1) / size;
  }
  rc_interval cells = {
      cell_at(store, rc__contents_spot(held, visible.lower).cell, distance) - 1,
      cell_at(store, rc__contents_spot(held, visible.upper - 1).cell, distance + size - 1) + 2};
  if (end > 0 && cells.upper > end) cells.upper = end;
  if (cells.upper < 1) cells.upper = 1;
  if (cells.lower >= cells.upper) cells.lower = cells.upper - 1;
  if (cells.lower < 0) cells.lower = 0;
  return cells;
}

/// The cells to request for a refresh.
static rc_interval cells_of_refresh(const rc_store *store, rc_store_target target) {
  const rc__contents *held = &store->held;
  if (target == RC_STORE_TARGET_ANCHOR) return rc__store_anchor_cells(store);
  int64_t first = 0;
  if (target == RC_STORE_TARGET_POSITION) first = store->target_value / held->page_size;
  int64_t end = held->end;
  if (target == RC_STORE_TARGET_LAST && held->cells > 0) {
    if (end < 0) end = held->cells;
    first = rc__at_least(end - 1, 0);
  }
  const int64_t pages = first_pages(store);
  int64_t upper = first + pages;
  if (end > 0 && upper > end) upper = rc__at_least(end, first + 1);
  return (rc_interval){rc__at_least(upper - pages, 0), upper};
}

static void begin_refresh_by_cells(rc_store *store, size_t *count, rc_store_target target) {
  const rc_interval cells = cells_of_refresh(store, target);
  const rc__request request = {
      .place = {.kind = RC__PLACE_REFRESH, .span = cells},
      .cells = cells.upper - cells.lower,
      .is_at_start = cells.lower == 0,
      .is_anchor = target == RC_STORE_TARGET_ANCHOR,
  };
  const rc_store_request listed = {
      .position = cells.lower * store->held.page_size,
      .count = request.cells * store->held.page_size + store->looks_ahead,
      .id = RC_ID_NONE,
      .is_refresh = true,
  };
  begin_request(store, count, &request, listed);
}

static void begin_refresh_by_keys(rc_store *store, size_t *count, rc_store_target target) {
  const rc__contents *held = &store->held;
  const int64_t pages = first_pages(store);
  rc__request request = {.place = {.kind = RC__PLACE_REFRESH}};
  rc_store_request listed = {
      .position = -1, .count = pages * held->page_size, .id = RC_ID_NONE, .is_refresh = true};
  id_place nearest;
  if (target == RC_STORE_TARGET_ANCHOR && find_nearest(store, store->target_skips, &nearest)) {
    listed.id = held->blocks[nearest.index]->ids[nearest.offset];
    listed.page = held->blocks[nearest.index]->number;
    listed.count = visible_or_pages(store, 1);
    request.is_anchor = true;
  } else if (target == RC_STORE_TARGET_POSITION) {
    listed.position = store->target_value;
    listed.count = visible_or_pages(store, pages);
    request.is_at_start = listed.position == 0;
  } else if (target == RC_STORE_TARGET_ID) {
    const rc__block *page = rc__ids_find(&held->ids, store->target_value);
    listed.id = store->target_value;
    listed.page = page == NULL ? 0 : page->number;
  } else {
    const bool is_last = target == RC_STORE_TARGET_LAST;
    listed.kind = is_last ? RC_STORE_REQUEST_KIND_LAST : RC_STORE_REQUEST_KIND_FIRST;
    request.is_at_start = !is_last;
    request.is_at_end = is_last;
  }
  begin_request(store, count, &request, listed);
}

static double plan_refresh(rc_store *store, size_t *count) {
  const rc__failure *failure = rc__store_failure(store, RC__PLACE_REFRESH, 0);
  if (store->request_count > 0) return RC__INFINITY;
  if (failure != NULL && failure->retry_time > store->told.time) return failure->retry_time;
  if (store->settings.request_limit == 0) return RC__INFINITY;
  const rc_store_target target = target_of_refresh(store);
  if (store->held.is_keys) {
    begin_refresh_by_keys(store, count, target);
  } else {
    begin_refresh_by_cells(store, count, target);
  }
  return RC__INFINITY;
}

/// Refreshes if the user jumped into a gap, far from its pages; or returns when it will.
static double refresh_by_itself(rc_store *store) {
  const rc__contents *held = &store->held;
  const rc_interval visible = store->told.visible;
  const int64_t distance = store->settings.jump_distance;
  if (distance == 0 || store->needs_refresh || held->pages == 0) return RC__INFINITY;
  if (visible.lower == visible.upper) return RC__INFINITY;
  const rc__spot spot = rc__contents_spot(held, visible.lower);
  if (held->blocks[spot.index]->kind != RC__BLOCK_GAP) return RC__INFINITY;
  const int64_t lower = held->starts[spot.index], upper = rc__contents_upper(held, spot.index);
  const bool has_before = spot.index > 0, has_after = spot.index + 1 < held->count;
  if (visible.upper > upper || (has_before && visible.lower - lower <= distance) ||
      (has_after && upper - visible.upper <= distance)) {
    return RC__INFINITY;
  }
  // A source that answers with something else is not asked for the same again.
  const rc_interval last = store->refreshed;
  if (visible.lower == last.lower && visible.upper == last.upper) return RC__INFINITY;
  if (store->told.settle_time > store->told.time) return store->told.settle_time;
  rc__store_refresh(store, RC_STORE_TARGET_POSITION);
  store->target_value = visible.lower;
  store->refreshed = visible;
  return RC__INFINITY;
}

/// Refreshes what is visible, if rows are lost or out of order where no request for a cell can
/// help, once until the user moves; or returns when it will.
static double repair_by_itself(rc_store *store) {
  const rc__told *told = &store->told;
  if (!store->looks_ahead || store->needs_refresh || store->repaired_at == told->moves) {
    return RC__INFINITY;
  }
  if (rc__store_anchor(store) == NULL || !is_torn(store)) return RC__INFINITY;
  if (told->settle_time > told->time) return told->settle_time;
  rc__store_refresh(store, RC_STORE_TARGET_ANCHOR);
  store->repaired_at = told->moves;
  return RC__INFINITY;
}

// == update ==

static bool is_inside(rc_interval inner, rc_interval outer) {
  return outer.lower <= inner.lower && inner.lower <= inner.upper && inner.upper <= outer.upper;
}

static bool is_view(const rc_store *store, const rc_store_view *view) {
  const rc_interval slots = {0, store->held.slots};
  if (!rc__is_known((int)view->direction, RC_DIRECTION_BACKWARD)) return false;
  if (!rc__is_finite(view->time)) return false;
  if (!is_inside(view->visible, slots) || !is_inside(view->wanted, slots)) return false;
  return view->visible.lower == view->visible.upper || is_inside(view->visible, view->wanted);
}

/// Takes what the host tells, and notices jumps.
static void take_view(rc_store *store, const rc_store_view *view) {
  rc__told *told = &store->told;
  const rc_interval before = told->wanted, visible = view->visible;
  const bool is_jump = visible.lower < visible.upper && before.lower < before.upper &&
                       store->held.pages > 0 &&
                       (visible.upper <= before.lower || before.upper <= visible.lower);
  if (view->time > told->time) told->time = view->time;
  if (told->stalls) told->stall += told->time - told->update_time;
  told->stalls = false;
  told->update_time = told->time;
  if (is_jump) told->settle_time = told->time + store->settings.settle;
  if (visible.lower != told->visible.lower) {
    told->moves++;
    told->rest_time = told->time + store->settings.settle;
  }
  if (view->is_settled) told->settle_time = told->rest_time = -RC__INFINITY;
  told->visible = visible;
  told->wanted = view->wanted;
  told->is_backward = view->direction == RC_DIRECTION_BACKWARD;
}

/// Gives up the refresh by age, if the user has gone elsewhere: its request, and how many that are.
static size_t leave_stale(rc_store *store, rc__request *out_request) {
  const size_t count = store->request_count;
  if (count > 0) *out_request = store->requests[0];
  rc__store_give_up_all(store);
  store->needs_refresh = store->is_by_age = false;
  return count;
}

/// Takes that back.
static void return_to_stale(rc_store *store, const rc__request *request, size_t count) {
  if (count > 0) store->requests[0] = *request;
  store->request_count = count;
  store->given_up_count -= count;
  store->needs_refresh = store->is_by_age = true;
}

/// Refreshes for reasons of the store's own, if there is one; or returns when there will be.
static double refresh_for_itself(rc_store *store) {
  const double time = store->held.is_keys ? refresh_by_itself(store) : repair_by_itself(store);
  const double age_time = rc__store_refresh_by_age(store);
  return age_time < time ? age_time : time;
}

rc_status rc_store_update(rc_store *store, const rc_store_view *view, rc_store_plan *out_plan) {
  if (store == NULL || view == NULL || out_plan == NULL || !is_view(store, view)) {
    return RC_STATUS_ARGUMENT;
  }
  if (store->is_told) store->given_up_count = 0;
  if (!reserve_plan(store, 1)) return RC_STATUS_NO_MEMORY;
  const rc__told former = store->told;
  store->update_count++;
  take_view(store, view);
  const bool has_left = rc__store_has_left(store);
  rc__request left;
  const size_t left_count = has_left ? leave_stale(store, &left) : 0;
  const double refresh_time = refresh_for_itself(store);
  size_t count = 0;
  double next_time = RC__INFINITY;
  if (store->needs_refresh) {
    next_time = plan_refresh(store, &count);
  } else if (!plan_places(store, &count, &next_time)) {
    store->told = former;
    if (has_left) return_to_stale(store, &left, left_count);
    return RC_STATUS_NO_MEMORY;
  } else {
    note_late(store);
  }
  if (refresh_time < next_time) next_time = refresh_time;
  store->is_told = true;
  *out_plan = (rc_store_plan){.requests = store->plan,
                              .request_count = count,
                              .given_up = store->given_up,
                              .given_up_count = store->given_up_count,
                              .next_time = next_time};
  return RC_STATUS_OK;
}
