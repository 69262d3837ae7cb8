// Lists in lanes, by the script of the cases: everything at once, or beside bare lanes.

#include "fuzz.h"
#include "list/script_laned.h"

void fuzz_one(void) {
  const unsigned flavours[] = {LANED_PAIRED, LANED_ALL | LANED_SHORT | LANED_TALL,
                               LANED_ALL | LANED_MEMORY,
                               LANED_FORESIGHT | LANED_HIDDEN | LANED_HEADERS};
  script_laned_run(0, flavours[fuzz_enum(3) & 3], 60);
}
