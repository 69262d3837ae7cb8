// A small list for cases with numbers that were worked out by hand.

#ifndef LIST_FIXTURE_H
#define LIST_FIXTURE_H

#include "../harness.h"
#include "../library.h"

typedef struct {
  rc_list *list;
  /// Changed in place, then told to the list by `fixture_configure`.
  rc_list_settings settings;
  /// Kept from update to update; 500 points long.
  rc_viewport viewport;
  /// What the last update answered; its changes are copied.
  rc_update update;
  rc_change changes[256];
  char text[512];
} list_fixture;

/// A list of `count` items, each measured as 100 points.
void fixture_begin(list_fixture *fixture, int64_t count);
/// One with options of its own, of items that are not measured.
void fixture_begin_with(list_fixture *fixture, const rc_list_options *options, int64_t count);
/// One of unmeasured items, by their estimate and the spacing.
void fixture_begin_spaced(list_fixture *fixture, double estimate, double spacing, int64_t count);
/// One in columns, whose rows are 100 points long by their estimate.
void fixture_begin_columns(list_fixture *fixture, uint32_t columns, int64_t count);
void fixture_end(list_fixture *fixture);

/// A fixture of this name, which `begin` begins; it ends with the block, whether the case fails or
/// not.
#define FIXTURE(name, begin)                               \
  __attribute__((cleanup(fixture_end))) list_fixture name; \
  begin

void fixture_configure(list_fixture *fixture);
/// An update at an offset that the program or nobody has scrolled to.
void fixture_update(list_fixture *fixture, double offset);
/// An update at an offset that the user has scrolled to.
void fixture_scroll(list_fixture *fixture, double offset);
/// An update where the host is, after it has added the correction.
void fixture_again(list_fixture *fixture);
/// Measures one row.
void fixture_measure(list_fixture *fixture, int64_t row, double extent);
double fixture_offset_of(list_fixture *fixture, int64_t index);

/// The states of all items: "5*15 2*7 93*1".
const char *fixture_states(list_fixture *fixture);
/// The last update's changes: "removed | left | entered", each "0..5 0>15", those that enter with
/// their distance: "5..7 0>7 @100".
const char *fixture_changes(list_fixture *fixture);
/// The last update's intervals: "visible 0..5 display 0..7 preload 0..8".
const char *fixture_ranges(list_fixture *fixture);

bool fixture_same_text(const char *actual, const char *expected);

#define CHECK_TEXT(actual, expected)                                                            \
  do {                                                                                          \
    const char *actual_text = (actual);                                                         \
    CHECK_F(fixture_same_text(actual_text, expected), "%s is \"%s\", expected \"%s\"", #actual, \
            actual_text, expected);                                                             \
  } while (0)

/// Two lengths are the same, to the tick; says both when not.
#define CHECK_POINTS(actual, expected)                                                            \
  do {                                                                                            \
    double actual_value = (actual), expected_value = (expected);                                  \
    CHECK_F(actual_value == expected_value, "%s is %.17g, expected %.17g", #actual, actual_value, \
            expected_value);                                                                      \
  } while (0)

/// An update of the fixture `f`, and by how much the host is to scroll after it.
#define CHECK_CORRECTION(update_call, expected)  \
  do {                                           \
    update_call;                                 \
    CHECK_POINTS(f.update.correction, expected); \
  } while (0)

#define CHECK_OK(call) CHECK_EQUAL(call, RC_STATUS_OK)

#endif
