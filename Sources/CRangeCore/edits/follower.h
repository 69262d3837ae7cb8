// Indices that follow their items through the edits of a list: those of its host.

#ifndef RC_FOLLOWER_H
#define RC_FOLLOWER_H

#include "../base/base.h"

typedef struct rc__follower {
  /// −1 for one that was removed, or is not in use nor was by the last step.
  int64_t *indices;
  /// What is remembered of an item counts no longer, as its row is to be measured again. The host
  /// resets it.
  bool *are_forgotten;
  size_t count;
  /// There were edits; the host resets it.
  bool has_followed;
  /// Rows of several columns may hold other items than before, from one on, up to how many before
  /// the end: so neither changes with edits in between. The host sets both to the largest.
  int64_t regrouped_from;
  int64_t regrouped_after;
} rc__follower;

// Call after the edit; NULL is ignored. They are O(count), with a comparison and a sum for each:
// 100 indices take as long as two searches in a tree.

void rc__follower_insert(rc__follower *follower, int64_t index, int64_t count);
void rc__follower_remove(rc__follower *follower, int64_t lower, int64_t upper);
/// The rows of some items are to be measured again.
void rc__follower_forget(rc__follower *follower, int64_t lower, int64_t upper);
void rc__follower_move(rc__follower *follower, int64_t lower, int64_t upper, int64_t to);

#endif
