// The kit of a host (see rangecore_host.h) for GTK 4: views, measuring, events and time.

#include "row_list.h"

#include <math.h>
#include <rangecore.h>
#include <rangecore_host.h>

// After so many frames in which nothing has moved the list, an animation has ended.
enum { QUIET_FRAMES = 6 };
enum { HADJUSTMENT = 1, VADJUSTMENT, HSCROLL_POLICY, VSCROLL_POLICY };
enum { NOBODY = UINT32_MAX };

// The view of a node.
typedef struct view {
  GtkWidget *row;  // NULL if it has none
  double start, extent;
} view;

struct _RowList {
  GtkWidget parent;
  GtkAdjustment *vertical;
  rc_list *list;
  rc_host *host;
  rc_host_step step;  // the latest
  GArray *keys;       // by index
  GArray *views;      // by the numbers of nodes
  GPtrArray *spare;   // rows without an item
  int width, height;
  uint32_t focused;  // the node that has the focus, or NOBODY
  guint timer, animation;
  int quiet_frames;
  bool is_updating, is_allocating, is_writing, is_in_frame, is_touched, is_scrolled;
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

// == views ==

static char *text_of(uint32_t key) {
  const char *const words[] = {"a",     "quiet", "harbour", "before", "the",  "rain", "nobody",
                               "waits", "until", "light",   "falls",  "over", "rye",  "fields"};
  uint32_t chance = key * 2654435761u;
  GString *text = g_string_new(NULL);
  g_string_printf(text, "%u.", key);
  for (uint32_t left = chance >> 26; left > 0; left--) {
    chance = chance * 1664525u + 1013904223u;
    g_string_append_printf(text, " %s", words[(chance >> 16) % G_N_ELEMENTS(words)]);
  }
  return g_string_free(text, FALSE);
}

static GtkWidget *make_row(RowList *self) {
  if (self->spare->len > 0) return g_ptr_array_steal_index(self->spare, self->spare->len - 1);
  // A label alone refuses the focus.
  GtkWidget *label = gtk_label_new(NULL), *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_box_append(GTK_BOX(row), label);
  gtk_widget_add_css_class(row, "row");
  gtk_widget_set_focusable(row, TRUE);
  gtk_widget_set_parent(row, GTK_WIDGET(self));
  gtk_widget_set_child_visible(row, FALSE);
  return row;
}

static view *view_of(RowList *self, const rc_host_node *node) {
  if (node->node >= self->views->len) g_array_set_size(self->views, node->node + 1);
  view *it = &g_array_index(self->views, view, node->node);
  if (it->row == NULL) {
    it->row = make_row(self);
    char *text = text_of(g_array_index(self->keys, uint32_t, node->index));
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_first_child(it->row)), text);
    g_free(text);
  }
  return it;
}

static double measure(RowList *self, const rc_host_node *node) {
  int extent;
  gtk_widget_measure(view_of(self, node)->row, GTK_ORIENTATION_VERTICAL, self->width, NULL, &extent,
                     NULL, NULL);
  return extent;
}

static void recycle(RowList *self, uint32_t node) {
  view *it = &g_array_index(self->views, view, node);
  // Its item was removed, otherwise it would be kept. GTK moves the focus on by itself.
  if (node == self->focused) self->focused = NOBODY;
  gtk_widget_set_child_visible(it->row, FALSE);
  g_ptr_array_add(self->spare, it->row);
  *it = (view){0};
}

// == the loop ==

static gboolean row_list_wake(gpointer self);

// Updates the list after a while, instead of any earlier wish.
static void wake_after(RowList *self, double seconds) {
  g_clear_handle_id(&self->timer, g_source_remove);
  if (!isfinite(seconds)) return;
  self->timer =
      g_timeout_add((guint)fmin(ceil(fmax(0, seconds) * 1000), UINT32_MAX), row_list_wake, self);
}

static void write_scroll(RowList *self) {
  double offset = gtk_adjustment_get_value(self->vertical), height = self->height;
  if (self->step.sets_offset) offset = self->step.offset;
  self->is_writing = true;
  gtk_adjustment_configure(self->vertical, offset, 0, fmax(self->step.scroll_length, height), 40,
                           height * 0.9, height);
  self->is_writing = false;
  if (self->step.sets_offset) {
    check(rc_host_wrote(self->host, gtk_adjustment_get_value(self->vertical)));
  }
}

static void row_list_update(RowList *self) {
  if (self->is_updating || self->vertical == NULL) return;
  self->is_updating = true;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = gtk_adjustment_get_value(self->vertical);
  viewport.length = self->height;
  viewport.time = now();
  viewport.is_user_driven = self->is_scrolled;
  viewport.is_held = self->is_touched || self->animation != 0;
  viewport.is_dragged = self->is_touched;
  self->is_scrolled = false;
  rc_host_step *step = &self->step;
  check(rc_host_begin(self->host, &viewport, self->width, 0, step));
  while (!step->is_done) {
    double extent = 0;
    if (step->ask_count > 0) extent = measure(self, &step->nodes[step->asks[0]]);
    check(rc_host_measured(self->host, &extent, step->ask_count > 0, now(), step));
  }
  for (size_t i = 0; i < step->released_count; i++) recycle(self, step->released[i]);
  bool is_resized = gtk_adjustment_get_page_size(self->vertical) != self->height;
  if (step->sets_length || step->sets_offset || is_resized) write_scroll(self);
  for (size_t i = 0; i < step->news_count; i++) {
    const rc_host_node *node = &step->nodes[step->news[i]];
    if (!node->has_view) continue;
    view *it = view_of(self, node);
    it->start = node->start;
    it->extent = node->extent;
    gtk_widget_set_child_visible(it->row, TRUE);
  }
  if (!self->is_allocating) gtk_widget_queue_allocate(GTK_WIDGET(self));
  wake_after(self, step->next_time - now());
  self->is_updating = false;
}

static gboolean row_list_wake(gpointer data) {
  RowList *self = data;
  self->timer = 0;
  row_list_update(self);
  return G_SOURCE_REMOVE;
}

// Rows are made and measured before: while GTK lays out, a text that changes can leave a widget
// without its place. But a new size is known only now.
static void row_list_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  RowList *self = ROW_LIST(widget);
  (void)baseline;
  if (width != self->width || height != self->height) {
    self->width = width;
    self->height = height;
    self->is_allocating = true;
    row_list_update(self);
    self->is_allocating = false;
  }
  double offset = self->vertical == NULL ? 0 : gtk_adjustment_get_value(self->vertical);
  for (guint i = 0; i < self->views->len; i++) {
    const view *it = &g_array_index(self->views, view, i);
    if (it->row == NULL || !gtk_widget_get_child_visible(it->row)) continue;
    graphene_point_t place = {0, (float)(it->start - offset)};
    gtk_widget_allocate(it->row, width, (int)it->extent, -1, gsk_transform_translate(NULL, &place));
  }
}

// == what moves the list ==

static gboolean row_list_tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  RowList *self = ROW_LIST(widget);
  (void)clock, (void)data;
  if (++self->quiet_frames < QUIET_FRAMES) return G_SOURCE_CONTINUE;
  self->animation = 0;
  row_list_update(self);
  return G_SOURCE_REMOVE;
}

static void row_list_hold(RowList *self) {
  self->quiet_frames = 0;
  if (self->animation == 0) {
    self->animation = gtk_widget_add_tick_callback(GTK_WIDGET(self), row_list_tick, NULL, NULL);
  }
}

static void row_list_scrolled(RowList *self) {
  if (self->is_writing) return;
  // Within a frame it is an animation or a fling, which will overwrite what the host sets; all else
  // are events. It does not say when it has ended: then some frames pass without it.
  if (self->is_in_frame) row_list_hold(self);
  self->is_scrolled = true;
  row_list_update(self);
}

static void row_list_touched(RowList *self) {
  self->is_touched = true;
  row_list_update(self);
}

static void row_list_lifted(RowList *self) {
  self->is_touched = false;
  row_list_update(self);
}

static void begin_frame(RowList *self) {
  self->is_in_frame = true;
}

static void end_frame(RowList *self) {
  self->is_in_frame = false;
}

// A key's animation knows where it ends before its first frame.
static gboolean row_list_scroll_child(RowList *self) {
  row_list_hold(self);
  return FALSE;
}

static void row_list_realize(GtkWidget *widget) {
  GTK_WIDGET_CLASS(row_list_parent_class)->realize(widget);
  GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
  GtkWidget *parent = gtk_widget_get_parent(widget);
  GConnectFlags swapped = G_CONNECT_SWAPPED;
  g_signal_connect_object(clock, "before-paint", G_CALLBACK(begin_frame), widget, swapped);
  g_signal_connect_object(clock, "layout", G_CALLBACK(end_frame), widget, swapped);
  g_signal_connect_object(parent, "scroll-child", G_CALLBACK(row_list_scroll_child), widget,
                          swapped);
}

static void row_list_unrealize(GtkWidget *widget) {
  g_signal_handlers_disconnect_by_data(gtk_widget_get_frame_clock(widget), widget);
  g_signal_handlers_disconnect_by_data(gtk_widget_get_parent(widget), widget);
  GTK_WIDGET_CLASS(row_list_parent_class)->unrealize(widget);
}

// == the keyboard ==

// The node of a row, and its index, as of the latest step; NULL for none.
static const rc_host_node *node_of(RowList *self, const GtkWidget *row) {
  for (size_t i = 0; row != NULL && i < self->step.node_count; i++) {
    const rc_host_node *node = &self->step.nodes[i];
    if (node->has_view && view_of(self, node)->row == row) return node;
  }
  return NULL;
}

static GtkWidget *focused_row(RowList *self) {
  return self->focused == NOBODY ? NULL : g_array_index(self->views, view, self->focused).row;
}

// A row that has the focus is kept, and so still has it wherever it is scrolled to.
static void row_list_set_focus_child(GtkWidget *widget, GtkWidget *child) {
  RowList *self = ROW_LIST(widget);
  GTK_WIDGET_CLASS(row_list_parent_class)->set_focus_child(widget, child);
  row_list_update(self);  // edits have changed indices
  const rc_host_node *former = node_of(self, focused_row(self)), *node = node_of(self, child);
  if (former == node) return;
  int64_t was = former == NULL ? -1 : former->index, is = node == NULL ? -1 : node->index;
  self->focused = node == NULL ? NOBODY : node->node;
  if (self->is_updating) return;  // the item was removed
  if (was >= 0) check(rc_host_keep(self->host, was, false));
  if (is >= 0) check(rc_host_keep(self->host, is, true));
  row_list_update(self);
}

void row_list_focus(RowList *self, int64_t index) {
  if (index < 0 || index >= rc_list_count(self->list)) return;
  check(rc_host_keep(self->host, index, true));
  row_list_scroll_to(self, index, RC_FRACTION_NEAREST);
  uint32_t node;
  if (rc_host_find(self->host, index, &node) != RC_STATUS_OK) return;
  gtk_widget_grab_focus(g_array_index(self->views, view, node).row);
}

static gboolean row_list_key(RowList *self, guint key) {
  if (key != GDK_KEY_Up && key != GDK_KEY_Down) return FALSE;
  row_list_update(self);
  const rc_host_node *node = node_of(self, focused_row(self));
  if (node != NULL) {
    row_list_focus(self, node->index + (key == GDK_KEY_Up ? -1 : 1));
    return TRUE;
  }
  rc_item first;
  double offset = gtk_adjustment_get_value(self->vertical);
  if (rc_list_item_at(self->list, offset, &first) == RC_STATUS_OK) {
    row_list_focus(self, first.index);
  }
  return TRUE;
}

static void row_list_clicked(RowList *self, int presses, double x, double y) {
  (void)presses;
  GtkWidget *row = gtk_widget_pick(GTK_WIDGET(self), x, y, GTK_PICK_DEFAULT);
  while (row != NULL && gtk_widget_get_parent(row) != GTK_WIDGET(self)) {
    row = row == GTK_WIDGET(self) ? NULL : gtk_widget_get_parent(row);
  }
  if (row != NULL) gtk_widget_grab_focus(row);
}

// == the app ==

// One step for all edits, before the next frame: then what is still there of what was on screen
// stays in place.

void row_list_insert(RowList *self, int64_t index, const uint32_t *keys, uint32_t count) {
  check(rc_list_insert(self->list, index, count, NULL));
  g_array_insert_vals(self->keys, (guint)index, keys, count);
  wake_after(self, 0);
}

void row_list_remove(RowList *self, int64_t lower, int64_t upper) {
  check(rc_list_remove(self->list, lower, upper));
  g_array_remove_range(self->keys, (guint)lower, (guint)(upper - lower));
  wake_after(self, 0);
}

void row_list_scroll_to(RowList *self, int64_t index, double fraction) {
  check(rc_host_scroll_to(self->host, index, fraction, 0, false));
  row_list_update(self);
}

GtkWidget *row_list_new(void) {
  return g_object_new(row_list_get_type(), NULL);
}

// == GObject ==

// It does not scroll sideways, and has the least policy: of the properties only one has a value.

static void add_controller(RowList *self, GtkEventController *controller, const char *began,
                           GCallback begin, const char *ended, GCallback end) {
  g_signal_connect_swapped(controller, began, begin, self);
  if (ended != NULL) g_signal_connect_swapped(controller, ended, end, self);
  gtk_widget_add_controller(GTK_WIDGET(self), controller);
}

static void row_list_init(RowList *self) {
  check(rc_list_create(NULL, NULL, &self->list));
  check(rc_host_create(self->list, NULL, NULL, &self->host));
  self->keys = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  self->views = g_array_new(FALSE, TRUE, sizeof(view));
  self->spare = g_ptr_array_new();
  self->focused = NOBODY;
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  GtkGesture *finger = gtk_gesture_drag_new();
  gtk_gesture_single_set_touch_only(GTK_GESTURE_SINGLE(finger), TRUE);
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(finger), GTK_PHASE_CAPTURE);
  add_controller(self, GTK_EVENT_CONTROLLER(finger), "begin", G_CALLBACK(row_list_touched), "end",
                 G_CALLBACK(row_list_lifted));
  add_controller(self, GTK_EVENT_CONTROLLER(gtk_gesture_click_new()), "pressed",
                 G_CALLBACK(row_list_clicked), NULL, NULL);
  add_controller(self, gtk_event_controller_key_new(), "key-pressed", G_CALLBACK(row_list_key),
                 NULL, NULL);
}

static void row_list_dispose(GObject *object) {
  RowList *self = ROW_LIST(object);
  g_clear_handle_id(&self->timer, g_source_remove);
  if (self->vertical != NULL) g_signal_handlers_disconnect_by_data(self->vertical, self);
  g_clear_object(&self->vertical);
  self->is_updating = true;  // nothing more is laid out
  GtkWidget *row;
  while ((row = gtk_widget_get_first_child(GTK_WIDGET(self))) != NULL) gtk_widget_unparent(row);
  G_OBJECT_CLASS(row_list_parent_class)->dispose(object);
}

static void row_list_finalize(GObject *object) {
  RowList *self = ROW_LIST(object);
  rc_host_destroy(self->host);
  rc_list_destroy(self->list);
  g_array_unref(self->keys);
  g_array_unref(self->views);
  g_ptr_array_unref(self->spare);
  G_OBJECT_CLASS(row_list_parent_class)->finalize(object);
}

static void row_list_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  (void)spec;
  if (id == VADJUSTMENT) g_value_set_object(value, ROW_LIST(object)->vertical);
}

static void row_list_set_property(GObject *object, guint id, const GValue *value,
                                  GParamSpec *spec) {
  RowList *self = ROW_LIST(object);
  (void)spec;
  if (id != VADJUSTMENT) return;
  if (self->vertical != NULL) g_signal_handlers_disconnect_by_data(self->vertical, self);
  g_set_object(&self->vertical, g_value_get_object(value));
  if (self->vertical == NULL) return;
  g_signal_connect_swapped(self->vertical, "value-changed", G_CALLBACK(row_list_scrolled), self);
}

static void row_list_class_init(RowListClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  widget->size_allocate = row_list_size_allocate;
  widget->realize = row_list_realize;
  widget->unrealize = row_list_unrealize;
  widget->set_focus_child = row_list_set_focus_child;
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->get_property = row_list_get_property;
  object->set_property = row_list_set_property;
  object->dispose = row_list_dispose;
  object->finalize = row_list_finalize;
  g_object_class_override_property(object, HADJUSTMENT, "hadjustment");
  g_object_class_override_property(object, VADJUSTMENT, "vadjustment");
  g_object_class_override_property(object, HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property(object, VSCROLL_POLICY, "vscroll-policy");
}
