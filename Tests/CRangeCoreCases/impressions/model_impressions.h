// A slow model of impressions: each update looks at each id that there is, and at all views for it.

#ifndef MODEL_IMPRESSIONS_H
#define MODEL_IMPRESSIONS_H

#include "../library.h"

enum { MODEL_IMPRESSIONS_IDS = 12, MODEL_IMPRESSIONS_LISTS = 3, MODEL_IMPRESSIONS_VIEWS = 6 };

typedef struct {
  bool was_seen;
  bool dwells;
  bool counts;
  double begin;
  uint32_t rule;
  uint32_t level;
} model_impression;

typedef struct {
  rc_impressions_options options;
  double time;
  bool restarts;
  rc_impression_view views[MODEL_IMPRESSIONS_LISTS][MODEL_IMPRESSIONS_VIEWS];
  size_t counts[MODEL_IMPRESSIONS_LISTS];
  model_impression ids[MODEL_IMPRESSIONS_IDS];
  rc_impression events[4 * MODEL_IMPRESSIONS_IDS];
  size_t event_count;
  double next_time;
} model_impressions;

void model_impressions_init(model_impressions *m, const rc_impressions_options *options);
void model_impressions_set(model_impressions *m, int list, const rc_impression_view *views,
                           size_t count);
void model_impressions_update(model_impressions *m, double time, bool is_active);

#endif
