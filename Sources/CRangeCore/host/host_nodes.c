// The nodes of a host: which items have one, and where their views are.
//
//     items      0 1 2 3 4 5 6 7 8 9        on screen 3 ..< 6, display 2 ..< 9, 0 is kept
//     nodes      0   2 3 4 5 6 7 8          by index; each has a number, which edits do not change
//     views      0     3 4 5 6              what was on screen or measured, and is not out of range

#include "../base/ticks.h"
#include "host.h"

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
  // Numbers at the end that are in use no more, nor freed by this step.
  uint32_t count = host->number_count;
  const int64_t *indices = host->follower.indices + 1;
  while (count > 0 && !host->owns[count - 1].is_used && indices[count - 1] < 0) count--;
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
}

// == finding and adding ==

size_t rc__host_search(const rc_host *host, int64_t index) {
  const rc_host_node *nodes = host->nodes;
  size_t lower = 0, upper = host->node_count;
  if (upper == 0 || nodes[upper - 1].index < index) return upper;
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
  if (host->way == RC__HOST_WAY_RESTS) host->way = RC__HOST_WAY_NONE;
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

void rc__host_touch(rc_host *host, int64_t lower, int64_t upper, bool has_entered) {
  if (lower >= upper) return;
  rc__host_touched *touched = host->touched;
  size_t at = host->touched_count;
  while (at > 0 && touched[at - 1].lower > lower) at--;
  if (at > 0 && touched[at - 1].upper >= lower) {
    touched[at - 1].upper = rc__at_least(touched[at - 1].upper, upper);
    touched[at - 1].has_entered |= has_entered;
    return;
  }
  if (host->touched_count == RC__HOST_TOUCHED) {
    host->is_dirty = true;
    return;
  }
  for (size_t i = host->touched_count++; i > at; i--) touched[i] = touched[i - 1];
  touched[at] = (rc__host_touched){lower, upper, has_entered};
}

void rc__host_touch_changes(rc_host *host, const rc_changes *changes) {
  host->is_dirty = host->is_dirty || host->node_count == 0;
  if (host->is_dirty) return;
  const rc_state bits = host->options.node_bits;
  const int64_t first = host->nodes[0].index, last = host->nodes[host->node_count - 1].index;
  for (size_t i = 0; i < changes->count; i++) {
    const rc_change *change = &changes->items[i];
    const bool has_entered = (change->after & bits) != 0 && (change->before & bits) == 0;
    const bool is_far = change->upper <= first || change->lower > last;
    if (is_far && !has_entered) continue;
    rc__host_touch(host, change->lower, change->upper, has_entered);
  }
}

/// Notes the items between two borders, whichever is the lower one.
static void touch_between(rc_host *host, int64_t a, int64_t b) {
  rc__host_touch(host, rc__at_most(a, b), rc__at_least(a, b), false);
}

/// Completes what is touched once a step is done.
static void find_touched(rc_host *host, const rc_update *update) {
  const rc_list *list = host->list;
  const rc_interval shown = host->shown, placed = host->placed_items;
  const int64_t pinned = rc__list_pinned(list).item, placed_pinned = host->placed_pinned;
  const bool is_like_before = host->shows && host->has_shown &&
                              host->presence == update->presence &&
                              host->placed_stamp == rc__list_stamp(list) &&
                              host->placed_estimate == rc__rows_estimate(&list->rows) &&
                              host->placed_pending == rc__anchor_pending(&list->anchor);
  host->is_dirty = host->is_dirty || !is_like_before;
  if (!host->is_dirty) {
    touch_between(host, shown.lower, placed.lower);
    touch_between(host, shown.upper, placed.upper);
    // What insets cover has the state of what is near.
    const bool is_covered = host->viewport.inset_start > 0 || host->viewport.inset_end > 0;
    if (is_covered && rc__rows_are_laned(&list->rows)) {
      rc__host_touch(host, shown.lower, shown.upper, true);
    }
    if (pinned >= 0) rc__host_touch(host, pinned, pinned + 1, false);
    if (placed_pinned >= 0) rc__host_touch(host, placed_pinned, placed_pinned + 1, false);
    if (host->moved_from < list->rows.count)
      rc__host_touch(host, host->moved_from, list->rows.count, false);
  }
  if (!host->is_dirty) return;
  // Those that are gone come first, by the index −1.
  host->touched[0] = (rc__host_touched){-1, list->rows.count, true};
  host->touched_count = 1;
  host->moved_from = -1;
}

/// Makes the nodes of the items whose views the list keeps.
static bool add_kept(rc_host *host) {
  const rc__keeps *keeps = host->list->keeps;
  for (size_t i = 0; i < rc__keeps_count(keeps); i++) {
    const int64_t item = keeps->items[i];
    const bool has_view = (keeps->bits[i] & RC_STATE_DISPLAY) != 0;
    if (has_view && !rc__host_add(host, item, item + 1)) return false;
  }
  return true;
}

bool rc__host_shows_item(const rc_host *host, int64_t index) {
  const rc_list *list = host->list;
  if (!rc__rows_are_laned(&list->rows)) return true;
  if ((rc_list_state(list, index) & RC_STATE_VISIBLE) != 0) return true;
  const rc__frame *frame = &list->anchor.seen.frame;
  if (frame->inset_start == 0 && frame->inset_end == 0) return false;
  const rc__item row = rc__rows_of_item(&list->rows, index);
  const rc_interval all = {frame->offset, frame->offset + frame->length};
  return rc__range_has_item(all, row.offset, row.extent);
}

/// Makes the nodes of what is on screen.
static bool add_shown(rc_host *host) {
  const rc_interval shown = host->shown;
  if (!rc__rows_are_laned(&host->list->rows)) return rc__host_add(host, shown.lower, shown.upper);
  for (int64_t i = shown.lower; i < shown.upper; i++) {
    if (rc__host_shows_item(host, i) && !rc__host_add(host, i, i + 1)) return false;
  }
  return true;
}

/// Makes the nodes that a done step has.
static bool add_near(rc_host *host) {
  const rc__states *states = host->list->states;
  size_t run = 0;
  if (host->is_dirty && host->list->keeps != NULL && !add_kept(host)) return false;
  for (size_t i = 0; i < host->touched_count; i++) {
    const rc__host_touched part = host->touched[i];
    if (!part.has_entered) continue;
    for (; run < states->run_count && states->runs[run].lower < part.upper; run++) {
      const int64_t lower = rc__at_least(states->runs[run].lower, part.lower);
      const int64_t end = rc__run_upper(states, run);
      const bool is_near = (states->runs[run].state & host->options.node_bits) != 0;
      if (is_near && !rc__host_add(host, lower, rc__at_most(end, part.upper))) return false;
      // It may hold the next ones too.
      if (end > part.upper) break;
    }
  }
  const int64_t pinned = rc__list_pinned(host->list).item;
  return !host->shows ||
         (add_shown(host) && (pinned < 0 || rc__host_add(host, pinned, pinned + 1)));
}

static void release_view(rc_host *host, rc_host_node *node) {
  rc__host_own *own = &host->owns[node->node];
  // A kit may have made it to be measured.
  const bool may_have_view = node->has_view || own->asked_columns > 0;
  if (may_have_view) host->released[host->released_count++] = node->node;
  *own = (rc__host_own){.is_used = true, .keeps = own->keeps};
  node->has_view = node->is_late = false;
}

/// Finds whether an item is kept, by the host or by its list.
static RC_NOINLINE void find_kept(rc_host *host, rc_host_node *node) {
  rc__host_own *own = &host->owns[node->node];
  const rc_state kept = rc__keeps_bits(host->list->keeps, node->index);
  if (!node->is_kept) own->was_on_screen = node->is_on_screen;
  node->is_kept = own->keeps || (kept & RC_STATE_DISPLAY) != 0;
}

/// Finds where an item is now: on screen, pinned, or neither; and whether it is kept.
static void locate(rc_host *host, const rc_update *update, rc_host_node *node) {
  if (RC_RARELY(host->list->keeps != NULL || node->is_kept)) find_kept(host, node);
  if (host->shows) {
    node->is_on_screen = host->shown.lower <= node->index && node->index < host->shown.upper &&
                         rc__host_shows_item(host, node->index);
    node->is_pinned = node->index == rc__list_pinned(host->list).item;
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

uint32_t rc__host_columns_of(const rc_list *list, int64_t item) {
  if (rc__rows_are_laned(&list->rows)) {
    const rc_lanes *lanes = rc__rows_laned(&list->rows)->lanes;
    return rc__lanes_kind(rc__lanes_code_at(lanes, item)) == RC__CODE_WIDE ? 1 : lanes->k;
  }
  const rc__section section = rc__rows_section_before(&list->rows, item + 1);
  return item < section.grid ? 1 : (uint32_t)section.columns;
}

/// Finds where a node's view is, and whether it has moved.
static void place(rc_host *host, rc_host_node *node) {
  const rc_list *list = host->list;
  rc__host_own *own = &host->owns[node->node];
  const rc__item row = rc__rows_of_item(&list->rows, node->index);
  const int64_t offset = node->is_pinned ? rc__list_pinned(list).offset : row.offset;
  // In ticks, without the rounding of a difference of points.
  const double start = rc_ticks_to_points(offset - rc__anchor_pending(&list->anchor));
  const double extent = rc_ticks_to_points(row.extent);
  uint32_t column = 0, columns = 1;
  if (rc__rows_are_laned(&list->rows)) {
    const rc_lanes *lanes = rc__rows_laned(&list->rows)->lanes;
    const uint32_t lane = rc__lanes_kind(rc__lanes_code_at(lanes, node->index));
    // One that is far, and kept, may have no lane.
    column = lane < RC__CODE_LANELESS ? lane : 0;
    columns = lane == RC__CODE_WIDE ? 1 : lanes->k;
  } else if (list->rows.columns > 1 || rc__rows_sections(&list->rows) != NULL) {
    column = (uint32_t)(node->index - rc__rows_first_item(&list->rows, row.index));
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

/// Whether a kept node has come on screen or left it; to be asked once in a step.
static RC_NOINLINE bool has_crossed(rc_host *host, const rc_host_node *node) {
  rc__host_own *own = &host->owns[node->node];
  const bool was_on_screen = own->was_on_screen;
  own->was_on_screen = node->is_on_screen;
  return node->is_on_screen != was_on_screen;
}

/// Whether there is something to tell of a node; to be asked once in a step.
static bool is_news(rc_host *host, const rc_host_node *node) {
  const bool crosses = RC_RARELY(node->is_kept) && has_crossed(host, node);
  return crosses || node->is_new || node->has_moved || node->before != node->state;
}

/// Whether a node stays, in a state; then its view is placed.
static bool settle_node(rc_host *host, const rc_update *update, rc_host_node *node,
                        rc_state state) {
  if (!stays_near(host, update, node, state)) return false;
  const rc__host_own *own = &host->owns[node->node];
  const bool is_there =
      own->is_placed && node->index < host->moved_from && !node->is_pinned && !own->was_pinned;
  if (host->shows && node->has_view && !is_there) place(host, node);
  return true;
}

/// Settles and tells of the touched nodes, and frees those that do not stay.
static void settle_nodes(rc_host *host, const rc_update *update) {
  const rc__states *states = host->list->states;
  size_t i = 0, kept = 0, run = 0, pinned = SIZE_MAX;
  for (size_t part = 0; part < host->touched_count; part++) {
    const int64_t lower = host->touched[part].lower, upper = host->touched[part].upper;
    const size_t first = rc__host_position(host, lower);
    if (kept == i && i < first) i = kept = first;
    while (i < first) host->nodes[kept++] = host->nodes[i++];
    while (i < host->node_count && host->nodes[i].index < upper) {
      rc_host_node *node = &host->nodes[i++];
      const bool is_item = node->index >= 0;
      while (is_item && rc__run_upper(states, run) <= node->index) run++;
      if (!is_item || !settle_node(host, update, node, states->runs[run].state)) {
        free_node(host, node);
        if (kept > 0) continue;
        host->nodes++;
        host->node_count--;
        i = 0;
        continue;
      }
      if (node->is_pinned)
        pinned = kept;
      else if (is_news(host, node))
        host->news[host->news_count++] = (uint32_t)kept;
      if (kept + 1 < i) host->nodes[kept] = *node;
      kept++;
    }
  }
  while (kept < i && i < host->node_count) host->nodes[kept++] = host->nodes[i++];
  if (kept < i) host->node_count = kept;
  const bool is_told = pinned != SIZE_MAX && is_news(host, &host->nodes[pinned]);
  if (is_told) host->news[host->news_count++] = (uint32_t)pinned;
}

bool rc__host_settle(rc_host *host, const rc_update *update) {
  const rc_list *list = host->list;
  find_touched(host, update);
  if (host->touched_count > 0 && !add_near(host)) return false;
  settle_nodes(host, update);
  if (host->shows) {
    host->placed_stamp = rc__list_stamp(list);
    host->moved_from = INT64_MAX;
    host->placed_estimate = rc__rows_estimate(&list->rows);
    host->placed_pending = rc__anchor_pending(&list->anchor);
    host->placed_pinned = rc__list_pinned(list).item;
    host->placed_items = host->shown;
  }
  host->touched_count = 0;
  host->has_shown = host->shows;
  host->presence = update->presence;
  host->is_dirty = false;
  if (host->capacity > RC__HOST_KEPT) rc__host_shrink(host);
  return true;
}

// == for the kit ==

rc_status rc_host_find(const rc_host *host, int64_t index, uint32_t *out_node) {
  if (host == NULL || out_node == NULL || index < 0 || index >= host->list->rows.count) {
    return RC_STATUS_ARGUMENT;
  }
  for (uint32_t number = 0; number < host->number_count; number++) {
    if (host->follower.indices[number + 1] != index || !host->owns[number].is_used) continue;
    *out_node = number;
    return RC_STATUS_OK;
  }
  return RC_STATUS_NOT_FOUND;
}

rc_status rc_host_index(const rc_host *host, uint32_t node, int64_t *out_index) {
  if (host == NULL || out_index == NULL) return RC_STATUS_ARGUMENT;
  if (node >= host->number_count) return RC_STATUS_NOT_FOUND;
  const int64_t index = host->follower.indices[node + 1];
  if (index < 0) return RC_STATUS_NOT_FOUND;
  *out_index = index;
  return RC_STATUS_OK;
}

rc_status rc_host_keep(rc_host *host, int64_t index, bool keeps) {
  if (host == NULL || index < 0 || index >= host->list->rows.count) return RC_STATUS_ARGUMENT;
  rc__host_follow(host);
  if (keeps && !rc__host_add(host, index, index + 1)) return RC_STATUS_NO_MEMORY;
  rc_host_node *node = rc__host_node_of(host, index);
  if (node == NULL || host->owns[node->node].keeps == keeps) return RC_STATUS_OK;
  if (!node->is_kept) host->owns[node->node].was_on_screen = node->is_on_screen;
  host->owns[node->node].keeps = node->is_kept = keeps;
  host->is_dirty = true;
  return RC_STATUS_OK;
}

rc_status rc_host_renew(rc_host *host, int64_t lower, int64_t upper) {
  if (host == NULL || !rc__list_has_items(host->list, lower, upper)) return RC_STATUS_ARGUMENT;
  rc__host_follow(host);
  const size_t first = rc__host_position(host, lower), end = rc__host_position(host, upper);
  if (!rc__host_reserve(host, end - first)) return RC_STATUS_NO_MEMORY;
  const rc_status status = rc__host_mark_provisional(host, lower, upper);
  if (status != RC_STATUS_OK) return status;
  for (size_t i = first; i < end; i++) {
    rc_host_node *node = &host->nodes[i];
    const int64_t index = node->index;
    const bool keeps = host->owns[node->node].keeps;
    host->follower.indices[node->node + 1] = -1;
    node->index = -1;
    if (!keeps) continue;
    rc_host_node *other = &host->nodes[host->node_count++];
    *other = new_node(host, index);
    host->owns[other->node].keeps = other->is_kept = true;
  }
  sort(host->nodes, host->node_count);
  host->is_dirty = host->is_dirty || first < end;
  return RC_STATUS_OK;
}
