// Requests on their way: a latency each, then a share of the bandwidth.

#ifndef FORESIGHT_TRANSFERS_HPP
#define FORESIGHT_TRANSFERS_HPP

#include "random.hpp"
#include "world.hpp"

/// What befalls the n-th request of an item, whoever makes it.
struct luck {
  double latency;
  bool fails;

  luck(const session &session, const network &network, int item, int tries) {
    dice dice(session.seed ^ (uint64_t(item) * 0x51ED2701 + uint64_t(tries) * 77777));
    latency = dice.log_normal(network.latency, network.sigma);
    fails = dice.chance(network.failures);
  }
};

struct transfer {
  int item;
  double began, first_byte, bytes_left;
  bool fails;
};

class transfers {
 public:
  transfers(const session &session, const network &network)
      : played(session), net(network), tried(size_t(session.items.count())) {}

  void begin(int item, double time) {
    const luck luck(played, net, item, tried[size_t(item)]);
    tried[size_t(item)]++;
    running.push_back(
        {item, time, time + luck.latency, played.items.bytes[size_t(item)], luck.fails});
  }

  void cancel(int item) {
    for (size_t i = 0; i < running.size(); i++) {
      if (running[i].item == item) return void(running.erase(running.begin() + long(i)));
    }
  }

  /// When a first byte or a last one arrives next, if nothing else happens; `limit` if that is
  /// later.
  double next(double time, double limit) const {
    const double share = share_at(time);
    for (const transfer &it : running) {
      const double then = it.first_byte <= time ? time + it.bytes_left / share : it.first_byte;
      if (then < limit) limit = then;
    }
    return limit;
  }

  /// Receives from one time to another, between which there is no event.
  void receive(double from, double to) {
    const double bytes = (to - from) * share_at(from);
    for (transfer &it : running) {
      if (it.first_byte > from) continue;
      it.bytes_left -= bytes;
      received += bytes;
    }
  }

  /// Removes the first that has ended, if any has.
  bool take_ended(double time, transfer *ended) {
    for (size_t i = 0; i < running.size(); i++) {
      if (running[i].first_byte > time || running[i].bytes_left > 1e-6) continue;
      *ended = running[i];
      running.erase(running.begin() + long(i));
      return true;
    }
    return false;
  }

  /// Bytes in all, also of what was cancelled or failed.
  double bytes() const {
    return received;
  }

  /// How often an item was requested.
  int tries(int item) const {
    return tried[size_t(item)];
  }

 private:
  const session &played;
  const network &net;
  std::vector<transfer> running;
  std::vector<int> tried;
  double received = 0;

  double share_at(double time) const {
    int receiving = 0;
    for (const transfer &it : running) receiving += it.first_byte <= time;
    return receiving > 0 ? net.bandwidth / receiving : 0;
  }
};

#endif
