// Impressions: which items were really seen, for how long, and how much of them:
// `rangecore_impressions.h` for ids of any type, which follows hosts and lists.
#ifndef RANGECORE_IMPRESSIONS_HPP
#define RANGECORE_IMPRESSIONS_HPP

#include <rangecore_impressions.h>
#include <rangecore_follow.hpp>

#include <deque>
#include <unordered_set>

namespace rangecore {

/// What has happened to an item.
///
/// ```cpp
/// rangecore::impressions<int> impressions;
/// impressions.on_left = [](const rangecore::impression<int> &it) {
///   std::printf("%d was on screen for %.1f s\n", it.id, it.seconds);
/// };
/// ```
template <typename Id>
struct impression {
  Id id;
  /// When, by the clock of the impressions: exact, even if it is told later.
  double time;
  /// For `on_seen` and `on_left`: how long it had been on screen by then, without a break.
  double seconds;
  /// For `on_crossed`: how much of it is visible, 0 … 1.
  double fraction;
  /// For `on_seen` and `on_left`: the position of the rule that counted.
  uint32_t rule;
  /// For `on_crossed`: how many of the thresholds it reaches; 0 is out of sight.
  uint32_t level;
};

/// Tells which items of any number of lists were seen, each id once in a session.
///
/// ```cpp
/// rangecore::impressions<int> impressions;
/// impressions.on_seen = [](const rangecore::impression<int> &it) {
///   std::printf("%d was seen at %.1f\n", it.id, it.time);
/// };
/// impressions.attach(host, [&](int64_t index) { return std::optional<int>(int(index)); });
/// ```
///
/// From then on each update of the list says how much of which item is on screen: within the
/// viewport's insets, and not under a pinned header. What is scrolled past quickly is not seen, nor
/// what is in a window that nobody looks at: tell so by `set_active`. `Id` can be hashed and
/// copied. Impressions belong to the toolkit's thread.
template <typename Id>
class impressions {
 public:
  /// Returns the id of an item; nothing for one that does not count.
  using key = std::function<std::optional<Id>(int64_t index)>;
  /// Returns the position of an item's rule.
  using rule_choice = std::function<uint32_t(int64_t index)>;

  /// Called when an item has been on screen as long as its rule says, once in a session; when one
  /// that was seen no longer is, with the seconds; and when one has come to reach another number of
  /// thresholds, as an `IntersectionObserver` tells.
  std::function<void(const impression<Id> &)> on_seen, on_left, on_crossed;
  /// Returns the time in seconds, from any start on; by default that of a steady clock.
  std::function<double()> clock = detail::steady_time;

  /// Creates impressions; nothing is told until a list is attached. There are one to four rules,
  /// each a fraction of an item and seconds; and up to 32 thresholds, ascending fractions. Throws
  /// `ARGUMENT` with the name of the one that is refused.
  explicit impressions(const std::vector<rc_impression_rule> &rules = {{0.5, 1}},
                       const std::vector<double> &thresholds = {})
      : rule_count_(rules.size()) {
    const rc_impressions_options options = checked(rules, thresholds);
    rc_impressions *made = nullptr;
    check(rc_impressions_create(&options, nullptr, &made));
    impressions_.reset(made);
  }
  impressions(const impressions &) = delete;
  ~impressions() {
    for (int64_t number : lists_.numbers(false)) lists_.remove(number);
  }

  /// Tells how to be called when something is due, where no host is attached. Without it, what is
  /// due is told by the next update, with the same time.
  void set_scheduler(scheduler schedule) {
    if (!schedule) throw error(RC_STATUS_ARGUMENT, "schedule");
    work_.set_scheduler(std::move(schedule));
    has_own_scheduler_ = true;
  }

  /// Whether somebody can look: the app is in the foreground, its window is not hidden. Nothing is
  /// seen otherwise, and what is on screen has left. A hidden list says so itself.
  bool is_active() const { return is_active_; }
  void set_active(bool is_active) {
    is_active_ = is_active;
    update();
  }

  /// Returns whether an id was seen in this session.
  bool is_seen(const Id &id) const { return rc_impressions_is_seen(get(), numbers_.find(id)); }
  /// Begins another session, in which every id can be seen again, also what is on screen.
  void reset() {
    check(rc_impressions_reset(get()));
    update();
  }
  /// Forgets that an id was seen: one that will not come back, or shall count again. One that is on
  /// screen is not forgotten.
  void forget(const Id &id) {
    rc_id number = numbers_.find(id);
    check(rc_impressions_forget(get(), &number, 1));
  }

  /// Tells which items of a host are seen, from what is on screen on. `rule` is the first for all
  /// by default. `cross` returns which part of the list's breadth is on screen, 0 … 1: less than 1
  /// for a carousel that is scrolled partly out of the feed that it is in.
  template <typename Surface>
  void attach(host<Surface> &host, key id_of, rule_choice rule = nullptr,
              std::function<double()> cross = nullptr) {
    if (!id_of) throw error(RC_STATUS_ARGUMENT, "key");
    detach(host.items);
    lists_.add(host.items, host.work_.way(), [this, &host] { host.unfollow(this); });
    auto take = [this, &host, id_of, rule, cross] {
      // A hidden list shows nothing.
      rc_interval visible = host.is_hidden_ ? rc_interval{0, 0} : host.latest().visible;
      look(host.items, visible, id_of, rule, cross ? cross() : 1);
    };
    host.follow(this, take);
    take();
  }
  /// Tells which items of a list without a host are seen: to be called after each update of it,
  /// with its `visible`; with nothing if the list is hidden. The list must stay where it is until
  /// it is detached.
  void follow(list &list, rc_interval visible, const key &id_of, const rule_choice &rule = nullptr,
              double cross = 1) {
    if (!id_of) throw error(RC_STATUS_ARGUMENT, "key");
    if (lists_.number_of(list) == 0) lists_.add(list);
    look(list, visible, id_of, rule, cross);
  }
  /// Ends a list: nothing of it is on screen any more.
  void detach(list &list) {
    if (int64_t number = lists_.number_of(list)) {
      end(number);
      update();
    }
  }
  template <typename Surface>
  void detach(host<Surface> &host) {
    detach(host.items);
  }

  /// Tells what has happened by now. It is called by itself when something is due.
  void update() {
    for (int64_t number : lists_.numbers(true)) end(number);
    rc_impressions_report report;
    check(rc_impressions_update(get(), clock(), is_active_, &report));
    // A copy: the events are the library's.
    for (size_t i = 0; i < report.event_count; i++) {
      const rc_impression &it = report.events[i];
      untold_.push_back(
          {it.kind, {numbers_.at(it.id), it.time, it.seconds, it.fraction, it.rule, it.level}});
    }
    if (has_own_scheduler_ || lists_.has_way() || lists_.take_way(work_)) {
      work_.wake_at(report.next_time, clock(), [this] { update(); });
    }
    if (numbers_.is_to_be_swept()) sweep();
    tell();
  }

  /// Checks all invariants; for tests.
  void validate() const { check(rc_impressions_validate(get(), nullptr)); }

  /// Returns the impressions for queries of `rangecore_impressions.h`.
  rc_impressions *get() const { return impressions_.get(); }

 private:
  struct destroyer {
    void operator()(rc_impressions *impressions) const { rc_impressions_destroy(impressions); }
  };

  static rc_impressions_options checked(const std::vector<rc_impression_rule> &rules,
                                        const std::vector<double> &thresholds) {
    const auto refuse = [](detail::argument it) { check(RC_STATUS_ARGUMENT, {it}); };
    if (rules.empty() || rules.size() > RC_IMPRESSION_RULE_COUNT) refuse({"rules", rules.size()});
    if (thresholds.size() > RC_IMPRESSION_THRESHOLD_COUNT) {
      refuse({"thresholds", thresholds.size()});
    }
    rc_impressions_options options;
    rc_impressions_options_init(&options);
    for (size_t i = 0; i < rules.size(); i++) {
      const rc_impression_rule &it = options.rules[i] = rules[i];
      bool is_time = it.seconds >= 0 && std::isfinite(it.seconds);
      if (!is_time) refuse({"rules", i, it.seconds});
      if (!(it.fraction >= 0 && it.fraction <= 1)) refuse({"rules", i, it.fraction});
    }
    for (size_t i = 0; i < thresholds.size(); i++) {
      double it = options.thresholds[i] = thresholds[i];
      double least = i == 0 ? 0 : thresholds[i - 1];
      if (!(it >= least && it <= 1)) refuse({"thresholds", i, it});
    }
    options.rule_count = uint32_t(rules.size());
    options.threshold_count = uint32_t(thresholds.size());
    return options;
  }

  void end(int64_t number) {
    lists_.remove(number);
    shown_.erase(number);
    // Without views there is nothing to allocate.
    rc_impressions_set_views(get(), number, nullptr, 0);
  }

  void look(list &list, rc_interval visible, const key &id_of, const rule_choice &rule,
            double cross) {
    size_t count = 0;
    // A list that has changed is about to be updated.
    if (rc_list_copy_impression_views(list.get(), 0, 0, nullptr, nullptr, 1, nullptr, &count) ==
        RC_STATUS_NOT_FOUND) {
      return;
    }
    std::vector<rc_impression_view> views;
    add_views(views, list, visible, id_of, rule, cross);
    rc_pinned_header header;
    bool has_header = rc_list_pinned_header(list.get(), &header) == RC_STATUS_OK;
    if (has_header && visible.lower < visible.upper &&
        (header.index < visible.lower || header.index >= visible.upper)) {
      add_views(views, list, {header.index, header.index + 1}, id_of, rule, cross);
    }
    int64_t number = lists_.number_of(list);
    check(rc_impressions_set_views(get(), number, views.data(), views.size()));
    std::vector<rc_id> &shown = shown_[number];
    shown.clear();
    for (const rc_impression_view &it : views) shown.push_back(it.id);
    update();
  }

  void add_views(std::vector<rc_impression_view> &views, list &list, rc_interval items,
                 const key &id_of, const rule_choice &rule, double cross) {
    if (items.lower < 0 || items.upper < items.lower || items.upper > list.count()) {
      throw error(RC_STATUS_ARGUMENT, "visible");
    }
    size_t size = size_t(items.upper - items.lower), first = views.size(), count = 0;
    std::vector<rc_id> ids;
    std::vector<uint32_t> rules;
    for (int64_t it = items.lower; it < items.upper; it++) {
      ids.push_back(numbers_.take(id_of(it)));
      rules.push_back(rule ? rule(it) : 0);
      if (rules.back() >= rule_count_) check(RC_STATUS_ARGUMENT, {{"rule", rules.back()}});
    }
    views.resize(first + size);
    check(rc_list_copy_impression_views(list.get(), items.lower, items.upper, ids.data(),
                                        rules.data(), cross, views.data() + first, &count),
          {{"cross", cross}});
    views.resize(first + count);
  }

  void sweep() {
    std::unordered_set<rc_id> shown;
    for (auto &it : shown_) shown.insert(it.second.begin(), it.second.end());
    numbers_.sweep([&](rc_id number) {
      return shown.count(number) > 0 || rc_impressions_is_seen(get(), number);
    });
  }

  /// Last, since those who are told may change everything; in order also then.
  void tell() {
    while (!untold_.empty()) {
      const auto [kind, it] = std::move(untold_.front());
      untold_.pop_front();
      const auto &told = kind == RC_IMPRESSION_KIND_SEEN   ? on_seen
                         : kind == RC_IMPRESSION_KIND_LEFT ? on_left
                                                           : on_crossed;
      if (told) told(it);
    }
  }

  std::unique_ptr<rc_impressions, destroyer> impressions_;
  size_t rule_count_;
  bool is_active_ = true, has_own_scheduler_ = false;
  // An id has a number while it is shown, or was seen.
  detail::id_numbers<Id> numbers_;
  std::unordered_map<int64_t, std::vector<rc_id>> shown_;
  detail::followed_lists lists_;
  std::deque<std::pair<rc_impression_kind, impression<Id>>> untold_;
  // Last: it ends what could still call the others.
  detail::work work_;
};

}  // namespace rangecore

#endif
