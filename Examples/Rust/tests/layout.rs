//! Compares what `src/ffi.rs` and `src/values.rs` declare with the header: the names that stand in
//! it, and the sizes, offsets and values that a C compiler gives them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

const INCLUDE: &str = env!("RANGECORE_INCLUDE");

/// The header without its comments.
fn header() -> String {
    let text = fs::read_to_string(Path::new(INCLUDE).join("rangecore.h")).unwrap();
    let code: Vec<_> = text.lines().filter_map(|line| line.split("//").next()).collect();
    code.join("\n")
}

/// What stands between the braces of `typedef KEYWORD NAME {…}`.
fn body<'header>(header: &'header str, keyword: &str, name: &str) -> &'header str {
    let start = format!("typedef {keyword} {name} {{");
    let (_, rest) = header.split_once(&start).unwrap_or_else(|| panic!("no {start} in the header"));
    rest.split_once('}').unwrap().0
}

/// The names that a struct declares, in order.
fn fields(header: &str, name: &str) -> Vec<String> {
    let identifier = |declarator: &str| {
        let name = declarator.split('[').next().unwrap().trim();
        name.rsplit([' ', '*']).next().unwrap().to_owned()
    };
    let declarations = body(header, "struct", name).split(';').filter(|text| text.contains(' '));
    declarations.flat_map(|text| text.split(',').map(identifier).collect::<Vec<_>>()).collect()
}

/// The names of an enumeration's values, in order, without what keeps it at 32 bits.
fn values(header: &str, name: &str) -> Vec<String> {
    let names = body(header, "enum", name).split(',');
    let names = names.map(|text| text.split('=').next().unwrap().trim().to_owned());
    names.filter(|name| !name.is_empty() && !name.ends_with("_SENTINEL")).collect()
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

/// What a C compiler says that expressions are, each an integer.
fn compiled<'a>(expressions: impl IntoIterator<Item = &'a String>) -> HashMap<String, u64> {
    let mut source = "#include <rangecore.h>\n#include <stdio.h>\nint main(void) {\n".to_owned();
    for expression in expressions {
        writeln!(source, "  printf(\"{expression}=%llu\\n\", (unsigned long long){expression});")
            .unwrap();
    }
    source += "  return 0;\n}\n";

    // Tests run at the same time, each in its own thread.
    let name = format!("layout-{:?}", std::thread::current().id());
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace(['(', ')'], "-"));
    let file = program.with_extension("c");
    fs::write(&file, source).unwrap();
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(compiler);
    command.args(["-std=c11", "-I", INCLUDE]).arg(&file).arg("-o").arg(&program);
    assert!(command.status().unwrap().success(), "the C compiler refuses {}", file.display());
    let output = String::from_utf8(Command::new(&program).output().unwrap().stdout).unwrap();
    let value = |line: &str| {
        let (expression, value) = line.split_once('=').unwrap();
        (expression.to_owned(), value.parse().unwrap())
    };
    output.lines().map(value).collect()
}

#[test]
fn every_struct_is_laid_out_as_in_c() {
    let header = header();
    let mut expected = HashMap::new();
    for (name, size, declared) in rangecore::ffi::layouts() {
        let names: Vec<_> = declared.iter().map(|field| field.0).collect();
        assert_eq!(names, fields(&header, name), "the fields of {name}");
        expected.insert(format!("sizeof({name})"), size as u64);
        for (field, offset, size) in declared {
            expected.insert(format!("offsetof({name}, {field})"), offset as u64);
            expected.insert(format!("sizeof((({name} *)0)->{field})"), size as u64);
        }
    }
    assert_eq!(expected, compiled(expected.keys()));
}

#[test]
fn every_enumeration_has_the_values_of_c() {
    let header = header();
    let mut expected = HashMap::new();
    for (name, prefix, declared) in rangecore::enumerations() {
        let c_name = |(variant, _): &(&str, u32)| format!("{prefix}{}", upper_case(variant));
        let names: Vec<_> = declared.iter().map(c_name).collect();
        // What is not an error is no value of `Error`.
        let of_header: Vec<_> = values(&header, name).into_iter().collect();
        let of_header: Vec<_> =
            of_header.into_iter().filter(|name| name != "RC_STATUS_OK").collect();
        assert_eq!(names, of_header, "the values of {name}");
        expected.insert(format!("sizeof({name})"), 4);
        for variant in &declared {
            expected.insert(c_name(variant), variant.1.into());
        }
    }
    assert_eq!(expected, compiled(expected.keys()));
}

#[test]
fn every_bit_of_a_state_has_the_value_of_c() {
    use rangecore::State;
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
    let expected: HashMap<_, _> = named
        .iter()
        .map(|(name, state)| (format!("RC_STATE_{name}"), u64::from(state.bits())))
        .collect();
    assert_eq!(expected, compiled(expected.keys()));
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
