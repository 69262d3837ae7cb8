// Stores and their model, by the script of the cases.

#include "fuzz.h"
#include "store/script_store.h"

void fuzz_one(void) {
  test_random none = {0};
  script_store_run(&none, 60);
}
