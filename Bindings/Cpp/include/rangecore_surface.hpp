// What a toolkit and a host tell each other. A toolkit supplies a surface, which belongs to one
// thread and whose members must not edit the list:
//     using view = std::unique_ptr<label>;  // movable; one per item that is near
//     rc_viewport get_viewport();  // as the toolkit has it now, but for `time` and `jitter`
//     double breadth();            // the length across the axis; 0 while nothing can be measured
//     void set_scroll_length(double length);
//     void set_offset(double offset, bool animated);
//     view make_view(int64_t item);
//         // new or a recycled one, which shows the item, with all that it shows whenever it is
//         // placed: a row that comes back has its extent, and is placed without being measured
//     double measure(view &view, int64_t item, uint32_t columns);  // its extent, in points
//     void place(view &view, const rangecore::frame &frame);
//     void recycle(view view);  // hides it; it may be used for another item
//     void schedule(double seconds, std::function<void()> work);
//         // calls `work` on this thread after that time, never at once; called on any thread
#ifndef RANGECORE_SURFACE_HPP
#define RANGECORE_SURFACE_HPP

#include <rangecore_host.h>
#include <rangecore_work.hpp>

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace rangecore {

/// Where the view of an item is among the content, in points from scroll offset 0.
///
/// ```cpp
/// rangecore::frame frame{100, 44};
/// double top = frame.start - 60;  // on screen, at the offset 60
/// std::printf("%.0f … %.0f\n", top, top + frame.extent);
/// ```
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

/// An item that is near, as a host tells of it.
///
/// ```cpp
/// host.on_entered = [&](const rangecore::node<page::view> &node, rc_state flag) {
///   if (flag == RC_STATE_VISIBLE) std::printf("item %d is seen\n", int(node.index));
/// };
/// ```
template <typename View>
struct node {
  /// Its index, after all edits; −1 once it was removed.
  int64_t index;
  /// Follows the item through all edits for as long as it is near, and then is that of another.
  uint32_t number;
  /// NULL if it has none.
  View *view;
};

namespace detail {

#define RANGECORE_HAS(name, expression)                                                   \
  template <typename Surface, typename = void>                                            \
  struct has_##name : std::false_type {};                                                 \
  template <typename Surface>                                                             \
  struct has_##name<Surface, std::void_t<decltype(std::declval<Surface &>().expression)>> \
      : std::true_type {};
RANGECORE_HAS(get_viewport, get_viewport().offset)
RANGECORE_HAS(breadth, breadth() + 0.0)
RANGECORE_HAS(set_scroll_length, set_scroll_length(0.0))
RANGECORE_HAS(set_offset, set_offset(0.0, true))
RANGECORE_HAS(make_view, make_view(int64_t()))
RANGECORE_HAS(measure,
              measure(std::declval<typename Surface::view &>(), int64_t(), uint32_t()) + 0.0)
RANGECORE_HAS(place, place(std::declval<typename Surface::view &>(), frame()))
RANGECORE_HAS(recycle, recycle(std::declval<typename Surface::view>()))
RANGECORE_HAS(schedule, schedule(0.0, std::function<void()>()))
#undef RANGECORE_HAS

/// Says which member a surface lacks, or has with other arguments.
template <typename Surface>
constexpr bool is_surface() {
  static_assert(has_get_viewport<Surface>(), "the surface needs rc_viewport get_viewport()");
  static_assert(has_breadth<Surface>(), "the surface needs double breadth()");
  static_assert(has_set_scroll_length<Surface>(),
                "the surface needs void set_scroll_length(double length)");
  static_assert(has_set_offset<Surface>(),
                "the surface needs void set_offset(double offset, bool animated)");
  static_assert(has_make_view<Surface>(), "the surface needs view make_view(int64_t item)");
  static_assert(has_measure<Surface>(),
                "the surface needs double measure(view &view, int64_t item, uint32_t columns)");
  static_assert(has_place<Surface>(),
                "the surface needs void place(view &view, const rangecore::frame &frame)");
  static_assert(has_recycle<Surface>(), "the surface needs void recycle(view view)");
  static_assert(has_schedule<Surface>(),
                "the surface needs void schedule(double seconds, std::function<void()> work)");
  return true;
}

/// The nodes of a host: their views, and what is told of their states.
template <typename View>
class nodes {
 public:
  using callback = std::function<void(const node<View> &, rc_state flag)>;

  std::unordered_map<uint32_t, View> views;
  /// Those whose contents are others: their views are to be made, and placed.
  std::unordered_set<uint32_t> renewed;

  View *view_of(uint32_t number) {
    auto it = views.find(number);
    return it == views.end() ? nullptr : &it->second;
  }

  /// Returns the nodes of these items, by index.
  std::map<int64_t, uint32_t> in(const rc_host *host, rc_interval items) const {
    std::map<int64_t, uint32_t> found;
    for (const auto &it : states_) {
      int64_t index = index_of(host, it.first);
      if (index >= items.lower && index < items.upper) found.emplace(index, it.first);
    }
    return found;
  }

  /// Takes the view of a node with other contents. It leaves all that it is in, and enters it.
  std::optional<View> renew(uint32_t number) {
    renewed.insert(number);
    auto view = views.extract(number);
    changes_.push_back({number, states_[number], RC_STATE_MEASURE_LAYOUT});
    changes_.push_back({number, RC_STATE_MEASURE_LAYOUT, states_[number]});
    if (!view) return std::nullopt;
    return std::move(view.mapped());
  }

  /// Notes what a done step tells, and takes the views that it has released.
  std::unordered_map<uint32_t, View> note(const rc_host_step &step) {
    for (size_t i = 0; i < step.news_count; i++) {
      const rc_host_node &it = step.nodes[step.news[i]];
      auto known = states_.emplace(it.node, rc_state(RC_STATE_MEASURE_LAYOUT)).first;
      if (known->second != it.state) changes_.push_back({it.node, known->second, it.state});
      known->second = it.state;
    }
    for (size_t i = 0; i < step.freed_count; i++) {
      renewed.erase(step.freed[i]);
      auto known = states_.extract(step.freed[i]);
      if (known) changes_.push_back({known.key(), known.mapped(), RC_STATE_MEASURE_LAYOUT});
    }
    std::unordered_map<uint32_t, View> released;
    for (size_t i = 0; i < step.released_count; i++)
      released.insert(views.extract(step.released[i]));
    return released;
  }

  /// Tells what was noted, from the outer flags inward; what leaves first. One that throws keeps
  /// none of the others from being told; the first error is thrown in the end.
  void tell(const rc_host *host, std::unordered_map<uint32_t, View> &released,
            const callback &entered, const callback &left) {
    std::vector<change> changes = std::exchange(changes_, {});
    std::exception_ptr error;
    for (bool leaves : {true, false}) {
      for (const change &it : changes) {
        int lost = it.before & ~it.after, gained = it.after & ~it.before;
        if ((lost != 0) != leaves) continue;
        auto view = released.find(it.number);
        node<View> found{index_of(host, it.number), it.number,
                         view == released.end() ? view_of(it.number) : &view->second};
        for (int bit = 7; bit > 0; bit--) call(left, found, lost & 1 << bit, error);
        for (int bit = 1; bit < 8; bit++) call(entered, found, gained & 1 << bit, error);
      }
    }
    if (error) std::rethrow_exception(error);
  }

 private:
  struct change {
    uint32_t number;
    rc_state before, after;
  };

  static int64_t index_of(const rc_host *host, uint32_t number) {
    int64_t index;
    return rc_host_index(host, number, &index) == RC_STATUS_OK ? index : -1;
  }
  static void call(const callback &callback, const node<View> &node, int flag,
                   std::exception_ptr &error) {
    if (!callback || flag == 0) return;
    try {
      callback(node, rc_state(flag));
    } catch (...) {
      if (!error) error = std::current_exception();
    }
  }

  // Of all that a step has told of, as it was told last.
  std::unordered_map<uint32_t, rc_state> states_;
  std::vector<change> changes_;
};

/// Gives views back in the end, whatever happens meanwhile.
template <typename Surface>
struct released {
  Surface &surface;
  std::unordered_map<uint32_t, typename Surface::view> views;
  ~released() {
    for (auto &it : views) surface.recycle(std::move(it.second));
  }
};

}  // namespace detail

}  // namespace rangecore

#endif
