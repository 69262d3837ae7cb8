// Lanes and their model, by the script of the cases, with updates: `rc_lanes_update`.

#include "fuzz.h"
#include "lanes/lanes_pair.h"
#include "lanes/script_lanes.h"

void fuzz_one(void) {
  test_random none = {0};
  script_lanes_run(&none, 40, 900);
}
