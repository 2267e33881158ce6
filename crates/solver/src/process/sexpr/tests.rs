//! Reading what solvers write, well formed or not.

use super::Expressions;

fn shape(text: &str) -> Option<usize> {
    Expressions::parse(text).map(|all| all.top.len())
}

#[test]
fn atoms_and_lists() {
    let all = Expressions::parse("((x #x0a) (|a b| (_ bv3 8))) ; end").expect("well formed");
    let pairs = all.list(all.only().expect("one")).expect("a list");
    assert_eq!(pairs.len(), 2);
    let second = all.list(pairs[1]).expect("a pair");
    assert_eq!(all.atom(second[0]), Some("|a b|"));
    assert_eq!(all.list(second[1]).map(<[_]>::len), Some(3));
}

#[test]
fn rubbish_is_refused() {
    for text in ["(", ")", "(a))", "|open", "(\"open)"] {
        assert_eq!(shape(text), None, "{text}");
    }
    assert_eq!(shape("a b (c)"), Some(3));
}

#[test]
fn deep_nesting_needs_no_stack() {
    let depth = 200_000;
    let text = format!("{}{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(shape(&text), Some(1));
}
