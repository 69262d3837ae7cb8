// Kept items: a few items that keep their state wherever the user scrolls.
//
// An item that leaves the ranges loses its state, and its host drops its view, its image or its
// request. For a field with the focus, a video that plays, a row that is dragged or a map that is
// slow to load, this is too early: the list keeps such an item. It is also how to have items ready
// that were never on screen, such as the first one.
//
// A session of a list of 100 items of 40 points, in a viewport of 120, in the mode *visible only*:
//
//     update at 0              entered: 0 ..< 3 from 0 to 15
//     keep 1 with 6            nothing yet; 6 is preload and display
//     update at 400            left: 0 ..< 1 from 15 to 1, 1 ..< 2 from 15 to 7, 2 ..< 3 from 15
//                              to 1; entered: 10 ..< 13 from 1 to 15
//     insert 5 items at 0
//     update at 400            no changes; correction 200; 6 is the kept item now
//     remove 6 ..< 7
//     update at 600            removed: 6 ..< 7 from 7 to 0; correction −40
//
// 1. From the next update on, a kept item has the bits that it is kept with: wherever it is, in
//    each mode and presence, and while the list is hidden. Its other bits are as those of any item.
// 2. What can be kept is preload, display and the app's own bits. Visible is what can be seen.
// 3. A kept item stays kept through edits and moves, whatever index it has then. If it is removed,
//    the next update lists it as any removed item, with the bits that it had, and it is kept no
//    longer.
// 4. At most `RC_KEPT_ITEM_COUNT_MAX` items are kept at a time; removed ones no longer count.
// 5. The changes of a kept item are listed as those of any item.
// 6. Nothing else depends on what is kept: not the ranges and visible items of an update, nor its
//    batches, nor what stays in place. Rows of kept items need not be measured.
// 7. The host of a list has a view of each item that is kept with display, see (11) of
//    rangecore_host.h.
// 8. An item that is kept with preload or display is wanted (rangecore_tickets.h), but can be far
//    from the others: if it is not among `rc_list_ticket_items`, copy its want apart.
//
// ```c
// rc_list *list;
// rc_viewport viewport;
// rc_update update;
// rc_list_create(NULL, NULL, &list);
// rc_list_insert(list, 0, NULL, 100);
// rc_viewport_init(&viewport);
// viewport.length = 480;
// rc_list_keep(list, 0, RC_STATE_PRELOAD | RC_STATE_DISPLAY);  // its video plays
// viewport.offset = 3000;
// rc_list_update(list, &viewport, &update);
// rc_list_insert(list, 0, NULL, 5);
// bool is_displayed = (rc_list_state(list, 5) & RC_STATE_DISPLAY) != 0;  // true
// rc_list_keep(list, 5, 0);                                              // it has ended
// rc_list_destroy(list);
// ```

#ifndef RANGECORE_KEEP_H
#define RANGECORE_KEEP_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest number of items that a list keeps.
#define RC_KEPT_ITEM_COUNT_MAX 64

/// Keeps an item with some bits of its state, in place of those that it was kept with.
///
/// The changes of the last update stay valid.
///
/// - `index`: of an item of the list.
/// - `bits`: any of preload, display and the app's own; 0 to keep the item no longer.
///
/// Memory: at most 8 KB for one item, and 128 KB for all, until the list keeps none.
///
/// Errors: `ARGUMENT`; `LIMIT` for more than `RC_KEPT_ITEM_COUNT_MAX` items; `NO_MEMORY`, not with
/// 0. Complexity: O(k) for k kept items, but after moves O(k²). Each edit takes O(k) more, and each
/// update in which a state can change O(k × log n).
RC_API rc_status rc_list_keep(rc_list *list, int64_t index, rc_state bits);

/// Copies the indices of the kept items, ascending.
///
/// - `out_indices`: room for `RC_KEPT_ITEM_COUNT_MAX`.
///
/// Errors: `ARGUMENT`. Complexity: O(k) for k kept items, but after moves O(k²).
RC_API rc_status rc_list_copy_kept(rc_list *list, int64_t *out_indices, size_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
