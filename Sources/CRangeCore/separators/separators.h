// The inside of separators: the borders that have one, and those that are to be asked for.
//
//     slots        12   21   22   ·   ·
//     borders    0    1    2    3   4   5
//     nodes      1    2                       border 0, id 1; border 1, id 2
//     gaps       0    1
//     fresh                  ░   ░            pairs of these are asked for next
//
// A border with a separator is a *node* of a treap (see origins.h), which sums up the slots between
// borders, the *gaps*, and the separators that are rows. So an edit changes the gap of one node,
// and a row is found by its slot, and a slot by its row. Nodes with the same id are linked in a
// circle of any order; the first of them in the order of slots is the row.
//
// Fresh borders are the items that are new among those of `borders`. After edits, several nodes can
// be at one fresh border; after an answer, no more than one is at any.

#ifndef RC_SEPARATORS_H
#define RC_SEPARATORS_H

#include "../base/ids.h"
#include "../edits/origins.h"
#include "../store/store.h"
#include "rangecore_separators.h"

typedef struct rc__separator_node {
  rc_id id;
  /// Slots from the border of the node before, or from the start, to its own.
  uint32_t gap;
  /// Of this node and all below: gaps, and rows.
  uint32_t gaps, rows;
  /// Their numbers; 0 for none.
  uint32_t parent, left, right;
  /// With the same id, in a circle; or the next spare one.
  uint32_t next, previous;
  /// The answer that has settled its id last.
  uint32_t round;
  /// It is a row.
  bool is_shown;
  /// Its border is fresh, and its id was not answered there again.
  bool is_stale;
} rc__separator_node;

struct rc_separators {
  rc_allocator allocator;
  int64_t slots;
  /// Number 0 is none, and has neither gaps nor rows.
  rc__separator_node *nodes;
  size_t capacity;
  uint32_t root, spare, untouched;
  size_t node_count;
  /// For each id the number of a node.
  rc__ids ids;
  /// What has become of the borders since the last answer.
  rc__origins borders;
  /// Whether the source has nothing beyond an end, by `rc_end`, when it was asked for last.
  bool is_ended[2];
  uint32_t round;
  rc_separator_pair *pairs;
  size_t pair_count, pair_capacity;
  /// The pairs are those of the slots as they are.
  bool was_asked;
  rc_edit *edits;
  size_t edit_count, edit_capacity;
  /// The edits have been given to the host.
  bool was_answered;
  rc_separator *inserted;
  size_t inserted_count, inserted_capacity;
  /// Nodes that edits have moved, and then stale ones.
  uint32_t *moved;
  size_t moved_count, moved_capacity;
};

// == separators_tree.c ==

static inline int64_t rc__separators_rows(const rc_separators *separators) {
  return separators->slots + separators->nodes[separators->root].rows;
}

/// The first node at a border or after it; 0 if there is none.
uint32_t rc__separators_from(const rc_separators *separators, int64_t border);
uint32_t rc__separators_next(const rc_separators *separators, uint32_t number);
int64_t rc__separators_border(const rc_separators *separators, uint32_t number);
/// The row of a node, if it is one or becomes one.
int64_t rc__separators_row(const rc_separators *separators, uint32_t number);
/// How many separators are rows before a border.
int64_t rc__separators_before(const rc_separators *separators, int64_t border);
void rc__separators_show(rc_separators *separators, uint32_t number, bool is_shown);
/// Adds a number to the gap of a node; 0 is ignored.
void rc__separators_shift(rc_separators *separators, uint32_t number, int64_t difference);
/// Puts a node that is in no tree at a border, before those that are there.
void rc__separators_attach(rc_separators *separators, uint32_t number, int64_t border);
/// Takes a node out of the tree; the others stay where they are.
void rc__separators_detach(rc_separators *separators, uint32_t number);

// == separators.c ==

/// Reserves memory for so many more edits of rows, and begins a new result if the last was given;
/// false if there is none.
bool rc__separators_reserve_edits(rc_separators *separators, size_t more);
void rc__separators_add_edit(rc_separators *separators, rc_edit edit);
/// Makes the borders `lower ..< upper` that many fresh ones, for which memory was reserved.
void rc__separators_refresh(rc_separators *separators, int64_t lower, int64_t upper, int64_t count);
/// Reserves memory for a few such edits of borders; false if there is none.
bool rc__separators_reserve_borders(rc_separators *separators);
/// The next stretch of fresh borders from one on; false if there is none.
bool rc__separators_next_fresh(const rc_separators *separators, int64_t from, rc_interval *out);

#endif
