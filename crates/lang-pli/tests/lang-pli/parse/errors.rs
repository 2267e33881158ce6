//! What is said of broken structure, and how reading goes on behind it.

use super::{around, errors};
use effigy_lang_pli::{MAX_ERRORS, parse};

#[test]
fn several_errors_are_told_in_one_run() {
    let text = "X = ;\nIF X > THEN Y = 1; ELSE Y = ;\nDO WHILE X > 0;\nX = X - ;\nEND;\nGO L;\nX = (1;\nX = Y Z;\nX = Q;";
    assert_eq!(
        errors(&around(text)),
        [
            "2:5: expected an operand, found `;`",
            "3:13: expected an operator or THEN, found `Y`",
            "3:29: expected an operand, found `;`",
            "4:10: expected `(`, found `X`",
            "5:9: expected an operand, found `;`",
            "7:4: expected TO, found `L`",
            "8:7: expected an operator or `)`, found `;`",
            "9:7: expected `;`, found `Z`",
            "10:5: `Q` never gets a value: it is not declared, assigned, read, or a parameter",
        ]
    );
}

#[test]
fn a_missing_semicolon_costs_no_statement() {
    assert_eq!(
        errors(&around("X = 1\nY = Q;\nIF X > 0 THEN\nX = 2\nEND;")),
        [
            "2:6: expected `;`, found `Y`",
            "3:5: `Q` never gets a value: it is not declared, assigned, read, or a parameter",
            "5:6: expected `;`, found `END`",
            "7:1: END without a DO or PROCEDURE",
        ]
    );
}

#[test]
fn a_broken_condition_does_not_lose_the_group_behind_it() {
    assert_eq!(
        errors(&around(
            "IF X > (THEN DO;\nX = ;\nEND;\nIF ) X THEN DO; END; ELSE DO; END;\nIF X > 0 DO; X = 1; END;"
        )),
        [
            "2:14: expected an operator or `)`, found `DO`",
            "3:5: expected an operand, found `;`",
            "5:4: expected an operand, found `)`",
            "6:10: expected an operator or THEN, found `DO`",
            "7:1: END without a DO or PROCEDURE",
        ]
    );
}

#[test]
fn a_missing_end_is_told_at_its_opening() {
    assert_eq!(errors("P: PROC;\nX = 1;\n"), ["1:1: this PROCEDURE has no END"]);
    assert_eq!(
        errors("P: PROC;\nX = 1;\nDO;\n"),
        ["1:1: this PROCEDURE has no END", "3:1: this DO has no END"]
    );
    assert_eq!(errors("P: PROC;\nX = 1;\nQ: PROC;\nEND;"), ["1:1: this PROCEDURE has no END"]);
    assert_eq!(
        errors("P: PROC;\nL: DO;\nM: DO;\nEND L;\nEND P;"),
        ["4:5: END L does not close the innermost open group, which is M"]
    );
    assert_eq!(
        errors("P: PROC;\nDO;\nEND Q;\nEND P;"),
        ["3:5: END Q does not close the innermost open group"]
    );
}

#[test]
fn what_stands_outside_of_procedures_is_told_once() {
    assert_eq!(
        errors("X = 1;\nY = 2;\nP: PROC; END;\nEND;\nPROC; END;\nQ: R: PROC; END;"),
        [
            "1:1: this is outside of a procedure: a file consists of `NAME: PROCEDURE; ... END;`",
            "4:1: END without a DO or PROCEDURE",
            "5:1: a procedure has a name in front of it: `NAME: PROCEDURE`",
            "6:4: a procedure has one name",
        ]
    );
    let (_, errors) = parse("empty.pli", b" /* nothing */ ");
    assert_eq!(
        errors[0].to_string(),
        "error: the file has no procedure: write `NAME: PROCEDURE; ... END;`\n --> empty.pli:1:16\n  |  /* nothing */"
    );
}

#[test]
fn nothing_is_said_of_names_whose_declaration_is_broken() {
    assert_eq!(
        errors(&around(
            "DCL FIRST, SECOND(, THIRD(9);\nX = FIRST + SECOND(1) + THIRD(2);\nGO TO BAD;\nBAD: X = ;"
        )),
        ["2:19: expected an operand, found `,`", "5:10: expected an operand, found `;`"]
    );
}

#[test]
fn a_near_word_is_proposed() {
    assert_eq!(
        errors(&around(
            "RETRUN (X);\nASERT (X > 0);\nFOO X;\nDCL V INTEGR;\nL1: GO TO LOOPS;\nLOOP: ;"
        )),
        [
            "2:1: `RETRUN` begins no statement; did you mean `RETURN`?",
            "3:1: `ASERT` begins no statement; did you mean `ASSERT`?",
            "4:1: `FOO` begins no statement",
            "5:7: `INTEGR` is no attribute of this language, in which every variable is an integer; did you mean `INTEGER`?",
            "6:11: no statement has the label `LOOPS`; did you mean `LOOP`?",
        ]
    );
}

#[test]
fn an_error_shows_its_line() {
    let (_, errors) = parse("a.pli", "P: PROC (X);\n  X ← X ? 1;\nEND;".as_bytes());
    let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "error: `?` has no meaning in this language\n --> a.pli:2:11\n  |   X ← X ? 1;\n  |         ^"
        ]
    );
}

#[test]
fn no_more_errors_than_a_person_reads_are_told() {
    let text = around(&"X = ;\n".repeat(MAX_ERRORS + 9));
    let all = errors(&text);
    assert_eq!(all.len(), MAX_ERRORS + 1);
    assert_eq!(all.last().map(String::as_str), Some("0:0: 9 more errors are not shown"));
}
