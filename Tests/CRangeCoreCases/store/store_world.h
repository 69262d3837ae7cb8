// A store in use: a server that may change, a network that is slow and fails, and a user who
// scrolls, flings, drags and rests, all by one seed and a clock of their own. What must be true of
// every store, whatever happens, is checked as it goes. Unlike script_store.h it knows no model: it
// sees what a host sees.

#ifndef STORE_WORLD_H
#define STORE_WORLD_H

#include "../harness.h"
#include "../library.h"

/// What is checked.
typedef enum {
  /// No id is in two slots, and each is found in its slot.
  WATCH_UNIQUE = 1 << 0,
  /// Items are in the order of a source that stands still.
  WATCH_ORDER = 1 << 1,
  /// At most `request_limit` requests are in progress, and one for each place.
  WATCH_LIMIT = 1 << 2,
  /// A place is requested again only after a request for it has ended.
  WATCH_AGAIN = 1 << 3,
  /// At rest, requests come to an end, and everything visible has arrived.
  WATCH_QUIET = 1 << 4,
  /// No more is held than the limits and what touches the wanted slots.
  WATCH_HELD = 1 << 5,
  /// With placeholders, what is dropped is cleared, never removed.
  WATCH_CLEARED = 1 << 6,
  /// The edits turn the slots before into those after.
  WATCH_EDITS = 1 << 7,
  /// Calls that fail change nothing.
  WATCH_ERRORS = 1 << 8,
  /// Until its reply, a refresh changes nothing.
  WATCH_REFRESH = 1 << 9,
  /// Between two items on screen, none is missing that the source had before both arrived, and
  /// they are in its order, unless they have moved since.
  WATCH_LOST = 1 << 10,
  WATCH_ALL = (1 << 11) - 1
} world_watch;

/// A server.
typedef struct world_server world_server;
struct world_server {
  /// Fills a reply, with at most as many ids as are asked for.
  void (*answer)(world_server *server, const rc_store_request *request, rc_store_reply *reply,
                 rc_id *ids);
  /// Inserts or deletes some items.
  void (*change)(world_server *server, test_random *random, double time);
  /// Which items there are between two ids since before a time, as many as there is room for; −1
  /// if the first comes last. None if one of the two is gone, or has moved since.
  int64_t (*between)(world_server *server, rc_id after, rc_id before, double time, rc_id *ids);
  /// Whether an id has been where it is since before a time.
  bool (*has_stayed)(world_server *server, rc_id id, double time);
};

enum { WORLD_REQUESTS = 64, WORLD_SCREEN = 12, WORLD_BETWEEN = 64 };

typedef struct {
  rc_store_request request;
  /// When the server answers, and when that arrives.
  double answered, arrives;
  bool fails, is_answered;
  rc_store_reply reply;
  rc_id *ids;
} world_request;

typedef struct {
  uint32_t watch;
  rc_store_options options;
  rc_store_settings settings;
  world_server *server;
  test_random *random;
  /// The user looks every so many seconds while something moves.
  double frame;
  /// About how many items the server has: a gap row that stays on screen is filled page by page.
  int64_t source_count;
  /// Between two changes of the server, on average; 0 for a server that stands still.
  double change_seconds;
  /// Now and then the user rests for up to so long, while the server changes.
  double pause_seconds;
  /// In seconds, and of 1,000.
  double latency_min, latency_max;
  int64_t failures;
  /// How many slots are wanted on each side of the screen.
  int64_t around;

  rc_store *store;
  double time, next_look, next_change;
  world_request requests[WORLD_REQUESTS];
  int request_count;
  /// The rows of the host: an id, or RC_ID_NONE; and since when each is held.
  rc_id *rows;
  double *since;
  int64_t row_count, row_capacity;
  rc_interval visible, wanted;
  rc_direction direction;
  double velocity, mode_end;
  bool is_dragging, is_settled;
  rc_store_plan plan;
  double next_time;
  /// Since a refresh was begun, how many slots there were; −1 if none is pending.
  int64_t refresh_slots;

  // What happened.

  int64_t update_count, request_total, reply_count, failure_count, jump_count, most_pages;
  int64_t most_items, lost_rows, seam_count, doubled_rows, rest_count, wrong_rows;
} store_world;

/// Sets up a world of a server; the options and settings can be changed before `world_open`.
void world_begin(store_world *w, world_server *server, test_random *random);
/// - `allocator`: NULL for the C library's.
void world_open(store_world *w, const rc_allocator *allocator);
void world_end(store_world *w);
/// Lets so many seconds pass.
void world_run(store_world *w, double seconds);
/// The user rests and the server stands still, until nothing is requested.
void world_rest(store_world *w);
/// Counts the rows that are missing between two neighbours on the screen, and those in the wrong
/// order.
void world_check(store_world *w);
/// The user scrolls by so many slots.
void world_scroll(store_world *w, int64_t slots);

// == a server in memory ==

enum { WORLD_ITEMS = 8192 };

typedef struct {
  world_server server;
  rc_id ids[WORLD_ITEMS];
  double born[WORLD_ITEMS];
  int64_t count;
  bool tells_total, tells_beside;
  /// Items come only at the head, up to three, or go anywhere, up to two.
  bool grows_at_head;
  /// None are deleted.
  bool only_grows;
  /// A record of the request, for a test.
  int64_t answer_count;
} world_list;

void world_list_init(world_list *list, int64_t count);
/// Where an id is, or would be.
int64_t world_list_place(const world_list *list, rc_id id);
/// Inserts so many items where there is one, as far as there are ids between its neighbours; or
/// deletes as many, for a negative number.
void world_list_shift(world_list *list, int64_t at, int64_t change, double time);

#endif
