// Nodes by themselves.

#include "tree_rank.h"

void rc__node_fill(rc__node *node, const rc__part *parts, uint32_t count) {
  RC_ASSERT(count <= RC__NODE_WIDTH);
  uint32_t items = 0, leaves = 0;
  double unmeasured = 0, measured = 0;
  for (uint32_t i = 0; i < count; i++) {
    node->counts[i] = items;
    node->unmeasured[i] = unmeasured;
    node->measured[i] = measured;
    node->children[i] = parts[i].child;
    leaves |= (uint32_t)parts[i].is_leaf << i;
    items += parts[i].count;
    unmeasured += parts[i].unmeasured;
    measured += parts[i].measured;
  }
  node->width = (uint16_t)count;
  node->leaves = (uint16_t)leaves;
  node->counts[count] = items;
  node->unmeasured[count] = unmeasured;
  node->measured[count] = measured;
  for (uint32_t i = count + 1; i <= RC__NODE_WIDTH; i++) {
    node->counts[i] = UINT32_MAX;
    node->unmeasured[i] = 0;
    node->measured[i] = RC__TICKS_INFINITE;
  }
}

rc__part rc__node_part(const rc__node *node, uint32_t at, uint32_t level) {
  return (rc__part){
      .child = node->children[at],
      .measured = node->measured[at + 1] - node->measured[at],
      .count = node->counts[at + 1] - node->counts[at],
      .unmeasured = (uint32_t)(node->unmeasured[at + 1] - node->unmeasured[at]),
      .height = (uint8_t)(level - 1),
      .is_leaf = node->leaves >> at & 1,
  };
}

rc__part rc__node_sum(rc__node *node, uint32_t level) {
  return (rc__part){
      .child.node = node,
      .measured = node->measured[node->width],
      .count = node->counts[node->width],
      .unmeasured = (uint32_t)node->unmeasured[node->width],
      .height = (uint8_t)level,
      .is_leaf = false,
  };
}

uint32_t rc__path_find(const rc__part *root, uint32_t index, rc__path *out_path) {
  rc__child child = root->child;
  for (uint32_t level = root->height; level > 0; level--) {
    const rc__node *node = child.node;
    uint32_t at = rc__node_rank_of_item(node, index);
    if (at == node->width) at--;
    out_path->nodes[level] = child.node;
    out_path->at[level] = at;
    index -= node->counts[at];
    child = node->children[at];
  }
  return index;
}
