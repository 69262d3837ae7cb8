// Checks impressions: what is seen of lists that scroll, change, hide and cover, and when it is
// told.

#include <rangecore_impressions.hpp>

#include "world.hpp"

namespace {

using rangecore::impression;
using told_events = std::vector<std::string>;

/// A time that passes only when told.
struct quiet_loop {
  double now = 100;
  std::multimap<double, std::function<void()>> due;

  void run(double seconds) {
    double end = now + seconds;
    while (!due.empty() && due.begin()->first <= end) {
      auto next = due.extract(due.begin());
      now = std::max(now, next.key());
      next.mapped()();
    }
    now = end;
  }
};

/// Rows of 100 points, headers of 40, in 300.
struct screen {
  using view = std::unique_ptr<int64_t>;

  quiet_loop &loop;
  double offset = 0, breadth_ = 320, bar = 0;
  std::function<bool(int64_t)> is_header = [](int64_t) { return false; };

  rc_viewport get_viewport() {
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    viewport.offset = offset;
    viewport.length = 300;
    viewport.inset_end = bar;
    return viewport;
  }
  double breadth() { return breadth_; }
  void set_scroll_length(double) {}
  void set_offset(double value, bool) { offset = value; }
  view make_view(int64_t item) { return view(new int64_t(item)); }
  double measure(view &view, int64_t, uint32_t) { return is_header(*view) ? 40 : 100; }
  void place(view &, const rangecore::frame &) {}
  void recycle(view) {}
  void schedule(double seconds, std::function<void()> work) {
    loop.due.emplace(loop.now + seconds, std::move(work));
  }
};

/// A host with impressions, which tell by the ids of its items.
struct fixture {
  quiet_loop loop;
  screen surface{loop};
  std::unique_ptr<rangecore::host<screen>> host =
      std::make_unique<rangecore::host<screen>>(surface);
  std::vector<std::string> ids;
  std::unique_ptr<rangecore::impressions<std::string>> impressions;
  told_events told;

  explicit fixture(const std::vector<rc_impression_rule> &rules = {{0.5, 1}},
                   const std::vector<double> &thresholds = {}, int64_t count = 1000)
      : impressions(std::make_unique<rangecore::impressions<std::string>>(rules, thresholds)) {
    const auto tell = [this](const char *kind) {
      return [this, kind](const impression<std::string> &it) {
        std::ostringstream text;
        text << kind << it.id << ' ' << it.time - 100 << ' ' << it.seconds;
        if (it.level != 0 || it.fraction != 0) text << ' ' << it.level << ' ' << it.fraction;
        if (it.rule != 0) text << " by " << it.rule;
        told.push_back(text.str());
      };
    };
    impressions->on_seen = tell("+");
    impressions->on_left = tell("-");
    impressions->on_crossed = tell("#");
    host->clock = impressions->clock = [this] { return loop.now; };
    for (int64_t i = 0; i < count; i++) ids.push_back(std::to_string(i));
    host->items.insert(0, count);
    host->items.set_estimate(100);
    host->update();
  }
  std::function<std::optional<std::string>(int64_t)> key() {
    return [this](int64_t index) {
      const std::string &id = ids[size_t(index)];
      return id == "none" ? std::nullopt : std::optional(id);
    };
  }
  void attach() { impressions->attach(*host, key()); }
  void scroll(double offset) {
    surface.offset = offset;
    host->update();
    impressions->validate();
  }
  told_events taken() { return std::exchange(told, {}); }
};

void what_stays_is_seen_by_itself_at_the_exact_time() {
  fixture it;
  it.attach();
  it.loop.run(0.99);
  CHECK(it.told.empty());
  it.loop.run(5);
  CHECK(it.taken() == (told_events{"+0 1 1", "+1 1 1", "+2 1 1"}));
  it.scroll(160);
  CHECK(it.taken() == (told_events{"-0 5.99 5.99", "-1 5.99 5.99"}));
  CHECK(it.impressions->is_seen("0") && !it.impressions->is_seen("4"));
  CHECK(!it.impressions->is_seen("unknown"));
  it.scroll(0);
  it.loop.run(2);
  CHECK(it.taken().empty());
}

void what_is_scrolled_past_is_not_seen() {
  fixture it;
  it.attach();
  for (double offset = 0; offset < 30000; offset += 300) {
    it.scroll(offset);
    it.loop.run(0.5);
  }
  CHECK(it.told.empty());
  it.loop.run(1);
  CHECK(it.told.size() == 3 && it.told[0].substr(0, 5) == "+297 ");
}

void nobody_looks() {
  fixture it;
  it.attach();
  it.loop.run(0.5);
  it.impressions->set_active(false);
  it.loop.run(5);
  CHECK(it.told.empty() && !it.impressions->is_active());
  it.impressions->set_active(true);
  it.loop.run(1);
  CHECK(it.taken()[0] == "+0 6.5 1");
  // A hidden list shows nothing.
  it.surface.breadth_ = 0;
  it.host->update();
  CHECK(it.taken() == (told_events{"-0 6.5 1", "-1 6.5 1", "-2 6.5 1"}));
}

void a_session_and_what_is_forgotten() {
  fixture it;
  it.attach();
  it.loop.run(2);
  it.taken();
  it.impressions->reset();
  CHECK(it.taken() == (told_events{"-0 2 2", "-1 2 2", "-2 2 2"}) && !it.impressions->is_seen("0"));
  it.loop.run(1);
  it.scroll(200);
  for (const char *id : {"0", "2", "unknown"}) it.impressions->forget(id);
  CHECK(!it.impressions->is_seen("0") && it.impressions->is_seen("1"));
  CHECK(it.impressions->is_seen("2"));
}

void what_a_bar_or_a_header_covers_is_not_seen() {
  fixture it;
  it.surface.is_header = [](int64_t item) { return item == 0; };
  rc_list_settings settings = it.host->items.settings();
  settings.pins_headers = true;
  it.host->items.set_settings(settings);
  it.host->items.mark_header(0);
  it.host->renew({0, 1});
  it.surface.bar = 100;
  // 40 points of header, 1 has 50 of its 100 below it, 2 is whole, and 3 has 10 above the bar.
  it.scroll(50);
  it.attach();
  it.loop.run(1);
  CHECK(it.taken() == (told_events{"+1 1 1", "+2 1 1", "+0 1 1"}));
  it.scroll(51);
  CHECK(it.taken() == (told_events{"-1 1 1"}));
  // The header stays, far from its place.
  it.scroll(50000);
  CHECK(it.taken() == (told_events{"-2 1 1"}));
}

void ids_go_with_their_items_and_have_rules() {
  fixture it({{0.5, 1}, {0.5, 0.5}});
  it.ids[2] = "none";
  it.impressions->attach(*it.host, it.key(), [](int64_t index) { return uint32_t(index % 2); });
  it.loop.run(0.5);
  CHECK(it.taken() == (told_events{"+1 0.5 0.5 by 1"}));
  it.ids.insert(it.ids.begin(), {"new", "other"});
  it.host->items.insert(0, 2);
  it.host->update();
  it.loop.run(0.5);
  CHECK(it.taken() == (told_events{"+0 1 1"}));
}

void thresholds_are_crossed() {
  fixture it({{0.5, 1}}, {0, 0.5, 1}, 4);
  it.attach();
  it.scroll(25);
  CHECK(it.taken() ==
        (told_events{"#0 0 0 3 1", "#1 0 0 3 1", "#2 0 0 3 1", "#0 0 0 2 0.75", "#3 0 0 1 0.25"}));
  it.impressions->detach(*it.host);
  CHECK(it.taken() == (told_events{"#0 0 0", "#1 0 0", "#2 0 0", "#3 0 0"}));
}

/// A quarter of it across is not half of it.
void a_carousel_that_is_scrolled_out_counts_in_part() {
  fixture it;
  double cross = 0.25;
  it.impressions->attach(*it.host, it.key(), nullptr, [&] { return cross; });
  it.loop.run(2);
  CHECK(it.told.empty());
  cross = 0.5;
  it.host->update();
  it.loop.run(1);
  CHECK(it.told.size() == 3);
}

void lists_that_are_gone_show_nothing() {
  fixture it;
  it.attach();
  rangecore::list other;
  other.set_estimate(100);
  other.insert(0, 10);
  rc_viewport viewport = it.surface.get_viewport();
  auto update = other.update(viewport);
  it.impressions->follow(other, update.visible, [](int64_t index) {
    return std::optional("other " + std::to_string(index));
  });
  it.loop.run(1);
  CHECK(it.taken().size() == 6);
  it.host.reset();
  it.impressions->update();
  CHECK(it.taken() == (told_events{"-0 1 1", "-1 1 1", "-2 1 1"}));
  it.impressions->detach(other);
  CHECK(it.taken().size() == 3);
  // It has no wake-up of its own but that.
  it.impressions->set_scheduler([&](double seconds, std::function<void()> work) {
    it.surface.schedule(seconds, std::move(work));
  });
  it.impressions->reset();
  it.impressions->follow(other, update.visible, it.key());
  it.loop.run(1);
  CHECK(it.taken() == (told_events{"+0 2 1", "+1 2 1", "+2 2 1"}));
  it.impressions.reset();
  it.loop.run(1);
}

/// Numbers of what was only scrolled past are forgotten.
void little_is_remembered() {
  quiet_loop loop;
  screen surface{loop};
  rangecore::host<screen> host(surface);
  host.items.insert(0, 10000);
  int start = counted::count;
  {
    // Crossings tell of what is not seen, too.
    rangecore::impressions<counted> impressions({{0.5, 1}}, {0});
    impressions.on_crossed = [](const impression<counted> &it) { CHECK(it.id.id >= 0); };
    host.clock = impressions.clock = [&] { return loop.now; };
    impressions.attach(host, [](int64_t index) { return std::optional<counted>(int(index)); });
    host.update();
    loop.run(1);
    for (surface.offset = 0; surface.offset < 120000; surface.offset += 300) host.update();
    CHECK(counted::count - start < 900 && impressions.is_seen(0));
  }
  CHECK(counted::count == start);
}

void those_who_are_told_may_change_everything() {
  fixture it;
  it.attach();
  it.impressions->on_seen = [&](const impression<std::string> &event) {
    it.told.push_back("+" + event.id);
    if (event.id == "0") {
      it.impressions->reset();
      it.scroll(5000);
    }
    if (event.id == "1") throw std::runtime_error("no log");
  };
  bool was_thrown = false;
  try {
    it.loop.run(1);
  } catch (const std::runtime_error &) {
    was_thrown = true;
  }
  CHECK(was_thrown && it.taken() == (told_events{"+0", "+1"}));
  it.impressions->update();
  CHECK(it.taken()[0] == "+2");
}

void refuses_by_name() {
  const auto refuses = [](const std::string &text, auto call) {
    std::string refused;
    try {
      call();
    } catch (const rangecore::error &error) {
      refused = error.what();
    }
    if (refused != "invalid argument: " + text) std::fprintf(stderr, "%s\n", refused.c_str());
    CHECK(refused == "invalid argument: " + text);
  };
  using rules = std::vector<rc_impression_rule>;
  const auto made = [](const rules &rules, const std::vector<double> &thresholds = {}) {
    return [=] { rangecore::impressions<int> made(rules, thresholds); };
  };
  refuses("rules is 0", made({}));
  refuses("rules is 5", made(rules(5, {0.5, 1})));
  refuses("rules[1] is 1.5", made({{0.5, 1}, {1.5, 1}}));
  refuses("rules[0] is -1", made({{0.5, -1}}));
  refuses("rules[0] is nan", made({{NAN, 1}}));
  refuses("thresholds is 33", made({{0.5, 1}}, std::vector<double>(33, 0.5)));
  refuses("thresholds[1] is 0.25", made({{0.5, 1}}, {0.5, 0.25}));
  fixture it;
  refuses("schedule", [&] { it.impressions->set_scheduler(nullptr); });
  refuses("key", [&] { it.impressions->attach(*it.host, nullptr); });
  refuses("rule is 1",
          [&] { it.impressions->attach(*it.host, it.key(), [](int64_t) { return 1u; }); });
  refuses("cross is 1.5",
          [&] { it.impressions->attach(*it.host, it.key(), nullptr, [] { return 1.5; }); });
  it.impressions->detach(*it.host);
  refuses("visible", [&] { it.impressions->follow(it.host->items, {0, 1001}, it.key()); });
}

}  // namespace

int main() {
  what_stays_is_seen_by_itself_at_the_exact_time();
  what_is_scrolled_past_is_not_seen();
  nobody_looks();
  a_session_and_what_is_forgotten();
  what_a_bar_or_a_header_covers_is_not_seen();
  ids_go_with_their_items_and_have_rules();
  thresholds_are_crossed();
  a_carousel_that_is_scrolled_out_counts_in_part();
  lists_that_are_gone_show_nothing();
  little_is_remembered();
  those_who_are_told_may_change_everything();
  refuses_by_name();
}
