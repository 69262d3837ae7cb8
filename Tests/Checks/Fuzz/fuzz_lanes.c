// Lanes and their models, by the script and the session of the cases, with updates, and in the
// latter restored: `rc_lanes_update`.

#include "fuzz.h"
#include "lanes/lanes_pair.h"
#include "lanes/masonry_session.h"
#include "lanes/script_lanes.h"

void fuzz_one(void) {
  test_random none = {0};
  masonry_counts counts = {0};
  if (test_random_one_in(&none, 2)) {
    script_lanes_run(&none, 40, 900);
  } else {
    masonry_session_run(&none, 30, &counts);
  }
}
