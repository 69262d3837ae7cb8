// Names: ids that the host gives to items, and reads back with each change, even of removed items.
// For a host that keeps its views, images or requests by id, not by index.
//
// The host names the items it works on, usually those that enter a range. The names travel with
// their items through all edits, and a change of removed items has the names that they had. So the
// host never asks which index an item had at the update before.
//
// ```c
// rc_list *list;
// rc_viewport viewport;
// rc_update update;
// rc_list_create(NULL, NULL, &list);
// rc_list_insert(list, 0, NULL, 3);
// rc_viewport_init(&viewport);
// viewport.length = 88;
// rc_list_update(list, &viewport, &update);  // three items enter
// rc_list_set_names(list, 0, 3, (const rc_id[]){701, 702, 703});
// rc_list_remove(list, 1, 2);
// rc_list_update(list, &viewport, &update);
// rc_id id;
// rc_list_copy_change_names(list, 0, &id);  // 702: the first change is that of the removed item
// rc_list_destroy(list);
// ```

#ifndef RANGECORE_NAMES_H
#define RANGECORE_NAMES_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Names the items `lower ..< upper`.
///
/// A name stays with its item through edits. Each update drops the names of removed items and of
/// those left with `RC_STATE_MEASURE_LAYOUT` alone; they can still be read with its changes. Two
/// items may have the same name.
///
/// - `names`: upper − lower ids; `RC_ID_NONE` takes an item's name away.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(k + s (log e + h)), for k names given, h held,
/// and s stretches of items that no edit has separated.
RC_API rc_status rc_list_set_names(rc_list *list, int64_t lower, int64_t upper, const rc_id *names);

/// Copies the names of the items of a change: those that they have or, if they were removed, that
/// they had.
///
/// - `position`: of the change, among those of the last update.
/// - `out_names`: as many ids as the change has items; `RC_ID_NONE` for an item without a name.
///
/// Errors: `ARGUMENT`, also once items are inserted, removed or moved. Complexity: O(items ×
/// log h).
RC_API rc_status rc_list_copy_change_names(const rc_list *list, size_t position, rc_id *out_names);

#ifdef __cplusplus
}
#endif

#endif
