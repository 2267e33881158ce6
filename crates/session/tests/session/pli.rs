//! The facade on PL/I programs: calls, entries, both kinds of integers, and what is refused.

use effigy_session::bmc::{CheckOptions, Prepared};
use effigy_session::error::SessionError;
use effigy_session::explore::explore;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::{ExploreOptions, Integers};
use effigy_session::outcome::{Datum, FindingKind, Replay, RunOutcome, Verdict};
use effigy_session::progress::Silent;
use effigy_testkit::{TempDir, tool};
use std::path::{Path, PathBuf};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pli").join(name)
}

/// Options for a run with one worker on machine integers, which need no solver.
fn fixed(input: impl Into<PathBuf>) -> ExploreOptions {
    let mut options = ExploreOptions::new(input);
    options.integers = Integers::Fixed(32);
    options.threads = Some(1);
    options
}

fn calling(options: ExploreOptions, call: &str) -> ExploreOptions {
    ExploreOptions { call: Some(call.to_owned()), ..options }
}

fn run(options: &ExploreOptions) -> RunOutcome {
    explore(LANGUAGES, options, &mut Silent).unwrap_or_else(|e| panic!("{e}"))
}

fn refusal(options: &ExploreOptions) -> SessionError {
    explore(LANGUAGES, options, &mut Silent).expect_err("it is refused")
}

/// The leaves as `returned: A = 1, B = 2 when pc`.
fn leaves(outcome: &RunOutcome) -> Vec<String> {
    let leaf = |leaf: &effigy_session::outcome::Leaf| {
        let values: Vec<String> = leaf.values.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        format!("{}: {} when {}", leaf.kind, values.join(", "), leaf.condition)
    };
    outcome.leaves.iter().map(leaf).collect()
}

/// FOUND and J in the order of King's table (1976, section 7).
const ROWS: [(u8, i8); 11] =
    [(1, 3), (1, 1), (0, 0), (1, 2), (0, 1), (0, 2), (1, 4), (0, 3), (1, 5), (0, 4), (0, 5)];

#[test]
fn a_call_mixes_numbers_symbols_and_variables() {
    let mut all = vec![fixed(example("search.pli"))];
    if tool("z3").is_some() {
        all.push(ExploreOptions { integers: Integers::Unbounded, ..all[0].clone() });
    }
    for options in all {
        for call in
            [r#"SEARCH (A, 1, 5, "X", FOUND, J)"#, r#"call search (a, 1, (2 + 3), "x", found, j);"#]
        {
            let outcome = run(&calling(options.clone(), call));
            assert_eq!((outcome.verdict(), outcome.entry.as_str()), (Verdict::Passed, call));
            let rows: Vec<_> =
                outcome.leaves.iter().map(|l| (l.value("FOUND"), l.value("J"))).collect();
            assert_eq!(rows, ROWS.map(|(f, j)| (Some(f.to_string()), Some(j.to_string()))));
            assert!(outcome.tests.iter().all(|test| test.replay == Replay::Confirmed));
        }
    }
}

#[test]
fn a_call_on_numbers_is_a_normal_execution() {
    for (call, value) in [("SUM (1, 3, 5)", "9"), ("SUM (1, -3, 5 * 2)", "8")] {
        let outcome = run(&calling(fixed(example("sum.pli")), call));
        assert_eq!(leaves(&outcome), [format!("returned: RETURN = {value} when true")]);
    }
}

#[test]
fn without_a_call_a_procedure_begins_on_symbols() {
    let folder = TempDir::new();
    let two = "ONE: PROC (X); IF X > 3 THEN X = 3; END;\nTWO: PROC; WRITE (2); END;\n";
    let program = folder.write("two.pli", two);
    let outcome = run(&fixed(&program));
    assert_eq!(outcome.entry, "ONE");
    assert_eq!(leaves(&outcome), ["returned: X = 3 when X > 3", "returned: X = X when X < 4"]);
    let second = ExploreOptions { entry: Some("two".to_owned()), ..fixed(&program) };
    assert_eq!(leaves(&run(&second)), ["returned: WRITE = 2 when true"]);
}

#[test]
fn calls_that_do_not_fit_are_refused_at_their_place() {
    for (call, column, says) in [
        ("SEARCH (A, 1, 5)", 1, "SEARCH has 6 parameters, this call has 3"),
        ("SEARCH (A, 1, 5, 1, F, J, 7)", 1, "SEARCH has 6 parameters, this call has 7"),
        ("SEARCH", 1, "SEARCH has 6 parameters, this call has 0"),
        ("SEARCH (1, 1, 5, 1, F, J)", 9, "parameter `A` of SEARCH is an array"),
        ("SEARCH (A, A, 5, 1, F, J)", 12, "is an array"),
        ("SERCH (A)", 1, "no procedure `SERCH` in this file; did you mean `SEARCH`?"),
        ("SEARCH (A, 1, 5", 16, "expected an operator, `,` or `)`, found the end of the text"),
        ("SEARCH (A, 1, 5, 1, F, J) 7", 27, "expected an operator or the end, found `7`"),
        ("SEARCH (A, 1, 5, \"X, F, J)", 18, "no closing `\"`"),
        ("X = 5", 3, "found `=`"),
        ("", 1, "expected a procedure"),
        ("CALL SUM (A)", 6, "no procedure `SUM`"),
        ("SEARCH (A, 1, 5, 1, F, J); CALL", 28, "expected an operator or the end"),
    ] {
        let error = refusal(&calling(fixed(example("search.pli")), call));
        let SessionError::Load { diagnostics } = &error else { panic!("{call}: {error}") };
        let found = diagnostics.iter().any(|d| {
            (d.path.as_str(), d.line, d.column) == ("command", 1, column)
                && d.message.contains(says)
        });
        assert!(found, "{call}: {error}");
    }
}

#[test]
fn entries_that_are_not_there_are_refused_with_those_that_are() {
    let options = ExploreOptions { entry: Some("FIND".to_owned()), ..fixed(example("search.pli")) };
    let error = refusal(&options).to_string();
    assert_eq!(error, "the program has no function `FIND` to begin at; it has: SEARCH");
    let c = TempDir::new();
    let module = c.write("a.ll", "define i32 @main() {\n  ret i32 0\n}\n");
    let error = refusal(&calling(fixed(module), "MAIN ()")).to_string();
    assert_eq!(error, "--call is for PL/I programs");
}

#[test]
fn a_file_without_procedures_is_refused() {
    let folder = TempDir::new();
    for (text, line) in [("", 1), ("/* nothing */\n", 2), ("X = 1;\n", 1)] {
        let error = refusal(&fixed(folder.write("none.pli", text)));
        let SessionError::Load { diagnostics } = &error else { panic!("{error}") };
        assert_eq!(diagnostics[0].line, line, "{error}");
        assert!(diagnostics[0].message.contains("NAME: PROCEDURE; ... END;"), "{error}");
    }
}

#[test]
fn machine_integers_overflow_where_those_of_mathematics_do_not() {
    let folder = TempDir::new();
    let program = folder.write("next.pli", "NEXT: PROC (X);\n  RETURN (X + 1);\nEND;\n");
    let outcome = run(&fixed(&program));
    assert_eq!(outcome.verdict(), Verdict::Failed);
    let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
    assert_eq!((finding.kind, finding.message.as_str()), (FindingKind::Overflow, "FIXEDOVERFLOW"));
    assert_eq!(finding.place.line, 2);
    assert_eq!(finding.replay, Replay::Confirmed);
    let test = finding.test.and_then(|number| outcome.test(number)).expect("a test");
    let greatest = Datum::Integer(i32::MAX.into());
    assert_eq!(test.case.objects[0].value.as_ref(), Some(&greatest));
    let mut unbounded = fixed(&program);
    unbounded.integers = Integers::Unbounded;
    let outcome = run(&unbounded);
    assert_eq!(leaves(&outcome), ["returned: X = X, RETURN = X + 1 when true"]);
}

#[test]
fn without_z3_what_is_undecided_is_unknown_and_a_remark_says_how_to_get_it() {
    let mut options = calling(fixed(example("search.pli")), r#"SEARCH (A, 1, 5, "X", F, J)"#);
    options.z3 = Some("/nowhere/z3".into());
    assert_eq!(run(&options).verdict(), Verdict::Passed);
    options.integers = Integers::Unbounded;
    assert_eq!(run(&options).verdict(), Verdict::Passed);
    let folder = TempDir::new();
    let cubes = "P: PROC (X, Y, Z); IF X > 0 & Y > 0 & X*X*X + Y*Y*Y = Z*Z*Z THEN X = 0; END;";
    std::fs::write(folder.path().join("cubes.pli"), cubes).unwrap();
    options = ExploreOptions { input: folder.path().join("cubes.pli"), call: None, ..options };
    let outcome = run(&options);
    assert_eq!((outcome.verdict(), outcome.findings.len()), (Verdict::Incomplete, 0));
    assert!(outcome.paths.unknown > 0 && outcome.paths.completed > 0, "{:?}", outcome.paths);
    let place = outcome.incomplete_because.first().map(|reason| reason.place.clone());
    assert!(place.is_some_and(|place| place.contains("cubes.pli:1:")));
    let [remark] = outcome.remarks.as_slice() else { panic!("{:?}", outcome.remarks) };
    for part in ["`pip install z3-solver`", "`--ints fixed`"] {
        assert!(remark.contains(part), "no {part} in: {remark}");
    }
}

/// `CALL P (X, X)` makes A and B one variable.
const ALIASED: &str = "P: PROCEDURE (A, B);\n  DECLARE A INTEGER, B INTEGER;\n  ASSUME(A = 1);\n  B = 2;\n  PROVE(A = 1);\nEND;\n";

/// An array passed twice.
const ARRAYS: &str = "P: PROCEDURE (A, B);\n  DECLARE A(5) INTEGER, B(5) INTEGER;\n  A(1) = 1;\n  B(1) = 2;\n  PROVE(A(1) = 1);\nEND;\n";

/// An array and one of its elements.
const ELEMENT: &str = "P: PROCEDURE (A, X);\n  DECLARE A(5) INTEGER, X INTEGER;\n  A(1) = 1;\n  X = 2;\n  PROVE(A(1) = 1);\nEND;\n";

/// The inputs of the only finding, as `name = value`.
fn failing_input(outcome: &RunOutcome) -> Vec<String> {
    let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
    let shown = finding.inputs.iter().filter_map(|input| match input.value.as_ref()? {
        Datum::Integer(value) => Some(format!("{} = {value}", input.name)),
        Datum::Array { .. } => None,
    });
    shown.collect()
}

#[test]
fn parameters_that_are_one_variable_are_explored_and_named_in_the_input() {
    let folder = TempDir::new();
    for (text, input) in [
        (ALIASED, &["B is A = 1", "A = 1"][..]),
        (ARRAYS, &["B is A = 1"]),
        (ELEMENT, &["X is an element of A = 1", "subscript of X = 1"]),
    ] {
        let outcome = run(&fixed(folder.write("p.pli", text)));
        assert_eq!(outcome.verdict(), Verdict::Failed, "{text}");
        assert_eq!(failing_input(&outcome), input, "{text}");
        assert_eq!(outcome.findings[0].replay, Replay::Confirmed, "{text}");
        let apart = outcome.leaves.iter().filter(|leaf| !leaf.condition.contains(" is "));
        assert!(apart.clone().all(|leaf| leaf.kind == "returned"), "{text}");
        assert_eq!(apart.count(), 1, "{text}");
    }
}

#[test]
fn parameters_that_are_one_variable_are_model_checked() {
    let folder = TempDir::new();
    for text in [ALIASED, ARRAYS, ELEMENT] {
        let options = fixed(folder.write("p.pli", text));
        let explore = options;
        let options =
            CheckOptions { explore, unwind: 4, each: false, memoryless: false, induction: false };
        let prepared = Prepared::new(LANGUAGES, &options, &mut Silent).expect("it is read");
        let outcome = prepared.run(&mut Silent).expect("it runs");
        assert_eq!(outcome.verdict(), Verdict::Failed, "{text}");
    }
}

#[test]
fn parameters_of_which_none_is_assigned_have_one_way() {
    let folder = TempDir::new();
    let text =
        "P: PROC (A, B, N); DCL A(*), B(4); IF A(1) = B(2) THEN RETURN (N); RETURN (B(1)); END;\n";
    let outcome = run(&fixed(folder.write("p.pli", text)));
    assert_eq!(outcome.leaves.len(), 2);
}

#[test]
fn a_call_by_name_has_the_variables_that_it_says() {
    let folder = TempDir::new();
    let options = fixed(folder.write("p.pli", ALIASED));
    assert_eq!(run(&calling(options.clone(), "P (X, Y)")).leaves.len(), 1);
    let text = format!("M: PROC (X); X = 1; CALL P (X, X); END;\n{ALIASED}");
    let outcome = run(&fixed(folder.write("m.pli", &text)));
    assert_eq!(outcome.verdict(), Verdict::Failed);
}

#[test]
fn ways_that_are_too_many_and_statics_are_assumptions() {
    let folder = TempDir::new();
    let names = ["A", "B", "C", "D"].join(", ");
    let text = format!("P: PROC ({names}); A = 1; B = 2; C = 3; D = 4; END;\n");
    let outcome = run(&fixed(folder.write("p.pli", &text)));
    let said: Vec<&str> = outcome.assumes.iter().map(|a| a.what.as_ref()).collect();
    let said = said.join("\n");
    assert!(said.contains("the parameters of P are different variables"), "{said}");
    let text = "P: PROC (A); DCL V STATIC INIT (1); A = 2; PROVE (V = 1); CALL Q (V); END;\nQ: PROC (X); X = X; END;\n";
    let outcome = run(&fixed(folder.write("s.pli", text)));
    let said: Vec<&str> = outcome.assumes.iter().map(|a| a.what.as_ref()).collect();
    let said = said.join("\n");
    assert!(said.contains("V of P has its initial value"), "{said}");
    assert!(said.contains("no parameter of P is V of P"), "{said}");
}
