// The functions on bytes that a compiler may call. The C library's differ with the processor, and
// so would the counts.

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

/// Eight bytes, wherever they are.
typedef uint64_t __attribute__((aligned(1), may_alias)) word;

static void *copy_up(void *to, const void *from, size_t size) {
  unsigned char *out = to;
  const unsigned char *in = from;
  for (; size >= sizeof(word); size -= sizeof(word)) {
    *(word *)out = *(const word *)in;
    out += sizeof(word);
    in += sizeof(word);
  }
  while (size-- > 0) *out++ = *in++;
  return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  return copy_up(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
  unsigned char *out = to;
  const unsigned char *in = from;
  if ((uintptr_t)out - (uintptr_t)in >= size) return copy_up(to, from, size);
  for (; size >= sizeof(word); size -= sizeof(word)) {
    word last = *(const word *)(in + size - sizeof(word));
    *(word *)(out + size - sizeof(word)) = last;
  }
  for (; size > 0; size--) out[size - 1] = in[size - 1];
  return to;
}

void *memset(void *to, int value, size_t size) {
  unsigned char *out = to;
  word pattern = (unsigned char)value * UINT64_C(0x0101010101010101);
  for (; size >= sizeof(word); size -= sizeof(word), out += sizeof(word)) *(word *)out = pattern;
  while (size-- > 0) *out++ = (unsigned char)value;
  return to;
}

int memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *x = a, *y = b;
  for (; size > 0 && *x == *y; size--, x++, y++) continue;
  return size == 0 ? 0 : *x - *y;
}
