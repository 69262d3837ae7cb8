// Plays a session against a policy, and measures what the user saw and what it cost.

#ifndef FORESIGHT_PLAYBACK_HPP
#define FORESIGHT_PLAYBACK_HPP

#include <vector>

#include "loads.hpp"
#include "transfers.hpp"
#include "world.hpp"

/// What a policy learns in a frame.
struct moment {
  double time;
  /// The viewport's length.
  double length;
  const frame &scroll;
  const contents &items;
  span visible;
};

/// What is wanted, in the order in which it was added; of an item only the first counts.
class wishes {
 public:
  explicit wishes(int count) : rounds(size_t(count)) {}

  std::vector<want> wants;
  /// What is decoded.
  span display;

  void clear() {
    wants.clear();
    round++;
  }
  void add(span items, want_kind kind, bool descending = false) {
    const int count = items.upper - items.lower;
    for (int i = 0; i < count; i++) {
      add(descending ? items.upper - 1 - i : items.lower + i, kind, int64_t(wants.size()));
    }
  }
  void add(int item, want_kind kind, int64_t rank) {
    if (rounds[size_t(item)] == round) return;
    rounds[size_t(item)] = round;
    wants.push_back({item, kind, rank});
  }

 private:
  std::vector<uint32_t> rounds;
  uint32_t round = 0;
};

/// Decides what to load.
class policy {
 public:
  virtual ~policy() = default;
  /// Called once a frame, with what is wanted cleared.
  virtual void update(const moment &now, wishes &out) = 0;
  /// A request has ended, after so many seconds.
  virtual void load_ended(double seconds) {
    (void)seconds;
  }
  /// What owns its loads, if it has one of its own. It gives that its wants by itself, and none in
  /// `update`.
  virtual loads *own_loads() {
    return nullptr;
  }
  /// Only for who knows the future: called whenever a request may start, in place of `update`'s
  /// wants. Returns whether it is of that kind.
  virtual bool choose(double time, const queue &loads, const transfers &transfers, wishes &out) {
    (void)time, (void)loads, (void)transfers, (void)out;
    return false;
  }
};

/// Sums over the sessions of a class; README.md defines the words.
struct measures {
  double appearances = 0, looks = 0, late = 0, noticed = 0, missed = 0;
  /// Appearances while the program scrolls, as to the top.
  double tapped = 0, late_tapped = 0;
  /// Viewport-seconds that were not decoded: all, and until the first screen was there or scrolled.
  double blank = 0, first_blank = 0;
  double seen = 0, wasted = 0, cancelled = 0;
  double seconds = 0;
  double bytes = 0;
  /// Of those who look at the first screen and go.
  double glance_bytes = 0;

  measures &operator+=(const measures &other);
};

/// Adds what a session comes to.
void play(const session &session, const network &network, policy &policy, measures *sums);

#endif
