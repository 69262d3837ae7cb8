// Snapshots as bytes: words of 8, the lowest byte first.
//
//      0  "RCSN", version        32  estimate              64  anchors: id, index, distance, after
//      8  size of all            40  length                    extents: id, extent
//     16  key                    48  how many anchors          checksum
//     24  what is there          56  how many extents
//
// The word of an extent has the lane of its item in its fifth byte, and how many lanes there were
// in its sixth; in version 1 these are 0, and in version 2 not all of them. The first two words and
// the checksum, which is over all words before it, are the same in all versions: so damage is told
// from what is newer.

#include "snapshot.h"

enum {
  WORD = 8,
  /// Before the anchors, and in all without them and extents.
  HEAD_WORDS = 8,
  FIXED_WORDS = HEAD_WORDS + 1,
  ANCHOR_WORDS = 4,
  EXTENT_WORDS = 2,
  HAS_PLACE = 1,
  IS_AT_START = 2,
  IS_AT_END = 4
};

// In its first four bytes "RCSN".
static const uint64_t magic = UINT64_C(0x4e534352);

static uint64_t read_word(const uint8_t *bytes) {
  // At once, as compilers take it for one load.
  return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
         (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
         (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

static void write_word(uint8_t *bytes, uint64_t word) {
  bytes[0] = (uint8_t)word;
  bytes[1] = (uint8_t)(word >> 8);
  bytes[2] = (uint8_t)(word >> 16);
  bytes[3] = (uint8_t)(word >> 24);
  bytes[4] = (uint8_t)(word >> 32);
  bytes[5] = (uint8_t)(word >> 40);
  bytes[6] = (uint8_t)(word >> 48);
  bytes[7] = (uint8_t)(word >> 56);
}

/// The checksum with one more word. Each step can be undone: another word is another checksum.
RC_WRAPS("a hash is a product modulo 2^64")
static uint64_t checksum_with(uint64_t checksum, uint64_t word) {
  checksum = (checksum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return checksum ^ checksum >> 32;
}

static uint64_t checksum_of(const uint8_t *bytes, size_t words) {
  uint64_t checksum = 0;
  for (size_t i = 0; i < words; i++)
    checksum = checksum_with(checksum, read_word(bytes + i * WORD));
  return checksum;
}

static size_t size_in_words(const rc_snapshot *it) {
  return FIXED_WORDS + ANCHOR_WORDS * it->anchor_count + EXTENT_WORDS * it->count;
}

// == writing ==

static uint8_t *write_words(uint8_t *at, const uint64_t *words, size_t count) {
  for (size_t i = 0; i < count; i++, at += WORD) write_word(at, words[i]);
  return at;
}

static uint64_t version_of(const rc_snapshot *it) {
  for (size_t i = 0; i < it->count; i++) {
    if (rc__lane_count_of_word(it->extents[i].word) != 0) return RC__SNAPSHOT_VERSION;
  }
  return RC__SNAPSHOT_LANELESS_VERSION;
}

static uint64_t flags_of(const rc_snapshot *it) {
  return (it->has_place ? HAS_PLACE : 0u) | (it->is_at_start ? IS_AT_START : 0u) |
         (it->is_at_end ? IS_AT_END : 0u);
}

rc_status rc_snapshot_write(const rc_snapshot *snapshot, void *bytes, size_t capacity,
                            size_t *out_size) {
  if (snapshot == NULL || out_size == NULL || (bytes == NULL && capacity > 0)) {
    return RC_STATUS_ARGUMENT;
  }
  const rc_snapshot *it = snapshot;
  const size_t words = size_in_words(it), size = words * WORD;
  if (bytes != NULL && size > capacity) return RC_STATUS_LIMIT;
  *out_size = size;
  if (bytes == NULL) return RC_STATUS_OK;
  const uint64_t head[HEAD_WORDS] = {
      magic | version_of(it) << 32,
      size,
      (uint64_t)it->key,
      flags_of(it),
      (uint64_t)it->estimate,
      (uint64_t)it->length,
      it->anchor_count,
      it->count,
  };
  uint8_t *at = write_words(bytes, head, HEAD_WORDS);
  for (size_t i = 0; i < it->anchor_count; i++) {
    const rc__saved_anchor *anchor = &it->anchors[i];
    const uint64_t own[ANCHOR_WORDS] = {(uint64_t)anchor->id, (uint64_t)anchor->index,
                                        (uint64_t)anchor->distance, (uint64_t)anchor->after};
    at = write_words(at, own, ANCHOR_WORDS);
  }
  for (uint32_t i = it->oldest; i != RC__NO_EXTENT; i = it->extents[i].newer) {
    const uint64_t own[EXTENT_WORDS] = {(uint64_t)it->extents[i].id, it->extents[i].word};
    at = write_words(at, own, EXTENT_WORDS);
  }
  write_word(at, checksum_of(bytes, words - 1));
  return RC_STATUS_OK;
}

// == reading ==

/// Checks what is the same in all versions.
static const char *check_frame(const uint8_t *bytes, size_t size) {
  const bool has_frame = size >= FIXED_WORDS * WORD && size % WORD == 0;
  if (!has_frame || (read_word(bytes) & UINT32_MAX) != magic) return "it is no snapshot";
  if (read_word(bytes + WORD) != size) return "it is not complete";
  const size_t words = size / WORD;
  if (read_word(bytes + (words - 1) * WORD) != checksum_of(bytes, words - 1)) {
    return "it is damaged";
  }
  const uint64_t version = read_word(bytes) >> 32;
  if (version > RC__SNAPSHOT_VERSION) return "a newer version has written it";
  return version == 0 ? "it is of no version" : NULL;
}

static bool is_in_list(int64_t ticks) {
  return ticks >= -RC_LIST_TICKS_MAX && ticks <= RC_LIST_TICKS_MAX;
}

static bool is_saved_anchor(const rc_snapshot *it, const rc__saved_anchor *anchor) {
  for (size_t i = 0; i < it->anchor_count; i++) {
    if (it->anchors[i].id == anchor->id) return false;
  }
  return anchor->id != RC_ID_NONE && anchor->index >= 0 && anchor->index < RC_ITEM_COUNT_MAX &&
         is_in_list(anchor->distance) && is_in_list(anchor->after);
}

/// Reads what is before the extents; false for what no list could have.
static bool read_saved_place(rc_snapshot *it, const uint8_t *bytes, uint64_t anchors) {
  const uint64_t flags = read_word(bytes + 3 * WORD);
  it->key = (int64_t)read_word(bytes + 2 * WORD);
  it->estimate = (int64_t)read_word(bytes + 4 * WORD);
  it->length = (int64_t)read_word(bytes + 5 * WORD);
  it->has_place = (flags & HAS_PLACE) != 0;
  it->is_at_start = (flags & IS_AT_START) != 0;
  it->is_at_end = (flags & IS_AT_END) != 0;
  if (flags > (HAS_PLACE | IS_AT_START | IS_AT_END)) return false;
  if (!it->has_place && (flags != 0 || it->estimate != 0 || it->length != 0 || anchors != 0)) {
    return false;
  }
  if (it->estimate < 0 || it->estimate > RC_ITEM_TICKS_MAX) return false;
  if (it->length < 0 || it->length > RC_LIST_TICKS_MAX) return false;
  const uint8_t *at = bytes + HEAD_WORDS * WORD;
  for (uint64_t i = 0; i < anchors; i++, at += ANCHOR_WORDS * WORD) {
    const rc__saved_anchor anchor = {
        .id = (rc_id)read_word(at),
        .index = (int64_t)read_word(at + WORD),
        .distance = (int64_t)read_word(at + 2 * WORD),
        .after = (int64_t)read_word(at + 3 * WORD),
    };
    if (!is_saved_anchor(it, &anchor)) return false;
    rc__snapshot_add_anchor(it, &anchor);
  }
  return true;
}

/// Reads the extents that are kept; false for what no list could have. Memory for them is reserved.
static bool read_extents(rc_snapshot *it, const uint8_t *at, size_t count, uint64_t version) {
  const size_t skipped = count > it->capacity ? count - it->capacity : 0;
  bool any_lanes = false;
  for (size_t i = 0; i < count; i++, at += EXTENT_WORDS * WORD) {
    const rc_id id = (rc_id)read_word(at);
    const uint64_t word = read_word(at + WORD);
    if (id == RC_ID_NONE || !rc__extent_word_is_valid(word)) return false;
    any_lanes = any_lanes || rc__lane_count_of_word(word) != 0;
    if (i < skipped) continue;
    // As many as a processor waits for at a time.
    if (i + 8 < count) rc__snapshot_prefetch(it, (rc_id)read_word(at + 8 * EXTENT_WORDS * WORD));
    if (!rc__snapshot_keep(it, id, word)) return false;
  }
  return any_lanes == (version != RC__SNAPSHOT_LANELESS_VERSION);
}

/// Reads what has a right frame. NULL where memory is missing too, with another status.
static const char *read_all(rc_snapshot *it, const uint8_t *bytes, size_t size,
                            rc_status *out_status) {
  const uint64_t anchors = read_word(bytes + 6 * WORD), extents = read_word(bytes + 7 * WORD);
  const char *wrong = "no list has it";
  *out_status = RC_STATUS_ARGUMENT;
  if (anchors > RC_SNAPSHOT_ANCHOR_COUNT_MAX || extents > RC_SNAPSHOT_EXTENT_COUNT_MAX) {
    return wrong;
  }
  if (FIXED_WORDS + ANCHOR_WORDS * anchors + EXTENT_WORDS * extents != size / WORD) return wrong;
  if (!read_saved_place(it, bytes, anchors)) return wrong;
  const size_t count = (size_t)extents;
  if (!rc__snapshot_reserve(it, count)) {
    *out_status = RC_STATUS_NO_MEMORY;
    return NULL;
  }
  const uint8_t *at = bytes + (HEAD_WORDS + ANCHOR_WORDS * (size_t)anchors) * WORD;
  if (!read_extents(it, at, count, read_word(bytes) >> 32)) return wrong;
  *out_status = RC_STATUS_OK;
  return NULL;
}

rc_status rc_snapshot_read(const void *bytes, size_t size, size_t capacity,
                           const rc_allocator *allocator, rc_snapshot **out_snapshot,
                           const char **out_reason) {
  if (out_reason != NULL) *out_reason = NULL;
  if (bytes == NULL || out_snapshot == NULL) return RC_STATUS_ARGUMENT;
  rc_snapshot *it;
  rc_status status = rc_snapshot_create(capacity, allocator, &it);
  if (status != RC_STATUS_OK) return status;
  const char *reason = check_frame(bytes, size);
  status = RC_STATUS_ARGUMENT;
  if (reason == NULL) reason = read_all(it, bytes, size, &status);
  if (out_reason != NULL) *out_reason = reason;
  if (status == RC_STATUS_OK) {
    *out_snapshot = it;
  } else {
    rc_snapshot_destroy(it);
  }
  return status;
}
