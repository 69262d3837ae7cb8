// What a list allocates: nothing while it is scrolled, and no more than the header says.

#include "list_fixture.h"
#include "quiet_list.h"

static void scrolling_ten_million_measured_items_never_allocates(void) {
  list_memory memory;
  rc_list *list = quiet_list_make(&memory, 10000000);
  CHECK(list != NULL);
  CHECK_EQUAL(rc_list_measured_row_count(list), 10000000);
  quiet_count count = quiet_list_scroll(list, &memory, 20000);
  CHECK_EQUAL(count.failures, 0);
  CHECK_EQUAL(count.allocations, 0);
  CHECK_F(memory.peak_bytes <= quiet_list_built_bytes(10000000), "%lld bytes",
          (long long)memory.peak_bytes);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static void lists_take_no_more_memory_than_the_header_says_when_built(void) {
  for (int64_t count = 1; count <= 1000000; count *= 10) {
    list_memory memory;
    rc_list *list = quiet_list_make(&memory, count);
    CHECK(list != NULL);
    CHECK_F(memory.peak_bytes <= quiet_list_built_bytes(count), "%lld bytes for %lld items",
            (long long)memory.peak_bytes, (long long)count);
    rc_list_destroy(list);
    CHECK_EQUAL(memory.bytes, 0);
  }
}

enum { EDITED = 30000, ROOM = 40 };

/// One edit somewhere; `way` says of which size they are, from one item to forty.
static rc_status edit(rc_list *list, test_random *random, int way) {
  double extent[ROOM];
  for (int i = 0; i < ROOM; i++) extent[i] = (double)test_random_in(random, 0, 90);
  int64_t count = rc_list_count(list), most = way == 0 ? 1 : way == 1 ? 2 : ROOM;
  int64_t size = test_random_in(random, 1, most), index = test_random_in(random, 0, count - ROOM);
  switch (test_random_in(random, 0, 6)) {
    case 0:
      return rc_list_insert(list, index, size, NULL);
    case 1:
      return rc_list_insert(list, index, size, extent);
    case 2:
      return rc_list_remove(list, index, index + size);
    case 3:
      return rc_list_move(list, index, index + size, test_random_in(random, 0, count - size));
    case 4:
      return rc_list_forget(list, index, index + size);
    default:
      return rc_list_set_row_extents(list, index, size, extent);
  }
}

// Scattered among items that are not measured, then in a list of measured ones that shrinks.
static void lists_take_no_more_memory_than_the_header_says_after_edits(void) {
  test_random random = {test_seed(31)};
  for (int way = 0; way < 6; way++) {
    list_memory memory;
    rc_list *list = quiet_list_make(&memory, way < 3 ? 0 : EDITED);
    CHECK(list != NULL);
    if (way < 3) CHECK_OK(rc_list_insert(list, 0, 20 * EDITED, NULL));
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    rc_update update;
    int64_t edits = 0;
    for (int i = 0; i < EDITED && !test_has_failed(); i++) {
      CHECK_OK(edit(list, &random, way % 3));
      if (way >= 3 && i % 3 == 0 && rc_list_count(list) > 2000) {
        int64_t lower = test_random_in(&random, 0, rc_list_count(list) - 10);
        CHECK_OK(rc_list_remove(list, lower, lower + 5));
      }
      if (++edits % 100 == 0) CHECK_OK(rc_list_update(list, &viewport, &update));
      if (i % (EDITED / 6) != EDITED / 6 - 1) continue;
      int64_t stretches = quiet_list_stretches(list), measured = rc_list_measured_row_count(list);
      int64_t allowed = quiet_list_edited_bytes(measured, stretches, 100);
      CHECK_F(memory.bytes <= allowed, "%lld bytes for %lld measured in %lld stretches, way %d",
              (long long)memory.bytes, (long long)measured, (long long)stretches, way);
    }
    CHECK_OK(rc_list_remove(list, 300, rc_list_count(list) - 300));
    CHECK_F(memory.bytes <= quiet_list_edited_bytes(600, 300, 100), "%lld bytes of 600 items",
            (long long)memory.bytes);
    rc_list_destroy(list);
    CHECK_EQUAL(memory.bytes, 0);
  }
}

static void rows_of_a_million_points_take_300_bytes_at_most(void) {
  list_memory memory;
  test_random random = {test_seed(33)};
  rc_list *list = quiet_list_make(&memory, 0);
  CHECK(list != NULL);
  for (int64_t count = 1; count <= 5000; count++) {
    double extent = (double)test_random_in(&random, 0, 3) * 700000 + (double)count;
    CHECK_OK(rc_list_insert(list, test_random_in(&random, 0, count - 1), 1, &extent));
  }
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  rc_update update;
  CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_F(memory.bytes <= 65536 + 300 * 5000, "%lld bytes", (long long)memory.bytes);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

// Each edit between two updates adds to the states; afterwards they are few again.
static void edits_between_updates_take_a_kilobyte_at_most(void) {
  list_memory memory;
  test_random random = {test_seed(32)};
  rc_list *list = quiet_list_make(&memory, 0);
  CHECK(list != NULL);
  CHECK_OK(rc_list_insert(list, 0, 1000000, NULL));
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 800;
  rc_update update;
  CHECK_OK(rc_list_update(list, &viewport, &update));
  for (int64_t edits = 1; edits <= 3000; edits++) {
    int64_t index = test_random_in(&random, 0, rc_list_count(list) - 10);
    int64_t to = test_random_in(&random, 0, rc_list_count(list) - 10);
    if (edits % 2 == 0) CHECK_OK(rc_list_move(list, index, index + 3, to));
    if (edits % 2 == 1) CHECK_OK(rc_list_insert(list, index, 1, NULL));
    CHECK_F(memory.peak_bytes <= quiet_list_edited_bytes(0, 0, edits), "%lld bytes after %lld",
            (long long)memory.peak_bytes, (long long)edits);
  }
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

/// How the updates after many edits come.
typedef enum { ALONE, WITH_EDITS, WITH_FEW_EDITS, WITH_SLACK, WITH_FORESIGHT, WITH_NAMES } manner;

/// How many edits come before each of them.
static int64_t usual_edits(manner how) {
  if (how == WITH_EDITS) return 60;
  return how == WITH_FEW_EDITS ? 6 : 0;
}

static void name_items(rc_list *list, int64_t count) {
  rc_id ids[1000];
  for (int64_t at = 0; at < count; at += 1000) {
    const int64_t end = at + 1000 < count ? at + 1000 : count;
    for (int64_t i = at; i < end; i++) ids[i - at] = i;
    CHECK_OK(rc_list_set_names(list, at, end, ids));
  }
}

static void move_items(rc_list *list, int64_t times) {
  for (int64_t i = 0; i < times; i++) {
    const int64_t at = i * 7919 % 99990;
    CHECK_OK(rc_list_move(list, at, at + 1, i * 48271 % 99990));
  }
}

static void check_memory_is_given_back(manner how) {
  list_memory memory;
  rc_list *list = quiet_list_make(&memory, 0);
  CHECK(list != NULL);
  CHECK_OK(rc_list_insert(list, 0, 100000, NULL));
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  if (how == WITH_SLACK) settings.slack = 1;
  if (how == WITH_FORESIGHT) settings.foresight = 20;
  CHECK_OK(rc_list_set_settings(list, &settings));
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 800;
  rc_update update;
  CHECK_OK(rc_list_update(list, &viewport, &update));
  move_items(list, usual_edits(how));
  if (how == WITH_NAMES) name_items(list, 10);
  CHECK_OK(rc_list_update(list, &viewport, &update));
  const int64_t before = memory.bytes;
  move_items(list, 20000);
  if (how == WITH_NAMES) name_items(list, 100000);
  CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK(memory.bytes > 50 * before);
  for (int i = 0; i < 3; i++) {
    move_items(list, usual_edits(how));
    if (how == WITH_NAMES) name_items(list, 10);
    if (how == ALONE || how == WITH_FORESIGHT) memory.countdown = 0;
    CHECK_OK(rc_list_update(list, &viewport, &update));
  }
  CHECK_OK(rc_list_validate(list, NULL));
  CHECK_F(memory.bytes <= 2 * before, "%lld bytes, and %lld before the edits, manner %d",
          (long long)memory.bytes, (long long)before, (int)how);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.blocks, 0);
}

static void the_third_update_after_many_edits_has_given_their_memory_back(void) {
  for (int how = ALONE; how <= WITH_NAMES; how++) check_memory_is_given_back((manner)how);
}

// Those of items that no range has.
static void memory_of_names_is_given_back_once_none_is_left(void) {
  list_memory memory;
  rc_list *list = quiet_list_make(&memory, 0);
  CHECK(list != NULL);
  CHECK_OK(rc_list_insert(list, 0, 100000, NULL));
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = 4000000;
  viewport.length = 800;
  rc_update update;
  CHECK_OK(rc_list_update(list, &viewport, &update));
  const int64_t before = memory.bytes;
  name_items(list, 1000);
  CHECK(memory.bytes > 2 * before);
  for (int i = 0; i < 2; i++) CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_EQUAL(memory.bytes, before);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.blocks, 0);
}

// What an edit has reserved that failed then is not lost by what needs more.
static void foresight_after_an_edit_without_memory_reserves_for_both(void) {
  for (int64_t edits = 0; edits < 12; edits++) {
    for (int64_t allowed = 0; allowed < 8; allowed++) {
      list_memory memory;
      rc_list *list = quiet_list_make(&memory, 0);
      CHECK(list != NULL);
      CHECK_OK(rc_list_insert(list, 0, 100000, NULL));
      rc_viewport viewport;
      rc_viewport_init(&viewport);
      viewport.length = 800;
      rc_update update;
      CHECK_OK(rc_list_update(list, &viewport, &update));
      move_items(list, edits);
      memory.countdown = allowed;
      const rc_status status = rc_list_move(list, 5000, 5001, 70);
      CHECK(status == RC_STATUS_OK || status == RC_STATUS_NO_MEMORY);
      memory.countdown = -1;
      rc_list_settings settings;
      rc_list_settings_init(&settings);
      settings.foresight = 20;
      CHECK_OK(rc_list_set_settings(list, &settings));
      memory.countdown = 0;
      for (int i = 0; i < 3; i++) {
        viewport.offset += 3000;
        CHECK_OK(rc_list_update(list, &viewport, &update));
        CHECK_OK(rc_list_validate(list, NULL));
      }
      rc_list_destroy(list);
      CHECK_EQUAL(memory.blocks, 0);
      CHECK(!memory.is_confused);
    }
  }
}

// In a frame there is an update after the edits, and one for what was measured then.
static void edits_of_each_frame_take_memory_once(void) {
  list_memory memory;
  rc_list *list = quiet_list_make(&memory, 0);
  CHECK(list != NULL);
  CHECK_OK(rc_list_insert(list, 0, 10000, NULL));
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 800;
  int64_t bytes = 0;
  for (int frame = 0; frame < 40; frame++) {
    rc_update update;
    for (int64_t i = 0; i < 500; i++) CHECK_OK(rc_list_move(list, i, i + 1, 9000));
    CHECK_OK(rc_list_update(list, &viewport, &update));
    CHECK_OK(rc_list_update(list, &viewport, &update));
    // Before the first update all items are new, wherever they move.
    if (frame <= 1) bytes = memory.bytes;
    CHECK_EQUAL(memory.bytes, bytes);
  }
  rc_list_destroy(list);
  CHECK_EQUAL(memory.blocks, 0);
}

static void edits_of_nothing_need_no_memory(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 100000;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, 100, NULL));
  for (int64_t i = 0; i < 90; i++) {
    memory.countdown = 0;
    CHECK_OK(rc_list_insert(list, i, 0, NULL));
    CHECK_OK(rc_list_insert(list, i, 0, NULL));
    CHECK_OK(rc_list_remove(list, i, i));
    CHECK_OK(rc_list_move(list, i, i, 3));
    CHECK_OK(rc_list_move(list, i, i + 4, i));
    CHECK_OK(rc_list_forget(list, i, i));
    CHECK_OK(rc_list_set_row_extents(list, i, 0, NULL));
    memory.countdown = -1;
    rc_update update;
    if (i == 0) CHECK_OK(rc_list_update(list, &viewport, &update));
    // A run more, or two.
    CHECK_OK(rc_list_insert(list, 2 * i, 1, NULL));
  }
  CHECK_OK(rc_list_validate(list, NULL));
  rc_list_destroy(list);
  CHECK_EQUAL(memory.blocks, 0);
}

static const test_case cases[] = {
    CASE(scrolling_ten_million_measured_items_never_allocates),
    CASE(lists_take_no_more_memory_than_the_header_says_when_built),
    CASE(lists_take_no_more_memory_than_the_header_says_after_edits),
    CASE(rows_of_a_million_points_take_300_bytes_at_most),
    CASE(edits_between_updates_take_a_kilobyte_at_most),
    CASE(the_third_update_after_many_edits_has_given_their_memory_back),
    CASE(edits_of_each_frame_take_memory_once),
    CASE(memory_of_names_is_given_back_once_none_is_left),
    CASE(foresight_after_an_edit_without_memory_reserves_for_both),
    CASE(edits_of_nothing_need_no_memory),
};

const test_suite suite_list_quiet = SUITE(cases);
