// Functions without objects, of any arguments: beside 128-bit integers and the models.

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "model_batch.h"

__extension__ typedef __int128 wide;

static int64_t clamped(wide value) {
  return value > INT64_MAX ? INT64_MAX : value < INT64_MIN ? INT64_MIN : (int64_t)value;
}

static void ticks(void) {
  int64_t a = fuzz_integer(), b = fuzz_integer(), sum = 77;
  wide exact = (wide)a + b;
  CHECK_EQUAL(rc__ticks_add(a, b, &sum), exact == clamped(exact));
  CHECK_EQUAL(sum, exact == clamped(exact) ? clamped(exact) : 77);
  CHECK_EQUAL(rc__ticks_add_saturating(a, b), clamped(exact));
  CHECK_EQUAL(rc__ticks_subtract_saturating(a, b), clamped((wide)a - b));
  double points = fuzz_points();
  int64_t out = 77;
  rc_status status = rc_ticks_from_points(points, &out);
  double product = points * RC_TICKS_PER_POINT;
  if (status == RC_STATUS_OK) {
    CHECK(llabs(out) <= RC_LIST_TICKS_MAX && (double)out - product <= 0.5 &&
          product - (double)out <= 0.5);
    int64_t again = 0;
    CHECK_EQUAL(rc_ticks_from_points(rc_ticks_to_points(out), &again), RC_STATUS_OK);
    CHECK_EQUAL(again, out);
  } else {
    CHECK_EQUAL(out, 77);
    CHECK_EQUAL(status, points - points == 0 ? RC_STATUS_LIMIT : RC_STATUS_ARGUMENT);
  }
  double screens = fuzz_points();
  out = 77;
  status = rc_ticks_from_screens(screens, a, &out);
  bool allowed = screens >= 0 && screens - screens == 0 && a >= 0 && a <= RC_LIST_TICKS_MAX;
  CHECK_EQUAL(status, allowed ? RC_STATUS_OK : RC_STATUS_ARGUMENT);
  CHECK(allowed ? out >= 0 && out <= RC_LIST_TICKS_MAX : out == 77);
  int64_t size = a > 0 && b > 0 ? (int64_t)(((wide)a + b - 1) / b) : a == 0 && b > 0 ? 0 : -1;
  CHECK_EQUAL(rc_pages_total(a, b), size);
}

static void ranges(void) {
  rc_interval a = {fuzz_integer(), fuzz_integer()}, b = {fuzz_integer(), fuzz_integer()};
  rc_interval both = rc__interval_intersection(a, b);
  int64_t value = fuzz_integer();
  bool is_in = rc__interval_contains(a, value) && rc__interval_contains(b, value);
  CHECK_EQUAL(rc__interval_contains(both, value), is_in);
  CHECK_EQUAL(rc__interval_overlaps(a, b), !rc__interval_is_empty(both));
  CHECK(!is_in || rc__interval_overlaps(a, b));
  if (b.lower >= 0) {
    rc_interval item = {value, rc__ticks_add_saturating(value, b.lower)};
    bool expected = b.lower == 0 ? rc__interval_contains(a, value) : rc__interval_overlaps(a, item);
    // At the very end of the numbers an item has no room.
    if (item.upper < INT64_MAX) CHECK_EQUAL(rc_range_contains_item(a, value, b.lower), expected);
  }
  rc_tuning tuning = {fuzz_points(), fuzz_points(), (uint32_t)fuzz_enum(1), 0}, got;
  rc_interval wider = {77, 77};
  rc_status status = rc_range_expand(a, tuning, (rc_direction)fuzz_enum(2), &wider);
  CHECK(status == RC_STATUS_OK || (wider.lower == 77 && wider.upper == 77));
  bool is_whole = status == RC_STATUS_OK && tuning.is_enabled && a.lower < a.upper;
  CHECK(!is_whole || (wider.lower <= a.lower && a.upper <= wider.upper));
  rc__tuning_table table, before;
  if (fuzz_enum(1))
    rc__tuning_table_init(&table);
  else
    rc_tuning_table_init_pager(&table);
  before = table;
  rc_range_mode mode = (rc_range_mode)fuzz_enum(3);
  rc_range kind = (rc_range)fuzz_enum(5);
  status = rc_tuning_table_set(&table, mode, kind, tuning);
  CHECK(status == RC_STATUS_OK || memcmp(&table, &before, sizeof table) == 0);
  if (status == RC_STATUS_OK) {
    CHECK_EQUAL(rc_tuning_table_get(&table, mode, kind, &got), RC_STATUS_OK);
    CHECK(memcmp(&got, &tuning, sizeof got) == 0);
  }
}

static void modes(void) {
  rc__direction_tracker tracker;
  rc__direction_tracker_init(&tracker);
  tracker.threshold = fuzz_integer();
  for (int i = 0; i < 4; i++) {
    rc_direction direction = rc__direction_tracker_move(&tracker, fuzz_integer());
    CHECK(direction == RC_DIRECTION_FORWARD || direction == RC_DIRECTION_BACKWARD);
  }
  rc__mode_state state;
  rc__mode_state_init(&state);
  state.depth = (int32_t)fuzz_enum(4);
  state.presence = (rc_presence)fuzz_enum(2);
  state.pressure = (rc_pressure)fuzz_enum(2);
  state.explicit_mode = (rc_range_mode)fuzz_enum(3);
  state.has_explicit_mode = fuzz_enum(1) & 1;
  state.in_background = fuzz_enum(1) & 1;
  if (fuzz_enum(1)) rc__mode_state_note_user(&state, fuzz_enum(1) & 1);
  CHECK(rc__mode_state_mode(&state) <= RC_RANGE_MODE_LOW_MEMORY);
  CHECK(!state.in_background || rc__mode_state_presence(&state) != RC_PRESENCE_ON_SCREEN);
  CHECK(rc_status_text((rc_status)fuzz_enum(7))[0] != 0);
  CHECK(rc_batch_reason_text((rc_batch_reason)fuzz_enum(14))[0] != 0);
  CHECK(strcmp(rc_version_text(), "0.1.0") == 0);
}

static void decide(void) {
  rc_batch_input input;
  rc_batch_input_init(&input);
  input.end = (rc_end)fuzz_enum(1);
  input.leading_screens = fuzz_points();
  input.velocity = fuzz_points();
  input.viewport.lower = fuzz_integer();
  input.viewport.upper = rc__ticks_add_saturating(input.viewport.lower, fuzz_integer());
  input.content.lower = fuzz_integer();
  input.content.upper = rc__ticks_add_saturating(input.content.lower, fuzz_integer());
  input.landing_offset = fuzz_integer();
  input.user_movement = fuzz_integer();
  input.item_count = fuzz_integer();
  input.short_content_policy = (rc_short_content_policy)fuzz_enum(2);
  input.presence = (rc_presence)fuzz_enum(2);
  int flags = fuzz_enum(255);
  input.has_landing = flags & 1;
  input.is_fetching = flags >> 1 & 1;
  input.is_exhausted = flags >> 2 & 1;
  input.is_paused = flags >> 3 & 1;
  input.is_backing_off = flags >> 4 & 1;
  input.insertion_pending = flags >> 5 & 1;
  input.user_has_scrolled = flags >> 6 & 1;
  input.host_decides = flags >> 7 & 1;
  rc_batch_decision actual, expected;
  if (rc_batch_decide(&input, &actual) != RC_STATUS_OK) return;
  int64_t reach = 0, length = input.viewport.upper - input.viewport.lower;
  // Without end, the screens reach as far as there is.
  if (rc_ticks_from_screens(input.leading_screens, length, &reach) != RC_STATUS_OK) {
    if (!(input.leading_screens <= 0)) return;
  }
  expected = model_batch_decide(&input, reach);
  CHECK_F(memcmp(&actual, &expected, sizeof actual) == 0, "%s, expected %s",
          rc_batch_reason_text(actual.reason), rc_batch_reason_text(expected.reason));
}

static void texture(void) {
  rc_texture_input input = {.bounds_width = fuzz_points(),
                            .bounds_height = fuzz_points(),
                            .content_width = fuzz_points(),
                            .content_height = fuzz_points(),
                            .target_x = fuzz_points(),
                            .target_y = fuzz_points(),
                            .velocity_x = fuzz_points(),
                            .velocity_y = fuzz_points(),
                            .leading_screens = fuzz_points()};
  input.scroll_directions = (rc_texture_direction)fuzz_enum(15);
  input.scrollable_directions = (rc_texture_direction)fuzz_enum(15);
  int flags = fuzz_enum(31);
  input.is_fetching = flags & 1;
  input.is_visible = flags >> 1 & 1;
  input.is_right_to_left = flags >> 2 & 1;
  input.flips_horizontally = flags >> 3 & 1;
  input.has_delegate = flags >> 4 & 1;
  rc_batch_decision actual, expected;
  memset(&actual, 0, sizeof actual);
  if (rc_texture_should_fetch(&input, &actual) != RC_STATUS_OK) return;
  expected = model_texture_should_fetch(&input);
  CHECK(actual.answer == expected.answer && actual.is_near == expected.is_near);
  CHECK(fuzz_same(actual.remaining, expected.remaining) || actual.remaining == expected.remaining);
}

static void bytes(void) {
  rc_state a[48], b[48], out[48];
  size_t count = (size_t)(fuzz_integer() & 31), at = (size_t)(fuzz_integer() & 7);
  for (size_t i = 0; i < 48; i++) a[i] = (rc_state)fuzz_enum(255), b[i] = (rc_state)(i * 37);
  rc_state wanted = (rc_state)fuzz_enum(255);
  memset(out, 7, sizeof out);
  rc_state_bytes_and(a + at, b, count, out);
  for (size_t i = 0; i < 48; i++) CHECK_EQUAL(out[i], i < count ? (a[i + at] & b[i]) : 7);
  size_t different = 0, selected = 0, told = rc_state_bytes_diff(a + at, b, count, out);
  for (size_t i = 0; i < count; i++) {
    CHECK_EQUAL(out[i], a[i + at] ^ b[i]);
    different += out[i] != 0;
  }
  CHECK_EQUAL(told, different);
  told = rc_state_bytes_select(a + at, count, wanted, out);
  for (size_t i = 0; i < count; i++) {
    CHECK_EQUAL(out[i], (a[i + at] & wanted) == wanted);
    selected += out[i];
  }
  CHECK_EQUAL(told, selected);
}

void fuzz_one(void) {
  static void (*const parts[])(void) = {ticks, ranges, modes, decide, texture, bytes};
  for (int i = 0; i < 8 && fuzz_has_more(); i++) {
    parts[(unsigned)fuzz_enum(5) % (sizeof parts / sizeof parts[0])]();
  }
}
