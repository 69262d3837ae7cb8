// Batches that the host begins and steers by hand; an update only decides.

#include "list.h"

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

rc_status rc_list_end_batch(rc_list *list, rc_end end) {
  if (!is_end_of(list, end)) return RC_STATUS_ARGUMENT;
  rc__batch_end_end(&list->ends[end]);
  return RC_STATUS_OK;
}
