// The loop of `rangecore_host.h`, in C++17: keeps the views of anything that scrolls in line with a
// list, for any toolkit. The toolkit supplies a surface, whose members must not edit the list:
//
// ```cpp
// struct page {
//   using view = std::unique_ptr<label>;  // movable; one per item that is near
//
//   rc_viewport viewport();  // as the toolkit has it now, but for `time` and `jitter`
//   double breadth();        // the length across the axis; 0 while nothing can be measured
//   void set_scroll_length(double length);
//   void set_offset(double offset, bool animated);
//   view make_view(int64_t item);  // new or a recycled one, showing the item
//   double measure(view &view, int64_t item, uint32_t columns);  // its extent, in points
//   void place(view &view, const rangecore::frame &frame);
//   void recycle(view view);    // hides it; it may be used for another item
//   void wake(double seconds);  // calls `host.update()` once after that time, and at no other
// };
// ```
#ifndef RANGECORE_HOST_HPP
#define RANGECORE_HOST_HPP

#include <rangecore_host.h>
#include <rangecore.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <optional>
#include <random>

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
  /// Returns how many items fit side by side, for a new breadth. Without it the columns stay.
  std::function<uint32_t(double)> columns_for_breadth;
  /// Returns the time in seconds, from any start on; by default that of a steady clock.
  std::function<double()> clock = [] {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
  };

  /// Creates a host with an empty list. Throws `rangecore::error` as `rangecore::list` does.
  explicit host(Surface &surface, const rc_list_options *options = nullptr)
      : items(options), surface_(surface) {
    rc_host_options_init(&options_);
    rc_host *made = nullptr;
    check(rc_host_create(items.get(), &options_, nullptr, &made));
    host_.reset(made);
  }
  ~host() {
    for (uint32_t node = 0; node < views_.size(); node++) recycle(node);
  }

  /// Brings the list and the views in line with the viewport. During an update it takes effect
  /// afterwards; while the host sets the offset or the scroll length it does nothing. Throws
  /// `rangecore::error`, also if `measure` returns a number that is none; the next call goes on.
  ///
  /// Complexity: that of `rc_host_begin` and the surface's members.
  void update() {
    if (is_updating_) {
      is_outdated_ = is_outdated_ || !is_writing_;
      return;
    }
    flag updating(is_updating_);
    is_outdated_ = true;
    double wakes_at = 0;
    for (int round = 0; is_outdated_ && round < 3; round++) wakes_at = step();
    if (is_outdated_) wakes_at = clock();
    if (std::isfinite(wakes_at)) surface_.wake(std::max(wakes_at - clock(), 0.0));
  }

  /// Scrolls so that an item is at a fraction of the viewport (see `rangecore::fraction`), once
  /// there is one. Not during an update; throws `ARGUMENT` for an index out of bounds.
  void scroll_to(int64_t index, double at = fraction::nearest, bool animated = false) {
    check(rc_host_scroll_to(host_.get(), index, at, 0, animated),
          {{"fraction", at}, {"index", double(index)}}, items.count());
    animates_ = animated;
    update();
  }

  /// Measures all rows again, as after a change of the text size. A new breadth needs no call.
  void remeasure() {
    items.mark_provisional({0, items.count()});
    update();
  }

  /// Measures an item again, whose content has changed. If it is visible its row keeps its start on
  /// screen; a row that is marked as provisional instead, as this is during an update, leaves in
  /// place what is beside it. Throws `ARGUMENT` for an index out of bounds.
  void remeasure(int64_t index) {
    update();
    bool is_visible = latest_.visible.lower <= index && index < latest_.visible.upper;
    std::optional<uint32_t> node;
    if (is_visible && !is_updating_ && surface_.breadth() > 0) node = node_of(index);
    if (node) {
      bool is_any;
      double extent = surface_.measure(*views_[*node].first, index, views_[*node].second);
      check(rc_host_set_extents(host_.get(), &*node, &extent, 1, &is_any), {{"extents", extent}});
    } else {
      items.mark_provisional({index, index + 1});
    }
    update();
  }

  /// Changes the columns and the spacing; rows keep their extents until they are measured again.
  void set_layout(uint32_t columns, double spacing) { items.set_layout(columns, spacing, true); }

  /// Returns the view of an item; NULL if it has none. Valid until the next update.
  view *view_of(int64_t index) {
    auto node = node_of(index);
    return node ? &*views_[*node].first : nullptr;
  }

  /// Returns how many items have a view.
  size_t view_count() const {
    return size_t(std::count_if(views_.begin(), views_.end(), [](auto &it) { return !!it.first; }));
  }

  /// Returns the last update of the list, without its changes.
  const rc_update &latest() const { return latest_; }

 private:
  struct flag {
    explicit flag(bool &value) : value(value) { value = true; }
    ~flag() { value = false; }
    bool &value;
  };

  /// Makes a step; returns when to make the next one.
  double step() {
    is_outdated_ = false;
    rc_viewport viewport = surface_.viewport();
    viewport.time = clock();
    viewport.jitter = std::uniform_real_distribution<double>(0, 1)(random_);
    double breadth = surface_.breadth();
    bool is_other = breadth > 0 && breadth != breadth_;
    uint32_t columns = is_other && columns_for_breadth ? columns_for_breadth(breadth) : 0;
    options_.budget = measuring_budget;
    check(rc_host_set_options(host_.get(), &options_), {{"budget", measuring_budget}});
    rc_host_step step;
    check(rc_host_begin(host_.get(), &viewport, breadth, columns, &step));
    if (is_other) breadth_ = breadth;
    for (uint32_t told = 0;;) {
      if (step.rounds != std::exchange(told, step.rounds)) tell(step.update);
      if (step.is_done) break;
      double extent = 0;
      if (step.ask_count > 0) {
        const rc_host_node &node = step.nodes[step.asks[0]];
        extent = surface_.measure(view_of(node), node.index, node.columns);
      }
      check(rc_host_measured(host_.get(), &extent, step.ask_count > 0, clock(), &step),
            {{"extents", extent}});
    }
    apply(step);
    for (rc_end end : {RC_END_TAIL, RC_END_HEAD}) {
      if (!on_fetch || latest_.batches[end].answer != RC_BATCH_ANSWER_YES) continue;
      int64_t count = items.count();
      on_fetch(end, items.begin_batch(end));
      is_outdated_ = is_outdated_ || items.count() != count;
    }
    return step.next_time;
  }

  void tell(const rc_update &update) {
    static_cast<rc_update &>(latest_) = update;
    items.remember(latest_);
    if (on_update) on_update(latest_);
    latest_.changes = {};
  }

  /// Does what a step says once it is done.
  void apply(const rc_host_step &step) {
    for (size_t i = 0; i < step.released_count; i++) recycle(step.released[i]);
    // One that was made, but could not be measured, is freed alone.
    for (size_t i = 0; i < step.freed_count; i++) recycle(step.freed[i]);
    {
      flag writing(is_writing_);
      if (step.sets_length) surface_.set_scroll_length(step.scroll_length);
      if (step.sets_offset) surface_.set_offset(step.offset, false);
      if (step.sets_offset) check(rc_host_wrote(host_.get(), surface_.viewport().offset));
    }
    if (step.has_target && std::exchange(animates_, false)) {
      surface_.set_offset(step.target_offset, true);
    }
    for (size_t i = 0; i < step.news_count; i++) {
      const rc_host_node &it = step.nodes[step.news[i]];
      if (!it.has_view || !it.has_moved) continue;
      surface_.place(view_of(it), {it.start, it.extent, it.column, it.columns, it.is_pinned});
    }
  }

  view &view_of(const rc_host_node &node) {
    if (node.node >= views_.size()) views_.resize(node.node + 1);
    auto &[view, columns] = views_[node.node];
    columns = node.columns;
    if (!view) view.emplace(surface_.make_view(node.index));
    return *view;
  }

  /// The number of an item's node, if it has a view.
  std::optional<uint32_t> node_of(int64_t index) const {
    uint32_t node;
    if (rc_host_find(host_.get(), index, &node) != RC_STATUS_OK) return std::nullopt;
    return node < views_.size() && views_[node].first ? std::optional(node) : std::nullopt;
  }

  void recycle(uint32_t node) {
    if (node >= views_.size() || !views_[node].first) return;
    surface_.recycle(std::move(*views_[node].first));
    views_[node].first.reset();
  }

  Surface &surface_;
  std::unique_ptr<rc_host, void (*)(rc_host *)> host_{nullptr, rc_host_destroy};
  rc_host_options options_;
  // By the numbers of nodes, each with the columns that it was made for.
  std::vector<std::pair<std::optional<view>, uint32_t>> views_;
  struct update latest_ = {};
  double breadth_ = 0;
  bool is_updating_ = false, is_outdated_ = false, is_writing_ = false, animates_ = false;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace rangecore

#endif
