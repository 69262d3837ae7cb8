#include "fields.h"

#include <string.h>

const field viewport_fields[9] = {
    {"user", FLAG, offsetof(rc_viewport, is_user), NULL},
    {"held", FLAG, offsetof(rc_viewport, is_held), NULL},
    {"landing", LENGTH, offsetof(rc_viewport, landing_offset), NULL},
    {"inset_start", LENGTH, offsetof(rc_viewport, inset_start), NULL},
    {"inset_end", LENGTH, offsetof(rc_viewport, inset_end), NULL},
    {"velocity", LENGTH, offsetof(rc_viewport, velocity), NULL},
    {"time", SECONDS, offsetof(rc_viewport, time), NULL},
    {"jitter", SCREENS, offsetof(rc_viewport, jitter), NULL},
};

const field settings_fields[16] = {
    {"depth", COUNT, offsetof(rc_list_settings, depth), NULL},
    {"presence", CHOICE, offsetof(rc_list_settings, presence), &presence_words},
    {"pressure", CHOICE, offsetof(rc_list_settings, pressure), &pressure_words},
    {"short_content_policy", CHOICE, offsetof(rc_list_settings, short_content_policy),
     &policy_words},
    {"slack", SCREENS, offsetof(rc_list_settings, slack), NULL},
    {"direction_threshold", LENGTH, offsetof(rc_list_settings, direction_threshold), NULL},
    {"leading_tail", SCREENS, offsetof(rc_list_settings, leading_screens[RC_END_TAIL]), NULL},
    {"leading_head", SCREENS, offsetof(rc_list_settings, leading_screens[RC_END_HEAD]), NULL},
    {"extra_tail", LENGTH, offsetof(rc_list_settings, extra_lengths[RC_END_TAIL]), NULL},
    {"extra_head", LENGTH, offsetof(rc_list_settings, extra_lengths[RC_END_HEAD]), NULL},
    {"in_background", FLAG, offsetof(rc_list_settings, in_background), NULL},
    {"insertion_pending", FLAG, offsetof(rc_list_settings, insertion_pending), NULL},
    {"host_decides_batches", FLAG, offsetof(rc_list_settings, host_decides_batches), NULL},
    {"sticks_to_end", FLAG, offsetof(rc_list_settings, sticks_to_end), NULL},
    {"uses_mean_estimate", FLAG, offsetof(rc_list_settings, uses_mean_estimate), NULL},
};

static const double factors[] = {[LENGTH] = 960, [SECONDS] = 1000, [SCREENS] = 1000};

static void field_read(const field *field, void *object, const words *words, int index) {
  char *place = (char *)object + field->offset;
  switch (field->kind) {
    case FLAG:
      *(bool *)place = words_integer(words, index) != 0;
      break;
    case COUNT:
      *(int32_t *)place = (int32_t)words_integer(words, index);
      break;
    case CHOICE:
      *(int *)place = words_value(words, index, *field->list);
      break;
    default:
      *(double *)place = words_number(words, index, factors[field->kind]);
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
    const char *place = (const char *)object + field->offset;
    printf(" %s ", field->key);
    if (field->kind == FLAG) printf("%d", *(const bool *)place);
    if (field->kind == COUNT) printf("%d", *(const int32_t *)place);
    if (field->kind == CHOICE) printf("%s", (*field->list)[*(const int *)place]);
    if (field->kind < LENGTH || field->kind == CHOICE) continue;
    printf("%lld", (long long)whole(*(const double *)place, factors[field->kind]));
  }
}
