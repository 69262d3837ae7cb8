// The lines of impressions; see misuse_lines_null.h.

LINE(rc_impressions_options_init, null_options, OK, 0,
     (rc_impressions_options_init(NULL), RC_STATUS_OK))
LINE(rc_impressions_create, null_impressions, ARGUMENT, 0,
     rc_impressions_create(NULL, &w->allocator, NULL))
LINE(rc_impressions_create, null_options, OK, 0,
     misuse_drop_impressions(w, rc_impressions_create(NULL, &w->allocator, &w->out.impressions)))
LINE(rc_impressions_create, null_allocator, OK, 0,
     misuse_drop_impressions(w, rc_impressions_create(NULL, NULL, &w->out.impressions)))
LINE(rc_impressions_create, null_resize, ARGUMENT, w->allocator.resize = NULL,
     rc_impressions_create(NULL, &w->allocator, &w->out.impressions))
LINE(rc_impressions_create, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_impressions_create(NULL, &w->allocator, &w->out.impressions)))
LINE(rc_impressions_create, thresholds_that_descend, ARGUMENT,
     (w->impressions_options.threshold_count = 2, w->impressions_options.thresholds[0] = 0.5),
     rc_impressions_create(&w->impressions_options, &w->allocator, &w->out.impressions))
LINE(rc_impressions_create, the_same_threshold_twice, OK,
     (w->impressions_options.threshold_count = 2,
      w->impressions_options.thresholds[0] = w->impressions_options.thresholds[1] = 0.5),
     misuse_drop_impressions(w, rc_impressions_create(&w->impressions_options, &w->allocator,
                                                      &w->out.impressions)))
LINE(rc_impressions_get_options, null_impressions, ARGUMENT, 0,
     rc_impressions_get_options(NULL, &w->out.impressions_options))
LINE(rc_impressions_get_options, null_options, ARGUMENT, 0,
     rc_impressions_get_options(w->impressions, NULL))
LINE(rc_impressions_destroy, null_impressions, OK, 0, (rc_impressions_destroy(NULL), RC_STATUS_OK))
LINE(rc_impressions_set_views, null_impressions, ARGUMENT, 0,
     rc_impressions_set_views(NULL, 1, w->views, 3))
LINE(rc_impressions_set_views, null_views, ARGUMENT, 0,
     rc_impressions_set_views(w->impressions, 1, NULL, 3))
LINE(rc_impressions_set_views, null_for_no_views, OK, 0,
     rc_impressions_set_views(w->impressions, 3, NULL, 0))
LINE(rc_impressions_set_views, no_id, ARGUMENT, w->views[2].id = RC_ID_NONE,
     rc_impressions_set_views(w->impressions, 1, w->views, 3))
LINE(rc_impressions_set_views, more_visible_than_there_is, ARGUMENT, w->views[2].visible = 101,
     rc_impressions_set_views(w->impressions, 1, w->views, 3))
LINE(rc_impressions_set_views, all_visible, OK, w->views[2].visible = 100,
     rc_impressions_set_views(w->impressions, 1, w->views, 3))
LINE(rc_impressions_set_views, no_memory, NO_MEMORY, w->memory.countdown = 0,
     misuse_with_memory(w, rc_impressions_set_views(w->impressions, 9, w->views, 3)))
LINE(rc_impressions_set_views, too_many, LIMIT, 0,
     rc_impressions_set_views(w->impressions, 1, w->views, RC_IMPRESSIONS_COUNT_MAX))
LINE(rc_impressions_update, null_impressions, ARGUMENT, 0,
     rc_impressions_update(NULL, 0, true, &w->out.report))
LINE(rc_impressions_update, null_report, ARGUMENT, 0,
     rc_impressions_update(w->impressions, 0, true, NULL))
LINE(rc_impressions_reset, null_impressions, ARGUMENT, 0, rc_impressions_reset(NULL))
LINE(rc_impressions_forget, null_impressions, ARGUMENT, 0, rc_impressions_forget(NULL, w->ids, 1))
LINE(rc_impressions_forget, null_ids, ARGUMENT, 0, rc_impressions_forget(w->impressions, NULL, 1))
LINE(rc_impressions_forget, null_for_no_ids, OK, 0, rc_impressions_forget(w->impressions, NULL, 0))
LINE(rc_impressions_forget, no_id, ARGUMENT, w->ids[2] = RC_ID_NONE,
     rc_impressions_forget(w->impressions, w->ids, 3))
LINE(rc_impressions_is_seen, null_impressions, ARGUMENT, 0,
     misuse_refused(!rc_impressions_is_seen(NULL, 9)))
LINE(rc_impressions_is_seen, no_id, ARGUMENT, 0,
     misuse_refused(!rc_impressions_is_seen(w->impressions, RC_ID_NONE)))
LINE(rc_impressions_is_seen, an_unknown_id, ARGUMENT, 0,
     misuse_refused(!rc_impressions_is_seen(w->impressions, 77)))
LINE(rc_impressions_validate, null_impressions, ARGUMENT, 0, rc_impressions_validate(NULL, NULL))
LINE(rc_impressions_validate, null_reason, OK, 0, rc_impressions_validate(w->impressions, NULL))
LINE(rc_list_copy_impression_views, null_list, ARGUMENT, 0,
     rc_list_copy_impression_views(NULL, 0, 9, w->ids, w->rules, 1, w->out.views,
                                   &w->out.view_count))
LINE(rc_list_copy_impression_views, null_ids, ARGUMENT, 0,
     rc_list_copy_impression_views(w->quiet, 0, 9, NULL, w->rules, 1, w->out.views,
                                   &w->out.view_count))
LINE(rc_list_copy_impression_views, null_rules, OK, 0,
     rc_list_copy_impression_views(w->quiet, 0, 9, w->ids, NULL, 1, w->out.views,
                                   &w->out.view_count))
LINE(rc_list_copy_impression_views, null_views, ARGUMENT, 0,
     rc_list_copy_impression_views(w->quiet, 0, 9, w->ids, w->rules, 1, NULL, &w->out.view_count))
LINE(rc_list_copy_impression_views, null_count, ARGUMENT, 0,
     rc_list_copy_impression_views(w->quiet, 0, 9, w->ids, w->rules, 1, w->out.views, NULL))
LINE(rc_list_copy_impression_views, null_for_no_items, OK, 0,
     rc_list_copy_impression_views(w->quiet, 9, 9, NULL, NULL, 1, NULL, &w->out.view_count))
LINE(rc_list_copy_impression_views, a_rule_that_is_none, ARGUMENT,
     w->rules[8] = RC_IMPRESSION_RULE_COUNT,
     rc_list_copy_impression_views(w->quiet, 0, 9, w->ids, w->rules, 1, w->out.views,
                                   &w->out.view_count))
LINE(rc_list_copy_impression_views, after_an_edit, NOT_FOUND, 0,
     rc_list_copy_impression_views(w->list, 0, 9, w->ids, w->rules, 1, w->out.views,
                                   &w->out.view_count))
