// Questions to a list, one at a time, with arguments that are not allowed as well.

#include <inttypes.h>
#include <string.h>

#include "script_list_run.h"

/// An offset near a row's start or end, or anywhere; in ticks, within the limits.
static int64_t random_offset(script_run *run, test_random *random) {
  const model_list *model = run->model;
  int64_t offset = test_random_in(random, -2000, 400000);
  if (model->rows > 0 && !test_random_one_in(random, 4)) {
    int64_t row = test_random_in(random, 0, model->rows - 1);
    offset = model_list_row_start(model, row) + test_random_in(random, -1, 1);
    if (test_random_one_in(random, 2)) offset += model_list_row_extent(model, row);
  }
  if (script_percent(random, run->flavour->border_percent)) offset = RC_LIST_TICKS_MAX;
  return offset < RC_LIST_TICKS_MAX ? offset : RC_LIST_TICKS_MAX;
}

static void same_item(script_run *run, const rc_item *item, int64_t index) {
  const model_list *model = run->model;
  int64_t row = model->items[index].row;
  if (item->index == index &&
      item->offset == rc_ticks_to_points(model_list_row_start(model, row)) &&
      item->extent == rc_ticks_to_points(model_list_row_extent(model, row)) &&
      item->is_measured == model->row[row].is_measured) {
    return;
  }
  script_differ(run, "item %" PRId64 " at %.17g of %.17g measured %d, expected %" PRId64,
                item->index, item->offset, item->extent, item->is_measured, index);
}

static int64_t random_item(test_random *random, int64_t count) {
  static const int64_t far[] = {INT64_MIN, INT64_MAX, UINT32_MAX, (int64_t)UINT32_MAX + 1};
  if (test_random_one_in(random, 40)) return far[test_random_in(random, 0, 3)];
  return test_random_in(random, -1, count);
}

/// Where a range may end that begins at `lower`: from before it to past the last.
static int64_t random_end(test_random *random, int64_t lower, int64_t count) {
  if (lower < 0 || lower > count) return lower;
  return lower + test_random_in(random, -1, count - lower + 1);
}

static void ask_item(script_run *run, test_random *random) {
  int64_t count = run->model->count, index = random_item(random, count);
  rc_item item;
  script_say(run, "item %" PRId64, index);
  bool is_item = 0 <= index && index < count;
  SCRIPT_FREE(run, rc_list_item(run->list, index, &item),
              is_item ? RC_STATUS_OK : RC_STATUS_ARGUMENT);
  if (is_item) same_item(run, &item, index);
}

static void ask_item_at(script_run *run, test_random *random) {
  int64_t offset = random_offset(run, random);
  rc_item item;
  script_say(run, "item at %.17g", rc_ticks_to_points(offset));
  bool is_empty = run->model->count == 0;
  SCRIPT_FREE(run, rc_list_item_at(run->list, rc_ticks_to_points(offset), &item),
              is_empty ? RC_STATUS_NOT_FOUND : RC_STATUS_OK);
  if (is_empty) return;
  same_item(run, &item, run->model->row[model_list_row_at(run->model, offset)].first);
}

static void ask_items_in(script_run *run, test_random *random) {
  rc_interval range = {random_offset(run, random), 0}, items = {0, 0};
  range.upper = test_random_one_in(random, 2) ? random_offset(run, random) : range.lower + 90000;
  if (range.upper < range.lower) range.upper = range.lower;
  if (range.upper > RC_LIST_TICKS_MAX) range.upper = RC_LIST_TICKS_MAX;
  script_say(run, "items in %.17g..<%.17g", rc_ticks_to_points(range.lower),
             rc_ticks_to_points(range.upper));
  SCRIPT_FREE(run,
              rc_list_items_in(run->list, rc_ticks_to_points(range.lower),
                               rc_ticks_to_points(range.upper), &items),
              RC_STATUS_OK);
  rc_interval expected = model_list_items_in(run->model, range);
  if (items.lower == expected.lower && items.upper == expected.upper) return;
  script_differ(run, "items %" PRId64 "..<%" PRId64 ", expected %" PRId64 "..<%" PRId64,
                items.lower, items.upper, expected.lower, expected.upper);
}

static void ask_copy(script_run *run, test_random *random) {
  static _Thread_local double offsets[MODEL_LIST_ITEMS_MAX], extents[MODEL_LIST_ITEMS_MAX];
  const model_list *model = run->model;
  int64_t lower = random_item(random, model->rows);
  int64_t upper = random_end(random, lower, model->rows);
  script_say(run, "copy %" PRId64 "..<%" PRId64, lower, upper);
  bool is_range = 0 <= lower && lower <= upper && upper <= model->rows;
  bool has_offsets = test_random_one_in(random, 2);
  SCRIPT_FREE(run,
              rc_list_copy_rows(run->list, lower, upper, has_offsets ? offsets : NULL, extents),
              is_range ? RC_STATUS_OK : RC_STATUS_ARGUMENT);
  for (int64_t row = lower; is_range && row < upper; row++) {
    double start = rc_ticks_to_points(model_list_row_start(model, row));
    if (extents[row - lower] != rc_ticks_to_points(model_list_row_extent(model, row)) ||
        (has_offsets && offsets[row - lower] != start)) {
      script_differ(run, "row %" PRId64 " is copied wrongly", row);
    }
  }
}

static void ask_states(script_run *run, test_random *random) {
  static _Thread_local rc_state states[MODEL_LIST_ITEMS_MAX];
  const model_list *model = run->model;
  int64_t lower = random_item(random, model->count);
  int64_t upper = random_end(random, lower, model->count);
  script_say(run, "states %" PRId64 "..<%" PRId64, lower, upper);
  bool is_item = 0 <= lower && lower < model->count;
  rc_state expected = is_item ? model->items[lower].state : 0;
  if (rc_list_state(run->list, lower) != expected) script_differ(run, "not the item's state");
  bool is_range = 0 <= lower && lower <= upper && upper <= model->count;
  SCRIPT_FREE(run, rc_list_copy_states(run->list, lower, upper, states),
              is_range ? RC_STATUS_OK : RC_STATUS_ARGUMENT);
  for (int64_t i = lower; is_range && i < upper; i++) {
    if (states[i - lower] != model->items[i].state) script_differ(run, "states differ");
  }
}

static void ask_settings(script_run *run) {
  const rc_list_settings *expected = &run->model->settings;
  rc_list_settings settings;
  script_say(run, "settings");
  SCRIPT_FREE(run, rc_list_get_settings(run->list, &settings), RC_STATUS_OK);
  if (settings.depth == expected->depth && settings.presence == expected->presence &&
      settings.pressure == expected->pressure && settings.slack == expected->slack &&
      settings.foresight == expected->foresight &&
      settings.short_content_policy == expected->short_content_policy &&
      settings.direction_threshold == expected->direction_threshold &&
      settings.leading_screens[0] == expected->leading_screens[0] &&
      settings.leading_screens[1] == expected->leading_screens[1] &&
      settings.leading_items[0] == expected->leading_items[0] &&
      settings.leading_items[1] == expected->leading_items[1] &&
      settings.overscan_items == expected->overscan_items &&
      settings.extra_lengths[0] == expected->extra_lengths[0] &&
      settings.extra_lengths[1] == expected->extra_lengths[1] &&
      settings.in_background == expected->in_background &&
      settings.insertion_pending == expected->insertion_pending &&
      settings.host_decides_batches == expected->host_decides_batches &&
      settings.sticks[0] == expected->sticks[0] && settings.sticks[1] == expected->sticks[1] &&
      settings.stick_distances[0] == expected->stick_distances[0] &&
      settings.stick_distances[1] == expected->stick_distances[1] &&
      settings.uses_mean_estimate == expected->uses_mean_estimate &&
      settings.pins_headers == expected->pins_headers) {
    return;
  }
  script_differ(run, "the settings are others");
}

static void ask_tuning(script_run *run, test_random *random) {
  rc_range_mode mode = (rc_range_mode)test_random_in(random, 0, 3);
  rc_range range = (rc_range)test_random_in(random, 0, 5);
  const rc_tuning *expected = &run->model->tunings.tunings[mode][range];
  rc_tuning tuning = {0};
  SCRIPT_FREE(run, rc_list_get_tuning(run->list, mode, range, &tuning), RC_STATUS_OK);
  if (tuning.leading != expected->leading || tuning.trailing != expected->trailing ||
      tuning.is_enabled != expected->is_enabled) {
    script_differ(run, "the tuning of %d in mode %d differs", (int)range, (int)mode);
  }
}

static void ask_context(script_run *run, test_random *random) {
  int end = (int)test_random_in(random, 0, 1);
  const model_list_end *expected = &run->model->ends[end];
  if (run->contexts[end] == NULL) return;
  run->calls_made++;
  script_say(run, "context at %d", end);
  bool is_flying = expected->is_flying && expected->outcome == RC_BATCH_OUTCOME_FETCHING;
  rc_batch_context *context = rc_batch_context_retain(run->contexts[end]);
  rc_batch_outcome outcome = rc_batch_context_outcome(context, run->tokens[end]);
  if ((outcome == RC_BATCH_OUTCOME_FETCHING) != is_flying || outcome == RC_BATCH_OUTCOME_STALE) {
    script_differ(run, "an outcome is %d", (int)outcome);
  }
  rc_batch_context_release(context);
}

static void ask_section(script_run *run, test_random *random) {
  const model_list *model = run->model;
  int64_t count = model_list_section_count(model), ordinal = random_item(random, count);
  rc_section section;
  script_say(run, "section %" PRId64, ordinal);
  bool is_one = 0 <= ordinal && ordinal < count;
  SCRIPT_FREE(run, rc_list_section(run->list, ordinal, &section),
              is_one ? RC_STATUS_OK : RC_STATUS_ARGUMENT);
  if (is_one) script_same_section(run, &section, section.items.lower, ordinal);
  int64_t index = random_item(random, model->count);
  script_say(run, ", of item %" PRId64, index);
  bool is_item = 0 <= index && index < model->count;
  ordinal = is_item ? model_list_section_of(model, index).ordinal : -1;
  rc_status found = ordinal < 0 ? RC_STATUS_NOT_FOUND : RC_STATUS_OK;
  SCRIPT_FREE(run, rc_list_section_of_item(run->list, index, &section),
              is_item ? found : RC_STATUS_ARGUMENT);
  if (ordinal >= 0) script_same_section(run, &section, index, ordinal);
  int64_t row = -1;
  SCRIPT_FREE(run, rc_list_row_of_item(run->list, index, &row),
              is_item ? RC_STATUS_OK : RC_STATUS_ARGUMENT);
  if (is_item && row != model->items[index].row) script_differ(run, "row %" PRId64, row);
  row = random_item(random, model->rows);
  bool is_row = 0 <= row && row < model->rows;
  rc_interval items = {0, 0};
  SCRIPT_FREE(run, rc_list_items_of_row(run->list, row, &items),
              is_row ? RC_STATUS_OK : RC_STATUS_ARGUMENT);
  if (is_row && (items.lower != model->row[row].first ||
                 items.upper != model_list_first_item(model, row + 1))) {
    script_differ(run, "items of row %" PRId64, row);
  }
}

void script_run_query(script_run *run, test_random *random) {
  switch (test_random_in(random, 0, 7)) {
    case 0:
      ask_item(run, random);
      break;
    case 1:
      ask_item_at(run, random);
      break;
    case 2:
      ask_items_in(run, random);
      break;
    case 3:
      ask_copy(run, random);
      break;
    case 4:
      ask_states(run, random);
      break;
    case 5:
      ask_settings(run);
      ask_tuning(run, random);
      break;
    case 6:
      ask_section(run, random);
      break;
    default:
      ask_context(run, random);
  }
}
