// Finds which argument of a call the library has refused, so that its error can name it.

#ifndef REFUSED_H
#define REFUSED_H

#include "glue.h"

static bool is_one_of(const char *name, const char *const names[]) {
  while (*names != NULL && strcmp(*names, name) != 0) names++;
  return *names != NULL;
}

static bool is_allowed(const argument *it, double count) {
  static const char *const any_sign[] = {
      "offset",         "shift",       "itemPlace",   "velocity", "landingOffset",
      "leadingScreens", "lowerOffset", "upperOffset", "breadth",  NULL};
  static const char *const indices[] = {"index", "lower", "upper", "to", "item", "row", NULL};
  if (it->place < 0 || !isfinite(it->value)) return false;
  if (strcmp(it->name, "fraction") == 0 && it->value == RC_FRACTION_NEAREST) return true;
  if (strcmp(it->name, "fraction") == 0 || strcmp(it->name, "jitter") == 0) {
    return it->value >= 0 && it->value <= 1;
  }
  if (is_one_of(it->name, any_sign)) return true;
  return it->value >= 0 && !(is_one_of(it->name, indices) && it->value > count);
}

/// Returns the first argument that is never allowed in a list of so many items; otherwise the lower
/// bound of a reversed interval, an index at the end, or the last argument.
static const argument *refused(const argument *arguments, double count) {
  const argument *lower = NULL, *at_end = NULL, *it = arguments;
  bool inserts = false;
  for (; it->name != NULL; it++) {
    if (!is_allowed(it, count)) return it;
    if (strcmp(it->name, "upper") == 0 && lower != NULL && lower->value > it->value) return lower;
    if (strcmp(it->name, "lower") == 0) lower = it;
    if (strcmp(it->name, "count") == 0) inserts = true;
    if (strcmp(it->name, "index") == 0 || strcmp(it->name, "item") == 0) at_end = it;
  }
  return at_end != NULL && at_end->value == count && !inserts ? at_end : it - 1;
}

static double most(const char *name) {
  if (strcmp(name, "count") == 0) return (double)RC_ITEM_COUNT_MAX;
  bool is_extent = strcmp(name, "estimate") == 0 || strcmp(name, "extents") == 0;
  return is_extent ? (double)RC_ITEM_TICKS_MAX / RC_TICKS_PER_POINT : INFINITY;
}

/// Returns the first argument that is past a limit of the library by itself; NULL if none is.
static const argument *too_much(const argument *arguments) {
  const argument *it = arguments;
  while (it->name != NULL && !(it->value > most(it->name))) it++;
  return it->name != NULL ? it : NULL;
}

#endif
