// The places that take a whole number: WHOLE(function, place, kind, right value, border, call with
// `n`). The border is the first value above that is not allowed; of a size, the size itself.
// Included more than once, each time with another meaning of WHOLE. The kinds are those of
// test_misuse_values.c.

WHOLE(rc_status_text, status, ENUM, 1, 8,
      misuse_refused(strcmp(rc_status_text((rc_status)n), "not a status") == 0))
WHOLE(rc_batch_reason_text, reason, ENUM, 1, 15,
      misuse_refused(strcmp(rc_batch_reason_text((rc_batch_reason)n), "not a reason") == 0))
WHOLE(rc_ticks_from_screens, length, BOUND, 960, RC_LIST_TICKS_MAX + 1,
      rc_ticks_from_screens(1, n, &w->out.ticks))
WHOLE(rc_tuning_table_get, mode, ENUM, 1, 4,
      rc_tuning_table_get(&w->table, (rc_range_mode)n, RC_RANGE_DISPLAY, &w->out.tuning))
WHOLE(rc_tuning_table_get, range, ENUM, 1, 6,
      rc_tuning_table_get(&w->table, RC_RANGE_MODE_FULL, (rc_range)n, &w->out.tuning))
WHOLE(rc_tuning_table_set, mode, ENUM, 1, 4,
      rc_tuning_table_set(&w->table, (rc_range_mode)n, RC_RANGE_DISPLAY, w->tuning))
WHOLE(rc_tuning_table_set, range, ENUM, 1, 6,
      rc_tuning_table_set(&w->table, RC_RANGE_MODE_FULL, (rc_range)n, w->tuning))
WHOLE(rc_tuning_table_set, enabled, ENUM, 1, 2,
      (w->tuning.enabled = (uint32_t)n,
       rc_tuning_table_set(&w->table, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, w->tuning)))
WHOLE(rc_tuning_table_set, reserved, RESERVED, 0, 1,
      (w->tuning.reserved = (uint32_t)n,
       rc_tuning_table_set(&w->table, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, w->tuning)))
WHOLE(rc_range_expand, enabled, ENUM, 1, 2,
      (w->tuning.enabled = (uint32_t)n,
       rc_range_expand(w->interval, w->tuning, RC_DIRECTION_FORWARD, &w->out.interval)))
WHOLE(rc_range_expand, reserved, RESERVED, 0, 1,
      (w->tuning.reserved = (uint32_t)n,
       rc_range_expand(w->interval, w->tuning, RC_DIRECTION_FORWARD, &w->out.interval)))
WHOLE(rc_range_expand, direction, ENUM, 1, 3,
      rc_range_expand(w->interval, w->tuning, (rc_direction)n, &w->out.interval))
WHOLE(rc_range_expand, upper, BOUND, 960, RC_LIST_TICKS_MAX + 1,
      rc_range_expand((rc_interval){0, n}, w->tuning, RC_DIRECTION_FORWARD, &w->out.interval))
WHOLE(rc__mode_state_mode, explicit_mode, ENUM, 1, 4,
      (w->mode.has_explicit_mode = true, w->mode.explicit_mode = (rc_range_mode)n,
       misuse_unset_mode(w, rc__mode_state_mode(&w->mode) == RC_RANGE_MODE_LOW_MEMORY)))
WHOLE(rc__mode_state_mode, presence, ENUM, 1, 3,
      (w->mode.presence = (rc_presence)n,
       misuse_unset_mode(w, rc__mode_state_mode(&w->mode) == RC_RANGE_MODE_LOW_MEMORY)))
WHOLE(rc__mode_state_mode, pressure, ENUM, 0, 3,
      (w->mode.pressure = (rc_pressure)n,
       misuse_unset_mode(w, rc__mode_state_mode(&w->mode) == RC_RANGE_MODE_LOW_MEMORY)))
WHOLE(rc__mode_state_presence, presence, ENUM, 1, 3,
      (w->mode.presence = (rc_presence)n,
       misuse_unset_mode(w, rc__mode_state_presence(&w->mode) == RC_PRESENCE_AWAY)))

WHOLE(rc_extents_create, struct_size, SIZE, sizeof(rc_extents_options), sizeof(rc_extents_options),
      (w->extents_options.struct_size = (uint32_t)n,
       misuse_drop_extents(w, rc_extents_create(&w->extents_options, &w->allocator,
                                                &w->out.new_extents))))
WHOLE(rc_extents_create, reserved, RESERVED, 0, 1,
      (w->extents_options.reserved = (uint32_t)n,
       misuse_drop_extents(w, rc_extents_create(&w->extents_options, &w->allocator,
                                                &w->out.new_extents))))
WHOLE(rc_extents_item, index, INDEX, 3, MISUSE_COUNT, rc_extents_item(w->extents, n, &w->out.item))
WHOLE(rc_extents_copy, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_copy(w->extents, n, MISUSE_COUNT, w->out.offsets, w->out.extents))
WHOLE(rc_extents_copy, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_copy(w->extents, 0, n, w->out.offsets, w->out.extents))
WHOLE(rc_extents_insert, index, INDEX, 3, MISUSE_COUNT + 1, rc_extents_insert(w->extents, n, 2, NULL))
WHOLE(rc_extents_insert, count, COUNT, 3, 0, rc_extents_insert(w->extents, 5, n, NULL))
WHOLE(rc_extents_insert_measured, index, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_insert(w->extents, n, 3, w->extent))
WHOLE(rc_extents_insert_measured, count, COUNT, 3, 0,
      rc_extents_insert(w->extents, 5, n, w->extent))
WHOLE(rc_extents_remove, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_remove(w->extents, n, MISUSE_COUNT))
WHOLE(rc_extents_remove, upper, INDEX, 3, MISUSE_COUNT + 1, rc_extents_remove(w->extents, 0, n))
WHOLE(rc_extents_move, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_move(w->extents, n, MISUSE_COUNT, 0))
WHOLE(rc_extents_move, upper, INDEX, 3, MISUSE_COUNT + 1, rc_extents_move(w->extents, 0, n, 0))
WHOLE(rc_extents_move, to, INDEX, 3, MISUSE_COUNT - 1, rc_extents_move(w->extents, 4, 6, n))
WHOLE(rc_extents_set, index, INDEX, 3, MISUSE_COUNT - 2,
      rc_extents_set(w->extents, n, 3, w->extent))
WHOLE(rc_extents_set, count, INDEX, 3, MISUSE_COUNT - 4,
      rc_extents_set(w->extents, 5, n, w->extent))
WHOLE(rc_extents_forget, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_forget(w->extents, n, MISUSE_COUNT))
WHOLE(rc_extents_forget, upper, INDEX, 3, MISUSE_COUNT + 1, rc_extents_forget(w->extents, 0, n))

WHOLE(rc_states_insert, index, INDEX, 3, MISUSE_COUNT + 1, rc_states_insert(w->states, n, 2))
WHOLE(rc_states_insert, count, COUNT, 3, 0, rc_states_insert(w->states, 5, n))
WHOLE(rc_states_remove, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_states_remove(w->states, n, MISUSE_COUNT))
WHOLE(rc_states_remove, upper, INDEX, 3, MISUSE_COUNT + 1, rc_states_remove(w->states, 0, n))
WHOLE(rc_states_move, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_states_move(w->states, n, MISUSE_COUNT, 0))
WHOLE(rc_states_move, upper, INDEX, 3, MISUSE_COUNT + 1, rc_states_move(w->states, 0, n, 0))
WHOLE(rc_states_move, to, INDEX, 3, MISUSE_COUNT - 1, rc_states_move(w->states, 4, 6, n))
WHOLE(rc_states_order, leading, ENUM, 1, 3,
      misuse_reorder(w, rc_states_order(w->states, (rc_interval){2, 4}, (rc_direction)n, NULL,
                                        &w->out.changes)))
WHOLE(rc_states_get, index, INDEX, 3, MISUSE_COUNT,
      misuse_refused(rc_states_get(w->states, n) == 0))
WHOLE(rc_states_copy, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_states_copy(w->states, n, MISUSE_COUNT, w->out.states))
WHOLE(rc_states_copy, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_states_copy(w->states, 0, n, w->out.states))

WHOLE(rc_batch_decide, struct_size, SIZE, sizeof(rc_batch_input), sizeof(rc_batch_input),
      (w->input.struct_size = (uint32_t)n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, end, ENUM, 1, 2,
      (w->input.end = (rc_end)n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, short_content_policy, ENUM, 1, 3,
      (w->input.short_content_policy = (rc_short_content_policy)n,
       rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, presence, ENUM, 1, 3,
      (w->input.presence = (rc_presence)n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, item_count, NEGATIVE, 1, 0,
      (w->input.item_count = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, viewport_upper, BOUND, 960, RC_LIST_TICKS_MAX + 1,
      (w->input.viewport.upper = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, content_upper, BOUND, 960, 4 * RC_LIST_TICKS_MAX + 1,
      (w->input.content.upper = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, landing_offset, FAR, 960, 4 * RC_LIST_TICKS_MAX + 1,
      (w->input.landing_offset = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_context_finish, outcome, ENUM, 1, 6,
      rc_batch_context_finish(w->flight, w->token, (rc_batch_outcome)n))
WHOLE(rc_batch_context_finish, token, TOKEN, 0, 0,
      rc_batch_context_finish(w->flight, w->token ^ (rc_batch_token)n, RC_BATCH_OUTCOME_COMPLETED))
WHOLE(rc_batch_context_outcome, token, TOKEN, 0, 0,
      misuse_status_of_outcome(rc_batch_context_outcome(w->flight, w->token ^ (rc_batch_token)n)))
WHOLE(rc_batch_context_was_cancelled, token, TOKEN, 0, 0,
      rc_batch_context_was_cancelled(w->flight, w->token ^ (rc_batch_token)n) ? RC_STATUS_STALE
                                                                              : RC_STATUS_OK)

WHOLE(rc_pages_init, first_page, BOUND, 1, (INT64_C(1) << 53) + 1, rc_pages_init(&w->pages, n))
WHOLE(rc_pages_init, page_size, BELOW_UNKNOWN, 20, 0, rc_pages_init(&w->pages, 1))
WHOLE(rc_pages_receive, token, TOKEN, 0, 0,
      rc_pages_receive(&w->pages, w->page_token ^ (uint32_t)n, &w->reply))
WHOLE(rc_pages_receive, item_count, NEGATIVE, 20, 0,
      (w->reply.item_count = n, w->reply.dropped_count = 0,
       rc_pages_receive(&w->pages, w->page_token, &w->reply)))
WHOLE(rc_pages_receive, item_count_past_the_limit, COUNT_ALONE, 20, 0,
      (w->reply.item_count = n, w->reply.dropped_count = 0,
       rc_pages_receive(&w->pages, w->page_token, &w->reply)))
WHOLE(rc_pages_receive, dropped_count, INDEX, 5, 21,
      (w->reply.dropped_count = n, rc_pages_receive(&w->pages, w->page_token, &w->reply)))
WHOLE(rc_pages_fail, token, TOKEN, 0, 0, rc_pages_fail(&w->pages, w->page_token ^ (uint32_t)n))
WHOLE(rc_pages_cancel, token, TOKEN, 0, 0, rc_pages_cancel(&w->pages, w->page_token ^ (uint32_t)n))
WHOLE(rc_pages_total, total_items, NEGATIVE, 20, 0,
      misuse_refused(rc_pages_total(n, 20) == RC_PAGES_UNKNOWN))
WHOLE(rc_pages_total, page_size, NEGATIVE, 20, 0,
      misuse_refused(rc_pages_total(20, n) == RC_PAGES_UNKNOWN))

WHOLE(rc_list_create, struct_size, SIZE, sizeof(rc_list_options), sizeof(rc_list_options),
      (w->options.struct_size = (uint32_t)n,
       misuse_drop_list(w, rc_list_create(&w->options, &w->allocator, &w->out.list))))
WHOLE(rc_list_set_settings, struct_size, SIZE, sizeof(rc_list_settings), sizeof(rc_list_settings),
      (w->settings.struct_size = (uint32_t)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, depth, NEGATIVE_INT, 1, 0,
      (w->settings.depth = (int32_t)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, presence, ENUM, 1, 3,
      (w->settings.presence = (rc_presence)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, pressure, ENUM, 1, 3,
      (w->settings.pressure = (rc_pressure)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, short_content_policy, ENUM, 1, 3,
      (w->settings.short_content_policy = (rc_short_content_policy)n,
       rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, reserved, RESERVED, 0, 1,
      (w->settings.reserved = (uint32_t)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, first_reserved_byte, RESERVED, 0, 1,
      (w->settings.reserved_bytes[0] = (uint8_t)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, last_reserved_byte, RESERVED, 0, 1,
      (w->settings.reserved_bytes[2] = (uint8_t)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, enabled_of_a_range, ENUM, 1, 2,
      (w->settings.tunings.tunings[7].enabled = (uint32_t)n,
       rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, reserved_of_a_range, RESERVED, 0, 1,
      (w->settings.tunings.tunings[23].reserved = (uint32_t)n,
       rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_get_settings, struct_size, SIZE, sizeof(rc_list_settings), sizeof(rc_list_settings),
      (w->settings_out.struct_size = (uint32_t)n, rc_list_get_settings(w->list, &w->settings_out)))
WHOLE(rc_list_set_mode, mode, ENUM, 1, 4, rc_list_set_mode(w->list, (rc_range_mode)n))
WHOLE(rc_list_insert, index, INDEX, 3, MISUSE_COUNT + 1, rc_list_insert(w->list, n, 2, NULL))
WHOLE(rc_list_insert, count, COUNT, 3, 0, rc_list_insert(w->list, 5, n, NULL))
WHOLE(rc_list_insert_measured, index, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_insert(w->list, n, 3, w->extent))
WHOLE(rc_list_insert_measured, count, COUNT, 3, 0,
      rc_list_insert(w->list, 5, n, w->extent))
WHOLE(rc_list_remove, lower, INDEX, 3, MISUSE_COUNT + 1, rc_list_remove(w->list, n, MISUSE_COUNT))
WHOLE(rc_list_remove, upper, INDEX, 3, MISUSE_COUNT + 1, rc_list_remove(w->list, 0, n))
WHOLE(rc_list_move, lower, INDEX, 3, MISUSE_COUNT + 1, rc_list_move(w->list, n, MISUSE_COUNT, 0))
WHOLE(rc_list_move, upper, INDEX, 3, MISUSE_COUNT + 1, rc_list_move(w->list, 0, n, 0))
WHOLE(rc_list_move, to, INDEX, 3, MISUSE_COUNT - 1, rc_list_move(w->list, 4, 6, n))
WHOLE(rc_list_forget, lower, INDEX, 3, MISUSE_COUNT + 1, rc_list_forget(w->list, n, MISUSE_COUNT))
WHOLE(rc_list_forget, upper, INDEX, 3, MISUSE_COUNT + 1, rc_list_forget(w->list, 0, n))
WHOLE(rc_list_set_row_extents, row, INDEX, 3, MISUSE_COUNT - 2, rc_list_set_row_extents(w->list, n, 3, w->extent))
WHOLE(rc_list_set_row_extents, count, INDEX, 3, MISUSE_COUNT - 4, rc_list_set_row_extents(w->list, 5, n, w->extent))
WHOLE(rc_list_update, struct_size, SIZE, sizeof(rc_viewport), sizeof(rc_viewport),
      (w->viewport.struct_size = (uint32_t)n,
       rc_list_update(w->list, &w->viewport, &w->out.update)))
WHOLE(rc_list_update, reserved, RESERVED, 0, 1,
      (w->viewport.reserved = (uint8_t)n, rc_list_update(w->list, &w->viewport, &w->out.update)))
WHOLE(rc_list_set_scroll_target, index, INDEX, 3, MISUSE_COUNT,
      rc_list_set_scroll_target(w->list, n, RC_ALIGNMENT_CENTER, &w->out.points))
WHOLE(rc_list_set_scroll_target, alignment, ENUM, 1, 4,
      rc_list_set_scroll_target(w->list, 30, (rc_alignment)n, &w->out.points))
WHOLE(rc_list_begin_batch, end, ENUM, 1, 2,
      misuse_drop_context(w,
                          rc_list_begin_batch(w->list, (rc_end)n, &w->out.context, &w->out.token)))
WHOLE(rc_list_retry_batch, end, ENUM, 0, 2, rc_list_retry_batch(w->list, (rc_end)n))
WHOLE(rc_list_reset_batch, end, ENUM, 0, 2, rc_list_reset_batch(w->list, (rc_end)n))
WHOLE(rc_list_mark_exhausted, end, ENUM, 0, 2, rc_list_mark_exhausted(w->list, (rc_end)n))
WHOLE(rc_list_item, index, INDEX, 3, MISUSE_COUNT, rc_list_item(w->list, n, &w->out.item))
WHOLE(rc_list_copy_rows, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_rows(w->list, n, MISUSE_COUNT, w->out.offsets, w->out.extents))
WHOLE(rc_list_copy_rows, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_rows(w->list, 0, n, w->out.offsets, w->out.extents))
WHOLE(rc_list_state, index, INDEX, 3, MISUSE_COUNT, misuse_refused(rc_list_state(w->list, n) == 0))
WHOLE(rc_list_copy_states, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_states(w->list, n, MISUSE_COUNT, w->out.states))
WHOLE(rc_list_copy_states, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_states(w->list, 0, n, w->out.states))
