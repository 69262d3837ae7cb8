// Steps of short lists, one after another: what can be done to a list of each number of items, and
// a walk over all sequences of that.

#ifndef EXHAUSTIVE_STEPS_H
#define EXHAUSTIVE_STEPS_H

#include "list/script_list_run.h"

/// One step, and how many items there are after it.
typedef struct {
  /// A `script_call_kind`, or what a part says.
  int kind;
  /// Of an insertion the index and the count; of one row that and 1; else lower and upper.
  int64_t a, b;
  /// Where items move to; or an extent.
  int64_t to;
  int64_t count;
} exhaust_step;

enum { EXHAUST_ITEMS_MOST = 7, EXHAUST_STEPS_MOST = 400, EXHAUST_LENGTH_MOST = 3 };

/// What can be done to a list of each number of items.
typedef struct {
  int counts[EXHAUST_ITEMS_MOST + 1];
  exhaust_step steps[EXHAUST_ITEMS_MOST + 1][EXHAUST_STEPS_MOST];
} exhaust_steps;

void exhaust_add(exhaust_steps *all, int64_t n, exhaust_step step);
/// Adds all moves of `lower ..< upper`.
void exhaust_add_moves(exhaust_steps *all, int64_t n, int64_t lower, int64_t upper);

/// Checks one sequence, which begins with so many items.
typedef void exhaust_check(void *context, int64_t count, const exhaust_step *const *steps,
                           int length);

/// Checks all sequences of exactly `length` steps, up to one that fails, which is printed; returns
/// how many.
int64_t exhaust_sequences(const exhaust_steps *all, int64_t count, int length, exhaust_check *check,
                          void *context);

/// Makes an edit of items or rows on a list and on the model; false if the step is none.
bool exhaust_edit(script_run *run, const exhaust_step *step);

#endif
