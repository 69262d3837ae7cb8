#include "script_separators_rows.h"

#include <inttypes.h>
#include <string.h>

void rows_mirror_init(rows_mirror *mirror) {
  memset(mirror, 0, sizeof *mirror);
  model_separators_init(&mirror->model);
  CHECK_EQUAL(rc_separators_create(NULL, &mirror->separators), RC_STATUS_OK);
}

/// Applies an edit to numbers; what is inserted gets new ones, which count down from −1.
static void apply(int64_t *numbers, int64_t *count, const rc_edit *edit, int64_t *last) {
  const int64_t lower = edit->lower, upper = edit->upper, size = upper - lower;
  int64_t moved[ROWS_MIRROR_MAX];
  CHECK(size > 0 && lower >= 0);
  if (edit->kind == RC_EDIT_KIND_INSERT) {
    CHECK(lower <= *count && *count + size <= ROWS_MIRROR_MAX);
    memmove(numbers + upper, numbers + lower, (size_t)(*count - lower) * sizeof *numbers);
    for (int64_t i = lower; i < upper; i++) numbers[i] = -++*last;
    *count += size;
    return;
  }
  CHECK(upper <= *count);
  if (edit->kind != RC_EDIT_KIND_REMOVE && edit->kind != RC_EDIT_KIND_MOVE) return;
  memcpy(moved, numbers + lower, (size_t)size * sizeof *numbers);
  memmove(numbers + lower, numbers + upper, (size_t)(*count - upper) * sizeof *numbers);
  *count -= size;
  if (edit->kind == RC_EDIT_KIND_REMOVE) return;
  CHECK(edit->to >= 0 && edit->to <= *count);
  memmove(numbers + edit->to + size, numbers + edit->to,
          (size_t)(*count - edit->to) * sizeof *numbers);
  memcpy(numbers + edit->to, moved, (size_t)size * sizeof *numbers);
  *count += size;
}

void rows_mirror_follow(rows_mirror *mirror, const rc_edit *edit) {
  CHECK_EQUAL(rc_separators_follow(mirror->separators, edit), RC_STATUS_OK);
  int64_t count = mirror->model.count;
  // Rows find out which number the slots have that were inserted.
  apply(mirror->slots, &count, edit, &mirror->last_number);
  if (edit->kind == RC_EDIT_KIND_INSERT) {
    for (int64_t i = edit->lower; i < edit->upper; i++) mirror->slots[i] = 0;
  }
  model_separators_follow(&mirror->model, edit);
  CHECK_EQUAL(count, mirror->model.count);
  rows_mirror_check_queries(mirror);
}

void rows_mirror_check_pairs(rows_mirror *mirror, const rc_separator_pair *pairs, size_t count) {
  const model_separators *model = &mirror->model;
  CHECK_EQUAL(count, model->pair_count);
  for (size_t i = 0; i < count; i++) {
    const rc_separator_pair *a = &pairs[i], *b = &model->pairs[i];
    CHECK_F(a->slot == b->slot && a->before == b->before && a->after == b->after,
            "pair %d is at %" PRId64 ", expected at %" PRId64, (int)i, a->slot, b->slot);
    test_note(a->slot);
  }
}

/// A row of a separator keeps its number while its id is shown.
static void check_separator(rows_mirror *mirror, rc_id id, int64_t number, bool is_inserted) {
  CHECK(id >= 0 && id < ROWS_MIRROR_IDS);
  const bool was_shown = mirror->shown[id] != 0;
  CHECK_F(is_inserted == !was_shown, "separator %" PRId64 " is inserted, or is not told", id);
  CHECK_F(!was_shown || mirror->shown[id] == number, "separator %" PRId64 " is another row", id);
  mirror->shown[id] = number;
}

static void check_rows(rows_mirror *mirror, const rc_separators_result *result) {
  const model_separators *model = &mirror->model;
  int64_t row = 0;
  size_t inserted = 0;
  bool is_shown[ROWS_MIRROR_IDS] = {false};
  for (int64_t slot = 0; slot <= model->count && !test_has_failed(); slot++) {
    const rc_id id = model_separators_shown(model, slot);
    if (id != RC_ID_NONE) {
      const rc_separator *told = &result->inserted[inserted];
      const bool is_inserted = inserted < result->inserted_count && told->row == row;
      if (is_inserted) CHECK(told->id == id && told->slot == slot);
      inserted += is_inserted;
      CHECK(row < mirror->row_count);
      check_separator(mirror, id, mirror->rows[row++], is_inserted);
      is_shown[id] = true;
    }
    if (slot == model->count) break;
    CHECK(row < mirror->row_count);
    int64_t *number = &mirror->slots[slot];
    if (*number == 0) {
      CHECK_F(mirror->rows[row] < 0, "slot %" PRId64 " is an old row", slot);
      *number = mirror->rows[row];
    }
    CHECK_F(*number == mirror->rows[row++], "slot %" PRId64 " is another row", slot);
  }
  CHECK_EQUAL(row, mirror->row_count);
  CHECK_EQUAL(inserted, result->inserted_count);
  for (rc_id id = 0; id < ROWS_MIRROR_IDS; id++) {
    if (!is_shown[id]) mirror->shown[id] = 0;
  }
}

void rows_mirror_answer(rows_mirror *mirror, const rc_id *ids) {
  rc_separators_result result;
  CHECK_EQUAL(rc_separators_answer(mirror->separators, ids, mirror->model.pair_count, &result),
              RC_STATUS_OK);
  model_separators_answer(&mirror->model, ids);
  for (size_t i = 0; i < result.edit_count && !test_has_failed(); i++) {
    const rc_edit *edit = &result.edits[i];
    CHECK(edit->kind != RC_EDIT_KIND_MOVE || edit->to != edit->lower);
    apply(mirror->rows, &mirror->row_count, edit, &mirror->last_number);
    test_note(edit->lower);
    test_note(edit->kind);
  }
  mirror->edit_count += (int64_t)result.edit_count;
  check_rows(mirror, &result);
  // Numbers of new rows are positive from here on, so that they are told from newer ones.
  for (int64_t i = 0; i < mirror->row_count; i++) {
    if (mirror->rows[i] < 0) mirror->rows[i] = -mirror->rows[i];
  }
  for (int64_t i = 0; i < mirror->model.count; i++) {
    if (mirror->slots[i] < 0) mirror->slots[i] = -mirror->slots[i];
  }
  for (rc_id id = 0; id < ROWS_MIRROR_IDS; id++) {
    if (mirror->shown[id] < 0) mirror->shown[id] = -mirror->shown[id];
  }
  rows_mirror_check_queries(mirror);
}

/// What some rows are, by what each of them is.
static void check_slots_of(const rows_mirror *mirror, int64_t lower, int64_t upper) {
  const rc_separators *it = mirror->separators;
  const int64_t count = mirror->model.count;
  int64_t slots = 0, first = count;
  for (int64_t row = upper; row-- > lower;) {
    rc_separator found;
    CHECK_EQUAL(rc_separators_get_row(it, row, &found), RC_STATUS_OK);
    slots += found.id == RC_ID_NONE;
    first = found.slot;
  }
  rc_interval interval;
  CHECK_EQUAL(rc_separators_slots_of_rows(it, lower, upper, &interval), RC_STATUS_OK);
  if (slots == 0 && count > 0) {
    slots = 1;
    if (first == count) first--;
  }
  CHECK_EQUAL(interval.upper - interval.lower, lower < upper ? slots : 0);
  if (lower < upper && slots > 0) CHECK_EQUAL(interval.lower, first);
}

void rows_mirror_check_queries(const rows_mirror *mirror) {
  const rc_separators *it = mirror->separators;
  const char *reason = NULL;
  CHECK_F(rc_separators_validate(it, &reason) == RC_STATUS_OK, "%s", reason);
  int64_t rows;
  CHECK_EQUAL(rc_separators_row_of_slot(it, mirror->model.count, &rows), RC_STATUS_OK);
  int64_t slot = 0;
  for (int64_t row = 0;; row++) {
    rc_separator found;
    if (rc_separators_get_row(it, row, &found) != RC_STATUS_OK) {
      CHECK_EQUAL(row, rows);
      break;
    }
    CHECK_EQUAL(found.row, row);
    CHECK_EQUAL(found.slot, slot);
    int64_t same;
    if (found.id != RC_ID_NONE) {
      CHECK_EQUAL(rc_separators_find(it, found.id, &same), RC_STATUS_OK);
    } else {
      CHECK_EQUAL(rc_separators_row_of_slot(it, slot++, &same), RC_STATUS_OK);
    }
    CHECK_EQUAL(same, row);
  }
  CHECK_EQUAL(slot, mirror->model.count);
  for (int64_t row = 0; row + 3 <= rows; row += 7) check_slots_of(mirror, row, row + row % 4);
}
