#include "model_snapshot.h"

#include <math.h>
#include <string.h>

int64_t model_snapshot_ticks(double points) {
  return llround(points * RC_TICKS_PER_POINT);
}

// == rows ==

/// The extent of the header that is pinned above a row, and whether the row may have several items.
static void look_at_section(rc_list *list, const rc_list_settings *settings, uint32_t columns,
                            model_snapshot_row *row) {
  rc_section section;
  row->covered = 0;
  row->is_wide = columns > 1;
  if (rc_list_section_of_item(list, row->items.lower, &section) != RC_STATUS_OK) return;
  const bool is_header = section.items.lower == row->items.lower;
  row->is_wide = !is_header && section.columns > 1;
  rc_item header;
  (void)rc_list_item(list, section.items.lower, &header);
  if (settings->pins_headers && !is_header) row->covered = model_snapshot_ticks(header.extent);
}

int64_t model_snapshot_rows(rc_list *list, uint32_t columns,
                            model_snapshot_row rows[MODEL_SNAPSHOT_ITEMS]) {
  rc_list_settings settings;
  (void)rc_list_get_settings(list, &settings);
  const int64_t count = rc_list_count(list);
  int64_t row = 0;
  for (int64_t item = 0; item < count; row++) {
    rc_item place;
    (void)rc_list_items_of_row(list, row, &rows[row].items);
    (void)rc_list_item(list, item, &place);
    rows[row].offset = model_snapshot_ticks(place.offset);
    rows[row].extent = model_snapshot_ticks(place.extent);
    rows[row].is_measured = place.is_measured;
    rows[row].is_provisional = place.is_provisional;
    look_at_section(list, &settings, columns, &rows[row]);
    item = rows[row].items.upper;
  }
  return row;
}

// == places ==

/// (2), (3)
static void add_anchor(model_snapshot *m, const model_snapshot_row *row, rc_interval screen,
                       const rc_id *ids) {
  if (m->anchor_count == RC_SNAPSHOT_ANCHOR_COUNT_MAX) return;
  for (int64_t item = row->items.lower; item < row->items.upper; item++) {
    if (ids[item] == RC_ID_NONE) continue;
    for (int64_t i = 0; i < m->anchor_count; i++) {
      if (m->anchors[i].id == ids[item]) return;
    }
    m->anchors[m->anchor_count++] = (model_snapshot_anchor){
        .id = ids[item],
        .index = item,
        .distance = row->offset - screen.lower - row->covered,
        .after = screen.upper - row->offset - row->extent,
    };
    return;
  }
}

void model_snapshot_save_place(model_snapshot *m, rc_list *list, const rc_viewport *viewport,
                               const rc_update *update, const rc_id *ids) {
  model_snapshot_row rows[MODEL_SNAPSHOT_ITEMS];
  const int64_t count = model_snapshot_rows(list, m->columns, rows);
  const bool is_fixed = viewport->insets_are_fixed;
  const int64_t start = model_snapshot_ticks(viewport->inset_start);
  const int64_t end = model_snapshot_ticks(viewport->inset_end);
  const int64_t length = model_snapshot_ticks(viewport->length);
  const int64_t offset = model_snapshot_ticks(update->offset);
  const int64_t lowest = is_fixed ? 0 : -start;
  int64_t highest = model_snapshot_ticks(rc_list_length(list)) + (is_fixed ? 0 : end) - length;
  if (highest < lowest) highest = lowest;
  m->has_place = true;
  m->is_at_start = offset <= lowest + RC_TICKS_PER_POINT;
  m->is_at_end = offset >= highest - RC_TICKS_PER_POINT;
  m->estimate = model_snapshot_ticks(rc_list_get_estimate(list));
  m->length = length - start - end;
  m->anchor_count = 0;
  const rc_interval screen = {offset + start, offset + length - end};
  int64_t nearest = 0;
  bool any = false;
  for (int64_t i = 0; i < count; i++) {
    const int64_t row_end = rows[i].offset + rows[i].extent;
    if (rows[i].offset <= screen.lower) nearest = i;
    // A row of no length is where it is.
    const bool overlaps = rows[i].extent > 0
                              ? rows[i].offset < screen.upper && row_end > screen.lower
                              : rows[i].offset >= screen.lower && rows[i].offset < screen.upper;
    if (overlaps) add_anchor(m, &rows[i], screen, ids);
    any |= overlaps;
  }
  if (!any) add_anchor(m, &rows[nearest], screen, ids);
}

/// The first item of an id; −1 if there is none.
static int64_t find_item(int64_t lower, int64_t upper, const rc_id *ids, rc_id id) {
  for (int64_t item = lower; item < upper; item++) {
    if (ids[item] == id) return item;
  }
  return -1;
}

/// (10)
static const model_snapshot_anchor *choose(const model_snapshot *m, int64_t lower, int64_t upper,
                                           const rc_id *ids, int64_t length) {
  const model_snapshot_anchor *cut_off = NULL, *below = NULL;
  for (int64_t i = 0; i < m->anchor_count; i++) {
    const model_snapshot_anchor *anchor = &m->anchors[i];
    if (find_item(lower, upper, ids, anchor->id) < 0) continue;
    if (anchor->distance < 0) {
      cut_off = anchor;
    } else if (length == 0 || anchor->distance < length) {
      return anchor;
    } else if (below == NULL) {
      below = anchor;
    }
  }
  return cut_off != NULL ? cut_off : below;
}

rc_status model_snapshot_find(const model_snapshot *m, rc_list *list, int64_t lower, int64_t upper,
                              const rc_id *ids, double length, rc_snapshot_goal *out_goal) {
  rc_list_settings settings;
  (void)rc_list_get_settings(list, &settings);
  if (!m->has_place || rc_list_count(list) == 0) return RC_STATUS_NOT_FOUND;
  *out_goal = (rc_snapshot_goal){.kind = RC_SNAPSHOT_GOAL_KIND_END};
  if (m->is_at_end && settings.sticks[RC_END_TAIL]) return RC_STATUS_OK;
  *out_goal = (rc_snapshot_goal){.kind = RC_SNAPSHOT_GOAL_KIND_START};
  if (m->is_at_start) return RC_STATUS_OK;
  const int64_t now = model_snapshot_ticks(length);
  const model_snapshot_anchor *anchor = choose(m, lower, upper, ids, now);
  if (anchor == NULL) return RC_STATUS_NOT_FOUND;
  *out_goal = (rc_snapshot_goal){.index = find_item(lower, upper, ids, anchor->id)};
  int64_t distance = anchor->distance;
  const int64_t after = anchor->after + (now > 0 ? now - m->length : 0);
  if (distance >= 0) {
    if (now > 0 && distance < m->length && distance >= now) distance = now - 1;
    out_goal->shift = -rc_ticks_to_points(distance);
  } else if (after > 0) {
    out_goal->fraction = 1;
    out_goal->shift = rc_ticks_to_points(after);
  } else {
    out_goal->fraction = (double)distance / (double)(distance + after);
  }
  return RC_STATUS_OK;
}

// == extents ==

static int64_t find_kept(const model_snapshot *m, rc_id id) {
  for (int64_t i = 0; i < m->count; i++) {
    if (m->kept[i].id == id) return i;
  }
  return -1;
}

static void drop(model_snapshot *m, int64_t at) {
  m->count--;
  memmove(&m->kept[at], &m->kept[at + 1], (size_t)(m->count - at) * sizeof m->kept[0]);
}

void model_snapshot_limit(model_snapshot *m, int64_t capacity) {
  m->capacity = capacity;
  while (m->count > capacity) drop(m, 0);
}

/// (7)
static void keep(model_snapshot *m, rc_id id, int64_t extent) {
  const int64_t at = find_kept(m, id);
  if (at >= 0) drop(m, at);
  m->kept[m->count].id = id;
  m->kept[m->count++].extent = extent;
  model_snapshot_limit(m, m->capacity);
}

void model_snapshot_save_extents(model_snapshot *m, rc_list *list, int64_t lower, int64_t upper,
                                 const rc_id *ids, int64_t key) {
  model_snapshot_row rows[MODEL_SNAPSHOT_ITEMS];
  const int64_t count = model_snapshot_rows(list, m->columns, rows);
  if (key != m->key) m->count = 0;
  m->key = key;
  for (int64_t i = 0; i < count; i++) {
    const int64_t first = rows[i].items.lower;
    if (first < lower || first >= upper || ids[first] == RC_ID_NONE) continue;
    if (rows[i].is_measured && !rows[i].is_provisional) keep(m, ids[first], rows[i].extent);
  }
}

int64_t model_snapshot_restore(model_snapshot *m, rc_list *list, int64_t lower, int64_t upper,
                               const rc_id *ids, int64_t key, int64_t given[MODEL_SNAPSHOT_ITEMS]) {
  model_snapshot_row rows[MODEL_SNAPSHOT_ITEMS];
  const int64_t count = model_snapshot_rows(list, m->columns, rows);
  int64_t restored = 0;
  for (int64_t i = 0; i < count; i++) {
    given[i] = -1;
    const int64_t first = rows[i].items.lower;
    if (key != m->key || first < lower || first >= upper || ids[first] == RC_ID_NONE) continue;
    if (rows[i].is_measured && (rows[i].is_wide || !rows[i].is_provisional)) continue;
    const int64_t at = find_kept(m, ids[first]);
    if (at < 0) continue;
    given[i] = m->kept[at].extent;
    keep(m, ids[first], given[i]);
    restored++;
  }
  return restored;
}

// == bytes ==

static size_t write_number(uint8_t *bytes, size_t at, int64_t number) {
  for (int i = 0; i < 8; i++, at++) bytes[at] = (uint8_t)((uint64_t)number >> 8 * i & 255);
  return at;
}

size_t model_snapshot_write(const model_snapshot *m, uint8_t bytes[MODEL_SNAPSHOT_SIZE]) {
  const int64_t size = 72 + 32 * m->anchor_count + 16 * m->count;
  memcpy(bytes, "RCSN\1\0\0\0", 8);
  size_t at = write_number(bytes, 8, size);
  at = write_number(bytes, at, m->key);
  at = write_number(bytes, at, m->has_place + 2 * m->is_at_start + 4 * m->is_at_end);
  at = write_number(bytes, at, m->estimate);
  at = write_number(bytes, at, m->length);
  at = write_number(bytes, at, m->anchor_count);
  at = write_number(bytes, at, m->count);
  for (int64_t i = 0; i < m->anchor_count; i++) {
    at = write_number(bytes, at, m->anchors[i].id);
    at = write_number(bytes, at, m->anchors[i].index);
    at = write_number(bytes, at, m->anchors[i].distance);
    at = write_number(bytes, at, m->anchors[i].after);
  }
  for (int64_t i = 0; i < m->count; i++) {
    at = write_number(bytes, at, m->kept[i].id);
    at = write_number(bytes, at, m->kept[i].extent);
  }
  uint64_t sum = 0;
  for (size_t i = 0; i < at; i += 8) {
    uint64_t word = 0;
    for (int byte = 7; byte >= 0; byte--) word = word * 256 + bytes[i + (size_t)byte];
    sum = (sum ^ word) * UINT64_C(11400714819323198485);
    sum ^= sum >> 32;
  }
  return write_number(bytes, at, (int64_t)sum);
}
