// Separators and their model, by the script of the cases, with edits of any kind and of a store.

#include "fuzz.h"
#include "separators/script_separators.h"

void fuzz_one(void) {
  test_random none = {0};
  script_separators_run(&none, 20);
  if (!test_has_failed()) script_separators_run_store(&none, 40);
}
