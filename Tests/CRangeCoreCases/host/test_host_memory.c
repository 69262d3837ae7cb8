// Hosts that run out of memory at each of their allocations, one at a time: nothing is lost, and
// the next step goes on.

#include <string.h>

#include "../harness.h"
#include "../library.h"
#include "../list/list_memory.h"
#include "script_host.h"

enum { ITEMS = 60 };

typedef struct {
  list_memory memory;
  rc_list *list;
  rc_host *host;
  /// Told the same, with memory enough.
  rc_list *twin;
  rc_viewport viewport;
  rc_host_step step;
  /// By index.
  int64_t ids[2 * ITEMS];
} session;

/// A call again, until there is memory for it; once may be enough.
#define AGAIN(call)                                                     \
  do {                                                                  \
    rc_status status_of_call = call;                                    \
    if (status_of_call == RC_STATUS_NO_MEMORY) status_of_call = (call); \
    CHECK_EQUAL(status_of_call, RC_STATUS_OK);                          \
  } while (0)

static void check(const session *s) {
  script_host_tell(s->host, s->list, s->twin, NULL);
  const char *reason = NULL;
  CHECK_F(rc_host_validate(s->host, &reason) == RC_STATUS_OK, "%s", reason);
  CHECK_F(rc_list_validate(s->list, &reason) == RC_STATUS_OK, "%s", reason);
}

/// A step, begun again after each failure.
static void step(session *s) {
  rc_status status = RC_STATUS_NO_MEMORY;
  s->viewport.time += 0.016;
  for (int tries = 0; status != RC_STATUS_OK; tries++) {
    CHECK(tries < 3 && status == RC_STATUS_NO_MEMORY);
    status = rc_host_begin(s->host, &s->viewport, 400, 0, &s->step);
    while (status == RC_STATUS_OK && !s->step.is_done) {
      const size_t count = s->step.ask_count > 0;
      double extent = 0;
      if (count > 0) {
        const rc_host_node *node = &s->step.nodes[s->step.asks[0]];
        extent = script_host_extent(s->ids[node->index], 400, node->columns);
      }
      status = rc_host_measured(s->host, &extent, count, s->viewport.time, &s->step);
    }
    check(s);
    // Done or without memory, it is open no longer.
    const double extent = 40;
    CHECK_EQUAL(rc_host_measured(s->host, &extent, 1, 0, &s->step), RC_STATUS_STALE);
  }
  if (s->step.sets_offset) s->viewport.offset = s->step.offset;
  for (int64_t i = 0; i < rc_list_count(s->list); i++) {
    uint32_t node;
    if ((rc_list_state(s->list, i) & (RC_STATE_VISIBLE | RC_STATE_DISPLAY)) == 0) continue;
    CHECK_EQUAL(rc_host_find(s->host, i, &node), RC_STATUS_OK);
  }
  // What is on screen has a view that is where the list has it, as long as its row.
  for (size_t i = 0; i < s->step.node_count; i++) {
    const rc_host_node *node = &s->step.nodes[i];
    rc_item item;
    CHECK_EQUAL(rc_list_item(s->list, node->index, &item), RC_STATUS_OK);
    if (!node->is_on_screen) continue;
    CHECK(node->has_view && item.is_measured && !item.is_provisional);
    CHECK(node->extent == item.extent && (node->is_pinned || node->start == item.offset));
  }
}

/// Another extent of the first item, which is measured; the others of its row know none.
static void change(session *s) {
  uint32_t node;
  bool is_any = false;
  const double extent = 77;
  AGAIN(rc_host_find(s->host, 0, &node));
  AGAIN(rc_host_set_extents(s->host, &node, &extent, 1, &is_any));
  CHECK(is_any);
  check(s);
}

/// Another extent of all that is visible, which is asked for.
static void change_all(session *s) {
  const double later = RC_EXTENT_LATER;
  for (int64_t i = 0; i < rc_list_count(s->list); i++) {
    uint32_t node;
    bool is_any = false;
    if (rc_host_find(s->host, i, &node) != RC_STATUS_OK) continue;
    AGAIN(rc_host_set_extents(s->host, &node, &later, 1, &is_any));
    s->ids[i] += 7;
  }
  step(s);
  for (size_t i = 0; i < s->step.node_count; i++) {
    const rc_host_node *node = &s->step.nodes[i];
    if (!node->is_on_screen || node->columns > 1) continue;
    CHECK(node->extent == script_host_extent(s->ids[node->index], 400, 1));
  }
}

/// A call on the list and on its twin, which is called `list`.
#define BOTH(call)                                        \
  do {                                                    \
    rc_list *const lists_of_call[] = {s->list, s->twin};  \
    for (int i_of_call = 0; i_of_call < 2; i_of_call++) { \
      rc_list *const list = lists_of_call[i_of_call];     \
      AGAIN(call);                                        \
    }                                                     \
  } while (0)

/// With all rows measured before, nothing is asked for until they are provisional.
static void run(session *s, uint32_t columns, bool is_measured) {
  const rc_allocator allocator = list_memory_allocator(&s->memory);
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = columns;
  AGAIN(rc_list_create(&options, &allocator, &s->list));
  AGAIN(rc_list_create(&options, NULL, &s->twin));
  BOTH(rc_list_insert(list, 0, NULL, ITEMS));
  double extents[ITEMS] = {50};
  for (int64_t i = 1; i < ITEMS; i++) extents[i] = script_host_extent(i, 400, 1);
  BOTH(rc_list_set_row_extents(list, 0, extents, is_measured ? ITEMS : 1));
  for (int64_t i = 0; i < 2 * ITEMS; i++) s->ids[i] = i;
  AGAIN(rc_host_create(s->list, NULL, &allocator, &s->host));
  check(s);
  rc_viewport_init(&s->viewport);
  s->viewport.length = 300;
  s->viewport.is_user_driven = true;
  step(s);
  change(s);
  BOTH(rc_list_mark_header(list, 1, 2));
  AGAIN(rc_host_keep(s->host, 50, true));
  step(s);
  s->viewport.offset += 500;
  step(s);
  BOTH(rc_list_insert(list, 0, NULL, 5));
  memmove(s->ids + 5, s->ids, ITEMS * sizeof *s->ids);
  for (int64_t i = 0; i < 5; i++) s->ids[i] = ITEMS + i;
  step(s);
  AGAIN(rc_host_renew(s->host, 0, ITEMS));
  check(s);
  step(s);
  change_all(s);
  BOTH(rc_list_mark_provisional(list, 0, ITEMS));
  AGAIN(rc_host_scroll_to(s->host, 40, 0.5, 0, false));
  step(s);
}

static void hosts_go_on_after_running_out_of_memory(void) {
  for (uint32_t way = 0; way <= 3; way++) {
    bool has_failed = true;
    for (int64_t at = 0; has_failed && !test_has_failed(); at += test_stride()) {
      session s;
      memset(&s, 0, sizeof s);
      list_memory_init(&s.memory);
      s.memory.countdown = at;
      s.memory.fails_once = true;
      run(&s, way == 0 ? 1 : way, way == 0);
      has_failed = s.memory.has_failed;
      rc_host_destroy(s.host);
      rc_list_destroy(s.list);
      rc_list_destroy(s.twin);
      if (test_has_failed()) return;
      CHECK(s.memory.blocks == 0 && !s.memory.is_confused);
    }
  }
}

static const test_case cases[] = {
    CASE(hosts_go_on_after_running_out_of_memory),
};

const test_suite suite_host_memory = SUITE(cases);
