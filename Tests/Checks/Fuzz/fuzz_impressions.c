// Impressions and their model, by the script of the cases.

#include "fuzz.h"
#include "impressions/script_impressions.h"

void fuzz_one(void) {
  test_random none = {0};
  script_impressions_run(&none, 40);
}
