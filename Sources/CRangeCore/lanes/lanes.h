// The tree behind lanes: what items do to the front, summed up.
//
// What an item does to the front, the vector of where the lanes end, is a *map*, and so is what
// many neighbours do. An item in a lane adds to one number. A wide or laneless item is a
// *leveller*: it sends all to the greatest plus a step. So a stretch without levellers adds one
// number to each lane, and any other sends lane i to
//
//     out_i = after_i + max_j (in_j + before_j)
//
// where `before` is what comes before the first leveller, and `after` all that follows it. Two such
// maps make one in O(k), so a binary tree over blocks of items answers everything in O(k log n):
//
//     node        left: 240 items, map      right: 131 items, map
//                  │                         │
//                 node …                    node    left: 128      right: 3
//                                                    │              │
//                                                   block          run (of laneless items,
//                                                                  unmeasured: no memory)
//
// The steps of unmeasured levellers come after the first one of a map, and are the same for all
// lanes: so maps hold them as two counts, and another estimate changes nothing in the tree.
//
// A node's children differ in height by at most one (AVL). All edits are splits and joins of trees,
// in which the nodes on a path are taken apart and put together again: they need no memory but for
// what they add. No two neighbours that fit in one block are two, and no two runs meet.

#ifndef RC_LANES_H
#define RC_LANES_H

#include "../base/base.h"
#include "rangecore_lanes.h"

enum {
  /// The most items of a block.
  RC__BLOCK_WIDTH = 128,
  /// By how many items a block grows.
  RC__BLOCK_STEP = 16,
  /// 2^32 blocks of an AVL tree are less high.
  RC__LANES_HEIGHT_MAX = 48
};

typedef struct rc__lanes_node rc__lanes_node;

/// Items next to each other that are not all laneless and unmeasured, but for indents before them.
typedef struct rc__lanes_block {
  /// In ticks, before the first item; NULL for none.
  int64_t *indents;
  uint32_t capacity;
  /// Extents with the spacing, in ticks; 0 for levellers that are not measured. After them come
  /// as many codes of a byte each.
  uint32_t slots[];
} rc__lanes_block;

enum {
  /// A code is a lane, or one of these …
  RC__CODE_LANELESS = 16,
  RC__CODE_WIDE = 17,
  RC__CODE_KIND = 31,
  /// … and this if it is not measured, …
  RC__CODE_GUESSED = 32,
  /// … and this of an item with a lane that was on the screen with it.
  RC__CODE_SHOWN = 64
};

enum {
  /// There is a wide or laneless item.
  RC__PART_LEVELS = 1,
  /// There are indents before the first item.
  RC__PART_INDENTED = 2,
  /// The last item is laneless.
  RC__PART_LANELESS_END = 4,
  /// There are indents right after an item that is not laneless.
  RC__PART_LOOSE = 8
};

/// What a node knows of a child, but for its map.
typedef struct rc__lanes_part {
  union {
    rc__lanes_node *node;
    /// NULL for a run.
    rc__lanes_block *block;
  } child;
  uint32_t count;
  /// How many items are unmeasured and laneless, and unmeasured and wide.
  uint32_t laneless;
  uint32_t wide;
  /// Which lanes have items, bit by bit.
  uint16_t lanes;
  /// 0 for a block or a run.
  uint8_t height;
  uint8_t flags;
} rc__lanes_part;

struct rc__lanes_node {
  rc__lanes_part parts[2];
  /// Of each child `after`, and `before`: a number for each lane.
  int64_t maps[];
};

/// A tree that is not in a node. Without items it has no child.
typedef struct rc__lanes_tree {
  rc__lanes_part part;
  int64_t map[2 * RC_LANE_COUNT_MAX];
} rc__lanes_tree;

enum {
  /// For how many lengths of ranges it is remembered where they were.
  RC__FOUND = 4,
  /// How many stretches of offsets are known, for lower edges, and for upper ones.
  RC__TRACKS = 4
};

/// See lanes_range.c.
typedef struct rc__lanes_track rc__lanes_track;

/// Where an edge of a range is: after how many steps of a track, as long as that is of one scan; 0
/// for none.
typedef struct rc__lanes_edge {
  rc__lanes_track *track;
  uint64_t scan;
  uint32_t passed;
} rc__lanes_edge;

/// Where a range is: its lower edge, and the upper one.
typedef struct rc__lanes_cursor {
  rc__lanes_edge edges[2];
} rc__lanes_cursor;

/// Where a range of a length was, in ticks.
typedef struct rc__lanes_found {
  int64_t length;
  rc__lanes_cursor cursor;
} rc__lanes_found;

struct rc_lanes {
  rc__lanes_tree root;
  uint32_t k;
  /// In ticks; of an unmeasured item with the spacing, and a share of that.
  uint32_t slot;
  uint32_t share;
  int64_t spacing;
  /// In ticks: what shares are multiples of; and the most that all may add up to.
  uint32_t quantum;
  uint64_t length_max;
  /// Counts the changes of where items are.
  uint64_t version;
  /// In ticks, of all: an update asks for it twice.
  int64_t length;
  /// All extents with the spacing, but those of unmeasured levellers, and the greatest indents.
  uint64_t fixed;
  rc_allocator allocator;
  /// For edits that have begun; the first field of each is the next.
  void *spare_nodes;
  void *spare_blocks;
  uint32_t spare_node_count;
  uint32_t spare_block_count;
  /// NULL until a range is looked for, or if there is no memory.
  rc__lanes_track *tracks;
  /// How often tracks were scanned for, or used.
  uint64_t scan_count;
  rc__lanes_found found[RC__FOUND];
  /// Which of them is the next to be forgotten.
  uint32_t next_found;
  /// NULL until an update.
  struct rc__lanes_watch *watch;
};

static inline uint8_t *rc__block_codes(rc__lanes_block *block) {
  return (uint8_t *)&block->slots[block->capacity];
}

static inline uint32_t rc__lanes_kind(uint8_t code) {
  return code & RC__CODE_KIND;
}

/// Whether it is in no block's sums.
static inline bool rc__lanes_is_free(uint8_t code) {
  const uint8_t free = RC__CODE_GUESSED | RC__CODE_LANELESS;
  return (code & free) == free;
}

static inline uint32_t rc__lanes_share(const rc_lanes *lanes, uint32_t slot) {
  const uint64_t share = ((uint64_t)slot + lanes->k - 1) / lanes->k;
  if (lanes->quantum == 1) return (uint32_t)share;
  const uint64_t stepped = (share + lanes->quantum - 1) / lanes->quantum * lanes->quantum;
  return stepped < slot ? (uint32_t)stepped : slot;
}

/// What the unmeasured levellers of a part add.
static inline int64_t rc__lanes_guessed(const rc_lanes *lanes, const rc__lanes_part *part) {
  return (int64_t)((uint64_t)part->laneless * lanes->share + (uint64_t)part->wide * lanes->slot);
}

static inline uint16_t rc__lanes_all(const rc_lanes *lanes) {
  return (uint16_t)((1u << lanes->k) - 1);
}

static RC_INLINED int64_t rc__front_most(uint32_t k, const int64_t *front) {
  int64_t most = front[0];
  for (uint32_t i = 1; i < k; i++) most = front[i] > most ? front[i] : most;
  return most;
}

static RC_INLINED int64_t rc__front_least(uint32_t k, const int64_t *front) {
  int64_t least = front[0];
  for (uint32_t i = 1; i < k; i++) least = front[i] < least ? front[i] : least;
  return least;
}

/// Whether an item or a part is in a lane, by its set of lanes and whether there is a leveller.
static inline bool rc__lanes_is_in(uint32_t lanes, bool levels, uint32_t lane) {
  return levels || (lane != RC_LANE_NONE && (lanes >> lane & 1) != 0);
}

static inline bool rc__lanes_has_range(const rc_lanes *lanes, int64_t lower, int64_t upper) {
  return lanes != NULL && lower >= 0 && lower <= upper && upper <= lanes->root.part.count;
}

#endif
