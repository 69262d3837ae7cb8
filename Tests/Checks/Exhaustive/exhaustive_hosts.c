// Hosts of short lists: all short sequences of what a kit, an app and a user do, each made on a
// fresh host and on the model, which are compared after each call of a step.

#include <stdlib.h>

#include "exhaustive.h"
#include "exhaustive_steps.h"
#include "host/script_host.h"

typedef enum {
  ACT_INSERT,
  ACT_REMOVE,
  ACT_MOVE,
  ACT_MARK_HEADER,
  ACT_MARK_PROVISIONAL,
  ACT_KEEP,
  ACT_KEEP_STATE,
  ACT_RENEW,
  ACT_SCROLL_TO,
  ACT_SET_EXTENT,
  ACT_MEASURE_AGAIN,
  ACT_SCROLL_TO_OFFSET,
  ACT_STEP
} act_kind;

/// How a step is: its viewport, and what the kit does in it.
typedef enum {
  STEP_SCROLLS = 1,
  STEP_IS_HELD = 2,
  STEP_IS_HIDDEN = 4,
  STEP_HAS_OTHER_BREADTH = 8,
  STEP_IS_LATE = 16,
  STEP_IS_LEFT = 32,
  STEP_IS_EDITED = 64
} step_flags;

typedef struct {
  const char *name;
  uint32_t columns;
  double spacing, inset, offset_step, budget;
  bool pins_headers, sticks_to_end;
} host_way;

static const host_way ways[EXHAUST_HOST_WAYS] = {
    {"one column", 1, 0, 0, 0, 0, false, false},
    {"two columns, spacing, whole offsets", 2, 3, 0, 1, 0.004, true, false},
    {"insets, stuck to its end, ahead", 1, 0, 15, 0, 0.004, true, true},
};

/// Of a step `a` is what it is, of an offset whether it is animated, of other acts an item; `b`
/// where to.
static void add_acts(exhaust_steps *acts, int64_t n, int64_t most) {
  for (int64_t i = 0; i <= n && n < most; i++)
    exhaust_add(acts, n, (exhaust_step){ACT_INSERT, i, 0, 0, n + 1});
  for (int64_t i = 0; i < n; i++) {
    exhaust_add(acts, n, (exhaust_step){ACT_REMOVE, i, 0, 0, n - 1});
    for (int kind = ACT_MARK_HEADER; kind <= ACT_MEASURE_AGAIN; kind++) {
      exhaust_add(acts, n, (exhaust_step){kind, i, 0, 0, n});
    }
  }
  for (int64_t i = 0; i < 2; i++)
    exhaust_add(acts, n, (exhaust_step){ACT_SCROLL_TO_OFFSET, i, 0, 0, n});
  // To both ends: what is in between is made of these.
  for (int64_t i = 1; i < n; i++) exhaust_add(acts, n, (exhaust_step){ACT_MOVE, i, 0, 0, n});
  if (n > 2) exhaust_add(acts, n, (exhaust_step){ACT_MOVE, 0, n - 1, 0, n});
  static const int steps[] = {0,
                              STEP_SCROLLS,
                              STEP_IS_HELD | STEP_SCROLLS,
                              STEP_IS_HIDDEN,
                              STEP_HAS_OTHER_BREADTH,
                              STEP_IS_LATE | STEP_SCROLLS,
                              STEP_IS_LEFT | STEP_SCROLLS,
                              STEP_IS_EDITED | STEP_SCROLLS};
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
    // What is inserted in the midst of a step would be one too many.
    if (steps[i] >= STEP_IS_EDITED && n == most) continue;
    exhaust_add(acts, n,
                (exhaust_step){ACT_STEP, steps[i], 0, 0, n + (steps[i] >= STEP_IS_EDITED)});
  }
}

/// A step of a toolkit that takes every offset.
static void make_step(script_host *s, const host_way *way, int flags) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  if (flags & STEP_SCROLLS) s->offset += s->steps % 2 == 0 ? 40 : -25;
  viewport.offset = s->offset;
  viewport.length = flags & STEP_IS_HIDDEN ? 0 : 70 + 2 * way->inset;
  viewport.inset_start = viewport.inset_end = way->inset;
  viewport.is_user_driven = (flags & STEP_SCROLLS) != 0;
  viewport.is_held = (flags & STEP_IS_HELD) != 0;
  viewport.time = s->time += 0.016;
  if (flags & STEP_HAS_OTHER_BREADTH) s->breadth = s->breadth > 350 ? 300 : 400;
  script_host_open(s, &viewport, s->breadth, 0);
  if (flags & STEP_IS_EDITED) script_host_insert(s, s->model.count / 2, 1);
  for (int i = 0; i < 100 && !s->model.is_done && !test_has_failed(); i++) {
    if (flags & STEP_IS_LEFT) return;
    // One by one in the first round, and later all that are asked for.
    const size_t asks = s->step.ask_count;
    script_host_measure(s, i < 3 && asks > 0 ? 1 : asks, (flags & STEP_IS_LATE) != 0);
  }
  if (test_has_failed() || !s->step.sets_offset) return;
  s->offset = s->step.offset;
  script_host_wrote(s, s->offset);
}

static void take(script_host *s, const host_way *way, const exhaust_step *act) {
  switch ((act_kind)act->kind) {
    case ACT_INSERT:
      script_host_insert(s, act->a, 1);
      break;
    case ACT_REMOVE:
      script_host_remove(s, act->a, act->a + 1);
      break;
    case ACT_MOVE:
      script_host_move(s, act->a, act->a + 1, act->b);
      break;
    case ACT_MARK_HEADER: {
      rc_section section;
      const bool is_header = rc_list_section_of_item(s->list, act->a, &section) == RC_STATUS_OK &&
                             section.items.lower == act->a;
      script_host_mark_header(s, act->a, !is_header, 2);
      break;
    }
    case ACT_MARK_PROVISIONAL:
      script_host_mark_provisional(s, act->a, act->a + 1);
      break;
    case ACT_KEEP:
      script_host_keep(s, act->a, !s->model.items[act->a].is_kept);
      break;
    case ACT_KEEP_STATE:
      script_host_keep_state(s, act->a, s->model.items[act->a].kept == 0 ? RC_STATE_DISPLAY : 0);
      break;
    case ACT_RENEW:
      script_host_renew(s, act->a, act->a + 1);
      break;
    case ACT_SCROLL_TO:
      script_host_scroll_to(s, act->a, 0, 0.25, act->a == 1);
      break;
    case ACT_SET_EXTENT:
      script_host_set_extent(s, act->a, 33);
      break;
    case ACT_MEASURE_AGAIN:
      script_host_set_extent(s, act->a, RC_EXTENT_LATER);
      break;
    case ACT_SCROLL_TO_OFFSET:
      script_host_scroll_to_offset(s, act->a == 0 ? 45 : 20, act->a == 1);
      break;
    case ACT_STEP:
      make_step(s, way, (int)act->a);
      break;
  }
}

static void begin(script_host *s, const host_way *way, int64_t count) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = way->columns;
  options.spacing = way->spacing;
  options.estimate = 30;
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.pins_headers = way->pins_headers;
  settings.sticks[RC_END_TAIL] = way->sticks_to_end;
  rc_host_options host;
  rc_host_options_init(&host);
  host.budget = way->budget;
  host.offset_step = way->offset_step;
  *s = (script_host){.breadth = 400};
  script_host_create(s, &options, &settings, &host);
  script_host_insert(s, 0, count);
  make_step(s, way, STEP_SCROLLS);
}

typedef struct {
  script_host script;
  const host_way *way;
} host_walk;

static void check_sequence(void *context, int64_t count, const exhaust_step *const *acts,
                           int length) {
  host_walk *walk = context;
  script_host *s = &walk->script;
  begin(s, walk->way, count);
  for (int i = 0; i < length && !test_has_failed(); i++) take(s, walk->way, acts[i]);
  if (!test_has_failed()) make_step(s, walk->way, 0);
  if (!test_has_failed()) make_step(s, walk->way, STEP_SCROLLS);
  script_host_end(s);
}

int64_t exhaust_hosts(int way, int64_t count, int length) {
  exhaust_steps *acts = calloc(1, sizeof *acts);
  host_walk *walk = calloc(1, sizeof *walk);
  if (acts == NULL || walk == NULL) abort();
  walk->way = &ways[way];
  int64_t done = 0;
  for (int64_t n = 0; n <= count; n++) add_acts(acts, n, count);
  for (int64_t n = 0; n <= count; n++) {
    for (int calls = 0; calls <= length; calls++) {
      done += exhaust_sequences(acts, n, calls, check_sequence, walk);
    }
  }
  free(walk);
  free(acts);
  return done;
}
