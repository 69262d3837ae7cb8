// Snapshots: back to the same place, tomorrow, at the same row and the same point.
//
// Who comes back to a list expects what they left. An offset does not bring them there: by then
// rows have come above, their extents are unknown and estimated, or the list is still empty. Apps
// save it all the same, and land a few hundred points off, or at the top.
//
// A snapshot has what is needed instead, by id: *anchors*, the rows that were on screen, and where;
// whether that was the start or the end; and the *extents* of rows that were measured. It becomes
// bytes, to be kept with the app's other state, and those become a snapshot again:
//
//     list ──what is on screen, extents──▶ snapshot ──bytes──▶ disk
//     list ◀──where to scroll to, extents── snapshot ◀──bytes── disk
//
// It belongs to no list, has no clock, and writes no files. A session of a list of 100,000 rows
// that are estimated at 44 points, with a screen of 600:
//
//     on screen             id 8 without its first 70 points, 150 long; id 9, 420; 30 of id 5
//     save the place        anchors: 8 at −70, 9 at 150, 5 at 570; neither at start nor at end
//     write                 168 bytes
//
//     tomorrow, read        in the empty list no place is found
//     a page of 20 comes    none of the ids is among them: no place is found
//     another               9 is item 31; 8 was deleted: item 31, fraction 0, shift −150
//     scroll to it          the rows on screen are measured: 9 begins at 150, to the tick
//
// == Saving ==
//
//  1. A *place* is saved as of a list's last update: up to 16 anchors, the list's estimate, the
//     length of its viewport less the insets, and whether that was at the start or at the end. It
//     replaces the place before.
//  2. Anchors are the rows on screen, in order. One has the id of the first item in its row that
//     has one, so that rows of several columns are found in any others. Rows without ids are left
//     out. If no row is on screen, because the list's header or footer fills it, the nearest row is
//     the anchor.
//  3. Its `distance` is from the viewport's start to the row's, less than 0 if it is cut off; with
//     a pinned header, from the end of that of its own section. `after` is from its row's end to
//     the viewport's end. Its `index` is that of its item then: by that number a store of offsets
//     finds it again.
//  4. The viewport is at the start if its offset is the lowest, and at the end if it is the
//     highest, each with a point to spare.
//  5. Of an empty list, a hidden one, or one that was changed since its last update, no place is
//     saved: the one before stays. Nor should you save one while that before has yet to be found.
//  6. Extents are saved of rows that are measured and not provisional, by the id of the row's first
//     item; those without one are left out. What depends on something, such as a width or the size
//     of text, has a *key*, any number that the app makes of that: with another key than before all
//     extents saved before are forgotten.
//  7. At most `capacity` extents are kept. Those that were saved or restored least recently are
//     forgotten first; of one call, the first ones. A row that is not measured any more keeps what
//     is known.
//
// == Restoring ==
//
//  8. Extents are restored to rows that are unmeasured or provisional, by the id of the row's first
//     item, if the key is the same. Such a row counts as measured: another extent is a change.
//     Where rows have several columns, they may hold other items than before: of these only
//     unmeasured rows are given extents, and they are provisional.
//  9. A place is found among the items whose ids you have. A list that sticks to its tail, and was
//     at the end, is at the end again, whatever has come; a viewport at the start at the start.
// 10. Otherwise it is found by an anchor whose id is there: the first that began on screen, at its
//     distance; if none of them is there, the last that was cut off. If that one filled the screen,
//     the same part of it does, however long it is now; if it ended on screen, it ends there.
// 11. If the viewport has another length than before, it is its start that counts. An anchor that
//     was on screen, and would be below it, is there by a tick.
// 12. So it takes no extents: where an anchor begins or ends is exact once the rows on screen are
//     measured, and scrolling to it measures them. Restoring extents as well makes the length of
//     the list, and its scroll bar, what they were.
// 13. While no place is found, ask again: when the list is not empty any more, when a page has
//     come. A store brings the page: refresh it around the anchors' ids, or with offsets at their
//     index. If the place is to be shown at once, insert the items in the same frame.
// 14. What was found is a request to scroll, which an update or a host carries out; from then on it
//     is the list's target, which stays in place through edits and measurements until the user
//     scrolls.
//
// == Bytes ==
//
// 15. The same snapshot is the same bytes on every platform. Reading them and writing them again
//     gives the same, unless the capacity is less.
// 16. Bytes that were damaged are refused, with a reason, and so is what a newer version wrote: go
//     on as if there were none. What an older version wrote is read.
// 17. They are not encrypted: ids are in them, and what was on screen.
//
// == Lanes ==
//
// In a list in lanes an item is a row, and where it is follows from the lanes of those before it;
// see rangecore_lanes.h for the words.
//
// 18. Of each panel on screen the anchors are the first item there of each lane, or the last one
//     above if there is none; wide items; and, as far as there is space, the others.
// 19. Beside an extent it is saved in which lane the item is, and of how many. The lane alone is
//     saved of an item without an extent to save that is between those on screen, or above the
//     first of them in its panel, if some lane has nothing above that one there.
// 20. In a list with as many lanes, lanes are restored to items that have none, measured or not, if
//     the key is the same: an item counts as shown there. In another number of lanes, and in
//     columns, only extents are. So a list is laid out in lanes before it is restored.
// 21. Where anchors have their lanes, these slide within their panel until the anchors are as far
//     from each other as they were, also from a wide one below a lane without items, but for what
//     no indent can be. This is done again when the viewport goes to what was on screen; until it
//     does, or the user scrolls, that counts as kept.
// 22. So if extents are restored before the place is scrolled to, all that comes back unchanged is
//     in its lane, and at its place. What is new pushes it if it comes on screen as well. If the
//     place is in another snapshot, in which no extents were saved, restore that one after the
//     other, with the key 0.
// 23. Without lanes, bytes are what version 1 has written; with lanes they are of version 2.
//
// ```c
// static void save(rc_list *list, rc_interval visible, const rc_id *ids, int64_t count,
//                  FILE *file) {
//   rc_snapshot *snapshot;
//   if (rc_snapshot_create(10000, NULL, &snapshot) != RC_STATUS_OK) return;
//   unsigned char bytes[200000];
//   size_t size;
//   rc_list_save_place(list, visible.lower, visible.upper, ids + visible.lower, snapshot);
//   rc_list_save_extents(list, 0, count, ids, 390 /* points wide */, snapshot);
//   if (rc_snapshot_write(snapshot, bytes, sizeof bytes, &size) == RC_STATUS_OK) {
//     fwrite(bytes, 1, size, file);
//   }
//   rc_snapshot_destroy(snapshot);
// }
//
// static bool restore(rc_snapshot *snapshot, rc_list *list, const rc_id *ids, int64_t count,
//                     double length, rc_host *host) {
//   rc_snapshot_goal goal;
//   rc_list_restore_extents(list, 0, count, ids, 390, snapshot, NULL);
//   if (rc_list_find_place(list, 0, count, ids, length, snapshot, &goal) != RC_STATUS_OK) {
//     return false;  // ask again when more items have come
//   }
//   switch (goal.kind) {
//     case RC_SNAPSHOT_GOAL_KIND_ITEM:
//       rc_host_scroll_to(host, goal.index, goal.fraction, goal.shift, false);
//       break;
//     case RC_SNAPSHOT_GOAL_KIND_END:
//       rc_host_scroll_to_offset(host, INFINITY, false);
//       break;
//     default:
//       rc_host_scroll_to_offset(host, -INFINITY, false);
//   }
//   return true;
// }
// ```

#ifndef RANGECORE_SNAPSHOT_H
#define RANGECORE_SNAPSHOT_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most anchors.
#define RC_SNAPSHOT_ANCHOR_COUNT_MAX 16
/// The most extents: 2^22.
#define RC_SNAPSHOT_EXTENT_COUNT_MAX 4194304

/// A row that was on screen, see (2) and (3).
typedef struct rc_snapshot_anchor {
  rc_id id;
  int64_t index;
  /// In points, whole ticks.
  double distance;
  double after;
} rc_snapshot_anchor;

/// A place that was saved.
typedef struct rc_snapshot_place {
  /// Borrowed: valid until the next call that can change the snapshot. At most
  /// `RC_SNAPSHOT_ANCHOR_COUNT_MAX`.
  const rc_snapshot_anchor *anchors;
  size_t anchor_count;
  /// Of the list, in points: pass it to `rc_list_set_estimate`, if the key is the same.
  double estimate;
  /// Of the viewport less its insets, in points.
  double length;
  bool is_at_start;
  bool is_at_end;
  uint8_t reserved[6];
} rc_snapshot_place;

/// What to scroll to.
typedef enum rc_snapshot_goal_kind {
  /// An item: call `rc_host_scroll_to` or `rc_list_set_scroll_target` with the other fields.
  RC_SNAPSHOT_GOAL_KIND_ITEM = 0,
  /// The lowest offset: for `rc_host_scroll_to_offset` minus infinity.
  RC_SNAPSHOT_GOAL_KIND_START = 1,
  /// The highest: for `rc_host_scroll_to_offset` infinity.
  RC_SNAPSHOT_GOAL_KIND_END = 2,
  RC_SNAPSHOT_GOAL_KIND_SENTINEL = 0x7fffffff
} rc_snapshot_goal_kind;

/// A place that was found. The fields of an item are 0 for other kinds.
typedef struct rc_snapshot_goal {
  /// Of the item.
  int64_t index;
  double fraction;
  double shift;
  rc_snapshot_goal_kind kind;
  uint32_t reserved;
} rc_snapshot_goal;

/// A place in a list, and extents by id.
///
/// Memory: at most 96 bytes per extent.
typedef struct rc_snapshot rc_snapshot;

/// Creates a snapshot without a place or extents.
///
/// - `capacity`: the most extents to keep, 0 … `RC_SNAPSHOT_EXTENT_COUNT_MAX`.
/// - `allocator`: copied; NULL for the C library's.
/// - `out_snapshot`: owned by the caller; destroy it with `rc_snapshot_destroy`.
///
/// Errors: `ARGUMENT`; `LIMIT` for the capacity; `NO_MEMORY`.
RC_API rc_status rc_snapshot_create(size_t capacity, const rc_allocator *allocator,
                                    rc_snapshot **out_snapshot);

/// Creates a snapshot from bytes, see (16).
///
/// - `bytes`: `size` of them, from anywhere.
/// - `capacity`: as in `rc_snapshot_create`. Of more extents, the most recent ones are kept.
/// - `out_reason`: a static string that says why bytes are refused, NULL if they are not; may be
///   NULL.
///
/// Errors: `ARGUMENT`, also for bytes that are refused; `LIMIT` for the capacity; `NO_MEMORY`.
/// Complexity: O(size), expected.
RC_API rc_status rc_snapshot_read(const void *bytes, size_t size, size_t capacity,
                                  const rc_allocator *allocator, rc_snapshot **out_snapshot,
                                  const char **out_reason);

/// Destroys a snapshot. NULL is ignored.
RC_API void rc_snapshot_destroy(rc_snapshot *snapshot);

/// Writes a snapshot as bytes: 16 for each extent, 32 for each anchor, and 72.
///
/// - `bytes`: of a `capacity`; NULL, with a capacity of 0, for the size alone.
/// - `out_size`: how many bytes it takes.
///
/// Errors: `ARGUMENT`; `LIMIT` if they do not fit. Complexity: O(size), and O(1) for that alone.
RC_API rc_status rc_snapshot_write(const rc_snapshot *snapshot, void *bytes, size_t capacity,
                                   size_t *out_size);

/// Finds the place that was saved.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if there is none. Complexity: O(1).
RC_API rc_status rc_snapshot_get_place(const rc_snapshot *snapshot, rc_snapshot_place *out_place);

/// Copies all ids of a snapshot: those of the anchors in order, then those of the extents, the
/// least recent first. For names that are no numbers: those of other ids can be forgotten.
///
/// - `out_ids`: of a `capacity`; NULL, with a capacity of 0, for their number alone.
///
/// Errors: `ARGUMENT`; `LIMIT` if they do not fit. Complexity: O(ids).
RC_API rc_status rc_snapshot_copy_ids(const rc_snapshot *snapshot, rc_id *out_ids, size_t capacity,
                                      size_t *out_count);

/// Saves the place of a list; see (1) to (5) and (18).
///
/// - `lower ..< upper`: the items `visible` of the last update, or more.
/// - `ids`: one for each of them, or `RC_ID_NONE`; may be NULL for none.
///
/// Errors: `ARGUMENT`; `NOT_FOUND`, see (5). Complexity: O(log n + items on screen), in k lanes k
/// times as much. Never allocates.
RC_API rc_status rc_list_save_place(rc_list *list, int64_t lower, int64_t upper, const rc_id *ids,
                                    rc_snapshot *snapshot);

/// Saves the extents of rows; see (6), (7) and (19). A list on a store that drops pages does so
/// before it removes their items, and restores them when they are back.
///
/// - `lower ..< upper`: any items: of all rows that begin among them. `ids`: as above.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(upper − lower), expected, and O(log n) for each
/// stretch of rows that are measured.
RC_API rc_status rc_list_save_extents(rc_list *list, int64_t lower, int64_t upper, const rc_id *ids,
                                      int64_t key, rc_snapshot *snapshot);

/// Restores the extents of rows, and the lanes of items; see (8) and (20).
///
/// - `lower ..< upper`, `ids`: as above. `out_count`: of how many rows extents; may be NULL.
///
/// Errors: `ARGUMENT`; `LIMIT` and `NO_MEMORY` as `rc_list_set_row_extents`, with the rows before
/// restored. Complexity: O(upper − lower), expected, and O(log n) for each stretch of rows; in k
/// lanes k times as much.
RC_API rc_status rc_list_restore_extents(rc_list *list, int64_t lower, int64_t upper,
                                         const rc_id *ids, int64_t key, rc_snapshot *snapshot,
                                         int64_t *out_count);

/// Finds the place that was saved in a list; see (9) to (14). The call itself moves nothing.
///
/// - `lower ..< upper`, `ids`: as above, of all items that are there. Of an id twice the first one
///   counts.
/// - `length`: of the viewport less its insets, in points, >= 0; 0 if it is not known yet.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NOT_FOUND` in an empty list, if none of the anchors is there, or
/// no place was saved. Complexity: O(upper − lower).
RC_API rc_status rc_list_find_place(const rc_list *list, int64_t lower, int64_t upper,
                                    const rc_id *ids, double length, const rc_snapshot *snapshot,
                                    rc_snapshot_goal *out_goal);

/// Checks all internal invariants. For tests and bug reports.
///
/// - `out_reason`: a static string that describes the first violation, if any; may be NULL.
///
/// Errors: `ARGUMENT` for NULL; `CORRUPT`. Complexity: O(extents).
RC_API rc_status rc_snapshot_validate(const rc_snapshot *snapshot, const char **out_reason);

#ifdef __cplusplus
}
#endif

#endif
