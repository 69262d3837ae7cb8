#include "impressions_fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void impressions_begin(impressions_fixture *f, const rc_impressions_options *options) {
  list_memory_init(&f->memory);
  const rc_allocator allocator = list_memory_allocator(&f->memory);
  CHECK_OK(rc_impressions_create(options, &allocator, &f->impressions));
}

void impressions_end(impressions_fixture *f) {
  rc_impressions_destroy(f->impressions);
  CHECK(f->memory.bytes == 0 && f->memory.blocks == 0 && !f->memory.is_confused);
}

static rc_impression_view parse_view(char **at) {
  rc_impression_view view = {.viewport = 600, .cross = 1};
  view.id = strtoll(*at, at, 10);
  view.visible = strtoll(*at + 1, at, 10);
  view.extent = strtoll(*at + 1, at, 10);
  if (**at == 'r') view.rule = (uint32_t)strtoul(*at + 1, at, 10);
  if (**at == 'x') view.cross = strtod(*at + 1, at);
  while (**at == ' ') ++*at;
  return view;
}

void impressions_show_in(impressions_fixture *f, int64_t list, const char *views) {
  rc_impression_view parsed[16];
  char copy[256];
  size_t count = 0;
  (void)snprintf(copy, sizeof copy, "%s", views);
  for (char *at = copy; *at != 0 && count < 16;) parsed[count++] = parse_view(&at);
  CHECK_OK(rc_impressions_set_views(f->impressions, list, parsed, count));
}

void impressions_show(impressions_fixture *f, const char *views) {
  impressions_show_in(f, 7, views);
}

static int print_event(const rc_impression *event, char *text, size_t size) {
  static const char *const names[] = {"SEEN", "LEFT", "CROSSED"};
  const char *name = names[event->kind];
  if (event->kind == RC_IMPRESSION_KIND_CROSSED) {
    return snprintf(text, size, " %s %" PRId64 " #%u %g", name, event->id, event->level,
                    event->fraction);
  }
  const int count =
      snprintf(text, size, " %s %" PRId64 " @%g +%g", name, event->id, event->time, event->seconds);
  if (event->rule == 0) return count;
  return count + snprintf(text + count, size - (size_t)count, " r%u", event->rule);
}

const char *impressions_go(impressions_fixture *f, double time) {
  const char *reason = "it failed";
  const bool is_active = !f->is_away;
  if (rc_impressions_update(f->impressions, time, is_active, &f->report) != RC_STATUS_OK ||
      rc_impressions_validate(f->impressions, &reason) != RC_STATUS_OK) {
    return reason;
  }
  int length = 0;
  f->text[0] = f->text[1] = 0;
  for (size_t i = 0; i < f->report.event_count && length < 400; i++) {
    length += print_event(&f->report.events[i], f->text + length, 100);
  }
  return length == 0 ? "" : f->text + 1;
}

const char *impressions_go_with(impressions_fixture *f, double time, const char *views) {
  impressions_show(f, views);
  return impressions_go(f, time);
}
