// Extents and their model, by whole histories; and the memory gone at any allocation.

#include "extents/extents_pair.h"
#include "fuzz.h"

enum { ITEMS_MAX = 3000, ROOM = 260 };

static test_random none;

static int64_t upto(int64_t most) {
  return test_random_in(&none, 0, most);
}

static const int64_t *some_extents(int64_t *room, int64_t count) {
  int64_t most = test_random_one_in(&none, 16) ? RC_ITEM_TICKS_MAX / 2 : 100000;
  int64_t first = upto(most), step = upto(50);
  for (int64_t i = 0; i < count; i++) room[i] = (first + i * step) % (most + 1);
  return room;
}

static rc_status edit(extents_pair *pair, int64_t kind) {
  int64_t room[ROOM], count = pair->model.count;
  int64_t size = test_random_one_in(&none, 4) ? upto(ROOM) : upto(9);
  int64_t lower = upto(count), upper = lower + size < count ? lower + size : count;
  if (count + size > ITEMS_MAX && kind < 3) kind = 3;
  switch (kind) {
    case 0:
      return pair_insert(pair, lower, NULL, size);
    case 1:
    case 2:
      return pair_insert(pair, lower, some_extents(room, size), size);
    case 3:
      return pair_remove(pair, lower, upper);
    case 4:
      return pair_move(pair, lower, upper, upto(count - (upper - lower)));
    case 5:
    case 6:
      return pair_measure(pair, lower, some_extents(room, upper - lower), upper - lower);
    case 7:
      return pair_measure(pair, lower, NULL, upper - lower);
    default:
      return pair_estimate(pair, upto(90000));
  }
}

void fuzz_one(void) {
  extents_pair pair;
  pair_begin(&pair, upto(90000), test_random_one_in(&none, 2) ? upto(20000) : 0);
  for (int i = 0; i < 64 && fuzz_has_more(); i++) {
    int64_t kind = upto(10);
    if (kind > 8) {
      int64_t length = model_extents_length(&pair.model);
      int64_t offset = test_random_in(&none, -2000, length + 2000);
      pair_check_at(&pair, offset);
      pair_check_in(&pair, offset, offset + test_random_in(&none, -5, 500000));
      continue;
    }
    if (test_random_one_in(&none, 8)) pair.memory.left = upto(4);
    edit(&pair, kind);
    pair.memory.left = -1;
    pair_check(&pair);
  }
  pair_end(&pair);
}
