//! The commands that begin with `host`.

use std::fmt::Write as _;

use rangecore::{Host, HostNode, HostOptions, List, Step, EXTENT_LATER};

use crate::words::{ticks, Problem, Words, OPTIONS_KEYS, TIME};
use crate::{next_text, update_text, viewport_of, Answer};

/// A list, with or without a host.
pub enum Owner {
    List(List),
    Host(Host),
}

impl Owner {
    pub fn list(&mut self) -> &mut List {
        match self {
            Self::List(list) => list,
            Self::Host(host) => host.list_mut(),
        }
    }

    fn into_list(self) -> List {
        match self {
            Self::List(list) => list,
            Self::Host(host) => host.into_list(),
        }
    }
}

/// Carries out a command, except for `tell_updates`; `tells` is whether steps begin with the update.
pub fn carry_out(owner: &mut Option<Owner>, tells: bool, words: &Words) -> Answer {
    match (words.word(1)?, owner) {
        ("create", owner @ Some(Owner::List(_))) => create(owner, &options(words)?)?,
        ("destroy", owner @ Some(Owner::Host(_))) => {
            *owner = owner.take().map(|it| Owner::List(it.into_list()));
        }
        (_, Some(Owner::Host(host))) => return drive(host, tells, words),
        (command, _) => return Err(format!("there is no host for {command}").into()),
    }
    Ok("ok".to_owned())
}

/// Makes the list's host; if that fails the list stays.
fn create(owner: &mut Option<Owner>, options: &HostOptions) -> Result<(), Problem> {
    if let Some(list) = owner.take().map(Owner::into_list) {
        let mut host = Host::new(list)?;
        let result = host.set_options(options);
        *owner = Some(match result {
            Ok(()) => Owner::Host(host),
            Err(_) => Owner::List(host.into_list()),
        });
        result?;
    }
    Ok(())
}

fn options(words: &Words) -> Result<HostOptions, Problem> {
    let mut options = HostOptions::default();
    words.fields(2, &mut options, &OPTIONS_KEYS)?;
    Ok(options)
}

fn drive(host: &mut Host, tells: bool, words: &Words) -> Answer {
    match words.word(1)? {
        "begin" => {
            let viewport = viewport_of(words, 2, 3, 6)?;
            let (breadth, columns) = (words.length(4)?, words.integer(5)?);
            return step_text(&host.begin(&viewport, breadth, columns)?, tells);
        }
        "measured" => {
            let extents: Result<Vec<_>, _> =
                (3..words.0.len()).map(|index| extent(words, index)).collect();
            return step_text(&host.measured(&extents?, words.number(2, TIME)?)?, tells);
        }
        "set_extents" => {
            let (mut nodes, mut extents) = (Vec::new(), Vec::new());
            for index in (2..words.0.len()).step_by(2) {
                nodes.push(words.integer(index)?);
                extents.push(extent(words, index + 1)?);
            }
            return Ok(format!("any {}", u8::from(host.set_extents(&nodes, &extents)?)));
        }
        "find" => return Ok(format!("node {}", host.find(words.integer(2)?)?)),
        "set_options" => host.set_options(&options(words)?)?,
        "wrote" => host.wrote(words.length(2)?)?,
        "keep" => host.keep(words.integer(2)?, words.integer::<i64>(3)? != 0)?,
        "renew" => host.renew(words.integer(2)?..words.integer(3)?)?,
        "scroll_to" => {
            let (fraction, shift) = (words.fraction(3)?, words.length(4)?);
            let is_animated = words.integer::<i64>(5)? != 0;
            host.scroll_to(words.integer(2)?, fraction, shift, is_animated)?
        }
        "scroll_to_offset" => {
            host.scroll_to_offset(words.length(2)?, words.integer::<i64>(3)? != 0)?
        }
        "validate" => host.validate()?,
        other => return Err(format!("no such command: host {other}").into()),
    }
    Ok("ok".to_owned())
}

fn extent(words: &Words, index: usize) -> Result<f64, Problem> {
    match words.word(index)? {
        "later" => Ok(EXTENT_LATER),
        _ => words.length(index),
    }
}

fn step_text(step: &Step, tells: bool) -> Answer {
    let mut text = String::new();
    if tells {
        text = update_text(&step.update())? + "\n";
    }
    write!(text, "step rounds {} nodes {}", step.rounds, step.nodes().len())?;
    if !step.is_done {
        nodes_text(&mut text, "asks", step.asks())?;
        return Ok(text);
    }
    let (length, offset) = (ticks(step.scroll_length), ticks(step.offset));
    write!(text, " done settled {} length {length}", u8::from(step.is_settled))?;
    write!(text, " set {} offset {offset}", u8::from(step.sets_length))?;
    write!(text, " set {}", u8::from(step.sets_offset))?;
    if step.has_target {
        write!(text, " target {}", ticks(step.target_offset))?;
    }
    text += &next_text(step.next_time);
    if step.news().len() > 0 {
        nodes_text(&mut text, "news", step.news())?;
    }
    if step.released().len() + step.freed().len() > 0 {
        text += "\nreleased";
        step.released().iter().try_for_each(|node| write!(text, " {node}"))?;
        text += " freed";
        step.freed().iter().try_for_each(|node| write!(text, " {node}"))?;
    }
    Ok(text)
}

fn nodes_text<'a>(
    text: &mut String,
    name: &str,
    nodes: impl ExactSizeIterator<Item = &'a HostNode>,
) -> Result<(), Problem> {
    write!(text, "\n{name} {}", nodes.len())?;
    for it in nodes {
        write!(text, "; {} at {} column {} of {}", it.node, it.index, it.column, it.columns)?;
        write!(text, " from {} to {}", it.before.bits(), it.state.bits())?;
        if it.has_view {
            write!(text, " start {} extent {}", ticks(it.start), ticks(it.extent))?;
        }
        for (flag, word) in [
            (it.is_new, " new"),
            (it.has_moved, " moved"),
            (it.is_on_screen, " on_screen"),
            (it.is_pinned, " pinned"),
            (it.is_kept, " kept"),
            (it.is_late, " late"),
        ] {
            *text += if flag { word } else { "" };
        }
    }
    Ok(())
}
