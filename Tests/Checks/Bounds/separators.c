// Of separators.

#include "bounds.h"

static void follow(rc_separators *separators, rc_edit_kind kind, int64_t lower, int64_t upper) {
  const rc_edit edit = {.lower = lower, .upper = upper, .kind = kind};
  OK(rc_separators_follow(separators, &edit));
}

/// Ids of which every other one has a separator before it, or all the same one.
static size_t ask(rc_separators *separators, int64_t count) {
  rc_id *ids = zeros(count, sizeof *ids);
  for (int64_t i = 0; i < count; i++) ids[i] = i;
  const rc_separator_pair *pairs;
  size_t asked;
  OK(rc_separators_ask_ids(separators, ids, (size_t)count, &pairs, &asked));
  free(ids);
  return asked;
}

static rc_id *answers(size_t count, rc_id same) {
  rc_id *ids = zeros((int64_t)count + 1, sizeof *ids);
  for (size_t i = 0; i < count; i++) {
    ids[i] = i % 2 == 1 ? RC_ID_NONE : same == RC_ID_NONE ? (rc_id)i : same;
  }
  return ids;
}

static void answer(rc_separators *separators, size_t count, rc_id same) {
  rc_id *ids = answers(count, same);
  rc_separators_result result;
  OK(rc_separators_answer(separators, ids, count, &result));
  free(ids);
}

static rc_separators *empty(void) {
  const rc_allocator allocator = counting_allocator();
  rc_separators *separators;
  OK(rc_separators_create(&allocator, &separators));
  return separators;
}

/// n separators between 2 n slots.
static rc_separators *with(int64_t n, rc_id same) {
  rc_separators *separators = empty();
  follow(separators, RC_EDIT_KIND_INSERT, 0, 2 * n);
  answer(separators, ask(separators, 2 * n), same);
  return separators;
}

static rc_separators *made(int64_t n) {
  return with(n, RC_ID_NONE);
}

static uint64_t end(rc_separators *separators) {
  rc_separators_destroy(separators);
  return steps();
}

#define ON_SEPARATORS(name, made, counted) ON(name, rc_separators *, separators, made, counted, end)

// == memory ==

/// One slot after the other, each with a separator before it.
static uint64_t separators_memory(int64_t n) {
  rc_separators *separators = empty();
  rc_id *ids = zeros(n, sizeof *ids);
  for (int64_t i = 0; i < n; i++) {
    follow(separators, RC_EDIT_KIND_INSERT, i, i + 1);
    ids[i] = i;
    const rc_separator_pair *pairs;
    rc_separators_result result;
    size_t count;
    OK(rc_separators_ask_ids(separators, ids, (size_t)i + 1, &pairs, &count));
    REQUIRE(count == 2);
    OK(rc_separators_answer(separators, (const rc_id[]){i, RC_ID_NONE}, 2, &result));
  }
  const int64_t bytes = memory.bytes;
  REQUIRE(bytes < 10000 + n * 200);
  free(ids);
  rc_separators_destroy(separators);
  return (uint64_t)bytes;
}

static uint64_t separators_memory_of_an_answer(int64_t n) {
  rc_separators *separators = empty();
  for (int64_t i = 0; i < n; i++) follow(separators, RC_EDIT_KIND_INSERT, 0, 1);
  answer(separators, ask(separators, n), RC_ID_NONE);
  const int64_t bytes = memory.bytes;
  REQUIRE(bytes < 10000 + n * (400 + 100));
  rc_separators_destroy(separators);
  return (uint64_t)bytes;
}

/// n × 1,000 placeholders.
static uint64_t separators_memory_of_slots(int64_t n) {
  rc_separators *separators = empty();
  rc_id *ids = zeros(n * 1000, sizeof *ids);
  for (int64_t i = 0; i < n * 1000; i++) ids[i] = RC_ID_NONE;
  for (int64_t i = 0; i < n; i++) {
    follow(separators, RC_EDIT_KIND_INSERT, i / 2, i / 2 + 1000);
    const rc_separator_pair *pairs;
    size_t count;
    OK(rc_separators_ask_ids(separators, ids, (size_t)(i + 1) * 1000, &pairs, &count));
    answer(separators, count, RC_ID_NONE);
  }
  const int64_t bytes = memory.bytes;
  free(ids);
  rc_separators_destroy(separators);
  return (uint64_t)bytes;
}

// == edits ==

static void count_follow(rc_separators *separators, rc_edit edit) {
  COUNT(rc_separators_follow(separators, &edit));
}

ON_SEPARATORS(follow_one, made(n),
              count_follow(separators, (rc_edit){n, n + 1, 0, 0, RC_EDIT_KIND_REMOVE, 0}))
ON_SEPARATORS(follow_all, made(n),
              count_follow(separators, (rc_edit){0, 2 * n, 0, 0, RC_EDIT_KIND_REMOVE, 0}))
ON_SEPARATORS(follow_half, made(n),
              count_follow(separators, (rc_edit){0, n, n / 2, 0, RC_EDIT_KIND_MOVE, 0}))

/// n edits since the answer before.
static rc_separators *edited(int64_t n) {
  rc_separators *separators = made(16);
  for (int64_t i = 0; i < n; i++) follow(separators, RC_EDIT_KIND_INSERT, 0, 2);
  answer(separators, ask(separators, 32 + 2 * n), RC_ID_NONE);
  for (int64_t i = 0; i < n; i++) OK(rc_separators_renew(separators, 2 * i + 1, 2 * i + 1));
  return separators;
}

ON_SEPARATORS(follow_after_edits, edited(n),
              count_follow(separators, (rc_edit){n, n + 1, 0, 0, RC_EDIT_KIND_CLEAR, 0}))
ON_SEPARATORS(renew_after_edits, edited(n), COUNT(rc_separators_renew(separators, n | 1, n | 1)))

// == questions and answers ==

static uint64_t ask_after_edits(int64_t n) {
  rc_separators *separators = edited(n);
  const int64_t slots = 32 + 2 * n;
  rc_id *ids = zeros(slots, sizeof *ids);
  const rc_separator_pair *pairs;
  size_t count;
  COUNT(rc_separators_ask_ids(separators, ids, (size_t)slots, &pairs, &count));
  REQUIRE(count == (size_t)n);
  free(ids);
  return end(separators);
}

static uint64_t ask_for_all(int64_t n) {
  rc_separators *separators = made(n);
  OK(rc_separators_renew(separators, 0, 2 * n));
  rc_id *ids = zeros(2 * n, sizeof *ids);
  const rc_separator_pair *pairs;
  size_t count;
  COUNT(rc_separators_ask_ids(separators, ids, (size_t)(2 * n), &pairs, &count));
  free(ids);
  return end(separators);
}

/// A store of n pages of 20, and separators of it.
static rc_separators *of_store(int64_t n, rc_store **out_store) {
  rc_separators *separators = empty();
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_store_options options;
  rc_store_options_init(&options);
  options.total = 20 * n;
  OK(rc_store_create(&options, &allocator, out_store));
  follow(separators, RC_EDIT_KIND_INSERT, 0, 20 * n);
  rc_store_view view = {.is_settled = true};
  for (int64_t page = 0; page < n; page++) {
    view.visible = view.wanted = (rc_interval){20 * page, 20 * page + 1};
    rc_store_plan plan;
    OK(rc_store_update(*out_store, &view, &plan));
    REQUIRE(plan.request_count == 1);
    rc_id ids[20];
    for (int64_t i = 0; i < 20; i++) ids[i] = 20 * page + i;
    rc_store_reply reply;
    rc_store_reply_init(&reply);
    reply.ids = ids;
    reply.count = 20;
    reply.total = options.total;
    rc_store_result result;
    OK(rc_store_receive(*out_store, plan.requests[0].token, &reply, &result));
    for (size_t i = 0; i < result.edit_count; i++) {
      OK(rc_separators_follow(separators, &result.edits[i]));
    }
  }
  return separators;
}

static uint64_t ask_a_store(int64_t n) {
  rc_store *store;
  rc_separators *separators = of_store(n, &store);
  const rc_separator_pair *pairs;
  size_t count;
  COUNT(rc_separators_ask_store(separators, store, &pairs, &count));
  REQUIRE(count == (size_t)(20 * n + 1));
  rc_store_destroy(store);
  return end(separators);
}

/// All are asked for again, and answered otherwise, or all the same.
static uint64_t answer_again(int64_t n, rc_id same, rc_id then) {
  rc_separators *separators = with(n, same);
  OK(rc_separators_renew(separators, 0, 2 * n));
  const size_t count = ask(separators, 2 * n);
  rc_id *ids = answers(count, then);
  for (size_t i = 0; then == RC_ID_NONE && i < count; i++) ids[i] += ids[i] == RC_ID_NONE ? 0 : n;
  rc_separators_result result;
  COUNT(rc_separators_answer(separators, ids, count, &result));
  free(ids);
  return end(separators);
}

static uint64_t answer_otherwise(int64_t n) {
  return answer_again(n, RC_ID_NONE, RC_ID_NONE);
}

static uint64_t answer_the_same(int64_t n) {
  return answer_again(n, 7, 7);
}

static uint64_t answer_one(int64_t n) {
  rc_separators *separators = made(n);
  OK(rc_separators_renew(separators, n, n));
  const size_t count = ask(separators, 2 * n);
  REQUIRE(count == 1);
  rc_separators_result result;
  COUNT(rc_separators_answer(separators, (const rc_id[]){-5}, 1, &result));
  return end(separators);
}

// == queries ==

/// Many rows, as some are found sooner than others.
static void count_rows(rc_separators *separators, int64_t n, bool as_slots) {
  steps_begin();
  for (int64_t i = 0; i < 64; i++) {
    const int64_t row = 3 * n * i / 64;
    rc_separator found;
    rc_interval slots;
    OK(as_slots ? rc_separators_slots_of_rows(separators, row, row + 9, &slots)
                : rc_separators_get_row(separators, row, &found));
  }
  steps();
}

ON_SEPARATORS(find_row, made(n), count_rows(separators, n, false))
ON_SEPARATORS(find_slots_of_rows, made(n), count_rows(separators, n, true))
ON_SEPARATORS(find_row_of_slot, made(n),
              COUNT_QUIET(rc_separators_row_of_slot(separators, n, &(int64_t){0})))
ON_SEPARATORS(find_separator, made(n),
              COUNT_QUIET(rc_separators_find(separators, n & ~INT64_C(1), &(int64_t){0})))
ON_SEPARATORS(find_separator_of_many, with(n, 7),
              COUNT_QUIET(rc_separators_find(separators, 7, &(int64_t){0})))
ON_SEPARATORS(validate, made(n), COUNT(rc_separators_validate(separators, NULL)))

static const bound bounds[] = {
    BOUND("rc_separators", "at most 200 bytes per separator that was answered", separators_memory,
          1000, LINEAR),
    BOUND("rc_separators", "and 400 per pair and edit of one", separators_memory_of_an_answer, 1024,
          LINEAR),
    BOUND("rc_separators", "Slots take none", separators_memory_of_slots, 16, CONSTANT),
    BOUND("rc_separators_follow", "O((1 + k) log n + log e)", follow_one, 1024, LOGARITHMIC),
    BOUND("rc_separators_follow", "k of them beside or between the slots", follow_all, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_separators_follow", "k of them beside or between", follow_half, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_separators_follow", "and e edits since the answer before", follow_after_edits, 1024,
          LOGARITHMIC),
    BOUND("rc_separators_renew", "O(log e)", renew_after_edits, 1024, LOGARITHMIC),
    BOUND("rc_separators_ask_store", "for a pairs, and p pages", ask_a_store, 64,
          LINEAR_LOGARITHMIC),
    BOUND("rc_separators_ask_ids", "O(a + e log e)", ask_for_all, 1024, LINEAR),
    BOUND("rc_separators_ask_ids", "O(a + e log e)", ask_after_edits, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_separators_answer", "O((a + s + g) log n + e log e)", answer_otherwise, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_separators_answer", "and g with the same ids", answer_the_same, 1024,
          LINEAR_LOGARITHMIC),
    BOUND("rc_separators_answer", "O((a + s + g) log n", answer_one, 1024, LOGARITHMIC),
    BOUND("rc_separators_get_row", "O(log n)", find_row, 1024, LOGARITHMIC),
    BOUND("rc_separators_row_of_slot", "O(log n)", find_row_of_slot, 1024, LOGARITHMIC),
    BOUND("rc_separators_slots_of_rows", "O(log n)", find_slots_of_rows, 1024, LOGARITHMIC),
    BOUND("rc_separators_find", "O(log n", find_separator, 1024, LOGARITHMIC),
    BOUND("rc_separators_find", "borders with this id", find_separator_of_many, 1024, LINEAR),
    BOUND("rc_separators_validate", "O(n log n)", validate, 1024, LINEAR_LOGARITHMIC),
};

const bound_table separators_bounds = TABLE(bounds);
