#include "memory_digest.h"

#include <string.h>

#include "batch/batch_context.h"
#include "extents/extents_tree.h"
#include "host/host.h"
#include "list/list.h"
#include "store/store.h"
#include "tickets/tickets.h"

// So many items are looked at in an object of more.
enum { LOOKED_AT = 96 };

static uint64_t mixed(uint64_t digest, const void *bytes, size_t size) {
  for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    memcpy(&word, (const char *)bytes + at, size - at < sizeof word ? size - at : sizeof word);
    digest = (digest ^ word) * 0x9e3779b97f4a7c15;
    digest ^= digest >> 29;
  }
  return digest;
}

static uint64_t with_number(uint64_t digest, int64_t number) {
  return mixed(digest, &number, sizeof number);
}

static uint64_t with_points(uint64_t digest, double points) {
  return mixed(digest, &points, sizeof points);
}

// From the first item to the last; in a long list, the same ones each time.
static int64_t looked_at(int64_t count, int64_t i) {
  return count <= LOOKED_AT ? i : (int64_t)((double)(count - 1) * (double)i / (LOOKED_AT - 1));
}

static int64_t looks(int64_t count) {
  return count < LOOKED_AT ? count : LOOKED_AT;
}

uint64_t memory_digest_extents(rc_extents *extents) {
  uint64_t digest = 0xcbf29ce484222325;
  int64_t count = rc_extents_count(extents);
  digest = with_number(digest, count);
  digest = with_number(digest, rc_extents_measured_count(extents));
  digest = with_points(digest, rc_extents_length(extents));
  digest = with_points(digest, rc_extents_get_estimate(extents));
  for (int64_t i = 0; i < looks(count); i++) {
    rc_item item, found;
    rc_interval items;
    if (rc_extents_item(extents, looked_at(count, i), &item) != RC_STATUS_OK ||
        rc_extents_item_at(extents, item.offset, &found) != RC_STATUS_OK ||
        rc_extents_items_in(extents, item.offset, item.offset + item.extent, &items) !=
            RC_STATUS_OK) {
      return 0;
    }
    digest = mixed(digest, &item, sizeof item);
    digest = with_number(digest, found.index);
    digest = mixed(digest, &items, sizeof items);
  }
  return digest;
}

// The states, and where items come from: what was removed is listed by the next update.
static uint64_t digest_of_states(rc_list *list) {
  uint64_t digest = 0xcbf29ce484222325;
  int64_t count = rc_list_count(list);
  digest = with_number(digest, count);
  for (int64_t i = 0; i < looks(count); i++) {
    digest = with_number(digest, rc_list_state(list, looked_at(count, i)));
  }
  for (int64_t i = 0; i < looks(count); i++) {
    const int64_t index = looked_at(count, i);
    digest = with_number(digest, rc__origins_part(&list->origins, index, index + 1).seen);
  }
  return with_number(digest, list->origins.seen_count);
}

static uint64_t with_end(uint64_t digest, const rc__batch_end *end) {
  digest = with_points(digest, end->retry_time);
  digest = with_number(digest, end->failure_count);
  digest = with_number(digest, end->stalled_count);
  digest = with_number(digest, end->is_exhausted << 4 | end->is_paused << 3 | end->has_rested << 2 |
                                   end->has_progress << 1 | end->is_fetching);
  return with_number(digest, rc__batch_context_peek(end->context));
}

// What has changed since the last update: what keeps its place, and which
// stretches of items stayed. Where its rows were may be copied before anything changes.
static uint64_t with_since(uint64_t digest, const rc_list *list) {
  digest = with_number(digest, list->anchor.since.shortest);
  const rc__survivor kept = rc__since_survivor(&list->anchor, false);
  digest = with_number(with_number(digest, kept.item), kept.start);
  const int64_t count = list->rows.count;
  for (int64_t i = 0; i < looks(count); i++) {
    const rc__stretch origin = rc__origins_stretch(&list->origins, looked_at(count, i));
    const bool is_old = rc__origins_is_old(&list->origins, &origin);
    digest = with_number(digest, is_old ? origin.seen : -1);
  }
  return digest;
}

// What no query returns, but a later update depends on: where the viewport was, what keeps its
// place, what fetches came to.
static uint64_t with_place(uint64_t digest, const rc_list *list) {
  const rc__anchor *anchor = &list->anchor;
  digest = mixed(digest, &anchor->first, sizeof anchor->first);
  digest = mixed(digest, &anchor->target, sizeof anchor->target);
  digest = mixed(digest, &anchor->seen, sizeof anchor->seen);
  digest = mixed(digest, &list->tracker, sizeof list->tracker);
  digest = mixed(digest, &list->mode, sizeof list->mode);
  digest = with_number(digest, anchor->pending_edits);
  digest = with_number(digest, anchor->pending_measures);
  digest = with_since(digest, list);
  digest = with_number(digest, (int64_t)rc__list_stamp(list));
  return with_end(with_end(digest, &list->ends[0]), &list->ends[1]);
}

uint64_t memory_digest_list(rc_list *list) {
  rc_list_settings settings;
  memset(&settings, 0, sizeof settings);
  if (rc_list_get_settings(list, &settings) != RC_STATUS_OK) return 0;
  uint64_t digest = mixed(memory_digest_extents(list->rows.extents), &settings, sizeof settings);
  digest = with_number(digest, (int64_t)digest_of_states(list));
  digest = with_number(digest, rc_list_count(list));
  digest = with_points(digest, rc_list_length(list));
  int64_t section_count = rc_list_section_count(list);
  digest = with_number(digest, section_count);
  for (int64_t i = 0; i < looks(section_count); i++) {
    rc_section section = {0};
    (void)rc_list_section(list, looked_at(section_count, i), &section);
    digest = mixed(digest, &section, sizeof section);
  }
  return with_place(digest, list);
}

// Of each node its item, its view and what it remembers, in the order of their numbers: what is by
// index waits for the next call to follow edits.
uint64_t memory_digest_host(const rc_host *host) {
  const int64_t *indices = host->follower.indices;
  uint64_t digest = memory_digest_list(host->list);
  digest = with_number(with_number(digest, indices[0]), host->is_open);
  for (uint32_t number = 0; number < host->number_count; number++) {
    const rc__host_own *own = &host->owns[number];
    if (!own->is_used) continue;
    digest = with_number(with_number(digest, number), indices[number + 1]);
    const bool is_forgotten = host->follower.are_forgotten[number + 1];
    digest = with_points(with_number(digest, is_forgotten ? 0 : own->columns), own->extent);
    const bool is_late = own->is_late && !is_forgotten;
    digest = with_number(digest, own->is_asked << 2 | is_late << 1 | own->is_placed);
  }
  for (size_t i = 0; i < host->node_count; i++) {
    const rc_host_node *node = &host->nodes[i];
    const int64_t flags = node->is_kept << 2 | node->has_view << 1 | node->is_new;
    // A sum, whatever their order.
    digest += with_number(node->node + 1, flags);
  }
  return digest;
}

static uint64_t with_load(uint64_t digest, const rc_store_load *load) {
  digest = with_number(digest, (int64_t)load->state);
  digest = with_number(digest, load->attempt);
  return with_points(digest, load->retry_time);
}

uint64_t memory_digest_store(const rc_store *store) {
  uint64_t digest = 0xcbf29ce484222325;
  rc_store_counts counts;
  rc_store_slot slot;
  rc_store_load load;
  if (rc_store_get_counts(store, &counts) != RC_STATUS_OK) return 0;
  digest = mixed(digest, &counts, sizeof counts);
  for (int64_t i = 0; i < looks(counts.slot_count); i++) {
    if (rc_store_get_slot(store, looked_at(counts.slot_count, i), &slot) != RC_STATUS_OK) return 0;
    digest = with_number(with_number(digest, slot.id), slot.page);
    digest = with_load(digest, &slot.load);
  }
  for (int end = 0; end < 2; end++) {
    if (rc_store_load_at_end(store, (rc_end)end, &load) != RC_STATUS_OK) return 0;
    digest = with_load(digest, &load);
  }
  // What no query tells.
  digest = mixed(digest, &store->told.visible, sizeof store->told.visible);
  digest = mixed(digest, &store->told.wanted, sizeof store->told.wanted);
  digest = with_points(with_points(digest, store->told.time), store->told.settle_time);
  digest = with_points(with_points(digest, store->told.rest_time), store->expired);
  digest = with_number(digest, (int64_t)store->last_token);
  digest = with_number(digest, store->last_page);
  for (size_t i = 0; i < store->request_count; i++) {
    digest = with_number(digest, (int64_t)store->requests[i].token);
  }
  return with_number(digest, store->is_by_age << 1 | store->needs_refresh);
}

uint64_t memory_digest_tickets(const rc_tickets *tickets) {
  uint64_t digest = 0xcbf29ce484222325;
  rc_tickets_counters counters;
  if (rc_tickets_get_counters(tickets, &counters) != RC_STATUS_OK) return 0;
  digest = mixed(digest, &counters, sizeof counters);
  for (size_t i = 0; i < tickets->count; i++) {
    const rc__ticket *ticket = &tickets->tickets[i];
    digest = with_number(with_number(digest, ticket->want.id), (int64_t)ticket->state);
    digest = with_number(with_number(digest, (int64_t)ticket->token), ticket->attempt);
  }
  // What no query tells.
  digest = with_points(with_number(digest, (int64_t)tickets->last_token), tickets->time);
  for (size_t i = 0; i < tickets->list_count; i++) {
    const rc__wanter *list = &tickets->lists[i];
    digest = with_number(with_number(digest, list->list), (int64_t)list->count);
    digest = mixed(digest, list->wants, list->count * sizeof *list->wants);
  }
  return digest;
}
