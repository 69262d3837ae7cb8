// Changes of items that stay, for updates.

#ifndef RC_LANES_CHANGE_H
#define RC_LANES_CHANGE_H

#include "lanes_tree.h"

/// As `rc_lanes_insert`, also of items that are wide.
rc_status rc__lanes_insert(rc_lanes *lanes, int64_t index, const double *values, int64_t count,
                           bool are_wide);

/// Sets what shares are multiples of, in ticks, at least 1.
void rc__lanes_set_quantum(rc_lanes *lanes, int64_t quantum);

/// Limits the length to less than `RC_LIST_TICKS_MAX`, or more while a list is made; fails only
/// with `LIMIT`.
rc_status rc__lanes_set_length_max(rc_lanes *lanes, int64_t length_max);

/// Gives consecutive items their codes, which differ in the lane only, or are none.
rc_status rc__lanes_set_codes(rc_lanes *lanes, int64_t lower, const uint8_t *codes, int64_t count);

/// Makes items wide, or laneless those that were; `has_header`: the first one becomes wide.
rc_status rc__lanes_set_spans(rc_lanes *lanes, int64_t lower, int64_t upper, bool is_wide,
                              bool has_header);

/// Notes that an item with a lane was on the screen, or that it was not. Needs no memory.
void rc__lanes_mark_shown(rc_lanes *lanes, uint32_t index, bool was_shown);

/// The indents before an item, in place; NULL if there are none.
int64_t *rc__lanes_indents_at(const rc_lanes *lanes, uint32_t index, rc__lanes_path *out_path);

/// Sets the indents before an item, in ticks; needs no memory if it has some.
rc_status rc__lanes_put_indents(rc_lanes *lanes, uint32_t index, const int64_t *indents);

/// Removes indents that are 0, if there is memory for that.
void rc__lanes_tidy_indents(rc_lanes *lanes, uint32_t index);

/// Before some items are removed from a panel: its indents go to the next item of it, if there is
/// one, which `out_passed` says.
rc_status rc__lanes_pass_indents_on(rc_lanes *lanes, int64_t lower, int64_t upper,
                                    bool *out_passed);

/// Moves items, which become laneless, and lose their indents.
rc_status rc__lanes_move_bare(rc_lanes *lanes, int64_t lower, int64_t upper, int64_t to);

#endif
