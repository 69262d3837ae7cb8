// Several pages at first.

#include "store_pair.h"

static store_pair *begun(rc_store_source source, uint32_t first_pages) {
  store_pair *p = both_begin(source);
  p->f.options.first_pages = first_pages;
  both_open(p);
  return p;
}

/// The number of pages held.
static int64_t pages(const store_pair *p) {
  rc_store_counts counts = {.page_count = -1};
  (void)rc_store_get_counts(p->f.store, &counts);
  return counts.page_count;
}

static void first_request_is_for_several_pages(void) {  // (29)
  BOTH(p, begun(RC_STORE_SOURCE_OFFSETS, 3));
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+6!");
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "");
  p->f.told.total = 9;
  CHECK_TEXT(both_reply(p, 1, "1 2 3 4 5 6"), "INSERT 0-9");
  CHECK_EQUAL(pages(p), 3);
  // From then on, one at a time.
  CHECK_TEXT(both_look(p, 0, 4, 0, 7), "AT 6+2");
}

static void first_pages_are_fewer_of_a_short_source(void) {
  BOTH(p, begun(RC_STORE_SOURCE_OFFSETS, 4));
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+8!");
  CHECK_TEXT(both_reply(p, 1, "1 2 3"), "INSERT 0-3");
  CHECK_EQUAL(pages(p), 2);
  CHECK_TEXT(both_look(p, 0, 3, 0, 3), "AT 4+2");
  CHECK_TEXT(both_reply(p, 2, ""), "");
  // An empty source may have more by now than it had.
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  (void)both_look(p, 0, 3, 0, 3);
  CHECK_TEXT(both_reply(p, 3, ""), "REMOVE 0-3");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+8!");
}

static void first_pages_begin_at_the_place_and_end_with_the_source(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_OFFSETS));
  p->f.options.first_pages = 3;
  p->f.options.total = 11;
  both_open(p);
  static const struct {
    rc_store_target target;
    int64_t value;
    const char *requests;
  } cases[] = {
      {RC_STORE_TARGET_POSITION, 2, "AT 2+6!"},   {RC_STORE_TARGET_POSITION, 7, "AT 6+6!"},
      {RC_STORE_TARGET_POSITION, 10, "AT 6+6!"},  {RC_STORE_TARGET_LAST, 0, "AT 6+6!"},
      {RC_STORE_TARGET_POSITION, 20, "AT 16+6!"}, {RC_STORE_TARGET_FIRST, 0, "AT 0+6!"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK_EQUAL(both_refresh(p, cases[i].target, cases[i].value), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, 0, 11, 0, 11), cases[i].requests);
  }
}

static void first_pages_by_keys_are_one_page(void) {
  BOTH(p, begun(RC_STORE_SOURCE_KEYS, 3));
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "FIRST 6!");
  CHECK_TEXT(both_reply(p, 1, "1 2 3 4 5 6"), "INSERT 0-6");
  CHECK_EQUAL(pages(p), 1);
  CHECK_TEXT(both_look(p, 0, 4, 0, 6), "AFTER 6+2");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_LAST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 4, 0, 6), "LAST 6!");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ID, 5), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 4, 0, 6), "AT 5~6!");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_POSITION, 40), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 4, 0, 6), "AT 40+6!");
}

static void refresh_at_what_is_visible_is_for_that_alone(void) {
  BOTH(p, begun(RC_STORE_SOURCE_KEYS, 3));
  (void)both_look(p, 0, 0, 0, 0);
  (void)both_reply(p, 1, "1 2 3 4 5 6");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 1, 4, 1, 4), "AT 2~3!");
  BOTH(q, begun(RC_STORE_SOURCE_OFFSETS, 5));
  (void)both_look(q, 0, 0, 0, 0);
  q->f.told.total = 40;
  (void)both_reply(q, 1, "1 2 3 4 5 6 7 8 9 10");
  CHECK_EQUAL(both_refresh(q, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(q, 4, 6, 4, 6), "AT 2+6!");
}

static void first_pages_stay_within_the_limits(void) {
  BOTH(p, begun(RC_STORE_SOURCE_OFFSETS, 4));
  p->f.settings.request_limit = 0;
  both_set(p);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "");
  static const struct {
    int64_t pages, items;
    const char *requests;
  } cases[] = {{0, 0, "AT 0+8!"}, {3, 0, "AT 0+6!"}, {3, 5, "AT 0+4!"}, {9, 1, "AT 0+2!"}};
  p->f.settings.request_limit = 1;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    p->f.settings.page_limit = cases[i].pages;
    p->f.settings.item_limit = cases[i].items;
    both_set(p);
    CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, 0, 0, 0, 0), cases[i].requests);
  }
}

static const test_case cases[] = {
    CASE(first_request_is_for_several_pages),
    CASE(first_pages_are_fewer_of_a_short_source),
    CASE(first_pages_begin_at_the_place_and_end_with_the_source),
    CASE(first_pages_by_keys_are_one_page),
    CASE(refresh_at_what_is_visible_is_for_that_alone),
    CASE(first_pages_stay_within_the_limits),
};

const test_suite suite_store_fresh = SUITE(cases);
