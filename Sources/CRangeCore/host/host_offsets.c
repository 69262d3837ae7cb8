// The offset of a host: the toolkit's own, the exact one, and what lies between them.
//
//     exact 10.3     set      the toolkit rounds to 10     the user scrolls by 5
//     own            10.3     10, and 0.3 is the rest      15, which counts as 15.3

#include "../base/ticks.h"
#include "host.h"

static double magnitude(double value) {
  return value < 0 ? -value : value;
}

static double at_least(double value, double limit) {
  return value > limit ? value : limit;
}

/// What was rounded off of an offset that the user has scrolled to.
static double rest_at(const rc_host *host, const rc_viewport *viewport, double rest) {
  const bool is_fixed = viewport->insets_are_fixed;
  const double step = host->options.offset_step, offset = viewport->offset;
  const double lowest = is_fixed ? 0 : -viewport->inset_start;
  const double end = host->told_length + (is_fixed ? 0 : viewport->inset_end) - viewport->length;
  const double highest = at_least(end, lowest);
  if (offset <= lowest) return 0;
  if (offset < highest - step) return rest;
  return step > 0 ? at_least(highest - offset, 0) : 0;
}

bool rc__host_take_offset_slowly(const rc_host *host, const rc_viewport *viewport, bool is_hidden,
                                 rc__host_offsets *offsets) {
  const double offset = viewport->offset, before = offsets->own;
  const bool was_hidden = offsets->was_hidden, had_item = offsets->had_item;
  offsets->is_exact = false;
  offsets->was_hidden = is_hidden;
  offsets->had_item = viewport->has_item;
  offsets->has_returned = false;
  offsets->is_asked = false;
  offsets->own = offset;
  const bool was_known = offsets->is_known;
  offsets->is_known = was_known || !is_hidden;
  if (viewport->has_item) return viewport->is_user_driven;
  if (was_known && (is_hidden || was_hidden)) {
    offsets->has_returned = !is_hidden;
    offsets->rest = 0;
    return false;
  }
  if (had_item || !was_known) {
    // The same again is the list's own, which may be another.
    if (had_item || offset != before) offsets->exact = offset;
    offsets->rest = 0;
    return viewport->is_user_driven;
  }
  const double moved = magnitude(offset - before);
  if (moved == 0 || moved < host->options.offset_step / 2) return false;
  const double rest = rest_at(host, viewport, offsets->exact - before);
  if (rest != offsets->exact - before) offsets->rest = 0;
  offsets->exact = offset + rest;
  return viewport->is_user_driven;
}

void rc__host_correct_slowly(rc_host *host, double correction) {
  double *exact = &host->offsets.exact;
  int64_t ticks;
  host->offsets.is_exact = false;
  *exact += correction;
  // Otherwise what many rounds add up to would differ from the places of rows in its last bits.
  if (rc_ticks_from_points(*exact, &ticks) == RC_STATUS_OK) *exact = rc_ticks_to_points(ticks);
}

/// The nearest multiple of the toolkit's step.
static double stepped(const rc_host *host, double offset) {
  const double step = host->options.offset_step;
  if (step <= 0) return offset;
  const double steps = offset / step;
  // Past 2^52 there are no fractions.
  if (!(magnitude(steps) < 4503599627370496.0)) return offset;
  return rc__product((double)rc__round_to_even(steps), step);
}

void rc__host_set_offset_slowly(rc_host *host, bool is_held, rc_host_step *out_step) {
  rc__host_offsets *offsets = &host->offsets;
  const double wanted = stepped(host, offsets->exact);
  const bool is_free = !is_held || offsets->has_returned;
  // Halfway between two steps both are right. Without steps, two offsets that are the same in ticks
  // may still differ in their last bits.
  const double limit = rc__product(host->options.offset_step, 0.5) + 0.5 / RC_TICKS_PER_POINT;
  const double difference = offsets->exact - stepped(host, offsets->own) - offsets->rest;
  out_step->offset = wanted;
  out_step->sets_offset = host->shows && is_free && magnitude(difference) >= limit;
  if (!out_step->sets_offset) {
    offsets->is_exact = host->shows && offsets->exact == offsets->own && offsets->rest == 0 &&
                        host->options.offset_step == 0 && !offsets->has_returned;
    return;
  }
  offsets->own = wanted;
  offsets->rest = 0;
  offsets->is_asked = true;
}

rc_status rc_host_wrote(rc_host *host, double offset) {
  if (host == NULL || !rc__is_finite(offset)) return RC_STATUS_ARGUMENT;
  rc__host_offsets *offsets = &host->offsets;
  if (!offsets->is_known || offsets->was_hidden || offsets->had_item) return RC_STATUS_OK;
  offsets->is_exact = false;
  const bool is_rounding =
      magnitude(offset - offsets->exact) < at_least(1, host->options.offset_step);
  if (!is_rounding) {
    offsets->exact = offset;
    offsets->rest = 0;
    if (host->way == RC__HOST_WAY_RESTS) host->way = RC__HOST_WAY_NONE;
  } else if (offsets->is_asked) {
    offsets->rest = offsets->own - offset;
  }
  offsets->is_asked = false;
  offsets->own = offset;
  return RC_STATUS_OK;
}
