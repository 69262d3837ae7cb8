#include <algorithm>

#include "policies.hpp"

namespace {

/// One time that an item is on screen.
struct look {
  double from, to;
  int item;
};

std::vector<look> looks_of(const session &session) {
  std::vector<look> looks;
  std::vector<double> since(size_t(session.items.count()));
  span visible;
  const auto show = [&](span now, double time) {
    for (int i = visible.lower; i < visible.upper; i++) {
      if (!now.contains(i)) looks.push_back({since[size_t(i)], time, i});
    }
    for (int i = now.lower; i < now.upper; i++) {
      if (!visible.contains(i)) since[size_t(i)] = time;
    }
    visible = now;
  };
  for (size_t i = 0; i < session.frames.size(); i++) {
    const double offset = session.frames[i].offset;
    show(session.items.within(offset, offset + session.who->viewport), double(i) * frame_time);
  }
  show({}, double(session.frames.size()) * frame_time);
  std::sort(looks.begin(), looks.end(), [](const look &a, const look &b) {
    return a.from < b.from || (a.from == b.from && a.item < b.item);
  });
  return looks;
}

/// Loads what will be seen, the earliest first, without what would be gone before it is loaded. It
/// never goes back on a decision, so the best possible is at least as good.
class clairvoyant : public policy {
 public:
  clairvoyant(const session &session, const network &network)
      : played(session), net(network), looks(looks_of(session)) {}

  void update(const moment &now, wishes &out) override {
    const double offset = now.scroll.offset, length = now.length;
    out.display = now.items.within(offset - 1.5 * length, offset + 3.5 * length);
  }

  bool choose(double time, const queue &loads, const transfers &transfers, wishes &out) override {
    out.clear();
    for (int i : loads.running()) out.add(i, want_kind::go_on, 0);
    while (next < looks.size() && looks[next].to <= time) next++;
    size_t free = loads.free();
    for (size_t i = next; i < looks.size() && free > 0; i++) {
      const look &it = looks[i];
      if (it.to <= time || !loads.may_start(it.item, time)) continue;
      const luck luck(played, net, it.item, transfers.tries(it.item));
      const double share = net.bandwidth / double(out.wants.size() + 1);
      if (time + luck.latency + played.items.bytes[size_t(it.item)] / share > it.to) continue;
      const size_t wanted = out.wants.size();
      out.add(it.item, want_kind::start, int64_t(i));
      free -= out.wants.size() - wanted;  // it may be on screen twice
    }
    return true;
  }

 private:
  const session &played;
  const network &net;
  std::vector<look> looks;
  size_t next = 0;
};

}  // namespace

policy_pointer oracle(const session &session, const network &network) {
  return std::make_unique<clairvoyant>(session, network);
}
