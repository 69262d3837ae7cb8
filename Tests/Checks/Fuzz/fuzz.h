// What every fuzzer uses: an input that is read as a sequence of choices.
//
// The harness of the cases draws its random numbers from the input here (fuzz.c), so that what the
// cases do at random, with their models in lockstep, is what the fuzzers do: a byte of the input is
// a choice of a script.

#ifndef FUZZ_H
#define FUZZ_H

#include "harness.h"
#include "library.h"

/// One fuzzer: does with the input what it likes, and fails through CHECK.
void fuzz_one(void);

/// Whether the input has more choices.
bool fuzz_has_more(void);

/// Any number, those at borders and near them more often.
int64_t fuzz_integer(void);

/// Any number, infinities and no numbers too, usual ones more often.
double fuzz_points(void);

/// One of 0 … most, at times any other.
int fuzz_enum(int most);

/// Two reals that are the same, or both no number.
bool fuzz_same(double a, double b);

#endif
