use super::case::{cases, with_libraries};
use super::class::{Answer, answer};
use super::{Miri, edition, no_answer};
use crate::suite::Suite;
use crate::suite::options::parse;
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
    let elsewhere = "//@[tree]error-in-other-file: /deallocation through .* is forbidden/";
    assert_eq!(seen(&[row], elsewhere), Answer::Named);
    assert_eq!(seen(&[], elsewhere), Answer::Missed);
    assert_eq!(seen(&[], "//~ ERROR: `read` when isolation is enabled"), Answer::Passed);
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
    let refused = parse(&Miri::TAKES, &["--quick".to_owned()]).unwrap_err();
    assert!(refused.contains("--quick"), "{refused}");
}

#[test]
fn a_transcript_says_which_functions_are_run_and_which_fail() {
    let folder = std::env::temp_dir().join(format!("effigy-miri-cases-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let transcript = "  $ soteria-rust exec a-b.rs
  note: a_b::fine: done in <time>
  error: a_b::broken: found issues in <time>
  bug: Null in a_b::broken
  note: other::fine: done in <time>
";
    std::fs::write(folder.join("run.t"), transcript).unwrap();
    std::fs::write(folder.join("a-b.rs"), "#[soteria::test]\nfn fine() {}\n").unwrap();
    let found = cases(&folder, &[]).unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    let short: Vec<_> =
        found.iter().map(|c| (c.entry.as_deref(), c.expected.as_ref().map(Vec::len))).collect();
    assert_eq!(short, [(Some("broken"), Some(1)), (Some("fine"), Some(0))]);
    assert!(with_libraries("#[soteria::test]\nfn fine() {}").starts_with("\nfn fine() {}\n"));
}

#[test]
fn a_limit_of_time_is_no_refusal() {
    assert_eq!(no_answer("error: rustc rejected the program:").0, Answer::Refused);
    assert_eq!(no_answer("error: the limit --max-time passed").0, Answer::Incomplete);
}
