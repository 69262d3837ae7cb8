#include "store.h"

/// Whether a page is among those whose last reply ended with an id.
static bool is_known_by_last(const rc__contents *held, const rc__block *page) {
  const rc__block *it = rc__ids_find(&held->lasts, page->last);
  while (it != NULL && it != page) it = it->same_last;
  return it != NULL;
}

static const char *check_page(const rc__contents *held, const rc__block *page) {
  if (page->number < 1) return "a page has no number";
  if ((size_t)page->count > page->capacity) return "a page has more ids than memory";
  for (int64_t i = 0; i < page->count; i++) {
    if (rc__ids_find(&held->ids, page->ids[i]) != page) return "an id's page is not the one known";
  }
  const bool is_listed = page->looks_ahead && page->last != RC_ID_NONE;
  if (is_listed && !is_known_by_last(held, page)) return "a reply's last id is not the one known";
  return NULL;
}

static const char *check_gap(const rc__contents *held, size_t index) {
  const rc__block *gap = held->blocks[index];
  if (!held->is_keys) return "a source of offsets has a gap";
  if (gap->count == 0 && !gap->is_open) return "a gap has nothing in it";
  const bool adjoins = index > 0 && held->blocks[index - 1]->kind == RC__BLOCK_GAP;
  return adjoins ? "two gaps adjoin" : NULL;
}

static const char *check_stub(const rc__contents *held, const rc__block *stub) {
  if (held->is_keys || !held->has_placeholders) return "a stub where there can be none";
  if (stub->cells < 1) return "a stub without a cell";
  return stub->key + stub->cells <= held->cells ? NULL : "a stub after the last cell";
}

static const char *check_block(const rc__contents *held, size_t index) {
  const rc__block *block = held->blocks[index];
  if (block->count < 0) return "a block has a negative count";
  const rc__block *before = index > 0 ? held->blocks[index - 1] : NULL;
  if (before != NULL && before->key + before->cells > block->key) return "blocks are out of order";
  if (block->kind == RC__BLOCK_PAGE) return check_page(held, block);
  return block->kind == RC__BLOCK_GAP ? check_gap(held, index) : check_stub(held, block);
}

/// The slots of the cells before a block, or after the last.
static int64_t slots_between(const rc__contents *held, size_t index) {
  const rc__cells cells = rc__contents_cells_before(held, index);
  int64_t slots = 0;
  if (cells.first < cells.end) {
    slots = (cells.end - cells.first - 1) * (held->has_placeholders ? held->page_size : 0) +
            rc__contents_cell_slots(held, cells.end - 1);
  }
  return slots;
}

static const char *check_contents(const rc__contents *held) {
  int64_t slot = 0, items = 0, pages = 0, cost = 0;
  size_t first_page = held->count, last_page = held->count;
  for (size_t i = 0; i < held->count; i++) {
    const rc__block *block = held->blocks[i];
    const char *reason = check_block(held, i);
    if (reason != NULL) return reason;
    slot += slots_between(held, i);
    if (held->starts[i] != slot) return "a block does not start where the one before it ends";
    slot += rc__contents_block_slots(held, i);
    cost += block->cost;
    if (block->kind != RC__BLOCK_PAGE) continue;
    items += block->count;
    if (pages++ == 0) first_page = i;
    last_page = i;
  }
  if (rc__contents_first_page(held) != first_page || rc__contents_last_page(held) != last_page) {
    return "the first or last page is another one";
  }
  if (slot + slots_between(held, held->count) != held->slots) return "slots are miscounted";
  if (items != (int64_t)held->ids.count) return "ids are miscounted";
  if (pages != held->pages) return "pages are miscounted";
  return cost == held->cost ? NULL : "costs are miscounted";
}

static const char *check_told(const rc_store *store) {
  const rc_interval visible = store->told.visible, wanted = store->told.wanted;
  if (visible.lower < 0 || visible.upper < visible.lower || visible.upper > store->held.slots) {
    return "what is visible is out of bounds";
  }
  if (wanted.lower < 0 || wanted.upper < wanted.lower || wanted.upper > store->held.slots) {
    return "what is wanted is out of bounds";
  }
  return NULL;
}

static const char *check_requests(const rc_store *store) {
  for (size_t i = 0; i < store->request_count; i++) {
    const rc__store_place *place = &store->requests[i].place;
    for (size_t j = 0; j < i; j++) {
      const rc__store_place *other = &store->requests[j].place;
      if (other->kind == place->kind && other->value == place->value) {
        return "a place is requested twice";
      }
    }
  }
  for (size_t i = 1; i < store->failure_count; i++) {
    const rc__failure *before = &store->failures[i - 1], *failure = &store->failures[i];
    if (failure->kind < before->kind ||
        (failure->kind == before->kind && failure->value <= before->value)) {
      return "failures are out of order";
    }
  }
  if (store->is_by_age && !store->needs_refresh) return "a refresh by age is not pending";
  const size_t given_up = store->is_told ? 0 : store->given_up_count;
  const bool has_memory = given_up + store->request_count <= store->given_up_capacity;
  return has_memory ? NULL : "requests could not be given up";
}

rc_status rc_store_validate(const rc_store *store, const char **out_reason) {
  if (out_reason != NULL) *out_reason = NULL;
  if (store == NULL) return RC_STATUS_ARGUMENT;
  const char *reason = check_contents(&store->held);
  if (reason == NULL) reason = check_told(store);
  if (reason == NULL) reason = check_requests(store);
  if (out_reason != NULL) *out_reason = reason;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}
