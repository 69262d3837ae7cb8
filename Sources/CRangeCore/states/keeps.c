#include "keeps.h"

rc__keeps *rc__keeps_create(const rc_allocator *allocator) {
  rc__keeps *keeps = rc__allocate(allocator, sizeof *keeps);
  if (keeps == NULL) return NULL;
  keeps->follower = (rc__follower){.indices = keeps->items};
  return keeps;
}

void rc__keeps_settle(rc__keeps *keeps) {
  if (keeps == NULL || !keeps->follower.has_followed) return;
  keeps->follower.has_followed = false;
  size_t count = 0;
  for (size_t i = 0; i < keeps->follower.count; i++) {
    const int64_t item = keeps->items[i];
    const rc_state bits = keeps->bits[i];
    if (item < 0) continue;
    // Edits leave most in order.
    size_t at = count++;
    for (; at > 0 && keeps->items[at - 1] > item; at--) {
      keeps->items[at] = keeps->items[at - 1];
      keeps->bits[at] = keeps->bits[at - 1];
    }
    keeps->items[at] = item;
    keeps->bits[at] = bits;
  }
  keeps->follower.count = count;
}

/// The position of the first item at an index or after it, once settled.
static size_t find_keep(const rc__keeps *keeps, int64_t index) {
  RC_ASSERT(!keeps->follower.has_followed);
  size_t lower = 0, upper = keeps->follower.count;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    if (keeps->items[middle] < index) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return lower;
}

rc_state rc__keeps_bits(const rc__keeps *keeps, int64_t index) {
  if (keeps == NULL) return 0;
  const size_t at = find_keep(keeps, index);
  return at < keeps->follower.count && keeps->items[at] == index ? keeps->bits[at] : 0;
}

void rc__keeps_set(rc__keeps *keeps, int64_t index, rc_state bits) {
  const size_t at = find_keep(keeps, index);
  size_t *count = &keeps->follower.count;
  const bool was_kept = at < *count && keeps->items[at] == index;
  const size_t from = at + was_kept, to = at + (bits != 0);
  if (from < to) RC_ASSERT(*count < RC_KEPT_ITEM_COUNT_MAX);
  rc__move_bytes(keeps->items + to, keeps->items + from, (*count - from) * sizeof *keeps->items);
  rc__move_bytes(keeps->bits + to, keeps->bits + from, (*count - from) * sizeof *keeps->bits);
  *count = *count - from + to;
  if (bits == 0) return;
  keeps->items[at] = index;
  keeps->bits[at] = bits;
}

/// Adds a cut that is not before the last one.
static size_t append_cut(rc__cut *cuts, size_t count, int64_t at, unsigned bits) {
  if (count == 0 || cuts[count - 1].at != at) {
    cuts[count] = (rc__cut){at, bits};
    return count + 1;
  }
  // A bit that ends where it begins again does neither.
  cuts[count - 1].bits ^= bits;
  return cuts[count - 1].bits == 0 ? count - 1 : count;
}

size_t rc__keeps_cut(const rc__keeps *keeps, const rc__cut *cuts, size_t count, rc__cut *out) {
  size_t done = 0, next = 0;
  unsigned gained = 0;
  for (size_t i = 0; i < keeps->follower.count; i++) {
    const int64_t item = keeps->items[i];
    for (; next < count && cuts[next].at <= item; next++) {
      gained ^= cuts[next].bits;
      done = append_cut(out, done, cuts[next].at, cuts[next].bits);
    }
    const unsigned missing = keeps->bits[i] & ~gained;
    if (missing == 0) continue;
    done = append_cut(out, done, item, missing);
    done = append_cut(out, done, item + 1, missing);
  }
  for (; next < count; next++) done = append_cut(out, done, cuts[next].at, cuts[next].bits);
  out[done] = (rc__cut){INT64_MAX, 0};
  return done;
}
