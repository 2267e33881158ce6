//! The progress line.

use effigy_report::progress_line::{ProgressLine, line};
use effigy_session::outcome::{PathCounts, Place};
use effigy_session::progress::{Forking, Phase, Progress, SlowQuery};
use std::time::Duration;

fn snapshot(milliseconds: u64) -> Progress {
    Progress {
        phase: Phase::Exploring,
        elapsed: Duration::from_millis(milliseconds),
        left: Some(Duration::from_secs(48)),
        paths: PathCounts { completed: 339, failed: 1, dismissed: 5, ..PathCounts::default() },
        native_runs: 0,
        pending: 25,
        findings: 1,
        lines: (81, 100),
        instructions: 5,
        solver_share: 0.427,
        slow_query: Some(SlowQuery { time: Duration::from_secs(5), place: Place::line("a.c", 12) }),
        forking: None,
        replayed: (3, 9),
    }
}

#[test]
fn the_line_tells_how_it_is_going() {
    let expected = "exploring 12 s: 340 paths (+25 waiting), 1 finding, 81 % of lines, solver 43 %, 48 s left, \
                    query of a.c:12 runs for 5 s";
    assert_eq!(line(&snapshot(12_300)), expected);
    let replaying = Progress { phase: Phase::Replaying, ..snapshot(12_300) };
    assert_eq!(line(&replaying), "replaying test 3 of 9, 12 s");
    let fuzzing = Progress { phase: Phase::Fuzzing, ..snapshot(12_300) };
    let expected = "fuzzing 12 s: 345 runs (+25 inputs waiting), 1 finding, 48 s left";
    assert_eq!(line(&fuzzing), expected);
    let following = Progress { phase: Phase::Following, ..snapshot(12_300) };
    let expected = "following 12 s: 81 of 100 steps passed, 340 paths (+25 waiting), 48 s left";
    assert_eq!(line(&following), expected);
    let input = Progress { lines: (0, 0), ..following };
    assert_eq!(line(&input), "following 12 s, 48 s left");
}

#[test]
fn a_loop_that_keeps_forking_is_named_after_a_while() {
    let forks = |forks, milliseconds| {
        let forking = Some(Forking { forks, place: Place::line("a.c", 7) });
        line(&Progress { forking, ..snapshot(milliseconds) })
    };
    assert!(forks(1_000, 12_300).ends_with("the loop at a.c:7 keeps forking"));
    assert!(!forks(999, 12_300).contains("loop"));
    assert!(!forks(1_000, 4_900).contains("loop"));
}

#[test]
fn a_pipe_gets_a_line_each_ten_seconds() {
    let mut out = Vec::new();
    let mut progress = ProgressLine::new(&mut out, false, 0);
    for tenth in 0..350 {
        progress.update(&snapshot(tenth * 100));
    }
    progress.clear();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn a_terminal_gets_one_line_that_fits_and_goes_away() {
    let mut out = Vec::new();
    let mut progress = ProgressLine::new(&mut out, true, 40);
    progress.update(&snapshot(150));
    progress.update(&snapshot(160));
    progress.note("remark");
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.matches("exploring").count(), 1, "{text:?}");
    assert!(text.ends_with("\r\u{1b}[Kremark\n"), "{text:?}");
    assert!(text.split("\u{1b}[K").all(|part| part.chars().count() < 41), "{text:?}");
}
