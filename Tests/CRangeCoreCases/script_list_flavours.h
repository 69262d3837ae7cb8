// Scripts of every call that there is, on short lists: many of them are run in little time.

#ifndef SCRIPT_LIST_FLAVOURS_H
#define SCRIPT_LIST_FLAVOURS_H

#include "script_list.h"

/// Any call, all about as often.
extern const script_flavour script_uniform;

/// Sessions of a user who scrolls, and what is measured and edited meanwhile.
extern const script_flavour script_scroll;

/// Arguments at the limits, half a tick and a tick beside them, far past them, and 0.
extern const script_flavour script_borders;

#endif
