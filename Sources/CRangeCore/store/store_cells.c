// Replies of a source of offsets: the page of one cell.

#include "store.h"

/// A reply at work.
typedef struct arrival {
  int64_t cell;
  rc__via via;
  /// The cell's page; and its index, once it has one.
  rc__block *own;
  size_t index;
  /// If the cell is one of a stub, that; and what it splits off, NULL if nothing.
  const rc__block *stub;
  rc__block *rest;
  /// The nearest pages with slots before and after, with no missing cell between; or NULL.
  rc__block *before, *after;
  /// Where the reply begins, if that is elsewhere: where the reply for the cell before has ended,
  /// or, from the cell before a seam, at that.
  rc__block *from;
  rc_id from_id;
  /// It begins with the id that the reply for the cell before told to follow.
  bool continues;
  bool was_held;
  /// The id looked ahead to, or none.
  rc_id ahead;
  /// The pages that take ids, and how many each: its own, those beside it, and that it begins in;
  /// and none.
  struct {
    rc__block *page;
    int64_t count;
  } targets[5];
  /// Placeholders of the cell that are not filled yet.
  int64_t unfilled;
  int64_t cells, end, total;
  bool tells_total;
} arrival;

// == what the source is known to have ==

/// Finds what a reply makes of the end of the source.
static void find_source(const rc_store *store, const rc__reply *reply, arrival *it) {
  const rc__contents *held = &store->held;
  const int64_t size = held->page_size;
  it->cells = held->cells;
  it->end = held->end;
  it->total = held->total;
  if (reply->count == 0 && it->was_held && it->end < 0 &&
      it->cell == rc__contents_last_cell(held)) {
    it->end = it->cells;
    return;
  }
  const int64_t total = rc__store_total_told(reply, it->cell * size);
  it->tells_total = total >= 0;
  if (it->tells_total) {
    it->total = total;
    it->end = (total + size - 1) / size;
    it->cells = rc__contents_last_cell(held) + 1;
    if (it->cells < it->end) it->cells = it->end;
  }
  if (it->cells <= it->cell) it->cells = it->cell + 1;
  const bool is_vain = it->via == RC__VIA_TAIL && store->new_count == 0;
  if (it->end < 0 && is_vain && store->stalled_count >= 2) it->end = it->cells;
}

/// Notes which id follows one of a page, unless that which a reply told before is in the next slot.
static void note_next(const rc__contents *held, rc__block *page, rc_id id, rc_id next) {
  const int64_t at = rc__block_find(page, id);
  const bool is_last = at + 1 == page->count;
  const size_t index = is_last ? rc__contents_block_of_key(held, page->key) : 0;
  const rc_id behind = is_last ? rc__contents_id_behind(held, index, at) : page->ids[at + 1];
  if (behind != RC_ID_NONE && behind == page->nexts[at]) return;
  page->nexts[at] = next;
  page->is_whole = false;
}

/// Takes an empty reply for a cell after all that are held.
static void receive_nothing(rc_store *store, const arrival *it) {
  const rc__contents *held = &store->held;
  const int64_t cells = rc__contents_last_cell(held) + 1;
  // There is memory for an edit, as one has brought what is removed.
  rc__store_set_source(store, cells, it->cell == cells ? cells : RC_STORE_UNKNOWN,
                       RC_STORE_UNKNOWN);
  store->stalled_count = 0;
  if (held->end < 0 || !store->looks_ahead) return;
  // Nothing follows the last reply before this one.
  const rc__block *last = rc__contents_page_of_cell(held, it->cell - 1);
  rc__block *page = last == NULL ? NULL : rc__ids_find(&held->ids, last->last);
  if (page == NULL) return;
  note_next(held, page, last->last, last->last);
}

// == which page takes which ids ==

/// The page that holds an id; NULL if it is new.
static rc__block *page_of_held(const rc_store *store, rc_id id) {
  rc__block *page = rc__ids_find(&store->held.ids, id);
  return page == &store->pending ? NULL : page;
}

/// Finds where the reply begins, if that is not at the start of its cell.
static void find_start(const rc_store *store, const rc__request *request, const rc__reply *reply,
                       arrival *it) {
  const rc__contents *held = &store->held;
  if (!store->looks_ahead) return;
  if (it->via == RC__VIA_SEAM_AFTER) {
    it->from_id = request->place.id;
    it->from = page_of_held(store, it->from_id);
  }
  const rc__block *former = rc__contents_page_of_cell(held, it->cell - 1);
  rc__block *page = former == NULL ? NULL : page_of_held(store, former->last);
  if (page == NULL || reply->count == 0) return;
  const int64_t at = rc__block_find(page, former->last);
  if (page->nexts[at] != reply->ids[0]) return;
  // The cell starts there anyway.
  if (at + 1 == page->count && page == it->before) return;
  it->continues = true;
  it->from = page;
  it->from_id = former->last;
}

/// The id after a run, which the reply has or looks ahead to.
static rc__taken next_of_run(const rc_store *store, const arrival *it, size_t upper) {
  if (upper < store->taken_count) return store->taken[upper];
  return (rc__taken){.id = it->ahead, .block = rc__ids_find(&store->held.ids, it->ahead)};
}

/// Whether a run goes right behind the id before it.
static bool follows_held(const rc_store *store, const arrival *it, size_t lower) {
  const rc__block *page = lower > 0 ? store->taken[lower - 1].block : NULL;
  return page != NULL && (page == it->own || page == it->after || page == it->from);
}

/// The page for a run; `reached` is that where the reply has got to.
static rc__block *page_for_run(const rc_store *store, const arrival *it, size_t lower, size_t upper,
                               rc__block *reached) {
  if (lower == 0 && it->continues) return it->from;
  if (follows_held(store, it, lower)) return store->taken[lower - 1].block;
  rc__block *next = next_of_run(store, it, upper).block;
  const bool precedes = next != NULL && (next == it->before || next == it->own || next == it->from);
  return precedes ? next : reached;
}

static void add_target(arrival *it, rc__block *page, int64_t count) {
  size_t i = 0;
  while (it->targets[i].page != NULL && it->targets[i].page != page) i++;
  it->targets[i].page = page;
  it->targets[i].count += count;
}

static void plan_runs(rc_store *store, arrival *it) {
  rc__block *reached = it->from == NULL ? it->own : it->from;
  for (size_t i = 0, end; i < store->taken_count; i = end) {
    end = rc__store_run_end(store, i);
    if (end == i) {
      rc__block *block = store->taken[i].block;
      if (block == it->own || block == it->from) reached = block;
      end++;
      continue;
    }
    rc__block *page = page_for_run(store, it, i, end, reached);
    for (size_t j = i; j < end; j++) store->taken[j].target = page;
    add_target(it, page, (int64_t)(end - i));
    if (page == it->own || page == it->from) reached = page;
  }
}

/// Where a run goes in its page.
static int64_t place_of_run(const rc_store *store, const arrival *it, size_t lower, size_t upper,
                            int64_t reached) {
  const rc__taken *taken = store->taken;
  rc__block *page = taken[lower].target;
  if (lower == 0 && it->continues) return reached;
  if (follows_held(store, it, lower)) return rc__block_find(page, taken[lower - 1].id) + 1;
  const rc__taken next = next_of_run(store, it, upper);
  return next.block == page ? rc__block_find(page, next.id) : reached;
}

/// Inserts a run in its page, in the place of placeholders as far as there are any.
static void insert_run(rc_store *store, arrival *it, size_t lower, size_t upper, int64_t at) {
  rc__contents *held = &store->held;
  const int64_t count = (int64_t)(upper - lower);
  rc__block *page = store->taken[lower].target;
  const size_t index = rc__contents_block_of_key(held, page->key);
  const int64_t slot = held->starts[index] + at;
  int64_t filled = page == it->own ? it->unfilled : 0;
  if (filled > count) filled = count;
  if (page == it->own) it->unfilled -= filled;
  rc__store_edit(store, RC_EDIT_KIND_FILL, slot, slot + filled);
  rc__store_edit(store, RC_EDIT_KIND_INSERT, slot + filled, slot + count);
  rc__block_insert(page, at, &store->taken[lower], (size_t)count);
  rc__contents_shift(held, index + 1, count - filled);
}

static void insert_runs(rc_store *store, arrival *it) {
  int64_t reached = it->from == NULL ? 0 : rc__block_find(it->from, it->from_id) + 1;
  for (size_t i = 0, end; i < store->taken_count; i = end) {
    end = rc__store_run_end(store, i);
    if (end == i) {
      const rc__taken *taken = &store->taken[i];
      const bool is_there = taken->block == it->own || taken->block == it->from;
      if (is_there) reached = rc__block_find(taken->block, taken->id) + 1;
      end++;
      continue;
    }
    const rc__block *page = store->taken[i].target;
    const int64_t at = place_of_run(store, it, i, end, reached);
    insert_run(store, it, i, end, at);
    if (page == it->own || page == it->from) reached = at + (int64_t)(end - i);
  }
}

// == the cell ==

/// Makes the cell held, with the placeholders that it had; they are filled then.
static void hold_cell(rc_store *store, arrival *it) {
  rc__contents *held = &store->held;
  it->index = rc__contents_block_of_key(held, it->cell);
  if (it->was_held) return;
  it->own->key = it->cell;
  if (it->stub != NULL) {
    it->unfilled = it->stub->count;
    it->index = rc__contents_insert_in_stub(held, &store->allocator, it->own, it->rest);
  } else {
    const rc__cells run = rc__contents_cells_before(held, it->index);
    rc_interval span = {held->slots, held->slots};
    if (it->cell < held->cells) span = rc__contents_cell_span(held, &run, it->cell);
    it->unfilled = span.upper - span.lower;
    rc__contents_insert(held, it->index, it->own, span.lower);
  }
  it->own->number = ++store->last_page;
  it->own->total = it->total;
  it->own->arrived = store->told.time;
  held->pages++;
}

/// A cell may come after all that are known to be there; those between are missing then.
static void reach_cell(rc_store *store, int64_t cell) {
  if (cell < store->held.cells) return;
  rc__store_set_source(store, cell, RC_STORE_UNKNOWN, RC_STORE_UNKNOWN);
}

static uint8_t next_try(uint8_t count) {
  return (uint8_t)(count + (count < RC__SEAM_TRIES));
}

/// Counts the replies at a seam that had nothing new, and those that went on at one.
static void note_seams(rc_store *store, const arrival *it) {
  rc__block *before = rc__contents_page_of_cell(&store->held, it->cell - 1);
  const bool is_before = it->via == RC__VIA_SEAM_BEFORE;
  it->own->chain = 0;
  if (store->new_count > 0) {
    if (it->continues) it->own->chain = next_try(before->chain);
    it->own->stalled_count = 0;
    if (before != NULL) before->stalled_count = 0;
    return;
  }
  rc__block *at = NULL;
  if (is_before) at = before;
  if (it->via == RC__VIA_SEAM_AFTER) at = it->own;
  if (at != NULL) at->stalled_count = next_try(at->stalled_count);
}

static void note_nexts(rc_store *store, const rc__reply *reply, const arrival *it) {
  const rc__contents *held = &store->held;
  const size_t count = store->taken_count;
  if (!store->looks_ahead) return;
  it->own->first = count > 0 ? store->taken[0].id : RC_ID_NONE;
  rc__lasts_set(&store->held.lasts, it->own, count > 0 ? store->taken[count - 1].id : RC_ID_NONE);
  const bool is_end = it->tells_total && it->ahead == RC_ID_NONE &&
                      it->total == it->cell * held->page_size + reply->count;
  for (size_t i = 0; i < count; i++) {
    const rc_id id = store->taken[i].id;
    rc_id next = i + 1 < count ? store->taken[i + 1].id : it->ahead;
    if (i + 1 == count && is_end) next = id;
    if (next != RC_ID_NONE) note_next(held, rc__ids_find(&held->ids, id), id, next);
  }
}

static void note_tail(rc_store *store, const arrival *it) {
  if (it->via != RC__VIA_TAIL) return;
  store->repeats_last = false;
  store->stalled_count = store->new_count > 0 ? 0 : store->stalled_count + 1;
}

static void commit_cell(rc_store *store, const rc__reply *reply, arrival *it) {
  rc__contents *held = &store->held;
  reach_cell(store, it->cell);
  hold_cell(store, it);
  insert_runs(store, it);
  const int64_t upper = rc__contents_upper(held, it->index);
  rc__store_edit(store, RC_EDIT_KIND_REMOVE, upper, upper + it->unfilled);
  rc__contents_shift(held, it->index + 1, -it->unfilled);
  rc__store_enter(store);
  held->cost += reply->cost - it->own->cost;
  it->own->cost = reply->cost;
  note_nexts(store, reply, it);
  it->own->is_short = reply->count < held->page_size;
  note_seams(store, it);
  note_tail(store, it);
  if (it->tells_total) held->drift = 0;
  rc__store_set_source(store, it->cells, it->end, it->total);
}

/// How many slots there will be.
static int64_t slots_after(const rc_store *store, const arrival *it) {
  rc__contents as_told = store->held;
  as_told.cells = it->cells;
  as_told.end = it->end;
  as_told.total = it->total;
  const int64_t last = rc__contents_last_cell(&store->held);
  const int64_t slots = store->held.slots - rc__contents_tail_slots(&store->held, last) +
                        rc__contents_tail_slots(&as_told, last) + store->new_count;
  if (it->was_held) return slots;
  // The cell itself has none but its ids.
  return slots - (it->stub != NULL ? it->stub->count : rc__contents_cell_slots(&as_told, it->cell));
}

static bool reserve_targets(const rc_store *store, const arrival *it) {
  it->own->looks_ahead = store->looks_ahead;
  for (size_t i = 0; it->targets[i].page != NULL; i++) {
    if (!rc__block_reserve(&store->allocator, it->targets[i].page, it->targets[i].count)) {
      return false;
    }
  }
  return true;
}

static rc_status reserve_cell(rc_store *store, const rc__reply *reply, const arrival *it) {
  if (slots_after(store, it) > RC_ITEM_COUNT_MAX) return RC_STATUS_LIMIT;
  if (!rc__store_affords(store, reply->cost, it->own->cost)) return RC_STATUS_LIMIT;
  // Two for each run, and for each change of the source; one for the placeholders left.
  const bool is_reserved =
      rc__store_reserve_edits(store, 2 * store->taken_count + 4) &&
      rc__contents_reserve(&store->held, store) &&
      rc__ids_reserve(&store->held.lasts, &store->allocator, store->looks_ahead) &&
      reserve_targets(store, it);
  return is_reserved ? RC_STATUS_OK : RC_STATUS_NO_MEMORY;
}

/// The id looked ahead to is the one past the cell, unless the reply has had it.
static void find_ahead(rc_store *store, const rc__reply *reply, int64_t placed, arrival *it) {
  it->ahead = RC_ID_NONE;
  if (placed == reply->count) return;
  const rc_id id = reply->ids[placed];
  for (size_t i = 0; i < store->taken_count; i++) {
    if (store->taken[i].id == id) return;
  }
  it->ahead = id;
}

rc_status rc__store_receive_cell(rc_store *store, const rc__request *request,
                                 const rc__reply *reply, int64_t *out_page) {
  rc__contents *held = &store->held;
  arrival it = {.cell = request->place.value, .via = request->place.via};
  it.own = rc__contents_page_of_cell(held, it.cell);
  it.was_held = it.own != NULL;
  if (reply->count == 0 && it.cell > rc__contents_last_cell(held)) {
    receive_nothing(store, &it);
    return RC_STATUS_OK;
  }
  const bool has_ahead = store->looks_ahead && reply->count > held->page_size;
  const int64_t placed = reply->count - has_ahead;
  it.before = rc__contents_page_beside(held, it.cell, -1);
  it.after = rc__contents_page_beside(held, it.cell, 1);
  rc__block *made = NULL;
  bool has_rest = true;
  if (!it.was_held) {
    it.own = made = rc__block_create(&store->allocator, RC__BLOCK_PAGE);
    it.stub = rc__contents_stub_of(held, it.cell);
    if (it.stub != NULL && rc__block_splits_at(it.stub, it.cell)) {
      it.rest = rc__block_create(&store->allocator, RC__BLOCK_STUB);
      has_rest = it.rest != NULL;
    }
  }
  rc_status status = RC_STATUS_NO_MEMORY;
  if (it.own != NULL && has_rest && rc__store_take(store, reply->ids, placed)) {
    find_ahead(store, reply, placed, &it);
    find_start(store, request, reply, &it);
    plan_runs(store, &it);
    find_source(store, reply, &it);
    status = reserve_cell(store, reply, &it);
    if (status != RC_STATUS_OK) rc__store_put_back(store);
  }
  if (status != RC_STATUS_OK) {
    rc__block_destroy(&store->allocator, made);
    rc__block_destroy(&store->allocator, it.rest);
    return status;
  }
  commit_cell(store, reply, &it);
  *out_page = it.was_held ? 0 : it.own->number;
  return RC_STATUS_OK;
}
