// How far a list goes on by itself after a finger lets go.

#ifndef FORESIGHT_FLINGS_HPP
#define FORESIGHT_FLINGS_HPP

#include <vector>

struct fling {
  /// Where it comes to rest, from where it began, and after how many seconds.
  double distance = 0, duration = 0;

  /// UIScrollView and trackpads: the speed falls exponentially, by 1 ÷ e in `time`.
  static fling exponential(double speed, double time);
  /// OverScroller of Android, with the friction of a screen of 160 dots per inch.
  static fling spline(double speed);
  /// How far it has come after some seconds.
  double at(double seconds) const;

 private:
  /// 0 for a spline.
  double decay = 0;
};

#endif
