#include "report.hpp"

#include <cstdio>

// == what is compared ==

static family foresight_family(const char *name, std::vector<double> budgets, const doubts &doubts,
                               bool is_ours = false) {
  return {name, std::move(budgets),
          [=](const session &session, const network &, double budget) {
            return foresight(session, budget, doubts);
          },
          is_ours};
}

template <class Make>
static family of_peer(const char *name, std::vector<double> knobs, Make make) {
  return {name, std::move(knobs),
          [=](const session &, const network &, double knob) { return make(knob); }};
}

std::vector<family> compared() {
  const std::vector<double> scales = {1, 0.2, 0.4, 0.7, 1.4, 2.2};
  const std::vector<double> distances = {125, 250, 500, 1000, 1500, 2000, 3000};
  const std::vector<double> items = {2, 4, 8, 12, 20};
  return {
      {"Texture", scales,
       [](const session &it, const network &, double scale) { return texture(it, scale); }, true},
      of_peer("React Native", scales, react_native),
      of_peer("FlashList", distances, flash_list),
      of_peer("LegendList", distances, legend_list),
      of_peer("TanStack", items, tanstack),
      of_peer("Compose", items, compose),
      foresight_family("Foresight", {0.85, 0.3, 0.5, 0.7, 1, 1.15, 1.4, 2}, {}, true),
      {"oracle",
       {1},
       [](const session &it, const network &network, double) { return oracle(it, network); }},
      foresight_family("as if scrolled", {0.85}, {0, 0, 1, true}),
  };
}

std::vector<family> pooled() {
  auto families = compared();
  for (size_t i = 0; i < families.size(); i++) {
    const bool is_needed = i == texture_curve || i == foresight_curve || i == scrolled_curve;
    if (!is_needed) families[i].knobs.clear();
  }
  families[texture_curve].knobs = {1};
  families[foresight_curve].knobs = {0.85, 0.7, 1, 1.15};
  return families;
}

std::vector<family> doubted() {
  const std::vector<double> budgets = {0.7, 0.85, 1, 1.15};
  return {
      foresight_family("no velocity from the host", budgets, {-1, 0, 1, false}),
      foresight_family("the host's velocity wrong by 50 %", budgets, {0.5, 0, 1, false}),
      foresight_family("landing wrong by -50 %", budgets, {0, -0.5, 1, false}),
      foresight_family("landing wrong by -25 %", budgets, {0, -0.25, 1, false}),
      foresight_family("landing wrong by +25 %", budgets, {0, 0.25, 1, false}),
      foresight_family("landing wrong by +50 %", budgets, {0, 0.5, 1, false}),
      foresight_family("landing wrong by +100 %", budgets, {0, 1, 1, false}),
      foresight_family("latency believed x 0.25", budgets, {0, 0, 0.25, false}),
      foresight_family("latency believed x 0.5", budgets, {0, 0, 0.5, false}),
      foresight_family("latency believed x 2", budgets, {0, 0, 2, false}),
      foresight_family("latency believed x 4", budgets, {0, 0, 4, false}),
  };
}

// == tables ==

/// Those past the comparison.
static void print_others(const std::vector<curve> &curves) {
  std::printf("\nOthers, Texture -> Foresight with a budget of 0.85\n\n");
  for (int index = main_class_count; index < class_count; index++) {
    const point &base = curves[texture_curve].classes[size_t(index)][0];
    const point &ours = curves[foresight_curve].classes[size_t(index)][0];
    std::printf("%-8s %-7s", users[size_t(index / network_count)].name,
                networks[size_t(index % network_count)].name);
    for (figure it : {waste, late, noticed, missed, blank, cancelled}) {
      std::printf(" %5.1f -> %5.1f", base[it], ours[it]);
    }
    std::printf("\n");
  }
}

void print_exchange(const std::vector<curve> &curves) {
  std::printf(
      "\nWhat the knob exchanges, all classes, x Texture's: knob: waste, late, noticed\n\n");
  for (size_t i = 0; i < first_doubt; i++) {
    if (curves[i].knobs.empty()) continue;
    std::printf("%-14s", curves[i].name.c_str());
    for (size_t k = 0; k < curves[i].knobs.size(); k++) {
      const ratios it = with_setting(curves[i], curves[texture_curve], k);
      std::printf("  %g: %.2f %.2f %.2f", curves[i].knobs[k], it.wasted, it.of[late],
                  it.of[noticed]);
    }
    std::printf("\n");
  }
  print_others(curves);
}
