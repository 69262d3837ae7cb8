// Updates of impressions, in the order of the rules: what is due, a new session, the views, and
// what is due at once.

#include "../base/sort.h"
#include "impressions.h"

static rc_impression *add_event(rc_impressions *it, rc_impression_kind kind, rc_id id,
                                double time) {
  RC_ASSERT(it->event_count < it->event_capacity);
  rc_impression *event = &it->events[it->event_count++];
  *event = (rc_impression){.id = id, .time = time, .kind = kind};
  return event;
}

// == dwells ==

static const rc_impression_rule *rule_of(const rc_impressions *it, const rc__presence *presence) {
  return &it->options.rules[presence->dwell - 1];
}

static void begin_dwell(rc_impressions *it, rc__presence *presence, uint8_t dwell) {
  presence->dwell = dwell;
  presence->counts = false;
  presence->begin = it->time;
  presence->due = it->time + rule_of(it, presence)->seconds;
  it->looks_for_due |= !presence->was_seen;
}

static void end_dwell(rc_impressions *it, rc__presence *presence) {
  if (presence->counts) {
    rc_impression *event = add_event(it, RC_IMPRESSION_KIND_LEFT, presence->id, it->time);
    event->seconds = it->time - presence->begin;
    event->rule = presence->dwell - 1u;
  }
  it->looks_for_due |= presence->dwell != 0 && !presence->was_seen;
  presence->dwell = 0;
  presence->counts = false;
}

/// Tells what has dwelled for long enough, and finds when something else will have.
static void tell_due(rc_impressions *it) {
  it->next_time = RC__INFINITY;
  it->looks_for_due = false;
  for (size_t i = 0; i < it->present_count; i++) {
    rc__presence *presence = &it->present[i];
    if (presence->dwell == 0 || presence->was_seen) continue;
    if (presence->due > it->time) {
      if (presence->due < it->next_time) it->next_time = presence->due;
      continue;
    }
    rc_impression *event = add_event(it, RC_IMPRESSION_KIND_SEEN, presence->id, presence->due);
    event->seconds = rule_of(it, presence)->seconds;
    event->rule = presence->dwell - 1u;
    presence->was_seen = presence->counts = true;
  }
}

static void restart(rc_impressions *it) {
  for (size_t i = 0; i < it->present_count; i++) {
    rc__presence *presence = &it->present[i];
    end_dwell(it, presence);
    presence->was_seen = false;
  }
  rc__ids_clear(&it->ids);
  for (size_t i = 0; i < it->present_count; i++) {
    rc__ids_set(&it->ids, it->present[i].id, &it->present[i]);
  }
  it->restarts = false;
}

// == views ==

/// Where an id is present; NULL if it is not. `was_seen` is set if it was SEEN, and is not.
static rc__presence *find_present(rc_impressions *it, rc_id id, bool *was_seen) {
  if (it->likely >= it->present_count) it->likely = 0;
  rc__presence *found = &it->present[it->likely];
  *was_seen = false;
  if (it->likely >= it->present_count || found->id != id) {
    void *known = rc__ids_find(&it->ids, id);
    *was_seen = known == &it->gone;
    if (known == NULL || *was_seen) return NULL;
    found = known;
  }
  it->likely = (size_t)(found - it->present) + 1;
  return found;
}

/// The presence of an id in this round, which may begin with it.
static rc__presence *present(rc_impressions *it, rc_id id) {
  bool was_seen;
  rc__presence *presence = find_present(it, id, &was_seen);
  if (presence == NULL) {
    RC_ASSERT(it->present_count < it->present_capacity);
    presence = &it->present[it->present_count++];
    // As if the round before had found it.
    *presence = (rc__presence){.id = id, .round = it->round - 1, .was_seen = was_seen};
    rc__ids_set(&it->ids, id, presence);
    it->likely = it->present_count;
  }
  if (presence->round != it->round) {
    presence->round = it->round;
    it->found_count++;
    presence->qualifies = false;
    presence->level = 0;
    presence->fraction = 0;
  }
  return presence;
}

/// Takes looks that are as they were: ids where they are likely to be, which go on to dwell.
/// Without thresholds only; returns how many.
static size_t take_same(rc_impressions *it, const rc__look *looks, size_t count) {
  const uint32_t round = it->round;
  const size_t left = it->likely < it->present_count ? it->present_count - it->likely : 0;
  if (count > left) count = left;
  rc__presence *likely = &it->present[it->likely];
  size_t same = 0;
  for (; same < count; same++) {
    rc__presence *presence = &likely[same];
    const rc__look *look = &looks[same];
    if (presence->id != look->id || presence->dwell != look->dwell || presence->round == round) {
      break;
    }
    presence->round = round;
  }
  it->likely += same;
  it->found_count += same;
  return same;
}

static void take_look(rc_impressions *it, const rc__look *look, bool has_levels) {
  rc__presence *presence = present(it, look->id);
  if (look->dwell != 0 && !presence->qualifies) {
    presence->qualifies = true;
    if (presence->dwell != 0 && presence->dwell != look->dwell) end_dwell(it, presence);
    if (presence->dwell == 0) begin_dwell(it, presence, look->dwell);
  }
  if (!has_levels) return;
  if (look->fraction > presence->fraction) presence->fraction = look->fraction;
  if (look->level > presence->level) presence->level = look->level;
}

static void take_list(rc_impressions *it, const rc__shown_list *list) {
  const bool has_levels = it->options.threshold_count > 0;
  const rc__look *looks = list->halves + (list->is_in_second ? list->capacity : 0);
  for (size_t i = 0; i < list->count; i++) {
    if (!has_levels) i += take_same(it, &looks[i], list->count - i);
    if (i < list->count) take_look(it, &looks[i], has_levels);
  }
}

static void remove_presence(rc_impressions *it, rc__presence *presence) {
  if (presence->was_seen) {
    rc__ids_set(&it->ids, presence->id, &it->gone);
  } else {
    rc__ids_remove(&it->ids, presence->id);
  }
  const rc__presence *last = &it->present[--it->present_count];
  if (presence == last) return;
  *presence = *last;
  rc__ids_set(&it->ids, presence->id, presence);
}

/// Ends what this round has not found, and tells other levels.
static void end_round(rc_impressions *it) {
  const bool has_levels = it->options.threshold_count > 0;
  size_t missing = it->present_count - it->found_count;
  // Without thresholds, what was found qualifies.
  for (size_t i = it->present_count; i > 0 && (missing > 0 || has_levels); i--) {
    rc__presence *presence = &it->present[i - 1];
    const bool is_found = presence->round == it->round;
    if (is_found && !has_levels) continue;
    if (!is_found) {
      missing--;
      presence->level = 0;
      presence->fraction = 0;
    }
    if (presence->dwell != 0 && !(is_found && presence->qualifies)) end_dwell(it, presence);
    if (presence->level != presence->told_level) {
      rc_impression *event = add_event(it, RC_IMPRESSION_KIND_CROSSED, presence->id, it->time);
      event->fraction = presence->fraction;
      event->level = presence->told_level = presence->level;
    }
    if (presence->dwell == 0 && presence->level == 0) remove_presence(it, presence);
  }
}

RC_WRAPS("rounds are only compared with this one and the one before")
static void take_views(rc_impressions *it, bool is_active) {
  it->round++;
  it->found_count = 0;
  for (size_t i = 0; is_active && i < it->list_count; i++) {
    take_list(it, &it->lists[i]);
  }
  // Without thresholds, what is present dwells, and what was found qualifies.
  if (it->options.threshold_count > 0 || it->found_count < it->present_count) end_round(it);
}

// == the order of events ==

static bool event_precedes(const void *a, const void *b) {
  const rc_impression *first = a, *second = b;
  if (first->kind != second->kind) return first->kind < second->kind;
  if (first->time < second->time || second->time < first->time) return first->time < second->time;
  return first->id != second->id ? first->id < second->id : first->rule < second->rule;
}

/// Sorts the events: by pointers to them, each then being put in its place.
static void sort_events(rc_impressions *it) {
  for (size_t i = 0; i < it->event_count; i++) it->sorted[i] = &it->events[i];
  rc__sort(it->sorted, it->event_count, event_precedes);
  for (size_t i = 0; i < it->event_count; i++) {
    const rc_impression first = it->events[i];
    size_t hole = i;
    for (const rc_impression *next; (next = it->sorted[hole]) != &it->events[i];) {
      it->sorted[hole] = &it->events[hole];
      it->events[hole] = *next;
      hole = (size_t)(next - it->events);
    }
    it->sorted[hole] = &it->events[hole];
    it->events[hole] = first;
  }
}

rc_status rc_impressions_update(rc_impressions *impressions, double time, bool is_active,
                                rc_impressions_report *out_report) {
  if (impressions == NULL || !rc__is_finite(time) || out_report == NULL) return RC_STATUS_ARGUMENT;
  rc_impressions *it = impressions;
  if (time > it->time) it->time = time;
  it->event_count = 0;
  const bool changes = it->has_changed || it->restarts || is_active != it->was_active;
  if (it->next_time <= it->time) tell_due(it);
  if (changes) {
    if (it->restarts) restart(it);
    take_views(it, is_active);
    if (it->looks_for_due) tell_due(it);
    it->has_changed = false;
    it->was_active = is_active;
  }
  sort_events(it);
  *out_report = (rc_impressions_report){it->events, it->event_count, it->next_time};
  return RC_STATUS_OK;
}
