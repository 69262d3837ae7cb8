// Foresight of a list: its updates are the records of a motion, whose answer places the preload
// range.

#include "list.h"

rc_status rc__list_reserve_foresight(rc_list *list) {
  // For some edits too, so that these need no memory of their own.
  const size_t joints = rc__origins_joint_count(&list->origins) + RC__STATES_PIN_JOINTS +
                        RC__STATES_FORESIGHT_RESERVE + 3 * RC__ORIGINS_JOINTS;
  if (!rc__states_reserve(list->states, joints, false)) return RC_STATUS_NO_MEMORY;
  list->states->least = RC__STATES_FORESIGHT_RESERVE + RC__STATES_CUT_USUAL;
  if (list->foresight != NULL) return RC_STATUS_OK;
  rc__foresight *foresight = rc__allocate(&list->allocator, sizeof *foresight);
  if (foresight == NULL) return RC_STATUS_NO_MEMORY;
  *foresight = (rc__foresight){0};
  rc_motion_init(&foresight->motion);
  list->foresight = foresight;
  return RC_STATUS_OK;
}

void rc__list_record_motion(rc_list *list, const rc_viewport *viewport, int64_t movement,
                            bool has_landing) {
  const rc_motion_input input = {
      .movement = movement,
      .time = viewport->time,
      .is_user_driven = viewport->is_user_driven,
      .is_dragged = viewport->is_dragged,
      .has_landing = has_landing,
  };
  rc__motion_record(&list->foresight->motion, &input);
}

void rc__list_foresee(rc_list *list, const rc_viewport *viewport, const rc__frame *frame,
                      const int64_t *landing) {
  const rc_motion_input input = {
      .viewport = {frame->offset, frame->offset + frame->length},
      .content = {frame->scrollable.lower, frame->scrollable.upper + frame->length},
      .landing_offset = landing == NULL ? 0 : *landing,
      .budget = list->settings.foresight,
      .direction = list->tracker.direction,
      .is_dragged = viewport->is_dragged,
      .has_landing = landing != NULL,
      .awaits_scroll = (int)list->plan.mode == RC_RANGE_MODE_MINIMUM,
  };
  rc__foresee(&list->foresight->motion, &input, &list->foresight->answer);
}

rc_status rc_list_foresee(rc_list *list, rc_foresight *out_foresight) {
  if (list == NULL || out_foresight == NULL) return RC_STATUS_ARGUMENT;
  if (!rc__list_foresees(list) || !rc__list_is_updated(list)) return RC_STATUS_NOT_FOUND;
  const rc_foresight *last = &list->foresight->answer;
  rc_foresight answer = *last;
  answer.span_count = 0;
  for (int i = 0; i < last->span_count; i++) {
    const rc_interval items = rc__rows_items_in(&list->rows, last->spans[i]);
    if (rc__interval_is_empty(items)) continue;
    answer.is_descending[answer.span_count] = last->is_descending[i];
    answer.spans[answer.span_count++] = items;
  }
  for (int i = answer.span_count; i < RC_FORESIGHT_SPAN_COUNT; i++) {
    answer.spans[i] = (rc_interval){0, 0};
    answer.is_descending[i] = false;
  }
  answer.wanted = rc__rows_items_in(&list->rows, last->wanted);
  answer.running = rc__rows_items_in(&list->rows, last->running);
  answer.kept = rc__rows_items_in(&list->rows, last->kept);
  *out_foresight = answer;
  return RC_STATUS_OK;
}

rc_status rc_list_add_preload_time(rc_list *list, double seconds) {
  if (list == NULL || !(seconds >= 0)) return RC_STATUS_ARGUMENT;
  return rc__foresight_is_on(&list->settings)
             ? rc_motion_add_preload_time(&list->foresight->motion, seconds)
             : RC_STATUS_OK;
}
