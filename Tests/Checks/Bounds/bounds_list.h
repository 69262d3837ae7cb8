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

/// Updates a viewport; or one of 800 points.
rc_update update_in(rc_list *list, double offset, double length);
rc_update update_at(rc_list *list, double offset);
/// Moves single items from anywhere to anywhere.
void move_anywhere(rc_list *list, int64_t times);
void configure(rc_list *list, double foresight, bool pins_headers);

/// Destroys a list, and returns what was counted.
uint64_t end_list(rc_list *list);
/// Updates a viewport, which is counted and must not allocate, and destroys the list.
uint64_t update_and_end(rc_list *list, double offset, double length);

#define ON_LIST(name, made, counted) ON(name, rc_list *, list, made, counted, end_list)

#endif
