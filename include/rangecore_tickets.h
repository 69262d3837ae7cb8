// Tickets: which loads to start, in which order, to cancel, and whose results to drop.
//
// A list tells which items to preload, display and show; so do two lists that show the same
// pictures. Tickets turn that into work: for each id there is one load at most, what is visible
// comes first, and what left is cancelled, or kept while there is room. Tickets load nothing: they
// tell the host which loads to start, and the host tells them how they ended:
//
//     list ──wants──┐
//     list ──wants──┴─▶ tickets ──start, priority, cancel, drop──▶ host
//                          ◀──finished, failed, cancelled──────────┘
//
// So no id is loaded twice at once, whoever wants it; nothing that is visible waits for what is
// not; and no more is held than the budgets allow.
//
// A session, with 2 loads at a time, 1 of them for what is not visible:
//
//     wants of list 7: 1 and 2 visible, 3 and 4 to preload
//     update at 0          START 1, START 2
//     finish 1 at 0.25
//     update at 0.25       START 3
//     wants of list 7: 3 and 4 visible, 5 to preload
//     update at 0.5        CANCEL 2, PRIORITY 3, START 4      1 is held, though nobody wants it
//     fail 4 at 0.75
//     update at 0.75       START 5; next time at 1.75
//     finish 3 at 1
//     update at 1.75       START 4, attempt 1
//
// The states of a ticket, with the orders that change them in capitals:
//
//                       START              finished             DROP
//     wanted ─▶ waiting ─────▶ running ───────────────▶ ready ─────────▶ gone
//                  ▲            │   ▲ START                  not wanted, or over
//                  ├── CANCEL ──┤   │ after its back-off     the budgets
//                  │     failed ▼   │
//                  └───────── failed ┘   no longer wanted: remembered, or gone
//
// == Wants ==
//
//  1. Each list, known by any number, has a set of wants, which replaces its set before. An empty
//     set ends it. An id that a list wants twice counts as wanted by two.
//  2. A want has a *rank*, lower being sooner, a *band* (visible, display or preload), a *cost*,
//     such as a size in bytes, as estimated, and a *kind*: START may be started, CONTINUE only
//     keeps a load in progress and its result, KEEP only keeps a result. It is *foreseen* if its
//     rank tells when the item will be on screen, as that of `rangecore_motion.h` does. Until all
//     that a list wants by START and shows has been loaded, or has failed, once, what is foreseen
//     and not shown counts as CONTINUE: the first screen shares the network with nothing.
//  3. If several lists want an id, the best want counts: START before CONTINUE before KEEP, then
//     the lower rank, then the higher cost, then one that is not foreseen; but the best band of
//     all.
//  4. A *ticket* is an id's work: WAITING, RUNNING, READY or FAILED. It is made by the first update
//     that finds it wanted. READY and RUNNING ones stay when no longer wanted. Of others, up
//     to 256 are remembered with their costs and failures, those last wanted longest ago being
//     forgotten first.
//
// == What an update does, in this order ==
//
//  5. The *cost* of a ticket is what its last load told, otherwise that of its want. *Held* is the
//     cost of all tickets that are READY or RUNNING.
//  6. A ticket *counts* if it is wanted by START, unless it FAILED and must wait; if it is wanted
//     by CONTINUE, and is RUNNING or READY; if it is wanted by KEEP, and is READY.
//  7. Tickets are *admitted* by kind, rank and id: all that count and are visible; then each of the
//     others that fits, so that all costs admitted come to the least of `budget` and `ahead_budget`
//     at most. The first that does not fit ends it: nothing overtakes it. One that would not fit
//     alone is passed over. So the best is held, always the same for the same wants, and no two
//     tickets fight for the last bytes.
//  8. CANCEL: each RUNNING ticket that has not been admitted for `grace`. A foreseen ticket is
//     cancelled at once when it is no longer wanted, or wanted by KEEP only.
//  9. CANCEL: while a visible ticket is to be started (10) and finds no slot free, the RUNNING
//     ticket that has not been admitted for longest, at a tie the one of the higher id. What is
//     admitted is never cancelled.
// 10. START, by kind, rank and id: what is admitted and WAITING, or FAILED and due, while fewer
//     than `running_limit` run. One that is neither visible nor foreseen starts only while fewer
//     than `ahead_limit` such tickets run (those that are no longer visible count too); visible and
//     foreseen ones overtake it while it waits.
// 11. Before a START, DROP until held and its cost come to `budget` at most: READY tickets that
//     nobody wants, the one last wanted longest ago first; then those that are not admitted, the
//     worst first. If that is not enough, a visible ticket starts even so; of the others, none
//     does.
// 12. DROP, as well, tickets that nobody wants, in that order, while they cost more than
//     `keep_budget`; and as before (11) while held is more than `budget`. What is admitted is never
//     dropped.
// 13. PRIORITY: an admitted RUNNING ticket whose band is not the one told last. A better band is
//     told at once, a worse one when it has been worse for `grace`.
// 14. Orders come in the order CANCEL, DROP, PRIORITY, START, one per ticket at most; each means
//     that the host has done it. Updating again with the same wants and time orders nothing. The
//     next time is that of a CANCEL (8), a PRIORITY (13) or a FAILED ticket that comes due.
//
// == How loads end ==
//
// 15. Each START ends once: by being finished, failed or cancelled by the host, or by a CANCEL. A
//     token that is not that of the ticket's load in progress is `STALE`: throw the result away.
// 16. A load that fails is started again, while it is wanted, after min(60, 2^(n−1)) × (1 + jitter)
//     seconds for the n-th failure in a row, and after `attempt_limit` of them only while it is
//     visible: there it is tried for as long as it is seen. Going out of range and back does not
//     shorten that. Failures are forgotten by a load that succeeds, by `rc_tickets_retry`, as when
//     the network is back, and once the ticket is not wanted: when it is due, or, at the limit, 60
//     seconds after it was last wanted.
// 17. A time before the latest one given counts as that.
//
// == Counters ==
//
// 18. A START is *useful* if its item was visible then or became so later; *churn* instead, if it
//     had been cancelled by then. Until then it is *open*; and *wasted*, once its ticket is
//     forgotten.
// 19. An *appearance* lasts from an update that finds an id visible to the first that does not; it
//     counts from 50 ms on, unless it began with the first update that found the list to show
//     anything. It is *late* if the ticket was not READY as it began; *noticed*, if then for 100 ms
//     or more; *missed*, if noticed and it lasted 300 ms or more.
// 20. The *load time* is the mean of what loads took from START to their end, failed ones too, each
//     counted as at most 5 seconds; with its mean deviation, as in `rangecore_motion.h`.
//
// == Wants of a list ==
//
// 21. Without foresight, the rank is (band, distance, side): the band of the item's state, then its
//     distance from the viewport in ticks, then the leading side before the trailing one. All items
//     with one of the three states are wanted, by START.
// 22. With foresight, what `rc_list_foresee` wants has its place in that order as its rank, by
//     START. Other items by CONTINUE where requests in progress are worth finishing, and by KEEP
//     where what is loaded is kept; these are ranked by their distance in items from the visible
//     ones. A pinned header is wanted first. All are foreseen.
// 23. Items without an id are not wanted.
//
// ```c
// rc_tickets *tickets;
// rc_tickets_create(NULL, &tickets);
// const rc_ticket_want wants[] = {{.id = 42, .rank = 1, .band = RC_TICKET_BAND_VISIBLE},
//                          {.id = 43, .rank = 2, .band = RC_TICKET_BAND_PRELOAD}};
// rc_tickets_set_wants(tickets, 1, wants, 2);
// rc_tickets_plan plan;
// rc_tickets_update(tickets, 0.0, &plan);
// for (size_t i = 0; i < plan.order_count; i++) {
//   const rc_ticket_order *it = &plan.orders[i];
//   if (it->kind == RC_TICKET_ORDER_KIND_START) {
//     // Load it->id; and when that has ended, with a size of 1000 bytes:
//     double seconds;
//     rc_tickets_finish(tickets, it->id, it->token, 1000, 0.42, &seconds);
//   }
// }
// rc_tickets_destroy(tickets);
// ```

#ifndef RANGECORE_TICKETS_H
#define RANGECORE_TICKETS_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest cost of a ticket: 2^40.
#define RC_TICKETS_COST_MAX 1099511627776
/// The most tickets and wants of all lists together: 2^22.
#define RC_TICKETS_COUNT_MAX 4194304

/// What a want is for.
typedef enum rc_ticket_want_kind {
  /// To load it.
  RC_TICKET_WANT_KIND_START = 0,
  /// Only to let a load in progress end, and to keep its result.
  RC_TICKET_WANT_KIND_CONTINUE = 1,
  /// Only to keep what is loaded.
  RC_TICKET_WANT_KIND_KEEP = 2,
  RC_TICKET_WANT_KIND_SENTINEL = 0x7fffffff
} rc_ticket_want_kind;

/// How urgent a load is, for the host's own priorities.
typedef enum rc_ticket_band {
  RC_TICKET_BAND_VISIBLE = 0,
  RC_TICKET_BAND_DISPLAY = 1,
  RC_TICKET_BAND_PRELOAD = 2,
  RC_TICKET_BAND_SENTINEL = 0x7fffffff
} rc_ticket_band;

/// A list's request for an id.
typedef struct rc_ticket_want {
  /// Not `RC_ID_NONE`.
  rc_id id;
  /// Lower is sooner.
  int64_t rank;
  /// As estimated, 0 … `RC_TICKETS_COST_MAX`.
  int64_t cost;
  rc_ticket_want_kind kind;
  rc_ticket_band band;
  /// The rank tells when the item will be on screen; see (8) and (10).
  bool is_foreseen;
} rc_ticket_want;

/// What can be changed at any time, with effect from the next update.
typedef struct rc_tickets_settings {
  /// Loads at a time; 0 for none. Default 6.
  uint32_t running_limit;
  /// Of these, loads of what is neither visible nor foreseen. Default 2^32 − 1, for any number:
  /// places kept free for visible items would be needed sooner, by items about to be visible.
  uint32_t ahead_limit;
  /// Failures in a row after which a load is not started again by itself until it is visible; 0
  /// for any number. Default 4.
  uint32_t attempt_limit;
  /// The most that all READY and RUNNING tickets may cost, >= 0; what is visible is loaded even so.
  /// Default 2^63 − 1, for any number, here and in the next two.
  int64_t budget;
  /// What is not visible is admitted only while all that is admitted costs no more than this, >= 0.
  int64_t ahead_budget;
  /// The most that READY tickets may cost once nobody wants them, >= 0.
  int64_t keep_budget;
  /// In seconds, finite, >= 0. Default 0.25.
  double grace;
} rc_tickets_settings;

/// The kind of an order.
typedef enum rc_ticket_order_kind {
  /// Cancel the load in progress: its result is not wanted.
  RC_TICKET_ORDER_KIND_CANCEL = 0,
  /// Release the result of a load.
  RC_TICKET_ORDER_KIND_DROP = 1,
  /// The load in progress has another band now.
  RC_TICKET_ORDER_KIND_PRIORITY = 2,
  /// Start a load.
  RC_TICKET_ORDER_KIND_START = 3,
  RC_TICKET_ORDER_KIND_SENTINEL = 0x7fffffff
} rc_ticket_order_kind;

/// Something for the host to do.
typedef struct rc_ticket_order {
  rc_id id;
  /// Of the load, from 1 on, never used again.
  uint64_t token;
  rc_ticket_order_kind kind;
  rc_ticket_band band;
  /// How many loads of this id have failed in a row.
  uint32_t attempt;
  uint32_t reserved;
} rc_ticket_order;

/// What an update asks of the host.
typedef struct rc_tickets_plan {
  /// Borrowed: valid until the next call that can change the tickets.
  const rc_ticket_order *orders;
  size_t order_count;
  /// When to update again even if nothing happens, in seconds; infinity for never.
  double next_time;
} rc_tickets_plan;

/// What a ticket is doing.
typedef enum rc_ticket_state {
  RC_TICKET_STATE_WAITING = 0,
  RC_TICKET_STATE_RUNNING = 1,
  RC_TICKET_STATE_READY = 2,
  RC_TICKET_STATE_FAILED = 3,
  RC_TICKET_STATE_SENTINEL = 0x7fffffff
} rc_ticket_state;

/// A ticket.
typedef struct rc_ticket {
  rc_ticket_state state;
  /// The best one that it is, or was last, wanted with.
  rc_ticket_band band;
  /// Of its last load; 0 if there was none.
  uint64_t token;
  int64_t cost;
  /// How many loads have failed in a row.
  uint32_t attempt;
  bool is_wanted;
  uint8_t reserved[3];
  /// If it FAILED: not started again before this time, in seconds; infinity for never. Otherwise
  /// −infinity.
  double retry_time;
} rc_ticket;

/// What has happened, since the tickets were created. See (18) to (20).
typedef struct rc_tickets_counters {
  int64_t started;
  int64_t done;
  int64_t failed;
  /// By orders and by the host.
  int64_t cancelled;
  int64_t dropped;
  /// Of those started.
  int64_t useful;
  int64_t churn;
  int64_t wasted;
  int64_t open;
  int64_t appearances;
  /// Of the appearances.
  int64_t late;
  int64_t noticed;
  int64_t missed;
  /// In seconds; 0.3 before the first load has ended, with a deviation of 0.
  double load_time;
  double load_deviation;
} rc_tickets_counters;

/// Tickets, shared by any number of lists.
///
/// Memory: about 200 bytes per ticket, and 40 per want.
typedef struct rc_tickets rc_tickets;

/// Creates tickets without any wants.
///
/// - `allocator`: copied; NULL for the C library's.
/// - `out_tickets`: owned by the caller; destroy them with `rc_tickets_destroy`.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`.
RC_API rc_status rc_tickets_create(const rc_allocator *allocator, rc_tickets **out_tickets);

/// Destroys tickets. Loads in progress are the host's to cancel. NULL is ignored.
RC_API void rc_tickets_destroy(rc_tickets *tickets);

/// Sets settings to their defaults. NULL is ignored.
RC_API void rc_tickets_settings_init(rc_tickets_settings *settings);

/// Changes the settings.
///
/// Errors: `ARGUMENT`. Complexity: O(1).
RC_API rc_status rc_tickets_set_settings(rc_tickets *tickets, const rc_tickets_settings *settings);

/// Copies the settings.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_tickets_get_settings(const rc_tickets *tickets,
                                         rc_tickets_settings *out_settings);

/// Replaces what a list wants, with effect from the next update.
///
/// - `list`: any number. `wants`: `count` of them, copied, in any order; may be NULL for 0.
///
/// Errors: `ARGUMENT`; `LIMIT`, see `RC_TICKETS_COUNT_MAX`; `NO_MEMORY`. Complexity: O(lists +
/// w log w), for w wants. The only call that allocates, and only if there are more tickets, or
/// wants, than ever before.
RC_API rc_status rc_tickets_set_wants(rc_tickets *tickets, int64_t list,
                                      const rc_ticket_want *wants, size_t count);

/// Decides what to do now, and lists it.
///
/// - `time`: in seconds, finite.
///
/// Errors: `ARGUMENT`. Complexity: O(lists × t + t log t) for t tickets. Never allocates.
RC_API rc_status rc_tickets_update(rc_tickets *tickets, double time, rc_tickets_plan *out_plan);

/// Ends a load that succeeded.
///
/// - `cost`: the actual one, 0 … `RC_TICKETS_COST_MAX`; −1 if it is as estimated.
/// - `time`: in seconds, finite.
/// - `out_seconds`: how long it took, for `rc_list_add_preload_time`; may be NULL.
///
/// Errors: `ARGUMENT`; `STALE`. Complexity: O(log t). Never allocates.
RC_API rc_status rc_tickets_finish(rc_tickets *tickets, rc_id id, uint64_t token, int64_t cost,
                                   double time, double *out_seconds);

/// Ends a load that failed.
///
/// - `jitter`: 0 … 1, such as a random number. All else as in `rc_tickets_finish`.
///
/// Errors: `ARGUMENT`; `STALE`. Complexity: O(log t). Never allocates.
RC_API rc_status rc_tickets_fail(rc_tickets *tickets, rc_id id, uint64_t token, double time,
                                 double jitter, double *out_seconds);

/// Ends a load that the host has cancelled by itself; the next update may start it again.
///
/// Errors: `ARGUMENT`; `STALE`. Complexity: O(log t).
RC_API rc_status rc_tickets_cancel(rc_tickets *tickets, rc_id id, uint64_t token);

/// Forgets the failures of an id, or of all for `RC_ID_NONE`, as when the network is back, so that
/// the next update can start the load again.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if the id's load has not failed. Complexity: O(log t), or O(t).
RC_API rc_status rc_tickets_retry(rc_tickets *tickets, rc_id id);

/// Notes that the result of an id is gone, as when the system has emptied a cache, or the item does
/// not exist any more. A load in progress goes on.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if there is no such ticket. Complexity: O(t).
RC_API rc_status rc_tickets_forget(rc_tickets *tickets, rc_id id);

/// Finds the ticket of an id, as of the last update and of what has ended since.
///
/// Errors: `ARGUMENT`; `NOT_FOUND`, also if it is WAITING and not wanted. Complexity: O(log t).
RC_API rc_status rc_tickets_find(const rc_tickets *tickets, rc_id id, rc_ticket *out_ticket);

/// Returns the counters.
///
/// Errors: `ARGUMENT`. Complexity: O(1).
RC_API rc_status rc_tickets_get_counters(const rc_tickets *tickets,
                                         rc_tickets_counters *out_counters);

/// Checks all invariants; for tests.
///
/// - `out_reason`: a static string that names the first one violated, NULL if none is. May be NULL.
///
/// Errors: `ARGUMENT`; `CORRUPT`. Complexity: O(t).
RC_API rc_status rc_tickets_validate(const rc_tickets *tickets, const char **out_reason);

// == of a list ==

/// Returns an interval that covers all items a list wants after its last update. Of those that
/// foresight only keeps, it covers the ones within 64 screenfuls.
///
/// The header that `rc_list_pinned_header` finds and the items that `rc_list_copy_kept` copies are
/// wanted too, but can be far from the others: copy the wants of those apart that are not among
/// these items.
///
/// - `out_items`: pass their ids to `rc_list_copy_ticket_wants`.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if the list or its settings have changed since that update.
/// Complexity: O(log n).
RC_API rc_status rc_list_ticket_items(rc_list *list, rc_interval *out_items);

/// Computes what the last update of a list wants of the items `lower ..< upper`.
///
/// - `ids`: one for each of them; `RC_ID_NONE` for an item that cannot be loaded.
/// - `costs`: as estimated, 0 … `RC_TICKETS_COST_MAX`, one for each; NULL if each costs 1.
/// - `out_wants`: room for upper − lower.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` as in `rc_list_ticket_items`. Complexity: O(log n + (upper −
/// lower) log n).
RC_API rc_status rc_list_copy_ticket_wants(rc_list *list, int64_t lower, int64_t upper,
                                           const rc_id *ids, const int64_t *costs,
                                           rc_ticket_want *out_wants, size_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
