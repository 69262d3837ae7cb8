#include "masonry_session.h"

#include "masonry_mirror.h"

#include <string.h>

/// No more items are inserted in a list of that many; and so many there can be in a session.
enum { ITEMS = 600, IDENTITIES = 8192 };

/// An item at the last update.
typedef struct {
  int64_t place, extent;
  int lane;
  bool is_visible, is_kept, is_uncovered;
} seen_item;

typedef struct {
  model_masonry list;
  masonry_mirror mirror;
  test_random *random;
  int64_t percent_wide;
  masonry_viewport viewport;
  /// By identity, for those below `known`.
  seen_item seen[IDENTITIES];
  int64_t known;
  /// By identity: lanes, as bits, of visible items that were removed before it, all of them for a
  /// wide one.
  uint32_t removed[IDENTITIES];
  /// Since the last update: something on the screen was edited or measured; all lanes were
  /// forgotten.
  bool is_edited, is_relaid;
  int64_t scrolled;
} session;

static int64_t any(session *s, int64_t lower, int64_t upper) {
  return test_random_in(s->random, lower, upper);
}

static bool one_in(session *s, int64_t n) {
  return test_random_one_in(s->random, n);
}

static bool was_visible(const masonry_item *item) {
  return item->is_old && item->is_visible;
}

static uint32_t lane_bits(const masonry_item *item) {
  return item->lane == MASONRY_NONE ? UINT32_MAX : 1u << item->lane;
}

/// Whether an index is between items on the screen.
static bool is_between(const session *s, int64_t index) {
  bool before = false, after = false;
  for (int64_t i = 0; i < s->list.count; i++) {
    if (!was_visible(&s->list.items[i])) continue;
    before = before || i < index;
    after = after || i >= index;
  }
  return before && after;
}

// == edits ==

static void measure(session *s, int64_t index) {
  int64_t extent = any(s, 60, 420);
  const masonry_item *item = &s->list.items[index];
  if (was_visible(item) && model_masonry_extent(&s->list, index) != extent) s->is_edited = true;
  model_masonry_measure(&s->list, index, extent);
  masonry_mirror_measure(&s->mirror, &s->list, index);
}

static void set_wide(session *s, int64_t index, bool is_wide) {
  model_masonry_set_wide(&s->list, index, is_wide);
  masonry_mirror_set_span(&s->mirror, &s->list, index);
}

static void insert(session *s, int64_t index, int64_t count) {
  s->is_edited = s->is_edited || is_between(s, index);
  model_masonry_insert(&s->list, index, count);
  masonry_mirror_insert(&s->mirror, index, count);
  for (int64_t i = index; i < index + count; i++) {
    if (any(s, 1, 100) <= s->percent_wide) set_wide(s, i, true);
    if (one_in(s, 4)) measure(s, i);
  }
}

/// Notes what of the screen goes, at the item after it.
static void note_removal(session *s, int64_t lower, int64_t upper) {
  uint32_t bits = 0;
  for (int64_t i = lower; i < upper; i++) {
    const masonry_item *item = &s->list.items[i];
    bits |= s->removed[item->identity];
    s->removed[item->identity] = 0;
    if (!was_visible(item)) continue;
    s->is_edited = true;
    bits |= lane_bits(item);
  }
  if (upper < s->list.count) s->removed[s->list.items[upper].identity] |= bits;
}

static void remove_some(session *s, int64_t lower, int64_t upper) {
  note_removal(s, lower, upper);
  model_masonry_remove(&s->list, lower, upper);
  masonry_mirror_remove(&s->mirror, lower, upper);
}

static void move_some(session *s) {
  int64_t count = s->list.count, lower = any(s, 0, count - 1);
  int64_t upper = lower + any(s, 1, 4);
  if (upper > count) upper = count;
  int64_t to = any(s, 0, count - (upper - lower));
  if (to == lower) return;
  note_removal(s, lower, upper);
  model_masonry_move(&s->list, lower, upper, to);
  masonry_mirror_move(&s->mirror, lower, upper, to);
  s->is_edited = s->is_edited || is_between(s, to);
}

/// Removes half of the items: of all, or of those that are not on the screen.
static void filter(session *s) {
  bool spares_screen = one_in(s, 2);
  for (int64_t i = s->list.count - 1; i >= 0; i--) {
    if (spares_screen && was_visible(&s->list.items[i])) continue;
    if (one_in(s, 2)) remove_some(s, i, i + 1);
  }
}

static void turn_wide(session *s) {
  int64_t index = any(s, 0, s->list.count - 1);
  masonry_item *item = &s->list.items[index];
  if (was_visible(item) || is_between(s, index)) s->is_edited = true;
  if (item->is_old) s->removed[item->identity] = UINT32_MAX;
  if (item->identity < s->known) s->seen[item->identity].is_kept = false;
  set_wide(s, index, !item->is_wide);
}

static void edit(session *s) {
  int64_t count = s->list.count, what = any(s, 0, 19);
  if (what < 2 && count < ITEMS) {
    int64_t index = any(s, 0, count);
    insert(s, index, any(s, 1, one_in(s, 5) ? 60 : 3));
  }
  if (what == 2 && count < ITEMS && one_in(s, 2)) insert(s, 0, any(s, 1, 20));
  if (what == 7 && one_in(s, 10)) {
    model_masonry_set_lanes(&s->list, (int)any(s, 1, 8));
    masonry_mirror_deinit(&s->mirror);
    s->is_relaid = true;
  }
  if (count == 0) return;
  if (what == 3 || what == 4) {
    int64_t lower = any(s, 0, count - 1), upper = lower + any(s, 1, one_in(s, 5) ? 40 : 3);
    remove_some(s, lower, upper > count ? count : upper);
  }
  if (what == 5) move_some(s);
  if (what == 6 && count > 100 && one_in(s, 6)) filter(s);
  if (what == 8 && s->percent_wide > 0) turn_wide(s);
}

/// What is near is measured, or most of it; sometimes also what is elsewhere, such as right above
/// the screen.
static void measure_some(session *s) {
  if (s->list.count == 0) return;
  bool keeps_up = one_in(s, 2);
  int64_t first = MASONRY_NONE;
  for (int64_t i = 0; i < s->list.count; i++) {
    const masonry_item *item = &s->list.items[i];
    if (first == MASONRY_NONE && was_visible(item)) first = i;
    if (keeps_up && item->is_old && item->is_near && !item->is_measured && !one_in(s, 3)) {
      measure(s, i);
    }
  }
  if (one_in(s, 3)) measure(s, any(s, 0, s->list.count - 1));
  if (first > 0 && one_in(s, 4)) measure(s, first - any(s, 1, first < 20 ? first : 20));
}

// == updates ==

static void note_seen(session *s) {
  s->known = s->list.next_identity;
  s->is_edited = false;
  s->is_relaid = false;
  for (int64_t i = 0; i < s->list.count; i++) {
    const masonry_item *item = &s->list.items[i];
    s->removed[item->identity] = 0;
    s->seen[item->identity] =
        (seen_item){.place = item->start - s->list.offset,
                    .extent = model_masonry_extent(&s->list, i),
                    .lane = item->lane,
                    .is_visible = was_visible(item),
                    .is_kept = item->is_old && item->is_near && item->was_shown && !item->is_wide,
                    .is_uncovered = item->is_uncovered};
  }
}

/// Scrolls by a little, a lot, upward, far, or to anywhere.
static masonry_result scroll(session *s) {
  int64_t what = any(s, 0, 19), by = 0, length = model_masonry_length(&s->list);
  s->viewport.is_user_driven = true;
  if (what < 6) by = any(s, -120, 120);
  if (what >= 6 && what < 9) by = any(s, -s->viewport.length, s->viewport.length);
  if (what >= 9 && what < 12) by = -any(s, 0, 500);
  if (what == 12) by = any(s, -3000, 3000);
  if (what == 13 && length > s->viewport.length && one_in(s, 3)) {
    by = any(s, 0, length - s->viewport.length) - s->list.offset;
    s->viewport.is_user_driven = false;
  }
  s->scrolled = by;
  s->viewport.offset = s->list.offset + by;
  s->viewport.closes = one_in(s, 40);
  return model_masonry_update(&s->list, &s->viewport);
}

static bool is_on_screen(const session *s, int64_t place, int64_t extent) {
  const int64_t length = s->viewport.length;
  return extent == 0 ? place >= 0 && place < length : place < length && place + extent > 0;
}

static const seen_item *seen_of(const session *s, int64_t index) {
  int64_t identity = s->list.items[index].identity;
  return identity < s->known ? &s->seen[identity] : NULL;
}

static int64_t place_of(const session *s, int64_t index) {
  return s->list.items[index].start - s->list.offset;
}

/// No lane ends, or begins, in the ranges, where a laneless item could go on.
static void check_neighbors(const session *s, int64_t index) {
  const int64_t lower = s->list.offset - s->viewport.behind;
  const int64_t upper = s->list.offset + s->viewport.length + s->viewport.ahead;
  const masonry_item *item = &s->list.items[index], *next = item + 1;
  for (int l = 0; l < s->list.lane_count; l++) {
    CHECK_F(item->start < upper || item->front.of[l] >= upper, "lane %d has space before item %lld",
            l, (long long)index);
    if (index + 1 == s->list.count || next->lane == MASONRY_NONE || item->start >= lower) continue;
    CHECK_F(next->front.of[l] <= lower, "lane %d has space after item %lld", l, (long long)index);
  }
}

/// A kept item keeps its lane, and no laneless item is near.
static void check_lanes(const session *s, const bool *were_new) {
  for (int64_t i = 0; i < s->list.count; i++) {
    const masonry_item *item = &s->list.items[i];
    const seen_item *seen = were_new[i] || s->is_relaid ? NULL : seen_of(s, i);
    if (seen != NULL && seen->is_kept) {
      CHECK_F(item->lane == seen->lane, "the kept item %lld has changed its lane", (long long)i);
    }
    if (item->is_wide || item->lane != MASONRY_NONE) continue;
    int64_t slot = model_masonry_extent(&s->list, i) + s->list.spacing;
    int64_t place = place_of(s, i), lanes = s->list.lane_count;
    int64_t end = place + (slot + lanes - 1) / lanes;
    CHECK_F(place >= s->viewport.length + s->viewport.ahead || end <= -s->viewport.behind,
            "the laneless item %lld is near", (long long)i);
    check_neighbors(s, i);
  }
}

/// Whether an item that was on the screen would still be there, after the scrolling alone.
static bool stays(const session *s, const seen_item *seen) {
  return seen != NULL && seen->is_visible &&
         is_on_screen(s, seen->place - s->scrolled, seen->extent);
}

/// Finds what was not edited or measured on the screen, nor pushed by that in a lane or by a wide
/// item.
static void find_unpushed(const session *s, const bool *were_new, bool *unpushed) {
  uint32_t pushed = 0;
  for (int64_t i = 0; i < s->list.count; i++) {
    const masonry_item *item = &s->list.items[i];
    const seen_item *seen = were_new[i] ? NULL : seen_of(s, i);
    uint32_t bits = lane_bits(item);
    pushed |= seen == NULL ? bits : s->removed[item->identity];
    if (item->is_wide && pushed != 0) pushed = UINT32_MAX;
    bool is_measured =
        seen != NULL && seen->is_visible && model_masonry_extent(&s->list, i) != seen->extent;
    unpushed[i] = !s->is_edited ||
                  (seen != NULL && !seen->is_uncovered && !is_measured && (pushed & bits) == 0);
    if (is_measured) pushed |= bits;
  }
}

/// Whether anything that was not pushed stays on the screen; if nothing does, lanes may slide, as
/// after a jump.
static bool any_stays(const session *s, const bool *unpushed) {
  for (int64_t i = 0; i < s->list.count; i++) {
    if (unpushed[i] && stays(s, seen_of(s, i))) return true;
  }
  return false;
}

/// What was not pushed moves with the finger, or where that went past an end, alike.
static void check_places(const session *s, const bool *unpushed, const masonry_result *result) {
  int64_t shift = result->was_clamped ? INT64_MIN : -s->scrolled;
  for (int64_t i = 0; i < s->list.count; i++) {
    const seen_item *seen = seen_of(s, i);
    if (!unpushed[i] || seen == NULL || !seen->is_visible) continue;
    if (!(result->was_clamped ? s->list.items[i].is_visible : stays(s, seen))) continue;
    int64_t by = place_of(s, i) - seen->place;
    if (shift == INT64_MIN) shift = by;
    CHECK_F(by == shift, "item %lld has moved by %lld, the others by %lld, and was not pushed",
            (long long)i, (long long)by, (long long)shift);
  }
}

static void check_indents(const session *s) {
  for (int64_t i = 0; i < s->list.count; i++) {
    const masonry_item *item = &s->list.items[i];
    if (!item->has_indents) continue;
    CHECK_F(i == 0 || s->list.items[i - 1].lane == MASONRY_NONE, "indents within a panel");
    int64_t least = INT64_MAX;
    for (int l = 0; l < s->list.lane_count; l++) {
      if (item->indents.of[l] < least) least = item->indents.of[l];
    }
    CHECK_F(least == 0, "the least indent is %lld", (long long)least);
  }
}

// == another list ==

enum { PLACES = 64 };

/// What is known of the list when it is left.
typedef struct {
  int lanes[MASONRY_ITEMS_MAX];
  int64_t indices[PLACES], places[PLACES], count;
} left_list;

/// Whether it is known where an item was: a wide one, the first one on the screen of a lane in its
/// panel, or if there is none, the last one before that.
static bool is_place(const session *s, int64_t index) {
  const model_masonry *list = &s->list;
  const masonry_item *item = &list->items[index];
  if (item->is_wide) return was_visible(item);
  if (item->lane == MASONRY_NONE) return false;
  bool any_visible = was_visible(item);
  int64_t lower = index, upper = index + 1;
  while (lower > 0 && list->items[lower - 1].lane != MASONRY_NONE) lower--;
  while (upper < list->count && list->items[upper].lane != MASONRY_NONE) upper++;
  for (int64_t i = lower; i < upper; i++) {
    any_visible |= was_visible(&list->items[i]);
    if (list->items[i].lane != item->lane) continue;
    if (i < index && was_visible(&list->items[i])) return false;
    if (i > index && !was_visible(item)) {
      if (was_visible(&list->items[i]) || place_of(s, i) <= 0) return false;
    }
  }
  return any_visible && (was_visible(item) || place_of(s, index) <= 0);
}

/// Notes the lanes, and where some items were.
static void leave(const session *s, left_list *left) {
  left->count = 0;
  for (int64_t i = 0; i < s->list.count; i++) {
    left->lanes[i] = s->list.items[i].lane;
    if (!is_place(s, i)) continue;
    left->indices[left->count] = i;
    left->places[left->count++] = place_of(s, i);
  }
}

/// A list of the same items, of which nothing else is known but what was measured, or some of it.
static void begin_again(session *s, int64_t first, int64_t last, bool forgets) {
  model_masonry *list = &s->list;
  for (int64_t i = 0; i < list->count; i++) {
    masonry_item *item = &list->items[i];
    const bool is_safe = !forgets || (first <= i && i <= last);
    const bool is_known = item->is_measured && (is_safe || one_in(s, 2));
    *item = (masonry_item){.identity = item->identity,
                           .extent = item->extent,
                           .is_measured = is_known,
                           .is_wide = item->is_wide,
                           .lane = MASONRY_NONE};
  }
  list->has_updated = list->is_backward = false;
  list->offset = list->length = 0;
  masonry_mirror_deinit(&s->mirror);
  masonry_mirror_init(&s->mirror, list);
}

/// What was on the screen is in its lane, and all of it has moved by one number.
static void check_return(const session *s, const left_list *left, const bool *were_visible) {
  int64_t by = INT64_MIN;
  for (int64_t i = left->indices[0]; i < s->list.count; i++) {
    const masonry_item *item = &s->list.items[i];
    const seen_item *seen = &s->seen[item->identity];
    if (!were_visible[i]) continue;
    const int64_t own = place_of(s, i) - seen->place;
    if (by == INT64_MIN) by = own;
    CHECK_F(own == by, "item %lld is %lld off, others are %lld", (long long)i, (long long)own,
            (long long)by);
    CHECK_F(item->lane == seen->lane, "item %lld is back in lane %d, and was in %d", (long long)i,
            item->lane, seen->lane);
  }
}

/// Leaves the list, and comes back to another one with the same items.
static void come_back(session *s) {
  static _Thread_local left_list left;
  bool were_visible[MASONRY_ITEMS_MAX] = {false};
  int64_t first = MASONRY_NONE, last = MASONRY_NONE;
  note_seen(s);
  leave(s, &left);
  if (left.count == 0 || s->list.lane_count == 1) return;
  for (int64_t i = 0; i < s->list.count; i++) {
    were_visible[i] = was_visible(&s->list.items[i]);
    if (!were_visible[i]) continue;
    if (first == MASONRY_NONE) first = i < left.indices[0] ? i : left.indices[0];
    last = i;
  }
  const int64_t part = any(s, 0, 3);
  begin_again(s, first, last, part > 1);
  for (int64_t i = 0; i < s->list.count; i++) {
    const bool is_between = first <= i && i <= last;
    if (left.lanes[i] == MASONRY_NONE || (!is_between && any(s, 1, 3) <= part)) continue;
    model_masonry_restore(&s->list, i, left.lanes[i]);
    masonry_mirror_restore(&s->mirror, &s->list, i);
  }
  model_masonry_restore_places(&s->list, left.indices, left.places, left.count, s->viewport.length);
  masonry_mirror_restore_places(&s->mirror, left.indices, left.places, left.count,
                                s->viewport.length);
  // Elsewhere something may happen first.
  const bool looks_elsewhere = one_in(s, 4);
  s->viewport.is_user_driven = s->viewport.closes = false;
  for (int round = looks_elsewhere ? 0 : 1; round < 2 && !test_has_failed(); round++) {
    (void)model_masonry_flow(&s->list);
    s->viewport.offset = s->list.items[left.indices[0]].start - left.places[0];
    if (round == 0) s->viewport.offset = 0;
    const masonry_result result = model_masonry_update(&s->list, &s->viewport);
    masonry_mirror_update(&s->mirror, &s->list, &s->viewport, &result);
    masonry_mirror_check(&s->mirror, &s->list);
  }
  if (!looks_elsewhere) check_return(s, &left, were_visible);
}

static void run_step(session *s, masonry_counts *counts) {
  bool were_new[MASONRY_ITEMS_MAX], unpushed[MASONRY_ITEMS_MAX];
  note_seen(s);
  measure_some(s);
  edit(s);
  for (int64_t i = 0; i < s->list.count; i++) were_new[i] = !s->list.items[i].is_old;
  masonry_result result = scroll(s);
  masonry_mirror_update(&s->mirror, &s->list, &s->viewport, &result);
  counts->updates++;
  if (result.closed_count > 0) counts->closed++;
  check_lanes(s, were_new);
  check_indents(s);
  masonry_mirror_check(&s->mirror, &s->list);
  find_unpushed(s, were_new, unpushed);
  if (s->is_relaid || result.closed_count > 0 || !any_stays(s, unpushed)) return;
  ++*(s->is_edited ? &counts->edited : &counts->quiet);
  check_places(s, unpushed, &result);
}

void masonry_session_run(test_random *random, int64_t updates, masonry_counts *counts) {
  static _Thread_local session s;
  s.random = random;
  s.known = 0;
  s.percent_wide = one_in(&s, 2) ? 0 : any(&s, 1, 20);
  int lane_count = (int)any(&s, 1, 8);
  model_masonry_init(&s.list, lane_count, one_in(&s, 3) ? 0 : 8, 200);
  s.list.tolerance = one_in(&s, 4) ? any(&s, 0, 60) : 0;
  // Some are shorter than most items.
  const int64_t length = one_in(&s, 2) ? 800 : any(&s, 40, 300);
  s.viewport = (masonry_viewport){.length = length};
  s.list.patience = any(&s, 0, 3) * length / 2;
  if (!one_in(&s, 4)) s.viewport.behind = any(&s, 0, 1200);
  if (!one_in(&s, 4)) s.viewport.ahead = any(&s, 0, 2000);
  masonry_mirror_init(&s.mirror, &s.list);
  insert(&s, 0, any(&s, 1, 300));
  for (int64_t i = 0; i < updates && !test_has_failed(); i++) {
    run_step(&s, counts);
    if (one_in(&s, 30)) come_back(&s);
  }
  masonry_mirror_deinit(&s.mirror);
}
