// What Tests/Checks/Mutation/run writes into the core: included before each of its files. For the
// hot operations it stands in for callgrind's header as well: statements are counted, not
// instructions.

#ifndef MUTATION_H
#define MUTATION_H

#include <stdint.h>

/// The number of the change that is made; 0 for none, and -1 to note which could be.
extern int rc_mutant;
/// How many statements have run.
extern uint64_t rc_work;
/// Which changes have been met. Two threads may write the same entry, with the same value.
extern unsigned char rc_met[];

#define rc_is(number) (rc_mutant < 0 ? (rc_met[number] = 1, 0) : rc_mutant == (number))
/// Whether none of a function's changes is made: then it runs as it was written.
#define rc_idle(first, last) (rc_mutant >= 0 && (rc_mutant < (first) || rc_mutant > (last)))
#define RC_STEP rc_work++;

/// The hot operations of Benchmarks/Instructions, and what one of them has done.
int rc_hot_operations(void);
void rc_hot_done(const char *name);

#define CALLGRIND_START_INSTRUMENTATION ((void)0)
#define CALLGRIND_ZERO_STATS ((void)(rc_work = 0))
#define CALLGRIND_STOP_INSTRUMENTATION ((void)0)
#define CALLGRIND_DUMP_STATS_AT(text) rc_hot_done(text)

#endif
