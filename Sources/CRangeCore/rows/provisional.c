#include "provisional.h"

#include "../extents/tree_balance.h"
#include "../extents/tree_memory.h"
#include "../extents/tree_node.h"
#include "../extents/tree_search.h"
#include "../extents/tree_validate.h"

rc__provisional *rc__provisional_create(const rc_allocator *allocator, int64_t rows) {
  rc__provisional *provisional = rc__allocate(allocator, sizeof *provisional);
  if (provisional == NULL) return NULL;
  rc__zero_bytes(provisional, sizeof *provisional);
  provisional->tree.allocator = *allocator;
  provisional->tree.root = rc__subtree_run(RC__UNMEASURED, (uint32_t)rows);
  return provisional;
}

void rc__provisional_destroy(rc__provisional *provisional) {
  if (provisional == NULL) return;
  rc__tree_free(&provisional->tree);
  rc_allocator own = provisional->tree.allocator;
  rc__deallocate(&own, provisional, sizeof *provisional);
}

// == edits ==

bool rc__provisional_reserve(rc__provisional *provisional, uint32_t edits) {
  if (provisional == NULL) return true;
  // As much as moves, which need more than replacements by one run. It stays reserved: to allocate
  // and free it each time would take several times as long as the edit.
  return rc__tree_keep(&provisional->tree, 0, edits);
}

static void expect(bool had_memory) {
  RC_ASSERT(had_memory);
  (void)had_memory;
}

void rc__provisional_replace(rc__provisional *provisional, int64_t lower, int64_t upper,
                             int64_t count, rc__provisional_kind kind) {
  if (provisional == NULL) return;
  rc__tree *tree = &provisional->tree;
  if (kind != RC__PROVISIONAL_NOT) {
    const rc__subtree run = rc__subtree_run((uint32_t)kind, (uint32_t)count);
    expect(rc__tree_replace_tree(tree, (uint32_t)lower, (uint32_t)upper, run));
    return;
  }
  rc__path path;
  rc__path_find(&tree->root, (uint32_t)lower, &path);
  const rc__fresh fresh = {.count = (uint32_t)count};
  expect(rc__tree_replace(tree, &path, (uint32_t)lower, (uint32_t)(upper - lower), &fresh));
}

void rc__provisional_move(rc__provisional *provisional, int64_t lower, int64_t upper, int64_t to) {
  if (provisional == NULL) return;
  expect(rc__tree_move(&provisional->tree, (uint32_t)lower, (uint32_t)upper, (uint32_t)to));
}

// == queries ==

rc__provisional_kind rc__provisional_kind_of(rc__provisional *provisional, int64_t row) {
  if (provisional == NULL) return RC__PROVISIONAL_NOT;
  rc__tree *tree = &provisional->tree;
  const rc__place *place = rc__tree_place_of_item(tree, (uint32_t)row);
  // The slot of an unmeasured row is the estimate, which is 0.
  return (rc__provisional_kind)rc__place_item(tree, place, (uint32_t)row - place->index).slot;
}

int64_t rc__provisional_find(const rc__provisional *provisional, int64_t row) {
  return provisional == NULL ? INT64_MAX : rc__tree_find(&provisional->tree, (uint32_t)row, true);
}

int64_t rc__provisional_end(const rc__provisional *provisional, int64_t row) {
  return provisional == NULL ? row : rc__tree_find(&provisional->tree, (uint32_t)row, false);
}

const char *rc__provisional_find_violation(const rc__provisional *provisional, int64_t rows) {
  if (provisional == NULL) return NULL;
  if (provisional->tree.root.count != rows) return "row counts of provisional rows and list differ";
  return rc__tree_validate(&provisional->tree);
}
