//! Runs that follow one input while symbols ride along.

use crate::support::{explore, main_job};
use effigy_base::finding::FindingKind;
use effigy_base::sort::Scalar;
use effigy_base::value::{ArrayValue, Value};
use effigy_exec::concolic::{Concolic, ConcolicRun, Follow};
use effigy_exec::context::Job;
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::InputKind;
use effigy_exec::stop::{CutReason, Ending};
use effigy_solver::{BackEnd, Statistics};
use effigy_term::print::{Style, infix};
use effigy_testkit::{Rng, cases};
use std::sync::Arc;

const INPUTS: &str = "
declare @input_x() -> (bv8)
declare @input_y() -> (bv8)
declare @below(bv8, bv8, bv8) -> (bv32)
declare @larger(bv8, bv8) -> (bv8)";

/// A branch, a switch, a table at a symbolic place, a decision of a model, a check.
const BODY: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  %2: bool := bvult %0, 100:bv8
  branch %2, b1, b2
b1:
  switch %1 { 1: b3, 2: b4, 3: b3, else: b5 }
b2:
  %3: bv8 := call @larger(%0, %1)
  %4: bool := = %3, 200:bv8
  branch %4, b6, b5
b3:
  return 3:bv32
b4:
  return 4:bv32
b5:
  return 5:bv32
b6:
  fail abort \"here\"";

fn input(x: u8, y: u8) -> Vec<GivenBytes> {
    let object = |name: &str, byte| (InputKind::Object, name.to_owned(), vec![byte]);
    vec![object("x", x), object("y", y)]
}

fn machine(job: &Job, follow: Follow) -> Concolic {
    Concolic::new(job, follow).expect("the embedded solver needs nothing")
}

/// The conjuncts with the sides that were taken.
fn path(machine: &mut Concolic, run: &ConcolicRun) -> Vec<String> {
    let conjuncts = run.conjuncts.iter();
    conjuncts.map(|c| format!("{} {}", c.side, infix(machine.store(), c.term))).collect()
}

/// What is known of a way to end that two machines tell alike.
fn shown(ending: &Ending) -> String {
    match ending {
        Ending::Finding(failure) => format!("{:?} {}", failure.kind, failure.message),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_path_condition_is_that_of_the_input_and_no_solver_is_asked() {
    let job = main_job(INPUTS, BODY);
    let mut machine = machine(&job, Follow::Symbols);
    let expected: [(u8, u8, &[&str], &str); 5] = [
        (7, 2, &["0 x <u 100", "1 y == 2"], "Exit(4)"),
        (7, 3, &["0 x <u 100", "0 y == 1 || y == 3"], "Exit(3)"),
        (99, 9, &["0 x <u 100", "2 !(y == 1 || y == 2 || y == 3)"], "Exit(5)"),
        (200, 5, &["1 x >u 99", "0 y <u x", "0 x == 200"], "Abort here"),
        (150, 200, &["1 x >u 99", "1 x <=u y", "0 y == 200"], "Abort here"),
    ];
    for (x, y, condition, ending) in expected {
        let run = machine.run(input(x, y), 1000);
        assert_eq!(shown(&run.ending), ending, "{x} {y}");
        assert_eq!(path(&mut machine, &run), condition);
        // The values are those of the input, so every conjunct holds and no other side does.
        let mut evaluator = effigy_term::Evaluator::new();
        for conjunct in &run.conjuncts {
            let truth = |term, evaluator: &mut effigy_term::Evaluator, m: &mut Concolic| {
                evaluator.reset();
                evaluator.truth(m.store(), term, &run.model)
            };
            assert_eq!(truth(conjunct.term, &mut evaluator, &mut machine), Some(true));
            for (_, other) in &conjunct.others {
                assert_eq!(truth(*other, &mut evaluator, &mut machine), Some(false));
            }
        }
    }
    let mut statistics = Statistics::default();
    machine.context().solver.statistics(&mut statistics);
    assert_eq!(statistics.queries(), 0);
}

#[test]
fn an_input_that_is_not_given_is_zero() {
    let job = main_job(INPUTS, BODY);
    for follow in [Follow::Symbols, Follow::Values] {
        let mut machine = machine(&job, follow);
        let run = machine.run(input(7, 0)[..1].to_vec(), 1000);
        assert_eq!(run.ending, Ending::Exit(5));
        let made: Vec<_> = run.inputs.iter().map(|i| (i.name.as_str(), i.bytes.clone())).collect();
        assert_eq!(made, [("x", vec![7]), ("y", vec![0])]);
        assert_eq!(run.variables.len(), if follow == Follow::Symbols { 2 } else { 0 });
    }
}

#[test]
fn an_assumption_is_a_conjunct_and_one_that_fails_is_the_last() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv32 := call @below(%0, 100:bv8, 50:bv8)
  return %1";
    let job = main_job(INPUTS, body);
    let mut machine = machine(&job, Follow::Symbols);
    let run = machine.run(input(60, 0), 1000);
    assert_eq!(run.ending, Ending::Exit(0));
    assert_eq!(path(&mut machine, &run), ["0 x <u 100", "1 x >u 49"]);
    assert!(run.conjuncts[0].others.is_empty(), "what is assumed is not turned");
    let run = machine.run(input(100, 0), 1000);
    assert_eq!(run.ending, Ending::Assumed);
    assert_eq!(path(&mut machine, &run), ["1 x >u 99"]);
    let other = run.conjuncts[0].others.first().expect("the side that the program wants");
    assert_eq!(infix(machine.store(), other.1), "x <u 100");
}

#[test]
fn an_address_takes_the_value_of_the_input() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 16:bv64 align 8
  fill %1, 7:bv8, 16:bv64
  %2: bv64 := zero_extend[64] %0
  %3: bv64 := bvadd %1, %2
  %4: bv8 := load %3
  %5: bv32 := zero_extend[32] %4
  return %5";
    let job = main_job(INPUTS, body);
    let mut machine = machine(&job, Follow::Symbols);
    for (x, fails) in [(0, false), (15, false), (16, true), (255, true)] {
        let run = machine.run(input(x, 0), 1000);
        let out = matches!(&run.ending, Ending::Finding(f) if f.kind == FindingKind::OutOfBounds);
        assert_eq!(out, fails, "{x}: {:?}", run.ending);
        assert!(!run.conjuncts.is_empty(), "that it is inside depends on x");
    }
}

#[test]
fn uninitialised_memory_is_found_with_symbols_and_without() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 2:bv64 align 8
  store %1, %0
  %2: bv64 := bvadd %1, 1:bv64
  %3: bv8 := load %2
  %4: bool := bvult %0, 9:bv8
  branch %4, b1, b2
b1:
  %5: bv8 := bvmul %3, %0
  %6: bool := = %5, 8:bv8
  branch %6, b2, b3
b2:
  return 2:bv32
b3:
  return 3:bv32";
    let job = main_job(INPUTS, body);
    for follow in [Follow::Symbols, Follow::Values] {
        let mut machine = machine(&job, follow);
        let kind = |run: &ConcolicRun| match &run.ending {
            Ending::Finding(failure) => Some(failure.kind),
            _ => None,
        };
        assert_eq!(machine.run(input(9, 0), 1000).ending, Ending::Exit(2));
        let run = machine.run(input(1, 0), 1000);
        assert_eq!(kind(&run), Some(FindingKind::Uninitialised), "{:?}", run.ending);
        // Nothing times zero is 8, whatever the memory holds.
        assert_eq!(machine.run(input(0, 0), 1000).ending, Ending::Exit(3));
    }
}

#[test]
fn a_run_ends_at_its_limit_and_when_it_is_stopped() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  jump b1
b1:
  %1: bool := = %0, 0:bv8
  branch %1, b1, b2
b2:
  return 2:bv32";
    let job = main_job(INPUTS, body);
    let mut machine = machine(&job, Follow::Symbols);
    let run = machine.run(input(0, 0), 1000);
    assert_eq!(run.ending, Ending::Cut(CutReason::Steps));
    assert!(run.steps >= 1000 && !run.conjuncts.is_empty());
    assert_eq!(machine.run(input(1, 0), 1000).ending, Ending::Exit(2));
    job.cancel.cancel();
    assert_eq!(machine.run(input(0, 0), u64::MAX).ending, Ending::Cut(CutReason::Cancelled));
}

#[test]
fn each_input_is_on_the_path_of_the_tree_that_ends_as_its_run_does() {
    let job = main_job(INPUTS, BODY);
    let tree = explore(&job, 1);
    let mut symbols = machine(&job, Follow::Symbols);
    let mut values = machine(&job, Follow::Values);
    let mut rng = Rng::new(11);
    let interesting = [0, 1, 2, 3, 99, 100, 199, 200, 255];
    cases(0..300, |_| {
        let mut byte = || match rng.one_in(2) {
            true => *rng.pick(&interesting),
            false => rng.below(256) as u8,
        };
        let input = input(byte(), byte());
        let run = symbols.run(input.clone(), 1000);
        let plain = values.run(input, 1000);
        assert_eq!(shown(&run.ending), shown(&plain.ending));
        assert_eq!(run.inputs, plain.inputs);
        let sides: Vec<u32> = run.conjuncts.iter().map(|conjunct| conjunct.side).collect();
        // The tree has no node where one side alone is feasible.
        let is_it = |key: &[u32]| {
            let mut rest = sides.iter();
            key.iter().all(|side| rest.any(|taken| taken == side))
        };
        let on_it = tree.paths.iter().filter(|path| is_it(&path.key));
        assert!(on_it.clone().any(|path| shown(&path.ending) == shown(&run.ending)), "{sides:?}");
    });
}

#[test]
fn a_solver_that_is_not_there_is_said_before_anything_runs() {
    let mut job = main_job(INPUTS, BODY);
    job.solver.back_end = BackEnd::Z3;
    job.solver.program = Some("/nowhere/z3".into());
    assert!(Concolic::new(&job, Follow::Symbols).is_err());
}

#[test]
fn what_a_condition_settles_is_no_decision_behind_it() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  %2: bool := bvult %0, %1
  branch %2, b1, b5
b1:
  %3: bool := = %0, 3:bv8
  branch %3, b2, b6
b2:
  %4: bool := bvult %0, %1
  branch %4, b3, b5
b3:
  %5: bv8 := bvadd %0, 1:bv8
  %6: bool := = %5, 4:bv8
  branch %6, b4, b5
b4:
  %7: bool := bvult %5, %1
  branch %7, b5, b6
b5:
  return 5:bv32
b6:
  %8: bool := bvult %0, %1
  %9: bool := = %0, 3:bv8
  branch %9, b5, b7
b7:
  branch %8, b8, b5
b8:
  %10: bv8 := ite %9, %1, %0
  %11: bool := bvult %10, 6:bv8
  branch %11, b5, b9
b9:
  return 8:bv32";
    let job = main_job(INPUTS, body);
    let mut machine = machine(&job, Follow::Symbols);
    let expected: [(u8, u8, &[&str], i32); 4] = [
        // Behind x == 3 its successor is 4, and only y is open.
        (3, 9, &["0 x <u y", "0 x == 3", "0 y >u 4"], 5),
        (3, 4, &["0 x <u y", "0 x == 3", "1 y <u 5"], 5),
        (7, 9, &["0 x <u y", "1 x != 3", "1 x >u 5"], 8),
        (9, 9, &["1 y <=u x"], 5),
    ];
    for (x, y, condition, status) in expected {
        let run = machine.run(input(x, y), 1000);
        assert_eq!(run.ending, Ending::Exit(status), "{x} {y}");
        assert_eq!(path(&mut machine, &run), condition, "{x} {y}");
    }
}

#[test]
fn inputs_of_any_sort_are_followed() {
    let body = "
b0:
  %0: int := symbolic \"n\"
  %1: bv64 := array int int symbolic \"a\"
  %2: int := select %1, %0
  %3: bool := int.lt %0, %2
  branch %3, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32";
    let values = |n: i64, at: i64, element: i64| {
        let mut array = ArrayValue::new(Scalar::Int, Value::int(0));
        array.store(Value::int(at), Value::int(element));
        vec![("n".to_owned(), Value::int(n)), ("a".to_owned(), Value::Array(array))]
    };
    let run = |given, follow| {
        let job = Job { given: Arc::new(given), ..main_job("", body) };
        let mut machine = machine(&job, follow);
        let (run, record) = machine.path(Vec::new(), 1000, &Style::default());
        let record = record.expect("no assumption ends it");
        assert_eq!(record.ending, run.ending);
        let condition: Vec<String> = record.condition.iter().map(ToString::to_string).collect();
        (run.ending, condition)
    };
    let taken = |text: &str| vec![text.to_owned()];
    let huge = 1 << 60;
    assert_eq!(run(values(5, 5, huge), Follow::Symbols), (Ending::Exit(1), taken("n < a[n]")));
    assert_eq!(run(values(5, 4, huge), Follow::Symbols), (Ending::Exit(2), taken("a[n] <= n")));
    // What is not given is zero.
    assert_eq!(run(Vec::new(), Follow::Symbols), (Ending::Exit(2), taken("a[n] <= n")));
    assert_eq!(run(values(-1, 5, 7), Follow::Values), (Ending::Exit(1), Vec::new()));
    assert_eq!(run(Vec::new(), Follow::Values), (Ending::Exit(2), Vec::new()));
}
