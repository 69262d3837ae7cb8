#ifndef RC_GTK_MOVEMENT_H
#define RC_GTK_MOVEMENT_H

// What moves a GtkScrolledWindow: whether the list in it is held, and by a finger. It takes GTK 4
// and nothing else, and is meant to be copied into a program, with its .c file; so is
// rc_gtk_list.h, a whole list.
//
// A fling, the animation of a page key, and a finger have a value of their own and set the
// adjustment to it, whatever it was set to meanwhile. GTK tells nobody that they run. They are
// found out like this:
//
// * A frame clock emits "flush-events" for input, and then "update" for what is animated. So what
// sets the adjustment while "update" is emitted, and only that, is an animation or a fling; all
// else is the wheel, the thumb or the program. (A program's own animation in a tick callback is
// one, too.)
//
// * Each knows where it begins before its first frame. A page key's animation is announced by
// "scroll-child", a touchpad's fling by "decelerate", a finger's fling by the end of its touch.
//
// * Nothing tells that they have ended: then RC_GTK_QUIET_FRAMES pass in which the adjustment
// stays.
//
// A list is held from the first of these on, and while a finger is on it. All on GTK's thread.

#include <gtk/gtk.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// After so many frames in which nothing has moved a list, a movement has ended: an animation can
/// stand still in its first frames, and GTK skips a frame now and then.
#define RC_GTK_QUIET_FRAMES 6

/// For so many seconds a fling that has come to an end goes on beyond it and back, where nobody
/// sees it, and would set the adjustment to that end.
#define RC_GTK_OVERSHOOT 1.0

/// What moves a scrolled window.
typedef struct rc_gtk_movement rc_gtk_movement;

/// Watches a scrolled window, until `rc_gtk_movement_destroy`, which must come before its end.
///
/// - `moved`: called with `data` when the adjustment has moved, but not by
///   `rc_gtk_movement_set_scroll`; when a finger comes or goes; and when a movement has ended, with
///   false for `is_scrolled` in the last two. Begin a step of the host, with `is_scrolled` as
///   `rc_viewport.is_user_driven`, unless the program itself has just set the adjustment.
rc_gtk_movement *rc_gtk_movement_create(GtkScrolledWindow *scroller,
                                        void (*moved)(gpointer data, bool is_scrolled),
                                        gpointer data);

/// Stops watching. NULL is ignored.
void rc_gtk_movement_destroy(rc_gtk_movement *movement);

/// Returns whether what moves the list, or may in the next frame, would overwrite a correction: the
/// value of `rc_viewport.is_held`.
bool rc_gtk_movement_is_held(const rc_gtk_movement *movement);

/// Returns whether a finger is on the list: the value of `rc_viewport.is_dragged`.
bool rc_gtk_movement_is_dragged(const rc_gtk_movement *movement);

/// Sets the length of what can be scrolled, and then the offset. A fling or an animation ends if
/// that is another one than now: while the list is held, only a scroll request sets it.
///
/// - `page`: the height of the viewport.
void rc_gtk_movement_set_scroll(rc_gtk_movement *movement, double length, double offset,
                                double page);

/// Counts a finger that comes or goes. Touches of the scrolled window are counted anyway.
void rc_gtk_movement_touch(rc_gtk_movement *movement, bool is_touched);

#ifdef __cplusplus
}
#endif

#endif
