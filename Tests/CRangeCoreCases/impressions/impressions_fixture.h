// Impressions in short: views and events as text.
//
//     views       "5:110/200 6:1/2r1x0.5"    110 of 200 of id 5; of 6 by rule 1, half across
//     events      "SEEN 5 @2 +1 LEFT 5 @3.5 +2.5 CROSSED 5 #2 0.5"   time, seconds; level, fraction

#ifndef IMPRESSIONS_FIXTURE_H
#define IMPRESSIONS_FIXTURE_H

#include "../list/list_fixture.h"
#include "../list/list_memory.h"

typedef struct {
  rc_impressions *impressions;
  rc_impressions_report report;
  list_memory memory;
  bool is_away;
  char text[512];
} impressions_fixture;

/// With options of its own, or NULL; its viewport is 600 long.
void impressions_begin(impressions_fixture *f, const rc_impressions_options *options);
void impressions_end(impressions_fixture *f);

/// A fixture of this name, which ends with the block.
#define IMPRESSIONS(name, options)                                          \
  __attribute__((cleanup(impressions_end))) impressions_fixture name = {0}; \
  impressions_begin(&name, options)

/// Sets the views of list 7, and of any list.
void impressions_show(impressions_fixture *f, const char *views);
void impressions_show_in(impressions_fixture *f, int64_t list, const char *views);
/// Updates, and returns the events.
const char *impressions_go(impressions_fixture *f, double time);
/// Both at once.
const char *impressions_go_with(impressions_fixture *f, double time, const char *views);

#endif
