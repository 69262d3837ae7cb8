// Separators: rows between the items of a list that come from no server, such as the headers of
// days, the line above what is new, or ads.
//
// A store, or a difference, has edits of *slots*: of items and placeholders. A list has *rows*:
// those slots, and a separator wherever two items that are next to each other call for one.
// Separators stand between the two. They follow the edits of slots, ask for the *pairs* of ids that
// are new, take the id of a separator for each or none, and give the edits of rows:
//
//     store ──edits──▶ separators ──edits of rows──▶ list
//                       │     ▲                       │
//                     pairs   ids                     │ rows that are visible, and wanted
//                       ▼     │                       ▼
//                        host        slots ◀── rc_separators_slots_of_rows
//
// So a header of a day comes and goes with its items, and moves when older ones of the day arrive
// above it; and the store never hears of it.
//
// A session, with a header for each day. The items 11 and 12 are of day 1, and 21 … 23 of day 2;
// there are 9 slots, and nothing before the first:
//
//     INSERT 0 ..< 9: 12, 21, 22, and placeholders
//     ask           (none, 12), (12, 21), (21, 22)
//     answer        1, 2, none                      INSERT 0 ..< 9, 0 ..< 1 and 2 ..< 3:
//                                                   1 12 2 21 22 · · · · · ·
//     FILL 3 ..< 4: 23
//     ask           (22, 23)
//     answer        none                            FILL 5 ..< 6
//     INSERT 0 ..< 1: 11, which is older
//     ask           (none, 11), (11, 12)
//     answer        1, none                         INSERT 0 ..< 1, MOVE 1 ..< 2 to 0:
//                                                   1 11 12 2 21 22 23 · · · · ·
//     CLEAR 0 ..< 2: the page is dropped
//     ask           nothing
//     answer                                        CLEAR 1 ..< 3, REMOVE 3 ..< 4, REMOVE 0 ..< 1:
//                                                   · · 21 22 23 · · · · ·
//
// == Borders and pairs ==
//
//  1. A *border* is before a slot or after the last one: n slots have n + 1 borders. At each there
//     is at most one separator. It is a row, but no slot: a store has none of it in its limits, in
//     what is visible or wanted, and in what is hidden.
//  2. A border has a *pair* if there is an item on each side; at either end of the slots, if there
//     is an item on one side, and it is known that the source has nothing on the other: there the
//     id is `RC_ID_NONE`. So a placeholder, a gap row and an end that is still open have no
//     separator beside them. If there are no slots, and both ends are known, there is a pair of
//     none and none.
//  3. What the host answers for a pair follows from the two ids alone, until it asks for pairs to
//     be renewed, such as when an item has another day.
//
// == What is asked, and what is answered ==
//
//  4. Each pair is asked for once: when its two sides come to be next to each other, or one of them
//     is filled or renewed, or an end comes to be known. An end that opens again loses its
//     separator. Asking again, without an edit in between, lists the same pairs.
//  5. The answer is for all that was asked last: for each pair an id, or `RC_ID_NONE` for no
//     separator. Only then there are edits of rows.
//  6. An id is in one row. If several borders have the same, the first of them shows it, and the
//     others show nothing; once it is gone there, the next one does. The ids of separators are of a
//     kind of their own: an item may have the same.
//
// == Edits of rows ==
//
//  7. The result has the edits of slots that were followed since the answer before, as edits of
//     rows; then those of separators. Each refers to the rows as the one before it left them.
//  8. A separator keeps its identity: if its id is answered for the same border or for another one,
//     its row stays or moves, and is not removed and inserted. So it keeps its extent, its state
//     and, if it is a section's header, its mark. New ones are listed with their rows, so that a
//     host can mark them.
//  9. Until the answer, a separator stays with the slot after it: what is inserted at its border
//     comes before it. If that slot is removed or moved, it stays with the next one.
// 10. So a separator never holds what is read in another place than the item below it: where
//     something comes between the two, the separator has moved or gone, and a list's anchor that
//     has, gives way to the next row that was on screen.
//
// == Rows and slots ==
//
// 11. From the answer on, and from each edit that is followed, rows are those that the list has
//     once it has applied all edits up to there.
// 12. Some rows are so many slots as are among them. If all of them are separators, that is the
//     slot after the last of these or, at the end, the one before: what is on screen always has a
//     slot, if there is one.
//
// ```c
// rc_separators *separators;
// rc_separators_create(NULL, &separators);
// const rc_edit edit = {.lower = 0, .upper = 3, .kind = RC_EDIT_KIND_INSERT};
// rc_separators_follow(separators, &edit);
// const rc_separator_pair *pairs;
// size_t count;
// rc_separators_ask_ids(separators, (const rc_id[]){11, 12, 21}, 3, &pairs, &count);
// rc_id ids[4];
// for (size_t i = 0; i < count; i++) {  // of the first pair, `before` is RC_ID_NONE
//   const rc_id day = pairs[i].after == RC_ID_NONE ? RC_ID_NONE : pairs[i].after / 10;
//   ids[i] = day == pairs[i].before / 10 ? RC_ID_NONE : day;
// }
// rc_separators_result result;
// rc_separators_answer(separators, ids, count, &result);
// // INSERT 0 ..< 3, INSERT 0 ..< 1, INSERT 3 ..< 4
// rc_separators_destroy(separators);
// ```

#ifndef RANGECORE_SEPARATORS_H
#define RANGECORE_SEPARATORS_H

#include "rangecore_store.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is on either side of a border.
typedef struct rc_separator_pair {
  /// `RC_ID_NONE` before the first slot.
  rc_id before;
  /// `RC_ID_NONE` after the last slot.
  rc_id after;
  /// The slot of `after`; the number of slots after the last one.
  int64_t slot;
} rc_separator_pair;

/// A row.
typedef struct rc_separator {
  /// Of the separator; `RC_ID_NONE` if the row is a slot.
  rc_id id;
  int64_t row;
  /// That of the row; of a separator, the one after it, which may be the number of slots.
  int64_t slot;
} rc_separator;

/// What an answer did. The arrays are borrowed: valid until the next call that can change the
/// separators.
typedef struct rc_separators_result {
  /// Of rows; see (7).
  const rc_edit *edits;
  size_t edit_count;
  /// Separators that are new rows, where they are after all edits, ascending.
  const rc_separator *inserted;
  size_t inserted_count;
} rc_separators_result;

/// The separators of one list.
///
/// Memory: at most 200 bytes per separator that was answered, and 400 per pair and edit of one
/// answer; the most that there were count. Slots take none.
typedef struct rc_separators rc_separators;

/// Creates separators, for a list without slots. For a store that begins with placeholders, follow
/// their insertion first.
///
/// - `allocator`: copied; NULL for the C library's.
/// - `out_separators`: owned by the caller; destroy them with `rc_separators_destroy`.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`.
RC_API rc_status rc_separators_create(const rc_allocator *allocator,
                                      rc_separators **out_separators);

/// Destroys separators. NULL is ignored.
RC_API void rc_separators_destroy(rc_separators *separators);

/// Follows an edit of slots, of any kind.
///
/// Errors: `ARGUMENT`, also for slots out of bounds; `LIMIT` if there would be as many rows as
/// `RC_ITEM_COUNT_MAX` or more; `NO_MEMORY`. Complexity: O((1 + k) log n + log e), amortised, for n
/// separators, k of them beside or between the slots, and e edits since the answer before.
RC_API rc_status rc_separators_follow(rc_separators *separators, const rc_edit *edit);

/// Asks again for the pairs of the slots `lower ..< upper`, once their content has changed, or what
/// the host answers for them.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(log e), amortised.
RC_API rc_status rc_separators_renew(rc_separators *separators, int64_t lower, int64_t upper);

/// Lists the pairs to answer for, of a store.
///
/// - `store`: all of its edits have been followed.
/// - `out_pairs`: ascending; borrowed: valid until the next call that can change the separators.
///
/// Errors: `ARGUMENT`, also for a store with another number of slots; `NO_MEMORY`. Complexity: O(a
/// + p + e (log e + log p)), for a pairs, and p pages.
RC_API rc_status rc_separators_ask_store(rc_separators *separators, const rc_store *store,
                                         const rc_separator_pair **out_pairs, size_t *out_count);

/// The same of a sequence of ids, such as the new one of a difference. Nothing is before or after
/// it.
///
/// - `ids`: `count` ids, as many as there are slots; `RC_ID_NONE` for a placeholder. May be NULL
///   for 0.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(a + e log e).
RC_API rc_status rc_separators_ask_ids(rc_separators *separators, const rc_id *ids, size_t count,
                                       const rc_separator_pair **out_pairs, size_t *out_count);

/// Answers for the pairs that were asked for last.
///
/// - `ids`: `count` ids, one for each pair, or `RC_ID_NONE`. May be NULL for 0.
///
/// Errors: `ARGUMENT`, also if nothing was asked since the last edit or answer; `LIMIT`;
/// `NO_MEMORY`. Complexity: O((a + s + g) log n + e log e), expected, for s separators at borders
/// that have changed, and g with the same ids as those and as the answers.
RC_API rc_status rc_separators_answer(rc_separators *separators, const rc_id *ids, size_t count,
                                      rc_separators_result *out_result);

/// Returns what a row is.
///
/// Errors: `ARGUMENT`, also for a row out of bounds. Complexity: O(log n).
RC_API rc_status rc_separators_get_row(const rc_separators *separators, int64_t row,
                                       rc_separator *out_row);

/// Finds the row of a slot; for the number of slots, the number of rows.
///
/// Errors: `ARGUMENT`, also for a slot out of bounds. Complexity: O(log n).
RC_API rc_status rc_separators_row_of_slot(const rc_separators *separators, int64_t slot,
                                           int64_t *out_row);

/// Finds the slots of the rows `lower ..< upper`; see (12).
///
/// Errors: `ARGUMENT`. Complexity: O(log n).
RC_API rc_status rc_separators_slots_of_rows(const rc_separators *separators, int64_t lower,
                                             int64_t upper, rc_interval *out_slots);

/// Finds the row of a separator.
///
/// Errors: `ARGUMENT`; `NOT_FOUND`. Complexity: O(log n + borders with this id), expected.
RC_API rc_status rc_separators_find(const rc_separators *separators, rc_id id, int64_t *out_row);

/// Checks all invariants; for tests.
///
/// - `out_reason`: a static string that names the first one violated, NULL if none is. May be NULL.
///
/// Errors: `ARGUMENT`; `CORRUPT`. Complexity: O(n log n).
RC_API rc_status rc_separators_validate(const rc_separators *separators, const char **out_reason);

#ifdef __cplusplus
}
#endif

#endif
