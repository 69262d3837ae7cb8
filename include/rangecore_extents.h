// Extents: index ↔ offset for items that are measured one by one, inserted, removed and moved.
//
// For a host with its own ranges and states that only needs to know where everything is; an
// `rc_list` already contains one. The extent of an unmeasured item is the estimate. Memory grows
// with the measured items, not with the length of the list: a billion unmeasured items take under 1
// KiB.
//
// ```c
// rc_extents *extents;
// rc_extents_create(NULL, NULL, &extents);
// rc_extents_insert(extents, 0, NULL, 1000000);                  // 44 points each
// rc_extents_set(extents, 0, (const double[]){130, 160}, 2);     // the first two are measured
// rc_item item;
// rc_extents_item(extents, 999999, &item);                       // offset 44000158
// rc_extents_destroy(extents);
// ```

#ifndef RANGECORE_EXTENTS_H
#define RANGECORE_EXTENTS_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The extents of the items of a list along its axis.
typedef struct rc_extents rc_extents;

/// What extents are created with.
typedef struct rc_extents_options {
  /// The extent of unmeasured items, in points, 0 … 4,000,000 minus the spacing.
  double estimate;
  /// The gap between adjacent items, in points, >= 0. Cannot be changed later.
  double spacing;
} rc_extents_options;

/// Creates the extents of an empty list.
///
/// - `options`: NULL for an estimate of 44 points and no spacing.
/// - `allocator`: copied; NULL for the C library's, which a freestanding build does not have.
/// - `out_extents`: owned by the caller; destroy them with `rc_extents_destroy`.
///
/// Errors: `ARGUMENT`; `LIMIT` for an estimate past the limit; `NO_MEMORY`.
RC_API rc_status rc_extents_create(const rc_extents_options *options, const rc_allocator *allocator,
                                   rc_extents **out_extents);

/// Destroys extents and frees their memory. NULL is ignored.
///
/// Complexity: O(measured items).
RC_API void rc_extents_destroy(rc_extents *extents);

/// Returns the number of items; 0 for NULL.
RC_API int64_t rc_extents_count(const rc_extents *extents);

/// Returns the number of measured items; 0 for NULL.
RC_API int64_t rc_extents_measured_count(const rc_extents *extents);

/// Returns the length of the content in points: all extents and the gaps between them; 0 for NULL.
RC_API double rc_extents_length(const rc_extents *extents);

/// Computes the mean extent of the measured items, in points, rounded to a tick.
///
/// Errors: `ARGUMENT` for NULL; `NOT_FOUND` if no item is measured. Complexity: O(1).
RC_API rc_status rc_extents_mean(const rc_extents *extents, double *out_mean);

/// Finds the position of an item.
///
/// Errors: `ARGUMENT` for NULL or an index out of bounds. Complexity: O(log n).
RC_API rc_status rc_extents_item(rc_extents *extents, int64_t index, rc_item *out_item);

/// Finds the item at an offset: the last one that starts at or before it.
///
/// An offset in a gap belongs to the item before the gap, one before the content to the first item,
/// and one past it to the last.
///
/// Errors: `ARGUMENT` for NULL, NaN or infinity; `LIMIT` for an offset past
/// `RC_LIST_TICKS_MAX`; `NOT_FOUND` in an empty list. Complexity: O(log n).
RC_API rc_status rc_extents_item_at(rc_extents *extents, double offset, rc_item *out_item);

/// Finds the items between two offsets: those that overlap `lower ..< upper` by at least one tick,
/// and those of extent 0 that lie in it.
///
/// - `lower`, `upper`: in points; there are no items in a range with upper ≤ lower.
/// - `out_items`: if there are none, an empty interval where they would be.
///
/// Errors: as `rc_extents_item_at`, except `NOT_FOUND`. Complexity: O(log n).
RC_API rc_status rc_extents_items_in(rc_extents *extents, double lower, double upper,
                                     rc_interval *out_items);

/// Copies the offsets and extents of the items `lower ..< upper`.
///
/// - `out_offsets`, `out_extents`: upper − lower values each, in points; either may be NULL.
///
/// Errors: `ARGUMENT` for NULL `extents` or a range out of bounds.
/// Complexity: O(log n + upper − lower).
RC_API rc_status rc_extents_copy(rc_extents *extents, int64_t lower, int64_t upper,
                                 double *out_offsets, double *out_extents);

/// Inserts items at `index`.
///
/// - `index`: that of the first new item, 0 … number of items.
/// - `values`: an extent for each, in points, 0 … 4,000,000 minus the spacing; or NULL for
///   unmeasured items.
/// - `count`: how many items.
///
/// Errors: `ARGUMENT`, also for NaN or a negative extent; `LIMIT`; `NO_MEMORY`.
/// Complexity: O(log n), whatever the count; plus O(count) with `values`.
RC_API rc_status rc_extents_insert(rc_extents *extents, int64_t index, const double *values,
                                   int64_t count);

/// Removes the items `lower ..< upper`.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(log n + measured items removed).
RC_API rc_status rc_extents_remove(rc_extents *extents, int64_t lower, int64_t upper);

/// Moves the items `lower ..< upper` so that the first of them has the index `to` afterwards.
///
/// - `to`: 0 … number of items − (upper − lower).
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(log n).
RC_API rc_status rc_extents_move(rc_extents *extents, int64_t lower, int64_t upper, int64_t to);

/// Sets the extents of consecutive items, which makes them measured.
///
/// - `index`: of the first; `values`: `count` extents in points, each 0 … 4,000,000 minus the
///   spacing.
///
/// Errors: `ARGUMENT`, also for NaN or a negative extent; `LIMIT`; `NO_MEMORY`.
/// Complexity: O(log n + count).
RC_API rc_status rc_extents_set(rc_extents *extents, int64_t index, const double *values,
                                size_t count);

/// Forgets the extents of the items `lower ..< upper`; the estimate applies to them again.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`. Complexity: O(log n + measured items forgotten).
RC_API rc_status rc_extents_forget(rc_extents *extents, int64_t lower, int64_t upper);

/// Returns the extent of unmeasured items, in points; 0 for NULL.
RC_API double rc_extents_get_estimate(const rc_extents *extents);

/// Sets the extent of all unmeasured items, in points.
///
/// Errors: `ARGUMENT` for NULL, NaN or a negative estimate; `LIMIT`. Complexity: O(1).
RC_API rc_status rc_extents_set_estimate(rc_extents *extents, double estimate);

/// Checks all internal invariants. For tests and bug reports.
///
/// - `out_reason`: a static string that describes the first violation, NULL if there is none; may
///   be NULL.
///
/// Errors: `ARGUMENT` for NULL; `CORRUPT`. Complexity: O(measured items).
RC_API rc_status rc_extents_validate(const rc_extents *extents, const char **out_reason);

#ifdef __cplusplus
}
#endif

#endif
