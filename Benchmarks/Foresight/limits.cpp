// What must hold, as numbers.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "report.hpp"

namespace {

class limits {
 public:
  int missed_count = 0;

  void check(const char *what, double value, double most) {
    const bool holds = value <= most;
    missed_count += !holds;
    std::printf("%-4s %7.3f of %5.3f  %s\n", holds ? "ok" : "MISS", value, most, what);
  }
};

/// By how many points more is noticed than with a peer, in the worst touch class that counts: less
/// what is tolerated, which is half a point, and 3 points where the network is saturated.
double worst_excess(const std::vector<curve> &curves, size_t peer) {
  double worst = -INFINITY;
  for (int index = 0; index < class_count; index++) {
    if (!is_touch(index) || !counts(curves[texture_curve], index)) continue;
    const double wasted = curves[texture_curve].classes[size_t(index)][0][waste];
    const double more = at_waste(curves[foresight_curve], index, wasted, noticed) -
                        at_waste(curves[peer], index, wasted, noticed);
    worst = std::max(worst, more - (is_saturated(index) ? 3 : 0.5));
  }
  return worst;
}

}  // namespace

int print_limits(const std::vector<curve> &curves, int sessions) {
  const curve &base = curves[texture_curve], &ours = curves[foresight_curve];
  limits limits;
  std::printf("\nForesight's limits, x Texture's\n\n");

  const ratios equal = at_equal_waste(ours, base);
  limits.check("late, one setting, equal waste", equal.of[late], 0.65);
  limits.check("noticed, one setting, equal waste", equal.of[noticed], 0.65);
  limits.check("missed, one setting, equal waste", equal.of[missed], 0.60);
  limits.check("blank, one setting, equal waste", equal.of[blank], 0.78);

  const ratios usual = with_setting(ours, base, 0);
  limits.check("waste, budget 1", usual.wasted, 1.20);
  limits.check("late, budget 1", usual.of[late], 0.55);
  limits.check("noticed, budget 1", usual.of[noticed], 0.52);

  const auto fast_touch = [](int index) { return is_touch(index) && !is_saturated(index); };
  const auto desktop = [](int index) { return !is_touch(index); };
  limits.check("noticed, touch but 600/1, each class at equal waste",
               each_at_equal_waste(ours, base, fast_touch).of[noticed], 0.50);
  limits.check("noticed, desktop, each class at equal waste",
               each_at_equal_waste(ours, base, desktop).of[noticed], 1.00);
  // In fewer sessions a class has too few late items to be compared alone.
  for (size_t peer : {flash_curve, legend_curve}) {
    if (sessions < 12) break;
    const std::string name = "points noticed more than with " + curves[peer].name;
    limits.check((name + ", worst touch class, less what is tolerated").c_str(),
                 worst_excess(curves, peer), 0);
  }

  for (size_t i = first_doubt; i < curves.size(); i++) {
    const ratios wrong = at_equal_waste(curves[i], base);
    const std::string name = curves[i].name;
    limits.check(("more late, one setting: " + name).c_str(), wrong.of[late] - equal.of[late],
                 0.12);
    limits.check(("more noticed, one setting: " + name).c_str(),
                 wrong.of[noticed] - equal.of[noticed], 0.17);
  }
  return limits.missed_count;
}

int print_recorded(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // the seed, the number of sessions, and names
  unsigned long long seed = 0;
  int count = 0;
  std::sscanf(line.c_str(), "# seed %llu, %d sessions", &seed, &count);
  std::getline(file, line);
  auto families = compared();
  families = {families[texture_curve], families[oracle_curve]};
  families[0].knobs = {1};
  const auto curves = play_all(families, draw_sessions(seed, count));
  int wrong = 0, compared = 0;
  double worst = 0;
  for (int index = 0; index < class_count && std::getline(file, line); index++) {
    std::istringstream cells(line);
    std::string user, network, cell;
    std::getline(cells, user, ',');
    std::getline(cells, network, ',');
    if (user != users[size_t(index / network_count)].name) break;
    for (const curve &curve : curves) {
      for (figure it : {waste, late, noticed}) {
        if (!std::getline(cells, cell, ',')) break;
        const double expected = std::stod(cell), value = curve.classes[size_t(index)][0][it];
        const double off = std::fabs(value - expected) / std::max(0.02 * expected, 0.2);
        worst = std::max(worst, off);
        compared++;
        if (off <= 1) continue;
        wrong++;
        std::printf("MISS %s, %s %s: %.2f, recorded as %.2f\n", curve.name.c_str(), user.c_str(),
                    network.c_str(), value, expected);
      }
    }
  }
  const int all = class_count * 2 * 3;
  std::printf(
      "\n%-4s %d of %d values of Texture and the oracle are as recorded, within %.2f of what is "
      "allowed\n",
      wrong == 0 && compared == all ? "ok" : "MISS", compared - wrong, all, worst);
  return wrong > 0 || compared != all;
}
