// Simulated toolkits: what is read may move only where the user, the row itself or an end of what
// can be scrolled moves it. Rows have an extent that nobody knows until they are visible.

#include <stdlib.h>

#include "../harness.h"
#include "../library.h"

enum { ROWS_MOST = 400 };

static const double LENGTH = 480;

/// A host, and the rows by their identities.
typedef struct {
  rc_list *list;
  test_random random;
  rc_viewport viewport;
  rc_update update;
  int64_t count, made;
  int rows[ROWS_MOST];
  double extents[4 * ROWS_MOST];
  bool is_measured[4 * ROWS_MOST];
} host;

static int make_row(host *h) {
  // Steps of a third of a point are not whole ticks of the estimate's.
  h->extents[h->made] = (double)test_random_in(&h->random, 0, 600) / 3;
  h->is_measured[h->made] = false;
  return (int)h->made++;
}

static void insert(host *h, int64_t index, int64_t count) {
  CHECK_EQUAL(rc_list_insert(h->list, index, NULL, count), RC_STATUS_OK);
  for (int64_t i = h->count; i > index; i--) h->rows[i + count - 1] = h->rows[i - 1];
  for (int64_t i = 0; i < count; i++) h->rows[index + i] = make_row(h);
  h->count += count;
}

static void remove_rows(host *h, int64_t lower, int64_t upper) {
  CHECK_EQUAL(rc_list_remove(h->list, lower, upper), RC_STATUS_OK);
  for (int64_t i = upper; i < h->count; i++) h->rows[i - (upper - lower)] = h->rows[i];
  h->count -= upper - lower;
}

static void measure(host *h, int64_t index) {
  const int row = h->rows[index];
  CHECK_EQUAL(rc_list_set_row_extents(h->list, index, &h->extents[row], 1), RC_STATUS_OK);
  h->is_measured[row] = true;
}

static void begin(host *h, uint64_t seed, int64_t count, double estimate) {
  *h = (host){.random = {seed}};
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = estimate;
  CHECK_EQUAL(rc_list_create(&options, NULL, &h->list), RC_STATUS_OK);
  rc_viewport_init(&h->viewport);
  h->viewport.length = LENGTH;
  if (count > 0) insert(h, 0, count);
}

static void end(host *h) {
  rc_list_destroy(h->list);
}

#define HOST(name, begin)                  \
  __attribute__((cleanup(end))) host name; \
  begin

/// One frame: update, measure what is visible, and again until all of it is.
static void frame(host *h, bool is_user_driven) {
  h->viewport.is_user_driven = is_user_driven;
  for (int round = 0; round < 40 && !test_has_failed(); round++) {
    CHECK_EQUAL(rc_list_update(h->list, &h->viewport, &h->update), RC_STATUS_OK);
    h->viewport.offset += h->update.correction;
    h->viewport.is_user_driven = false;
    bool is_done = true;
    const rc_interval visible = h->update.visible;
    for (int64_t i = visible.lower; i < visible.upper; i++) {
      if (h->is_measured[h->rows[i]]) continue;
      measure(h, i);
      is_done = false;
    }
    if (is_done) return;
  }
  test_fail(__FILE__, __LINE__, "40 rounds measured something");
}

static int64_t ticks(double points) {
  int64_t ticks = 0;
  (void)rc_ticks_from_points(points, &ticks);
  return ticks;
}

/// Where a row is on screen, in ticks from the viewport's start.
static int64_t place_of(const host *h, int64_t index) {
  rc_item item = {0};
  (void)rc_list_item(h->list, index, &item);
  return ticks(item.offset) - ticks(h->update.offset);
}

static double highest(const host *h) {
  const double end = h->update.scroll_length - LENGTH;
  return end > 0 ? end : 0;
}

static double clamped(const host *h, double offset) {
  if (offset < 0) return 0;
  return offset > highest(h) ? highest(h) : offset;
}

// == what is read moves only where the user moves it ==

/// Edits that leave alone what is on screen.
static void edit_around(host *h) {
  const rc_interval visible = h->update.visible;
  const int64_t size = test_random_in(&h->random, 1, 5);
  switch (test_random_in(&h->random, 0, 7)) {
    case 0:
      if (h->count + size <= ROWS_MOST)
        insert(h, test_random_in(&h->random, 0, visible.lower), size);
      break;
    case 1:
      if (h->count + size <= ROWS_MOST) {
        insert(h, test_random_in(&h->random, visible.upper, h->count), size);
      }
      break;
    case 2:
      if (visible.lower >= size) {
        const int64_t lower = test_random_in(&h->random, 0, visible.lower - size);
        remove_rows(h, lower, lower + size);
      }
      break;
    case 3:
      if (h->count - visible.upper >= size) {
        const int64_t lower = test_random_in(&h->random, visible.upper, h->count - size);
        remove_rows(h, lower, lower + size);
      }
      break;
    case 4:
      if (h->count > 0) measure(h, test_random_in(&h->random, 0, h->count - 1));
      break;
    default:
      break;
  }
}

typedef struct {
  int64_t count;
  int rows[ROWS_MOST];
  int64_t places[ROWS_MOST];
} screen;

static void look(const host *h, screen *out_screen) {
  out_screen->count = 0;
  for (int64_t i = h->update.visible.lower; i < h->update.visible.upper; i++) {
    out_screen->rows[out_screen->count] = h->rows[i];
    out_screen->places[out_screen->count++] = place_of(h, i);
  }
}

/// Checks that all rows that were seen before and are seen now have moved by as much.
static void check_moved(const host *h, const screen *before, const screen *now, int64_t moved) {
  for (int64_t i = 0; i < before->count; i++) {
    for (int64_t j = 0; j < now->count; j++) {
      if (before->rows[i] != now->rows[j]) continue;
      CHECK_F(now->places[j] - before->places[i] == -moved,
              "row %d is at %lld, was at %lld, the user moved by %lld at offset %.17g",
              before->rows[i], (long long)now->places[j], (long long)before->places[i],
              (long long)moved, h->update.offset);
    }
  }
}

static void rows_move_only_with_the_user(void) {
  const uint64_t seed = test_seed(31);
  for (int64_t run = 0; run < test_count(60) && !test_has_failed(); run++) {
    // Upward by less than an estimate: more than one unmeasured row at once pushes what is below.
    const int64_t estimate = run % 7 == 0 ? 10 : 60;
    HOST(h, begin(&h, seed + (uint64_t)run, 60 + run % 100, (double)estimate));
    frame(&h, false);
    screen before, now;
    look(&h, &before);
    for (int step = 0; step < 120 && !test_has_failed(); step++) {
      const double was = h.viewport.offset;
      edit_around(&h);
      // At an end the list itself, not the user, says where the viewport is.
      const bool was_at_end = was <= 1 || was >= highest(&h) - 1;
      const double wheel =
          (double)test_random_in(&h.random, 1 - estimate, step % 40 < 20 ? 200 : 0);
      h.viewport.offset = clamped(&h, was + wheel);
      const int64_t moved = ticks(h.viewport.offset) - ticks(was);
      frame(&h, true);
      look(&h, &now);
      const double offset = h.viewport.offset;
      CHECK_F(ticks(offset) >= 0 && ticks(offset) <= ticks(highest(&h)), "offset %.17g of %.17g",
              offset, highest(&h));
      const bool is_at_end = offset <= 1 || offset >= highest(&h) - 1;
      if (!was_at_end && !is_at_end) check_moved(&h, &before, &now, moved);
      before = now;
      // The same update again changes nothing.
      frame(&h, false);
      CHECK(h.update.correction == 0 && h.update.changes.count == 0);
    }
  }
}

// == both ends can be reached ==

/// A thumb dragged from where it is to a fraction, in steps.
static void drag(host *h, double to, bool is_held) {
  h->viewport.is_held = is_held;
  const double range = highest(h), from = range > 0 ? h->viewport.offset / range : 0;
  const int steps = (int)test_random_in(&h->random, 1, 30);
  for (int step = 1; step <= steps && !test_has_failed(); step++) {
    h->viewport.offset = (from + (to - from) * step / steps) * highest(h);
    frame(h, true);
  }
}

static void thumb_reaches_both_ends(void) {
  const uint64_t seed = test_seed(32);
  for (int64_t run = 0; run < test_count(200) && !test_has_failed(); run++) {
    HOST(h, begin(&h, seed + (uint64_t)run, 20 + run % 180, run % 3 == 0 ? 20 : 180));
    const bool is_held = run % 2 == 0;
    frame(&h, false);
    drag(&h, 1, is_held);
    // As far as the thumb goes, since the list has become longer or shorter under it.
    for (int again = 0; again < 3; again++) {
      h.viewport.offset = highest(&h);
      frame(&h, true);
    }
    rc_item last = {0};
    CHECK_EQUAL(rc_list_item(h.list, h.count - 1, &last), RC_STATUS_OK);
    const int64_t below = ticks(last.offset) + ticks(last.extent) - ticks(h.update.offset);
    if (ticks(h.update.offset) > 0) CHECK_EQUAL(below, ticks(LENGTH));
    drag(&h, 0, is_held);
    CHECK_EQUAL(h.update.visible.lower, 0);
    CHECK_EQUAL(place_of(&h, 0), 0);
    CHECK(h.update.pending == 0);
    h.viewport.is_held = false;
    frame(&h, false);
    CHECK_EQUAL(place_of(&h, 0), 0);
  }
}

// == a finger ==

static void release_returns_what_was_pending(void) {
  const uint64_t seed = test_seed(33);
  for (int64_t run = 0; run < test_count(100) && !test_has_failed(); run++) {
    HOST(h, begin(&h, seed + (uint64_t)run, 200, 60));
    h.viewport.offset = 5000;
    frame(&h, false);
    h.viewport.is_held = true;
    for (int step = 0; step < 30 && !test_has_failed(); step++) {
      edit_around(&h);
      h.viewport.offset =
          clamped(&h, h.viewport.offset + (double)test_random_in(&h.random, -60, 50));
      frame(&h, true);
      CHECK(h.update.correction == 0);
      CHECK_EQUAL(ticks(h.update.offset) - ticks(h.update.pending), ticks(h.viewport.offset));
    }
    const double pending = h.update.pending, offset = h.update.offset;
    const rc_interval visible = h.update.visible;
    h.viewport.is_held = false;
    h.viewport.is_user_driven = false;
    CHECK_EQUAL(rc_list_update(h.list, &h.viewport, &h.update), RC_STATUS_OK);
    CHECK(h.update.correction == pending && h.update.pending == 0 && h.update.offset == offset);
    CHECK_INTERVAL(h.update.visible, visible.lower, visible.upper);
    h.viewport.offset += h.update.correction;
    CHECK_EQUAL(rc_list_update(h.list, &h.viewport, &h.update), RC_STATUS_OK);
    CHECK(h.update.correction == 0);
  }
}

// == a lazy stack, which keeps its own place ==

static void lazy_stack_is_where_it_says(void) {
  const uint64_t seed = test_seed(34);
  HOST(h, begin(&h, seed, 200, 60));
  frame(&h, false);
  h.viewport.has_item = true;
  int64_t item = 50;
  double place = 0;
  int64_t wrong = 0;
  for (int step = 0; step < 2000 && !test_has_failed(); step++) {
    const int row = h.rows[item];
    const rc_direction before = h.update.direction;
    // Rows come and go above; the stack still shows the same one.
    const int64_t size = test_random_in(&h.random, 1, 4);
    if (item > 20 && h.count > 150) {
      remove_rows(&h, 0, size);
      item -= size;
    } else if (h.count + size <= ROWS_MOST && h.made + size < 4 * ROWS_MOST) {
      insert(&h, 0, size);
      item += size;
    }
    CHECK_EQUAL(h.rows[item], row);
    const double wheel = (double)test_random_in(&h.random, 2, 12);
    const bool is_forward = test_random_one_in(&h.random, 2);
    place -= is_forward ? wheel : -wheel;
    if (place < -40 || place > 40) place = 0;
    h.viewport.item = item;
    h.viewport.item_place = place;
    const double was = place;
    h.viewport.is_user_driven = place != 0;
    CHECK_EQUAL(rc_list_update(h.list, &h.viewport, &h.update), RC_STATUS_OK);
    wrong += h.update.correction != 0 || place_of(&h, item) != ticks(place);
    if (was != 0) {
      wrong += h.update.direction != (is_forward ? RC_DIRECTION_FORWARD : RC_DIRECTION_BACKWARD) &&
               h.update.direction != before;
    }
  }
  CHECK_EQUAL(wrong, 0);
}

// == the order of edits does not matter ==

typedef enum { REMOVE, INSERT, MOVE, MEASURE, FORGET } edit_kind;

typedef struct {
  edit_kind kind;
  /// Identities: of what is edited, and of what it comes before.
  int row, before;
} edit;

static int64_t index_of(const host *h, int row) {
  for (int64_t i = 0; i < h->count; i++) {
    if (h->rows[i] == row) return i;
  }
  return -1;
}

static void apply(host *h, const edit *e) {
  const int64_t at = index_of(h, e->row);
  int64_t to = index_of(h, e->before);
  switch (e->kind) {
    case REMOVE:
      remove_rows(h, at, at + 1);
      break;
    case INSERT:
      CHECK_EQUAL(rc_list_insert(h->list, to, NULL, 1), RC_STATUS_OK);
      for (int64_t i = h->count++; i > to; i--) h->rows[i] = h->rows[i - 1];
      h->rows[to] = e->row;
      break;
    case MOVE:
      if (to > at) to--;
      CHECK_EQUAL(rc_list_move(h->list, at, at + 1, to), RC_STATUS_OK);
      for (int64_t i = at; i + 1 < h->count; i++) h->rows[i] = h->rows[i + 1];
      for (int64_t i = h->count - 1; i > to; i--) h->rows[i] = h->rows[i - 1];
      h->rows[to] = e->row;
      break;
    case MEASURE:
      measure(h, at);
      break;
    case FORGET:
      CHECK_EQUAL(rc_list_forget(h->list, at, at + 1), RC_STATUS_OK);
      break;
  }
}

/// Edits of different rows, before rows that stay: in any order they come to the same list.
static int draw_edits(host *h, edit edits[8]) {
  bool is_used[ROWS_MOST] = {false};
  int count = 0, made = (int)h->made;
  for (int tries = 0; tries < 40 && count < 6; tries++) {
    edit e = {.kind = REMOVE};
    static const edit_kind kinds[] = {REMOVE, INSERT, MOVE, MEASURE, FORGET};
    e.kind = kinds[test_random_in(&h->random, 0, 4)];
    e.row = h->rows[test_random_in(&h->random, 0, h->count - 1)];
    e.before = h->rows[test_random_in(&h->random, 0, h->count - 1)];
    const bool needs_before = e.kind == INSERT || e.kind == MOVE;
    if (is_used[e.row] || (needs_before && (is_used[e.before] || e.before == e.row))) continue;
    // Where an earlier edit has brought a row to already, a move moves nothing.
    if (e.kind == MOVE && abs(e.row - e.before) < 9) continue;
    if (e.kind != INSERT) is_used[e.row] = true;
    if (needs_before) is_used[e.before] = true;
    if (e.kind == INSERT) e.row = made++;
    edits[count++] = e;
  }
  return count;
}

static double correction_after(uint64_t seed, int order, double *out_offset) {
  HOST(h, begin(&h, seed, 30, 100));
  for (int64_t i = 0; i < h.count; i += 2) measure(&h, i);
  h.viewport.offset = (double)test_random_in(&h.random, 0, 2600);
  h.viewport.is_user_driven = test_random_one_in(&h.random, 2);
  (void)rc_list_update(h.list, &h.viewport, &h.update);
  h.viewport.offset += h.update.correction;
  edit edits[8];
  const int count = draw_edits(&h, edits);
  test_random shuffle = {(uint64_t)order + 1};
  for (int i = count - 1; i > 0; i--) {
    const int64_t j = test_random_in(&shuffle, 0, i);
    const edit e = edits[i];
    edits[i] = edits[j];
    edits[j] = e;
  }
  for (int i = 0; i < count && !test_has_failed(); i++) apply(&h, &edits[i]);
  h.viewport.is_user_driven = false;
  (void)rc_list_update(h.list, &h.viewport, &h.update);
  *out_offset = h.update.offset;
  return h.update.correction;
}

static void order_of_random_edits_does_not_matter(void) {
  const uint64_t seed = test_seed(35);
  for (int64_t run = 0; run < test_count(3000) && !test_has_failed(); run++) {
    double offset = 0, other = 0;
    const double first = correction_after(seed + (uint64_t)run, 0, &offset);
    for (int order = 1; order < 5 && !test_has_failed(); order++) {
      const double correction = correction_after(seed + (uint64_t)run, order, &other);
      CHECK_F(correction == first && other == offset, "%.17g, not %.17g, in order %d of run %lld",
              correction, first, order, (long long)run);
    }
  }
}

// == a chat ==

static void chat_follows_if_and_only_if_it_was_at_its_end(void) {
  const uint64_t seed = test_seed(36);
  for (int64_t run = 0; run < test_count(60) && !test_has_failed(); run++) {
    HOST(h, begin(&h, seed + (uint64_t)run, run % 40, 60));
    rc_list_settings settings;
    CHECK_EQUAL(rc_list_get_settings(h.list, &settings), RC_STATUS_OK);
    settings.sticks[RC_END_TAIL] = true;
    CHECK_EQUAL(rc_list_set_settings(h.list, &settings), RC_STATUS_OK);
    frame(&h, false);
    for (int step = 0; step < 60 && !test_has_failed(); step++) {
      if (test_random_one_in(&h.random, 3)) {
        h.viewport.offset =
            clamped(&h, h.viewport.offset + (double)test_random_in(&h.random, -200, 200));
        frame(&h, true);
      }
      const bool was_at_end = ticks(h.viewport.offset) >= ticks(highest(&h)) - RC_TICKS_PER_POINT;
      const int64_t upper = h.update.visible.upper;
      const int64_t place = upper > 0 ? place_of(&h, upper - 1) : 0;
      if (h.count + 2 <= ROWS_MOST) insert(&h, h.count, test_random_in(&h.random, 1, 2));
      frame(&h, false);
      const bool is_at_end = ticks(h.viewport.offset) == ticks(highest(&h));
      if (was_at_end) CHECK(is_at_end);
      if (!was_at_end) CHECK_EQUAL(place_of(&h, upper - 1), place);
    }
  }
}

static const test_case cases[] = {
    CASE(rows_move_only_with_the_user),
    CASE(thumb_reaches_both_ends),
    CASE(release_returns_what_was_pending),
    CASE(lazy_stack_is_where_it_says),
    CASE(order_of_random_edits_does_not_matter),
    CASE(chat_follows_if_and_only_if_it_was_at_its_end),
};

const test_suite suite_list_hosts = SUITE(cases);
