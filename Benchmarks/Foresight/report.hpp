// The tables, the limits and the picture.

#ifndef FORESIGHT_REPORT_HPP
#define FORESIGHT_REPORT_HPP

#include "curves.hpp"

/// All that is compared, by the order of `compared`.
enum {
  texture_curve,
  react_curve,
  flash_curve,
  legend_curve,
  tanstack_curve,
  compose_curve,
  foresight_curve,
  oracle_curve,
  scrolled_curve,
  first_doubt
};

/// Texture first, with its knob at 1 first.
std::vector<family> compared();
/// Of these, only what a pool of many sessions takes: the others have no knobs.
std::vector<family> pooled();
/// Foresight, told wrong things.
std::vector<family> doubted();

void print_exchange(const std::vector<curve> &curves);

/// Prints a line for each limit, with its standard error; returns how many do not hold. With fewer
/// sessions than 100 a limit is missed beyond two errors.
int print_limits(const std::vector<curve> &curves, int sessions);

/// Writes the curves as SVG; returns whether it could.
bool draw_picture(const std::vector<curve> &curves, const std::string &path);

#endif
