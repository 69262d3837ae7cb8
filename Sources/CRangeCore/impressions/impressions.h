// Impressions: what is on screen, by id.
//
//     lists[]    what the views of each list come to, as set last, by its number
//     present[]  ids that dwell, or have a level, as of the last update
//     ids        id → its place in `present`, or `gone` if it was SEEN and is not there
//
// An update reads all views once. What it finds has `round`, so what is left of the rounds before
// is what has ended.

#ifndef RC_IMPRESSIONS_H
#define RC_IMPRESSIONS_H

#include "../base/base.h"
#include "../base/ids.h"
#include "rangecore_impressions.h"

/// What a view comes to. Those of which nothing is visible are left out; without thresholds, also
/// those that do not qualify.
typedef struct rc__look {
  rc_id id;
  /// 0 if it does not qualify; otherwise 1 + its rule.
  uint8_t dwell;
  /// With thresholds only: how many it reaches, and with which fraction.
  uint32_t level;
  double fraction;
} rc__look;

typedef struct rc__shown_list {
  int64_t list;
  /// Twice as many as the capacity. One half has what the views come to; the next ones, which may
  /// turn out not to be views, are written to the other.
  rc__look *halves;
  size_t count;
  size_t capacity;
  bool is_in_second;
} rc__shown_list;

typedef struct rc__presence {
  rc_id id;
  /// Of its dwell, and when that is long enough.
  double begin;
  double due;
  /// The largest fraction of its views.
  double fraction;
  /// The update that has found it last.
  uint32_t round;
  /// How many thresholds it reaches, and as told last.
  uint32_t level;
  uint32_t told_level;
  /// 0 if it does not dwell; otherwise 1 + the rule of its dwell.
  uint8_t dwell;
  /// In the update that has found it last, if there are thresholds.
  bool qualifies;
  /// In this session.
  bool was_seen;
  /// In this dwell.
  bool counts;
} rc__presence;

struct rc_impressions {
  rc_allocator allocator;
  rc_impressions_options options;
  /// By their numbers.
  rc__shown_list *lists;
  size_t list_count;
  size_t list_capacity;
  /// Of all lists.
  size_t look_count;
  rc__presence *present;
  size_t present_count;
  size_t present_capacity;
  /// Where the next id is likely to be: views of a list come in the same order again.
  size_t likely;
  rc__ids ids;
  rc_impression *events;
  size_t event_count;
  size_t event_capacity;
  /// To sort events by.
  const void **sorted;
  size_t sorted_capacity;
  /// Of the last update.
  double time;
  double next_time;
  uint32_t round;
  /// How many that are present it has found.
  size_t found_count;
  bool was_active;
  /// Views were set, or a session is to begin.
  bool has_changed;
  bool restarts;
  /// Something may be due, or was to be first.
  bool looks_for_due;
  /// What `ids` has for an id that was SEEN, and is not present.
  uint8_t gone;
};

enum {
  /// SEEN, LEFT, in a new session SEEN once more, and CROSSED.
  RC__EVENTS_OF_ID = 4
};

#endif
