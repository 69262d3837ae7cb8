#include <string.h>

#include "store_fixture.h"

static const test_case cases[] = {{"", NULL}};

const test_suite suite_store_keys = {cases, 0};
