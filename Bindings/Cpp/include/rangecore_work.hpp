// What a host, a store and a preloader have done elsewhere: on other threads, and later. Its
// results come back to the thread of the toolkit, and never to somebody who is gone.
#ifndef RANGECORE_WORK_HPP
#define RANGECORE_WORK_HPP

#include <rangecore.hpp>

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>

namespace rangecore {

/// Calls a function later on the thread of the toolkit, after so many seconds and never within the
/// call itself. It is called on any thread. In Qt, for an object of that thread:
///
/// ```cpp
/// rangecore::scheduler schedule = [&](double seconds, std::function<void()> work) {
///   loop.call_later(seconds, std::move(work));  // QTimer::singleShot, on the object's thread
/// };
/// schedule(0.1, [] { std::puts("a tenth of a second later"); });
/// ```
using scheduler = std::function<void(double seconds, std::function<void()> work)>;

/// What happens where more can be loaded.
///
/// ```cpp
/// bool can_retry = host.load_at(RC_END_TAIL).state == rangecore::load_state::failed;
/// if (can_retry) host.retry(RC_END_TAIL);
/// ```
enum class load_state {
  /// Nothing: more is loaded when it comes near.
  idle,
  loading,
  /// The last one failed; it is retried with exponential back-off.
  failed,
  /// The last one was cancelled, or several in a row brought nothing new. An edit, a new scroll or
  /// a retry resumes it.
  paused,
  /// Nothing more exists there.
  exhausted
};

/// What loads at an end of a list, in a slot of a store, or by its refresh: what a footer shows.
///
/// ```cpp
/// rangecore::load load = host.load_at(RC_END_TAIL);
/// if (load.state == rangecore::load_state::loading) std::puts("Loading …");
/// if (load.state == rangecore::load_state::failed) std::puts(load.message().c_str());
/// ```
struct load {
  load_state state = load_state::idle;
  /// How many have failed in a row; of batches at an end, 1 at most.
  uint32_t attempt = 0;
  /// What the last one threw, if it has failed; otherwise NULL.
  std::exception_ptr error = nullptr;

  /// Returns what the error says; nothing if there is none.
  std::string message() const {
    if (error == nullptr) return {};
    try {
      std::rethrow_exception(error);
    } catch (const std::exception &it) {
      return it.what();
    } catch (...) {
      return "unknown error";
    }
  }

  bool operator==(const load &other) const {
    return state == other.state && attempt == other.attempt && error == other.error;
  }
  bool operator!=(const load &other) const { return !(*this == other); }
};

namespace detail {

/// Seconds, from any start on.
inline double steady_time() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

/// The way to a thread, until its owner, who lives there, closes it.
struct gate {
  /// Has a function called on that thread, if the owner is there then. Called on any thread.
  static void pass(const std::shared_ptr<gate> &self, double seconds, std::function<void()> work) {
    std::lock_guard lock(self->mutex);
    if (!self->is_open || !self->schedule) return;
    self->schedule(seconds, [self, work = std::move(work)] {
      // Only this thread closes it.
      if (self->is_open) work();
    });
  }

  std::mutex mutex;
  scheduler schedule;
  bool is_open = true;
};

}  // namespace detail

/// Where a loader that needs no thread of the kit's leaves its result, as one that calls back:
/// once, on any thread, at any time, also within the call and after the end of whoever asked. The
/// first one counts. If no copy is left, and none was called, the load has failed.
///
/// ```cpp
/// auto load = [&](const rangecore::page_request<int> &request,
///                 rangecore::answer<rangecore::reply<photo>> answer) {
///   network.get(request.position, [answer](std::vector<photo> found, bool is_there) {
///     if (is_there) answer(std::move(found));
///     else answer.fail("no network");
///   });
/// };
/// rangecore::store<photo, int> photos(load, id_of);
/// photos.attach(host);
/// ```
template <typename Result>
class answer {
 public:
  void operator()(Result result) const { state_->finish(std::move(result), nullptr); }
  void fail(std::exception_ptr error) const { state_->finish(std::nullopt, std::move(error)); }
  void fail(const std::string &message) const {
    fail(std::make_exception_ptr(std::runtime_error(message)));
  }

  /// What is done with a result, on the thread of the gate: for the kit.
  using receiver = std::function<void(std::optional<Result>, std::exception_ptr)>;
  answer(std::shared_ptr<detail::gate> gate, receiver done)
      : state_(std::make_shared<state>(std::move(gate), std::move(done))) {}

 private:
  struct state {
    state(std::shared_ptr<detail::gate> way, receiver receive)
        : gate(std::move(way)), done(std::move(receive)) {}
    ~state() {
      if (!is_answered) fail_unanswered();
    }
    void fail_unanswered() {
      finish(std::nullopt, std::make_exception_ptr(std::runtime_error("there was no answer")));
    }
    void finish(std::optional<Result> result, std::exception_ptr error) {
      if (is_answered.exchange(true)) return;
      // A function must be copyable; a result need not be.
      auto kept = std::make_shared<std::optional<Result>>(std::move(result));
      detail::gate::pass(gate, 0, [done = std::move(done), kept, error = std::move(error)] {
        done(std::move(*kept), error);
      });
    }

    std::shared_ptr<detail::gate> gate;
    receiver done;
    std::atomic<bool> is_answered{false};
  };
  std::shared_ptr<state> state_;
};

namespace detail {

template <typename Result>
struct is_future : std::false_type {};
template <typename Result>
struct is_future<std::future<Result>> : std::true_type {};

template <typename Result>
struct without_future {
  using type = Result;
};
template <typename Result>
struct without_future<std::future<Result>> {
  using type = Result;
};

/// What a loader returns, or the future that it returns.
template <typename Loader, typename Request>
using result_of = typename without_future<std::invoke_result_t<Loader &, const Request &>>::type;

/// What an owner has done elsewhere. Its destructor ends all of it, and waits for the threads.
class work {
 public:
  work() : gate_(std::make_shared<gate>()) {}
  ~work() { close(); }

  void set_scheduler(scheduler schedule) {
    std::lock_guard lock(gate_->mutex);
    gate_->schedule = std::move(schedule);
  }
  bool has_scheduler() const { return bool(gate_->schedule); }
  const std::shared_ptr<gate> &way() const { return gate_; }

  /// Has a function called on the owner's thread, and never after the owner's end.
  void later(double seconds, std::function<void()> call) {
    gate::pass(gate_, seconds, std::move(call));
  }

  /// Has it called at a time of the owner's clock, in place of the time set before; infinity for
  /// never.
  void wake_at(double time, double now, std::function<void()> call) {
    if (time == due_) return;
    due_ = time;
    uint64_t turn = ++turn_;
    if (!std::isfinite(time)) return;
    later(std::fmax(time - now, 0), [this, turn, call = std::move(call)] {
      if (turn != turn_) return;
      due_ = std::numeric_limits<double>::infinity();
      call();
    });
  }

  /// Calls a loader: one that takes an answer, or returns a future, here; any other on a thread.
  template <typename Result, typename Loader, typename Request>
  void start(const std::shared_ptr<Loader> &loader, const Request &request,
             typename answer<Result>::receiver done) {
    answer<Result> answer(gate_, std::move(done));
    try {
      if constexpr (std::is_invocable_v<Loader &, const Request &, rangecore::answer<Result>>) {
        (*loader)(request, answer);
      } else if constexpr (is_future<std::invoke_result_t<Loader &, const Request &>>::value) {
        auto future =
            std::make_shared<std::invoke_result_t<Loader &, const Request &>>((*loader)(request));
        run([future, request, answer, gate = gate_] {
          // It may never come, and nobody may want it any more.
          while (future->wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout) {
            if (request.is_cancelled() || !is_open(*gate)) return;
          }
          complete(answer, [&] { return Result(future->get()); });
        });
      } else {
        run([loader, request, answer] {
          complete(answer, [&] { return Result((*loader)(request)); });
        });
      }
    } catch (...) {
      answer.fail(std::current_exception());
    }
  }

  /// Nothing comes from now on. Returns once all threads have ended.
  void close() {
    {
      std::lock_guard lock(gate_->mutex);
      gate_->is_open = false;
    }
    for (auto &it : threads_) it.thread.join();
    threads_.clear();
  }

 private:
  struct running {
    std::thread thread;
    std::shared_ptr<std::atomic<bool>> is_over;
  };

  static bool is_open(gate &gate) {
    std::lock_guard lock(gate.mutex);
    return gate.is_open;
  }

  template <typename Result, typename Call>
  static void complete(const answer<Result> &answer, Call call) {
    try {
      answer(call());
    } catch (...) {
      answer.fail(std::current_exception());
    }
  }

  void run(std::function<void()> call) {
    for (size_t i = threads_.size(); i-- > 0;) {
      if (!*threads_[i].is_over) continue;
      threads_[i].thread.join();
      threads_.erase(threads_.begin() + std::ptrdiff_t(i));
    }
    auto is_over = std::make_shared<std::atomic<bool>>(false);
    threads_.reserve(threads_.size() + 1);
    threads_.push_back({std::thread([call = std::move(call), is_over]() mutable {
                          call();
                          call = nullptr;
                          *is_over = true;
                        }),
                        is_over});
  }

  std::shared_ptr<gate> gate_;
  std::vector<running> threads_;
  double due_ = std::numeric_limits<double>::infinity();
  uint64_t turn_ = 0;
};

}  // namespace detail

}  // namespace rangecore

#endif
