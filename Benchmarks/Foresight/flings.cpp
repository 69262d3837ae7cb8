#include "flings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

fling fling::exponential(double speed, double time) {
  fling it;
  it.decay = time;
  it.distance = speed * time;
  it.duration =
      time * std::log(std::max(1.01, std::fabs(speed) / 12));  // below 12 points/s it stops
  return it;
}

fling fling::spline(double speed) {
  const double friction = 9.80665 * 39.37 * 160 * 0.84 * 0.015;
  const double rate = std::log(0.78) / std::log(0.9);
  const double l = std::log(0.35 * std::max(50.0, std::fabs(speed)) / friction);
  fling it;
  it.distance = (speed < 0 ? -1 : 1) * friction * std::exp(rate / (rate - 1) * l);
  it.duration = std::exp(l / (rate - 1));
  return it;
}

/// A cubic from 0 to 1 with the inner control values a and b.
static double cubic(double x, double a, double b) {
  return 3 * x * (1 - x) * ((1 - x) * a + x * b) + x * x * x;
}

/// The share of the distance after each hundredth of the time, as OverScroller tabulates it: two
/// cubics of one parameter, for the time and for the distance.
static std::array<double, 101> spline_table() {
  const double inflexion = 0.35;
  std::array<double, 101> table;
  for (size_t i = 0; i < 100; i++) {
    double lower = 0, upper = 1;
    for (int halvings = 0; halvings < 60; halvings++) {
      const double x = (lower + upper) / 2;
      const double time = cubic(x, 0.5 * inflexion, 1 - 1.0 * (1 - inflexion));
      (time > double(i) / 100 ? upper : lower) = x;
    }
    table[i] = cubic((lower + upper) / 2, 0.5, 1);
  }
  table[100] = 1;
  return table;
}

double fling::at(double seconds) const {
  if (seconds >= duration) return distance;
  if (decay > 0) return distance * (1 - std::exp(-seconds / decay));
  static const std::array<double, 101> table = spline_table();
  const double hundredths = seconds / duration * 100;
  const size_t i = size_t(hundredths);
  return distance *
         (table[i] + (hundredths - double(i)) * (table[std::min<size_t>(i + 1, 100)] - table[i]));
}
