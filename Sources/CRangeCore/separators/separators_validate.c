#include "separators.h"

/// Whether the sums of a node are those of what is below it, which links back.
static bool is_summed_up(const rc_separators *it, uint32_t number) {
  const rc__separator_node *nodes = it->nodes, *node = &nodes[number];
  const rc__separator_node *left = &nodes[node->left], *right = &nodes[node->right];
  if (node->left != 0 && left->parent != number) return false;
  if (node->right != 0 && right->parent != number) return false;
  return node->gaps == left->gaps + node->gap + right->gaps &&
         node->rows == left->rows + node->is_shown + right->rows;
}

/// Whether the nodes of an id have it, with one row, and without fresh borders that is the first.
static bool is_one_row(const rc_separators *it, uint32_t number, bool is_settled) {
  const rc__separator_node *nodes = it->nodes;
  uint32_t shown = 0, at = number, count = 0;
  int64_t least = INT64_MAX;
  do {
    const rc__separator_node *node = &nodes[at];
    if (node->id != nodes[number].id || nodes[node->next].previous != at) return false;
    if (node->is_shown) {
      shown = at;
      count++;
    }
    least = rc__at_most(least, rc__separators_border(it, at));
    at = node->next;
  } while (at != number);
  return count == 1 && (!is_settled || rc__separators_border(it, shown) == least);
}

static const char *violation(const rc_separators *it) {
  if (it->borders.count != it->slots + 1) return "borders are miscounted";
  rc_interval fresh;
  const bool is_settled = !rc__separators_next_fresh(it, 0, &fresh);
  size_t count = 0, known = 0;
  int64_t last = -1;
  for (uint32_t number = rc__separators_from(it, 0); number != 0;
       number = rc__separators_next(it, number)) {
    const rc__separator_node *node = &it->nodes[number];
    const int64_t border = rc__separators_border(it, number);
    if (!is_summed_up(it, number)) return "sums of separators are wrong";
    if (border > it->slots) return "a separator is after the end";
    if (border == last && rc__origins_stretch(&it->borders, border).seen != RC__ORIGIN_NEW) {
      return "a border has two separators";
    }
    last = border;
    if (node->is_stale) return "a separator stayed stale";
    const uint32_t first = (uint32_t)(uintptr_t)rc__ids_find(&it->ids, node->id);
    if (first == 0) return "the id of a separator is not known";
    known += first == number;
    if (first == number && !is_one_row(it, number, is_settled)) return "an id is not one row";
    count++;
  }
  if (count != it->node_count) return "separators are miscounted";
  if (known != it->ids.count) return "ids of separators are miscounted";
  return NULL;
}

rc_status rc_separators_validate(const rc_separators *separators, const char **out_reason) {
  if (out_reason != NULL) *out_reason = NULL;
  if (separators == NULL) return RC_STATUS_ARGUMENT;
  const char *reason = violation(separators);
  if (reason == NULL) return RC_STATUS_OK;
  if (out_reason != NULL) *out_reason = reason;
  return RC_STATUS_CORRUPT;
}
