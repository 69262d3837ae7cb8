#include "list_memory.h"

#include <stdlib.h>
#include <string.h>

// Each block is preceded by its size, and followed by bytes that nothing may write.
#define HEADER 16
#define FOOTER 16

void list_memory_init(list_memory *memory) {
  memset(memory, 0, sizeof *memory);
  memory->countdown = -1;
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
  list_memory *memory = context;
  unsigned char *base = block == NULL ? NULL : (unsigned char *)block - HEADER;
  size_t size = 0;
  if (base != NULL) memcpy(&size, base, sizeof size);
  if (block != NULL && size != old_size) memory->is_confused = true;
  for (size_t i = 0; base != NULL && i < FOOTER; i++) {
    if (base[HEADER + size + i] != 0xfd) memory->is_confused = true;
  }
  if (new_size == 0) {
    memory->bytes -= (int64_t)size;
    memory->blocks -= base != NULL;
    free(base);
    return NULL;
  }
  memory->allocations++;
  if (memory->countdown == 0) {
    memory->has_failed = true;
    if (memory->fails_once) memory->countdown = -1;
    return NULL;
  }
  if (memory->countdown > 0) memory->countdown--;
  // Always another block, so that a pointer kept to the old one is found out.
  unsigned char *fresh = malloc(HEADER + new_size + FOOTER);
  if (fresh == NULL) return NULL;
  memset(fresh + HEADER + new_size, 0xfd, FOOTER);
  memcpy(fresh, &new_size, sizeof new_size);
  if (base != NULL) memcpy(fresh + HEADER, block, size < new_size ? size : new_size);
  memory->bytes += (int64_t)new_size - (int64_t)size;
  memory->blocks += base == NULL;
  if (memory->bytes > memory->peak_bytes) memory->peak_bytes = memory->bytes;
  free(base);
  return fresh + HEADER;
}

rc_allocator list_memory_allocator(list_memory *memory) {
  rc_allocator allocator = {memory, resize};
  return allocator;
}
