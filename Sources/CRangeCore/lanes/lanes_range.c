// The items in a range, lane by lane.
//
// An edge of a range is at an item in each lane: the lower one at the first item that ends after
// it, the upper one after the last item that starts before it. As a range scrolls, an edge passes
// one item after the other: where it does, the item's *step*, is its end for a lower edge, and its
// start for an upper one. An edge remembers the steps of the next items, of all lanes in order, so
// that most scrolling compares two numbers. Once it leaves what it knows, a leaf or two are scanned
// again.

#include "../base/ticks.h"
#include "lanes_find.h"

enum {
  /// How many steps an edge remembers.
  EDGE_STEPS_MAX = 96,
  /// How many leaves are scanned for them.
  SCANNED_LEAVES_MAX = 3
};

typedef struct edge_step {
  int64_t at;
  uint32_t lane;
  /// At which item the edge of the lane is after the step; once it is passed, before it.
  uint32_t item;
} edge_step;

typedef struct lane_edge {
  /// It is at `items` for offsets from ..< to.
  int64_t from, to;
  /// The steps hold for first ..< end; `passed` of them are behind it.
  int64_t first, end;
  uint32_t passed, count;
  uint32_t items[RC_LANE_COUNT_MAX];
  edge_step steps[EDGE_STEPS_MAX];
} lane_edge;

/// Both edges of ranges of one length.
struct rc__lanes_edges {
  /// In ticks; 0 if nothing is known.
  uint64_t length;
  lane_edge lower, upper;
};

// == filling an edge ==

// A scan of leaves for the steps of an edge after an offset.
typedef struct edge_scan {
  const rc_lanes *lanes;
  lane_edge *edge;
  bool is_upper;
  int64_t offset;
  /// Which lanes have an item, and of each lane the step before the next item, if any.
  uint32_t known;
  edge_step *open[RC_LANE_COUNT_MAX];
} edge_scan;

static int64_t step_of(const edge_scan *scan, uint8_t code, uint32_t slot, int64_t start) {
  if (scan->is_upper) return start + 1;
  return start + rc__at_least(rc__lanes_reach(scan->lanes, code, slot), 1);
}

// Notes an item of a lane, by its step.
static RC_INLINED void note_step(edge_scan *scan, uint32_t lane, int64_t index, int64_t at) {
  lane_edge *edge = scan->edge;
  if (at <= scan->offset) {
    edge->first = rc__at_least(edge->first, at);
    if (!scan->is_upper) return;
    edge->items[lane] = (uint32_t)index + 1;
    scan->known |= 1u << lane;
    return;
  }
  edge_step *step = &edge->steps[edge->count++];
  step->at = at;
  step->lane = lane;
  step->item = (uint32_t)index + 1;
  if (scan->is_upper) return;
  if (scan->open[lane] != NULL) {
    scan->open[lane]->item = (uint32_t)index;
  } else {
    edge->items[lane] = (uint32_t)index;
    scan->known |= 1u << lane;
  }
  scan->open[lane] = step;
}

// Notes an item in its lane, or in all; false if there is no space.
static inline bool note_item(edge_scan *scan, uint8_t code, uint32_t slot, int64_t index,
                             int64_t start) {
  const uint32_t kind = rc__lanes_kind(code), k = scan->lanes->k;
  const int64_t at = step_of(scan, code, slot, start);
  if (kind < RC__CODE_LANELESS) {
    note_step(scan, kind, index, at);
  } else {
    for (uint32_t lane = 0; lane < k; lane++) note_step(scan, lane, index, at);
  }
  return scan->edge->count + k <= EDGE_STEPS_MAX;
}

// Scans a run, of which only the few items near the offset matter. The front moves on by those
// that were scanned.
static bool scan_run(edge_scan *scan, int64_t first, uint32_t count, int64_t *front) {
  const rc_lanes *lanes = scan->lanes;
  const int64_t level = rc__front_most(lanes->k, front), share = lanes->share;
  int64_t at = 0;
  if (level < scan->offset) {
    at = share == 0 ? count - 1 : rc__at_most((scan->offset - level) / share - 1, count - 1);
    at = rc__at_least(at, 0);
  }
  if (at > 0) {
    // Those before are passed: they end where this one begins, or are empty, and begin there.
    scan->edge->first = rc__at_least(scan->edge->first, level + at * share + (share == 0));
    for (uint32_t lane = 0; lane < lanes->k; lane++)
      scan->edge->items[lane] = (uint32_t)(first + at);
    if (scan->is_upper) scan->known = rc__lanes_all(lanes);
  }
  bool has_space = true;
  for (; at < count && has_space; at++) {
    has_space =
        note_item(scan, RC__CODE_GUESSED | RC__CODE_LANELESS, 0, first + at, level + at * share);
  }
  for (uint32_t lane = 0; lane < lanes->k; lane++) front[lane] = level + at * share;
  return has_space || at == count;
}

// Scans a block, until there is no space; returns how many items that were.
static RC_INLINED uint32_t scan_block_of(edge_scan *scan, const rc__lanes_part *leaf, int64_t first,
                                         int64_t *front, bool is_upper) {
  const rc_lanes *lanes = scan->lanes;
  const int64_t offset = scan->offset, spacing = lanes->spacing;
  rc__lanes_block *block = leaf->child.block;
  const uint8_t *codes = rc__block_codes(block);
  uint32_t *items = scan->edge->items, known = 0;
  int64_t passed = scan->edge->first;
  rc__leaf_pass(lanes, leaf, 0, front);
  // Most items are passed, in one lane each.
  uint32_t i = 0;
  for (; i < leaf->count; i++) {
    const uint32_t kind = rc__lanes_kind(codes[i]);
    if (kind >= RC__CODE_LANELESS) break;
    const int64_t start = front[kind], end = start + block->slots[i];
    const int64_t at = is_upper ? start + 1 : rc__at_least(end - spacing, start + 1);
    if (at > offset) break;
    passed = rc__at_least(passed, at);
    front[kind] = end;
    items[kind] = (uint32_t)first + i + 1;
    known |= 1u << kind;
  }
  scan->edge->first = passed;
  if (is_upper) scan->known |= known;
  for (; i < leaf->count; i++) {
    const int64_t start = rc__front_pass(lanes, codes[i], block->slots[i], front);
    if (!note_item(scan, codes[i], block->slots[i], first + i, start)) return i + 1;
  }
  return leaf->count;
}

static uint32_t scan_block(edge_scan *scan, const rc__lanes_part *leaf, int64_t first,
                           int64_t *front) {
  if (scan->is_upper) return scan_block_of(scan, leaf, first, front, true);
  return scan_block_of(scan, leaf, first, front, false);
}

// Steps come in the order of items, which nearly is theirs.
static void sort_steps(lane_edge *edge) {
  for (uint32_t i = 1; i < edge->count; i++) {
    const edge_step step = edge->steps[i];
    uint32_t at = i;
    for (; at > 0 && edge->steps[at - 1].at > step.at; at--) edge->steps[at] = edge->steps[at - 1];
    edge->steps[at] = step;
  }
}

// Limits what an edge knows to what was scanned: items first ..< after.
static bool finish_scan(edge_scan *scan, int64_t first, bool is_at_end, const int64_t *front) {
  const rc_lanes *lanes = scan->lanes;
  lane_edge *edge = scan->edge;
  edge->end = INT64_MAX;
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    const bool is_known = (scan->known >> lane & 1) != 0;
    // Items that were not scanned start at the front or later.
    if (!is_at_end) edge->end = rc__at_most(edge->end, front[lane] + 1);
    if (scan->is_upper) {
      if (!is_known) edge->items[lane] = (uint32_t)(rc__lanes_nearest(lanes, first, lane, 0) + 1);
    } else if (is_at_end) {
      if (!is_known) edge->items[lane] = lanes->root.part.count;
      if (is_known) scan->open[lane]->item = lanes->root.part.count;
    } else {
      if (!is_known) return false;
      edge->end = rc__at_most(edge->end, scan->open[lane]->at);
    }
  }
  sort_steps(edge);
  return scan->offset < edge->end;
}

// Fills an edge from an offset on; false if a lane is too far behind the others for that.
static bool fill_edge(const rc_lanes *lanes, lane_edge *edge, bool is_upper, int64_t offset) {
  edge_scan scan = {.lanes = lanes, .edge = edge, .is_upper = is_upper, .offset = offset};
  int64_t front[RC_LANE_COUNT_MAX];
  rc__lanes_path path;
  rc__lanes_find_past(lanes, offset - 1, &path, front);
  const int64_t first = path.first;
  edge->count = edge->passed = 0;
  edge->first = first == 0 ? INT64_MIN : rc__front_most(lanes->k, front) + 1;
  int64_t after = first;
  bool is_whole = true;
  for (uint32_t leaves = 0; leaves < SCANNED_LEAVES_MAX && is_whole; leaves++) {
    if (leaves > 0 && (edge->count > EDGE_STEPS_MAX / 2 || !rc__lanes_path_move(&path, 1))) break;
    const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
    if (leaf->child.block == NULL) {
      is_whole = scan_run(&scan, path.first, leaf->count, front);
      after = is_whole ? path.first + (int64_t)leaf->count : after;
    } else {
      const uint32_t scanned = scan_block(&scan, leaf, path.first, front);
      is_whole = scanned == leaf->count && edge->count + lanes->k <= EDGE_STEPS_MAX;
      after = path.first + (int64_t)scanned;
    }
  }
  if (!finish_scan(&scan, first, after == lanes->root.part.count, front)) return false;
  edge->from = edge->first;
  edge->to = edge->count == 0 ? edge->end : rc__at_most(edge->steps[0].at, edge->end);
  return true;
}

// == lanes far behind ==

// The item of a lane an edge is at, found from the root.
static uint32_t item_of_edge(const rc_lanes *lanes, bool is_upper, uint32_t lane, int64_t offset) {
  const edge_scan scan = {.lanes = lanes, .is_upper = is_upper};
  int64_t start = 0, index, count = lanes->root.part.count;
  bool is_in_lane;
  index = rc__lanes_first_past(lanes, lane, offset - 1, &start, &is_in_lane);
  // Of the items that end there, or later, at most two were passed: one of another lane with
  // indents, and one of this one.
  for (; index < count; index++) {
    index = rc__lanes_nearest(lanes, index, lane, 1);
    if (index == count) break;
    int64_t front[RC_LANE_COUNT_MAX];
    rc__lanes_path path;
    const uint32_t at = rc__lanes_find_front(lanes, (uint32_t)index, &path, front);
    const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
    rc__lanes_block *block = leaf->child.block;
    rc__leaf_pass(lanes, leaf, at, front);
    const uint8_t code =
        block == NULL ? RC__CODE_GUESSED | RC__CODE_LANELESS : rc__block_codes(block)[at];
    const uint32_t slot = block == NULL ? 0 : block->slots[at];
    start = rc__front_pass(lanes, code, slot, front);
    if (step_of(&scan, code, slot, start) > offset) break;
  }
  if (is_upper) index = rc__lanes_nearest(lanes, index, lane, 0) + 1;
  return (uint32_t)index;
}

static void look_up_edge(const rc_lanes *lanes, lane_edge *edge, bool is_upper, int64_t offset) {
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    edge->items[lane] = item_of_edge(lanes, is_upper, lane, offset);
  }
  edge->count = edge->passed = 0;
  edge->first = edge->from = offset;
  edge->end = edge->to = offset + 1;
}

// == moving an edge ==

static bool edge_holds(const lane_edge *edge, int64_t offset) {
  return edge->from <= offset && offset < edge->to;
}

// Exchanges the item of a step's lane: the step is passed, or no longer.
static void pass_step(lane_edge *edge, edge_step *step) {
  const uint32_t item = edge->items[step->lane];
  edge->items[step->lane] = step->item;
  step->item = item;
}

// Moves an edge to an offset for which its steps hold.
static void walk_edge(lane_edge *edge, int64_t offset) {
  uint32_t passed = edge->passed;
  while (passed < edge->count && edge->steps[passed].at <= offset) {
    pass_step(edge, &edge->steps[passed++]);
  }
  while (passed > 0 && edge->steps[passed - 1].at > offset) pass_step(edge, &edge->steps[--passed]);
  edge->passed = passed;
  edge->from = passed == 0 ? edge->first : edge->steps[passed - 1].at;
  edge->to = edge->end;
  if (passed < edge->count) edge->to = rc__at_most(edge->end, edge->steps[passed].at);
}

static RC_NOINLINE void move_lane_edge(const rc_lanes *lanes, lane_edge *edge, bool is_upper,
                                       int64_t offset) {
  if (edge->first <= offset && offset < edge->end) {
    walk_edge(edge, offset);
    return;
  }
  // On the way back it begins earlier, so that it holds for a while.
  int64_t begin = offset;
  if (offset < edge->first && edge->first < edge->end && edge->end != INT64_MAX) {
    begin -= (edge->end - edge->first) / 2;
  }
  if (fill_edge(lanes, edge, is_upper, begin)) walk_edge(edge, offset);
  if (edge_holds(edge, offset)) return;
  if (!fill_edge(lanes, edge, is_upper, offset)) look_up_edge(lanes, edge, is_upper, offset);
  RC_ASSERT(edge_holds(edge, offset));
}

// == ranges ==

static void forget_edges(rc__lanes_edges *edges, uint64_t length) {
  edges->length = length;
  edges->lower.first = edges->lower.end = edges->lower.from = edges->lower.to = 0;
  edges->upper.first = edges->upper.end = edges->upper.from = edges->upper.to = 0;
}

void rc__lanes_forget_edges(rc_lanes *lanes) {
  for (uint32_t i = 0; i < RC__EDGES; i++) {
    if (lanes->edges[i] != NULL) lanes->edges[i]->length = 0;
  }
}

void rc__lanes_free_edges(rc_lanes *lanes) {
  for (uint32_t i = 0; i < RC__EDGES; i++) {
    rc__deallocate(&lanes->allocator, lanes->edges[i], sizeof *lanes->edges[i]);
  }
}

// New edges in place of the oldest ones, or in the caller's memory if there is none.
static RC_NOINLINE rc__lanes_edges *new_edges(rc_lanes *lanes, uint64_t length,
                                              rc__lanes_edges *spare) {
  rc__lanes_edges **place = &lanes->edges[lanes->next_edges];
  if (*place == NULL) *place = rc__allocate(&lanes->allocator, sizeof **place);
  rc__lanes_edges *edges = *place == NULL ? spare : *place;
  lanes->next_edges = (lanes->next_edges + 1) % RC__EDGES;
  forget_edges(edges, length);
  return edges;
}

// The edges of ranges of a length, which may be a tick longer or shorter when rounded.
static inline rc__lanes_edges *edges_of(rc_lanes *lanes, uint64_t length, rc__lanes_edges *spare) {
  for (uint32_t i = 0; i < RC__EDGES && lanes->edges[i] != NULL; i++) {
    const uint64_t known = lanes->edges[i]->length;
    if (known != 0 && length + 1 >= known && length <= known + 1) return lanes->edges[i];
  }
  return new_edges(lanes, length, spare);
}

static RC_INLINED void find_items_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  const uint32_t k = lanes->k;
  rc__lanes_edges spare;
  if (lanes->root.part.count == 0) {
    for (uint32_t lane = 0; lane < k; lane++) out_items[lane] = (rc_interval){0, 0};
    return;
  }
  const bool is_empty = range.upper <= range.lower;
  rc__lanes_edges *edges =
      edges_of(lanes, is_empty ? 1 : (uint64_t)(range.upper - range.lower), &spare);
  if (!edge_holds(&edges->lower, range.lower)) {
    move_lane_edge(lanes, &edges->lower, false, range.lower);
  }
  if (!is_empty && !edge_holds(&edges->upper, range.upper)) {
    move_lane_edge(lanes, &edges->upper, true, range.upper);
  }
  for (uint32_t lane = 0; lane < k; lane++) {
    const int64_t from = edges->lower.items[lane];
    out_items[lane].lower = from;
    out_items[lane].upper = is_empty ? from : rc__at_least(edges->upper.items[lane], from);
  }
}

void rc__lanes_items_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  find_items_in(lanes, range, out_items);
}

rc_interval rc__lanes_hull_in(rc_lanes *lanes, rc_interval range) {
  rc_interval items[RC_LANE_COUNT_MAX], hull = {INT64_MAX, 0};
  rc__lanes_items_in(lanes, range, items);
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    if (items[lane].lower == items[lane].upper) continue;
    hull.lower = rc__at_most(hull.lower, items[lane].lower);
    hull.upper = rc__at_least(hull.upper, items[lane].upper);
  }
  return hull;
}

rc_status rc_lanes_items_in(rc_lanes *lanes, double lower, double upper, rc_interval *out_items) {
  rc_interval range = {0, 0};
  if (lanes == NULL || out_items == NULL) return RC_STATUS_ARGUMENT;
  const rc_status status = rc__ticks_from_range(lower, upper, &range);
  if (status == RC_STATUS_OK) find_items_in(lanes, range, out_items);
  return status;
}
