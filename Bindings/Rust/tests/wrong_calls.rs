//! Makes the calls of Tests/wrong-calls.txt, which says what it has: each error names what was refused, and its value.

use rangecore::*;

/// A call with the value that is wrong; numbers that are whole are also there as integers.
type Call = fn(f64, i64) -> Result<(), Error>;

fn list() -> List {
    let mut list = List::new(&ListOptions::default()).unwrap();
    list.insert(0, 10).unwrap();
    list.update(&Viewport { length: 400.0, ..Viewport::default() }).unwrap();
    list
}

fn create(change: impl FnOnce(&mut ListOptions)) -> Result<(), Error> {
    let mut options = ListOptions::default();
    change(&mut options);
    List::new(&options).map(drop)
}

fn update(change: impl FnOnce(&mut Viewport)) -> Result<(), Error> {
    let mut viewport = Viewport { length: 400.0, ..Viewport::default() };
    change(&mut viewport);
    list().update(&viewport).map(drop)
}

fn set(change: impl FnOnce(&mut ListSettings)) -> Result<(), Error> {
    let mut list = list();
    let mut settings = list.settings().unwrap();
    change(&mut settings);
    list.set_settings(&settings)
}

fn tune(leading: f64, trailing: f64) -> Result<(), Error> {
    list().set_tuning(
        RangeMode::Full,
        Range::Display,
        Tuning { leading, trailing, is_enabled: true },
    )
}

fn host() -> Host {
    let mut host = Host::new(list()).unwrap();
    let viewport = Viewport { length: 400.0, ..Viewport::default() };
    assert!(host.begin(&viewport, 100.0, 0).unwrap().asks().len() > 0);
    host
}

fn set_host(change: impl FnOnce(&mut HostOptions)) -> Result<(), Error> {
    let mut options = HostOptions::default();
    change(&mut options);
    host().set_options(&options)
}

fn begin(offset: f64, breadth: f64) -> Result<(), Error> {
    let viewport = Viewport { offset, length: 400.0, ..Viewport::default() };
    host().begin(&viewport, breadth, 0).map(drop)
}

const CALLS: &[(&str, Call)] = &[
    ("create columns", |_, it| create(|options| options.columns = it as u32)),
    ("create estimate", |it, _| create(|options| options.estimate = it)),
    ("create spacing", |it, _| create(|options| options.spacing = it)),
    ("create quantum", |it, _| create(|options| options.quantum = it)),
    ("insert index", |_, it| list().insert(it, 1)),
    ("insert count", |_, it| list().insert(0, it)),
    ("insert extents[1]", |it, _| list().insert_extents(0, &[1.0, it])),
    ("remove lower", |_, it| list().remove(it..11)),
    ("remove upper", |_, it| list().remove(2..it)),
    ("move lower", |_, it| list().move_items(it..2, 0)),
    ("move upper", |_, it| list().move_items(8..it, 0)),
    ("move to", |_, it| list().move_items(0..2, it)),
    ("forget upper", |_, it| list().forget(2..it)),
    ("set_row_extents row", |_, it| list().set_row_extents(it, &[1.0])),
    ("set_row_extents extents[1]", |it, _| list().set_row_extents(0, &[1.0, it])),
    ("mark_provisional upper", |_, it| list().mark_provisional(2..it)),
    ("set_layout columns", |_, it| list().set_layout(it as u32, 0.0, true)),
    ("set_layout spacing", |it, _| list().set_layout(1, it, true)),
    ("set_lanes lanes", |_, it| list().set_lanes(it as u32, 0.0, 0.0, true)),
    ("set_lanes spacing", |it, _| list().set_lanes(2, it, 0.0, true)),
    ("set_lanes tolerance", |it, _| list().set_lanes(2, 0.0, it, true)),
    ("set_span upper", |_, it| list().set_span(2..it, 1)),
    ("set_span span", |_, it| list().set_span(0..1, it as u32)),
    ("set_estimate estimate", |it, _| list().set_estimate(it)),
    ("mark_header index", |_, it| list().mark_header(it, 0)),
    ("unmark_header index", |_, it| list().unmark_header(it)),
    ("apply old_ids", |_, _| list().apply(&[1, 2], &[])),
    ("apply new_ids", |_, _| list().apply(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[1, 1])),
    ("keep index", |_, it| list().keep(it, State::DISPLAY)),
    ("keep bits", |_, _| list().keep(0, State::VISIBLE)),
    ("set_names lower", |_, it| list().set_names(it, &[])),
    ("set_names names", |_, _| list().set_names(9, &[1, 2])),
    ("change_names position", |_, it| list().change_names(it as usize).map(drop)),
    ("update offset", |it, _| update(|viewport| viewport.offset = it)),
    ("update length", |it, _| update(|viewport| viewport.length = it)),
    ("update inset_start", |it, _| update(|viewport| viewport.inset_start = it)),
    ("update inset_end", |it, _| update(|viewport| viewport.inset_end = it)),
    ("update velocity", |it, _| update(|viewport| viewport.velocity = it)),
    ("update time", |it, _| update(|viewport| viewport.time = it)),
    ("update jitter", |it, _| update(|viewport| viewport.jitter = it)),
    ("update item", |_, it| update(|viewport| (viewport.item, viewport.has_item) = (it, true))),
    ("update item_place", |it, _| {
        update(|viewport| (viewport.item_place, viewport.has_item) = (it, true))
    }),
    ("update landing_offset", |it, _| {
        update(|viewport| (viewport.landing_offset, viewport.has_landing) = (it, true))
    }),
    ("set_scroll_target index", |_, it| list().set_scroll_target(it, 0.0, 0.0).map(drop)),
    ("set_scroll_target fraction", |it, _| list().set_scroll_target(0, it, 0.0).map(drop)),
    ("set_scroll_target shift", |it, _| list().set_scroll_target(0, 0.0, it).map(drop)),
    ("set_settings slack", |it, _| set(|settings| settings.slack = it)),
    ("set_settings foresight", |it, _| set(|settings| settings.foresight = it)),
    ("set_settings direction_threshold", |it, _| set(|settings| settings.direction_threshold = it)),
    ("set_settings leading_screens[1]", |it, _| set(|settings| settings.leading_screens[1] = it)),
    ("set_settings overscan_items", |_, it| set(|settings| settings.overscan_items = it)),
    ("set_settings leading_items[0]", |_, it| set(|settings| settings.leading_items[0] = it)),
    ("set_settings extra_lengths[1]", |it, _| set(|settings| settings.extra_lengths[1] = it)),
    ("set_settings stick_distances[0]", |it, _| set(|settings| settings.stick_distances[0] = it)),
    ("set_settings depth", |_, it| set(|settings| settings.depth = it as i32)),
    ("set_tuning leading", |it, _| tune(it, 0.0)),
    ("set_tuning trailing", |it, _| tune(0.0, it)),
    ("add_preload_time seconds", |it, _| list().add_preload_time(it)),
    ("finish outcome", |_, _| list().begin_batch(End::Tail)?.finish(BatchOutcome::Fetching)),
    ("item index", |_, it| list().item(it).map(drop)),
    ("item_at offset", |it, _| list().item_at(it).map(drop)),
    ("items_in lower", |it, _| list().items_in(it..10.0).map(drop)),
    ("items_in upper", |it, _| list().items_in(0.0..it).map(drop)),
    ("rows lower", |_, it| list().rows(it..10).map(drop)),
    ("rows upper", |_, it| list().rows(0..it).map(drop)),
    ("places upper", |_, it| list().places(0..it).map(drop)),
    ("unmeasured_rows upper", |_, it| list().unmeasured_rows(0..it).map(drop)),
    ("states lower", |_, it| list().states(it..10).map(drop)),
    ("states upper", |_, it| list().states(0..it).map(drop)),
    ("section ordinal", |_, it| list().section(it).map(drop)),
    ("section_of_item index", |_, it| list().section_of_item(it).map(drop)),
    ("row_of_item index", |_, it| list().row_of_item(it).map(drop)),
    ("items_of_row row", |_, it| list().items_of_row(it).map(drop)),
    ("host_options budget", |it, _| set_host(|options| options.budget = it)),
    ("host_options offset_step", |it, _| set_host(|options| options.offset_step = it)),
    ("host_options ahead_count", |_, it| set_host(|options| options.ahead_count = it as u32)),
    ("host_begin offset", |it, _| begin(it, 100.0)),
    ("host_begin breadth", |it, _| begin(0.0, it)),
    ("host_measured extents[0]", |it, _| host().measured(&[it], 0.0).map(drop)),
    ("host_measured time", |it, _| host().measured(&[1.0], it).map(drop)),
    ("host_set_extents extents[0]", |it, _| host().set_extents(&[0], &[it]).map(drop)),
    ("host_wrote offset", |it, _| host().wrote(it)),
    ("host_find index", |_, it| host().find(it).map(drop)),
    ("host_keep index", |_, it| host().keep(it, true)),
    ("host_renew upper", |_, it| host().renew(0..it)),
    ("host_scroll_to index", |_, it| host().scroll_to(it, 0.0, 0.0, false)),
    ("host_scroll_to fraction", |it, _| host().scroll_to(0, it, 0.0, false)),
    ("host_scroll_to shift", |it, _| host().scroll_to(0, 0.0, it, false)),
    ("host_scroll_to_offset offset", |it, _| host().scroll_to_offset(it, false)),
];

/// The name of an argument here, or a mark.
fn name_of<'table>(argument: &'table str, others: &'table str) -> &'table str {
    let parts = others.split(';').filter_map(|part| part.split_once(':'));
    let here = parts.filter(|(_, languages)| languages.split_whitespace().any(|it| it == "rust"));
    here.map(|(name, _)| name.trim()).next().unwrap_or(argument)
}

/// The numbers and words of a text, as they are compared.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace("..", " ");
    let words = text.split(|it: char| !(it.is_alphanumeric() || it == '.' || it == '-'));
    words.map(|it| it.parse::<f64>().map_or(it.into(), |number| number.to_string())).collect()
}

#[test]
fn errors_name_what_was_refused_and_its_value() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Tests/wrong-calls.txt");
    let table = std::fs::read_to_string(path).unwrap();
    let mut made = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<_> = line.split('|').map(str::trim).collect();
        let (call, argument, values, others) = (parts[0], parts[1], parts[2], parts[3]);
        let (key, name) = (format!("{call} {argument}"), name_of(argument, others));
        if ["none", "type"].contains(&name) {
            continue;
        }
        let (_, call) = CALLS.iter().find(|(it, _)| *it == key).expect(&key);
        for value in values.split(' ') {
            let number = value.parse().unwrap_or(0.0);
            let error = call(number, number as i64).expect_err(&key);
            let text = error.to_string();
            let said = text.split_once(": ").unwrap_or_default().1;
            let shown = said.strip_prefix(name).and_then(|rest| rest.strip_prefix(" is "));
            let is_shown = shown.map_or(false, |it| words(it).contains(&words(value)[0]));
            assert!(if value == "-" { said == name } else { is_shown }, "{key} {value}: {text}");
            assert_eq!(error.argument(), name.split('[').next(), "{key}");
        }
        made.push(key);
    }
    for (key, _) in CALLS {
        assert!(made.iter().any(|it| it == key), "{key} has no line");
    }
}
