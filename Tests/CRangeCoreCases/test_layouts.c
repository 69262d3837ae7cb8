// Where the fields of the open structs are. Callers in other languages have it written down.

#include "harness.h"
#include "layouts.h"

static size_t column_here(void) {
  struct {
    char first;
    int64_t second;
  } pair;
  if (sizeof(void *) == 8) return 0;
  return (size_t)((char *)&pair.second - &pair.first) == 8 ? 1 : 2;
}

static void structs_have_the_sizes_and_offsets_that_were_promised(void) {
  CHECK(layouts_count > 0);
  for (size_t i = 0; i < layouts_count; i++) {
    const layout *row = &layouts[i];
    CHECK_F(row->here == row->expected[column_here()], "%s is %zu, expected %zu", row->name,
            row->here, row->expected[column_here()]);
  }
}

static const test_case cases[] = {
    CASE(structs_have_the_sizes_and_offsets_that_were_promised),
};

const test_suite suite_layouts = SUITE(cases);
