#include "script_laned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "list_fixture.h"
#include "list_memory.h"

enum { ITEMS_MAX = 400 };

/// What is known of an item: at the last update, and since then.
typedef struct {
  rc_state state;
  rc_state kept;
  bool is_new;
  bool was_visible;
  /// On the screen, in ticks.
  int64_t place;
} laned_item;

typedef struct {
  test_random random;
  unsigned flavour;
  list_memory memory;
  rc_list *list;
  rc_lanes *bare;
  uint32_t lanes;
  double spacing;
  rc_list_settings settings;
  rc_viewport viewport;
  rc_update update;
  laned_item items[ITEMS_MAX];
  int64_t count;
  /// Of the last update, through edits; something in it was changed.
  rc_interval hull;
  bool screen_changed;
  /// Of the viewport, in ticks.
  int64_t start;
  /// The host's offset after the last update, and by how much it has scrolled since.
  double left_at, scrolled;
  /// Since the last update lanes may have changed.
  bool was_edited;
  /// At the last update; wide items on the screen may have it.
  double estimate;
  bool was_relaid;
  /// Some items have no extent.
  bool has_empty;
} session;

static bool has(const session *s, unsigned flavour) {
  return (s->flavour & flavour) != 0;
}

static int64_t draw(session *s, int64_t lower, int64_t upper) {
  return test_random_in(&s->random, lower, upper);
}

static bool one_in(session *s, int64_t n) {
  return test_random_one_in(&s->random, n);
}

static int64_t ticks_of(double points) {
  int64_t ticks = 0;
  (void)rc_ticks_from_points(points, &ticks);
  return ticks;
}

/// A call that may run out of memory: then it is made again. Returns its last status.
#define RETRIED(s, status, call)                                     \
  do {                                                               \
    if (has(s, LANED_MEMORY)) (s)->memory.countdown = draw(s, 0, 6); \
    (status) = (call);                                               \
    (s)->memory.countdown = -1;                                      \
    if ((status) == RC_STATUS_NO_MEMORY) {                           \
      CHECK_OK(rc_list_validate((s)->list, NULL));                   \
      (status) = (call);                                             \
    }                                                                \
  } while (0)

// == edits ==

static void note_edit(session *s, int64_t lower, int64_t upper, int64_t count) {
  s->was_edited = true;
  if (lower <= s->hull.upper && upper >= s->hull.lower) s->screen_changed = true;
  if (s->hull.lower >= upper) {
    s->hull.lower += count - (upper - lower);
    s->hull.upper += count - (upper - lower);
  }
  memmove(s->items + lower + count, s->items + upper,
          (size_t)(s->count - upper) * sizeof *s->items);
  s->count += count - (upper - lower);
  for (int64_t i = 0; i < count; i++) s->items[lower + i] = (laned_item){.is_new = true};
}

static void insert(session *s) {
  double extents[20];
  const int64_t count = draw(s, 1, 20), index = draw(s, 0, s->count);
  if (s->count + count > ITEMS_MAX) return;
  const int64_t most = has(s, LANED_TALL) && one_in(s, 2) ? 1200 : 120;
  for (int64_t i = 0; i < count; i++) {
    extents[i] = s->has_empty && one_in(s, 9) ? 0 : (double)draw(s, s->has_empty ? 0 : 1, most);
  }
  const double *given = one_in(s, 2) ? extents : NULL;
  rc_status status;
  RETRIED(s, status, rc_list_insert(s->list, index, given, count));
  if (status == RC_STATUS_ARGUMENT) return;
  CHECK_EQUAL(status, RC_STATUS_OK);
  if (s->bare != NULL) CHECK_OK(rc_lanes_insert(s->bare, index, given, count));
  note_edit(s, index, index, count);
}

static void remove_some(session *s) {
  const int64_t lower = draw(s, 0, s->count);
  int64_t upper = draw(s, lower, lower + (one_in(s, 10) ? 200 : 9));
  if (upper > s->count) upper = s->count;
  // A list without a length stays where it is.
  if (s->bare != NULL && s->count - (upper - lower) < 10) return;
  rc_status status;
  RETRIED(s, status, rc_list_remove(s->list, lower, upper));
  CHECK_EQUAL(status, RC_STATUS_OK);
  if (s->bare != NULL) CHECK_OK(rc_lanes_remove(s->bare, lower, upper));
  if (lower < upper) note_edit(s, lower, upper, 0);
}

static void move_some(session *s) {
  const int64_t lower = draw(s, 0, s->count);
  int64_t upper = draw(s, lower, lower + 5);
  if (upper > s->count) upper = s->count;
  const int64_t count = upper - lower, to = draw(s, 0, s->count - count);
  rc_status status;
  RETRIED(s, status, rc_list_move(s->list, lower, upper, to));
  CHECK_EQUAL(status, RC_STATUS_OK);
  if (s->bare != NULL) CHECK_OK(rc_lanes_move(s->bare, lower, upper, to));
  if (count == 0 || to == lower) return;
  laned_item moved[6];
  memcpy(moved, s->items + lower, (size_t)count * sizeof *moved);
  note_edit(s, lower, upper, 0);
  note_edit(s, to, to, count);
  memcpy(s->items + to, moved, (size_t)count * sizeof *moved);
  for (int64_t i = 0; i < count; i++) s->items[to + i].was_visible = false;
}

static void measure(session *s) {
  const int64_t rows = s->lanes > 0 ? s->count : 0;
  if (rows == 0) return;
  double extents[12];
  int64_t row = draw(s, 0, rows - 1), count = draw(s, 1, 12);
  // Often what a host measures: what is on the screen or near it.
  if (one_in(s, 2)) row = s->hull.lower + draw(s, -8, 8);
  row = row < 0 ? 0 : row >= rows ? rows - 1 : row;
  if (count > rows - row) count = rows - row;
  for (int64_t i = 0; i < count; i++) extents[i] = (double)draw(s, s->has_empty ? 0 : 1, 150);
  rc_status status;
  RETRIED(s, status, rc_list_set_row_extents(s->list, row, extents, (size_t)count));
  CHECK_EQUAL(status, RC_STATUS_OK);
  if (s->bare != NULL) CHECK_OK(rc_lanes_set_extents(s->bare, row, extents, (size_t)count));
  s->was_edited = true;
  if (row <= s->hull.upper && row + count >= s->hull.lower) s->screen_changed = true;
}

static void forget(session *s) {
  const int64_t lower = draw(s, 0, s->count);
  int64_t upper = draw(s, lower, lower + 6);
  if (upper > s->count) upper = s->count;
  rc_status status;
  const bool marks = s->bare == NULL && one_in(s, 2);
  if (marks) {
    RETRIED(s, status, rc_list_mark_provisional(s->list, lower, upper));
  } else {
    RETRIED(s, status, rc_list_forget(s->list, lower, upper));
  }
  CHECK_EQUAL(status, RC_STATUS_OK);
  // Where nothing is measured, a list does nothing.
  bool any = false;
  rc_lanes_position at;
  for (int64_t i = lower; i < upper && s->bare != NULL; i++) {
    CHECK_OK(rc_lanes_positions(s->bare, i, i + 1, &at));
    any |= at.is_measured;
  }
  if (any) CHECK_OK(rc_lanes_forget_extents(s->bare, lower, upper));
  if (lower <= s->hull.upper && upper >= s->hull.lower) s->screen_changed = true;
}

static void set_span(session *s) {
  const int64_t lower = draw(s, 0, s->count);
  int64_t upper = draw(s, lower, lower + 3);
  if (upper > s->count) upper = s->count;
  const uint32_t span = one_in(s, 2) ? RC_SPAN_WIDE : 1;
  rc_status status;
  RETRIED(s, status, rc_list_set_span(s->list, lower, upper, span));
  if (status == RC_STATUS_ARGUMENT && has(s, LANED_HEADERS)) return;
  CHECK_EQUAL(status, RC_STATUS_OK);
  if (s->bare != NULL) CHECK_OK(rc_lanes_set_span(s->bare, lower, upper, span));
  if (lower <= s->hull.upper && upper >= s->hull.lower) s->screen_changed = true;
}

static void set_estimate(session *s) {
  const double estimate = (double)draw(s, 5, 90);
  rc_status status;
  RETRIED(s, status, rc_list_set_estimate(s->list, estimate));
  CHECK_EQUAL(status, RC_STATUS_OK);
  if (s->bare != NULL) CHECK_OK(rc_lanes_set_estimate(s->bare, estimate));
}

static void set_header(session *s) {
  if (s->count == 0) return;
  const int64_t index = draw(s, 0, s->count - 1);
  rc_status status;
  if (one_in(s, 3)) {
    RETRIED(s, status, rc_list_unmark_header(s->list, index));
  } else {
    const uint32_t columns = one_in(s, 4) ? 1 : 0;
    RETRIED(s, status, rc_list_mark_header(s->list, index, columns));
  }
  CHECK_EQUAL(status, RC_STATUS_OK);
  s->screen_changed = true;
}

static void keep_one(session *s) {
  if (s->count == 0) return;
  const int64_t index = draw(s, 0, s->count - 1);
  const rc_state bits = (rc_state)(one_in(s, 3) ? 0 : draw(s, 0, 3) * 2);
  rc_status status;
  RETRIED(s, status, rc_list_keep(s->list, index, bits));
  if (status == RC_STATUS_LIMIT) return;
  CHECK_EQUAL(status, RC_STATUS_OK);
  s->items[index].kept = bits;
}

static void lay_out(session *s) {
  const uint32_t lanes = (uint32_t)draw(s, 1, 5);
  const bool keeps = one_in(s, 2);
  rc_status status;
  if (one_in(s, 5)) {
    RETRIED(s, status, rc_list_set_layout(s->list, 1 + lanes % 3, s->spacing, keeps));
    s->lanes = 0;
  } else {
    RETRIED(s, status, rc_list_set_lanes(s->list, lanes, s->spacing, 0, keeps));
    if (lanes != s->lanes || lanes == 1) s->was_relaid = true;
    s->lanes = lanes;
  }
  s->was_relaid |= s->lanes == 0;
  CHECK_EQUAL(status, RC_STATUS_OK);
}

static void edit(session *s) {
  switch (draw(s, 0, 13)) {
    case 0:
    case 1:
      insert(s);
      break;
    case 2:
      remove_some(s);
      break;
    case 3:
      move_some(s);
      break;
    case 4:
      forget(s);
      break;
    case 5:
      set_span(s);
      break;
    case 6:
      if (one_in(s, 4)) set_estimate(s);
      break;
    case 7:
      if (has(s, LANED_HEADERS)) set_header(s);
      break;
    case 8:
      if (has(s, LANED_RANGES)) keep_one(s);
      break;
    case 9:
      if (has(s, LANED_LAYOUTS)) lay_out(s);
      break;
    default:
      measure(s);
  }
}

// == settings ==

static void configure(session *s) {
  rc_list_settings *to = &s->settings;
  if (has(s, LANED_INSETS)) {
    to->extra_lengths[RC_END_HEAD] = (double)(draw(s, 0, 2) * 40);
    to->extra_lengths[RC_END_TAIL] = (double)(draw(s, 0, 2) * 30);
    s->viewport.inset_start = (double)(draw(s, 0, 2) * 10);
    s->viewport.inset_end = (double)(draw(s, 0, 2) * 10);
    s->viewport.insets_are_fixed = one_in(s, 2);
  }
  if (has(s, LANED_STICKS)) {
    to->sticks[RC_END_TAIL] = one_in(s, 2);
    to->sticks[RC_END_HEAD] = one_in(s, 2);
  }
  if (has(s, LANED_RANGES)) {
    to->slack = one_in(s, 2) ? 0 : 0.5;
    to->overscan_items = one_in(s, 2) ? 0 : draw(s, 1, 6);
    to->presence = (rc_presence)draw(s, 0, 2);
    to->pressure = (rc_pressure)(one_in(s, 3) ? draw(s, 0, 2) : 0);
  }
  if (has(s, LANED_FAR)) {
    const rc_tuning tuning = {one_in(s, 2) ? 9 : 2, one_in(s, 2) ? 8 : 1, true};
    for (int mode = 0; mode < RC_RANGE_MODE_COUNT; mode++) {
      CHECK_OK(rc_list_set_tuning(s->list, (rc_range_mode)mode, RC_RANGE_PRELOAD, tuning));
    }
  }
  to->pins_headers = has(s, LANED_HEADERS) && one_in(s, 2);
  to->foresight = has(s, LANED_FORESIGHT) ? 1 : 0;
  to->uses_mean_estimate = s->bare == NULL && one_in(s, 3);
  rc_status status;
  RETRIED(s, status, rc_list_set_settings(s->list, to));
  CHECK_EQUAL(status, RC_STATUS_OK);
  s->screen_changed = true;
}

// == what an update answers ==

/// A range as the header of the list says: that of a bit of the states; false for none.
static bool find_range(const session *s, rc_state bit, rc_interval visible, rc_interval *out) {
  const rc_update *update = &s->update;
  rc_interval ranges[RC_RANGE_COUNT];
  bool are_enabled[RC_RANGE_COUNT];
  for (int i = 0; i < RC_RANGE_COUNT; i++) {
    rc_tuning tuning;
    (void)rc_list_get_tuning(s->list, update->mode, (rc_range)i, &tuning);
    const rc_direction direction = update->direction;
    (void)rc_range_expand(visible, tuning, direction, &ranges[i]);
    are_enabled[i] = ranges[i].lower < ranges[i].upper;
  }
  const rc_interval display = are_enabled[RC_RANGE_DISPLAY] ? ranges[RC_RANGE_DISPLAY] : visible;
  *out = visible;
  if (update->presence == RC_PRESENCE_ON_SCREEN) {
    if (bit == RC_STATE_DISPLAY) *out = display;
    if (bit == RC_STATE_PRELOAD && are_enabled[RC_RANGE_PRELOAD]) *out = ranges[RC_RANGE_PRELOAD];
    return true;
  }
  if (update->presence != RC_PRESENCE_NEAR || bit == RC_STATE_VISIBLE) return false;
  if (bit == RC_STATE_PRELOAD) *out = display;
  return bit == RC_STATE_PRELOAD || update->mode != RC_RANGE_MODE_LOW_MEMORY;
}

static _Thread_local rc_lanes_position positions[ITEMS_MAX];

/// How far an item takes up space for a range.
static int64_t reach_of(const session *s, const rc_lanes_position *at) {
  const int64_t extent = ticks_of(at->extent);
  if (at->lane != RC_LANE_NONE) return extent;
  return (extent + ticks_of(s->spacing) + s->lanes - 1) / s->lanes;
}

static bool is_in(const session *s, int64_t i, rc_interval range) {
  return rc__range_has_item(range, ticks_of(positions[i].offset), reach_of(s, &positions[i]));
}

static rc_interval visible_ticks(const session *s) {
  const int64_t start = ticks_of(s->update.offset + s->viewport.inset_start);
  const double length = s->viewport.length - s->viewport.inset_start - s->viewport.inset_end;
  return (rc_interval){start, start + (length > 0 ? ticks_of(length) : 0)};
}

static bool overscans(const session *s, rc_state bit) {
  const bool is_for_mode =
      s->update.mode == RC_RANGE_MODE_FULL || s->update.mode == RC_RANGE_MODE_MINIMUM;
  const bool is_for_bit = bit == RC_STATE_DISPLAY
                              ? s->update.presence == RC_PRESENCE_ON_SCREEN
                              : bit == RC_STATE_PRELOAD && s->update.presence != RC_PRESENCE_AWAY;
  return is_for_mode && is_for_bit;
}

/// The hull of what overlaps the viewport.
static rc_interval hull_of(const session *s, rc_interval range) {
  rc_interval hull = {-1, -1};
  for (int64_t i = 0; i < s->count; i++) {
    if (!is_in(s, i, range)) continue;
    if (hull.lower < 0) hull.lower = i;
    hull.upper = i + 1;
  }
  return hull;
}

/// Whether an item is in a range, or in its hull if that reaches further than what is near.
static bool is_in_range(const session *s, int64_t i, rc_interval range, rc_interval visible) {
  const int64_t most = 8 * (visible.upper - visible.lower);
  if (visible.lower - range.lower <= most && range.upper - visible.upper <= most) {
    return is_in(s, i, range);
  }
  return rc__interval_has(hull_of(s, range), i);
}

static const rc_state ranged[] = {RC_STATE_PRELOAD, RC_STATE_DISPLAY, RC_STATE_VISIBLE};

/// What decides the states of all items: the range of each bit, if there is one, and the pinned
/// header.
typedef struct {
  rc_interval visible;
  rc_interval range[3];
  bool has_range[3];
  int64_t pinned;
} wanted_states;

static wanted_states states_wanted(const session *s) {
  wanted_states wanted = {.visible = visible_ticks(s), .pinned = -1};
  for (int b = 0; b < 3; b++) {
    wanted.has_range[b] = find_range(s, ranged[b], wanted.visible, &wanted.range[b]);
  }
  rc_pinned_header pinned;
  if (rc_list_pinned_header(s->list, &pinned) == RC_STATUS_OK && pinned.covered > 0) {
    wanted.pinned = pinned.index;
  }
  return wanted;
}

/// The state that an item has to have; with slack, the least, and the most.
static void find_state(const session *s, const wanted_states *wanted, int64_t i,
                       rc_state *out_least, rc_state *out_most) {
  const rc_interval visible = wanted->visible;
  const bool is_hidden = visible.lower >= visible.upper;
  const int64_t slack =
      (int64_t)(s->settings.slack * (double)(visible.upper - visible.lower) + 0.5);
  *out_least = *out_most = RC_STATE_MEASURE_LAYOUT;
  for (int b = 0; b < 3; b++) {
    const rc_interval range = wanted->range[b];
    const rc_state former = s->items[i].is_new ? 0 : s->items[i].state;
    if (is_hidden) {
      if (b < 2 && s->update.presence != RC_PRESENCE_AWAY && (former & ranged[b]) != 0) {
        *out_least |= ranged[b];
      }
    } else if (wanted->has_range[b]) {
      const int64_t overscan = s->settings.overscan_items;
      const rc_interval hull = s->update.visible;
      const bool is_near = overscans(s, ranged[b]) && overscan > 0 && hull.lower - overscan <= i &&
                           i < hull.upper + overscan;
      if (wanted->pinned == i || is_near || is_in_range(s, i, range, visible)) {
        *out_least |= ranged[b];
      }
      const rc_interval wide = {range.lower - slack - 1, range.upper + slack + 1};
      if (b < 2 && is_in(s, i, wide)) *out_most |= former & ranged[b];
    }
  }
  *out_least |= s->items[i].kept;
  *out_most |= *out_least;
}

static void check_states(session *s) {
  rc_state states[ITEMS_MAX];
  CHECK_OK(rc_list_copy_states(s->list, 0, s->count, states));
  const wanted_states wanted = states_wanted(s);
  for (int64_t i = 0; i < s->count && !has(s, LANED_FORESIGHT) && s->lanes > 1; i++) {
    rc_state least, most;
    find_state(s, &wanted, i, &least, &most);
    const bool is_right = s->settings.slack > 0
                              ? (states[i] & ~most) == 0 && (least & ~states[i]) == 0
                              : states[i] == least;
    CHECK_F(is_right, "item %lld of %lld has the state %d, and not %d … %d", (long long)i,
            (long long)s->count, states[i], least, most);
  }
  // Each change is told once.
  const rc_changes *changes = &s->update.changes;
  bool are_told[ITEMS_MAX] = {false};
  for (size_t c = changes->removed_count; c < changes->count; c++) {
    const rc_change *change = &changes->items[c];
    for (int64_t i = change->lower; i < change->upper; i++) {
      const rc_state before = s->items[i].is_new ? 0 : s->items[i].state;
      CHECK_F(!are_told[i] && change->after == states[i] && change->before == before,
              "a change of %lld is from %d to %d", (long long)i, change->before, change->after);
      are_told[i] = true;
    }
  }
  for (int64_t i = 0; i < s->count; i++) {
    const rc_state before = s->items[i].is_new ? 1 : s->items[i].state;
    CHECK_F(are_told[i] || states[i] == before, "no change of %lld is told", (long long)i);
    s->items[i].state = states[i];
    s->items[i].is_new = false;
  }
}

/// How far the nearest item of a change is; and whether it is after the viewport.
static int64_t distance_of(const session *s, const rc_change *change) {
  const rc_interval visible = visible_ticks(s);
  int64_t nearest = INT64_MAX;
  for (int64_t i = change->lower; i < change->upper; i++) {
    const int64_t start = ticks_of(positions[i].offset), end = start + reach_of(s, &positions[i]);
    int64_t distance = start >= visible.upper ? start - visible.upper : visible.lower - end;
    if (distance < 0 || rc__range_has_item(visible, start, end - start)) distance = 0;
    if (distance < nearest) nearest = distance;
  }
  return nearest;
}

/// On which side the nearest item of a change is: 0 on the screen, 1 on the leading side, 2 on the
/// other.
static int side_of(const session *s, const rc_change *change, int64_t distance) {
  const rc_interval visible = visible_ticks(s);
  int side = 2;
  for (int64_t i = change->lower; i < change->upper; i++) {
    const int64_t start = ticks_of(positions[i].offset), end = start + reach_of(s, &positions[i]);
    const bool is_after = start >= visible.upper;
    const int64_t own = is_after ? start - visible.upper : visible.lower - end;
    if (own < 0 || rc__range_has_item(visible, start, end - start)) return 0;
    if (own == distance && is_after == (s->update.direction == RC_DIRECTION_FORWARD)) side = 1;
  }
  return side;
}

static void check_order(const session *s) {
  const rc_changes *changes = &s->update.changes;
  size_t c = changes->removed_count + changes->left_count;
  double last = 0;
  int last_side = 0;
  for (; c < changes->count; c++) {
    const rc_change *change = &changes->items[c];
    if ((change->after & ~change->before & RC_STATE_VISIBLE) != 0) continue;
    CHECK_F(change->distance >= last, "a change is %g away, after one of %g", change->distance,
            last);
    const int64_t expected = distance_of(s, change);
    CHECK_F(ticks_of(change->distance) == expected,
            "%lld ..< %lld is said to be %g away, and is %g", (long long)change->lower,
            (long long)change->upper, change->distance, (double)expected / RC_TICKS_PER_POINT);
    const int side = side_of(s, change, expected);
    CHECK_F(change->distance > last || side >= last_side, "%g away, the side %d is after %d",
            change->distance, side, last_side);
    last = change->distance;
    last_side = side;
  }
}

/// All that was on the screen and still is has moved by one number.
static void check_places(session *s) {
  const rc_interval visible = visible_ticks(s);
  int64_t moved = INT64_MIN;
  // After a jump, what is on the screen again may be elsewhere.
  const int64_t length = visible.upper - visible.lower, jump = visible.lower - s->start;
  bool stays = -length < jump && jump < length && fabs(s->scrolled) < s->viewport.length;
  for (int64_t i = 0; i < s->count; i++) {
    const int64_t by = ticks_of(positions[i].offset) - visible.lower - s->items[i].place;
    if (s->items[i].was_visible && is_in(s, i, visible) && llabs(by) >= length) stays = false;
  }
  s->start = visible.lower;
  for (int64_t i = 0; i < s->count; i++) {
    laned_item *item = &s->items[i];
    const int64_t place = ticks_of(positions[i].offset) - visible.lower;
    const bool is_visible = is_in(s, i, visible);
    if (stays && is_visible && item->was_visible && !s->screen_changed && !s->was_relaid) {
      if (moved == INT64_MIN) moved = place - item->place;
      CHECK_F(place - item->place == moved, "item %lld has moved by %lld ticks, others by %lld",
              (long long)i, (long long)(place - item->place), (long long)moved);
    }
    CHECK_F(!is_visible || s->lanes < 2 || positions[i].lane != RC_LANE_NONE,
            "item %lld is on the screen without a lane", (long long)i);
    item->was_visible = is_visible;
    item->place = place;
  }
}

static void check_pair(session *s, double offset) {
  static _Thread_local rc_lanes_position others[ITEMS_MAX];
  const rc_lanes_viewport viewport = {
      .offset = offset,
      .length = s->viewport.length,
      .before = 2.5 * s->viewport.length,
      .after = 2.5 * s->viewport.length,
      .is_user_driven = s->viewport.is_user_driven,
  };
  double correction;
  CHECK_OK(rc_lanes_update(s->bare, &viewport, &correction));
  CHECK_POINTS(s->update.correction, correction);
  CHECK_OK(rc_lanes_positions(s->bare, 0, s->count, others));
  CHECK_POINTS(rc_list_length(s->list), rc_lanes_length(s->bare));
  for (int64_t i = 0; i < s->count; i++) {
    const rc_lanes_position *a = &positions[i], *b = &others[i];
    CHECK_F(a->offset == b->offset && a->extent == b->extent && a->lane == b->lane &&
                a->span == b->span && a->is_measured == b->is_measured,
            "item %lld is at %g in lane %d, and at %g in lane %d of bare lanes", (long long)i,
            a->offset, (int)a->lane, b->offset, (int)b->lane);
  }
}

/// The hull of what is visible is what the update says.
static void check_hull(const session *s) {
  const rc_interval visible = visible_ticks(s), hull = hull_of(s, visible);
  if (hull.lower < 0 || s->lanes < 2) return;
  CHECK_INTERVAL(s->update.visible, hull.lower, hull.upper);
  rc_interval items;
  CHECK_OK(rc_list_items_in(s->list, (double)visible.lower / RC_TICKS_PER_POINT,
                            (double)visible.upper / RC_TICKS_PER_POINT, &items));
  CHECK_INTERVAL(items, hull.lower, hull.upper);
}

// == scrolling ==

/// Finds an offset, in ticks, at which the edge of a range is about where an item begins or ends.
static int64_t meet_edge(session *s) {
  const int64_t length = ticks_of(s->viewport.length), inset = ticks_of(s->viewport.inset_start);
  int64_t item = draw(s, s->hull.lower - 20, s->hull.upper + 20);
  item = item < 0 ? 0 : item >= s->count ? s->count - 1 : item;
  rc_lanes_position at;
  (void)rc_list_places(s->list, item, item + 1, &at);
  const int64_t end = one_in(s, 2) ? ticks_of(at.extent) : 0;
  return ticks_of(at.offset) + end + draw(s, -1, 1) - draw(s, -4, 5) * length / 2 - inset;
}

/// Scrolls by little.
static void scroll_a_little(session *s) {
  const int64_t now = ticks_of(s->viewport.offset), point = RC_TICKS_PER_POINT;
  int64_t to = now + (one_in(s, 3) ? draw(s, -3, 3) : draw(s, -25 * point, 30 * point));
  const int64_t edge = s->count > 0 && one_in(s, 2) ? meet_edge(s) : now;
  if (edge - now < 90 * point && now - edge < 90 * point && edge != now) to = edge;
  if (has(s, LANED_TALL) && one_in(s, 8)) to = now + draw(s, -450, 450) * point;
  s->viewport.offset = (double)to / RC_TICKS_PER_POINT;
}

static double draw_length(session *s) {
  return (double)(has(s, LANED_SHORT) ? draw(s, 40, 90) : draw(s, 80, 300));
}

static void choose_viewport(session *s) {
  rc_viewport *viewport = &s->viewport;
  viewport->is_user_driven = one_in(s, 2);
  viewport->is_held = has(s, LANED_HELD) && one_in(s, 2);
  viewport->has_item = has(s, LANED_PLACES) && s->count > 0 && one_in(s, 4);
  if (viewport->has_item) {
    viewport->item = one_in(s, 2) ? draw(s, 0, s->count - 1) : s->hull.lower;
    if (viewport->item < 0 || viewport->item >= s->count) viewport->item = 0;
    viewport->item_place = (double)draw(s, -50, 150);
    return;
  }
  const double most = s->update.scroll_length - viewport->length;
  if (has(s, LANED_SCROLLS) && !one_in(s, 80)) {
    scroll_a_little(s);
  } else if (one_in(s, 12)) {
    viewport->offset = (double)draw(s, 0, most > 1 ? (int64_t)most : 1);
  } else if (one_in(s, 2)) {
    viewport->offset += (double)draw(s, -90, 90);
  }
  // A bounce goes further.
  const bool bounces = s->bare == NULL && one_in(s, 6);
  if (!bounces && viewport->offset > most) viewport->offset = most;
  if (!bounces && viewport->offset < 0) viewport->offset = 0;
}

/// The rows are where the items are.
static void check_rows(session *s) {
  static _Thread_local double offsets[ITEMS_MAX], extents[ITEMS_MAX];
  const int64_t lower = draw(s, 0, s->count), upper = draw(s, lower, s->count);
  CHECK_OK(rc_list_copy_rows(s->list, lower, upper, offsets, extents));
  for (int64_t i = lower; i < upper; i++) {
    CHECK_POINTS(offsets[i - lower], positions[i].offset);
    CHECK_POINTS(extents[i - lower], positions[i].extent);
  }
}

static void check_update(session *s, double offset) {
  CHECK_OK(rc_list_places(s->list, 0, s->count, positions));
  const char *reason = NULL;
  CHECK_F(rc_list_validate(s->list, &reason) == RC_STATUS_OK, "%s", reason);
  const rc_interval visible = visible_ticks(s);
  const bool is_hidden = visible.lower >= visible.upper;
  if (rc_list_get_estimate(s->list) != s->estimate) s->screen_changed = true;
  s->estimate = rc_list_get_estimate(s->list);
  check_states(s);
  if (!is_hidden && s->lanes > 1) {
    check_hull(s);
    check_rows(s);
    check_order(s);
    check_places(s);
  }
  if (s->bare != NULL && !test_has_failed()) check_pair(s, offset);
  if (is_hidden) return;
  s->hull = s->update.visible;
  s->screen_changed = s->was_relaid = false;
}

static void update(session *s) {
  rc_viewport *viewport = &s->viewport;
  choose_viewport(s);
  const double offset = viewport->offset, length = viewport->length;
  s->scrolled = offset - s->left_at;
  if (viewport->has_item && !s->was_edited) {
    rc_lanes_position at;
    CHECK_OK(rc_list_places(s->list, viewport->item, viewport->item + 1, &at));
    s->scrolled = at.offset - viewport->item_place - viewport->inset_start - s->left_at;
  }
  s->was_edited = false;
  if (has(s, LANED_HIDDEN) && one_in(s, 5)) viewport->length = 0;
  if (s->bare == NULL && one_in(s, has(s, LANED_SCROLLS) ? 60 : 15))
    viewport->length = draw_length(s);
  const double target = viewport->length;
  rc_status status;
  RETRIED(s, status, rc_list_update(s->list, viewport, &s->update));
  CHECK_EQUAL(status, RC_STATUS_OK);
  check_update(s, offset);
  viewport->offset =
      viewport->has_item ? s->update.offset - s->update.pending : offset + s->update.correction;
  viewport->length = target > 0 ? target : length;
  s->left_at = viewport->offset;
}

static void scroll_to(session *s) {
  if (s->count == 0) return;
  const double fraction = one_in(s, 3) ? RC_FRACTION_NEAREST : (double)draw(s, 0, 2) / 2;
  double offset;
  CHECK_OK(rc_list_set_scroll_target(s->list, draw(s, 0, s->count - 1), fraction, 0, &offset));
  if (one_in(s, 2)) s->viewport.offset = offset;
}

static void begin(session *s) {
  list_memory_init(&s->memory);
  const rc_allocator allocator = list_memory_allocator(&s->memory);
  s->lanes = (uint32_t)draw(s, 2, 5);
  s->spacing = (double)draw(s, 0, 2) * 4;
  s->has_empty = !has(s, LANED_SCROLLS) || one_in(s, 3);
  const rc_list_options options = {
      .columns = 1, .estimate = 40, .spacing = s->spacing, .quantum = 1.0 / RC_TICKS_PER_POINT};
  CHECK_OK(rc_list_create(&options, &allocator, &s->list));
  rc_list_settings_init(&s->settings);
  rc_viewport_init(&s->viewport);
  s->viewport.length = has(s, LANED_SHORT) ? draw_length(s) : 200;
  CHECK_OK(rc_list_set_lanes(s->list, s->lanes, s->spacing, 0, true));
  if (!has(s, LANED_PAIRED)) return;
  const rc_lanes_options bare = {.estimate = 40, .spacing = s->spacing, .lane_count = s->lanes};
  CHECK_OK(rc_lanes_create(&bare, NULL, &s->bare));
}

static void run(session *s, int steps) {
  begin(s);
  const int insertions = has(s, LANED_SCROLLS) ? 20 : 3;
  for (int i = 0; i < insertions && !test_has_failed(); i++) insert(s);
  for (int step = 0; step < steps && !test_has_failed(); step++) {
    const bool scrolls = has(s, LANED_SCROLLS);
    if (!has(s, LANED_PAIRED) && one_in(s, scrolls ? 50 : 20)) configure(s);
    if (has(s, LANED_TARGETS) && one_in(s, 10)) scroll_to(s);
    for (int64_t edits = scrolls ? one_in(s, 25) : draw(s, 0, 3); edits > 0 && !test_has_failed();
         edits--)
      edit(s);
    if (!test_has_failed()) update(s);
  }
  rc_list_destroy(s->list);
  rc_lanes_destroy(s->bare);
  CHECK_EQUAL(s->memory.bytes, 0);
  CHECK(!s->memory.is_confused);
}

void script_laned_run(uint64_t seed, unsigned flavour, int steps) {
  session s = {.random = {seed}, .flavour = flavour};
  run(&s, steps);
}
