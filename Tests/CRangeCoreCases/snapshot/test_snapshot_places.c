// Back to the same place: lists that are left, and opened again by hosts that know nothing of what
// was measured. In brackets are the numbers of the sentences of rangecore_snapshot.h.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../store/store_fixture.h"
#include "snapshot_visit.h"

// == the same list ==

static void the_session_of_the_header(void) {
  SNAPSHOT(snapshot);
  rc_list *list;
  const rc_id ids[] = {8, 9, 5, 7};
  const double extents[] = {220, 420, 600, 100};
  CHECK_OK(rc_list_create(NULL, NULL, &list));
  CHECK_OK(rc_list_insert(list, 0, extents, 4));
  rc_update update;
  const rc_viewport viewport = {.offset = 70, .length = 600};
  CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_OK(rc_list_save_place(list, 0, 4, ids, snapshot));
  rc_list_destroy(list);
  rc_snapshot_place place;
  CHECK_OK(rc_snapshot_get_place(snapshot, &place));
  CHECK(place.anchor_count == 3 && !place.is_at_start && !place.is_at_end);
  CHECK(place.anchors[0].id == 8 && place.anchors[0].distance == -70);
  CHECK(place.anchors[1].id == 9 && place.anchors[1].distance == 150);
  CHECK(place.anchors[2].id == 5 && place.anchors[2].distance == 570);
  size_t size;
  CHECK_OK(rc_snapshot_write(snapshot, NULL, 0, &size));
  CHECK_EQUAL(size, 168);
  VISIT(v, NULL);
  CHECK_EQUAL(restore(&v, snapshot), RC_STATUS_NOT_FOUND);
  insert(&v, 0, 1000, 20);
  CHECK_EQUAL(restore(&v, snapshot), RC_STATUS_NOT_FOUND);
  insert(&v, 20, 2000, 11);
  insert(&v, 31, 9, 1);
  insert(&v, 32, 3000, 20);
  rc_snapshot_goal goal;
  CHECK_OK(rc_list_find_place(v.list, 0, v.count, v.ids, 600, snapshot, &goal));
  CHECK(goal.kind == RC_SNAPSHOT_GOAL_KIND_ITEM && goal.index == 31);
  CHECK(goal.fraction == 0 && goal.shift == -150);
  CHECK_OK(restore(&v, snapshot));
  frame(&v);
  CHECK(place_of(&v, 9) == 150);
}

static void the_place_is_exact_where_nothing_is_measured(void) {  // (10), (12), (14)
  enum { MANY = 100000 };
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, MANY);
  frame(&before);
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(40) && !test_has_failed(); i++) {
    jump(&before, (double)test_random_in(&random, 1000, 4000000));
    scroll_by(&before, (double)test_random_in(&random, -300, 300) / 4);
    save(&before, snapshot);
    VISIT(now, NULL);
    CHECK_OK(rc_list_set_estimate(now.list, (double)test_random_in(&random, 1, 900)));
    insert(&now, 0, 0, MANY);
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    check_same(&before, &now);
    // What is measured was on screen, or could have been by the estimate.
    CHECK(rc_list_measured_row_count(now.list) < 700);
  }
}

static void one_row_that_fills_the_screen_shows_the_same_part(void) {  // (10)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 1000);
  frame(&before);
  CHECK_OK(rc_host_scroll_to(before.host, 507, 0, 0, false));
  frame(&before);
  scroll_by(&before, 333.5);
  CHECK_INTERVAL(before.step.update.visible, 507, 508);
  save(&before, snapshot);
  VISIT(now, NULL);
  insert(&now, 0, 0, 1000);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  check_same(&before, &now);
  // Of a row that is twice as long by now it is the same part, 333.5 of 900.75 points.
  VISIT(wider, NULL);
  wider.scale = 2;
  insert(&wider, 0, 0, 1000);
  CHECK_OK(restore(&wider, snapshot));
  frame(&wider);
  const double part = -place_of(&wider, 507) / (2 * 1500.75 - 600);
  CHECK_F(fabs(part - 333.5 / 900.75) < 1e-6, "%g", part);
}

static void a_row_that_ends_on_screen_does_so_again(void) {  // (10)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 1000);
  frame(&before);
  CHECK_OK(rc_host_scroll_to(before.host, 507, 1, 100, false));
  frame(&before);
  const double end = place_of(&before, 507) + 1500.75;
  CHECK(end == 500);
  save(&before, snapshot);
  // The rows after it are gone.
  VISIT(now, NULL);
  insert(&now, 0, 0, 508);
  insert(&now, 508, 5000, 100);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  CHECK(place_of(&now, 507) + 1500.75 == end);
}

static void other_columns_have_the_same_row(void) {  // (2)
  SNAPSHOT(snapshot);
  rc_list_options grid;
  rc_list_options_init(&grid);
  grid.columns = 3;
  VISIT(before, &grid);
  insert(&before, 0, 0, 1000);
  frame(&before);
  jump(&before, 9000);
  save(&before, snapshot);
  rc_snapshot_place place;
  CHECK_OK(rc_snapshot_get_place(snapshot, &place));
  CHECK(place.anchors[1].id % 3 == 0);
  for (uint32_t columns = 1; columns < 5; columns++) {
    grid.columns = columns;
    VISIT(now, &grid);
    insert(&now, 0, 0, 1000);
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    if (columns == 3) check_same(&before, &now);
    const double is = place_of(&now, place.anchors[1].id), was = place.anchors[1].distance;
    CHECK_F(is == was, "in %u columns at %g, not %g", columns, is, was);
  }
}

/// Every 20th item is a header, which is pinned.
static void pin_headers(visit *v) {
  v->settings.pins_headers = true;
  CHECK_OK(rc_list_set_settings(v->list, &v->settings));
  for (int64_t i = 5; i < v->count; i += 20) CHECK_OK(rc_list_mark_header(v->list, i, 0));
}

static void under_a_pinned_header_it_is_the_same_place(void) {  // (3)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 1000);
  pin_headers(&before);
  frame(&before);
  for (int i = 0; i < 40 && !test_has_failed(); i++) {
    jump(&before, 20000 + 131 * i);
    save(&before, snapshot);
    VISIT(now, NULL);
    insert(&now, 0, 0, 1000);
    pin_headers(&now);
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    check_same(&before, &now);
  }
}

static void insets_are_no_part_of_a_place(void) {  // (3)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 1000);
  before.viewport.inset_start = 60;
  before.viewport.inset_end = 40;
  frame(&before);
  jump(&before, 20000);
  save(&before, snapshot);
  rc_snapshot_place place;
  CHECK_OK(rc_snapshot_get_place(snapshot, &place));
  VISIT(now, NULL);
  now.viewport.inset_start = 100;
  insert(&now, 0, 0, 1000);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  CHECK(place_of(&now, place.anchors[1].id) == place.anchors[1].distance + 100);
}

static void close_to_an_end_the_place_is_exact(void) {  // (12)
  for (int way = 0; way < 12 && !test_has_failed(); way++) {
    SNAPSHOT(snapshot);
    VISIT(before, NULL);
    insert(&before, 0, 0, 60);
    frame(&before);
    jump(&before, way % 2 == 0 ? 3 : INFINITY);
    scroll_by(&before, way % 2 == 0 ? 5 * way : -5 * way);
    save(&before, snapshot);
    VISIT(now, NULL);
    CHECK_OK(rc_list_set_estimate(now.list, way < 4 ? 1 : 200 * way));
    insert(&now, 0, 0, 60);
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    check_same(&before, &now);
  }
}

static void with_its_extents_a_list_has_its_length(void) {  // (8), (12)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 400);
  for (int i = 0; i < 60; i++) scroll_by(&before, i < 40 ? 250 : -120);
  save(&before, snapshot);
  CHECK_OK(rc_list_save_extents(before.list, 0, 400, before.ids, 320, snapshot));
  VISIT(now, NULL);
  insert(&now, 0, 0, 400);
  int64_t count;
  CHECK_OK(rc_list_restore_extents(now.list, 0, 400, now.ids, 320, snapshot, &count));
  CHECK_EQUAL(count, rc_list_measured_row_count(before.list));
  CHECK(rc_list_length(now.list) == rc_list_length(before.list));
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  check_same(&before, &now);
  CHECK(now.viewport.offset == before.viewport.offset);
  CHECK_EQUAL(now.measured, 0);
}

// == other items ==

static void what_is_gone_gives_way_to_the_next(void) {  // (10)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 1000);
  frame(&before);
  jump(&before, 20000);
  save(&before, snapshot);
  const rc_interval visible = before.step.update.visible;
  // From the second on; and then what is cut off itself.
  for (int64_t gone = 1; visible.lower + gone < visible.upper - 1; gone++) {
    VISIT(now, NULL);
    insert(&now, 0, 0, 1000);
    take_out(&now, visible.lower + 1, visible.lower + 1 + gone);
    insert(&now, 0, 5000, 300);
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    const rc_id next = visible.lower + 1 + gone;
    CHECK(place_of(&now, next) == place_of(&before, next));
  }
  VISIT(now, NULL);
  insert(&now, 0, 0, visible.lower + 1);
  insert(&now, now.count, 5000, 300);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  CHECK(place_of(&now, visible.lower) == place_of(&before, visible.lower));
  VISIT(empty, NULL);
  insert(&empty, 0, 5000, 300);
  CHECK_EQUAL(restore(&empty, snapshot), RC_STATUS_NOT_FOUND);
}

static void it_is_found_once_it_has_come(void) {  // (13)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 1000);
  frame(&before);
  jump(&before, 6000);
  save(&before, snapshot);
  VISIT(now, NULL);
  // Nothing yet; then pages, of which a later one has it.
  frame(&now);
  CHECK_EQUAL(restore(&now, snapshot), RC_STATUS_NOT_FOUND);
  int64_t pages = 0;
  for (rc_status status = RC_STATUS_NOT_FOUND; status != RC_STATUS_OK; pages++) {
    insert(&now, now.count, pages * 20, 20);
    status = restore(&now, snapshot);
    frame(&now);
  }
  CHECK_EQUAL(pages, before.step.update.visible.lower / 20 + 1);
  insert(&now, now.count, pages * 20, 20);
  frame(&now);
  check_same(&before, &now);
}

static void until_the_user_scrolls_it_stays_in_place(void) {  // (14)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 1000);
  frame(&before);
  jump(&before, 20000);
  save(&before, snapshot);
  VISIT(now, NULL);
  insert(&now, 0, 0, 1000);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  insert(&now, 0, 5000, 7);
  frame(&now);
  check_same(&before, &now);
  CHECK_OK(rc_list_mark_provisional(now.list, 0, now.count));
  frame(&now);
  check_same(&before, &now);
  const rc_id first = before.step.update.visible.lower;
  scroll_by(&now, 10);
  CHECK(place_of(&now, first) == place_of(&before, first) - 10);
}

// == ends ==

static void at_the_start_is_the_start_of_what_has_come(void) {  // (9)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 100);
  frame(&before);
  save(&before, snapshot);
  VISIT(now, NULL);
  CHECK_EQUAL(restore(&now, snapshot), RC_STATUS_NOT_FOUND);
  insert(&now, 0, 5000, 20);
  insert(&now, 20, 0, 100);
  frame(&now);
  scroll_by(&now, 500);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  CHECK(place_of(&now, 5000) == 0);
  // So it is without ids.
  rc_snapshot_goal goal;
  CHECK_OK(rc_list_find_place(now.list, 0, 0, NULL, 0, snapshot, &goal));
  CHECK_EQUAL(goal.kind, RC_SNAPSHOT_GOAL_KIND_START);
}

static void stick(visit *v) {
  v->settings.sticks[RC_END_TAIL] = true;
  CHECK_OK(rc_list_set_settings(v->list, &v->settings));
}

static void at_the_end_is_the_end_if_the_list_sticks_to_it(void) {  // (9)
  for (int count = 3; count < 200; count += 100) {
    SNAPSHOT(snapshot);
    VISIT(before, NULL);
    stick(&before);
    // Also if all of it was on screen.
    insert(&before, 0, 8, count);
    frame(&before);
    save(&before, snapshot);
    VISIT(now, NULL);
    stick(&now);
    CHECK_EQUAL(restore(&now, snapshot), RC_STATUS_NOT_FOUND);
    insert(&now, 0, 8, count);
    insert(&now, count, 5000, 30);
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    CHECK(place_of(&now, 5029) + extent_of(&now, 5029) == 600);
    // And there it stays.
    insert(&now, now.count, 6000, 1);
    frame(&now);
    CHECK(place_of(&now, 6000) + extent_of(&now, 6000) == 600);
  }
}

static void at_the_end_of_another_list_it_is_the_same_rows(void) {  // (9)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 100);
  frame(&before);
  jump(&before, INFINITY);
  save(&before, snapshot);
  VISIT(now, NULL);
  insert(&now, 0, 0, 100);
  insert(&now, 100, 5000, 30);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  check_same(&before, &now);
}

// == other screens ==

static void on_a_shorter_screen_an_anchor_is_there(void) {  // (11)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  insert(&before, 0, 0, 1000);
  frame(&before);
  // Item 507 ends, and 508 begins, at 580.
  CHECK_OK(rc_host_scroll_to(before.host, 508, 0, -580, false));
  frame(&before);
  save(&before, snapshot);
  VISIT(now, NULL);
  now.viewport.length = 300;
  insert(&now, 0, 0, 1000);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  CHECK_INTERVAL(now.step.update.visible, 507, 508);
  CHECK(place_of(&now, 507) == place_of(&before, 507));
  // Without it, 508 is there by a tick.
  VISIT(other, NULL);
  other.viewport.length = 300;
  insert(&other, 0, 5000, 400);
  insert(&other, 400, 508, 400);
  CHECK_OK(restore(&other, snapshot));
  frame(&other);
  CHECK(fabs(place_of(&other, 508) - (300 - 1.0 / 960)) < 1e-9);
  // Where the length is not known, it is where it was.
  rc_snapshot_goal goal;
  CHECK_OK(rc_list_find_place(other.list, 0, other.count, other.ids, 0, snapshot, &goal));
  CHECK(goal.shift == -580);
}

static void what_was_below_the_screen_is_below_it(void) {  // (2), (11)
  SNAPSHOT(snapshot);
  VISIT(before, NULL);
  before.settings.extra_lengths[RC_END_HEAD] = before.settings.extra_lengths[RC_END_TAIL] = 2000;
  CHECK_OK(rc_list_set_settings(before.list, &before.settings));
  insert(&before, 0, 0, 10);
  frame(&before);
  const double offsets[] = {300, 1400, rc_list_length(before.list) - 650};
  for (int i = 0; i < 3; i++) {
    jump(&before, offsets[i]);
    CHECK_OK(rc_list_save_place(before.list, 0, 10, before.ids, snapshot));
    VISIT(now, NULL);
    CHECK_OK(rc_list_set_settings(now.list, &before.settings));
    now.viewport.length = i == 2 ? 600 : 500;
    insert(&now, 0, 0, 10);
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    const rc_id id = i == 2 ? 9 : 0;
    CHECK(place_of(&now, id) == place_of(&before, id));
  }
}

// == stores ==

/// Does to a list what a reply has done to its store.
static void apply(visit *v, store_fixture *f) {
  for (size_t i = 0; i < f->result.edit_count; i++) {
    const rc_edit *edit = &f->result.edits[i];
    if (edit->kind == RC_EDIT_KIND_INSERT) {
      insert(v, edit->lower, RC_ID_NONE, edit->upper - edit->lower);
    }
    if (edit->kind == RC_EDIT_KIND_REMOVE) take_out(v, edit->lower, edit->upper);
  }
  rc_store_counts counts;
  CHECK_OK(rc_store_get_counts(f->store, &counts));
  CHECK_EQUAL(counts.slot_count, v->count);
  for (int64_t i = 0; i < v->count; i++) {
    rc_store_slot slot;
    CHECK_OK(rc_store_get_slot(f->store, i, &slot));
    v->ids[i] = slot.id;
  }
}

/// At 37, 20 points of it cut off.
static void save_at_37(rc_snapshot *snapshot) {
  VISIT(before, NULL);
  insert(&before, 0, 0, 60);
  CHECK_OK(rc_host_scroll_to(before.host, 37, 0, 20, false));
  frame(&before);
  save(&before, snapshot);
}

static void a_store_of_keys_is_asked_for_what_is_around_it(void) {  // (13)
  SNAPSHOT(snapshot);
  save_at_37(snapshot);
  rc_snapshot_place place;
  CHECK_OK(rc_snapshot_get_place(snapshot, &place));
  CHECK_EQUAL(place.anchors[0].id, 37);
  STORE(f, store_of(RC_STORE_SOURCE_KEYS));
  f.options.page_size = 12;
  f.options.has_placeholders = false;
  store_open(&f);
  VISIT(now, NULL);
  CHECK_OK(rc_store_refresh(f.store, RC_STORE_TARGET_ID, place.anchors[0].id));
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 37~12!");
  CHECK_EQUAL(restore(&now, snapshot), RC_STATUS_NOT_FOUND);
  f.told.before = f.told.after = RC_STORE_SOME;
  (void)store_reply(&f, 1, "34 35 36 37 38 39 40 41 42 43 44 45");
  apply(&now, &f);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  CHECK(place_of(&now, 38) == place.anchors[1].distance);
  // What comes above it moves nothing.
  CHECK_TEXT(store_look(&f, 2, 8, 0, 8), "BEFORE 34+12");
  f.told.before = RC_STORE_SOME;
  (void)store_reply(&f, 2, "22 23 24 25 26 27 28 29 30 31 32 33");
  apply(&now, &f);
  frame(&now);
  CHECK_EQUAL(now.count, 24);
  CHECK(place_of(&now, 38) == place.anchors[1].distance);
}

static void a_store_of_offsets_is_asked_for_its_index(void) {  // (3), (13)
  SNAPSHOT(snapshot);
  save_at_37(snapshot);
  rc_snapshot_place place;
  CHECK_OK(rc_snapshot_get_place(snapshot, &place));
  CHECK_EQUAL(place.anchors[0].index, 37);
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.page_size = 10;
  f.options.total = 60;
  store_open(&f);
  VISIT(now, NULL);
  insert(&now, 0, RC_ID_NONE, 60);
  for (int64_t i = 0; i < 60; i++) now.ids[i] = RC_ID_NONE;
  CHECK_OK(rc_store_refresh(f.store, RC_STORE_TARGET_POSITION, place.anchors[0].index));
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 30+10!");
  CHECK_EQUAL(restore(&now, snapshot), RC_STATUS_NOT_FOUND);
  f.told.total = 60;
  (void)store_reply(&f, 1, "30 31 32 33 34 35 36 37 38 39");
  apply(&now, &f);
  CHECK_OK(restore(&now, snapshot));
  for (int64_t i = 0; i < 60; i++) now.ids[i] = i;
  frame(&now);
  CHECK(place_of(&now, 37) == -20);
}

static const test_case cases[] = {
    CASE(the_session_of_the_header),
    CASE(the_place_is_exact_where_nothing_is_measured),
    CASE(one_row_that_fills_the_screen_shows_the_same_part),
    CASE(a_row_that_ends_on_screen_does_so_again),
    CASE(other_columns_have_the_same_row),
    CASE(under_a_pinned_header_it_is_the_same_place),
    CASE(insets_are_no_part_of_a_place),
    CASE(close_to_an_end_the_place_is_exact),
    CASE(with_its_extents_a_list_has_its_length),
    CASE(what_is_gone_gives_way_to_the_next),
    CASE(it_is_found_once_it_has_come),
    CASE(until_the_user_scrolls_it_stays_in_place),
    CASE(at_the_start_is_the_start_of_what_has_come),
    CASE(at_the_end_is_the_end_if_the_list_sticks_to_it),
    CASE(at_the_end_of_another_list_it_is_the_same_rows),
    CASE(on_a_shorter_screen_an_anchor_is_there),
    CASE(what_was_below_the_screen_is_below_it),
    CASE(a_store_of_keys_is_asked_for_what_is_around_it),
    CASE(a_store_of_offsets_is_asked_for_its_index),
};

const test_suite suite_snapshot_places = SUITE(cases);
