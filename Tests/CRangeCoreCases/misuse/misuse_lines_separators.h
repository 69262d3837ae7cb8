// The lines of separators; see misuse_lines_null.h.

LINE(rc_separators_create, null_separators, ARGUMENT, 0, rc_separators_create(&w->allocator, NULL))
LINE(rc_separators_create, null_allocator, OK, 0,
     misuse_drop_separators(w, rc_separators_create(NULL, &w->out.separators)))
LINE(rc_separators_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_separators_create(&w->allocator, &w->out.separators))
LINE(rc_separators_create, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_separators_create(&w->allocator, &w->out.separators)))
LINE(rc_separators_destroy, null_separators, OK, 0, (rc_separators_destroy(NULL), RC_STATUS_OK))
LINE(rc_separators_follow, null_separators, ARGUMENT, 0, rc_separators_follow(NULL, &w->slot_edit))
LINE(rc_separators_follow, null_edit, ARGUMENT, 0, rc_separators_follow(w->separators, NULL))
LINE(rc_separators_follow, an_edit_of_no_slots, ARGUMENT, w->slot_edit.upper = 4,
     rc_separators_follow(w->separators, &w->slot_edit))
LINE(rc_separators_follow, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_separators_follow(w->separators, &w->slot_edit)))
LINE(rc_separators_follow, as_many_rows_as_there_can_be, LIMIT,
     (w->slot_edit.kind = RC_EDIT_KIND_INSERT, w->slot_edit.upper = RC_ITEM_COUNT_MAX),
     rc_separators_follow(w->separators, &w->slot_edit))
LINE(rc_separators_renew, null_separators, ARGUMENT, 0, rc_separators_renew(NULL, 2, 4))
LINE(rc_separators_renew, slots_that_are_reversed, ARGUMENT, 0,
     rc_separators_renew(w->separators, 4, 2))
LINE(rc_separators_ask_store, null_separators, ARGUMENT, 0,
     rc_separators_ask_store(NULL, w->store, &w->out.pairs, &w->out.pair_count))
LINE(rc_separators_ask_store, null_store, ARGUMENT, 0,
     rc_separators_ask_store(w->separators, NULL, &w->out.pairs, &w->out.pair_count))
LINE(rc_separators_ask_store, null_pairs, ARGUMENT, 0,
     rc_separators_ask_store(w->separators, w->store, NULL, &w->out.pair_count))
LINE(rc_separators_ask_store, null_count, ARGUMENT, 0,
     rc_separators_ask_store(w->separators, w->store, &w->out.pairs, NULL))
LINE(rc_separators_ask_store, another_store, ARGUMENT, misuse_new_store(w),
     rc_separators_ask_store(w->separators, w->store, &w->out.pairs, &w->out.pair_count))
LINE(rc_separators_ask_ids, null_separators, ARGUMENT, 0,
     rc_separators_ask_ids(NULL, w->ids, MISUSE_COUNT, &w->out.pairs, &w->out.pair_count))
LINE(rc_separators_ask_ids, null_ids, ARGUMENT, 0,
     rc_separators_ask_ids(w->separators, NULL, MISUSE_COUNT, &w->out.pairs, &w->out.pair_count))
LINE(rc_separators_ask_ids, null_pairs, ARGUMENT, 0,
     rc_separators_ask_ids(w->separators, w->ids, MISUSE_COUNT, NULL, &w->out.pair_count))
LINE(rc_separators_ask_ids, null_count, ARGUMENT, 0,
     rc_separators_ask_ids(w->separators, w->ids, MISUSE_COUNT, &w->out.pairs, NULL))
LINE(rc_separators_answer, null_separators, ARGUMENT, 0,
     rc_separators_answer(NULL, w->ids, 3, &w->out.separators_result))
LINE(rc_separators_answer, null_ids, ARGUMENT, 0,
     rc_separators_answer(w->separators, NULL, 3, &w->out.separators_result))
LINE(rc_separators_answer, null_result, ARGUMENT, 0,
     rc_separators_answer(w->separators, w->ids, 3, NULL))
LINE(rc_separators_answer, after_an_edit, ARGUMENT,
     rc_separators_follow(w->separators, &w->slot_edit),
     rc_separators_answer(w->separators, w->ids, 3, &w->out.separators_result))
LINE(rc_separators_answer, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_separators_answer(w->separators, w->more_ids, 3,
                                                &w->out.separators_result)))
LINE(rc_separators_get_row, null_separators, ARGUMENT, 0,
     rc_separators_get_row(NULL, 0, &w->out.separator))
LINE(rc_separators_get_row, null_row, ARGUMENT, 0, rc_separators_get_row(w->separators, 0, NULL))
LINE(rc_separators_row_of_slot, null_separators, ARGUMENT, 0,
     rc_separators_row_of_slot(NULL, 0, &w->out.ticks))
LINE(rc_separators_row_of_slot, null_row, ARGUMENT, 0,
     rc_separators_row_of_slot(w->separators, 0, NULL))
LINE(rc_separators_slots_of_rows, null_separators, ARGUMENT, 0,
     rc_separators_slots_of_rows(NULL, 0, 1, &w->out.interval))
LINE(rc_separators_slots_of_rows, null_slots, ARGUMENT, 0,
     rc_separators_slots_of_rows(w->separators, 0, 1, NULL))
LINE(rc_separators_slots_of_rows, rows_that_are_reversed, ARGUMENT, 0,
     rc_separators_slots_of_rows(w->separators, 3, 2, &w->out.interval))
LINE(rc_separators_find, null_separators, ARGUMENT, 0, rc_separators_find(NULL, 5, &w->out.ticks))
LINE(rc_separators_find, null_row, ARGUMENT, 0, rc_separators_find(w->separators, 5, NULL))
LINE(rc_separators_find, no_id, ARGUMENT, 0,
     rc_separators_find(w->separators, RC_ID_NONE, &w->out.ticks))
LINE(rc_separators_find, an_id_of_no_separator, NOT_FOUND, 0,
     rc_separators_find(w->separators, 777, &w->out.ticks))
LINE(rc_separators_validate, null_separators, ARGUMENT, 0, rc_separators_validate(NULL, NULL))
LINE(rc_separators_validate, null_reason, OK, 0, rc_separators_validate(w->separators, NULL))
