// Edits of neighbouring leaves and runs of one node, which give way to new ones.

#include "tree_fill.h"

typedef enum pack_order { PACK_EVEN, PACK_LEFT, PACK_RIGHT } pack_order;

// Leaves and runs are rewritten with a neighbour where they would be less full than this without.
#define FULL_ENOUGH (RC__LEAF_WIDTH * 3 / 4)

// Children of one node that an edit replaces, and how many items it keeps of the first and of the
// last of these.
typedef struct window {
  /// NULL in a tree of one leaf or run, which is the one child then, or of none.
  const rc__node *node;
  uint32_t width;
  uint32_t first, last;
  uint32_t prefix, suffix;
  bool with_left, with_right;
  pack_order packing;
} window;

// Some of a window's new contents, in a row: items of a leaf, those that the edit puts in where
// they come into leaves, or else a run.
typedef struct segment {
  const rc__leaf *leaf;
  const rc__fresh *fresh;
  uint32_t slot;
  uint32_t from, count;
} segment;

typedef struct draft {
  uint32_t segment_count;
  segment segments[RC__FILLED_MAX];
  /// How many items each of the new leaves takes.
  uint32_t leaf_count;
  uint32_t counts[RC__FILLED_MAX];
  uint32_t run_count;
} draft;

static rc__child child_at(const rc__tree *tree, const window *w, uint32_t at) {
  return w->node == NULL ? tree->root.child : w->node->children[at];
}

static uint32_t count_at(const rc__tree *tree, const window *w, uint32_t at) {
  return w->node == NULL ? tree->root.count : w->node->counts[at + 1] - w->node->counts[at];
}

static bool is_leaf_at(const rc__tree *tree, const window *w, uint32_t at) {
  if (at >= w->width) return false;
  return w->node == NULL ? tree->root.is_leaf : (w->node->leaves >> at & 1) != 0;
}

// `at` is the place of the item `lower` in its leaf or run, to which `path` leads. False where the
// items lie under more than one node.
static bool find_window(const rc__tree *tree, const rc__path *path, uint32_t at, uint32_t count,
                        window *out_window) {
  window *w = out_window;
  *w = (window){.packing = PACK_EVEN};
  if (tree->root.count == 0) return true;
  w->width = 1;
  uint32_t start = 0, end = tree->root.count;
  if (tree->root.height > 0) {
    w->node = path->nodes[1];
    w->width = w->node->width;
    w->first = path->at[1];
    start = w->node->counts[w->first];
    end = w->node->counts[w->first + 1];
  }
  w->last = w->first;
  if (count == 0 && (at == 0 || at == end - start)) {
    if (at != 0) w->first = ++w->last;
    return true;
  }
  uint32_t upper = start + at + count;
  while (end < upper) {
    if (++w->last == w->width) return false;
    end = w->node->counts[w->last + 1];
  }
  w->last++;
  w->prefix = at;
  w->suffix = end - upper;
  return true;
}

static bool is_draft_full_enough(uint32_t count) {
  uint32_t leaves = (count + RC__LEAF_WIDTH - 1) / RC__LEAF_WIDTH;
  return count >= leaves * FULL_ENOUGH;
}

// Lets neighbours share what overflows where it would leave too much room by itself.
static void share(window *w, uint32_t left, uint32_t own, uint32_t right) {
  if (is_draft_full_enough(own)) return;
  w->with_left = left > 0;
  if (is_draft_full_enough(left + own)) return;
  w->with_right = right > 0;
  if (is_draft_full_enough(own + right)) w->with_left = false;
}

// Takes neighbours into the window: where new slots overflow, they share; where they come at the
// end of measured items, or at their start, they fill the leaf there first, so that lists which
// grow or are measured in order have full leaves.
static void widen(const rc__tree *tree, window *w, uint32_t fresh) {
  uint32_t before = is_leaf_at(tree, w, w->first) ? w->prefix : 0;
  uint32_t after = w->last > 0 && is_leaf_at(tree, w, w->last - 1) ? w->suffix : 0;
  bool has_left =
      (w->prefix == 0 || before > 0) && w->first > 0 && is_leaf_at(tree, w, w->first - 1);
  bool has_right = (w->suffix == 0 || after > 0) && is_leaf_at(tree, w, w->last);
  uint32_t left = has_left ? count_at(tree, w, w->first - 1) : 0;
  uint32_t right = has_right ? count_at(tree, w, w->last) : 0;
  uint32_t own = before + fresh + after;
  bool overflows = own > RC__LEAF_WIDTH;
  if (after == 0 && !has_right) {
    w->packing = PACK_LEFT;
    bool fills = before == 0 && left + own > RC__LEAF_WIDTH;
    w->with_left = has_left && left < RC__LEAF_WIDTH && (overflows || fills);
  } else if (before == 0 && !has_left) {
    w->packing = PACK_RIGHT;
    bool fills = after == 0 && right + own > RC__LEAF_WIDTH;
    w->with_right = has_right && right < RC__LEAF_WIDTH && (overflows || fills);
  } else if (overflows) {
    share(w, left, own, right);
  } else {
    bool is_between = before == 0 && after == 0;
    bool fits_one = left + own <= RC__LEAF_WIDTH || right + own <= RC__LEAF_WIDTH;
    bool fits_two = is_between && !fits_one && left + own + right <= 2 * RC__LEAF_WIDTH;
    w->with_left = has_left && fits_two;
    w->with_right = has_right && fits_two;
  }
}

// A small run that comes to lie in a leaf is written into it.
static bool is_flat(const rc__tree *tree, const window *w, const rc__fresh *fresh) {
  if (fresh->ends != NULL || fresh->count == 0) return fresh->count > 0;
  if (fresh->count > RC__LEAF_WIDTH) return false;
  return (w->prefix > 0 && is_leaf_at(tree, w, w->first)) ||
         (w->suffix > 0 && is_leaf_at(tree, w, w->last - 1));
}

// How long a leaf of a window is, and bakes today's estimate into it; 0 for a run.
static uint64_t bake(const rc__tree *tree, const window *w, uint32_t at) {
  if (!is_leaf_at(tree, w, at)) return 0;
  rc__leaf *leaf = child_at(tree, w, at).leaf;
  const uint32_t count = count_at(tree, w, at);
  if (leaf->unmeasured == 0) return (uint32_t)leaf->ends[count];
  if (leaf->baked != tree->estimate) {
    rc__leaf_bake(leaf, count, tree->estimate);
  }
  return rc__leaf_start(leaf, count, tree->estimate);
}

// Whether the leaves of a window that keep items, and what joins them, may come to more than one
// leaf holds. Where not, their sums have today's estimate in them from here on.
static bool is_long(const rc__tree *tree, const window *w, const rc__fresh *fresh, bool is_flat) {
  uint64_t length = fresh->measured;
  if (is_flat) length += (uint64_t)rc__fresh_unmeasured(fresh) * tree->estimate;
  if (w->with_left) length += bake(tree, w, w->first - 1);
  if (w->prefix > 0) length += bake(tree, w, w->first);
  if (w->suffix > 0) length += bake(tree, w, w->last - 1);
  if (w->with_right) length += bake(tree, w, w->last);
  return length > RC__LEAF_TICKS_MAX;
}

// Adds some items of a window's child.
static void add_items(const rc__tree *tree, const window *w, uint32_t at, uint32_t from,
                      uint32_t count, draft *d) {
  const rc__child child = child_at(tree, w, at);
  const bool is_leaf = is_leaf_at(tree, w, at);
  segment *s = &d->segments[d->segment_count++];
  s->leaf = is_leaf ? child.leaf : NULL;
  s->fresh = NULL;
  s->slot = child.slot;
  s->from = from;
  s->count = count;
}

static void add_fresh(draft *d, const rc__fresh *fresh, bool is_flat) {
  if (fresh->count == 0) return;
  segment *s = &d->segments[d->segment_count++];
  s->leaf = NULL;
  s->fresh = is_flat ? fresh : NULL;
  s->slot = RC__UNMEASURED;
  s->count = fresh->count;
}

static void compose(const rc__tree *tree, const window *w, const rc__fresh *fresh, bool flat,
                    draft *d) {
  const uint32_t first = w->first, last = w->last;
  d->segment_count = 0;
  if (w->with_left) add_items(tree, w, first - 1, 0, count_at(tree, w, first - 1), d);
  if (w->prefix > 0) add_items(tree, w, first, 0, w->prefix, d);
  add_fresh(d, fresh, flat);
  if (w->suffix > 0) {
    add_items(tree, w, last - 1, count_at(tree, w, last - 1) - w->suffix, w->suffix, d);
  }
  if (w->with_right) add_items(tree, w, last, 0, count_at(tree, w, last), d);
}

// Divides items that follow one another among leaves.
static void divide_stretch(draft *d, uint32_t count, pack_order packing) {
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

static bool is_run(const segment *s) {
  return s->leaf == NULL && s->fresh == NULL;
}

static void divide(draft *d, pack_order packing) {
  uint32_t count = 0;
  d->leaf_count = d->run_count = 0;
  for (uint32_t i = 0; i < d->segment_count; i++) {
    const segment *s = &d->segments[i];
    if (!is_run(s)) {
      count += s->count;
      continue;
    }
    divide_stretch(d, count, packing);
    count = 0;
    d->run_count++;
  }
  divide_stretch(d, count, packing);
}

static void fill(rc__tree *tree, const draft *d, rc__parts *parts) {
  rc__filler filler;
  rc__filler_begin(&filler, tree, d->counts, parts);
  for (uint32_t i = 0; i < d->segment_count; i++) {
    const segment *s = &d->segments[i];
    if (s->leaf != NULL)
      rc__filler_add_leaf(&filler, s->leaf, s->from, s->count);
    else if (s->fresh != NULL)
      rc__filler_add_fresh(&filler, s->fresh);
    else
      *rc__parts_next(parts) = rc__part_run(s->slot, s->count);
  }
}

// The children first ..< last of a window's node, and the parts from `from` on for them.
typedef struct change {
  uint32_t first, last;
  uint32_t from;
  rc__parts parts;
} change;

// Whether a child that stays may have to merge with what is new beside it: not where both are
// leaves with more items than one holds.
static bool may_merge(const rc__tree *tree, const window *w, uint32_t at, const segment *beside,
                      uint32_t count) {
  if (is_run(beside) || !is_leaf_at(tree, w, at)) return true;
  return count_at(tree, w, at) + count <= RC__LEAF_WIDTH;
}

static bool may_merge_left(const rc__tree *tree, const window *w, uint32_t first, const draft *d) {
  if (first == 0 || d->segment_count == 0) return first > 0;
  return may_merge(tree, w, first - 1, &d->segments[0], d->counts[0]);
}

static bool may_merge_right(const rc__tree *tree, const window *w, uint32_t last, const draft *d) {
  if (last == w->width || d->segment_count == 0) return last < w->width;
  const uint32_t count = d->leaf_count == 0 ? 0 : d->counts[d->leaf_count - 1];
  return may_merge(tree, w, last, &d->segments[d->segment_count - 1], count);
}

// Adds such a child.
static void add_neighbour(const rc__tree *tree, const window *w, uint32_t at, rc__parts *parts) {
  rc__part *part = rc__parts_next(parts);
  if (w->node == NULL)
    *part = tree->root;
  else
    rc__node_read(w->node, at, 1, part);
}

// Writes the draft in place of the window, and mends what has become neighbours.
static void write_window(rc__tree *tree, const window *w, const draft *d, change *out_change) {
  const uint32_t first = w->first - w->with_left, last = w->last + w->with_right;
  const bool has_left = may_merge_left(tree, w, first, d);
  const bool has_right = may_merge_right(tree, w, last, d);
  change *c = out_change;
  rc__parts *parts = &c->parts;
  parts->count = 0;
  if (has_left) add_neighbour(tree, w, first - 1, parts);
  fill(tree, d, parts);
  if (has_right) add_neighbour(tree, w, last, parts);
  for (uint32_t i = first; i < last; i++) {
    if (is_leaf_at(tree, w, i)) rc__tree_give_leaf(tree, child_at(tree, w, i).leaf);
  }
  for (uint32_t at = 0; at < parts->count;) {
    if (!rc__parts_mend(tree, parts, at)) at++;
  }
  // A neighbour that has not merged, or else it had more items, stays where it is.
  const bool keeps_right =
      has_right && parts->at[parts->count - 1].count == count_at(tree, w, last);
  parts->count -= keeps_right;
  const bool keeps_left = has_left && parts->at[0].count == count_at(tree, w, first - 1);
  c->from = keeps_left;
  c->first = first - (has_left && !keeps_left);
  c->last = last + (has_right && !keeps_right);
}

// Splices the change in, and tells what is remembered. `start` is the first item of the path's leaf
// or run.
static void store(rc__tree *tree, rc__path *path, const window *w, const change *c,
                  uint32_t start) {
  const rc__part before = tree->root;
  uint32_t lower = 0, upper = before.count;
  if (w->node != NULL) {
    const uint32_t first = start - w->node->counts[path->at[1]];
    lower = first + w->node->counts[c->first];
    upper = first + w->node->counts[c->last];
  }
  if (rc__tree_splice(tree, &tree->root, path, 1, c->first, c->last, &c->parts.at[c->from],
                      c->parts.count - c->from))
    rc__tree_shift_others(tree, lower, upper, &before, &tree->root);
  else
    rc__tree_forget_places(tree);
}

rc__outcome rc__tree_replace_in_window(rc__tree *tree, rc__path *path, uint32_t lower, uint32_t at,
                                       uint32_t count, const rc__fresh *fresh) {
  window w;
  if (!find_window(tree, path, at, count, &w)) return RC__NOT_THIS_WAY;
  bool flat = is_flat(tree, &w, fresh);
  if (flat) widen(tree, &w, fresh->count);
  if (is_long(tree, &w, fresh, flat)) return RC__NOT_THIS_WAY;
  draft d;
  compose(tree, &w, fresh, flat, &d);
  divide(&d, w.packing);
  uint32_t replaced = w.last - w.first + w.with_left + w.with_right;
  uint32_t children = w.width - replaced + d.leaf_count + d.run_count;
  // Runs may mend to leaves: three in the window, and two where nodes share.
  uint32_t nodes = rc__tree_splice_need(&tree->root, path, children);
  if (!rc__tree_reserve(tree, nodes, d.leaf_count + d.run_count + 4)) {
    rc__tree_trim(tree);
    return RC__NO_MEMORY;
  }
  change c;
  write_window(tree, &w, &d, &c);
  store(tree, path, &w, &c, lower - at);
  rc__tree_trim(tree);
  return RC__DONE;
}
