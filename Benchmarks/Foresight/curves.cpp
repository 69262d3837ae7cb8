#include "curves.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

#include "random.hpp"

session_lists draw_sessions(uint64_t seed, int count) {
  session_lists drawn;
  for (int user = 0; user < user_count; user++) {
    for (int i = 0; i < count; i++)
      drawn[size_t(user)].push_back(draw_session(user, seed + uint64_t(i)));
  }
  return drawn;
}

// == playing ==

static point point_of(const measures &sums) {
  const auto percent = [](double part, double whole) { return 100 * part / std::max(1.0, whole); };
  point it;
  it[waste] = percent(sums.wasted, sums.seen);
  it[late] = percent(sums.late, sums.appearances);
  it[tapped_late] = percent(sums.late_tapped, sums.tapped);
  it[noticed] = percent(sums.noticed, sums.appearances);
  it[missed] = percent(sums.missed, sums.looks);
  it[blank] = 60 * sums.blank / sums.seconds;
  it[cancelled] = percent(sums.cancelled, sums.seen);
  it[wasted_items] = sums.wasted;
  it[first_blank] = sums.first_blank;
  it[glance_bytes] = sums.glance_bytes;
  return it;
}

static point point_of(const std::vector<measures> &sessions) {
  measures sum;
  for (const measures &it : sessions) sum += it;
  return point_of(sum);
}

namespace {

/// Says every tenth of the way how far it is.
class progress {
 public:
  explicit progress(size_t count) : all(count) {}

  void step() {
    const size_t now = ++done;
    if (now * 10 / all == (now - 1) * 10 / all) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "%3d %% played, %.0f s\n", int(now * 100 / all), passed.count());
  }

 private:
  size_t all;
  std::atomic<size_t> done = 0;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

/// One class with one setting.
struct task {
  size_t family, knob;
  int index;
};

}  // namespace

std::vector<curve> play_all(const std::vector<family> &families, const session_lists &sessions) {
  std::vector<curve> curves;
  std::vector<task> tasks;
  for (const family &it : families) {
    curve empty = {it.name, it.knobs, {}, {}};
    const int count = it.is_ours ? class_count : main_class_count;
    for (auto &points : empty.classes) points.resize(it.knobs.size());
    for (auto &sums : empty.sums) sums.resize(it.knobs.size());
    for (size_t knob = 0; knob < it.knobs.size(); knob++) {
      for (int index = 0; index < count; index++) tasks.push_back({curves.size(), knob, index});
    }
    curves.push_back(empty);
  }
  progress progress(tasks.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < tasks.size(); i = next++) {
      const auto [family, knob, index] = tasks[i];
      const network &network = networks[size_t(index % network_count)];
      const auto &played = families[family];
      std::vector<measures> all;
      for (const session &session : sessions[size_t(index / network_count)]) {
        measures sums, glance;
        play(session, network, *played.make(session, network, played.knobs[knob]), &sums);
        if (played.is_ours && index < main_class_count) {
          const ::session look = draw_glance(session);
          play(look, network, *played.make(look, network, played.knobs[knob]), &glance);
          sums.glance_bytes = glance.bytes;
        }
        all.push_back(sums);
      }
      curves[family].classes[size_t(index)][knob] = point_of(all);
      curves[family].sums[size_t(index)][knob] = std::move(all);
      progress.step();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); i++) threads.emplace_back(work);
  work();
  for (std::thread &it : threads) it.join();
  return curves;
}

// == errors ==

/// The same with other sessions: of each user so many of those that there are.
static curve resampled(const curve &from, const std::vector<std::vector<size_t>> &picks) {
  curve it = {from.name, from.knobs, from.classes, {}};
  for (size_t index = 0; index < class_count; index++) {
    for (size_t knob = 0; knob < from.knobs.size(); knob++) {
      const auto &all = from.sums[index][knob];
      if (all.empty()) continue;
      std::vector<measures> drawn;
      for (size_t pick : picks[index / network_count]) drawn.push_back(all[pick]);
      it.classes[index][knob] = point_of(drawn);
    }
  }
  return it;
}

std::vector<double> standard_errors(const std::vector<curve> &curves, const values_of &values) {
  constexpr int rounds = 200;
  const size_t sessions = curves[0].sums[0][0].size();
  dice dice(1);
  std::vector<double> sums, squares;
  for (int round = 0; round < rounds; round++) {
    std::vector<std::vector<size_t>> picks(user_count);
    for (auto &of_user : picks) {
      for (size_t i = 0; i < sessions; i++)
        of_user.push_back(size_t(dice.whole(0, int(sessions) - 1)));
    }
    std::vector<curve> drawn;
    for (const curve &it : curves) drawn.push_back(resampled(it, picks));
    const std::vector<double> found = values(drawn);
    sums.resize(found.size()), squares.resize(found.size());
    for (size_t i = 0; i < found.size(); i++) {
      sums[i] += found[i] / rounds;
      squares[i] += found[i] * found[i] / rounds;
    }
  }
  for (size_t i = 0; i < sums.size(); i++)
    sums[i] = std::sqrt(std::max(0.0, squares[i] - sums[i] * sums[i]));
  return sums;
}

// == comparing ==

double at_waste(const curve &curve, int index, double wasted, figure figure) {
  auto points = curve.classes[size_t(index)];
  std::sort(points.begin(), points.end(),
            [](const point &a, const point &b) { return a[waste] < b[waste]; });
  // Whoever may waste so much may also waste less.
  double best = INFINITY;
  for (size_t i = 0; i < points.size(); i++) {
    const point &it = points[i];
    if (it[waste] <= wasted + 1e-9) best = std::min(best, it[figure]);
    if (i + 1 == points.size() || it[waste] > wasted || points[i + 1][waste] <= wasted) continue;
    const double share = (wasted - it[waste]) / (points[i + 1][waste] - it[waste]);
    best = std::min(best, it[figure] + share * (points[i + 1][figure] - it[figure]));
  }
  return std::isinf(best) ? points[0][figure] : best;
}

bool is_touch(int index) {
  const physics moves = users[size_t(index / network_count)].moves;
  return moves == physics::ios || moves == physics::android;
}

bool is_saturated(int index) {
  return index % network_count == network_count - 1;
}

bool counts(const curve &texture, int index) {
  return texture.classes[size_t(index)][0][late] >= 1;
}

/// The mean over the classes that count, given the value of a figure in a class.
template <class Value>
static ratios mean_ratios(const curve &texture, const class_filter &admits, const Value &value) {
  ratios mean;
  for (int index = 0; index < main_class_count; index++) {
    if (!counts(texture, index) || !admits(index)) continue;
    mean.classes++;
    for (figure it : {late, noticed, missed, blank}) {
      // So that a 0 does not decide.
      const double small = it == blank ? 0.05 : 0.1, base = texture.classes[size_t(index)][0][it];
      mean.of[it] += std::log((value(index, it) + small) / (base + small));
    }
  }
  for (double &it : mean.of) it = std::exp(it / std::max(1, mean.classes));
  return mean;
}

ratios each_at_equal_waste(const curve &curve, const ::curve &texture, const class_filter &admits) {
  return mean_ratios(texture, admits, [&](int index, figure it) {
    return at_waste(curve, index, texture.classes[size_t(index)][0][waste], it);
  });
}

ratios with_setting(const curve &curve, const ::curve &texture, size_t index) {
  const auto all = [](int) { return true; };
  ratios it = mean_ratios(
      texture, all, [&](int k, figure figure) { return curve.classes[size_t(k)][index][figure]; });
  double items = 0, base = 0;
  for (size_t k = 0; k < main_class_count; k++) {
    items += curve.classes[k][index][wasted_items];
    base += texture.classes[k][0][wasted_items];
  }
  it.wasted = items / base;
  return it;
}

ratios at_equal_waste(const curve &curve, const ::curve &texture) {
  std::vector<ratios> all;
  for (size_t i = 0; i < curve.knobs.size(); i++) all.push_back(with_setting(curve, texture, i));
  std::sort(all.begin(), all.end(),
            [](const ratios &a, const ratios &b) { return a.wasted < b.wasted; });
  const auto above =
      std::find_if(all.begin(), all.end(), [](const ratios &it) { return it.wasted > 1; });
  if (above == all.begin()) return all.front();
  if (above == all.end()) return all.back();
  const ratios &less = above[-1], &more = *above;
  const double share = (1 - less.wasted) / (more.wasted - less.wasted);
  ratios it = less;
  it.wasted = 1;
  for (figure k : {late, noticed, missed, blank}) {
    it.of[k] = std::exp((1 - share) * std::log(less.of[k]) + share * std::log(more.of[k]));
  }
  return it;
}
