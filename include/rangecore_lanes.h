// Lanes: where items are in columns of which each goes on where its own last item ends (masonry).
//
// Pictures of unequal height fill columns side by side, and each picture stays in its column. Usual
// implementations place all items again when one is measured, inserted or removed: the time grows
// with the list, and items change columns under the reader. Here a lane belongs to its item, and
// everything is in one tree, so each change and each query takes O(k log n) in k lanes.
//
// These functions are for a host that decides itself which lane an item takes, or has that decided
// so that what is on the screen stays where it is. They work without a list.
//
// == Words ==
//
// A *lane* is a column; lanes are numbered from 0. An item is in one lane, or *wide*: across all of
// them. An item that is not wide and has no lane yet is *laneless*. A *front* is the vector of
// where the lanes end, the spacing included: where the next item of each would start. *Indents* are
// one distance per lane, left empty in it before an item.
//
// == Rules ==
//
//  1. Before the first item the front is 0 in all lanes. Items follow in the order of their
//     indices, so the position of an item depends only on those before it.
//  2. An item in a lane starts where that lane ends. The lane then ends at the item's end plus the
//     spacing; the others stay as they are.
//  3. A wide item starts at the greatest end. All lanes then end at its end plus the spacing.
//  4. A laneless item starts at the greatest end as well, but takes up only its share: all lanes
//     then end at its start plus (extent + spacing) ÷ k, rounded up to a tick. That is about where
//     it will be: a million laneless items are as long as if they filled the lanes evenly.
//  5. Indents before an item are added to the front before the item is placed. They belong to the
//     item: they move with it, and go with it when it is removed. An item that is inserted at its
//     index comes before the indents.
//  6. The length is the greatest end less the spacing, and at least 0.
//  7. An unmeasured item has the estimate as its extent. In a lane it keeps the estimate that there
//     was when it got the lane, or when its extent was forgotten there: so another estimate moves
//     only what comes after wide and laneless items that are not measured.
//  8. A new item is laneless. An item keeps its lane until it is given another one, or none, or
//     becomes wide. A move takes extent, lane and indents along.
//  9. With one lane all items that are not wide are in lane 0, positions are those of
//     `rc_extents`, and setting lanes changes nothing. (An update gives lane 0 to new items.)
//
// == Where ranges lie ==
//
// In a lane the items that overlap a range are neighbours, but lanes end at different places: so
// the items of a range are one interval per lane, in which items of other lanes lie as well. Item i
// is in the range if it is in the interval of its lane; a wide or laneless one, in any. Laneless
// items count from their start as far as their share goes.
//
// A session with three lanes, a spacing of 8 and an estimate of 50:
//
//     insert 100000 items             laneless: a share of 58 ÷ 3, so the length is 1933325.3
//     measure 5: 100 60 80 40 90
//     lanes 0 1 2 1 2                 item    0    1    2    3    4
//                                     starts  0    0    0   68   88
//                                     ends  100   60   80  108  178
//     front before 5                  108 116 186
//     item 5                          starts at 186: it is laneless
//     item 5 is wide, and 30 long     it ends at 216, and the front before 6 is 224 224 224
//     item 1 is measured again: 160   item 3 is at 168 ..< 208, and 5 at 216
//     in 0 ..< 90                     lane 0: 0, lane 1: 1, lane 2: 2 and 4
//
// ```c
// rc_lanes *lanes;
// const rc_lanes_options options = {.estimate = 50, .spacing = 8, .lane_count = 3};
// rc_lanes_create(&options, NULL, &lanes);
// rc_lanes_insert(lanes, 0, NULL, 100000);
// rc_lanes_set_extents(lanes, 0, (const double[]){100, 60, 80, 40, 90}, 5);
// rc_lanes_set_lanes(lanes, 0, (const uint32_t[]){0, 1, 2, 1, 2}, 5);
// rc_lanes_position position;
// rc_lanes_positions(lanes, 4, 5, &position);  // offset 88, extent 90, lane 2
// rc_lanes_destroy(lanes);
// ```
//
// == Over time ==
//
// A host that decides itself which lanes items take can stop here. Otherwise `rc_lanes_update`
// gives them, once per frame, to what is near the viewport, and keeps what is on the screen where
// it is. From the first update on, edits follow rules 15 and 19, too.
//
// Lanes are *flush* before the first item, after a wide one and after a laneless one: all end at
// the same offset. The items with lanes between two flush places are a *panel*. Only the first item
// of a panel has indents, so that a panel can begin ragged, and end where items must stay. The
// items between two wide ones, or an end of the list, are a *unit*: laneless items and panels.
//
// An item is *near* if it overlaps the viewport, widened at each end by `before` and `after`. It
// was *shown* if it was visible at the end of an update, with the lane that it has. It is *kept* if
// it was near at the last update, and was shown, a wide one if it was visible; rangecore_keep.h
// means others by that word. A *remembered* item was shown, has left what is near since, and still
// has its lane. The *patience* is how far the lane of a remembered item may be behind the best one:
// half the viewport. (What a snapshot brings back counts as shown; see rangecore_snapshot.h.)
//
// 10. Lanes are given in an update. After it no laneless item is near, not even with its share, and
//     no lane ends before what is near does while a laneless item follows.
// 11. *Forward*, below what was on the screen: in order of the indices, each item gets the lane
//     that ends first; of equal ones the lowest. With a tolerance, all lanes that end within it
//     after the first one count as equal, and the next one after that of the item before is taken.
// 12. *Backward*, above what was on the screen: in descending order, each gets the lane that begins
//     last, of equal ones the highest; with a tolerance as in 11, the other way round. What is
//     below stays where it is: the panel's indents make up for the difference (20). So where a unit
//     starts its lanes can begin ragged, as they end ragged before a wide item when they are given
//     forward. As long as nobody has seen them, the first items of the unit *trade* lanes, which
//     leaves little of that gap: see below. What is left goes once it is off the screen (24).
// 13. A kept item keeps its lane, whatever is measured, inserted or removed. An item that was never
//     shown gets its lane again in each update, so by what was measured meanwhile, unless it is
//     loose (12); but not if an item that is kept lies beyond it, seen from the screen.
// 14. A remembered item that comes near keeps its lane if, forward, that ends at most the patience
//     after the one that ends first, or backward, begins at most that before the one that begins
//     last; or if an item that is kept lies beyond it. Otherwise it is given another lane.
// 15. An item's lane is forgotten when it becomes wide or is moved. A measurement forgets none.
// 16. An item that comes between items on the screen gets its lane at once: of those in which it
//     does not lie wholly above the viewport, the one that ends first at its index. It pushes what
//     follows in that lane, also where its place is partly above the viewport. (If it pushed upward
//     what is above, lanes would end 30,000 points apart after 200 such items, not 1,000.)
// 17. After a jump, if nothing is near any more that was on the screen, lanes are given from the
//     first item on that still is near; if there is none, from the item at the viewport's start, or
//     the first on the screen that has a lane. If no kept item is near, and the lanes end further
//     apart there than the patience, they slide so that all are level. A unit that has its start
//     near, and no kept item, is given lanes forward from its start on, without indents: it then
//     looks as if the reader had come from above. Above a wide item its start has to be near with
//     these lanes as well: else it would be given others in each update.
// 18. Before a wide item, lanes of a panel without kept items slide down so that all end there, if
//     they end further apart than the patience, or its last item was never shown.
// 19. When the first item of a panel is removed or moved, the next one takes over its indents.
//     Where items get lanes, or wide items go, so that a panel no longer begins flush, it joins the
//     one above: its indents are removed. If it was on the screen, the lanes of the one above
//     slide, as in 20, so that it stays; otherwise its own lanes do. Items inserted right before a
//     panel on the screen, at a flush place, take over its indents.
// 20. *Evening out.* Each lane of a panel has moved by some δ since the last update. With g its
//     indents, all of them have to move by D, the greatest δ − g; each g becomes g + D − δ. So no
//     indent is below 0, the least is 0, and all that is on the screen has moved by D, which is the
//     correction. With one lane there are no indents, and D is δ.
// 21. A lane's δ is that of its anchor: its first item on the screen that was not uncovered by
//     scrolling back, by its start; or by its end, if it began before the viewport, the offset was
//     not 0, and it is measured for the first time. If all of its items on the screen were
//     uncovered, the end of the last one counts. If it had none there, it is where it ended at the
//     viewport that counts. Where an item comes in before the anchor (16), the end of what is
//     before that. Of items that were not near, only 32 before and after those that were are
//     known.
// 22. The panel of the first item on the screen that was not uncovered decides. Those on the screen
//     above it are evened out before, by the same rule. If more than 1,024 items come in between
//     two of those on the screen, what is after them counts as new.
// 23. So an update in which nothing on the screen was edited, or measured, moves all that stays
//     there by one number, and otherwise an item that is inserted, removed or measured there moves
//     what follows in its lane, and what follows the next wide item, and nothing else. In a jump,
//     by the viewport's length or more (17), an item that is scrolled off the screen can come back
//     elsewhere.
// 24. Indents of a panel, unless it follows a laneless item, are removed when no item of it was
//     visible at the last update or is in this one, or would be without them. The host may ask to
//     remove them on the screen too, at rest: then items slide up within their lanes.
//
// A session with two lanes, without spacing, in a viewport of 100 with nothing near but it:
//
//     insert 6 items of 60 60 80 40 50 70      laneless
//     update at 0                              lanes 0 1 0 1: starts 0 0 60 60, then laneless
//     update at 90                             lanes … 1 0: 4 starts at 100, 5 at 140
//     measure 1 again: 75, above the screen    3 and 4 would start at 75 and 115
//     update at 90                             correction 15: lane 0 has an indent of 15
//     update at 0, scrolled by the user        0 starts at 15, 1 at 0: nothing else has moved
//
// ```c
// rc_lanes *pictures;
// const rc_lanes_options two = {.estimate = 50, .lane_count = 2};
// rc_lanes_create(&two, NULL, &pictures);
// rc_lanes_insert(pictures, 0, (const double[]){60, 60, 80, 40, 50, 70}, 6);
// rc_lanes_viewport viewport = {.offset = 0, .length = 100, .is_user_driven = true};
// double correction;
// rc_lanes_update(pictures, &viewport, &correction);
// viewport.offset = 90;
// rc_lanes_update(pictures, &viewport, &correction);
// rc_lanes_set_extents(pictures, 1, (const double[]){75}, 1);
// rc_lanes_update(pictures, &viewport, &correction);  // 15
// viewport.offset += correction;
// rc_lanes_destroy(pictures);
// ```
//
// == Trades ==
//
// Lanes that are given backward (12) begin up to a whole item apart where their unit starts. The
// first items of the unit can still make up for that, before they are shown. An item is *loose* if
// it is one of the first 4 k of a unit, was never shown, and is above all kept items of the unit,
// and above the item from which giving began; the unit has to have one of these. When giving comes
// to a loose item, and all items above that in the unit have lanes, the loose ones trade.
//
// In a *trade* one of them goes to another lane, or two of different lanes swap. That takes a
// length d, of one item and its spacing, or by which the one is longer, from a lane that begins δ
// before another to that one, and so brings the two closer by twice the lesser of d and δ − d. The
// trade that does so by the most is made; of equal ones that of the first item, and of its trades
// first those with a lane, then those with a later item, the lowest first. Lanes that begin at most
// the tolerance apart do not trade. Up to eight trades are made in an update. When none is left, a
// lane begins at most its shortest loose item before any other; mostly about a tenth of an item.
//
// So that an item does not go to and fro, loose items trade from the lanes that they had before the
// update, if all had one; otherwise from those that they have just been given. What is below stays
// where it is (20).
//
// In two lanes without spacing items 1 … 4, after the wide item 0, were never shown. What is on the
// screen below them begins at 400 in both lanes:
//
//     extents of 1 … 4 are 100 60 90 80    backward, lanes 0 1 0 1: they begin at 210 and 260
//     trades that bring the lanes closer   1 and 4 swap: d 20, by 40    1 and 2: d 40, by 20
//                                          2 and 3 swap: d 30, by 40    3 and 4: d 10, by 20
//     1 and 4 swap: lanes 1 1 0 0          they begin at 230 and 240: an indent of 10, not of 50
//
// == A list in lanes ==
//
// `rc_list_set_lanes` lays a whole list out in lanes. All that rangecore.h says of a list in one
// column holds, but for what follows.
//
// 25. An item is a row: extents belong to items, and the number of a row is its item's index. One
//     lane is one column, the same in each bit. `rc_list_set_layout` goes back to columns.
// 26. A header is wide. A section has 0 columns, and its items are in lanes, or 1, and they are
//     wide: those that it has when it is marked with 1, and what is inserted into it. They are no
//     longer so where a header is marked with 0, or when theirs is unmarked, unless the section
//     before has 1. Otherwise a span belongs to its item: `rc_list_set_span` sets it, it moves
//     along, and outlasts a header that is removed.
// 27. Another number of lanes, or another spacing, forgets lanes and indents. Spans stay, unless it
//     is one lane, where only headers and sections with 1 column are known. Extents are kept or
//     forgotten as in `rc_list_set_layout`. The item that is read at the viewport's start, of those
//     there the one that begins last, keeps its place.
// 28. An update does what `rc_lanes_update` does. Near is what the widest range reaches in any mode
//     and direction, with slack, 8 screenfuls each way at most. Indents on the screen stay: what is
//     read moves only by what was edited there, so a list has no call for that part of 24. The
//     number that 20 finds takes the place of the anchor's. So what can be scrolled, insets, held
//     corrections, ends that stick, targets and viewports placed by an item are as in one column;
//     only the content's end, while it is measured, is not. A target without a lane is where its
//     share is (4), and as it comes near, lanes are given from it on. Where a target or an
//     end takes the viewport away from what was on the screen, or after an edit an item does, that
//     counts as near (11, 12, 17) up to 8 screenfuls or 128 items further off: so it moves by one
//     number all the same. Beyond both, a lane can move against another.
// 29. `update.visible` and `update.ranges` are hulls: from the first item that overlaps the range
//     to after the last one. States are exact: an item has a bit if it overlaps the range itself.
//     But where foresight preloads, and in a range that reaches past what is near, all of the hull
//     has it.
//     What overscan adds are the items before the hull of the visible ones, and after it.
// 30. Items that enter are ordered by their own distances; equally far ones as in one column, and
//     those on one side by their indices.
// 31. For batches the content ends where its shortest lane does: an end in the viewport is near
//     enough, and the content is short if that lane is shorter than the viewport.
// 32. `rc_list_item_at` finds the item that starts last at the offset or before it (the first one
//     if there is none), `rc_list_items_in` the hull. Offsets of neighbours need not ascend.
// 33. An update can fail with `NO_MEMORY`. Then items may have lanes already, but what stays in
//     place, states and changes are as before; the next update makes up for it.
//     An update takes O(k log n + k m + k²) for m items near. It allocates where items are given
//     lanes, as when the viewport comes to items that never had one.
//
// A session with two lanes, a spacing of 10, and a viewport of 100:
//
//     insert 4: 60 120 50 80       laneless
//     lanes 2
//     update at 0                  0: lane 0 at 0, 1: lane 1 at 0, 2: lane 0 at 70; visible 0 ..< 3
//     3 is wide                    at 130, across both
//     update at 40, by the user    visible 0 ..< 4
//     measure 0 again: 90          above 2, in its lane: 2 is at 100
//     update at 40                 correction 0: 0 is on the screen, and pushes 2
//
// ```c
// rc_list *photos;
// const rc_list_options options = {.columns = 1, .estimate = 50, .spacing = 10};
// rc_list_create(&options, NULL, &photos);
// rc_list_insert(photos, 0, (const double[]){60, 120, 50, 80}, 4);
// rc_list_set_lanes(photos, 2, 10, 0, true);
// rc_viewport screen = {.offset = 0, .length = 100};
// rc_update update;
// rc_list_update(photos, &screen, &update);
// rc_list_set_span(photos, 3, 4, RC_SPAN_WIDE);
// screen.offset = 40;
// screen.is_user_driven = true;
// rc_list_update(photos, &screen, &update);
// rc_lanes_position places[4];
// rc_list_places(photos, 0, 4, places);  // 3: offset 130, span RC_SPAN_WIDE
// rc_list_destroy(photos);
// ```
//
// With up to four lanes, an item that is measured or has one takes at most 9 bytes, if its
// neighbours are such items too; a stretch of laneless items that are not measured, of any length,
// the memory of one node. Updates take 60 + 24 k bytes for each item near, or up to twice that, and
// ranges that scroll take 13 KB for each of up to four lengths.

#ifndef RANGECORE_LANES_H
#define RANGECORE_LANES_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most lanes.
#define RC_LANE_COUNT_MAX 16
/// The lane of a laneless item.
#define RC_LANE_NONE 4294967295
/// The span of a wide item.
#define RC_SPAN_WIDE 0

/// The items of a list in lanes.
typedef struct rc_lanes rc_lanes;

/// What lanes are created with.
typedef struct rc_lanes_options {
  /// The extent of unmeasured items, in points, 0 … 4,000,000 minus the spacing.
  double estimate;
  /// The gap between adjacent items of a lane, in points, >= 0. Cannot be changed later.
  double spacing;
  /// How many lanes, 1 … `RC_LANE_COUNT_MAX`. Cannot be changed later.
  uint32_t lane_count;
} rc_lanes_options;

/// Where an item is.
typedef struct rc_lanes_position {
  /// Its start, in points.
  double offset;
  /// Its extent in points: the measured one, or the estimate (7).
  double extent;
  /// Its lane; `RC_LANE_NONE` if it is laneless, 0 if it is wide: then `span` tells.
  uint32_t lane;
  /// 1, or `RC_SPAN_WIDE`.
  uint32_t span;
  bool is_measured;
  uint8_t reserved[7];
} rc_lanes_position;

/// Where the viewport is in an update of lanes.
typedef struct rc_lanes_viewport {
  /// The host's scroll offset in points, before the correction that this update returns.
  double offset;
  /// In points, >= 0.
  double length;
  /// How far before the viewport, and after it, items are to have lanes, in points, >= 0.
  double before;
  double after;
  /// By how much a lane may end later than the first one and still be taken (11), in points, >= 0.
  double tolerance;
  /// The user is scrolling, and not the program.
  bool is_user_driven;
  /// Indents on the screen are removed as well (24).
  bool closes_indents;
} rc_lanes_viewport;

/// Creates the lanes of an empty list.
///
/// - `allocator`: copied; NULL for the C library's, which a freestanding build does not have.
/// - `out_lanes`: owned by the caller; destroy them with `rc_lanes_destroy`.
///
/// Errors: `ARGUMENT`; `LIMIT` for an estimate past the limit, and in a library without lanes
/// (`RC_LANES=0`); `NO_MEMORY`.
RC_API rc_status rc_lanes_create(const rc_lanes_options *options, const rc_allocator *allocator,
                                 rc_lanes **out_lanes);

/// Destroys lanes and frees their memory. NULL is ignored.
///
/// Complexity: O(items that are measured or have a lane).
RC_API void rc_lanes_destroy(rc_lanes *lanes);

/// Returns the number of items; 0 for NULL.
RC_API int64_t rc_lanes_count(const rc_lanes *lanes);

/// Returns the length of the content in points (6); 0 for NULL.
RC_API double rc_lanes_length(const rc_lanes *lanes);

/// Copies the front before an item, without its indents: where the next item of each lane would
/// start.
///
/// - `index`: 0 … number of items.
/// - `out_ends`: an offset in points for each lane.
///
/// Errors: `ARGUMENT`. Complexity: O(k log n).
RC_API rc_status rc_lanes_front(const rc_lanes *lanes, int64_t index, double *out_ends);

/// Copies where the items `lower ..< upper` are.
///
/// - `out_positions`: upper − lower of them.
///
/// Errors: `ARGUMENT`. Complexity: O(k log n + k (upper − lower)).
RC_API rc_status rc_lanes_positions(const rc_lanes *lanes, int64_t lower, int64_t upper,
                                    rc_lanes_position *out_positions);

/// Finds the item at an offset of a lane: the last one of the lane that starts at or before it, or
/// its first one. Wide and laneless items are in each lane.
///
/// - `offset`: in points.
///
/// Errors: `ARGUMENT`; `LIMIT` for an offset past `RC_LIST_TICKS_MAX`; `NOT_FOUND` if there is
/// nothing in the lane. Complexity: O(k log n).
RC_API rc_status rc_lanes_item_at(const rc_lanes *lanes, double offset, uint32_t lane,
                                  int64_t *out_index);

/// Finds the items between two offsets, lane by lane: those that overlap `lower ..< upper` by at
/// least one tick, and those of extent 0 that lie in it.
///
/// - `lower`, `upper`: in points; there are no items in a range with upper ≤ lower.
/// - `out_items`: an interval for each lane, from its first such item to after its last one; if
///   there are none, an empty one at the first item of the lane that ends after `lower`, or at the
///   number of items.
///
/// Errors: `ARGUMENT`; `LIMIT` for offsets past `RC_LIST_TICKS_MAX`. Complexity: O(k² log n); O(k)
/// as long as ranges of a length scroll by little.
RC_API rc_status rc_lanes_items_in(rc_lanes *lanes, double lower, double upper,
                                   rc_interval *out_items);

/// Finds the nearest item before or after an index that is in a lane; wide and laneless items are
/// in each lane.
///
/// - `index`: an item's, which need not be in the lane; or with `RC_DIRECTION_BACKWARD` the number
///   of items, and with `RC_DIRECTION_FORWARD` −1.
/// - `lane`: `RC_LANE_NONE` for the nearest item that is wide or laneless: after it all lanes are
///   level.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if there is none. Complexity: O(log n).
RC_API rc_status rc_lanes_neighbor(const rc_lanes *lanes, int64_t index, uint32_t lane,
                                   rc_direction direction, int64_t *out_index);

/// Inserts laneless items at `index`.
///
/// - `index`: that of the first new item, 0 … number of items.
/// - `values`: an extent for each, in points, 0 … 4,000,000 minus the spacing; or NULL for
///   unmeasured items.
/// - `count`: how many items.
///
/// Errors: `ARGUMENT`, also for NaN or a negative extent; `LIMIT`, also if all extents, spacings
/// and greatest indents together would exceed `RC_LIST_TICKS_MAX`; `NO_MEMORY`.
/// Complexity: O(k log n), whatever the count; plus O(k count) with `values`.
RC_API rc_status rc_lanes_insert(rc_lanes *lanes, int64_t index, const double *values,
                                 int64_t count);

/// Removes the items `lower ..< upper`.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(k log n + removed items that were measured or had
/// a lane).
RC_API rc_status rc_lanes_remove(rc_lanes *lanes, int64_t lower, int64_t upper);

/// Moves the items `lower ..< upper` so that the first of them has the index `to` afterwards.
///
/// - `to`: 0 … number of items − (upper − lower).
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(k log n).
RC_API rc_status rc_lanes_move(rc_lanes *lanes, int64_t lower, int64_t upper, int64_t to);

/// Sets the extents of consecutive items, which makes them measured.
///
/// - `index`: of the first; `values`: `count` extents in points, each 0 … 4,000,000 minus the
///   spacing.
///
/// Errors: `ARGUMENT`, also for NaN or a negative extent; `LIMIT`, as `rc_lanes_insert`;
/// `NO_MEMORY`. Complexity: O(k log n + k count).
RC_API rc_status rc_lanes_set_extents(rc_lanes *lanes, int64_t index, const double *values,
                                      size_t count);

/// Forgets the extents of the items `lower ..< upper`; the estimate applies to them again (7).
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`. Complexity: O(k log n + k times the items among them
/// that are measured or have a lane).
RC_API rc_status rc_lanes_forget_extents(rc_lanes *lanes, int64_t lower, int64_t upper);

/// Sets the extent of unmeasured items, in points (7).
///
/// Errors: `ARGUMENT` for NULL, NaN or a negative estimate; `LIMIT`. Complexity: O(k).
RC_API rc_status rc_lanes_set_estimate(rc_lanes *lanes, double estimate);

/// Puts consecutive items into lanes.
///
/// - `index`: of the first; `values`: a lane for each, or `RC_LANE_NONE` to make it laneless. The
///   value of an item that is wide has no effect.
///
/// Errors: `ARGUMENT`, also for a lane that there is not; `LIMIT`; `NO_MEMORY`. Complexity: O(k log
/// n + k count).
RC_API rc_status rc_lanes_set_lanes(rc_lanes *lanes, int64_t index, const uint32_t *values,
                                    size_t count);

/// Makes the items `lower ..< upper` wide, or laneless if they were; the others stay as they are.
///
/// - `span`: `RC_SPAN_WIDE`, or 1.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`. Complexity: O(k log n + k (upper − lower)).
RC_API rc_status rc_lanes_set_span(rc_lanes *lanes, int64_t lower, int64_t upper, uint32_t span);

/// Copies the indents before an item.
///
/// - `out_indents`: in points, one for each lane.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if it has none. Complexity: O(log n + k).
RC_API rc_status rc_lanes_get_indents(const rc_lanes *lanes, int64_t index, double *out_indents);

/// Sets or removes the indents before an item (5).
///
/// - `indents`: one for each lane, in points, 0 … 4,000,000; NULL for none.
///
/// Errors: `ARGUMENT`, also for NaN or a negative indent; `LIMIT`, as `rc_lanes_insert`;
/// `NO_MEMORY`. Complexity: O(k log n).
RC_API rc_status rc_lanes_set_indents(rc_lanes *lanes, int64_t index, const double *indents);

/// Gives lanes to what is near the viewport, and keeps what is on the screen in place (10 … 24).
///
/// - `out_correction`: what the host must add to its scroll offset now, in points; a whole number
///   of ticks. The offset is then one from 0 to the length less that of the viewport, or 0.
///
/// Errors: `ARGUMENT`, also for NaN, infinity or a negative length; `LIMIT`, also as
/// `rc_lanes_insert`; `NO_MEMORY`. After the last two items may have lanes and indents already; the
/// next update that succeeds makes up for that. Complexity: O(1) while the user reads again what
/// was on the screen before; otherwise O(k log n + k m + k²) for m items near.
RC_API rc_status rc_lanes_update(rc_lanes *lanes, const rc_lanes_viewport *viewport,
                                 double *out_correction);

/// Checks all internal invariants. For tests and bug reports.
///
/// - `out_reason`: a static string that describes the first violation, NULL if there is none; may
///   be NULL.
///
/// Errors: `ARGUMENT` for NULL; `CORRUPT`. Complexity: O(k times the items that are measured or
/// have a lane).
RC_API rc_status rc_lanes_validate(const rc_lanes *lanes, const char **out_reason);

/// Lays a list out in lanes (25 … 33).
///
/// - `lane_count`: 1 … `RC_LANE_COUNT_MAX`; 1 is `rc_list_set_layout` with one column. The same
///   number again, with the same spacing, sets the tolerance only.
/// - `spacing`: the gap between adjacent items of a lane, in points, >= 0.
/// - `tolerance`: by how much a lane may end later than the first one and still be taken (11), in
///   points, >= 0.
/// - `keeps_extents`: as in `rc_list_set_layout`.
///
/// Errors: `ARGUMENT`, also if a section has more than one column; `LIMIT`, also in a library
/// without lanes (`RC_LANES=0`); `NO_MEMORY`. Complexity: O(m log n + s log s), for m measured or
/// wide items before or after, and s sections.
RC_API rc_status rc_list_set_lanes(rc_list *list, uint32_t lane_count, double spacing,
                                   double tolerance, bool keeps_extents);

/// Makes the items `lower ..< upper` of a list in lanes wide, or laneless if they were (26); the
/// others stay as they are. In columns it does nothing.
///
/// - `span`: `RC_SPAN_WIDE`, or 1.
///
/// Errors: `ARGUMENT`, also for 1 with a header among them; `LIMIT`; `NO_MEMORY`. Complexity: O(k
/// log n + k (upper − lower)).
RC_API rc_status rc_list_set_span(rc_list *list, int64_t lower, int64_t upper, uint32_t span);

/// Copies where the items `lower ..< upper` are, for what draws them. In columns, too: there an
/// item's lane is its place in its row; where there are headers, these and items in one column are
/// wide.
///
/// - `out_positions`: upper − lower of them; offsets are in the list's coordinates.
///
/// Errors: `ARGUMENT`. Complexity: O(k log n + k (upper − lower)).
RC_API rc_status rc_list_places(rc_list *list, int64_t lower, int64_t upper,
                                rc_lanes_position *out_positions);

#ifdef __cplusplus
}
#endif

#endif
