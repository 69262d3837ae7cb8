// Threads whose every atomic step is chosen. A world holds all that the threads share and how far
// each is in its call; a step makes one atomic step of one thread. Worlds are copied, so that equal
// beginnings run only once.
//
// A call is in the middle of a C function, which cannot be copied: it is made again from its start,
// with the answers that its steps had, up to the next one, and is left by a jump.
//
// The words of a context are used one at a time, and any one atomic word is coherent whatever its
// memory orders are: so interleavings are all that can happen to it. What the orders decide is
// which plain memory a thread may read afterwards: clocks count that, as a race detector's do.

#ifndef MODEL_H
#define MODEL_H

#include "calls.h"

enum { STEPS_MAX = 8, PLACES = 16 };

/// How far each thread's past is known; that of thread t in [t].
typedef struct {
  uint8_t known[THREADS_MAX];
} clocks;

/// Who finished the word's fetch, and when by its own clock; nobody at 0.
typedef struct {
  uint8_t thread, time;
} landing;

typedef struct {
  model_verb verb;
  uint8_t thread, invoked, answered;
  int64_t answer;
} model_event;

typedef struct {
  uint8_t calls_made, references, step_count;
  uint8_t invoked;
  bool is_calling;
  struct {
    uint32_t value;
    bool is_exchanged;
  } steps[STEPS_MAX];
  clocks clocks;
  landing seen;
} model_thread;

typedef struct {
  _Alignas(16) unsigned char bytes[64];
  clocks published[PLACES];
  landing landing;
  bool is_freed;
  uint8_t time, event_count;
  model_thread threads[THREADS_MAX];
  model_event events[THREADS_MAX * CALLS_MAX];
} model_world;

typedef struct {
  situation start;
  int threads, calls;
  model_call program[THREADS_MAX][CALLS_MAX];
} model_plan;

/// Learns the tokens, once.
void model_open(void);

/// The world of a plan before the first step. `bytes` of a world are its context.
void model_start(const model_plan *plan, model_world *out_world);

/// Whether a thread has a step to make.
bool model_can_step(const model_plan *plan, const model_world *world, int thread);

/// One step of a thread; the reason where it is one that must not happen, else NULL.
const char *model_step(const model_plan *plan, model_world *world, int thread);

/// What the context answers when no thread runs any more.
int64_t model_ask(model_world *world, situation start, model_call call);

#endif
