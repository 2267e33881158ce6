//! Loops, against the definition of the language.

use super::support::{KINDS, Run, lines, results, written};
use std::fmt::Write;

/// The values of the variable of `DO J = from TO to BY by`, and its value behind the loop.
fn rounds(from: i64, to: i64, by: i64) -> (Vec<i64>, i64) {
    let (mut at, mut values) = (from, Vec::new());
    while if by >= 0 { at <= to } else { at >= to } {
        values.push(at);
        at += by;
    }
    (values, at)
}

#[test]
fn counts_are_those_of_the_language() {
    let (mut statements, mut expected) = (String::new(), Vec::new());
    for from in -2..3 {
        for to in -3..4 {
            for by in [-3, -2, -1, 1, 2, 3] {
                let (values, end) = rounds(from, to, by);
                let step = match by {
                    1 => String::new(),
                    _ => format!("BY {by}"),
                };
                // A constant step, and one whose sign shows only when the program runs.
                let _ = writeln!(
                    statements,
                    "DO J = {from} TO {to} {step}; WRITE (J); END; WRITE (J);
                     B = {by}; DO J = {from} BY B TO {to}; WRITE (J); END; WRITE (J);"
                );
                for _ in 0..2 {
                    expected.extend(values.iter().copied().chain([end]));
                }
            }
        }
    }
    let source = format!("T: PROC;\n{statements}END;");
    for integers in KINDS {
        assert_eq!(written(&source, integers), expected);
    }
    let leaves =
        Run::new("T: PROC (N); DO J = 1 TO N; IF J = 2 THEN J = N + 5; END; RETURN (J); END;");
    assert_eq!(
        results(&leaves.procedure("T")),
        ["N = N, RETURN = N + 6", "N = N, RETURN = 2", "N = N, RETURN = 1",]
    );
}

#[test]
fn bounds_and_steps_are_evaluated_once() {
    for (statements, expected) in [
        ("N = 3; DO J = 1 TO N; N = N - 1; WRITE (J); END;", vec![1, 2, 3]),
        ("N = 3; S = 1; DO J = 1 TO 7 BY S; S = S + 1; WRITE (J); END;", vec![1, 2, 3, 4, 5, 6, 7]),
        ("J = 4; DO J = J TO J + 2; WRITE (J); END;", vec![4, 5, 6]),
        ("N = 2; DO J = 1 TO N * N; CALL SET (N); WRITE (J); END; WRITE (N);", vec![1, 2, 3, 4, 0]),
        ("DCL B(2) INIT (2, 9); I = 1; DO J = 1 TO B(I); I = 2; WRITE (J); END;", vec![1, 2]),
        ("C = 0; DO J = 1 TO ONCE (C); WRITE (J); END; WRITE (C);", vec![1, 2, 1]),
    ] {
        let source = format!(
            "T: PROC;\n{statements}\nEND;\nSET: PROC (P); P = 0; END;\nONCE: PROC (P); P = P + 1; RETURN (2); END;"
        );
        for integers in KINDS {
            assert_eq!(written(&source, integers), expected, "{statements}");
        }
    }
    // The bound is the variable that a parameter of another name changes.
    let aliased = "T: PROC; N = 3; CALL F (N, N); WRITE (N); END; F: PROC (P, Q); DO J = 1 TO P; Q = Q - 1; END; END;";
    for integers in KINDS {
        assert_eq!(written(aliased, integers), [0]);
    }
}

#[test]
fn a_loop_without_an_end_of_its_own() {
    for (statements, expected) in [
        ("DO J = 5; WRITE (J); END; WRITE (J);", vec![5, 5]),
        ("DO J = 5 WHILE (J > 5); WRITE (J); END; WRITE (J);", vec![5]),
        ("DO J = 5 UNTIL (J < 5); WRITE (J); END; WRITE (J);", vec![5, 5]),
        ("DO J = 1 BY 2; IF J > 5 THEN GO TO L; WRITE (J); END; L: WRITE (J);", vec![1, 3, 5, 7]),
        ("DO J = 1 BY -1 UNTIL (J < 0); WRITE (J); END; WRITE (J);", vec![1, 0, -1, -1]),
    ] {
        let source = format!("T: PROC;\n{statements}\nEND;");
        for integers in KINDS {
            assert_eq!(written(&source, integers), expected, "{statements}");
        }
    }
    let endless = Run::new("T: PROC; DO J = 1 TO 2 BY 0; END; END;").within(50).procedure("T");
    assert_eq!(lines(&endless), ["max-steps: true: "]);
}

#[test]
fn tests_come_before_and_behind_a_round() {
    for (statements, expected) in [
        ("J = 0; DO WHILE (J < 2); J = J + 1; WRITE (J); END;", vec![1, 2]),
        ("J = 5; DO WHILE (J < 2); WRITE (J); END; WRITE (0);", vec![0]),
        ("J = 5; DO UNTIL (J > 2); J = J + 1; WRITE (J); END;", vec![6]),
        ("J = 0; DO WHILE (J < 9) UNTIL (J = 3); J = J + 1; WRITE (J); END;", vec![1, 2, 3]),
        ("J = 0; DO UNTIL (J = 3) WHILE (J < 2); J = J + 1; WRITE (J); END;", vec![1, 2]),
        ("DO J = 1 TO 9 WHILE (J < 3); WRITE (J); END; WRITE (J);", vec![1, 2, 3]),
        // UNTIL is tested before the step.
        ("DO J = 1 TO 9 UNTIL (J = 3); WRITE (J); END; WRITE (J);", vec![1, 2, 3, 3]),
    ] {
        let source = format!("T: PROC;\n{statements}\nEND;");
        for integers in KINDS {
            assert_eq!(written(&source, integers), expected, "{statements}");
        }
    }
}
