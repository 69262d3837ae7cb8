#include "rc_gtk_movement.h"

struct rc_gtk_movement {
  GtkScrolledWindow *scroller;
  GtkAdjustment *adjustment;
  GtkEventController *touches, *swipes;
  void (*moved)(gpointer data, bool is_scrolled);
  gpointer data;
  int fingers, quiet_frames;
  guint tick;   // while something moves it, or may
  double time;  // when it was seen to move
  bool is_writing, is_flung;
};

static void end(rc_gtk_movement *self) {
  if (self->tick != 0) gtk_widget_remove_tick_callback(GTK_WIDGET(self->scroller), self->tick);
  self->tick = 0;
  self->is_flung = false;
}

static double now(void) {
  return (double)g_get_monotonic_time() / 1e6;
}

static bool is_at_end(GtkAdjustment *it) {
  double value = gtk_adjustment_get_value(it);
  return value <= gtk_adjustment_get_lower(it) ||
         value >= gtk_adjustment_get_upper(it) - gtk_adjustment_get_page_size(it);
}

static gboolean ticked(GtkWidget *scroller, GdkFrameClock *clock, gpointer data) {
  rc_gtk_movement *self = data;
  (void)scroller, (void)clock;
  bool is_beyond =
      self->is_flung && is_at_end(self->adjustment) && now() < self->time + RC_GTK_OVERSHOOT;
  if (++self->quiet_frames >= RC_GTK_QUIET_FRAMES && !is_beyond) {
    end(self);
    self->moved(self->data, false);
  }
  return G_SOURCE_CONTINUE;
}

static void hold(rc_gtk_movement *self) {
  self->quiet_frames = 0;
  self->time = now();
  if (self->tick != 0) return;
  self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self->scroller), ticked, self, NULL);
}

static void fling(rc_gtk_movement *self) {
  hold(self);
  self->is_flung = true;
}

// The default handler comes next.
static gboolean begins(rc_gtk_movement *self) {
  hold(self);
  return FALSE;
}

static void changed(rc_gtk_movement *self) {
  if (self->is_writing) return;
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(self->scroller));
  GSignalInvocationHint *hint = clock == NULL ? NULL : g_signal_get_invocation_hint(clock);
  if (hint != NULL && hint->signal_id == g_signal_lookup("update", GDK_TYPE_FRAME_CLOCK))
    hold(self);
  self->moved(self->data, true);
}

void rc_gtk_movement_touch(rc_gtk_movement *self, bool is_touched) {
  self->fingers = MAX(0, self->fingers + (is_touched ? 1 : -1));
  // A fling may follow when it is lifted.
  fling(self);
  self->moved(self->data, false);
}

// A gesture would be cancelled once the scrolled window claims the drag:
// https://docs.gtk.org/gtk4/signal.Gesture.cancel.html
static gboolean touched(rc_gtk_movement *self, GdkEvent *event) {
  GdkEventType type = gdk_event_get_event_type(event);
  if (type == GDK_TOUCH_BEGIN) rc_gtk_movement_touch(self, true);
  if (type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL) rc_gtk_movement_touch(self, false);
  return GDK_EVENT_PROPAGATE;
}

// Hidden, it gets no events and no frames.
static void rest(rc_gtk_movement *self) {
  self->fingers = 0;
  end(self);
}

// It only looks: all events pass through it.
static GtkEventController *add(rc_gtk_movement *self, GtkEventController *controller) {
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(GTK_WIDGET(self->scroller), controller);
  return controller;
}

rc_gtk_movement *rc_gtk_movement_create(GtkScrolledWindow *scroller,
                                        void (*moved)(gpointer data, bool is_scrolled),
                                        gpointer data) {
  rc_gtk_movement *self = g_new0(rc_gtk_movement, 1);
  self->scroller = scroller;
  self->adjustment = g_object_ref(gtk_scrolled_window_get_vadjustment(scroller));
  self->moved = moved;
  self->data = data;
  self->touches = add(self, gtk_event_controller_legacy_new());
  self->swipes = add(self, gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES |
                                                           GTK_EVENT_CONTROLLER_SCROLL_KINETIC));
  g_signal_connect_swapped(self->touches, "event", G_CALLBACK(touched), self);
  g_signal_connect_swapped(self->swipes, "decelerate", G_CALLBACK(fling), self);
  g_signal_connect_swapped(scroller, "scroll-child", G_CALLBACK(begins), self);
  g_signal_connect_swapped(scroller, "unmap", G_CALLBACK(rest), self);
  g_signal_connect_swapped(self->adjustment, "value-changed", G_CALLBACK(changed), self);
  return self;
}

void rc_gtk_movement_destroy(rc_gtk_movement *self) {
  if (self == NULL) return;
  end(self);
  g_signal_handlers_disconnect_by_data(self->scroller, self);
  g_signal_handlers_disconnect_by_data(self->adjustment, self);
  gtk_widget_remove_controller(GTK_WIDGET(self->scroller), self->touches);
  gtk_widget_remove_controller(GTK_WIDGET(self->scroller), self->swipes);
  g_object_unref(self->adjustment);
  g_free(self);
}

bool rc_gtk_movement_is_held(const rc_gtk_movement *self) {
  return self->fingers > 0 || self->tick != 0;
}

bool rc_gtk_movement_is_dragged(const rc_gtk_movement *self) {
  return self->fingers > 0;
}

// Ends a fling, which kinetic scrolling does when it is turned off, or an animation.
static void stop(rc_gtk_movement *self) {
  gboolean is_kinetic = gtk_scrolled_window_get_kinetic_scrolling(self->scroller);
  gtk_scrolled_window_set_kinetic_scrolling(self->scroller, FALSE);
  gtk_scrolled_window_set_kinetic_scrolling(self->scroller, is_kinetic);
  gtk_adjustment_set_value(self->adjustment, gtk_adjustment_get_value(self->adjustment));
  end(self);
}

void rc_gtk_movement_set_scroll(rc_gtk_movement *self, double length, double offset, double page) {
  bool is_other = offset < gtk_adjustment_get_value(self->adjustment) ||
                  offset > gtk_adjustment_get_value(self->adjustment);
  self->is_writing = true;
  if (is_other && rc_gtk_movement_is_held(self)) stop(self);
  gtk_adjustment_configure(self->adjustment, offset, 0, MAX(length, page), 40, page * 0.9, page);
  self->is_writing = false;
}
