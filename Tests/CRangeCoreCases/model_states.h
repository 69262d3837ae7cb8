// States, slowly: one struct an item, and every question walks all of them.

#ifndef MODEL_STATES_H
#define MODEL_STATES_H

#include "library.h"

typedef struct {
  int64_t identity;
  /// The index at the last update, -1 for one that is new.
  int64_t previous;
  /// As of the last update, 0 for one that is new.
  rc_state state;
} model_states_item;

typedef struct {
  model_states_item *items;
  int64_t count;
  /// Those that the last update knew and that were removed since.
  model_states_item *removed;
  int64_t removed_count;
  /// Of the last update.
  rc_change *changes;
  size_t change_count, removed_change_count, left_change_count;
  int64_t next_identity;
} model_states;

void model_states_init(model_states *states);
void model_states_deinit(model_states *states);

void model_states_insert(model_states *states, int64_t index, int64_t count);
void model_states_remove(model_states *states, int64_t lower, int64_t upper);
void model_states_move(model_states *states, int64_t lower, int64_t upper, int64_t to);
void model_states_update(model_states *states, const rc_state_ranges *ranges);

/// Sorts the changes that enter; `distances` as for `rc_states_order`.
void model_states_order(model_states *states, rc_interval viewport, rc_direction leading,
                        const double *distances);

/// Sorts changes as the rules for those that enter say, by the distances that they hold.
void model_states_sort(rc_change *changes, size_t count, rc_interval viewport,
                       rc_direction leading);

#endif
