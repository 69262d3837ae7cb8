// Arrays of interface states, one byte per item: combine, compare and select.
//
// For hosts with two axes, or with states of their own in addition to a list's: a grid made of one
// list per axis combines a row's states with each column's.
//
// ```c
// const rc_state row = RC_STATE_IN_HIERARCHY;
// rc_state columns[8], cells[8], row_repeated[8];
// rc_list_copy_states(list_of_columns, 0, 8, columns);
// memset(row_repeated, row, sizeof row_repeated);
// rc_state_bytes_and(row_repeated, columns, 8, cells);  // the state of each cell of this row
// ```

#ifndef RANGECORE_STATES_H
#define RANGECORE_STATES_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Computes the bitwise AND of two arrays of states.
///
/// - `a`, `b`, `out_states`: `count` bytes each; `out_states` may be `a` or `b`. If one is NULL,
///   nothing happens.
///
/// Complexity: O(count); auto-vectorised. Threads: pure.
RC_API void rc_state_bytes_and(const rc_state *a, const rc_state *b, size_t count,
                               rc_state *out_states);

/// Writes the bits in which two arrays of states differ, and returns how many items differ.
///
/// - `before`, `after`, `out_bits`: `count` bytes each; `out_bits` may be one of the others.
///
/// Returns 0 if one is NULL. Complexity: O(count); auto-vectorised. Threads: pure.
RC_API size_t rc_state_bytes_diff(const rc_state *before, const rc_state *after, size_t count,
                                  rc_state *out_bits);

/// Writes 1 for each item that has all of the given bits, 0 for others, and returns how many have.
///
/// - `states`, `out_selected`: `count` bytes each; they may be the same array.
///
/// Returns 0 if one is NULL. Complexity: O(count); auto-vectorised. Threads: pure.
RC_API size_t rc_state_bytes_select(const rc_state *states, size_t count, rc_state bits,
                                    uint8_t *out_selected);

#ifdef __cplusplus
}
#endif

#endif
