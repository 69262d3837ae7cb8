// The commands that drive a host.

#include "session.h"

#include <inttypes.h>
#include <string.h>

// == what a step says ==

static void print_flag(bool flag, const char *word) {
  if (flag) printf(" %s", word);
}

static void print_node(const rc_host_node *node) {
  printf("; %" PRIu32 " at %" PRId64 " column %" PRIu32 " of %" PRIu32 " from %d to %d", node->node,
         node->index, node->column, node->columns, node->before, node->state);
  if (node->has_view) {
    printf(" start %" PRId64 " extent %" PRId64, ticks(node->start), ticks(node->extent));
  }
  print_flag(node->is_new, "new");
  print_flag(node->has_moved, "moved");
  print_flag(node->is_on_screen, "on_screen");
  print_flag(node->is_pinned, "pinned");
  print_flag(node->is_kept, "kept");
  print_flag(node->is_late, "late");
}

static void print_nodes(const char *name, const rc_host_step *step, const uint32_t *positions,
                        size_t count) {
  printf("%s %zu", name, count);
  for (size_t i = 0; i < count; i++) print_node(&step->nodes[positions[i]]);
  printf("\n");
}

static void print_numbers(const char *name, const uint32_t *numbers, size_t count) {
  printf("%s", name);
  for (size_t i = 0; i < count; i++) printf(" %" PRIu32, numbers[i]);
}

static rc_status print_step(session *s, rc_status status, const rc_host_step *step) {
  if (status != RC_STATUS_OK) return status;
  if (s->tells_updates) print_update(&step->update);
  remember_changes(s, &step->update.changes);
  printf("step rounds %" PRIu32 " nodes %zu", step->rounds, step->node_count);
  if (!step->is_done) {
    printf("\n");
    print_nodes("asks", step, step->asks, step->ask_count);
    return RC_STATUS_OK;
  }
  printf(" done settled %d length %" PRId64 " set %d offset %" PRId64 " set %d", step->is_settled,
         ticks(step->scroll_length), step->sets_length, ticks(step->offset), step->sets_offset);
  if (step->has_target) printf(" target %" PRId64, ticks(step->target_offset));
  print_next(step->next_time);
  printf("\n");
  if (step->news_count > 0) print_nodes("news", step, step->news, step->news_count);
  if (step->released_count + step->freed_count == 0) return RC_STATUS_OK;
  print_numbers("released", step->released, step->released_count);
  print_numbers(" freed", step->freed, step->freed_count);
  printf("\n");
  return RC_STATUS_OK;
}

// == commands ==

static rc_host *host_of(const session *s) {
  if (s->host == NULL) words_refuse(&s->words, "there is no host for", s->words.words[1]);
  return s->host;
}

static rc_host_options options_of(const session *s) {
  rc_host_options options;
  rc_host_options_init(&options);
  fields_read(option_fields, &options, &s->words, 2);
  return options;
}

static rc_status create(session *s) {
  const rc_host_options options = options_of(s);
  return rc_host_create(s->list, &options, NULL, &s->host);
}

static rc_status set_options(session *s) {
  const rc_host_options options = options_of(s);
  return rc_host_set_options(host_of(s), &options);
}

static rc_status destroy(session *s) {
  rc_host_destroy(host_of(s));
  s->host = NULL;
  return RC_STATUS_OK;
}

static rc_status tell_updates(session *s) {
  s->tells_updates = integer(s, 2) != 0;
  return RC_STATUS_OK;
}

static rc_status begin(session *s) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = length(s, 2);
  viewport.length = length(s, 3);
  const uint32_t columns = (uint32_t)integer(s, 5);
  read_viewport(s, 6, &viewport);
  rc_host_step step;
  return print_step(s, rc_host_begin(host_of(s), &viewport, length(s, 4), columns, &step), &step);
}

static double extent(const session *s, int index) {
  const bool is_later = strcmp(words_at(&s->words, index), "later") == 0;
  return is_later ? RC_EXTENT_LATER : length(s, index);
}

static rc_status measured(session *s) {
  double extents[WORDS_MAX], time = words_number(&s->words, 2, TIME);
  size_t count = 0;
  for (int index = 3; index < s->words.count; index++) extents[count++] = extent(s, index);
  rc_host_step step;
  return print_step(s, rc_host_measured(host_of(s), extents, count, time, &step), &step);
}

static rc_status set_extents(session *s) {
  uint32_t nodes[WORDS_MAX];
  double extents[WORDS_MAX];
  size_t count = 0;
  for (int index = 2; index < s->words.count; index += 2) {
    nodes[count] = (uint32_t)integer(s, index);
    extents[count++] = extent(s, index + 1);
  }
  bool is_any;
  rc_status status = rc_host_set_extents(host_of(s), nodes, extents, count, &is_any);
  if (status == RC_STATUS_OK) printf("any %d\n", is_any);
  return status;
}

static rc_status wrote(session *s) {
  return rc_host_wrote(host_of(s), length(s, 2));
}

static rc_status find(session *s) {
  uint32_t node;
  rc_status status = rc_host_find(host_of(s), integer(s, 2), &node);
  if (status == RC_STATUS_OK) printf("node %" PRIu32 "\n", node);
  return status;
}

static rc_status keep(session *s) {
  return rc_host_keep(host_of(s), integer(s, 2), integer(s, 3) != 0);
}
static rc_status renew(session *s) {
  return rc_host_renew(host_of(s), integer(s, 2), integer(s, 3));
}
static rc_status scroll_to(session *s) {
  return rc_host_scroll_to(host_of(s), integer(s, 2), fraction(s, 3), length(s, 4),
                           integer(s, 5) != 0);
}
static rc_status scroll_to_offset(session *s) {
  return rc_host_scroll_to_offset(host_of(s), length(s, 2), integer(s, 3) != 0);
}
static rc_status validate(session *s) {
  return rc_host_validate(host_of(s), NULL);
}

const command host_commands[] = {
    {"create", create, true},
    {"set_options", set_options, true},
    {"destroy", destroy, true},
    {"tell_updates", tell_updates, true},
    {"begin", begin, false},
    {"measured", measured, false},
    {"set_extents", set_extents, false},
    {"wrote", wrote, true},
    {"find", find, false},
    {"keep", keep, true},
    {"renew", renew, true},
    {"scroll_to", scroll_to, true},
    {"scroll_to_offset", scroll_to_offset, true},
    {"validate", validate, true},
    {NULL, NULL, false},
};
