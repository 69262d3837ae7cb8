// Scrolls through a list, measures rows when they become visible, and fetches more of them.

#include <cstdio>
#include <rangecore.hpp>

static double extent_of(int64_t row) { return double(40 + row % 3 * 10); }

/// Updates and measures until all that is visible is measured.
static rangecore::update settled(rangecore::list &list, rc_viewport viewport) {
  while (true) {
    auto update = list.update(viewport);
    for (const rc_change &it : update) {
      if (it.after & ~it.before & RC_STATE_PRELOAD) {
        std::printf("load rows %d ..< %d\n", int(it.lower), int(it.upper));
      }
    }
    viewport.offset = update.offset;
    viewport.is_user_driven = false;
    rc_interval rows = list.unmeasured_rows(update.visible);
    if (rows.lower == rows.upper) return update;
    for (int64_t row = rows.lower; row < rows.upper; row++) {
      list.set_row_extents(row, {extent_of(row)});
    }
  }
}

int main() {
  rangecore::list list;
  list.insert(0, 20);
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 200;
  for (double step : {0.0, 300.0, 300.0}) {
    viewport.offset += step;
    viewport.is_user_driven = step > 0;
    auto update = settled(list, viewport);
    viewport.offset = update.offset;
    for (int64_t row = update.visible.lower; row < update.visible.upper; row++) {
      double place = list.item(row).offset - update.offset;
      std::printf("row %d is %.0f points down\n", int(row), place);
    }
    if (update.tail().answer == RC_BATCH_ANSWER_YES) {
      auto fetch = list.begin_batch(RC_END_TAIL);
      list.insert(list.count(), 20);
      fetch.finish(RC_BATCH_OUTCOME_COMPLETED);
      std::printf("fetched: %d rows, %.0f points\n", int(list.count()), list.length());
    }
  }
}
