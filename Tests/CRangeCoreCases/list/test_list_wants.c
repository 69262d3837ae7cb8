// What lists want of tickets, compared with what their states, places and foresight say.

#include <inttypes.h>
#include <string.h>

#include "list_fixture.h"

enum { MOST = 128 };

typedef struct {
  rc_ticket_want wants[MOST];
  rc_id ids[MOST];
  size_t count;
} wanted;

/// Ids are 1000 less than items, and each seventh has none.
static void copy_all(const list_fixture *f, wanted *it) {
  const int64_t count = rc_list_count(f->list);
  for (int64_t i = 0; i < count; i++) it->ids[i] = i % 7 == 6 ? RC_ID_NONE : i - 1000;
  CHECK_OK(rc_list_copy_ticket_wants(f->list, 0, count, it->ids, NULL, it->wants, &it->count));
}

/// The rank of an item by its state and distance, −1 if it is not wanted.
static int64_t rank_by_state(const list_fixture *f, int64_t item, rc_state state) {
  const double lower = f->update.offset + f->viewport.inset_start;
  const double upper = f->update.offset + f->viewport.length - f->viewport.inset_end;
  rc_item row;
  if ((state & RC_STATE_IN_HIERARCHY) == RC_STATE_MEASURE_LAYOUT) return -1;
  if ((state & RC_STATE_VISIBLE) != 0) return 0;
  if (rc_list_item(f->list, item, &row) != RC_STATUS_OK) return -2;
  const int64_t band = (state & RC_STATE_DISPLAY) != 0 ? 1 : 2;
  const bool is_before = row.offset < lower;
  const double distance = is_before ? lower - row.offset - row.extent : row.offset - upper;
  const bool is_trailing = is_before == (f->update.direction == RC_DIRECTION_FORWARD);
  const int64_t ticks = (int64_t)(distance * RC_TICKS_PER_POINT + 0.5);
  return (band << 56) + 2 * (ticks > 0 ? ticks : 0) + is_trailing;
}

static bool is_in(rc_interval items, int64_t i) {
  return items.lower <= i && i < items.upper;
}

/// Whether a host copies the want of an item: it is one of these, or the pinned header.
static bool is_asked(const list_fixture *f, rc_interval items, int64_t i) {
  rc_pinned_header header = {.index = -1};
  (void)rc_list_pinned_header(f->list, &header);
  return is_in(items, i) || i == header.index;
}

static void check_by_state(const list_fixture *f) {
  wanted it;
  size_t next = 0;
  rc_interval items;
  copy_all(f, &it);
  CHECK_OK(rc_list_ticket_items(f->list, &items));
  for (int64_t i = 0; i < rc_list_count(f->list); i++) {
    const rc_state state = rc_list_state(f->list, i);
    const int64_t rank = rank_by_state(f, i, state);
    CHECK(rank < 0 || is_asked(f, items, i));
    if (rank < 0 || it.ids[i] == RC_ID_NONE) continue;
    const rc_ticket_want *want = &it.wants[next++];
    CHECK_EQUAL(want->id, it.ids[i]);
    CHECK_F(want->rank == rank, "rank of %" PRId64 " is %" PRId64 ", not %" PRId64, i, want->rank,
            rank);
    CHECK_EQUAL(want->band, rank >> 56);
    CHECK_EQUAL(want->kind, RC_TICKET_WANT_KIND_START);
    CHECK_EQUAL(want->cost, 1);
    CHECK(!want->is_foreseen);
  }
  CHECK_EQUAL(it.count, next);
}

static void check_foreseen(const list_fixture *f, const rc_foresight *foresight) {
  wanted it;
  size_t next = 0;
  rc_interval items;
  copy_all(f, &it);
  CHECK_OK(rc_list_ticket_items(f->list, &items));
  for (int64_t i = 0; i < rc_list_count(f->list); i++) {
    const rc_state state = rc_list_state(f->list, i);
    const bool is_visible = (state & RC_STATE_VISIBLE) != 0;
    const int64_t place = rc__foresight_rank(foresight, i, 1);
    const bool is_kept = is_in(foresight->kept, i);
    CHECK(!(is_kept || is_visible) || is_asked(f, items, i));
    if (it.ids[i] == RC_ID_NONE || (place < 0 && !is_kept && !is_visible)) continue;
    const rc_ticket_want *want = &it.wants[next++];
    CHECK_EQUAL(want->id, it.ids[i]);
    CHECK(want->is_foreseen);
    CHECK_EQUAL(want->band, is_visible ? 0 : (state & RC_STATE_DISPLAY) != 0 ? 1 : 2);
    if (place >= 0 || !is_kept) {
      CHECK_EQUAL(want->rank, place);
      CHECK_EQUAL(want->kind, RC_TICKET_WANT_KIND_START);
      continue;
    }
    const rc_interval visible = f->update.visible;
    const int64_t beyond = i < visible.lower ? visible.lower - i : i + 1 - visible.upper;
    CHECK_EQUAL(want->rank, beyond > 0 ? beyond : 0);
    CHECK_EQUAL(want->kind, is_in(foresight->running, i) ? RC_TICKET_WANT_KIND_CONTINUE
                                                         : RC_TICKET_WANT_KIND_KEEP);
  }
  CHECK_EQUAL(it.count, next);
}

static void wants_follow_from_states_and_distances(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.viewport.inset_start = 40;
  fixture_update(&f, 0);
  check_by_state(&f);
  CHECK_OK(rc_list_mark_scrolled(f.list));
  static const double offsets[] = {2000, 2030, 1990, 4000, 9500, 9400, 0, -50};
  for (size_t i = 0; i < sizeof offsets / sizeof *offsets && !test_has_failed(); i++) {
    fixture_scroll(&f, offsets[i]);
    check_by_state(&f);
  }
}

static void wants_of_columns_and_modes_do_too(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 100));
  for (int mode = 0; mode < RC_RANGE_MODE_COUNT && !test_has_failed(); mode++) {
    CHECK_OK(rc_list_set_mode(f.list, (rc_range_mode)mode));
    fixture_update(&f, 730);
    check_by_state(&f);
  }
  // Nearby lists have no visible items; hidden ones have nothing.
  f.settings.presence = RC_PRESENCE_NEAR;
  fixture_configure(&f);
  fixture_update(&f, 730);
  wanted it;
  copy_all(&f, &it);
  CHECK(it.count > 0);
  for (size_t i = 0; i < it.count; i++) CHECK(it.wants[i].band != RC_TICKET_BAND_VISIBLE);
  f.settings.presence = RC_PRESENCE_AWAY;
  fixture_configure(&f);
  fixture_update(&f, 730);
  copy_all(&f, &it);
  CHECK_EQUAL(it.count, 0);
  rc_interval items;
  CHECK_OK(rc_list_ticket_items(f.list, &items));
  CHECK_INTERVAL(items, 0, 0);
}

static void items_in_a_range_of_the_apps_own_are_not_wanted(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_mark_scrolled(f.list));
  const rc_tuning wide = {9, 9, true};
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_FULL, RC_RANGE_APP_1, wide));
  fixture_update(&f, 4000);
  CHECK_EQUAL(rc_list_state(f.list, 0), RC_STATE_MEASURE_LAYOUT | RC_STATE_APP_1);
  check_by_state(&f);
  rc_interval items;
  CHECK_OK(rc_list_ticket_items(f.list, &items));
  CHECK_INTERVAL(items, 0, 90);
}

/// Scrolls at a velocity, and checks each update.
static void move(list_fixture *f, double velocity, int updates) {
  for (int i = 0; i < updates && !test_has_failed(); i++) {
    f->viewport.time += 1.0 / 60;
    fixture_scroll(f, f->viewport.offset + velocity / 60);
    rc_foresight foresight;
    CHECK_OK(rc_list_foresee(f->list, &foresight));
    check_foreseen(f, &foresight);
  }
}

static void wants_of_foresight_have_its_order_and_ranges(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.foresight = 1;
  fixture_configure(&f);
  CHECK_OK(rc_list_mark_scrolled(f.list));
  fixture_update(&f, 2000);
  rc_foresight foresight;
  CHECK_OK(rc_list_foresee(f.list, &foresight));
  check_foreseen(&f, &foresight);
  wanted it;
  copy_all(&f, &it);
  // Kept are 12 ..< 45, of which 13, 20, 27, 34 and 41 have no id.
  CHECK_EQUAL(it.count, 28);
  move(&f, 1200, 20);
  f.viewport.has_landing = true;
  f.viewport.landing_offset = 6000;
  move(&f, 3000, 20);
  f.viewport.has_landing = false;
  move(&f, -9000, 8);
  move(&f, 0, 10);
}

static void a_thumb_wants_no_more_than_what_is_near(void) {
  const int steps = test_stride() > 1 ? 10 : 40;
  FIXTURE(f, fixture_begin(&f, steps < 40 ? 400000 : 1000000));
  f.settings.foresight = 1;
  fixture_configure(&f);
  CHECK_OK(rc_list_mark_scrolled(f.list));
  fixture_update(&f, 2000000);
  f.viewport.is_dragged = true;
  for (int i = 1; i < steps && !test_has_failed(); i++) {
    f.viewport.time += 1.0 / 60;
    fixture_scroll(&f, 2000000 + i * 2000000);
    rc_foresight foresight;
    rc_interval items;
    CHECK_OK(rc_list_foresee(f.list, &foresight));
    CHECK(i < 5 || foresight.kept.upper - foresight.kept.lower > 100000);
    CHECK_OK(rc_list_ticket_items(f.list, &items));
    CHECK(items.lower <= f.update.visible.lower && f.update.visible.upper <= items.upper);
    CHECK(items.upper - items.lower <= (2 * 64 + 1) * 11);
  }
}

static void nothing_is_wanted_far_past_the_end(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.foresight = 1;
  fixture_configure(&f);
  CHECK_OK(rc_list_mark_scrolled(f.list));
  fixture_update(&f, 9500);
  rc_interval items;
  CHECK_OK(rc_list_ticket_items(f.list, &items));
  CHECK_EQUAL(items.upper, 100);
  fixture_scroll(&f, 11000);
  CHECK_OK(rc_list_ticket_items(f.list, &items));
  CHECK_INTERVAL(items, 0, 0);
}

static void a_pinned_header_is_wanted_first(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_mark_header(f.list, 2, 1));
  f.settings.foresight = 1;
  f.settings.pins_headers = true;
  fixture_configure(&f);
  CHECK_OK(rc_list_mark_scrolled(f.list));
  fixture_update(&f, 6000);
  CHECK_EQUAL(rc_list_state(f.list, 2), RC_STATE_IN_HIERARCHY);
  rc_foresight foresight;
  CHECK_OK(rc_list_foresee(f.list, &foresight));
  check_foreseen(&f, &foresight);
  wanted it;
  copy_all(&f, &it);
  CHECK_EQUAL(it.wants[0].id, -998);
  CHECK_EQUAL(it.wants[0].rank, -1);
}

// A phone book: between the header and the viewport nothing is wanted.
static void a_pinned_header_is_apart_from_what_is_wanted(void) {
  for (int foresight = 0; foresight < 2; foresight++) {
    FIXTURE(f, fixture_begin(&f, 100000));
    CHECK_OK(rc_list_mark_header(f.list, 0, 1));
    f.settings.foresight = foresight;
    f.settings.pins_headers = true;
    fixture_configure(&f);
    CHECK_OK(rc_list_mark_scrolled(f.list));
    fixture_update(&f, 9000000);
    rc_interval items;
    CHECK_OK(rc_list_ticket_items(f.list, &items));
    CHECK(items.lower > 89900 && items.upper < 90100);
    rc_pinned_header header;
    CHECK_OK(rc_list_pinned_header(f.list, &header));
    const rc_id id = 7;
    rc_ticket_want want;
    size_t count;
    CHECK_OK(rc_list_copy_ticket_wants(f.list, header.index, header.index + 1, &id, NULL, &want,
                                       &count));
    CHECK(count == 1 && want.band == RC_TICKET_BAND_VISIBLE &&
          want.kind == RC_TICKET_WANT_KIND_START);
    // In a row with others it is one of them.
    fixture_update(&f, 0);
    CHECK_OK(rc_list_ticket_items(f.list, &items));
    CHECK_EQUAL(items.lower, 0);
  }
}

static void costs_and_parts_are_taken_as_given(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  const rc_id ids[3] = {7, RC_ID_NONE, 9};
  const int64_t costs[3] = {70, 80, RC_TICKETS_COST_MAX};
  rc_ticket_want wants[3];
  size_t count = 9;
  CHECK_OK(rc_list_copy_ticket_wants(f.list, 10, 13, ids, costs, wants, &count));
  CHECK_EQUAL(count, 2);
  CHECK_EQUAL(wants[0].id, 7);
  CHECK_EQUAL(wants[0].cost, 70);
  CHECK_EQUAL(wants[1].id, 9);
  CHECK_EQUAL(wants[1].cost, RC_TICKETS_COST_MAX);
  CHECK_OK(rc_list_copy_ticket_wants(f.list, 50, 53, ids, costs, wants, &count));
  CHECK_EQUAL(count, 0);
}

static void wants_are_those_of_an_update_without_edits_since(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  rc_interval items;
  wanted it;
  CHECK_EQUAL(rc_list_ticket_items(f.list, &items), RC_STATUS_NOT_FOUND);
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_ticket_items(f.list, &items));
  CHECK_INTERVAL(items, 8, 18);
  // Nor does one count that fails.
  CHECK_EQUAL(rc_list_set_estimate(f.list, 1e9), RC_STATUS_LIMIT);
  CHECK_OK(rc_list_ticket_items(f.list, &items));
  // A header can be pinned, even if the rows are the same.
  CHECK_OK(rc_list_mark_header(f.list, 3, 1));
  CHECK_EQUAL(rc_list_ticket_items(f.list, &items), RC_STATUS_NOT_FOUND);
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_mark_provisional(f.list, 3, 4));
  CHECK_EQUAL(rc_list_ticket_items(f.list, &items), RC_STATUS_NOT_FOUND);
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_remove(f.list, 0, 1));
  CHECK_EQUAL(rc_list_ticket_items(f.list, &items), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_list_copy_ticket_wants(f.list, 0, 3, it.ids, NULL, it.wants, &it.count),
              RC_STATUS_NOT_FOUND);
}

static const test_case cases[] = {
    CASE(wants_follow_from_states_and_distances),
    CASE(wants_of_columns_and_modes_do_too),
    CASE(items_in_a_range_of_the_apps_own_are_not_wanted),
    CASE(wants_of_foresight_have_its_order_and_ranges),
    CASE(a_thumb_wants_no_more_than_what_is_near),
    CASE(nothing_is_wanted_far_past_the_end),
    CASE(a_pinned_header_is_wanted_first),
    CASE(a_pinned_header_is_apart_from_what_is_wanted),
    CASE(costs_and_parts_are_taken_as_given),
    CASE(wants_are_those_of_an_update_without_edits_since),
};

const test_suite suite_list_wants = SUITE(cases);
