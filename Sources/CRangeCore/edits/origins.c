#include "origins.h"

void rc__origins_init(rc__origins *origins, const rc_allocator *allocator) {
  *origins = (rc__origins){.allocator = *allocator};
}

static void release_pieces(rc__origins *origins) {
  rc__deallocate(&origins->allocator, origins->pieces, origins->capacity * sizeof *origins->pieces);
  origins->pieces = NULL;
  origins->capacity = 0;
}

static void release_sorted(rc__origins *origins) {
  rc__deallocate(&origins->allocator, origins->sorted,
                 origins->sorted_capacity * sizeof *origins->sorted);
  origins->sorted = NULL;
  origins->sorted_capacity = 0;
}

void rc__origins_deinit(rc__origins *origins) {
  release_pieces(origins);
  release_sorted(origins);
}

void rc__origins_give_back(rc__origins *origins) {
  // Between edits no piece is in use. After an update without edits nothing is sorted either.
  if (origins->most == 0) {
    release_pieces(origins);
    release_sorted(origins);
  }
  origins->former_most = origins->most;
  origins->most = 0;
}

/// Before the first edit since an update: keeps what has been needed of late, twice.
static void shrink_origins(rc__origins *origins) {
  size_t most = origins->most > origins->former_most ? origins->most : origins->former_most;
  if (most < RC__ORIGINS_KEPT) most = RC__ORIGINS_KEPT;
  if (origins->sorted_capacity / 4 <= most) return;
  rc__array_shrink(&origins->allocator, &origins->pieces, &origins->capacity,
                   sizeof *origins->pieces, 2 * most);
  rc__array_shrink(&origins->allocator, &origins->sorted, &origins->sorted_capacity,
                   sizeof *origins->sorted, 2 * most);
}

static bool reserve_pieces(rc__origins *origins, size_t count) {
  return rc__array_reserve(&origins->allocator, &origins->pieces, &origins->capacity,
                           sizeof *origins->pieces, count);
}

bool rc__origins_reserve(rc__origins *origins) {
  const size_t count = rc__origins_stretch_count(origins) + RC__ORIGINS_ROOM;
  if (origins->most < count) origins->most = count;
  if (!origins->is_edited) shrink_origins(origins);
  return reserve_pieces(origins, count + 1) &&
         rc__array_reserve(&origins->allocator, &origins->sorted, &origins->sorted_capacity,
                           sizeof *origins->sorted, count);
}

bool rc__origins_reserve_unsorted(rc__origins *origins, size_t edits) {
  return reserve_pieces(origins, rc__origins_stretch_count(origins) + edits * RC__ORIGINS_ROOM + 1);
}

bool rc__origins_copy(rc__origins *copy, const rc__origins *origins) {
  const size_t used = origins->is_edited ? origins->untouched : 1;
  if (!reserve_pieces(copy, used + RC__ORIGINS_ROOM + 1)) return false;
  copy->count = origins->count;
  copy->seen_count = origins->seen_count;
  copy->is_edited = origins->is_edited;
  if (!origins->is_edited) return true;
  for (size_t i = 0; i < used; i++) copy->pieces[i] = origins->pieces[i];
  copy->next_new = origins->next_new;
  copy->root = origins->root;
  copy->spare = origins->spare;
  copy->untouched = origins->untouched;
  copy->piece_count = origins->piece_count;
  copy->removal_count = origins->removal_count;
  return true;
}

void rc__origins_hand_over(rc__origins *origins, rc__origins *other) {
  rc__origins_deinit(other);
  *other = *origins;
  other->sorted = NULL;
  other->sorted_capacity = 0;
  origins->pieces = NULL;
  origins->capacity = 0;
}

// == pieces ==

static uint32_t take_piece(rc__origins *origins, int64_t seen, int64_t count) {
  uint32_t number = origins->spare;
  if (number != 0) {
    origins->spare = origins->pieces[number].left;
  } else {
    number = origins->untouched++;
  }
  RC_ASSERT(number < origins->capacity);
  origins->piece_count++;
  origins->pieces[number] =
      (rc__piece){.seen = seen, .count = count, .total = count, .priority = rc__mixed(number)};
  return number;
}

static void give_piece(rc__origins *origins, uint32_t number) {
  origins->pieces[number].left = origins->spare;
  origins->spare = number;
  origins->piece_count--;
}

/// The first edit after an update.
static void begin(rc__origins *origins) {
  if (origins->is_edited) return;
  origins->is_edited = true;
  // A number is left out each time, so that what is numbered never continues another stretch.
  origins->next_new = origins->seen_count + 1;
  origins->pieces[0] = (rc__piece){0};
  origins->spare = 0;
  origins->untouched = 1;
  origins->piece_count = origins->removal_count = 0;
  origins->root = origins->count > 0 ? take_piece(origins, 0, origins->count) : 0;
}

/// Joins two trees, the items of `second` after those of `first`.
static uint32_t join(rc__origins *origins, uint32_t first, uint32_t second) {
  rc__piece *pieces = origins->pieces;
  uint32_t root, *link = &root;
  while (first != 0 && second != 0) {
    if (pieces[first].priority >= pieces[second].priority) {
      pieces[first].total += pieces[second].total;
      *link = first;
      link = &pieces[first].right;
      first = *link;
    } else {
      pieces[second].total += pieces[first].total;
      *link = second;
      link = &pieces[second].left;
      second = *link;
    }
  }
  *link = first != 0 ? first : second;
  return root;
}

/// Puts a piece before all others of a tree, to the left branch of which pieces down to `last` were
/// split off with it.
static uint32_t prepend(rc__origins *origins, uint32_t piece, uint32_t root, uint32_t last) {
  rc__piece *pieces = origins->pieces;
  for (uint32_t at = root; at != last; at = pieces[at].left) {
    pieces[at].total -= pieces[piece].count;
  }
  return join(origins, piece, root);
}

/// Splits a tree before its item `at`. On the way down, what lies before belongs to the first tree,
/// and what lies behind to the second: each takes its link in the place of the last one.
static void split(rc__origins *origins, uint32_t root, int64_t at, uint32_t *first,
                  uint32_t *second) {
  rc__piece *pieces = origins->pieces;
  uint32_t *const behind = second;
  while (root != 0) {
    rc__piece *piece = &pieces[root];
    const int64_t start = pieces[piece->left].total, within = at - start;
    if (within <= 0) {
      piece->total -= at;
      *second = root;
      second = &piece->left;
      root = piece->left;
      continue;
    }
    *first = root;
    first = &piece->right;
    root = piece->right;
    piece->total = at;
    if (within >= piece->count) {
      at = within - piece->count;
      continue;
    }
    const int64_t seen = piece->seen == RC__ORIGIN_NEW ? RC__ORIGIN_NEW : piece->seen + within;
    const uint32_t rest = take_piece(origins, seen, piece->count - within);
    piece->count = within;
    *first = 0;
    // Of any priority, so that it may belong above those that are behind it.
    *second = root;
    *behind = prepend(origins, rest, *behind, root);
    return;
  }
  *first = *second = 0;
}

/// Returns all pieces of a tree.
static void drop(rc__origins *origins, uint32_t root) {
  while (root != 0) {
    const uint32_t left = origins->pieces[root].left, right = origins->pieces[root].right;
    if (left == 0) {
      give_piece(origins, root);
      root = right;
      continue;
    }
    // Rotates, so that the root has nothing on its left in the end.
    origins->pieces[root].left = origins->pieces[left].right;
    origins->pieces[left].right = root;
    root = left;
  }
}

/// Whether items continue a stretch of `count` from `seen` on.
static bool follows(int64_t seen, int64_t count, int64_t next) {
  return next == (seen == RC__ORIGIN_NEW ? RC__ORIGIN_NEW : seen + count);
}

/// Joins two trees, and the two pieces that meet if they are one stretch.
static uint32_t meld(rc__origins *origins, uint32_t first, uint32_t second) {
  rc__piece *pieces = origins->pieces;
  if (first == 0 || second == 0) return first + second;
  uint32_t last = first, next = second;
  while (pieces[last].right != 0) last = pieces[last].right;
  while (pieces[next].left != 0) next = pieces[next].left;
  if (!follows(pieces[last].seen, pieces[last].count, pieces[next].seen)) {
    return join(origins, first, second);
  }
  const int64_t count = pieces[next].count;
  split(origins, second, count, &next, &second);
  drop(origins, next);
  for (uint32_t at = first; at != 0; at = pieces[at].right) pieces[at].total += count;
  pieces[last].count += count;
  return join(origins, first, second);
}

// == edits ==

void rc__origins_insert(rc__origins *origins, int64_t index, int64_t count) {
  begin(origins);
  uint32_t before, after;
  split(origins, origins->root, index, &before, &after);
  before = meld(origins, before, take_piece(origins, RC__ORIGIN_NEW, count));
  origins->root = meld(origins, before, after);
  origins->count += count;
}

void rc__origins_remove(rc__origins *origins, int64_t lower, int64_t upper) {
  begin(origins);
  origins->removal_count++;
  uint32_t before, removed, after;
  split(origins, origins->root, upper, &before, &after);
  split(origins, before, lower, &before, &removed);
  drop(origins, removed);
  origins->root = meld(origins, before, after);
  origins->count -= upper - lower;
}

void rc__origins_move(rc__origins *origins, int64_t lower, int64_t upper, int64_t to) {
  begin(origins);
  uint32_t before, moved, after;
  split(origins, origins->root, upper, &before, &after);
  split(origins, before, lower, &before, &moved);
  split(origins, meld(origins, before, after), to, &before, &after);
  origins->root = meld(origins, meld(origins, before, moved), after);
}

// == from now to the last update ==

/// The number of the piece that holds an item, and the index of its first one; 0 only if the sums
/// of the tree are wrong.
static uint32_t find_piece(const rc__origins *origins, int64_t index, int64_t *out_lower) {
  const rc__piece *pieces = origins->pieces;
  int64_t start = 0;
  uint32_t number = origins->root;
  while (number != 0) {
    const rc__piece *piece = &pieces[number];
    const int64_t lower = start + pieces[piece->left].total;
    *out_lower = lower;
    if (index < lower) {
      number = piece->left;
    } else if (index >= lower + piece->count) {
      start = lower + piece->count;
      number = piece->right;
    } else {
      break;
    }
  }
  return number;
}

static rc__stretch stretch_of(const rc__origins *origins, int64_t index) {
  rc__stretch stretch = {0};
  const rc__piece *piece = &origins->pieces[find_piece(origins, index, &stretch.lower)];
  stretch.seen = piece->seen;
  stretch.count = piece->count;
  return stretch;
}

rc__stretch rc__origins_stretch(const rc__origins *origins, int64_t index) {
  RC_ASSERT(0 <= index && index < origins->count);
  if (!origins->is_edited) return (rc__stretch){0, 0, origins->count};
  return stretch_of(origins, index);
}

rc__stretch rc__origins_part(const rc__origins *origins, int64_t lower, int64_t upper) {
  rc__stretch part = rc__origins_stretch(origins, lower);
  const int64_t within = lower - part.lower;
  part.lower = lower;
  part.count = rc__at_most(part.count - within, upper - lower);
  if (part.seen != RC__ORIGIN_NEW) part.seen += within;
  return part;
}

void rc__origins_number(rc__origins *origins, int64_t index) {
  if (!origins->is_edited) return;
  int64_t lower;
  rc__piece *piece = &origins->pieces[find_piece(origins, index, &lower)];
  if (piece->seen != RC__ORIGIN_NEW) return;
  piece->seen = origins->next_new;
  origins->next_new += piece->count + 1;
}

// == from the last update to now ==

static void sift_down(rc__stretch *heap, size_t place, size_t count) {
  const rc__stretch sifted = heap[place];
  for (;;) {
    size_t child = 2 * place + 1;
    if (child >= count) break;
    if (child + 1 < count && heap[child].seen < heap[child + 1].seen) child++;
    if (heap[child].seen <= sifted.seen) break;
    heap[place] = heap[child];
    place = child;
  }
  heap[place] = sifted;
}

static void heap_sort(rc__stretch *stretches, size_t count) {
  for (size_t place = count / 2; place > 0;) sift_down(stretches, --place, count);
  for (size_t end = count; end > 1;) {
    end--;
    const rc__stretch last = stretches[end];
    stretches[end] = stretches[0];
    stretches[0] = last;
    sift_down(stretches, 0, end);
  }
}

void rc__origins_sort(rc__origins *origins) {
  if (!origins->is_edited) return;
  bool is_ascending = true;
  origins->sorted_count = 0;
  for (int64_t index = 0; index < origins->count;) {
    const rc__stretch stretch = rc__origins_stretch(origins, index);
    index += stretch.count;
    if (!rc__origins_is_old(origins, &stretch)) continue;
    const size_t at = origins->sorted_count++;
    RC_ASSERT(at < origins->sorted_capacity);
    origins->sorted[at] = stretch;
    is_ascending = is_ascending && (at == 0 || origins->sorted[at - 1].seen < stretch.seen);
  }
  if (!is_ascending) heap_sort(origins->sorted, origins->sorted_count);
}

int64_t rc__origins_index(const rc__origins *origins, int64_t seen) {
  size_t lower = 0, upper = origins->sorted_count;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    const rc__stretch *stretch = &origins->sorted[middle];
    if (seen < stretch->seen) {
      upper = middle;
    } else if (seen >= stretch->seen + stretch->count) {
      lower = middle + 1;
    } else {
      return stretch->lower + (seen - stretch->seen);
    }
  }
  return -1;
}

// == invariants ==

static const char *find_violation_in(const rc__origins *origins, const rc__stretch *stretch,
                                     const rc__stretch *former) {
  if (stretch->count <= 0) return "sums of stretches wrong";
  if (former->count > 0 && follows(former->seen, former->count, stretch->seen)) {
    return "adjacent stretches of items not merged";
  }
  if (stretch->seen < RC__ORIGIN_NEW) return "a stretch of items out of range";
  const bool is_old = rc__origins_is_old(origins, stretch);
  if (is_old && stretch->seen > origins->seen_count - stretch->count) {
    return "a stretch of items out of range";
  }
  return NULL;
}

const char *rc__origins_find_violation(const rc__origins *origins) {
  if (!origins->is_edited) {
    return origins->count == origins->seen_count ? NULL : "count of items changed without an edit";
  }
  if (origins->pieces[origins->root].total != origins->count) return "sums of stretches wrong";
  if (origins->piece_count >= origins->capacity ||
      origins->piece_count > origins->sorted_capacity) {
    return "capacity for stretches of items too small";
  }
  rc__stretch former = {0};
  int64_t stayed = 0;
  size_t stretch_count = 0;
  for (int64_t index = 0; index < origins->count; index += former.count) {
    const rc__stretch stretch = stretch_of(origins, index);
    const char *reason = find_violation_in(origins, &stretch, &former);
    if (reason != NULL) return reason;
    if (rc__origins_is_old(origins, &stretch)) stayed += stretch.count;
    former = stretch;
    stretch_count++;
  }
  if (stretch_count != origins->piece_count) return "a stretch of items is lost";
  return stayed <= origins->seen_count ? NULL : "an item of the last update twice";
}
