// The inside of a store: what it holds, what is requested, and what the host has told it.
//
// The slots are those of *blocks*, in order. Of a source of offsets these are pages, one per held
// cell, and *stubs*, for missing cells with an unusual number of slots; all other missing cells lie
// in *runs* between the blocks, and take no memory. With cells of 20:
//
//     blocks      page 0          page 3   stub 4             page 9
//     runs                cells 1 ..< 3            cells 5 ..< 9      cells 10 ..< 50
//     slots       0 ..< 20   20 ..< 60  60 ..< 79  79 ..< 82  82 …
//
// Of a source of keys they are pages and gaps.

#ifndef RC_STORE_H
#define RC_STORE_H

#include "base.h"
#include "rangecore_store.h"

// == what is held ==

/// How often a seam is requested in a row.
enum { RC__SEAM_TRIES = 8 };

typedef enum rc__block_kind { RC__BLOCK_PAGE, RC__BLOCK_STUB, RC__BLOCK_GAP } rc__block_kind;

typedef struct rc__block {
  rc__block_kind kind;
  /// The cell or, for keys, a number that grows from block to block.
  int64_t key;
  /// The ids of a page, the slots of a stub, the items that a gap counts.
  int64_t count;
  /// Of a page, from 1 on.
  int64_t number;
  rc_id *ids;
  size_t capacity;
  /// Where an id was found last; the next one is likely right after it.
  int64_t found;
  int64_t cost;
  /// Keys: of the reply, whether or not they are held.
  rc_id first, last;
  /// Offsets: the id that must follow, or `RC_ID_NONE`.
  rc_id ahead;
  /// Of a page: requests for the seam after it in a row that brought nothing. Of a gap: replies.
  uint8_t stalled_count;
  /// A gap with an unknown number of items.
  bool is_open;
  /// A page whose reply was shorter than a cell.
  bool is_short;
} rc__block;

typedef struct rc__id_entry {
  rc_id id;
  /// NULL for an empty entry.
  rc__block *block;
} rc__id_entry;

/// Which page holds an id.
typedef struct rc__ids {
  rc__id_entry *entries;
  /// A power of two, or 0.
  size_t capacity;
  size_t count;
} rc__ids;

typedef struct rc__contents {
  bool is_keys;
  bool has_placeholders;
  int64_t page_size;
  rc__block **blocks;
  /// Of each block, its first slot.
  int64_t *starts;
  size_t block_capacity, start_capacity;
  size_t count;
  /// Unused elements before the first: scrolling on drops blocks there.
  size_t front;
  rc__ids ids;
  int64_t slots;
  int64_t pages;
  int64_t cost;
  /// Offsets: the cells known to be there; those of the source, and the total, or
  /// `RC_STORE_UNKNOWN`; and rows inserted less rows removed by the host since that was told.
  int64_t cells;
  int64_t end;
  int64_t total;
  int64_t drift;
} rc__contents;

/// Missing cells without a block: the cells `first ..< end`, in the slots `lower ..< upper`.
typedef struct rc__cells {
  int64_t first, end;
  int64_t lower, upper;
} rc__cells;

/// What holds a slot.
typedef struct rc__spot {
  /// Of the block; if the slot is in a run, of the block after it.
  size_t index;
  bool is_block;
  /// Of the slot within its block; or its cell.
  int64_t offset;
  int64_t cell;
} rc__spot;

// == what is requested ==

/// Places in the order of failures.
typedef enum rc__store_place_kind {
  RC__PLACE_CELL,
  RC__PLACE_AFTER,
  RC__PLACE_BEFORE,
  /// Jumps.
  RC__PLACE_TAIL,
  RC__PLACE_HEAD,
  RC__PLACE_REFRESH
} rc__store_place_kind;

/// Why a cell is requested.
typedef enum rc__via {
  /// It is missing.
  RC__VIA_CELL,
  /// The seam before it is loose.
  RC__VIA_SEAM_BEFORE,
  /// The seam after it is loose.
  RC__VIA_SEAM_AFTER,
  RC__VIA_TAIL
} rc__via;

typedef struct rc__store_place {
  rc__store_place_kind kind;
  rc__via via;
  /// The cell, the number of the page, or 0.
  int64_t value;
  /// The page of a side.
  rc__block *block;
  /// Its slots; empty for a place without.
  rc_interval span;
} rc__store_place;

typedef struct rc__request {
  uint64_t token;
  rc__store_place place;
  /// Of a refresh by offsets: how many cells.
  int64_t cells;
  /// Of a refresh: nothing is before its items, so that an empty reply is an empty source; or
  /// nothing after them.
  bool is_at_start, is_at_end;
  /// Of a refresh: an empty reply is followed by a refresh at the end.
  bool is_anchor;
} rc__request;

typedef struct rc__failure {
  rc__store_place_kind kind;
  uint32_t attempt;
  int64_t value;
  double retry_time;
  uint64_t token;
} rc__failure;

/// An id of a reply.
typedef struct rc__taken {
  rc_id id;
  /// The page that held it before; NULL if it is new.
  rc__block *block;
  /// The page that takes it, if it is new; NULL if it is left out.
  rc__block *target;
} rc__taken;

/// What the host has told.
typedef struct rc__told {
  rc_interval visible, wanted;
  double time;
  /// The end of the wait after a jump; −infinity for none.
  double settle_time;
  bool is_backward;
} rc__told;

struct rc_store {
  rc_allocator allocator;
  rc__contents held;
  bool looks_ahead;
  rc_store_settings settings;

  rc__told told;

  uint64_t last_token;
  int64_t last_page;
  bool needs_refresh;
  rc_store_target target;
  int64_t target_value;
  /// The visible slots that a refresh by itself was made for; empty if none was.
  rc_interval refreshed;
  /// By `rc_end`.
  bool jumps[2];
  /// Replies for the tail in a row without a new id.
  int32_t stalled_count;
  /// The tail requests the last cell, before the next.
  bool repeats_last;

  rc__request *requests;
  size_t request_count, request_capacity;
  rc__failure *failures;
  size_t failure_count, failure_capacity;
  uint64_t *given_up;
  size_t given_up_count, given_up_capacity;
  /// The plan of the last update lists those given up.
  bool is_told;

  // Results, and working data.

  rc_store_request *plan;
  size_t plan_capacity;
  rc_store_edit *edits;
  size_t edit_count, edit_capacity;
  /// So many more are reserved, for pages that are dropped in the end.
  size_t drop_edits;
  int64_t *slots;
  size_t slot_capacity;
  int64_t *dropped;
  size_t dropped_count, dropped_capacity;
  rc__store_place *places;
  size_t place_count, place_capacity;
  rc__taken *taken;
  size_t taken_count, taken_capacity;
  int64_t new_count;
  /// Stands for the page of an id that is about to get one.
  rc__block pending;
};

/// Reserves memory for elements of an array; `array` points to the pointer to it.
bool rc__store_reserve(const rc_store *store, void *array, size_t *capacity, size_t size,
                       size_t needed);

// == store_ids.c ==

rc__block *rc__ids_find(const rc__ids *ids, rc_id id);
/// Fetches an entry into the cache, of the id so many after another if there is one.
void rc__ids_prefetch(const rc__ids *ids, const rc_id *list, int64_t count, int64_t index);
/// Reserves memory for so many more; false if there is none.
bool rc__ids_reserve(rc__ids *ids, const rc_allocator *allocator, size_t more);
/// Adds an id, or changes its page.
void rc__ids_set(rc__ids *ids, rc_id id, rc__block *block);
void rc__ids_remove(rc__ids *ids, rc_id id);

// == store_contents.c ==

void rc__contents_deinit(rc__contents *contents, const rc_allocator *allocator);
/// NULL if out of memory.
rc__block *rc__block_create(const rc_allocator *allocator, rc__block_kind kind);
void rc__block_destroy(const rc_allocator *allocator, rc__block *block);
bool rc__block_reserve(const rc_allocator *allocator, rc__block *block, int64_t more);
/// Inserts ids into a page with memory for them.
void rc__block_insert(rc__block *block, int64_t at, const rc__taken *taken, size_t count);
/// Where a page has an id that it holds.
int64_t rc__block_find(rc__block *block, rc_id id);

int64_t rc__contents_block_slots(const rc__contents *contents, size_t index);
/// The slots that a missing cell usually has.
int64_t rc__contents_cell_slots(const rc__contents *contents, int64_t cell);
/// The first slot after a block.
int64_t rc__contents_upper(const rc__contents *contents, size_t index);
/// The cells before a block, or before the end.
rc__cells rc__contents_cells_before(const rc__contents *contents, size_t index);
/// The slots of one of them.
rc_interval rc__contents_cell_span(const rc__contents *contents, const rc__cells *cells,
                                   int64_t cell);
rc__spot rc__contents_spot(const rc__contents *contents, int64_t slot);
/// The first block that starts after a slot.
size_t rc__contents_block_after(const rc__contents *contents, int64_t slot);
/// The first block with a key, or a greater one.
size_t rc__contents_block_of_key(const rc__contents *contents, int64_t key);
/// The first or last page; the number of blocks if there is none.
size_t rc__contents_first_page(const rc__contents *contents);
size_t rc__contents_last_page(const rc__contents *contents);
/// Reserves memory for as many more blocks as one reply can bring beside each other.
bool rc__contents_reserve(rc__contents *contents, const rc_store *store);
/// Inserts a block in the place of as many slots as it has, before those of its key.
void rc__contents_insert(rc__contents *contents, size_t index, rc__block *block, int64_t start);
void rc__contents_remove(rc__contents *contents, size_t index);
/// Adds a number to where blocks start, and to the slots.
void rc__contents_shift(rc__contents *contents, size_t index, int64_t difference);
/// By how much the total exceeds the slots.
int64_t rc__contents_hidden(const rc__contents *contents);
/// The slot of an id that a page holds.
int64_t rc__contents_slot_of(const rc__contents *contents, rc__block *page, rc_id id);
/// The last cell that is held; −1 if none is.
int64_t rc__contents_last_cell(const rc__contents *contents);
/// How many slots the missing cells after a cell have.
int64_t rc__contents_tail_slots(const rc__contents *contents, int64_t after);

// == store_edits.c ==

bool rc__store_reserve_edits(rc_store *store, size_t more);
/// Adds an edit of at least one slot, for which there is memory, to the result.
void rc__store_add_edit(rc_store *store, rc_store_edit edit);
/// Makes what the host has told follow an edit.
void rc__store_follow(rc_store *store, const rc_store_edit *edit);
/// Both, for slots `lower ..< upper`, if there are any.
void rc__store_edit(rc_store *store, rc_store_edit_kind kind, int64_t lower, int64_t upper);
/// Sets what is known of a source of offsets; what it takes from the end must be missing.
void rc__store_set_source(rc_store *store, int64_t cells, int64_t end, int64_t total);
/// Clears the result.
void rc__store_begin_result(rc_store *store);
void rc__store_end_result(rc_store *store, const rc_id *ids, int64_t count, int64_t page,
                          rc_store_result *out_result);

// == store_places.c ==

size_t rc__store_find_request(const rc_store *store, uint64_t token);
bool rc__store_is_requested(const rc_store *store, rc__store_place_kind kind, int64_t value);
void rc__store_end_request(rc_store *store, size_t index);
void rc__store_give_up(rc_store *store, size_t index);
void rc__store_give_up_all(rc_store *store);
/// Gives up requests at sides that border on no gap.
void rc__store_give_up_sides(rc_store *store);
/// NULL for none.
const rc__failure *rc__store_failure(const rc_store *store, rc__store_place_kind kind,
                                     int64_t value);
/// The first failure of a place, or of a later one.
size_t rc__store_first_failure(const rc_store *store, rc__store_place_kind kind, int64_t value);
void rc__store_forget(rc_store *store, rc__store_place_kind kind, int64_t value);
/// How many slots are between two intervals; 0 if they touch.
int64_t rc__store_distance(rc_interval span, rc_interval other);
/// Whether a request's place is wanted; and where it is.
bool rc__store_is_wanted(const rc_store *store, const rc__request *request, rc_interval *out_span);
bool rc__store_wants(const rc_store *store, rc_interval span);
rc_store_load rc__store_load(const rc_store *store, rc__store_place_kind kind, int64_t value);
rc_store_load rc__store_gap_load(const rc_store *store, size_t index);
/// The cell that the open tail requests.
int64_t rc__store_tail_cell(const rc_store *store);
/// Whether the seam after a block is loose, if that is a page; a page comes after it.
bool rc__store_is_loose(const rc_store *store, size_t index);

// == the others ==

/// Begins a refresh, and gives up everything else; a target that has a value needs that as well.
void rc__store_refresh(rc_store *store, rc_store_target target);
/// The total that a reply tells, or that follows from the position of its first id.
int64_t rc__store_total_told(const rc_store_reply *reply, int64_t position);
/// Whether all are ids, and none is `RC_ID_NONE`.
bool rc__store_are_ids(const rc_id *ids, int64_t count);
/// Sorts out which ids of a reply are new, and enters those; false if out of memory.
bool rc__store_take(rc_store *store, const rc_id *ids, int64_t count);
/// Takes them back.
void rc__store_put_back(rc_store *store);
/// The end of a run of new ids.
size_t rc__store_run_end(const rc_store *store, size_t index);
/// Enters the new ids' pages, and takes back those without.
void rc__store_enter(rc_store *store);
/// Whether a page of another cost may take the place of one.
bool rc__store_affords(const rc_store *store, int64_t cost, int64_t former);
/// Reserves memory for what dropping so many pages adds to the result.
bool rc__store_reserve_drops(rc_store *store, int64_t pages);
/// Drops what is over the limits.
void rc__store_drop_pages(rc_store *store);

rc_status rc__store_receive_cell(rc_store *store, const rc__request *request,
                                 const rc_store_reply *reply, int64_t *out_page);
rc_status rc__store_receive_side(rc_store *store, const rc__request *request,
                                 const rc_store_reply *reply, int64_t *out_page);
rc_status rc__store_receive_end(rc_store *store, const rc__request *request,
                                const rc_store_reply *reply, int64_t *out_page);
rc_status rc__store_receive_refresh(rc_store *store, const rc__request *request,
                                    const rc_store_reply *reply, int64_t *out_page);
/// Puts runs of new ids between two that are held in adjacent slots: first each gets its page, with
/// memory; then they are inserted.
bool rc__store_plan_rest(rc_store *store, size_t lower, size_t upper);
void rc__store_place_rest(rc_store *store, size_t lower, size_t upper);

#endif
