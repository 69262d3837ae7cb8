#include "broken.h"

#include <stdlib.h>
#include <string.h>

void broken_note(broken_fields *broken, void *field, size_t size) {
  if (broken->count == BROKEN_MAX || size > sizeof broken->at[0].was) abort();
  broken->at[broken->count].field = field;
  broken->at[broken->count].size = size;
  memcpy(broken->at[broken->count++].was, field, size);
}

void broken_mend(broken_fields *broken) {
  while (broken->count > 0) {
    broken->count--;
    memcpy(broken->at[broken->count].field, broken->at[broken->count].was,
           broken->at[broken->count].size);
  }
}
