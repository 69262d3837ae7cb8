// What the tests with threads and the examples in the headers share: a loop, a toolkit that is
// none, and a server that is slow now and then.
#ifndef WORLD_HPP
#define WORLD_HPP

#include <rangecore_host.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

#define CHECK(condition) \
  ((condition)           \
       ? void()          \
       : (std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), std::exit(1)))

/// Calls what is scheduled, on any thread, on the one that runs it.
class event_loop {
 public:
  void call_later(double seconds, std::function<void()> work) {
    std::lock_guard lock(mutex_);
    due_.emplace(rangecore::detail::steady_time() + seconds, std::move(work));
  }
  /// Runs what is due until something holds.
  template <typename Condition>
  void run(Condition until, double seconds = 30) {
    double end = rangecore::detail::steady_time() + seconds;
    while (!until()) {
      CHECK(rangecore::detail::steady_time() < end);
      turn();
    }
  }
  void run_for(double seconds) {
    double end = rangecore::detail::steady_time() + seconds;
    run([end] { return rangecore::detail::steady_time() >= end; });
  }

 private:
  void turn() {
    std::function<void()> work;
    {
      std::lock_guard lock(mutex_);
      if (!due_.empty() && due_.begin()->first <= rangecore::detail::steady_time()) {
        work = std::move(due_.extract(due_.begin()).mapped());
      }
    }
    if (work) work();
    else std::this_thread::sleep_for(std::chrono::microseconds(200));
  }

  std::mutex mutex_;
  std::multimap<double, std::function<void()>> due_;
};

/// A text of some lines.
struct label {
  int64_t item;
  std::optional<rangecore::frame> frame = std::nullopt;
};

/// A toolkit of one list, 400 points long.
struct page {
  using view = std::unique_ptr<label>;

  event_loop &loop;
  double offset = 0, length = 400, width = 320, content = 0;
  bool is_user = false;
  int measured = 0;
  std::function<double(int64_t item)> extent = [](int64_t item) {
    return double(30 + item % 3 * 10);
  };

  rc_viewport get_viewport() {
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    viewport.offset = offset;
    viewport.length = length;
    viewport.is_user_driven = is_user;
    return viewport;
  }
  double breadth() { return width; }
  void set_scroll_length(double value) { content = value; }
  void set_offset(double value, bool) {
    offset = std::min(std::max(value, 0.0), std::max(content - length, 0.0));
  }
  view make_view(int64_t item) { return view(new label{item}); }
  double measure(view &view, int64_t, uint32_t) {
    measured++;
    return extent(view->item);
  }
  void place(view &view, const rangecore::frame &frame) { view->frame = frame; }
  void recycle(view) {}
  void schedule(double seconds, std::function<void()> work) {
    loop.call_later(seconds, std::move(work));
  }

  /// The user scrolls.
  void scroll_to(rangecore::host<page> &host, double value) {
    is_user = true;
    set_offset(value, false);
    host.update();
    is_user = false;
  }
};

struct photo {
  int id;
  std::string title = "photo";

  bool operator==(const photo &other) const { return id == other.id && title == other.title; }
};

/// A key that counts how many there are.
struct counted {
  int id;
  static inline std::atomic<int> count{0};

  counted(int id) : id(id) { count++; }
  counted(const counted &other) : id(other.id) { count++; }
  counted &operator=(const counted &) = default;
  ~counted() { count--; }
  bool operator==(const counted &other) const { return id == other.id; }
};
template <>
struct std::hash<counted> {
  size_t operator()(const counted &it) const { return size_t(it.id); }
};

#endif
