// What foresight depends on besides the viewport, for lists, which have checked their arguments.

#ifndef RC_MOTION_H
#define RC_MOTION_H

#include "base.h"
#include "rangecore_motion.h"

/// As `rc_motion_record`.
void rc__motion_record(rc_motion *motion, const rc_motion_input *input);

/// As `rc_foresee`.
void rc__foresee(const rc_motion *motion, const rc_motion_input *input,
                 rc_foresight *out_foresight);

/// After how many microseconds without a movement the viewport is at rest, or what gestures have
/// taught has changed; 0 if neither will.
int64_t rc__motion_settles_in(const rc_motion *motion);

#endif
