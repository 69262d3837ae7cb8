// A store and its model, call by call, in the short form of store_fixture.h. Each call first runs
// out of memory at every allocation that it makes, and changes nothing then.

#ifndef STORE_PAIR_H
#define STORE_PAIR_H

#include "script_store.h"
#include "store_fixture.h"

typedef struct {
  store_fixture f;
  script_store script;
} store_pair;

/// Sets the options and settings to their defaults, with pages of two.
store_pair *both_begin(rc_store_source source);
/// Makes the store and its model.
void both_open(store_pair *p);
/// Checks that all memory is given back.
void both_end(store_pair *p);
void both_end_of(store_pair **p);
/// A pair of this name, which ends with the block.
#define BOTH(name, begun) __attribute__((cleanup(both_end_of))) store_pair *name = begun

const char *both_look(store_pair *p, int64_t visible_lower, int64_t visible_upper,
                      int64_t wanted_lower, int64_t wanted_upper);
/// A refresh must not find limits: what is visible follows its edits before pages are dropped.
const char *both_reply(store_pair *p, uint64_t token, const char *ids);
/// Takes over the settings of the fixture.
void both_set(store_pair *p);
/// These return the status.
rc_status both_fail(store_pair *p, uint64_t token, double time, double jitter);
rc_status both_refresh(store_pair *p, rc_store_target target, int64_t value);
rc_status both_jump(store_pair *p, rc_end end);
rc_status both_open_end(store_pair *p, rc_end end);
/// These return the edits, or the status.
const char *both_insert(store_pair *p, int64_t slot, const char *ids);
const char *both_remove(store_pair *p, rc_id id);
const char *both_move(store_pair *p, rc_id id, int64_t to);

#endif
