// A list, slowly: an item is an element of an array, and every question walks all of them.

#ifndef MODEL_LIST_H
#define MODEL_LIST_H

#include "../library.h"
#include "../motion/model_motion.h"

#define MODEL_LIST_ITEMS_MAX 1024

typedef struct {
  /// The index at the last update, -1 for one that is new.
  int64_t previous;
  int64_t identity;
  rc_state state;
  /// The index at the last update with a viewport, -1 for one that is new since; and whether a move
  /// has taken it elsewhere since.
  int64_t seen;
  bool has_moved;
  rc_id name;
  /// The one that the last update has taken away.
  rc_id lost_name;
  /// The bits that it is kept with.
  rc_state kept;
  /// The columns of its section, 0 for the list's own; -1 for an item that is no header.
  int64_t header;
  /// The row that it is in.
  int64_t row;
} model_list_item;

typedef struct {
  int64_t extent;
  bool is_measured;
  /// To be measured again; and since it was inserted.
  bool is_provisional, is_guess;
  /// Its first item, and how many it can have.
  int64_t first, columns;
  /// Which row it was at the last update with a viewport, -1 for one that was formed since.
  int64_t seen;
  /// Numbers of measurements: the first one since it was inserted or forgotten, and the last one
  /// that was a first one or confirmed its extent; 0 for none.
  int64_t known_since, settled_since;
} model_list_row;

typedef struct {
  /// It has counted.
  bool is_set, is_approached;
  double fraction;
  int64_t item, shift;
  /// Where it put the viewport, as the host knows it, in the coordinates of the last update.
  int64_t known;
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

/// The user has moved away from the tail, and not back to it since; and by how much in all, since
/// the program has last moved.
typedef struct {
  bool has_left;
  int64_t away;
} model_list_leaving;

/// An item as the last update with a viewport left it.
typedef struct {
  int64_t row;
  bool is_on_screen;
  /// It was there at the update before; and it has come there since the viewport last moved, before
  /// others that were there.
  bool was_on_screen, is_uncovered;
} model_list_seen_item;

typedef struct {
  int64_t start, extent, known_since, settled_since;
  bool is_measured, is_provisional;
  /// The next measurement counts as a first one.
  bool is_awaited;
} model_list_seen_row;

/// All that the last update with a viewport saw; the offset is the effective one, the host's its
/// own.
typedef struct {
  int64_t count, rows, offset, host, layout;
  model_list_window window;
  /// The viewport without its insets.
  rc_interval viewport, visible;
  /// In ticks: the length, the extra length of the head, and where the last row ends.
  int64_t length, head, content_end;
  /// The item at the viewport's start; -1 in an empty list.
  int64_t anchor;
  /// The first row that was on the screen before others were uncovered, -1 for none.
  int64_t still_visible;
  bool keeps_end, at_lowest;
  /// The user has come to the anchor's row from below.
  bool is_met;
  model_list_seen_item items[MODEL_LIST_ITEMS_MAX];
  model_list_seen_row row[MODEL_LIST_ITEMS_MAX];
} model_list_seen;

typedef struct {
  int64_t columns, spacing, quantum, estimate, count, rows, removed_count, next_identity;
  rc_list_settings settings;
  rc__tuning_table tunings;
  rc__mode_state mode;
  rc__direction_tracker tracker;
  model_list_target target;
  // Of the updates at one time.
  double frame_time;
  int64_t frame_movement;
  bool frame_has_moved;
  model_list_end ends[2];
  bool has_seen;
  /// How many measurements and other layouts there were.
  int64_t measurements, layouts;
  /// The shortest that the list was since the last update with a viewport: its host may have
  /// clamped its offset meanwhile.
  int64_t shortest;
  /// The last movement was the user's, and backward.
  bool is_backward;
  model_list_leaving leaving;
  /// Of the last update.
  bool has_updated;
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
  model_list_seen seen;
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
rc_status model_list_keep_status(const model_list *list, int64_t index, rc_state bits);
void model_list_keep(model_list *list, int64_t index, rc_state bits);
int64_t model_list_kept_count(const model_list *list);
void model_list_name(model_list *list, int64_t lower, int64_t upper, const rc_id *names);
/// The name of an item of a change, by its index in the change.
rc_id model_list_change_name(const model_list *list, bool is_removed, int64_t index);

int64_t model_list_measured_count(const model_list *list);
static inline int64_t model_list_row_extent(const model_list *list, int64_t row) {
  return list->row[row].is_measured ? list->row[row].extent : list->estimate;
}
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

// == model_list_anchor.c: what stays in place ==

/// The index now of an item of the last update with a viewport, -1 if it was removed or moved.
int64_t model_list_stayed_at(const model_list *list, int64_t seen);
/// The index now of what stays in place, -1 for none.
int64_t model_list_anchor_index(const model_list *list);
/// By how much it has moved. `by_start`: as a host sees it that keeps its own place.
int64_t model_list_anchor_shift(const model_list *list, bool by_start);
/// Whether the end stays in place while it is measured; then by how much it has moved.
bool model_list_keeps_end(const model_list *list, int64_t *out_shift);
/// Whether items have come before the first one, or been inserted, removed or moved before what
/// stays in place.
bool model_list_came_before_first(const model_list *list);
bool model_list_edited_before(const model_list *list);
/// Whether the list or the window is another one.
bool model_list_has_changed(const model_list *list, model_list_window window);
/// Notes what an update saw, at an effective offset and the host's.
void model_list_record(model_list *list, model_list_window window, int64_t offset, int64_t host,
                       int64_t moved, rc_interval visible);

// == model_list_place.c: where the viewport comes to ==

typedef struct {
  /// The effective offset, the host's after what is returned, and by how much it has moved itself.
  int64_t offset, host, returned, moved;
} model_list_placing;

model_list_placing model_list_place(model_list *list, const rc_viewport *viewport,
                                    model_list_window window, bool is_empty);
/// Where the program scrolls to, once it approaches the target.
bool model_list_lands_at_target(const model_list *list, model_list_window window,
                                int64_t *out_landing);
double model_list_scroll_to(model_list *list, int64_t index, double fraction, double shift);
/// Notes the list's length, once it has changed.
void model_list_note_length(model_list *list);
int64_t model_list_length(const model_list *list);
int64_t model_list_lowest(model_list_window window);
int64_t model_list_highest(const model_list *list, model_list_window window);
/// The offset at which a list of this length ends with the viewport, lowest or not.
int64_t model_list_end_of(model_list_window window, int64_t length);

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
