// Edits of the host's own, where nothing is missing.

#include "store.h"

/// Where ids are inserted.
typedef struct seat {
  /// The page, and where in it; none if there is no page.
  bool has_page;
  size_t index;
  int64_t offset;
} seat;

/// Whether nothing is missing between a block and the one before it, or beyond the first or last.
static bool is_joined(const rc_store *store, size_t index) {
  const rc__contents *held = &store->held;
  const bool has_before = index > 0, has_after = index < held->count;
  if (has_before && held->blocks[index - 1]->kind != RC__BLOCK_PAGE) return false;
  if (has_after && held->blocks[index]->kind != RC__BLOCK_PAGE) return false;
  if (held->is_keys) return true;
  const int64_t next = has_before ? held->blocks[index - 1]->key + 1 : 0;
  if (!has_after) return held->end >= 0 && next == held->cells;
  return held->blocks[index]->key == next;
}

/// Finds where ids can be inserted; false if something is missing there.
static bool find_seat(const rc_store *store, int64_t slot, seat *out_seat) {
  const rc__contents *held = &store->held;
  if (store->needs_refresh && held->pages == 0) return false;
  size_t lower = 0, upper = held->count;
  *out_seat = (seat){.has_page = held->count > 0};
  if (slot < held->slots) {
    const rc__spot spot = rc__contents_spot(held, slot);
    if (!spot.is_block) return false;
    upper = spot.index;
    out_seat->index = spot.index;
  }
  if (slot > 0) {
    const rc__spot spot = rc__contents_spot(held, slot - 1);
    if (!spot.is_block) return false;
    const bool is_page = held->blocks[spot.index]->kind == RC__BLOCK_PAGE;
    if (is_page && rc__contents_is_loose(held, spot.index, spot.offset)) return false;
    lower = spot.index + 1;
    out_seat->index = spot.index;
    out_seat->offset = spot.offset + 1;
  }
  // Within one page, there is nothing between.
  for (size_t i = lower; i <= upper; i++) {
    if (!is_joined(store, i)) return false;
  }
  return !out_seat->has_page || held->blocks[out_seat->index]->kind == RC__BLOCK_PAGE;
}

/// Makes the first page of an empty source.
static void add_first_page(rc_store *store, rc__block *page) {
  rc__contents *held = &store->held;
  page->number = ++store->last_page;
  page->arrived = store->told.time;
  page->first = store->taken[0].id;
  const rc_id last = store->taken[store->taken_count - 1].id;
  if (store->looks_ahead) {
    rc__lasts_set(&held->lasts, page, last);
  } else {
    page->last = last;
  }
  rc__contents_insert(held, 0, page, 0);
  held->pages++;
  held->cells = held->end = 1;
}

/// Puts ids into a page that has memory for them.
static void put_in(rc__contents *held, seat place, const rc__taken *taken, size_t count) {
  rc__block *page = held->blocks[place.index];
  rc__block_insert(page, place.offset, taken, count);
  if (place.offset > 0 && page->looks_ahead) {
    // What followed the one before follows the last of these.
    rc_id *before = &page->nexts[place.offset - 1];
    const bool was_end = *before == page->ids[place.offset - 1];
    before[count] = was_end ? page->ids[place.offset - 1 + (int64_t)count] : *before;
    *before = taken[0].id;
  }
  rc__contents_shift(held, place.index + 1, (int64_t)count);
}

static rc_status insert_taken(rc_store *store, seat place, int64_t slot, int64_t *out_page) {
  rc__contents *held = &store->held;
  const int64_t count = (int64_t)store->taken_count;
  rc__block *made = NULL;
  if (!place.has_page) made = rc__block_create(&store->allocator, RC__BLOCK_PAGE);
  rc__block *page = place.has_page ? held->blocks[place.index] : made;
  if (made != NULL) made->looks_ahead = store->looks_ahead;
  if (page == NULL || !rc__block_reserve(&store->allocator, page, count) ||
      !rc__contents_reserve(held, store) || !rc__store_reserve_edits(store, 1) ||
      !rc__ids_reserve(&held->lasts, &store->allocator, store->looks_ahead)) {
    rc__block_destroy(&store->allocator, made);
    return RC_STATUS_NO_MEMORY;
  }
  if (made != NULL) add_first_page(store, made);
  if (made != NULL) *out_page = made->number;
  for (size_t i = 0; i < store->taken_count; i++) store->taken[i].target = page;
  rc__store_enter(store);
  put_in(held, place, store->taken, store->taken_count);
  rc__store_edit(store, RC_EDIT_KIND_INSERT, slot, slot + count);
  held->drift += count;
  return RC_STATUS_OK;
}

rc_status rc_store_insert(rc_store *store, int64_t slot, const rc_id *ids, size_t count,
                          rc_store_result *out_result) {
  if (store == NULL || out_result == NULL || (count > 0 && ids == NULL)) {
    return RC_STATUS_ARGUMENT;
  }
  if (slot < 0 || slot > store->held.slots) return RC_STATUS_ARGUMENT;
  if (count > (uint64_t)(RC_ITEM_COUNT_MAX - store->held.slots)) return RC_STATUS_LIMIT;
  if (!rc__store_are_ids(ids, count)) return RC_STATUS_ARGUMENT;
  seat place;
  if (!find_seat(store, slot, &place)) return RC_STATUS_NOT_FOUND;
  rc__store_begin_result(store);
  int64_t page = 0;
  if (count > 0) {
    if (!rc__array_reserve(&store->allocator, &store->slots, &store->slot_capacity,
                           sizeof *store->slots, count) ||
        !rc__store_take(store, ids, (int64_t)count)) {
      return RC_STATUS_NO_MEMORY;
    }
    const bool are_new = store->new_count == (int64_t)count;
    const rc_status status = are_new ? insert_taken(store, place, slot, &page) : RC_STATUS_ARGUMENT;
    if (status != RC_STATUS_OK) {
      rc__store_put_back(store);
      return status;
    }
  }
  rc__store_end_result(store, ids, count, page, out_result);
  return RC_STATUS_OK;
}

/// Takes an id from what follows the one before it, and from where replies ended.
static void unlink_id(rc_store *store, size_t index, int64_t at) {
  rc__contents *held = &store->held;
  const rc__block *page = held->blocks[index];
  const rc_id id = page->ids[at];
  rc__block *before = held->blocks[index];
  int64_t last = at - 1;
  if (at == 0) {
    before = rc__contents_page_beside(held, page->key, -1);
    if (before != NULL) last = before->count - 1;
  }
  const rc_id former = before == NULL ? RC_ID_NONE : before->ids[last];
  for (rc__block *block; (block = rc__ids_find(&held->lasts, id)) != NULL;) {
    rc__lasts_set(&held->lasts, block, former);
  }
  if (before == NULL || before->nexts[last] != id) return;
  before->nexts[last] = page->nexts[at] == id ? before->ids[last] : page->nexts[at];
}

/// Takes an id out of its page.
static void take_out(rc_store *store, size_t index, int64_t offset) {
  rc__contents *held = &store->held;
  rc__block *page = held->blocks[index];
  if (page->looks_ahead) unlink_id(store, index, offset);
  page->count--;
  rc__move_bytes(page->ids + offset, page->ids + offset + 1,
                 (size_t)(page->count - offset) * sizeof *page->ids);
  if (page->looks_ahead) {
    rc__move_bytes(page->nexts + offset, page->nexts + offset + 1,
                   (size_t)(page->count - offset) * sizeof *page->nexts);
    page->is_whole = false;
  }
  rc__contents_shift(held, index + 1, -1);
}

rc_status rc_store_move(rc_store *store, rc_id id, int64_t to, rc_store_result *out_result) {
  if (store == NULL || out_result == NULL || id == RC_ID_NONE) return RC_STATUS_ARGUMENT;
  rc__contents *held = &store->held;
  if (to < 0 || to >= held->slots) return RC_STATUS_ARGUMENT;
  rc__block *page = rc__ids_find(&held->ids, id);
  if (page == NULL) return RC_STATUS_NOT_FOUND;
  const size_t index = rc__contents_block_of_key(held, page->key);
  const int64_t offset = rc__block_find(page, id), slot = held->starts[index] + offset;
  seat place;
  if (to != slot && !find_seat(store, to < slot ? to : to + 1, &place)) return RC_STATUS_NOT_FOUND;
  rc__store_begin_result(store);
  if (to != slot) {
    rc__block *target = held->blocks[place.index];
    if (!rc__block_reserve(&store->allocator, target, 1) || !rc__store_reserve_edits(store, 1)) {
      return RC_STATUS_NO_MEMORY;
    }
    take_out(store, index, offset);
    // Where it was, one is missing now.
    if (place.index == index && place.offset > offset) place.offset--;
    put_in(held, place, &(rc__taken){.id = id}, 1);
    rc__ids_set(&held->ids, id, target);
    const rc_edit edit = {.lower = slot, .upper = slot + 1, .to = to, .kind = RC_EDIT_KIND_MOVE};
    rc__store_follow(store, &edit);
    rc__store_add_edit(store, edit);
  }
  rc__store_end_result(store, NULL, 0, 0, out_result);
  return RC_STATUS_OK;
}

rc_status rc_store_remove(rc_store *store, rc_id id, rc_store_result *out_result) {
  if (store == NULL || out_result == NULL || id == RC_ID_NONE) return RC_STATUS_ARGUMENT;
  rc__contents *held = &store->held;
  rc__block *page = rc__ids_find(&held->ids, id);
  if (page == NULL) return RC_STATUS_NOT_FOUND;
  rc__store_begin_result(store);
  // There is memory for an edit, as one has brought the id.
  const size_t index = rc__contents_block_of_key(held, page->key);
  const int64_t offset = rc__block_find(page, id), slot = held->starts[index] + offset;
  take_out(store, index, offset);
  rc__ids_remove(&held->ids, id);
  rc__store_edit(store, RC_EDIT_KIND_REMOVE, slot, slot + 1);
  held->drift--;
  rc__store_end_result(store, NULL, 0, 0, out_result);
  return RC_STATUS_OK;
}
