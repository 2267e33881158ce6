//! Programs that make their own inputs, runs that begin at another function, and packages.

use crate::users_lines::assert_users_lines;
use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn effigy(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).arg("explore").args(arguments).output().unwrap()
}

/// The summary of a run and what it shows to people.
fn explore(folder: &TempDir, arguments: &[&str]) -> (Value, String) {
    let output = effigy(folder, &[arguments, &["--json", "--out", "out"]].concat());
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_users_lines(&folder.path().join("out"), &shown);
    let json = serde_json::from_slice(&output.stdout);
    (json.unwrap_or_else(|e| panic!("{e}: {shown}")), shown)
}

fn input_names(finding: &Value) -> Vec<&str> {
    finding["input"].as_array().unwrap().iter().filter_map(|i| i["name"].as_str()).collect()
}

const HARNESS: &str = r#"fn main() {
    let count: u32 = effigy::any();
    let text = effigy::any_bytes::<2>();
    let limit = effigy::any_named::<u8>("ceiling");
    let list = effigy::any_vec::<u8>(1);
    effigy::assume(count < 9 && limit > 3);
    effigy::cover!(count == 7, "seven");
    effigy::cover!(count == 9, "never");
    if count == 7 && text[1] == b'x' && !list.is_empty() {
        panic!("found");
    }
}
"#;

#[test]
fn a_rust_harness_has_named_inputs_assumptions_goals_and_a_confirmed_replay() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("harness.rs", HARNESS);
    let (json, shown) = explore(&folder, &["harness.rs"]);
    let findings = json["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{shown}");
    assert_eq!(findings[0]["line"], 10, "{shown}");
    assert_eq!(findings[0]["replay"], "confirmed", "{shown}");
    assert_eq!(input_names(&findings[0]), ["count", "text", "ceiling", "list", "list.len"]);
    assert_eq!(findings[0]["input"][0]["bytes"], "07000000");
    assert_eq!(json["exhaustive"], true, "{shown}");
    assert!(shown.contains("goal `seven` covered by test"), "{shown}");
    assert!(shown.contains("goal `never` not covered"), "{shown}");
    assert!(shown.contains("text[1] == 'x'"), "{shown}");
    // The frames of the runtime that calls `main` are nobody's concern.
    let stack = findings[0]["stack"].as_array().unwrap();
    let outermost = stack.last().unwrap().to_string();
    assert!(outermost.contains("main"), "{outermost}");
    assert!(!shown.contains("lang_start"), "{shown}");
}

const SHOP: &str = r#"#![forbid(unsafe_code)]
#![deny(warnings)]
mod rules;
// fn price(wrong: u8) {}
pub mod shop {
    /// It is 'quoted" and { open.
    pub fn price(count: u8, factors: &[u8; 2], _: bool) -> u8 {
        let quote = '"';
        assert!(count != crate::rules::half(factors[1]), "same {quote}");
        count
    }
}
struct Till(u8);
impl Till {
    fn take(&mut self, coin: u8) { self.0 -= coin; }
}
fn main() {
    Till(9).take(8);
    std::process::exit(shop::price(1, &[8, 8], true) as i32)
}
"#;

#[test]
fn a_rust_file_begins_at_any_function_and_replays() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("shop.rs", SHOP);
    folder.write("rules.rs", "pub fn half(n: u8) -> u8 {\n    n / 2\n}\n");
    let (json, shown) = explore(&folder, &["shop.rs", "--entry", "shop::price"]);
    let findings = json["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{shown}");
    assert_eq!(findings[0]["file"], "shop.rs", "{shown}");
    assert_eq!(findings[0]["line"], 9, "{shown}");
    assert_eq!(findings[0]["replay"], "confirmed", "{shown}");
    assert_eq!(input_names(&findings[0]), ["count", "factors", "arg2"], "{shown}");
    let refused = effigy(&folder, &["shop.rs", "--entry", "shop::cost"]);
    assert_eq!(refused.status.code(), Some(2));
    let says = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(says.contains("no function `shop::cost`"), "{says}");
    assert!(says.contains("it has: Till::take, rules::half, shop::price"), "{says}");
    let (json, shown) = explore(&folder, &["shop.rs", "--entry", "Till::take"]);
    let finding = &json["findings"][0];
    assert_eq!((&finding["kind"], &finding["line"]), (&"overflow".into(), &15.into()), "{shown}");
    assert_eq!(finding["replay"], "confirmed", "{shown}");
}

const WHOLE: &str = r#"#include <assert.h>
#include <klee/klee.h>
int main(void) {
    int x;
    char c, text[4];
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&c, sizeof c, "c");
    klee_make_symbolic(text, sizeof text, "text");
    if (x > 7 && key == 1000 && c == 'q' && text[1] == 'z')
        assert(0);
    return 0;
}
"#;

#[test]
fn conditions_name_whole_objects_and_characters() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("whole.c", WHOLE);
    let (json, shown) = explore(&folder, &["whole.c"]);
    assert_eq!(json["findings"][0]["replay"], "confirmed", "{shown}");
    for condition in ["x > 7", "key == 1000", "c == 'q'", "text[1] == 'z'"] {
        assert!(shown.lines().any(|l| l.ends_with(&format!(" {condition}"))), "{shown}");
    }
}

const MET: &str = r#"#include <assert.h>
#include <klee/klee.h>
volatile int said;
int main(void) {
    int first, key;
    klee_make_symbolic(&first, sizeof first, "first");
    klee_make_symbolic(&key, sizeof key, "key");
    if (first > 7)
        said = 1;
    else if (first < -4)
        said = 2;
    assert(key != 1000);
    return 0;
}
"#;

#[test]
fn a_finding_behind_merged_paths_says_what_one_way_to_it_requires() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("met.c", MET);
    let said = |merge| {
        let (json, shown) = explore(&folder, &["met.c", "--merge", merge]);
        assert_eq!(json["findings"].as_array().unwrap().len(), 1, "{shown}");
        assert_eq!(json["findings"][0]["replay"], "confirmed", "{shown}");
        let test = json["findings"][0]["test"].as_str().unwrap();
        let test = std::fs::read_to_string(folder.path().join(test)).unwrap();
        let because = shown.lines().skip_while(|line| !line.starts_with("  because"));
        let because: Vec<String> = because
            .take_while(|line| !line.starts_with("  calls"))
            .map(|line| line[11..].to_owned())
            .collect();
        (because, serde_json::from_str::<serde_json::Value>(&test).unwrap())
    };
    let (unmerged, test) = said("never");
    assert_eq!(unmerged, ["first > 7", "key == 1000"]);
    assert_eq!(test["one_way"], serde_json::Value::Null);
    let (merged, test) = said("always");
    let one_way = "(this is one way to it; others were merged with it)";
    assert_eq!(merged, ["first < 8", "first > -5", "key == 1000", one_way]);
    assert_eq!(test["one_way"], true);
    assert_eq!(test["path_condition"].as_array().unwrap().len(), 3);
}

/// A package of two binaries that depends on another one by path.
fn package(folder: &Path) {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let manifest = |name: &str| format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n");
    let app = manifest("app") + "[dependencies]\nrules = { path = \"../rules\" }\n";
    write("app/Cargo.toml", &app);
    write("rules/Cargo.toml", &manifest("rules"));
    write(
        "rules/src/lib.rs",
        "pub fn half(byte: u8) -> u8 {\n    assert!(byte % 2 == 0, \"odd\");\n    byte / 2\n}\n",
    );
    write("app/src/bin/idle.rs", "fn main() {}\n");
    write(
        "app/src/bin/halve.rs",
        "use std::io::Read;\nfn main() {\n    let mut byte = [0];\n    \
         if std::io::stdin().read_exact(&mut byte).is_ok() && byte[0] > 250 {\n        \
         rules::half(byte[0]);\n    }\n}\n",
    );
}

#[test]
fn a_package_with_two_binaries_and_a_path_dependency_is_explored() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    package(folder.path());
    let halve = ["--package", "app", "--bin", "halve", "--sym-stdin", "1"];
    let (json, shown) = explore(&folder, &halve);
    let findings = json["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{shown}");
    assert_eq!(findings[0]["replay"], "confirmed", "{shown}");
    let file = findings[0]["file"].as_str().unwrap();
    assert!(file.ends_with("rules/src/lib.rs"), "a path dependency is the user's: {file}");
    assert_eq!(findings[0]["line"], 2, "{shown}");
    let tests = std::fs::read_to_string(folder.path().join("out/tests.rs")).unwrap();
    assert!(tests.contains("CARGO_BIN_EXE_halve"), "{tests}");
    for (arguments, says) in [
        (["--package", "app"], "choose one with --bin: halve, idle"),
        (["app", "--entry=half"], "choose one with --bin: halve, idle"),
    ] {
        let refused = effigy(&folder, &arguments);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(says), "{says}");
    }
}

const FUZZER_HARNESS: &str = "#include <stddef.h>\n#include <stdint.h>\n\
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n\
      return size > 2 && data[0] == 'k' ? data[size] : 0;\n}\n";

#[test]
fn a_harness_of_libfuzzer_is_driven_and_its_test_needs_no_effigy() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("target.c", FUZZER_HARNESS);
    let (json, shown) = explore(&folder, &["target.c", "--sym-stdin", "3"]);
    let finding = &json["findings"][0];
    assert_eq!(
        (&finding["kind"], &finding["line"]),
        (&"out-of-bounds".into(), &4.into()),
        "{shown}"
    );
    assert_eq!(finding["replay"], "confirmed", "{shown}");
    let text = finding["test"].as_str().unwrap().replace(".json", ".c");
    let build = "-g -fsanitize=address,undefined -Dmain=effigy_program_main -o native target.c";
    let mut command = Command::new("clang");
    command.current_dir(folder.path()).args(build.split(' ')).arg(text);
    assert!(command.status().unwrap().success());
    let run = Command::new(folder.path().join("native")).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("heap-buffer-overflow"), "{said}");
}

#[test]
fn a_harness_with_a_main_of_its_own_begins_there() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let own = "int main(void) { uint8_t none = 0; return LLVMFuzzerTestOneInput(&none, 0); }\n";
    folder.write("target.c", &(FUZZER_HARNESS.to_owned() + own));
    let (json, shown) = explore(&folder, &["target.c", "--sym-stdin", "3"]);
    assert_eq!(json["verdict"], "passed", "{shown}");
    assert_eq!(json["paths"]["completed"], 1, "{shown}");
}

/// A folder with a harness of libFuzzer as LLVM IR alone, and with a seed.
fn harness_as_ir() -> Option<TempDir> {
    let clang = tool("clang")?;
    let folder = TempDir::new();
    folder.write("target.c", FUZZER_HARNESS);
    let mut command = Command::new(clang);
    command.current_dir(folder.path()).args(["-S", "-emit-llvm", "-g", "-O1", "target.c"]);
    assert!(command.status().unwrap().success());
    std::fs::remove_file(folder.path().join("target.c")).unwrap();
    std::fs::create_dir(folder.path().join("seeds")).unwrap();
    folder.write("seeds/one", "look");
    Some(folder)
}

#[test]
fn a_harness_of_libfuzzer_in_llvm_ir_is_driven_in_every_mode() {
    let Some(folder) = harness_as_ir() else { return };
    folder.write("trace.txt", "target.c:4\n");
    let modes: [&[&str]; 4] = [
        &["explore", "target.ll", "--sym-stdin", "3"],
        &["bmc", "target.ll", "--sym-stdin", "3", "--unwind", "4"],
        &["fuzz", "target.ll", "--seeds", "seeds", "--first", "--max-time", "60s"],
        &["feasible", "target.ll", "--sym-stdin", "3", "--trace", "trace.txt"],
    ];
    for arguments in modes {
        let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
        command.current_dir(folder.path()).args(arguments).arg("--json");
        let output = command.output().unwrap();
        let shown = String::from_utf8_lossy(&output.stderr).into_owned();
        let json: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|e| panic!("{arguments:?}: {e}: {shown}"));
        if arguments[0] == "feasible" {
            assert_eq!(json["feasible"]["answer"], "feasible", "{json} {shown}");
            continue;
        }
        let finding = &json["findings"][0];
        let place = (&finding["kind"], &finding["line"], &finding["replay"]);
        let expected = (&"out-of-bounds".into(), &4.into(), &"confirmed".into());
        assert_eq!(place, expected, "{arguments:?}: {json} {shown}");
        if arguments[0] == "fuzz" {
            assert!(json["fuzz"]["native"].as_u64() > Some(0), "{json} {shown}");
        }
    }
}

#[test]
fn a_harness_in_llvm_ir_says_what_it_needs_clang_for() {
    let Some(folder) = harness_as_ir() else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(["explore", "target.ll", "--sym-stdin", "3"]);
    let output = command.env("PATH", "").env_remove("CLANG").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("clang was not found"), "{said}");
    assert!(said.contains("a harness of libFuzzer without a `main`"), "{said}");
    // From another function there is nothing to link.
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(["explore", "target.ll"]);
    command.args(["--entry", "LLVMFuzzerTestOneInput", "--no-replay"]);
    let output = command.env("PATH", "").env_remove("CLANG").output().unwrap();
    assert_ne!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}
