// Pagers side by side: what shows the rows of one server to one user, each by its own rules.

#ifndef PAGERS_H
#define PAGERS_H

#include "store/store_world.h"

enum {
  SIZE = 20,
  SCREEN = 12,
  AHEAD = 2 * SCREEN,
  HELD_MAX = 12 * SIZE,
  ROWS = 8192,
  FETCHES = 64
};

typedef struct {
  rc_store_request request;
  double answered, arrives;
  bool is_answered;
  rc_store_reply reply;
  rc_id ids[256];
} fetch;

typedef struct pager pager;
struct pager {
  const char *name;
  /// Begins what is to be fetched for a screen from a row on.
  void (*update)(pager *p, int64_t top, bool is_dragging);
  void (*receive)(pager *p, const fetch *it);
  /// What it shows: RC_ID_NONE is blank; and since when.
  rc_id rows[ROWS];
  double since[ROWS];
  int64_t count;
  /// The rows that are held, of a pager that holds one run of them.
  int64_t lower, upper;
  /// By how many rows the last reply has moved what is on screen.
  int64_t moved;
  fetch fetches[FETCHES];
  int fetch_count;
  double time;
  /// Of blocks: when each was last on screen, or asked for.
  double used[ROWS / SIZE];
  bool is_waiting[ROWS / SIZE];
  bool is_fresh;
  rc_store *store;
  rc_direction direction;

  int64_t requests, most_held;
};

void begin_fetch(pager *p, const rc_store_request *request);
bool is_fetching(const pager *p, int64_t position);
void set_rows(pager *p, int64_t at, const fetch *it);
void clear_rows(pager *p, int64_t lower, int64_t upper);

/// Appends the next page near the end, and hopes.
void append_begin(pager *p);
/// A window that grows at both ends and is dropped at the other, with counted placeholders; a jump
/// out of it begins it again: as Paging 3 with a source of positions.
void window_begin(pager *p);
/// Blocks by index, the least recently used dropped, two requests at a time: as AG Grid.
void blocks_begin(pager *p);
/// A store, by position, that looks ahead.
void store_begin_pager(pager *p);

#endif
