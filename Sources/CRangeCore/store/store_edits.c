#include "store.h"

// == edits ==

bool rc__store_reserve_edits(rc_store *store, size_t more) {
  return rc__array_reserve(&store->allocator, &store->edits, &store->edit_capacity,
                           sizeof *store->edits, store->edit_count + more + store->drop_edits);
}

/// Whether an edit continues the one before it, so that they are one.
static bool continues(rc_edit *last, const rc_edit *edit) {
  if (last->kind != edit->kind || edit->kind == RC_EDIT_KIND_MOVE) return false;
  const bool removes = edit->kind == RC_EDIT_KIND_REMOVE;
  if (edit->lower == (removes ? last->lower : last->upper)) {
    last->upper += edit->upper - edit->lower;
    return true;
  }
  if (edit->kind == RC_EDIT_KIND_INSERT || edit->upper != last->lower) return false;
  last->lower = edit->lower;
  return true;
}

void rc__store_add_edit(rc_store *store, rc_edit edit) {
  if (store->edit_count > 0 && continues(&store->edits[store->edit_count - 1], &edit)) return;
  RC_ASSERT(store->edit_count < store->edit_capacity);
  store->edits[store->edit_count++] = edit;
}

/// An interval keeps the slots that it has. What is inserted where it starts comes before it, and
/// where it ends after it.
static void follow_insertion(rc_interval *interval, int64_t at, int64_t count) {
  const bool is_empty = interval->lower == interval->upper;
  if (at < interval->upper || (is_empty && at == interval->upper)) interval->upper += count;
  if (at <= interval->lower) interval->lower += count;
}

static int64_t after_removal(int64_t bound, int64_t lower, int64_t upper) {
  if (bound <= lower) return bound;
  return bound < upper ? lower : bound - (upper - lower);
}

static void follow_edit(rc_interval *interval, const rc_edit *edit) {
  const int64_t count = edit->upper - edit->lower;
  if (edit->kind == RC_EDIT_KIND_REMOVE || edit->kind == RC_EDIT_KIND_MOVE) {
    interval->lower = after_removal(interval->lower, edit->lower, edit->upper);
    interval->upper = after_removal(interval->upper, edit->lower, edit->upper);
  }
  if (edit->kind == RC_EDIT_KIND_INSERT) follow_insertion(interval, edit->lower, count);
  if (edit->kind == RC_EDIT_KIND_MOVE) follow_insertion(interval, edit->to, count);
}

void rc__store_follow(rc_store *store, const rc_edit *edit) {
  follow_edit(&store->told.visible, edit);
  follow_edit(&store->told.wanted, edit);
  follow_edit(&store->told.refreshed, edit);
}

void rc__store_edit(rc_store *store, rc_edit_kind kind, int64_t lower, int64_t upper) {
  const rc_edit edit = {.lower = lower, .upper = upper, .kind = kind};
  if (lower >= upper) return;
  rc__store_follow(store, &edit);
  rc__store_add_edit(store, edit);
}

// == the end of a source of offsets ==

void rc__store_set_source(rc_store *store, int64_t cells, int64_t end, int64_t total) {
  rc__contents *held = &store->held;
  while (held->count > 0 && held->blocks[held->count - 1]->key >= cells) {
    rc__block_destroy(&store->allocator, held->blocks[--held->count]);
  }
  rc__block *last = held->count > 0 ? held->blocks[held->count - 1] : NULL;
  if (last != NULL) last->cells = rc__at_most(last->cells, cells - last->key);
  held->cells = cells;
  held->end = end;
  held->total = total;
  const int64_t lower = last != NULL ? rc__contents_upper(held, held->count - 1) : 0;
  const int64_t after = last != NULL ? last->key + last->cells - 1 : -1;
  const int64_t slots = lower + rc__contents_tail_slots(held, after);
  if (slots < held->slots) rc__store_edit(store, RC_EDIT_KIND_REMOVE, slots, held->slots);
  if (slots > held->slots) rc__store_edit(store, RC_EDIT_KIND_INSERT, held->slots, slots);
  held->slots = slots;
}

// == results ==

void rc__store_begin_result(rc_store *store) {
  store->edit_count = 0;
  store->dropped_count = 0;
  store->new_count = 0;
  store->drop_edits = 0;
}

void rc__store_end_result(rc_store *store, const rc_id *ids, size_t count, int64_t page,
                          rc_store_result *out_result) {
  const rc__contents *held = &store->held;
  const rc__block *last = NULL;
  int64_t start = 0;
  for (size_t i = 0; i < count; i++) {
    rc__block *holder = rc__ids_find(&held->ids, ids[i]);
    if (holder != NULL && holder != last) {
      start = held->starts[rc__contents_block_of_key(held, holder->key)];
      last = holder;
    }
    store->slots[i] = holder == NULL ? -1 : start + rc__block_find(holder, ids[i]);
  }
  *out_result = (rc_store_result){
      .edits = store->edits,
      .edit_count = store->edit_count,
      .id_slots = store->slots,
      .dropped = store->dropped,
      .dropped_count = store->dropped_count,
      .page = page,
      .new_count = store->new_count,
  };
}
