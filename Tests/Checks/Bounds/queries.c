// Of updates and queries of a list, its sections, names, foresight and wants.

#include "bounds_list.h"

// == updates ==

static uint64_t update_far_away(int64_t n) {
  rc_list *list = scattered_list(n);
  (void)update_at(list, 1000);
  (void)update_at(list, rc_list_length(list) / 2);
  return update_and_end(list, 3000, 800);
}

static uint64_t update_after_edits(int64_t n) {
  return update_and_end(edited_list(n), 0, 800);
}

/// Items that have names, in all of an endless viewport.
static rc_list *named_list(int64_t n) {
  rc_list *list = plain_list(n);
  (void)update_in(list, 0, 44.0 * (double)n);
  rc_id *ids = zeros(n, sizeof *ids);
  for (int64_t i = 0; i < n; i++) ids[i] = i;
  OK(rc_list_set_names(list, 0, n, ids));
  free(ids);
  return list;
}

static uint64_t update_with_names(int64_t n) {
  rc_list *list = named_list(n);
  move_anywhere(list, n / 4);
  return update_and_end(list, 0, 22.0 * (double)n);
}

/// Edits while hidden leave as many runs of equal states.
static rc_list *hidden_list(int64_t n) {
  rc_list *list = plain_list(4 * n);
  (void)update_in(list, 0, 88.0 * (double)n);
  (void)update_in(list, 0, 0);
  for (int64_t i = 0; i < n; i++) OK(rc_list_move(list, 3 * n + i, 3 * n + i + 1, 2 * i + 1));
  (void)update_in(list, 0, 0);
  return list;
}

static uint64_t update_of_many_runs(int64_t n) {
  return update_and_end(hidden_list(n), 0, 800);
}

static uint64_t scroll_target(int64_t n) {
  rc_list *list = scattered_list(n);
  (void)update_at(list, 1000);
  double offset;
  COUNT(rc_list_set_scroll_target(list, n, 0.5, 0, &offset));
  return end_list(list);
}

// == batches ==

static uint64_t begin_batch(int64_t n) {
  rc_list *list = scattered_list(n);
  rc_batch_context *context;
  rc_batch_token token;
  COUNT_QUIET(rc_list_begin_batch(list, RC_END_TAIL, &context, &token));
  rc_batch_context_release(context);
  return end_list(list);
}

static uint64_t finish_batch(int64_t n) {
  rc_list *list = scattered_list(n);
  rc_batch_context *context;
  rc_batch_token token;
  OK(rc_list_begin_batch(list, RC_END_TAIL, &context, &token));
  COUNT(rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_COMPLETED));
  rc_batch_context_release(context);
  return end_list(list);
}

// == queries ==

ON_LIST(item, scattered_list(n), COUNT(rc_list_item(list, n, &(rc_item){0})))
ON_LIST(item_at, scattered_list(n),
        COUNT(rc_list_item_at(list, rc_list_length(list) / 3, &(rc_item){0})))
ON_LIST(items_in, scattered_list(n),
        COUNT(rc_list_items_in(list, 100, rc_list_length(list) / 3, &(rc_interval){0})))
ON_LIST(copy_twenty_rows, scattered_list(n),
        COUNT(rc_list_copy_rows(list, n, n + 20, (double[20]){0}, NULL)))

static uint64_t copy_all_rows(int64_t n) {
  rc_list *list = scattered_list(n);
  double *offsets = zeros(2 * n, sizeof *offsets);
  COUNT(rc_list_copy_rows(list, 0, 2 * n, offsets, NULL));
  free(offsets);
  return end_list(list);
}

static uint64_t unmeasured_rows(int64_t n) {
  rc_list *list = measured_list(n);
  OK(rc_list_forget(list, n - 5, n));
  rc_interval rows;
  COUNT(rc_list_unmeasured_rows(list, 0, n, &rows));
  REQUIRE(rows.lower == n - 5);
  return end_list(list);
}

static uint64_t unmeasured_and_provisional_rows(int64_t n) {
  rc_list *list = scattered_list(n);
  for (int64_t i = 0; i < n; i++) OK(rc_list_mark_provisional(list, 2 * i, 2 * i + 1));
  rc_interval rows;
  COUNT(rc_list_unmeasured_rows(list, 0, 2 * n, &rows));
  REQUIRE(rows.upper == 2 * n);
  return end_list(list);
}

static uint64_t state_after_edits(int64_t n) {
  rc_list *list = edited_list(n);
  steps_begin();
  (void)rc_list_state(list, n / 3);
  steps();
  return end_list(list);
}

static uint64_t state_among_many_runs(int64_t n) {
  rc_list *list = hidden_list(n);
  steps_begin();
  (void)rc_list_state(list, n / 3);
  steps();
  return end_list(list);
}

static uint64_t copy_all_states(int64_t n) {
  rc_list *list = edited_list(n);
  rc_state *states = zeros(4 * n, sizeof *states);
  COUNT(rc_list_copy_states(list, 0, 4 * n, states));
  free(states);
  return end_list(list);
}

ON_LIST(copy_one_state, edited_list(n),
        COUNT(rc_list_copy_states(list, n / 3, n / 3 + 1, &(rc_state){0})))
ON_LIST(validate_measured, scattered_list(n), COUNT(rc_list_validate(list, NULL)))
ON_LIST(validate_after_edits, edited_list(n), COUNT(rc_list_validate(list, NULL)))

static uint64_t validate_sections(int64_t n) {
  rc_list *list = plain_list(n);
  for (int64_t i = 0; i < n; i++) OK(rc_list_mark_header(list, i, 0));
  COUNT(rc_list_validate(list, NULL));
  return end_list(list);
}

// == sections ==

/// How deep a section is depends on chance, so several are looked up.
enum { LOOKUPS = 64 };

static uint64_t bytes_of_sections(int64_t n) {
  rc_list *list = plain_list(n);
  const int64_t before = memory.bytes;
  for (int64_t i = 0; i < n; i++) OK(rc_list_mark_header(list, i, 0));
  const int64_t bytes = memory.bytes - before;
  REQUIRE(bytes < 20000 + 72 * n);
  rc_list_destroy(list);
  return (uint64_t)bytes;
}

static uint64_t mark_header(int64_t n) {
  rc_list *list = sectioned_list(n);
  (void)update_at(list, 1000);
  COUNT(rc_list_mark_header(list, n + (n % 3 == 0), 2));
  return end_list(list);
}

ON_LIST(mark_header_before_measured, measured_list(n), COUNT(rc_list_mark_header(list, 7, 2)))

static uint64_t insert_in_section(int64_t n) {
  rc_list *list = sectioned_list(n);
  (void)update_at(list, 1000);
  COUNT(rc_list_insert(list, n, NULL, 2));
  return end_list(list);
}

static uint64_t update_with_sections(int64_t n) {
  rc_list *list = sectioned_list(n);
  configure(list, 0, true);
  (void)update_at(list, 1000);
  return update_and_end(list, rc_list_length(list) / 2, 800);
}

static uint64_t section(int64_t n) {
  rc_list *list = sectioned_list(n);
  rc_section found;
  steps_begin();
  for (int64_t at = 0; at < n; at += n / LOOKUPS) OK(rc_list_section(list, at, &found));
  steps();
  return end_list(list);
}

static uint64_t section_of_item(int64_t n) {
  rc_list *list = sectioned_list(n);
  rc_section found;
  steps_begin();
  for (int64_t at = 0; at < n; at += n / LOOKUPS) OK(rc_list_section_of_item(list, 3 * at, &found));
  steps();
  return end_list(list);
}

static uint64_t row_of_item(int64_t n) {
  rc_list *list = sectioned_list(n);
  int64_t row;
  steps_begin();
  for (int64_t at = 0; at < n; at += n / LOOKUPS) OK(rc_list_row_of_item(list, 3 * at, &row));
  steps();
  return end_list(list);
}

static uint64_t items_of_row(int64_t n) {
  rc_list *list = sectioned_list(n);
  rc_interval items;
  steps_begin();
  for (int64_t at = 0; at < n; at += n / LOOKUPS) OK(rc_list_items_of_row(list, 2 * at, &items));
  steps();
  return end_list(list);
}

static uint64_t pinned_header(int64_t n) {
  rc_list *list = sectioned_list(n);
  configure(list, 0, true);
  (void)update_at(list, rc_list_length(list) / 2 + 7);
  rc_pinned_header found;
  COUNT(rc_list_pinned_header(list, &found));
  return end_list(list);
}

// == kept items ==

/// A list that keeps n items, far from each other, the last one first.
static rc_list *keeping_list(int64_t n) {
  rc_list *list = plain_list(4096);
  for (int64_t i = n; i > 0; i--) OK(rc_list_keep(list, 61 * i, RC_STATE_DISPLAY));
  (void)update_at(list, 0);
  return list;
}

/// In the place of the last one, before all others.
static uint64_t keep_another(int64_t n) {
  rc_list *list = keeping_list(n);
  OK(rc_list_keep(list, 61 * n, 0));
  COUNT(rc_list_keep(list, 1, RC_STATE_DISPLAY));
  return end_list(list);
}

static uint64_t copy_kept_after_moves(int64_t n) {
  rc_list *list = keeping_list(n);
  for (int64_t i = 1; i <= n; i++) OK(rc_list_move(list, 61 * i - i + 1, 61 * i - i + 2, 4095 - i));
  int64_t kept[RC_KEPT_ITEM_COUNT_MAX];
  size_t count;
  COUNT(rc_list_copy_kept(list, kept, &count));
  return end_list(list);
}

ON_LIST(insert_before_kept, keeping_list(n), COUNT(rc_list_insert(list, 0, NULL, 1)))

static uint64_t update_with_kept(int64_t n) {
  return update_and_end(keeping_list(n), 2000, 800);
}

static uint64_t bytes_of_kept(int64_t n) {
  rc_list *list = plain_list(4096);
  const int64_t before = memory.bytes;
  for (int64_t i = 0; i < n; i++) OK(rc_list_keep(list, 61 * i, RC_STATE_DISPLAY));
  (void)update_at(list, 0);
  const int64_t bytes = memory.bytes - before;
  rc_list_destroy(list);
  return (uint64_t)bytes;
}

// == names ==

static uint64_t set_all_names(int64_t n) {
  rc_list *list = named_list(n);
  rc_id *ids = zeros(n, sizeof *ids);
  COUNT(rc_list_set_names(list, 0, n, ids));
  free(ids);
  return end_list(list);
}

ON_LIST(set_name_among_others, named_list(n),
        COUNT(rc_list_set_names(list, n / 3, n / 3 + 1, &(rc_id){77})))

static uint64_t copy_all_names(int64_t n) {
  rc_list *list = named_list(n);
  const rc_update update = update_at(list, 0);
  rc_id *ids = zeros(n, sizeof *ids);
  size_t largest = 0;
  for (size_t i = 0; i < update.changes.count; i++) {
    const rc_change *change = &update.changes.items[i];
    if (change->upper - change->lower > n / 2) largest = i;
  }
  COUNT(rc_list_copy_change_names(list, largest, ids));
  free(ids);
  return end_list(list);
}

// == foresight and wants ==

static rc_list *foreseeing_list(int64_t n) {
  rc_list *list = scattered_list(n);
  configure(list, 50, false);
  OK(rc_list_mark_scrolled(list));
  (void)update_at(list, 1000);
  (void)update_at(list, rc_list_length(list) / 2);
  return list;
}

ON_LIST(foresee, foreseeing_list(n), COUNT(rc_list_foresee(list, &(rc_foresight){0})))
ON_LIST(add_preload_time, foreseeing_list(n), COUNT(rc_list_add_preload_time(list, 0.3)))
ON_LIST(wanted_items, foreseeing_list(n), COUNT(rc_list_ticket_items(list, &(rc_interval){0})))

static uint64_t copy_wants_of(rc_list *list, int64_t lower, int64_t upper) {
  rc_id *ids = zeros(upper - lower, sizeof *ids);
  rc_ticket_want *wants = zeros(upper - lower, sizeof *wants);
  size_t found;
  COUNT(rc_list_copy_ticket_wants(list, lower, upper, ids, NULL, wants, &found));
  free(ids);
  free(wants);
  return end_list(list);
}

static uint64_t copy_one_want(int64_t n) {
  return copy_wants_of(foreseeing_list(n), n, n + 1);
}

static uint64_t copy_all_wants(int64_t n) {
  return copy_wants_of(foreseeing_list(n), 0, 2 * n);
}

/// Of n items that are visible, or of one.
static uint64_t copy_views_of(int64_t n, int64_t count) {
  rc_list *list = scattered_list(n);
  const rc_viewport viewport = {.length = rc_list_length(list)};
  rc_update update;
  OK(rc_list_update(list, &viewport, &update));
  rc_id *ids = zeros(count, sizeof *ids);
  rc_impression_view *views = zeros(count, sizeof *views);
  size_t found;
  COUNT(rc_list_copy_impression_views(list, n - count, n, ids, NULL, 1, views, &found));
  REQUIRE(found == (size_t)count);
  free(ids);
  free(views);
  return end_list(list);
}

static uint64_t copy_one_view(int64_t n) {
  return copy_views_of(n, 1);
}

static uint64_t copy_all_views(int64_t n) {
  return copy_views_of(n, n);
}

static const bound bounds[] = {
    BOUND("rc_list_update", "(1 + changes) log n", update_far_away, 1024, LOGARITHMIC),
    BOUND("rc_list_update", "e log e", update_after_edits, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_list_update", "runs of equal states", update_of_many_runs, 1024, LINEAR),
    BOUND("rc_list_update", "O(h log (e + h)) more", update_with_names, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_list_set_scroll_target", "O(log n)", scroll_target, 1024, LOGARITHMIC),
    BOUND("rc_list_begin_batch", "O(1). Never allocates", begin_batch, 1024, CONSTANT),
    BOUND("rc_batch_context_finish", "O(1)", finish_batch, 1024, CONSTANT),
    BOUND("rc_list_item", "O(log n)", item, 1024, LOGARITHMIC),
    BOUND("rc_list_item_at", "O(log n)", item_at, 1024, LOGARITHMIC),
    BOUND("rc_list_items_in", "O(log n)", items_in, 1024, LOGARITHMIC),
    BOUND("rc_list_copy_rows", "O(log n + upper − lower)", copy_twenty_rows, 1024, LOGARITHMIC),
    BOUND("rc_list_copy_rows", "O(log n + upper − lower)", copy_all_rows, 1024, LINEAR),
    BOUND("rc_list_unmeasured_rows", "O((1 + c) log n)", unmeasured_rows, 4096, LOGARITHMIC),
    BOUND("rc_list_unmeasured_rows", "alternates c times", unmeasured_and_provisional_rows, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_list_state", "O(log e + log r)", state_after_edits, 1024, LOGARITHMIC),
    BOUND("rc_list_state", "O(log e + log r)", state_among_many_runs, 1024, LOGARITHMIC),
    BOUND("rc_list_copy_states", "O(log e + log r +", copy_one_state, 1024, LOGARITHMIC),
    BOUND("rc_list_copy_states", "log e for each stretch", copy_all_states, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_list_validate", "O(measured rows", validate_measured, 1024, LINEAR),
    BOUND("rc_list_validate", "e log e", validate_after_edits, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_list_validate", "s log s", validate_sections, 1024, LINEAR_LOGARITHMIC),
    BOUND("rangecore_sections.h", "takes 36 bytes", bytes_of_sections, 1024, LINEAR),
    BOUND("rangecore_sections.h", "each call takes O(log s) more", insert_in_section, 1024,
          LOGARITHMIC),
    BOUND("rangecore_sections.h", "each call takes O(log s) more", update_with_sections, 1024,
          LOGARITHMIC),
    BOUND("rc_list_mark_header", "O(log n + log s", mark_header, 1024, LOGARITHMIC),
    BOUND("rc_list_mark_header", "measured rows formed again", mark_header_before_measured, 1024,
          LINEAR),
    BOUND("rc_list_section", "O(log s)", section, 1024, LOGARITHMIC),
    BOUND("rc_list_section_of_item", "O(log s)", section_of_item, 1024, LOGARITHMIC),
    BOUND("rc_list_row_of_item", "O(log s)", row_of_item, 1024, LOGARITHMIC),
    BOUND("rc_list_items_of_row", "O(log s)", items_of_row, 1024, LOGARITHMIC),
    BOUND("rc_list_pinned_header", "O(1)", pinned_header, 1024, CONSTANT),
    BOUND("rc_list_keep", "128 KB for all", bytes_of_kept, 4, LINEAR),
    BOUND("rc_list_keep", "O(k) for k kept items", keep_another, 4, LINEAR),
    BOUND("rc_list_keep", "Each edit takes O(k) more", insert_before_kept, 4, LINEAR),
    BOUND("rc_list_keep", "state can change O(k × log n)", update_with_kept, 4, LINEAR),
    BOUND("rc_list_copy_kept", "after moves O(k²)", copy_kept_after_moves, 4, SQUARE),
    BOUND("rc_list_set_names", "O(k +", set_all_names, 1024, LINEAR),
    BOUND("rc_list_set_names", "(log e + h)", set_name_among_others, 1024, LINEAR),
    BOUND("rc_list_copy_change_names", "O(items × log h)", copy_all_names, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_list_foresee", "O(log n)", foresee, 1024, LOGARITHMIC),
    BOUND("rc_list_add_preload_time", "O(1)", add_preload_time, 1024, CONSTANT),
    BOUND("rc_list_ticket_items", "O(log n)", wanted_items, 1024, LOGARITHMIC),
    BOUND("rc_list_copy_ticket_wants", "O(log n +", copy_one_want, 1024, LOGARITHMIC),
    BOUND("rc_list_copy_impression_views", "(upper − lower) log n", copy_one_view, 1024,
          LOGARITHMIC),
    BOUND("rc_list_copy_impression_views", "(upper − lower) log n", copy_all_views, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_list_copy_ticket_wants", "(upper − lower) log n", copy_all_wants, 1024,
          LINEAR_LOGARITHMIC),
};
const bound_table query_bounds = TABLE(bounds);
