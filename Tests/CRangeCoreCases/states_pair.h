// States and their model in lockstep, over an allocator that counts, checks sizes and can fail.

#ifndef STATES_PAIR_H
#define STATES_PAIR_H

#include "library.h"
#include "model_states.h"

typedef struct {
  int64_t block_count;
  /// In use now.
  size_t size;
  /// How often memory was asked for.
  int64_t call_count;
  /// How many calls from now on succeed; all of them where it is negative.
  int64_t calls_left;
} states_ledger;

typedef struct {
  rc_states *states;
  model_states model;
  states_ledger ledger;
  /// What the last update or order gave, and a copy of it.
  rc_changes changes;
  rc_change *copy;
  /// Whether `changes` is still to be read: no edit since.
  bool is_current;
} states_pair;

/// A range set as a list has it around a viewport: visible, display and preload, further out by
/// `reach` each, and kept for `slack` more.
rc_state_ranges states_around(rc_interval viewport, int64_t reach, int64_t slack);

void states_pair_init(states_pair *pair);
/// Also checks that no memory is left.
void states_pair_deinit(states_pair *pair);

/// Each tries every way to run out of memory first, and checks that this leaves no trace.
void states_pair_insert(states_pair *pair, int64_t index, int64_t count);
void states_pair_remove(states_pair *pair, int64_t lower, int64_t upper);
void states_pair_move(states_pair *pair, int64_t lower, int64_t upper, int64_t to);
void states_pair_update(states_pair *pair, const rc_state_ranges *ranges);
void states_pair_order(states_pair *pair, rc_interval viewport, rc_direction leading,
                       const double *distances);

/// Compares all that can be seen.
void states_pair_check(states_pair *pair);

rc_allocator states_ledger_allocator(states_ledger *ledger);

#endif
