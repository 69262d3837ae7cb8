// Makes the calls of Tests/wrong-calls.txt, which says what it has: each is refused, and the header
// gives the argument the name that the bindings' errors have.
//
//     wrong_calls TABLE HEADER...

#include <math.h>
#include <rangecore_diff.h>
#include <rangecore_host.h>
#include <rangecore_keep.h>
#include <rangecore_lanes.h>
#include <rangecore_motion.h>
#include <rangecore_names.h>
#include <rangecore_sections.h>
#include <rangecore_store.h>
#include <rangecore_tickets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a call is made on: a list of ten items, and a list with a host, a store and a preloader.
static rc_list *list, *hosted;
static rc_host *host;
static rc_store *store;
static rc_tickets *tickets;
static rc_host_step step;
static uint64_t token;
static rc_viewport viewport;
static const double ones[] = {1, 1};

static void prepare(void) {
  rc_update update;
  rc_viewport_init(&viewport);
  viewport.length = 400;
  rc_list **lists[] = {&list, &hosted};
  for (int i = 0; i < 2; i++) {
    rc_list_create(NULL, NULL, lists[i]);
    rc_list_insert(*lists[i], 0, NULL, 10);
    rc_list_update(*lists[i], &viewport, &update);
  }
  rc_host_create(hosted, NULL, NULL, &host);
  rc_host_begin(host, &viewport, 320, 0, &step);
  rc_store_options options;
  rc_store_options_init(&options);
  rc_store_create(&options, NULL, &store);
  rc_store_plan plan;
  rc_store_update(store, &(rc_store_view){.direction = RC_DIRECTION_FORWARD}, &plan);
  token = plan.requests[0].token;
  rc_tickets_create(NULL, &tickets);
}

static void end(void) {
  rc_host_destroy(host);
  rc_list_destroy(hosted);
  rc_list_destroy(list);
  rc_store_destroy(store);
  rc_tickets_destroy(tickets);
}

// What the calls write to.
static union {
  rc_list *list;
  rc_update update;
  rc_host_step step;
  rc_item item;
  rc_interval interval;
  rc_section section;
  rc_batch_context *context;
  rc_store *store;
  rc_store_result result;
  rc_state states[16];
  rc_id names[16];
  rc_lanes_position places[16];
  double offset;
  int64_t row;
  uint32_t node;
  bool is_any;
} out;

// Each call has the number that is wrong as `it`, and returns a status.
#define CALL(name, ...)              \
  static rc_status name(double it) { \
    __VA_ARGS__                      \
  }
#define I ((int64_t)it)

#define CREATE(field, type)                                                     \
  CALL(create_##field, rc_list_options options; rc_list_options_init(&options); \
       options.field = (type)it; return rc_list_create(&options, NULL, &out.list);)
CREATE(columns, uint32_t)
CREATE(estimate, double)
CREATE(spacing, double)
CREATE(quantum, double)
CALL(insert_index, return rc_list_insert(list, I, NULL, 1);)
CALL(insert_count, return rc_list_insert(list, 0, NULL, I);)
CALL(insert_extents, return rc_list_insert(list, 0, (double[]){1, it}, 2);)
CALL(remove_lower, return rc_list_remove(list, I, 11);)
CALL(remove_upper, return rc_list_remove(list, 2, I);)
CALL(move_lower, return rc_list_move(list, I, 2, 0);)
CALL(move_upper, return rc_list_move(list, 8, I, 0);)
CALL(move_to, return rc_list_move(list, 0, 2, I);)
CALL(forget_upper, return rc_list_forget(list, 2, I);)
CALL(set_row_extents_row, return rc_list_set_row_extents(list, I, ones, 1);)
CALL(set_row_extents_extents, return rc_list_set_row_extents(list, 0, (double[]){1, it}, 2);)
CALL(mark_provisional_upper, return rc_list_mark_provisional(list, 2, I);)
CALL(set_layout_columns, return rc_list_set_layout(list, (uint32_t)it, 0, true);)
CALL(set_layout_spacing, return rc_list_set_layout(list, 1, it, true);)
CALL(set_lanes_lanes, return rc_list_set_lanes(list, (uint32_t)it, 0, 0, true);)
CALL(set_lanes_spacing, return rc_list_set_lanes(list, 2, it, 0, true);)
CALL(set_lanes_tolerance, return rc_list_set_lanes(list, 2, 0, it, true);)
CALL(set_span_upper, return rc_list_set_span(list, 2, I, 1);)
CALL(set_span_span, return rc_list_set_span(list, 0, 1, (uint32_t)it);)
CALL(set_estimate_estimate, return rc_list_set_estimate(list, it);)
CALL(mark_header_index, return rc_list_mark_header(list, I, 0);)
CALL(unmark_header_index, return rc_list_unmark_header(list, I);)
CALL(keep_index, return rc_list_keep(list, I, RC_STATE_DISPLAY);)
CALL(keep_bits, return rc_list_keep(list, 0, (rc_state)I);)
CALL(set_names_lower, return rc_list_set_names(list, I, I, out.names);)
CALL(set_names_names, (void)it; return rc_list_set_names(list, 9, 10, NULL);)
CALL(change_names_position, return rc_list_copy_change_names(list, (size_t)it, out.names);)

#define UPDATE(field, flag)                                                                     \
  CALL(update_##field, rc_viewport wrong = viewport; wrong.field = (__typeof__(wrong.field))it; \
       flag return rc_list_update(list, &wrong, &out.update);)
UPDATE(offset, )
UPDATE(length, )
UPDATE(inset_start, )
UPDATE(inset_end, )
UPDATE(item, wrong.has_item = true;)
UPDATE(item_place, wrong.has_item = true;)
UPDATE(velocity, )
UPDATE(landing_offset, wrong.has_landing = true;)
UPDATE(time, )
UPDATE(jitter, )
CALL(target_index, return rc_list_set_scroll_target(list, I, 0, 0, &out.offset);)
CALL(target_fraction, return rc_list_set_scroll_target(list, 0, it, 0, &out.offset);)
CALL(target_shift, return rc_list_set_scroll_target(list, 0, 0, it, &out.offset);)

#define SET(name, field)                                                             \
  CALL(set_##name, rc_list_settings settings; rc_list_get_settings(list, &settings); \
       settings.field = (__typeof__(settings.field))it;                              \
       return rc_list_set_settings(list, &settings);)
SET(slack, slack)
SET(foresight, foresight)
SET(direction_threshold, direction_threshold)
SET(leading_screens, leading_screens[1])
SET(leading_items, leading_items[0])
SET(overscan_items, overscan_items)
SET(extra_lengths, extra_lengths[1])
SET(stick_distances, stick_distances[0])
SET(depth, depth)
CALL(tuning_leading, return rc_list_set_tuning(list, 0, 0, (rc_tuning){.leading = it});)
CALL(tuning_trailing, return rc_list_set_tuning(list, 0, 0, (rc_tuning){.trailing = it});)
CALL(add_preload_time, return rc_list_add_preload_time(list, it);)
CALL(begin_batch_end, rc_batch_token batch;
     return rc_list_begin_batch(list, (rc_end)it, &out.context, &batch);)
CALL(finish_outcome, (void)it; rc_batch_context * context; rc_batch_token batch;
     rc_list_begin_batch(list, RC_END_TAIL, &context, &batch);
     rc_status status = rc_batch_context_finish(context, batch, RC_BATCH_OUTCOME_FETCHING);
     rc_batch_context_release(context); return status;)

CALL(item_index, return rc_list_item(list, I, &out.item);)
CALL(item_at_offset, return rc_list_item_at(list, it, &out.item);)
CALL(items_in_lower, return rc_list_items_in(list, it, 10, &out.interval);)
CALL(items_in_upper, return rc_list_items_in(list, 0, it, &out.interval);)
CALL(rows_lower, return rc_list_copy_rows(list, I, 10, NULL, NULL);)
CALL(rows_upper, return rc_list_copy_rows(list, 0, I, NULL, NULL);)
CALL(places_upper, return rc_list_places(list, 0, I, out.places);)
CALL(unmeasured_rows_upper, return rc_list_unmeasured_rows(list, 0, I, &out.interval);)
CALL(states_lower, return rc_list_copy_states(list, I, 10, out.states);)
CALL(states_upper, return rc_list_copy_states(list, 0, I, out.states);)
CALL(section_ordinal, return rc_list_section(list, I, &out.section);)
CALL(section_of_item_index, return rc_list_section_of_item(list, I, &out.section);)
CALL(row_of_item_index, return rc_list_row_of_item(list, I, &out.row);)
CALL(items_of_row_row, return rc_list_items_of_row(list, I, &out.interval);)

#define HOST(field)                                                           \
  CALL(host_##field, rc_host_options options; rc_host_options_init(&options); \
       options.field = (__typeof__(options.field))it; return rc_host_set_options(host, &options);)
HOST(budget)
HOST(offset_step)
HOST(ahead_count)
CALL(host_begin_offset, rc_viewport wrong = viewport; wrong.offset = it;
     return rc_host_begin(host, &wrong, 320, 0, &out.step);)
CALL(host_begin_breadth, return rc_host_begin(host, &viewport, it, 0, &out.step);)
CALL(host_measured_extents, return rc_host_measured(host, &it, 1, 0, &out.step);)
CALL(host_measured_time, return rc_host_measured(host, ones, 1, it, &out.step);)
CALL(host_set_extents, return rc_host_set_extents(host, &(uint32_t){0}, &it, 1, &out.is_any);)
CALL(host_wrote_offset, return rc_host_wrote(host, it);)
CALL(host_find_index, return rc_host_find(host, I, &out.node);)
CALL(host_keep_index, return rc_host_keep(host, I, true);)
CALL(host_renew_upper, return rc_host_renew(host, 0, I);)
CALL(host_scroll_to_index, return rc_host_scroll_to(host, I, 0, 0, false);)
CALL(host_scroll_to_fraction, return rc_host_scroll_to(host, 0, it, 0, false);)
CALL(host_scroll_to_shift, return rc_host_scroll_to(host, 0, 0, it, false);)
CALL(host_scroll_to_offset, return rc_host_scroll_to_offset(host, it, false);)

#define STORE(field)                                                             \
  CALL(store_##field, rc_store_options options; rc_store_options_init(&options); \
       options.field = (__typeof__(options.field))it;                            \
       return rc_store_create(&options, NULL, &out.store);)
STORE(page_size)
STORE(first_pages)
STORE(total)
#define STORE_SETTING(field)                                                         \
  CALL(store_##field, rc_store_settings settings; rc_store_settings_init(&settings); \
       settings.field = (__typeof__(settings.field))it;                              \
       return rc_store_set_settings(store, &settings);)
STORE_SETTING(page_limit)
STORE_SETTING(item_limit)
STORE_SETTING(cost_limit)
STORE_SETTING(jump_distance)
STORE_SETTING(settle)
STORE_SETTING(max_age)
CALL(store_expire_age, return rc_store_expire(store, 0, it);)
#define REPLY(field)                                                                      \
  CALL(reply_##field, rc_store_reply reply; rc_store_reply_init(&reply); reply.field = I; \
       return rc_store_receive(store, token, &reply, &out.result);)
REPLY(total)
REPLY(before)
REPLY(after)
REPLY(cost)
CALL(store_refresh_position, return rc_store_refresh(store, RC_STORE_TARGET_POSITION, I);)
CALL(store_insert_slot, return rc_store_insert(store, I, (rc_id[]){5}, 1, &out.result);)
#define PRELOADER(field)                                                                   \
  CALL(tickets_##field, rc_tickets_settings settings; rc_tickets_settings_init(&settings); \
       settings.field = (__typeof__(settings.field))it;                                    \
       return rc_tickets_set_settings(tickets, &settings);)
PRELOADER(budget)
PRELOADER(ahead_budget)
PRELOADER(keep_budget)
PRELOADER(grace)

typedef struct call {
  // As the table has it; where the header has the argument; and the call.
  const char *key;
  const char *place;
  rc_status (*make)(double it);
  bool is_made;
} call;

static call calls[] = {
    {"create columns", "rc_list_options", create_columns, false},
    {"create estimate", "rc_list_options", create_estimate, false},
    {"create spacing", "rc_list_options", create_spacing, false},
    {"create quantum", "rc_list_options", create_quantum, false},
    {"insert index", "rc_list_insert", insert_index, false},
    {"insert count", "rc_list_insert", insert_count, false},
    {"insert extents[1]", "rc_list_insert", insert_extents, false},
    {"remove lower", "rc_list_remove", remove_lower, false},
    {"remove upper", "rc_list_remove", remove_upper, false},
    {"move lower", "rc_list_move", move_lower, false},
    {"move upper", "rc_list_move", move_upper, false},
    {"move to", "rc_list_move", move_to, false},
    {"forget upper", "rc_list_forget", forget_upper, false},
    {"set_row_extents row", "rc_list_set_row_extents", set_row_extents_row, false},
    {"set_row_extents extents[1]", "rc_list_set_row_extents", set_row_extents_extents, false},
    {"mark_provisional upper", "rc_list_mark_provisional", mark_provisional_upper, false},
    {"set_layout columns", "rc_list_set_layout", set_layout_columns, false},
    {"set_layout spacing", "rc_list_set_layout", set_layout_spacing, false},
    {"set_lanes lanes", "rc_list_set_lanes", set_lanes_lanes, false},
    {"set_lanes spacing", "rc_list_set_lanes", set_lanes_spacing, false},
    {"set_lanes tolerance", "rc_list_set_lanes", set_lanes_tolerance, false},
    {"set_span upper", "rc_list_set_span", set_span_upper, false},
    {"set_span span", "rc_list_set_span", set_span_span, false},
    {"set_estimate estimate", "rc_list_set_estimate", set_estimate_estimate, false},
    {"mark_header index", "rc_list_mark_header", mark_header_index, false},
    {"unmark_header index", "rc_list_unmark_header", unmark_header_index, false},
    {"keep index", "rc_list_keep", keep_index, false},
    {"keep bits", "rc_list_keep", keep_bits, false},
    {"set_names lower", "rc_list_set_names", set_names_lower, false},
    {"set_names names", "rc_list_set_names", set_names_names, false},
    {"change_names position", "rc_list_copy_change_names", change_names_position, false},
    {"update offset", "rc_viewport", update_offset, false},
    {"update length", "rc_viewport", update_length, false},
    {"update inset_start", "rc_viewport", update_inset_start, false},
    {"update inset_end", "rc_viewport", update_inset_end, false},
    {"update item", "rc_viewport", update_item, false},
    {"update item_place", "rc_viewport", update_item_place, false},
    {"update velocity", "rc_viewport", update_velocity, false},
    {"update landing_offset", "rc_viewport", update_landing_offset, false},
    {"update time", "rc_viewport", update_time, false},
    {"update jitter", "rc_viewport", update_jitter, false},
    {"set_scroll_target index", "rc_list_set_scroll_target", target_index, false},
    {"set_scroll_target fraction", "rc_list_set_scroll_target", target_fraction, false},
    {"set_scroll_target shift", "rc_list_set_scroll_target", target_shift, false},
    {"set_settings slack", "rc_list_settings", set_slack, false},
    {"set_settings foresight", "rc_list_settings", set_foresight, false},
    {"set_settings direction_threshold", "rc_list_settings", set_direction_threshold, false},
    {"set_settings leading_screens[1]", "rc_list_settings", set_leading_screens, false},
    {"set_settings overscan_items", "rc_list_settings", set_overscan_items, false},
    {"set_settings leading_items[0]", "rc_list_settings", set_leading_items, false},
    {"set_settings extra_lengths[1]", "rc_list_settings", set_extra_lengths, false},
    {"set_settings stick_distances[0]", "rc_list_settings", set_stick_distances, false},
    {"set_settings depth", "rc_list_settings", set_depth, false},
    {"set_tuning leading", "rc_tuning", tuning_leading, false},
    {"set_tuning trailing", "rc_tuning", tuning_trailing, false},
    {"add_preload_time seconds", "rc_list_add_preload_time", add_preload_time, false},
    {"begin_batch end", "rc_list_begin_batch", begin_batch_end, false},
    {"finish outcome", "rc_batch_context_finish", finish_outcome, false},
    {"item index", "rc_list_item", item_index, false},
    {"item_at offset", "rc_list_item_at", item_at_offset, false},
    {"items_in lower", "rc_list_items_in", items_in_lower, false},
    {"items_in upper", "rc_list_items_in", items_in_upper, false},
    {"rows lower", "rc_list_copy_rows", rows_lower, false},
    {"rows upper", "rc_list_copy_rows", rows_upper, false},
    {"places upper", "rc_list_places", places_upper, false},
    {"unmeasured_rows upper", "rc_list_unmeasured_rows", unmeasured_rows_upper, false},
    {"states lower", "rc_list_copy_states", states_lower, false},
    {"states upper", "rc_list_copy_states", states_upper, false},
    {"section ordinal", "rc_list_section", section_ordinal, false},
    {"section_of_item index", "rc_list_section_of_item", section_of_item_index, false},
    {"row_of_item index", "rc_list_row_of_item", row_of_item_index, false},
    {"items_of_row row", "rc_list_items_of_row", items_of_row_row, false},
    {"host_options budget", "rc_host_options", host_budget, false},
    {"host_options offset_step", "rc_host_options", host_offset_step, false},
    {"host_options ahead_count", "rc_host_options", host_ahead_count, false},
    {"host_begin offset", "rc_viewport", host_begin_offset, false},
    {"host_begin breadth", "rc_host_begin", host_begin_breadth, false},
    {"host_measured extents[0]", "rc_host_measured", host_measured_extents, false},
    {"host_measured time", "rc_host_measured", host_measured_time, false},
    {"host_set_extents extents[0]", "rc_host_set_extents", host_set_extents, false},
    {"host_wrote offset", "rc_host_wrote", host_wrote_offset, false},
    {"host_find index", "rc_host_find", host_find_index, false},
    {"host_keep index", "rc_host_keep", host_keep_index, false},
    {"host_renew upper", "rc_host_renew", host_renew_upper, false},
    {"host_scroll_to index", "rc_host_scroll_to", host_scroll_to_index, false},
    {"host_scroll_to fraction", "rc_host_scroll_to", host_scroll_to_fraction, false},
    {"host_scroll_to shift", "rc_host_scroll_to", host_scroll_to_shift, false},
    {"host_scroll_to_offset offset", "rc_host_scroll_to_offset", host_scroll_to_offset, false},
    {"store page_size", "rc_store_options", store_page_size, false},
    {"store first_pages", "rc_store_options", store_first_pages, false},
    {"store total", "rc_store_options", store_total, false},
    {"store_settings page_limit", "rc_store_settings", store_page_limit, false},
    {"store_settings item_limit", "rc_store_settings", store_item_limit, false},
    {"store_settings cost_limit", "rc_store_settings", store_cost_limit, false},
    {"store_settings jump_distance", "rc_store_settings", store_jump_distance, false},
    {"store_settings settle", "rc_store_settings", store_settle, false},
    {"store_settings max_age", "rc_store_settings", store_max_age, false},
    {"store_expire age", "rc_store_expire", store_expire_age, false},
    {"store_reply total", "rc_store_reply", reply_total, false},
    {"store_reply before", "rc_store_reply", reply_before, false},
    {"store_reply after", "rc_store_reply", reply_after, false},
    {"store_reply cost", "rc_store_reply", reply_cost, false},
    {"store_refresh position", "rc_store_refresh", store_refresh_position, false},
    {"store_insert slot", "rc_store_insert", store_insert_slot, false},
    {"preloader_settings budget", "rc_tickets_settings", tickets_budget, false},
    {"preloader_settings ahead_budget", "rc_tickets_settings", tickets_ahead_budget, false},
    {"preloader_settings keep_budget", "rc_tickets_settings", tickets_keep_budget, false},
    {"preloader_settings grace", "rc_tickets_settings", tickets_grace, false},
};

static void require(bool condition, const char *key, const char *what) {
  if (condition) return;
  fprintf(stderr, "%s: %s\n", key, what);
  exit(1);
}

/// Returns whether a declaration in a header, of a function or a struct, has a word.
static bool has_word(const char *header, const char *place, const char *word) {
  char start[64], end[64];
  for (int is_struct = 0; is_struct < 2; is_struct++) {
    snprintf(start, sizeof start, is_struct ? "typedef struct %s {" : "rc_status %s(", place);
    snprintf(end, sizeof end, is_struct ? "} %s;" : ");", place);
    const char *from = strstr(header, start);
    if (from == NULL) continue;
    const char *to = strstr(from, end), *found = from;
    while ((found = strstr(found + 1, word)) != NULL && found < to) {
      char after = found[strlen(word)];
      if ((found[-1] == ' ' || found[-1] == '*') && strchr(",);[", after) != NULL) return true;
    }
  }
  return false;
}

/// Removes spaces at both ends.
static char *trimmed(char *text) {
  while (*text == ' ') text++;
  char *end = text + strlen(text);
  while (end > text && end[-1] == ' ') *--end = 0;
  return text;
}

/// Returns the name of an argument here, or a mark.
static char *name_of(char *argument, char *others) {
  while (others != NULL && *others != 0) {
    char *next = strchr(others, ';');
    if (next != NULL) *next++ = 0;
    char *languages = strchr(others, ':');
    *languages++ = 0;
    char padded[64];
    snprintf(padded, sizeof padded, "%s ", languages);
    if (strstr(padded, " c ") != NULL) return trimmed(others);
    others = next;
  }
  return argument;
}

static void check(call *it, char *name, char *values, int header_count, char **headers) {
  it->is_made = true;
  name[strcspn(name, "[")] = 0;
  bool is_named = false;
  for (int i = 0; i < header_count; i++) is_named |= has_word(headers[i], it->place, name);
  require(is_named, it->key, "the header has no such name there");
  for (char *value = strtok(values, " "); value != NULL; value = strtok(NULL, " ")) {
    prepare();
    rc_status status = it->make(strcmp(value, "-") == 0 ? 0 : strtod(value, NULL));
    require(status == RC_STATUS_ARGUMENT || status == RC_STATUS_LIMIT, it->key, value);
    require(rc_list_count(list) == 10 && rc_list_count(hosted) == 10, it->key, "changed");
    end();
  }
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "rb");
  require(file != NULL, path, "cannot be read");
  enum { SIZE = 1 << 17 };
  char *text = calloc(SIZE, 1);
  require(text != NULL && fread(text, 1, SIZE - 1, file) < SIZE - 1, path, "too long");
  fclose(file);
  return text;
}

int main(int argument_count, char **arguments) {
  enum { CALL_COUNT = sizeof calls / sizeof calls[0] };
  require(argument_count > 2, "wrong_calls", "needs the table and the headers");
  char **headers = arguments + 2;
  for (int i = 2; i < argument_count; i++) arguments[i] = contents(arguments[i]);
  char *table = contents(arguments[1]), *next;
  for (char *line = table; line != NULL && *line != 0; line = next) {
    next = strchr(line, '\n');
    if (next != NULL) *next++ = 0;
    if (*line == 0 || *line == '#') continue;
    char *parts[4] = {line, NULL, NULL, NULL}, key[128];
    for (int i = 1; i < 4; i++) {
      parts[i] = strchr(parts[i - 1], '|');
      require(parts[i] != NULL, line, "has no four parts");
      *parts[i]++ = 0;
    }
    snprintf(key, sizeof key, "%s %s", trimmed(parts[0]), trimmed(parts[1]));
    char *name = name_of(trimmed(parts[1]), trimmed(parts[3]));
    if (strcmp(name, "none") == 0 || strcmp(name, "type") == 0) continue;
    int i = 0;
    while (i < CALL_COUNT && strcmp(calls[i].key, key) != 0) i++;
    require(i < CALL_COUNT, key, "there is no call");
    check(&calls[i], name, trimmed(parts[2]), argument_count - 2, headers);
  }
  for (int i = 0; i < CALL_COUNT; i++) require(calls[i].is_made, calls[i].key, "has no line");
  for (int i = 1; i < argument_count; i++) free(i == 1 ? table : arguments[i]);
  return 0;
}
