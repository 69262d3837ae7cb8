// A host over a list of its own, in which everything is looked for anew: the slow, obvious model,
// from the sentences of rangecore_host.h. In brackets are their numbers.

#ifndef MODEL_HOST_H
#define MODEL_HOST_H

#include "../library.h"

enum { MODEL_HOST_ITEMS = 400, MODEL_HOST_GONE = 4 * MODEL_HOST_ITEMS };

/// An item, and its node if it has one.
typedef struct {
  int64_t id;
  bool has_node, is_kept, has_view, is_new, has_moved;
  /// By the host, and by the list, see (11).
  bool keeps_view;
  rc_state kept;
  bool is_on_screen, was_on_screen, is_pinned, was_pinned, is_late, is_stale, is_placed, has_left;
  /// The number that the host has told, if it has.
  bool is_numbered;
  uint32_t number;
  /// What its view needs, in so many columns; 0 if it is not known.
  double known;
  uint32_t known_columns, asked_columns;
  rc_state before, state;
  double start, extent;
  uint32_t column, columns;
} model_host_item;

typedef struct {
  rc_list *list;
  rc_host_options options;
  uint32_t columns;
  double spacing;
  model_host_item items[MODEL_HOST_ITEMS];
  int64_t count;
  /// Those whose nodes are gone, to be told.
  model_host_item gone[MODEL_HOST_GONE];
  size_t gone_count;
  double breadth, own, exact, rest, told_length;
  bool is_known, was_hidden, had_item, is_asked, has_returned;
  /// See (24); the largest for none.
  int64_t regrouped_from, regrouped_after;
  /// The item to scroll to; −1 for none.
  int64_t request;
  double fraction, shift;
  bool is_animated;
  /// What becomes of the offset to scroll to; see (34) to (36).
  enum {
    MODEL_HOST_STAYS,
    MODEL_HOST_ASKS,
    MODEL_HOST_ALIGNS,
    MODEL_HOST_ANIMATES,
    MODEL_HOST_RESTS
  } way;
  double goal, fitted_goal;

  // Of the step.
  rc_viewport viewport;
  bool is_open, is_held, shows, takes_request, is_ahead, has_deadline, was_changed;
  int64_t target;
  double time, deadline, wake, pivot, growth;
  rc_interval shown;
  rc_update update;
  int64_t pinned;
  double pinned_offset;

  // What it returns.
  uint32_t rounds, rounds_ahead;
  bool is_done, is_settled, sets_length, sets_offset;
  double offset, next_time;
  int64_t asks[MODEL_HOST_ITEMS];
  /// Their numbers, as the host has told them.
  uint32_t asked[MODEL_HOST_ITEMS];
  size_t ask_count;
  int64_t news[MODEL_HOST_ITEMS];
  size_t news_count;
  uint32_t released[MODEL_HOST_GONE], freed[MODEL_HOST_GONE];
  size_t released_count, freed_count;
  /// The items of the latter, −1 for those that are gone too.
  int64_t freed_ids[MODEL_HOST_GONE];
  /// Nodes that came and went without being told of, and those among them that were asked for.
  size_t unknown_count, unknown_released;
} model_host;

/// `list`: empty, of these options, and with the same settings as that of the host.
void model_host_init(model_host *model, rc_list *list, const rc_host_options *options,
                     const rc_list_options *list_options);

// As the functions of the header and of the list, for arguments that are allowed.

void model_host_insert(model_host *model, int64_t index, int64_t count, int64_t first_id);
void model_host_remove(model_host *model, int64_t lower, int64_t upper);
void model_host_move(model_host *model, int64_t lower, int64_t upper, int64_t to);
void model_host_mark_header(model_host *model, int64_t index, bool is_header, uint32_t columns);
void model_host_begin(model_host *model, const rc_viewport *viewport, double breadth,
                      uint32_t columns);
void model_host_measured(model_host *model, const double *extents, size_t count, double time);
bool model_host_set_extent(model_host *model, int64_t item, double extent);
void model_host_wrote(model_host *model, double offset);
void model_host_scroll_to_offset(model_host *model, double offset, bool is_animated);
void model_host_keep(model_host *model, int64_t item, bool keeps);
void model_host_keep_state(model_host *model, int64_t item, rc_state bits);
void model_host_renew(model_host *model, int64_t lower, int64_t upper);
void model_host_mark_provisional(model_host *model, int64_t lower, int64_t upper);

// == model_host_goal.c ==

/// Where the list should be in a round of (34).
double model_host_aligned(const model_host *model);
void model_host_align(model_host *model);
void model_host_rest(model_host *model);
void model_host_begin_animation(model_host *model);
/// At the end of a step.
void model_host_animate(model_host *model);
/// Whether the toolkit has gone elsewhere; `before`: where it was.
void model_host_note_way(model_host *model, double before, bool is_user_driven);

#endif
