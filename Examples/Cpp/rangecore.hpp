// RangeCore for C++17: ownership, and errors as exceptions. Everything else is in rangecore.h,
// rangecore_names.h, rangecore_sections.h and rangecore_diff.h.
#ifndef RANGECORE_HPP
#define RANGECORE_HPP

#include <rangecore.h>
#include <rangecore_diff.h>
#include <rangecore_names.h>
#include <rangecore_sections.h>

#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace rangecore {

/// A call that the library refused; nothing has changed.
struct error : std::runtime_error {
  rc_status status;
  explicit error(rc_status status) : runtime_error(rc_status_text(status)), status(status) {}
};

inline void check(rc_status status) {
  if (status != RC_STATUS_OK) throw error(status);
}

/// A fetch of a batch; can be finished on any thread, and after its list was destroyed. If it is
/// destroyed unfinished it counts as cancelled, so that its end does not wait for it forever.
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
    check(rc_batch_context_finish(context_.get(), token_, outcome));
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
struct update : rc_update {
  const rc_change *begin() const { return changes.items; }
  const rc_change *end() const { return changes.items + changes.count; }
};

/// Names for the fractions of `list::set_scroll_target`, which takes any in 0 … 1.
namespace fraction {
inline constexpr double start = 0, center = 0.5, end = 1, nearest = RC_FRACTION_NEAREST;
}

/// The edits that turn one sequence of ids into another, in the order in which they are applied.
class diff {
 public:
  diff(const std::vector<rc_id> &old_ids, const std::vector<rc_id> &new_ids) {
    rc_diff *made = nullptr;
    check(rc_diff_create(old_ids.data(), int64_t(old_ids.size()), new_ids.data(),
                         int64_t(new_ids.size()), nullptr, &made));
    diff_.reset(made);
    check(rc_diff_edits(made, &edits_, &count_));
  }

  const rc_diff_edit *begin() const { return edits_; }
  const rc_diff_edit *end() const { return edits_ + count_; }
  size_t size() const { return count_; }

 private:
  struct destroyer {
    void operator()(rc_diff *diff) const { rc_diff_destroy(diff); }
  };
  std::unique_ptr<rc_diff, destroyer> diff_;
  const rc_diff_edit *edits_ = nullptr;
  size_t count_ = 0;
};

/// A list; one call at a time, queries included.
class list {
 public:
  explicit list(const rc_list_options *options = nullptr) {
    rc_list *made = nullptr;
    check(rc_list_create(options, nullptr, &made));
    list_.reset(made);
  }

  void insert(int64_t index, int64_t count) { check(rc_list_insert(get(), index, count, nullptr)); }
  void insert(int64_t index, const std::vector<double> &extents) {
    check(rc_list_insert(get(), index, int64_t(extents.size()), extents.data()));
  }
  void remove(rc_interval items) { check(rc_list_remove(get(), items.lower, items.upper)); }
  void move(rc_interval items, int64_t to) {
    check(rc_list_move(get(), items.lower, items.upper, to));
  }
  void forget(rc_interval items) { check(rc_list_forget(get(), items.lower, items.upper)); }
  void set_row_extents(int64_t row, const std::vector<double> &extents) {
    check(rc_list_set_row_extents(get(), row, int64_t(extents.size()), extents.data()));
  }
  /// Has the measured rows that hold the items measured again; until then they keep their extents.
  void mark_provisional(rc_interval items) {
    check(rc_list_mark_provisional(get(), items.lower, items.upper));
  }
  /// Changes the columns and the spacing; rows that keep their extents become provisional.
  void set_layout(uint32_t columns, double spacing, bool keeps_extents) {
    check(rc_list_set_layout(get(), columns, spacing, keeps_extents));
  }
  /// Makes an item a header, of a section of so many columns; 0 for as many as the list has.
  void mark_header(int64_t index, uint32_t columns = 0) {
    check(rc_list_mark_header(get(), index, columns));
  }
  void unmark_header(int64_t index) { check(rc_list_unmark_header(get(), index)); }
  void set_estimate(double estimate) { check(rc_list_set_estimate(get(), estimate)); }

  /// Applies the edits that turn the ids that the items had into those that they have now. Throws
  /// `ARGUMENT`, and changes nothing, if there is not one old id per item, or an id occurs twice;
  /// `LIMIT` and `NO_MEMORY` after the edits that fit.
  void apply(const std::vector<rc_id> &old_ids, const std::vector<rc_id> &new_ids) {
    if (int64_t(old_ids.size()) != count()) throw error(RC_STATUS_ARGUMENT);
    for (const rc_diff_edit &it : diff(old_ids, new_ids)) {
      if (it.kind == RC_DIFF_REMOVE) remove({it.lower, it.upper});
      else if (it.kind == RC_DIFF_INSERT) insert(it.to, it.upper - it.lower);
      else move({it.lower, it.upper}, it.to);
    }
  }

  [[nodiscard]] struct update update(const rc_viewport &viewport) {
    struct update update;
    check(rc_list_update(get(), &viewport, &update));
    change_sizes_.clear();
    for (const rc_change &change : update) change_sizes_.push_back(change.upper - change.lower);
    return update;
  }

  /// Names the items from `lower` on; `RC_ID_NONE` takes a name away. The changes stay valid.
  void set_names(int64_t lower, const std::vector<rc_id> &names) {
    if (lower > count()) throw error(RC_STATUS_ARGUMENT);
    check(rc_list_set_names(get(), lower, lower + int64_t(names.size()), names.data()));
  }
  /// Returns the names of the items of a change of the last update, `RC_ID_NONE` where there is
  /// none. Throws `ARGUMENT` once items are inserted, removed or moved.
  std::vector<rc_id> change_names(size_t position) const {
    if (position >= change_sizes_.size()) throw error(RC_STATUS_ARGUMENT);
    std::vector<rc_id> names(size_t(change_sizes_[position]));
    check(rc_list_copy_change_names(get(), position, names.data()));
    return names;
  }

  /// Returns the offset that aligns the item at a fraction of the viewport, plus the shift.
  double set_scroll_target(int64_t index, double fraction, double shift = 0) {
    return answer<double>(rc_list_set_scroll_target, index, fraction, shift);
  }

  rc_list_settings settings() const {
    rc_list_settings settings;
    check(rc_list_get_settings(get(), &settings));
    return settings;
  }
  void set_settings(const rc_list_settings &settings) {
    check(rc_list_set_settings(get(), &settings));
  }
  rc_tuning tuning(rc_range_mode mode, rc_range range) {
    return answer<rc_tuning>(rc_list_get_tuning, mode, range);
  }
  void set_tuning(rc_range_mode mode, rc_range range, rc_tuning tuning) {
    check(rc_list_set_tuning(get(), mode, range, tuning));
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
  rc_item item(int64_t index) { return answer<rc_item>(rc_list_item, index); }
  rc_item item_at(double offset) { return answer<rc_item>(rc_list_item_at, offset); }
  rc_interval items_in(double lower, double upper) {
    return answer<rc_interval>(rc_list_items_in, lower, upper);
  }

  /// Returns the offsets of rows, and their extents.
  std::pair<std::vector<double>, std::vector<double>> rows(rc_interval rows) {
    // The bounds are checked first, before memory is allocated for them.
    check(rc_list_copy_rows(get(), rows.lower, rows.upper, nullptr, nullptr));
    std::vector<double> offsets(size_t(rows.upper - rows.lower)), extents(offsets.size());
    check(rc_list_copy_rows(get(), rows.lower, rows.upper, offsets.data(), extents.data()));
    return {std::move(offsets), std::move(extents)};
  }

  /// Returns the first stretch of rows to measure among those that hold the items.
  rc_interval unmeasured_rows(rc_interval items) const {
    rc_interval rows;
    check(rc_list_unmeasured_rows(get(), items.lower, items.upper, &rows));
    return rows;
  }
  int64_t section_count() const { return rc_list_section_count(get()); }
  rc_section section(int64_t ordinal) { return answer<rc_section>(rc_list_section, ordinal); }
  /// Throws `NOT_FOUND` before the first header.
  rc_section section_of_item(int64_t index) {
    return answer<rc_section>(rc_list_section_of_item, index);
  }
  int64_t row_of_item(int64_t index) { return answer<int64_t>(rc_list_row_of_item, index); }
  rc_interval items_of_row(int64_t row) { return answer<rc_interval>(rc_list_items_of_row, row); }
  /// Returns the header that was pinned in the last update. Throws `NOT_FOUND` if there was none.
  rc_pinned_header pinned_header() { return answer<rc_pinned_header>(rc_list_pinned_header); }
  /// Returns where the item is now that had an index at the last update or, before any edit, at the
  /// update before.
  int64_t index_now(int64_t index) { return answer<int64_t>(rc_list_index_now, index); }
  rc_state state(int64_t index) const { return rc_list_state(get(), index); }
  std::vector<rc_state> states(rc_interval items) const {
    if (items.lower < 0 || items.upper < items.lower || items.upper > count()) {
      throw error(RC_STATUS_ARGUMENT);
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
  template <typename Answer, typename Function, typename... Arguments>
  Answer answer(Function function, Arguments... arguments) {
    Answer answer;
    check(function(get(), arguments..., &answer));
    return answer;
  }

  struct destroyer {
    void operator()(rc_list *list) const { rc_list_destroy(list); }
  };
  std::unique_ptr<rc_list, destroyer> list_;
  // How many items each change of the last update has.
  std::vector<int64_t> change_sizes_;
};

}  // namespace rangecore

#endif
