#include "model_separators.h"

#include <string.h>

void model_separators_init(model_separators *model) {
  memset(model, 0, sizeof *model);
  model->is_fresh[0] = true;
  model->answers[0] = RC_ID_NONE;
}

static void move_ids(rc_id *ids, int64_t from, int64_t to, int64_t count) {
  memmove(ids + to, ids + from, (size_t)count * sizeof *ids);
}

static void make_fresh(model_separators *model, int64_t border) {
  model->is_fresh[border] = true;
  model->answers[border] = RC_ID_NONE;
}

static void insert_slots(model_separators *model, int64_t at, int64_t count) {
  const int64_t after = model->count - at;
  move_ids(model->slots, at, at + count, after);
  move_ids(model->answers, at, at + count, after + 1);
  memmove(model->is_fresh + at + count, model->is_fresh + at, (size_t)after + 1);
  model->count += count;
  for (int64_t i = at; i < at + count; i++) model->slots[i] = RC_ID_NONE;
  for (int64_t i = at; i <= at + count; i++) make_fresh(model, i);
}

static void remove_slots(model_separators *model, int64_t lower, int64_t upper) {
  const int64_t after = model->count - upper;
  move_ids(model->slots, upper, lower, after);
  move_ids(model->answers, upper, lower, after + 1);
  memmove(model->is_fresh + lower, model->is_fresh + upper, (size_t)after + 1);
  model->count -= upper - lower;
  make_fresh(model, lower);
}

static void move_slots(model_separators *model, const rc_edit *edit) {
  const model_separators before = *model;
  const int64_t count = edit->upper - edit->lower;
  remove_slots(model, edit->lower, edit->upper);
  insert_slots(model, edit->to, count);
  for (int64_t i = 0; i < count; i++) {
    model->slots[edit->to + i] = before.slots[edit->lower + i];
    if (i == 0) continue;
    model->is_fresh[edit->to + i] = before.is_fresh[edit->lower + i];
    model->answers[edit->to + i] = before.answers[edit->lower + i];
  }
}

void model_separators_follow(model_separators *model, const rc_edit *edit) {
  if (edit->kind == RC_EDIT_KIND_INSERT) {
    insert_slots(model, edit->lower, edit->upper - edit->lower);
  } else if (edit->kind == RC_EDIT_KIND_REMOVE) {
    remove_slots(model, edit->lower, edit->upper);
  } else if (edit->kind == RC_EDIT_KIND_MOVE) {
    move_slots(model, edit);
  } else {
    model_separators_renew(model, edit->lower, edit->upper);
  }
}

void model_separators_renew(model_separators *model, int64_t lower, int64_t upper) {
  for (int64_t i = lower; i <= upper; i++) make_fresh(model, i);
}

static void tell_end(model_separators *model, rc_end end, bool is_ended) {
  if (model->is_ended[end] == is_ended) return;
  model->is_ended[end] = is_ended;
  make_fresh(model, end == RC_END_HEAD ? 0 : model->count);
}

/// Whether a border has a pair.
static bool has_pair(const model_separators *model, int64_t border, rc_separator_pair *pair) {
  const bool is_first = border == 0, is_last = border == model->count;
  *pair = (rc_separator_pair){.before = RC_ID_NONE, .after = RC_ID_NONE, .slot = border};
  if (!is_first) pair->before = model->slots[border - 1];
  if (!is_last) pair->after = model->slots[border];
  const bool has_before = is_first ? model->is_ended[RC_END_HEAD] : pair->before != RC_ID_NONE;
  const bool has_after = is_last ? model->is_ended[RC_END_TAIL] : pair->after != RC_ID_NONE;
  return has_before && has_after;
}

void model_separators_ask(model_separators *model, bool head_is_ended, bool tail_is_ended) {
  tell_end(model, RC_END_HEAD, head_is_ended);
  tell_end(model, RC_END_TAIL, tail_is_ended);
  model->pair_count = 0;
  for (int64_t i = 0; i <= model->count; i++) {
    rc_separator_pair pair;
    if (model->is_fresh[i] && has_pair(model, i, &pair)) model->pairs[model->pair_count++] = pair;
  }
}

void model_separators_answer(model_separators *model, const rc_id *ids) {
  for (size_t i = 0; i < model->pair_count; i++) {
    model->answers[model->pairs[i].slot] = ids[i];
  }
  memset(model->is_fresh, 0, sizeof model->is_fresh);
}

rc_id model_separators_shown(const model_separators *model, int64_t border) {
  const rc_id id = model->answers[border];
  for (int64_t i = 0; i < border; i++) {
    if (model->answers[i] == id) return RC_ID_NONE;
  }
  return id;
}
