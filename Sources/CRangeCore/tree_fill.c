// Sums are copied from leaf to leaf four at a time, and never taken apart into slots.

#include "tree_fill.h"

#include "tree_sums.h"

void rc__filler_begin(rc__filler *filler, rc__tree *tree, const uint32_t *counts,
                      rc__parts *parts) {
  *filler = (rc__filler){.tree = tree, .counts = counts, .parts = parts};
}

// What the full leaf is to its node; a run, and the leaf is spare again, where its items are alike.
static void finish(rc__filler *filler) {
  rc__leaf *leaf = filler->leaf;
  const uint32_t count = filler->count, length = (uint32_t)leaf->ends[count];
  const uint64_t bits = leaf->unmeasured;
  rc__part *part = rc__parts_next(filler->parts);
  RC_ASSERT(length <= RC__LEAF_TICKS_MAX);
  filler->leaf = NULL;
  filler->counts++;
  if (bits == 0 ? rc__sums_are_alike(leaf->ends, count) : bits == rc__bits_below(count)) {
    *part = rc__part_run(bits == 0 ? (uint32_t)leaf->ends[1] : RC__UNMEASURED, count);
    rc__tree_give_leaf(filler->tree, leaf);
    return;
  }
  rc__leaf_write_unused(leaf, count);
  const uint32_t unmeasured = bits == 0 ? 0 : rc__bit_count(bits);
  const uint64_t estimated = (uint64_t)unmeasured * filler->tree->estimate;
  part->child.leaf = leaf;
  part->measured = length - estimated;
  part->count = count;
  part->unmeasured = unmeasured;
  part->height = 0;
  part->is_leaf = true;
}

// The leaf with room for items more, and for how many of `count`.
static rc__leaf *leaf_with_room(rc__filler *filler, uint32_t count, uint32_t *out_count) {
  if (filler->leaf == NULL) {
    rc__leaf *leaf = filler->leaf = rc__tree_take_leaf(filler->tree);
    filler->count = 0;
    leaf->unmeasured = 0;
    leaf->baked = filler->tree->estimate;
    leaf->ends[0] = 0;
  }
  const uint32_t room = *filler->counts - filler->count;
  *out_count = count < room ? count : room;
  return filler->leaf;
}

static void note_added(rc__filler *filler, uint64_t unmeasured, uint32_t count) {
  filler->leaf->unmeasured |= unmeasured << filler->count;
  filler->count += count;
  if (filler->count == *filler->counts) finish(filler);
}

RC_WRAPS("items that were further on in their leaf are added less than 0, modulo 2^32")
void rc__filler_add_leaf(rc__filler *filler, const rc__leaf *leaf, uint32_t from, uint32_t count) {
  for (uint32_t added; count > 0; from += added, count -= added) {
    rc__leaf *to = leaf_with_room(filler, count, &added);
    int32_t *ends = &to->ends[filler->count];
    const uint32_t change = (uint32_t)ends[0] - (uint32_t)leaf->ends[from];
    rc__sums_copy(&leaf->ends[from + 1], added, change, ends + 1);
    note_added(filler, leaf->unmeasured >> from & rc__bits_below(added), added);
  }
}

RC_WRAPS("items further on among the fresh ones are added less than 0, modulo 2^32")
void rc__filler_add_fresh(rc__filler *filler, const rc__fresh *fresh) {
  const uint32_t estimate = filler->tree->estimate, count = fresh->count;
  const uint64_t bits = fresh->ends == NULL ? rc__bits_below(count) : fresh->unmeasured;
  for (uint32_t from = 0, added; from < count; from += added) {
    rc__leaf *to = leaf_with_room(filler, count - from, &added);
    int32_t *ends = &to->ends[filler->count];
    const uint32_t start = (uint32_t)ends[0];
    if (fresh->ends != NULL) {
      rc__sums_copy(&fresh->ends[from + 1], added, start - fresh->ends[from], ends + 1);
    } else {
      for (uint32_t i = 1; i <= added; i++) ends[i] = (int32_t)(start + i * estimate);
    }
    note_added(filler, bits >> from & rc__bits_below(added), added);
  }
}
