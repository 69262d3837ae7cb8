// A thousand images flung past, over six connections: how long what is visible waits, in the order
// in which images come near, and with tickets.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "rangecore_motion.h"
#include "rangecore_tickets.h"

enum { IMAGES = 1000, COLUMNS = 4, EXTENT = 100, SCREEN = 800, CONNECTIONS = 6, FRAMES = 60 };

typedef struct {
  /// When it ends; 0 if it is not being loaded.
  double started, ends;
  uint64_t token;
  bool is_queued, is_loaded, is_visible, is_shown;
  double since;
} image;

typedef struct {
  image images[IMAGES];
  rc_id ids[IMAGES];
  rc_ticket_want wants[IMAGES];
  rc_list *list;
  /// NULL: in the order of the queue.
  rc_tickets *tickets;
  int32_t queue[IMAGES];
  int32_t queue_start, queue_end, running;
  double time, bytes, useful_bytes, waited;
  int32_t appearances, late;
} session;

/// In seconds, in the middle.
static const double LATENCY = 0.2;

static void need(rc_status status) {
  if (status != RC_STATUS_OK) abort();
}

/// A number in 0 ..< 1, the same with all rules.
static double draw(uint64_t number, uint64_t of) {
  uint64_t x = (number * 3 + of + 1) * UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  return (double)((x ^ x >> 27) * UINT64_C(0x94d049bb133111eb) >> 11) / 9007199254740992.0;
}

static double size_of(int32_t index) {
  return 40e3 + 120e3 * draw((uint64_t)index, 0);
}

// == loads ==

static void start(session *s, int32_t index, uint64_t token) {
  image *it = &s->images[index];
  it->started = s->time;
  it->ends = s->time + LATENCY * (0.5 + draw((uint64_t)index, 1));
  it->token = token;
  s->running++;
}

/// The bytes of a load that ends now, or is cancelled.
static void stop(session *s, int32_t index) {
  image *it = &s->images[index];
  s->bytes += size_of(index) * fmin(1, (s->time - it->started) / (it->ends - it->started));
  it->ends = 0;
  s->running--;
}

static void take_orders(session *s) {
  rc_interval items;
  rc_tickets_plan plan;
  size_t count;
  need(rc_list_ticket_items(s->list, &items));
  need(rc_list_copy_ticket_wants(s->list, items.lower, items.upper, s->ids + items.lower, NULL,
                                 s->wants, &count));
  need(rc_tickets_set_wants(s->tickets, 1, s->wants, count));
  need(rc_tickets_update(s->tickets, s->time, &plan));
  for (size_t i = 0; i < plan.order_count; i++) {
    const rc_ticket_order *it = &plan.orders[i];
    const int32_t index = (int32_t)it->id;
    if (it->kind == RC_TICKET_ORDER_KIND_START) start(s, index, it->token);
    if (it->kind == RC_TICKET_ORDER_KIND_CANCEL) stop(s, index);
    if (it->kind == RC_TICKET_ORDER_KIND_DROP) s->images[index].is_loaded = false;
  }
}

/// Starts what has come near first, and never cancels.
static void take_turns(session *s, const rc_update *update) {
  for (size_t i = 0; i < update->changes.count; i++) {
    const rc_change *it = &update->changes.items[i];
    if ((it->after & ~it->before & RC_STATE_PRELOAD) == 0) continue;
    for (int64_t index = it->lower; index < it->upper; index++) {
      if (s->images[index].is_queued) continue;
      s->images[index].is_queued = true;
      s->queue[s->queue_end++] = (int32_t)index;
    }
  }
  while (s->running < CONNECTIONS && s->queue_start < s->queue_end) {
    start(s, s->queue[s->queue_start++], 0);
  }
}

static void end_loads(session *s) {
  for (int32_t index = 0; index < IMAGES; index++) {
    image *it = &s->images[index];
    if (it->ends == 0 || it->ends > s->time) continue;
    double seconds;
    stop(s, index);
    it->is_loaded = true;
    if (s->tickets == NULL) continue;
    need(rc_tickets_finish(s->tickets, index, it->token, -1, s->time, &seconds));
    need(rc_list_add_preload_time(s->list, seconds));
  }
}

// == the user ==

static void look(session *s, rc_interval visible) {
  for (int32_t index = 0; index < IMAGES; index++) {
    image *it = &s->images[index];
    const bool was_visible = it->is_visible;
    it->is_visible = index >= visible.lower && index < visible.upper;
    if (it->is_visible && !was_visible) {
      it->since = s->time;
      s->appearances++;
      s->late += !it->is_loaded;
    }
    if (it->is_visible && it->is_loaded && !it->is_shown) {
      it->is_shown = true;
      s->useful_bytes += size_of(index);
    }
    if ((it->is_visible || was_visible) && !it->is_loaded) s->waited += 1.0 / FRAMES;
  }
}

static void show(session *s, double offset, double velocity, double landing) {
  rc_viewport viewport = {.offset = offset, .length = SCREEN, .velocity = velocity};
  rc_update update;
  viewport.time = s->time;
  viewport.is_user_driven = true;
  viewport.has_landing = velocity != 0;
  viewport.landing_offset = landing;
  end_loads(s);
  need(rc_list_update(s->list, &viewport, &update));
  if (s->tickets != NULL) {
    take_orders(s);
  } else {
    take_turns(s, &update);
  }
  look(s, update.visible);
  s->time += 1.0 / FRAMES;
}

/// Flings of 2,000 to 8,000 points a second, every fourth one back, each followed by a look of up
/// to two seconds.
static void scroll(session *s) {
  const double end = (double)IMAGES / COLUMNS * EXTENT - SCREEN, tau = 0.5;
  double offset = 0;
  for (uint64_t fling = 0; offset < end; fling++) {
    const double distance = (2000 + 6000 * draw(fling, 2)) * tau;
    const double landing =
        fmax(0, fmin(end, fling % 4 == 3 ? offset - distance : offset + distance));
    while (fabs(landing - offset) > 1) {
      const double velocity = (landing - offset) / tau;
      offset += velocity / FRAMES;
      show(s, offset, velocity, landing);
    }
    offset = landing;
    const int frames = (int)(2 * FRAMES * draw(fling + 1000, 2));
    for (int i = 0; i < frames; i++) show(s, offset, 0, 0);
  }
}

// == the table ==

typedef struct {
  const char *name;
  uint32_t ahead_limit;
  double foresight;
} rule;

static session *run(const rule *by) {
  session *s = calloc(1, sizeof *s);
  rc_list_options options;
  rc_list_settings settings;
  if (s == NULL) abort();
  rc_list_options_init(&options);
  options.columns = COLUMNS;
  options.estimate = EXTENT;
  need(rc_list_create(&options, NULL, &s->list));
  need(rc_list_insert(s->list, 0, NULL, IMAGES));
  need(rc_list_get_settings(s->list, &settings));
  settings.foresight = by->foresight;
  need(rc_list_set_settings(s->list, &settings));
  for (int64_t i = 0; i < IMAGES; i++) s->ids[i] = i;
  if (by->ahead_limit > 0) {
    rc_tickets_settings limits;
    rc_tickets_settings_init(&limits);
    limits.running_limit = CONNECTIONS;
    limits.ahead_limit = by->ahead_limit;
    need(rc_tickets_create(NULL, &s->tickets));
    need(rc_tickets_set_settings(s->tickets, &limits));
  }
  scroll(s);
  rc_tickets_destroy(s->tickets);
  rc_list_destroy(s->list);
  return s;
}

int main(void) {
  static const rule rules[] = {{"in the order of coming near", 0, 0},
                               {"tickets", CONNECTIONS, 0},
                               {"tickets, half of them ahead", 3, 0},
                               {"tickets, with foresight", CONNECTIONS, 1}};
  bool is_worse = false;
  double first = 0;
  printf(
      "| rule                        | mean wait, ms | late, of 100 | wasted, MB |\n"
      "| :-------------------------- | ------------: | -----------: | ---------: |\n");
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    session *s = run(&rules[i]);
    const double wait = 1000 * s->waited / s->appearances;
    if (i == 0) first = wait;
    is_worse = is_worse || (i == 1 && wait > first);
    printf("| %-27s | %13.1f | %12.1f | %10.1f |\n", rules[i].name, wait,
           100.0 * s->late / s->appearances, fmax(0, s->bytes - s->useful_bytes) / 1e6);
    free(s);
  }
  if (is_worse)
    printf("\nwith tickets what is visible waits longer than in the order of coming near\n");
  return is_worse;
}
