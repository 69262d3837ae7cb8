// The lines of hosts; see misuse_lines_null.h.

LINE(rc_host_options_init, null_options, OK, 0, (rc_host_options_init(NULL), RC_STATUS_OK))
LINE(rc_host_create, null_list, ARGUMENT, 0,
     rc_host_create(NULL, NULL, &w->allocator, &w->out.host))
LINE(rc_host_create, null_host, ARGUMENT, 0, rc_host_create(w->quiet, NULL, &w->allocator, NULL))
LINE(rc_host_create, null_options, OK, 0,
     misuse_drop_host(w, rc_host_create(w->quiet, NULL, &w->allocator, &w->out.host)))
LINE(rc_host_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_host_create(w->quiet, NULL, &w->allocator, &w->out.host))
LINE(rc_host_create, a_list_with_a_host, BUSY, 0,
     rc_host_create(w->hosted, NULL, &w->allocator, &w->out.host))
LINE(rc_host_create, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_host_create(w->quiet, NULL, &w->allocator, &w->out.host)))
LINE(rc_host_set_options, null_host, ARGUMENT, 0, rc_host_set_options(NULL, &w->host_options))
LINE(rc_host_set_options, null_options, ARGUMENT, 0, rc_host_set_options(w->host, NULL))
LINE(rc_host_get_options, null_host, ARGUMENT, 0, rc_host_get_options(NULL, &w->out.host_options))
LINE(rc_host_get_options, null_options, ARGUMENT, 0, rc_host_get_options(w->host, NULL))
LINE(rc_host_destroy, null_host, OK, 0, (rc_host_destroy(NULL), RC_STATUS_OK))
LINE(rc_host_begin, null_host, ARGUMENT, 0, rc_host_begin(NULL, &w->viewport, 320, 0, &w->out.step))
LINE(rc_host_begin, null_viewport, ARGUMENT, 0, rc_host_begin(w->host, NULL, 320, 0, &w->out.step))
LINE(rc_host_begin, null_step, ARGUMENT, 0, rc_host_begin(w->host, &w->viewport, 320, 0, NULL))
LINE(rc_host_begin, a_breadth_that_is_no_number, ARGUMENT, 0,
     rc_host_begin(w->host, &w->viewport, (double)NAN, 0, &w->out.step))
LINE(rc_host_measured, null_host, ARGUMENT, 0,
     rc_host_measured(NULL, w->extent, 1, 0, &w->out.step))
LINE(rc_host_measured, null_step, ARGUMENT, 0, rc_host_measured(w->host, w->extent, 1, 0, NULL))
LINE(rc_host_measured, after_the_step, STALE, 0,
     rc_host_measured(w->host, w->extent, 1, 0, &w->out.step))
LINE(rc_host_set_extents, null_host, ARGUMENT, 0,
     rc_host_set_extents(NULL, &w->node, w->extent, 1, &w->out.is_any))
LINE(rc_host_set_extents, null_nodes, ARGUMENT, 0,
     rc_host_set_extents(w->host, NULL, w->extent, 1, &w->out.is_any))
LINE(rc_host_set_extents, null_extents, ARGUMENT, 0,
     rc_host_set_extents(w->host, &w->node, NULL, 1, &w->out.is_any))
LINE(rc_host_wrote, null_host, ARGUMENT, 0, rc_host_wrote(NULL, 0))
LINE(rc_host_wrote, no_number, ARGUMENT, 0, rc_host_wrote(w->host, (double)NAN))
LINE(rc_host_find, null_host, ARGUMENT, 0, rc_host_find(NULL, 0, &w->out.node))
LINE(rc_host_find, null_node, ARGUMENT, 0, rc_host_find(w->host, 0, NULL))
LINE(rc_host_find, an_item_past_the_last, ARGUMENT, 0,
     rc_host_find(w->host, MISUSE_COUNT, &w->out.node))
LINE(rc_host_index, null_host, ARGUMENT, 0, rc_host_index(NULL, w->node, &w->out.index))
LINE(rc_host_index, null_index, ARGUMENT, 0, rc_host_index(w->host, w->node, NULL))
LINE(rc_host_index, a_node_that_never_was, NOT_FOUND, 0,
     rc_host_index(w->host, UINT32_MAX, &w->out.index))
LINE(rc_host_keep, null_host, ARGUMENT, 0, rc_host_keep(NULL, 0, true))
LINE(rc_host_keep, an_item_past_the_last, ARGUMENT, 0, rc_host_keep(w->host, MISUSE_COUNT, true))
LINE(rc_host_renew, null_host, ARGUMENT, 0, rc_host_renew(NULL, 0, 1))
LINE(rc_host_renew, lower_past_upper, ARGUMENT, 0, rc_host_renew(w->host, 2, 1))
LINE(rc_host_renew, past_the_last, ARGUMENT, 0, rc_host_renew(w->host, 0, MISUSE_COUNT + 1))
LINE(rc_host_scroll_to, null_host, ARGUMENT, 0, rc_host_scroll_to(NULL, 0, 0, 0, false))
LINE(rc_host_scroll_to, an_item_past_the_last, ARGUMENT, 0,
     rc_host_scroll_to(w->host, MISUSE_COUNT, 0, 0, false))
LINE(rc_host_scroll_to, no_fraction, ARGUMENT, 0,
     rc_host_scroll_to(w->host, 0, (double)NAN, 0, false))
LINE(rc_host_scroll_to_offset, null_host, ARGUMENT, 0, rc_host_scroll_to_offset(NULL, 0, false))
LINE(rc_host_scroll_to_offset, no_number, ARGUMENT, 0,
     rc_host_scroll_to_offset(w->host, (double)NAN, false))
LINE(rc_host_take_acts, null_host, ARGUMENT, 0,
     rc_host_take_acts(NULL, &w->out.acts, &w->out.act_count))
LINE(rc_host_take_acts, null_acts, ARGUMENT, 0, rc_host_take_acts(w->host, NULL, &w->out.act_count))
LINE(rc_host_take_acts, null_count, ARGUMENT, 0, rc_host_take_acts(w->host, &w->out.acts, NULL))
LINE(rc_host_validate, null_host, ARGUMENT, 0, rc_host_validate(NULL, &w->out.reason))
LINE(rc_host_validate, null_reason, OK, 0, rc_host_validate(w->host, NULL))
LINE(rc_list_update, a_list_with_a_host, BUSY, 0,
     rc_list_update(w->hosted, &w->viewport, &w->out.update))
