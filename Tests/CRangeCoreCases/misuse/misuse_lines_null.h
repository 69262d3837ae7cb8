// Pointers that are NULL, or that are one another: LINE(function, name, status, before, call).
// `before` prepares; what `call` does is judged. Included more than once.

LINE(rc_version_text, takes_nothing, OK, 0, misuse_holds(rc_version_text()[0] != 0))
LINE(rc_ticks_from_points, null_ticks, ARGUMENT, 0, rc_ticks_from_points(1, NULL))
LINE(rc_range_expand, null_range, ARGUMENT, 0,
     rc_range_expand(w->interval, w->tuning, RC_DIRECTION_FORWARD, NULL))
LINE(rc_range_expand, the_viewport_itself, OK, 0,
     rc_range_expand(w->interval, w->tuning, RC_DIRECTION_FORWARD, &w->interval))

LINE(rc_extents_create, null_options, OK, 0,
     misuse_drop_extents(w, rc_extents_create(NULL, &w->allocator, &w->out.new_extents)))
LINE(rc_extents_create, null_extents, ARGUMENT, 0, rc_extents_create(NULL, &w->allocator, NULL))
LINE(rc_extents_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_extents_create(NULL, &w->allocator, &w->out.new_extents))
LINE(rc_extents_create, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_extents_create(NULL, &w->allocator, &w->out.new_extents)))
LINE(rc_extents_destroy, null_extents, OK, 0, (rc_extents_destroy(NULL), RC_STATUS_OK))
LINE(rc_extents_count, null_extents, OK, 0, misuse_holds(rc_extents_count(NULL) == 0))
LINE(rc_extents_measured_count, null_extents, OK, 0,
     misuse_holds(rc_extents_measured_count(NULL) == 0))
LINE(rc_extents_length, null_extents, OK, 0, misuse_holds(!(rc_extents_length(NULL) > 0)))
LINE(rc_extents_get_estimate, null_extents, OK, 0,
     misuse_holds(!(rc_extents_get_estimate(NULL) > 0)))
LINE(rc_extents_mean, null_extents, ARGUMENT, 0, rc_extents_mean(NULL, &w->out.points))
LINE(rc_extents_mean, null_mean, ARGUMENT, 0, rc_extents_mean(w->extents, NULL))
LINE(rc_extents_mean, nothing_measured, NOT_FOUND, rc_extents_forget(w->extents, 0, MISUSE_COUNT),
     rc_extents_mean(w->extents, &w->out.points))
LINE(rc_extents_item, null_extents, ARGUMENT, 0, rc_extents_item(NULL, 0, &w->out.item))
LINE(rc_extents_item, null_item, ARGUMENT, 0, rc_extents_item(w->extents, 0, NULL))
LINE(rc_extents_item_at, null_extents, ARGUMENT, 0, rc_extents_item_at(NULL, 0, &w->out.item))
LINE(rc_extents_item_at, null_item, ARGUMENT, 0, rc_extents_item_at(w->extents, 0, NULL))
LINE(rc_extents_item_at, no_items, NOT_FOUND, rc_extents_remove(w->extents, 0, MISUSE_COUNT),
     rc_extents_item_at(w->extents, 0, &w->out.item))
LINE(rc_extents_items_in, null_extents, ARGUMENT, 0,
     rc_extents_items_in(NULL, 0, 1, &w->out.interval))
LINE(rc_extents_items_in, null_items, ARGUMENT, 0, rc_extents_items_in(w->extents, 0, 1, NULL))
LINE(rc_extents_items_in, lower_past_upper, OK, 0,
     rc_extents_items_in(w->extents, 9, -9, &w->out.interval))
LINE(rc_extents_items_in, past_a_limit_and_a_nan, ARGUMENT, 0,
     rc_extents_items_in(w->extents, 1e300, (double)NAN, &w->out.interval))
LINE(rc_extents_copy, null_extents, ARGUMENT, 0,
     rc_extents_copy(NULL, 0, 1, w->out.offsets, w->out.extents))
LINE(rc_extents_copy, null_for_both, OK, 0,
     rc_extents_copy(w->extents, 0, MISUSE_COUNT, NULL, NULL))
LINE(rc_extents_copy, one_array_for_both, OK, 0,
     rc_extents_copy(w->extents, 0, MISUSE_COUNT, w->out.offsets, w->out.offsets))
LINE(rc_extents_copy, lower_past_upper, ARGUMENT, 0,
     rc_extents_copy(w->extents, 9, 8, w->out.offsets, w->out.extents))
LINE(rc_extents_copy, both_overflow, ARGUMENT, 0,
     rc_extents_copy(w->extents, INT64_MIN, INT64_MAX, w->out.offsets, w->out.extents))
LINE(rc_extents_insert, null_extents, ARGUMENT, 0, rc_extents_insert(NULL, 0, NULL, 1))
LINE(rc_extents_insert, nothing, OK, 0, rc_extents_insert(w->extents, 4, NULL, 0))
LINE(rc_extents_insert, null_extents_measured, ARGUMENT, 0,
     rc_extents_insert(NULL, 0, w->extent, 1))
LINE(rc_extents_remove, null_extents, ARGUMENT, 0, rc_extents_remove(NULL, 0, 0))
LINE(rc_extents_remove, lower_past_upper, ARGUMENT, 0, rc_extents_remove(w->extents, 9, 8))
LINE(rc_extents_remove, both_overflow, ARGUMENT, 0,
     rc_extents_remove(w->extents, INT64_MIN, INT64_MAX))
LINE(rc_extents_move, null_extents, ARGUMENT, 0, rc_extents_move(NULL, 0, 0, 0))
LINE(rc_extents_move, lower_past_upper, ARGUMENT, 0, rc_extents_move(w->extents, 9, 8, 0))
LINE(rc_extents_move, both_overflow, ARGUMENT, 0,
     rc_extents_move(w->extents, INT64_MIN, INT64_MAX, 0))
LINE(rc_extents_set, null_extents, ARGUMENT, 0, rc_extents_set(NULL, 0, w->extent, 1))
LINE(rc_extents_set, null_values, ARGUMENT, 0, rc_extents_set(w->extents, 0, NULL, 1))
LINE(rc_extents_set, null_for_nothing, OK, 0, rc_extents_set(w->extents, 0, NULL, 0))
LINE(rc_extents_forget, null_extents, ARGUMENT, 0, rc_extents_forget(NULL, 0, 0))
LINE(rc_extents_forget, lower_past_upper, ARGUMENT, 0, rc_extents_forget(w->extents, 9, 8))
LINE(rc_extents_set_estimate, null_extents, ARGUMENT, 0, rc_extents_set_estimate(NULL, 1))
LINE(rc_extents_validate, null_extents, ARGUMENT, 0, rc_extents_validate(NULL, NULL))
LINE(rc_extents_validate, null_reason, OK, 0, rc_extents_validate(w->extents, NULL))

LINE(rc_batch_input_init, null_input, OK, 0, (rc_batch_input_init(NULL), RC_STATUS_OK))
LINE(rc_motion_init, null_motion, OK, 0, (rc_motion_init(NULL), RC_STATUS_OK))
LINE(rc_motion_input_init, null_input, OK, 0, (rc_motion_input_init(NULL), RC_STATUS_OK))
LINE(rc_motion_record, null_motion, ARGUMENT, 0, rc_motion_record(NULL, &w->motion_input))
LINE(rc_motion_record, null_input, ARGUMENT, 0, rc_motion_record(&w->motion, NULL))
LINE(rc_motion_add_preload_time, null_motion, ARGUMENT, 0, rc_motion_add_preload_time(NULL, 1))
LINE(rc_motion_foresee, null_motion, ARGUMENT, 0,
     rc_motion_foresee(NULL, &w->motion_input, &w->out.foresight))
LINE(rc_motion_foresee, null_input, ARGUMENT, 0,
     rc_motion_foresee(&w->motion, NULL, &w->out.foresight))
LINE(rc_motion_foresee, null_foresight, ARGUMENT, 0,
     rc_motion_foresee(&w->motion, &w->motion_input, NULL))
LINE(rc_batch_decide, null_input, ARGUMENT, 0, rc_batch_decide(NULL, &w->out.decision))
LINE(rc_batch_decide, null_decision, ARGUMENT, 0, rc_batch_decide(&w->input, NULL))
LINE(rc_batch_context_retain, null_context, OK, 0,
     misuse_holds(rc_batch_context_retain(NULL) == NULL))
LINE(rc_batch_context_release, null_context, OK, 0, (rc_batch_context_release(NULL), RC_STATUS_OK))
LINE(rc_batch_context_outcome, null_context, STALE, 0,
     misuse_status_of_outcome(rc_batch_context_outcome(NULL, w->token)))
LINE(rc_batch_context_finish, null_context, ARGUMENT, 0,
     rc_batch_context_finish(NULL, w->token, RC_BATCH_OUTCOME_COMPLETED))

LINE(rc_list_options_init, null_options, OK, 0, (rc_list_options_init(NULL), RC_STATUS_OK))
LINE(rc_list_settings_init, null_settings, OK, 0, (rc_list_settings_init(NULL), RC_STATUS_OK))
LINE(rc_viewport_init, null_viewport, OK, 0, (rc_viewport_init(NULL), RC_STATUS_OK))
LINE(rc_list_create, null_options, OK, 0,
     misuse_drop_list(w, rc_list_create(NULL, &w->allocator, &w->out.list)))
LINE(rc_list_create, null_list, ARGUMENT, 0, rc_list_create(&w->options, &w->allocator, NULL))
LINE(rc_list_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_list_create(&w->options, &w->allocator, &w->out.list))
LINE(rc_list_create, no_memory, NO_MEMORY, w->memory.countdown = 3,
     misuse_with_memory(w, rc_list_create(&w->options, &w->allocator, &w->out.list)))
LINE(rc_diff_create, null_old, ARGUMENT, 0,
     rc_diff_create(NULL, 1, w->ids, 3, &w->allocator, &w->out.diff))
LINE(rc_diff_create, null_new, ARGUMENT, 0,
     rc_diff_create(w->ids, 3, NULL, 1, &w->allocator, &w->out.diff))
LINE(rc_diff_create, null_diff, ARGUMENT, 0,
     rc_diff_create(w->ids, 3, w->ids, 3, &w->allocator, NULL))
LINE(rc_diff_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_diff_create(w->ids, 3, w->ids, 3, &w->allocator, &w->out.diff))
LINE(rc_diff_create, old_twice, ARGUMENT, w->ids[2] = w->ids[0],
     rc_diff_create(w->ids, 3, w->ids, 2, &w->allocator, &w->out.diff))
LINE(rc_diff_create, new_twice, ARGUMENT, w->ids[2] = w->ids[0],
     rc_diff_create(w->ids, 2, w->ids, 3, &w->allocator, &w->out.diff))
LINE(rc_diff_create, no_memory, NO_MEMORY, w->memory.countdown = 1,
     misuse_with_memory(w, rc_diff_create(w->ids, 3, w->ids, 2, &w->allocator, &w->out.diff)))
LINE(rc_diff_create, nothing, OK, 0,
     misuse_drop_diff(w, rc_diff_create(NULL, 0, NULL, 0, &w->allocator, &w->out.diff)))
LINE(rc_diff_destroy, null_diff, OK, 0, (rc_diff_destroy(NULL), RC_STATUS_OK))
LINE(rc_diff_edits, null_diff, ARGUMENT, 0, rc_diff_edits(NULL, &w->out.edits, &w->out.edit_count))
LINE(rc_list_destroy, null_list, OK, 0, (rc_list_destroy(NULL), RC_STATUS_OK))
LINE(rc_list_set_settings, null_list, ARGUMENT, 0, rc_list_set_settings(NULL, &w->settings))
LINE(rc_list_set_settings, null_settings, ARGUMENT, 0, rc_list_set_settings(w->list, NULL))
LINE(rc_list_get_settings, null_list, ARGUMENT, 0, rc_list_get_settings(NULL, &w->settings_out))
LINE(rc_list_get_settings, null_settings, ARGUMENT, 0, rc_list_get_settings(w->list, NULL))
LINE(rc_list_get_tuning, null_list, ARGUMENT, 0,
     rc_list_get_tuning(NULL, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, &w->out.tuning))
LINE(rc_list_get_tuning, null_tuning, ARGUMENT, 0,
     rc_list_get_tuning(w->list, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, NULL))
LINE(rc_list_set_tuning, null_list, ARGUMENT, 0,
     rc_list_set_tuning(NULL, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, w->tuning))
LINE(rc_list_set_mode, null_list, ARGUMENT, 0, rc_list_set_mode(NULL, RC_RANGE_MODE_FULL))
LINE(rc_list_mark_scrolled, null_list, ARGUMENT, 0, rc_list_mark_scrolled(NULL))
LINE(rc_list_insert, null_list, ARGUMENT, 0, rc_list_insert(NULL, 0, NULL, 1))
LINE(rc_list_insert, nothing, OK, 0, rc_list_insert(w->list, 4, NULL, 0))
LINE(rc_list_insert, null_list_measured, ARGUMENT, 0, rc_list_insert(NULL, 0, w->extent, 1))
LINE(rc_list_remove, null_list, ARGUMENT, 0, rc_list_remove(NULL, 0, 0))
LINE(rc_list_remove, lower_past_upper, ARGUMENT, 0, rc_list_remove(w->list, 9, 8))
LINE(rc_list_remove, both_overflow, ARGUMENT, 0, rc_list_remove(w->list, INT64_MIN, INT64_MAX))
LINE(rc_list_move, null_list, ARGUMENT, 0, rc_list_move(NULL, 0, 0, 0))
LINE(rc_list_move, lower_past_upper, ARGUMENT, 0, rc_list_move(w->list, 9, 8, 0))
LINE(rc_list_move, both_overflow, ARGUMENT, 0, rc_list_move(w->list, INT64_MIN, INT64_MAX, 0))
LINE(rc_list_forget, null_list, ARGUMENT, 0, rc_list_forget(NULL, 0, 0))
LINE(rc_list_forget, lower_past_upper, ARGUMENT, 0, rc_list_forget(w->list, 9, 8))
LINE(rc_list_set_row_extents, null_list, ARGUMENT, 0,
     rc_list_set_row_extents(NULL, 0, w->extent, 1))
LINE(rc_list_set_row_extents, null_values, ARGUMENT, 0,
     rc_list_set_row_extents(w->list, 8, NULL, 1))
LINE(rc_list_set_row_extents, null_for_nothing, OK, 0, rc_list_set_row_extents(w->list, 8, NULL, 0))
LINE(rc_list_set_estimate, null_list, ARGUMENT, 0, rc_list_set_estimate(NULL, 1))
LINE(rc_list_update, null_list, ARGUMENT, 0, rc_list_update(NULL, &w->viewport, &w->out.update))
LINE(rc_list_update, null_viewport, ARGUMENT, 0, rc_list_update(w->list, NULL, &w->out.update))
LINE(rc_list_update, null_update, ARGUMENT, 0, rc_list_update(w->list, &w->viewport, NULL))
LINE(rc_list_set_scroll_target, null_list, ARGUMENT, 0,
     rc_list_set_scroll_target(NULL, 0, 0, 0, &w->out.points))
LINE(rc_list_set_scroll_target, null_offset, ARGUMENT, 0,
     rc_list_set_scroll_target(w->list, 0, 0, 0, NULL))
LINE(rc_list_begin_batch, null_list, ARGUMENT, 0,
     rc_list_begin_batch(NULL, RC_END_HEAD, &w->out.context, &w->out.token))
LINE(rc_list_begin_batch, null_context, ARGUMENT, 0,
     rc_list_begin_batch(w->list, RC_END_HEAD, NULL, &w->out.token))
LINE(rc_list_begin_batch, null_token, ARGUMENT, 0,
     rc_list_begin_batch(w->list, RC_END_HEAD, &w->out.context, NULL))
LINE(rc_list_retry_batch, null_list, ARGUMENT, 0, rc_list_retry_batch(NULL, RC_END_TAIL))
LINE(rc_list_reset_batch, null_list, ARGUMENT, 0, rc_list_reset_batch(NULL, RC_END_TAIL))
LINE(rc_list_mark_exhausted, null_list, ARGUMENT, 0, rc_list_mark_exhausted(NULL, RC_END_TAIL))
LINE(rc_list_count, null_list, OK, 0, misuse_holds(rc_list_count(NULL) == 0))
LINE(rc_list_measured_row_count, null_list, OK, 0,
     misuse_holds(rc_list_measured_row_count(NULL) == 0))
LINE(rc_list_length, null_list, OK, 0, misuse_holds(!(rc_list_length(NULL) > 0)))
LINE(rc_list_get_estimate, null_list, OK, 0, misuse_holds(!(rc_list_get_estimate(NULL) > 0)))
LINE(rc_list_item, null_list, ARGUMENT, 0, rc_list_item(NULL, 0, &w->out.item))
LINE(rc_list_item, null_item, ARGUMENT, 0, rc_list_item(w->list, 0, NULL))
LINE(rc_list_item_at, null_list, ARGUMENT, 0, rc_list_item_at(NULL, 0, &w->out.item))
LINE(rc_list_item_at, null_item, ARGUMENT, 0, rc_list_item_at(w->list, 0, NULL))
LINE(rc_list_item_at, no_items, NOT_FOUND, rc_list_remove(w->list, 0, MISUSE_COUNT),
     rc_list_item_at(w->list, 0, &w->out.item))
LINE(rc_list_items_in, null_list, ARGUMENT, 0, rc_list_items_in(NULL, 0, 1, &w->out.interval))
LINE(rc_list_items_in, null_items, ARGUMENT, 0, rc_list_items_in(w->list, 0, 1, NULL))
LINE(rc_list_items_in, past_a_limit_and_a_nan, ARGUMENT, 0,
     rc_list_items_in(w->list, 1e300, (double)NAN, &w->out.interval))
LINE(rc_list_copy_rows, null_list, ARGUMENT, 0,
     rc_list_copy_rows(NULL, 0, 1, w->out.offsets, w->out.extents))
LINE(rc_list_copy_rows, null_for_both, OK, 0,
     rc_list_copy_rows(w->list, 0, MISUSE_COUNT, NULL, NULL))
LINE(rc_list_copy_rows, one_array_for_both, OK, 0,
     rc_list_copy_rows(w->list, 0, MISUSE_COUNT, w->out.offsets, w->out.offsets))
LINE(rc_list_copy_rows, both_overflow, ARGUMENT, 0,
     rc_list_copy_rows(w->list, INT64_MIN, INT64_MAX, w->out.offsets, w->out.extents))
LINE(rc_list_state, null_list, ARGUMENT, 0, misuse_refused(rc_list_state(NULL, 0) == 0))
LINE(rc_list_copy_states, null_list, ARGUMENT, 0, rc_list_copy_states(NULL, 0, 1, w->out.states))
LINE(rc_list_copy_states, null_room, ARGUMENT, 0, rc_list_copy_states(w->list, 0, 1, NULL))
LINE(rc_list_unmeasured_rows, null_list, ARGUMENT, 0,
     rc_list_unmeasured_rows(NULL, 0, 1, &w->out.interval))
LINE(rc_list_unmeasured_rows, null_rows, ARGUMENT, 0, rc_list_unmeasured_rows(w->list, 0, 1, NULL))
LINE(rc_list_mark_provisional, null_list, ARGUMENT, 0, rc_list_mark_provisional(NULL, 0, 1))
LINE(rc_list_set_layout, null_list, ARGUMENT, 0, rc_list_set_layout(NULL, 1, 0, false))
LINE(rc_list_set_names, null_list, ARGUMENT, 0, rc_list_set_names(NULL, 0, 1, w->ids))
LINE(rc_list_set_names, null_names, ARGUMENT, 0, rc_list_set_names(w->list, 0, 1, NULL))
LINE(rc_list_set_names, null_names_of_nothing, OK, 0, rc_list_set_names(w->list, 1, 1, NULL))
LINE(rc_list_keep, null_list, ARGUMENT, 0, rc_list_keep(NULL, 0, RC_STATE_PRELOAD))
LINE(rc_list_keep, visible, ARGUMENT, 0, rc_list_keep(w->list, 0, RC_STATE_VISIBLE))
LINE(rc_list_keep, measure_layout, ARGUMENT, 0,
     rc_list_keep(w->list, 0, RC_STATE_MEASURE_LAYOUT | RC_STATE_PRELOAD))
LINE(rc_list_copy_kept, null_list, ARGUMENT, 0,
     rc_list_copy_kept(NULL, w->out.ids, &w->out.want_count))
LINE(rc_list_copy_kept, null_indices, ARGUMENT, 0,
     rc_list_copy_kept(w->list, NULL, &w->out.want_count))
LINE(rc_list_copy_kept, null_count, ARGUMENT, 0, rc_list_copy_kept(w->list, w->out.ids, NULL))
LINE(rc_list_copy_change_names, null_list, ARGUMENT, 0,
     rc_list_copy_change_names(NULL, 0, w->out.ids))
LINE(rc_list_copy_change_names, null_names, ARGUMENT, misuse_update(w),
     rc_list_copy_change_names(w->list, 0, NULL))
LINE(rc_list_mark_header, null_list, ARGUMENT, 0, rc_list_mark_header(NULL, 0, 1))
LINE(rc_list_unmark_header, null_list, ARGUMENT, 0, rc_list_unmark_header(NULL, 0))
LINE(rc_list_section_count, null_list, OK, 0, misuse_holds(rc_list_section_count(NULL) == 0))
LINE(rc_list_section, null_list, ARGUMENT, 0, rc_list_section(NULL, 0, &w->out.section))
LINE(rc_list_section, null_section, ARGUMENT, 0, rc_list_section(w->list, 0, NULL))
LINE(rc_list_section_of_item, null_list, ARGUMENT, 0,
     rc_list_section_of_item(NULL, 0, &w->out.section))
LINE(rc_list_section_of_item, null_section, ARGUMENT, 0, rc_list_section_of_item(w->list, 3, NULL))
LINE(rc_list_pinned_header, null_list, ARGUMENT, 0, rc_list_pinned_header(NULL, &w->out.pinned))
LINE(rc_list_pinned_header, null_header, ARGUMENT, 0, rc_list_pinned_header(w->list, NULL))
LINE(rc_list_pinned_header, what_is_not_pinned, NOT_FOUND, misuse_update(w),
     rc_list_pinned_header(w->list, &w->out.pinned))
LINE(rc_list_foresee, null_list, ARGUMENT, 0, rc_list_foresee(NULL, &w->out.foresight))
LINE(rc_list_foresee, null_foresight, ARGUMENT, misuse_update(w), rc_list_foresee(w->list, NULL))
LINE(rc_list_foresee, before_an_update, NOT_FOUND, 0, rc_list_foresee(w->list, &w->out.foresight))
LINE(rc_list_add_preload_time, null_list, ARGUMENT, 0, rc_list_add_preload_time(NULL, 1))
LINE(rc_list_row_of_item, null_list, ARGUMENT, 0, rc_list_row_of_item(NULL, 0, &w->out.ticks))
LINE(rc_list_row_of_item, null_row, ARGUMENT, 0, rc_list_row_of_item(w->list, 0, NULL))
LINE(rc_list_items_of_row, null_list, ARGUMENT, 0, rc_list_items_of_row(NULL, 0, &w->out.interval))
LINE(rc_list_items_of_row, null_items, ARGUMENT, 0, rc_list_items_of_row(w->list, 0, NULL))
LINE(rc_list_validate, null_list, ARGUMENT, 0, rc_list_validate(NULL, NULL))
LINE(rc_list_validate, null_reason, OK, 0, rc_list_validate(w->list, NULL))
