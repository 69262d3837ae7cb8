// Checks fetchers, on threads and without, what becomes of them when their host is gone, and what a
// host tells of its items.

#include "world.hpp"

namespace {

using rangecore::batch;
using rangecore::batch_request;
using rangecore::load_state;

/// Older messages at the head, newer ones at the tail, on threads that take their time.
struct chat {
  event_loop loop;
  page surface{loop};
  std::vector<int> ids;
  std::atomic<int> asked{0}, failures{0};
  std::optional<rangecore::host<page>> host;

  chat() { host.emplace(surface); }

  void insert(int64_t at, const std::vector<int> &new_ids) {
    ids.insert(ids.begin() + at, new_ids.begin(), new_ids.end());
    host->items.insert(at, int64_t(new_ids.size()));
  }
  batch<int> get(const batch_request &request) {
    CHECK(std::this_thread::get_id() != main);
    asked++;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (failures > 0 && failures-- > 0) throw std::runtime_error("no network");
    std::vector<int> found;
    for (int64_t it = request.count; it < request.count + 20; it++) found.push_back(int(it));
    return {found, request.count >= 180};
  }
  void fetch(rc_end end) {
    host->set_fetcher(
        end, [this](const batch_request &request) { return get(request); },
        [this, end](std::vector<int> found) {
          CHECK(std::this_thread::get_id() == main);
          insert(end == RC_END_HEAD ? 0 : int64_t(ids.size()), found);
        });
  }
  const std::thread::id main = std::this_thread::get_id();
};

void fetches_on_a_thread() {
  chat it;
  it.fetch(RC_END_TAIL);
  it.host->update();
  CHECK(it.host->load_at(RC_END_TAIL).state == load_state::loading && it.ids.empty());
  it.loop.run([&] { return it.ids.size() >= 20; });
  // The user reads on, to the end of all.
  it.loop.run([&] {
    it.surface.scroll_to(*it.host, it.surface.offset + 20);
    return it.host->load_at(RC_END_TAIL).state == load_state::exhausted;
  });
  CHECK(it.ids.size() == 200 && it.asked == 10);
}

/// A fetcher for the head switches that on; a chat begins at its end, and goes on upward.
void switches_its_end_on() {
  chat it;
  CHECK(it.host->items.settings().leading_screens[RC_END_HEAD] == 0);
  it.fetch(RC_END_HEAD);
  CHECK(it.host->items.settings().leading_screens[RC_END_HEAD] == 2);
  rc_list_settings settings = it.host->items.settings();
  settings.sticks[RC_END_TAIL] = true;
  it.host->items.set_settings(settings);
  it.insert(0, std::vector<int>(40, 7));
  it.host->update();
  CHECK(std::abs(it.surface.offset - (it.surface.content - 400)) < 1);
  it.surface.scroll_to(*it.host, 0);
  it.loop.run([&] { return it.ids.size() > 40; });
  // One of its own is not replaced, and only the end that is named is on.
  chat other;
  settings.leading_screens[RC_END_HEAD] = 0.5;
  other.host->items.set_settings(settings);
  other.fetch(RC_END_HEAD);
  CHECK(other.host->items.settings().leading_screens[RC_END_HEAD] == 0.5);
}

void retries_failures() {
  chat it;
  it.failures = 1;
  it.fetch(RC_END_TAIL);
  it.host->update();
  it.loop.run([&] { return it.host->load_at(RC_END_TAIL).state == load_state::failed; });
  rangecore::load load = it.host->load_at(RC_END_TAIL);
  CHECK(load.message() == "no network" && load.attempt == 1);
  it.host->retry(RC_END_TAIL);
  CHECK(it.host->load_at(RC_END_TAIL) == (rangecore::load{load_state::loading}));
  it.loop.run([&] { return it.ids.size() == 20; });
  // By itself, after a second or two; and what inserts may throw too.
  chat other;
  bool has_thrown = false;
  other.host->set_fetcher(
      RC_END_TAIL,
      [](const batch_request &) {
        return batch<int>{{1, 2}, true};
      },
      [&](std::vector<int> found) {
        if (!std::exchange(has_thrown, true)) throw std::logic_error("full");
        other.insert(0, found);
      });
  other.host->update();
  other.loop.run([&] { return other.host->load_at(RC_END_TAIL).message() == "full"; });
  other.loop.run([&] { return other.host->load_at(RC_END_TAIL).state == load_state::exhausted; });
  CHECK(other.ids.size() == 2);
}

/// A future is waited for on a thread, and called for on this one.
void waits_for_futures() {
  chat it;
  std::promise<batch<int>> promise;
  it.host->set_fetcher(
      RC_END_TAIL,
      [&](const batch_request &) {
        CHECK(std::this_thread::get_id() == it.main);
        return promise.get_future();
      },
      [&](std::vector<int> found) { it.insert(0, found); });
  it.host->update();
  it.loop.run_for(0.02);
  CHECK(it.ids.empty());
  promise.set_value({{1, 2, 3}, true});
  it.loop.run([&] { return it.ids.size() == 3; });
  // One that never comes holds nobody up.
  chat other;
  std::promise<batch<int>> never;
  other.host->set_fetcher(
      RC_END_TAIL, [&](const batch_request &) { return never.get_future(); },
      [&](std::vector<int>) { CHECK(false && "a batch that never came"); });
  other.host->update();
  double start = rangecore::detail::steady_time();
  other.host.reset();
  CHECK(rangecore::detail::steady_time() - start < 5);
}

/// Nothing reaches a host that is gone, wherever its fetch is then.
void outlives_its_host() {
  for (int wait : {0, 1, 2, 3, 10}) {
    chat it;
    bool was_told = false;
    it.host->set_fetcher(
        RC_END_TAIL,
        [&](const batch_request &request) {
          for (int ms = 0; ms < 3 && !request.is_cancelled(); ms++) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
          return batch<int>{{1}, true};
        },
        [&](std::vector<int>) { was_told = true; });
    it.host->update();
    std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    it.host.reset();
    it.loop.run_for(0.01);
    CHECK(!was_told);
  }
}

/// Nor does a wake-up that it has asked for.
void wakes_nobody_who_is_gone() {
  event_loop loop;
  page surface{loop};
  auto host = std::make_unique<rangecore::host<page>>(surface);
  host->measuring_budget = 1e-9;
  host->items.insert(0, 1000);
  host->update();
  surface.scroll_to(*host, 10);
  int measured = surface.measured;
  host.reset();
  loop.run_for(0.02);
  CHECK(surface.measured == measured);
}

/// After a reset what is on its way is not inserted.
void forgets_what_was_reset() {
  chat it;
  it.fetch(RC_END_TAIL);
  it.host->update();
  it.host->items.reset_batch(RC_END_TAIL);
  it.host->items.mark_exhausted(RC_END_TAIL);
  it.host->update();
  it.loop.run_for(0.03);
  CHECK(it.asked == 1 && it.ids.empty());
}

/// Each flag of each item is told once as it is gained, and once as it is lost.
void tells_what_enters_and_leaves() {
  chat it;
  std::map<uint32_t, int> flags;
  bool has_removed = false, has_entered = false;
  int views = 0;
  it.host->on_entered = [&](const rangecore::node<page::view> &node, rc_state flag) {
    CHECK(node.index >= 0 && (flags[node.number] & flag) == 0);
    flags[node.number] |= flag;
    has_entered = true;
    CHECK(flag != RC_STATE_VISIBLE || (node.view != nullptr && (*node.view)->frame));
    CHECK(it.host->items.state(node.index) & flag);
  };
  it.host->on_left = [&](const rangecore::node<page::view> &node, rc_state flag) {
    CHECK((flags[node.number] & flag) && !has_entered);
    CHECK(flag != RC_STATE_PRELOAD || (flags[node.number] & RC_STATE_DISPLAY) == 0);
    flags[node.number] &= ~flag;
    if (flags[node.number] == 0) flags.erase(node.number);
    has_removed = has_removed || node.index == -1;
    views += flag == RC_STATE_VISIBLE && node.view != nullptr;
  };
  it.host->items.insert(0, 2000);
  it.host->update();
  for (int round = 0; round < 200; round++) {
    has_entered = false;
    it.surface.scroll_to(*it.host, it.surface.offset + (round % 3 - 0.7) * 130);
    int64_t first = it.host->latest().visible.lower;
    if (round % 10 == 5) it.host->items.remove({first, first + 5});
    if (round % 10 == 6) it.host->items.insert(3, 30);
  }
  has_entered = false;
  it.host->update();
  CHECK(has_removed && views > 0 && !flags.empty());
  int64_t near = 0;
  for (int64_t index = 0; index < it.host->items.count(); index++) {
    near += (it.host->items.state(index) & ~RC_STATE_MEASURE_LAYOUT) != 0;
  }
  CHECK(near == int64_t(flags.size()));
  // One that throws keeps none of the others from being told.
  int told = 0;
  it.host->on_left = [&](const rangecore::node<page::view> &, rc_state) {
    if (told++ == 0) throw std::logic_error("first");
  };
  it.host->on_entered = nullptr;
  bool is_thrown = false;
  it.host->items.remove({0, it.host->items.count()});
  try {
    it.host->update();
  } catch (const std::logic_error &error) {
    is_thrown = error.what() == std::string("first");
  }
  CHECK(is_thrown && told > int(near) && it.host->view_count() == 0);
}

/// Items with other contents have other views in their places, and grow downward.
void renews_items() {
  chat it;
  it.host->items.insert(0, 1000);
  it.host->update();
  it.surface.scroll_to(*it.host, 3013);
  it.loop.run_for(0.02);
  int64_t first = it.host->latest().visible.lower;
  label *former = it.host->view_of(first)->get(), *other = it.host->view_of(first + 3)->get();
  double start = former->frame->start, offset = it.surface.offset, next = other->frame->start;
  int left = 0, entered = 0;
  it.host->on_left = [&](const rangecore::node<page::view> &node, rc_state) {
    left += node.index == first;
  };
  it.host->on_entered = [&](const rangecore::node<page::view> &node, rc_state) {
    entered += node.index == first;
  };
  it.surface.extent = [](int64_t) { return 77; };
  auto kept = std::move(*it.host->view_of(first));
  *it.host->view_of(first) = page::view(new label{first});
  it.host->renew({first, first + 1});
  label *view = it.host->view_of(first)->get();
  CHECK(view != former && view->frame && view->frame->extent == 77);
  CHECK(view->frame->start - it.surface.offset == start - offset && left == 3 && entered == 3);
  CHECK(it.host->view_of(first + 3)->get() == other && other->frame->start > next);
  it.host->renew({0, 1000});
  CHECK((*it.host->view_of(first + 3))->frame->extent == 77);
}

/// Where extents are known no view is measured, at no breadth; and where they come with the items.
void measures_nothing_that_is_known() {
  chat it;
  it.host->extents_are_known = true;
  it.host->items.insert(0, 5000, [](int64_t item) { return double(item % 7 + 20); });
  it.host->items.insert(5000, 5000);  // as estimated
  it.host->update();
  for (double offset : {100000.0, 40000.0, 300000.0}) it.surface.scroll_to(*it.host, offset);
  it.surface.width = 200;
  it.surface.scroll_to(*it.host, 20000);
  CHECK(it.surface.measured == 0 && it.host->view_count() > 10);
  int64_t first = it.host->latest().visible.lower;
  CHECK((*it.host->view_of(first))->frame->extent == double(first % 7 + 20));
  chat other;
  other.host->items.insert(0, 10000, [](int64_t item) { return double(item % 7 + 20); });
  CHECK(other.host->items.measured_row_count() == 10000);
  other.host->update();
  other.surface.scroll_to(*other.host, 100000);
  CHECK(other.surface.measured == 0);
  other.host->items.remove({3, 10000});
  other.host->items.apply({1, 2, 3}, {9, 3, 8, 1},
                          [](int64_t index) { return 100.0 + double(index); });
  CHECK(other.host->items.rows({0, 4}).second == std::vector<double>({100, 22, 102, 20}));
  bool is_refused = false;
  try {
    other.host->items.apply({9, 3, 8, 1}, {5}, [](int64_t) { return -1.0; });
  } catch (const rangecore::error &error) {
    is_refused = error.argument == "extent_of";
  }
  CHECK(is_refused && other.host->items.count() == 4);
}

/// The toolkit's offset is the one that was asked for, however rows on the way turn out.
void arrives_at_offsets() {
  for (double offset : {50.0, 5000.0, 1234.5, 0.0, 21000.0}) {
    chat it;
    it.surface.extent = [](int64_t item) { return double(13 + item * 7 % 90); };
    it.host->items.insert(0, 1000);
    it.host->update();
    it.host->scroll_to_offset(offset);
    it.loop.run_for(0.02);
    CHECK(it.surface.offset == offset && it.host->view_of(it.host->latest().visible.lower));
    it.host->scroll_to_offset(1e300);
    CHECK(std::abs(it.surface.offset + 400 - it.surface.content) < 0.01);
  }
}

/// A list that sticks to its tail can begin elsewhere, and sticks once the user has been at the
/// end.
void begins_where_it_is_told_to() {
  chat it;
  rc_list_settings settings = it.host->items.settings();
  settings.sticks[RC_END_TAIL] = true;
  it.host->items.set_settings(settings);
  it.host->items.insert(0, 100);
  it.host->scroll_to(0, rangecore::fraction::start);
  CHECK(it.surface.offset == 0);
  it.host->items.insert(100, 10);
  it.host->update();
  it.loop.run_for(0.02);
  CHECK(it.surface.offset == 0 && it.host->latest().visible.lower == 0);
  for (int round = 0; round < 3; round++) it.surface.scroll_to(*it.host, 1e9);
  it.host->items.insert(110, 10);
  it.host->update();
  CHECK(it.host->latest().visible.upper == 120);
}

void refuses_by_name() {
  chat it;
  it.host->items.insert(0, 10);
  const std::pair<const char *, std::function<void()>> all[] = {
      {"fetcher", [&] { it.host->set_fetcher(RC_END_TAIL, nullptr); }},
      {"end", [&] { it.host->set_fetcher(rc_end(7), [](rangecore::fetch) {}); }},
      {"end", [&] { it.host->load_at(rc_end(7)); }},
      {"end", [&] { it.host->retry(rc_end(9)); }},
      {"index", [&] { it.host->remeasure(10); }},
      {"index", [&] { it.host->remeasure(-1); }},
      {"index", [&] { it.host->scroll_to(10); }},
      {"offset", [&] { it.host->scroll_to_offset(NAN); }},
      {"fraction", [&] { it.host->scroll_to(0, 2); }},
      {"range",
       [&] {
         it.host->renew({3, 11});
       }},
      {"range",
       [&] {
         it.host->renew({3, 2});
       }},
      {"measuring_budget",
       [&] {
         it.host->measuring_budget = -1;
         it.host->update();
       }},
  };
  for (const auto &[name, call] : all) {
    std::string refused;
    try {
      call();
    } catch (const rangecore::error &error) {
      refused = error.argument;
    }
    if (refused != name) std::fprintf(stderr, "%s, not %s\n", refused.c_str(), name);
    CHECK(refused == name);
  }
}

}  // namespace

int main() {
  fetches_on_a_thread();
  switches_its_end_on();
  retries_failures();
  waits_for_futures();
  outlives_its_host();
  wakes_nobody_who_is_gone();
  forgets_what_was_reset();
  tells_what_enters_and_leaves();
  renews_items();
  measures_nothing_that_is_known();
  arrives_at_offsets();
  begins_where_it_is_told_to();
  refuses_by_name();
}
