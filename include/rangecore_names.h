// Changes that carry ids: for a host that keeps its views, images or requests by id, not by index.
//
// The host names the items it works on, usually those that enter a range. The names travel with
// their items through all edits, and a change of removed items has the names that they had. So the
// host never asks which index an item had at the update before.
//
// ```c
// for (size_t i = 0; i < update.changes.count; i++) {
//   const rc_change *it = &update.changes.items[i];
//   rc_id ids[1000];  // as many as the host shows and preloads at most
//   if (it->after & ~it->before & RC_STATE_PRELOAD) {
//     for (int64_t item = it->lower; item < it->upper; item++) ids[item - it->lower] = id_of(item);
//     rc_list_set_names(list, it->lower, it->upper, ids);
//   }
//   rc_list_copy_change_names(list, i, ids);
//   for (int64_t n = 0; n < it->upper - it->lower; n++) {
//     if (it->after & ~it->before & RC_STATE_PRELOAD) load(ids[n]);
//     if (it->before & ~it->after & RC_STATE_PRELOAD) drop(ids[n]);
//   }
// }
// ```

#ifndef RANGECORE_NAMES_H
#define RANGECORE_NAMES_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Names the items `lower ..< upper`.
///
/// A name stays with its item through edits, and is removed with it. After an update only items
/// with more than `RC_STATE_MEASURE_LAYOUT` keep theirs: the others' are forgotten with the next
/// edit or update. Names are not compared with each other.
///
/// - `names`: upper − lower ids; `RC_ID_NONE` takes an item's name away.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(log e + names), for e edits since the last
/// update.
RC_API rc_status rc_list_set_names(rc_list *list, int64_t lower, int64_t upper, const rc_id *names);

/// Copies the names of the items of a change: those that they have or, if they were removed, that
/// they had.
///
/// - `position`: of the change, among those of the last update.
/// - `out_names`: as many ids as the change has items; `RC_ID_NONE` for an item without a name.
///
/// Errors: `ARGUMENT`, also once items are inserted, removed or moved. Complexity: O(log names +
/// items).
RC_API rc_status rc_list_copy_change_names(const rc_list *list, size_t position, rc_id *out_names);

#ifdef __cplusplus
}
#endif

#endif
