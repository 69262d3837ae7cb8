// Ends of ranges that scroll: which item one is at, and how far it may go until that is another.

#include "extents_tree.h"
#include "tree_find.h"

/// What ranges of an edge's length met last. It is most likely where it was.
static inline rc__trace *trace_of(rc__tree *tree, rc__edge *edge) {
  rc__trace *trace = &tree->traces[edge->trace];
  if (trace->length_max - edge->length <= 2) return trace;
  trace = rc__tree_trace_of(tree, edge->length);
  if (trace == NULL) trace = rc__tree_new_trace(tree, edge->length);
  edge->trace = (uint8_t)(trace - tree->traces);
  return trace;
}

static void stay(rc__edge *edge, int64_t from, int64_t to) {
  edge->from = from;
  edge->span = (uint64_t)to - (uint64_t)from;
}

/// Before the content, or past it.
static RC_RARE int64_t item_outside(const rc_extents *extents, int64_t offset, rc__edge *edge) {
  const int64_t far = INT64_MAX / 2;
  const bool is_before = offset <= 0;
  stay(edge, is_before ? -far : offset, is_before ? 1 : far);
  return is_before ? 0 : extents->tree.root.count;
}

// An item is behind an edge that is past the item's end; behind an upper edge, that is past its
// start. So an upper edge is a lower one for which items end as soon as they start.
//
//     offset    start                     end          next
//     item        [···········│············]     gap     [····
//                 └ this item's, but for ──┘└── the next one's ──
//                   its first tick, where
//                   the former is looked at
int64_t rc__extents_edge(rc_extents *extents, int64_t offset, rc__edge *edge) {
  rc__tree *tree = &extents->tree;
  rc__trace *trace = trace_of(tree, edge);
  const rc__window *window = &trace->windows[edge->is_upper];
  const uint64_t last = (uint64_t)offset - 1;
  if (!rc__window_reaches(window, last - window->offset)) {
    window = rc__tree_search_window(tree, last, trace, edge->is_upper);
    if (RC_RARELY(window == NULL)) return item_outside(extents, offset, edge);
  }
  // The last item that starts before the edge, and the one after it. Which edge this is, and where
  // in the window, is as good as random: computed throughout, as branches would be foreseen badly.
  const uint32_t at = rc__window_rank(window, last - window->offset);
  const uint32_t is_later = at != 0, has_later = at < RC__WINDOW_WIDTH - 1;
  const int64_t base = (int64_t)window->offset;
  const int64_t start = base + (window->ends[at - is_later] & (0 - is_later));
  const int64_t next = base + window->ends[at];
  const int64_t gap = extents->spacing + edge->is_upper * RC_LIST_TICKS_MAX;
  const int64_t end = next - gap, next_end = base + window->ends[at + has_later] - gap;
  const bool is_past = offset >= end;
  const int64_t past_to = next_end > next ? next_end : next + 1;
  const int64_t past_from = end > start ? end : start + 1;
  stay(edge, is_past ? past_from : start + 1, is_past ? past_to : end);
  return (int64_t)window->index + at + is_past;
}
