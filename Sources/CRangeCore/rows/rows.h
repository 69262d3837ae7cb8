// The rows of a list: which items they hold, and where they are.
//
//     items      0 1 2   3 4 5   6 7        three columns
//     rows         0       1      2
//     offsets      50     150    250        after a head of 50, with rows of 100
//
// Rows know no viewport. All lengths are ticks in the list's coordinates, which include the head's
// extra length. Queries may change caches, but nothing that a caller can see.
//
// In lanes each item is a row, and rows need not follow one another: an rc_lanes has the place of
// the extents, and what finds a row or an interval of them goes by the items (see rows_lanes.c).

#ifndef RC_ROWS_H
#define RC_ROWS_H

#include "../base/base.h"
#include "../edits/origins.h"
#include "../extents/extents.h"
#include "../lanes/lanes_find.h"
#include "provisional.h"
#include "sections.h"

enum {
  /// For so many of a list's ranges it is noted what they hold.
  RC__LANED_RANGES = 9
};

/// A list in lanes.
typedef struct rc__laned {
  rc_lanes *lanes;
  /// Of the measured items: how many, and all their extents.
  int64_t measured_count;
  int64_t measured_sum;
  int64_t tolerance;
  /// How far before the viewport and after it items are near, found with this stamp of the list's
  /// setup.
  int64_t reach;
  uint64_t reach_stamp;
  /// The lanes' own, at the last update.
  uint64_t version;
  /// How many items are in the hull of what is between two offsets, with this version.
  int64_t near_count;
  rc_interval near;
  uint64_t near_version;
  /// What the list's ranges held in each lane when that was last found.
  rc_interval items[RC__LANED_RANGES][RC_LANE_COUNT_MAX];
  /// While the ranges scroll, and nothing else changes, what passes their edges says which states
  /// change: from where the viewport started, and what has passed since the last update, if that is
  /// all.
  bool can_scroll;
  bool has_scrolled;
  int64_t start;
  rc__lanes_scroll scroll;
} rc__laned;

typedef struct rc__rows {
  rc_allocator allocator;
  /// NULL in lanes.
  rc_extents *extents;
#if RC_LANES
  /// NULL in columns.
  rc__laned *laned;
#endif
  /// NULL if no row was marked.
  rc__provisional *provisional;
  /// NULL if no item is a header. (Or, until they are tidied, if none is any more.)
  rc__sections *sections;
  /// Outside of sections with their own.
  int64_t columns;
  /// Of items.
  int64_t count;
  /// By `rc_end`.
  int64_t extra_lengths[2];
  /// The least step of the host's offsets; 0 for none.
  int64_t quantum;
  /// Counts the changes.
  uint64_t stamp;
  /// `stamp` at the last change of items, extents, the estimate or the extra lengths.
  uint64_t content_stamp;
} rc__rows;

// 0 leaves sections out, for the smallest WebAssembly module; headers cannot be marked then.
#ifndef RC_SECTIONS
#define RC_SECTIONS 1
#endif

/// Makes the rows of an empty list from its options, with nothing else set. Call
/// `rc__rows_deinit` even if it fails.
rc_status rc__rows_init(rc__rows *rows, const rc_list_options *options,
                        const rc_allocator *allocator);

void rc__rows_deinit(rc__rows *rows);

/// NULL in columns.
static inline rc__laned *rc__rows_laned(const rc__rows *rows) {
#if RC_LANES
  return rows->laned;
#else
  (void)rows;
  return NULL;
#endif
}

static inline void rc__rows_set_laned(rc__rows *rows, rc__laned *laned) {
#if RC_LANES
  rows->laned = laned;
#else
  (void)rows;
  (void)laned;
#endif
}

static inline bool rc__rows_are_laned(const rc__rows *rows) {
  return RC_RARELY(rc__rows_laned(rows) != NULL);
}

/// After a change of items, extents, the estimate or the extra lengths.
static inline void rc__rows_note_change(rc__rows *rows) {
  rows->content_stamp = ++rows->stamp;
}

// == which items ==

/// NULL before the first header.
static inline rc__sections *rc__rows_sections(const rc__rows *rows) {
#if RC_SECTIONS
  return rows->sections;
#else
  (void)rows;
  return NULL;
#endif
}

/// How many rows begin before an item, or before the end.
static inline int64_t rc__rows_before(const rc__rows *rows, int64_t item) {
  if (rc__rows_sections(rows) != NULL)
    return rc__sections_rows_before(rc__rows_sections(rows), item);
  return rc__rows_for(item, rows->columns);
}

/// The row that an item is in.
static inline int64_t rc__rows_index(const rc__rows *rows, int64_t item) {
  if (rc__rows_sections(rows) != NULL) return rc__sections_row_of(rc__rows_sections(rows), item);
  // Most lists have one column, and a division is slow.
  return rows->columns == 1 ? item : item / rows->columns;
}

/// The first item of a row; the count after the last row.
static inline int64_t rc__rows_first_item(const rc__rows *rows, int64_t row) {
  if (rc__rows_sections(rows) != NULL) return rc__sections_first_item(rc__rows_sections(rows), row);
  return rc__at_most(row * rows->columns, rows->count);
}

static inline rc_interval rc__rows_items(const rc__rows *rows, int64_t row) {
  return (rc_interval){rc__rows_first_item(rows, row), rc__rows_first_item(rows, row + 1)};
}

/// The section of the item before an index, which is where an item inserted there belongs to; in a
/// list without headers all items.
static inline rc__section rc__rows_section_before(const rc__rows *rows, int64_t index) {
  if (rc__rows_sections(rows) == NULL) {
    return (rc__section){.ordinal = -1, .items = {0, rows->count}, .columns = rows->columns};
  }
  return rc__sections_find(rc__rows_sections(rows), RC__BY_ITEM, index - 1);
}

// == in lanes ==

/// Makes an empty list in lanes; `rc__laned_destroy` even if it fails. NULL is ignored there.
rc_status rc__laned_create(const rc__rows *rows, const rc_lanes_options *options,
                           rc__laned **out_laned);
void rc__laned_destroy(rc__laned *laned, const rc_allocator *allocator);

/// As for the extents.
rc__item rc__laned_item(const rc__laned *laned, int64_t index);
/// The item that a walk has come to; the walk goes on.
rc__item rc__laned_next(const rc__laned *laned, int64_t index, rc__lanes_walk *walk);
/// The item that is read at an offset: of those there the one that begins last; −1 as the index if
/// there is none.
rc__item rc__laned_read_at(const rc__laned *laned, int64_t offset);
rc_status rc__laned_rearrange(rc__rows *rows, const rc__rearrangement *edit);
rc_status rc__laned_insert(rc__rows *rows, int64_t index, int64_t count, const double *extents);
rc_status rc__laned_set_extents(rc__laned *laned, int64_t index, int64_t count,
                                const double *extents);
rc_status rc__laned_forget(rc__laned *laned, int64_t lower, int64_t upper);

/// Sets the spans where an item becomes a header, or its section has other columns; and where it is
/// one no longer.
rc_status rc__laned_mark_header(rc__rows *rows, int64_t index, uint32_t columns);
rc_status rc__laned_unmark_header(rc__rows *rows, int64_t index);

/// Makes wide what was in the list as it was laid out before, and what its sections have so.
rc_status rc__laned_copy_spans(const rc__rows *former, rc__rows *next);

/// As `rc_list_set_span`.
rc_status rc__laned_set_span(rc__rows *rows, int64_t lower, int64_t upper, uint32_t span);

/// Whether new items of a section are wide.
bool rc__laned_is_wide(const rc__rows *rows, const rc__section *section);

// == where ==

/// How many rows there are.
static inline int64_t rc__rows_row_count(const rc__rows *rows) {
  return rc__rows_are_laned(rows) ? rows->count : rc_extents_count(rows->extents);
}

/// A row, without the head's extra length.
static inline rc__item rc__rows_row(const rc__rows *rows, int64_t row) {
  if (rc__rows_are_laned(rows)) return rc__laned_item(rc__rows_laned(rows), row);
  return rc__extents_item(rows->extents, row);
}

static inline int64_t rc__rows_spacing(const rc__rows *rows) {
  if (rc__rows_are_laned(rows)) return rc__rows_laned(rows)->lanes->spacing;
  return rc__extents_spacing(rows->extents);
}

static inline int64_t rc__rows_estimate(const rc__rows *rows) {
  if (rc__rows_are_laned(rows)) {
    const rc_lanes *lanes = rc__rows_laned(rows)->lanes;
    return (int64_t)lanes->slot - lanes->spacing;
  }
  return rc__extents_estimate(rows->extents);
}

static inline int64_t rc__rows_measured_count(const rc__rows *rows) {
  if (rc__rows_are_laned(rows)) return rc__rows_laned(rows)->measured_count;
  return rc_extents_measured_count(rows->extents);
}

/// The first row from one on that is measured, or that is not; if there is none before `end`, that
/// or one after it, or the count.
static inline int64_t rc__rows_find(const rc__rows *rows, int64_t row, int64_t end,
                                    bool is_measured) {
  if (rc__rows_are_laned(rows)) {
    return rc__lanes_find_trait(rc__rows_laned(rows)->lanes, row, rc__at_most(end, rows->count),
                                RC__TRAIT_MEASURED, is_measured);
  }
  return rc__extents_find(rows->extents, row, is_measured);
}

/// The items' part of the list, without the extra lengths.
static inline rc_interval rc__rows_content(const rc__rows *rows) {
  const int64_t start = rows->extra_lengths[RC_END_HEAD];
  if (rc__rows_are_laned(rows)) {
    return (rc_interval){start, start + rc__lanes_length(rc__rows_laned(rows)->lanes)};
  }
  return (rc_interval){start, start + rc__extents_length(rows->extents)};
}

/// The part of it in which there are no holes at the end: up to where the first lane ends.
static inline rc_interval rc__rows_filled(const rc__rows *rows) {
  if (!rc__rows_are_laned(rows)) return rc__rows_content(rows);
  const int64_t start = rows->extra_lengths[RC_END_HEAD];
  return (rc_interval){start, start + rc__lanes_least_end(rc__rows_laned(rows)->lanes)};
}

static inline int64_t rc__rows_length(const rc__rows *rows) {
  return rc__rows_content(rows).upper + rows->extra_lengths[RC_END_TAIL];
}

/// The row of an item.
rc__item rc__rows_of_item(const rc__rows *rows, int64_t item);

/// The row at an offset; in lanes the one that starts last there, or before.
static inline rc__item rc__rows_at(const rc__rows *rows, int64_t offset) {
  const int64_t head = rows->extra_lengths[RC_END_HEAD];
  if (rc__rows_are_laned(rows)) {
    return rc__rows_of_item(rows, rc__lanes_at(rc__rows_laned(rows)->lanes, offset - head));
  }
  rc__item row = rc__extents_item_at(rows->extents, offset - head);
  row.offset += head;
  return row;
}

/// The items of the rows in a range of ticks.
rc_interval rc__rows_items_in(const rc__rows *rows, rc_interval range);

/// A row's item in points, as it is told to the host.
rc_item rc__rows_item_in_points(const rc__rows *rows, rc__item row, int64_t index);

/// Whether a row has the extent that it is to keep: it is measured, and not provisional.
static inline bool rc__rows_is_settled(const rc__rows *rows, const rc__item *row) {
  return row->is_measured &&
         (rows->provisional == NULL ||
          rc__provisional_kind_of(rows->provisional, row->index) == RC__PROVISIONAL_NOT);
}

/// The first row from one on that is not measured, or provisional; if there is none before `end`,
/// that or one after it, or more.
static inline int64_t rc__rows_first_unsettled(const rc__rows *rows, int64_t row, int64_t end) {
  return rc__at_most(rc__rows_find(rows, row, end, false),
                     rc__provisional_find(rows->provisional, row));
}

/// Whether rows are settled already, and have these extents in points.
bool rc__rows_have_extents(const rc__rows *rows, int64_t row, int64_t count, const double *extents);

/// The header that stays at the viewport's start.
typedef struct rc__pinned {
  /// −1 if there is none.
  int64_t item;
  /// Where it is drawn, and how much of the viewport it covers.
  int64_t offset;
  int64_t covered;
} rc__pinned;

static const rc__pinned rc__not_pinned = {.item = -1};

/// The header that is pinned if the viewport starts at an offset; see pinned.c.
rc__pinned rc__pinned_at(const rc__rows *rows, int64_t start);

/// The extent of the header that is pinned above an item while its section is; 0 for a header.
int64_t rc__pinned_extent(const rc__rows *rows, int64_t item);

/// Returns the first invariant that does not hold, NULL if all do, besides those of the extents.
const char *rc__rows_find_violation(const rc__rows *rows);

// == estimates and lengths ==

/// An estimate, rounded to the nearest multiple of the quantum, ties to even, but not to 0. With a
/// quantum of 960, 1440 and 2400 become 1920, and 200 becomes 960.
int64_t rc__rows_stepped(const rc__rows *rows, int64_t estimate);

/// As `rc_list_set_estimate`.
rc_status rc__rows_set_estimate(rc__rows *rows, double points);

/// Finds the mean of the measured rows, as an estimate; false if it is that already, or there is
/// none.
bool rc__rows_find_mean(const rc__rows *rows, int64_t *out_mean);

/// Makes it the estimate, unless the list would be too long.
void rc__rows_apply_mean(rc__rows *rows, int64_t mean);

/// Fails only with `LIMIT`, if the list would be too long.
rc_status rc__rows_set_extra_lengths(rc__rows *rows, const int64_t lengths[2]);

// == edits ==
//
// Each fails as the list's function that it is named after, and then changes nothing. What
// has become of the rows is written to an edit.

rc_status rc__rows_insert(rc__rows *rows, int64_t index, int64_t count, const double *extents,
                          rc__rearrangement *out_edit);
rc_status rc__rows_remove(rc__rows *rows, int64_t lower, int64_t upper,
                          rc__rearrangement *out_edit);
rc_status rc__rows_move(rc__rows *rows, int64_t lower, int64_t upper, int64_t to,
                        rc__rearrangement *out_edit);
rc_status rc__rows_forget(rc__rows *rows, int64_t row, int64_t end);
rc_status rc__rows_set_extents(rc__rows *rows, int64_t row, int64_t count, const double *extents);

/// - `origins`: which items are new since the last update; their rows are guesses.
rc_status rc__rows_mark_provisional(rc__rows *rows, const rc__origins *origins, int64_t lower,
                                    int64_t upper);

/// How rows are laid out.
typedef struct rc__layout {
  uint32_t columns;
  /// 0 for columns; then there is 1.
  uint32_t lane_count;
  double spacing;
} rc__layout;

rc_status rc__rows_set_layout(rc__rows *rows, const rc__layout *layout, bool keeps_extents);

rc_status rc__rows_mark_header(rc__rows *rows, int64_t index, uint32_t columns,
                               rc__rearrangement *out_edit);
rc_status rc__rows_unmark_header(rc__rows *rows, int64_t index, rc__rearrangement *out_edit);

bool rc__rows_is_header(const rc__rows *rows, int64_t index);

/// Frees the sections, which there are, if there are no headers any more.
void rc__rows_tidy_sections(rc__rows *rows);

#endif
