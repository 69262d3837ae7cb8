// RangeCore for C++17: ownership, and errors as exceptions. Everything else is in rangecore.h,
// rangecore_names.h, rangecore_sections.h, rangecore_lanes.h, rangecore_motion.h and
// rangecore_diff.h.
#ifndef RANGECORE_HPP
#define RANGECORE_HPP

#include <rangecore.h>
#include <rangecore_diff.h>
#include <rangecore_keep.h>
#include <rangecore_lanes.h>
#include <rangecore_motion.h>
#include <rangecore_names.h>
#include <rangecore_sections.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rangecore {

namespace qt {
class list_view;
}

/// A call that the library refused; nothing has changed. `what()` is the text of the status and, if
/// an argument is invalid, its name, which is also in `argument`, and its value.
///
/// ```cpp
/// rangecore::list list;
/// try {
///   list.insert(-1, 3);
/// } catch (const rangecore::error &error) {
///   std::puts(error.what());  // invalid argument: index is -1
/// }
/// ```
struct error : std::runtime_error {
  rc_status status;
  std::string argument;
  explicit error(rc_status reason, std::string_view name = {}, std::string_view value = {})
      : runtime_error(rc_status_text(reason) + (name.empty() ? "" : ": " + std::string(name)) +
                      (value.empty() ? "" : " is " + std::string(value))),
        status(reason),
        argument(name) {}
};

namespace detail {

/// An argument of a call: numbers by their value, arrays by the first that cannot be an extent.
/// Text is made of it only if it is refused, so that other calls do not allocate.
struct argument {
  /// One whose value is not shown.
  argument(std::string_view it) : name(it), value(NAN), kind(shown_as::nothing) {}
  template <typename Number>
  argument(std::string_view it, Number number)
      : name(it),
        value(double(number)),
        whole(std::is_integral_v<Number> ? int64_t(number) : 0),
        kind(std::is_integral_v<Number> ? shown_as::whole : shown_as::real) {}
  /// An element of an array.
  template <typename Number>
  argument(std::string_view it, size_t at, Number number) : argument(it, number) {
    place = int64_t(at);
  }
  argument(std::string_view array, const std::vector<double> &values)
      : name(array), value(0), kind(shown_as::nothing) {
    for (const double &it : values) {
      if (it >= 0 && it <= extent_max) continue;
      *this = argument(array, size_t(&it - values.data()), it);
      break;
    }
  }

  /// Its name, with its place in an array.
  std::string full_name() const {
    return std::string(name) + (place < 0 ? "" : "[" + std::to_string(place) + "]");
  }
  std::string text() const {
    if (kind == shown_as::nothing) return "";
    if (kind == shown_as::whole) return std::to_string(whole);
    if (std::isnan(value)) return "nan";
    std::ostringstream text;
    text.precision(15);
    text << value;
    return text.str();
  }

  bool is(std::initializer_list<std::string_view> names) const {
    for (std::string_view it : names) {
      if (it == name) return true;
    }
    return false;
  }
  /// Returns whether some call with it is allowed, in a list of so many items.
  bool is_allowed(double count) const {
    if (!std::isfinite(value)) return false;
    if (is({"fraction"}) && value == RC_FRACTION_NEAREST) return true;
    if (is({"fraction", "jitter"})) return value >= 0 && value <= 1;
    if (is({"offset", "shift", "item_place", "velocity", "landing_offset", "leading_screens",
            "breadth"})) {
      return true;
    }
    return value >= 0 && !(value > count && is({"index", "lower", "upper", "to", "item", "row"}));
  }

  /// Returns whether it is past a limit of the library, whatever the others are.
  bool is_too_much() const {
    return value > (is({"count"}) ? double(RC_ITEM_COUNT_MAX) : extent_max) &&
           is({"count", "estimate", "extents"});
  }

  static constexpr double extent_max = double(RC_ITEM_TICKS_MAX) / RC_TICKS_PER_POINT;
  enum class shown_as { nothing, whole, real };
  std::string_view name;
  double value;
  int64_t whole = 0, place = -1;
  shown_as kind;
};

using arguments = std::initializer_list<argument>;

/// Returns the first argument that is never allowed; otherwise the lower bound of a reversed
/// interval, an index at the end, or the last argument.
inline const argument *refused(arguments all, double count) {
  const argument *lower = nullptr, *at_end = nullptr, *last = nullptr;
  bool inserts = false;
  for (const argument &it : all) {
    if (!it.is_allowed(count)) return &it;
    if (it.is({"upper"}) && lower != nullptr && lower->value > it.value) return lower;
    if (it.is({"lower"})) lower = &it;
    if (it.is({"index", "item"}) && it.value == count) at_end = &it;
    inserts = inserts || it.is({"count"});
    last = &it;
  }
  return at_end != nullptr && !inserts ? at_end : last;
}

/// Returns the first argument that is past a limit by itself, or NULL.
inline const argument *too_much(arguments all) {
  for (const argument &it : all) {
    if (it.is_too_much()) return &it;
  }
  return nullptr;
}

}  // namespace detail

/// Throws unless a status is OK; of these arguments, the error names the one that was refused.
inline void check(rc_status status, detail::arguments all = {}, int64_t count = 0) {
  if (status == RC_STATUS_OK) return;
  const detail::argument *it = nullptr;
  if (status == RC_STATUS_ARGUMENT) it = detail::refused(all, double(count));
  if (status == RC_STATUS_LIMIT) it = detail::too_much(all);
  if (it == nullptr) throw error(status);
  throw error(status, it->full_name(), it->text());
}

/// The same, for a viewport, and of a host also a breadth.
inline void check(rc_status status, const rc_viewport &viewport, int64_t count,
                  double breadth = 0) {
  if (status == RC_STATUS_OK) return;
  check(status,
        {{"breadth", breadth},
         {"offset", viewport.offset},
         {"length", viewport.length},
         {"inset_start", viewport.inset_start},
         {"inset_end", viewport.inset_end},
         {"item_place", viewport.item_place},
         {"velocity", viewport.velocity},
         {"landing_offset", viewport.landing_offset},
         {"time", viewport.time},
         {"jitter", viewport.jitter},
         {"item", viewport.has_item ? viewport.item : 0}},
        count);
}

/// A fetch of a batch; can be finished on any thread, and after its list was destroyed. If it is
/// destroyed unfinished it counts as cancelled, so that its end does not wait for it forever.
///
/// ```cpp
/// rangecore::list list;
/// rangecore::fetch fetch = list.begin_batch(RC_END_TAIL);
/// list.insert(0, 20);
/// fetch.finish(RC_BATCH_OUTCOME_COMPLETED);
/// ```
class fetch {
 public:
  fetch(rc_batch_context *context, rc_batch_token token) : context_(context), token_(token) {}
  fetch(fetch &&) = default;
  fetch &operator=(fetch &&other) noexcept {
    std::swap(context_, other.context_);
    std::swap(token_, other.token_);
    return *this;
  }
  ~fetch() { rc_batch_context_finish(context_.get(), token_, RC_BATCH_OUTCOME_CANCELLED); }

  void finish(rc_batch_outcome outcome) {
    check(rc_batch_context_finish(context_.get(), token_, outcome), {{"outcome"}});
  }
  rc_batch_outcome outcome() const { return rc_batch_context_outcome(context_.get(), token_); }

 private:
  struct releaser {
    void operator()(rc_batch_context *context) const { rc_batch_context_release(context); }
  };
  std::unique_ptr<rc_batch_context, releaser> context_;
  rc_batch_token token_;
};

/// The result of an update. Its changes are borrowed from the list, and valid until its next edit
/// or update.
///
/// ```cpp
/// rangecore::list list;
/// list.insert(0, 100);
/// rc_viewport viewport;
/// rc_viewport_init(&viewport);
/// viewport.length = 480;
/// for (const rc_change &change : list.update(viewport)) {
///   if (change.after & RC_STATE_VISIBLE) std::printf("%d is visible\n", int(change.lower));
/// }
/// ```
struct update : rc_update {
  const rc_change *begin() const { return changes.items; }
  const rc_change *end() const { return changes.items + changes.count; }
  /// Whether to fetch at each end.
  const rc_batch_decision &tail() const { return batches[RC_END_TAIL]; }
  const rc_batch_decision &head() const { return batches[RC_END_HEAD]; }
};

inline std::ostream &operator<<(std::ostream &out, const rc_interval &it) {
  return out << it.lower << " ..< " << it.upper;
}

inline std::ostream &operator<<(std::ostream &out, const rc_batch_decision &it) {
  static constexpr const char *answers[] = {"no", "yes", "defer"};
  return out << answers[it.answer] << " (" << rc_batch_reason_text(it.reason) << "), remaining "
             << it.remaining;
}

/// Prints what changed, what is visible and in which ranges, and the rest.
inline std::ostream &operator<<(std::ostream &out, const update &it) {
  static constexpr const char *modes[] = {"full", "minimum", "visible only", "low memory"};
  static constexpr const char *presences[] = {"on screen", "near", "away"};
  static constexpr const char *directions[] = {"none", "forward", "backward"};
  out << "update(changes: [";
  for (const rc_change &change : it) {
    out << (&change == it.begin() ? "" : ", ") << rc_interval{change.lower, change.upper}
        << " from " << int(change.before) << " to " << int(change.after);
  }
  out << "], visible: " << it.visible << ", ranges: [";
  for (const rc_interval &range : it.ranges) out << (&range == it.ranges ? "" : ", ") << range;
  return out << "], correction: " << it.correction << ", pending: " << it.pending
             << ", scroll_length: " << it.scroll_length << ", offset: " << it.offset
             << ", next_time: " << it.next_time << ", tail: " << it.tail()
             << ", head: " << it.head() << ", mode: " << modes[it.mode]
             << ", presence: " << presences[it.presence]
             << ", direction: " << directions[it.direction] << ')';
}

/// Names for the fractions of `list::set_scroll_target`, which takes any in 0 … 1.
namespace fraction {
inline constexpr double start = 0, center = 0.5, end = 1, nearest = RC_FRACTION_NEAREST;
}

/// The edits that turn one sequence of ids into another, in the order in which they are applied.
///
/// ```cpp
/// for (const rc_edit &it : rangecore::diff({1, 2, 3}, {3, 1, 4})) {
///   std::printf("%d: %d ..< %d\n", int(it.kind), int(it.lower), int(it.upper));
/// }
/// ```
class diff {
 public:
  diff(const std::vector<rc_id> &old_ids, const std::vector<rc_id> &new_ids) {
    rc_diff *made = nullptr;
    check(rc_diff_create(old_ids.data(), old_ids.size(), new_ids.data(), new_ids.size(), nullptr,
                         &made),
          {{is_refused(old_ids) ? "old_ids" : "new_ids"}});
    diff_.reset(made);
    check(rc_diff_edits(made, &edits_, &count_));
  }

  const rc_edit *begin() const { return edits_; }
  const rc_edit *end() const { return edits_ + count_; }
  size_t size() const { return count_; }

 private:
  static bool is_refused(const std::vector<rc_id> &ids) {
    rc_diff *made = nullptr;
    rc_status status = rc_diff_create(ids.data(), ids.size(), nullptr, 0, nullptr, &made);
    rc_diff_destroy(made);
    return status == RC_STATUS_ARGUMENT;
  }

  struct destroyer {
    void operator()(rc_diff *diff) const { rc_diff_destroy(diff); }
  };
  std::unique_ptr<rc_diff, destroyer> diff_;
  const rc_edit *edits_ = nullptr;
  size_t count_ = 0;
};

template <typename Surface>
class host;
template <typename Item, typename Key>
class store;

/// A list; one call at a time, queries included.
///
/// ```cpp
/// rangecore::list list;
/// list.insert(0, 1000);  // as estimated
/// list.insert(0, 3, [](int64_t index) { return 40.0 + double(index); });  // as known
/// std::printf("%.0f points\n", list.length());
/// ```
class list {
 public:
  explicit list(const rc_list_options *options = nullptr) {
    rc_list *made = nullptr;
    rc_status status = rc_list_create(options, nullptr, &made);
    if (status != RC_STATUS_OK && options != nullptr) {
      check(status, {{"spacing", options->spacing},
                     {"quantum", options->quantum},
                     {"estimate", options->estimate},
                     {"columns", options->columns}});
    }
    check(status);
    list_.reset(made);
  }

  /// As all edits of items, it throws `BUSY` while a store is attached, or where the items follow
  /// a model of Qt: edit the store, or the model.
  void insert(int64_t index, int64_t count) {
    check_editable();
    checked(rc_list_insert(get(), index, nullptr, count), {{"index", index}, {"count", count}});
  }
  /// Inserts items whose extents are known, in points; in a list of one column.
  void insert(int64_t index, const std::vector<double> &extents) {
    check_editable();
    int64_t count = int64_t(extents.size());
    checked(rc_list_insert(get(), index, extents.data(), count),
            {{"index", index}, {"count", count}, {"extents", extents}});
  }
  /// Inserts items; `extent_of` returns the extent of each, given its index, in points.
  template <typename Function, typename = std::enable_if_t<std::is_invocable_v<Function, int64_t>>>
  void insert(int64_t index, int64_t count, Function extent_of) {
    std::vector<double> extents;
    for (int64_t it = 0; it < count; it++) extents.push_back(extent_of(index + it));
    if (count < 0) throw error(RC_STATUS_ARGUMENT, "count");
    insert(index, extents);
  }
  void remove(rc_interval items) {
    check_editable();
    checked(rc_list_remove(get(), items.lower, items.upper),
            {{"lower", items.lower}, {"upper", items.upper}});
  }
  void move(rc_interval items, int64_t to) {
    check_editable();
    checked(rc_list_move(get(), items.lower, items.upper, to),
            {{"lower", items.lower}, {"upper", items.upper}, {"to", to}});
  }
  void forget(rc_interval items) {
    checked(rc_list_forget(get(), items.lower, items.upper),
            {{"lower", items.lower}, {"upper", items.upper}});
  }
  void set_row_extents(int64_t row, const std::vector<double> &extents) {
    checked(rc_list_set_row_extents(get(), row, extents.data(), extents.size()),
            {{"extents", extents}, {"row", row}});
  }
  /// Has the measured rows that hold the items measured again; until then they keep their extents.
  void mark_provisional(rc_interval items) {
    checked(rc_list_mark_provisional(get(), items.lower, items.upper),
            {{"lower", items.lower}, {"upper", items.upper}});
  }
  /// Changes the columns and the spacing; rows that keep their extents become provisional.
  void set_layout(uint32_t columns, double spacing, bool keeps_extents) {
    checked(rc_list_set_layout(get(), columns, spacing, keeps_extents),
            {{"spacing", spacing}, {"columns", columns}});
  }
  /// Lays the list out in lanes (masonry): each item goes on where its own lane ends, and keeps its
  /// lane. The same lanes and spacing again set the tolerance only; `set_layout` goes back.
  ///
  /// ```cpp
  /// rangecore::list list;
  /// list.insert(0, {60, 120, 50, 80});
  /// list.set_lanes(2, 10);
  /// list.set_span({3, 4}, RC_SPAN_WIDE);
  /// ```
  void set_lanes(uint32_t lanes, double spacing, double tolerance = 0, bool keeps_extents = true) {
    checked(rc_list_set_lanes(get(), lanes, spacing, tolerance, keeps_extents),
            {{"spacing", spacing}, {"tolerance", tolerance}, {"lanes", lanes}});
  }
  /// Makes items wide, across all lanes, with `RC_SPAN_WIDE`; 1 puts them into a lane again.
  void set_span(rc_interval items, uint32_t span) {
    checked(rc_list_set_span(get(), items.lower, items.upper, span),
            {{"lower", items.lower}, {"upper", items.upper}, {"span", span}});
  }
  void set_estimate(double estimate) {
    checked(rc_list_set_estimate(get(), estimate), {{"estimate", estimate}});
  }
  /// Makes an item a header, of a section of this many columns; 0 for as many as the list has.
  void mark_header(int64_t index, uint32_t columns = 0) {
    checked(rc_list_mark_header(get(), index, columns), {{"index", index}});
  }
  void unmark_header(int64_t index) {
    checked(rc_list_unmark_header(get(), index), {{"index", index}});
  }

  /// Applies the edits that turn the ids that the items had into those that they have now. Throws
  /// `ARGUMENT`, and changes nothing, if there is not one old id per item, or an id occurs twice;
  /// `LIMIT` and `NO_MEMORY` after the edits that fit. `extent_of`, if it is given, returns the
  /// extent of each item that is new, given its index afterwards.
  void apply(const std::vector<rc_id> &old_ids, const std::vector<rc_id> &new_ids,
             const std::function<double(int64_t)> &extent_of = nullptr) {
    check_editable();
    if (int64_t(old_ids.size()) != count()) throw error(RC_STATUS_ARGUMENT, "old_ids");
    class diff edits(old_ids, new_ids);
    std::vector<std::vector<double>> extents;
    for (const rc_edit &it : edits) {
      if (!extent_of || it.kind != RC_EDIT_KIND_INSERT) continue;
      extents.emplace_back();
      for (int64_t i = 0; i < it.upper - it.lower; i++) {
        extents.back().push_back(extent_of(it.source + i));
      }
      if (!detail::argument("extents", extents.back()).is_allowed(0)) {
        throw error(RC_STATUS_ARGUMENT, "extent_of");
      }
    }
    auto known = extents.begin();
    for (const rc_edit &it : edits) {
      if (it.kind == RC_EDIT_KIND_REMOVE) remove({it.lower, it.upper});
      else if (it.kind == RC_EDIT_KIND_MOVE) move({it.lower, it.upper}, it.to);
      else if (extent_of) insert(it.lower, *known++);
      else insert(it.lower, it.upper - it.lower);
    }
  }

  [[nodiscard]] struct update update(const rc_viewport &viewport) {
    struct update update;
    check(rc_list_update(get(), &viewport, &update), viewport, count());
    remember(update);
    return update;
  }

  /// Keeps an item with some bits of its state wherever the user scrolls, 0 for no longer; see
  /// rangecore_keep.h. The changes stay valid.
  void keep(int64_t index, rc_state bits = RC_STATE_PRELOAD | RC_STATE_DISPLAY) {
    const rc_status status = rc_list_keep(get(), index, bits);
    if ((bits & (RC_STATE_MEASURE_LAYOUT | RC_STATE_VISIBLE)) != 0) {
      checked(status, {{"bits", int(bits)}});
    }
    checked(status, {{"index", index}});
  }
  /// Returns the indices of the kept items, ascending.
  std::vector<int64_t> kept() const {
    std::vector<int64_t> indices(RC_KEPT_ITEM_COUNT_MAX);
    size_t count = 0;
    check(rc_list_copy_kept(get(), indices.data(), &count));
    indices.resize(count);
    return indices;
  }

  /// Names the items from `lower` on; `RC_ID_NONE` takes a name away. The changes stay valid.
  void set_names(int64_t lower, const std::vector<rc_id> &names) {
    if (lower > count()) checked(RC_STATUS_ARGUMENT, {{"lower", lower}});
    checked(rc_list_set_names(get(), lower, lower + int64_t(names.size()), names.data()),
            {{"lower", lower}, {"names"}});
  }
  /// Returns the names of the items of a change of the last update, `RC_ID_NONE` where there is
  /// none. Throws `ARGUMENT` once items are inserted, removed or moved.
  std::vector<rc_id> change_names(size_t position) const {
    if (position >= change_sizes_.size()) check(RC_STATUS_ARGUMENT, {{"position", position}});
    auto size = size_t(change_sizes_[position]);
    std::vector<rc_id> names(size);
    check(rc_list_copy_change_names(get(), position, names.data()), {{"position", position}});
    return names;
  }

  /// Returns the offset that aligns the item at a fraction of the viewport, plus the shift.
  double set_scroll_target(int64_t index, double fraction, double shift = 0) {
    double offset;
    checked(rc_list_set_scroll_target(get(), index, fraction, shift, &offset),
            {{"index", index}, {"fraction", fraction}, {"shift", shift}});
    return offset;
  }

  rc_list_settings settings() const {
    rc_list_settings settings;
    check(rc_list_get_settings(get(), &settings));
    return settings;
  }
  void set_settings(const rc_list_settings &settings) {
    const rc_list_settings &it = settings;
    checked(rc_list_set_settings(get(), &it), {{"slack", it.slack},
                                               {"foresight", it.foresight},
                                               {"direction_threshold", it.direction_threshold},
                                               {"leading_screens", 0, it.leading_screens[0]},
                                               {"leading_screens", 1, it.leading_screens[1]},
                                               {"leading_items", 0, it.leading_items[0]},
                                               {"leading_items", 1, it.leading_items[1]},
                                               {"overscan_items", it.overscan_items},
                                               {"extra_lengths", 0, it.extra_lengths[0]},
                                               {"extra_lengths", 1, it.extra_lengths[1]},
                                               {"stick_distances", 0, it.stick_distances[0]},
                                               {"stick_distances", 1, it.stick_distances[1]},
                                               {"depth", it.depth}});
  }
  rc_tuning tuning(rc_range_mode mode, rc_range range) const {
    rc_tuning tuning;
    check(rc_list_get_tuning(get(), mode, range, &tuning), {{"mode", int(mode)}});
    return tuning;
  }
  void set_tuning(rc_range_mode mode, rc_range range, rc_tuning tuning) {
    check(rc_list_set_tuning(get(), mode, range, tuning),
          {{"mode", int(mode)}, {"leading", tuning.leading}, {"trailing", tuning.trailing}});
  }
  void set_mode(rc_range_mode mode) { check(rc_list_set_mode(get(), mode)); }
  void mark_scrolled() { check(rc_list_mark_scrolled(get())); }

  [[nodiscard]] fetch begin_batch(rc_end end) {
    rc_batch_context *context;
    rc_batch_token token;
    check(rc_list_begin_batch(get(), end, &context, &token));
    return {context, token};
  }
  void retry_batch(rc_end end) { check(rc_list_retry_batch(get(), end)); }
  void reset_batch(rc_end end) { check(rc_list_reset_batch(get(), end)); }
  void mark_exhausted(rc_end end) { check(rc_list_mark_exhausted(get(), end)); }

  int64_t count() const { return rc_list_count(get()); }
  int64_t measured_row_count() const { return rc_list_measured_row_count(get()); }
  double length() const { return rc_list_length(get()); }
  double estimate() const { return rc_list_get_estimate(get()); }
  rc_item item(int64_t index) const {
    rc_item item;
    checked(rc_list_item(get(), index, &item), {{"index", index}});
    return item;
  }
  rc_item item_at(double offset) const {
    rc_item item;
    checked(rc_list_item_at(get(), offset, &item), {{"offset", offset}});
    return item;
  }
  rc_interval items_in(double lower, double upper) const {
    rc_interval items;
    bool is_upper = std::isfinite(lower) && !std::isfinite(upper);
    check(rc_list_items_in(get(), lower, upper, &items),
          {{is_upper ? "upper" : "lower", is_upper ? upper : lower}});
    return items;
  }

  /// Returns the offsets of rows, and their extents.
  std::pair<std::vector<double>, std::vector<double>> rows(rc_interval rows) const {
    // The bounds are checked first, before memory is allocated for them.
    checked(rc_list_copy_rows(get(), rows.lower, rows.upper, nullptr, nullptr),
            {{"lower", rows.lower}, {"upper", rows.upper}});
    std::vector<double> offsets(size_t(rows.upper - rows.lower)), extents(offsets.size());
    check(rc_list_copy_rows(get(), rows.lower, rows.upper, offsets.data(), extents.data()));
    return {std::move(offsets), std::move(extents)};
  }

  /// Returns where items are, in lanes or in columns, where a lane is a place in a row.
  std::vector<rc_lanes_position> places(rc_interval items) const {
    if (items.lower < 0 || items.upper < items.lower || items.upper > count()) {
      checked(RC_STATUS_ARGUMENT, {{"lower", items.lower}, {"upper", items.upper}});
    }
    std::vector<rc_lanes_position> places(size_t(items.upper - items.lower));
    if (!places.empty()) check(rc_list_places(get(), items.lower, items.upper, places.data()));
    return places;
  }
  /// Returns the item beside another one in lanes, for the keys of a keyboard; −1 at an edge. With
  /// `along` 1 or −1 that is the next one in its own lane, as a wide item is in each; with `across`
  /// the one of the next lane that overlaps it most. Both are at most 256 items away.
  int64_t neighbor(int64_t index, int along, int across) const {
    const int64_t reach = 256, lower = std::max<int64_t>(0, index - reach);
    if (index < 0 || index >= count()) checked(RC_STATUS_ARGUMENT, {{"index", index}});
    const auto all = places({lower, std::min(count(), index + reach)});
    const auto is_wide = [&](int64_t it) { return all[size_t(it - lower)].span == RC_SPAN_WIDE; };
    const rc_lanes_position &own = all[size_t(index - lower)];
    int64_t best = -1;
    double most = 0;
    for (int64_t it = along == 0 ? lower : index + along;
         it >= lower && it < lower + int64_t(all.size()); it += along == 0 ? 1 : along) {
      const rc_lanes_position &other = all[size_t(it - lower)];
      if (along != 0) {
        if (is_wide(index) || is_wide(it) || other.lane == own.lane) return it;
        continue;
      }
      if (is_wide(index) || is_wide(it) || int64_t(other.lane) != int64_t(own.lane) + across)
        continue;
      const double overlap = std::min(own.offset + own.extent, other.offset + other.extent) -
                             std::max(own.offset, other.offset);
      if (best < 0 || overlap > most) best = it, most = overlap;
    }
    return best;
  }

  /// Returns the first stretch of rows to measure among those that hold the items.
  rc_interval unmeasured_rows(rc_interval items) const {
    rc_interval rows;
    checked(rc_list_unmeasured_rows(get(), items.lower, items.upper, &rows),
            {{"lower", items.lower}, {"upper", items.upper}});
    return rows;
  }
  int64_t section_count() const { return rc_list_section_count(get()); }
  rc_section section(int64_t ordinal) const {
    rc_section section;
    checked(rc_list_section(get(), ordinal, &section), {{"ordinal", ordinal}});
    return section;
  }
  /// Throws `NOT_FOUND` before the first header.
  rc_section section_of_item(int64_t index) const {
    rc_section section;
    checked(rc_list_section_of_item(get(), index, &section), {{"index", index}});
    return section;
  }
  int64_t row_of_item(int64_t index) const {
    int64_t row;
    checked(rc_list_row_of_item(get(), index, &row), {{"index", index}});
    return row;
  }
  rc_interval items_of_row(int64_t row) const {
    rc_interval items;
    checked(rc_list_items_of_row(get(), row, &items), {{"row", row}});
    return items;
  }
  /// Returns the header that was pinned in the last update. Throws `NOT_FOUND` if there was none.
  rc_pinned_header pinned_header() const {
    rc_pinned_header header;
    check(rc_list_pinned_header(get(), &header));
    return header;
  }
  /// Returns what the last update wants preloaded, in items. Throws `NOT_FOUND` if it did not
  /// use foresight.
  rc_foresight foresee() const {
    rc_foresight foresight;
    check(rc_list_foresee(get(), &foresight));
    return foresight;
  }
  /// Records what the preload of an item took, whether it succeeded or failed.
  void add_preload_time(double seconds) {
    checked(rc_list_add_preload_time(get(), seconds), {{"seconds", seconds}});
  }
  rc_state state(int64_t index) const { return rc_list_state(get(), index); }
  std::vector<rc_state> states(rc_interval items) const {
    if (items.lower < 0 || items.upper < items.lower || items.upper > count()) {
      checked(RC_STATUS_ARGUMENT, {{"lower", items.lower}, {"upper", items.upper}});
    }
    std::vector<rc_state> states(size_t(items.upper - items.lower));
    if (!states.empty()) {
      check(rc_list_copy_states(get(), items.lower, items.upper, states.data()));
    }
    return states;
  }
  void validate() const { check(rc_list_validate(get(), nullptr)); }

  /// Returns the list for all other functions. After an update with `rc_list_update`, copy the
  /// names of changes with `rc_list_copy_change_names`.
  rc_list *get() const { return list_.get(); }

 private:
  template <typename Surface>
  friend class host;
  template <typename Item, typename Key>
  friend class store;
  friend class qt::list_view;

  void remember(const struct update &update) {
    change_sizes_.clear();
    for (const rc_change &change : update) change_sizes_.push_back(change.upper - change.lower);
  }
  void checked(rc_status status, detail::arguments all) const { check(status, all, count()); }
  void check_editable() const {
    if (is_stored_ || is_model_) throw error(RC_STATUS_BUSY);
  }

  struct destroyer {
    void operator()(rc_list *list) const { rc_list_destroy(list); }
  };
  std::unique_ptr<rc_list, destroyer> list_;
  // How many items each change of the last update has.
  std::vector<int64_t> change_sizes_;
  // A store has its items: they are edited through that.
  bool is_stored_ = false;
  // They follow a model of Qt.
  bool is_model_ = false;
};

}  // namespace rangecore

#endif
