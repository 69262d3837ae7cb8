#include "store.h"

#include "../base/retry.h"

// == requests ==

size_t rc__store_find_request(const rc_store *store, uint64_t token) {
  size_t index = 0;
  while (index < store->request_count && store->requests[index].token != token) index++;
  return index;
}

bool rc__store_is_requested(const rc_store *store, rc__store_place_kind kind, int64_t value) {
  for (size_t i = 0; i < store->request_count; i++) {
    const rc__store_place *place = &store->requests[i].place;
    if (place->kind == kind && place->value == value) return true;
  }
  return false;
}

/// A refresh by age that is not made now is not pending.
static void leave_refresh(rc_store *store, const rc__store_place *place) {
  if (place->kind != RC__PLACE_REFRESH || !store->is_by_age) return;
  store->needs_refresh = store->is_by_age = false;
}

void rc__store_end_request(rc_store *store, size_t index) {
  rc__request *request = store->requests + index;
  store->request_count--;
  rc__move_bytes(request, request + 1, (store->request_count - index) * sizeof *request);
}

/// Lists a request as given up.
static void list_given_up(rc_store *store, size_t index) {
  if (store->is_told) store->given_up_count = 0;
  store->is_told = false;
  RC_ASSERT(store->given_up_count < store->given_up_capacity);
  store->given_up[store->given_up_count++] = store->requests[index].token;
}

void rc__store_give_up(rc_store *store, size_t index) {
  list_given_up(store, index);
  rc__store_end_request(store, index);
}

void rc__store_give_up_all(rc_store *store) {
  for (size_t i = 0; i < store->request_count; i++) list_given_up(store, i);
  store->request_count = 0;
}

/// The gap at a side; the number of blocks if there is none.
static size_t gap_at_side(const rc_store *store, const rc__store_place *place) {
  const rc__contents *held = &store->held;
  size_t index = rc__contents_block_of_key(held, place->block->key);
  if (place->kind == RC__PLACE_BEFORE && index == 0) return held->count;
  index = place->kind == RC__PLACE_AFTER ? index + 1 : index - 1;
  const bool is_gap = index < held->count && held->blocks[index]->kind == RC__BLOCK_GAP;
  return is_gap ? index : held->count;
}

void rc__store_give_up_sides(rc_store *store) {
  for (size_t i = store->request_count; i > 0; i--) {
    const rc__store_place *place = &store->requests[i - 1].place;
    if (place->kind != RC__PLACE_AFTER && place->kind != RC__PLACE_BEFORE) continue;
    if (gap_at_side(store, place) == store->held.count) rc__store_give_up(store, i - 1);
  }
}

// == failures ==

size_t rc__store_first_failure(const rc_store *store, rc__store_place_kind kind, int64_t value) {
  size_t lower = 0, upper = store->failure_count;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    const rc__failure *failure = &store->failures[middle];
    if (failure->kind < kind || (failure->kind == kind && failure->value < value)) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return lower;
}

const rc__failure *rc__store_failure(const rc_store *store, rc__store_place_kind kind,
                                     int64_t value) {
  const size_t index = rc__store_first_failure(store, kind, value);
  if (index == store->failure_count) return NULL;
  const rc__failure *failure = &store->failures[index];
  return failure->kind == kind && failure->value == value ? failure : NULL;
}

void rc__store_forget(rc_store *store, rc__store_place_kind kind, int64_t value) {
  if (rc__store_failure(store, kind, value) == NULL) return;
  const size_t index = rc__store_first_failure(store, kind, value);
  rc__failure *failure = store->failures + index;
  store->failure_count--;
  rc__move_bytes(failure, failure + 1, (store->failure_count - index) * sizeof *failure);
}

rc_status rc_store_fail(rc_store *store, uint64_t token, double time, double jitter) {
  if (store == NULL || !rc__is_finite(time) || !(jitter >= 0) || jitter > 1) {
    return RC_STATUS_ARGUMENT;
  }
  const size_t index = rc__store_find_request(store, token);
  if (index == store->request_count) return RC_STATUS_STALE;
  const rc__store_place place = store->requests[index].place;
  const size_t at = rc__store_first_failure(store, place.kind, place.value);
  if (rc__store_failure(store, place.kind, place.value) == NULL) {
    if (!rc__array_reserve(&store->allocator, &store->failures, &store->failure_capacity,
                           sizeof *store->failures, store->failure_count + 1)) {
      return RC_STATUS_NO_MEMORY;
    }
    rc__failure *new_one = store->failures + at;
    rc__move_bytes(new_one + 1, new_one, (store->failure_count - at) * sizeof *new_one);
    *new_one = (rc__failure){.kind = place.kind, .value = place.value};
    store->failure_count++;
  }
  rc__failure *failure = &store->failures[at];
  failure->token = token;
  failure->attempt = rc__counted_up(failure->attempt);
  if (time > store->told.time) store->told.time = time;
  failure->retry_time = store->told.time + rc__seconds_to_retry(failure->attempt, jitter);
  leave_refresh(store, &place);
  rc__store_end_request(store, index);
  return RC_STATUS_OK;
}

rc_status rc_store_cancel(rc_store *store, uint64_t token) {
  if (store == NULL) return RC_STATUS_ARGUMENT;
  const size_t index = rc__store_find_request(store, token);
  if (index == store->request_count) return RC_STATUS_STALE;
  leave_refresh(store, &store->requests[index].place);
  rc__store_end_request(store, index);
  return RC_STATUS_OK;
}

rc_status rc_store_retry(rc_store *store) {
  if (store == NULL) return RC_STATUS_ARGUMENT;
  store->failure_count = 0;
  return RC_STATUS_OK;
}

rc_store_load rc__store_load(const rc_store *store, rc__store_place_kind kind, int64_t value) {
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_MORE, .retry_time = -RC__INFINITY};
  const rc__failure *failure = rc__store_failure(store, kind, value);
  if (failure != NULL) {
    load.state = RC_STORE_LOAD_STATE_FAILED;
    load.attempt = failure->attempt;
    load.retry_time = failure->retry_time;
    load.failed_token = failure->token;
  }
  if (rc__store_is_requested(store, kind, value)) load.state = RC_STORE_LOAD_STATE_LOADING;
  return load;
}

rc_store_load rc__store_gap_load(const rc_store *store, size_t index) {
  const rc__contents *held = &store->held;
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_MORE, .retry_time = -RC__INFINITY};
  if (index + 1 < held->count) {
    load = rc__store_load(store, RC__PLACE_BEFORE, held->blocks[index + 1]->number);
  }
  if (index == 0 || load.state == RC_STORE_LOAD_STATE_LOADING) return load;
  const rc_store_load after =
      rc__store_load(store, RC__PLACE_AFTER, held->blocks[index - 1]->number);
  return after.state == RC_STORE_LOAD_STATE_MORE ? load : after;
}

// == which are wanted ==

int64_t rc__store_distance(rc_interval span, rc_interval other) {
  // At most one of these is not 0.
  const int64_t before = other.lower - rc__at_most(span.upper, other.lower);
  const int64_t after = span.lower - rc__at_most(span.lower, other.upper);
  return before + after;
}

bool rc__store_wants(const rc_store *store, rc_interval span) {
  const rc_interval wanted = store->told.wanted;
  if (wanted.lower == wanted.upper) return store->held.slots == 0;
  if (span.lower == span.upper) return wanted.lower <= span.lower && span.lower <= wanted.upper;
  return span.lower < wanted.upper && wanted.lower < span.upper;
}

/// Where a cell is for the sake of which a request was made.
static rc_interval span_of_cell(const rc_store *store, const rc__store_place *place) {
  const rc__contents *held = &store->held;
  const int64_t cell = place->value;
  const bool is_seam = place->via == RC__VIA_SEAM_BEFORE || place->via == RC__VIA_SEAM_AFTER;
  rc__block *page = is_seam ? rc__ids_find(&held->ids, place->id) : NULL;
  if (page != NULL) {
    const int64_t slot = rc__contents_slot_of(held, page, place->id) + 1;
    return (rc_interval){slot, slot};
  }
  if (cell >= held->cells) return (rc_interval){held->slots, held->slots};
  const size_t index = rc__contents_block_of_key(held, cell);
  const bool is_page = index < held->count && held->blocks[index]->key <= cell &&
                       held->blocks[index]->kind == RC__BLOCK_PAGE;
  if (!is_page) {
    const bool is_stub = rc__contents_stub_of(held, cell) != NULL;
    const rc__cells cells =
        is_stub ? rc__contents_cells_of(held, index) : rc__contents_cells_before(held, index);
    return rc__contents_cell_span(held, &cells, cell);
  }
  rc_interval span = {held->starts[index], rc__contents_upper(held, index)};
  if (place->via == RC__VIA_TAIL) span.lower = span.upper = held->slots;
  return span;
}

bool rc__store_is_wanted(const rc_store *store, const rc__request *request, rc_interval *out_span) {
  const rc__store_place *place = &request->place;
  if (place->kind == RC__PLACE_CELL) {
    *out_span = span_of_cell(store, place);
  } else if (place->kind == RC__PLACE_AFTER || place->kind == RC__PLACE_BEFORE) {
    const size_t gap = gap_at_side(store, place);
    *out_span = (rc_interval){store->held.starts[gap], rc__contents_upper(&store->held, gap)};
  } else {
    return true;
  }
  return rc__store_wants(store, *out_span);
}
