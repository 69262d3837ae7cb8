#include "store.h"

// == life ==

void rc_store_options_init(rc_store_options *options) {
  if (options == NULL) return;
  *options = (rc_store_options){
      .page_size = 20, .total = RC_STORE_UNKNOWN, .has_placeholders = true, .first_pages = 1};
}

void rc_store_settings_init(rc_store_settings *settings) {
  if (settings == NULL) return;
  *settings = (rc_store_settings){.request_limit = 3, .settle = 0.1};
}

/// Whether a number is a time that may be waited for.
static bool are_seconds(double seconds) {
  return rc__is_finite(seconds) && seconds >= 0;
}

static bool are_options(const rc_store_options *options) {
  if (!rc__is_known((int)options->source, RC_STORE_SOURCE_KEYS)) return false;
  if (options->page_size < 1 || options->page_size > INT32_MAX) return false;
  if (options->first_pages < 1 || options->first_pages > INT32_MAX / options->page_size) {
    return false;
  }
  if (options->total < RC_STORE_UNKNOWN || options->total > RC_ITEM_COUNT_MAX) return false;
  return options->source == RC_STORE_SOURCE_OFFSETS || !options->looks_ahead;
}

/// Takes a total that is known from the start.
static bool take_total(rc_store *store, int64_t total) {
  rc__contents *held = &store->held;
  if (held->has_placeholders) held->slots = total;
  if (!held->is_keys) {
    held->total = total;
    held->cells = held->end = (total + held->page_size - 1) / held->page_size;
    return true;
  }
  if (held->slots == 0) return true;
  rc__block *gap = rc__block_create(&store->allocator, RC__BLOCK_GAP);
  if (gap == NULL || !rc__contents_reserve(held, store)) {
    rc__block_destroy(&store->allocator, gap);
    return false;
  }
  gap->count = total;
  rc__contents_insert(held, 0, gap, 0);
  return true;
}

rc_status rc_store_create(const rc_store_options *options, const rc_allocator *allocator,
                          rc_store **out_store) {
  rc_store_options defaults;
  rc_store_options_init(&defaults);
  if (options == NULL) options = &defaults;
  rc_allocator own;
  if (out_store == NULL || !are_options(options) || !rc__allocator_init(&own, allocator)) {
    return RC_STATUS_ARGUMENT;
  }
  rc_store *store = rc__allocate(&own, sizeof *store);
  if (store == NULL) return RC_STATUS_NO_MEMORY;
  *store = (rc_store){.allocator = own, .looks_ahead = options->looks_ahead};
  store->held = (rc__contents){.is_keys = options->source == RC_STORE_SOURCE_KEYS,
                               .has_placeholders = options->has_placeholders,
                               .page_size = options->page_size};
  store->first_pages = options->first_pages;
  rc_store_settings_init(&store->settings);
  store->told.time = store->told.settle_time = store->told.rest_time = -RC__INFINITY;
  store->expired = store->arrived = -RC__INFINITY;
  store->repaired_at = -1;
  store->needs_refresh = true;
  store->target = RC_STORE_TARGET_FIRST;
  store->target_total = RC_STORE_UNKNOWN;
  if (options->total > 0 && !take_total(store, options->total)) {
    rc_store_destroy(store);
    return RC_STATUS_NO_MEMORY;
  }
  *out_store = store;
  return RC_STATUS_OK;
}

void rc_store_destroy(rc_store *store) {
  if (store == NULL) return;
  const rc_allocator own = store->allocator;
  rc__contents_deinit(&store->held, &own);
  rc__deallocate(&own, store->requests, store->request_capacity * sizeof *store->requests);
  rc__deallocate(&own, store->failures, store->failure_capacity * sizeof *store->failures);
  rc__deallocate(&own, store->given_up, store->given_up_capacity * sizeof *store->given_up);
  rc__deallocate(&own, store->plan, store->plan_capacity * sizeof *store->plan);
  rc__deallocate(&own, store->edits, store->edit_capacity * sizeof *store->edits);
  rc__deallocate(&own, store->slots, store->slot_capacity * sizeof *store->slots);
  rc__deallocate(&own, store->dropped, store->dropped_capacity * sizeof *store->dropped);
  rc__deallocate(&own, store->places, store->place_capacity * sizeof *store->places);
  rc__deallocate(&own, store->taken, store->taken_capacity * sizeof *store->taken);
  rc__deallocate(&own, store, sizeof *store);
}

rc_status rc_store_set_settings(rc_store *store, const rc_store_settings *settings) {
  if (store == NULL || settings == NULL) return RC_STATUS_ARGUMENT;
  if (settings->page_limit < 0 || settings->item_limit < 0 || settings->cost_limit < 0 ||
      settings->jump_distance < 0 || !are_seconds(settings->settle) ||
      !are_seconds(settings->max_age)) {
    return RC_STATUS_ARGUMENT;
  }
  store->settings = *settings;
  return RC_STATUS_OK;
}

rc_status rc_store_get_settings(const rc_store *store, rc_store_settings *out_settings) {
  if (store == NULL || out_settings == NULL) return RC_STATUS_ARGUMENT;
  *out_settings = store->settings;
  return RC_STATUS_OK;
}

// == refresh, jump, open ==

void rc__store_refresh(rc_store *store, rc_store_target target) {
  rc__store_give_up_all(store);
  store->failure_count = 0;
  store->jumps[RC_END_HEAD] = store->jumps[RC_END_TAIL] = false;
  store->needs_refresh = true;
  store->is_by_age = false;
  store->target = target;
  store->target_total = RC_STORE_UNKNOWN;
  store->target_skips = 0;
}

rc_status rc_store_expire(rc_store *store, double time, double age) {
  if (store == NULL || !rc__is_finite(time) || !are_seconds(age)) return RC_STATUS_ARGUMENT;
  if (time > store->told.time) store->told.time = time;
  const double expired = store->told.time - age;
  if (expired > store->expired) store->expired = expired;
  return RC_STATUS_OK;
}

rc_status rc_store_refresh(rc_store *store, rc_store_target target, int64_t value) {
  if (store == NULL || !rc__is_known((int)target, RC_STORE_TARGET_ID)) return RC_STATUS_ARGUMENT;
  if (target == RC_STORE_TARGET_POSITION && (value < 0 || value >= RC_ITEM_COUNT_MAX)) {
    return RC_STATUS_ARGUMENT;
  }
  if (target == RC_STORE_TARGET_ID && (!store->held.is_keys || value == RC_ID_NONE)) {
    return RC_STATUS_ARGUMENT;
  }
  rc__store_refresh(store, target);
  store->target_value = value;
  return RC_STATUS_OK;
}

rc_status rc_store_jump(rc_store *store, rc_end end) {
  if (store == NULL || !rc__is_known((int)end, RC_END_HEAD) || !store->held.is_keys) {
    return RC_STATUS_ARGUMENT;
  }
  if (store->held.pages > 0) {
    store->jumps[end] = true;
  } else {
    const bool is_head = end == RC_END_HEAD;
    rc__store_refresh(store, is_head ? RC_STORE_TARGET_FIRST : RC_STORE_TARGET_LAST);
  }
  return RC_STATUS_OK;
}

/// Opens the tail of a source of offsets. A last cell that is missing keeps its slots; without
/// placeholders, where it has none, the tail is right after what is held.
static rc_status open_tail(rc_store *store) {
  rc__contents *held = &store->held;
  if (!held->has_placeholders) held->cells = rc__contents_last_cell(held) + 1;
  const rc__cells run = rc__contents_cells_before(held, held->count);
  const int64_t usual = held->has_placeholders ? held->page_size : 0;
  if (run.first < run.end && rc__contents_cell_slots(held, run.end - 1) != usual) {
    rc__block *stub = rc__block_create(&store->allocator, RC__BLOCK_STUB);
    if (stub == NULL || !rc__contents_reserve(held, store)) {
      rc__block_destroy(&store->allocator, stub);
      return RC_STATUS_NO_MEMORY;
    }
    stub->key = run.end - 1;
    stub->count = rc__contents_cell_slots(held, stub->key);
    rc__contents_insert(held, held->count, stub, held->slots - stub->count);
  }
  held->end = held->total = RC_STORE_UNKNOWN;
  store->stalled_count = 0;
  store->repeats_last = true;
  return RC_STATUS_OK;
}

static rc_status open_gap(rc_store *store, rc_end end) {
  rc__contents *held = &store->held;
  const size_t index = end == RC_END_HEAD ? 0 : held->count - 1;
  if (held->blocks[index]->kind == RC__BLOCK_GAP) return RC_STATUS_OK;
  rc__block *gap = rc__block_create(&store->allocator, RC__BLOCK_GAP);
  if (gap == NULL || !rc__contents_reserve(held, store)) {
    rc__block_destroy(&store->allocator, gap);
    return RC_STATUS_NO_MEMORY;
  }
  gap->is_open = true;
  const bool is_head = end == RC_END_HEAD;
  rc__contents_insert(held, is_head ? 0 : held->count, gap, is_head ? 0 : held->slots);
  return RC_STATUS_OK;
}

rc_status rc_store_open(rc_store *store, rc_end end) {
  if (store == NULL || !rc__is_known((int)end, RC_END_HEAD)) return RC_STATUS_ARGUMENT;
  if (!store->held.is_keys) {
    return end == RC_END_HEAD ? RC_STATUS_ARGUMENT : open_tail(store);
  }
  if (store->held.pages > 0) return open_gap(store, end);
  if (!store->needs_refresh) rc__store_refresh(store, RC_STORE_TARGET_FIRST);
  return RC_STATUS_OK;
}

// == queries ==

rc_status rc_store_get_counts(const rc_store *store, rc_store_counts *out_counts) {
  if (store == NULL || out_counts == NULL) return RC_STATUS_ARGUMENT;
  *out_counts = (rc_store_counts){
      .slot_count = store->held.slots,
      .item_count = (int64_t)store->held.ids.count,
      .page_count = store->held.pages,
      .hidden_count = rc__contents_hidden(&store->held),
      .cost = store->held.cost,
      .late_page_count = store->late_pages,
      .stall = store->told.stall,
  };
  return RC_STATUS_OK;
}

rc_status rc_store_get_slot(const rc_store *store, int64_t slot, rc_store_slot *out_slot) {
  if (store == NULL || out_slot == NULL || slot < 0 || slot >= store->held.slots) {
    return RC_STATUS_ARGUMENT;
  }
  const rc__spot spot = rc__contents_spot(&store->held, slot);
  *out_slot = (rc_store_slot){.id = RC_ID_NONE};
  const rc__block *block = spot.is_block ? store->held.blocks[spot.index] : NULL;
  if (block != NULL && block->kind == RC__BLOCK_PAGE) {
    out_slot->id = block->ids[spot.offset];
    out_slot->page = block->number;
    out_slot->load.retry_time = -RC__INFINITY;
  } else if (block != NULL && block->kind == RC__BLOCK_GAP) {
    out_slot->load = rc__store_gap_load(store, spot.index);
  } else {
    out_slot->load = rc__store_load(store, RC__PLACE_CELL, spot.cell);
  }
  return RC_STATUS_OK;
}

rc_status rc_store_find(const rc_store *store, rc_id id, int64_t *out_slot) {
  if (store == NULL || out_slot == NULL || id == RC_ID_NONE) return RC_STATUS_ARGUMENT;
  rc__block *page = rc__ids_find(&store->held.ids, id);
  if (page == NULL) return RC_STATUS_NOT_FOUND;
  *out_slot = rc__contents_slot_of(&store->held, page, id);
  return RC_STATUS_OK;
}

static const rc_store_load ended = {.state = RC_STORE_LOAD_STATE_ENDED,
                                    .retry_time = -RC__INFINITY};

int64_t rc__store_tail_cell(const rc_store *store) {
  const rc__contents *held = &store->held;
  if (!store->repeats_last || held->count == 0) return held->cells;
  const rc__block *last = held->blocks[held->count - 1];
  const bool is_last = last->kind == RC__BLOCK_PAGE && last->key + 1 == held->cells;
  return is_last && last->is_short ? last->key : held->cells;
}

static rc_store_load load_of_cells(const rc_store *store, rc_end end) {
  const rc__contents *held = &store->held;
  if (end == RC_END_HEAD) {
    const size_t first = rc__contents_first_page(held);
    if (first == held->count || held->blocks[first]->key == 0) return ended;
    return rc__store_load(store, RC__PLACE_CELL, held->blocks[first]->key - 1);
  }
  const int64_t next = rc__contents_last_cell(held) + 1;
  if (next < held->cells) return rc__store_load(store, RC__PLACE_CELL, next);
  if (held->end >= 0) return ended;
  return rc__store_load(store, RC__PLACE_CELL, rc__store_tail_cell(store));
}

static rc_store_load load_of_gap(const rc_store *store, rc_end end) {
  const rc__contents *held = &store->held;
  if (held->pages == 0) return ended;
  const size_t index = end == RC_END_HEAD ? 0 : held->count - 1;
  return held->blocks[index]->kind == RC__BLOCK_GAP ? rc__store_gap_load(store, index) : ended;
}

/// At the outermost page.
static rc_store_load load_beside(const rc_store *store, rc_end end) {
  return store->held.is_keys ? load_of_gap(store, end) : load_of_cells(store, end);
}

rc_status rc_store_load_at_end(const rc_store *store, rc_end end, rc_store_load *out_load) {
  if (store == NULL || out_load == NULL || !rc__is_known((int)end, RC_END_HEAD)) {
    return RC_STATUS_ARGUMENT;
  }
  if (store->needs_refresh && store->held.pages == 0) {
    *out_load = rc__store_load(store, RC__PLACE_REFRESH, 0);
  } else if (store->jumps[end]) {
    const bool is_head = end == RC_END_HEAD;
    *out_load = rc__store_load(store, is_head ? RC__PLACE_HEAD : RC__PLACE_TAIL, 0);
  } else {
    *out_load = load_beside(store, end);
  }
  return RC_STATUS_OK;
}

bool rc__store_is_ended(const rc_store *store, rc_end end) {
  if (store->needs_refresh && store->held.pages == 0) return false;
  return load_beside(store, end).state == RC_STORE_LOAD_STATE_ENDED;
}

rc_status rc_store_load_of_refresh(const rc_store *store, rc_store_load *out_load) {
  if (store == NULL || out_load == NULL) return RC_STATUS_ARGUMENT;
  const bool has_failed = rc__store_failure(store, RC__PLACE_REFRESH, 0) != NULL;
  *out_load =
      store->needs_refresh || has_failed ? rc__store_load(store, RC__PLACE_REFRESH, 0) : ended;
  return RC_STATUS_OK;
}
