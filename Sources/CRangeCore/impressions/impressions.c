#include "impressions.h"

// == life ==

void rc_impressions_options_init(rc_impressions_options *options) {
  if (options == NULL) return;
  *options = (rc_impressions_options){.rules = {{.fraction = 0.5, .seconds = 1}}, .rule_count = 1};
}

static bool is_fraction(double fraction) {
  return fraction >= 0 && fraction <= 1;
}

static bool are_impression_options(const rc_impressions_options *options) {
  if (options->rule_count == 0 || options->rule_count > RC_IMPRESSION_RULE_COUNT ||
      options->threshold_count > RC_IMPRESSION_THRESHOLD_COUNT) {
    return false;
  }
  for (uint32_t i = 0; i < options->rule_count; i++) {
    const rc_impression_rule *rule = &options->rules[i];
    if (!is_fraction(rule->fraction) || !rc__is_finite(rule->seconds) || rule->seconds < 0) {
      return false;
    }
  }
  for (uint32_t i = 0; i < options->threshold_count; i++) {
    const double *threshold = &options->thresholds[i];
    if (!is_fraction(*threshold) || (i > 0 && threshold[-1] > threshold[0])) return false;
  }
  return true;
}

rc_status rc_impressions_create(const rc_impressions_options *options,
                                const rc_allocator *allocator, rc_impressions **out_impressions) {
  rc_allocator own;
  if (out_impressions == NULL || !rc__allocator_init(&own, allocator)) return RC_STATUS_ARGUMENT;
  if (options != NULL && !are_impression_options(options)) return RC_STATUS_ARGUMENT;
  rc_impressions *it = rc__allocate(&own, sizeof *it);
  if (it == NULL) return RC_STATUS_NO_MEMORY;
  *it = (rc_impressions){.allocator = own, .time = -RC__INFINITY, .next_time = RC__INFINITY};
  rc_impressions_options_init(&it->options);
  if (options != NULL) it->options = *options;
  *out_impressions = it;
  return RC_STATUS_OK;
}

rc_status rc_impressions_get_options(const rc_impressions *impressions,
                                     rc_impressions_options *out_options) {
  if (impressions == NULL || out_options == NULL) return RC_STATUS_ARGUMENT;
  *out_options = impressions->options;
  return RC_STATUS_OK;
}

void rc_impressions_destroy(rc_impressions *impressions) {
  if (impressions == NULL) return;
  const rc_allocator own = impressions->allocator;
  for (size_t i = 0; i < impressions->list_count; i++) {
    const rc__shown_list *list = &impressions->lists[i];
    rc__deallocate(&own, list->halves, list->capacity * 2 * sizeof *list->halves);
  }
  rc__deallocate(&own, impressions->lists, impressions->list_capacity * sizeof(rc__shown_list));
  rc__deallocate(&own, impressions->present, impressions->present_capacity * sizeof(rc__presence));
  rc__deallocate(&own, impressions->events, impressions->event_capacity * sizeof(rc_impression));
  rc__deallocate(&own, impressions->sorted,
                 impressions->sorted_capacity * sizeof *impressions->sorted);
  rc__ids_deinit(&impressions->ids, &own);
  rc__deallocate(&own, impressions, sizeof *impressions);
}

// == views ==

/// Whether a view is one that can be, but for its cross fraction.
static inline bool is_impression_view(const rc_impression_view *view, uint32_t rule_count) {
  const uint64_t most = UINT64_C(1) << 53;
  // Negative lengths are too long.
  return view->id != RC_ID_NONE && (uint64_t)view->extent <= most &&
         (uint64_t)view->viewport <= most && (uint64_t)view->visible <= (uint64_t)view->extent &&
         view->rule < rule_count;
}

/// Whether all of a view is on screen that can be, which qualifies for each rule.
static inline bool is_whole(const rc_impression_view *view) {
  return (view->visible == view->extent || view->visible >= view->viewport) && view->visible > 0 &&
         view->cross >= 1 && view->cross <= 1;
}

/// How many thresholds a view reaches of which so much is visible.
static uint32_t level_of(const rc_impressions *it, const rc_impression_view *view, double visible) {
  uint32_t level = 0;
  while (level < it->options.threshold_count &&
         visible >= it->options.thresholds[level] * (double)view->extent) {
    level++;
  }
  return level;
}

/// Finds what a view comes to.
static void measure_look(const rc_impressions *it, const rc_impression_view *view, rc__look *look) {
  const double visible = (double)view->visible * view->cross;
  const int64_t most = rc__at_most(view->extent, view->viewport);
  const double least = it->options.rules[view->rule].fraction * (double)most;
  if (!(visible >= least)) look->dwell = 0;
  if (it->options.threshold_count == 0) return;
  look->level = level_of(it, view, visible);
  look->fraction = visible / (double)view->extent;
}

/// What views come to, and how many looks that makes; false if one cannot be a view.
static bool look_at(const rc_impressions *it, const rc_impression_view *views, size_t count,
                    rc__look *looks, size_t *out_made) {
  const bool has_levels = it->options.threshold_count > 0;
  const uint32_t rule_count = it->options.rule_count;
  rc__look *look = looks;
  for (const rc_impression_view *view = views; view < views + count; view++) {
    if (!is_impression_view(view, rule_count)) return false;
    look->id = view->id;
    look->dwell = (uint8_t)(view->rule + 1);
    if (has_levels || !is_whole(view)) {
      if (!is_fraction(view->cross)) return false;
      if (view->visible == 0) continue;
      measure_look(it, view, look);
      if (look->dwell == 0 && !has_levels) continue;
    }
    look++;
  }
  *out_made = (size_t)(look - looks);
  return true;
}

/// The position of a list, or where it belongs.
static size_t position_of_shown_list(const rc_impressions *it, int64_t list) {
  size_t position = 0;
  while (position < it->list_count && it->lists[position].list < list) position++;
  return position;
}

static bool reserve_present(rc_impressions *it, size_t most) {
  const rc__presence *former = it->present;
  if (!rc__array_reserve(&it->allocator, &it->present, &it->present_capacity, sizeof *it->present,
                         most)) {
    return false;
  }
  if (it->present == former) return true;
  for (size_t i = 0; i < it->present_count; i++) {
    rc__ids_set(&it->ids, it->present[i].id, &it->present[i]);
  }
  return true;
}

/// Reserves what an update can need with so many views in all.
static bool reserve_update(rc_impressions *it, size_t views) {
  const size_t most = it->present_count + views;
  return rc__ids_reserve(&it->ids, &it->allocator, views) && reserve_present(it, most) &&
         rc__array_reserve(&it->allocator, &it->events, &it->event_capacity, sizeof *it->events,
                           RC__EVENTS_OF_ID * most) &&
         rc__array_reserve(&it->allocator, &it->sorted, &it->sorted_capacity, sizeof *it->sorted,
                           RC__EVENTS_OF_ID * most);
}

static void remove_shown_list(rc_impressions *it, size_t position) {
  rc__shown_list *list = &it->lists[position];
  it->look_count -= list->count;
  rc__deallocate(&it->allocator, list->halves, list->capacity * 2 * sizeof *list->halves);
  const size_t after = --it->list_count - position;
  rc__move_bytes(list, list + 1, after * sizeof *list);
}

static void insert_shown_list(rc_impressions *it, size_t position, int64_t number) {
  rc__shown_list *list = &it->lists[position];
  rc__move_bytes(list + 1, list, (it->list_count++ - position) * sizeof *list);
  *list = (rc__shown_list){.list = number};
}

static bool reserve_looks(rc_impressions *it, rc__shown_list *list, size_t count) {
  const size_t former = list->capacity;
  if (!rc__array_reserve(&it->allocator, &list->halves, &list->capacity, 2 * sizeof *list->halves,
                         count)) {
    return false;
  }
  if (list->capacity > former && list->is_in_second) {
    rc__look *looks = list->halves + former;
    rc__move_bytes(list->halves + list->capacity, looks, list->count * sizeof *looks);
  }
  return true;
}

/// Replaces what the views of a list come to, unless that fails.
static rc_status replace_looks(rc_impressions *it, rc__shown_list *list,
                               const rc_impression_view *views, size_t count) {
  if (!reserve_looks(it, list, count)) return RC_STATUS_NO_MEMORY;
  rc__look *other = list->halves + (list->is_in_second ? 0 : list->capacity);
  size_t made;
  if (!look_at(it, views, count, other, &made)) return RC_STATUS_ARGUMENT;
  it->look_count = it->look_count - list->count + made;
  list->count = made;
  list->is_in_second = !list->is_in_second;
  return RC_STATUS_OK;
}

rc_status rc_impressions_set_views(rc_impressions *impressions, int64_t list,
                                   const rc_impression_view *views, size_t count) {
  if (impressions == NULL || (views == NULL && count > 0)) return RC_STATUS_ARGUMENT;
  rc_impressions *it = impressions;
  const size_t position = position_of_shown_list(it, list);
  const bool is_new = position == it->list_count || it->lists[position].list != list;
  if (count == 0) {
    it->has_changed |= !is_new;
    if (!is_new) remove_shown_list(it, position);
    return RC_STATUS_OK;
  }
  const size_t others = it->look_count - (is_new ? 0 : it->lists[position].count);
  const size_t most = RC_IMPRESSIONS_COUNT_MAX;
  if (count > most || it->ids.count + others + count > most) return RC_STATUS_LIMIT;
  if (!reserve_update(it, others + count) ||
      !rc__array_reserve(&it->allocator, &it->lists, &it->list_capacity, sizeof *it->lists,
                         it->list_count + is_new)) {
    return RC_STATUS_NO_MEMORY;
  }
  if (is_new) insert_shown_list(it, position, list);
  const rc_status status = replace_looks(it, &it->lists[position], views, count);
  if (status == RC_STATUS_OK) it->has_changed = true;
  if (status != RC_STATUS_OK && is_new) remove_shown_list(it, position);
  return status;
}

// == what was seen before ==

rc_status rc_impressions_reset(rc_impressions *impressions) {
  if (impressions == NULL) return RC_STATUS_ARGUMENT;
  impressions->restarts = true;
  return RC_STATUS_OK;
}

rc_status rc_impressions_forget(rc_impressions *impressions, const rc_id *ids, size_t count) {
  if (impressions == NULL || (ids == NULL && count > 0)) return RC_STATUS_ARGUMENT;
  for (size_t i = 0; i < count; i++) {
    if (ids[i] == RC_ID_NONE) return RC_STATUS_ARGUMENT;
  }
  for (size_t i = 0; i < count; i++) {
    void *found = rc__ids_find(&impressions->ids, ids[i]);
    rc__presence *presence = found;
    if (found == &impressions->gone) {
      rc__ids_remove(&impressions->ids, ids[i]);
    } else if (found != NULL && presence->dwell == 0) {
      presence->was_seen = false;
    }
  }
  return RC_STATUS_OK;
}

bool rc_impressions_is_seen(const rc_impressions *impressions, rc_id id) {
  if (impressions == NULL || id == RC_ID_NONE) return false;
  const void *found = rc__ids_find(&impressions->ids, id);
  if (found == NULL || found == &impressions->gone) return found != NULL;
  return ((const rc__presence *)found)->was_seen;
}
