// Texture's batch decision, argument for argument, in points: what ours is compared with.
//
// Source: ASDisplayShouldFetchBatchForContext at Texture commit be0b74b4. Its early exits are in
// its order.

#ifndef MODEL_TEXTURE_H
#define MODEL_TEXTURE_H

#include "../library.h"

enum { TEXTURE_RIGHT = 1, TEXTURE_LEFT = 2, TEXTURE_UP = 4, TEXTURE_DOWN = 8 };

typedef struct {
  /// Along x and y.
  double bounds[2], content[2], target[2];
  /// In points per millisecond, as UIKit reports it when a drag ends.
  double velocity[2];
  double leading_screens;
  /// Sets of the directions above.
  int scroll_directions, scrollable_directions;
  bool is_fetching, is_visible, is_right_to_left, flips_horizontally, has_delegate;
} model_texture_input;

/// Where Texture would ask its delegate, the decision is *defer*.
rc_batch_decision model_texture_decide(const model_texture_input *input);

#endif
