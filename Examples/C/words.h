// The words of a session's line, and the values that they stand for.
#ifndef WORDS_H
#define WORDS_H

#include <rangecore_host.h>
#include <stdio.h>

#define WORDS_MAX 1010

/// The words of the current line.
typedef struct words {
  const char *words[WORDS_MAX];
  int count;
  long line;
} words;

/// The words of an enumeration, in the order of its values, from 0; NULL ends them.
typedef const char *const word_list[8];

extern const word_list mode_words, range_words, preset_words, direction_words, presence_words,
    pressure_words, policy_words, end_words, answer_words, outcome_words, edit_words;

/// Reads the next line with words; returns false at the end of the file.
bool words_read(words *words, FILE *file);

/// Ends the program: prints the line's number, what is wrong with it, and a word of it.
_Noreturn void words_refuse(const words *words, const char *message, const char *word);

/// Returns the word at an index, and refuses a line that has none there.
const char *words_at(const words *words, int index);
int64_t words_integer(const words *words, int index);
double words_number(const words *words, int index, double divisor);
/// Returns the index of a word in a list.
int words_value(const words *words, int index, const word_list list);

/// Rounds a length in points, a time in seconds, or screens, for printing.
int64_t whole(double value, double factor);

/// What a field of a struct holds; ITEMS is a number of items, or the index of one. A LENGTH is
/// multiplied by 960 to print it, THOUSANDTHS by 1000, and a TIME by 1,000,000.
typedef enum kind {
  FLAG,
  BITS,
  COUNT,
  ITEMS,
  CHOICE,
  LENGTH = 960,
  THOUSANDTHS = 1000,
  TIME = 1000000
} kind;

/// A field of a struct, and the words of a choice.
typedef struct field {
  const char *key;
  kind kind;
  size_t offset;
  const word_list *list;
} field;

/// The keys of `update`, `set` and `host create`; a NULL key ends them.
extern const field viewport_fields[13], settings_fields[24], option_fields[7];

/// Reads keys and values, from a word on, into a struct.
void fields_read(const field *fields, void *object, const words *words, int index);

/// Prints the keys and values of a struct.
void fields_print(const field *fields, const void *object);

#endif
