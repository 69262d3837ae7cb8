// The host of a list: what one step of it leaves for the next.
//
//     begin ──▶ offsets ──▶ update ──▶ plan ──▶ asks ──▶ measured ──▶ update ──▶ … ──▶ done
//     host.c    host_offsets.c         host_measure.c                             host_nodes.c
//
// What it does to its list goes through host_acts.c, which notes it.
//
// A step in which nothing has changed but the offset costs little more than its update: `is_dirty`,
// `touched` and the stamps tell what has to be derived again.

#ifndef RC_HOST_STEPS_H
#define RC_HOST_STEPS_H

#include "../list/list.h"
#include "rangecore_host.h"

enum {
  RC__HOST_ROUNDS = 10,
  /// In how many of them, the first one included, the list goes to an offset.
  RC__HOST_ALIGNMENTS = 5,
  /// How many nodes of rows on screen are asked for at a time, and the rest of a row.
  RC__HOST_ASKS = 1000,
  /// In how many places a step can find something new, before it looks at all nodes.
  RC__HOST_TOUCHED = 16,
  /// Fewer nodes than this are not worth giving memory back for.
  RC__HOST_KEPT = 64
};

/// What a node remembers, by its number.
typedef struct rc__host_own {
  /// What its view needs, in so many columns; 0 if that is not known.
  double extent;
  uint32_t columns;
  /// The columns for which it was asked last, or placed.
  uint32_t asked_columns;
  /// Where the view is in its row.
  uint32_t placed_column;
  uint32_t placed_columns;
  /// Of a number that is not in use: the next one.
  uint32_t next;
  bool is_used;
  bool is_asked;
  bool is_late;
  /// To be measured again in its view.
  bool is_stale;
  bool is_placed;
  bool was_pinned;
  bool was_on_screen;
  /// By `rc_host_keep`.
  bool keeps;
} rc__host_own;

/// Items whose nodes may be others than in the last step, or in another state.
typedef struct rc__host_touched {
  int64_t lower;
  int64_t upper;
  /// Some may have no node yet.
  bool has_entered;
} rc__host_touched;

/// What becomes of the request to scroll to an offset.
typedef enum rc__host_way {
  RC__HOST_WAY_NONE,
  /// The next step that is not hidden takes it on.
  RC__HOST_WAY_IS_ASKED,
  /// Each round goes to it again.
  RC__HOST_WAY_ALIGNS,
  RC__HOST_WAY_ANIMATES,
  /// It is there, and what would move it stays pending.
  RC__HOST_WAY_RESTS
} rc__host_way;

/// The toolkit's offset.
typedef struct rc__host_offsets {
  /// As the toolkit had it last, and as it should have been.
  double own;
  double exact;
  /// What of the offset set last it has rounded off.
  double rest;
  /// The last step that is done was not hidden, and left both the same; any offset is possible.
  bool is_exact;
  /// A step was not hidden.
  bool is_known;
  bool was_hidden;
  /// The last viewport was placed by an item.
  bool had_item;
  /// An offset was set, and `rc_host_wrote` has yet to answer.
  bool is_asked;
  /// The toolkit has come back from being hidden.
  bool has_returned;
} rc__host_offsets;

struct rc_host {
  rc_allocator allocator;
  rc_list *list;
  rc_host_options options;
  /// The index of the request, −1 for none, and those of the nodes by number.
  rc__follower follower;
  /// The only index that follows before there are nodes.
  int64_t first_request;
  bool first_forgotten;
  /// Holds the arrays below, and the indices that follow; for `capacity` nodes.
  void *block;
  size_t capacity;
  /// By index, those that are gone first. What is removed from the front leaves room before them.
  rc_host_node *nodes;
  size_t node_count;
  rc__host_own *owns;
  /// How many numbers were ever used, and the first that is free; the count if none is.
  uint32_t number_count;
  uint32_t free_number;
  /// Numbers, and their positions.
  uint32_t *asked;
  uint32_t *asks;
  size_t ask_count;
  uint32_t *news;
  size_t news_count;
  uint32_t *released;
  size_t released_count;
  uint32_t *freed;
  size_t freed_count;

  /// What was done to the list; once taken, until the next one.
  rc_host_act *acts;
  size_t act_count;
  size_t act_capacity;
  bool notes_acts;
  bool acts_are_taken;

  // Across steps.
  rc__host_offsets offsets;
  /// To the offset that was asked for, and to as much of it as can be scrolled to. Only without a
  /// way are steps quiet.
  rc__host_way way;
  double goal;
  double fitted_goal;
  /// 0 before the first.
  double breadth;
  /// Of the lanes that the list had last.
  double tolerance;
  double told_length;
  double fraction;
  double shift;
  bool is_animated;
  /// An animated request is on its way, and no done step has told so.
  bool animates;
  bool begins_target;
  /// Which items have nodes must be found again, and where they are.
  bool is_dirty;
  /// Unless it is dirty: what is touched since the last step that is done, by the first items.
  rc__host_touched touched[RC__HOST_TOUCHED];
  size_t touched_count;
  /// While the list has this stamp, estimate and pending correction, views before an item are where
  /// they were placed last.
  uint64_t placed_stamp;
  int64_t moved_from;
  int64_t placed_estimate;
  int64_t placed_pending;
  /// The pinned header; −1 for none.
  int64_t placed_pinned;
  rc_interval placed_items;
  bool has_shown;
  rc_presence presence;
  /// A node is stale.
  bool has_stale;
  /// Where all was measured, at a stamp of the list.
  uint64_t settled_stamp;
  rc_interval settled;

  /// While the list has this stamp, what is placed is on screen, and the display range is settled,
  /// a step has nothing to do; the largest stamp if the last one had.
  uint64_t quiet_stamp;

  // Of the step.
  bool is_open;
  rc_viewport viewport;
  bool shows;
  bool takes_request;
  /// By the kit.
  bool is_held;
  bool is_ahead;
  bool has_deadline;
  uint32_t rounds;
  uint32_t rounds_ahead;
  double time;
  double deadline;
  double wake;
  /// Scrolled to in this step; −1 if none is.
  int64_t target;
  uint64_t stamp;
  /// On screen.
  rc_interval shown;
  /// What stays in place, in the coordinates of the round; and by how much rows before it have
  /// grown since.
  double pivot;
  double growth;
  /// Of the latest round, while the step is open.
  rc_update update;
};

// == host_acts.c: as the functions of the list, or out of memory with nothing done ==

rc_status rc__host_update_noted(rc_host *host, const rc_viewport *viewport, rc_update *out_update);
rc_status rc__host_set_row(rc_host *host, int64_t row, double extent);
rc_status rc__host_mark_provisional(rc_host *host, int64_t lower, int64_t upper);
rc_status rc__host_set_columns(rc_host *host, uint32_t columns);
rc_status rc__host_set_target(rc_host *host, int64_t index, double *out_offset);
void rc__host_free_acts(rc_host *host);

static inline rc_status rc__host_update_list(rc_host *host, const rc_viewport *viewport,
                                             rc_update *out_update) {
  if (host->notes_acts) return rc__host_update_noted(host, viewport, out_update);
  return rc__list_update(host->list, viewport, out_update);
}

// == host_goal.c: to an offset ==

/// What becomes of the way where the toolkit is now: it is off it, or still on it.
rc__host_way rc__host_way_at(const rc_host *host, const rc_viewport *viewport, bool is_user_driven,
                             rc__host_offsets *offsets);

/// Goes to the offset, between two rounds.
rc_status rc__host_align(rc_host *host);

/// All on screen is measured: whether that is there. Then what comes after leaves it so.
bool rc__host_has_arrived(rc_host *host, const rc_update *update);

void rc__host_begin_animation(rc_host *host);

/// Finds where an animation leads to, and whether it has come to it.
rc_status rc__host_animate(rc_host *host);

// == host_offsets.c ==

bool rc__host_take_offset_slowly(const rc_host *host, const rc_viewport *viewport, bool is_hidden,
                                 rc__host_offsets *offsets);
void rc__host_correct_slowly(rc_host *host, double correction);
void rc__host_set_offset_slowly(rc_host *host, bool is_held, rc_host_step *out_step);

/// Takes the offset that the toolkit has now; returns whether the user has moved it.
static inline bool rc__host_take_offset(const rc_host *host, const rc_viewport *viewport,
                                        bool is_hidden, rc__host_offsets *offsets) {
  if (!offsets->is_exact || is_hidden || viewport->has_item) {
    return rc__host_take_offset_slowly(host, viewport, is_hidden, offsets);
  }
  const bool has_moved = viewport->offset != offsets->own;
  offsets->own = offsets->exact = viewport->offset;
  return has_moved && viewport->is_user_driven;
}

/// Adds a correction to the offset.
static inline void rc__host_correct(rc_host *host, double correction) {
  if (correction != 0) rc__host_correct_slowly(host, correction);
}

/// Finds whether to set an offset, and notes that it is set.
static inline void rc__host_set_offset(rc_host *host, bool is_held, rc_host_step *out_step) {
  out_step->offset = host->offsets.exact;
  out_step->sets_offset = false;
  if (!host->offsets.is_exact) rc__host_set_offset_slowly(host, is_held, out_step);
}

// == host_nodes.c ==

/// Whether a list is laid out in so many columns, or lanes; with 0 in any case.
static inline bool rc__host_has_columns(const rc_host *host, uint32_t columns) {
  const rc__rows *rows = &host->list->rows;
  if (columns == 0) return true;
  if (rc__rows_are_laned(rows)) {
    return host->options.in_lanes && rc__rows_laned(rows)->lanes->k == columns;
  }
  return rows->columns == columns && !(host->options.in_lanes && columns > 1);
}

/// Whether an item of `shown` is on screen, where insets cover it too: in lanes not all are.
bool rc__host_shows_item(const rc_host *host, int64_t index);

/// How many items a full row has that holds an item.
uint32_t rc__host_columns_of(const rc_list *list, int64_t item);

/// Reserves memory for more nodes; false if out of memory.
bool rc__host_reserve(rc_host *host, size_t more);

void rc__host_free_nodes(rc_host *host);

/// The node of a number that is in use.
rc_host_node *rc__host_node_numbered(const rc_host *host, uint32_t number);

/// Frees memory that is four times what is needed, or more.
void rc__host_shrink(rc_host *host);

/// The same as `rc__host_position`, wherever the node is.
size_t rc__host_search(const rc_host *host, int64_t index);

/// The position of the first node at an index or after it.
static inline size_t rc__host_position(const rc_host *host, int64_t index) {
  if (host->node_count == 0) return 0;
  // Most have their neighbours beside them.
  const uint64_t guess = (uint64_t)(index - host->nodes[0].index);
  const bool is_there = guess < host->node_count && host->nodes[guess].index == index;
  return is_there ? (size_t)guess : rc__host_search(host, index);
}

/// The node of an item; NULL if it has none.
rc_host_node *rc__host_node_of(const rc_host *host, int64_t index);

/// Makes the missing nodes of some items; false if out of memory.
bool rc__host_add(rc_host *host, int64_t lower, int64_t upper);

/// Notes items whose nodes may be others, or in another state.
void rc__host_touch(rc_host *host, int64_t lower, int64_t upper, bool has_entered);

/// Notes what an update has changed.
void rc__host_touch_changes(rc_host *host, const rc_changes *changes);

/// After edits: gives nodes the indices of their items.
void rc__host_follow(rc_host *host);

/// Once nothing is left to measure: finds which nodes there are, and places their views; false if
/// out of memory.
bool rc__host_settle(rc_host *host, const rc_update *update);

// == host_measure.c ==

/// What a round finds.
typedef enum rc__host_plan {
  RC__HOST_PLAN_DONE,
  /// Nodes are asked for, or rows were set, and an update follows.
  RC__HOST_PLAN_GOES_ON,
  RC__HOST_PLAN_GIVES_UP
} rc__host_plan;

/// Asks for the stale nodes of visible rows, or sets these if all is known by now; the rows of
/// others are provisional. While the list is hidden, what is on screen waits.
rc_status rc__host_plan_stale(rc_host *host, const rc_update *update, rc__host_plan *out_plan);

/// Finds what to measure after a round.
rc_status rc__host_plan_round(rc_host *host, const rc_update *update, rc__host_plan *out_plan);

/// Sets the rows of the first nodes asked for, and drops what they have pushed off the screen.
rc_status rc__host_set_rows(rc_host *host, size_t count);

/// Sets the row of an item, which a node has told another extent, if it is measured already.
rc_status rc__host_change_row(rc_host *host, int64_t index);

void rc__host_ask_for_nothing(rc_host *host);

#endif
