// How much of a paged source has been loaded. Its totals are hints that may change or be wrong;
// only what arrived counts. The struct is public, so arithmetic on its fields must not overflow.

#include "../ranges/ranges.h"
#include "batch.h"
#include "rangecore_pages.h"

#define FIRST_PAGE_MAX 9007199254740992

static uint32_t next_token(uint32_t token) {
  return token == UINT32_MAX ? 1 : token + 1;
}

static bool is_request(const rc_pages *pages, uint32_t token) {
  return pages->is_fetching && pages->token == token;
}

rc_status rc_pages_init(rc_pages *pages, int64_t first_page) {
  if (pages == NULL || first_page < 0 || first_page > FIRST_PAGE_MAX) return RC_STATUS_ARGUMENT;
  *pages = (rc_pages){
      .first_page = first_page,
      .total_pages = RC_PAGES_UNKNOWN,
      .total_items = RC_PAGES_UNKNOWN,
  };
  return RC_STATUS_OK;
}

rc_status rc_pages_reset(rc_pages *pages) {
  if (pages == NULL) return RC_STATUS_ARGUMENT;
  *pages = (rc_pages){
      .first_page = pages->first_page,
      .total_pages = RC_PAGES_UNKNOWN,
      .total_items = RC_PAGES_UNKNOWN,
      .token = next_token(pages->token),
  };
  return RC_STATUS_OK;
}

bool rc_pages_has_more(const rc_pages *pages) {
  if (pages == NULL || pages->is_exhausted || pages->stalled_count >= RC__STALLED_MAX) return false;
  if (pages->total_pages >= 0) return pages->page_count < pages->total_pages;
  // Not computed from the number of items: a source may return fewer items per page than requested.
  if (pages->total_items >= 0) return pages->item_count < pages->total_items;
  return true;
}

rc_status rc_pages_begin(rc_pages *pages, int64_t *out_page, uint32_t *out_token) {
  if (pages == NULL || out_page == NULL || out_token == NULL) return RC_STATUS_ARGUMENT;
  if (pages->is_fetching) return RC_STATUS_BUSY;
  if (!rc_pages_has_more(pages)) return RC_STATUS_NOT_FOUND;
  pages->token = next_token(pages->token);
  pages->is_fetching = true;
  pages->has_failed = false;
  *out_page = rc__ticks_add_saturating(pages->first_page, pages->page_count);
  *out_token = pages->token;
  return RC_STATUS_OK;
}

rc_status rc_pages_receive(rc_pages *pages, uint32_t token, const rc_pages_reply *reply) {
  if (pages == NULL || reply == NULL) return RC_STATUS_ARGUMENT;
  if (reply->dropped_count < 0 || reply->dropped_count > reply->item_count) {
    return RC_STATUS_ARGUMENT;
  }
  if (!is_request(pages, token)) return RC_STATUS_STALE;
  int64_t kept = reply->item_count - reply->dropped_count;
  int64_t item_count = rc__ticks_add_saturating(pages->item_count, kept);
  if (item_count > RC_ITEM_COUNT_MAX) return RC_STATUS_LIMIT;

  pages->is_fetching = false;
  pages->page_count = rc__ticks_add_saturating(pages->page_count, 1);
  pages->item_count = item_count;
  pages->dropped_count = rc__ticks_add_saturating(pages->dropped_count, reply->dropped_count);
  if (reply->total_pages >= 0) pages->total_pages = reply->total_pages;
  if (reply->total_items >= 0) pages->total_items = reply->total_items;
  if (reply->item_count == 0) pages->is_exhausted = true;
  if (kept > 0) {
    pages->stalled_count = 0;
  } else if (pages->stalled_count < RC__STALLED_MAX) {
    pages->stalled_count++;
  }
  return RC_STATUS_OK;
}

static rc_status give_up(rc_pages *pages, uint32_t token, bool failed) {
  if (pages == NULL) return RC_STATUS_ARGUMENT;
  if (!is_request(pages, token)) return RC_STATUS_STALE;
  pages->is_fetching = false;
  pages->has_failed = failed;
  return RC_STATUS_OK;
}

rc_status rc_pages_fail(rc_pages *pages, uint32_t token) {
  return give_up(pages, token, true);
}

rc_status rc_pages_cancel(rc_pages *pages, uint32_t token) {
  return give_up(pages, token, false);
}
