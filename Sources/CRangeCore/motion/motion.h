// What foresight depends on besides the viewport, for lists, which have checked their arguments.

#ifndef RC_MOTION_H
#define RC_MOTION_H

#include "../base/base.h"
#include "../base/ticks.h"
#include "rangecore_motion.h"

enum { RC__MOTION_SECOND = 1000000, RC__MOTION_MEMORY = 32 };

/// Takes what a load took into a mean and its deviation, in microseconds, which remember so many.
///
/// - `seconds`: >= 0.
static inline void rc__motion_average(int64_t *mean, int64_t *deviation, uint32_t *count,
                                      double seconds) {
  const double most = 5;
  const int64_t took =
      rc__round_to_even(rc__product(seconds < most ? seconds : most, RC__MOTION_SECOND));
  if (*count < RC__MOTION_MEMORY) ++*count;
  if (*count == 1) {
    *mean = took;
    *deviation = took / 2;
    return;
  }
  const int64_t difference = took - *mean, size = difference < 0 ? -difference : difference;
  *deviation += (size - *deviation) / (int64_t)*count;
  *mean += difference / (int64_t)*count;
}

/// As `rc_motion_record`.
void rc__motion_record(rc_motion *motion, const rc_motion_input *input);

/// As `rc_motion_foresee`.
void rc__foresee(const rc_motion *motion, const rc_motion_input *input,
                 rc_foresight *out_foresight);

/// The place of an item in the order of what is wanted, 0 for the first; −1 if it is not wanted.
///
/// - `offset`, `extent`: in ticks. With a list's foresight the item's index, and 1.
int64_t rc__foresight_rank(const rc_foresight *foresight, rc_ticks offset, rc_ticks extent);

/// After how many microseconds without a movement the viewport is at rest, or what gestures have
/// taught has changed; 0 if neither will.
int64_t rc__motion_settles_in(const rc_motion *motion);

#endif
