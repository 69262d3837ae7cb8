#include "base.h"

#define TEXT_OF(value) #value
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *rc_version_text(void) {
  return VERSION_TEXT(RC_VERSION_MAJOR, RC_VERSION_MINOR, RC_VERSION_PATCH);
}

const char *rc_status_text(rc_status status) {
  switch (status) {
    case RC_STATUS_OK:
      return "ok";
    case RC_STATUS_ARGUMENT:
      return "invalid argument";
    case RC_STATUS_LIMIT:
      return "limit exceeded";
    case RC_STATUS_NO_MEMORY:
      return "out of memory";
    case RC_STATUS_NOT_FOUND:
      return "not found";
    case RC_STATUS_STALE:
      return "stale token";
    case RC_STATUS_BUSY:
      return "busy";
    case RC_STATUS_CORRUPT:
      return "internal inconsistency";
    case RC_STATUS_SENTINEL:
      break;
  }
  return "unknown status";
}
