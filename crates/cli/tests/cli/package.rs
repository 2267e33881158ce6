//! `effigy package`, `cargo effigy`, and paths that begin at a function of a package.

use crate::users_lines::assert_users_lines;
use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Output};

const MANIFEST: &str = "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                        [features]\nsale = []\n";

const ROOT: &str = r#"#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
mod stock;
pub mod text;

/// Half of the sum.
pub fn middle(a: u8, b: u8) -> u8 { (a + b) / 2 }

pub fn halved<T: core::ops::Div<Output = T> + From<u8>>(value: T) -> T { value / T::from(2) }

pub unsafe fn raw(at: *const u8) -> u8 { unsafe { *at } }

pub fn applied(f: impl Fn(u8) -> u8) -> u8 { f(1) }

pub fn opaque(of: core::fmt::Arguments<'_>) -> bool { of.as_str().is_some() }

#[cfg(feature = "sale")]
pub fn reduced(price: u8) -> u8 { price - 10 }

#[cfg(windows)]
mod nowhere;

fn effigy_renamed_main() {}
"#;

const STOCK: &str = r#"
/// What there is: never more reserved than there is.
pub struct Stock { all: u8, reserved: u8 }

impl Stock {
    pub fn new(all: u8, reserved: u8) -> Option<Self> {
        (reserved <= all).then_some(Stock { all, reserved })
    }

    fn free(&self) -> u8 { self.all - self.reserved }

    fn left_after(&self, order: &Order) -> u8 { self.free() - order.size() }
}

/// Empty, or as long as it says.
#[derive(Default)]
pub struct Shelf { len: usize, goods: alloc::vec::Vec<u8> }

impl Shelf {
    fn last(&self) -> Option<u8> { self.len.checked_sub(1).map(|at| self.goods[at]) }
}

pub enum Order { One, Some(u8), Nested(alloc::boxed::Box<Order>) }

impl Order {
    fn size(&self) -> u8 {
        match self { Order::One => 1, Order::Some(n) => *n, Order::Nested(inner) => inner.size() }
    }
}

mod deep {
    pub struct Never(core::fmt::Error, &'static dyn Fn());
    fn of(_: Never) {}
    pub(super) async fn later(x: u8) -> u8 { 200 + x }
}
"#;

const TEXT: &str = r#"
pub fn first(text: &str) -> &str { &text[..1] }

pub struct Lines<'a> { rest: &'a [u8] }

impl<'a> Lines<'a> {
    pub fn new(rest: &'a [u8]) -> Self { Lines { rest } }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<&'a [u8]> {
        let end = self.rest.iter().position(|byte| *byte == b'\n')?;
        let line = &self.rest[..end];
        self.rest = &self.rest[end + 1..];
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn ascii() { assert_eq!(first("abc"), "a"); }

    #[test]
    #[should_panic]
    fn empty() { first(""); }

    #[test]
    #[should_panic(expected = "never")]
    fn does_not() { first("a"); }

    #[test]
    fn parses() -> Result<(), core::num::ParseIntError> { "x1".parse::<u8>().map(|_| ()) }
}
"#;

fn package() -> TempDir {
    let folder = TempDir::new();
    for (path, text) in [
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", ROOT),
        ("src/stock.rs", STOCK),
        ("src/text.rs", TEXT),
    ] {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn effigy(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(arguments).output().unwrap()
}

/// The words of the table by what the runs began at, the report of all, and what people see.
fn run(folder: &TempDir, arguments: &[&str]) -> (BTreeMap<String, String>, Value, String) {
    let all = [&["package", "--json", "--out", "out"], arguments].concat();
    let output = effigy(folder, &all);
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    let json: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {shown}"));
    assert_users_lines(&folder.path().join("out"), &shown);
    let mut words = BTreeMap::new();
    for result in json["harnesses"].as_array().unwrap() {
        let name = result["name"].as_str().unwrap().to_owned();
        words.insert(name, result["triage"].as_str().unwrap().to_owned());
    }
    for left in json["left_out"].as_array().unwrap() {
        words.insert(left["name"].as_str().unwrap().to_owned(), "left out".to_owned());
    }
    (words, json, shown)
}

#[test]
fn every_function_of_a_library_is_run_on_any_values_or_named_as_left_out() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = package();
    let (words, json, shown) = run(&folder, &["--auto"]);
    let expected = [
        ("<text::Lines as Iterator>::next", "bounded"),
        ("applied", "left out"),
        ("effigy_renamed_main", "held"),
        ("halved", "held"),
        ("middle", "failed"),
        ("opaque", "left out"),
        ("raw", "left out"),
        ("stock::Order::size", "bounded"),
        ("stock::Shelf::last", "bounded"),
        ("stock::Stock::free", "bounded"),
        ("stock::Stock::left_after", "failed"),
        ("stock::Stock::new", "held"),
        ("stock::deep::later", "failed"),
        ("stock::deep::of", "left out"),
        ("text::Lines::new", "bounded"),
        ("text::first", "failed"),
    ];
    let expected = expected.map(|(name, word)| (name.to_owned(), word.to_owned()));
    assert_eq!(words, BTreeMap::from(expected), "{shown}");
    assert_eq!(json["verdict"], "failed");
    let found = |name: &str| {
        let mut all = json["harnesses"].as_array().unwrap().iter();
        all.find(|result| result["name"] == name).unwrap().clone()
    };
    for name in ["middle", "stock::Stock::left_after", "stock::deep::later", "text::first"] {
        let report = &found(name)["report"];
        for finding in report["findings"].as_array().unwrap() {
            assert_eq!(finding["replay"], "confirmed", "{name}: {finding}");
        }
        let test = report["findings"][0]["test"].as_str().unwrap();
        let replayed = effigy(&folder, &["replay", test]);
        assert_eq!(replayed.status.code(), Some(1), "{test}: {replayed:?}");
    }
    assert!(
        found("text::first")["report"]["findings"][0]["file"]
            .as_str()
            .unwrap()
            .ends_with("src/text.rs")
    );
    let bound = found("stock::Stock::free")["why"].to_string();
    assert!(bound.contains("values of `Stock` are those that `Stock::new` makes"), "{bound}");
    assert!(!folder.path().join("target").exists(), "the user's target folder is untouched");

    // With a feature there is a function more; only some are run; a second run replaces what the first one left.
    let (words, _, shown) = run(&folder, &["--auto", "--features", "sale", "--only", "reduced"]);
    assert_eq!(
        words.into_iter().collect::<Vec<_>>(),
        [("reduced".to_owned(), "failed".to_owned())],
        "{shown}"
    );
    assert!(folder.path().join("out/reduced/tests").is_dir());
    assert!(!folder.path().join("out/middle").exists(), "a run of before is removed");
}

#[test]
fn the_tests_of_a_package_are_begun_at_with_what_they_expect() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = package();
    let (words, json, shown) = run(&folder, &["--tests"]);
    let expected = [
        ("text::tests::ascii", "held"),
        ("text::tests::does_not", "failed"),
        ("text::tests::empty", "held"),
        ("text::tests::parses", "failed"),
    ];
    let expected = expected.map(|(name, word)| (name.to_owned(), word.to_owned()));
    assert_eq!(words, BTreeMap::from(expected), "{shown}");
    let parses =
        json["harnesses"].as_array().unwrap().iter().find(|r| r["name"] == "text::tests::parses");
    let parses = parses.unwrap();
    assert!(parses["why"].as_str().unwrap().contains("the test returns an error"), "{shown}");
    // An error that a test returns is told at the test itself.
    let finding = &parses["report"]["findings"][0];
    assert_eq!(finding["function"], "text::tests::parses", "{finding}");
    assert_eq!((&finding["file"], &finding["line"]), (&"src/text.rs".into(), &parses["line"]));
    assert_eq!(finding["stack"].as_array().unwrap().len(), 1, "{finding}");
}

#[test]
fn a_path_begins_at_a_private_function_of_a_package() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = package();
    let explore = |arguments: &[&str]| {
        let all = [&["explore", "--package", ".", "--json", "--out", "one"], arguments].concat();
        effigy(&folder, &all)
    };
    let output = explore(&["--entry", "Stock::left_after"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["findings"][0]["replay"], "confirmed", "{json}");
    assert_eq!(json["findings"][0]["kind"], "overflow");
    let bounded = explore(&["--entry", "stock::Order::size"]);
    let json: Value = serde_json::from_slice(&bounded.stdout).unwrap();
    assert_eq!(json["verdict"], "bounded", "{json}");
    assert!(json["bounds"][0].as_str().unwrap().contains("up to a depth"), "{json}");
    for (entry, says) in [
        ("raw", "it is unsafe"),
        ("opaque", "there is no way to make any value of `Arguments<'_>`"),
        ("middel", "the program has no function `middel` to begin at; it has: middle"),
    ] {
        let refused = explore(&["--entry", entry]);
        assert_eq!(refused.status.code(), Some(2));
        let shown = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(shown.contains(says), "{entry}: {shown}");
    }
    let whole = effigy(&folder, &["explore", "--package", "."]);
    let shown = String::from_utf8_lossy(&whole.stderr).into_owned();
    assert!(shown.contains("the package has no binary to run"), "{shown}");
}

const DEPENDENCY: &str = "\
pub fn scaled(value: i8) -> i8 {
    let doubled = value + value;
    tripled(doubled)
}

fn tripled(value: i8) -> i8 {
    value + 100
}

pub fn with(of: impl Fn(i8) -> i8) -> i8 { of(1) }

#[track_caller]
pub fn positive(value: i8) { if value <= 0 { panic!(\"not positive\") } }
";

const CALLER: &str = "\
pub fn price(value: i8) -> i8 {
    dep::scaled(value)
}

pub fn own(value: i8) -> i8 { dep::with(|one| one + value) }

pub fn told(value: i8) { dep::positive(value) }
";

#[test]
fn a_dependency_that_fails_is_named_with_its_lines_and_each_of_its_defects_is_a_finding() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    let manifest = "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    for made in ["src", "vendor/dep-0.3.1/src"] {
        std::fs::create_dir_all(folder.path().join(made)).unwrap();
    }
    folder.write("vendor/dep-0.3.1/Cargo.toml", manifest.replace("app", "dep"));
    folder.write("vendor/dep-0.3.1/src/lib.rs", DEPENDENCY);
    let app = "[dependencies]\ndep = { path = \"vendor/dep-0.3.1\" }\n[workspace]\n";
    folder.write("Cargo.toml", format!("{manifest}{app}"));
    folder.write("src/lib.rs", CALLER);
    let explored = |entry: &str| {
        let arguments =
            ["explore", "--package", ".", "--out", "out", "--json", "--sarif", "s.json"];
        let output = effigy(&folder, &[&arguments[..], &["--entry", entry]].concat());
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        (json, String::from_utf8_lossy(&output.stderr).into_owned())
    };

    let (json, shown) = explored("price");
    let findings = json["findings"].as_array().unwrap();
    let places: Vec<(u64, &str, u64)> = findings
        .iter()
        .map(|finding| {
            assert_eq!(finding["library"]["name"], "dep 0.3.1", "{json}");
            assert_eq!(
                (&finding["kind"], &finding["file"]),
                (&"overflow".into(), &"src/lib.rs".into())
            );
            assert_eq!(
                (&finding["function"], &finding["replay"]),
                (&"app::price".into(), &"confirmed".into())
            );
            let library = &finding["library"];
            let function = library["function"].as_str().unwrap();
            (finding["line"].as_u64().unwrap(), function, library["line"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(places, [(2, "dep::scaled", 2), (2, "dep::tripled", 7)], "{json}");
    for says in [
        "error[overflow]: attempt to add with overflow, in dep 0.3.1\n",
        "called here, in `app::price`",
        "2 |     let doubled = value + value;\n",
        "7 |     value + 100\n  |     ----- fails here, in `dep::tripled`",
    ] {
        assert!(shown.contains(says), "{says}: {shown}");
    }
    let sarif = std::fs::read_to_string(folder.path().join("s.json")).unwrap();
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let related = &sarif["runs"][0]["results"][1]["relatedLocations"][0];
    assert_eq!(related["message"]["text"], "fails here, in dep 0.3.1", "{related}");
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 7, "{related}");

    // The user's closure, and what a library says of its caller, are not the library's fault.
    for (entry, line) in [("own", 5), ("told", 7)] {
        let (json, _) = explored(entry);
        assert_eq!(json["findings"][0]["line"], line, "{json}");
        assert!(json["findings"][0].get("library").is_none(), "{json}");
    }
}

#[test]
fn the_command_of_cargo_is_the_verb() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = package();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-effigy"));
    let output =
        command.current_dir(folder.path()).args(["effigy", "--auto", "--list"]).output().unwrap();
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(listed.lines().any(|line| line == "stock::Stock::free"), "{listed}");
    assert!(!folder.path().join("effigy-out-0").exists(), "nothing is run");

    // An error of the user's own is shown as the compiler has it.
    folder.write("src/text.rs", "pub fn first() -> u8 { \"\" }\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-effigy"));
    let output = command.current_dir(folder.path()).args(["effigy", "--auto"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(shown.contains("mismatched types") && shown.contains("src/text.rs:1"), "{shown}");
}

const TESTED: &str = r#"
#[derive(Debug, Clone)]
#[cfg_attr(test, derive(effigy::Arbitrary))]
pub enum Order { One, Some { count: u8 } }

pub fn size(order: &Order) -> u8 {
    match order { Order::One => 1, Order::Some { count } => *count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[effigy::test]
    fn sizes_add(a: Order, b: Order) {
        effigy::assume(size(&a) != 0xee);
        assert!(size(&a) != 0x5a || size(&b) != 0xa5);
    }

    #[effigy::test]
    fn one_is_one(x: u32) { effigy::assume(x > 7); assert_eq!(size(&Order::One), 1); }
}
"#;

#[test]
fn a_package_gets_the_library_and_its_tests_run_on_all_values_and_on_random_ones() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    let file = |name: &str| folder.path().join(name);
    std::fs::create_dir(file("src")).unwrap();
    std::fs::write(file("Cargo.toml"), MANIFEST).unwrap();
    std::fs::write(file("src/lib.rs"), "pub fn plain(x: u8) -> u8 { x }").unwrap();
    let beside = std::path::Path::new(env!("CARGO_BIN_EXE_cargo-effigy"));
    let init = || {
        let mut command = Command::new(beside);
        command.current_dir(folder.path()).args(["effigy", "init"]).output().unwrap()
    };
    let done = init();
    assert!(done.status.success(), "{done:?}");
    let manifest = std::fs::read_to_string(file("Cargo.toml")).unwrap();
    assert!(manifest.contains("[dev-dependencies]\neffigy = {"), "{manifest}");
    let again = init();
    assert!(String::from_utf8_lossy(&again.stdout).contains("written anew"), "{again:?}");
    assert_eq!(std::fs::read_to_string(file("Cargo.toml")).unwrap(), manifest);
    // The library's own sources are no tests of the package.
    let listed = effigy(&folder, &["package", "--list"]);
    assert_eq!(String::from_utf8_lossy(&listed.stdout), "plain\n", "{listed:?}");

    std::fs::write(file("src/lib.rs"), TESTED).unwrap();
    let test = || {
        let mut command = Command::new("cargo");
        command.current_dir(folder.path()).args(["test", "--offline", "--quiet", "--lib"]);
        command.output().unwrap()
    };
    // Chance does not find what is one of 65,536.
    let random = test();
    assert!(random.status.success(), "{random:?}");
    // What was found is recorded once, and found by the plain tests from then on.
    for _ in 0..2 {
        let (words, _, shown) = run(&folder, &["--record"]);
        assert_eq!(words["tests::sizes_add"], "failed", "{shown}");
        assert_eq!(words["tests::one_is_one"], "held", "{shown}");
    }
    let recorded = std::fs::read_dir(file("tests/effigy/tests-sizes_add")).unwrap();
    let recorded: Vec<_> = recorded.map(|file| file.unwrap().path()).collect();
    assert_eq!(recorded.len(), 1);
    // Where the package lies is not in it.
    let content = std::fs::read(&recorded[0]).unwrap();
    let own = folder.path().to_string_lossy().into_owned();
    assert!(!String::from_utf8_lossy(&content).contains(&own));
    let failed = test();
    let said = String::from_utf8_lossy(&failed.stderr);
    let printed = String::from_utf8_lossy(&failed.stdout);
    assert!(!failed.status.success() && (said + printed).contains("found-1.ktest"), "{failed:?}");

    std::fs::write(file("effigy/Cargo.toml"), "[package]\n").unwrap();
    let taken = init();
    assert_eq!(taken.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&taken.stderr).contains("is there already"), "{taken:?}");
}

const CAUGHT: &str = r#"
pub fn caught(x: u8) -> bool { std::panic::catch_unwind(|| assert!(x < 200)).is_ok() }

pub fn right(x: u8) { assert_eq!(caught(x), x < 200); }

#[cfg(test)]
mod tests {
    #[test]
    fn all() { super::right(effigy::any()) }
}
"#;

#[test]
fn a_panic_that_is_caught_is_no_failure_of_a_function() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(folder.path().join("Cargo.toml"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("src/lib.rs"), CAUGHT).unwrap();
    for (arguments, word) in [
        (&["--auto"][..], "held"),
        (&["--tests"], "held"),
        (&["--auto", "--panic", "abort"], "failed"),
    ] {
        let (words, _, shown) = run(&folder, arguments);
        assert!(words.values().all(|said| said == word), "{arguments:?}: {words:?}\n{shown}");
        assert!(!words.is_empty());
    }
}

const PROPERTIES: &str = r#"
#[cfg(test)]
mod tests {
    use quickcheck_macros::quickcheck;

    #[derive(Clone, Debug)]
    struct Pair { low: u8, high: u8 }

    impl quickcheck::Arbitrary for Pair {
        fn arbitrary(of: &mut quickcheck::Gen) -> Self {
            Pair { low: u8::arbitrary(of), high: u8::arbitrary(of) }
        }
    }

    #[quickcheck]
    fn sorted_stays(list: Vec<u8>) -> bool {
        let mut once = list.clone();
        once.sort();
        let mut twice = once.clone();
        twice.sort();
        once == twice
    }

    #[quickcheck]
    fn seldom_wrong(pair: Pair, more: u16) -> bool { pair.low != 0x5a || pair.high != 0xa5 || more != 0x1234 }
}
"#;

#[test]
fn properties_of_quickcheck_are_run_on_all_values() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    let manifest = format!(
        "{MANIFEST}[dev-dependencies]\nquickcheck = {{ version = \"1\", default-features = false }}\nquickcheck_macros = \"1\"\n"
    );
    std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    std::fs::write(folder.path().join("src/lib.rs"), PROPERTIES).unwrap();
    let (words, _, shown) = run(&folder, &[]);
    assert_eq!(words["tests::sorted_stays"], "bounded", "{shown}");
    assert_eq!(words["tests::seldom_wrong"], "failed", "{shown}");
    assert!(shown.contains("the property does not hold"), "{shown}");
}

const GENERIC: &str = "
struct Most<T, const N: usize>([T; N]);

impl<T: Copy + Into<u64>, const N: usize> Most<T, N> {
    fn last(&self, less: impl Into<u64>) -> u64 { assert!(N != 2); self.0[N - 1].into() - less.into() }
}

fn small<T: Into<u64>>(value: T) { assert!(value.into() < 300); }

fn main() {}
";

#[test]
fn instances_of_a_generic_function_are_named_or_chosen() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    std::fs::write(folder.path().join("generic.rs"), GENERIC).unwrap();
    let begin = |entry: &str| {
        let output = effigy(&folder, &["explore", "generic.rs", "--entry", entry]);
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    };
    for (entry, status, text) in [
        ("small::<u8>", 0, "passed"),
        ("small", 1, "assertion failed: value.into() < 300"),
        ("small::<u16>", 1, "assertion failed: value.into() < 300"),
        ("Most::<u8, 2>::last", 1, "assertion failed: N != 2"),
        ("Most<u16, 3>::last", 1, "attempt to subtract with overflow"),
        ("small::<bool, u8>", 2, "fewer parameters than instances are named"),
        ("small::<f64>", 2, "no path can begin at `small::<f64>`"),
    ] {
        let (code, said) = begin(entry);
        assert_eq!(code, Some(status), "{entry}: {said}");
        assert!(said.contains(text), "{entry}: {said}");
    }
}
