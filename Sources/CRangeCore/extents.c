// Extents: index ↔ offset, in points outside and in ticks inside. The tree keeps slots, an item's
// extent with the spacing after it; here the last item's spacing is taken off again.

#include "extents.h"

#include "tree.h"

struct rc_extents {
  rc__tree tree;
  int64_t spacing;
};

// -- points to slots --

// Which of the two ways a value that is no slot is wrong.
static rc_status status_of_wrong(const double *points, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!rc__is_finite(points[i]) || points[i] < 0) return RC_STATUS_ARGUMENT;
  }
  return RC_STATUS_LIMIT;
}

// As rc_ticks_from_points, but many at a time and into 32 bits: between 2^52 and 2^53 the sum with
// the magic number holds the rounded ticks in its lowest bits. `out_slots` is of no use on failure.
static rc_status slots_from_points(const rc_extents *extents, const double *points, uint32_t count,
                                   uint32_t *out_slots, uint64_t *sum) {
  const double magic = 6755399441055744.0;  // 1.5 × 2^52
  const double most = (double)(RC_ITEM_TICKS_MAX - extents->spacing);
  const uint32_t spacing = (uint32_t)extents->spacing;
  uint64_t wrong = 0, total = 0;
  for (uint32_t i = 0; i < count; i++) {
    double shifted = points[i] * RC_TICKS_PER_POINT + magic;
    uint64_t bits;
    __builtin_memcpy(&bits, &shifted, sizeof bits);
    wrong |= !(points[i] >= 0) | !(shifted - magic <= most);
    uint32_t slot = (uint32_t)bits + spacing;
    out_slots[i] = slot;
    total += slot;
  }
  if (wrong) return status_of_wrong(points, count);
  *sum += total;
  return RC_STATUS_OK;
}

static uint32_t chunk_size(int64_t left) {
  return left < RC__LEAF_WIDTH ? (uint32_t)left : RC__LEAF_WIDTH;
}

// Checks all extents and adds up their slots, of which `slots` keeps the last 64 at most. What is
// not allowed comes before what is too long.
static rc_status check_points(const rc_extents *extents, const double *points, int64_t count,
                              uint32_t slots[RC__LEAF_WIDTH], uint64_t *out_sum) {
  rc_status worst = RC_STATUS_OK;
  *out_sum = 0;
  for (int64_t i = 0; i < count; i += RC__LEAF_WIDTH) {
    rc_status status =
        slots_from_points(extents, points + i, chunk_size(count - i), slots, out_sum);
    if (status == RC_STATUS_ARGUMENT) return status;
    if (status != RC_STATUS_OK) worst = status;
  }
  return worst;
}

// -- limits --

static bool fits(const rc_extents *extents, uint64_t unmeasured, uint64_t measured) {
  uint64_t estimated = unmeasured * extents->tree.estimate;
  return estimated <= RC_LIST_TICKS_MAX && measured <= RC_LIST_TICKS_MAX - estimated;
}

// Whether the list stays within its length when some items give way to others.
static bool fits_replaced(const rc_extents *extents, int64_t lower, int64_t upper,
                          uint64_t unmeasured, uint64_t measured) {
  const rc__tree *tree = &extents->tree;
  unmeasured += tree->root.unmeasured;
  measured += (uint64_t)tree->root.measured;
  if (fits(extents, unmeasured, measured)) return true;
  if (lower == upper) return false;
  uint32_t unmeasured_lower, unmeasured_upper;
  uint64_t measured_lower, measured_upper;
  rc__tree_sums_before(tree, (uint32_t)lower, &unmeasured_lower, &measured_lower);
  rc__tree_sums_before(tree, (uint32_t)upper, &unmeasured_upper, &measured_upper);
  return fits(extents, unmeasured - (unmeasured_upper - unmeasured_lower),
              measured - (measured_upper - measured_lower));
}

static bool is_range(const rc_extents *extents, int64_t lower, int64_t upper) {
  return extents != NULL && lower >= 0 && lower <= upper && upper <= extents->tree.root.count;
}

// -- life --

void rc_extents_options_init(rc_extents_options *options) {
  if (options == NULL) return;
  *options = (rc_extents_options){.struct_size = sizeof *options, .estimate = 44};
}

// A length of points that may not be negative and must fit into a slot.
static rc_status slot_length(double points, int64_t *out_ticks) {
  int64_t ticks;
  if (points < 0) return RC_STATUS_ARGUMENT;
  rc_status status = rc_ticks_from_points(points, &ticks);
  if (status != RC_STATUS_OK) return status;
  if (ticks > RC_ITEM_TICKS_MAX) return RC_STATUS_LIMIT;
  *out_ticks = ticks;
  return RC_STATUS_OK;
}

rc_status rc_extents_create(const rc_extents_options *options, const rc_allocator *allocator,
                            rc_extents **out_extents) {
  rc_extents_options defaults;
  rc_extents_options_init(&defaults);
  if (options == NULL) options = &defaults;
  if (out_extents == NULL || options->struct_size != sizeof *options || options->reserved != 0) {
    return RC_STATUS_ARGUMENT;
  }
  rc_allocator own;
  int64_t estimate = 0, spacing = 0;
  if (!rc__allocator_init(&own, allocator)) return RC_STATUS_ARGUMENT;
  rc_status estimate_status = slot_length(options->estimate, &estimate);
  rc_status spacing_status = slot_length(options->spacing, &spacing);
  if (estimate_status == RC_STATUS_ARGUMENT) return estimate_status;
  if (spacing_status != RC_STATUS_OK) return spacing_status;
  if (estimate_status != RC_STATUS_OK) return estimate_status;
  if (estimate > RC_ITEM_TICKS_MAX - spacing) return RC_STATUS_LIMIT;
  rc_extents *extents = rc__allocate(&own, sizeof *extents);
  if (extents == NULL) return RC_STATUS_NO_MEMORY;
  rc__zero_bytes(extents, sizeof *extents);
  extents->spacing = spacing;
  extents->tree.estimate = (uint32_t)(estimate + spacing);
  extents->tree.allocator = own;
  *out_extents = extents;
  return RC_STATUS_OK;
}

void rc_extents_destroy(rc_extents *extents) {
  if (extents == NULL) return;
  rc__tree *tree = &extents->tree;
  rc__tree_drop(tree, tree->root);
  tree->root = (rc__part){0};
  rc__tree_trim(tree);
  rc_allocator own = tree->allocator;
  rc__deallocate(&own, extents, sizeof *extents);
}

// -- what the whole comes to --

int64_t rc_extents_count(const rc_extents *extents) {
  return extents == NULL ? 0 : extents->tree.root.count;
}

int64_t rc_extents_measured_count(const rc_extents *extents) {
  return extents == NULL ? 0 : extents->tree.root.count - extents->tree.root.unmeasured;
}

// All slots, the last one's spacing too.
static int64_t slots_length(const rc_extents *extents) {
  const rc__part *root = &extents->tree.root;
  return (int64_t)root->measured + (int64_t)root->unmeasured * extents->tree.estimate;
}

int64_t rc__extents_length(const rc_extents *extents) {
  if (extents->tree.root.count == 0) return 0;
  return slots_length(extents) - extents->spacing;
}

double rc_extents_length(const rc_extents *extents) {
  return extents == NULL ? 0 : rc_ticks_to_points(rc__extents_length(extents));
}

int64_t rc__extents_estimate(const rc_extents *extents) {
  return extents->tree.estimate - extents->spacing;
}

double rc_extents_estimate(const rc_extents *extents) {
  return extents == NULL ? 0 : rc_ticks_to_points(rc__extents_estimate(extents));
}

int64_t rc__extents_mean(const rc_extents *extents) {
  int64_t count = rc_extents_measured_count(extents);
  if (count == 0) return -1;
  int64_t sum = (int64_t)extents->tree.root.measured - count * extents->spacing;
  int64_t mean = sum / count, twice = sum % count * 2;
  bool is_up = twice > count || (twice == count && mean % 2 != 0);
  return mean + is_up;
}

rc_status rc_extents_mean(const rc_extents *extents, double *out_mean) {
  if (extents == NULL || out_mean == NULL) return RC_STATUS_ARGUMENT;
  int64_t mean = rc__extents_mean(extents);
  if (mean < 0) return RC_STATUS_NOT_FOUND;
  *out_mean = rc_ticks_to_points(mean);
  return RC_STATUS_OK;
}

// -- queries --

static rc__slot slot_of(const rc_extents *extents, rc__found found) {
  return (rc__slot){.index = found.index,
                    .offset = (int64_t)found.offset,
                    .extent = found.slot - extents->spacing,
                    .is_measured = found.is_measured};
}

static rc_item item_of(rc__slot slot) {
  return (rc_item){.index = slot.index,
                   .offset = rc_ticks_to_points(slot.offset),
                   .extent = rc_ticks_to_points(slot.extent),
                   .is_measured = slot.is_measured};
}

rc__slot rc__extents_slot(rc_extents *extents, int64_t index) {
  return slot_of(extents, rc__tree_item(&extents->tree, (uint32_t)index));
}

rc__slot rc__extents_slot_at(rc_extents *extents, int64_t offset) {
  if (offset < 0) return rc__extents_slot(extents, 0);
  if (offset >= slots_length(extents)) {
    return rc__extents_slot(extents, (int64_t)extents->tree.root.count - 1);
  }
  return slot_of(extents, rc__tree_item_at(&extents->tree, (uint64_t)offset));
}

// How many items start before an offset.
static int64_t count_before(rc_extents *extents, int64_t offset) {
  return offset <= 0 ? 0 : rc__extents_slot_at(extents, offset - 1).index + 1;
}

rc_interval rc__extents_items_in(rc_extents *extents, rc_interval range) {
  if (extents->tree.root.count == 0) return (rc_interval){0, 0};
  rc_interval items = {0, 0};
  if (range.lower > 0) {
    // Of the items that start before the range only the last can reach into it.
    rc__slot last = rc__extents_slot_at(extents, range.lower - 1);
    items.lower = last.offset + last.extent > range.lower ? last.index : last.index + 1;
  }
  items.upper = items.lower;
  if (range.lower < range.upper) items.upper = count_before(extents, range.upper);
  return items;
}

rc_status rc_extents_item(rc_extents *extents, int64_t index, rc_item *out_item) {
  if (extents == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  if (index < 0 || index >= extents->tree.root.count) return RC_STATUS_ARGUMENT;
  *out_item = item_of(rc__extents_slot(extents, index));
  return RC_STATUS_OK;
}

rc_status rc_extents_item_at(rc_extents *extents, double offset, rc_item *out_item) {
  int64_t ticks;
  if (extents == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  rc_status status = rc_ticks_from_points(offset, &ticks);
  if (status != RC_STATUS_OK) return status;
  if (extents->tree.root.count == 0) return RC_STATUS_NOT_FOUND;
  *out_item = item_of(rc__extents_slot_at(extents, ticks));
  return RC_STATUS_OK;
}

rc_status rc_extents_items_in(rc_extents *extents, double lower, double upper,
                              rc_interval *out_items) {
  if (extents == NULL || out_items == NULL) return RC_STATUS_ARGUMENT;
  rc_interval range;
  rc_status lower_status = rc_ticks_from_points(lower, &range.lower);
  rc_status upper_status = rc_ticks_from_points(upper, &range.upper);
  if (lower_status == RC_STATUS_ARGUMENT) return lower_status;
  if (upper_status != RC_STATUS_OK) return upper_status;
  if (lower_status != RC_STATUS_OK) return lower_status;
  *out_items = rc__extents_items_in(extents, range);
  return RC_STATUS_OK;
}

rc_status rc_extents_copy(rc_extents *extents, int64_t lower, int64_t upper, double *out_offsets,
                          double *out_extents) {
  if (!is_range(extents, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  rc__walk walk;
  rc__walk_begin(&extents->tree, &walk, (uint32_t)lower);
  for (int64_t index = lower; index < upper; index++) {
    if (index - walk.place.index == walk.place.count) rc__walk_next(&extents->tree, &walk);
    uint32_t at = (uint32_t)(index - walk.place.index);
    rc__slot slot = slot_of(extents, rc__place_item(&extents->tree, &walk.place, at));
    if (out_offsets != NULL) out_offsets[index - lower] = rc_ticks_to_points(slot.offset);
    if (out_extents != NULL) out_extents[index - lower] = rc_ticks_to_points(slot.extent);
  }
  return RC_STATUS_OK;
}

// -- edits --

static rc_status status_of(bool had_memory) {
  return had_memory ? RC_STATUS_OK : RC_STATUS_NO_MEMORY;
}

rc_status rc_extents_insert(rc_extents *extents, int64_t index, int64_t count) {
  if (!is_range(extents, index, index) || count < 0) return RC_STATUS_ARGUMENT;
  if (count > RC_ITEM_COUNT_MAX - extents->tree.root.count) return RC_STATUS_LIMIT;
  if (!fits_replaced(extents, index, index, (uint64_t)count, 0)) return RC_STATUS_LIMIT;
  if (count == 0) return RC_STATUS_OK;
  rc__fresh fresh = {.slot = RC__UNMEASURED, .count = (uint32_t)count};
  return status_of(rc__tree_replace(&extents->tree, (uint32_t)index, (uint32_t)index, &fresh));
}

static bool build(rc_extents *extents, const double *points, int64_t count, rc__part *out_part) {
  rc__builder builder;
  rc__builder_begin(&builder, &extents->tree);
  for (int64_t i = 0; i < count; i += RC__LEAF_WIDTH) {
    uint32_t slots[RC__LEAF_WIDTH], size = chunk_size(count - i);
    uint64_t sum = 0;
    slots_from_points(extents, points + i, size, slots, &sum);
    if (!rc__builder_append(&builder, slots, size)) return false;
  }
  return rc__builder_finish(&builder, out_part);
}

// Puts `count` measured items in place of lower ..< upper.
static rc_status replace_measured(rc_extents *extents, int64_t lower, int64_t upper,
                                  const double *points, int64_t count) {
  uint32_t slots[RC__LEAF_WIDTH];
  uint64_t sum;
  rc_status status = check_points(extents, points, count, slots, &sum);
  if (status != RC_STATUS_OK) return status;
  if (!fits_replaced(extents, lower, upper, 0, sum)) return RC_STATUS_LIMIT;
  rc__tree *tree = &extents->tree;
  if (count <= RC__LEAF_WIDTH) {
    rc__fresh fresh = {.slots = slots, .count = (uint32_t)count};
    return status_of(rc__tree_replace(tree, (uint32_t)lower, (uint32_t)upper, &fresh));
  }
  rc__part part;
  if (!build(extents, points, count, &part)) return RC_STATUS_NO_MEMORY;
  return status_of(rc__tree_replace_tree(tree, (uint32_t)lower, (uint32_t)upper, part));
}

rc_status rc_extents_insert_measured(rc_extents *extents, int64_t index, const double *extent,
                                     int64_t count) {
  if (!is_range(extents, index, index) || count < 0) return RC_STATUS_ARGUMENT;
  if (count == 0) return RC_STATUS_OK;
  if (extent == NULL) return RC_STATUS_ARGUMENT;
  if (count > RC_ITEM_COUNT_MAX - extents->tree.root.count) return RC_STATUS_LIMIT;
  return replace_measured(extents, index, index, extent, count);
}

rc_status rc_extents_remove(rc_extents *extents, int64_t lower, int64_t upper) {
  if (!is_range(extents, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  rc__fresh nothing = {.slot = RC__UNMEASURED, .count = 0};
  return status_of(rc__tree_replace(&extents->tree, (uint32_t)lower, (uint32_t)upper, &nothing));
}

rc_status rc_extents_move(rc_extents *extents, int64_t lower, int64_t upper, int64_t to) {
  if (!is_range(extents, lower, upper)) return RC_STATUS_ARGUMENT;
  if (to < 0 || to > extents->tree.root.count - (upper - lower)) return RC_STATUS_ARGUMENT;
  return status_of(rc__tree_move(&extents->tree, (uint32_t)lower, (uint32_t)upper, (uint32_t)to));
}

rc_status rc_extents_measure(rc_extents *extents, int64_t index, const double *extent,
                             int64_t count) {
  if (!is_range(extents, index, index) || count < 0) return RC_STATUS_ARGUMENT;
  if (count > extents->tree.root.count - index) return RC_STATUS_ARGUMENT;
  if (count == 0) return RC_STATUS_OK;
  if (extent == NULL) return RC_STATUS_ARGUMENT;
  return replace_measured(extents, index, index + count, extent, count);
}

rc_status rc_extents_forget(rc_extents *extents, int64_t lower, int64_t upper) {
  if (!is_range(extents, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  uint64_t count = (uint64_t)(upper - lower);
  if (!fits_replaced(extents, lower, upper, count, 0)) return RC_STATUS_LIMIT;
  rc__fresh fresh = {.slot = RC__UNMEASURED, .count = (uint32_t)count};
  return status_of(rc__tree_replace(&extents->tree, (uint32_t)lower, (uint32_t)upper, &fresh));
}

rc_status rc__extents_set_estimate(rc_extents *extents, int64_t estimate) {
  rc__tree *tree = &extents->tree;
  if (estimate > RC_ITEM_TICKS_MAX - extents->spacing) return RC_STATUS_LIMIT;
  uint64_t slot = (uint64_t)(estimate + extents->spacing);
  uint64_t estimated = slot * tree->root.unmeasured;
  if (estimated > RC_LIST_TICKS_MAX) return RC_STATUS_LIMIT;
  if ((uint64_t)tree->root.measured > RC_LIST_TICKS_MAX - estimated) return RC_STATUS_LIMIT;
  tree->estimate = (uint32_t)slot;
  rc__tree_forget_places(tree);
  return RC_STATUS_OK;
}

rc_status rc_extents_set_estimate(rc_extents *extents, double estimate) {
  int64_t ticks;
  if (extents == NULL) return RC_STATUS_ARGUMENT;
  rc_status status = slot_length(estimate, &ticks);
  return status == RC_STATUS_OK ? rc__extents_set_estimate(extents, ticks) : status;
}

rc_status rc_extents_validate(const rc_extents *extents, const char **out_reason) {
  if (extents == NULL) return RC_STATUS_ARGUMENT;
  const char *reason = rc__tree_validate(&extents->tree);
  if (out_reason != NULL) *out_reason = reason;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_INVALID;
}
