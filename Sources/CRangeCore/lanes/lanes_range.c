// The items in a range, lane by lane.
//
// An edge of a range is at an item in each lane: the lower one at the first item that ends after
// it, the upper one after the last item that starts before it. As a range scrolls, an edge passes
// one *step* after the other, where some lane goes on to its next item: for the lower edge where an
// item ends, for the upper one where an item starts. An edge remembers the next steps of all lanes
// in order, and at which items the lanes are after each. Of two lanes, with the lower edge at 90:
//
//     lane 0     items 3 at 60 ..< 100, 4 at 100 ..< 160         from  80    lanes at 3 5
//     lane 1     items 2 at 0 ..< 80, 5 at 80 ..< 180            from 100             4 5
//                                                                from 160             7 5
//
// In a frame an edge passes a step or two, and nobody can tell how many: so those that are passed
// are counted, without a branch that would be guessed wrongly. Once an edge leaves what it knows, a
// leaf or two are scanned again: for few steps after a change, as the next one may come soon, and
// for more as it scrolls on. Most often all lanes are in the same leaf. Where they end far apart,
// each is looked for by itself.
//
// In each step one item passes the edge. A list marks at which step its ranges are, and is then
// told what has passed since, and how far they may scroll until the next step.

#include "../base/ticks.h"
#include "lanes_find.h"

enum {
  /// How many steps a scan ends with, at first for each lane, and at most; it may find a few more.
  STEPS_FIRST = 4,
  STEPS_MAX = 192,
  STEPS_SPACE = STEPS_MAX + 2 * RC_LANE_COUNT_MAX,
  /// By how many steps an edge may have moved back, or forward, without being looked for.
  STEPS_BACK = 2,
  STEPS_FORWARD = 3,
  /// How many times the bounds are before the steps of an edge, and after them.
  STEPS_MARGIN = STEPS_FORWARD + 1,
  /// How many leaves are scanned for them.
  SCANNED_LEAVES_MAX = 3
};

/// Which of an edge's items each lane is at: a byte each, of the first eight lanes and the others.
typedef struct lane_row {
  uint64_t low, high;
} lane_row;

typedef struct lane_edge {
  /// Of `steps`, with the margin.
  uint32_t passed;
  /// With how many steps the next scan ends.
  uint32_t limit;
  /// Which scan it is of; 0 for none.
  uint64_t scan;
  /// Some item that was scanned has no extent.
  bool any_empty;
  /// Until where the steps hold.
  int64_t end;
  /// In the margin before them, from where they hold; in the one after them, until where.
  int64_t steps[STEPS_MARGIN + STEPS_SPACE + STEPS_MARGIN];
  /// Before the first step, after it, and so on.
  lane_row rows[STEPS_SPACE + 1];
  /// Where lanes are before the first step, and where each step leads, in the order of the scan.
  uint32_t items[RC_LANE_COUNT_MAX + STEPS_SPACE];
} lane_edge;

/// Both edges of ranges of one length.
struct rc__lanes_edges {
  /// In ticks.
  int64_t length;
  lane_edge lower, upper;
};

/// A length that no range has: nothing is known.
#define NO_LENGTH (-2)

// == scans ==

typedef struct edge_step {
  int64_t at;
  uint32_t lane;
  uint32_t item;
} edge_step;

// A scan of leaves for where lanes are at an offset, and for their next steps.
typedef struct edge_scan {
  rc_lanes *lanes;
  bool is_upper;
  int64_t offset;
  /// What was found holds for first ..< end.
  int64_t first, end;
  /// The lanes that are looked for, and those of which an item is known.
  uint32_t wanted, known;
  /// How many steps there are, and with how many the scan ends.
  uint32_t count, limit;
  bool any_empty;
  uint32_t items[RC_LANE_COUNT_MAX];
  /// For a lower edge, where the last item of a lane ends that was scanned.
  int64_t ends[RC_LANE_COUNT_MAX];
  edge_step steps[STEPS_SPACE];
} edge_scan;

static inline void note_passed(edge_scan *scan, uint32_t lane, uint32_t item, int64_t at) {
  scan->first = rc__at_least(scan->first, at);
  scan->items[lane] = item;
  scan->known |= 1u << lane;
}

// Notes at which item a lane is from an offset on.
static inline void note_step(edge_scan *scan, uint32_t lane, uint32_t item, int64_t at) {
  if (at > scan->offset) {
    scan->steps[scan->count++] = (edge_step){at, lane, item};
  } else {
    note_passed(scan, lane, item, at);
  }
}

// Notes an item that starts in a lane, for its reach.
static inline void note_start(edge_scan *scan, uint32_t lane, int64_t index, int64_t start,
                              int64_t reach) {
  scan->any_empty |= reach == 0;
  if (scan->is_upper) {
    note_step(scan, lane, (uint32_t)index + 1, start + 1);
  } else {
    note_step(scan, lane, (uint32_t)index, scan->ends[lane]);
    scan->ends[lane] = start + rc__at_least(reach, 1);
  }
}

// Notes a wide or laneless item in all lanes.
static void note_leveller(edge_scan *scan, uint8_t code, uint32_t slot, int64_t index,
                          int64_t start) {
  const int64_t reach = rc__lanes_reach(scan->lanes, code, slot);
  for (uint32_t set = scan->wanted; set != 0; set &= set - 1) {
    note_start(scan, rc__lowest_bit(set), index, start, reach);
  }
}

// Scans a run, of which only the few items near the offset matter, until there are enough steps;
// returns how many items that were.
static uint32_t scan_run(edge_scan *scan, int64_t first, uint32_t count, int64_t *front) {
  const rc_lanes *lanes = scan->lanes;
  const int64_t level = rc__front_most(lanes->k, front), share = lanes->share;
  int64_t at = 0;
  if (level < scan->offset) {
    at = share == 0 ? count - 1 : rc__at_most((scan->offset - level) / share - 1, count - 1);
    at = rc__at_least(at, 0);
  }
  // Those before end where this one begins, or are empty, and begin there.
  const int64_t end = level + at * share + (share == 0);
  for (uint32_t lane = 0; lane < lanes->k && at > 0; lane++) scan->ends[lane] = end;
  for (; at < count && scan->count < scan->limit; at++) {
    note_leveller(scan, RC__CODE_GUESSED | RC__CODE_LANELESS, 0, first + at, level + at * share);
  }
  for (uint32_t lane = 0; lane < lanes->k; lane++) front[lane] = level + at * share;
  return (uint32_t)at;
}

// Skips the items at the start of a block that a lower edge at the offset has passed, and what lies
// in lanes that are not wanted: only the last one of each lane has to be noted. Returns how many.
static uint32_t skip_passed(edge_scan *scan, const rc__lanes_part *leaf, int64_t first,
                            int64_t *front) {
  const rc_lanes *lanes = scan->lanes;
  rc__lanes_block *block = leaf->child.block;
  const uint8_t *codes = rc__block_codes(block);
  const int64_t offset = scan->offset;
  const uint32_t count = leaf->count, wanted = scan->wanted;
  uint32_t i = 0, last[RC_LANE_COUNT_MAX];
  for (uint32_t lane = 0; lane < lanes->k; lane++) last[lane] = count;
  for (; i < count; i++) {
    const uint32_t kind = rc__lanes_kind(codes[i]);
    if (kind >= RC__CODE_LANELESS) break;
    const int64_t end = front[kind] + block->slots[i];
    if (end >= offset && (wanted >> kind & 1) != 0) break;
    front[kind] = end;
    last[kind] = i;
  }
  for (uint32_t set = wanted; set != 0; set &= set - 1) {
    const uint32_t lane = rc__lowest_bit(set), at = last[lane];
    if (at == count) continue;
    const uint32_t slot = block->slots[at];
    note_start(scan, lane, first + at, front[lane] - slot, slot - lanes->spacing);
  }
  return i;
}

// Scans a block until there are enough steps; returns how many items that were. Each item takes
// part in a scan of either edge, and there are millions: so what changes is kept out of memory.
static RC_INLINED uint32_t scan_block_of(edge_scan *scan, const rc__lanes_part *leaf, int64_t first,
                                         int64_t *front, bool is_upper) {
  const int64_t offset = scan->offset, spacing = scan->lanes->spacing;
  const uint32_t wanted = scan->wanted, limit = scan->limit;
  rc__lanes_block *block = leaf->child.block;
  const uint8_t *codes = rc__block_codes(block);
  uint32_t i = skip_passed(scan, leaf, first, front), count = scan->count;
  bool any_empty = scan->any_empty;
  for (; i < leaf->count && count < limit; i++) {
    const uint32_t kind = rc__lanes_kind(codes[i]), slot = block->slots[i];
    if (RC_RARELY(kind >= RC__CODE_LANELESS)) {
      const int64_t start = rc__front_pass(scan->lanes, codes[i], slot, front);
      scan->count = count;
      note_leveller(scan, codes[i], slot, first + i, start);
      count = scan->count;
      continue;
    }
    const int64_t start = front[kind], end = start + slot;
    front[kind] = end;
    if ((wanted >> kind & 1) == 0) continue;
    any_empty |= slot == spacing;
    const int64_t at = is_upper ? start + 1 : scan->ends[kind];
    if (!is_upper) scan->ends[kind] = rc__at_least(end - spacing, start + 1);
    scan->steps[count] = (edge_step){at, kind, (uint32_t)first + i + is_upper};
    count += at > offset;
    if (at <= offset) note_passed(scan, kind, (uint32_t)first + i + is_upper, at);
  }
  scan->count = count;
  scan->any_empty |= any_empty;
  return i;
}

static uint32_t scan_block(edge_scan *scan, const rc__lanes_part *leaf, int64_t first,
                           int64_t *front) {
  rc__leaf_pass(scan->lanes, leaf, 0, front);
  if (scan->is_upper) return scan_block_of(scan, leaf, first, front, true);
  return scan_block_of(scan, leaf, first, front, false);
}

// Ends a scan of the items first ..< after: which lanes were found.
static void finish_scan(edge_scan *scan, int64_t first, int64_t after, const int64_t *front) {
  const rc_lanes *lanes = scan->lanes;
  const bool is_at_end = after == lanes->root.part.count;
  for (uint32_t set = scan->wanted; set != 0; set &= set - 1) {
    const uint32_t lane = rc__lowest_bit(set);
    // Items that were not scanned start where the lane ends, or later.
    int64_t end = front[lane] + 1;
    if (is_at_end) {
      end = INT64_MAX;
      if (!scan->is_upper) note_step(scan, lane, (uint32_t)after, scan->ends[lane]);
    } else if (!scan->is_upper && scan->ends[lane] > scan->offset) {
      end = scan->ends[lane];
    } else if (end <= scan->offset) {
      continue;
    } else if (!scan->is_upper) {
      // The offset is between two items, or where one of length 0 is.
      note_step(scan, lane, (uint32_t)rc__lanes_nearest(lanes, after, lane, 1), scan->ends[lane]);
    }
    if ((scan->known >> lane & 1) == 0) {
      scan->items[lane] = (uint32_t)(rc__lanes_nearest(lanes, first, lane, 0) + 1);
    }
    scan->end = rc__at_most(scan->end, end);
    scan->wanted &= ~(1u << lane);
  }
}

// Scans the leaf where the first of the lanes that are looked for passes the offset, and a few
// after it. One lane is found at least: a step is only noted of those that are.
static void scan_leaves(edge_scan *scan) {
  const rc_lanes *lanes = scan->lanes;
  int64_t front[RC_LANE_COUNT_MAX];
  rc__lanes_path path;
  rc__lanes_find_past(lanes, scan->wanted, scan->offset - 1, &path, front);
  const int64_t first = path.first;
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    const int64_t end = first == 0 ? INT64_MIN : front[lane] + 1;
    scan->ends[lane] = end;
    if ((scan->wanted >> lane & 1) != 0) scan->first = rc__at_least(scan->first, end);
  }
  int64_t after = first;
  scan->known = 0;
  for (uint32_t leaves = 0; leaves < SCANNED_LEAVES_MAX && scan->count < scan->limit; leaves++) {
    if (leaves > 0 && !rc__lanes_path_move(&path, 1)) break;
    const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
    after += leaf->child.block == NULL ? scan_run(scan, after, leaf->count, front)
                                       : scan_block(scan, leaf, after, front);
  }
  finish_scan(scan, first, after, front);
}

static void begin_scan(edge_scan *scan, uint32_t limit) {
  scan->first = INT64_MIN;
  scan->end = INT64_MAX;
  scan->any_empty = false;
  scan->wanted = rc__lanes_all(scan->lanes);
  scan->count = 0;
  scan->limit = limit;
}

static void scan_edge(edge_scan *scan, uint32_t limit) {
  begin_scan(scan, limit);
  scan_leaves(scan);
  if (scan->wanted == 0) return;
  // Lanes are far apart: each gets a share of the steps.
  const uint32_t share = limit / (2 * scan->lanes->k) + 1;
  begin_scan(scan, share);
  for (; scan->wanted != 0; scan->limit = scan->count + share) scan_leaves(scan);
}

// == edges ==

static inline bool edge_holds(const lane_edge *edge, int64_t offset) {
  return edge->steps[0] <= offset && offset < edge->end;
}

static inline lane_row row_with(lane_row row, uint32_t lane, uint32_t at) {
  const uint32_t shift = lane % 8 * 8;
  const uint64_t others = ~((uint64_t)255 << shift), byte = (uint64_t)at << shift;
  if (lane < 8) {
    row.low = (row.low & others) | byte;
  } else {
    row.high = (row.high & others) | byte;
  }
  return row;
}

static void fill_edge(rc_lanes *lanes, lane_edge *edge, bool is_upper, int64_t offset) {
  const uint32_t k = lanes->k;
  edge_scan scan;
  scan.lanes = lanes;
  scan.is_upper = is_upper;
  scan.offset = offset;
  scan_edge(&scan, edge->limit);
  edge->limit = 2 * edge->limit < STEPS_MAX ? 2 * edge->limit : STEPS_MAX;
  edge->end = scan.end;
  edge->scan = ++lanes->scan_count;
  edge->any_empty = scan.any_empty;
  for (uint32_t i = 0; i < STEPS_MARGIN; i++) edge->steps[i] = scan.first;
  lane_row *rows = edge->rows, row = {0, 0};
  for (uint32_t lane = 0; lane < k; lane++) {
    edge->items[lane] = scan.items[lane];
    row = row_with(row, lane, lane);
  }
  rows[0] = row;
  int64_t *steps = edge->steps + STEPS_MARGIN;
  uint32_t count = 0;
  for (uint32_t i = 0; i < scan.count; i++) {
    const int64_t at = scan.steps[i].at;
    const uint32_t lane = scan.steps[i].lane;
    if (at >= scan.end) continue;
    edge->items[k + i] = scan.steps[i].item;
    row = row_with(row, lane, k + i);
    steps[count] = at;
    rows[++count] = row;
    // Steps come in the order of items, which nearly is theirs.
    for (uint32_t to = count - 1; steps[(int64_t)to - 1] > at; to--) {
      steps[to] = steps[to - 1];
      steps[to - 1] = at;
      rows[to] = row_with(rows[to - 1], lane, k + i);
    }
  }
  for (uint32_t i = 0; i < STEPS_MARGIN; i++) steps[count + i] = scan.end;
}

// Where lanes are at an edge, after it was filled if it has to be.
static const lane_row *move_lane_edge(rc_lanes *lanes, lane_edge *edge, bool is_upper,
                                      int64_t offset) {
  if (!edge_holds(edge, offset)) {
    // On the way back it begins earlier, so that it holds for a while.
    int64_t begin = offset;
    if (offset < edge->steps[0] && edge->steps[0] < edge->end && edge->end != INT64_MAX) {
      begin -= (edge->end - edge->steps[0]) / 2;
    }
    fill_edge(lanes, edge, is_upper, begin);
    if (!edge_holds(edge, offset)) fill_edge(lanes, edge, is_upper, offset);
    RC_ASSERT(edge_holds(edge, offset));
  }
  uint32_t passed = STEPS_MARGIN;
  while (edge->steps[passed] <= offset) passed++;
  edge->passed = passed;
  return &edge->rows[passed - STEPS_MARGIN];
}

// Where lanes are at an edge, if it has moved by a few steps only; otherwise NULL. Outside of where
// the edge holds the bounds in the margin do not fit.
static RC_INLINED const lane_row *step_lane_edge(lane_edge *edge, int64_t offset) {
  const uint32_t from = edge->passed - STEPS_BACK;
  const int64_t *it = edge->steps + from;
  const uint32_t back = (uint32_t)(it[0] <= offset) + (it[1] <= offset);
  const uint32_t passed =
      from + (back + (it[2] <= offset)) + ((uint32_t)(it[3] <= offset) + (it[4] <= offset));
  if (RC_RARELY(edge->steps[passed - 1] > offset || edge->steps[passed] <= offset)) return NULL;
  edge->passed = passed;
  return &edge->rows[passed - STEPS_MARGIN];
}

// == ranges ==

void rc__lanes_forget_edges(rc_lanes *lanes) {
  lanes->version++;
  for (uint32_t i = 0; i < RC__EDGES; i++) {
    if (lanes->edges[i] != NULL) lanes->edges[i]->length = NO_LENGTH;
  }
}

void rc__lanes_free_edges(rc_lanes *lanes) {
  for (uint32_t i = 0; i < RC__EDGES; i++) {
    rc__deallocate(&lanes->allocator, lanes->edges[i], sizeof *lanes->edges[i]);
  }
}

static void forget_edge(lane_edge *edge, uint32_t k) {
  edge->limit = STEPS_FIRST * k;
  edge->passed = STEPS_MARGIN;
  edge->end = INT64_MAX;
  edge->scan = 0;
  for (uint32_t i = 0; i < 2 * STEPS_MARGIN; i++) edge->steps[i] = INT64_MAX;
}

// New edges in place of the oldest ones; NULL if out of memory.
static rc__lanes_edges *new_edges(rc_lanes *lanes, int64_t length) {
  rc__lanes_edges *edges = lanes->edges[lanes->next_edges];
  if (edges == NULL) {
    edges = rc__allocate(&lanes->allocator, sizeof *edges);
    if (edges == NULL) return NULL;
    lanes->edges[lanes->next_edges] = edges;
  }
  lanes->next_edges = (lanes->next_edges + 1) % RC__EDGES;
  edges->length = length;
  forget_edge(&edges->lower, lanes->k);
  forget_edge(&edges->upper, lanes->k);
  return edges;
}

// The edges of ranges of a length, which may be a tick longer or shorter when rounded; or NULL.
static inline rc__lanes_edges *edges_of(const rc_lanes *lanes, int64_t length) {
  for (uint32_t i = 0; i < RC__EDGES && lanes->edges[i] != NULL; i++) {
    const int64_t more = length - lanes->edges[i]->length;
    if (-1 <= more && more <= 1) return lanes->edges[i];
  }
  return NULL;
}

static RC_INLINED void give_items(uint32_t k, const uint32_t *lower, uint64_t lower_row,
                                  const uint32_t *upper, uint64_t upper_row,
                                  rc_interval *out_items) {
  for (uint32_t lane = 0; lane < k; lane++, lower_row >>= 8, upper_row >>= 8) {
    const uint32_t from = lower[lower_row & 255], to = upper[upper_row & 255];
    out_items[lane].lower = from;
    out_items[lane].upper = to > from ? to : from;
  }
}

// Gives the items of a range by those of its edges.
static RC_INLINED void give_rows(uint32_t k, const rc__lanes_edges *edges, const lane_row *lower,
                                 const lane_row *upper, rc_interval *out_items) {
  const uint32_t *from = edges->lower.items, *to = edges->upper.items;
  give_items(k < 8 ? k : 8, from, lower->low, to, upper->low, out_items);
  if (RC_RARELY(k > 8)) give_items(k - 8, from, lower->high, to, upper->high, out_items + 8);
}

// Finds where a lane is at an edge without memory for what comes next.
static void look_up_edge(rc_lanes *lanes, bool is_upper, int64_t offset, uint32_t *out_items) {
  edge_scan scan;
  scan.lanes = lanes;
  scan.is_upper = is_upper;
  scan.offset = offset;
  scan_edge(&scan, 1);
  rc__copy_bytes(out_items, scan.items, lanes->k * sizeof *out_items);
}

// Finds items without memory for what comes next.
static void look_up_items(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  const bool is_empty = range.upper <= range.lower;
  uint32_t lower[RC_LANE_COUNT_MAX] = {0}, upper[RC_LANE_COUNT_MAX] = {0};
  if (lanes->root.part.count != 0) look_up_edge(lanes, false, range.lower, lower);
  if (lanes->root.part.count != 0 && !is_empty) look_up_edge(lanes, true, range.upper, upper);
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    out_items[lane].lower = lower[lane];
    out_items[lane].upper = rc__at_least(upper[lane], lower[lane]);
  }
}

// Finds items where edges are not known, or have to move far.
static RC_NOINLINE void find_items_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  const bool has_edges = range.lower < range.upper && lanes->root.part.count != 0;
  const int64_t length = range.upper - range.lower;
  rc__lanes_edges *edges = has_edges ? edges_of(lanes, length) : NULL;
  if (edges == NULL && has_edges) edges = new_edges(lanes, length);
  if (edges == NULL) {
    look_up_items(lanes, range, out_items);
    return;
  }
  const lane_row *row = move_lane_edge(lanes, &edges->lower, false, range.lower);
  give_rows(lanes->k, edges, row, move_lane_edge(lanes, &edges->upper, true, range.upper),
            out_items);
}

static RC_INLINED void items_between(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  const int64_t length = range.upper - range.lower;
  rc__lanes_edges *edges = edges_of(lanes, length);
  if (RC_RARELY(length <= 0 || edges == NULL)) {
    find_items_in(lanes, range, out_items);
    return;
  }
  const lane_row *lower = step_lane_edge(&edges->lower, range.lower);
  const lane_row *upper = step_lane_edge(&edges->upper, range.upper);
  if (RC_RARELY(lower == NULL || upper == NULL)) {
    find_items_in(lanes, range, out_items);
    return;
  }
  give_rows(lanes->k, edges, lower, upper, out_items);
}

void rc__lanes_items_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  items_between(lanes, range, out_items);
}

static rc_interval hull_of(uint32_t k, const rc_interval *items) {
  rc_interval hull = {INT64_MAX, 0};
  int64_t first = INT64_MAX;
  for (uint32_t lane = 0; lane < k; lane++) {
    const rc_interval own = items[lane];
    first = rc__at_most(first, own.lower);
    if (own.lower == own.upper) continue;
    hull.lower = rc__at_most(hull.lower, own.lower);
    hull.upper = rc__at_least(hull.upper, own.upper);
  }
  return hull.lower < hull.upper ? hull : (rc_interval){first, first};
}

rc_interval rc__lanes_hull_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  rc__lanes_items_in(lanes, range, out_items);
  return hull_of(lanes->k, out_items);
}

rc_interval rc__lanes_hull_once(const rc_lanes *lanes, rc_interval range) {
  rc_interval items[RC_LANE_COUNT_MAX];
  look_up_items((rc_lanes *)lanes, range, items);
  return hull_of(lanes->k, items);
}

rc_status rc_lanes_items_in(rc_lanes *lanes, double lower, double upper, rc_interval *out_items) {
  rc_interval range = {0, 0};
  if (lanes == NULL || out_items == NULL) return RC_STATUS_ARGUMENT;
  const rc_status status = rc__ticks_from_range(lower, upper, &range);
  if (status == RC_STATUS_OK) items_between(lanes, range, out_items);
  return status;
}

// == scrolling on ==

void rc__lanes_mark(const rc_lanes *lanes, rc_interval range, rc__lanes_marks *out_marks) {
  const rc__lanes_edges *edges = edges_of(lanes, range.upper - range.lower);
  *out_marks = (rc__lanes_marks){{0, 0}, {0, 0}};
  if (edges == NULL) return;
  const lane_edge *both[2] = {&edges->lower, &edges->upper};
  for (uint32_t side = 0; side < 2; side++) {
    out_marks->scans[side] = both[side]->scan;
    out_marks->passed[side] = both[side]->passed;
  }
}

// Scans again for steps around an offset that an edge does not know any more, from where it was on;
// false if that is too far.
static bool scan_on(rc_lanes *lanes, lane_edge *edge, uint32_t side, int64_t offset,
                    rc__lanes_marks *marks) {
  const int64_t bound = 4 * RC_LIST_TICKS_MAX;
  const int64_t was = rc__at_least(edge->steps[marks->passed[side] - 1], -bound);
  int64_t begin = was;
  if (offset < was) begin = offset - (rc__at_most(edge->end, bound) - was) / 2;
  fill_edge(lanes, edge, side == 1, begin);
  edge->passed = STEPS_MARGIN;
  if (!edge_holds(edge, was) || !edge_holds(edge, offset)) return false;
  uint32_t passed = STEPS_MARGIN;
  while (edge->steps[passed] <= was) passed++;
  marks->scans[side] = edge->scan;
  marks->passed[side] = passed;
  return true;
}

// The item that passes an edge in a step.
static uint32_t passing_item(const lane_edge *edge, uint32_t step, uint32_t side) {
  const lane_row *rows = &edge->rows[step - STEPS_MARGIN], *row = &rows[side];
  const uint64_t low = rows[0].low ^ rows[1].low, high = rows[0].high ^ rows[1].high;
  const uint32_t shift = rc__lowest_bit(low != 0 ? low : high) & ~7u;
  return edge->items[(low != 0 ? row->low : row->high) >> shift & 255] - side;
}

// Moves an edge on, and adds what passes it; false if that is too much, or not known.
static bool scroll_edge(rc_lanes *lanes, lane_edge *edge, uint32_t side, int64_t offset,
                        rc__lanes_marks *marks, rc__lanes_scroll *scroll) {
  if (marks->scans[side] != edge->scan || edge->scan == 0) return false;
  if (RC_RARELY(!edge_holds(edge, offset)) && !scan_on(lanes, edge, side, offset, marks)) {
    return false;
  }
  if (RC_RARELY(edge->any_empty)) return false;
  const uint32_t was = marks->passed[side];
  uint32_t passed = was;
  while (edge->steps[passed] <= offset) passed++;
  while (edge->steps[passed - 1] > offset) passed--;
  const uint32_t first = passed < was ? passed : was, end = passed < was ? was : passed;
  if (end - first > RC__PASSINGS_MAX - scroll->count) return false;
  for (uint32_t step = first; step < end; step++) {
    scroll->passings[scroll->count++] = (rc__lanes_passing){
        .item = passing_item(edge, step, side),
        .at = edge->steps[step] - side,
        .is_upper = side == 1,
        .comes = (passed > was) == (side == 1),
        .tag = scroll->tag,
    };
  }
  marks->passed[side] = edge->passed = passed;
  const int64_t bound = 4 * RC_LIST_TICKS_MAX;
  const int64_t back = offset - rc__at_least(edge->steps[passed - 1], -bound);
  const int64_t on = rc__at_most(edge->steps[passed], bound) - offset;
  scroll->still.lower = rc__at_least(scroll->still.lower, -back);
  scroll->still.upper = rc__at_most(scroll->still.upper, on);
  return true;
}

bool rc__lanes_scroll_range(rc_lanes *lanes, rc_interval range, rc__lanes_marks *marks,
                            rc__lanes_scroll *scroll, rc_interval *items, rc_interval *hull) {
  rc__lanes_edges *edges = edges_of(lanes, range.upper - range.lower);
  const uint32_t count = scroll->count;
  if (edges == NULL || !scroll_edge(lanes, &edges->lower, 0, range.lower, marks, scroll) ||
      !scroll_edge(lanes, &edges->upper, 1, range.upper, marks, scroll)) {
    return false;
  }
  if (scroll->count == count) return true;
  const lane_row *lower = &edges->lower.rows[edges->lower.passed - STEPS_MARGIN];
  const lane_row *upper = &edges->upper.rows[edges->upper.passed - STEPS_MARGIN];
  give_rows(lanes->k, edges, lower, upper, items);
  *hull = hull_of(lanes->k, items);
  return true;
}
