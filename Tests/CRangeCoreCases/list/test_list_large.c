// Lists of a million measured and of a billion unmeasured items: what they cost in memory.

#include "list_fixture.h"
#include "list_memory.h"

static rc_list *make(list_memory *memory, int64_t count, bool is_measured) {
  list_memory_init(memory);
  rc_allocator allocator = list_memory_allocator(memory);
  rc_list *list = NULL;
  if (rc_list_create(NULL, &allocator, &list) != RC_STATUS_OK) return NULL;
  if (rc_list_insert(list, 0, NULL, count) != RC_STATUS_OK) return list;
  if (!is_measured) return list;
  double extent[1000];
  for (int64_t row = 0; row < count; row += 1000) {
    for (int64_t i = 0; i < 1000; i++) extent[i] = 20 + (double)((row + i) * 7919 % 331) / 4;
    if (rc_list_set_row_extents(list, row, extent, 1000) != RC_STATUS_OK) break;
  }
  return list;
}

// Slack keeps what jumps leave behind, in ever more pieces; an update that has no room for them
// does nothing, and the next one is as if it had not been asked for.
static void updates_without_memory_leave_no_trace(void) {
  list_memory memory;
  rc_list *list = make(&memory, 2000, false);
  CHECK(list != NULL);
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.slack = 1000;
  CHECK_OK(rc_list_set_settings(list, &settings));
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 100;
  rc_update update;
  int64_t failures = 0;
  for (int i = 0; i < 200; i++) {
    viewport.offset = i * 250;
    for (int64_t granted = 0;; granted++) {
      memory.countdown = granted;
      const rc_status status = rc_list_update(list, &viewport, &update);
      memory.countdown = -1;
      if (status == RC_STATUS_OK) break;
      CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
      failures++;
      // The arrays before the one that fails have grown.
      if (granted == 0) granted = 1;
      CHECK_OK(rc_list_validate(list, NULL));
    }
  }
  CHECK(failures > 3);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static void begin_never_allocates(void) {
  list_memory memory;
  rc_list *list = make(&memory, 1000, true);
  CHECK(list != NULL);
  memory.countdown = 0;
  int64_t allocations = memory.allocations;
  for (int i = 0; i < 100; i++) {
    rc_batch_context *context = NULL;
    rc_batch_token token = 0;
    CHECK_OK(rc_list_begin_batch(list, (rc_end)(i % 2), &context, &token));
    CHECK_OK(rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_COMPLETED));
    rc_batch_context_release(context);
  }
  CHECK_EQUAL(memory.allocations, allocations);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static void queries_never_allocate(void) {
  list_memory memory;
  rc_list *list = make(&memory, 100000, true);
  CHECK(list != NULL);
  memory.countdown = 0;
  int64_t allocations = memory.allocations;
  double offset = 0, offsets[100];
  rc_state states[100];
  rc_item item;
  CHECK_OK(rc_list_item(list, 70000, &item));
  CHECK_OK(rc_list_item_at(list, item.offset, &item));
  CHECK_EQUAL(item.index, 70000);
  CHECK_OK(rc_list_copy_rows(list, 5000, 5100, offsets, NULL));
  CHECK_OK(rc_list_copy_states(list, 5000, 5100, states));
  CHECK_OK(rc_list_set_scroll_target(list, 9000, 0.5, 0, &offset));
  CHECK_OK(rc_list_set_estimate(list, 70));
  CHECK_OK(rc_list_validate(list, NULL));
  CHECK_EQUAL(memory.allocations, allocations);
  rc_list_destroy(list);
}

static void billion_items_take_little_memory(void) {
  list_memory memory;
  const int64_t count = 1000000000;
  rc_list *list = make(&memory, count, false);
  CHECK(list != NULL);
  CHECK_POINTS(rc_list_length(list), 44e9);
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 880;
  rc_update update;
  CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_OK(rc_list_set_scroll_target(list, count / 2, 0, 0, &viewport.offset));
  CHECK_POINTS(viewport.offset, 22e9);
  CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_INTERVAL(update.visible, count / 2, count / 2 + 20);
  double extent[20];
  for (int i = 0; i < 20; i++) extent[i] = 60;
  CHECK_OK(rc_list_set_row_extents(list, count / 2 - 20, extent, 20));
  CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_POINTS(update.correction, 20 * 16);
  CHECK_EQUAL(update.visible.lower, count / 2);
  CHECK_OK(rc_list_insert(list, 0, NULL, count));
  viewport.offset += update.correction;
  CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_POINTS(update.correction, 44e9);
  CHECK_EQUAL(update.visible.lower, count / 2 + count);
  CHECK_OK(rc_list_remove(list, 10, count));
  CHECK_OK(rc_list_move(list, 0, count / 4, count / 2));
  CHECK_OK(rc_list_validate(list, NULL));
  CHECK_F(memory.bytes < 18432, "%lld bytes", (long long)memory.bytes);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static void memory_grows_with_what_was_measured(void) {
  list_memory memory;
  rc_list *list = make(&memory, 1000000000, false);
  CHECK(list != NULL);
  double extent[1000];
  for (int i = 0; i < 1000; i++) extent[i] = i;
  for (int64_t row = 0; row < 100000; row += 1000) {
    CHECK_OK(rc_list_set_row_extents(list, 500000000 + row, extent, 1000));
  }
  CHECK(memory.bytes < 100000 * 10);
  CHECK_OK(rc_list_forget(list, 0, 1000000000));
  CHECK_F(memory.bytes < 17408, "%lld bytes", (long long)memory.bytes);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static const test_case cases[] = {
    CASE(updates_without_memory_leave_no_trace),
    CASE(begin_never_allocates),
    CASE(queries_never_allocate),
    CASE(billion_items_take_little_memory),
    CASE(memory_grows_with_what_was_measured),
};

const test_suite suite_list_large = SUITE(cases);
