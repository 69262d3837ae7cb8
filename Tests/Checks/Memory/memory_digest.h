// All that can be seen of an object, as one number. Of a long list it looks at a part of the items.

#ifndef MEMORY_DIGEST_H
#define MEMORY_DIGEST_H

#include "library.h"

uint64_t memory_digest_extents(rc_extents *extents);
uint64_t memory_digest_list(rc_list *list);
uint64_t memory_digest_host(const rc_host *host);
uint64_t memory_digest_store(const rc_store *store);
uint64_t memory_digest_tickets(const rc_tickets *tickets);

#endif
