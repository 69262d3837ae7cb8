// Lists whose memory is counted: how many allocations they make, and how many bytes they take
// beside what the header says that they take at most.

#ifndef QUIET_LIST_H
#define QUIET_LIST_H

#include "../library.h"
#include "list_memory.h"

/// A list of `count` items, all measured, a thousand at a time; NULL where that fails.
rc_list *quiet_list_make(list_memory *memory, int64_t count);

typedef struct {
  int64_t updates, decisions, fetches, queries;
  /// Of the list's; 0 is what is wanted.
  int64_t allocations;
  /// How many calls failed.
  int64_t failures;
} quiet_count;

/// Scrolls, jumps, resizes the viewport, changes modes, asks, fetches at both ends and lets the
/// host decide, while there is no memory to be had.
quiet_count quiet_list_scroll(rc_list *list, list_memory *memory, int64_t updates);

/// The bytes that a list takes at most, as rangecore.h has them: of one that was measured in order,
/// and of one that was edited in any way since.
///
/// - `stretches`: how many there are of measured items that are neighbours.
int64_t quiet_list_built_bytes(int64_t measured);
int64_t quiet_list_edited_bytes(int64_t measured, int64_t stretches, int64_t edits);

/// How many stretches of measured items a list has.
int64_t quiet_list_stretches(rc_list *list);

#endif
