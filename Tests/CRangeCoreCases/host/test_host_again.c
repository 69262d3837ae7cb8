// What a host measures again, and what comes later. In brackets are the numbers of the sentences of
// rangecore_host.h.

#include "kit_host.h"

/// The view of an item needs another extent.
static void change(kit *k, int64_t index, double extent) {
  uint32_t node;
  bool is_any = false;
  const double later = RC_EXTENT_LATER;
  k->extents[index] = extent;
  CHECK_EQUAL(rc_host_find(k->host, index, &node), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_set_extents(k->host, &node, &later, 1, &is_any), RC_STATUS_OK);
  CHECK(is_any);
}

static void visible_rows_that_are_measured_again_keep_their_starts(void) {  // (23)
  kit k = begin(100);
  scroll(&k, 1020);
  const int64_t first = k.step.update.visible.lower;
  const double start = place_of(&k, first), next = place_of(&k, first + 1);
  CHECK(start < 0 && next > 0);
  change(&k, first, 70);
  open_step(&k);
  CHECK_ASKS(&k, first);
  measure_one(&k);
  CHECK(k.step.is_done && !k.step.sets_offset);
  CHECK(place_of(&k, first) == start && place_of(&k, first + 1) == next + 20);
  // It pushes what follows, which is asked for no longer once it is off the screen.
  change(&k, first + 1, 30);
  change(&k, first, 120);
  open_step(&k);
  CHECK_ASKS(&k, first, first + 1);
  measure_one(&k);
  CHECK(k.step.is_done && place_of(&k, first) == start);
  k.extents[first + 1] = 50;
  change(&k, first, 70);
  step(&k);
  CHECK(place_of(&k, first) == start && place_of(&k, first + 1) == next + 20);
  // Nothing is asked for while the list is hidden.
  change(&k, first, 80);
  const int64_t measured = k.measured;
  k.breadth = 0;
  step(&k);
  CHECK_EQUAL(k.measured, measured);
  k.breadth = 400;
  step(&k);
  CHECK(k.measured == measured + 1 && place_of(&k, first) == start);
  CHECK(place_of(&k, first + 1) == next + 30);
  // Nor elsewhere: what is beside it stays in place.
  CHECK_EQUAL(rc_host_keep(k.host, 1, true), RC_STATUS_OK);
  step(&k);
  CHECK_EQUAL(rc_list_set_row_extents(k.list, 1, k.extents, 1), RC_STATUS_OK);
  change(&k, 1, 90);
  step(&k);
  rc_item item;
  CHECK(rc_list_item(k.list, 1, &item) == RC_STATUS_OK && item.is_provisional);
  end(&k);
}

static void rows_of_columns_are_measured_again_once_all_is_known(void) {  // (23)
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = 2;
  kit k = begin_with(&options, NULL, 20);
  step(&k);
  change(&k, 0, 60);
  change(&k, 1, 80);
  open_step(&k);
  CHECK_ASKS(&k, 0, 1);
  measure_one(&k);
  CHECK_ASKS(&k, 1);
  // What was told counts for its item, wherever that is now.
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 2), RC_STATUS_OK);
  k.extents[3] = 80;
  while (!k.step.is_done && !test_has_failed()) measure_one(&k);
  CHECK(node_of(&k, 2)->extent == 80 && node_of(&k, 4)->extent == 50);
  // Nor is it asked for again if it comes later after all.
  change(&k, 2, RC_EXTENT_LATER);
  step(&k);
  const int64_t measured = k.measured;
  CHECK(node_of(&k, 2)->is_late && node_of(&k, 2)->extent == 80);
  step(&k);
  CHECK_EQUAL(k.measured, measured);
  end(&k);
}

static void extents_can_come_later(void) {  // (23)
  kit k = begin(50);
  const double later[] = {RC_EXTENT_LATER, RC_EXTENT_LATER, RC_EXTENT_LATER};
  open_step(&k);
  CHECK_EQUAL(rc_host_measured(k.host, later, 3, k.time, &k.step), RC_STATUS_OK);
  CHECK(k.step.is_done && node_of(&k, 0)->is_late && node_of(&k, 0)->extent == 44);
  const uint32_t first = node_of(&k, 0)->node;
  step(&k);
  CHECK_EQUAL(k.measured, 0);
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 1), RC_STATUS_OK);
  bool is_any;
  const double extent = 60;
  CHECK_EQUAL(rc_host_set_extents(k.host, &first, &extent, 1, &is_any), RC_STATUS_OK);
  CHECK(is_any);
  step(&k);
  CHECK(node_of(&k, 1)->extent == 60 && !node_of(&k, 1)->is_late);
  CHECK_EQUAL(rc_host_set_extents(k.host, &first, &extent, 1, &is_any), RC_STATUS_OK);
  CHECK(!is_any);
  end(&k);
}

// To measure is no rest: each step of it is one frame, whatever its rounds are.
static void fling_that_measures_does_not_resume_a_paused_end(void) {  // (4)
  kit k = begin(20);
  step(&k);
  scroll(&k, 500);
  rc_batch_context *context;
  rc_batch_token token;
  CHECK_EQUAL(rc_list_begin_batch(k.list, RC_END_TAIL, &context, &token), RC_STATUS_OK);
  CHECK_EQUAL(rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_DECLINED), RC_STATUS_OK);
  rc_batch_context_release(context);
  for (int i = 0; i < 5 && !test_has_failed(); i++) {
    scroll(&k, 60);
    CHECK(k.step.rounds > 1);
    CHECK_EQUAL(k.step.update.batches[RC_END_TAIL].reason, RC_BATCH_REASON_PAUSED);
  }
  step(&k);
  CHECK_EQUAL(k.step.update.batches[RC_END_TAIL].reason, RC_BATCH_REASON_PAUSED);
  scroll(&k, 30);
  CHECK_EQUAL(k.step.update.batches[RC_END_TAIL].reason, RC_BATCH_REASON_NEAR_END);
  scroll(&k, -200);
  CHECK_EQUAL(k.step.update.batches[RC_END_TAIL].reason, RC_BATCH_REASON_MOVING_AWAY);
  end(&k);
}

static const test_case cases[] = {
    CASE(visible_rows_that_are_measured_again_keep_their_starts),
    CASE(rows_of_columns_are_measured_again_once_all_is_known),
    CASE(extents_can_come_later),
    CASE(fling_that_measures_does_not_resume_a_paused_end),
};

const test_suite suite_host_again = SUITE(cases);
