#include "follower.h"

void rc__follower_insert(rc__follower *follower, int64_t index, int64_t count) {
  if (follower == NULL) return;
  follower->has_followed = true;
  int64_t *indices = follower->indices;
  for (size_t i = 0; i < follower->count; i++) {
    indices[i] = rc__index_after(indices[i], index, index, count);
  }
}

void rc__follower_remove(rc__follower *follower, int64_t lower, int64_t upper) {
  if (follower == NULL) return;
  follower->has_followed = true;
  int64_t *indices = follower->indices;
  for (size_t i = 0; i < follower->count; i++) {
    indices[i] = rc__index_after(indices[i], lower, upper, 0);
  }
}

void rc__follower_move(rc__follower *follower, int64_t lower, int64_t upper, int64_t to) {
  if (follower == NULL) return;
  follower->has_followed = true;
  for (size_t i = 0; i < follower->count; i++) {
    const int64_t index = follower->indices[i];
    const int64_t other = rc__index_after(index, lower, upper, 0);
    const bool is_moved = lower <= index && index < upper;
    follower->indices[i] =
        is_moved ? index - lower + to : rc__index_after(other, to, to, upper - lower);
  }
}

void rc__follower_forget(rc__follower *follower, int64_t lower, int64_t upper) {
  if (follower == NULL) return;
  follower->has_followed = true;
  for (size_t i = 0; i < follower->count; i++) {
    const int64_t index = follower->indices[i];
    if (lower <= index && index < upper) follower->are_forgotten[i] = true;
  }
}
