// In place of callgrind's header: Benchmarks/Instructions counts the statements of the core that it
// runs instead, which takes a second and not a minute.

#ifndef WORK_CALLGRIND_H
#define WORK_CALLGRIND_H

#include "mutation.h"

#define CALLGRIND_START_INSTRUMENTATION ((void)0)
#define CALLGRIND_ZERO_STATS ((void)(rc_work = 0))
#define CALLGRIND_STOP_INSTRUMENTATION ((void)0)
/// The text is the operation's name and the number of its repeats.
#define CALLGRIND_DUMP_STATS_AT(text) rc_hot_done(text)

#endif
