// What the steps of one update hand on to one another.

#ifndef RC_LIST_UPDATE_H
#define RC_LIST_UPDATE_H

#include "list.h"

/// What one update works on.
typedef struct rc__pass {
  /// The host's.
  int64_t offset;
  /// Where the viewport will come to rest; its offset until then.
  int64_t landing;
  rc_interval viewport;
  bool is_empty;
  bool user_moved;
  int64_t movement;
  /// Something was edited or configured since the last update.
  bool is_edited;
  /// What follows from settings and lengths was found anew, as was whatever it is for.
  bool is_planned;
  /// Either of the two.
  bool is_anew;
  bool has_slack;
} rc__pass;

/// Finds what follows from settings, from the user and from the viewport's lengths.
void rc__list_plan(rc_list *list, rc__pass *now);

/// Finds what follows from the direction as well.
void rc__list_plan_ranges(rc_list *list, const rc__pass *now);

/// Finds the ranges' items, and what changed in their states.
void rc__list_find_changes(rc_list *list, const rc__pass *now, rc_changes *out_changes);

#endif
