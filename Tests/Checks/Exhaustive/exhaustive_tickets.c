// Tickets of three ids, at first one in each band: all sequences of one change each, a want or the
// end of a load, with an update after each, for all small limits.

#include "exhaustive.h"
#include "tickets/script_tickets.h"

// What a change makes of an id: not wanted; wanted in one of three bands, by CONTINUE or by KEEP;
// or its load ends in one of three ways.
enum { TICKET_IDS = 3, TICKET_CHANGES = 9, TICKET_LIMITS = 3 * 3 * 3 * 3 };

/// - `change`: 0 ..< `TICKET_CHANGES`.
static void change_ticket(script_tickets *s, rc_ticket_want *wants, int id, int change) {
  if (change >= 6) {
    script_tickets_end_load(s, id, (script_ticket_end)(change - 5));
    return;
  }
  const bool starts = change < 4;
  wants[id] = (rc_ticket_want){
      .id = change == 0 ? RC_ID_NONE : id,
      .rank = starts ? change : 3,
      .cost = 1,
      .kind = starts ? RC_TICKET_WANT_KIND_START : (rc_ticket_want_kind)(change - 3),
      .band = starts && change > 0 ? (rc_ticket_band)(change - 1) : RC_TICKET_BAND_PRELOAD,
      .is_foreseen = !starts};
}

static void update_tickets(script_tickets *s, const rc_ticket_want *wants) {
  rc_ticket_want wanted[TICKET_IDS];
  int count = 0;
  for (int id = 0; id < TICKET_IDS; id++) {
    if (wants[id].id != RC_ID_NONE) wanted[count++] = wants[id];
  }
  script_tickets_want(s, 0, wanted, count);
  s->time += 0.125;
  if (!test_has_failed()) script_tickets_update(s);
}

/// The digits of a number are the changes.
static void follow_tickets(const rc_tickets_settings *settings, int64_t session, int length) {
  test_random none = {0};
  script_tickets script;
  rc_ticket_want wants[TICKET_IDS];
  script_tickets_begin(&script, &none);
  script_tickets_set(&script, settings);
  for (int id = 0; id < TICKET_IDS; id++) change_ticket(&script, wants, id, 3 - id);
  update_tickets(&script, wants);
  for (int i = 0; i < length && !test_has_failed(); i++) {
    const int step = (int)(session % (TICKET_IDS * TICKET_CHANGES));
    session /= TICKET_IDS * TICKET_CHANGES;
    change_ticket(&script, wants, step / TICKET_CHANGES, step % TICKET_CHANGES);
    if (!test_has_failed()) update_tickets(&script, wants);
  }
  script_tickets_end(&script);
}

int64_t exhaust_tickets(int length) {
  int64_t done = 0, sessions = 1;
  for (int i = 0; i < length; i++) sessions *= TICKET_IDS * TICKET_CHANGES;
  for (int limits = 0; limits < TICKET_LIMITS; limits++) {
    rc_tickets_settings settings;
    rc_tickets_settings_init(&settings);
    settings.running_limit = (uint32_t)(limits % 3);
    settings.ahead_limit = (uint32_t)(limits / 3 % 3);
    settings.budget = limits / 9 % 3;
    settings.keep_budget = limits / 27;
    for (int64_t at = 0; at < sessions && !test_has_failed(); at++) {
      follow_tickets(&settings, at, length);
      done++;
    }
  }
  return done;
}
