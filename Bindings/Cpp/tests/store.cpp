// Checks the store: what it loads from sources that stand still, shift and fail, on threads and
// without, and a host over it.

#include <rangecore_store.hpp>

#include "world.hpp"

namespace {

using rangecore::load_state;
using rangecore::page_request;
using store = rangecore::store<photo, std::string>;
using request = page_request<std::string>;
using photo_reply = rangecore::reply<photo>;

std::string key_of(const photo &it) { return "photo " + std::to_string(it.id); }

/// Photos in an order, by offsets or by keys.
struct server {
  std::mutex mutex;
  std::vector<photo> photos;
  std::vector<request> requests;
  std::atomic<int> failures{0}, delay{0};
  bool has_cursors = false;

  explicit server(int count) {
    for (int id = 0; id < count; id++) photos.push_back({id, "photo " + std::to_string(id)});
  }
  photo_reply operator()(const request &it) {
    std::this_thread::sleep_for(std::chrono::microseconds(delay.load()));
    std::lock_guard lock(mutex);
    requests.push_back(it);
    if (failures > 0 && failures-- > 0) throw std::runtime_error("no network");
    int64_t all = int64_t(photos.size()), place = 0;
    for (int64_t i = 0; i < all; i++) {
      if (it.key && key_of(photos[size_t(i)]) == *it.key) place = i;
    }
    int64_t lower = std::max<int64_t>(it.position, 0), upper = lower + it.count;
    if (it.kind == RC_STORE_REQUEST_KIND_AFTER) lower = place + 1, upper = lower + it.count;
    else if (it.kind == RC_STORE_REQUEST_KIND_BEFORE) lower = place - it.count, upper = place;
    else if (it.kind == RC_STORE_REQUEST_KIND_LAST) lower = all - it.count, upper = all;
    else if (it.key) lower = place - it.count / 2, upper = lower + it.count;
    lower = std::min(std::max<int64_t>(lower, 0), all);
    upper = std::min(std::max(upper, lower), all);
    photo_reply reply({photos.begin() + lower, photos.begin() + upper});
    reply.total = all;
    reply.before = lower;
    reply.after = all - upper;
    reply.previous = "before " + std::to_string(lower);
    reply.next = "after " + std::to_string(upper);
    return reply;
  }
};

struct fixture {
  event_loop loop;
  server source;
  std::vector<rc_edit> edits;
  std::unique_ptr<::store> store;
  int changes = 0;

  explicit fixture(int count = 100, rangecore::store_options options = {}) : source(count) {
    store = std::make_unique<::store>([this](const request &it) { return source(it); }, key_of,
                                      options);
    store->set_scheduler([this](double seconds, std::function<void()> work) {
      loop.call_later(seconds, std::move(work));
    });
    store->on_change = [this](const std::vector<rc_edit> &made) {
      edits.insert(edits.end(), made.begin(), made.end());
      changes++;
    };
    rangecore::store_settings settings;
    settings.settle = 0;
    store->set_settings(settings);
  }
  size_t asked() {
    std::lock_guard lock(source.mutex);
    return source.requests.size();
  }
  std::string title(int64_t slot) {
    const photo *found = (*store)[slot];
    return found ? found->title : "-";
  }
  void rest(double seconds = 0.03) { loop.run_for(seconds); }
};

rangecore::store_options of_keys() {
  rangecore::store_options options;
  options.source = RC_STORE_SOURCE_KEYS;
  options.has_placeholders = false;
  return options;
}

template <typename Call>
void refuses(const char *name, rc_status status, Call call) {
  try {
    call();
    CHECK(false && "refused");
  } catch (const rangecore::error &error) {
    if (error.argument != name) std::fprintf(stderr, "%s, not %s\n", error.argument.c_str(), name);
    CHECK(error.argument == name && error.status == status);
  }
}

void loads_what_is_near() {
  fixture it(50);
  it.store->update({0, 0});
  it.loop.run([&] { return it.store->count() == 50; });
  CHECK(it.asked() == 1 && it.source.requests[0].is_refresh && it.source.requests[0].position == 0);
  CHECK(it.edits.size() == 1 && it.edits[0].kind == RC_EDIT_KIND_INSERT && it.edits[0].upper == 50);
  CHECK(it.store->counts().item_count == 20 && it.title(0) == "photo 0" && it.title(20) == "-");
  it.store->update({0, 10});
  it.loop.run([&] { return it.title(20) == "photo 20"; });
  CHECK(it.store->slot_of("photo 7") == 7 && !it.store->slot_of("photo 49"));
  it.store->update({40, 50}, {40, 50});
  it.loop.run([&] { return it.title(49) == "photo 49"; });
  CHECK(it.store->counts().late_page_count >= 1);
  refuses("slot", RC_STATUS_ARGUMENT, [&] { (*it.store)[50]; });
  it.store->validate();
}

void retries_what_fails() {
  fixture it;
  it.source.failures = 1;
  std::vector<std::exception_ptr> ends;
  auto note = [&](std::exception_ptr error) { ends.push_back(error); };
  it.store->refresh(note);
  it.loop.run([&] { return ends.size() == 1; });
  CHECK(ends[0] && it.store->load_of_refresh().message() == "no network");
  CHECK(it.store->load_of_refresh() == (rangecore::load{load_state::failed, 1, ends[0]}));
  it.store->refresh(note);
  it.loop.run([&] { return ends.size() == 2; });
  CHECK(ends[1] == nullptr && it.store->load_of_refresh().state == load_state::exhausted);
  it.source.failures = 1;
  it.store->update({30, 35}, {30, 35});
  it.loop.run([&] { return it.store->load_of_slot(30).state == load_state::failed; });
  CHECK(it.store->load_of_slot(50).state == load_state::idle);
  CHECK(it.store->load_at(RC_END_TAIL).state == load_state::failed);
  // By itself, after a second or two.
  it.loop.run([&] { return it.title(30) == "photo 30"; });
}

void goes_on_by_keys_and_cursors() {
  fixture it(400, of_keys());
  it.store->refresh_around("photo 200");
  it.loop.run([&] { return it.store->count() == 20; });
  CHECK(it.title(0) == "photo 190" && it.title(19) == "photo 209");
  it.store->update({18, 20}, {18, 20});
  it.loop.run([&] { return it.store->count() == 40; });
  CHECK(it.source.requests[1].kind == RC_STORE_REQUEST_KIND_AFTER);
  CHECK(*it.source.requests[1].key == "photo 209" && it.source.requests[1].cursor == "after 210");
  it.store->update({0, 0});
  it.store->jump(RC_END_HEAD);
  it.loop.run([&] { return it.title(0) == "photo 0"; });
  CHECK(it.title(20) == "-" && it.title(21) == "photo 190");
  it.store->update({20, 22}, {20, 22}, RC_DIRECTION_BACKWARD);
  it.loop.run([&] { return it.asked() == 4; });
  it.rest();
  CHECK(it.source.requests[3].kind == RC_STORE_REQUEST_KIND_BEFORE);
  CHECK(it.source.requests[3].cursor == "before 190");
  it.store->validate();
}

void takes_edits_of_the_app() {
  fixture it(60);
  it.store->update({0, 0});
  it.loop.run([&] { return it.store->count() == 60; });
  it.store->insert(0, {{-1, "mine"}});
  CHECK(it.title(0) == "mine" && it.store->slot_of("photo 0") == 1 && it.store->count() == 61);
  refuses("", RC_STATUS_NOT_FOUND, [&] { it.store->insert(40, {{-2, "nowhere"}}); });
  refuses("items", RC_STATUS_ARGUMENT, [&] { it.store->insert(0, {{3, "held"}}); });
  refuses("slot", RC_STATUS_ARGUMENT, [&] { it.store->insert(62, {{-3, "past"}}); });
  it.store->remove("photo 3");
  refuses("key", RC_STATUS_NOT_FOUND, [&] { it.store->remove("photo 3"); });
  it.store->replace({5, "other"});
  CHECK(it.title(*it.store->slot_of("photo 5")) == "other");
  it.store->validate();
}

void refuses_by_name() {
  auto make = [](auto change) {
    return [change] {
      rangecore::store_options options;
      change(options);
      fixture it(10, options);
    };
  };
  refuses("page_size", RC_STATUS_ARGUMENT, make([](auto &it) { it.page_size = 0; }));
  refuses("page_size", RC_STATUS_ARGUMENT, make([](auto &it) { it.page_size = int64_t(1) << 31; }));
  refuses("first_pages", RC_STATUS_ARGUMENT, make([](auto &it) { it.first_pages = 0; }));
  refuses("total", RC_STATUS_ARGUMENT, make([](auto &it) { it.total = -2; }));
  refuses("total", RC_STATUS_ARGUMENT, make([](auto &it) { it.total = int64_t(1) << 40; }));
  refuses("looks_ahead", RC_STATUS_ARGUMENT,
          make([](auto &it) { it.looks_ahead = true, it.source = RC_STORE_SOURCE_KEYS; }));
  refuses("key", RC_STATUS_ARGUMENT,
          [] { store without_key([](const request &) { return photo_reply(); }, nullptr); });
  refuses("schedule", RC_STATUS_ARGUMENT, [] {
    store unattached([](const request &) { return photo_reply(); }, key_of);
    unattached.update({0, 0});
  });
  fixture it(60);
  auto set = [&](auto change) {
    return [&it, change] {
      rangecore::store_settings settings = it.store->settings();
      change(settings);
      it.store->set_settings(settings);
    };
  };
  refuses("page_limit", RC_STATUS_ARGUMENT, set([](auto &it) { it.page_limit = -1; }));
  refuses("item_limit", RC_STATUS_ARGUMENT, set([](auto &it) { it.item_limit = -1; }));
  refuses("cost_limit", RC_STATUS_ARGUMENT, set([](auto &it) { it.cost_limit = -1; }));
  refuses("jump_distance", RC_STATUS_ARGUMENT, set([](auto &it) { it.jump_distance = -1; }));
  refuses("settle", RC_STATUS_ARGUMENT, set([](auto &it) { it.settle = NAN; }));
  it.store->update({0, 0});
  it.loop.run([&] { return it.store->count() == 60; });
  refuses("end", RC_STATUS_ARGUMENT, [&] { it.store->jump(RC_END_HEAD); });
  refuses("position", RC_STATUS_ARGUMENT,
          [&] { it.store->refresh(nullptr, RC_STORE_TARGET_POSITION, -1); });
  refuses("key", RC_STATUS_ARGUMENT, [&] { it.store->refresh_around("photo 1"); });
  refuses("visible", RC_STATUS_ARGUMENT, [&] { it.store->update({-1, 3}); });
  refuses("wanted", RC_STATUS_ARGUMENT, [&] { it.store->update({0, 3}, {1, 3}); });
  refuses("wanted", RC_STATUS_ARGUMENT, [&] { it.store->update({0, 3}, {-1, 3}); });
  page surface{it.loop};
  rangecore::host<page> host(surface);
  refuses("leading_screens", RC_STATUS_ARGUMENT, [&] { it.store->attach(host, NAN); });
  host.items.insert(0, 1);
  refuses("host", RC_STATUS_ARGUMENT, [&] { it.store->attach(host); });
  // What is wrong in a reply is named in what its place says.
  for (const char *name : {"total", "before", "after", "cost"}) {
    event_loop loop;
    store other(
        [name](const request &) {
          photo_reply reply({{1, "one"}});
          (name[0] == 't'   ? reply.total
           : name[0] == 'b' ? reply.before
           : name[0] == 'a' ? reply.after
                            : reply.cost) = -3;
          return reply;
        },
        key_of);
    other.set_scheduler([&](double seconds, std::function<void()> work) {
      loop.call_later(seconds, std::move(work));
    });
    other.update({0, 0});
    loop.run([&] { return other.load_of_refresh().state == load_state::failed; });
    CHECK(other.load_of_refresh().message() == "invalid argument: " + std::string(name) + " is -3");
    CHECK(other.count() == 0);
  }
}

/// A reply of more items than a list can have is not asked for again by itself.
void refuses_too_many() {
  int64_t most = RC_ITEM_COUNT_MAX;
  rangecore::store_options options;
  options.total = most;
  fixture it(10, options);
  std::atomic<int> asked{0};
  std::atomic<bool> is_long{true};
  store other(
      [&](const request &request) {
        asked++;
        std::vector<photo> found;
        for (int i = 0; i < (request.position > 0 && is_long ? 40 : 20); i++) {
          found.push_back({int(request.position / 20 * 20 % 1000003) * 50 + i});
        }
        photo_reply reply(found);
        reply.total = RC_ITEM_COUNT_MAX;
        return reply;
      },
      key_of, options);
  other.set_scheduler([&](double seconds, std::function<void()> work) {
    it.loop.call_later(seconds, std::move(work));
  });
  rangecore::store_settings settings;
  settings.settle = 0;
  other.set_settings(settings);
  other.update({0, 0});
  it.loop.run([&] { return other.counts().item_count > 0; });
  other.update({most - 5, most}, {most - 5, most});
  it.loop.run([&] { return other.load_of_slot(most - 1).state == load_state::failed; });
  CHECK(other.load_of_slot(most - 1).message() == "limit exceeded: items" && asked == 2);
  it.loop.run([&] { return other.load_of_slot(most - 1).attempt == 2; });
  CHECK(asked == 2);
  is_long = false;
  other.retry();
  it.loop.run([&] { return asked == 3; });
}

/// What loads without a thread of the kit's: a future, and a function that calls back.
void takes_futures_and_answers() {
  event_loop loop;
  auto schedule = [&](double seconds, std::function<void()> work) {
    loop.call_later(seconds, std::move(work));
  };
  store futures(
      [](const request &) {
        return std::async(std::launch::async, [] { return std::vector<photo>{{1, "one"}}; });
      },
      key_of);
  futures.set_scheduler(schedule);
  futures.update({0, 0});
  loop.run([&] { return futures.count() == 1; });
  std::optional<rangecore::answer<photo_reply>> kept;
  int asked = 0;
  auto store = std::make_unique<::store>(
      [&](const request &, rangecore::answer<photo_reply> answer) {
        if (asked++ == 0) answer.fail("no network");
        else if (asked == 2) return;  // forgets it
        else kept = answer;
      },
      key_of);
  store->set_scheduler(schedule);
  store->update({0, 0});
  CHECK(asked == 1);
  loop.run([&] { return store->load_of_refresh().message() == "no network"; });
  store->retry();
  loop.run([&] { return store->load_of_refresh().message() == "there was no answer"; });
  store->retry();
  CHECK(asked == 3 && store->count() == 0);
  std::thread([&] { (*kept)(photo_reply({{1, "one"}, {2, "two"}})); }).join();
  (*kept)(photo_reply());
  loop.run([&] { return store->count() == 2; });
  store->refresh();
  store.reset();
  (*kept)(photo_reply());  // to nobody
  loop.run_for(0.01);
}

/// A host shows what the store has, is edited through it alone, and tells what loads at its ends.
void is_shown_by_a_host() {
  fixture it(400);
  page surface{it.loop};
  surface.extent = [&](int64_t slot) { return (*it.store)[slot] == nullptr ? 40.0 : 60.0; };
  auto host = std::make_unique<rangecore::host<page>>(surface);
  bool is_fetched = false;
  host->set_fetcher(RC_END_TAIL, [&](rangecore::fetch) { is_fetched = true; });
  it.store->attach(*host);
  CHECK(host->load_at(RC_END_TAIL).state == load_state::loading);
  it.loop.run([&] { return host->items.count() == 400 && it.title(0) == "photo 0"; });
  it.rest();
  CHECK((*host->view_of(0))->frame->extent == 60 && !is_fetched);
  for (auto edit : {std::function<void()>([&] { host->items.insert(0, 1); }),
                    std::function<void()>([&] { host->items.insert(0, std::vector<double>{1}); }),
                    std::function<void()>([&] {
                      host->items.remove({0, 1});
                    }),
                    std::function<void()>([&] {
                      host->items.move({0, 1}, 2);
                    }),
                    std::function<void()>([&] { host->items.apply({}, {}); }),
                    std::function<void()>([&] { fixture().store->attach(*host); })}) {
    refuses("", RC_STATUS_BUSY, edit);
  }
  // Placeholders have other views than what fills them, and leave in place what is on screen.
  surface.scroll_to(*host, 4000);
  label *placeholder = host->view_of(host->latest().visible.lower)->get();
  CHECK(placeholder->frame && (*it.store)[placeholder->item] == nullptr);
  it.loop.run([&] { return (*it.store)[host->latest().visible.lower] != nullptr; });
  it.rest();
  rc_interval visible = host->latest().visible;
  for (int64_t slot = visible.lower; slot < visible.upper; slot++) {
    CHECK(host->view_of(slot) != nullptr && (*host->view_of(slot))->frame->extent == 60);
  }
  // One of the app's, above: nothing on screen moves, and views stay.
  label *first = host->view_of(visible.lower)->get();
  double place = first->frame->start - surface.offset;
  it.store->insert(0, {{-1, "mine"}});
  CHECK(host->view_of(visible.lower + 1)->get() == first);
  CHECK(std::abs(first->frame->start - surface.offset - place) < 0.01);
  it.store->replace({int(visible.lower), "other"});
  CHECK(host->view_of(visible.lower + 1)->get() != first);
  it.source.failures = 3;
  surface.scroll_to(*host, 12000);
  it.loop.run([&] {
    return it.store->load_of_slot(host->latest().visible.lower).state == load_state::failed;
  });
  host->retry(RC_END_TAIL);
  it.loop.run([&] { return it.source.failures == 0; });
  host->retry(RC_END_TAIL);
  it.loop.run([&] { return (*it.store)[host->latest().visible.lower] != nullptr; });
  // Detached, the list is the app's; and the host can go first.
  it.store->detach();
  host->items.remove({0, host->items.count()});
  host->update();
  it.store->attach(*host);
  CHECK(host->items.count() == 401);
  it.source.delay = 2000;
  it.store->refresh();
  host.reset();
  it.rest();
  rangecore::host<page> next(surface);
  it.store->attach(next);
  it.store->refresh();
  it.loop.run([&] { return it.store->load_of_refresh().state == load_state::exhausted; });
  it.store.reset();
  next.items.insert(0, 1);
  next.update();
}

/// What was to come by way of a host that is gone is asked for again, by way of the next one.
void goes_on_with_another_host() {
  event_loop loop;
  std::atomic<bool> is_open{false};
  store photos(
      [&](const request &it) {
        while (!is_open && !it.is_cancelled()) std::this_thread::yield();
        return std::vector<photo>{{1, "one"}};
      },
      key_of);
  page surface{loop};
  auto host = std::make_unique<rangecore::host<page>>(surface);
  photos.attach(*host);
  host.reset();
  is_open = true;
  loop.run_for(0.01);
  CHECK(photos.count() == 0);
  rangecore::host<page> next(surface);
  photos.attach(next);
  loop.run([&] { return photos.count() == 1 && next.view_of(0) != nullptr; });
}

/// A list without a host: the app tells of its updates.
void is_followed_by_a_list() {
  fixture it(400);
  rangecore::list list;
  it.store->attach(list);
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 400;
  viewport.is_user_driven = true;
  auto show = [&] {
    auto update = list.update(viewport);
    it.store->follow(update, viewport.length);
    return update.visible;
  };
  show();
  it.loop.run([&] { return show().upper > 0 && it.title(8) == "photo 8"; });
  viewport.offset = 10000;
  it.loop.run([&] { return it.title(show().lower) != "-"; });
  refuses("", RC_STATUS_BUSY, [&] { list.insert(0, 1); });
  it.store->detach();
  list.insert(0, 1);
}

/// Nothing reaches a store that is gone, whatever it waits for.
void outlives_nobody() {
  for (int wait = 0; wait < 6; wait++) {
    fixture it(400);
    it.source.delay = 2000;
    page surface{it.loop};
    rangecore::host<page> host(surface);
    it.store->attach(host);
    it.loop.run_for(wait * 0.001);
    if (wait % 2) it.store->close();
    it.store.reset();
    it.rest(0.01);
  }
}

/// Keys are forgotten with the pages that have them, by offsets that look ahead and by keys.
void forgets_keys() {
  for (bool is_keyed : {false, true}) {
    event_loop loop;
    std::atomic<int> asked{0};
    rangecore::store_options options = is_keyed ? of_keys() : rangecore::store_options();
    options.looks_ahead = !is_keyed;
    rangecore::store<photo, counted> store(
        [&](const page_request<counted> &it) {
          asked++;
          int64_t first = it.key ? it.key->id + 1 : std::max<int64_t>(it.position, 0);
          if (it.kind == RC_STORE_REQUEST_KIND_BEFORE) first = it.key->id - it.count;
          rangecore::reply<photo> reply;
          for (int64_t id = std::max<int64_t>(first, 0); id < first + it.count; id++) {
            reply.items.push_back({int(id)});
          }
          reply.total = 100000;
          reply.after = RC_STORE_SOME;
          return reply;
        },
        [](const photo &it) { return counted(it.id); }, options);
    store.set_scheduler([&](double seconds, std::function<void()> work) {
      loop.call_later(seconds, std::move(work));
    });
    rangecore::store_settings settings;
    settings.page_limit = 4;
    settings.settle = 0;
    store.set_settings(settings);
    store.update({0, 0});
    int64_t place = 0;
    for (int page = 0; page < 60; page++) {
      loop.run([&] {
        // Without placeholders, those before what is visible are dropped.
        int64_t slot =
            is_keyed ? std::max<int64_t>(store.count() - 5, 0) : std::min(place, store.count());
        store.update({slot, std::min(slot + 5, store.count())});
        return asked >= page / 2;
      });
      place += 15;
    }
    loop.run_for(0.02);
    // Each has two: by its number, and its number by it; and a page remembers two at most.
    rc_store_counts counts = store.counts();
    CHECK(counts.item_count < asked * 20);
    CHECK(counted::count <= 2 * (counts.item_count + 2 * counts.page_count));
    store.validate();
  }
  CHECK(counted::count == 0);
}

/// Reads, edits and refreshes at random, over a source that changes and fails: the host has what
/// the store has, and once all rests everything visible is there. Keys are forgotten with their
/// pages.
void reads_at_random() {
  for (uint32_t seed = 1; seed <= 4; seed++) {
    rangecore::store_options options = seed % 2 ? rangecore::store_options() : of_keys();
    options.looks_ahead = seed == 3;
    fixture it(600, options);
    std::minstd_rand random(seed);
    auto below = [&](int64_t count) {
      return int64_t(random() % uint64_t(std::max<int64_t>(count, 1)));
    };
    rangecore::store_settings settings = it.store->settings();
    settings.page_limit = 12;
    it.store->set_settings(settings);
    page surface{it.loop};
    surface.extent = [&](int64_t slot) {
      const photo *found = (*it.store)[slot];
      return found == nullptr ? 40 : 40.0 + found->id % 30;
    };
    rangecore::host<page> host(surface);
    it.store->attach(host);
    int made = 10000;
    for (int round = 0; round < 150; round++) {
      it.loop.run_for(0.001);
      int64_t action = below(12);
      if (action < 6) surface.scroll_to(host, surface.offset + double(below(900)) - 400);
      if (action == 6) surface.scroll_to(host, double(below(int64_t(surface.content) + 1)));
      if (action == 7) it.source.failures = 1;
      if (action == 8) it.store->refresh();
      if (action == 9 && it.store->count() > 0) {
        const photo *found = (*it.store)[below(it.store->count())];
        if (found != nullptr) it.store->replace({found->id, "round " + std::to_string(round)});
      }
      if (action == 10) {
        std::lock_guard lock(it.source.mutex);
        auto &photos = it.source.photos;
        photos.insert(photos.begin() + below(int64_t(photos.size())), {made++, "new"});
        photos.erase(photos.begin() + below(int64_t(photos.size())));
      }
      if (action == 11) it.store->retry();
      CHECK(host.items.count() == it.store->count());
      it.store->validate();
    }
    it.source.failures = 0;
    it.store->retry();
    it.loop.run([&] {
      rc_interval visible = host.latest().visible;
      bool is_there = visible.lower < visible.upper &&
                      it.store->load_of_refresh().state == load_state::exhausted;
      for (int64_t slot = visible.lower; slot < visible.upper && is_there; slot++) {
        auto *view = host.view_of(slot);
        const photo *found = (*it.store)[slot];
        is_there =
            found && view && (*view)->frame && (*view)->frame->extent == 40.0 + found->id % 30;
      }
      return is_there;
    });
  }
}

}  // namespace

int main() {
  loads_what_is_near();
  retries_what_fails();
  goes_on_by_keys_and_cursors();
  takes_edits_of_the_app();
  refuses_by_name();
  refuses_too_many();
  takes_futures_and_answers();
  is_shown_by_a_host();
  goes_on_with_another_host();
  is_followed_by_a_list();
  outlives_nobody();
  forgets_keys();
  reads_at_random();
}
