// What `rc_lanes_update` does, slowly: which item gets which lane and when, and what stays on the
// screen, by the rules of rangecore_lanes.h. An item is an element of an array, and every question
// walks all of them.

#ifndef MODEL_MASONRY_H
#define MODEL_MASONRY_H

#include <stdbool.h>
#include <stdint.h>

enum {
  MASONRY_ITEMS_MAX = 1024,
  MASONRY_LANES_MAX = 8,
  MASONRY_NONE = -1,
  /// How many items from one that was near it is remembered where they were.
  MASONRY_MARGIN = 32,
  /// Restored items further from each other than this are not all kept.
  MASONRY_GAP = 1024
};

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
  /// The lane that it had when the giving began, if it was never shown.
  int lane_before;
  /// It was on the screen of another list, with its lane, or is between such items.
  bool is_restored;
  /// Its lane is decided in this update.
  bool is_settled;
  /// It has come between items on the screen since the last update.
  bool is_between;
  /// Of the last update. Old items were there, and have stayed.
  bool is_old, is_near, is_visible;
  /// Where it was is remembered: at most so many items from one that was near.
  bool is_remembered;
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
/// Gives a laneless item the lane in which it was shown in another list.
void model_masonry_restore(model_masonry *list, int64_t index, int lane);
/// Slides lanes until items that were restored, or are wide, in ascending order, are as far from
/// each other as they were on a screen of a length.
void model_masonry_restore_places(model_masonry *list, const int64_t *indices,
                                  const int64_t *places, int64_t count, int64_t length);
masonry_result model_masonry_update(model_masonry *list, const masonry_viewport *viewport);

int64_t model_masonry_extent(const model_masonry *list, int64_t index);
/// Places all items; returns the front after the last one.
masonry_front model_masonry_flow(model_masonry *list);
int64_t model_masonry_length(model_masonry *list);

#endif
