//! The figures of King (1976).

use super::support::{Run, lines, results};
use effigy_exec::stop::Ending;
use effigy_testkit::tool;

const SUM: &str = include_str!("../../../../../examples/pli/sum.pli");
const POWER: &str = include_str!("../../../../../examples/pli/power.pli");
const TWOLOOPS: &str = include_str!("../../../../../examples/pli/twoloops.pli");
const SEARCH: &str = include_str!("../../../../../examples/pli/search.pli");

#[test]
fn sum_adds_numbers_and_symbols() {
    for run in [Run::new(SUM), Run::fixed(SUM)] {
        assert_eq!(lines(&run.call("SUM (1, 3, 5)")), ["returned: true: RETURN = 9"]);
    }
    let leaves = Run::new(SUM).call(r#"SUM ("A", "B", "C")"#);
    assert_eq!(lines(&leaves), ["returned: true: RETURN = A + B + C"]);
    let leaves = Run::new(SUM).call(r#"SUM ("A", 3, 5)"#);
    assert_eq!(lines(&leaves), ["returned: true: RETURN = A + 8"]);
}

#[test]
fn machine_integers_overflow_where_they_are_added() {
    let leaves = Run::fixed(SUM).call(r#"SUM ("A", "B", "C")"#);
    let overflows: Vec<u32> = leaves
        .iter()
        .filter(|leaf| matches!(&leaf.ending, Ending::Finding(f) if f.message == "FIXEDOVERFLOW"))
        .map(|leaf| leaf.place.line)
        .collect();
    assert_eq!(overflows, [5, 5, 4, 3]);
    assert_eq!(results(&leaves), ["RETURN = A + B + C"]);
}

#[test]
fn power_returns_the_nth_power_when_y_is_n() {
    let leaves = Run::new(POWER).within(30).call(r#"POWER ("X", "Y")"#);
    let conditions: Vec<&str> =
        leaves.iter().filter_map(|leaf| leaf.condition.last()).map(|c| c.as_ref()).collect();
    assert_eq!(
        conditions,
        ["Y >= 7", "Y <= 6", "Y <= 5", "Y <= 4", "Y <= 3", "Y <= 2", "Y <= 1", "Y <= 0"]
    );
    let powers: Vec<String> = (1..=6).rev().map(|n| vec!["X"; n].join("*")).collect();
    let powers = powers.iter().map(|power| format!("RETURN = {power}"));
    let all: Vec<String> = powers.chain(["RETURN = 1".to_owned()]).collect();
    assert_eq!(results(&leaves), all);
    assert!(matches!(leaves[0].ending, Ending::Cut(_)));
}

#[test]
fn a_procedure_starts_on_symbols_of_the_names_of_its_parameters() {
    let leaves = Run::new(POWER).within(12).procedure("POWER");
    assert_eq!(results(&leaves), ["X = X, Y = Y, RETURN = X", "X = X, Y = Y, RETURN = 1"]);
}

#[test]
fn the_second_loop_of_twoloops_never_forks() {
    let leaves = Run::new(TWOLOOPS).within(40).call(r#"TWOLOOPS ("N")"#);
    for leaf in leaves.iter().filter(|leaf| matches!(leaf.ending, Ending::Exit(_))) {
        let [rest @ .., last] = leaf.condition.as_slice() else { panic!("{leaf:?}") };
        let rounds = rest.len();
        assert_eq!(last.as_ref(), format!("N <= {rounds}"));
        assert_eq!(leaf.key.len(), rounds + 1);
    }
    assert!(leaves.iter().filter(|leaf| matches!(leaf.ending, Ending::Exit(_))).count() > 3);
}

/// FOUND and J of the eleven rows of section 7, in the order of the tree.
const ROWS: [(u8, i8); 11] =
    [(1, 3), (1, 1), (0, 0), (1, 2), (0, 1), (0, 2), (1, 4), (0, 3), (1, 5), (0, 4), (0, 5)];

#[test]
fn search_has_eleven_leaves() {
    if tool("z3").is_none() {
        return;
    }
    let rows = ROWS.map(|(found, j)| format!("FOUND = {found}, J = {j}"));
    for run in [Run::new(SEARCH), Run::fixed(SEARCH)] {
        let leaves = run.within(200).call(r#"SEARCH (A, 1, 5, "X", FOUND, J)"#);
        assert_eq!(results(&leaves), rows);
        assert_eq!(leaves[0].condition.len(), 1);
    }
}

#[test]
fn search_from_a_symbol_has_the_same_leaves() {
    if tool("z3").is_none() {
        return;
    }
    let leaves = Run::new(SEARCH).within(200).call(r#"SEARCH (A, "N", "N" + 4, "X", FOUND, J)"#);
    let shifted = |j: i8| match j - 1 {
        0 => "N".to_owned(),
        -1 => "N - 1".to_owned(),
        more => format!("N + {more}"),
    };
    let rows = ROWS.map(|(found, j)| format!("FOUND = {found}, J = {}", shifted(j)));
    assert_eq!(results(&leaves), rows);
}

#[test]
fn search_in_one_element_has_three_leaves() {
    if tool("z3").is_none() {
        return;
    }
    let leaves = Run::new(SEARCH).within(200).call(r#"SEARCH (A, "N", "N", "X", FOUND, J)"#);
    let rows = ["FOUND = 1, J = N", "FOUND = 0, J = N - 1", "FOUND = 0, J = N"];
    assert_eq!(results(&leaves), rows);
}
