// The items in a range, lane by lane.
//
// An edge of a range is at an item in each lane: the lower one at the first item that ends after
// it, the upper one after the last item that starts before it. As a range scrolls, an edge passes
// one *step* after the other, where some lane goes on to its next item: for the lower edge where an
// item ends, for the upper one where an item starts. A *track* has the steps of a stretch of
// offsets in order, and at which items the lanes are after each. Of two lanes, from offset 70 on:
//
//     lane 0     items 3 at 60 ..< 100, 4 at 100 ..< 160         from  70    lanes at 3 2
//     lane 1     items 2 at 0 ..< 80, 5 at 80 ..< 180                  80             3 5
//                                                                     100             4 5
//                                                                     160             7 5
//
// All upper edges are on the same tracks, and all lower ones. As three ranges scroll over an item,
// it is scanned twice instead of six times: what the foremost range scans, the others come to
// later. Once an edge leaves what is known, a leaf or two are scanned: for few steps after a
// change, as the next one may come soon, and for more as it scrolls on. Most often all lanes are in
// the same leaf. Where they end far apart, each is looked for by itself.
//
// In a frame an edge passes a step or two, and nobody can tell how many: so for a range those that
// are passed are counted, without a branch that would be guessed wrongly. In each one item passes
// the edge. A list has a cursor for each of its ranges, and is told what has passed since it was
// there, and how far it may scroll until the next step.

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
  /// How many times the bounds are before the steps of a track, and after them.
  STEPS_MARGIN = STEPS_FORWARD + 1,
  /// How many leaves are scanned for them.
  SCANNED_LEAVES_MAX = 3
};

struct rc__lanes_track {
  /// Which scan it is of, and when an edge last came to it; 0 for none.
  uint64_t scan, used;
  /// How many steps there are, and with how many the scan was to end.
  uint32_t count, limit;
  /// Some item that was scanned has no extent.
  bool any_empty;
  /// Until where the steps hold.
  int64_t end;
  /// In the margin before them, from where they hold; in the one after them, until where.
  int64_t steps[STEPS_MARGIN + STEPS_SPACE + STEPS_MARGIN];
  /// Which item passes the edge in each.
  uint32_t items[STEPS_SPACE];
  /// At which items the lanes are before the first step, after it, and so on.
  uint32_t rows[];
};

/// A length that no range has: nothing is known.
#define NO_LENGTH (-2)

/// Before all offsets that are asked for, and after them, so that differences are in bounds.
static const int64_t first_offset = -((int64_t)1 << 62), last_offset = (int64_t)1 << 62;

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
      end = last_offset;
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
    const int64_t end = first == 0 ? first_offset : front[lane] + 1;
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
  scan->first = first_offset;
  scan->end = last_offset;
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

static inline bool track_holds(const rc__lanes_track *track, int64_t offset) {
  return track->steps[0] <= offset && offset < track->end;
}

// Copies where lanes are, but for one that has gone on to an item. (One by one: a copy of more
// would wait for the write of the one before.)
static RC_INLINED void copy_row(uint32_t *to, const uint32_t *from, uint32_t k,
                                const edge_step *step) {
  for (uint32_t lane = 0; lane < k; lane++) to[lane] = from[lane];
  to[step->lane] = step->item;
}

static void fill_track(rc_lanes *lanes, rc__lanes_track *track, uint32_t side, int64_t offset,
                       uint32_t limit) {
  const uint32_t k = lanes->k;
  edge_scan scan;
  scan.lanes = lanes;
  scan.is_upper = side == 1;
  scan.offset = offset;
  scan_edge(&scan, limit);
  track->scan = ++lanes->scan_count;
  track->limit = limit;
  track->any_empty = scan.any_empty;
  track->end = scan.end;
  for (uint32_t i = 0; i < STEPS_MARGIN; i++) track->steps[i] = scan.first;
  rc__copy_bytes(track->rows, scan.items, k * sizeof *track->rows);
  int64_t *steps = track->steps + STEPS_MARGIN;
  uint32_t *row = track->rows, count = 0;
  for (uint32_t i = 0; i < scan.count; i++) {
    const edge_step step = scan.steps[i];
    if (step.at >= scan.end) continue;
    copy_row(row + k, row, k, &step);
    steps[count] = step.at;
    track->items[count] = side == 1 ? step.item - 1 : row[step.lane];
    // Steps come in the order of items, which nearly is theirs.
    uint32_t *after = row;
    for (uint32_t to = count; steps[(int64_t)to - 1] > step.at; to--, after -= k) {
      steps[to] = steps[to - 1];
      steps[to - 1] = step.at;
      const uint32_t item = track->items[to];
      track->items[to] = track->items[to - 1];
      track->items[to - 1] = item;
      copy_row(after, after - k, k, &step);
    }
    row += k;
    count++;
  }
  track->count = count;
  for (uint32_t i = 0; i < STEPS_MARGIN; i++) steps[count + i] = scan.end;
}

static size_t track_size(const rc_lanes *lanes) {
  const size_t size = sizeof(rc__lanes_track) + (STEPS_SPACE + 1) * lanes->k * sizeof(uint32_t);
  return (size + sizeof(int64_t) - 1) / sizeof(int64_t) * sizeof(int64_t);
}

// One of the tracks, which are there; those of lower edges come first.
static rc__lanes_track *track_at(const rc_lanes *lanes, uint32_t number) {
  return (void *)((uint8_t *)lanes->tracks + number * track_size(lanes));
}

// Ensures the tracks; false if out of memory. All at once: while it scrolls, nothing is allocated.
static bool make_tracks(rc_lanes *lanes) {
  if (lanes->tracks != NULL) return true;
  lanes->tracks = rc__allocate(&lanes->allocator, 2 * RC__TRACKS * track_size(lanes));
  for (uint32_t i = 0; i < 2 * RC__TRACKS && lanes->tracks != NULL; i++) {
    rc__lanes_track *track = track_at(lanes, i);
    track->scan = track->used = 0;
  }
  return lanes->tracks != NULL;
}

// Whether an edge that was on a track still is.
static inline bool is_on_track(const rc__lanes_edge *edge) {
  return edge->track->scan == edge->scan;
}

// How far its steps reach, but for a few.
static int64_t track_span(const rc__lanes_track *track) {
  const int64_t all = track->steps[STEPS_MARGIN + track->count - 1] - track->steps[0];
  return all - all / 8;
}

// A track that holds both offsets, and is scanned if there is none, in place of the one that was
// not used for longest; NULL if steps are too dense.
static rc__lanes_track *track_with(rc_lanes *lanes, uint32_t side, const rc__lanes_edge *edge,
                                   int64_t lower, int64_t upper) {
  rc__lanes_track *track = track_at(lanes, side * RC__TRACKS);
  for (uint32_t i = 0; i < RC__TRACKS; i++) {
    rc__lanes_track *it = track_at(lanes, side * RC__TRACKS + i);
    if (it->scan != 0 && track_holds(it, lower) && track_holds(it, upper)) return it;
    if (it->used < track->used) track = it;
  }
  uint32_t limit = STEPS_FIRST * lanes->k;
  int64_t span = 0;
  if (edge->scan != 0 && is_on_track(edge)) {
    limit = 2 * edge->track->limit < STEPS_MAX ? 2 * edge->track->limit : STEPS_MAX;
    // On the way back it begins earlier, so that it holds for a while.
    if (lower < edge->track->steps[0]) span = track_span(edge->track);
  }
  fill_track(lanes, track, side, lower - span, limit);
  while (span > 0 && !(track_holds(track, lower) && track_holds(track, upper))) {
    // Items are shorter there.
    span = rc__at_most(span / 2, track_span(track));
    fill_track(lanes, track, side, lower - span, limit);
  }
  RC_ASSERT(track_holds(track, lower));
  return track_holds(track, upper) ? track : NULL;
}

// Puts an edge on a track, where an offset is.
static void enter_track(rc_lanes *lanes, rc__lanes_edge *edge, rc__lanes_track *track,
                        int64_t offset) {
  uint32_t from = STEPS_MARGIN, to = from + track->count;
  while (from < to) {
    const uint32_t middle = (from + to) / 2;
    if (track->steps[middle] <= offset) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  track->used = ++lanes->scan_count;
  *edge = (rc__lanes_edge){.track = track, .scan = track->scan, .passed = from};
}

static void place_edge(rc_lanes *lanes, uint32_t side, rc__lanes_edge *edge, int64_t offset) {
  enter_track(lanes, edge, track_with(lanes, side, edge, offset, offset), offset);
}

// Moves an edge by a few steps; false if it is not there any more, or has to move far. Outside of
// where the track holds the bounds in the margin do not fit.
static RC_INLINED bool step_edge(rc__lanes_edge *edge, int64_t offset) {
  const rc__lanes_track *track = edge->track;
  const uint32_t from = edge->passed - STEPS_BACK;
  const int64_t *it = track->steps + from;
  const uint32_t back = (uint32_t)(it[0] <= offset) + (it[1] <= offset);
  const uint32_t passed =
      from + (back + (it[2] <= offset)) + ((uint32_t)(it[3] <= offset) + (it[4] <= offset));
  const bool is_there = track->steps[passed - 1] <= offset && offset < track->steps[passed];
  if (RC_RARELY(!is_there || track->scan != edge->scan)) return false;
  edge->passed = passed;
  return true;
}

// Where lanes are at an edge.
static inline const uint32_t *row_of(const rc_lanes *lanes, const rc__lanes_edge *edge) {
  return &edge->track->rows[(edge->passed - STEPS_MARGIN) * lanes->k];
}

// == ranges ==

static int64_t find_length(const rc_lanes *lanes) {
  const rc__lanes_tree *root = &lanes->root;
  if (root->part.count == 0) return 0;
  int64_t end = rc__front_most(lanes->k, root->map);
  if ((root->part.flags & RC__PART_LEVELS) != 0) {
    end += rc__front_most(lanes->k, root->map + lanes->k) + rc__lanes_guessed(lanes, &root->part);
  }
  return rc__at_least(end - lanes->spacing, 0);
}

void rc__lanes_forget_edges(rc_lanes *lanes) {
  lanes->version++;
  lanes->length = find_length(lanes);
  for (uint32_t i = 0; i < RC__FOUND; i++) lanes->found[i].length = NO_LENGTH;
  for (uint32_t i = 0; i < 2 * RC__TRACKS && lanes->tracks != NULL; i++) {
    rc__lanes_track *track = track_at(lanes, i);
    track->scan = track->used = 0;
  }
}

void rc__lanes_free_edges(rc_lanes *lanes) {
  rc__deallocate(&lanes->allocator, lanes->tracks, 2 * RC__TRACKS * track_size(lanes));
}

// Where ranges of a length were, which may be a tick longer or shorter when rounded; or NULL.
static inline rc__lanes_found *found_of(rc_lanes *lanes, int64_t length) {
  for (uint32_t i = 0; i < RC__FOUND && length > 0; i++) {
    const int64_t more = length - lanes->found[i].length;
    if (-1 <= more && more <= 1) return &lanes->found[i];
  }
  return NULL;
}

// Gives the items of a range by its edges.
static RC_INLINED void give_items(const rc_lanes *lanes, const rc__lanes_cursor *cursor,
                                  rc_interval *out_items) {
  const uint32_t *lower = row_of(lanes, &cursor->edges[0]);
  const uint32_t *upper = row_of(lanes, &cursor->edges[1]);
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    const uint32_t from = lower[lane];
    const uint32_t to = upper[lane];
    out_items[lane].lower = from;
    out_items[lane].upper = to > from ? to : from;
  }
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

void rc__lanes_find_in(rc_lanes *lanes, rc_interval range, rc__lanes_cursor *cursor,
                       rc_interval *out_items) {
  const bool has_edges = range.lower < range.upper && lanes->root.part.count != 0;
  if (cursor != NULL && has_edges && make_tracks(lanes)) {
    place_edge(lanes, 0, &cursor->edges[0], range.lower);
    place_edge(lanes, 1, &cursor->edges[1], range.upper);
    give_items(lanes, cursor, out_items);
  } else {
    if (cursor != NULL) cursor->edges[0].scan = cursor->edges[1].scan = 0;
    look_up_items(lanes, range, out_items);
  }
}

// Finds items where edges are not known, or have to move far.
static RC_NOINLINE void find_items_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  const int64_t length = range.upper - range.lower;
  rc__lanes_found *found = found_of(lanes, length), *oldest = &lanes->found[lanes->next_found];
  if (found == NULL && length > 0) {
    found = oldest;
    *found = (rc__lanes_found){.length = NO_LENGTH};
    lanes->next_found = (lanes->next_found + 1) % RC__FOUND;
  }
  rc__lanes_find_in(lanes, range, found == NULL ? NULL : &found->cursor, out_items);
  if (found != NULL) found->length = found->cursor.edges[0].scan != 0 ? length : NO_LENGTH;
}

static RC_INLINED void items_between(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  rc__lanes_found *found = found_of(lanes, range.upper - range.lower);
  if (RC_RARELY(found == NULL || !step_edge(&found->cursor.edges[0], range.lower) ||
                !step_edge(&found->cursor.edges[1], range.upper))) {
    find_items_in(lanes, range, out_items);
    return;
  }
  give_items(lanes, &found->cursor, out_items);
}

void rc__lanes_items_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  items_between(lanes, range, out_items);
}

// All that lanes hold; if that is nothing, an empty interval where the first of them is.
typedef struct lane_hull {
  rc_interval items;
  int64_t first;
} lane_hull;

static RC_INLINED void add_to_hull(lane_hull *hull, int64_t lower, int64_t upper) {
  const bool any = lower < upper;
  hull->first = rc__at_most(hull->first, lower);
  hull->items.lower = rc__at_most(hull->items.lower, any ? lower : INT64_MAX);
  hull->items.upper = rc__at_least(hull->items.upper, any ? upper : 0);
}

static const lane_hull no_hull = {{INT64_MAX, 0}, INT64_MAX};

static inline rc_interval items_of_hull(const lane_hull *hull) {
  return hull->items.upper > 0 ? hull->items : (rc_interval){hull->first, hull->first};
}

static rc_interval hull_of(uint32_t k, const rc_interval *items) {
  lane_hull hull = no_hull;
  for (uint32_t lane = 0; lane < k; lane++) {
    add_to_hull(&hull, items[lane].lower, items[lane].upper);
  }
  return items_of_hull(&hull);
}

static rc_interval hull_at(const rc_lanes *lanes, const rc__lanes_cursor *cursor) {
  const uint32_t *lower = row_of(lanes, &cursor->edges[0]);
  const uint32_t *upper = row_of(lanes, &cursor->edges[1]);
  lane_hull hull = no_hull;
  for (uint32_t lane = 0; lane < lanes->k; lane++) add_to_hull(&hull, lower[lane], upper[lane]);
  return items_of_hull(&hull);
}

rc_interval rc__lanes_hull_in(rc_lanes *lanes, rc_interval range, rc_interval *out_items) {
  rc__lanes_items_in(lanes, range, out_items);
  return hull_of(lanes->k, out_items);
}

rc_interval rc__lanes_hull_at(rc_lanes *lanes, rc_interval range, rc__lanes_cursor *cursor,
                              rc_interval *out_items) {
  rc__lanes_find_in(lanes, range, cursor, out_items);
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

// Adds an item that passes an edge, or another bit of it; false if that is too much. What a range
// gives, it does not take back in the same update, as that scrolls by less than a screen.
static RC_INLINED bool add_turn(rc__lanes_scroll *scroll, int64_t item, unsigned bits,
                                int64_t distance) {
  rc__turn *turns = scroll->turns;
  uint32_t i = scroll->count;
  while (i > 0 && turns[i - 1].item >= item) i--;
  if (RC_RARELY(i < scroll->count && turns[i].item == item)) {
    turns[i].bits |= bits;
    if (distance != INT64_MAX) turns[i].distance = distance;
    return true;
  }
  if (RC_RARELY(scroll->count == RC__TURNS_MAX)) return false;
  for (uint32_t to = scroll->count++; to > i; to--) turns[to] = turns[to - 1];
  turns[i] = (rc__turn){.item = item, .distance = distance, .bits = bits};
  return true;
}

// Moves an edge on as far as its track goes, and adds what passes it; false if that is too much, or
// not known.
static RC_INLINED bool pass_steps(rc__lanes_edge *edge, uint32_t side, unsigned bits,
                                  int64_t offset, rc_interval viewport, rc__lanes_scroll *scroll) {
  const rc__lanes_track *track = edge->track;
  const int64_t *steps = track->steps;
  const int64_t to = rc__at_most(rc__at_least(offset, steps[0]), track->end - 1);
  const uint32_t was = edge->passed;
  uint32_t first = was, end = was;
  while (steps[end] <= to) end++;
  while (steps[first - 1] > to) first--;
  edge->passed = end > was ? end : first;
  if (RC_RARELY(track->any_empty)) return false;
  const bool comes = (end > was) == (side == 1);
  for (uint32_t i = first; i < end && bits != 0; i++) {
    // It is on the side to which the ranges scroll, or on the screen.
    const int64_t at = steps[i] - side;
    const int64_t distance = side == 1 ? at - viewport.upper : viewport.lower - at;
    const uint32_t item = track->items[i - STEPS_MARGIN];
    if (!add_turn(scroll, item, bits, comes ? distance : INT64_MAX)) return false;
  }
  return true;
}

// Moves an edge that is at an end of its track to the next one; false if that is not known.
static RC_NOINLINE bool change_tracks(rc_lanes *lanes, uint32_t side, rc__lanes_edge *edge,
                                      int64_t offset, const rc__lanes_scroll *scroll) {
  // The other ranges still need theirs. If there are not enough, those of inner ones go first,
  // which at the lower edge have yet to scroll.
  for (uint32_t i = 0; i < scroll->range_count; i++) {
    scroll->ranges[i].cursor.edges[side].track->used = ++lanes->scan_count;
  }
  const int64_t first = edge->track->steps[0], last = edge->track->end - 1;
  const bool is_forward = offset > last;
  rc__lanes_track *track = is_forward ? track_with(lanes, side, edge, last, last + 1)
                                      : track_with(lanes, side, edge, first - 1, first);
  if (track == NULL) return false;
  enter_track(lanes, edge, track, is_forward ? last : first);
  return true;
}

static RC_INLINED bool scroll_edge(rc_lanes *lanes, uint32_t side, rc__lanes_range *range,
                                   rc_interval viewport, rc__lanes_scroll *scroll,
                                   rc_interval *still) {
  rc__lanes_edge *edge = &range->cursor.edges[side];
  const int64_t offset = side == 1 ? viewport.upper + range->above : viewport.lower - range->below;
  if (RC_RARELY(!is_on_track(edge))) return false;
  const int64_t *next = &edge->track->steps[edge->passed];
  if (next[-1] > offset || next[0] <= offset) {
    if (!pass_steps(edge, side, range->bits, offset, viewport, scroll)) return false;
    while (RC_RARELY(!track_holds(edge->track, offset))) {
      if (!change_tracks(lanes, side, edge, offset, scroll)) return false;
      if (!pass_steps(edge, side, range->bits, offset, viewport, scroll)) return false;
    }
    next = &edge->track->steps[edge->passed];
  }
  still->lower = rc__at_least(still->lower, next[-1] - offset);
  still->upper = rc__at_most(still->upper, next[0] - offset);
  return true;
}

bool rc__lanes_scroll_on(rc_lanes *lanes, rc_interval viewport, rc__lanes_scroll *scroll) {
  rc_interval still = {first_offset, last_offset};
  scroll->count = 0;
  for (uint32_t i = scroll->range_count; i > 0; i--) {
    if (!scroll_edge(lanes, 0, &scroll->ranges[i - 1], viewport, scroll, &still)) return false;
  }
  for (uint32_t i = 0; i < scroll->range_count; i++) {
    rc__lanes_range *range = &scroll->ranges[i];
    if (!scroll_edge(lanes, 1, range, viewport, scroll, &still)) return false;
    RC_ASSERT(is_on_track(&range->cursor.edges[0]));
    range->hull = hull_at(lanes, &range->cursor);
  }
  scroll->still = (rc_interval){viewport.lower + still.lower, viewport.lower + still.upper};
  return true;
}
