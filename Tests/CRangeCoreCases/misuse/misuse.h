// Bad inputs, each with the status that it must have: what they are tried on, and their lists.
//
// Numbers, indices, enums, sizes and tokens are lists of values tried at each place that takes such
// a value (misuse_numbers.h, misuse_wholes.h); the rest are lines of their own (misuse_lines_*.h).
// Each is tried on a world of its own, beside a twin that nobody treats badly. Where it is refused,
// the world is as before, and nothing was written; in any case the right call then works, and after
// a refusal both worlds go on alike.

#ifndef MISUSE_H
#define MISUSE_H

#include "../harness.h"
#include "../library.h"
#include "../list/list_memory.h"

#define MISUSE_COUNT 40

/// What calls write to.
typedef struct {
  int64_t ticks;
  double points, offsets[MISUSE_COUNT], extents[MISUSE_COUNT];
  rc_item item;
  rc_interval interval;
  rc_tuning tuning;
  rc_batch_decision decision;
  rc_update update;
  rc_list *list;
  rc_extents *new_extents;
  rc_batch_context *context;
  rc_batch_token token;
  rc_store *store;
  rc_store_plan plan;
  rc_store_result result;
  rc_store_slot slot;
  rc_store_load load;
  rc_store_counts counts;
  rc_store_settings store_settings;
  rc_host *host;
  rc_host_options host_options;
  rc_host_step step;
  const rc_host_act *acts;
  size_t act_count;
  uint32_t node;
  int64_t index;
  const char *reason;
  bool is_any;
  rc_tickets *tickets;
  rc_tickets_plan tickets_plan;
  rc_ticket ticket;
  rc_tickets_counters tickets_counters;
  rc_tickets_settings tickets_settings;
  rc_ticket_want wants[MISUSE_COUNT];
  rc_impressions *impressions;
  rc_impressions_report report;
  rc_impressions_options impressions_options;
  rc_impression_view views[MISUSE_COUNT];
  size_t view_count;
  rc_separators *separators;
  const rc_separator_pair *pairs;
  size_t pair_count;
  rc_separators_result separators_result;
  rc_separator separator;
  rc_snapshot *snapshot;
  rc_snapshot_place place;
  rc_snapshot_goal goal;
  size_t size;
  unsigned char bytes[1024];
  double seconds;
  size_t want_count;
  rc_lanes *new_lanes;
  rc_lanes_position positions[MISUSE_COUNT];
  rc_interval lane_items[3];
  double lane_offsets[3], correction;
  rc_diff *diff;
  const rc_edit *edits;
  rc_section section;
  rc_pinned_header pinned;
  rc_foresight foresight;
  size_t edit_count;
  rc_state states[MISUSE_COUNT];
  rc_id ids[MISUSE_COUNT];
} misuse_out;

/// One object of each kind with right arguments for each call. The list has 40 items, of which the
/// third is a header, a fetch in progress at its tail, and edits that no update has seen; the
/// extents have 40 items, 30 of them measured; a motion is at rest. The store has 40 slots, a page
/// of 20 with the ids 0 ..< 20, and a request in progress for the rest; the feed, of a source of
/// keys, a page of these ids. A list wants the tickets 1 … 4, of which 1 and 2 run, by these
/// tokens, 3 is ready and 4 has failed. A list shows 1 … 3 to impressions; 1 was seen, as was 9
/// before. Of 40 items in three lanes 10 are measured, most have a lane, 2 is wide, and 3 has
/// indents. Separators of the store are before its slots 0, 5, 10 and 15, and the pairs at 2 … 4
/// were asked for. The quiet list has 40 items as well, 30 of them measured, and no edits since its
/// update; the snapshot, of these bytes, has its place, and extents of its items up to the 20th.
/// The host has measured those on screen of another list of 40; the first has this node.
typedef struct {
  list_memory memory;
  rc_list *list;
  rc_extents *extents;
  rc_store *store, *feed;
  uint64_t store_token;
  rc_tickets *tickets;
  uint64_t ticket_token;
  rc_impressions *impressions;
  rc_separators *separators;
  rc_snapshot *snapshot;
  unsigned char bytes[1024];
  size_t size;
  rc_lanes *lanes;
  rc_list *quiet;
  rc_list *hosted;
  rc_host *host;
  uint32_t node;
  rc_motion motion;
  rc_batch_context *fetch;
  rc_batch_token token;

  rc_host_options host_options;
  rc_list_options options;
  rc_extents_options extents_options;
  rc_lanes_options lanes_options;
  rc_lanes_viewport lanes_viewport;
  double indents[3];
  uint32_t lane_values[3];
  rc_list_settings settings, settings_out;
  rc_viewport viewport;
  rc_batch_input input;
  rc_motion_input motion_input;
  rc_tuning tuning;
  rc_interval interval;
  rc_store_options store_options;
  rc_store_settings store_settings;
  rc_store_view view;
  rc_store_reply store_reply;
  rc_tickets_settings tickets_settings;
  rc_ticket_want wants[4];
  rc_impressions_options impressions_options;
  rc_impression_view views[3];
  uint32_t rules[MISUSE_COUNT];
  rc_edit slot_edit;
  int64_t costs[MISUSE_COUNT];
  rc_id more_ids[MISUSE_COUNT];
  rc_allocator allocator;
  double extent[3];
  rc_id ids[MISUSE_COUNT];
  /// Set by the preparation of a line.
  rc_batch_token old_token;

  misuse_out out;
} misuse_world;

void misuse_begin(misuse_world *world);
/// Fails where not all memory has come back.
void misuse_end(misuse_world *world);
/// All that can be asked of the objects without changing them.
uint64_t misuse_digest(misuse_world *world);
/// Goes on with the objects as a host does, and answers what they said.
uint64_t misuse_go_on(misuse_world *world);
/// Whether nothing was written to `out`.
bool misuse_wrote_nothing(const misuse_world *world);

// Calls that make something: what they made is ended at once.
rc_status misuse_drop_list(misuse_world *world, rc_status status);
rc_status misuse_drop_extents(misuse_world *world, rc_status status);
rc_status misuse_drop_lanes(misuse_world *world, rc_status status);
rc_status misuse_drop_store(misuse_world *world, rc_status status);
rc_status misuse_drop_host(misuse_world *w, rc_status status);
rc_status misuse_drop_tickets(misuse_world *world, rc_status status);
rc_status misuse_drop_impressions(misuse_world *world, rc_status status);
rc_status misuse_drop_separators(misuse_world *world, rc_status status);
rc_status misuse_drop_snapshot(misuse_world *world, rc_status status);
rc_status misuse_drop_diff(misuse_world *world, rc_status status);
rc_status misuse_drop_context(misuse_world *world, rc_status status);

// Calls of a store after which a right one is made: where that has begun with the same request, it
// is taken for done.
rc_status misuse_received(misuse_world *world, uint64_t token);
rc_status misuse_failed(misuse_world *world, double time, double jitter);
rc_status misuse_inserted(misuse_world *world, int64_t count);

// The same for the load of ticket 1.
rc_status misuse_finished(misuse_world *world, uint64_t token, int64_t cost, double time);
rc_status misuse_load_failed(misuse_world *world, uint64_t token, double time, double jitter);

/// The status that a function without one would have: of a fetch's outcome, and of a result that is
/// the one documented for bad input.
rc_status misuse_status_of_outcome(rc_batch_outcome outcome);
rc_status misuse_refused(bool is_refusal);
/// OK where the condition holds.
rc_status misuse_holds(bool condition);

/// A bad input.
typedef struct {
  const char *function, *place, *input;
  rc_status expected;
} misuse_line;

/// Tells of each.
typedef void misuse_visit(const misuse_line *line);
void misuse_each_value(misuse_visit *visit);
void misuse_each_line(misuse_visit *visit);

/// Fails with the name of the input.
#define MISUSE_CHECK(line, condition) \
  CHECK_F(condition, "%s, %s, %s: %s", (line)->function, (line)->place, (line)->input, #condition)

#endif
