// A store: which pages of a source are loaded, which to request next, and which to drop.
//
// For a list whose items come from a server or a database in pages, in any order: a list that knows
// its length and shows placeholders, a feed that grows at both ends, a chat that opens in the
// middle. The store has no items, only their ids. The host tells it which slots are visible; it
// answers with the requests to make. The host makes them, and passes on the ids that arrive; the
// store answers with the edits to make, to a list or to any other view:
//
//     host ──slots that are visible, and wanted──▶ store ──requests──▶ host
//          ◀──edits, and the slot of each id────────────◀──ids that arrived──
//
// So no item is requested twice at once or shown twice, whatever the source does meanwhile; and no
// more is held than the limits allow, however long the user scrolls.
//
// A session, with pages of 20 of a source of 50 items, asked by position:
//
//     update                                     request 1: 20 items at 0, a refresh
//     receive 1: 20 ids, total 50                INSERT 0 ..< 50: 20 items, 30 placeholders
//     update, visible 0 ..< 10, wanted 0 ..< 30  request 2: 20 items at 20
//     update, visible 40 ..< 50, wanted 20 ..< 50, 0.1 s after that
//                                                nothing: a jump; next time in 0.1 s
//     update, the same, 0.1 s later              request 3: 20 items at 40
//     receive 3: 10 ids                          FILL 40 ..< 50
//     receive 2: 19 ids, as one was deleted      FILL 20 ..< 39, REMOVE 39 ..< 40
//     refresh                                    until its reply, everything stays as it is
//     update, visible 40 ..< 49                  request 4: 40 items at 20, a refresh
//     receive 4: these 29 ids, total 49          CLEAR 0 ..< 20
//
// A source that is asked by page number, such as an API with `page` and `total_pages`, is asked by
// position: a request is for `count ÷ page_size` pages from number `position ÷ page_size` on,
// counted from 0. Without placeholders, one page is requested after the other as the user scrolls,
// and `total_pages × page_size` will do as the total, although the last page may be short.
//
// What can be requested is a *place*: a page, an end, a side of a gap, a seam. Each is in one
// state:
//
//                    wanted, and a request free            reply
//        ┌─ MISSING ───────────────────────────▶ REQUESTED ───────▶ HELD
//        │     ▲                                   │   ▲             │
//        │     ├── no longer wanted: given up ─────┤   │             │
//        │     │                            failed ▼   │ after its   │
//        │     │                                FAILED ┘ back-off    │
//        │     └── over the limits, or left out by a refresh ────────┘
//        └─ the source has nothing there: ENDED
//
// == Slots, pages and gaps ==
//
//  1. A slot is an item of the host's list. It holds an item, by its id, or is a placeholder. No id
//     is ever in two slots.
//  2. A page is what one reply brought: a run of slots, which can be empty. It has a number, from 1
//     on, which is never used again, and a cost, such as its size in bytes.
//  3. A source of *offsets* is asked for positions. With a page size of s, cell k is the positions
//     k·s ..< (k + 1)·s; each request is for whole cells, and each page is that of a cell.
//     Positions are never compared with slots: when the source shifts, nothing shifts here.
//  4. In a source of offsets, the store knows that some cells exist. Those that are not held are
//     *missing*. In a store with placeholders, a missing cell has s slots, or as many as its page
//     had when it was dropped; the last one, if a total T is known, T − k·s. In a store without
//     placeholders it has none. Where the end is not known, the *tail* is open.
//  5. A source of *keys* is asked for what comes after or before an id, or for one of its ends. The
//     store holds pages, and *gaps* between and around them. A gap has a count, of the items known
//     to be there, and can be open: there may be more. It has as many slots as it counts, or none
//     in a store without placeholders; but between two pages at least one, the *gap row*. A gap
//     that counts none and is not open is gone.
//  6. A *place* is what can be requested on its own: a missing cell; the open tail; a loose seam
//     (22); a side of a gap; a jump to an end; the refresh. A place has at most one request at a
//     time, and so have the two sides of a gap together.
//  7. A new store has a refresh pending, at the source's start. With a total it has that many
//     placeholders at once.
//
// == Which requests to make ==
//
//  8. An update tells which slots are *visible*, and which are *wanted*: visible ones, and some
//     more to both sides. Its plan lists the requests, which have begun with it; those given up
//     since the update before; and the time of the next update, if one is needed that nothing else
//     causes. Between updates, both intervals follow the store's edits. Updating again with the
//     same arguments requests nothing more.
//  9. While a refresh is pending, nothing else is requested.
// 10. Otherwise, a place with slots is wanted if it shares one with what is wanted, and one without
//     slots if it lies within, borders included. If nothing is wanted, no place is, unless there
//     are no slots at all. In a store without placeholders, of a run of missing cells only one is a
//     place: the first, if a cell comes before the run and either none after it or the user scrolls
//     forward; otherwise the last.
// 11. The outermost gaps are requested from their page. A gap between two pages is requested from
//     the side that what is visible is on, or nearer to: after the page before it, also at a tie,
//     or before the page after it. Only if all of the gap is visible, as a gap row is, the
//     direction of scrolling decides: after a page when scrolling forward. So each page comes
//     between the user and what is left of the gap. A gap row that is visible is filled once: after
//     a reply with new ids, it is requested again only when an update has another first visible
//     slot, other than by the store's edits; or while all slots are visible, as the user cannot
//     move then. The page comes between the row and the side that the user came from: what they
//     read is the held slot next to the gap there, before it when scrolling forward and after it
//     otherwise; a host keeps that in place.
// 12. A *jump* is an update that shows slots of which none was wanted by the update before, while a
//     page is held. Only a refresh is requested in the `settle` seconds after it, or until an
//     update that is settled. So dragging a scroll bar requests only what it stops at; scrolling,
//     however fast, that overlaps what was wanted before is not a jump.
// 13. With a `jump_distance`, a store of keys refreshes at the first visible slot, by itself, if a
//     jump came to rest within a gap, further than that many slots from each page beside it. The
//     plan tells that time, whatever else is requested or has failed there.
// 14. Requests are made for jumps to an end first; then for what is visible, in the direction of
//     scrolling; then by the number of slots between the place and what is visible, at a tie on the
//     side that the user scrolls to first, and on one side outward.
// 15. `request_limit` requests are in progress at a time. If places wait for that alone, requests
//     for places that are no longer wanted are given up to make way for them, the furthest first,
//     at a tie the oldest. Other requests that are no longer wanted may finish. A request for a
//     cell is wanted as long as any place needs that cell.
// 16. A place whose request failed waits: the n-th failure in a row for min(60, 2^(n−1)) × (1 +
//     jitter) seconds. Others do not wait. A reply, `rc_store_retry` and a refresh forget failures;
//     scrolling away does not. A request that is cancelled can be made again at once. A request has
//     no time limit of its own: until the host ends it, its place is not requested again.
//
// == What a reply does ==
//
// 17. A reply may have any number of ids, repeated ones as well, of which the first counts. Its
//     result has edits, and the slot of each of its ids. The host applies the edits to its rows,
//     and then writes the content of each id to its slot: so an item keeps the place of the first
//     reply that had it, and gets the content of the last. An id that is held stays where it is;
//     only a refresh moves anything, and the host (36).
// 18. Offsets: the new ids of a reply for cell k are taken in runs of neighbours. A run is put
//     after the id before it if page k or the next one with slots holds that; or before the id
//     after it if page k or the one with slots before it does; or else in page k, where the reply
//     has got to: after the last of its ids that page k holds, at first at its start. Empty pages
//     are passed over, and missing cells are not. A reply *continues* that for cell k − 1 if it
//     starts with the id that must follow the last one of that (21), unless page k starts right
//     there anyway. A run that it starts with is put right after that last id, wherever this is
//     now; and a reply for the cell before a seam (22) starts right after the id before the seam.
//     The page there then counts as page k does. The cell is held then, even if its page is empty.
//     Shorter pages than s are not the end, and longer ones are kept whole.
// 19. Offsets: a total that is told, or follows from the position, the ids and what comes after
//     them, becomes T; the missing cells at the end follow it, held ones never do.
// 20. Offsets: an empty reply for a cell beyond all that are held is the end if it is the next one.
//     Otherwise the total was wrong: what was missing at the end is gone, and the tail is open. An
//     empty page overrides a total. Three replies in a row for the tail without a new id
//     are the end as well.
// 21. *Looking ahead*: on request, a store of offsets requests one item more than it needs, and
//     remembers for each id which one a reply told to follow it; or that none does, for the last id
//     of a source. The first reply counts as long as the next slot holds the id that it told.
// 22. A *seam* is after an id if the next slot holds another one than must follow; or if what must
//     follow is held elsewhere, and the next slot does not hold an id. Items were skipped
//     there, or are out of order, because the source shifted between two replies. A seam is a
//     place, at the slot after the id. Say that the last reply for cell k ended with that id, or if
//     none did, that page k holds it: cell k + 1, if it is held, is requested again; if that brings
//     nothing new, cell k; and so on, in turns. Where that cannot help, the store refreshes at what
//     is visible, by itself, but only once until an update has another first visible slot, as in
//     (11): if cell k + 1 is missing, after eight replies in a row without a new id, if eight in a
//     row continued one another, or if the total has changed by more than three pages since one of
//     the pages at the seam arrived. So rows that were skipped where nobody could see it are
//     repaired when they come into view, however far the source has shifted.
// 23. Keys: for a reply at a side of a gap, the *other* page is the first one with slots on the far
//     side. The two are joined where the reply reaches the other page: at the id that this has next
//     to the gap, or at two ids that follow each other in both. A single id from elsewhere in the
//     page has moved on the server; it stays where it is, and joins nothing. The *near* ids are
//     those that the reply has on the near side of where it joins; all, if it does not. Those that
//     are new become a page beside the gap; if none is new and the gap stays, an empty one, so that
//     the next request has the next key; or the same key, but this page, if the reply was empty. Of
//     the rest, runs of new ids whose neighbours in the reply are in adjacent slots are put between
//     them, and others are left out.
// 24. Keys: the gap's count drops by as many ids as the reply has. If no page is beyond, a number
//     told becomes its count instead; and `RC_STORE_SOME` makes it open. It is gone if the reply
//     tells that nothing is beyond, or joins; if it is empty, and does not tell that something is
//     beyond, as a source does that has filtered out all that it read; if it is the third in a row
//     for it without a new id; or if it counts none then and is not open. What is beyond is the
//     reply's `after` for a request after a page, its `before` for one before a page. If `after` is
//     not told, but the total is, and no earlier gap is open, it is the total less all that is
//     before.
// 25. Keys: a jump to an end requests the first or last page. Its new ids become the outermost
//     page. If the reply reaches the former outermost page, as in (23), it joins that. Otherwise
//     the gap that was outermost, or a new one, lies between, and is open. What is told beyond
//     becomes the outermost gap; none, if it is not told. A reply that has nothing new, and joins
//     nothing, changes nothing.
// 26. A request at a side that no longer borders on a gap is given up.
// 27. Edits fill placeholders from the side that was requested from, a cell's from its start. Ids
//     for which there is none are inserted where the filling ends; placeholders that are too many
//     are removed, and missing ones inserted, at the end of their place, as in places that are not
//     filled.
//
// == Refresh ==
//
// 28. Until the reply to a refresh, everything stays as it is. It gives up all requests, forgets
//     all failures and jumps, and replaces a refresh that is pending. One that fails is requested
//     again.
// 29. `RC_STORE_TARGET_ANCHOR` is what is visible. By offsets, those are its cells, moved on by the
//     hidden count (33), and one cell more on both sides. If the reply has none of the visible ids
//     of the page that the first of them is in, the refresh is requested once more before anything
//     changes: moved, instead of the hidden count, by how much the total that is told exceeds that
//     when this page arrived, unless those are the same cells. By keys, it is the held id nearest
//     to the first visible slot; if the reply is empty, the next nearest ones, three at most, and
//     then the source's start. If nothing is held or visible, it is the source's start. Elsewhere,
//     a refresh requests `first_pages` pages at once, or as many as the limits of pages and items
//     are: by offsets the target's cell and those after it, and where the source is known to have
//     fewer, more before it; by keys as many items.
// 30. The reply is the whole truth: all pages and gaps are replaced. By offsets, its ids fill the
//     requested cells in turn, and the last one takes the rest. By keys, they are one page, with a
//     gap before and after it as told; if that is not told, an open one, but none outside an end.
// 31. Ids that were held and still are keep their slots' identity through the edits. As few of them
//     move as possible; between two that stay, old and new slots are paired from the front.
// 32. An empty reply to a refresh at the start, or with a total of 0, is an empty source. Elsewhere
//     it changes nothing, and another refresh is pending: by offsets at the last item, if the reply
//     told a total and the refresh was at the anchor; else at the start.
// 33. The *hidden count* is by how much the total exceeds the slots: items that the source has and
//     no slot shows, such as new ones at its head, after a reply for a cell whose items had arrived
//     for the cell before.
//
// == Limits, and edits of the host's own ==
//
// 34. After a reply, while the pages, items or cost held are over their limit, the page furthest
//     from what is wanted is dropped, at a tie that on the side that the user scrolls away from.
//     Never one that shares a slot with what is wanted or adjoins it, where a gap row beside a page
//     counts as part of it; and never the last one. So a limit that is too small cannot cause
//     drop-and-refetch loops.
// 35. What is dropped is missing, or a gap, again. With placeholders its slots stay, so that
//     nothing moves; without, they are removed.
// 36. The host inserts ids only where nothing is missing beside them: between two held slots
//     without a place between them, before the first if the head has ended, after the last if the
//     tail has. One that it moves goes where it could be inserted, and into the page that it would
//     be inserted in; so the user's order lasts until a refresh. A page that loses its last id
//     stays.
// 37. `rc_store_open` says that there may be something at an end after all, as when polling. By
//     offsets, the last cell is requested again first if it was short. Without placeholders, the
//     tail opens right after the last cell that is held.
//
// == Edits ==
//
// 38. Each edit refers to the slots as the one before it left them. Applied in order, they turn the
//     slots before into those after. No id in both is inserted, removed, filled or cleared.
// 39. FILL and CLEAR do not change a list's items: a row that is dropped keeps its extent while it
//     is a placeholder.
//
// == Late pages ==
//
// 40. A place *shows* in an update that requests it, or would if it were not requested or waiting,
//     if it shares a slot with what is visible, or has none and lies within, borders included; but
//     not a seam, a jump or a refresh. A page is *late* if an update showed its place before it
//     arrived. The *stall* is for how long places have shown, from each such update to the next.
//
// == Age ==
//
// 41. A page's *age* counts from when it arrived. A page is *stale* once it is `max_age` seconds
//     old; and from a call of `rc_store_expire` on, if it was older then than that says. A store
//     without slots is as old as its last refresh.
// 42. While a slot of a stale page is visible, or a store without slots is stale, it refreshes at
//     what is visible, by itself: once no request is in progress, no jump to an end is pending, and
//     `settle` seconds after the last update that had another first visible slot than by the edits,
//     or when an update is settled. So it takes nothing from what the user waits for, pages that
//     nobody sees are not requested, and nothing on the screen changes until the reply, which
//     replaces the other pages too (30). The plan tells the time.
// 43. Such a refresh forgets no failures before its reply. If it fails or is cancelled, it is no
//     longer pending: places are requested as usual, and it is requested again after its back-off,
//     while (42) holds. An update that shows slots, but none of those visible when it was
//     requested, gives it up: it is made where the user comes to rest.
//
// So with a `max_age` of 60, a list that is left open refreshes once a minute. Offline for ten
// minutes it keeps what it has, and tries 14 times at most. On return, `rc_store_retry` has the
// next update try at once. An app that was in the background made no updates, and no requests; once
// it is seen again, what has become stale is refreshed. Without a `max_age`, it may call
// `rc_store_expire` then, such as with 30 seconds.
//
// ```c
// rc_store *store;
// rc_store_options options;
// rc_store_options_init(&options);
// rc_store_create(&options, NULL, &store);
// rc_store_view view = {.time = 0};
// rc_store_plan plan;
// rc_store_update(store, &view, &plan);  // a request of 20 items at 0
// rc_store_reply reply;
// rc_store_reply_init(&reply);
// reply.ids = (const rc_id[]){11, 12, 13};
// reply.count = 3;
// reply.total = 3;
// rc_store_result result;
// rc_store_receive(store, plan.requests[0].token, &reply, &result);
// for (size_t i = 0; i < result.edit_count; i++) {
//   const rc_edit *it = &result.edits[i];  // one: INSERT 0 ..< 3
//   (void)it;  // rc_list_insert, rc_list_remove or rc_list_move
// }
// rc_store_destroy(store);
// ```

#ifndef RANGECORE_STORE_H
#define RANGECORE_STORE_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Not told by a reply.
#define RC_STORE_UNKNOWN -1
/// Some; how many is not told. For `before` and `after` of a reply.
#define RC_STORE_SOME -2

/// What a source can be asked for.
typedef enum rc_store_source {
  /// Positions, in whole cells; page numbers are positions as well.
  RC_STORE_SOURCE_OFFSETS = 0,
  /// What comes after or before an id, and either end.
  RC_STORE_SOURCE_KEYS = 1,
  RC_STORE_SOURCE_SENTINEL = 0x7fffffff
} rc_store_source;

/// What a store is created with; it cannot be changed later.
typedef struct rc_store_options {
  /// Default `RC_STORE_SOURCE_OFFSETS`.
  rc_store_source source;
  /// Items per request, 1 … 2^31 − 1. Default 20.
  int64_t page_size;
  /// The number of items, 0 … `RC_ITEM_COUNT_MAX`, or `RC_STORE_UNKNOWN`, the default.
  int64_t total;
  /// Items that are known to be there have slots before they arrive. Default true.
  bool has_placeholders;
  /// Offsets only: notices items that were skipped between two pages, see (21). Default false.
  bool looks_ahead;
  /// Pages that the first request is for, to fill the screen at once, and other refreshes that are
  /// not at what is visible, see (29); at least 1, and at most 2^31 − 1 items. Default 1.
  uint32_t first_pages;
} rc_store_options;

/// What can be changed at any time. Limits apply from the next reply on.
typedef struct rc_store_settings {
  /// Requests in progress at a time; 0 for none. Default 3.
  uint32_t request_limit;
  /// The most pages, ids and cost to hold, >= 0; 0 for any number. Default 0.
  int64_t page_limit;
  int64_t item_limit;
  int64_t cost_limit;
  /// Keys only: see (13). In slots, >= 0; 0 for never. Default 0.
  int64_t jump_distance;
  /// In seconds, finite, >= 0. Default 0.1.
  double settle;
  /// Pages that are visible are refreshed once they are so old, see (41). In seconds, finite, >= 0;
  /// 0 for never. Default 0.
  double max_age;
} rc_store_settings;

/// What the user sees.
typedef struct rc_store_view {
  /// Slots that overlap the viewport.
  rc_interval visible;
  /// Slots to load, such as those within two screenfuls; contains `visible`, unless that is empty.
  rc_interval wanted;
  /// In seconds, finite. A time before the latest one given counts as that.
  double time;
  /// The direction of scrolling; none counts as forward.
  rc_direction direction;
  /// The view has come to rest: the scroll bar was released, or a scroll target reached.
  bool is_settled;
} rc_store_view;

/// What a request is for.
typedef enum rc_store_request_kind {
  /// Items from `position` on; or around `id`, if the position is −1.
  RC_STORE_REQUEST_KIND_AT = 0,
  /// The first items.
  RC_STORE_REQUEST_KIND_FIRST = 1,
  /// The last items.
  RC_STORE_REQUEST_KIND_LAST = 2,
  /// The items right after `id`.
  RC_STORE_REQUEST_KIND_AFTER = 3,
  /// The items right before `id`.
  RC_STORE_REQUEST_KIND_BEFORE = 4,
  RC_STORE_REQUEST_KIND_SENTINEL = 0x7fffffff
} rc_store_request_kind;

/// A request that has begun. It ends with `rc_store_receive`, `rc_store_fail` or `rc_store_cancel`,
/// or once it is listed as given up.
typedef struct rc_store_request {
  /// From 1 on, never used again by the store.
  uint64_t token;
  /// Of the first item, or −1.
  int64_t position;
  /// How many items to ask for.
  int64_t count;
  /// The id that `kind` refers to, or `RC_ID_NONE`.
  rc_id id;
  /// For a host that keeps cursors by page, the page that the id ends, begins or is in; 0 for none.
  int64_t page;
  rc_store_request_kind kind;
  /// How many requests for this have failed in a row.
  uint32_t attempt;
  bool is_refresh;
  uint8_t reserved[7];
} rc_store_request;

/// What an update asks of the host. The arrays are borrowed: valid until the next call that can
/// change the store.
typedef struct rc_store_plan {
  const rc_store_request *requests;
  size_t request_count;
  /// Tokens of requests given up since the update before; cancel them.
  const uint64_t *given_up;
  size_t given_up_count;
  /// When to update again even if nothing happens, in seconds; infinity for never.
  double next_time;
} rc_store_plan;

/// What a source answered.
typedef struct rc_store_reply {
  /// In the source's order; not kept. May be NULL for 0.
  const rc_id *ids;
  size_t count;
  /// How many items the source has before and after these, and in all: >= 0, or `RC_STORE_UNKNOWN`,
  /// the default; the first two also `RC_STORE_SOME`. More than `RC_ITEM_COUNT_MAX` counts as that.
  int64_t before;
  int64_t after;
  int64_t total;
  /// What `cost_limit` limits, >= 0. Default 0.
  int64_t cost;
  /// When it arrived, in seconds, as in `rc_store_view`; −infinity, the default, for the latest
  /// time given.
  double time;
} rc_store_reply;

/// What a call did. The arrays are borrowed: valid until the next call that can change the store.
typedef struct rc_store_result {
  const rc_edit *edits;
  size_t edit_count;
  /// For each id of the call the slot that holds it, or −1.
  const int64_t *id_slots;
  /// Numbers of pages that are gone, for a host that keeps something by page.
  const int64_t *dropped;
  size_t dropped_count;
  /// The number of the page that was made, the last one if they are several; 0 for none.
  int64_t page;
  /// How many ids were not held before, and are now.
  int64_t new_count;
} rc_store_result;

/// Where a refresh is.
typedef enum rc_store_target {
  /// At what is visible when it is requested.
  RC_STORE_TARGET_ANCHOR = 0,
  RC_STORE_TARGET_FIRST = 1,
  RC_STORE_TARGET_LAST = 2,
  /// At a position of the source.
  RC_STORE_TARGET_POSITION = 3,
  /// Around an id. Keys only.
  RC_STORE_TARGET_ID = 4,
  RC_STORE_TARGET_SENTINEL = 0x7fffffff
} rc_store_target;

/// What more can be loaded at a place.
typedef enum rc_store_load_state {
  /// Nothing; for the refresh, none is pending.
  RC_STORE_LOAD_STATE_ENDED = 0,
  RC_STORE_LOAD_STATE_MORE = 1,
  /// It is requested.
  RC_STORE_LOAD_STATE_LOADING = 2,
  /// The request failed.
  RC_STORE_LOAD_STATE_FAILED = 3,
  RC_STORE_LOAD_STATE_SENTINEL = 0x7fffffff
} rc_store_load_state;

/// The state of a place.
typedef struct rc_store_load {
  rc_store_load_state state;
  /// How many requests have failed in a row.
  uint32_t attempt;
  /// Not requested again before this time, in seconds; −infinity if none has failed.
  double retry_time;
  /// Of the request that failed last, for a host that keeps why; 0 if none has failed.
  uint64_t failed_token;
} rc_store_load;

/// A slot.
typedef struct rc_store_slot {
  /// `RC_ID_NONE` for a placeholder.
  rc_id id;
  /// The page that holds it; 0 for a placeholder.
  int64_t page;
  /// That of the missing cell or gap, for a placeholder; else ended.
  rc_store_load load;
} rc_store_slot;

/// How much a store holds, and how often it was late.
typedef struct rc_store_counts {
  int64_t slot_count;
  /// Slots that hold items.
  int64_t item_count;
  int64_t page_count;
  /// See (33); 0 if no total is known, for a source of keys, and without placeholders.
  int64_t hidden_count;
  int64_t cost;
  /// Since the store was created: pages that were late, and the stall in seconds. See (40).
  int64_t late_page_count;
  double stall;
} rc_store_counts;

/// A store.
///
/// Memory: about 32 bytes per id held, 40 if it looks ahead, and 250 per page. Missing cells and
/// counted gaps take none, except that cells whose pages were dropped with another number of slots
/// than usual take as much as a page, adjacent ones with the same number together.
typedef struct rc_store rc_store;

/// Sets options to their defaults. NULL is ignored.
RC_API void rc_store_options_init(rc_store_options *options);

/// Creates a store.
///
/// - `options`: NULL for the defaults.
/// - `allocator`: copied; NULL for the C library's.
/// - `out_store`: owned by the caller; destroy it with `rc_store_destroy`.
///
/// Errors: `ARGUMENT`, also for `looks_ahead` with a source of keys; `NO_MEMORY`.
RC_API rc_status rc_store_create(const rc_store_options *options, const rc_allocator *allocator,
                                 rc_store **out_store);

/// Destroys a store. NULL is ignored.
RC_API void rc_store_destroy(rc_store *store);

/// Sets settings to their defaults. NULL is ignored.
RC_API void rc_store_settings_init(rc_store_settings *settings);

/// Changes the settings.
///
/// Errors: `ARGUMENT`. Complexity: O(1).
RC_API rc_status rc_store_set_settings(rc_store *store, const rc_store_settings *settings);

/// Copies the settings.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_store_get_settings(const rc_store *store, rc_store_settings *out_settings);

/// Begins the requests that are to be made now, and lists them.
///
/// Errors: `ARGUMENT`, also for intervals out of bounds; `NO_MEMORY`. Complexity: O(log p + pages
/// wanted + (request limit + r) × r), for p pages and gaps held, and r requests and failures; O(log
/// p + r) more for each gap or seam that is wanted, and for a seam the ids of its page; O(p) more
/// for a refresh. Does not allocate while nothing is missing.
RC_API rc_status rc_store_update(rc_store *store, const rc_store_view *view,
                                 rc_store_plan *out_plan);

/// Sets a reply to no ids, and nothing told. NULL is ignored.
RC_API void rc_store_reply_init(rc_store_reply *reply);

/// Ends a request with the source's reply.
///
/// - `out_result`: one slot for each id of the reply.
///
/// Errors: `ARGUMENT`, also for `RC_ID_NONE`, negative numbers and times that are none; `STALE` if
/// the request is not in progress; `LIMIT` if there would be more slots than a list may have items,
/// or the costs would add up to more than 2^63 − 1: the request stays in progress; `NO_MEMORY`,
/// likewise. Complexity: O(a + p + d) expected, for a ids in the reply and d dropped; O(p + the ids
/// of its page) more for each further run of new ids, and each held id that is out of order; for a
/// refresh O((a + held) log a + a × moved runs).
RC_API rc_status rc_store_receive(rc_store *store, uint64_t token, const rc_store_reply *reply,
                                  rc_store_result *out_result);

/// Ends a request that failed.
///
/// - `time`: in seconds, as in `rc_store_view`. `jitter`: 0 … 1, such as a random number.
///
/// Errors: `ARGUMENT`; `STALE`; `NO_MEMORY`. Complexity: O(r).
RC_API rc_status rc_store_fail(rc_store *store, uint64_t token, double time, double jitter);

/// Ends a request without a failure; the next update may make it again.
///
/// Errors: `ARGUMENT`; `STALE`. Complexity: O(r).
RC_API rc_status rc_store_cancel(rc_store *store, uint64_t token);

/// Begins a refresh: the next update requests it.
///
/// - `value`: the position, 0 … `RC_ITEM_COUNT_MAX` − 1, or the id; otherwise ignored.
///
/// Errors: `ARGUMENT`. Complexity: O(r).
RC_API rc_status rc_store_refresh(rc_store *store, rc_store_target target, int64_t value);

/// Begins a jump to an end of a source of keys: its first or last page is requested. Without a page
/// held, it is a refresh there.
///
/// Errors: `ARGUMENT`, also for a source of offsets: scroll there, or refresh. Complexity: O(r).
RC_API rc_status rc_store_jump(rc_store *store, rc_end end);

/// Opens an end: there may be more.
///
/// Errors: `ARGUMENT`, also for the head of a source of offsets; `NO_MEMORY`. Complexity: O(p).
RC_API rc_status rc_store_open(rc_store *store, rc_end end);

/// Forgets all failures, so that the next update makes their requests again.
///
/// Errors: `ARGUMENT`. Complexity: O(1).
RC_API rc_status rc_store_retry(rc_store *store);

/// Makes pages stale that are old, such as when an app comes to the foreground, or is connected
/// again: the next updates refresh what is visible of them.
///
/// - `time`: in seconds, as in `rc_store_view`.
/// - `age`: pages that arrived more than so many seconds before `time` are stale, finite, >= 0.
///
/// Errors: `ARGUMENT`. Complexity: O(1).
RC_API rc_status rc_store_expire(rc_store *store, double time, double age);

/// Inserts ids of the host's own, in the page before the slot.
///
/// - `slot`: 0 … the number of slots.
/// - `ids`: `count` ids, distinct, and not held.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` where something is missing beside the slot: it will be found
/// where it belongs; `LIMIT`; `NO_MEMORY`. Complexity: O(a + p).
RC_API rc_status rc_store_insert(rc_store *store, int64_t slot, const rc_id *ids, size_t count,
                                 rc_store_result *out_result);

/// Moves an id to another slot, in the page before that.
///
/// - `to`: its slot afterwards, 0 … the number of slots − 1.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if it is not held, or something is missing beside the slot;
/// `NO_MEMORY`. Complexity: O(p + the ids of both pages).
RC_API rc_status rc_store_move(rc_store *store, rc_id id, int64_t to, rc_store_result *out_result);

/// Removes an id.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if it is not held. Complexity: O(p + its page).
RC_API rc_status rc_store_remove(rc_store *store, rc_id id, rc_store_result *out_result);

/// Returns how many slots, items, pages and hidden items a store has, and its cost.
///
/// Errors: `ARGUMENT`. Complexity: O(1).
RC_API rc_status rc_store_get_counts(const rc_store *store, rc_store_counts *out_counts);

/// Returns what a slot holds.
///
/// Errors: `ARGUMENT`, also for a slot out of bounds. Complexity: O(log p + r).
RC_API rc_status rc_store_get_slot(const rc_store *store, int64_t slot, rc_store_slot *out_slot);

/// Finds the slot of an id.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if it is not held. Complexity: O(log p + its page) expected.
RC_API rc_status rc_store_find(const rc_store *store, rc_id id, int64_t *out_slot);

/// Returns what more can be loaded at an end: beside the outermost page, or by a jump to this end
/// that is pending; by the refresh while no page is held.
///
/// Errors: `ARGUMENT`. Complexity: O(r).
RC_API rc_status rc_store_load_at_end(const rc_store *store, rc_end end, rc_store_load *out_load);

/// Returns the state of the refresh.
///
/// Errors: `ARGUMENT`. Complexity: O(r).
RC_API rc_status rc_store_load_of_refresh(const rc_store *store, rc_store_load *out_load);

/// Checks all invariants; for tests.
///
/// - `out_reason`: a static string that names the first one violated, NULL if none is. May be NULL.
///
/// Errors: `ARGUMENT`; `CORRUPT`. Complexity: O(slots held).
RC_API rc_status rc_store_validate(const rc_store *store, const char **out_reason);

#ifdef __cplusplus
}
#endif

#endif
