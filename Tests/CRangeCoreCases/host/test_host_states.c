// Which states a host tells: each change once, and none that an estimate made and a measurement
// unmade.

#include "../harness.h"
#include "../library.h"

enum { ROWS = 200 };

/// What an app knows of its items, from the steps of a host alone.
typedef struct {
  rc_list *list;
  rc_host *host;
  rc_viewport viewport;
  rc_state told[ROWS];
  /// How often items were told that they are on screen.
  int64_t entered;
} app;

/// Rows are estimated at 10 points, and turn out to be 50; the screen is 100 long.
static void begin(app *a, double slack) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = 10;
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.slack = slack;
  *a = (app){.viewport = {.length = 100}};
  for (int i = 0; i < ROWS; i++) a->told[i] = RC_STATE_MEASURE_LAYOUT;
  CHECK_EQUAL(rc_list_create(&options, NULL, &a->list), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_set_settings(a->list, &settings), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_insert(a->list, 0, NULL, ROWS), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_create(a->list, NULL, NULL, &a->host), RC_STATUS_OK);
}

static void end(app *a) {
  rc_host_destroy(a->host);
  rc_list_destroy(a->list);
}

/// Takes what a step tells: it goes on from what was told before. Items without a node are told to
/// be out of all ranges by that.
static void take_news(app *a, const rc_host_step *step) {
  for (size_t i = 0; i < step->news_count; i++) {
    const rc_host_node *node = &step->nodes[step->news[i]];
    CHECK_EQUAL(node->before, a->told[node->index]);
    a->told[node->index] = node->state;
    const rc_state entered = (rc_state)(node->state & ~node->before);
    a->entered += (entered & RC_STATE_VISIBLE) != 0;
  }
  int64_t next = 0;
  for (size_t i = 0; i < step->node_count; i++) {
    const rc_host_node *node = &step->nodes[i];
    CHECK_EQUAL(node->state, a->told[node->index]);
    while (next < node->index) a->told[next++] = RC_STATE_MEASURE_LAYOUT;
    next++;
  }
  while (next < ROWS) a->told[next++] = RC_STATE_MEASURE_LAYOUT;
}

static void step_at(app *a, double offset) {
  static const double extents[ROWS] = {50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50};
  rc_host_step step;
  a->viewport.offset = offset;
  CHECK_EQUAL(rc_host_begin(a->host, &a->viewport, 320, 0, &step), RC_STATUS_OK);
  while (!step.is_done && !test_has_failed()) {
    CHECK_EQUAL(step.news_count, 0);
    CHECK(step.ask_count <= 12);
    CHECK_EQUAL(rc_host_measured(a->host, extents, step.ask_count, 0, &step), RC_STATUS_OK);
  }
  take_news(a, &step);
}

static void states_are_told_once_and_none_of_an_estimate(void) {  // (26)
  app a;
  begin(&a, 0);
  step_at(&a, 0);
  // By the estimates ten were on screen.
  CHECK_EQUAL(a.entered, 2);
  step_at(&a, 0);
  CHECK_EQUAL(a.entered, 2);
  a.viewport.length = 50;
  step_at(&a, 0);
  a.viewport.length = 100;
  step_at(&a, 0);
  CHECK_EQUAL(a.entered, 3);
  end(&a);
}

// Also where what is kept depends on each round.
static void states_go_on_from_those_told(void) {  // (26)
  app a;
  begin(&a, 1);
  const double offsets[] = {0, 30, 500, 520, 0, 90, 3000, 2900, 2800, 0};
  for (int i = 0; i < 10 && !test_has_failed(); i++) step_at(&a, offsets[i]);
  CHECK(a.entered > 10);
  end(&a);
}

static const test_case cases[] = {
    CASE(states_are_told_once_and_none_of_an_estimate),
    CASE(states_go_on_from_those_told),
};

const test_suite suite_host_states = SUITE(cases);
