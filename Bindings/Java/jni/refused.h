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
  if (!isfinite(it->value)) return false;
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

/// Returns the first value that cannot be an extent, or 0.
static double worst(const double *extents, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    if (!(extents[i] >= 0) || !isfinite(extents[i])) return extents[i];
  }
  return 0;
}

#endif
