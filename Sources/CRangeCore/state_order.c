// The order of the changes that enter: those that become visible, then by distance.

#include "states.h"

// The changes that enter without becoming visible, parted at the viewport.
//
//     0        below        above        count
//     [ before it | overlaps it | after it )
typedef struct part_list {
  size_t below;
  size_t above;
  size_t count;
} part_list;

static part_list part(const rc_change *changes, size_t count, rc_interval viewport) {
  part_list parts = {0, 0, count};
  while (parts.below < count && changes[parts.below].upper <= viewport.lower) parts.below++;
  while (parts.above < count && changes[parts.above].lower < viewport.upper) parts.above++;
  return parts;
}

static const rc_change *nearer(const rc_change *best, const rc_change *other) {
  if (best == NULL) return other;
  return other != NULL && other->distance < best->distance ? other : best;
}

// Takes the side's last changes, as many as are equally far, so that these stay ascending.
static size_t take_block(rc_change *out, const rc_change *changes, size_t *count) {
  size_t start = *count - 1;
  while (start > 0 && changes[start - 1].distance == changes[start].distance) start--;
  size_t size = *count - start;
  rc__copy_bytes(out, changes + start, size * sizeof *out);
  *count = start;
  return size;
}

// Merges the three parts; the one below is read backward, away from the viewport.
static void merge(rc_change *out, const rc_change *changes, part_list parts, bool forward) {
  size_t below = parts.below, inside = parts.below, above = parts.above;
  for (;;) {
    const rc_change *lower = below > 0 ? &changes[below - 1] : NULL;
    const rc_change *upper = above < parts.count ? &changes[above] : NULL;
    const rc_change *next = inside < parts.above ? &changes[inside] : NULL;
    next = nearer(next, forward ? upper : lower);
    next = nearer(next, forward ? lower : upper);
    if (next == NULL) return;
    if (next == lower) {
      out += take_block(out, changes, &below);
    } else {
      *out++ = *next;
      if (next == upper) {
        above++;
      } else {
        inside++;
      }
    }
  }
}

void rc__states_order(rc_states *states, rc_interval viewport, rc_direction leading,
                      rc_changes *out_changes) {
  size_t count;
  rc_change *rest = rc__states_entered(states, &count);
  RC_ASSERT(states->is_ascending);
  rest += states->shown_count;
  count -= states->shown_count;
  // A scroll step seldom has two.
  if (count > 1) {
    part_list parts = part(rest, count, viewport);
    rc__copy_bytes(states->scratch, rest, count * sizeof *rest);
    merge(rest, states->scratch, parts, (int)leading == RC_DIRECTION_FORWARD);
  }
  states->is_ascending = false;
  rc__states_list(states, out_changes);
}

// How many items lie between; 0 for neighbours and for what overlaps.
static double items_between(const rc_change *change, rc_interval viewport) {
  int64_t between = 0;
  if (change->upper <= viewport.lower) {
    between = rc__ticks_subtract_saturating(viewport.lower, change->upper);
  } else if (change->lower >= viewport.upper) {
    between = rc__ticks_subtract_saturating(change->lower, viewport.upper);
  }
  return (double)between;
}

static bool ascends(const double *distances, size_t lower, size_t upper) {
  for (size_t i = lower + 1; i < upper; i++) {
    if (distances[i] < distances[i - 1]) return false;
  }
  return true;
}

static bool descends(const double *distances, size_t count) {
  for (size_t i = 1; i < count; i++) {
    if (distances[i] > distances[i - 1]) return false;
  }
  return true;
}

static bool are_distances(const rc_states *states, const rc_change *entered, size_t count,
                          rc_interval viewport, const double *distances) {
  for (size_t i = 0; i < count; i++) {
    if (!(distances[i] >= 0)) return false;
  }
  const size_t shown = states->shown_count;
  part_list parts = part(entered + shown, count - shown, viewport);
  const double *rest = distances + shown;
  return descends(rest, parts.below) && ascends(rest, parts.below, parts.above) &&
         ascends(rest, parts.above, parts.count);
}

rc_status rc_states_order(rc_states *states, rc_interval viewport, rc_direction leading,
                          const double *distances, rc_changes *out_changes) {
  if (states == NULL || out_changes == NULL || !states->is_ascending) return RC_STATUS_ARGUMENT;
  if ((int)leading != RC_DIRECTION_FORWARD && (int)leading != RC_DIRECTION_BACKWARD) {
    return RC_STATUS_ARGUMENT;
  }
  if (viewport.upper < viewport.lower) return RC_STATUS_ARGUMENT;
  size_t count;
  rc_change *entered = rc__states_entered(states, &count);
  if (distances != NULL && !are_distances(states, entered, count, viewport, distances)) {
    return RC_STATUS_ARGUMENT;
  }
  for (size_t i = 0; i < count; i++) {
    entered[i].distance = distances != NULL ? distances[i] : items_between(&entered[i], viewport);
  }
  rc__states_order(states, viewport, leading, out_changes);
  return RC_STATUS_OK;
}
