// Pages that are dropped, so that what is held stays within its limits.

#include "store.h"

static bool is_over(int64_t held, int64_t limit) {
  return limit > 0 && held > limit;
}

static bool is_over_limits(const rc_store *store) {
  const rc_store_settings *settings = &store->settings;
  return is_over(store->held.pages, settings->page_limit) ||
         is_over((int64_t)store->held.ids.count, settings->item_limit) ||
         is_over(store->held.cost, settings->cost_limit);
}

/// The slots of a page, with those of gap rows beside it that would go with it.
static rc_interval span_with_rows(const rc__contents *held, size_t index) {
  rc_interval span = {held->starts[index], rc__contents_upper(held, index)};
  if (!held->is_keys) return span;
  if (index > 0 && rc__contents_is_gap_row(held, index - 1)) span.lower = held->starts[index - 1];
  if (index + 1 < held->count && rc__contents_is_gap_row(held, index + 1)) {
    span.upper = rc__contents_upper(held, index + 1);
  }
  return span;
}

/// How far a page is from what is wanted, in slots; 0 if it touches that.
static int64_t distance_of_page(const rc_store *store, size_t index) {
  return rc__store_distance(span_with_rows(&store->held, index), store->told.wanted);
}

/// The page to drop; the number of blocks if there is none.
static size_t choose_page(const rc_store *store) {
  const rc__contents *held = &store->held;
  const size_t first = rc__contents_first_page(held), last = rc__contents_last_page(held);
  if (first == last) return held->count;
  const int64_t before = distance_of_page(store, first), after = distance_of_page(store, last);
  if (before == 0 && after == 0) return held->count;
  if (before != after) return before > after ? first : last;
  // Both on one side of what is wanted, or one on each.
  const int64_t lower = store->told.wanted.lower;
  if (held->starts[last] < lower) return first;
  if (held->starts[first] > lower) return last;
  return store->told.is_backward ? last : first;
}

/// Forgets a page's ids, so that its block can become something else.
static void empty_page(rc_store *store, rc__block *page) {
  rc__contents *held = &store->held;
  for (int64_t i = 0; i < page->count; i++) {
    rc__ids_prefetch(&held->ids, page->ids, page->count, i);
    rc__ids_remove(&held->ids, page->ids[i]);
  }
  held->cost -= page->cost;
  held->pages--;
  RC_ASSERT(store->dropped_count < store->dropped_capacity);
  store->dropped[store->dropped_count++] = page->number;
  rc__store_forget(store, RC__PLACE_AFTER, page->number);
  rc__store_forget(store, RC__PLACE_BEFORE, page->number);
  for (size_t i = store->request_count; i > 0; i--) {
    if (store->requests[i - 1].place.block == page) rc__store_give_up(store, i - 1);
  }
  if (page->looks_ahead) rc__lasts_set(&held->lasts, page, RC_ID_NONE);
  rc__deallocate(&store->allocator, page->ids, page->capacity * sizeof *page->ids);
  rc__deallocate(&store->allocator, page->nexts, page->next_capacity * sizeof *page->nexts);
  *page = (rc__block){.kind = RC__BLOCK_STUB,
                      .key = page->key,
                      .cells = 1,
                      .count = page->count,
                      .first = RC_ID_NONE,
                      .last = RC_ID_NONE,
                      .total = RC_STORE_UNKNOWN,
                      .filled_at = -1};
}

static void drop_cell(rc_store *store, size_t index) {
  rc__contents *held = &store->held;
  rc__block *block = held->blocks[index];
  const int64_t lower = held->starts[index], upper = lower + block->count;
  empty_page(store, block);
  if (held->has_placeholders) {
    rc__store_edit(store, RC_EDIT_KIND_CLEAR, lower, upper);
    if (block->count != rc__contents_cell_slots(held, block->key)) {
      rc__contents_join_stub(held, &store->allocator, index);
      return;
    }
  } else {
    rc__store_edit(store, RC_EDIT_KIND_REMOVE, lower, upper);
    rc__contents_shift(held, index + 1, lower - upper);
  }
  rc__contents_remove(held, index);
  rc__block_destroy(&store->allocator, block);
}

/// Takes a gap into the one at another index, beside it.
static void merge_gap(rc_store *store, size_t index, size_t into) {
  rc__contents *held = &store->held;
  if (index >= held->count || held->blocks[index]->kind != RC__BLOCK_GAP) return;
  rc__block *gap = held->blocks[index];
  held->blocks[into]->count += gap->count;
  held->blocks[into]->is_open |= gap->is_open;
  rc__contents_remove(held, index);
  rc__block_destroy(&store->allocator, gap);
}

/// Drops the first or last page, which becomes the outermost gap with those beside it.
static void drop_end(rc_store *store, size_t index, bool is_first) {
  rc__contents *held = &store->held;
  rc__block *block = held->blocks[index];
  const rc_interval page = {held->starts[index], rc__contents_upper(held, index)};
  const size_t inner = is_first ? index + 1 : index - 1;
  const int64_t former = held->slots;
  int64_t rows = 0;
  if (held->blocks[inner]->kind == RC__BLOCK_GAP) {
    rows = rc__contents_block_slots(held, inner) -
           (held->has_placeholders ? held->blocks[inner]->count : 0);
  }
  const int64_t row = is_first ? page.upper : page.lower - rows;
  empty_page(store, block);
  block->kind = RC__BLOCK_GAP;
  if (held->has_placeholders) {
    rc__store_edit(store, RC_EDIT_KIND_CLEAR, page.lower, page.upper);
    rc__store_edit(store, RC_EDIT_KIND_REMOVE, row, row + rows);
  } else {
    rc__store_edit(store, RC_EDIT_KIND_REMOVE, is_first ? page.lower : row,
                   is_first ? row + rows : page.upper);
  }
  merge_gap(store, index + 1, index);
  if (index > 0 && held->blocks[index - 1]->kind == RC__BLOCK_GAP) {
    merge_gap(store, index - 1, index);
    index--;
  }
  const bool is_gone = block->count == 0 && !block->is_open;
  const int64_t removed = rows + (held->has_placeholders ? 0 : page.upper - page.lower);
  if (is_first) {
    held->starts[0] = 0;
    rc__contents_shift(held, 1, -removed);
  } else {
    held->slots = former - removed;
    held->starts[index] = held->slots - (held->has_placeholders ? block->count : 0);
  }
  if (!is_gone) return;
  rc__contents_remove(held, index);
  rc__block_destroy(&store->allocator, block);
}

bool rc__store_reserve_drops(rc_store *store, int64_t pages) {
  const rc_store_settings *settings = &store->settings;
  if (settings->page_limit == 0 && settings->item_limit == 0 && settings->cost_limit == 0) {
    return true;
  }
  store->drop_edits = 2 * (size_t)pages;
  return rc__store_reserve_edits(store, 0) &&
         rc__array_reserve(&store->allocator, &store->dropped, &store->dropped_capacity,
                           sizeof *store->dropped, store->dropped_count + (size_t)pages);
}

void rc__store_drop_pages(rc_store *store) {
  while (is_over_limits(store)) {
    const size_t index = choose_page(store);
    if (index == store->held.count) return;
    if (store->held.is_keys) {
      drop_end(store, index, index == rc__contents_first_page(&store->held));
    } else {
      drop_cell(store, index);
    }
  }
}
