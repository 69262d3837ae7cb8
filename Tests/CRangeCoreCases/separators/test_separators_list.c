// A feed with a header for each day: a store that drops pages, separators, a list and its host.

#include <math.h>
#include <string.h>

#include "../harness.h"
#include "../library.h"

enum { SOURCE_MAX = 500, DAY = 7, REQUESTS = 8 };

static const double screen = 300;

typedef struct {
  test_random *random;
  rc_store *store;
  rc_separators *separators;
  rc_list *list;
  rc_host *host;
  rc_id source[SOURCE_MAX];
  int64_t source_count;
  rc_store_request requests[REQUESTS];
  size_t request_count;
  rc_viewport viewport;
  rc_host_step step;
  bool by_keys;
  /// How many pages were dropped, and how often something that is read was looked at.
  int64_t dropped, compared;
} feed;

static int64_t draw(feed *f, int64_t lower, int64_t upper) {
  return test_random_in(f->random, lower, upper);
}

// == rows ==

static rc_id id_of_slot(const feed *f, int64_t slot) {
  rc_store_slot found = {.id = RC_ID_NONE};
  (void)rc_store_get_slot(f->store, slot, &found);
  return found.id;
}

static double extent_of_row(const feed *f, int64_t row) {
  rc_separator found;
  if (rc_separators_get_row(f->separators, row, &found) != RC_STATUS_OK) return 0;
  if (found.id != RC_ID_NONE) return 24 + (double)(found.id % 5);
  const rc_id id = id_of_slot(f, found.slot);
  return id == RC_ID_NONE ? 40 : 20 + (double)(id * 7 % 60);
}

static void apply(feed *f, const rc_edit *edit) {
  const int64_t count = edit->upper - edit->lower;
  switch (edit->kind) {
    case RC_EDIT_KIND_INSERT:
      CHECK_EQUAL(rc_list_insert(f->list, edit->lower, NULL, count), RC_STATUS_OK);
      break;
    case RC_EDIT_KIND_REMOVE:
      CHECK_EQUAL(rc_list_remove(f->list, edit->lower, edit->upper), RC_STATUS_OK);
      break;
    case RC_EDIT_KIND_MOVE:
      CHECK_EQUAL(rc_list_move(f->list, edit->lower, edit->upper, edit->to), RC_STATUS_OK);
      break;
    default:
      // Items and placeholders are not as long.
      CHECK_EQUAL(rc_list_mark_provisional(f->list, edit->lower, edit->upper), RC_STATUS_OK);
  }
}

/// The first item of a day has a header before it.
static rc_id header_of(const rc_separator_pair *pair) {
  if (pair->after == RC_ID_NONE) return RC_ID_NONE;
  const rc_id day = pair->after / DAY;
  return pair->before != RC_ID_NONE && pair->before / DAY == day ? RC_ID_NONE : day;
}

static void follow(feed *f, const rc_store_result *result) {
  f->dropped += (int64_t)result->dropped_count;
  for (size_t i = 0; i < result->edit_count; i++) {
    CHECK_EQUAL(rc_separators_follow(f->separators, &result->edits[i]), RC_STATUS_OK);
  }
  const rc_separator_pair *pairs;
  size_t count;
  CHECK_EQUAL(rc_separators_ask_store(f->separators, f->store, &pairs, &count), RC_STATUS_OK);
  rc_id ids[SOURCE_MAX];
  for (size_t i = 0; i < count; i++) ids[i] = header_of(&pairs[i]);
  rc_separators_result rows;
  CHECK_EQUAL(rc_separators_answer(f->separators, ids, count, &rows), RC_STATUS_OK);
  for (size_t i = 0; i < rows.edit_count && !test_has_failed(); i++) apply(f, &rows.edits[i]);
  for (size_t i = 0; i < rows.inserted_count; i++) {
    CHECK_EQUAL(rc_list_mark_header(f->list, rows.inserted[i].row, 0), RC_STATUS_OK);
  }
}

// == frames ==

static void frame(feed *f) {
  f->viewport.time += 0.016;
  CHECK_EQUAL(rc_host_begin(f->host, &f->viewport, 400, 0, &f->step), RC_STATUS_OK);
  for (int i = 0; i < 1000 && !f->step.is_done; i++) {
    double extents[1000];
    for (size_t k = 0; k < f->step.ask_count; k++) {
      extents[k] = extent_of_row(f, f->step.nodes[f->step.asks[k]].index);
    }
    CHECK_EQUAL(rc_host_measured(f->host, extents, f->step.ask_count, f->viewport.time, &f->step),
                RC_STATUS_OK);
  }
  CHECK(f->step.is_done);
  f->viewport.is_user_driven = false;
  if (!f->step.sets_offset) return;
  f->viewport.offset = f->step.offset;
  CHECK_EQUAL(rc_host_wrote(f->host, f->viewport.offset), RC_STATUS_OK);
}

static void look(feed *f) {
  rc_store_view view = {.time = f->viewport.time, .is_settled = true};
  const rc_interval rows = f->step.update.visible;
  const rc_interval near = f->step.update.ranges[RC_RANGE_DISPLAY];
  CHECK_EQUAL(rc_separators_slots_of_rows(f->separators, rows.lower, rows.upper, &view.visible),
              RC_STATUS_OK);
  CHECK_EQUAL(rc_separators_slots_of_rows(f->separators, near.lower, near.upper, &view.wanted),
              RC_STATUS_OK);
  rc_store_plan plan;
  CHECK_EQUAL(rc_store_update(f->store, &view, &plan), RC_STATUS_OK);
  for (size_t i = 0; i < plan.given_up_count; i++) {
    for (size_t k = 0; k < f->request_count; k++) {
      if (f->requests[k].token == plan.given_up[i])
        f->requests[k--] = f->requests[--f->request_count];
    }
  }
  CHECK(f->request_count + plan.request_count <= REQUESTS);
  for (size_t i = 0; i < plan.request_count; i++)
    f->requests[f->request_count++] = plan.requests[i];
}

// == what is read ==

typedef struct {
  rc_id id;
  double place;
} reading;

static double place_of_slot(const feed *f, int64_t slot, double *out_end) {
  int64_t row;
  rc_item item;
  (void)rc_separators_row_of_slot(f->separators, slot, &row);
  if (rc_list_item(f->list, row, &item) != RC_STATUS_OK) return NAN;
  *out_end = item.offset + item.extent - f->viewport.offset;
  return item.offset - f->viewport.offset;
}

/// The first item on screen; none if the list is at an end.
static reading read_item(const feed *f) {
  reading found = {.id = RC_ID_NONE};
  const double most = f->step.scroll_length - screen;
  if (f->viewport.offset < 1 || f->viewport.offset > most - 1) return found;
  rc_interval slots;
  const rc_interval rows = f->step.update.visible;
  (void)rc_separators_slots_of_rows(f->separators, rows.lower, rows.upper, &slots);
  for (int64_t slot = slots.lower; slot < slots.upper; slot++) {
    double end = 0;
    const double place = place_of_slot(f, slot, &end);
    const rc_id id = id_of_slot(f, slot);
    if (id != RC_ID_NONE && end > 0) return (reading){id, place};
  }
  return found;
}

static void check_reading(feed *f, const reading *before) {
  int64_t slot;
  if (before->id == RC_ID_NONE) return;
  if (rc_store_find(f->store, before->id, &slot) != RC_STATUS_OK) return;
  const double most = f->step.scroll_length - screen;
  if (f->viewport.offset < 1 || f->viewport.offset > most - 1) return;
  double end;
  const double place = place_of_slot(f, slot, &end);
  f->compared++;
  CHECK_F(fabs(place - before->place) < 1e-6, "item %d moved by %g to %g", (int)before->id,
          place - before->place, place);
}

// == the source ==

static int64_t position_of(const feed *f, rc_id id) {
  for (int64_t i = 0; i < f->source_count; i++) {
    if (f->source[i] == id) return i;
  }
  return -1;
}

static rc_interval asked_for(const feed *f, const rc_store_request *request) {
  const int64_t at = position_of(f, request->id), n = request->count, total = f->source_count;
  int64_t from = request->position;
  if (request->kind == RC_STORE_REQUEST_KIND_FIRST) from = 0;
  if (request->kind == RC_STORE_REQUEST_KIND_LAST) from = total - n;
  if (request->kind == RC_STORE_REQUEST_KIND_AFTER) from = at + 1;
  if (request->kind == RC_STORE_REQUEST_KIND_BEFORE) from = at - n;
  if (request->kind == RC_STORE_REQUEST_KIND_AT && from < 0) from = at;
  int64_t to = from + n;
  if (from < 0) from = 0;
  if (from > total) from = total;
  if (to < from) to = from;
  return (rc_interval){from, to < total ? to : total};
}

static void reply(feed *f) {
  if (f->request_count == 0) return;
  const size_t at = (size_t)draw(f, 0, (int64_t)f->request_count - 1);
  const rc_store_request request = f->requests[at];
  f->requests[at] = f->requests[--f->request_count];
  const rc_interval part = asked_for(f, &request);
  rc_store_reply reply;
  rc_store_reply_init(&reply);
  reply.ids = f->source + part.lower;
  reply.count = (size_t)(part.upper - part.lower);
  if (f->by_keys) {
    reply.before = part.lower > 0 ? RC_STORE_SOME : 0;
    reply.after = part.upper < f->source_count ? RC_STORE_SOME : 0;
  } else {
    reply.total = f->source_count;
  }
  rc_store_result result;
  const rc_status status = rc_store_receive(f->store, request.token, &reply, &result);
  if (status == RC_STATUS_STALE) return;
  CHECK_EQUAL(status, RC_STATUS_OK);
  follow(f, &result);
}

/// Something older comes before the first item; or one goes.
static void change_source(feed *f) {
  rc_id *source = f->source;
  if (test_random_one_in(f->random, 2) && source[0] > 1) {
    memmove(source + 1, source, (size_t)f->source_count++ * sizeof *source);
    source[0] = source[1] - 1;
  } else {
    const int64_t at = draw(f, 0, f->source_count - 1);
    memmove(source + at, source + at + 1, (size_t)(--f->source_count - at) * sizeof *source);
  }
}

static void begin(feed *f) {
  rc_store_options options;
  rc_store_options_init(&options);
  options.page_size = 10;
  if (f->by_keys) options.source = RC_STORE_SOURCE_KEYS;
  if (f->by_keys) options.has_placeholders = false;
  CHECK_EQUAL(rc_store_create(&options, NULL, &f->store), RC_STATUS_OK);
  rc_store_settings settings;
  rc_store_settings_init(&settings);
  settings.item_limit = 30;
  CHECK_EQUAL(rc_store_set_settings(f->store, &settings), RC_STATUS_OK);
  CHECK_EQUAL(rc_separators_create(NULL, &f->separators), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_create(NULL, NULL, &f->list), RC_STATUS_OK);
  rc_list_settings list;
  CHECK_EQUAL(rc_list_get_settings(f->list, &list), RC_STATUS_OK);
  list.pins_headers = test_random_one_in(f->random, 2);
  CHECK_EQUAL(rc_list_set_settings(f->list, &list), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_create(f->list, NULL, NULL, &f->host), RC_STATUS_OK);
  rc_viewport_init(&f->viewport);
  f->viewport.length = screen;
  for (int i = 0; i < 300; i++) f->source[f->source_count++] = 100 + i;
}

static void end(feed *f) {
  rc_host_destroy(f->host);
  rc_list_destroy(f->list);
  rc_separators_destroy(f->separators);
  rc_store_destroy(f->store);
}

/// The user scrolls; pages come, others are dropped, the source changes and is refreshed. What is
/// read stays where it is.
static void scroll_and_read(feed *f, int steps) {
  frame(f);
  if (f->by_keys) CHECK_EQUAL(rc_store_refresh(f->store, RC_STORE_TARGET_ID, 250), RC_STATUS_OK);
  for (int i = 0; i < steps && !test_has_failed(); i++) {
    f->viewport.offset += (double)draw(f, -150, 150) + (double)(i / 40 % 2 == 0 ? 60 : -60);
    if (f->viewport.offset < 0) f->viewport.offset = 0;
    f->viewport.is_user_driven = true;
    frame(f);
    look(f);
    const reading before = read_item(f);
    if (test_random_one_in(f->random, 4)) change_source(f);
    if (test_random_one_in(f->random, 40)) {
      CHECK_EQUAL(rc_store_refresh(f->store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
    }
    reply(f);
    if (!test_has_failed()) frame(f);
    if (!test_has_failed()) check_reading(f, &before);
  }
}

static void what_is_read_stays(bool by_keys) {
  test_random random = {test_seed(40)};
  int64_t dropped = 0, compared = 0;
  for (int64_t n = test_count(20); n > 0 && !test_has_failed(); n--) {
    feed f = {.random = &random, .by_keys = by_keys};
    begin(&f);
    scroll_and_read(&f, 400);
    end(&f);
    dropped += f.dropped;
    compared += f.compared;
  }
  CHECK(dropped > 0 && compared > 0);
}

static void a_feed_with_headers_of_days_moves_by_nothing(void) {
  what_is_read_stays(false);
}

static void a_feed_of_keys_with_headers_moves_by_nothing(void) {
  what_is_read_stays(true);
}

static const test_case cases[] = {
    CASE(a_feed_with_headers_of_days_moves_by_nothing),
    CASE(a_feed_of_keys_with_headers_moves_by_nothing),
};

const test_suite suite_separators_list = SUITE(cases);
