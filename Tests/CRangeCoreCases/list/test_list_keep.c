// Kept items, with numbers worked out by hand. The numbers in comments are those of the sentences
// of rangecore_keep.h.

#include <stdio.h>
#include <string.h>

#include "list_fixture.h"
#include "list_memory.h"

enum { BOTH = RC_STATE_PRELOAD | RC_STATE_DISPLAY, KEPT = BOTH | RC_STATE_MEASURE_LAYOUT };

static void keep(const list_fixture *f, int64_t index, rc_state bits) {
  CHECK_OK(rc_list_keep(f->list, index, bits));
}

/// The indices of the kept items: "3 17 18".
static const char *kept(list_fixture *f) {
  int64_t indices[RC_KEPT_ITEM_COUNT_MAX];
  size_t count = 0;
  if (rc_list_copy_kept(f->list, indices, &count) != RC_STATUS_OK) return "no answer";
  f->text[0] = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t length = strlen(f->text);
    snprintf(f->text + length, sizeof f->text - length, i == 0 ? "%d" : " %d", (int)indices[i]);
  }
  return f->text;
}

static void the_session_of_the_header_is_this(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 40, 0, 100));
  f.viewport.length = 120;
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_VISIBLE_ONLY));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| | 0..3 0>15 @0");
  keep(&f, 1, 6);
  CHECK_EQUAL(rc_list_state(f.list, 1), 15);
  fixture_update(&f, 400);
  CHECK_TEXT(fixture_changes(&f), "| 0..1 15>1 1..2 15>7 2..3 15>1 | 10..13 1>15 @0");
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 5));
  CHECK_CORRECTION(fixture_update(&f, 400), 200);
  CHECK_EQUAL(f.update.changes.count, 0);
  CHECK_TEXT(kept(&f), "6");
  CHECK_OK(rc_list_remove(f.list, 6, 7));
  CHECK_CORRECTION(fixture_update(&f, 600), -40);
  CHECK_TEXT(fixture_changes(&f), "6..7 7>0 | |");
  CHECK_TEXT(kept(&f), "");
}

// (1), (5)
static void a_kept_item_has_its_bits_wherever_it_is(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  keep(&f, 3, BOTH);
  keep(&f, 90, BOTH);
  keep(&f, 95, RC_STATE_APP_0);
  // It was never near.
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_states(&f), "3*1 1*7 44*1 2*7 5*15 2*7 1*3 32*1 1*7 4*1 1*17 4*1");
  CHECK_TEXT(fixture_changes(&f),
             "| | 50..55 0>15 @0 55..57 0>7 @0 48..50 0>7 @0 57..58 0>3 @200 90..91 0>7 @3500 "
             "95..96 0>17 @4000 "
             "3..4 0>7 @4600");
  // What it has of its own as well.
  fixture_update(&f, 200);
  CHECK_EQUAL(rc_list_state(f.list, 3), 15);
  fixture_update(&f, 5000);
  CHECK_EQUAL(rc_list_state(f.list, 3), KEPT);
  CHECK_EQUAL(rc_list_state(f.list, 2), RC_STATE_MEASURE_LAYOUT);
}

// (1)
static void a_kept_item_has_its_bits_in_each_mode_and_presence_and_while_hidden(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  keep(&f, 3, BOTH);
  for (int mode = 0; mode < RC_RANGE_MODE_COUNT; mode++) {
    for (int presence = 0; presence <= RC_PRESENCE_AWAY; presence++) {
      for (int length = 0; length <= 500; length += 500) {
        CHECK_OK(rc_list_set_mode(f.list, (rc_range_mode)mode));
        f.settings.presence = (rc_presence)presence;
        fixture_configure(&f);
        f.viewport.length = length;
        fixture_update(&f, 5000);
        CHECK_EQUAL(rc_list_state(f.list, 3), KEPT);
        CHECK_EQUAL(rc_list_state(f.list, 4), RC_STATE_MEASURE_LAYOUT);
      }
    }
  }
}

// (1)
static void other_bits_replace_those_that_an_item_was_kept_with(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  keep(&f, 3, BOTH);
  fixture_update(&f, 5000);
  keep(&f, 3, RC_STATE_DISPLAY | RC_STATE_APP_3);
  // As of the last update.
  CHECK_EQUAL(rc_list_state(f.list, 3), KEPT);
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_changes(&f), "| 3..4 7>133 |");
  keep(&f, 3, 0);
  CHECK_TEXT(kept(&f), "");
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_changes(&f), "| 3..4 133>1 |");
  keep(&f, 3, 0);
  keep(&f, 51, BOTH);
  keep(&f, 51, 0);
  fixture_update(&f, 5000);
  CHECK_EQUAL(f.update.changes.count, 0);
}

static void neighbours_that_are_kept_alike_are_told_at_once(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 5000);
  for (int64_t i = 12; i >= 10; i--) keep(&f, i, BOTH);
  keep(&f, 13, RC_STATE_PRELOAD);
  // Next to what has it anyway.
  keep(&f, 47, RC_STATE_PRELOAD);
  keep(&f, 99, RC_STATE_PRELOAD);
  keep(&f, 0, RC_STATE_PRELOAD);
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_changes(&f),
             "| | 47..48 1>3 @200 13..14 1>3 @3600 10..13 1>7 @3700 99..100 1>3 @4400 "
             "0..1 1>3 @4900");
  CHECK_TEXT(fixture_states(&f), "1*3 9*1 3*7 1*3 33*1 1*3 2*7 5*15 2*7 1*3 41*1 1*3");
}

static void the_last_changes_stay_valid_while_items_are_kept(void) {
  FIXTURE(f, fixture_begin(&f, 1000));
  CHECK_OK(rc_list_update(f.list, &f.viewport, &f.update));
  const rc_change *before = f.update.changes.items;
  rc_change copies[8];
  const size_t count = f.update.changes.count;
  CHECK(count > 1 && count < 8);
  memcpy(copies, before, count * sizeof *copies);
  for (int64_t i = 0; i < RC_KEPT_ITEM_COUNT_MAX; i++) keep(&f, 10 * i, BOTH);
  rc_id ids[100];
  CHECK(memcmp(copies, before, count * sizeof *copies) == 0);
  CHECK_OK(rc_list_copy_change_names(f.list, 0, ids));
  // With edits in between there are none, and room for the update after them.
  CHECK_OK(rc_list_insert(f.list, 5, NULL, 1));
  for (int64_t i = 0; i < RC_KEPT_ITEM_COUNT_MAX; i++) {
    keep(&f, i == 0 ? 0 : 10 * i + 1, 0);
    keep(&f, 10 * i + 5, BOTH);
    CHECK_OK(rc_list_validate(f.list, NULL));
  }
  fixture_update(&f, 0);
}

// (2)
static void visible_and_measure_layout_cannot_be_kept(void) {
  FIXTURE(f, fixture_begin(&f, 10));
  for (int bits = 0; bits < 256; bits++) {
    const bool is_allowed = (bits & (RC_STATE_MEASURE_LAYOUT | RC_STATE_VISIBLE)) == 0;
    CHECK_EQUAL(rc_list_keep(f.list, 1, (rc_state)bits),
                is_allowed ? RC_STATUS_OK : RC_STATUS_ARGUMENT);
  }
}

// (3)
static void kept_items_are_found_after_a_hundred_edits(void) {
  test_random random = {test_seed(41)};
  FIXTURE(f, fixture_begin(&f, 600));
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_VISIBLE_ONLY));
  // The number of each item, and those of the items that are kept.
  int64_t numbers[2000], next = 600, count = 600;
  bool are_kept[2000] = {false}, were_kept[2000];
  for (int64_t i = 0; i < count; i++) numbers[i] = i;
  for (int64_t i = 0; i < 40; i++) {
    keep(&f, 15 * i, BOTH);
    are_kept[15 * i] = true;
  }
  fixture_update(&f, 30000);
  for (int edit = 1; edit <= 300; edit++) {
    const int64_t at = test_random_in(&random, 0, count - 4), many = test_random_in(&random, 1, 3);
    const int64_t kind = test_random_in(&random, 0, 2);
    int64_t moved[3];
    if (kind == 0) {
      CHECK_OK(rc_list_insert(f.list, at, NULL, many));
      memmove(numbers + at + many, numbers + at, (size_t)(count - at) * sizeof *numbers);
      for (int64_t i = 0; i < many; i++) numbers[at + i] = next++;
      count += many;
      continue;
    }
    memcpy(moved, numbers + at, sizeof moved);
    count -= many;
    memmove(numbers + at, numbers + at + many, (size_t)(count - at) * sizeof *numbers);
    if (kind == 1) {
      CHECK_OK(rc_list_remove(f.list, at, at + many));
      continue;
    }
    const int64_t to = test_random_in(&random, 0, count);
    CHECK_OK(rc_list_move(f.list, at, at + many, to));
    memmove(numbers + to + many, numbers + to, (size_t)(count - to) * sizeof *numbers);
    memcpy(numbers + to, moved, (size_t)many * sizeof *moved);
    count += many;
  }
  int64_t indices[RC_KEPT_ITEM_COUNT_MAX];
  size_t kept_count = 0, found = 0;
  CHECK_OK(rc_list_copy_kept(f.list, indices, &kept_count));
  memcpy(were_kept, are_kept, sizeof were_kept);
  for (int64_t i = 0; i < count; i++) {
    if (!are_kept[numbers[i]]) continue;
    were_kept[numbers[i]] = false;
    CHECK(found < kept_count);
    CHECK_EQUAL(indices[found++], i);
  }
  CHECK_EQUAL(found, kept_count);
  // Those that were removed are told.
  fixture_update(&f, 0);
  int64_t gone = 0, told = 0;
  for (int64_t i = 0; i < 600; i++) gone += were_kept[i];
  for (size_t i = 0; i < f.update.changes.removed_count; i++) {
    const rc_change *it = &f.update.changes.items[i];
    for (int64_t at = it->lower; at < it->upper; at++) told += it->before == KEPT && were_kept[at];
  }
  CHECK(gone > 0);
  CHECK_EQUAL(told, gone);
  for (int64_t i = 0; i < count; i++) {
    if (i < f.update.visible.upper) continue;
    const bool is_kept = (rc_list_state(f.list, i) & RC_STATE_PRELOAD) != 0;
    CHECK_EQUAL(is_kept, are_kept[numbers[i]]);
  }
}

// (4)
static void sixty_four_items_can_be_kept_and_removed_ones_do_not_count(void) {
  FIXTURE(f, fixture_begin(&f, 200));
  for (int64_t i = 0; i < 64; i++) keep(&f, i, BOTH);
  CHECK_EQUAL(rc_list_keep(f.list, 64, BOTH), RC_STATUS_LIMIT);
  keep(&f, 63, RC_STATE_DISPLAY);
  keep(&f, 64, 0);
  CHECK_OK(rc_list_remove(f.list, 10, 12));
  keep(&f, 100, BOTH);
  keep(&f, 101, BOTH);
  CHECK_EQUAL(rc_list_keep(f.list, 102, BOTH), RC_STATUS_LIMIT);
  keep(&f, 100, 0);
  keep(&f, 102, BOTH);
  fixture_update(&f, 0);
  CHECK_EQUAL(rc_list_state(f.list, 102), KEPT);
  CHECK_EQUAL(rc_list_state(f.list, 100), RC_STATE_MEASURE_LAYOUT);
}

// (6)
static void all_but_the_states_is_as_without_kept_items(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  FIXTURE(g, fixture_begin(&g, 100));
  for (int64_t i = 0; i < 100; i += 7) keep(&f, i, BOTH);
  for (int step = 0; step < 60; step++) {
    const int64_t at = step * 37 % 90;
    CHECK_OK(rc_list_move(f.list, at, at + 1, 99 - at));
    CHECK_OK(rc_list_move(g.list, at, at + 1, 99 - at));
    if (step % 5 == 0) CHECK_OK(rc_list_forget(f.list, at, at + 2));
    if (step % 5 == 0) CHECK_OK(rc_list_forget(g.list, at, at + 2));
    fixture_scroll(&f, f.viewport.offset + f.update.correction + 150);
    fixture_scroll(&g, g.viewport.offset + g.update.correction + 150);
    f.update.changes = g.update.changes;
    CHECK(memcmp(&f.update, &g.update, sizeof f.update) == 0);
  }
}

// (8)
static void kept_items_are_wanted_apart(void) {
  FIXTURE(f, fixture_begin(&f, 1000));
  rc_interval items;
  keep(&f, 3, BOTH);
  keep(&f, 800, RC_STATE_PRELOAD);
  keep(&f, 801, RC_STATE_APP_0);
  rc_id ids[1000];
  rc_ticket_want wants[100];
  for (int64_t i = 0; i < 1000; i++) ids[i] = i;
  for (int foresees = 0; foresees < 2; foresees++) {
    f.settings.foresight = foresees;
    fixture_configure(&f);
    f.viewport.time += 1;
    fixture_update(&f, 50000);
    CHECK_OK(rc_list_ticket_items(f.list, &items));
    CHECK(items.lower > 450 && items.lower <= 500 && items.upper >= 505 && items.upper < 600);
    size_t count = 0;
    CHECK_OK(rc_list_copy_ticket_wants(f.list, 0, 1000, ids, NULL, wants, &count));
    CHECK(count > 6 && count < 100);
    CHECK_EQUAL(wants[0].id, 3);
    CHECK_EQUAL(wants[0].kind, RC_TICKET_WANT_KIND_START);
    CHECK_EQUAL(wants[0].band, RC_TICKET_BAND_DISPLAY);
    CHECK_EQUAL(wants[count - 1].id, 800);
    CHECK_EQUAL(wants[count - 1].band, RC_TICKET_BAND_PRELOAD);
    CHECK(items.lower <= wants[1].id && wants[count - 2].id < items.upper);
    // After those that are near.
    for (size_t i = 1; i + 1 < count; i++) CHECK(wants[i].rank < wants[count - 1].rank);
  }
}

static void measure_bytes(const list_memory *memory, rc_list *list, int64_t count,
                          int64_t *out_bytes) {
  rc_viewport viewport;
  rc_update update;
  rc_viewport_init(&viewport);
  viewport.length = 500;
  for (int64_t i = 0; i < 64; i++) {
    if (i < count) CHECK_OK(rc_list_keep(list, 1000 * i, BOTH));
    if (i >= count) CHECK_OK(rc_list_keep(list, 1000 * i, 0));
  }
  // Twice, as memory is given back by the second update.
  for (int i = 0; i < 3; i++) {
    CHECK_OK(rc_list_update(list, &viewport, &update));
    CHECK_OK(rc_list_move(list, 5, 6, 7));
  }
  *out_bytes = memory->bytes;
}

static void kept_items_take_as_much_memory_as_the_header_says(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, 100000));
  int64_t before, one, all, none;
  measure_bytes(&memory, list, 0, &before);
  measure_bytes(&memory, list, 1, &one);
  measure_bytes(&memory, list, 64, &all);
  measure_bytes(&memory, list, 0, &none);
  CHECK_F(one - before <= 8 * 1024, "%d bytes for one", (int)(one - before));
  CHECK_F(all - before <= 128 * 1024, "%d bytes for all", (int)(all - before));
  CHECK_F(none <= 20 * 1024, "%d bytes for none", (int)none);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static void scrolling_with_sixty_four_kept_items_never_allocates(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  rc_viewport viewport;
  rc_update update;
  rc_viewport_init(&viewport);
  viewport.length = 500;
  viewport.is_user_driven = true;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, 1000));
  // Every third, so that the ranges pass them all the time.
  for (int64_t i = 0; i < 64; i++)
    CHECK_OK(rc_list_keep(list, 500 + 3 * i, (rc_state)(2 + i % 3 * 2)));
  memory.countdown = 0;
  size_t changes = 0;
  for (int step = 0; step < 4000; step++) {
    viewport.offset = step % 400 * 100 + step;
    if (step % 100 == 0) viewport.length = 500 - viewport.length;
    CHECK_OK(rc_list_update(list, &viewport, &update));
    changes += update.changes.count;
    CHECK_OK(rc_list_validate(list, NULL));
  }
  CHECK(changes > 4000 && !memory.has_failed);
  rc_list_destroy(list);
}

static const test_case cases[] = {
    CASE(the_session_of_the_header_is_this),
    CASE(a_kept_item_has_its_bits_wherever_it_is),
    CASE(a_kept_item_has_its_bits_in_each_mode_and_presence_and_while_hidden),
    CASE(other_bits_replace_those_that_an_item_was_kept_with),
    CASE(neighbours_that_are_kept_alike_are_told_at_once),
    CASE(the_last_changes_stay_valid_while_items_are_kept),
    CASE(visible_and_measure_layout_cannot_be_kept),
    CASE(kept_items_are_found_after_a_hundred_edits),
    CASE(sixty_four_items_can_be_kept_and_removed_ones_do_not_count),
    CASE(all_but_the_states_is_as_without_kept_items),
    CASE(kept_items_are_wanted_apart),
    CASE(kept_items_take_as_much_memory_as_the_header_says),
    CASE(scrolling_with_sixty_four_kept_items_never_allocates),
};

const test_suite suite_list_keep = SUITE(cases);
