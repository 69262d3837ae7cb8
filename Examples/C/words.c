#include "words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const word_list mode_words = {"full", "minimum", "visible_only", "low_memory"};
const word_list range_words = {"display", "preload", "app_0", "app_1", "app_2", "app_3"};
const word_list direction_words = {"none", "forward", "backward"};
const word_list presence_words = {"on_screen", "near", "away"};
const word_list pressure_words = {"normal", "warning", "critical"};
const word_list policy_words = {"fetches", "after_scroll", "never"};
const word_list alignment_words = {"start", "center", "end", "nearest"};
const word_list end_words = {"tail", "head"};
const word_list answer_words = {"no", "yes", "defer"};
const word_list outcome_words = {"fetching",  "completed", "declined", "failed",
                                 "cancelled", "ended",     "stale"};

bool words_read(words *words, FILE *file) {
  static char text[32768];
  while (fgets(text, sizeof text, file) != NULL) {
    words->line++;
    words->count = 0;
    if (strlen(text) == sizeof text - 1) words_refuse(words, "the line is too long", "");
    text[strcspn(text, "#")] = '\0';
    for (char *word = strtok(text, " \t\r\n"); word != NULL; word = strtok(NULL, " \t\r\n")) {
      if (words->count == WORDS_MAX) words_refuse(words, "too many words from here on:", word);
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

int64_t words_integer(const words *words, int index) {
  if (index >= words->count) words_refuse(words, "something is missing after", words->words[0]);
  char *end;
  long long value = strtoll(words->words[index], &end, 10);
  if (*end != '\0') words_refuse(words, "no integer:", words->words[index]);
  return value;
}

double words_number(const words *words, int index, double divisor) {
  return (double)words_integer(words, index) / divisor;
}

int words_value(const words *words, int index, const word_list list) {
  if (index >= words->count) words_refuse(words, "something is missing after", words->words[0]);
  for (int value = 0; list[value] != NULL; value++) {
    if (strcmp(list[value], words->words[index]) == 0) return value;
  }
  words_refuse(words, "unknown word", words->words[index]);
}

int64_t whole(double value, double factor) {
  return (int64_t)floor(value * factor + 0.5);
}
