// The offset that a host scrolls to, and rests at.
//
//     asked for 500    round 1 is at 500    rows there are measured    round 2 is at 500 again
//     row 10           440 ─┬─ 500 in it    row 10 is 90 long          so 500 is in row 10, or in
//                                                                      another: all is asked again
//
// Once nothing there is left to measure, the offset stays: what rows elsewhere are longer is
// pending.

#include "../base/ticks.h"
#include "host.h"

static const double half_tick = 0.5 / RC_TICKS_PER_POINT;

static double away_from(double a, double b) {
  return a < b ? b - a : a - b;
}

/// How far from the goal is still there, for a toolkit that moves to it.
static double tolerance(const rc_host *host) {
  return host->options.offset_step > 1 ? host->options.offset_step : 1;
}

/// The frame of the last round, in the list as it is now.
static rc__frame frame_of(const rc_host *host) {
  rc__frame frame = host->list->anchor.seen.frame;
  rc__frame_fit(&frame, &host->list->rows);
  return frame;
}

/// As much of the goal as can be scrolled to.
static int64_t fit(double goal, rc_interval scrollable) {
  if (goal <= rc_ticks_to_points(scrollable.lower)) return scrollable.lower;
  if (goal >= rc_ticks_to_points(scrollable.upper)) return scrollable.upper;
  // (It lies between two numbers of ticks.)
  int64_t ticks = scrollable.lower;
  (void)rc_ticks_from_points(goal, &ticks);
  return ticks;
}

/// The last point of an animation, unless that makes it itself.
static void take_last_point(const rc_host *host, bool is_held, rc__host_offsets *offsets) {
  if (is_held || offsets->exact == host->fitted_goal) return;
  if (away_from(offsets->exact, host->fitted_goal) > tolerance(host)) return;
  offsets->exact = host->fitted_goal;
  offsets->is_exact = false;
}

rc__host_way rc__host_way_at(const rc_host *host, const rc_viewport *viewport, bool is_user_driven,
                             rc__host_offsets *offsets) {
  if (host->way == RC__HOST_WAY_IS_ASKED) return host->way;
  const double before = away_from(host->offsets.exact, host->fitted_goal);
  const double now = away_from(offsets->exact, host->fitted_goal);
  const bool has_moved = offsets->exact != host->offsets.exact;
  const bool is_off = has_moved && (is_user_driven || now > tolerance(host));
  bool is_left = viewport->has_item;
  if (host->way == RC__HOST_WAY_ALIGNS) is_left |= has_moved && is_user_driven;
  if (host->way == RC__HOST_WAY_ANIMATES) is_left |= is_off && now > before;
  if (host->way == RC__HOST_WAY_RESTS) is_left |= is_off || host->follower.has_followed;
  if (is_left) return RC__HOST_WAY_NONE;
  if (host->way == RC__HOST_WAY_ANIMATES) take_last_point(host, viewport->is_held, offsets);
  return host->way;
}

/// Sets the list's target, which stays in place, and takes the part of any former one. At an end
/// what stays is the list's own.
static rc_status set_target(rc_host *host, const rc__frame *frame, int64_t offset,
                            double *out_offset) {
  const rc_interval scrollable = frame->scrollable;
  const bool is_end = offset <= scrollable.lower || offset >= scrollable.upper;
  if (is_end || host->list->rows.count == 0) return RC_STATUS_OK;
  const rc__target target = rc__target_at(&host->list->anchor, frame, offset);
  host->fraction = target.fraction;
  host->shift = rc_ticks_to_points(target.shift);
  host->target = target.item;
  return rc__host_set_target(host, target.item, out_offset);
}

/// - `scrollable`: for the toolkit.
static void rest_at_goal(rc_host *host, int64_t offset, rc_interval scrollable) {
  const bool is_end = offset <= scrollable.lower || offset >= scrollable.upper;
  host->way = is_end ? RC__HOST_WAY_NONE : RC__HOST_WAY_RESTS;
  host->fitted_goal = rc_ticks_to_points(offset);
}

static void arrive(rc_host *host) {
  const rc_interval scrollable = frame_of(host).scrollable;
  rest_at_goal(host, fit(host->goal, scrollable), scrollable);
}

rc_status rc__host_align(rc_host *host) {
  rc__host_offsets *offsets = &host->offsets;
  const rc__frame frame = frame_of(host);
  const bool is_last = host->rounds >= RC__HOST_ALIGNMENTS;
  int64_t offset = fit(host->goal, frame.scrollable);
  double exact = rc_ticks_to_points(offset);
  const double goal = exact;
  rc_status status = set_target(host, &frame, offset, &exact);
  if (status == RC_STATUS_OK && is_last && exact != goal) {
    // What is owed will stay pending: the toolkit's offset is without it.
    int64_t told = offset;
    (void)rc_ticks_from_points(exact, &told);
    offset = rc__clamped(2 * offset - told, frame.scrollable);
    status = set_target(host, &frame, offset, &exact);
  }
  if (status != RC_STATUS_OK) return status;
  offsets->exact = exact;
  offsets->is_exact = false;
  host->way = RC__HOST_WAY_ALIGNS;
  host->animates = host->is_held = false;
  if (is_last) arrive(host);
  // Close to the end, what would stay pending cannot.
  if (is_last && exact != goal) host->way = RC__HOST_WAY_NONE;
  return RC_STATUS_OK;
}

bool rc__host_has_arrived(rc_host *host, const rc_update *update) {
  const int64_t offset = fit(host->goal, frame_of(host).scrollable);
  if (update->offset != rc_ticks_to_points(offset)) return false;
  arrive(host);
  return true;
}

/// Finds where an animation leads to, for the toolkit.
static rc_interval fit_goal(rc_host *host, const rc__frame *frame, int64_t *out_offset) {
  rc_interval scrollable = frame->scrollable;
  const int64_t end = scrollable.upper - rc__anchor_pending(&host->list->anchor);
  scrollable.upper = rc__at_least(end, scrollable.lower);
  *out_offset = fit(host->goal, scrollable);
  host->fitted_goal = rc_ticks_to_points(*out_offset);
  return scrollable;
}

void rc__host_begin_animation(rc_host *host) {
  const rc__frame frame = frame_of(host);
  int64_t offset;
  (void)fit_goal(host, &frame, &offset);
  host->way = RC__HOST_WAY_ANIMATES;
  host->animates = false;
  host->begins_target = true;
  take_last_point(host, host->is_held, &host->offsets);
}

rc_status rc__host_animate(rc_host *host) {
  rc__host_offsets *offsets = &host->offsets;
  if (!host->shows) return RC_STATUS_OK;
  const rc__frame frame = frame_of(host);
  int64_t offset;
  const rc_interval scrollable = fit_goal(host, &frame, &offset);
  if (away_from(offsets->exact, host->fitted_goal) > half_tick) return RC_STATUS_OK;
  double told;
  const rc_status status = set_target(host, &frame, frame.offset, &told);
  if (status == RC_STATUS_OK) rest_at_goal(host, offset, scrollable);
  return status;
}
