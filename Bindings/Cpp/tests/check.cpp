// Checks what a session cannot show of rangecore.hpp: ownership and lifetimes.

#include <rangecore.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sstream>
#include <thread>
#include <type_traits>

using rangecore::fetch;
using rangecore::list;

#define CHECK(condition) \
  ((condition) ? void()  \
               : (std::fprintf(stderr, "line %d: %s\n", __LINE__, #condition), std::exit(1)))

static_assert(!std::is_copy_constructible_v<list> && std::is_nothrow_move_constructible_v<list>);
static_assert(!std::is_copy_constructible_v<rangecore::diff>);
static_assert(!std::is_copy_constructible_v<fetch> && std::is_nothrow_move_constructible_v<fetch>);

int allocations = 0;

void *operator new(size_t size) {
  allocations++;
  void *block = std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, size_t) noexcept { std::free(block); }

template <typename Call>
rc_status status_of(Call call) {
  try {
    call();
    return RC_STATUS_OK;
  } catch (const rangecore::error &error) {
    return error.status;
  }
}

rc_viewport viewport_at(double offset, double length) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = offset;
  viewport.length = length;
  return viewport;
}

rc_batch_reason reason_at_end(list &list) {
  return list.update(viewport_at(43000, 1000)).tail().reason;
}

/// The names of a change are asked for only while its update is the last word about the list.
void check_names() {
  list list;
  CHECK(status_of([&] { (void)list.change_names(0); }) == RC_STATUS_ARGUMENT);
  list.insert(0, 10);
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 440;
  auto update = list.update(viewport);
  std::vector<rc_id> names{9, RC_ID_NONE, 7, 6, 5, 4, 3, 2, 1, 0};
  list.set_names(0, names);
  CHECK(update.changes.count == 1 && list.change_names(0) == names);
  CHECK(status_of([&] { (void)list.change_names(1); }) == RC_STATUS_ARGUMENT);
  CHECK(status_of([&] { list.set_names(INT64_MAX, {1}); }) == RC_STATUS_ARGUMENT);
  CHECK(status_of([&] { list.remove({5, 11}); }) == RC_STATUS_ARGUMENT);
  list.set_row_extents(0, {440});
  CHECK(list.change_names(0) == names);
  list.remove({0, 10});
  CHECK(status_of([&] { (void)list.change_names(0); }) == RC_STATUS_ARGUMENT);
  CHECK(list.update(viewport).changes.removed_count == 1 && list.change_names(0) == names);
  rangecore::list moved = std::move(list);
  CHECK(moved.change_names(0) == names);
  CHECK(status_of([&] { (void)list.change_names(0); }) == RC_STATUS_ARGUMENT);
}

void check_apply() {
  list list;
  list.insert(0, {10, 20, 30, 40});
  list.apply({1, 2, 3, 4}, {4, 7, 1, 3});
  CHECK(list.rows({0, 4}).second == std::vector<double>({40, 44, 10, 30}));
  CHECK(status_of([&] { list.apply({4, 7, 1}, {4}); }) == RC_STATUS_ARGUMENT);
  CHECK(status_of([&] { list.apply({4, 7, 1, 4}, {}); }) == RC_STATUS_ARGUMENT);
  CHECK(status_of([&] { list.apply({4, 7, 1, 3}, {RC_ID_NONE}); }) == RC_STATUS_ARGUMENT);
  CHECK(list.count() == 4);
  list.apply({4, 7, 1, 3}, {});
  CHECK(list.count() == 0);
}

/// Printing an update prints it.
void check_printing() {
  list list;
  list.insert(0, 100);
  std::ostringstream out;
  out << list.update(viewport_at(0, 88));
  for (const char *part : {"changes: [0 ..< 2 from 0 to 15", "visible: 0 ..< 2,", "tail: no ("}) {
    CHECK(out.str().find(part) != std::string::npos);
  }
}

/// What C++ adds to a call allocates nothing, unless it is refused: not even for numbers of many
/// digits. All that an update remembers has its place after a while.
void check_allocations() {
  list list;
  list.insert(0, 100);
  rc_viewport viewport = viewport_at(0, 88);
  const std::vector<double> extents = {10.5};
  const auto scroll = [&] {
    const int before = allocations;
    for (viewport.offset = 0; viewport.offset < 900; viewport.offset += 100. / 3) {
      list.set_row_extents(list.item_at(viewport.offset).index, extents);
      static_cast<void>(list.update(viewport));
    }
    return allocations - before;
  };
  scroll();
  CHECK(scroll() == 0);
  CHECK(status_of([&] { list.item_at(NAN); }) == RC_STATUS_ARGUMENT && allocations > 0);
}

int main() {
  check_allocations();
  check_printing();
  check_names();
  check_apply();
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
