// Gaps of a source of keys: from which side they are filled, how often, and what joins two pages.

#include <math.h>
#include <stdio.h>

#include "store_pair.h"

/// A store of keys with the page 1 2, the page 8 9 at the end, and an open gap between; the next
/// token is 3.
static store_pair *with_gap(int64_t page_size, const char *first, const char *last) {
  store_pair *p = both_begin(RC_STORE_SOURCE_KEYS);
  p->f.options.page_size = page_size;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.after = RC_STORE_SOME;
  (void)both_reply(p, 1, first);
  p->f.view.is_settled = true;
  (void)both_jump(p, RC_END_TAIL);
  (void)both_look(p, 0, 1, 0, 1);
  (void)both_reply(p, 2, last);
  return p;
}

static rc_store_load_state end_of(const store_pair *p, rc_end end) {
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_SENTINEL};
  (void)rc_store_load_at_end(p->f.store, end, &load);
  return load.state;
}

// == which side ==

static void gap_near_the_user_is_filled_from_their_side_wherever_they_scroll(void) {
  for (int is_backward = 0; is_backward < 2; is_backward++) {
    BOTH(p, with_gap(2, "1 2", "8 9"));
    p->f.view.direction = is_backward ? RC_DIRECTION_BACKWARD : RC_DIRECTION_FORWARD;
    CHECK_TEXT(both_look(p, 0, 2, 0, 5), "AFTER 2+2");
    CHECK_TEXT(both_reply(p, 3, "3 4"), "FILL 2-3 INSERT 3-5");
    CHECK_TEXT(store_slots(&p->f), "1 2 3 4 - 8 9");
    CHECK_TEXT(both_look(p, 5, 7, 2, 7), "BEFORE 8+2");
    CHECK_TEXT(both_reply(p, 4, "6 7"), "FILL 4-5 INSERT 4-6");
    CHECK_TEXT(store_slots(&p->f), "1 2 3 4 - 6 7 8 9");
  }
}

static void gap_row_on_screen_is_filled_once_until_the_user_moves(void) {
  BOTH(p, with_gap(2, "1 2", "18 19"));
  p->f.view.direction = RC_DIRECTION_BACKWARD;
  CHECK_TEXT(both_look(p, 1, 5, 0, 5), "BEFORE 18+2");
  // It stays on screen, as the row before it does.
  CHECK_TEXT(both_reply(p, 3, "16 17"), "FILL 2-3 INSERT 2-4");
  CHECK_TEXT(store_slots(&p->f), "1 2 - 16 17 18 19");
  CHECK_TEXT(both_look(p, 1, 5, 0, 7), "");
  p->f.view.time = 100;
  CHECK_TEXT(both_look(p, 1, 5, 0, 7), "");
  CHECK(isinf(p->f.plan.next_time));
  CHECK_TEXT(both_look(p, 0, 4, 0, 7), "BEFORE 16+2");
  // A reply without a new id fills nothing: that is made again.
  CHECK_TEXT(both_reply(p, 4, "17"), "");
  CHECK_TEXT(both_look(p, 0, 4, 0, 7), "BEFORE 17+2");
}

/// On a screen of seven rows.
static void gap_row_is_filled_on_while_all_slots_are_visible(void) {
  BOTH(p, with_gap(2, "1 2", "18 19"));
  CHECK_TEXT(both_look(p, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_TEXT(both_reply(p, 3, "3 4"), "FILL 2-3 INSERT 3-5");
  CHECK_TEXT(both_look(p, 0, 7, 0, 7), "AFTER 4+2");
  CHECK_TEXT(both_reply(p, 4, "5 6"), "FILL 4-5 INSERT 5-7");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 4 5 6 - 18 19");
  CHECK_TEXT(both_look(p, 0, 7, 0, 9), "");
}

enum { PAGE_TEXT = 160 };

/// Ids that follow one another.
static const char *page_from(int64_t first, int64_t count, char *text) {
  text[0] = 0;
  for (int64_t i = 0; i < count; i++) {
    const size_t used = strlen(text);
    snprintf(text + used, PAGE_TEXT - used, "%d ", (int)(first + i));
  }
  return text;
}

/// Answers requests at rest from 5,000 items, of which the first came last; returns how many.
static int requests_at_rest(store_pair *p, bool is_backward, int64_t first, int64_t last) {
  int count = 0;
  p->f.view.direction = is_backward ? RC_DIRECTION_BACKWARD : RC_DIRECTION_FORWARD;
  for (; count < 50 && !test_has_failed(); count++) {
    int64_t lower, upper;
    if (rc_store_find(p->f.store, first, &lower) != RC_STATUS_OK) return -1;
    if (rc_store_find(p->f.store, last, &upper) != RC_STATUS_OK) return -1;
    const int64_t slots = model_store_count(p->script.model);
    (void)both_look(p, lower, upper + 1, lower > 20 ? lower - 20 : 0,
                    upper + 21 < slots ? upper + 21 : slots);
    if (p->f.plan.request_count == 0) break;
    const rc_store_request request = p->f.plan.requests[0];
    const bool is_before = request.kind == RC_STORE_REQUEST_KIND_BEFORE;
    const int64_t from = is_before ? request.id - request.count : request.id + 1;
    char ids[PAGE_TEXT];
    p->f.told.before = p->f.told.after = RC_STORE_SOME;
    (void)both_reply(p, request.token, page_from(from, request.count, ids));
  }
  return count;
}

// 20 slots are wanted on each side of those on screen: four pages of 5, or one of 20, and one more.
static void jump_over_thousands_of_new_items_fills_little_at_rest(void) {
  static const int sizes[] = {5, 20}, most[] = {5, 2};
  for (int i = 0; i < 4; i++) {
    const int size = sizes[i / 2];
    const bool is_backward = i % 2 != 0;
    char first[PAGE_TEXT], last[PAGE_TEXT];
    // At the newest items, and below the gap.
    BOTH(p, with_gap(size, page_from(1, size, first), page_from(5001, size, last)));
    const int at_start = requests_at_rest(p, is_backward, 1, 5);
    const int below = requests_at_rest(p, is_backward, 5001, 5005);
    CHECK_F(at_start > 0 && at_start <= most[i / 2], "%d requests at the newest items", at_start);
    CHECK_F(below > 0 && below <= most[i / 2], "%d requests below the gap", below);
    const int64_t slots = model_store_count(p->script.model);
    CHECK_F(slots < 4 * 20 + 2 * size, "%d slots", (int)slots);
  }
}

/// A source that goes round in a circle: nothing is requested for ever.
static void source_in_a_circle_is_left_alone_at_rest(void) {
  for (int is_backward = 0; is_backward < 2; is_backward++) {
    BOTH(p, with_gap(2, "1 2", "8 9"));
    p->f.settings.page_limit = 2;
    both_set(p);
    p->f.view.direction = is_backward ? RC_DIRECTION_BACKWARD : RC_DIRECTION_FORWARD;
    int count = 0;
    for (; count < 40 && !test_has_failed(); count++) {
      (void)both_look(p, 0, 2, 0, 3);
      if (p->f.plan.request_count == 0) break;
      static const char *const circle[] = {"3 4", "5 6", "3 4", "5 6"};
      p->f.told.before = p->f.told.after = RC_STORE_SOME;
      (void)both_reply(p, p->f.plan.requests[0].token, circle[count % 4]);
    }
    CHECK_F(count < 6, "%d requests", count);
  }
}

// == what joins ==

static void id_that_has_moved_joins_nothing(void) {
  BOTH(p, with_gap(3, "1 2 3", "17 18 19"));
  CHECK_TEXT(both_look(p, 0, 3, 0, 7), "AFTER 3+3");
  // 18 was changed, and is first now of what has been since.
  CHECK_TEXT(both_reply(p, 3, "4 18 5"), "FILL 3-4 INSERT 4-6");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 4 5 - 17 18 19");
  CHECK_EQUAL(p->f.result.id_slots[1], 7);
  CHECK_TEXT(both_look(p, 6, 9, 3, 9), "BEFORE 17+3");
  CHECK_TEXT(both_reply(p, 4, "14 4 16"), "FILL 5-6 INSERT 5-7");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 4 5 - 14 16 17 18 19");
}

static void pages_join_at_their_ends_or_at_two_neighbours(void) {
  static const char *const after[] = {"4 5 17", "4 18 19"}, *const before[] = {"3 15 16", "1 2 16"};
  for (int i = 0; i < 2; i++) {
    BOTH(p, with_gap(3, "1 2 3", "17 18 19"));
    CHECK_TEXT(both_look(p, 0, 3, 0, 7), "AFTER 3+3");
    (void)both_reply(p, 3, after[i]);
    CHECK_TEXT(store_slots(&p->f), i == 0 ? "1 2 3 4 5 17 18 19" : "1 2 3 4 17 18 19");
    both_end(p);
    p = with_gap(3, "1 2 3", "17 18 19");
    CHECK_TEXT(both_look(p, 4, 7, 0, 7), "BEFORE 17+3");
    (void)both_reply(p, 3, before[i]);
    CHECK_TEXT(store_slots(&p->f), i == 0 ? "1 2 3 15 16 17 18 19" : "1 2 3 16 17 18 19");
  }
}

/// Two ids in the other order, or that are no neighbours, have moved.
static void ids_that_are_no_neighbours_in_both_join_nothing(void) {
  static const char *const replies[] = {"19 18 4", "18 4 19", "18"};
  for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
    BOTH(p, with_gap(3, "1 2 3", "17 18 19"));
    CHECK_TEXT(both_look(p, 0, 3, 0, 7), "AFTER 3+3");
    (void)both_reply(p, 3, replies[i]);
    CHECK_TEXT(store_slots(&p->f), i < 2 ? "1 2 3 4 - 17 18 19" : "1 2 3 - 17 18 19");
  }
  static const char *const others[] = {"4 2 1", "1 4 2", "2"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    BOTH(p, with_gap(3, "1 2 3", "17 18 19"));
    CHECK_TEXT(both_look(p, 4, 7, 0, 7), "BEFORE 17+3");
    (void)both_reply(p, 3, others[i]);
    CHECK_TEXT(store_slots(&p->f), i < 2 ? "1 2 3 - 4 17 18 19" : "1 2 3 - 17 18 19");
  }
}

/// Pages without slots are passed over, up to the next gap.
static void reply_joins_the_next_page_with_slots(void) {
  BOTH(p, with_gap(2, "1 2", "8 9"));
  CHECK_TEXT(both_look(p, 3, 5, 2, 5), "BEFORE 8+2");
  CHECK_TEXT(both_reply(p, 3, "9 1"), "");
  CHECK_TEXT(both_look(p, 0, 2, 0, 3), "AFTER 2+2");
  CHECK_TEXT(both_reply(p, 4, "3 8"), "FILL 2-3");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 8 9");
  both_end(p);
  // All that the page beyond held is gone, and the next one is beyond a gap.
  p = with_gap(2, "1 2", "8 9");
  CHECK_TEXT(both_remove(p, 8), "REMOVE 3-4");
  CHECK_TEXT(both_remove(p, 9), "REMOVE 3-4");
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 3), "AFTER 2+2 AFTER 9+2");
  CHECK_TEXT(both_reply(p, 3, "3 8"), "FILL 2-3 INSERT 3-5");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 8 -");
}

static void jump_joins_the_outermost_page_where_it_reaches_it(void) {
  BOTH(p, with_gap(3, "4 5 6", "17 18 19"));
  CHECK_EQUAL(both_jump(p, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "FIRST 3");
  // 5 was changed, and is the first one now; 1 to 3 are new.
  CHECK_TEXT(both_reply(p, 3, "5 1 2"), "INSERT 0-3");
  CHECK_TEXT(store_slots(&p->f), "1 2 - 4 5 6 - 17 18 19");
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "LAST 3");
  CHECK_TEXT(both_reply(p, 4, "18 19 20"), "INSERT 10-11");
  CHECK_TEXT(store_slots(&p->f), "1 2 - 4 5 6 - 17 18 19 20");
}

static void held_ids_that_come_twice_count_once(void) {
  BOTH(p, with_gap(3, "1 2 3", "17 18 19"));
  CHECK_TEXT(both_look(p, 0, 3, 0, 7), "AFTER 3+3");
  // 18, 18 and 19 are two neighbours.
  CHECK_TEXT(both_reply(p, 3, "4 18 18 19"), "FILL 3-4");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 4 17 18 19");
  CHECK_EQUAL(p->f.result.id_slots[1], 5);
  CHECK_EQUAL(p->f.result.id_slots[2], 5);
}

// == replies without an id ==

/// A filter on a server finds nothing in what it has read, and tells that there is more.
static void empty_reply_that_tells_of_more_keeps_the_gap(void) {
  for (int is_head = 0; is_head < 2; is_head++) {
    for (int64_t more = RC_STORE_SOME; more < 8; more += 9) {
      BOTH(p, with_gap(2, "1 2", "8 9"));
      const rc_end end = is_head ? RC_END_HEAD : RC_END_TAIL;
      const int64_t id = is_head ? 1 : 9, slot = is_head ? 0 : 4;
      CHECK_EQUAL(both_open_end(p, end), RC_STATUS_OK);
      const char *expected = is_head ? "BEFORE 1+2" : "AFTER 9+2";
      for (uint64_t token = 3; token < 6; token++) {
        CHECK_TEXT(both_look(p, slot, slot + 1, slot, slot + 1), expected);
        // For a host with cursors, each of these has another page.
        CHECK_EQUAL(p->f.plan.requests[0].id, id);
        CHECK_EQUAL(p->f.plan.requests[0].page, token > 3 ? (int64_t)token - 1 : is_head ? 1 : 2);
        *(is_head ? &p->f.told.before : &p->f.told.after) = more;
        (void)both_reply(p, token, "");
        CHECK_EQUAL(p->f.result.page, token < 5 ? (int64_t)token : 0);
        if (more > 0) break;
      }
      CHECK_EQUAL(end_of(p, end), more > 0 ? RC_STORE_LOAD_STATE_MORE : RC_STORE_LOAD_STATE_ENDED);
    }
  }
}

static void empty_reply_that_tells_of_nothing_more_ends_the_gap(void) {
  static const int64_t told[] = {RC_STORE_UNKNOWN, 0};
  for (int i = 0; i < 2; i++) {
    BOTH(p, with_gap(2, "1 2", "8 9"));
    CHECK_TEXT(both_look(p, 0, 2, 0, 3), "AFTER 2+2");
    p->f.told.after = told[i];
    CHECK_TEXT(both_reply(p, 3, ""), "REMOVE 2-3");
    CHECK_TEXT(store_slots(&p->f), "1 2 8 9");
  }
}

// == jumps into a gap ==

static void plan_tells_when_a_jump_into_a_gap_comes_to_rest(void) {
  // While nothing else is requested, while the gap is, and once that has failed.
  for (int way = 0; way < 3; way++) {
    BOTH(p, both_begin(RC_STORE_SOURCE_KEYS));
    p->f.settings.settle = 0.125;
    p->f.settings.jump_distance = 10;
    both_open(p);
    (void)both_look(p, 0, 0, 0, 0);
    p->f.told.after = 100;
    (void)both_reply(p, 1, "1 2");
    p->f.view.time = 1;
    CHECK_TEXT(both_look(p, 0, 2, 0, way == 0 ? 2 : 3), way == 0 ? "" : "AFTER 2+2");
    if (way == 2) CHECK_EQUAL(both_fail(p, 2, 1, 0), RC_STATUS_OK);
    p->f.view.time = 1.25;
    CHECK_TEXT(both_look(p, 50, 52, 50, 52), "");
    CHECK(p->f.plan.next_time == 1.375);
    p->f.view.time = 1.375;
    CHECK_TEXT(both_look(p, 50, 52, 50, 52), "AT 50+2!");
  }
}

static const test_case cases[] = {
    CASE(gap_near_the_user_is_filled_from_their_side_wherever_they_scroll),
    CASE(gap_row_on_screen_is_filled_once_until_the_user_moves),
    CASE(gap_row_is_filled_on_while_all_slots_are_visible),
    CASE(jump_over_thousands_of_new_items_fills_little_at_rest),
    CASE(source_in_a_circle_is_left_alone_at_rest),
    CASE(id_that_has_moved_joins_nothing),
    CASE(pages_join_at_their_ends_or_at_two_neighbours),
    CASE(ids_that_are_no_neighbours_in_both_join_nothing),
    CASE(reply_joins_the_next_page_with_slots),
    CASE(jump_joins_the_outermost_page_where_it_reaches_it),
    CASE(held_ids_that_come_twice_count_once),
    CASE(empty_reply_that_tells_of_more_keeps_the_gap),
    CASE(empty_reply_that_tells_of_nothing_more_ends_the_gap),
    CASE(plan_tells_when_a_jump_into_a_gap_comes_to_rest),
};

const test_suite suite_store_joins = SUITE(cases);
