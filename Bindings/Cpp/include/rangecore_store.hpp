// A store: the items of a server or a database, loaded in pages as they come near the screen, and
// dropped as they go: `rangecore_store.h` with its items and requests.
#ifndef RANGECORE_STORE_HPP
#define RANGECORE_STORE_HPP

#include <rangecore_store.h>
#include <rangecore_host.hpp>
#include <rangecore_table.hpp>

#include <tuple>

namespace rangecore {

/// What a store is created with, with the defaults of `rc_store_options`.
///
/// ```cpp
/// rangecore::store_options options;
/// options.page_size = 50;
/// options.source = RC_STORE_SOURCE_KEYS;
/// ```
struct store_options : rc_store_options {
  store_options() { rc_store_options_init(this); }
};

/// What can be changed at any time, with the defaults of `rc_store_settings`.
///
/// ```cpp
/// rangecore::store_settings settings;
/// settings.page_limit = 40;
/// photos.set_settings(settings);
/// ```
struct store_settings : rc_store_settings {
  store_settings() { rc_store_settings_init(this); }
};

/// What a store asks for.
///
/// ```cpp
/// auto load = [&](const rangecore::page_request<int> &request) {
///   return server.photos(request.position, request.count);
/// };
/// rangecore::store<photo, int> photos(load, id_of);
/// ```
template <typename Key>
struct page_request {
  /// What is at a position or, by keys without one, around a key; the first or last ones; or what
  /// comes after or before the item of a key.
  rc_store_request_kind kind;
  /// Of the first item; −1 if it is asked by key.
  int64_t position;
  /// How many items to return. More or fewer do no harm.
  int64_t count;
  std::optional<Key> key;
  /// What the page of the key had as `next` or `previous`; around a key, what that page was asked
  /// with. Otherwise empty.
  std::string cursor;
  /// How many requests for this have failed in a row.
  uint32_t attempt;
  bool is_refresh;

  /// Returns whether the reply will be ignored, so that the loader may as well stop. Can be called
  /// on any thread.
  bool is_cancelled() const { return *is_given_up; }

  std::shared_ptr<std::atomic<bool>> is_given_up;
};

/// What a source answers.
///
/// ```cpp
/// rangecore::reply<photo> reply({photo{1}, photo{2}});
/// reply.total = 1000;
/// reply.next = "cursor-of-the-next-page";
/// ```
template <typename Item>
struct reply {
  reply(std::vector<Item> all = {}) : items(std::move(all)) {}

  /// In the source's order.
  std::vector<Item> items;
  /// How many there are in all, and before and after these; `RC_STORE_UNKNOWN`, or for the latter
  /// two `RC_STORE_SOME`.
  int64_t total = RC_STORE_UNKNOWN, before = RC_STORE_UNKNOWN, after = RC_STORE_UNKNOWN;
  /// What to ask for the pages before and after this one with.
  std::string previous, next;
  /// What `cost_limit` limits, such as bytes.
  int64_t cost = 0;
};

/// Which pages of a source are loaded, which to request next, and which to drop.
///
/// ```cpp
/// auto load = [&](const rangecore::page_request<int> &request) {  // on a thread
///   return server.photos(request.position, request.count);
/// };
/// rangecore::store<photo, int> photos(load, [](const photo &it) { return it.id; });
/// photos.attach(host);
/// for (int64_t slot = 0; slot < photos.count(); slot++) {
///   if (const photo *found = photos[slot]) std::puts(found->title.c_str());
/// }
/// ```
///
/// A store has *slots*, which are the items of a list. Each holds an item, or is a placeholder for
/// one that is known to be there. No item is requested twice at once, and none is ever in two
/// slots, whatever the source does: one that arrives again keeps its slot, and gets the new
/// content. `Key` can be hashed and copied. It belongs to the toolkit's thread; only loaders run on
/// others.
///
/// A request has no time limit: one that never ends keeps its place, and one of `request_limit`,
/// until it is given up. The destructor waits for loaders that run on threads: let them end by
/// themselves, as with a timeout, or once they are cancelled.
template <typename Item, typename Key = int64_t>
class store {
 public:
  /// Called after slots or the states of loads have changed, with the edits, if any.
  std::function<void(const std::vector<rc_edit> &)> on_change;
  /// Returns the time in seconds, from any start on; by default that of a steady clock.
  std::function<double()> clock = detail::steady_time;

  /// Creates a store; the first `update`, or `attach`, makes the first request.
  ///
  /// - `load`: takes a `page_request` on a thread, several at once, and returns a `reply` or the
  ///   vector of its items. Or it returns a `std::future` of a reply, or takes an `answer` too:
  ///   then it is called on this thread. What it throws is a failure, retried with exponential
  ///   back-off. A reply of more items than a list can have is not taken: its place fails, and is
  ///   not requested again before a `retry` or a `refresh`.
  /// - `key`: identifies an item.
  ///
  /// Throws `ARGUMENT` with the name of the option.
  template <typename Loader>
  store(Loader load, std::function<Key(const Item &)> key, const store_options &options = {})
      : key_(std::move(key)), options_(options) {
    if (!key_) throw error(RC_STATUS_ARGUMENT, "key");
    auto shared = std::make_shared<Loader>(std::move(load));
    load_ = [this, shared](const request &asked, receiver done) {
      work_.template start<reply<Item>>(shared, asked, std::move(done));
    };
    rc_store *made = nullptr;
    rc_status status = rc_store_create(&options, nullptr, &made);
    check(status, {refused(options)});
    store_.reset(made);
  }
  store(const store &) = delete;
  ~store() { close(); }

  /// Changes the limits, with effect from the next reply or update.
  void set_settings(const store_settings &it) {
    check(rc_store_set_settings(get(), &it), {{"page_limit", it.page_limit},
                                              {"item_limit", it.item_limit},
                                              {"cost_limit", it.cost_limit},
                                              {"jump_distance", it.jump_distance},
                                              {"settle", it.settle},
                                              {"max_age", it.max_age}});
    is_outdated_ = true;
  }
  store_settings settings() const {
    store_settings settings;
    check(rc_store_get_settings(get(), &settings));
    return settings;
  }

  /// Tells how results come back to this thread, where the store is attached to no host: until it
  /// has one or the other, nothing is requested.
  void set_scheduler(scheduler schedule) {
    if (!schedule) throw error(RC_STATUS_ARGUMENT, "schedule");
    work_.set_scheduler(std::move(schedule));
    has_own_scheduler_ = true;
  }

  /// Gives up all requests; later calls of `update` do nothing.
  void close() {
    detach();
    is_closed_ = true;
    while (!tasks_.empty()) give_up(tasks_.begin()->first);
    work_.close();
  }

  // == contents ==

  /// Returns how many slots there are.
  int64_t count() const { return counts().slot_count; }
  rc_store_counts counts() const {
    rc_store_counts counts;
    check(rc_store_get_counts(get(), &counts));
    return counts;
  }
  /// Returns the item in a slot; NULL for a placeholder. Valid until the next call that can change
  /// the store. Throws `ARGUMENT` for a slot out of bounds.
  const Item *operator[](int64_t slot) const {
    rc_id number = slot_at(slot).id;
    return number == RC_ID_NONE ? nullptr : &*table_.at(number).item;
  }
  /// Returns the slot of the item of a key; nothing if it is not loaded.
  std::optional<int64_t> slot_of(const Key &key) const {
    int64_t slot;
    rc_id number = table_.number(key);
    if (number == RC_ID_NONE || rc_store_find(get(), number, &slot) != RC_STATUS_OK) return {};
    return slot;
  }
  /// Returns what loads at an end, in the slot of a placeholder, or by a refresh.
  load load_at(rc_end end) const {
    rc_store_load load;
    check(rc_store_load_at_end(get(), end, &load), {{"end", int(end)}});
    return load_of(load);
  }
  load load_of_slot(int64_t slot) const { return load_of(slot_at(slot).load); }
  load load_of_refresh() const {
    rc_store_load load;
    check(rc_store_load_of_refresh(get(), &load));
    return load_of(load);
  }

  // == what is visible ==

  /// Makes the slots the items of an empty host. From then on it shows each edit, and the store
  /// loads what is within `leading_screens` screenfuls of the viewport. The items are edited
  /// through the store alone: edits of the host's list throw `BUSY`, and its fetchers rest. Throws
  /// `BUSY` if another store is attached, `ARGUMENT` if the host has items.
  template <typename Surface>
  void attach(host<Surface> &host, double leading_screens = 2) {
    attach(host.items, leading_screens);
    attached_.is_there = [way = host.work_.way()] { return way->is_open; };
    attached_.remake = [&host](rc_interval range) { host.remake(range); };
    attached_.mark = [&host](rc_interval range) { host.mark(range); };
    attached_.update = [&host] { host.update(); };
    attached_.detach = [this, &host] {
      host.unfollow(this);
      host.stored_load_ = nullptr;
      host.stored_retry_ = nullptr;
    };
    host.stored_load_ = [this](rc_end end) { return load_at(end); };
    host.stored_retry_ = [this] { retry(); };
    if (!has_own_scheduler_) {
      // Through the host's, which can be gone before the store.
      work_.set_scheduler([way = host.work_.way()](double seconds, std::function<void()> call) {
        detail::gate::pass(way, seconds, std::move(call));
      });
    }
    host.follow(this,
                [this, &host] { follow(host.latest(), host.surface_.get_viewport().length); });
    host.update();
  }
  /// The same for a list without a host, which must stay where it is, and until it is detached.
  /// Call `follow` after each of its updates; and update it after `on_change`.
  void attach(list &list, double leading_screens = 2) {
    if (!(leading_screens >= 0 && std::isfinite(leading_screens))) {
      check(RC_STATUS_ARGUMENT, {{"leading_screens", leading_screens}});
    }
    if (list.is_stored_ && &list != attached_.items) throw error(RC_STATUS_BUSY);
    if (&list == attached_.items) detach();
    if (list.count() > 0) throw error(RC_STATUS_ARGUMENT, "host");
    detach();
    list.insert(0, count());
    for (rc_end end : {RC_END_TAIL, RC_END_HEAD}) list.reset_batch(end);
    attached_.items = &list;
    attached_.leading_screens = leading_screens;
    list.is_stored_ = is_outdated_ = true;
  }

  /// Leaves the list its items, which it can edit again.
  void detach() {
    if (attached()) {
      attached_.items->is_stored_ = false;
      if (attached_.detach) attached_.detach();
    } else if (attached_.items != nullptr) {
      // Its host is gone, and with it the way back of all requests.
      while (!tasks_.empty()) {
        check(rc_store_cancel(get(), tasks_.begin()->first));
        give_up(tasks_.begin()->first);
      }
    }
    attached_ = {};
  }

  /// Tells of an update of the list that is attached, and of the length of its viewport.
  void follow(const rc_update &latest, double length) {
    if (is_closed_ || !attached() || attached_.items->count() != count()) return;
    rc_interval visible{}, wanted{};
    if (latest.presence == RC_PRESENCE_ON_SCREEN && length > 0) {
      double reach = attached_.leading_screens * length;
      visible = latest.visible;
      wanted = attached_.items->items_in(latest.offset - reach, latest.offset + length + reach);
      if (visible.lower < visible.upper) {
        wanted = {std::min(wanted.lower, visible.lower), std::max(wanted.upper, visible.upper)};
      }
    }
    bool is_same =
        is_equal(visible, visible_) && is_equal(wanted, wanted_) && latest.direction == direction_;
    if (is_same && !is_outdated_) return;
    std::tie(visible_, wanted_, direction_) = std::tie(visible, wanted, latest.direction);
    ask(false);
  }

  /// Tells which slots are visible, and which to load; without a list. Throws `ARGUMENT` also where
  /// no scheduler was told.
  void update(rc_interval visible, rc_interval wanted,
              rc_direction direction = RC_DIRECTION_FORWARD, bool is_settled = false) {
    if (!work_.has_scheduler()) throw error(RC_STATUS_ARGUMENT, "schedule");
    if (visible.lower < 0 || visible.upper < visible.lower) {
      throw error(RC_STATUS_ARGUMENT, "visible");
    }
    bool has_all = visible.lower == visible.upper ||
                   (wanted.lower <= visible.lower && visible.upper <= wanted.upper);
    if (wanted.lower < 0 || wanted.upper < wanted.lower || !has_all) {
      throw error(RC_STATUS_ARGUMENT, "wanted");
    }
    std::tie(visible_, wanted_, direction_) = std::tie(visible, wanted, direction);
    ask(is_settled);
  }
  /// The same with two screenfuls more on both sides.
  void update(rc_interval visible) {
    int64_t reach = 2 * (visible.upper - visible.lower);
    update(visible, {std::max<int64_t>(visible.lower - reach, 0), visible.upper + reach});
  }

  /// Ends the wait after a jump, for example when the scroll bar is released.
  void settle() { ask(true); }

  // == what the app wants ==

  /// Replaces all that is loaded by what the source has now, beginning with what is visible; or at
  /// its start, its end or a position. Until the reply everything stays. `done` is called then with
  /// NULL, or with the error of a failure, which is retried.
  void refresh(std::function<void(std::exception_ptr)> done = nullptr,
               rc_store_target target = RC_STORE_TARGET_ANCHOR, int64_t position = 0) {
    if (target == RC_STORE_TARGET_ID) throw error(RC_STATUS_ARGUMENT, "target");
    check(rc_store_refresh(get(), target, position), {{"position", position}});
    begin_refresh(std::move(done), RC_ID_NONE);
  }
  /// The same, around a key; of a source of keys.
  void refresh_around(const Key &key, std::function<void(std::exception_ptr)> done = nullptr) {
    rc_id number = table_.intern(key);
    rc_status status = options_.source == RC_STORE_SOURCE_KEYS
                           ? rc_store_refresh(get(), RC_STORE_TARGET_ID, number)
                           : RC_STATUS_ARGUMENT;
    if (status != RC_STATUS_OK) table_.release({number});
    check(status, {{"key"}});
    table_.pin(number);
    begin_refresh(std::move(done), number);
  }
  /// By keys: requests the first or last items; a gap is left if others are missing in between.
  void jump(rc_end end) {
    check(rc_store_jump(get(), end), {{"end", int(end)}});
    apply({}, {});
  }
  /// Says that there may be more at an end after all; by offsets only at the tail.
  void open(rc_end end) {
    check(rc_store_open(get(), end), {{"end", int(end)}});
    apply({}, {});
  }
  /// Makes requests that have failed again at once.
  void retry() {
    check(rc_store_retry(get()));
    forget_failures();
    apply({}, {});
  }
  /// Refreshes what is visible of that which arrived more than so many seconds ago, such as when
  /// the app comes to the foreground, or is online again; the rest once it is visible.
  void expire(double age) {
    check(rc_store_expire(get(), clock(), age), {{"age", age}});
    apply({}, {});
  }

  /// Inserts items of the app's own. Throws `NOT_FOUND` where something is missing beside the slot:
  /// they will be found where they belong; `ARGUMENT` for a key twice, or one that is loaded.
  void insert(int64_t slot, std::vector<Item> items) {
    if (slot < 0 || slot > count()) check(RC_STATUS_ARGUMENT, {{"slot", slot}});
    numbers ids(table_);
    for (const Item &it : items) ids.all.push_back(table_.intern(key_(it)));
    rc_store_result result;
    check(rc_store_insert(get(), slot, ids.all.data(), ids.all.size(), &result), {{"items"}});
    changes changed = take(std::move(items), ids.all, result);
    if (options_.source == RC_STORE_SOURCE_KEYS && result.page != 0 && !ids.all.empty()) {
      table_.remember(result.page, {{}, {ids.all.front(), ids.all.back()}, -1, {}, {}, {}});
    }
    ids.release();
    apply(std::move(changed.edits), changed);
  }
  /// Removes the item of a key. Throws `NOT_FOUND` if it is not loaded.
  void remove(const Key &key) {
    rc_store_result result;
    rc_id number = table_.number(key);
    if (number == RC_ID_NONE) throw error(RC_STATUS_NOT_FOUND, "key");
    check(rc_store_remove(get(), number, &result));
    std::vector<rc_edit> edits(result.edits, result.edits + result.edit_count);
    table_.remove(number);
    apply(std::move(edits), {});
  }
  /// Replaces the content of an item, if it is loaded.
  void replace(Item item) {
    auto slot = slot_of(key_(item));
    if (!slot) return;
    table_.at(slot_at(*slot).id).item = std::move(item);
    changes changed;
    changed.others = {*slot};
    apply({}, changed);
  }

  /// Checks all invariants; for tests.
  void validate() const { check(rc_store_validate(get(), nullptr)); }

  /// Returns the store for queries of `rangecore_store.h`.
  rc_store *get() const { return store_.get(); }

 private:
  using request = page_request<Key>;
  using receiver = typename answer<reply<Item>>::receiver;
  using table = detail::store_table<Item, Key>;
  using what = std::tuple<rc_store_request_kind, int64_t, rc_id, bool>;

  /// Slots that show something else than before.
  struct changes {
    std::vector<rc_edit> edits;
    std::vector<int64_t> filled, others;
  };

  /// Numbers that are given back in the end, those of a reply that is refused, or that no page
  /// holds.
  struct numbers {
    explicit numbers(table &table) : home(table) {}
    ~numbers() { release(); }
    void release() { home.release(std::exchange(all, {})); }
    table &home;
    std::vector<rc_id> all;
  };

  struct attachment {
    list *items = nullptr;
    double leading_screens = 2;
    std::function<bool()> is_there;
    std::function<void(rc_interval)> remake, mark;
    std::function<void()> update, detach;
  };

  struct destroyer {
    void operator()(rc_store *store) const { rc_store_destroy(store); }
  };

  static detail::argument refused(const rc_store_options &it) {
    if (it.page_size < 1 || it.page_size > INT32_MAX) return {"page_size", it.page_size};
    if (it.first_pages < 1 || it.first_pages > INT32_MAX / it.page_size) {
      return {"first_pages", it.first_pages};
    }
    if (it.total < RC_STORE_UNKNOWN || it.total > RC_ITEM_COUNT_MAX) return {"total", it.total};
    return {it.looks_ahead && it.source == RC_STORE_SOURCE_KEYS ? "looks_ahead" : "source"};
  }
  static bool is_equal(rc_interval a, rc_interval b) {
    return a.lower == b.lower && a.upper == b.upper;
  }

  /// Whether a list is attached that is still there.
  bool attached() const {
    return attached_.items != nullptr && (!attached_.is_there || attached_.is_there());
  }

  rc_store_slot slot_at(int64_t slot) const {
    rc_store_slot found;
    check(rc_store_get_slot(get(), slot, &found), {{"slot", slot}});
    return found;
  }

  load load_of(const rc_store_load &it) const {
    static constexpr load_state states[] = {load_state::exhausted, load_state::idle,
                                            load_state::loading, load_state::failed};
    auto error = errors_.find(it.failed_token);
    return {states[it.state], it.attempt, error == errors_.end() ? nullptr : error->second};
  }

  // == requests ==

  void ask(bool is_settled) {
    if (is_closed_ || !work_.has_scheduler()) return;
    int64_t all = count();
    auto within = [all](rc_interval it) {
      it.upper = std::min(it.upper, all);
      return rc_interval{std::min(it.lower, it.upper), it.upper};
    };
    rc_store_view view{within(visible_), within(wanted_), clock(), direction_, is_settled};
    rc_store_plan plan;
    check(rc_store_update(get(), &view, &plan), {{"clock", view.time}});
    is_outdated_ = false;
    // Copies: the arrays are the library's.
    std::vector<uint64_t> given_up(plan.given_up, plan.given_up + plan.given_up_count);
    std::vector<rc_store_request> begun(plan.requests, plan.requests + plan.request_count);
    work_.wake_at(plan.next_time, clock(), [this] { ask(false); });
    for (uint64_t token : given_up) give_up(token);
    for (const rc_store_request &it : begun) begin(it);
    if (on_change && (!begun.empty() || !given_up.empty())) on_change({});
  }

  void give_up(uint64_t token) {
    auto task = tasks_.extract(token);
    if (task) *task.mapped().second.is_given_up = true;
  }

  static what what_of(const rc_store_request &it) {
    return {it.kind, it.position, it.id, it.is_refresh};
  }

  void begin(const rc_store_request &it) {
    request asked{it.kind, it.position, it.count,      {},
                  {},      it.attempt,  it.is_refresh, std::make_shared<std::atomic<bool>>(false)};
    if (it.id != RC_ID_NONE) asked.key = table_.at(it.id).key;
    if (auto *page = table_.page_at(it.page)) {
      asked.cursor = it.kind == RC_STORE_REQUEST_KIND_AFTER    ? page->next
                     : it.kind == RC_STORE_REQUEST_KIND_BEFORE ? page->previous
                                                               : page->asked;
    }
    tasks_.emplace(it.token, std::make_pair(it, asked));
    auto done = [this, token = it.token](std::optional<reply<Item>> reply,
                                         std::exception_ptr error) {
      arrived(token, std::move(reply), std::move(error));
    };
    auto refused = refused_.find(what_of(it));
    if (refused == refused_.end()) load_(asked, std::move(done));
    else work_.later(0, [done, error = refused->second] { done(std::nullopt, error); });
  }

  void arrived(uint64_t token, std::optional<reply<Item>> reply, std::exception_ptr failure) {
    auto task = tasks_.extract(token);
    // Otherwise it was given up.
    if (!task) return;
    auto [it, asked] = task.mapped();
    changes changed;
    try {
      if (failure) std::rethrow_exception(failure);
      changed = receive(it, asked, std::move(*reply));
    } catch (const error &refused) {
      if (!failure && refused.status == RC_STATUS_LIMIT)
        refused_[what_of(it)] = std::current_exception();
      return fail(it, std::current_exception());
    } catch (...) {
      return fail(it, std::current_exception());
    }
    if (it.is_refresh && load_of_refresh().state == load_state::exhausted) {
      unpin_refresh();
      resume(nullptr);
    }
    apply(std::move(changed.edits), changed);
  }

  changes receive(const rc_store_request &it, const request &asked, reply<Item> reply) {
    for (auto [name, value, least] : {std::make_tuple("total", reply.total, RC_STORE_UNKNOWN),
                                      std::make_tuple("before", reply.before, RC_STORE_SOME),
                                      std::make_tuple("after", reply.after, RC_STORE_SOME),
                                      std::make_tuple("cost", reply.cost, 0)}) {
      if (value < least) check(RC_STATUS_ARGUMENT, {{name, value}});
    }
    numbers ids(table_);
    for (const Item &item : reply.items) ids.all.push_back(table_.intern(key_(item)));
    rc_store_reply told;
    rc_store_reply_init(&told);
    told.time = clock();
    told.ids = ids.all.data();
    told.count = ids.all.size();
    std::tie(told.total, told.before, told.after, told.cost) =
        std::tie(reply.total, reply.before, reply.after, reply.cost);
    rc_store_result result;
    rc_status status = rc_store_receive(get(), it.token, &told, &result);
    if (status == RC_STATUS_LIMIT) {
      bool is_costly = !it.is_refresh && counts().cost > INT64_MAX - reply.cost;
      throw error(status, is_costly ? "cost" : "items");
    }
    check(status);
    std::vector<int64_t> dropped(result.dropped, result.dropped + result.dropped_count);
    int64_t page = result.page;
    changes changed = take(std::move(reply.items), ids.all, result);
    remember(it, ids.all, page, reply, asked.cursor);
    table_.drop(dropped.data(), dropped.size());
    return changed;
  }

  /// Takes the items of a call, and returns what has changed. The result is the library's.
  changes take(std::vector<Item> items, const std::vector<rc_id> &ids,
               const rc_store_result &result) {
    changes changed;
    changed.edits.assign(result.edits, result.edits + result.edit_count);
    for (size_t i = 0; i < items.size(); i++) {
      int64_t slot = result.id_slots[i];
      if (slot < 0) continue;
      auto news = table_.take(std::move(items[i]), ids[i], slot_at(slot).page);
      if (news == table::news::is_new) changed.filled.push_back(slot);
      if (news == table::news::is_other) changed.others.push_back(slot);
    }
    return changed;
  }

  /// Keeps what the library remembers beside what is held: by keys, the first and last of each
  /// page; by offsets, the one that must follow.
  void remember(const rc_store_request &it, const std::vector<rc_id> &ids, int64_t page,
                const reply<Item> &reply, const std::string &asked) {
    if (options_.source == RC_STORE_SOURCE_KEYS) {
      if (page == 0 || ids.empty()) return;
      table_.remember(page, {{}, {ids.front(), ids.back()}, -1, reply.previous, reply.next, asked});
      return;
    }
    if (!options_.looks_ahead) return;
    int64_t size = options_.page_size, cell = it.position / size, count = int64_t(ids.size());
    auto hold = [&](int64_t held, int64_t of, int64_t follower) {
      std::vector<rc_id> must_follow;
      if (follower < count) must_follow.push_back(ids[size_t(follower)]);
      table_.remember(held, {{}, must_follow, of, {}, {}, {}});
    };
    if (!it.is_refresh) {
      int64_t held = page != 0 ? page : table_.page_of_cell(cell);
      if (held != 0) hold(held, cell, count > size ? count - 1 : count);
      return;
    }
    // A page for each of its cells that the reply fills, the last one with all the rest.
    int64_t cells = (it.count - 1) / size, placed = count - (count > cells * size);
    int64_t made = page != 0 ? std::min(cells, (placed + size - 1) / size) : 0;
    for (int64_t index = 0; index < made; index++) {
      hold(page - (made - 1 - index), cell + index,
           index + 1 == made ? placed : (index + 1) * size);
    }
  }

  void fail(const rc_store_request &it, std::exception_ptr failure) {
    rc_status status = rc_store_fail(get(), it.token, clock(),
                                     std::uniform_real_distribution<double>(0, 1)(random_));
    // Or its page was dropped meanwhile, and the next update would have told so.
    if (status != RC_STATUS_STALE) {
      check(status);
      errors_[it.token] = failure;
      if (errors_.size() > 100) errors_.erase(errors_.begin());
    }
    if (it.is_refresh) resume(failure);
    if (on_change) on_change({});
    ask(false);
  }

  // == what follows ==

  void apply(std::vector<rc_edit> edits, const changes &changed) {
    is_outdated_ = true;
    for (const rc_edit &it : edits) {
      visible_ = following(it, visible_);
      wanted_ = following(it, wanted_);
    }
    if (attached()) {
      attached_.items->is_stored_ = false;
      auto lock = [](list *list) { list->is_stored_ = true; };
      std::unique_ptr<list, decltype(lock)> locked(attached_.items, lock);
      for (const rc_edit &it : edits) apply(it);
      show(changed);
    }
    if (on_change) on_change(edits);
    if (attached() && attached_.update) attached_.update();
    if (is_outdated_) ask(false);
  }

  void apply(const rc_edit &it) {
    list &list = *attached_.items;
    rc_interval range{it.lower, it.upper};
    if (it.kind == RC_EDIT_KIND_INSERT) list.insert(it.lower, it.upper - it.lower);
    if (it.kind == RC_EDIT_KIND_REMOVE) list.remove(range);
    if (it.kind == RC_EDIT_KIND_MOVE) list.move(range, it.to);
    if (it.kind == RC_EDIT_KIND_CLEAR && attached_.remake) attached_.remake(range);
  }

  /// Shows what has arrived: contents that are others now, and those in place of placeholders.
  void show(const changes &changed) {
    list &list = *attached_.items;
    for (rc_interval range : runs(changed.others)) {
      if (attached_.remake) attached_.remake(range);
      if (attached_.mark) attached_.mark(range);
      else list.mark_provisional(range);
    }
    // Provisional, the rows leave in place what is on screen beside them: items, rather than
    // placeholders that are still there.
    for (rc_interval range : runs(changed.filled)) {
      if (attached_.remake) attached_.remake(range);
      list.mark_provisional(range);
    }
    if (changed.filled.empty()) return;
    for (int64_t slot = visible_.lower; slot < std::min(visible_.upper, count()); slot++) {
      if ((*this)[slot] == nullptr) list.mark_provisional({slot, slot + 1});
    }
  }

  /// Returns the runs of neighbours.
  static std::vector<rc_interval> runs(std::vector<int64_t> found) {
    std::vector<rc_interval> runs;
    std::sort(found.begin(), found.end());
    for (int64_t slot : found) {
      if (runs.empty() || slot > runs.back().upper) runs.push_back({slot, slot + 1});
      else runs.back().upper = slot + 1;
    }
    return runs;
  }

  /// Returns where an interval of slots is after an edit.
  static rc_interval following(const rc_edit &it, rc_interval range) {
    int64_t count = it.upper - it.lower;
    auto after = [&](int64_t bound) {
      return bound <= it.lower ? bound : std::max(it.lower, bound - count);
    };
    if (it.kind == RC_EDIT_KIND_REMOVE || it.kind == RC_EDIT_KIND_MOVE) {
      range = {after(range.lower), after(range.upper)};
    }
    if (it.kind == RC_EDIT_KIND_INSERT || it.kind == RC_EDIT_KIND_MOVE) {
      int64_t at = it.kind == RC_EDIT_KIND_INSERT ? it.lower : it.to;
      bool is_before = at <= range.lower;
      range.upper += is_before || at < range.upper ? count : 0;
      range.lower += is_before ? count : 0;
    }
    return range;
  }

  void begin_refresh(std::function<void(std::exception_ptr)> done, rc_id key) {
    unpin_refresh();
    refresh_key_ = key;
    forget_failures();
    if (done) waiting_.push_back(std::move(done));
    apply({}, {});
  }
  void unpin_refresh() {
    if (refresh_key_ != RC_ID_NONE) table_.unpin(refresh_key_);
    refresh_key_ = RC_ID_NONE;
  }
  void resume(std::exception_ptr failure) {
    for (auto &done : std::exchange(waiting_, {})) done(failure);
  }
  void forget_failures() {
    errors_.clear();
    refused_.clear();
  }

  std::unique_ptr<rc_store, destroyer> store_;
  std::function<Key(const Item &)> key_;
  std::function<void(const request &, receiver)> load_;
  rc_store_options options_;
  table table_;
  std::map<uint64_t, std::pair<rc_store_request, request>> tasks_;
  std::map<uint64_t, std::exception_ptr> errors_;
  // By what was asked for, why the reply cannot be taken.
  std::map<what, std::exception_ptr> refused_;
  rc_interval visible_{}, wanted_{};
  rc_direction direction_ = RC_DIRECTION_FORWARD;
  bool is_outdated_ = true, is_closed_ = false, has_own_scheduler_ = false;
  attachment attached_;
  rc_id refresh_key_ = RC_ID_NONE;
  std::vector<std::function<void(std::exception_ptr)>> waiting_;
  std::minstd_rand random_{std::random_device{}()};
  // Last: it ends what could still call the others.
  detail::work work_;
};

}  // namespace rangecore

#endif
