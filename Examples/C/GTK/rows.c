// A hundred thousand texts in GTK 4, each as tall as GTK makes it: the kit of a host, as described
// in rangecore_host.h, in a GtkScrolledWindow. Examples/Toolkits/README.md says how to build it.

#include <gtk/gtk.h>
#include <math.h>
#include <rangecore.h>
#include <rangecore_host.h>

enum { COUNT = 100000 };

// After so many seconds in which nothing has moved the list, an animation has ended.
#define QUIET 0.1

static const char words[] =
    "nobody waits until the rain is over, and the light falls on the quiet fields of rye before "
    "the harbour, where a boat comes in with the tide and another one leaves as it always does";

typedef struct {
  GtkWidget *scroller, *view;  // the scrolled window, and what it scrolls
  GtkAdjustment *offset;
  GtkEventController *finger;
  rc_list *list;
  rc_host *host;
  rc_host_step step;  // the latest
  GArray *keys;       // of the items, by index
  GHashTable *rows;   // by the numbers of nodes
  int width, height;
  guint timer;
  double quiet_time;
  bool is_stepping, is_touched;
} row_list;

// There is no bad input here, so only memory can be short; GLib ends programs then, too.
static void check(rc_status status) {
  if (status != RC_STATUS_OK) g_error("rangecore: %s", rc_status_text(status));
}

static double now(void) {
  return (double)g_get_monotonic_time() / 1e6;
}

// == the loop ==

static GtkWidget *row_of(row_list *self, const rc_host_node *node) {
  GtkWidget *row = g_hash_table_lookup(self->rows, GUINT_TO_POINTER(node->node));
  if (row != NULL) return row;
  uint32_t key = g_array_index(self->keys, uint32_t, node->index);
  char *text = g_strdup_printf("%u. %.*s", key, (int)(key * 7919 % sizeof words), words);
  row = g_object_new(GTK_TYPE_LABEL, "label", text, "wrap", TRUE, "xalign", 0.0, NULL);
  g_free(text);
  gtk_widget_add_css_class(row, "row");
  gtk_widget_set_parent(row, self->view);
  g_hash_table_insert(self->rows, GUINT_TO_POINTER(node->node), row);
  return row;
}

static double height_of(row_list *self, const rc_host_node *node) {
  int height;
  gtk_widget_measure(row_of(self, node), GTK_ORIENTATION_VERTICAL, self->width, NULL, &height, NULL,
                     NULL);
  return height;
}

static void wake_at(row_list *self, double time);

static void begin_step(row_list *self, bool is_scrolled) {
  if (self->is_stepping) return;
  self->is_stepping = true;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = gtk_adjustment_get_value(self->offset);
  viewport.length = self->height;
  viewport.time = now();
  bool is_quiet = viewport.time >= self->quiet_time;
  viewport.is_user_driven = is_scrolled;
  viewport.is_held = self->is_touched || !is_quiet;
  viewport.is_dragged = self->is_touched;
  rc_host_step *step = &self->step;
  check(rc_host_begin(self->host, &viewport, self->width, 0, step));
  while (!step->is_done) {
    size_t count = step->ask_count > 0;
    double extent = count == 0 ? 0 : height_of(self, &step->nodes[step->asks[0]]);
    check(rc_host_measured(self->host, &extent, count, now(), step));
  }
  for (size_t i = 0; i < step->released_count; i++) {
    g_hash_table_remove(self->rows, GUINT_TO_POINTER(step->released[i]));
  }
  double offset = step->sets_offset ? step->offset : viewport.offset;
  gtk_adjustment_configure(self->offset, offset, 0, fmax(step->scroll_length, self->height), 40,
                           self->height * 0.9, self->height);
  if (step->sets_offset) check(rc_host_wrote(self->host, gtk_adjustment_get_value(self->offset)));
  wake_at(self, is_quiet ? step->next_time : fmin(step->next_time, self->quiet_time));
  self->is_stepping = false;
}

static gboolean wake(gpointer data) {
  row_list *self = data;
  self->timer = 0;
  begin_step(self, false);
  gtk_widget_queue_allocate(self->view);
  return G_SOURCE_REMOVE;
}

// A frame that is due comes first: it may move the list.
static void wake_at(row_list *self, double time) {
  g_clear_handle_id(&self->timer, g_source_remove);
  double wait = fmin(ceil(fmax(0, time - now()) * 1000), UINT32_MAX);
  if (isinf(time)) return;
  self->timer = g_timeout_add_full(GDK_PRIORITY_REDRAW + 1, (guint)wait, wake, self, NULL);
}

// == what GTK asks of the view ==

static row_list *list_of(GtkWidget *view) {
  return g_object_get_data(G_OBJECT(view), "list");
}

static void measure(GtkWidget *view, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
  (void)view, (void)orientation, (void)for_size;
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
}

// Rows are made and measured before: while GTK lays out, a text that changes can leave a widget
// without its place. But a new size is known only now.
static void allocate(GtkWidget *view, int width, int height, int baseline) {
  row_list *self = list_of(view);
  (void)baseline;
  bool is_new = width != self->width || height != self->height;
  self->width = width;
  self->height = height;
  if (is_new) begin_step(self, false);
  double offset = gtk_adjustment_get_value(self->offset);
  for (size_t i = 0; i < self->step.node_count; i++) {
    const rc_host_node *node = &self->step.nodes[i];
    if (!node->has_view) continue;
    graphene_point_t place = {0, (float)(node->start - offset)};
    gtk_widget_allocate(row_of(self, node), width, (int)node->extent, -1,
                        gsk_transform_translate(NULL, &place));
  }
}

// == what moves the list ==

static gboolean hold(row_list *self) {
  self->quiet_time = now() + QUIET;
  return FALSE;
}

// What moves the list while the clock emits "update" is an animation or a fling, which would
// overwrite what the host sets. It does not say when it has ended: then some time passes without.
static void scrolled(row_list *self) {
  if (self->is_stepping) return;
  GdkFrameClock *clock = gtk_widget_get_frame_clock(self->view);
  GSignalInvocationHint *hint = clock == NULL ? NULL : g_signal_get_invocation_hint(clock);
  if (hint != NULL && hint->signal_id == g_signal_lookup("update", GDK_TYPE_FRAME_CLOCK)) {
    hold(self);
  }
  begin_step(self, true);
  gtk_widget_queue_allocate(self->view);
}

// A fling may follow when a finger is lifted.
void row_list_touch(row_list *self, bool is_touched) {
  self->is_touched = is_touched;
  hold(self);
  wake_at(self, 0);
}

// A gesture would be cancelled once the scrolled window claims the drag:
// https://docs.gtk.org/gtk4/signal.Gesture.cancel.html
static gboolean touched(row_list *self, GdkEvent *event) {
  GdkEventType type = gdk_event_get_event_type(event);
  if (type == GDK_TOUCH_BEGIN) row_list_touch(self, true);
  if (type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL) row_list_touch(self, false);
  return GDK_EVENT_PROPAGATE;
}

// One step for all edits of a turn: then what is still there of what was on screen stays in place.
void row_list_insert(row_list *self, uint32_t index, uint32_t key, uint32_t count) {
  check(rc_list_insert(self->list, index, NULL, count));
  for (uint32_t i = 0; i < count; i++, key++) g_array_insert_val(self->keys, index + i, key);
  wake_at(self, 0);
}

void row_list_remove(row_list *self, uint32_t lower, uint32_t upper) {
  check(rc_list_remove(self->list, lower, upper));
  g_array_remove_range(self->keys, lower, upper - lower);
  wake_at(self, 0);
}

void row_list_scroll_to(row_list *self, uint32_t index, double fraction) {
  check(rc_host_scroll_to(self->host, index, fraction, 0, false));
  wake_at(self, 0);
}

// == the list ==

static void destroy(row_list *self) {
  gtk_widget_remove_controller(self->scroller, self->finger);
  g_signal_handlers_disconnect_by_data(self->scroller, self);
  g_signal_handlers_disconnect_by_data(self->offset, self);
  g_object_unref(self->offset);
  g_clear_handle_id(&self->timer, g_source_remove);
  g_hash_table_unref(self->rows);
  g_array_unref(self->keys);
  rc_host_destroy(self->host);
  rc_list_destroy(self->list);
  g_free(self);
}

// Puts a list into a scrolled window. It ends with its view, a viewport that leaves its layout to
// the list: a GtkScrollable that clips, and does nothing else.
row_list *row_list_new(GtkWidget *scroller) {
  row_list *self = g_new0(row_list, 1);
  check(rc_list_create(NULL, NULL, &self->list));
  check(rc_host_create(self->list, NULL, NULL, &self->host));
  self->keys = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  self->rows = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)gtk_widget_unparent);
  self->scroller = scroller;
  self->offset = g_object_ref(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller)));
  self->view = g_object_new(GTK_TYPE_VIEWPORT, "scroll-to-focus", FALSE, "focusable", TRUE,
                            "layout-manager", gtk_custom_layout_new(NULL, measure, allocate), NULL);
  g_object_set_data(G_OBJECT(self->view), "list", self);
  self->finger = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(self->finger, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped(self->finger, "event", G_CALLBACK(touched), self);
  gtk_widget_add_controller(scroller, self->finger);
  g_signal_connect_swapped(self->view, "destroy", G_CALLBACK(destroy), self);
  g_signal_connect_swapped(self->offset, "value-changed", G_CALLBACK(scrolled), self);
  // A key's animation knows where it ends before its first frame.
  g_signal_connect_swapped(scroller, "scroll-child", G_CALLBACK(hold), self);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), self->view);
  return self;
}

// == the program ==

// Nothing on screen moves, unless the list is at its start.
static void insert_above(row_list *rows) {
  row_list_insert(rows, 0, COUNT, 20);
}

static void go_to_middle(row_list *rows) {
  row_list_scroll_to(rows, COUNT / 2, 0.5);
}

static void add_button(GtkWidget *bar, const char *label, GCallback action, row_list *rows) {
  GtkWidget *button = gtk_button_new_with_label(label);
  g_signal_connect_swapped(button, "clicked", action, rows);
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), button);
}

int main(void) {
  gtk_init();
  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_data(style, ".row { padding: 12px; border-bottom: 1px solid #8884; }",
                                  -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(style),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  GtkWidget *scroller = gtk_scrolled_window_new(), *bar = gtk_header_bar_new();
  row_list *rows = row_list_new(scroller);
  row_list_insert(rows, 0, 0, COUNT);
  add_button(bar, "Insert above", G_CALLBACK(insert_above), rows);
  add_button(bar, "Middle", G_CALLBACK(go_to_middle), rows);
  GtkWidget *window =
      g_object_new(GTK_TYPE_WINDOW, "title", "Rows", "default-width", 480, "default-height", 640,
                   "titlebar", bar, "child", scroller, "focus-widget", rows->view, NULL);
  gtk_window_present(GTK_WINDOW(window));
  while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0) {
    g_main_context_iteration(NULL, TRUE);
  }
}
