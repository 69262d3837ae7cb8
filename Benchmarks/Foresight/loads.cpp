#include "loads.hpp"

#include <algorithm>

static bool is_sooner(const want &a, const want &b) {
  return a.rank < b.rank;
}

void queue::set_wants(const std::vector<want> &all) {
  round++;
  wants.clear();
  for (const want &it : all) {
    items[size_t(it.id)].round = round;
    items[size_t(it.id)].kind = it.kind;
    if (it.kind == want_kind::start) wants.push_back(it);
  }
  if (!std::is_sorted(wants.begin(), wants.end(), is_sooner)) {
    std::sort(wants.begin(), wants.end(), is_sooner);
  }
}

const std::vector<order> &queue::update(double time) {
  orders.clear();
  const auto let_go = [&](std::vector<int> &of, want_kind least, order_kind order) {
    size_t kept = 0;
    for (const int id : of) {
      if (wanted(id, least)) {
        of[kept++] = id;
        continue;
      }
      items[size_t(id)].state = load_state::idle;
      orders.push_back({id, order});
    }
    of.resize(kept);
  };
  let_go(requests, want_kind::go_on, order_kind::cancel);
  if (!keeps_all) let_go(ready_items, want_kind::keep, order_kind::drop);
  for (const want &it : wants) {
    item &its = items[size_t(it.id)];
    if (its.state != load_state::idle) continue;
    if (its.is_stored) {
      its.state = load_state::reading;
      orders.push_back({it.id, order_kind::read});
    } else if (its.retry_time <= time && requests.size() < connections) {
      its.state = load_state::requested;
      requests.push_back(it.id);
      orders.push_back({it.id, order_kind::start});
    }
  }
  return orders;
}

void queue::finish(int id, bool succeeded, double time) {
  item &it = items[size_t(id)];
  if (it.state == load_state::requested)
    requests.erase(std::find(requests.begin(), requests.end(), id));
  if (succeeded) {
    it.state = load_state::ready;
    it.is_stored = true;
    ready_items.push_back(id);
  } else {
    it.state = load_state::idle;
    it.retry_time = time + retry_delay;
  }
}
