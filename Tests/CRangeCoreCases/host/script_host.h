// A host and its model at random, on a toolkit that rounds, clamps, hides and lies: whatever is
// called, both do the same. A case, a fuzzer and the differential check use it.

#ifndef SCRIPT_HOST_H
#define SCRIPT_HOST_H

#include "../harness.h"
#include "model_host.h"

typedef struct {
  test_random *random;
  rc_list *list;
  rc_host *host;
  rc_host_step step;
  /// What the last step began with.
  rc_viewport viewport;
  double told_breadth;
  model_host model;
  /// A list that has no host, and is told all that the other one is; NULL in some sessions.
  rc_list *twin;
  int64_t next_id;
  /// Of the toolkit: its offset, steps of offsets, and whether it clamps.
  double offset, rounding, length, breadth, insets[2];
  bool clamps, insets_are_fixed;
  uint32_t columns;
  double time;
  int64_t steps;
} script_host;

void script_host_begin(script_host *script, test_random *random);
/// The same with a list and a host that are chosen, for one whose `random` is NULL.
void script_host_create(script_host *script, const rc_list_options *options,
                        const rc_list_settings *settings, const rc_host_options *host);
void script_host_end(script_host *script);

/// Runs a session of so many calls; returns how many steps were made.
int64_t script_host_run(test_random *random, int calls);

// Calls on both, after which they are the same: `test_has_failed` where they are not.

void script_host_insert(script_host *script, int64_t index, int64_t count);
void script_host_remove(script_host *script, int64_t lower, int64_t upper);
void script_host_move(script_host *script, int64_t lower, int64_t upper, int64_t to);
void script_host_mark_header(script_host *script, int64_t index, bool is_header, uint32_t columns);
void script_host_mark_provisional(script_host *script, int64_t lower, int64_t upper);
void script_host_keep(script_host *script, int64_t index, bool keeps);
/// As `rc_list_keep`, which may be refused.
void script_host_keep_state(script_host *script, int64_t index, rc_state bits);
void script_host_renew(script_host *script, int64_t lower, int64_t upper);
void script_host_scroll_to(script_host *script, int64_t index, double fraction, double shift,
                           bool is_animated);
void script_host_scroll_to_offset(script_host *script, double offset, bool is_animated);
/// Tells another extent of an item, if it has a node.
void script_host_set_extent(script_host *script, int64_t index, double extent);
/// Begins a step.
void script_host_open(script_host *script, const rc_viewport *viewport, double breadth,
                      uint32_t columns);
/// Goes on with it: with so many extents, or that they come later.
void script_host_measure(script_host *script, size_t count, bool is_late);
void script_host_wrote(script_host *script, double offset);

/// Tells a list without a host what a host has done to its own since, which makes it the same; the
/// updates too, if one is expected.
void script_host_tell(rc_host *host, rc_list *list, rc_list *twin, const rc_update *expected);
void script_host_tell_twin(script_host *script);

/// What the view of an item needs, in points.
double script_host_extent(int64_t id, double breadth, uint32_t columns);

#endif
