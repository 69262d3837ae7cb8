#include "world.hpp"

#include <algorithm>

#include "random.hpp"

// Median latency and bandwidth from a good home network to a poor mobile one.
const std::array<network, network_count> networks = {{
    {"80/20", 0.080, 0.5, 20e6 / 8, 0.00},
    {"200/20", 0.200, 0.5, 20e6 / 8, 0.01},
    {"600/20", 0.600, 0.5, 20e6 / 8, 0.02},
    {"200/5", 0.200, 0.5, 5e6 / 8, 0.02},
    {"600/1", 0.600, 0.5, 1e6 / 8, 0.05},
}};

// People look at a piece of content for 1.7 s on phones and 2.5 s on desktops (Facebook, 2017), and
// fast flings have been recorded at 4.9 … 5.2 points/ms (Expensify/App#99202). All shares are
// invented, but those of the wheel: 35 % of its bursts go backward, after pauses of 0.55 s in the
// median. (No statistics of fingers have been published.)
const std::array<user, user_count> users = {{
    // clang-format off
    // name, physics, content, viewport, items, dwell, speed, drags, runs, backward, run, gap, catches, …
    {"reader", physics::ios, content_kind::feed, 800, 1500, 4.0, .7, 900, .5, .55, .00, .08, 1, 1, .00, .05, .00, 0, 0},
    {"browser", physics::ios, content_kind::feed, 800, 3000, 2.0, .8, 2200, .5, .20, .12, .08, 2, 4, .45, .15, .01, 0, 0},
    {"android", physics::android, content_kind::feed, 800, 3000, 2.0, .8, 2600, .5, .20, .12, .08, 2, 4, .45, .15, .01, 0, 0},
    {"seeker", physics::android, content_kind::feed, 800, 6000, 0.7, .6, 4000, .35, .05, .55, .12, 3, 7, .35, .35, .02, 0, 0},
    {"grid", physics::ios, content_kind::grid, 800, 6000, 1.2, .7, 3000, .5, .15, .30, .10, 2, 5, .40, .20, .01, 0, 0},
    {"chat", physics::ios, content_kind::chat, 800, 4000, 2.5, .8, 2000, .5, .30, .15, .12, 2, 4, .45, .15, .01, 0, 0},
    {"trackpad", physics::trackpad, content_kind::feed, 1000, 3000, 2.5, .8, 2500, .6, .25, .25, .10, 2, 5, .45, .10, .01, 0, 0},
    {"wheel", physics::wheel, content_kind::feed, 1000, 2000, 0.55, 1.6, 0, .0, .00, .00, .35, 1, 1, .00, .00, .01, .06, .25},
    {"thumb", physics::wheel, content_kind::feed, 1000, 6000, 1.5, .8, 0, .0, .00, .00, .12, 1, 1, .00, .00, .00, 1, 0},
    {"tapper", physics::ios, content_kind::feed, 800, 3000, 2.0, .8, 2200, .5, .20, .12, .08, 2, 4, .45, .15, .33, 0, 0},
    // clang-format on
}};

int contents::at(double offset) const {
  const auto after = std::upper_bound(tops.begin(), tops.end(), offset);
  return std::clamp(int(after - tops.begin()) - 1, 0, count() - 1);
}

span contents::within(double lower, double upper) const {
  if (upper <= 0 || lower >= end() || upper <= lower) return {};
  const int last = at(upper);
  return {at(lower), tops[size_t(last)] >= upper ? last : last + 1};
}

static double draw_bytes(dice &dice, double median, double sigma, double least, double most) {
  return std::clamp(dice.log_normal(median, sigma), least, most);
}

static contents draw_contents(content_kind kind, int count, dice dice) {
  contents drawn;
  for (int i = 0; i < count; i++) {
    double length = 120, bytes = 0;
    switch (kind) {
      case content_kind::feed:
        length = dice.between(80, 400);
        bytes = draw_bytes(dice, 70e3, 0.7, 20e3, 300e3);
        break;
      case content_kind::grid:  // a row of three thumbnails, which are one request
        for (int k = 0; k < 3; k++) bytes += draw_bytes(dice, 25e3, 0.4, 15e3, 80e3);
        break;
      case content_kind::chat:  // some messages have a picture
        length = dice.between(40, 200);
        bytes = dice.chance(0.3) ? draw_bytes(dice, 60e3, 0.6, 20e3, 300e3) : 3e3;
        break;
    }
    drawn.tops.push_back(drawn.end() + length);
    drawn.bytes.push_back(bytes);
    drawn.decoding.push_back(dice.between(0.005, 0.030));
  }
  return drawn;
}

session draw_session(int user, uint64_t seed) {
  dice seeds(seed * 1000003 + uint64_t(user) * 7919 + 17);
  session drawn;
  drawn.who = &users[size_t(user)];
  drawn.seed = seeds.bits();
  drawn.items = draw_contents(drawn.who->content, drawn.who->items, dice(seeds.bits()));
  drawn.frames = draw_frames(*drawn.who, drawn.items.end(), 90, seeds.bits());
  return drawn;
}

session draw_glance(const session &session) {
  ::session glance = session;
  frame still = session.frames[0];
  still.velocity = 0;
  glance.frames.assign(size_t(20 / frame_time), still);
  return glance;
}
