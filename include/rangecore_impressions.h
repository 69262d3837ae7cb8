// Impressions: which items were really seen, for how long, and how much of them.
//
// That an item was on screen says little: a fling shows hundreds for two frames each. By the
// guidelines of the Media Rating Council a picture counts as seen once half of it has been on
// screen for one second without a break; a video after two, a large one by three tenths. Each app
// with a feed writes that by hand, with a timer for each row, and counts what has flown by, what a
// bar covers, or what is in a window that nobody looks at.
//
// Impressions take *views*, which say how much of which id is on screen, and the time; and tell
// what was *seen*, what has *left*, and when to look again:
//
//     list ──views──┐
//     list ──views──┴─▶ impressions ──seen, left, crossed──▶ app
//     time, whether anybody looks ─┘  └─next time─▶ timer
//
// They know ids alone, no positions and no rows; so edits, recycled rows and pages that are dropped
// break nothing. Nothing is missed between two updates either: what an update says holds until the
// next, and an event has the time at which it happened, however late the update.
//
// A session with one rule, half an item for a second; item 5 is 200 points long:
//
//     views: 90 points of 5
//     update at 0           nothing
//     views: 110 points of 5
//     update at 1           next time at 2
//     views: none
//     update at 3.5         SEEN 5 at 2, after 1 second; LEFT 5 at 3.5, after 2.5 seconds
//     views: 200 points of 5
//     update at 9           nothing: 5 was seen before
//
// == Rules ==
//
//  1. A *rule* is a fraction and a time. There are up to four, for life, and a view names one.
//  2. A view *qualifies* if somebody looks (`is_active`), some of it is visible, and visible ×
//     cross >= fraction × the lesser of its extent and of its viewport. So an item that is longer
//     than the screen counts by what can be seen of it, and with a fraction of 0 a tick is enough.
//  3. An id may have views in several lists, and several in one. Of those that qualify the first
//     counts, by the number of the list, then in order.
//
// == What was seen ==
//
//  4. An id *dwells* from the update that finds that it qualifies to the first that finds that it
//     does not, or does by another rule, which begins a new one. Times of several dwells are never
//     added up.
//  5. An id is SEEN when it has dwelled as long as its rule says. Whatever an update is told, all
//     that has come due by its time is SEEN first, also what ends with it.
//  6. An id that was SEEN is not again in this session. `rc_impressions_reset` begins another: the
//     next update first does (5), then ends all dwells; what still qualifies dwells from then on.
//  7. LEFT tells the end of a dwell in which its id was SEEN, and how long it was.
//
// == Fractions crossed ==
//
//  8. With *thresholds*, CROSSED tells that an id has come to another *level*: how many of them it
//     reaches. It reaches one if some of it is visible, somebody looks, and visible × cross >=
//     threshold × extent; of several views that which reaches most counts. So a level of 0 is an
//     id of which nothing is visible or, without a threshold of 0, too little. It is what an
//     `IntersectionObserver` of a browser reports.
//
// == Updates ==
//
//  9. The views of a list, known by any number, replace its views before, with effect from the next
//     update. What has none is not visible. None at all ends the list.
// 10. Events come in the order SEEN, by time and id; LEFT, by id; CROSSED, by id. The same views at
//     the same time again give none, and it makes no difference how often they are repeated.
// 11. The next time is that of the next SEEN: update then, even if nothing happens.
// 12. A time before the latest one given counts as that.
//
// == Views of a list ==
//
// 13. Of a list, that is visible which is within its viewport, less its insets and less what a
//     pinned header covers; and of the pinned header what is drawn of it. Its viewport is the
//     viewport less its insets, for what is not pinned also less what the header covers.
// 14. Items without an id, and of which nothing is visible, have no view.
//
// ```c
// rc_impressions *impressions;
// rc_impressions_create(NULL, NULL, &impressions);
// const rc_impression_view view = {.id = 5, .extent = 200, .viewport = 600, .visible = 110,
//                                  .cross = 1};
// rc_impressions_set_views(impressions, 1, &view, 1);
// rc_impressions_report report;
// rc_impressions_update(impressions, 1, true, &report);  // report.next_time is 2
// rc_impressions_update(impressions, 2, true, &report);
// for (size_t i = 0; i < report.event_count; i++) {
//   const rc_impression *it = &report.events[i];
//   if (it->kind == RC_IMPRESSION_KIND_SEEN) printf("%d at %g\n", (int)it->id, it->time);
// }
// rc_impressions_destroy(impressions);
// ```

#ifndef RANGECORE_IMPRESSIONS_H
#define RANGECORE_IMPRESSIONS_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most rules.
#define RC_IMPRESSION_RULE_COUNT 4
/// The most thresholds.
#define RC_IMPRESSION_THRESHOLD_COUNT 32
/// The most views of all lists together, and the most ids that are remembered: 2^22.
#define RC_IMPRESSIONS_COUNT_MAX 4194304

/// When an item counts as seen.
typedef struct rc_impression_rule {
  /// How much of it, 0 … 1.
  double fraction;
  /// For how long, finite, >= 0.
  double seconds;
} rc_impression_rule;

/// What impressions are created with.
typedef struct rc_impressions_options {
  /// Default: half of an item for one second.
  rc_impression_rule rules[RC_IMPRESSION_RULE_COUNT];
  /// See (8). Ascending, 0 … 1 each.
  double thresholds[RC_IMPRESSION_THRESHOLD_COUNT];
  /// 1 … `RC_IMPRESSION_RULE_COUNT`. Default 1.
  uint32_t rule_count;
  /// 0 … `RC_IMPRESSION_THRESHOLD_COUNT`. Default 0.
  uint32_t threshold_count;
} rc_impressions_options;

/// How much of an id is on screen in a list. Lengths have any unit, such as ticks, the same in one
/// view, and are in 0 … 2^53.
typedef struct rc_impression_view {
  /// Not `RC_ID_NONE`.
  rc_id id;
  /// Its own length along the axis.
  int64_t extent;
  /// How much of it can be seen at most: the length of its viewport.
  int64_t viewport;
  /// How much of it is on screen along the axis.
  int64_t visible;
  /// Which part of that is on screen across the axis, 0 … 1; 1 if the list is as wide as it seems.
  double cross;
  /// Its rule, less than `rule_count`.
  uint32_t rule;
  uint32_t reserved;
} rc_impression_view;

/// The kind of an event.
typedef enum rc_impression_kind {
  RC_IMPRESSION_KIND_SEEN = 0,
  RC_IMPRESSION_KIND_LEFT = 1,
  RC_IMPRESSION_KIND_CROSSED = 2,
  RC_IMPRESSION_KIND_SENTINEL = 0x7fffffff
} rc_impression_kind;

/// Something that has happened to an id.
typedef struct rc_impression {
  rc_id id;
  /// When, in seconds. For SEEN this may be before the update.
  double time;
  /// For SEEN and LEFT: how long it had dwelled by then. For CROSSED 0.
  double seconds;
  /// For CROSSED: visible × cross ÷ extent, 0 … 1. For others 0.
  double fraction;
  rc_impression_kind kind;
  /// For SEEN and LEFT: the rule that counted. For CROSSED 0.
  uint32_t rule;
  /// For CROSSED: how many thresholds it reaches. For others 0.
  uint32_t level;
  uint32_t reserved;
} rc_impression;

/// What an update tells.
typedef struct rc_impressions_report {
  /// Borrowed: valid until the next call that can change the impressions.
  const rc_impression *events;
  size_t event_count;
  /// When to update again even if nothing happens, in seconds; infinity for never.
  double next_time;
} rc_impressions_report;

/// Impressions, shared by any number of lists.
///
/// Memory: at most 48 bytes per id that was SEEN in a session, and 800 per view.
typedef struct rc_impressions rc_impressions;

/// Sets the defaults documented at each field. NULL is ignored.
RC_API void rc_impressions_options_init(rc_impressions_options *options);

/// Creates impressions without any views.
///
/// - `options`: copied; NULL for the defaults. `allocator`: copied; NULL for the C library's.
/// - `out_impressions`: owned by the caller; destroy them with `rc_impressions_destroy`.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`.
RC_API rc_status rc_impressions_create(const rc_impressions_options *options,
                                       const rc_allocator *allocator,
                                       rc_impressions **out_impressions);

/// Copies the options.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_impressions_get_options(const rc_impressions *impressions,
                                            rc_impressions_options *out_options);

/// Destroys impressions. NULL is ignored.
RC_API void rc_impressions_destroy(rc_impressions *impressions);

/// Replaces the views of a list, with effect from the next update.
///
/// - `list`: any number. `views`: `count` of them, copied; may be NULL for 0.
///
/// Errors: `ARGUMENT`; `LIMIT`, see `RC_IMPRESSIONS_COUNT_MAX`; `NO_MEMORY`. Complexity: O(lists +
/// count). The only call that allocates, and only if there are more views, with those of the last
/// update, or ids that were seen, than ever before.
RC_API rc_status rc_impressions_set_views(rc_impressions *impressions, int64_t list,
                                          const rc_impression_view *views, size_t count);

/// Tells what has happened since the last update.
///
/// - `time`: in seconds, finite, from any start on, the same for all updates.
/// - `is_active`: whether somebody can look: the app is in the foreground, its window is shown,
///   and whatever else is to be waited for has happened.
///
/// Errors: `ARGUMENT`. Complexity: O(1) if no views were set, nothing is due, and `is_active` is as
/// it was; otherwise O(v) for the views of all lists, expected, and O(e log e) for the events.
RC_API rc_status rc_impressions_update(rc_impressions *impressions, double time, bool is_active,
                                       rc_impressions_report *out_report);

/// Begins a new session with the next update; see (6).
///
/// Errors: `ARGUMENT`. Complexity: O(1), and O(ids) in that update.
RC_API rc_status rc_impressions_reset(rc_impressions *impressions);

/// Forgets that ids were SEEN: those that will not come back, or shall count again. One that dwells
/// is not forgotten.
///
/// - `ids`: `count` of them; may be NULL for 0. Others than those that were SEEN are ignored.
///
/// Errors: `ARGUMENT`. Complexity: O(count), expected.
RC_API rc_status rc_impressions_forget(rc_impressions *impressions, const rc_id *ids, size_t count);

/// Whether an id was SEEN in this session, as of the last update; false for NULL.
///
/// Complexity: O(1), expected.
RC_API bool rc_impressions_is_seen(const rc_impressions *impressions, rc_id id);

/// Copies the views of items of a list, as of its last update; see (13) and (14).
///
/// - `lower ..< upper`: the items `visible` of the update; and, with another call, a pinned header
///   that is not one of them, see `rc_list_pinned_header`.
/// - `ids`: one for each of them. `rules`: their rules; NULL for 0.
/// - `cross`: which part of the list's breadth is on screen, 0 … 1: less than 1 for a carousel that
///   is scrolled partly out of the feed that it is in.
/// - `out_views`, `out_count`: at most `upper − lower`.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if the list has changed since its last update, or had none.
/// Complexity: O((upper − lower) log n).
RC_API rc_status rc_list_copy_impression_views(rc_list *list, int64_t lower, int64_t upper,
                                               const rc_id *ids, const uint32_t *rules,
                                               double cross, rc_impression_view *out_views,
                                               size_t *out_count);

/// Checks all internal invariants. For tests and bug reports.
///
/// - `out_reason`: set to what is wrong, NULL if nothing is; may be NULL.
///
/// Errors: `ARGUMENT`; `CORRUPT`. Complexity: O(ids).
RC_API rc_status rc_impressions_validate(const rc_impressions *impressions,
                                         const char **out_reason);

#ifdef __cplusplus
}
#endif

#endif
