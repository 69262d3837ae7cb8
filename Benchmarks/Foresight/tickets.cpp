#include "tickets.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

void need(rc_status status) {
  if (status == RC_STATUS_OK) return;
  std::fprintf(stderr, "the engine: %s\n", rc_status_text(status));
  std::exit(2);
}

static rc_tickets *create(uint32_t running_limit) {
  rc_tickets *created;
  need(rc_tickets_create(nullptr, &created));
  rc_tickets_settings settings;
  rc_tickets_settings_init(&settings);
  settings.running_limit = running_limit;
  // All others, too, drop what nobody wants.
  settings.keep_budget = 0;
  need(rc_tickets_set_settings(created, &settings));
  return created;
}

ticket_loads::ticket_loads(int count)
    : network(create(connections)), disk(create(UINT32_MAX)), items(size_t(count)) {}

ticket_loads::~ticket_loads() {
  rc_tickets_destroy(network);
  rc_tickets_destroy(disk);
}

void ticket_loads::set_wants(rc_list *list) {
  rc_interval wanted;
  need(rc_list_ticket_items(list, &wanted));
  ids.clear();
  for (int64_t i = wanted.lower; i < wanted.upper; i++) ids.push_back(i);
  wants.resize(ids.size());
  size_t count;
  need(rc_list_copy_ticket_wants(list, wanted.lower, wanted.upper, ids.data(), nullptr,
                                 wants.data(), &count));
  wants.resize(count);
  const auto of_disk = std::stable_partition(
      wants.begin(), wants.end(),
      [&](const rc_ticket_want &it) { return !items[size_t(it.id)].is_on_disk; });
  wants_of_disk.assign(of_disk, wants.end());
  wants.erase(of_disk, wants.end());
  need(rc_tickets_set_wants(network, 1, wants.data(), wants.size()));
  need(rc_tickets_set_wants(disk, 1, wants_of_disk.data(), wants_of_disk.size()));
}

/// As soon as others do, whatever the tickets' own delay.
void ticket_loads::retry(double time) {
  size_t waiting = 0;
  for (const auto &it : failures) {
    if (it.second > time) {
      failures[waiting++] = it;
    } else if (const rc_status status = rc_tickets_retry(network, it.first);
               status != RC_STATUS_NOT_FOUND) {
      need(status);
    }
  }
  failures.resize(waiting);
}

const std::vector<order> &ticket_loads::update(double time) {
  retry(time);
  orders.clear();
  carry_out(network, time);
  carry_out(disk, time);
  return orders;
}

void ticket_loads::carry_out(rc_tickets *tickets, double time) {
  rc_tickets_plan plan;
  need(rc_tickets_update(tickets, time, &plan));
  for (size_t i = 0; i < plan.order_count; i++) {
    const rc_ticket_order &order = plan.orders[i];
    const int id = int(order.id);
    item &it = items[size_t(id)];
    switch (order.kind) {
      case RC_TICKET_ORDER_KIND_CANCEL:
        // A read ends all the same, and is not taken.
        if (tickets == network) orders.push_back({id, order_kind::cancel});
        break;
      case RC_TICKET_ORDER_KIND_DROP:
        it.is_ready = false;
        it.is_on_disk = true;
        ready_items.erase(std::find(ready_items.begin(), ready_items.end(), id));
        orders.push_back({id, order_kind::drop});
        break;
      case RC_TICKET_ORDER_KIND_START:
        it.token = order.token;
        orders.push_back({id, it.is_on_disk ? order_kind::read : order_kind::start});
        break;
      default:
        break;
    }
  }
}

void ticket_loads::finish(int id, bool succeeded, double time) {
  item &it = items[size_t(id)];
  if (!succeeded) {
    failures.push_back({id, time + retry_delay});
    return need(rc_tickets_fail(network, id, it.token, time, 0, nullptr));
  }
  const rc_status status =
      rc_tickets_finish(it.is_on_disk ? disk : network, id, it.token, -1, time, nullptr);
  if (status == RC_STATUS_STALE) return;
  need(status);
  it.is_ready = true;
  ready_items.push_back(id);
}
