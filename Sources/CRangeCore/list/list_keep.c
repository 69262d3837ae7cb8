// Items that keep bits of their state.

#include "list.h"

/// Once the number of kept items is another: what states reserve for them, and memory for none.
static void note_count(rc_list *list) {
  const size_t count = rc__keeps_count(list->keeps);
  list->states->keep_joints = rc__keeps_joints(count);
  if (count > 0) return;
  rc__deallocate(&list->allocator, list->keeps, sizeof *list->keeps);
  list->keeps = NULL;
}

rc__keeps *rc__list_settle_keeps(rc_list *list) {
  if (list->keeps == NULL || !list->keeps->follower.has_followed) return list->keeps;
  rc__keeps_settle(list->keeps);
  note_count(list);
  return list->keeps;
}

/// Reserves what one more kept item needs; false if out of memory.
static bool reserve_keep(rc_list *list) {
  const size_t former = list->states->keep_joints;
  const size_t joints = rc__origins_joint_count(&list->origins) + RC__STATES_PIN_JOINTS +
                        (rc__foresight_is_on(&list->settings) ? RC__STATES_FORESIGHT_RESERVE : 0);
  list->states->keep_joints = rc__keeps_joints(rc__keeps_count(list->keeps) + 1);
  if (!rc__states_reserve(list->states, joints, false)) {
    list->states->keep_joints = former;
    return false;
  }
  // After an edit there are none, and nobody reads where they were.
  if (list->origins.is_edited) rc__states_drop_changes(list->states);
  if (list->keeps == NULL) list->keeps = rc__keeps_create(&list->allocator);
  if (list->keeps == NULL) list->states->keep_joints = former;
  return list->keeps != NULL;
}

rc_status rc_list_keep(rc_list *list, int64_t index, rc_state bits) {
  if (!rc__list_has_item(list, index)) return RC_STATUS_ARGUMENT;
  if ((bits & (RC_STATE_MEASURE_LAYOUT | RC_STATE_VISIBLE)) != 0) return RC_STATUS_ARGUMENT;
  const rc__keeps *keeps = rc__list_settle_keeps(list);
  const rc_state former = rc__keeps_bits(keeps, index);
  if (former == bits) return RC_STATUS_OK;
  if (former == 0) {
    if (rc__keeps_count(keeps) == RC_KEPT_ITEM_COUNT_MAX) return RC_STATUS_LIMIT;
    if (!reserve_keep(list)) return RC_STATUS_NO_MEMORY;
  }
  rc__keeps_set(list->keeps, index, bits);
  note_count(list);
  rc__list_note_setup(list);
  return RC_STATUS_OK;
}

rc_status rc_list_copy_kept(rc_list *list, int64_t *out_indices, size_t *out_count) {
  if (list == NULL || out_indices == NULL || out_count == NULL) return RC_STATUS_ARGUMENT;
  const rc__keeps *keeps = rc__list_settle_keeps(list);
  *out_count = rc__keeps_count(keeps);
  if (keeps != NULL) rc__copy_bytes(out_indices, keeps->items, *out_count * sizeof *out_indices);
  return RC_STATUS_OK;
}
