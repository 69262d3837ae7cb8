#include "quiet_list.h"

#include "../harness.h"

rc_list *quiet_list_make(list_memory *memory, int64_t count) {
  list_memory_init(memory);
  rc_allocator allocator = list_memory_allocator(memory);
  rc_list *list = NULL;
  if (rc_list_create(NULL, &allocator, &list) != RC_STATUS_OK) return NULL;
  rc_status status = rc_list_insert(list, 0, NULL, count);
  double extent[1000];
  for (int64_t row = 0; row < count && status == RC_STATUS_OK; row += 1000) {
    int64_t size = count - row < 1000 ? count - row : 1000;
    for (int64_t i = 0; i < size; i++) extent[i] = 20 + (double)((row + i) * 7919 % 331) / 4;
    status = rc_list_set_row_extents(list, row, extent, (size_t)size);
  }
  if (status == RC_STATUS_OK) return list;
  rc_list_destroy(list);
  return NULL;
}

/// All ranges are set in all modes, and both ends fetch.
static rc_status configure(rc_list *list, bool host_decides) {
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.leading_screens[RC_END_HEAD] = 2;
  settings.host_decides_batches = host_decides;
  for (int mode = 0; mode < RC_RANGE_MODE_COUNT; mode++) {
    for (int app = 0; app < 4; app++) {
      rc_tuning tuning = {app * 0.75, 3 - app, true};
      (void)rc_list_set_tuning(list, (rc_range_mode)mode, (rc_range)(RC_RANGE_APP_0 + app), tuning);
    }
  }
  return rc_list_set_settings(list, &settings);
}

static void fly(rc_list *list, int64_t i, quiet_count *count) {
  rc_end end = (rc_end)(i % 2);
  rc_batch_context *context = NULL;
  rc_batch_token token = 0;
  count->failures += rc_list_begin_batch(list, end, &context, &token) != RC_STATUS_OK;
  rc_batch_outcome outcome = (rc_batch_outcome)(1 + i % 4);
  count->failures += rc_batch_context_finish(context, token, outcome) != RC_STATUS_OK;
  rc_batch_context_release(context);
  count->fetches++;
}

static void ask(rc_list *list, const rc_viewport *viewport, quiet_count *count) {
  rc_item item = {0};
  rc_interval items;
  double offsets[20], offset = viewport->offset;
  rc_state states[20];
  count->failures += rc_list_item_at(list, offset, &item) != RC_STATUS_OK;
  count->failures += rc_list_item(list, item.index, &item) != RC_STATUS_OK;
  count->failures += rc_list_items_in(list, offset, offset + 800, &items) != RC_STATUS_OK;
  int64_t lower = item.index < rc_list_count(list) - 20 ? item.index : 0;
  count->failures += rc_list_copy_rows(list, lower, lower + 20, offsets, NULL) != RC_STATUS_OK;
  count->failures += rc_list_copy_states(list, lower, lower + 20, states) != RC_STATUS_OK;
  rc_interval rows;
  count->failures += rc_list_unmeasured_rows(list, lower, lower + 20, &rows) != RC_STATUS_OK;
  count->queries += 6;
}

quiet_count quiet_list_scroll(rc_list *list, list_memory *memory, int64_t updates) {
  quiet_count count = {0};
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 800;
  rc_update update;
  test_random random = {7};
  double length = rc_list_length(list);
  count.failures += configure(list, false) != RC_STATUS_OK;
  // Twice, so that there is an update before the last.
  count.failures += rc_list_update(list, &viewport, &update) != RC_STATUS_OK;
  count.failures += rc_list_update(list, &viewport, &update) != RC_STATUS_OK;
  int64_t before = memory->allocations;
  memory->countdown = 0;
  for (int64_t i = 0; i < updates; i++) {
    viewport.is_user_driven = i % 7 != 0;
    viewport.is_held = i % 11 == 0;
    viewport.velocity = (double)test_random_in(&random, -900, 900);
    viewport.time = (double)i / 60;
    viewport.offset += (double)test_random_in(&random, -3000, 3500) / 8;
    if (i % 500 == 0) viewport.offset = (double)test_random_in(&random, 0, 1000) / 1000 * length;
    if (i % 900 == 0) viewport.length = (double)test_random_in(&random, 0, 1200);
    if (i % 1300 == 0) (void)rc_list_set_mode(list, (rc_range_mode)(i / 1300 % 4));
    if (i % 3100 == 0) count.failures += configure(list, i % 6200 == 0) != RC_STATUS_OK;
    if (i % 60 == 0) fly(list, i, &count);
    if (i % 10 == 0) ask(list, &viewport, &count);
    count.failures += rc_list_update(list, &viewport, &update) != RC_STATUS_OK;
    viewport.offset += update.correction;
  }
  memory->countdown = -1;
  count.updates = updates;
  count.decisions = 2 * updates;
  count.allocations = memory->allocations - before;
  return count;
}

int64_t quiet_list_built_bytes(int64_t measured) {
  return 65536 + 6 * measured;
}

int64_t quiet_list_edited_bytes(int64_t measured, int64_t stretches, int64_t edits) {
  return 65536 + 16 * measured + 544 * stretches + 1024 * edits;
}

int64_t quiet_list_stretches(rc_list *list) {
  int64_t stretches = 0, count = rc_list_count(list);
  bool was_measured = false;
  for (int64_t i = 0; i < count; i++) {
    rc_item item = {0};
    (void)rc_list_item(list, i, &item);
    stretches += item.is_measured && !was_measured;
    was_measured = item.is_measured;
  }
  return stretches;
}
