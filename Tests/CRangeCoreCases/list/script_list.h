// Scripts of random calls, run on a list and on the slow model side by side.
//
// A call is a kind and a seed, from which its arguments follow when it runs; so any call can be
// left out, and a script that fails can be shortened until nothing more can be left out.

#ifndef SCRIPT_LIST_H
#define SCRIPT_LIST_H

#include "../harness.h"
#include "model_list.h"

typedef enum {
  CALL_UPDATE,
  CALL_INSERT,
  CALL_INSERT_MEASURED,
  CALL_REMOVE,
  CALL_MOVE,
  CALL_RELOAD,
  CALL_MEASURE,
  CALL_MEASURE_VISIBLE,
  CALL_ESTIMATE,
  CALL_CONFIGURE,
  CALL_MODE,
  CALL_PROMOTE,
  CALL_SCROLL_TO,
  CALL_BEGIN,
  CALL_FINISH,
  CALL_RETRY,
  CALL_RESET,
  CALL_END,
  CALL_QUERY,
  CALL_VISIT,
  CALL_MARK,
  CALL_LAYOUT,
  CALL_NAME,
  CALL_HEADER,
  CALL_KEEP,
  CALL_KINDS
} script_call_kind;

typedef struct {
  script_call_kind kind;
  uint64_t seed;
} script_call;

/// What the scripts of a kind are made of.
typedef struct {
  const char *name;
  /// How often each kind of call comes.
  int weights[CALL_KINDS];
  int64_t columns_most, initial_count_most, initial_measured_percent;
  /// Per cent of the rows that are measured as 0, and of the updates that are …
  int zero_percent, empty_percent, held_percent, user_percent, jump_percent, bounce_percent;
  /// Per cent of the arguments that are drawn from the borders of what is allowed, and past them;
  /// such lists begin close to the longest.
  int border_percent;
  /// Lists grow no longer; 0 for 300.
  int64_t count_most;
  /// Per cent of the lists that have …
  int spacing_percent, insets_percent;
  /// Updates by an item and its place.
  int place_percent;
  /// Lists with a quantum.
  int quantum_percent;
  /// … and settings that stay through a script.
  bool sticks_to_end, uses_mean_estimate, has_slack, has_foresight, runs_out_of_memory;
} script_flavour;

/// Runs `count` random scripts of a flavour; the first that fails is shortened and printed. Returns
/// how many calls were made and compared.
int64_t script_run_flavour(const script_flavour *flavour, test_random *random, int64_t count,
                           int64_t length);

/// The same as a case, from a seed.
void script_check_flavour(const script_flavour *flavour, uint64_t seed, int64_t count,
                          int64_t length);

#endif
