// Batches that the host begins and steers by hand; an update only decides, by rules from here.

#include "list.h"

static void plan_batch(rc_list *list, rc_batch_input *input, rc_end end) {
  input->end = end;
  input->leading_screens = list->settings.leading_screens[end];
  rc__batch_rules_make(input, &list->batch_rules[end]);
}

void rc__list_plan_batches(rc_list *list) {
  const rc_list_settings *settings = &list->settings;
  rc_batch_input input = {
      .viewport = {0, list->frame.visible_length},
      .short_content_policy = settings->short_content_policy,
      .presence = list->presence,
      .insertion_pending = settings->insertion_pending,
      .user_has_scrolled = list->mode.user_has_scrolled,
      .host_decides = settings->host_decides_batches,
  };
  plan_batch(list, &input, RC_END_TAIL);
  plan_batch(list, &input, RC_END_HEAD);
}

void rc__list_fit_batches(rc_list *list) {
  for (int i = 0; i < 2; i++) {
    rc__batch_rules_fit(&list->batch_rules[i], list->content, list->count);
  }
}

static bool is_end_of(const rc_list *list, rc_end end) {
  return list != NULL && rc__is_known((int)end, RC_END_HEAD);
}

rc_status rc_list_begin_batch(rc_list *list, rc_end end, rc_batch_context **out_context,
                              rc_batch_token *out_token) {
  if (!is_end_of(list, end) || out_context == NULL || out_token == NULL) return RC_STATUS_ARGUMENT;
  rc_status status = rc__batch_end_begin(&list->ends[end], out_token);
  if (status != RC_STATUS_OK) return status;
  *out_context = rc_batch_context_retain(list->ends[end].context);
  return RC_STATUS_OK;
}

rc_status rc_list_retry_batch(rc_list *list, rc_end end) {
  if (!is_end_of(list, end)) return RC_STATUS_ARGUMENT;
  rc__batch_end_retry(&list->ends[end]);
  return RC_STATUS_OK;
}

rc_status rc_list_reset_batch(rc_list *list, rc_end end) {
  if (!is_end_of(list, end)) return RC_STATUS_ARGUMENT;
  rc__batch_end_reset(&list->ends[end]);
  return RC_STATUS_OK;
}

rc_status rc_list_mark_exhausted(rc_list *list, rc_end end) {
  if (!is_end_of(list, end)) return RC_STATUS_ARGUMENT;
  rc__batch_end_end(&list->ends[end]);
  return RC_STATUS_OK;
}
