// Random sessions of a list in lanes, of which everything is checked that can be seen.

#ifndef SCRIPT_LANED_H
#define SCRIPT_LANED_H

#include <stdint.h>

/// What a session does besides edits, measurements and scrolling.
enum {
  /// A bare `rc_lanes` is told the same, and has to say the same.
  LANED_PAIRED = 1,
  LANED_HEADERS = 2,
  /// Extra lengths, insets.
  LANED_INSETS = 4,
  LANED_HELD = 8,
  LANED_STICKS = 16,
  LANED_TARGETS = 32,
  LANED_HIDDEN = 64,
  /// The host keeps its own place.
  LANED_PLACES = 128,
  /// Other numbers of lanes, and columns.
  LANED_LAYOUTS = 256,
  /// Slack, overscan, kept items, other modes.
  LANED_RANGES = 512,
  LANED_FORESIGHT = 1024,
  /// Allocations fail.
  LANED_MEMORY = 2048,
  /// It mostly scrolls, by little, to where edges and items meet, and many items have no extent.
  LANED_SCROLLS = 4096,
  /// Ranges reach further than what is near.
  LANED_FAR = 8192,
  /// Many items are longer than the viewport, and it scrolls by more than that.
  LANED_TALL = 16384,
  /// Viewports of 40 … 90 points, shorter than most items.
  LANED_SHORT = 32768
};

/// All of these but for the first; a list that a bare `rc_lanes` is compared with does nothing
/// else.
#define LANED_ALL                                                                            \
  (LANED_HEADERS | LANED_INSETS | LANED_HELD | LANED_STICKS | LANED_TARGETS | LANED_HIDDEN | \
   LANED_PLACES | LANED_LAYOUTS | LANED_RANGES)

/// Runs a session of so many steps.
void script_laned_run(uint64_t seed, unsigned flavour, int steps);

#endif
