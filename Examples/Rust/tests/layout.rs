//! Compares what `src/ffi.rs` and `src/values.rs` declare with the header: structs as a C compiler
//! lays them out, the values of enumerations, and the types of functions. What the header gains is
//! missed here first.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The header without its comments.
fn header() -> String {
    let text = fs::read_to_string(Path::new(ROOT).join("include/rangecore.h")).unwrap();
    let code: Vec<_> = text.lines().filter_map(|line| line.split("//").next()).collect();
    code.join("\n")
}

/// `VisibleOnly` is `VISIBLE_ONLY`, `App0` is `APP_0`.
fn upper_case(name: &str) -> String {
    let mut upper = String::new();
    for character in name.chars() {
        if !character.is_ascii_lowercase() && !upper.is_empty() {
            upper.push('_');
        }
        upper.push(character.to_ascii_uppercase());
    }
    upper
}

/// The values of an enumeration as `NAME = VALUE`, without what keeps it at 32 bits.
fn values(header: &str, name: &str) -> Vec<String> {
    let (_, rest) = header.split_once(&format!("typedef enum {name} {{")).expect(name);
    let values = rest.split('}').next().unwrap().split(',').map(|text| text.trim().to_owned());
    values.filter(|text| text.contains(" = ") && !text.contains("_SENTINEL")).collect()
}

#[test]
fn every_struct_is_laid_out_as_in_c() {
    let mut ours = BTreeSet::new();
    let mut names = BTreeSet::new();
    for (name, size, fields) in rangecore::ffi::layouts() {
        names.insert(name);
        ours.insert(format!("{name} {size}"));
        for (field, offset, size) in fields {
            ours.insert(format!("{name}.{field} {offset} {size}"));
        }
    }
    let output = Command::new(Path::new(ROOT).join("Scripts/layout")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let declared = |line: &&str| names.contains(line.split([' ', '.']).next().unwrap());
    let theirs = text.lines().filter(declared).map(str::to_owned).collect();
    assert_eq!(ours.difference(&theirs).collect::<Vec<_>>(), [""; 0], "only here");
    assert_eq!(theirs.difference(&ours).collect::<Vec<_>>(), [""; 0], "only in the header");
}

#[test]
fn every_enumeration_has_the_values_of_c() {
    let header = header();
    for (name, prefix, declared) in rangecore::enumerations() {
        let line =
            |(variant, value): &(&str, u32)| format!("{prefix}{} = {value}", upper_case(variant));
        let ours: Vec<_> = declared.iter().map(line).collect();
        let mut theirs = values(&header, name);
        // What is no error is no value of `Error`.
        theirs.retain(|line| line != "RC_STATUS_OK = 0");
        assert_eq!(ours, theirs, "{name}");
    }
}

#[test]
fn every_bit_of_a_state_has_the_value_of_c() {
    use rangecore::State;
    let header = header();
    let named = [
        ("MEASURE_LAYOUT", State::MEASURE_LAYOUT),
        ("PRELOAD", State::PRELOAD),
        ("DISPLAY", State::DISPLAY),
        ("VISIBLE", State::VISIBLE),
        ("APP_0", State::APP[0]),
        ("APP_1", State::APP[1]),
        ("APP_2", State::APP[2]),
        ("APP_3", State::APP[3]),
    ];
    for (name, state) in named {
        let line = format!("RC_STATE_{name} = {},", state.bits());
        assert!(header.contains(&line), "{line} is not in the header");
    }
}

/// A type of C as it is declared in Rust; enumerations are given as integers.
fn translated(c_type: &str) -> String {
    let c_type = c_type.trim();
    if let Some(target) = c_type.strip_suffix('*') {
        let target = target.trim();
        return match target.strip_prefix("const ") {
            // In `const char **` it is what is pointed to in the end that is const.
            Some(constant) if !constant.ends_with('*') => {
                format!("*const {}", translated(constant))
            }
            _ => format!("*mut {}", translated(target)),
        };
    }
    let enumerations = rangecore::enumerations();
    match c_type {
        "int64_t" => "i64",
        "uint32_t" | "rc_batch_token" => "u32",
        "double" => "f64",
        "char" => "c_char",
        "rc_state" => "State",
        "rc_allocator" => "c_void",
        name if enumerations.iter().any(|enumeration| enumeration.0 == name) => "u32",
        name => name,
    }
    .to_owned()
}

/// The types of parameters `type name, …` of C, and of `name: type, …` of Rust.
fn types_of_c(parameters: &str) -> Vec<String> {
    let parameters = parameters.split(',').map(str::trim).filter(|&text| text != "void");
    let unnamed =
        |text: &str| text.trim_end_matches(|c: char| c == '_' || c.is_alphanumeric()).to_owned();
    parameters.map(|text| translated(&unnamed(text))).collect()
}
fn types_of_rust(parameters: &str) -> Vec<String> {
    let types = parameters.split(',').filter_map(|text| text.split_once(": "));
    types.map(|(_, name)| name.trim().to_owned()).collect()
}

#[test]
fn every_function_is_declared_as_in_c() {
    let header = header();
    let mut count = 0;
    for declaration in include_str!("../src/ffi.rs").split("pub fn rc_").skip(1) {
        let (name, rest) = declaration.split_once('(').unwrap();
        let (parameters, rest) = rest.split_once(')').unwrap();
        let result = rest.split(';').next().unwrap().trim().trim_start_matches("-> ");

        let (before, after) = header.split_once(&format!("rc_{name}(")).expect(name);
        let (_, c_result) = before.rsplit_once("RC_API ").unwrap();
        let c_result = translated(c_result.trim_start_matches("inline "));
        let c_parameters = after.split(')').next().unwrap();
        assert_eq!(types_of_rust(parameters), types_of_c(c_parameters), "rc_{name}'s parameters");
        assert_eq!(result, c_result.replace("void", ""), "what rc_{name} returns");
        count += 1;
    }
    assert!(count > 40, "only {count} functions were found");
}

#[test]
fn every_function_of_lists_and_batch_contexts_is_declared() {
    let declarations = include_str!("../src/ffi.rs");
    for room in ["rc_list_", "rc_batch_context_"] {
        for rest in header().split(room).skip(1) {
            let name = rest.split(|c: char| c != '_' && !c.is_alphanumeric()).next().unwrap();
            let is_function = rest[name.len()..].starts_with('(');
            let declaration = format!("pub fn {room}{name}(");
            assert!(
                !is_function || declarations.contains(&declaration),
                "no {room}{name} in ffi.rs"
            );
        }
    }
}
