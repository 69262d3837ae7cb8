// A store and its model, with a source that answers, at random: whatever is called, both do the
// same. A case, the differential check and a fuzzer run it.

#ifndef SCRIPT_STORE_H
#define SCRIPT_STORE_H

#include "../harness.h"
#include "../list/list_memory.h"
#include "model_store.h"

enum { SCRIPT_STORE_ITEMS = 64, SCRIPT_STORE_REQUESTS = 96 };

/// A source: its items now, and how it lies.
typedef struct {
  rc_id items[SCRIPT_STORE_ITEMS];
  int64_t count;
  rc_id last_id;
  bool stands_still, changes, tells_total, tells_beside, lies;
} script_source;

typedef struct {
  test_random *random;
  rc_store *store;
  model_store *model;
  script_source source;
  rc_store_request requests[SCRIPT_STORE_REQUESTS];
  int request_count;
  double time;
  /// How many ids of the host's own were inserted.
  int64_t own_id;
  /// The slots before a call.
  rc_id before[4096];
  int64_t before_count;
  list_memory memory;
  /// Whether each call first runs out of memory at every allocation that it makes, and changes
  /// nothing then; how many the next one is granted, and the bytes in use before it.
  bool runs_out;
  int64_t granted, bytes;
  /// How many calls ran out of memory.
  int64_t refused_count;
} script_store;

/// Makes a call with ever more memory, where the script runs out of it, and sets its status.
#define SCRIPT_STORE_CALL(s, status, call) \
  do {                                     \
    script_store_grant(s);                 \
    status = (call);                       \
  } while (script_store_is_refused(s, status))

void script_store_grant(script_store *s);
/// Whether a call ran out of memory, and is to be tried again. What has grown stays so, and the
/// next allocation after it fails then.
bool script_store_is_refused(script_store *s, rc_status status);
/// Destroys the store and its model, and checks that all memory is given back.
void script_store_destroy(script_store *s);

/// Compares all that can be asked, after a call.
void script_store_compare(script_store *s);
/// Compares the plans of an update.
void script_store_compare_plan(script_store *s, const rc_store_plan *plan);
/// Notes the slots, before a call with a result.
void script_store_note(script_store *s);
/// Compares the results of a call with so many ids; the edits make the slots noted those of now.
void script_store_compare_result(script_store *s, const rc_store_result *result, const rc_id *ids,
                                 int64_t count);

/// Runs a session of so many calls with a source that stands still, and then lets the user rest:
/// nothing more is requested in the end, all that is visible is there, and in the source's order.
void script_store_rest(test_random *random, int calls);

/// Runs a session of so many calls, of a kind of store and source that is drawn first.
void script_store_run(test_random *random, int calls);

/// How a request ends, and which one of those in progress.
typedef enum { SCRIPT_RECEIVED, SCRIPT_FAILED, SCRIPT_CANCELLED } script_end;

typedef struct {
  int request;
  script_end ends;
} script_outcome;

/// Runs a session whose requests end as told, after an update each, in which everything is wanted.
/// False if there is no such request; then `out_length` is where.
bool script_store_follow(const rc_store_options *options, int64_t count, bool tells_total,
                         const script_outcome *outcomes, int length, int *out_length);

#endif
