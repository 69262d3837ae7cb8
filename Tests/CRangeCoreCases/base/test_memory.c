// Arrays that grow, up to sizes that no memory has.

#include "../../../Sources/CRangeCore/base/base.h"
#include "../harness.h"
#include "../list/list_memory.h"

static void arrays_double_or_grow_to_what_is_needed(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  void *array = NULL;
  size_t capacity = 0;
  CHECK(rc__array_reserve(&allocator, &array, &capacity, 8, 3) && capacity == 3);
  CHECK(rc__array_reserve(&allocator, &array, &capacity, 8, 3) && capacity == 3);
  CHECK(rc__array_reserve(&allocator, &array, &capacity, 8, 4) && capacity == 6);
  CHECK(rc__array_reserve(&allocator, &array, &capacity, 8, 20) && capacity == 20);
  CHECK_EQUAL(memory.bytes, 20 * 8);
  rc__deallocate(&allocator, array, capacity * 8);
  CHECK(memory.blocks == 0 && !memory.is_confused);
}

static void arrays_that_cannot_grow_stay_as_they_were(void) {
  list_memory memory;
  list_memory_init(&memory);
  memory.countdown = 0;
  const rc_allocator allocator = list_memory_allocator(&memory);
  void *array = NULL;
  size_t capacity = 1;
  CHECK(!rc__array_reserve(&allocator, &array, &capacity, 8, SIZE_MAX / 8));
  CHECK_EQUAL(memory.allocations, 1);
  // A size past all numbers is not asked for.
  CHECK(!rc__array_reserve(&allocator, &array, &capacity, 8, SIZE_MAX));
  CHECK_EQUAL(memory.allocations, 1);
  CHECK(array == NULL && capacity == 1);
}

// So many together have no room in an address space of 32 bits, nor in a process that is limited.
static void memory_of_the_library_can_be_had_again(void) {
  // More than addresses of 32 bits reach; where they have 64, there are always others.
  enum { BLOCKS = UINTPTR_MAX > UINT32_MAX ? 8 : 160, BLOCK_SIZE = 64 << 20 };
  rc_allocator allocator;
  if (!rc__allocator_init(&allocator, NULL)) return;
  void *byte = rc__allocate(&allocator, 1);
  CHECK(byte != NULL);
  rc__deallocate(&allocator, byte, 1);
  for (int i = 0; i < BLOCKS; i++) {
    void *block = rc__allocate(&allocator, BLOCK_SIZE);
    CHECK(block != NULL);
    rc__deallocate(&allocator, block, BLOCK_SIZE);
  }
}

static const test_case cases[] = {
    CASE(arrays_double_or_grow_to_what_is_needed),
    CASE(arrays_that_cannot_grow_stay_as_they_were),
    CASE(memory_of_the_library_can_be_had_again),
};

const test_suite suite_memory = SUITE(cases);
