// A preloader: what items show, such as images, loaded before they are visible:
// `rangecore_tickets.h` with its values and loads.
#ifndef RANGECORE_PRELOAD_HPP
#define RANGECORE_PRELOAD_HPP

#include <algorithm>

#include <rangecore_tickets.h>
#include <rangecore_follow.hpp>

namespace rangecore {

/// What can be changed at any time, with the defaults of `rc_tickets_settings` but for `budget`.
///
/// ```cpp
/// rangecore::preload_settings settings;
/// settings.budget = 64 << 20;
/// images.set_settings(settings);
/// ```
struct preload_settings : rc_tickets_settings {
  /// What a value costs that has not been loaded yet, in bytes or the unit of the budgets.
  int64_t estimated_cost = 256 << 10;
  /// The foresight that a list is given that has none of its own; 0 for none.
  double foresight = 0.85;

  preload_settings() {
    rc_tickets_settings_init(this);
    budget = 128 << 20;
  }
};

/// What a preloader asks for.
///
/// ```cpp
/// auto download = [](const rangecore::preload_request<int> &request) {
///   return request.is_cancelled() ? std::string() : "image " + std::to_string(request.id);
/// };
/// rangecore::preloader<int, std::string> images(download);
/// ```
template <typename Id>
struct preload_request {
  Id id;
  /// How urgent it is now; see `preloader::on_prioritized`.
  rc_ticket_band band;
  /// How many loads of the id have failed in a row.
  uint32_t attempt;

  /// Returns whether the value will be ignored, so that the load may as well stop. Can be called on
  /// any thread.
  bool is_cancelled() const { return *is_given_up; }

  std::shared_ptr<std::atomic<bool>> is_given_up;
};

/// Loads what items show before they are visible, for any number of lists, each id once.
///
/// ```cpp
/// auto download = [](const rangecore::preload_request<int> &request) {  // on a thread
///   return "image " + std::to_string(request.id);
/// };
/// rangecore::preloader<int, std::string> images(download);
/// images.cost = [](const std::string &image) { return int64_t(image.size()); };
/// images.on_ready = [&](const int &, const std::string &) { host.update(); };
/// images.attach(host, [](int64_t index) { return std::optional<int>(int(index)); });
/// if (const std::string *image = images.get(0)) std::puts(image->c_str());
/// ```
///
/// From then on each update of the list says which items are wanted: those that are visible, and
/// those that can be loaded before they are. That is foresight, which attaching turns on; without
/// it, those in the display or preload range, the nearest first. What is not wanted any more is
/// cancelled, and its value kept while there is room. `Id` can be hashed and copied. It belongs to
/// the toolkit's thread; only loaders run on others, for which the destructor waits.
template <typename Id, typename Value>
class preloader {
 public:
  /// Returns the id of what an item shows; nothing for an item without anything to load.
  using key = std::function<std::optional<Id>(int64_t index)>;

  /// Returns what a value costs; without it, what was estimated.
  std::function<int64_t(const Value &)> cost;
  /// Called when a value has arrived; is not in memory any more; when a load in progress is more
  /// urgent, or has been less so for a moment; and with what a load has thrown.
  std::function<void(const Id &, const Value &)> on_ready;
  std::function<void(const Id &)> on_dropped;
  std::function<void(const Id &, rc_ticket_band)> on_prioritized;
  std::function<void(const Id &, std::exception_ptr)> on_failed;
  /// Returns the time in seconds, from any start on; by default that of a steady clock.
  std::function<double()> clock = detail::steady_time;

  /// Creates a preloader; nothing is loaded until a list is attached. `load` takes a
  /// `preload_request` on a thread, several at once, and returns a value. Or it returns a
  /// `std::future`, or takes an `answer` too: then it is called on this thread. What it throws is a
  /// failure, which is retried with exponential back-off while the item is wanted, and for as long
  /// as it is visible.
  template <typename Loader>
  explicit preloader(Loader load, const preload_settings &settings = {}) {
    auto shared = std::make_shared<Loader>(std::move(load));
    load_ = [this, shared](const request &asked, receiver done) {
      work_.template start<Value>(shared, asked, std::move(done));
    };
    rc_tickets *made = nullptr;
    check(rc_tickets_create(nullptr, &made));
    tickets_.reset(made);
    set_settings(settings);
  }
  preloader(const preloader &) = delete;
  ~preloader() { close(); }

  /// Changes the limits, with effect at once. Throws `ARGUMENT` with the name of the setting.
  void set_settings(const preload_settings &it) {
    if (it.estimated_cost < 0 || it.estimated_cost > RC_TICKETS_COST_MAX) {
      check(RC_STATUS_ARGUMENT, {{"estimated_cost", it.estimated_cost}});
    }
    if (!(it.foresight >= 0 && std::isfinite(it.foresight))) {
      check(RC_STATUS_ARGUMENT, {{"foresight", it.foresight}});
    }
    check(rc_tickets_set_settings(get(), &it), {{"budget", it.budget},
                                                {"ahead_budget", it.ahead_budget},
                                                {"keep_budget", it.keep_budget},
                                                {"grace", it.grace}});
    settings_ = it;
    update();
  }
  const preload_settings &settings() const { return settings_; }

  /// Tells how values come back to this thread, where no host is attached.
  void set_scheduler(scheduler schedule) {
    if (!schedule) throw error(RC_STATUS_ARGUMENT, "schedule");
    work_.set_scheduler(std::move(schedule));
    has_own_scheduler_ = true;
  }

  /// Cancels all loads; later updates of lists do nothing.
  void close() {
    for (int64_t number : lists_.numbers(false)) end(number);
    is_closed_ = true;
    for (auto &it : loads_) *it.second.second.is_given_up = true;
    loads_.clear();
    work_.close();
  }

  /// Returns the value of an id; NULL if it is not in memory. Valid until the next call that can
  /// change the preloader.
  const Value *get(const Id &id) const {
    auto it = values_.find(numbers_.find(id));
    return it == values_.end() ? nullptr : &it->second;
  }
  /// Returns what the load of an id does, and how urgent it is; nothing if no list wants it and
  /// nothing is known of it.
  std::optional<rc_ticket> ticket(const Id &id) const { return ticket_at(numbers_.find(id)); }

  rc_tickets_counters counters() const {
    rc_tickets_counters counters;
    check(rc_tickets_get_counters(get(), &counters));
    return counters;
  }

  /// Forgets the failures of an id, or of all, as when the network is back, and loads what is
  /// wanted.
  void retry(const std::optional<Id> &id = std::nullopt) {
    rc_tickets_retry(get(), id ? numbers_.find(*id) : RC_ID_NONE);
    update();
  }
  /// Releases the value of an id. If a list wants it, it is loaded again.
  void forget(const Id &id) {
    values_.erase(numbers_.find(id));
    rc_tickets_forget(get(), numbers_.find(id));
    update();
  }

  /// Loads what the items of a host show, from its next update on.
  template <typename Surface>
  void attach(host<Surface> &host, key id_of) {
    if (!id_of) throw error(RC_STATUS_ARGUMENT, "key");
    detach(host.items);
    host.follow(this, [this, &host, id_of] { want(host.items, id_of); });
    lists_.add(host.items, host.work_.way(), [this, &host] { host.unfollow(this); });
    rc_interval items;
    bool was_updated = rc_list_ticket_items(host.items.get(), &items) == RC_STATUS_OK;
    if (foresee(host.items) && was_updated) host.update();
    else want(host.items, id_of);
  }
  /// Loads what the items of a list without a host show: to be called after each update of it. The
  /// list must stay where it is until it is detached. The first call turns foresight on, from the
  /// next update on.
  void follow(list &list, const key &id_of) {
    if (!work_.has_scheduler()) throw error(RC_STATUS_ARGUMENT, "schedule");
    if (!id_of) throw error(RC_STATUS_ARGUMENT, "key");
    bool is_new = lists_.number_of(list) == 0;
    if (is_new) lists_.add(list);
    want(list, id_of);
    if (is_new) foresee(list);
  }
  /// Ends what a list wants. Loads that only it wanted are cancelled after a moment.
  void detach(list &list) {
    if (int64_t number = lists_.number_of(list)) end(number);
    update();
  }
  template <typename Surface>
  void detach(host<Surface> &host) {
    detach(host.items);
  }

  /// Checks all invariants; for tests.
  void validate() const { check(rc_tickets_validate(get(), nullptr)); }

  /// Returns the tickets for queries of `rangecore_tickets.h`.
  rc_tickets *get() const { return tickets_.get(); }

 private:
  using request = preload_request<Id>;
  using receiver = typename answer<Value>::receiver;

  struct destroyer {
    void operator()(rc_tickets *tickets) const { rc_tickets_destroy(tickets); }
  };

  std::optional<rc_ticket> ticket_at(rc_id number) const {
    rc_ticket ticket;
    if (rc_tickets_find(get(), number, &ticket) != RC_STATUS_OK) return std::nullopt;
    return ticket;
  }

  // == lists ==

  /// Gives a list foresight that has none; whether it had none.
  bool foresee(list &list) {
    rc_list_settings settings = list.settings();
    if (settings.foresight > 0 || settings_.foresight == 0) return false;
    settings.foresight = settings_.foresight;
    list.set_settings(settings);
    return true;
  }

  void end(int64_t number) {
    lists_.remove(number);
    // Without wants there is nothing to allocate.
    rc_tickets_set_wants(get(), number, nullptr, 0);
  }

  void want(list &list, const key &id_of) {
    if (is_closed_) return;
    rc_interval items;
    // A list that has changed is about to be updated.
    if (rc_list_ticket_items(list.get(), &items) != RC_STATUS_OK) return;
    std::vector<rc_ticket_want> wants;
    add_wants(wants, list, id_of, items);
    std::vector<int64_t> apart = list.kept();
    rc_pinned_header header;
    if (rc_list_pinned_header(list.get(), &header) == RC_STATUS_OK &&
        std::find(apart.begin(), apart.end(), header.index) == apart.end()) {
      apart.push_back(header.index);
    }
    for (int64_t index : apart) {
      const bool is_among_them = items.lower <= index && index < items.upper;
      if (!is_among_them) add_wants(wants, list, id_of, {index, index + 1});
    }
    check(rc_tickets_set_wants(get(), lists_.number_of(list), wants.data(), wants.size()));
    update();
    // Right after an update what is wanted has a ticket.
    if (numbers_.is_to_be_swept()) {
      numbers_.sweep([this](rc_id number) { return ticket_at(number).has_value(); });
    }
  }

  void add_wants(std::vector<rc_ticket_want> &wants, list &list, const key &id_of,
                 rc_interval items) {
    size_t size = size_t(items.upper - items.lower), first = wants.size(), count = 0;
    std::vector<rc_id> ids;
    for (int64_t it = items.lower; it < items.upper; it++) ids.push_back(numbers_.take(id_of(it)));
    std::vector<int64_t> costs(size, settings_.estimated_cost);
    wants.resize(first + size);
    check(rc_list_copy_ticket_wants(list.get(), items.lower, items.upper, ids.data(), costs.data(),
                                    wants.data() + first, &count));
    wants.resize(first + count);
  }

  // == loads ==

  /// Takes the way of a host that is there, in place of one that is gone with all that was to come.
  bool has_way() {
    if (has_own_scheduler_ || lists_.has_way()) return true;
    for (auto &it : loads_) {
      *it.second.second.is_given_up = true;
      rc_tickets_cancel(get(), it.first, it.second.first);
    }
    loads_.clear();
    return lists_.take_way(work_);
  }

  /// Starts, cancels and drops what is due now.
  void update() {
    if (is_closed_) return;
    for (int64_t number : lists_.numbers(true)) end(number);
    if (!has_way()) return;
    rc_tickets_plan plan;
    check(rc_tickets_update(get(), clock(), &plan));
    // A copy: the orders are the library's.
    std::vector<rc_ticket_order> orders(plan.orders, plan.orders + plan.order_count);
    work_.wake_at(plan.next_time, clock(), [this] { update(); });
    // Told last, since that may change everything.
    std::vector<std::function<void()>> told;
    for (const rc_ticket_order &it : orders) {
      const Id id = numbers_.at(it.id);
      if (it.kind == RC_TICKET_ORDER_KIND_CANCEL) {
        *loads_.extract(it.id).mapped().second.is_given_up = true;
      } else if (it.kind == RC_TICKET_ORDER_KIND_DROP) {
        values_.erase(it.id);
        if (on_dropped) told.push_back([this, id] { on_dropped(id); });
      } else if (it.kind == RC_TICKET_ORDER_KIND_PRIORITY) {
        if (on_prioritized)
          told.push_back([this, id, band = it.band] { on_prioritized(id, band); });
      } else {
        start(it, id);
      }
    }
    for (auto &tell : told) tell();
  }

  void start(const rc_ticket_order &it, const Id &id) {
    request asked{id, it.band, it.attempt, std::make_shared<std::atomic<bool>>(false)};
    loads_.emplace(it.id, std::make_pair(it.token, asked));
    load_(asked, [this, number = it.id, token = it.token](std::optional<Value> value,
                                                          std::exception_ptr error) {
      arrived(number, token, std::move(value), std::move(error));
    });
  }

  void arrived(rc_id number, uint64_t token, std::optional<Value> value, std::exception_ptr error) {
    auto load = loads_.find(number);
    // Otherwise it was cancelled.
    if (load == loads_.end() || load->second.first != token) return;
    const Id id = load->second.second.id;
    loads_.erase(load);
    double seconds;
    if (error == nullptr) {
      int64_t told = cost ? cost(*value) : settings_.estimated_cost;
      told = std::min<int64_t>(std::max<int64_t>(told, 0), RC_TICKETS_COST_MAX);
      check(rc_tickets_finish(get(), number, token, told, clock(), &seconds));
      values_.emplace(number, std::move(*value));
    } else {
      double jitter = std::uniform_real_distribution<double>(0, 1)(random_);
      check(rc_tickets_fail(get(), number, token, clock(), jitter, &seconds));
    }
    // So lists with foresight learn how far ahead to load.
    lists_.for_each([seconds](list &it) { it.add_preload_time(seconds); });
    update();
    auto found = values_.find(number);
    if (error != nullptr && on_failed) on_failed(id, error);
    // Unless it was too big.
    if (error == nullptr && on_ready && found != values_.end()) on_ready(id, found->second);
  }

  std::unique_ptr<rc_tickets, destroyer> tickets_;
  std::function<void(const request &, receiver)> load_;
  preload_settings settings_;
  // An id has a number while it has a ticket.
  detail::id_numbers<Id> numbers_;
  std::unordered_map<rc_id, Value> values_;
  std::unordered_map<rc_id, std::pair<uint64_t, request>> loads_;
  detail::followed_lists lists_;
  bool is_closed_ = false, has_own_scheduler_ = false;
  std::minstd_rand random_{std::random_device{}()};
  // Last: it ends what could still call the others.
  detail::work work_;
};

}  // namespace rangecore

#endif
