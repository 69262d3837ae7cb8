// Lanes: where items are in columns of which each goes on where its own last item ends (masonry).
//
// Pictures of unequal height fill columns side by side, and each picture stays in its column. Usual
// implementations place all items again when one is measured, inserted or removed: the time grows
// with the list, and items change columns under the reader. Here a lane belongs to its item, and
// everything is in one tree, so each change and each query takes O(k log n) in k lanes.
//
// For a host that decides itself which lane an item takes, and needs to know where everything is.
//
// == Words ==
//
// A *lane* is a column; lanes are numbered from 0. An item is in one lane, or *wide*: across all of
// them. An item that is not wide and has no lane yet is *laneless*. A *front* is the vector of
// where the lanes end, the spacing included: where the next item of each would start. *Indents* are
// one distance per lane, by which the lanes go on later before an item.
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
//  7. An unmeasured item has the estimate as its extent. If it gets a lane, it keeps the estimate
//     of that time, and if its extent is forgotten in a lane, that of then: so another estimate
//     moves only what comes after wide and laneless items that are not measured.
//  8. A new item is laneless. An item keeps its lane until it is given another one, or none, or
//     becomes wide. A move takes extent, lane and indents along.
//  9. With one lane all items that are not wide are in lane 0, positions are those of
//     `rc_extents`, and setting lanes changes nothing.
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
// An item that is measured or has a lane takes at most 9 bytes in up to four lanes, if its
// neighbours do so too; a stretch of laneless items that are not measured, of any length, the
// memory of one node.

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
  /// Its lane; `RC_LANE_NONE` if it is laneless, 0 if it is wide.
  uint32_t lane;
  /// 1, or `RC_SPAN_WIDE`.
  uint32_t span;
  bool is_measured;
  uint8_t reserved[7];
} rc_lanes_position;

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
/// Errors: `ARGUMENT` for NULL, NaN or a negative estimate; `LIMIT`. Complexity: O(1).
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

/// Checks all internal invariants. For tests and bug reports.
///
/// - `out_reason`: a static string that describes the first violation, NULL if there is none; may
///   be NULL.
///
/// Errors: `ARGUMENT` for NULL; `CORRUPT`. Complexity: O(k times the items that are measured or
/// have a lane).
RC_API rc_status rc_lanes_validate(const rc_lanes *lanes, const char **out_reason);

#ifdef __cplusplus
}
#endif

#endif
