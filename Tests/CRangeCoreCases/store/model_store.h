// The slow, obvious store: every cell is written out, every id is searched for in all pages, and
// places are listed and sorted. See include/rangecore_store.h, whose sentences it follows one by
// one.

#ifndef MODEL_STORE_H
#define MODEL_STORE_H

#include "../library.h"

enum {
  MODEL_STORE_PARTS = 200,
  MODEL_STORE_IDS = 160,
  MODEL_STORE_REQUESTS = 96,
  MODEL_STORE_DROPPED = 200
};

typedef enum { PART_PAGE, PART_MISSING, PART_GAP } model_part_kind;

/// A page, a missing cell, or a gap. By offsets, part k is cell k.
typedef struct {
  model_part_kind kind;
  rc_id ids[MODEL_STORE_IDS];
  /// Of a page its ids, of a gap what it counts, of a missing cell its slots or −1 for the usual.
  int64_t count;
  int64_t number, cost;
  /// Of a page.
  double arrived;
  /// Of the last reply for it.
  rc_id first, last;
  /// What a reply told to follow each id: itself if nothing does, RC_ID_NONE if that is not known.
  rc_id next[MODEL_STORE_IDS];
  /// Replies for the seam in a row that brought nothing, and that each went on with another.
  int stalled, chain;
  bool is_open, is_short;
  /// Of a page, by offsets: the total when it arrived, or −1.
  int64_t total;
  /// Of a gap: what `moves` was when a reply last filled it; −1 if none has.
  int64_t filled_at;
} model_part;

typedef enum {
  MODEL_CELL,
  MODEL_AFTER,
  MODEL_BEFORE,
  MODEL_TAIL,
  MODEL_HEAD,
  MODEL_REFRESH
} model_place_kind;

typedef enum { VIA_CELL, VIA_SEAM_BEFORE, VIA_SEAM_AFTER, VIA_TAIL } model_via;

typedef struct {
  model_place_kind kind;
  model_via via;
  int64_t value;
  int64_t lower, upper;
  /// Which comes before which, where slots do not tell.
  int order;
  /// The id before a seam.
  rc_id id;
} model_place;

typedef struct {
  uint64_t token;
  model_place place;
  int64_t first, cells;
  bool is_at_start, is_at_end, is_anchor;
  /// A place that is wanted needs it; and it was visible.
  bool is_needed, is_late;
} model_request;

typedef struct {
  model_place_kind kind;
  int64_t value;
  uint32_t attempt;
  double due;
  uint64_t token;
} model_failure;

typedef struct {
  rc_store_options options;
  rc_store_settings settings;
  model_part parts[MODEL_STORE_PARTS];
  int part_count;
  int64_t end, total, drift;
  rc_interval visible, wanted, refreshed;
  /// What was visible when a refresh by age was requested.
  rc_interval aged;
  /// What `moves` was when a seam was last repaired by a refresh.
  int64_t repaired_at;
  double time, settle_time;
  /// `settle` seconds after the first visible slot became another one; −infinity once settled.
  double rest_time;
  /// What arrived before is stale; and when the last refresh arrived.
  double expired, arrived;
  bool is_backward;
  /// How many updates had another first visible slot than the one before.
  int64_t moves;
  uint64_t last_token;
  int64_t last_page, late_pages;
  /// How long something was missing that is visible, and since when; NAN if nothing is.
  double stall, stalls_since;
  bool needs_refresh, is_by_age;
  rc_store_target target;
  int64_t target_value;
  /// Of a refresh at what is visible: the total of a reply that had none of that, or −1; and how
  /// many ids were not found.
  int64_t target_total;
  int target_skips;
  bool jumps[2];
  int stalled;
  bool repeats_last;
  model_request requests[MODEL_STORE_REQUESTS];
  int request_count;
  model_failure failures[MODEL_STORE_REQUESTS];
  int failure_count;
  uint64_t given_up[MODEL_STORE_REQUESTS];
  int given_up_count;

  // What the last call answered.

  rc_store_request plan[MODEL_STORE_REQUESTS];
  int plan_count;
  uint64_t plan_given_up[MODEL_STORE_REQUESTS];
  int plan_given_up_count;
  double next_time;
  int64_t dropped[MODEL_STORE_DROPPED];
  int dropped_count;
  int64_t page, new_count;
} model_store;

/// The ids of a reply, each once: which are new, and the one that was only looked ahead to.
typedef struct {
  rc_id ids[MODEL_STORE_IDS];
  bool is_new[MODEL_STORE_IDS];
  int count;
  rc_id ahead;
} model_reply;

/// The ids of a reply at a gap that are on the near side of where it joins the page beyond.
typedef struct {
  int lower, upper;
  bool joins;
} model_near;

void model_store_init(model_store *model, const rc_store_options *options);

// == slots ==

int64_t model_store_part_slots(const model_store *model, int part);
/// The first slot of a part, or of the end.
int64_t model_store_start(const model_store *model, int part);
int64_t model_store_count(const model_store *model);
int64_t model_store_pages(const model_store *model);
/// The id in a slot, and the part that it is of.
rc_id model_store_id(const model_store *model, int64_t slot, int *out_part);
/// Where an id is; false if it is not held.
bool model_store_find(const model_store *model, rc_id id, int *out_part, int *out_at);
int64_t model_store_hidden(const model_store *model);
int model_store_last_held(const model_store *model);
void model_store_add_part(model_store *model, int at, model_part_kind kind);
void model_store_remove_part(model_store *model, int at);
/// The id in the slot after that of another one, if nothing is missing between.
rc_id model_store_behind(const model_store *model, int part, int64_t at);
/// Whether another id is behind one than was told to follow it, or where nothing is, elsewhere.
bool model_store_is_loose(const model_store *model, int part, int64_t at);
/// The cell that the open tail requests.
int model_store_tail_cell(const model_store *model);

bool model_store_is_requested(const model_store *model, model_place_kind kind, int64_t value);
/// NULL if it has not failed.
const model_failure *model_store_failure(const model_store *model, model_place_kind kind,
                                         int64_t value);
void model_store_give_up(model_store *model, int index);

// == calls ==

void model_store_update(model_store *model, const rc_store_view *view);
/// The cells of a refresh at what is visible.
rc_interval model_store_anchor_cells(const model_store *model);
/// The first part with a visible id; −1 if there is none.
int model_store_anchor_part(const model_store *model);
void model_store_receive(model_store *model, uint64_t token, const rc_store_reply *reply);
void model_store_receive_refresh(model_store *model, const model_request *request,
                                 const rc_store_reply *reply);
void model_store_receive_cell(model_store *model, const model_request *request,
                              const rc_store_reply *reply);
void model_store_receive_keys(model_store *model, const model_request *request,
                              const rc_store_reply *reply);
void model_store_fail(model_store *model, uint64_t token, double time, double jitter);
void model_store_cancel(model_store *model, uint64_t token);
void model_store_refresh(model_store *model, rc_store_target target, int64_t value);
void model_store_expire(model_store *model, double time, double age);
void model_store_jump(model_store *model, rc_end end);
void model_store_open(model_store *model, rc_end end);
/// Whether ids can be inserted; if so, inserts them.
bool model_store_insert(model_store *model, int64_t slot, const rc_id *ids, int64_t count);
bool model_store_remove(model_store *model, rc_id id);
/// Whether an id can be moved; if so, moves it.
bool model_store_move(model_store *model, rc_id id, int64_t to);
/// Makes what is visible and wanted follow an edit; replies do so themselves, except refreshes.
void model_store_follow(model_store *model, const rc_edit *edit);
/// Drops what is over the limits, once the edits of the reply were followed.
void model_store_drop(model_store *model);

// == where ids go ==

/// Places the ids of a reply for a cell, whose page is there, and had so many placeholders; whether
/// it continues the reply for the cell before, at another place than its own.
bool model_store_place_cell(model_store *model, const model_request *request,
                            const model_reply *reply, int64_t placeholders);
/// One id is told to follow another one; itself if none does.
void model_store_tell_next(model_store *model, rc_id id, rc_id next);
/// The near ids, for the part on the far side, if any.
model_near model_store_find_near(const model_store *model, const model_reply *reply, int other,
                                 bool is_forward);
/// Which ids of the rest have a place, and how many.
int64_t model_store_find_rest(const model_store *model, const model_reply *reply, model_near near,
                              bool has_place[MODEL_STORE_IDS]);
void model_store_place_rest(model_store *model, const model_reply *reply,
                            const bool has_place[MODEL_STORE_IDS]);
/// What is visible and wanted follows an edit, unless it is empty.
void model_store_tell(model_store *model, rc_edit_kind kind, int64_t lower, int64_t upper);
void model_store_tell_filling(model_store *model, bool is_forward, int64_t start, int64_t former,
                              int64_t ids, int64_t gap);

rc_store_load model_store_load(const model_store *model, model_place_kind kind, int64_t value);
rc_store_load model_store_slot_load(const model_store *model, int64_t slot);
rc_store_load model_store_end_load(const model_store *model, rc_end end);

#endif
