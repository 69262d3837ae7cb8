// Checks what a session cannot show of rangecore.hpp: ownership and lifetimes.

#include "rangecore.hpp"

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <type_traits>

using rangecore::fetch;
using rangecore::list;

#define CHECK(condition) \
  ((condition) ? void()  \
               : (std::fprintf(stderr, "line %d: %s\n", __LINE__, #condition), std::exit(1)))

static_assert(!std::is_copy_constructible_v<list> && std::is_nothrow_move_constructible_v<list>);
static_assert(!std::is_copy_constructible_v<fetch> && std::is_nothrow_move_constructible_v<fetch>);

template <typename Call>
rc_status status_of(Call call) {
  try {
    call();
    return RC_STATUS_OK;
  } catch (const rangecore::error &error) {
    return error.status;
  }
}

rc_batch_reason reason_at_end(list &list) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = 43000;
  viewport.length = 1000;
  return list.update(viewport).batches[RC_END_TAIL].reason;
}

int main() {
  list first;
  first.insert(0, 1000);
  { fetch destroyed = first.begin_batch(RC_END_TAIL); }
  CHECK(reason_at_end(first) == RC_BATCH_REASON_PAUSED);

  first.reset_batch(RC_END_TAIL);
  std::vector<fetch> fetches;
  fetches.push_back(first.begin_batch(RC_END_TAIL));
  fetches.push_back(first.begin_batch(RC_END_HEAD));
  fetch moved = std::move(fetches[0]);
  CHECK(moved.outcome() == RC_BATCH_OUTCOME_FETCHING);
  CHECK(reason_at_end(first) == RC_BATCH_REASON_FETCHING);

  CHECK(status_of([&] { first.set_row_extents(0, {10, -1}); }) == RC_STATUS_ARGUMENT);
  CHECK(first.count() == 1000 && first.measured_row_count() == 0);

  // An item of 44 points at 22,000, in a viewport of 1,000.
  CHECK(first.set_scroll_target(500, rangecore::fraction::start) == 22000);
  CHECK(first.set_scroll_target(500, rangecore::fraction::center) == 21522);
  CHECK(first.set_scroll_target(500, rangecore::fraction::end, 8) == 21052);
  CHECK(status_of([&] { first.set_scroll_target(500, 1.5); }) == RC_STATUS_ARGUMENT);

  { list destroyed = std::move(first); }
  CHECK(moved.outcome() == RC_BATCH_OUTCOME_CANCELLED);
  std::thread([&] {
    CHECK(status_of([&] { moved.finish(RC_BATCH_OUTCOME_COMPLETED); }) == RC_STATUS_STALE);
  }).join();
}
