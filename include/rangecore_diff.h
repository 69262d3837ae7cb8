// The edits between two sequences of ids: for a host that knows its items before and after, and not
// what was done to them.
//
// ```c
// const rc_id before[] = {1, 2, 3, 4, 5}, after[] = {1, 4, 9, 2, 3};
// rc_list *list;
// rc_diff *diff;
// const rc_edit *edits;
// size_t count;
// rc_list_create(NULL, NULL, &list);
// rc_list_insert(list, 0, NULL, 5);
// rc_diff_create(before, 5, after, 5, NULL, &diff);
// rc_diff_edits(diff, &edits, &count);
// for (size_t i = 0; i < count; i++) {
//   const rc_edit *it = &edits[i];
//   const int64_t size = it->upper - it->lower;
//   if (it->kind == RC_EDIT_KIND_REMOVE) rc_list_remove(list, it->lower, it->upper);
//   if (it->kind == RC_EDIT_KIND_INSERT) rc_list_insert(list, it->lower, NULL, size);
//   if (it->kind == RC_EDIT_KIND_MOVE) rc_list_move(list, it->lower, it->upper, it->to);
// }
// rc_diff_destroy(diff);
// // remove 4 ..< 5 · move 3 ..< 4 to 1 · insert the new 2 ..< 3 at 2
// ```

#ifndef RANGECORE_DIFF_H
#define RANGECORE_DIFF_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The edits that turn one sequence of ids into another.
typedef struct rc_diff rc_diff;

/// Finds the edits: removals from the highest to the lowest, then insertions and moves in the order
/// of the new sequence. As few items move as possible; no id in both is removed or inserted.
///
/// - `old_ids`, `new_ids`: `old_count` and `new_count` ids, distinct within each sequence; not
///   kept. May be NULL for 0.
/// - `allocator`: copied; NULL for the C library's.
/// - `out_diff`: owned by the caller; destroy it with `rc_diff_destroy`.
///
/// Errors: `ARGUMENT`, also for `RC_ID_NONE` and an id twice in one sequence; `LIMIT` for more ids
/// than a list may have items; `NO_MEMORY`. Complexity: O((n + m) log n), memory O(n + m).
RC_API rc_status rc_diff_create(const rc_id *old_ids, size_t old_count, const rc_id *new_ids,
                                size_t new_count, const rc_allocator *allocator,
                                rc_diff **out_diff);

/// Destroys a difference. NULL is ignored.
RC_API void rc_diff_destroy(rc_diff *diff);

/// Returns the edits, to be applied in this order.
///
/// - `out_edits`: borrowed; valid until the difference is destroyed.
///
/// Errors: `ARGUMENT` for NULL. Complexity: O(1).
RC_API rc_status rc_diff_edits(const rc_diff *diff, const rc_edit **out_edits, size_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
