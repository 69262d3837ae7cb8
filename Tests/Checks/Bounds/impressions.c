// Of impressions.

#include "bounds.h"

enum { LIST = 7 };

/// Shows ids from one on.
static void show(rc_impressions *impressions, int64_t list, int64_t first, int64_t count) {
  rc_impression_view *views = zeros(count, sizeof *views);
  for (int64_t i = 0; i < count; i++) {
    views[i] = (rc_impression_view){
        .id = first + (count - i), .extent = 9, .viewport = 9, .visible = 9, .cross = 1};
  }
  OK(rc_impressions_set_views(impressions, list, views, (size_t)count));
  free(views);
}

static void look(rc_impressions *impressions, double time) {
  rc_impressions_report report;
  OK(rc_impressions_update(impressions, time, true, &report));
}

/// n ids that are visible.
static rc_impressions *shown(int64_t n) {
  const rc_allocator allocator = counting_allocator();
  rc_impressions *impressions;
  OK(rc_impressions_create(NULL, &allocator, &impressions));
  show(impressions, LIST, 0, n);
  look(impressions, 0);
  return impressions;
}

/// n ids that were seen, and are visible no longer, and one that is.
static rc_impressions *seen(int64_t n) {
  rc_impressions *impressions = shown(n);
  look(impressions, 1);
  show(impressions, LIST, n, 1);
  look(impressions, 2);
  return impressions;
}

static uint64_t end(rc_impressions *impressions) {
  rc_impressions_destroy(impressions);
  return steps();
}

#define ON_IMPRESSIONS(name, made, counted) \
  ON(name, rc_impressions *, impressions, made, counted, end)

static uint64_t impressions_memory_of_seen(int64_t n) {
  rc_impressions *impressions = seen(20);
  for (int64_t first = 0; first < n; first += 20) {
    show(impressions, LIST, first, 20);
    look(impressions, (double)(3 + 2 * first));
    look(impressions, (double)(5 + 2 * first));
  }
  const int64_t bytes = memory.bytes;
  REQUIRE(bytes < 50000 + n * 48);
  rc_impressions_destroy(impressions);
  return (uint64_t)bytes;
}

static uint64_t impressions_memory_of_views(int64_t n) {
  rc_impressions *impressions = shown(n);
  const int64_t bytes = memory.bytes;
  REQUIRE(bytes < 10000 + n * 2 * 400);
  rc_impressions_destroy(impressions);
  return (uint64_t)bytes;
}

static uint64_t show_again(int64_t n) {
  rc_impressions *impressions = shown(n);
  rc_impression_view *views = zeros(n, sizeof *views);
  for (int64_t i = 0; i < n; i++) views[i].id = n + i;
  OK(rc_impressions_set_views(impressions, LIST, views, (size_t)n));
  COUNT_QUIET(rc_impressions_set_views(impressions, LIST, views, (size_t)n));
  free(views);
  return end(impressions);
}

static uint64_t show_after_many_lists(int64_t n) {
  rc_impressions *impressions = shown(1);
  for (int64_t list = 0; list < n; list++) show(impressions, list, list, 1);
  COUNT(rc_impressions_set_views(impressions, n, &(rc_impression_view){.id = 7}, 1));
  return end(impressions);
}

/// All n ids make way for n others.
static uint64_t look_at_others(int64_t n) {
  rc_impressions *impressions = shown(n);
  rc_impressions_report report;
  show(impressions, LIST, n, n);
  COUNT_QUIET(rc_impressions_update(impressions, 0.5, true, &report));
  REQUIRE(report.event_count == 0);
  return end(impressions);
}

/// All are seen, and leave.
static uint64_t look_with_events(int64_t n) {
  rc_impressions *impressions = shown(n);
  rc_impressions_report report;
  OK(rc_impressions_set_views(impressions, LIST, NULL, 0));
  COUNT_QUIET(rc_impressions_update(impressions, 2, true, &report));
  REQUIRE(report.event_count == 2 * (size_t)n);
  return end(impressions);
}

static uint64_t look_in_a_new_session(int64_t n) {
  rc_impressions *impressions = seen(n);
  rc_impressions_report report;
  OK(rc_impressions_reset(impressions));
  COUNT_QUIET(rc_impressions_update(impressions, 9, true, &report));
  return end(impressions);
}

static uint64_t forget(int64_t n) {
  rc_impressions *impressions = seen(n);
  rc_id *ids = zeros(n, sizeof *ids);
  for (int64_t i = 0; i < n; i++) ids[i] = i + 1;
  COUNT_QUIET(rc_impressions_forget(impressions, ids, (size_t)n));
  REQUIRE(!rc_impressions_is_seen(impressions, n));
  free(ids);
  return end(impressions);
}

static rc_status is_seen(const rc_impressions *impressions, rc_id id) {
  return rc_impressions_is_seen(impressions, id) ? RC_STATUS_OK : RC_STATUS_NOT_FOUND;
}

ON_IMPRESSIONS(look_again, shown(n),
               COUNT_QUIET(rc_impressions_update(impressions, 0.5, true,
                                                 &(rc_impressions_report){0})))
ON_IMPRESSIONS(reset, seen(n), COUNT_QUIET(rc_impressions_reset(impressions)))
ON_IMPRESSIONS(find_seen, seen(n), COUNT_QUIET(is_seen(impressions, n / 2)))
ON_IMPRESSIONS(validate, seen(n), COUNT(rc_impressions_validate(impressions, NULL)))

static const bound bounds[] = {
    BOUND("rc_impressions", "at most 48 bytes per id that was SEEN", impressions_memory_of_seen,
          16000, LINEAR),
    BOUND("rc_impressions", "and 800 per view", impressions_memory_of_views, 1024, LINEAR),
    BOUND("rc_impressions_set_views", "The only call that allocates, and only if there are more",
          show_again, 1024, LINEAR),
    BOUND("rc_impressions_set_views", "O(lists + count)", show_after_many_lists, 256, LINEAR),
    BOUND("rc_impressions_update", "O(1) if no views were set", look_again, 1024, CONSTANT),
    BOUND("rc_impressions_update", "O(v) for the views of all lists", look_at_others, 1024, LINEAR),
    BOUND("rc_impressions_update", "O(e log e) for the events", look_with_events, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_impressions_reset", "O(1)", reset, 1024, CONSTANT),
    BOUND("rc_impressions_reset", "and O(ids) in that update", look_in_a_new_session, 1024, LINEAR),
    BOUND("rc_impressions_forget", "O(count), expected", forget, 1024, LINEAR),
    BOUND("rc_impressions_is_seen", "O(1), expected", find_seen, 1024, CONSTANT),
    BOUND("rc_impressions_validate", "O(ids)", validate, 1024, LINEAR),
};
const bound_table impressions_bounds = TABLE(bounds);
