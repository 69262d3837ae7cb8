// Random lives of a list, in lockstep with the slow model.

#include "script_list_flavours.h"

static void random_scroll_sessions_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "scroll sessions",
      .weights = {[CALL_UPDATE] = 60,
                  [CALL_MEASURE_VISIBLE] = 30,
                  [CALL_INSERT] = 4,
                  [CALL_REMOVE] = 1,
                  [CALL_BEGIN] = 2,
                  [CALL_FINISH] = 2},
      .columns_most = 1,
      .initial_count_most = 120,
      .initial_measured_percent = 10,
      SCRIPT_OF_A_SCROLLING_USER,
  };
  script_check_flavour(&flavour, 11, 396, 70);
}

static void random_edit_storms_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "edit storms",
      .weights = {[CALL_UPDATE] = 25,
                  [CALL_INSERT] = 15,
                  [CALL_INSERT_MEASURED] = 10,
                  [CALL_REMOVE] = 15,
                  [CALL_MOVE] = 15,
                  [CALL_RELOAD] = 8,
                  [CALL_MEASURE] = 12,
                  [CALL_MEASURE_VISIBLE] = 5,
                  [CALL_ESTIMATE] = 2},
      .columns_most = 1,
      .initial_count_most = 60,
      .initial_measured_percent = 50,
      .zero_percent = 5,
      .held_percent = 10,
      .user_percent = 50,
      .jump_percent = 5,
      .bounce_percent = 5,
      .spacing_percent = 50,
  };
  script_check_flavour(&flavour, 12, 540, 80);
}

static void random_columns_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "columns",
      .weights = {[CALL_UPDATE] = 30,
                  [CALL_INSERT] = 15,
                  [CALL_REMOVE] = 12,
                  [CALL_MOVE] = 15,
                  [CALL_RELOAD] = 6,
                  [CALL_MEASURE] = 10,
                  [CALL_MEASURE_VISIBLE] = 10,
                  [CALL_CONFIGURE] = 3,
                  [CALL_SCROLL_TO] = 3},
      .columns_most = 4,
      .initial_count_most = 120,
      .initial_measured_percent = 50,
      .zero_percent = 5,
      .empty_percent = 2,
      .held_percent = 10,
      .user_percent = 60,
      .jump_percent = 5,
      .bounce_percent = 5,
      .spacing_percent = 50,
  };
  script_check_flavour(&flavour, 13, 396, 80);
}

static void random_settings_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "settings",
      .weights = {[CALL_UPDATE] = 40,
                  [CALL_CONFIGURE] = 25,
                  [CALL_MODE] = 4,
                  [CALL_PROMOTE] = 2,
                  [CALL_INSERT] = 5,
                  [CALL_REMOVE] = 4,
                  [CALL_MEASURE] = 5,
                  [CALL_ESTIMATE] = 1},
      .columns_most = 2,
      .initial_count_most = 100,
      .initial_measured_percent = 50,
      .zero_percent = 3,
      .empty_percent = 8,
      .held_percent = 10,
      .user_percent = 50,
      .jump_percent = 5,
      .bounce_percent = 5,
      .spacing_percent = 50,
      .insets_percent = 20,
      .has_slack = true,
  };
  script_check_flavour(&flavour, 14, 396, 80);
}

static void random_gaps_and_zero_extents_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "gaps and zero extents",
      .weights = {[CALL_UPDATE] = 40,
                  [CALL_INSERT_MEASURED] = 10,
                  [CALL_INSERT] = 5,
                  [CALL_REMOVE] = 5,
                  [CALL_MOVE] = 5,
                  [CALL_RELOAD] = 5,
                  [CALL_MEASURE] = 15,
                  [CALL_ESTIMATE] = 5,
                  [CALL_CONFIGURE] = 5},
      .columns_most = 2,
      .initial_count_most = 80,
      .initial_measured_percent = 70,
      .zero_percent = 50,
      .empty_percent = 3,
      .held_percent = 5,
      .user_percent = 60,
      .jump_percent = 10,
      .bounce_percent = 10,
      .spacing_percent = 60,
      .has_slack = true,
  };
  script_check_flavour(&flavour, 15, 396, 70);
}

static void random_chats_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "chats",
      .weights = {[CALL_UPDATE] = 40,
                  [CALL_INSERT] = 15,
                  [CALL_INSERT_MEASURED] = 15,
                  [CALL_REMOVE] = 5,
                  [CALL_MEASURE] = 5,
                  [CALL_MEASURE_VISIBLE] = 20,
                  [CALL_CONFIGURE] = 4,
                  [CALL_VISIT] = 3,
                  [CALL_ESTIMATE] = 1},
      .columns_most = 1,
      .initial_count_most = 20,
      .initial_measured_percent = 50,
      .zero_percent = 2,
      .empty_percent = 2,
      .held_percent = 10,
      .user_percent = 40,
      .jump_percent = 3,
      .bounce_percent = 35,
      .spacing_percent = 30,
      .insets_percent = 5,
      .sticks_to_end = true,
  };
  script_check_flavour(&flavour, 16, 468, 70);
}

static void random_scrolls_to_items_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "scrolls to items",
      .weights = {[CALL_UPDATE] = 40,
                  [CALL_SCROLL_TO] = 15,
                  [CALL_INSERT] = 8,
                  [CALL_REMOVE] = 6,
                  [CALL_MOVE] = 6,
                  [CALL_MEASURE] = 8,
                  [CALL_MEASURE_VISIBLE] = 20,
                  [CALL_RELOAD] = 3,
                  [CALL_ESTIMATE] = 1,
                  [CALL_CONFIGURE] = 2},
      .columns_most = 2,
      .initial_count_most = 100,
      .initial_measured_percent = 20,
      .zero_percent = 3,
      .empty_percent = 2,
      .held_percent = 5,
      .user_percent = 15,
      .jump_percent = 3,
      .bounce_percent = 3,
      .spacing_percent = 40,
      .insets_percent = 10,
  };
  script_check_flavour(&flavour, 17, 468, 70);
}

static void random_batches_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "batches",
      .weights = {[CALL_UPDATE] = 50,
                  [CALL_BEGIN] = 25,
                  [CALL_FINISH] = 25,
                  [CALL_RETRY] = 2,
                  [CALL_RESET] = 2,
                  [CALL_END] = 1,
                  [CALL_INSERT] = 8,
                  [CALL_REMOVE] = 3,
                  [CALL_CONFIGURE] = 5},
      .columns_most = 1,
      .initial_count_most = 30,
      .initial_measured_percent = 20,
      .empty_percent = 5,
      .held_percent = 5,
      .user_percent = 50,
      .jump_percent = 5,
      .bounce_percent = 10,
      .spacing_percent = 20,
  };
  script_check_flavour(&flavour, 18, 720, 80);
}

static void random_mean_estimates_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "mean estimates",
      .weights = {[CALL_UPDATE] = 40,
                  [CALL_MEASURE_VISIBLE] = 20,
                  [CALL_MEASURE] = 10,
                  [CALL_RELOAD] = 5,
                  [CALL_INSERT] = 5,
                  [CALL_REMOVE] = 5,
                  [CALL_MOVE] = 3,
                  [CALL_SCROLL_TO] = 2,
                  [CALL_ESTIMATE] = 2},
      .columns_most = 3,
      .initial_count_most = 100,
      .initial_measured_percent = 5,
      .zero_percent = 10,
      .empty_percent = 3,
      .held_percent = 20,
      .user_percent = 50,
      .jump_percent = 5,
      .bounce_percent = 10,
      .spacing_percent = 50,
      .uses_mean_estimate = true,
  };
  script_check_flavour(&flavour, 19, 396, 70);
}

static void list_is_unchanged_when_out_of_memory_and_the_call_works_later(void) {
  static const script_flavour flavour = {
      .name = "no memory",
      .weights = {[CALL_UPDATE] = 20,
                  [CALL_INSERT] = 12,
                  [CALL_INSERT_MEASURED] = 12,
                  [CALL_REMOVE] = 12,
                  [CALL_MOVE] = 12,
                  [CALL_RELOAD] = 10,
                  [CALL_MEASURE] = 12,
                  [CALL_MEASURE_VISIBLE] = 8,
                  [CALL_ESTIMATE] = 2,
                  [CALL_CONFIGURE] = 6,
                  [CALL_MODE] = 1,
                  [CALL_PROMOTE] = 1,
                  [CALL_SCROLL_TO] = 2,
                  [CALL_BEGIN] = 5,
                  [CALL_FINISH] = 5,
                  [CALL_RETRY] = 1,
                  [CALL_RESET] = 1,
                  [CALL_END] = 1,
                  [CALL_MARK] = 4,
                  [CALL_LAYOUT] = 1,
                  [CALL_NAME] = 6,
                  [CALL_KEEP] = 3},
      .columns_most = 2,
      .initial_count_most = 300,
      .initial_measured_percent = 60,
      .zero_percent = 3,
      .empty_percent = 3,
      .held_percent = 10,
      .user_percent = 60,
      .jump_percent = 10,
      .bounce_percent = 5,
      .spacing_percent = 50,
      .insets_percent = 5,
      .has_slack = true,
      .runs_out_of_memory = true,
  };
  script_check_flavour(&flavour, 20, 90, 100);
}

static void random_kept_items_match_the_model(void) {
  script_flavour flavour = {
      .name = "kept items",
      .weights = {[CALL_UPDATE] = 50,
                  [CALL_KEEP] = 40,
                  [CALL_INSERT] = 6,
                  [CALL_INSERT_MEASURED] = 4,
                  [CALL_REMOVE] = 5,
                  [CALL_MOVE] = 12,
                  [CALL_CONFIGURE] = 6,
                  [CALL_MODE] = 1,
                  [CALL_NAME] = 2,
                  [CALL_HEADER] = 1},
      .columns_most = 2,
      .initial_count_most = 400,
      .initial_measured_percent = 20,
      .empty_percent = 15,
      .user_percent = 70,
      .jump_percent = 20,
      .bounce_percent = 2,
      .spacing_percent = 30,
      .runs_out_of_memory = true,
  };
  script_check_flavour(&flavour, 25, 60, 200);
  // Now more are kept than ever need be.
  flavour.weights[CALL_KEEP] = 300;
  script_check_flavour(&flavour, 26, 10, 800);
  flavour.has_slack = flavour.has_foresight = true;
  script_check_flavour(&flavour, 27, 10, 800);
}

static void random_flings_with_foresight_match_the_model(void) {
  static const script_flavour flavour = {
      .name = "foresight",
      .weights = {[CALL_UPDATE] = 80,
                  [CALL_CONFIGURE] = 3,
                  [CALL_MODE] = 1,
                  [CALL_PROMOTE] = 1,
                  [CALL_SCROLL_TO] = 1,
                  [CALL_MEASURE_VISIBLE] = 6,
                  [CALL_INSERT] = 2,
                  [CALL_INSERT_MEASURED] = 2,
                  [CALL_REMOVE] = 2,
                  [CALL_MOVE] = 2,
                  [CALL_NAME] = 2,
                  [CALL_HEADER] = 1,
                  [CALL_KEEP] = 3},
      .columns_most = 2,
      .initial_count_most = 300,
      .initial_measured_percent = 40,
      .zero_percent = 3,
      .empty_percent = 2,
      .held_percent = 25,
      .user_percent = 85,
      .jump_percent = 1,
      .bounce_percent = 2,
      .spacing_percent = 30,
      .insets_percent = 3,
      .place_percent = 3,
      .has_foresight = true,
      .runs_out_of_memory = true,
  };
  script_check_flavour(&flavour, 23, 100, 150);
  script_flavour with_slack = flavour;
  with_slack.has_slack = true;
  script_check_flavour(&with_slack, 24, 50, 150);
}

static void random_calls_of_every_kind_match_the_model(void) {
  script_check_flavour(&script_uniform, 21, 300, 150);
}

static void random_calls_at_the_limits_match_the_model(void) {
  script_check_flavour(&script_borders, 22, 450, 150);
}

static const test_case cases[] = {
    CASE(random_scroll_sessions_match_the_model),
    CASE(random_edit_storms_match_the_model),
    CASE(random_columns_match_the_model),
    CASE(random_settings_match_the_model),
    CASE(random_gaps_and_zero_extents_match_the_model),
    CASE(random_chats_match_the_model),
    CASE(random_scrolls_to_items_match_the_model),
    CASE(random_batches_match_the_model),
    CASE(random_mean_estimates_match_the_model),
    CASE(random_kept_items_match_the_model),
    CASE(random_flings_with_foresight_match_the_model),
    CASE(random_calls_of_every_kind_match_the_model),
    CASE(random_calls_at_the_limits_match_the_model),
    CASE(list_is_unchanged_when_out_of_memory_and_the_call_works_later),
};

const test_suite suite_list_random = SUITE(cases);
