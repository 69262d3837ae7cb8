// Lists that are worst for what is measured on them.

#ifndef BOUNDS_LIST_H
#define BOUNDS_LIST_H

#include "bounds.h"

/// A list of items that are not measured.
rc_list *plain_list(int64_t count);
/// A list of 2 n items, every second of which is measured.
rc_list *scattered_list(int64_t n);
/// A list of n items, all measured.
rc_list *measured_list(int64_t n);
/// A list of 4 n items, edited n times since its update.
rc_list *edited_list(int64_t n);
/// A list of n sections of three items in two columns, in two measured rows each.
rc_list *sectioned_list(int64_t n);

/// Updates a viewport of 800 points at an offset.
rc_update update_at(rc_list *list, double offset);
/// Moves single items from anywhere to anywhere.
void move_anywhere(rc_list *list, int64_t times);
void configure(rc_list *list, double foresight, bool pins_headers);

/// Destroys a list, and returns what was counted.
uint64_t end_list(rc_list *list);

#endif
