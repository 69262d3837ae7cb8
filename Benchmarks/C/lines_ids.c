// New snapshots of ids: their difference, and its edits in a list.

#include <stdlib.h>

#include "lines.h"
#include "rangecore_diff.h"

typedef struct {
  const char *name;
  int64_t old_count, new_count;
  /// The most milliseconds it may take.
  double limit;
} bench_ids;

enum { IDS_ROUNDS = 7, SECTIONS = 100 };

static const bench_ids snapshots[] = {
    {"first snapshot of 10^5 ids", 0, 100000, 50},
    {"100 sections of 10^4 ids, shuffled", 10000, 10000, 20},
    {"4 × 10^4 ids, reversed", 40000, 40000, 200},
};

/// Fills the new ids: as they are, in sections that change places, or from the last to the first.
static void fill(const bench_ids *snapshot, rc_id *old_ids, rc_id *new_ids) {
  const int64_t count = snapshot->new_count, section = count / SECTIONS;
  const bool is_reversal = count == 40000;
  for (int64_t i = 0; i < snapshot->old_count; i++) old_ids[i] = i;
  for (int64_t i = 0; i < count; i++) {
    // 37 and 100 have no common divisor, so that each section comes once.
    const int64_t shuffled = i / section * 37 % SECTIONS * section + i % section;
    new_ids[i] = snapshot->old_count == 0 ? i : is_reversal ? count - 1 - i : shuffled;
  }
}

static void apply(rc_list *list, const rc_edit *edit) {
  if (edit->kind == RC_EDIT_KIND_REMOVE) need(rc_list_remove(list, edit->lower, edit->upper));
  if (edit->kind == RC_EDIT_KIND_MOVE) need(rc_list_move(list, edit->lower, edit->upper, edit->to));
  if (edit->kind != RC_EDIT_KIND_INSERT) return;
  need(rc_list_insert(list, edit->lower, edit->upper - edit->lower, NULL));
}

/// One snapshot, applied to a list whose items are all in range: each has a state that moves along.
static int64_t time_snapshot(const bench_ids *snapshot, const rc_id *old_ids,
                             const rc_id *new_ids) {
  rc_list *list;
  rc_viewport viewport;
  rc_update update;
  rc_viewport_init(&viewport);
  viewport.length = 1e9;
  need(rc_list_create(NULL, NULL, &list));
  need(rc_list_insert(list, 0, snapshot->old_count, NULL));
  need(rc_list_update(list, &viewport, &update));
  const int64_t start = now_ns();
  rc_diff *diff;
  const rc_edit *edits;
  size_t count;
  need(rc_diff_create(old_ids, snapshot->old_count, new_ids, snapshot->new_count, NULL, &diff));
  need(rc_diff_edits(diff, &edits, &count));
  for (size_t i = 0; i < count; i++) apply(list, &edits[i]);
  need(rc_list_update(list, &viewport, &update));
  const int64_t ns = now_ns() - start;
  rc_diff_destroy(diff);
  rc_list_destroy(list);
  return ns;
}

void lines_of_ids(bench_report *report, bench_effort effort) {
  for (size_t i = 0; i < sizeof snapshots / sizeof snapshots[0]; i++) {
    const bench_ids *snapshot = &snapshots[i];
    fprintf(stderr, "%s\n", snapshot->name);
    rc_id *old_ids = malloc((size_t)(snapshot->old_count + 1) * sizeof *old_ids);
    rc_id *new_ids = malloc((size_t)snapshot->new_count * sizeof *new_ids);
    if (old_ids == NULL || new_ids == NULL) abort();
    fill(snapshot, old_ids, new_ids);
    int64_t best = INT64_MAX;
    for (int round = 0; round < IDS_ROUNDS && round < effort.rounds; round++) {
      const int64_t ns = time_snapshot(snapshot, old_ids, new_ids);
      if (ns < best) best = ns;
    }
    bench_row row = row_of(snapshot->name, snapshot->new_count);
    row.ns = (double)best;
    row.beside_ns = snapshot->limit * 1e6;
    row.ratio = row.ns / row.beside_ns;
    row.goal = 1;
    snprintf(row.beside, sizeof row.beside, "%.0f ms", snapshot->limit);
    report_add(report, row);
    free(old_ids);
    free(new_ids);
  }
}
