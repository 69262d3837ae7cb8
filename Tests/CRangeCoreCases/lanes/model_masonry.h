// A list in lanes over time, slowly: which item gets which lane and when, and what stays on the
// screen. An item is an element of an array, and every question walks all of them.
//
// == Words ==
//
// An item is in a lane, *wide*, or *laneless*: without a lane yet. In order of the indices, one in
// a lane starts where that lane ends; a wide one where the last lane ends, and all lanes end after
// it; a laneless one there as well, but all lanes end after its share of (extent + spacing) ÷
// lanes. *Indents* are distances, one per lane, by which the lanes go on later before an item. The
// *front* is the vector of where the lanes end.
//
// Lanes are *flush* before the first item, after a wide one and after a laneless one: all end at
// the same offset. The items with lanes between two flush places are a *panel*. Only the first item
// of a panel has indents, so that a panel can begin ragged, and end where items must stay. The
// items between two wide ones, or an end of the list, are a *unit*: laneless items and panels.
//
// An item is *near* if it overlaps any range. It was *shown* if it was visible at the end of an
// update, with the lane that it has. It is *kept* while it was near at the last update, and shown.
// A *remembered* item was shown, has left all ranges since, and still has its lane. *Patience* is
// how far the lane of a remembered item may be behind the best one: half the viewport.
//
// == Giving lanes ==
//
//  1. Lanes are given in an update. After it no laneless item lies in a range, not even with its
//     share, and no lane ends before the ranges do while a laneless item follows.
//  2. *Forward*, below what was on the screen: in order of the indices, each item gets the lane
//     that ends first; of equal ones the lowest. With a tolerance, all lanes that end within it
//     after the first one count as equal, and the next one after that of the item before is taken.
//  3. *Backward*, above what was on the screen: in descending order, each gets the lane that begins
//     last, of equal ones the highest; with a tolerance as in 2, the other way round. What is below
//     stays where it is: the panel's indents make up for the difference (12).
//  4. A kept item keeps its lane, whatever is measured, inserted or removed.
//  5. An item that was never shown gets its lane again in each update, so by what was measured
//     meanwhile; but not if an item that is kept lies beyond it, seen from the screen.
//  6. A remembered item that comes near keeps its lane if, forward, that ends at most the patience
//     after the one that ends first, or backward, begins at most that before the one that begins
//     last; or if an item that is kept lies beyond it. Otherwise it is given another lane.
//  7. An item that comes between items on the screen gets its lane at once: of those in which it
//     does not lie wholly above the viewport, the one that ends first at its index. It pushes what
//     follows in that lane, also where its place is partly above the viewport. (If it pushed upward
//     what is above, lanes would end 30,000 points apart after 200 such items, not 1,000.)
//  8. After a jump, if nothing is near any more that was kept, lanes are given from the item at
//     the viewport's start on, or the first on the screen that has a lane. If the lanes end further
//     apart there than the patience, they slide so that all are level.
//  9. A unit that has its start in a range, and no kept item, is given lanes forward from its start
//     on, without indents: it then looks as if the reader had come from above.
// 10. Before a wide item, lanes of a panel without kept items slide down so that all end there, if
//     they end further apart than the patience, or its last item was never shown.
// 11. Lanes are forgotten when the number of lanes changes, an item's when it becomes wide or is
//     moved. A measurement forgets none.
//
// == What stays ==
//
// 12. *Evening out.* Each lane of a panel has moved by some δ since the last update. With g its
//     indents, all of them have to move by D, the greatest δ − g; each g becomes g + D − δ. So no
//     indent is below 0, the least is 0, and all that is on the screen has moved by D, which is the
//     correction. With one lane there are no indents, and D is δ.
// 13. A lane's δ is that of its anchor: its first item on the screen that was not uncovered by
//     scrolling back, by its start; or by its end, if it began before the viewport, the offset was
//     not 0, and it is measured for the first time. If all of its items on the screen were
//     uncovered, the end of the last one counts. If it had none there, where it ended at the
//     viewport. Where an item comes in before the anchor (7), the end of what is before that.
// 14. The panel of the first item on the screen that was not uncovered decides. Those on the screen
//     above it are evened out before, by the same rule.
// 15. Where items get lanes, or wide items go, so that a panel no longer begins flush, it joins the
//     one above: its indents are removed. If it was on the screen, the lanes of the one above
//     slide, by 12, so that it stays; otherwise its own lanes do. Items inserted right before a
//     panel on the screen, at a flush place, take over its indents.
// 16. So an update in which nothing on the screen was edited, or measured, moves all that is on the
//     screen by one number, and otherwise an item that is inserted, removed or measured there moves
//     what follows in its lane, and what follows the next wide item, and nothing else.
// 17. Indents of a panel that is not laneless above are removed when no item of it was visible at
//     the last update or is in this one, or would be without them. The host may ask to remove them
//     on the screen too, at rest: then items slide up within their lanes.
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
// It leaves out what does not depend on lanes: insets, bounces, held corrections, ends that stick,
// targets, and the order of changes. An offset is kept within what can be scrolled.

#ifndef MODEL_MASONRY_H
#define MODEL_MASONRY_H

#include <stdbool.h>
#include <stdint.h>

enum { MASONRY_ITEMS_MAX = 1024, MASONRY_LANES_MAX = 8, MASONRY_NONE = -1 };

/// A distance or an offset per lane.
typedef struct {
  int64_t of[MASONRY_LANES_MAX];
} masonry_front;

typedef struct {
  int64_t identity, extent;
  bool is_measured, is_wide;
  /// MASONRY_NONE for a laneless item, and for a wide one.
  int lane;
  bool has_indents;
  masonry_front indents;
  /// Where it starts, and the front before it with its indents, as last placed.
  int64_t start;
  masonry_front front;
  bool was_shown;
  /// Its lane is decided in this update.
  bool is_settled;
  /// It has come between items on the screen since the last update.
  bool is_between;
  /// Of the last update. Old items were there, and have stayed.
  bool is_old, is_near, is_visible;
  /// It came on the screen by scrolling back.
  bool is_uncovered;
  int64_t old_start, old_extent;
  masonry_front old_front;
  /// It was measured for the first time since the last update.
  bool is_first_measured;
} masonry_item;

typedef struct {
  int lane_count;
  int64_t spacing, estimate, tolerance, patience;
  int64_t count, next_identity;
  masonry_item items[MASONRY_ITEMS_MAX];
  /// The viewport of the last update; and whether the last movement was the user's and backward.
  bool has_updated, is_backward;
  int64_t offset, length;
} model_masonry;

typedef struct {
  /// The offset is the host's, without the correction.
  int64_t offset, length;
  /// How far before and after it ranges reach.
  int64_t behind, ahead;
  bool is_user_driven;
  /// Removes the indents of panels on the screen.
  bool closes;
} masonry_viewport;

typedef struct {
  int64_t correction;
  /// The offset was not within what can be scrolled.
  bool was_clamped;
  /// How many panels on the screen had their indents removed.
  int closed_count;
} masonry_result;

void model_masonry_init(model_masonry *list, int lane_count, int64_t spacing, int64_t estimate);
void model_masonry_insert(model_masonry *list, int64_t index, int64_t count);
void model_masonry_remove(model_masonry *list, int64_t lower, int64_t upper);
void model_masonry_move(model_masonry *list, int64_t lower, int64_t upper, int64_t to);
void model_masonry_measure(model_masonry *list, int64_t index, int64_t extent);
void model_masonry_set_wide(model_masonry *list, int64_t index, bool is_wide);
void model_masonry_set_lanes(model_masonry *list, int lane_count);
masonry_result model_masonry_update(model_masonry *list, const masonry_viewport *viewport);

int64_t model_masonry_extent(const model_masonry *list, int64_t index);
/// Places all items; returns the front after the last one.
masonry_front model_masonry_flow(model_masonry *list);
int64_t model_masonry_length(model_masonry *list);

#endif
