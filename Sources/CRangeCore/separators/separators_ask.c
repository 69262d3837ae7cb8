// Which pairs are to be answered for: those of fresh borders between ids.

#include "separators.h"

/// Where the ids are.
typedef struct rc__pair_source {
  const rc_store *store;
  /// Without a store.
  const rc_id *ids;
  /// By `rc_end`.
  bool is_ended[2];
} rc__pair_source;

/// Gathers pairs, or only counts them if there is no memory for them yet.
typedef struct rc__gathering {
  rc_separator_pair *pairs;
  size_t count;
  /// The last id, and the slot after it.
  rc_id last;
  int64_t end;
} rc__gathering;

static void gather_pair(rc__gathering *g, int64_t slot, rc_id before, rc_id after) {
  if (g->pairs != NULL) {
    g->pairs[g->count] = (rc_separator_pair){.before = before, .after = after, .slot = slot};
  }
  g->count++;
}

/// Of the borders `borders`, the pairs that end with one of the ids, which are in slots from one
/// on.
static void gather_ids(rc__gathering *g, const rc__pair_source *from, rc_interval borders,
                       int64_t start, const rc_id *ids, int64_t count) {
  const int64_t lower = rc__at_least(start, borders.lower - 1);
  const int64_t upper = rc__at_most(start + count, borders.upper);
  for (int64_t slot = lower; slot < upper; slot++) {
    const rc_id id = ids[slot - start];
    if (id == RC_ID_NONE) continue;
    const bool is_first = slot == 0 && from->is_ended[RC_END_HEAD];
    if (slot >= borders.lower && (is_first || (slot > 0 && g->end == slot))) {
      gather_pair(g, slot, is_first ? RC_ID_NONE : g->last, id);
    }
    g->last = id;
    g->end = slot + 1;
  }
}

static void gather_store(rc__gathering *g, const rc__pair_source *from, rc_interval borders) {
  const rc__contents *held = &from->store->held;
  size_t index = rc__contents_block_after(held, rc__at_least(borders.lower - 1, 0));
  if (index > 0) index--;
  for (; index < held->count && held->starts[index] < borders.upper; index++) {
    const rc__block *block = held->blocks[index];
    if (block->kind != RC__BLOCK_PAGE) continue;
    gather_ids(g, from, borders, held->starts[index], block->ids, block->count);
  }
}

/// All pairs of fresh borders.
static void gather_pairs(const rc_separators *it, const rc__pair_source *from, rc__gathering *g) {
  *g = (rc__gathering){.pairs = g->pairs};
  rc_interval borders = {0, 0};
  while (rc__separators_next_fresh(it, borders.upper, &borders)) {
    g->end = -1;
    if (from->store != NULL) {
      gather_store(g, from, borders);
    } else {
      gather_ids(g, from, borders, 0, from->ids, it->slots);
    }
    const bool is_empty = it->slots == 0 && from->is_ended[RC_END_HEAD];
    if (borders.upper <= it->slots || !from->is_ended[RC_END_TAIL]) continue;
    if (is_empty || g->end == it->slots) {
      gather_pair(g, it->slots, is_empty ? RC_ID_NONE : g->last, RC_ID_NONE);
    }
  }
}

/// Makes the border at an end fresh, if it is known now or no longer.
static void note_end(rc_separators *it, rc_end end, bool is_ended) {
  if (it->is_ended[end] == is_ended) return;
  it->is_ended[end] = is_ended;
  const int64_t border = end == RC_END_HEAD ? 0 : it->slots;
  rc__separators_refresh(it, border, border + 1, 1);
}

static rc_status ask_pairs(rc_separators *it, const rc__pair_source *from,
                           const rc_separator_pair **out_pairs, size_t *out_count) {
  if (!rc__separators_reserve_borders(it)) return RC_STATUS_NO_MEMORY;
  note_end(it, RC_END_HEAD, from->is_ended[RC_END_HEAD]);
  note_end(it, RC_END_TAIL, from->is_ended[RC_END_TAIL]);
  rc__gathering g = {0};
  gather_pairs(it, from, &g);
  if (!rc__array_reserve(&it->allocator, &it->pairs, &it->pair_capacity, sizeof *it->pairs,
                         g.count)) {
    return RC_STATUS_NO_MEMORY;
  }
  g.pairs = it->pairs;
  if (g.count > 0) gather_pairs(it, from, &g);
  it->pair_count = g.count;
  it->was_asked = true;
  *out_pairs = it->pairs;
  *out_count = g.count;
  return RC_STATUS_OK;
}

rc_status rc_separators_ask_store(rc_separators *separators, const rc_store *store,
                                  const rc_separator_pair **out_pairs, size_t *out_count) {
  if (separators == NULL || store == NULL || out_pairs == NULL || out_count == NULL) {
    return RC_STATUS_ARGUMENT;
  }
  if (store->held.slots != separators->slots) return RC_STATUS_ARGUMENT;
  const rc__pair_source from = {
      .store = store,
      .is_ended = {rc__store_is_ended(store, RC_END_TAIL), rc__store_is_ended(store, RC_END_HEAD)}};
  return ask_pairs(separators, &from, out_pairs, out_count);
}

rc_status rc_separators_ask_ids(rc_separators *separators, const rc_id *ids, size_t count,
                                const rc_separator_pair **out_pairs, size_t *out_count) {
  if (separators == NULL || (ids == NULL && count > 0) || out_pairs == NULL || out_count == NULL) {
    return RC_STATUS_ARGUMENT;
  }
  if (count != (uint64_t)separators->slots) return RC_STATUS_ARGUMENT;
  const rc__pair_source from = {.ids = ids, .is_ended = {true, true}};
  return ask_pairs(separators, &from, out_pairs, out_count);
}
