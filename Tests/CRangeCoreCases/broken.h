// Fields that a case breaks on purpose, to see that validation says which promise that was, and
// mends again.

#ifndef BROKEN_H
#define BROKEN_H

#include "library.h"

#define BROKEN_MAX 12

typedef struct {
  /// What has the fields, and is validated: one of these.
  const rc_extents *extents;
  const rc_list *list;
  const rc_store *store;
  const rc_tickets *tickets;
  const rc_impressions *impressions;
  const rc_separators *separators;
  const rc_snapshot *snapshot;
  const rc_lanes *lanes;
  size_t count;
  struct {
    void *field;
    size_t size;
    unsigned char was[8];
  } at[BROKEN_MAX];
} broken_fields;

/// Writes another value into a field.
#define BREAK(broken, field, value) \
  (broken_note((broken), &(field), sizeof(field)), (field) = (value))

void broken_note(broken_fields *broken, void *field, size_t size);

/// Makes all fields what they were.
void broken_mend(broken_fields *broken);

/// Validation says what is broken, and nothing once that is mended.
void broken_expect(broken_fields *broken, const char *reason);

/// One field.
#define BROKEN(broken, field, value, reason) \
  do {                                       \
    BREAK(broken, field, value);             \
    broken_expect(broken, reason);           \
  } while (0)

#endif
