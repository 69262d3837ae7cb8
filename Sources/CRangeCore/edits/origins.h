// Where the items of a list come from: for each one its index at the last update, through any
// number of edits; and where the items of the last update have gone.
//
//     at the last update     [ 0 · · · · · · · · 9 ]              one stretch, 10 items
//     insert 2 at 4          [ 0 · · 3 ] + + [ 4 · · · · 9 ]      0 at 0 · new · 4 at 6
//     remove 7 ..< 9         [ 0 · · 3 ] + + [ 4 ] [ 7 · 9 ]      … · 4 at 6 · 7 at 7
//
// The stretches are the nodes of a *treap*: a binary tree in the order of the items, in which each
// node has a higher priority than those below it. Priorities are hashes of the nodes' numbers, so
// the tree is O(log e) deep for edits that are not chosen against them. An edit splits the tree
// where it begins and ends, and joins the parts in another order, in O(log e) steps for e edits
// since the last update.

#ifndef RC_ORIGINS_H
#define RC_ORIGINS_H

#include "../base/base.h"

enum {
  /// The `seen` of items that are new since the last update, and have no name.
  RC__ORIGIN_NEW = -1,
  /// Memory for so many stretches, and for four times as many, is not given back.
  RC__ORIGINS_KEPT = 16,
  /// How many stretches an edit can add: a move cuts at three places.
  RC__ORIGINS_ROOM = 3,
  RC__ORIGINS_JOINTS = 2 * RC__ORIGINS_ROOM
};

/// Adjacent items that were adjacent at the last update too.
typedef struct rc__stretch {
  /// The index of the first one now.
  int64_t lower;
  /// Its index at the last update. New items that have names get numbers past those of that update
  /// instead, others `RC__ORIGIN_NEW`.
  int64_t seen;
  int64_t count;
} rc__stretch;

/// A node of the tree.
typedef struct rc__piece {
  int64_t seen;
  int64_t count;
  /// Items of this node and all below it.
  int64_t total;
  /// Their numbers; 0 for none.
  uint32_t left, right;
  uint32_t priority;
} rc__piece;

typedef struct rc__origins {
  rc_allocator allocator;
  /// Now, and at the last update.
  int64_t count;
  int64_t seen_count;
  /// Whether items were inserted, removed or moved since the last update; if not, no piece is in
  /// use.
  bool is_edited;
  /// What the next new item that gets a name has as `seen`.
  int64_t next_new;
  /// Number 0 is none, and has no items.
  rc__piece *pieces;
  size_t capacity;
  uint32_t root;
  /// The first piece to be used again, linked by `left`; and the first that was never used.
  uint32_t spare;
  uint32_t untouched;
  size_t piece_count;
  /// How often items were removed since the last update.
  size_t removal_count;
  /// The stretches by `seen`, ascending, without new items, during an update.
  rc__stretch *sorted;
  size_t sorted_count, sorted_capacity;
  /// The most stretches that edits have reserved since the last update, and from the one before to
  /// the last.
  size_t most, former_most;
} rc__origins;

void rc__origins_init(rc__origins *origins, const rc_allocator *allocator);
void rc__origins_deinit(rc__origins *origins);

/// Reserves memory for any one edit, before each of them; false if there is none. Gives back what
/// has not been needed of late. Changes nothing else.
bool rc__origins_reserve(rc__origins *origins);

/// The same for so many edits of one that is never sorted.
bool rc__origins_reserve_unsorted(rc__origins *origins, size_t edits);

/// Makes an unused one a copy, never to be sorted, for one more edit; false if out of memory.
bool rc__origins_copy(rc__origins *copy, const rc__origins *origins);

/// Gives the pieces to an unused one, which takes further edits; `rc__origins_end` must follow.
void rc__origins_hand_over(rc__origins *origins, rc__origins *other);

void rc__origins_insert(rc__origins *origins, int64_t index, int64_t count);
void rc__origins_remove(rc__origins *origins, int64_t lower, int64_t upper);
void rc__origins_move(rc__origins *origins, int64_t lower, int64_t upper, int64_t to);

/// How many stretches there are; 1 without edits.
static inline size_t rc__origins_stretch_count(const rc__origins *origins) {
  return origins->is_edited ? origins->piece_count : 1;
}

/// An upper bound of the places where neighbours now were none at the last update, or the other way
/// round. One more edit adds `RC__ORIGINS_JOINTS` at most.
static inline size_t rc__origins_joint_count(const rc__origins *origins) {
  if (!origins->is_edited) return 0;
  // Between two stretches that stay there is one gap of removed items.
  const size_t gaps = origins->piece_count + 1, removals = origins->removal_count;
  return origins->piece_count + (removals < gaps ? removals : gaps);
}

/// The stretch that holds an item.
rc__stretch rc__origins_stretch(const rc__origins *origins, int64_t index);

/// The part of that stretch from an item on, and at most up to `upper`.
rc__stretch rc__origins_part(const rc__origins *origins, int64_t lower, int64_t upper);

/// Whether the items of a stretch were in the list at the last update.
static inline bool rc__origins_is_old(const rc__origins *origins, const rc__stretch *stretch) {
  return 0 <= stretch->seen && stretch->seen < origins->seen_count;
}

/// Gives the items of the stretch that holds an item numbers of their own, if they are new.
void rc__origins_number(rc__origins *origins, int64_t index);

/// Sorts the stretches by where they were. Never fails: edits reserve the memory.
void rc__origins_sort(rc__origins *origins);

/// Looks an item up in the sorted stretches: where it is that was `seen`; −1 if it was removed.
int64_t rc__origins_index(const rc__origins *origins, int64_t seen);

/// At the end of an update: gives back what edits have needed. Never allocates.
void rc__origins_give_back(rc__origins *origins);

/// Makes the current indices those of the last update; after `rc__origins_sort`.
static inline void rc__origins_end(rc__origins *origins) {
  origins->seen_count = origins->count;
  origins->is_edited = false;
  if (origins->sorted_capacity > 4 * RC__ORIGINS_KEPT) rc__origins_give_back(origins);
}

/// Returns the first invariant that does not hold, NULL if all do.
const char *rc__origins_find_violation(const rc__origins *origins);

#endif
