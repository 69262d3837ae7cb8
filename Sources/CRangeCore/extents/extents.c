// Extents: index ↔ offset, in points outside and in ticks inside. The tree stores slots, an item's
// extent with the spacing after it; this file subtracts the last item's spacing again.

#include "extents_tree.h"

#include "../base/ticks.h"
#include "slots.h"
#include "tree_balance.h"
#include "tree_memory.h"
#include "tree_node.h"
#include "tree_search.h"
#include "tree_validate.h"

// -- limits --

static bool fits(const rc_extents *extents, uint64_t estimate, uint64_t unmeasured,
                 uint64_t measured) {
  uint64_t estimated = unmeasured * estimate;
  return estimated <= extents->length_max && measured <= extents->length_max - estimated;
}

// Takes the items in a range out of these sums.
static void subtract_range(const rc__tree *tree, int64_t lower, int64_t upper, uint64_t *unmeasured,
                           uint64_t *measured) {
  uint32_t unmeasured_lower, unmeasured_upper;
  uint64_t measured_lower, measured_upper;
  rc__tree_sums_before(tree, (uint32_t)lower, &unmeasured_lower, &measured_lower);
  rc__tree_sums_before(tree, (uint32_t)upper, &unmeasured_upper, &measured_upper);
  *unmeasured -= unmeasured_upper - unmeasured_lower;
  *measured -= measured_upper - measured_lower;
}

static RC_NOINLINE bool fits_without(const rc_extents *extents, int64_t lower, int64_t upper,
                                     uint64_t unmeasured, uint64_t measured) {
  subtract_range(&extents->tree, lower, upper, &unmeasured, &measured);
  return fits(extents, extents->tree.estimate, unmeasured, measured);
}

// Whether the list stays within its maximum length if some items are replaced.
static inline bool fits_replaced(const rc_extents *extents, int64_t lower, int64_t upper,
                                 uint64_t unmeasured, uint64_t measured) {
  const rc__subtree *root = &extents->tree.root;
  unmeasured += root->unmeasured;
  measured += root->measured;
  if (fits(extents, extents->tree.estimate, unmeasured, measured)) return true;
  return lower != upper && fits_without(extents, lower, upper, unmeasured, measured);
}

// -- life --

static const rc_extents_options default_options = {.estimate = 44};

// A length of points that may not be negative.
static rc_status slot_length(double points, int64_t *out_ticks) {
  return points < 0 ? RC_STATUS_ARGUMENT : rc_ticks_from_points(points, out_ticks);
}

rc_status rc_extents_create(const rc_extents_options *options, const rc_allocator *allocator,
                            rc_extents **out_extents) {
  if (options == NULL) options = &default_options;
  if (out_extents == NULL) return RC_STATUS_ARGUMENT;
  rc_allocator own;
  // One that does not fit in ticks is too long.
  int64_t estimate = INT64_MAX, spacing;
  if (!rc__allocator_init(&own, allocator)) return RC_STATUS_ARGUMENT;
  rc_status estimate_status = slot_length(options->estimate, &estimate);
  rc_status spacing_status = slot_length(options->spacing, &spacing);
  if (estimate_status == RC_STATUS_ARGUMENT) return estimate_status;
  if (spacing_status != RC_STATUS_OK) return spacing_status;
  if (estimate > RC_ITEM_TICKS_MAX - spacing) return RC_STATUS_LIMIT;
  rc_extents *extents = rc__allocate(&own, sizeof *extents);
  if (extents == NULL) return RC_STATUS_NO_MEMORY;
  rc__zero_bytes(extents, sizeof *extents);
  extents->spacing = spacing;
  extents->length_max = RC_LIST_TICKS_MAX;
  extents->tree.estimate = (uint32_t)(estimate + spacing);
  extents->tree.allocator = own;
  *out_extents = extents;
  return RC_STATUS_OK;
}

void rc_extents_destroy(rc_extents *extents) {
  if (extents == NULL) return;
  rc__tree_free(&extents->tree);
  rc_allocator own = extents->tree.allocator;
  rc__deallocate(&own, extents, sizeof *extents);
}

// -- the whole --

int64_t rc_extents_count(const rc_extents *extents) {
  return extents == NULL ? 0 : extents->tree.root.count;
}

int64_t rc_extents_measured_count(const rc_extents *extents) {
  return extents == NULL ? 0 : extents->tree.root.count - extents->tree.root.unmeasured;
}

int64_t rc__extents_length(const rc_extents *extents) {
  if (extents->tree.root.count == 0) return 0;
  return rc__extents_slots_length(extents) - extents->spacing;
}

double rc_extents_length(const rc_extents *extents) {
  return extents == NULL ? 0 : rc_ticks_to_points(rc__extents_length(extents));
}

int64_t rc__extents_spacing(const rc_extents *extents) {
  return extents->spacing;
}

int64_t rc__extents_estimate(const rc_extents *extents) {
  return extents->tree.estimate - extents->spacing;
}

double rc_extents_get_estimate(const rc_extents *extents) {
  return extents == NULL ? 0 : rc_ticks_to_points(rc__extents_estimate(extents));
}

rc_status rc__extents_mean(const rc_extents *extents, int64_t *out_mean) {
  int64_t count = rc_extents_measured_count(extents);
  if (count == 0) return RC_STATUS_NOT_FOUND;
  *out_mean = rc__mean_of((int64_t)extents->tree.root.measured - count * extents->spacing, count);
  return RC_STATUS_OK;
}

rc_status rc_extents_mean(const rc_extents *extents, double *out_mean) {
  if (extents == NULL || out_mean == NULL) return RC_STATUS_ARGUMENT;
  int64_t mean;
  rc_status status = rc__extents_mean(extents, &mean);
  if (status == RC_STATUS_OK) *out_mean = rc_ticks_to_points(mean);
  return status;
}

// -- edits --

static rc_status status_of(bool had_memory) {
  return had_memory ? RC_STATUS_OK : RC_STATUS_NO_MEMORY;
}

static rc_status replace_items(rc_extents *extents, int64_t lower, int64_t upper,
                               const rc__fresh *fresh) {
  rc__path path;
  rc__path_find(&extents->tree.root, (uint32_t)lower, &path);
  return status_of(
      rc__tree_replace(&extents->tree, &path, (uint32_t)lower, (uint32_t)(upper - lower), fresh));
}

// Appends many extents of usual lengths, of those that are left, to what is built.
static rc__outcome append_many(const rc_extents *extents, rc__builder *builder,
                               const double *points, int64_t left) {
  rc__leaf *leaves[RC__BUILDER_LEAVES];
  if (!rc__builder_take_leaves(builder, (uint32_t)left, leaves)) return RC__NO_MEMORY;
  if (!rc__slots_write_leaves(points, extents->spacing, leaves)) {
    rc__builder_return_leaves(builder, leaves);
    return RC__DECLINED;
  }
  rc__builder_append_leaves(builder, leaves);
  return RC__DONE;
}

// Appends any extents, one leaf at a time.
static rc_status append_slowly(const rc_extents *extents, rc__builder *builder,
                               const double *points, int64_t count) {
  for (int64_t i = 0; i < count; i += RC__LEAF_WIDTH) {
    uint32_t slots[RC__LEAF_WIDTH], size = rc__slots_chunk(count - i);
    uint64_t sum;
    rc_status status = rc__slots_from_points(points + i, size, extents->spacing, slots, &sum);
    if (status != RC_STATUS_OK) {
      rc__builder_give_up(builder);
      return status;
    }
    if (!rc__builder_append(builder, slots, size)) return RC_STATUS_NO_MEMORY;
  }
  return RC_STATUS_OK;
}

// Builds a tree of many measured items.
static rc_status build(rc_extents *extents, const double *points, int64_t count,
                       rc__subtree *out_subtree) {
  rc__builder builder;
  rc__builder_begin(&builder, &extents->tree);
  for (int64_t size; count > 0; count -= size, points += size) {
    size = count < RC__SLOTS_MANY ? count : RC__SLOTS_MANY;
    rc__outcome many = RC__DECLINED;
    if (size == RC__SLOTS_MANY) many = append_many(extents, &builder, points, count);
    if (many == RC__NO_MEMORY) return RC_STATUS_NO_MEMORY;
    if (many == RC__DONE) continue;
    rc_status status = append_slowly(extents, &builder, points, size);
    if (status != RC_STATUS_OK) return status;
  }
  return status_of(rc__builder_finish(&builder, out_subtree));
}

// Replaces lower ..< upper with up to 64 measured items.
static rc_status replace_few(rc_extents *extents, int64_t lower, int64_t upper,
                             const double *points, int64_t count) {
  uint32_t starts[RC__LEAF_WIDTH + 1];
  uint64_t sum;
  // The path first: the points are converted while the leaf is fetched.
  rc__path path;
  rc__path_find(&extents->tree.root, (uint32_t)lower, &path);
  rc_status status = rc__sums_from_points(points, (uint32_t)count, extents->spacing, starts, &sum);
  if (status != RC_STATUS_OK) return status;
  if (!fits_replaced(extents, lower, upper, 0, sum)) return RC_STATUS_LIMIT;
  const rc__fresh fresh = {.starts = starts, .count = (uint32_t)count, .measured = sum};
  return status_of(
      rc__tree_replace(&extents->tree, &path, (uint32_t)lower, (uint32_t)(upper - lower), &fresh));
}

// Replaces lower ..< upper with `count` measured items. Points are read once, and checked as the
// tree grows; only if something is wrong are all checked, for the error that takes precedence.
static rc_status replace_measured(rc_extents *extents, int64_t lower, int64_t upper,
                                  const double *points, int64_t count) {
  if (count <= RC__LEAF_WIDTH) return replace_few(extents, lower, upper, points, count);
  rc__tree *tree = &extents->tree;
  rc__subtree subtree;
  rc_status status = build(extents, points, count, &subtree);
  if (status != RC_STATUS_OK) {
    uint64_t sum;
    rc_status worst = rc__slots_check(points, count, extents->spacing, &sum);
    if (worst == RC_STATUS_OK && !fits_replaced(extents, lower, upper, 0, sum)) {
      worst = RC_STATUS_LIMIT;
    }
    return worst != RC_STATUS_OK ? worst : status;
  }
  if (!fits_replaced(extents, lower, upper, 0, subtree.measured)) {
    rc__tree_drop(tree, subtree);
    rc__tree_trim(tree);
    return RC_STATUS_LIMIT;
  }
  return status_of(rc__tree_replace_tree(tree, (uint32_t)lower, (uint32_t)upper, subtree));
}

rc_status rc_extents_insert(rc_extents *extents, int64_t index, const double *values,
                            int64_t count) {
  if (!rc__extents_has_range(extents, index, index) || count < 0) return RC_STATUS_ARGUMENT;
  if (count == 0) return RC_STATUS_OK;
  if (count > RC_ITEM_COUNT_MAX - extents->tree.root.count) return RC_STATUS_LIMIT;
  if (values != NULL) return replace_measured(extents, index, index, values, count);
  if (!fits_replaced(extents, index, index, (uint64_t)count, 0)) return RC_STATUS_LIMIT;
  const rc__fresh fresh = {.count = (uint32_t)count};
  return replace_items(extents, index, index, &fresh);
}

rc_status rc_extents_remove(rc_extents *extents, int64_t lower, int64_t upper) {
  if (!rc__extents_has_range(extents, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  const rc__fresh nothing = {0};
  return replace_items(extents, lower, upper, &nothing);
}

rc_status rc_extents_move(rc_extents *extents, int64_t lower, int64_t upper, int64_t to) {
  if (!rc__extents_has_range(extents, lower, upper)) return RC_STATUS_ARGUMENT;
  if (to < 0 || to > extents->tree.root.count - (upper - lower)) return RC_STATUS_ARGUMENT;
  return status_of(rc__tree_move(&extents->tree, (uint32_t)lower, (uint32_t)upper, (uint32_t)to));
}

// Whether the list stays within its maximum length.
static bool fits_rearranged(const rc_extents *extents, const rc__rearrangement *edit) {
  const rc__tree *tree = &extents->tree;
  uint64_t unmeasured = tree->root.unmeasured, measured = tree->root.measured;
  for (size_t i = 0; i < edit->part_count; i++) {
    unmeasured += (uint64_t)edit->parts[i].count;
    subtract_range(tree, edit->parts[i].lower, edit->parts[i].upper, &unmeasured, &measured);
  }
  return fits(extents, tree->estimate, unmeasured, measured);
}

// Makes an edit of several steps. All memory is reserved before the first, and kept until the last.
static rc_status rearrange_in_steps(rc_extents *extents, const rc__rearrangement *edit) {
  rc__tree *tree = &extents->tree;
  const rc_interval moved = edit->moved;
  const uint32_t parts = (uint32_t)edit->part_count, moves = moved.lower < moved.upper;
  bool had_memory = rc__tree_keep(tree, parts, moves);
  for (size_t i = edit->part_count; i > 0 && had_memory; i--) {
    const rc__fresh fresh = {.count = (uint32_t)edit->parts[i - 1].count};
    const rc_status status =
        replace_items(extents, edit->parts[i - 1].lower, edit->parts[i - 1].upper, &fresh);
    RC_ASSERT(status == RC_STATUS_OK);
    (void)status;
  }
  if (had_memory && moves != 0) {
    had_memory =
        rc__tree_move(tree, (uint32_t)moved.lower, (uint32_t)moved.upper, (uint32_t)edit->to);
    RC_ASSERT(had_memory);
  }
  tree->kept_node_count = tree->kept_leaf_count = 0;
  rc__tree_trim(tree);
  return status_of(had_memory);
}

rc_status rc__extents_rearrange(rc_extents *extents, const rc__rearrangement *edit) {
  const rc_interval moved = edit->moved;
  if (edit->part_count == 0) return rc_extents_move(extents, moved.lower, moved.upper, edit->to);
  if (!fits_rearranged(extents, edit)) return RC_STATUS_LIMIT;
  if (edit->part_count > 1 || moved.lower < moved.upper) return rearrange_in_steps(extents, edit);
  const rc__fresh fresh = {.count = (uint32_t)edit->parts[0].count};
  return replace_items(extents, edit->parts[0].lower, edit->parts[0].upper, &fresh);
}

rc_status rc_extents_set(rc_extents *extents, int64_t index, const double *values, size_t count) {
  if (!rc__extents_has_range(extents, index, index)) return RC_STATUS_ARGUMENT;
  if (count > (uint64_t)(extents->tree.root.count - index)) return RC_STATUS_ARGUMENT;
  if (count == 0) return RC_STATUS_OK;
  if (values == NULL) return RC_STATUS_ARGUMENT;
  return replace_measured(extents, index, index + (int64_t)count, values, (int64_t)count);
}

rc_status rc_extents_forget(rc_extents *extents, int64_t lower, int64_t upper) {
  if (!rc__extents_has_range(extents, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  uint64_t count = (uint64_t)(upper - lower);
  if (!fits_replaced(extents, lower, upper, count, 0)) return RC_STATUS_LIMIT;
  const rc__fresh fresh = {.count = (uint32_t)count};
  return replace_items(extents, lower, upper, &fresh);
}

rc_status rc__extents_set_length_max(rc_extents *extents, int64_t length_max) {
  if (rc__extents_slots_length(extents) > length_max) return RC_STATUS_LIMIT;
  extents->length_max = (uint64_t)length_max;
  return RC_STATUS_OK;
}

rc_status rc__extents_set_estimate(rc_extents *extents, int64_t estimate) {
  rc__tree *tree = &extents->tree;
  if (estimate > RC_ITEM_TICKS_MAX - extents->spacing) return RC_STATUS_LIMIT;
  uint64_t slot = (uint64_t)(estimate + extents->spacing);
  const rc__subtree *root = &tree->root;
  if (!fits(extents, slot, root->unmeasured, root->measured)) return RC_STATUS_LIMIT;
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
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}
