// A store of pages: an update with nothing missing, a reply, a drag, and placeholders without end.

#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "rangecore_store.h"

enum { SIZE = 100, PAGES = 10000, SCREEN_SLOTS = 20 };

typedef struct {
  rc_store *store;
  rc_store_view view;
  rc_store_plan plan;
  int64_t slots;
} store_bench;

static void look(store_bench *b, int64_t lower) {
  const int64_t reach = 2 * SCREEN_SLOTS, upper = lower + SCREEN_SLOTS;
  b->view.visible = (rc_interval){lower, upper};
  b->view.wanted.lower = lower > reach ? lower - reach : 0;
  b->view.wanted.upper = upper + reach < b->slots ? upper + reach : b->slots;
  need(rc_store_update(b->store, &b->view, &b->plan));
}

/// Answers a request with the items of a source whose ids are their positions.
static void answer(store_bench *b, const rc_store_request *request) {
  rc_id ids[SIZE];
  rc_store_reply reply;
  rc_store_result result;
  rc_store_reply_init(&reply);
  for (int64_t i = 0; i < SIZE; i++) ids[i] = request->position + i;
  reply.ids = ids;
  reply.count = SIZE;
  reply.total = b->slots;
  need(rc_store_receive(b->store, request->token, &reply, &result));
}

static store_bench begin_store(int64_t slots, int64_t page_limit, const rc_allocator *allocator) {
  store_bench b = {.slots = slots, .view = {.is_settled = true}};
  rc_store_options options;
  rc_store_settings settings;
  rc_store_options_init(&options);
  rc_store_settings_init(&settings);
  options.page_size = SIZE;
  options.total = slots;
  settings.page_limit = page_limit;
  need(rc_store_create(&options, allocator, &b.store));
  need(rc_store_set_settings(b.store, &settings));
  look(&b, 0);
  answer(&b, &b.plan.requests[0]);
  return b;
}

/// Scrolls on by a page, and answers what that requests; returns how long the answers took.
static int64_t turn_page(store_bench *b, int64_t page, int64_t *out_count) {
  look(b, page * SIZE);
  int64_t ns = 0;
  while (b->plan.request_count > 0) {
    const int64_t start = now_ns();
    answer(b, &b->plan.requests[0]);
    ns += now_ns() - start;
    ++*out_count;
    look(b, page * SIZE);
  }
  return ns;
}

static void add(bench_report *report, const char *name, int64_t items, double ns, double limit,
                const char *beside) {
  bench_row row = row_of(name, items);
  row.ns = ns;
  row.beside_ns = limit;
  row.ratio = ns / limit;
  row.goal = 1;
  snprintf(row.beside, sizeof row.beside, "%s", beside);
  report_add(report, row);
}

/// 10^4 pages are held of twice as many; each reply drops one.
static void lines_of_held(bench_report *report, int rounds) {
  store_bench b = begin_store(2 * SIZE * PAGES, PAGES, NULL);
  int64_t page = 1, count = 0;
  for (; page < PAGES + 10; page++) (void)turn_page(&b, page, &count);
  double best_reply = 1e18, best_update = 1e18;
  for (int round = 0; round < rounds; round++) {
    int64_t ns = 0;
    count = 0;
    for (const int64_t end = page + 500; page < end; page++) ns += turn_page(&b, page, &count);
    if (count > 0 && (double)ns / (double)count < best_reply) {
      best_reply = (double)ns / (double)count;
    }
    const int64_t start = now_ns();
    for (int64_t i = 0; i < 20000; i++) look(&b, (page - 400) * SIZE + i);
    const double update = (double)(now_ns() - start) / 20000;
    if (update < best_update) best_update = update;
  }
  rc_store_counts counts;
  need(rc_store_get_counts(b.store, &counts));
  if (counts.pages != PAGES) fprintf(stderr, "%lld pages are held\n", (long long)counts.pages);
  rc_store_destroy(b.store);
  add(report, "update, nothing missing, 10^4 pages", 2 * SIZE * PAGES, best_update, 1000, "1 µs");
  add(report, "reply of 100 items, another page dropped", 2 * SIZE * PAGES, best_reply, 20000,
      "20 µs");
}

/// How many requests a drag over all slots in 1,000 updates makes.
static void line_of_drag(bench_report *report) {
  store_bench b = begin_store(SIZE * PAGES, 0, NULL);
  int64_t requests = 0, steps = 1000, last = SIZE * PAGES - SCREEN_SLOTS;
  b.view.is_settled = false;
  const int64_t start = now_ns();
  for (int64_t i = 1; i <= steps; i++) {
    b.view.time = (double)i / 60;
    look(&b, last * i / steps);
    requests += (int64_t)b.plan.request_count;
  }
  const double ns = (double)(now_ns() - start) / (double)steps;
  b.view.time += 1;
  look(&b, last);
  requests += (int64_t)b.plan.request_count;
  rc_store_destroy(b.store);
  bench_row row = row_of("drag over 10^6 slots in 1,000 updates, each", SIZE * PAGES);
  row.ns = ns;
  // The place that it stops at: what is wanted there lies in one page.
  row.beside_ns = 1;
  row.ratio = (double)requests;
  row.goal = 1;
  snprintf(row.beside, sizeof row.beside, "requests");
  report_add(report, row);
}

static double time_placeholders(int64_t slots, int rounds, int64_t *out_bytes) {
  double best = 1e18;
  for (int round = 0; round < rounds; round++) {
    bench_meter meter = {0};
    const rc_allocator allocator = meter_allocator(&meter);
    const int64_t start = now_ns();
    store_bench b = begin_store(slots, 0, &allocator);
    look(&b, slots - SCREEN_SLOTS - 1);
    const double ns = (double)(now_ns() - start);
    if (ns < best) best = ns;
    *out_bytes = meter.held;
    rc_store_destroy(b.store);
  }
  return best;
}

/// All placeholders that a list can have, beside a thousand.
static void line_of_placeholders(bench_report *report, int rounds) {
  int64_t bytes, few_bytes;
  (void)time_placeholders(10 * SIZE, rounds, &few_bytes);
  const double few = time_placeholders(10 * SIZE, 20 * rounds, &few_bytes);
  const double ns = time_placeholders(RC_ITEM_COUNT_MAX - 94, 20 * rounds, &bytes);
  bench_row row = row_of("2^32 placeholders, a page at each end", RC_ITEM_COUNT_MAX);
  row.ns = ns;
  row.bytes = (double)bytes;
  row.beside_ns = few;
  row.ratio = ns / few;
  row.goal = 1.5;
  row.is_ok = bytes == few_bytes;
  snprintf(row.beside, sizeof row.beside, "10^3");
  report_add(report, row);
}

void lines_of_store(bench_report *report, bench_effort effort) {
  fprintf(stderr, "a store\n");
  const int rounds = effort.rounds < 9 ? effort.rounds : 9;
  lines_of_held(report, rounds);
  line_of_drag(report);
  line_of_placeholders(report, rounds);
}
