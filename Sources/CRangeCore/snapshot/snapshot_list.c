// What is saved of a list, and where it is found again.

#include "snapshot_list.h"

#include "../base/ticks.h"

static bool has_given_ids(const rc_list *list, int64_t lower, int64_t upper, const rc_id *ids) {
  return rc__list_has_items(list, lower, upper) && (ids != NULL || lower == upper);
}

// == saving a place ==

static bool has_anchor(const rc_snapshot *it, rc_id id) {
  for (size_t i = 0; i < it->anchor_count; i++) {
    if (it->anchors[i].id == id) return true;
  }
  return false;
}

/// What has been scrolled far out of the list is no further away than the list is long.
static int64_t within_list(int64_t ticks) {
  return rc__clamped(ticks, (rc_interval){-RC_LIST_TICKS_MAX, RC_LIST_TICKS_MAX});
}

/// Adds a row as an anchor, unless none of its items has an id.
static void save_anchor(rc_snapshot *it, const rc_list *list, const rc__given_ids *given,
                        int64_t row) {
  const rc_interval items = rc__rows_items(&list->rows, row);
  int64_t item = items.lower;
  while (item < items.upper && rc__id_of_item(given, item) == RC_ID_NONE) item++;
  if (item == items.upper || has_anchor(it, rc__id_of_item(given, item))) return;
  const rc__item place = rc__rows_of_item(&list->rows, item);
  const rc_interval screen = rc__frame_viewport(&list->anchor.seen.frame);
  const bool is_under = list->anchor.settings.pins_headers;
  const int64_t covered = is_under ? rc__pinned_extent(&list->rows, item) : 0;
  const rc__saved_anchor anchor = {
      .id = rc__id_of_item(given, item),
      .index = item,
      .distance = within_list(place.offset - screen.lower - covered),
      .after = within_list(screen.upper - (place.offset + place.extent)),
  };
  rc__snapshot_add_anchor(it, &anchor);
}

static void save_anchors(rc_snapshot *it, const rc_list *list, const rc__given_ids *given) {
  const rc__rows *rows = &list->rows;
  const rc_interval screen = rc__frame_viewport(&list->anchor.seen.frame);
  const rc_interval items = rc__rows_items_in(rows, screen);
  it->anchor_count = 0;
  if (rc__interval_is_empty(items)) {
    save_anchor(it, list, given, rc__rows_at(rows, screen.lower).index);
    return;
  }
  if (rc__rows_are_laned(rows)) {
    rc__chosen_items chosen;
    rc__snapshot_choose(list, given, items, &chosen);
    for (size_t i = 0; i < chosen.count; i++) save_anchor(it, list, given, chosen.items[i]);
    return;
  }
  const int64_t last = rc__rows_index(rows, items.upper - 1);
  for (int64_t row = rc__rows_index(rows, items.lower);
       row <= last && it->anchor_count < RC_SNAPSHOT_ANCHOR_COUNT_MAX; row++) {
    save_anchor(it, list, given, row);
  }
}

rc_status rc_list_save_place(rc_list *list, int64_t lower, int64_t upper, const rc_id *ids,
                             rc_snapshot *snapshot) {
  if (!rc__list_has_items(list, lower, upper) || snapshot == NULL) return RC_STATUS_ARGUMENT;
  const bool is_hidden = list->visible_length == 0 || list->rows.count == 0;
  if (is_hidden || !rc__list_is_updated(list)) return RC_STATUS_NOT_FOUND;
  const rc__frame *frame = &list->anchor.seen.frame;
  const rc__given_ids given = {ids, lower, ids == NULL ? lower : upper};
  const int64_t tolerance = list->anchor.tolerance;
  snapshot->has_place = true;
  snapshot->is_at_start = frame->offset <= frame->scrollable.lower + tolerance;
  snapshot->is_at_end = frame->offset >= frame->scrollable.upper - tolerance;
  snapshot->estimate = rc__rows_estimate(&list->rows);
  snapshot->length = frame->visible_length;
  save_anchors(snapshot, list, &given);
  return RC_STATUS_OK;
}

// == extents ==

/// A row's extents are kept by its first item, in a range of items: the rows that begin there.
static rc_interval rows_that_begin(const rc__rows *rows, int64_t lower, int64_t upper) {
  return (rc_interval){rc__rows_before(rows, lower), rc__rows_before(rows, upper)};
}

/// The first row from one on that is measured and not provisional; the count or more if there is
/// none.
static int64_t first_settled(const rc__rows *rows, int64_t row) {
  int64_t former;
  do {
    former = row;
    row = rc__rows_find(rows, row, rc__rows_row_count(rows), true);
    row = rc__provisional_end(rows->provisional, row);
  } while (row != former && row < rc__rows_row_count(rows));
  return row;
}

/// Saves the extents of settled rows that are next to each other.
static void save_stretch(rc_snapshot *it, rc_list *list, const rc__given_ids *given,
                         rc_interval stretch) {
  double extents[RC__SNAPSHOT_ROWS];
  uint64_t lanes[RC__SNAPSHOT_ROWS] = {0};
  for (int64_t row = stretch.lower; row < stretch.upper;) {
    const int64_t end = rc__at_most(row + RC__SNAPSHOT_ROWS, stretch.upper);
    (void)rc_list_copy_rows(list, row, end, NULL, extents);
    if (rc__rows_are_laned(&list->rows)) rc__snapshot_copy_lanes(list, row, end, lanes);
    for (int64_t i = 0; row < end; i++, row++) {
      const int64_t item = rc__rows_first_item(&list->rows, row);
      const rc_id id = rc__id_of_item(given, item);
      rc__prefetch_after(it, given, item);
      if (id == RC_ID_NONE) continue;
      const int64_t extent = rc__round_to_even(rc__ticks_of(extents[i]));
      rc__snapshot_keep(it, id, rc__extent_word(extent, 0, 0) | lanes[i]);
    }
  }
}

rc_status rc_list_save_extents(rc_list *list, int64_t lower, int64_t upper, const rc_id *ids,
                               int64_t key, rc_snapshot *snapshot) {
  if (!has_given_ids(list, lower, upper, ids) || snapshot == NULL) return RC_STATUS_ARGUMENT;
  rc_snapshot *it = snapshot;
  const rc_interval rows = rows_that_begin(&list->rows, lower, upper);
  const int64_t measured = rc__rows_measured_count(&list->rows);
  const rc_interval between = rc__snapshot_items_between(list, rows);
  const int64_t most =
      rc__at_most(rows.upper - rows.lower, measured + between.upper - between.lower);
  if (!rc__snapshot_reserve(it, (size_t)most)) return RC_STATUS_NO_MEMORY;
  if (key != it->key) rc__snapshot_forget(it);
  it->key = key;
  if (it->capacity == 0 || most == 0) return RC_STATUS_OK;
  const rc__given_ids given = {ids, lower, upper};
  for (int64_t row = rows.lower; row < rows.upper;) {
    const int64_t from = rc__at_most(first_settled(&list->rows, row), rows.upper);
    row = rc__at_most(rc__rows_first_unsettled(&list->rows, from, rows.upper), rows.upper);
    save_stretch(it, list, &given, (rc_interval){from, row});
  }
  if (between.lower < between.upper) rc__snapshot_save_between(it, list, &given, between);
  return RC_STATUS_OK;
}

/// Rows that are given extents together.
typedef struct rc__restored_rows {
  int64_t first;
  int64_t count;
  /// They can hold several items each.
  bool are_wide;
  double extents[RC__SNAPSHOT_ROWS];
} rc__restored_rows;

static rc_status set_restored(rc_list *list, rc__restored_rows *restored, int64_t *count) {
  const int64_t first = restored->first, end = first + restored->count;
  if (restored->count == 0) return RC_STATUS_OK;
  rc_status status =
      rc_list_set_row_extents(list, first, restored->extents, (size_t)restored->count);
  if (status == RC_STATUS_OK && restored->are_wide) {
    const int64_t lower = rc__rows_first_item(&list->rows, first);
    const int64_t upper = rc__rows_first_item(&list->rows, end);
    status = rc__list_mark_provisional(list, lower, upper);
    // Without memory, they are not to count as measured.
    if (status != RC_STATUS_OK) (void)rc_list_forget(list, lower, upper);
  }
  if (status == RC_STATUS_OK) *count += restored->count;
  restored->count = 0;
  return status;
}

/// How many items a row can hold.
static int64_t breadth_of_row(const rc__rows *rows, int64_t item) {
  if (rc__rows_sections(rows) == NULL) return rows->columns;
  const rc__section section = rc__rows_section_before(rows, item + 1);
  return item < section.grid ? 1 : section.columns;
}

/// Restores the extents of rows that are not settled and next to each other.
static rc_status restore_stretch(rc_snapshot *it, rc_list *list, const rc__given_ids *given,
                                 rc_interval stretch, int64_t *count) {
  rc__restored_rows restored;
  restored.first = restored.count = 0;
  restored.are_wide = false;
  rc_status status = RC_STATUS_OK;
  for (int64_t row = stretch.lower; row < stretch.upper && status == RC_STATUS_OK; row++) {
    const int64_t item = rc__rows_first_item(&list->rows, row);
    const rc_id id = rc__id_of_item(given, item);
    rc__prefetch_after(it, given, item);
    if (id == RC_ID_NONE) continue;
    const bool is_wide = breadth_of_row(&list->rows, item) > 1;
    if (is_wide && rc__rows_find(&list->rows, row, row + 1, false) > row) continue;
    rc__kept_extent *kept = rc__snapshot_find(it, id);
    const int64_t extent = kept == NULL ? RC__NO_EXTENT : rc__extent_of_word(kept->word);
    if (extent == RC__NO_EXTENT) continue;
    rc__snapshot_renew(it, kept);
    if (row != restored.first + restored.count || is_wide != restored.are_wide ||
        restored.count == RC__SNAPSHOT_ROWS) {
      status = set_restored(list, &restored, count);
      restored.first = row;
      restored.are_wide = is_wide;
    }
    restored.extents[restored.count++] = rc_ticks_to_points(extent);
  }
  return status == RC_STATUS_OK ? set_restored(list, &restored, count) : status;
}

rc_status rc_list_restore_extents(rc_list *list, int64_t lower, int64_t upper, const rc_id *ids,
                                  int64_t key, rc_snapshot *snapshot, int64_t *out_count) {
  if (!has_given_ids(list, lower, upper, ids) || snapshot == NULL) return RC_STATUS_ARGUMENT;
  rc_status status = RC_STATUS_OK;
  int64_t count = 0;
  rc_interval rows = rows_that_begin(&list->rows, lower, upper);
  if (key != snapshot->key) rows.lower = rows.upper;
  const rc__given_ids given = {ids, lower, upper};
  const bool restores_lanes = rc__rows_are_laned(&list->rows) && rows.lower < rows.upper &&
                              (snapshot->count > 0 || snapshot->anchor_count > 0);
  if (snapshot->count == 0) rows.lower = rows.upper;
  while (rows.lower < rows.upper && status == RC_STATUS_OK) {
    const int64_t from =
        rc__at_most(rc__rows_first_unsettled(&list->rows, rows.lower, rows.upper), rows.upper);
    rows.lower = rc__at_most(first_settled(&list->rows, from), rows.upper);
    status = restore_stretch(snapshot, list, &given, (rc_interval){from, rows.lower}, &count);
  }
  if (status == RC_STATUS_OK && restores_lanes) {
    status = rc__snapshot_restore_lanes(snapshot, list, &given);
  }
  if (status == RC_STATUS_OK && out_count != NULL) *out_count = count;
  return status;
}

// == finding a place ==

/// Finds the items of the anchors, −1 for those that are not there; false if none is.
static bool find_anchors(const rc_snapshot *it, const rc__given_ids *given,
                         int64_t items[RC_SNAPSHOT_ANCHOR_COUNT_MAX]) {
  // A bit for some of the ids: most others are told from those by it.
  uint64_t likely = 0;
  size_t missing = it->anchor_count;
  for (size_t i = 0; i < it->anchor_count; i++) {
    items[i] = -1;
    likely |= UINT64_C(1) << (rc__hash_of_id(it->anchors[i].id) & 63);
  }
  for (int64_t item = given->lower; item < given->upper && missing > 0; item++) {
    const rc_id id = rc__id_of_item(given, item);
    if ((likely >> (rc__hash_of_id(id) & 63) & 1) == 0) continue;
    for (size_t i = 0; i < it->anchor_count; i++) {
      if (it->anchors[i].id != id || items[i] >= 0) continue;
      items[i] = item;
      missing--;
    }
  }
  return missing < it->anchor_count;
}

/// Whether an anchor was above the screen, as only those in lanes are that are not alone.
static bool was_above(const rc_snapshot *it, size_t i) {
  return it->anchors[i].distance < 0 && it->anchors[i].after >= it->length;
}

/// The anchor to scroll to, of which one is there.
static size_t best_anchor(const rc_snapshot *it, const int64_t items[RC_SNAPSHOT_ANCHOR_COUNT_MAX],
                          int64_t length) {
  size_t best = it->anchor_count;
  for (size_t i = 0; i < it->anchor_count; i++) {
    const int64_t distance = it->anchors[i].distance;
    if (items[i] < 0) continue;
    // Another that is cut off is nearer; one below the screen is further away.
    const bool is_nearer = distance < 0 && !was_above(it, i);
    if (best == it->anchor_count || is_nearer || was_above(it, best)) best = i;
    if (distance >= 0 && (length == 0 || distance < length)) return i;
  }
  return best;
}

/// Finds how to scroll to an anchor.
///
/// - `now`: the length of the viewport; 0 if it is not known.
static void aim_at_anchor(const rc__saved_anchor *anchor, int64_t was, int64_t now,
                          rc_snapshot_goal *goal) {
  int64_t distance = anchor->distance;
  if (now == 0) now = was;
  if (distance >= 0) {
    // What was on screen is, by a tick.
    if (distance < was) distance = rc__at_most(distance, now - 1);
    goal->shift = -rc_ticks_to_points(distance);
    return;
  }
  const int64_t after = anchor->after + now - was;
  if (after > 0) {
    goal->fraction = 1;
    goal->shift = rc_ticks_to_points(after);
  } else {
    // What is left over in the viewport is this much less than the row.
    goal->fraction = (double)distance / (double)(distance + after);
  }
}

rc_status rc_list_find_place(const rc_list *list, int64_t lower, int64_t upper, const rc_id *ids,
                             double length, const rc_snapshot *snapshot,
                             rc_snapshot_goal *out_goal) {
  if (!has_given_ids(list, lower, upper, ids) || snapshot == NULL || out_goal == NULL ||
      length < 0) {
    return RC_STATUS_ARGUMENT;
  }
  int64_t now, items[RC_SNAPSHOT_ANCHOR_COUNT_MAX];
  const rc_status status = rc_ticks_from_points(length, &now);
  if (status != RC_STATUS_OK) return status;
  const rc_snapshot *it = snapshot;
  if (!it->has_place || list->rows.count == 0) return RC_STATUS_NOT_FOUND;
  const bool is_end = it->is_at_end && list->settings.sticks[RC_END_TAIL];
  if (is_end || it->is_at_start) {
    const rc_snapshot_goal_kind kind =
        is_end ? RC_SNAPSHOT_GOAL_KIND_END : RC_SNAPSHOT_GOAL_KIND_START;
    *out_goal = (rc_snapshot_goal){.kind = kind};
    return RC_STATUS_OK;
  }
  const rc__given_ids given = {ids, lower, upper};
  if (!find_anchors(it, &given, items)) return RC_STATUS_NOT_FOUND;
  const size_t best = best_anchor(it, items, now);
  *out_goal = (rc_snapshot_goal){.kind = RC_SNAPSHOT_GOAL_KIND_ITEM, .index = items[best]};
  aim_at_anchor(&it->anchors[best], it->length, now, out_goal);
  return RC_STATUS_OK;
}
