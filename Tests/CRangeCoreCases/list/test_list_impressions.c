// How much of which item a list shows to impressions, as in rangecore_impressions.h (13) and (14).

#include <inttypes.h>
#include <stdio.h>

#include "list_fixture.h"

/// The views of items, whose ids are 1000 more, in points of what is visible, and of the viewport:
/// "4:50 5:100 | 500".
static const char *views_of(list_fixture *f, int64_t lower, int64_t upper) {
  rc_id ids[64];
  rc_impression_view views[64];
  size_t count;
  for (int64_t i = lower; i < upper; i++) ids[i - lower] = i % 7 == 6 ? RC_ID_NONE : 1000 + i;
  if (rc_list_copy_impression_views(f->list, lower, upper, ids, NULL, 1, views, &count) != 0) {
    return "it failed";
  }
  int length = 0;
  f->text[0] = 0;
  for (size_t i = 0; i < count; i++) {
    const rc_impression_view *view = &views[i];
    if (view->rule != 0 || view->cross != 1 || view->reserved != 0) return "another rule";
    length += snprintf(f->text + length, 64, "%" PRId64 ":%g of %g | %g, ", view->id - 1000,
                       (double)view->visible / 960, (double)view->extent / 960,
                       (double)view->viewport / 960);
  }
  return f->text;
}

static void views_are_what_lies_in_the_viewport(void) {  // (13), (14)
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 250);
  // Item 6 has no id.
  CHECK_TEXT(views_of(&f, f.update.visible.lower, f.update.visible.upper),
             "2:50 of 100 | 500, 3:100 of 100 | 500, 4:100 of 100 | 500, 5:100 of 100 | 500, "
             "7:50 of 100 | 500, ");
  // Of others nothing is visible.
  CHECK_TEXT(views_of(&f, 8, 20), "");
  f.viewport.inset_start = 30;
  f.viewport.inset_end = 20;
  fixture_update(&f, 270);
  CHECK_TEXT(views_of(&f, 3, 6), "3:100 of 100 | 450, 4:100 of 100 | 450, 5:100 of 100 | 450, ");
  CHECK_TEXT(views_of(&f, 7, 9), "7:50 of 100 | 450, ");
}

static void a_pinned_header_covers_what_is_under_it(void) {  // (13)
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.pins_headers = true;
  fixture_configure(&f);
  CHECK_OK(rc_list_mark_header(f.list, 1, 0));
  CHECK_OK(rc_list_mark_header(f.list, 5, 0));
  fixture_update(&f, 350);
  // The header, 1, covers 350 ..< 450.
  CHECK_TEXT(views_of(&f, 3, 6), "4:50 of 100 | 400, 5:100 of 100 | 400, ");
  CHECK_TEXT(views_of(&f, 1, 2), "1:100 of 100 | 500, ");
  // The next one pushes it out.
  fixture_update(&f, 460);
  CHECK_TEXT(views_of(&f, 1, 2), "1:40 of 100 | 500, ");
  CHECK_TEXT(views_of(&f, 4, 6), "5:100 of 100 | 460, ");
}

static void rows_of_columns_count_as_rows(void) {  // (13)
  FIXTURE(f, fixture_begin_columns(&f, 3, 100));
  fixture_update(&f, 140);
  CHECK_TEXT(views_of(&f, 3, 6), "3:60 of 100 | 500, 4:60 of 100 | 500, 5:60 of 100 | 500, ");
}

static void in_the_background_nothing_is_visible(void) {  // (14)
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.in_background = true;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TEXT(views_of(&f, 0, 5), "");
}

static void arguments_are_checked(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  const rc_id ids[] = {1, 2, 3};
  const uint32_t rules[] = {0, 3, 1}, wrong[] = {0, RC_IMPRESSION_RULE_COUNT, 1};
  rc_impression_view views[3];
  size_t count = 9;
  CHECK_EQUAL(rc_list_copy_impression_views(f.list, 0, 3, ids, rules, 0.5, views, &count),
              RC_STATUS_NOT_FOUND);
  fixture_update(&f, 0);
  CHECK_OK(rc_list_copy_impression_views(f.list, 0, 3, ids, rules, 0.5, views, &count));
  CHECK(count == 3 && views[1].rule == 3 && views[1].cross == 0.5);
  CHECK_OK(rc_list_copy_impression_views(f.list, 2, 2, NULL, NULL, 1, NULL, &count));
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(rc_list_copy_impression_views(f.list, 0, 3, ids, wrong, 1, views, &count),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_impression_views(f.list, 0, 3, ids, NULL, 1.5, views, &count),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_impression_views(f.list, 0, 3, ids, NULL, -0.5, views, &count),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_impression_views(f.list, 0, 101, ids, NULL, 1, views, &count),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_impression_views(f.list, 0, 3, NULL, NULL, 1, views, &count),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_impression_views(f.list, 0, 3, ids, NULL, 1, NULL, &count),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_impression_views(f.list, 0, 3, ids, NULL, 1, views, NULL),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(count, 0);
}

static const test_case cases[] = {
    CASE(views_are_what_lies_in_the_viewport),
    CASE(a_pinned_header_covers_what_is_under_it),
    CASE(rows_of_columns_count_as_rows),
    CASE(in_the_background_nothing_is_visible),
    CASE(arguments_are_checked),
};

const test_suite suite_list_impressions = SUITE(cases);
