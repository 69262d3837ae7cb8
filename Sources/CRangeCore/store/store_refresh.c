// A refresh: everything that is held is replaced by what the reply has. New contents are made
// beside the old ones, then the edits between the two, and only then are they exchanged.
//
// Ids in both are *common*, all other slots *fillers*. First the common ones that change their
// order move, each to right behind the one that comes before it; fillers keep their places. Then
// the fillers between two common ones are paired:
//
//     old       a  b  –  –  c  d  e          –: a placeholder
//     new       –  e  f  g  c
//     move e    e  a  b  –  –  c  d
//     pair      –  e | a→f, b→g, – removed, – removed | c | d removed
//               INSERT 0 ..< 1, REMOVE 2 ..< 4, INSERT 2 ..< 4, REMOVE 4 ..< 6, REMOVE 5 ..< 6

#include "rangecore_diff.h"
#include "store.h"

// == new contents ==

/// Adds a page of ids, of keys or of a cell; those that are in an earlier page, or twice, are left
/// out.
static bool add_page_of(const rc_store *store, rc__contents *made, int64_t key, const rc_id *ids,
                        int64_t count) {
  rc__block *page = rc__block_create(&store->allocator, RC__BLOCK_PAGE);
  if (page != NULL) page->looks_ahead = store->looks_ahead;
  if (page == NULL || !rc__contents_reserve(made, store) ||
      !rc__block_reserve(&store->allocator, page, count) ||
      !rc__ids_reserve(&made->lasts, &store->allocator, store->looks_ahead)) {
    rc__block_destroy(&store->allocator, page);
    return false;
  }
  page->key = key;
  page->number = store->last_page + ++made->pages;
  page->arrived = store->told.time;
  page->is_short = count < made->page_size;
  page->first = ids[0];
  if (page->looks_ahead) {
    rc__lasts_set(&made->lasts, page, ids[count - 1]);
  } else {
    page->last = ids[count - 1];
  }
  for (int64_t i = 0; i < count; i++) {
    if (rc__ids_find(&made->ids, ids[i]) != NULL) continue;
    rc__ids_set(&made->ids, ids[i], page);
    if (page->looks_ahead && page->count > 0) page->nexts[page->count - 1] = ids[i];
    page->ids[page->count++] = ids[i];
  }
  rc__contents_insert(made, made->count, page, made->slots);
  return true;
}

/// Sets where blocks start.
static void set_starts(rc__contents *made) {
  const int64_t usual = made->has_placeholders && !made->is_keys ? made->page_size : 0;
  int64_t slot = 0, next = 0;
  for (size_t i = 0; i < made->count; i++) {
    slot += (made->blocks[i]->key - next) * usual;
    made->starts[i] = slot;
    slot += rc__contents_block_slots(made, i);
    next = made->blocks[i]->key + 1;
  }
  made->slots = slot + rc__contents_tail_slots(made, next - 1);
}

static void share_cost(rc__contents *made, int64_t cost) {
  made->cost = cost;
  for (size_t i = made->count; i > 0; i--) {
    rc__block *block = made->blocks[i - 1];
    if (block->kind != RC__BLOCK_PAGE) continue;
    block->cost = cost / (int64_t)i;
    cost -= block->cost;
    if (made->is_keys) block->cost = made->cost;
  }
}

/// Notes which id follows the last one of each page. After the last page it is the one looked ahead
/// to, unless the reply has had that before; or none, if the source ends there.
static void link_pages(rc__contents *made, rc_id ahead, bool is_end) {
  rc_id next = rc__ids_find(&made->ids, ahead) == NULL ? ahead : RC_ID_NONE;
  for (size_t i = made->count; i > 0; i--) {
    const rc__block *page = made->blocks[i - 1];
    if (page->count == 0) continue;
    const rc_id last = page->ids[page->count - 1];
    page->nexts[page->count - 1] = is_end ? last : next;
    is_end = false;
    next = page->ids[0];
  }
}

static bool make_cells(const rc_store *store, const rc__request *request, const rc__reply *reply,
                       rc__contents *made) {
  const int64_t size = made->page_size, first = request->place.span.lower;
  const bool has_ahead = store->looks_ahead && reply->count > request->cells * size;
  const int64_t placed = reply->count - has_ahead;
  for (int64_t cell = 0, lower = 0; lower < placed; cell++) {
    const bool is_last = cell + 1 == request->cells || placed - lower <= size;
    const int64_t upper = is_last ? placed : lower + size;
    if (!add_page_of(store, made, first + cell, reply->ids + lower, upper - lower)) return false;
    lower = upper;
  }
  const rc__block *last = made->blocks[made->count - 1];
  const int64_t total = rc__store_total_told(reply, first * size);
  if (store->looks_ahead) {
    link_pages(made, has_ahead ? reply->ids[placed] : RC_ID_NONE,
               !has_ahead && total == first * size + reply->count);
  }
  for (size_t i = 0; i < made->count; i++) made->blocks[i]->total = total;
  made->cells = last->key + 1;
  made->total = total;
  if (total < 0) return true;
  made->end = (total + size - 1) / size;
  if (made->cells < made->end) made->cells = made->end;
  return true;
}

/// Adds a gap at the end, unless nothing is in it.
static bool add_gap(const rc_store *store, rc__contents *made, int64_t count) {
  if (count == 0) return true;
  rc__block *gap = rc__block_create(&store->allocator, RC__BLOCK_GAP);
  if (gap == NULL || !rc__contents_reserve(made, store)) {
    rc__block_destroy(&store->allocator, gap);
    return false;
  }
  gap->count = count > 0 ? count : 0;
  gap->is_open = count == RC_STORE_SOME;
  rc__contents_insert(made, made->count, gap, made->slots);
  return true;
}

static bool make_page(const rc_store *store, const rc__request *request, const rc__reply *reply,
                      rc__contents *made) {
  int64_t before = reply->before, after = reply->after;
  if (before == RC_STORE_UNKNOWN) before = request->is_at_start ? 0 : RC_STORE_SOME;
  if (after == RC_STORE_UNKNOWN && reply->total >= 0 && before >= 0) {
    after = reply->total - before - reply->count;
    if (after < 0) after = 0;
  }
  if (after == RC_STORE_UNKNOWN) after = request->is_at_end ? 0 : RC_STORE_SOME;
  return add_gap(store, made, before) && add_page_of(store, made, 0, reply->ids, reply->count) &&
         add_gap(store, made, after);
}

/// Makes what the reply has; false if out of memory.
static bool make_contents(const rc_store *store, const rc__request *request, const rc__reply *reply,
                          rc__contents *made) {
  const rc__contents *held = &store->held;
  *made = (rc__contents){.is_keys = held->is_keys,
                         .has_placeholders = held->has_placeholders,
                         .page_size = held->page_size,
                         .end = RC_STORE_UNKNOWN,
                         .total = RC_STORE_UNKNOWN};
  if (reply->count == 0) {
    made->end = 0;
    return true;
  }
  if (!rc__ids_reserve(&made->ids, &store->allocator, (size_t)reply->count)) return false;
  const bool is_made = held->is_keys ? make_page(store, request, reply, made)
                                     : make_cells(store, request, reply, made);
  if (!is_made) return false;
  share_cost(made, reply->cost);
  set_starts(made);
  return true;
}

// == slots, one after another ==

typedef enum slot_kind { SLOT_NONE, SLOT_COMMON, SLOT_ITEM, SLOT_PLACEHOLDER } slot_kind;

/// A place in contents.
typedef struct slot_walk {
  const rc__contents *contents;
  /// An id among these is common.
  const rc__ids *others;
  size_t index;
  /// In the block of that index, not in the cells before it.
  bool is_block;
  int64_t offset;
} slot_walk;

/// What is at a place, and how many slots of it: one, or all the placeholders of a block.
static slot_kind look(slot_walk *at, int64_t *out_count) {
  const rc__contents *contents = at->contents;
  for (;;) {
    if (!at->is_block) {
      const rc__cells cells = rc__contents_cells_before(contents, at->index);
      *out_count = cells.upper - cells.lower - at->offset;
      if (*out_count > 0) return SLOT_PLACEHOLDER;
      if (at->index == contents->count) return SLOT_NONE;
      at->is_block = true;
      at->offset = 0;
    }
    const rc__block *block = contents->blocks[at->index];
    *out_count = rc__contents_block_slots(contents, at->index) - at->offset;
    if (*out_count > 0 && block->kind != RC__BLOCK_PAGE) return SLOT_PLACEHOLDER;
    if (*out_count > 0) {
      *out_count = 1;
      const bool is_common = rc__ids_find(at->others, block->ids[at->offset]) != NULL;
      return is_common ? SLOT_COMMON : SLOT_ITEM;
    }
    at->index++;
    at->is_block = false;
    at->offset = 0;
  }
}

// == edits ==

/// The edits at work.
typedef struct store_exchange {
  rc_store *store;
  const rc__contents *made;
  /// The common ids in the old order, and in the new.
  rc_id *old_ids, *new_ids;
  size_t count;
  /// How many fillers are before each common id, and after the last.
  int64_t *fillers;
  /// The slot that pairing has reached, and how many items before it are replaced.
  int64_t slot, replaced;
} store_exchange;

static bool push_edit(store_exchange *it, rc_edit_kind kind, int64_t lower, int64_t upper,
                      int64_t to) {
  if (!rc__store_reserve_edits(it->store, 1)) return false;
  rc__store_add_edit(it->store, (rc_edit){.lower = lower, .upper = upper, .to = to, .kind = kind});
  return true;
}

/// Counts the fillers before each common id, and lists these.
static void list_common(store_exchange *it) {
  slot_walk at = {.contents = &it->store->held, .others = &it->made->ids};
  int64_t count;
  size_t common = 0;
  it->fillers[0] = 0;
  for (slot_kind kind; (kind = look(&at, &count)) != SLOT_NONE; at.offset += count) {
    if (kind == SLOT_COMMON) {
      it->old_ids[common++] = at.contents->blocks[at.index]->ids[at.offset];
      it->fillers[common] = 0;
    } else {
      it->fillers[common] += count;
    }
  }
  at = (slot_walk){.contents = it->made, .others = &it->store->held.ids};
  common = 0;
  for (slot_kind kind; (kind = look(&at, &count)) != SLOT_NONE; at.offset += count) {
    if (kind != SLOT_COMMON) continue;
    it->new_ids[common++] = at.contents->blocks[at.index]->ids[at.offset];
  }
  RC_ASSERT(common == it->count);
}

/// Moves common ids `lower ..< upper` that have no filler between them, to right behind another.
static bool move_adjacent(store_exchange *it, int64_t lower, int64_t upper, int64_t to) {
  int64_t *fillers = it->fillers;
  const int64_t count = upper - lower, last = (int64_t)it->count;
  int64_t slot = lower, target = to;
  for (int64_t i = 0; i <= lower; i++) slot += fillers[i];
  // Taken out: the fillers before and after them meet.
  fillers[upper] += fillers[lower];
  rc__move_bytes(fillers + lower, fillers + upper, (size_t)(last + 1 - upper) * sizeof *fillers);
  for (int64_t i = 0; i < to; i++) target += fillers[i];
  rc__move_bytes(fillers + to + count, fillers + to,
                 (size_t)(last + 1 - count - to) * sizeof *fillers);
  rc__zero_bytes(fillers + to, (size_t)count * sizeof *fillers);
  return push_edit(it, RC_EDIT_KIND_MOVE, slot, slot + count, target);
}

static bool make_move(store_exchange *it, const rc_edit *move) {
  const int64_t size = move->upper - move->lower;
  for (int64_t moved = 0, count; moved < size; moved += count) {
    // Those that moved left are before the rest of them, and those that moved right are not.
    const bool is_left = move->to < move->lower;
    const int64_t lower = is_left ? move->lower + moved : move->lower;
    count = 1;
    while (moved + count < size && it->fillers[lower + count] == 0) count++;
    const int64_t to = is_left ? move->to + moved : move->to + size - count;
    if (!move_adjacent(it, lower, lower + count, to)) return false;
  }
  return true;
}

static bool make_moves(store_exchange *it) {
  rc_diff *diff;
  if (rc_diff_create(it->old_ids, it->count, it->new_ids, it->count, &it->store->allocator,
                     &diff) != RC_STATUS_OK) {
    return false;
  }
  const rc_edit *moves;
  size_t move_count;
  rc_diff_edits(diff, &moves, &move_count);
  bool is_made = true;
  for (size_t i = 0; i < move_count && is_made; i++) is_made = make_move(it, &moves[i]);
  rc_diff_destroy(diff);
  return is_made;
}

/// Replaces the items before the slot.
static bool flush_replaced(store_exchange *it) {
  const int64_t upper = it->slot, lower = upper - it->replaced;
  if (it->replaced == 0) return true;
  it->replaced = 0;
  return push_edit(it, RC_EDIT_KIND_REMOVE, lower, upper, 0) &&
         push_edit(it, RC_EDIT_KIND_INSERT, lower, upper, 0);
}

/// Pairs so many old fillers with as many new ones; either may be none.
static bool pair_slots(store_exchange *it, slot_kind old, slot_kind new_one, int64_t count) {
  if (old == SLOT_ITEM && new_one == SLOT_ITEM) {
    it->replaced++;
    it->slot++;
    return true;
  }
  if (!flush_replaced(it)) return false;
  const int64_t lower = it->slot, upper = lower + count;
  if (new_one == SLOT_NONE) return push_edit(it, RC_EDIT_KIND_REMOVE, lower, upper, 0);
  it->slot = upper;
  if (old == SLOT_NONE) return push_edit(it, RC_EDIT_KIND_INSERT, lower, upper, 0);
  if (old == new_one) return true;
  const bool fills = old == SLOT_PLACEHOLDER;
  return push_edit(it, fills ? RC_EDIT_KIND_FILL : RC_EDIT_KIND_CLEAR, lower, upper, 0);
}

/// The next filler of the old slots, of those that are left before a common id.
static slot_kind look_old(slot_walk *at, int64_t left, int64_t *out_count) {
  slot_kind kind = SLOT_NONE;
  *out_count = 0;
  while (left > 0 && (kind = look(at, out_count)) == SLOT_COMMON) at->offset++;
  RC_ASSERT(*out_count <= left);
  return kind;
}

static bool pair_fillers(store_exchange *it, slot_walk *old, slot_walk *made, int64_t left) {
  for (;;) {
    int64_t old_count, new_count;
    const slot_kind old_kind = look_old(old, left, &old_count);
    slot_kind new_kind = look(made, &new_count);
    if (new_kind == SLOT_COMMON) new_kind = SLOT_NONE;
    if (old_kind == SLOT_NONE && new_kind == SLOT_NONE) return flush_replaced(it);
    int64_t count = old_kind == SLOT_NONE ? new_count : old_count;
    if (new_kind != SLOT_NONE && new_count < count) count = new_count;
    if (!pair_slots(it, old_kind, new_kind, count)) return false;
    if (old_kind != SLOT_NONE) {
      old->offset += count;
      left -= count;
    }
    if (new_kind != SLOT_NONE) made->offset += count;
  }
}

static bool make_edits(store_exchange *it) {
  list_common(it);
  if (!make_moves(it)) return false;
  slot_walk old = {.contents = &it->store->held, .others = &it->made->ids};
  slot_walk made = {.contents = it->made, .others = &it->store->held.ids};
  for (size_t i = 0; i <= it->count; i++) {
    if (!pair_fillers(it, &old, &made, it->fillers[i])) return false;
    // The common id.
    it->slot++;
    made.offset++;
  }
  return true;
}

/// Finds the edits from what is held to what is made; false if out of memory.
static bool find_exchange(rc_store *store, const rc__contents *made) {
  store_exchange it = {.store = store, .made = made};
  for (size_t i = 0; i < made->count; i++) {
    const rc__block *block = made->blocks[i];
    if (block->kind != RC__BLOCK_PAGE) continue;
    for (int64_t j = 0; j < block->count; j++) {
      it.count += rc__ids_find(&store->held.ids, block->ids[j]) != NULL;
    }
  }
  store->new_count = (int64_t)(made->ids.count - it.count);
  const size_t size = (3 * it.count + 1) * sizeof *it.old_ids;
  it.old_ids = rc__allocate(&store->allocator, size);
  if (it.old_ids == NULL) return false;
  it.new_ids = it.old_ids + it.count;
  it.fillers = it.new_ids + it.count;
  const bool is_found = make_edits(&it);
  rc__deallocate(&store->allocator, it.old_ids, size);
  return is_found;
}

// == the reply ==

/// Whether a reply at what is visible has one of the visible ids, of the page that the first is in.
static bool has_visible(const rc_store *store, const rc__request *request, const rc__reply *reply) {
  const rc__contents *held = &store->held;
  const rc_interval visible = store->told.visible;
  const rc__block *anchor = rc__store_anchor(store);
  const bool has_ahead = store->looks_ahead && reply->count > request->cells * held->page_size;
  const int64_t placed = reply->count - has_ahead;
  for (int64_t i = 0; i < placed; i++) {
    rc__block *page = rc__ids_find(&held->ids, reply->ids[i]);
    if (page == NULL || page != anchor) continue;
    const int64_t slot = rc__contents_slot_of(held, page, reply->ids[i]);
    if (visible.lower <= slot && slot < visible.upper) return true;
  }
  return false;
}

/// Whether the refresh is to be requested once more, where the source has moved what is visible.
static bool moves_on(rc_store *store, const rc__request *request, const rc__reply *reply) {
  if (!request->is_anchor || store->held.is_keys || store->target_total >= 0) return false;
  const rc_interval cells = request->place.span;
  const int64_t total = rc__store_total_told(reply, cells.lower * store->held.page_size);
  const rc__block *anchor = rc__store_anchor(store);
  if (total < 0 || anchor == NULL || anchor->total < 0) return false;
  if (has_visible(store, request, reply)) return false;
  store->target_total = total;
  const rc_interval moved = rc__store_anchor_cells(store);
  return moved.lower != cells.lower || moved.upper != cells.upper;
}

/// An empty reply where the source may have items before: another refresh is pending.
static void refresh_elsewhere(rc_store *store, const rc__request *request, int64_t total) {
  if (store->held.is_keys && request->is_anchor && store->target_skips < 3) {
    store->target_skips++;
    return;
  }
  const bool knows_end = !store->held.is_keys && total > 0 && request->is_anchor;
  store->target = knows_end ? RC_STORE_TARGET_POSITION : RC_STORE_TARGET_FIRST;
  store->target_value = knows_end ? total - 1 : 0;
}

static rc_status reserve_exchange(rc_store *store, const rc__contents *made) {
  if (made->slots > RC_ITEM_COUNT_MAX) return RC_STATUS_LIMIT;
  // All that are held go, and of those that are made as many as the limits say.
  const size_t dropped = (size_t)(store->held.pages + made->pages);
  const bool is_reserved =
      rc__array_reserve(&store->allocator, &store->dropped, &store->dropped_capacity,
                        sizeof *store->dropped, dropped) &&
      rc__store_reserve_drops(store, made->pages) && find_exchange(store, made);
  return is_reserved ? RC_STATUS_OK : RC_STATUS_NO_MEMORY;
}

rc_status rc__store_receive_refresh(rc_store *store, const rc__request *request,
                                    const rc__reply *reply, int64_t *out_page) {
  if (reply->count == 0 && !request->is_at_start && reply->total != 0) {
    refresh_elsewhere(store, request, reply->total);
    return RC_STATUS_OK;
  }
  if (reply->count > 0 && moves_on(store, request, reply)) return RC_STATUS_OK;
  rc__contents made;
  rc_status status = RC_STATUS_NO_MEMORY;
  if (make_contents(store, request, reply, &made)) status = reserve_exchange(store, &made);
  if (status != RC_STATUS_OK) {
    rc__contents_deinit(&made, &store->allocator);
    return status;
  }
  for (size_t i = 0; i < store->held.count; i++) {
    const rc__block *block = store->held.blocks[i];
    if (block->kind == RC__BLOCK_PAGE) store->dropped[store->dropped_count++] = block->number;
  }
  rc__contents_deinit(&store->held, &store->allocator);
  store->held = made;
  for (size_t i = 0; i < store->edit_count; i++) rc__store_follow(store, &store->edits[i]);
  store->last_page += made.pages;
  *out_page = made.pages > 0 ? store->last_page : 0;
  store->needs_refresh = store->is_by_age = false;
  store->failure_count = 0;
  store->arrived = store->told.time;
  store->stalled_count = 0;
  store->repeats_last = false;
  if (made.pages == 0) store->jumps[RC_END_HEAD] = store->jumps[RC_END_TAIL] = false;
  return RC_STATUS_OK;
}
