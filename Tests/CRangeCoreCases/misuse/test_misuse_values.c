// Every value that a careless caller may give, at every place that takes one. The lists of places
// are in misuse_numbers.h and misuse_wholes.h; here are the values, and what each must come to.

#include <float.h>
#include <string.h>

#include "misuse.h"

// What a place allows. Numbers:
//
//   OFFSET    points, within the longest list to either side
//   LENGTH    the same, not negative
//   ROOM      the same, and there are items already
//   EXTENT    points of an item, not negative
//   SCREENS   finite, not negative         FINITE    finite
//   RATIO     0 … 1                        NUMERIC   anything but a NaN
//
// Whole numbers, by their border: INDEX 0 ..< border, of items; BOUND the same, of ticks; FAR to
// either side; ENUM, 32 bits; COUNT how many are inserted; COUNT_ALONE the same without the
// negative ones; NEGATIVE and NEGATIVE_INT anything else; TOKEN a right token, of which bits are
// flipped. With SIZE, only those that a `size_t` holds.
typedef enum {
  OFFSET = 1,
  LENGTH = 2,
  ROOM = 4,
  EXTENT = 8,
  SCREENS = 0x10,
  FINITE = 0x20,
  RATIO = 0x40,
  NUMERIC = 0x80,
  INDEX = 0x200,
  BOUND = 0x400,
  FAR = 0x800,
  ENUM = 0x1000,
  COUNT = 0x4000,
  COUNT_ALONE = 0x8000,
  NEGATIVE = 0x10000,
  NEGATIVE_INT = 0x20000,
  SIZE = 0x40000,
  TOKEN = 0x100000,
  NUMBERS = 0xff
} kind;

/// What is tried at a place: a number or, where `bits` is not 0, one with these bits.
typedef struct {
  const char *name;
  double number;
  uint64_t bits;
  /// The kinds of places that refuse it as no argument, and as past a limit; the rest take it.
  unsigned argument, limit;
} number_value;

#define LONGEST ((double)RC_LIST_TICKS_MAX / RC_TICKS_PER_POINT)
#define TICK_PAST ((double)(RC_LIST_TICKS_MAX + 1) / RC_TICKS_PER_POINT)
#define NOT_NEGATIVE (LENGTH | ROOM | EXTENT | SCREENS | RATIO)
#define NOT_INFINITE (NUMBERS & ~NUMERIC)
#define POINTS (OFFSET | LENGTH | ROOM | EXTENT)

static const number_value number_values[] = {
    {"a quiet NaN", 0, UINT64_C(0x7ff8000000000000), NUMBERS, 0},
    {"a negative quiet NaN", 0, UINT64_C(0xfff8000000000000), NUMBERS, 0},
    {"a signalling NaN", 0, UINT64_C(0x7ff0000000000001), NUMBERS, 0},
    {"a negative signalling NaN", 0, UINT64_C(0xfff4000000000000), NUMBERS, 0},
    {"a NaN with a payload", 0, UINT64_C(0x7ff800005a5a5a5a), NUMBERS, 0},
    {"a NaN of ones", 0, UINT64_MAX, NUMBERS, 0},
    {"infinity", 0, UINT64_C(0x7ff0000000000000), NOT_INFINITE, 0},
    {"negative infinity", 0, UINT64_C(0xfff0000000000000), NOT_INFINITE, 0},
    {"negative zero", 0, UINT64_C(0x8000000000000000), 0, 0},
    {"the least denormal", 0, 1, 0, 0},
    {"the largest denormal", 0, UINT64_C(0x000fffffffffffff), 0, 0},
    {"the least normal number", DBL_MIN, 0, 0, 0},
    {"the least negative denormal", 0, UINT64_C(0x8000000000000001), NOT_NEGATIVE, 0},
    {"the largest negative denormal", 0, UINT64_C(0x800fffffffffffff), NOT_NEGATIVE, 0},
    {"the least negative number", -DBL_MIN, 0, NOT_NEGATIVE, 0},
    {"a negative tick", -1.0 / RC_TICKS_PER_POINT, 0, NOT_NEGATIVE, 0},
    {"-1", -1, 0, NOT_NEGATIVE, 0},
    {"just above 1", 0, UINT64_C(0x3ff0000000000001), RATIO, 0},
    {"the longest item", 4000000, 0, RATIO, 0},
    {"half a tick past the longest item", 4000000 + 0.5 / RC_TICKS_PER_POINT, 0, RATIO, 0},
    {"a tick past the longest item", 4000000 + 1.0 / RC_TICKS_PER_POINT, 0, RATIO, EXTENT},
    {"2^32 ticks", 4294967296.0 / RC_TICKS_PER_POINT, 0, RATIO, EXTENT},
    {"the longest list", LONGEST, 0, RATIO, ROOM | EXTENT},
    {"a tick past the longest list", TICK_PAST, 0, RATIO, POINTS},
    {"the longest list to the other side", -LONGEST, 0, NOT_NEGATIVE, 0},
    {"a tick past it to the other side", -TICK_PAST, 0, NOT_NEGATIVE, OFFSET},
    {"2^63", 9223372036854775808.0, 0, RATIO, POINTS},
    {"-2^63", -9223372036854775808.0, 0, NOT_NEGATIVE, OFFSET},
    {"the largest number", DBL_MAX, 0, RATIO, POINTS},
    {"the largest negative number", -DBL_MAX, 0, NOT_NEGATIVE, OFFSET},
};

/// A whole number that is tried at places of some kinds, and what it comes to there.
typedef struct {
  const char *name;
  int64_t number;
  /// Times the border, plus the number.
  int times;
  unsigned kinds;
  rc_status expected;
} whole_value;

#define INTERVALS (INDEX | BOUND)
#define SIGNED (INTERVALS | COUNT | NEGATIVE)
#define CROWDED (COUNT | COUNT_ALONE)

static const whole_value whole_values[] = {
    {"-1", -1, 0, SIGNED | ENUM | NEGATIVE_INT, RC_STATUS_ARGUMENT},
    {"-2", -2, 0, SIGNED | ENUM | NEGATIVE_INT, RC_STATUS_ARGUMENT},
    {"INT32_MIN", INT32_MIN, 0, SIGNED | ENUM | NEGATIVE_INT, RC_STATUS_ARGUMENT},
    {"-2^32", -INT64_C(4294967296), 0, SIGNED, RC_STATUS_ARGUMENT},
    {"-2^53", -(INT64_C(1) << 53), 0, SIGNED, RC_STATUS_ARGUMENT},
    {"INT64_MIN + 1", INT64_MIN + 1, 0, SIGNED | FAR, RC_STATUS_ARGUMENT},
    {"INT64_MIN", INT64_MIN, 0, SIGNED | FAR, RC_STATUS_ARGUMENT},
    {"the border", 0, 1, INTERVALS | FAR | ENUM, RC_STATUS_ARGUMENT},
    {"past the border", 1, 1, INTERVALS | FAR | ENUM, RC_STATUS_ARGUMENT},
    {"below the border to the other side", 0, -1, FAR, RC_STATUS_ARGUMENT},
    {"2^31 + 10", (INT64_C(1) << 31) + 10, 0, INDEX, RC_STATUS_ARGUMENT},
    {"2^32 - 1", UINT32_MAX, 0, INDEX, RC_STATUS_ARGUMENT},
    {"2^32", INT64_C(1) << 32, 0, INDEX, RC_STATUS_ARGUMENT},
    {"2^32 + 3, a right value where bits are lost", (INT64_C(1) << 32) + 3, 0, INDEX,
     RC_STATUS_ARGUMENT},
    {"INT32_MAX", INT32_MAX, 0, INDEX | ENUM, RC_STATUS_ARGUMENT},
    {"INT32_MAX - 1", INT32_MAX - 1, 0, ENUM, RC_STATUS_ARGUMENT},
    {"INT64_MAX - 1", INT64_MAX - 1, 0, INTERVALS | FAR, RC_STATUS_ARGUMENT},
    {"INT64_MAX", INT64_MAX, 0, INTERVALS | FAR, RC_STATUS_ARGUMENT},
    {"as many as a list can hold", RC_ITEM_COUNT_MAX, 0, COUNT, RC_STATUS_LIMIT},
    {"one more than a list can hold", RC_ITEM_COUNT_MAX + 1, 0, CROWDED, RC_STATUS_LIMIT},
    {"2^32 items", INT64_C(1) << 32, 0, CROWDED, RC_STATUS_LIMIT},
    {"2^32 + 3 items", (INT64_C(1) << 32) + 3, 0, CROWDED, RC_STATUS_LIMIT},
    {"2^53 items", INT64_C(1) << 53, 0, CROWDED, RC_STATUS_LIMIT},
    {"INT64_MAX items", INT64_MAX, 0, CROWDED, RC_STATUS_LIMIT},
    {"bit 0 flipped", 1, 0, TOKEN, RC_STATUS_STALE},
    {"bit 1 flipped", 2, 0, TOKEN, RC_STATUS_STALE},
    {"bits 0 and 1 flipped", 3, 0, TOKEN, RC_STATUS_STALE},
    {"bit 2 flipped", 4, 0, TOKEN, RC_STATUS_STALE},
    {"bit 16 flipped", 0x10000, 0, TOKEN, RC_STATUS_STALE},
    {"bit 28 flipped", 0x10000000, 0, TOKEN, RC_STATUS_STALE},
    {"bit 29 flipped", 0x20000000, 0, TOKEN, RC_STATUS_STALE},
    {"bit 30 flipped", 0x40000000, 0, TOKEN, RC_STATUS_STALE},
    {"bit 31 flipped", 0x80000000, 0, TOKEN, RC_STATUS_STALE},
    {"all bits flipped", UINT32_MAX, 0, TOKEN, RC_STATUS_STALE},
    {"random bits flipped", 0x6b8b4567, 0, TOKEN, RC_STATUS_STALE},
    {"other random bits flipped", 0xa3c94e1d, 0, TOKEN, RC_STATUS_STALE},
};

// == places ==

typedef rc_status place_call(misuse_world *w, double v, int64_t n);

typedef struct {
  const char *function, *name;
  kind kind;
  double right_number;
  int64_t right_whole, border;
  place_call *call;
} value_place;

#define PLACE_CALL(function, place, call)                                                 \
  static rc_status call_##function##_with_##place(misuse_world *w, double v, int64_t n) { \
    (void)w, (void)v, (void)n;                                                            \
    return call;                                                                          \
  }
#define NUMBER(function, place, kind, right, call) PLACE_CALL(function, place, call)
#define WHOLE(function, place, kind, right, border, call) PLACE_CALL(function, place, call)
#include "misuse_numbers.h"
#include "misuse_wholes.h"
#undef NUMBER
#undef WHOLE

#define NUMBER(function, place, kind, right, call) \
  {#function, #place, kind, right, 0, 0, call_##function##_with_##place},
#define WHOLE(function, place, kind, right, border, call) \
  {#function, #place, kind, 0, right, border, call_##function##_with_##place},
static const value_place places[] = {
#include "misuse_numbers.h"
#include "misuse_wholes.h"
};
#undef NUMBER
#undef WHOLE

#define NUMBER_COUNT (sizeof number_values / sizeof number_values[0])
#define WHOLE_COUNT (sizeof whole_values / sizeof whole_values[0])

// == inputs ==

/// What is tried at a place: one of either list.
typedef struct {
  misuse_line line;
  double number;
  int64_t whole;
} input;

/// Says whether a value is tried at a place, and what it is there.
static bool find_input(const value_place *place, size_t value, input *out) {
  out->line.function = place->function;
  out->line.place = place->name;
  if ((place->kind & NUMBERS) != 0) {
    if (value >= NUMBER_COUNT) return false;
    const number_value *tried = &number_values[value];
    out->number = tried->number;
    if (tried->bits != 0) memcpy(&out->number, &tried->bits, sizeof out->number);
    out->whole = 0;
    out->line.input = tried->name;
    out->line.expected = RC_STATUS_OK;
    if (((unsigned)place->kind & tried->limit) != 0) out->line.expected = RC_STATUS_LIMIT;
    if (((unsigned)place->kind & tried->argument) != 0) out->line.expected = RC_STATUS_ARGUMENT;
    return true;
  }
  if (value >= WHOLE_COUNT) return false;
  const whole_value *tried = &whole_values[value];
  out->number = 0;
  out->whole = tried->number + tried->times * (tried->times != 0 ? place->border : 0);
  out->line.input = tried->name;
  out->line.expected = tried->expected;
  if ((place->kind & SIZE) != 0 && (int64_t)(size_t)out->whole != out->whole) return false;
  return ((unsigned)place->kind & tried->kinds) != 0;
}

/// What a world comes to that is only called right.
static uint64_t after_right_call(const value_place *place) {
  misuse_world world;
  misuse_begin(&world);
  (void)place->call(&world, place->right_number, place->right_whole);
  const uint64_t after = misuse_go_on(&world);
  misuse_end(&world);
  return after;
}

static void try_input(const value_place *place, const input *tried, uint64_t right_after) {
  const misuse_line *line = &tried->line;
  misuse_world world;
  misuse_begin(&world);
  uint64_t before = misuse_digest(&world);
  rc_status status = place->call(&world, tried->number, tried->whole);
  CHECK_F(status == line->expected, "%s, %s, %s: \"%s\", expected \"%s\"", line->function,
          line->place, line->input, rc_status_text(status), rc_status_text(line->expected));
  if (status != RC_STATUS_OK) {
    MISUSE_CHECK(line, misuse_digest(&world) == before);
    MISUSE_CHECK(line, misuse_wrote_nothing(&world));
  }
  MISUSE_CHECK(line, place->call(&world, place->right_number, place->right_whole) == RC_STATUS_OK);
  uint64_t after = misuse_go_on(&world);
  MISUSE_CHECK(line, rc_list_validate(world.list, NULL) == RC_STATUS_OK);
  MISUSE_CHECK(line, rc_extents_validate(world.extents, NULL) == RC_STATUS_OK);
  MISUSE_CHECK(line, status == RC_STATUS_OK || after == right_after);
  misuse_end(&world);
}

static void try_place(size_t index) {
  input tried;
  const uint64_t right_after = after_right_call(&places[index]);
  const size_t step = test_is_brief() ? 7 : 1;
  for (size_t value = index % step; value < NUMBER_COUNT + WHOLE_COUNT && !test_has_failed();
       value += step) {
    if (find_input(&places[index], value, &tried)) try_input(&places[index], &tried, right_after);
  }
}

void misuse_each_value(misuse_visit *visit) {
  input tried;
  for (size_t place = 0; place < sizeof places / sizeof places[0]; place++) {
    for (size_t value = 0; value < NUMBER_COUNT + WHOLE_COUNT; value++) {
      if (find_input(&places[place], value, &tried)) visit(&tried.line);
    }
  }
}

// == a case each place ==

typedef enum {
#define NUMBER(function, place, kind, right, call) PLACE_##function##_##place,
#define WHOLE(function, place, kind, right, border, call) PLACE_##function##_##place,
#include "misuse_numbers.h"
#include "misuse_wholes.h"
#undef NUMBER
#undef WHOLE
} place_index;

#define PLACE_CASE(function, place)                \
  static void function##_checks_##place(void) {    \
    try_place((size_t)PLACE_##function##_##place); \
  }
#define NUMBER(function, place, kind, right, call) PLACE_CASE(function, place)
#define WHOLE(function, place, kind, right, border, call) PLACE_CASE(function, place)
#include "misuse_numbers.h"
#include "misuse_wholes.h"
#undef NUMBER
#undef WHOLE

#define NUMBER(function, place, kind, right, call) CASE(function##_checks_##place),
#define WHOLE(function, place, kind, right, border, call) CASE(function##_checks_##place),
static const test_case cases[] = {
#include "misuse_numbers.h"
#include "misuse_wholes.h"
};
#undef NUMBER
#undef WHOLE

const test_suite suite_misuse_values = SUITE(cases);
