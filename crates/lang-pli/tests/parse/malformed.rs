//! Malformed files: each has an error where a person would look for it, and none makes the parser panic.

use super::around;
use effigy_base::source::Diagnostic;
use effigy_lang_pli::{MAX_ERRORS, parse};

/// Texts with the line of an error and a part of its message.
const MALFORMED: &[(&str, u32, &str)] = &[
    ("X = 1;", 1, "outside of a procedure"),
    ("P PROC; END;", 1, "outside of a procedure"),
    ("PROCEDURE (X); END;", 1, "a procedure has a name"),
    ("P: PROC", 1, "no END"),
    ("P: PROC;", 1, "no END"),
    ("P: PROC; DO; END;", 1, "PROCEDURE has no END"),
    ("P: PROC;\nDO;\nX = 1;\n", 2, "DO has no END"),
    ("P: PROC; END;\nEND;", 2, "END without"),
    ("P: PROC; END", 1, "expected `;`"),
    ("P: PROC;\nEND Q;", 2, "END Q does not close"),
    ("P: PROC;\nL: DO;\nEND M;\nEND;", 3, "which is L"),
    ("P: PROC\nX = 1;\nEND;", 1, "expected `;`"),
    ("P: PROC (;\nEND;", 1, "expected a parameter"),
    ("P: PROC (X Y);\nEND;", 1, "expected `,` or `)`"),
    ("P: PROC (X, 1);\nEND;", 1, "expected a parameter"),
    ("P: PROC (X, X);\nEND;", 1, "already in this list"),
    ("P: PROC OPTIONS(MAIN);\nEND;", 1, "is no option"),
    ("P: PROC RECURSIV;\nEND;", 1, "did you mean `RECURSIVE`"),
    ("P: PROC RETURNS(FLOAT);\nEND;", 1, "is no attribute"),
    ("P: PROC RETURNS;\nEND;", 1, "expected `(`"),
    ("P: PROC RETURNS(FIXED;\nEND;", 1, "expected `)`"),
    ("P: Q: PROC;\nEND;", 1, "has one name"),
    ("P: PROC; END; P: PROC; END;", 1, "already defined"),
    ("P: PROC;\nX = 1;\nQ: PROC;\nEND;", 1, "PROCEDURE has no END"),
    ("P: PROC;\nPROC;\nEND;", 2, "a procedure has a name"),
    ("P: PROC;\n/* no end", 2, "no closing `*/`"),
    ("P: PROC;\nX = \"A;\nEND;", 2, "no closing"),
    ("P: PROC;\nX = \"\";\nEND;", 2, "no symbolic constant"),
    ("P: PROC;\nX = \"A+1\";\nEND;", 2, "no symbolic constant"),
    ("P: PROC;\nX = \"A(I)\";\nEND;", 2, "no symbolic constant"),
    ("P: PROC;\nX = 'abc';\nEND;", 2, "character strings"),
    ("P: PROC;\nWRITE ('abc);\nEND;", 2, "character strings"),
    ("P: PROC;\nX = 1.5;\nEND;", 2, "`1.5` is no integer"),
    ("P: PROC;\nX = 12AB;\nEND;", 2, "`12AB` is no integer"),
    ("P: PROC;\nX = 1 ? 2;\nEND;", 2, "`?` has no meaning"),
    ("P: PROC;\nX = 5 % 2;\nEND;", 2, "MOD(X, Y)"),
    ("P: PROC;\nIF 1 != 2 THEN;\nEND;", 2, "`!` has no meaning"),
    ("P: PROC;\nX = A[1];\nEND;", 2, "use parentheses"),
    ("P: PROC;\nX = é;\nEND;", 2, "has no meaning"),
    ("P: PROC;\n∀ = 1;\nEND;", 2, "has no meaning"),
    ("P: PROC;\nX;\nEND;", 2, "begins no statement"),
    ("P: PROC;\n= 5;\nEND;", 2, "expected a statement"),
    ("P: PROC;\n);\nEND;", 2, "expected a statement"),
    ("P: PROC;\nX + 1 = 2;\nEND;", 2, "begins no statement"),
    ("P: PROC;\nX = ;\nEND;", 2, "expected an operand"),
    ("P: PROC;\nX = 1 +;\nEND;", 2, "expected an operand"),
    ("P: PROC;\nX = * 1;\nEND;", 2, "expected an operand"),
    ("P: PROC;\nX = (1;\nEND;", 2, "`)`"),
    ("P: PROC;\nX = 1);\nEND;", 2, "expected `;`"),
    ("P: PROC;\nX = ();\nEND;", 2, "expected an operand"),
    ("P: PROC;\nX = 1 2;\nEND;", 2, "expected `;`"),
    ("P: PROC;\nX == 1;\nEND;", 2, "expected an operand"),
    ("P: PROC;\nX, Y = 1;\nEND;", 2, "begins no statement"),
    ("P: PROC;\nIF;\nEND;", 2, "expected an operand"),
    ("P: PROC;\nIF 1 = 1;\nEND;", 2, "expected an operator or THEN"),
    ("P: PROC;\nIF 1 = 1 THEN", 1, "no END"),
    ("P: PROC;\nIF 1 = 1 THEN\nEND;", 3, "expected a statement"),
    ("P: PROC;\nIF 1 = 1 THEN ELSE;\nEND;", 2, "ELSE without an IF"),
    ("P: PROC;\nTHEN X = 1;\nEND;", 2, "THEN without an IF"),
    ("P: PROC;\nX = 1; ELSE X = 2;\nEND;", 2, "ELSE without an IF"),
    ("P: PROC;\nIF 1 = 1 THEN DCL X;\nEND;", 2, "cannot depend on a condition"),
    ("P: PROC;\nDO X;\nEND; END;", 2, "WHILE, UNTIL"),
    ("P: PROC;\nDO X = ;\nEND; END;", 2, "expected an operand"),
    ("P: PROC;\nDO X = 1, 2;\nEND; END;", 2, "one specification"),
    ("P: PROC;\nDO X = 1 TO 2 TO 3;\nEND; END;", 2, "TO stands twice"),
    ("P: PROC;\nDO WHILE (1 = 1) WHILE (1 = 1);\nEND; END;", 2, "WHILE stands twice"),
    ("P: PROC;\nDO WHILE 1 = 1;\nEND; END;", 2, "expected `(`"),
    ("P: PROC;\nDO 5;\nEND; END;", 2, "WHILE, UNTIL"),
    ("P: PROC;\nGO;\nEND;", 2, "expected TO"),
    ("P: PROC;\nGO TO 5;\nEND;", 2, "expected a label"),
    ("P: PROC;\nGO TO L;\nEND;", 2, "no statement has the label"),
    ("P: PROC;\nGO TO L;\nDO; L: ; END;\nEND;", 2, "leads into a DO group"),
    ("P: PROC;\nL: ;\nL: ;\nEND;", 3, "already defined"),
    ("P: PROC;\nCALL;\nEND;", 2, "expected a procedure"),
    ("P: PROC;\nCALL 5;\nEND;", 2, "expected a procedure"),
    ("P: PROC;\nCALL Q(1);\nEND;", 2, "no procedure `Q`"),
    ("P: PROC;\nCALL P(1);\nEND;", 2, "this call has 1"),
    ("P: PROC;\nCALL P(;\nEND;", 2, "expected an operand"),
    ("P: PROC;\nX = P;\nEND;", 2, "returns no value"),
    ("P: PROC;\nREAD X;\nEND;", 2, "expected `(`"),
    ("P: PROC;\nREAD (1);\nEND;", 2, "a variable is needed"),
    ("P: PROC;\nREAD (X + 1);\nEND;", 2, "a variable is needed"),
    ("P: PROC;\nGET (X);\nEND;", 2, "expected LIST"),
    ("P: PROC;\nPUT LIST;\nEND;", 2, "expected `(`"),
    ("P: PROC;\nASSERT 1 = 1;\nEND;", 2, "expected `(`"),
    ("P: PROC;\nASSERT (1);\nEND;", 2, "a condition is needed"),
    ("P: PROC;\nPROVE (FORALL I 1..2: I = 1);\nEND;", 2, "expected"),
    ("P: PROC;\nPROVE (FORALL I IN 1: I = 1);\nEND;", 2, "expected `..`"),
    ("P: PROC;\nPROVE (FORALL I IN 1..2 I = 1);\nEND;", 2, "expected `:`"),
    ("P: PROC;\nIF EXISTS I IN 1..2: I = 1 THEN;\nEND;", 2, "a quantifier stands in"),
    ("P: PROC;\nRETURN 5;\nEND;", 2, "expected `;`"),
    ("P: PROC;\nRETURN (1 = 1);\nEND;", 2, "an integer is needed"),
    ("P: PROC (X);\nIF X = 1 THEN RETURN;\nRETURN (1);\nEND;", 2, "without a value"),
    ("P: PROC;\nDCL;\nEND;", 2, "expected a name"),
    ("P: PROC;\nDCL X FLOAT;\nEND;", 2, "is no attribute"),
    ("P: PROC;\nDCL X FIXED(15);\nEND;", 2, "precision"),
    ("P: PROC;\nDCL X FIXED BINARY(31,2);\nEND;", 2, "precision"),
    ("P: PROC;\nDCL (X, Y;\nEND;", 2, "`,` or `)`"),
    ("P: PROC;\nDCL X(3,3);\nEND;", 2, "one dimension"),
    ("P: PROC;\nDCL X(*);\nEND;", 2, "bounds of `X` must be given"),
    ("P: PROC;\nDCL X(3:1);\nEND;", 2, "no elements"),
    ("P: PROC;\nDCL X, X;\nEND;", 2, "already declared"),
    ("P: PROC;\nDCL X STATIC AUTOMATIC;\nEND;", 2, "given twice"),
    ("P: PROC;\nDCL X INIT();\nEND;", 2, "expected an operand"),
    ("P: PROC;\nDCL X(2) INIT((0)1);\nEND;", 2, "repetition factor"),
    ("P: PROC;\nDCL X(2) INIT((3)1);\nEND;", 2, "more initial values"),
    ("P: PROC (X);\nDCL X INIT(1);\nEND;", 2, "no storage of its own"),
    ("P: PROC (N);\nDCL X(N) STATIC;\nEND;", 2, "constant"),
    ("P: PROC (A);\nDCL A(*);\nA = 1;\nEND;", 3, "is an array"),
    ("P: PROC (A);\nDCL A(*);\nX = A + 1;\nEND;", 3, "is an array"),
    ("P: PROC (X);\nX(1) = 2;\nEND;", 2, "has no elements"),
    ("P: PROC (X);\nIF X THEN;\nEND;", 2, "a condition is needed"),
    ("P: PROC (X);\nX = X > 1;\nEND;", 2, "an integer is needed"),
    ("P: PROC (X);\nIF ¬X = 1 THEN;\nEND;", 2, "binds tighter"),
    ("P: PROC (X);\nX = Y;\nEND;", 2, "`Y` never gets a value"),
    ("P: PROC (X);\nX = Y(1);\nEND;", 2, "neither a declared array"),
    ("P: PROC (X);\nY(1) = X;\nEND;", 2, "array `Y` is not declared"),
    ("P: PROC (X);\nX = ABS(X, 1);\nEND;", 2, "ABS has 1 parameter"),
    ("P: PROC (X);\nX = MOD(X);\nEND;", 2, "MOD has 2 parameters"),
];

/// Bytes that are not text, with the line of an error.
const NOT_TEXT: &[(&[u8], u32)] = &[
    (b"\xff\xfe", 1),
    (b"P: PROC;\nX = \x80;\nEND;", 2),
    (b"P: PROC;\n/* caf\xe9 */\nEND;", 2),
    (b"P: PROC;\nX = 1;\nEND;\xc3", 3),
];

fn refused(text: &[u8]) -> Vec<Diagnostic> {
    let errors = parse("bad.pli", text).1;
    let beginning: String = String::from_utf8_lossy(text).chars().take(400).collect();
    assert!(!errors.is_empty(), "accepted: {beginning}");
    errors
}

#[test]
fn malformed_files_have_located_errors() {
    assert!(MALFORMED.len() >= 100);
    let mut wrong = Vec::new();
    for (text, line, message) in MALFORMED {
        let errors = refused(text.as_bytes());
        let located = errors.iter().any(|e| e.line == *line && e.message.contains(message));
        if !located || errors.len() > 3 {
            let errors: Vec<String> = errors.iter().map(Diagnostic::to_string).collect();
            wrong.push(format!("{text}\nwants {line}: {message}\n{}\n", errors.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bytes_that_are_not_text_have_located_errors() {
    for (text, line) in NOT_TEXT {
        let errors = refused(text);
        let located = errors.iter().any(|e| e.line == *line && e.message.contains("UTF-8"));
        assert!(located, "{errors:?}");
    }
}

#[test]
fn truncated_programs_are_refused() {
    let text = super::example("search.pli");
    let end = text.trim_end().len();
    let start = text.find("SEARCH:").unwrap();
    for at in (0..end).filter(|at| text.is_char_boundary(*at)) {
        let errors = refused(&text.as_bytes()[..at]);
        assert!(at <= start || errors[0].line > 0, "{at}: {errors:?}");
    }
}

#[test]
fn endless_nesting_is_an_error() {
    const N: usize = 100_000;
    let texts = [
        format!("X = {}1{};", "(".repeat(N), ")".repeat(N)),
        format!("X = {}1;", "-".repeat(N)),
        format!("X = {}1;", "2 ** ".repeat(N)),
        format!("X = {}1{};", "ABS(".repeat(N), ")".repeat(N)),
        format!("X = {}1{};", "A(".repeat(N), ")".repeat(N)),
        format!("X = {};", "(".repeat(N)),
        format!("IF {}X = 1{} THEN;", "¬(".repeat(N), ")".repeat(N)),
        format!("PROVE ({}X = 1);", "X = 1 => ".repeat(N)),
        format!("PROVE ({}X = 1);", "FORALL I IN 1..2: ".repeat(N)),
        format!("{}{}", "DO; ".repeat(N), "END; ".repeat(N)),
        "DO;\n".repeat(N),
        format!("{};", "IF X = 1 THEN ".repeat(N)),
        format!("{};", "IF (X) = 1 THEN DO; ".repeat(N)),
        format!("{};", "IF X = 1 THEN; ELSE ".repeat(N)),
        format!("DCL {}V{};", "(".repeat(N), ")".repeat(N)),
        format!("CALL P{};", "(".repeat(N)),
    ];
    for text in texts {
        let errors = refused(around(&text).as_bytes());
        let told = errors.iter().any(|e| e.message == "nested deeper than 256" && e.line >= 2);
        let beginning: String = text.chars().take(40).collect();
        assert!(told && errors.len() <= 3, "{beginning}: {} errors", errors.len());
    }
}

#[test]
fn endless_chains_are_an_error() {
    for operator in [" + ", " * ", " & "] {
        let chain = format!("X = 1{};", format!("{operator}X").repeat(100_000));
        let errors = refused(around(&chain).as_bytes());
        assert_eq!(errors[0].message, "an expression of more than 1000 operators in a row");
    }
}

#[test]
fn what_nests_just_deep_enough_is_read_and_printed() {
    const DEEP: usize = 250;
    for text in [
        format!("X = 1{};", " + X".repeat(1000)),
        format!("X = {}1{};", "-(".repeat(DEEP / 2), ")".repeat(DEEP / 2)),
        format!("X = {}1{};", "A(".repeat(DEEP), ")".repeat(DEEP)),
        format!("PROVE ({}X = 1);", "FORALL I IN 1..2: ".repeat(DEEP)),
        format!("{}{}", "DO WHILE (X > 0); ".repeat(DEEP), "END; ".repeat(DEEP)),
        format!("{};", "IF X = 1 THEN; ELSE ".repeat(DEEP)),
    ] {
        super::assert_round_trip(&super::program(&around(&text)));
    }
}

#[test]
fn long_rubbish_is_refused_as_well() {
    const N: usize = 20_000;
    for piece in [
        "X ",
        "IF X = ( THEN DO; ",
        "END; ",
        "X = ; ",
        "? ",
        "P: ",
        "P: PROC; ",
        "1\n",
        "ELSE ",
        "\"",
        "DCL X; ",
        "= ",
        "P:\n",
        "P: PROC; END;\n",
    ] {
        let errors = refused(around(&piece.repeat(N)).as_bytes());
        assert!(errors.len() <= MAX_ERRORS + 1);
    }
}
