// Hosts of short lists: all short sequences of what a kit, an app and a user do, each made on a
// fresh host and on the model, which are compared after each call of a step.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "exhaustive.h"
#include "host/script_host.h"

enum { ITEMS_MOST = 5, ACTS_MOST = 64, LENGTH_MOST = 3 };

typedef enum {
  ACT_INSERT,
  ACT_REMOVE,
  ACT_MOVE,
  ACT_MARK_HEADER,
  ACT_MARK_PROVISIONAL,
  ACT_KEEP,
  ACT_RENEW,
  ACT_SCROLL_TO,
  ACT_SET_EXTENT,
  ACT_MEASURE_AGAIN,
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

/// One act, and how many items there are after it.
typedef struct {
  act_kind kind;
  /// An item, and where to; of a step what it is.
  int64_t a, b;
  int64_t count;
} host_act;

typedef struct {
  int counts[ITEMS_MOST + 1];
  host_act acts[ITEMS_MOST + 1][ACTS_MOST];
} host_acts;

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

static void add(host_acts *acts, int64_t n, host_act act) {
  acts->acts[n][acts->counts[n]++] = act;
}

static void add_acts(host_acts *acts, int64_t n, int64_t most) {
  for (int64_t i = 0; i <= n && n < most; i++) add(acts, n, (host_act){ACT_INSERT, i, 0, n + 1});
  for (int64_t i = 0; i < n; i++) {
    add(acts, n, (host_act){ACT_REMOVE, i, 0, n - 1});
    for (int kind = ACT_MARK_HEADER; kind <= ACT_MEASURE_AGAIN; kind++) {
      add(acts, n, (host_act){(act_kind)kind, i, 0, n});
    }
  }
  // To both ends: what is in between is made of these.
  for (int64_t i = 1; i < n; i++) add(acts, n, (host_act){ACT_MOVE, i, 0, n});
  if (n > 2) add(acts, n, (host_act){ACT_MOVE, 0, n - 1, n});
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
    add(acts, n, (host_act){ACT_STEP, steps[i], 0, n + (steps[i] >= STEP_IS_EDITED)});
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

static void take(script_host *s, const host_way *way, const host_act *act) {
  switch (act->kind) {
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

static void check_sequence(const host_way *way, int64_t count, const host_act *const *acts,
                           int length) {
  static script_host script;
  script_host *s = &script;
  begin(s, way, count);
  for (int i = 0; i < length && !test_has_failed(); i++) take(s, way, acts[i]);
  if (!test_has_failed()) make_step(s, way, 0);
  if (!test_has_failed()) make_step(s, way, STEP_SCROLLS);
  script_host_end(s);
  if (!test_has_failed()) return;
  fprintf(stderr, "%s, %" PRId64 " items:\n", way->name, count);
  for (int i = 0; i < length; i++) {
    fprintf(stderr, "act of kind %d: %" PRId64 " %" PRId64 "\n", (int)acts[i]->kind, acts[i]->a,
            acts[i]->b);
  }
}

/// All sequences of exactly `length` acts.
static int64_t check_length(const host_way *way, const host_acts *acts, int64_t count, int length) {
  const host_act *chosen[LENGTH_MOST];
  int at[LENGTH_MOST + 1] = {0};
  int64_t counts[LENGTH_MOST + 1] = {count}, done = 0;
  for (int depth = 0; depth >= 0 && !test_has_failed();) {
    if (depth == length) {
      check_sequence(way, count, chosen, length);
      done++;
      depth--;
      continue;
    }
    if (at[depth] == acts->counts[counts[depth]]) {
      at[depth--] = 0;
      continue;
    }
    chosen[depth] = &acts->acts[counts[depth]][at[depth]++];
    counts[depth + 1] = chosen[depth]->count;
    depth++;
  }
  return done;
}

int64_t exhaust_hosts(int way, int64_t count, int length) {
  host_acts *acts = calloc(1, sizeof *acts);
  if (acts == NULL) test_fail(__FILE__, __LINE__, "no memory");
  int64_t done = 0;
  for (int64_t n = 0; n <= count && !test_has_failed(); n++) add_acts(acts, n, count);
  for (int64_t n = 0; n <= count; n++) {
    for (int calls = 0; calls <= length && !test_has_failed(); calls++) {
      done += check_length(&ways[way], acts, n, calls);
    }
  }
  free(acts);
  return done;
}
