#include "list_fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void fixture_begin_with(list_fixture *fixture, const rc_list_options *options, int64_t count) {
  memset(fixture, 0, sizeof *fixture);
  rc_list_settings_init(&fixture->settings);
  rc_viewport_init(&fixture->viewport);
  fixture->viewport.length = 500;
  CHECK_OK(rc_list_create(options, NULL, &fixture->list));
  CHECK_OK(rc_list_insert(fixture->list, 0, NULL, count));
}

void fixture_begin(list_fixture *fixture, int64_t count) {
  fixture_begin_with(fixture, NULL, count);
  for (int64_t i = 0; i < count; i++) fixture_measure(fixture, i, 100);
}

void fixture_begin_spaced(list_fixture *fixture, double estimate, double spacing, int64_t count) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = estimate;
  options.spacing = spacing;
  fixture_begin_with(fixture, &options, count);
}

void fixture_begin_columns(list_fixture *fixture, uint32_t columns, int64_t count) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = columns;
  options.estimate = 100;
  fixture_begin_with(fixture, &options, count);
}

void fixture_end(list_fixture *fixture) {
  rc_list_destroy(fixture->list);
}

void fixture_configure(list_fixture *fixture) {
  CHECK_OK(rc_list_set_settings(fixture->list, &fixture->settings));
}

static void update(list_fixture *fixture) {
  // Whatever was there before, all is answered.
  memset(&fixture->update, 0x5a, sizeof fixture->update);
  CHECK_OK(rc_list_update(fixture->list, &fixture->viewport, &fixture->update));
  CHECK_EQUAL(fixture->update.reserved, 0);
  rc_changes *changes = &fixture->update.changes;
  CHECK(changes->count <= sizeof fixture->changes / sizeof fixture->changes[0]);
  for (size_t i = 0; i < changes->count; i++) fixture->changes[i] = changes->items[i];
  changes->items = fixture->changes;
}

void fixture_update(list_fixture *fixture, double offset) {
  fixture->viewport.offset = offset;
  fixture->viewport.is_user_driven = false;
  update(fixture);
}

void fixture_scroll(list_fixture *fixture, double offset) {
  fixture->viewport.offset = offset;
  fixture->viewport.is_user_driven = true;
  update(fixture);
}

void fixture_again(list_fixture *fixture) {
  fixture_update(fixture, fixture->viewport.offset + fixture->update.correction);
}

void fixture_measure(list_fixture *fixture, int64_t row, double extent) {
  CHECK_OK(rc_list_set_row_extents(fixture->list, row, &extent, 1));
}

double fixture_offset_of(list_fixture *fixture, int64_t index) {
  rc_item item = {.offset = -1};
  (void)rc_list_item(fixture->list, index, &item);
  return item.offset;
}

static void append(list_fixture *fixture, const char *text) {
  size_t length = strlen(fixture->text);
  snprintf(fixture->text + length, sizeof fixture->text - length, "%s%s", length > 0 ? " " : "",
           text);
}

const char *fixture_states(list_fixture *fixture) {
  fixture->text[0] = 0;
  int64_t count = rc_list_count(fixture->list);
  for (int64_t lower = 0, upper = 0; lower < count; lower = upper) {
    rc_state state = rc_list_state(fixture->list, lower);
    while (upper < count && rc_list_state(fixture->list, upper) == state) upper++;
    char run[64];
    snprintf(run, sizeof run, "%" PRId64 "*%d", upper - lower, state);
    append(fixture, run);
  }
  return fixture->text;
}

const char *fixture_changes(list_fixture *fixture) {
  fixture->text[0] = 0;
  const rc_changes *changes = &fixture->update.changes;
  size_t entered = changes->removed_count + changes->left_count;
  for (size_t i = 0; i <= changes->count; i++) {
    if (i == changes->removed_count) append(fixture, "|");
    if (i == entered) append(fixture, "|");
    if (i == changes->count) break;
    const rc_change *change = &changes->items[i];
    char run[96];
    int length = snprintf(run, sizeof run, "%" PRId64 "..%" PRId64 " %d>%d", change->lower,
                          change->upper, change->before, change->after);
    if (i >= entered) {
      snprintf(run + length, sizeof run - (size_t)length, " @%g", change->distance);
    }
    append(fixture, run);
  }
  return fixture->text;
}

const char *fixture_ranges(list_fixture *fixture) {
  const rc_update *update_value = &fixture->update;
  rc_interval display = update_value->ranges[RC_RANGE_DISPLAY];
  rc_interval preload = update_value->ranges[RC_RANGE_PRELOAD];
  snprintf(fixture->text, sizeof fixture->text,
           "visible %" PRId64 "..%" PRId64 " display %" PRId64 "..%" PRId64 " preload %" PRId64
           "..%" PRId64,
           update_value->visible.lower, update_value->visible.upper, display.lower, display.upper,
           preload.lower, preload.upper);
  return fixture->text;
}

bool fixture_same_text(const char *actual, const char *expected) {
  return strcmp(actual, expected) == 0;
}
