// Pagers side by side: what shows the rows of one server to one user, each by its own rules, and
// the table of what the user sees.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store_world.h"

enum {
  ITEMS = 2000,
  SIZE = 20,
  SCREEN = 12,
  AHEAD = 2 * SCREEN,
  HELD_MAX = 12 * SIZE,
  ROWS = 8192,
  FETCHES = 64,
  PAIRS = 65536
};

typedef struct {
  rc_store_request request;
  double answered, arrives;
  bool is_answered;
  rc_store_reply reply;
  rc_id ids[256];
} fetch;

typedef struct {
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
} pager;

typedef struct {
  const char *name;
  /// Begins what is to be fetched for a screen from a row on.
  void (*update)(pager *p, int64_t top, bool is_dragging);
  void (*receive)(pager *p, const fetch *it);
} rule;

static void begin_fetch(pager *p, const rc_store_request *request) {
  if (p->fetch_count == FETCHES) abort();
  fetch *it = &p->fetches[p->fetch_count++];
  it->request = *request;
  it->is_answered = false;
  // From 60 to 240 ms, by the number of the request.
  const double latency = 0.06 + 0.18 * (double)((p->requests * 7919) % 101) / 100;
  it->answered = p->time + latency / 2;
  it->arrives = p->time + latency;
  p->requests++;
}

static bool is_fetching(const pager *p, int64_t position) {
  for (int i = 0; i < p->fetch_count; i++) {
    if (p->fetches[i].request.position == position) return true;
  }
  return false;
}

static void set_rows(pager *p, int64_t at, const fetch *it) {
  const int64_t count = (int64_t)it->reply.count;
  for (int64_t i = 0; i < count; i++) {
    p->rows[at + i] = it->ids[i];
    p->since[at + i] = it->answered;
  }
  if (at + count > p->count) p->count = at + count;
}

static void clear_rows(pager *p, int64_t lower, int64_t upper) {
  for (int64_t i = lower; i < upper; i++) p->rows[i] = RC_ID_NONE;
}

static int64_t least(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static void ask(pager *p, int64_t position, int64_t count) {
  const rc_store_request request = {.position = position, .count = count, .id = RC_ID_NONE};
  begin_fetch(p, &request);
}

// == append and hope ==

static void append_update(pager *p, int64_t top, bool is_dragging) {
  (void)is_dragging;
  if (p->is_fresh || p->fetch_count > 0 || top + SCREEN + AHEAD < p->count) return;
  ask(p, p->upper, SIZE);
}

static void append_receive(pager *p, const fetch *it) {
  set_rows(p, p->count, it);
  p->upper += it->reply.count;
  p->is_fresh = it->reply.count < SIZE;
}

// == a window ==

static void window_update(pager *p, int64_t top, bool is_dragging) {
  (void)is_dragging;
  const int64_t bottom = top + SCREEN;
  if (p->fetch_count > 0 && p->fetches[0].request.is_refresh) return;
  const bool is_far = top > p->upper + SIZE || bottom < p->lower - SIZE;
  if (!p->is_fresh || is_far) {
    p->fetch_count = 0;
    const rc_store_request request = {
        .position = most(0, top + SCREEN / 2 - 3 * SIZE / 2) / SIZE * SIZE,
        .count = 3 * SIZE,
        .id = RC_ID_NONE,
        .is_refresh = true};
    begin_fetch(p, &request);
    return;
  }
  // One request at each end.
  if (bottom + AHEAD > p->upper && p->upper < p->count && !is_fetching(p, p->upper)) {
    ask(p, p->upper, SIZE);
  }
  const int64_t before = most(0, p->lower - SIZE);
  if (top - AHEAD < p->lower && p->lower > 0 && !is_fetching(p, before)) {
    ask(p, before, p->lower - before);
  }
}

static void window_receive(pager *p, const fetch *it) {
  const int64_t at = it->request.position, count = (int64_t)it->reply.count;
  const bool appends = at == p->upper;
  if (it->request.is_refresh) {
    clear_rows(p, 0, p->count);
    p->lower = p->upper = at;
    p->is_fresh = true;
  }
  p->count = most(it->reply.total, at + count);
  if (at != p->upper && at + it->request.count != p->lower) return;
  set_rows(p, at, it);
  if (at == p->upper) {
    p->upper = at + count;
  } else {
    p->lower = at;
  }
  // What is over the limit goes at the other end.
  if (p->upper - p->lower <= HELD_MAX) return;
  if (appends) {
    clear_rows(p, p->lower, p->lower + SIZE);
    p->lower += SIZE;
  } else {
    clear_rows(p, p->upper - SIZE, p->upper);
    p->upper -= SIZE;
  }
}

// == blocks ==

static void blocks_update(pager *p, int64_t top, bool is_dragging) {
  (void)is_dragging;
  const int64_t last = most(p->count, 1) - 1;
  for (int64_t k = top / SIZE; k <= least(top + SCREEN - 1, last) / SIZE; k++) {
    if (p->used[k] <= 0) p->is_waiting[k] = true;
    p->used[k] = p->time + 1;
  }
  // Blocks that were scrolled past wait for their turn, unless they are the least recently used.
  int held = 0;
  for (int64_t k = 0; k < ROWS / SIZE; k++) held += p->used[k] > 0;
  for (; held > HELD_MAX / SIZE; held--) {
    int64_t oldest = -1;
    for (int64_t k = 0; k < ROWS / SIZE; k++) {
      if (p->used[k] > 0 && (oldest < 0 || p->used[k] < p->used[oldest])) oldest = k;
    }
    p->used[oldest] = 0;
    p->is_waiting[oldest] = false;
    clear_rows(p, oldest * SIZE, least((oldest + 1) * SIZE, p->count));
  }
  for (int64_t k = 0; k < ROWS / SIZE && p->fetch_count < 2; k++) {
    if (!p->is_waiting[k] || is_fetching(p, k * SIZE)) continue;
    p->is_waiting[k] = false;
    ask(p, k * SIZE, SIZE);
  }
}

static void blocks_receive(pager *p, const fetch *it) {
  const int64_t k = it->request.position / SIZE;
  if (it->reply.total < p->count) clear_rows(p, it->reply.total, p->count);
  p->count = it->reply.total;
  if (p->used[k] > 0) set_rows(p, it->request.position, it);
}

// == a store ==

static void store_update(pager *p, int64_t top, bool is_dragging) {
  rc_store_plan plan;
  top = least(top, most(0, p->count - SCREEN));
  const int64_t bottom = least(top + SCREEN, p->count);
  const rc_store_view view = {.visible = {top, bottom},
                              .wanted = {most(0, top - AHEAD), least(bottom + AHEAD, p->count)},
                              .time = p->time,
                              .direction = p->direction,
                              .is_settled = !is_dragging};
  if (rc_store_update(p->store, &view, &plan) != RC_STATUS_OK) abort();
  for (size_t i = 0; i < plan.given_up_count; i++) {
    for (int j = p->fetch_count - 1; j >= 0; j--) {
      if (p->fetches[j].request.token != plan.given_up[i]) continue;
      p->fetches[j] = p->fetches[--p->fetch_count];
    }
  }
  for (size_t i = 0; i < plan.request_count; i++) begin_fetch(p, &plan.requests[i]);
}

static void shift_rows(pager *p, int64_t from, int64_t to) {
  const size_t rest = (size_t)(p->count - from);
  memmove(p->rows + to, p->rows + from, rest * sizeof *p->rows);
  memmove(p->since + to, p->since + from, rest * sizeof *p->since);
  p->count += to - from;
}

static void store_receive(pager *p, const fetch *it) {
  rc_store_result result;
  if (rc_store_receive(p->store, it->request.token, &it->reply, &result) != RC_STATUS_OK) abort();
  for (size_t i = 0; i < result.edit_count; i++) {
    const rc_edit *edit = &result.edits[i];
    const int64_t count = edit->upper - edit->lower;
    if (edit->kind == RC_EDIT_KIND_INSERT) {
      if (edit->lower < p->lower && p->count > 0) p->moved += count;
      shift_rows(p, edit->lower, edit->upper);
      clear_rows(p, edit->lower, edit->upper);
    } else if (edit->kind == RC_EDIT_KIND_REMOVE) {
      shift_rows(p, edit->upper, edit->lower);
      if (edit->upper <= p->lower) p->moved -= count;
    } else {
      clear_rows(p, edit->lower, edit->upper);
    }
  }
  for (size_t i = 0; i < it->reply.count; i++) {
    const int64_t slot = result.id_slots[i];
    if (slot < 0) continue;
    if (p->rows[slot] != it->ids[i] || it->request.is_refresh) p->since[slot] = it->answered;
    p->rows[slot] = it->ids[i];
  }
}

static void make_store(pager *p) {
  rc_store_options options;
  rc_store_settings settings;
  rc_store_options_init(&options);
  rc_store_settings_init(&settings);
  options.looks_ahead = true;
  options.page_size = SIZE;
  settings.item_limit = HELD_MAX;
  if (rc_store_create(&options, NULL, &p->store) != RC_STATUS_OK) abort();
  if (rc_store_set_settings(p->store, &settings) != RC_STATUS_OK) abort();
}

/// A window grows at both ends and is dropped at the other, with counted placeholders, and a jump
/// out of it begins it again; of blocks, the least recently used are dropped, with two requests at
/// a time.
static const rule rules[] = {{"append and hope", append_update, append_receive},
                             {"a window, as in Paging 3", window_update, window_receive},
                             {"blocks, as in AG Grid", blocks_update, blocks_receive},
                             {"a store that looks ahead", store_update, store_receive}};

// == what the user sees ==

typedef struct {
  rc_id seen[PAIRS];
  int64_t lost, wrong, doubled, blank, frames;
} notes;

/// What is noted of an id.
typedef enum { NOTE_DOUBLED, NOTE_LOST, NOTE_WRONG, NOTE_KINDS } note_kind;

/// Whether something was not noted before.
static bool is_new(notes *n, note_kind kind, rc_id id) {
  // Ids grow downward from 1,024 at the head; none of these is 0.
  id = (id + (INT64_C(1) << 40)) * NOTE_KINDS + (rc_id)kind;
  size_t at = (size_t)id * UINT64_C(0x9e3779b97f4a7c15) >> 48;
  while (n->seen[at] != 0 && n->seen[at] != id) at = (at + 1) % PAIRS;
  if (n->seen[at] == id) return false;
  n->seen[at] = id;
  return true;
}

/// What is missing between two neighbours, or that they are in the wrong order.
static void note_neighbours(notes *n, const pager *p, world_list *server, int64_t first) {
  rc_id ids[WORLD_BETWEEN];
  const rc_id id = p->rows[first], next = p->rows[first + 1];
  const double since =
      p->since[first] < p->since[first + 1] ? p->since[first] : p->since[first + 1];
  const int64_t lost = server->server.between(&server->server, id, next, since, ids);
  if (lost > 0 && is_new(n, NOTE_LOST, id)) n->lost += lost;
  if (lost < 0 && is_new(n, NOTE_WRONG, id)) n->wrong++;
}

static void note_frame(notes *n, pager *p, world_list *server, int64_t top) {
  int64_t held = 0;
  n->frames++;
  for (int64_t i = 0; i < p->count; i++) held += p->rows[i] != RC_ID_NONE;
  if (held > p->most_held) p->most_held = held;
  for (int64_t i = top; i < top + SCREEN; i++) {
    const rc_id id = i < p->count ? p->rows[i] : RC_ID_NONE;
    n->blank += id == RC_ID_NONE && i < server->count;
    if (id == RC_ID_NONE) continue;
    for (int64_t j = 0; j < p->count; j++) {
      if (j == i || p->rows[j] != id || !is_new(n, NOTE_DOUBLED, id)) continue;
      n->doubled++;
    }
    const rc_id next = i + 1 < p->count && i + 1 < top + SCREEN ? p->rows[i + 1] : RC_ID_NONE;
    // What is on its way may be what is missing, or be between.
    if (next != RC_ID_NONE && next != id && p->fetch_count == 0) note_neighbours(n, p, server, i);
  }
}

static void run_network(pager *p, const rule *by, world_list *server) {
  for (int i = 0; i < p->fetch_count; i++) {
    fetch *it = &p->fetches[i];
    if (it->is_answered || it->answered > p->time) continue;
    it->is_answered = true;
    rc_store_reply_init(&it->reply);
    it->reply.ids = it->ids;
    server->server.answer(&server->server, &it->request, &it->reply, it->ids);
  }
  for (int i = 0; i < p->fetch_count;) {
    if (p->fetches[i].arrives > p->time) {
      i++;
      continue;
    }
    fetch it = p->fetches[i];
    it.reply.ids = it.ids;
    p->fetches[i] = p->fetches[--p->fetch_count];
    by->receive(p, &it);
  }
}

// == sessions ==

typedef struct {
  const char *name;
  bool drags, only_grows;
} session;

static const session sessions[] = {
    {"down and up with a rest, three come or two go every 2 s", false, false},
    {"down and up with a rest, up to three come every 2 s", false, true},
    {"the scroll bar dragged, 40 times, changes every 2 s", true, false},
};

enum { MINUTE = 60 * 60, SCROLLED = 3 * MINUTE, RESTED = 2 * MINUTE };

/// The row at the top in a frame: three minutes of scrolling, with two of rest on the way up.
static int64_t move(const session *it, int frame, int64_t top, bool *out_drags,
                    test_random *random) {
  *out_drags = false;
  if (!it->drags) {
    if (frame >= 2 * MINUTE && frame < 2 * MINUTE + RESTED) return top;
    const int moving = frame < 2 * MINUTE ? frame : frame - RESTED;
    return top + (moving / 60 % 180 < 90 ? 1 : -1) * (moving % 3 == 0);
  }
  // Half a second to anywhere and four at rest, in which it scrolls a little.
  const int step = frame % 270;
  *out_drags = step < 30;
  if (step == 0) (void)test_random_next(random);
  const int64_t target = (int64_t)(random->state >> 20) % (ITEMS - SCREEN);
  if (step < 30) return top + (target - top) * step / 30;
  return top + (step % 12 == 0);
}

static void run_session(const session *it, const rule *by) {
  pager *p = calloc(1, sizeof *p);
  notes *n = calloc(1, sizeof *n);
  world_list *server = calloc(1, sizeof *server);
  if (p == NULL || n == NULL || server == NULL) abort();
  world_list_init(server, ITEMS);
  server->tells_total = server->grows_at_head = true;
  server->only_grows = it->only_grows;
  test_random user = {11}, changes = {12};
  clear_rows(p, 0, ROWS);
  if (by->update == store_update) make_store(p);
  int64_t top = 0;
  double next_change = 2;
  const int frames = SCROLLED + (it->drags ? 0 : RESTED);
  for (int frame = 0; frame < frames; frame++) {
    bool drags;
    p->time = (double)frame / 60;
    const int64_t former = top;
    top = move(it, frame, top, &drags, &user);
    if (top > server->count - SCREEN) top = server->count - SCREEN;
    if (top < 0) top = 0;
    p->direction = top < former ? RC_DIRECTION_BACKWARD : RC_DIRECTION_FORWARD;
    if (p->time >= next_change) {
      server->server.change(&server->server, &changes, p->time);
      next_change += 2;
    }
    p->moved = 0;
    if (p->store != NULL) p->lower = top;
    run_network(p, by, server);
    top += p->moved;
    by->update(p, top, drags);
    note_frame(n, p, server, top);
  }
  printf("| %-26s | %8" PRId64 " | %4" PRId64 " | %12" PRId64 " | %7" PRId64 " | %13.1f | %9" PRId64
         " |\n",
         by->name, p->requests, n->lost, n->wrong, n->doubled,
         100.0 * (double)n->blank / (double)(n->frames * SCREEN), p->most_held);
  rc_store_destroy(p->store);
  free(server);
  free(n);
  free(p);
}

int main(void) {
  for (size_t i = 0; i < sizeof sessions / sizeof sessions[0]; i++) {
    printf("\n%s\n\n| %-26s | %8s | %4s | %12s | %7s | %13s | %9s |\n", sessions[i].name, "",
           "requests", "lost", "out of order", "doubled", "blank, of 100", "most held");
    printf(
        "| :------------------------- | -------: | ---: | -----------: | ------: | "
        "------------: | --------: |\n");
    for (size_t j = 0; j < sizeof rules / sizeof rules[0]; j++)
      run_session(&sessions[i], &rules[j]);
  }
  return 0;
}
