// Checks the preloader: what it loads of lists that scroll, in which order, and what it cancels.

#include <rangecore_preload.hpp>

#include "world.hpp"

#include <condition_variable>
#include <set>

namespace {

using preloader = rangecore::preloader<int, std::string>;
using request = rangecore::preload_request<int>;

/// Loads that wait until they are let through.
struct network {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<request> asked;
  int failures = 0;
  bool is_open = false;

  std::string operator()(const request &it) {
    std::unique_lock lock(mutex);
    asked.push_back(it);
    changed.notify_all();
    while (!is_open && !it.is_cancelled()) changed.wait_for(lock, std::chrono::milliseconds(1));
    if (failures > 0 && failures-- > 0) throw std::runtime_error("no network");
    return "image " + std::to_string(it.id);
  }
  void let_all() {
    std::lock_guard lock(mutex);
    is_open = true;
  }
  std::vector<int> ids(size_t count) {
    std::unique_lock lock(mutex);
    CHECK(changed.wait_for(lock, std::chrono::seconds(30), [&] { return asked.size() >= count; }));
    std::vector<int> found;
    for (const request &it : asked) found.push_back(it.id);
    return found;
  }
};

struct fixture {
  event_loop loop;
  network source;
  std::vector<int> ready, dropped, failed, told;
  std::unique_ptr<preloader> images;

  explicit fixture(rangecore::preload_settings settings = with_limit(2)) {
    images =
        std::make_unique<preloader>([this](const request &it) { return source(it); }, settings);
    images->on_ready = [this](const int &id, const std::string &) { ready.push_back(id); };
    images->on_dropped = [this](const int &id) { dropped.push_back(id); };
    images->on_failed = [this](const int &id, std::exception_ptr) { failed.push_back(id); };
    images->on_prioritized = [this](const int &id, rc_ticket_band) { told.push_back(id); };
  }
  static rangecore::preload_settings with_limit(uint32_t running) {
    rangecore::preload_settings settings;
    settings.running_limit = running;
    settings.foresight = 0;
    settings.estimated_cost = 1;
    return settings;
  }
  rangecore::scheduler schedule() {
    return [this](double seconds, std::function<void()> work) {
      loop.call_later(seconds, std::move(work));
    };
  }
  void scroll(rangecore::list &list, double offset, double length = 200) {
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    viewport.offset = offset;
    viewport.length = length;
    viewport.is_user_driven = true;
    viewport.time = rangecore::detail::steady_time();
    (void)list.update(viewport);
    images->follow(list, [](int64_t index) { return std::optional<int>(int(index)); });
    images->validate();
  }
  bool is_ready(int id) {
    auto ticket = images->ticket(id);
    return ticket && ticket->state == RC_TICKET_STATE_READY && images->get(id) != nullptr;
  }
};

rangecore::list list_of(int64_t count) {
  rangecore::list list;
  list.set_estimate(100);
  list.insert(0, count);
  return list;
}

void loads_what_is_visible_first() {
  fixture it;
  it.images->set_scheduler(it.schedule());
  rangecore::list list = list_of(100);
  it.scroll(list, 1000);
  auto first = it.source.ids(2);
  CHECK(std::set<int>(first.begin(), first.end()) == (std::set<int>{10, 11}));
  CHECK(it.images->ticket(10)->state == RC_TICKET_STATE_RUNNING);
  CHECK(it.images->ticket(10)->band == RC_TICKET_BAND_VISIBLE && !it.images->ticket(90));
  it.source.let_all();
  it.loop.run([&] { return it.is_ready(10) && it.is_ready(12) && it.is_ready(9); });
  CHECK(*it.images->get(10) == "image 10" && it.images->get(90) == nullptr);
  CHECK(it.images->counters().started >= 4);
}

void cancels_what_left() {
  fixture it;
  it.images->set_scheduler(it.schedule());
  rangecore::list list = list_of(100);
  it.scroll(list, 0);
  it.source.ids(2);
  it.scroll(list, 5000);
  it.source.ids(4);
  CHECK(it.source.asked[0].is_cancelled() && it.source.asked[1].is_cancelled());
  CHECK(it.images->counters().cancelled == 2);
  it.source.let_all();
  it.loop.run([&] { return it.is_ready(50) && it.is_ready(51); });
  CHECK(it.images->get(0) == nullptr && it.ready[0] != 0);
}

void holds_no_more_than_its_budget() {
  rangecore::preload_settings settings = fixture::with_limit(4);
  settings.budget = 6;
  fixture it(settings);
  it.images->set_scheduler(it.schedule());
  it.images->cost = [](const std::string &) { return int64_t(2); };
  it.source.let_all();
  rangecore::list list = list_of(100);
  for (double offset : {0.0, 2000.0, 6000.0}) {
    it.scroll(list, offset);
    it.loop.run(
        [&] { return it.is_ready(int(offset / 100)) && it.is_ready(int(offset / 100) + 1); });
  }
  CHECK(!it.dropped.empty() && it.images->get(0) == nullptr);
}

void retries_what_fails() {
  fixture it;
  it.images->set_scheduler(it.schedule());
  it.source.failures = 1;
  it.source.let_all();
  rangecore::list list = list_of(1);
  it.scroll(list, 0);
  it.loop.run([&] { return it.failed.size() == 1; });
  CHECK(it.images->ticket(0)->state == RC_TICKET_STATE_FAILED);
  it.images->retry();
  it.loop.run([&] { return it.is_ready(0); });
  it.images->forget(0);
  it.loop.run([&] { return it.is_ready(0); });
  CHECK(it.source.asked.size() == 3);
  it.images->detach(list);
}

/// A host is followed; what loads reaches neither a host nor a preloader that is gone.
void follows_hosts() {
  rangecore::preload_settings settings;
  fixture it(settings);
  page surface{it.loop};
  auto host = std::make_unique<rangecore::host<page>>(surface);
  host->items.insert(0, 1000);
  host->update();
  CHECK(host->items.settings().foresight == 0);
  it.images->attach(*host, [](int64_t index) { return std::optional<int>(int(index % 500)); });
  CHECK(host->items.settings().foresight == 0.85);
  it.source.let_all();
  it.loop.run([&] { return it.is_ready(0) && it.is_ready(5); });
  surface.scroll_to(*host, 9000);
  it.loop.run([&] { return it.is_ready(int(host->latest().visible.lower % 500)); });
  rangecore::host<page> other(surface);
  other.items.insert(0, 10);
  it.images->attach(other, [](int64_t index) { return std::optional<int>(int(index) + 2000); });
  {
    std::lock_guard lock(it.source.mutex);
    it.source.is_open = false;
  }
  surface.scroll_to(*host, 500);
  host.reset();
  it.source.let_all();
  other.update();
  it.loop.run([&] { return it.is_ready(2000); });
  it.images->detach(other);
  it.images->validate();
  it.images->attach(other, [](int64_t index) { return std::optional<int>(int(index) + 3000); });
  it.images.reset();
  other.update();
  it.loop.run_for(0.01);
}

void refuses_by_name() {
  auto refuses = [](const char *name, auto call) {
    std::string refused;
    try {
      call();
    } catch (const rangecore::error &error) {
      refused = error.argument;
    }
    if (refused != name) std::fprintf(stderr, "%s, not %s\n", refused.c_str(), name);
    CHECK(refused == name);
  };
  fixture it;
  auto set = [&](auto change) {
    return [&it, change] {
      rangecore::preload_settings settings = it.images->settings();
      change(settings);
      it.images->set_settings(settings);
    };
  };
  refuses("budget", set([](auto &it) { it.budget = -1; }));
  refuses("ahead_budget", set([](auto &it) { it.ahead_budget = -1; }));
  refuses("keep_budget", set([](auto &it) { it.keep_budget = -1; }));
  refuses("grace", set([](auto &it) { it.grace = NAN; }));
  refuses("foresight", set([](auto &it) { it.foresight = -1; }));
  refuses("estimated_cost", set([](auto &it) { it.estimated_cost = -1; }));
  rangecore::list list = list_of(3);
  refuses("schedule", [&] { it.scroll(list, 0); });
  refuses("schedule", [&] { it.images->set_scheduler(nullptr); });
  page surface{it.loop};
  rangecore::host<page> host(surface);
  refuses("key", [&] { it.images->attach(host, nullptr); });
}

/// Scrolls and edits at random, with failures: what is visible is there in the end, and numbers are
/// forgotten.
void scrolls_at_random() {
  for (uint32_t seed = 1; seed <= 3; seed++) {
    rangecore::preload_settings settings;
    settings.foresight = seed == 2 ? 0 : 0.85;
    settings.budget = 40 * settings.estimated_cost;
    fixture it(settings);
    it.source.let_all();
    page surface{it.loop};
    rangecore::host<page> host(surface);
    std::minstd_rand random(seed);
    host.items.insert(0, 5000);
    it.images->attach(host, [](int64_t index) {
      return index % 7 == 0 ? std::nullopt : std::optional<int>(int(index));
    });
    for (int round = 0; round < 200; round++) {
      surface.scroll_to(host, surface.offset + double(random() % 1500) - 500);
      if (random() % 10 == 0) surface.scroll_to(host, double(random() % 150000));
      if (random() % 20 == 0) host.items.remove({3, 5});
      if (random() % 20 == 0) {
        std::lock_guard lock(it.source.mutex);
        it.source.failures = 1;
      }
      it.loop.run_for(0.001);
      it.images->validate();
    }
    it.loop.run([&] {
      it.images->retry();
      rc_interval visible = host.latest().visible;
      bool is_there = visible.lower < visible.upper;
      for (int64_t index = visible.lower; index < visible.upper; index++) {
        is_there = is_there && (index % 7 == 0 || it.is_ready(int(index)));
      }
      return is_there;
    });
  }
}

}  // namespace

int main() {
  loads_what_is_visible_first();
  cancels_what_left();
  holds_no_more_than_its_budget();
  retries_what_fails();
  follows_hosts();
  refuses_by_name();
  scrolls_at_random();
}
