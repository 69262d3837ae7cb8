// Motions, by whole histories of updates, beside the slow model.

#include "fuzz.h"
#include "motion/script_motion.h"

void fuzz_one(void) {
  static model_motion model;
  test_random random = {test_seed(1)};
  script_run_motion(&random, &model, 40);
}
