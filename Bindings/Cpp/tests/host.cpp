// Checks rangecore_host.hpp on a scroll view that is none: rows never jump, both ends are reached,
// and no item has two views.

#include <rangecore_host.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#define CHECK(condition) \
  ((condition) ? void()  \
               : (std::fprintf(stderr, "line %d: %s\n", __LINE__, #condition), std::exit(1)))

namespace {

/// What a row shows: an id, by which its extent is known.
struct label {
  int id;

  std::optional<rangecore::frame> frame = std::nullopt;
};

/// The app's data: an id per item, and extents between 30 and 129 points for a breadth of 400.
struct model {
  std::vector<int> ids;
  double breadth = 400, scale = 1;
  int next = 0;
  std::map<int, double> grown = {};

  double extent(int id) const {
    auto more = grown.find(id);
    return (30 + (id * 37) % 100) * 400 / breadth * scale +
           (more == grown.end() ? 0 : more->second);
  }
  void insert(rangecore::list &list, int64_t at, int count) {
    std::vector<int> made;
    for (int it = 0; it < count; it++) made.push_back(next++);
    ids.insert(ids.begin() + at, made.begin(), made.end());
    list.insert(at, count);
  }
  void remove(rangecore::list &list, rc_interval items) {
    ids.erase(ids.begin() + items.lower, ids.begin() + items.upper);
    list.remove(items);
  }
  void move(rangecore::list &list, rc_interval items, int64_t to) {
    std::vector<int> moved(ids.begin() + items.lower, ids.begin() + items.upper);
    ids.erase(ids.begin() + items.lower, ids.begin() + items.upper);
    ids.insert(ids.begin() + to, moved.begin(), moved.end());
    list.move(items, to);
  }
};

struct page {
  using view = std::unique_ptr<label>;

  model &data;
  rangecore::host<page> *owner = nullptr;
  double offset = 0, length = 800, content = 0, time = 0;
  bool is_user = false, is_held = false;
  int made = 0, measured = 0, placed = 0, recycled = 0, writes = 0, lengths = 0;
  double wish = -1;
  std::multimap<double, std::function<void()>> later = {};
  std::map<label *, int> live = {};

  rc_viewport get_viewport() {
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    viewport.offset = offset;
    viewport.length = length;
    viewport.is_user_driven = is_user;
    viewport.is_held = is_held;
    return viewport;
  }
  double breadth() { return data.breadth; }
  void set_scroll_length(double value) {
    content = value;
    lengths++;
    owner->update();  // a delegate that hears of it
  }
  void set_offset(double value, bool) {
    CHECK(!is_held);
    offset = std::min(std::max(value, 0.0), highest());
    writes++;
    owner->update();
  }
  view make_view(int64_t item) {
    made++;
    view view(new label{data.ids[size_t(item)]});
    CHECK(live.emplace(view.get(), view->id).second);
    for (auto &other : live) CHECK(other.first == view.get() || other.second != view->id);
    return view;
  }
  double measure(view &view, int64_t item, uint32_t columns) {
    CHECK(view->id == data.ids[size_t(item)]);
    measured++;
    time += 0.0001;
    return data.extent(view->id) * columns;
  }
  void place(view &view, const rangecore::frame &frame) {
    placed++;
    view->frame = frame;
  }
  void recycle(view view) {
    recycled++;
    live.erase(view.get());
  }
  void schedule(double seconds, std::function<void()> work) {
    wish = seconds;
    later.emplace(time + seconds, std::move(work));
  }

  double highest() const { return std::max(content - length, 0.0); }

  /// The user moves the list, within its ends, or a thumb sets it.
  void move_to(double value) {
    offset = std::min(std::max(value, 0.0), highest());
    is_user = true;
    owner->update();
    is_user = false;
  }
  /// What is scheduled for the next seconds.
  void rest(double seconds = 1) {
    double end = time + seconds;
    for (int round = 0; !later.empty() && later.begin()->first <= end; round++) {
      CHECK(round < 1000);
      auto next = later.extract(later.begin());
      time = std::max(time, next.key()) + 0.001;
      next.mapped()();
    }
  }
  /// Where an id is on the screen; nothing if it has no view.
  std::optional<double> place_of(int id) {
    for (auto &it : live) {
      if (it.second == id && it.first->frame) return it.first->frame->start - offset;
    }
    return std::nullopt;
  }
};

struct fixture {
  model data;
  page surface{data};
  rangecore::host<page> host;

  explicit fixture(int count, rc_list_options options = estimated(60)) : host(surface, &options) {
    surface.owner = &host;
    host.clock = [this] { return surface.time; };
    data.insert(host.items, 0, count);
    host.update();
  }
  static rc_list_options estimated(double estimate) {
    rc_list_options options;
    rc_list_options_init(&options);
    options.estimate = estimate;
    return options;
  }

  /// The screen is covered without gaps, each row where the list has it, with its true extent.
  void check_screen() {
    double end = -1;
    rc_interval visible = host.latest().visible;
    for (int64_t it = visible.lower; it < visible.upper; it++) {
      auto *view = host.view_of(it);
      CHECK(view != nullptr && (*view)->id == data.ids[size_t(it)] && (*view)->frame);
      rangecore::frame frame = *(*view)->frame;
      rc_interval row = host.items.items_of_row(host.items.row_of_item(it));
      double longest = 0;
      for (int64_t other = row.lower; other < row.upper; other++) {
        longest = std::max(longest, data.extent(data.ids[size_t(other)]) * frame.columns);
      }
      CHECK(std::abs(frame.extent - longest) < 0.01);
      if (it > visible.lower && it > row.lower) continue;
      if (end >= 0) CHECK(std::abs(frame.start - end) < 0.01);
      else CHECK(frame.start - surface.offset <= 0.01);
      end = frame.start + frame.extent;
    }
    if (end >= 0)
      CHECK(end - surface.offset >= std::min(surface.length, host.items.length()) - 0.01);
  }
};

/// The greatest distance that a row which stays on screen moves, other than by `step`.
template <typename Action>
double jump(fixture &it, double step, Action action) {
  std::map<int, double> before;
  for (auto &view : it.surface.live) {
    double place = view.first->frame ? view.first->frame->start - it.surface.offset : 1e9;
    if (place >= 0 && place < it.surface.length) before[view.second] = place;
  }
  action();
  double worst = 0;
  for (auto &row : before) {
    auto place = it.surface.place_of(row.first);
    if (place) worst = std::max(worst, std::abs(*place - row.second + step));
  }
  return worst;
}

void scrolls() {
  fixture it(100000);
  it.check_screen();
  it.surface.rest();
  for (int frame = 0; frame < 300; frame++) {
    CHECK(jump(it, 43, [&] { it.surface.move_to(it.surface.offset + 43); }) < 0.01);
    it.check_screen();
  }
  // No item lost its view and got another one; nothing was measured twice.
  CHECK(it.surface.made - it.surface.recycled == int(it.host.view_count()));
  CHECK(it.surface.made == it.surface.measured);
  CHECK(it.surface.made < 400);
  int placed = it.surface.placed, made = it.surface.made, lengths = it.surface.lengths;
  it.host.update();
  CHECK(it.surface.placed == placed && it.surface.made == made);
  CHECK(it.surface.lengths == lengths);
}

void edits() {
  fixture it(100000);
  it.surface.move_to(3000000);
  it.surface.rest();
  it.check_screen();
  for (int round = 0; round < 100; round++) {
    int64_t first = it.host.latest().visible.lower;
    int made = it.surface.made;
    double moved = jump(it, 0, [&] {
      it.data.insert(it.host.items, first - 20, 7);
      it.data.remove(it.host.items, {100, 110});
      it.host.update();
    });
    CHECK(moved < 0.01);
    it.check_screen();
    it.surface.rest();
    // Views stay with their items.
    CHECK(it.surface.made - made <= 10);
  }
  // Two that are on screen change places; a third one goes.
  int64_t first = it.host.latest().visible.lower;
  label *view = it.host.view_of(first + 1)->get();
  it.host.items.move({first + 1, first + 2}, first + 2);
  std::swap(it.data.ids[size_t(first) + 1], it.data.ids[size_t(first) + 2]);
  int recycled = it.surface.recycled;
  it.data.remove(it.host.items, {first + 3, first + 4});
  it.host.update();
  CHECK(it.host.view_of(first + 2)->get() == view && it.surface.recycled > recycled);
  it.check_screen();
  it.data.remove(it.host.items, {5, it.host.items.count()});
  it.data.remove(it.host.items, {0, 5});
  it.host.update();
  CHECK(it.host.view_count() == 0 && it.surface.live.empty());
}

void scrolls_to_items() {
  fixture it(100000);
  it.host.scroll_to(50000, rangecore::fraction::start);
  CHECK(std::abs(*it.surface.place_of(it.data.ids[50000])) < 0.01);
  it.check_screen();
  it.host.scroll_to(70000, rangecore::fraction::end);
  CHECK(std::abs(*it.surface.place_of(it.data.ids[70000]) + it.data.extent(it.data.ids[70000]) -
                 800) < 0.01);
  it.host.scroll_to(99999, rangecore::fraction::end);
  it.host.scroll_to(0, rangecore::fraction::start);
  CHECK(it.surface.offset == 0);
  bool is_refused = false;
  try {
    it.host.scroll_to(100000);
  } catch (const rangecore::error &error) {
    is_refused = error.argument == "index";
  }
  CHECK(is_refused);
}

void takes_breadths() {
  fixture it(10000);
  it.surface.move_to(200000);
  it.surface.rest();
  int64_t first = it.host.latest().visible.lower;
  it.data.breadth = 320;
  it.host.update();
  CHECK(it.host.latest().visible.lower == first);
  it.check_screen();
  it.host.columns_for_breadth = [](double breadth) { return uint32_t(breadth / 200); };
  it.data.breadth = 600;
  it.host.update();
  CHECK(it.host.latest().visible.lower <= first && it.host.latest().visible.upper > first);
  auto *view = it.host.view_of(first);
  CHECK(view != nullptr && (*view)->frame->columns == 3);
  CHECK((*view)->frame->column == uint32_t(first % 3));
}

void lays_out_lanes() {
  fixture it(3000);
  for (int64_t header = 0; header < 3000; header += 60) it.host.items.mark_header(header);
  it.host.in_lanes = true;
  it.host.columns_for_breadth = [](double) { return 3; };
  it.host.update();
  it.surface.move_to(60000);
  for (int step = 0; step < 100; step++) {
    const double before = it.surface.offset, by = step % 4 == 3 ? 90 : -35;
    CHECK(jump(it, by, [&] { it.surface.move_to(before + by); }) < 0.01);
    for (auto &view : it.surface.live) {
      if (!view.first->frame) continue;
      const rangecore::frame frame = *view.first->frame;
      CHECK(frame.columns == (view.second % 60 == 0 ? 1 : 3) && frame.column < frame.columns);
    }
  }
  // They are not rows of columns.
  std::set<double> starts;
  for (auto &view : it.surface.live) {
    if (view.first->frame) starts.insert(view.first->frame->start);
  }
  CHECK(starts.size() > it.surface.live.size() / 2);
  // From the keyboard.
  const int64_t here = it.host.latest().visible.lower + 3;
  const rc_lanes_position place = it.host.items.places({here, here + 1})[0];
  const int64_t below = it.host.items.neighbor(here, 1, 0);
  CHECK(it.host.items.places({below, below + 1})[0].lane == place.lane && below > here);
  CHECK(it.host.items.neighbor(below, -1, 0) == here);
  const int64_t beside = it.host.items.neighbor(here, 0, place.lane == 2 ? -1 : 1);
  const rc_lanes_position other = it.host.items.places({beside, beside + 1})[0];
  CHECK(other.lane != place.lane && other.offset < place.offset + place.extent &&
        other.offset + other.extent > place.offset);
  CHECK(it.host.items.neighbor(here, 0, place.lane == 0 ? -1 : 2 - int(place.lane) + 1) == -1);
}

void fetches() {
  fixture it(20);
  std::vector<rangecore::fetch> waiting;
  it.host.set_fetcher(RC_END_TAIL,
                      [&](rangecore::fetch fetch) { waiting.push_back(std::move(fetch)); });
  it.host.update();
  CHECK(waiting.size() == 1);
  it.host.update();
  CHECK(waiting.size() == 1);
  it.data.insert(it.host.items, 20, 20);
  waiting[0].finish(RC_BATCH_OUTCOME_COMPLETED);
  it.surface.move_to(900);
  CHECK(waiting.size() == 2);
  // A failure is tried again when the host has asked to be woken.
  it.surface.wish = -1;
  waiting[1].finish(RC_BATCH_OUTCOME_FAILED);
  it.host.update();
  CHECK(waiting.size() == 2 && it.surface.wish > 0 && it.surface.wish <= 2);
  CHECK(it.host.load_at(RC_END_TAIL) == (rangecore::load{rangecore::load_state::failed, 1}));
  it.surface.rest(it.surface.wish + 0.01);
  CHECK(waiting.size() == 3);
  CHECK(it.host.load_at(RC_END_TAIL).state == rangecore::load_state::loading);
  waiting[2].finish(RC_BATCH_OUTCOME_EXHAUSTED);
  // One that answers at once.
  fixture at_once(5);
  at_once.host.set_fetcher(RC_END_TAIL, [&](rangecore::fetch fetch) {
    at_once.data.insert(at_once.host.items, at_once.host.items.count(), 5);
    fetch.finish(at_once.host.items.count() < 100 ? RC_BATCH_OUTCOME_COMPLETED
                                                  : RC_BATCH_OUTCOME_EXHAUSTED);
  });
  at_once.host.update();
  at_once.surface.rest();
  CHECK(at_once.surface.content == at_once.host.items.length());
  for (int frame = 0; frame < 100; frame++) at_once.surface.move_to(at_once.surface.offset + 100);
  CHECK(at_once.host.items.count() == 100);
  at_once.check_screen();
}

void reports_and_budgets() {
  fixture it(10000);
  std::map<int64_t, rc_state> states;
  it.host.on_update = [&](const rangecore::update &update) {
    for (const rc_change &change : update) {
      for (int64_t index = change.lower; index < change.upper; index++) {
        CHECK(states.count(index) == 0 || states[index] == change.before);
        states[index] = change.after;
      }
    }
  };
  // A row takes 0.1 ms to measure: four fit.
  it.host.measuring_budget = 0.0004;
  it.surface.move_to(300000);
  int measured = it.surface.measured;
  it.surface.move_to(400000);
  CHECK(it.surface.wish >= 0);
  rc_interval visible = it.host.latest().visible;
  CHECK(it.surface.measured - measured <= visible.upper - visible.lower + 4 + 2);
  it.surface.rest();
  rc_interval display = it.host.latest().ranges[RC_RANGE_DISPLAY];
  rc_interval missing = it.host.items.unmeasured_rows(display);
  CHECK(missing.lower == missing.upper);
  for (auto &state : states) CHECK(it.host.items.state(state.first) == state.second);
  it.host.measuring_budget = 0;
  measured = it.surface.measured;
  it.surface.move_to(500000);
  visible = it.host.latest().visible;
  CHECK(it.surface.measured - measured <= visible.upper - visible.lower + 2);
}

void pins_headers() {
  fixture it(300);
  for (int64_t header = 0; header < 300; header += 100) it.host.items.mark_header(header);
  rc_list_settings settings = it.host.items.settings();
  settings.pins_headers = true;
  it.host.items.set_settings(settings);
  it.surface.move_to(4000);
  label *header = it.host.view_of(0)->get();
  CHECK(header->frame->is_pinned && std::abs(header->frame->start - it.surface.offset) < 0.01);
  it.surface.move_to(4100);
  CHECK(it.host.view_of(0)->get() == header);
  CHECK(std::abs(header->frame->start - it.surface.offset) < 0.01);
  it.check_screen();
  it.host.scroll_to(250, rangecore::fraction::start);
  CHECK(it.host.view_of(0) == nullptr && (*it.host.view_of(200))->frame->is_pinned);
  // It is measured when it is shown again, and still needs a view.
  it.host.scroll_to(0, rangecore::fraction::start);
  it.surface.rest();
  it.host.scroll_to(250, rangecore::fraction::start);
  CHECK(it.host.view_of(200) != nullptr && (*it.host.view_of(200))->frame->is_pinned);
}

/// A row that is measured again keeps its start: the one at the start of the screen, and another.
void grows_downward() {
  for (int64_t place : {0, 2}) {
    fixture it(1000);
    it.surface.move_to(4013);
    it.surface.rest();
    int64_t index = it.host.latest().visible.lower + place;
    int id = it.data.ids[size_t(index)], below = it.data.ids[size_t(index + 1)];
    double start = *it.surface.place_of(id), next = *it.surface.place_of(below);
    CHECK(place > 0 || start < 0);
    it.data.grown[id] = 70;
    it.host.remeasure(index);
    CHECK(std::abs(*it.surface.place_of(id) - start) < 0.01);
    CHECK(std::abs(*it.surface.place_of(below) - next - 70) < 0.01);
    // After edits too.
    it.data.insert(it.host.items, 0, 3);
    it.data.grown[id] = 30;
    it.host.remeasure(index + 3);
    CHECK(std::abs(*it.surface.place_of(id) - start) < 0.01);
    CHECK(std::abs(*it.surface.place_of(below) - next - 30) < 0.01);
    it.check_screen();
    // A row that is not on the screen is marked, and one that is not there refused.
    it.surface.rest();
    int measured = it.surface.measured;
    it.data.grown[it.data.ids[3]] = 10;
    it.host.remeasure(3);
    CHECK(it.surface.measured == measured && it.host.items.item(3).is_provisional);
    CHECK(std::abs(*it.surface.place_of(id) - start) < 0.01);
    bool is_refused = false;
    try {
      it.host.remeasure(1003);
    } catch (const rangecore::error &error) {
      is_refused = error.status == RC_STATUS_ARGUMENT;
    }
    CHECK(is_refused);
  }
}

void measures_nothing_while_hidden() {
  for (bool has_length : {false, true}) {
    fixture it(1000);
    it.surface.move_to(20037);
    it.surface.rest();
    int measured = it.surface.measured;
    double offset = it.surface.offset;
    double worst = jump(it, 0, [&] {
      (has_length ? it.data.breadth : it.surface.length) = 0;
      it.data.scale = 0.1;
      it.host.remeasure(it.host.latest().visible.lower);
      it.host.remeasure();
      it.surface.rest();
      CHECK(it.surface.measured == measured && it.surface.offset == offset);
      std::tie(it.data.breadth, it.data.scale, it.surface.length) = std::make_tuple(400, 1, 800);
      it.host.update();
      it.surface.rest();
    });
    CHECK(worst < 0.01 && it.surface.measured > measured);
    it.check_screen();
  }
}

void refuses_bad_extents() {
  fixture it(100);
  it.data.scale = NAN;
  bool is_refused = false;
  try {
    it.host.remeasure();
  } catch (const rangecore::error &error) {
    is_refused = error.argument == "extents[0]";
  }
  CHECK(is_refused);
  it.data.scale = 1;
  it.host.update();
  it.check_screen();
}

void keeps_items() {
  fixture it(100);
  it.host.items.keep(3);
  it.host.items.keep(90, RC_STATE_APP_0);
  it.host.update();
  it.data.remove(it.host.items, {0, 2});
  it.host.update();
  CHECK((it.host.items.kept() == std::vector<int64_t>{1, 88}));
  CHECK(it.host.items.state(88) == (RC_STATE_MEASURE_LAYOUT | RC_STATE_APP_0));
  it.host.items.keep(88, 0);
  CHECK(it.host.items.kept() == std::vector<int64_t>{1});
}

void names_changes() {
  fixture it(100);
  it.host.items.set_names(3, {33});
  std::vector<rc_id> gone;
  it.host.on_update = [&](const rangecore::update &update) {
    if (update.changes.removed_count > 0) gone = it.host.items.change_names(0);
  };
  it.data.remove(it.host.items, {3, 4});
  it.host.update();
  CHECK(gone == std::vector<rc_id>{33});
}

}  // namespace

int main() {
  scrolls();
  edits();
  scrolls_to_items();
  keeps_items();
  takes_breadths();
  lays_out_lanes();
  fetches();
  reports_and_budgets();
  pins_headers();
  grows_downward();
  measures_nothing_while_hidden();
  refuses_bad_extents();
  names_changes();
}
