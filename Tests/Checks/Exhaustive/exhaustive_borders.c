// All pairs of edits of lists of up to four rows, after an update at every border and a tick to
// either side of it: each on a list and on the model, with an update after both. Pairs that come to
// the same must have the same correction, whichever edit came first.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exhaustive.h"
#include "exhaustive_steps.h"

enum { ITEMS_MOST = 8, OFFSETS_MOST = 64, PLACES = 1 << 14 };

static const int64_t viewport_length = 50, estimate = 30;

typedef struct {
  const char *name;
  double head;
  bool sticks[2];
  bool are_all_measured;
  /// How far the user scrolls upward, to where the edits come, in points.
  double upward;
  /// The host is left where it was, or clamps its offset itself.
  bool is_clamped;
} border_way;

static const border_way ways[] = {
    {"measured", 0, {false, false}, true, 0, false},
    {"half measured", 0, {false, false}, false, 0, false},
    {"upward, with a header", 15, {false, false}, false, 3, false},
    {"upward, to several rows at once", 0, {false, false}, false, 45, false},
    {"sticking to the tail, clamped", 0, {true, false}, false, 0, true},
    {"sticking to the head", 15, {false, true}, true, 3, false},
};

enum { WAYS = sizeof ways / sizeof ways[0] };

/// What the edits of a pair come to: the items, and what was done to which row.
typedef struct {
  int64_t count;
  struct {
    int64_t identity, extent;
    bool has_moved, is_measured, is_provisional, is_guess;
  } items[ITEMS_MOST];
  int64_t done[2][3];
} border_key;

typedef struct {
  bool is_set;
  border_key key;
  double correction, offset;
  rc_interval visible;
  exhaust_step pair[2];
} border_place;

typedef struct {
  script_run run;
  const border_way *way;
  int64_t rows;
  double offset;
  exhaust_steps edits;
  border_place *places;
} border_walk;

static void add_edits(exhaust_steps *all, int64_t n) {
  for (int64_t i = 0; i <= n; i++) {
    exhaust_add(all, n, (exhaust_step){CALL_INSERT, i, 1, 0, n + 1});
    exhaust_add(all, n, (exhaust_step){CALL_INSERT_MEASURED, i, 1, 25, n + 1});
  }
  for (int64_t lower = 0; lower < n; lower++) {
    for (int64_t upper = lower + 1; upper <= n; upper++) {
      exhaust_add(all, n, (exhaust_step){CALL_REMOVE, lower, upper, 0, n - (upper - lower)});
      if (upper > lower + 2) continue;
      exhaust_add_moves(all, n, lower, upper);
    }
    exhaust_add(all, n, (exhaust_step){CALL_MEASURE, lower, 1, 10, n});
    exhaust_add(all, n, (exhaust_step){CALL_MEASURE, lower, 1, 45, n});
    exhaust_add(all, n, (exhaust_step){CALL_RELOAD, lower, lower + 1, 0, n});
    exhaust_add(all, n, (exhaust_step){CALL_MARK, lower, lower + 1, 0, n});
  }
}

static rc_update update(border_walk *walk, double offset, bool is_user_driven) {
  script_run *run = &walk->run;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = offset;
  viewport.length = (double)viewport_length;
  viewport.is_user_driven = is_user_driven;
  rc_update actual, expected;
  SCRIPT_OK(run, rc_list_update(run->list, &viewport, &actual));
  model_list_update(run->model, &viewport, &expected);
  if (run->failure[0] == 0) script_compare_update(run, &actual, &expected);
  return expected;
}

static void begin(border_walk *walk) {
  script_run *run = &walk->run;
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = (double)estimate;
  run->failure[0] = 0;
  SCRIPT_OK(run, rc_list_create(&options, NULL, &run->list));
  model_list_init(run->model, &options);
  rc_list_settings settings = run->model->settings;
  settings.extra_lengths[RC_END_HEAD] = walk->way->head;
  settings.sticks[0] = walk->way->sticks[0];
  settings.sticks[1] = walk->way->sticks[1];
  SCRIPT_OK(run, rc_list_set_settings(run->list, &settings));
  model_list_configure(run->model, &settings);
  if (walk->rows > 0) {
    (void)exhaust_edit(run, &(exhaust_step){.kind = CALL_INSERT, .b = walk->rows});
  }
  for (int64_t row = 0; row < walk->rows; row += walk->way->are_all_measured ? 1 : 2) {
    (void)exhaust_edit(run, &(exhaust_step){CALL_MEASURE, row, 1, 20 + 10 * (row % 3), walk->rows});
  }
}

// == pairs that come to the same ==

static void note(border_walk *walk, border_key *key, int at, const exhaust_step *edit) {
  const model_list *model = walk->run.model;
  const bool is_of_a_row =
      edit->kind == CALL_MEASURE || edit->kind == CALL_RELOAD || edit->kind == CALL_MARK;
  if (!is_of_a_row) return;
  int64_t identity = model->items[edit->a].identity;
  key->done[at][0] = (int64_t)edit->kind;
  key->done[at][1] = identity < walk->rows ? identity : walk->rows;
  key->done[at][2] = edit->to;
}

static void finish_key(border_walk *walk, border_key *key) {
  const model_list *model = walk->run.model;
  if (memcmp(key->done[0], key->done[1], sizeof key->done[0]) > 0) {
    int64_t first[3];
    memcpy(first, key->done[0], sizeof first);
    memcpy(key->done[0], key->done[1], sizeof first);
    memcpy(key->done[1], first, sizeof first);
  }
  key->count = model->count;
  for (int64_t i = 0; i < model->count; i++) {
    const model_list_item *item = &model->items[i];
    key->items[i].identity = item->identity < walk->rows ? item->identity : walk->rows;
    key->items[i].extent = model_list_row_extent(model, i);
    key->items[i].has_moved = item->seen >= 0 && item->has_moved;
    key->items[i].is_measured = model->row[i].is_measured;
    key->items[i].is_provisional = model->row[i].is_provisional;
    key->items[i].is_guess = model->row[i].is_guess;
  }
}

static border_place *find(border_walk *walk, const border_key *key) {
  uint64_t hash = 1;
  for (size_t i = 0; i < sizeof *key; i++) {
    hash = (hash ^ ((const unsigned char *)key)[i]) * UINT64_C(0x100000001b3);
  }
  size_t at = (size_t)(hash ^ hash >> 29) % PLACES;
  while (walk->places[at].is_set && memcmp(&walk->places[at].key, key, sizeof *key) != 0) {
    at = (at + 1) % PLACES;
  }
  return &walk->places[at];
}

static void compare_orders(border_walk *walk, const border_key *key, const exhaust_step *pair,
                           const rc_update *result) {
  border_place *place = find(walk, key);
  if (!place->is_set) {
    *place = (border_place){true, *key, result->correction, result->offset, result->visible, {{0}}};
    memcpy(place->pair, pair, sizeof place->pair);
    return;
  }
  if (place->correction == result->correction && place->offset == result->offset &&
      place->visible.lower == result->visible.lower &&
      place->visible.upper == result->visible.upper) {
    return;
  }
  const exhaust_step *a = place->pair;
  script_differ(&walk->run,
                "correction %.17g, and %.17g with the edits %d %" PRId64 " %" PRId64 " %" PRId64
                ", %d %" PRId64 " %" PRId64 " %" PRId64 ", which come to the same",
                result->correction, place->correction, (int)a[0].kind, a[0].a, a[0].b, a[0].to,
                (int)a[1].kind, a[1].a, a[1].b, a[1].to);
}

// == the walk ==

static void check_pair(void *context, int64_t count, const exhaust_step *const *steps, int length) {
  border_walk *walk = context;
  const exhaust_step pair[2] = {*steps[0], *steps[1]};
  script_run *run = &walk->run;
  border_key key;
  memset(&key, 0, sizeof key);
  (void)count, (void)length;
  begin(walk);
  const double from = walk->offset + walk->way->upward;
  if (walk->way->upward > 0) (void)update(walk, from, true);
  const rc_update before = update(walk, walk->offset, true);
  for (int i = 0; i < 2; i++) {
    note(walk, &key, i, &pair[i]);
    (void)exhaust_edit(run, &pair[i]);
  }
  finish_key(walk, &key);
  double offset = before.offset;
  const double highest =
      rc_ticks_to_points(model_list_length(run->model)) - (double)viewport_length;
  if (walk->way->is_clamped && offset > highest) offset = highest > 0 ? highest : 0;
  const rc_update after = update(walk, offset, false);
  compare_orders(walk, &key, pair, &after);
  // Again, where the host is now: nothing is corrected.
  const rc_update again = update(walk, offset + after.correction, false);
  if (again.correction != 0) script_differ(run, "corrected again by %.17g", again.correction);
  script_compare_list(run);
  rc_list_destroy(run->list);
  if (run->failure[0] == 0) return;
  test_fail(__FILE__, __LINE__, "%s, at %.17g: %s", walk->way->name, walk->offset, run->failure);
}

static int64_t check_offset(border_walk *walk) {
  memset(walk->places, 0, PLACES * sizeof *walk->places);
  return exhaust_sequences(&walk->edits, walk->rows, 2, check_pair, walk);
}

static int compare_ticks(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/// The offsets at which a row begins or ends at the start or the end of the viewport, and of both
/// ends of the list, each with a tick to either side.
static int find_offsets(border_walk *walk, int64_t *out_offsets) {
  begin(walk);
  const model_list *model = walk->run.model;
  const int64_t length = model_list_ticks((double)viewport_length);
  int count = 0;
  for (int64_t row = 0; row <= model->rows; row++) {
    const int64_t border =
        row < model->rows ? model_list_row_start(model, row) : model_list_length(model);
    for (int64_t tick = -1; tick <= 1; tick++) {
      out_offsets[count++] = border + tick;
      out_offsets[count++] = border - length + tick;
    }
  }
  for (int64_t tick = -1; tick <= 1; tick++) out_offsets[count++] = tick;
  rc_list_destroy(walk->run.list);
  qsort(out_offsets, (size_t)count, sizeof *out_offsets, compare_ticks);
  int kept = 0;
  for (int i = 0; i < count; i++) {
    if (kept == 0 || out_offsets[i] != out_offsets[kept - 1]) out_offsets[kept++] = out_offsets[i];
  }
  return kept;
}

int64_t exhaust_borders(int64_t rows) {
  border_walk *walk = calloc(1, sizeof *walk);
  if (walk != NULL) {
    walk->run.flavour = &(script_flavour){.name = "borders"};
    walk->run.model = malloc(sizeof *walk->run.model);
    walk->places = malloc(PLACES * sizeof *walk->places);
  }
  if (walk == NULL || walk->run.model == NULL || walk->places == NULL) {
    test_fail(__FILE__, __LINE__, "no memory");
    return 0;
  }
  for (int64_t n = 0; n <= rows + 1; n++) add_edits(&walk->edits, n);
  int64_t done = 0, offsets[OFFSETS_MOST];
  for (int way = 0; way < WAYS; way++) {
    walk->way = &ways[way];
    for (walk->rows = 0; walk->rows <= rows; walk->rows++) {
      const int count = find_offsets(walk, offsets);
      for (int i = 0; i < count && !test_has_failed(); i++) {
        walk->offset = rc_ticks_to_points(offsets[i]);
        done += check_offset(walk);
      }
    }
  }
  free(walk->places);
  free(walk->run.model);
  free(walk);
  return done;
}
