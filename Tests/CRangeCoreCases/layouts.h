// What bindings write down of the open structs.

#ifndef LAYOUTS_H
#define LAYOUTS_H

#include <stddef.h>

typedef struct {
  const char *name;
  /// The size of a struct or the offset of a field, here.
  size_t here;
  /// The same where pointers have 64 bits; where they have 32; and on i386, where int64_t and
  /// double lie at any multiple of 4 bytes in a struct.
  size_t expected[3];
} layout;

extern const layout layouts[];
extern const size_t layouts_count;

#endif
