// The nodes of a host: which items have one, and where their views are.
//
//     items      0 1 2 3 4 5 6 7 8 9        on screen 3 ..< 6, display 2 ..< 9, 0 is kept
//     nodes      0   2 3 4 5 6 7 8          by index; each has a number, which edits do not change
//     views      0     3 4 5 6              what was on screen or measured, and is not out of range

#include "host.h"
#include "ticks.h"

// == memory ==

/// Where the arrays are in a block; ends with its size.
typedef struct block_layout {
  size_t owns, indices, lists, forgotten, size;
} block_layout;

enum { NODE_LISTS = 5 };

static block_layout block_layout_of(size_t capacity) {
  block_layout at;
  at.owns = capacity * sizeof(rc_host_node);
  at.indices = at.owns + capacity * sizeof(rc__host_own);
  at.lists = at.indices + (capacity + 1) * sizeof(int64_t);
  at.forgotten = at.lists + NODE_LISTS * capacity * sizeof(uint32_t);
  at.size = at.forgotten + (capacity + 1) * sizeof(bool);
  return at;
}

/// Moves everything into a block of another capacity, which is enough.
static bool resize(rc_host *host, size_t capacity) {
  const block_layout at = block_layout_of(capacity);
  char *block = rc__allocate(&host->allocator, at.size);
  if (block == NULL) return false;
  const size_t count = host->number_count;
  rc__copy_bytes(block, host->nodes, host->node_count * sizeof *host->nodes);
  rc__copy_bytes(block + at.owns, host->owns, count * sizeof *host->owns);
  rc__copy_bytes(block + at.indices, host->follower.indices, (count + 1) * sizeof(int64_t));
  rc__copy_bytes(block + at.forgotten, host->follower.are_forgotten, (count + 1) * sizeof(bool));
  uint32_t *former[NODE_LISTS] = {host->asked, host->asks, host->news, host->released, host->freed};
  const size_t counts[NODE_LISTS] = {host->ask_count, host->ask_count, host->news_count,
                                     host->released_count, host->freed_count};
  uint32_t *lists[NODE_LISTS];
  for (size_t i = 0; i < NODE_LISTS; i++) {
    lists[i] = (uint32_t *)(void *)(block + at.lists) + i * capacity;
    rc__copy_bytes(lists[i], former[i], counts[i] * sizeof(uint32_t));
  }
  if (host->block != NULL) {
    rc__deallocate(&host->allocator, host->block, block_layout_of(host->capacity).size);
  }
  host->block = block;
  host->capacity = capacity;
  host->nodes = (rc_host_node *)(void *)block;
  host->owns = (rc__host_own *)(void *)(block + at.owns);
  host->follower.indices = (int64_t *)(void *)(block + at.indices);
  host->follower.are_forgotten = (bool *)(void *)(block + at.forgotten);
  host->asked = lists[0];
  host->asks = lists[1];
  host->news = lists[2];
  host->released = lists[3];
  host->freed = lists[4];
  return true;
}

void rc__host_free_nodes(rc_host *host) {
  rc__deallocate(&host->allocator, host->block, block_layout_of(host->capacity).size);
}

/// How much room there is before the first node, from which others were removed.
static size_t nodes_before(const rc_host *host) {
  return (size_t)(host->nodes - (const rc_host_node *)host->block);
}

bool rc__host_reserve(rc_host *host, size_t more) {
  // Numbers that are free may all be needed for what is still to be told.
  if (more > UINT32_MAX / 2 - host->number_count) return false;
  const size_t needed = host->number_count + more;
  if (needed <= host->capacity && host->block != NULL) {
    if (nodes_before(host) + host->node_count + more > host->capacity) {
      rc__move_bytes(host->block, host->nodes, host->node_count * sizeof *host->nodes);
      host->nodes = host->block;
    }
    return true;
  }
  const size_t doubled = 2 * host->capacity;
  const size_t capacity = needed > doubled ? needed : doubled;
  if (capacity > SIZE_MAX / 256) return false;
  return resize(host, capacity);
}

void rc__host_shrink(rc_host *host) {
  // Numbers at the end that are in use no more.
  uint32_t count = host->number_count;
  while (count > 0 && !host->owns[count - 1].is_used) count--;
  size_t kept = 2 * (size_t)count;
  if (kept < RC__HOST_KEPT) kept = RC__HOST_KEPT;
  // What was freed has yet to be told: then with the next step.
  if (host->capacity / 2 <= kept || host->freed_count > kept) return;
  uint32_t *link = &host->free_number;
  host->free_number = count;
  host->number_count = count;
  host->follower.count = (size_t)count + 1;
  for (uint32_t number = 0; number < count; number++) {
    if (host->owns[number].is_used) continue;
    *link = number;
    link = &host->owns[number].next;
  }
  *link = count;
  // Without memory for the smaller block the larger one stays.
  (void)resize(host, kept);
}

// == numbers ==

static uint32_t take_number(rc_host *host) {
  uint32_t number = host->free_number;
  if (number == host->number_count) {
    RC_ASSERT(number < host->capacity);
    host->free_number = ++host->number_count;
    host->follower.count = (size_t)host->number_count + 1;
  } else {
    host->free_number = host->owns[number].next;
  }
  host->owns[number] = (rc__host_own){.is_used = true};
  return number;
}

static void free_number(rc_host *host, uint32_t number) {
  host->owns[number] = (rc__host_own){.next = host->free_number};
  host->free_number = number;
  host->follower.indices[number + 1] = -1;
}

// == finding and adding ==

size_t rc__host_position(const rc_host *host, int64_t index) {
  const rc_host_node *nodes = host->nodes;
  size_t lower = 0, upper = host->node_count;
  if (upper == 0 || nodes[upper - 1].index < index) return upper;
  if (nodes[0].index >= index) return 0;
  // Most have their neighbours beside them.
  const uint64_t guess = (uint64_t)(index - nodes[0].index);
  if (guess < upper && nodes[guess].index == index) return (size_t)guess;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    if (nodes[middle].index < index)
      lower = middle + 1;
    else
      upper = middle;
  }
  return lower;
}

rc_host_node *rc__host_node_of(const rc_host *host, int64_t index) {
  const size_t position = rc__host_position(host, index);
  const bool is_there = position < host->node_count && host->nodes[position].index == index;
  return is_there ? &host->nodes[position] : NULL;
}

rc_host_node *rc__host_node_numbered(const rc_host *host, uint32_t number) {
  RC_ASSERT(host->owns[number].is_used && !host->follower.has_followed);
  rc_host_node *node = rc__host_node_of(host, host->follower.indices[number + 1]);
  // Those that are gone all have the same index.
  for (size_t i = 0; node == NULL || node->node != number; i++) node = &host->nodes[i];
  return node;
}

static rc_host_node new_node(rc_host *host, int64_t index) {
  const uint32_t number = take_number(host);
  host->follower.indices[number + 1] = index;
  host->follower.are_forgotten[number + 1] = false;
  return (rc_host_node){
      .index = index,
      .node = number,
      .before = RC_STATE_MEASURE_LAYOUT,
      .state = RC_STATE_MEASURE_LAYOUT,
  };
}

bool rc__host_add(rc_host *host, int64_t lower, int64_t upper) {
  if (lower >= upper) return true;
  const size_t first = rc__host_position(host, lower);
  const uint64_t last = first + (uint64_t)(upper - lower) - 1;
  if (last < host->node_count && host->nodes[last].index == upper - 1) return true;
  const size_t end = rc__host_position(host, upper);
  const int64_t missing = upper - lower - (int64_t)(end - first);
  if (missing > UINT32_MAX / 2 || !rc__host_reserve(host, (size_t)missing)) return false;
  rc_host_node *nodes = host->nodes;
  rc__move_bytes(nodes + end + missing, nodes + end, (host->node_count - end) * sizeof *nodes);
  host->node_count += (size_t)missing;
  // From the last on, so that none is overwritten before it has moved.
  size_t from = end, to = end + (size_t)missing;
  for (int64_t index = upper - 1; from < to; index--) {
    const bool is_there = from > first && nodes[from - 1].index == index;
    nodes[--to] = is_there ? nodes[--from] : new_node(host, index);
  }
  host->is_dirty = true;
  return true;
}

// == edits ==

/// Sorts nodes by index; edits leave most in order.
static void sort(rc_host_node *nodes, size_t count) {
  for (size_t gap = count / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
    for (size_t i = gap; i < count; i++) {
      const rc_host_node node = nodes[i];
      size_t at = i;
      for (; at >= gap && nodes[at - gap].index > node.index; at -= gap)
        nodes[at] = nodes[at - gap];
      nodes[at] = node;
    }
  }
}

/// The row of a node is to be measured again.
static void forget_extent(rc_host *host, rc_host_node *node) {
  rc__host_own *own = &host->owns[node->node];
  host->follower.are_forgotten[node->node + 1] = false;
  own->columns = 0;
  own->is_late = node->is_late = false;
}

void rc__host_follow(rc_host *host) {
  if (!host->follower.has_followed) return;
  host->follower.has_followed = false;
  host->is_dirty = true;
  bool is_sorted = true;
  for (size_t i = 0; i < host->node_count; i++) {
    rc_host_node *node = &host->nodes[i];
    // Those that `rc_host_renew` has replaced are gone already.
    if (node->index >= 0) node->index = host->follower.indices[node->node + 1];
    if (host->follower.are_forgotten[node->node + 1]) forget_extent(host, node);
    is_sorted = is_sorted && (i == 0 || node[-1].index <= node->index);
  }
  if (!is_sorted) sort(host->nodes, host->node_count);
}

// == which there are ==

enum { TOUCHED_MOST = 12 };

/// Items whose nodes may be others than in the last step, or in another state: by their first one.
typedef struct touched_items {
  rc_interval items[TOUCHED_MOST];
  size_t count;
} touched_items;

/// Adds items; false if they are in too many places.
static bool touch(touched_items *touched, int64_t lower, int64_t upper) {
  if (lower >= upper) return true;
  if (touched->count == TOUCHED_MOST) return false;
  size_t at = touched->count++;
  for (; at > 0 && touched->items[at - 1].lower > lower; at--) {
    touched->items[at] = touched->items[at - 1];
  }
  touched->items[at] = (rc_interval){lower, upper};
  return true;
}

/// Adds the items between two borders, whichever is the lower one.
static bool touch_between(touched_items *touched, int64_t a, int64_t b) {
  return touch(touched, rc__at_most(a, b), rc__at_least(a, b));
}

/// Finds what has changed if that is only what scrolling changes; false if it may be anything.
static bool find_touched(const rc_host *host, const rc_update *update, touched_items *touched) {
  const rc_list *list = host->list;
  const rc_interval shown = host->shown, placed = host->placed_items;
  const int64_t pinned = list->pinned.item, placed_pinned = host->placed_pinned.item;
  const bool is_scrolled =
      host->shows && host->has_shown && !host->is_dirty && host->presence == update->presence &&
      host->placed_stamp == list->stamp && host->placed_pending == rc__list_pending(list);
  if (!is_scrolled || update->changes.count > TOUCHED_MOST) return false;
  touched->count = 0;
  for (size_t i = 0; i < update->changes.count; i++) {
    const rc_change *change = &update->changes.items[i];
    if (!touch(touched, change->lower, change->upper)) return false;
  }
  return touch_between(touched, shown.lower, placed.lower) &&
         touch_between(touched, shown.upper, placed.upper) &&
         (pinned < 0 || touch(touched, pinned, pinned + 1)) &&
         (placed_pinned < 0 || touch(touched, placed_pinned, placed_pinned + 1));
}

static bool add_on_screen(rc_host *host) {
  const int64_t pinned = host->list->pinned.item;
  return rc__host_add(host, host->shown.lower, host->shown.upper) &&
         (pinned < 0 || rc__host_add(host, pinned, pinned + 1));
}

/// Makes the nodes of items that have come near by scrolling.
static bool add_changed(rc_host *host, const rc_changes *changes) {
  for (size_t i = 0; i < changes->count; i++) {
    const rc_change *change = &changes->items[i];
    const rc_state bits = host->options.node_bits;
    // One that had such a state has its node.
    if ((change->after & bits) == 0 || (change->before & bits) != 0) continue;
    if (!rc__host_add(host, change->lower, change->upper)) return false;
  }
  return add_on_screen(host);
}

/// Makes the nodes that a done step has.
static bool add_near(rc_host *host) {
  const rc_list *list = host->list;
  const rc__states *states = list->states;
  for (size_t i = 0; i < states->run_count; i++) {
    if ((states->runs[i].state & host->options.node_bits) == 0) continue;
    if (!rc__host_add(host, states->runs[i].lower, rc__run_upper(states, i))) return false;
  }
  return !host->shows || add_on_screen(host);
}

static void release_view(rc_host *host, rc_host_node *node) {
  rc__host_own *own = &host->owns[node->node];
  if (node->has_view) host->released[host->released_count++] = node->node;
  *own = (rc__host_own){.is_used = true};
  node->has_view = node->is_late = false;
}

/// Finds where an item is now: on screen, pinned, or neither.
static void locate(const rc_host *host, const rc_update *update, rc_host_node *node) {
  if (host->shows) {
    node->is_on_screen = host->shown.lower <= node->index && node->index < host->shown.upper;
    node->is_pinned = node->index == host->list->pinned.item;
  } else if (update->presence == RC_PRESENCE_AWAY) {
    node->is_on_screen = node->is_pinned = false;
  }
}

/// Finds whether a node stays, and its view, in a state.
static bool stays_near(rc_host *host, const rc_update *update, rc_host_node *node, rc_state state) {
  node->state = state;
  locate(host, update, node);
  const bool is_near = node->is_on_screen || node->is_pinned || node->is_kept;
  if (!is_near && (state & RC_STATE_DISPLAY) == 0) release_view(host, node);
  if (!node->has_view) node->is_new = node->has_view = host->shows && is_near;
  node->is_late = host->owns[node->node].is_late;
  return is_near || (state & host->options.node_bits) != 0;
}

static void free_node(rc_host *host, rc_host_node *node) {
  release_view(host, node);
  host->freed[host->freed_count++] = node->node;
  free_number(host, node->node);
}

// == where they are ==

/// How many rows are looked up together: of all nodes, or of those that come into view.
enum { PLACED_ROWS = 64, PLACED_ROWS_APART = 4 };

/// Such rows, in points.
typedef struct row_chunk {
  int64_t lower;
  int64_t count;
  double starts[PLACED_ROWS];
  double extents[PLACED_ROWS];
} row_chunk;

static void look_up(rc_list *list, int64_t row, int64_t most, row_chunk *chunk) {
  chunk->lower = row;
  chunk->count = rc__at_most(rc_extents_count(list->extents) - row, most);
  const rc_status status =
      rc_list_copy_rows(list, row, row + chunk->count, chunk->starts, chunk->extents);
  RC_ASSERT(status == RC_STATUS_OK);
  (void)status;
}

/// Where a view starts whose row does: less what is pending, without the rounding of a difference
/// of points.
static double shifted(const rc_list *list, double start) {
  const int64_t pending = rc__list_pending(list);
  if (pending == 0) return start;
  int64_t ticks = 0;
  (void)rc_ticks_from_points(start, &ticks);
  return rc_ticks_to_points(ticks - pending);
}

static void place(rc_host *host, rc_host_node *node, int64_t most, row_chunk *chunk) {
  rc_list *list = host->list;
  rc__host_own *own = &host->owns[node->node];
  const int64_t row = rc__list_row(list, node->index);
  if (row < chunk->lower || row >= chunk->lower + chunk->count) look_up(list, row, most, chunk);
  const int64_t at = row - chunk->lower;
  const double start = node->is_pinned
                           ? rc_ticks_to_points(list->pinned.offset - rc__list_pending(list))
                           : shifted(list, chunk->starts[at]);
  const double extent = chunk->extents[at];
  uint32_t column = 0, columns = 1;
  if (list->columns > 1 || rc__list_sections(list) != NULL) {
    column = (uint32_t)(node->index - rc__list_first_item(list, row));
    columns = rc__host_columns_of(list, node->index);
  }
  node->has_moved = !own->is_placed || start != node->start || extent != node->extent ||
                    column != own->placed_column || columns != own->placed_columns ||
                    own->was_pinned != node->is_pinned;
  node->start = start;
  node->extent = extent;
  own->is_placed = true;
  own->was_pinned = node->is_pinned;
  node->column = own->placed_column = column;
  node->columns = own->asked_columns = own->placed_columns = columns;
}

/// Frees, places and tells of the touched nodes, from the first to the last.
static void settle_nodes(rc_host *host, const rc_update *update, const touched_items *touched) {
  const rc_list *list = host->list;
  const rc__states *states = list->states;
  // Otherwise only those may be elsewhere that come into view, or are pinned.
  const bool is_all =
      host->placed_stamp != list->stamp || host->placed_pending != rc__list_pending(list);
  size_t i = 0, kept = 0, run = 0, pinned = SIZE_MAX;
  row_chunk chunk;
  chunk.lower = chunk.count = 0;
  for (size_t part = 0; part < touched->count; part++) {
    const rc_interval items = touched->items[part];
    const int64_t rows =
        rc__at_most(items.upper - items.lower, is_all ? PLACED_ROWS : PLACED_ROWS_APART);
    const size_t first = rc__host_position(host, items.lower);
    if (kept == i && i < first) i = kept = first;
    while (i < first) host->nodes[kept++] = host->nodes[i++];
    while (i < host->node_count && host->nodes[i].index < items.upper) {
      rc_host_node *node = &host->nodes[i];
      bool stays = node->index >= 0;
      if (stays) {
        while (rc__run_upper(states, run) <= node->index) run++;
        stays = stays_near(host, update, node, states->runs[run].state);
      }
      if (!stays) {
        free_node(host, node);
        if (kept > 0) {
          i++;
        } else {
          host->nodes++;
          host->node_count--;
        }
        continue;
      }
      if (kept < i++) host->nodes[kept] = *node;
      node = &host->nodes[kept];
      const rc__host_own *own = &host->owns[node->node];
      const bool is_there = !is_all && own->is_placed && !node->is_pinned && !own->was_pinned;
      if (host->shows && node->has_view && !is_there) place(host, node, rows, &chunk);
      if (node->is_new || node->has_moved || node->before != node->state) {
        if (node->is_pinned)
          pinned = kept;
        else
          host->news[host->news_count++] = (uint32_t)kept;
      }
      kept++;
    }
  }
  while (kept < i && i < host->node_count) host->nodes[kept++] = host->nodes[i++];
  if (kept < i) host->node_count = kept;
  if (pinned != SIZE_MAX) host->news[host->news_count++] = (uint32_t)pinned;
}

/// Notes what is placed now.
static void note_placed(rc_host *host) {
  const rc_list *list = host->list;
  // Rows that were set after the last update may move others with the next one, by the mean.
  host->placed_stamp = list->updated_stamp;
  host->placed_pending = rc__list_pending(list);
  host->placed_pinned = list->pinned;
  host->placed_items = host->shown;
}

bool rc__host_settle(rc_host *host, const rc_update *update) {
  touched_items touched;
  if (find_touched(host, update, &touched)) {
    if (touched.count > 0 && !add_changed(host, &update->changes)) return false;
  } else {
    // Those that are gone come first, by the index −1.
    touched.items[0] = (rc_interval){-1, host->list->count};
    touched.count = 1;
    if (!add_near(host)) return false;
  }
  settle_nodes(host, update, &touched);
  if (host->shows) note_placed(host);
  host->has_shown = host->shows;
  host->presence = update->presence;
  host->is_dirty = false;
  if (host->capacity > RC__HOST_KEPT) rc__host_shrink(host);
  return true;
}

// == for the kit ==

rc_status rc_host_find(const rc_host *host, int64_t index, uint32_t *out_node) {
  if (host == NULL || out_node == NULL || index < 0 || index >= host->list->count) {
    return RC_STATUS_ARGUMENT;
  }
  for (uint32_t number = 0; number < host->number_count; number++) {
    if (host->follower.indices[number + 1] != index) continue;
    *out_node = number;
    return RC_STATUS_OK;
  }
  return RC_STATUS_NOT_FOUND;
}

rc_status rc_host_keep(rc_host *host, int64_t index, bool keeps) {
  if (host == NULL || index < 0 || index >= host->list->count) return RC_STATUS_ARGUMENT;
  rc__host_follow(host);
  if (keeps && !rc__host_add(host, index, index + 1)) return RC_STATUS_NO_MEMORY;
  rc_host_node *node = rc__host_node_of(host, index);
  if (node == NULL || node->is_kept == keeps) return RC_STATUS_OK;
  node->is_kept = keeps;
  host->is_dirty = true;
  return RC_STATUS_OK;
}

rc_status rc_host_renew(rc_host *host, int64_t lower, int64_t upper) {
  if (host == NULL || !rc__list_has_items(host->list, lower, upper)) return RC_STATUS_ARGUMENT;
  rc__host_follow(host);
  const size_t first = rc__host_position(host, lower), end = rc__host_position(host, upper);
  if (!rc__host_reserve(host, end - first)) return RC_STATUS_NO_MEMORY;
  const rc_status status = rc__list_mark_provisional(host->list, lower, upper);
  if (status != RC_STATUS_OK) return status;
  for (size_t i = first; i < end; i++) {
    rc_host_node *node = &host->nodes[i];
    const int64_t index = node->index;
    const bool is_kept = node->is_kept;
    host->follower.indices[node->node + 1] = -1;
    node->index = -1;
    if (is_kept) host->nodes[host->node_count] = new_node(host, index);
    if (is_kept) host->nodes[host->node_count++].is_kept = true;
  }
  sort(host->nodes, host->node_count);
  host->is_dirty = host->is_dirty || first < end;
  return RC_STATUS_OK;
}
