// A host of a list in lanes: (38) of rangecore_host.h.

#include "kit_host.h"

/// A kit in lanes of items that are 20 to 180 points long, as they are measured.
typedef struct {
  kit k;
  uint32_t lanes;
  /// What is on the screen, by the number of the node: where it was; NaN for nothing.
  double places[4 * ROWS];
  /// Extents by the ids of items, which are in the order of the list.
  int64_t ids[4 * ROWS];
  int64_t count, next_id;
  test_random random;
} laned_kit;

static double extent_of(const laned_kit *it, int64_t index, uint32_t columns) {
  const double extent = 20 + (double)(it->ids[index] * 7919 % 161);
  // As pictures do, by the breadth that is left to them.
  return columns == 1 ? extent : floor(extent * 4 / columns);
}

static void step_in_lanes(laned_kit *it) {
  kit *k = &it->k;
  k->viewport.time = k->time += 0.016;
  CHECK_EQUAL(rc_host_begin(k->host, &k->viewport, k->breadth, it->lanes, &k->step), RC_STATUS_OK);
  for (int i = 0; i < 1000 && !k->step.is_done; i++) {
    const size_t count = k->step.ask_count > 0;
    double extent = 0;
    if (count > 0) {
      const rc_host_node *node = &k->step.nodes[k->step.asks[0]];
      CHECK(node->columns == 1 || node->columns == it->lanes);
      extent = extent_of(it, node->index, node->columns);
      // Some come later.
      if (test_random_one_in(&it->random, 5)) extent = RC_EXTENT_LATER;
    }
    k->time += 0.001;
    CHECK_EQUAL(rc_host_measured(k->host, &extent, count, k->time, &k->step), RC_STATUS_OK);
  }
  CHECK(k->step.is_done);
  if (!k->step.sets_offset) return;
  k->viewport.offset = k->step.offset;
  CHECK_EQUAL(rc_host_wrote(k->host, k->viewport.offset), RC_STATUS_OK);
}

static bool is_on_screen(const laned_kit *it, const rc_host_node *node) {
  const double start = node->start - it->k.viewport.offset, end = start + node->extent;
  // Sums of points are rounded.
  return node->extent > 0 && start < it->k.viewport.length - 1e-6 && end > 1e-6;
}

/// Nothing that was on the screen, and is, has moved but by the scrolling.
///
/// - `moved`: how far the user has scrolled; NaN if it does not matter.
static void check_screen(laned_kit *it, double moved) {
  const rc_host_step *step = &it->k.step;
  double places[4 * ROWS];
  for (int i = 0; i < 4 * ROWS; i++) places[i] = NAN;
  int64_t shown = 0;
  for (size_t i = 0; i < step->node_count; i++) {
    const rc_host_node *node = &step->nodes[i];
    if (!node->has_view) continue;
    CHECK_F(node->is_on_screen == is_on_screen(it, node) || node->extent == 0,
            "the node of %lld is said to be on screen: %d", (long long)node->index,
            node->is_on_screen);
    if (!node->is_on_screen) continue;
    shown++;
    places[node->node] = node->start - it->k.viewport.offset;
    const double by = places[node->node] - it->places[node->node];
    CHECK_F(isnan(by) || isnan(moved) || fabs(by + moved) < 1e-6,
            "item %lld has moved by %g, not %g", (long long)node->index, by, -moved);
    rc_lanes_position position;
    CHECK_EQUAL(rc_list_places(it->k.list, node->index, node->index + 1, &position), RC_STATUS_OK);
    CHECK_EQUAL(node->column, position.lane);
    CHECK_EQUAL(node->columns, position.span == RC_SPAN_WIDE ? 1 : it->lanes);
  }
  // All that is on the screen has a node.
  for (int64_t i = step->update.visible.lower; i < step->update.visible.upper; i++) {
    shown -= (rc_list_state(it->k.list, i) & RC_STATE_VISIBLE) != 0;
  }
  CHECK_EQUAL(shown, 0);
  CHECK_EQUAL(rc_host_validate(it->k.host, NULL), RC_STATUS_OK);
  memcpy(it->places, places, sizeof places);
}

static void insert_items(laned_kit *it, int64_t index, int64_t count) {
  CHECK_EQUAL(rc_list_insert(it->k.list, index, NULL, count), RC_STATUS_OK);
  memmove(it->ids + index + count, it->ids + index, (size_t)(it->count - index) * sizeof *it->ids);
  for (int64_t i = 0; i < count; i++) it->ids[index + i] = it->next_id++;
  it->count += count;
}

static void begin_laned(laned_kit *it, uint32_t lanes, uint64_t seed) {
  rc_host_options options;
  rc_host_options_init(&options);
  options.in_lanes = true;
  it->k = begin_with(NULL, &options, 0);
  it->k.viewport.length = 300;
  it->lanes = lanes;
  it->count = it->next_id = 0;
  it->random = (test_random){seed};
  for (int i = 0; i < 4 * ROWS; i++) it->places[i] = NAN;
  insert_items(it, 0, ROWS);
}

/// Tells the extents that came late, of items above the screen.
static void tell_late(laned_kit *it) {
  const rc_host_step *step = &it->k.step;
  for (size_t i = 0; i < step->node_count; i++) {
    const rc_host_node node = step->nodes[i];
    const bool is_above = node.start + node.extent <= it->k.viewport.offset;
    if (!node.is_late || node.index < 0 || !is_above) continue;
    const double extent = extent_of(it, node.index, node.columns);
    bool any;
    CHECK_EQUAL(rc_host_set_extents(it->k.host, &node.node, &extent, 1, &any), RC_STATUS_OK);
  }
}

static void nothing_jumps_in_any_lane(void) {
  const uint64_t seed = test_seed(21);
  for (int64_t run = 0; run < test_count(20) && !test_has_failed(); run++) {
    laned_kit it;
    begin_laned(&it, 2 + (uint32_t)(run % 3), seed + (uint64_t)run);
    step_in_lanes(&it);
    check_screen(&it, NAN);
    for (int i = 0; i < 120 && !test_has_failed(); i++) {
      double by = (double)test_random_in(&it.random, -140, 180);
      const double most = it.k.step.scroll_length - it.k.viewport.length;
      if (it.k.viewport.offset + by > most) by = most - it.k.viewport.offset;
      if (it.k.viewport.offset + by < 0) by = -it.k.viewport.offset;
      tell_late(&it);
      // New items before all others, while the start is not on the screen.
      const bool inserts = it.k.viewport.offset + by > 0 && it.k.step.update.visible.lower > 0;
      if (inserts && it.count < 3 * ROWS && test_random_one_in(&it.random, 6)) {
        insert_items(&it, 0, test_random_in(&it.random, 1, 7));
      }
      it.k.viewport.offset += by;
      it.k.viewport.is_user_driven = true;
      step_in_lanes(&it);
      // At an end what can be scrolled decides.
      const bool is_free = it.k.viewport.offset > 0 &&
                           it.k.viewport.offset < it.k.step.scroll_length - it.k.viewport.length;
      check_screen(&it, is_free ? by : NAN);
    }
    end(&it.k);
  }
}

static void columns_are_lanes(void) {
  laned_kit it;
  begin_laned(&it, 3, 1);
  CHECK_EQUAL(rc_list_mark_header(it.k.list, 0, 0), RC_STATUS_OK);
  step_in_lanes(&it);
  const rc_host_node *header = node_of(&it.k, 0), *first = node_of(&it.k, 1);
  CHECK(header != NULL && first != NULL);
  CHECK(header->columns == 1 && header->column == 0);
  CHECK(first->columns == 3 && first->column == 0 && node_of(&it.k, 2)->column == 1);
  // Also of one that is asked for again in its view.
  CHECK_EQUAL(rc_list_mark_provisional(it.k.list, 0, it.count), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_begin(it.k.host, &it.k.viewport, it.k.breadth, 3, &it.k.step), RC_STATUS_OK);
  CHECK(it.k.step.ask_count > 0 && node_of(&it.k, 2)->column == 1);
  // Acts tell it.
  const rc_host_act *acts;
  size_t count;
  CHECK_EQUAL(rc_host_take_acts(it.k.host, &acts, &count), RC_STATUS_OK);
  it.lanes = 4;
  step_in_lanes(&it);
  CHECK_EQUAL(rc_host_take_acts(it.k.host, &acts, &count), RC_STATUS_OK);
  CHECK(count > 0 && acts[0].kind == RC_HOST_ACT_KIND_LANES && acts[0].columns == 4);
  check_screen(&it, NAN);
  // One lane is one column, and back.
  it.lanes = 1;
  step_in_lanes(&it);
  CHECK_EQUAL(node_of(&it.k, 1)->columns, 1);
  it.lanes = 2;
  step_in_lanes(&it);
  CHECK_EQUAL(node_of(&it.k, 1)->columns, 2);
  CHECK_EQUAL(node_of(&it.k, 0)->columns, 1);
  check_screen(&it, NAN);
  end(&it.k);
}

static const test_case cases[] = {
    CASE(nothing_jumps_in_any_lane),
    CASE(columns_are_lanes),
};

const test_suite suite_host_lanes = SUITE(cases);
