// Every file of cases, in the order in which they run.

#ifndef SUITES_H
#define SUITES_H

#include "harness.h"

extern const test_suite suite_status;
extern const test_suite suite_memory;
extern const test_suite suite_ticks;
extern const test_suite suite_ranges;
extern const test_suite suite_modes;
extern const test_suite suite_motion;
extern const test_suite suite_extents;
extern const test_suite suite_extents_scroll;
extern const test_suite suite_extents_limits;
extern const test_suite suite_extents_memory;
extern const test_suite suite_extents_nodes;
extern const test_suite suite_borders;
extern const test_suite suite_extents_broken;
extern const test_suite suite_slabs_broken;
extern const test_suite suite_shape;
extern const test_suite suite_states;
extern const test_suite suite_states_broken;
extern const test_suite suite_batch;
extern const test_suite suite_texture;
extern const test_suite suite_batch_context;
extern const test_suite suite_batch_end;
extern const test_suite suite_batch_end_history;
extern const test_suite suite_diff;
extern const test_suite suite_store;
extern const test_suite suite_store_joins;
extern const test_suite suite_store_keys;
extern const test_suite suite_store_edges;
extern const test_suite suite_store_fresh;
extern const test_suite suite_store_shifts;
extern const test_suite suite_store_timing;
extern const test_suite suite_store_limits;
extern const test_suite suite_store_broken;
extern const test_suite suite_store_random;
extern const test_suite suite_store_properties;
extern const test_suite suite_tickets;
extern const test_suite suite_tickets_ends;
extern const test_suite suite_tickets_random;
extern const test_suite suite_tickets_broken;
extern const test_suite suite_impressions;
extern const test_suite suite_impressions_random;
extern const test_suite suite_impressions_broken;
extern const test_suite suite_separators;
extern const test_suite suite_separators_random;
extern const test_suite suite_separators_broken;
extern const test_suite suite_separators_list;
extern const test_suite suite_masonry;
extern const test_suite suite_lanes;
extern const test_suite suite_lanes_random;
extern const test_suite suite_lanes_broken;
extern const test_suite suite_list;
extern const test_suite suite_list_ranges;
extern const test_suite suite_list_foresight;
extern const test_suite suite_list_changes;
extern const test_suite suite_list_anchor;
extern const test_suite suite_list_meetings;
extern const test_suite suite_list_touch;
extern const test_suite suite_list_border;
extern const test_suite suite_list_hosts;
extern const test_suite suite_list_layout;
extern const test_suite suite_list_keep;
extern const test_suite suite_list_names;
extern const test_suite suite_list_wants;
extern const test_suite suite_list_impressions;
extern const test_suite suite_list_sections;
extern const test_suite suite_list_pinned;
extern const test_suite suite_list_steps;
extern const test_suite suite_list_scroll;
extern const test_suite suite_list_batch;
extern const test_suite suite_list_flights;
extern const test_suite suite_list_limits;
extern const test_suite suite_list_large;
extern const test_suite suite_list_random;
extern const test_suite suite_list_broken;
extern const test_suite suite_list_quiet;
extern const test_suite suite_list_lanes;
extern const test_suite suite_list_lanes_random;
extern const test_suite suite_host;
extern const test_suite suite_host_again;
extern const test_suite suite_host_goal;
extern const test_suite suite_host_lanes;
extern const test_suite suite_host_memory;
extern const test_suite suite_host_random;
extern const test_suite suite_host_states;
extern const test_suite suite_snapshot;
extern const test_suite suite_snapshot_places;
extern const test_suite suite_snapshot_lanes;
extern const test_suite suite_snapshot_random;
extern const test_suite suite_snapshot_broken;
extern const test_suite suite_misuse_values;
extern const test_suite suite_misuse_lines;
extern const test_suite suite_misuse_sizes;

static const test_suite *const suites[] = {
    &suite_status,
    &suite_memory,
    &suite_ticks,
    &suite_ranges,
    &suite_modes,
    &suite_motion,
    &suite_extents,
    &suite_extents_scroll,
    &suite_extents_limits,
    &suite_extents_memory,
    &suite_extents_nodes,
    &suite_borders,
    &suite_extents_broken,
    &suite_slabs_broken,
    &suite_shape,
    &suite_states,
    &suite_states_broken,
    &suite_batch,
    &suite_texture,
    &suite_batch_context,
    &suite_batch_end,
    &suite_batch_end_history,
    &suite_diff,
    &suite_store,
    &suite_store_keys,
    &suite_store_joins,
    &suite_store_shifts,
    &suite_store_edges,
    &suite_store_fresh,
    &suite_store_timing,
    &suite_store_limits,
    &suite_store_broken,
    &suite_store_random,
    &suite_store_properties,
    &suite_tickets,
    &suite_tickets_ends,
    &suite_tickets_random,
    &suite_tickets_broken,
    &suite_impressions,
    &suite_impressions_random,
    &suite_impressions_broken,
    &suite_separators,
    &suite_separators_random,
    &suite_separators_broken,
    &suite_separators_list,
    &suite_masonry,
    &suite_lanes,
    &suite_lanes_random,
    &suite_lanes_broken,
    &suite_list,
    &suite_list_ranges,
    &suite_list_foresight,
    &suite_list_changes,
    &suite_list_anchor,
    &suite_list_meetings,
    &suite_list_touch,
    &suite_list_border,
    &suite_list_hosts,
    &suite_list_layout,
    &suite_list_keep,
    &suite_list_names,
    &suite_list_wants,
    &suite_list_impressions,
    &suite_list_sections,
    &suite_list_pinned,
    &suite_list_steps,
    &suite_list_scroll,
    &suite_list_batch,
    &suite_list_flights,
    &suite_list_limits,
    &suite_list_large,
    &suite_list_random,
    &suite_list_broken,
    &suite_list_quiet,
    &suite_list_lanes,
    &suite_list_lanes_random,
    &suite_host,
    &suite_host_again,
    &suite_host_goal,
    &suite_host_lanes,
    &suite_host_memory,
    &suite_host_random,
    &suite_host_states,
    &suite_snapshot,
    &suite_snapshot_places,
    &suite_snapshot_lanes,
    &suite_snapshot_random,
    &suite_snapshot_broken,
    &suite_misuse_values,
    &suite_misuse_lines,
    &suite_misuse_sizes,
};

#endif
