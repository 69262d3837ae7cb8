#include "impressions.h"

static const char *check_presence(const rc_impressions *it, const rc__presence *presence) {
  if (rc__ids_find(&it->ids, presence->id) != presence) return "an id is not where it is known";
  if (presence->dwell == 0 && presence->level == 0) return "an id is present for nothing";
  if (presence->counts && !(presence->dwell != 0 && presence->was_seen)) {
    return "a dwell counts that was not seen";
  }
  if (presence->dwell > it->options.rule_count) return "a rule is none";
  if (presence->dwell != 0 && presence->begin > it->time) return "a dwell begins later";
  if (presence->dwell != 0 && !presence->was_seen && presence->due < it->next_time) {
    return "the next time is late";
  }
  return presence->level == presence->told_level ? NULL : "a level was not told";
}

static const char *check_impressions(const rc_impressions *it) {
  size_t looks = 0, present = 0;
  for (size_t i = 0; i < it->list_count; i++) {
    if (it->lists[i].count > it->lists[i].capacity) return "a list has more looks than memory";
    if (i > 0 && it->lists[i - 1].list >= it->lists[i].list) return "lists are out of order";
    looks += it->lists[i].count;
  }
  if (looks != it->look_count) return "looks are miscounted";
  for (size_t i = 0; i < it->present_count; i++) {
    const char *reason = check_presence(it, &it->present[i]);
    if (reason != NULL) return reason;
  }
  size_t known = 0;
  for (size_t i = 0; i < it->ids.capacity; i++) {
    const void *value = it->ids.entries[i].value;
    known += value != NULL;
    present += value != NULL && value != &it->gone;
  }
  if (known != it->ids.count) return "ids are miscounted";
  return present == it->present_count ? NULL : "an id is present that is not known";
}

rc_status rc_impressions_validate(const rc_impressions *impressions, const char **out_reason) {
  const char *reason = impressions == NULL ? NULL : check_impressions(impressions);
  if (out_reason != NULL) *out_reason = reason;
  if (impressions == NULL) return RC_STATUS_ARGUMENT;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}
