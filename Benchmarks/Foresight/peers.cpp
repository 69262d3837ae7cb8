// What other libraries load: an interval around the viewport, each by its own rule.
//
// They have no queue of their own, so all get a kind one: what is visible, then what is nearest on
// the side of travel, then what is nearest on the other.

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

#include "policies.hpp"

namespace {

struct interval {
  double lower, upper;
};

/// What a library would load, keep and decode.
struct reach {
  interval loaded;
  interval kept;
  interval displayed;
  bool is_forward;
};

class peer : public policy {
 public:
  void update(const moment &now, wishes &out) override {
    const reach it = find(now);
    const auto items = [&](interval of) { return now.items.within(of.lower, of.upper); };
    const span all = items(it.loaded), visible = now.visible;
    const span before = {all.lower, visible.lower}, after = {visible.upper, all.upper};
    out.add(visible, want_kind::start);
    if (it.is_forward) out.add(after, want_kind::start);
    out.add(before, want_kind::start, true);
    if (!it.is_forward) out.add(after, want_kind::start);
    out.add(items(it.kept), want_kind::go_on);
    out.display = items(it.displayed);
  }

 protected:
  virtual reach find(const moment &now) = 0;

  /// One that keeps and decodes all that it loads.
  static reach whole(interval of, bool is_forward) {
    return {of, of, of, is_forward};
  }

  static interval around(const moment &now, double before, double after) {
    const double offset = now.scroll.offset;
    return {offset - before, offset + now.length + after};
  }
};

/// The direction of travel, which turns once the user is a point back from the furthest place.
class direction {
 public:
  bool is_forward = true;

  void update(const frame &now) {
    const double back = is_forward ? furthest - now.offset : now.offset - furthest;
    if (now.is_user_driven && back > 1) is_forward = !is_forward;
    if (!now.is_user_driven || back < 0 || back > 1) furthest = now.offset;
  }

 private:
  double furthest = 0;
};

class symmetric : public peer {
 public:
  explicit symmetric(double count) : screens(count) {}

 private:
  double screens;
  direction travel;

  reach find(const moment &now) override {
    travel.update(now.scroll);
    const interval all = around(now, screens * now.length, screens * now.length);
    const double before = travel.is_forward ? 0.5 : 1;
    return {all, all, around(now, before * now.length, (1.5 - before) * now.length),
            travel.is_forward};
  }
};

// EngagedIndicesTracker.ts and VelocityTracker.ts of Shopify/flash-list 4c6abc3, with #2510: twice
// the draw distance, 30 % behind and 70 % ahead by the majority of the last five velocities.
class flash : public peer {
 public:
  explicit flash(double distance) : draw(distance) {}

 private:
  double draw, last = 0;
  std::array<double, 5> speeds = {0, 0, 0, -0.1, -0.1};  // points a millisecond
  size_t next = 0;
  int still = 0;

  bool goes_back() const {
    const auto count = [&](int sign) {
      return std::count_if(speeds.begin(), speeds.end(), [=](double it) { return it * sign > 0; });
    };
    return count(1) < count(-1);
  }

  void record(double offset) {
    const double moved = offset - last;
    last = offset;
    if (moved != 0) {
      speeds[next] = moved / (frame_time * 1000);
      next = (next + 1) % speeds.size();
      still = 0;
    } else if (++still == 6) {
      const double sign = goes_back() ? -0.1 : 0.1;
      speeds = {0, 0, 0, sign, sign};
      next = 0;
    }
  }

  reach find(const moment &now) override {
    const double offset = now.scroll.offset, end = now.items.end();
    record(offset);
    auto sorted = speeds;
    std::sort(sorted.begin(), sorted.end());
    const double start = offset + sorted[2] * 16;  // where it will be in the next frame
    const bool back = goes_back();
    const double before = 2 * draw * (back ? 0.7 : 0.3), after = 2 * draw * (back ? 0.3 : 0.7);
    // What does not fit at one end of the list is added at the other.
    double lower = std::max(0.0, start - before);
    double upper = start + now.length + after + std::max(0.0, before - start);
    if (upper > end) {
      lower = std::max(0.0, lower - (upper - end));
      upper = end;
    }
    return whole({std::min(lower, offset), std::max(upper, offset + now.length)}, !back);
  }
};

// calculateItemsInView.ts and getScrollVelocity.ts of LegendApp/legend-list 8beb228: half the draw
// distance behind and one and a half ahead, and shifted by up to the lesser of them, by a velocity
// that is weighted by e^(−age ÷ 200 ms).
class legend : public peer {
 public:
  explicit legend(double distance) : draw(distance) {}

 private:
  struct place {
    double time, offset;  // in milliseconds
  };
  double draw;
  std::deque<place> places;
  double last = -1, moved = -1;

  void record(double time, double offset) {
    if (offset != last) {
      places.push_back({time, offset});
      if (places.size() > 60) places.pop_front();
      last = offset;
      moved = time;
    }
    if (time - moved > 100) places.clear();
  }

  /// Points a millisecond, over the places since the direction last turned.
  double velocity() const {
    double sum = 0, weights = 0, sign = 0;
    for (size_t i = places.size(); i-- > 1;) {
      const double step = places[i].offset - places[i - 1].offset;
      const double time = places[i].time - places[i - 1].time;
      if (step * sign < 0 || places.back().time - places[i - 1].time > 1000) break;
      if (step == 0 || time <= 0) continue;
      sign = step;
      const double weight = std::exp(-(places.back().time - places[i].time) / 200);
      sum += step / time * weight;
      weights += weight;
    }
    return weights > 0 ? sum / weights : 0;
  }

  reach find(const moment &now) override {
    const double offset = now.scroll.offset;
    record(now.time * 1000, offset);
    const double speed = velocity();
    const bool is_forward = speed > 0 || (speed == 0 && offset < std::max(50.0, draw));
    const double before = draw * (is_forward ? 0.5 : 1.5), after = draw * (is_forward ? 1.5 : 0.5);
    const double most = std::min(before, after);
    const double shift = (speed > 0 ? 1 : -1) * most * std::min(1.0, std::fabs(speed) / 4);
    const interval all = around(now, before - shift, after + shift);
    return whole({std::min(offset, all.lower), std::max(offset + now.length, all.upper)},
                 is_forward);
  }
};

/// A number of items: of TanStack Virtual on both sides; of Compose and RecyclerView
/// (GapWorker.java 637e401, LazyListPrefetchStrategy.kt 0034809) on the side of travel.
class counted : public peer {
 public:
  counted(double count, bool on_both_sides) : ahead(int(count)), is_symmetric(on_both_sides) {}

 private:
  int ahead;
  bool is_symmetric, has_moved = false;
  direction travel;

  reach find(const moment &now) override {
    travel.update(now.scroll);
    has_moved = has_moved || now.scroll.offset != 0;
    const int before = is_symmetric || (has_moved && !travel.is_forward) ? ahead : 0;
    const int after = is_symmetric || (has_moved && travel.is_forward) ? ahead : 0;
    const interval all = items(now, before, after);
    // What has left the viewport is kept for another two items.
    const interval kept = items(now, std::max(before, 2), std::max(after, 2));
    return {all, kept, kept, travel.is_forward};
  }

  static interval items(const moment &now, int before, int after) {
    const int lower = std::max(now.visible.lower - before, 0);
    const int upper = std::min(now.visible.upper + after, now.items.count());
    return {now.items.tops[size_t(lower)], now.items.tops[size_t(upper)]};
  }
};

}  // namespace

policy_pointer react_native(double scale) {
  return std::make_unique<symmetric>(2.5 * scale);
}

policy_pointer flash_list(double draw_distance) {
  return std::make_unique<flash>(draw_distance);
}

policy_pointer legend_list(double draw_distance) {
  return std::make_unique<legend>(draw_distance);
}

policy_pointer tanstack(double overscan) {
  return std::make_unique<counted>(overscan, true);
}

policy_pointer compose(double ahead) {
  return std::make_unique<counted>(ahead, false);
}
