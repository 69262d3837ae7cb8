// Edits: the three ways of `rc__tree_replace`, from the cheapest to the one that always works.
//
// 1. One leaf takes the edit, or two adjacent ones a measurement: their sums change in place.
// 2. The leaves and runs that the edit touches, a *patch* of one node's children, are rewritten.
//    If the edit crosses from one node to the next, children first move across that boundary.
// 3. The tree is cut at both ends of the edit, and joined again around a tree of the new items.
//
// Each way first checks whether it applies, then reserves memory, and only then writes.

#include "tree.h"

#include "tree_balance.h"
#include "tree_memory.h"
#include "tree_node.h"
#include "tree_search.h"

// Most leaves are fully measured.
static inline uint32_t count_of(uint64_t bits) {
  return bits == 0 ? 0 : rc__bit_count(bits);
}

// How many of the fresh items are unmeasured.
static uint32_t fresh_unmeasured(const rc__fresh *fresh) {
  return fresh->starts == NULL ? fresh->count : count_of(fresh->unmeasured);
}

// == in one leaf ==

// Whether the children `at` and `at + 1` would fit into one leaf once one of them has changed.
static inline bool would_fit(const rc__node *node, uint32_t at, const rc__subtree *before,
                             const rc__subtree *after) {
  uint32_t count = node->counts[at + 2] - node->counts[at] - before->count + after->count;
  if (count > RC__LEAF_WIDTH) return false;
  uint64_t measured = rc__node_measured(node, at) + rc__node_measured(node, at + 1);
  return measured - before->measured + after->measured <= RC__LEAF_TICKS_MAX;
}

// Whether the path's leaf would have to merge with the one before or after it.
static inline bool must_merge(const rc__tree *tree, const rc__path *path, const rc__subtree *before,
                              const rc__subtree *after) {
  if (tree->root.height == 0) return false;
  const rc__node *node = path->nodes[1];
  uint32_t at = path->at[1];
  return (at > 0 && would_fit(node, at - 1, before, after)) ||
         (at + 1 < node->width && would_fit(node, at, before, after));
}

// Which items of a leaf are unmeasured once `fresh` has replaced those from `at` to `after`. For
// example, if two fresh items, of which the second is unmeasured, replace item 2 of five, at = 2
// and after = 3: bits 0 and 1 stay, bits 3 and 4 become 4 and 5, and bit 3 is set.
static uint64_t replaced_bits(uint64_t bits, uint32_t at, uint32_t after, const rc__fresh *fresh) {
  uint64_t unmeasured = fresh->unmeasured;
  if (fresh->starts == NULL) unmeasured = rc__bits_below(fresh->count);
  const uint64_t below = bits & rc__bits_below(at);
  RC_ASSERT(at < RC__LEAF_WIDTH);
  return below | rc__bits_moved(bits, after, at + fresh->count) | unmeasured << at;
}

// The leaf of a path, and how many items it holds; NULL for a run.
static inline rc__leaf *leaf_of(const rc__tree *tree, const rc__path *path, uint32_t *out_size) {
  *out_size = tree->root.count;
  if (tree->root.height == 0) return tree->root.is_leaf ? tree->root.child.leaf : NULL;
  const rc__node *node = path->nodes[1];
  const uint32_t at = path->at[1];
  *out_size = node->counts[at + 1] - node->counts[at];
  return (node->leaves >> at & 1) != 0 ? node->children[at].leaf : NULL;
}

static rc__subtree leaf_subtree(rc__leaf *leaf, uint32_t size) {
  const uint32_t unmeasured = count_of(leaf->unmeasured);
  return (rc__subtree){
      .child.leaf = leaf,
      .measured = (uint64_t)leaf->starts[size] - (uint64_t)unmeasured * leaf->baked,
      .count = size,
      .unmeasured = unmeasured,
  };
}

// An edit that fits into one leaf: its items at ..< after are replaced.
typedef struct leaf_edit {
  rc__leaf *leaf;
  uint32_t at, after;
  rc__subtree before, edited;
  uint64_t unmeasured;
  /// How much longer the leaf becomes, by the estimate included in its sums.
  int64_t longer;
} leaf_edit;

static bool plan_in_leaf(const rc__tree *tree, const rc__path *path, uint32_t lower, uint32_t count,
                         const rc__fresh *fresh, leaf_edit *out_edit) {
  uint32_t size;
  rc__leaf *leaf = leaf_of(tree, path, &size);
  const uint32_t at = lower - path->first, after = at + count;
  if (leaf == NULL || after > size) return false;
  const uint32_t kept = size - count;
  if (fresh->count > RC__LEAF_WIDTH - kept) return false;
  leaf_edit *e = out_edit;
  e->leaf = leaf;
  e->at = at;
  e->after = after;
  e->before = leaf_subtree(leaf, size);
  e->unmeasured = replaced_bits(leaf->unmeasured, at, after, fresh);
  const uint64_t added = fresh->measured + (uint64_t)fresh_unmeasured(fresh) * leaf->baked;
  const uint64_t removed = (uint64_t)(leaf->starts[after] - leaf->starts[at]);
  const uint64_t length = (uint64_t)leaf->starts[size] - removed + added;
  if (length > RC__LEAF_TICKS_MAX) return false;
  e->longer = (int64_t)added - (int64_t)removed;
  e->edited = e->before;
  e->edited.count = kept + fresh->count;
  e->edited.unmeasured = count_of(e->unmeasured);
  e->edited.measured = length - (uint64_t)e->edited.unmeasured * leaf->baked;
  // A leaf without a measurement becomes a run.
  if (e->edited.unmeasured == e->edited.count) return false;
  return !must_merge(tree, path, &e->before, &e->edited);
}

static void apply_in_leaf(rc__tree *tree, const rc__path *path, const rc__fresh *fresh,
                          const leaf_edit *e) {
  rc__leaf *leaf = e->leaf;
  RC_ASSERT(e->after <= e->before.count && e->edited.count <= RC__LEAF_WIDTH);
  leaf->unmeasured = e->unmeasured;
  rc__leaf_replace(leaf, e->at, e->after, e->before.count, e->longer, fresh, tree->estimate);
  const rc__delta delta = rc__delta_of(&e->before, &e->edited);
  rc__path_add(&tree->root, tree->estimate, path, 1, &delta);
  rc__tree_shift_places(tree, path->first, path->first + e->before.count, &delta, &e->edited);
}

static rc__fresh fresh_part(const rc__fresh *fresh, uint32_t count) {
  if (fresh->starts == NULL) return (rc__fresh){.count = count};
  return (rc__fresh){
      .starts = fresh->starts,
      .count = count,
      .measured = fresh->starts[count] - fresh->starts[0],
  };
}

// A replacement by as many items across two leaves: each leaf takes its own.
RC_WRAPS("the fresh sums may have any origin, modulo 2^32")
static bool replace_in_two_leaves(rc__tree *tree, const rc__path *path, uint32_t lower,
                                  uint32_t count, const rc__fresh *fresh) {
  // Only `move_few` inserts unmeasured items as sums, and it replaces none.
  RC_ASSERT(fresh->count == count && fresh->unmeasured == 0);
  rc__path next = *path;
  rc__path_next(&next);
  const uint32_t here = next.first - lower;
  const rc__fresh head = fresh_part(fresh, here);
  const rc__fresh tail = {
      .starts = fresh->starts == NULL ? NULL : fresh->starts + here,
      .count = count - here,
      .measured = fresh->measured - head.measured,
  };
  leaf_edit edits[2];
  if (!plan_in_leaf(tree, path, lower, here, &head, &edits[0])) return false;
  if (!plan_in_leaf(tree, &next, next.first, count - here, &tail, &edits[1])) return false;
  // Neither would fit into one leaf with the other's old contents; but both may have become short.
  if (edits[0].before.count + edits[1].before.count <= RC__LEAF_WIDTH) return false;
  apply_in_leaf(tree, path, &head, &edits[0]);
  apply_in_leaf(tree, &next, &tail, &edits[1]);
  return true;
}

// Returns false, with nothing changed, if the edit does not fit into one leaf.
static bool replace_in_leaves(rc__tree *tree, const rc__path *path, uint32_t lower, uint32_t count,
                              const rc__fresh *fresh) {
  uint32_t size;
  if (leaf_of(tree, path, &size) == NULL) return false;
  if (lower - path->first + count <= size) {
    leaf_edit e;
    if (!plan_in_leaf(tree, path, lower, count, fresh, &e)) return false;
    apply_in_leaf(tree, path, fresh, &e);
    return true;
  }
  return fresh->count == count && replace_in_two_leaves(tree, path, lower, count, fresh);
}

// == filling leaves ==
//
// Sums are copied from leaf to leaf, several at a time, and never converted to slots.

/// How many full leaves an edit can produce at most: from leaves on both sides of what it replaces,
/// parts of the first and the last leaf that it touches, and what it inserts.
#define FILLED_MAX 5

typedef struct leaf_filler {
  rc__tree *tree;
  /// How many items each leaf takes; first the one that is being filled.
  const uint32_t *counts;
  rc__leaf *leaf;
  uint32_t count;
  /// Where finished leaves and runs go.
  rc__subtrees *subtrees;
} leaf_filler;

static void filler_begin(leaf_filler *filler, rc__tree *tree, const uint32_t *counts,
                         rc__subtrees *subtrees) {
  *filler = (leaf_filler){.tree = tree, .counts = counts, .subtrees = subtrees};
}

// Makes the full leaf a subtree; if its items are equal, makes a run instead, and the leaf spare
// again.
static void filler_finish(leaf_filler *filler) {
  rc__leaf *leaf = filler->leaf;
  const uint32_t count = filler->count, length = (uint32_t)leaf->starts[count];
  const uint64_t bits = leaf->unmeasured;
  rc__subtree *subtree = rc__subtrees_next(filler->subtrees);
  RC_ASSERT(length <= RC__LEAF_TICKS_MAX);
  filler->leaf = NULL;
  filler->counts++;
  if (bits == 0 ? rc__sums_are_alike(leaf->starts, count) : bits == rc__bits_below(count)) {
    *subtree = rc__subtree_run(bits == 0 ? (uint32_t)leaf->starts[1] : RC__UNMEASURED, count);
    rc__tree_give_leaf(filler->tree, leaf);
    return;
  }
  rc__leaf_write_unused(leaf, count);
  const uint32_t unmeasured = count_of(bits);
  const uint64_t estimated = (uint64_t)unmeasured * filler->tree->estimate;
  subtree->child.leaf = leaf;
  subtree->measured = length - estimated;
  subtree->count = count;
  subtree->unmeasured = unmeasured;
  subtree->height = 0;
  subtree->is_leaf = true;
}

// A leaf with free space, and how many of `count` items fit.
static rc__leaf *leaf_with_room(leaf_filler *filler, uint32_t count, uint32_t *out_count) {
  if (filler->leaf == NULL) {
    rc__leaf *leaf = filler->leaf = rc__tree_take_leaf(filler->tree);
    filler->count = 0;
    leaf->unmeasured = 0;
    leaf->baked = filler->tree->estimate;
    leaf->starts[0] = 0;
  }
  const uint32_t room = *filler->counts - filler->count;
  *out_count = count < room ? count : room;
  return filler->leaf;
}

static void note_added(leaf_filler *filler, uint64_t unmeasured, uint32_t count) {
  filler->leaf->unmeasured |= unmeasured << filler->count;
  filler->count += count;
  if (filler->count == *filler->counts) filler_finish(filler);
}

RC_WRAPS("items that move to the left are added less than 0, modulo 2^32")
static void filler_add_leaf(leaf_filler *filler, const rc__leaf *leaf, uint32_t from,
                            uint32_t count) {
  for (uint32_t added; count > 0; from += added, count -= added) {
    rc__leaf *to = leaf_with_room(filler, count, &added);
    int32_t *starts = &to->starts[filler->count];
    const uint32_t change = (uint32_t)starts[0] - (uint32_t)leaf->starts[from];
    rc__sums_copy(&leaf->starts[from + 1], added, change, starts + 1);
    note_added(filler, leaf->unmeasured >> from & rc__bits_below(added), added);
  }
}

RC_WRAPS("the fresh sums may have any origin, modulo 2^32")
static void filler_add_fresh(leaf_filler *filler, const rc__fresh *fresh) {
  const uint32_t estimate = filler->tree->estimate, count = fresh->count;
  const uint64_t bits = fresh->starts == NULL ? rc__bits_below(count) : fresh->unmeasured;
  for (uint32_t from = 0, added; from < count; from += added) {
    rc__leaf *to = leaf_with_room(filler, count - from, &added);
    int32_t *starts = &to->starts[filler->count];
    const uint32_t start = (uint32_t)starts[0];
    if (fresh->starts != NULL) {
      rc__sums_copy(&fresh->starts[from + 1], added, start - fresh->starts[from], starts + 1);
    } else {
      for (uint32_t i = 1; i <= added; i++) starts[i] = (int32_t)(start + i * estimate);
    }
    note_added(filler, bits >> from & rc__bits_below(added), added);
  }
}

// == a patch of one node's children ==
//
// The leaves and runs that an edit touches are replaced by new ones. Here 50 fresh items replace
// the last 4 of child 1 and the first 10 of child 2:
//
//     children        0: 64        1: 60        2: 64        3: 60
//                               56 │ 4         10 │ 54
//     patch                    prefix             suffix            first = 1, last = 3
//     pieces                   56 items + 50 fresh + 54 items       = 160: three leaves
//     after           0: 64        53   53   54              3: 60
//
// 1. find_patch: which children, and what they keep.
// 2. goes_into_leaves: do fresh items go into leaves, or a run?
// 3. widen: a neighbour may help to fill leaves.
// 4. compose, divide: the new contents.
// 5. write_patch: the new leaves and runs.
// 6. store: the node gets them.

typedef enum pack_order { PACK_EVEN, PACK_LEFT, PACK_RIGHT } pack_order;

// Two leaves are rewritten together with a neighbour if they would otherwise hold fewer than this.
#define ENOUGH_FOR_TWO (RC__LEAF_WIDTH * 3 / 2)

typedef struct patch {
  /// NULL in an empty tree, and in a tree of one leaf or run, which counts as the only child.
  const rc__node *node;
  uint32_t width;
  /// The children that the edit replaces, and how many items it keeps of the first and the last
  /// one.
  uint32_t first, last;
  uint32_t prefix, suffix;
  /// Whether the child before the first, or after the last, is rewritten too.
  bool with_left, with_right;
  pack_order packing;
} patch;

// Adjacent items of the new contents: some of a leaf's, or the fresh ones if they go into leaves,
// or else a run.
typedef struct piece {
  const rc__leaf *leaf;
  const rc__fresh *fresh;
  uint32_t slot;
  uint32_t from, count;
} piece;

typedef struct draft {
  uint32_t piece_count;
  piece pieces[FILLED_MAX];
  /// At least the ticks in all leaves together, with the current estimate.
  uint64_t length;
  /// How many items go into each of the new leaves.
  uint32_t leaf_count;
  uint32_t counts[FILLED_MAX];
  uint32_t run_count;
} draft;

static rc__child child_at(const rc__tree *tree, const patch *s, uint32_t at) {
  return s->node == NULL ? tree->root.child : s->node->children[at];
}

static uint32_t count_at(const rc__tree *tree, const patch *s, uint32_t at) {
  return s->node == NULL ? tree->root.count : s->node->counts[at + 1] - s->node->counts[at];
}

static bool is_leaf_at(const rc__tree *tree, const patch *s, uint32_t at) {
  if (at >= s->width) return false;
  return s->node == NULL ? tree->root.is_leaf : (s->node->leaves >> at & 1) != 0;
}

RC_WRAPS("before the first child is child 2^32 - 1, which is none")
static bool is_leaf_before(const rc__tree *tree, const patch *s, uint32_t at) {
  return is_leaf_at(tree, s, at - 1);
}

// The edit begins at item `at` of the path's leaf or run. False if it ends under another node.
static bool find_patch(const rc__tree *tree, const rc__path *path, uint32_t at, uint32_t count,
                       patch *out_patch) {
  patch *s = out_patch;
  *s = (patch){.packing = PACK_EVEN};
  if (tree->root.count == 0) return true;
  s->width = 1;
  uint32_t start = 0, end = tree->root.count;
  if (tree->root.height > 0) {
    s->node = path->nodes[1];
    s->width = s->node->width;
    s->first = path->at[1];
    start = s->node->counts[s->first];
    end = s->node->counts[s->first + 1];
  }
  s->last = s->first;
  if (count == 0 && (at == 0 || at == end - start)) {
    if (at != 0) s->first = ++s->last;
    return true;
  }
  uint32_t upper = start + at + count;
  while (end < upper) {
    if (++s->last == s->width) return false;
    end = s->node->counts[s->last + 1];
  }
  s->last++;
  s->prefix = at;
  s->suffix = end - upper;
  return true;
}

// Whether fresh items go into leaves: measured ones do, and so do a few unmeasured ones in the
// middle of a leaf. Others are a run. (A short run merges with a leaf beside it.)
static bool goes_into_leaves(const rc__tree *tree, const patch *s, const rc__fresh *fresh) {
  if (fresh->starts != NULL) return true;
  return fresh->count <= RC__LEAF_WIDTH && s->prefix > 0 && s->suffix > 0 &&
         s->last - s->first == 1 && is_leaf_at(tree, s, s->first);
}

// Adds neighbours to the patch. At the end or start of the measured items, fresh items first fill
// the leaf there, so that lists that grow or are measured in order have full leaves; elsewhere, if
// two leaves would be too empty after an overflow, neighbours share it.
static void widen(const rc__tree *tree, patch *s, uint32_t fresh) {
  const uint32_t before = is_leaf_at(tree, s, s->first) ? s->prefix : 0;
  const uint32_t after = is_leaf_before(tree, s, s->last) ? s->suffix : 0;
  const bool has_left = before == s->prefix && is_leaf_before(tree, s, s->first);
  const bool has_right = after == s->suffix && is_leaf_at(tree, s, s->last);
  const uint32_t own = before + fresh + after;
  if (after == 0 && !has_right) {
    s->packing = PACK_LEFT;
    s->with_left = has_left;
  } else if (before == 0 && !has_left) {
    s->packing = PACK_RIGHT;
    s->with_right = has_right;
  } else if (own > RC__LEAF_WIDTH && own < ENOUGH_FOR_TWO) {
    s->with_left = has_left;
    s->with_right = has_right;
  }
}

// Adds some items of a child. The current estimate is included in a leaf's sums from here on, if
// they can hold it.
static void add_items(const rc__tree *tree, const patch *s, uint32_t at, uint32_t from,
                      uint32_t count, draft *d) {
  const rc__child child = child_at(tree, s, at);
  piece *p = &d->pieces[d->piece_count++];
  *p = (piece){.slot = child.slot, .from = from, .count = count};
  if (!is_leaf_at(tree, s, at)) return;
  const uint32_t size = count_at(tree, s, at);
  p->leaf = child.leaf;
  if (child.leaf->unmeasured != 0) rc__leaf_bake(child.leaf, size, tree->estimate);
  d->length += rc__leaf_start(child.leaf, size, tree->estimate);
}

static void add_fresh(const rc__tree *tree, const rc__fresh *fresh, bool is_flat, draft *d) {
  if (fresh->count == 0) return;
  piece *p = &d->pieces[d->piece_count++];
  *p = (piece){.slot = RC__UNMEASURED, .count = fresh->count};
  if (!is_flat) return;
  p->fresh = fresh;
  d->length += fresh->measured + (uint64_t)fresh_unmeasured(fresh) * tree->estimate;
}

static void compose(const rc__tree *tree, const patch *s, const rc__fresh *fresh, bool is_flat,
                    draft *d) {
  const uint32_t first = s->first, last = s->last;
  *d = (draft){.piece_count = 0};
  if (s->with_left) add_items(tree, s, first - 1, 0, count_at(tree, s, first - 1), d);
  if (s->prefix > 0) add_items(tree, s, first, 0, s->prefix, d);
  add_fresh(tree, fresh, is_flat, d);
  if (s->suffix > 0) {
    add_items(tree, s, last - 1, count_at(tree, s, last - 1) - s->suffix, s->suffix, d);
  }
  if (s->with_right) add_items(tree, s, last, 0, count_at(tree, s, last), d);
}

// Divides adjacent items among leaves.
static void divide_patch(draft *d, uint32_t count, pack_order packing) {
  const uint32_t leaves = (count + RC__LEAF_WIDTH - 1) / RC__LEAF_WIDTH;
  uint32_t left = count;
  for (uint32_t i = 0; i < leaves; i++) {
    uint32_t size = left / (leaves - i);
    if (packing == PACK_LEFT) size = left < RC__LEAF_WIDTH ? left : RC__LEAF_WIDTH;
    if (packing == PACK_RIGHT) size = left - (leaves - 1 - i) * RC__LEAF_WIDTH;
    d->counts[d->leaf_count++] = size;
    left -= size;
  }
}

static bool is_run(const piece *p) {
  return p->leaf == NULL && p->fresh == NULL;
}

static void divide(draft *d, pack_order packing) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < d->piece_count; i++) {
    const piece *p = &d->pieces[i];
    if (!is_run(p)) {
      count += p->count;
      continue;
    }
    divide_patch(d, count, packing);
    count = 0;
    d->run_count++;
  }
  divide_patch(d, count, packing);
}

static void fill_leaves(rc__tree *tree, const draft *d, rc__subtrees *subtrees) {
  leaf_filler filler;
  filler_begin(&filler, tree, d->counts, subtrees);
  for (uint32_t i = 0; i < d->piece_count; i++) {
    const piece *p = &d->pieces[i];
    if (p->leaf != NULL)
      filler_add_leaf(&filler, p->leaf, p->from, p->count);
    else if (p->fresh != NULL)
      filler_add_fresh(&filler, p->fresh);
    else
      *rc__subtrees_next(subtrees) = rc__subtree_run(p->slot, p->count);
  }
}

// The subtrees from `from` on, which replace the children `first` ..< `last` of the node.
typedef struct rewrite {
  uint32_t first, last;
  uint32_t from;
  rc__subtrees subtrees;
} rewrite;

// Whether a child that stays may have to merge with the new one next to it: not if both are leaves
// and have more items than one leaf holds.
static bool may_merge(const rc__tree *tree, const patch *s, uint32_t at, const piece *beside,
                      uint32_t count) {
  if (is_run(beside) || !is_leaf_at(tree, s, at)) return true;
  return count_at(tree, s, at) + count <= RC__LEAF_WIDTH;
}

static bool may_merge_left(const rc__tree *tree, const patch *s, uint32_t first, const draft *d) {
  if (first == 0 || d->piece_count == 0) return first > 0;
  return may_merge(tree, s, first - 1, &d->pieces[0], d->counts[0]);
}

static bool may_merge_right(const rc__tree *tree, const patch *s, uint32_t last, const draft *d) {
  if (last == s->width || d->piece_count == 0) return last < s->width;
  const uint32_t count = d->leaf_count == 0 ? 0 : d->counts[d->leaf_count - 1];
  return may_merge(tree, s, last, &d->pieces[d->piece_count - 1], count);
}

// Adds such a child.
static void add_neighbour(const rc__tree *tree, const patch *s, uint32_t at,
                          rc__subtrees *subtrees) {
  rc__subtree *subtree = rc__subtrees_next(subtrees);
  if (s->node == NULL)
    *subtree = tree->root;
  else
    rc__node_read_part(s->node, at, subtree);
}

// Writes the new leaves and runs, with the children next to them, and merges where necessary.
static void write_patch(rc__tree *tree, const patch *s, const draft *d, rewrite *out_rewrite) {
  const uint32_t first = s->first - s->with_left, last = s->last + s->with_right;
  const bool has_left = may_merge_left(tree, s, first, d);
  const bool has_right = may_merge_right(tree, s, last, d);
  rewrite *c = out_rewrite;
  rc__subtrees *subtrees = &c->subtrees;
  subtrees->count = 0;
  if (has_left) add_neighbour(tree, s, first - 1, subtrees);
  fill_leaves(tree, d, subtrees);
  if (has_right) add_neighbour(tree, s, last, subtrees);
  for (uint32_t i = first; i < last; i++) {
    if (is_leaf_at(tree, s, i)) rc__tree_give_leaf(tree, child_at(tree, s, i).leaf);
  }
  for (uint32_t at = 0; at < subtrees->count;) {
    if (!rc__subtrees_mend(tree, subtrees, at)) at++;
  }
  // A neighbour that has as many items as before has not merged, and stays in place.
  const bool keeps_right =
      has_right && subtrees->at[subtrees->count - 1].count == count_at(tree, s, last);
  subtrees->count -= keeps_right;
  const bool keeps_left = has_left && subtrees->at[0].count == count_at(tree, s, first - 1);
  c->from = keeps_left;
  c->first = first - (has_left && !keeps_left);
  c->last = last + (has_right && !keeps_right);
}

// Splices the rewrite in, and moves the other remembered places.
static void store(rc__tree *tree, rc__path *path, const patch *s, const rewrite *r) {
  const rc__subtree before = tree->root;
  uint32_t lower = 0, upper = before.count;
  if (s->node != NULL) {
    const uint32_t first = path->first - s->node->counts[path->at[1]];
    lower = first + s->node->counts[r->first];
    upper = first + s->node->counts[r->last];
  }
  const rc__splice splice = {r->first, r->last, r->subtrees.count - r->from,
                             &r->subtrees.at[r->from]};
  const bool is_all = rc__tree_splice(tree, &tree->root, path, 1, &splice);
  const rc__delta delta = rc__delta_of(&before, &tree->root);
  if (is_all)
    rc__tree_shift_places(tree, lower, upper, &delta, NULL);
  else
    rc__tree_forget_places(tree);
}

static rc__outcome replace_in_patch(rc__tree *tree, rc__path *path, uint32_t lower, uint32_t count,
                                    const rc__fresh *fresh) {
  patch s;
  if (!find_patch(tree, path, lower - path->first, count, &s)) return RC__DECLINED;
  const bool is_flat = goes_into_leaves(tree, &s, fresh);
  if (is_flat) widen(tree, &s, fresh->count);
  draft d;
  compose(tree, &s, fresh, is_flat, &d);
  if (d.length > RC__LEAF_TICKS_MAX) return RC__DECLINED;
  divide(&d, s.packing);
  const uint32_t children = s.width - (s.last - s.first) + d.leaf_count + d.run_count;
  // New runs may merge into leaves. So may runs that stay: two with nothing left between them, and
  // two where nodes share children.
  const bool fits = children <= (s.node == NULL ? 1 : RC__NODE_WIDTH);
  const uint32_t nodes = fits ? 0 : RC__SPLICE_NODES(tree->root.height);
  if (!rc__tree_reserve(tree, nodes, d.leaf_count + d.run_count + 2)) {
    rc__tree_trim(tree);
    return RC__NO_MEMORY;
  }
  rewrite r;
  write_patch(tree, &s, &d, &r);
  store(tree, path, &s, &r);
  rc__tree_trim(tree);
  return RC__DONE;
}

// == edits ==

RC_WRAPS("sums that passed 2^32 began at 0 again: their differences are the slots")
static bool replace_tree_of(rc__tree *tree, uint32_t lower, uint32_t upper,
                            const rc__fresh *fresh) {
  if (fresh->starts == NULL) {
    return rc__tree_replace_tree(tree, lower, upper, rc__subtree_run(RC__UNMEASURED, fresh->count));
  }
  uint32_t slots[RC__LEAF_WIDTH];
  for (uint32_t i = 0; i < fresh->count; i++) {
    bool is_unmeasured = (fresh->unmeasured >> i & 1) != 0;
    slots[i] = is_unmeasured ? RC__UNMEASURED : fresh->starts[i + 1] - fresh->starts[i];
  }
  rc__builder builder;
  rc__subtree subtree;
  rc__builder_begin(&builder, tree);
  if (!rc__builder_append(&builder, slots, fresh->count)) return false;
  if (!rc__builder_finish(&builder, &subtree)) return false;
  return rc__tree_replace_tree(tree, lower, upper, subtree);
}

// Prefetches the next leaf too, if an edit continues there.
static void prefetch_next(const rc__tree *tree, const rc__path *path, uint32_t upper) {
  if (tree->root.height == 0) return;
  const rc__node *node = path->nodes[1];
  const uint32_t at = path->at[1], size = node->counts[at + 1] - node->counts[at];
  if (upper - path->first > size && at + 1u < node->width) rc__node_prefetch_leaf(node, at + 1);
}

bool rc__tree_replace(rc__tree *tree, rc__path *path, uint32_t lower, uint32_t count,
                      const rc__fresh *fresh) {
  RC_ASSERT(fresh->starts == NULL || fresh->count <= RC__LEAF_WIDTH);
  RC_ASSERT(lower <= tree->root.count && count <= tree->root.count - lower);
  prefetch_next(tree, path, lower + count);
  if (replace_in_leaves(tree, path, lower, count, fresh)) return true;
  rc__outcome outcome = replace_in_patch(tree, path, lower, count, fresh);
  if (outcome == RC__DECLINED && rc__tree_move_border(tree, path, lower, count)) {
    outcome = replace_in_patch(tree, path, lower, count, fresh);
  }
  if (outcome == RC__DECLINED) return replace_tree_of(tree, lower, lower + count, fresh);
  return outcome == RC__DONE;
}

bool rc__tree_replace_tree(rc__tree *tree, uint32_t lower, uint32_t upper, rc__subtree fresh) {
  if (upper - lower == tree->root.count) {
    rc__tree_drop(tree, tree->root);
    tree->root = fresh;
    rc__tree_forget_places(tree);
    rc__tree_trim(tree);
    return true;
  }
  const uint32_t nodes = RC__REPLACE_NODES(tree->root.height + fresh.height);
  if (!rc__tree_reserve(tree, nodes, RC__REPLACE_LEAVES)) {
    rc__tree_drop(tree, fresh);
    rc__tree_trim(tree);
    return false;
  }
  rc__subtree left, middle, right;
  rc__tree_cut(tree, tree->root, upper, &left, &right);
  rc__tree_cut(tree, left, lower, &left, &middle);
  rc__tree_drop(tree, middle);
  tree->root = rc__tree_join(tree, rc__tree_join(tree, left, fresh), right);
  rc__tree_forget_places(tree);
  rc__tree_trim(tree);
  return true;
}

// Takes a few items out of one leaf, which needs no memory, and inserts them elsewhere. If that
// fails they go back into the leaf, where they fit.
static rc__outcome move_few(rc__tree *tree, uint32_t lower, uint32_t upper, uint32_t to) {
  const uint32_t count = upper - lower;
  const rc__fresh nothing = {0};
  rc__path path, target;
  uint32_t size, starts[RC__LEAF_WIDTH + 1];
  const uint32_t at = rc__path_find(&tree->root, lower, &path);
  rc__leaf *leaf = leaf_of(tree, &path, &size);
  if (leaf == NULL) return RC__DECLINED;
  if (leaf->unmeasured != 0 && leaf->baked != tree->estimate) return RC__DECLINED;
  leaf_edit removal, return_of_items;
  if (!plan_in_leaf(tree, &path, lower, count, &nothing, &removal)) return RC__DECLINED;
  rc__copy_bytes(starts, &leaf->starts[at], (count + 1) * sizeof *starts);
  const uint64_t unmeasured = leaf->unmeasured >> at & rc__bits_below(count);
  const rc__fresh moved = {
      .starts = starts,
      .count = count,
      .unmeasured = unmeasured,
      .measured = starts[count] - starts[0] - (uint64_t)rc__bit_count(unmeasured) * tree->estimate,
  };
  apply_in_leaf(tree, &path, &nothing, &removal);
  rc__path_find(&tree->root, to, &target);
  if (rc__tree_replace(tree, &target, to, 0, &moved)) return RC__DONE;
  const bool has_room = plan_in_leaf(tree, &path, lower, 0, &moved, &return_of_items);
  RC_ASSERT(has_room);
  (void)has_room;
  apply_in_leaf(tree, &path, &moved, &return_of_items);
  return RC__NO_MEMORY;
}

bool rc__tree_move(rc__tree *tree, uint32_t lower, uint32_t upper, uint32_t to) {
  RC_ASSERT(lower <= upper && upper <= tree->root.count);
  RC_ASSERT(to <= tree->root.count - (upper - lower));
  if (lower == upper || lower == to) return true;
  rc__outcome few = move_few(tree, lower, upper, to);
  if (few != RC__DECLINED) return few == RC__DONE;
  if (!rc__tree_reserve(tree, RC__MOVE_NODES(tree->root.height), RC__MOVE_LEAVES)) {
    rc__tree_trim(tree);
    return false;
  }
  rc__subtree left, moved, right;
  rc__tree_cut(tree, tree->root, upper, &left, &right);
  rc__tree_cut(tree, left, lower, &left, &moved);
  rc__tree_cut(tree, rc__tree_join(tree, left, right), to, &left, &right);
  tree->root = rc__tree_join(tree, rc__tree_join(tree, left, moved), right);
  rc__tree_forget_places(tree);
  rc__tree_trim(tree);
  return true;
}
