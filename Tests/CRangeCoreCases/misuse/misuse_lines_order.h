// Calls that come too early, too late or twice, values that are wrong only together, and sums that
// overflow: LINE(function, name, status, before, call), as misuse_lines_null.h.

LINE(rc_ticks_to_points, int64_min, OK, 0, misuse_holds(rc_ticks_to_points(INT64_MIN) < -9e15))
LINE(rc_ticks_to_points, int64_max, OK, 0, misuse_holds(rc_ticks_to_points(INT64_MAX) > 9e15))
LINE(rc_range_expand, no_direction, ARGUMENT, 0,
     rc_range_expand(w->interval, w->tuning, RC_DIRECTION_NONE, &w->out.interval))
LINE(rc_range_expand, upside_down, ARGUMENT, 0,
     rc_range_expand((rc_interval){1, 0}, w->tuning, RC_DIRECTION_FORWARD, &w->out.interval))
LINE(rc_range_expand, all_values, ARGUMENT, 0,
     rc_range_expand((rc_interval){INT64_MIN, INT64_MAX}, w->tuning, RC_DIRECTION_FORWARD,
                     &w->out.interval))
LINE(rc_range_expand, the_least_value, ARGUMENT, 0,
     rc_range_expand((rc_interval){INT64_MIN, INT64_MIN}, w->tuning, RC_DIRECTION_FORWARD,
                     &w->out.interval))
LINE(rc_range_expand, the_largest_value, ARGUMENT, 0,
     rc_range_expand((rc_interval){INT64_MAX, INT64_MAX}, w->tuning, RC_DIRECTION_FORWARD,
                     &w->out.interval))
LINE(rc_range_expand, the_furthest_viewport, OK, 0,
     rc_range_expand((rc_interval){RC_LIST_TICKS_MAX, 2 * RC_LIST_TICKS_MAX}, w->tuning,
                     RC_DIRECTION_BACKWARD, &w->out.interval))

LINE(rc_motion_record, a_viewport_upside_down, ARGUMENT,
     w->motion_input.viewport = ((rc_interval){1, 0}),
     rc_motion_record(&w->motion, &w->motion_input))
LINE(rc_motion_record, a_movement_too_far, ARGUMENT, w->motion_input.movement = INT64_MIN,
     rc_motion_record(&w->motion, &w->motion_input))
LINE(rc_motion_add_preload_time, a_nan, ARGUMENT, 0,
     rc_motion_add_preload_time(&w->motion, (double)NAN))
LINE(rc_motion_add_preload_time, less_than_0, ARGUMENT, 0,
     rc_motion_add_preload_time(&w->motion, -1e-300))
LINE(rc_motion_add_preload_time, infinity, OK, 0,
     rc_motion_add_preload_time(&w->motion, (double)INFINITY))
LINE(rc_list_add_preload_time, a_nan, ARGUMENT, 0, rc_list_add_preload_time(w->list, (double)NAN))
LINE(rc_list_add_preload_time, less_than_0, ARGUMENT, 0, rc_list_add_preload_time(w->list, -0.1))
LINE(rc_motion_foresee, no_direction, ARGUMENT, w->motion_input.direction = RC_DIRECTION_NONE,
     rc_motion_foresee(&w->motion, &w->motion_input, &w->out.foresight))
LINE(rc_motion_foresee, a_viewport_too_long, ARGUMENT,
     w->motion_input.viewport = ((rc_interval){0, RC_LIST_TICKS_MAX + 1}),
     rc_motion_foresee(&w->motion, &w->motion_input, &w->out.foresight))
LINE(rc_motion_foresee, a_viewport_of_all_values, ARGUMENT,
     w->motion_input.viewport = ((rc_interval){INT64_MIN, INT64_MAX}),
     rc_motion_foresee(&w->motion, &w->motion_input, &w->out.foresight))
LINE(rc_motion_foresee, the_furthest_viewport, OK,
     w->motion_input.viewport = ((rc_interval){3 * RC_LIST_TICKS_MAX, 4 * RC_LIST_TICKS_MAX}),
     rc_motion_foresee(&w->motion, &w->motion_input, &w->out.foresight))
LINE(rc_motion_foresee, content_upside_down, ARGUMENT,
     w->motion_input.content = ((rc_interval){1, 0}),
     rc_motion_foresee(&w->motion, &w->motion_input, &w->out.foresight))
LINE(rc_motion_foresee, content_too_far, ARGUMENT,
     w->motion_input.content = ((rc_interval){0, INT64_MAX}),
     rc_motion_foresee(&w->motion, &w->motion_input, &w->out.foresight))
LINE(rc_motion_foresee, a_landing_too_far, ARGUMENT, w->motion_input.landing_offset = INT64_MAX,
     rc_motion_foresee(&w->motion, &w->motion_input, &w->out.foresight))
LINE(rc_batch_decide, a_viewport_upside_down, ARGUMENT, w->input.viewport = ((rc_interval){1, 0}),
     rc_batch_decide(&w->input, &w->out.decision))
LINE(rc_batch_decide, a_viewport_of_all_values, ARGUMENT,
     w->input.viewport = ((rc_interval){INT64_MIN, INT64_MAX}),
     rc_batch_decide(&w->input, &w->out.decision))
LINE(rc_batch_decide, content_upside_down, ARGUMENT, w->input.content = ((rc_interval){1, 0}),
     rc_batch_decide(&w->input, &w->out.decision))
LINE(rc_batch_decide, content_of_all_values, ARGUMENT,
     w->input.content = ((rc_interval){INT64_MIN, INT64_MAX}),
     rc_batch_decide(&w->input, &w->out.decision))
LINE(rc_batch_decide, the_largest_movement, OK, w->input.user_movement = INT64_MAX,
     rc_batch_decide(&w->input, &w->out.decision))
LINE(rc_batch_decide, the_least_movement, OK, w->input.user_movement = INT64_MIN,
     rc_batch_decide(&w->input, &w->out.decision))
LINE(rc_batch_decide, more_items_than_a_list_can_hold, OK, w->input.item_count = INT64_MAX,
     rc_batch_decide(&w->input, &w->out.decision))
LINE(rc_batch_decide, a_landing_that_is_not_given, OK,
     (w->input.has_landing = false, w->input.landing_offset = INT64_MIN),
     rc_batch_decide(&w->input, &w->out.decision))

LINE(rc_batch_context_finish, as_fetching, ARGUMENT, 0,
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_FETCHING))
LINE(rc_batch_context_finish, as_stale, ARGUMENT, 0,
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_STALE))
LINE(rc_batch_context_finish, token_zero, STALE, 0,
     rc_batch_context_finish(w->fetch, 0, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_finish, twice, STALE,
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED),
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_finish, twice_with_another_outcome, STALE,
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED),
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_FAILED))
LINE(rc_batch_context_finish, after_it_was_cancelled, STALE,
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_CANCELLED),
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_finish, after_a_reset, STALE, rc_list_reset_batch(w->list, RC_END_TAIL),
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_finish, after_the_end_was_reached, OK,
     rc_list_mark_exhausted(w->list, RC_END_TAIL),
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_finish, after_its_list_is_gone, STALE, misuse_destroy_list(w),
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_finish, after_an_update_took_it, STALE,
     (rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED), misuse_update(w)),
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_finish, the_flight_before, STALE, w->old_token = misuse_next_flight(w),
     rc_batch_context_finish(w->fetch, w->old_token, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_finish, a_flight_of_the_other_end, STALE, w->old_token = misuse_head_token(w),
     rc_batch_context_finish(w->fetch, w->old_token, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_finish, a_later_flight_of_another_list, STALE,
     w->old_token = misuse_foreign_token(w),
     rc_batch_context_finish(w->fetch, w->old_token, RC_BATCH_OUTCOME_COMPLETED))
LINE(rc_batch_context_outcome, after_its_list_is_gone, OK, misuse_destroy_list(w),
     misuse_holds(rc_batch_context_outcome(w->fetch, w->token) == RC_BATCH_OUTCOME_CANCELLED))
LINE(rc_batch_context_outcome, the_flight_before, STALE, w->old_token = misuse_next_flight(w),
     misuse_status_of_outcome(rc_batch_context_outcome(w->fetch, w->old_token)))
LINE(rc_batch_context_retain, after_its_list_is_gone, OK, misuse_destroy_list(w),
     (rc_batch_context_release(rc_batch_context_retain(w->fetch)), RC_STATUS_OK))
LINE(rc_batch_context_release, after_its_list_is_gone, OK, misuse_destroy_list(w),
     (rc_batch_context_release(w->fetch), w->fetch = NULL, RC_STATUS_OK))

LINE(rc_list_begin_batch, while_one_flies, BUSY, 0,
     rc_list_begin_batch(w->list, RC_END_TAIL, &w->out.context, &w->out.token))
LINE(rc_list_begin_batch, at_an_end_that_has_ended, NOT_FOUND,
     rc_list_mark_exhausted(w->list, RC_END_HEAD),
     rc_list_begin_batch(w->list, RC_END_HEAD, &w->out.context, &w->out.token))
LINE(rc_list_begin_batch, before_the_next_update, OK,
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_COMPLETED),
     misuse_drop_context(w,
                         rc_list_begin_batch(w->list, RC_END_TAIL, &w->out.context, &w->out.token)))
LINE(rc_list_begin_batch, at_an_end_that_ended_before_the_next_update, NOT_FOUND,
     rc_batch_context_finish(w->fetch, w->token, RC_BATCH_OUTCOME_EXHAUSTED),
     rc_list_begin_batch(w->list, RC_END_TAIL, &w->out.context, &w->out.token))
LINE(rc_list_retry_batch, while_one_flies, OK, 0, rc_list_retry_batch(w->list, RC_END_TAIL))
LINE(rc_list_retry_batch, twice, OK, rc_list_retry_batch(w->list, RC_END_TAIL),
     rc_list_retry_batch(w->list, RC_END_TAIL))
LINE(rc_list_reset_batch, twice, OK, rc_list_reset_batch(w->list, RC_END_TAIL),
     rc_list_reset_batch(w->list, RC_END_TAIL))
LINE(rc_list_mark_exhausted, twice, OK, rc_list_mark_exhausted(w->list, RC_END_TAIL),
     rc_list_mark_exhausted(w->list, RC_END_TAIL))
LINE(rc_list_mark_scrolled, twice, OK, rc_list_mark_scrolled(w->list),
     rc_list_mark_scrolled(w->list))
LINE(rc_list_destroy, while_one_flies, OK, 0, misuse_destroy_list(w))

LINE(rc_extents_create, estimate_and_spacing_past_the_limit, LIMIT,
     (w->extents_options.estimate = 4000000, w->extents_options.spacing = 1.0 / 960),
     rc_extents_create(&w->extents_options, &w->allocator, &w->out.new_extents))
LINE(rc_extents_create, estimate_past_the_limit_and_spacing_a_nan, ARGUMENT,
     (w->extents_options.estimate = 1e9, w->extents_options.spacing = (double)NAN),
     rc_extents_create(&w->extents_options, &w->allocator, &w->out.new_extents))
LINE(rc_extents_insert, longer_than_the_longest_list, LIMIT,
     rc_extents_set_estimate(w->extents, 4000000), rc_extents_insert(w->extents, 0, NULL, 1000000))
LINE(rc_extents_set_estimate, longer_than_the_longest_list, LIMIT,
     rc_extents_insert(w->extents, 0, NULL, 1000000), rc_extents_set_estimate(w->extents, 4000000))
LINE(rc_extents_forget, longer_than_the_longest_list, LIMIT, misuse_fill_extents(w),
     rc_extents_forget(w->extents, 0, 1))
LINE(rc_extents_set, longer_than_the_longest_list, LIMIT, misuse_fill_extents(w),
     rc_extents_set(w->extents, 0, &(double){4000000}, 1))
LINE(rc_extents_set, a_value_past_the_limit_before_a_nan, ARGUMENT,
     (w->extent[0] = 1e9, w->extent[2] = (double)NAN), rc_extents_set(w->extents, 3, w->extent, 3))
LINE(rc_list_create, no_columns, ARGUMENT, w->options.columns = 0,
     rc_list_create(&w->options, &w->allocator, &w->out.list))
LINE(rc_list_create, the_most_columns, OK, w->options.columns = UINT32_MAX,
     misuse_drop_list(w, rc_list_create(&w->options, &w->allocator, &w->out.list)))
LINE(rc_list_create, estimate_and_spacing_past_the_limit, LIMIT,
     (w->options.estimate = 4000000, w->options.spacing = 1.0 / 960),
     rc_list_create(&w->options, &w->allocator, &w->out.list))
LINE(rc_list_insert, no_index_and_far_too_many, ARGUMENT, 0,
     rc_list_insert(w->list, -1, w->extent, INT64_MAX))
LINE(rc_list_insert, longer_than_the_longest_list, LIMIT, rc_list_set_estimate(w->list, 4000000),
     rc_list_insert(w->list, 0, NULL, 1000000))
LINE(rc_list_set_layout, a_spacing_that_is_a_nan, ARGUMENT, 0,
     rc_list_set_layout(w->list, 2, (double)NAN, true))
LINE(rc_list_set_layout, a_spacing_below_0, ARGUMENT, 0,
     rc_list_set_layout(w->list, 2, -1.0 / 960, true))
LINE(rc_list_set_layout, an_infinite_spacing, ARGUMENT, 0,
     rc_list_set_layout(w->list, 2, (double)INFINITY, true))
LINE(rc_list_set_layout, a_spacing_past_every_limit, LIMIT, 0,
     rc_list_set_layout(w->list, 2, 1e300, true))
LINE(rc_list_set_layout, no_columns, ARGUMENT, 0, rc_list_set_layout(w->list, 0, 0, true))
LINE(rc_list_set_layout, the_most_columns, OK, 0, rc_list_set_layout(w->list, UINT32_MAX, 0, true))
LINE(rc_list_mark_header, the_most_columns, OK, 0, rc_list_mark_header(w->list, 3, UINT32_MAX))
LINE(rc_list_mark_header, twice, OK, rc_list_mark_header(w->list, 3, 2),
     rc_list_mark_header(w->list, 3, 0))
LINE(rc_list_unmark_header, what_is_none, OK, 0, rc_list_unmark_header(w->list, 3))
LINE(rc_list_unmark_header, twice, OK, rc_list_unmark_header(w->list, 2),
     rc_list_unmark_header(w->list, 2))
LINE(rc_list_section, the_one_after_the_last, ARGUMENT, rc_list_mark_header(w->list, 3, 2),
     rc_list_section(w->list, 2, &w->out.section))
LINE(rc_list_section_of_item, before_the_first_header, NOT_FOUND, 0,
     rc_list_section_of_item(w->list, 1, &w->out.section))
LINE(rc_list_items_of_row, of_an_empty_list, ARGUMENT, rc_list_remove(w->list, 0, MISUSE_COUNT),
     rc_list_items_of_row(w->list, 0, &w->out.interval))
LINE(rc_list_insert, measured_into_columns, ARGUMENT, rc_list_mark_header(w->list, 3, 2),
     rc_list_insert(w->list, 4, w->extent, 1))
LINE(rc_list_set_layout, estimate_and_spacing_past_the_limit, LIMIT,
     rc_list_set_estimate(w->list, 4000000), rc_list_set_layout(w->list, 1, 1.0 / 960, false))
LINE(rc_list_copy_change_names, after_an_edit, ARGUMENT,
     (misuse_update(w), rc_list_remove(w->list, 0, 1)),
     rc_list_copy_change_names(w->list, 0, w->out.ids))
LINE(rc_list_copy_change_names, no_such_change, ARGUMENT, misuse_update(w),
     rc_list_copy_change_names(w->list, w->out.update.changes.count + 1000, w->out.ids))
LINE(rc_diff_create, no_id, ARGUMENT, w->ids[1] = RC_ID_NONE,
     misuse_drop_diff(w, rc_diff_create(w->ids, 3, NULL, 0, &w->allocator, &w->out.diff)))
LINE(rc_diff_create, no_new_id, ARGUMENT, w->ids[1] = RC_ID_NONE,
     misuse_drop_diff(w, rc_diff_create(NULL, 0, w->ids, 3, &w->allocator, &w->out.diff)))
LINE(rc_list_set_estimate, longer_than_the_longest_list, LIMIT,
     rc_list_insert(w->list, 0, NULL, 1000000), rc_list_set_estimate(w->list, 4000000))
LINE(rc_list_set_row_extents, a_value_past_the_limit_before_a_nan, ARGUMENT,
     (w->extent[0] = 1e9, w->extent[2] = (double)NAN),
     rc_list_set_row_extents(w->list, 8, w->extent, 3))
LINE(rc_list_set_settings, extra_lengths_past_the_limit_together, LIMIT,
     (w->settings.extra_lengths[0] = 1.3e12, w->settings.extra_lengths[1] = 1.3e12),
     rc_list_set_settings(w->list, &w->settings))
LINE(rc_list_update, insets_longer_than_the_viewport, OK,
     (w->viewport.inset_start = 2e12, w->viewport.inset_end = 2e12),
     rc_list_update(w->list, &w->viewport, &w->out.update))
LINE(rc_list_update, a_resized_viewport_with_a_landing_that_is_a_nan, ARGUMENT,
     (w->viewport.length = 700, w->viewport.landing_offset = (double)NAN),
     rc_list_update(w->list, &w->viewport, &w->out.update))
LINE(rc_list_update, a_resized_viewport_with_a_landing_past_the_limit, LIMIT,
     (misuse_update(w), w->viewport.inset_start = 90, w->viewport.landing_offset = 1e13),
     rc_list_update(w->list, &w->viewport, &w->out.update))
LINE(rc_list_update, as_far_as_it_goes, OK,
     (w->viewport.offset = 2.3e12, w->viewport.length = 2.3e12),
     rc_list_update(w->list, &w->viewport, &w->out.update))
