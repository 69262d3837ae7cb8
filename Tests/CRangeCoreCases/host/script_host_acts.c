// A list without a host, which is told what the host of another does to it.

#include <inttypes.h>

#include "script_host.h"

static void compare_items(rc_list *a, rc_list *b) {
  CHECK_EQUAL(rc_list_count(a), rc_list_count(b));
  CHECK(rc_list_length(a) == rc_list_length(b));
  for (int64_t i = 0; i < rc_list_count(a); i++) {
    rc_item x, y;
    CHECK_EQUAL(rc_list_item(a, i, &x), RC_STATUS_OK);
    CHECK_EQUAL(rc_list_item(b, i, &y), RC_STATUS_OK);
    CHECK_F(x.offset == y.offset && x.extent == y.extent && x.is_measured == y.is_measured &&
                x.is_provisional == y.is_provisional,
            "%" PRId64 " is at %.17g + %.17g, and in the twin at %.17g + %.17g", i, x.offset,
            x.extent, y.offset, y.extent);
    CHECK_F(rc_list_state(a, i) == rc_list_state(b, i), "the state of %" PRId64, i);
  }
}

static void compare_updates(const rc_update *a, const rc_update *b) {
  CHECK_INTERVAL(a->visible, b->visible.lower, b->visible.upper);
  CHECK(a->offset == b->offset && a->correction == b->correction && a->pending == b->pending);
  CHECK(a->scroll_length == b->scroll_length && a->next_time == b->next_time);
  CHECK_EQUAL(a->changes.count, b->changes.count);
  for (int range = 0; range < RC_RANGE_COUNT; range++) {
    CHECK_INTERVAL(a->ranges[range], b->ranges[range].lower, b->ranges[range].upper);
  }
}

static rc_status carry_out(rc_list *list, const rc_host_act *act, rc_update *update) {
  double offset;
  switch (act->kind) {
    case RC_HOST_ACT_KIND_UPDATE:
      return rc_list_update(list, &act->viewport, update);
    case RC_HOST_ACT_KIND_ROW:
      return rc_list_set_row_extents(list, act->lower, &act->extent, 1);
    case RC_HOST_ACT_KIND_PROVISIONAL:
      return rc_list_mark_provisional(list, act->lower, act->upper);
    case RC_HOST_ACT_KIND_LAYOUT:
      return rc_list_set_layout(list, act->columns, act->extent, true);
    case RC_HOST_ACT_KIND_TARGET:
      return rc_list_set_scroll_target(list, act->lower, act->fraction, act->shift, &offset);
    default:
      return RC_STATUS_ARGUMENT;
  }
}

void script_host_tell(rc_host *host, rc_list *list, rc_list *twin, const rc_update *expected) {
  const rc_host_act *acts;
  size_t count;
  CHECK_EQUAL(rc_host_take_acts(host, &acts, &count), RC_STATUS_OK);
  for (size_t i = 0; i < count; i++) {
    rc_update update;
    CHECK_EQUAL(carry_out(twin, &acts[i], &update), RC_STATUS_OK);
    if (acts[i].kind != RC_HOST_ACT_KIND_UPDATE || expected == NULL) continue;
    compare_updates(&update, expected);
    if (test_has_failed()) return;
  }
  compare_items(list, twin);
}

void script_host_tell_twin(script_host *s) {
  if (s->twin == NULL || test_has_failed()) return;
  script_host_tell(s->host, s->list, s->twin, &s->step.update);
}
