// Edits in the middle of a run: of a list that is not measured the first measurement anywhere.

#include "tree_edit.h"
#include "tree_sums.h"

static rc__part fresh_leaf(rc__tree *tree, const rc__fresh *fresh) {
  rc__leaf *leaf = rc__tree_take_leaf(tree);
  leaf->unmeasured = 0;
  leaf->baked = tree->estimate;
  leaf->ends[0] = 0;
  rc__sums_copy(fresh->ends + 1, fresh->count, 0, &leaf->ends[1]);
  rc__leaf_write_unused(leaf, fresh->count);
  return (rc__part){
      .child.leaf = leaf,
      .measured = fresh->measured,
      .count = fresh->count,
      .is_leaf = true,
  };
}

rc__outcome rc__tree_replace_in_run(rc__tree *tree, rc__path *path, uint32_t lower, uint32_t at,
                                    uint32_t count, const rc__fresh *fresh) {
  rc__part run = tree->root;
  const bool has_node = run.height > 0;
  if (has_node) rc__node_read(path->nodes[1], path->at[1], 1, &run);
  if (run.is_leaf || fresh->ends == NULL || fresh->unmeasured != 0) return RC__NOT_THIS_WAY;
  // So that neither what stays before nor what stays after fits into a leaf with anything.
  if (at < RC__LEAF_WIDTH || run.count - at < count + RC__LEAF_WIDTH) return RC__NOT_THIS_WAY;
  if (fresh->measured > RC__LEAF_TICKS_MAX) return RC__NOT_THIS_WAY;
  const bool are_alike = rc__sums_are_alike((const int32_t *)fresh->ends, fresh->count);
  if (are_alike && fresh->ends[1] == run.child.slot) return RC__NOT_THIS_WAY;
  const uint32_t children = has_node ? path->nodes[1]->width + 2u : 3;
  // With the leaves that two nodes may need which come to share their children.
  if (!rc__tree_reserve(tree, rc__tree_splice_need(&tree->root, path, children), 3)) {
    rc__tree_trim(tree);
    return RC__NO_MEMORY;
  }
  const rc__part parts[] = {
      rc__part_run(run.child.slot, at),
      are_alike ? rc__part_run(fresh->ends[1], fresh->count) : fresh_leaf(tree, fresh),
      rc__part_run(run.child.slot, run.count - at - count),
  };
  const rc__part before = tree->root;
  const uint32_t first = has_node ? path->at[1] : 0, start = lower - at;
  if (rc__tree_splice(tree, &tree->root, path, 1, first, first + 1, parts, 3))
    rc__tree_shift_others(tree, start, start + run.count, &before, &tree->root);
  else
    rc__tree_forget_places(tree);
  rc__tree_trim(tree);
  return RC__DONE;
}
