// The inside of a store: what it holds, what is requested, and what the host has told it.
//
// The slots are those of *blocks*, in order. Of a source of offsets these are pages, one per held
// cell, and *stubs*, each for adjacent missing cells with the same unusual number of slots; all
// other missing cells lie in *runs* between the blocks, and take no memory. With cells of 20:
//
//     blocks      page 0                page 3      stub 4 ..< 6             page 9
//     runs                cells 1 ..< 3                        cells 6 ..< 9         cells 10 ..<
//     50 slots       0 ..< 20   20 ..< 60  60 ..< 79   79 ..< 85    85 …
//
// Of a source of keys they are pages and gaps.

#ifndef RC_STORE_H
#define RC_STORE_H

#include "../base/base.h"
#include "../base/ids.h"
#include "rangecore_store.h"

// == what is held ==

/// How often a seam is requested in a row.
enum { RC__SEAM_TRIES = 8 };

typedef enum rc__block_kind { RC__BLOCK_PAGE, RC__BLOCK_STUB, RC__BLOCK_GAP } rc__block_kind;

typedef struct rc__block {
  rc__block_kind kind;
  /// The first cell or, for keys, a number that grows from block to block.
  int64_t key;
  /// How many cells a stub is for; otherwise 1.
  int64_t cells;
  /// The ids of a page, the slots of each of a stub's cells, the items that a gap counts.
  int64_t count;
  /// Of a page, from 1 on.
  int64_t number;
  /// Of a page: the time.
  double arrived;
  rc_id *ids;
  size_t capacity;
  /// Where an id was found last; the next one is likely right after it.
  int64_t found;
  int64_t cost;
  /// Of the last reply, whether or not they are held.
  rc_id first, last;
  /// Of a store that looks ahead: another page whose last reply ended with the same id, or NULL.
  struct rc__block *same_last;
  /// Of a store that looks ahead: for each id the one that a reply told to follow it; itself if
  /// nothing does, and `RC_ID_NONE` if that is not known.
  rc_id *nexts;
  size_t next_capacity;
  bool looks_ahead;
  /// No seam is between two ids of the page; false if that is not known.
  bool is_whole;
  /// Which update has last gathered its cell.
  uint64_t gathered;
  /// Of a page: replies in a row that each went on with the one before, at a seam.
  uint8_t chain;
  /// Offsets: the total when the page arrived, or `RC_STORE_UNKNOWN`.
  int64_t total;
  /// Of a page: requests for the seam after it in a row that brought nothing. Of a gap: replies.
  uint8_t stalled_count;
  /// A gap with an unknown number of items.
  bool is_open;
  /// Of a gap: what `moves` was when it was last filled; −1 if it was not.
  int64_t filled_at;
  /// A page whose reply was shorter than a cell.
  bool is_short;
} rc__block;

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
  /// Offsets: the first page, and the block after the last one; the same if there is none.
  size_t first_page, pages_end;
  /// The page of each id.
  rc__ids ids;
  /// Of a store that looks ahead: the first of the pages whose last reply ended with an id.
  rc__ids lasts;
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

/// Missing cells without a block, or those of a stub: the cells `first ..< end`, in the slots
/// `lower ..< upper`.
typedef struct rc__cells {
  int64_t first, end;
  int64_t lower, upper;
  /// The slots of each, but for the last cell of the source without a block.
  int64_t size;
  bool is_stub;
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
  /// The id before a seam.
  rc_id id;
  /// Its slots; empty for a place without.
  rc_interval span;
} rc__store_place;

/// A reply whose amounts are within the limits.
typedef struct rc__reply {
  const rc_id *ids;
  int64_t count, before, after, total, cost;
} rc__reply;

typedef struct rc__request {
  uint64_t token;
  rc__store_place place;
  /// Which update has last wanted what it brings, for its place or another one.
  uint64_t gathered;
  /// Of a refresh by offsets: how many cells.
  int64_t cells;
  /// Of a refresh: nothing is before its items, so that an empty reply is an empty source; or
  /// nothing after them.
  bool is_at_start, is_at_end;
  /// Of a refresh, by offsets or around an id: at what is visible.
  bool is_anchor;
  /// An update has shown its place.
  bool is_late;
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
  /// How many updates had another first visible slot than the one before, but for the edits.
  int64_t moves;
  /// From when on the last of them is not too recent for a refresh by age; −infinity if it is over.
  double rest_time;
  /// Of a refresh by age: what was visible when it was requested.
  rc_interval refreshed;
  bool is_backward;
  /// The last update showed a place; when that was; and for how long some have shown.
  bool stalls;
  double update_time, stall;
} rc__told;

struct rc_store {
  rc_allocator allocator;
  rc__contents held;
  bool looks_ahead;
  /// How many pages a refresh requests that is not at what is visible.
  int64_t first_pages;
  rc_store_settings settings;

  rc__told told;

  uint64_t last_token, update_count;
  int64_t last_page, late_pages;
  bool needs_refresh;
  /// It is made because of the age alone.
  bool is_by_age;
  /// What arrived before is stale; and when the last refresh arrived.
  double expired, arrived;
  rc_store_target target;
  int64_t target_value;
  /// Of a refresh at what is visible: the total that a reply told which had none of that, or
  /// `RC_STORE_UNKNOWN`; by keys, how many ids had no reply.
  int64_t target_total;
  int32_t target_skips;
  /// The visible slots that a refresh by itself was made for; empty if none was. Offsets: what
  /// `moves` was then; −1 if none was.
  rc_interval refreshed;
  int64_t repaired_at;
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
  rc_edit *edits;
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
  /// Stands for the page of an id that is about to get one; and of one that a reply had before.
  rc__block pending, repeated;
};

// == store_ids.c ==

/// Sets with which id the last reply for a page ended, or `RC_ID_NONE`; there is memory for that.
void rc__lasts_set(rc__ids *lasts, rc__block *page, rc_id id);
/// The nearest cell to another one whose last reply ended with an id; that one if there is none.
int64_t rc__lasts_cell(const rc__ids *lasts, rc_id id, int64_t near);

// What all replies have in common.

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
/// The total that a reply tells, or that follows from the position of its first id.
int64_t rc__store_total_told(const rc__reply *reply, int64_t position);

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
/// The page of a cell; NULL if it is not held.
rc__block *rc__contents_page_of_cell(const rc__contents *contents, int64_t cell);
/// The nearest page with slots before or after a cell, past pages without; NULL if a cell is
/// missing before that.
rc__block *rc__contents_page_beside(const rc__contents *contents, int64_t cell, int64_t step);
/// The id in the slot after that of another one, if nothing is missing between; `RC_ID_NONE` if
/// there is none.
rc_id rc__contents_id_behind(const rc__contents *contents, size_t index, int64_t at);
/// Whether a seam is after an id: a reply told that another one follows than the next slot has, or
/// one that is held elsewhere if the next slot has none.
bool rc__contents_is_loose(const rc__contents *contents, size_t index, int64_t at);

int64_t rc__contents_block_slots(const rc__contents *contents, size_t index);
/// Whether a block is a gap that has no slots but its row.
bool rc__contents_is_gap_row(const rc__contents *contents, size_t index);
/// The slots that a missing cell usually has.
int64_t rc__contents_cell_slots(const rc__contents *contents, int64_t cell);
/// The first slot after a block.
int64_t rc__contents_upper(const rc__contents *contents, size_t index);
/// The cells before a block, or before the end.
rc__cells rc__contents_cells_before(const rc__contents *contents, size_t index);
/// The cells of a stub.
rc__cells rc__contents_cells_of(const rc__contents *contents, size_t index);
/// The slots of one of them.
rc_interval rc__contents_cell_span(const rc__contents *contents, const rc__cells *cells,
                                   int64_t cell);
rc__spot rc__contents_spot(const rc__contents *contents, int64_t slot);
/// The first block that starts after a slot.
size_t rc__contents_block_after(const rc__contents *contents, int64_t slot);
/// The block with a key, among the cells of a stub too; or the first one with a greater key.
size_t rc__contents_block_of_key(const rc__contents *contents, int64_t key);
/// The stub that has a missing cell; NULL if none has.
rc__block *rc__contents_stub_of(const rc__contents *contents, int64_t cell);
/// The first or last page; the number of blocks if there is none. O(1).
size_t rc__contents_first_page(const rc__contents *contents);
size_t rc__contents_last_page(const rc__contents *contents);
/// Reserves memory for as many more blocks as one reply can bring beside each other.
bool rc__contents_reserve(rc__contents *contents, const rc_store *store);
/// Inserts a block in the place of as many slots as it has, before those of its key.
void rc__contents_insert(rc__contents *contents, size_t index, rc__block *block, int64_t start);
void rc__contents_remove(rc__contents *contents, size_t index);
/// Whether one of a stub's cells has others of that stub before it, and after it.
bool rc__block_splits_at(const rc__block *stub, int64_t cell);
/// Inserts the page of a cell in the place of a stub's, with as many slots. `rest` is a stub where
/// one splits in two. Returns the page's index.
size_t rc__contents_insert_in_stub(rc__contents *contents, const rc_allocator *allocator,
                                   rc__block *page, rc__block *rest);
/// After a page has become a stub of one cell: joins it with those beside it that are as it is.
void rc__contents_join_stub(rc__contents *contents, const rc_allocator *allocator, size_t index);
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
void rc__store_add_edit(rc_store *store, rc_edit edit);
/// Makes what the host has told follow an edit.
void rc__store_follow(rc_store *store, const rc_edit *edit);
/// Both, for slots `lower ..< upper`, if there are any.
void rc__store_edit(rc_store *store, rc_edit_kind kind, int64_t lower, int64_t upper);
/// Sets what is known of a source of offsets; what it takes from the end must be missing.
void rc__store_set_source(rc_store *store, int64_t cells, int64_t end, int64_t total);
/// Clears the result.
void rc__store_begin_result(rc_store *store);
void rc__store_end_result(rc_store *store, const rc_id *ids, size_t count, int64_t page,
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

// == store_age.c ==

/// Begins a refresh if a page that is visible is stale, and nothing speaks against it; or returns
/// when it will.
double rc__store_refresh_by_age(rc_store *store);
/// Whether a refresh by age is pending, and the user has gone elsewhere.
bool rc__store_has_left(const rc_store *store);

// == the others ==

/// The cells to request for a refresh at what is visible.
rc_interval rc__store_anchor_cells(const rc_store *store);
/// The page of the first visible id; NULL if there is none.
const rc__block *rc__store_anchor(const rc_store *store);
/// Begins a refresh, and gives up everything else; a target that has a value needs that as well.
void rc__store_refresh(rc_store *store, rc_store_target target);
/// Whether the source has nothing beyond an end, as far as is known; whatever jumps are pending.
bool rc__store_is_ended(const rc_store *store, rc_end end);
/// Whether all are ids, and none is `RC_ID_NONE`.
bool rc__store_are_ids(const rc_id *ids, size_t count);
/// Reserves memory for what dropping so many pages adds to the result.
bool rc__store_reserve_drops(rc_store *store, int64_t pages);
/// Drops what is over the limits.
void rc__store_drop_pages(rc_store *store);

rc_status rc__store_receive_cell(rc_store *store, const rc__request *request,
                                 const rc__reply *reply, int64_t *out_page);
rc_status rc__store_receive_side(rc_store *store, const rc__request *request,
                                 const rc__reply *reply, int64_t *out_page);
rc_status rc__store_receive_end(rc_store *store, const rc__request *request, const rc__reply *reply,
                                int64_t *out_page);
rc_status rc__store_receive_refresh(rc_store *store, const rc__request *request,
                                    const rc__reply *reply, int64_t *out_page);
/// Puts runs of new ids between two that are held in adjacent slots: first each gets its page, with
/// memory; then they are inserted.
bool rc__store_plan_rest(rc_store *store, size_t lower, size_t upper);
void rc__store_place_rest(rc_store *store, size_t lower, size_t upper);

#endif
