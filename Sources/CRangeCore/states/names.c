#include "names.h"

void rc__names_init(rc__names *names, const rc_allocator *allocator) {
  *names = (rc__names){.allocator = *allocator};
}

static void release_names(const rc__names *names, rc__name **array, size_t *capacity) {
  rc__deallocate(&names->allocator, *array, *capacity * sizeof **array);
  *array = NULL;
  *capacity = 0;
}

void rc__names_deinit(rc__names *names) {
  release_names(names, &names->names, &names->capacity);
  release_names(names, &names->next, &names->next_capacity);
  release_names(names, &names->gone, &names->gone_capacity);
}

static bool reserve_names(const rc__names *names, rc__name **array, size_t *capacity,
                          size_t count) {
  return rc__array_reserve(&names->allocator, array, capacity, sizeof **array, count);
}

static void shrink_names(const rc__names *names, rc__name **array, size_t *capacity, size_t kept) {
  rc__array_shrink(&names->allocator, array, capacity, sizeof **array, kept);
}

/// Gives back what is not needed for so many names, unless that is little.
static void shrink_to(rc__names *names, size_t most) {
  const size_t gone = names->removed_count + names->left_count;
  const size_t used = most > gone ? most : gone;
  if (names->capacity <= RC__NAMES_KEPT || names->capacity / 4 <= used) return;
  shrink_names(names, &names->names, &names->capacity, 2 * used);
  shrink_names(names, &names->next, &names->next_capacity, 2 * used);
  shrink_names(names, &names->gone, &names->gone_capacity, 2 * used);
}

/// The position of the first name of an item or a later one.
static size_t find_name(const rc__name *names, size_t count, int64_t item) {
  size_t lower = 0, upper = count;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    if (names[middle].item < item) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return lower;
}

/// Names items with adjacent numbers.
static void set_adjacent(rc__names *names, int64_t item, int64_t count, const rc_id *ids) {
  const size_t first = find_name(names->names, names->count, item);
  const size_t end = find_name(names->names, names->count, item + count);
  size_t named = 0;
  for (int64_t i = 0; i < count; i++) named += ids[i] != RC_ID_NONE;
  rc__name *at = names->names + first;
  rc__move_bytes(at + named, names->names + end, (names->count - end) * sizeof *at);
  for (int64_t i = 0; i < count; i++) {
    if (ids[i] != RC_ID_NONE) *at++ = (rc__name){item + i, ids[i]};
  }
  names->count = names->count + named - (end - first);
}

bool rc__names_set(rc__names *names, rc__origins *origins, int64_t lower, int64_t upper,
                   const rc_id *ids) {
  const size_t most = names->count + (size_t)(upper - lower);
  shrink_to(names, most);
  if (!reserve_names(names, &names->names, &names->capacity, most) ||
      !reserve_names(names, &names->next, &names->next_capacity, most) ||
      !reserve_names(names, &names->gone, &names->gone_capacity, most)) {
    return false;
  }
  while (lower < upper) {
    rc__origins_number(origins, lower);
    const rc__stretch part = rc__origins_part(origins, lower, upper);
    set_adjacent(names, part.seen, part.count, ids);
    ids += part.count;
    lower += part.count;
  }
  return true;
}

// == updates ==

/// Sets the names of removed items aside.
static void take_removed(rc__names *names, const rc__origins *origins) {
  for (size_t i = 0; i < names->count; i++) {
    const rc__name *name = &names->names[i];
    if (name->item >= origins->seen_count) break;
    if (rc__origins_index(origins, name->item) < 0) names->gone[names->removed_count++] = *name;
  }
}

/// Writes the names by the items' indices now.
static void renumber(rc__names *names, const rc__origins *origins) {
  size_t count = 0;
  for (int64_t lower = 0; lower < origins->count;) {
    const rc__stretch stretch = rc__origins_stretch(origins, lower);
    lower += stretch.count;
    if (stretch.seen == RC__ORIGIN_NEW) continue;
    size_t i = find_name(names->names, names->count, stretch.seen);
    for (; i < names->count && names->names[i].item < stretch.seen + stretch.count; i++) {
      const rc__name *name = &names->names[i];
      names->next[count++] = (rc__name){name->item - stretch.seen + stretch.lower, name->id};
    }
  }
  rc__name *former = names->names;
  const size_t capacity = names->capacity;
  names->names = names->next;
  names->capacity = names->next_capacity;
  names->next = former;
  names->next_capacity = capacity;
  names->count = count;
}

/// Sets the names of items aside that are in no range.
static void take_left(rc__names *names, const rc__states *states) {
  size_t kept = 0, run = 0;
  for (size_t i = 0; i < names->count; i++) {
    const rc__name name = names->names[i];
    while (rc__run_upper(states, run) <= name.item) run++;
    if (states->runs[run].state != RC_STATE_MEASURE_LAYOUT) {
      names->names[kept++] = name;
    } else {
      names->gone[names->removed_count + names->left_count++] = name;
    }
  }
  names->count = kept;
}

void rc__names_update(rc__names *names, const rc__origins *origins, const rc__states *states) {
  names->removed_count = names->left_count = 0;
  if (names->count == 0) {
    if (names->capacity > RC__NAMES_KEPT) rc__names_deinit(names);
    return;
  }
  if (origins->is_edited) {
    take_removed(names, origins);
    renumber(names, origins);
  }
  take_left(names, states);
}

/// The name of an item among some; `RC_ID_NONE` if it has none.
static rc_id name_of(const rc__name *names, size_t count, int64_t item) {
  const size_t at = find_name(names, count, item);
  return at < count && names[at].item == item ? names[at].id : RC_ID_NONE;
}

void rc__names_copy(const rc__names *names, const rc_change *change, bool is_removed,
                    rc_id *out_ids) {
  const rc__name *left = names->gone + names->removed_count;
  for (int64_t item = change->lower; item < change->upper; item++) {
    rc_id id;
    if (is_removed) {
      id = name_of(names->gone, names->removed_count, item);
    } else {
      id = name_of(names->names, names->count, item);
      if (id == RC_ID_NONE) id = name_of(left, names->left_count, item);
    }
    *out_ids++ = id;
  }
}
