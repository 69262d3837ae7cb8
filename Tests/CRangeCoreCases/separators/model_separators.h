// The slow, obvious separators: what each border was answered is written out. See
// include/rangecore_separators.h, whose sentences it follows one by one.

#ifndef MODEL_SEPARATORS_H
#define MODEL_SEPARATORS_H

#include "../library.h"

enum { MODEL_SEPARATORS_SLOTS = 240 };

typedef struct {
  /// `RC_ID_NONE` for a placeholder.
  rc_id slots[MODEL_SEPARATORS_SLOTS];
  int64_t count;
  /// By border: it is to be asked for; and what it was answered.
  bool is_fresh[MODEL_SEPARATORS_SLOTS + 1];
  rc_id answers[MODEL_SEPARATORS_SLOTS + 1];
  /// By `rc_end`.
  bool is_ended[2];
  rc_separator_pair pairs[MODEL_SEPARATORS_SLOTS + 1];
  size_t pair_count;
} model_separators;

void model_separators_init(model_separators *model);
/// Follows an edit; what is inserted are placeholders.
void model_separators_follow(model_separators *model, const rc_edit *edit);
void model_separators_renew(model_separators *model, int64_t lower, int64_t upper);
/// Lists the pairs.
void model_separators_ask(model_separators *model, bool head_is_ended, bool tail_is_ended);
void model_separators_answer(model_separators *model, const rc_id *ids);
/// The id that is shown before a slot, or at the end; `RC_ID_NONE` for none.
rc_id model_separators_shown(const model_separators *model, int64_t border);

#endif
