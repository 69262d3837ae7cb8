// Checks what a session cannot show of rangecore.hpp: who ends what, and when.

#include "rangecore.hpp"

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <type_traits>

using rangecore::flight;
using rangecore::list;

#define CHECK(condition) \
  ((condition) ? void()  \
               : (std::fprintf(stderr, "line %d: %s\n", __LINE__, #condition), std::exit(1)))

static_assert(!std::is_copy_constructible_v<list> && std::is_nothrow_move_constructible_v<list>);
static_assert(!std::is_copy_constructible_v<flight> &&
              std::is_nothrow_move_constructible_v<flight>);

list filled() {
  list made;
  made.insert(0, 1000);
  return made;
}

rc_batch_reason reason_at_end(list &list) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = 43000;
  viewport.length = 1000;
  return list.update(viewport).batches[RC_END_TAIL].reason;
}

void a_dropped_flight_counts_as_cancelled() {
  list list = filled();
  { flight dropped = list.begin_batch(RC_END_TAIL); }
  CHECK(reason_at_end(list) == RC_BATCH_REASON_PAUSED);
}

void a_moved_flight_flies_on() {
  list list = filled();
  std::vector<flight> flights;
  flights.push_back(list.begin_batch(RC_END_TAIL));
  flights.push_back(list.begin_batch(RC_END_HEAD));
  flight first = std::move(flights[0]);
  CHECK(first.outcome() == RC_BATCH_OUTCOME_FETCHING);
  first = std::move(flights[1]);
  CHECK(reason_at_end(list) == RC_BATCH_REASON_FETCHING);
  first.finish(RC_BATCH_OUTCOME_FAILED);
}

void a_flight_outlives_its_list() {
  auto list = std::make_unique<rangecore::list>(filled());
  flight flight = list->begin_batch(RC_END_TAIL);
  list.reset();
  CHECK(flight.was_cancelled() && flight.outcome() == RC_BATCH_OUTCOME_CANCELLED);
  std::thread([&] {
    try {
      flight.finish(RC_BATCH_OUTCOME_COMPLETED);
      CHECK(!"the list is gone");
    } catch (const rangecore::error &error) {
      CHECK(error.status == RC_STATUS_STALE);
    }
  }).join();
}

void what_is_refused_throws_and_changes_nothing() {
  list list = filled();
  try {
    list.measure(0, {10, -1});
    CHECK(!"a negative extent");
  } catch (const rangecore::error &error) {
    CHECK(error.status == RC_STATUS_ARGUMENT);
  }
  CHECK(list.count() == 1000 && list.measured_count() == 0);
}

int main() {
  a_dropped_flight_counts_as_cancelled();
  a_moved_flight_flies_on();
  a_flight_outlives_its_list();
  what_is_refused_throws_and_changes_nothing();
}
