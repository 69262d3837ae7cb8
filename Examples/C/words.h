// The words of a session's line, and the values that they stand for.
#ifndef WORDS_H
#define WORDS_H

#include <rangecore.h>
#include <stdio.h>

#define WORDS_MAX 1010

/// The words of the line that is carried out.
typedef struct words {
  const char *words[WORDS_MAX];
  int count;
  long line;
} words;

/// The words of an enumeration, in the order of its values, from 0; NULL ends them.
typedef const char *const word_list[8];

extern const word_list mode_words, range_words, direction_words, presence_words, pressure_words,
    policy_words, alignment_words, end_words, answer_words, outcome_words;

/// Reads the next line with words. False at the end of the file.
bool words_read(words *words, FILE *file);

/// Ends the program: prints the line's number, what is wrong with it, and a word of it.
_Noreturn void words_refuse(const words *words, const char *message, const char *word);

/// The value of a word that is an integer.
int64_t words_integer(const words *words, int index);

/// The value of a word that is an integer, divided.
double words_number(const words *words, int index, double divisor);

/// The value of a word that is in a list.
int words_value(const words *words, int index, const word_list list);

/// How a length in points, or a time in seconds, or screens, is printed.
int64_t whole(double value, double factor);

#endif
