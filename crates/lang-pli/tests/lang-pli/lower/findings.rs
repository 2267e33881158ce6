//! What a run finds: kind, message, line, and the inputs that lead there.

use super::support::{KINDS, Run, lines, path_line};
use effigy_base::finding::FindingKind;
use effigy_exec::explorer::PathRecord;
use effigy_exec::stop::Ending;
use effigy_lang_pli::lower::{Integers, LowerOptions, lower};
use effigy_lang_pli::parse;
use effigy_testkit::tool;

/// The kind and the line of each finding.
fn kinds(paths: &[PathRecord]) -> Vec<(FindingKind, u32)> {
    let found = paths.iter().filter_map(|path| match &path.ending {
        Ending::Finding(failure) => {
            let line = failure.stack.iter().map(|frame| frame.line).find(|line| *line > 0);
            Some((failure.kind, line.unwrap_or(0)))
        }
        _ => None,
    });
    found.collect()
}

fn of(statements: &str, integers: Integers) -> Vec<PathRecord> {
    let source = format!("T: PROC (X, Y);\n{statements}\nEND;");
    Run { source: &source, integers, budget: Some(500) }.procedure("T")
}

#[test]
fn subscripts_are_checked() {
    if tool("z3").is_none() {
        return;
    }
    for integers in KINDS {
        for (statements, found) in [
            ("DCL B(3);\nB(4) = 1;", 1),
            ("DCL B(3);\nB(0) = 1;", 1),
            ("DCL B(3);\nB(-1) = 1;", 1),
            ("DCL B(0:3); B(0) = 1; B(3) = B(0);\nB(1) = 1;", 0),
            ("DCL B(2:5);\nB(X) = 1;", 1),
            ("DCL B(2:5); IF X > 1 & X <= 5 THEN\nB(X) = 1;", 0),
            ("DCL B(9); IF X > 0 THEN\nB(MOD (X, 9) + 1) = X;", 0),
            ("DCL B(9); IF X > 0 THEN\nB(MOD (X, 9)) = X;", 1),
            // Passing an element is an access.
            ("DCL B(3);\nCALL T (B(4), X);", 1),
            ("DCL B(3);\nREAD (B(4));", 1),
        ] {
            let paths = of(statements, integers);
            assert_eq!(kinds(&paths), vec![(FindingKind::OutOfBounds, 3); found], "{statements}");
        }
    }
}

#[test]
fn initial_values_are_counted() {
    for integers in KINDS {
        for count in [2, 20] {
            let statements = format!(
                "IF X > 50 THEN RETURN;\nCALL F (X); END; F: PROC (N);\nDCL B(N) INIT (({count})1);"
            );
            let paths = of(&statements, integers);
            let found = kinds(&paths);
            assert!(
                !found.is_empty() && found.iter().all(|f| *f == (FindingKind::OutOfBounds, 4)),
                "{found:?}"
            );
            let fits = paths.iter().filter(|path| matches!(path.ending, Ending::Exit(_))).count();
            assert_eq!(fits, 2, "{:?}", lines(&paths));
        }
    }
}

#[test]
fn divisors_are_checked() {
    for integers in KINDS {
        for (statements, found) in [
            ("\nY = 8 / X;", 1),
            ("\nY = MOD (8, X);", 1),
            ("\nY = 8 / 0;", 1),
            ("IF X > 0 THEN\nY = 8 / X;", 0),
            ("IF X > 0 THEN\nY = MOD (8, X);", 0),
            ("\nY = X ** 0;", 1),
            ("\nY = 0 ** 0;", 1),
            ("\nY = 0 ** -1;", 1),
            ("\nY = 2 ** 0;", 0),
            ("IF X = 0 THEN\nY = X ** 2;", 0),
        ] {
            let paths = of(statements, integers);
            assert_eq!(
                kinds(&paths),
                vec![(FindingKind::DivisionByZero, 3); found],
                "{statements}"
            );
        }
    }
}

#[test]
fn variables_need_a_value() {
    for integers in KINDS {
        for (statements, found) in [
            ("DCL V;\nY = V;", 1),
            ("DCL B(2); B(1) = 1;\nY = B(2);", 1),
            ("DCL B(2); B(1) = 1; B(2) = 1;\nIF X > 0 & X < 3 THEN Y = B(X);", 0),
            ("DCL V; IF X > 0 THEN V = 1;\nIF X > 0 THEN Y = V;", 0),
            ("DCL V; IF X > 0 THEN V = 1;\nY = V;", 1),
            ("DCL V; CALL SET (V);\nY = V;", 0),
            ("DO J = 1 TO 0; V = J; END;\nY = V;", 1),
        ] {
            let source = format!("{statements} END; SET: PROC (P); P = 1;");
            let paths = of(&source, integers);
            assert_eq!(kinds(&paths), vec![(FindingKind::UnsetVariable, 3); found], "{statements}");
        }
        let function = "WRITE (F (X)); END; F: PROC (P); IF P > 0 THEN RETURN (1);";
        assert_eq!(kinds(&of(function, integers)), [(FindingKind::UnsetVariable, 3)]);
    }
}

#[test]
fn results_that_do_not_fit_overflow() {
    let border = "H = 2147483647; L = -2147483647 - 1;";
    for (expression, fits) in [
        ("H + 1", false),
        ("H + L", true),
        ("L + -1", false),
        ("L - 1", false),
        ("0 - L", false),
        ("-L", false),
        ("-H", true),
        ("ABS (L)", false),
        ("ABS (H)", true),
        ("65536 * 32767", true),
        ("65536 * 32768", false),
        ("65536 * -32768", true),
        ("L * -1", false),
        ("L / -1", false),
        ("L / (0 + -1)", false),
        ("L / 2", true),
        ("MOD (L, -1)", true),
        ("2 ** 30", true),
        ("2 ** 31", false),
        ("(-2) ** 31", true),
        ("(-2) ** 33", false),
        ("H ** 2", false),
        ("10 ** -99", true),
    ] {
        let paths = of(&format!("{border}\nY = {expression};"), Integers::Fixed);
        let expected = if fits { vec![] } else { vec![(FindingKind::Overflow, 3)] };
        assert_eq!(kinds(&paths), expected, "{expression}");
        let unbounded = of(&format!("{border}\nY = {expression};"), Integers::Unbounded);
        assert_eq!(kinds(&unbounded), [], "{expression}");
    }
    let counted = of("\nDO J = 2147483646 TO 2147483647; WRITE (J); END;", Integers::Fixed);
    assert_eq!(counted.iter().map(path_line).collect::<Vec<_>>(), ["overflow: FIXEDOVERFLOW"]);
    let (tree, errors) = parse("test.pli", b"T: PROC;\nX = 2147483648;\nEND;");
    assert!(errors.is_empty());
    let refused = |integers| {
        lower(&tree, &Default::default(), None, LowerOptions { integers, shared: false }).err()
    };
    let errors = refused(Integers::Fixed).expect("the number does not fit");
    assert_eq!((errors[0].line, errors[0].column), (2, 5));
    assert!(refused(Integers::Unbounded).is_none());
}
