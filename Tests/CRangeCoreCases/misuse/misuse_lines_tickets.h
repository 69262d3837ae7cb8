// The lines of tickets; see misuse_lines_null.h.

LINE(rc_tickets_settings_init, null_settings, OK, 0, (rc_tickets_settings_init(NULL), RC_STATUS_OK))
LINE(rc_tickets_create, null_tickets, ARGUMENT, 0, rc_tickets_create(&w->allocator, NULL))
LINE(rc_tickets_create, null_allocator, OK, 0,
     misuse_drop_tickets(w, rc_tickets_create(NULL, &w->out.tickets)))
LINE(rc_tickets_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_tickets_create(&w->allocator, &w->out.tickets))
LINE(rc_tickets_create, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_tickets_create(&w->allocator, &w->out.tickets)))
LINE(rc_tickets_destroy, null_tickets, OK, 0, (rc_tickets_destroy(NULL), RC_STATUS_OK))
LINE(rc_tickets_set_settings, null_tickets, ARGUMENT, 0,
     rc_tickets_set_settings(NULL, &w->tickets_settings))
LINE(rc_tickets_set_settings, null_settings, ARGUMENT, 0, rc_tickets_set_settings(w->tickets, NULL))
LINE(rc_tickets_get_settings, null_tickets, ARGUMENT, 0,
     rc_tickets_get_settings(NULL, &w->out.tickets_settings))
LINE(rc_tickets_get_settings, null_settings, ARGUMENT, 0, rc_tickets_get_settings(w->tickets, NULL))
LINE(rc_tickets_set_wants, null_tickets, ARGUMENT, 0, rc_tickets_set_wants(NULL, 1, w->wants, 4))
LINE(rc_tickets_set_wants, null_wants, ARGUMENT, 0, rc_tickets_set_wants(w->tickets, 1, NULL, 4))
LINE(rc_tickets_set_wants, null_for_no_wants, OK, 0, rc_tickets_set_wants(w->tickets, 1, NULL, 0))
LINE(rc_tickets_set_wants, no_id, ARGUMENT, w->wants[2].id = RC_ID_NONE,
     rc_tickets_set_wants(w->tickets, 1, w->wants, 4))
LINE(rc_tickets_set_wants, a_cost_past_the_limit, ARGUMENT,
     w->wants[2].cost = RC_TICKETS_COST_MAX + 1, rc_tickets_set_wants(w->tickets, 1, w->wants, 4))
LINE(rc_tickets_set_wants, the_highest_cost, OK, w->wants[2].cost = RC_TICKETS_COST_MAX,
     rc_tickets_set_wants(w->tickets, 1, w->wants, 4))
LINE(rc_tickets_set_wants, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_tickets_set_wants(w->tickets, 9, w->wants, 4)))
LINE(rc_tickets_set_wants, too_many, LIMIT, 0,
     rc_tickets_set_wants(w->tickets, 1, w->wants, RC_TICKETS_COUNT_MAX))
LINE(rc_tickets_update, null_tickets, ARGUMENT, 0, rc_tickets_update(NULL, 0, &w->out.tickets_plan))
LINE(rc_tickets_update, null_plan, ARGUMENT, 0, rc_tickets_update(w->tickets, 0, NULL))
LINE(rc_tickets_finish, null_tickets, ARGUMENT, 0, rc_tickets_finish(NULL, 1, 1, 0, 0, NULL))
LINE(rc_tickets_finish, no_id, ARGUMENT, 0,
     rc_tickets_finish(w->tickets, RC_ID_NONE, 1, 0, 0, &w->out.seconds))
LINE(rc_tickets_finish, a_cost_past_the_limit, ARGUMENT, 0,
     rc_tickets_finish(w->tickets, 1, 1, RC_TICKETS_COST_MAX + 1, 0, &w->out.seconds))
LINE(rc_tickets_finish, the_highest_cost, OK, 0,
     rc_tickets_finish(w->tickets, 1, 1, RC_TICKETS_COST_MAX, 0, &w->out.seconds))
LINE(rc_tickets_finish, another_id, STALE, 0,
     rc_tickets_finish(w->tickets, 2, 1, 0, 0, &w->out.seconds))
LINE(rc_tickets_finish, an_unknown_id, STALE, 0,
     rc_tickets_finish(w->tickets, 77, 1, 0, 0, &w->out.seconds))
LINE(rc_tickets_finish, twice, STALE, rc_tickets_finish(w->tickets, 1, 1, 0, 0, NULL),
     rc_tickets_finish(w->tickets, 1, 1, 0, 0, &w->out.seconds))
LINE(rc_tickets_finish, null_seconds, OK, 0, rc_tickets_finish(w->tickets, 1, 1, 0, 0, NULL))
LINE(rc_tickets_fail, null_tickets, ARGUMENT, 0, rc_tickets_fail(NULL, 1, 1, 0, 0, NULL))
LINE(rc_tickets_fail, no_id, ARGUMENT, 0,
     rc_tickets_fail(w->tickets, RC_ID_NONE, 1, 0, 0, &w->out.seconds))
LINE(rc_tickets_fail, after_it_was_cancelled, STALE, rc_tickets_cancel(w->tickets, 1, 1),
     rc_tickets_fail(w->tickets, 1, 1, 0, 0, &w->out.seconds))
LINE(rc_tickets_fail, null_seconds, OK, 0, rc_tickets_fail(w->tickets, 1, 1, 0, 0, NULL))
LINE(rc_tickets_cancel, null_tickets, ARGUMENT, 0, rc_tickets_cancel(NULL, 1, 1))
LINE(rc_tickets_cancel, no_id, ARGUMENT, 0, rc_tickets_cancel(w->tickets, RC_ID_NONE, 1))
LINE(rc_tickets_cancel, twice, STALE, rc_tickets_cancel(w->tickets, 1, 1),
     rc_tickets_cancel(w->tickets, 1, 1))
LINE(rc_tickets_retry, null_tickets, ARGUMENT, 0, rc_tickets_retry(NULL, 4))
LINE(rc_tickets_retry, what_has_not_failed, NOT_FOUND, 0, rc_tickets_retry(w->tickets, 1))
LINE(rc_tickets_retry, an_unknown_id, NOT_FOUND, 0, rc_tickets_retry(w->tickets, 77))
LINE(rc_tickets_forget, null_tickets, ARGUMENT, 0, rc_tickets_forget(NULL, 3))
LINE(rc_tickets_forget, no_id, ARGUMENT, 0, rc_tickets_forget(w->tickets, RC_ID_NONE))
LINE(rc_tickets_forget, an_unknown_id, NOT_FOUND, 0, rc_tickets_forget(w->tickets, 77))
LINE(rc_tickets_find, null_tickets, ARGUMENT, 0, rc_tickets_find(NULL, 3, &w->out.ticket))
LINE(rc_tickets_find, no_id, ARGUMENT, 0, rc_tickets_find(w->tickets, RC_ID_NONE, &w->out.ticket))
LINE(rc_tickets_find, null_ticket, ARGUMENT, 0, rc_tickets_find(w->tickets, 3, NULL))
LINE(rc_tickets_find, an_unknown_id, NOT_FOUND, 0, rc_tickets_find(w->tickets, 77, &w->out.ticket))
LINE(rc_tickets_get_counters, null_tickets, ARGUMENT, 0,
     rc_tickets_get_counters(NULL, &w->out.tickets_counters))
LINE(rc_tickets_get_counters, null_counters, ARGUMENT, 0, rc_tickets_get_counters(w->tickets, NULL))
LINE(rc_tickets_validate, null_tickets, ARGUMENT, 0, rc_tickets_validate(NULL, NULL))

LINE(rc_list_ticket_items, null_list, ARGUMENT, 0, rc_list_ticket_items(NULL, &w->out.interval))
LINE(rc_list_ticket_items, null_items, ARGUMENT, 0, rc_list_ticket_items(w->quiet, NULL))
LINE(rc_list_ticket_items, after_an_edit, NOT_FOUND, 0,
     rc_list_ticket_items(w->list, &w->out.interval))
LINE(rc_list_copy_ticket_wants, null_list, ARGUMENT, 0,
     rc_list_copy_ticket_wants(NULL, 0, 9, w->ids, w->costs, w->out.wants, &w->out.want_count))
LINE(rc_list_copy_ticket_wants, null_ids, ARGUMENT, 0,
     rc_list_copy_ticket_wants(w->quiet, 0, 9, NULL, w->costs, w->out.wants, &w->out.want_count))
LINE(rc_list_copy_ticket_wants, null_costs, OK, 0,
     rc_list_copy_ticket_wants(w->quiet, 0, 9, w->ids, NULL, w->out.wants, &w->out.want_count))
LINE(rc_list_copy_ticket_wants, null_wants, ARGUMENT, 0,
     rc_list_copy_ticket_wants(w->quiet, 0, 9, w->ids, w->costs, NULL, &w->out.want_count))
LINE(rc_list_copy_ticket_wants, a_cost_past_the_limit, ARGUMENT,
     w->costs[8] = RC_TICKETS_COST_MAX + 1,
     rc_list_copy_ticket_wants(w->quiet, 0, 9, w->ids, w->costs, w->out.wants, &w->out.want_count))
LINE(rc_list_copy_ticket_wants, null_count, ARGUMENT, 0,
     rc_list_copy_ticket_wants(w->quiet, 0, 9, w->ids, w->costs, w->out.wants, NULL))
LINE(rc_list_copy_ticket_wants, null_for_no_items, OK, 0,
     rc_list_copy_ticket_wants(w->quiet, 9, 9, NULL, NULL, NULL, &w->out.want_count))
LINE(rc_list_copy_ticket_wants, after_an_edit, NOT_FOUND, 0,
     rc_list_copy_ticket_wants(w->list, 0, 9, w->ids, w->costs, w->out.wants, &w->out.want_count))
