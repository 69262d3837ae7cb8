// A session: the list, its host, and what commands remember for later ones.
#ifndef SESSION_H
#define SESSION_H

#include "words.h"

#include <rangecore_host.h>

typedef struct fetch {
  rc_batch_context *context;
  rc_batch_token token;
} fetch;

typedef struct session {
  words words;
  rc_list *list;
  /// Of the list, if any.
  rc_host *host;
  /// Whether the update of each step is printed.
  bool tells_updates;
  /// Of the last `update` or `scroll`.
  rc_viewport viewport;
  fetch *fetches;
  int64_t fetch_count;
  /// How many items each change of the last update has.
  int64_t *change_sizes;
  size_t change_count;
} session;

/// A command, and whether it prints `ok`.
typedef struct command {
  const char *name;
  rc_status (*run)(session *);
  bool prints_ok;
} command;

/// Carries out the command that the word at an index names; NULL ends the commands.
rc_status session_run(session *s, const command *commands, int index);

/// The commands that begin with `host`.
extern const command host_commands[];

int64_t integer(const session *s, int index);
double length(const session *s, int index);
/// Reads a fraction of the viewport, or `nearest`.
double fraction(const session *s, int index);
int64_t ticks(double points);

/// Prints ` next ` and a time, or `never`.
void print_next(double time);
void print_update(const rc_update *update);

/// Reads keys, from the word at an index on, into a viewport.
void read_viewport(const session *s, int index, rc_viewport *viewport);

/// Remembers what `change_names` has to know, since an edit may free the changes.
void remember_changes(session *s, const rc_changes *changes);

#endif
