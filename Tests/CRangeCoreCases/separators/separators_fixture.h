// Separators in short: slots, pairs, edits and rows as text.
//
//     slots     "12 21 . 31"               ids, and placeholders
//     pairs     "-|12 12|21 31|-"          none and 12, 12 and 21, 31 and none
//     edits     "INSERT 0-2 MOVE 1-2>0"
//     rows      "1: 12 2: 21 . 3: 31"      with separators
//
// By default the separator before an item is its day, a tenth of its id, if that before has
// another.

#ifndef SEPARATORS_FIXTURE_H
#define SEPARATORS_FIXTURE_H

#include "../list/list_memory.h"
#include "../store/store_fixture.h"

typedef rc_id separators_rule(const rc_separator_pair *pair);

typedef struct {
  rc_separators *separators;
  list_memory memory;
  separators_rule *rule;
  rc_id slots[64];
  int64_t count;
  const rc_separator_pair *pairs;
  size_t pair_count;
  rc_separators_result result;
  char text[512];
} separators_fixture;

void separators_begin(separators_fixture *f);
void separators_end(separators_fixture *f);

/// A fixture of this name, which ends with the block.
#define SEPARATORS(name)                                                  \
  __attribute__((cleanup(separators_end))) separators_fixture name = {0}; \
  separators_begin(&name)

// Edits of slots.

void separators_insert(separators_fixture *f, int64_t at, const char *slots);
void separators_fill(separators_fixture *f, int64_t at, const char *slots);
void separators_clear(separators_fixture *f, int64_t lower, int64_t upper);
void separators_remove(separators_fixture *f, int64_t lower, int64_t upper);
void separators_move(separators_fixture *f, int64_t lower, int64_t upper, int64_t to);

/// Asks of the slots, and returns the pairs.
const char *separators_ask(separators_fixture *f);
/// Answers, and returns the edits.
const char *separators_answer(separators_fixture *f);
/// Both, and returns the edits.
const char *separators_go(separators_fixture *f);
/// The rows.
const char *separators_rows(separators_fixture *f);
/// The new rows of separators, such as "1@0 2@5".
const char *separators_inserted(separators_fixture *f);

rc_id separators_day(const rc_separator_pair *pair);

#endif
