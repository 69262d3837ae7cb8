// CheckedList: random calls to a list and to the slow, obvious model of it, side by side. After
// each call both are compared, and the list validates itself.
//
//     differential COUNT SEED GENERATOR
//
// GENERATOR: uniform, scroll, borders, sections, host, rest, or all of them in turn. Every so often
// some calls go to extents of thousands of items, whose trees are higher than those of the lists,
// which are short so that many calls are made. Of a host its steps are counted. It ends with a line
// of how many calls were made, a digest of what they answered, and how fast.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "extents/extents_pair.h"
#include "host/script_host.h"
#include "impressions/script_impressions.h"
#include "lanes/script_lanes.h"
#include "list/script_laned.h"
#include "list/script_list_flavours.h"
#include "motion/script_motion.h"
#include "separators/script_separators.h"
#include "snapshot/script_snapshot.h"
#include "store/script_store.h"
#include "tickets/script_tickets.h"

enum { SCRIPTS = 64, CALLS = 150, ROUNDS_BETWEEN_DEEP = 40, DEEP_CALLS = 200 };
enum { HOST_SCRIPTS = 256, HOST_CALLS = 60 };

static const script_flavour *const flavours[] = {&script_uniform, &script_scroll, &script_borders,
                                                 &script_sections};
enum { HOST = sizeof flavours / sizeof flavours[0], REST, GENERATORS };

/// A flavour as it is drawn for one round of scripts: some lists are longer, some settings stay.
static script_flavour drawn(const script_flavour *base, test_random *random) {
  script_flavour flavour = *base;
  flavour.has_slack = test_random_one_in(random, 3);
  flavour.sticks_to_end = test_random_one_in(random, 4);
  flavour.uses_mean_estimate = test_random_one_in(random, 4);
  if (test_random_one_in(random, 40)) flavour.initial_count_most = flavour.count_most = 150;
  return flavour;
}

static int64_t deep_extent(test_random *random) {
  if (test_random_one_in(random, 400))
    return (RC_ITEM_TICKS_MAX - 900) / test_random_in(random, 1, 4);
  return test_random_in(random, 0, test_random_one_in(random, 3) ? 3 : 60000);
}

static void call_deep(extents_pair *pair, test_random *random) {
  int64_t extents[200], count = pair->model.count;
  int64_t lower = test_random_in(random, 0, count), size = test_random_in(random, 0, 12);
  int64_t to, kind = test_random_in(random, 0, 7);
  if (test_random_one_in(random, 5)) size = test_random_in(random, 0, 200);
  for (int64_t i = 0; i < size; i++) extents[i] = deep_extent(random);
  int64_t upper = lower + size < count ? lower + size : count;
  switch (kind) {
    case 0:
      pair_insert(pair, lower, NULL, size);
      break;
    case 1:
    case 2:
      if (count < 9000) pair_insert(pair, lower, extents, size);
      break;
    case 3:
      pair_remove(pair, lower, upper);
      break;
    case 4:
      to = test_random_in(random, 0, count - (upper - lower));
      pair_move(pair, lower, upper, to);
      break;
    case 5:
      pair_measure(pair, lower, NULL, upper - lower);
      break;
    case 6:
      pair_estimate(pair, deep_extent(random) % 90000);
      break;
    default:
      pair_measure(pair, lower, extents, upper - lower);
  }
}

/// Calls to extents whose tree is three nodes high; returns how many.
static int64_t run_deep(test_random *random) {
  static int64_t first[8000];
  extents_pair pair;
  pair_begin(&pair, test_random_in(random, 0, 90000), test_random_in(random, 0, 9) * 100);
  for (int64_t i = 0; i < 8000; i++) first[i] = test_random_in(random, 0, 90000);
  pair_insert(&pair, 0, first, test_random_in(random, 1000, 8000));
  int64_t calls = 0;
  for (; calls < DEEP_CALLS && !test_has_failed(); calls++) {
    call_deep(&pair, random);
    if (!test_has_failed()) pair_check(&pair);
    int64_t length = model_extents_length(&pair.model);
    int64_t offset = test_random_in(random, -5, length + 5);
    if (!test_has_failed()) pair_check_at(&pair, offset);
    if (!test_has_failed()) pair_check_in(&pair, offset, offset + test_random_in(random, 0, 90000));
  }
  if (!test_has_failed()) pair_end(&pair);
  return calls;
}

/// Sessions of a host and its model; returns how many steps both have made.
static int64_t run_hosts(test_random *random) {
  int64_t steps = 0;
  for (int i = 0; i < HOST_SCRIPTS && !test_has_failed(); i++) {
    steps += script_host_run(random, HOST_CALLS);
  }
  return steps;
}

/// Stores, tickets, impressions, lanes alone and of lists, separators, snapshots and motions.
static int64_t run_rest(test_random *random) {
  static model_motion motion;
  for (int i = 0; i < SCRIPTS && !test_has_failed(); i++) {
    script_store_run(random, CALLS);
    if (!test_has_failed()) script_tickets_run(random, CALLS);
    if (!test_has_failed()) script_impressions_run(random, CALLS);
    if (!test_has_failed()) script_separators_run(random, CALLS);
    if (!test_has_failed()) script_separators_run_store(random, CALLS);
    if (!test_has_failed()) script_snapshot_run(random, CALLS);
    if (!test_has_failed()) script_lanes_run(random, CALLS / 3, i % 16 == 0 ? 3000 : 300);
    if (!test_has_failed()) script_laned_run(test_random_next(random), LANED_ALL, CALLS / 8);
    if (!test_has_failed()) script_laned_run(test_random_next(random), LANED_PAIRED, CALLS / 8);
    if (!test_has_failed()) script_run_motion(random, &motion, CALLS);
  }
  return 7 * SCRIPTS * CALLS + SCRIPTS * (CALLS / 3 + CALLS / 4);
}

static int64_t run(int generator, test_random *random) {
  if (generator == HOST) return run_hosts(random);
  if (generator == REST) return run_rest(random);
  script_flavour flavour = drawn(flavours[generator], random);
  return script_run_flavour(&flavour, random, SCRIPTS, CALLS);
}

static int find_generator(const char *name) {
  static const char *const names[] = {"uniform", "scroll", "borders", "sections",
                                      "host",    "rest",   "all"};
  for (int i = 0; i <= GENERATORS; i++) {
    if (strcmp(name, names[i]) == 0) return i;
  }
  return -1;
}

int main(int argc, char **argv) {
  int chosen = argc == 4 ? find_generator(argv[3]) : -1;
  if (chosen < 0) {
    fprintf(stderr,
            "usage: differential COUNT SEED uniform|scroll|borders|sections|host|rest|all\n");
    return 2;
  }
  int64_t count = strtoll(argv[1], NULL, 10), done = 0, told = 0;
  uint64_t seed = strtoull(argv[2], NULL, 10);
  test_random random = {seed};
  struct timespec start, now;
  timespec_get(&start, TIME_UTC);
  double seconds = 0;
  for (int64_t round = 0; done < count && !test_has_failed(); round++) {
    int generator = chosen < GENERATORS ? chosen : (int)(round % GENERATORS);
    done += run(generator, &random);
    if (round % ROUNDS_BETWEEN_DEEP == 0 && !test_has_failed()) done += run_deep(&random);
    timespec_get(&now, TIME_UTC);
    seconds = (double)(now.tv_sec - start.tv_sec) + (double)(now.tv_nsec - start.tv_nsec) / 1e9;
    if (seconds < (double)(told + 1) * 30) continue;
    told = (int64_t)(seconds / 30);
    fprintf(stderr, "%" PRId64 " calls in %.0f s\n", done, seconds);
  }
  if (test_has_failed()) fprintf(stderr, "%s\n", test_failure());
  printf("%" PRId64 " operations, %s, seed %" PRIu64 ", digest %016" PRIx64 ", %.0f a second\n",
         done, test_has_failed() ? "DIFFERENT" : "no difference", seed, test_digest(),
         (double)done / seconds);
  return test_has_failed() ? 1 : 0;
}
