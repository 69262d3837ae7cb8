// Strips: sums are copied from leaf to leaf four at a time, and never taken apart into slots.

#include "tree_strip.h"

#include "tree_rank.h"

void rc__strip_begin(rc__strip *strip) {
  strip->count = 0;
  strip->ends[0] = 0;
  strip->unmeasured[0] = 0;
}

// Adds the bits of up to 64 items more, and counts them.
static void add_bits(rc__strip *strip, uint64_t bits, uint32_t count) {
  const uint32_t word = strip->count / 64, place = strip->count % 64;
  strip->unmeasured[word] |= bits << place;
  strip->count += count;
  if (strip->count / 64 == word) return;
  // Shifted twice: once by all 64 bits would not be defined.
  strip->unmeasured[word + 1] = bits >> 1 >> (63 - place);
}

static uint64_t bits_of(const rc__strip *strip, uint32_t from, uint32_t count) {
  const uint32_t word = from / 64, place = from % 64;
  uint64_t bits = strip->unmeasured[word] >> place;
  // The next word is one that was written where an item is in it.
  if (place + count > 64) bits |= strip->unmeasured[word + 1] << 1 << (63 - place);
  return bits & rc__bits_below(count);
}

// Copies sums, each with something added. The last four overlap those before them: a loop over what
// is left of four would end where nobody can foresee it.
static inline void copy_sums(const void *from, uint32_t count, uint32_t added, void *to) {
  const uint32_t *source = from;
  uint32_t *target = to;
  const rc__naturals four = {added, added, added, added};
  if (count < 4) {
    for (uint32_t i = 0; i < count; i++) target[i] = source[i] + added;
    return;
  }
  for (uint32_t i = 0; i + 4 < count; i += 4) {
    *(rc__naturals *)&target[i] = *(const rc__naturals *)&source[i] + four;
  }
  *(rc__naturals *)&target[count - 4] = *(const rc__naturals *)&source[count - 4] + four;
}

void rc__strip_add_leaf(rc__strip *strip, const rc__leaf *leaf, uint32_t from, uint32_t count) {
  uint32_t *ends = &strip->ends[strip->count];
  copy_sums(&leaf->ends[from + 1], count, ends[0] - (uint32_t)leaf->ends[from], ends + 1);
  uint64_t bits = leaf->unmeasured;
  if (bits != 0) bits = count == 0 ? 0 : bits >> from & rc__bits_below(count);
  add_bits(strip, bits, count);
}

void rc__strip_add_fresh(rc__strip *strip, const rc__fresh *fresh, uint32_t estimate) {
  uint32_t *ends = &strip->ends[strip->count], end = ends[0];
  if (fresh->slots == NULL) {
    for (uint32_t i = 0; i < fresh->count; i++) ends[i + 1] = end += estimate;
    add_bits(strip, rc__bits_below(fresh->count), fresh->count);
    return;
  }
  for (uint32_t i = 0; i < fresh->count; i++) {
    ends[i + 1] = end += fresh->slots[i] == RC__UNMEASURED ? estimate : fresh->slots[i];
  }
  add_bits(strip, fresh->unmeasured, fresh->count);
}

// Whether the sums of some items rise by the same each time.
static bool are_alike(const uint32_t *ends, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    if (ends[i + 1] - ends[i] != ends[1] - ends[0]) return false;
  }
  return true;
}

rc__part rc__strip_part(rc__tree *tree, const rc__strip *strip, uint32_t from, uint32_t count) {
  const uint32_t *ends = &strip->ends[from];
  const uint64_t bits = bits_of(strip, from, count);
  if (bits == rc__bits_below(count)) return rc__part_run(RC__UNMEASURED, count);
  if (bits == 0 && are_alike(ends, count)) return rc__part_run(ends[1] - ends[0], count);
  rc__leaf *leaf = rc__tree_take_leaf(tree);
  leaf->unmeasured = bits;
  leaf->baked = tree->estimate;
  leaf->ends[0] = 0;
  copy_sums(ends + 1, count, 0 - ends[0], &leaf->ends[1]);
  rc__leaf_write_unused(leaf, count);
  const uint32_t unmeasured = bits == 0 ? 0 : rc__bit_count(bits);
  const uint64_t length = ends[count] - ends[0];
  RC_ASSERT(length <= RC__LEAF_TICKS_MAX);
  return (rc__part){
      .child.leaf = leaf,
      .measured = (double)(int64_t)(length - (uint64_t)unmeasured * tree->estimate),
      .count = count,
      .unmeasured = unmeasured,
      .is_leaf = true,
  };
}
