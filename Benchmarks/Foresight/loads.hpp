// Owners of a list's loads: given what is wanted, in which order, they say what to start, to cancel
// and to drop. They know nothing of lists or networks.

#ifndef FORESIGHT_LOADS_HPP
#define FORESIGHT_LOADS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

/// The most requests at a time, as browsers have for a host.
constexpr size_t connections = 6;
/// After which a failed one is tried again, in seconds.
constexpr double retry_delay = 0.5;

/// What is wanted of an item. Each kind includes the next.
enum class want_kind : uint8_t {
  /// It may be started.
  start,
  /// A request in progress is worth finishing.
  go_on,
  /// What is loaded stays in memory.
  keep
};

struct want {
  int id;
  want_kind kind;
  /// Lower is sooner.
  int64_t rank;
};

enum class order_kind : uint8_t { cancel, drop, start, read };

struct order {
  int id;
  order_kind kind;
};

class loads {
 public:
  virtual ~loads() = default;

  /// Returns what to do now: cancel, drop, read again what had been loaded before (which needs no
  /// connection), and start as many requests as may run. Valid until the next call.
  virtual const std::vector<order> &update(double time) = 0;
  /// A request or a read has ended. One that has failed is tried again later.
  virtual void finish(int id, bool succeeded, double time) = 0;

  virtual bool is_ready(int id) const = 0;
  virtual const std::vector<int> &loaded() const = 0;
};

/// The simplest that there is: what is wanted first is started first.
class queue : public loads {
 public:
  explicit queue(int count) : items(size_t(count)) {}

  /// If set, what is loaded is never dropped.
  bool keeps_all = false;

  /// Replaces what is wanted, each item at most once.
  void set_wants(const std::vector<want> &wants);

  const std::vector<order> &update(double time) override;
  void finish(int id, bool succeeded, double time) override;
  bool is_ready(int id) const override {
    return items[size_t(id)].state == load_state::ready;
  }
  const std::vector<int> &loaded() const override {
    return ready_items;
  }

  bool may_start(int id, double time) const {
    const item &it = items[size_t(id)];
    return it.state == load_state::idle && it.retry_time <= time;
  }
  const std::vector<int> &running() const {
    return requests;
  }
  size_t free() const {
    return connections - requests.size();
  }

 private:
  enum class load_state : uint8_t { idle, requested, reading, ready };
  struct item {
    double retry_time = 0;
    /// The last set of wants that it was in, and as what.
    uint32_t round = 0;
    want_kind kind = want_kind::keep;
    load_state state = load_state::idle;
    /// It has been loaded, and so is on disk.
    bool is_stored = false;
  };
  std::vector<item> items;
  std::vector<want> wants;
  std::vector<int> requests, ready_items;
  std::vector<order> orders;
  uint32_t round = 0;

  bool wanted(int id, want_kind least) const {
    const item &it = items[size_t(id)];
    return it.round == round && it.kind <= least;
  }
};

#endif
