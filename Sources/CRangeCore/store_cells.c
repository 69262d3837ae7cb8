// Replies of a source of offsets: the page of one cell.

#include "store.h"

/// A reply at work.
typedef struct arrival {
  int64_t cell;
  rc__via via;
  /// The cell's page; and its index, once it has one.
  rc__block *own;
  size_t index;
  /// The pages of the cells before and after; NULL if these are not held.
  rc__block *before, *after;
  bool was_held;
  /// The id looked ahead to, or none.
  rc_id ahead;
  /// How many ids go to its own page, and to those beside it.
  int64_t own_count, before_count, after_count;
  /// Placeholders of the cell that are not filled yet.
  int64_t unfilled;
  int64_t cells, end, total;
  bool tells_total;
} arrival;

static rc__block *page_of_cell(const rc__contents *held, int64_t cell) {
  const size_t index = rc__contents_block_of_key(held, cell);
  if (index == held->count || held->blocks[index]->key != cell) return NULL;
  return held->blocks[index]->kind == RC__BLOCK_PAGE ? held->blocks[index] : NULL;
}

// == what the source is known to have ==

/// Finds what a reply makes of the end of the source.
static void find_source(const rc_store *store, const rc_store_reply *reply, arrival *it) {
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

/// Takes an empty reply for a cell after all that are held.
static void receive_nothing(rc_store *store, const arrival *it) {
  const int64_t cells = rc__contents_last_cell(&store->held) + 1;
  // There is memory for an edit, as one has brought what is removed.
  rc__store_set_source(store, cells, it->cell == cells ? cells : RC_STORE_UNKNOWN,
                       RC_STORE_UNKNOWN);
  store->stalled_count = 0;
}

// == which page takes which ids ==

/// The id after a run, which the reply has or looks ahead to.
static rc__taken next_of_run(const rc_store *store, const arrival *it, size_t upper) {
  if (upper < store->taken_count) return store->taken[upper];
  return (rc__taken){.id = it->ahead, .block = rc__ids_find(&store->held.ids, it->ahead)};
}

static rc__block *page_for_run(const rc_store *store, const arrival *it, size_t lower,
                               size_t upper) {
  const rc__taken *taken = store->taken;
  const rc__block *first = lower > 0 ? taken[lower - 1].block : NULL;
  if (first != NULL && first == it->own) return it->own;
  if (first != NULL && first == it->after) return it->after;
  const rc__block *next = next_of_run(store, it, upper).block;
  return next != NULL && next == it->before ? it->before : it->own;
}

static void plan_runs(rc_store *store, arrival *it) {
  for (size_t i = 0, end; i < store->taken_count; i = end) {
    end = rc__store_run_end(store, i);
    if (end == i) {
      end++;
      continue;
    }
    rc__block *page = page_for_run(store, it, i, end);
    for (size_t j = i; j < end; j++) store->taken[j].target = page;
    const int64_t count = (int64_t)(end - i);
    if (page == it->own) it->own_count += count;
    if (page == it->before) it->before_count += count;
    if (page == it->after) it->after_count += count;
  }
}

/// Where a run goes in its page.
static int64_t place_of_run(const rc_store *store, const arrival *it, size_t lower, size_t upper,
                            int64_t reached) {
  const rc__taken *taken = store->taken;
  rc__block *page = taken[lower].target;
  // An id of the page before is followed by what is in that page.
  const bool follows = lower > 0 && page != it->before && taken[lower - 1].block == page;
  if (follows) return rc__block_find(page, taken[lower - 1].id) + 1;
  const rc__taken next = next_of_run(store, it, upper);
  return next.block == page ? rc__block_find(page, next.id) : reached;
}

/// Inserts a run in its page, in the place of placeholders as far as there are any.
static void insert_run(rc_store *store, arrival *it, size_t lower, size_t upper, int64_t at) {
  rc__contents *held = &store->held;
  const int64_t count = (int64_t)(upper - lower);
  rc__block *page = store->taken[lower].target;
  size_t index = it->index;
  if (page == it->before) index--;
  if (page == it->after) index++;
  const int64_t slot = held->starts[index] + at;
  int64_t filled = page == it->own ? it->unfilled : 0;
  if (filled > count) filled = count;
  if (page == it->own) it->unfilled -= filled;
  rc__store_edit(store, RC_STORE_EDIT_FILL, slot, slot + filled);
  rc__store_edit(store, RC_STORE_EDIT_INSERT, slot + filled, slot + count);
  rc__block_insert(page, at, &store->taken[lower], (size_t)count);
  rc__contents_shift(held, index + 1, count - filled);
}

static void insert_runs(rc_store *store, arrival *it) {
  int64_t reached = it->via == RC__VIA_SEAM_AFTER ? it->own->count : 0;
  for (size_t i = 0, end; i < store->taken_count; i = end) {
    end = rc__store_run_end(store, i);
    if (end == i) {
      const rc__taken *taken = &store->taken[i];
      if (taken->block == it->own) reached = rc__block_find(it->own, taken->id) + 1;
      end++;
      continue;
    }
    const bool is_own = store->taken[i].target == it->own;
    const int64_t at = place_of_run(store, it, i, end, reached);
    insert_run(store, it, i, end, at);
    if (is_own) reached = at + (int64_t)(end - i);
  }
}

// == the cell ==

/// Makes the cell held, with the placeholders that it had; they are filled then.
static void hold_cell(rc_store *store, arrival *it) {
  rc__contents *held = &store->held;
  it->index = rc__contents_block_of_key(held, it->cell);
  if (it->was_held) return;
  if (it->own->kind == RC__BLOCK_STUB) {
    it->unfilled = it->own->count;
  } else {
    const rc__cells run = rc__contents_cells_before(held, it->index);
    rc_interval span = {held->slots, held->slots};
    if (it->cell < held->cells) span = rc__contents_cell_span(held, &run, it->cell);
    it->own->key = it->cell;
    it->unfilled = span.upper - span.lower;
    rc__contents_insert(held, it->index, it->own, span.lower);
  }
  it->own->kind = RC__BLOCK_PAGE;
  it->own->count = 0;
  it->own->number = ++store->last_page;
  held->pages++;
}

/// A cell may come after all that are known to be there; those between are missing then.
static void reach_cell(rc_store *store, int64_t cell) {
  if (cell < store->held.cells) return;
  rc__store_set_source(store, cell, RC_STORE_UNKNOWN, RC_STORE_UNKNOWN);
}

static void note_seams(rc_store *store, arrival *it) {
  const rc__contents *held = &store->held;
  rc__block *before = it->index > 0 ? held->blocks[it->index - 1] : NULL;
  if (before != NULL && (before->kind != RC__BLOCK_PAGE || before->key + 1 != it->cell)) {
    before = NULL;
  }
  if (store->new_count > 0) {
    it->own->stalled_count = 0;
    if (before != NULL) before->stalled_count = 0;
    return;
  }
  rc__block *at = NULL;
  if (it->via == RC__VIA_SEAM_BEFORE) at = before;
  if (it->via == RC__VIA_SEAM_AFTER) at = it->own;
  RC_ASSERT(at == NULL || at->stalled_count < RC__SEAM_TRIES);
  if (at != NULL) at->stalled_count++;
}

static void note_tail(rc_store *store, const arrival *it) {
  if (it->via != RC__VIA_TAIL) return;
  store->repeats_last = false;
  store->stalled_count = store->new_count > 0 ? 0 : store->stalled_count + 1;
}

static void commit_cell(rc_store *store, const rc_store_reply *reply, arrival *it) {
  rc__contents *held = &store->held;
  reach_cell(store, it->cell);
  hold_cell(store, it);
  insert_runs(store, it);
  const int64_t upper = rc__contents_upper(held, it->index);
  rc__store_edit(store, RC_STORE_EDIT_REMOVE, upper, upper + it->unfilled);
  rc__contents_shift(held, it->index + 1, -it->unfilled);
  rc__store_enter(store);
  held->cost += reply->cost - it->own->cost;
  it->own->cost = reply->cost;
  // Of a page that has grown past its cell, the id looked ahead to tells nothing about what
  // follows.
  if (rc__ids_find(&held->ids, it->ahead) != it->own) it->own->ahead = it->ahead;
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
  const bool is_stub = it->own->kind == RC__BLOCK_STUB;
  return slots - (is_stub ? it->own->count : rc__contents_cell_slots(&as_told, it->cell));
}

static rc_status reserve_cell(rc_store *store, const rc_store_reply *reply, const arrival *it) {
  if (slots_after(store, it) > RC_ITEM_COUNT_MAX) return RC_STATUS_LIMIT;
  if (!rc__store_affords(store, reply->cost, it->own->cost)) return RC_STATUS_LIMIT;
  const rc_allocator *allocator = &store->allocator;
  // Two for each run, and for each change of the source; one for the placeholders left.
  const bool is_reserved =
      rc__store_reserve_edits(store, 2 * store->taken_count + 4) &&
      rc__contents_reserve(&store->held, store) &&
      rc__block_reserve(allocator, it->own, it->own_count) &&
      (it->before == NULL || rc__block_reserve(allocator, it->before, it->before_count)) &&
      (it->after == NULL || rc__block_reserve(allocator, it->after, it->after_count));
  return is_reserved ? RC_STATUS_OK : RC_STATUS_NO_MEMORY;
}

/// The id looked ahead to is the one past the cell, unless the reply has had it.
static void find_ahead(rc_store *store, const rc_store_reply *reply, int64_t placed, arrival *it) {
  it->ahead = RC_ID_NONE;
  if (placed == reply->count) return;
  const rc_id id = reply->ids[placed];
  for (size_t i = 0; i < store->taken_count; i++) {
    if (store->taken[i].id == id) return;
  }
  it->ahead = id;
}

rc_status rc__store_receive_cell(rc_store *store, const rc__request *request,
                                 const rc_store_reply *reply, int64_t *out_page) {
  rc__contents *held = &store->held;
  arrival it = {.cell = request->place.value, .via = request->place.via};
  it.own = page_of_cell(held, it.cell);
  it.was_held = it.own != NULL;
  if (reply->count == 0 && it.cell > rc__contents_last_cell(held)) {
    receive_nothing(store, &it);
    return RC_STATUS_OK;
  }
  const bool has_ahead = store->looks_ahead && reply->count > held->page_size;
  const int64_t placed = reply->count - has_ahead;
  it.before = page_of_cell(held, it.cell - 1);
  it.after = page_of_cell(held, it.cell + 1);
  rc__block *made = NULL;
  if (!it.was_held) {
    const size_t index = rc__contents_block_of_key(held, it.cell);
    const bool is_stub = index < held->count && held->blocks[index]->key == it.cell;
    if (!is_stub) made = rc__block_create(&store->allocator, RC__BLOCK_PAGE);
    it.own = is_stub ? held->blocks[index] : made;
  }
  rc_status status = RC_STATUS_NO_MEMORY;
  if (it.own != NULL && rc__store_take(store, reply->ids, placed)) {
    find_ahead(store, reply, placed, &it);
    plan_runs(store, &it);
    find_source(store, reply, &it);
    status = reserve_cell(store, reply, &it);
    if (status != RC_STATUS_OK) rc__store_put_back(store);
  }
  if (status != RC_STATUS_OK) {
    rc__block_destroy(&store->allocator, made);
    return status;
  }
  commit_cell(store, reply, &it);
  *out_page = it.was_held ? 0 : it.own->number;
  return RC_STATUS_OK;
}
