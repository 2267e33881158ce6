use super::*;
use effigy_session::outcome::Place;
use effigy_session::prove::{MemberKind, StepOutcome};
use effigy_session::verify::Value;
use effigy_testkit::TempDir;
use std::time::Duration;

const TEXT: &str = "field f: Int\n\nmethod m(x: Ref, b: Bool)\n  requires acc(x.f)\n  ensures acc(x.f) && x.f > 0\n{\n  if (b) {\n    x.f := 1\n  }\n}\n";

fn portion(line: u32, part: &str) -> Portion {
    let text = TEXT.lines().nth(line as usize - 1).unwrap();
    let column = text.find(part).unwrap() as u32 + 1;
    Portion {
        place: Place { file: "cells.vpr".into(), line, column },
        end_line: line,
        end_column: column + part.len() as u32,
        text: part.to_owned(),
    }
}

fn failure() -> FailureOutcome {
    FailureOutcome {
        id: "postcondition.violated:assertion.false".to_owned(),
        status: ProofStatus::Refuted,
        place: portion(5, "acc(x.f) && x.f > 0"),
        conjunct: portion(5, "x.f > 0"),
        message: "The postcondition of m might not hold".to_owned(),
        chunks: vec!["x.f -> v1 # write".to_owned()],
        path: vec![StepOutcome { place: portion(7, "b"), taken: "false".to_owned() }],
        counterexample: vec![Value { name: "x.f".into(), text: "0".into(), datum: None }],
        ..FailureOutcome::default()
    }
}

fn member(failures: Vec<FailureOutcome>) -> MemberOutcome {
    MemberOutcome {
        kind: MemberKind::Method,
        name: "m".to_owned(),
        place: portion(3, "m"),
        status: failures.iter().map(|f| f.status).max().unwrap_or_default(),
        failures,
        reason: String::new(),
        time: Duration::ZERO,
        cached: false,
    }
}

fn shown(outcome: &ProveOutcome) -> String {
    let folder = TempDir::new();
    std::fs::write(folder.path().join("cells.vpr"), TEXT).unwrap();
    prove_report(outcome, &mut Sources::new(folder.path()), &Look::PLAIN)
}

fn outcome(members: Vec<MemberOutcome>) -> ProveOutcome {
    ProveOutcome {
        programs: vec!["cells.vpr".to_owned()],
        members,
        obligations: 4,
        queries: 1,
        ..ProveOutcome::default()
    }
}

#[test]
fn a_failure_shows_its_conjunct_the_heap_the_path_and_values() {
    let text = shown(&outcome(vec![member(vec![failure()])]));
    let expected = "\
error[postcondition.violated:assertion.false]: The postcondition of m might not hold
 --> cells.vpr:5:23
  |
3 | method m(x: Ref, b: Bool)
4 |   requires acc(x.f)
5 |   ensures acc(x.f) && x.f > 0
  |                       ^^^^^^^ might not hold
6 | {
7 |   if (b) {
  |
  held  x.f -> v1 # write
  path  line 7     b  false
  with  x.f = 0

method m: refuted, 1 failure  cells.vpr:3:1
failed: of 1 member 0 proved, 1 refuted, 0 unknown; 4 obligations, 1 query to the solver (";
    assert_eq!(text.get(..expected.len()), Some(expected), "{text}");
}

#[test]
fn what_is_not_decided_is_a_warning_with_its_reason() {
    let open = FailureOutcome {
        status: ProofStatus::Unknown,
        reason: "the solver took longer than 10 s".to_owned(),
        conjunct: Portion::default(),
        ..failure()
    };
    let text = shown(&outcome(vec![member(vec![open])]));
    assert!(text.starts_with("warning[postcondition.violated:assertion.false]"), "{text}");
    assert!(text.contains("  unknown: the solver took longer than 10 s\n"), "{text}");
    assert!(text.contains("^^^^^^^^^^^^^^^^^^^ not decided\n"), "{text}");
    assert!(text.contains("\nincomplete: of 1 member 0 proved, 0 refuted, 1 unknown;"), "{text}");
}

#[test]
fn members_of_earlier_runs_are_counted() {
    let cached = MemberOutcome { cached: true, ..member(Vec::new()) };
    let text = shown(&outcome(vec![cached, member(Vec::new())]));
    assert!(text.starts_with("passed: all of 2 members proved, 1 of them in an earlier run;"));
}

#[test]
fn a_wrong_text_is_shown_and_is_no_pass() {
    let error = TextError {
        id: "typechecker.error".to_owned(),
        place: portion(4, "acc(x.f)"),
        message: "there is no field `f`".to_owned(),
    };
    let text = shown(&ProveOutcome { errors: vec![error], ..outcome(Vec::new()) });
    assert!(text.starts_with("error[typechecker.error]: there is no field `f`\n"), "{text}");
    assert!(text.contains("^^^^^^^^\n") && text.contains("incomplete: "), "{text}");
    assert!(text.contains("refused: 1 error in the text"), "{text}");
}

#[test]
fn a_conjunct_far_away_has_lines_of_its_own() {
    let far = FailureOutcome { place: portion(10, "}"), ..failure() };
    let near = shown(&outcome(vec![member(vec![far.clone()])]));
    assert!(near.contains(" 5 |") && near.contains("10 | }"), "{near}");
    let gone = Portion { place: Place::line("elsewhere.vpr", 3), ..Portion::default() };
    let text = shown(&outcome(vec![member(vec![FailureOutcome { conjunct: gone, ..far }])]));
    assert!(text.contains("::: elsewhere.vpr:3"), "{text}");
}
