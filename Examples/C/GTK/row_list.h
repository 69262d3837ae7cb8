// A list of texts for GTK 4 that may have millions of rows, each as tall as GTK makes it. Put it
// into a GtkScrolledWindow.

#ifndef ROW_LIST_H
#define ROW_LIST_H

#include <gtk/gtk.h>
#include <stdint.h>

G_DECLARE_FINAL_TYPE(RowList, row_list, ROW, LIST, GtkWidget)

/// Creates an empty list.
GtkWidget *row_list_new(void);

/// Inserts rows at `index`; the text of each follows from its key.
void row_list_insert(RowList *self, int64_t index, const uint32_t *keys, uint32_t count);

/// Removes the rows `lower ..< upper`.
void row_list_remove(RowList *self, int64_t lower, int64_t upper);

/// Scrolls so that a row is at a fraction of the viewport, 0 being its start and 1 its end.
void row_list_scroll_to(RowList *self, int64_t index, double fraction);

/// Moves the keyboard's focus to a row, and brings it on screen.
void row_list_focus(RowList *self, int64_t index);

#endif
