// A hundred thousand texts in GTK 4, each as tall as GTK makes it: the kit of a host, as described
// in rangecore_host.h, as a widget for a GtkScrolledWindow. Examples/Toolkits/README.md says how to
// build it.

#include <gtk/gtk.h>
#include <math.h>
#include <rangecore.h>
#include <rangecore_host.h>

enum { COUNT = 100000 };
enum { HADJUSTMENT = 1, VADJUSTMENT, HSCROLL_POLICY, VSCROLL_POLICY };

// After so many seconds in which nothing has moved the list, an animation has ended.
#define QUIET 0.1

static const char words[] =
    "nobody waits until the rain is over, and the light falls on the quiet fields of rye before "
    "the "
    "harbour, where a boat comes in with the tide and another one leaves as it has always done";

G_DECLARE_FINAL_TYPE(RowList, row_list, ROW, LIST, GtkWidget)

struct _RowList {
  GtkWidget parent;
  GtkAdjustment *vertical;
  rc_list *list;
  rc_host *host;
  rc_host_step step;  // the latest
  GArray *keys;       // of the items, by index
  GPtrArray *views;   // by the numbers of nodes
  int width, height;
  guint timer;
  double quiet_time;
  bool is_updating, is_in_frame, is_touched, is_scrolled;
};

G_DEFINE_TYPE_WITH_CODE(RowList, row_list, GTK_TYPE_WIDGET,
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, NULL))

// There is no bad input here, so only memory can be short; GLib ends programs then, too.
static void check(rc_status status) {
  if (status != RC_STATUS_OK) g_error("rangecore: %s", rc_status_text(status));
}

static double now(void) {
  return (double)g_get_monotonic_time() / 1e6;
}

// == the loop ==

static GtkWidget *view_of(RowList *self, const rc_host_node *node) {
  if (node->node >= self->views->len) g_ptr_array_set_size(self->views, (int)node->node + 1);
  gpointer *view = &self->views->pdata[node->node];
  if (*view == NULL) {
    uint32_t key = g_array_index(self->keys, uint32_t, node->index);
    char *text = g_strdup_printf("%u. %.*s", key, (int)(key * 7919 % sizeof words), words);
    *view = gtk_label_new(text);
    g_free(text);
    gtk_label_set_wrap(*view, TRUE);
    gtk_label_set_xalign(*view, 0);
    gtk_widget_add_css_class(*view, "row");
    gtk_widget_set_parent(*view, GTK_WIDGET(self));
  }
  return *view;
}

static void recycle(RowList *self, const uint32_t *nodes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (nodes[i] < self->views->len) {
      g_clear_pointer((GtkWidget **)&self->views->pdata[nodes[i]], gtk_widget_unparent);
    }
  }
}

static void write_scroll(RowList *self) {
  double offset = gtk_adjustment_get_value(self->vertical), height = self->height;
  if (self->step.sets_offset) offset = self->step.offset;
  gtk_adjustment_configure(self->vertical, offset, 0, fmax(self->step.scroll_length, height), 40,
                           height * 0.9, height);
  if (self->step.sets_offset) {
    check(rc_host_wrote(self->host, gtk_adjustment_get_value(self->vertical)));
  }
}

static void row_list_wake(gpointer data);

static void wake_at(RowList *self, double time) {
  g_clear_handle_id(&self->timer, g_source_remove);
  if (!isfinite(time)) return;
  self->timer = g_timeout_add_once((guint)fmin(ceil(fmax(0, time - now()) * 1000), UINT32_MAX),
                                   row_list_wake, self);
}

static void row_list_step(RowList *self) {
  if (self->is_updating || self->vertical == NULL) return;
  self->is_updating = true;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = gtk_adjustment_get_value(self->vertical);
  viewport.length = self->height;
  viewport.time = now();
  viewport.is_user_driven = self->is_scrolled;
  bool is_quiet = viewport.time >= self->quiet_time;
  viewport.is_held = self->is_touched || !is_quiet;
  viewport.is_dragged = self->is_touched;
  self->is_scrolled = false;
  rc_host_step *step = &self->step;
  check(rc_host_begin(self->host, &viewport, self->width, 0, step));
  while (!step->is_done) {
    int height = 0;
    if (step->ask_count > 0) {
      GtkWidget *view = view_of(self, &step->nodes[step->asks[0]]);
      gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, self->width, NULL, &height, NULL, NULL);
    }
    double extent = height;
    check(rc_host_measured(self->host, &extent, step->ask_count > 0, now(), step));
  }
  recycle(self, step->released, step->released_count);
  recycle(self, step->freed, step->freed_count);
  bool is_resized = gtk_adjustment_get_page_size(self->vertical) != self->height;
  if (step->sets_length || step->sets_offset || is_resized) write_scroll(self);
  wake_at(self, is_quiet ? step->next_time : fmin(step->next_time, self->quiet_time));
  self->is_updating = false;
}

static void row_list_update(RowList *self) {
  row_list_step(self);
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void row_list_wake(gpointer data) {
  RowList *self = data;
  self->timer = 0;
  row_list_update(self);
}

// Rows are made and measured before: while GTK lays out, a text that changes can leave a widget
// without its place. But a new size is known only now.
static void row_list_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  RowList *self = ROW_LIST(widget);
  (void)baseline;
  bool is_new = width != self->width || height != self->height;
  self->width = width;
  self->height = height;
  if (is_new) row_list_step(self);
  double offset = self->vertical == NULL ? 0 : gtk_adjustment_get_value(self->vertical);
  for (size_t i = 0; i < self->step.node_count; i++) {
    const rc_host_node *node = &self->step.nodes[i];
    if (!node->has_view) continue;
    graphene_point_t place = {0, (float)(node->start - offset)};
    gtk_widget_allocate(view_of(self, node), width, (int)node->extent, -1,
                        gsk_transform_translate(NULL, &place));
  }
}

// == what moves the list ==

// What moves the list within a frame is an animation or a fling, which would overwrite what the
// host sets. It does not say when it has ended: then some time passes without it.
static gboolean hold(RowList *self) {
  self->quiet_time = now() + QUIET;
  return FALSE;
}

static void row_list_scrolled(RowList *self) {
  if (self->is_updating) return;
  if (self->is_in_frame) hold(self);
  self->is_scrolled = true;
  row_list_update(self);
}

static void begin_frame(RowList *self) {
  self->is_in_frame = true;
}

static void end_frame(RowList *self) {
  self->is_in_frame = false;
}

static void row_list_realize(GtkWidget *widget) {
  GTK_WIDGET_CLASS(row_list_parent_class)->realize(widget);
  GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
  GtkWidget *parent = gtk_widget_get_parent(widget);
  const GConnectFlags flags = G_CONNECT_SWAPPED;
  g_signal_connect_object(clock, "before-paint", G_CALLBACK(begin_frame), widget, flags);
  g_signal_connect_object(clock, "layout", G_CALLBACK(end_frame), widget, flags);
  // A key's animation knows where it ends before its first frame.
  g_signal_connect_object(parent, "scroll-child", G_CALLBACK(hold), widget, flags);
}

static void row_list_touched(RowList *self) {
  self->is_touched = true;
  row_list_update(self);
}

static void row_list_lifted(RowList *self) {
  self->is_touched = false;
  row_list_update(self);
}

// One step for all edits, before the next frame: then what is still there of what was on screen
// stays in place.
void row_list_insert(RowList *self, uint32_t index, uint32_t key, uint32_t count) {
  check(rc_list_insert(self->list, index, NULL, count));
  for (uint32_t i = 0; i < count; i++, key++) g_array_insert_val(self->keys, index + i, key);
  wake_at(self, 0);
}

void row_list_remove(RowList *self, uint32_t lower, uint32_t upper) {
  check(rc_list_remove(self->list, lower, upper));
  g_array_remove_range(self->keys, lower, upper - lower);
  wake_at(self, 0);
}

void row_list_scroll_to(RowList *self, uint32_t index, double fraction) {
  check(rc_host_scroll_to(self->host, index, fraction, 0, false));
  row_list_update(self);
}

// == GObject ==

static void row_list_init(RowList *self) {
  check(rc_list_create(NULL, NULL, &self->list));
  check(rc_host_create(self->list, NULL, NULL, &self->host));
  self->keys = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  self->views = g_ptr_array_new();
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);  // for the page keys
  GtkGesture *finger = gtk_gesture_drag_new();
  gtk_gesture_single_set_touch_only(GTK_GESTURE_SINGLE(finger), TRUE);
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(finger), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped(finger, "begin", G_CALLBACK(row_list_touched), self);
  g_signal_connect_swapped(finger, "end", G_CALLBACK(row_list_lifted), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(finger));
}

static void row_list_set_vertical(RowList *self, GtkAdjustment *vertical) {
  if (self->vertical != NULL) g_signal_handlers_disconnect_by_data(self->vertical, self);
  g_set_object(&self->vertical, vertical);
  if (vertical == NULL) return;
  g_signal_connect_swapped(vertical, "value-changed", G_CALLBACK(row_list_scrolled), self);
}

static void row_list_dispose(GObject *object) {
  RowList *self = ROW_LIST(object);
  self->is_updating = true;  // nothing more is laid out
  wake_at(self, INFINITY);
  row_list_set_vertical(self, NULL);
  for (guint i = 0; i < self->views->len; i++) recycle(self, &i, 1);
  G_OBJECT_CLASS(row_list_parent_class)->dispose(object);
}

static void row_list_finalize(GObject *object) {
  RowList *self = ROW_LIST(object);
  rc_host_destroy(self->host);
  rc_list_destroy(self->list);
  g_array_unref(self->keys);
  g_ptr_array_unref(self->views);
  G_OBJECT_CLASS(row_list_parent_class)->finalize(object);
}

// It does not scroll sideways, and has the least policy: of the properties only one has a value.
static void row_list_get(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  (void)spec;
  if (id == VADJUSTMENT) g_value_set_object(value, ROW_LIST(object)->vertical);
}

static void row_list_set(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  (void)spec;
  if (id == VADJUSTMENT) row_list_set_vertical(ROW_LIST(object), g_value_get_object(value));
}

static void row_list_class_init(RowListClass *class) {
  GTK_WIDGET_CLASS(class)->size_allocate = row_list_size_allocate;
  GTK_WIDGET_CLASS(class)->realize = row_list_realize;
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->get_property = row_list_get;
  object->set_property = row_list_set;
  object->dispose = row_list_dispose;
  object->finalize = row_list_finalize;
  g_object_class_override_property(object, HADJUSTMENT, "hadjustment");
  g_object_class_override_property(object, VADJUSTMENT, "vadjustment");
  g_object_class_override_property(object, HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property(object, VSCROLL_POLICY, "vscroll-policy");
}

// == the program ==

// Nothing on screen moves, unless the list is at its start.
static void insert_above(RowList *rows) {
  row_list_insert(rows, 0, COUNT, 20);
}

static void go_to_middle(RowList *rows) {
  row_list_scroll_to(rows, COUNT / 2, 0.5);
}

int main(void) {
  gtk_init();
  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_data(
      style, ".row { padding: 12px; border-bottom: 1px solid alpha(currentColor, 0.15); }", -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(style),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  GtkWidget *rows = g_object_new(row_list_get_type(), NULL), *bar = gtk_header_bar_new();
  GtkWidget *scroller = gtk_scrolled_window_new(), *window = gtk_window_new();
  row_list_insert(ROW_LIST(rows), 0, 0, COUNT);
  const char *const labels[] = {"Insert above", "Middle"};
  const GCallback actions[] = {G_CALLBACK(insert_above), G_CALLBACK(go_to_middle)};
  for (size_t i = 0; i < 2; i++) {
    GtkWidget *button = gtk_button_new_with_label(labels[i]);
    g_signal_connect_swapped(button, "clicked", actions[i], rows);
    gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), button);
  }
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_ALWAYS);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), rows);
  gtk_window_set_titlebar(GTK_WINDOW(window), bar);
  gtk_window_set_title(GTK_WINDOW(window), "Rows");
  gtk_window_set_default_size(GTK_WINDOW(window), 480, 640);
  gtk_window_set_child(GTK_WINDOW(window), scroller);
  g_signal_connect_swapped(window, "close-request", G_CALLBACK(g_main_loop_quit), loop);
  gtk_widget_grab_focus(rows);
  gtk_window_present(GTK_WINDOW(window));
  g_main_loop_run(loop);
}
