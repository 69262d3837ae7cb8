// Functions without objects, of any arguments: beside 128-bit integers and the models.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "batch/model_batch.h"
#include "fuzz.h"

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
}

static bool is_in(rc_interval interval, int64_t value) {
  return interval.lower <= value && value < interval.upper;
}

static void ranges(void) {
  rc_interval a = {fuzz_integer(), fuzz_integer()};
  int64_t offset = fuzz_integer(), extent = fuzz_integer();
  if (extent >= 0 && offset <= INT64_MAX - extent) {
    const rc_interval item = {offset, offset + extent};
    bool expected = extent == 0 ? is_in(a, offset) : rc__interval_overlaps(a, item);
    CHECK_EQUAL(rc__range_has_item(a, offset, extent), expected);
  }
  rc_tuning tuning = {fuzz_points(), fuzz_points(), fuzz_enum(1) & 1}, got;
  rc_interval wider = {77, 77};
  rc_status status = rc_range_expand(a, tuning, (rc_direction)fuzz_enum(2), &wider);
  CHECK(status == RC_STATUS_OK || (wider.lower == 77 && wider.upper == 77));
  bool is_whole = status == RC_STATUS_OK && tuning.is_enabled && a.lower < a.upper;
  CHECK(!is_whole || (wider.lower <= a.lower && a.upper <= wider.upper));
  rc_list_options options;
  rc_list_options_init(&options);
  options.tuning_preset = (rc_tuning_preset)(fuzz_enum(1) & 1);
  rc_list *list;
  CHECK_EQUAL(rc_list_create(&options, NULL, &list), RC_STATUS_OK);
  rc_range_mode mode = (rc_range_mode)fuzz_enum(3);
  rc_range range = (rc_range)fuzz_enum(5);
  status = rc_list_set_tuning(list, mode, range, tuning);
  if (status == RC_STATUS_OK) {
    CHECK_EQUAL(rc_list_get_tuning(list, mode, range, &got), RC_STATUS_OK);
    CHECK(fuzz_same(got.leading, tuning.leading) && fuzz_same(got.trailing, tuning.trailing) &&
          got.is_enabled == tuning.is_enabled);
  }
  rc_list_destroy(list);
}

static void texts(void) {
  CHECK(rc_status_text((rc_status)fuzz_enum(7))[0] != 0);
  CHECK(rc_batch_reason_text((rc_batch_reason)fuzz_enum(14))[0] != 0);
  CHECK(rc_version_text()[0] != 0);
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
  input.leading_items = fuzz_enum(3) == 0 ? fuzz_integer() : 0;
  input.items_left = fuzz_enum(3) == 0 ? fuzz_integer() : 9;
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
  int64_t length = input.viewport.upper - input.viewport.lower;
  // Infinite screens reach as far as there is.
  double product = input.leading_screens * (double)length;
  if (!(input.leading_screens <= 0) && input.leading_screens - input.leading_screens != 0) return;
  int64_t reach = !(product > 0)                        ? 0
                  : product < (double)RC_LIST_TICKS_MAX ? (int64_t)rint(product)
                                                        : RC_LIST_TICKS_MAX;
  expected = model_batch_decide(&input, reach);
  CHECK_F(memcmp(&actual, &expected, sizeof actual) == 0, "%s, expected %s",
          rc_batch_reason_text(actual.reason), rc_batch_reason_text(expected.reason));
}

static int64_t row(rc_id *out_ids) {
  const int64_t count = (fuzz_enum(23) & INT32_MAX) % 24;
  for (int64_t i = 0; i < count; i++) out_ids[i] = fuzz_enum(31);
  return count;
}

static void move_ids(rc_id *to, const rc_id *from, int64_t count) {
  memmove(to, from, (size_t)count * sizeof *to);
}

/// Applies a difference to a row of ids, which then is the new one.
static void diff(void) {
  rc_id before[48], after[24], moved[24];
  const int64_t n = row(before), m = row(after);
  rc_diff *diff = NULL;
  const rc_edit *edits = NULL;
  size_t count = 0;
  if (rc_diff_create(before, (size_t)n, after, (size_t)m, NULL, &diff) != RC_STATUS_OK) return;
  CHECK_EQUAL(rc_diff_edits(diff, &edits, &count), RC_STATUS_OK);
  int64_t size = n;
  for (size_t i = 0; i < count; i++) {
    const rc_edit *e = &edits[i];
    const int64_t length = e->upper - e->lower;
    const bool inserts = e->kind == RC_EDIT_KIND_INSERT;
    const int64_t to = inserts ? e->lower : e->to;
    move_ids(moved, inserts ? after + e->source : before + e->lower, length);
    if (!inserts) {
      move_ids(before + e->lower, before + e->upper, size - e->upper);
      size -= length;
    }
    if (e->kind == RC_EDIT_KIND_REMOVE) continue;
    move_ids(before + to + length, before + to, size - to);
    move_ids(before + to, moved, length);
    size += length;
  }
  rc_diff_destroy(diff);
  CHECK_EQUAL(size, m);
  CHECK(memcmp(before, after, (size_t)m * sizeof *after) == 0);
}

void fuzz_one(void) {
  static void (*const parts[])(void) = {ticks, ranges, texts, decide, diff};
  for (int i = 0; i < 8 && fuzz_has_more(); i++) {
    parts[(unsigned)fuzz_enum(5) % (sizeof parts / sizeof parts[0])]();
  }
}
