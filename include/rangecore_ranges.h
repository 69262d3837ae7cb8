// Ticks and ranges: the interval arithmetic of RangeCore, as pure functions.
//
// For a host that keeps its own positions and only needs to know which of them are in a range: a
// map, a timeline, a custom layout. A list does this itself.
//
// ```c
// rc_ticks offset, length;
// rc_ticks_from_points(1200, &offset);
// rc_ticks_from_points(600, &length);
// const rc_interval viewport = {offset, offset + length};
// const rc_tuning tuning = {.leading = 2.5, .trailing = 1.5, .is_enabled = true};
// rc_interval preload;
// rc_range_expand(viewport, tuning, RC_DIRECTION_FORWARD, &preload);
// // From 1200 − 1.5 × 600 to 1800 + 2.5 × 600: points 300 ..< 3300.
// ```

#ifndef RANGECORE_RANGES_H
#define RANGECORE_RANGES_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Converts points to ticks, rounding to the nearest, ties to even.
///
/// Within the limits, converting ticks to points and back is lossless.
///
/// Errors: `ARGUMENT` for NULL, NaN or infinity; `LIMIT` past ±`RC_LIST_TICKS_MAX`.
/// Complexity: O(1). Threads: pure.
RC_API rc_status rc_ticks_from_points(double points, rc_ticks *out_ticks);

/// Converts ticks to points; within the limits, distinct ticks stay distinct.
RC_API inline double rc_ticks_to_points(rc_ticks ticks) {
  return (double)ticks / RC_TICKS_PER_POINT;
}

/// Computes the range around a viewport, which may reach beyond the content.
///
/// - `viewport`: in ticks, within ±2 × `RC_LIST_TICKS_MAX`, at most `RC_LIST_TICKS_MAX` long.
/// - `direction`: forward or backward; forward, the leading side extends `upper`.
/// - `out_range`: in ticks; `viewport.lower ..< viewport.lower` if the range is disabled or the
///   viewport is empty. An item is in it if it overlaps it by at least one tick or, if its extent
///   is 0, lies in it.
///
/// Errors: `ARGUMENT` for NULL, a viewport out of bounds or with upper < lower, direction NONE,
/// or a reach that is negative or not finite.
/// Complexity: O(1). Threads: pure.
/// Source: Texture's CGRectExpandToRangeWithScrollableDirections.
RC_API rc_status rc_range_expand(rc_interval viewport, rc_tuning tuning, rc_direction direction,
                                 rc_interval *out_range);

#ifdef __cplusplus
}
#endif

#endif
