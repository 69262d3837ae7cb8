//! Compiles the C core, links it statically, and translates its headers into Rust declarations; no
//! crate is needed for that.
//!
//! `CC` and `AR` name other tools, and `CFLAGS` more flags. `core` and `include` are links to the core's
//! folders, or copies of them in a package.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    compile(root, &out);
    println!("cargo:rerun-if-changed=include");
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=rangecore");
    let mut rust = String::new();
    for header in [
        "_values",
        "",
        "_keep",
        "_names",
        "_sections",
        "_lanes",
        "_diff",
        "_motion",
        "_host",
        "_impressions",
    ] {
        let header = format!("rangecore{header}.h");
        let header = fs::read_to_string(root.join("include").join(header));
        rust += &translate(&header.expect("the headers are readable"));
    }
    fs::write(out.join("rangecore.rs"), rust).expect("OUT_DIR is writable");
}

// -- compiling --

fn compile(root: &Path, out: &Path) {
    let core = root.join("core");
    println!("cargo:rerun-if-changed=core");
    let flags = variable("CFLAGS").unwrap_or_default();
    let entries = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("the sources of the core are in `core`");
        entries.map(|entry| entry.expect("a directory can be read").path()).collect::<Vec<_>>()
    };
    // A folder for each module.
    let modules = entries(&core).into_iter().filter(|module| module.is_dir());
    let mut sources: Vec<_> = modules.flat_map(|module| entries(&module)).collect();
    sources.sort();
    // As one file, which takes a compiler a fraction of the time.
    let (all, object) = (out.join("rangecore.c"), out.join("rangecore.o"));
    let mut includes = String::new();
    for source in sources {
        if source.extension().map_or(false, |extension| extension == "c") {
            writeln!(includes, "#include {source:?}").unwrap();
        }
    }
    fs::write(&all, includes).expect("OUT_DIR is writable");
    run(tool("CC", "cc")
        .args(["-std=c11", "-O2", "-fPIC", "-ffp-contract=off", "-c", "-I"])
        .args([&root.join("include"), &all, Path::new("-o"), &object])
        .args(flags.to_string_lossy().split_whitespace()));
    let library = out.join("librangecore.a");
    // An archive keeps members whose source is gone.
    let _ = fs::remove_file(&library);
    run(tool("AR", "ar").arg("crs").args([&library, &object]));
}

fn variable(name: &str) -> Option<OsString> {
    println!("cargo:rerun-if-env-changed={name}");
    env::var_os(name)
}

fn tool(name: &str, default: &str) -> Command {
    Command::new(variable(name).unwrap_or_else(|| default.into()))
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{command:?} failed with {status}"),
        Err(error) => {
            panic!("{command:?} cannot be run ({error}): install a C compiler, or set CC and AR")
        }
    }
}

// -- translating --

/// Translates a header: enums to enums, structs to structs, both with their comments, opaque
/// types and functions under their C names.
fn translate(header: &str) -> String {
    let mut rust = String::new();
    let mut docs = String::new();
    let mut lines = header.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("///") {
            writeln!(docs, "{line}").unwrap();
            continue;
        }
        let body = |lines: &mut std::str::Lines| -> Vec<String> {
            lines.take_while(|line| !line.starts_with('}')).map(|line| line.trim().into()).collect()
        };
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["#define", name, value] if value.parse::<i64>().is_ok() => {
                writeln!(rust, "{docs}pub const {name}: i64 = {value};").unwrap();
            }
            ["#define", name, value] if number(value).is_some() => {
                let value = number(value).unwrap();
                writeln!(rust, "{docs}pub const {name}: f64 = {value:?};").unwrap();
            }
            ["typedef", "enum", name, "{"] => {
                let body = body(&mut lines);
                // Statuses are `Error`, which names the argument.
                if name != "rc_status" {
                    rust += &enumeration(&docs, name, &body);
                }
            }
            ["enum", "{"] => rust += &state_bits(&body(&mut lines)),
            // Allocators are not bound: lists use that of the C library.
            ["typedef", "struct", "rc_allocator", "{"] => drop(body(&mut lines)),
            ["typedef", "struct", name, "{"] => {
                rust += &structure(&docs, name, &body(&mut lines));
            }
            ["typedef", target, name] if name.ends_with("_id;") => {
                let (name, target) = (camel(name.trim_end_matches(';')), rust_type(target));
                writeln!(rust, "{docs}pub type {name} = {target};").unwrap();
            }
            // A minimum, which C cannot write as one number.
            ["#define", name, below, "-", "1)"] => {
                let below = below.trim_start_matches('(');
                writeln!(rust, "{docs}pub const {name}: i64 = {below} - 1;").unwrap();
            }
            ["typedef", "struct", name, _] => {
                writeln!(rust, "{docs}#[repr(C)]\n#[derive(Debug)]\npub struct {name} {{").unwrap();
                rust +=
                    "    _data: [u8; 0],\n    _marker: PhantomData<(*mut u8, PhantomPinned)>,\n}\n";
            }
            ["RC_API", ..] => {
                let mut declaration = line.to_owned();
                while !declaration.ends_with(';') {
                    let more = lines.next().expect("a declaration ends with a semicolon");
                    declaration = format!("{declaration} {}", more.trim());
                }
                rust += &function(&docs, &declaration);
            }
            _ => {}
        }
        docs.clear();
    }
    rust
}

/// `(-1.0)` is −1.
fn number(c: &str) -> Option<f64> {
    c.strip_prefix('(')?.strip_suffix(')')?.parse().ok()
}

fn enumeration(docs: &str, name: &str, body: &[String]) -> String {
    let prefix = format!("{}_", name.to_uppercase());
    let mut rust =
        format!("{docs}#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[repr(u32)]\n");
    let mut all = String::new();
    writeln!(rust, "pub enum {} {{", camel(name)).unwrap();
    for line in body.iter().filter(|line| !line.contains("_SENTINEL")) {
        if let Some((constant, value)) = line.trim_end_matches(',').split_once(" = ") {
            let variant = constant.strip_prefix(&prefix).expect("a constant has its enum's prefix");
            let variant = camel(&format!("rc_{}", variant.to_lowercase()));
            writeln!(rust, "    {variant} = {value},").unwrap();
            write!(all, "Self::{variant}, ").unwrap();
        } else if !line.starts_with("/// Keeps the enum") {
            writeln!(rust, "    {line}").unwrap();
        }
    }
    let all = all.trim_end_matches(", ");
    let name = camel(name);
    rust + &format!(
        "}}\nimpl {name} {{\n    /// Every value, in order.\n    pub const ALL: &'static [Self] = &[{all}];\n}}\n"
    )
}

fn state_bits(body: &[String]) -> String {
    let mut rust = "impl State {\n".to_owned();
    let mut names = String::new();
    for line in body {
        match line.trim_end_matches(',').split_once(" = ") {
            Some((name, bits)) => {
                let name = name.strip_prefix("RC_STATE_").expect("only states are bits");
                writeln!(rust, "    pub const {name}: Self = Self({bits});").unwrap();
                write!(names, "(\"{name}\", Self::{name}), ").unwrap();
            }
            None => writeln!(rust, "    {line}").unwrap(),
        }
    }
    rust + &format!("    const NAMES: &'static [(&'static str, Self)] = &[{names}];\n}}\n")
}

fn structure(docs: &str, name: &str, body: &[String]) -> String {
    let name = camel(name);
    // What is only there for the layout is not printed.
    let has_gaps = body.iter().any(|line| line.contains(" reserved["));
    let debug = if has_gaps { "" } else { "Debug, " };
    let mut rust = format!("{docs}#[derive(Clone, Copy, {debug}PartialEq)]\n#[repr(C)]\n");
    let mut printed = String::new();
    writeln!(rust, "pub struct {name} {{").unwrap();
    for line in body {
        if line.starts_with("///") {
            writeln!(rust, "    {line}").unwrap();
            continue;
        }
        let (field, mut rust_type) = parameter(line.strip_suffix(';').expect("a field"));
        let (field, length) = match field.strip_suffix(']').and_then(|field| field.split_once('['))
        {
            Some((field, length)) => (field.to_owned(), Some(length.to_owned())),
            None => (field, None),
        };
        // By their names, as in the other languages: in memory the same as an array.
        if field == "batches" {
            writeln!(rust, "    pub tail: {rust_type},\n    pub head: {rust_type},").unwrap();
            continue;
        }
        if let Some(length) = length {
            rust_type = format!("[{rust_type}; {length} as usize]");
        }
        // What is borrowed is lent as slices.
        let is_hidden =
            matches!(field.as_str(), "changes" | "reserved") || rust_type.starts_with('*');
        let visibility = if is_hidden { "pub(crate)" } else { "pub" };
        writeln!(rust, "    {visibility} {field}: {rust_type},").unwrap();
        if field != "reserved" {
            write!(printed, ".field(\"{field}\", &self.{field})").unwrap();
        }
    }
    rust += "}\n";
    if has_gaps {
        writeln!(rust, "impl fmt::Debug for {name} {{").unwrap();
        writeln!(rust, "    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {{")
            .unwrap();
        writeln!(rust, "        formatter.debug_struct(\"{name}\"){printed}.finish()\n    }}\n}}")
            .unwrap();
    }
    rust
}

fn function(docs: &str, declaration: &str) -> String {
    let (head, rest) = declaration["RC_API ".len()..].split_once('(').expect("a function");
    let (name, result) = parameter(head);
    let parameters = rest.trim_end_matches(");").split(", ").filter(|text| *text != "void");
    let parameters: Vec<_> =
        parameters.map(parameter).map(|(name, rust_type)| format!("{name}: {rust_type}")).collect();
    let result = if result == "void" { String::new() } else { format!(" -> {result}") };
    format!("extern \"C\" {{\n{docs}    pub fn {name}({})\n{result};\n}}\n", parameters.join(", "))
}

/// `const rc_change *items` is `items` and `*const Change`.
fn parameter(c: &str) -> (String, String) {
    let start = c.rfind([' ', '*']).expect("a type") + 1;
    (c[start..].to_owned(), rust_type(c[..start].trim()))
}

fn rust_type(c: &str) -> String {
    if let Some(target) = c.strip_suffix('*') {
        let target = target.trim();
        return match target.strip_prefix("const ") {
            // In `const char **` it is the char that is const.
            Some(constant) if !constant.ends_with('*') => format!("*const {}", rust_type(constant)),
            _ => format!("*mut {}", rust_type(target)),
        };
    }
    match c {
        "int64_t" | "rc_ticks" => "i64",
        "int32_t" => "i32",
        "uint32_t" | "rc_batch_token" | "rc_status" => "u32",
        "uint8_t" => "u8",
        "size_t" => "usize",
        "double" => "f64",
        "char" => "c_char",
        "rc_allocator" => "c_void",
        "bool" | "void" | "rc_list" | "rc_batch_context" | "rc_diff" | "rc_host"
        | "rc_impressions" | "rc_lanes" => c,
        _ => return camel(c),
    }
    .to_owned()
}

/// `rc_range_mode` is `RangeMode`.
fn camel(name: &str) -> String {
    let words = name.strip_prefix("rc_").expect("a name of the library").split('_');
    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}
