// Pages, by whole histories of any replies, and what always holds of them.

#include <string.h>

#include "fuzz.h"

static void check(const rc_pages *pages) {
  CHECK(pages->item_count >= 0 && pages->item_count <= RC_ITEM_COUNT_MAX);
  CHECK(pages->page_count >= 0 && pages->dropped_count >= 0);
  bool has_more = rc_pages_has_more(pages);
  CHECK(!pages->is_exhausted || !has_more);
}

static void step(rc_pages *pages, uint32_t *token) {
  const rc_pages before = *pages;
  int64_t page = -7;
  rc_status status;
  uint32_t given = fuzz_enum(7) == 0 ? (uint32_t)fuzz_integer() : *token;
  switch ((unsigned)fuzz_enum(7) % 8) {
    case 0:
    case 1:
    case 2:
      status = rc_pages_begin(pages, &page, token);
      CHECK_EQUAL(status == RC_STATUS_BUSY, before.is_fetching);
      CHECK(status != RC_STATUS_NOT_FOUND || !rc_pages_has_more(&before));
      CHECK(status != RC_STATUS_OK || page == before.first_page + before.page_count);
      break;
    case 3:
      status = rc_pages_fail(pages, given);
      CHECK(status != RC_STATUS_OK || (pages->has_failed && !pages->is_fetching));
      break;
    case 4:
      status = rc_pages_cancel(pages, given);
      CHECK(status != RC_STATUS_OK || (!pages->has_failed && !pages->is_fetching));
      break;
    case 5:
      status = rc_pages_reset(pages);
      CHECK(!pages->is_fetching && pages->item_count == 0 && pages->page_count == 0);
      break;
    default: {
      rc_pages_reply reply = {fuzz_integer(), fuzz_integer(), fuzz_integer(), fuzz_integer()};
      status = rc_pages_receive(pages, given, &reply);
      if (status != RC_STATUS_OK) break;
      CHECK(given == before.token && before.is_fetching && !pages->is_fetching);
      CHECK_EQUAL(pages->page_count, before.page_count + 1);
      CHECK_EQUAL(pages->item_count, before.item_count + (reply.item_count - reply.dropped_count));
    }
  }
  CHECK(status == RC_STATUS_OK || memcmp(pages, &before, sizeof before) == 0);
  check(pages);
}

void fuzz_one(void) {
  rc_pages pages;
  uint32_t token = 0;
  memset(&pages, 0, sizeof pages);
  if (rc_pages_init(&pages, fuzz_integer()) != RC_STATUS_OK) {
    CHECK_EQUAL(rc_pages_init(&pages, 1), RC_STATUS_OK);
  }
  for (int i = 0; i < 100 && fuzz_has_more(); i++) step(&pages, &token);
}
