//! Statements, and words that are keywords only where the grammar wants one.

use super::{around, errors, listing, program};
use effigy_lang_pli::tree::StatementKind;

#[test]
fn every_statement_is_read_and_printed() {
    for text in [
        ";",
        "X = 1;",
        "A(X) = 1;",
        "DO;\nEND;",
        "DO WHILE (X > 0);\nEND;",
        "DO UNTIL (X > 0);\nEND;",
        "DO WHILE (X > 0) UNTIL (Y > 0);\nEND;",
        "DO J = 1;\nEND;",
        "DO J = 1 TO X BY Y WHILE (Z > 0) UNTIL (X = 1);\nEND;",
        "CALL P(X, A(1), X + 1, A);",
        "CALL P((X), (A(1)), -X, A);",
        "RETURN;",
        "READ (X, A(1));",
        "WRITE (X + 1, A(1));",
        "ASSUME (X > 0);",
        "PROVE (X > 0 & Y > 0);",
        "ASSERT (FORALL I IN 1..X: A(I) >= 0);",
        "L: X = 1;\nGO TO L;",
        "K: L: X = 1;\nGO TO K;",
        "IF X > 0 THEN\nX = 1;\nELSE\n;",
        "DO;\nGO TO NEXT;\nNEXT: END;",
    ] {
        let expected: Vec<&str> = text.lines().collect();
        assert_eq!(listing(text), expected);
    }
}

#[test]
fn other_spellings_mean_the_same() {
    for (other, usual) in [
        ("X ← 1;", "X = 1;"),
        ("L: GOTO L;", "L: GO TO L;"),
        ("GET LIST (X);", "READ (X);"),
        ("PUT LIST (X);", "WRITE (X);"),
        ("do j = 1 by 2 to 9; end;", "DO J = 1 TO 9 BY 2; END;"),
        ("L: DO; END L;", "L: DO; END;"),
        ("PROVE (X > 0) & (Y > 0);", "PROVE (X > 0 & Y > 0);"),
    ] {
        assert_eq!(listing(other), listing(usual), "{other}");
    }
}

#[test]
fn an_else_belongs_to_the_nearest_if() {
    let nearest = "IF X > 0 THEN IF Y > 0 THEN X = 1; ELSE X = 2;";
    assert_eq!(listing(nearest), ["IF X > 0 THEN", "IF Y > 0 THEN", "X = 1;", "ELSE", "X = 2;"]);
    let program = program(&around(nearest));
    let (_, p) = program.procedures.iter().next().unwrap();
    assert!(matches!(&p.body[1].kind, StatementKind::If { otherwise: None, .. }));
}

#[test]
fn no_word_is_reserved() {
    for text in [
        "IF = THEN + 1;",
        "DO = 1;",
        "END = 2;",
        "ELSE = 3;",
        "CALL = RETURN;",
        "GO = TO;",
        "IF THEN = THEN THEN\nTHEN = ELSE;",
        "IF IF(1) = 2 THEN\nX = 1;",
        "IF(X) = 1;",
        "RETURN(X) = 1;",
        "DO WHILE = 1 TO BY BY TO;\nEND;",
        "DO WHILE (WHILE = 1);\nEND;",
        "READ(1) = 1;",
        "DCL = 1;",
        "PROC = 1;",
        "PROVE (FORALL = IN & EXISTS(1) = 2);",
        "PROVE (FORALL IN IN IN..IN: IN = 1);",
        "MOD = ABS(MOD);",
    ] {
        let set = "IF, THEN, RETURN, TO, ELSE, WHILE, BY, FORALL, IN, MOD, PROC";
        let text_of = |body: &str| {
            format!(
                "P: PROCEDURE (X);\nDCL ({set}, {}) INTEGER, (EXISTS, {}) (9);\n{body}\nEND;",
                "GO, DO", "READ"
            )
        };
        let arrays = text.contains("IF(") || text.contains("RETURN(");
        let source = if arrays {
            let array = if text.contains("IF(") { "IF" } else { "RETURN" };
            format!("P: PROCEDURE (X);\nDCL {array}(9), THEN;\n{text}\nEND;")
        } else {
            text_of(text)
        };
        let printed = program(&source).to_string();
        let lines: Vec<&str> = printed.lines().map(|line| line[6..].trim()).collect();
        let expected: Vec<&str> = text.lines().collect();
        assert_eq!(lines[2..lines.len() - 1], expected, "{text}");
    }
}

#[test]
fn go_to_does_not_lead_into_groups() {
    let inside = "GO TO L;\nDO;\nL: X = 1;\nDO; GO TO L; END;\nM: END;\nGO TO M;\nGO TO LL;";
    assert_eq!(
        errors(&around(inside)),
        [
            "2:7: GO TO `L` leads into a DO group from outside",
            "7:7: GO TO `M` leads into a DO group from outside",
            "8:7: no statement has the label `LL`",
        ]
    );
    assert!(errors(&around("IF X > 0 THEN L: X = 1;\nGO TO L;")).is_empty());
}

#[test]
fn calls_are_checked_against_the_procedure() {
    let text = "P: PROC (X, A);\nDCL A(*), B(3), C(4);\nCALL Q;\nCALL Q(X);\nCALL Q(A, A);\nCALL Q(X, X);\nCALL Q(X, B);\n\
                CALL Q(X, C);\nX = Q(X, B);\nCALL QQ(1);\nCALL X;\nX = F;\nX = F(1);\nX = F() + F;\nQ = 1;\nCALL SERCH;\nEND;\n\
                Q: PROC (Y, D); DCL D(3); END;\nF: PROC; RETURN (1); END;\nSEARCH: PROC; END;";
    assert_eq!(
        errors(text),
        [
            "3:1: Q has 2 parameters, this call has 0",
            "4:1: Q has 2 parameters, this call has 1",
            "5:8: parameter `Y` of Q is an integer, `A` is an array",
            "6:11: parameter `D` of Q is an array: pass an array's name",
            "8:11: array `C` does not have the bounds of parameter `D` of Q",
            "9:5: Q returns no value: it has no RETURN(...)",
            "10:6: no procedure `QQ` in this file",
            "11:6: `X` is a variable of this procedure, not a procedure",
            "13:5: F has no parameters, this call has 1",
            "15:1: `Q` is a procedure, a variable is needed here",
            "16:6: no procedure `SERCH` in this file; did you mean `SEARCH`?",
        ]
    );
}

#[test]
fn a_function_returns_a_value_always() {
    assert_eq!(
        errors("F: PROC (X);\nIF X > 0 THEN RETURN (1);\nRETURN;\nEND;"),
        ["3:1: RETURN without a value, but F returns one"]
    );
    assert_eq!(
        errors("F: PROC RETURNS(FIXED BINARY(31,0));\nRETURN;\nEND;"),
        ["2:1: RETURN without a value, but F returns one"]
    );
    assert!(errors("F: PROC (X); IF X > 0 THEN RETURN; END;").is_empty());
}
