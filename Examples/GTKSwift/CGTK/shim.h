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

static inline GtkScrolledWindow *as_scrolled_window(GtkWidget *widget) {
  return GTK_SCROLLED_WINDOW(widget);
}
