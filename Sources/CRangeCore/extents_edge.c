// Ends of ranges that scroll: which item one is at, and how far it may go until that is another.

#include "extents_tree.h"
#include "tree_find.h"

RC_WRAPS("`from` may be below 0: modulo 2^64 the distance is right all the same")
static void stay(rc__edge *edge, int64_t from, int64_t to) {
  edge->from = from;
  edge->span = (uint64_t)to - (uint64_t)from;
}

/// Before the content, or past it.
static RC_RARE int64_t item_outside(const rc_extents *extents, int64_t offset, rc__edge *edge) {
  const int64_t far = INT64_MAX / 2;
  const bool is_before = offset <= 0;
  stay(edge, is_before ? -far : rc__extents_slots_length(extents) + 1, is_before ? 1 : far);
  return is_before ? 0 : extents->tree.root.count;
}

/// One of two, without a branch.
static inline int64_t chosen(bool is_first, int64_t first, int64_t other) {
  return other + ((first - other) & -(int64_t)is_first);
}

// An item is behind an edge that is past the item's end; behind an upper edge, that is past its
// start. So an upper edge is a lower one for which items end as soon as they start.
//
//     offset    start                     end          next
//     item        [···········│············]     gap     [····
//                 └ this item's, but for ──┘└── the next one's ──
//                   its first tick, where
//                   the former is looked at
//
// Which edge this is, and where in the window, is as good as random: computed throughout, as
// branches would be foreseen badly.
RC_WRAPS("0 - 1 is a mask of ones")
static inline int64_t item_in(const rc_extents *extents, const rc__window *window, int64_t offset,
                              rc__edge *edge) {
  // The last item that starts before the edge.
  const uint32_t at = rc__window_rank(window, (uint64_t)offset - 1 - window->offset);
  const uint32_t is_later = at != 0;
  const int64_t base = (int64_t)window->offset;
  const int64_t start = base + (window->ends[at - is_later] & (0 - is_later));
  const int64_t next = base + window->ends[at];
  const int64_t end = next - extents->spacing - edge->is_upper * RC_LIST_TICKS_MAX;
  const bool is_past = offset >= end;
  stay(edge, chosen(is_past & !edge->is_upper, offset, start + 1), chosen(is_past, next + 1, end));
  return (int64_t)window->index + at + is_past;
}

// Whatever range has it now: where it reaches, it is right.
static inline const rc__window *window_of_edge(const rc_extents *extents, const rc__edge *edge) {
  return &extents->tree.traces[edge->trace].windows[edge->is_upper];
}

RC_WRAPS("the tick before offset 0 is 2^64 - 1, where no item is")
static RC_NOINLINE int64_t search_edge(rc_extents *extents, int64_t offset, rc__edge *edge) {
  rc__tree *tree = &extents->tree;
  rc__trace *trace = rc__tree_trace_of(tree, edge->length);
  if (trace == NULL) trace = rc__tree_new_trace(tree, edge->length);
  edge->trace = (uint8_t)(trace - tree->traces);
  const rc__window *window =
      rc__tree_search_window(tree, (uint64_t)offset - 1, trace, edge->is_upper);
  if (window == NULL) return item_outside(extents, offset, edge);
  return item_in(extents, window, offset, edge);
}

RC_WRAPS("a tick before the window's start, or before 0, comes out past its ends")
int64_t rc__extents_edge(rc_extents *extents, int64_t offset, rc__edge *edge) {
  const rc__window *window = window_of_edge(extents, edge);
  if (!rc__window_reaches(window, (uint64_t)offset - 1 - window->offset)) {
    return search_edge(extents, offset, edge);
  }
  return item_in(extents, window, offset, edge);
}
