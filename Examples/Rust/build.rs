//! Compiles the C core and links it statically; no crate is needed for that.
//!
//! `CC` and `AR` name other tools. With `RANGECORE_PREFIX` set to where `Scripts/install` put the
//! library, that one is linked instead, and nothing is compiled.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=RANGECORE_PREFIX");
    match env::var_os("RANGECORE_PREFIX").filter(|prefix| !prefix.is_empty()) {
        Some(prefix) => {
            let library = Path::new(&prefix).join("lib");
            println!("cargo:rerun-if-changed={}", library.join("librangecore.a").display());
            link(&library);
        }
        None => link(&compile(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))),
    }
}

fn link(directory: &Path) {
    println!("cargo:rustc-link-search=native={}", directory.display());
    println!("cargo:rustc-link-lib=static=rangecore");
}

fn compile(root: &Path) -> PathBuf {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let core = root.join("Sources/CRangeCore");
    let include = root.join("include");
    println!("cargo:rerun-if-changed={}", core.display());
    println!("cargo:rerun-if-changed={}", include.display());

    let mut objects = Vec::new();
    for entry in fs::read_dir(&core).expect("the core's sources are in Sources/CRangeCore") {
        let source = entry.expect("a directory can be read").path();
        if source.extension().map_or(true, |extension| extension != "c") {
            continue;
        }
        let object = out.join(source.file_stem().expect("a file has a name")).with_extension("o");
        run(tool("CC", "cc")
            .args(["-std=c11", "-O2", "-fPIC", "-ffp-contract=off", "-c"])
            .arg("-I")
            .arg(&include)
            .arg(&source)
            .arg("-o")
            .arg(&object));
        objects.push(object);
    }

    let library = out.join("librangecore.a");
    // An archive keeps members whose source is gone.
    let _ = fs::remove_file(&library);
    run(tool("AR", "ar").arg("crs").arg(&library).args(&objects));
    out
}

fn tool(variable: &str, default: &str) -> Command {
    println!("cargo:rerun-if-env-changed={variable}");
    Command::new(env::var_os(variable).unwrap_or_else(|| default.into()))
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
