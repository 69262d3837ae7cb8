// What a host does to its list. Each act is noted before it is done, and withdrawn if it fails, so
// that none is done without being told.

#include "../base/ticks.h"
#include "host.h"
#include "rangecore_lanes.h"

/// False if out of memory.
static bool note(rc_host *host, const rc_host_act *act) {
  if (!host->notes_acts) return true;
  if (host->acts_are_taken) host->act_count = 0;
  host->acts_are_taken = false;
  if (!rc__array_reserve(&host->allocator, &host->acts, &host->act_capacity, sizeof *act,
                         host->act_count + 1)) {
    return false;
  }
  host->acts[host->act_count++] = *act;
  return true;
}

static rc_status did(rc_host *host, rc_status status) {
  if (host->notes_acts && status != RC_STATUS_OK) host->act_count--;
  return status;
}

/// A length or an offset as a list takes it.
static double whole(double points) {
  int64_t ticks;
  return rc_ticks_from_points(points, &ticks) == RC_STATUS_OK ? rc_ticks_to_points(ticks) : points;
}

rc_status rc__host_update_noted(rc_host *host, const rc_viewport *viewport, rc_update *out_update) {
  rc_host_act act = {.kind = RC_HOST_ACT_KIND_UPDATE, .viewport = *viewport};
  act.viewport.offset = whole(viewport->offset);
  act.viewport.landing_offset = whole(viewport->landing_offset);
  if (!note(host, &act)) return RC_STATUS_NO_MEMORY;
  return did(host, rc__list_update(host->list, viewport, out_update));
}

rc_status rc__host_set_row(rc_host *host, int64_t row, double extent) {
  const rc_host_act act = {.kind = RC_HOST_ACT_KIND_ROW, .lower = row, .extent = whole(extent)};
  if (!note(host, &act)) return RC_STATUS_NO_MEMORY;
  return did(host, rc_list_set_row_extents(host->list, row, &extent, 1));
}

rc_status rc__host_mark_provisional(rc_host *host, int64_t lower, int64_t upper) {
  const rc_host_act act = {.kind = RC_HOST_ACT_KIND_PROVISIONAL, .lower = lower, .upper = upper};
  if (!note(host, &act)) return RC_STATUS_NO_MEMORY;
  return did(host, rc__list_mark_provisional(host->list, lower, upper));
}

rc_status rc__host_set_columns(rc_host *host, uint32_t columns) {
  rc_list *list = host->list;
  const bool in_lanes = host->options.in_lanes;
  const double spacing = rc_ticks_to_points(rc__rows_spacing(&list->rows));
  if (rc__rows_are_laned(&list->rows)) {
    host->tolerance = rc_ticks_to_points(rc__rows_laned(&list->rows)->tolerance);
  }
  const rc_host_act act = {
      .kind = in_lanes ? RC_HOST_ACT_KIND_LANES : RC_HOST_ACT_KIND_LAYOUT,
      .columns = columns,
      .extent = spacing,
      .shift = in_lanes ? host->tolerance : 0,
  };
  if (!note(host, &act)) return RC_STATUS_NO_MEMORY;
  return did(host, in_lanes ? rc_list_set_lanes(list, columns, spacing, act.shift, true)
                            : rc_list_set_layout(list, columns, spacing, true));
}

rc_status rc__host_set_target(rc_host *host, int64_t index, double *out_offset) {
  const double fraction = host->fraction, shift = host->shift;
  const rc_host_act act = {
      .kind = RC_HOST_ACT_KIND_TARGET, .lower = index, .shift = whole(shift), .fraction = fraction};
  if (!note(host, &act)) return RC_STATUS_NO_MEMORY;
  return did(host, rc_list_set_scroll_target(host->list, index, fraction, shift, out_offset));
}

void rc__host_free_acts(rc_host *host) {
  rc__deallocate(&host->allocator, host->acts, host->act_capacity * sizeof(rc_host_act));
}

rc_status rc_host_take_acts(rc_host *host, const rc_host_act **out_acts, size_t *out_count) {
  if (host == NULL || out_acts == NULL || out_count == NULL) return RC_STATUS_ARGUMENT;
  if (host->acts_are_taken) host->act_count = 0;
  host->notes_acts = host->acts_are_taken = true;
  *out_acts = host->acts;
  *out_count = host->act_count;
  return RC_STATUS_OK;
}
