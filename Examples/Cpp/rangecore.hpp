// RangeCore for C++17: who owns what, and errors as exceptions. Everything else is rangecore.h.
#ifndef RANGECORE_HPP
#define RANGECORE_HPP

#include <rangecore.h>

#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace rangecore {

/// What the library refuses. Nothing has changed then.
struct error : std::runtime_error {
  rc_status status;
  explicit error(rc_status status) : runtime_error(rc_status_text(status)), status(status) {}
};

inline void check(rc_status status) {
  if (status != RC_STATUS_OK) throw error(status);
}

/// A fetch of a batch; may be finished on any thread, also when its list is gone. One that is
/// dropped before counts as cancelled, so that it does not stop its list for ever.
class flight {
 public:
  flight(rc_batch_context *context, rc_batch_token token) : context_(context), token_(token) {}
  flight(flight &&) = default;
  flight &operator=(flight &&other) noexcept {
    std::swap(context_, other.context_);
    std::swap(token_, other.token_);
    return *this;
  }
  ~flight() { rc_batch_context_finish(context_.get(), token_, RC_BATCH_OUTCOME_CANCELLED); }

  void finish(rc_batch_outcome outcome) {
    check(rc_batch_context_finish(context_.get(), token_, outcome));
  }
  rc_batch_outcome outcome() const { return rc_batch_context_outcome(context_.get(), token_); }
  bool was_cancelled() const { return rc_batch_context_was_cancelled(context_.get(), token_); }

 private:
  struct releases {
    void operator()(rc_batch_context *context) const { rc_batch_context_release(context); }
  };
  std::unique_ptr<rc_batch_context, releases> context_;
  rc_batch_token token_;
};

/// What an update answers. Its changes are the list's own memory: valid until the next call that
/// changes the list, so copy what is to be kept.
struct update : rc_update {
  const rc_change *begin() const { return changes.items; }
  const rc_change *end() const { return changes.items + changes.count; }
};

/// A list; used by one thread at a time.
class list {
 public:
  explicit list(const rc_list_options *options = nullptr) {
    rc_list *made = nullptr;
    check(rc_list_create(options, nullptr, &made));
    list_.reset(made);
  }

  void insert(int64_t index, int64_t count) { check(rc_list_insert(get(), index, count, NULL)); }
  void insert(int64_t index, const std::vector<double> &extents) {
    check(rc_list_insert(get(), index, int64_t(extents.size()), extents.data()));
  }
  void remove(rc_interval items) { check(rc_list_remove(get(), items.lower, items.upper)); }
  void move(rc_interval items, int64_t to) {
    check(rc_list_move(get(), items.lower, items.upper, to));
  }
  void reload(rc_interval items) { check(rc_list_forget(get(), items.lower, items.upper)); }
  void measure(int64_t row, const std::vector<double> &extents) {
    check(rc_list_set_row_extents(get(), row, int64_t(extents.size()), extents.data()));
  }
  void set_estimate(double estimate) { check(rc_list_set_estimate(get(), estimate)); }

  [[nodiscard]] struct update update(const rc_viewport &viewport) {
    struct update update;
    check(rc_list_update(get(), &viewport, &update));
    return update;
  }
  double scroll_to(int64_t index, rc_alignment alignment) {
    return answer<double>(rc_list_set_scroll_target, index, alignment);
  }

  rc_list_settings settings() const {
    rc_list_settings settings;
    rc_list_settings_init(&settings);
    check(rc_list_get_settings(get(), &settings));
    return settings;
  }
  void configure(const rc_list_settings &settings) { check(rc_list_set_settings(get(), &settings)); }
  void set_mode(rc_range_mode mode) { check(rc_list_set_mode(get(), mode)); }
  void promote() { check(rc_list_mark_scrolled(get())); }

  [[nodiscard]] flight begin_batch(rc_end end) {
    rc_batch_context *context;
    rc_batch_token token;
    check(rc_list_begin_batch(get(), end, &context, &token));
    return {context, token};
  }
  void retry_batch(rc_end end) { check(rc_list_retry_batch(get(), end)); }
  void reset_batch(rc_end end) { check(rc_list_reset_batch(get(), end)); }
  void end_batch(rc_end end) { check(rc_list_mark_exhausted(get(), end)); }

  int64_t count() const { return rc_list_count(get()); }
  int64_t measured_count() const { return rc_list_measured_row_count(get()); }
  double length() const { return rc_list_length(get()); }
  double estimate() const { return rc_list_get_estimate(get()); }
  rc_item item(int64_t index) { return answer<rc_item>(rc_list_item, index); }
  rc_item item_at(double offset) { return answer<rc_item>(rc_list_item_at, offset); }
  rc_interval items_in(double lower, double upper) {
    return answer<rc_interval>(rc_list_items_in, lower, upper);
  }

  /// The offsets of rows, then their extents.
  std::pair<std::vector<double>, std::vector<double>> rows(rc_interval rows) {
    // First without room, so that none is made for rows that do not exist.
    check(rc_list_copy_rows(get(), rows.lower, rows.upper, nullptr, nullptr));
    std::vector<double> offsets(size_t(rows.upper - rows.lower)), extents(offsets.size());
    check(rc_list_copy_rows(get(), rows.lower, rows.upper, offsets.data(), extents.data()));
    return {std::move(offsets), std::move(extents)};
  }
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

  /// For what is not here: every function of rangecore.h.
  rc_list *get() const { return list_.get(); }

 private:
  template <typename Answer, typename Function, typename... Arguments>
  Answer answer(Function function, Arguments... arguments) {
    Answer answer;
    check(function(get(), arguments..., &answer));
    return answer;
  }

  struct destroys {
    void operator()(rc_list *list) const { rc_list_destroy(list); }
  };
  std::unique_ptr<rc_list, destroys> list_;
};

}  // namespace rangecore

#endif
