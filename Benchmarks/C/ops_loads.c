// What loads items: stores of pages, and tickets. Their instructions are counted.

#include "bench.h"

#define PAGE 20
#define LONG 100000
#define PAGES_HELD 40
#define SLOTS_SEEN 8
#define REACH 50
#define SOURCE_MIDDLE 1000000
#define WANTS 64
#define VISIBLE 16

static void destroy(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  rc_store_destroy(cursor->store);
  rc_tickets_destroy(cursor->tickets);
}

// -- stores --

static void create_store(bench_world *world, bench_cursor *cursor, rc_store_source source) {
  rc_allocator allocator = meter_allocator(&world->meter);
  rc_store_options options;
  rc_store_settings settings;
  rc_store_options_init(&options);
  rc_store_settings_init(&settings);
  options.source = source;
  options.has_placeholders = source == RC_STORE_SOURCE_OFFSETS;
  if (options.has_placeholders) options.total = LONG;
  settings.page_limit = PAGES_HELD;
  need(rc_store_create(&options, &allocator, &cursor->store));
  need(rc_store_set_settings(cursor->store, &settings));
}

/// The first id of a reply: those of a source are its positions, or numbers without an end.
static rc_id first_id(const rc_store_request *request) {
  if (request->position >= 0) return request->position;
  if (request->kind == RC_STORE_REQUEST_KIND_AFTER) return request->id + 1;
  if (request->kind == RC_STORE_REQUEST_KIND_BEFORE) return request->id - request->count;
  return request->id == RC_ID_NONE ? SOURCE_MIDDLE : request->id - request->count / 2;
}

/// Answers a request; pairs of items have changed places when the next refresh comes.
static void answer(bench_cursor *cursor, const rc_store_request *request, bool is_odd) {
  rc_id ids[8 * PAGE];
  rc_store_reply reply;
  rc_store_result result;
  rc_store_reply_init(&reply);
  reply.ids = ids;
  reply.count = request->count < 8 * PAGE ? (size_t)request->count : 8 * PAGE;
  if (request->position >= 0) reply.total = LONG;
  for (int64_t i = 0; i < (int64_t)reply.count; i++)
    ids[i] = (first_id(request) + i) ^ (is_odd ? 1 : 0);
  need(rc_store_receive(cursor->store, request->token, &reply, &result));
  cursor->sum += (int64_t)result.edit_count + result.id_slots[0];
}

/// Looks at slots, and answers the first request that this makes; false if it makes none.
static bool look(bench_cursor *cursor, int64_t slot, bool is_odd) {
  rc_store_counts counts;
  rc_store_plan plan;
  need(rc_store_get_counts(cursor->store, &counts));
  const int64_t upper =
      slot + SLOTS_SEEN < counts.slot_count ? slot + SLOTS_SEEN : counts.slot_count;
  const int64_t end = upper + REACH < counts.slot_count ? upper + REACH : counts.slot_count;
  cursor->viewport.time += 1.0 / 60;
  const rc_store_view view = {.visible = {slot, upper},
                              .wanted = {slot > REACH ? slot - REACH : 0, end},
                              .time = cursor->viewport.time,
                              .is_settled = true};
  need(rc_store_update(cursor->store, &view, &plan));
  if (plan.request_count > 0) answer(cursor, &plan.requests[0], is_odd);
  return plan.request_count > 0;
}

// -- a store that knows its length: a page further each time, and at times a jump --

static void pages_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  create_store(world, cursor, RC_STORE_SOURCE_OFFSETS);
  while (look(cursor, 0, false)) continue;
}

static void pages_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    if (cursor->at % 16 == 0) cursor->next_item = world->items[place(cursor->at)] % (LONG / 2);
    cursor->next_item += PAGE;
    while (look(cursor, cursor->next_item, false)) continue;
    rc_store_slot slot;
    need(rc_store_get_slot(cursor->store, cursor->next_item, &slot));
    cursor->sum += slot.id;
  }
}

const bench_action pages_ours = {pages_prepare, pages_run, destroy};

// -- a store by keys: the user scrolls on, and inserts and removes an item --

static void keys_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  create_store(world, cursor, RC_STORE_SOURCE_KEYS);
  cursor->next_item = SOURCE_MIDDLE;
  while (look(cursor, 0, false)) continue;
}

static int64_t slot_of(const bench_cursor *cursor, rc_id id) {
  int64_t slot = 0;
  need(rc_store_find(cursor->store, id, &slot));
  return slot;
}

static void keys_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    // Long ways back and forth, so that both ends are requested.
    cursor->next_item += cursor->at % 200 < 100 ? PAGE : -PAGE;
    while (look(cursor, slot_of(cursor, cursor->next_item), false)) continue;
    const rc_id own = -1 - cursor->at;
    rc_store_result result;
    need(rc_store_insert(cursor->store, slot_of(cursor, cursor->next_item) + 1, &own, 1, &result));
    need(rc_store_remove(cursor->store, own, &result));
  }
}

const bench_action keys_ours = {keys_prepare, keys_run, destroy};

// -- a refresh of what is visible, in which pairs have changed places --

static void refresh_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    need(rc_store_refresh(cursor->store, RC_STORE_TARGET_ANCHOR, 0));
    while (look(cursor, LONG / 2 + cursor->at % 7, cursor->at % 2 == 0)) continue;
  }
}

const bench_action refresh_ours = {pages_prepare, refresh_run, destroy};

// -- tickets of a scrolling list; some loads end between two updates, a few of them in failure --

static void tickets_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  rc_allocator allocator = meter_allocator(&world->meter);
  need(rc_tickets_create(&allocator, &cursor->tickets));
  rc_tickets_settings settings;
  rc_tickets_settings_init(&settings);
  settings.keep_budget = WANTS;
  need(rc_tickets_set_settings(cursor->tickets, &settings));
}

static void tickets_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    rc_ticket_want wants[WANTS];
    for (int64_t i = 0; i < WANTS; i++) {
      const rc_ticket_band band = i < VISIBLE       ? RC_TICKET_BAND_VISIBLE
                                  : i < 2 * VISIBLE ? RC_TICKET_BAND_DISPLAY
                                                    : RC_TICKET_BAND_PRELOAD;
      wants[i] = (rc_ticket_want){.id = 2 * cursor->at + i * 37 % WANTS, .rank = i, .cost = 1};
      wants[i].band = band;
    }
    need(rc_tickets_set_wants(cursor->tickets, 0, wants, WANTS));
    rc_tickets_plan plan;
    cursor->viewport.time += 1.0 / 60;
    const double time = cursor->viewport.time;
    need(rc_tickets_update(cursor->tickets, time, &plan));
    for (size_t i = 0; i < plan.order_count; i++) {
      const rc_ticket_order order = plan.orders[i];
      if (order.kind != RC_TICKET_ORDER_KIND_START || order.id % 5 == 0) continue;
      need(order.id % 7 != 0
               ? rc_tickets_finish(cursor->tickets, order.id, order.token, 1, time, NULL)
               : rc_tickets_fail(cursor->tickets, order.id, order.token, time, 0.5, NULL));
    }
    cursor->sum += (int64_t)plan.order_count;
  }
}

const bench_action tickets_ours = {tickets_prepare, tickets_run, destroy};

// -- what a list wants --

static void wants_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) {
    cursor->viewport.offset += STEP;
    rc_update update;
    need(rc_list_update(world->list, &cursor->viewport, &update));
    rc_interval wanted;
    need(rc_list_ticket_items(world->list, &wanted));
    rc_ticket_want wants[WANTS];
    size_t found;
    const int64_t upper = wanted.upper < wanted.lower + WANTS ? wanted.upper : wanted.lower + WANTS;
    need(rc_list_copy_ticket_wants(world->list, wanted.lower, upper, world->items, NULL, wants,
                                   &found));
    cursor->sum += (int64_t)found;
  }
}

const bench_action wants_ours = {.run = wants_run};
