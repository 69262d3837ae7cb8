// What answers do: nodes at the borders that were asked for, and a row for each id.

#include "separators.h"

// == nodes ==

static uint32_t number_of_id(const rc_separators *it, rc_id id) {
  return (uint32_t)(uintptr_t)rc__ids_find(&it->ids, id);
}

static void know_id(rc_separators *it, rc_id id, uint32_t number) {
  rc__ids_set(&it->ids, id, (void *)(uintptr_t)number);
}

/// Makes a node at a border, for which there is memory.
static void add_separator(rc_separators *it, rc_id id, int64_t border) {
  uint32_t number = it->spare;
  if (number != 0) {
    it->spare = it->nodes[number].next;
  } else {
    number = it->untouched++;
  }
  rc__separator_node *nodes = it->nodes, *node = &nodes[number];
  *node = (rc__separator_node){.id = id, .next = number, .previous = number};
  const uint32_t other = number_of_id(it, id);
  if (other == 0) {
    know_id(it, id, number);
  } else {
    node->next = nodes[other].next;
    node->previous = other;
    nodes[node->next].previous = number;
    nodes[other].next = number;
  }
  rc__separators_attach(it, number, border);
  it->node_count++;
}

static void remove_separator(rc_separators *it, uint32_t number) {
  rc__separators_detach(it, number);
  rc__separator_node *nodes = it->nodes, *node = &nodes[number];
  const uint32_t next = node->next;
  nodes[next].previous = node->previous;
  nodes[node->previous].next = next;
  if (next == number) {
    rc__ids_remove(&it->ids, node->id);
  } else if (number_of_id(it, node->id) == number) {
    know_id(it, node->id, next);
  }
  node->next = it->spare;
  it->spare = number;
  it->node_count--;
}

// == stale nodes ==

/// How many nodes are at fresh borders; appends them to those that have moved, if `marks`.
static size_t visit_fresh(rc_separators *it, bool marks) {
  size_t count = 0;
  rc_interval fresh = {0, 0};
  while (rc__separators_next_fresh(it, fresh.upper, &fresh)) {
    for (uint32_t number = rc__separators_from(it, fresh.lower);
         number != 0 && rc__separators_border(it, number) < fresh.upper;
         number = rc__separators_next(it, number)) {
      count++;
      if (!marks) continue;
      it->nodes[number].is_stale = true;
      it->moved[it->moved_count++] = number;
    }
  }
  return count;
}

/// Puts a separator at a border: one that is there already, or a new one.
static void place_answer(rc_separators *it, rc_id id, int64_t border) {
  for (uint32_t number = rc__separators_from(it, border);
       number != 0 && rc__separators_border(it, number) == border;
       number = rc__separators_next(it, number)) {
    rc__separator_node *node = &it->nodes[number];
    if (!node->is_stale || node->id != id) continue;
    node->is_stale = false;
    return;
  }
  add_separator(it, id, border);
}

// == rows ==

/// The first of the nodes with an id that is not stale, 0 if there is none; and the row.
static uint32_t first_of_id(rc_separators *it, uint32_t number, uint32_t *out_shown) {
  rc__separator_node *nodes = it->nodes;
  uint32_t first = 0, at = number;
  int64_t least = INT64_MAX;
  *out_shown = 0;
  do {
    nodes[at].round = it->round;
    if (nodes[at].is_shown) *out_shown = at;
    const int64_t border = nodes[at].is_stale ? INT64_MAX : rc__separators_border(it, at);
    if (border < least) {
      least = border;
      first = at;
    }
    at = nodes[at].next;
  } while (at != number);
  return first;
}

/// Makes the first of the nodes with an id its row.
static void settle_id(rc_separators *it, uint32_t number) {
  if (it->nodes[number].round == it->round) return;
  uint32_t shown;
  const uint32_t first = first_of_id(it, number, &shown);
  if (first == shown) return;
  rc_edit edit = {.kind = RC_EDIT_KIND_INSERT};
  if (shown != 0) {
    edit.kind = first != 0 ? RC_EDIT_KIND_MOVE : RC_EDIT_KIND_REMOVE;
    edit.lower = rc__separators_row(it, shown);
    rc__separators_show(it, shown, false);
  }
  if (first != 0) {
    const int64_t row = rc__separators_row(it, first);
    rc__separators_show(it, first, true);
    if (shown == 0) {
      edit.lower = row;
      it->inserted[it->inserted_count++] = (rc_separator){.id = it->nodes[first].id, .slot = first};
    } else {
      if (row == edit.lower) return;
      edit.to = row;
    }
  }
  edit.upper = edit.lower + 1;
  rc__separators_add_edit(it, edit);
}

/// Begins a round that no node has been in.
RC_WRAPS("rounds begin again after 2^32")
static void begin_round(rc_separators *it) {
  it->round++;
  if (it->round != 0) return;
  for (uint32_t number = 0; number < it->untouched; number++) it->nodes[number].round = 0;
  it->round = 1;
}

/// - `from`: the first stale one among those that have moved.
static void settle_ids(rc_separators *it, size_t from) {
  begin_round(it);
  // From the end, so that removals next to each other are one.
  for (size_t i = it->moved_count; i > from; i--) settle_id(it, it->moved[i - 1]);
  for (size_t i = 0; i < from; i++) settle_id(it, it->moved[i]);
  for (size_t i = 0; i < it->pair_count; i++) {
    const rc_id id = it->pairs[i].after;
    if (id != RC_ID_NONE) settle_id(it, number_of_id(it, id));
  }
  for (size_t i = from; i < it->moved_count; i++) {
    if (it->nodes[it->moved[i]].is_stale) remove_separator(it, it->moved[i]);
  }
  it->moved_count = 0;
}

static bool reserve_answer(rc_separators *it, size_t count) {
  const size_t stale = visit_fresh(it, false), moved = it->moved_count;
  const rc_allocator *own = &it->allocator;
  return rc__array_reserve(own, &it->nodes, &it->capacity, sizeof *it->nodes,
                           it->untouched + count) &&
         rc__ids_reserve(&it->ids, own, count) &&
         rc__array_reserve(own, &it->inserted, &it->inserted_capacity, sizeof *it->inserted,
                           count) &&
         rc__array_reserve(own, &it->moved, &it->moved_capacity, sizeof *it->moved,
                           moved + stale) &&
         rc__separators_reserve_edits(it, moved + stale + count);
}

rc_status rc_separators_answer(rc_separators *separators, const rc_id *ids, size_t count,
                               rc_separators_result *out_result) {
  rc_separators *it = separators;
  if (it == NULL || (ids == NULL && count > 0) || out_result == NULL) return RC_STATUS_ARGUMENT;
  if (!it->was_asked || count != it->pair_count) return RC_STATUS_ARGUMENT;
  size_t new_count = 0;
  for (size_t i = 0; i < count; i++) new_count += ids[i] != RC_ID_NONE;
  if ((int64_t)new_count >= RC_ITEM_COUNT_MAX - rc__separators_rows(it)) return RC_STATUS_LIMIT;
  if (!reserve_answer(it, new_count)) return RC_STATUS_NO_MEMORY;
  if (it->was_answered) it->edit_count = 0;
  it->was_asked = false;
  it->was_answered = true;
  it->inserted_count = 0;
  const size_t from = it->moved_count;
  visit_fresh(it, true);
  for (size_t i = 0; i < count; i++) {
    if (ids[i] != RC_ID_NONE) place_answer(it, ids[i], it->pairs[i].slot);
    // The pair is no longer needed.
    it->pairs[i].after = ids[i];
  }
  settle_ids(it, from);
  rc__origins_end(&it->borders);
  for (size_t i = 0; i < it->inserted_count; i++) {
    rc_separator *row = &it->inserted[i];
    const uint32_t number = (uint32_t)row->slot;
    row->slot = rc__separators_border(it, number);
    row->row = rc__separators_row(it, number);
  }
  *out_result = (rc_separators_result){.edits = it->edits,
                                       .edit_count = it->edit_count,
                                       .inserted = it->inserted,
                                       .inserted_count = it->inserted_count};
  return RC_STATUS_OK;
}
