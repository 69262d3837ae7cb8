// What gtk-c_client.py needs to know of Examples/C/GTK, from calls that the linker wraps.

#include <gtk/gtk.h>
#include <math.h>
#include <rangecore_host.h>

static struct {
  bool mean, sticks;  // of the next list
  rc_list *list;
  rc_host *host;
  double owed;
  bool is_held, is_writing;
} stage;

/// Says what settings the next list has.
void stage_set(int mean, int sticks) {
  stage.mean = mean;
  stage.sticks = sticks;
}

/// Copies what was owed since the last call, and how many rows there are; returns what is wrong
/// inside, or NULL.
const char *stage_read(double *out) {
  out[0] = stage.owed;
  out[1] = (double)rc_list_count(stage.list);
  stage.owed = 0;
  const char *reason = NULL;
  if (rc_list_validate(stage.list, &reason) == RC_STATUS_OK) {
    rc_host_validate(stage.host, &reason);
  }
  return reason;
}

int stage_is_held(void) {
  return stage.is_held;
}

int stage_is_writing(void) {
  return stage.is_writing;
}

rc_status __real_rc_host_create(rc_list *list, const rc_host_options *options,
                                const rc_allocator *allocator, rc_host **out_host);
rc_status __wrap_rc_host_create(rc_list *list, const rc_host_options *options,
                                const rc_allocator *allocator, rc_host **out_host) {
  rc_list_settings settings;
  rc_list_get_settings(list, &settings);
  settings.uses_mean_estimate = stage.mean;
  settings.sticks[RC_END_TAIL] = stage.sticks;
  rc_list_set_settings(list, &settings);
  rc_status status = __real_rc_host_create(list, options, allocator, out_host);
  stage.list = list;
  stage.host = *out_host;
  stage.owed = 0;
  return status;
}

rc_status __real_rc_host_begin(rc_host *host, const rc_viewport *viewport, double breadth,
                               uint32_t columns, rc_host_step *out_step);
rc_status __wrap_rc_host_begin(rc_host *host, const rc_viewport *viewport, double breadth,
                               uint32_t columns, rc_host_step *out_step) {
  stage.is_held = viewport->is_held;
  rc_status status = __real_rc_host_begin(host, viewport, breadth, columns, out_step);
  stage.owed = fmax(stage.owed, fabs(out_step->update.pending));
  return status;
}

rc_status __real_rc_host_measured(rc_host *host, const double *extents, size_t count, double time,
                                  rc_host_step *out_step);
rc_status __wrap_rc_host_measured(rc_host *host, const double *extents, size_t count, double time,
                                  rc_host_step *out_step) {
  rc_status status = __real_rc_host_measured(host, extents, count, time, out_step);
  stage.owed = fmax(stage.owed, fabs(out_step->update.pending));
  return status;
}

void __real_gtk_adjustment_configure(GtkAdjustment *adjustment, double value, double lower,
                                     double upper, double step, double page, double size);
void __wrap_gtk_adjustment_configure(GtkAdjustment *adjustment, double value, double lower,
                                     double upper, double step, double page, double size) {
  stage.is_writing = true;
  __real_gtk_adjustment_configure(adjustment, value, lower, upper, step, page, size);
  stage.is_writing = false;
}
