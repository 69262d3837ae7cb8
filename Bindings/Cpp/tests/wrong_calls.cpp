// Makes the calls of Tests/wrong-calls.txt, which says what it has: each error names what was
// refused, and its value.
//
//     wrong_calls TABLE

#include <rangecore_preload.hpp>
#include <rangecore_store.hpp>

#include <fstream>
#include <set>
#include <sstream>

#include "world.hpp"

using rangecore::list;

static void require(bool condition, const std::string &what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

static list filled() {
  list made;
  made.insert(0, 10);
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 400;
  (void)made.update(viewport);
  return made;
}

/// Creates a list with another option.
template <typename Change>
static auto create(Change change) {
  return [change](double it) {
    rc_list_options options;
    rc_list_options_init(&options);
    change(options, it);
    list made(&options);
  };
}

template <typename Change>
static auto update(Change change) {
  return [change](double it) {
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    viewport.length = 400;
    change(viewport, it);
    (void)filled().update(viewport);
  };
}

template <typename Change>
static auto set(Change change) {
  return [change](double it) {
    list made = filled();
    rc_list_settings settings = made.settings();
    change(settings, it);
    made.set_settings(settings);
  };
}

/// A toolkit that is wrong in one thing.
struct wrong_page {
  using view = int64_t;
  double offset = 0, across = 320, extent = 40;
  rc_viewport get_viewport() {
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    viewport.offset = offset;
    viewport.length = 400;
    return viewport;
  }
  double breadth() { return across; }
  void set_scroll_length(double) {}
  void set_offset(double value, bool) { offset = value; }
  view make_view(int64_t item) { return item; }
  double measure(view &, int64_t, uint32_t) { return extent; }
  void place(view &, const rangecore::frame &) {}
  void recycle(view) {}
  void wake(double) {}
  void schedule(double, std::function<void()>) {}
};

template <typename Call>
static auto host(Call call) {
  return [call](double it) {
    wrong_page surface;
    rangecore::host<wrong_page> made(surface);
    made.items.insert(0, 10);
    call(surface, made, it);
    made.update();
  };
}

using hosted = rangecore::host<wrong_page>;
using call = std::function<void(double)>;

static std::map<std::string, call> edits() {
  return {
      {"create columns", create([](auto &to, double it) { to.columns = uint32_t(it); })},
      {"create estimate", create([](auto &to, double it) { to.estimate = it; })},
      {"create spacing", create([](auto &to, double it) { to.spacing = it; })},
      {"create quantum", create([](auto &to, double it) { to.quantum = it; })},
      {"insert index", [](double it) { filled().insert(int64_t(it), 1); }},
      {"insert count", [](double it) { filled().insert(0, int64_t(it)); }},
      {"insert extents[1]",
       [](double it) {
         filled().insert(0, {1, it});
       }},
      {"remove lower",
       [](double it) {
         filled().remove({int64_t(it), 11});
       }},
      {"remove upper",
       [](double it) {
         filled().remove({2, int64_t(it)});
       }},
      {"move lower",
       [](double it) {
         filled().move({int64_t(it), 2}, 0);
       }},
      {"move upper",
       [](double it) {
         filled().move({8, int64_t(it)}, 0);
       }},
      {"move to",
       [](double it) {
         filled().move({0, 2}, int64_t(it));
       }},
      {"forget upper",
       [](double it) {
         filled().forget({2, int64_t(it)});
       }},
      {"set_row_extents row", [](double it) { filled().set_row_extents(int64_t(it), {1}); }},
      {"set_row_extents extents[1]",
       [](double it) {
         filled().set_row_extents(0, {1, it});
       }},
      {"mark_provisional upper",
       [](double it) {
         filled().mark_provisional({2, int64_t(it)});
       }},
      {"set_layout columns", [](double it) { filled().set_layout(uint32_t(it), 0, true); }},
      {"set_layout spacing", [](double it) { filled().set_layout(1, it, true); }},
      {"set_lanes lanes", [](double it) { filled().set_lanes(uint32_t(it), 0); }},
      {"set_lanes spacing", [](double it) { filled().set_lanes(2, it); }},
      {"set_lanes tolerance", [](double it) { filled().set_lanes(2, 0, it); }},
      {"set_span upper",
       [](double it) {
         filled().set_span({2, int64_t(it)}, 1);
       }},
      {"set_span span",
       [](double it) {
         filled().set_span({0, 1}, uint32_t(it));
       }},
      {"set_estimate estimate", [](double it) { filled().set_estimate(it); }},
      {"mark_header index", [](double it) { filled().mark_header(int64_t(it)); }},
      {"unmark_header index", [](double it) { filled().unmark_header(int64_t(it)); }},
      {"apply old_ids",
       [](double) {
         filled().apply({1, 2}, {});
       }},
      {"apply new_ids",
       [](double) {
         filled().apply({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 1});
       }},
      {"keep index", [](double it) { filled().keep(int64_t(it)); }},
      {"keep bits", [](double it) { filled().keep(0, rc_state(it)); }},
      {"set_names lower", [](double it) { filled().set_names(int64_t(it), {}); }},
      {"set_names names",
       [](double) {
         filled().set_names(9, {1, 2});
       }},
      {"change_names position", [](double it) { (void)filled().change_names(size_t(it)); }},
      {"finish outcome",
       [](double) {
         list made = filled();
         made.begin_batch(RC_END_TAIL).finish(RC_BATCH_OUTCOME_FETCHING);
       }},
  };
}

static std::map<std::string, call> updates() {
  return {
      {"update offset", update([](auto &to, double it) { to.offset = it; })},
      {"update length", update([](auto &to, double it) { to.length = it; })},
      {"update inset_start", update([](auto &to, double it) { to.inset_start = it; })},
      {"update inset_end", update([](auto &to, double it) { to.inset_end = it; })},
      {"update item",
       update([](auto &to, double it) { to.has_item = true, to.item = int64_t(it); })},
      {"update item_place",
       update([](auto &to, double it) { to.has_item = true, to.item_place = it; })},
      {"update velocity", update([](auto &to, double it) { to.velocity = it; })},
      {"update landing_offset",
       update([](auto &to, double it) { to.has_landing = true, to.landing_offset = it; })},
      {"update time", update([](auto &to, double it) { to.time = it; })},
      {"update jitter", update([](auto &to, double it) { to.jitter = it; })},
      {"set_scroll_target index", [](double it) { filled().set_scroll_target(int64_t(it), 0); }},
      {"set_scroll_target fraction", [](double it) { filled().set_scroll_target(0, it); }},
      {"set_scroll_target shift", [](double it) { filled().set_scroll_target(0, 0, it); }},
      {"set_settings slack", set([](auto &to, double it) { to.slack = it; })},
      {"set_settings foresight", set([](auto &to, double it) { to.foresight = it; })},
      {"set_settings direction_threshold",
       set([](auto &to, double it) { to.direction_threshold = it; })},
      {"set_settings leading_screens[1]",
       set([](auto &to, double it) { to.leading_screens[1] = it; })},
      {"set_settings overscan_items",
       set([](auto &to, double it) { to.overscan_items = int64_t(it); })},
      {"set_settings leading_items[0]",
       set([](auto &to, double it) { to.leading_items[0] = int64_t(it); })},
      {"set_settings extra_lengths[1]", set([](auto &to, double it) { to.extra_lengths[1] = it; })},
      {"set_settings stick_distances[0]",
       set([](auto &to, double it) { to.stick_distances[0] = it; })},
      {"set_settings depth", set([](auto &to, double it) { to.depth = int32_t(it); })},
      {"set_tuning leading",
       [](double it) {
         filled().set_tuning(RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, {it, 0, true});
       }},
      {"set_tuning trailing",
       [](double it) {
         filled().set_tuning(RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, {0, it, true});
       }},
      {"add_preload_time seconds", [](double it) { filled().add_preload_time(it); }},
  };
}

static std::map<std::string, call> queries() {
  return {
      {"item index", [](double it) { filled().item(int64_t(it)); }},
      {"item_at offset", [](double it) { filled().item_at(it); }},
      {"items_in lower", [](double it) { filled().items_in(it, 10); }},
      {"items_in upper", [](double it) { filled().items_in(0, it); }},
      {"rows lower",
       [](double it) {
         filled().rows({int64_t(it), 10});
       }},
      {"rows upper",
       [](double it) {
         filled().rows({0, int64_t(it)});
       }},
      {"places upper",
       [](double it) {
         filled().places({0, int64_t(it)});
       }},
      {"unmeasured_rows upper",
       [](double it) {
         filled().unmeasured_rows({0, int64_t(it)});
       }},
      {"states lower",
       [](double it) {
         filled().states({int64_t(it), 10});
       }},
      {"states upper",
       [](double it) {
         filled().states({0, int64_t(it)});
       }},
      {"section ordinal", [](double it) { filled().section(int64_t(it)); }},
      {"section_of_item index", [](double it) { filled().section_of_item(int64_t(it)); }},
      {"row_of_item index", [](double it) { filled().row_of_item(int64_t(it)); }},
      {"items_of_row row", [](double it) { filled().items_of_row(int64_t(it)); }},
      {"host_options budget",
       host([](wrong_page &, hosted &made, double it) { made.measuring_budget = it; })},
      {"host_begin offset",
       host([](wrong_page &surface, hosted &, double it) { surface.offset = it; })},
      {"host_begin breadth",
       host([](wrong_page &surface, hosted &, double it) { surface.across = it; })},
      {"host_measured extents[0]",
       host([](wrong_page &surface, hosted &, double it) { surface.extent = it; })},
      {"host_scroll_to index",
       host([](wrong_page &, hosted &made, double it) { made.scroll_to(int64_t(it)); })},
      {"host_scroll_to fraction",
       host([](wrong_page &, hosted &made, double it) { made.scroll_to(0, it); })},
      {"host_scroll_to_offset offset",
       host([](wrong_page &, hosted &made, double it) { made.scroll_to_offset(it); })},
  };
}

using store = rangecore::store<photo, int>;
using photo_reply = rangecore::reply<photo>;

static int id_of(const photo &it) { return it.id; }

static photo_reply load_one(const rangecore::page_request<int> &) {
  return photo_reply({{1, "one"}});
}

/// Sets something of a store.
template <typename Change>
static auto limit(Change change) {
  return [change](double it) {
    store made(load_one, id_of);
    rangecore::store_settings settings;
    change(settings, it);
    made.set_settings(settings);
  };
}

/// Has a source reply with something that is wrong.
template <typename Change>
static auto answer(Change change) {
  return [change](double it) {
    event_loop loop;
    store made(
        [=](const rangecore::page_request<int> &request, rangecore::answer<photo_reply> answer) {
          photo_reply reply = load_one(request);
          change(reply, int64_t(it));
          answer(std::move(reply));
        },
        id_of);
    made.set_scheduler([&loop](double seconds, std::function<void()> work) {
      loop.call_later(seconds, std::move(work));
    });
    std::exception_ptr failure;
    made.refresh([&failure](std::exception_ptr it) { failure = it; });
    loop.run([&failure] { return failure != nullptr; });
    made.close();
    std::rethrow_exception(failure);
  };
}

template <typename Change>
static auto preload(Change change) {
  return [change](double it) {
    rangecore::preload_settings settings;
    change(settings, it);
    rangecore::preloader<int, int> made([](const rangecore::preload_request<int> &) { return 1; },
                                        settings);
  };
}

static std::map<std::string, call> loads() {
  return {
      {"store page_size",
       [](double it) {
         rangecore::store_options options;
         options.page_size = int64_t(it);
         store made(load_one, id_of, options);
       }},
      {"store first_pages",
       [](double it) {
         rangecore::store_options options;
         options.first_pages = uint32_t(it);
         store made(load_one, id_of, options);
       }},
      {"store total",
       [](double it) {
         rangecore::store_options options;
         options.total = int64_t(it);
         store made(load_one, id_of, options);
       }},
      {"store_settings page_limit",
       limit([](auto &to, double it) { to.page_limit = int64_t(it); })},
      {"store_settings item_limit",
       limit([](auto &to, double it) { to.item_limit = int64_t(it); })},
      {"store_settings cost_limit",
       limit([](auto &to, double it) { to.cost_limit = int64_t(it); })},
      {"store_settings jump_distance",
       limit([](auto &to, double it) { to.jump_distance = int64_t(it); })},
      {"store_settings max_age", limit([](auto &to, double it) { to.max_age = it; })},
      {"store_expire age", [](double it) { store(load_one, id_of).expire(it); }},
      {"store_settings settle", limit([](auto &to, double it) { to.settle = it; })},
      {"store_reply total", answer([](auto &to, int64_t it) { to.total = it; })},
      {"store_reply before", answer([](auto &to, int64_t it) { to.before = it; })},
      {"store_reply after", answer([](auto &to, int64_t it) { to.after = it; })},
      {"store_reply cost", answer([](auto &to, int64_t it) { to.cost = it; })},
      {"store_refresh position",
       [](double it) {
         store(load_one, id_of).refresh(nullptr, RC_STORE_TARGET_POSITION, int64_t(it));
       }},
      {"store_insert slot",
       [](double it) {
         store(load_one, id_of).insert(int64_t(it), {{5, ""}});
       }},
      {"store_attach leading_screens",
       [](double it) {
         list empty;
         store(load_one, id_of).attach(empty, it);
       }},
      {"preloader estimated_cost",
       preload([](auto &to, double it) { to.estimated_cost = int64_t(it); })},
      {"preloader_settings budget", preload([](auto &to, double it) { to.budget = int64_t(it); })},
      {"preloader_settings ahead_budget",
       preload([](auto &to, double it) { to.ahead_budget = int64_t(it); })},
      {"preloader_settings keep_budget",
       preload([](auto &to, double it) { to.keep_budget = int64_t(it); })},
      {"preloader_settings grace", preload([](auto &to, double it) { to.grace = it; })},
      {"preloader_settings foresight", preload([](auto &to, double it) { to.foresight = it; })},
  };
}

static std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) {
    size_t first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
    parts.push_back(first == std::string::npos ? "" : part.substr(first, last - first + 1));
  }
  return parts;
}

/// Returns the name of an argument here, or a mark.
static std::string name_of(const std::string &argument, const std::string &others) {
  for (const std::string &other : split(others, ';')) {
    std::vector<std::string> parts = split(other, ':');
    for (const std::string &language : split(parts[1], ' ')) {
      if (language == "cpp") return parts[0];
    }
  }
  return argument;
}

static void check(const std::string &key, const call &make, const std::string &name,
                  const std::string &value) {
  double number = std::strtod(value == "-" ? "0" : value.c_str(), nullptr);
  try {
    make(number);
  } catch (const rangecore::error &error) {
    std::string text = error.what(), start = rc_status_text(error.status) + (": " + name);
    std::string what = key + " " + value + ": " + text;
    require(error.argument == name, what);
    if (value == "-") return require(text == start, what);
    require(text.rfind(start + " is ", 0) == 0, what);
    double shown = std::strtod(text.c_str() + start.size() + 4, nullptr);
    return require(shown == number || (std::isnan(shown) && std::isnan(number)), what);
  }
  require(false, key + " " + value + " is not refused");
}

int main(int argument_count, char **arguments) {
  std::map<std::string, call> calls = edits();
  calls.merge(updates());
  calls.merge(queries());
  calls.merge(loads());
  std::set<std::string> made;
  std::ifstream table(argument_count > 1 ? arguments[1] : "");
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> parts = split(line, '|');
    std::string key = parts[0] + " " + parts[1];
    std::string name = name_of(parts[1], parts.size() > 3 ? parts[3] : "");
    if (name == "none" || name == "type") continue;
    require(calls.count(key) > 0, "no call for " + key);
    for (const std::string &value : split(parts[2], ' ')) check(key, calls[key], name, value);
    made.insert(key);
  }
  for (const auto &it : calls) require(made.count(it.first) > 0, it.first + " has no line");
}
