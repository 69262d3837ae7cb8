// What may run out of memory, in the header's words: CALL(object's kind, name, parameters,
// arguments, the object); MAKE for what makes one.

// clang-format off
MAKE(rc_extents_create, (const rc_extents_options *options, const rc_allocator *allocator,
                         rc_extents **out), (options, allocator, out))
CALL(EXTENTS, rc_extents_insert, (rc_extents *o, int64_t index, int64_t count), (o, index, count))
CALL(EXTENTS, rc_extents_insert_measured, (rc_extents *o, int64_t index, const double *extent,
                                           int64_t count), (o, index, extent, count))
CALL(EXTENTS, rc_extents_remove, (rc_extents *o, int64_t lower, int64_t upper), (o, lower, upper))
CALL(EXTENTS, rc_extents_move, (rc_extents *o, int64_t lower, int64_t upper, int64_t to),
     (o, lower, upper, to))
CALL(EXTENTS, rc_extents_measure, (rc_extents *o, int64_t index, const double *extent,
                                   int64_t count), (o, index, extent, count))
CALL(EXTENTS, rc_extents_forget, (rc_extents *o, int64_t lower, int64_t upper), (o, lower, upper))
MAKE(rc_states_create, (const rc_allocator *allocator, rc_states **out), (allocator, out))
CALL(STATES, rc_states_insert, (rc_states *o, int64_t index, int64_t count), (o, index, count))
CALL(STATES, rc_states_remove, (rc_states *o, int64_t lower, int64_t upper), (o, lower, upper))
CALL(STATES, rc_states_move, (rc_states *o, int64_t lower, int64_t upper, int64_t to),
     (o, lower, upper, to))
GIVE(STATES, rc_states_update, (rc_states *o, const rc_state_ranges *ranges, rc_changes *out),
     (o, ranges, out), out)
GIVE(STATES, rc_states_order, (rc_states *o, rc_interval viewport, rc_direction leading,
                               const double *distances, rc_changes *out),
     (o, viewport, leading, distances, out), out)
MAKE(rc_list_create, (const rc_list_options *options, const rc_allocator *allocator,
                      rc_list **out), (options, allocator, out))
CALL(LIST, rc_list_insert, (rc_list *o, int64_t index, int64_t count), (o, index, count))
CALL(LIST, rc_list_insert_measured, (rc_list *o, int64_t index, const double *extent,
                                     int64_t count), (o, index, extent, count))
CALL(LIST, rc_list_remove, (rc_list *o, int64_t lower, int64_t upper), (o, lower, upper))
CALL(LIST, rc_list_move, (rc_list *o, int64_t lower, int64_t upper, int64_t to),
     (o, lower, upper, to))
CALL(LIST, rc_list_reload, (rc_list *o, int64_t lower, int64_t upper), (o, lower, upper))
CALL(LIST, rc_list_measure, (rc_list *o, int64_t row, const double *extent, int64_t count),
     (o, row, extent, count))
GIVE(LIST, rc_list_update, (rc_list *o, const rc_viewport *viewport, rc_update *out),
     (o, viewport, out), &out->changes)
// clang-format on
