#include "memory_hook.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_digest.h"

// Objects with more measured items are validated now and then.
#define VALIDATED_ALWAYS 2000
// More attempts than any call allocates.
#define ATTEMPTS_MAX 100000

// == what is known ==

typedef struct ledger {
  rc_allocator inner;
  int64_t blocks, bytes;
  struct ledger *next;
} ledger;

/// A call that is being made, without memory from some allocation on.
typedef struct {
  const char *name;
  ledger *memory;
  /// Which allocation fails, and whether all after it do; 0 for none.
  int64_t fails_at, asked;
  bool goes_on, has_failed;
  int64_t bytes_before, bytes_most;
  /// What the call must answer with memory too.
  rc_status expected;
} attempt;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ledger *ledgers;
static memory_figures figures;
static char failure[256];
static _Thread_local attempt current;

/// What the last update gave, until it is no longer to be read.
static _Thread_local struct {
  const void *object;
  rc_changes changes;
  rc_change copy[64];
} given;

__attribute__((format(printf, 1, 2))) static void fail(const char *format, ...) {
  pthread_mutex_lock(&lock);
  if (failure[0] == 0) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure, sizeof failure, format, arguments);
    va_end(arguments);
  }
  pthread_mutex_unlock(&lock);
}

static void add(int64_t *figure, int64_t more) {
  __atomic_add_fetch(figure, more, __ATOMIC_RELAXED);
}

memory_figures memory_hook_figures(void) {
  return figures;
}

const char *memory_hook_failure(void) {
  static char told[sizeof failure];
  for (ledger *memory = ledgers; memory != NULL; memory = memory->next) {
    if (memory->blocks != 0) fail("%" PRId64 " blocks were not given back", memory->blocks);
    if (memory->blocks == 0 && memory->bytes != 0) fail("a block had another size when given back");
    memory->blocks = memory->bytes = 0;
  }
  memcpy(told, failure, sizeof told);
  failure[0] = 0;
  return told[0] != 0 ? told : NULL;
}

// == the allocator ==

static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
  ledger *memory = context;
  if (new_size != 0) {
    // The calls that are not in the list must not allocate.
    if (current.name == NULL) fail("memory was asked for by a call that needs none");
    current.memory = memory;
    current.asked++;
    bool is_after = current.goes_on && current.asked > current.fails_at;
    if (current.fails_at != 0 && (current.asked == current.fails_at || is_after)) {
      current.has_failed = true;
      add(current.goes_on ? &figures.from_on : &figures.once, 1);
      return NULL;
    }
  }
  void *resized = memory->inner.resize(memory->inner.context, block, old_size, new_size);
  if (new_size != 0 && resized == NULL) return NULL;
  add(&memory->blocks, (block == NULL) - (new_size == 0));
  add(&memory->bytes, (int64_t)new_size - (int64_t)old_size);
  return resized;
}

bool __real_rc__allocator_init(rc_allocator *out_allocator, const rc_allocator *wanted);
bool __wrap_rc__allocator_init(rc_allocator *out_allocator, const rc_allocator *wanted);

bool __wrap_rc__allocator_init(rc_allocator *out_allocator, const rc_allocator *wanted) {
  if (!__real_rc__allocator_init(out_allocator, wanted)) return false;
  // A list passes its own to its parts.
  if (out_allocator->resize == resize) return true;
  ledger *memory = calloc(1, sizeof *memory);
  if (memory == NULL) abort();
  memory->inner = *out_allocator;
  pthread_mutex_lock(&lock);
  memory->next = ledgers;
  ledgers = memory;
  pthread_mutex_unlock(&lock);
  *out_allocator = (rc_allocator){memory, resize};
  return true;
}

// == objects ==

typedef enum { NEW, EXTENTS, LIST, HOST, STORE, TICKETS } object_kind;

static uint64_t digest_of(object_kind kind, void *object) {
  if (object == NULL || kind == NEW) return 1;
  if (kind == EXTENTS) return memory_digest_extents(object);
  if (kind == HOST) return memory_digest_host(object);
  if (kind == STORE) return memory_digest_store(object);
  if (kind == TICKETS) return memory_digest_tickets(object);
  return memory_digest_list(object);
}

static int64_t measured_in(object_kind kind, const void *object) {
  if (kind == EXTENTS) return rc_extents_measured_count(object);
  return kind == LIST ? rc_list_measured_row_count(object) : 0;
}

static void validate(object_kind kind, const void *object, const char *name) {
  if (object == NULL || kind == NEW) return;
  if (measured_in(kind, object) > VALIDATED_ALWAYS && figures.compared % 64 != 0) return;
  const char *reason = NULL;
  rc_status status = RC_STATUS_OK;
  if (kind == EXTENTS) status = rc_extents_validate(object, &reason);
  if (kind == LIST) status = rc_list_validate(object, &reason);
  if (kind == HOST) status = rc_host_validate(object, &reason);
  if (kind == STORE) status = rc_store_validate(object, &reason);
  if (kind == TICKETS) status = rc_tickets_validate(object, &reason);
  if (status != RC_STATUS_OK) fail("%s without memory: %s", name, reason);
  add(&figures.validated, 1);
}

static void keep(const void *object, const rc_changes *changes) {
  size_t room = sizeof given.copy / sizeof given.copy[0];
  given.object = changes != NULL && changes->count <= room ? object : NULL;
  if (given.object == NULL) return;
  given.changes = *changes;
  if (changes->count != 0) {
    memcpy(given.copy, changes->items, changes->count * sizeof given.copy[0]);
  }
}

/// Whether changes that may still be read are as they were.
static bool are_kept(const void *object) {
  if (object == NULL || given.object != object || given.changes.count == 0) return true;
  return memcmp(given.copy, given.changes.items, given.changes.count * sizeof given.copy[0]) == 0;
}

// == calls ==
//
// A call's first allocation fails, with all after it and alone, then its second, until the call
// asks for no more. What it keeps of an attempt, for the next one, is no longer asked for: then the
// first one is another.

static void begin(const char *name) {
  current = (attempt){.name = name, .fails_at = 1, .goes_on = true};
}

static void arm(void) {
  current.asked = 0;
  current.has_failed = false;
  current.bytes_before = current.memory != NULL ? current.memory->bytes : 0;
}

/// Says whether to call again: the call had no memory, because of us, and left no trace.
static bool calls_again(object_kind kind, void *object, rc_status status, uint64_t before,
                        int64_t *turn) {
  if (!current.has_failed) return false;
  if (status == RC_STATUS_OK) {
    add(&figures.tolerated, 1);
    return false;
  }
  const char *name = current.name;
  int64_t bytes = current.memory->bytes;
  // More than ever in this call: without memory, a call may also give back what it can spare.
  bool has_kept = bytes > current.bytes_before && bytes > current.bytes_most;
  if (has_kept) current.bytes_most = bytes;
  if (kind == NEW && current.memory->blocks != 0) fail("%s without memory leaks", name);
  // Questions need no memory either.
  current.name = NULL;
  if (digest_of(kind, object) != before) fail("%s without memory leaves a trace", name);
  if (!are_kept(object)) fail("%s without memory overwrites the last changes", name);
  validate(kind, object, name);
  current.name = name;
  add(&figures.compared, 1);
  if (++*turn == ATTEMPTS_MAX) fail("%s does not come to an end", name);
  if (*turn >= ATTEMPTS_MAX) return false;
  if (status != RC_STATUS_NO_MEMORY) {
    // An argument that is not allowed, found afterwards: then it must be found with memory too.
    current.fails_at = 0;
    current.expected = status;
  } else if (has_kept) {
    current.fails_at = 1;
    current.goes_on = true;
  } else if (current.goes_on) {
    current.goes_on = false;
  } else {
    current.fails_at++;
    current.goes_on = true;
  }
  return true;
}

static rc_status end(rc_status status, const void *object, const rc_changes *changes) {
  if (current.asked != 0) add(&figures.calls, 1);
  if (current.expected != RC_STATUS_OK && status != current.expected) {
    fail("%s: status %d, without memory %d", current.name, (int)status, (int)current.expected);
  }
  current.name = NULL;
  if (status == RC_STATUS_OK) keep(object, changes);
  return status;
}

static void note(unsigned char *copy, const void *result, size_t size) {
  if (result != NULL) memcpy(copy, result, size);
}

static void check_result(const unsigned char *copy, const void *result, size_t size,
                         rc_status status) {
  if (status == RC_STATUS_OK || result == NULL || memcmp(copy, result, size) == 0) return;
  fail("%s failed and wrote its result", current.name);
}

#define TRIES(kind, call, parameters, arguments, object, result, size, changes) \
  rc_status __real_##call parameters;                                           \
  rc_status __wrap_##call parameters;                                           \
  rc_status __wrap_##call parameters {                                          \
    if (current.name != NULL) return __real_##call arguments;                   \
    uint64_t before = digest_of(kind, object);                                  \
    unsigned char written[sizeof(rc_update)] = {0};                             \
    int64_t turn = 0;                                                           \
    rc_status status;                                                           \
    note(written, result, size);                                                \
    begin(#call);                                                               \
    do {                                                                        \
      arm();                                                                    \
      status = __real_##call arguments;                                         \
      check_result(written, result, size, status);                              \
    } while (calls_again(kind, object, status, before, &turn));                 \
    return end(status, object, changes);                                        \
  }

#define NOTHING ((void *)NULL)
#define CALL(kind, name, parameters, arguments) \
  TRIES(kind, name, parameters, arguments, o, NOTHING, 0, NOTHING)
#define GIVE(kind, name, parameters, arguments, changes) \
  TRIES(kind, name, parameters, arguments, o, out, sizeof *out, out == NULL ? NULL : (changes))
#define MAKE(name, parameters, arguments) \
  TRIES(NEW, name, parameters, arguments, NOTHING, out, sizeof *out, NOTHING)

#define LET(call, parameters, arguments)                      \
  rc_status __real_##call parameters;                         \
  rc_status __wrap_##call parameters;                         \
  rc_status __wrap_##call parameters {                        \
    if (current.name != NULL) return __real_##call arguments; \
    current = (attempt){.name = #call};                       \
    const rc_status status = __real_##call arguments;         \
    current.name = NULL;                                      \
    return status;                                            \
  }

#include "memory_calls.h"
