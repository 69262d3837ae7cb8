#include "follower.h"

void rc__follower_insert(rc__follower *follower, int64_t index, int64_t count) {
  if (follower == NULL) return;
  follower->has_followed = true;
  int64_t *indices = follower->indices;
  for (size_t i = 0; i < follower->count; i++) indices[i] += indices[i] >= index ? count : 0;
}

void rc__follower_remove(rc__follower *follower, int64_t lower, int64_t upper) {
  if (follower == NULL) return;
  follower->has_followed = true;
  for (size_t i = 0; i < follower->count; i++) {
    int64_t *index = &follower->indices[i];
    if (*index >= upper) {
      *index -= upper - lower;
    } else if (*index >= lower) {
      *index = -1;
    }
  }
}

void rc__follower_move(rc__follower *follower, int64_t lower, int64_t upper, int64_t to) {
  if (follower == NULL) return;
  follower->has_followed = true;
  const int64_t count = upper - lower;
  for (size_t i = 0; i < follower->count; i++) {
    int64_t *index = &follower->indices[i];
    if (lower <= *index && *index < upper) {
      *index += to - lower;
      continue;
    }
    if (*index >= upper) *index -= count;
    if (*index >= to) *index += count;
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
