//! The report for people, word by word.

use crate::fixture::{assert_golden, failed, golden_folder, incomplete};
use effigy_report::sources::Sources;
use effigy_report::terminal::{Look, Saved, report};
use effigy_session::outcome::{FuzzFigures, Place, Replay, RunOutcome};

fn plain(outcome: &RunOutcome) -> String {
    let saved = Saved { folder: Some("effigy-out-0".to_owned()), problem: None };
    report(outcome, &saved, &mut Sources::new(golden_folder()), &Look::PLAIN)
}

#[test]
fn a_failed_run() {
    assert_golden("failed.txt", &plain(&failed()));
}

#[test]
fn an_incomplete_run() {
    assert_golden("incomplete.txt", &plain(&incomplete()));
}

#[test]
fn a_finding_that_replay_does_not_confirm_is_a_candidate() {
    let mut outcome = failed();
    outcome.findings[0].replay = Replay::Disagreed {
        expected: "assertion".to_owned(),
        observed: "exit 0".to_owned(),
        well: false,
    };
    let text = plain(&outcome);
    assert!(
        text.contains(
            "candidate: the native program disagrees: expected assertion, observed exit 0"
        ),
        "{text}"
    );
    assert!(text.contains("failed: 1 finding (0 confirmed)"), "{text}");
}

#[test]
fn a_finding_without_source_keeps_its_place() {
    let mut outcome = failed();
    outcome.findings[0].place = Place::line("missing.c", 3);
    assert!(plain(&outcome).contains("--> missing.c:3"), "{}", plain(&outcome));
    outcome.findings[0].place = Place::default();
    assert!(plain(&outcome).contains("error[assertion]: assertion `stock >= 0` failed"));
}

#[test]
fn a_condition_that_is_not_all_that_leads_to_a_finding_is_said_to_be_one_way() {
    let mut outcome = failed();
    let said = "(this is one way to it; others were merged with it)";
    assert!(!plain(&outcome).contains(said));
    outcome.findings[0].one_way = true;
    let text = plain(&outcome);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let last = outcome.findings[0].path_condition.last().unwrap();
    let at = lines.iter().position(|line| *line == said).unwrap();
    assert!(lines[at - 1].ends_with(&**last), "{text}");
}

#[test]
fn long_conditions_and_many_findings_are_cut() {
    let mut outcome = failed();
    outcome.findings[0].path_condition =
        (0..40).map(|i| format!("stdin[{i}] != 0").into()).collect();
    outcome.findings[0].path_condition[0] = format!("x == {}", "1 + ".repeat(500)).into();
    outcome.findings = vec![outcome.findings[0].clone(); 30];
    let text = plain(&outcome);
    assert!(text.contains("... and 28 (all of them are in the test's file)"));
    assert!(text.lines().all(|line| line.chars().count() < 200), "{text}");
    assert_eq!(text.matches("because").count(), 10);
    assert_eq!(text.matches("error[assertion]").count(), 30);
    // What can be read is shown, and what is shown has an end.
    assert!(!text.contains("x == 1"), "{text}");
    outcome.findings[0].path_condition.truncate(1);
    let text = plain(&outcome);
    assert!(text.contains("because  x == 1 + 1 +"), "{text}");
    assert!(text.contains("... (2005 characters)"), "{text}");
}

#[test]
fn colours_appear_only_when_asked_for() {
    assert!(!plain(&failed()).contains('\u{1b}'));
    let look = Look { colour: true, width: 100 };
    let text = report(&failed(), &Saved::default(), &mut Sources::new(golden_folder()), &look);
    assert!(text.contains("\u{1b}[1;31mfailed\u{1b}[0m"), "{text}");
}

#[test]
fn the_program_cannot_control_the_terminal() {
    let mut outcome = failed();
    outcome.findings[0].message = "\u{1b}[2J\u{7}gone".to_owned();
    outcome.findings[0].path_condition = vec!["\u{1b}]0;title\u{7}".into()];
    outcome.goals[0].name = "\u{1b}[1m".to_owned();
    assert!(!plain(&outcome).contains('\u{1b}'));
}

#[test]
fn a_broken_run_folder_is_said_and_what_was_found_is_still_shown() {
    let saved = Saved {
        folder: Some("out".to_owned()),
        problem: Some("cannot write out/tree.dot: full".to_owned()),
    };
    let text = report(&failed(), &saved, &mut Sources::new(golden_folder()), &Look::PLAIN);
    assert!(
        text.contains("the run folder is incomplete: cannot write out/tree.dot: full"),
        "{text}"
    );
    assert!(text.contains("error[assertion]"), "{text}");
}

#[test]
fn a_search_from_seeds_says_what_became_of_its_sides() {
    let mut outcome = failed();
    outcome.tests.truncate(1);
    outcome.fuzz = Some(FuzzFigures {
        seeds: 2,
        runs: 41,
        children: 39,
        fruitful: 7,
        generations: 1,
        expansions: 12,
        infeasible: 1,
        covered: 30,
        undecided: 2,
        diverged: 1,
        guesses: 4,
        good_guesses: 3,
        concretised: 4,
        chosen: 1,
        ..FuzzFigures::default()
    });
    let text = plain(&outcome);
    for line in [
        "failed: 1 finding (1 confirmed) in 41 runs from 2 seeds",
        "  made: 39 children, 7 with something new, in 1 generation from 12 path conditions",
        "  nothing new: 1 side infeasible, 30 covered, 2 undecided; 1 child diverged; 1 guess in vain",
        "  concretised: 5 values without a meaning, 1 of them chosen",
        "1 test is in effigy-out-0",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}\n{text}");
    }
    assert!(!text.contains("execution tree"), "{text}");
    let mut outcome = incomplete();
    outcome.fuzz = Some(FuzzFigures { seeds: 1, runs: 1, ..FuzzFigures::default() });
    let text = plain(&outcome);
    assert!(text.contains("incomplete: nothing fails in 1 run from 1 seed\n"), "{text}");
}
