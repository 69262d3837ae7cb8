//! Carries out a recorded session; see `Examples/Session/README.md`.

mod host;
mod words;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use host::Owner;
use rangecore::{
    BatchContext, BatchDecision, BatchOutcome, Diff, EditKind, End, Error, Foresight, Item,
    LanesPosition, List, ListOptions, Range, RangeMode, Section, Tuning, TuningPreset, Update,
    Viewport, ID_NONE, LANE_NONE, SPAN_WIDE,
};
use words::{ticks, whole, word, Problem, Words, SETTINGS_KEYS, TIME, VIEWPORT_KEYS};

#[derive(Default)]
struct Session {
    list: Option<Owner>,
    tells_updates: bool,
    viewport: Viewport,
    fetches: Vec<BatchContext>,
}

type Answer = Result<String, Problem>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("session: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Problem> {
    let input: Box<dyn BufRead> = match std::env::args_os().nth(1).map(PathBuf::from) {
        Some(path) => {
            let file = File::open(&path);
            Box::new(BufReader::new(file.map_err(|error| format!("{}: {error}", path.display()))?))
        }
        None => Box::new(io::stdin().lock()),
    };
    let mut output = BufWriter::new(io::stdout().lock());
    let mut session = Session::default();
    for (number, line) in input.lines().enumerate() {
        let line = line?;
        let words = Words::new(&line);
        if words.0.is_empty() {
            continue;
        }
        let answer =
            session.carry_out(&words).or_else(|problem| match problem.downcast_ref::<Error>() {
                Some(error) => Ok(format!("error {}", error.text())),
                None => Err(format!(
                    "line {}: {problem}; Examples/Session/README.md has the commands",
                    number + 1
                )),
            })?;
        writeln!(output, "> {}\n{answer}", words.0.join(" "))?;
    }
    Ok(output.flush()?)
}

impl Session {
    fn list(&mut self) -> Result<&mut List, Problem> {
        Ok(self.list.as_mut().map(Owner::list).ok_or("there is no list: create one first")?)
    }

    /// Carries out one command and returns what it prints.
    fn carry_out(&mut self, words: &Words) -> Answer {
        match words.word(0)? {
            "create" => self.create(words)?,
            "insert" => self.insert(words)?,
            "remove" => self.list()?.remove(words.interval()?)?,
            "move" => self.list()?.move_items(words.interval()?, words.integer(3)?)?,
            "forget" => self.list()?.forget(words.interval()?)?,
            "set_row_extents" => {
                self.list()?.set_row_extents(words.integer(1)?, &words.lengths(2)?)?
            }
            "mark_provisional" => self.list()?.mark_provisional(words.interval()?)?,
            "set_layout" => {
                let (columns, spacing) = (words.integer(1)?, words.length(2)?);
                self.list()?.set_layout(columns, spacing, words.integer::<i64>(3)? != 0)?
            }
            "set_lanes" => {
                let (lanes, spacing) = (words.integer(1)?, words.length(2)?);
                let (tolerance, keeps) = (words.length(3)?, words.integer::<i64>(4)? != 0);
                self.list()?.set_lanes(lanes, spacing, tolerance, keeps)?
            }
            "set_span" => self.list()?.set_span(words.interval()?, words.integer(3)?)?,
            "mark_header" => self.list()?.mark_header(words.integer(1)?, words.integer(2)?)?,
            "unmark_header" => self.list()?.unmark_header(words.integer(1)?)?,
            "set_names" => self.set_names(words)?,
            "keep" => self.list()?.keep(words.integer(1)?, words::state_of(words.integer(2)?))?,
            "estimate" => self.list()?.set_estimate(words.length(1)?)?,
            "mode" => self.list()?.set_mode(words.value(1, RangeMode::ALL)?)?,
            "mark_scrolled" => self.list()?.mark_scrolled()?,
            "set" => self.set(words)?,
            "tune" => self.tune(words)?,
            "finish" => self.fetch(words)?.finish(words.value(2, BatchOutcome::ALL)?)?,
            "preload_time" => self.list()?.add_preload_time(words.number(1, TIME)?)?,
            "load" => (1..4).try_for_each(|index| words.number(index, TIME).map(|_| ()))?,
            "loaded" => {
                let _outcome = words.value(2, BatchOutcome::ALL)?;
                [1, 3].iter().try_for_each(|&index| words.number(index, TIME).map(|_| ()))?;
            }
            "retry" => self.list()?.retry_batch(words.value(1, End::ALL)?)?,
            "reset" => self.list()?.reset_batch(words.value(1, End::ALL)?)?,
            "mark_exhausted" => self.list()?.mark_exhausted(words.value(1, End::ALL)?)?,
            "validate" => self.list()?.validate()?,
            "host" if words.word(1)? == "tell_updates" => {
                self.tells_updates = words.integer::<i64>(2)? != 0
            }
            "host" => return host::carry_out(&mut self.list, self.tells_updates, words),
            _ => return self.ask(words),
        }
        Ok("ok".to_owned())
    }

    /// Carries out a command that prints more than `ok`.
    fn ask(&mut self, words: &Words) -> Answer {
        match words.word(0)? {
            "update" => {
                self.viewport = viewport_of(words, 1, 2, 3)?;
                self.update()
            }
            "scroll" => {
                self.viewport.offset = words.length(1)?;
                self.viewport.time = words.number(2, TIME)?;
                read_viewport(words, 3, &mut self.viewport)?;
                self.update()
            }
            "set_scroll_target" => self.set_scroll_target(words),
            "settings" => self.settings(),
            "tuning" => self.tuning(words),
            "begin" => {
                let context = self.list()?.begin_batch(words.value(1, End::ALL)?)?;
                self.fetches.push(context);
                Ok(format!("fetch {}", self.fetches.len()))
            }
            "outcome" => Ok(format!("outcome {}", word(self.fetch(words)?.outcome()))),
            "size" => {
                let list = self.list()?;
                let (length, estimate) = (ticks(list.length()), ticks(list.estimate()));
                let (count, measured) = (list.count(), list.measured_row_count());
                Ok(format!("size {count} measured {measured} length {length} estimate {estimate}"))
            }
            "item" => Ok(item_text(&self.list()?.item(words.integer(1)?)?)),
            "item_at" => Ok(item_text(&self.list()?.item_at(words.length(1)?)?)),
            "items_in" => {
                let items = self.list()?.items_in(words.length(1)?..words.length(2)?)?;
                Ok(format!("items {} {}", items.start, items.end))
            }
            "rows" => self.rows(words),
            "places" => {
                let places = self.list()?.places(words.interval()?)?;
                Ok(places.iter().fold("places".to_owned(), |text, it| text + &place_text(it)))
            }
            "unmeasured_rows" => {
                let rows = self.list()?.unmeasured_rows(words.interval()?)?;
                Ok(format!("rows {} {}", rows.start, rows.end))
            }
            "sections" => Ok(format!("sections {}", self.list()?.section_count())),
            "kept" => {
                let kept = self.list()?.kept()?;
                Ok(kept.iter().fold("kept".to_string(), |text, index| format!("{text} {index}")))
            }
            "section" => Ok(section_text(&self.list()?.section(words.integer(1)?)?)),
            "section_of" => Ok(section_text(&self.list()?.section_of_item(words.integer(1)?)?)),
            "row_of" => Ok(format!("row {}", self.list()?.row_of_item(words.integer(1)?)?)),
            "items_of_row" => {
                let items = self.list()?.items_of_row(words.integer(1)?)?;
                Ok(format!("items {} {}", items.start, items.end))
            }
            "pinned" => {
                let header = self.list()?.pinned_header()?;
                let (offset, covered) = (ticks(header.offset), ticks(header.covered));
                Ok(format!("pinned {} offset {offset} covered {covered}", header.index))
            }
            "foresee" => Ok(foresight_text(&self.list()?.foresee()?)),
            "change_names" => self.change_names(words),
            "diff" => diff(words),
            "state" => Ok(format!("state {}", self.list()?.state(words.integer(1)?).bits())),
            "states" => self.states(words),
            other => Err(format!("no such command: {other}").into()),
        }
    }

    fn create(&mut self, words: &Words) -> Result<(), Problem> {
        let mut options = ListOptions {
            columns: words.integer(1)?,
            estimate: words.length(2)?,
            spacing: words.length(3)?,
            ..ListOptions::default()
        };
        if words.0.len() > 4 {
            options.tuning_preset = words.value(4, TuningPreset::ALL)?;
        }
        if words.0.len() > 5 {
            options.quantum = words.length(5)?;
        }
        self.list = Some(Owner::List(List::new(&options)?));
        Ok(())
    }

    fn insert(&mut self, words: &Words) -> Result<(), Problem> {
        let (index, count, extents) = (words.integer(1)?, words.integer(2)?, words.lengths(3)?);
        match extents.is_empty() {
            true => self.list()?.insert(index, count)?,
            false => self.list()?.insert_extents(index, &extents)?,
        }
        Ok(())
    }

    fn update(&mut self) -> Answer {
        let viewport = self.viewport;
        update_text(&self.list()?.update(&viewport)?)
    }

    fn set_names(&mut self, words: &Words) -> Result<(), Problem> {
        let (items, names) = (words.interval()?, words.ids(3)?);
        if names.len() as i64 != items.end - items.start {
            return Err("the ids are not as many as the items".into());
        }
        Ok(self.list()?.set_names(items.start, &names)?)
    }

    fn change_names(&mut self, words: &Words) -> Answer {
        let mut text = "names".to_owned();
        for name in self.list()?.change_names(words.integer(1)?)? {
            match name {
                ID_NONE => text += " none",
                _ => write!(text, " {name}")?,
            }
        }
        Ok(text)
    }

    fn set_scroll_target(&mut self, words: &Words) -> Answer {
        let fraction = words.fraction(2)?;
        let shift = if words.0.len() > 3 { words.length(3)? } else { 0.0 };
        let offset = self.list()?.set_scroll_target(words.integer(1)?, fraction, shift)?;
        Ok(format!("offset {}", ticks(offset)))
    }

    fn set(&mut self, words: &Words) -> Result<(), Problem> {
        let mut settings = self.list()?.settings()?;
        words.fields(1, &mut settings, &SETTINGS_KEYS)?;
        Ok(self.list()?.set_settings(&settings)?)
    }

    fn tune(&mut self, words: &Words) -> Result<(), Problem> {
        let (mode, range) = (words.value(1, RangeMode::ALL)?, words.value(2, Range::ALL)?);
        let mut tuning = Tuning { leading: 0.0, trailing: 0.0, is_enabled: false };
        if words.word(3)? != "disabled" {
            let (leading, trailing) = (words.number(3, 1000.0)?, words.number(4, 1000.0)?);
            tuning = Tuning { leading, trailing, is_enabled: true };
        }
        Ok(self.list()?.set_tuning(mode, range, tuning)?)
    }

    fn settings(&mut self) -> Answer {
        let mut settings = self.list()?.settings()?;
        let mut text = "settings".to_owned();
        for (key, slot) in SETTINGS_KEYS {
            write!(text, " {key} {}", slot(&mut settings))?;
        }
        Ok(text)
    }

    fn tuning(&mut self, words: &Words) -> Answer {
        let (mode, range) = (words.value(1, RangeMode::ALL)?, words.value(2, Range::ALL)?);
        let tuning = self.list()?.tuning(mode, range)?;
        let (leading, trailing) = (whole(tuning.leading, 1000.0), whole(tuning.trailing, 1000.0));
        let enabled = if tuning.is_enabled { "enabled" } else { "disabled" };
        Ok(format!("tuning {leading} {trailing} {enabled}"))
    }

    fn fetch(&self, words: &Words) -> Result<&BatchContext, Problem> {
        let fetch = words.integer::<usize>(1)?.checked_sub(1).and_then(|i| self.fetches.get(i));
        Ok(fetch.ok_or_else(|| format!("no such fetch: {}", words.0[1]))?)
    }

    fn rows(&mut self, words: &Words) -> Answer {
        let (offsets, extents) = self.list()?.rows(words.interval()?)?;
        let mut text = "rows".to_owned();
        for (offset, extent) in offsets.into_iter().zip(extents) {
            write!(text, " {} {}", ticks(offset), ticks(extent))?;
        }
        Ok(text)
    }

    fn states(&mut self, words: &Words) -> Answer {
        let mut text = "states".to_owned();
        for state in self.list()?.states(words.interval()?)? {
            write!(text, " {}", state.bits())?;
        }
        Ok(text)
    }
}

/// A viewport with an offset, a length and keys, from these words on.
fn viewport_of(
    words: &Words,
    offset: usize,
    length: usize,
    keys: usize,
) -> Result<Viewport, Problem> {
    let (offset, length) = (words.length(offset)?, words.length(length)?);
    let mut viewport = Viewport { offset, length, ..Viewport::default() };
    read_viewport(words, keys, &mut viewport)?;
    Ok(viewport)
}

fn read_viewport(words: &Words, keys: usize, viewport: &mut Viewport) -> Result<(), Problem> {
    words.fields(keys, viewport, &VIEWPORT_KEYS)?;
    viewport.has_landing |= words.0.contains(&"landing");
    viewport.has_item |= words.0.contains(&"item");
    Ok(())
}

fn diff(words: &Words) -> Answer {
    let old_ids = words.ids(1)?;
    words.word(old_ids.len() + 1)?; // `to`
    let diff = Diff::new(&old_ids, &words.ids(old_ids.len() + 2)?)?;
    let mut text = format!("edits {}", diff.edits().len());
    for edit in diff.edits() {
        // Of an insertion the items, by the new sequence.
        let (inserts, count) = (edit.kind == EditKind::Insert, edit.upper - edit.lower);
        let lower = if inserts { edit.source } else { edit.lower };
        write!(text, "; {} {lower} {}", word(edit.kind), lower + count)?;
        match edit.kind {
            EditKind::Insert => write!(text, " at {}", edit.lower)?,
            EditKind::Move => write!(text, " to {}", edit.to)?,
            _ => {}
        }
    }
    Ok(text)
}

fn section_text(section: &Section) -> String {
    let (items, rows) = (&section.items, &section.rows);
    format!(
        "section {} items {} {} rows {} {} columns {}",
        section.ordinal, items.lower, items.upper, rows.lower, rows.upper, section.columns
    )
}

fn place_text(it: &LanesPosition) -> String {
    let lane = match (it.span, it.lane) {
        (SPAN_WIDE, _) => "wide".to_owned(),
        (_, LANE_NONE) => "laneless".to_owned(),
        (_, lane) => format!("lane {lane}"),
    };
    let measured = if it.is_measured { " measured" } else { "" };
    format!("; offset {} extent {} {lane}{measured}", ticks(it.offset), ticks(it.extent))
}

fn foresight_text(it: &Foresight) -> String {
    let mut text = format!(
        "foresight landing {} velocity {} moving {} known {}",
        it.landing_offset,
        it.velocity,
        u8::from(it.is_moving),
        u8::from(it.landing_is_known)
    );
    for (name, items) in [("wanted", it.wanted), ("running", it.running), ("kept", it.kept)] {
        text += &format!(" {name} {} {}", items.lower, items.upper);
    }
    text += " spans";
    for (span, is_descending) in it.spans.iter().zip(it.is_descending).take(it.span_count as usize)
    {
        text += &format!(" {} {} {}", span.lower, span.upper, u8::from(is_descending));
    }
    text
}

fn item_text(item: &Item) -> String {
    let measured = if item.is_measured { " measured" } else { "" };
    let provisional = if item.is_provisional { " provisional" } else { "" };
    let (offset, extent) = (ticks(item.offset), ticks(item.extent));
    format!("item {} offset {offset} extent {extent}{measured}{provisional}", item.index)
}

fn next_text(time: f64) -> String {
    match time {
        time if time.is_infinite() => " next never".to_owned(),
        time => format!(" next {}", whole(time, TIME)),
    }
}

fn update_text(update: &Update) -> Answer {
    let mut text = String::new();
    let (correction, pending) = (ticks(update.correction), ticks(update.pending));
    write!(text, "offset {} correction {correction} pending {pending}", ticks(update.offset))?;
    write!(text, " scroll_length {}", ticks(update.scroll_length))?;
    text += &next_text(update.next_time);
    let (mode, presence) = (word(update.mode), word(update.presence));
    writeln!(text, " mode {mode} presence {presence} direction {}", word(update.direction))?;

    write!(text, "items visible {} {}", update.visible.lower, update.visible.upper)?;
    for &kind in Range::ALL {
        let items = update.ranges[kind as usize];
        write!(text, " {} {} {}", word(kind), items.lower, items.upper)?;
    }
    let tail = decision_text(End::Tail, &update.tail);
    let head = decision_text(End::Head, &update.head);
    write!(text, "\n{tail}; {head}")?;

    let changes = update.changes();
    let (removed, left) = (changes.removed().len(), changes.left().len());
    write!(text, "\nchanges {} removed {removed} left {left}", changes.all().len())?;
    for change in changes.all() {
        let (lower, upper, distance) = (change.lower, change.upper, ticks(change.distance));
        let (before, after) = (change.before.bits(), change.after.bits());
        write!(text, "; {lower} {upper} from {before} to {after} distance {distance}")?;
    }
    Ok(text)
}

fn decision_text(end: End, decision: &BatchDecision) -> String {
    let (end, answer) = (word(end), word(decision.answer));
    let (remaining, seconds) = (ticks(decision.remaining), whole(decision.seconds, TIME));
    let near = if decision.is_near { "near" } else { "far" };
    let reason = decision.reason;
    format!("{end} {answer} remaining {remaining} seconds {seconds} {near}: {reason}")
}
