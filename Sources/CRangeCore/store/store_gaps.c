// Replies of a source of keys: a page beside a gap, or at an end.

#include "store.h"

/// A reply at work.
typedef struct filling {
  /// The ids come after a page, or are the first ones: they fill the gap from its start.
  bool is_forward;
  /// The gap, or where one is made.
  size_t index;
  bool has_gap;
  /// Its slots before.
  rc_interval span;
  /// The page that it was requested from; NULL for a jump.
  const rc__block *from;
  /// Whether a page is beyond the gap; and the first one there with slots, or NULL.
  bool has_other;
  rc__block *other;
  bool joins;
  /// The ids on the near side, among the taken ones.
  size_t lower, upper;
  /// How many of them are new.
  int64_t count;
  /// What becomes of the gap.
  bool stays;
  int64_t gap_count;
  bool is_open;
  uint8_t stalled_count;
  int64_t gap_slots;
  /// Beyond an outermost page: another gap.
  bool has_outer;
  int64_t outer_count;
  bool outer_is_open;
} filling;

// == which ids ==

/// Finds the first page with slots beyond so many blocks, or before as many; no further than a gap.
static void find_other(const rc_store *store, filling *it, size_t index) {
  const rc__contents *held = &store->held;
  while (it->is_forward ? index < held->count : index > 0) {
    rc__block *block = held->blocks[it->is_forward ? index : index - 1];
    if (block->kind != RC__BLOCK_PAGE) return;
    it->has_other = true;
    if (block->count > 0) {
      it->other = block;
      return;
    }
    index = it->is_forward ? index + 1 : index - 1;
  }
}

/// Whether the reply reaches the other page with an id: that is next to the gap there, or the one
/// beyond it in the reply is beyond it in the page, too. Any other one has moved.
static bool is_joint(const rc_store *store, const filling *it, size_t index) {
  const rc__taken *taken = &store->taken[index];
  rc__block *other = it->other;
  if (taken->block != other) return false;
  const int64_t at = rc__block_find(other, taken->id);
  if (at == (it->is_forward ? 0 : other->count - 1)) return true;
  if (it->is_forward ? index + 1 == store->taken_count : index == 0) return false;
  const rc__taken *next = it->is_forward ? taken + 1 : taken - 1;
  return next->block == other &&
         rc__block_find(other, next->id) == (it->is_forward ? at + 1 : at - 1);
}

/// Finds the ids on the near side of where the reply joins the other page.
static void find_near(rc_store *store, filling *it) {
  const size_t count = store->taken_count;
  it->upper = count;
  for (size_t i = 0; i < count && it->other != NULL && !it->joins; i++) {
    const size_t index = it->is_forward ? i : count - 1 - i;
    it->joins = is_joint(store, it, index);
    if (!it->joins) continue;
    if (it->is_forward) {
      it->upper = index;
    } else {
      it->lower = index + 1;
    }
  }
  for (size_t i = it->lower; i < it->upper; i++) it->count += store->taken[i].block == NULL;
}

static bool is_adjacent(const rc__contents *held, const rc__taken *first, const rc__taken *second) {
  return rc__contents_slot_of(held, second->block, second->id) ==
         rc__contents_slot_of(held, first->block, first->id) + 1;
}

bool rc__store_plan_rest(rc_store *store, size_t lower, size_t upper) {
  int64_t count = 0;
  for (size_t i = lower, end; i < upper; i = end) {
    end = rc__store_run_end(store, i);
    if (end == i) {
      end++;
      continue;
    }
    if (i == lower || end >= upper) continue;
    rc__taken *taken = store->taken;
    if (!is_adjacent(&store->held, &taken[i - 1], &taken[end])) continue;
    count += (int64_t)(end - i);
    // More than it needs, if it is not the last run for this page.
    if (!rc__block_reserve(&store->allocator, taken[i - 1].block, count)) return false;
    for (size_t j = i; j < end; j++) taken[j].target = taken[i - 1].block;
  }
  return true;
}

void rc__store_place_rest(rc_store *store, size_t lower, size_t upper) {
  rc__contents *held = &store->held;
  for (size_t i = lower, end; i < upper; i = end) {
    end = rc__store_run_end(store, i);
    if (end == i) end++;
    rc__block *page = store->taken[i].target;
    if (page == NULL) continue;
    const int64_t at = rc__block_find(page, store->taken[i - 1].id) + 1;
    const size_t index = rc__contents_block_of_key(held, page->key);
    const int64_t slot = held->starts[index] + at, count = (int64_t)(end - i);
    rc__block_insert(page, at, &store->taken[i], end - i);
    rc__contents_shift(held, index + 1, count);
    rc__store_edit(store, RC_EDIT_KIND_INSERT, slot, slot + count);
  }
}

static bool plan_rest(rc_store *store, const filling *it) {
  return it->is_forward ? rc__store_plan_rest(store, it->upper, store->taken_count)
                        : rc__store_plan_rest(store, 0, it->lower);
}

static void place_rest(rc_store *store, const filling *it) {
  if (it->is_forward) {
    rc__store_place_rest(store, it->upper, store->taken_count);
  } else {
    rc__store_place_rest(store, 0, it->lower);
  }
}

/// How many of the new ids have a place, with those on the near side.
static int64_t placed_count(const rc_store *store, const filling *it) {
  int64_t count = it->count;
  for (size_t i = 0; i < store->taken_count; i++) count += store->taken[i].target != NULL;
  return count;
}

// == the gap ==

/// What a reply tells of what lies beyond the ids.
static int64_t beyond(const rc_store *store, const rc__reply *reply, const filling *it) {
  const rc__contents *held = &store->held;
  if (!it->is_forward) return reply->before;
  const bool is_told = reply->after != RC_STORE_UNKNOWN || reply->total < 0;
  if (is_told || it->has_other) return reply->after;
  int64_t left = reply->total - reply->count;
  for (size_t i = 0; i < it->index; i++) {
    if (held->blocks[i]->is_open) return RC_STORE_UNKNOWN;
    left -= held->blocks[i]->count;
  }
  return left > 0 ? left : 0;
}

/// Decides what becomes of the gap that was requested from a side.
static void plan_gap(const rc_store *store, const rc__reply *reply, filling *it) {
  const rc__block *gap = store->held.blocks[it->index];
  const int64_t told = beyond(store, reply, it);
  it->gap_count = gap->count > reply->count ? gap->count - reply->count : 0;
  it->is_open = gap->is_open || told == RC_STORE_SOME;
  if (!it->has_other && told >= 0) {
    it->gap_count = told;
    it->is_open = false;
  }
  if (placed_count(store, it) == 0) it->stalled_count = (uint8_t)(gap->stalled_count + 1);
  // A source that filters may find nothing in what it has read, and have more.
  const int64_t more = it->is_forward ? reply->after : reply->before;
  const bool is_end = reply->count == 0 && more != RC_STORE_SOME && more <= 0;
  it->stays = !is_end && told != 0 && !it->joins && it->stalled_count < 3 &&
              (it->is_open || it->gap_count > 0);
}

/// Decides what becomes of the outermost gap, when a jump brings the page beyond it.
static void plan_end(const rc_store *store, const rc__reply *reply, filling *it) {
  const rc__block *gap = it->has_gap ? store->held.blocks[it->index] : NULL;
  it->stays = !it->joins;
  it->is_open = true;
  if (gap != NULL && gap->count > reply->count) it->gap_count = gap->count - reply->count;
  const int64_t told = it->is_forward ? reply->before : reply->after;
  it->has_outer = told > 0 || told == RC_STORE_SOME;
  it->outer_count = told > 0 ? told : 0;
  it->outer_is_open = told == RC_STORE_SOME;
}

static int64_t slots_of_gap(const rc_store *store, const filling *it, bool is_between) {
  if (!it->stays) return 0;
  const int64_t count = store->held.has_placeholders ? it->gap_count : 0;
  return count == 0 && is_between ? 1 : count;
}

/// The edits for the ids that fill a gap and for what is left of it: as many ids as can be take its
/// placeholders, from the side that was requested from.
static void edit_gap(rc_store *store, const filling *it) {
  const int64_t former = it->span.upper - it->span.lower;
  const int64_t filled = it->count < former ? it->count : former;
  const int64_t left = former - filled, lower = it->span.lower;
  const int64_t fill = it->is_forward ? lower : lower + left;
  rc__store_edit(store, RC_EDIT_KIND_FILL, fill, fill + filled);
  int64_t rest = lower;
  if (it->is_forward) {
    rc__store_edit(store, RC_EDIT_KIND_INSERT, lower + filled, lower + it->count);
    rest = lower + it->count;
  }
  rc__store_edit(store, RC_EDIT_KIND_REMOVE, rest + it->gap_slots, rest + left);
  rc__store_edit(store, RC_EDIT_KIND_INSERT, rest + left, rest + it->gap_slots);
  if (!it->is_forward) {
    const int64_t at = lower + it->gap_slots;
    rc__store_edit(store, RC_EDIT_KIND_INSERT, at, at + it->count - filled);
  }
}

// == blocks ==

/// Inserts a block, and moves what follows it by its slots.
static void insert_block(rc__contents *contents, size_t index, rc__block *block, int64_t start,
                         int64_t slots) {
  rc__contents_insert(contents, index, block, start);
  rc__contents_shift(contents, index + 1, slots);
}

/// The blocks that a reply may need.
typedef struct new_blocks {
  rc__block *page, *gap, *outer;
} new_blocks;

static bool create_blocks(rc_store *store, const filling *it, bool has_page, new_blocks *out) {
  const rc_allocator *allocator = &store->allocator;
  const bool needs_gap = it->stays && !it->has_gap;
  *out = (new_blocks){NULL, NULL, NULL};
  if (has_page) out->page = rc__block_create(allocator, RC__BLOCK_PAGE);
  if (needs_gap) out->gap = rc__block_create(allocator, RC__BLOCK_GAP);
  if (it->has_outer) out->outer = rc__block_create(allocator, RC__BLOCK_GAP);
  if (has_page != (out->page != NULL) || needs_gap != (out->gap != NULL) ||
      it->has_outer != (out->outer != NULL)) {
    return false;
  }
  return (!has_page || rc__block_reserve(allocator, out->page, it->count)) &&
         rc__contents_reserve(&store->held, store) &&
         rc__store_reserve_edits(store, 5 + store->taken_count);
}

static void destroy_blocks(const rc_store *store, const new_blocks *blocks) {
  rc__block_destroy(&store->allocator, blocks->page);
  rc__block_destroy(&store->allocator, blocks->gap);
  rc__block_destroy(&store->allocator, blocks->outer);
}

/// Sets the gap, or removes it.
static void change_gap(rc_store *store, const filling *it, rc__block *made) {
  rc__contents *held = &store->held;
  const int64_t former = it->span.upper - it->span.lower;
  if (!it->has_gap) {
    if (made != NULL) insert_block(held, it->index, made, it->span.lower, it->gap_slots);
  } else {
    rc__contents_shift(held, it->index + 1, it->gap_slots - former);
  }
  if (it->stays) {
    rc__block *gap = held->blocks[it->index];
    gap->count = it->gap_count;
    gap->is_open = it->is_open;
    gap->stalled_count = it->stalled_count;
    if (it->from != NULL && it->count > 0) gap->filled_at = store->told.moves;
  } else if (it->has_gap) {
    rc__block_destroy(&store->allocator, held->blocks[it->index]);
    rc__contents_remove(held, it->index);
  }
}

/// Puts the new page in its place, between the page that it was requested from and the gap, or
/// outermost.
static void add_page(rc_store *store, const rc__reply *reply, const filling *it, rc__block *page) {
  rc__contents *held = &store->held;
  page->number = ++store->last_page;
  page->first = reply->count > 0 ? reply->ids[0] : it->from->first;
  page->last = reply->count > 0 ? reply->ids[reply->count - 1] : it->from->last;
  page->cost = reply->cost;
  page->arrived = store->told.time;
  for (size_t i = it->lower; i < it->upper; i++) {
    rc__taken *taken = &store->taken[i];
    if (taken->block != NULL) continue;
    taken->target = page;
    page->ids[page->count++] = taken->id;
  }
  const size_t index = it->index + (!it->is_forward && it->stays);
  const int64_t start = it->span.lower + (it->is_forward ? 0 : it->gap_slots);
  insert_block(held, index, page, start, page->count);
  held->pages++;
  held->cost += reply->cost;
}

static void add_outer(rc_store *store, const filling *it, rc__block *outer) {
  rc__contents *held = &store->held;
  outer->count = it->outer_count;
  outer->is_open = it->outer_is_open;
  const int64_t start = it->is_forward ? 0 : held->slots;
  const int64_t slots = held->has_placeholders ? it->outer_count : 0;
  insert_block(held, it->is_forward ? 0 : held->count, outer, start, slots);
  rc__store_edit(store, RC_EDIT_KIND_INSERT, start, start + slots);
}

/// Makes the changes; `it` and the blocks are as planned.
static void commit_filling(rc_store *store, const rc__reply *reply, const filling *it,
                           const new_blocks *blocks, int64_t *out_page) {
  edit_gap(store, it);
  change_gap(store, it, blocks->gap);
  if (blocks->page != NULL) {
    add_page(store, reply, it, blocks->page);
    *out_page = blocks->page->number;
  }
  place_rest(store, it);
  rc__store_enter(store);
  if (blocks->outer != NULL) add_outer(store, it, blocks->outer);
}

/// Checks the limits, and makes the changes.
static rc_status fill(rc_store *store, const rc__reply *reply, filling *it, bool has_page,
                      int64_t *out_page) {
  new_blocks blocks;
  if (!create_blocks(store, it, has_page, &blocks)) {
    destroy_blocks(store, &blocks);
    return RC_STATUS_NO_MEMORY;
  }
  const int64_t former = it->span.upper - it->span.lower;
  int64_t slots = store->held.slots - former + it->gap_slots + placed_count(store, it);
  if (it->has_outer && store->held.has_placeholders) slots += it->outer_count;
  const bool affords = !has_page || rc__store_affords(store, reply->cost, 0);
  if (slots > RC_ITEM_COUNT_MAX || !affords) {
    destroy_blocks(store, &blocks);
    return RC_STATUS_LIMIT;
  }
  commit_filling(store, reply, it, &blocks, out_page);
  return RC_STATUS_OK;
}

// == replies ==

rc_status rc__store_receive_side(rc_store *store, const rc__request *request,
                                 const rc__reply *reply, int64_t *out_page) {
  rc__contents *held = &store->held;
  const bool is_forward = request->place.kind == RC__PLACE_AFTER;
  const size_t page = rc__contents_block_of_key(held, request->place.block->key);
  filling it = {
      .is_forward = is_forward, .index = is_forward ? page + 1 : page - 1, .has_gap = true};
  it.span = (rc_interval){held->starts[it.index], rc__contents_upper(held, it.index)};
  it.from = request->place.block;
  find_other(store, &it, is_forward ? it.index + 1 : it.index);
  if (!rc__store_take(store, reply->ids, reply->count)) return RC_STATUS_NO_MEMORY;
  find_near(store, &it);
  rc_status status = RC_STATUS_NO_MEMORY;
  if (plan_rest(store, &it)) {
    plan_gap(store, reply, &it);
    it.gap_slots = slots_of_gap(store, &it, it.has_other);
    const bool has_page = it.count > 0 || it.stays;
    status = fill(store, reply, &it, has_page, out_page);
  }
  if (status != RC_STATUS_OK) rc__store_put_back(store);
  return status;
}

rc_status rc__store_receive_end(rc_store *store, const rc__request *request, const rc__reply *reply,
                                int64_t *out_page) {
  rc__contents *held = &store->held;
  const bool is_head = request->place.kind == RC__PLACE_HEAD;
  filling it = {.is_forward = is_head, .index = is_head ? 0 : held->count - 1};
  it.has_gap = held->blocks[it.index]->kind == RC__BLOCK_GAP;
  find_other(store, &it, is_head ? it.has_gap : it.index + !it.has_gap);
  if (!it.has_gap && !is_head) it.index++;
  const int64_t end = is_head ? 0 : held->slots;
  it.span = (rc_interval){end, end};
  if (it.has_gap) {
    it.span = (rc_interval){held->starts[it.index], rc__contents_upper(held, it.index)};
  }
  if (!rc__store_take(store, reply->ids, reply->count)) return RC_STATUS_NO_MEMORY;
  find_near(store, &it);
  rc_status status = RC_STATUS_OK;
  if (it.joins || it.count > 0) {
    plan_end(store, reply, &it);
    it.gap_slots = slots_of_gap(store, &it, true);
    status = plan_rest(store, &it) ? fill(store, reply, &it, it.count > 0, out_page)
                                   : RC_STATUS_NO_MEMORY;
  }
  if (status != RC_STATUS_OK) {
    rc__store_put_back(store);
    return status;
  }
  store->jumps[is_head ? RC_END_HEAD : RC_END_TAIL] = false;
  return RC_STATUS_OK;
}
