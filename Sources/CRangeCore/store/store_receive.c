// What arrives. A reply first enters its new ids in the table, each with the pending block as its
// page; then memory is reserved for all that follows. Only then does anything change; without
// memory the ids are taken back.

#include "store.h"

static bool is_amount(int64_t number) {
  return number >= RC_STORE_SOME;
}

static bool is_reply(const rc_store_reply *reply) {
  if ((reply->count > 0 && reply->ids == NULL) || reply->cost < 0) return false;
  if (!is_amount(reply->before) || !is_amount(reply->after)) return false;
  return reply->total >= RC_STORE_UNKNOWN && reply->time < RC__INFINITY;
}

bool rc__store_are_ids(const rc_id *ids, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (ids[i] == RC_ID_NONE) return false;
  }
  return true;
}

static rc_status receive(rc_store *store, const rc__request *request, const rc__reply *reply,
                         int64_t *out_page) {
  switch (request->place.kind) {
    case RC__PLACE_CELL:
      return rc__store_receive_cell(store, request, reply, out_page);
    case RC__PLACE_AFTER:
    case RC__PLACE_BEFORE:
      return rc__store_receive_side(store, request, reply, out_page);
    case RC__PLACE_TAIL:
    case RC__PLACE_HEAD:
      return rc__store_receive_end(store, request, reply, out_page);
    default:
      return rc__store_receive_refresh(store, request, reply, out_page);
  }
}

void rc_store_reply_init(rc_store_reply *reply) {
  if (reply == NULL) return;
  *reply = (rc_store_reply){.before = RC_STORE_UNKNOWN,
                            .after = RC_STORE_UNKNOWN,
                            .total = RC_STORE_UNKNOWN,
                            .time = -RC__INFINITY};
}

rc_status rc_store_receive(rc_store *store, uint64_t token, const rc_store_reply *reply,
                           rc_store_result *out_result) {
  if (store == NULL || reply == NULL || out_result == NULL || !is_reply(reply)) {
    return RC_STATUS_ARGUMENT;
  }
  const size_t index = rc__store_find_request(store, token);
  if (index == store->request_count) return RC_STATUS_STALE;
  if (reply->count > RC_ITEM_COUNT_MAX) return RC_STATUS_LIMIT;
  if (!rc__store_are_ids(reply->ids, reply->count)) return RC_STATUS_ARGUMENT;
  rc__store_begin_result(store);
  if (!rc__array_reserve(&store->allocator, &store->slots, &store->slot_capacity,
                         sizeof *store->slots, reply->count) ||
      !rc__store_reserve_drops(store, store->held.pages + 1)) {
    return RC_STATUS_NO_MEMORY;
  }
  const rc__request request = store->requests[index];
  const rc__reply told = {.ids = reply->ids,
                          .count = (int64_t)reply->count,
                          .before = rc__at_most(reply->before, RC_ITEM_COUNT_MAX),
                          .after = rc__at_most(reply->after, RC_ITEM_COUNT_MAX),
                          .total = rc__at_most(reply->total, RC_ITEM_COUNT_MAX),
                          .cost = reply->cost};
  int64_t page = 0;
  const double former = store->told.time;
  if (reply->time > former) store->told.time = reply->time;
  const rc_status status = receive(store, &request, &told, &page);
  if (status != RC_STATUS_OK) {
    store->told.time = former;
    return status;
  }
  rc__store_end_request(store, rc__store_find_request(store, token));
  rc__store_forget(store, request.place.kind, request.place.value);
  store->late_pages += request.is_late;
  rc__store_drop_pages(store);
  if (store->held.is_keys) rc__store_give_up_sides(store);
  rc__store_end_result(store, reply->ids, reply->count, page, out_result);
  return RC_STATUS_OK;
}
