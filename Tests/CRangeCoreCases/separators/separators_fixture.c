#include "separators_fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

rc_id separators_day(const rc_separator_pair *pair) {
  if (pair->after == RC_ID_NONE) return RC_ID_NONE;
  const bool is_same = pair->before != RC_ID_NONE && pair->before / 10 == pair->after / 10;
  return is_same ? RC_ID_NONE : pair->after / 10;
}

void separators_begin(separators_fixture *f) {
  list_memory_init(&f->memory);
  const rc_allocator allocator = list_memory_allocator(&f->memory);
  f->rule = separators_day;
  CHECK_EQUAL(rc_separators_create(&allocator, &f->separators), RC_STATUS_OK);
}

void separators_end(separators_fixture *f) {
  rc_separators_destroy(f->separators);
  CHECK(f->memory.bytes == 0 && f->memory.blocks == 0 && !f->memory.is_confused);
}

static int64_t parse(const char *text, rc_id *ids) {
  int64_t count = 0;
  char *at;
  for (const char *from = text; *from != 0; from = *at == ' ' ? at + 1 : at) {
    if (*from == '.') {
      at = (char *)(uintptr_t)from + 1;
      ids[count++] = RC_ID_NONE;
    } else {
      ids[count++] = strtoll(from, &at, 10);
    }
  }
  return count;
}

static void follow(separators_fixture *f, rc_edit_kind kind, int64_t lower, int64_t upper,
                   int64_t to) {
  const rc_edit edit = {.lower = lower, .upper = upper, .to = to, .kind = kind};
  CHECK_EQUAL(rc_separators_follow(f->separators, &edit), RC_STATUS_OK);
}

static void move_ids(separators_fixture *f, int64_t from, int64_t to) {
  memmove(f->slots + to, f->slots + from, (size_t)(f->count - from) * sizeof *f->slots);
  f->count += to - from;
}

void separators_insert(separators_fixture *f, int64_t at, const char *slots) {
  rc_id ids[64];
  const int64_t count = parse(slots, ids);
  follow(f, RC_EDIT_KIND_INSERT, at, at + count, 0);
  move_ids(f, at, at + count);
  memcpy(f->slots + at, ids, (size_t)count * sizeof *ids);
}

void separators_fill(separators_fixture *f, int64_t at, const char *slots) {
  follow(f, RC_EDIT_KIND_FILL, at, at + parse(slots, f->slots + at), 0);
}

void separators_clear(separators_fixture *f, int64_t lower, int64_t upper) {
  follow(f, RC_EDIT_KIND_CLEAR, lower, upper, 0);
  for (int64_t i = lower; i < upper; i++) f->slots[i] = RC_ID_NONE;
}

void separators_remove(separators_fixture *f, int64_t lower, int64_t upper) {
  follow(f, RC_EDIT_KIND_REMOVE, lower, upper, 0);
  move_ids(f, upper, lower);
}

void separators_move(separators_fixture *f, int64_t lower, int64_t upper, int64_t to) {
  rc_id ids[64];
  const int64_t count = upper - lower;
  follow(f, RC_EDIT_KIND_MOVE, lower, upper, to);
  memcpy(ids, f->slots + lower, (size_t)count * sizeof *ids);
  move_ids(f, upper, lower);
  move_ids(f, to, to + count);
  memcpy(f->slots + to, ids, (size_t)count * sizeof *ids);
}

static int print_id(char *text, rc_id id) {
  if (id == RC_ID_NONE) return snprintf(text, 24, "-");
  return snprintf(text, 24, "%" PRId64, id);
}

const char *separators_ask(separators_fixture *f) {
  char *at = f->text;
  *at = 0;
  if (rc_separators_ask_ids(f->separators, f->slots, (size_t)f->count, &f->pairs, &f->pair_count) !=
      RC_STATUS_OK) {
    return "it failed";
  }
  for (size_t i = 0; i < f->pair_count; i++) {
    if (i > 0) *at++ = ' ';
    at += print_id(at, f->pairs[i].before);
    *at++ = '|';
    at += print_id(at, f->pairs[i].after);
  }
  return f->text;
}

static int print_edit(char *text, const rc_edit *edit) {
  static const char *const names[] = {"REMOVE", "INSERT", "MOVE", "FILL", "CLEAR"};
  const int count =
      snprintf(text, 60, " %s %" PRId64 "-%" PRId64, names[edit->kind], edit->lower, edit->upper);
  if (edit->kind != RC_EDIT_KIND_MOVE) return count;
  return count + snprintf(text + count, 24, ">%" PRId64, edit->to);
}

const char *separators_answer(separators_fixture *f) {
  rc_id ids[65];
  const char *reason = "it failed";
  for (size_t i = 0; i < f->pair_count; i++) ids[i] = f->rule(&f->pairs[i]);
  if (rc_separators_answer(f->separators, ids, f->pair_count, &f->result) != RC_STATUS_OK ||
      rc_separators_validate(f->separators, &reason) != RC_STATUS_OK) {
    return reason;
  }
  char *at = f->text;
  at[0] = at[1] = 0;
  for (size_t i = 0; i < f->result.edit_count && at < f->text + 440; i++) {
    at += print_edit(at, &f->result.edits[i]);
  }
  return f->result.edit_count == 0 ? "" : f->text + 1;
}

const char *separators_go(separators_fixture *f) {
  separators_ask(f);
  return separators_answer(f);
}

const char *separators_rows(separators_fixture *f) {
  char *at = f->text;
  at[0] = at[1] = 0;
  rc_separator row;
  for (int64_t i = 0; rc_separators_get_row(f->separators, i, &row) == RC_STATUS_OK; i++) {
    *at++ = ' ';
    const rc_id id = row.id != RC_ID_NONE ? row.id : f->slots[row.slot];
    if (id == RC_ID_NONE) {
      *at++ = '.';
    } else {
      at += print_id(at, id);
    }
    if (row.id != RC_ID_NONE) *at++ = ':';
    *at = 0;
  }
  return f->text[0] == 0 ? "" : f->text + 1;
}

const char *separators_inserted(separators_fixture *f) {
  char *at = f->text;
  at[0] = at[1] = 0;
  for (size_t i = 0; i < f->result.inserted_count; i++) {
    const rc_separator *it = &f->result.inserted[i];
    at += snprintf(at, 60, " %" PRId64 "@%" PRId64, it->id, it->row);
  }
  return f->result.inserted_count == 0 ? "" : f->text + 1;
}
