// The lines of lanes; see misuse_lines_null.h.

LINE(rc_lanes_create, null_options, ARGUMENT, 0,
     rc_lanes_create(NULL, &w->allocator, &w->out.new_lanes))
LINE(rc_lanes_create, null_lanes, ARGUMENT, 0,
     rc_lanes_create(&w->lanes_options, &w->allocator, NULL))
LINE(rc_lanes_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_lanes_create(&w->lanes_options, &w->allocator, &w->out.new_lanes))
LINE(rc_lanes_create, no_lane, ARGUMENT, w->lanes_options.lane_count = 0,
     rc_lanes_create(&w->lanes_options, &w->allocator, &w->out.new_lanes))
LINE(rc_lanes_create, too_many_lanes, ARGUMENT, w->lanes_options.lane_count = RC_LANE_COUNT_MAX + 1,
     rc_lanes_create(&w->lanes_options, &w->allocator, &w->out.new_lanes))
LINE(rc_lanes_create, all_lanes, OK, w->lanes_options.lane_count = RC_LANE_COUNT_MAX,
     misuse_drop_lanes(w, rc_lanes_create(&w->lanes_options, &w->allocator, &w->out.new_lanes)))
LINE(rc_lanes_create, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_lanes_create(&w->lanes_options, &w->allocator, &w->out.new_lanes)))
LINE(rc_lanes_destroy, null_lanes, OK, 0, (rc_lanes_destroy(NULL), RC_STATUS_OK))
LINE(rc_lanes_count, null_lanes, OK, 0, misuse_holds(rc_lanes_count(NULL) == 0))
LINE(rc_lanes_length, null_lanes, OK, 0, misuse_holds(!(rc_lanes_length(NULL) > 0)))
LINE(rc_lanes_front, null_lanes, ARGUMENT, 0, rc_lanes_front(NULL, 3, w->out.lane_offsets))
LINE(rc_lanes_front, null_ends, ARGUMENT, 0, rc_lanes_front(w->lanes, 3, NULL))
LINE(rc_lanes_positions, null_lanes, ARGUMENT, 0, rc_lanes_positions(NULL, 3, 9, w->out.positions))
LINE(rc_lanes_positions, null_positions, ARGUMENT, 0, rc_lanes_positions(w->lanes, 3, 9, NULL))
LINE(rc_lanes_positions, null_for_none, OK, 0, rc_lanes_positions(w->lanes, 3, 3, NULL))
LINE(rc_lanes_positions, lower_past_upper, ARGUMENT, 0,
     rc_lanes_positions(w->lanes, 9, 8, w->out.positions))
LINE(rc_lanes_item_at, null_lanes, ARGUMENT, 0, rc_lanes_item_at(NULL, 9, 1, &w->out.index))
LINE(rc_lanes_item_at, null_index, ARGUMENT, 0, rc_lanes_item_at(w->lanes, 9, 1, NULL))
LINE(rc_lanes_item_at, no_items, NOT_FOUND, rc_lanes_remove(w->lanes, 0, MISUSE_COUNT),
     rc_lanes_item_at(w->lanes, 9, 1, &w->out.index))
LINE(rc_lanes_item_at, no_items_in_the_lane, NOT_FOUND,
     (rc_lanes_remove(w->lanes, 1, MISUSE_COUNT)), rc_lanes_item_at(w->lanes, 9, 1, &w->out.index))
LINE(rc_lanes_items_in, null_lanes, ARGUMENT, 0, rc_lanes_items_in(NULL, 9, 99, w->out.lane_items))
LINE(rc_lanes_items_in, null_items, ARGUMENT, 0, rc_lanes_items_in(w->lanes, 9, 99, NULL))
LINE(rc_lanes_items_in, lower_past_upper, OK, 0,
     rc_lanes_items_in(w->lanes, 9, -9, w->out.lane_items))
LINE(rc_lanes_items_in, past_a_limit_and_a_nan, ARGUMENT, 0,
     rc_lanes_items_in(w->lanes, 1e300, (double)NAN, w->out.lane_items))
LINE(rc_lanes_neighbor, null_lanes, ARGUMENT, 0,
     rc_lanes_neighbor(NULL, 9, 1, RC_DIRECTION_FORWARD, &w->out.index))
LINE(rc_lanes_neighbor, null_index, ARGUMENT, 0,
     rc_lanes_neighbor(w->lanes, 9, 1, RC_DIRECTION_FORWARD, NULL))
LINE(rc_lanes_neighbor, a_lane_that_there_is_not, ARGUMENT, 0,
     rc_lanes_neighbor(w->lanes, 9, 3, RC_DIRECTION_FORWARD, &w->out.index))
LINE(rc_lanes_neighbor, no_direction, ARGUMENT, 0,
     rc_lanes_neighbor(w->lanes, 9, 1, RC_DIRECTION_NONE, &w->out.index))
LINE(rc_lanes_neighbor, forward_past_the_last, ARGUMENT, 0,
     rc_lanes_neighbor(w->lanes, MISUSE_COUNT, 1, RC_DIRECTION_FORWARD, &w->out.index))
LINE(rc_lanes_neighbor, nothing_before, NOT_FOUND, 0,
     rc_lanes_neighbor(w->lanes, 0, 1, RC_DIRECTION_BACKWARD, &w->out.index))
LINE(rc_lanes_insert, null_lanes, ARGUMENT, 0, rc_lanes_insert(NULL, 0, NULL, 1))
LINE(rc_lanes_insert, nothing, OK, 0, rc_lanes_insert(w->lanes, 4, NULL, 0))
LINE(rc_lanes_insert, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_lanes_insert(w->lanes, 3, w->extent, 3)))
LINE(rc_lanes_remove, null_lanes, ARGUMENT, 0, rc_lanes_remove(NULL, 0, 0))
LINE(rc_lanes_remove, lower_past_upper, ARGUMENT, 0, rc_lanes_remove(w->lanes, 9, 8))
LINE(rc_lanes_move, null_lanes, ARGUMENT, 0, rc_lanes_move(NULL, 0, 0, 0))
LINE(rc_lanes_move, lower_past_upper, ARGUMENT, 0, rc_lanes_move(w->lanes, 9, 8, 0))
LINE(rc_lanes_move, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_lanes_move(w->lanes, 9, 10, 0)))
LINE(rc_lanes_set_extents, null_lanes, ARGUMENT, 0, rc_lanes_set_extents(NULL, 0, w->extent, 1))
LINE(rc_lanes_set_extents, null_values, ARGUMENT, 0, rc_lanes_set_extents(w->lanes, 0, NULL, 1))
LINE(rc_lanes_set_extents, null_for_nothing, OK, 0, rc_lanes_set_extents(w->lanes, 0, NULL, 0))
LINE(rc_lanes_forget_extents, null_lanes, ARGUMENT, 0, rc_lanes_forget_extents(NULL, 0, 0))
LINE(rc_lanes_forget_extents, lower_past_upper, ARGUMENT, 0,
     rc_lanes_forget_extents(w->lanes, 9, 8))
LINE(rc_lanes_set_estimate, null_lanes, ARGUMENT, 0, rc_lanes_set_estimate(NULL, 1))
LINE(rc_lanes_set_lanes, null_lanes, ARGUMENT, 0, rc_lanes_set_lanes(NULL, 0, w->lane_values, 3))
LINE(rc_lanes_set_lanes, null_values, ARGUMENT, 0, rc_lanes_set_lanes(w->lanes, 0, NULL, 1))
LINE(rc_lanes_set_lanes, a_lane_that_there_is_not, ARGUMENT, w->lane_values[2] = 3,
     rc_lanes_set_lanes(w->lanes, 0, w->lane_values, 3))
LINE(rc_lanes_set_lanes, no_lane, OK, w->lane_values[2] = RC_LANE_NONE,
     rc_lanes_set_lanes(w->lanes, 0, w->lane_values, 3))
LINE(rc_lanes_set_span, null_lanes, ARGUMENT, 0, rc_lanes_set_span(NULL, 0, 0, 1))
LINE(rc_lanes_set_span, two_lanes, ARGUMENT, 0, rc_lanes_set_span(w->lanes, 0, 1, 2))
LINE(rc_lanes_set_span, lower_past_upper, ARGUMENT, 0, rc_lanes_set_span(w->lanes, 9, 8, 1))
LINE(rc_lanes_get_indents, null_lanes, ARGUMENT, 0,
     rc_lanes_get_indents(NULL, 3, w->out.lane_offsets))
LINE(rc_lanes_get_indents, null_indents, ARGUMENT, 0, rc_lanes_get_indents(w->lanes, 3, NULL))
LINE(rc_lanes_get_indents, no_indents, NOT_FOUND, 0,
     rc_lanes_get_indents(w->lanes, 4, w->out.lane_offsets))
LINE(rc_lanes_set_indents, null_lanes, ARGUMENT, 0, rc_lanes_set_indents(NULL, 3, w->indents))
LINE(rc_lanes_set_indents, null_removes_them, OK, 0, rc_lanes_set_indents(w->lanes, 3, NULL))
LINE(rc_lanes_set_indents, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_lanes_set_indents(w->lanes, 9, w->indents)))
LINE(rc_lanes_update, null_lanes, ARGUMENT, 0,
     rc_lanes_update(NULL, &w->lanes_viewport, &w->out.correction))
LINE(rc_lanes_update, null_viewport, ARGUMENT, 0,
     rc_lanes_update(w->lanes, NULL, &w->out.correction))
LINE(rc_lanes_update, null_correction, ARGUMENT, 0,
     rc_lanes_update(w->lanes, &w->lanes_viewport, NULL))
LINE(rc_lanes_update, a_negative_length, ARGUMENT, w->lanes_viewport.length = -1,
     rc_lanes_update(w->lanes, &w->lanes_viewport, &w->out.correction))
LINE(rc_lanes_update, nan_after, ARGUMENT, w->lanes_viewport.after = (double)NAN,
     rc_lanes_update(w->lanes, &w->lanes_viewport, &w->out.correction))
LINE(rc_lanes_update, past_a_limit_and_a_nan, ARGUMENT,
     (w->lanes_viewport.offset = 1e300, w->lanes_viewport.before = (double)NAN),
     rc_lanes_update(w->lanes, &w->lanes_viewport, &w->out.correction))
LINE(rc_lanes_update, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_lanes_update(w->lanes, &w->lanes_viewport, &w->out.correction)))
LINE(rc_lanes_validate, null_lanes, ARGUMENT, 0, rc_lanes_validate(NULL, NULL))
LINE(rc_lanes_validate, null_reason, OK, 0, rc_lanes_validate(w->lanes, NULL))
LINE(rc_list_set_lanes, null_list, ARGUMENT, 0, rc_list_set_lanes(NULL, 2, 0, 0, true))
LINE(rc_list_set_lanes, no_lane, ARGUMENT, 0, rc_list_set_lanes(w->list, 0, 0, 0, true))
LINE(rc_list_set_lanes, too_many_lanes, ARGUMENT, 0,
     rc_list_set_lanes(w->list, RC_LANE_COUNT_MAX + 1, 0, 0, true))
LINE(rc_list_set_lanes, a_spacing_that_is_a_nan, ARGUMENT, 0,
     rc_list_set_lanes(w->list, 2, (double)NAN, 0, true))
LINE(rc_list_set_lanes, a_spacing_below_0, ARGUMENT, 0,
     rc_list_set_lanes(w->list, 2, -1.0 / 960, 0, true))
LINE(rc_list_set_lanes, an_infinite_spacing, ARGUMENT, 0,
     rc_list_set_lanes(w->list, 2, (double)INFINITY, 0, true))
LINE(rc_list_set_lanes, a_spacing_past_every_limit, LIMIT, 0,
     rc_list_set_lanes(w->list, 2, 1e300, 0, true))
LINE(rc_list_set_lanes, all_lanes, OK, 0, rc_list_set_lanes(w->list, RC_LANE_COUNT_MAX, 0, 0, true))
LINE(rc_list_set_lanes, a_section_in_columns, ARGUMENT, rc_list_mark_header(w->list, 3, 2),
     rc_list_set_lanes(w->list, 2, 0, 0, true))
LINE(rc_list_set_lanes, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_list_set_lanes(w->list, 2, 0, 0, true)))
LINE(rc_list_set_span, null_list, ARGUMENT, 0, rc_list_set_span(NULL, 0, 0, 1))
LINE(rc_list_set_span, lower_past_upper, ARGUMENT, 0, rc_list_set_span(w->list, 9, 8, 1))
LINE(rc_list_set_span, a_span_that_there_is_not, ARGUMENT, 0, rc_list_set_span(w->list, 3, 9, 2))
LINE(rc_list_set_span, in_columns, OK, 0, rc_list_set_span(w->list, 3, 9, RC_SPAN_WIDE))
LINE(rc_list_set_span, a_header_of_one_lane, ARGUMENT, rc_list_set_lanes(w->list, 2, 0, 0, true),
     rc_list_set_span(w->list, 0, 9, 1))
LINE(rc_list_set_span, no_memory, NO_MEMORY,
     (rc_list_set_lanes(w->list, 2, 0, 0, false), w->memory.countdown = 0),
     misuse_with_memory(w, rc_list_set_span(w->list, 5, 9, RC_SPAN_WIDE)))
LINE(rc_list_places, null_list, ARGUMENT, 0, rc_list_places(NULL, 3, 9, w->out.positions))
LINE(rc_list_places, null_positions, ARGUMENT, 0, rc_list_places(w->list, 3, 9, NULL))
LINE(rc_list_places, null_for_none, OK, 0, rc_list_places(w->list, 3, 3, NULL))
LINE(rc_list_places, lower_past_upper, ARGUMENT, 0, rc_list_places(w->list, 9, 8, w->out.positions))
LINE(rc_list_update, in_lanes_without_memory, NO_MEMORY,
     (rc_list_set_lanes(w->list, 2, 0, 0, true), w->memory.countdown = 0),
     misuse_with_memory(w, rc_list_update(w->list, &w->viewport, &w->out.update)))
