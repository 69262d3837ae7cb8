// Bad input: each call says so and changes nothing. Beside the list there is a twin that nobody
// treats badly; afterwards both must answer alike.

#include <math.h>
#include <string.h>

#include "list_fixture.h"

#define COUNT 40

typedef struct {
  int64_t count, measured;
  double length, estimate, offsets[COUNT], extents[COUNT];
  rc_state states[COUNT];
  rc_list_settings settings;
} digest;

typedef struct {
  list_fixture list, twin;
  digest before;
} pair;

static void take(rc_list *list, digest *out) {
  memset(out, 0, sizeof *out);
  out->count = rc_list_count(list);
  out->measured = rc_list_measured_row_count(list);
  out->length = rc_list_length(list);
  out->estimate = rc_list_get_estimate(list);
  CHECK_OK(rc_list_get_settings(list, &out->settings));
  CHECK_EQUAL(out->count, COUNT);
  CHECK_OK(rc_list_copy_rows(list, 0, COUNT, out->offsets, out->extents));
  CHECK_OK(rc_list_copy_states(list, 0, COUNT, out->states));
}

static void prepare(list_fixture *f) {
  fixture_begin(f, COUNT);
  f->settings.slack = 0.5;
  f->settings.extra_lengths[RC_END_HEAD] = 30;
  fixture_configure(f);
  fixture_update(f, 900);
  // The anchor, item 8, is among them: its next measurement moves the list.
  CHECK_OK(rc_list_forget(f->list, 5, 9));
  CHECK_OK(rc_list_remove(f->list, 20, 22));
  CHECK_OK(rc_list_insert(f->list, 12, 2, NULL));
}

static void begin(pair *p) {
  prepare(&p->list);
  prepare(&p->twin);
  take(p->list.list, &p->before);
}

static void check_unchanged(pair *p) {
  digest now;
  take(p->list.list, &now);
  CHECK(memcmp(&now, &p->before, sizeof now) == 0);
  CHECK_OK(rc_list_validate(p->list.list, NULL));
}

static void end(pair *p) {
  for (int i = 0; i < 3; i++) {
    fixture_scroll(&p->list, 900 + 100 * i);
    fixture_scroll(&p->twin, 900 + 100 * i);
    CHECK(p->list.update.changes.count == p->twin.update.changes.count);
    CHECK(memcmp(p->list.changes, p->twin.changes, sizeof p->list.changes) == 0);
    CHECK_POINTS(p->list.update.offset, p->twin.update.offset);
    CHECK_EQUAL(p->list.update.batches[0].reason, p->twin.update.batches[0].reason);
    CHECK_EQUAL(p->list.update.mode, p->twin.update.mode);
    CHECK_TEXT(fixture_states(&p->list), fixture_states(&p->twin));
  }
  fixture_end(&p->list);
  fixture_end(&p->twin);
}

#define REJECTED(p, call, status)  \
  do {                             \
    CHECK_EQUAL(call, status);     \
    check_unchanged(p);            \
    if (test_has_failed()) return; \
  } while (0)

// == making ==

static void create_rejects_options_that_make_no_sense(void) {
  rc_list *list = NULL;
  CHECK_EQUAL(rc_list_create(NULL, NULL, NULL), RC_STATUS_ARGUMENT);
  const rc_allocator none = {NULL, NULL};
  CHECK_EQUAL(rc_list_create(NULL, &none, &list), RC_STATUS_ARGUMENT);
  for (int what = 0; what < 11; what++) {
    rc_list_options options;
    rc_list_options_init(&options);
    if (what == 0) options.tuning_preset = (rc_tuning_preset)2;
    if (what == 1) options.columns = 0;
    if (what == 2) options.estimate = NAN;
    if (what == 3) options.estimate = -1;
    if (what == 4) options.estimate = INFINITY;
    if (what == 5) options.spacing = NAN;
    if (what == 6) options.spacing = -0.5;
    if (what == 7) options.spacing = INFINITY;
    if (what == 8) options.estimate = 4000001;
    if (what == 9) options.spacing = 4000001;
    if (what == 10) options.estimate = 3999999, options.spacing = 2;
    CHECK_EQUAL(rc_list_create(&options, NULL, &list),
                what < 8 ? RC_STATUS_ARGUMENT : RC_STATUS_LIMIT);
    CHECK(list == NULL);
  }
}

static void functions_take_null(void) {
  rc_list_options_init(NULL);
  rc_list_settings_init(NULL);
  rc_viewport_init(NULL);
  rc_list_destroy(NULL);
  CHECK_EQUAL(rc_list_count(NULL), 0);
  CHECK_EQUAL(rc_list_measured_row_count(NULL), 0);
  CHECK_POINTS(rc_list_length(NULL), 0);
  CHECK_POINTS(rc_list_get_estimate(NULL), 0);
  CHECK_EQUAL(rc_list_state(NULL, 0), 0);
  double extent = 1;
  rc_item item;
  rc_state state;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  rc_update update;
  rc_batch_context *context;
  rc_batch_token token;
  CHECK_EQUAL(rc_list_set_settings(NULL, &settings), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_get_settings(NULL, &settings), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_mode(NULL, RC_RANGE_MODE_FULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_mark_scrolled(NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_insert(NULL, 0, 1, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_insert(NULL, 0, 1, &extent), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_remove(NULL, 0, 0), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_move(NULL, 0, 0, 0), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_forget(NULL, 0, 0), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_row_extents(NULL, 0, 1, &extent), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_estimate(NULL, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_update(NULL, &viewport, &update), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_scroll_target(NULL, 0, RC_ALIGNMENT_START, &extent), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_begin_batch(NULL, RC_END_TAIL, &context, &token), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_retry_batch(NULL, RC_END_TAIL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_reset_batch(NULL, RC_END_TAIL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_mark_exhausted(NULL, RC_END_TAIL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_item(NULL, 0, &item), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_item_at(NULL, 0, &item), RC_STATUS_ARGUMENT);
  rc_interval items;
  CHECK_EQUAL(rc_list_items_in(NULL, 0, 1, &items), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_rows(NULL, 0, 0, &extent, &extent), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_states(NULL, 0, 0, &state), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_validate(NULL, NULL), RC_STATUS_ARGUMENT);
}

// == settings ==

static void spoil_number(double *value, int how) {
  if (how == 0) *value = NAN;
  if (how == 1) *value = INFINITY;
  if (how == 2) *value = -INFINITY;
  if (how == 3) *value = -1;
}

static void configure_rejects_numbers_that_make_no_sense(void) {
  pair p;
  begin(&p);
  for (int how = 0; how < 4; how++) {
    for (int field = 0; field < 6; field++) {
      rc_list_settings settings = p.before.settings;
      double *fields[] = {&settings.slack,
                          &settings.direction_threshold,
                          &settings.leading_screens[0],
                          &settings.leading_screens[1],
                          &settings.extra_lengths[0],
                          &settings.extra_lengths[1]};
      bool is_leading = field == 2 || field == 3;
      if (is_leading && how == 3) continue;
      spoil_number(fields[field], how);
      REJECTED(&p, rc_list_set_settings(p.list.list, &settings), RC_STATUS_ARGUMENT);
    }
  }
  for (int field = 0; field < 3; field++) {
    rc_list_settings settings = p.before.settings;
    if (field < 2) settings.extra_lengths[field] = 3e12;
    if (field == 2) settings.direction_threshold = 3e12;
    REJECTED(&p, rc_list_set_settings(p.list.list, &settings), RC_STATUS_LIMIT);
  }
  end(&p);
}

static void configure_rejects_unknown_values(void) {
  pair p;
  begin(&p);
  REJECTED(&p, rc_list_set_settings(p.list.list, NULL), RC_STATUS_ARGUMENT);
  for (int what = 0; what < 7; what++) {
    rc_list_settings settings = p.before.settings;
    if (what == 0) settings.depth = -1;
    if (what == 1) settings.presence = (rc_presence)3;
    if (what == 2) settings.presence = (rc_presence)-1;
    if (what == 3) settings.pressure = (rc_pressure)3;
    if (what == 4) settings.pressure = (rc_pressure)-1;
    if (what == 5) settings.short_content_policy = (rc_short_content_policy)3;
    if (what == 6) settings.short_content_policy = (rc_short_content_policy)-1;
    REJECTED(&p, rc_list_set_settings(p.list.list, &settings), RC_STATUS_ARGUMENT);
  }
  REJECTED(&p, rc_list_get_settings(p.list.list, NULL), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_mode(p.list.list, (rc_range_mode)4), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_mode(p.list.list, (rc_range_mode)-1), RC_STATUS_ARGUMENT);
  end(&p);
}

// == edits ==

static void edits_reject_indices_out_of_bounds(void) {
  static const int64_t ranges[][2] = {{-1, 3},        {3, 2},         {0, COUNT + 1},
                                      {COUNT + 1, 1}, {-5, -3},       {INT64_MIN, INT64_MAX},
                                      {5, INT64_MAX}, {INT64_MAX, 5}, {COUNT + 1, COUNT + 1}};
  pair p;
  begin(&p);
  rc_list *list = p.list.list;
  for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
    int64_t lower = ranges[i][0], upper = ranges[i][1];
    double room[2];
    rc_state states[2];
    REJECTED(&p, rc_list_remove(list, lower, upper), RC_STATUS_ARGUMENT);
    REJECTED(&p, rc_list_forget(list, lower, upper), RC_STATUS_ARGUMENT);
    REJECTED(&p, rc_list_move(list, lower, upper, 0), RC_STATUS_ARGUMENT);
    REJECTED(&p, rc_list_copy_rows(list, lower, upper, room, room), RC_STATUS_ARGUMENT);
    REJECTED(&p, rc_list_copy_states(list, lower, upper, states), RC_STATUS_ARGUMENT);
  }
  static const int64_t to[] = {-1, COUNT - 2, INT64_MAX, INT64_MIN};
  for (int i = 0; i < 4; i++) {
    REJECTED(&p, rc_list_move(list, 4, 7, to[i]), RC_STATUS_ARGUMENT);
  }
  static const int64_t indices[] = {-1, COUNT + 1, INT64_MAX, INT64_MIN};
  double extent[2] = {1, 2};
  for (int i = 0; i < 4; i++) {
    REJECTED(&p, rc_list_insert(list, indices[i], 1, NULL), RC_STATUS_ARGUMENT);
    REJECTED(&p, rc_list_insert(list, indices[i], 1, extent), RC_STATUS_ARGUMENT);
    REJECTED(&p, rc_list_set_row_extents(list, indices[i], 1, extent), RC_STATUS_ARGUMENT);
  }
  REJECTED(&p, rc_list_insert(list, 0, -1, NULL), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_insert(list, 0, INT64_MIN, NULL), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_insert(list, 0, -1, extent), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_row_extents(list, 0, -1, extent), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_row_extents(list, 0, 1, NULL), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_row_extents(list, 8, 1, NULL), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_row_extents(list, 0, COUNT, NULL), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_row_extents(list, -1, 20, extent), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_row_extents(list, COUNT - 1, 2, extent), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_row_extents(list, 1, INT64_MAX, extent), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_insert(list, -1, INT64_MAX, extent), RC_STATUS_ARGUMENT);
  end(&p);
}

static void edits_reject_extents_that_make_no_sense(void) {
  pair p;
  begin(&p);
  for (int how = 0; how < 5; how++) {
    double extent[3] = {10, 20, 30};
    spoil_number(&extent[2], how);
    if (how == 4) extent[2] = 4000000.5;
    rc_status status = how == 4 ? RC_STATUS_LIMIT : RC_STATUS_ARGUMENT;
    REJECTED(&p, rc_list_set_row_extents(p.list.list, 6, 3, extent), status);
    REJECTED(&p, rc_list_insert(p.list.list, 1, 3, extent), status);
    REJECTED(&p, rc_list_set_estimate(p.list.list, extent[2]), status);
  }
  end(&p);
}

static void edits_reject_more_items_than_a_list_can_hold(void) {
  pair p;
  begin(&p);
  double extent = 1;
  rc_list *list = p.list.list;
  REJECTED(&p, rc_list_insert(list, 0, RC_ITEM_COUNT_MAX, NULL), RC_STATUS_LIMIT);
  REJECTED(&p, rc_list_insert(list, 0, INT64_MAX, NULL), RC_STATUS_LIMIT);
  REJECTED(&p, rc_list_insert(list, 0, INT64_MAX, &extent), RC_STATUS_LIMIT);
  end(&p);
}

static void measured_items_cannot_be_inserted_in_columns(void) {
  FIXTURE(f, fixture_begin_columns(&f, 2, 10));
  double extent = 10;
  CHECK_EQUAL(rc_list_insert(f.list, 0, 1, &extent), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 5, 1, &extent), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_rows(f.list, 0, 6, &extent, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_count(f.list), 10);
}

// == update, batches, queries ==

static void update_rejects_viewports_that_make_no_sense(void) {
  pair p;
  begin(&p);
  rc_update untouched;
  memset(&untouched, 0x5a, sizeof untouched);
  rc_update update = untouched;
  for (int how = 0; how < 5; how++) {
    for (int field = 0; field < 8; field++) {
      rc_viewport v = p.list.viewport;
      v.has_landing = true;
      v.is_user_driven = true;
      double *fields[] = {&v.length, &v.inset_start, &v.inset_end,      &v.jitter,
                          &v.offset, &v.velocity,    &v.landing_offset, &v.time};
      bool takes_negative = field >= 4, is_length = field < 3 || field == 4 || field == 6;
      if ((how == 3 && takes_negative) || (how == 4 && !is_length)) continue;
      spoil_number(fields[field], how);
      if (how == 4) *fields[field] = 3e12;
      REJECTED(&p, rc_list_update(p.list.list, &v, &update),
               how == 4 ? RC_STATUS_LIMIT : RC_STATUS_ARGUMENT);
    }
  }
  rc_viewport v = p.list.viewport;
  v.jitter = 1.0625;
  REJECTED(&p, rc_list_update(p.list.list, &v, &update), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_update(p.list.list, NULL, &update), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_update(p.list.list, &p.list.viewport, NULL), RC_STATUS_ARGUMENT);
  CHECK(memcmp(&update, &untouched, sizeof update) == 0);
  end(&p);
}

static void rejected_update_settles_no_batch(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  rc_batch_context *context = NULL;
  rc_batch_token token = 0;
  CHECK_OK(rc_list_begin_batch(f.list, RC_END_TAIL, &context, &token));
  CHECK_OK(rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_FAILED));
  rc_batch_context_release(context);
  rc_viewport viewport = f.viewport;
  viewport.inset_end = -1;
  viewport.time = 50;
  rc_update update;
  CHECK_EQUAL(rc_list_update(f.list, &viewport, &update), RC_STATUS_ARGUMENT);
  fixture_update(&f, 9000);
  CHECK_POINTS(f.update.next_time, 1);
}

static void scroll_and_batch_calls_reject_what_is_unknown(void) {
  pair p;
  begin(&p);
  rc_list *list = p.list.list;
  double offset = -7;
  static const int64_t indices[] = {-1, COUNT, INT64_MAX, INT64_MIN};
  for (int i = 0; i < 4; i++) {
    REJECTED(&p, rc_list_set_scroll_target(list, indices[i], RC_ALIGNMENT_START, &offset),
             RC_STATUS_ARGUMENT);
  }
  REJECTED(&p, rc_list_set_scroll_target(list, 30, (rc_alignment)4, &offset), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_scroll_target(list, 30, (rc_alignment)-1, &offset), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_set_scroll_target(list, 30, RC_ALIGNMENT_START, NULL), RC_STATUS_ARGUMENT);
  CHECK_POINTS(offset, -7);
  rc_batch_context *context = NULL;
  rc_batch_token token = 0;
  static const int ends[] = {2, -1, 0x7fffffff};
  for (int i = 0; i < 3; i++) {
    rc_end bad = (rc_end)ends[i];
    REJECTED(&p, rc_list_begin_batch(list, bad, &context, &token), RC_STATUS_ARGUMENT);
    REJECTED(&p, rc_list_retry_batch(list, bad), RC_STATUS_ARGUMENT);
    REJECTED(&p, rc_list_reset_batch(list, bad), RC_STATUS_ARGUMENT);
    REJECTED(&p, rc_list_mark_exhausted(list, bad), RC_STATUS_ARGUMENT);
  }
  REJECTED(&p, rc_list_begin_batch(list, RC_END_TAIL, NULL, &token), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_begin_batch(list, RC_END_TAIL, &context, NULL), RC_STATUS_ARGUMENT);
  CHECK(context == NULL && token == 0);
  end(&p);
}

static void queries_reject_what_is_not_there(void) {
  pair p;
  begin(&p);
  rc_list *list = p.list.list;
  rc_item untouched;
  memset(&untouched, 0x5a, sizeof untouched);
  rc_item item = untouched;
  static const int64_t indices[] = {-1, COUNT, INT64_MAX, INT64_MIN};
  for (int i = 0; i < 4; i++) {
    REJECTED(&p, rc_list_item(list, indices[i], &item), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_list_state(list, indices[i]), 0);
  }
  REJECTED(&p, rc_list_item(list, 0, NULL), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_item_at(list, 0, NULL), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_item_at(list, NAN, &item), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_item_at(list, -INFINITY, &item), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_item_at(list, 3e12, &item), RC_STATUS_LIMIT);
  rc_interval items;
  REJECTED(&p, rc_list_items_in(list, 0, 1, NULL), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_items_in(list, NAN, 1, &items), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_items_in(list, 0, 3e12, &items), RC_STATUS_LIMIT);
  REJECTED(&p, rc_list_items_in(list, 3e12, NAN, &items), RC_STATUS_ARGUMENT);
  REJECTED(&p, rc_list_copy_states(list, 0, 1, NULL), RC_STATUS_ARGUMENT);
  CHECK(memcmp(&item, &untouched, sizeof item) == 0);
  end(&p);
  FIXTURE(f, fixture_begin(&f, 0));
  CHECK_EQUAL(rc_list_item_at(f.list, 0, &item), RC_STATUS_NOT_FOUND);
}

static const test_case cases[] = {
    CASE(create_rejects_options_that_make_no_sense),
    CASE(functions_take_null),
    CASE(configure_rejects_numbers_that_make_no_sense),
    CASE(configure_rejects_unknown_values),
    CASE(edits_reject_indices_out_of_bounds),
    CASE(edits_reject_extents_that_make_no_sense),
    CASE(edits_reject_more_items_than_a_list_can_hold),
    CASE(measured_items_cannot_be_inserted_in_columns),
    CASE(update_rejects_viewports_that_make_no_sense),
    CASE(rejected_update_settles_no_batch),
    CASE(scroll_and_batch_calls_reject_what_is_unknown),
    CASE(queries_reject_what_is_not_there),
};

const test_suite suite_list_arguments = SUITE(cases);
