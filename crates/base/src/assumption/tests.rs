use super::*;

#[test]
fn names_are_unique_and_read_back() {
    for kind in AssumptionKind::ALL {
        assert_eq!(kind.name().parse(), Ok(*kind));
    }
}

#[test]
fn an_unknown_name_lists_those_that_there_are() {
    let error = "clock".parse::<AssumptionKind>().expect_err("no such name");
    assert!(error.contains("time, random, env"), "{error}");
}

#[test]
fn a_verdict_without_assumptions_is_bare() {
    assert_eq!(assuming("passed", &[]), "passed");
}

#[test]
fn a_verdict_names_three_assumptions_and_counts_the_others() {
    let kinds =
        [AssumptionKind::Time, AssumptionKind::Layout, AssumptionKind::Hash, AssumptionKind::Env];
    let all: Vec<Assumption> = kinds.into_iter().map(Assumption::of).collect();
    assert_eq!(
        assuming("passed", &all),
        "passed, assuming a clock that begins at one second (`--any time`); objects lie where they lie in this run; \
         one seed of hash tables (`--any random`); and 1 more"
    );
}

#[test]
fn the_same_assumption_at_two_places_is_said_once() {
    let at = |place: &str| Assumption::of(AssumptionKind::Layout).at(place);
    assert_eq!(
        assuming("held", &[at("a.c:1"), at("b.c:2")]),
        "held, assuming objects lie where they lie in this run"
    );
}

#[test]
fn what_is_accepted_is_accepted_by_kind() {
    let accepted = Accepted::new([AssumptionKind::Alloc]);
    assert!(accepted.cover(&[Assumption::of(AssumptionKind::Alloc)]));
    assert!(
        !accepted
            .cover(&[Assumption::of(AssumptionKind::Alloc), Assumption::of(AssumptionKind::Time)])
    );
}

#[test]
fn json_has_the_name_the_words_and_the_place() {
    let assumption = Assumption::of(AssumptionKind::FirstCall).at("a.rs:3");
    let json = serde_json::to_string(&assumption).expect("it is plain data");
    assert_eq!(
        json,
        r#"{"name":"first-call","what":"the first call of the process","where":"a.rs:3"}"#
    );
}
