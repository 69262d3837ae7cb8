// A hundred thousand texts in GTK 4, each as tall as GTK makes it: a GListModel of numbers, and a
// label for each that is on screen. The list is that of Bindings/GTK, whose four files are meant to
// be copied. Examples/Toolkits/README.md says how to build it.

#include <gtk/gtk.h>
#include <rc_gtk_list.h>

enum { COUNT = 100000 };

static const char words[] =
    "nobody waits until the rain is over, and the light falls on the quiet fields of rye before "
    "the harbour, where a boat comes in with the tide and another one leaves as it always does";

static GtkWidget *make_row(gpointer data) {
  (void)data;
  GtkWidget *row = g_object_new(GTK_TYPE_LABEL, "wrap", TRUE, "xalign", 0.0, NULL);
  gtk_widget_add_css_class(row, "row");
  return row;
}

static void show_item(GtkWidget *row, gpointer item, gpointer data) {
  (void)data;
  const char *number = gtk_string_object_get_string(item);
  size_t length = g_ascii_strtoull(number, NULL, 10) * 7919 % sizeof words;
  char *text = g_strdup_printf("%s. %.*s", number, (int)length, words);
  gtk_label_set_text(GTK_LABEL(row), text);
  g_free(text);
}

GtkWidget *rows_new(GListModel *numbers) {
  return rc_gtk_list_new(numbers, make_row, show_item, NULL);
}

// == the program ==

static void insert(GtkStringList *numbers, guint index, guint first, guint count) {
  GStrvBuilder *builder = g_strv_builder_new();
  for (guint i = 0; i < count; i++) {
    char number[16];
    g_snprintf(number, sizeof number, "%u", first + i);
    g_strv_builder_add(builder, number);
  }
  GStrv new = g_strv_builder_end(builder);
  gtk_string_list_splice(numbers, index, 0, (const char *const *)new);
  g_strfreev(new);
  g_strv_builder_unref(builder);
}

// Nothing on screen moves, unless the list is at its start.
static void insert_above(GtkStringList *numbers) {
  insert(numbers, 0, COUNT, 20);
}

static void go_to_middle(RcGtkList *rows) {
  rc_gtk_list_scroll_to(rows, COUNT / 2, 0.5);
}

static void add_button(GtkWidget *bar, const char *label, GCallback action, gpointer data) {
  GtkWidget *button = gtk_button_new_with_label(label);
  g_signal_connect_swapped(button, "clicked", action, data);
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), button);
}

int main(void) {
  gtk_init();
  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_data(style, ".row { padding: 12px; border-bottom: 1px solid #8884; }",
                                  -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(style),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  GtkStringList *numbers = gtk_string_list_new(NULL);
  insert(numbers, 0, 0, COUNT);
  GtkWidget *rows = rows_new(G_LIST_MODEL(numbers)), *bar = gtk_header_bar_new();
  GtkWidget *scroller = g_object_new(GTK_TYPE_SCROLLED_WINDOW, "child", rows, NULL);
  add_button(bar, "Insert above", G_CALLBACK(insert_above), numbers);
  add_button(bar, "Middle", G_CALLBACK(go_to_middle), rows);
  GtkWidget *window =
      g_object_new(GTK_TYPE_WINDOW, "title", "Rows", "default-width", 480, "default-height", 640,
                   "titlebar", bar, "child", scroller, "focus-widget", rows, NULL);
  gtk_window_present(GTK_WINDOW(window));
  while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0) {
    g_main_context_iteration(NULL, TRUE);
  }
  g_object_unref(numbers);
  g_object_unref(style);
}
