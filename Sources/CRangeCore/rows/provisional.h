// Which rows are provisional: measured, but to be measured again.
//
// Reuses the tree of the extents, and is made only once a row is marked: the "extent" of a
// provisional row is its kind, other rows are unmeasured. A million rows, all marked, are one run.

#ifndef RC_PROVISIONAL_H
#define RC_PROVISIONAL_H

#include "../extents/tree.h"

typedef enum rc__provisional_kind {
  RC__PROVISIONAL_NOT = 0,
  /// Measured once, and kept until it is measured again.
  RC__PROVISIONAL_KEPT = 1,
  /// Since the row was inserted.
  RC__PROVISIONAL_INSERTED = 2
} rc__provisional_kind;

typedef struct rc__provisional {
  rc__tree tree;
} rc__provisional;

/// Makes one for so many rows, none of them provisional; NULL if out of memory.
rc__provisional *rc__provisional_create(const rc_allocator *allocator, int64_t rows);

/// NULL is ignored, here and below; it stands for a list without provisional rows.
void rc__provisional_destroy(rc__provisional *provisional);

/// Reserves memory for some of the edits below, which cannot fail then; false if there is none.
bool rc__provisional_reserve(rc__provisional *provisional, uint32_t edits);

/// Replaces the rows lower ..< upper with `count` rows of one kind.
void rc__provisional_replace(rc__provisional *provisional, int64_t lower, int64_t upper,
                             int64_t count, rc__provisional_kind kind);
void rc__provisional_move(rc__provisional *provisional, int64_t lower, int64_t upper, int64_t to);

rc__provisional_kind rc__provisional_kind_of(rc__provisional *provisional, int64_t row);

/// The first row from `row` on that is provisional; the count if there is none.
int64_t rc__provisional_find(const rc__provisional *provisional, int64_t row);
/// The first one that is not.
int64_t rc__provisional_end(const rc__provisional *provisional, int64_t row);

/// Returns the first invariant that does not hold, NULL if all do.
const char *rc__provisional_find_violation(const rc__provisional *provisional, int64_t rows);

#endif
