use super::*;

fn point(n: u64, effigy: Option<&Answer>) -> Value {
    let effigy = effigy.map(data);
    json!({ "family": "cells", "n": n, "target": 0.1, "effigy": effigy, "silicon": null })
}

#[test]
fn each_size_has_as_many_cells_and_ifs() {
    let [cells, ifs] = FAMILIES else { panic!("two families") };
    let text = (cells.program)(3);
    assert_eq!(text.matches("new(value)").count(), 3);
    assert!(text.contains("set(c3, 3)") && text.ends_with("assert get(c1) == 1\n}\n"));
    let text = (ifs.program)(4);
    assert_eq!(text.matches("if (b").count(), 4);
    assert!(text.contains("b3: Bool)") && text.contains("r <= 4"));
}

#[test]
fn the_page_says_what_was_measured() {
    let cost = Cost { cpu: 0.25, wall: 0.5 };
    let points = [
        point(2, Some(&Answer::Proved(cost))),
        point(4, Some(&Answer::OutOfTime(Cost { cpu: 100.0, wall: 120.0 }))),
        point(6, None),
        point(8, Some(&Answer::Other(cost, "failed".to_owned(), [3].into()))),
    ];
    let page = page(&points, &[], false);
    assert!(page.contains("was given by"));
    assert!(page.contains("| 2 | 0.250 | 0.500 | 0.1 | - | - |"));
    assert!(page.contains("| 4 | > 100 | > 120 | 0.1 | - | - |"));
    assert!(page.contains("| 6 | - | - | 0.1 | - | - |"));
    assert!(page.contains("| 8 | 0.250 (not proved) |"));
    assert!(figure(&points).is_ok_and(|svg| svg.contains("effigy") && !svg.contains("silicon")));
}

#[test]
fn a_target_that_is_missed_is_marked() {
    let slow = Answer::Proved(Cost { cpu: 0.1, wall: 0.2 });
    assert!(table_row("x", Some(&slow), Some(0.1), None).contains("0.1 (missed)"));
    assert!(!table_row("x", Some(&slow), Some(0.3), None).contains("missed"));
}

#[test]
fn errors_are_compared_by_their_lines() {
    let ours = "error[assert.failed:assertion.false]: this does not hold\n   --> a/b.vpr:12:3\n  path  line 3\n\n\
        warning[fold.failed:assertion.false]: x\n  --> a/b.vpr:40:10\n\
        warning[typechecker.warning]: x\n  --> a/b.vpr:41:10\n";
    let theirs = "Type checker warning: x. (b.vpr@5.1--5.2)\nSilicon found 2 errors in 3.1s:\n  [0] Assert might fail. (b.vpr@12.10--12.15)\n  \
        [1] Folding P(x) might fail. Assertion f(y) might not hold. (b.vpr@40.3--40.9)\n";
    assert_eq!(suite::lines_of_effigy(ours), [12, 40].into());
    assert_eq!(suite::lines_of_silicon(theirs), [12, 40].into());
}

#[test]
fn a_summary_counts_verdicts_and_ratios() {
    let row = |agrees: Option<bool>, wall: f64| {
        json!({
            "agrees": agrees,
            "effigy": { "cpu_seconds": 1.0, "wall_seconds": 1.0 },
            "silicon": { "cpu_seconds": 5.0, "wall_seconds": wall },
        })
    };
    let text = suite::summary(&[row(Some(true), 8.0), row(Some(false), 12.0), row(None, 20.0)]);
    assert!(text.starts_with("3 programs: 1 agree, 1 differ, 1 without"), "{text}");
    assert!(text.contains("median: 12 (least 8.0, at least 10 for 2)"), "{text}");
}

#[test]
fn what_is_kept_of_an_answer_has_no_path() {
    let printed =
        "method m: unknown\nincomplete: of 1 member 0 proved\n  not proved: x  at /a/b.vpr:3:1\n";
    assert_eq!(said_by_effigy(printed), "incomplete: of 1 member 0 proved");
}
