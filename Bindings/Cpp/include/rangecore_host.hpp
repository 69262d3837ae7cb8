// The loop that keeps the views of a scroll view, or of anything that scrolls, in line with a list,
// for any toolkit: `rangecore::host`, over a surface that the toolkit supplies. C++17.
//
// ```cpp
// struct page {
//   using view = std::unique_ptr<label>;  // movable; one per item that is near
//
//   rc_viewport viewport();  // as the toolkit has it now
//   double breadth();        // the length across the axis; 0 while nothing can be measured
//   void set_scroll_length(double length);
//   void set_offset(double offset, bool animated);
//   view make_view(int64_t item);  // new or a recycled one, showing the item
//   double measure(view &view, int64_t item, uint32_t columns);  // its extent, in points
//   void place(view &view, const rangecore::frame &frame);
//   void recycle(view view);   // hides it; it may be used for another item
//   void wake(double seconds);  // calls `host.update()` once after that time, instead of any
//   earlier wish
// };
// ```
//
// Members are called during `host::update`, and must not edit the list. Offsets are the toolkit's
// own, from the start of the list to the outer edge of the viewport, also past an end in a bounce.
// The viewport is `is_user_driven` when the user moves the list, and `is_held` while whatever moves
// it (a finger, a fling, an animation) would overwrite a correction; `time` and `jitter` are the
// host's.
#ifndef RANGECORE_HOST_HPP
#define RANGECORE_HOST_HPP

#include <rangecore_host.h>
#include <rangecore.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
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

/// Keeps the views of a surface in line with a list: the loop of `rangecore_host.h`.
///
/// Call `update` when the viewport has moved, when the surface is laid out, when it is no longer
/// held, and after edits of `items`. It updates the list, measures the rows on screen, and updates
/// again until all are measured; then it gives the surface the scroll length, the offset and the
/// places of the views. Then it measures rows ahead, within `measuring_budget`.
///
/// An item gets a view when it comes on screen, or earlier when it is measured ahead, and keeps it,
/// wherever edits move it, until it leaves the display range. While the viewport is held, offsets
/// are left alone, and the views are placed with respect to the held offset.
///
/// The host makes all updates of its list. Use it, as the list, from one thread at a time. The
/// surface must outlive it; when it is destroyed, all views are recycled.
template <typename Surface>
class host {
 public:
  using view = typename Surface::view;

  /// The list, to be edited at any time but during the surface's members and `on_update`.
  list items;

  /// How long one update may measure rows ahead of the visible ones, in seconds. The rest follows
  /// in an update of its own, after a pause of the same length. With 0 nothing is measured ahead.
  double measuring_budget = 0.004;

  /// Called after each update of the list, of which one of the host has one to ten, with what
  /// entered and left the ranges; removed items come first, with the indices of the update before.
  std::function<void(const update &)> on_update;

  /// Called when a batch is due at an end, with what is to be finished, on any thread, once its
  /// items are inserted; then call `update`. A fetch that is dropped counts as cancelled. Inserting
  /// and finishing within the call is allowed. Without a function nothing is fetched.
  std::function<void(rc_end, fetch)> on_fetch;

  /// Returns how many items fit side by side, for a new breadth. Without it the columns stay.
  std::function<uint32_t(double)> columns_for_breadth;

  /// Returns the time in seconds, from any start on; by default that of a steady clock.
  std::function<double()> clock = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  };

  /// Creates a host with an empty list. Throws `rangecore::error` as `rangecore::list` does.
  explicit host(Surface &surface, const rc_list_options *options = nullptr)
      : items(options), surface_(surface) {
    rc_host_options_init(&options_);
    rc_host *made = nullptr;
    check(rc_host_create(items.get(), &options_, nullptr, &made));
    host_.reset(made);
  }
  host(const host &) = delete;
  host &operator=(const host &) = delete;
  ~host() {
    for (auto &it : views_) recycle(it);
  }

  /// Brings the list and the views in line with the viewport. During an update it takes effect
  /// afterwards; while the host sets the offset or the scroll length it does nothing. Throws
  /// `rangecore::error`, also if `measure` returns a number that is none; the next call goes on.
  ///
  /// Complexity: that of `rc_host_begin` and the surface's members. Allocates nothing while it
  /// scrolls but what they do.
  void update() {
    if (is_updating_) {
      is_outdated_ = is_outdated_ || !is_writing_;
      return;
    }
    flag updating(is_updating_);
    double wakes_at = 0;
    int rounds = 0;
    do {
      is_outdated_ = false;
      wakes_at = step();
    } while (is_outdated_ && ++rounds < 3);
    double now = clock();
    if (is_outdated_) wakes_at = now;
    if (wakes_at < std::numeric_limits<double>::infinity()) {
      surface_.wake(std::max(wakes_at - now, 0.0));
    }
  }

  /// Scrolls so that an item is at a fraction of the viewport (see `rangecore::fraction`), as the
  /// program; once there is a viewport. What is measured on the way does not shift the target. Not
  /// during an update; throws `ARGUMENT` for an index out of bounds.
  void scroll_to(int64_t index, double at = fraction::nearest, bool animated = false) {
    check(rc_host_scroll_to(host_.get(), index, at, 0, animated),
          {{"fraction", at}, {"index", double(index)}}, items.count());
    animates_ = animated;
    update();
  }

  /// Measures all rows again, visible ones at once, as after a change of the text size. A new
  /// breadth needs no call.
  void remeasure() {
    items.mark_provisional({0, items.count()});
    update();
  }

  /// Measures the row of an item again, whose content has changed. If it is visible it keeps its
  /// start on screen, and so grows downward; a row that is marked as provisional instead leaves
  /// what is on screen beside it in place. Throws `ARGUMENT` for an index out of bounds. During an
  /// update the row is only marked.
  void remeasure(int64_t index) {
    update();
    rc_interval visible = latest_.visible;
    bool is_visible = index >= visible.lower && index < visible.upper && surface_.breadth() > 0;
    if (!is_visible || is_updating_ || !set_extents(items.items_of_row(items.row_of_item(index)))) {
      items.mark_provisional({index, index + 1});
    }
    update();
  }

  /// Changes the columns and the spacing; rows keep their extents until they are measured again.
  void set_layout(uint32_t columns, double spacing) { items.set_layout(columns, spacing, true); }

  /// Returns the view of an item; NULL if it has none. Valid until the next update.
  view *view_of(int64_t index) {
    uint32_t node;
    bool has_node = rc_host_find(host_.get(), index, &node) == RC_STATUS_OK;
    return has_node && node < views_.size() && views_[node] ? &*views_[node] : nullptr;
  }

  /// Returns how many items have a view.
  size_t view_count() const {
    return size_t(std::count_if(views_.begin(), views_.end(), [](auto &it) { return !!it; }));
  }

  /// Returns the last update of the list, without its changes.
  const rc_update &latest() const { return latest_; }

 private:
  struct flag {
    explicit flag(bool &value) : value(value), before(value) { value = true; }
    ~flag() { value = before; }
    bool &value;
    bool before;
  };

  /// Makes a step; returns when to make the next one.
  double step() {
    rc_viewport viewport = surface_.viewport();
    viewport.time = clock();
    viewport.jitter = std::uniform_real_distribution<double>(0, 1)(random_);
    double breadth = surface_.breadth();
    uint32_t columns = 0;
    if (breadth > 0 && breadth != breadth_ && columns_for_breadth) {
      columns = columns_for_breadth(breadth);
    }
    if (options_.budget != measuring_budget) {
      options_.budget = measuring_budget;
      check(rc_host_set_options(host_.get(), &options_), {{"budget", measuring_budget}});
    }
    rc_host_step step;
    check(rc_host_begin(host_.get(), &viewport, breadth, columns, &step));
    if (breadth > 0) breadth_ = breadth;
    for (uint32_t told = 0;;) {
      if (step.rounds != std::exchange(told, step.rounds)) tell(step.update);
      if (step.is_done) break;
      double extent = 0;
      if (step.ask_count > 0) extent = measure(step.nodes[step.asks[0]]);
      check(rc_host_measured(host_.get(), &extent, step.ask_count > 0, clock(), &step),
            {{"extents", extent}});
    }
    apply(step);
    for (rc_end end : {RC_END_TAIL, RC_END_HEAD}) begin_fetch(end);
    return step.next_time;
  }

  void tell(const rc_update &told) {
    latest_ = told;
    struct update update;
    static_cast<rc_update &>(update) = told;
    items.remember(update);
    if (on_update) on_update(update);
    latest_.changes = {};
  }

  /// Does what a step says once it is done.
  void apply(const rc_host_step &step) {
    for (size_t i = 0; i < step.released_count; i++) recycle(views_[step.released[i]]);
    // One that was made, but could not be measured.
    for (size_t i = 0; i < step.freed_count; i++) {
      if (step.freed[i] < views_.size()) recycle(views_[step.freed[i]]);
    }
    if (step.sets_length) {
      flag writing(is_writing_);
      surface_.set_scroll_length(step.scroll_length);
    }
    if (step.sets_offset) {
      flag writing(is_writing_);
      surface_.set_offset(step.offset, false);
      check(rc_host_wrote(host_.get(), surface_.viewport().offset));
    }
    if (step.has_target && std::exchange(animates_, false)) {
      surface_.set_offset(step.target_offset, true);
    }
    for (size_t i = 0; i < step.news_count; i++) {
      const rc_host_node &node = step.nodes[step.news[i]];
      if (!node.has_view || !node.has_moved) continue;
      surface_.place(made(node),
                     {node.start, node.extent, node.column, node.columns, node.is_pinned});
    }
  }

  view &made(const rc_host_node &node) {
    if (node.node >= views_.size()) {
      views_.resize(node.node + 1);
      columns_.resize(node.node + 1);
    }
    columns_[node.node] = node.columns;
    if (!views_[node.node]) views_[node.node].emplace(surface_.make_view(node.index));
    return *views_[node.node];
  }

  double measure(const rc_host_node &node) {
    return surface_.measure(made(node), node.index, node.columns);
  }

  /// Measures the items of a row; returns whether all have views.
  bool set_extents(rc_interval row) {
    std::vector<uint32_t> nodes;
    std::vector<double> extents;
    for (int64_t index = row.lower; index < row.upper; index++) {
      uint32_t node;
      if (view_of(index) == nullptr) return false;
      check(rc_host_find(host_.get(), index, &node));
      nodes.push_back(node);
      extents.push_back(surface_.measure(*views_[node], index, columns_[node]));
    }
    bool is_any;
    check(rc_host_set_extents(host_.get(), nodes.data(), extents.data(), nodes.size(), &is_any));
    return true;
  }

  void recycle(std::optional<view> &view) {
    if (view) surface_.recycle(std::move(*view));
    view.reset();
  }

  void begin_fetch(rc_end end) {
    if (!on_fetch || latest_.batches[end].answer != RC_BATCH_ANSWER_YES) return;
    rc_batch_context *context;
    rc_batch_token token;
    rc_status status = rc_list_begin_batch(items.get(), end, &context, &token);
    if (status != RC_STATUS_OK) return;
    int64_t count = items.count();
    fetch fetch(context, token);
    on_fetch(end, std::move(fetch));
    is_outdated_ = is_outdated_ || items.count() != count;
  }

  struct destroyer {
    void operator()(rc_host *host) const { rc_host_destroy(host); }
  };
  Surface &surface_;
  std::unique_ptr<rc_host, destroyer> host_;
  rc_host_options options_;
  // By the numbers of nodes.
  std::vector<std::optional<view>> views_;
  std::vector<uint32_t> columns_;
  rc_update latest_ = {};
  double breadth_ = 0;
  bool is_updating_ = false, is_outdated_ = false, is_writing_ = false, animates_ = false;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace rangecore

#endif
