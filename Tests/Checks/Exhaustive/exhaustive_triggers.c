// Batch decisions: every combination of flags, and every length at the border where a rule turns, a
// tick below it and a tick above it.

#include <string.h>

#include "batch/model_batch.h"
#include "exhaustive.h"
#include "library.h"

static void check(const rc_batch_input *input, int64_t reach) {
  rc_batch_decision actual, expected = model_batch_decide(input, reach);
  memset(&actual, 0x5a, sizeof actual);
  CHECK_EQUAL(rc_batch_decide(input, &actual), RC_STATUS_OK);
  CHECK_EQUAL(actual.answer, expected.answer);
  CHECK_EQUAL(actual.reason, expected.reason);
  CHECK_EQUAL(actual.is_near, expected.is_near);
  CHECK(actual.remaining == expected.remaining && actual.seconds == expected.seconds);
}

enum { FLAGS = 7, SIGNS = 3 };

/// All velocities, movements, presences, policies and counts of items at one place.
static int64_t check_circumstances(rc_batch_input input, int64_t reach) {
  int64_t count = 0;
  for (int i = 0; i < SIGNS * SIGNS * SIGNS * SIGNS * 2 && !test_has_failed(); i++) {
    input.velocity = (i % 3 - 1) * 0.5;
    input.user_movement = i / 3 % 3 - 1;
    input.presence = (rc_presence)(i / 9 % 3);
    input.short_content_policy = (rc_short_content_policy)(i / 27 % 3);
    input.item_count = i / 81;
    check(&input, reach);
    count++;
  }
  return count;
}

/// The viewport, or where it will land, within a tick of where the distance rule turns; and the
/// content within a tick of the viewport's length, or far longer.
static int64_t check_places(rc_batch_input input, int64_t length, int64_t reach) {
  const int64_t contents[] = {length - 1, length, length + 1, 50 * length + 50};
  int64_t count = 0;
  for (int i = 0; i < 4 * 3 * 2 * 2; i++) {
    int64_t content = contents[i % 4];
    if (content < 0) continue;
    input.end = (rc_end)(i / 4 % 2);
    input.content = (rc_interval){7, 7 + content};
    int64_t border = input.end == RC_END_TAIL ? input.content.upper - length - reach
                                              : input.content.lower + reach;
    int64_t offset = border + i / 8 % 3 - 1;
    input.has_landing = i / 24 == 1;
    input.landing_offset = offset;
    // The landing counts instead of the offset, which is on the other side of the border then.
    if (input.has_landing) offset = border - (i / 8 % 3 - 1);
    input.viewport = (rc_interval){offset, offset + length};
    count += check_circumstances(input, reach);
  }
  return count;
}

int64_t exhaust_triggers(void) {
  static const double screens[] = {-1, -0.0, 0, 4.9e-324, 0.5, 1, 2};
  static const int64_t lengths[] = {0, 1, 2, 960};
  rc_batch_input input;
  rc_batch_input_init(&input);
  int64_t count = 0;
  for (int bits = 0; bits < 1 << FLAGS; bits++) {
    // Each of the first five answers by itself: with two of them the order of the rules counts.
    bool is_held = (bits & 31) != 0;
    for (int i = 0; i < 7 * 4 && !test_has_failed(); i++) {
      int64_t length = lengths[i / 7];
      if (is_held && i % 7 % 3 != 0) continue;
      input.leading_screens = screens[i % 7];
      // Ties go to even: half of 1 is 0.
      int64_t reach = (int64_t)((double)length * screens[i % 7]);
      model_batch_set_flags(&input, bits);
      count += check_places(input, length, reach);
    }
  }
  return count;
}
