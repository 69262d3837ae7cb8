// What snapshots keep, and their bytes. In brackets are the numbers of the sentences of
// rangecore_snapshot.h.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../list/list_fixture.h"
#include "../list/list_memory.h"
#include "model_snapshot.h"

enum { SIZE = 4096 };

typedef struct {
  list_memory memory;
  rc_snapshot *snapshot;
  unsigned char bytes[SIZE];
  size_t size;
  rc_snapshot_place place;
} snapshot_fixture;

static void snapshot_begin(snapshot_fixture *f, size_t capacity) {
  list_memory_init(&f->memory);
  const rc_allocator allocator = list_memory_allocator(&f->memory);
  CHECK_OK(rc_snapshot_create(capacity, &allocator, &f->snapshot));
}

static void snapshot_end(snapshot_fixture *f) {
  rc_snapshot_destroy(f->snapshot);
  CHECK(f->memory.bytes == 0 && f->memory.blocks == 0 && !f->memory.is_confused);
}

#define SNAPSHOT(name, capacity)                                      \
  __attribute__((cleanup(snapshot_end))) snapshot_fixture name = {0}; \
  snapshot_begin(&name, capacity)

static void write_bytes(snapshot_fixture *f) {
  CHECK_OK(rc_snapshot_write(f->snapshot, f->bytes, SIZE, &f->size));
}

/// Items have the id of their index and 100.
static const rc_id *hundreds(void) {
  static _Thread_local rc_id ids[128];
  for (int i = 0; i < 128; i++) ids[i] = 100 + i;
  return ids;
}

static void save_place(snapshot_fixture *s, list_fixture *f) {
  const rc_interval visible = f->update.visible;
  CHECK_OK(rc_list_save_place(f->list, visible.lower, visible.upper, hundreds() + visible.lower,
                              s->snapshot));
  CHECK_OK(rc_snapshot_get_place(s->snapshot, &s->place));
}

static void save_extents(snapshot_fixture *s, list_fixture *f, int64_t lower, int64_t upper,
                         int64_t key) {
  CHECK_OK(rc_list_save_extents(f->list, lower, upper, hundreds() + lower, key, s->snapshot));
}

/// The ids of anchors and extents, less 100: "1 2 | 5 6".
static const char *ids_of(snapshot_fixture *s) {
  static _Thread_local char text[512];
  rc_id ids[160];
  size_t count = 0;
  rc_snapshot_place place = {0};
  (void)rc_snapshot_get_place(s->snapshot, &place);
  if (rc_snapshot_copy_ids(s->snapshot, ids, 160, &count) != RC_STATUS_OK) return "it failed";
  int length = 0;
  text[0] = 0;
  for (size_t i = 0; i <= count; i++) {
    if (i == place.anchor_count) length += snprintf(text + length, 8, "| ");
    if (i < count) length += snprintf(text + length, 8, "%d ", (int)ids[i] - 100);
  }
  return text;
}

// == places ==

static void a_place_is_what_was_on_screen(void) {  // (1), (2), (3)
  SNAPSHOT(s, 0);
  FIXTURE(f, fixture_begin(&f, 100));
  f.viewport.inset_start = 30;
  f.viewport.inset_end = 20;
  fixture_update(&f, 230);
  save_place(&s, &f);
  // The viewport is 260 ..< 710.
  CHECK_TEXT(ids_of(&s), "2 3 4 5 6 7 | ");
  CHECK(s.place.length == 450 && s.place.estimate == 44);
  CHECK(!s.place.is_at_start && !s.place.is_at_end);
  const rc_snapshot_anchor *anchors = s.place.anchors;
  CHECK(anchors[0].distance == -60 && anchors[0].after == 410 && anchors[0].index == 2);
  CHECK(anchors[5].distance == 440 && anchors[5].after == -90 && anchors[5].index == 7);
  // It replaces the one before.
  fixture_update(&f, 5000);
  save_place(&s, &f);
  CHECK_TEXT(ids_of(&s), "50 51 52 53 54 | ");
}

static void at_most_16_rows_are_anchors(void) {  // (1)
  SNAPSHOT(s, 0);
  FIXTURE(f, fixture_begin_spaced(&f, 20, 0, 100));
  fixture_update(&f, 1000);
  save_place(&s, &f);
  CHECK_TEXT(ids_of(&s), "50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 | ");
}

static void rows_of_several_columns_have_the_id_of_their_first_item(void) {  // (2)
  SNAPSHOT(s, 0);
  FIXTURE(f, fixture_begin_columns(&f, 3, 100));
  fixture_update(&f, 250);
  const rc_interval visible = f.update.visible;
  CHECK_INTERVAL(visible, 6, 24);
  rc_id ids[18];
  memcpy(ids, hundreds() + visible.lower, sizeof ids);
  // Of the second row's items the last has one, of the third row's none; two have the same.
  ids[3] = ids[4] = ids[6] = ids[7] = ids[8] = RC_ID_NONE;
  ids[12] = ids[0];
  CHECK_OK(rc_list_save_place(f.list, visible.lower, visible.upper, ids, s.snapshot));
  CHECK_TEXT(ids_of(&s), "6 11 15 21 | ");
  CHECK_OK(rc_snapshot_get_place(s.snapshot, &s.place));
  CHECK(s.place.anchors[1].index == 11 && s.place.anchors[1].distance == 50);
}

static void an_end_is_one_with_a_point_to_spare(void) {  // (4)
  static const struct {
    double offset;
    bool is_at_start, is_at_end;
  } offsets[] = {{-40, true, false},   {0, true, false},     {1, true, false},
                 {1.01, false, false}, {9498, false, false}, {9499, false, true},
                 {9500, false, true},  {9600, false, true}};
  for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
    SNAPSHOT(s, 0);
    FIXTURE(f, fixture_begin(&f, 100));
    fixture_scroll(&f, offsets[i].offset);
    save_place(&s, &f);
    CHECK_EQUAL(s.place.is_at_start, offsets[i].is_at_start);
    CHECK_EQUAL(s.place.is_at_end, offsets[i].is_at_end);
  }
  // Content that is shorter than the viewport is at both.
  SNAPSHOT(s, 0);
  FIXTURE(f, fixture_begin(&f, 3));
  fixture_update(&f, 0);
  save_place(&s, &f);
  CHECK(s.place.is_at_start && s.place.is_at_end);
}

static void with_whole_steps_an_end_is_one_exactly(void) {  // (4)
  SNAPSHOT(s, 0);
  rc_list_options options;
  rc_list_options_init(&options);
  options.quantum = 1;
  FIXTURE(f, fixture_begin_with(&f, &options, 100));
  fixture_update(&f, 0);
  save_place(&s, &f);
  CHECK(s.place.is_at_start);
  fixture_scroll(&f, 1);
  save_place(&s, &f);
  CHECK(!s.place.is_at_start);
}

static void where_a_header_fills_the_screen_the_nearest_row_is_the_anchor(void) {  // (2)
  SNAPSHOT(s, 0);
  FIXTURE(f, fixture_begin(&f, 10));
  f.settings.extra_lengths[RC_END_HEAD] = f.settings.extra_lengths[RC_END_TAIL] = 2000;
  fixture_configure(&f);
  fixture_update(&f, 0);
  fixture_scroll(&f, 300);
  CHECK_OK(rc_list_save_place(f.list, 0, 10, hundreds(), s.snapshot));
  CHECK_TEXT(ids_of(&s), "0 | ");
  CHECK_OK(rc_snapshot_get_place(s.snapshot, &s.place));
  CHECK(!s.place.is_at_start && s.place.anchors[0].distance == 1700);
  fixture_scroll(&f, 3400);
  CHECK_OK(rc_list_save_place(f.list, 0, 10, hundreds(), s.snapshot));
  CHECK_TEXT(ids_of(&s), "9 | ");
  CHECK_OK(rc_snapshot_get_place(s.snapshot, &s.place));
  CHECK(s.place.anchors[0].distance == -500 && s.place.anchors[0].after == 900);
}

static void what_shows_nothing_leaves_the_place_as_it_was(void) {  // (5)
  SNAPSHOT(s, 0);
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_EQUAL(rc_snapshot_get_place(s.snapshot, &s.place), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_list_save_place(f.list, 0, 0, NULL, s.snapshot), RC_STATUS_NOT_FOUND);
  fixture_update(&f, 250);
  save_place(&s, &f);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
  CHECK_EQUAL(rc_list_save_place(f.list, 0, 9, hundreds(), s.snapshot), RC_STATUS_NOT_FOUND);
  f.viewport.length = 0;
  fixture_again(&f);
  CHECK_EQUAL(rc_list_save_place(f.list, 0, 9, hundreds(), s.snapshot), RC_STATUS_NOT_FOUND);
  f.viewport.length = 500;
  CHECK_OK(rc_list_remove(f.list, 0, 101));
  fixture_again(&f);
  CHECK_EQUAL(rc_list_save_place(f.list, 0, 0, NULL, s.snapshot), RC_STATUS_NOT_FOUND);
  CHECK_TEXT(ids_of(&s), "2 3 4 5 6 7 | ");
}

// == extents ==

static void extents_are_those_of_rows_that_are_measured(void) {  // (6)
  SNAPSHOT(s, 100);
  FIXTURE(f, fixture_begin_spaced(&f, 44, 5, 20));
  for (int i = 3; i < 12; i++) fixture_measure(&f, i, 10 * i);
  CHECK_OK(rc_list_mark_provisional(f.list, 5, 7));
  save_extents(&s, &f, 0, 20, 0);
  CHECK_TEXT(ids_of(&s), "| 3 4 7 8 9 10 11 ");
  // Those without an id, and others than in the range, are left out.
  SNAPSHOT(other, 100);
  rc_id ids[20];
  memcpy(ids, hundreds(), sizeof ids);
  ids[8] = RC_ID_NONE;
  CHECK_OK(rc_list_save_extents(f.list, 4, 11, ids + 4, 0, other.snapshot));
  CHECK_TEXT(ids_of(&other), "| 4 7 9 10 ");
}

static void another_key_forgets_what_was_saved(void) {  // (6), (8)
  SNAPSHOT(s, 100);
  FIXTURE(f, fixture_begin(&f, 20));
  save_extents(&s, &f, 0, 4, 320);
  save_extents(&s, &f, 9, 12, 320);
  CHECK_TEXT(ids_of(&s), "| 0 1 2 3 9 10 11 ");
  int64_t count = 9;
  CHECK_OK(rc_list_forget(f.list, 0, 20));
  CHECK_OK(rc_list_restore_extents(f.list, 0, 20, hundreds(), 375, s.snapshot, &count));
  CHECK_EQUAL(count, 0);
  CHECK_OK(rc_list_restore_extents(f.list, 0, 20, hundreds(), 320, s.snapshot, &count));
  CHECK_EQUAL(count, 7);
  save_extents(&s, &f, 9, 11, 375);
  CHECK_TEXT(ids_of(&s), "| 9 10 ");
  // Also if nothing is measured.
  CHECK_OK(rc_list_forget(f.list, 0, 20));
  save_extents(&s, &f, 0, 20, 320);
  CHECK_TEXT(ids_of(&s), "| ");
}

static void the_least_recent_extents_go_first(void) {  // (7)
  SNAPSHOT(s, 4);
  FIXTURE(f, fixture_begin(&f, 20));
  save_extents(&s, &f, 0, 3, 0);
  save_extents(&s, &f, 0, 1, 0);
  CHECK_TEXT(ids_of(&s), "| 1 2 0 ");
  save_extents(&s, &f, 7, 9, 0);
  CHECK_TEXT(ids_of(&s), "| 2 0 7 8 ");
  // Restored is used.
  CHECK_OK(rc_list_forget(f.list, 2, 3));
  CHECK_OK(rc_list_restore_extents(f.list, 0, 20, hundreds(), 0, s.snapshot, NULL));
  CHECK_TEXT(ids_of(&s), "| 0 7 8 2 ");
  // One that is not measured any more is known still.
  CHECK_OK(rc_list_forget(f.list, 0, 20));
  save_extents(&s, &f, 0, 20, 0);
  CHECK_TEXT(ids_of(&s), "| 0 7 8 2 ");
  for (int i = 0; i < 20; i++) fixture_measure(&f, i, 100);
  save_extents(&s, &f, 0, 20, 0);
  CHECK_TEXT(ids_of(&s), "| 16 17 18 19 ");
  SNAPSHOT(none, 0);
  save_extents(&none, &f, 0, 20, 0);
  CHECK_TEXT(ids_of(&none), "| ");
}

static void restored_rows_are_measured(void) {  // (8)
  SNAPSHOT(s, 100);
  FIXTURE(f, fixture_begin(&f, 20));
  save_extents(&s, &f, 0, 9, 0);
  int64_t count;
  // Row 1 has another extent by now, and rows 2 and 3 are provisional.
  fixture_measure(&f, 1, 70);
  CHECK_OK(rc_list_set_row_extents(f.list, 2, (const double[]){1, 2}, 2));
  CHECK_OK(rc_list_mark_provisional(f.list, 2, 4));
  CHECK_OK(rc_list_forget(f.list, 4, 20));
  CHECK_OK(rc_list_restore_extents(f.list, 0, 20, hundreds(), 0, s.snapshot, &count));
  CHECK_EQUAL(count, 7);
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 9);
  rc_interval rows;
  CHECK_OK(rc_list_unmeasured_rows(f.list, 0, 20, &rows));
  CHECK_INTERVAL(rows, 9, 20);
  CHECK_POINTS(fixture_offset_of(&f, 9), 870);
}

static void restored_rows_of_several_columns_are_provisional(void) {  // (8)
  SNAPSHOT(s, 100);
  FIXTURE(f, fixture_begin_columns(&f, 3, 12));
  for (int row = 0; row < 4; row++) fixture_measure(&f, row, 50 + row);
  save_extents(&s, &f, 0, 12, 0);
  CHECK_TEXT(ids_of(&s), "| 0 3 6 9 ");
  CHECK_OK(rc_list_forget(f.list, 0, 12));
  // A header is alone in its row: this makes rows of 0 … 2, 3, 4 … 6, 7 … 9 and 10, 11.
  CHECK_OK(rc_list_mark_header(f.list, 3, 0));
  int64_t count;
  CHECK_OK(rc_list_restore_extents(f.list, 0, 12, hundreds(), 0, s.snapshot, &count));
  CHECK_EQUAL(count, 2);
  rc_item items[2];
  CHECK_OK(rc_list_item(f.list, 0, &items[0]));
  CHECK_OK(rc_list_item(f.list, 3, &items[1]));
  CHECK(items[0].extent == 50 && items[0].is_measured && items[0].is_provisional);
  CHECK(items[1].extent == 51 && items[1].is_measured && !items[1].is_provisional);
  // A provisional row keeps what it has.
  CHECK_OK(rc_list_restore_extents(f.list, 0, 12, hundreds(), 0, s.snapshot, &count));
  CHECK_EQUAL(count, 0);
}

static void extents_past_the_limits_are_not_restored(void) {
  SNAPSHOT(s, 100);
  FIXTURE(f, fixture_begin(&f, 3));
  fixture_measure(&f, 1, 4000000);
  save_extents(&s, &f, 0, 3, 0);
  list_fixture other;
  fixture_begin_spaced(&other, 44, 1, 3);
  int64_t count = 9;
  CHECK_EQUAL(rc_list_restore_extents(other.list, 0, 3, hundreds(), 0, s.snapshot, &count),
              RC_STATUS_LIMIT);
  CHECK_EQUAL(count, 9);
  fixture_end(&other);
}

// == bytes ==

/// A place and 12 extents.
static void fill(snapshot_fixture *s) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 250);
  save_place(s, &f);
  for (int i = 0; i < 12; i++) fixture_measure(&f, i, 20 + i / 3.0);
  save_extents(s, &f, 0, 12, -7);
  write_bytes(s);
}

static void bytes_are_the_same_everywhere(void) {  // (15)
  SNAPSHOT(s, 1);
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9650);
  rc_id id = -2;
  CHECK_OK(rc_list_save_place(f.list, 95, 96, &id, s.snapshot));
  fixture_measure(&f, 9, 4000000);
  id = 0x0102030405060708;
  CHECK_OK(rc_list_save_extents(f.list, 9, 10, &id, 1000, s.snapshot));
  write_bytes(&s);
  // As version 1 has written it, for as long as there is a version that reads it.
  static const unsigned char expected[] = {
      0x52, 0x43, 0x53, 0x4e, 0x01, 0x00, 0x00, 0x00, 0x78, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00, 0xe8, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x00, 0xa5, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x53, 0x07, 0x00, 0x00,
      0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x00, 0x00, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x5f, 0x00, 0x00,
      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xdc,
      0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x00,
      0xc0, 0xe1, 0xe4, 0x00, 0x00, 0x00, 0x00, 0xcd, 0x92, 0x46, 0x48, 0xa3, 0x9e, 0xe3, 0xd2,
  };
  CHECK_EQUAL(s.size, sizeof expected);
  for (size_t i = 0; i < s.size; i++) CHECK_EQUAL(s.bytes[i], expected[i]);
  rc_snapshot *read;
  CHECK_OK(rc_snapshot_read(expected, sizeof expected, 1, NULL, &read, NULL));
  rc_snapshot_destroy(read);
}

/// Two lanes, with a wide item, and one that is not measured between those on screen: item 3.
static void save_lanes(snapshot_fixture *s) {
  FIXTURE(f, fixture_begin_spaced(&f, 44, 0, 0));
  CHECK_OK(rc_list_set_lanes(f.list, 2, 0, 0, true));
  CHECK_OK(rc_list_insert(f.list, 0, (double[]){100, 50, 30, 7, 20}, 5));
  CHECK_OK(rc_list_set_span(f.list, 4, 5, RC_SPAN_WIDE));
  CHECK_OK(rc_list_forget(f.list, 3, 4));
  fixture_update(&f, 0);
  save_extents(s, &f, 0, 5, 0);
  write_bytes(s);
}

static void bytes_with_lanes_are_the_same_everywhere(void) {  // (19), (23)
  SNAPSHOT(s, 9);
  save_lanes(&s);
  CHECK_TEXT(ids_of(&s), "| 0 1 2 4 3 ");
  // As version 2 has written it: the ids of 0 1 2 4 and 3, in lanes 0 1 1 - and 1 of two.
  static const unsigned char words[][8] = {
      {0x52, 0x43, 0x53, 0x4e, 2},
      {72 + 5 * 16},
      {0},
      {0},
      {0},
      {0},
      {0},
      {5},
      {100},
      {0x00, 0x77, 0x01, 0, 0, 2},
      {101},
      {0x80, 0xbb, 0x00, 0, 1, 2},
      {102},
      {0x80, 0x70, 0x00, 0, 1, 2},
      {104},
      {0x00, 0x4b},
      {103},
      {0xff, 0xff, 0xff, 0xff, 1, 2},
  };
  CHECK_EQUAL(s.size, sizeof words + 8);
  for (size_t i = 0; i < sizeof words; i++) CHECK_EQUAL(s.bytes[i], words[i / 8][i % 8]);
  rc_snapshot *read;
  CHECK_OK(rc_snapshot_read(s.bytes, s.size, 9, NULL, &read, NULL));
  rc_snapshot_destroy(s.snapshot);
  s.snapshot = read;
  unsigned char before[SIZE];
  memcpy(before, s.bytes, s.size);
  write_bytes(&s);
  CHECK(memcmp(before, s.bytes, s.size) == 0);
}

static void what_is_read_is_what_was_written(void) {  // (15)
  SNAPSHOT(s, 100);
  fill(&s);
  for (size_t capacity = 0; capacity < 15; capacity++) {
    snapshot_fixture other = {0};
    list_memory_init(&other.memory);
    const rc_allocator allocator = list_memory_allocator(&other.memory);
    const char *reason = "";
    // From anywhere: bytes need no alignment.
    memmove(other.bytes + 1, s.bytes, s.size);
    CHECK_OK(
        rc_snapshot_read(other.bytes + 1, s.size, capacity, &allocator, &other.snapshot, &reason));
    CHECK(reason == NULL);
    write_bytes(&other);
    if (capacity >= 12) CHECK(other.size == s.size && memcmp(other.bytes, s.bytes, s.size) == 0);
    if (capacity == 3) CHECK_TEXT(ids_of(&other), "2 3 4 5 6 7 | 9 10 11 ");
    CHECK_EQUAL(other.size, 72 + 6 * 32 + 16 * (capacity < 12 ? capacity : 12));
    snapshot_end(&other);
  }
}

static void every_byte_that_is_another_is_refused(void) {  // (16)
  SNAPSHOT(s, 100);
  fill(&s);
  rc_snapshot *read = NULL;
  const char *reason = NULL;
  for (size_t i = 0; i < s.size; i++) {
    for (int change = 1; change < 256; change++) {
      s.bytes[i] ^= (unsigned char)change;
      const rc_status status = rc_snapshot_read(s.bytes, s.size, 100, NULL, &read, &reason);
      s.bytes[i] ^= (unsigned char)change;
      CHECK_F(status == RC_STATUS_ARGUMENT && reason != NULL, "byte %d, changed by %d", (int)i,
              change);
    }
  }
  CHECK(read == NULL);
}

static void every_part_of_the_bytes_is_refused(void) {  // (16)
  SNAPSHOT(s, 100);
  fill(&s);
  rc_snapshot *read = NULL;
  const char *reason = NULL;
  for (size_t size = 0; size < s.size; size++) {
    // Exactly as long, so that a sanitizer sees what is read past the end; from both ends.
    unsigned char *part = malloc(size + 1);
    CHECK(part != NULL);
    memcpy(part, s.bytes, size);
    CHECK_EQUAL(rc_snapshot_read(part, size, 100, NULL, &read, &reason), RC_STATUS_ARGUMENT);
    CHECK(reason != NULL);
    memcpy(part, s.bytes + s.size - size, size);
    CHECK_EQUAL(rc_snapshot_read(part, size, 100, NULL, &read, &reason), RC_STATUS_ARGUMENT);
    free(part);
  }
  // Nor is what has something after it.
  CHECK_EQUAL(rc_snapshot_read(s.bytes, s.size + 8, 100, NULL, &read, &reason), RC_STATUS_ARGUMENT);
  CHECK(read == NULL);
}

static uint64_t word_at(const unsigned char *bytes) {
  uint64_t word = 0;
  for (int i = 7; i >= 0; i--) word = word << 8 | bytes[i];
  return word;
}

static void set_word(unsigned char *bytes, uint64_t word) {
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(word >> 8 * i);
}

/// Writes a word, and the checksum that goes with it.
static void forge(snapshot_fixture *s, size_t at, uint64_t word) {
  set_word(s->bytes + at, word);
  uint64_t sum = 0;
  for (size_t i = 0; i < s->size - 8; i += 8) {
    sum = (sum ^ word_at(s->bytes + i)) * UINT64_C(0x9e3779b97f4a7c15);
    sum ^= sum >> 32;
  }
  set_word(s->bytes + s->size - 8, sum);
}

static const char *reason_of(snapshot_fixture *s) {
  rc_snapshot *read = NULL;
  const char *reason = NULL;
  const rc_status status = rc_snapshot_read(s->bytes, s->size, 100, NULL, &read, &reason);
  rc_snapshot_destroy(read);
  return status == RC_STATUS_ARGUMENT && reason != NULL ? reason : "it was read";
}

static void bytes_are_refused_with_a_reason(void) {  // (16)
  SNAPSHOT(s, 100);
  fill(&s);
  const uint64_t head = word_at(s.bytes);
  s.bytes[99] ^= 1;
  CHECK_TEXT(reason_of(&s), "it is damaged");
  s.bytes[99] ^= 1;
  forge(&s, 0, head + (UINT64_C(1) << 32));
  CHECK_TEXT(reason_of(&s), "no list has it");
  forge(&s, 0, head + (UINT64_C(2) << 32));
  CHECK_TEXT(reason_of(&s), "a newer version has written it");
  // Of which the checksum is to be right too.
  s.bytes[99] ^= 1;
  CHECK_TEXT(reason_of(&s), "it is damaged");
  s.bytes[99] ^= 1;
  forge(&s, 0, head & UINT32_MAX);
  CHECK_TEXT(reason_of(&s), "it is of no version");
  forge(&s, 0, head + 1);
  CHECK_TEXT(reason_of(&s), "it is no snapshot");
  forge(&s, 0, head);
  CHECK_TEXT(reason_of(&s), "it was read");
  s.size -= 8;
  CHECK_TEXT(reason_of(&s), "it is not complete");
  s.size = 71;
  CHECK_TEXT(reason_of(&s), "it is no snapshot");
}

static void what_no_list_could_have_is_refused(void) {  // (16)
  SNAPSHOT(s, 100);
  fill(&s);
  enum { ANCHOR = 64, EXTENT = 64 + 6 * 32 };
  const uint64_t none = UINT64_C(1) << 63, list = RC_LIST_TICKS_MAX, item = RC_ITEM_TICKS_MAX;
  const struct {
    size_t at;
    uint64_t word;
    bool is_read;
  } words[] = {
      {16, none, true},
      {24, 0, false},
      {24, 6, false},
      {24, 7, true},
      {24, 9, false},
      {32, item, true},
      {32, item + 1, false},
      {32, none, false},
      {40, list, true},
      {40, list + 1, false},
      {40, UINT64_MAX, false},
      {48, 5, false},
      {48, 17, false},
      {48, UINT64_C(1) << 59, false},
      {56, 13, false},
      {56, 12 + (UINT64_C(1) << 60), false},
      {ANCHOR, none, false},
      {ANCHOR, 103, false},
      {ANCHOR, 77, true},
      {ANCHOR + 8, RC_ITEM_COUNT_MAX - 1, true},
      {ANCHOR + 8, RC_ITEM_COUNT_MAX, false},
      {ANCHOR + 8, UINT64_MAX, false},
      {ANCHOR + 16, UINT64_MAX - list + 1, true},
      {ANCHOR + 16, UINT64_MAX - list, false},
      {ANCHOR + 16, list + 1, false},
      {ANCHOR + 24, list, true},
      {ANCHOR + 24, list + 1, false},
      {EXTENT, none, false},
      {EXTENT, 101, false},
      {EXTENT, 102, false},
      {EXTENT + 8, item, true},
      {EXTENT + 8, item + 1, false},
      {EXTENT + 8, UINT64_MAX, false},
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    const uint64_t before = word_at(s.bytes + words[i].at);
    forge(&s, words[i].at, words[i].word);
    const char *reason = reason_of(&s);
    CHECK_F(strcmp(reason, words[i].is_read ? "it was read" : "no list has it") == 0, "%d: %s",
            (int)i, reason);
    forge(&s, words[i].at, before);
  }
  CHECK_TEXT(reason_of(&s), "it was read");
}

static void lanes_that_no_list_could_have_are_refused(void) {  // (16), (19)
  SNAPSHOT(s, 9);
  save_lanes(&s);
  enum { WORD = 64 + 8 };
  const uint64_t extent = 96000, none = UINT32_MAX;
  const struct {
    uint64_t extent, lane, lanes;
    bool is_read;
  } words[] = {
      {extent, 0, 2, true},    {extent, 15, 16, true}, {extent, 0, 0, true},
      {none, 1, 2, true},      {extent, 2, 2, false},  {extent, 255, 2, false},
      {extent, 0, 1, false},   {extent, 1, 0, false},  {extent, 0, 17, false},
      {extent, 0, 256, false}, {none, 0, 0, false},    {none - 1, 1, 2, false},
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    forge(&s, WORD, words[i].extent | words[i].lane << 32 | words[i].lanes << 40);
    const char *reason = reason_of(&s);
    CHECK_F(strcmp(reason, words[i].is_read ? "it was read" : "no list has it") == 0, "%d: %s",
            (int)i, reason);
  }
  // Version 1 has no lanes, and version 2 has some.
  forge(&s, WORD, extent);
  const uint64_t head = word_at(s.bytes);
  forge(&s, 0, head - (UINT64_C(1) << 32));
  CHECK_TEXT(reason_of(&s), "no list has it");
  for (size_t at = WORD; at < s.size - 8; at += 16) forge(&s, at, extent);
  CHECK_TEXT(reason_of(&s), "it was read");
  forge(&s, 0, head);
  CHECK_TEXT(reason_of(&s), "no list has it");
}

static void without_a_place_nothing_of_one_is_written(void) {
  SNAPSHOT(s, 100);
  write_bytes(&s);
  CHECK_EQUAL(s.size, 72);
  CHECK_TEXT(reason_of(&s), "it was read");
  for (size_t at = 24; at < 56; at += 8) {
    forge(&s, at, 2);
    CHECK_TEXT(reason_of(&s), "no list has it");
    forge(&s, at, 0);
  }
}

// == memory ==

static void without_memory_nothing_of_a_snapshot_changes(void) {
  SNAPSHOT(s, 100);
  FIXTURE(f, fixture_begin(&f, 100));
  save_extents(&s, &f, 0, 2, 0);
  char before[512];
  (void)snprintf(before, sizeof before, "%s", ids_of(&s));
  int failures = 0;
  for (int more = 0;; more++) {
    s.memory.countdown = more > 0;
    const rc_status status = rc_list_save_extents(f.list, 0, 100, hundreds(), 1, s.snapshot);
    s.memory.countdown = -1;
    CHECK_OK(rc_snapshot_validate(s.snapshot, NULL));
    if (status == RC_STATUS_OK) break;
    CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
    CHECK_TEXT(ids_of(&s), before);
    failures++;
  }
  CHECK(failures > 1);
  // From now on it has what it needs.
  s.memory.countdown = 0;
  save_extents(&s, &f, 0, 100, 2);
  fixture_update(&f, 250);
  save_place(&s, &f);
  s.memory.countdown = -1;
}

static void without_memory_nothing_is_read(void) {
  SNAPSHOT(s, 100);
  fill(&s);
  const rc_allocator allocator = list_memory_allocator(&s.memory);
  int64_t before = s.memory.bytes;
  for (int countdown = 0;; countdown++) {
    rc_snapshot *read = NULL;
    const char *reason = "";
    s.memory.countdown = countdown;
    const rc_status status = rc_snapshot_read(s.bytes, s.size, 100, &allocator, &read, &reason);
    s.memory.countdown = -1;
    CHECK(reason == NULL);
    rc_snapshot_destroy(read);
    CHECK_EQUAL(s.memory.bytes, before);
    if (status == RC_STATUS_OK) return;
    CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
    CHECK(countdown < 4 && read == NULL);
  }
}

static void many_extents_are_kept(void) {
  enum { MANY = 5000 };
  SNAPSHOT(s, MANY);
  rc_list *list, *again;
  CHECK_OK(rc_list_create(NULL, NULL, &list));
  CHECK_OK(rc_list_create(NULL, NULL, &again));
  rc_id *ids = calloc(2 * MANY, sizeof *ids);
  double *extents = calloc(2 * MANY, sizeof *extents);
  CHECK(ids != NULL && extents != NULL);
  for (int i = 0; i < 2 * MANY; i++) {
    ids[i] = (rc_id)(((uint64_t)i + 1) * UINT64_C(0x9e3779b97f4a7c15));
    extents[i] = 10 + i % 77;
  }
  CHECK_OK(rc_list_insert(list, 0, extents, 2 * MANY));
  CHECK_OK(rc_list_insert(again, 0, NULL, 2 * MANY));
  // Thrice as many, of which every other one is the same.
  for (int i = 0; i < 3; i++) {
    CHECK_OK(rc_list_save_extents(list, i * MANY / 2, i * MANY / 2 + MANY, ids + i * MANY / 2, 0,
                                  s.snapshot));
    CHECK_OK(rc_snapshot_validate(s.snapshot, NULL));
  }
  CHECK(s.memory.bytes < 96 * MANY);
  int64_t count;
  CHECK_OK(rc_list_restore_extents(again, 0, 2 * MANY, ids, 0, s.snapshot, &count));
  CHECK_EQUAL(count, MANY);
  for (int i = MANY; i < 2 * MANY; i++) {
    rc_item item;
    CHECK_OK(rc_list_item(again, i, &item));
    CHECK(item.extent == extents[i] && item.is_measured);
  }
  free(ids);
  free(extents);
  rc_list_destroy(list);
  rc_list_destroy(again);
}

static const test_case cases[] = {
    CASE(a_place_is_what_was_on_screen),
    CASE(at_most_16_rows_are_anchors),
    CASE(rows_of_several_columns_have_the_id_of_their_first_item),
    CASE(an_end_is_one_with_a_point_to_spare),
    CASE(with_whole_steps_an_end_is_one_exactly),
    CASE(where_a_header_fills_the_screen_the_nearest_row_is_the_anchor),
    CASE(what_shows_nothing_leaves_the_place_as_it_was),
    CASE(extents_are_those_of_rows_that_are_measured),
    CASE(another_key_forgets_what_was_saved),
    CASE(the_least_recent_extents_go_first),
    CASE(restored_rows_are_measured),
    CASE(restored_rows_of_several_columns_are_provisional),
    CASE(extents_past_the_limits_are_not_restored),
    CASE(bytes_are_the_same_everywhere),
    CASE(bytes_with_lanes_are_the_same_everywhere),
    CASE(what_is_read_is_what_was_written),
    CASE(every_byte_that_is_another_is_refused),
    CASE(every_part_of_the_bytes_is_refused),
    CASE(bytes_are_refused_with_a_reason),
    CASE(what_no_list_could_have_is_refused),
    CASE(lanes_that_no_list_could_have_are_refused),
    CASE(without_a_place_nothing_of_one_is_written),
    CASE(without_memory_nothing_of_a_snapshot_changes),
    CASE(without_memory_nothing_is_read),
    CASE(many_extents_are_kept),
};

const test_suite suite_snapshot = SUITE(cases);
