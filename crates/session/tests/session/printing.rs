//! What is printed reads back: a condition, printed and typed again, is the same condition.

use effigy_session::debug::{Debugger, Standing};
use effigy_session::options::ExploreOptions;
use effigy_testkit::{Rng, TempDir, cases, tool};
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "P: PROC (X);\nDCL A(5) INTEGER;\nRETURN (X);\nEND;\n";

/// Conditions that are printed and read.
const CONDITIONS: u64 = 400;

/// A random expression of PL/I over the integers X, Y and Z and the array A.
fn expression(rng: &mut Rng, depth: u32) -> String {
    let name = |rng: &mut Rng| ["X", "Y", "Z"][rng.below(3)].to_owned();
    if depth == 0 {
        return match rng.below(3) {
            0 => (rng.below(9)).to_string(),
            _ => name(rng),
        };
    }
    let (operator, a) = (rng.below(7), expression(rng, depth - 1));
    match operator {
        0 => a,
        1 => format!("({a} + {})", expression(rng, depth - 1)),
        2 => format!("({a} - {})", expression(rng, depth - 1)),
        3 => format!("{}*({a})", rng.below(5)),
        4 => format!("({a})/{}", 1 + rng.below(4)),
        5 => format!("A({a})"),
        _ => format!("(-{})", name(rng)),
    }
}

fn condition(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 {
        let sign = ["=", "<", ">", "<=", ">=", "¬="][rng.below(6)];
        return format!("{} {sign} {}", expression(rng, 2), expression(rng, 2));
    }
    let (operator, a) = (rng.below(4), condition(rng, depth - 1));
    match operator {
        0 => a,
        1 => format!("¬({a})"),
        2 => format!("({a}) & ({})", condition(rng, depth - 1)),
        _ => format!("({a}) | ({})", condition(rng, depth - 1)),
    }
}

#[test]
fn printed_conditions_of_pli_read_back() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let file = folder.write("p.pli", PROGRAM);
    let mut session = Debugger::load(&ExploreOptions::new(&file)).expect("a session");
    for assignment in ["X = \"X\"", "Y = \"Y\"", "Z = \"Z\"", "A(1) = \"A(1)\"", "A = \"A\""] {
        session.assign(assignment).unwrap_or_else(|e| panic!("{assignment}: {e}"));
    }
    let mut rng = Rng::new(17);
    cases(0..CONDITIONS, |_| {
        let depth = rng.below(4) as u32;
        let typed = condition(&mut rng, depth);
        let printed = session.evaluate(&typed).unwrap_or_else(|e| panic!("{typed}: {e}"));
        if matches!(printed.as_str(), "true" | "false") {
            return;
        }
        let again = session.evaluate(&printed).unwrap_or_else(|e| panic!("{printed}: {e}"));
        assert_eq!(again, printed, "{typed}");
    });
}

#[test]
fn printed_conditions_of_pli_need_no_variables() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let file = folder.write("p.pli", "P: PROC (X, N);\nX = X + 1;\nRETURN (X);\nEND;\n");
    let mut session = Debugger::load(&ExploreOptions::new(&file)).expect("a session");
    session.call("P (\"X\", \"N\")").expect("a call");
    let read = |session: &mut Debugger, text: &str| session.evaluate(text).expect(text);
    assert_eq!(read(&mut session, "N > 0 ? 2*X : X - N"), "N > 0 ? 2*X : X - N");
    assert_eq!(read(&mut session, "X > 3"), "X > 3");
    while !matches!(session.standing(), Standing::Ended(..)) {
        session.advance(false).expect("a step");
        // The variable has another value than the input of its name.
        if session.evaluate("X").is_ok_and(|value| value.contains("+ 1")) {
            assert_eq!(read(&mut session, "X > 3"), "\"X > 2\"");
            assert_eq!(read(&mut session, "\"X > 2\""), "\"X > 2\"");
        }
    }
    assert_eq!(read(&mut session, "N ¬= 5 & X > 2"), "N ¬= 5 & X > 2");
}

/// Paths of each program that are walked.
const PATHS: usize = 10;

/// Types what a session prints again on every path; gives how many texts there were.
fn type_again(options: &ExploreOptions) -> usize {
    let mut session = Debugger::load(options).expect("a session");
    let (mut open, mut paths, mut count) = (vec![session.snapshot()], 0, 0);
    while let Some(snapshot) = open.pop().filter(|_| paths < PATHS) {
        session.restore(&snapshot);
        let condition = session.path_condition();
        assert_eq!(session.decide(&condition), Ok(Some(true)), "{condition}");
        let mut texts = Vec::new();
        match session.standing() {
            Standing::Ended(..) => {
                paths += 1;
                continue;
            }
            Standing::Fork(_, fork) => {
                texts.extend(fork.sides.into_iter().map(|side| side.condition));
                for side in session.open_sides() {
                    session.restore(&snapshot);
                    session.choose(side).expect("a side");
                    open.push(session.snapshot());
                }
                session.restore(&snapshot);
            }
            _ => {
                session.advance(false).expect("a step");
                open.push(session.snapshot());
                session.restore(&snapshot);
            }
        }
        // Numbers and parts of memory are written as their types are.
        let values = session.variables(0).into_iter().map(|shown| shown.value);
        texts.extend(values.filter(|v| v.len() > 3 && !v.starts_with(['{', '[', '0', '\''])));
        for text in texts {
            let again = session.evaluate(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(again, text);
            count += 1;
        }
    }
    count
}

#[test]
fn what_sessions_of_compiled_programs_print_reads_back() {
    let (Some(clang), Some(_)) = (tool("clang"), tool("rustc")) else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/debug");
    let modules = TempDir::new();
    let module = modules.path().join("conditions.ll");
    let made = Command::new(clang)
        .args(["-g", "-O1", "-S", "-emit-llvm", "-o"])
        .arg(&module)
        .arg(folder.join("conditions.c"))
        .status();
    assert!(made.expect("clang").success());
    let files = ["conditions.c", "rebate.c", "turnstile.rs"];
    for file in files.iter().map(|file| folder.join(file)).chain([module]) {
        let mut options = ExploreOptions::new(&file);
        options.symbolic_arguments = vec![2];
        options.symbolic_stdin = Some(3);
        let count = type_again(&options);
        assert!(count > 10, "{}: {count} texts", file.display());
    }
}
