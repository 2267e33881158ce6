use super::expect::{Expectation, Verdict, said};
use super::table::report;
use super::{Kani, Outcome};
use crate::suite::Suite;
use crate::suite::options::parse;
use serde_json::json;

#[test]
fn a_file_says_what_it_expects_and_which_harnesses_are_run() {
    let of = |text: &str| Expectation::of(text).map(|e| (e.verdict, e.harnesses));
    assert_eq!(of("fn f() {}"), None);
    assert_eq!(of("#[kani::proof]\nfn f() {}"), Some((Verdict::Holds, vec![])));
    let failing = "// kani-verify-fail\n#[kani::proof]\nfn f() {}";
    assert_eq!(of(failing), Some((Verdict::Fails, vec![])));
    let chosen = "// kani-flags: -Z stubbing --harness f --harness=g\n#[kani::proof]\nfn f() {}";
    assert_eq!(of(chosen), Some((Verdict::Holds, vec!["f".to_owned(), "g".to_owned()])));
    let old =
        Expectation::of("// compile-flags: --edition 2018\n#[kani::proof]\nfn f() {}").unwrap();
    assert_eq!(old.edition.as_deref(), Some("2018"));
    let rejected = "// kani-check-fail\n#[kani::proof]\nfn f() {}";
    assert_eq!(of(rejected), Some((Verdict::Rejected, vec![])));
}

#[test]
fn a_report_says_what_decides_or_is_in_the_way() {
    let run = |triage: &str| json!({"triage": triage, "why": format!("{triage} why")});
    let failed = json!({"verdict": "failed", "harnesses": [run("held"), run("failed")]});
    assert_eq!(said(&failed), (Verdict::Fails, "failed: failed why".to_owned()));
    let open = json!({"verdict": "incomplete", "harnesses": [run("held"), run("unsupported")]});
    assert_eq!(said(&open), (Verdict::Open, "unsupported: unsupported why".to_owned()));
    let left = json!({"verdict": "incomplete", "harnesses": [], "left_out": [{"why": "no"}]});
    assert_eq!(said(&left), (Verdict::Open, "left out: no".to_owned()));
    assert_eq!(said(&json!({"verdict": "passed"})), (Verdict::Holds, String::new()));
}

#[test]
fn what_is_wrong_is_named_and_what_is_open_counted_by_its_cause() {
    let outcome = |path: &str, said, why: &str| Outcome {
        path: path.to_owned(),
        expected: Verdict::Holds,
        said,
        why: why.to_owned(),
        cpu: 1.0,
    };
    let text = report(&[
        outcome("a.rs", Verdict::Holds, ""),
        outcome("b.rs", Verdict::Fails, "failed: a"),
        outcome("c.rs", Verdict::Open, "unsupported: `x` is external"),
        outcome("d.rs", Verdict::Open, "unsupported: `y` is external"),
    ]);
    assert!(text.starts_with("1 of 4 files as expected, 4 s of CPU\n"), "{text}");
    assert!(text.contains("| 2 | unsupported: `..` is external |\n"), "{text}");
    assert!(text.contains("| b.rs | holds | fails | failed: a |\n"), "{text}");
}

#[test]
fn an_option_that_is_not_known_is_refused() {
    let refused = parse(&Kani::TAKES, &["--quick".to_owned()]).unwrap_err();
    assert!(refused.contains("--quick"), "{refused}");
}
