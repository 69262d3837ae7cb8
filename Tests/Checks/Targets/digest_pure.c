// The calls of a digest that need no list.

#include "digest.h"

void digest_take_decision(digest *run, const rc_batch_decision *decision) {
  digest_take_int(run, decision->answer);
  digest_take_int(run, decision->reason);
  digest_take_double(run, decision->remaining);
  digest_take_double(run, decision->seconds);
  digest_take(run, decision->is_near);
}

void digest_take_foresight(digest *run, const rc_foresight *foresight) {
  digest_take_int(run, foresight->span_count);
  for (int i = 0; i < foresight->span_count; i++) {
    digest_take_interval(run, foresight->spans[i]);
    digest_take(run, foresight->is_descending[i]);
  }
  digest_take_interval(run, foresight->wanted);
  digest_take_interval(run, foresight->running);
  digest_take_interval(run, foresight->kept);
  digest_take_int(run, foresight->landing_offset);
  digest_take_int(run, foresight->velocity);
}

double digest_any_double(digest *run) {
  static const double borders[] = {0,    -0.0, 1.0 / 960, 0.5 / 960, 4e6,     4e6 + 1.0 / 960,
                                   1e12, -1e7, 5e-324,    1e308,     1.0 / 3, 2345624805922.1333};
  uint64_t bits = digest_next(run);
  double value;
  switch (digest_in(run, 0, 4)) {
    case 0:
      memcpy(&value, &bits, sizeof value);
      return value;
    case 1:
      return borders[digest_in(run, 0, sizeof borders / sizeof borders[0] - 1)];
    case 2:
      return (double)digest_in(run, -1000000, 1000000) / 7;
    default:
      // 2^53 and below, at all sizes.
      return (double)(int64_t)(bits >> digest_in(run, 11, 63)) / 1024;
  }
}

double digest_extent(digest *run) {
  if (digest_one_in(run, 200)) return digest_any_double(run);
  if (digest_one_in(run, 20)) return 0;
  // Not in whole ticks, so that each is rounded.
  double parts = digest_one_in(run, 2) ? 97 : 960;
  return (double)digest_in(run, 1, 100000) / parts;
}

static void call_ticks(digest *run) {
  int64_t ticks = 0;
  double points = digest_any_double(run);
  digest_take_int(run, rc_ticks_from_points(points, &ticks));
  digest_take_int(run, ticks);
  digest_take_double(run, rc_ticks_to_points((int64_t)digest_next(run)));
}

static void call_range(digest *run) {
  rc_interval viewport = {digest_in(run, -1000000, 100000000), 0}, range = {0, 0};
  viewport.upper = viewport.lower + digest_in(run, 0, 3000000);
  rc_tuning tuning = {digest_any_double(run), 1.5, true};
  if (digest_one_in(run, 2)) tuning.trailing = digest_any_double(run);
  if (digest_one_in(run, 2)) tuning.leading = (double)digest_in(run, 0, 60) / 13;
  if (digest_one_in(run, 2)) tuning.trailing = (double)digest_in(run, 0, 60) / 11;
  rc_direction direction = (rc_direction)digest_in(run, 1, 2);
  digest_take_int(run, rc_range_expand(viewport, tuning, direction, &range));
  digest_take_interval(run, range);
  rc_interval other = {digest_in(run, 0, 90000000), 0};
  other.upper = digest_in(run, 0, 90000000);
  digest_take(run, rc_range_contains_item(range, other.lower, digest_in(run, 0, 5000000)));
}

static void call_decide(digest *run) {
  rc_batch_input input;
  rc_batch_decision decision = {0};
  rc_batch_input_init(&input);
  input.end = (rc_end)digest_in(run, 0, 1);
  input.leading_screens = digest_one_in(run, 4) ? digest_any_double(run) : 7.0 / 3;
  input.velocity = digest_any_double(run);
  input.viewport.lower = digest_in(run, -1000000, 100000000);
  input.viewport.upper = input.viewport.lower + digest_in(run, 0, 3000000);
  input.content.upper = digest_in(run, 0, 100000000);
  input.landing_offset = digest_in(run, -1000000, 100000000);
  input.user_movement = digest_in(run, -100, 100);
  input.item_count = digest_in(run, 0, 100);
  input.has_landing = digest_one_in(run, 3);
  input.user_has_scrolled = digest_one_in(run, 2);
  input.host_decides = digest_one_in(run, 3);
  digest_take_int(run, rc_batch_decide(&input, &decision));
  digest_take_decision(run, &decision);
}

static void call_motion(digest *run) {
  rc_motion motion;
  rc_motion_input input;
  rc_motion_init(&motion);
  rc_motion_input_init(&input);
  input.viewport.upper = digest_in(run, 0, 3000000);
  input.content.upper = digest_in(run, 0, 1000000000);
  input.is_user_driven = true;
  for (int i = 0; i < 20; i++) {
    input.time += (double)digest_in(run, 0, 9) / 130;
    input.movement = digest_in(run, -100000, 400000);
    if (digest_one_in(run, 20)) input.movement = (int64_t)(digest_next(run) >> 12);
    input.has_landing = digest_one_in(run, 3);
    input.landing_offset = digest_in(run, -1000000, 100000000);
    input.is_dragged = digest_one_in(run, 3);
    input.budget = digest_one_in(run, 9) ? digest_any_double(run) : 10.0 / 9;
    rc_foresight foresight = {0};
    digest_take_int(run, rc_motion_record(&motion, &input));
    digest_take_int(run, rc_foresee(&motion, &input, &foresight));
    digest_take_foresight(run, &foresight);
    digest_take_int(run, rc_motion_add_preload_time(&motion, digest_any_double(run)));
    digest_take_int(run, rc_foresight_rank(&foresight, digest_in(run, -9000, 900000), 1000));
  }
}

void digest_call_pure(digest *run) {
  switch (digest_in(run, 0, 8)) {
    case 0:
      call_motion(run);
      break;
    case 1:
    case 2:
      call_decide(run);
      break;
    case 3:
    case 4:
      call_range(run);
      break;
    default:
      call_ticks(run);
  }
}
