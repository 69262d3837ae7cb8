// A fault of each kind, by its name: what finds none in the cases must find these.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned count;

static void *add(void *unused) {
  (void)unused;
  count++;
  return NULL;
}

static void race(void) {
  pthread_t other;
  if (pthread_create(&other, NULL, add, NULL) != 0) return;
  add(NULL);
  pthread_join(other, NULL);
  printf("%u\n", count);
}

// Volatile, so that compilers know nothing of what they would make something else of.

static void wrap(void) {
  volatile unsigned none = 0;
  printf("%u\n", none - 1);
}

static void address(void) {
  char *volatile block = calloc(8, 1);
  volatile size_t size = 8;
  if (block != NULL) printf("%d\n", block[size]);
  free(block);
}

static void unwritten(void) {
  int *volatile block = malloc(sizeof *block);
  if (block != NULL && *block != 0) printf("not 0\n");
  free(block);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } faults[] = {{"race", race}, {"wrap", wrap}, {"address", address}, {"unwritten", unwritten}};
  for (size_t i = 0; argc > 1 && i < sizeof faults / sizeof faults[0]; i++) {
    if (strcmp(argv[1], faults[i].name) == 0) faults[i].run();
  }
  return 0;
}
