//! Precedence, spellings and types of expressions.

use super::{around, errors, listing};

/// The assignment of an expression, as printed.
fn integer(text: &str) -> String {
    let lines = listing(&format!("X = {text};"));
    lines[0].trim_start_matches("X = ").trim_end_matches(';').to_owned()
}

/// A condition, as printed.
fn condition(text: &str) -> String {
    let lines = listing(&format!("PROVE ({text});"));
    lines[0].trim_start_matches("PROVE (").trim_end_matches(");").to_owned()
}

#[test]
fn parentheses_are_printed_only_where_they_are_needed() {
    for text in [
        "X + Y * Z",
        "(X + Y) * Z",
        "X - Y - Z",
        "X - (Y - Z)",
        "X / Y * Z",
        "X / (Y * Z)",
        "-X ** Y",
        "(-X) ** Y",
        "X ** -Y",
        "X ** Y ** Z",
        "(X ** Y) ** Z",
        "X * -Y",
        "--X",
        "ABS(X - Y) + MOD(X, Y)",
        "A(A(X) + 1)",
        "\"A\" + \"A(1)\"",
    ] {
        assert_eq!(integer(text), text);
        assert_eq!(integer(&format!("({text})")), text);
    }
}

#[test]
fn operators_bind_as_in_pli() {
    for (written, meant) in [
        ("X + Y * Z ** 2", "X + (Y * (Z ** 2))"),
        ("-X ** 2", "-(X ** 2)"),
        ("-X * Y", "(-X) * Y"),
        ("X ** Y ** Z", "X ** (Y ** Z)"),
        ("X / Y / Z", "(X / Y) / Z"),
        ("+X - +Y", "X - Y"),
    ] {
        assert_eq!(integer(written), integer(meant), "{written}");
    }
    for (written, meant) in [
        ("X = 1 | Y = 2 & Z = 3", "(X = 1) | ((Y = 2) & (Z = 3))"),
        ("X = 1 => Y = 2 => Z = 3", "(X = 1) => ((Y = 2) => (Z = 3))"),
        ("X = 1 | Y = 2 => Z = 3", "((X = 1) | (Y = 2)) => (Z = 3)"),
        ("X + 1 > Y * 2", "(X + 1) > (Y * 2)"),
        ("¬(X = 1) & Y = 2", "(¬(X = 1)) & (Y = 2)"),
        (
            "X = 1 & FORALL I IN 1..Y: A(I) = 0 | X = 2",
            "(X = 1) & (FORALL I IN 1..Y: ((A(I) = 0) | (X = 2)))",
        ),
    ] {
        assert_eq!(condition(written), condition(meant), "{written}");
    }
    assert_ne!(condition("(X = 1 => Y = 2) => Z = 3"), condition("X = 1 => Y = 2 => Z = 3"));
    assert_ne!(
        condition("(FORALL I IN 1..Y: A(I) = 0) | X = 2"),
        condition("FORALL I IN 1..Y: A(I) = 0 | X = 2")
    );
}

#[test]
fn every_spelling_of_an_operator_is_read() {
    let spellings: [(&str, &[&str]); 6] = [
        ("X >= Y", &[">=", "≥", "¬<", "^<", "~<"]),
        ("X <= Y", &["<=", "≤", "¬>", "^>", "~>"]),
        ("X ¬= Y", &["¬=", "^=", "~=", "≠"]),
        ("X > Y", &[">"]),
        ("X < Y", &["<"]),
        ("X = Y", &["="]),
    ];
    for (printed, signs) in spellings {
        for sign in signs {
            assert_eq!(condition(&format!("X{sign}Y")), printed, "{sign}");
            assert_eq!(condition(&format!("X {sign} Y")), printed, "{sign}");
        }
    }
    for sign in ["=>", "->", "⊃", "IMPLIES", "implies"] {
        assert_eq!(condition(&format!("X = 1 {sign} Y = 2")), "X = 1 => Y = 2", "{sign}");
    }
    for sign in ["¬", "^", "~", "¬ "] {
        assert_eq!(condition(&format!("{sign}(X = 1)")), "¬(X = 1)", "{sign}");
    }
}

#[test]
fn names_are_in_any_case_and_of_any_letters_that_pli_has() {
    assert_eq!(listing("$a#@_1 = x; x = $A#@_1;"), ["$A#@_1 = X;", "X = $A#@_1;"]);
    assert_eq!(integer("\" a ( 1 ) \""), "\"a(1)\"");
}

#[test]
fn numbers_have_any_length() {
    let digits = "123456789012345678901234567890";
    assert_eq!(integer(digits), digits);
}

#[test]
fn bound_names_hide_variables() {
    let nested = "FORALL X IN 1..X: EXISTS Y IN X..9: A(X) = A(Y)";
    assert_eq!(condition(nested), nested);
    let same = "FORALL X IN 1..2: (EXISTS X IN X..9: X = 1) & X = 2";
    assert_eq!(condition(same), same);
}

#[test]
fn integers_and_conditions_are_distinguished() {
    let bad = "X = Y = Z;\nIF X THEN X = 1;\nX = (Y > Z) + 1;\nIF X < Y < Z THEN;\nIF ¬X = Y THEN;\nIF X & Y > 1 THEN;\nX = A;\nX = Y(1);\nX = A(1,2);\nX = A(X > 1);";
    assert_eq!(
        errors(&around(bad)),
        [
            "2:5: an integer is needed here, this is a condition",
            "3:4: a condition is needed here, this is an integer; compare it, as in `X > 0`",
            "4:6: an integer is needed here, this is a condition",
            "5:4: an integer is needed here, this is a condition",
            "6:4: `¬` binds tighter than a relation: write `¬(X = Y)`",
            "7:4: a condition is needed here, this is an integer; compare it, as in `X > 0`",
            "8:5: `A` is an array, an integer is needed here; give it a subscript",
            "9:5: `Y` is an integer, it has no elements",
            "10:5: an array has one subscript",
            "11:7: an integer is needed here, this is a condition",
        ]
    );
}

#[test]
fn quantifiers_stand_in_assertions_only_and_call_nothing() {
    let text = "P: PROC (A);\nDCL A(*);\nIF FORALL I IN 1..2: A(I) = 0 THEN;\nASSERT (EXISTS I IN 1..2: A(I) = F(I));\nEND;\nF: PROC (X); RETURN (X); END;";
    assert_eq!(
        errors(text),
        [
            "3:4: a quantifier stands in ASSUME, PROVE and ASSERT only",
            "4:34: a procedure cannot be called under a quantifier",
        ]
    );
}
