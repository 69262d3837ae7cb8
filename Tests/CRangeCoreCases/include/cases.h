// The C test cases: a table that `swift test` runs case by case, and that a plain `cc` builds with
// main.c for every other target.

#ifndef CASES_H
#define CASES_H

#include <stdbool.h>
#include <stddef.h>

/// How many cases there are.
size_t rc_cases_count(void);

/// A case's name, which says what is true; NULL past the last.
const char *rc_cases_name(size_t index);

/// The path of its source, as it was compiled; NULL past the last.
const char *rc_cases_file(size_t index);

/// Runs a case. Returns NULL when it passed, else a message that is valid until the thread's next.
///
/// - `effort`: how many times as long as usual random cases run; RANGECORE_EFFORT in the
/// environment
///   says otherwise.
const char *rc_cases_run(size_t index, double effort);

#endif
