//! The thirty procedures of `examples/pli/verified`, and their mutants with one bug each in `examples/pli/broken`.

use effigy_session::options::Integers;
use effigy_session::outcome::{AssumptionKind, Verdict};
use effigy_session::verify::{ObligationStatus, VerifyOptions, VerifyOutcome, verify};
use effigy_testkit::{TempDir, tool};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pli").join(name)
}

/// The programs of a folder, by name.
fn programs(name: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder(name)).expect("the folder of examples");
    let mut all: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    all.sort();
    assert_eq!(all.len(), 30, "{name}");
    all
}

/// Solvers are given wall time: one verification at a time.
static ONE: Mutex<()> = Mutex::new(());

fn alone(options: &VerifyOptions) -> VerifyOutcome {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    verify(options).unwrap_or_else(|e| panic!("{}: {e}", options.input.display()))
}

fn run(program: &Path) -> VerifyOutcome {
    let folder = TempDir::new();
    let mut options = VerifyOptions::new(program);
    options.undecided = folder.path().join("undecided");
    alone(&options)
}

/// Every condition stands in a line with what it is about.
fn check_lines(program: &Path, outcome: &VerifyOutcome) {
    let text = std::fs::read_to_string(program).expect("the program");
    for obligation in &outcome.obligations {
        let line = text.lines().nth(obligation.place.line as usize - 1).unwrap_or_default();
        let word = match obligation.error.as_str() {
            "assertion" | "precondition" => "ASSERT",
            "prove" => "PROVE",
            _ => continue,
        };
        assert!(line.contains(word), "{}: {obligation:?}: {line}", program.display());
    }
}

fn verified(part: usize) {
    if tool("z3").is_none() {
        return;
    }
    for program in programs("verified").iter().skip(part).step_by(2) {
        let outcome = run(program);
        let open: Vec<_> =
            outcome.obligations.iter().filter(|o| o.status != ObligationStatus::Proved).collect();
        assert_eq!(outcome.verdict(), Verdict::Passed, "{}: {open:#?}", program.display());
        assert!(outcome.obligations.len() >= 2 || program.ends_with("swap.pli"));
        check_lines(program, &outcome);
    }
}

#[test]
fn the_first_half_is_proved() {
    verified(0);
}

#[test]
fn the_second_half_is_proved() {
    verified(1);
}

/// What is refuted in each mutant: lines of its assertions, and kinds of its findings.
const REFUTED: &str = include_str!("verify/refuted.txt");

fn broken(part: usize) {
    if tool("z3").is_none() {
        return;
    }
    for program in programs("broken").iter().skip(part).step_by(2) {
        let outcome = run(program);
        assert_eq!(outcome.verdict(), Verdict::Failed, "{}", program.display());
        check_lines(program, &outcome);
        // A mutant with a bug has a run that shows it, not just an assertion that says too little.
        assert!(!outcome.witnesses.is_empty(), "{}: no run from the start", program.display());
        let mut refuted = Vec::new();
        for obligation in &outcome.obligations {
            assert_ne!(obligation.status, ObligationStatus::Unknown, "{obligation:#?}");
            if obligation.status == ObligationStatus::Refuted {
                assert!(!obligation.start.is_empty() && !obligation.end.is_empty());
                let found = format!("{} {}", obligation.place.line, obligation.error);
                refuted.extend((!refuted.contains(&found)).then_some(found));
            }
        }
        let name = program.file_stem().and_then(|s| s.to_str()).expect("a name");
        let line = format!("{name}: {}", refuted.join(", "));
        assert!(REFUTED.lines().any(|expected| expected == line), "{line}");
    }
}

#[test]
fn the_first_half_of_the_mutants_is_refuted() {
    broken(0);
}

#[test]
fn the_second_half_of_the_mutants_is_refuted() {
    broken(1);
}

/// Verifies a text.
fn verify_text(text: &str, options: impl FnOnce(&mut VerifyOptions)) -> VerifyOutcome {
    let folder = TempDir::new();
    let file = folder.path().join("program.pli");
    std::fs::write(&file, text).expect("a file of its own");
    let mut settings = VerifyOptions::new(&file);
    settings.undecided = folder.path().join("undecided");
    options(&mut settings);
    alone(&settings)
}

fn statuses(outcome: &VerifyOutcome) -> Vec<String> {
    let all = outcome.obligations.iter();
    all.map(|o| format!("{}: {} {}", o.place.line, o.error, o.status.name())).collect()
}

#[test]
fn machine_integers_are_verified_without_an_smt_solver() {
    let text = "P: PROC (X, Y);\nASSERT (X >= 0 & X < 100 & Y >= 0 & Y < 100);\nZ = X + Y;\nASSERT (Z >= X & Z >= Y);\nEND;";
    let fixed = |options: &mut VerifyOptions| {
        options.integers = Integers::Fixed(32);
        options.solver = effigy_session::options::Backend::Embedded;
    };
    let outcome = verify_text(text, fixed);
    assert_eq!(statuses(&outcome), ["3: overflow proved", "4: assertion proved"]);
    assert_eq!(outcome.verdict(), Verdict::Passed);
    let outcome = verify_text(&text.replace("& Y < 100", ""), fixed);
    assert_eq!(statuses(&outcome), ["3: overflow refuted", "4: assertion proved"]);
}

#[test]
fn a_loop_without_an_assertion_is_named_with_statement_and_line() {
    if tool("z3").is_none() {
        return;
    }
    let text =
        "P: PROC (N);\nS = 0;\nDO J = 1 TO N;\nS = S + 1;\nEND;\nASSERT (N > 0 => S = N);\nEND;";
    let outcome = verify_text(text, |_| {});
    assert_eq!(outcome.verdict(), Verdict::Incomplete);
    let [reason] = outcome.incomplete_because.as_slice() else { panic!("{outcome:?}") };
    assert!(reason.reason.contains("the loop at statement 3 of P"), "{}", reason.reason);
    assert!(reason.place.ends_with(":3"), "{}", reason.place);
    let outcome = verify_text(text, |options| options.unroll = Some(2));
    assert_eq!(outcome.verdict(), Verdict::Incomplete);
    assert!(!outcome.obligations.is_empty());
    let bounded = |o: &effigy_session::verify::ObligationOutcome| {
        o.bounded && o.status == ObligationStatus::Unknown
    };
    assert!(outcome.obligations.iter().all(bounded), "{:?}", statuses(&outcome));
}

#[test]
fn subscripts_divisors_and_unset_variables_are_conditions() {
    if tool("z3").is_none() {
        return;
    }
    let text = "P: PROC (I, N);\nDCL A(10) INTEGER;\nASSERT (I >= 1);\nA(I) = 1;\nX = N / I;\nX = X / N;\nIF N > 0 THEN Y = 1;\nX = Y;\nEND;";
    let outcome = verify_text(text, |_| {});
    assert_eq!(
        statuses(&outcome),
        [
            "4: out-of-bounds refuted",
            "5: division-by-zero proved",
            "6: division-by-zero refuted",
            "8: unset-variable refuted"
        ]
    );
}

#[test]
fn static_variables_hold_anything_when_a_procedure_begins() {
    if tool("z3").is_none() {
        return;
    }
    let text = "P: PROC;\nDCL C STATIC INTEGER INITIAL (5);\nC = C + 1;\nPROVE (C = 6);\nEND;";
    assert_eq!(statuses(&verify_text(text, |_| {})), ["4: prove refuted"]);
    let called = format!("Q: PROC;\nX = 1;\nCALL P;\nPROVE (X = 1);\nEND;\n{text}");
    let outcome = verify_text(&called, |options| options.procedure = Some("Q".to_owned()));
    assert_eq!(statuses(&outcome), ["9: prove refuted", "4: prove proved"]);
}

#[test]
fn what_is_read_is_any_number() {
    if tool("z3").is_none() {
        return;
    }
    let text = "P: PROC;\nREAD (X, Y);\nPROVE (X >= Y | X <= Y);\nPROVE (X = Y);\nEND;";
    assert_eq!(statuses(&verify_text(text, |_| {})), ["3: prove proved", "4: prove refuted"]);
}

#[test]
fn a_procedure_that_is_asked_for_brings_the_contracts_that_it_uses() {
    if tool("z3").is_none() {
        return;
    }
    let mut options = VerifyOptions::new(folder("verified").join("factorial.pli"));
    options.procedure = Some("compare".to_owned());
    let outcome = alone(&options);
    assert_eq!(outcome.procedures, ["FACTORIAL", "PRODUCT", "COMPARE"]);
    assert_eq!(outcome.verdict(), Verdict::Passed);
}

#[test]
fn nothing_to_prove_is_no_proof() {
    if tool("z3").is_none() {
        return;
    }
    let outcome = verify_text("P: PROC (X);\nX = 1;\nEND;", |_| {});
    assert_eq!(outcome.verdict(), Verdict::Incomplete);
}

/// A sum whose assertion in the loop says too little.
const SUM: &str = "T: PROC (N, S);\nASSERT (N >= 0);\nS = 0;\nDO I = 1 TO N;\nASSERT (S >= 0);\nS = S + I;\nEND;\nASSERT (2 * S = N * (N + 1));\nEND;";

#[test]
fn an_assertion_that_is_merely_not_inductive_is_not_refuted() {
    if tool("z3").is_none() {
        return;
    }
    let outcome = verify_text(SUM, |_| {});
    assert_eq!(
        statuses(&outcome),
        [
            "5: assertion proved",
            "8: assertion proved",
            "5: assertion not-inductive",
            "8: assertion not-inductive"
        ]
    );
    assert_eq!(outcome.verdict(), Verdict::Incomplete);
    assert!(outcome.witnesses.is_empty() && outcome.summary().findings.is_empty());
    let step = &outcome.obligations[2];
    assert!(step.is_round() && !outcome.obligations[3].is_round());
    assert!(!step.start.is_empty() && !step.end.is_empty());
    // What a run from the start shows is refuted, also at the end of a piece that begins in the loop.
    let outcome = verify_text(&SUM.replace("S = S + I", "S = S - I"), |_| {});
    assert_eq!(
        statuses(&outcome)[2..],
        ["5: assertion refuted".to_owned(), "8: assertion refuted".to_owned()]
    );
    assert_eq!(outcome.verdict(), Verdict::Failed);
    assert_eq!(outcome.witnesses.len(), 2);
    // With the missing part it is proved.
    let kept = SUM.replace("ASSERT (S >= 0)", "ASSERT (1 <= I & I <= N & 2 * S = I * (I - 1))");
    assert_eq!(verify_text(&kept, |_| {}).verdict(), Verdict::Passed);
}

#[test]
fn what_a_contract_leaves_open_is_not_refuted() {
    if tool("z3").is_none() {
        return;
    }
    let text = "Q: PROC (X);\nCALL P (X);\nPROVE (X = 7);\nEND;\nP: PROC (Y);\nASSERT (Y = Y);\nY = 7;\nASSERT (Y > 0);\nRETURN;\nEND;";
    let outcome = verify_text(text, |options| options.procedure = Some("Q".to_owned()));
    let of_call: Vec<String> =
        statuses(&outcome).into_iter().filter(|s| s.contains("prove ")).collect();
    assert_eq!(of_call, ["3: prove not-inductive"]);
}

#[test]
fn a_procedure_without_a_contract_is_verified_for_parameters_that_are_one_variable() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let text = "P: PROCEDURE (A, B);\n  ASSUME(A = 1);\n  B = 2;\n  PROVE(A = 1);\nEND;\n";
    let outcome = run(&folder.write("p.pli", text));
    assert_eq!(outcome.verdict(), Verdict::Failed);
    let refuted = outcome.obligations.iter().filter(|o| o.status == ObligationStatus::Refuted);
    let ways: Vec<&str> = refuted.map(|o| o.way.as_str()).collect();
    assert_eq!(ways, ["B is A"]);
    let input = &outcome.summary().findings[0].input;
    assert_eq!(input.first().map(|input| input.name.as_str()), Some("B is A"));
    let text = "P: PROC (A, X); DCL A(5);\n  A(1) = 1;\n  X = 2;\n  PROVE(A(1) = 1);\nEND;\n";
    let outcome = run(&folder.write("e.pli", text));
    let ways =
        |o: &&effigy_session::verify::ObligationOutcome| o.status == ObligationStatus::Refuted;
    let ways: Vec<&str> = outcome.obligations.iter().filter(ways).map(|o| o.way.as_str()).collect();
    assert_eq!(ways, ["X is an element of A"]);
}

#[test]
fn a_program_that_passes_a_variable_twice_is_refuted_once_and_proved_nowhere() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let text = "MAIN: PROC (X);\n  X = 1;\n  CALL P (X, X);\n  PROVE(X = 2);\nEND;\nP: PROC (A, B);\n  ASSUME(A = 1);\n  B = 2;\n  PROVE(A = 1);\nEND;\n";
    let outcome = run(&folder.write("p.pli", text));
    let inner = outcome.obligations.iter().filter(|o| o.place.line == 9);
    assert!(inner.clone().any(|o| o.procedure == "MAIN" && o.status == ObligationStatus::Refuted));
    assert!(inner.clone().all(|o| o.status == ObligationStatus::Refuted), "some are proved");
    assert!(inner.clone().any(|o| o.procedure == "P" && o.way == "B is A"));
}

#[test]
fn what_a_contract_rests_on_is_said() {
    if tool("z3").is_none() {
        return;
    }
    let outcome = run(&folder("verified").join("divide.pli"));
    let assumes = outcome.assumes();
    let of_parameters = assumes.iter().filter(|a| a.kind == AssumptionKind::Aliasing);
    let assumed: Vec<&str> = of_parameters.map(|a| a.what.as_ref()).collect();
    assert_eq!(assumed, ["parameters A, B, Q and R of DIVIDE are different variables"]);
}
