#include <string.h>

#include "../harness.h"
#include "../library.h"

#define UNKNOWN RC_PAGES_UNKNOWN

static rc_pages pages_from(int64_t first_page) {
  rc_pages pages;
  rc_status status = rc_pages_init(&pages, first_page);
  if (status != RC_STATUS_OK) test_fail(__FILE__, __LINE__, "status %d", (int)status);
  return pages;
}

static rc_pages_reply reply_of(int64_t item_count, int64_t dropped_count) {
  return (rc_pages_reply){item_count, dropped_count, UNKNOWN, UNKNOWN};
}

/// Asks for the next page and answers; returns the page asked for, −1 where that failed.
static int64_t load(rc_pages *pages, rc_pages_reply reply) {
  int64_t page = -1;
  uint32_t token = 0;
  if (rc_pages_begin(pages, &page, &token) != RC_STATUS_OK) return -1;
  rc_status status = rc_pages_receive(pages, token, &reply);
  if (status != RC_STATUS_OK) test_fail(__FILE__, __LINE__, "status %d", (int)status);
  return page;
}

/// The rows that a host shows: the items, and a loading row while there is more.
static int64_t row_count(const rc_pages *pages) {
  return pages->item_count + rc_pages_has_more(pages);
}

static void new_pages_know_nothing(void) {
  rc_pages pages;
  memset(&pages, 0x5a, sizeof pages);
  CHECK_EQUAL(rc_pages_init(&pages, 1), RC_STATUS_OK);
  rc_pages expected = {.first_page = 1, .total_pages = -1, .total_items = -1};
  CHECK(memcmp(&pages, &expected, sizeof pages) == 0);
  CHECK(rc_pages_has_more(&pages));
}

static void init_takes_pages_from_zero_to_two_to_the_53(void) {
  rc_pages pages = pages_from(0), before = pages;
  CHECK_EQUAL(rc_pages_init(NULL, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_pages_init(&pages, -1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_pages_init(&pages, 9007199254740993), RC_STATUS_ARGUMENT);
  CHECK(memcmp(&pages, &before, sizeof pages) == 0);
  CHECK_EQUAL(rc_pages_init(&pages, 9007199254740992), RC_STATUS_OK);
  CHECK_EQUAL(rc_pages_init(&pages, 0), RC_STATUS_OK);
}

static void page_advances_when_it_arrives(void) {
  rc_pages pages = pages_from(1);
  int64_t page;
  uint32_t token, second;
  for (int i = 0; i < 3; i++) {
    CHECK_EQUAL(rc_pages_begin(&pages, &page, &token), RC_STATUS_OK);
    CHECK_EQUAL(page, 1);
    CHECK_EQUAL(rc_pages_begin(&pages, &page, &second), RC_STATUS_BUSY);
    CHECK(!pages.has_failed);
    CHECK_EQUAL(rc_pages_fail(&pages, token), RC_STATUS_OK);
    CHECK(pages.has_failed && !pages.is_fetching);
    CHECK_EQUAL(rc_pages_begin(&pages, &page, &token), RC_STATUS_OK);
    CHECK(!pages.has_failed && pages.is_fetching);
    CHECK_EQUAL(rc_pages_cancel(&pages, token), RC_STATUS_OK);
    CHECK(!pages.has_failed && !pages.is_fetching);
  }
  CHECK_EQUAL(load(&pages, reply_of(20, 0)), 1);
  CHECK_EQUAL(load(&pages, reply_of(20, 0)), 2);
  CHECK_EQUAL(load(&pages, reply_of(20, 0)), 3);
  CHECK_EQUAL(pages.item_count, 60);
}

static void empty_page_ends(void) {
  rc_pages pages = pages_from(0);
  rc_pages_reply empty = {0, 0, 100, 1000};
  load(&pages, reply_of(5, 0));
  CHECK_EQUAL(load(&pages, empty), 1);
  CHECK(pages.is_exhausted && !rc_pages_has_more(&pages));
  CHECK_EQUAL(row_count(&pages), 5);
  CHECK_EQUAL(load(&pages, empty), -1);
  uint32_t token;
  int64_t page;
  CHECK_EQUAL(rc_pages_begin(&pages, &page, &token), RC_STATUS_NOT_FOUND);
}

static void total_pages_count_before_total_items(void) {
  rc_pages pages = pages_from(1);
  rc_pages_reply reply = {10, 0, 3, 5};  // the items disagree
  load(&pages, reply);
  load(&pages, reply);
  CHECK(rc_pages_has_more(&pages));
  CHECK_EQUAL(load(&pages, reply), 3);
  CHECK(!rc_pages_has_more(&pages) && !pages.is_exhausted);
  CHECK_EQUAL(row_count(&pages), 30);
}

static void total_items_count_if_nothing_else_is_reported(void) {
  rc_pages pages = pages_from(1);
  rc_pages_reply reply = {10, 0, UNKNOWN, 21};
  load(&pages, reply);
  load(&pages, reply);
  CHECK(rc_pages_has_more(&pages));
  reply.item_count = 1;
  load(&pages, reply);
  CHECK(!rc_pages_has_more(&pages));
  reply = (rc_pages_reply){20, 0, UNKNOWN, 21};
  pages = pages_from(1);
  load(&pages, reply);
  CHECK(rc_pages_has_more(&pages));
  load(&pages, reply);  // more than was promised
  CHECK(!rc_pages_has_more(&pages));
  CHECK_EQUAL(row_count(&pages), 40);
}

static void reply_without_totals_leaves_the_known_ones(void) {
  rc_pages pages = pages_from(1);
  load(&pages, (rc_pages_reply){10, 0, 2, 20});
  rc_pages_reply silent = {10, 0, INT64_MIN, -7};
  load(&pages, silent);
  CHECK(pages.total_pages == 2 && pages.total_items == 20);
  CHECK(!rc_pages_has_more(&pages));
}

static void totals_may_grow_and_shrink(void) {
  rc_pages pages = pages_from(1);
  load(&pages, (rc_pages_reply){10, 0, 2, UNKNOWN});
  load(&pages, (rc_pages_reply){10, 0, 4, UNKNOWN});
  CHECK(rc_pages_has_more(&pages));
  load(&pages, (rc_pages_reply){10, 0, 1, UNKNOWN});  // below what is loaded
  CHECK(!rc_pages_has_more(&pages));
  CHECK_EQUAL(row_count(&pages), 30);
  pages = pages_from(1);
  load(&pages, (rc_pages_reply){10, 0, UNKNOWN, 100});
  load(&pages, (rc_pages_reply){10, 0, UNKNOWN, 3});
  CHECK(!rc_pages_has_more(&pages));
  CHECK_EQUAL(row_count(&pages), 20);
}

static void total_of_none_is_a_total(void) {
  rc_pages pages = pages_from(1);
  load(&pages, (rc_pages_reply){10, 0, 0, UNKNOWN});
  CHECK(!rc_pages_has_more(&pages));
  pages = pages_from(1);
  load(&pages, (rc_pages_reply){10, 0, UNKNOWN, 0});
  CHECK(!rc_pages_has_more(&pages));
  CHECK_EQUAL(row_count(&pages), 10);
}

static void page_twice_adds_no_row_and_does_not_loop(void) {
  rc_pages pages = pages_from(1);
  load(&pages, reply_of(10, 0));
  CHECK_EQUAL(load(&pages, reply_of(10, 10)), 2);
  CHECK_EQUAL(load(&pages, reply_of(10, 4)), 3);  // an offset that shifted
  CHECK_EQUAL(pages.stalled_count, 0);
  for (int i = 0; i < 3; i++) {
    CHECK(rc_pages_has_more(&pages));
    CHECK_EQUAL(load(&pages, reply_of(10, 10)), 4 + i);
  }
  CHECK(!rc_pages_has_more(&pages) && !pages.is_exhausted);
  CHECK(pages.item_count == 16 && pages.dropped_count == 44 && pages.page_count == 6);
  CHECK_EQUAL(row_count(&pages), 16);
}

static void reply_to_an_old_token_is_ignored(void) {
  rc_pages pages = pages_from(1);
  rc_pages_reply reply = reply_of(10, 0);
  int64_t page;
  uint32_t tokens[3];
  CHECK_EQUAL(rc_pages_receive(&pages, 0, &reply), RC_STATUS_STALE);
  CHECK_EQUAL(rc_pages_begin(&pages, &page, &tokens[0]), RC_STATUS_OK);
  CHECK_EQUAL(rc_pages_fail(&pages, tokens[0]), RC_STATUS_OK);
  CHECK_EQUAL(rc_pages_begin(&pages, &page, &tokens[1]), RC_STATUS_OK);
  CHECK_EQUAL(rc_pages_reset(&pages), RC_STATUS_OK);
  CHECK(pages.token != tokens[1]);
  CHECK_EQUAL(rc_pages_receive(&pages, tokens[1], &reply), RC_STATUS_STALE);
  CHECK_EQUAL(rc_pages_begin(&pages, &page, &tokens[2]), RC_STATUS_OK);
  for (int i = 0; i < 2; i++) {
    rc_pages before = pages;
    CHECK_EQUAL(rc_pages_receive(&pages, tokens[i], &reply), RC_STATUS_STALE);
    CHECK_EQUAL(rc_pages_fail(&pages, tokens[i]), RC_STATUS_STALE);
    CHECK_EQUAL(rc_pages_cancel(&pages, tokens[i]), RC_STATUS_STALE);
    CHECK(memcmp(&pages, &before, sizeof pages) == 0);
  }
  CHECK_EQUAL(rc_pages_receive(&pages, tokens[2], &reply), RC_STATUS_OK);
  CHECK_EQUAL(rc_pages_receive(&pages, tokens[2], &reply), RC_STATUS_STALE);
  CHECK_EQUAL(pages.item_count, 10);
}

static void tokens_wrap_past_zero(void) {
  rc_pages pages = pages_from(1);
  int64_t page;
  uint32_t token = 0;
  pages.token = UINT32_MAX;
  CHECK_EQUAL(rc_pages_begin(&pages, &page, &token), RC_STATUS_OK);
  CHECK_EQUAL(token, 1);
  pages.token = UINT32_MAX;
  CHECK_EQUAL(rc_pages_reset(&pages), RC_STATUS_OK);
  CHECK_EQUAL(pages.token, 1);
  pages.token = UINT32_MAX - 1;
  CHECK_EQUAL(rc_pages_reset(&pages), RC_STATUS_OK);
  CHECK_EQUAL(pages.token, UINT32_MAX);
}

static void one_new_item_is_progress_and_stalls_count_no_further_than_they_matter(void) {
  rc_pages pages = pages_from(1);
  for (int i = 1; i <= 2; i++) {
    CHECK_EQUAL(load(&pages, reply_of(5, 5)), i);
    CHECK_EQUAL(pages.stalled_count, i);
  }
  CHECK_EQUAL(load(&pages, reply_of(5, 4)), 3);
  CHECK_EQUAL(pages.stalled_count, 0);
  // The struct is open: a page may be in progress with any count.
  const int32_t counts[][2] = {{2, 3}, {3, 3}, {4, 4}, {INT32_MAX, INT32_MAX}};
  const rc_pages_reply nothing_new = reply_of(5, 5);
  for (size_t i = 0; i < 4; i++) {
    int64_t page;
    uint32_t token = 0;
    pages.stalled_count = 0;
    CHECK_EQUAL(rc_pages_begin(&pages, &page, &token), RC_STATUS_OK);
    pages.stalled_count = counts[i][0];
    CHECK_EQUAL(rc_pages_receive(&pages, token, &nothing_new), RC_STATUS_OK);
    CHECK_EQUAL(pages.stalled_count, counts[i][1]);
  }
}

static void reset_starts_at_the_first_page(void) {
  rc_pages pages;
  CHECK_EQUAL(rc_pages_init(&pages, 7), RC_STATUS_OK);
  load(&pages, (rc_pages_reply){10, 3, 5, 50});
  load(&pages, (rc_pages_reply){0, 0, 5, 50});
  CHECK_EQUAL(rc_pages_reset(&pages), RC_STATUS_OK);
  rc_pages expected = {.first_page = 7, .total_pages = -1, .total_items = -1};
  expected.token = pages.token;
  CHECK(memcmp(&pages, &expected, sizeof pages) == 0);
  CHECK_EQUAL(load(&pages, reply_of(1, 0)), 7);
}

static void receive_rejects_inconsistent_counts(void) {
  static const int64_t refused[][2] = {
      {-1, 0}, {5, -1}, {5, 6}, {INT64_MIN, INT64_MIN}, {-1, -1}, {INT64_MIN, INT64_MAX},
  };
  rc_pages pages = pages_from(1);
  int64_t page;
  uint32_t token;
  CHECK_EQUAL(rc_pages_begin(&pages, &page, &token), RC_STATUS_OK);
  rc_pages before = pages;
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    rc_pages_reply reply = reply_of(refused[i][0], refused[i][1]);
    CHECK_EQUAL(rc_pages_receive(&pages, token, &reply), RC_STATUS_ARGUMENT);
  }
  rc_pages_reply reply = reply_of(RC_ITEM_COUNT_MAX + 1, 0);
  CHECK_EQUAL(rc_pages_receive(&pages, token, &reply), RC_STATUS_LIMIT);
  CHECK(memcmp(&pages, &before, sizeof pages) == 0);
  reply.dropped_count = 1;
  CHECK_EQUAL(rc_pages_receive(&pages, token, &reply), RC_STATUS_OK);
  CHECK_EQUAL(pages.item_count, RC_ITEM_COUNT_MAX);
  CHECK_EQUAL(rc_pages_begin(&pages, &page, &token), RC_STATUS_OK);
  reply = reply_of(1, 0);
  CHECK_EQUAL(rc_pages_receive(&pages, token, &reply), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_pages_cancel(&pages, token), RC_STATUS_OK);
}

static void no_pages_are_harmless(void) {
  rc_pages pages = pages_from(1);
  rc_pages_reply reply = reply_of(1, 0);
  int64_t page;
  uint32_t token;
  CHECK_EQUAL(rc_pages_begin(NULL, &page, &token), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_pages_begin(&pages, NULL, &token), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_pages_begin(&pages, &page, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_pages_receive(NULL, 1, &reply), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_pages_receive(&pages, 1, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_pages_fail(NULL, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_pages_cancel(NULL, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_pages_reset(NULL), RC_STATUS_ARGUMENT);
  CHECK(!rc_pages_has_more(NULL));
}

/// A source of items 0 ..< count, in pages; each lie is one of the ways in which real ones go
/// wrong.
typedef struct {
  int64_t count, page_size;
  int64_t total_pages_lie, total_items_lie;
  bool tells_pages, tells_items;
  bool repeats, shrinks, fails;
} page_server;

enum { REPLIES_MAX = 200 };

/// What a client holds: which items it has seen, and how many.
typedef struct {
  bool has[64];
  int64_t count;
} client;

static rc_pages_reply serve(const page_server *server, int64_t page, client *held) {
  if (server->repeats && page % 2 == 1) page--;
  int64_t before = held->count, item_count = 0;
  for (int64_t i = 0; i < server->page_size; i++) {
    int64_t item = page * server->page_size + i;
    if (item >= server->count) break;
    item_count++;
    if (!held->has[item]) held->count++;
    held->has[item] = true;
  }
  rc_pages_reply reply = {item_count, item_count - (held->count - before), UNKNOWN, UNKNOWN};
  int64_t shrink = server->shrinks ? page : 0;
  if (server->tells_pages) {
    const int64_t pages = (server->count + server->page_size - 1) / server->page_size;
    reply.total_pages = pages + server->total_pages_lie - shrink;
  }
  if (server->tells_items) reply.total_items = server->count + server->total_items_lie - shrink;
  return reply;
}

static bool is_honest(const page_server *server) {
  return !server->repeats && !server->shrinks &&
         (!server->tells_pages || server->total_pages_lie >= 0) &&
         (!server->tells_items || server->tells_pages || server->total_items_lie >= 0);
}

static void check_server(const page_server *server) {
  rc_pages pages = pages_from(0);
  client held = {.count = 0};
  int64_t page, expected_page = 0;
  uint32_t token;
  int requests = 0;
  while (rc_pages_begin(&pages, &page, &token) == RC_STATUS_OK) {
    CHECK_F(requests++ < REPLIES_MAX, "it loops");
    CHECK_EQUAL(page, expected_page);
    if (server->fails && requests % 3 == 1) {
      CHECK_EQUAL(rc_pages_fail(&pages, token), RC_STATUS_OK);
      continue;
    }
    rc_pages_reply reply = serve(server, page, &held);
    CHECK_EQUAL(rc_pages_receive(&pages, token, &reply), RC_STATUS_OK);
    CHECK_EQUAL(pages.item_count, held.count);
    expected_page++;
  }
  CHECK_EQUAL(row_count(&pages), held.count);
  if (is_honest(server)) CHECK_EQUAL(held.count, server->count);
}

static void no_source_makes_it_loop_or_lose_a_row(void) {
  for (int bits = 0; bits < 32; bits++) {
    for (int lies = 0; lies < 25; lies++) {
      for (int64_t count = 0; count <= 20; count++) {
        page_server server = {
            .count = count,
            .page_size = 4,
            .total_pages_lie = lies % 5 * 2 - 4,
            .total_items_lie = lies / 5 * 4 - 8,
            .tells_pages = (bits & 1) != 0,
            .tells_items = (bits & 2) != 0,
            .repeats = (bits & 4) != 0,
            .shrinks = (bits & 8) != 0,
            .fails = (bits & 16) != 0,
        };
        check_server(&server);
        if (test_has_failed()) return;
      }
    }
  }
}

// Nothing that it gives is new, and its totals are always ahead.
static void source_that_repeats_itself_ends_after_three_pages(void) {
  rc_pages pages = pages_from(1);
  int requests = 0;
  while (rc_pages_has_more(&pages) && requests < 100) {
    load(&pages, (rc_pages_reply){10, requests == 0 ? 0 : 10, requests + 10, 1000});
    requests++;
  }
  CHECK_EQUAL(requests, 4);
}

static int64_t scribble(test_random *random) {
  static const int64_t values[] = {INT64_MIN,         INT64_MIN + 1, -2,       -1, 0, 1, 2,
                                   RC_ITEM_COUNT_MAX, INT64_MAX - 1, INT64_MAX};
  return values[test_random_in(random, 0, 9)];
}

static int64_t sum_or_end(int64_t a, int64_t b) {
  if (b > 0 && a > INT64_MAX - b) return INT64_MAX;
  return b < 0 && a < INT64_MIN - b ? INT64_MIN : a + b;
}

static void scribbled_pages_stay_defined(void) {
  test_random random = {test_seed(7)};
  for (int64_t i = 0; i < test_count(200000); i++) {
    rc_pages pages = {
        .first_page = scribble(&random),
        .page_count = scribble(&random),
        .item_count = scribble(&random),
        .dropped_count = scribble(&random),
        .total_pages = scribble(&random),
        .total_items = scribble(&random),
        .stalled_count = (int32_t)test_random_next(&random),
        .token = (uint32_t)test_random_in(&random, -1, 1),
        .is_fetching = test_random_one_in(&random, 2),
        .is_exhausted = test_random_one_in(&random, 4),
    };
    rc_pages_reply reply = {scribble(&random), scribble(&random), scribble(&random),
                            scribble(&random)};
    int64_t page;
    uint32_t token;
    rc_pages_has_more(&pages);
    if (rc_pages_begin(&pages, &page, &token) == RC_STATUS_OK) {
      CHECK_EQUAL(page, sum_or_end(pages.first_page, pages.page_count));
    }
    rc_pages_receive(&pages, pages.token, &reply);
    rc_pages_begin(&pages, &page, &token);
    rc_pages_fail(&pages, pages.token);
    CHECK_EQUAL(rc_pages_reset(&pages), RC_STATUS_OK);
  }
}

static const test_case cases[] = {
    CASE(new_pages_know_nothing),
    CASE(init_takes_pages_from_zero_to_two_to_the_53),
    CASE(page_advances_when_it_arrives),
    CASE(empty_page_ends),
    CASE(total_pages_count_before_total_items),
    CASE(total_items_count_if_nothing_else_is_reported),
    CASE(reply_without_totals_leaves_the_known_ones),
    CASE(totals_may_grow_and_shrink),
    CASE(total_of_none_is_a_total),
    CASE(page_twice_adds_no_row_and_does_not_loop),
    CASE(reply_to_an_old_token_is_ignored),
    CASE(tokens_wrap_past_zero),
    CASE(one_new_item_is_progress_and_stalls_count_no_further_than_they_matter),
    CASE(reset_starts_at_the_first_page),
    CASE(receive_rejects_inconsistent_counts),
    CASE(no_pages_are_harmless),
    CASE(no_source_makes_it_loop_or_lose_a_row),
    CASE(source_that_repeats_itself_ends_after_three_pages),
    CASE(scribbled_pages_stay_defined),
};

const test_suite suite_pages = SUITE(cases);
