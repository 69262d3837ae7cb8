// What has changed since the last update: which items have stayed, and where their rows were.
//
// An anchor that is removed or moved gives its part to another item that was on screen. That item
// keeps the place that it had at the last update, whatever was measured since, and in which order.
// So the first change copies the starts of the rows around the viewport, and each edit cuts
// *stretches* of items that have stayed:
//
//     at the last update     [ 0 · · · · · · · · 9 ]              one stretch, 10 items
//     insert 2 at 4          [ 0 · · 3 ] + + [ 4 · · · · 9 ]      lower 0, seen 0 · lower 6, seen 4
//     remove 7 ..< 9         [ 0 · · 3 ] + + [ 4 ] [ 7 · 9 ]      … · lower 7, seen 7
//
// Both are of fixed size, so that edits need no memory for them: 128 rows, from 16 before the
// viewport's start on, and 32 stretches. Further away nothing takes the anchor's part.

#include "list.h"

/// The index of no item.
static const int64_t no_item = -1;

static void copy_starts(rc_list *list) {
  rc__since *since = &list->since;
  const int64_t row = rc__list_row(list, list->anchor.item);
  const int64_t visible_end = rc__list_rows(list, list->seen.visible.upper);
  since->first_row = rc__at_least(row - RC__SINCE_ROWS_BEFORE, 0);
  since->row_count = rc__at_most(visible_end - since->first_row, RC__SINCE_ROWS);
  rc__extents_copy_starts(list->extents, since->first_row, since->row_count, since->starts,
                          since->were_measured);
  for (int64_t i = 0; i <= since->row_count && since->columns == 0; i++) {
    rc__list_sections(list)->kept[i] = rc__list_first_item(list, since->first_row + i);
  }
  if (list->provisional == NULL) return;
  for (int64_t i = 0; i < since->row_count; i++) {
    const int64_t kind = rc__provisional_kind_of(list->provisional, since->first_row + i);
    if (kind == RC__PROVISIONAL_INSERTED) since->were_measured[i] = false;
  }
}

void rc__since_begin(rc_list *list) {
  rc__since *since = &list->since;
  if (since->any || !list->seen.any) return;
  since->any = true;
  since->columns = rc__list_sections(list) == NULL ? list->columns : 0;
  since->stretches[0] = (rc__stretch){0, 0, list->count};
  since->stretch_count = 1;
  if (list->anchor.item >= 0) copy_starts(list);
}

void rc__since_end(rc_list *list) {
  rc__since *since = &list->since;
  since->any = since->edited_before = since->edited_after = since->anchor_was_forgotten = false;
  since->grown = 0;
  since->shortest = list->seen.frame.list_length;
  // What was kept there is not needed any more.
  if (rc__list_sections(list) != NULL && rc__sections_count(rc__list_sections(list)) == 0) {
    rc__sections_destroy(rc__list_sections(list));
    list->sections = NULL;
  }
}

void rc__list_note_edit(rc_list *list) {
  list->content_stamp = ++list->stamp;
  list->since.shortest = rc__at_most(list->since.shortest, rc__list_length(list));
}

// == stretches ==

static void drop_stretch(rc__since *since, size_t at) {
  rc__stretch *stretch = &since->stretches[at];
  since->stretch_count--;
  rc__move_bytes(stretch, stretch + 1, (since->stretch_count - at) * sizeof *stretch);
}

/// Of as many as there may be, drops the first or the last one, whichever is on the side of the
/// anchor with more of them.
static void drop_furthest(rc_list *list) {
  const rc__stretch *middle = &list->since.stretches[RC__STRETCHES_MAX / 2];
  drop_stretch(&list->since, middle->seen < list->anchor.item ? 0 : RC__STRETCHES_MAX - 1);
}

/// Makes a stretch begin at an index, if one holds the items around it.
static void cut_stretch(rc_list *list, int64_t index) {
  rc__since *since = &list->since;
  if (since->stretch_count == RC__STRETCHES_MAX) drop_furthest(list);
  for (size_t i = 0; i < since->stretch_count; i++) {
    rc__stretch *stretch = &since->stretches[i];
    const int64_t before = index - stretch->lower;
    if (before <= 0 || before >= stretch->count) continue;
    rc__move_bytes(stretch + 1, stretch, (since->stretch_count - i) * sizeof *stretch);
    since->stretch_count++;
    stretch[0].count = before;
    stretch[1] = (rc__stretch){index, stretch->seen + before, stretch[1].count - before};
    return;
  }
}

static void shift_stretches(rc__since *since, int64_t from, int64_t by) {
  for (size_t i = 0; i < since->stretch_count; i++) {
    if (since->stretches[i].lower >= from) since->stretches[i].lower += by;
  }
}

int64_t rc__since_index(const rc_list *list, int64_t seen) {
  const rc__since *since = &list->since;
  if (!since->any) return seen;
  for (size_t i = 0; i < since->stretch_count; i++) {
    const int64_t within = seen - since->stretches[i].seen;
    if (within >= 0 && within < since->stretches[i].count)
      return since->stretches[i].lower + within;
  }
  return no_item;
}

// == edits ==

/// Notes on which side of the anchor an edit is; an insertion is of no items.
static void note_edited(rc_list *list, int64_t lower, int64_t upper) {
  rc__since *since = &list->since;
  if (!since->any) return;
  const int64_t anchor = rc__since_index(list, list->anchor.item);
  since->edited_before |= anchor < 0 || lower <= anchor;
  since->edited_after |= anchor < 0 || upper > anchor;
}

void rc__since_insert(rc_list *list, int64_t index, int64_t count) {
  note_edited(list, index, index);
  cut_stretch(list, index);
  shift_stretches(&list->since, index, count);
}

void rc__since_remove(rc_list *list, int64_t lower, int64_t upper) {
  note_edited(list, lower, upper);
  rc__since *since = &list->since;
  cut_stretch(list, lower);
  cut_stretch(list, upper);
  for (size_t i = since->stretch_count; i > 0; i--) {
    const int64_t at = since->stretches[i - 1].lower;
    if (at >= lower && at < upper) drop_stretch(since, i - 1);
  }
  shift_stretches(since, upper, lower - upper);
}

void rc__since_move(rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  rc__since_remove(list, lower, upper);
  rc__since_insert(list, to, upper - lower);
}

void rc__since_forget(rc_list *list, int64_t lower, int64_t upper) {
  const int64_t anchor = rc__since_index(list, list->anchor.item);
  if (anchor < 0) return;
  const int64_t row = rc__list_row(list, anchor);
  if (rc__list_row(list, lower) <= row && row < rc__list_rows(list, upper)) {
    list->since.anchor_was_forgotten = true;
  }
}

void rc__since_regroup(rc_list *list, int64_t lower, int64_t upper) {
  note_edited(list, lower, upper);
}

void rc__since_relayout(rc_list *list) {
  list->since.edited_after = true;
  // The row that the anchor is in now is another one: the item keeps its place by its start.
  list->anchor.keeps_end = false;
  list->anchor.still_visible = 0;
}

int64_t rc__since_growth(const rc_list *list, int64_t row, int64_t count, const double *extents) {
  if (!list->seen.at_end) return 0;
  const int64_t anchor = rc__since_index(list, list->anchor.item);
  int64_t growth = 0;
  for (int64_t i = 0; i < count; i++) {
    const rc__item item = rc__extents_item(list->extents, row + i);
    int64_t extent;
    if (!item.is_measured || anchor < 0 || row + i < rc__list_row(list, anchor)) continue;
    if (rc__provisional_kind_of(list->provisional, row + i) != RC__PROVISIONAL_NOT) continue;
    if (rc_ticks_from_points(extents[i], &extent) == RC_STATUS_OK) growth += extent - item.extent;
  }
  return growth;
}

// == what stays in place ==

/// Which of the remembered rows an item of the last update was in; less than 0, or at least their
/// count, if in none.
static int64_t row_seen(const rc_list *list, int64_t seen) {
  const rc__since *since = &list->since;
  if (since->columns > 0) return seen / since->columns - since->first_row;
  const int64_t *firsts = rc__list_sections(list)->kept;
  int64_t lower = -1, upper = since->row_count + 1;
  while (upper - lower > 1) {
    const int64_t middle = (lower + upper) / 2;
    if (firsts[middle] <= seen) {
      lower = middle;
    } else {
      upper = middle;
    }
  }
  return lower;
}

/// The first item of such a row.
static int64_t first_seen(const rc_list *list, int64_t within) {
  const rc__since *since = &list->since;
  if (since->columns == 0) return rc__list_sections(list)->kept[within];
  return (since->first_row + within) * since->columns;
}

/// Where the row of an item started at the last update; false if that is not known, as of all that
/// was below the viewport.
static bool start_of(const rc_list *list, int64_t seen, int64_t *out_start) {
  const rc__since *since = &list->since;
  const int64_t within = row_seen(list, seen);
  if (within < 0 || within >= since->row_count) return false;
  *out_start = since->starts[within] + list->seen.head;
  return true;
}

/// The nearest item before the anchor that stayed.
static rc__survivor previous_kept(const rc_list *list, int64_t next) {
  const rc__since *since = &list->since;
  rc__survivor kept = {.item = no_item, .next = next};
  for (size_t i = since->stretch_count; i > 0; i--) {
    const rc__stretch *stretch = &since->stretches[i - 1];
    if (stretch->seen >= list->anchor.item) continue;
    // (It ends before the anchor, which has not stayed.)
    const int64_t within = stretch->count - 1;
    if (start_of(list, stretch->seen + within, &kept.start)) kept.item = stretch->lower + within;
    break;
  }
  return kept;
}

rc__survivor rc__since_survivor(const rc_list *list) {
  const rc__since *since = &list->since;
  const int64_t anchor = list->anchor.item;
  RC_ASSERT(anchor >= 0);
  if (!since->any)
    return (rc__survivor){.item = anchor, .start = list->anchor.start, .next = no_item};
  for (size_t i = 0; i < since->stretch_count; i++) {
    const rc__stretch *stretch = &since->stretches[i];
    if (stretch->seen + stretch->count <= anchor) continue;
    const int64_t seen = rc__at_least(stretch->seen, anchor);
    rc__survivor next = {.item = stretch->lower + seen - stretch->seen, .next = no_item};
    if (start_of(list, seen, &next.start)) return next;
    return previous_kept(list, next.item);
  }
  return previous_kept(list, no_item);
}

int64_t rc__since_uncovered(const rc_list *list) {
  const rc__since *since = &list->since;
  if (!since->any || list->anchor.still_visible == 0) return 0;
  const int64_t spacing = rc__extents_spacing(list->extents);
  // The end of a row is the start of the next, if that is known.
  const int64_t last =
      rc__at_most(row_seen(list, list->anchor.still_visible), since->row_count - 1);
  int64_t longer = 0;
  for (int64_t row = row_seen(list, list->anchor.item) + 1; row < last; row++) {
    if (since->were_measured[row]) continue;
    const int64_t item = rc__since_index(list, first_seen(list, row));
    if (item < 0) continue;
    const rc__item now = rc__list_row_of(list, item);
    const int64_t before = since->starts[row + 1] - since->starts[row];
    if (rc__list_is_settled(list, &now)) longer += now.extent + spacing - before;
  }
  return longer;
}

bool rc__since_began(const rc_list *list) {
  const rc__since *since = &list->since;
  if (!since->any) return false;
  return since->stretch_count == 0 ? list->count > 0 : since->stretches[0].lower > 0;
}
