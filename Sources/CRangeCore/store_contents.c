#include "store.h"

// == blocks ==

rc__block *rc__block_create(const rc_allocator *allocator, rc__block_kind kind) {
  rc__block *block = rc__allocate(allocator, sizeof *block);
  if (block == NULL) return NULL;
  *block = (rc__block){.kind = kind, .ahead = RC_ID_NONE};
  return block;
}

void rc__block_destroy(const rc_allocator *allocator, rc__block *block) {
  if (block == NULL) return;
  rc__deallocate(allocator, block->ids, block->capacity * sizeof *block->ids);
  rc__deallocate(allocator, block, sizeof *block);
}

bool rc__block_reserve(const rc_allocator *allocator, rc__block *block, int64_t more) {
  const size_t held = block->kind == RC__BLOCK_PAGE ? (size_t)block->count : 0;
  void *ids = block->ids;
  const bool is_reserved =
      rc__array_reserve(allocator, &ids, &block->capacity, sizeof *block->ids, held + (size_t)more);
  block->ids = ids;
  return is_reserved;
}

void rc__block_insert(rc__block *block, int64_t at, const rc__taken *taken, size_t count) {
  RC_ASSERT(block->kind == RC__BLOCK_PAGE && (size_t)block->count + count <= block->capacity);
  rc_id *ids = block->ids + at;
  rc__move_bytes(ids + count, ids, (size_t)(block->count - at) * sizeof *ids);
  for (size_t i = 0; i < count; i++) ids[i] = taken[i].id;
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
  rc__deallocate(allocator, contents->ids.entries,
                 contents->ids.capacity * sizeof *contents->ids.entries);
}

int64_t rc__contents_block_slots(const rc__contents *contents, size_t index) {
  const rc__block *block = contents->blocks[index];
  if (block->kind != RC__BLOCK_GAP) return block->count;
  const int64_t count = contents->has_placeholders ? block->count : 0;
  const bool is_between = index > 0 && index + 1 < contents->count;
  return count == 0 && is_between ? 1 : count;
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

rc__cells rc__contents_cells_before(const rc__contents *contents, size_t index) {
  const bool is_end = index == contents->count;
  const int64_t upper = is_end ? contents->slots : contents->starts[index];
  if (contents->is_keys) return (rc__cells){.lower = upper, .upper = upper};
  rc__cells cells = {.end = is_end ? contents->cells : contents->blocks[index]->key};
  cells.upper = upper;
  if (index > 0) {
    cells.first = contents->blocks[index - 1]->key + 1;
    cells.lower = rc__contents_upper(contents, index - 1);
  }
  return cells;
}

rc_interval rc__contents_cell_span(const rc__contents *contents, const rc__cells *cells,
                                   int64_t cell) {
  if (!contents->has_placeholders) return (rc_interval){cells->lower, cells->lower};
  const int64_t lower = cells->lower + (cell - cells->first) * contents->page_size;
  return (rc_interval){lower, lower + rc__contents_cell_slots(contents, cell)};
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
    return (rc__spot){after - 1, true, slot - contents->starts[after - 1],
                      contents->blocks[after - 1]->key};
  }
  const rc__cells cells = rc__contents_cells_before(contents, after);
  const int64_t cell = cells.first + (slot - cells.lower) / contents->page_size;
  return (rc__spot){.index = after, .cell = cell};
}

size_t rc__contents_block_of_key(const rc__contents *contents, int64_t key) {
  size_t lower = 0, upper = contents->count;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    if (contents->blocks[middle]->key < key) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return lower;
}

size_t rc__contents_first_page(const rc__contents *contents) {
  size_t index = 0;
  while (index < contents->count && contents->blocks[index]->kind != RC__BLOCK_PAGE) index++;
  return index;
}

size_t rc__contents_last_page(const rc__contents *contents) {
  for (size_t index = contents->count; index > 0; index--) {
    if (contents->blocks[index - 1]->kind == RC__BLOCK_PAGE) return index - 1;
  }
  return contents->count;
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
  const bool is_reserved = rc__store_reserve(store, &contents->blocks, &contents->block_capacity,
                                             sizeof *contents->blocks, needed) &&
                           rc__store_reserve(store, &contents->starts, &contents->start_capacity,
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
  if (contents->is_keys) label_block(contents, index);
}

void rc__contents_remove(rc__contents *contents, size_t index) {
  contents->count--;
  if (index > contents->count / 2) {
    move_elements(contents, index + 1, index, contents->count - index);
    return;
  }
  move_elements(contents, 0, 1, index);
  contents->blocks++;
  contents->starts++;
  contents->front++;
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
    slots += stub->count - rc__contents_cell_slots(contents, stub->key);
  }
  return slots;
}

int64_t rc__contents_hidden(const rc__contents *contents) {
  if (contents->is_keys || !contents->has_placeholders || contents->total < 0) return 0;
  const int64_t hidden = contents->total + contents->drift - contents->slots;
  return hidden > 0 ? hidden : 0;
}
