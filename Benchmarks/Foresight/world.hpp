// The world before anything decides what to load: lists, people who scroll them, and networks.
//
// A session follows from its seed alone, so all that is compared meets the same flings, the same
// sizes, and the same luck with each request. Lengths are points, times are seconds.

#ifndef FORESIGHT_WORLD_HPP
#define FORESIGHT_WORLD_HPP

#include <array>
#include <cstdint>
#include <vector>

constexpr double frame_time = 1.0 / 60;

/// Items, lower ..< upper.
struct span {
  int lower = 0, upper = 0;
  bool contains(int item) const {
    return lower <= item && item < upper;
  }
};

// == contents ==

enum class content_kind { feed, grid, chat };

struct contents {
  /// Where items start; one more for the end of the last.
  std::vector<double> tops = {0};
  std::vector<double> bytes;
  /// What decoding takes of one processor.
  std::vector<double> decoding;

  int count() const {
    return int(bytes.size());
  }
  double end() const {
    return tops.back();
  }
  /// The item at an offset, or the nearest one.
  int at(double offset) const;
  /// The items that overlap an interval.
  span within(double lower, double upper) const;
};

// == networks ==

struct network {
  /// Milliseconds to the first byte, and megabits a second.
  const char *name;
  /// Until the first byte: log-normal, its median.
  double latency, sigma;
  /// Bytes a second, shared equally by all requests that receive.
  double bandwidth;
  /// The share of requests that fail.
  double failures;
};

constexpr int network_count = 5;
extern const std::array<network, network_count> networks;

// == users ==

enum class physics { ios, android, trackpad, wheel };

/// Someone who scrolls. Shares are of gestures, and speeds those at which a finger lets go.
struct user {
  const char *name;
  physics moves;
  content_kind content;
  double viewport;
  int items;
  /// How long one looks between gestures: log-normal.
  double dwell, dwell_sigma;
  double speed, speed_sigma;
  /// Slow drags; runs of flicks; gestures backward.
  double drags, runs, backward;
  /// Flicks of a run, and the median time from a release to the next touch.
  int run_least, run_most;
  double gap;
  /// Flings that a finger stops.
  double catches;
  /// Jumps to the top; drags of the scroll bar, and page keys, instead of the wheel.
  double jumps, bars, keys;
};

/// The first eight are those of the comparison; the others do what is rare, all the time.
constexpr int user_count = 10, main_user_count = 8, thumb = 8, tapper = 9;
extern const std::array<user, user_count> users;

// == sessions ==

struct frame {
  double offset;
  /// Over the last 50 ms, as a toolkit would measure it.
  double velocity;
  /// Where a fling comes to rest, if the toolkit knows it.
  double landing;
  bool has_landing, is_dragged, is_user_driven;
};

struct session {
  const user *who;
  contents items;
  std::vector<frame> frames;
  /// Of the luck of requests.
  uint64_t seed;
};

/// Draws the scrolling of a user in a list that ends at `end`: at least so many seconds, and on to
/// the end of the last gesture, since nobody leaves in the middle of a fling.
std::vector<frame> draw_frames(const user &who, double end, double seconds, uint64_t seed);

session draw_session(int user, uint64_t seed);
/// The same list and luck, but 20 seconds at the top, and nothing else.
session draw_glance(const session &session);

#endif
