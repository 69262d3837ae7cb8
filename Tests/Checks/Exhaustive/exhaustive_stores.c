// Stores of all small sources, in sessions in which everything is wanted: every order in which up
// to three requests end, each with a reply, a failure or by being cancelled.

#include "exhaustive.h"
#include "store/script_store.h"

enum { OUTCOMES = 9, LENGTH_MOST = 8 };

/// Follows all sessions of one kind of store.
static int64_t follow_all(const rc_store_options *options, int64_t count, bool tells_total,
                          int length) {
  int digits[LENGTH_MOST] = {0};
  int64_t done = 0;
  while (!test_has_failed()) {
    script_outcome outcomes[LENGTH_MOST];
    for (int i = 0; i < length; i++) {
      outcomes[i] = (script_outcome){digits[i] / 3, (script_end)(digits[i] % 3)};
    }
    int reached;
    const bool is_session =
        script_store_follow(options, count, tells_total, outcomes, length, &reached);
    done++;
    // The next one that differs in what was reached.
    int at = is_session ? length - 1 : reached;
    // Without that request there is none after it either.
    if (!is_session) digits[at] = OUTCOMES - 1;
    while (at >= 0 && digits[at] == OUTCOMES - 1) at--;
    if (at < 0) break;
    digits[at]++;
    while (++at < length) digits[at] = 0;
  }
  return done;
}

int64_t exhaust_stores(int length) {
  int64_t done = 0;
  for (int kind = 0; kind < 32; kind++) {
    rc_store_options options;
    rc_store_options_init(&options);
    options.source = (rc_store_source)(kind & 1);
    options.has_placeholders = (kind & 2) != 0;
    options.looks_ahead = (kind & 4) != 0;
    options.first_pages = kind & 16 ? 2 : 1;
    if (options.looks_ahead && options.source == RC_STORE_SOURCE_KEYS) continue;
    for (options.page_size = 1; options.page_size <= 3; options.page_size++) {
      for (int64_t count = 0; count <= 7 && !test_has_failed(); count++) {
        done += follow_all(&options, count, (kind & 8) != 0, length);
      }
    }
  }
  return done;
}
