//! Harnesses for bolero, run as they are by `effigy package --tests`.

use crate::users_lines::assert_users_lines;
use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

const MANIFEST: &str = "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                        [dev-dependencies]\nbolero = { version = \"0.13\", features = [\"arbitrary\"] }\n\
                        arbitrary = { version = \"1\", features = [\"derive\"] }\n\
                        [[test]]\nname = \"whole\"\nharness = false\n";

const ROOT: &str = r#"
/// The first number of a message that begins with a mark.
pub fn first(message: &[u8]) -> Option<u8> {
    let [b'N', b'o', rest @ ..] = message else { return None };
    Some(100 / (rest.first()? - b'0'))
}

#[cfg(test)]
mod tests {
    use bolero::{check, generator::*, Driver};
    use std::collections::BTreeMap;

    #[test]
    fn sums_fit() {
        check!().with_generator((0u8..100, 0u8..=155)).for_each(|(a, b)| a.checked_add(*b).is_some());
    }

    #[test]
    fn seldom_wrong() {
        check!()
            .with_type::<(u32, u32)>()
            .cloned()
            .with_iterations(10)
            .for_each(|(a, b)| assert!(a.wrapping_mul(3) != 0x1234_5677 || b != 77));
    }

    #[test]
    fn messages() {
        check!(name = "messages").with_max_len(4).for_each(|bytes: &[u8]| { super::first(bytes); });
    }

    #[derive(Clone, Debug, TypeGenerator)]
    enum Order {
        One,
        Some { #[generator(2..=5)] count: u8, #[generator(one_value_of([10u16, 20]))] price: u16 },
        Both(Box<Order>, Box<Order>),
    }

    fn price(of: &Order) -> u16 {
        match of {
            Order::One => 1,
            Order::Some { count, price } => u16::from(*count) * price,
            Order::Both(one, other) => price(one) + price(other),
        }
    }

    #[test]
    fn orders_are_cheap() {
        check!().with_type::<Order>().for_each(|order| assert!(price(order) <= 400));
    }

    #[test]
    fn shallow_orders() {
        check!().with_type::<Order>().with_max_depth(1).for_each(|order| assert!(price(order) <= 200));
    }

    #[test]
    fn orders_are_cheaper() {
        check!().with_type::<Order>().for_each(|order| price(order) < 321);
    }

    /// A generator of one's own.
    struct Sorted;

    impl ValueGenerator for Sorted {
        type Output = Vec<u8>;

        fn generate<D: Driver>(&self, driver: &mut D) -> Option<Vec<u8>> {
            let low = driver.produce::<u8>()?;
            let high = driver.produce::<u8>()?;
            (low <= high).then(|| vec![low, high])
        }
    }

    #[test]
    fn sorted_is_sorted() {
        check!().with_generator(Sorted).for_each(|list| assert!(list.is_sorted() && list.len() == 2));
    }

    #[test]
    fn sorted_is_apart() {
        check!().with_generator(Sorted).for_each(|list| list[0] < 7 || list[1] - list[0] > 0);
    }

    #[test]
    fn maps_are_small() {
        let map = BTreeMap::<u8, bool>::produce().with().len(0usize..=3);
        check!().with_generator(map).for_each(|map| assert!(map.len() < 3));
    }

    #[test]
    fn digits_are_small() {
        let text = String::produce().with().chars('0'..='9').len(1usize..=3);
        check!().with_generator(text).for_each(|text| text.parse::<u8>().map(|_| ()));
    }

    #[derive(Debug, arbitrary::Arbitrary)]
    struct Point { x: i16, y: i16 }

    #[test]
    fn points_are_elsewhere() {
        check!().with_arbitrary::<Point>().for_each(|at| assert!(at.x != 0x1234 || at.y != -77));
    }

    #[test]
    fn long_lists() {
        let len = (3u16..5000).map_gen(|more| if more > 3 { 6000 } else { 3 });
        let lists = Vec::<u8>::produce().with().len(len);
        check!().with_generator(lists).for_each(|list| assert_eq!(list.len(), 3));
    }

    #[test]
    #[should_panic]
    fn some_panic() {
        check!().with_type::<u8>().for_each(|n| assert!(*n < 255));
    }

    #[test]
    #[should_panic]
    fn none_panics() {
        check!().with_type::<u8>().for_each(|n| assert!(u16::from(*n) < 256));
    }

    #[test]
    fn asked_for_in_the_midst() {
        check!().run(|| {
            let divisor = (1..10u8).any();
            let dividend: u8 = bolero::any();
            bolero::assume(dividend > 9, "it is large");
            assert!(dividend / divisor != 85);
        });
    }
}
"#;

/// Tests of a crate that asks for more of bolero than there is.
const BEYOND: &str = r#"
use bolero::check;
#[allow(unused_imports)]
use bolero::Engine;

fn short() { check!().for_each(|bytes: &[u8]| assert!(bytes.len() < 9)); }

#[test]
fn by_another() { short(); }

#[test]
fn plain() { assert_eq!(u8::MAX.wrapping_add(1), 0); }
"#;

/// A target whose `main` is the test.
const WHOLE: &str = "fn main() {\n    bolero::check!().with_max_depth(1).for_each(|bytes: &[u8]| bytes != b\"\\x7fELF\");\n}\n";

/// The report of a run in the folder, and what people see.
fn run(folder: &TempDir, arguments: &[&str]) -> (Value, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_effigy"))
        .current_dir(folder.path())
        .args(["package", "--json", "--out", "out"])
        .args(arguments)
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {shown}"));
    assert_users_lines(&folder.path().join("out"), &shown);
    (report, shown)
}

/// One package for both, since what it uses takes its time to build.
#[test]
fn targets_are_run_on_all_values_and_those_of_a_crate_that_asks_for_more_are_left_out() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    for (path, text) in [
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", ROOT),
        ("tests/beyond.rs", BEYOND),
        ("tests/whole.rs", WHOLE),
    ] {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    // The sources have no other harness, so that nothing has to be said.
    let (report, shown) = run(&folder, &[]);
    let runs = report["harnesses"].as_array().unwrap();
    let words: BTreeMap<&str, (&str, &str)> = runs
        .iter()
        .map(|run| ["name", "triage", "why"].map(|key| run[key].as_str().unwrap()))
        .map(|[name, word, why]| (name.trim_start_matches("tests::"), (word, why)))
        .collect();
    let is = |name: &str, word: &str, why: &str| {
        let said = words[name];
        assert!(said.0 == word && said.1.contains(why), "{name}: {said:?}\n{shown}");
    };
    is("sums_fit", "held", "");
    is("seldom_wrong", "failed", "b != 77");
    is("messages", "failed", "overflow");
    is("orders_are_cheap", "bounded", "a `Order` holds others of its kind up to a depth of 2");
    is("long_lists", "unsupported", "collections of more than 4096 elements");
    is("some_panic", "held", "");
    is("none_panics", "failed", "it does not panic, and is to");
    is("shallow_orders", "held", "");
    is("orders_are_cheaper", "failed", "the property does not hold");
    is("sorted_is_sorted", "held", "");
    is("sorted_is_apart", "failed", "the property does not hold");
    is("maps_are_small", "failed", "map.len() < 3");
    is("digits_are_small", "failed", "number too large");
    is("asked_for_in_the_midst", "failed", "dividend / divisor != 85");
    is("points_are_elsewhere", "failed", "at.y != -77");
    assert_eq!(words.len(), 15, "{words:?}");
    for run in runs.iter().filter(|run| run["triage"] == "failed") {
        for finding in run["report"]["findings"].as_array().unwrap() {
            assert_eq!(finding["replay"], "confirmed", "{run}");
        }
    }
    // Inputs are called as the user calls them, and lines are the user's.
    for said in ["input.0 = 1533462397", "low = ", "dividend = ", ".count = "] {
        assert!(shown.contains(said), "no {said} in {shown}");
    }
    let line = ROOT.lines().position(|line| line.contains("price(order) < 321")).unwrap() + 1;
    assert!(shown.contains(&format!("src/lib.rs:{line}:")), "{shown}");

    let (report, shown) = run(&folder, &["--test", "beyond"]);
    let runs = report["harnesses"].as_array().unwrap();
    assert!(runs.len() == 1 && runs[0]["name"] == "plain", "{shown}");
    assert_eq!(runs[0]["triage"], "held", "{shown}");
    let left = &report["left_out"][0];
    assert_eq!(left["name"], "by_another", "{shown}");
    let why = left["why"].as_str().unwrap();
    assert!(why.contains("stands for bolero") && why.contains("Engine"), "{why}");
    assert_eq!(report["verdict"], "incomplete", "{shown}");

    let (report, shown) = run(&folder, &["--test", "whole"]);
    let run = &report["harnesses"][0];
    assert!(run["name"] == "main" && run["triage"] == "failed", "{shown}");
    assert_eq!(run["report"]["findings"][0]["replay"], "confirmed", "{shown}");
    assert!(shown.contains("tests/whole.rs:2:"), "{shown}");
}
