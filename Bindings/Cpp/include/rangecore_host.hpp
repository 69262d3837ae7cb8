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

/// Keeps the views of a surface in line with a list.
///
/// Call `update` when the viewport has moved, when the surface is laid out, when it is no longer
/// held, and after edits of `items`. It updates the list, measures the visible rows, and updates
/// again until all are measured, ten times at most; then it gives the surface the scroll length,
/// the offset and the places of the views. Then it measures rows ahead, within `measuring_budget`.
///
/// An item gets a view when it becomes visible, or earlier when it is measured ahead, and keeps it,
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
    if (options != nullptr) {
      columns_ = options->columns;
      spacing_ = options->spacing;
    }
  }
  host(const host &) = delete;
  host &operator=(const host &) = delete;
  ~host() {
    for (slot &it : slots_) surface_.recycle(std::move(it.view));
  }

  /// Brings the list and the views in line with the viewport. During an update it takes effect
  /// afterwards; while the host sets the offset or the scroll length it does nothing. Throws
  /// `rangecore::error`, also if `measure` returns a number that is none; the next call goes on.
  ///
  /// Complexity: O(log n + views) and the surface's members. Allocates nothing while it scrolls but
  /// what they do.
  void update() {
    if (is_updating_) {
      is_outdated_ = is_outdated_ || !is_writing_;
      return;
    }
    flag updating(is_updating_);
    int rounds = 0;
    do {
      is_outdated_ = false;
      step();
    } while (is_outdated_ && ++rounds < 3);
    if (is_outdated_) wakes_at_ = std::min(wakes_at_, clock());
    if (wakes_at_ < std::numeric_limits<double>::infinity()) {
      surface_.wake(std::max(wakes_at_ - clock(), 0.0));
    }
  }

  /// Scrolls so that an item is at a fraction of the viewport (see `rangecore::fraction`), as the
  /// program. What is measured on the way does not shift the target. Not during an update; throws
  /// `ARGUMENT` for an index out of bounds.
  void scroll_to(int64_t index, double at = fraction::nearest, bool animated = false) {
    update();
    double offset = items.set_scroll_target(index, at);
    if (animated) {
      surface_.set_offset(offset, true);
      return;
    }
    write(offset);
    target_ = index;
    update();
    target_.reset();
  }

  /// Measures all rows again, visible ones at once, as after a change of the text size. A new
  /// breadth needs no call.
  void remeasure() {
    items.mark_provisional({0, items.count()});
    update();
  }

  /// Changes the columns and the spacing; rows keep their extents until they are measured again.
  void set_layout(uint32_t columns, double spacing) {
    items.set_layout(columns, spacing, true);
    columns_ = columns;
    spacing_ = spacing;
  }

  /// Returns the view of an item; NULL if it has none. Valid until the next update.
  view *view_of(int64_t index) {
    auto place = find(index);
    return place != slots_.end() && place->index == index ? &place->view : nullptr;
  }

  /// Returns how many items have a view.
  size_t view_count() const { return slots_.size(); }

  /// Returns the last update of the list, without its changes.
  const rc_update &latest() const { return latest_; }

 private:
  struct slot {
    int64_t index;
    rangecore::host<Surface>::view view;
    std::optional<rangecore::frame> frame;
  };
  using slots = std::vector<slot>;

  struct flag {
    explicit flag(bool &value) : value(value), before(value) { value = true; }
    ~flag() { value = before; }
    bool &value;
    bool before;
  };

  // -- one step --

  void step() {
    rc_viewport viewport = surface_.viewport();
    double toolkit = viewport.offset;
    if (own_ && own_->toolkit == toolkit) {
      // What the host has set; the user has not scrolled there.
      viewport.offset = own_->exact;
      viewport.is_user_driven = false;
    } else {
      own_.reset();
    }
    double start = viewport.offset;
    take_breadth();
    take_rows();
    wakes_at_ = std::numeric_limits<double>::infinity();
    deadline_.reset();
    bool is_settled = false;
    for (int round = 0; round < 10 && !is_settled; round++) {
      advance(viewport);
      is_settled = !measure(viewport);
    }
    // Rows whose extents never stay the same. What was measured last has yet to count.
    if (!is_settled) wake_later();
    if (!scroll_length_ || *scroll_length_ != latest_.scroll_length) {
      flag writing(is_writing_);
      surface_.set_scroll_length(latest_.scroll_length);
      scroll_length_ = latest_.scroll_length;
    }
    if (viewport.offset != start) write(viewport.offset);
    place_views();
    for (rc_end end : {RC_END_TAIL, RC_END_HEAD}) begin_fetch(end);
    wakes_at_ = std::min(wakes_at_, latest_.next_time);
  }

  /// Updates the list, and gives each view the index that its item has now.
  void advance(rc_viewport &viewport) {
    viewport.time = clock();
    viewport.jitter = std::uniform_real_distribution<double>(0, 1)(random_);
    struct update update = items.update(viewport);
    latest_ = update;
    rc_pinned_header pinned;
    has_pinned_ = rc_list_pinned_header(items.get(), &pinned) == RC_STATUS_OK;
    if (has_pinned_) pinned_ = pinned;
    viewport.offset += update.correction;
    viewport.landing_offset += update.correction;
    viewport.is_user_driven = false;
    follow();
    if (on_update) on_update(update);
    latest_.changes = {};
    release();
  }

  void follow() {
    bool is_sorted = true;
    for (slot &it : slots_) {
      int64_t now;
      bool is_there = rc_list_index_now(items.get(), it.index, &now) == RC_STATUS_OK;
      it.index = is_there ? now : -1;
      is_sorted = is_sorted && (&it == &slots_.front() || (&it)[-1].index < it.index);
    }
    if (is_sorted) return;
    std::sort(slots_.begin(), slots_.end(),
              [](const slot &a, const slot &b) { return a.index < b.index; });
  }

  /// Recycles the views of items that were removed or have left the display range.
  void release() {
    auto kept = slots_.begin();
    for (auto it = slots_.begin(); it != slots_.end(); ++it) {
      bool stays = it->index >= 0 && is_near(it->index);
      if (!stays) surface_.recycle(std::move(it->view));
      if (!stays) continue;
      if (kept != it) *kept = std::move(*it);
      ++kept;
    }
    slots_.erase(kept, slots_.end());
  }

  /// Returns whether an item is visible, in the display range, or pinned.
  bool is_near(int64_t index) const {
    return (items.state(index) & RC_STATE_DISPLAY) || (has_pinned_ && index == pinned_.index);
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
    bool is_done = items.count() != count;
    is_outdated_ = is_outdated_ || is_done;
  }

  /// Scrolls as the program. The toolkit may round the offset, or tell of it later.
  void write(double offset) {
    flag updating(is_updating_), writing(is_writing_);
    surface_.set_offset(offset, false);
    double toolkit = surface_.viewport().offset;
    own_ = own{toolkit, std::abs(toolkit - offset) < 1 ? offset : toolkit};
  }

  /// After a pause as long as the work, so that half of the time is left for everything else.
  void wake_later() { wakes_at_ = std::min(wakes_at_, clock() + measuring_budget); }

  void take_breadth() {
    double breadth = surface_.breadth();
    if (!(breadth > 0) || breadth == breadth_) return;
    uint32_t columns = columns_for_breadth ? columns_for_breadth(breadth) : columns_;
    if (columns != columns_) {
      set_layout(columns, spacing_);
    } else if (breadth_ > 0) {
      items.mark_provisional({0, items.count()});
    }
    breadth_ = breadth;
  }

  /// Rows that hold other items than before are measured again.
  void take_rows() {
    int64_t first = std::exchange(items.regrouped_, items.none_);
    if (first >= items.count() || items.measured_row_count() == 0) return;
    items.mark_provisional({first, items.count()});
  }

  // -- measuring --

  /// Measures the visible rows or, if they are measured, those ahead; returns whether there were
  /// any, and another update must follow.
  bool measure(const rc_viewport &viewport) {
    if (breadth_ <= 0) return false;
    double start = latest_.offset + viewport.inset_start;
    double end = std::max(start, latest_.offset + viewport.length - viewport.inset_end);
    bool measures = has_pinned_ && measure_row(items.row_of_item(pinned_.index));
    measures = measure_visible(start, end) || measures;
    return measures || measure_ahead(viewport.length, start, end);
  }

  // What stays in place while others are measured: the first row on screen, the target of a scroll
  // or, at the end of the content, that end. Measuring goes outward from it, as far as can be seen:
  //
  //     estimated   [  0 |  1 |  2 |  3 |  4 ]
  //     measured    [     0     |     1     |··      rows 2 to 4 were pushed off the screen
  bool measure_visible(double start, double end) {
    rc_interval visible = latest_.visible;
    if (visible.lower == visible.upper) return false;
    rc_interval rows = rows_of(visible);
    int64_t origin = rows.lower;
    bool is_at_end = items.length() - end <= 1 && start > 1;
    if (is_at_end) origin = rows.upper;
    if (target_ && *target_ >= visible.lower && *target_ < visible.upper) {
      origin = items.row_of_item(*target_);
    }
    return measure_outward(rows, origin, start, end, nullptr);
  }

  bool measure_ahead(double length, double start, double end) {
    rc_interval display = latest_.ranges[RC_RANGE_DISPLAY], visible = latest_.visible;
    if (display.lower == display.upper || measuring_budget <= 0) return false;
    double now = clock();
    if (!deadline_) deadline_ = now + measuring_budget;
    rc_tuning tuning = items.tuning(latest_.mode, RC_RANGE_DISPLAY);
    bool is_backward = latest_.direction == RC_DIRECTION_BACKWARD;
    double before = (is_backward ? tuning.leading : tuning.trailing) * length;
    double after = (is_backward ? tuning.trailing : tuning.leading) * length;
    rc_interval near = {std::min(display.lower, visible.lower),
                        std::max(display.upper, visible.upper)};
    rc_interval rows = items.unmeasured_rows(near);
    if (rows.lower == rows.upper) return false;
    if (now >= *deadline_) {
      wake_later();
      return false;
    }
    int64_t origin = items.row_of_item(std::min(visible.lower, items.count() - 1));
    return measure_outward(rows_of(near), origin, start - before, end + after, &*deadline_);
  }

  /// Measures rows from a place on in both directions, nearest first, while they begin within
  /// `start ..< end`, and until a time; returns whether there was any.
  bool measure_outward(rc_interval rows, int64_t origin, double start, double end,
                       const double *deadline) {
    int64_t after = origin, before = origin - 1;
    double place = row_start(origin);
    bool measures = false;
    while (after < rows.upper || before >= rows.lower) {
      if (deadline != nullptr && measures && clock() >= *deadline) {
        wake_later();
        return true;
      }
      // Where the rows before the origin are measured, the origin stays in place.
      double shift = row_start(origin) - place;
      if (after < rows.upper && row_start(after) - shift >= end) after = rows.upper;
      if (before >= rows.lower && row_start(before + 1) - spacing_ - shift <= start) {
        before = rows.lower - 1;
      }
      bool goes_on =
          after < rows.upper && (before < rows.lower || after - origin <= origin - 1 - before);
      if (!goes_on && before < rows.lower) break;
      measures = measure_row(goes_on ? after++ : before--) || measures;
    }
    return measures;
  }

  /// Measures a row unless it is measured already, or has no items that may have views.
  bool measure_row(int64_t row) {
    rc_interval of_row = items.items_of_row(row);
    rc_item item = items.item(of_row.lower);
    if (item.is_measured && !item.is_provisional) return false;
    double extent = 0;
    for (int64_t index = of_row.lower; index < of_row.upper; index++) {
      if (!is_near(index)) return false;
      double measured = surface_.measure(made(index).view, index, columns_at(index));
      // A number that is none must not get lost.
      if (!(measured <= extent)) extent = measured;
    }
    check(rc_list_set_row_extents(items.get(), row, 1, &extent), {{"extents", extent}});
    return true;
  }

  // -- places --

  double row_start(int64_t row) const {
    // What follows the last row.
    if (items.count() == 0) return 0;
    int64_t last = items.row_of_item(items.count() - 1);
    if (row > last) return items.length() + spacing_;
    return items.item(items.items_of_row(row).lower).offset;
  }

  rc_interval rows_of(rc_interval of) const {
    return {items.row_of_item(of.lower), items.row_of_item(of.upper - 1) + 1};
  }

  /// How many items share the breadth with an item.
  uint32_t columns_at(int64_t index) const {
    rc_section section;
    if (rc_list_section_of_item(items.get(), index, &section) != RC_STATUS_OK) return columns_;
    return index == section.items.lower ? 1 : section.columns;
  }

  frame frame_of(int64_t index) const {
    rc_item item = items.item(index);
    frame frame;
    frame.is_pinned = has_pinned_ && index == pinned_.index;
    frame.start = (frame.is_pinned ? pinned_.offset : item.offset) - latest_.pending;
    frame.extent = item.extent;
    frame.columns = columns_at(index);
    frame.column = uint32_t(index - items.items_of_row(items.row_of_item(index)).lower);
    return frame;
  }

  /// Makes the missing views of visible items, and places those whose places have changed.
  void place_views() {
    if (breadth_ <= 0) return;
    for (int64_t it = latest_.visible.lower; it < latest_.visible.upper; it++) made(it);
    if (has_pinned_) made(pinned_.index);
    for (slot &it : slots_) {
      frame frame = frame_of(it.index);
      if (it.frame && *it.frame == frame) continue;
      it.frame = frame;
      surface_.place(it.view, frame);
    }
  }

  typename slots::iterator find(int64_t index) {
    return std::lower_bound(slots_.begin(), slots_.end(), index,
                            [](const slot &it, int64_t index) { return it.index < index; });
  }

  slot &made(int64_t index) {
    auto place = find(index);
    if (place != slots_.end() && place->index == index) return *place;
    size_t position = size_t(place - slots_.begin());
    slot made{index, surface_.make_view(index), std::nullopt};
    return *slots_.insert(slots_.begin() + std::ptrdiff_t(position), std::move(made));
  }

  struct own {
    double toolkit, exact;
  };

  Surface &surface_;
  slots slots_;  // by index
  rc_update latest_ = {};
  rc_pinned_header pinned_ = {};
  bool has_pinned_ = false;
  uint32_t columns_ = 1;
  double spacing_ = 0;
  double breadth_ = 0;
  std::optional<double> scroll_length_;
  std::optional<own> own_;
  std::optional<int64_t> target_;
  std::optional<double> deadline_;
  double wakes_at_ = std::numeric_limits<double>::infinity();
  bool is_updating_ = false, is_writing_ = false, is_outdated_ = false;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace rangecore

#endif
