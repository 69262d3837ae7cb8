// The loop of `rangecore_host.h`, in C++17, for any toolkit. It supplies a surface, whose members
// must not edit the list:
//     using view = std::unique_ptr<label>;  // movable; one per item that is near
//     rc_viewport get_viewport();  // as the toolkit has it now, but for `time` and `jitter`
//     double breadth();            // the length across the axis; 0 while nothing can be measured
//     void set_scroll_length(double length);
//     void set_offset(double offset, bool animated);
//     view make_view(int64_t item);  // new or a recycled one, showing the item
//     double measure(view &view, int64_t item, uint32_t columns);  // its extent, in points
//     void place(view &view, const rangecore::frame &frame);
//     void recycle(view view);    // hides it; it may be used for another item
//     void wake(double seconds);  // calls `host.update()` once after that time, and at no other
#ifndef RANGECORE_HOST_HPP
#define RANGECORE_HOST_HPP

#include <rangecore_host.h>
#include <rangecore.hpp>

#include <chrono>
#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <unordered_map>

namespace rangecore {

/// Where the view of an item is among the content, in points from scroll offset 0.
struct frame {
  /// The start and the extent of its row.
  double start = 0, extent = 0;
  /// Its place in the row, in 0 ..< columns, and how many items a full row has.
  uint32_t column = 0, columns = 1;
  /// Whether it is the header that is pinned at the viewport's start, to be drawn above all others.
  bool is_pinned = false;

  bool operator==(const frame &other) const {
    return start == other.start && extent == other.extent && column == other.column &&
           columns == other.columns && is_pinned == other.is_pinned;
  }
};

/// Keeps the views of a surface in line with a list, of which it makes all updates.
///
/// Call `update` when the viewport has moved, when the surface is laid out, when it is no longer
/// held, and after edits of `items`: all from one thread at a time. The surface must outlive the
/// host, which recycles all views in the end.
template <typename Surface>
class host {
 public:
  using view = typename Surface::view;

  /// The list, to be edited at any time but during the surface's members and `on_update`.
  list items;
  /// How long one update may measure rows ahead of the screen, in seconds; 0 for not at all.
  double measuring_budget = 0.004;
  /// Called after each update of the list, of which one of the host has one to ten.
  std::function<void(const update &)> on_update;
  /// Called when a batch is due at an end, with what is to be finished, on any thread, once its
  /// items are inserted; then call `update`. That may all be within the call.
  std::function<void(rc_end, fetch)> on_fetch;
  /// Returns how many items fit side by side at a breadth. Without it the columns stay.
  std::function<uint32_t(double)> columns_for_breadth;
  /// Returns the time in seconds, from any start on; by default that of a steady clock.
  std::function<double()> clock = [] {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
  };

  /// Creates a host with an empty list. Throws `rangecore::error` as `rangecore::list` does.
  explicit host(Surface &surface, const rc_list_options *options = nullptr)
      : items(options), surface_(surface) {
    check(rc_host_create(items.get(), nullptr, nullptr, &host_));
  }
  ~host() {
    for (auto &it : views_) surface_.recycle(std::move(it.second));
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
    if (std::isfinite(wakes_at)) surface_.wake(std::fmax(wakes_at - clock(), 0));
  }

  /// Scrolls so that an item is at a fraction of the viewport (see `rangecore::fraction`), once
  /// there is one. Not during an update; throws `ARGUMENT` for an index out of bounds.
  void scroll_to(int64_t index, double at = fraction::nearest, bool animated = false) {
    check(rc_host_scroll_to(host_, index, at, 0, animated), {{"fraction", at}, {"index", index}},
          items.count());
    update();
  }

  /// Measures an item again, whose content has changed, or all of them, as after a change of the
  /// text size; a new breadth needs no call. A visible item's row keeps its start on screen, any
  /// other leaves in place what is beside it. Throws `ARGUMENT` for an index out of bounds.
  void remeasure(std::optional<int64_t> index = std::nullopt) {
    uint32_t node;
    double later = RC_EXTENT_LATER;
    bool is_any, is_near = index && rc_host_find(host_, *index, &node) == RC_STATUS_OK;
    if (is_near) check(rc_host_set_extents(host_, &node, &later, 1, &is_any));
    else items.mark_provisional({index.value_or(0), index ? *index + 1 : items.count()});
    update();
  }

  /// Changes the columns and the spacing; rows keep their extents until they are measured again.
  void set_layout(uint32_t columns, double spacing) { items.set_layout(columns, spacing, true); }

  /// Returns the view of an item; NULL if it has none. Valid until the next update.
  view *view_of(int64_t index) {
    uint32_t node;
    bool is_near = rc_host_find(host_, index, &node) == RC_STATUS_OK;
    return is_near && views_.count(node) > 0 ? &views_.at(node) : nullptr;
  }

  /// Returns how many items have a view.
  size_t view_count() const { return views_.size(); }

  /// Returns the last update of the list, without its changes.
  const rc_update &latest() const { return latest_; }

 private:
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
    check(rc_host_set_options(host_, &options), {{"budget", measuring_budget}});
    rc_host_step step;
    check(rc_host_begin(host_, &viewport, breadth, columns, &step));
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
            {{"extents", extent}});
    }
    for (size_t i = 0; i < step.released_count; i++) {
      if (auto it = views_.extract(step.released[i])) surface_.recycle(std::move(it.mapped()));
    }
    bool was_outdated = is_outdated_;
    if (step.sets_length) surface_.set_scroll_length(step.scroll_length);
    if (step.sets_offset) surface_.set_offset(step.offset, false);
    if (step.sets_offset) check(rc_host_wrote(host_, surface_.get_viewport().offset));
    // What the toolkit has told of that is known.
    is_outdated_ = was_outdated;
    if (step.begins_target) surface_.set_offset(step.target_offset, true);
    for (size_t i = 0; i < step.news_count; i++) {
      const rc_host_node &it = step.nodes[step.news[i]];
      if (!it.has_moved) continue;
      surface_.place(view_of(it), {it.start, it.extent, it.column, it.columns, it.is_pinned});
    }
    for (rc_end end : {RC_END_TAIL, RC_END_HEAD}) {
      if (!on_fetch || latest_.batches[end].answer != RC_BATCH_ANSWER_YES) continue;
      on_fetch(end, items.begin_batch(end));
      is_outdated_ = true;
    }
    return step.next_time;
  }

  view &view_of(const rc_host_node &it) {
    if (views_.count(it.node) == 0) views_.emplace(it.node, surface_.make_view(it.index));
    return views_.at(it.node);
  }

  Surface &surface_;
  rc_host *host_ = nullptr;
  // By the numbers of nodes.
  std::unordered_map<uint32_t, view> views_;
  struct update latest_ = {};
  bool is_updating_ = false, is_outdated_ = false;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace rangecore

#endif
