#include "misuse.h"

#include <string.h>

#include "../list/list_fixture.h"

static void make_arguments(misuse_world *w) {
  rc_list_options_init(&w->options);
  rc_list_settings_init(&w->settings);
  rc_list_settings_init(&w->settings_out);
  rc_viewport_init(&w->viewport);
  w->viewport.length = 500;
  w->viewport.offset = 950;
  w->viewport.has_landing = true;
  w->viewport.is_user_driven = true;
  w->viewport.landing_offset = 1000;
  rc_batch_input_init(&w->input);
  w->input.viewport = (rc_interval){0, 960 * 500};
  w->input.content = (rc_interval){0, 960 * 4000};
  w->input.item_count = MISUSE_COUNT;
  w->input.has_landing = true;
  rc_motion_input_init(&w->motion_input);
  w->motion_input.viewport = w->input.viewport;
  w->motion_input.content = w->input.content;
  w->extents_options = (rc_extents_options){.estimate = 44};
  w->lanes_options = (rc_lanes_options){.estimate = 44, .lane_count = 3};
  w->lanes_viewport = (rc_lanes_viewport){.offset = 90, .length = 500, .after = 100};
  for (int i = 0; i < 3; i++) w->lane_values[i] = (uint32_t)i;
  w->tuning = (rc_tuning){1, 0.5, true};
  w->interval = (rc_interval){0, 960 * 500};
  rc_store_options_init(&w->store_options);
  rc_store_settings_init(&w->store_settings);
  rc_store_reply_init(&w->store_reply);
  w->store_reply.ids = w->more_ids;
  w->store_reply.count = 20;
  rc_tickets_settings_init(&w->tickets_settings);
  rc_impressions_options_init(&w->impressions_options);
  for (int i = 0; i < 3; i++) {
    w->views[i] = (rc_impression_view){
        .id = i + 1, .extent = 100, .viewport = 500, .visible = 60, .cross = 1};
  }
  w->slot_edit = (rc_edit){.lower = 4, .upper = 6, .to = 9, .kind = RC_EDIT_KIND_MOVE};
  for (int i = 0; i < 4; i++) w->wants[i] = (rc_ticket_want){.id = i + 1, .rank = i, .cost = 10};
  for (int i = 0; i < MISUSE_COUNT; i++) w->costs[i] = i;
  w->view = (rc_store_view){.visible = {18, 22}, .wanted = {10, 30}};
  w->allocator = list_memory_allocator(&w->memory);
  for (int i = 0; i < 3; i++) w->extent[i] = 50 + i;
  for (int i = 0; i < MISUSE_COUNT; i++) w->ids[i] = 7 * i;
  for (int i = 0; i < MISUSE_COUNT; i++) w->more_ids[i] = 20 + i;
  memset(&w->out, 0x5a, sizeof w->out);
}

static void make_list(misuse_world *w) {
  CHECK_OK(rc_list_create(NULL, &w->allocator, &w->list));
  double extent[MISUSE_COUNT];
  for (int i = 0; i < MISUSE_COUNT; i++) extent[i] = 100;
  CHECK_OK(rc_list_insert(w->list, 0, extent, MISUSE_COUNT));
  CHECK_OK(rc_list_mark_header(w->list, 2, 1));
  rc_list_settings settings = w->settings;
  settings.slack = 0.5;
  settings.foresight = 1;
  settings.extra_lengths[RC_END_HEAD] = 30;
  CHECK_OK(rc_list_set_settings(w->list, &settings));
  rc_viewport viewport = w->viewport;
  viewport.has_landing = false;
  viewport.offset = 900;
  rc_update update;
  CHECK_OK(rc_list_update(w->list, &viewport, &update));
  CHECK_OK(rc_list_begin_batch(w->list, RC_END_TAIL, &w->fetch, &w->token));
  // The anchor, item 8, is among them: its next measurement moves the list.
  CHECK_OK(rc_list_forget(w->list, 5, 9));
  CHECK_OK(rc_list_remove(w->list, 20, 22));
  CHECK_OK(rc_list_insert(w->list, 12, NULL, 2));
}

/// A store whose refresh has been answered with 20 ids.
static rc_store *make_store(misuse_world *w, rc_store_source source) {
  rc_store *store = NULL;
  rc_store_plan plan;
  rc_store_result result;
  rc_id ids[20];
  rc_store_options options = w->store_options;
  options.source = source;
  for (int i = 0; i < 20; i++) ids[i] = i;
  rc_store_reply reply = w->store_reply;
  reply.ids = ids;
  reply.total = 40;
  const rc_store_view view = {.time = 0};
  const bool is_made =
      rc_store_create(&options, &w->allocator, &store) == RC_STATUS_OK &&
      rc_store_update(store, &view, &plan) == RC_STATUS_OK && plan.request_count == 1 &&
      rc_store_receive(store, plan.requests[0].token, &reply, &result) == RC_STATUS_OK;
  if (!is_made) test_fail(__FILE__, __LINE__, "no store");
  // Memory for more than any call needs, so that one that is refused takes none.
  (void)rc_store_insert(store, 5, w->more_ids, MISUSE_COUNT, &result);
  for (int i = 0; i < MISUSE_COUNT; i++) (void)rc_store_remove(store, w->more_ids[i], &result);
  return store;
}

static void make_stores(misuse_world *w) {
  w->store = make_store(w, RC_STORE_SOURCE_OFFSETS);
  w->feed = make_store(w, RC_STORE_SOURCE_KEYS);
  rc_store_plan plan;
  CHECK_OK(rc_store_update(w->store, &w->view, &plan));
  CHECK_EQUAL(plan.request_count, 1);
  w->store_token = plan.requests[0].token;
}

static void make_tickets(misuse_world *w) {
  rc_tickets_plan plan;
  CHECK_OK(rc_tickets_create(&w->allocator, &w->tickets));
  // Memory for more than any call needs, so that one that is refused takes none.
  rc_ticket_want many[MISUSE_COUNT];
  for (int i = 0; i < MISUSE_COUNT; i++) many[i] = (rc_ticket_want){.id = 100 + i};
  for (int64_t list = 1; list < 3; list++) {
    CHECK_OK(rc_tickets_set_wants(w->tickets, list, many, MISUSE_COUNT));
  }
  for (int64_t list = 1; list < 3; list++) {
    CHECK_OK(rc_tickets_set_wants(w->tickets, list, NULL, 0));
  }
  CHECK_OK(rc_tickets_set_wants(w->tickets, 1, w->wants, 4));
  CHECK_OK(rc_tickets_update(w->tickets, 0, &plan));
  CHECK_EQUAL(plan.order_count, 4);
  w->ticket_token = plan.orders[0].token;
  CHECK_OK(rc_tickets_finish(w->tickets, 3, 3, 5, 0, NULL));
  CHECK_OK(rc_tickets_fail(w->tickets, 4, 4, 0, 0, NULL));
}

static void make_impressions(misuse_world *w) {
  rc_impressions_report report;
  CHECK_OK(rc_impressions_create(&w->impressions_options, &w->allocator, &w->impressions));
  // Memory for more than any call needs.
  rc_impression_view many[MISUSE_COUNT];
  for (int i = 0; i < MISUSE_COUNT; i++) many[i] = (rc_impression_view){.id = 9, .cross = 1};
  many[0].extent = many[0].viewport = many[0].visible = 1;
  CHECK_OK(rc_impressions_set_views(w->impressions, 1, many, MISUSE_COUNT));
  CHECK_OK(rc_impressions_set_views(w->impressions, 2, many, MISUSE_COUNT));
  CHECK_OK(rc_impressions_update(w->impressions, -3, true, &report));
  CHECK_OK(rc_impressions_set_views(w->impressions, 2, NULL, 0));
  CHECK_OK(rc_impressions_set_views(w->impressions, 1, w->views, 1));
  CHECK_OK(rc_impressions_update(w->impressions, -2, true, &report));
  CHECK_OK(rc_impressions_set_views(w->impressions, 1, w->views, 3));
  CHECK_OK(rc_impressions_update(w->impressions, -1, true, &report));
  CHECK_EQUAL(report.event_count, 1);
}

static void make_separators(misuse_world *w) {
  const rc_edit edit = {.upper = MISUSE_COUNT, .kind = RC_EDIT_KIND_INSERT};
  const rc_separator_pair *pairs;
  size_t count;
  rc_id ids[MISUSE_COUNT];
  rc_separators_result result;
  CHECK_OK(rc_separators_create(&w->allocator, &w->separators));
  CHECK_OK(rc_separators_follow(w->separators, &edit));
  CHECK_OK(rc_separators_ask_store(w->separators, w->store, &pairs, &count));
  for (size_t i = 0; i < count; i++) ids[i] = pairs[i].slot % 5 == 0 ? pairs[i].slot : RC_ID_NONE;
  CHECK_OK(rc_separators_answer(w->separators, ids, count, &result));
  CHECK_OK(rc_separators_renew(w->separators, 2, 4));
  CHECK_OK(rc_separators_ask_store(w->separators, w->store, &pairs, &count));
  CHECK_EQUAL(count, 3);
}

static void make_quiet(misuse_world *w) {
  rc_update update;
  CHECK_OK(rc_list_create(NULL, &w->allocator, &w->quiet));
  CHECK_OK(rc_list_insert(w->quiet, 0, NULL, MISUSE_COUNT));
  double extents[30];
  for (int i = 0; i < 30; i++) extents[i] = 20 + i;
  CHECK_OK(rc_list_set_row_extents(w->quiet, 0, extents, 30));
  const rc_viewport viewport = {.offset = 100, .length = 500};
  CHECK_OK(rc_list_update(w->quiet, &viewport, &update));
}

static void make_snapshot(misuse_world *w) {
  CHECK_OK(rc_snapshot_create(MISUSE_COUNT, &w->allocator, &w->snapshot));
  CHECK_OK(rc_list_save_place(w->quiet, 0, MISUSE_COUNT, w->ids, w->snapshot));
  // Memory for more than any call needs.
  CHECK_OK(rc_list_save_extents(w->quiet, 0, MISUSE_COUNT, w->ids, 0, w->snapshot));
  CHECK_OK(rc_list_save_extents(w->quiet, 0, 20, w->ids, 1, w->snapshot));
  CHECK_OK(rc_snapshot_write(w->snapshot, w->bytes, sizeof w->bytes, &w->size));
}

static void make_host(misuse_world *w) {
  rc_host_step step;
  rc_host_options_init(&w->host_options);
  CHECK_OK(rc_list_create(NULL, &w->allocator, &w->hosted));
  CHECK_OK(rc_list_insert(w->hosted, 0, NULL, MISUSE_COUNT));
  CHECK_OK(rc_host_create(w->hosted, &w->host_options, &w->allocator, &w->host));
  const rc_viewport viewport = {.length = 500};
  CHECK_OK(rc_host_begin(w->host, &viewport, 320, 0, &step));
  while (!step.is_done) {
    double extents[MISUSE_COUNT];
    for (int i = 0; i < MISUSE_COUNT; i++) extents[i] = 20 + i;
    CHECK(step.ask_count <= MISUSE_COUNT);
    CHECK_OK(rc_host_measured(w->host, extents, step.ask_count, 0, &step));
  }
  CHECK_OK(rc_host_find(w->host, 0, &w->node));
}

static void make_rooms(misuse_world *w) {
  CHECK_OK(rc_extents_create(NULL, &w->allocator, &w->extents));
  double extent[30];
  for (int i = 0; i < 30; i++) extent[i] = 20 + i;
  CHECK_OK(rc_extents_insert(w->extents, 0, NULL, MISUSE_COUNT));
  CHECK_OK(rc_extents_set(w->extents, 5, extent, 30));
  rc_motion_init(&w->motion);
  CHECK_OK(rc_motion_record(&w->motion, &w->motion_input));
}

static void make_lanes(misuse_world *w) {
  rc_interval items[3];
  uint32_t lanes[30];
  for (uint32_t i = 0; i < 30; i++) lanes[i] = i % 3;
  CHECK_OK(rc_lanes_create(&w->lanes_options, &w->allocator, &w->lanes));
  CHECK_OK(rc_lanes_insert(w->lanes, 0, NULL, MISUSE_COUNT));
  for (int i = 0; i < 10; i++) CHECK_OK(rc_lanes_set_extents(w->lanes, 3 * i, w->extent, 1));
  CHECK_OK(rc_lanes_set_lanes(w->lanes, 0, lanes, 30));
  CHECK_OK(rc_lanes_set_span(w->lanes, 2, 3, RC_SPAN_WIDE));
  CHECK_OK(rc_lanes_set_indents(w->lanes, 3, w->indents));
  // Memory for what ranges find.
  for (int i = 1; i < 9; i++) CHECK_OK(rc_lanes_items_in(w->lanes, 0, 10 * i, items));
}

void misuse_begin(misuse_world *w) {
  memset(w, 0, sizeof *w);
  list_memory_init(&w->memory);
  make_arguments(w);
  make_list(w);
  make_rooms(w);
  make_lanes(w);
  make_stores(w);
  make_tickets(w);
  make_impressions(w);
  make_separators(w);
  make_quiet(w);
  make_snapshot(w);
  make_host(w);
}

void misuse_end(misuse_world *w) {
  rc_batch_context_release(w->fetch);
  rc_list_destroy(w->list);
  rc_extents_destroy(w->extents);
  rc_lanes_destroy(w->lanes);
  rc_store_destroy(w->store);
  rc_store_destroy(w->feed);
  rc_tickets_destroy(w->tickets);
  rc_impressions_destroy(w->impressions);
  rc_separators_destroy(w->separators);
  rc_snapshot_destroy(w->snapshot);
  rc_list_destroy(w->quiet);
  rc_host_destroy(w->host);
  rc_list_destroy(w->hosted);
  CHECK_EQUAL(w->memory.bytes, 0);
  CHECK(!w->memory.is_confused);
}

bool misuse_wrote_nothing(const misuse_world *w) {
  misuse_out untouched;
  memset(&untouched, 0x5a, sizeof untouched);
  return memcmp(&w->out, &untouched, sizeof untouched) == 0;
}

// == digests ==

static void mix(uint64_t *hash, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    *hash = (*hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
  }
}

#define MIX(hash, value)                          \
  do {                                            \
    __typeof__(value) mixed_value = (value);      \
    mix(hash, &mixed_value, sizeof(mixed_value)); \
  } while (0)

static int64_t at_most_60(int64_t count) {
  return count < 60 ? count : 60;
}

static void mix_list(uint64_t *hash, rc_list *list) {
  // Rows of several columns are fewer than the items, and cannot be copied.
  double offsets[60] = {0}, extents[60] = {0};
  rc_state states[60];
  int64_t count = at_most_60(rc_list_count(list));
  MIX(hash, rc_list_count(list));
  MIX(hash, rc_list_measured_row_count(list));
  MIX(hash, rc_list_length(list));
  MIX(hash, rc_list_get_estimate(list));
  MIX(hash, rc_list_copy_rows(list, 0, count, offsets, extents));
  MIX(hash, rc_list_copy_states(list, 0, count, states));
  mix(hash, offsets, (size_t)count * sizeof *offsets);
  mix(hash, extents, (size_t)count * sizeof *extents);
  mix(hash, states, (size_t)count);
  rc_list_settings settings;
  memset(&settings, 0, sizeof settings);
  MIX(hash, rc_list_get_settings(list, &settings));
  mix(hash, &settings, sizeof settings);
  for (int i = 0; i < RC_RANGE_MODE_COUNT * RC_RANGE_COUNT; i++) {
    rc_tuning tuning = {0};
    MIX(hash, rc_list_get_tuning(list, (rc_range_mode)(i / RC_RANGE_COUNT),
                                 (rc_range)(i % RC_RANGE_COUNT), &tuning));
    MIX(hash, tuning.leading);
    MIX(hash, tuning.trailing);
    MIX(hash, tuning.is_enabled);
  }
  rc_interval rows = {0, 0};
  MIX(hash, rc_list_unmeasured_rows(list, 0, rc_list_count(list), &rows));
  MIX(hash, rows.lower);
  MIX(hash, rows.upper);
  MIX(hash, rc_list_section_count(list));
  for (int64_t i = 0; i < MISUSE_COUNT; i++) {
    int64_t row = -1;
    MIX(hash, rc_list_row_of_item(list, i, &row));
    MIX(hash, row);
  }
  MIX(hash, rc_list_validate(list, NULL));
}

static void mix_rooms(uint64_t *hash, misuse_world *w) {
  double offsets[60], extents[60];
  int64_t count = at_most_60(rc_extents_count(w->extents));
  MIX(hash, rc_extents_count(w->extents));
  MIX(hash, rc_extents_measured_count(w->extents));
  MIX(hash, rc_extents_length(w->extents));
  MIX(hash, rc_extents_get_estimate(w->extents));
  MIX(hash, rc_extents_copy(w->extents, 0, count, offsets, extents));
  mix(hash, offsets, (size_t)count * sizeof *offsets);
  mix(hash, extents, (size_t)count * sizeof *extents);
  MIX(hash, rc_extents_validate(w->extents, NULL));
}

static void mix_load(uint64_t *hash, const rc_store_load *load) {
  MIX(hash, load->state);
  MIX(hash, load->attempt);
  MIX(hash, load->retry_time);
}

static void mix_store(uint64_t *hash, const rc_store *store) {
  rc_store_counts counts = {0};
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_ENDED};
  MIX(hash, rc_store_get_counts(store, &counts));
  MIX(hash, counts);
  rc_store_settings settings;
  memset(&settings, 0, sizeof settings);
  MIX(hash, rc_store_get_settings(store, &settings));
  MIX(hash, settings);
  for (int64_t i = 0; i < at_most_60(counts.slot_count); i++) {
    rc_store_slot slot = {.id = 0};
    MIX(hash, rc_store_get_slot(store, i, &slot));
    MIX(hash, slot.id);
    MIX(hash, slot.page);
    mix_load(hash, &slot.load);
  }
  for (int end = 0; end < 2; end++) {
    MIX(hash, rc_store_load_at_end(store, (rc_end)end, &load));
    mix_load(hash, &load);
  }
  MIX(hash, rc_store_load_of_refresh(store, &load));
  mix_load(hash, &load);
  MIX(hash, rc_store_validate(store, NULL));
}

static void mix_tickets(uint64_t *hash, const rc_tickets *tickets) {
  rc_tickets_counters counters = {0};
  MIX(hash, rc_tickets_get_counters(tickets, &counters));
  mix(hash, &counters, sizeof counters);
  rc_tickets_settings settings;
  memset(&settings, 0, sizeof settings);
  MIX(hash, rc_tickets_get_settings(tickets, &settings));
  MIX(hash, settings);
  for (rc_id id = 1; id < 9; id++) {
    rc_ticket ticket = {.state = RC_TICKET_STATE_WAITING};
    MIX(hash, rc_tickets_find(tickets, id, &ticket));
    MIX(hash, ticket.state);
    MIX(hash, ticket.token);
    MIX(hash, ticket.cost);
    MIX(hash, ticket.attempt);
    MIX(hash, ticket.retry_time);
  }
  MIX(hash, rc_tickets_validate(tickets, NULL));
}

static void mix_impressions(uint64_t *hash, const rc_impressions *impressions) {
  rc_impressions_options options;
  memset(&options, 0, sizeof options);
  MIX(hash, rc_impressions_get_options(impressions, &options));
  MIX(hash, options);
  for (rc_id id = 1; id < 10; id++) MIX(hash, rc_impressions_is_seen(impressions, id));
  MIX(hash, rc_impressions_validate(impressions, NULL));
}

static void mix_separators(uint64_t *hash, const rc_separators *separators) {
  for (int64_t row = 0; row < MISUSE_COUNT + 9; row++) {
    rc_separator found;
    memset(&found, 0, sizeof found);
    MIX(hash, rc_separators_get_row(separators, row, &found));
    MIX(hash, found);
  }
  MIX(hash, rc_separators_validate(separators, NULL));
}

static void mix_snapshot(uint64_t *hash, const rc_snapshot *snapshot) {
  unsigned char bytes[1024] = {0};
  size_t size = 0;
  rc_snapshot_place place = {.anchor_count = 0};
  MIX(hash, rc_snapshot_get_place(snapshot, &place));
  MIX(hash, place.anchor_count);
  MIX(hash, rc_snapshot_write(snapshot, bytes, sizeof bytes, &size));
  mix(hash, bytes, size);
  MIX(hash, rc_snapshot_validate(snapshot, NULL));
}

static void mix_host(uint64_t *hash, const rc_host *host) {
  rc_host_options options;
  memset(&options, 0, sizeof options);
  MIX(hash, rc_host_get_options(host, &options));
  MIX(hash, options);
  for (int64_t index = 0; index < MISUSE_COUNT; index++) {
    uint32_t node = 0;
    MIX(hash, rc_host_find(host, index, &node));
    MIX(hash, node);
  }
  MIX(hash, rc_host_validate(host, NULL));
}

static void mix_lanes(uint64_t *hash, const rc_lanes *lanes) {
  const int64_t count = rc_lanes_count(lanes) < MISUSE_COUNT ? rc_lanes_count(lanes) : MISUSE_COUNT;
  rc_lanes_position positions[MISUSE_COUNT];
  memset(positions, 0, sizeof positions);
  MIX(hash, rc_lanes_count(lanes));
  MIX(hash, rc_lanes_length(lanes));
  MIX(hash, rc_lanes_positions(lanes, 0, count, positions));
  mix(hash, positions, sizeof positions);
  for (int64_t i = 0; i < count; i++) {
    double indents[3] = {0};
    MIX(hash, rc_lanes_get_indents(lanes, i, indents));
    mix(hash, indents, sizeof indents);
  }
  MIX(hash, rc_lanes_validate(lanes, NULL));
}

static void mix_foresight(uint64_t *hash, rc_list *list) {
  rc_foresight foresight;
  memset(&foresight, 0, sizeof foresight);
  MIX(hash, rc_list_foresee(list, &foresight));
  MIX(hash, foresight);
}

uint64_t misuse_digest(misuse_world *w) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  mix_store(&hash, w->store);
  mix_store(&hash, w->feed);
  mix_tickets(&hash, w->tickets);
  mix_impressions(&hash, w->impressions);
  mix_separators(&hash, w->separators);
  mix_snapshot(&hash, w->snapshot);
  mix_list(&hash, w->quiet);
  mix_list(&hash, w->list);
  mix_foresight(&hash, w->list);
  mix_list(&hash, w->hosted);
  mix_host(&hash, w->host);
  mix_rooms(&hash, w);
  mix_lanes(&hash, w->lanes);
  mix(&hash, &w->motion, sizeof w->motion);
  MIX(&hash, rc_batch_context_outcome(w->fetch, w->token));
  MIX(&hash, w->memory.bytes);
  return hash;
}

static void mix_changes(uint64_t *hash, const rc_changes *changes) {
  MIX(hash, changes->count);
  MIX(hash, changes->removed_count);
  MIX(hash, changes->left_count);
  mix(hash, changes->items, changes->count * sizeof *changes->items);
}

static void mix_update(uint64_t *hash, const rc_update *update) {
  mix_changes(hash, &update->changes);
  MIX(hash, update->visible);
  mix(hash, update->ranges, sizeof update->ranges);
  MIX(hash, update->correction);
  MIX(hash, update->pending);
  MIX(hash, update->offset);
  MIX(hash, update->next_time);
  for (int i = 0; i < 2; i++) {
    MIX(hash, update->batches[i].answer);
    MIX(hash, update->batches[i].reason);
    MIX(hash, update->batches[i].remaining);
  }
  MIX(hash, update->mode);
  MIX(hash, update->presence);
  MIX(hash, update->direction);
}

/// Updates a store, and answers all its requests with the same ids.
static void mix_session(uint64_t *hash, misuse_world *w, rc_store *store) {
  rc_store_counts counts = {0};
  rc_store_plan plan;
  rc_store_result result;
  rc_store_get_counts(store, &counts);
  const rc_store_view view = {.wanted = {0, counts.slot_count}, .time = 100};
  const rc_status status = rc_store_update(store, &view, &plan);
  MIX(hash, status);
  if (status != RC_STATUS_OK) return;
  MIX(hash, plan.request_count);
  MIX(hash, plan.given_up_count);
  MIX(hash, plan.next_time);
  uint64_t tokens[8];
  const size_t count = plan.request_count < 8 ? plan.request_count : 8;
  for (size_t i = 0; i < count; i++) tokens[i] = plan.requests[i].token;
  for (size_t i = 0; i < count; i++) {
    rc_store_reply reply;
    rc_store_reply_init(&reply);
    reply.ids = w->more_ids;
    reply.count = 10;
    MIX(hash, rc_store_receive(store, tokens[i], &reply, &result));
  }
  mix_store(hash, store);
}

/// Updates tickets twice, and ends what runs.
static void mix_loads(uint64_t *hash, rc_tickets *tickets) {
  for (int round = 0; round < 2; round++) {
    rc_tickets_plan plan;
    const rc_status status = rc_tickets_update(tickets, 100 + round, &plan);
    MIX(hash, status);
    if (status != RC_STATUS_OK) return;
    MIX(hash, plan.next_time);
    for (size_t i = 0; i < plan.order_count; i++) {
      MIX(hash, plan.orders[i].id);
      MIX(hash, plan.orders[i].token);
      MIX(hash, plan.orders[i].kind);
    }
    for (rc_id id = 1; id < 9; id++) {
      rc_ticket ticket = {.token = 0};
      MIX(hash, rc_tickets_find(tickets, id, &ticket));
      MIX(hash, rc_tickets_finish(tickets, id, ticket.token, -1, 100, NULL));
    }
  }
  mix_tickets(hash, tickets);
}

/// Updates impressions until nothing more is due.
static void mix_reports(uint64_t *hash, rc_impressions *impressions) {
  for (int round = 0; round < 3; round++) {
    rc_impressions_report report;
    const rc_status status = rc_impressions_update(impressions, 100 + round, round < 2, &report);
    MIX(hash, status);
    if (status != RC_STATUS_OK) return;
    MIX(hash, report.next_time);
    for (size_t i = 0; i < report.event_count; i++) {
      MIX(hash, report.events[i].id);
      MIX(hash, report.events[i].time);
      MIX(hash, report.events[i].kind);
    }
  }
  mix_impressions(hash, impressions);
}

/// Answers what was asked, and applies what follows.
static void mix_answers(uint64_t *hash, misuse_world *w) {
  rc_separators_result result;
  const rc_id ids[] = {77, RC_ID_NONE, 78};
  const rc_status status = rc_separators_answer(w->separators, ids, 3, &result);
  MIX(hash, status);
  for (size_t i = 0; status == RC_STATUS_OK && i < result.edit_count; i++) {
    MIX(hash, result.edits[i]);
  }
  mix_separators(hash, w->separators);
}

uint64_t misuse_go_on(misuse_world *w) {
  uint64_t hash = misuse_digest(w);
  mix_session(&hash, w, w->store);
  mix_session(&hash, w, w->feed);
  mix_loads(&hash, w->tickets);
  mix_reports(&hash, w->impressions);
  mix_answers(&hash, w);
  double offset = 0;
  if (rc_list_count(w->list) > 0) {
    // It depends on the last viewport, which no query tells.
    MIX(&hash, rc_list_set_scroll_target(w->list, 0, 1, 0, &offset));
    MIX(&hash, offset);
  }
  for (int i = 0; i < 3; i++) {
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    viewport.length = 500;
    viewport.offset = 900 + 100 * i;
    viewport.is_user_driven = i > 0;
    rc_update update;
    rc_status status = rc_list_update(w->list, &viewport, &update);
    MIX(&hash, status);
    if (status == RC_STATUS_OK) mix_update(&hash, &update);
  }
  MIX(&hash, misuse_digest(w));
  return hash;
}

// == calls that make something ==

#define DROP(name, made, destroy)                                   \
  rc_status misuse_drop_##name(misuse_world *w, rc_status status) { \
    if (status == RC_STATUS_OK) {                                   \
      destroy(w->out.made);                                         \
      memset(&w->out.made, 0x5a, sizeof w->out.made);               \
    }                                                               \
    return status;                                                  \
  }
DROP(list, list, rc_list_destroy)
DROP(store, store, rc_store_destroy)
DROP(host, host, rc_host_destroy)
DROP(tickets, tickets, rc_tickets_destroy)
DROP(impressions, impressions, rc_impressions_destroy)
DROP(separators, separators, rc_separators_destroy)
DROP(snapshot, snapshot, rc_snapshot_destroy)
DROP(diff, diff, rc_diff_destroy)
DROP(extents, new_extents, rc_extents_destroy)
DROP(lanes, new_lanes, rc_lanes_destroy)
DROP(context, context, rc_batch_context_release)

rc_status misuse_status_of_outcome(rc_batch_outcome outcome) {
  return outcome == RC_BATCH_OUTCOME_STALE ? RC_STATUS_STALE : RC_STATUS_OK;
}

rc_status misuse_refused(bool is_refusal) {
  return is_refusal ? RC_STATUS_ARGUMENT : RC_STATUS_OK;
}

rc_status misuse_holds(bool condition) {
  return condition ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}

rc_status misuse_received(misuse_world *w, uint64_t token) {
  return rc_store_receive(w->store, token, &w->store_reply, &w->out.result);
}

/// Requests again what has failed.
rc_status misuse_failed(misuse_world *w, double time, double jitter) {
  const rc_status status = rc_store_fail(w->store, w->store_token, time, jitter);
  if (status != RC_STATUS_OK) return status;
  rc_store_plan plan;
  (void)rc_store_retry(w->store);
  if (rc_store_update(w->store, &w->view, &plan) != RC_STATUS_OK) return RC_STATUS_CORRUPT;
  if (plan.request_count != 1) return RC_STATUS_CORRUPT;
  w->store_token = plan.requests[0].token;
  return RC_STATUS_OK;
}

rc_status misuse_inserted(misuse_world *w, int64_t count) {
  return rc_store_insert(w->store, 5, w->more_ids, (size_t)count, &w->out.result);
}

/// Starts again what has ended.
static rc_status load_again(misuse_world *w, rc_status status) {
  if (status != RC_STATUS_OK) return status;
  rc_tickets_plan plan;
  (void)rc_tickets_forget(w->tickets, 1);
  (void)rc_tickets_retry(w->tickets, 1);
  if (rc_tickets_update(w->tickets, 0, &plan) != RC_STATUS_OK) return RC_STATUS_CORRUPT;
  for (size_t i = 0; i < plan.order_count; i++) {
    if (plan.orders[i].id != 1) continue;
    w->ticket_token = plan.orders[i].token;
    return RC_STATUS_OK;
  }
  return RC_STATUS_CORRUPT;
}

rc_status misuse_finished(misuse_world *w, uint64_t token, int64_t cost, double time) {
  return load_again(w, rc_tickets_finish(w->tickets, 1, token, cost, time, &w->out.seconds));
}

rc_status misuse_load_failed(misuse_world *w, uint64_t token, double time, double jitter) {
  return load_again(w, rc_tickets_fail(w->tickets, 1, token, time, jitter, &w->out.seconds));
}
