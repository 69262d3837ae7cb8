#include "playback.hpp"

#include <algorithm>

namespace {

/// What reading from disk takes.
constexpr double read_time = 0.02;

/// An item that is on its way through a disk or a decoder.
struct job {
  int item = -1;
  double end = 0;
};

/// What the user sees of each item.
class watcher {
 public:
  watcher(int count, measures *to) : sums(to), items(size_t(count)) {}

  /// The items that are on screen from now on, by a frame other than the first: nobody can be in
  /// time for the first screen.
  void show(span now, double time, const frame *cause, const loads &loads) {
    for (int i = visible.lower; i < visible.upper; i++) {
      if (!now.contains(i)) leave(i, time);
    }
    for (int i = now.lower; i < now.upper; i++) {
      if (!visible.contains(i)) appear(i, time, cause, loads.is_ready(i));
    }
    visible = now;
  }

  void ready(int item, double time) {
    appearance &it = items[size_t(item)];
    if (visible.contains(item) && it.ready < 0) it.ready = time;
  }

  bool has_seen(int item) const {
    return items[size_t(item)].is_seen;
  }

 private:
  struct appearance {
    double since = 0;
    /// Since when it has been loaded; -1 if it is not.
    double ready = 0;
    bool counts = false, is_late = false, is_seen = false, is_tapped = false;
  };
  measures *sums;
  std::vector<appearance> items;
  span visible;

  void appear(int item, double time, const frame *cause, bool is_ready) {
    appearance &it = items[size_t(item)];
    sums->seen += !it.is_seen;
    const bool is_tapped = cause != nullptr && !cause->is_user_driven && cause->has_landing;
    it = {time, is_ready ? time : -1, cause != nullptr, !is_ready, true, is_tapped};
  }

  void leave(int item, double time) {
    const appearance &it = items[size_t(item)];
    const double shown = time - it.since;
    // A flash, during a jump or under a scroll bar, is nothing that one could see.
    if (!it.counts || shown < 0.05) return;
    const double lateness = !it.is_late ? 0 : (it.ready < 0 ? time : it.ready) - it.since;
    const bool is_look = shown >= 0.3;
    sums->appearances++;
    sums->looks += is_look;
    sums->late += it.is_late;
    sums->tapped += it.is_tapped;
    sums->late_tapped += it.is_tapped && it.is_late;
    sums->noticed += lateness >= 0.1;
    sums->missed += is_look && lateness >= 0.1;
  }
};

class player {
 public:
  player(const session &session, const network &network, policy &policy, measures *to)
      : played(session),
        items(session.items),
        decides(policy),
        sums(to),
        simple(items.count()),
        owner(policy.own_loads() ? *policy.own_loads() : simple),
        wire(session, network),
        user(items.count(), to),
        wishes(items.count()),
        is_decoded(size_t(items.count())) {}

  void play() {
    const double length = played.who->viewport;
    for (size_t i = 0; i < played.frames.size(); i++) {
      const frame &scroll = played.frames[i];
      now = double(i) * frame_time;
      visible = items.within(scroll.offset, scroll.offset + length);
      user.show(visible, now, i == 0 ? nullptr : &scroll, owner);
      wishes.clear();
      decides.update({now, length, scroll, items, visible}, wishes);
      if (!ask()) order();
      forget_decoded();
      decode();
      const double not_there = blank(scroll.offset, length) * frame_time;
      sums->blank += not_there;
      is_first &= not_there > 0 && scroll.offset == played.frames[0].offset;
      if (is_first) sums->first_blank += not_there;
      run(double(i) * frame_time + frame_time);
    }
    now = double(played.frames.size()) * frame_time;
    user.show({}, now, nullptr, owner);
    for (int i = 0; i < items.count(); i++) sums->wasted += wire.tries(i) > 0 && !user.has_seen(i);
    sums->seconds += now;
    sums->bytes += wire.bytes();
  }

 private:
  const session &played;
  const contents &items;
  policy &decides;
  measures *sums;
  queue simple;
  loads &owner;
  transfers wire;
  watcher user;
  ::wishes wishes;
  std::vector<job> reads;
  job decoders[2];
  std::vector<bool> is_decoded;
  span visible;
  double now = 0;
  bool is_first = true;

  // -- requests --

  /// Lets a policy that chooses by itself do so.
  bool ask() {
    if (!decides.choose(now, simple, wire, wishes)) return false;
    simple.keeps_all = true;
    order();
    return true;
  }

  void order() {
    simple.set_wants(wishes.wants);
    carry_out();
  }

  void carry_out() {
    for (const ::order &it : owner.update(now)) {
      switch (it.kind) {
        case order_kind::cancel:
          wire.cancel(it.id);
          sums->cancelled++;
          break;
        case order_kind::drop:
          is_decoded[size_t(it.id)] = false;
          break;
        case order_kind::read:
          reads.push_back({it.id, now + read_time});
          break;
        case order_kind::start:
          wire.begin(it.id, now);
          break;
      }
    }
  }

  void finish(int item, bool succeeded) {
    owner.finish(item, succeeded, now);
    if (owner.is_ready(item)) user.ready(item, now);
  }

  // -- time --

  /// Until the next frame.
  void run(double until) {
    while (true) {
      const double next = next_event(until);
      wire.receive(now, next);
      now = next;
      if (end_requests()) {
        if (!ask()) carry_out();
      }
      decode();
      if (now >= until) return;
    }
  }

  double next_event(double until) const {
    double next = wire.next(now, until);
    for (const job &it : decoders) {
      if (it.item >= 0) next = std::min(next, it.end);
    }
    for (const job &it : reads) next = std::min(next, it.end);
    return std::max(next, now);
  }

  /// Ends what has come to its end; returns whether requests have.
  bool end_requests() {
    bool has_ended = false;
    transfer ended;
    while (wire.take_ended(now, &ended)) {
      has_ended = true;
      decides.load_ended(now - ended.began);
      finish(ended.item, !ended.fails);
    }
    for (size_t i = 0; i < reads.size();) {
      if (reads[i].end > now) {
        i++;
        continue;
      }
      finish(reads[i].item, true);
      reads.erase(reads.begin() + long(i));
    }
    for (job &it : decoders) {
      if (it.item < 0 || it.end > now) continue;
      if (owner.is_ready(it.item) && wishes.display.contains(it.item))
        is_decoded[size_t(it.item)] = true;
      it.item = -1;
    }
    return has_ended;
  }

  // -- decoding --

  void forget_decoded() {
    for (int i : owner.loaded()) {
      if (!wishes.display.contains(i)) is_decoded[size_t(i)] = false;
    }
  }

  /// Gives work to idle decoders: what is visible first, then what is nearest.
  void decode() {
    for (job &idle : decoders) {
      if (idle.item >= 0) continue;
      idle.item = next_to_decode();
      if (idle.item < 0) return;
      idle.end = now + items.decoding[size_t(idle.item)];
    }
  }

  bool is_to_decode(int item) const {
    return owner.is_ready(item) && !is_decoded[size_t(item)] && decoders[0].item != item &&
           decoders[1].item != item;
  }

  int next_to_decode() const {
    for (int i = visible.lower; i < visible.upper; i++) {
      if (is_to_decode(i)) return i;
    }
    const span all = wishes.display;
    for (int before = visible.lower - 1, after = visible.upper;
         before >= all.lower || after < all.upper; before--, after++) {
      if (after < all.upper && is_to_decode(after)) return after;
      if (before >= all.lower && is_to_decode(before)) return before;
    }
    return -1;
  }

  /// The share of the viewport that shows items without their content.
  double blank(double offset, double length) const {
    double points = 0;
    for (int i = visible.lower; i < visible.upper; i++) {
      if (is_decoded[size_t(i)]) continue;
      points += std::min(items.tops[size_t(i) + 1], offset + length) -
                std::max(items.tops[size_t(i)], offset);
    }
    return points / length;
  }
};

}  // namespace

measures &measures::operator+=(const measures &other) {
  appearances += other.appearances, looks += other.looks;
  tapped += other.tapped, late_tapped += other.late_tapped;
  late += other.late, noticed += other.noticed, missed += other.missed;
  blank += other.blank, first_blank += other.first_blank;
  seen += other.seen, wasted += other.wasted, cancelled += other.cancelled;
  seconds += other.seconds;
  bytes += other.bytes, glance_bytes += other.glance_bytes;
  return *this;
}

void play(const session &session, const network &network, policy &policy, measures *sums) {
  player(session, network, policy, sums).play();
}
