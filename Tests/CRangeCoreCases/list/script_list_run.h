// A script while it runs: its calls, and where list and model differ.

#ifndef SCRIPT_LIST_RUN_H
#define SCRIPT_LIST_RUN_H

#include "list_memory.h"
#include "script_list.h"

typedef struct {
  const script_flavour *flavour;
  rc_list *list;
  /// Where the list has its memory from, where the flavour runs out of it.
  list_memory *memory;
  model_list *model;
  /// The host's, in ticks.
  int64_t offset, length, insets[2];
  bool insets_are_fixed;
  bool is_backward, speaks;
  int64_t calls_made;
  double time;
  rc_batch_context *contexts[2];
  rc_batch_token tokens[2];
  char failure[256];
} script_run;

/// Makes the list and the model.
void script_start(script_run *run, uint64_t seed);

void script_run_call(script_run *run, const script_call *call);
void script_run_edit(script_run *run, const script_call *call, test_random *random);

/// Asks one question of the list.
void script_run_query(script_run *run, test_random *random);

bool script_percent(test_random *random, int64_t chance);

/// An index near `count` or past any, where the flavour draws from the borders, else `usual`.
int64_t script_index(script_run *run, test_random *random, int64_t usual, int64_t count);

/// A number of points at a border of what is allowed, or past it.
double script_border(test_random *random);

/// An extent as the flavour has them, in points.
double script_extent(script_run *run, test_random *random);

/// Prints, where the script is run to be read.
void script_say(script_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Calls again and again, running out of memory at the call's first allocation, at its second, …,
/// until it needs no more than it is given; in between, the list must be as it was.
#define SCRIPT_IS(run, call, expected)                              \
  do {                                                              \
    rc_status called;                                               \
    int64_t allowed = 0;                                            \
    do {                                                            \
      script_allow(run, allowed++);                                 \
      called = (call);                                              \
    } while (called == RC_STATUS_NO_MEMORY && script_retries(run)); \
    script_expect(run, called, expected);                           \
  } while (0)

#define SCRIPT_OK(run, call) SCRIPT_IS(run, call, RC_STATUS_OK)

/// Calls something that must not allocate.
#define SCRIPT_FREE(run, call, expected)  \
  do {                                    \
    script_allow(run, 0);                 \
    script_expect(run, (call), expected); \
  } while (0)

/// Lets a number of allocations succeed, where the script runs out of memory at all; negative for
/// any number.
void script_allow(script_run *run, int64_t allocations);

/// After a call had no memory: compares the list, and says whether to call again.
bool script_retries(script_run *run);

/// Notes a status that is not the one expected; from here on there is memory again.
void script_expect(script_run *run, rc_status status, rc_status expected);

/// Notes the first difference.
void script_differ(script_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Compares what can be asked of a list at any time: lengths, states, geometry.
void script_compare_list(script_run *run);

/// Compares a section with that of an item.
void script_same_section(script_run *run, const rc_section *section, int64_t index,
                         int64_t ordinal);

void script_compare_update(script_run *run, const rc_update *actual, const rc_update *expected);

/// Compares an answer with that of the same update right before it: but for what is told once, they
/// are the same.
void script_compare_again(script_run *run, const rc_viewport *viewport, const rc_update *first,
                          const rc_update *second);

#endif
