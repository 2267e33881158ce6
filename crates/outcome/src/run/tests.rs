//! The verdict follows from the counts alone, and no reason goes unsaid.

use crate::summary::{hex, unhex};
use crate::{
    Concretisation, Coverage, Ending, FileCoverage, FunctionCoverage, IncompleteReason, PathCounts,
    RunOutcome, UnsupportedFeature, Verdict,
};

fn completed(count: u64) -> RunOutcome {
    RunOutcome {
        paths: PathCounts { completed: count, ..PathCounts::default() },
        ..RunOutcome::default()
    }
}

#[test]
fn a_run_of_completed_paths_passes() {
    let outcome = completed(3);
    assert_eq!(outcome.verdict(), Verdict::Passed);
    assert!(outcome.exhaustive());
    assert!(outcome.reasons().is_empty());
}

#[test]
fn each_kind_of_missing_path_makes_the_run_incomplete_and_is_said() {
    let missing: [fn(&mut PathCounts, u64); 3] =
        [|p, n| p.cut = n, |p, n| p.unsupported = n, |p, n| p.unknown = n];
    for (change, count) in missing.into_iter().flat_map(|change| [(change, 1), (change, 2)]) {
        let mut outcome = completed(3);
        change(&mut outcome.paths, count);
        assert_eq!(outcome.verdict(), Verdict::Incomplete);
        let reasons = outcome.reasons();
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        assert_eq!(reasons.first().map(|r| r.count), Some(count));
    }
}

#[test]
fn a_failing_path_outweighs_missing_paths() {
    let mut outcome = completed(3);
    outcome.paths.cut = 1;
    outcome.paths.failed = 1;
    assert_eq!(outcome.verdict(), Verdict::Failed);
    assert!(!outcome.exhaustive());
}

#[test]
fn a_value_made_concrete_makes_the_run_incomplete() {
    let mut outcome = completed(3);
    outcome.concretisations.push(Concretisation {
        what: "size".to_owned(),
        count: 1,
        ..Concretisation::default()
    });
    assert_eq!(outcome.verdict(), Verdict::Incomplete);
    assert_eq!(outcome.reasons().len(), 1);
}

#[test]
fn a_run_without_any_path_does_not_pass() {
    let mut outcome = completed(0);
    outcome.paths.dismissed = 4;
    assert_eq!(outcome.verdict(), Verdict::Incomplete);
    assert_eq!(outcome.reasons().len(), 1);
}

#[test]
fn named_reasons_are_not_repeated() {
    let mut outcome = completed(3);
    outcome.paths.unsupported = 2;
    outcome.paths.cut = 1;
    outcome.unsupported.push(UnsupportedFeature {
        name: "fork".to_owned(),
        count: 2,
        ..UnsupportedFeature::default()
    });
    outcome.incomplete_because.push(IncompleteReason {
        reason: "time budget".to_owned(),
        count: 1,
        place: String::new(),
    });
    assert_eq!(outcome.reasons().len(), 2);
}

#[test]
fn counting_puts_each_ending_into_one_number() {
    let mut counts = PathCounts::default();
    counts.count(&Ending::Completed { status: 0 });
    counts.count(&Ending::Cut { reason: String::new() });
    counts.count(&Ending::Dismissed);
    assert_eq!(counts, PathCounts { completed: 1, cut: 1, dismissed: 1, ..PathCounts::default() });
    assert_eq!(counts.total(), 2);
}

#[test]
fn bytes_survive_their_text() {
    let bytes: Vec<u8> = (0..=255).collect();
    assert_eq!(unhex(&hex(&bytes)), Some(bytes));
    assert_eq!(unhex("abc"), None);
    assert_eq!(unhex("zz"), None);
}

#[test]
fn what_ran_in_one_run_or_in_another_ran() {
    let function =
        |name: &str, line, entered| FunctionCoverage { name: name.into(), line, entered };
    let of = |lines: &[(u32, u64)], branches: &[(u32, u32, bool)], entered| {
        let functions = vec![function("f", 1, entered), function("g", 9, false)];
        let (lines, branches) = (lines.to_vec(), branches.to_vec());
        let file = FileCoverage { file: "a.rs".to_owned(), lines, branches, functions };
        Coverage::of([(file.file.clone(), file)].into())
    };
    let mut all = Coverage::default();
    all.add(of(&[(1, 0), (2, 1)], &[(2, 0, true), (2, 1, false)], false));
    all.add(of(&[(1, 1), (2, 0), (3, 0)], &[(2, 0, false), (2, 1, false)], true));
    let expected = of(&[(1, 1), (2, 1), (3, 0)], &[(2, 0, true), (2, 1, false)], true);
    assert_eq!(all, expected);
    assert_eq!((all.lines, all.lines_total, all.branches, all.branches_total), (2, 3, 1, 2));
    let other =
        FileCoverage { file: "b.rs".to_owned(), lines: vec![(1, 1)], ..FileCoverage::default() };
    all.add(Coverage::of([(other.file.clone(), other)].into()));
    assert_eq!((all.lines, all.files.len()), (3, 2));
}
