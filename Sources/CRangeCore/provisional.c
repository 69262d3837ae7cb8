#include "provisional.h"

#include "tree_balance.h"
#include "tree_memory.h"
#include "tree_node.h"
#include "tree_search.h"
#include "tree_validate.h"

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
  rc__tree *tree = &provisional->tree;
  rc__tree_drop(tree, tree->root);
  tree->root.height = 0;
  rc__tree_trim(tree);
  rc_allocator own = tree->allocator;
  rc__deallocate(&own, provisional, sizeof *provisional);
}

// == edits ==

bool rc__provisional_reserve(rc__provisional *provisional) {
  if (provisional == NULL) return true;
  const uint32_t height = provisional->tree.root.height;
  if (rc__tree_reserve(&provisional->tree, RC__MOVE_NODES(height), RC__MOVE_LEAVES)) return true;
  rc__tree_trim(&provisional->tree);
  return false;
}

void rc__provisional_trim(rc__provisional *provisional) {
  if (provisional != NULL) rc__tree_trim(&provisional->tree);
}

void rc__provisional_replace(rc__provisional *provisional, int64_t lower, int64_t upper,
                             int64_t count, rc__provisional_kind kind) {
  if (provisional == NULL) return;
  rc__tree *tree = &provisional->tree;
  const uint32_t slot = kind == RC__PROVISIONAL_NOT ? RC__UNMEASURED : (uint32_t)kind;
  rc__subtree before, replaced, after;
  rc__tree_cut(tree, tree->root, (uint32_t)upper, &before, &after);
  rc__tree_cut(tree, before, (uint32_t)lower, &before, &replaced);
  rc__tree_drop(tree, replaced);
  before = rc__tree_join(tree, before, rc__subtree_run(slot, (uint32_t)count));
  tree->root = rc__tree_join(tree, before, after);
  rc__tree_forget_places(tree);
  rc__tree_trim(tree);
}

void rc__provisional_move(rc__provisional *provisional, int64_t lower, int64_t upper, int64_t to) {
  if (provisional == NULL) return;
  rc__tree *tree = &provisional->tree;
  rc__subtree before, moved, after;
  rc__tree_cut(tree, tree->root, (uint32_t)upper, &before, &after);
  rc__tree_cut(tree, before, (uint32_t)lower, &before, &moved);
  rc__tree_cut(tree, rc__tree_join(tree, before, after), (uint32_t)to, &before, &after);
  tree->root = rc__tree_join(tree, rc__tree_join(tree, before, moved), after);
  rc__tree_forget_places(tree);
  rc__tree_trim(tree);
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
