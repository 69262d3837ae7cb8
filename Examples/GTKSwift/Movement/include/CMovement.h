#include "../../../../Bindings/GTK/rc_gtk_movement.h"
