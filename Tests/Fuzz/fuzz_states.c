// States and their model, by whole histories; each call first without memory.

#include <string.h>

#include "fuzz.h"
#include "states_pair.h"

static test_random none;

static int64_t upto(int64_t most) {
  return test_random_in(&none, 0, most);
}

static rc_interval some_items(int64_t count) {
  int64_t lower = test_random_in(&none, -3, count + 3);
  return (rc_interval){lower, lower + test_random_in(&none, -2, 20)};
}

static void update(states_pair *pair) {
  rc_state_ranges ranges = {0};
  int64_t count = pair->model.count;
  if (test_random_one_in(&none, 2)) {
    for (int bit = 1; bit < 8; bit++) {
      rc_interval items = some_items(count);
      int64_t slack = upto(3);
      ranges.bits[bit] = (rc_state_range){items, {items.lower - slack, items.upper + slack}};
    }
  } else {
    ranges = states_around(some_items(count), upto(6), upto(3));
  }
  states_pair_update(pair, &ranges);
  if (test_random_one_in(&none, 2)) return;
  rc_interval viewport = some_items(count);
  if (viewport.upper < viewport.lower) viewport.upper = viewport.lower;
  states_pair_order(pair, viewport, upto(1) ? RC_DIRECTION_FORWARD : RC_DIRECTION_BACKWARD, NULL);
}

void fuzz_one(void) {
  states_pair pair;
  states_pair_init(&pair);
  for (int i = 0; i < 60 && fuzz_has_more(); i++) {
    int64_t count = pair.model.count, lower = upto(count);
    int64_t upper = lower + upto(count - lower < 8 ? count - lower : 8);
    switch (upto(4)) {
      case 0:
        if (count < 200) states_pair_insert(&pair, lower, upto(12));
        break;
      case 1:
        states_pair_remove(&pair, lower, upper);
        break;
      case 2:
        states_pair_move(&pair, lower, upper, upto(count - (upper - lower)));
        break;
      default:
        update(&pair);
    }
  }
  states_pair_deinit(&pair);
}
