#include "words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const word_list mode_words = {"full", "minimum", "visible_only", "low_memory"};
const word_list range_words = {"display", "preload", "app_0", "app_1", "app_2", "app_3"};
const word_list preset_words = {"list", "pager"};
const word_list direction_words = {"none", "forward", "backward"};
const word_list presence_words = {"on_screen", "near", "away"};
const word_list pressure_words = {"normal", "warning", "critical"};
const word_list policy_words = {"fetch", "after_scroll", "never"};
const word_list end_words = {"tail", "head"};
const word_list answer_words = {"no", "yes", "defer"};
const word_list outcome_words = {"fetching",  "completed", "declined", "failed",
                                 "cancelled", "exhausted", "stale"};
const word_list edit_words = {"remove", "insert", "move"};

bool words_read(words *words, FILE *file) {
  static char text[32768];
  while (fgets(text, sizeof text, file) != NULL) {
    words->line++;
    words->count = 0;
    if (strlen(text) == sizeof text - 1) words_refuse(words, "the line is too long", "");
    text[strcspn(text, "#")] = '\0';
    for (char *word = strtok(text, " \t\r\n"); word != NULL; word = strtok(NULL, " \t\r\n")) {
      if (words->count == WORDS_MAX) words_refuse(words, "too many words, from", word);
      words->words[words->count++] = word;
    }
    if (words->count > 0) return true;
  }
  return false;
}

_Noreturn void words_refuse(const words *words, const char *message, const char *word) {
  fflush(stdout);
  fprintf(stderr, "line %ld: %s %s; Examples/Session/README.md has the commands\n", words->line,
          message, word);
  exit(1);
}

const char *words_at(const words *words, int index) {
  if (index >= words->count) words_refuse(words, "something is missing after", words->words[0]);
  return words->words[index];
}

int64_t words_integer(const words *words, int index) {
  char *end;
  long long value = strtoll(words_at(words, index), &end, 10);
  if (*end != '\0') words_refuse(words, "not an integer:", words->words[index]);
  return value;
}

double words_number(const words *words, int index, double divisor) {
  return (double)words_integer(words, index) / divisor;
}

int words_value(const words *words, int index, const word_list list) {
  const char *word = words_at(words, index);
  for (int value = 0; list[value] != NULL; value++) {
    if (strcmp(list[value], word) == 0) return value;
  }
  words_refuse(words, "unknown word", word);
}

int64_t whole(double value, double factor) {
  return (int64_t)floor(value * factor + 0.5);
}

const field viewport_fields[13] = {
    {"user", FLAG, offsetof(rc_viewport, is_user_driven), NULL},
    {"held", FLAG, offsetof(rc_viewport, is_held), NULL},
    {"insets_are_fixed", FLAG, offsetof(rc_viewport, insets_are_fixed), NULL},
    {"dragged", FLAG, offsetof(rc_viewport, is_dragged), NULL},
    {"landing", LENGTH, offsetof(rc_viewport, landing_offset), NULL},
    {"inset_start", LENGTH, offsetof(rc_viewport, inset_start), NULL},
    {"inset_end", LENGTH, offsetof(rc_viewport, inset_end), NULL},
    {"velocity", LENGTH, offsetof(rc_viewport, velocity), NULL},
    {"time", TIME, offsetof(rc_viewport, time), NULL},
    {"jitter", THOUSANDTHS, offsetof(rc_viewport, jitter), NULL},
    {"item", ITEMS, offsetof(rc_viewport, item), NULL},
    {"item_place", LENGTH, offsetof(rc_viewport, item_place), NULL},
};

const field settings_fields[24] = {
    {"depth", COUNT, offsetof(rc_list_settings, depth), NULL},
    {"presence", CHOICE, offsetof(rc_list_settings, presence), &presence_words},
    {"pressure", CHOICE, offsetof(rc_list_settings, pressure), &pressure_words},
    {"short_content_policy", CHOICE, offsetof(rc_list_settings, short_content_policy),
     &policy_words},
    {"slack", THOUSANDTHS, offsetof(rc_list_settings, slack), NULL},
    {"foresight", THOUSANDTHS, offsetof(rc_list_settings, foresight), NULL},
    {"direction_threshold", LENGTH, offsetof(rc_list_settings, direction_threshold), NULL},
    {"leading_tail", THOUSANDTHS, offsetof(rc_list_settings, leading_screens[RC_END_TAIL]), NULL},
    {"leading_head", THOUSANDTHS, offsetof(rc_list_settings, leading_screens[RC_END_HEAD]), NULL},
    {"leading_items_tail", ITEMS, offsetof(rc_list_settings, leading_items[RC_END_TAIL]), NULL},
    {"leading_items_head", ITEMS, offsetof(rc_list_settings, leading_items[RC_END_HEAD]), NULL},
    {"overscan_items", ITEMS, offsetof(rc_list_settings, overscan_items), NULL},
    {"extra_tail", LENGTH, offsetof(rc_list_settings, extra_lengths[RC_END_TAIL]), NULL},
    {"extra_head", LENGTH, offsetof(rc_list_settings, extra_lengths[RC_END_HEAD]), NULL},
    {"stick_distance_tail", LENGTH, offsetof(rc_list_settings, stick_distances[RC_END_TAIL]), NULL},
    {"stick_distance_head", LENGTH, offsetof(rc_list_settings, stick_distances[RC_END_HEAD]), NULL},
    {"in_background", FLAG, offsetof(rc_list_settings, in_background), NULL},
    {"insertion_pending", FLAG, offsetof(rc_list_settings, insertion_pending), NULL},
    {"host_decides_batches", FLAG, offsetof(rc_list_settings, host_decides_batches), NULL},
    {"sticks_tail", FLAG, offsetof(rc_list_settings, sticks[RC_END_TAIL]), NULL},
    {"sticks_head", FLAG, offsetof(rc_list_settings, sticks[RC_END_HEAD]), NULL},
    {"uses_mean_estimate", FLAG, offsetof(rc_list_settings, uses_mean_estimate), NULL},
    {"pins_headers", FLAG, offsetof(rc_list_settings, pins_headers), NULL},
};

const field option_fields[7] = {
    {"budget", TIME, offsetof(rc_host_options, budget), NULL},
    {"offset_step", LENGTH, offsetof(rc_host_options, offset_step), NULL},
    {"ahead_count", COUNT, offsetof(rc_host_options, ahead_count), NULL},
    {"node_bits", BITS, offsetof(rc_host_options, node_bits), NULL},
    {"makes_ahead", FLAG, offsetof(rc_host_options, makes_ahead), NULL},
    {"extents_are_known", FLAG, offsetof(rc_host_options, extents_are_known), NULL},
    {"in_lanes", FLAG, offsetof(rc_host_options, in_lanes), NULL},
};

static void field_read(const field *field, void *object, const words *words, int index) {
  void *place = (char *)object + field->offset;
  if (field->kind == FLAG) {
    *(bool *)place = words_integer(words, index) != 0;
  } else if (field->kind == BITS) {
    *(rc_state *)place = (rc_state)words_integer(words, index);
  } else if (field->kind == COUNT) {
    *(int32_t *)place = (int32_t)words_integer(words, index);
  } else if (field->kind == ITEMS) {
    *(int64_t *)place = words_integer(words, index);
  } else if (field->kind == CHOICE) {
    *(int *)place = words_value(words, index, *field->list);
  } else {
    *(double *)place = words_number(words, index, field->kind);
  }
}

void fields_read(const field *fields, void *object, const words *words, int index) {
  for (; index < words->count; index += 2) {
    const field *field = fields;
    while (field->key != NULL && strcmp(field->key, words->words[index]) != 0) field++;
    if (field->key == NULL) words_refuse(words, "unknown key", words->words[index]);
    field_read(field, object, words, index + 1);
  }
}

void fields_print(const field *fields, const void *object) {
  for (const field *field = fields; field->key != NULL; field++) {
    const void *place = (const char *)object + field->offset;
    printf(" %s ", field->key);
    if (field->kind == FLAG) {
      printf("%d", *(const bool *)place);
    } else if (field->kind == COUNT) {
      printf("%d", *(const int32_t *)place);
    } else if (field->kind == ITEMS) {
      printf("%lld", (long long)*(const int64_t *)place);
    } else if (field->kind == CHOICE) {
      printf("%s", (*field->list)[*(const int *)place]);
    } else {
      printf("%lld", (long long)whole(*(const double *)place, field->kind));
    }
  }
}
