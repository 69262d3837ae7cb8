#include "rc_gtk_list.h"

#include <math.h>
#include <rangecore_host.h>
#include <rangecore_lanes.h>
#include <rangecore_sections.h>

enum { HADJUSTMENT = 1, VADJUSTMENT, HPOLICY, VPOLICY };

// The number of a node that is none.
#define NONE UINT32_MAX

struct _RcGtkList {
  GtkWidget parent_instance;
  GtkAdjustment *adjustments[2];  // horizontal, vertical
  GtkScrollablePolicy policies[2];
  GListModel *model;
  GtkWidget *(*make_row)(gpointer data);
  void (*show_item)(GtkWidget *row, gpointer item, gpointer data);
  gpointer data;
  rc_list *engine;
  rc_host *host;
  rc_host_step step;  // the latest
  rc_gtk_movement *movement;
  GHashTable *rows;  // by the numbers of nodes
  GPtrArray *spare;
  int width, height;
  guint timer;
  uint32_t kept,
      focused;  // what the host keeps, and what it is to keep: the row that had the focus last
  int64_t focused_index;
  bool is_stepping, is_edited, was_recycled;
};

static void scrollable_init(GtkScrollableInterface *interface) {
  (void)interface;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(RcGtkList, rc_gtk_list, GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, scrollable_init))

// There is no bad input here, so only memory can be short; GLib ends programs then, too.
static void check(rc_status status) {
  if (status != RC_STATUS_OK) g_error("rangecore: %s", rc_status_text(status));
}

static double now(void) {
  return (double)g_get_monotonic_time() / 1e6;
}

// == rows ==

static GtkWidget *row_of(RcGtkList *self, uint32_t node) {
  return g_hash_table_lookup(self->rows, GUINT_TO_POINTER(node));
}

static uint32_t node_of(GtkWidget *row) {
  return GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(row), "rc-node"));
}

static void tell(RcGtkList *self, GtkWidget *row, int64_t index) {
  gtk_accessible_update_relation(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_RELATION_POS_IN_SET,
                                 (int)index + 1, GTK_ACCESSIBLE_RELATION_SET_SIZE,
                                 (int)g_list_model_get_n_items(self->model), -1);
}

static GtkWidget *spare_row(RcGtkList *self) {
  if (self->spare->len > 0) {
    GtkWidget *row = g_ptr_array_steal_index(self->spare, self->spare->len - 1);
    gtk_widget_set_visible(row, TRUE);
    return row;
  }
  // That takes the focus and has a role, which not every widget can.
  GtkWidget *child = self->make_row(self->data);
  GtkWidget *row = g_object_new(GTK_TYPE_OVERLAY, "child", child, "css-name", "row", "focusable",
                                TRUE, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST_ITEM, NULL);
  if (GTK_IS_LABEL(child)) {
    gtk_accessible_update_relation(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_RELATION_LABELLED_BY, child,
                                   NULL, -1);
  }
  gtk_widget_set_parent(row, GTK_WIDGET(self));
  return row;
}

static GtkWidget *row_for(RcGtkList *self, const rc_host_node *node) {
  GtkWidget *row = row_of(self, node->node);
  if (row != NULL) return row;
  row = spare_row(self);
  g_object_set_data(G_OBJECT(row), "rc-node", GUINT_TO_POINTER(node->node));
  g_hash_table_insert(self->rows, GUINT_TO_POINTER(node->node), row);
  gpointer item = g_list_model_get_item(self->model, (guint)node->index);
  self->show_item(gtk_overlay_get_child(GTK_OVERLAY(row)), item, self->data);
  g_object_unref(item);
  tell(self, row, node->index);
  return row;
}

static double height_of(RcGtkList *self, const rc_host_node *node) {
  int height;
  gtk_widget_measure(row_for(self, node), GTK_ORIENTATION_VERTICAL,
                     self->width / (int)node->columns, NULL, &height, NULL, NULL);
  return height;
}

static void recycle(RcGtkList *self, uint32_t node) {
  GtkWidget *row = row_of(self, node);
  if (row == NULL) return;
  self->was_recycled |= row == gtk_widget_get_focus_child(GTK_WIDGET(self));
  g_hash_table_remove(self->rows, GUINT_TO_POINTER(node));
  // Not a child that assistive technology sees.
  gtk_widget_set_visible(row, FALSE);
  g_ptr_array_add(self->spare, row);
}

// Makes those that are new, in their order for assistive technology, the pinned header above all.
static void arrange(RcGtkList *self) {
  GtkWidget *before = NULL, *pinned = NULL;
  for (size_t i = 0; i < self->step.node_count; i++) {
    const rc_host_node *node = &self->step.nodes[i];
    if (!node->has_view) continue;
    GtkWidget *row = row_for(self, node);
    if (self->is_edited) tell(self, row, node->index);
    if (node->is_pinned) {
      pinned = row;
      continue;
    }
    if (gtk_widget_get_prev_sibling(row) != before) {
      gtk_widget_insert_after(row, GTK_WIDGET(self), before);
    }
    before = row;
  }
  if (pinned != NULL) gtk_widget_insert_before(pinned, GTK_WIDGET(self), NULL);
  self->is_edited = false;
}

// == the focus ==

// The view of a row stays while it has the focus, and while Tab may come back to it.
static void keep_focused(RcGtkList *self) {
  if (self->kept == self->focused) return;
  int64_t index;
  if (rc_host_index(self->host, self->kept, &index) == RC_STATUS_OK) {
    check(rc_host_keep(self->host, index, false));
  }
  self->kept = NONE;
  if (rc_host_index(self->host, self->focused, &index) != RC_STATUS_OK) return;
  check(rc_host_keep(self->host, index, true));
  self->kept = self->focused;
}

// Gives the focus back to the item that had it, whose row is another one, or to one beside it.
static void restore_focus(RcGtkList *self) {
  GtkWidget *row = row_of(self, self->focused);
  rc_host_index(self->host, self->focused, &self->focused_index);
  for (size_t i = 0; row == NULL && i < self->step.node_count; i++) {
    const rc_host_node *node = &self->step.nodes[i];
    bool is_last = i + 1 == self->step.node_count || !self->step.nodes[i + 1].is_on_screen;
    if (!node->is_on_screen || (node->index < self->focused_index && !is_last)) continue;
    row = row_of(self, node->node);
  }
  if (self->was_recycled && row != NULL) gtk_widget_grab_focus(row);
  self->was_recycled = false;
}

// == the loop ==

static void wake_at(RcGtkList *self, double time);

static void begin_step(RcGtkList *self, bool is_scrolled) {
  if (self->is_stepping || self->movement == NULL) return;
  self->is_stepping = true;
  keep_focused(self);
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = gtk_adjustment_get_value(self->adjustments[1]);
  viewport.length = self->height;
  viewport.time = now();
  viewport.is_user_driven = is_scrolled;
  viewport.is_held = rc_gtk_movement_is_held(self->movement);
  viewport.is_dragged = rc_gtk_movement_is_dragged(self->movement);
  rc_host_step *step = &self->step;
  check(rc_host_begin(self->host, &viewport, self->width, 0, step));
  while (!step->is_done) {
    size_t count = step->ask_count > 0;
    double extent = count == 0 ? 0 : height_of(self, &step->nodes[step->asks[0]]);
    check(rc_host_measured(self->host, &extent, count, now(), step));
  }
  for (size_t i = 0; i < step->released_count; i++) recycle(self, step->released[i]);
  rc_gtk_movement_set_scroll(self->movement, step->scroll_length,
                             step->sets_offset ? step->offset : viewport.offset, self->height);
  if (step->sets_offset) {
    check(rc_host_wrote(self->host, gtk_adjustment_get_value(self->adjustments[1])));
  }
  arrange(self);
  restore_focus(self);
  wake_at(self, step->next_time);
  self->is_stepping = false;
}

static gboolean wake(gpointer data) {
  RcGtkList *self = data;
  self->timer = 0;
  begin_step(self, false);
  gtk_widget_queue_allocate(GTK_WIDGET(self));
  return G_SOURCE_REMOVE;
}

// A frame that is due comes first: it may move the list.
static void wake_at(RcGtkList *self, double time) {
  g_clear_handle_id(&self->timer, g_source_remove);
  if (isinf(time)) return;
  double wait = fmin(ceil(fmax(0, time - now()) * 1000), UINT32_MAX);
  self->timer = g_timeout_add_full(GDK_PRIORITY_REDRAW + 1, (guint)wait, wake, self, NULL);
}

static void moved(gpointer data, bool is_scrolled) {
  begin_step(data, is_scrolled);
  gtk_widget_queue_allocate(data);
}

// One step for all edits of a turn: then what is still there of what was on screen stays in place.
static void edited(RcGtkList *self, guint position, guint removed, guint added) {
  check(rc_list_remove(self->engine, position, (int64_t)position + removed));
  check(rc_list_insert(self->engine, position, NULL, added));
  self->is_edited = true;
  wake_at(self, 0);
}

// == what GTK asks for ==

static void realize(GtkWidget *widget) {
  RcGtkList *self = RC_GTK_LIST(widget);
  GTK_WIDGET_CLASS(rc_gtk_list_parent_class)->realize(widget);
  GtkWidget *scroller = gtk_widget_get_parent(widget);
  if (!GTK_IS_SCROLLED_WINDOW(scroller)) g_error("a RcGtkList is the child of a GtkScrolledWindow");
  self->movement = rc_gtk_movement_create(GTK_SCROLLED_WINDOW(scroller), moved, self);
}

static void unrealize(GtkWidget *widget) {
  RcGtkList *self = RC_GTK_LIST(widget);
  g_clear_pointer(&self->movement, rc_gtk_movement_destroy);
  GTK_WIDGET_CLASS(rc_gtk_list_parent_class)->unrealize(widget);
}

// Rows are made and measured before: while GTK lays out, a text that changes can leave a widget
// without its place. But a new size is known only now.
static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  RcGtkList *self = RC_GTK_LIST(widget);
  (void)baseline;
  bool is_new = width != self->width || height != self->height;
  self->width = width;
  self->height = height;
  if (is_new) begin_step(self, false);
  double offset = gtk_adjustment_get_value(self->adjustments[1]);
  bool is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
  for (size_t i = 0; i < self->step.node_count; i++) {
    const rc_host_node *node = &self->step.nodes[i];
    GtkWidget *row = node->has_view ? row_of(self, node->node) : NULL;
    if (row == NULL) continue;
    int breadth = width / (int)node->columns, across = (int)node->column * breadth;
    graphene_point_t place = {(float)(is_mirrored ? width - across - breadth : across),
                              (float)(node->start - offset)};
    gtk_widget_allocate(row, breadth, (int)node->extent, -1, gsk_transform_translate(NULL, &place));
  }
}

// Gives an item the focus, where it is or where it is scrolled to.
static gboolean focus_item(RcGtkList *self, int64_t index) {
  uint32_t node;
  if (index < 0 || index >= rc_list_count(self->engine)) return FALSE;
  check(rc_host_scroll_to(self->host, index, RC_FRACTION_NEAREST, 0, false));
  moved(self, false);
  if (rc_host_find(self->host, index, &node) != RC_STATUS_OK) return FALSE;
  GtkWidget *row = row_of(self, node);
  return row != NULL && gtk_widget_grab_focus(row);
}

// Whether rows are beside each other that are not of one row.
static bool is_in_lanes(const RcGtkList *self, int64_t columns) {
  int64_t last = rc_list_count(self->engine) - 1, row = 0;
  return columns > 1 && rc_list_row_of_item(self->engine, last, &row) == RC_STATUS_OK &&
         row == last;
}

// In lanes, the item below or above another one in its lane, or with `across` the one of the next
// lane that overlaps it most; −1 if there is none. A wide item is in each lane.
static int64_t neighbor(RcGtkList *self, int64_t index, int along, int across) {
  enum { REACH = 256 };
  rc_lanes_position all[2 * REACH];
  int64_t count = rc_list_count(self->engine), lower = index < REACH ? 0 : index - REACH;
  int64_t upper = index + REACH < count ? index + REACH : count, best = -1;
  check(rc_list_places(self->engine, lower, upper, all));
  const rc_lanes_position *own = &all[index - lower];
  double most = 0;
  int step = along == 0 ? 1 : along;
  for (int64_t i = along == 0 ? lower : index + along; i >= lower && i < upper; i += step) {
    const rc_lanes_position *it = &all[i - lower];
    bool is_wide = it->span == RC_SPAN_WIDE || own->span == RC_SPAN_WIDE;
    if (along != 0 && (is_wide || it->lane == own->lane)) return i;
    bool is_beside = (int64_t)it->lane == (int64_t)own->lane + across;
    if (along != 0 || is_wide || !is_beside) continue;
    double overlap =
        fmin(it->offset + it->extent, own->offset + own->extent) - fmax(it->offset, own->offset);
    if (best < 0 || overlap > most) best = i, most = overlap;
  }
  return best;
}

static gboolean focus(GtkWidget *widget, GtkDirectionType direction) {
  RcGtkList *self = RC_GTK_LIST(widget);
  GtkWidget *row = gtk_widget_get_focus_child(widget);
  bool is_vertical = direction == GTK_DIR_UP || direction == GTK_DIR_DOWN;
  if (row != NULL && !is_vertical && gtk_widget_child_focus(row, direction)) return TRUE;
  const rc_host_node *first = NULL;
  for (size_t i = 0; i < self->step.node_count && first == NULL; i++) {
    if (self->step.nodes[i].is_on_screen) first = &self->step.nodes[i];
  }
  if (first == NULL) return FALSE;
  if (row == NULL) return focus_item(self, self->kept == NONE ? first->index : self->focused_index);
  int64_t columns = 1, way = 0;
  for (size_t i = 0; i < self->step.node_count; i++) {
    const rc_host_node *node = &self->step.nodes[i];
    if (node->is_on_screen && node->columns > columns) columns = node->columns;
  }
  int64_t aside = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? -1 : 1;
  if (direction == GTK_DIR_UP) way = -columns;
  if (direction == GTK_DIR_DOWN) way = columns;
  if (direction == GTK_DIR_LEFT && columns > 1) way = -aside;
  if (direction == GTK_DIR_RIGHT && columns > 1) way = aside;
  if (way == 0 || !is_in_lanes(self, columns)) {
    return way != 0 && focus_item(self, self->focused_index + way);
  }
  int ahead = way > 0 ? 1 : -1;
  return focus_item(self, neighbor(self, self->focused_index, is_vertical ? ahead : 0, ahead));
}

static void set_focus_child(GtkWidget *widget, GtkWidget *row) {
  RcGtkList *self = RC_GTK_LIST(widget);
  GTK_WIDGET_CLASS(rc_gtk_list_parent_class)->set_focus_child(widget, row);
  if (row == NULL || self->focused == node_of(row)) return;
  self->focused = node_of(row);
  rc_host_index(self->host, self->focused, &self->focused_index);
  wake_at(self, 0);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  RcGtkList *self = RC_GTK_LIST(object);
  (void)spec;
  if (id == HPOLICY || id == VPOLICY) {
    self->policies[id - HPOLICY] = g_value_get_enum(value);
  } else {
    g_set_object(&self->adjustments[id - HADJUSTMENT], g_value_get_object(value));
  }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  RcGtkList *self = RC_GTK_LIST(object);
  (void)spec;
  if (id == HPOLICY || id == VPOLICY) {
    g_value_set_enum(value, (int)self->policies[id - HPOLICY]);
  } else {
    g_value_set_object(value, self->adjustments[id - HADJUSTMENT]);
  }
}

static void dispose(GObject *object) {
  RcGtkList *self = RC_GTK_LIST(object);
  g_clear_handle_id(&self->timer, g_source_remove);
  if (self->model != NULL) g_signal_handlers_disconnect_by_data(self->model, self);
  g_clear_object(&self->model);
  g_hash_table_remove_all(self->rows);
  g_ptr_array_set_size(self->spare, 0);
  for (GtkWidget *row; (row = gtk_widget_get_first_child(GTK_WIDGET(self))) != NULL;) {
    gtk_widget_unparent(row);
  }
  g_clear_object(&self->adjustments[0]);
  g_clear_object(&self->adjustments[1]);
  G_OBJECT_CLASS(rc_gtk_list_parent_class)->dispose(object);
}

static void finalize(GObject *object) {
  RcGtkList *self = RC_GTK_LIST(object);
  g_hash_table_unref(self->rows);
  g_ptr_array_unref(self->spare);
  rc_host_destroy(self->host);
  rc_list_destroy(self->engine);
  G_OBJECT_CLASS(rc_gtk_list_parent_class)->finalize(object);
}

static void rc_gtk_list_class_init(RcGtkListClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  object->set_property = set_property;
  object->get_property = get_property;
  object->dispose = dispose;
  object->finalize = finalize;
  widget->realize = realize;
  widget->unrealize = unrealize;
  widget->size_allocate = size_allocate;
  widget->focus = focus;
  widget->set_focus_child = set_focus_child;
  g_object_class_override_property(object, HADJUSTMENT, "hadjustment");
  g_object_class_override_property(object, VADJUSTMENT, "vadjustment");
  g_object_class_override_property(object, HPOLICY, "hscroll-policy");
  g_object_class_override_property(object, VPOLICY, "vscroll-policy");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_LIST);
}

static void rc_gtk_list_init(RcGtkList *self) {
  self->kept = self->focused = NONE;
  self->rows = g_hash_table_new(NULL, NULL);
  self->spare = g_ptr_array_new();
  check(rc_list_create(NULL, NULL, &self->engine));
  check(rc_host_create(self->engine, NULL, NULL, &self->host));
}

// == for the app ==

GtkWidget *rc_gtk_list_new(GListModel *model, GtkWidget *(*make_row)(gpointer data),
                           void (*show_item)(GtkWidget *row, gpointer item, gpointer data),
                           gpointer data) {
  RcGtkList *self =
      g_object_new(RC_GTK_TYPE_LIST, "overflow", GTK_OVERFLOW_HIDDEN, "focusable", TRUE, NULL);
  self->model = g_object_ref(model);
  self->make_row = make_row;
  self->show_item = show_item;
  self->data = data;
  g_signal_connect_swapped(model, "items-changed", G_CALLBACK(edited), self);
  edited(self, 0, 0, g_list_model_get_n_items(model));
  return GTK_WIDGET(self);
}

rc_list *rc_gtk_list_get_engine(RcGtkList *self) {
  return self->engine;
}

rc_gtk_movement *rc_gtk_list_get_movement(RcGtkList *self) {
  return self->movement;
}

void rc_gtk_list_scroll_to(RcGtkList *self, guint index, double fraction) {
  if (index >= rc_list_count(self->engine)) return;
  check(rc_host_scroll_to(self->host, index, fraction, 0, false));
  wake_at(self, 0);
}

void rc_gtk_list_remeasure(RcGtkList *self, guint index) {
  uint32_t node;
  bool is_any;
  double later = RC_EXTENT_LATER;
  if (rc_host_find(self->host, index, &node) != RC_STATUS_OK) return;
  check(rc_host_set_extents(self->host, &node, &later, 1, &is_any));
  // The nodes of the latest step are no longer valid.
  self->step.node_count = 0;
  moved(self, false);
}
