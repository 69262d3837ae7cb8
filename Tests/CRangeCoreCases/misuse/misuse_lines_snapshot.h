// The lines of snapshots; see misuse_lines_null.h.

LINE(rc_snapshot_create, null_snapshot, ARGUMENT, 0, rc_snapshot_create(9, &w->allocator, NULL))
LINE(rc_snapshot_create, null_allocator, OK, 0,
     misuse_drop_snapshot(w, rc_snapshot_create(9, NULL, &w->out.snapshot)))
LINE(rc_snapshot_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_snapshot_create(9, &w->allocator, &w->out.snapshot))
LINE(rc_snapshot_create, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_snapshot_create(9, &w->allocator, &w->out.snapshot)))
LINE(rc_snapshot_create, as_many_as_can_be, OK, 0,
     misuse_drop_snapshot(w, rc_snapshot_create(RC_SNAPSHOT_EXTENT_COUNT_MAX, &w->allocator,
                                                &w->out.snapshot)))
LINE(rc_snapshot_create, too_many, LIMIT, 0,
     rc_snapshot_create(RC_SNAPSHOT_EXTENT_COUNT_MAX + 1, &w->allocator, &w->out.snapshot))
LINE(rc_snapshot_create, far_too_many, LIMIT, 0,
     rc_snapshot_create(SIZE_MAX, &w->allocator, &w->out.snapshot))
LINE(rc_snapshot_read, null_bytes, ARGUMENT, 0,
     rc_snapshot_read(NULL, w->size, 40, &w->allocator, &w->out.snapshot, NULL))
LINE(rc_snapshot_read, null_snapshot, ARGUMENT, 0,
     rc_snapshot_read(w->bytes, w->size, 40, &w->allocator, NULL, NULL))
LINE(rc_snapshot_read, null_allocator, OK, 0,
     misuse_drop_snapshot(w, rc_snapshot_read(w->bytes, w->size, 40, NULL, &w->out.snapshot, NULL)))
LINE(rc_snapshot_read, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_snapshot_read(w->bytes, w->size, 40, &w->allocator, &w->out.snapshot, NULL))
LINE(rc_snapshot_read, no_memory, NO_MEMORY, w->memory.countdown = 1,
     misuse_with_memory(w, rc_snapshot_read(w->bytes, w->size, 40, &w->allocator, &w->out.snapshot,
                                            NULL)))
LINE(rc_snapshot_read, too_many, LIMIT, 0,
     rc_snapshot_read(w->bytes, w->size, RC_SNAPSHOT_EXTENT_COUNT_MAX + 1, &w->allocator,
                      &w->out.snapshot, NULL))
LINE(rc_snapshot_read, no_bytes, ARGUMENT, 0,
     rc_snapshot_read(w->bytes, 0, 40, &w->allocator, &w->out.snapshot, NULL))
LINE(rc_snapshot_read, a_byte_less, ARGUMENT, 0,
     rc_snapshot_read(w->bytes, w->size - 1, 40, &w->allocator, &w->out.snapshot, NULL))
LINE(rc_snapshot_read, another_byte, ARGUMENT, w->bytes[77] ^= 1,
     rc_snapshot_read(w->bytes, w->size, 40, &w->allocator, &w->out.snapshot, NULL))
LINE(rc_snapshot_destroy, null_snapshot, OK, 0, (rc_snapshot_destroy(NULL), RC_STATUS_OK))
LINE(rc_snapshot_write, null_snapshot, ARGUMENT, 0,
     rc_snapshot_write(NULL, w->out.bytes, sizeof w->out.bytes, &w->out.size))
LINE(rc_snapshot_write, null_size, ARGUMENT, 0,
     rc_snapshot_write(w->snapshot, w->out.bytes, sizeof w->out.bytes, NULL))
LINE(rc_snapshot_write, null_bytes, ARGUMENT, 0,
     rc_snapshot_write(w->snapshot, NULL, sizeof w->out.bytes, &w->out.size))
LINE(rc_snapshot_write, null_for_the_size, OK, 0,
     rc_snapshot_write(w->snapshot, NULL, 0, &w->out.size))
LINE(rc_snapshot_write, a_byte_less, LIMIT, 0,
     rc_snapshot_write(w->snapshot, w->out.bytes, w->size - 1, &w->out.size))
LINE(rc_snapshot_write, no_byte, LIMIT, 0,
     rc_snapshot_write(w->snapshot, w->out.bytes, 0, &w->out.size))
LINE(rc_snapshot_get_place, null_snapshot, ARGUMENT, 0, rc_snapshot_get_place(NULL, &w->out.place))
LINE(rc_snapshot_get_place, null_place, ARGUMENT, 0, rc_snapshot_get_place(w->snapshot, NULL))
LINE(rc_snapshot_copy_ids, null_snapshot, ARGUMENT, 0,
     rc_snapshot_copy_ids(NULL, w->out.ids, MISUSE_COUNT, &w->out.size))
LINE(rc_snapshot_copy_ids, null_count, ARGUMENT, 0,
     rc_snapshot_copy_ids(w->snapshot, w->out.ids, MISUSE_COUNT, NULL))
LINE(rc_snapshot_copy_ids, null_ids, ARGUMENT, 0,
     rc_snapshot_copy_ids(w->snapshot, NULL, MISUSE_COUNT, &w->out.size))
LINE(rc_snapshot_copy_ids, null_for_their_number, OK, 0,
     rc_snapshot_copy_ids(w->snapshot, NULL, 0, &w->out.size))
LINE(rc_snapshot_copy_ids, too_few, LIMIT, 0,
     rc_snapshot_copy_ids(w->snapshot, w->out.ids, 20, &w->out.size))
LINE(rc_list_save_place, null_list, ARGUMENT, 0,
     rc_list_save_place(NULL, 0, 9, w->ids, w->snapshot))
LINE(rc_list_save_place, null_snapshot, ARGUMENT, 0,
     rc_list_save_place(w->quiet, 0, 9, w->ids, NULL))
LINE(rc_list_save_place, null_ids, OK, 0, rc_list_save_place(w->quiet, 0, 9, NULL, w->snapshot))
LINE(rc_list_save_place, after_an_edit, NOT_FOUND, 0,
     rc_list_save_place(w->list, 0, 9, w->ids, w->snapshot))
LINE(rc_list_save_extents, null_list, ARGUMENT, 0,
     rc_list_save_extents(NULL, 0, 9, w->ids, 1, w->snapshot))
LINE(rc_list_save_extents, null_snapshot, ARGUMENT, 0,
     rc_list_save_extents(w->quiet, 0, 9, w->ids, 1, NULL))
LINE(rc_list_save_extents, null_ids, ARGUMENT, 0,
     rc_list_save_extents(w->quiet, 0, 9, NULL, 1, w->snapshot))
LINE(rc_list_save_extents, null_for_no_ids, OK, 0,
     rc_list_save_extents(w->quiet, 9, 9, NULL, 1, w->snapshot))
LINE(rc_list_restore_extents, null_list, ARGUMENT, 0,
     rc_list_restore_extents(NULL, 0, 9, w->ids, 1, w->snapshot, &w->out.index))
LINE(rc_list_restore_extents, null_snapshot, ARGUMENT, 0,
     rc_list_restore_extents(w->quiet, 0, 9, w->ids, 1, NULL, &w->out.index))
LINE(rc_list_restore_extents, null_ids, ARGUMENT, 0,
     rc_list_restore_extents(w->quiet, 0, 9, NULL, 1, w->snapshot, &w->out.index))
LINE(rc_list_restore_extents, null_count, OK, 0,
     rc_list_restore_extents(w->quiet, 0, 9, w->ids, 1, w->snapshot, NULL))
LINE(rc_list_restore_extents, null_for_no_ids, OK, 0,
     rc_list_restore_extents(w->quiet, 9, 9, NULL, 1, w->snapshot, &w->out.index))
LINE(rc_list_restore_extents, null_ids_in_lanes, ARGUMENT,
     rc_list_set_lanes(w->list, 3, 0, 0, true),
     rc_list_restore_extents(w->list, 0, 9, NULL, 1, w->snapshot, NULL))
LINE(rc_list_restore_extents, in_lanes, OK, rc_list_set_lanes(w->list, 3, 0, 0, true),
     rc_list_restore_extents(w->list, 0, 9, w->ids, 1, w->snapshot, NULL))
LINE(rc_list_find_place, null_list, ARGUMENT, 0,
     rc_list_find_place(NULL, 0, 40, w->ids, 500, w->snapshot, &w->out.goal))
LINE(rc_list_find_place, null_snapshot, ARGUMENT, 0,
     rc_list_find_place(w->quiet, 0, 40, w->ids, 500, NULL, &w->out.goal))
LINE(rc_list_find_place, null_ids, ARGUMENT, 0,
     rc_list_find_place(w->quiet, 0, 40, NULL, 500, w->snapshot, &w->out.goal))
LINE(rc_list_find_place, null_goal, ARGUMENT, 0,
     rc_list_find_place(w->quiet, 0, 40, w->ids, 500, w->snapshot, NULL))
LINE(rc_list_find_place, among_no_ids, NOT_FOUND, 0,
     rc_list_find_place(w->quiet, 9, 9, NULL, 500, w->snapshot, &w->out.goal))
LINE(rc_snapshot_validate, null_snapshot, ARGUMENT, 0, rc_snapshot_validate(NULL, NULL))
LINE(rc_snapshot_validate, null_reason, OK, 0, rc_snapshot_validate(w->snapshot, NULL))
