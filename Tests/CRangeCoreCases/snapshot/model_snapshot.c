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

static rc_interval screen_of(const rc_viewport *viewport, const rc_update *update) {
  const int64_t offset = model_snapshot_ticks(update->offset);
  return (rc_interval){
      offset + model_snapshot_ticks(viewport->inset_start),
      offset + model_snapshot_ticks(viewport->length) - model_snapshot_ticks(viewport->inset_end),
  };
}

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

static bool row_overlaps(const model_snapshot_row *row, rc_interval screen) {
  const int64_t end = row->offset + row->extent;
  // A row of no length is where it is.
  return row->extent > 0 ? row->offset < screen.upper && end > screen.lower
                         : row->offset >= screen.lower && row->offset < screen.upper;
}

/// What becomes an anchor first, in lanes; 0 for nothing (18). In each panel these are the first
/// item on screen of each lane; then, if there are any, the last one above it of the other lanes;
/// and wide items.
static int64_t rank_of(const model_snapshot_row *rows, const rc_lanes_position *places,
                       int64_t count, int64_t item, rc_interval screen) {
  const bool is_visible = row_overlaps(&rows[item], screen);
  if (places[item].span == RC_SPAN_WIDE) return is_visible ? 2 * item + 1 : 0;
  int64_t lower = item, upper = item + 1, last_visible = -1;
  while (lower > 0 && places[lower - 1].span == 1 && places[lower - 1].lane != RC_LANE_NONE)
    lower--;
  while (upper < count && places[upper].span == 1 && places[upper].lane != RC_LANE_NONE) upper++;
  if (places[item].lane == RC_LANE_NONE) return 0;
  bool is_first = true;
  for (int64_t i = lower; i < upper; i++) {
    if (row_overlaps(&rows[i], screen)) last_visible = i;
    if (places[i].lane != places[item].lane || i == item) continue;
    if (row_overlaps(&rows[i], screen) && (i < item || !is_visible)) is_first = false;
    if (!is_visible && i > item && rows[i].offset < screen.lower) is_first = false;
  }
  if (is_visible) return is_first ? 2 * item + 1 : 1000 + item;
  if (!is_first || last_visible < 0 || rows[item].offset >= screen.lower) return 0;
  // After all of its panel that is on the screen.
  return 2 * last_visible + 2;
}

/// (18)
static void add_laned_anchors(model_snapshot *m, rc_list *list, const model_snapshot_row *rows,
                              int64_t count, rc_interval screen, const rc_id *ids) {
  rc_lanes_position places[MODEL_SNAPSHOT_ITEMS];
  bool are_chosen[MODEL_SNAPSHOT_ITEMS] = {false};
  (void)rc_list_places(list, 0, count, places);
  for (int n = 0; n < RC_SNAPSHOT_ANCHOR_COUNT_MAX; n++) {
    int64_t best = -1, best_rank = INT64_MAX;
    for (int64_t i = 0; i < count; i++) {
      int64_t rank = rank_of(rows, places, count, i, screen);
      if (rank == 0 || are_chosen[i] || ids[i] == RC_ID_NONE) continue;
      // Of those above the screen the lowest lane is first.
      rank = rank * 16 + (rank % 2 == 0 && rank < 1000 ? places[i].lane : 0);
      if (rank < best_rank) best = i;
      if (rank < best_rank) best_rank = rank;
    }
    if (best >= 0) are_chosen[best] = true;
  }
  for (int64_t i = 0; i < count; i++) {
    if (are_chosen[i]) add_anchor(m, &rows[i], screen, ids);
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
  const rc_interval screen = screen_of(viewport, update);
  int64_t nearest = 0;
  bool any = false, any_before = false;
  for (int64_t i = 0; i < count; i++) {
    // In lanes, the one that starts last.
    const bool is_later = !any_before || rows[i].offset >= rows[nearest].offset;
    if (rows[i].offset <= screen.lower && is_later) nearest = i;
    any_before |= rows[i].offset <= screen.lower;
    const bool overlaps = row_overlaps(&rows[i], screen);
    if (overlaps && m->lanes == 0) add_anchor(m, &rows[i], screen, ids);
    any |= overlaps;
  }
  if (any && m->lanes > 0) add_laned_anchors(m, list, rows, count, screen, ids);
  if (!any) add_anchor(m, &rows[nearest], screen, ids);
}

/// The first item of an id; −1 if there is none.
static int64_t find_item(int64_t lower, int64_t upper, const rc_id *ids, rc_id id) {
  for (int64_t item = lower; item < upper; item++) {
    if (ids[item] == id) return item;
  }
  return -1;
}

/// (10); in lanes what was on the screen is before what was above it (18).
static const model_snapshot_anchor *choose(const model_snapshot *m, int64_t lower, int64_t upper,
                                           const rc_id *ids, int64_t length) {
  const model_snapshot_anchor *cut_off = NULL, *below = NULL, *above = NULL;
  for (int64_t i = 0; i < m->anchor_count; i++) {
    const model_snapshot_anchor *anchor = &m->anchors[i];
    if (find_item(lower, upper, ids, anchor->id) < 0) continue;
    if (anchor->distance < 0 && anchor->after >= m->length) {
      above = anchor;
    } else if (anchor->distance < 0) {
      cut_off = anchor;
    } else if (length == 0 || anchor->distance < length) {
      return anchor;
    } else if (below == NULL) {
      below = anchor;
    }
  }
  if (cut_off != NULL) return cut_off;
  return below != NULL ? below : above;
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
static void keep(model_snapshot *m, rc_id id, int64_t extent, uint32_t lane, uint32_t lanes) {
  const int64_t at = find_kept(m, id);
  if (at >= 0) drop(m, at);
  m->kept[m->count].id = id;
  m->kept[m->count].extent = extent;
  m->kept[m->count].lane = lane;
  m->kept[m->count++].lanes = lanes;
  model_snapshot_limit(m, m->capacity);
}

static void renew(model_snapshot *m, int64_t at) {
  keep(m, m->kept[at].id, m->kept[at].extent, m->kept[at].lane, m->kept[at].lanes);
}

/// The lane of an item, `RC_LANE_NONE` for none, also if it is wide.
static uint32_t lane_of(rc_list *list, int64_t item, bool *out_is_wide) {
  rc_lanes_position at = {0};
  (void)rc_list_places(list, item, item + 1, &at);
  *out_is_wide = at.span == RC_SPAN_WIDE;
  return *out_is_wide ? RC_LANE_NONE : at.lane;
}

/// The items from the first to the last one on screen.
static rc_interval find_hull(const model_snapshot_row *rows, int64_t count, rc_interval screen) {
  rc_interval hull = {0, 0};
  for (int64_t i = 0; i < count && screen.lower < screen.upper; i++) {
    if (!row_overlaps(&rows[i], screen)) continue;
    if (hull.upper == 0) hull.lower = i;
    hull.upper = i + 1;
  }
  return hull;
}

/// The first row whose lane is saved: in the panel of the first one on screen the first, if a lane
/// has nothing above that.
static int64_t first_between(const model_snapshot *m, rc_list *list, int64_t first) {
  uint32_t found = 0;
  int64_t top = first;
  for (int64_t i = first; i >= 0; i--) {
    bool is_wide;
    const uint32_t lane = lane_of(list, i, &is_wide);
    if (lane == RC_LANE_NONE) break;
    if (i < first) found |= UINT32_C(1) << lane;
    top = i;
  }
  return found + UINT64_C(1) == UINT64_C(1) << m->lanes ? first : top;
}

void model_snapshot_save_extents(model_snapshot *m, rc_list *list, const rc_viewport *viewport,
                                 const rc_update *update, int64_t lower, int64_t upper,
                                 const rc_id *ids, int64_t key) {
  model_snapshot_row rows[MODEL_SNAPSHOT_ITEMS];
  const int64_t count = model_snapshot_rows(list, m->columns, rows);
  rc_interval hull = {0, 0};
  if (viewport != NULL && m->lanes > 0) hull = find_hull(rows, count, screen_of(viewport, update));
  if (hull.upper > 0) hull.lower = first_between(m, list, hull.lower);
  if (key != m->key) m->count = 0;
  m->key = key;
  // First those that are measured, then those of which only the lane is known (19).
  for (int pass = 0; pass < 2; pass++) {
    for (int64_t i = 0; i < count; i++) {
      const int64_t first = rows[i].items.lower;
      bool is_wide;
      if (first < lower || first >= upper || ids[first] == RC_ID_NONE) continue;
      const bool is_known = rows[i].is_measured && !rows[i].is_provisional;
      const uint32_t lane = m->lanes > 0 ? lane_of(list, first, &is_wide) : RC_LANE_NONE;
      const bool has_lane = lane != RC_LANE_NONE, is_between = hull.lower <= i && i < hull.upper;
      if (is_known != (pass == 0) || (!is_known && (!has_lane || !is_between))) continue;
      const int64_t at = find_kept(m, ids[first]);
      const int64_t former = at < 0 ? -1 : m->kept[at].extent;
      keep(m, ids[first], is_known ? rows[i].extent : former, has_lane ? lane : 0,
           has_lane ? m->lanes : 0);
    }
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
    if (at < 0 || m->kept[at].extent < 0) continue;
    given[i] = m->kept[at].extent;
    renew(m, at);
    restored++;
  }
  return restored;
}

void model_snapshot_restore_lanes(model_snapshot *m, rc_list *list, int64_t lower, int64_t upper,
                                  const rc_id *ids, int64_t key,
                                  uint32_t given[MODEL_SNAPSHOT_ITEMS]) {
  for (int64_t item = 0; item < MODEL_SNAPSHOT_ITEMS; item++) given[item] = RC_LANE_NONE;
  for (int64_t item = lower; item < upper && m->lanes > 0 && key == m->key; item++) {
    const int64_t at = find_kept(m, ids[item]);
    bool is_wide;
    if (ids[item] == RC_ID_NONE || at < 0 || m->kept[at].lanes != m->lanes) continue;
    if (lane_of(list, item, &is_wide) != RC_LANE_NONE || is_wide) continue;
    given[item] = m->kept[at].lane;
    renew(m, at);
  }
}

// == bytes ==

static size_t write_number(uint8_t *bytes, size_t at, int64_t number) {
  for (int i = 0; i < 8; i++, at++) bytes[at] = (uint8_t)((uint64_t)number >> 8 * i & 255);
  return at;
}

void model_snapshot_mend(uint8_t *bytes, size_t size) {
  uint64_t sum = 0;
  for (size_t i = 0; i + 8 < size; i += 8) {
    uint64_t word = 0;
    for (int byte = 7; byte >= 0; byte--) word = word * 256 + bytes[i + (size_t)byte];
    sum = (sum ^ word) * UINT64_C(11400714819323198485);
    sum ^= sum >> 32;
  }
  (void)write_number(bytes, size - 8, (int64_t)sum);
}

size_t model_snapshot_write(const model_snapshot *m, uint8_t bytes[MODEL_SNAPSHOT_SIZE]) {
  const int64_t size = 72 + 32 * m->anchor_count + 16 * m->count;
  bool any_lanes = false;
  for (int64_t i = 0; i < m->count; i++) any_lanes |= m->kept[i].lanes > 0;
  memcpy(bytes, any_lanes ? "RCSN\2\0\0\0" : "RCSN\1\0\0\0", 8);
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
    at = write_number(bytes, at, m->kept[i].extent < 0 ? UINT32_MAX : m->kept[i].extent);
    bytes[at - 4] = (uint8_t)m->kept[i].lane;
    bytes[at - 3] = (uint8_t)m->kept[i].lanes;
  }
  model_snapshot_mend(bytes, at + 8);
  return at + 8;
}
