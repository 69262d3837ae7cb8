// Runs the cases, each call of which first runs out of memory at each of its allocations.

// For write, which a handler of signals may call.
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cases.h"
#include "harness.h"
#include "memory_hook.h"

// What cannot hold where calls are made without memory first.
static const char *const left_out[] = {
    // What could not move while there was no memory stays where it is.
    "extents_of_a_few_items_take_little_memory_whatever_they_were",
    // Another thread finishes a fetch between the two looks at the list.
    "a_list_scrolls_while_another_thread_finishes_its_fetches",
    // They count by themselves what is asked for, and how much of it is granted.
    "memory_of_the_library_can_be_had_again",
    "difference_without_memory_is_none",
    "moves_of_many_rows_are_unchanged_when_out_of_memory",
    // They make each allocation fail by themselves; other cases make the same calls at random.
    "list_is_unchanged_when_out_of_memory_and_the_call_works_later",
    "sections_are_unchanged_when_out_of_memory",
    // They call from inside the core what is not in the list.
    "edits_fail_at_each_allocation_and_leave_no_trace",
    "nothing_is_moved_together_for_a_run",
};

// The same of all of its cases: what is kept to be used again, and when it is asked for.
extern const test_suite suite_shape;

static bool is_left_out(const char *name) {
  for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
    if (strcmp(name, left_out[i]) == 0) return true;
  }
  for (size_t i = 0; i < suite_shape.count; i++) {
    if (strcmp(name, suite_shape.cases[i].name) == 0) return true;
  }
  return false;
}

static const char *running = "";

static void crashed(int number) {
  const char *parts[] = {"FAIL ", running, "\n     crashed\n"};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    if (write(2, parts[i], strlen(parts[i])) < 0) break;
  }
  signal(number, SIG_DFL);
  raise(number);
}

// Prints: allocations that failed alone, and with all after them; calls; objects compared, and
// validated; cases that passed; failures that a call did without; cases that are left out.
int main(int argc, char **argv) {
  const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) signal(crashes[i], crashed);
  int64_t passed = 0, failed = 0, left = 0;
  for (size_t i = 0; i < rc_cases_count(); i++) {
    const char *name = rc_cases_name(i);
    if (argc > 1 && strstr(name, argv[1]) == NULL) continue;
    if (is_left_out(name)) {
      left++;
      continue;
    }
    running = name;
    const char *failure = rc_cases_run(i, 1), *found = memory_hook_failure();
    if (failure == NULL) failure = found;
    if (failure == NULL) passed++;
    if (failure != NULL) fprintf(stderr, "FAIL %s\n     %s\n", name, failure);
    failed += failure != NULL;
  }
  memory_figures figures = memory_hook_figures();
  const int64_t numbers[] = {
      figures.once,      figures.from_on, figures.calls,     figures.compared,
      figures.validated, passed,          figures.tolerated, left};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    printf("%" PRId64 " ", numbers[i]);
  puts("");
  if (passed + failed == 0)
    fprintf(stderr, "no case of this name was run; %" PRId64 " are left out\n", left);
  if (passed > 0 && figures.compared == 0) fprintf(stderr, "no case of this name has allocated\n");
  return failed != 0 || passed == 0 || figures.compared == 0;
}
