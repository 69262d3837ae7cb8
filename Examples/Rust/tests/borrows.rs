//! What must not compile: using what an update lends after the list was changed, and sharing a list
//! between threads. Each program is compiled twice, and compiles without its last line, so that it
//! is refused for that line and for the error that is named.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const BEFORE: &str = "
use rangecore::{End, List, Options, RangeMode, Viewport};
fn run() -> Result<(), rangecore::Error> {
    let mut list = List::new(Options::default())?;
    let viewport = Viewport::default();
";
const AFTER: &str = "
    Ok(())
}
";

/// The library that cargo built for this test, in the folder that this test runs in.
fn library() -> PathBuf {
    let program = env::current_exe().unwrap();
    let entries = fs::read_dir(program.parent().unwrap()).unwrap();
    let libraries = entries.map(|entry| entry.unwrap().path()).filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("librangecore-") && name.ends_with(".rlib")
    });
    libraries.max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap()).unwrap()
}

/// What the compiler says of a program; nothing where it takes it.
fn errors(name: &str, body: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("rs");
    fs::write(&file, format!("{BEFORE}{body}{AFTER}")).unwrap();
    let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition=2021", "--crate-type=lib", "--emit=metadata", "--cap-lints=allow"])
        .arg("--extern")
        .arg(format!("rangecore={}", library().display()))
        .arg("-o")
        .arg(file.with_extension("rmeta"))
        .arg(&file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.success(), text.is_empty(), "{text}");
    text
}

fn takes(name: &str, body: &str) {
    assert_eq!(errors(name, body), "");
}

fn refuses(name: &str, body: &str, last: &str, code: &str) {
    takes(&format!("{name}-taken"), body);
    let errors = errors(name, &format!("{body}\n{last}"));
    assert!(errors.contains(&format!("error[{code}]")), "not refused by {code}:\n{errors}");
    assert_eq!(errors.matches("error[").count(), 1, "refused for something else too:\n{errors}");
}

const LOANS: [&str; 4] = [
    "list.update(&viewport)?.changes",
    "list.update(&viewport)?",
    "list.update(&viewport)?.changes.entered()",
    "list.update(&viewport)?.changes.all().first()",
];

const CHANGES: [&str; 13] = [
    "list.update(&viewport)?;",
    "list.insert(0, 1)?;",
    "list.insert_measured(0, &[1.0])?;",
    "list.remove(0..1)?;",
    "list.move_items(0..1, 1)?;",
    "list.measure(0, &[1.0])?;",
    "list.reload(0..1)?;",
    "list.set_estimate(1.0)?;",
    "list.set_mode(RangeMode::Full);",
    "list.scroll_to(0, rangecore::Alignment::Start)?;",
    "list.configure(&Default::default())?;",
    "list.begin_batch(End::Tail)?;",
    "list.reset_batch(End::Tail);",
];

const USE: &str = "drop(format!(\"{loan:?}\"));";

/// A loan that is used, and then the list is changed.
fn lent(loan: &str, change: &str) -> String {
    format!("let loan = {loan};\n{USE}\n{change}")
}

#[test]
fn changes_do_not_outlive_an_edit() {
    for (number, change) in CHANGES.iter().enumerate() {
        refuses(&format!("change{number}"), &lent(LOANS[0], change), USE, "E0499");
    }
}

#[test]
fn no_part_of_an_update_outlives_the_next() {
    for (number, loan) in LOANS.iter().enumerate() {
        refuses(&format!("loan{number}"), &lent(loan, CHANGES[0]), USE, "E0499");
    }
}

#[test]
fn changes_do_not_outlive_the_list() {
    refuses("dropped", &lent(LOANS[0], "drop(list);"), USE, "E0505");
}

#[test]
fn queries_go_on_while_changes_are_borrowed() {
    let queries = "
        let update = list.update(&viewport)?;
        for change in update.changes.all() {
            update.list().item(change.items().start)?;
        }
    ";
    takes("queries", queries);
}

#[test]
fn a_list_is_sent_but_not_shared() {
    let sharing = "std::thread::scope(|scope| { scope.spawn(|| list.count()); });";
    refuses("shared", "", sharing, "E0277");
    takes("sent", "std::thread::spawn(move || list.count());");
}

#[test]
fn a_batch_context_is_sent_and_shared() {
    let threads = "
        let context = list.begin_batch(End::Tail)?;
        std::thread::scope(|scope| { scope.spawn(|| context.outcome()); });
        std::thread::spawn(move || context.was_cancelled());
    ";
    takes("context", threads);
}
