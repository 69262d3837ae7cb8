#include "script_list_run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void script_differ(script_run *run, const char *format, ...) {
  if (run->failure[0] != 0) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(run->failure, sizeof run->failure, format, arguments);
  va_end(arguments);
}

static void same_integer(script_run *run, const char *name, int64_t actual, int64_t expected) {
  test_note(actual);
  if (actual == expected) return;
  script_differ(run, "%s is %" PRId64 ", expected %" PRId64, name, actual, expected);
}

static void same_points(script_run *run, const char *name, double actual, double expected) {
  test_note_points(actual);
  if (actual == expected) return;
  script_differ(run, "%s is %.17g, expected %.17g", name, actual, expected);
}

static void same_interval(script_run *run, const char *name, rc_interval actual,
                          rc_interval expected) {
  test_note(actual.lower);
  test_note(actual.upper);
  if (actual.lower == expected.lower && actual.upper == expected.upper) return;
  script_differ(run, "%s is %" PRId64 "..<%" PRId64 ", expected %" PRId64 "..<%" PRId64, name,
                actual.lower, actual.upper, expected.lower, expected.upper);
}

static void same_change(script_run *run, size_t at, const rc_change *actual,
                        const rc_change *expected) {
  if (actual->lower == expected->lower && actual->upper == expected->upper &&
      actual->before == expected->before && actual->after == expected->after &&
      actual->distance == expected->distance) {
    return;
  }
  script_differ(run,
                "change %zu is %" PRId64 "..<%" PRId64 " %d to %d at %.17g, expected %" PRId64
                "..<%" PRId64 " %d to %d at %.17g",
                at, actual->lower, actual->upper, actual->before, actual->after, actual->distance,
                expected->lower, expected->upper, expected->before, expected->after,
                expected->distance);
}

static void same_batch(script_run *run, int end, const rc_batch_decision *actual,
                       const rc_batch_decision *expected) {
  if (actual->answer == expected->answer && actual->reason == expected->reason &&
      actual->remaining == expected->remaining && actual->seconds == expected->seconds &&
      actual->is_near == expected->is_near) {
    return;
  }
  script_differ(run,
                "batch %d: answer %d (%s) remaining %.17g seconds %.17g near %d, expected %d (%s) "
                "remaining %.17g seconds %.17g near %d",
                end, (int)actual->answer, rc_batch_reason_text(actual->reason), actual->remaining,
                actual->seconds, actual->is_near, (int)expected->answer,
                rc_batch_reason_text(expected->reason), expected->remaining, expected->seconds,
                expected->is_near);
}

static void compare_names(script_run *run, size_t position, const rc_change *change) {
  static _Thread_local rc_id names[MODEL_LIST_ITEMS_MAX];
  if (rc_list_copy_change_names(run->list, position, names) != RC_STATUS_OK) {
    script_differ(run, "no names for change %zu", position);
    return;
  }
  for (int64_t i = change->lower; i < change->upper; i++) {
    same_integer(run, "name of an item", names[i - change->lower],
                 model_list_change_name(run->model, change->after == 0, i));
  }
}

void script_compare_update(script_run *run, const rc_update *actual, const rc_update *expected) {
  static const char *const names[RC_RANGE_COUNT] = {"display", "preload", "app 0",
                                                    "app 1",   "app 2",   "app 3"};
  same_points(run, "correction", actual->correction, expected->correction);
  same_points(run, "pending", actual->pending, expected->pending);
  same_points(run, "offset", actual->offset, expected->offset);
  same_points(run, "scroll length", actual->scroll_length, expected->scroll_length);
  same_integer(run, "mode", actual->mode, expected->mode);
  same_integer(run, "presence", actual->presence, expected->presence);
  same_integer(run, "direction", actual->direction, expected->direction);
  same_interval(run, "visible", actual->visible, expected->visible);
  for (int i = 0; i < RC_RANGE_COUNT; i++) {
    same_interval(run, names[i], actual->ranges[i], expected->ranges[i]);
  }
  const rc_changes *a = &actual->changes, *e = &expected->changes;
  for (size_t i = 0; i < a->count && i < e->count; i++) {
    same_change(run, i, &a->items[i], &e->items[i]);
  }
  same_integer(run, "count of changes", (int64_t)a->count, (int64_t)e->count);
  same_integer(run, "count of removed", (int64_t)a->removed_count, (int64_t)e->removed_count);
  same_integer(run, "count of left", (int64_t)a->left_count, (int64_t)e->left_count);
  for (size_t i = 0; i < a->count && i < e->count; i++) compare_names(run, i, &e->items[i]);
  for (int end = 0; end < 2; end++) {
    same_batch(run, end, &actual->batches[end], &expected->batches[end]);
  }
  same_points(run, "next time", actual->next_time, expected->next_time);
  rc_pinned_header pinned = {.index = -1};
  (void)rc_list_pinned_header(run->list, &pinned);
  same_integer(run, "pinned header", pinned.index, run->model->pinned);
  if (pinned.index < 0) return;
  same_points(run, "offset of a pinned header", pinned.offset,
              rc_ticks_to_points(run->model->pinned_offset));
  same_points(run, "what a pinned header covers", pinned.covered,
              rc_ticks_to_points(run->model->pinned_covered));
}

void script_compare_again(script_run *run, const rc_viewport *viewport, const rc_update *first,
                          const rc_update *second) {
  same_points(run, "correction of the same update again", second->correction, 0);
  same_points(run, "pending of the same update again", second->pending, first->pending);
  same_points(run, "offset of the same update again", second->offset, first->offset);
  same_points(run, "scroll length of the same update again", second->scroll_length,
              first->scroll_length);
  same_integer(run, "mode of the same update again", second->mode, first->mode);
  same_integer(run, "presence of the same update again", second->presence, first->presence);
  same_integer(run, "direction of the same update again", second->direction, first->direction);
  same_interval(run, "visible items of the same update again", second->visible, first->visible);
  // What is foreseen depends on how the viewport has moved, and so may a batch.
  const bool is_foreseen = run->model->settings.foresight > 0;
  for (int range = 0; range < RC_RANGE_COUNT; range++) {
    if (is_foreseen && range == RC_RANGE_PRELOAD) continue;
    same_interval(run, "range of the same update again", second->ranges[range],
                  first->ranges[range]);
  }
  if (is_foreseen) return;
  same_integer(run, "count of changes of the same update again", (int64_t)second->changes.count, 0);
  if (viewport->is_user_driven && viewport->velocity == 0) return;
  for (int end = 0; end < 2; end++)
    same_batch(run, end, &second->batches[end], &first->batches[end]);
}

static void compare_item(script_run *run, int64_t index, int64_t start) {
  const model_list *model = run->model;
  int64_t row = model->items[index].row;
  rc_item item;
  if (rc_list_item(run->list, index, &item) != RC_STATUS_OK) {
    script_differ(run, "no item %" PRId64, index);
    return;
  }
  same_integer(run, "index of an item", item.index, index);
  same_points(run, "offset of an item", item.offset, rc_ticks_to_points(start));
  same_points(run, "extent of an item", item.extent,
              rc_ticks_to_points(model_list_row_extent(model, row)));
  same_integer(run, "item is measured", item.is_measured, model->row[row].is_measured);
  same_integer(run, "item is provisional", item.is_provisional, model->row[row].is_provisional);
}

static bool is_known(const model_list_row *row) {
  return row->is_measured && !row->is_provisional;
}

static void compare_rows(script_run *run) {
  static _Thread_local double offsets[MODEL_LIST_ITEMS_MAX], extents[MODEL_LIST_ITEMS_MAX];
  const model_list *model = run->model;
  if (rc_list_copy_rows(run->list, 0, model->rows, offsets, extents) != RC_STATUS_OK) {
    script_differ(run, "the rows cannot be copied");
    return;
  }
  int64_t start = model_list_extra(model, RC_END_HEAD);
  for (int64_t row = 0; row < model->rows && run->failure[0] == 0; row++) {
    same_points(run, "offset of a row", offsets[row], rc_ticks_to_points(start));
    same_points(run, "extent of a row", extents[row],
                rc_ticks_to_points(model_list_row_extent(model, row)));
    if (row % 7 == 3) compare_item(run, model->row[row].first, start);
    start += model_list_row_extent(model, row) + model->spacing;
  }
  if (model->rows == 0) return;
  for (int64_t lower = 0; lower < model->count; lower += 1 + model->count / 5) {
    rc_interval rows = {-1, -1}, wanted = {model->items[lower].row, 0};
    const int64_t upper = lower + (model->count - lower + 1) / 2;
    const int64_t end = model->items[upper - 1].row + 1;
    while (wanted.lower < end && is_known(&model->row[wanted.lower])) wanted.lower++;
    wanted.upper = wanted.lower;
    while (wanted.upper < end && !is_known(&model->row[wanted.upper])) wanted.upper++;
    (void)rc_list_unmeasured_rows(run->list, lower, upper, &rows);
    same_integer(run, "first row to measure", rows.lower, wanted.lower);
    same_integer(run, "end of the rows to measure", rows.upper, wanted.upper);
  }
  rc_item item;
  int64_t offset = model->seen.viewport.lower + 960 * 10;
  if (offset > RC_LIST_TICKS_MAX / 2 || offset < -RC_LIST_TICKS_MAX / 2) offset = 0;
  if (rc_list_item_at(run->list, rc_ticks_to_points(offset), &item) != RC_STATUS_OK) {
    script_differ(run, "no item at an offset");
    return;
  }
  same_integer(run, "item at an offset", item.index,
               model->row[model_list_row_at(model, offset)].first);
  rc_interval range = {offset, offset + 960 * 100}, items;
  if (rc_list_items_in(run->list, rc_ticks_to_points(range.lower), rc_ticks_to_points(range.upper),
                       &items) != RC_STATUS_OK) {
    script_differ(run, "no items in a range");
    return;
  }
  rc_interval expected = model_list_items_in(model, range);
  same_integer(run, "first item in a range", items.lower, expected.lower);
  same_integer(run, "end of the items in a range", items.upper, expected.upper);
}

void script_same_section(script_run *run, const rc_section *section, int64_t index,
                         int64_t ordinal) {
  const rc_section expected = model_list_section_of(run->model, index);
  same_integer(run, "ordinal of a section", section->ordinal, ordinal);
  same_integer(run, "ordinal of an item's section", section->ordinal, expected.ordinal);
  same_interval(run, "items of a section", section->items, expected.items);
  same_interval(run, "rows of a section", section->rows, expected.rows);
  same_integer(run, "columns of a section", section->columns, expected.columns);
  same_integer(run, "reserved bytes of a section", section->reserved, 0);
}

/// All rows and sections.
static void compare_sections(script_run *run) {
  const model_list *model = run->model;
  same_integer(run, "count of sections", rc_list_section_count(run->list),
               model_list_section_count(model));
  for (int64_t row = 0; row < model->rows && run->failure[0] == 0; row++) {
    rc_interval items = {-1, -1};
    rc_interval expected = {model->row[row].first, model_list_first_item(model, row + 1)};
    (void)rc_list_items_of_row(run->list, row, &items);
    same_interval(run, "items of a row", items, expected);
  }
  if (rc_list_items_of_row(run->list, model->rows, &(rc_interval){0}) == RC_STATUS_OK) {
    script_differ(run, "more rows than %" PRId64, model->rows);
  }
  int64_t ordinal = -1;
  for (int64_t i = 0; i < model->count && run->failure[0] == 0; i++) {
    if (model->items[i].header >= 0) ordinal++;
    rc_section section = {.ordinal = -1};
    (void)rc_list_section_of_item(run->list, i, &section);
    if (ordinal >= 0 && model->items[i].header >= 0) script_same_section(run, &section, i, ordinal);
    same_integer(run, "section of an item", section.ordinal, ordinal);
  }
}

static void compare_states(script_run *run) {
  static _Thread_local rc_state states[MODEL_LIST_ITEMS_MAX];
  const model_list *model = run->model;
  if (rc_list_copy_states(run->list, 0, model->count, states) != RC_STATUS_OK) {
    script_differ(run, "the states cannot be copied");
    return;
  }
  for (int64_t i = 0; i < model->count; i++) {
    if (states[i] == model->items[i].state && rc_list_state(run->list, i) == states[i]) continue;
    script_differ(run, "state of item %" PRId64 " is %d, expected %d", i, states[i],
                  model->items[i].state);
    return;
  }
}

void script_compare_list(script_run *run) {
  const model_list *model = run->model;
  const char *reason = NULL;
  if (rc_list_validate(run->list, &reason) != RC_STATUS_OK) {
    script_differ(run, "validate: %s", reason != NULL ? reason : "no reason");
    return;
  }
  same_integer(run, "count", rc_list_count(run->list), model->count);
  if (run->failure[0] != 0) return;
  same_integer(run, "measured count", rc_list_measured_row_count(run->list),
               model_list_measured_count(model));
  same_points(run, "estimate", rc_list_get_estimate(run->list),
              rc_ticks_to_points(model->estimate));
  same_points(
      run, "length", rc_list_length(run->list),
      rc_ticks_to_points(model_list_extra(model, RC_END_HEAD) + model_list_content_length(model) +
                         model_list_extra(model, RC_END_TAIL)));
  compare_rows(run);
  compare_sections(run);
  compare_states(run);
}

// == memory ==

void script_allow(script_run *run, int64_t allocations) {
  if (run->memory == NULL) return;
  run->memory->countdown = allocations;
  run->memory->has_failed = false;
}

bool script_retries(script_run *run) {
  if (run->memory == NULL || !run->memory->has_failed) return false;
  script_allow(run, -1);
  if (run->list == NULL) return true;
  script_compare_list(run);
  return run->failure[0] == 0;
}

void script_expect(script_run *run, rc_status status, rc_status expected) {
  script_allow(run, -1);
  run->calls_made++;
  if (status == expected) return;
  script_differ(run, "status %s, expected %s", rc_status_text(status), rc_status_text(expected));
}
