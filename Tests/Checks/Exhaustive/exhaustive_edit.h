// The edits of short lists, made on a list and on the model.

#ifndef EXHAUSTIVE_EDIT_H
#define EXHAUSTIVE_EDIT_H

#include "list/script_list_run.h"

/// One call, and how many items there are after it.
typedef struct {
  script_call_kind kind;
  /// Of an insertion the index and the count; of one row that and 1; else lower and upper.
  int64_t a, b;
  /// Where items move to; or an extent.
  int64_t to;
  int64_t count;
} exhaust_step;

/// Makes an edit of items or rows; false if the step is none.
bool exhaust_edit(script_run *run, const exhaust_step *step);

#endif
