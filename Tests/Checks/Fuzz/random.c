// Gives a fuzzer inputs at random: what it compares with models is so compared without a guide.
//
//     random-FUZZER COUNT SEED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE_MAX_OF_INPUT = 1500 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// splitmix64, as in the harness of the cases, whose place fuzz.c takes.
static uint64_t draw(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const int64_t count = strtoll(argv[1], NULL, 10);
  uint64_t state = strtoull(argv[2], NULL, 10);
  for (int64_t i = 0; i < count; i++) {
    // By itself, so that reading past it is found.
    const size_t size = (size_t)(draw(&state) % SIZE_MAX_OF_INPUT);
    uint8_t *data = malloc(size + 1);
    if (data == NULL) return 2;
    for (size_t at = 0; at < size; at++) data[at] = (uint8_t)(draw(&state) >> 56);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
  }
  printf("%" PRId64 "\n", count);
  return 0;
}
