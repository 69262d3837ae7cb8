// What each kind of call does to a list and to its model.

#include <inttypes.h>
#include <string.h>

#include "script_list_run.h"

// == settings ==

static double points(int64_t ticks) {
  return rc_ticks_to_points(ticks);
}

static double random_screens(test_random *random) {
  return (double)test_random_in(random, 0, 12) / 4;
}

static void set_tuning(script_run *run, rc_range_mode mode, rc_range range, rc_tuning tuning) {
  script_say(run, "tuning of %d in mode %d: %.17g / %.17g enabled %d", (int)range, (int)mode,
             tuning.leading, tuning.trailing, tuning.is_enabled);
  SCRIPT_FREE(run, rc_list_set_tuning(run->list, mode, range, tuning), RC_STATUS_OK);
  model_list_set_tuning(run->model, mode, range, tuning);
}

static void wander(script_run *run, test_random *random, rc_list_settings *settings) {
  switch (test_random_in(random, 0, 17)) {
    case 0:
      settings->depth = (int32_t)test_random_in(random, 0, 4);
      break;
    case 1:
      settings->presence = (rc_presence)test_random_in(random, 0, 2);
      break;
    case 2:
      settings->pressure = (rc_pressure)test_random_in(random, 0, 2);
      break;
    case 3:
      settings->short_content_policy = (rc_short_content_policy)test_random_in(random, 0, 2);
      break;
    case 4:
      settings->direction_threshold = (double)test_random_in(random, 0, 30);
      break;
    case 5:
    case 6: {
      const double screens = random_screens(random) - 0.25;
      settings->leading_screens[test_random_in(random, 0, 1)] = screens;
      const int64_t items = test_random_one_in(random, 2) ? test_random_in(random, 0, 9) : 0;
      settings->leading_items[test_random_in(random, 0, 1)] = items;
      break;
    }
    case 7:
      settings->extra_lengths[0] = (double)test_random_in(random, 0, 300) / 3;
      break;
    case 8:
      settings->extra_lengths[1] = (double)test_random_in(random, 0, 300) / 3;
      break;
    case 9:
      settings->in_background = test_random_one_in(random, 2);
      break;
    case 10:
      settings->insertion_pending = test_random_one_in(random, 2);
      break;
    case 11:
      settings->host_decides_batches = test_random_one_in(random, 2);
      break;
    case 12: {
      rc_tuning tuning = {.leading = random_screens(random)};
      tuning.trailing = random_screens(random);
      tuning.is_enabled = !test_random_one_in(random, 5);
      const rc_range_mode mode = (rc_range_mode)test_random_in(random, 0, 3);
      set_tuning(run, mode, (rc_range)test_random_in(random, 0, 5), tuning);
      break;
    }
    case 13:
      if (run->flavour->has_slack) settings->slack = random_screens(random) / 2;
      if (run->flavour->has_foresight) settings->foresight = random_screens(random) / 2;
      break;
    case 14: {
      int end = (int)test_random_in(random, 0, 1);
      settings->sticks[end] = run->flavour->sticks_to_end || test_random_one_in(random, 3);
      settings->stick_distances[end] = (double)test_random_in(random, 0, 6) * 10;
      break;
    }
    case 15:
      settings->pins_headers = !settings->pins_headers;
      break;
    case 16:
      settings->overscan_items = test_random_in(random, 0, 6);
      break;
    default:
      rc_list_settings_init(settings);
      settings->sticks[RC_END_TAIL] = run->flavour->sticks_to_end;
      settings->uses_mean_estimate = run->flavour->uses_mean_estimate;
  }
}

static void configure(script_run *run, const rc_list_settings *settings) {
  script_say(
      run,
      "configure depth %d presence %d pressure %d policy %d threshold %.17g screens %.17g %.17g "
      "items %" PRId64 " %" PRId64
      " extra %.17g %.17g background %d pending %d decides %d slack %.17g foresight %.17g sticks "
      "%d %.17g %d %.17g"
      " pins %d overscan %" PRId64,
      (int)settings->depth, (int)settings->presence, (int)settings->pressure,
      (int)settings->short_content_policy, settings->direction_threshold,
      settings->leading_screens[0], settings->leading_screens[1], settings->leading_items[0],
      settings->leading_items[1], settings->extra_lengths[0], settings->extra_lengths[1],
      settings->in_background, settings->insertion_pending, settings->host_decides_batches,
      settings->slack, settings->foresight, settings->sticks[0], settings->stick_distances[0],
      settings->sticks[1], settings->stick_distances[1], settings->pins_headers,
      settings->overscan_items);
  rc_status expected = model_list_configure_status(run->model, settings);
  if (settings->foresight > 0) {
    SCRIPT_IS(run, rc_list_set_settings(run->list, settings), expected);
  } else {
    SCRIPT_FREE(run, rc_list_set_settings(run->list, settings), expected);
  }
  if (expected == RC_STATUS_OK) model_list_configure(run->model, settings);
}

/// Puts a value from the borders where a usual one was.
static void stray(test_random *random, rc_list_settings *settings) {
  const int64_t end = test_random_in(random, 0, 1), stuck = test_random_in(random, 0, 1);
  double *const lengths[] = {&settings->extra_lengths[0],
                             &settings->extra_lengths[1],
                             &settings->extra_lengths[end],
                             &settings->direction_threshold,
                             &settings->slack,
                             &settings->stick_distances[stuck],
                             &settings->foresight};
  const double length = script_border(random);
  *lengths[test_random_in(random, 0, 6)] = length;
  if (test_random_one_in(random, 8)) settings->depth = INT32_MIN;
  if (test_random_one_in(random, 8)) settings->leading_items[test_random_in(random, 0, 1)] = -1;
  if (test_random_one_in(random, 8)) settings->leading_screens[0] = script_border(random);
  if (test_random_one_in(random, 8))
    settings->overscan_items = test_random_one_in(random, 2) ? -1 : INT64_MAX;
}

static void call_configure(script_run *run, test_random *random) {
  rc_list_settings settings = run->model->settings;
  for (int64_t i = test_random_in(random, 1, 2); i > 0; i--) wander(run, random, &settings);
  if (script_percent(random, 3 * run->flavour->border_percent)) stray(random, &settings);
  configure(run, &settings);
}

static void call_mode(script_run *run, test_random *random) {
  rc_range_mode mode = (rc_range_mode)test_random_in(random, 0, 3);
  script_say(run, "set mode %d", (int)mode);
  SCRIPT_FREE(run, rc_list_set_mode(run->list, mode), RC_STATUS_OK);
  model_list_set_mode(run->model, mode);
}

// == the viewport ==

static void call_scroll_to(script_run *run, test_random *random) {
  if (run->model->count == 0) return;
  int64_t index = test_random_in(random, 0, run->model->count - 1);
  static const double fractions[] = {0, 0.5, 1, 0.3, RC_FRACTION_NEAREST};
  double fraction = fractions[test_random_in(random, 0, run->model->has_seen ? 4 : 3)];
  double shift = test_random_one_in(random, 3) ? (double)test_random_in(random, -90, 90) / 3 : 0;
  double offset = 0;
  script_say(run, "scroll to %" PRId64 " fraction %.17g shift %.17g", index, fraction, shift);
  SCRIPT_FREE(run, rc_list_set_scroll_target(run->list, index, fraction, shift, &offset),
              RC_STATUS_OK);
  double expected = model_list_scroll_to(run->model, index, fraction, shift);
  if (offset != expected) {
    script_differ(run, "offset of a target is %.17g, expected %.17g", offset, expected);
  }
  // Some hosts jump there, some take a while, some never do.
  if (!test_random_one_in(random, 4)) run->offset = model_list_ticks(expected);
}

static void move_viewport(script_run *run, test_random *random, rc_viewport *viewport) {
  const script_flavour *flavour = run->flavour;
  int64_t length = model_list_ticks(rc_list_length(run->list));
  viewport->is_user_driven = script_percent(random, flavour->user_percent);
  if (script_percent(random, flavour->jump_percent)) {
    run->offset = test_random_in(random, 0, length);
  } else if (script_percent(random, flavour->bounce_percent)) {
    run->offset = test_random_one_in(random, 2) ? -test_random_in(random, 0, 300000)
                                                : length - test_random_in(random, -200000, 400000);
  } else if (flavour->sticks_to_end && test_random_one_in(random, 4)) {
    // A slow finger.
    run->offset -= test_random_in(random, 0, 900);
  } else if (!test_random_one_in(random, 4)) {
    int64_t reach = test_random_one_in(random, 3) ? 2000 : 120000;
    int64_t drift = run->is_backward ? -reach / 2 : reach / 2;
    run->offset += drift + test_random_in(random, -reach, reach);
  }
  if (test_random_one_in(random, 20)) run->is_backward = !run->is_backward;
}

/// A host that keeps its own place.
static void place_by_item(script_run *run, test_random *random, rc_viewport *viewport) {
  viewport->has_item = run->model->count > 0;
  if (!viewport->has_item) return;
  viewport->item = test_random_in(random, 0, run->model->count - 1);
  viewport->item_place = (double)test_random_in(random, -200, 60) / 2;
}

/// Puts a value from the borders where a usual one was.
static void stray_viewport(test_random *random, rc_viewport *viewport) {
  double *const values[] = {&viewport->offset,    &viewport->length,         &viewport->inset_start,
                            &viewport->inset_end, &viewport->landing_offset, &viewport->velocity,
                            &viewport->jitter,    &viewport->item_place};
  const double value = script_border(random);
  *values[test_random_in(random, 0, 7)] = value;
  if (test_random_one_in(random, 8)) viewport->item = test_random_in(random, -1, 9);
  if (test_random_one_in(random, 4)) viewport->time = script_border(random);
}

/// Compares what is foreseen, and tells what a preload took.
static void foresee(script_run *run, test_random *random) {
  rc_foresight actual, expected;
  memset(&actual, 0, sizeof actual);
  memset(&expected, 0, sizeof expected);
  const rc_status status = model_list_foresee(run->model, &expected);
  SCRIPT_FREE(run, rc_list_foresee(run->list, &actual), status);
  if (memcmp(&actual, &expected, sizeof actual) != 0) script_differ(run, "another foresight");
  if (!test_random_one_in(random, 5)) return;
  const double seconds = (double)test_random_in(random, 0, 700) / 100;
  script_say(run, "\npreload took %.17g\n", seconds);
  SCRIPT_FREE(run, rc_list_add_preload_time(run->list, seconds), RC_STATUS_OK);
  model_list_add_preload_time(run->model, seconds);
}

/// Compares the kept items; those have their ids that are, and the pinned header.
static void compare_kept(script_run *run, rc_id *ids) {
  const model_list *model = run->model;
  int64_t kept[RC_KEPT_ITEM_COUNT_MAX];
  size_t count = 0, next = 0;
  SCRIPT_FREE(run, rc_list_copy_kept(run->list, kept, &count), RC_STATUS_OK);
  for (int64_t i = 0; i < model->count; i++) {
    const bool is_kept = next < count && kept[next] == i;
    ids[i] = is_kept || i == model->pinned ? i : RC_ID_NONE;
    next += is_kept;
    if (is_kept != (model->items[i].kept != 0)) script_differ(run, "other items are kept");
  }
  if (next != count) script_differ(run, "more items are kept");
}

/// Compares what is wanted with the states; where it is foreseen, test_list_wants.c does.
static void compare_wants(script_run *run) {
  static _Thread_local rc_id ids[MODEL_LIST_ITEMS_MAX];
  static _Thread_local rc_ticket_want wants[MODEL_LIST_ITEMS_MAX];
  const model_list *model = run->model;
  rc_interval items;
  rc_foresight foresight;
  size_t count = 0, next = 0;
  compare_kept(run, ids);
  SCRIPT_FREE(run, rc_list_ticket_items(run->list, &items), RC_STATUS_OK);
  for (int64_t i = items.lower; i < items.upper; i++) ids[i] = i;
  SCRIPT_FREE(run, rc_list_copy_ticket_wants(run->list, 0, model->count, ids, NULL, wants, &count),
              RC_STATUS_OK);
  const bool is_foreseen = rc_list_foresee(run->list, &foresight) == RC_STATUS_OK;
  for (int64_t i = 0; i < model->count && run->failure[0] == 0; i++) {
    const rc_state state = model->items[i].state & RC_STATE_IN_HIERARCHY;
    if (state == RC_STATE_MEASURE_LAYOUT || is_foreseen) continue;
    const rc_ticket_band band = (state & RC_STATE_VISIBLE) != 0   ? RC_TICKET_BAND_VISIBLE
                                : (state & RC_STATE_DISPLAY) != 0 ? RC_TICKET_BAND_DISPLAY
                                                                  : RC_TICKET_BAND_PRELOAD;
    const bool is_right = next < count && wants[next].id == i && wants[next].band == band &&
                          wants[next].rank >> 56 == (int64_t)band;
    if (!is_right) script_differ(run, "item %" PRId64 " is not wanted as it should be", i);
    next++;
  }
  if (!is_foreseen && next != count) script_differ(run, "more is wanted than there should be");
}

/// Checks what is on screen of the items of the last update against its states.
static void check_views(script_run *run, rc_interval visible) {
  static _Thread_local rc_id ids[MODEL_LIST_ITEMS_MAX];
  static _Thread_local rc_impression_view views[MODEL_LIST_ITEMS_MAX];
  size_t count = 0;
  for (int64_t i = visible.lower; i < visible.upper; i++) ids[i - visible.lower] = i;
  SCRIPT_FREE(run,
              rc_list_copy_impression_views(run->list, visible.lower, visible.upper, ids, NULL, 1,
                                            views, &count),
              RC_STATUS_OK);
  for (size_t i = 0; i < count && run->failure[0] == 0; i++) {
    const rc_impression_view *view = &views[i];
    const bool is_visible = (run->model->items[view->id].state & RC_STATE_VISIBLE) != 0;
    const bool is_right = is_visible && view->visible > 0 && view->visible <= view->extent &&
                          view->visible <= view->viewport && (i == 0 || view->id > view[-1].id);
    if (!is_right) script_differ(run, "item %" PRId64 " is not shown like that", view->id);
  }
}

/// Mostly a frame later, sometimes at once or much later.
static double later(test_random *random, double time) {
  static const double steps[] = {0, 0.004, 0.008, 1.0 / 60, 1.0 / 60, 1.0 / 60, 0.06, 0.2, 3};
  return time + steps[test_random_in(random, 0, 8)];
}

/// Updates list and model, and compares their answers. Returns false where they have none.
static bool update_both(script_run *run, const rc_viewport *viewport, rc_update *out_answer) {
  script_say(run,
             "update offset %.17g length %.17g insets %.17g %.17g user %d held %d velocity %.17g "
             "landing %d %.17g time %.17g jitter %.17g fixed %d dragged %d item %d %" PRId64
             " %.17g",
             viewport->offset, viewport->length, viewport->inset_start, viewport->inset_end,
             viewport->is_user_driven, viewport->is_held, viewport->velocity, viewport->has_landing,
             viewport->landing_offset, viewport->time, viewport->jitter, viewport->insets_are_fixed,
             viewport->is_dragged, viewport->has_item, viewport->item, viewport->item_place);
  rc_update actual;
  memset(&actual, 0, sizeof actual);
  const rc_status status = model_list_update_status(run->model, viewport);
  if (run->model->settings.slack > 0) {
    SCRIPT_IS(run, rc_list_update(run->list, viewport, &actual), status);
  } else {
    SCRIPT_FREE(run, rc_list_update(run->list, viewport, &actual), status);
  }
  if (status != RC_STATUS_OK) return false;
  model_list_update(run->model, viewport, out_answer);
  if (run->failure[0] == 0) script_compare_update(run, &actual, out_answer);
  return run->failure[0] == 0;
}

/// The same update again, as a host gives it that has added the correction, changes nothing.
static void repeat_update(script_run *run, rc_viewport viewport, const rc_update *first) {
  int64_t correction = 0;
  // From the borders on one side to those on the other it is longer than any list.
  if (rc_ticks_from_points(first->correction, &correction) != RC_STATUS_OK) return;
  if (!viewport.has_item && correction != 0) {
    viewport.offset = points(model_list_ticks(viewport.offset) + correction);
    int64_t landing = model_list_ticks(viewport.landing_offset) + correction;
    if (viewport.has_landing) viewport.landing_offset = points(landing);
  }
  rc_update second;
  script_say(run, "\nagain: ");
  if (!update_both(run, &viewport, &second)) return;
  script_compare_again(run, &viewport, first, &second);
}

static void call_update(script_run *run, test_random *random) {
  const script_flavour *flavour = run->flavour;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  move_viewport(run, random, &viewport);
  if (test_random_one_in(random, 20)) run->length = test_random_in(random, 50, 800) * 960;
  if (script_percent(random, flavour->insets_percent)) {
    run->insets[0] = test_random_in(random, 0, 100) * 480;
    run->insets[1] = test_random_in(random, 0, 100) * 480;
    run->insets_are_fixed = test_random_one_in(random, 3);
  }
  viewport.offset = points(run->offset);
  viewport.length = script_percent(random, flavour->empty_percent) ? 0 : points(run->length);
  viewport.inset_start = points(run->insets[0]);
  viewport.inset_end = points(run->insets[1]);
  viewport.insets_are_fixed = run->insets_are_fixed;
  viewport.is_held = script_percent(random, flavour->held_percent);
  viewport.is_dragged = flavour->has_foresight && test_random_one_in(random, 3);
  if (script_percent(random, flavour->place_percent)) place_by_item(run, random, &viewport);
  if (test_random_one_in(random, 3)) viewport.velocity = (double)test_random_in(random, -900, 900);
  viewport.has_landing = test_random_one_in(random, 5);
  viewport.landing_offset = viewport.offset + (double)test_random_in(random, -3000, 3000);
  if (flavour->has_foresight) {
    run->time = later(random, run->time);
  } else if (test_random_one_in(random, 2)) {
    run->time += (double)test_random_in(random, 0, 40) / 8;
  }
  viewport.time = run->time;
  viewport.jitter = (double)test_random_in(random, 0, 4) / 4;
  bool is_stray = script_percent(random, flavour->border_percent);
  if (is_stray) stray_viewport(random, &viewport);
  rc_update answer;
  if (!update_both(run, &viewport, &answer)) return;
  if (flavour->has_foresight) foresee(run, random);
  if (run->failure[0] == 0) compare_wants(run);
  if (run->failure[0] == 0) check_views(run, answer.visible);
  if (viewport.has_item) run->offset = model_list_ticks(answer.offset);
  const bool repeats = test_random_one_in(random, 4);
  if (repeats || !test_random_one_in(random, 30)) {
    run->offset += model_list_ticks(answer.correction);
  }
  if (repeats && run->failure[0] == 0) repeat_update(run, viewport, &answer);
}

// == batches ==

static void call_batch(script_run *run, test_random *random, script_call_kind kind) {
  rc_end end = (rc_end)test_random_in(random, 0, 1);
  if (kind == CALL_BEGIN) {
    script_say(run, "begin at %d", (int)end);
    rc_batch_context *context = NULL;
    rc_batch_token token = 0;
    script_allow(run, 0);
    rc_status status = rc_list_begin_batch(run->list, end, &context, &token);
    script_expect(run, status, model_list_begin(run->model, end));
    if (status != RC_STATUS_OK) return;
    rc_batch_context_release(run->contexts[end]);
    run->contexts[end] = context;
    run->tokens[end] = token;
    return;
  }
  if (kind == CALL_FINISH) {
    rc_batch_outcome outcome = (rc_batch_outcome)test_random_in(random, 1, 5);
    if (test_random_one_in(random, 2)) outcome = RC_BATCH_OUTCOME_COMPLETED;
    if (run->contexts[end] == NULL) return;
    script_say(run, "finish at %d as %d", (int)end, (int)outcome);
    rc_status status = rc_batch_context_finish(run->contexts[end], run->tokens[end], outcome);
    bool is_first = model_list_finish(run->model, end, outcome);
    script_expect(run, status, is_first ? RC_STATUS_OK : RC_STATUS_STALE);
    return;
  }
  script_say(run, "%s at %d",
             kind == CALL_RETRY   ? "retry"
             : kind == CALL_RESET ? "reset"
                                  : "end",
             (int)end);
  if (kind == CALL_RETRY) {
    SCRIPT_FREE(run, rc_list_retry_batch(run->list, end), RC_STATUS_OK);
    model_list_retry(run->model, end);
  } else if (kind == CALL_RESET) {
    SCRIPT_FREE(run, rc_list_reset_batch(run->list, end), RC_STATUS_OK);
    model_list_reset(run->model, end);
  } else {
    SCRIPT_FREE(run, rc_list_mark_exhausted(run->list, end), RC_STATUS_OK);
    model_list_end_batch(run->model, end);
  }
}

// == running ==

void script_run_call(script_run *run, const script_call *call) {
  test_random random = {call->seed};
  switch (call->kind) {
    case CALL_UPDATE:
      call_update(run, &random);
      break;
    case CALL_INSERT:
    case CALL_INSERT_MEASURED:
    case CALL_REMOVE:
    case CALL_MOVE:
    case CALL_RELOAD:
    case CALL_MEASURE:
    case CALL_MEASURE_VISIBLE:
    case CALL_ESTIMATE:
    case CALL_VISIT:
    case CALL_MARK:
    case CALL_LAYOUT:
    case CALL_NAME:
    case CALL_HEADER:
    case CALL_KEEP:
      script_run_edit(run, call, &random);
      break;
    case CALL_CONFIGURE:
      call_configure(run, &random);
      break;
    case CALL_MODE:
      call_mode(run, &random);
      break;
    case CALL_PROMOTE:
      script_say(run, "promote");
      SCRIPT_FREE(run, rc_list_mark_scrolled(run->list), RC_STATUS_OK);
      model_list_promote(run->model);
      break;
    case CALL_SCROLL_TO:
      call_scroll_to(run, &random);
      break;
    case CALL_QUERY:
      script_run_query(run, &random);
      break;
    default:
      call_batch(run, &random, call->kind);
  }
  script_say(run, "\n");
  if (run->failure[0] == 0) script_compare_list(run);
}

void script_start(script_run *run, uint64_t seed) {
  rc_allocator counting = list_memory_allocator(run->memory);
  const rc_allocator *allocator = run->memory != NULL ? &counting : NULL;
  const script_flavour *flavour = run->flavour;
  test_random random = {seed};
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = (uint32_t)test_random_in(&random, 1, flavour->columns_most);
  options.estimate = (double)test_random_in(&random, 1, 120);
  if (script_percent(&random, flavour->spacing_percent)) {
    options.spacing = (double)test_random_in(&random, 1, 60) / 3;
  }
  if (script_percent(&random, flavour->quantum_percent)) {
    options.quantum = (double)test_random_in(&random, 1, 40) / 2;
  }
  script_say(run, "create columns %u estimate %.17g spacing %.17g quantum %.17g\n", options.columns,
             options.estimate, options.spacing, options.quantum);
  SCRIPT_OK(run, rc_list_create(&options, allocator, &run->list));
  model_list_init(run->model, &options);
  rc_list_settings settings = run->model->settings;
  settings.sticks[RC_END_TAIL] = flavour->sticks_to_end;
  settings.uses_mean_estimate = flavour->uses_mean_estimate;
  if (flavour->has_slack) settings.slack = random_screens(&random) / 2;
  if (flavour->has_foresight) settings.foresight = random_screens(&random) / 2;
  settings.pins_headers = test_random_one_in(&random, 2);
  // Close to the longest list that there can be, the content is moved to the end of all offsets.
  if (flavour->border_percent > 0 && test_random_one_in(&random, 2)) {
    int64_t room = test_random_in(&random, 0, 4) * 400000;
    settings.extra_lengths[test_random_in(&random, 0, 1)] = points(RC_LIST_TICKS_MAX - room);
  }
  configure(run, &settings);
  int64_t count = test_random_in(&random, 0, flavour->initial_count_most);
  script_say(run, "\ninsert at 0 count %" PRId64 "\n", count);
  rc_status expected = model_list_insert_status(run->model, 0, false, NULL, count);
  SCRIPT_IS(run, rc_list_insert(run->list, 0, NULL, count), expected);
  if (expected == RC_STATUS_OK) model_list_insert(run->model, 0, NULL, count);
  for (int64_t row = 0; row < run->model->rows; row++) {
    if (!script_percent(&random, flavour->initial_measured_percent)) continue;
    double extent = script_extent(run, &random);
    script_say(run, "measure row %" PRId64 " %.17g\n", row, extent);
    expected = model_list_measure_status(run->model, row, &extent, 1);
    SCRIPT_IS(run, rc_list_set_row_extents(run->list, row, &extent, 1), expected);
    if (expected == RC_STATUS_OK) model_list_measure(run->model, row, &extent, 1);
  }
  run->length = test_random_in(&random, 50, 800) * 960;
}
