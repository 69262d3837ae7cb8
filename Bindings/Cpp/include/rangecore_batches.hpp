// Batches of a host: who fetches them at which end, on which thread, and what became of it.
#ifndef RANGECORE_BATCHES_HPP
#define RANGECORE_BATCHES_HPP

#include <rangecore_work.hpp>

namespace rangecore {

/// What a fetcher is asked for.
///
/// ```cpp
/// auto older = [&](const rangecore::batch_request &request) -> rangecore::batch<photo> {
///   auto photos = server.photos(request.count, 20);
///   return {photos, photos.empty()};
/// };
/// host.set_fetcher(RC_END_TAIL, older, [&](std::vector<photo> photos) {
///   model.insert(model.end(), photos.begin(), photos.end());
///   host.items.insert(host.items.count(), int64_t(photos.size()));
/// });
/// ```
struct batch_request {
  rc_end end;
  /// How many items the list has, for a server that counts from the start. A chat asks for what is
  /// before its oldest id instead, in a loader that returns a `std::future`, which is called on the
  /// thread of the host.
  int64_t count;

  /// Returns whether the result will be ignored, so that the fetcher may as well stop. Can be
  /// called on any thread.
  bool is_cancelled() const { return shared->outcome() != RC_BATCH_OUTCOME_FETCHING; }

  std::shared_ptr<fetch> shared;
};

/// What a fetcher returns.
///
/// ```cpp
/// rangecore::batch<photo> last{{photo{1}, photo{2}}, true};
/// ```
template <typename Item>
struct batch {
  /// In the order of the list.
  std::vector<Item> items;
  /// Whether nothing more exists at this end.
  bool is_last = false;
};

namespace detail {

/// The ends of a list.
class batches {
 public:
  /// `update` is called after a fetch has ended.
  batches(list &list, work &work, std::function<void()> update)
      : list_(list), work_(work), update_(std::move(update)) {}

  /// Switches the end on, and from then on has its batches fetched.
  void set_fetcher(rc_end end, std::function<void(fetch)> fetcher) {
    check_end(end);
    if (!fetcher) throw error(RC_STATUS_ARGUMENT, "fetcher");
    rc_list_settings settings = list_.settings();
    if (settings.leading_screens[end] <= 0 && settings.leading_items[end] == 0) {
      settings.leading_screens[end] = 2;
      list_.set_settings(settings);
    }
    fetchers_[end] = std::move(fetcher);
  }

  template <typename Loader, typename Insert>
  void set_fetcher(rc_end end, Loader loader, Insert insert) {
    using result = result_of<Loader, batch_request>;
    auto shared = std::make_shared<Loader>(std::move(loader));
    auto add = std::make_shared<Insert>(std::move(insert));
    set_fetcher(end, [this, end, shared, add](fetch fetch) {
      batch_request request{end, list_.count(),
                            std::make_shared<rangecore::fetch>(std::move(fetch))};
      auto done = [this, request, add](std::optional<result> batch, std::exception_ptr error) {
        if (request.is_cancelled()) return;
        if (error == nullptr) {
          try {
            (*add)(std::move(batch->items));
          } catch (...) {
            error = std::current_exception();
          }
        }
        finish(request, std::move(error), batch && batch->is_last);
      };
      work_.start<result>(shared, request, std::move(done));
    });
  }

  /// Begins what an update asks for; whether it did.
  bool begin(const rc_update &latest) {
    bool has_begun = false;
    for (rc_end end : {RC_END_TAIL, RC_END_HEAD}) {
      if (!fetchers_[end] || latest.batches[end].answer != RC_BATCH_ANSWER_YES) continue;
      errors_[end] = nullptr;
      // It may be replaced meanwhile.
      auto fetcher = fetchers_[end];
      fetcher(list_.begin_batch(end));
      has_begun = true;
    }
    return has_begun;
  }

  /// Returns what happens at an end, as of an update.
  load at(rc_end end, const rc_update &latest) const {
    check_end(end);
    switch (latest.batches[end].reason) {
      case RC_BATCH_REASON_FETCHING:
        return {load_state::loading};
      case RC_BATCH_REASON_EXHAUSTED:
        return {load_state::exhausted};
      case RC_BATCH_REASON_PAUSED:
        return {load_state::paused};
      case RC_BATCH_REASON_BACKING_OFF:
        return {load_state::failed, 1, errors_[end]};
      default:
        return {};
    }
  }

  static void check_end(rc_end end) {
    if (end != RC_END_TAIL && end != RC_END_HEAD) throw error(RC_STATUS_ARGUMENT, "end");
  }

 private:
  void finish(const batch_request &request, std::exception_ptr error, bool is_last) {
    errors_[request.end] = error;
    request.shared->finish(error != nullptr ? RC_BATCH_OUTCOME_FAILED
                           : is_last        ? RC_BATCH_OUTCOME_EXHAUSTED
                                            : RC_BATCH_OUTCOME_COMPLETED);
    update_();
  }

  list &list_;
  work &work_;
  std::function<void()> update_;
  std::function<void(fetch)> fetchers_[2];
  std::exception_ptr errors_[2];
};

}  // namespace detail

}  // namespace rangecore

#endif
