// What a list shows of its items to impressions, as of its last update.

#include "list.h"
#include "rangecore_impressions.h"

static rc_interval common(rc_interval a, rc_interval b) {
  return (rc_interval){rc__at_least(a.lower, b.lower), rc__at_most(a.upper, b.upper)};
}

/// Sets the lengths of a view; false if nothing is visible of it.
static bool measure_view(const rc_list *list, int64_t item, rc_impression_view *view) {
  if ((rc_list_state(list, item) & RC_STATE_VISIBLE) == 0) return false;
  const rc__pinned pinned = rc__list_pinned(list);
  const rc__item row = rc__rows_of_item(&list->rows, item);
  const bool is_pinned = item == pinned.item;
  const int64_t offset = is_pinned ? pinned.offset : row.offset;
  rc_interval screen = rc__frame_viewport(&list->anchor.seen.frame);
  if (!is_pinned && pinned.item >= 0) screen.lower += pinned.covered;
  const rc_interval seen = common(screen, (rc_interval){offset, offset + row.extent});
  if (seen.lower >= seen.upper) return false;
  view->extent = row.extent;
  view->viewport = screen.upper - screen.lower;
  view->visible = seen.upper - seen.lower;
  return true;
}

rc_status rc_list_copy_impression_views(rc_list *list, int64_t lower, int64_t upper,
                                        const rc_id *ids, const uint32_t *rules, double cross,
                                        rc_impression_view *out_views, size_t *out_count) {
  if (!rc__list_has_items(list, lower, upper) || out_count == NULL) return RC_STATUS_ARGUMENT;
  if (lower < upper && (ids == NULL || out_views == NULL)) return RC_STATUS_ARGUMENT;
  if (!(cross >= 0) || !(cross <= 1)) return RC_STATUS_ARGUMENT;
  for (int64_t i = 0; rules != NULL && i < upper - lower; i++) {
    if (rules[i] >= RC_IMPRESSION_RULE_COUNT) return RC_STATUS_ARGUMENT;
  }
  if (!rc__list_is_updated(list)) return RC_STATUS_NOT_FOUND;
  size_t count = 0;
  for (int64_t item = lower; item < upper; item++) {
    const int64_t i = item - lower;
    rc_impression_view view = {.id = ids[i], .cross = cross, .rule = rules == NULL ? 0 : rules[i]};
    if (view.id != RC_ID_NONE && measure_view(list, item, &view)) out_views[count++] = view;
  }
  *out_count = count;
  return RC_STATUS_OK;
}
