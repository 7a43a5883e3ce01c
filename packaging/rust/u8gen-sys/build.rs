// SPDX-License-Identifier: 0BSD
//! Compiles the C of the encodings that are enabled as features, and makes cargo link it.
//!
//! In:  c/; the variables CC, AR and CFLAGS, or CC_TARGET etc., which come first, as in the crate `cc` (TARGET with underscores).
//! Out: libu8gen.a.
//!
//! This program calls the compiler itself. The crate `cc` would be the only dependency, which an offline build would have to find.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{exit, Command};

const FLAGS: &str = "-std=c11 -O2 -ffunction-sections -fdata-sections -fvisibility=hidden";
/// Parts of the C that binding.c does not use.
const WITHOUT: [&str; 8] = ["UTF16", "UTF16_LOSSY", "LIMIT", "KERNELS", "ROWS", "ITERATE", "REPAIR_STREAM", "SEEK"];

fn fail(message: String) -> ! {
    eprintln!("u8gen-sys: {message}");
    exit(1)
}

/// The words of the variable NAME_TARGET, else of NAME, else of `default`. For another target, CC and AR must be set.
fn tool(name: &str, default: &str) -> Vec<String> {
    let variable = |name: &str| {
        println!("cargo:rerun-if-env-changed={name}");
        env::var(name).ok()
    };
    let target = env::var("TARGET").unwrap();
    let words = variable(&format!("{name}_{}", target.replace('-', "_"))).or_else(|| variable(name));
    if words.is_none() && !default.is_empty() && env::var("HOST").as_deref() != Ok(&target) {
        fail(format!("name a C compiler and an archiver for {target}: CC_{0}=..., AR_{0}=...", target.replace('-', "_")));
    }
    words.unwrap_or_else(|| default.to_string()).split_whitespace().map(String::from).collect()
}

fn run(words: &[String], arguments: &[String], variable: &str) {
    let (program, first) = words.split_first().unwrap_or_else(|| fail(format!("{variable} is empty")));
    let command = || format!("{} {}", words.join(" "), arguments.join(" "));
    match Command::new(program).args(first).args(arguments).status() {
        Err(error) => fail(format!(
            "cannot run {program} ({error}). Install a C compiler (Debian: gcc, or clang), or set {variable}=PROGRAM"
        )),
        Ok(status) if !status.success() => fail(format!("{status}: {}", command())),
        Ok(_) => {}
    }
}

fn compile(cc: &[String], flags: &[String], name: &str, folder: &Path) -> String {
    let upper = name.to_uppercase();
    let object = folder.join(name).with_extension("o").to_string_lossy().into_owned();
    let mut arguments: Vec<String> = FLAGS.split(' ').map(String::from).chain(flags.iter().cloned()).collect();
    arguments.extend(WITHOUT.iter().map(|function| format!("-D{upper}_NO_{function}")));
    arguments.extend([format!("-DPREFIX={name}"), format!("-DSOURCE=\"{name}.c\""), format!("-D{upper}_STATIC")]);
    arguments.extend(["-Ic", "-c", "c/binding.c", "-o"].map(String::from));
    arguments.push(object.clone());
    run(cc, &arguments, "CC");
    object
}

fn main() {
    println!("cargo:rerun-if-changed=c");
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("msvc") {
        fail("the C is not built with MSVC here; use the target x86_64-pc-windows-gnu".to_string());
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let (cc, mut flags) = (tool("CC", "cc"), tool("CFLAGS", ""));
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("windows") {
        flags.insert(0, "-fPIC".to_string());
    }
    let library = folder.join("libu8gen.a");
    let _ = std::fs::remove_file(&library);
    let mut arguments = vec!["crs".to_string(), library.to_string_lossy().into_owned()];
    for (variable, _) in env::vars_os() {
        let name = match variable.to_str().and_then(|variable| variable.strip_prefix("CARGO_FEATURE_")) {
            Some(feature) => feature.to_lowercase(),
            None => continue,
        };
        if Path::new(&format!("c/{name}.c")).exists() {
            arguments.push(compile(&cc, &flags, &name, &folder));
        }
    }
    run(&tool("AR", "ar"), &arguments, "AR");
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=static=u8gen");
}
