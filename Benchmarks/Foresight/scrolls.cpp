// How people scroll: gestures, and the offsets that they cause, frame by frame.

#include <algorithm>
#include <cmath>

#include "flings.hpp"
#include "random.hpp"
#include "world.hpp"

namespace {

// Random numbers are drawn in statements of their own, since the order in which C++ evaluates
// arguments depends on the compiler.
class scroller {
 public:
  scroller(const user &user, double end, double seconds, uint64_t seed)
      : who(user),
        dice(seed),
        highest(std::max(0.0, end - user.viewport)),
        enough(size_t(seconds / frame_time)) {}

  std::vector<frame> scroll() {
    auto copy = dice;  // what follows begins with the same number
    rest(copy.between(0.5, 1.5));
    while (frames.size() < enough) {
      rest(std::min(30.0, dice.log_normal(who.dwell, who.dwell_sigma)));
      gesture();
    }
    rest(who.dwell);
    measure_velocities();
    return std::move(frames);
  }

 private:
  const user &who;
  ::dice dice;
  double highest;
  size_t enough;
  std::vector<frame> frames;
  double offset = 0, landing = 0;
  bool is_dragged = false, has_landing = false, is_user_driven = true;

  // A session that does not end by itself ends at twice its length.
  bool is_full() const {
    return frames.size() >= 2 * enough;
  }

  double clamped(double to) const {
    return std::clamp(to, 0.0, highest);
  }

  void show(double at) {
    if (is_full()) return;
    offset = clamped(at);
    frames.push_back({offset, 0, landing, has_landing, is_dragged, is_user_driven});
  }

  void rest(double seconds) {
    is_dragged = has_landing = false;
    for (double t = 0; t < seconds && !is_full(); t += frame_time) show(offset);
  }

  void gesture() {
    const int sign = offset > who.viewport && dice.chance(who.backward) ? -1 : 1;
    const double choice = dice.fraction();
    if (choice < who.jumps && offset > 4 * who.viewport) return jump_to_top();
    if (who.moves == physics::wheel) return desk_gesture(sign);
    if (dice.chance(who.drags)) return drag(sign);
    flick_in_runs(sign);
  }

  void jump_to_top() {
    is_user_driven = false;
    has_landing = true;
    landing = 0;
    glide(0, 0.3);
    is_user_driven = true;
    has_landing = false;
  }

  // -- touch and trackpad --

  /// A finger that moves slowly, and comes to rest before it lets go.
  void drag(int sign) {
    is_dragged = true;
    has_landing = false;
    const double distance = sign * dice.between(0.15, 0.6) * who.viewport;
    const double time = dice.between(0.3, 0.9), from = offset;
    for (double t = frame_time; t <= time && !is_full(); t += frame_time) {
      const double x = t / time;
      show(from + distance * (10 * x * x * x - 15 * x * x * x * x + 6 * x * x * x * x * x));
    }
    is_dragged = false;
  }

  void flick_in_runs(int sign) {
    double speed = std::clamp(dice.log_normal(who.speed, who.speed_sigma), 150.0, 8000.0);
    if (sign < 0) speed *= 0.6;
    if (dice.chance(who.runs)) {
      for (int left = dice.whole(who.run_least, who.run_most); left > 1 && !is_full(); left--) {
        flick(sign * speed, dice.log_normal(who.gap, 0.3));
        speed = std::clamp(speed * dice.between(0.9, 1.3), 150.0, 8000.0);
      }
    }
    flick(sign * speed, dice.chance(who.catches) ? dice.between(0.15, 0.9) : 1e9);
  }

  /// A flick, whose fling goes on until a finger touches the list again.
  void flick(double speed, double until) {
    const bool is_trackpad = who.moves == physics::trackpad;
    is_dragged = !is_trackpad;
    has_landing = false;
    const double time = dice.between(0.06, 0.16), from = offset;
    for (double t = frame_time; t <= time && !is_full(); t += frame_time) {
      show(from + speed * t * t / (2 * time));
    }
    // A trackpad's momentum is the system's, which tells nobody where it will end.
    const fling it = who.moves == physics::android
                         ? fling::spline(speed)
                         : fling::exponential(speed, is_trackpad ? 0.325 : 0.4995);
    const double released = offset;
    is_dragged = false;
    has_landing = !is_trackpad;
    landing = clamped(released + it.distance);
    const double end = std::min(it.duration, until);
    for (double t = frame_time; t <= end && !is_full(); t += frame_time) show(released + it.at(t));
    has_landing = false;
  }

  // -- mouse and keys --

  void desk_gesture(int sign) {
    if (dice.chance(who.bars)) return drag_bar();
    if (dice.chance(who.keys)) return press_keys(sign);
    turn_wheel(sign);
  }

  /// Far at first, then to the place that is looked for.
  void drag_bar() {
    is_dragged = true;
    const int sign = dice.chance(0.3) ? -1 : 1;
    const double there = clamped(offset + sign * dice.between(5, 60) * who.viewport);
    glide(there, dice.between(0.4, 1.2));
    const double time = dice.between(0.3, 0.8);
    glide(offset + dice.between(-0.6, 0.6) * who.viewport, time);
    is_dragged = false;
  }

  void press_keys(int sign) {
    for (int left = dice.whole(1, 4); left > 0 && !is_full(); left--) {
      glide(offset + sign * 0.9 * who.viewport, 0.15);
      rest(dice.log_normal(0.6, 0.5));
    }
  }

  /// Notches of 100 points, which the toolkit smooths. Of 95,496 notches that ten people made at
  /// work (the Balabit Mouse Dynamics Challenge), bursts have 3 in the median, 1 … 14, and gaps are
  /// of 16 ms in the median, 200 at 90 %.
  void turn_wheel(int sign) {
    double target = offset, next = 0;
    int left = std::clamp(int(std::lround(dice.log_normal(3, 0.9))), 1, 14);
    for (double t = 0; left > 0 || std::fabs(target - offset) > 1; t += frame_time) {
      if (is_full()) return;
      while (left > 0 && t >= next) {
        target += sign * 100;
        next += std::min(0.3, dice.log_normal(0.016, 2));
        left--;
      }
      target = clamped(target);
      show(offset + (target - offset) * (1 - std::exp(-frame_time / 0.06)));
    }
  }

  /// Eased at both ends, as programs and keys scroll.
  void glide(double to, double time) {
    const double from = offset;
    for (double t = frame_time; t <= time + frame_time / 2 && !is_full(); t += frame_time) {
      const double x = std::min(1.0, t / time);
      show(from + (to - from) * x * x * (3 - 2 * x));
    }
  }

  void measure_velocities() {
    for (size_t i = 1; i < frames.size(); i++) {
      const size_t before = i >= 3 ? i - 3 : 0;
      const bool rests = std::fabs(frames[i].offset - frames[i - 1].offset) < 1e-9;
      const double moved = frames[i].offset - frames[before].offset;
      frames[i].velocity = rests ? 0 : moved / (double(i - before) * frame_time);
    }
  }
};

}  // namespace

std::vector<frame> draw_frames(const user &who, double end, double seconds, uint64_t seed) {
  return scroller(who, end, seconds, seed).scroll();
}
