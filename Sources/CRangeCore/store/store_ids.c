#include "store.h"

// == with which id replies ended ==

/// Takes a page out of those whose last reply ended with the same id.
static void unlink_last(rc__ids *lasts, const rc__block *page) {
  rc__block *before = rc__ids_find(lasts, page->last);
  if (before == page && page->same_last == NULL) {
    rc__ids_remove(lasts, page->last);
  } else if (before == page) {
    rc__ids_set(lasts, page->last, page->same_last);
  } else {
    while (before->same_last != page) before = before->same_last;
    before->same_last = page->same_last;
  }
}

void rc__lasts_set(rc__ids *lasts, rc__block *page, rc_id id) {
  if (page->last != RC_ID_NONE) unlink_last(lasts, page);
  page->last = id;
  page->same_last = NULL;
  if (id == RC_ID_NONE) return;
  page->same_last = rc__ids_find(lasts, id);
  rc__ids_set(lasts, id, page);
}

static int64_t difference(int64_t a, int64_t b) {
  return a > b ? a - b : b - a;
}

int64_t rc__lasts_cell(const rc__ids *lasts, rc_id id, int64_t near) {
  const rc__block *page = rc__ids_find(lasts, id);
  if (page == NULL) return near;
  int64_t found = page->key;
  for (page = page->same_last; page != NULL; page = page->same_last) {
    const int64_t further = difference(page->key, near) - difference(found, near);
    if (further < 0 || (further == 0 && page->key < found)) found = page->key;
  }
  return found;
}

// == ids of a reply ==

bool rc__store_take(rc_store *store, const rc_id *ids, int64_t count) {
  rc__contents *held = &store->held;
  const size_t most = (size_t)count;
  if (!rc__ids_reserve(&held->ids, &store->allocator, most) ||
      !rc__array_reserve(&store->allocator, &store->taken, &store->taken_capacity,
                         sizeof *store->taken, most)) {
    return false;
  }
  store->taken_count = 0;
  store->new_count = 0;
  for (size_t i = 0; i < most; i++) {
    rc__ids_prefetch(&held->ids, ids, count, (int64_t)i);
    rc__block *block = rc__ids_find(&held->ids, ids[i]);
    // Twice in the reply.
    if (block == &store->pending || block == &store->repeated) continue;
    store->taken[store->taken_count++] = (rc__taken){ids[i], block, NULL};
    rc__ids_set(&held->ids, ids[i], block == NULL ? &store->pending : &store->repeated);
    store->new_count += block == NULL;
  }
  for (size_t i = 0; i < store->taken_count; i++) {
    const rc__taken *taken = &store->taken[i];
    if (taken->block != NULL) rc__ids_set(&held->ids, taken->id, taken->block);
  }
  return true;
}

void rc__store_put_back(rc_store *store) {
  for (size_t i = 0; i < store->taken_count; i++) {
    const rc__taken *taken = &store->taken[i];
    if (taken->block == NULL) rc__ids_remove(&store->held.ids, taken->id);
  }
}

size_t rc__store_run_end(const rc_store *store, size_t index) {
  while (index < store->taken_count && store->taken[index].block == NULL) index++;
  return index;
}

void rc__store_enter(rc_store *store) {
  for (size_t i = 0; i < store->taken_count; i++) {
    const rc__taken *taken = &store->taken[i];
    if (taken->block != NULL) continue;
    if (taken->target != NULL) {
      rc__ids_set(&store->held.ids, taken->id, taken->target);
    } else {
      rc__ids_remove(&store->held.ids, taken->id);
      store->new_count--;
    }
  }
}

bool rc__store_affords(const rc_store *store, int64_t cost, int64_t former) {
  return cost <= INT64_MAX - (store->held.cost - former);
}

int64_t rc__store_total_told(const rc__reply *reply, int64_t position) {
  if (reply->total >= 0 || reply->after < 0 || reply->count == 0) return reply->total;
  return rc__at_most(position + reply->count + reply->after, RC_ITEM_COUNT_MAX);
}
