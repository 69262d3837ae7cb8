#include <glib-unix.h>
#include <gtk/gtk.h>

// Linux runs tasks of the main actor on libdispatch's main queue: its event, and what does its
// work.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *_Nullable message);

// GTK's casts are macros, which Swift does not see.
static inline GtkWindow *as_window(GtkWidget *widget) {
  return GTK_WINDOW(widget);
}

// Nor does it call functions of any number of arguments. What assistive technology is told: a list
// of list items, and which of how many each is.
static inline GtkWidget *list_new(void) {
  return (GtkWidget *)g_object_new(GTK_TYPE_VIEWPORT, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST,
                                   "scroll-to-focus", FALSE, "focusable", TRUE, NULL);
}

static inline GtkWidget *row_new(void) {
  return (GtkWidget *)g_object_new(GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST_ITEM,
                                   "wrap", TRUE, "xalign", 0.0f, NULL);
}

static inline void tell_place(GtkWidget *row, int index, int count) {
  gtk_accessible_update_relation(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_RELATION_POS_IN_SET, index + 1,
                                 GTK_ACCESSIBLE_RELATION_SET_SIZE, count, -1);
}

static inline GtkScrolledWindow *as_scrolled_window(GtkWidget *widget) {
  return GTK_SCROLLED_WINDOW(widget);
}
