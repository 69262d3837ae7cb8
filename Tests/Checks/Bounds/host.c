// Of hosts.

#include "bounds.h"

enum { MANY = 1 << 20 };

typedef struct {
  rc_list *list;
  rc_host *host;
  rc_viewport viewport;
  rc_host_step step;
} world;

/// A list of rows of 44 points, a screen of so many of them, and a host that measures nothing
/// ahead.
static world begin(int64_t rows, int64_t on_screen) {
  const rc_allocator allocator = counting_allocator();
  world w;
  rc_host_options options;
  rc_host_options_init(&options);
  options.budget = 0;
  OK(rc_list_create(NULL, &allocator, &w.list));
  OK(rc_list_insert(w.list, 0, NULL, rows));
  OK(rc_host_create(w.list, &options, &allocator, &w.host));
  rc_viewport_init(&w.viewport);
  w.viewport.length = 44 * (double)on_screen;
  return w;
}

static uint64_t end(world w) {
  rc_host_destroy(w.host);
  rc_list_destroy(w.list);
  return steps();
}

#define ON_WORLD(name, made, counted) ON(name, world, w, made, counted, end)

/// Makes a step in which rows are as long as they were estimated.
static void settle(world *w) {
  double *extents = zeros(2000, sizeof *extents);
  for (int i = 0; i < 2000; i++) extents[i] = 44;
  OK(rc_host_begin(w->host, &w->viewport, 400, 0, &w->step));
  while (!w->step.is_done) {
    REQUIRE(w->step.ask_count <= 2000);
    OK(rc_host_measured(w->host, extents, w->step.ask_count, 0, &w->step));
  }
  free(extents);
}

/// A screen of ten rows, and n kept items.
static world begin_with_nodes(int64_t n) {
  world w = begin(MANY, 10);
  for (int64_t i = 0; i < n; i++) OK(rc_host_keep(w.host, i, true));
  settle(&w);
  REQUIRE(w.step.node_count >= (size_t)n);
  return w;
}

static uint64_t host_memory(int64_t n) {
  world empty = begin_with_nodes(0);
  const int64_t before = memory.bytes;
  end(empty);
  world w = begin_with_nodes(n);
  const int64_t bytes = memory.bytes - before;
  REQUIRE(bytes < 20000 + n * 2 * 120);
  end(w);
  return (uint64_t)bytes;
}

/// Most nodes go again, and with them memory.
static uint64_t memory_of_former_nodes(int64_t n) {
  world w = begin_with_nodes(n);
  for (int64_t i = 0; i < n; i++) OK(rc_host_keep(w.host, i, false));
  for (int i = 0; i < 3; i++) settle(&w);
  const int64_t bytes = memory.bytes;
  end(w);
  return (uint64_t)bytes;
}

ON_WORLD(edit_with_nodes, begin_with_nodes(n), COUNT(rc_list_insert(w.list, 3, NULL, 1)))

static uint64_t begin_without_news(int64_t n) {
  world w = begin(64 * n, 20);
  settle(&w);
  w.viewport.offset = 1;
  settle(&w);
  w.viewport.offset = 2;
  COUNT_QUIET(rc_host_begin(w.host, &w.viewport, 400, 0, &w.step));
  REQUIRE(w.step.is_done && w.step.news_count == 0);
  return end(w);
}

ON_WORLD(begin_after_an_edit, begin_with_nodes(n), OK(rc_list_move(w.list, 0, n / 2, n / 2));
         COUNT(rc_host_begin(w.host, &w.viewport, 400, 0, &w.step)))

static uint64_t begin_with_long_screen(int64_t n) {
  world w = begin(MANY, n);
  COUNT(rc_host_begin(w.host, &w.viewport, 400, 0, &w.step));
  REQUIRE(w.step.ask_count == (size_t)n);
  return end(w);
}

static uint64_t measured_all(int64_t n) {
  world w = begin(MANY, n);
  double *extents = zeros(n, sizeof *extents);
  for (int64_t i = 0; i < n; i++) extents[i] = 44;
  OK(rc_host_begin(w.host, &w.viewport, 400, 0, &w.step));
  COUNT(rc_host_measured(w.host, extents, w.step.ask_count, 0, &w.step));
  free(extents);
  return end(w);
}

static uint64_t host_set_extents(int64_t n) {
  world w = begin(MANY, n);
  settle(&w);
  uint32_t *nodes = zeros(n, sizeof *nodes);
  double *extents = zeros(n, sizeof *extents);
  REQUIRE(w.step.node_count >= (size_t)n);
  for (int64_t i = 0; i < n; i++) nodes[i] = w.step.nodes[i].node;
  bool is_any;
  COUNT(rc_host_set_extents(w.host, nodes, extents, (size_t)n, &is_any));
  REQUIRE(is_any);
  free(nodes);
  free(extents);
  return end(w);
}

ON_WORLD(host_wrote, begin_with_nodes(n), COUNT_QUIET(rc_host_wrote(w.host, 3)))
ON_WORLD(host_find, begin_with_nodes(n), COUNT_QUIET(rc_host_find(w.host, n - 1, &(uint32_t){0})))
ON_WORLD(host_index, begin_with_nodes(n), COUNT_QUIET(rc_host_index(w.host, 0, &(int64_t){0})))
ON_WORLD(host_keep, begin_with_nodes(n), OK(rc_list_insert(w.list, 0, NULL, 1));
         COUNT(rc_host_keep(w.host, 0, true)))
ON_WORLD(host_renew, begin_with_nodes(n), COUNT(rc_host_renew(w.host, 0, n)))
ON_WORLD(host_scroll_to, begin_with_nodes(n),
         COUNT_QUIET(rc_host_scroll_to(w.host, n, 0, 0, false)))
ON_WORLD(host_scroll_to_offset, begin_with_nodes(n),
         COUNT_QUIET(rc_host_scroll_to_offset(w.host, 44 * (double)n, false)))

static uint64_t host_take_acts(int64_t n) {
  world w = begin_with_nodes(0);
  const rc_host_act *acts;
  size_t count;
  OK(rc_host_take_acts(w.host, &acts, &count));
  for (int64_t i = 0; i < n; i++) OK(rc_host_renew(w.host, i, i + 1));
  COUNT_QUIET(rc_host_take_acts(w.host, &acts, &count));
  REQUIRE(count == (size_t)n);
  return end(w);
}

static uint64_t memory_of_acts(int64_t n) {
  world w = begin_with_nodes(0);
  const rc_host_act *acts;
  size_t count;
  // What the list and the host need for it themselves.
  for (int64_t i = 0; i < n; i++) OK(rc_host_renew(w.host, i, i + 1));
  OK(rc_host_take_acts(w.host, &acts, &count));
  const int64_t before = memory.bytes;
  for (int64_t i = 0; i < n; i++) OK(rc_host_renew(w.host, i, i + 1));
  const int64_t bytes = memory.bytes - before;
  // As an array that grows by its own size.
  REQUIRE(bytes <= 2 * 136 * n);
  end(w);
  return (uint64_t)bytes;
}

ON_WORLD(host_validate, begin_with_nodes(n), COUNT_QUIET(rc_host_validate(w.host, NULL)))

static uint64_t host_set_options(int64_t n) {
  world w = begin_with_nodes(n);
  rc_host_options options;
  rc_host_options_init(&options);
  COUNT_QUIET(rc_host_set_options(w.host, &options));
  return end(w);
}

/// The step after it has nothing to look at.
static uint64_t same_options(int64_t n) {
  world w = begin_with_nodes(n);
  settle(&w);
  settle(&w);
  rc_host_options options;
  rc_host_options_init(&options);
  options.budget = 0;
  OK(rc_host_set_options(w.host, &options));
  COUNT_QUIET(rc_host_begin(w.host, &w.viewport, 400, 0, &w.step));
  REQUIRE(w.step.is_done && w.step.news_count == 0);
  return end(w);
}

static const bound bounds[] = {
    BOUND("rc_host_set_options", "O(1)", host_set_options, 64, CONSTANT),
    BOUND("rc_host_set_options", "The same ones again change nothing", same_options, 64, CONSTANT),
    BOUND("rc_host", "about 120 bytes per node", host_memory, 256, LINEAR),
    BOUND("rc_host", "at most four times as much while there were more", memory_of_former_nodes, 64,
          CONSTANT),
    BOUND("rc_host", "O(nodes) more", edit_with_nodes, 256, LINEAR),
    BOUND("rc_host_begin", "O(1) if it changed nothing", begin_without_news, 1024, LOGARITHMIC),
    BOUND("rc_host_begin", "O((nodes + rows on screen) log n)", begin_after_an_edit, 64,
          LINEAR_LOGARITHMIC),
    BOUND("rc_host_begin", "O((nodes + rows on screen) log n)", begin_with_long_screen, 60,
          LINEAR_LOGARITHMIC),
    BOUND("rc_host_measured", "O((asks + columns) log n)", measured_all, 60, LINEAR_LOGARITHMIC),
    BOUND("rc_host_set_extents", "O(count log n)", host_set_extents, 120, LINEAR_LOGARITHMIC),
    BOUND("rc_host_wrote", "O(1)", host_wrote, 64, CONSTANT),
    BOUND("rc_host_find", "O(nodes)", host_find, 64, LINEAR),
    BOUND("rc_host_index", "O(1)", host_index, 64, CONSTANT),
    BOUND("rc_host_keep", "O(nodes)", host_keep, 64, LINEAR),
    BOUND("rc_host_renew", "O(nodes), and", host_renew, 64, LINEAR),
    BOUND("rc_host_scroll_to", "O(1)", host_scroll_to, 64, CONSTANT),
    BOUND("rc_host_scroll_to_offset", "O(1)", host_scroll_to_offset, 64, CONSTANT),
    BOUND("rc_host_take_acts", "O(1)", host_take_acts, 64, CONSTANT),
    BOUND("rc_host_take_acts", "136 bytes for each act", memory_of_acts, 64, LINEAR),
    BOUND("rc_host_validate", "O(nodes)", host_validate, 64, LINEAR),
};

const bound_table host_bounds = TABLE(bounds);
