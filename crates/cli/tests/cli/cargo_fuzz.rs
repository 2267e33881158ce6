//! Targets of cargo-fuzz, unchanged: bytes, values of a type, all forms of the macro.

use effigy_testkit::{TempDir, skip, tool};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const LIBRARY: &str = "//! What is tested.
pub fn area(text: &[u8]) -> u8 {
    match text {
        [b'r', width, height] => width / height,
        _ => 0,
    }
}
pub fn share(whole: u16, parts: u8) -> u16 {
    whole / u16::from(parts)
}
";

const BYTES: &str = "#![cfg_attr(fuzzing, no_main)]
use libfuzzer_sys::fuzz_target;

fn test(data: &[u8]) -> u8 {
    shapes::area(data)
}

fuzz_target!(|data: &[u8]| {
    if data.len() == 2 {
        return;
    }
    let _ = test(data);
});
";

const TYPED: &str = "#![no_main]
use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::sync::atomic::{AtomicBool, Ordering};

static READY: AtomicBool = AtomicBool::new(false);

fuzz_target!(init: READY.store(true, Ordering::Relaxed), |request: (u16, u8, [u8; 2])| -> Corpus {
    let (whole, parts, name) = request;
    assert!(READY.load(Ordering::Relaxed));
    if &name != b\"ab\" {
        return Corpus::Reject;
    }
    shapes::share(whole, parts);
    Corpus::Keep
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, _seed: u32| {
    fuzzer_mutate(data, size, max_size)
});
";

fn write(folder: &TempDir) {
    for sub in ["src", "fuzz/fuzz_targets", "seeds"] {
        std::fs::create_dir_all(folder.path().join(sub)).expect("folders");
    }
    let package = |name: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n")
    };
    folder.write("Cargo.toml", package("shapes"));
    folder.write("src/lib.rs", LIBRARY);
    let rest = "[package.metadata]\ncargo-fuzz = true\n[dependencies]\nlibfuzzer-sys = \"0.4\"\n\
                shapes = { path = \"..\" }\n[workspace]\n";
    let bin = |name: &str| {
        format!("[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\ntest = false\n")
    };
    folder.write("fuzz/Cargo.toml", package("shapes-fuzz") + rest + &bin("bytes") + &bin("typed"));
    folder.write("fuzz/fuzz_targets/bytes.rs", BYTES);
    folder.write("fuzz/fuzz_targets/typed.rs", TYPED);
    folder.write("seeds/one", b"r\x09\x01xxx");
    folder.write("seeds/two", b"r\x09\x01");
}

fn effigy(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(arguments).output().expect("it starts")
}

/// The only finding of a search.
fn finding(folder: &TempDir, arguments: &[&str]) -> Value {
    let rest = ["--seeds", "seeds", "--first", "--max-time", "120s", "--json"];
    let output = effigy(folder, &[&["fuzz"], arguments, &rest].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let run: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {said}"));
    assert_eq!(run["findings"].as_array().map(Vec::len), Some(1), "{said}");
    assert_eq!(run["findings"][0]["replay"], "confirmed", "{said}");
    run["findings"][0].clone()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

#[test]
fn targets_run_unchanged() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    write(&folder);
    let mut fetch = Command::new("cargo");
    fetch.args(["fetch", "--quiet", "--manifest-path"]).arg(folder.path().join("fuzz/Cargo.toml"));
    if !fetch.status().expect("cargo runs").success() {
        return skip("libfuzzer-sys in Cargo's registry");
    }
    let lock = folder.path().join("fuzz/Cargo.lock");
    let before = read(&lock);

    let found = finding(&folder, &["fuzz/fuzz_targets/bytes.rs"]);
    assert_eq!(
        (&found["kind"], &found["line"]),
        (&"division-by-zero".into(), &4.into()),
        "{found}"
    );
    assert_eq!(found["function"], "shapes::area");

    // The targets are found behind the package itself, too.
    let found = finding(&folder, &[".", "--bin", "typed"]);
    assert_eq!(
        (&found["kind"], &found["line"]),
        (&"division-by-zero".into(), &9.into()),
        "{found}"
    );

    let output = effigy(&folder, &["explore", ".", "--bin", "neither"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no binary `neither`; it has: bytes, typed"), "{said}");

    assert_eq!(read(&lock), before, "the user's lock file is untouched");
    assert!(!folder.path().join("fuzz/target").exists(), "so is the target folder");
}
