// The engine as a host uses it: one update a frame, and what to load from its answer.

#include <rangecore.h>
#include <rangecore_motion.h>

#include <algorithm>
#include <optional>

#include "policies.hpp"
#include "random.hpp"
#include "tickets.hpp"

namespace {

span span_of(rc_interval items) {
  return {int(items.lower), int(items.upper)};
}

class engine : public policy {
 public:
  engine(const session &session, double scale, double budget, const doubts &wrong)
      : told(wrong), noise(7), entries(size_t(session.items.count())) {
    need(rc_list_create(nullptr, nullptr, &list));
    std::vector<double> extents;
    for (size_t i = 0; i + 1 < session.items.tops.size(); i++) {
      extents.push_back(session.items.tops[i + 1] - session.items.tops[i]);
    }
    need(rc_list_insert(list, 0, extents.data(), int64_t(extents.size())));
    rc_list_settings settings;
    need(rc_list_get_settings(list, &settings));
    settings.foresight = budget;
    need(rc_list_set_settings(list, &settings));
    if (budget > 0) tickets.emplace(session.items.count());
    if (wrong.claims_scrolled) need(rc_list_mark_scrolled(list));
    for (rc_range_mode mode : {RC_RANGE_MODE_FULL, RC_RANGE_MODE_MINIMUM}) tune(mode, scale);
  }
  ~engine() override {
    rc_list_destroy(list);
  }
  engine(const engine &) = delete;
  engine &operator=(const engine &) = delete;

  void update(const moment &now, wishes &out) override {
    rc_viewport viewport = look(now);
    rc_update update;
    need(rc_list_update(list, &viewport, &update));
    out.display = span_of(update.ranges[RC_RANGE_DISPLAY]);
    if (!tickets) return wish_by_range(update, out);
    tickets->set_wants(list);
  }

  loads *own_loads() override {
    return tickets ? &*tickets : nullptr;
  }

  void load_ended(double seconds) override {
    need(rc_list_add_preload_time(list, seconds * told.latency_factor));
  }

 private:
  rc_list *list;
  doubts told;
  dice noise;
  /// Numbers items in the order in which they entered the preload range.
  std::vector<int64_t> entries;
  int64_t entry_count = 0;
  /// With foresight.
  std::optional<ticket_loads> tickets;

  /// Where the range would shrink below what a mode has, it is so in this mode too.
  void tune(rc_range_mode mode, double scale) {
    rc_tuning full, tuning;
    need(rc_list_get_tuning(list, RC_RANGE_MODE_FULL, RC_RANGE_PRELOAD, &full));
    need(rc_list_get_tuning(list, mode, RC_RANGE_PRELOAD, &tuning));
    const double factor = mode == RC_RANGE_MODE_FULL ? scale : 1;
    tuning.leading = std::min(tuning.leading * factor, full.leading * factor);
    tuning.trailing = std::min(tuning.trailing * factor, full.trailing * factor);
    need(rc_list_set_tuning(list, mode, RC_RANGE_PRELOAD, tuning));
  }

  rc_viewport look(const moment &now) {
    const frame &scroll = now.scroll;
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    viewport.offset = scroll.offset;
    viewport.length = now.length;
    viewport.velocity = scroll.velocity;
    if (told.velocity_noise > 0) viewport.velocity *= 1 + told.velocity_noise * noise.normal();
    if (told.velocity_noise < 0) viewport.velocity = 0;
    viewport.has_landing = scroll.has_landing;
    if (scroll.has_landing) {
      viewport.landing_offset =
          scroll.offset + (scroll.landing - scroll.offset) * (1 + told.landing_error);
    }
    viewport.time = now.time;
    viewport.is_user_driven = scroll.is_user_driven;
    viewport.is_dragged = scroll.is_dragged;
    return viewport;
  }

  /// Texture's queue: what is visible, then what is to be displayed, then the rest, each first
  /// come, first served.
  void wish_by_range(const rc_update &update, wishes &out) {
    for (size_t i = 0; i < update.changes.count; i++) {
      const rc_change &it = update.changes.items[i];
      if (it.before & RC_STATE_PRELOAD || !(it.after & RC_STATE_PRELOAD)) continue;
      const bool is_before = it.upper <= update.visible.lower;
      for (int64_t k = 0; k < it.upper - it.lower; k++) {
        entries[size_t(is_before ? it.upper - 1 - k : it.lower + k)] = entry_count++;
      }
    }
    const span all = span_of(update.ranges[RC_RANGE_PRELOAD]);
    const span visible = span_of(update.visible);
    for (int i = all.lower; i < all.upper; i++) {
      const int64_t band = visible.contains(i) ? 0 : out.display.contains(i) ? 1 : 2;
      out.add(i, want_kind::start, band << 40 | entries[size_t(i)]);
    }
  }
};

}  // namespace

policy_pointer texture(const session &session, double scale) {
  return std::make_unique<engine>(session, scale, 0, doubts{});
}

policy_pointer foresight(const session &session, double budget, const doubts &doubts) {
  return std::make_unique<engine>(session, 1, budget, doubts);
}
