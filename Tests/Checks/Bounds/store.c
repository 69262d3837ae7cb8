// Of stores.

#include "bounds.h"

enum { PAGE = 20 };

/// A store, and what it is told next.
typedef struct {
  rc_store *store;
  rc_store_view view;
  rc_store_plan plan;
  rc_store_reply reply;
  rc_store_result result;
  rc_id ids[PAGE];
  rc_id next_id;
  /// Told by each reply.
  int64_t total;
} world;

static world begin(rc_store_source source, bool has_placeholders, int64_t total) {
  const rc_allocator allocator = counting_allocator();
  world w = {.view = {.is_settled = true}, .next_id = 1, .total = total};
  rc_store_options options;
  rc_store_options_init(&options);
  options.source = source;
  options.has_placeholders = has_placeholders;
  options.total = total;
  OK(rc_store_create(&options, &allocator, &w.store));
  rc_store_settings settings;
  rc_store_settings_init(&settings);
  settings.request_limit = 1;
  OK(rc_store_set_settings(w.store, &settings));
  return w;
}

static void limit_pages(world *w, int64_t pages) {
  rc_store_settings settings;
  rc_store_settings_init(&settings);
  settings.request_limit = 1;
  settings.page_limit = pages;
  OK(rc_store_set_settings(w->store, &settings));
}

static void look(world *w, int64_t slot, int64_t count) {
  rc_store_counts counts;
  OK(rc_store_get_counts(w->store, &counts));
  if (slot > counts.slot_count) slot = counts.slot_count;
  const int64_t end = slot + count < counts.slot_count ? slot + count : counts.slot_count;
  w->view.visible = w->view.wanted = (rc_interval){slot, end};
  OK(rc_store_update(w->store, &w->view, &w->plan));
}

/// Prepares a reply of so many new ids.
static void bring(world *w, int64_t count) {
  for (int64_t i = 0; i < count; i++) w->ids[i] = w->next_id++;
  rc_store_reply_init(&w->reply);
  w->reply.ids = w->ids;
  w->reply.count = (size_t)count;
  w->reply.total = w->total;
}

static void receive(world *w, int64_t count) {
  REQUIRE(w->plan.request_count == 1);
  bring(w, count);
  OK(rc_store_receive(w->store, w->plan.requests[0].token, &w->reply, &w->result));
}

/// Scrolls over pages of which the server filters one item out.
static world scroll_short_pages(int64_t pages, int64_t limit) {
  world w = begin(RC_STORE_SOURCE_OFFSETS, true, (pages + 2) * PAGE);
  limit_pages(&w, limit);
  for (int64_t page = 0; page < pages; page++) {
    look(&w, (PAGE - 1) * page, 1);
    receive(&w, PAGE - 1);
  }
  return w;
}

static uint64_t memory_after_short_pages(int64_t pages) {
  const world w = scroll_short_pages(pages, 12);
  const int64_t bytes = memory.bytes;
  rc_store_destroy(w.store);
  return (uint64_t)bytes;
}

static uint64_t reply_after_short_pages(int64_t pages) {
  world w = scroll_short_pages(pages, 12);
  look(&w, (PAGE - 1) * pages, 1);
  bring(&w, PAGE - 1);
  COUNT(rc_store_receive(w.store, w.plan.requests[0].token, &w.reply, &w.result));
  rc_store_destroy(w.store);
  return steps();
}

// == pages held ==

/// A source of offsets of which all pages are held; and one that waits for as many requests.
static world full(int64_t pages) {
  world w = begin(RC_STORE_SOURCE_OFFSETS, true, pages * PAGE);
  for (int64_t page = 0; page < pages; page++) {
    look(&w, PAGE * page, 1);
    receive(&w, PAGE);
  }
  return w;
}

/// The same by keys.
static world full_of_keys(int64_t pages) {
  world w = begin(RC_STORE_SOURCE_KEYS, false, RC_STORE_UNKNOWN);
  w.total = RC_STORE_UNKNOWN;
  for (int64_t page = 0; page < pages; page++) {
    look(&w, PAGE * page - (page > 0), 1);
    receive(&w, PAGE);
  }
  return w;
}

static uint64_t end(world w) {
  rc_store_destroy(w.store);
  return steps();
}

#define ON_WORLD(name, made, counted) ON(name, world, w, made, counted, end)

static uint64_t store_memory(int64_t pages) {
  const world w = full(pages);
  const int64_t bytes = memory.bytes;
  REQUIRE(bytes < 10000 + pages * (2 * 32 * PAGE + 2 * 250));
  rc_store_destroy(w.store);
  return (uint64_t)bytes;
}

static uint64_t missing_cells_memory(int64_t cells) {
  const world w = begin(RC_STORE_SOURCE_OFFSETS, true, cells * PAGE);
  const int64_t bytes = memory.bytes;
  rc_store_destroy(w.store);
  return (uint64_t)bytes;
}

static uint64_t store_set_settings(int64_t n) {
  world w = full(n);
  rc_store_settings settings;
  rc_store_settings_init(&settings);
  COUNT_QUIET(rc_store_set_settings(w.store, &settings));
  return end(w);
}

static uint64_t store_update(int64_t n) {
  world w = full(n);
  w.view.visible = w.view.wanted = (rc_interval){n, n + 1};
  COUNT_QUIET(rc_store_update(w.store, &w.view, &w.plan));
  return end(w);
}

/// What is visible has expired, among many pages, while one is requested.
static uint64_t store_update_of_old(int64_t n) {
  world w = full(n);
  OK(rc_store_open(w.store, RC_END_TAIL));
  look(&w, n * PAGE - 1, 1);
  OK(rc_store_expire(w.store, 1, 0));
  OK(rc_store_update(w.store, &w.view, &w.plan));
  COUNT_QUIET(rc_store_update(w.store, &w.view, &w.plan));
  return end(w);
}

static uint64_t store_update_of_all(int64_t n) {
  world w = full(n);
  w.view.visible = w.view.wanted = (rc_interval){0, n * PAGE};
  COUNT_QUIET(rc_store_update(w.store, &w.view, &w.plan));
  return end(w);
}

static uint64_t reply_to_many_pages(int64_t n) {
  world w = full(n);
  OK(rc_store_open(w.store, RC_END_TAIL));
  look(&w, n * PAGE - 1, 1);
  REQUIRE(w.plan.request_count == 1);
  bring(&w, PAGE / 2);
  COUNT(rc_store_receive(w.store, w.plan.requests[0].token, &w.reply, &w.result));
  return end(w);
}

/// A refresh by keys brings n ids, in the order of what is held or in the reverse one.
static uint64_t refresh_with(int64_t n, bool is_reversed) {
  world w = full_of_keys(n / PAGE);
  OK(rc_store_refresh(w.store, RC_STORE_TARGET_FIRST, 0));
  look(&w, 0, 1);
  REQUIRE(w.plan.request_count == 1);
  rc_id *ids = zeros(n, sizeof *ids);
  for (int64_t i = 0; i < n; i++) ids[i] = is_reversed ? n - i : i + 1;
  bring(&w, 0);
  w.reply.ids = ids;
  w.reply.count = (size_t)n;
  COUNT(rc_store_receive(w.store, w.plan.requests[0].token, &w.reply, &w.result));
  free(ids);
  return end(w);
}

static uint64_t refresh_in_order(int64_t n) {
  return refresh_with(n, false);
}

static uint64_t refresh_in_reverse(int64_t n) {
  return refresh_with(n, true);
}

/// Half of the pages go with one reply.
static uint64_t reply_that_drops(int64_t n) {
  world w = full(n);
  limit_pages(&w, 2);
  OK(rc_store_open(w.store, RC_END_TAIL));
  look(&w, n * PAGE - 1, 1);
  bring(&w, PAGE / 2);
  COUNT(rc_store_receive(w.store, w.plan.requests[0].token, &w.reply, &w.result));
  REQUIRE(w.result.dropped_count > (size_t)n / 2);
  return end(w);
}

ON_WORLD(store_open, full_of_keys(n), OK(rc_store_update(w.store, &w.view, &w.plan));
         COUNT(rc_store_open(w.store, RC_END_HEAD)))
ON_WORLD(store_retry, full(n), COUNT_QUIET(rc_store_retry(w.store)))
ON_WORLD(store_expire, full(n), COUNT_QUIET(rc_store_expire(w.store, 1, 0)))
ON_WORLD(store_insert, full(n), COUNT(rc_store_insert(w.store, 7, &(rc_id){-7}, 1, &w.result)))

static uint64_t store_insert_many(int64_t n) {
  world w = full(10);
  rc_id *ids = zeros(n, sizeof *ids);
  for (int64_t i = 0; i < n; i++) ids[i] = -i - 1;
  COUNT(rc_store_insert(w.store, 7, ids, (size_t)n, &w.result));
  free(ids);
  return end(w);
}

ON_WORLD(store_remove, full(n), COUNT(rc_store_remove(w.store, 7, &w.result)))
ON_WORLD(store_move, full(n), COUNT(rc_store_move(w.store, 7, 3, &w.result)))
ON_WORLD(store_get_counts, full(n),
         COUNT_QUIET(rc_store_get_counts(w.store, &(rc_store_counts){0})))
ON_WORLD(store_get_slot, full(n), COUNT_QUIET(rc_store_get_slot(w.store, n, &(rc_store_slot){0})))
ON_WORLD(store_find, full(n), COUNT_QUIET(rc_store_find(w.store, n, &(int64_t){0})))
ON_WORLD(store_validate, full(n), COUNT(rc_store_validate(w.store, NULL)))

// == looking ahead ==

/// Asks for what is missing at a slot, and brings so many ids from one on, with one looked ahead
/// to.
static void bring_from(world *w, int64_t slot, rc_id first, int64_t count) {
  look(w, slot, 1);
  REQUIRE(w->plan.request_count == 1);
  rc_id ids[PAGE + 1];
  bring(w, 0);
  for (int64_t i = 0; i < count; i++) ids[i] = first + i;
  w->reply.ids = ids;
  w->reply.count = (size_t)count;
  OK(rc_store_receive(w->store, w->plan.requests[0].token, &w->reply, &w->result));
}

/// A source of offsets of which all pages are held, and looked ahead. Two rows were lost, as far
/// as is known, after each of so many pages from the third on.
static world torn(int64_t pages, int64_t seams) {
  const rc_allocator allocator = counting_allocator();
  world w = {.view = {.is_settled = true}, .total = pages * PAGE};
  rc_store_options options;
  rc_store_options_init(&options);
  options.looks_ahead = true;
  options.total = w.total;
  OK(rc_store_create(&options, &allocator, &w.store));
  limit_pages(&w, 0);
  for (int64_t page = 0; page < pages; page++) {
    const int64_t lost = page < 3 ? 0 : page < 3 + seams ? 2 * (page - 2) : 2 * seams;
    bring_from(&w, page * PAGE, page * PAGE + lost + 1, PAGE + (page + 1 < pages));
  }
  return w;
}

static uint64_t update_at_a_seam(int64_t n) {
  world w = torn(n, 1);
  w.view.visible = w.view.wanted = (rc_interval){3 * PAGE, 3 * PAGE + 1};
  COUNT(rc_store_update(w.store, &w.view, &w.plan));
  REQUIRE(w.plan.request_count == 1 && !w.plan.requests[0].is_refresh);
  return end(w);
}

static uint64_t update_at_many_seams(int64_t n) {
  world w = torn(n + 4, n);
  w.view.visible = w.view.wanted = (rc_interval){0, (n + 4) * PAGE};
  COUNT(rc_store_update(w.store, &w.view, &w.plan));
  REQUIRE(w.plan.request_count == 1 && !w.plan.requests[0].is_refresh);
  return end(w);
}

/// A reply of so many ids for the cell after a seam: what it had, after each a new one, and others.
static uint64_t reply_at_a_seam(int64_t pages, int64_t count) {
  world w = torn(pages, 1);
  look(&w, 3 * PAGE, 1);
  REQUIRE(w.plan.request_count == 1 && w.plan.requests[0].position == 3 * PAGE);
  rc_id *ids = zeros(count, sizeof *ids);
  for (int64_t i = 0; i < count; i++) {
    ids[i] = i % 2 == 0 && i < 2 * PAGE ? 3 * PAGE + 3 + i / 2 : -i - 1;
  }
  bring(&w, 0);
  w.reply.ids = ids;
  w.reply.count = (size_t)count;
  COUNT(rc_store_receive(w.store, w.plan.requests[0].token, &w.reply, &w.result));
  // The last one is looked ahead to.
  REQUIRE(w.result.new_count == count - PAGE - 1);
  free(ids);
  return end(w);
}

static uint64_t long_reply_at_a_seam(int64_t n) {
  return reply_at_a_seam(8, n);
}

static uint64_t runs_among_many_pages(int64_t n) {
  return reply_at_a_seam(n, 2 * PAGE);
}

/// A page of each cell is held, and all but the first are empty: their replies had nothing new.
static world circle(int64_t n) {
  const rc_allocator allocator = counting_allocator();
  world w = {.view = {.is_settled = true}};
  rc_store_options options;
  rc_store_options_init(&options);
  options.looks_ahead = true;
  options.total = w.total = 2 * n * PAGE;
  OK(rc_store_create(&options, &allocator, &w.store));
  limit_pages(&w, 0);
  for (int64_t page = 0; page < n; page++) bring_from(&w, page == 0 ? 0 : PAGE, 1, PAGE);
  return w;
}

static uint64_t reply_beside_empty_pages(int64_t n) {
  world w = circle(n);
  look(&w, PAGE, 1);
  w.next_id = 7000;
  bring(&w, PAGE);
  COUNT(rc_store_receive(w.store, w.plan.requests[0].token, &w.reply, &w.result));
  REQUIRE(w.result.new_count == PAGE);
  return end(w);
}

static uint64_t remove_after_empty_pages(int64_t n) {
  world w = circle(n);
  bring_from(&w, PAGE, 7000, PAGE);
  COUNT(rc_store_remove(w.store, 7000, &w.result));
  return end(w);
}

ON_WORLD(remove_at_a_seam, torn(n, 1), COUNT(rc_store_remove(w.store, 3 * PAGE, &w.result)))

static uint64_t memory_ahead(int64_t pages) {
  const world w = torn(pages, 0);
  const int64_t bytes = memory.bytes;
  REQUIRE(bytes < 10000 + pages * (2 * 40 * PAGE + 2 * 250));
  rc_store_destroy(w.store);
  return (uint64_t)bytes;
}

// == requests and failures ==

/// All of n cells are requested; half of the requests have failed.
static world waiting(int64_t n) {
  world w = begin(RC_STORE_SOURCE_OFFSETS, true, n * PAGE);
  look(&w, 0, 1);
  receive(&w, PAGE);
  rc_store_settings settings;
  rc_store_settings_init(&settings);
  settings.request_limit = (uint32_t)n;
  OK(rc_store_set_settings(w.store, &settings));
  w.view.visible = w.view.wanted = (rc_interval){0, n * PAGE};
  OK(rc_store_update(w.store, &w.view, &w.plan));
  for (size_t i = 0; i < w.plan.request_count; i += 2) {
    OK(rc_store_fail(w.store, w.plan.requests[i].token, 0, 0));
  }
  return w;
}

static uint64_t update_of_requests(int64_t n) {
  world w = waiting(n);
  w.view.time = 5;
  COUNT(rc_store_update(w.store, &w.view, &w.plan));
  REQUIRE(w.plan.request_count > 0);
  return end(w);
}

ON_WORLD(store_fail, waiting(n),
         COUNT(rc_store_fail(w.store, w.plan.requests[n / 3 | 1].token, 0, 0)))
ON_WORLD(store_cancel, waiting(n),
         COUNT(rc_store_cancel(w.store, w.plan.requests[n / 3 | 1].token)))
ON_WORLD(store_refresh, waiting(n), COUNT(rc_store_refresh(w.store, RC_STORE_TARGET_FIRST, 0)))
ON_WORLD(store_jump, full_of_keys(n), COUNT(rc_store_jump(w.store, RC_END_TAIL)))
ON_WORLD(slot_of_request, waiting(n),
         COUNT_QUIET(rc_store_get_slot(w.store, n *PAGE - 1, &(rc_store_slot){0})))
ON_WORLD(store_get_end, waiting(n),
         COUNT_QUIET(rc_store_load_at_end(w.store, RC_END_TAIL, &(rc_store_load){0})))
ON_WORLD(store_get_refresh, waiting(n), OK(rc_store_refresh(w.store, RC_STORE_TARGET_FIRST, 0));
         COUNT_QUIET(rc_store_load_of_refresh(w.store, &(rc_store_load){0})))

static const bound bounds[] = {
    BOUND("rangecore_store.h", "no more is held than the limits allow, however long",
          memory_after_short_pages, 6250, CONSTANT),
    BOUND("rc_store", "adjacent ones with the same number together", memory_after_short_pages, 625,
          CONSTANT),
    BOUND("rc_store", "about 32 bytes per id held, 40 if it looks ahead, and 250 per page",
          store_memory, 64, LINEAR),
    BOUND("rc_store", "about 32 bytes per id held, 40 if it looks ahead, and 250 per page",
          memory_ahead, 64, LINEAR),
    BOUND("rc_store", "Missing cells and counted gaps take none", missing_cells_memory, 64,
          CONSTANT),
    BOUND("rc_store_set_settings", "O(1)", store_set_settings, 64, CONSTANT),
    BOUND("rc_store_update", "O(log p + pages wanted", store_update, 64, LOGARITHMIC),
    BOUND("rc_store_update", "O(log p + pages wanted", store_update_of_old, 64, LOGARITHMIC),
    BOUND("rc_store_update", "O(log p + pages wanted", store_update_of_all, 64, LINEAR),
    BOUND("rc_store_update", "(request limit + r) × r", update_of_requests, 64, SQUARE),
    BOUND("rc_store_update", "for each gap or seam that is wanted", update_at_a_seam, 64,
          LOGARITHMIC),
    BOUND("rc_store_update", "for each gap or seam that is wanted", update_at_many_seams, 16,
          LINEAR_LOGARITHMIC),
    BOUND("rc_store_receive", "O(a + p + d)", reply_to_many_pages, 64, LINEAR),
    BOUND("rc_store_receive", "O(a + p + d)", reply_that_drops, 64, LINEAR),
    BOUND("rc_store_receive", "O(a + p + d)", reply_after_short_pages, 1250, CONSTANT),
    BOUND("rc_store_receive", "O(a + p + d)", long_reply_at_a_seam, 160, LINEAR),
    BOUND("rc_store_receive", "O(a + p + d)", reply_beside_empty_pages, 64, LINEAR),
    BOUND("rc_store_receive", "each further run of new ids", runs_among_many_pages, 64, LINEAR),
    BOUND("rc_store_receive", "O((a + held) log a +", refresh_in_order, 640, LINEAR_LOGARITHMIC),
    BOUND("rc_store_receive", "a × moved runs", refresh_in_reverse, 160, SQUARE),
    BOUND("rc_store_fail", "O(r)", store_fail, 64, LINEAR),
    BOUND("rc_store_cancel", "O(r)", store_cancel, 64, LINEAR),
    BOUND("rc_store_refresh", "O(r)", store_refresh, 64, LINEAR),
    BOUND("rc_store_jump", "O(r)", store_jump, 64, LINEAR),
    BOUND("rc_store_open", "O(p)", store_open, 64, LINEAR),
    BOUND("rc_store_retry", "O(1)", store_retry, 64, CONSTANT),
    BOUND("rc_store_expire", "O(1)", store_expire, 64, CONSTANT),
    BOUND("rc_store_insert", "O(a + p)", store_insert, 64, LINEAR),
    BOUND("rc_store_insert", "O(a + p)", store_insert_many, 64, LINEAR),
    BOUND("rc_store_remove", "O(p + its page)", store_remove, 64, LINEAR),
    BOUND("rc_store_move", "O(p + the ids of both pages)", store_move, 64, LINEAR),
    BOUND("rc_store_remove", "O(p + its page)", remove_at_a_seam, 64, LINEAR),
    BOUND("rc_store_remove", "O(p + its page)", remove_after_empty_pages, 64, LINEAR),
    BOUND("rc_store_get_counts", "O(1)", store_get_counts, 64, CONSTANT),
    BOUND("rc_store_get_slot", "O(log p + r)", store_get_slot, 64, LOGARITHMIC),
    BOUND("rc_store_get_slot", "O(log p + r)", slot_of_request, 64, LINEAR),
    BOUND("rc_store_find", "O(log p + its page)", store_find, 64, LOGARITHMIC),
    BOUND("rc_store_load_at_end", "O(r)", store_get_end, 64, LINEAR),
    BOUND("rc_store_load_of_refresh", "O(r)", store_get_refresh, 64, LINEAR),
    BOUND("rc_store_validate", "O(slots held)", store_validate, 64, LINEAR),
};
const bound_table store_bounds = TABLE(bounds);
