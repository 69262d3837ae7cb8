// Pages: how much of a paged source has been loaded, and which page is next.
//
// For sources such as REST APIs with current_page, total_pages and total_items. A plain value: it
// stores counts only and owns nothing. Independent of lists.
//
// ```c
// rc_pages pages;
// int64_t page;
// uint32_t token;
// rc_pages_init(&pages, 1);
// while (rc_pages_has_more(&pages) && rc_pages_begin(&pages, &page, &token) == RC_STATUS_OK) {
//   // Fetch `page`, then report what it held, or call rc_pages_fail.
//   const rc_pages_reply reply = {.item_count = 20, .total_pages = 3, .total_items = 50};
//   rc_pages_receive(&pages, token, &reply);
// }
// ```

#ifndef RANGECORE_PAGES_H
#define RANGECORE_PAGES_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Stands for an unknown total.
#define RC_PAGES_UNKNOWN -1

/// The pages of a source, and how much of it has been loaded.
///
/// Can be stored anywhere and copied; modify it only with the functions below.
typedef struct rc_pages {
  /// The number that the source gives its first page; often 1.
  int64_t first_page;
  /// How many pages have arrived.
  int64_t page_count;
  /// How many items arrived and were kept.
  int64_t item_count;
  /// How many items were dropped because an earlier page contained them.
  int64_t dropped_count;
  /// As last reported, or `RC_PAGES_UNKNOWN`; a reply that reports no totals leaves them unchanged.
  int64_t total_pages;
  int64_t total_items;
  /// How many pages in a row brought no new item.
  int32_t stalled_count;
  /// Identifies the latest request; a reset changes it; 0 before the first.
  uint32_t token;
  /// A request is in progress.
  bool is_fetching;
  /// The latest request failed.
  bool has_failed;
  /// An empty page has arrived, so there are no more. See also `rc_pages_has_more`.
  bool is_exhausted;
  uint8_t reserved[5];
} rc_pages;

/// What a source answered to a request for a page.
typedef struct rc_pages_reply {
  /// Items in the page, including those that an earlier page contained.
  int64_t item_count;
  /// How many of them an earlier page contained, and the host drops; 0 … `item_count`.
  int64_t dropped_count;
  /// `RC_PAGES_UNKNOWN`, or any other negative number, if the reply does not report it.
  int64_t total_pages;
  int64_t total_items;
} rc_pages_reply;

/// Initialises pages at the beginning of a source, with nothing loaded.
///
/// - `first_page`: the number of the first page, 0 … 2^53.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_pages_init(rc_pages *pages, int64_t first_page);

/// Begins a request for the next page; returns its number and a token for the reply.
///
/// The number advances when a page *arrives*: after a failure the same page is requested again.
///
/// Errors: `ARGUMENT`; `BUSY` while a request is in progress; `NOT_FOUND` when there are no more
/// pages.
RC_API rc_status rc_pages_begin(rc_pages *pages, int64_t *out_page, uint32_t *out_token);

/// Records the reply to a request. It is taken as the page that was requested.
///
/// Errors: `ARGUMENT` for NULL or inconsistent counts; `STALE` if the token is not that of the
/// request in progress; `LIMIT` past `RC_ITEM_COUNT_MAX` items.
RC_API rc_status rc_pages_receive(rc_pages *pages, uint32_t token, const rc_pages_reply *reply);

/// Records that a request failed; the same page is next.
///
/// Errors: `ARGUMENT`; `STALE`.
RC_API rc_status rc_pages_fail(rc_pages *pages, uint32_t token);

/// Records that a request was cancelled; the same page is next, and it does not count as a failure.
///
/// Errors: `ARGUMENT`; `STALE`.
RC_API rc_status rc_pages_cancel(rc_pages *pages, uint32_t token);

/// Starts over at the first page; the reply to a request in progress will be stale.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_pages_reset(rc_pages *pages);

/// Returns whether there are more pages to request; false for NULL.
///
/// There are more until `total_pages` pages have arrived or, if only `total_items` is known, until
/// that many items were kept. There are none after an empty page, or after three pages in a row
/// without a new item.
RC_API bool rc_pages_has_more(const rc_pages *pages);

#ifdef __cplusplus
}
#endif

#endif
