// Loads with tickets, as an app has them.

#ifndef FORESIGHT_TICKETS_HPP
#define FORESIGHT_TICKETS_HPP

#include <rangecore_tickets.h>

#include <utility>
#include <vector>

#include "loads.hpp"

/// Ends the program if a call failed: the engine refuses nothing that is asked of it here.
void need(rc_status status);

/// Loads that tickets decide about: some for the network, and others for the disk, since what is
/// there needs no connection. The id of an item is its index.
class ticket_loads : public loads {
 public:
  explicit ticket_loads(int count);
  ~ticket_loads() override;
  ticket_loads(const ticket_loads &) = delete;
  ticket_loads &operator=(const ticket_loads &) = delete;

  /// Replaces what the list wants, as of its last update.
  void set_wants(rc_list *list);

  const std::vector<order> &update(double time) override;
  void finish(int id, bool succeeded, double time) override;
  bool is_ready(int id) const override {
    return items[size_t(id)].is_ready;
  }
  const std::vector<int> &loaded() const override {
    return ready_items;
  }

 private:
  struct item {
    uint64_t token = 0;
    /// It had been loaded, and dropped.
    bool is_on_disk = false;
    bool is_ready = false;
  };
  rc_tickets *network, *disk;
  std::vector<item> items;
  std::vector<int> ready_items;
  /// What has failed, and when it is tried again.
  std::vector<std::pair<int, double>> failures;
  std::vector<order> orders;
  // Kept for their memory.
  std::vector<rc_id> ids;
  std::vector<rc_ticket_want> wants, wants_of_disk;

  void retry(double time);
  void carry_out(rc_tickets *tickets, double time);
};

#endif
