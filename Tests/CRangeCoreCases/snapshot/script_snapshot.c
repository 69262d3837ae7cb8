#include "script_snapshot.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model_snapshot.h"

enum { IDS = 40 };

typedef struct {
  test_random *random;
  rc_list *list;
  rc_snapshot *snapshot;
  model_snapshot model;
  rc_viewport viewport;
  rc_update update;
  bool is_updated;
  int64_t count;
  rc_id ids[MODEL_SNAPSHOT_ITEMS];
} script;

static int64_t draw(script *s, int64_t lower, int64_t upper) {
  return test_random_in(s->random, lower, upper);
}

static bool one_in(script *s, int64_t n) {
  return test_random_one_in(s->random, n);
}

/// Whole ticks, of a few values.
static double draw_extent(script *s) {
  return rc_ticks_to_points(one_in(s, 8) ? 0 : draw(s, 1, 90) * 700);
}

static rc_interval draw_items(script *s) {
  const int64_t lower = draw(s, 0, s->count);
  return (rc_interval){lower, one_in(s, 2) ? s->count : draw(s, lower, s->count)};
}

// == the list ==

static void begin_list(script *s) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = s->model.columns = one_in(s, 2) ? 1 : (uint32_t)draw(s, 2, 3);
  options.estimate = draw_extent(s);
  options.spacing = one_in(s, 2) ? 0 : 3;
  CHECK_EQUAL(rc_list_create(&options, NULL, &s->list), RC_STATUS_OK);
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.pins_headers = one_in(s, 2);
  settings.sticks[RC_END_TAIL] = one_in(s, 3);
  if (one_in(s, 3)) settings.extra_lengths[RC_END_HEAD] = draw_extent(s);
  if (one_in(s, 3)) settings.extra_lengths[RC_END_TAIL] = 2 * draw_extent(s);
  CHECK_EQUAL(rc_list_set_settings(s->list, &settings), RC_STATUS_OK);
  s->model.lanes = options.columns == 1 && one_in(s, 2) ? (uint32_t)draw(s, 2, 4) : 0;
  if (s->model.lanes > 0) {
    CHECK_EQUAL(rc_list_set_lanes(s->list, s->model.lanes, options.spacing, 0, true), RC_STATUS_OK);
  }
  s->is_updated = false;
  s->count = 0;
}

static void call_insert(script *s) {
  const int64_t index = draw(s, 0, s->count), most = MODEL_SNAPSHOT_ITEMS - s->count;
  int64_t count = draw(s, 0, 12);
  if (count > most) count = most;
  CHECK_EQUAL(rc_list_insert(s->list, index, NULL, count), RC_STATUS_OK);
  memmove(&s->ids[index + count], &s->ids[index], (size_t)(s->count - index) * sizeof(rc_id));
  for (int64_t i = index; i < index + count; i++) {
    s->ids[i] = one_in(s, 9) ? RC_ID_NONE : draw(s, 0, IDS);
  }
  s->count += count;
  if (count > 0) s->is_updated = false;
}

static void call_remove(script *s) {
  const rc_interval items = draw_items(s);
  CHECK_EQUAL(rc_list_remove(s->list, items.lower, items.upper), RC_STATUS_OK);
  memmove(&s->ids[items.lower], &s->ids[items.upper],
          (size_t)(s->count - items.upper) * sizeof(rc_id));
  s->count -= items.upper - items.lower;
  s->is_updated = false;
}

static int64_t rows_of(script *s) {
  model_snapshot_row rows[MODEL_SNAPSHOT_ITEMS];
  return model_snapshot_rows(s->list, s->model.columns, rows);
}

static void call_measure(script *s) {
  for (int64_t row = rows_of(s) - 1; row >= 0; row--) {
    if (one_in(s, 3)) continue;
    const double extent = draw_extent(s);
    CHECK_EQUAL(rc_list_set_row_extents(s->list, row, &extent, 1), RC_STATUS_OK);
  }
  s->is_updated = false;
}

static void call_unmeasure(script *s) {
  const rc_interval items = draw_items(s);
  if (one_in(s, 2)) {
    CHECK_EQUAL(rc_list_forget(s->list, items.lower, items.upper), RC_STATUS_OK);
  } else {
    CHECK_EQUAL(rc_list_mark_provisional(s->list, items.lower, items.upper), RC_STATUS_OK);
  }
  s->is_updated = false;
}

static void call_header(script *s) {
  if (s->count == 0) return;
  const int64_t item = draw(s, 0, s->count - 1);
  if (one_in(s, 3)) {
    CHECK_EQUAL(rc_list_unmark_header(s->list, item), RC_STATUS_OK);
  } else {
    CHECK_EQUAL(
        rc_list_mark_header(s->list, item, (uint32_t)draw(s, 0, s->model.lanes > 0 ? 1 : 3)),
        RC_STATUS_OK);
  }
  s->is_updated = false;
}

static void call_update(script *s) {
  s->viewport.length = one_in(s, 9) ? 0 : (double)draw(s, 50, 300);
  s->viewport.inset_start = one_in(s, 3) ? 20 : 0;
  s->viewport.inset_end = one_in(s, 3) ? 30 : 0;
  s->viewport.insets_are_fixed = one_in(s, 2);
  s->viewport.is_user_driven = true;
  const int64_t length = (int64_t)rc_list_length(s->list);
  s->viewport.offset = (double)draw(s, -60, one_in(s, 2) ? 60 : length + 60);
  if (one_in(s, 4)) s->viewport.offset = (double)(length - draw(s, 0, 300));
  CHECK_EQUAL(rc_list_update(s->list, &s->viewport, &s->update), RC_STATUS_OK);
  // An estimate that follows the rows would change now; else the list is as it was.
  s->is_updated = true;
}

// == the snapshot ==

static void compare_bytes(script *s) {
  uint8_t expected[MODEL_SNAPSHOT_SIZE], bytes[MODEL_SNAPSHOT_SIZE];
  const size_t size = model_snapshot_write(&s->model, expected);
  size_t found = 0;
  CHECK_EQUAL(rc_snapshot_write(s->snapshot, NULL, 0, &found), RC_STATUS_OK);
  CHECK_EQUAL(found, size);
  CHECK_EQUAL(rc_snapshot_write(s->snapshot, bytes, size - 1, &found), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_snapshot_write(s->snapshot, bytes, sizeof bytes, &found), RC_STATUS_OK);
  for (size_t i = 0; i < size; i++) {
    CHECK_F(bytes[i] == expected[i], "byte %d is %d, not %d", (int)i, bytes[i], expected[i]);
    test_note(bytes[i]);
  }
  const char *reason = NULL;
  CHECK_F(rc_snapshot_validate(s->snapshot, &reason) == RC_STATUS_OK, "%s", reason);
}

static void compare_place(script *s) {
  rc_snapshot_place place;
  const rc_status status = rc_snapshot_get_place(s->snapshot, &place);
  CHECK_EQUAL(status, s->model.has_place ? RC_STATUS_OK : RC_STATUS_NOT_FOUND);
  if (status != RC_STATUS_OK) return;
  CHECK_EQUAL(place.anchor_count, s->model.anchor_count);
  CHECK(place.is_at_start == s->model.is_at_start && place.is_at_end == s->model.is_at_end);
  for (size_t i = 0; i < place.anchor_count; i++) {
    const rc_snapshot_anchor *a = &place.anchors[i];
    const model_snapshot_anchor *b = &s->model.anchors[i];
    CHECK_EQUAL(a->id, b->id);
    CHECK(a->distance == rc_ticks_to_points(b->distance));
    CHECK(a->after == rc_ticks_to_points(b->after));
  }
}

static void compare_ids(script *s) {
  const model_snapshot *m = &s->model;
  const size_t most = RC_SNAPSHOT_ANCHOR_COUNT_MAX + MODEL_SNAPSHOT_KEPT;
  rc_id ids[RC_SNAPSHOT_ANCHOR_COUNT_MAX + MODEL_SNAPSHOT_KEPT];
  size_t count = 0;
  CHECK_EQUAL(rc_snapshot_copy_ids(s->snapshot, NULL, 0, &count), RC_STATUS_OK);
  CHECK_EQUAL(count, m->anchor_count + m->count);
  count = 0;
  CHECK_EQUAL(rc_snapshot_copy_ids(s->snapshot, ids, most, &count), RC_STATUS_OK);
  CHECK_EQUAL(count, m->anchor_count + m->count);
  for (int64_t i = 0; i < m->anchor_count; i++) CHECK_EQUAL(ids[i], m->anchors[i].id);
  for (int64_t i = 0; i < m->count; i++) CHECK_EQUAL(ids[m->anchor_count + i], m->kept[i].id);
}

static bool is_shown(const script *s) {
  return s->count > 0 && s->viewport.length > s->viewport.inset_start + s->viewport.inset_end;
}

static void call_save_place(script *s) {
  const bool shows = is_shown(s);
  const rc_status status = rc_list_save_place(s->list, 0, s->count, s->ids, s->snapshot);
  // An edit may have changed nothing.
  if (s->is_updated || !shows) CHECK_EQUAL(status, shows ? RC_STATUS_OK : RC_STATUS_NOT_FOUND);
  if (status == RC_STATUS_OK) {
    model_snapshot_save_place(&s->model, s->list, &s->viewport, &s->update, s->ids);
  }
  compare_place(s);
}

static void call_save_extents(script *s) {
  const rc_interval items = draw_items(s);
  const int64_t key = one_in(s, 20);
  CHECK_EQUAL(rc_list_save_extents(s->list, items.lower, items.upper, s->ids + items.lower, key,
                                   s->snapshot),
              RC_STATUS_OK);
  // An edit may have changed nothing: whether it is updated is asked of the list.
  rc_snapshot *asked = NULL;
  CHECK_EQUAL(rc_snapshot_create(0, NULL, &asked), RC_STATUS_OK);
  const bool is_updated =
      rc_list_save_place(s->list, 0, s->count, s->ids, asked) == RC_STATUS_OK && is_shown(s);
  rc_snapshot_destroy(asked);
  const rc_viewport *viewport = is_updated ? &s->viewport : NULL;
  model_snapshot_save_extents(&s->model, s->list, viewport, &s->update, items.lower, items.upper,
                              s->ids, key);
}

/// Rows are what they were, but those that were given something.
static void compare_rows(script *s, const model_snapshot_row *before, int64_t count,
                         const int64_t *given) {
  model_snapshot_row rows[MODEL_SNAPSHOT_ITEMS];
  CHECK_EQUAL(model_snapshot_rows(s->list, s->model.columns, rows), count);
  for (int64_t i = 0; i < count; i++) {
    const bool is_given = given[i] >= 0;
    CHECK_EQUAL(rows[i].extent, is_given ? given[i] : before[i].extent);
    CHECK_EQUAL(rows[i].is_measured, is_given || before[i].is_measured);
    CHECK_EQUAL(rows[i].is_provisional, is_given ? before[i].is_wide : before[i].is_provisional);
  }
}

/// Items are in the lanes in which they were, but those that were given one.
static void compare_lanes(script *s, const rc_lanes_position *before, const uint32_t *given) {
  rc_lanes_position places[MODEL_SNAPSHOT_ITEMS];
  const char *reason = NULL;
  CHECK_EQUAL(rc_list_places(s->list, 0, s->count, places), RC_STATUS_OK);
  for (int64_t i = 0; i < s->count; i++) {
    CHECK_EQUAL(places[i].lane, given[i] == RC_LANE_NONE ? before[i].lane : given[i]);
    CHECK_EQUAL(places[i].span, before[i].span);
  }
  CHECK_F(rc_list_validate(s->list, &reason) == RC_STATUS_OK, "%s", reason);
}

static void call_restore(script *s) {
  const rc_interval items = draw_items(s);
  const int64_t key = one_in(s, 12);
  model_snapshot_row rows[MODEL_SNAPSHOT_ITEMS];
  int64_t given[MODEL_SNAPSHOT_ITEMS], restored = 0;
  const int64_t count = model_snapshot_rows(s->list, s->model.columns, rows);
  rc_lanes_position places[MODEL_SNAPSHOT_ITEMS];
  uint32_t lanes[MODEL_SNAPSHOT_ITEMS];
  CHECK_EQUAL(rc_list_places(s->list, 0, s->count, places), RC_STATUS_OK);
  const int64_t expected =
      model_snapshot_restore(&s->model, s->list, items.lower, items.upper, s->ids, key, given);
  model_snapshot_restore_lanes(&s->model, s->list, items.lower, items.upper, s->ids, key, lanes);
  CHECK_EQUAL(rc_list_restore_extents(s->list, items.lower, items.upper, s->ids + items.lower, key,
                                      s->snapshot, &restored),
              RC_STATUS_OK);
  CHECK_EQUAL(restored, expected);
  compare_rows(s, rows, count, given);
  compare_lanes(s, places, lanes);
  if (restored > 0 || s->model.lanes > 0) s->is_updated = false;
}

static void call_find(script *s) {
  const rc_interval items = draw_items(s);
  const double length = one_in(s, 2) ? 0 : (double)draw(s, 1, 300);
  rc_snapshot_goal goal, expected;
  const rc_status status = rc_list_find_place(s->list, items.lower, items.upper,
                                              s->ids + items.lower, length, s->snapshot, &goal);
  CHECK_EQUAL(status, model_snapshot_find(&s->model, s->list, items.lower, items.upper, s->ids,
                                          length, &expected));
  if (status != RC_STATUS_OK) return;
  CHECK_EQUAL(goal.kind, expected.kind);
  CHECK_EQUAL(goal.index, expected.index);
  CHECK(goal.fraction == expected.fraction && goal.shift == expected.shift && goal.reserved == 0);
  test_note_points(goal.fraction);
}

/// Goes on with what is read from the bytes, and refuses them with a byte changed or missing.
static void call_read(script *s) {
  uint8_t bytes[MODEL_SNAPSHOT_SIZE];
  size_t size;
  const char *reason = "";
  const int64_t capacity = draw(s, 0, 40);
  CHECK_EQUAL(rc_snapshot_write(s->snapshot, bytes, sizeof bytes, &size), RC_STATUS_OK);
  rc_snapshot *read = NULL;
  const size_t at = (size_t)draw(s, 0, (int64_t)size - 1);
  const uint8_t change = (uint8_t)draw(s, 1, 255);
  bytes[at] ^= change;
  CHECK_EQUAL(rc_snapshot_read(bytes, size, 40, NULL, &read, &reason), RC_STATUS_ARGUMENT);
  CHECK(reason != NULL);
  bytes[at] ^= change;
  CHECK_EQUAL(rc_snapshot_read(bytes, at, 40, NULL, &read, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_snapshot_read(bytes, size, (size_t)capacity, NULL, &read, &reason), RC_STATUS_OK);
  CHECK(reason == NULL);
  rc_snapshot_destroy(s->snapshot);
  s->snapshot = read;
  model_snapshot_limit(&s->model, capacity);
}

static void call_another_list(script *s) {
  rc_list_destroy(s->list);
  begin_list(s);
}

static void call_step(script *s) {
  static void (*const calls[])(script *) = {
      call_insert,  call_remove, call_measure,      call_unmeasure,    call_header,
      call_update,  call_update, call_save_place,   call_save_place,   call_save_extents,
      call_restore, call_find,   call_save_extents, call_another_list, call_read,
  };
  const int64_t count = sizeof calls / sizeof calls[0];
  const int64_t kind = draw(s, 0, count + 3);
  calls[kind < count ? kind : kind % 2 * 5](s);
  if (!test_has_failed()) compare_bytes(s);
  if (!test_has_failed()) compare_ids(s);
}

void script_snapshot_run(test_random *random, int steps) {
  script s = {.random = random};
  begin_list(&s);
  s.model.capacity = draw(&s, 0, 30);
  CHECK_EQUAL(rc_snapshot_create((size_t)s.model.capacity, NULL, &s.snapshot), RC_STATUS_OK);
  for (int i = 0; i < steps && !test_has_failed(); i++) call_step(&s);
  rc_snapshot_destroy(s.snapshot);
  rc_list_destroy(s.list);
}

// == any bytes ==

/// Makes the frame of bytes right: the magic, the version, the size and the checksum.
static void mend_frame(uint8_t *bytes, size_t size, bool has_lanes) {
  memcpy(bytes, has_lanes ? "RCSN\2\0\0\0" : "RCSN\1\0\0\0", 8);
  for (size_t i = 0; i < 8; i++) bytes[8 + i] = (uint8_t)(size >> 8 * i);
  model_snapshot_mend(bytes, size);
}

void script_snapshot_read(test_random *random) {
  uint8_t bytes[512] = {0}, again[512];
  size_t size = (size_t)test_random_in(random, 0, 40), written = 0;
  const size_t bytes_in_all = test_random_one_in(random, 8) ? size : 72 + 8 * size;
  size = bytes_in_all;
  // Mostly small numbers, which are what there is.
  for (size_t i = 16; i < size; i++) {
    const bool is_any = test_random_one_in(random, 6);
    if (i % 8 < 2 || is_any) bytes[i] = (uint8_t)test_random_in(random, 0, is_any ? 255 : 9);
  }
  if (size >= 72 && !test_random_one_in(random, 4)) {
    // As many as there is space for.
    const size_t anchors = (size - 72) / 32;
    bytes[48] = (uint8_t)(size % 16 == 8 && anchors > 0 ? anchors / 2 : 0);
    bytes[56] = (uint8_t)((size - 72 - 32u * bytes[48]) / 16);
  }
  const bool has_lanes = test_random_one_in(random, 2);
  for (size_t i = 72 + 32u * bytes[48]; has_lanes && i + 8 < size; i += 16) {
    if (test_random_one_in(random, 4)) memset(&bytes[i], 255, 4);
    bytes[i + 4] = (uint8_t)test_random_in(random, 0, 3);
    bytes[i + 5] = (uint8_t)test_random_in(random, bytes[i + 4] > 0 ? 3 : 0, 4);
  }
  if (size >= 72 && size % 8 == 0) mend_frame(bytes, size, has_lanes);
  rc_snapshot *snapshot = NULL;
  const char *reason = NULL;
  const rc_status status = rc_snapshot_read(bytes, size, 64, NULL, &snapshot, &reason);
  CHECK_EQUAL(status, reason == NULL ? RC_STATUS_OK : RC_STATUS_ARGUMENT);
  if (status != RC_STATUS_OK) return;
  CHECK_EQUAL(rc_snapshot_validate(snapshot, &reason), RC_STATUS_OK);
  CHECK_EQUAL(rc_snapshot_write(snapshot, again, sizeof again, &written), RC_STATUS_OK);
  CHECK(written == size && memcmp(bytes, again, size) == 0);
  rc_snapshot_destroy(snapshot);
}
