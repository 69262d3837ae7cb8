// A host and its model, by the script of the cases.

#include "fuzz.h"
#include "host/script_host.h"

void fuzz_one(void) {
  test_random none = {0};
  script_host_run(&none, 40);
}
