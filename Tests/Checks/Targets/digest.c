// One number for 10^6 random calls: the same on every target, by every compiler at every level.
//
//     digest [OPERATIONS [SEED]]
//
// Lives of lists follow one another, each with random options and a few thousand calls; every bit
// of every answer goes into the number. Nothing is compared with anything here:
// Scripts/full/targets runs it on many targets and compares the numbers. No function of the C
// library computes.

#include "digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define LIFE 4000
#define ROOM 64
#define MEASURED_MOST 20000
#define AT_ONCE 3000

typedef struct {
  digest *run;
  rc_list *list;
  /// The same items by themselves: what a list has no call for.
  rc_extents *extents;
  rc_viewport viewport;
  rc_list_settings settings;
  int64_t columns;
  rc_batch_context *contexts[2];
  rc_batch_token tokens[2];
} life;

static void take_status(life *here, rc_status status) {
  digest_take_int(here->run, status);
}

static void take_item(life *here, const rc_item *item) {
  digest_take_int(here->run, item->index);
  digest_take_double(here->run, item->offset);
  digest_take_double(here->run, item->extent);
  digest_take(here->run, item->is_measured);
}

static int64_t rows_of(const life *here) {
  int64_t count = rc_list_count(here->list);
  return count / here->columns + (count % here->columns != 0);
}

// == edits ==

/// A few items, mostly; now and then many, and bounds that are refused.
static rc_interval some_items(life *here) {
  int64_t count = rc_list_count(here->list);
  rc_interval items = {digest_in(here->run, 0, count), 0};
  items.upper = items.lower + digest_in(here->run, 0, digest_one_in(here->run, 30) ? 500 : 8);
  if (items.upper > count && !digest_one_in(here->run, 50)) items.upper = count;
  return items;
}

static void call_insert(life *here) {
  digest *run = here->run;
  double extents[ROOM];
  int64_t index = digest_in(run, 0, rc_list_count(here->list)), count = digest_in(run, 0, 20);
  if (digest_one_in(run, 3)) {
    // A list of billions, or one past the limit, costs no memory.
    if (digest_one_in(run, 100)) count = digest_in(run, 0, 3000000000);
    take_status(here, rc_list_insert(here->list, index, count, NULL));
    return;
  }
  for (int64_t i = 0; i < count; i++) extents[i] = digest_extent(run);
  take_status(here, rc_list_insert(here->list, index, count, extents));
  if (index > rc_extents_count(here->extents)) index = rc_extents_count(here->extents);
  take_status(here, rc_extents_insert(here->extents, index, count, extents));
}

static void call_remove(life *here) {
  rc_interval items = some_items(here);
  // What no sitting of an app measures is let go, so that the calls stay quick.
  if (rc_list_measured_row_count(here->list) > MEASURED_MOST || digest_one_in(here->run, 500)) {
    items.lower = items.lower / 2;
    items.upper = rc_list_count(here->list);
  }
  take_status(here, rc_list_remove(here->list, items.lower, items.upper));
  take_status(here, rc_extents_remove(here->extents, items.lower, items.upper));
}

static void call_move(life *here) {
  rc_interval items = some_items(here);
  int64_t to = digest_in(here->run, 0, rc_list_count(here->list));
  take_status(here, rc_list_move(here->list, items.lower, items.upper, to));
  take_status(here, rc_extents_move(here->extents, items.lower, items.upper, to));
}

static void call_measure(life *here) {
  digest *run = here->run;
  double extents[ROOM];
  int64_t row = digest_in(run, 0, rows_of(here)), count = digest_in(run, 0, 12);
  rc_interval seen;
  if (digest_one_in(run, 2) &&
      rc_list_items_in(here->list, here->viewport.offset,
                       here->viewport.offset + here->viewport.length, &seen) == RC_STATUS_OK) {
    row = seen.lower / here->columns;
  }
  if (count > rows_of(here) - row && !digest_one_in(run, 50)) count = rows_of(here) - row;
  for (int64_t i = 0; i < count; i++) extents[i] = digest_extent(run);
  take_status(here, rc_list_set_row_extents(here->list, row, count, extents));
  take_status(here, rc_extents_set(here->extents, row, count, extents));
}

static void call_forget(life *here) {
  rc_interval items = some_items(here);
  take_status(here, rc_list_forget(here->list, items.lower, items.upper));
  take_status(here, rc_extents_forget(here->extents, items.lower, items.upper));
  double mean = 0;
  take_status(here, rc_extents_mean(here->extents, &mean));
  digest_take_double(here->run, mean);
}

static void call_estimate(life *here) {
  double estimate = digest_extent(here->run);
  take_status(here, rc_list_set_estimate(here->list, estimate));
  take_status(here, rc_extents_set_estimate(here->extents, estimate));
}

static void call_mark(life *here) {
  rc_interval items = some_items(here);
  take_status(here, rc_list_mark_provisional(here->list, items.lower, items.upper));
}

static void call_layout(life *here) {
  digest *run = here->run;
  const int64_t columns = digest_in(run, 1, 5);
  const double spacing = (double)digest_in(run, 0, 60) / 7;
  const bool keeps_extents = digest_one_in(run, 2);
  const rc_status status =
      rc_list_set_layout(here->list, (uint32_t)columns, spacing, keeps_extents);
  take_status(here, status);
  if (status == RC_STATUS_OK) here->columns = columns;
}

static void call_header(life *here) {
  digest *run = here->run;
  const int64_t index = digest_in(run, 0, rc_list_count(here->list));
  const int64_t columns = digest_in(run, 0, 4);
  if (digest_one_in(run, 2)) {
    take_status(here, rc_list_unmark_header(here->list, index));
  } else {
    take_status(here, rc_list_mark_header(here->list, index, (uint32_t)columns));
  }
}

static void call_edit(life *here) {
  int64_t kind = digest_in(here->run, 0, 22);
  if (kind < 5) call_insert(here);
  if (kind >= 5 && kind < 8) call_remove(here);
  if (kind >= 8 && kind < 11) call_move(here);
  if (kind >= 11 && kind < 17) call_measure(here);
  if (kind >= 17 && kind < 19) call_forget(here);
  if (kind == 19) call_estimate(here);
  if (kind == 20) call_mark(here);
  if (kind == 21 && digest_one_in(here->run, 4)) call_layout(here);
  if (kind == 22) call_header(here);
}

// == updates ==

static void take_update(life *here, const rc_update *update) {
  digest *run = here->run;
  const rc_changes *changes = &update->changes;
  digest_take(run, changes->count);
  digest_take(run, changes->removed_count);
  digest_take(run, changes->left_count);
  for (size_t i = 0; i < changes->count; i++) {
    const rc_change *change = &changes->items[i];
    digest_take_int(run, change->lower);
    digest_take_int(run, change->upper);
    digest_take_double(run, change->distance);
    digest_take(run, (uint64_t)change->before << 8 | change->after);
  }
  digest_take_interval(run, update->visible);
  for (int range = 0; range < RC_RANGE_COUNT; range++) {
    digest_take_interval(run, update->ranges[range]);
  }
  digest_take_double(run, update->correction);
  digest_take_double(run, update->pending);
  digest_take_double(run, update->scroll_length);
  digest_take_double(run, update->offset);
  digest_take_double(run, update->next_time);
  for (int end = 0; end < 2; end++) digest_take_decision(run, &update->batches[end]);
  digest_take_int(run, update->mode);
  digest_take_int(run, update->presence);
  digest_take_int(run, update->direction);
}

static void call_update(life *here) {
  digest *run = here->run;
  rc_viewport *viewport = &here->viewport;
  double offset = viewport->offset;
  viewport->offset += (double)digest_in(run, -30000, 40000) / 960;
  if (digest_one_in(run, 40)) viewport->offset = rc_list_length(here->list) - viewport->length;
  if (digest_one_in(run, 40)) viewport->offset = 0;
  if (digest_one_in(run, 80)) viewport->offset = digest_any_double(run);
  if (digest_one_in(run, 100)) viewport->length = (double)digest_in(run, 0, 9000) / 7;
  viewport->inset_start = digest_one_in(run, 4) ? (double)digest_in(run, 0, 300) / 3 : 0;
  viewport->is_user_driven = !digest_one_in(run, 4);
  viewport->is_held = digest_one_in(run, 6);
  viewport->is_dragged = digest_one_in(run, 4);
  viewport->insets_are_fixed = digest_one_in(run, 9);
  viewport->has_item = digest_one_in(run, 12);
  viewport->item = digest_in(run, 0, rc_list_count(here->list));
  viewport->item_place = (double)digest_in(run, -700, 200) / 7;
  viewport->has_landing = digest_one_in(run, 5);
  viewport->landing_offset = viewport->offset + (double)digest_in(run, -2000, 4000) / 3;
  viewport->velocity = (double)digest_in(run, -3000, 3000) / 11;
  viewport->time += (double)digest_in(run, 0, 3000) / 1024;
  viewport->jitter = (double)digest_in(run, 0, 1000) / 1000;
  rc_update update = {0};
  rc_status status = rc_list_update(here->list, viewport, &update);
  take_status(here, status);
  if (status != RC_STATUS_OK) {
    viewport->offset = offset;
    return;
  }
  take_update(here, &update);
  rc_foresight foresight = {0};
  digest_take_int(run, rc_list_foresee(here->list, &foresight));
  digest_take_foresight(run, &foresight);
  viewport->offset += update.correction;
}

static void call_configure(life *here) {
  digest *run = here->run;
  rc_list_settings *settings = &here->settings;
  settings->depth = (int32_t)digest_in(run, 0, 3);
  settings->presence = digest_one_in(run, 4) ? (rc_presence)digest_in(run, 0, 2) : 0;
  settings->pressure = digest_one_in(run, 4) ? (rc_pressure)digest_in(run, 0, 2) : 0;
  settings->short_content_policy = (rc_short_content_policy)digest_in(run, 0, 2);
  settings->slack = digest_one_in(run, 2) ? (double)digest_in(run, 0, 20) / 9 : 0;
  int64_t side = digest_in(run, 0, 1);
  settings->leading_screens[side] = (double)digest_in(run, 0, 40) / 7;
  settings->extra_lengths[1 - side] = (double)digest_in(run, 0, 400) / 7;
  settings->in_background = digest_one_in(run, 8);
  settings->insertion_pending = digest_one_in(run, 8);
  settings->host_decides_batches = digest_one_in(run, 4);
  settings->sticks[RC_END_TAIL] = digest_one_in(run, 4);
  settings->sticks[RC_END_HEAD] = digest_one_in(run, 4);
  settings->stick_distances[side] = (double)digest_in(run, 0, 400) / 7;
  settings->leading_items[side] = digest_one_in(run, 4) ? digest_in(run, 0, 9) : 0;
  settings->uses_mean_estimate = digest_one_in(run, 3);
  settings->foresight = digest_one_in(run, 2) ? (double)digest_in(run, 0, 20) / 9 : 0;
  rc_tuning tuning = {(double)digest_in(run, 0, 30) / 7, 0, true};
  tuning.trailing = (double)digest_in(run, 0, 30) / 13;
  take_status(here, rc_list_set_tuning(here->list, RC_RANGE_MODE_FULL,
                                       (rc_range)digest_in(run, 0, 5), tuning));
  take_status(here, rc_list_set_settings(here->list, settings));
}

static void call_mode(life *here) {
  digest *run = here->run;
  double offset = 0;
  int64_t kind = digest_in(run, 0, 9);
  if (kind == 0) take_status(here, rc_list_mark_scrolled(here->list));
  if (kind == 1) {
    take_status(here, rc_list_set_mode(here->list, (rc_range_mode)digest_in(run, 0, 3)));
  }
  if (kind < 2) return;
  int64_t index = digest_in(run, 0, rc_list_count(here->list));
  double fraction = (double)digest_in(run, 0, 12) / 12, shift = (double)digest_in(run, -70, 70) / 7;
  if (digest_one_in(run, 4)) fraction = RC_FRACTION_NEAREST;
  rc_status status = rc_list_set_scroll_target(here->list, index, fraction, shift, &offset);
  take_status(here, status);
  digest_take_double(run, offset);
  if (status == RC_STATUS_OK && digest_one_in(run, 2)) here->viewport.offset = offset;
}

static void call_batch(life *here) {
  digest *run = here->run;
  rc_end end = (rc_end)digest_in(run, 0, 1);
  int64_t kind = digest_in(run, 0, 20);
  if (kind == 0) take_status(here, rc_list_reset_batch(here->list, end));
  if (kind == 1) take_status(here, rc_list_retry_batch(here->list, end));
  if (kind == 2) take_status(here, rc_list_mark_exhausted(here->list, end));
  if (kind > 2 && kind < 11) {
    rc_batch_context *context = NULL;
    rc_status status = rc_list_begin_batch(here->list, end, &context, &here->tokens[end]);
    take_status(here, status);
    digest_take(run, here->tokens[end]);
    if (status != RC_STATUS_OK) return;
    rc_batch_context_release(here->contexts[end]);
    here->contexts[end] = context;
  }
  if (kind > 10) {
    rc_batch_outcome outcome = (rc_batch_outcome)digest_in(run, 0, 6);
    take_status(here, rc_batch_context_finish(here->contexts[end], here->tokens[end], outcome));
    digest_take_int(run, rc_batch_context_outcome(here->contexts[end], here->tokens[end]));
  }
}

// == questions ==

static void call_question(life *here) {
  digest *run = here->run;
  rc_item item = {0};
  rc_interval items = {0, 0};
  double offsets[ROOM] = {0}, extents[ROOM] = {0};
  rc_state states[ROOM] = {0};
  int64_t count = rc_list_count(here->list), index = digest_in(run, 0, count);
  digest_take_int(run, count);
  digest_take_int(run, rc_list_measured_row_count(here->list));
  digest_take_double(run, rc_list_length(here->list));
  digest_take_double(run, rc_list_get_estimate(here->list));
  take_status(here, rc_list_item(here->list, index, &item));
  take_item(here, &item);
  double lower = rc_list_length(here->list) * ((double)digest_in(run, -5, 1050) / 1000);
  if (digest_one_in(run, 20)) lower = digest_any_double(run);
  take_status(here, rc_list_item_at(here->list, lower, &item));
  take_item(here, &item);
  take_status(here, rc_extents_item_at(here->extents, lower, &item));
  take_item(here, &item);
  take_status(here, rc_list_items_in(here->list, lower, lower + digest_extent(run), &items));
  digest_take_interval(run, items);
  digest_take(run, rc_list_state(here->list, index));
  rc_interval window = {index, index + digest_in(run, 0, ROOM)};
  int64_t last = digest_one_in(run, 2) ? rows_of(here) : count;
  if (window.upper > last) window.upper = last;
  take_status(here, rc_list_copy_rows(here->list, window.lower, window.upper, offsets, extents));
  take_status(here, rc_list_copy_states(here->list, window.lower, window.upper, states));
  take_status(here, rc_list_unmeasured_rows(here->list, window.lower, count, &items));
  digest_take_interval(run, items);
  rc_section section = {0};
  take_status(here, rc_list_section_of_item(here->list, index, &section));
  digest_take_int(run, section.ordinal);
  digest_take_interval(run, section.items);
  digest_take_interval(run, section.rows);
  digest_take(run, section.columns);
  for (int i = 0; i < ROOM; i++) {
    digest_take_double(run, offsets[i]);
    digest_take_double(run, extents[i]);
    digest_take(run, states[i]);
  }
}

// == running ==

static void expect(rc_status status, const char *what) {
  if (status == RC_STATUS_OK) return;
  fprintf(stderr, "digest: %s: %s\n", what, rc_status_text(status));
  exit(1);
}

/// A list that is measured from the start is built in another way.
static void fill(life *here) {
  double extents[AT_ONCE];
  int64_t count = digest_in(here->run, 0, AT_ONCE);
  for (int64_t i = 0; i < count; i++) extents[i] = (double)digest_in(here->run, 1, 100000) / 97;
  take_status(here, rc_list_insert(here->list, 0, count, extents));
  take_status(here, rc_extents_insert(here->extents, 0, count, extents));
}

static void begin(life *here) {
  digest *run = here->run;
  rc_list_options options;
  rc_extents_options extents_options = {.estimate = 44};
  rc_list_options_init(&options);
  here->columns = digest_one_in(run, 3) ? digest_in(run, 2, 5) : 1;
  options.columns = (uint32_t)here->columns;
  options.estimate = (double)digest_in(run, 0, 20000) / 97;
  options.spacing = digest_one_in(run, 2) ? (double)digest_in(run, 0, 60) / 7 : 0;
  extents_options.spacing = options.spacing;
  expect(rc_list_create(&options, NULL, &here->list), "no list");
  expect(rc_extents_create(&extents_options, NULL, &here->extents), "no extents");
  rc_list_settings_init(&here->settings);
  rc_viewport_init(&here->viewport);
  here->viewport.length = (double)digest_in(run, 200, 9000) / 7;
  if (digest_one_in(run, 2)) fill(here);
  take_status(here, rc_list_insert(here->list, 0, digest_in(run, 0, 2000), NULL));
}

static void end(life *here) {
  expect(rc_list_validate(here->list, NULL), "the list is not valid");
  expect(rc_extents_validate(here->extents, NULL), "the extents are not valid");
  rc_list_destroy(here->list);
  rc_extents_destroy(here->extents);
  for (int i = 0; i < 2; i++) {
    digest_take(here->run, rc_batch_context_outcome(here->contexts[i], here->tokens[i]));
    rc_batch_context_release(here->contexts[i]);
  }
}

static void call(life *here) {
  int64_t kind = digest_in(here->run, 0, 99);
  if (kind < 40) call_update(here);
  if (kind >= 40 && kind < 65) call_edit(here);
  if (kind >= 65 && kind < 68) call_configure(here);
  if (kind >= 68 && kind < 71) call_mode(here);
  if (kind >= 71 && kind < 77) call_batch(here);
  if (kind >= 77 && kind < 85) call_question(here);
  if (kind >= 85) digest_call_pure(here->run);
}

int main(int argc, char **argv) {
  uint64_t operations = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
  digest run = {0, argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
  for (uint64_t done = 0; done < operations;) {
    life here = {.run = &run};
    begin(&here);
    for (int i = 0; i < LIFE && done < operations; i++, done++) call(&here);
    end(&here);
  }
  printf("%016" PRIx64 "\n", run.hash);
  return 0;
}
