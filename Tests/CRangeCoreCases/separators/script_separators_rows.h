// The rows of a list that applies the edits of separators, and checks what they are against the
// model.

#ifndef SCRIPT_SEPARATORS_ROWS_H
#define SCRIPT_SEPARATORS_ROWS_H

#include "../harness.h"
#include "model_separators.h"

enum { ROWS_MIRROR_MAX = 2 * MODEL_SEPARATORS_SLOTS + 2, ROWS_MIRROR_IDS = 64 };

typedef struct {
  model_separators model;
  rc_separators *separators;
  /// Each slot, and each row, is a number that it keeps.
  int64_t slots[MODEL_SEPARATORS_SLOTS];
  int64_t rows[ROWS_MIRROR_MAX];
  int64_t row_count;
  int64_t last_number;
  /// Of each separator that is shown; 0 if it is not. Ids are less than `ROWS_MIRROR_IDS`.
  int64_t shown[ROWS_MIRROR_IDS];
  /// How many edits of rows there were in all.
  int64_t edit_count;
} rows_mirror;

void rows_mirror_init(rows_mirror *mirror);
void rows_mirror_follow(rows_mirror *mirror, const rc_edit *edit);
/// Checks pairs against the model's.
void rows_mirror_check_pairs(rows_mirror *mirror, const rc_separator_pair *pairs, size_t count);
/// Answers, applies the edits, and checks all rows.
void rows_mirror_answer(rows_mirror *mirror, const rc_id *ids);
/// Rows and slots find each other.
void rows_mirror_check_queries(const rows_mirror *mirror);

#endif
