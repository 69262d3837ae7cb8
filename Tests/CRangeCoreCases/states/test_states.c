// States: how they travel through edits, and what they ask of the allocator.

#include <stdlib.h>
#include <string.h>

#include "../list/list_fixture.h"
#include "../list/list_memory.h"
#include "../list/script_list_run.h"

// == every small case, with the model ==

enum { ROW = 10 };

static rc_interval small_interval(int64_t count, int64_t place) {
  for (int64_t lower = 0; lower < count; lower++) {
    for (int64_t upper = lower + 1; upper <= count; upper++) {
      if (place-- == 0) return (rc_interval){lower, upper};
    }
  }
  return (rc_interval){0, 0};
}

static int64_t small_interval_count(int64_t count) {
  return count * (count + 1) / 2;
}

static void insert_items(script_run *run, int64_t index, int64_t count) {
  SCRIPT_OK(run, rc_list_insert(run->list, index, NULL, count));
  model_list_insert(run->model, index, NULL, count);
}

// The edits of a list, by number: insert one or two anywhere, remove anything, move anything
// anywhere. Returns false past the last.
static bool edit_by_number(script_run *run, int64_t number) {
  const int64_t count = run->model->count;
  for (int64_t index = 0; index <= count; index++) {
    for (int64_t added = 1; added <= 2; added++) {
      if (number-- == 0) return insert_items(run, index, added), true;
    }
  }
  for (int64_t place = 0; place < small_interval_count(count); place++) {
    const rc_interval items = small_interval(count, place);
    if (number-- == 0) {
      SCRIPT_OK(run, rc_list_remove(run->list, items.lower, items.upper));
      model_list_remove(run->model, items.lower, items.upper);
      return true;
    }
    for (int64_t to = 0; to <= count - (items.upper - items.lower); to++) {
      if (number-- > 0) continue;
      SCRIPT_OK(run, rc_list_move(run->list, items.lower, items.upper, to));
      if (to != items.lower) model_list_move(run->model, items.lower, items.upper, to);
      return true;
    }
  }
  return false;
}

// A viewport over an item, or none; display reaches an item further, preload another one.
static void update_at(script_run *run, int64_t item) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = (double)(item * ROW);
  viewport.length = item < run->model->count ? ROW : 0;
  rc_update actual, expected;
  SCRIPT_OK(run, rc_list_update(run->list, &viewport, &actual));
  model_list_update(run->model, &viewport, &expected);
  script_compare_update(run, &actual, &expected);
  script_compare_list(run);
}

static void begin(script_run *run, int64_t count, double slack, const rc_allocator *allocator) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = ROW;
  run->failure[0] = 0;
  SCRIPT_OK(run, rc_list_create(&options, allocator, &run->list));
  model_list_init(run->model, &options);
  for (int range = 0; range < 2; range++) {
    const rc_tuning tuning = {1 + range, 1 + range, true};
    SCRIPT_OK(run, rc_list_set_tuning(run->list, RC_RANGE_MODE_MINIMUM, (rc_range)range, tuning));
    model_list_set_tuning(run->model, RC_RANGE_MODE_MINIMUM, (rc_range)range, tuning);
  }
  rc_list_settings settings = run->model->settings;
  settings.slack = slack;
  SCRIPT_OK(run, rc_list_set_settings(run->list, &settings));
  model_list_configure(run->model, &settings);
  insert_items(run, 0, count);
}

static bool update_edit_update(script_run *run, int64_t count, const int64_t code[3],
                               int64_t edit) {
  begin(run, count, code[2] == 1 ? 1 : 0, NULL);
  update_at(run, code[0]);
  const bool is_edit = edit_by_number(run, edit);
  if (is_edit) update_at(run, code[1]);
  rc_list_destroy(run->list);
  if (run->failure[0] != 0) {
    test_fail(__FILE__, __LINE__, "%d items, at %d, edit %d, at %d: %s", (int)count, (int)code[0],
              (int)edit, (int)code[1], run->failure);
  }
  return is_edit && !test_has_failed();
}

static void each_edit_between_two_updates_agrees_with_the_model(void) {
  script_run run = {.flavour = &(script_flavour){.name = "small edits"}};
  run.model = malloc(sizeof *run.model);
  CHECK(run.model != NULL);
  for (int64_t count = 0; count <= 6; count++) {
    for (int64_t code = 0; code < 2 * (count + 1) * (count + 1); code += test_stride()) {
      const int64_t codes[3] = {code / 2 % (count + 1), code / 2 / (count + 1), code % 2};
      for (int64_t edit = 0; update_edit_update(&run, count, codes, edit); edit++) continue;
    }
  }
  free(run.model);
}

static void edit_anywhere(script_run *run, test_random *random) {
  const int64_t count = run->model->count, at = test_random_in(random, 0, count - 1);
  const int64_t to = test_random_in(random, 0, count - 1);
  if (count > 300 && test_random_one_in(random, 3)) {
    SCRIPT_OK(run, rc_list_remove(run->list, at, at + 1));
    model_list_remove(run->model, at, at + 1);
  } else if (test_random_one_in(random, 3)) {
    insert_items(run, at, 1);
  } else {
    SCRIPT_OK(run, rc_list_move(run->list, at, at + 1, to));
    if (at != to) model_list_move(run->model, at, at + 1, to);
  }
}

// Many edits and few, and updates without any, in all orders: memory comes and goes.
static void edits_by_the_hundred_agree_with_the_model(void) {
  test_random random = {test_seed(41)};
  script_run run = {.flavour = &(script_flavour){.name = "many edits"}};
  run.model = malloc(sizeof *run.model);
  CHECK(run.model != NULL);
  for (int64_t round = 0; round < test_count(12) && !test_has_failed(); round++) {
    list_memory memory;
    list_memory_init(&memory);
    const rc_allocator allocator = list_memory_allocator(&memory);
    const bool has_slack = round % 4 == 3;
    run.memory = NULL;
    begin(&run, 300, has_slack ? 1 : 0, &allocator);
    // Each call runs out of memory at its first allocation, then at its second, and so on.
    run.memory = round % 3 == 0 ? &memory : NULL;
    for (int step = 0; step < 25 && run.failure[0] == 0; step++) {
      const int64_t edits = test_random_in(&random, 0, round % 2 == 0 ? 2 : 120);
      if (test_random_one_in(&random, 2)) {
        for (int64_t i = 0; i < edits; i++) edit_anywhere(&run, &random);
      }
      // In the end far away, or at nothing.
      if (!has_slack) memory.countdown = 0;
      update_at(&run, test_random_in(&random, 0, run.model->count));
      memory.countdown = -1;
    }
    memory.countdown = -1;
    rc_list_destroy(run.list);
    CHECK_F(run.failure[0] == 0, "round %d: %s", (int)round, run.failure);
    CHECK_EQUAL(memory.blocks, 0);
    CHECK(!memory.is_confused);
  }
  free(run.model);
}

// == one by one ==

static void changes_come_in_sections(void) {
  FIXTURE(f, fixture_begin(&f, 40));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_remove(f.list, 14, 15));
  fixture_update(&f, 1200);
  CHECK_TEXT(fixture_changes(&f),
             "14..15 15>0 | 8..10 7>1 10..12 15>7 "
             "| 14..16 7>15 @0 16..17 3>15 @0 17..19 1>7 @0 19..20 1>3 @200");
}

static void items_inserted_and_removed_leave_no_trace(void) {
  FIXTURE(f, fixture_begin(&f, 40));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_insert(f.list, 11, NULL, 4));
  CHECK_OK(rc_list_move(f.list, 12, 14, 0));
  CHECK_OK(rc_list_move(f.list, 0, 2, 12));
  CHECK_OK(rc_list_remove(f.list, 11, 15));
  fixture_again(&f);
  CHECK_TEXT(fixture_changes(&f), "| |");
}

static void each_window_is_copied_alone(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  fixture_update(&f, 500);
  for (int64_t window = 0; window < 21 * 21; window++) {
    const int64_t lower = window / 21, upper = window % 21;
    rc_state bytes[21];
    memset(bytes, 77, sizeof bytes);
    rc_status status = rc_list_copy_states(f.list, lower, upper, bytes);
    CHECK_EQUAL(status, upper < lower ? RC_STATUS_ARGUMENT : RC_STATUS_OK);
    const int64_t count = upper < lower ? 0 : upper - lower;
    for (int64_t i = 0; i < 21; i++) {
      CHECK_EQUAL(bytes[i], i < count ? rc_list_state(f.list, lower + i) : 77);
    }
  }
}

// == memory ==

static rc_list *begin_list(list_memory *memory, int64_t count, rc_viewport *viewport) {
  list_memory_init(memory);
  const rc_allocator allocator = list_memory_allocator(memory);
  rc_list *list = NULL;
  rc_viewport_init(viewport);
  viewport->length = 440;
  viewport->offset = 2200;
  rc_update update;
  if (rc_list_create(NULL, &allocator, &list) != RC_STATUS_OK ||
      rc_list_insert(list, 0, NULL, count) != RC_STATUS_OK ||
      rc_list_update(list, viewport, &update) != RC_STATUS_OK) {
    test_fail(__FILE__, __LINE__, "no list");
  }
  return list;
}

// As many runs as there were edits would take more.
static void check_few_runs(const list_memory *memory) {
  CHECK_F(memory->peak_bytes <= 65536, "%lld bytes", (long long)memory->peak_bytes);
}

static void end_list(rc_list *list, const list_memory *memory) {
  rc_list_destroy(list);
  CHECK_EQUAL(memory->blocks, 0);
  CHECK(!memory->is_confused);
}

static void insertions_at_one_place_stay_few_runs(void) {
  list_memory memory;
  rc_viewport viewport;
  rc_list *list = begin_list(&memory, 100, &viewport);
  const int64_t count = test_stride() > 1 ? 10000 : 100000;
  for (int64_t i = 0; i < count; i++) CHECK_OK(rc_list_insert(list, 0, NULL, 1));
  for (int64_t i = 0; i < count; i++) CHECK_OK(rc_list_insert(list, count + 52, NULL, 1));
  CHECK_EQUAL(rc_list_state(list, count + 51), RC_STATE_IN_HIERARCHY);
  CHECK_EQUAL(rc_list_state(list, count + 52), RC_STATE_MEASURE_LAYOUT);
  CHECK_EQUAL(rc_list_state(list, 2 * count + 52), RC_STATE_IN_HIERARCHY);
  check_few_runs(&memory);
  end_list(list, &memory);
}

static void items_removed_one_by_one_are_listed_as_one_change_per_state(void) {
  for (int64_t back = 0; back < 2; back++) {
    list_memory memory;
    rc_viewport viewport;
    rc_list *list = begin_list(&memory, 1000, &viewport);
    for (int64_t i = 0; i < 100; i++) {
      const int64_t at = back == 1 ? 99 - i : 0;
      CHECK_OK(rc_list_remove(list, at, at + 1));
    }
    rc_update update;
    CHECK_OK(rc_list_update(list, &viewport, &update));
    CHECK_EQUAL(update.changes.removed_count, 4);
    CHECK_INTERVAL(update.changes.items[1], 50, 60);
    end_list(list, &memory);
  }
}

// An edit of each kind, again and again without another that would reserve in its place.
static void edits_reserve_memory_for_the_update_after_them(void) {
  for (int kind = 0; kind < 3 && !test_has_failed(); kind++) {
    for (int64_t edits = 0; edits < 120 && !test_has_failed(); edits += 7) {
      list_memory memory;
      rc_viewport viewport;
      rc_list *list = begin_list(&memory, 800, &viewport);
      rc_update update;
      viewport.offset = 0;
      viewport.length = 800 * 44;
      CHECK_OK(rc_list_update(list, &viewport, &update));
      for (int64_t i = 0; i < edits; i++) {
        if (kind == 0) CHECK_OK(rc_list_insert(list, 5 * i + 3, NULL, 1));
        if (kind == 1) CHECK_OK(rc_list_remove(list, 5 * i + 3, 5 * i + 4));
        if (kind == 2) CHECK_OK(rc_list_move(list, 5 * i + 3, 5 * i + 4, 5 * i + 1));
      }
      memory.countdown = 0;
      viewport.length = 440;
      CHECK_OK(rc_list_update(list, &viewport, &update));
      CHECK_OK(rc_list_validate(list, NULL));
      end_list(list, &memory);
    }
  }
}

// A move cuts at three places. Where more was removed than there are stretches, each of these may
// be a gap, too.
static void moves_among_removed_items_reserve_for_all_that_they_cut(void) {
  list_memory memory;
  rc_viewport viewport;
  rc_list *list = begin_list(&memory, 2000, &viewport);
  for (int64_t i = 1; i < 30; i++) {
    for (int removed = 0; removed < 5; removed++) CHECK_OK(rc_list_remove(list, 0, 1));
    CHECK_OK(rc_list_move(list, 1700 - 20 * i, 1701 - 20 * i, 1710 - 20 * i));
    const char *reason = "";
    CHECK_F(rc_list_validate(list, &reason) == RC_STATUS_OK, "%s", reason);
  }
  end_list(list, &memory);
}

// Every second item enters alone, and slack keeps them all: more runs than edits reserve for.
static void updates_with_slack_reserve_before_they_write(void) {
  list_memory memory;
  rc_viewport viewport;
  rc_list *list = begin_list(&memory, 400, &viewport);
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.slack = 1000;
  CHECK_OK(rc_list_set_settings(list, &settings));
  viewport.length = 44;
  int64_t failures = 0;
  rc_update update;
  for (int64_t i = 0; i < 100; i++) {
    viewport.offset = (double)(4 * 44 * i);
    memory.countdown = 0;
    while (rc_list_update(list, &viewport, &update) == RC_STATUS_NO_MEMORY) {
      CHECK_OK(rc_list_validate(list, NULL));
      // One without slack needs no more, whichever of the arrays has grown.
      for (int slack = 0; slack < 2 && failures == 1; slack++) {
        settings.slack = 1000 * slack;
        CHECK_OK(rc_list_set_settings(list, &settings));
        if (slack == 0) CHECK_OK(rc_list_update(list, &viewport, &update));
      }
      memory.countdown = ++failures % 3;
    }
    CHECK_EQUAL(rc_list_state(list, 4 * i), RC_STATE_IN_HIERARCHY);
    memory.countdown = -1;
    CHECK_OK(rc_list_validate(list, NULL));
  }
  CHECK(failures > 0);
  end_list(list, &memory);
}

static const test_case cases[] = {
    CASE(each_edit_between_two_updates_agrees_with_the_model),
    CASE(edits_by_the_hundred_agree_with_the_model),
    CASE(changes_come_in_sections),
    CASE(items_inserted_and_removed_leave_no_trace),
    CASE(each_window_is_copied_alone),
    CASE(insertions_at_one_place_stay_few_runs),
    CASE(items_removed_one_by_one_are_listed_as_one_change_per_state),
    CASE(edits_reserve_memory_for_the_update_after_them),
    CASE(moves_among_removed_items_reserve_for_all_that_they_cut),
    CASE(updates_with_slack_reserve_before_they_write),
};

const test_suite suite_states = SUITE(cases);
