#ifndef RC_GTK_LIST_H
#define RC_GTK_LIST_H

// A list for GTK 4: a widget in a GtkScrolledWindow that shows the items of a GListModel. It is the
// kit of a host, as described in rangecore_host.h, and meant to be copied into a program, with its
// .c file and those of rc_gtk_movement.h. Examples/C/GTK is such a program.
//
// Edit the model: all that a program does in a turn of its loop counts as one edit. To assistive
// technology it is a list of items, each of which is told which of how many it is. Up and Down move
// the focus from row to row, wherever that is scrolled to, Tab leaves the list; a row keeps the
// focus through all edits, and passes it on to the next when it is removed. Page keys are the
// scrolled window's. In columns and in lanes, which `rc_list_set_lanes` makes of the engine, Left
// and Right move the focus too; in lanes all four to the neighbour on the screen. All on GTK's
// thread.

#include <rangecore.h>
#include "rc_gtk_movement.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A list: a final class, whose parent is `GtkWidget` and which is a `GtkScrollable`.
#define RC_GTK_TYPE_LIST (rc_gtk_list_get_type())
G_DECLARE_FINAL_TYPE(RcGtkList, rc_gtk_list, RC_GTK, LIST, GtkWidget)

/// Creates a list, the child of a `GtkScrolledWindow`.
///
/// - `model`: its items; the list takes a reference of its own.
/// - `make_row`: makes a row, any widget, which is used again for other items.
/// - `show_item`: shows an item, borrowed, in a row.
/// - `data`: passed to both; must outlive the list.
GtkWidget *rc_gtk_list_new(GListModel *model, GtkWidget *(*make_row)(gpointer data),
                           void (*show_item)(GtkWidget *row, gpointer item, gpointer data),
                           gpointer data);

/// Returns the engine, for its settings; borrowed. The model edits it, and the list updates it.
rc_list *rc_gtk_list_get_engine(RcGtkList *list);

/// Scrolls to an item, out of a fling too, before the next frame. `fraction` is that of
/// `rc_host_scroll_to`. Does nothing for an index out of bounds.
void rc_gtk_list_scroll_to(RcGtkList *list, guint index, double fraction);

/// Measures an item again whose content has changed. Does nothing for one that is not near the
/// screen.
void rc_gtk_list_remeasure(RcGtkList *list, guint index);

/// Returns what moves the list; borrowed. NULL while it is in no window.
rc_gtk_movement *rc_gtk_list_get_movement(RcGtkList *list);

#ifdef __cplusplus
}
#endif

#endif
