#include "store_pair.h"

#include <stdlib.h>

store_pair *both_begin(rc_store_source source) {
  store_pair *p = calloc(1, sizeof *p);
  if (p != NULL) p->script.model = calloc(1, sizeof *p->script.model);
  if (p == NULL || p->script.model == NULL) abort();
  p->f = store_of(source);
  list_memory_init(&p->script.memory);
  p->script.runs_out = true;
  return p;
}

#define CALL(p, call) SCRIPT_STORE_CALL(&(p)->script, (p)->f.status, call)

void both_open(store_pair *p) {
  const rc_allocator allocator = list_memory_allocator(&p->script.memory);
  CALL(p, rc_store_create(&p->f.options, &allocator, &p->script.store));
  CHECK_EQUAL(p->f.status, RC_STATUS_OK);
  p->f.store = p->script.store;
  model_store_init(p->script.model, &p->f.options);
  both_set(p);
}

void both_end_of(store_pair **p) {
  both_end(*p);
}

void both_end(store_pair *p) {
  CHECK(p->script.refused_count > 0);
  script_store_destroy(&p->script);
  free(p);
}

void both_set(store_pair *p) {
  p->f.status = rc_store_set_settings(p->f.store, &p->f.settings);
  p->script.model->settings = p->f.settings;
  script_store_compare(&p->script);
}

const char *both_look(store_pair *p, int64_t visible_lower, int64_t visible_upper,
                      int64_t wanted_lower, int64_t wanted_upper) {
  p->f.view.visible = (rc_interval){visible_lower, visible_upper};
  p->f.view.wanted = (rc_interval){wanted_lower, wanted_upper};
  CALL(p, rc_store_update(p->f.store, &p->f.view, &p->f.plan));
  if (p->f.status == RC_STATUS_OK) {
    model_store_update(p->script.model, &p->f.view);
    script_store_compare_plan(&p->script, &p->f.plan);
  }
  script_store_compare(&p->script);
  return store_requests(&p->f);
}

const char *both_reply(store_pair *p, uint64_t token, const char *ids) {
  rc_id list[STORE_IDS];
  p->f.told.ids = list;
  p->f.told.count = (size_t)store_ids(ids, list);
  script_store_note(&p->script);
  CALL(p, rc_store_receive(p->f.store, token, &p->f.told, &p->f.result));
  if (p->f.status == RC_STATUS_OK) {
    model_store *model = p->script.model;
    const bool is_refresh = model->needs_refresh;
    model_store_receive(model, token, &p->f.told);
    for (size_t i = 0; i < p->f.result.edit_count && is_refresh; i++) {
      model_store_follow(model, &p->f.result.edits[i]);
    }
    model_store_drop(model);
    script_store_compare_result(&p->script, &p->f.result, list, (int64_t)p->f.told.count);
  }
  script_store_compare(&p->script);
  rc_store_reply_init(&p->f.told);
  return store_edits(&p->f);
}

rc_status both_fail(store_pair *p, uint64_t token, double time, double jitter) {
  CALL(p, rc_store_fail(p->f.store, token, time, jitter));
  if (p->f.status == RC_STATUS_OK) model_store_fail(p->script.model, token, time, jitter);
  script_store_compare(&p->script);
  return p->f.status;
}

rc_status both_refresh(store_pair *p, rc_store_target target, int64_t value) {
  p->f.status = rc_store_refresh(p->f.store, target, value);
  if (p->f.status == RC_STATUS_OK) model_store_refresh(p->script.model, target, value);
  script_store_compare(&p->script);
  return p->f.status;
}

rc_status both_jump(store_pair *p, rc_end end) {
  p->f.status = rc_store_jump(p->f.store, end);
  if (p->f.status == RC_STATUS_OK) model_store_jump(p->script.model, end);
  script_store_compare(&p->script);
  return p->f.status;
}

rc_status both_open_end(store_pair *p, rc_end end) {
  CALL(p, rc_store_open(p->f.store, end));
  if (p->f.status == RC_STATUS_OK) model_store_open(p->script.model, end);
  script_store_compare(&p->script);
  return p->f.status;
}

/// What the model makes of the host's own edits, it takes from the store.
static const char *compare_own(store_pair *p, const rc_id *ids, int64_t count) {
  for (size_t i = 0; i < p->f.result.edit_count; i++) {
    model_store_follow(p->script.model, &p->f.result.edits[i]);
  }
  script_store_compare_result(&p->script, &p->f.result, ids, count);
  script_store_compare(&p->script);
  return store_edits(&p->f);
}

const char *both_insert(store_pair *p, int64_t slot, const char *ids) {
  rc_id list[STORE_IDS];
  const int64_t count = store_ids(ids, list);
  script_store_note(&p->script);
  CALL(p, rc_store_insert(p->f.store, slot, list, (size_t)count, &p->f.result));
  if (p->f.status != RC_STATUS_OK) return store_edits(&p->f);
  if (!model_store_insert(p->script.model, slot, list, count)) return "not for the model";
  return compare_own(p, list, count);
}

const char *both_move(store_pair *p, rc_id id, int64_t to) {
  script_store_note(&p->script);
  CALL(p, rc_store_move(p->f.store, id, to, &p->f.result));
  if (p->f.status != RC_STATUS_OK) return store_edits(&p->f);
  if (!model_store_move(p->script.model, id, to)) return "not for the model";
  return compare_own(p, NULL, 0);
}

const char *both_remove(store_pair *p, rc_id id) {
  script_store_note(&p->script);
  CALL(p, rc_store_remove(p->f.store, id, &p->f.result));
  if (p->f.status != RC_STATUS_OK) return store_edits(&p->f);
  if (!model_store_remove(p->script.model, id)) return "not for the model";
  return compare_own(p, NULL, 0);
}
