// Refreshes that are made because what is visible is old.

#include "store.h"

/// From when on what has arrived at a time is stale.
static double stale_from(const rc_store *store, double arrived) {
  if (arrived < store->expired) return -RC__INFINITY;
  const double max_age = store->settings.max_age;
  return max_age > 0 ? arrived + max_age : RC__INFINITY;
}

/// From when on a page is stale that is visible, or a store without slots.
static double visible_is_stale_from(const rc_store *store) {
  const rc__contents *held = &store->held;
  const rc_interval visible = store->told.visible;
  if (store->settings.max_age == 0 && store->expired == -RC__INFINITY) return RC__INFINITY;
  if (held->slots == 0) return stale_from(store, store->arrived);
  size_t index = rc__contents_block_after(held, visible.lower);
  if (index > 0) index--;
  double first = RC__INFINITY;
  for (; index < held->count && held->starts[index] < visible.upper; index++) {
    const rc__block *page = held->blocks[index];
    const int64_t lower = rc__at_least(held->starts[index], visible.lower);
    const int64_t upper = rc__at_most(rc__contents_upper(held, index), visible.upper);
    if (page->kind != RC__BLOCK_PAGE || lower >= upper) continue;
    const double from = stale_from(store, page->arrived);
    if (from < first) first = from;
  }
  return first;
}

double rc__store_refresh_by_age(rc_store *store) {
  const rc__told *told = &store->told;
  if (store->needs_refresh || store->jumps[RC_END_HEAD] || store->jumps[RC_END_TAIL]) {
    return RC__INFINITY;
  }
  const rc__failure *failure = rc__store_failure(store, RC__PLACE_REFRESH, 0);
  double time = visible_is_stale_from(store);
  if (told->rest_time > time) time = told->rest_time;
  if (failure != NULL && failure->retry_time > time) time = failure->retry_time;
  if (time > told->time) return time;
  if (store->request_count > 0 || store->settings.request_limit == 0) return RC__INFINITY;
  store->needs_refresh = store->is_by_age = true;
  store->target = RC_STORE_TARGET_ANCHOR;
  store->target_total = RC_STORE_UNKNOWN;
  store->target_skips = 0;
  store->told.refreshed = told->visible;
  return RC__INFINITY;
}

bool rc__store_has_left(const rc_store *store) {
  const rc_interval visible = store->told.visible, refreshed = store->told.refreshed;
  const int64_t lower = rc__at_least(refreshed.lower, visible.lower);
  const int64_t upper = rc__at_most(refreshed.upper, visible.upper);
  return store->is_by_age && visible.lower < visible.upper && lower >= upper;
}
