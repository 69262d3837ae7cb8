// What decides which items to load: this engine, what other libraries do, and an oracle.

#ifndef FORESIGHT_POLICIES_HPP
#define FORESIGHT_POLICIES_HPP

#include <memory>

#include "playback.hpp"

using policy_pointer = std::unique_ptr<policy>;

/// What the engine is told wrongly, to see how much it depends on that.
struct doubts {
  /// The host's velocity is multiplied by 1 + so many × a normal number, anew in each update; −1:
  /// it is always 0.
  double velocity_noise = 0;
  /// A fling's landing is told as so much farther from where the viewport is: 0.5 is 50 %.
  double landing_error = 0;
  /// Preload times are told as so many times what they are.
  double latency_factor = 1;
  /// The host says that the user has scrolled, before the user does.
  bool claims_scrolled = false;
};

// == the engine ==

/// Without foresight, with so many times Texture's screenfuls: what Texture does.
policy_pointer texture(const session &session, double scale);
/// With foresight, and its budget.
policy_pointer foresight(const session &session, double budget, const doubts &doubts);

// == other libraries, after their sources ==

/// VirtualizedList of React Native: so many times 2.5 screenfuls on both sides.
policy_pointer react_native(double scale);
/// FlashList 2, with its drawDistance.
policy_pointer flash_list(double draw_distance);
/// LegendList, with its drawDistance.
policy_pointer legend_list(double draw_distance);
/// TanStack Virtual: so many items on both sides.
policy_pointer tanstack(double overscan);
/// Lazy lists of Compose, and RecyclerView: so many items on the side of travel, once it moves.
policy_pointer compose(double ahead);

// == the oracle ==

/// Knows what will be seen, and the luck of each request: near the best that can be done.
policy_pointer oracle(const session &session, const network &network);

#endif
