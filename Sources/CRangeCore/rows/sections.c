#include "sections.h"

// == life ==

rc__sections *rc__sections_create(const rc_allocator *allocator, int64_t columns, int64_t count) {
  rc__sections *sections = rc__allocate(allocator, sizeof *sections);
  if (sections == NULL) return NULL;
  *sections = (rc__sections){.allocator = *allocator, .untouched = 1};
  if (!rc__sections_reserve(sections)) {
    rc__sections_destroy(sections);
    return NULL;
  }
  sections->nodes[0] = (rc__section_node){0};
  sections->own_columns = columns;
  sections->lead = count;
  return sections;
}

rc__sections *rc__sections_copy(const rc__sections *sections) {
  rc__sections *copy = rc__allocate(&sections->allocator, sizeof *copy);
  if (copy == NULL) return NULL;
  *copy = *sections;
  const size_t size = sections->capacity * sizeof *sections->nodes;
  copy->nodes = rc__allocate(&sections->allocator, size);
  if (copy->nodes == NULL) {
    rc__sections_destroy(copy);
    return NULL;
  }
  rc__copy_bytes(copy->nodes, sections->nodes, size);
  return copy;
}

void rc__sections_destroy(rc__sections *sections) {
  if (sections == NULL) return;
  const rc_allocator own = sections->allocator;
  rc__deallocate(&own, sections->nodes, sections->capacity * sizeof *sections->nodes);
  rc__deallocate(&own, sections, sizeof *sections);
}

bool rc__sections_reserve(rc__sections *sections) {
  return sections->spare != 0 ||
         rc__array_reserve(&sections->allocator, &sections->nodes, &sections->capacity,
                           sizeof *sections->nodes, (size_t)sections->untouched + 1);
}

// == nodes ==

static uint32_t take_node(rc__sections *sections) {
  const uint32_t number = sections->spare;
  if (number == 0) {
    RC_ASSERT(sections->untouched < sections->capacity);
    return sections->untouched++;
  }
  sections->spare = sections->nodes[number].left;
  return number;
}

RC_WRAPS("a difference may be negative, modulo 2^32")
static void add_measures(uint32_t to[RC__MEASURES], const uint32_t numbers[RC__MEASURES]) {
  for (int i = 0; i < RC__MEASURES; i++) to[i] += numbers[i];
}

RC_WRAPS("a difference may be negative, modulo 2^32")
static void subtract_measures(uint32_t from[RC__MEASURES], const uint32_t numbers[RC__MEASURES]) {
  for (int i = 0; i < RC__MEASURES; i++) from[i] -= numbers[i];
}

static uint32_t join_sections(rc__section_node *nodes, uint32_t first, uint32_t second) {
  uint32_t root, *link = &root;
  while (first != 0 && second != 0) {
    if (rc__mixed(first) >= rc__mixed(second)) {
      add_measures(nodes[first].totals, nodes[second].totals);
      *link = first;
      link = &nodes[first].right;
      first = *link;
    } else {
      add_measures(nodes[second].totals, nodes[first].totals);
      *link = second;
      link = &nodes[second].left;
      second = *link;
    }
  }
  *link = first != 0 ? first : second;
  return root;
}

/// What the sections before one come to.
static void sums_before(const rc__section_node *nodes, uint32_t root, int64_t ordinal,
                        uint32_t out_sums[RC__MEASURES]) {
  rc__zero_bytes(out_sums, RC__MEASURES * sizeof *out_sums);
  while (root != 0) {
    const rc__section_node *node = &nodes[root];
    const rc__section_node *left = &nodes[node->left];
    if (out_sums[RC__BY_ORDINAL] + left->totals[RC__BY_ORDINAL] >= ordinal) {
      root = node->left;
      continue;
    }
    add_measures(out_sums, left->totals);
    add_measures(out_sums, node->sizes);
    root = node->right;
  }
}

/// Splits a tree before a section. On the way down, each of the two takes its link in the place of
/// the last one; `sums` is what the first one takes of the tree at hand.
static void split_sections(rc__section_node *nodes, uint32_t root, int64_t ordinal, uint32_t *first,
                           uint32_t *second) {
  uint32_t sums[RC__MEASURES];
  sums_before(nodes, root, ordinal, sums);
  while (root != 0) {
    rc__section_node *node = &nodes[root];
    if (sums[RC__BY_ORDINAL] <= nodes[node->left].totals[RC__BY_ORDINAL]) {
      subtract_measures(node->totals, sums);
      *second = root;
      second = &node->left;
      root = node->left;
      continue;
    }
    uint32_t before[RC__MEASURES] = {0};
    add_measures(before, nodes[node->left].totals);
    add_measures(before, node->sizes);
    rc__copy_bytes(node->totals, sums, sizeof sums);
    subtract_measures(sums, before);
    *first = root;
    first = &node->right;
    root = node->right;
  }
  *first = *second = 0;
}

// == what is where ==

static rc__section lead_of(const rc__sections *sections) {
  const int64_t columns = sections->own_columns, lead = sections->lead;
  return (rc__section){
      .ordinal = -1,
      .items = {0, lead},
      .rows = {0, rc__rows_for(lead, columns)},
      .columns = columns,
  };
}

/// The section of the tree that holds a value, or the last one; 0 if there is none.
static rc__section search(const rc__sections *sections, rc__measure measure, int64_t value) {
  const rc__section_node *nodes = sections->nodes;
  const rc__section lead = lead_of(sections);
  int64_t starts[RC__MEASURES] = {lead.items.upper, lead.rows.upper, 0};
  uint32_t number = sections->root;
  for (;;) {
    const rc__section_node *node = &nodes[number], *left = &nodes[node->left];
    if (value < starts[measure] + left->totals[measure]) {
      number = node->left;
      continue;
    }
    for (int i = 0; i < RC__MEASURES; i++) starts[i] += left->totals[i];
    if (node->right == 0 || value < starts[measure] + node->sizes[measure]) break;
    for (int i = 0; i < RC__MEASURES; i++) starts[i] += node->sizes[i];
    number = node->right;
  }
  const rc__section_node *node = &nodes[number];
  const int64_t item = starts[RC__BY_ITEM], row = starts[RC__BY_ROW];
  return (rc__section){
      .number = number,
      .ordinal = starts[RC__BY_ORDINAL],
      .items = {item, item + node->sizes[RC__BY_ITEM]},
      .rows = {row, row + node->sizes[RC__BY_ROW]},
      .columns = node->columns == 0 ? sections->own_columns : node->columns,
      .grid = item + 1,
      .grid_row = row + 1,
  };
}

static int64_t start_by(const rc__section *section, rc__measure measure, int64_t *out_end) {
  const rc_interval interval = measure == RC__BY_ITEM ? section->items : section->rows;
  *out_end = interval.upper;
  return interval.lower;
}

rc__section rc__sections_find(rc__sections *sections, rc__measure measure, int64_t value) {
  int64_t end, start = start_by(&sections->found, measure, &end);
  if (start <= value && value < end) return sections->found;
  const rc__section lead = lead_of(sections);
  start_by(&lead, measure, &end);
  if (value < end || sections->root == 0) return lead;
  return sections->found = search(sections, measure, value);
}

rc__section rc__sections_at(rc__sections *sections, int64_t ordinal) {
  return search(sections, RC__BY_ORDINAL, ordinal);
}

int64_t rc__sections_rows_before(rc__sections *sections, int64_t item) {
  const rc__section section = rc__sections_find(sections, RC__BY_ITEM, item);
  if (item < section.grid) return section.rows.lower;
  return section.grid_row + rc__rows_for(item - section.grid, section.columns);
}

int64_t rc__sections_row_of(rc__sections *sections, int64_t item) {
  const rc__section section = rc__sections_find(sections, RC__BY_ITEM, item);
  if (item < section.grid) return section.rows.lower;
  return section.grid_row + (item - section.grid) / section.columns;
}

int64_t rc__sections_first_item(rc__sections *sections, int64_t row) {
  const rc__section section = rc__sections_find(sections, RC__BY_ROW, row);
  if (row < section.grid_row) return section.items.lower;
  const int64_t item = section.grid + (row - section.grid_row) * section.columns;
  return item < section.items.upper ? item : section.items.upper;
}

// == edits ==

/// Sets a section's items and columns, and adds what has changed to the sums above it.
static void set_section(rc__sections *sections, int64_t ordinal, int64_t items, uint32_t columns) {
  const int64_t in_row = columns == 0 ? sections->own_columns : columns;
  const rc__section former = search(sections, RC__BY_ORDINAL, ordinal);
  const uint32_t sizes[RC__MEASURES] = {
      (uint32_t)items,
      (uint32_t)(1 + rc__rows_for(items - 1, in_row)),
      1,
  };
  const uint32_t before[RC__MEASURES] = {
      (uint32_t)(former.items.upper - former.items.lower),
      (uint32_t)(former.rows.upper - former.rows.lower),
      1,
  };
  rc__section_node *node = &sections->nodes[sections->root];
  for (;;) {
    subtract_measures(node->totals, before);
    add_measures(node->totals, sizes);
    const rc__section_node *left = &sections->nodes[node->left];
    const int64_t within = ordinal - left->totals[RC__BY_ORDINAL];
    if (within == 0) break;
    if (within > 0) ordinal = within - 1;
    node = &sections->nodes[within < 0 ? node->left : node->right];
  }
  node->columns = columns;
  rc__copy_bytes(node->sizes, sizes, sizeof sizes);
  sections->found = (rc__section){0};
}

void rc__sections_resize(rc__sections *sections, int64_t ordinal, int64_t items) {
  if (ordinal >= 0) {
    const uint32_t number = search(sections, RC__BY_ORDINAL, ordinal).number;
    set_section(sections, ordinal, items, sections->nodes[number].columns);
  } else {
    sections->lead = items;
    sections->found = (rc__section){0};
  }
}

void rc__sections_set_columns(rc__sections *sections, int64_t ordinal, uint32_t columns) {
  const rc__section section = rc__sections_at(sections, ordinal);
  set_section(sections, ordinal, section.items.upper - section.items.lower, columns);
}

void rc__sections_insert(rc__sections *sections, int64_t ordinal, int64_t items, uint32_t columns) {
  rc__section_node *nodes = sections->nodes;
  const uint32_t number = take_node(sections);
  // (Of one row, until it has its size.)
  nodes[number] = (rc__section_node){.sizes = {1, 1, 1}, .totals = {1, 1, 1}};
  uint32_t before, after;
  split_sections(nodes, sections->root, ordinal, &before, &after);
  sections->root = join_sections(nodes, join_sections(nodes, before, number), after);
  set_section(sections, ordinal, items, columns);
}

/// Returns all nodes of a tree.
static void drop_sections(rc__sections *sections, uint32_t root) {
  rc__section_node *nodes = sections->nodes;
  while (root != 0) {
    const uint32_t left = nodes[root].left, right = nodes[root].right;
    if (left == 0) {
      nodes[root].left = sections->spare;
      sections->spare = root;
      root = right;
      continue;
    }
    // Rotates, so that the root has nothing on its left in the end.
    nodes[root].left = nodes[left].right;
    nodes[left].right = root;
    root = left;
  }
}

void rc__sections_remove(rc__sections *sections, int64_t lower, int64_t upper) {
  rc__section_node *nodes = sections->nodes;
  uint32_t before, removed, after;
  split_sections(nodes, sections->root, upper, &before, &after);
  split_sections(nodes, before, lower, &before, &removed);
  drop_sections(sections, removed);
  sections->root = join_sections(nodes, before, after);
  sections->found = (rc__section){0};
}

void rc__sections_move(rc__sections *sections, int64_t lower, int64_t upper, int64_t to) {
  rc__section_node *nodes = sections->nodes;
  uint32_t before, moved, after;
  split_sections(nodes, sections->root, upper, &before, &after);
  split_sections(nodes, before, lower, &before, &moved);
  split_sections(nodes, join_sections(nodes, before, after), to, &before, &after);
  sections->root = join_sections(nodes, join_sections(nodes, before, moved), after);
  sections->found = (rc__section){0};
}

void rc__sections_set_own_columns(rc__sections *sections, int64_t columns) {
  sections->own_columns = columns;
  for (int64_t i = rc__sections_count(sections) - 1; i >= 0; i--) {
    const rc__section section = rc__sections_at(sections, i);
    rc__sections_set_columns(sections, i, sections->nodes[section.number].columns);
  }
}

// == validation ==

/// Whether the sums of all nodes on the way to a section are right; if so, the way leads there.
static bool sums_are_right(const rc__sections *sections, int64_t ordinal) {
  const rc__section_node *nodes = sections->nodes;
  uint32_t number = sections->root;
  for (;;) {
    const rc__section_node *node = &nodes[number];
    uint32_t sums[RC__MEASURES];
    rc__copy_bytes(sums, node->sizes, sizeof sums);
    add_measures(sums, nodes[node->left].totals);
    add_measures(sums, nodes[node->right].totals);
    for (int i = 0; i < RC__MEASURES; i++) {
      if (sums[i] != node->totals[i]) return false;
    }
    const int64_t within = ordinal - nodes[node->left].totals[RC__BY_ORDINAL];
    if (within == 0) return true;
    if (within > 0) ordinal = within - 1;
    number = within < 0 ? node->left : node->right;
  }
}

const char *rc__sections_find_violation(rc__sections *sections, int64_t columns, int64_t items) {
  if (sections == NULL) return NULL;
  if (sections->own_columns != columns) return "columns of sections and list differ";
  int64_t end = sections->lead;
  for (int64_t i = 0; i < rc__sections_count(sections); i++) {
    if (!sums_are_right(sections, i)) return "sections are miscounted";
    const rc__section section = rc__sections_at(sections, i);
    const int64_t length = section.items.upper - section.items.lower;
    if (length < 1) return "a section has no header";
    if (section.rows.upper - section.rows.lower != 1 + rc__rows_for(length - 1, section.columns)) {
      return "a section's rows are miscounted";
    }
    end = section.items.upper;
  }
  return end == items ? NULL : "item counts of sections and list differ";
}
