// Edits. What touches only neighbouring leaves of one node is done there; anything larger is cuts
// and joins.

#include "tree_edit.h"
#include "tree_sums.h"

RC_WRAPS("sums that passed 2^32 began at 0 again: their differences are the slots")
static bool replace_tree_of(rc__tree *tree, uint32_t lower, uint32_t upper,
                            const rc__fresh *fresh) {
  if (fresh->ends == NULL) {
    return rc__tree_replace_tree(tree, lower, upper, rc__part_run(RC__UNMEASURED, fresh->count));
  }
  uint32_t slots[RC__LEAF_WIDTH];
  for (uint32_t i = 0; i < fresh->count; i++) {
    bool is_unmeasured = (fresh->unmeasured >> i & 1) != 0;
    slots[i] = is_unmeasured ? RC__UNMEASURED : fresh->ends[i + 1] - fresh->ends[i];
  }
  rc__builder builder;
  rc__part part;
  rc__builder_begin(&builder, tree, fresh->count);
  if (!rc__builder_append(&builder, slots, fresh->count)) return false;
  if (!rc__builder_finish(&builder, &part)) return false;
  return rc__tree_replace_tree(tree, lower, upper, part);
}

static uint32_t leaf_count(const rc__tree *tree, const rc__path *path) {
  if (tree->root.height == 0) return tree->root.count;
  const uint32_t *counts = &path->nodes[1]->counts[path->at[1]];
  return counts[1] - counts[0];
}

// Fetches the next leaf too, where an edit goes on there.
static void prefetch_next(const rc__tree *tree, const rc__path *path, uint32_t upper) {
  if (tree->root.height == 0 || upper <= leaf_count(tree, path)) return;
  const rc__node *node = path->nodes[1];
  if (path->at[1] + 1 < node->width) rc__node_prefetch_leaf(node, path->at[1] + 1);
}

RC_WRAPS("an index before the edited leaf's first comes out past its count")
void rc__tree_seek(rc__tree *tree, uint32_t index) {
  if (tree->root.count == 0 || index - tree->edited_index < tree->edited_count) return;
  tree->edited_index = index - rc__path_find(&tree->root, index, &tree->edited);
  tree->edited_count = leaf_count(tree, &tree->edited);
}

RC_WRAPS("an index before the edited leaf's first comes out past its count")
bool rc__tree_replace(rc__tree *tree, uint32_t lower, uint32_t upper, const rc__fresh *fresh) {
  RC_ASSERT(fresh->ends == NULL || fresh->count <= RC__LEAF_WIDTH);
  rc__path *path = &tree->edited;
  uint32_t count = upper - lower, at = lower - tree->edited_index;
  if (at >= tree->edited_count) at = rc__path_find(&tree->root, lower, path);
  tree->edited_count = 0;
  prefetch_next(tree, path, at + count);
  if (rc__tree_replace_in_leaf(tree, path, lower, at, count, fresh)) {
    tree->edited_index = lower - at;
    tree->edited_count = leaf_count(tree, path);
    return true;
  }
  rc__outcome done = rc__tree_replace_in_run(tree, path, lower, at, count, fresh);
  if (done == RC__NOT_THIS_WAY)
    done = rc__tree_replace_in_window(tree, path, lower, at, count, fresh);
  if (done == RC__NOT_THIS_WAY && rc__tree_bring_together(tree, path, at, count)) {
    done = rc__tree_replace_in_window(tree, path, lower, at, count, fresh);
  }
  if (done == RC__NOT_THIS_WAY) return replace_tree_of(tree, lower, upper, fresh);
  return done == RC__DONE;
}

static bool reserve_for(rc__tree *tree, uint32_t height, uint32_t cuts, uint32_t joins) {
  uint32_t nodes = cuts * RC__CUT_NODES(height) + joins * RC__JOIN_NODES(height);
  if (rc__tree_reserve(tree, nodes, cuts * RC__CUT_LEAVES + joins * RC__JOIN_LEAVES)) return true;
  rc__tree_trim(tree);
  return false;
}

bool rc__tree_replace_tree(rc__tree *tree, uint32_t lower, uint32_t upper, rc__part fresh) {
  if (upper - lower == tree->root.count) {
    rc__tree_drop(tree, tree->root);
    tree->root = fresh;
    rc__tree_forget_places(tree);
    rc__tree_trim(tree);
    return true;
  }
  uint32_t height = tree->root.height > fresh.height ? tree->root.height : fresh.height;
  if (!reserve_for(tree, height, 2, 2)) {
    rc__tree_drop(tree, fresh);
    rc__tree_trim(tree);
    return false;
  }
  rc__part left, middle, right;
  rc__tree_cut(tree, tree->root, upper, &left, &right);
  rc__tree_cut(tree, left, lower, &left, &middle);
  rc__tree_drop(tree, middle);
  tree->root = rc__tree_join(tree, rc__tree_join(tree, left, fresh), right);
  rc__tree_forget_places(tree);
  rc__tree_trim(tree);
  return true;
}

// Takes a few items out of one leaf, which needs no memory, and inserts them elsewhere. Where that
// cannot be the leaf takes them back: it has the room.
RC_WRAPS("what sums that begin at 0 again are added is below 0, modulo 2^32")
static rc__outcome move_few(rc__tree *tree, uint32_t lower, uint32_t upper, uint32_t to) {
  const rc__fresh nothing = {0};
  uint32_t count = upper - lower, ends[RC__LEAF_WIDTH + 1];
  if (count >= RC__LEAF_WIDTH) return RC__NOT_THIS_WAY;
  rc__path path;
  uint32_t at = rc__path_find(&tree->root, lower, &path);
  rc__part part = tree->root;
  if (part.height > 0) part = rc__node_part(path.nodes[1], path.at[1], 1);
  if (!part.is_leaf || count > part.count - at) return RC__NOT_THIS_WAY;
  rc__leaf *leaf = part.child.leaf;
  if (leaf->unmeasured != 0) rc__leaf_bake(leaf, part.count, tree->estimate);
  if (leaf->unmeasured != 0 && leaf->baked != tree->estimate) return RC__NOT_THIS_WAY;
  ends[0] = 0;
  rc__sums_copy(&leaf->ends[at + 1], count, 0 - (uint32_t)leaf->ends[at], &ends[1]);
  const uint64_t unmeasured = leaf->unmeasured >> at & rc__bits_below(count);
  const rc__fresh moved = {
      .ends = ends,
      .count = count,
      .unmeasured = unmeasured,
      .measured = ends[count] - (uint64_t)rc__bit_count(unmeasured) * tree->estimate,
  };
  tree->edited_count = 0;
  if (!rc__tree_replace_in_leaf(tree, &path, lower, at, count, &nothing)) return RC__NOT_THIS_WAY;
  if (rc__tree_replace(tree, to, to, &moved)) return RC__DONE;
  bool took_back = rc__tree_replace_in_leaf(tree, &path, lower, at, 0, &moved);
  RC_ASSERT(took_back);
  (void)took_back;
  return RC__NO_MEMORY;
}

bool rc__tree_move(rc__tree *tree, uint32_t lower, uint32_t upper, uint32_t to) {
  if (lower == upper || lower == to) return true;
  rc__outcome few = move_few(tree, lower, upper, to);
  if (few != RC__NOT_THIS_WAY) return few == RC__DONE;
  if (!reserve_for(tree, tree->root.height, 3, 3)) return false;
  rc__part left, moved, right;
  rc__tree_cut(tree, tree->root, upper, &left, &right);
  rc__tree_cut(tree, left, lower, &left, &moved);
  rc__tree_cut(tree, rc__tree_join(tree, left, right), to, &left, &right);
  tree->root = rc__tree_join(tree, rc__tree_join(tree, left, moved), right);
  rc__tree_forget_places(tree);
  rc__tree_trim(tree);
  return true;
}
