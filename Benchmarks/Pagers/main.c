// The sessions, and the table that is printed.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pagers.h"

enum { ITEMS = 2000, PAIRS = 65536 };

void begin_fetch(pager *p, const rc_store_request *request) {
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

bool is_fetching(const pager *p, int64_t position) {
  for (int i = 0; i < p->fetch_count; i++) {
    if (p->fetches[i].request.position == position) return true;
  }
  return false;
}

void set_rows(pager *p, int64_t at, const fetch *it) {
  for (int64_t i = 0; i < it->reply.count; i++) {
    p->rows[at + i] = it->ids[i];
    p->since[at + i] = it->answered;
  }
  if (at + it->reply.count > p->count) p->count = at + it->reply.count;
}

void clear_rows(pager *p, int64_t lower, int64_t upper) {
  for (int64_t i = lower; i < upper; i++) p->rows[i] = RC_ID_NONE;
}

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

static void run_network(pager *p, world_list *server) {
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
    p->receive(p, &it);
  }
}

// == sessions ==

typedef struct {
  const char *name;
  /// Seconds between two changes of the server; 0 for none.
  double change_seconds;
  bool drags, only_grows;
} session;

static const session sessions[] = {
    {"down and up with a rest of two minutes, a server that stands still", 0, false, false},
    {"down and up with a rest, three come or two go every 2 s", 2, false, false},
    {"down and up with a rest, up to three come every 2 s", 2, false, true},
    {"the scroll bar dragged, 40 times", 0, true, false},
    {"the scroll bar dragged, changes every 2 s", 2, true, false},
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

static void run_session(const session *it, const char *name, void (*begin)(pager *)) {
  pager *p = calloc(1, sizeof *p);
  notes *n = calloc(1, sizeof *n);
  world_list *server = calloc(1, sizeof *server);
  if (p == NULL || n == NULL || server == NULL) abort();
  world_list_init(server, ITEMS);
  server->tells_total = server->grows_at_head = true;
  server->only_grows = it->only_grows;
  test_random user = {11}, changes = {12};
  clear_rows(p, 0, ROWS);
  begin(p);
  int64_t top = 0;
  double next_change = it->change_seconds;
  const int frames = SCROLLED + (it->drags ? 0 : RESTED);
  for (int frame = 0; frame < frames; frame++) {
    bool drags;
    p->time = (double)frame / 60;
    const int64_t former = top;
    top = move(it, frame, top, &drags, &user);
    if (top > server->count - SCREEN) top = server->count - SCREEN;
    if (top < 0) top = 0;
    p->direction = top < former ? RC_DIRECTION_BACKWARD : RC_DIRECTION_FORWARD;
    if (it->change_seconds > 0 && p->time >= next_change) {
      server->server.change(&server->server, &changes, p->time);
      next_change += it->change_seconds;
    }
    p->moved = 0;
    if (p->store != NULL) p->lower = top;
    run_network(p, server);
    top += p->moved;
    p->update(p, top, drags);
    note_frame(n, p, server, top);
  }
  printf("| %-26s | %8" PRId64 " | %4" PRId64 " | %12" PRId64 " | %7" PRId64 " | %13.1f | %9" PRId64
         " |\n",
         name, p->requests, n->lost, n->wrong, n->doubled,
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
    run_session(&sessions[i], "append and hope", append_begin);
    run_session(&sessions[i], "a window, as in Paging 3", window_begin);
    run_session(&sessions[i], "blocks, as in AG Grid", blocks_begin);
    run_session(&sessions[i], "a store that looks ahead", store_begin_pager);
  }
  return 0;
}
