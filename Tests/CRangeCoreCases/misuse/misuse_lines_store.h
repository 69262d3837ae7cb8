// The lines of stores; see misuse_lines_null.h.

LINE(rc_store_options_init, null_options, OK, 0, (rc_store_options_init(NULL), RC_STATUS_OK))
LINE(rc_store_settings_init, null_settings, OK, 0, (rc_store_settings_init(NULL), RC_STATUS_OK))
LINE(rc_store_reply_init, null_reply, OK, 0, (rc_store_reply_init(NULL), RC_STATUS_OK))
LINE(rc_store_create, null_options, OK, 0,
     misuse_drop_store(w, rc_store_create(NULL, &w->allocator, &w->out.store)))
LINE(rc_store_create, null_store, ARGUMENT, 0,
     rc_store_create(&w->store_options, &w->allocator, NULL))
LINE(rc_store_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_store_create(&w->store_options, &w->allocator, &w->out.store))
LINE(rc_store_create, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_store_create(&w->store_options, &w->allocator, &w->out.store)))
LINE(rc_store_create, keys_that_look_ahead, ARGUMENT,
     (w->store_options.source = RC_STORE_SOURCE_KEYS, w->store_options.looks_ahead = true),
     rc_store_create(&w->store_options, &w->allocator, &w->out.store))
LINE(rc_store_create, keys_with_a_total_without_memory, NO_MEMORY,
     (w->store_options.source = RC_STORE_SOURCE_KEYS, w->store_options.total = 9,
      w->memory.countdown = 1),
     misuse_with_memory(w, rc_store_create(&w->store_options, &w->allocator, &w->out.store)))
LINE(rc_store_destroy, null_store, OK, 0, (rc_store_destroy(NULL), RC_STATUS_OK))
LINE(rc_store_set_settings, null_store, ARGUMENT, 0,
     rc_store_set_settings(NULL, &w->store_settings))
LINE(rc_store_set_settings, null_settings, ARGUMENT, 0, rc_store_set_settings(w->store, NULL))
LINE(rc_store_get_settings, null_store, ARGUMENT, 0,
     rc_store_get_settings(NULL, &w->out.store_settings))
LINE(rc_store_get_settings, null_settings, ARGUMENT, 0, rc_store_get_settings(w->store, NULL))
LINE(rc_store_update, null_store, ARGUMENT, 0, rc_store_update(NULL, &w->view, &w->out.plan))
LINE(rc_store_update, null_view, ARGUMENT, 0, rc_store_update(w->store, NULL, &w->out.plan))
LINE(rc_store_update, null_plan, ARGUMENT, 0, rc_store_update(w->store, &w->view, NULL))
LINE(rc_store_receive, null_store, ARGUMENT, 0,
     rc_store_receive(NULL, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_receive, null_reply, ARGUMENT, 0,
     rc_store_receive(w->store, w->store_token, NULL, &w->out.result))
LINE(rc_store_receive, null_ids, ARGUMENT, w->store_reply.ids = NULL,
     rc_store_receive(w->store, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_receive, null_result, ARGUMENT, 0,
     rc_store_receive(w->store, w->store_token, &w->store_reply, NULL))
LINE(rc_store_receive, no_id, ARGUMENT, w->more_ids[7] = RC_ID_NONE,
     rc_store_receive(w->store, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_receive, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_store_receive(w->store, w->store_token, &w->store_reply,
                                            &w->out.result)))
LINE(rc_store_fail, null_store, ARGUMENT, 0, rc_store_fail(NULL, w->store_token, 0, 0))
LINE(rc_store_fail, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_store_fail(w->store, w->store_token, 0, 0)))
LINE(rc_store_cancel, null_store, ARGUMENT, 0, rc_store_cancel(NULL, w->store_token))
LINE(rc_store_refresh, null_store, ARGUMENT, 0, rc_store_refresh(NULL, RC_STORE_TARGET_FIRST, 0))
LINE(rc_store_refresh, around_no_id, ARGUMENT, 0,
     rc_store_refresh(w->feed, RC_STORE_TARGET_ID, RC_ID_NONE))
LINE(rc_store_refresh, an_id_of_a_source_of_offsets, ARGUMENT, 0,
     rc_store_refresh(w->store, RC_STORE_TARGET_ID, 3))
LINE(rc_store_jump, null_store, ARGUMENT, 0, rc_store_jump(NULL, RC_END_TAIL))
LINE(rc_store_jump, a_source_of_offsets, ARGUMENT, 0, rc_store_jump(w->store, RC_END_TAIL))
LINE(rc_store_open, null_store, ARGUMENT, 0, rc_store_open(NULL, RC_END_TAIL))
LINE(rc_store_open, the_head_of_a_source_of_offsets, ARGUMENT, 0,
     rc_store_open(w->store, RC_END_HEAD))
LINE(rc_store_open, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_store_open(w->feed, RC_END_HEAD)))
LINE(rc_store_retry, null_store, ARGUMENT, 0, rc_store_retry(NULL))
LINE(rc_store_expire, null_store, ARGUMENT, 0, rc_store_expire(NULL, 1, 1))
LINE(rc_store_receive, no_time, ARGUMENT, w->store_reply.time = (double)NAN,
     misuse_received(w, w->store_token))
LINE(rc_store_receive, a_time_without_end, ARGUMENT, w->store_reply.time = (double)INFINITY,
     misuse_received(w, w->store_token))
LINE(rc_store_insert, null_store, ARGUMENT, 0,
     rc_store_insert(NULL, 5, w->more_ids, 2, &w->out.result))
LINE(rc_store_insert, null_ids, ARGUMENT, 0, rc_store_insert(w->store, 5, NULL, 2, &w->out.result))
LINE(rc_store_insert, null_result, ARGUMENT, 0, rc_store_insert(w->store, 5, w->more_ids, 2, NULL))
LINE(rc_store_insert, no_id, ARGUMENT, w->more_ids[1] = RC_ID_NONE,
     rc_store_insert(w->store, 5, w->more_ids, 2, &w->out.result))
LINE(rc_store_insert, an_id_that_is_held, ARGUMENT, w->more_ids[1] = 3,
     rc_store_insert(w->store, 5, w->more_ids, 2, &w->out.result))
LINE(rc_store_insert, an_id_twice, ARGUMENT, w->more_ids[1] = w->more_ids[0],
     rc_store_insert(w->store, 5, w->more_ids, 2, &w->out.result))
LINE(rc_store_insert, beside_a_missing_cell, NOT_FOUND, 0,
     rc_store_insert(w->store, 20, w->more_ids, 2, &w->out.result))
LINE(rc_store_insert, no_memory, NO_MEMORY,
     (misuse_new_store(w), misuse_empty(w), w->memory.countdown = 0),
     misuse_with_memory(w, rc_store_insert(w->store, 0, w->more_ids, 2, &w->out.result)))
LINE(rc_store_move, null_store, ARGUMENT, 0, rc_store_move(NULL, 3, 5, &w->out.result))
LINE(rc_store_move, no_id, ARGUMENT, 0, rc_store_move(w->store, RC_ID_NONE, 5, &w->out.result))
LINE(rc_store_move, an_id_that_is_not_held, NOT_FOUND, 0,
     rc_store_move(w->store, 77, 5, &w->out.result))
LINE(rc_store_move, beside_a_missing_cell, NOT_FOUND, 0,
     rc_store_move(w->store, 3, 30, &w->out.result))
LINE(rc_store_move, null_result, ARGUMENT, 0, rc_store_move(w->store, 3, 5, NULL))
LINE(rc_store_remove, null_store, ARGUMENT, 0, rc_store_remove(NULL, 3, &w->out.result))
LINE(rc_store_remove, no_id, ARGUMENT, 0, rc_store_remove(w->store, RC_ID_NONE, &w->out.result))
LINE(rc_store_remove, an_id_that_is_not_held, NOT_FOUND, 0,
     rc_store_remove(w->store, 77, &w->out.result))
LINE(rc_store_remove, null_result, ARGUMENT, 0, rc_store_remove(w->store, 3, NULL))
LINE(rc_store_get_counts, null_store, ARGUMENT, 0, rc_store_get_counts(NULL, &w->out.counts))
LINE(rc_store_get_counts, null_counts, ARGUMENT, 0, rc_store_get_counts(w->store, NULL))
LINE(rc_store_get_slot, null_store, ARGUMENT, 0, rc_store_get_slot(NULL, 3, &w->out.slot))
LINE(rc_store_get_slot, null_slot, ARGUMENT, 0, rc_store_get_slot(w->store, 3, NULL))
LINE(rc_store_find, null_store, ARGUMENT, 0, rc_store_find(NULL, 3, &w->out.ticks))
LINE(rc_store_find, no_id, ARGUMENT, 0, rc_store_find(w->store, RC_ID_NONE, &w->out.ticks))
LINE(rc_store_find, an_id_that_is_not_held, NOT_FOUND, 0,
     rc_store_find(w->store, 77, &w->out.ticks))
LINE(rc_store_find, null_slot, ARGUMENT, 0, rc_store_find(w->store, 3, NULL))
LINE(rc_store_load_at_end, null_store, ARGUMENT, 0,
     rc_store_load_at_end(NULL, RC_END_TAIL, &w->out.load))
LINE(rc_store_load_at_end, null_load, ARGUMENT, 0,
     rc_store_load_at_end(w->store, RC_END_TAIL, NULL))
LINE(rc_store_load_of_refresh, null_store, ARGUMENT, 0,
     rc_store_load_of_refresh(NULL, &w->out.load))
LINE(rc_store_load_of_refresh, null_load, ARGUMENT, 0, rc_store_load_of_refresh(w->store, NULL))
LINE(rc_store_validate, null_store, ARGUMENT, 0, rc_store_validate(NULL, NULL))

LINE(rc_store_receive, twice, STALE,
     rc_store_receive(w->store, w->store_token, &w->store_reply, &(rc_store_result){0}),
     rc_store_receive(w->store, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_receive, after_it_failed, STALE, rc_store_fail(w->store, w->store_token, 0, 0),
     rc_store_receive(w->store, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_receive, after_a_refresh, STALE,
     rc_store_refresh(w->store, RC_STORE_TARGET_ANCHOR, 0),
     rc_store_receive(w->store, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_receive, before_that_is_no_number, ARGUMENT, w->store_reply.before = -3,
     rc_store_receive(w->store, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_receive, after_that_is_no_number, ARGUMENT, w->store_reply.after = INT64_MIN,
     rc_store_receive(w->store, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_receive, some_in_all, ARGUMENT, w->store_reply.total = RC_STORE_SOME,
     rc_store_receive(w->store, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_receive, numbers_past_all_limits, OK,
     (w->store_reply.before = w->store_reply.after = w->store_reply.total = INT64_MAX),
     rc_store_receive(w->store, w->store_token, &w->store_reply, &(rc_store_result){0}))
LINE(rc_store_receive, a_cost_too_much, LIMIT, (w->store_reply.cost = INT64_MAX, misuse_cost(w)),
     rc_store_receive(w->store, w->store_token, &w->store_reply, &w->out.result))
LINE(rc_store_fail, twice, STALE, rc_store_fail(w->store, w->store_token, 0, 0),
     rc_store_fail(w->store, w->store_token, 0, 0))
LINE(rc_store_fail, after_a_reply, STALE,
     rc_store_receive(w->store, w->store_token, &w->store_reply, &(rc_store_result){0}),
     rc_store_fail(w->store, w->store_token, 0, 0))
LINE(rc_store_cancel, twice, STALE, rc_store_cancel(w->store, w->store_token),
     rc_store_cancel(w->store, w->store_token))
LINE(rc_store_update, visible_outside_of_wanted, ARGUMENT, w->view.wanted.lower = 19,
     rc_store_update(w->store, &w->view, &w->out.plan))
LINE(rc_store_update, visible_that_is_reversed, ARGUMENT, w->view.visible.upper = 17,
     rc_store_update(w->store, &w->view, &w->out.plan))
LINE(rc_store_insert, without_a_reply_to_the_first_refresh, NOT_FOUND, misuse_new_store(w),
     rc_store_insert(w->store, 0, w->more_ids, 2, &w->out.result))
