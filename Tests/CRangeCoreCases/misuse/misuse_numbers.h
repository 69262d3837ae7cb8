// The places that take a number: NUMBER(function, place, kind, right value, call with `v`).
// Included more than once, each time with another meaning of NUMBER. The kinds are those of
// test_misuse_values.c.

NUMBER(rc_ticks_from_points, points, OFFSET, 1, rc_ticks_from_points(v, &w->out.ticks))

NUMBER(rc_range_expand, leading, SCREENS, 1,
       (w->tuning.leading = v,
        rc_range_expand(w->interval, w->tuning, RC_DIRECTION_FORWARD, &w->out.interval)))
NUMBER(rc_range_expand, trailing, SCREENS, 1,
       (w->tuning.trailing = v,
        rc_range_expand(w->interval, w->tuning, RC_DIRECTION_FORWARD, &w->out.interval)))

NUMBER(rc_extents_create, estimate, EXTENT, 44,
       (w->extents_options.estimate = v,
        misuse_drop_extents(w, rc_extents_create(&w->extents_options, &w->allocator,
                                                 &w->out.new_extents))))
NUMBER(rc_extents_create, spacing, EXTENT, 8,
       (w->extents_options.estimate = 0, w->extents_options.spacing = v,
        misuse_drop_extents(w, rc_extents_create(&w->extents_options, &w->allocator,
                                                 &w->out.new_extents))))
NUMBER(rc_extents_item_at, offset, OFFSET, 100, rc_extents_item_at(w->extents, v, &w->out.item))
NUMBER(rc_extents_items_in, lower, OFFSET, 100,
       rc_extents_items_in(w->extents, v, 300, &w->out.interval))
NUMBER(rc_extents_items_in, upper, OFFSET, 100,
       rc_extents_items_in(w->extents, 0, v, &w->out.interval))
NUMBER(rc_extents_insert, one_measured, EXTENT, 44, rc_extents_insert(w->extents, 1, &v, 1))
NUMBER(rc_extents_insert, first_of_three_measured, EXTENT, 44,
       (w->extent[0] = v, rc_extents_insert(w->extents, 1, w->extent, 3)))
NUMBER(rc_extents_insert, last_of_three_measured, EXTENT, 44,
       (w->extent[2] = v, rc_extents_insert(w->extents, 1, w->extent, 3)))
NUMBER(rc_extents_set, one, EXTENT, 44, rc_extents_set(w->extents, 7, &v, 1))
NUMBER(rc_extents_set, first_of_three, EXTENT, 44,
       (w->extent[0] = v, rc_extents_set(w->extents, 3, w->extent, 3)))
NUMBER(rc_extents_set, last_of_three, EXTENT, 44,
       (w->extent[2] = v, rc_extents_set(w->extents, 3, w->extent, 3)))
NUMBER(rc_extents_set_estimate, estimate, EXTENT, 44, rc_extents_set_estimate(w->extents, v))

NUMBER(rc_batch_decide, leading_screens, NUMERIC, 2,
       (w->input.leading_screens = v, rc_batch_decide(&w->input, &w->out.decision)))
NUMBER(rc_batch_decide, velocity, NUMERIC, 2,
       (w->input.velocity = v, rc_batch_decide(&w->input, &w->out.decision)))
NUMBER(rc_batch_decide, velocity_where_the_host_decides, NUMERIC, 2,
       (w->input.host_decides = true, w->input.velocity = v,
        rc_batch_decide(&w->input, &w->out.decision)))
NUMBER(rc_motion_record, time, FINITE, 1,
       (w->motion_input.time = v, rc_motion_record(&w->motion, &w->motion_input)))
NUMBER(rc_motion_foresee, budget, SCREENS, 1,
       (w->motion_input.budget = v,
        rc_motion_foresee(&w->motion, &w->motion_input, &w->out.foresight)))

NUMBER(rc_list_create, estimate, EXTENT, 44,
       (w->options.estimate = v,
        misuse_drop_list(w, rc_list_create(&w->options, &w->allocator, &w->out.list))))
NUMBER(rc_list_create, spacing, EXTENT, 8,
       (w->options.estimate = 0, w->options.spacing = v,
        misuse_drop_list(w, rc_list_create(&w->options, &w->allocator, &w->out.list))))
NUMBER(rc_list_create, quantum, EXTENT, 1,
       (w->options.quantum = v,
        misuse_drop_list(w, rc_list_create(&w->options, &w->allocator, &w->out.list))))
NUMBER(rc_list_set_settings, slack, SCREENS, 1,
       (w->settings.slack = v, rc_list_set_settings(w->list, &w->settings)))
NUMBER(rc_list_set_settings, foresight, SCREENS, 1,
       (w->settings.foresight = v, rc_list_set_settings(w->list, &w->settings)))
NUMBER(rc_list_set_settings, direction_threshold, LENGTH, 1,
       (w->settings.direction_threshold = v, rc_list_set_settings(w->list, &w->settings)))
NUMBER(rc_list_set_settings, leading_screens_of_the_tail, FINITE, 1,
       (w->settings.leading_screens[0] = v, rc_list_set_settings(w->list, &w->settings)))
NUMBER(rc_list_set_settings, leading_screens_of_the_head, FINITE, 1,
       (w->settings.leading_screens[1] = v, rc_list_set_settings(w->list, &w->settings)))
NUMBER(rc_list_set_settings, extra_length_of_the_tail, ROOM, 1,
       (w->settings.extra_lengths[0] = v, rc_list_set_settings(w->list, &w->settings)))
NUMBER(rc_list_set_settings, extra_length_of_the_head, ROOM, 1,
       (w->settings.extra_lengths[1] = v, rc_list_set_settings(w->list, &w->settings)))
NUMBER(rc_list_set_settings, stick_distance_of_the_tail, LENGTH, 1,
       (w->settings.stick_distances[0] = v, rc_list_set_settings(w->list, &w->settings)))
NUMBER(rc_list_set_settings, stick_distance_of_the_head, LENGTH, 1,
       (w->settings.stick_distances[1] = v, rc_list_set_settings(w->list, &w->settings)))
NUMBER(rc_list_insert, one_measured, EXTENT, 44, rc_list_insert(w->list, 1, &v, 1))
NUMBER(rc_list_insert, last_of_three_measured, EXTENT, 44,
       (w->extent[2] = v, rc_list_insert(w->list, 1, w->extent, 3)))
NUMBER(rc_list_set_row_extents, one, EXTENT, 44, rc_list_set_row_extents(w->list, 8, &v, 1))
NUMBER(rc_list_set_row_extents, first_of_three, EXTENT, 44,
       (w->extent[0] = v, rc_list_set_row_extents(w->list, 8, w->extent, 3)))
NUMBER(rc_list_set_row_extents, last_of_three, EXTENT, 44,
       (w->extent[2] = v, rc_list_set_row_extents(w->list, 6, w->extent, 3)))
NUMBER(rc_list_set_estimate, estimate, EXTENT, 44, rc_list_set_estimate(w->list, v))
NUMBER(rc_list_set_scroll_target, shift, OFFSET, 5,
       rc_list_set_scroll_target(w->list, 3, 0, v, &w->out.points))
NUMBER(rc_list_update, offset, OFFSET, 950,
       (w->viewport.offset = v, rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, item_place, OFFSET, -5,
       (w->viewport.has_item = true, w->viewport.item = 9, w->viewport.item_place = v,
        rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, length, LENGTH, 500,
       (w->viewport.length = v, rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, inset_start, LENGTH, 0,
       (w->viewport.inset_start = v, rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, inset_end, LENGTH, 0,
       (w->viewport.inset_end = v, rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, velocity, FINITE, 0,
       (w->viewport.velocity = v, rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, landing_offset, OFFSET, 950,
       (w->viewport.landing_offset = v, rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, landing_offset_of_a_resized_viewport, OFFSET, 950,
       (w->viewport.length = 700, w->viewport.landing_offset = v,
        rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, inset_end_of_a_resized_viewport, LENGTH, 10,
       (w->viewport.length = 700, w->viewport.inset_end = v,
        rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, time, FINITE, 0,
       (w->viewport.time = v, rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_update, jitter, RATIO, 0.5,
       (w->viewport.jitter = v, rc_list_update(w->list, &w->viewport, &w->out.update)))
NUMBER(rc_list_item_at, offset, OFFSET, 100, rc_list_item_at(w->list, v, &w->out.item))
NUMBER(rc_list_items_in, lower, OFFSET, 100, rc_list_items_in(w->list, v, 300, &w->out.interval))
NUMBER(rc_list_items_in, upper, OFFSET, 100, rc_list_items_in(w->list, 0, v, &w->out.interval))
NUMBER(rc_list_set_tuning, leading, SCREENS, 1,
       (w->tuning.leading = v,
        rc_list_set_tuning(w->list, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, w->tuning)))
NUMBER(rc_list_set_tuning, trailing, SCREENS, 1,
       (w->tuning.trailing = v,
        rc_list_set_tuning(w->list, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, w->tuning)))

NUMBER(rc_store_set_settings, settle, SCREENS, 0.1,
       (w->store_settings.settle = v, rc_store_set_settings(w->store, &w->store_settings)))
NUMBER(rc_store_set_settings, max_age, SCREENS, 60,
       (w->store_settings.max_age = v, rc_store_set_settings(w->store, &w->store_settings)))
NUMBER(rc_store_expire, time, FINITE, 0, rc_store_expire(w->store, v, 30))
NUMBER(rc_store_expire, age, SCREENS, 30, rc_store_expire(w->store, 0, v))
NUMBER(rc_store_update, time, FINITE, 0,
       (w->view.time = v, rc_store_update(w->store, &w->view, &w->out.plan)))
NUMBER(rc_store_fail, time, FINITE, 0, misuse_failed(w, v, 0.5))
NUMBER(rc_store_fail, jitter, RATIO, 0.5, misuse_failed(w, 0, v))

NUMBER(rc_tickets_set_settings, grace, SCREENS, 0.25,
       (w->tickets_settings.grace = v, rc_tickets_set_settings(w->tickets, &w->tickets_settings)))
NUMBER(rc_tickets_update, time, FINITE, 0, rc_tickets_update(w->tickets, v, &w->out.tickets_plan))
NUMBER(rc_tickets_finish, time, FINITE, 0, misuse_finished(w, w->ticket_token, 1, v))
NUMBER(rc_tickets_fail, time, FINITE, 0, misuse_load_failed(w, w->ticket_token, v, 0.5))
NUMBER(rc_tickets_fail, jitter, RATIO, 0.5, misuse_load_failed(w, w->ticket_token, 0, v))

NUMBER(rc_impressions_create, fraction, RATIO, 0.5,
       (w->impressions_options.rules[0].fraction = v,
        misuse_drop_impressions(w, rc_impressions_create(&w->impressions_options, &w->allocator,
                                                         &w->out.impressions))))
NUMBER(rc_impressions_create, seconds, SCREENS, 1,
       (w->impressions_options.rules[0].seconds = v,
        misuse_drop_impressions(w, rc_impressions_create(&w->impressions_options, &w->allocator,
                                                         &w->out.impressions))))
NUMBER(rc_impressions_create, threshold, RATIO, 0.5,
       (w->impressions_options.threshold_count = 1, w->impressions_options.thresholds[0] = v,
        misuse_drop_impressions(w, rc_impressions_create(&w->impressions_options, &w->allocator,
                                                         &w->out.impressions))))
NUMBER(rc_impressions_set_views, cross, RATIO, 1,
       (w->views[2].cross = v, rc_impressions_set_views(w->impressions, 1, w->views, 3)))
NUMBER(rc_impressions_update, time, FINITE, 0,
       rc_impressions_update(w->impressions, v, true, &w->out.report))
NUMBER(rc_list_copy_impression_views, cross, RATIO, 1,
       rc_list_copy_impression_views(w->quiet, 0, 9, w->ids, w->rules, v, w->out.views,
                                     &w->out.view_count))
NUMBER(rc_list_find_place, length, LENGTH, 500,
       rc_list_find_place(w->quiet, 0, MISUSE_COUNT, w->ids, v, w->snapshot, &w->out.goal))

NUMBER(rc_lanes_create, estimate, EXTENT, 44,
       (w->lanes_options.estimate = v,
        misuse_drop_lanes(w, rc_lanes_create(&w->lanes_options, &w->allocator, &w->out.new_lanes))))
NUMBER(rc_lanes_create, spacing, EXTENT, 8,
       (w->lanes_options.estimate = 0, w->lanes_options.spacing = v,
        misuse_drop_lanes(w, rc_lanes_create(&w->lanes_options, &w->allocator, &w->out.new_lanes))))
NUMBER(rc_lanes_item_at, offset, OFFSET, 100, rc_lanes_item_at(w->lanes, v, 1, &w->out.index))
NUMBER(rc_lanes_items_in, lower, OFFSET, 100,
       rc_lanes_items_in(w->lanes, v, 300, w->out.lane_items))
NUMBER(rc_lanes_items_in, upper, OFFSET, 100, rc_lanes_items_in(w->lanes, 0, v, w->out.lane_items))
NUMBER(rc_lanes_insert, one_measured, EXTENT, 44, rc_lanes_insert(w->lanes, 1, &v, 1))
NUMBER(rc_lanes_insert, last_of_three_measured, EXTENT, 44,
       (w->extent[2] = v, rc_lanes_insert(w->lanes, 1, w->extent, 3)))
NUMBER(rc_lanes_set_extents, one, EXTENT, 44, rc_lanes_set_extents(w->lanes, 7, &v, 1))
NUMBER(rc_lanes_set_extents, last_of_three, EXTENT, 44,
       (w->extent[2] = v, rc_lanes_set_extents(w->lanes, 3, w->extent, 3)))
NUMBER(rc_lanes_update, offset, OFFSET, 100,
       (w->lanes_viewport.offset = v,
        rc_lanes_update(w->lanes, &w->lanes_viewport, &w->out.correction)))
NUMBER(rc_lanes_update, length, LENGTH, 500,
       (w->lanes_viewport.length = v,
        rc_lanes_update(w->lanes, &w->lanes_viewport, &w->out.correction)))
NUMBER(rc_lanes_update, before, LENGTH, 500,
       (w->lanes_viewport.before = v,
        rc_lanes_update(w->lanes, &w->lanes_viewport, &w->out.correction)))
NUMBER(rc_lanes_update, after, LENGTH, 500,
       (w->lanes_viewport.after = v,
        rc_lanes_update(w->lanes, &w->lanes_viewport, &w->out.correction)))
NUMBER(rc_lanes_update, tolerance, LENGTH, 9,
       (w->lanes_viewport.tolerance = v,
        rc_lanes_update(w->lanes, &w->lanes_viewport, &w->out.correction)))
NUMBER(rc_list_set_lanes, tolerance, LENGTH, 8, rc_list_set_lanes(w->list, 3, 0, v, false))
NUMBER(rc_lanes_set_estimate, estimate, EXTENT, 44, rc_lanes_set_estimate(w->lanes, v))
NUMBER(rc_lanes_set_indents, last, EXTENT, 44,
       (w->indents[2] = v, rc_lanes_set_indents(w->lanes, 7, w->indents)))
