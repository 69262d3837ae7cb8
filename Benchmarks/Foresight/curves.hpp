// What policies come to, class by class, and along the knob that each has.
//
// A class is a user on a network. A policy that loads more is late less often, so two are compared
// where they waste as much: between two settings of the knob, a straight line.

#ifndef FORESIGHT_CURVES_HPP
#define FORESIGHT_CURVES_HPP

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "policies.hpp"

enum figure {
  waste,
  late,
  noticed,
  missed,
  blank,
  cancelled,
  wasted_items,
  tapped_late,
  first_blank,
  glance_bytes,
  figure_count
};

/// The first four in percent, blank in seconds a minute, cancelled of 100 seen; of
/// what appears while the program scrolls, the percentage that is late; of
/// the first screen, the seconds that it was blank; bytes of a glance.
using point = std::array<double, figure_count>;

constexpr int class_count = user_count * network_count;
/// Those of the comparison, which come first.
constexpr int main_class_count = main_user_count * network_count;

/// Policies that differ in one number.
struct family {
  std::string name;
  std::vector<double> knobs;
  std::function<policy_pointer(const session &, const network &, double knob)> make;
  /// It is this engine's, and plays the classes past those of the comparison, and glances, too.
  bool is_ours = false;
};

struct curve {
  std::string name;
  std::vector<double> knobs;
  /// A point for each knob.
  std::array<std::vector<point>, class_count> classes;
  /// What each is the sum of, by sessions.
  std::array<std::vector<std::vector<measures>>, class_count> sums = {};
};

/// Of each user.
using session_lists = std::array<std::vector<session>, user_count>;
session_lists draw_sessions(uint64_t seed, int count);

/// Plays all sessions with all policies, on all processors; tells on stderr how far it is.
std::vector<curve> play_all(const std::vector<family> &families, const session_lists &sessions);

/// How far values are from what they would be with all sessions that there are: the standard
/// deviations of what they come to with as many sessions, drawn at random from those.
using values_of = std::function<std::vector<double>(const std::vector<curve> &)>;
std::vector<double> standard_errors(const std::vector<curve> &curves, const values_of &values);

/// The figure of a curve in a class where it wastes so much.
double at_waste(const curve &curve, int index, double wasted, figure figure);

/// Of the figures from late to blank, the geometric mean over classes of the ratios to Texture.
struct ratios {
  point of = {};
  int classes = 0;
  /// The wasted items of all classes, counted or not.
  double wasted = 0;
};

using class_filter = std::function<bool(int index)>;
bool is_touch(int index);
bool is_saturated(int index);
/// Whether Texture is late there often enough for a ratio to mean something: for 1 %.
bool counts(const curve &texture, int index);

/// Each class at its own equal waste, over those that count and that the filter admits.
ratios each_at_equal_waste(const curve &curve, const ::curve &texture, const class_filter &admits);
/// All classes with the same setting, the knob at `index`.
ratios with_setting(const curve &curve, const ::curve &texture, size_t index);
/// All classes with the same setting, at which they waste as many items as Texture together.
ratios at_equal_waste(const curve &curve, const ::curve &texture);

#endif
