// Carries out a recorded session; see Examples/Session/README.md.

#include "session.h"

#include <inttypes.h>
#include <math.h>
#include <rangecore_diff.h>
#include <rangecore_keep.h>
#include <rangecore_lanes.h>
#include <rangecore_motion.h>
#include <rangecore_names.h>
#include <rangecore_sections.h>
#include <stdlib.h>
#include <string.h>

int64_t integer(const session *s, int index) {
  return words_integer(&s->words, index);
}
double length(const session *s, int index) {
  return words_number(&s->words, index, RC_TICKS_PER_POINT);
}
int64_t ticks(double points) {
  return whole(points, RC_TICKS_PER_POINT);
}
double fraction(const session *s, int index) {
  const bool is_nearest = strcmp(words_at(&s->words, index), "nearest") == 0;
  return is_nearest ? RC_FRACTION_NEAREST : words_number(&s->words, index, 1000);
}

// == edits ==

static rc_status create(session *s) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = (uint32_t)integer(s, 1);
  options.estimate = length(s, 2);
  options.spacing = length(s, 3);
  if (s->words.count > 4) {
    options.tuning_preset = (rc_tuning_preset)words_value(&s->words, 4, preset_words);
  }
  if (s->words.count > 5) options.quantum = length(s, 5);
  rc_list *list;
  rc_status status = rc_list_create(&options, NULL, &list);
  if (status != RC_STATUS_OK) return status;
  rc_host_destroy(s->host);
  rc_list_destroy(s->list);
  s->host = NULL;
  s->list = list;
  s->change_count = 0;
  return RC_STATUS_OK;
}

/// Reads the extents from a word on, and returns how many there are.
static int64_t extents_of(const session *s, int first, double extents[WORDS_MAX]) {
  for (int index = first; index < s->words.count; index++)
    extents[index - first] = length(s, index);
  return s->words.count > first ? s->words.count - first : 0;
}

static rc_status insert(session *s) {
  double extents[WORDS_MAX];
  int64_t count = integer(s, 2), extent_count = extents_of(s, 3, extents);
  if (extent_count != 0 && extent_count != count) {
    words_refuse(&s->words, "the extents are not as many as", s->words.words[2]);
  }
  return rc_list_insert(s->list, integer(s, 1), extent_count == 0 ? NULL : extents, count);
}

static rc_status set_row_extents(session *s) {
  double extents[WORDS_MAX];
  const size_t count = (size_t)extents_of(s, 2, extents);
  return rc_list_set_row_extents(s->list, integer(s, 1), extents, count);
}

static rc_status remove_items(session *s) {
  return rc_list_remove(s->list, integer(s, 1), integer(s, 2));
}
static rc_status move(session *s) {
  return rc_list_move(s->list, integer(s, 1), integer(s, 2), integer(s, 3));
}
static rc_status forget(session *s) {
  return rc_list_forget(s->list, integer(s, 1), integer(s, 2));
}
static rc_status mark_provisional(session *s) {
  return rc_list_mark_provisional(s->list, integer(s, 1), integer(s, 2));
}
static rc_status set_layout(session *s) {
  return rc_list_set_layout(s->list, (uint32_t)integer(s, 1), length(s, 2), integer(s, 3) != 0);
}
static rc_status set_lanes(session *s) {
  return rc_list_set_lanes(s->list, (uint32_t)integer(s, 1), length(s, 2), length(s, 3),
                           integer(s, 4) != 0);
}
static rc_status set_span(session *s) {
  return rc_list_set_span(s->list, integer(s, 1), integer(s, 2), (uint32_t)integer(s, 3));
}
static rc_status mark_header(session *s) {
  return rc_list_mark_header(s->list, integer(s, 1), (uint32_t)integer(s, 2));
}
static rc_status unmark_header(session *s) {
  return rc_list_unmark_header(s->list, integer(s, 1));
}
static rc_status estimate(session *s) {
  return rc_list_set_estimate(s->list, length(s, 1));
}

// == update ==

static void print_decision(const char *end, const rc_batch_decision *decision) {
  printf("%s %s remaining %" PRId64 " seconds %" PRId64 " %s: %s", end,
         answer_words[decision->answer], ticks(decision->remaining), whole(decision->seconds, TIME),
         decision->is_near ? "near" : "far", rc_batch_reason_text(decision->reason));
}

static void print_changes(const rc_changes *changes) {
  printf("\nchanges %zu removed %zu left %zu", changes->count, changes->removed_count,
         changes->left_count);
  for (size_t position = 0; position < changes->count; position++) {
    rc_change change = changes->items[position];
    printf("; %" PRId64 " %" PRId64 " from %d to %d distance %" PRId64, change.lower, change.upper,
           change.before, change.after, ticks(change.distance));
  }
  printf("\n");
}

void print_next(double time) {
  printf(" next ");
  isinf(time) ? printf("never") : printf("%" PRId64, whole(time, TIME));
}

void print_update(const rc_update *update) {
  printf("offset %" PRId64 " correction %" PRId64 " pending %" PRId64 " scroll_length %" PRId64,
         ticks(update->offset), ticks(update->correction), ticks(update->pending),
         ticks(update->scroll_length));
  print_next(update->next_time);
  printf(" mode %s presence %s direction %s\n", mode_words[update->mode],
         presence_words[update->presence], direction_words[update->direction]);
  printf("items visible %" PRId64 " %" PRId64, update->visible.lower, update->visible.upper);
  for (int range = 0; range < RC_RANGE_COUNT; range++) {
    rc_interval items = update->ranges[range];
    printf(" %s %" PRId64 " %" PRId64, range_words[range], items.lower, items.upper);
  }
  printf("\n");
  print_decision("tail", &update->batches[RC_END_TAIL]);
  print_decision("; head", &update->batches[RC_END_HEAD]);
  print_changes(&update->changes);
}

void remember_changes(session *s, const rc_changes *changes) {
  s->change_sizes = realloc(s->change_sizes, (changes->count + 1) * sizeof *s->change_sizes);
  if (s->change_sizes == NULL) abort();
  s->change_count = changes->count;
  for (size_t position = 0; position < changes->count; position++) {
    s->change_sizes[position] = changes->items[position].upper - changes->items[position].lower;
  }
}

void read_viewport(const session *s, int index, rc_viewport *viewport) {
  fields_read(viewport_fields, viewport, &s->words, index);
  for (; index < s->words.count; index += 2) {
    if (strcmp(s->words.words[index], "landing") == 0) viewport->has_landing = true;
    if (strcmp(s->words.words[index], "item") == 0) viewport->has_item = true;
  }
}

/// Updates with the viewport, and the keys that follow the first two values.
static rc_status update_with_keys(session *s) {
  read_viewport(s, 3, &s->viewport);
  rc_update update;
  rc_status status = rc_list_update(s->list, &s->viewport, &update);
  if (status != RC_STATUS_OK) return status;
  print_update(&update);
  remember_changes(s, &update.changes);
  return RC_STATUS_OK;
}

static rc_status update(session *s) {
  rc_viewport_init(&s->viewport);
  s->viewport.offset = length(s, 1);
  s->viewport.length = length(s, 2);
  return update_with_keys(s);
}

static rc_status scroll(session *s) {
  s->viewport.offset = length(s, 1);
  s->viewport.time = words_number(&s->words, 2, TIME);
  return update_with_keys(s);
}

static rc_status set_scroll_target(session *s) {
  double shift = s->words.count > 3 ? length(s, 3) : 0, offset;
  rc_status status =
      rc_list_set_scroll_target(s->list, integer(s, 1), fraction(s, 2), shift, &offset);
  if (status == RC_STATUS_OK) printf("offset %" PRId64 "\n", ticks(offset));
  return status;
}

// == ids ==

static bool is_none(const session *s, int index) {
  return strcmp(words_at(&s->words, index), "none") == 0;
}

/// Reads the ids from a word on, and returns how many there are before the word `to` or the end.
static int ids_of(const session *s, int first, rc_id ids[WORDS_MAX]) {
  int count = 0;
  for (int index = first; index < s->words.count; index++) {
    if (strcmp(s->words.words[index], "to") == 0) break;
    ids[count++] = is_none(s, index) ? RC_ID_NONE : integer(s, index);
  }
  return count;
}

static rc_status set_names(session *s) {
  rc_id ids[WORDS_MAX];
  int64_t lower = integer(s, 1), upper = integer(s, 2);
  if (ids_of(s, 3, ids) != upper - lower) {
    words_refuse(&s->words, "the ids are not as many as the items before", words_at(&s->words, 2));
  }
  return rc_list_set_names(s->list, lower, upper, ids);
}

static rc_status keep(session *s) {
  return rc_list_keep(s->list, integer(s, 1), (rc_state)integer(s, 2));
}

static rc_status kept(session *s) {
  int64_t indices[RC_KEPT_ITEM_COUNT_MAX];
  size_t count;
  rc_status status = rc_list_copy_kept(s->list, indices, &count);
  if (status != RC_STATUS_OK) return status;
  printf("kept");
  for (size_t i = 0; i < count; i++) printf(" %" PRId64, indices[i]);
  printf("\n");
  return RC_STATUS_OK;
}

static rc_status change_names(session *s) {
  const size_t position = (size_t)integer(s, 1);
  const size_t count = position < s->change_count ? (size_t)s->change_sizes[position] : 0;
  rc_id *names = malloc((count + 1) * sizeof *names);
  if (names == NULL) return RC_STATUS_NO_MEMORY;
  rc_status status = rc_list_copy_change_names(s->list, position, names);
  if (status == RC_STATUS_OK) {
    printf("names");
    for (size_t item = 0; item < count; item++) {
      names[item] == RC_ID_NONE ? printf(" none") : printf(" %" PRId64, names[item]);
    }
    printf("\n");
  }
  free(names);
  return status;
}

static void print_edit(const rc_edit *edit) {
  const bool inserts = edit->kind == RC_EDIT_KIND_INSERT;
  // Of an insertion the items, by the new sequence.
  const int64_t lower = inserts ? edit->source : edit->lower;
  printf("; %s %" PRId64 " %" PRId64, edit_words[edit->kind], lower,
         lower + (edit->upper - edit->lower));
  if (inserts) printf(" at %" PRId64, edit->lower);
  if (edit->kind == RC_EDIT_KIND_MOVE) printf(" to %" PRId64, edit->to);
}

static rc_status diff(session *s) {
  rc_id old_ids[WORDS_MAX], new_ids[WORDS_MAX];
  const int old_count = ids_of(s, 1, old_ids);
  words_at(&s->words, 1 + old_count);  // the word `to`
  const int new_count = ids_of(s, 2 + old_count, new_ids);
  rc_diff *diff;
  rc_status status =
      rc_diff_create(old_ids, (size_t)old_count, new_ids, (size_t)new_count, NULL, &diff);
  if (status != RC_STATUS_OK) return status;
  const rc_edit *edits;
  size_t count;
  status = rc_diff_edits(diff, &edits, &count);
  if (status == RC_STATUS_OK) {
    printf("edits %zu", count);
    for (size_t position = 0; position < count; position++) print_edit(&edits[position]);
    printf("\n");
  }
  rc_diff_destroy(diff);
  return status;
}

// == settings ==

static rc_range_mode mode_of(const session *s) {
  return (rc_range_mode)words_value(&s->words, 1, mode_words);
}
static rc_range range_of(const session *s) {
  return (rc_range)words_value(&s->words, 2, range_words);
}

static rc_status mode(session *s) {
  return rc_list_set_mode(s->list, mode_of(s));
}
static rc_status mark_scrolled(session *s) {
  return rc_list_mark_scrolled(s->list);
}

static rc_status set(session *s) {
  rc_list_settings settings;
  rc_status status = rc_list_get_settings(s->list, &settings);
  if (status != RC_STATUS_OK) return status;
  fields_read(settings_fields, &settings, &s->words, 1);
  return rc_list_set_settings(s->list, &settings);
}

static rc_status settings(session *s) {
  rc_list_settings settings;
  rc_status status = rc_list_get_settings(s->list, &settings);
  if (status != RC_STATUS_OK) return status;
  printf("settings");
  fields_print(settings_fields, &settings);
  printf("\n");
  return RC_STATUS_OK;
}

static rc_status tune(session *s) {
  rc_tuning tuning = {0, 0, false};
  if (strcmp(words_at(&s->words, 3), "disabled") != 0) {
    tuning = (rc_tuning){words_number(&s->words, 3, 1000), words_number(&s->words, 4, 1000), true};
  }
  return rc_list_set_tuning(s->list, mode_of(s), range_of(s), tuning);
}

static rc_status tuning(session *s) {
  rc_tuning tuning;
  rc_status status = rc_list_get_tuning(s->list, mode_of(s), range_of(s), &tuning);
  if (status != RC_STATUS_OK) return status;
  printf("tuning %" PRId64 " %" PRId64 " %s\n", whole(tuning.leading, 1000),
         whole(tuning.trailing, 1000), tuning.is_enabled ? "enabled" : "disabled");
  return RC_STATUS_OK;
}

// == batches ==

static rc_end end_of(const session *s) {
  return (rc_end)words_value(&s->words, 1, end_words);
}

static rc_status begin(session *s) {
  fetch fetch;
  rc_status status = rc_list_begin_batch(s->list, end_of(s), &fetch.context, &fetch.token);
  if (status != RC_STATUS_OK) return status;
  s->fetches = realloc(s->fetches, (size_t)(s->fetch_count + 1) * sizeof *s->fetches);
  if (s->fetches == NULL) abort();
  s->fetches[s->fetch_count++] = fetch;
  printf("fetch %" PRId64 "\n", s->fetch_count);
  return RC_STATUS_OK;
}

static fetch fetch_of(const session *s) {
  int64_t number = integer(s, 1);
  if (number < 1 || number > s->fetch_count) {
    words_refuse(&s->words, "no such fetch:", s->words.words[1]);
  }
  return s->fetches[number - 1];
}

static rc_status finish(session *s) {
  fetch fetch = fetch_of(s);
  return rc_batch_context_finish(fetch.context, fetch.token,
                                 (rc_batch_outcome)words_value(&s->words, 2, outcome_words));
}

static rc_status outcome(session *s) {
  fetch fetch = fetch_of(s);
  printf("outcome %s\n", outcome_words[rc_batch_context_outcome(fetch.context, fetch.token)]);
  return RC_STATUS_OK;
}

static rc_status retry(session *s) {
  return rc_list_retry_batch(s->list, end_of(s));
}
static rc_status reset(session *s) {
  return rc_list_reset_batch(s->list, end_of(s));
}
static rc_status mark_exhausted(session *s) {
  return rc_list_mark_exhausted(s->list, end_of(s));
}

// == queries ==

static rc_status size(session *s) {
  printf("size %" PRId64 " measured %" PRId64 " length %" PRId64 " estimate %" PRId64 "\n",
         rc_list_count(s->list), rc_list_measured_row_count(s->list),
         ticks(rc_list_length(s->list)), ticks(rc_list_get_estimate(s->list)));
  return RC_STATUS_OK;
}

static rc_status print_item(rc_status status, const rc_item *item) {
  if (status != RC_STATUS_OK) return status;
  printf("item %" PRId64 " offset %" PRId64 " extent %" PRId64 "%s%s\n", item->index,
         ticks(item->offset), ticks(item->extent), item->is_measured ? " measured" : "",
         item->is_provisional ? " provisional" : "");
  return RC_STATUS_OK;
}

static rc_status item(session *s) {
  rc_item item;
  return print_item(rc_list_item(s->list, integer(s, 1), &item), &item);
}

static rc_status item_at(session *s) {
  rc_item item;
  return print_item(rc_list_item_at(s->list, length(s, 1), &item), &item);
}

static rc_status print_interval(rc_status status, const char *name, const rc_interval *interval) {
  if (status != RC_STATUS_OK) return status;
  printf("%s %" PRId64 " %" PRId64 "\n", name, interval->lower, interval->upper);
  return RC_STATUS_OK;
}

static rc_status items_in(session *s) {
  rc_interval items;
  return print_interval(rc_list_items_in(s->list, length(s, 1), length(s, 2), &items), "items",
                        &items);
}

static rc_status rows(session *s) {
  int64_t lower = integer(s, 1), upper = integer(s, 2);
  // The bounds are checked first, before memory is allocated for them.
  rc_status status = rc_list_copy_rows(s->list, lower, upper, NULL, NULL);
  if (status != RC_STATUS_OK) return status;
  size_t count = (size_t)(upper - lower);
  double *offsets = calloc(2 * count + 1, sizeof *offsets);
  if (offsets == NULL) return RC_STATUS_NO_MEMORY;
  status = rc_list_copy_rows(s->list, lower, upper, offsets, offsets + count);
  printf("rows");
  for (size_t row = 0; row < count; row++) {
    printf(" %" PRId64 " %" PRId64, ticks(offsets[row]), ticks(offsets[count + row]));
  }
  printf("\n");
  free(offsets);
  return status;
}

static void print_place(const rc_lanes_position *place) {
  printf("; offset %" PRId64 " extent %" PRId64, ticks(place->offset), ticks(place->extent));
  if (place->span == RC_SPAN_WIDE) {
    printf(" wide");
  } else if (place->lane == RC_LANE_NONE) {
    printf(" laneless");
  } else {
    printf(" lane %" PRIu32, place->lane);
  }
  if (place->is_measured) printf(" measured");
}

static rc_status places(session *s) {
  const int64_t lower = integer(s, 1), upper = integer(s, 2);
  if (lower < 0 || upper > rc_list_count(s->list)) return RC_STATUS_ARGUMENT;
  const size_t count = (size_t)(upper - lower);
  rc_lanes_position *all = calloc(count + 1, sizeof *all);
  if (all == NULL) abort();
  const rc_status status = rc_list_places(s->list, lower, upper, all);
  if (status == RC_STATUS_OK) {
    printf("places");
    for (size_t i = 0; i < count; i++) print_place(&all[i]);
    printf("\n");
  }
  free(all);
  return status;
}

static rc_status unmeasured_rows(session *s) {
  rc_interval rows;
  return print_interval(rc_list_unmeasured_rows(s->list, integer(s, 1), integer(s, 2), &rows),
                        "rows", &rows);
}

static rc_status print_section(rc_status status, const rc_section *section) {
  if (status != RC_STATUS_OK) return status;
  printf("section %" PRId64 " items %" PRId64 " %" PRId64 " rows %" PRId64 " %" PRId64
         " columns %u\n",
         section->ordinal, section->items.lower, section->items.upper, section->rows.lower,
         section->rows.upper, (unsigned)section->columns);
  return RC_STATUS_OK;
}

static rc_status section(session *s) {
  rc_section section;
  return print_section(rc_list_section(s->list, integer(s, 1), &section), &section);
}

static rc_status section_of(session *s) {
  rc_section section;
  return print_section(rc_list_section_of_item(s->list, integer(s, 1), &section), &section);
}

static rc_status sections(session *s) {
  printf("sections %" PRId64 "\n", rc_list_section_count(s->list));
  return RC_STATUS_OK;
}

static rc_status row_of(session *s) {
  int64_t row;
  rc_status status = rc_list_row_of_item(s->list, integer(s, 1), &row);
  if (status == RC_STATUS_OK) printf("row %" PRId64 "\n", row);
  return status;
}

static rc_status items_of_row(session *s) {
  rc_interval items;
  return print_interval(rc_list_items_of_row(s->list, integer(s, 1), &items), "items", &items);
}

static rc_status pinned(session *s) {
  rc_pinned_header header;
  rc_status status = rc_list_pinned_header(s->list, &header);
  if (status != RC_STATUS_OK) return status;
  printf("pinned %" PRId64 " offset %" PRId64 " covered %" PRId64 "\n", header.index,
         ticks(header.offset), ticks(header.covered));
  return RC_STATUS_OK;
}

static rc_status foresee(session *s) {
  rc_foresight it;
  rc_status status = rc_list_foresee(s->list, &it);
  if (status != RC_STATUS_OK) return status;
  printf("foresight landing %" PRId64 " velocity %" PRId64 " moving %d known %d wanted %" PRId64
         " %" PRId64 " running %" PRId64 " %" PRId64 " kept %" PRId64 " %" PRId64 " spans",
         it.landing_offset, it.velocity, it.is_moving, it.landing_is_known, it.wanted.lower,
         it.wanted.upper, it.running.lower, it.running.upper, it.kept.lower, it.kept.upper);
  for (int i = 0; i < it.span_count; i++) {
    printf(" %" PRId64 " %" PRId64 " %d", it.spans[i].lower, it.spans[i].upper,
           it.is_descending[i]);
  }
  printf("\n");
  return RC_STATUS_OK;
}

static rc_status preload_time(session *s) {
  return rc_list_add_preload_time(s->list, words_number(&s->words, 1, TIME));
}

static rc_status load(session *s) {
  for (int index = 1; index < 4; index++) integer(s, index);
  return RC_STATUS_OK;
}

static rc_status loaded(session *s) {
  integer(s, 1);
  words_value(&s->words, 2, outcome_words);
  integer(s, 3);
  return RC_STATUS_OK;
}

static rc_status state(session *s) {
  printf("state %d\n", rc_list_state(s->list, integer(s, 1)));
  return RC_STATUS_OK;
}

static rc_status states(session *s) {
  int64_t lower = integer(s, 1), upper = integer(s, 2);
  if (lower < 0 || upper > rc_list_count(s->list)) return RC_STATUS_ARGUMENT;
  size_t count = (size_t)(upper - lower);
  rc_state *states = malloc(count + 1);
  if (states == NULL) return RC_STATUS_NO_MEMORY;
  rc_status status = rc_list_copy_states(s->list, lower, upper, states);
  printf("states");
  for (size_t item = 0; item < count; item++) printf(" %d", states[item]);
  printf("\n");
  free(states);
  return status;
}

static rc_status validate(session *s) {
  return rc_list_validate(s->list, NULL);
}

// == the program ==

static rc_status host(session *s) {
  return session_run(s, host_commands, 1);
}

static const command commands[] = {
    {"create", create, true},
    {"insert", insert, true},
    {"remove", remove_items, true},
    {"move", move, true},
    {"forget", forget, true},
    {"set_row_extents", set_row_extents, true},
    {"mark_provisional", mark_provisional, true},
    {"set_layout", set_layout, true},
    {"set_lanes", set_lanes, true},
    {"set_span", set_span, true},
    {"mark_header", mark_header, true},
    {"unmark_header", unmark_header, true},
    {"estimate", estimate, true},
    {"update", update, false},
    {"scroll", scroll, false},
    {"set_scroll_target", set_scroll_target, false},
    {"set_names", set_names, true},
    {"keep", keep, true},
    {"kept", kept, false},
    {"change_names", change_names, false},
    {"diff", diff, false},
    {"mode", mode, true},
    {"mark_scrolled", mark_scrolled, true},
    {"set", set, true},
    {"settings", settings, false},
    {"tune", tune, true},
    {"tuning", tuning, false},
    {"begin", begin, false},
    {"finish", finish, true},
    {"outcome", outcome, false},
    {"retry", retry, true},
    {"reset", reset, true},
    {"mark_exhausted", mark_exhausted, true},
    {"size", size, false},
    {"item", item, false},
    {"item_at", item_at, false},
    {"items_in", items_in, false},
    {"rows", rows, false},
    {"places", places, false},
    {"unmeasured_rows", unmeasured_rows, false},
    {"sections", sections, false},
    {"section", section, false},
    {"section_of", section_of, false},
    {"row_of", row_of, false},
    {"items_of_row", items_of_row, false},
    {"pinned", pinned, false},
    {"foresee", foresee, false},
    {"preload_time", preload_time, true},
    {"load", load, true},
    {"loaded", loaded, true},
    {"state", state, false},
    {"states", states, false},
    {"validate", validate, true},
    {"host", host, false},
    {NULL, NULL, false},
};

rc_status session_run(session *s, const command *commands, int index) {
  const char *name = words_at(&s->words, index);
  while (commands->name != NULL && strcmp(commands->name, name) != 0) commands++;
  if (commands->name == NULL) words_refuse(&s->words, "no such command:", name);
  const rc_status status = commands->run(s);
  if (status == RC_STATUS_OK && commands->prints_ok) printf("ok\n");
  return status;
}

static void carry_out(session *s) {
  printf(">");
  for (int index = 0; index < s->words.count; index++) printf(" %s", s->words.words[index]);
  printf("\n");
  const rc_status status = session_run(s, commands, 0);
  if (status != RC_STATUS_OK) printf("error %s\n", rc_status_text(status));
}

int main(int count, char **arguments) {
  static session s;
  FILE *file = count > 1 ? fopen(arguments[1], "r") : stdin;
  if (file == NULL) {
    perror(arguments[1]);
    return 1;
  }
  while (words_read(&s.words, file)) carry_out(&s);
  rc_host_destroy(s.host);
  rc_list_destroy(s.list);
  while (s.fetch_count > 0) rc_batch_context_release(s.fetches[--s.fetch_count].context);
  free(s.fetches);
  free(s.change_sizes);
  if (file != stdin) fclose(file);
}
