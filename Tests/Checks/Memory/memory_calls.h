// What may run out of memory, in the header's words: CALL(object's kind, name, parameters,
// arguments, the object); MAKE for what makes one. LET is for the steps of a host, which end
// without memory and so leave a trace: test_host_memory.c has them fail.

// clang-format off
MAKE(rc_extents_create, (const rc_extents_options *options, const rc_allocator *allocator,
                         rc_extents **out), (options, allocator, out))
CALL(EXTENTS, rc_extents_insert, (rc_extents *o, int64_t index, int64_t count, const double *extents),
     (o, index, count, extents))
CALL(EXTENTS, rc_extents_remove, (rc_extents *o, int64_t lower, int64_t upper), (o, lower, upper))
CALL(EXTENTS, rc_extents_move, (rc_extents *o, int64_t lower, int64_t upper, int64_t to),
     (o, lower, upper, to))
CALL(EXTENTS, rc_extents_set, (rc_extents *o, int64_t index, int64_t count, const double *values),
     (o, index, count, values))
CALL(EXTENTS, rc_extents_forget, (rc_extents *o, int64_t lower, int64_t upper), (o, lower, upper))
MAKE(rc_diff_create, (const rc_id *old_ids, int64_t old_count, const rc_id *new_ids,
                      int64_t new_count, const rc_allocator *allocator, rc_diff **out),
     (old_ids, old_count, new_ids, new_count, allocator, out))
MAKE(rc_list_create, (const rc_list_options *options, const rc_allocator *allocator,
                      rc_list **out), (options, allocator, out))
CALL(LIST, rc_list_set_settings, (rc_list *o, const rc_list_settings *settings), (o, settings))
CALL(LIST, rc_list_insert, (rc_list *o, int64_t index, int64_t count, const double *extents),
     (o, index, count, extents))
CALL(LIST, rc_list_remove, (rc_list *o, int64_t lower, int64_t upper), (o, lower, upper))
CALL(LIST, rc_list_move, (rc_list *o, int64_t lower, int64_t upper, int64_t to),
     (o, lower, upper, to))
CALL(LIST, rc_list_forget, (rc_list *o, int64_t lower, int64_t upper), (o, lower, upper))
CALL(LIST, rc_list_set_row_extents, (rc_list *o, int64_t row, int64_t count, const double *extents),
     (o, row, count, extents))
CALL(LIST, rc_list_mark_provisional, (rc_list *o, int64_t lower, int64_t upper),
     (o, lower, upper))
CALL(LIST, rc_list_set_layout, (rc_list *o, uint32_t columns, double spacing, bool keeps_extents),
     (o, columns, spacing, keeps_extents))
CALL(LIST, rc_list_mark_header, (rc_list *o, int64_t index, uint32_t columns), (o, index, columns))
CALL(LIST, rc_list_unmark_header, (rc_list *o, int64_t index), (o, index))
CALL(LIST, rc_list_set_names, (rc_list *o, int64_t lower, int64_t upper, const rc_id *names),
     (o, lower, upper, names))
CALL(LIST, rc_list_keep, (rc_list *o, int64_t index, rc_state bits), (o, index, bits))
GIVE(LIST, rc_list_update, (rc_list *o, const rc_viewport *viewport, rc_update *out),
     (o, viewport, out), &out->changes)
MAKE(rc_host_create, (rc_list *list, const rc_host_options *options,
                      const rc_allocator *allocator, rc_host **out), (list, options, allocator, out))
CALL(HOST, rc_host_keep, (rc_host *o, int64_t index, bool keeps), (o, index, keeps))
CALL(HOST, rc_host_renew, (rc_host *o, int64_t lower, int64_t upper), (o, lower, upper))
GIVE(HOST, rc_host_set_extents, (rc_host *o, const uint32_t *nodes, const double *extents,
                                 size_t count, bool *out), (o, nodes, extents, count, out),
     NOTHING)
LET(rc_host_begin, (rc_host *o, const rc_viewport *viewport, double breadth, uint32_t columns,
                    rc_host_step *out), (o, viewport, breadth, columns, out))
LET(rc_host_measured, (rc_host *o, const double *extents, size_t count, double time,
                       rc_host_step *out), (o, extents, count, time, out))
MAKE(rc_store_create, (const rc_store_options *options, const rc_allocator *allocator,
                       rc_store **out), (options, allocator, out))
CALL(STORE, rc_store_update, (rc_store *o, const rc_store_view *view, rc_store_plan *out),
     (o, view, out))
CALL(STORE, rc_store_receive, (rc_store *o, uint64_t token, const rc_store_reply *reply,
                               rc_store_result *out), (o, token, reply, out))
CALL(STORE, rc_store_fail, (rc_store *o, uint64_t token, double time, double jitter),
     (o, token, time, jitter))
CALL(STORE, rc_store_open, (rc_store *o, rc_end which), (o, which))
CALL(STORE, rc_store_insert, (rc_store *o, int64_t slot, const rc_id *ids, int64_t count,
                              rc_store_result *out), (o, slot, ids, count, out))
CALL(STORE, rc_store_remove, (rc_store *o, rc_id id, rc_store_result *out), (o, id, out))
MAKE(rc_tickets_create, (const rc_allocator *allocator, rc_tickets **out), (allocator, out))
CALL(TICKETS, rc_tickets_set_wants, (rc_tickets *o, int64_t list, const rc_ticket_want *wants,
                                     size_t count), (o, list, wants, count))
// clang-format on
