// A store and its host, in short: slots, requests and edits as text.
//
//     slots       "1 2 - -"           ids, and placeholders
//     requests    "AT 4+2 LAST 2"     AT position+count, AT id~count, AFTER id+count …; a refresh
//     ends in ! edits       "FILL 0-2 REMOVE 4-5 MOVE 1-2>0"

#ifndef STORE_FIXTURE_H
#define STORE_FIXTURE_H

#include <string.h>

#include "../harness.h"
#include "../library.h"

enum { STORE_IDS = 64 };

typedef struct {
  rc_store *store;
  rc_store_options options;
  rc_store_settings settings;
  rc_store_view view;
  rc_store_plan plan;
  rc_store_result result;
  rc_store_reply told;
  rc_status status;
  char text[1024];
} store_fixture;

/// One with the default options and settings, and pages of two.
store_fixture store_of(rc_store_source source);
/// Makes the store.
void store_open(store_fixture *f);
void store_end(store_fixture *f);
/// A fixture of this name, which ends with the block.
#define STORE(name, begun) __attribute__((cleanup(store_end))) store_fixture name = begun
/// Updates, and returns the requests; their tokens count up from 1.
const char *store_look(store_fixture *f, int64_t visible_lower, int64_t visible_upper,
                       int64_t wanted_lower, int64_t wanted_upper);
/// The requests of the last update, or its status.
const char *store_requests(store_fixture *f);
/// Reads ids such as "1 2 3"; returns how many.
int64_t store_ids(const char *text, rc_id ids[STORE_IDS]);
/// Answers with ids such as "1 2 3" and what is `told`, which is told once; returns the edits, or
/// the status.
const char *store_reply(store_fixture *f, uint64_t token, const char *ids);
const char *store_slots(store_fixture *f);
/// The edits of the last result, or its status.
const char *store_edits(store_fixture *f);

#define CHECK_TEXT(actual, expected)                                                      \
  do {                                                                                    \
    const char *actual_text = (actual);                                                   \
    CHECK_F(strcmp(actual_text, expected) == 0, "%s is \"%s\", expected \"%s\"", #actual, \
            actual_text, expected);                                                       \
  } while (0)

#endif
