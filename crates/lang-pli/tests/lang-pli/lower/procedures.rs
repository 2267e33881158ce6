//! Procedures: what is passed, what comes back.

use super::support::{KINDS, Run, lines, written};

/// Writes what two changes of its parameters do to a variable, an element and a third variable.
const CHANGE: &str = "CHANGE: PROC (P, Q); P = P + 1; Q = Q * 10; P = P + Q; END;";

#[test]
fn arguments_are_passed_by_reference() {
    let cases: [(&str, &[i64]); 4] = [
        ("V = 1; W = 2; CALL CHANGE (V, W); WRITE (V, W);", &[22, 20]),
        ("V = 1; CALL CHANGE (V, V); WRITE (V);", &[40]),
        (
            "DCL B(3) INIT (1, 2, 3); CALL CHANGE (B(1), B(3)); WRITE (B(1), B(2), B(3));",
            &[32, 2, 30],
        ),
        // The subscript is that of the call, whatever the procedure does to I.
        (
            "DCL B(3) INIT (1, 2, 3); I = 2; CALL CHANGE (I, B(I)); WRITE (I, B(1), B(2), B(3));",
            &[23, 1, 20, 3],
        ),
    ];
    for (statements, expected) in cases {
        let source = format!("T: PROC; {statements} END;\n{CHANGE}");
        for integers in KINDS {
            assert_eq!(written(&source, integers), expected, "{statements}");
        }
    }
}

#[test]
fn values_are_passed_in_temporaries() {
    let source = format!(
        "T: PROC; DCL B(1) INIT (5); V = 1; W = 2; CALL CHANGE ((V), +W); CALL CHANGE (B(1) + 0, (B(1)));
         CALL CHANGE (3, W); WRITE (V, W, B(1)); END;\n{CHANGE}"
    );
    for integers in KINDS {
        assert_eq!(written(&source, integers), [1, 20, 5]);
    }
}

#[test]
fn arrays_are_passed_with_their_bounds() {
    let source = "T: PROC; DCL B(-1:1) INIT ((3)4); CALL OUTER (B); WRITE (B(-1), B(0), B(1)); END;
        OUTER: PROC (C); DCL C(*); CALL INNER (C, 0 - 1); CALL INNER (C, 1); END;
        INNER: PROC (D, I); DCL D(*); D(I) = D(I) + I; END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [3, 4, 5]);
        let beyond = source.replace("INNER (C, 1)", "INNER (C, 2)");
        let run = Run { source: &beyond, integers, budget: None };
        assert_eq!(
            lines(&run.procedure("T")),
            ["out-of-bounds (the subscript of D(I) is out of bounds) at 3: true: "]
        );
    }
    // The array that a run begins with has no bounds.
    let leaves = Run::new("T: PROC (A, I); DCL A(*); A(I) = 1; END;").procedure("T");
    assert_eq!(lines(&leaves), ["returned: true: I = I"]);
}

#[test]
fn a_procedure_returns_where_it_says_or_at_its_end() {
    let source = "T: PROC; DO I = 0 TO 3; CALL F (I); END; END;
        F: PROC (P); IF P = 1 THEN RETURN; DO; WRITE (P); IF P = 2 THEN RETURN; END; WRITE (9); END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [0, 9, 2, 3, 9]);
    }
}

#[test]
fn functions_give_values() {
    let source = "T: PROC; V = 5; WRITE (F (V) - F ((V)), V); CALL F (V); WRITE (V, F (F (1)));
            DCL B(9) INIT ((9)7); B(F (1)) = 8; WRITE (B(2)); IF F (1) = 2 & F (2) = 3 THEN WRITE (1); END;
        F: PROC (P); P = P + 1; RETURN (P); END;";
    for integers in KINDS {
        // From left to right: the first F changes V before the second one reads it.
        assert_eq!(written(source, integers), [-1, 6, 7, 3, 8, 1]);
    }
}

#[test]
fn procedures_call_themselves() {
    let source = "T: PROC; WRITE (FIB (12), ACK (2, 3)); CALL HANOI (5, C); WRITE (C); END;
        FIB: PROC (N) RECURSIVE; IF N < 2 THEN RETURN (N); RETURN (FIB (N - 1) + FIB (N - 2)); END;
        ACK: PROC (M, N);
            IF M = 0 THEN RETURN (N + 1);
            IF N = 0 THEN RETURN (ACK (M - 1, 1));
            RETURN (ACK (M - 1, ACK (M, N - 1)));
        END;
        HANOI: PROC (N, MOVES); L = 0; R = 0;
            IF N > 1 THEN DO; CALL HANOI (N - 1, L); CALL HANOI (N - 1, R); END;
            MOVES = L + 1 + R;
        END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [144, 9, 31]);
    }
}
