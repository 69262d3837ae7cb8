// One end of a list, told of events as a list tells it, and compared with what its history says.

#ifndef SCRIPT_BATCH_END_H
#define SCRIPT_BATCH_END_H

#include "../harness.h"
#include "batch_end_fixture.h"
#include "model_batch_end.h"

/// How many kinds of events there are; the first begins a fetch.
#define END_SCRIPT_KINDS 13

model_event end_script_event(int kind, int time);

/// Tells the end of event `i`.
void end_script_do(end_run *run, const model_event *events, int i);

/// Compares the end with what `count` events have made of it.
void end_script_check(const end_run *run, const model_event *events, int count);

/// A sequence by its number: its digits, to the base of the kinds, are the events, at most eight.
void end_script_check_sequence(int code, int length);

#endif
