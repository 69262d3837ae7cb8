// Whole updates of a list.

#include "bench.h"
#include "rangecore_diff.h"
#include "rangecore_names.h"

#define FEW 20

static void update_list(bench_world *world, bench_cursor *cursor) {
  rc_update update;
  rc_list_update(world->list, &cursor->viewport, &update);
  cursor->viewport.offset += update.correction;
  cursor->sum += update.visible.lower + (int64_t)update.changes.count;
  cursor->next_item = update.visible.lower;
}

// -- while scrolling --

static void update_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) {
    cursor->viewport.offset += STEP;
    if (cursor->viewport.offset > world->scroll_upper) {
      cursor->viewport.offset = world->scroll_lower;
    }
    update_list(world, cursor);
  }
}

const bench_action update_ours = {.run = update_run};

// -- while scrolling back --

static void update_back_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  cursor->viewport.offset = floor(world->scroll_upper / 2);
  update_list(world, cursor);
}

static void update_back_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) {
    cursor->viewport.offset -= STEP;
    update_list(world, cursor);
  }
}

const bench_action update_back_ours = {.prepare = update_back_prepare, .run = update_back_run};

// -- with slack --

static void slack_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)cursor;
  (void)count;
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.slack = 0.25;
  need(rc_list_set_settings(world->list, &settings));
}

const bench_action update_slack_ours = {.prepare = slack_prepare, .run = update_run};

// -- with foresight, 60 times a second --

static void set_foresight(bench_world *world, double foresight) {
  rc_list_settings settings;
  need(rc_list_get_settings(world->list, &settings));
  settings.foresight = foresight;
  need(rc_list_set_settings(world->list, &settings));
}

static void foresight_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  set_foresight(world, 1);
  need(rc_list_mark_scrolled(world->list));
  cursor->viewport.is_user_driven = true;
}

static void foresight_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) {
    cursor->viewport.time += 1.0 / 60;
    update_run(world, cursor, 1);
  }
}

/// The list is that of the other updates too.
static void foresight_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)cursor;
  (void)count;
  set_foresight(world, 0);
}

const bench_action update_foresight_ours = {foresight_prepare, foresight_run, foresight_undo};

// -- nothing moved --

static void still_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  update_list(world, cursor);
}

static void still_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) update_list(world, cursor);
}

const bench_action update_still_ours = {.prepare = still_prepare, .run = still_run};

// -- twenty inserted somewhere above the viewport; what is seen stays where it is --

static int64_t index_above(const bench_world *world, const bench_cursor *cursor, int64_t at) {
  return world->items[place(at)] % (cursor->first_item + 1);
}

static void above_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  if (cursor->first_item == 0) {
    cursor->viewport.offset = floor(world->scroll_lower / 2 + world->scroll_upper / 2);
    update_list(world, cursor);
    cursor->first_item = cursor->next_item;
  }
  update_list(world, cursor);
}

static void above_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    int64_t index = index_above(world, cursor, cursor->at);
    rc_list_insert(world->list, index, world->fresh, FEW);
    update_list(world, cursor);
  }
}

static void above_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t at = cursor->at; at-- > cursor->at - count;) {
    int64_t index = index_above(world, cursor, at);
    need(rc_list_remove(world->list, index, index + FEW));
    update_list(world, cursor);
  }
}

const bench_action update_insert_ours = {above_prepare, above_run, above_undo};

// -- twenty more at the end, as a page brings them --

static void append_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) {
    need(rc_list_insert(world->list, rc_list_count(world->list), world->fresh, FEW));
    update_list(world, cursor);
  }
}

static void append_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  const int64_t upper = rc_list_count(world->list);
  need(rc_list_remove(world->list, upper - count * FEW, upper));
  update_list(world, cursor);
}

const bench_action update_append_ours = {above_prepare, append_run, append_undo};

// -- a row on screen measured again, which changes the mean --

static void mean_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.uses_mean_estimate = true;
  need(rc_list_set_settings(world->list, &settings));
  still_prepare(world, cursor, count);
}

static void measured_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const double extent = world->fresh[cursor->at % FRESH];
    need(rc_list_set_row_extents(world->list, cursor->next_item + cursor->at % 4, &extent, 1));
    update_list(world, cursor);
  }
}

const bench_action update_measured_ours = {.prepare = mean_prepare, .run = measured_run};

// -- items moved one by one between two updates, named, and asked for their states --

static void moves_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    int64_t from = world->items[place(cursor->at)], to = world->items[other_place(cursor->at)];
    need(rc_list_move(world->list, from, from + 1, to));
    need(rc_list_set_names(world->list, to, to + 1, &cursor->at));
    cursor->sum += rc_list_state(world->list, from);
  }
  update_list(world, cursor);
}

const bench_action update_moves_ours = {.prepare = still_prepare, .run = moves_run};

// -- a snapshot of ids against the one before: some are gone, some are new, the others are mixed --

#define IDS 200

static void ids_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  rc_allocator allocator = meter_allocator(&world->meter);
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    rc_id old_ids[IDS], new_ids[IDS];
    for (int64_t i = 0; i < IDS; i++) {
      old_ids[i] = 31 * i;
      new_ids[i] = 31 * ((i * 37 + cursor->at) % IDS + IDS / 8);
    }
    rc_diff *diff;
    const rc_edit *edits;
    size_t edit_count;
    need(rc_diff_create(old_ids, IDS, new_ids, IDS, &allocator, &diff));
    need(rc_diff_edits(diff, &edits, &edit_count));
    cursor->sum += (int64_t)edit_count;
    rc_diff_destroy(diff);
  }
}

const bench_action ids_ours = {.run = ids_run};
