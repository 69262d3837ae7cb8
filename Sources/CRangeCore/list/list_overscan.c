// The items around the visible ones that display and preload have in any case.

#include "list.h"

rc_interval rc__list_around_visible(const rc_list *list) {
  const rc__rows *rows = &list->rows;
  const rc_interval visible = list->ranges[RC__RANGE_VISIBLE].items;
  const int64_t lower = visible.lower - list->plan.overscan;
  const int64_t upper = visible.upper + list->plan.overscan;
  const int64_t first = lower <= 0 ? 0 : rc__rows_index(rows, lower);
  const int64_t end = rc__rows_before(rows, rc__at_most(upper, rows->count));
  return (rc_interval){rc__rows_first_item(rows, first), rc__rows_first_item(rows, end)};
}

/// Whether a range has them in any case. (Foresight may have preload elsewhere.)
static bool has_overscan(const rc_list *list, size_t range) {
  return list->plan.overscan > 0 && range <= RC_RANGE_PRELOAD && list->ranges[range].is_enabled &&
         list->visible_length > 0 && !(range == RC_RANGE_PRELOAD && rc__list_foresees(list));
}

RC_NOINLINE rc_interval rc__list_with_overscan(const rc_list *list, size_t range,
                                               rc_interval items) {
  if (!has_overscan(list, range)) return items;
  const rc_interval near = rc__list_around_visible(list);
  return (rc_interval){rc__at_most(items.lower, near.lower), rc__at_least(items.upper, near.upper)};
}

rc_interval rc__list_overscanned(const rc_list *list, size_t range) {
  return has_overscan(list, range) ? rc__list_around_visible(list) : (rc_interval){0, 0};
}
