use super::answer::{Cause, Run, judge};
use super::expect::{Note, Seen, expectation};
use super::setup::{Extent, setup};
use super::table;
use super::*;

fn seen(line: u32, id: &str) -> Seen {
    Seen { id: id.to_owned(), line, unknown: false }
}

#[test]
fn an_annotation_is_about_the_next_line_that_is_no_comment() {
    let text = "field f: Int\n//:: ExpectedOutput(assert.failed:assertion.false)\n// words\n  assert false\n\
                //:: ExpectedOutput(parser.error)\n\nx";
    let expectation = expectation(text);
    let notes: Vec<(u32, bool)> =
        expectation.notes.iter().map(|(l, n)| (*l, matches!(n, Note::Expected(_)))).collect();
    assert_eq!(notes, [(4, true), (6, true)]);
    assert!(expectation.refused());
    assert!(!super::expectation("//:: ExpectedOutput(assert.failed)\nx").refused());
}

#[test]
fn a_reason_that_is_not_named_may_be_any() {
    let one = expectation("//:: ExpectedOutput(assert.failed)\nassert false");
    assert_eq!(one.compare(&[seen(2, "assert.failed:assertion.false")]).missing, []);
    let other = expectation("//:: ExpectedOutput(assert.failed:assertion.false)\nassert false");
    let difference = other.compare(&[seen(2, "assert.failed:insufficient.permission")]);
    assert_eq!((difference.missing.len(), difference.unexpected.len()), (1, 1));
    let elsewhere = other.compare(&[seen(3, "assert.failed:assertion.false")]);
    assert_eq!((elsewhere.missing.len(), elsewhere.unexpected.len()), (1, 1));
}

#[test]
fn two_errors_on_a_line_are_two() {
    let text = "//:: ExpectedOutput(a:b)\n//:: ExpectedOutput(a)\nassert false";
    let both = expectation(text);
    assert_eq!(both.compare(&[seen(3, "a:b"), seen(3, "a:c")]).missing, []);
    assert_eq!(both.compare(&[seen(3, "a:b")]).missing.len(), 1);
}

#[test]
fn known_issues_of_tools_like_ours_are_allowed() {
    let spurious = expectation("//:: UnexpectedOutput(a:b, /Silicon/issue/1/)\nx");
    assert_eq!(spurious.compare(&[]), Default::default());
    let difference = spurious.compare(&[seen(2, "a:b")]);
    assert!(difference.known_issue && difference.unexpected.is_empty());
    let text = "//:: ExpectedOutput(a:b)\n//:: MissingOutput(a:b, /silver/issue/1/)\nx";
    assert_eq!(expectation(text).compare(&[]).missing, []);
    assert_eq!(expectation(text).compare(&[seen(3, "a:b")]), Default::default());
    // Another tool's issues are not ours.
    let others = expectation(
        "//:: ExpectedOutput(a)\n//:: MissingOutput(a, /carbon/issue/1/)\n//:: UnexpectedOutput(b, /carbon/issue/1/)\nx",
    );
    let difference = others.compare(&[seen(4, "b")]);
    assert_eq!((difference.missing.len(), difference.unexpected.len()), (1, 1));
}

#[test]
fn files_are_left_out_and_lines_opened_by_name() {
    assert!(expectation("//:: IgnoreFile(/Silicon/issue/22/)\nx").ignored);
    assert!(!expectation("//:: IgnoreFile(/carbon/issue/22/)\nx").ignored);
    assert_eq!(expectation("//:: ExpectedOutptu(a)\nx").unreadable, [1]);
    let others = expectation("//:: IgnoreOthers\nx\ny");
    assert_eq!(others.compare(&[seen(2, "a:b")]).unexpected, []);
    assert_eq!(others.compare(&[seen(3, "a:b")]).unexpected.len(), 1);
}

fn judged(text: &str, stdout: &str, status: i32) -> Verdict {
    let run = Run { stdout: stdout.to_owned(), stderr: "one\ntwo\n".to_owned(), status };
    judge(&expectation(text), Extent::Proof, &run)
}

#[test]
fn each_file_has_one_cause() {
    let expects = "//:: ExpectedOutput(a:b)\nassert false";
    let cause = |text, stdout, status| judged(text, stdout, status).cause;
    let reports = r#"{"obligations": [{"status": "refuted", "error": "a:b", "line": 2}]}"#;
    assert_eq!(cause(expects, reports, 1), Cause::Agrees);
    assert_eq!(cause("x", reports, 1), Cause::Unexpected);
    let nothing = r#"{"obligations": [{"status": "proved", "error": "", "line": 2}]}"#;
    assert_eq!(cause(expects, nothing, 0), Cause::Missing);
    assert_eq!(cause("x", nothing, 0), Cause::Agrees);
    assert_eq!(cause("x", nothing, 124), Cause::Timeout);
    assert_eq!(cause("x", "", 101), Cause::Crash("status 101: two".to_owned()));
    let refuses = r#"{"errors": [{"id": "parser.error", "line": 1, "message": "no"}]}"#;
    assert_eq!(cause("x", refuses, 2), Cause::Refused);
    assert_eq!(cause("//:: ExpectedOutput(parser.error)\nx", refuses, 2), Cause::Missing);
    let cut = r#"{"incomplete_because": [{"reason": "the budget --max-time was used up"}]}"#;
    assert_eq!(cause("x", cut, 3), Cause::Timeout);
}

#[test]
fn a_member_without_an_answer_is_no_agreement() {
    let silent = r#"{"members": [{"status": "unknown", "failures": 0, "line": 1}]}"#;
    let verdict = judged("x", silent, 3);
    assert_eq!(
        (verdict.cause.name(), verdict.details().as_str()),
        ("unexpected", "unknown 1:no.answer")
    );
}

#[test]
fn an_error_that_is_missing_behind_another_one_is_not_unsound() {
    let answer = |status: &str| {
        format!(
            r#"{{"members": [{{"status": "{status}", "failures": 1, "line": 1}},
                             {{"status": "proved", "failures": 0, "line": 5}}],
                 "obligations": [{{"status": "refuted", "error": "c:d", "line": 2}}]}}"#
        )
    };
    let text = "method m() {\nx\n//:: ExpectedOutput(a:b)\nassert false\nmethod n() {";
    let behind = judged(text, &answer("refuted"), 1);
    assert_eq!(behind.details(), "behind 4:a:b, unexpected 2:c:d");
    assert_eq!(behind.cause, Cause::Unexpected);
    assert_eq!(judged(text, &answer("proved"), 1).cause, Cause::Missing);
}

#[test]
fn an_error_that_was_not_decided_is_named() {
    let open = r#"{"obligations": [{"status": "unknown", "error": "a:b", "line": 1}]}"#;
    assert_eq!(judged("x", open, 3).details(), "unknown 1:a:b");
    assert!(
        judged("//:: ExpectedOutput(a:b)\nx", open.replace('1', "2").as_str(), 3)
            .difference
            .undecided
    );
}

#[test]
fn two_runs_are_compared_by_file() {
    let outcome = |path: &str, stdout: &str| Outcome {
        path: path.to_owned(),
        verdict: judged("x", stdout, 0),
        cpu: 1.0,
        wall: 1.0,
    };
    let before = table::cases(&[outcome("a.vpr", "{}"), outcome("b.vpr", "{}")]).tsv();
    let now = [outcome("a.vpr", "{}"), outcome("b.vpr", "nothing")];
    let changes = table::changes(&before, &now);
    assert_eq!(
        changes,
        "\nchanges\n\n| was | is | file | details |\n|---|---|---|---|\n| agrees | crash | b.vpr | status 0: two |\n"
    );
}

#[test]
fn folders_are_run_as_the_suite_runs_them() {
    assert_eq!(setup("smoke/if.vpr").arguments, ["--smoke"]);
    assert_eq!(setup("oldpermsemantics/issues/a.vpr").arguments, ["--exact-amounts"]);
    assert!(setup("import/standard_import_tests/a.vpr").only_imported);
    let plain = setup("all/import/standard_import/basic.vpr");
    assert_eq!(
        (plain.arguments.len(), plain.extent, plain.only_imported),
        (0, Extent::Proof, false)
    );
}

#[test]
fn of_a_folder_that_is_only_parsed_the_syntax_counts() {
    let judged = |stdout: &str| {
        let run = Run { stdout: stdout.to_owned(), stderr: String::new(), status: 2 };
        judge(&expectation("x"), setup("reformatter/a.vpr").extent, &run).cause
    };
    let error =
        |id: &str| format!(r#"{{"errors": [{{"id": "{id}", "line": 1, "message": "no"}}]}}"#);
    assert_eq!(judged(&error("typechecker.error")), Cause::Agrees);
    assert_eq!(judged(&error("parser.error")), Cause::Refused);
    assert_eq!(judged("nothing"), Cause::Crash("status 2: no answer".to_owned()));
}

#[test]
fn an_expected_counterexample_is_an_expected_error() {
    let one = expectation("//:: ExpectedCounterexample(a:b, (x == 1, y == 2))\nassert false");
    assert_eq!(one.compare(&[seen(2, "a:b")]), Default::default());
    assert_eq!(one.compare(&[]).missing.len(), 1);
}

#[test]
fn a_warning_counts_where_it_is_expected() {
    let stdout = r#"{"warnings": [{"id": "parser.warning", "line": 2, "message": "odd"}]}"#;
    assert_eq!(judged("//:: ExpectedOutput(parser.warning)\nx", stdout, 0).cause, Cause::Agrees);
    assert_eq!(judged("//:: ExpectedOutput(parser.warning)\nx", "{}", 0).cause, Cause::Missing);
    assert_eq!(judged("x\ny", stdout, 0).cause, Cause::Agrees);
}
