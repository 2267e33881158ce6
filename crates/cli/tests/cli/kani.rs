//! Harnesses for Kani, run as they are by `effigy package`.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

/// A file with harnesses, as a crate of its own.
const FILE: &str = r#"
#[derive(Clone, Copy, PartialEq, kani::Arbitrary)]
#[derive(Debug)]
enum Shape { Point, Circle(u8), Box { width: u8, height: u8 } }

#[cfg_attr(kani, derive(kani::Arbitrary, kani::Invariant))]
#[safety_constraint(*low <= *high)]
struct Range { low: u8, high: u8 }

#[derive(kani::BoundedArbitrary)]
struct List<T> { #[bounded] items: Vec<T>, first: T }

fn area(shape: Shape) -> u32 {
    match shape {
        Shape::Point => 0,
        Shape::Circle(radius) => 3 * u32::from(radius) * u32::from(radius),
        Shape::Box { width, height } => u32::from(width * height),
    }
}

#[kani::requires(by != 0)]
#[kani::ensures(|left: &u8| *left < by && old(*from) == *left + by * (old(*from) / by))]
fn reduce(from: &mut u8, by: u8) -> u8 {
    if *from < by { return *from; }
    *from %= by;
    *from
}

#[kani::requires(limit > 0)]
#[kani::ensures(|r| *r <= limit)]
fn capped(value: u8, limit: u8) -> u8 { if value > limit { limit + 1 } else { value } }

mod proofs {
    use super::*;

    #[kani::proof]
    fn areas_of_boxes_overflow() { area(kani::any()); }

    #[kani::proof]
    #[kani::unwind(3)]
    #[kani::solver(cadical)]
    fn areas_of_circles_do_not() {
        let shape: Shape = kani::any();
        kani::assume(!matches!(shape, Shape::Box { .. }));
        let mut sum = 0u16;
        #[kani::loop_invariant(sum < 3)]
        for _ in 0..2 { sum += 1; }
        kani::cover!(shape == Shape::Point, "a point");
        kani::cover!(sum > 2, "a third turn");
        assert!(area(shape) <= 3 * 255 * 255 && sum == 2);
    }

    #[kani::proof]
    fn constraints_hold() {
        let range: Range = kani::any();
        assert!(range.low <= range.high && kani::Invariant::is_safe(&range));
    }

    #[kani::proof]
    fn lists_are_short() {
        let list = kani::bounded_any::<List<u8>, 2>();
        assert!(list.items.len() <= 2);
        assert!(list.items.is_empty() || list.items[0] != 7);
    }

    #[kani::proof_for_contract(reduce)]
    fn reduces() { reduce(&mut kani::any(), kani::any()); }

    #[kani::proof_for_contract(capped)]
    fn caps() { capped(kani::any(), kani::any()); }

    #[kani::proof]
    fn callers_meet_what_is_required() { reduce(&mut 3, kani::any()); }

    #[kani::proof]
    #[kani::should_panic]
    fn some_panic() { assert!(kani::any::<u8>() > 0); }

    #[kani::proof]
    #[kani::should_panic]
    fn none_panics() { assert!(kani::any::<u8>() as u16 <= 255); }

    #[kani::proof]
    #[kani::stub(area, none)]
    fn replaced() { assert_eq!(area(Shape::Circle(kani::any())), 0); }

    #[kani::proof]
    #[kani::stub(area, none)]
    fn replaced_and_wrong() { assert!(area(Shape::Circle(kani::any())) > 0); }

    #[kani::proof]
    #[kani::stub_verified(reduce)]
    fn by_contract() { reduce(&mut 3, 2); }

    fn none(_: Shape) -> u32 { 0 }
}

macro_rules! harness {
    ($name:ident) => { #[kani::proof] fn $name() {} };
}
harness!(written);

impl Range {
    #[kani::proof]
    fn of_a_type() { assert!(kani::any::<u8>() < 255); }
}

#[kani::proof]
fn main() {
    let bytes: [u8; 2] = kani::any();
    assert!(kani::forall!(|i in (0, 2)| bytes[i] < 200) || kani::exists!(|i in (0, 2)| bytes[i] >= 200));
    let part = kani::slice::any_slice_of_array(&bytes);
    assert!(part.len() <= 2);
}
"#;

fn effigy(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder).args(arguments).args(["--time-each", "60s", "--out", "out"]);
    command.output().unwrap()
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// By the name of each run: what it came to, and why.
fn words(report: &Value) -> BTreeMap<String, (String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let runs = report["harnesses"].as_array().unwrap();
    let run = |run: &Value| (text(&run["name"]), (text(&run["triage"]), text(&run["why"])));
    runs.iter().map(run).collect()
}

#[test]
fn harnesses_of_a_file_are_run_as_they_are() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    std::fs::write(folder.path().join("shapes.rs"), FILE).unwrap();
    let output = effigy(folder.path(), &["package", "shapes.rs", "--json"]);
    let report = report(&output);
    let words = words(&report);
    let is = |name: &str, triage: &str, why: &str| {
        let (word, reason) = words.get(name).unwrap_or_else(|| panic!("no {name}: {words:?}"));
        assert!(word == triage && reason.contains(why), "{name}: {word}, {reason}");
    };
    is("proofs::areas_of_boxes_overflow", "failed", "overflow");
    is("proofs::areas_of_circles_do_not", "held", "no value meets the goal `a third turn`");
    assert!(!words["proofs::areas_of_circles_do_not"].1.contains("a point"));
    is("proofs::constraints_hold", "held", "");
    is("proofs::lists_are_short", "failed", "list.items[0] != 7");
    is("proofs::reduces", "held", "");
    is("proofs::caps", "failed", "does not do what it ensures");
    is(
        "proofs::callers_meet_what_is_required",
        "failed",
        "does not meet what the function requires",
    );
    is("proofs::some_panic", "held", "");
    is("proofs::none_panics", "failed", "it does not panic, and is to");
    is("Range::of_a_type", "failed", "");
    is("main", "held", "");
    is("proofs::replaced", "held", "");
    is("proofs::replaced_and_wrong", "failed", "assertion");
    assert_eq!(words.len(), 13, "{words:?}");
    let runs = report["harnesses"].as_array().unwrap().iter();
    for run in runs.filter(|run| run["triage"] == "failed") {
        for finding in run["report"]["findings"].as_array().unwrap() {
            // A native program does not replace functions.
            let replaces = run["name"] == "proofs::replaced_and_wrong";
            assert_eq!(finding["replay"], if replaces { "not-run" } else { "confirmed" }, "{run}");
            assert_eq!(run["report"]["verdict"], "failed");
        }
    }
    let left: Vec<&str> =
        report["left_out"].as_array().unwrap().iter().map(|l| l["why"].as_str().unwrap()).collect();
    assert_eq!(left, ["it replaces a function by its contract", "a macro writes it"]);
    // Lines are those of the user's file, changed as it was.
    let line = FILE.lines().position(|line| line.contains("items[0] != 7")).unwrap() + 1;
    let finding = format!("shapes.rs:{line}:");
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(shown.contains(&finding), "no {finding} in {shown}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_package_with_harnesses_needs_no_library_of_that_name() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    write("Cargo.toml", "[package]\nname = \"halves\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
    write(
        "src/lib.rs",
        "pub fn half(x: i8) -> i8 { if x < 0 { -half(-x) } else { x / 2 } }\n\
         #[cfg(kani)]\nmod proofs;\n",
    );
    write(
        "src/proofs.rs",
        "use super::half;\n#[kani::proof]\nfn is_half() {\n    let x: i8 = kani::any();\n    \
         let h = half(x);\n    assert!(h + h == x || h + h + x.signum() == x);\n}\n",
    );
    // The sources have no other harness, so that nothing has to be said.
    let output = effigy(folder.path(), &["package", "--json"]);
    let words = words(&report(&output));
    let (word, why) = &words["proofs::is_half"];
    assert_eq!((word.as_str(), words.len()), ("failed", 1), "{why}");
    assert!(why.contains("negate with overflow"), "{why}");
    let listed = Command::new(env!("CARGO_BIN_EXE_effigy"))
        .current_dir(folder.path())
        .args(["package", "--auto", "--list"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&listed.stdout), "half\n");
}

#[test]
fn tests_of_a_file_are_run_on_all_values() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    let text = "#[cfg(test)]\nmod tests {\n    #[test]\n    fn small() { assert!(effigy::any::<u8>() < 255); }\n}\n";
    std::fs::write(folder.path().join("small.rs"), text).unwrap();
    let output = effigy(folder.path(), &["package", "small.rs", "--json"]);
    assert_eq!(words(&report(&output))["tests::small"].0, "failed");
}
