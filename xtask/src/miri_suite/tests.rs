use super::class::{Answer, answer};
use super::{edition, parse};
use serde_json::json;

const ERROR: &str = "fn main() {} //~ ERROR: /read access through .* is forbidden/";

#[test]
fn a_file_that_passes_needs_a_row_that_covers_it() {
    let row = "values of Rust that the compiled program does not tell apart";
    let report = |rows: &[&str]| json!({"verdict": "passed", "not_checked": rows});
    let seen = |rows: &[&str], text: &str| answer(&report(rows), "a.rs", text).0;
    assert_eq!(seen(&[row], ERROR), Answer::Named);
    assert_eq!(seen(&["where objects lie"], ERROR), Answer::Missed);
    assert_eq!(seen(&[row], "fn main() {} //~ ERROR: overflow"), Answer::Missed);
    assert_eq!(seen(&[], "fn main() {}"), Answer::Passed);
}

#[test]
fn findings_and_reasons_are_told() {
    let failed = json!({"verdict": "failed", "findings": [{"kind": "null", "message": "m"}]});
    assert_eq!(answer(&failed, "a.rs", ERROR), (Answer::Found, "null: m".to_owned()));
    let open = json!({"verdict": "incomplete", "incomplete_because": [{"reason": "threads"}]});
    assert_eq!(answer(&open, "a.rs", ERROR), (Answer::Incomplete, "threads".to_owned()));
}

#[test]
fn a_file_may_ask_for_an_edition() {
    assert_eq!(edition("//@edition:2018\nfn main() {}"), "2018");
    assert_eq!(edition("fn main() {}"), "2021");
}

#[test]
fn an_option_that_is_not_known_is_refused() {
    let refused = parse(&["--quick".to_owned()]).unwrap_err();
    assert!(refused.contains("--quick"), "{refused}");
}
