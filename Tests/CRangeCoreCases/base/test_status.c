// What is said of statuses and of the version.

#include <stdio.h>
#include <string.h>

#include "../harness.h"
#include "../library.h"

static void each_status_has_a_text_of_its_own(void) {
  for (int a = RC_STATUS_OK; a <= RC_STATUS_CORRUPT; a++) {
    const char *text = rc_status_text((rc_status)a);
    CHECK(strlen(text) > 1 && strcmp(text, "unknown status") != 0);
    for (int b = RC_STATUS_OK; b < a; b++) CHECK(strcmp(text, rc_status_text((rc_status)b)) != 0);
  }
}

static void unknown_statuses_have_a_text(void) {
  const int wrong[] = {-1, RC_STATUS_CORRUPT + 1, 1000, RC_STATUS_SENTINEL};
  for (int i = 0; i < 4; i++) {
    CHECK(strcmp(rc_status_text((rc_status)wrong[i]), "unknown status") == 0);
  }
}

static void the_version_is_that_of_the_header(void) {
  char text[32];
  snprintf(text, sizeof text, "%d.%d.%d", RC_VERSION_MAJOR, RC_VERSION_MINOR, RC_VERSION_PATCH);
  CHECK(strcmp(rc_version_text(), text) == 0);
}

static const test_case cases[] = {
    CASE(each_status_has_a_text_of_its_own),
    CASE(unknown_statuses_have_a_text),
    CASE(the_version_is_that_of_the_header),
};

const test_suite suite_status = SUITE(cases);
