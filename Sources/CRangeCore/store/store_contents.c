#include "store.h"

// == blocks ==

rc__block *rc__block_create(const rc_allocator *allocator, rc__block_kind kind) {
  rc__block *block = rc__allocate(allocator, sizeof *block);
  if (block == NULL) return NULL;
  *block = (rc__block){.kind = kind,
                       .cells = 1,
                       .first = RC_ID_NONE,
                       .last = RC_ID_NONE,
                       .total = RC_STORE_UNKNOWN,
                       .filled_at = -1};
  return block;
}

void rc__block_destroy(const rc_allocator *allocator, rc__block *block) {
  if (block == NULL) return;
  rc__deallocate(allocator, block->ids, block->capacity * sizeof *block->ids);
  rc__deallocate(allocator, block->nexts, block->next_capacity * sizeof *block->nexts);
  rc__deallocate(allocator, block, sizeof *block);
}

bool rc__block_reserve(const rc_allocator *allocator, rc__block *block, int64_t more) {
  RC_ASSERT(block->kind == RC__BLOCK_PAGE);
  const size_t needed = (size_t)(block->count + more);
  return rc__array_reserve(allocator, &block->ids, &block->capacity, sizeof *block->ids, needed) &&
         (!block->looks_ahead || rc__array_reserve(allocator, &block->nexts, &block->next_capacity,
                                                   sizeof *block->nexts, needed));
}

void rc__block_insert(rc__block *block, int64_t at, const rc__taken *taken, size_t count) {
  RC_ASSERT(block->kind == RC__BLOCK_PAGE && (size_t)block->count + count <= block->capacity);
  rc_id *ids = block->ids + at;
  rc__move_bytes(ids + count, ids, (size_t)(block->count - at) * sizeof *ids);
  for (size_t i = 0; i < count; i++) ids[i] = taken[i].id;
  if (block->looks_ahead) {
    rc_id *nexts = block->nexts + at;
    rc__move_bytes(nexts + count, nexts, (size_t)(block->count - at) * sizeof *nexts);
    for (size_t i = 0; i < count; i++) nexts[i] = i + 1 < count ? taken[i + 1].id : RC_ID_NONE;
    block->is_whole = false;
  }
  block->count += (int64_t)count;
}

int64_t rc__block_find(rc__block *block, rc_id id) {
  int64_t at = block->found;
  for (;; at++) {
    if (at >= block->count) at = 0;
    if (block->ids[at] == id) break;
  }
  block->found = at;
  return at;
}

// == contents ==

/// Makes the elements those of the whole arrays, with what is unused at the front.
static void open_front(rc__contents *contents) {
  if (contents->front == 0) return;
  contents->blocks -= contents->front;
  contents->starts -= contents->front;
}

/// Leaves that out again.
static void close_front(rc__contents *contents) {
  if (contents->front == 0) return;
  contents->blocks += contents->front;
  contents->starts += contents->front;
}

void rc__contents_deinit(rc__contents *contents, const rc_allocator *allocator) {
  for (size_t i = 0; i < contents->count; i++) rc__block_destroy(allocator, contents->blocks[i]);
  open_front(contents);
  rc__deallocate(allocator, contents->blocks, contents->block_capacity * sizeof *contents->blocks);
  rc__deallocate(allocator, contents->starts, contents->start_capacity * sizeof *contents->starts);
  rc__ids_deinit(&contents->ids, allocator);
  rc__ids_deinit(&contents->lasts, allocator);
}

int64_t rc__contents_block_slots(const rc__contents *contents, size_t index) {
  const rc__block *block = contents->blocks[index];
  if (block->kind != RC__BLOCK_GAP) return block->cells * block->count;
  const int64_t count = contents->has_placeholders ? block->count : 0;
  const bool is_between = index > 0 && index + 1 < contents->count;
  return count == 0 && is_between ? 1 : count;
}

bool rc__contents_is_gap_row(const rc__contents *contents, size_t index) {
  const rc__block *block = contents->blocks[index];
  return block->kind == RC__BLOCK_GAP && (!contents->has_placeholders || block->count == 0);
}

int64_t rc__contents_cell_slots(const rc__contents *contents, int64_t cell) {
  if (!contents->has_placeholders) return 0;
  const bool is_last = cell + 1 == contents->cells && contents->end == contents->cells;
  if (!is_last || contents->total < 0) return contents->page_size;
  return contents->total - cell * contents->page_size;
}

int64_t rc__contents_upper(const rc__contents *contents, size_t index) {
  return contents->starts[index] + rc__contents_block_slots(contents, index);
}

/// The cell after those of a block.
static int64_t end_of(const rc__block *block) {
  return block->key + block->cells;
}

rc__cells rc__contents_cells_before(const rc__contents *contents, size_t index) {
  const bool is_end = index == contents->count;
  const int64_t upper = is_end ? contents->slots : contents->starts[index];
  if (contents->is_keys) return (rc__cells){.lower = upper, .upper = upper};
  rc__cells cells = {.end = is_end ? contents->cells : contents->blocks[index]->key,
                     .upper = upper,
                     .size = contents->page_size};
  if (index > 0) {
    cells.first = end_of(contents->blocks[index - 1]);
    cells.lower = rc__contents_upper(contents, index - 1);
  }
  return cells;
}

rc__cells rc__contents_cells_of(const rc__contents *contents, size_t index) {
  const rc__block *stub = contents->blocks[index];
  return (rc__cells){.first = stub->key,
                     .end = end_of(stub),
                     .lower = contents->starts[index],
                     .upper = rc__contents_upper(contents, index),
                     .size = stub->count,
                     .is_stub = true};
}

rc_interval rc__contents_cell_span(const rc__contents *contents, const rc__cells *cells,
                                   int64_t cell) {
  if (!contents->has_placeholders) return (rc_interval){cells->lower, cells->lower};
  const int64_t lower = cells->lower + (cell - cells->first) * cells->size;
  return (rc_interval){
      lower, lower + (cells->is_stub ? cells->size : rc__contents_cell_slots(contents, cell))};
}

size_t rc__contents_block_after(const rc__contents *contents, int64_t slot) {
  size_t lower = 0, upper = contents->count;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    if (contents->starts[middle] <= slot) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return lower;
}

rc__spot rc__contents_spot(const rc__contents *contents, int64_t slot) {
  const size_t after = rc__contents_block_after(contents, slot);
  if (after > 0 && slot < rc__contents_upper(contents, after - 1)) {
    const rc__block *block = contents->blocks[after - 1];
    rc__spot spot = {after - 1, true, slot - contents->starts[after - 1], block->key};
    if (block->kind == RC__BLOCK_STUB) spot.cell += spot.offset / block->count;
    return spot;
  }
  const rc__cells cells = rc__contents_cells_before(contents, after);
  const int64_t cell = cells.first + (slot - cells.lower) / contents->page_size;
  return (rc__spot){.index = after, .cell = cell};
}

size_t rc__contents_block_of_key(const rc__contents *contents, int64_t key) {
  size_t lower = 0, upper = contents->count;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    if (end_of(contents->blocks[middle]) <= key) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return lower;
}

rc__block *rc__contents_stub_of(const rc__contents *contents, int64_t cell) {
  const size_t index = rc__contents_block_of_key(contents, cell);
  if (index == contents->count) return NULL;
  rc__block *block = contents->blocks[index];
  return block->kind == RC__BLOCK_STUB && block->key <= cell ? block : NULL;
}

// == the first and the last page ==

static bool is_page(const rc__contents *contents, size_t index) {
  return contents->blocks[index]->kind == RC__BLOCK_PAGE;
}

size_t rc__contents_first_page(const rc__contents *contents) {
  // Two gaps are never beside each other.
  if (contents->is_keys) return contents->count > 0 && !is_page(contents, 0);
  return contents->first_page < contents->pages_end ? contents->first_page : contents->count;
}

size_t rc__contents_last_page(const rc__contents *contents) {
  const size_t count = contents->count;
  if (contents->is_keys && count > 0 && is_page(contents, count - 1)) return count - 1;
  if (contents->is_keys) return count > 1 ? count - 2 : count;
  return contents->first_page < contents->pages_end ? contents->pages_end - 1 : count;
}

/// Once a block is inserted.
static void note_inserted(rc__contents *contents, size_t index) {
  const bool has_pages = contents->first_page < contents->pages_end;
  if (index < contents->pages_end) contents->pages_end++;
  if (index <= contents->first_page) contents->first_page++;
  if (!is_page(contents, index)) return;
  if (!has_pages || index < contents->first_page) contents->first_page = index;
  if (!has_pages || index >= contents->pages_end) contents->pages_end = index + 1;
}

/// Once a block is removed, or is no page any more.
static void find_pages(rc__contents *contents) {
  // The last page is never dropped.
  RC_ASSERT(contents->first_page < contents->pages_end);
  while (!is_page(contents, contents->first_page)) contents->first_page++;
  while (!is_page(contents, contents->pages_end - 1)) contents->pages_end--;
}

/// Moves blocks and their starts by so many elements, toward the front or away from it.
static void move_elements(rc__contents *contents, size_t from, size_t to, size_t count) {
  rc__move_bytes(contents->blocks + to, contents->blocks + from, count * sizeof(rc__block *));
  rc__move_bytes(contents->starts + to, contents->starts + from, count * sizeof(int64_t));
}

/// Uses what is unused at the front, once that is more than there are blocks.
static void take_front(rc__contents *contents) {
  const size_t front = contents->front;
  if (front <= contents->count) return;
  open_front(contents);
  contents->front = 0;
  move_elements(contents, front, 0, contents->count);
}

bool rc__contents_reserve(rc__contents *contents, const rc_store *store) {
  take_front(contents);
  const size_t needed = contents->front + contents->count + 3;
  open_front(contents);
  const bool is_reserved =
      rc__array_reserve(&store->allocator, &contents->blocks, &contents->block_capacity,
                        sizeof *contents->blocks, needed) &&
      rc__array_reserve(&store->allocator, &contents->starts, &contents->start_capacity,
                        sizeof *contents->starts, needed);
  close_front(contents);
  return is_reserved;
}

enum { KEY_STEP = 1 << 30 };

/// Gives a block of keys a number between those of its neighbours.
static void label_block(rc__contents *contents, size_t index) {
  rc__block **blocks = contents->blocks;
  const bool has_next = index + 1 < contents->count;
  if (index == 0 && !has_next) return;
  if (!has_next) {
    blocks[index]->key = blocks[index - 1]->key + KEY_STEP;
    return;
  }
  const int64_t next = blocks[index + 1]->key;
  const int64_t previous = index == 0 ? next - 2 * (int64_t)KEY_STEP : blocks[index - 1]->key;
  blocks[index]->key = previous + (next - previous) / 2;
  if (blocks[index]->key != previous) return;
  for (size_t i = 0; i < contents->count; i++) blocks[i]->key = (int64_t)i * KEY_STEP;
}

void rc__contents_insert(rc__contents *contents, size_t index, rc__block *block, int64_t start) {
  move_elements(contents, index, index + 1, contents->count - index);
  contents->blocks[index] = block;
  contents->starts[index] = start;
  contents->count++;
  note_inserted(contents, index);
  if (contents->is_keys) label_block(contents, index);
}

void rc__contents_remove(rc__contents *contents, size_t index) {
  contents->count--;
  if (index < contents->pages_end) contents->pages_end--;
  if (index < contents->first_page) contents->first_page--;
  if (index > contents->count / 2) {
    move_elements(contents, index + 1, index, contents->count - index);
  } else {
    move_elements(contents, 0, 1, index);
    contents->blocks++;
    contents->starts++;
    contents->front++;
  }
  if (!contents->is_keys) find_pages(contents);
}

bool rc__block_splits_at(const rc__block *stub, int64_t cell) {
  return stub->key < cell && cell + 1 < end_of(stub);
}

size_t rc__contents_insert_in_stub(rc__contents *contents, const rc_allocator *allocator,
                                   rc__block *page, rc__block *rest) {
  const size_t index = rc__contents_block_of_key(contents, page->key);
  rc__block *stub = contents->blocks[index];
  const int64_t before = page->key - stub->key, after = end_of(stub) - page->key - 1;
  const int64_t start = contents->starts[index] + before * stub->count;
  if (rest != NULL) {
    rest->key = page->key + 1;
    rest->cells = after;
    rest->count = stub->count;
    rc__contents_insert(contents, index + 1, rest, start + stub->count);
  }
  if (before > 0) {
    stub->cells = before;
    rc__contents_insert(contents, index + 1, page, start);
    return index + 1;
  }
  if (after > 0) {
    stub->key++;
    stub->cells = after;
    contents->starts[index] += stub->count;
    rc__contents_insert(contents, index, page, start);
    return index;
  }
  rc__contents_remove(contents, index);
  rc__block_destroy(allocator, stub);
  rc__contents_insert(contents, index, page, start);
  return index;
}

/// Joins a block with the one after it, if both are stubs of adjacent cells with as many slots.
static void join_next(rc__contents *contents, const rc_allocator *allocator, size_t index) {
  if (index + 1 == contents->count) return;
  rc__block *stub = contents->blocks[index], *next = contents->blocks[index + 1];
  if (stub->kind != RC__BLOCK_STUB || next->kind != RC__BLOCK_STUB) return;
  if (stub->count != next->count || end_of(stub) != next->key) return;
  stub->cells += next->cells;
  rc__contents_remove(contents, index + 1);
  rc__block_destroy(allocator, next);
}

void rc__contents_join_stub(rc__contents *contents, const rc_allocator *allocator, size_t index) {
  find_pages(contents);
  join_next(contents, allocator, index);
  if (index > 0) join_next(contents, allocator, index - 1);
}

void rc__contents_shift(rc__contents *contents, size_t index, int64_t difference) {
  if (difference == 0) return;
  for (size_t i = index; i < contents->count; i++) contents->starts[i] += difference;
  contents->slots += difference;
}

int64_t rc__contents_slot_of(const rc__contents *contents, rc__block *page, rc_id id) {
  return contents->starts[rc__contents_block_of_key(contents, page->key)] +
         rc__block_find(page, id);
}

rc__block *rc__contents_page_of_cell(const rc__contents *contents, int64_t cell) {
  const size_t index = rc__contents_block_of_key(contents, cell);
  if (index == contents->count || contents->blocks[index]->key != cell) return NULL;
  return contents->blocks[index]->kind == RC__BLOCK_PAGE ? contents->blocks[index] : NULL;
}

rc__block *rc__contents_page_beside(const rc__contents *contents, int64_t cell, int64_t step) {
  int64_t index = (int64_t)rc__contents_block_of_key(contents, cell + step);
  for (cell += step; index >= 0 && index < (int64_t)contents->count; cell += step) {
    rc__block *block = contents->blocks[index];
    if (block->kind != RC__BLOCK_PAGE || block->key != cell) return NULL;
    if (block->count > 0) return block;
    index += step;
  }
  return NULL;
}

rc_id rc__contents_id_behind(const rc__contents *contents, size_t index, int64_t at) {
  const rc__block *block = contents->blocks[index];
  if (at + 1 < block->count) return block->ids[at + 1];
  for (size_t i = index + 1; i < contents->count; i++) {
    const rc__block *next = contents->blocks[i];
    if (next->kind != RC__BLOCK_PAGE || next->key != contents->blocks[i - 1]->key + 1) break;
    if (next->count > 0) return next->ids[0];
  }
  return RC_ID_NONE;
}

bool rc__contents_is_loose(const rc__contents *contents, size_t index, int64_t at) {
  const rc__block *block = contents->blocks[index];
  const rc_id next = block->looks_ahead ? block->nexts[at] : RC_ID_NONE;
  const rc_id behind = rc__contents_id_behind(contents, index, at);
  if (next == RC_ID_NONE || next == behind) return false;
  // Where something is missing, it can still come.
  return behind != RC_ID_NONE ||
         (next != block->ids[at] && rc__ids_find(&contents->ids, next) != NULL);
}

int64_t rc__contents_last_cell(const rc__contents *contents) {
  const size_t index = rc__contents_last_page(contents);
  return index == contents->count ? -1 : contents->blocks[index]->key;
}

int64_t rc__contents_tail_slots(const rc__contents *contents, int64_t after) {
  const int64_t last = contents->cells - 1;
  if (!contents->has_placeholders || last <= after) return 0;
  int64_t slots =
      (last - after - 1) * contents->page_size + rc__contents_cell_slots(contents, last);
  for (size_t i = rc__contents_block_of_key(contents, after + 1); i < contents->count; i++) {
    const rc__block *stub = contents->blocks[i];
    if (stub->key > last) break;
    const int64_t end = rc__at_most(end_of(stub), last + 1);
    slots += (end - stub->key) * stub->count - (end - 1 - stub->key) * contents->page_size -
             rc__contents_cell_slots(contents, end - 1);
  }
  return slots;
}

int64_t rc__contents_hidden(const rc__contents *contents) {
  if (contents->is_keys || !contents->has_placeholders || contents->total < 0) return 0;
  const int64_t hidden = contents->total + contents->drift - contents->slots;
  return hidden > 0 ? hidden : 0;
}
