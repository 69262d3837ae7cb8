// The default allocator. The only file that uses the C library beyond memcpy, memmove, memset and
// memcmp, and only if there is one.

#include "base.h"

#if __STDC_HOSTED__
#include <stdlib.h>

static void *resize_with_library(void *context, void *block, size_t old_size, size_t new_size) {
  (void)context;
  (void)old_size;
  if (new_size != 0) return realloc(block, new_size);
  free(block);
  return NULL;
}
#endif

bool rc__allocator_init(rc_allocator *out_allocator, const rc_allocator *given) {
  if (given != NULL) {
    *out_allocator = *given;
    return given->resize != NULL;
  }
#if __STDC_HOSTED__
  *out_allocator = (rc_allocator){NULL, resize_with_library};
  return true;
#else
  return false;
#endif
}

void *rc__allocate(const rc_allocator *allocator, size_t size) {
  return allocator->resize(allocator->context, NULL, 0, size);
}

void rc__deallocate(const rc_allocator *allocator, void *block, size_t size) {
  if (block != NULL) allocator->resize(allocator->context, block, size, 0);
}

void rc__array_shrink(const rc_allocator *allocator, void *array, size_t *capacity,
                      size_t element_size, size_t kept) {
  if (*capacity <= kept) return;
  void *block;
  rc__copy_bytes(&block, array, sizeof block);
  void *shrunk =
      allocator->resize(allocator->context, block, *capacity * element_size, kept * element_size);
  if (shrunk == NULL) return;
  rc__copy_bytes(array, &shrunk, sizeof shrunk);
  *capacity = kept;
}

bool rc__array_reserve(const rc_allocator *allocator, void *array, size_t *capacity,
                       size_t element_size, size_t needed) {
  if (needed <= *capacity) return true;
  void *block;
  rc__copy_bytes(&block, array, sizeof block);
  // No overflow: that many elements of two bytes or more exist already.
  size_t wanted = *capacity * 2;
  if (wanted < needed) wanted = needed;
  if (wanted > SIZE_MAX / element_size) return false;
  const size_t old_size = *capacity * element_size;
  void *grown = allocator->resize(allocator->context, block, old_size, wanted * element_size);
  if (grown == NULL) return false;
  rc__copy_bytes(array, &grown, sizeof grown);
  *capacity = wanted;
  return true;
}
