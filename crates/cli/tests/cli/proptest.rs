//! Properties of proptest, run as they are on all values.

use crate::users_lines::assert_users_lines;
use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

const MANIFEST: &str = "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                        [dev-dependencies]\nproptest = { version = \"1\", default-features = false, features = [\"std\"] }\n";

/// Runs all tests of a package of one file: what is said of each, the whole report, and what was shown.
fn run(source: &str) -> Option<(BTreeMap<String, String>, Value, String)> {
    run_with(source, "rustc")
}

/// The same with another compiler.
fn run_with(source: &str, rustc: &str) -> Option<(BTreeMap<String, String>, Value, String)> {
    tool("cargo")?;
    let folder = TempDir::new();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(folder.path().join("Cargo.toml"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("src/lib.rs"), source).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_effigy"))
        .args(["package", "--json", "--out", "out"])
        .env("RUSTC", rustc)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    let json: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {shown}"));
    assert_users_lines(&folder.path().join("out"), &shown);
    let word = |result: &Value, word: &str| {
        let name = result["name"].as_str().unwrap().to_owned();
        (name, result[word].as_str().unwrap().to_owned())
    };
    let run = json["harnesses"].as_array().unwrap().iter().map(|result| word(result, "triage"));
    let left = json["left_out"].as_array().unwrap().iter().map(|left| word(left, "why"));
    let words = run.chain(left).collect();
    Some((words, json, shown))
}

const PROPERTIES: &str = r#"
#[cfg(test)]
mod tests {
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;
    use proptest::sample::{select, Index};

    #[derive(Clone, Debug, PartialEq)]
    enum Shape { Point, Circle(u8), Group(Vec<Shape>) }

    impl Arbitrary for Shape {
        type Parameters = ();
        type Strategy = BoxedStrategy<Self>;

        fn arbitrary_with((): ()) -> Self::Strategy {
            let leaf = prop_oneof![Just(Shape::Point), any::<u8>().prop_map(Shape::Circle)];
            leaf.prop_recursive(2, 8, 2, |inner| vec(inner, 0..=1).prop_map(Shape::Group)).boxed()
        }
    }

    fn depth(of: &Shape) -> usize {
        match of {
            Shape::Group(parts) => 1 + parts.iter().map(depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    fn ordered() -> impl Strategy<Value = (u8, u8)> {
        (0u8..10, 5u8..=20).prop_filter("ordered", |(low, high)| low < high)
    }

    prop_compose! {
        fn below(limit: u32)(high in 1..limit)(low in 0..high, high in Just(high)) -> (u32, u32) {
            (low, high)
        }
    }

    fn checked(x: u16) -> Result<(), TestCaseError> {
        prop_assert!(x < 500, "{} is too much", x);
        "7".parse::<u8>()?;
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(99))]

        /// Held: what the strategies promise.
        #[test]
        fn promises(
            (low, high) in ordered(),
            (less, more) in below(50),
            finite: f64,
            signed in -3i8..,
            class in proptest::num::f32::SUBNORMAL | proptest::num::f32::NEGATIVE,
            text in "[a-c]{2}-\\d?",
            one in select(&["x", "yy"][..]),
            all in btree_set(0u8..3, 2),
            pair in proptest::array::uniform2(7u16..9),
        ) {
            prop_assert!(low < high && high <= 20 && less < more && more < 50);
            prop_assert!(finite.is_finite() && signed >= -3);
            prop_assert!(class.is_subnormal() && class.is_sign_negative());
            prop_assert!(text.as_bytes()[1] <= b'c' && text.as_bytes()[2] == b'-');
            prop_assert_eq!(one.starts_with('y'), one.len() == 2);
            prop_assert_eq!(all.len(), 2);
            prop_assert_ne!(pair[0], 9);
        }

        #[test]
        fn seldom(x: u32, y in 0u16..500) {
            prop_assume!(y > 3);
            prop_assert!(x != 0xdead_beef || y != 77, "x is {:#x}", x);
        }

        #[test]
        fn passed_on(ref mut x in 0u16..501) {
            *x &= 0x1ff;
            checked(*x)?;
        }

        #[test]
        fn words(word in "(ab|[x-z])+@\\w") {
            prop_assert!(!word.starts_with("abz@"));
        }

        #[test]
        fn deep(shape: Shape) {
            prop_assert!(depth(&shape) < 2);
        }

        #[test]
        fn long(list in vec(any::<u8>(), 0..1000), at: Index) {
            prop_assume!(!list.is_empty());
            prop_assert!(at.index(list.len()) < list.len());
        }

        #[test]
        fn unknown_pattern(text in "(?i)abc") {
            prop_assert!(text.is_empty());
        }

        #[test]
        #[should_panic]
        fn always(x in prop_oneof![Just(1u8), 5u8..9]) {
            assert!(x > 100);
        }
    }

    #[test]
    fn within_a_test() {
        let limit = 7;
        proptest!(|(x in 0..10i32, y: bool)| {
            prop_assert!(x < limit || y);
        });
    }
}
"#;

/// The inputs of the finding of a property, by their names.
fn inputs(json: &Value, name: &str) -> BTreeMap<String, Value> {
    let harnesses = json["harnesses"].as_array().unwrap();
    let result = harnesses.iter().find(|result| result["name"] == name).unwrap();
    let inputs = result["report"]["findings"][0]["input"].as_array().unwrap();
    inputs.iter().map(|i| (i["name"].as_str().unwrap().to_owned(), i["bytes"].clone())).collect()
}

#[test]
fn properties_are_run_on_all_values_of_their_strategies() {
    let Some((words, json, shown)) = run(PROPERTIES) else { return };
    for (name, word) in [
        ("promises", "bounded"),
        ("seldom", "failed"),
        ("passed_on", "failed"),
        ("words", "failed"),
        ("deep", "failed"),
        ("long", "bounded"),
        ("unknown_pattern", "unsupported"),
        ("always", "held"),
        ("within_a_test", "failed"),
    ] {
        assert_eq!(words[&format!("tests::{name}")], word, "{name}\n{shown}");
    }
    assert_eq!(words.len(), 9, "{words:?}");
    for text in ["x is 0xdeadbeef", "500 is too much", "collections have at most 8 elements"] {
        assert!(shown.contains(text), "{text}\n{shown}");
    }
    let why = "texts of the pattern `(?i)abc`: `(?i` is not known";
    assert!(shown.contains(why), "{shown}");
    let found = inputs(&json, "tests::seldom");
    assert_eq!((&found["x"], &found["y"]), (&"efbeadde".into(), &"4d00".into()), "{shown}");
}

const BEYOND: &str = r#"
#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn perturbed(x in Just(1u8).prop_perturb(|x, mut rng| x ^ (rng.next_u32() as u8))) {
            prop_assert!(x < 255);
        }
    }

    #[test]
    fn plain() { assert_eq!(u8::MAX.wrapping_add(1), 0); }
}
"#;

#[test]
fn a_crate_that_asks_for_more_keeps_its_plain_tests_and_is_told_why() {
    let Some((words, json, shown)) = run(BEYOND) else { return };
    assert_eq!(words["tests::plain"], "held", "{shown}");
    let why = &words["tests::perturbed"];
    assert!(why.contains("does not compile with what stands for proptest"), "{why}");
    assert!(why.contains("prop_perturb"), "{why}");
    assert_eq!(json["verdict"], "incomplete", "{shown}");
}

#[test]
fn a_compiler_that_refuses_the_library_costs_the_properties_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new();
    let rustc = folder.path().join("rustc");
    // The library of Effigy's is the one that is not built as Cargo builds.
    let script = "#!/bin/sh\ncase \"$*\" in *'--crate-name proptest --crate-type rlib'*)\n\
                  echo 'error: an old compiler' >&2; exit 1;;\nesac\nexec rustc \"$@\"\n";
    std::fs::write(&rustc, script).unwrap();
    std::fs::set_permissions(&rustc, std::fs::Permissions::from_mode(0o755)).unwrap();
    let Some((words, _, shown)) = run_with(BEYOND, rustc.to_str().unwrap()) else { return };
    assert_eq!(words["tests::plain"], "held", "{shown}");
    assert!(words["tests::perturbed"].contains("an old compiler"), "{words:?}");
}

#[test]
fn a_crate_that_is_left_away_says_by_which_condition() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::create_dir(folder.path().join("tests")).unwrap();
    let manifest = "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[features]\nsale = []\n";
    std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    std::fs::write(folder.path().join("src/lib.rs"), "").unwrap();
    let test = "#![cfg(feature = \"sale\")]\n#[test]\nfn sells() {}\n";
    std::fs::write(folder.path().join("tests/sale.rs"), test).unwrap();
    let effigy = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_effigy"))
            .args(["package", "--tests", "--test", "sale"])
            .args(more)
            .current_dir(folder.path())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, said) = effigy(&[]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("tests/sale.rs") && said.contains("feature = \"sale\""), "{said}");
    assert!(said.contains("--features"), "{said}");
    let (status, said) = effigy(&["--features", "sale"]);
    assert_eq!(status, Some(0), "{said}");
}

#[test]
fn integration_tests_that_draw_values_are_pointed_to() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    for inner in ["src", "tests"] {
        std::fs::create_dir(folder.path().join(inner)).unwrap();
    }
    std::fs::write(folder.path().join("Cargo.toml"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("src/lib.rs"), "pub fn one() -> u8 { 1 }\n").unwrap();
    let property = "use proptest::prelude::*;\nproptest! { #[test] fn small(x in 0u8..9) { prop_assert!(x + shop::one() != 5); } }\n";
    std::fs::write(folder.path().join("tests/props.rs"), property).unwrap();
    std::fs::write(folder.path().join("tests/plain.rs"), "#[test]\nfn plain() {}\n").unwrap();
    let effigy = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_effigy"))
            .arg("package")
            .args(more)
            .current_dir(folder.path())
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let said = effigy(&[]);
    let advice = "tests/props.rs is a target of its own: --test props begins at its tests";
    assert!(said.contains(advice) && !said.contains("plain.rs"), "{said}");
    let said = effigy(&["--test", "props"]);
    assert!(said.contains("failed: 1 failed") && said.contains("x = 4"), "{said}");
    assert!(!said.contains(advice), "{said}");
}
