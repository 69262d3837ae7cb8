// The inside of tickets: what lists want, and the work that comes of it.
//
// An update goes over everything that is wanted, since all of it can have changed. Tickets and the
// wants of each list are sorted by id, so that they are merged like the halves of a merge sort:
//
//     tickets    3  5  8  9
//     wants         5     9  12        of one list, and then of the next
//     tickets    3  5  8  9  12        3 and 8 are wanted no more
//
// What is decided by rank works on pointers to the tickets, sorted once.

#ifndef RC_TICKETS_H
#define RC_TICKETS_H

#include "../base/base.h"
#include "rangecore_tickets.h"

enum {
  /// Tickets remembered that are neither wanted, running nor ready.
  RC__TICKETS_REMEMBERED = 256
};

typedef struct rc__ticket {
  /// The best want, as of the last update that found one; its band is the best of all.
  rc_ticket_want want;
  rc_ticket_state state;
  /// As of the last update.
  bool is_wanted;
  bool is_admitted;
  bool is_visible;
  /// In this update: it starts; its result is dropped; or it is not needed any more.
  bool starts;
  bool is_dropped;
  bool is_forgotten;
  /// What the last load told; −1 if none did.
  int64_t known_cost;
  /// Of the last load.
  uint64_t token;
  double start_time;
  /// The band that the host knows of.
  rc_ticket_band told_band;
  /// Failures in a row, and when the last one may be tried again.
  uint32_t attempt;
  double retry_time;
  /// The last update that found it wanted.
  double wanted_time;
  /// While it runs: since when it is not admitted, and since when its band is worse than the one
  /// told; infinity if it is not.
  double out_time;
  double lowered_time;
  /// Starts of which nothing is known yet, and those of them that were cancelled.
  uint32_t open_count;
  uint32_t open_cancelled_count;
  /// The load in progress is one of them.
  bool start_is_open;
  /// Of an appearance: it counts, and since when.
  bool is_counted;
  double shown_time;
  /// When the ticket became READY: −infinity if it was as the appearance began, infinity if it has
  /// not.
  double ready_time;
} rc__ticket;

/// What a list wants.
typedef struct rc__wanter {
  int64_t list;
  /// Ascending by id, each once.
  rc_ticket_want *wants;
  size_t count, capacity;
  /// An update has found it to show something, and everything that it shows to be loaded.
  bool has_shown;
  bool was_full;
  /// In this update: it shows something; and nothing is started ahead of that.
  bool shows;
  bool waits;
} rc__wanter;

struct rc_tickets {
  rc_allocator allocator;
  rc_tickets_settings settings;
  double time;
  uint64_t last_token;

  rc__wanter *lists;
  size_t list_count, list_capacity;
  /// Of all lists.
  size_t want_count;

  /// Ascending by id.
  rc__ticket *tickets;
  size_t count, capacity;

  rc_tickets_counters counters;
  /// In microseconds.
  int64_t load_time;
  int64_t load_deviation;
  uint32_t load_count;

  // Results, and working data of an update. All have room for what updates can need.

  rc_ticket_order *orders;
  size_t order_count, order_capacity;
  /// Tickets: first the wanted ones by kind, rank and id; then READY ones that nobody wants, the
  /// one last wanted longest ago first; then RUNNING ones that are not admitted, the one out for
  /// longest first, though these may be wanted too.
  const void **sorted;
  size_t sorted_capacity;
  size_t wanted_count, kept_count, out_count;
  /// How many of those kept were dropped, and how many of those wanted were looked at for it, from
  /// the end.
  size_t kept_dropped, wanted_dropped;
  /// How many of those out were cancelled for the sake of visible ones.
  size_t out_cancelled;
  int64_t held_cost;
  /// Of those that are not wanted, what READY ones cost.
  int64_t kept_cost;
  /// Tickets that run, and those of them that are neither visible nor foreseen.
  uint32_t running;
  uint32_t running_ahead;
};

static inline double rc__earlier(double a, double b) {
  return a < b ? a : b;
}

static inline double rc__later(double a, double b) {
  return a > b ? a : b;
}

static inline int64_t rc__ticket_cost(const rc__ticket *ticket) {
  return ticket->known_cost >= 0 ? ticket->known_cost : ticket->want.cost;
}

/// Whether a load is not tried again; what is visible is, for as long as it is.
static inline bool rc__ticket_is_exhausted(const rc_tickets *tickets, const rc__ticket *ticket) {
  const uint32_t limit = tickets->settings.attempt_limit;
  return limit > 0 && ticket->attempt >= limit && !ticket->is_visible;
}

/// Whether a want comes before another of the same id or a different one, but for the id.
static inline bool rc__want_is_better(const rc_ticket_want *a, const rc_ticket_want *b) {
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->rank != b->rank) return a->rank < b->rank;
  if (a->cost != b->cost) return a->cost > b->cost;
  return a->is_foreseen < b->is_foreseen;
}

/// Makes a want the best of itself and another of the same id.
static inline void rc__want_combine(rc_ticket_want *want, const rc_ticket_want *other) {
  const rc_ticket_band band = want->band < other->band ? want->band : other->band;
  if (rc__want_is_better(other, want)) *want = *other;
  want->band = band;
}

// == tickets_merge.c ==

/// Finds the tickets that are wanted, makes those that are new, and forgets those that nobody wants
/// or needs.
void rc__tickets_merge(rc_tickets *tickets);

// == tickets_counters.c ==

/// Notes which tickets are visible now.
void rc__tickets_note_visible(rc_tickets *tickets);
void rc__ticket_note_start(rc_tickets *tickets, rc__ticket *ticket);
/// Before the state changes. Of any load that ended or was cancelled.
void rc__ticket_note_cancel(rc_tickets *tickets, rc__ticket *ticket);
void rc__ticket_note_ready(rc_tickets *tickets, rc__ticket *ticket);
/// Before a ticket is forgotten.
void rc__ticket_note_forgotten(rc_tickets *tickets, const rc__ticket *ticket);

#endif
