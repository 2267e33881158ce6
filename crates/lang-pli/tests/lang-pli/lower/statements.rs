//! Branches, jumps, input and output.

use super::support::{KINDS, Run, results, written};

#[test]
fn branches_take_the_side_of_their_condition() {
    let source = "T: PROC; DO X = 0 TO 3;
            IF X > 0 THEN IF X > 1 THEN IF X > 2 THEN WRITE (3); ELSE WRITE (2); ELSE; ELSE WRITE (0);
            IF X = 1 THEN DO; WRITE (10); WRITE (11); END; ELSE IF X = 2 THEN WRITE (12); END; END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [0, 10, 11, 2, 12, 3]);
    }
}

#[test]
fn jumps_leave_groups_and_go_back() {
    let source = "T: PROC; I = 0;
        AGAIN: K: I = I + 1;
        DO J = 1 TO 5; DO WHILE (J = J);
            IF J = I THEN GO TO OUT; IF J < I THEN GO TO NEXT; GOTO OUT;
        END; NEXT: END;
        OUT: WRITE (I, J); IF I < 3 THEN GO TO AGAIN; IF I < 4 THEN GO TO K;
        DO; GO TO LAST; WRITE (99); LAST: END; GO TO STOP; WRITE (98); STOP: END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [1, 1, 2, 2, 3, 3, 4, 4]);
    }
}

#[test]
fn reads_go_on_through_calls() {
    let source = "T: PROC; DCL B(2); READ (X); CALL F (B); GET LIST (B(1)); RETURN (X + B(1) * 10 + B(2) * 100);
        END; F: PROC (C); DCL C(*); READ (C(2)); END;";
    let leaves = Run::new(source).procedure("T");
    assert_eq!(results(&leaves), ["RETURN = READ(1) + 100*READ(2) + 10*READ(3)"]);
}

#[test]
fn writes_come_in_their_order() {
    let source = "T: PROC; WRITE (1, 2); CALL F (3); PUT LIST (4); WRITE (); END; F: PROC (P); WRITE (P); END;";
    for integers in KINDS {
        assert_eq!(written(source, integers), [1, 2, 3, 4]);
    }
}
