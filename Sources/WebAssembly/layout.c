// Where the fields of the structs are, for hosts of the WebAssembly module: they need not know, nor
// copy from the header, what the compiler decides. Only Scripts/install --wasm compiles it.

#include <rangecore.h>

/// Where a field of a struct is; the struct's own entry comes before those of its fields.
typedef struct entry {
  const char *name;
  uint32_t offset;
  uint32_t size;
} entry;

#define STRUCT(type) \
  { #type, 0, sizeof(type) }
#define FIELD(type, field) \
  { "." #field, offsetof(type, field), sizeof(((type *)NULL)->field) }

static const entry entries[] = {
    STRUCT(rc_interval),
    FIELD(rc_interval, lower),
    FIELD(rc_interval, upper),

    STRUCT(rc_tuning),
    FIELD(rc_tuning, leading),
    FIELD(rc_tuning, trailing),
    FIELD(rc_tuning, enabled),
    FIELD(rc_tuning, reserved),

    STRUCT(rc__tuning_table),
    FIELD(rc__tuning_table, tunings),

    STRUCT(rc_item),
    FIELD(rc_item, index),
    FIELD(rc_item, offset),
    FIELD(rc_item, extent),
    FIELD(rc_item, is_measured),
    FIELD(rc_item, reserved),

    STRUCT(rc_change),
    FIELD(rc_change, lower),
    FIELD(rc_change, upper),
    FIELD(rc_change, distance),
    FIELD(rc_change, before),
    FIELD(rc_change, after),
    FIELD(rc_change, reserved),

    STRUCT(rc_changes),
    FIELD(rc_changes, items),
    FIELD(rc_changes, count),
    FIELD(rc_changes, removed_count),
    FIELD(rc_changes, left_count),

    STRUCT(rc_batch_decision),
    FIELD(rc_batch_decision, answer),
    FIELD(rc_batch_decision, reason),
    FIELD(rc_batch_decision, remaining),
    FIELD(rc_batch_decision, seconds),
    FIELD(rc_batch_decision, is_near),
    FIELD(rc_batch_decision, reserved),

    STRUCT(rc_list_options),
    FIELD(rc_list_options, struct_size),
    FIELD(rc_list_options, columns),
    FIELD(rc_list_options, estimate),
    FIELD(rc_list_options, spacing),

    STRUCT(rc_list_settings),
    FIELD(rc_list_settings, struct_size),
    FIELD(rc_list_settings, depth),
    FIELD(rc_list_settings, presence),
    FIELD(rc_list_settings, pressure),
    FIELD(rc_list_settings, short_content_policy),
    FIELD(rc_list_settings, reserved),
    FIELD(rc_list_settings, tunings),
    FIELD(rc_list_settings, slack),
    FIELD(rc_list_settings, direction_threshold),
    FIELD(rc_list_settings, leading_screens),
    FIELD(rc_list_settings, extra_lengths),
    FIELD(rc_list_settings, in_background),
    FIELD(rc_list_settings, insertion_pending),
    FIELD(rc_list_settings, host_decides_batches),
    FIELD(rc_list_settings, sticks_to_end),
    FIELD(rc_list_settings, uses_mean_estimate),
    FIELD(rc_list_settings, reserved_bytes),

    STRUCT(rc_viewport),
    FIELD(rc_viewport, struct_size),
    FIELD(rc_viewport, is_user),
    FIELD(rc_viewport, is_held),
    FIELD(rc_viewport, has_landing),
    FIELD(rc_viewport, reserved),
    FIELD(rc_viewport, offset),
    FIELD(rc_viewport, length),
    FIELD(rc_viewport, inset_start),
    FIELD(rc_viewport, inset_end),
    FIELD(rc_viewport, velocity),
    FIELD(rc_viewport, landing_offset),
    FIELD(rc_viewport, time),
    FIELD(rc_viewport, jitter),

    STRUCT(rc_update),
    FIELD(rc_update, changes),
    FIELD(rc_update, visible),
    FIELD(rc_update, ranges),
    FIELD(rc_update, correction),
    FIELD(rc_update, pending),
    FIELD(rc_update, offset),
    FIELD(rc_update, next_time),
    FIELD(rc_update, batches),
    FIELD(rc_update, mode),
    FIELD(rc_update, presence),
    FIELD(rc_update, direction),
    FIELD(rc_update, reserved),

    {NULL, 0, 0},
};

/// Where the fields of the structs are; an entry without a name ends the table.
RC_API const entry *rc_wasm_layout(void) {
  return entries;
}
