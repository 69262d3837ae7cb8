// A list, slowly: an item is an element of an array, and every question walks all of them.

#ifndef MODEL_LIST_H
#define MODEL_LIST_H

#include "library.h"
#include "model_motion.h"

#define MODEL_LIST_ITEMS_MAX 1024

typedef struct {
  /// The index at the last update, -1 for one that is new.
  int64_t previous;
  int64_t identity;
  rc_state state;
  /// The index at the last update with a viewport, -1 for one that is new since; and its row's
  /// start.
  int64_t seen, seen_start;
  /// Its row's extent then, and whether it was yet to be measured.
  int64_t seen_extent;
  bool was_awaited;
  /// Since then.
  bool has_moved;
  /// The index at the update before the last.
  int64_t former;
  rc_id name;
  /// The one that the last update has taken away.
  rc_id lost_name;
  /// The columns of its section, 0 for the list's own; -1 for an item that is no header.
  int64_t header;
  /// The row that it is in, now and at the last update with a viewport; and whether it was first.
  int64_t row, seen_row;
  bool was_first;
} model_list_item;

typedef struct {
  int64_t extent;
  bool is_measured;
  /// To be measured again; and since it was inserted.
  bool is_provisional, is_guess;
  /// Its first item, and how many it can have.
  int64_t first, columns;
} model_list_row;

typedef struct {
  bool is_set, keeps_end, awaits_extent;
  int64_t identity, seen, seen_row, start, extent;
  /// The first item that is still on screen, where rows were uncovered before it, and its row; -1
  /// for none.
  int64_t still_visible, still_visible_row;
} model_list_anchor;

typedef struct {
  bool is_set, is_approached, is_reached;
  double fraction;
  int64_t item, shift, known;
} model_list_target;

typedef struct {
  bool is_flying, has_inserted, is_ended, is_paused, has_rested, has_failed;
  rc_batch_outcome outcome;
  int64_t failures, fruitless;
  double retry_time;
} model_list_end;

typedef struct {
  int64_t length, inset_start, inset_end;
  bool is_fixed;
} model_list_window;

/// What the last update with a viewport saw; the offset is the effective one, the host's its own.
typedef struct {
  bool at_start, at_end, is_backward;
  int64_t count, offset, host, lowest, highest, end, head, content_end, length;
  model_list_window window;
  rc_interval viewport, visible;
} model_list_seen;

/// What has happened since then.
typedef struct {
  bool has_edited, edited_before, edited_after;
  int64_t grown, shortest;
} model_list_since;

typedef struct {
  int64_t columns, spacing, quantum, estimate, count, rows, removed_count, next_identity;
  rc_list_settings settings;
  rc__tuning_table tunings;
  rc__mode_state mode;
  rc__direction_tracker tracker;
  model_list_anchor anchor;
  model_list_target target;
  model_list_end ends[2];
  bool has_seen;
  model_list_seen seen;
  model_list_since since;
  /// Of the last update.
  bool has_updated;
  /// How many items there were then, and at the one before.
  int64_t last_count, former_count;
  /// Items have come, gone or moved since then.
  bool is_edited;
  /// How many of `gone` there are.
  int64_t gone_count;
  rc_range_mode last_mode;
  rc_presence last_presence;
  rc__tuning_table last_tunings;
  int64_t pending_edits, pending_measures;
  /// Of the last update: the header that is pinned, -1 for none; where, and what it covers.
  int64_t pinned, pinned_offset, pinned_covered;
  /// How many runs of equal states the last update has left.
  int64_t run_count;
  model_motion motion;
  /// What the last update has foreseen, in ticks, if it did.
  bool has_foreseen;
  rc_foresight foresight;
  model_list_item items[MODEL_LIST_ITEMS_MAX];
  model_list_row row[MODEL_LIST_ITEMS_MAX];
  model_list_item removed[MODEL_LIST_ITEMS_MAX];
  /// The items that the last update has listed as removed.
  model_list_item gone[MODEL_LIST_ITEMS_MAX];
  rc_change changes[2 * MODEL_LIST_ITEMS_MAX];
} model_list;

int64_t model_list_ticks(double points);
/// An estimate in whole steps of the quantum.
int64_t model_list_stepped(const model_list *list, int64_t estimate);

// What a call comes to, by its arguments and the limits; only one that is OK is to be made below.

rc_status model_list_configure_status(const model_list *list, const rc_list_settings *settings);
/// - `is_measured`: the call that takes extents. `extent`: in points.
rc_status model_list_insert_status(const model_list *list, int64_t index, bool is_measured,
                                   const double *extent, int64_t count);
rc_status model_list_range_status(const model_list *list, int64_t lower, int64_t upper);
rc_status model_list_remove_status(const model_list *list, int64_t lower, int64_t upper);
rc_status model_list_move_status(const model_list *list, int64_t lower, int64_t upper, int64_t to);
rc_status model_list_reload_status(const model_list *list, int64_t lower, int64_t upper);
rc_status model_list_measure_status(const model_list *list, int64_t row, const double *extent,
                                    int64_t count);
rc_status model_list_estimate_status(const model_list *list, double estimate);
rc_status model_list_layout_status(const model_list *list, int64_t columns, double spacing,
                                   bool keeps_extents);
rc_status model_list_update_status(const model_list *list, const rc_viewport *viewport);
/// Whether rows of so many ticks in all, spacing after each, are within the limits.
bool model_list_fits(const model_list *list, int64_t length);
/// What all rows come to, with the spacing after each, if one that is not measured takes so much.
int64_t model_list_slots_length(const model_list *list, int64_t estimate);

void model_list_init(model_list *list, const rc_list_options *options);
void model_list_set_tuning(model_list *list, rc_range_mode mode, rc_range range, rc_tuning tuning);
void model_list_configure(model_list *list, const rc_list_settings *settings);
void model_list_set_mode(model_list *list, rc_range_mode mode);
void model_list_promote(model_list *list);

/// - `extent`: in points, NULL for items that are not measured.
void model_list_insert(model_list *list, int64_t index, const double *extent, int64_t count);
void model_list_remove(model_list *list, int64_t lower, int64_t upper);
void model_list_move(model_list *list, int64_t lower, int64_t upper, int64_t to);
void model_list_reload(model_list *list, int64_t lower, int64_t upper);
void model_list_measure(model_list *list, int64_t row, const double *extent, int64_t count);
void model_list_set_estimate(model_list *list, double estimate);
void model_list_mark(model_list *list, int64_t lower, int64_t upper);
void model_list_set_layout(model_list *list, int64_t columns, double spacing, bool keeps_extents);
/// - `columns`: -1 for an item that is to be none.
rc_status model_list_header_status(const model_list *list, int64_t index, int64_t columns);
void model_list_mark_header(model_list *list, int64_t index, int64_t columns);
/// The section of an item; its ordinal is -1 if there is none.
rc_section model_list_section_of(const model_list *list, int64_t index);
int64_t model_list_section_count(const model_list *list);
/// The header that is pinned in a viewport that starts at an offset, -1 for none; where it is
/// drawn, and what it covers.
int64_t model_list_pinned_at(const model_list *list, int64_t start, int64_t *out_offset,
                             int64_t *out_covered);
/// What a pinned header leaves out of the viewport of a target.
int64_t model_list_pinned_extent(const model_list *list, int64_t index);
void model_list_name(model_list *list, int64_t lower, int64_t upper, const rc_id *names);
/// Where an item is that had an index at the last update, or at the one before; -1 for none, -2 if
/// there was none.
int64_t model_list_index_now(const model_list *list, int64_t index);
/// The name of an item of a change, by its index in the change.
rc_id model_list_change_name(const model_list *list, bool is_removed, int64_t index);

int64_t model_list_measured_count(const model_list *list);
int64_t model_list_row_extent(const model_list *list, int64_t row);
int64_t model_list_row_start(const model_list *list, int64_t row);
/// The first item of a row; the count after the last one.
int64_t model_list_first_item(const model_list *list, int64_t row);
/// Whether all items of a range are in one section; and the columns there.
bool model_list_is_in_section(const model_list *list, int64_t lower, int64_t upper);
int64_t model_list_columns_at(const model_list *list, int64_t index);
/// How many rows there are more once `count` items have been inserted at an index.
int64_t model_list_rows_gained(const model_list *list, int64_t index, int64_t count);
/// All rows and the spacing between them, without the extra lengths.
int64_t model_list_content_length(const model_list *list);
int64_t model_list_extra(const model_list *list, rc_end end);
/// The last row that starts at or before an offset, else the first; of a list that has one.
int64_t model_list_row_at(const model_list *list, int64_t offset);
/// The items in a range of ticks.
rc_interval model_list_items_in(const model_list *list, rc_interval ticks);

// == model_list_anchor.c ==

/// Notes any change of the list's length, once it is made.
void model_list_note_change(model_list *list);
/// Notes an edit: items come to `index`, or `lower ..< upper` go.
void model_list_note_come(model_list *list, int64_t index);
void model_list_note_gone(model_list *list, int64_t lower, int64_t upper);
/// The index of the anchor, -1 if it has not stayed.
int64_t model_list_anchor_index(const model_list *list);
/// Where the target puts the viewport.
int64_t model_list_target_offset(const model_list *list, const model_list_target *target,
                                 model_list_window window);
void model_list_note_movement(model_list *list, int64_t offset, int64_t moved, bool is_user_driven);
/// By how much what stays in place has moved.
int64_t model_list_anchor_shift(const model_list *list);
/// By how much the engine moves the host, whose offset this is.
///
/// - `moved`: by which it has moved itself since the last update.
int64_t model_list_shift(model_list *list, model_list_window window, int64_t offset, int64_t moved,
                         bool is_user_driven);
void model_list_record(model_list *list, model_list_window window, int64_t offset, int64_t host,
                       int64_t moved, bool is_user_driven, rc_interval visible);
int64_t model_list_lowest(model_list_window window);
int64_t model_list_highest(const model_list *list, model_list_window window);
int64_t model_list_length(const model_list *list);
double model_list_scroll_to(model_list *list, int64_t index, double fraction, double shift);

/// As `rc_list_begin_batch`.
rc_status model_list_begin(model_list *list, rc_end end);
/// Says whether the outcome was the first.
bool model_list_finish(model_list *list, rc_end end, rc_batch_outcome outcome);
void model_list_retry(model_list *list, rc_end end);
void model_list_reset(model_list *list, rc_end end);
void model_list_end_batch(model_list *list, rc_end end);
void model_list_settle(model_list *list, double time, double jitter, bool has_moved);
double model_list_next_time(const model_list *list, double time);

/// As `rc_list_foresee`, right after an update.
rc_status model_list_foresee(const model_list *list, rc_foresight *out_foresight);
void model_list_add_preload_time(model_list *list, double seconds);

void model_list_update(model_list *list, const rc_viewport *viewport, rc_update *out_update);

#endif
