//! ASSUME, PROVE, ASSERT and quantifiers.

use super::support::{KINDS, Run, lines, path_line};
use effigy_exec::explorer::PathRecord;
use effigy_exec::stop::Ending;
use effigy_testkit::tool;

fn of(statements: &str) -> Vec<PathRecord> {
    let source = format!("T: PROC (X, Y, A); DCL A(*);\n{statements}\nEND;");
    Run::new(&source).procedure("T")
}

fn outcomes(statements: &str) -> Vec<String> {
    of(statements).iter().map(path_line).collect()
}

#[test]
fn assumptions_keep_inputs_out() {
    if tool("z3").is_none() {
        return;
    }
    assert_eq!(
        outcomes("ASSUME (X = 3 & Y > X); RETURN (X + 1);"),
        ["RETURN = X + 1 when X < Y & X = 3"]
    );
    let contradiction = of("ASSUME (X > 3); ASSUME (X < 3); RETURN (1);");
    assert!(
        contradiction.iter().all(|path| matches!(path.ending, Ending::Assumed)),
        "{contradiction:?}"
    );
}

#[test]
fn assertions_are_checked_in_every_run() {
    for word in ["ASSERT", "PROVE"] {
        let source = format!("T: PROC (X);\nIF X > 5 THEN\n{word} (X > 4);\n{word} (X > 3);\nEND;");
        for integers in KINDS {
            let run = Run { source: &source, integers, budget: None };
            let endings: Vec<String> = lines(&run.procedure("T"));
            let failures: Vec<&String> =
                endings.iter().filter(|line| line.starts_with("assertion")).collect();
            assert_eq!(failures.len(), 1, "{endings:?}");
            assert!(failures[0].starts_with("assertion (X > 3) at 4: "), "{endings:?}");
            assert_eq!(endings.len(), 3, "{endings:?}");
        }
    }
}

#[test]
fn quantifiers_range_over_their_bounds() {
    if tool("z3").is_none() {
        return;
    }
    let assumed = "ASSUME (FORALL I IN 1..Y: A(I) >= I); ASSUME (Y >= 3); ";
    for (asserted, holds) in [
        ("A(3) >= 3", true),
        ("A(Y) >= 3", true),
        ("A(0) >= 0", false),
        ("A(Y + 1) >= Y", false),
        ("FORALL I IN 2..Y - 1: A(I) > 1", true),
        ("FORALL I IN 0..Y: A(I) >= 0", false),
        ("EXISTS I IN 1..Y: A(I) > 2", true),
        ("EXISTS I IN 1..Y: A(I) > Y", false),
        ("FORALL I IN Y..1: A(I) = 99", true),
        ("EXISTS I IN Y..1: A(I) = A(I)", false),
        ("FORALL I IN 1..2: EXISTS J IN I..I + 1: A(J) > I", true),
        ("FORALL I IN 1..3: FORALL J IN 1..3: A(I) = A(J) => I = J", false),
    ] {
        let outcomes = outcomes(&format!("{assumed} PROVE ({asserted}); RETURN (1);"));
        let failed = outcomes.iter().any(|line| line.starts_with("assertion"));
        assert_eq!(!failed, holds, "{asserted}: {outcomes:?}");
    }
}
