#include "model.h"

#include <setjmp.h>
#include <string.h>

#include "stdatomic.h"

// What the hooks below work on: nothing between calls.
static model_world *now;
static const model_plan *planned;
static int active, fed;
static bool is_direct, has_stepped;
static const char *wrong;
static size_t context_size;
static jmp_buf next_step;

static void *resize(void *memory, void *block, size_t old_size, size_t new_size) {
  model_world *place = memory;
  if (block == NULL) {
    context_size = new_size;
    return new_size <= sizeof place->bytes ? place->bytes : NULL;
  }
  if (now->is_freed) wrong = "the context is freed twice";
  if (old_size != context_size) wrong = "the context is freed with another size";
  // All that any thread did must come before, or the memory is another's while it is still used.
  for (int i = 0; i < planned->threads && !is_direct; i++) {
    const uint8_t known = now->threads[active].clocks.known[i];
    if (known < now->threads[i].clocks.known[i]) wrong = "a thread's use is not before the free";
  }
  now->is_freed = true;
  memset(now->bytes, 0xa5, sizeof now->bytes);
  return NULL;
}

static void learn(clocks *to, const clocks *from) {
  for (int i = 0; i < THREADS_MAX; i++) {
    if (to->known[i] < from->known[i]) to->known[i] = from->known[i];
  }
}

static bool acquires(memory_order order) {
  return order != memory_order_relaxed && order != memory_order_release;
}

static bool releases(memory_order order) {
  return order >= memory_order_release;
}

static clocks *published_at(model_place place) {
  const size_t offset = (size_t)((const unsigned char *)place - now->bytes);
  return &now->published[offset / sizeof *place];
}

// Whether the step was made before; else this is the one to make, or the call is left here.
static bool is_replayed(void) {
  model_thread *thread = &now->threads[active];
  if (fed < thread->step_count) return true;
  if (has_stepped || now->is_freed || thread->step_count == STEPS_MAX) {
    if (now->is_freed) wrong = "a freed context is used";
    if (thread->step_count == STEPS_MAX) wrong = "a model_call takes too many steps";
    longjmp(next_step, 1);
  }
  has_stepped = true;
  thread->clocks.known[active]++;
  return false;
}

static uint32_t note_step(uint32_t value, bool is_exchanged) {
  model_thread *thread = &now->threads[active];
  thread->steps[fed].value = value;
  thread->steps[fed].is_exchanged = is_exchanged;
  thread->step_count++;
  fed++;
  return value;
}

static void write(model_place place, uint32_t value) {
  // The context is in the bytes of a world, which are not const.
  memcpy((void *)(uintptr_t)place, &value, sizeof value);
}

// Whose outcome the word holds from now on.
static void note_landing(bool was_exchanged) {
  const model_thread *thread = &now->threads[active];
  switch (planned->program[active][thread->calls_made].verb) {
    case CALL_FINISH:
      now->landing = (landing){(uint8_t)active, thread->clocks.known[active]};
      break;
    case CALL_BEGIN:
      now->landing = (landing){0, 0};
      break;
    case CALL_CANCEL:
      if (was_exchanged) now->landing = (landing){0, 0};
      break;
    default:
      break;
  }
}

void model_init(model_place place, uint32_t value) {
  write(place, value);
}

uint32_t model_load(model_place place, memory_order order) {
  if (is_direct) return *place;
  model_thread *thread = &now->threads[active];
  if (is_replayed()) return thread->steps[fed++].value;
  if (acquires(order)) learn(&thread->clocks, published_at(place));
  thread->seen = now->landing;
  return note_step(*place, false);
}

void model_store(model_place place, uint32_t value, memory_order order) {
  if (is_direct) {
    write(place, value);
    return;
  }
  if (is_replayed()) {
    fed++;
    return;
  }
  // What another published is not passed on by a store, unless this thread has learned it.
  *published_at(place) = releases(order) ? now->threads[active].clocks : (clocks){{0}};
  write(place, value);
  note_landing(false);
  note_step(0, false);
}

static void publish_on(model_place place, memory_order order) {
  model_thread *thread = &now->threads[active];
  if (acquires(order)) learn(&thread->clocks, published_at(place));
  if (releases(order)) learn(published_at(place), &thread->clocks);
}

uint32_t model_add(model_place place, uint32_t value, memory_order order) {
  const uint32_t old = *place;
  if (is_direct) {
    write(place, old + value);
    return old;
  }
  if (is_replayed()) return now->threads[active].steps[fed++].value;
  publish_on(place, order);
  write(place, old + value);
  return note_step(old, true);
}

bool model_exchange_if(model_place place, uint32_t *expected, uint32_t desired,
                       memory_order on_success, memory_order on_failure) {
  model_thread *thread = &now->threads[active];
  if (!is_direct && is_replayed()) {
    *expected = thread->steps[fed].value;
    return thread->steps[fed++].is_exchanged;
  }
  const uint32_t old = *place;
  const bool is_exchanged = old == *expected;
  *expected = old;
  if (is_exchanged) write(place, desired);
  if (is_direct) return is_exchanged;
  if (is_exchanged) {
    publish_on(place, on_success);
    note_landing(true);
  } else {
    if (acquires(on_failure)) learn(&thread->clocks, published_at(place));
    thread->seen = now->landing;
  }
  note_step(old, is_exchanged);
  return is_exchanged;
}

// A thread that sees a fetch finished may read everything written before.
static bool tells_of_landing(model_verb verb, int64_t answer) {
  switch (verb) {
    case CALL_PEEK:
    case CALL_TAKE:
    case CALL_OUTCOME:
      return answer != RC_BATCH_OUTCOME_FETCHING && answer != RC_BATCH_OUTCOME_STALE;
    default:
      return false;
  }
}

static void note_answer(model_verb verb, int64_t answer) {
  model_thread *thread = &now->threads[active];
  const landing seen = thread->seen;
  if (tells_of_landing(verb, answer) && thread->clocks.known[seen.thread] < seen.time) {
    wrong = "who sees an outcome does not see what was fetched";
  }
  if (verb == CALL_RETAIN) thread->references++;
  if (verb == CALL_RELEASE) thread->references--;
  const model_event event = {verb, (uint8_t)active, thread->invoked, now->time, answer};
  now->events[now->event_count++] = event;
  thread->is_calling = false;
  thread->step_count = 0;
  thread->calls_made++;
}

void model_open(void) {
  static model_world scratch;
  const rc_allocator allocator = {&scratch, resize};
  is_direct = true;
  now = &scratch;
  rc_batch_context *context = rc__batch_context_create(&allocator, RC_END_HEAD);
  // Of no fetch: this end's, without a generation.
  token_of_generation[0] = 1;
  for (int i = 1; i < GENERATIONS; i++) {
    rc__batch_context_begin(context, &token_of_generation[i]);
    rc__batch_context_cancel(context);
  }
}

void model_start(const model_plan *plan, model_world *out_world) {
  const rc_allocator allocator = {out_world, resize};
  memset(out_world, 0, sizeof *out_world);
  is_direct = true;
  now = out_world;
  planned = plan;
  make_really(&allocator, plan->start, plan->threads);
  for (int i = 0; i < plan->threads; i++) out_world->threads[i].references = 1;
}

bool model_can_step(const model_plan *plan, const model_world *world, int thread) {
  return world->threads[thread].calls_made < plan->calls;
}

const char *model_step(const model_plan *plan, model_world *world, int thread) {
  model_thread *runner = &world->threads[thread];
  const model_call call = plan->program[thread][runner->calls_made];
  now = world;
  planned = plan;
  active = thread;
  fed = 0;
  is_direct = has_stepped = false;
  wrong = NULL;
  world->time++;
  if (!runner->is_calling) {
    runner->is_calling = true;
    runner->invoked = world->time;
    runner->seen = (landing){0, 0};
  }
  if (setjmp(next_step) == 0) {
    note_answer(call.verb, do_really((rc_batch_context *)world->bytes, plan->start, thread, call));
  }
  return wrong;
}

int64_t model_ask(model_world *world, situation start, model_call call) {
  is_direct = true;
  now = world;
  wrong = NULL;
  return do_really((rc_batch_context *)world->bytes, start, 0, call);
}
