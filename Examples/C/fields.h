// The keys of `update` and `set`, and the fields of a struct that they stand for.
#ifndef FIELDS_H
#define FIELDS_H

#include "words.h"

/// What a field holds, and so how its value is written.
typedef enum kind { FLAG, COUNT, LENGTH, SECONDS, SCREENS, CHOICE } kind;

/// A field of a struct.
typedef struct field {
  const char *key;
  kind kind;
  size_t offset;
  /// The words of a choice.
  const word_list *list;
} field;

extern const field viewport_fields[9], settings_fields[16];

/// Writes the keys and values from a word on into a struct.
void fields_read(const field *fields, void *object, const words *words, int index);

/// Prints the keys and values of a struct.
void fields_print(const field *fields, const void *object);

#endif
