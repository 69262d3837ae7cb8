#include "store_fixture.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void say(store_fixture *f, const char *format, ...) {
  const size_t length = strlen(f->text);
  va_list arguments;
  va_start(arguments, format);
  if (length > 0) strncat(f->text, " ", sizeof f->text - length - 1);
  vsnprintf(f->text + strlen(f->text), sizeof f->text - strlen(f->text), format, arguments);
  va_end(arguments);
}

store_fixture store_of(rc_store_source source) {
  store_fixture f = {.store = NULL};
  rc_store_options_init(&f.options);
  rc_store_settings_init(&f.settings);
  rc_store_reply_init(&f.told);
  f.options.source = source;
  f.options.page_size = 2;
  return f;
}

void store_open(store_fixture *f) {
  f->status = rc_store_create(&f->options, NULL, &f->store);
  if (f->status == RC_STATUS_OK) f->status = rc_store_set_settings(f->store, &f->settings);
}

void store_end(store_fixture *f) {
  CHECK_EQUAL(rc_store_validate(f->store, NULL), RC_STATUS_OK);
  rc_store_destroy(f->store);
}

static void say_request(store_fixture *f, const rc_store_request *request) {
  static const char *const kinds[] = {"AT", "FIRST", "LAST", "AFTER", "BEFORE"};
  const char *kind = kinds[request->kind], *mark = request->is_refresh ? "!" : "";
  if (request->position >= 0) {
    say(f, "%s %" PRId64 "+%" PRId64 "%s", kind, request->position, request->count, mark);
  } else if (request->id != RC_ID_NONE) {
    const char *joint = request->kind == RC_STORE_REQUEST_KIND_AT ? "~" : "+";
    say(f, "%s %" PRId64 "%s%" PRId64 "%s", kind, request->id, joint, request->count, mark);
  } else {
    say(f, "%s %" PRId64 "%s", kind, request->count, mark);
  }
}

const char *store_requests(store_fixture *f) {
  f->text[0] = 0;
  if (f->status != RC_STATUS_OK) return rc_status_text(f->status);
  for (size_t i = 0; i < f->plan.request_count; i++) say_request(f, &f->plan.requests[i]);
  return f->text;
}

const char *store_look(store_fixture *f, int64_t visible_lower, int64_t visible_upper,
                       int64_t wanted_lower, int64_t wanted_upper) {
  f->view.visible = (rc_interval){visible_lower, visible_upper};
  f->view.wanted = (rc_interval){wanted_lower, wanted_upper};
  f->status = rc_store_update(f->store, &f->view, &f->plan);
  return store_requests(f);
}

const char *store_edits(store_fixture *f) {
  static const char *const kinds[] = {"REMOVE", "INSERT", "MOVE", "FILL", "CLEAR"};
  f->text[0] = 0;
  if (f->status != RC_STATUS_OK) return rc_status_text(f->status);
  for (size_t i = 0; i < f->result.edit_count; i++) {
    const rc_edit *edit = &f->result.edits[i];
    say(f, "%s %" PRId64 "-%" PRId64, kinds[edit->kind], edit->lower, edit->upper);
    if (edit->kind == RC_EDIT_KIND_MOVE) strcat(f->text, ">");
    if (edit->kind == RC_EDIT_KIND_MOVE) {
      snprintf(f->text + strlen(f->text), 24, "%" PRId64, edit->to);
    }
  }
  return f->text;
}

int64_t store_ids(const char *text, rc_id ids[STORE_IDS]) {
  int64_t count = 0;
  for (char *end; count < STORE_IDS; text = end) {
    const long long id = strtoll(text, &end, 10);
    if (end == text) break;
    ids[count++] = id;
  }
  return count;
}

const char *store_reply(store_fixture *f, uint64_t token, const char *ids) {
  rc_id list[STORE_IDS];
  f->told.ids = list;
  f->told.count = (size_t)store_ids(ids, list);
  f->status = rc_store_receive(f->store, token, &f->told, &f->result);
  rc_store_reply_init(&f->told);
  return store_edits(f);
}

const char *store_slots(store_fixture *f) {
  rc_store_counts counts;
  f->text[0] = 0;
  if (rc_store_get_counts(f->store, &counts) != RC_STATUS_OK) return "no counts";
  for (int64_t i = 0; i < counts.slot_count; i++) {
    rc_store_slot slot;
    if (rc_store_get_slot(f->store, i, &slot) != RC_STATUS_OK) return "no slot";
    if (slot.id == RC_ID_NONE) {
      say(f, "-");
    } else {
      say(f, "%" PRId64, slot.id);
    }
  }
  return f->text;
}
