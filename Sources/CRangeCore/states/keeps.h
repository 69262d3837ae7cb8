// Items that keep bits of their state wherever they are, by index, through edits.

#ifndef RC_KEEPS_H
#define RC_KEEPS_H

#include "../base/base.h"
#include "../edits/follower.h"
#include "rangecore_keep.h"

enum {
  /// Besides the cuts of an update (see states_update.c): each item has two.
  RC__KEEPS_CUT_MAX = 34,
  /// What states reserve once there is a kept item, and for each. With foresight an update leaves
  /// at most two more runs for each than it found, of which there may be two for each already, and
  /// the next one has two cuts for each.
  RC__KEEPS_JOINTS = 24,
  RC__KEEPS_JOINTS_EACH = 6
};

/// A place in the list at which items gain or lose bits.
typedef struct rc__cut {
  int64_t at;
  /// As of a gain (see states.h), all that begin or end there.
  ///
  ///     preload 2 ..< 9, kept 0 ..< 12     0: 0x200   2: 0x002   9: 0x002   12: 0x200
  unsigned bits;
} rc__cut;

typedef struct rc__keeps {
  /// The indices below.
  rc__follower follower;
  /// Ascending unless there were edits; then those that were removed are −1.
  int64_t items[RC_KEPT_ITEM_COUNT_MAX];
  rc_state bits[RC_KEPT_ITEM_COUNT_MAX];
  /// Where an update writes its cuts and those of the items.
  rc__cut cuts[RC__KEEPS_CUT_MAX + 2 * RC_KEPT_ITEM_COUNT_MAX];
} rc__keeps;

static inline size_t rc__keeps_count(const rc__keeps *keeps) {
  return keeps == NULL ? 0 : keeps->follower.count;
}

/// What states reserve for so many items.
static inline size_t rc__keeps_joints(size_t count) {
  return count == 0 ? 0 : RC__KEEPS_JOINTS + count * RC__KEEPS_JOINTS_EACH;
}

/// NULL if out of memory.
rc__keeps *rc__keeps_create(const rc_allocator *allocator);

/// After edits: drops what was removed, and sorts the others.
void rc__keeps_settle(rc__keeps *keeps);

/// What an item is kept with, 0 for one that is not; once settled.
rc_state rc__keeps_bits(const rc__keeps *keeps, int64_t index);

/// Keeps an item with other bits, 0 for not at all; there is room for it. Once settled.
void rc__keeps_set(rc__keeps *keeps, int64_t index, rc_state bits);

/// Copies the cuts of an update, which are `count`, with what items have besides, and one past the
/// list. Returns how many there are then: at most two more for each item.
size_t rc__keeps_cut(const rc__keeps *keeps, const rc__cut *cuts, size_t count, rc__cut *out);

#endif
