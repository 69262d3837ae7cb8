// The places that take a whole number: WHOLE(function, place, kind, right value, border, call with
// `n`). The border is the first value above that is not allowed; of a size, the size itself.
// Included more than once, each time with another meaning of WHOLE. The kinds are those of
// test_misuse_values.c.

WHOLE(rc_status_text, status, ENUM, 1, 8,
      misuse_refused(strcmp(rc_status_text((rc_status)n), "unknown status") == 0))
WHOLE(rc_batch_reason_text, reason, ENUM, 1, 15,
      misuse_refused(strcmp(rc_batch_reason_text((rc_batch_reason)n), "unknown reason") == 0))
WHOLE(rc_range_expand, direction, ENUM, 1, 3,
      rc_range_expand(w->interval, w->tuning, (rc_direction)n, &w->out.interval))
WHOLE(rc_range_expand, upper, BOUND, 960, RC_LIST_TICKS_MAX + 1,
      rc_range_expand((rc_interval){0, n}, w->tuning, RC_DIRECTION_FORWARD, &w->out.interval))

WHOLE(rc_extents_item, index, INDEX, 3, MISUSE_COUNT, rc_extents_item(w->extents, n, &w->out.item))
WHOLE(rc_extents_copy, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_copy(w->extents, n, MISUSE_COUNT, w->out.offsets, w->out.extents))
WHOLE(rc_extents_copy, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_copy(w->extents, 0, n, w->out.offsets, w->out.extents))
WHOLE(rc_extents_insert, index, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_insert(w->extents, n, NULL, 2))
WHOLE(rc_extents_insert, count, COUNT, 3, 0, rc_extents_insert(w->extents, 5, NULL, n))
WHOLE(rc_extents_insert, index_measured, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_insert(w->extents, n, w->extent, 3))
WHOLE(rc_extents_insert, count_measured, COUNT, 3, 0,
      rc_extents_insert(w->extents, 5, w->extent, n))
WHOLE(rc_extents_remove, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_remove(w->extents, n, MISUSE_COUNT))
WHOLE(rc_extents_remove, upper, INDEX, 3, MISUSE_COUNT + 1, rc_extents_remove(w->extents, 0, n))
WHOLE(rc_extents_move, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_move(w->extents, n, MISUSE_COUNT, 0))
WHOLE(rc_extents_move, upper, INDEX, 3, MISUSE_COUNT + 1, rc_extents_move(w->extents, 0, n, 0))
WHOLE(rc_extents_move, to, INDEX, 3, MISUSE_COUNT - 1, rc_extents_move(w->extents, 4, 6, n))
WHOLE(rc_extents_set, index, INDEX, 3, MISUSE_COUNT - 2,
      rc_extents_set(w->extents, n, w->extent, 3))
WHOLE(rc_extents_set, count, INDEX | SIZE, 3, MISUSE_COUNT - 4,
      rc_extents_set(w->extents, 5, w->extent, (size_t)n))
WHOLE(rc_extents_forget, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_extents_forget(w->extents, n, MISUSE_COUNT))
WHOLE(rc_extents_forget, upper, INDEX, 3, MISUSE_COUNT + 1, rc_extents_forget(w->extents, 0, n))

WHOLE(rc_batch_decide, end, ENUM, 1, 2,
      (w->input.end = (rc_end)n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, short_content_policy, ENUM, 1, 3,
      (w->input.short_content_policy = (rc_short_content_policy)n,
       rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, presence, ENUM, 1, 3,
      (w->input.presence = (rc_presence)n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, item_count, NEGATIVE, 1, 0,
      (w->input.item_count = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, leading_items, NEGATIVE, 1, 0,
      (w->input.leading_items = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, items_left, NEGATIVE, 1, 0,
      (w->input.items_left = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, viewport_upper, BOUND, 960, RC_LIST_TICKS_MAX + 1,
      (w->input.viewport.upper = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, content_upper, BOUND, 960, 4 * RC_LIST_TICKS_MAX + 1,
      (w->input.content.upper = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_decide, landing_offset, FAR, 960, 4 * RC_LIST_TICKS_MAX + 1,
      (w->input.landing_offset = n, rc_batch_decide(&w->input, &w->out.decision)))
WHOLE(rc_batch_context_finish, outcome, ENUM, 1, 6,
      rc_batch_context_finish(w->fetch, w->token, (rc_batch_outcome)n))
WHOLE(rc_batch_context_finish, token, TOKEN, 0, 0,
      rc_batch_context_finish(w->fetch, w->token ^ (rc_batch_token)n, RC_BATCH_OUTCOME_COMPLETED))
WHOLE(rc_batch_context_outcome, token, TOKEN, 0, 0,
      misuse_status_of_outcome(rc_batch_context_outcome(w->fetch, w->token ^ (rc_batch_token)n)))

WHOLE(rc_list_set_settings, leading_items_of_the_tail, NEGATIVE, 1, 0,
      (w->settings.leading_items[0] = n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, overscan_items, NEGATIVE, 1, 0,
      (w->settings.overscan_items = n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, leading_items_of_the_head, NEGATIVE, 1, 0,
      (w->settings.leading_items[1] = n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, depth, NEGATIVE_INT, 1, 0,
      (w->settings.depth = (int32_t)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, presence, ENUM, 1, 3,
      (w->settings.presence = (rc_presence)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, pressure, ENUM, 1, 3,
      (w->settings.pressure = (rc_pressure)n, rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_set_settings, short_content_policy, ENUM, 1, 3,
      (w->settings.short_content_policy = (rc_short_content_policy)n,
       rc_list_set_settings(w->list, &w->settings)))
WHOLE(rc_list_create, tuning_preset, ENUM, 1, 2,
      (w->options.tuning_preset = (rc_tuning_preset)n,
       misuse_drop_list(w, rc_list_create(&w->options, &w->allocator, &w->out.list))))
WHOLE(rc_list_get_tuning, mode, ENUM, 1, 4,
      rc_list_get_tuning(w->list, (rc_range_mode)n, RC_RANGE_DISPLAY, &w->out.tuning))
WHOLE(rc_list_get_tuning, range, ENUM, 1, 6,
      rc_list_get_tuning(w->list, RC_RANGE_MODE_FULL, (rc_range)n, &w->out.tuning))
WHOLE(rc_list_set_tuning, mode, ENUM, 1, 4,
      rc_list_set_tuning(w->list, (rc_range_mode)n, RC_RANGE_DISPLAY, w->tuning))
WHOLE(rc_list_set_tuning, range, ENUM, 1, 6,
      rc_list_set_tuning(w->list, RC_RANGE_MODE_FULL, (rc_range)n, w->tuning))
WHOLE(rc_list_set_mode, mode, ENUM, 1, 4, rc_list_set_mode(w->list, (rc_range_mode)n))
WHOLE(rc_list_insert, index, INDEX, 3, MISUSE_COUNT + 1, rc_list_insert(w->list, n, NULL, 2))
WHOLE(rc_list_insert, count, COUNT, 3, 0, rc_list_insert(w->list, 5, NULL, n))
WHOLE(rc_list_insert, index_measured, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_insert(w->list, n, w->extent, 3))
WHOLE(rc_list_insert, count_measured, COUNT, 3, 0, rc_list_insert(w->list, 5, w->extent, n))
WHOLE(rc_list_remove, lower, INDEX, 3, MISUSE_COUNT + 1, rc_list_remove(w->list, n, MISUSE_COUNT))
WHOLE(rc_list_remove, upper, INDEX, 3, MISUSE_COUNT + 1, rc_list_remove(w->list, 0, n))
WHOLE(rc_list_move, lower, INDEX, 3, MISUSE_COUNT + 1, rc_list_move(w->list, n, MISUSE_COUNT, 0))
WHOLE(rc_list_move, upper, INDEX, 3, MISUSE_COUNT + 1, rc_list_move(w->list, 0, n, 0))
WHOLE(rc_list_move, to, INDEX, 3, MISUSE_COUNT - 1, rc_list_move(w->list, 4, 6, n))
WHOLE(rc_list_forget, lower, INDEX, 3, MISUSE_COUNT + 1, rc_list_forget(w->list, n, MISUSE_COUNT))
WHOLE(rc_list_forget, upper, INDEX, 3, MISUSE_COUNT + 1, rc_list_forget(w->list, 0, n))
WHOLE(rc_list_set_row_extents, row, INDEX, 3, MISUSE_COUNT - 2,
      rc_list_set_row_extents(w->list, n, w->extent, 3))
WHOLE(rc_list_set_row_extents, count, INDEX | SIZE, 3, MISUSE_COUNT - 4,
      rc_list_set_row_extents(w->list, 5, w->extent, (size_t)n))
WHOLE(rc_list_update, item, INDEX, 3, MISUSE_COUNT,
      (w->viewport.has_item = true, w->viewport.item = n,
       rc_list_update(w->list, &w->viewport, &w->out.update)))
WHOLE(rc_list_set_scroll_target, index, INDEX, 3, MISUSE_COUNT,
      rc_list_set_scroll_target(w->list, n, 0.5, 0, &w->out.points))

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
WHOLE(rc_list_unmeasured_rows, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_unmeasured_rows(w->list, n, MISUSE_COUNT, &w->out.interval))
WHOLE(rc_list_unmeasured_rows, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_unmeasured_rows(w->list, 0, n, &w->out.interval))
WHOLE(rc_list_mark_provisional, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_mark_provisional(w->list, n, MISUSE_COUNT))
WHOLE(rc_list_mark_provisional, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_mark_provisional(w->list, 0, n))
WHOLE(rc_list_set_names, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_set_names(w->list, n, MISUSE_COUNT, w->ids))
WHOLE(rc_list_set_names, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_set_names(w->list, 0, n, w->ids))
WHOLE(rc_list_keep, index, INDEX, 3, MISUSE_COUNT, rc_list_keep(w->list, n, RC_STATE_PRELOAD))
WHOLE(rc_list_set_span, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_set_span(w->list, n, MISUSE_COUNT, RC_SPAN_WIDE))
WHOLE(rc_list_set_span, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_set_span(w->list, 0, n, RC_SPAN_WIDE))
WHOLE(rc_list_places, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_places(w->list, n, MISUSE_COUNT, w->out.positions))
WHOLE(rc_list_places, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_places(w->list, 0, n, w->out.positions))
WHOLE(rc_list_mark_header, index, INDEX, 3, MISUSE_COUNT, rc_list_mark_header(w->list, n, 2))
WHOLE(rc_list_unmark_header, index, INDEX, 3, MISUSE_COUNT, rc_list_unmark_header(w->list, n))
WHOLE(rc_list_section, ordinal, INDEX, 0, 1, rc_list_section(w->list, n, &w->out.section))
WHOLE(rc_list_section_of_item, index, INDEX, 3, MISUSE_COUNT,
      rc_list_section_of_item(w->list, n, &w->out.section))
WHOLE(rc_list_row_of_item, index, INDEX, 3, MISUSE_COUNT,
      rc_list_row_of_item(w->list, n, &w->out.ticks))
WHOLE(rc_list_items_of_row, row, INDEX, 3, MISUSE_COUNT,
      rc_list_items_of_row(w->list, n, &w->out.interval))
WHOLE(rc_list_copy_states, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_states(w->list, n, MISUSE_COUNT, w->out.states))
WHOLE(rc_list_copy_states, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_states(w->list, 0, n, w->out.states))

WHOLE(rc_store_create, source, ENUM, 1, 2,
      (w->store_options.source = (rc_store_source)n,
       misuse_drop_store(w, rc_store_create(&w->store_options, &w->allocator, &w->out.store))))
WHOLE(rc_store_create, page_size, BOUND, 20, INT64_C(1) << 31,
      (w->store_options.page_size = n,
       misuse_drop_store(w, rc_store_create(&w->store_options, &w->allocator, &w->out.store))))
WHOLE(rc_store_create, first_pages, BOUND, 20, (INT64_C(1) << 31) / 20 + 1,
      (w->store_options.first_pages = n == (uint32_t)n ? (uint32_t)n : 0,
       misuse_drop_store(w, rc_store_create(&w->store_options, &w->allocator, &w->out.store))))
WHOLE(rc_store_create, total, FAR, 20, RC_ITEM_COUNT_MAX + 1,
      (w->store_options.total = n,
       misuse_drop_store(w, rc_store_create(&w->store_options, &w->allocator, &w->out.store))))
WHOLE(rc_store_set_settings, page_limit, NEGATIVE, 1, 0,
      (w->store_settings.page_limit = n, rc_store_set_settings(w->store, &w->store_settings)))
WHOLE(rc_store_set_settings, item_limit, NEGATIVE, 1, 0,
      (w->store_settings.item_limit = n, rc_store_set_settings(w->store, &w->store_settings)))
WHOLE(rc_store_set_settings, cost_limit, NEGATIVE, 1, 0,
      (w->store_settings.cost_limit = n, rc_store_set_settings(w->store, &w->store_settings)))
WHOLE(rc_store_set_settings, jump_distance, NEGATIVE, 1, 0,
      (w->store_settings.jump_distance = n, rc_store_set_settings(w->store, &w->store_settings)))
WHOLE(rc_store_update, visible_lower, INDEX, 20, 23,
      (w->view.visible.lower = n, rc_store_update(w->store, &w->view, &w->out.plan)))
WHOLE(rc_store_update, wanted_upper, INDEX, 30, 41,
      (w->view.wanted.upper = n, w->view.visible.upper = w->view.visible.lower,
       w->view.wanted.lower = 0, rc_store_update(w->store, &w->view, &w->out.plan)))
WHOLE(rc_store_update, direction, ENUM, 1, 3,
      (w->view.direction = (rc_direction)n, rc_store_update(w->store, &w->view, &w->out.plan)))
WHOLE(rc_store_receive, token, TOKEN, 0, 0, misuse_received(w, w->store_token ^ (uint64_t)n))
WHOLE(rc_store_receive, count_past_the_limit, COUNT_ALONE | SIZE, 20, 0,
      (w->store_reply.count = (size_t)n, misuse_received(w, w->store_token)))
WHOLE(rc_store_receive, cost, NEGATIVE, 20, 0,
      (w->store_reply.cost = n, misuse_received(w, w->store_token)))
WHOLE(rc_store_fail, token, TOKEN, 0, 0,
      rc_store_fail(w->store, w->store_token ^ (uint64_t)n, 0, 0))
WHOLE(rc_store_cancel, token, TOKEN, 0, 0, rc_store_cancel(w->store, w->store_token ^ (uint64_t)n))
WHOLE(rc_store_refresh, target, ENUM, 1, 5, rc_store_refresh(w->feed, (rc_store_target)n, 3))
WHOLE(rc_store_refresh, position, BOUND, 1, RC_ITEM_COUNT_MAX,
      rc_store_refresh(w->store, RC_STORE_TARGET_POSITION, n))
WHOLE(rc_store_jump, end, ENUM, 1, 2, rc_store_jump(w->feed, (rc_end)n))
WHOLE(rc_store_open, end, ENUM, 1, 2, rc_store_open(w->feed, (rc_end)n))
WHOLE(rc_store_insert, slot, INDEX, 3, 41,
      rc_store_insert(w->store, n, w->more_ids, 0, &w->out.result))
WHOLE(rc_store_insert, count, COUNT_ALONE | SIZE, 3, 0, misuse_inserted(w, n))
WHOLE(rc_store_move, to, INDEX, 5, 40, rc_store_move(w->store, 3, n, &w->out.result))
WHOLE(rc_store_get_slot, slot, INDEX, 3, 40, rc_store_get_slot(w->store, n, &w->out.slot))
WHOLE(rc_store_load_at_end, end, ENUM, 1, 2, rc_store_load_at_end(w->feed, (rc_end)n, &w->out.load))

WHOLE(rc_tickets_set_settings, budget, NEGATIVE, 1, 0,
      (w->tickets_settings.budget = n, rc_tickets_set_settings(w->tickets, &w->tickets_settings)))
WHOLE(rc_tickets_set_settings, ahead_budget, NEGATIVE, 1, 0,
      (w->tickets_settings.ahead_budget = n,
       rc_tickets_set_settings(w->tickets, &w->tickets_settings)))
WHOLE(rc_tickets_set_settings, keep_budget, NEGATIVE, 1, 0,
      (w->tickets_settings.keep_budget = n,
       rc_tickets_set_settings(w->tickets, &w->tickets_settings)))
WHOLE(rc_tickets_set_wants, kind, ENUM, 1, 3,
      (w->wants[3].kind = (rc_ticket_want_kind)n, rc_tickets_set_wants(w->tickets, 1, w->wants, 4)))
WHOLE(rc_tickets_set_wants, band, ENUM, 1, 3,
      (w->wants[3].band = (rc_ticket_band)n, rc_tickets_set_wants(w->tickets, 1, w->wants, 4)))
WHOLE(rc_tickets_set_wants, cost, NEGATIVE, 1, 0,
      (w->wants[3].cost = n, rc_tickets_set_wants(w->tickets, 1, w->wants, 4)))
WHOLE(rc_tickets_finish, token, TOKEN, 0, 0,
      misuse_finished(w, w->ticket_token ^ (uint64_t)n, 1, 0))
WHOLE(rc_tickets_finish, cost, NEGATIVE, 5, 0,
      misuse_finished(w, w->ticket_token, n == -1 ? -2 : n, 0))
WHOLE(rc_tickets_fail, token, TOKEN, 0, 0,
      misuse_load_failed(w, w->ticket_token ^ (uint64_t)n, 0, 0))
WHOLE(rc_tickets_cancel, token, TOKEN, 0, 0,
      rc_tickets_cancel(w->tickets, 1, w->ticket_token ^ (uint64_t)n))
WHOLE(rc_list_copy_ticket_wants, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_ticket_wants(w->quiet, n, MISUSE_COUNT, w->ids, w->costs, w->out.wants,
                                &w->out.want_count))
WHOLE(rc_list_copy_ticket_wants, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_ticket_wants(w->quiet, 0, n, w->ids, w->costs, w->out.wants, &w->out.want_count))
WHOLE(rc_list_copy_ticket_wants, cost, NEGATIVE, 3, 0,
      (w->costs[8] = n, rc_list_copy_ticket_wants(w->quiet, 0, 9, w->ids, w->costs, w->out.wants,
                                                  &w->out.want_count)))

WHOLE(rc_separators_follow, lower, INDEX, 4, 6,
      (w->slot_edit.lower = n, w->slot_edit.to = 0,
       rc_separators_follow(w->separators, &w->slot_edit)))
WHOLE(rc_separators_follow, upper, INDEX, 6, MISUSE_COUNT + 1,
      (w->slot_edit.upper = n, w->slot_edit.lower = n <= 0 ? 0 : n - 1, w->slot_edit.to = 0,
       rc_separators_follow(w->separators, &w->slot_edit)))
WHOLE(rc_separators_follow, to, INDEX, 9, MISUSE_COUNT - 1,
      (w->slot_edit.to = n, rc_separators_follow(w->separators, &w->slot_edit)))
WHOLE(rc_separators_follow, kind, ENUM, 1, 5,
      (w->slot_edit.kind = (rc_edit_kind)n, rc_separators_follow(w->separators, &w->slot_edit)))
WHOLE(rc_separators_renew, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_separators_renew(w->separators, n, MISUSE_COUNT))
WHOLE(rc_separators_renew, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_separators_renew(w->separators, 0, n))
WHOLE(rc_separators_get_row, row, INDEX, 3, MISUSE_COUNT + 4,
      rc_separators_get_row(w->separators, n, &w->out.separator))
WHOLE(rc_separators_row_of_slot, slot, INDEX, 3, MISUSE_COUNT + 1,
      rc_separators_row_of_slot(w->separators, n, &w->out.ticks))
WHOLE(rc_separators_slots_of_rows, lower, INDEX, 3, MISUSE_COUNT + 5,
      rc_separators_slots_of_rows(w->separators, n, MISUSE_COUNT + 4, &w->out.interval))
WHOLE(rc_separators_slots_of_rows, upper, INDEX, 3, MISUSE_COUNT + 5,
      rc_separators_slots_of_rows(w->separators, 0, n, &w->out.interval))
WHOLE(rc_impressions_set_views, extent, NEGATIVE, 100, 0,
      (w->views[2].extent = n, w->views[2].visible = 0,
       rc_impressions_set_views(w->impressions, 1, w->views, 3)))
WHOLE(rc_impressions_set_views, viewport, NEGATIVE, 500, 0,
      (w->views[2].viewport = n, rc_impressions_set_views(w->impressions, 1, w->views, 3)))
WHOLE(rc_impressions_set_views, visible, NEGATIVE, 60, 0,
      (w->views[2].visible = n, rc_impressions_set_views(w->impressions, 1, w->views, 3)))
WHOLE(rc_impressions_set_views, rule, INDEX, 0, 1,
      (w->views[2].rule = n == (uint32_t)n ? (uint32_t)n : UINT32_MAX,
       rc_impressions_set_views(w->impressions, 1, w->views, 3)))
WHOLE(rc_list_copy_impression_views, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_impression_views(w->quiet, n, MISUSE_COUNT, w->ids, w->rules, 1, w->out.views,
                                    &w->out.view_count))
WHOLE(rc_list_copy_impression_views, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_copy_impression_views(w->quiet, 0, n, w->ids, w->rules, 1, w->out.views,
                                    &w->out.view_count))

WHOLE(rc_list_save_place, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_save_place(w->quiet, n, MISUSE_COUNT, w->ids, w->snapshot))
WHOLE(rc_list_save_place, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_save_place(w->quiet, 0, n, w->ids, w->snapshot))
WHOLE(rc_list_save_extents, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_save_extents(w->quiet, n, MISUSE_COUNT, w->ids, 1, w->snapshot))
WHOLE(rc_list_save_extents, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_save_extents(w->quiet, 0, n, w->ids, 1, w->snapshot))
WHOLE(rc_list_restore_extents, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_restore_extents(w->quiet, n, MISUSE_COUNT, w->ids, 1, w->snapshot, &w->out.index))
WHOLE(rc_list_restore_extents, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_restore_extents(w->quiet, 0, n, w->ids, 1, w->snapshot, &w->out.index))
WHOLE(rc_list_find_place, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_list_find_place(w->quiet, n, MISUSE_COUNT, w->ids, 500, w->snapshot, &w->out.goal))
WHOLE(rc_list_find_place, upper, INDEX, MISUSE_COUNT, MISUSE_COUNT + 1,
      rc_list_find_place(w->quiet, 0, n, w->ids, 500, w->snapshot, &w->out.goal))
WHOLE(rc_lanes_front, index, INDEX, 3, MISUSE_COUNT + 1,
      rc_lanes_front(w->lanes, n, w->out.lane_offsets))
WHOLE(rc_lanes_positions, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_lanes_positions(w->lanes, n, MISUSE_COUNT, w->out.positions))
WHOLE(rc_lanes_positions, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_lanes_positions(w->lanes, 0, n, w->out.positions))
WHOLE(rc_lanes_item_at, lane, ENUM, 1, 3, rc_lanes_item_at(w->lanes, 9, (uint32_t)n, &w->out.index))
WHOLE(rc_lanes_neighbor, index, INDEX, 9, MISUSE_COUNT + 1,
      rc_lanes_neighbor(w->lanes, n, 1, RC_DIRECTION_BACKWARD, &w->out.index))
WHOLE(rc_lanes_neighbor, direction, ENUM, 1, 3,
      rc_lanes_neighbor(w->lanes, 9, 1, (rc_direction)n, &w->out.index))
WHOLE(rc_lanes_insert, index, INDEX, 3, MISUSE_COUNT + 1, rc_lanes_insert(w->lanes, n, NULL, 2))
WHOLE(rc_lanes_insert, count, COUNT, 3, 0, rc_lanes_insert(w->lanes, 5, NULL, n))
WHOLE(rc_lanes_insert, index_measured, INDEX, 3, MISUSE_COUNT + 1,
      rc_lanes_insert(w->lanes, n, w->extent, 3))
WHOLE(rc_lanes_insert, count_measured, COUNT, 3, 0, rc_lanes_insert(w->lanes, 5, w->extent, n))
WHOLE(rc_lanes_remove, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_lanes_remove(w->lanes, n, MISUSE_COUNT))
WHOLE(rc_lanes_remove, upper, INDEX, 3, MISUSE_COUNT + 1, rc_lanes_remove(w->lanes, 0, n))
WHOLE(rc_lanes_move, lower, INDEX, 3, MISUSE_COUNT + 1, rc_lanes_move(w->lanes, n, MISUSE_COUNT, 0))
WHOLE(rc_lanes_move, upper, INDEX, 3, MISUSE_COUNT + 1, rc_lanes_move(w->lanes, 0, n, 0))
WHOLE(rc_lanes_move, to, INDEX, 3, MISUSE_COUNT - 1, rc_lanes_move(w->lanes, 4, 6, n))
WHOLE(rc_lanes_set_extents, index, INDEX, 3, MISUSE_COUNT - 2,
      rc_lanes_set_extents(w->lanes, n, w->extent, 3))
WHOLE(rc_lanes_set_extents, count, INDEX | SIZE, 3, MISUSE_COUNT - 4,
      rc_lanes_set_extents(w->lanes, 5, w->extent, (size_t)n))
WHOLE(rc_lanes_forget_extents, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_lanes_forget_extents(w->lanes, n, MISUSE_COUNT))
WHOLE(rc_lanes_forget_extents, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_lanes_forget_extents(w->lanes, 0, n))
WHOLE(rc_lanes_set_lanes, index, INDEX, 3, MISUSE_COUNT - 2,
      rc_lanes_set_lanes(w->lanes, n, w->lane_values, 3))
WHOLE(rc_lanes_set_lanes, count, INDEX | SIZE, 3, MISUSE_COUNT - 4,
      rc_lanes_set_lanes(w->lanes, 5, w->lane_values, (size_t)n))
WHOLE(rc_lanes_set_span, lower, INDEX, 3, MISUSE_COUNT + 1,
      rc_lanes_set_span(w->lanes, n, MISUSE_COUNT, 1))
WHOLE(rc_lanes_set_span, upper, INDEX, 3, MISUSE_COUNT + 1,
      rc_lanes_set_span(w->lanes, 0, n, RC_SPAN_WIDE))
WHOLE(rc_lanes_get_indents, index, INDEX, 3, MISUSE_COUNT,
      rc_lanes_get_indents(w->lanes, n, w->out.lane_offsets))
WHOLE(rc_lanes_set_indents, index, INDEX, 3, MISUSE_COUNT,
      rc_lanes_set_indents(w->lanes, n, w->indents))
