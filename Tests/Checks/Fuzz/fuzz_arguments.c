// Any arguments of the calls on objects: what fails leaves no trace, and nothing is ever invalid.

#include <string.h>

#include "fuzz.h"
#include "memory_digest.h"

enum { ROOM = 40 };

static double points[ROOM], other[ROOM];

static int64_t values(void) {
  int64_t count = fuzz_integer();
  for (int i = 0; i < ROOM; i++) points[i] = i < 4 ? fuzz_points() : points[i - 4];
  return count > ROOM ? ROOM : count;
}

// Bounds of any kind whose results fit into the array.
static void bounds(int64_t *lower, int64_t *upper, bool fits) {
  *lower = fuzz_integer();
  *upper = fuzz_enum(1) ? rc__ticks_add_saturating(*lower, fuzz_integer()) : fuzz_integer();
  const bool is_longer = *lower <= INT64_MAX - ROOM && *upper > *lower + ROOM;
  if (fits && is_longer) *upper = *lower + ROOM;
}

static rc_status on_extents(rc_extents *extents) {
  int64_t lower, upper, count = values();
  int kind = fuzz_enum(12);
  rc_item item;
  rc_interval items;
  bounds(&lower, &upper, kind == 9);
  switch (kind) {
    case 0:
      return rc_extents_insert(extents, lower, NULL, upper);
    case 1:
      return rc_extents_insert(extents, lower, points, count);
    case 2:
      return rc_extents_remove(extents, lower, upper);
    case 3:
      return rc_extents_move(extents, lower, upper, fuzz_integer());
    case 4:
      return rc_extents_set(extents, lower, points, (size_t)count);
    case 5:
      return rc_extents_forget(extents, lower, upper);
    case 6:
      return rc_extents_set_estimate(extents, fuzz_points());
    case 7:
      return rc_extents_item(extents, lower, &item);
    case 8:
      return rc_extents_item_at(extents, fuzz_points(), &item);
    case 9:
      return rc_extents_copy(extents, lower, upper, points, other);
    case 10:
      return rc_extents_mean(extents, other);
    default:
      return rc_extents_items_in(extents, fuzz_points(), fuzz_points(), &items);
  }
}

// The changes have as many names as items, if there are not too many for an array.
static rc_status ask_for_names(const rc_list *list, const rc_changes *changes) {
  rc_id names[ROOM];
  for (size_t i = 0; i < changes->count; i++) {
    if (changes->items[i].upper - changes->items[i].lower > ROOM) continue;
    const rc_status status = rc_list_copy_change_names(list, i, names);
    if (status != RC_STATUS_OK) return RC_STATUS_CORRUPT;
  }
  return RC_STATUS_OK;
}

static rc_status update(rc_list *list) {
  rc_viewport viewport;
  rc_update result;
  rc_viewport_init(&viewport);
  int flags = fuzz_enum(7);
  viewport.is_user_driven = flags & 1;
  viewport.is_held = flags >> 1 & 1;
  viewport.is_dragged = flags >> 7 & 1;
  viewport.has_landing = flags >> 2 & 1;
  viewport.offset = fuzz_points();
  viewport.length = fuzz_points();
  if (fuzz_enum(3) == 0) {
    viewport.inset_start = fuzz_points();
    viewport.inset_end = fuzz_points();
    viewport.velocity = fuzz_points();
    viewport.landing_offset = fuzz_points();
    viewport.time = fuzz_points();
    viewport.jitter = fuzz_points();
  }
  rc_status status = rc_list_update(list, &viewport, &result);
  if (status != RC_STATUS_OK) return status;
  for (size_t i = 0; i < result.changes.count; i++) {
    const rc_change *change = &result.changes.items[i];
    if (change->lower >= change->upper || change->before == change->after) {
      test_fail(__FILE__, __LINE__, "change %zu is none", i);
    }
  }
  return ask_for_names(list, &result.changes);
}

static rc_status configure(rc_list *list) {
  rc_list_settings settings;
  rc_status status = rc_list_get_settings(list, &settings);
  if (status != RC_STATUS_OK) return RC_STATUS_CORRUPT;
  int end = fuzz_enum(1) & 1;
  switch (fuzz_enum(7)) {
    case 0:
      settings.depth = (int32_t)fuzz_enum(3);
      settings.presence = (rc_presence)fuzz_enum(2);
      settings.pressure = (rc_pressure)fuzz_enum(2);
      break;
    case 1:
      settings.slack = fuzz_points();
      if (fuzz_enum(1)) settings.foresight = fuzz_points();
      break;
    case 2:
      settings.direction_threshold = fuzz_points();
      break;
    case 3:
      settings.leading_screens[end] = fuzz_points();
      break;
    case 4:
      settings.extra_lengths[end] = fuzz_points();
      settings.stick_distances[end] = fuzz_points();
      settings.leading_items[end] = fuzz_integer();
      if (fuzz_enum(2) == 0) settings.overscan_items = fuzz_integer();
      break;
    case 5:
      return rc_list_set_tuning(list, (rc_range_mode)fuzz_enum(3), (rc_range)fuzz_enum(5),
                                (rc_tuning){fuzz_points(), fuzz_points(), fuzz_enum(1) & 1});
    case 6:
      settings.sticks[end] = fuzz_enum(1) & 1;
      settings.uses_mean_estimate = fuzz_enum(1) & 1;
      settings.host_decides_batches = fuzz_enum(1) & 1;
      settings.pins_headers = fuzz_enum(1) & 1;
      break;
    default:
      settings.in_background = fuzz_enum(1) & 1;
  }
  return rc_list_set_settings(list, &settings);
}

// A context is finished by what any thread may say, at any time, also after its list.
static rc_status on_batch(rc_list *list, rc_batch_context **context, rc_batch_token *token) {
  rc_end end = (rc_end)fuzz_enum(1);
  rc_batch_context *begun = NULL;
  switch (fuzz_enum(5)) {
    case 0: {
      rc_status status = rc_list_begin_batch(list, end, &begun, token);
      if (status == RC_STATUS_OK) {
        rc_batch_context_release(*context);
        *context = rc_batch_context_retain(begun);
        rc_batch_context_release(begun);
      }
      return status;
    }
    case 1:
      return rc_list_retry_batch(list, end);
    case 2:
      return rc_list_reset_batch(list, end);
    case 3:
      return rc_list_mark_exhausted(list, end);
    default: {
      rc_batch_token any = fuzz_enum(3) == 0 ? (rc_batch_token)fuzz_integer() : *token;
      bool is_in_progress = rc_batch_context_outcome(*context, any) == RC_BATCH_OUTCOME_FETCHING;
      rc_batch_outcome outcome = (rc_batch_outcome)fuzz_enum(6);
      rc_status status = rc_batch_context_finish(*context, any, outcome);
      return status == RC_STATUS_OK && !is_in_progress ? RC_STATUS_CORRUPT : status;
    }
  }
}

static rc_status ask_sections(const rc_list *list, int64_t number) {
  rc_section section;
  rc_interval items;
  rc_pinned_header pinned;
  int64_t row;
  (void)rc_list_section(list, number, &section);
  (void)rc_list_pinned_header(list, &pinned);
  const rc_status status = rc_list_section_of_item(list, number, &section);
  if (status != RC_STATUS_OK) return status;
  if (section.ordinal >= rc_list_section_count(list)) return RC_STATUS_CORRUPT;
  if (rc_list_row_of_item(list, number, &row) != RC_STATUS_OK) return RC_STATUS_CORRUPT;
  if (rc_list_items_of_row(list, row, &items) != RC_STATUS_OK) return RC_STATUS_CORRUPT;
  const bool has_it = items.lower <= number && number < items.upper;
  return has_it ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}

static rc_status keep(rc_list *list, int64_t lower, int64_t upper) {
  int64_t kept[RC_KEPT_ITEM_COUNT_MAX];
  size_t count;
  const rc_status status = rc_list_keep(list, lower, (rc_state)(upper & 0xff));
  (void)rc_list_copy_kept(list, kept, &count);
  return status;
}

static rc_status on_list(rc_list *list) {
  int64_t lower, upper, count = values();
  int kind = fuzz_enum(33);
  rc_item item;
  rc_interval items;
  rc_foresight foresight;
  rc_state states[ROOM];
  rc_id names[ROOM];
  rc_lanes_position places[ROOM];
  bounds(&lower, &upper, kind == 9 || kind == 14 || kind == 20 || kind == 29);
  switch (kind) {
    case 0:
      return rc_list_insert(list, lower, NULL, upper);
    case 1:
      return rc_list_insert(list, lower, points, count);
    case 2:
      return rc_list_remove(list, lower, upper);
    case 3:
      return rc_list_move(list, lower, upper, fuzz_integer());
    case 4:
      return rc_list_set_row_extents(list, lower, points, (size_t)count);
    case 5:
      return rc_list_forget(list, lower, upper);
    case 6:
      return rc_list_set_estimate(list, fuzz_points());
    case 7:
      return rc_list_item(list, lower, &item);
    case 8:
      return rc_list_item_at(list, fuzz_points(), &item);
    case 9:
      return rc_list_copy_rows(list, lower, upper, points, other);
    case 10:
      return rc_list_items_in(list, fuzz_points(), fuzz_points(), &items);
    case 11:
      return rc_list_set_mode(list, (rc_range_mode)fuzz_enum(3));
    case 12:
      return rc_list_mark_scrolled(list);
    case 13:
      return rc_list_set_scroll_target(list, lower, fuzz_points(), fuzz_points(), other);
    case 14:
      return rc_list_copy_states(list, lower, upper, states);
    case 15:
      return rc_list_unmeasured_rows(list, lower, upper, &items);
    case 16:
      return configure(list);
    case 17:
      return rc_list_mark_provisional(list, lower, upper);
    case 18:
      return rc_list_set_layout(list, (uint32_t)fuzz_integer(), fuzz_points(), fuzz_enum(1) & 1);
    case 19:
    case 20:
      for (int i = 0; i < ROOM; i++) names[i] = fuzz_enum(3) == 0 ? RC_ID_NONE : i;
      return rc_list_set_names(list, lower, upper, names);
    case 21:
      return rc_list_mark_header(list, lower, (uint32_t)fuzz_integer());
    case 22:
      return rc_list_unmark_header(list, lower);
    case 23:
      return ask_sections(list, lower);
    case 24:
      return rc_list_add_preload_time(list, fuzz_points());
    case 25:
      return rc_list_foresee(list, &foresight);
    case 26:
      return keep(list, lower, upper);
    case 27:
      return rc_list_set_lanes(list, (uint32_t)fuzz_integer(), fuzz_points(), fuzz_points(),
                               fuzz_enum(1) & 1);
    case 28:
      return rc_list_set_span(list, lower, upper, (uint32_t)fuzz_enum(2));
    case 29:
      return rc_list_places(list, lower, upper, places);
    default:
      return update(list);
  }
}

typedef struct {
  rc_extents *extents;
  rc_list *list;
  rc_batch_context *context;
  rc_batch_token token;
} objects;

typedef enum { ON_EXTENTS, ON_LIST, ON_BATCH } call_kind;

static uint64_t digest_of(const objects *all, call_kind kind) {
  return kind == ON_EXTENTS ? memory_digest_extents(all->extents) : memory_digest_list(all->list);
}

static void step(objects *all, call_kind kind) {
  uint64_t before = digest_of(all, kind);
  const char *reason = NULL;
  rc_status status = kind == ON_EXTENTS ? on_extents(all->extents)
                     : kind == ON_LIST  ? on_list(all->list)
                                        : on_batch(all->list, &all->context, &all->token);
  CHECK_F(status < RC_STATUS_CORRUPT, "status %d of kind %d", (int)status, (int)kind);
  CHECK_F(status == RC_STATUS_OK || digest_of(all, kind) == before, "status %d left a trace",
          (int)status);
  status = kind == ON_EXTENTS ? rc_extents_validate(all->extents, &reason)
                              : rc_list_validate(all->list, &reason);
  CHECK_F(status == RC_STATUS_OK, "%s", reason);
}

static void make(objects *all) {
  rc_extents_options extents = {.estimate = 44};
  rc_list_options list;
  rc_list_options_init(&list);
  if (fuzz_enum(1)) {
    extents.estimate = list.estimate = fuzz_points();
    extents.spacing = list.spacing = fuzz_points();
    list.quantum = fuzz_points();
    list.columns = (uint32_t)fuzz_integer();
  }
  if (rc_extents_create(&extents, NULL, &all->extents) != RC_STATUS_OK) {
    CHECK_EQUAL(rc_extents_create(NULL, NULL, &all->extents), RC_STATUS_OK);
  }
  if (rc_list_create(&list, NULL, &all->list) != RC_STATUS_OK) {
    CHECK_EQUAL(rc_list_create(NULL, NULL, &all->list), RC_STATUS_OK);
  }
}

void fuzz_one(void) {
  objects all = {0};
  const call_kind kind = fuzz_enum(2) == 0 ? ON_EXTENTS : ON_LIST;
  make(&all);
  for (int i = 0; i < 40 && fuzz_has_more(); i++) {
    step(&all, kind == ON_LIST && fuzz_enum(3) == 0 ? ON_BATCH : kind);
  }
  rc_extents_destroy(all.extents);
  rc_list_destroy(all.list);
  CHECK(rc_batch_context_outcome(all.context, all.token) != RC_BATCH_OUTCOME_FETCHING);
  rc_batch_context_release(all.context);
}
