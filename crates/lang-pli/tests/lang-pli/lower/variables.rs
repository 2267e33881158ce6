//! Variables: storage, bounds, initial values.

use super::support::{KINDS, Run, results, written};
use effigy_testkit::tool;

#[test]
fn arrays_have_lower_and_upper_bounds() {
    let source = "T: PROC; CALL F (-2, 2); CALL F (3, 3); CALL F (0, 6); END;
        F: PROC (L, U); DCL B(L:U), C(U + 5);
            DO I = L TO U; B(I) = I * I; END;
            DO I = 1 TO U + 5; C(I) = 1; END;
            S = 0; DO I = L TO U; S = S + B(I) * C(I - L + 1); END; WRITE (S); END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [10, 9, 91]);
    }
}

#[test]
fn automatic_variables_are_new_in_each_call() {
    let source = "T: PROC; DO I = 1 TO 3; CALL F (I); END; END;
        F: PROC (P); DCL V AUTOMATIC INIT (P * 10), B(2) INIT ((2)1); WRITE (V, B(2));
            V = 0; B(2) = 5; IF P > 2 THEN CALL F (P - 2); WRITE (B(2)); END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [10, 1, 5, 20, 1, 5, 30, 1, 10, 1, 5, 5]);
    }
}

#[test]
fn static_variables_keep_their_values() {
    let source = "T: PROC; DO I = 1 TO 3; WRITE (COUNT (I), G (0)); END; END;
        COUNT: PROC (N); DCL (C, D(0:2)) STATIC INIT (100), M INIT (N);
            C = C + M; D(0) = D(0) + 1; IF N > 2 THEN RETURN (COUNT (N - 1)); RETURN (C + D(0)); END;
        G: PROC (N); DCL C STATIC INITIAL (-1); C = C - 1; RETURN (C); END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [202, -2, 205, -3, 212, -4]);
    }
}

#[test]
fn initial_values_are_repeated() {
    let source = "T: PROC (); DCL B(0:120) INIT (1, (2)2, -3, (100)4, (17)0), S STATIC INIT (5);
        DCL C(20) STATIC INIT ((19)6, +7), V INIT (8); N = 0;
        DO I = 0 TO 120; N = N + B(I); END; WRITE (N, B(0), B(2), B(3), B(4), B(103), B(104), S);
        N = 0; DO I = 1 TO 20; N = N + C(I); END; WRITE (N, V); END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [402, 1, 2, -3, 4, 4, 0, 5, 121, 8]);
    }
}

#[test]
fn elements_at_symbols_are_distinguished() {
    if tool("z3").is_none() {
        return;
    }
    let source = "T: PROC (X, A); DCL A(*); A(X) = 1; A(2) = 5; IF A(X) = 5 THEN RETURN (1); RETURN (0); END;";
    let leaves = Run::new(source).procedure("T");
    assert_eq!(results(&leaves), ["X = X, RETURN = 1", "X = X, RETURN = 0"]);
    let at_two = Run::new(source).call("T (2, A)");
    assert_eq!(results(&at_two), ["RETURN = 1"]);
    let elsewhere = Run::new(source).call("T (3, A)");
    assert_eq!(results(&elsewhere), ["RETURN = 0"]);
}
