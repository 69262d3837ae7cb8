// Extents against an array: all short histories of small lists, and long random ones.

#include <math.h>
#include <string.h>

#include "extents_pair.h"

// -- exhaustive --

// The `number`th of the small edits of a list; false past the last.
static bool small_edit(extents_pair *pair, int64_t number) {
  static const int64_t values[] = {0, 7};
  int64_t count = pair->model.count;
  for (int64_t index = 0; index <= count; index++) {
    for (int64_t size = 1; size <= 2; size++) {
      if (number-- == 0) return pair_insert(pair, index, NULL, size), true;
      if (number-- == 0) return pair_insert(pair, index, values, size), true;
    }
  }
  for (int64_t lower = 0; lower < count; lower++) {
    for (int64_t upper = lower + 1; upper <= count; upper++) {
      if (number-- == 0) return pair_remove(pair, lower, upper), true;
      if (number-- == 0) return pair_measure(pair, lower, NULL, upper - lower), true;
      if (upper - lower <= 2 && number-- == 0) {
        return pair_measure(pair, lower, values, upper - lower), true;
      }
      for (int64_t to = 0; to <= count - (upper - lower); to++) {
        if (number-- == 0) return pair_move(pair, lower, upper, to), true;
      }
    }
  }
  if (number == 0) return pair_estimate(pair, 0), true;
  return false;
}

static void check_all_queries(extents_pair *pair) {
  int64_t length = model_extents_offset(&pair->model, pair->model.count);
  for (int64_t lower = -1; lower <= length + 1; lower++) {
    pair_check_at(pair, lower);
    for (int64_t upper = lower - 1; upper <= length + 2; upper += 2) {
      pair_check_in(pair, lower, upper);
    }
  }
}

static void run_small_history(int64_t initial, int64_t spacing, const int64_t edits[3],
                              bool *out_was_last) {
  PAIR(pair, pair_begin(&pair, 3, spacing));
  pair_insert(&pair, 0, NULL, initial);
  for (int i = 0; i < 3 && out_was_last[0] == false; i++) {
    if (edits[i] < 0) break;
    if (!small_edit(&pair, edits[i])) *out_was_last = true;
    pair_check(&pair);
  }
  if (!*out_was_last) check_all_queries(&pair);
}

static void extents_match_after_all_short_histories(void) {
  for (int64_t initial = 0; initial <= 3; initial++) {
    int64_t edits[3] = {0, 0, 0};
    for (edits[0] = 0;; edits[0]++) {
      bool was_last = false;
      run_small_history(initial, initial % 2, (int64_t[]){edits[0], -1, -1}, &was_last);
      if (was_last || test_has_failed()) break;
      for (edits[1] = 0;; edits[1]++) {
        bool was_last_inner = false;
        run_small_history(initial, initial % 2, (int64_t[]){edits[0], edits[1], -1},
                          &was_last_inner);
        if (was_last_inner || test_has_failed()) break;
        if (initial > (test_is_brief() ? 0 : test_count(2))) continue;
        for (edits[2] = 0;; edits[2]++) {
          bool was_last_innermost = false;
          run_small_history(initial, initial % 2, edits, &was_last_innermost);
          if (was_last_innermost || test_has_failed()) break;
        }
      }
    }
  }
}

// -- random --

typedef struct {
  int64_t spacing;
  int64_t estimate_max;
  int64_t extent_max;
  /// The list is kept at about this many items.
  int64_t count;
  int64_t size_max;
  int steps;
  /// One in so many edits changes the estimate.
  int64_t estimate_rarity;
  /// One in so many extents is new; the others are those before.
  int64_t variety;
} flavour;

static void random_extents(test_random *random, const flavour *f, int64_t *out, int64_t count) {
  int64_t extent = test_random_in(random, 0, f->extent_max);
  for (int64_t i = 0; i < count; i++) {
    if (test_random_one_in(random, f->variety)) extent = test_random_in(random, 0, f->extent_max);
    if (test_random_one_in(random, 50)) extent = 0;
    out[i] = extent;
  }
}

static void random_edit(extents_pair *pair, test_random *random, const flavour *f) {
  static _Thread_local int64_t extents[4096];
  int64_t count = pair->model.count;
  if (test_random_one_in(random, f->estimate_rarity)) {
    pair_estimate(pair, test_random_in(random, 0, f->estimate_max));
    return;
  }
  int64_t size = test_random_in(random, 0, f->size_max);
  if (test_random_one_in(random, 3)) size = test_random_in(random, 0, 3);
  random_extents(random, f, extents, size);
  bool is_plain = test_random_one_in(random, 3);
  int64_t kind = test_random_in(random, 0, 9);
  if (kind < 2 || (kind < 5 && count < f->count) || count == 0) {
    pair_insert(pair, test_random_in(random, 0, count), is_plain ? NULL : extents, size);
    return;
  }
  if (size > count) size = count;
  int64_t lower = test_random_in(random, 0, count - size);
  if (kind < 5)
    pair_remove(pair, lower, lower + size);
  else if (kind < 7)
    pair_move(pair, lower, lower + size, test_random_in(random, 0, count - size));
  else
    pair_measure(pair, lower, is_plain ? NULL : extents, size);
}

static void random_queries(extents_pair *pair, test_random *random) {
  int64_t length = model_extents_length(&pair->model);
  for (int i = 0; i < 4; i++) {
    int64_t lower = test_random_in(random, -10, length + 10);
    if (pair->model.count > 0 && i % 2 == 0) {
      int64_t index = test_random_in(random, 0, pair->model.count - 1);
      lower = model_extents_offset(&pair->model, index) + test_random_in(random, -1, 1);
    }
    pair_check_at(pair, lower);
    pair_check_in(pair, lower, lower + test_random_in(random, -1, 1 + length / 8));
  }
}

static void run_flavour(const flavour *f, uint64_t fallback_seed) {
  test_random random = {test_seed(fallback_seed)};
  for (int64_t round = 0; round < test_count(1); round++) {
    extents_pair pair;
    pair_begin(&pair, f->estimate_max / 3, f->spacing);
    for (int step = 0; step < f->steps && step < test_count(f->steps) && !test_has_failed();
         step++) {
      random_edit(&pair, &random, f);
      pair_check(&pair);
      random_queries(&pair, &random);
    }
    pair_end(&pair);
    if (test_has_failed()) return;
  }
}

static void extents_match_under_random_edits(void) {
  const flavour f = {.estimate_max = 100000,
                     .extent_max = 500000,
                     .count = 1500,
                     .size_max = 150,
                     .steps = 1500,
                     .estimate_rarity = 30,
                     .variety = 1};
  run_flavour(&f, 1);
}

static void extents_match_under_large_edits_of_long_lists(void) {
  const flavour f = {.estimate_max = 1000,
                     .extent_max = 5000,
                     .count = 20000,
                     .size_max = 4000,
                     .steps = 120,
                     .estimate_rarity = 10,
                     .variety = 1};
  run_flavour(&f, 2);
}

static void extents_match_under_edits_of_runs(void) {
  const flavour f = {.estimate_max = 100,
                     .extent_max = 3,
                     .count = 3000,
                     .size_max = 200,
                     .steps = 1000,
                     .estimate_rarity = 20,
                     .variety = 40};
  run_flavour(&f, 3);
}

static void extents_match_with_many_small_runs(void) {
  const flavour f = {.estimate_max = 100,
                     .extent_max = 1,
                     .count = 4000,
                     .size_max = 5,
                     .steps = 1500,
                     .estimate_rarity = 50,
                     .variety = 3};
  run_flavour(&f, 4);
}

static void extents_match_with_spacing(void) {
  const flavour f = {.spacing = 960,
                     .estimate_max = 9600,
                     .extent_max = 50000,
                     .count = 500,
                     .size_max = 70,
                     .steps = 1500,
                     .estimate_rarity = 10,
                     .variety = 2};
  run_flavour(&f, 5);
}

static void extents_match_with_much_more_spacing_than_extent(void) {
  const flavour f = {.spacing = 1 << 27,
                     .estimate_max = 9600,
                     .extent_max = 50000,
                     .count = 500,
                     .size_max = 70,
                     .steps = 500,
                     .estimate_rarity = 10,
                     .variety = 2};
  run_flavour(&f, 33);
}

static void extents_match_with_the_longest_extents(void) {
  const flavour f = {.spacing = 1000,
                     .estimate_max = RC_ITEM_TICKS_MAX - 1000,
                     .extent_max = RC_ITEM_TICKS_MAX - 1000,
                     .count = 1000,
                     .size_max = 100,
                     .steps = 1500,
                     .estimate_rarity = 5,
                     .variety = 1};
  run_flavour(&f, 6);
}

static void extents_match_with_estimates_that_fit_no_leaf(void) {
  const flavour f = {.estimate_max = RC_ITEM_TICKS_MAX,
                     .extent_max = 100000,
                     .count = 1000,
                     .size_max = 40,
                     .steps = 1500,
                     .estimate_rarity = 3,
                     .variety = 1};
  run_flavour(&f, 7);
}

static void extents_match_at_the_longest_list(void) {
  const flavour f = {.estimate_max = RC_ITEM_TICKS_MAX,
                     .extent_max = RC_ITEM_TICKS_MAX,
                     .count = 800000,
                     .size_max = 4000,
                     .steps = 120,
                     .estimate_rarity = 4,
                     .variety = 1};
  run_flavour(&f, 8);
}

static void extents_match_without_any_length(void) {
  const flavour f = {.estimate_max = 0,
                     .extent_max = 0,
                     .count = 500,
                     .size_max = 80,
                     .steps = 500,
                     .estimate_rarity = 10,
                     .variety = 1};
  run_flavour(&f, 9);
}

// -- bulk builds --

// Extents as `kind` says, one of them another at times.
static void fill_for_build(test_random *random, int64_t kind, int64_t *extents, int64_t count) {
  static const int64_t odd[] = {0, 1, 127, 128, 8388607, 8388608, 30000000, 2000000000};
  for (int64_t i = 0; i < count; i++) {
    extents[i] = test_random_in(random, 128, 500000);
    if (kind == 1) extents[i] = 9600 + (i / 64 % 3 == 0) * (i % 2);
    if (kind == 2) extents[i] = test_random_in(random, 0, 3);
    if (kind == 3 && i % 70 == 0) extents[i] = odd[test_random_in(random, 0, 7)];
    if (kind == 4 && test_random_one_in(random, 300)) extents[i] = odd[i % 8];
  }
}

// Leaves of 64 under nodes of 32 and more.
static void append_leaves(extents_pair *pair, test_random *random, int leaves) {
  int64_t values[64];
  for (int leaf = 0; leaf < leaves; leaf++) {
    for (int i = 0; i < 64; i++) values[i] = test_random_in(random, 1, 5000);
    CHECK_EQUAL(pair_insert(pair, pair->model.count, values, 64), RC_STATUS_OK);
  }
}

static void extents_match_across_the_borders_of_full_leaves(void) {
  test_random random = {test_seed(34)};
  for (int64_t border = 0; border <= 64 * 70; border += 64 * 32) {
    for (int64_t turn = 0; turn<24; turn += test_stride()> 1 ? 5 : 1) {
      PAIR(pair, pair_begin(&pair, 4000, 0));
      append_leaves(&pair, &random, 70);
      const bool forgets = turn % 2 == 0;
      int64_t values[64], at = border < 100 ? 100 + border : border - turn;
      int64_t count = forgets ? test_random_in(&random, 2, 200) : test_random_in(&random, 2, 64);
      if (at + count > pair.model.count) at = pair.model.count - count;
      for (int i = 0; i < 64; i++) values[i] = test_random_in(&random, 1, 5000);
      CHECK_EQUAL(pair_measure(&pair, at, forgets ? NULL : values, count), RC_STATUS_OK);
      pair_check(&pair);
      CHECK_EQUAL(pair_estimate(&pair, 100 + turn), RC_STATUS_OK);
      CHECK_EQUAL(pair_measure(&pair, at + 1, values, 1), RC_STATUS_OK);
      pair_check(&pair);
    }
  }
}

static void extents_built_at_once_match_the_model(void) {
  static const int64_t counts[] = {255, 256, 257, 511, 512, 700, 1100};
  static const int64_t spacings[] = {0, 960, 7, 16777214, 40000000};
  test_random random = {test_seed(31)};
  int64_t extents[1100];
  for (int64_t turn = 0; turn < test_count(7 * 5 * 5) && !test_has_failed(); turn++) {
    int64_t count = counts[turn % 7];
    PAIR(pair, pair_begin(&pair, 4000, spacings[turn / 7 % 5]));
    fill_for_build(&random, turn / 35 % 5, extents, count);
    CHECK_EQUAL(pair_insert(&pair, 0, extents, count), RC_STATUS_OK);
    pair_check(&pair);
    CHECK_EQUAL(pair_insert(&pair, count / 3, extents, count), RC_STATUS_OK);
    CHECK_EQUAL(pair_measure(&pair, 17, extents, count), RC_STATUS_OK);
    pair_check(&pair);
  }
}

static void extents_built_at_once_refuse_what_ticks_do(void) {
  const double wrong[] = {-1e-300, -0.001, -1, NAN, -NAN, INFINITY, -INFINITY, 4000001, 1e300};
  double values[600];
  PAIR(pair, pair_begin(&pair, 4000, 0));
  for (int i = 0; i < 600; i++) values[i] = 20 + i % 31;
  for (int place = 0; place < 600; place += 23) {
    for (int i = 0; i < 9; i++) {
      values[place] = wrong[i];
      rc_status status = rc_extents_insert(pair.extents, 0, values, 600);
      CHECK_EQUAL(status, i > 6 ? RC_STATUS_LIMIT : RC_STATUS_ARGUMENT);
    }
    values[place] = 20;
  }
  pair_check(&pair);
  values[300] = -0.0, values[301] = 1e-300;
  CHECK_EQUAL(rc_extents_insert(pair.extents, 0, values, 600), RC_STATUS_OK);
  rc_item item;
  CHECK_EQUAL(rc_extents_item(pair.extents, 301, &item), RC_STATUS_OK);
  CHECK(item.extent <= 0);
}

static void extents_built_at_once_round_each_as_ticks_do(void) {
  test_random random = {test_seed(32)};
  double values[1024], extents[1024];
  for (int64_t turn = 0; turn < 40; turn++) {
    rc_extents_options options = {.estimate = 44};
    options.spacing = rc_ticks_to_points(turn % 4);
    for (int i = 0; i < 1024; i++) {
      values[i] = (double)test_random_in(&random, 300, 2000000) / (i % 2 == 0 ? 1920 : 7000);
    }
    rc_extents *e;
    CHECK_EQUAL(rc_extents_create(&options, NULL, &e), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_insert(e, 0, values, 1024), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_copy(e, 0, 1024, NULL, extents), RC_STATUS_OK);
    for (int i = 0; i < 1024; i++) {
      int64_t ticks = -1, found = -2;
      CHECK_EQUAL(rc_ticks_from_points(values[i], &ticks), RC_STATUS_OK);
      CHECK_EQUAL(rc_ticks_from_points(extents[i], &found), RC_STATUS_OK);
      CHECK_EQUAL(found, ticks);
    }
    rc_extents_destroy(e);
  }
}

static void equal_extents_built_at_once_take_no_leaves(void) {
  test_memory memory;
  rc_allocator allocator = test_memory_allocator(&memory);
  rc_extents *e;
  double values[4096];
  for (int i = 0; i < 4096; i++) values[i] = 70;
  CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 0, values, 4096), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_measured_count(e), 4096);
  CHECK(rc_extents_length(e) == 70 * 4096.0);
  CHECK(memory.bytes < 1024);
  CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
  rc_extents_destroy(e);
  CHECK_EQUAL(memory.blocks, 0);
}

static const test_case cases[] = {
    CASE(extents_match_after_all_short_histories),
    CASE(extents_match_under_random_edits),
    CASE(extents_match_under_large_edits_of_long_lists),
    CASE(extents_match_under_edits_of_runs),
    CASE(extents_match_with_many_small_runs),
    CASE(extents_match_with_spacing),
    CASE(extents_match_with_much_more_spacing_than_extent),
    CASE(extents_match_with_the_longest_extents),
    CASE(extents_match_with_estimates_that_fit_no_leaf),
    CASE(extents_match_at_the_longest_list),
    CASE(extents_match_without_any_length),
    CASE(extents_match_across_the_borders_of_full_leaves),
    CASE(extents_built_at_once_match_the_model),
    CASE(extents_built_at_once_refuse_what_ticks_do),
    CASE(extents_built_at_once_round_each_as_ticks_do),
    CASE(equal_extents_built_at_once_take_no_leaves),
};

const test_suite suite_extents = SUITE(cases);
