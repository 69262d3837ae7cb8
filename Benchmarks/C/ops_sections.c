// A list of many sections, names of items, and many edits between two updates. Their instructions
// are counted.

#include "bench.h"
#include "rangecore_names.h"
#include "rangecore_sections.h"

#define SECTIONS 10000
#define SECTION 10
#define COLUMNS 3
#define FEW 20
#define SCATTERED 100

static void create(bench_world *world, bench_cursor *cursor) {
  rc_allocator allocator = meter_allocator(&world->meter);
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = ESTIMATE;
  need(rc_list_create(&options, &allocator, &cursor->list));
  need(rc_list_insert(cursor->list, 0, NULL, SECTIONS * SECTION));
}

static void destroy(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  rc_list_destroy(cursor->list);
}

static void update(bench_cursor *cursor, rc_update *out_update) {
  need(rc_list_update(cursor->list, &cursor->viewport, out_update));
  cursor->viewport.offset += out_update->correction;
  cursor->sum += out_update->visible.lower;
}

/// The first items are before any header, every second section has the list's own columns.
static void sections_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  create(world, cursor);
  for (int64_t i = 1; i < SECTIONS; i++) {
    need(rc_list_mark_header(cursor->list, i * SECTION, i % 2 == 0 ? 0 : COLUMNS));
  }
  cursor->viewport.offset = SECTIONS * SECTION / 2 * ESTIMATE;
  rc_update unused;
  update(cursor, &unused);
}

/// A random item that is no header.
static int64_t item_of(const bench_world *world, int64_t at) {
  return world->items[place(at)] % SECTIONS * SECTION + 1 + at % (SECTION - 1);
}

// -- lookups --

static void find_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t item = SECTION + item_of(world, cursor->at) % ((SECTIONS - 1) * SECTION);
    rc_section section;
    rc_interval items;
    int64_t row;
    need(rc_list_section_of_item(cursor->list, item, &section));
    need(
        rc_list_section(cursor->list, (section.ordinal + SECTIONS / 2) % (SECTIONS - 1), &section));
    need(rc_list_row_of_item(cursor->list, item, &row));
    need(rc_list_items_of_row(cursor->list, row / 2, &items));
    cursor->sum += section.ordinal + row + items.upper;
  }
}

const bench_action sections_find_ours = {sections_prepare, find_run, destroy};

// -- a header is marked and unmarked, items come and go, and a section moves there and back --

static void edit_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t item = item_of(world, cursor->at);
    need(rc_list_mark_header(cursor->list, item, 2));
    need(rc_list_unmark_header(cursor->list, item));
    need(rc_list_insert(cursor->list, item, NULL, FEW));
    need(rc_list_remove(cursor->list, item, item + FEW));
    const int64_t from = SECTION + item / (2 * SECTION) * SECTION;
    const int64_t to = SECTION + item_of(world, other_place(cursor->at)) / (2 * SECTION) * SECTION;
    need(rc_list_move(cursor->list, from, from + SECTION, to));
    need(rc_list_move(cursor->list, to, to + SECTION, from));
    // Each update would take the more time, the more edits there were before it.
    rc_update unused;
    if (cursor->at % 16 == 0) update(cursor, &unused);
  }
}

const bench_action sections_edit_ours = {sections_prepare, edit_run, destroy};

// -- a scroll over them, in which rows are measured --

static void scroll_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    cursor->viewport.offset += STEP;
    rc_update seen;
    update(cursor, &seen);
    int64_t row;
    need(rc_list_row_of_item(cursor->list, seen.visible.lower, &row));
    need(rc_list_set_row_extents(cursor->list, row, &world->fresh[cursor->at % FRESH], 1));
  }
}

const bench_action sections_update_ours = {sections_prepare, scroll_run, destroy};

// -- a scroll in which items come and go above; all that enters is named, and all names are read --

static void names_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  create(world, cursor);
  cursor->viewport.offset = SECTIONS * SECTION / 2 * ESTIMATE;
}

static void names_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    cursor->viewport.offset += 8 * STEP;
    rc_update seen;
    update(cursor, &seen);
    for (size_t i = 0; i < seen.changes.count; i++) {
      rc_id ids[64];
      const rc_change *change = &seen.changes.items[i];
      if (change->upper - change->lower > 64) continue;
      need(rc_list_copy_change_names(cursor->list, i, ids));
      cursor->sum += ids[0];
    }
    rc_id ids[SECTION];
    for (int64_t i = 0; i < SECTION; i++) ids[i] = cursor->at * SECTION + i;
    const int64_t lower = seen.visible.lower;
    need(rc_list_set_names(cursor->list, lower, lower + SECTION, ids));
    const int64_t above = world->items[place(cursor->at)] % lower;
    need(rc_list_insert(cursor->list, above, NULL, FEW));
    need(rc_list_remove(cursor->list, lower + FEW + 1, lower + FEW + 3));
    need(rc_list_set_names(cursor->list, above, above + SECTION, ids));
  }
}

const bench_action names_ours = {names_prepare, names_run, destroy};

// -- items that come and go all over a list, and one update of all --

static void scattered_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t item = world->items[place(cursor->at)] % (SECTIONS * SECTION);
    need(rc_list_insert(cursor->list, item, NULL, 2));
    need(rc_list_remove(cursor->list, item / 2, item / 2 + 2));
    rc_update unused;
    if (cursor->at % SCATTERED == 0) update(cursor, &unused);
  }
}

const bench_action scattered_ours = {names_prepare, scattered_run, destroy};
