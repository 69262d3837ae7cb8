// Bad inputs that are no single value: pointers that are NULL or one another, and calls that come
// too early, too late or twice. Each is a line of misuse_lines_null.h or misuse_lines_order.h.

#include <math.h>
#include <string.h>

#include "misuse.h"

typedef struct {
  const char *function, *name;
  rc_status expected;
  void (*before)(misuse_world *w);
  rc_status (*call)(misuse_world *w);
} line;

// == what lines prepare ==

static rc_status misuse_with_memory(misuse_world *w, rc_status status) {
  w->memory.countdown = -1;
  return status;
}

static rc_status misuse_destroy_list(misuse_world *w) {
  rc_list_destroy(w->list);
  w->list = NULL;
  return RC_STATUS_OK;
}

static rc_status misuse_update(misuse_world *w) {
  rc_update update;
  return rc_list_update(w->list, &w->viewport, &update);
}

static rc_batch_token begin(rc_list *list, rc_end end) {
  rc_batch_context *context = NULL;
  rc_batch_token token = 0;
  if (rc_list_begin_batch(list, end, &context, &token) != RC_STATUS_OK) return 0;
  rc_batch_context_release(context);
  return token;
}

/// Lets the next fetch take off, and answers the token of the one before.
static rc_batch_token misuse_next_flight(misuse_world *w) {
  rc_batch_token old = w->token;
  (void)rc_batch_context_finish(w->fetch, old, RC_BATCH_OUTCOME_COMPLETED);
  w->token = begin(w->list, RC_END_TAIL);
  return old;
}

static rc_batch_token misuse_head_token(misuse_world *w) {
  return begin(w->list, RC_END_HEAD);
}

/// The token of another list's second fetch: the world's is at its first.
static rc_batch_token misuse_foreign_token(misuse_world *w) {
  rc_list *other = NULL;
  if (rc_list_create(NULL, &w->allocator, &other) != RC_STATUS_OK) return 0;
  rc_batch_token token = begin(other, RC_END_TAIL);
  (void)rc_list_reset_batch(other, RC_END_TAIL);
  token = begin(other, RC_END_TAIL);
  rc_list_destroy(other);
  return token;
}

/// A list that is as long as it can be, and an item of length 0 that is measured.
static rc_status misuse_fill_extents(misuse_world *w) {
  const int64_t most = RC_LIST_TICKS_MAX / RC_ITEM_TICKS_MAX;
  rc_status status = rc_extents_remove(w->extents, 0, MISUSE_COUNT);
  if (status == RC_STATUS_OK) status = rc_extents_set_estimate(w->extents, 4000000);
  if (status == RC_STATUS_OK) status = rc_extents_insert(w->extents, 0, NULL, most);
  return status == RC_STATUS_OK ? rc_extents_insert(w->extents, 0, &(double){0}, 1) : status;
}

/// Has the store hold something that costs, and request the rest again.
static rc_status misuse_cost(misuse_world *w) {
  rc_store_plan plan;
  rc_store_result result;
  rc_store_reply reply = w->store_reply;
  reply.cost = 1;
  rc_status status = rc_store_receive(w->store, w->store_token, &reply, &result);
  if (status == RC_STATUS_OK) status = rc_store_open(w->store, RC_END_TAIL);
  const rc_store_view view = {.wanted = {0, 40}};
  if (status == RC_STATUS_OK) status = rc_store_update(w->store, &view, &plan);
  if (status == RC_STATUS_OK && plan.request_count == 1) w->store_token = plan.requests[0].token;
  return status;
}

static rc_status misuse_new_store(misuse_world *w) {
  rc_store_destroy(w->store);
  return rc_store_create(&w->store_options, &w->allocator, &w->store);
}

/// Answers a new store that its source is empty.
static rc_status misuse_empty(misuse_world *w) {
  rc_store_plan plan;
  rc_store_result result;
  rc_store_reply reply;
  rc_store_reply_init(&reply);
  const rc_store_view view = {.time = 0};
  rc_status status = rc_store_update(w->store, &view, &plan);
  if (status != RC_STATUS_OK) return status;
  return rc_store_receive(w->store, plan.requests[0].token, &reply, &result);
}

// == the lines ==

#define LINE(function, name, status, prepare, call)            \
  static void before_##function##_##name(misuse_world *w) {    \
    (void)w, (void)(prepare);                                  \
  }                                                            \
  static rc_status call_##function##_##name(misuse_world *w) { \
    (void)w;                                                   \
    return call;                                               \
  }
#include "misuse_lines_host.h"
#include "misuse_lines_impressions.h"
#include "misuse_lines_lanes.h"
#include "misuse_lines_null.h"
#include "misuse_lines_order.h"
#include "misuse_lines_separators.h"
#include "misuse_lines_snapshot.h"
#include "misuse_lines_store.h"
#include "misuse_lines_tickets.h"
#undef LINE

#define LINE(function, name, status, prepare, call) \
  {#function, #name, RC_STATUS_##status, before_##function##_##name, call_##function##_##name},
static const line lines[] = {
#include "misuse_lines_host.h"
#include "misuse_lines_impressions.h"
#include "misuse_lines_lanes.h"
#include "misuse_lines_null.h"
#include "misuse_lines_order.h"
#include "misuse_lines_separators.h"
#include "misuse_lines_snapshot.h"
#include "misuse_lines_store.h"
#include "misuse_lines_tickets.h"
};
#undef LINE

static misuse_line line_at(size_t index) {
  const line *at = &lines[index];
  return (misuse_line){at->function, at->name, "", at->expected};
}

static void check_sound(const misuse_line *tried, const misuse_world *w) {
  if (w->list != NULL) MISUSE_CHECK(tried, rc_list_validate(w->list, NULL) == RC_STATUS_OK);
  MISUSE_CHECK(tried, rc_extents_validate(w->extents, NULL) == RC_STATUS_OK);
  MISUSE_CHECK(tried, rc_lanes_validate(w->lanes, NULL) == RC_STATUS_OK);
  MISUSE_CHECK(tried, rc_store_validate(w->store, NULL) == RC_STATUS_OK);
  MISUSE_CHECK(tried, rc_store_validate(w->feed, NULL) == RC_STATUS_OK);
  MISUSE_CHECK(tried, rc_tickets_validate(w->tickets, NULL) == RC_STATUS_OK);
  MISUSE_CHECK(tried, rc_snapshot_validate(w->snapshot, NULL) == RC_STATUS_OK);
}

static void run_line(size_t index) {
  const misuse_line tried = line_at(index);
  misuse_world world, twin;
  misuse_begin(&world);
  lines[index].before(&world);
  uint64_t before = misuse_digest(&world);
  rc_status status = lines[index].call(&world);
  CHECK_F(status == tried.expected, "%s, %s: \"%s\", expected \"%s\"", tried.function, tried.place,
          rc_status_text(status), rc_status_text(tried.expected));
  if (status != RC_STATUS_OK) {
    MISUSE_CHECK(&tried, misuse_digest(&world) == before);
    MISUSE_CHECK(&tried, misuse_wrote_nothing(&world));
  }
  check_sound(&tried, &world);
  uint64_t after = misuse_go_on(&world);
  check_sound(&tried, &world);
  misuse_end(&world);
  if (status == RC_STATUS_OK) return;
  misuse_begin(&twin);
  lines[index].before(&twin);
  (void)misuse_with_memory(&twin, status);
  MISUSE_CHECK(&tried, misuse_go_on(&twin) == after);
  misuse_end(&twin);
}

void misuse_each_line(misuse_visit *visit) {
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    misuse_line at = line_at(i);
    visit(&at);
  }
}

// == a case each line ==

typedef enum {
#define LINE(function, name, status, prepare, call) LINE_##function##_##name,
#include "misuse_lines_host.h"
#include "misuse_lines_impressions.h"
#include "misuse_lines_lanes.h"
#include "misuse_lines_null.h"
#include "misuse_lines_order.h"
#include "misuse_lines_separators.h"
#include "misuse_lines_snapshot.h"
#include "misuse_lines_store.h"
#include "misuse_lines_tickets.h"
#undef LINE
} line_index;

#define LINE(function, name, status, prepare, call) \
  static void function##_answers_##name(void) {     \
    run_line((size_t)LINE_##function##_##name);     \
  }
#include "misuse_lines_host.h"
#include "misuse_lines_impressions.h"
#include "misuse_lines_lanes.h"
#include "misuse_lines_null.h"
#include "misuse_lines_order.h"
#include "misuse_lines_separators.h"
#include "misuse_lines_snapshot.h"
#include "misuse_lines_store.h"
#include "misuse_lines_tickets.h"
#undef LINE

#define LINE(function, name, status, prepare, call) CASE(function##_answers_##name),
static const test_case cases[] = {
#include "misuse_lines_host.h"
#include "misuse_lines_impressions.h"
#include "misuse_lines_lanes.h"
#include "misuse_lines_null.h"
#include "misuse_lines_order.h"
#include "misuse_lines_separators.h"
#include "misuse_lines_snapshot.h"
#include "misuse_lines_store.h"
#include "misuse_lines_tickets.h"
};
#undef LINE

const test_suite suite_misuse_lines = SUITE(cases);
