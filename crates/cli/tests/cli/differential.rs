//! The machine on constants against native execution: generated programs whose checksums the native program told.

use effigy_testkit::programs::{Generated, checksums};
use effigy_testkit::{TempDir, part, tool};
use std::path::Path;
use std::process::Command;

const FILES: u64 = 2;
const FUNCTIONS: usize = 100;

/// What the program prints when it is compiled and run natively.
fn native(rustc: &Path, dir: &TempDir, source: &Path) -> Vec<u64> {
    let program = dir.path().join("native");
    let output =
        Command::new(rustc).arg("--edition=2021").arg(source).arg("-o").arg(&program).output();
    let output = output.expect("the compiler runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(program).output().expect("the program runs");
    checksums(&String::from_utf8(output.stdout).expect("digits"))
}

/// The exit status and the JSON of exploring a program.
fn explore(dir: &TempDir, source: &Path) -> (Option<i32>, serde_json::Value) {
    let effigy = Path::new(env!("CARGO_BIN_EXE_effigy"));
    let mut command = Command::new(effigy);
    command.current_dir(dir.path()).arg("explore").arg(source).args(["--json", "--no-replay"]);
    let output = command.output().expect("the binary runs");
    let json = serde_json::from_slice(&output.stdout);
    let json = json.unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code(), json)
}

fn assert_one_path_passes(dir: &TempDir, source: &Path) {
    let (status, json) = explore(dir, source);
    assert_eq!(json["findings"], serde_json::json!([]), "{}", source.display());
    assert_eq!(json["verdict"], "passed", "{}: {json}", source.display());
    assert_eq!(json["paths"]["completed"], 1, "{}: {json}", source.display());
    assert_eq!(status, Some(0));
}

#[test]
fn generated_programs_compute_what_they_compute_natively() {
    let (Some(rustc), Some(_)) = (tool("rustc"), tool("clang")) else { return };
    let dir = TempDir::new();
    for seed in 100..100 + part(FILES, 2) {
        let program = Generated::new(seed, FUNCTIONS);
        let expected = native(&rustc, &dir, &dir.write("printing.rs", program.rust()));
        assert_eq!(expected.len(), FUNCTIONS);
        let rust = dir.write(&format!("p{seed}.rs"), program.rust_asserting(&expected));
        assert_one_path_passes(&dir, &rust);
        let c = dir.write(&format!("p{seed}.c"), program.c_asserting(&expected));
        assert_one_path_passes(&dir, &c);
    }
}

#[test]
fn a_wrong_checksum_is_a_finding() {
    let Some(rustc) = tool("rustc") else { return };
    let dir = TempDir::new();
    let program = Generated::new(1, 2);
    let mut sums = native(&rustc, &dir, &dir.write("printing.rs", program.rust()));
    sums[1] ^= 1;
    let (status, json) = explore(&dir, &dir.write("wrong.rs", program.rust_asserting(&sums)));
    assert_eq!(json["findings"][0]["kind"], "assertion", "{json}");
    assert_eq!(status, Some(1));
}
