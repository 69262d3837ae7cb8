#include "script_lanes.h"

#include "lanes_pair.h"

enum { SIZE_MOST = 300 };

typedef struct {
  test_random *random;
  lanes_pair pair;
  int64_t count_most;
  /// Where a range scrolls.
  int64_t offset;
  int64_t length;
} script;

static int64_t draw(script *s, int64_t lower, int64_t upper) {
  return test_random_in(s->random, lower, upper);
}

static bool one_in(script *s, int64_t n) {
  return test_random_one_in(s->random, n);
}

/// Mostly short, so that items of 0 and equal ends are frequent.
static int64_t draw_extent(script *s) {
  if (one_in(s, 300)) return (RC_ITEM_TICKS_MAX - s->pair.model.spacing) / draw(s, 1, 4);
  return one_in(s, 3) ? draw(s, 0, 3) : draw(s, 0, 200);
}

static void call_insert(script *s, int64_t at, int64_t size) {
  int64_t extents[SIZE_MOST];
  for (int64_t i = 0; i < size; i++) extents[i] = draw_extent(s);
  if (s->pair.model.count + size > s->count_most) size = 0;
  lanes_insert(&s->pair, at, one_in(s, 2) ? NULL : extents, size);
}

static void call_measure(script *s, int64_t lower, int64_t size) {
  int64_t extents[SIZE_MOST];
  for (int64_t i = 0; i < size; i++) extents[i] = draw_extent(s);
  lanes_measure(&s->pair, lower, one_in(s, 4) ? NULL : extents, size);
}

static void call_give(script *s, int64_t lower, int64_t size) {
  uint32_t lanes[SIZE_MOST];
  // Sometimes a lane is far behind the others.
  const uint32_t least = (uint32_t)(one_in(s, 4) ? draw(s, 0, s->pair.model.k - 1) : 0);
  const bool forgets = one_in(s, 5);
  for (int64_t i = 0; i < size; i++) {
    lanes[i] = (uint32_t)draw(s, least, s->pair.model.k - 1);
    if (forgets || one_in(s, 40)) lanes[i] = RC_LANE_NONE;
  }
  lanes_give(&s->pair, lower, lanes, size);
}

static void call_indent(script *s, int64_t index) {
  int64_t indents[RC_LANE_COUNT_MAX];
  if (index == s->pair.model.count) return;
  for (uint32_t i = 0; i < s->pair.model.k; i++) {
    indents[i] = one_in(s, 2) ? 0 : draw(s, 0, 300);
    if (one_in(s, 900)) indents[i] = RC_ITEM_TICKS_MAX;
  }
  lanes_indent(&s->pair, index, one_in(s, 3) ? NULL : indents);
}

static void call_edit(script *s) {
  const int64_t count = s->pair.model.count, at = draw(s, 0, count);
  int64_t size = one_in(s, 3) ? draw(s, 0, SIZE_MOST) : draw(s, 0, 4);
  const int64_t kind = draw(s, 0, 9);
  if (kind < 2) {
    call_insert(s, at, size);
    return;
  }
  if (size > count - at) size = count - at;
  if (kind == 2) {
    if (one_in(s, 2)) size = size < 8 ? size : 8;
    lanes_remove(&s->pair, at, at + size);
  } else if (kind == 3) {
    lanes_move(&s->pair, at, at + size, draw(s, 0, count - size));
  } else if (kind == 4 || kind == 5) {
    call_measure(s, at, size);
  } else if (kind == 6) {
    call_give(s, at, size);
  } else if (kind == 7) {
    if (one_in(s, 2)) size = size < 3 ? size : 3;
    lanes_span(&s->pair, at, at + size, one_in(s, 2) ? 1 : RC_SPAN_WIDE);
  } else if (kind == 8) {
    call_indent(s, at);
  } else {
    lanes_estimate(&s->pair, draw(s, 0, 100));
  }
}

static void call_look(script *s) {
  const int64_t length = model_lanes_length(&s->pair.model);
  if (one_in(s, 6)) s->offset = draw(s, -300, length + 300);
  if (one_in(s, 6)) s->length = one_in(s, 2) ? draw(s, -2, 5) : draw(s, 0, 900);
  for (int64_t i = draw(s, 1, 12); i > 0 && !test_has_failed(); i--) {
    lanes_check_in(&s->pair, s->offset, s->offset + s->length);
    s->offset += one_in(s, 2) ? draw(s, 0, 90) : draw(s, -90, 0);
  }
}

/// Somewhere else, or as far as the finger moves.
static void call_update(script *s) {
  const int64_t length = model_lanes_length(&s->pair.model);
  rc_lanes_viewport viewport = {.length = 300.0 / RC_TICKS_PER_POINT, .is_user_driven = true};
  if (one_in(s, 4)) s->offset = draw(s, -300, length + 300);
  s->offset += draw(s, -90, 90);
  viewport.offset = rc_ticks_to_points(s->offset);
  viewport.before = rc_ticks_to_points(draw(s, 0, 300));
  viewport.after = rc_ticks_to_points(draw(s, 0, 600));
  if (one_in(s, 4)) viewport.tolerance = rc_ticks_to_points(draw(s, 0, 40));
  viewport.closes_indents = one_in(s, 9);
  lanes_update(&s->pair, &viewport);
}

/// An edit between updates, which need not have memory either.
static void edit_updated(script *s) {
  const int64_t estimate = s->pair.model.estimate;
  if (one_in(s, 12)) s->pair.memory.left = draw(s, 0, 12);
  call_edit(s);
  // In one lane the model does not know which items have got theirs.
  if (s->pair.model.k == 1 && s->pair.model.estimate != estimate)
    lanes_estimate(&s->pair, estimate);
  lanes_take_over(&s->pair);
  if (!test_has_failed()) call_update(s);
  s->pair.memory.left = -1;
  if (!test_has_failed()) lanes_check(&s->pair);
}

void script_lanes_run(test_random *random, int calls, int64_t count_most) {
  script s = {.random = random, .count_most = count_most, .length = 300};
  const uint32_t k = (uint32_t)(one_in(&s, 6) ? draw(&s, 1, RC_LANE_COUNT_MAX) : draw(&s, 1, 4));
  const int64_t spacing = one_in(&s, 2) ? 0 : draw(&s, 0, 9);
  lanes_begin(&s.pair, k, draw(&s, 0, 100), spacing);
  if (!test_has_failed()) lanes_insert(&s.pair, 0, NULL, draw(&s, 0, count_most / 2));
  for (int i = 0; i < calls && !test_has_failed(); i++) {
    if (one_in(&s, 12)) s.pair.memory.left = draw(&s, 0, 12);
    call_edit(&s);
    s.pair.memory.left = -1;
    if (!test_has_failed()) lanes_check(&s.pair);
    if (!test_has_failed()) call_look(&s);
  }
  for (int i = 0; i < calls / 2 && !test_has_failed(); i++) edit_updated(&s);
  lanes_end(&s.pair);
}
