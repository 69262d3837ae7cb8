// Gives a fuzzer the inputs of a corpus, each a line of hexadecimal digits.

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int digit_of(int c) {
  return c <= '9' ? c - '0' : c - 'a' + 10;
}

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
  uint8_t *data = malloc(1 << 20);
  if (file == NULL || data == NULL) return 2;
  size_t size = 0, count = 0;
  for (int high = -1, c; (c = getc(file)) != EOF;) {
    if (c == '\n') {
      LLVMFuzzerTestOneInput(data, size);
      count++;
      size = 0;
    } else if (!isxdigit(c) || size == 1 << 20) {
      return 2;
    } else if (high < 0) {
      high = digit_of(c);
    } else {
      data[size++] = (uint8_t)(high << 4 | digit_of(c));
      high = -1;
    }
  }
  free(data);
  fclose(file);
  printf("%zu\n", count);
  return count == 0;
}
