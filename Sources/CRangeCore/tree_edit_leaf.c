// Edits that stay within one leaf: one measurement in a measured list, a few items in or out.

#include "tree_edit.h"
#include "tree_sums.h"

// Whether two neighbours would fit into one leaf, the first of them at `at`, once one is another.
static bool would_fit(const rc__node *node, uint32_t at, const rc__part *before,
                      const rc__part *after) {
  uint32_t count = node->counts[at + 2] - node->counts[at] - before->count + after->count;
  if (count > RC__LEAF_WIDTH) return false;
  uint64_t measured = rc__node_measured(node, at) + rc__node_measured(node, at + 1);
  return measured - before->measured + after->measured <= RC__LEAF_TICKS_MAX;
}

// Whether the leaf at the path's end would have to merge with a neighbour.
static bool must_merge(const rc__tree *tree, const rc__path *path, const rc__part *before,
                       const rc__part *after) {
  if (tree->root.height == 0) return false;
  const rc__node *node = path->nodes[1];
  uint32_t at = path->at[1];
  return (at > 0 && would_fit(node, at - 1, before, after)) ||
         (at + 1 < node->width && would_fit(node, at, before, after));
}

// Adds to the sums `from` ... `last`. To all, or nothing: compilers make vectors of that, and
// nobody could foresee the end of a loop over some.
static inline void add_to_ends(int32_t *ends, uint32_t from, uint32_t last, int32_t change) {
  const int32_t lower = (int32_t)from, upper = (int32_t)last;
  for (int32_t i = 1; i <= RC__LEAF_WIDTH; i++) {
    ends[i] += lower <= i && i <= upper ? change : 0;
  }
}

// Moves the sums from `from` to the last to another place, and changes each. What lies past the
// last one then is above all.
static void move_ends(int32_t *ends, uint32_t from, uint32_t to, uint32_t count, int32_t change) {
  uint32_t last = to + count;
  rc__move_bytes(&ends[to], &ends[from], count * sizeof *ends);
  for (uint32_t i = last; i < from + count; i++) ends[i] = INT32_MAX;
  if (count > 0) add_to_ends(ends, to, last - 1, change);
}

static void write_fresh(rc__leaf *leaf, uint32_t at, const rc__fresh *fresh, uint32_t estimate) {
  uint32_t end = (uint32_t)leaf->ends[at];
  if (fresh->ends != NULL && leaf->baked == estimate) {
    rc__sums_copy(fresh->ends + 1, fresh->count, end, &leaf->ends[at + 1]);
    return;
  }
  for (uint32_t i = 0; i < fresh->count; i++) {
    bool is_unmeasured = fresh->ends == NULL || (fresh->unmeasured >> i & 1) != 0;
    end += is_unmeasured ? leaf->baked : fresh->ends[i + 1] - fresh->ends[i];
    leaf->ends[at + i + 1] = (int32_t)end;
  }
}

// Which items of a leaf are not measured once `fresh` is in place of those from `at` to `after`.
static uint64_t replaced_bits(uint64_t bits, uint32_t at, uint32_t after, const rc__fresh *fresh) {
  uint64_t unmeasured = fresh->unmeasured;
  if (fresh->ends == NULL) unmeasured = rc__bits_below(fresh->count);
  const uint64_t below = bits & rc__bits_below(at), above = bits & ~rc__bits_below(after);
  // By 64, which no shift may be by, there is nothing to be shifted.
  const uint64_t shifted = above >> (after & 63) << ((at + fresh->count) & 63);
  // Nothing can be put in past a full leaf.
  RC_ASSERT(at < RC__LEAF_WIDTH);
  return below | shifted | unmeasured << at;
}

// The leaf that a path leads to, and how many items it holds; NULL for a run.
static inline rc__leaf *leaf_of(const rc__tree *tree, const rc__path *path, uint32_t *out_size) {
  *out_size = tree->root.count;
  if (tree->root.height == 0) return tree->root.is_leaf ? tree->root.child.leaf : NULL;
  const rc__node *node = path->nodes[1];
  const uint32_t at = path->at[1];
  *out_size = node->counts[at + 1] - node->counts[at];
  return (node->leaves >> at & 1) != 0 ? node->children[at].leaf : NULL;
}

// Most leaves are all measured.
static inline uint32_t count_of(uint64_t bits) {
  return bits == 0 ? 0 : rc__bit_count(bits);
}

static rc__part leaf_part(rc__leaf *leaf, uint32_t size) {
  const uint32_t unmeasured = count_of(leaf->unmeasured);
  return (rc__part){
      .child.leaf = leaf,
      .measured = (uint64_t)leaf->ends[size] - (uint64_t)unmeasured * leaf->baked,
      .count = size,
      .unmeasured = unmeasured,
  };
}

bool rc__tree_replace_in_leaf(rc__tree *tree, const rc__path *path, uint32_t lower, uint32_t at,
                              uint32_t count, const rc__fresh *fresh) {
  uint32_t size;
  rc__leaf *leaf = leaf_of(tree, path, &size);
  if (leaf == NULL || count > size - at) return false;
  uint32_t kept = size - count, after = at + count, fresh_after = at + fresh->count;
  if (fresh->count > RC__LEAF_WIDTH - kept) return false;

  const rc__part part = leaf_part(leaf, size);
  uint64_t unmeasured = replaced_bits(leaf->unmeasured, at, after, fresh);
  uint64_t added_length = fresh->measured + (uint64_t)rc__fresh_unmeasured(fresh) * leaf->baked;
  uint64_t removed_length = (uint64_t)(leaf->ends[after] - leaf->ends[at]);
  uint64_t length = (uint64_t)leaf->ends[size] - removed_length + added_length;
  if (length > RC__LEAF_TICKS_MAX) return false;
  rc__part edited = {
      .child = part.child, .count = kept + fresh->count, .unmeasured = count_of(unmeasured)};
  edited.measured = length - (uint64_t)edited.unmeasured * leaf->baked;
  // A leaf without a measurement becomes a run.
  if (edited.unmeasured == edited.count) return false;
  if (must_merge(tree, path, &part, &edited)) return false;

  leaf->unmeasured = unmeasured;
  int64_t change = (int64_t)added_length - (int64_t)removed_length;
  move_ends(leaf->ends, after + 1, fresh_after + 1, size - after, (int32_t)change);
  write_fresh(leaf, at, fresh, tree->estimate);
  const rc__change added = rc__part_change(&part, &edited);
  rc__tree_add(&tree->root, tree->estimate, path, 1, &added);
  rc__tree_shift_places(tree, lower - at, &part, &edited);
  return true;
}

// == as many items as before ==

// Items of a leaf that are measured, measured again or forgotten: their number stays, and so does
// most of what another edit would look at.
typedef struct measuring {
  rc__leaf *leaf;
  uint32_t at, after, size;
  /// How long they become, with what is baked into the leaf.
  uint64_t length;
} measuring;

// Whether a child is too full to merge with a neighbour, however long they are.
static bool is_alone(const rc__node *node, uint32_t at) {
  const uint32_t *counts = &node->counts[at];
  return (at == 0 || counts[1] - counts[-1] > RC__LEAF_WIDTH) &&
         (at + 1 == node->width || counts[2] - counts[0] > RC__LEAF_WIDTH);
}

static uint64_t bits_of(const measuring *m) {
  return rc__bits_below(m->after - m->at) << m->at;
}

// False where the leaf cannot take it by itself.
static RC_INLINED bool plan(const rc__tree *tree, const rc__path *path, uint32_t at,
                            const rc__fresh *fresh, measuring *out_plan) {
  uint32_t size;
  rc__leaf *leaf = leaf_of(tree, path, &size);
  if (leaf == NULL || (tree->root.height > 0 && !is_alone(path->nodes[1], path->at[1])))
    return false;
  const bool forgets = fresh->ends == NULL;
  const uint32_t after = at + fresh->count;
  if (forgets) rc__leaf_bake(leaf, size, tree->estimate);
  *out_plan = (measuring){
      .leaf = leaf,
      .at = at,
      .after = after,
      .size = size,
      .length = forgets ? (uint64_t)fresh->count * leaf->baked : fresh->measured,
  };
  if (forgets && (leaf->unmeasured | bits_of(out_plan)) == rc__bits_below(size)) return false;
  const int32_t kept = leaf->ends[size] - (leaf->ends[after] - leaf->ends[at]);
  return (uint64_t)kept + out_plan->length <= RC__LEAF_TICKS_MAX;
}

static void forget_ends(rc__leaf *leaf, uint32_t at, uint32_t after) {
  for (uint32_t i = at; i < after; i++) leaf->ends[i + 1] = leaf->ends[i] + (int32_t)leaf->baked;
}

// `index` is the leaf's first item.
static RC_INLINED void apply(rc__tree *tree, const rc__path *path, uint32_t index,
                             const rc__fresh *fresh, const measuring *m) {
  rc__leaf *leaf = m->leaf;
  const int32_t start = leaf->ends[m->at], removed = leaf->ends[m->after] - start;
  rc__change change = {.measured = (int64_t)m->length - removed};
  // (The end of the last one is written anew after that.)
  if (m->size == RC__LEAF_WIDTH)
    add_to_ends(leaf->ends, m->after + 1, RC__LEAF_WIDTH, (int32_t)change.measured);
  else
    add_to_ends(leaf->ends, m->after, m->size, (int32_t)change.measured);
  if (fresh->ends == NULL)
    forget_ends(leaf, m->at, m->after);
  else
    rc__sums_copy(fresh->ends + 1, fresh->count, (uint32_t)start, &leaf->ends[m->at + 1]);
  if (leaf->unmeasured != 0 || fresh->ends == NULL) {
    const uint64_t bits = bits_of(m);
    const uint64_t others = leaf->unmeasured & ~bits, all = fresh->ends == NULL ? bits : 0;
    change.unmeasured =
        (int64_t)rc__bit_count(all) - (int64_t)rc__bit_count(leaf->unmeasured & bits);
    change.measured -= change.unmeasured * leaf->baked;
    leaf->unmeasured = others | all;
  }
  rc__tree_add(&tree->root, tree->estimate, path, 1, &change);
  const int64_t longer = change.measured + change.unmeasured * (int64_t)tree->estimate;
  rc__tree_shift_offsets(tree, index, (uint64_t)longer);
}

// The first items of the next leaf too.
RC_WRAPS("what the second part's sums are added, to begin at 0, is below 0, modulo 2^32")
static RC_NOINLINE bool measure_in_two(rc__tree *tree, rc__path *path, uint32_t lower, uint32_t at,
                                       uint32_t count, const rc__fresh *fresh) {
  rc__path paths[2] = {*path, *path}, *next = &paths[1];
  rc__path_next(&tree->root, next);
  uint32_t next_count, ends[RC__LEAF_WIDTH + 1];
  if (leaf_of(tree, next, &next_count) == NULL || fresh->count - count > next_count) return false;
  rc__fresh parts[2] = {*fresh, *fresh}, *second = &parts[1];
  parts[0].count = count;
  second->count -= count;
  if (fresh->ends != NULL) {
    parts[0].measured = fresh->ends[count];
    second->measured -= fresh->ends[count];
    second->ends = ends;
    rc__sums_copy(&fresh->ends[count], second->count + 1, 0 - fresh->ends[count], ends);
  }
  measuring plans[2];
  const uint32_t starts[2] = {lower - at, lower + count};
  for (uint32_t i = 0; i < 2; i++) {
    if (!plan(tree, &paths[i], i == 0 ? at : 0, &parts[i], &plans[i])) return false;
  }
  for (uint32_t i = 0; i < 2; i++) apply(tree, &paths[i], starts[i], &parts[i], &plans[i]);
  tree->edited = *next;
  tree->edited_index = lower + count;
  tree->edited_count = next_count;
  return true;
}

bool rc__tree_measure(rc__tree *tree, uint32_t lower, const rc__fresh *fresh) {
  rc__path *path = &tree->edited;
  const uint32_t at = lower - tree->edited_index, count = tree->edited_count - at;
  RC_ASSERT(at < tree->edited_count && fresh->unmeasured == 0);
  if (count < fresh->count) return measure_in_two(tree, path, lower, at, count, fresh);
  measuring m;
  if (!plan(tree, path, at, fresh, &m)) return false;
  apply(tree, path, lower - at, fresh, &m);
  return true;
}
