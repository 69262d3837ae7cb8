// The loop of `rangecore_host.h`, in C++17, for any toolkit, which supplies a surface: see
// `rangecore_surface.hpp`.
#ifndef RANGECORE_HOST_HPP
#define RANGECORE_HOST_HPP

#include <rangecore_batches.hpp>
#include <rangecore_surface.hpp>

#include <map>
#include <random>

namespace rangecore {

template <typename Id, typename Value>
class preloader;
template <typename Id>
class impressions;

/// Keeps the views of a surface in line with a list, of which it makes all updates.
///
/// Call `update` when the viewport has moved, when the surface is laid out, when it is no longer
/// held, and after edits of `items`: all from one thread at a time. The surface must outlive the
/// host, which recycles all views in the end, and waits for the fetchers that run on threads.
///
/// A list that sticks to its tail begins there. To begin elsewhere, and stick only once the user
/// has been at the end, scroll to an item before the first update.
///
/// ```cpp
/// page page{loop};  // a surface
/// rangecore::host<::page> host(page);
/// host.items.insert(0, 1000);
/// host.scroll_to(500, rangecore::fraction::start);  // at first: the list begins there
/// ```
template <typename Surface>
class host {
  static_assert(detail::is_surface<Surface>());

 public:
  using view = typename Surface::view;

  /// The list, to be edited at any time but during the surface's members and `on_update`. A batch
  /// whose extents are known is inserted with them.
  list items;
  /// How long one update may measure rows ahead of the screen, in seconds; 0 for not at all.
  double measuring_budget = 0.004;
  /// Called after each update of the list, of which one of the host has one to ten.
  std::function<void(const rangecore::update &)> on_update;
  /// Called for each flag of `rc_state` that an item gains, `RC_STATE_PRELOAD` first, and loses,
  /// `RC_STATE_VISIBLE` first, once an update has placed all; those that leave before those that
  /// enter, and with their views. They may edit.
  std::function<void(const node<view> &, rc_state flag)> on_entered, on_left;
  /// Whether `items` knows the extents of all rows, by `insert` or `apply`: then none is measured,
  /// at no breadth. Unmeasured ones have the estimate.
  bool extents_are_known = false;
  /// Returns how many items fit side by side at a breadth. Without it the columns stay.
  std::function<uint32_t(double)> columns_for_breadth;
  /// Whether these columns are lanes, see `list::set_lanes`: frames then have lanes as columns, and
  /// items across all of them are in column 0 of 1.
  bool in_lanes = false;
  /// Returns the time in seconds, from any start on; by default that of a steady clock.
  std::function<double()> clock = detail::steady_time;

  /// Creates a host with an empty list. Throws `rangecore::error` as `rangecore::list` does.
  explicit host(Surface &surface, const rc_list_options *options = nullptr)
      : items(options), surface_(surface) {
    check(rc_host_create(items.get(), nullptr, nullptr, &host_));
    work_.set_scheduler([&surface](double seconds, std::function<void()> work) {
      surface.schedule(seconds, std::move(work));
    });
  }
  ~host() {
    work_.close();
    for (auto &it : nodes_.views) surface_.recycle(std::move(it.second));
    rc_host_destroy(host_);
  }

  /// Brings the list and the views in line with the viewport. During an update it takes effect
  /// afterwards; while the host sets the offset or the scroll length it does nothing. Throws
  /// `rangecore::error`, also if `measure` returns a number that is none; the next call goes on.
  /// Complexity: that of `rc_host_begin` and the surface's members.
  void update() {
    is_outdated_ = true;
    if (std::exchange(is_updating_, true)) return;
    auto end = [](bool *is_updating) { *is_updating = false; };
    std::unique_ptr<bool, decltype(end)> updating(&is_updating_, end);
    double wakes_at = 0;
    for (int round = 0; round < 3 && std::exchange(is_outdated_, false); round++) wakes_at = step();
    if (is_outdated_) wakes_at = clock();
    work_.wake_at(wakes_at, clock(), [this] { update(); });
    updating.reset();
    auto followers = followers_;
    for (auto &it : followers) it.second();
  }

  /// Has the batches of an end fetched, and switches the end on: from two screenfuls before it,
  /// unless the settings of `items` say otherwise. `fetcher` is called when a batch is due, with
  /// what is to be finished, on any thread, once its items are inserted; then call `update`. That
  /// may all be within the call. Throws `ARGUMENT` for a fetcher that is empty.
  void set_fetcher(rc_end end, std::function<void(fetch)> fetcher) {
    batches_.set_fetcher(end, std::move(fetcher));
  }
  /// Has them fetched on a thread. `loader` takes a `batch_request` and returns a `batch`; or a
  /// `std::future` of one, and is called on this thread then. What it throws is a failure, which
  /// is retried with exponential back-off. `insert` takes the batch's vector of items, on this
  /// thread, and inserts them in the app's data and in `items`; the update follows.
  template <typename Loader, typename Insert>
  void set_fetcher(rc_end end, Loader loader, Insert insert) {
    batches_.set_fetcher(end, std::move(loader), std::move(insert));
  }

  /// Returns what happens at an end, as of the last update, for a footer.
  load load_at(rc_end end) const {
    return stored_load_ ? stored_load_(end) : batches_.at(end, latest_);
  }

  /// Fetches again after a failure, without waiting.
  void retry(rc_end end) {
    detail::batches::check_end(end);
    if (stored_retry_) return stored_retry_();
    items.retry_batch(end);
    update();
  }

  /// Scrolls so that an item is at a fraction of the viewport (see `rangecore::fraction`), once
  /// there is one. Not during an update; throws `ARGUMENT` for an index out of bounds.
  void scroll_to(int64_t index, double at = fraction::nearest, bool animated = false) {
    check(rc_host_scroll_to(host_, index, at, 0, animated), {{"fraction", at}, {"index", index}},
          items.count());
    update();
  }

  /// Scrolls to an offset of the toolkit's, which it has then, whatever was measured on the way; or
  /// to the end of the list that is before it. Not during an update; throws `ARGUMENT` for NaN.
  void scroll_to_offset(double offset, bool animated = false) {
    check(rc_host_scroll_to_offset(host_, offset, animated), {{"offset", offset}});
    update();
  }

  /// Measures an item again, whose content has changed, or all of them, as after a change of the
  /// text size; a new breadth needs no call. A visible item's row keeps its start on screen, any
  /// other leaves in place what is beside it. Throws `ARGUMENT` for an index out of bounds.
  void remeasure(std::optional<int64_t> index = std::nullopt) {
    if (index) mark(checked("index", *index, *index + 1));
    else items.mark_provisional({0, items.count()});
    update();
  }

  /// Shows items with other contents: their views are made again, and measured as by `remeasure`.
  /// They leave all that they are in, and enter it again. Throws `ARGUMENT` as `remeasure` does.
  void renew(rc_interval range) {
    remake(checked("range", range.lower, range.upper));
    mark(range);
    update();
  }

  /// Changes the columns and the spacing; rows keep their extents until they are measured again.
  void set_layout(uint32_t columns, double spacing) { items.set_layout(columns, spacing, true); }

  /// Returns the view of an item; NULL if it has none. Valid until the next update.
  view *view_of(int64_t index) {
    uint32_t node;
    return rc_host_find(host_, index, &node) == RC_STATUS_OK ? nodes_.view_of(node) : nullptr;
  }

  /// Returns how many items have a view.
  size_t view_count() const { return nodes_.views.size(); }

  /// Returns the host for all other functions, such as `rc_host_keep`; not during an update.
  rc_host *get() const { return host_; }

  /// Returns the last update of the list, without its changes.
  const rc_update &latest() const { return latest_; }

  /// Has a function called after each update, when all is in place, until `unfollow`; `who` tells
  /// it from others.
  void follow(const void *who, std::function<void()> call) { followers_[who] = std::move(call); }
  void unfollow(const void *who) { followers_.erase(who); }

 private:
  template <typename Item, typename Key>
  friend class store;
  template <typename Id, typename Value>
  friend class preloader;
  template <typename Id>
  friend class impressions;

  /// Makes a step; returns when to make the next one.
  double step() {
    rc_viewport viewport = surface_.get_viewport();
    viewport.time = clock();
    viewport.jitter = std::uniform_real_distribution<double>(0, 1)(random_);
    double breadth = surface_.breadth();
    uint32_t columns = breadth > 0 && columns_for_breadth ? columns_for_breadth(breadth) : 0;
    rc_host_options options;
    rc_host_options_init(&options);
    options.budget = measuring_budget;
    options.extents_are_known = extents_are_known;
    options.in_lanes = in_lanes;
    options.node_bits = rc_state(0xff & ~RC_STATE_MEASURE_LAYOUT);
    check(rc_host_set_options(host_, &options), {{"measuring_budget", measuring_budget}});
    rc_host_step step;
    check(rc_host_begin(host_, &viewport, breadth, columns, &step), viewport, items.count(),
          breadth);
    for (uint32_t rounds = 0;;) {
      if (step.rounds != std::exchange(rounds, step.rounds)) {
        latest_ = {step.update};
        items.remember(latest_);
        if (on_update) on_update(latest_);
        latest_.changes = {};
      }
      if (step.is_done) break;
      double extent = 0;
      if (step.ask_count > 0) {
        const rc_host_node &node = step.nodes[step.asks[0]];
        extent = surface_.measure(view_of(node), node.index, node.columns);
      }
      check(rc_host_measured(host_, &extent, step.ask_count > 0, clock(), &step),
            {{"extents", size_t(0), extent}});
    }
    is_hidden_ = breadth <= 0 || viewport.length <= viewport.inset_start + viewport.inset_end;
    finish(step);
    if (!items.is_stored_ && batches_.begin(latest_)) is_outdated_ = true;
    return step.next_time;
  }

  /// Does what a step says once it is done, and tells of it.
  void finish(const rc_host_step &step) {
    detail::released<Surface> released{surface_, nodes_.note(step)};
    bool was_outdated = is_outdated_;
    if (step.sets_length) surface_.set_scroll_length(step.scroll_length);
    if (step.sets_offset) surface_.set_offset(step.offset, false);
    if (step.sets_offset) check(rc_host_wrote(host_, surface_.get_viewport().offset));
    // What the toolkit has told of that is known.
    is_outdated_ = was_outdated;
    if (step.begins_target) surface_.set_offset(step.target_offset, true);
    auto place = [this](const rc_host_node &it) {
      surface_.place(view_of(it), {it.start, it.extent, it.column, it.columns, it.is_pinned});
    };
    for (size_t i = 0; i < step.news_count; i++) {
      const rc_host_node &it = step.nodes[step.news[i]];
      if (it.has_moved && nodes_.renewed.count(it.node) == 0) place(it);
    }
    for (size_t i = 0; i < step.node_count && !is_hidden_ && !nodes_.renewed.empty(); i++) {
      const rc_host_node &it = step.nodes[i];
      if (it.has_view && nodes_.renewed.erase(it.node) > 0) place(it);
    }
    nodes_.tell(host_, released.views, on_entered, on_left);
  }

  /// Has the views of items made again.
  void remake(rc_interval range) {
    for (auto [index, node] : nodes_.in(host_, range)) {
      if (auto former = nodes_.renew(node)) surface_.recycle(std::move(*former));
    }
  }

  /// Has items measured again; the rows of those that are visible grow downward.
  void mark(rc_interval range) {
    for (auto [index, node] : nodes_.in(host_, range)) {
      double later = RC_EXTENT_LATER;
      bool is_any;
      items.mark_provisional({range.lower, index});
      check(rc_host_set_extents(host_, &node, &later, 1, &is_any));
      range.lower = index + 1;
    }
    items.mark_provisional(range);
  }

  rc_interval checked(const char *name, int64_t lower, int64_t upper) const {
    if (lower < 0 || upper < lower || upper > items.count()) throw error(RC_STATUS_ARGUMENT, name);
    return {lower, upper};
  }

  view &view_of(const rc_host_node &it) {
    view *found = nodes_.view_of(it.node);
    return found ? *found
                 : nodes_.views.emplace(it.node, surface_.make_view(it.index)).first->second;
  }

  Surface &surface_;
  rc_host *host_ = nullptr;
  detail::nodes<view> nodes_;
  rangecore::update latest_ = {};
  bool is_updating_ = false, is_outdated_ = false, is_hidden_ = false;
  std::minstd_rand random_{std::random_device{}()};
  std::map<const void *, std::function<void()>> followers_;
  // Of a store: what loads at an end, and how to retry it.
  std::function<load(rc_end)> stored_load_;
  std::function<void()> stored_retry_;
  // Last: it ends what could still call the others.
  detail::work work_;
  detail::batches batches_{items, work_, [this] { update(); }};
};

}  // namespace rangecore

#endif
