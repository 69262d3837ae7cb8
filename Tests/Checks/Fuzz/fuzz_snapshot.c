// Snapshots and their model, by the script of the cases; and bytes that may be anything.

#include "fuzz.h"
#include "snapshot/script_snapshot.h"

void fuzz_one(void) {
  test_random none = {0};
  if (test_random_one_in(&none, 2)) {
    script_snapshot_run(&none, 40);
  } else {
    script_snapshot_read(&none);
  }
}
