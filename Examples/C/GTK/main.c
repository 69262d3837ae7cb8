// A hundred thousand texts in GTK 4. Rows are as tall as their text, which only GTK can measure.
// See Examples/Toolkits/README.md for how to build it.

#include "row_list.h"

enum { COUNT = 100000 };

static void insert(RowList *rows, int64_t index, uint32_t key, uint32_t count) {
  uint32_t *keys = g_new(uint32_t, count);
  for (uint32_t i = 0; i < count; i++) keys[i] = key + i;
  row_list_insert(rows, index, keys, count);
  g_free(keys);
}

// Nothing on screen moves, unless the list is at its start.
static void insert_above(RowList *rows) {
  insert(rows, 0, COUNT, 20);
}

static void go_to_middle(RowList *rows) {
  row_list_scroll_to(rows, COUNT / 2, 0.5);
  row_list_focus(rows, COUNT / 2);
}

static GtkWidget *button(const char *label, GCallback clicked, gpointer rows) {
  GtkWidget *it = gtk_button_new_with_label(label);
  g_signal_connect_swapped(it, "clicked", clicked, rows);
  gtk_widget_set_focus_on_click(it, FALSE);
  return it;
}

static void set_style(void) {
  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_data(
      style,
      ".row { padding: 12px; border-bottom: 1px solid alpha(currentColor, 0.15); }"
      ".row:focus { background: alpha(#3584e4, 0.25); }",
      -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(style),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(style);
}

int main(void) {
  gtk_init();
  set_style();
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  GtkWidget *rows = row_list_new(), *scroller = gtk_scrolled_window_new();
  insert(ROW_LIST(rows), 0, 0, COUNT);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_ALWAYS);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), rows);
  GtkWidget *bar = gtk_header_bar_new(), *window = gtk_window_new();
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar),
                            button("Insert above", G_CALLBACK(insert_above), rows));
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), button("Middle", G_CALLBACK(go_to_middle), rows));
  gtk_window_set_titlebar(GTK_WINDOW(window), bar);
  gtk_window_set_title(GTK_WINDOW(window), "Rows");
  gtk_window_set_default_size(GTK_WINDOW(window), 480, 640);
  gtk_window_set_child(GTK_WINDOW(window), scroller);
  g_signal_connect_swapped(window, "close-request", G_CALLBACK(g_main_loop_quit), loop);
  gtk_widget_grab_focus(rows);
  gtk_window_present(GTK_WINDOW(window));
  g_main_loop_run(loop);
  g_main_loop_unref(loop);
  return 0;
}
