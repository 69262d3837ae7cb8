// What a list allocates: nothing while it is scrolled, and no more than the header says.

#include "list_fixture.h"
#include "quiet_list.h"

/// A list, its memory and its viewport of 800 points.
typedef struct {
  list_memory memory;
  rc_list *list;
  rc_viewport viewport;
  rc_update update;
} quiet;

static void begin(quiet *q, int64_t measured, int64_t more) {
  q->list = quiet_list_make(&q->memory, measured);
  CHECK(q->list != NULL);
  CHECK_OK(rc_list_insert(q->list, 0, NULL, more));
  rc_viewport_init(&q->viewport);
  q->viewport.length = 800;
}

static void end(quiet *q) {
  rc_list_destroy(q->list);
  CHECK_EQUAL(q->memory.bytes, 0);
  CHECK_EQUAL(q->memory.blocks, 0);
  CHECK(!q->memory.is_confused);
}

/// A list of so many items that are measured and so many that are not, which ends with the block.
#define QUIET(name, measured, more)         \
  __attribute__((cleanup(end))) quiet name; \
  begin(&name, measured, more)

static void update(quiet *q) {
  CHECK_OK(rc_list_update(q->list, &q->viewport, &q->update));
}

static void scrolling_ten_million_measured_items_never_allocates(void) {
  const int64_t most = test_stride() > 1 ? 1000000 : 10000000;
  QUIET(q, most, 0);
  CHECK_EQUAL(rc_list_measured_row_count(q.list), most);
  quiet_count count = quiet_list_scroll(q.list, &q.memory, 20000);
  CHECK_EQUAL(count.failures, 0);
  CHECK_EQUAL(count.allocations, 0);
  CHECK_F(q.memory.peak_bytes <= quiet_list_built_bytes(most), "%lld bytes",
          (long long)q.memory.peak_bytes);
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
      return rc_list_insert(list, index, NULL, size);
    case 1:
      return rc_list_insert(list, index, extent, size);
    case 2:
      return rc_list_remove(list, index, index + size);
    case 3:
      return rc_list_move(list, index, index + size, test_random_in(random, 0, count - size));
    case 4:
      return rc_list_forget(list, index, index + size);
    default:
      return rc_list_set_row_extents(list, index, extent, (size_t)size);
  }
}

// Scattered among items that are not measured, then in a list of measured ones that shrinks.
static void lists_take_no_more_memory_than_the_header_says_after_edits(void) {
  test_random random = {test_seed(31)};
  const int64_t edited = test_count(EDITED), times = test_stride() > 1 ? 1 : 3;
  for (int way = 0; way < 6; way++) {
    QUIET(q, way < 3 ? 0 : EDITED, way < 3 ? 20 * EDITED : 0);
    int64_t edits = 0;
    for (int64_t i = 0; i < edited && !test_has_failed(); i++) {
      CHECK_OK(edit(q.list, &random, way % 3));
      if (way >= 3 && i % 3 == 0 && rc_list_count(q.list) > 2000) {
        int64_t lower = test_random_in(&random, 0, rc_list_count(q.list) - 10);
        CHECK_OK(rc_list_remove(q.list, lower, lower + 5));
      }
      if (++edits % 100 == 0) update(&q);
      if (i % (edited / times + 1) != edited / times) continue;
      int64_t stretches = quiet_list_stretches(q.list),
              measured = rc_list_measured_row_count(q.list);
      int64_t allowed = quiet_list_edited_bytes(measured, stretches, 100);
      CHECK_F(q.memory.bytes <= allowed, "%lld bytes for %lld measured in %lld stretches, way %d",
              (long long)q.memory.bytes, (long long)measured, (long long)stretches, way);
    }
    CHECK_OK(rc_list_remove(q.list, 300, rc_list_count(q.list) - 300));
    CHECK_F(q.memory.bytes <= quiet_list_edited_bytes(600, 300, 100), "%lld bytes of 600 items",
            (long long)q.memory.bytes);
  }
}

static void rows_of_a_million_points_take_300_bytes_at_most(void) {
  test_random random = {test_seed(33)};
  QUIET(q, 0, 0);
  for (int64_t count = 1; count <= 5000; count++) {
    double extent = (double)test_random_in(&random, 0, 3) * 700000 + (double)count;
    CHECK_OK(rc_list_insert(q.list, test_random_in(&random, 0, count - 1), &extent, 1));
  }
  update(&q);
  CHECK_F(q.memory.bytes <= 65536 + 300 * 5000, "%lld bytes", (long long)q.memory.bytes);
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
  QUIET(q, 0, 100000);
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  if (how == WITH_SLACK) settings.slack = 1;
  if (how == WITH_FORESIGHT) settings.foresight = 20;
  CHECK_OK(rc_list_set_settings(q.list, &settings));
  update(&q);
  move_items(q.list, usual_edits(how));
  if (how == WITH_NAMES) name_items(q.list, 10);
  update(&q);
  const int64_t before = q.memory.bytes;
  move_items(q.list, 10000);
  if (how == WITH_NAMES) name_items(q.list, 100000);
  update(&q);
  CHECK(q.memory.bytes > 50 * before);
  for (int i = 0; i < 3; i++) {
    move_items(q.list, usual_edits(how));
    if (how == WITH_NAMES) name_items(q.list, 10);
    if (how == ALONE || how == WITH_FORESIGHT) q.memory.countdown = 0;
    update(&q);
  }
  CHECK_OK(rc_list_validate(q.list, NULL));
  CHECK_F(q.memory.bytes <= 2 * before, "%lld bytes, and %lld before the edits, manner %d",
          (long long)q.memory.bytes, (long long)before, (int)how);
}

static void the_third_update_after_many_edits_has_given_their_memory_back(void) {
  const int step = test_is_brief() ? WITH_NAMES - ALONE : 1;
  for (int how = ALONE; how <= WITH_NAMES; how += step) check_memory_is_given_back((manner)how);
}

// Those of items that no range has.
static void memory_of_names_is_given_back_once_none_is_left(void) {
  QUIET(q, 0, 100000);
  q.viewport.offset = 4000000;
  update(&q);
  const int64_t before = q.memory.bytes;
  name_items(q.list, 1000);
  CHECK(q.memory.bytes > 2 * before);
  for (int i = 0; i < 2; i++) update(&q);
  CHECK_EQUAL(q.memory.bytes, before);
}

// What an edit has reserved that failed then is not lost by what needs more.
static void foresight_after_an_edit_without_memory_reserves_for_both(void) {
  for (int64_t edits = 0; edits < 12; edits++) {
    for (int64_t allowed = 0; allowed < 8; allowed++) {
      QUIET(q, 0, 100000);
      update(&q);
      move_items(q.list, edits);
      q.memory.countdown = allowed;
      const rc_status status = rc_list_move(q.list, 5000, 5001, 70);
      CHECK(status == RC_STATUS_OK || status == RC_STATUS_NO_MEMORY);
      q.memory.countdown = -1;
      rc_list_settings settings;
      rc_list_settings_init(&settings);
      settings.foresight = 20;
      CHECK_OK(rc_list_set_settings(q.list, &settings));
      q.memory.countdown = 0;
      for (int i = 0; i < 3; i++) {
        q.viewport.offset += 3000;
        update(&q);
        CHECK_OK(rc_list_validate(q.list, NULL));
      }
    }
  }
}

// In a frame there is an update after the edits, and one for what was measured then.
static void edits_of_each_frame_take_memory_once(void) {
  QUIET(q, 0, 10000);
  int64_t bytes = 0;
  for (int frame = 0; frame < (test_is_brief() ? 4 : 40); frame++) {
    for (int64_t i = 0; i < 500; i++) CHECK_OK(rc_list_move(q.list, i, i + 1, 9000));
    update(&q);
    update(&q);
    // Before the first update all items are new, wherever they move.
    if (frame <= 1) bytes = q.memory.bytes;
    CHECK_EQUAL(q.memory.bytes, bytes);
  }
}

static void edits_of_nothing_need_no_memory(void) {
  QUIET(q, 0, 100);
  q.viewport.length = 100000;
  for (int64_t i = 0; i < 90; i++) {
    q.memory.countdown = 0;
    CHECK_OK(rc_list_insert(q.list, i, NULL, 0));
    CHECK_OK(rc_list_insert(q.list, i, NULL, 0));
    CHECK_OK(rc_list_remove(q.list, i, i));
    CHECK_OK(rc_list_move(q.list, i, i, 3));
    CHECK_OK(rc_list_move(q.list, i, i + 4, i));
    CHECK_OK(rc_list_forget(q.list, i, i));
    CHECK_OK(rc_list_set_row_extents(q.list, i, NULL, 0));
    q.memory.countdown = -1;
    if (i == 0) update(&q);
    // A run more, or two.
    CHECK_OK(rc_list_insert(q.list, 2 * i, NULL, 1));
  }
  CHECK_OK(rc_list_validate(q.list, NULL));
}

static const test_case cases[] = {
    CASE(scrolling_ten_million_measured_items_never_allocates),
    CASE(lists_take_no_more_memory_than_the_header_says_after_edits),
    CASE(rows_of_a_million_points_take_300_bytes_at_most),
    CASE(the_third_update_after_many_edits_has_given_their_memory_back),
    CASE(edits_of_each_frame_take_memory_once),
    CASE(memory_of_names_is_given_back_once_none_is_left),
    CASE(foresight_after_an_edit_without_memory_reserves_for_both),
    CASE(edits_of_nothing_need_no_memory),
};

const test_suite suite_list_quiet = SUITE(cases);
