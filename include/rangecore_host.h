// A host of a list: the decisions of a client's frame, for any toolkit.
//
// A list knows where everything is. Around it each client needs the same loop: update, measure what
// is on screen, update again until nothing is left to measure; keep the views of items through
// edits; tell the offset that the client has set from the user's own; wake up in time. A host is
// that loop, without a toolkit. It calls nobody: a call returns a *step*, which says what to
// measure or, once it is done, what to place, and where.
//
//     kit                                     host                            list
//      ├─ begin(viewport, breadth) ──────────▶  whose movement is it ──update──▶
//      ◀─ asks: nodes to measure ─────────────  nearest first
//      ├─ measured(extents, time) ───────────▶  sets rows ─────────────update──▶
//      ◀─ done: news, length, offset ─────────  nothing is left
//      └─ wrote(offset as the toolkit has it)
//
// The *kit* is the rest of a client: views, measuring, events, timers. What rangecore.h calls the
// host is both together. This is all of a kit's loop but batches, for each change of the offset or
// the size, at `next_time`, and once after all edits of a turn:
//
// ```c
// rc_host_step step;
// rc_status status = rc_host_begin(host, &viewport, breadth, 0, &step);
// while (status == RC_STATUS_OK && !step.is_done) {
//   size_t count = step.ask_count > 0;
//   double extent = 0;
//   if (count > 0) extent = measure(view_of(&step.nodes[step.asks[0]]));
//   status = rc_host_measured(host, &extent, count, now(), &step);
// }
// if (status != RC_STATUS_OK) return status;
// for (size_t i = 0; i < step.released_count; i++) recycle(step.released[i]);
// if (step.sets_length) set_scroll_length(step.scroll_length);
// if (step.sets_offset) {
//   set_offset(step.offset);
//   rc_host_wrote(host, read_offset());
// }
// for (size_t i = 0; i < step.news_count; i++) {
//   const rc_host_node *node = &step.nodes[step.news[i]];
//   if (node->has_view && node->has_moved) place(view_of(node), node->start, node->extent);
// }
// wake_at(step.next_time);
// if (step.update.batches[RC_END_TAIL].answer == RC_BATCH_ANSWER_YES) fetch();  // begins a batch
// ```
//
// `viewport` has the offset and the length as the toolkit has them, the time, and whether the user
// has moved it (`is_user_driven`) or what moves it would overwrite an offset (`is_held`). `view_of`
// finds the view of a node by the node's number, and makes it if there is none; `recycle` takes it
// back, if there is one. A session of a list of 1,000 rows that are estimated at 44 points, on a
// screen of 100:
//
//     begin at 0            asks for 0, 1, 2
//     measured 0: 60        asks for 1            2 has been pushed off the screen
//     measured 1: 70        done: length 44042; news 0 and 1
//     begin at 10           asks for 2            ahead, now that the user has scrolled
//     measured 2: 50        asks for 3            until nothing is near, or 4 ms have passed
//     measured 3: 40        done: length 44044; news 2 and 3, which are not on screen
//     insert 3 rows at 0
//     begin at 10           asks for 2            the new row that is near
//     measured 2: 55        done: length 44187; offset 153; news 2 … 6, four with their views
//     wrote 153
//     begin at 153          done: no news         as after most steps
//
// == Hosts and steps ==
//
//  1. A list has one host at most, which is destroyed before the list.
//  2. Edits and settings go to the list, at any time, also during a step. Updates go through the
//     host: `rc_list_update` is `BUSY`.
//  3. A step is open from `rc_host_begin` until it is done. One that begins ends an open one: what
//     was measured counts, and nothing was told.
//  4. A *round* is an update of the list, all of a step at the time of its viewport.
//     `rc_host_begin` makes one. `rc_host_measured` makes one once nothing more is asked for; so a
//     step that asks for nothing and is not done goes on with 0 extents, which may be NULL.
//     `update` is that of the latest round.
//  5. A call that fails changes nothing, except that `LIMIT` and `NO_MEMORY` end the open step; the
//     next one goes on from there.
//
// == Nodes ==
//
//  6. A *node* is an item that is near. It follows its item through all edits. Its number is used
//     again only after `freed` has told of it.
//  7. Once a step is done, there is a node for each item whose state has any of `node_bits`, that
//     is on screen, pinned or kept, and for no other. During a step there are also those asked for.
//  8. *On screen* is what overlaps the whole viewport, with what its insets cover, at the list's
//     own offset. With an `offset_step` the toolkit's is up to half a step beside it; what there is
//     to be seen at that edge has a view from the display range.
//  9. A node has a view from when it is asked for, and an extent or `RC_EXTENT_LATER` has come, or
//     when a done step has it in `news` as new, until `released`. A done step has a view for each
//     node on screen, pinned or kept; and releases those of nodes that are none of these, nor have
//     the display bit.
// 10. Until a step is done nothing is released or freed, as what a round takes out of range the
//     next may bring back.
// 11. A kept item has a node and a view wherever it is, until it is removed: for the focus, a
//     playing video, a selection. Kept are those of `rc_host_keep`, any number, whose states follow
//     the ranges; and those that the list keeps with display, whose states stay too
//     (rangecore_keep.h). Their extents are asked for only where those of others are.
// 12. `rc_host_renew` replaces nodes, for items with other contents: the former ones are released
//     and freed, new ones are made, and their rows are provisional. To measure items again in the
//     views that they have, use (23), or `rc_list_mark_provisional` for all at once.
//
// == Offsets ==
//
// 13. The host knows the offset as the toolkit had it last, and as it should have been. An offset
//     less than half an `offset_step` from the former (0: equal) is an *echo*: the latter counts,
//     and the user has not moved it, also if the kit says `is_user_driven`.
// 14. Any other offset counts with the difference of the two added: what was rounded off goes
//     along. At or past the lowest offset it is 0; at the highest, what leads to the list's own.
//     A correction takes the sum to the nearest tick.
// 15. A viewport no longer than its insets, or a breadth of 0 or less, is hidden: its offset is
//     ignored, nothing is asked for, placed or set, and news are of states alone. Nodes and views
//     stay, unless the list is away. The first step that is not hidden goes on at the offset
//     before, and sets the length again; the toolkit may have forgotten both. A host that was never
//     shown takes the toolkit's, also while it is hidden.
// 16. With another breadth than before, all rows are provisional, and all extents to be measured
//     again; the first one changes nothing. Other columns lay out the list, and rows keep their
//     extents.
//
// == Measuring ==
//
// 17. Asked for are the nodes of rows on screen that are unmeasured or provisional: of a pinned
//     header first, then outward from the row that stays in place, by distance in rows, the leading
//     side first at equal distance; 1,000 at a time, and the rest of a row. The row that stays is
//     that of an item scrolled to in this step, if it is on screen; at the end of the list its end;
//     otherwise the first visible row or, if it is provisional, the first that needs no measuring.
// 18. After ten rounds with such rows the step is done, but not settled; it wakes after `budget`.
//     What is on screen and visible is then that of its last round, before the last extents.
// 19. If there are none, the same for the display range: `ahead_count` nodes at a time, one row at
//     least, until `budget` has passed since the first; then the step is done, and wakes after as
//     long a pause. With `makes_ahead` also nodes there without a view, nearest first.
// 20. A node remembers what its view needed, in which columns, until its row is made provisional or
//     forgotten by a function of the list. A row all of whose nodes remember is set to the longest,
//     without asking: after edits in columns only what is new is measured.
// 21. The kit tells the extents of the first `count` nodes asked for, at least one if there are
//     any. Of the rest on screen, rows that nearer ones have pushed off the screen are not asked
//     for any longer, unless they were begun. So a kit can measure one by one, or all in one go.
// 22. If the list was changed meanwhile, the extents count for the items of their nodes, and a
//     round follows at once.
// 23. `RC_EXTENT_LATER`, in place of an extent, means that the toolkit will tell it later: the row
//     is shown with its estimate, and not asked for again until `rc_host_set_extents`, another
//     breadth, or its view is released. Told by `rc_host_set_extents` it means that the item
//     needs another one, not known yet: the next step that is not hidden asks for it first, if it
//     is visible and its row measured, and the row keeps its start, and so grows downward. Any
//     other row is provisional from that step on, and leaves in place what is beside it on screen.
// 24. Rows of several columns may hold other items after edits: a round makes them provisional,
//     from the item before the first place where items came or went since the round before, or
//     where a header was marked or unmarked, to the end of the section of the last such place.
//
// == What is done ==
//
// 25. A node that has a view is placed: its row starts at `start`, in the toolkit's coordinates,
//     which are the list's less `pending`; a pinned header's where it is drawn. Scrolling alone
//     moves no node but a pinned one; and where something is pending, all of them by as much of it
//     as the user has scrolled back (`rc_update.pending`).
// 26. `news` are the nodes that need a view, have moved, are kept and have come on screen or left
//     it, or whose state is another than a done step told last; the pinned one comes last. So each
//     change of a state is told once, and an item that only an estimate brought in was never in.
//     (The changes in `update` are those of rounds.)
// 27. The length is set before the offset. An offset is set where the toolkit's is not the list's
//     or, with an `offset_step`, not the nearest multiple; while held, only for (15) and (30). So
//     what stays in place is drawn up to half a step from there, unless all extents are multiples.
// 28. After it was set, `rc_host_wrote` tells what the toolkit has made of it. Less than a point,
//     or than an `offset_step`, is rounding, and is not set again; otherwise the toolkit's counts.
//     While hidden, or placed by an item, it is ignored. It can also tell of an offset that a
//     toolkit changed by itself, as some do where a shorter length is set; such a change that is
//     not told is taken for the user's.
// 29. `next_time` is when to begin again if nothing happens: the list's, (18) or (19).
//
// == Scrolling to items ==
//
// 30. A request takes effect in the next step that is not hidden. It follows its item through
//     edits; with the item it is dropped, and by the next request. It is not the user's, and ends
//     what moves the list, also if the kit says otherwise: that step is not held, nor has it a
//     velocity or a landing, so nothing stays pending. A kit ends a fling first, which would go on
//     from the offset that is set. Then the item stays in place until the user scrolls, also at
//     another breadth.
// 31. An animated one sets no offset: `target_offset` is where to animate to, from a done step with
//     `begins_target` on, in each step until it is reached or left.
// 32. With `viewport.has_item` there is one round, and nothing is asked for, placed or set. Hidden
//     then, the list stays there; shown by an offset, it goes to the toolkit's.
//
// == Acts ==
//
// 33. An *act* is what the host does to its list, in a call that succeeds or fails. From the first
//     `rc_host_take_acts` on they are noted, until they are taken: after each call, so that none
//     comes after an edit that it came before. Another list that is told the same edits, settings,
//     kept items and acts, in the same order, is the same: in its items, states, and updates, bit
//     for bit.
//
// == Scrolling to offsets ==
//
// 34. An offset is requested as an item is, see (30), but edits before it arrives leave it what it
//     is. In each round the list goes to it again, as far as it can be scrolled by then, until the
//     rows on screen there are measured, or in the fifth. So once the step is done the toolkit's
//     offset is this one, or its nearest multiple, whatever was measured on the way.
// 35. There the list *rests*, unless it is at an end, where it stays as any list does: as while it
//     is held, what rows elsewhere add to the offset stays pending. So neither the offset moves nor
//     what is on screen, until the viewport is moved, items are inserted, removed, moved, made
//     provisional or forgotten, or there is another breadth.
// 36. An animated one sets no offset but the last point: `target_offset` is the offset, as far as
//     it can be scrolled by then, in each step until it is reached, where the list rests, or left.
//
// == Known extents ==
//
// 37. With `extents_are_known` nothing is measured, ever: rows have the extents that the list was
//     told, or its estimate. Views are made for what is on screen, and with `makes_ahead` in the
//     display range, for which the kit is asked; what it tells of their extents is ignored. Neither
//     another breadth (16) nor edits in columns (24) make rows provisional.
//
// == Lanes ==
//
// 38. With `in_lanes` the columns of `rc_host_begin` are lanes, with the spacing that the list has,
//     and the tolerance that it had last. A node's `column` is its item's lane then, and `columns`
//     how many there are; a wide item has column 0 of 1. On screen are the items that overlap
//     the viewport themselves; only these are measured there, and others as the display range has
//     them. An item that becomes wide, or is wide no longer, is measured again once the list is
//     told so (`rc_list_mark_provisional`).

#ifndef RANGECORE_HOST_H
#define RANGECORE_HOST_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// In place of an extent: it comes later, see (23).
#define RC_EXTENT_LATER (-1.0)

/// What a host is created with.
typedef struct rc_host_options {
  /// How long a step may measure ahead, in seconds, finite, >= 0; 0 for not at all. Default 0.004.
  double budget;
  /// The toolkit's offsets are multiples of it, in points, finite, >= 0: 1 for a terminal, 1 ÷ the
  /// pixel ratio for a browser. Default 0: any. Where extents and the spacing are multiples
  /// too, and estimates by the list's quantum, nothing is drawn beside its place.
  double offset_step;
  /// How many nodes are asked for at a time ahead of the screen, at least 1: the budget is looked
  /// at in between. Default 1.
  uint32_t ahead_count;
  /// The states that give an item a node. Default `RC_STATE_VISIBLE` and `RC_STATE_DISPLAY`.
  rc_state node_bits;
  /// Views are made ahead in all of the display range, not only where rows are to be measured.
  bool makes_ahead;
  /// The list knows the extents of all its rows, so that none is measured, see (37): lines of a
  /// log, or photos whose sizes came with them. Default false.
  bool extents_are_known;
  /// What fits side by side are lanes (`rc_list_set_lanes`), see (38). Default false.
  bool in_lanes;
} rc_host_options;

/// An item that is near, and its view. All but `node` can be another in the next step.
typedef struct rc_host_node {
  /// Of its item, as of the call that returned the step; −1 once it was removed during the step.
  int64_t index;
  /// Where its row starts, and its extent, in points, if it has a view: on screen at `start` less
  /// the toolkit's offset.
  double start;
  double extent;
  /// Its number, from 0 on.
  uint32_t node;
  /// Its place in its row, and how many items a full row has, of a node with a view; `columns` also
  /// of one that is asked for.
  uint32_t column;
  uint32_t columns;
  /// As the done step before told it, `RC_STATE_MEASURE_LAYOUT` at first; and as this one does.
  rc_state before;
  rc_state state;
  /// Its view is to be made. Among the nodes asked for this is so until the extent is told; so in
  /// `news` it is not set for a node that has been measured, whose view is there.
  bool is_new;
  /// Its view is to be placed.
  bool has_moved;
  /// Its view is there, or is to be made.
  bool has_view;
  bool is_on_screen;
  /// It is the header that stays at the viewport's start, to be drawn above all others.
  bool is_pinned;
  bool is_kept;
  /// Its extent comes later.
  bool is_late;
  uint8_t reserved[3];
} rc_host_node;

/// What a kit is to do now. All pointers are borrowed: valid until the next call on the host other
/// than `rc_host_find`, `rc_host_index`, `rc_host_wrote`, `rc_host_scroll_to` and
/// `rc_host_scroll_to_offset`.
typedef struct rc_host_step {
  /// In order of their indices; those that were removed during the step in any.
  const rc_host_node *nodes;
  size_t node_count;
  /// Positions in `nodes` of what to measure, nearest first.
  const uint32_t *asks;
  size_t ask_count;
  /// The rest is only set once the step is done: positions in `nodes`, see (26).
  const uint32_t *news;
  size_t news_count;
  /// Numbers of nodes whose views are not needed any more, to be hidden and used again. Those that
  /// were asked for, but whose extent was never told, are among them, with a view or without one.
  const uint32_t *released;
  size_t released_count;
  /// Numbers of nodes that are gone, also in `released` if they may have a view.
  const uint32_t *freed;
  size_t freed_count;
  /// In points, also if they are not to be set.
  double scroll_length;
  double offset;
  /// Where an animated request leads to, if `has_target`, in points.
  double target_offset;
  /// The one wake-up of the kit, in seconds of the viewport's time; infinity for none.
  double next_time;
  bool is_done;
  /// Everything on screen is measured, or comes later.
  bool is_settled;
  bool sets_length;
  bool sets_offset;
  bool has_target;
  /// The animation is to begin.
  bool begins_target;
  uint8_t reserved[2];
  /// How many updates of the list the step has made.
  uint32_t rounds;
  /// Always set. Its changes are since the round before, and valid as long.
  rc_update update;
} rc_host_step;

/// What a host does to its list: the functions that do the same.
typedef enum rc_host_act_kind {
  /// `rc_list_update` with `viewport`.
  RC_HOST_ACT_KIND_UPDATE = 0,
  /// `rc_list_set_row_extents` for the row `lower`, with `extent`.
  RC_HOST_ACT_KIND_ROW = 1,
  /// `rc_list_mark_provisional` for `lower ..< upper`.
  RC_HOST_ACT_KIND_PROVISIONAL = 2,
  /// `rc_list_set_layout` with `columns` and the spacing `extent`; extents are kept.
  RC_HOST_ACT_KIND_LAYOUT = 3,
  /// `rc_list_set_scroll_target` for the item `lower`, with `fraction` and `shift`.
  RC_HOST_ACT_KIND_TARGET = 4,
  /// `rc_list_set_lanes` with `columns` lanes, the spacing `extent` and the tolerance `shift`;
  /// extents are kept.
  RC_HOST_ACT_KIND_LANES = 5,
  RC_HOST_ACT_KIND_SENTINEL = 0x7fffffff
} rc_host_act_kind;

/// An act of a host, see (33). What its kind does not name is 0.
typedef struct rc_host_act {
  rc_host_act_kind kind;
  uint32_t columns;
  int64_t lower;
  int64_t upper;
  /// In points, and whole ticks, as the list has taken them.
  double extent;
  double shift;
  double fraction;
  /// As the host worked it out; its offsets are whole ticks too.
  rc_viewport viewport;
} rc_host_act;

/// The host of a list.
///
/// Memory: about 120 bytes per node, and at most four times as much while there were more. Each
/// edit of the list takes O(nodes) more.
typedef struct rc_host rc_host;

/// Sets the defaults documented at each field. NULL is ignored.
RC_API void rc_host_options_init(rc_host_options *options);

/// Creates a host of a list.
///
/// - `list`: borrowed; destroy the host before it.
/// - `options`: NULL for the defaults. `allocator`: copied; NULL for the C library's.
/// - `out_host`: owned by the caller; destroy it with `rc_host_destroy`.
///
/// Errors: `ARGUMENT`; `BUSY` if the list has a host; `NO_MEMORY`.
RC_API rc_status rc_host_create(rc_list *list, const rc_host_options *options,
                                const rc_allocator *allocator, rc_host **out_host);

/// Replaces the options, with effect from the next step. The same ones again change nothing.
///
/// Errors: `ARGUMENT`. Complexity: O(1).
RC_API rc_status rc_host_set_options(rc_host *host, const rc_host_options *options);

/// Copies the options.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_host_get_options(const rc_host *host, rc_host_options *out_options);

/// Destroys a host; its list stays. NULL is ignored.
RC_API void rc_host_destroy(rc_host *host);

/// Begins a step.
///
/// - `viewport`: as the toolkit has it now; also its `time` and `jitter`.
/// - `breadth`: the length across the axis, in points, finite; 0 or less if it is not known, (15).
/// - `columns`: how many items fit side by side; 0 for as many as the list has.
///
/// Errors: `ARGUMENT`, as `rc_list_update`; `LIMIT`; `NO_MEMORY`. Complexity: that of the update,
/// and O(1) if it changed nothing; otherwise O((nodes + rows on screen) log n). A step that makes
/// no node allocates nothing, unless the breadth or the columns change, rows are regrouped (24), or
/// the list has slack.
RC_API rc_status rc_host_begin(rc_host *host, const rc_viewport *viewport, double breadth,
                               uint32_t columns, rc_host_step *out_step);

/// Goes on with a step, with the extents of the first `count` nodes asked for.
///
/// - `extents`: in points, each 0 … 4,000,000 minus the spacing, or `RC_EXTENT_LATER`.
/// - `count`: at least 1 if anything was asked for, otherwise 0.
/// - `time`: the viewport's time now, in seconds, finite.
///
/// Errors: `ARGUMENT`; `STALE` without an open step; `LIMIT`; `NO_MEMORY`. Complexity: O((asks +
/// columns) log n), and where a round follows that of `rc_host_begin`.
RC_API rc_status rc_host_measured(rc_host *host, const double *extents, size_t count, double time,
                                  rc_host_step *out_step);

/// Sets what the views of nodes need, whenever that is known: for an extent that comes late, and
/// one that has changed. A row that is measured is set at once, and so keeps its start; any other
/// is set by the next step that would ask for it, which asks for the other nodes of its row.
///
/// - `nodes`, `extents`: `count` numbers of nodes, and extents as in `rc_host_measured`;
///   `RC_EXTENT_LATER` to be asked for them, see (23). Nodes that are gone are ignored.
/// - `out_any`: whether that was news: then begin a step.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`, with the nodes before that one set. Complexity:
/// O(count log n).
RC_API rc_status rc_host_set_extents(rc_host *host, const uint32_t *nodes, const double *extents,
                                     size_t count, bool *out_any);

/// Tells the offset that the toolkit has now; see (28).
///
/// Errors: `ARGUMENT` for NaN or infinity. Complexity: O(1).
RC_API rc_status rc_host_wrote(rc_host *host, double offset);

/// Finds the number of the node of an item.
///
/// Errors: `ARGUMENT`, also for an index out of bounds; `NOT_FOUND`. Complexity: O(nodes).
RC_API rc_status rc_host_find(const rc_host *host, int64_t index, uint32_t *out_node);

/// Finds the index of a node's item as of now, after edits: a kit need not keep any.
///
/// - `node`: the number of a node.
/// - `out_index`: in 0 ..< `rc_list_count`.
///
/// Errors: `ARGUMENT` for NULL; `NOT_FOUND` for a node whose item was removed, that `rc_host_renew`
/// has replaced, or that is gone: one that a step has freed is found until the next step,
/// `rc_host_keep` or `rc_host_renew`, to tell what has left. Complexity: O(1).
RC_API rc_status rc_host_index(const rc_host *host, uint32_t node, int64_t *out_index);

/// Keeps the node and the view of an item, or does so no longer; see (11). The next step makes its
/// view.
///
/// Errors: `ARGUMENT`, also for an index out of bounds; `NO_MEMORY`. Complexity: O(nodes).
RC_API rc_status rc_host_keep(rc_host *host, int64_t index, bool keeps);

/// Makes new nodes for the items `lower ..< upper`, whose contents are others; see (12).
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(nodes), and that of `rc_list_mark_provisional`.
RC_API rc_status rc_host_renew(rc_host *host, int64_t lower, int64_t upper);

/// Scrolls to an item, with the next step; see (30). `index`, `fraction` and `shift` are those of
/// `rc_list_set_scroll_target`.
///
/// Errors: `ARGUMENT`, also for an index or fraction out of bounds; `LIMIT`. Complexity: O(1).
RC_API rc_status rc_host_scroll_to(rc_host *host, int64_t index, double fraction, double shift,
                                   bool is_animated);

/// Scrolls to an offset of the toolkit's, with the next step; see (34).
///
/// - `offset`: in points; what is past an end of the list, infinity too, is that end.
///
/// Errors: `ARGUMENT` for NaN. Complexity: O(1).
RC_API rc_status rc_host_scroll_to_offset(rc_host *host, double offset, bool is_animated);

/// Takes what the host has done to its list since it was taken last, to record it; see (33).
///
/// - `out_acts`: borrowed, valid until the next call on the host; in the order in which they were
///   done.
/// - `out_count`: 0 at the first call, which begins it.
///
/// Memory: 136 bytes for each act that is not taken. Where it is missing, the other calls fail with
/// `NO_MEMORY`.
///
/// Errors: `ARGUMENT` for NULL. Complexity: O(1).
RC_API rc_status rc_host_take_acts(rc_host *host, const rc_host_act **out_acts, size_t *out_count);

/// Checks all internal invariants. For tests and bug reports.
///
/// - `out_reason`: a static string that describes the first violation, if any; may be NULL.
///
/// Errors: `ARGUMENT` for NULL; `CORRUPT`. Complexity: O(nodes).
RC_API rc_status rc_host_validate(const rc_host *host, const char **out_reason);

#ifdef __cplusplus
}
#endif

#endif
