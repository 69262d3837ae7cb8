//! Carries out a recorded session; see `Examples/Session/README.md`.

mod words;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use rangecore::{
    Alignment, BatchContext, BatchDecision, BatchOutcome, End, Error, Item, List, Options,
    RangeKind, RangeMode, State, Tuning, TuningTable, Update, Viewport,
};
use words::{settings_slot, ticks, viewport_slot, whole, word, Problem, Words, SETTINGS_KEYS};

#[derive(Default)]
struct Session {
    list: Option<List>,
    flights: Vec<BatchContext>,
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
                Some(error) => Ok(format!("error {error}")),
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
        Ok(self.list.as_mut().ok_or("there is no list: create one first")?)
    }

    /// Carries out one command and says what it prints.
    fn carry_out(&mut self, words: &Words) -> Answer {
        match words.word(0)? {
            "create" => self.create(words)?,
            "insert" => self.list()?.insert(words.integer(1)?, words.integer(2)?)?,
            "insert_measured" => {
                self.list()?.insert_measured(words.integer(1)?, &words.lengths(2)?)?
            }
            "remove" => self.list()?.remove(words.integer(1)?..words.integer(2)?)?,
            "move" => {
                self.list()?.move_items(words.integer(1)?..words.integer(2)?, words.integer(3)?)?
            }
            "measure" => self.list()?.measure(words.integer(1)?, &words.lengths(2)?)?,
            "reload" => self.list()?.reload(words.integer(1)?..words.integer(2)?)?,
            "estimate" => self.list()?.set_estimate(words.length(1)?)?,
            "mode" => self.list()?.set_mode(words.value(1, RangeMode::ALL)?),
            "promote" => self.list()?.promote(),
            "set" => self.set(words)?,
            "tune" => self.tune(words)?,
            "tunings" => self.tunings(words)?,
            "finish" => self.flight(words)?.finish(words.value(2, BatchOutcome::ALL)?)?,
            "retry" => self.list()?.retry_batch(words.value(1, End::ALL)?),
            "reset" => self.list()?.reset_batch(words.value(1, End::ALL)?),
            "end" => self.list()?.end_batch(words.value(1, End::ALL)?),
            "validate" => self.list()?.validate()?,
            _ => return self.ask(words),
        }
        Ok("ok".to_owned())
    }

    /// Carries out a command that prints more than `ok`.
    fn ask(&mut self, words: &Words) -> Answer {
        match words.word(0)? {
            "update" => self.update(words),
            "scroll_to" => {
                let alignment = words.value(2, Alignment::ALL)?;
                let offset = self.list()?.scroll_to(words.integer(1)?, alignment)?;
                Ok(format!("offset {}", ticks(offset)))
            }
            "settings" => self.settings(),
            "tuning" => self.tuning(words),
            "begin" => {
                let context = self.list()?.begin_batch(words.value(1, End::ALL)?)?;
                self.flights.push(context);
                Ok(format!("flight {}", self.flights.len()))
            }
            "outcome" => {
                let flight = self.flight(words)?;
                let cancelled = if flight.was_cancelled() { " cancelled" } else { "" };
                Ok(format!("outcome {}{cancelled}", word(flight.outcome())))
            }
            "size" => {
                let list = self.list()?;
                let (length, estimate) = (ticks(list.length()), ticks(list.estimate()));
                let (count, measured) = (list.count(), list.measured_count());
                Ok(format!("size {count} measured {measured} length {length} estimate {estimate}"))
            }
            "item" => Ok(item_text(&self.list()?.item(words.integer(1)?)?)),
            "item_at" => Ok(item_text(&self.list()?.item_at(words.length(1)?)?)),
            "items_in" => {
                let items = self.list()?.items_in(words.length(1)?..words.length(2)?)?;
                Ok(format!("items {} {}", items.start, items.end))
            }
            "rows" => self.rows(words),
            "state" => Ok(format!("state {}", self.list()?.state(words.integer(1)?).bits())),
            "states" => self.states(words),
            other => Err(format!("no such command: {other}").into()),
        }
    }

    fn create(&mut self, words: &Words) -> Result<(), Problem> {
        let options = Options {
            columns: words.integer(1)?,
            estimate: words.length(2)?,
            spacing: words.length(3)?,
        };
        self.list = Some(List::new(options)?);
        Ok(())
    }

    fn update(&mut self, words: &Words) -> Answer {
        let mut viewport =
            Viewport { offset: words.length(1)?, length: words.length(2)?, ..Viewport::default() };
        words.fields(3, &mut viewport, viewport_slot)?;
        update_text(&self.list()?.update(&viewport)?)
    }

    fn set(&mut self, words: &Words) -> Result<(), Problem> {
        let mut settings = self.list()?.settings();
        words.fields(1, &mut settings, settings_slot)?;
        Ok(self.list()?.configure(&settings)?)
    }

    fn tune(&mut self, words: &Words) -> Result<(), Problem> {
        let (mode, range) = (words.value(1, RangeMode::ALL)?, words.value(2, RangeKind::ALL)?);
        let tuning = match words.word(3)? {
            "empty" => Tuning { leading: 0.0, trailing: 0.0, enabled: false },
            _ => Tuning {
                leading: words.number(3, 1000.0)?,
                trailing: words.number(4, 1000.0)?,
                enabled: true,
            },
        };
        let mut settings = self.list()?.settings();
        settings.tunings.set(mode, range, tuning)?;
        Ok(self.list()?.configure(&settings)?)
    }

    fn tunings(&mut self, words: &Words) -> Result<(), Problem> {
        let mut settings = self.list()?.settings();
        settings.tunings = match words.word(1)? {
            "list" => TuningTable::default(),
            "pager" => TuningTable::pager(),
            other => return Err(format!("unknown word {other}").into()),
        };
        Ok(self.list()?.configure(&settings)?)
    }

    fn settings(&mut self) -> Answer {
        let mut settings = self.list()?.settings();
        let mut text = "settings".to_owned();
        for key in SETTINGS_KEYS {
            let slot = settings_slot(&mut settings, key).ok_or("a key is unknown")?;
            write!(text, " {key} {slot}")?;
        }
        Ok(text)
    }

    fn tuning(&mut self, words: &Words) -> Answer {
        let (mode, range) = (words.value(1, RangeMode::ALL)?, words.value(2, RangeKind::ALL)?);
        let tuning = self.list()?.settings().tunings.get(mode, range);
        let (leading, trailing) = (whole(tuning.leading, 1000.0), whole(tuning.trailing, 1000.0));
        let enabled = if tuning.enabled { "enabled" } else { "empty" };
        Ok(format!("tuning {leading} {trailing} {enabled}"))
    }

    fn flight(&self, words: &Words) -> Result<&BatchContext, Problem> {
        let flight = words.integer::<usize>(1)?.checked_sub(1).and_then(|i| self.flights.get(i));
        Ok(flight.ok_or_else(|| format!("no such flight: {}", words.0[1]))?)
    }

    fn rows(&mut self, words: &Words) -> Answer {
        let (lower, upper) = (words.integer(1)?, words.integer(2)?);
        let list = self.list()?;
        // First without room, so that none is made for rows that do not exist.
        list.copy(lower..upper, &mut [], &mut [])?;
        let count = usize::try_from(upper - lower)?;
        let (mut offsets, mut extents) = (vec![0.0; count], vec![0.0; count]);
        list.copy(lower..upper, &mut offsets, &mut extents)?;
        let mut text = "rows".to_owned();
        for (offset, extent) in offsets.into_iter().zip(extents) {
            write!(text, " {} {}", ticks(offset), ticks(extent))?;
        }
        Ok(text)
    }

    fn states(&mut self, words: &Words) -> Answer {
        let (lower, upper) = (words.integer::<i64>(1)?, words.integer(2)?);
        let list = self.list()?;
        if lower < 0 || upper > list.count() {
            return Err(Error::Argument.into());
        }
        let mut states = vec![State::NONE; usize::try_from(upper - lower)?];
        list.copy_states(lower..upper, &mut states)?;
        let mut text = "states".to_owned();
        for state in states {
            write!(text, " {}", state.bits())?;
        }
        Ok(text)
    }
}

fn item_text(item: &Item) -> String {
    let measured = if item.is_measured { " measured" } else { "" };
    let (offset, extent) = (ticks(item.offset), ticks(item.extent));
    format!("item {} offset {offset} extent {extent}{measured}", item.index)
}

fn update_text(update: &Update) -> Answer {
    let mut text = String::new();
    let (correction, pending) = (ticks(update.correction), ticks(update.pending));
    write!(text, "offset {} correction {correction} pending {pending}", ticks(update.offset))?;
    match update.next_time {
        time if time.is_infinite() => text += " next never",
        time => write!(text, " next {}", whole(time, 1000.0))?,
    }
    let (mode, presence) = (word(update.mode), word(update.presence));
    writeln!(text, " mode {mode} presence {presence} direction {}", word(update.direction))?;

    write!(text, "items visible {} {}", update.visible.start, update.visible.end)?;
    for &kind in RangeKind::ALL {
        let items = update.range(kind);
        write!(text, " {} {} {}", word(kind), items.start, items.end)?;
    }
    for &end in End::ALL {
        write!(text, "\n{}", decision_text(end, update.batch(end)))?;
    }

    let changes = update.changes;
    let (removed, left) = (changes.removed().len(), changes.left().len());
    write!(text, "\nchanges {} removed {removed} left {left}", changes.all().len())?;
    for change in changes.all() {
        let (items, distance) = (change.items(), ticks(change.distance()));
        let (before, after) = (change.before().bits(), change.after().bits());
        write!(text, "\nchange {} {} from {before} to {after}", items.start, items.end)?;
        write!(text, " distance {distance}")?;
    }
    Ok(text)
}

fn decision_text(end: End, decision: &BatchDecision) -> String {
    let (end, answer) = (word(end), word(decision.answer));
    let (remaining, seconds) = (ticks(decision.remaining), whole(decision.seconds, 1000.0));
    let near = if decision.is_near { "near" } else { "far" };
    let reason = decision.reason;
    format!("{end} {answer} remaining {remaining} seconds {seconds} {near}: {reason}")
}
