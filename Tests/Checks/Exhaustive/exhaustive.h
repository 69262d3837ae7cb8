// All inputs of small domains: each part tries all of its instances, compares each with a slow,
// obvious result, and counts them.

#ifndef EXHAUSTIVE_H
#define EXHAUSTIVE_H

#include "harness.h"

/// Intervals, items in them, sums of ticks, and widened viewports.
int64_t exhaust_ranges(void);

/// Batch decisions with each input at its borders, and a tick to either side.
int64_t exhaust_triggers(void);

/// Batch contexts: each state, event and token, at generations near the borders and in between.
int64_t exhaust_contexts(void);

/// One end of a list: all histories of up to so many events after a first begin.
int64_t exhaust_ends(int length);

/// Lists of up to `count` items: all sequences of up to so many calls, and an update. There are
/// `EXHAUST_LIST_WAYS` kinds of lists.
int64_t exhaust_lists(int way, int64_t count, int length);

#define EXHAUST_LIST_WAYS 3

/// Lists of up to so many rows: all pairs of edits after an update at every border.
int64_t exhaust_borders(int64_t rows);

/// Lists of up to `count` items with all patterns of headers: each edit, and for up to
/// `pairs_count` items each pair of them.
int64_t exhaust_sections(int64_t count, int64_t pairs_count);

/// Stores of up to seven items: all sessions of so many requests that end.
int64_t exhaust_stores(int length);

/// Tickets of three ids: all sequences of so many changes, for all small limits.
int64_t exhaust_tickets(int length);

/// Items in up to three lanes: all lists of up to so many of all kinds, and each edit of the
/// shorter ones.
int64_t exhaust_lanes(int64_t length_most);

/// Hosts of lists of up to `count` items: all sequences of up to so many acts, and two steps. There
/// are `EXHAUST_HOST_WAYS` kinds of hosts.
int64_t exhaust_hosts(int way, int64_t count, int length);

#define EXHAUST_HOST_WAYS 3

#endif
