// Back to the same place in lanes. In brackets are the numbers of the sentences of
// rangecore_snapshot.h.

#include "../list/list_memory.h"
#include "model_snapshot.h"
#include "snapshot_visit.h"

enum { ITEMS = 600, WIDE_EVERY = 17, NEW = 5000 };

static rc_lanes_position at_index(const visit *v, int64_t index) {
  rc_lanes_position at = {0};
  (void)rc_list_places(v->list, index, index + 1, &at);
  return at;
}

static int64_t index_of(const visit *v, rc_id id) {
  for (int64_t i = 0; i < v->count; i++) {
    if (v->ids[i] == id) return i;
  }
  return -1;
}

static bool is_visible(const visit *v, int64_t index) {
  const rc_lanes_position at = at_index(v, index);
  const double start = at.offset - v->step.update.offset;
  return start < v->viewport.length && start + at.extent > 0;
}

/// What was on screen in one visit is there in the other, in its lane, at its place; or, where the
/// list ends earlier, all of it by one number further down.
static void check_lanes(const visit *before, const visit *now) {
  const rc_interval visible = before->step.update.visible;
  const double end = now->step.update.scroll_length - now->viewport.length;
  double by = now->step.update.offset > end - 1e-6 ? NAN : 0;
  CHECK(visible.upper > visible.lower && now->step.is_settled);
  for (int64_t i = visible.lower; i < visible.upper; i++) {
    const rc_id id = before->ids[i];
    const int64_t index = index_of(now, id);
    if (!is_visible(before, i) || index < 0) continue;
    const rc_lanes_position was = at_index(before, i), is = at_index(now, index);
    const double own = place_of(now, id) - place_of(before, id);
    CHECK_F(was.lane == is.lane, "%d is in lane %d, and was in %d", (int)id, (int)is.lane,
            (int)was.lane);
    if (isnan(by)) by = own;
    // Differences of points are rounded.
    CHECK_F(fabs(own - by) < 1e-6, "%d is at %.17g, not %.17g", (int)id, place_of(now, id),
            place_of(before, id) + by);
    test_note_points(is.offset);
  }
}

static bool shows_new(const visit *v) {
  for (int64_t i = v->step.update.visible.lower; i < v->step.update.visible.upper; i++) {
    if (v->ids[i] >= NEW && is_visible(v, i)) return true;
  }
  return false;
}

static void save_all(visit *v, rc_snapshot *snapshot) {
  CHECK_OK(rc_list_save_place(v->list, 0, v->count, v->ids, snapshot));
  CHECK_OK(rc_list_save_extents(v->list, 0, v->count, v->ids, 320, snapshot));
}

static rc_status restore_lanes(visit *v, rc_snapshot *snapshot) {
  return rc_list_restore_extents(v->list, 0, v->count, v->ids, 320, snapshot, NULL);
}

/// Goes through bytes.
static void through_bytes(rc_snapshot **snapshot) {
  static _Thread_local unsigned char bytes[65536];
  size_t size;
  CHECK_OK(rc_snapshot_write(*snapshot, bytes, sizeof bytes, &size));
  rc_snapshot_destroy(*snapshot);
  *snapshot = NULL;
  CHECK_OK(rc_snapshot_read(bytes, size, 1000, NULL, snapshot, NULL));
}

static void widen(visit *v) {
  for (int64_t i = 0; i < v->count; i++) {
    if (v->ids[i] % WIDE_EVERY == 3) CHECK_OK(rc_list_set_span(v->list, i, i + 1, RC_SPAN_WIDE));
  }
}

/// Jumps and scrolls about, and measures some items again.
static void wander(visit *v, test_random *random) {
  for (int i = 0; i < 12; i++) {
    if (test_random_one_in(random, 4)) jump(v, (double)test_random_in(random, 0, 12000));
    scroll_by(v, (double)test_random_in(random, -500, 500));
    if (!test_random_one_in(random, 3)) continue;
    const int64_t row = test_random_in(random, 0, v->count - 1);
    CHECK_OK(rc_list_mark_provisional(v->list, row, row + 1));
  }
  frame(v);
}

static void in_as_many_lanes_all_is_where_it_was(void) {  // (18) to (22)
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(60) && !test_has_failed(); i++) {
    SNAPSHOT(snapshot);
    SNAPSHOT(apart);
    // The place alone may be in another one.
    const bool is_apart = test_random_one_in(&random, 3);
    rc_snapshot **of_place = is_apart ? &apart : &snapshot;
    const uint32_t lanes = (uint32_t)test_random_in(&random, 2, 5);
    const bool has_wide = test_random_one_in(&random, 2);
    VISIT_IN_LANES(before, lanes);
    insert(&before, 0, 0, ITEMS);
    if (has_wide) widen(&before);
    frame(&before);
    wander(&before, &random);
    // A bounce does not come back.
    if (before.step.update.offset > before.step.update.scroll_length - 600) continue;
    CHECK_OK(rc_list_save_place(before.list, 0, before.count, before.ids, *of_place));
    CHECK_OK(rc_list_save_extents(before.list, 0, before.count, before.ids, 320, snapshot));
    through_bytes(&snapshot);
    if (is_apart) through_bytes(&apart);
    VISIT_IN_LANES(now, lanes);
    const int64_t more = test_random_in(&random, 0, 30);
    insert(&now, 0, 0, ITEMS);
    const bool comes_later = test_random_one_in(&random, 2);
    if (!comes_later) insert(&now, 0, NEW, more);
    if (has_wide) widen(&now);
    CHECK_OK(restore_lanes(&now, snapshot));
    if (is_apart) {
      CHECK_OK(rc_list_restore_extents(now.list, 0, now.count, now.ids, 0, apart, NULL));
    }
    if (comes_later) insert(&now, 0, NEW, more);
    rc_snapshot_goal goal;
    CHECK_OK(rc_list_find_place(now.list, 0, now.count, now.ids, 600, *of_place, &goal));
    if (goal.kind != RC_SNAPSHOT_GOAL_KIND_ITEM) continue;
    CHECK_OK(restore(&now, *of_place));
    frame(&now);
    // What is new pushes what is on screen, if it comes into a gap there.
    if (shows_new(&now)) continue;
    check_lanes(&before, &now);
    CHECK_OK(rc_list_validate(now.list, NULL));
  }
}

static void what_is_above_where_a_lane_begins_stays_above(void) {  // (19), (22)
  const double step = test_is_brief() ? 100 : 10;
  for (double offset = 3000; offset < 5000 && !test_has_failed(); offset += step) {
    SNAPSHOT(snapshot);
    VISIT_IN_LANES(before, 5);
    insert(&before, 0, 0, ITEMS);
    widen(&before);
    frame(&before);
    jump(&before, offset);
    // Upward, so that panels begin ragged.
    for (int i = 0; i < 10; i++) scroll_by(&before, -60);
    CHECK_OK(rc_list_mark_provisional(before.list, 0, before.step.update.visible.lower));
    frame(&before);
    save_all(&before, snapshot);
    VISIT_IN_LANES(now, 5);
    insert(&now, 0, 0, ITEMS);
    widen(&now);
    CHECK_OK(restore_lanes(&now, snapshot));
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    check_lanes(&before, &now);
  }
}

/// A visit that is left somewhere, and what is saved of it.
static void leave_somewhere(visit *v, test_random *random, rc_snapshot *snapshot) {
  insert(v, 0, 0, ITEMS);
  frame(v);
  wander(v, random);
  // Not close to an end.
  CHECK_OK(rc_host_scroll_to(v->host, 300, 0, 0, false));
  frame(v);
  scroll_by(v, 77);
  // What is provisional would not be saved.
  for (int64_t i = 0; i < v->count; i++) {
    const rc_lanes_position at = at_index(v, i);
    if (at.is_measured) CHECK_OK(rc_list_set_row_extents(v->list, i, &at.extent, 1));
  }
  frame(v);
  save_all(v, snapshot);
}

static void in_other_lanes_only_extents_come_back(void) {  // (20), (22)
  test_random random = {test_seed(1)};
  SNAPSHOT(snapshot);
  VISIT_IN_LANES(before, 3);
  leave_somewhere(&before, &random, snapshot);
  rc_snapshot_place place;
  CHECK_OK(rc_snapshot_get_place(snapshot, &place));
  for (uint32_t lanes = 0; lanes < 6; lanes++) {
    if (lanes == 1 || lanes == 3) continue;
    VISIT_IN_LANES(now, lanes);
    insert(&now, 0, 0, ITEMS);
    int64_t count;
    CHECK_OK(rc_list_restore_extents(now.list, 0, ITEMS, now.ids, 320, snapshot, &count));
    CHECK_EQUAL(count, rc_list_measured_row_count(before.list));
    CHECK_EQUAL(rc_list_measured_row_count(now.list), count);
    for (int64_t i = 0; i < ITEMS; i++) {
      CHECK_EQUAL(at_index(&now, i).lane, lanes == 0 ? 0 : RC_LANE_NONE);
    }
    rc_snapshot_goal goal;
    CHECK_OK(rc_list_find_place(now.list, 0, ITEMS, now.ids, 600, snapshot, &goal));
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    CHECK(fabs(place_of(&now, now.ids[goal.index]) - place_of(&before, now.ids[goal.index])) <
          1e-6);
  }
  // Nor do lanes with another key.
  VISIT_IN_LANES(now, 3);
  insert(&now, 0, 0, ITEMS);
  CHECK_OK(rc_list_restore_extents(now.list, 0, ITEMS, now.ids, 375, snapshot, NULL));
  CHECK_EQUAL(at_index(&now, 300).lane, RC_LANE_NONE);
}

static void lanes_come_back_page_by_page(void) {  // (20), (21)
  test_random random = {test_seed(1)};
  for (int round = 0; round < 8; round++) {
    SNAPSHOT(snapshot);
    VISIT_IN_LANES(before, 3);
    leave_somewhere(&before, &random, snapshot);
    VISIT_IN_LANES(now, 3);
    // Page by page, and seen meanwhile.
    for (rc_status status = RC_STATUS_NOT_FOUND; now.count < ITEMS;) {
      const int64_t first = now.count;
      insert(&now, first, first, 50);
      CHECK_OK(rc_list_restore_extents(now.list, first, first + 50, now.ids + first, 320, snapshot,
                                       NULL));
      // What is on screen has come.
      const bool is_whole = now.count > before.step.update.visible.upper;
      if (status != RC_STATUS_OK && is_whole) status = restore(&now, snapshot);
      frame(&now);
    }
    check_lanes(&before, &now);
  }
}

static void items_whose_extents_are_known_have_lanes_again(void) {  // (20)
  test_random random = {test_seed(1)};
  SNAPSHOT(snapshot);
  VISIT_IN_LANES(before, 3);
  leave_somewhere(&before, &random, snapshot);
  VISIT_IN_LANES(now, 3);
  insert(&now, 0, 0, ITEMS);
  for (int64_t i = 0; i < ITEMS; i++) {
    const double extent = extent_of(&now, i);
    CHECK_OK(rc_list_set_row_extents(now.list, i, &extent, 1));
  }
  int64_t count;
  CHECK_OK(rc_list_restore_extents(now.list, 0, ITEMS, now.ids, 320, snapshot, &count));
  CHECK_EQUAL(count, 0);
  CHECK_OK(restore(&now, snapshot));
  frame(&now);
  check_lanes(&before, &now);
  // What is near stays, however often it is restored.
  const rc_interval visible = now.step.update.visible;
  rc_lanes_position places[ITEMS + 1];
  insert(&now, visible.lower + 1, NEW + 7, 1);
  frame(&now);
  CHECK_OK(rc_list_places(now.list, 0, now.count, places));
  const double offset = now.step.update.offset;
  CHECK_OK(restore_lanes(&now, snapshot));
  frame(&now);
  for (int64_t i = visible.lower; i < visible.upper; i++) {
    const double by = place_of(&now, now.ids[i]) - (places[i].offset - offset);
    CHECK(at_index(&now, i).lane == places[i].lane && fabs(by) < 1e-6);
  }
}

static void what_was_on_screen_is_found_before_what_was_above_it(void) {  // (18)
  SNAPSHOT(snapshot);
  VISIT_IN_LANES(v, 2);
  rc_update update;
  rc_host_destroy(v.host);
  v.host = NULL;
  CHECK_OK(rc_list_insert(v.list, 0, (double[]){900, 100, 300, 200, 900}, 5));
  CHECK_OK(rc_list_set_span(v.list, 3, 4, RC_SPAN_WIDE));
  v.viewport.offset = 0;
  CHECK_OK(rc_list_update(v.list, &v.viewport, &update));
  v.viewport.offset = 500;
  CHECK_OK(rc_list_update(v.list, &v.viewport, &update));
  // 10 fills the first lane; the second one ends with 12 at 408; 13 is below both.
  rc_id ids[] = {10, 11, 12, 13, 14};
  CHECK_OK(rc_list_save_place(v.list, 0, 5, ids, snapshot));
  rc_snapshot_place place;
  rc_snapshot_goal goal;
  CHECK_OK(rc_snapshot_get_place(snapshot, &place));
  CHECK_EQUAL(place.anchor_count, 3);
  CHECK(place.anchors[0].id == 10 && place.anchors[0].distance == -500);
  CHECK(place.anchors[1].id == 12 && place.anchors[1].distance == -392);
  CHECK(place.anchors[2].id == 13 && place.anchors[2].distance == 408);
  const int64_t found[] = {3, 0, 2};
  for (int gone = 0; gone < 3; gone++) {
    CHECK_OK(rc_list_find_place(v.list, 0, 5, ids, 600, snapshot, &goal));
    CHECK_EQUAL(goal.index, found[gone]);
    ids[found[gone]] = 90;
  }
  CHECK(goal.fraction == 1 && goal.shift == 692);
}

static void an_anchor_can_go_before_the_place_is_scrolled_to(void) {  // (21)
  SNAPSHOT(snapshot);
  VISIT_IN_LANES(before, 2);
  insert(&before, 0, 0, 100);
  frame(&before);
  scroll_by(&before, 10);
  save_all(&before, snapshot);
  for (int64_t gone = 0; gone < 8; gone++) {
    VISIT_IN_LANES(now, 2);
    insert(&now, 0, 0, 100);
    CHECK_OK(restore_lanes(&now, snapshot));
    take_out(&now, gone, gone + 1);
    CHECK_OK(restore(&now, snapshot));
    frame(&now);
    CHECK_OK(rc_list_validate(now.list, NULL));
    rc_snapshot_goal goal;
    CHECK_OK(rc_list_find_place(now.list, 0, now.count, now.ids, 600, snapshot, &goal));
    const rc_id id = now.ids[goal.index];
    CHECK(fabs(place_of(&now, id) - place_of(&before, id)) < 1e-6);
  }
}

static void a_screen_that_no_list_has_slides_nothing(void) {  // (21)
  test_random random = {test_seed(1)};
  unsigned char bytes[32768];
  size_t size;
  for (int64_t round = 0; round < test_count(200) && !test_has_failed(); round++) {
    SNAPSHOT(snapshot);
    VISIT_IN_LANES(before, 3);
    leave_somewhere(&before, &random, snapshot);
    CHECK_OK(rc_snapshot_write(snapshot, bytes, sizeof bytes, &size));
    // Anchors anywhere, and a screen as long as a list can be.
    const bool is_far = test_random_one_in(&random, 2);
    for (int word = 5; word < 8 + 4 * bytes[48]; word++) {
      const bool is_distance = word >= 8 && word % 4 == 2;
      if (word != 5 && !is_distance) continue;
      int64_t value = is_far ? RC_LIST_TICKS_MAX : test_random_in(&random, 0, 4000000) * 960;
      if (is_distance && test_random_one_in(&random, 2)) value = -value;
      for (int i = 0; i < 8; i++) bytes[8 * word + i] = (unsigned char)((uint64_t)value >> 8 * i);
    }
    model_snapshot_mend(bytes, size);
    rc_snapshot_destroy(snapshot);
    snapshot = NULL;
    CHECK_OK(rc_snapshot_read(bytes, size, 1000, NULL, &snapshot, NULL));
    VISIT_IN_LANES(now, 3);
    insert(&now, 0, 0, ITEMS);
    const double length = rc_list_length(now.list);
    CHECK_OK(restore_lanes(&now, snapshot));
    CHECK_OK(rc_list_validate(now.list, NULL));
    if (is_far) CHECK(rc_list_length(now.list) < length + 400000);
    (void)restore(&now, snapshot);
    frame(&now);
    CHECK_OK(rc_list_validate(now.list, NULL));
  }
}

static void without_memory_lanes_are_restored_again(void) {  // (21)
  test_random random = {test_seed(1)};
  SNAPSHOT(snapshot);
  VISIT_IN_LANES(before, 3);
  leave_somewhere(&before, &random, snapshot);
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  bool has_failed = true;
  for (int64_t step = 0; has_failed && !test_has_failed(); step++) {
    rc_list *list;
    rc_update update;
    rc_lanes_position was, is;
    has_failed = false;
    CHECK_OK(rc_list_create(NULL, &allocator, &list));
    CHECK_OK(rc_list_set_lanes(list, 3, 8, 0, true));
    CHECK_OK(rc_list_insert(list, 0, NULL, ITEMS));
    memory.countdown = step;
    rc_status status = rc_list_restore_extents(list, 0, ITEMS, before.ids, 320, snapshot, NULL);
    memory.countdown = -1;
    CHECK_OK(rc_list_validate(list, NULL));
    if (status != RC_STATUS_OK) {
      CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
      has_failed = true;
      status = rc_list_restore_extents(list, 0, ITEMS, before.ids, 320, snapshot, NULL);
    }
    CHECK_OK(status);
    double offset;
    CHECK_OK(rc_list_set_scroll_target(list, 300, 0, 77, &offset));
    rc_viewport viewport = {.offset = offset, .length = 600};
    memory.countdown = step;
    status = rc_list_update(list, &viewport, &update);
    memory.countdown = -1;
    if (status == RC_STATUS_NO_MEMORY) status = rc_list_update(list, &viewport, &update);
    CHECK_OK(status);
    const rc_interval visible = before.step.update.visible;
    for (int64_t i = visible.lower; i < visible.upper; i++) {
      CHECK_OK(rc_list_places(list, i, i + 1, &is));
      was = at_index(&before, i);
      if (!is_visible(&before, i)) continue;
      CHECK_EQUAL(is.lane, was.lane);
      const double by = is.offset - update.offset - place_of(&before, i);
      CHECK_F(fabs(by) < 1e-6, "in step %d item %d is %g off", (int)step, (int)i, by);
    }
    rc_list_destroy(list);
    CHECK_EQUAL(memory.bytes, 0);
  }
}

static const test_case cases[] = {
    CASE(in_as_many_lanes_all_is_where_it_was),
    CASE(what_is_above_where_a_lane_begins_stays_above),
    CASE(in_other_lanes_only_extents_come_back),
    CASE(lanes_come_back_page_by_page),
    CASE(items_whose_extents_are_known_have_lanes_again),
    CASE(what_was_on_screen_is_found_before_what_was_above_it),
    CASE(an_anchor_can_go_before_the_place_is_scrolled_to),
    CASE(a_screen_that_no_list_has_slides_nothing),
    CASE(without_memory_lanes_are_restored_again),
};

const test_suite suite_snapshot_lanes = SUITE(cases);
