//! Declarations, and names that need none.

use super::{errors, procedure, program};
use effigy_lang_pli::tree::{Bounds, Shape, Storage};

/// The declarations of a procedure with parameters N and B, as printed.
fn declared(text: &str) -> String {
    let printed = program(&format!("P: PROC (N, B);\n{text}\nEND;")).to_string();
    printed.lines().nth(1).unwrap()[6..].trim().to_owned()
}

#[test]
fn attributes_have_several_spellings() {
    for text in [
        "FIXED BINARY(31,0)",
        "FIXED BIN(31)",
        "FIXED(31) BINARY",
        "BINARY FIXED",
        "fixed",
        "INTEGER",
        "",
    ] {
        assert_eq!(declared(&format!("DCL X {text};")), "DECLARE X INTEGER;", "{text}");
    }
    assert_eq!(declared("DCL X AUTO;"), declared("DECLARE X AUTOMATIC;"));
    assert_eq!(declared("DCL X STATIC INIT(1);"), "DECLARE X INTEGER STATIC INITIAL(1);");
}

#[test]
fn factored_lists_share_their_attributes() {
    assert_eq!(
        declared("DCL (X, (Y, Z)(3)) STATIC, V;"),
        "DECLARE X INTEGER STATIC, Y(3) INTEGER STATIC, Z(3) INTEGER STATIC, V INTEGER;"
    );
}

#[test]
fn arrays_have_bounds() {
    assert_eq!(
        declared("DCL V(10), W(0:9), X(-3:-1), Y(N), Z(N:2*N+1), B(*);"),
        "DECLARE V(10) INTEGER, W(0:9) INTEGER, X(-3:-1) INTEGER, Y(N) INTEGER, Z(N:2 * N + 1) INTEGER, B(*) INTEGER;"
    );
    let p = procedure("P: PROC (B); DCL B(2:5); END;");
    let b = &p.variables[p.parameters[0]];
    assert!(matches!(b.shape, Shape::Array(Bounds::Range { .. })));
    assert_eq!(b.storage, Storage::Parameter);
}

#[test]
fn initial_values_may_be_repeated() {
    assert_eq!(
        declared("DCL X(9) INIT((5)0, 1, (2)-1), Y INIT(-N), Z INIT((3)), V(2) INIT((2)(N+1));"),
        "DECLARE X(9) INTEGER INITIAL((5)0, 1, (2)-1), Y INTEGER INITIAL(-N), Z INTEGER INITIAL(3), V(2) INTEGER INITIAL((2)N + 1);"
    );
}

#[test]
fn what_gets_a_value_needs_no_declaration() {
    let p = procedure("P: PROC (X);\nV = X;\nREAD (W);\nDO J = 1 TO 2; END;\nCALL P(K);\nEND;");
    let names: Vec<&str> = p.variables.iter().map(|(_, v)| v.name.as_str()).collect();
    assert_eq!(names, ["X", "V", "W", "J", "K"]);
    assert!(p.variables.iter().skip(1).all(|(_, v)| v.storage == Storage::Automatic));
}

#[test]
fn what_is_only_read_is_an_error() {
    let text = "P: PROC (TOTAL);\nV = TOTL;\nV = LIST(1);\nLIST(1) = 2;\nV = F(1) + ABX(2);\nEND;\nFF: PROC; END;";
    assert_eq!(
        errors(text),
        [
            "2:5: `TOTL` never gets a value: it is not declared, assigned, read, or a parameter; did you mean `TOTAL`?",
            "3:5: `LIST` is neither a declared array nor a procedure of this file",
            "4:1: array `LIST` is not declared",
            "5:5: `F` is neither a declared array nor a procedure of this file",
            "5:12: `ABX` is neither a declared array nor a procedure of this file; did you mean `ABS`?",
        ]
    );
}

#[test]
fn wrong_declarations_are_told() {
    let text = "P: PROC (N, N, B);\nDCL V(*);\nDCL W(5:4), W;\nDCL B(N);\nDCL N STATIC;\nDCL S(N) STATIC, T STATIC INIT(N);\n\
                DCL X INIT(1, 2), Y(2) INIT((3)0);\nK = 1;\nDCL Z INIT(K), Q(F(1));\nW: ;\nK: ;\nM: ;\nM: ;\nEND;\nF: PROC (X); RETURN (X); END;";
    assert_eq!(
        errors(text),
        [
            "1:13: parameter `N` is already in this list",
            "2:5: the bounds of `V` must be given; only a parameter has `*`",
            "3:5: array `W` has no elements: its lower bound is above its upper bound",
            "3:13: `W` is already declared",
            "4:7: bounds of an array parameter are numbers or `*`",
            "5:5: parameter `N` has no storage of its own: leave out STATIC, AUTOMATIC and INITIAL",
            "6:7: bounds and initial values of STATIC variables are constant",
            "6:32: bounds and initial values of STATIC variables are constant",
            "7:5: `X` has one initial value",
            "7:19: more initial values than elements of `Y`",
            "9:12: bounds and initial values use parameters and constants only",
            "9:18: bounds and initial values use parameters and constants only",
            "10:1: `W` is a label and a variable",
            "11:1: `K` is a label and a variable",
            "13:1: label `M` is already defined",
        ]
    );
}

#[test]
fn a_procedure_has_one_definition() {
    assert_eq!(errors("P: PROC; END;\nP: PROC; END;"), ["2:1: procedure `P` is already defined"]);
}
