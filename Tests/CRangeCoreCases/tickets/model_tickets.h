// Tickets as a table by id, in which everything is looked for anew: the slow, obvious model.

#ifndef MODEL_TICKETS_H
#define MODEL_TICKETS_H

#include "../library.h"

enum { MODEL_TICKETS_IDS = 12, MODEL_TICKETS_LISTS = 3, MODEL_TICKETS_WANTS = 16 };

typedef struct {
  /// As of the last update that found it wanted.
  rc_ticket_want want;
  bool exists, is_wanted, is_admitted, is_visible, is_counted;
  rc_ticket_state state;
  int64_t known_cost;
  uint64_t token;
  rc_ticket_band told;
  uint32_t attempt;
  /// Infinity where there is none.
  double start_time, retry_time, wanted_time, out_time, lowered_time, shown_time, ready_time;
  int open, open_cancelled;
  bool last_is_open;
} model_ticket;

typedef struct {
  rc_ticket_want wants[MODEL_TICKETS_WANTS];
  int count;
  bool has_shown, was_full;
} model_wanter;

typedef struct {
  rc_tickets_settings settings;
  double time;
  uint64_t last_token;
  model_wanter lists[MODEL_TICKETS_LISTS];
  /// By id, from 0 on.
  model_ticket tickets[MODEL_TICKETS_IDS];
  rc_tickets_counters counters;
  /// Everything that loads took, in microseconds.
  int64_t load_time, load_deviation;
  int load_count;
  /// Of the last update.
  rc_ticket_order orders[2 * MODEL_TICKETS_IDS];
  int order_count;
  double next_time;
} model_tickets;

void model_tickets_init(model_tickets *model);
void model_tickets_set_wants(model_tickets *model, int list, const rc_ticket_want *wants,
                             int count);
void model_tickets_update(model_tickets *model, double time);
/// The three end a load that is in progress, and return how long it took.
double model_tickets_finish(model_tickets *model, rc_id id, int64_t cost, double time);
double model_tickets_fail(model_tickets *model, rc_id id, double time, double jitter);
void model_tickets_cancel(model_tickets *model, rc_id id);
bool model_tickets_retry(model_tickets *model, rc_id id);
bool model_tickets_forget(model_tickets *model, rc_id id);
int64_t model_tickets_cost(const model_ticket *ticket);

#endif
