//! What ends a trace, and what an unfolding costs.

use crate::support::{assert_same, backwards, context, forwards, ir, pli};
use effigy_backward::unfolding::{Bound, Ending, UnfoldOptions, Unfolding};
use effigy_base::budget::StopReason;
use effigy_exec::resources::FRAME_BYTES;
use effigy_exec::stop::Feasible;
use effigy_ir::text;
use effigy_lang_pli::lower::Integers;
use std::fmt::Write;

/// A function of numbers with a switch and a call: nothing but registers.
const NUMBERS: &str = "
define @main() -> (bv32) {
b0:
  %0: bv32 := symbolic \"a\"
  switch %0 { 1: b1, 5: b2, 7: b1, else: b3 }
b1:
  %1: bv32 := call @double(%0)
  output \"r\" %1
  return 1:bv32
b2:
  %2: bv32 := call @double(3:bv32)
  output \"r\" %2
  return 2:bv32
b3:
  return 3:bv32
}
define @double(%0: bv32) -> (bv32) {
b0:
  %1: bv32 := bvadd %0, %0
  return %1
}
";

#[test]
fn functions_of_registers_need_no_memory() {
    let mut context = ir(NUMBERS);
    let leaves = forwards(&mut context, 10).expect("a small tree");
    let traces = backwards(&mut context, UnfoldOptions::default());
    assert_eq!(traces.len(), 3);
    assert_same(&mut context, &leaves, &traces, NUMBERS);
}

#[test]
fn byte_memory_is_named_where_a_trace_comes_to_it() {
    let source = "
define @main() -> (bv32) {
b0:
  %0: bv64 := symbolic \"p\"
  %1: bool := = %0, 0:bv64
  branch %1, b1, b2
b1:
  return 0:bv32
b2:
  %2: bv32 := load %0
  return %2
}
";
    let mut context = ir(source);
    let endings: Vec<String> = backwards(&mut context, UnfoldOptions::default())
        .into_iter()
        .map(|leaf| leaf.ending)
        .collect();
    assert_eq!(endings, ["returned", "unsupported at 0: load from byte memory"]);
}

#[test]
fn words_of_global_variables_are_followed_and_constants_are_not_written() {
    let source = "
global $count size 16 align 8 {
}
constant $fixed size 8 align 8 {
  bytes 0 \"0700000000000000\"
}
define @main() -> (bv32) {
b0:
  %0: bv64 := load $count+8
  %1: bv64 := load $fixed
  %2: bv64 := bvadd %0, %1
  store $count+8, %2
  %3: bv64 := load $count+8
  output \"count\" %3
  store $fixed, %3
  return 0:bv32
}
";
    let mut context = ir(source);
    let leaves = backwards(&mut context, UnfoldOptions::default());
    assert_eq!(leaves[0].ending, "unsupported at 0: store to byte memory");
    assert_eq!(context.store.as_bits(leaves[0].outputs[0].1), Some(7));
}

#[test]
fn parameters_of_the_entry_are_inputs() {
    let source = "
define @main(%0: bv32, %1: bv32) -> (bv32) {
b0:
  name \"n\" %0
  %2: bool := bvult %0, %1
  assume %2
  return %0
}
";
    let mut context = ir(source);
    let leaves = backwards(&mut context, UnfoldOptions::default());
    let text = effigy_term::print::infix(&context.store, leaves[0].condition[0]);
    assert_eq!(text, "n <u arg1");
}

/// Asserts that traces and leaves of a program are the same; their endings.
fn endings(source: &str, integers: Integers) -> Vec<String> {
    let program = text::parse(source, "test.ir").unwrap_or_else(|e| panic!("{e:?}"));
    let mut context = context(program, "main", integers);
    context.job.stack = FRAMES as u64 * FRAME_BYTES;
    let leaves = forwards(&mut context, 100).expect("a small tree");
    let options = UnfoldOptions { frames: FRAMES, ..UnfoldOptions::default() };
    let traces = backwards(&mut context, options);
    assert_same(&mut context, &leaves, &traces, source);
    for test in traces.iter().flat_map(|trace| &trace.condition) {
        assert!(!context.store.has_unspecified(*test), "a condition on what was never set");
    }
    traces.into_iter().map(|leaf| leaf.ending).collect()
}

/// Most activations at a time in these tests.
const FRAMES: usize = 5;

#[test]
fn recursion_ends_where_the_machine_ends_it() {
    let source = "
define @main() -> (bv8) {
b0:
  %0: bv8 := symbolic \"n\"
  %1: bv8 := call @down(%0)
  return 0:bv8
}
define @down(%0: bv8) -> (bv8) {
b0:
  %1: bool := = %0, 0:bv8
  branch %1, b1, b2
b1:
  return %0
b2:
  %2: bv8 := bvsub %0, 1:bv8
  %3: bv8 := call @down(%2)
  return %3
}
";
    let mut expected = vec!["returned"; 4];
    expected.push("stack-overflow at 0: more than 5 nested calls");
    assert_eq!(endings(source, Integers::Fixed), expected);
}

#[test]
fn a_test_that_depends_on_what_was_never_set_is_a_finding() {
    let source = "
define @main() -> (bv8) {
b0:
  %0: bv64 := array bv8 bv8
  %1: bv8 := symbolic \"i\"
  %2: bv8 := symbolic \"j\"
  put %0, %1, 5:bv8
  %3: bv8 := select %0, %2
  %4: bool := = %1, %2
  branch %4, b1, b2
b1:
  %5: bv8 := symbolic \"n\"
  %6: bool := = %3, %5
  check %6 assertion \"five\"
  return 0:bv8
b2:
  %7: bool := = %3, 5:bv8
  branch %7, b3, b3
b3:
  return 0:bv8
}
";
    let finding = "uninitialised at 0: a branch depends on memory that was never initialised";
    assert_eq!(endings(source, Integers::Fixed), ["returned", "assertion at 0: five", finding]);
}

#[test]
fn what_is_known_of_lengths_is_in_the_condition() {
    let source = "
field &\".length\" (int) -> int length
field &x () -> int reference
field &y () -> int reference
define @main() -> (int) {
b0:
  %0: int := get &x()
  %1: int := get &y()
  set &\".length\"(%1), -4:int
  %2: int := get &\".length\"(%0)
  %3: int := get &\".length\"(%0)
  %4: int := unknown \"n\" length
  %5: bool := = %0, %1
  branch %5, b1, b2
b1:
  check %5 assertion \"the same\"
  %6: int := unknown \"n\" length
  %7: bool := int.lt %6, %4
  branch %7, b3, b3
b2:
  %8: bool := int.le 0:int, %3
  check %8 assertion \"not negative\"
  %9: int := unknown \"n\" value
  %10: bool := int.lt %9, %4
  branch %10, b3, b3
b3:
  return 0:int
}
";
    let Some(_) = effigy_testkit::tool("z3") else { return };
    assert_eq!(endings(source, Integers::Unbounded), ["returned"; 4]);
}

const COUNT: &str = "
T: PROCEDURE (N);
  S = 0;
  DO K = 1 TO N;
    S = S + K;
  END;
END;
";

#[test]
fn bounds_end_traces_or_the_unfolding_by_name() {
    let mut context = pli(COUNT, "T", Integers::Fixed);
    let program = context.job.program.clone();
    let mut endings = |options: UnfoldOptions, most: usize| {
        let mut unfolding = Unfolding::new(&program, context.job.entry, options).expect("a body");
        let mut endings = Vec::new();
        while endings.len() < most
            && let Some(ended) = unfolding.advance(&mut context.store, context.solver.as_mut())
        {
            endings.push(ended.ending);
        }
        (endings, unfolding.stopped())
    };
    let bounded = |bound| Ending::Bounded(bound);
    let options = UnfoldOptions { statements: Some(20), ..UnfoldOptions::default() };
    assert_eq!(endings(options, 100).0[0], bounded(Bound::Statements));
    let options = UnfoldOptions { steps: Some(100), ..UnfoldOptions::default() };
    assert_eq!(endings(options, 100).0[0], bounded(Bound::Steps));
    let options = UnfoldOptions { branches: Some(3), ..UnfoldOptions::default() };
    assert_eq!(endings(options, 100).0[0], bounded(Bound::Branches));
    let options = UnfoldOptions { branches: Some(9), traces: Some(4), ..UnfoldOptions::default() };
    let (all, stopped) = endings(options, 100);
    assert_eq!((all.len(), stopped), (4, Some(Bound::Traces)));
    let options = UnfoldOptions::default();
    options.cancel.cancel();
    assert_eq!(endings(options, 100), (Vec::new(), Some(Bound::Stopped(StopReason::User))));
}

#[test]
fn without_pruning_there_are_more_traces_but_the_same_feasible_ones() {
    let source = "
T: PROCEDURE (X, Y);
  IF X > 0 THEN Y = 1; ELSE Y = 2;
  IF X > 1 THEN Y = Y + 2;
END;
";
    let mut context = pli(source, "T", Integers::Fixed);
    let pruned = backwards(&mut context, UnfoldOptions::default());
    let all = UnfoldOptions { prune: false, ..UnfoldOptions::default() };
    let feasible = backwards(&mut context, all.clone());
    assert_eq!(pruned.len(), 3);
    assert_same(&mut context, &pruned, &feasible, source);
    let program = context.job.program.clone();
    let mut unfolding = Unfolding::new(&program, context.job.entry, all).expect("a body");
    let (mut traces, mut infeasible) = (0, 0);
    while let Some(ended) = unfolding.advance(&mut context.store, context.solver.as_mut()) {
        traces += 1;
        infeasible += usize::from(matches!(ended.feasible, Feasible::No));
    }
    assert_eq!(traces - infeasible, 3);
    assert!(infeasible > 10, "{infeasible}");
}

/// The steps of the first trace of this many statements, and the terms that were made for its condition.
fn cost(source: &str, statements: u64) -> (usize, usize) {
    let mut context = pli(source, "T", Integers::Fixed);
    let program = context.job.program.clone();
    let options = UnfoldOptions { statements: Some(statements), ..UnfoldOptions::default() };
    let mut unfolding = Unfolding::new(&program, context.job.entry, options).expect("a body");
    let before = context.store.len();
    let ended = unfolding.advance(&mut context.store, context.solver.as_mut()).expect("a trace");
    assert_eq!(ended.ending, Ending::Bounded(Bound::Statements));
    (unfolding.trace().len(), context.store.len() - before)
}

#[test]
fn the_terms_of_a_long_trace_grow_with_its_length() {
    // One element that is read and assigned again and again.
    let counting = "
T: PROCEDURE (X, A);
  DCL A(100);
L: A(X) = A(X) - 1;
  IF A(X) > 0 THEN GO TO L;
END;
";
    // Two elements that may be the same.
    let aliases = "
T: PROCEDURE (X, Y, A);
  DCL A(100);
L: A(X) = Y;
  A(Y) = X;
  IF A(X) > 0 THEN GO TO L;
END;
";
    // Elements that are all different.
    let filling = "
T: PROCEDURE (X, A);
  DCL A(100000);
  DO K = 1 TO 100000;
    A(K) = X;
    X = A(K);
  END;
END;
";
    for source in [counting, aliases, filling] {
        let (_, terms) = cost(source, 300);
        let (more_steps, more_terms) = cost(source, 1200);
        assert!(more_steps > 10_000, "{more_steps} steps");
        assert!(more_terms < 5 * terms + 100, "{terms} terms, then {more_terms}");
    }
}

#[test]
fn unrelated_indices_have_a_part_of_the_conditional_for_each_pair() {
    let terms = |count: usize| {
        let mut body = String::from("  %0: bv64 := array bv32 bv32 symbolic \"A\"\n");
        let mut registers = 1..;
        let mut next = || registers.next().unwrap_or_default();
        for i in 0..count {
            let index = next();
            let _ = writeln!(body, "  %{index}: bv32 := symbolic \"w{i}\"");
            let _ = writeln!(body, "  put %0, %{index}, {i}:bv32");
        }
        for i in 0..count {
            let (index, element) = (next(), next());
            let _ = writeln!(body, "  %{index}: bv32 := symbolic \"r{i}\"");
            let _ = writeln!(body, "  %{element}: bv32 := select %0, %{index}");
            let _ = writeln!(body, "  output \"element\" %{element}");
        }
        let mut context =
            ir(&format!("define @main() -> (bv32) {{\nb0:\n{body}  return 0:bv32\n}}\n"));
        backwards(&mut context, UnfoldOptions::default());
        context.store.len()
    };
    let (few, many) = (terms(20), terms(40));
    assert!(few > 2 * 20 * 20 && many > 3 * few && many < 5 * few, "{few} terms, then {many}");
}
