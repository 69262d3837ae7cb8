// Scripts of every call that there is, on short lists: many of them are run in little time.

#ifndef SCRIPT_LIST_FLAVOURS_H
#define SCRIPT_LIST_FLAVOURS_H

#include "script_list.h"

/// How viewports come from one who scrolls, and hardly ever jumps.
#define SCRIPT_OF_A_SCROLLING_USER                                               \
  .empty_percent = 2, .held_percent = 10, .user_percent = 80, .jump_percent = 3, \
  .bounce_percent = 3, .spacing_percent = 40, .insets_percent = 5

/// Any call, all about as often.
extern const script_flavour script_uniform;

/// Sessions of a user who scrolls, and what is measured and edited meanwhile.
extern const script_flavour script_scroll;

/// Arguments at the limits, half a tick and a tick beside them, far past them, and 0.
extern const script_flavour script_borders;

/// Headers, and edits of all kinds around them.
extern const script_flavour script_sections;

#endif
