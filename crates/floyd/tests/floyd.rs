//! Floyd's method on functions in the representation's text form, over machine words of eight bits.

use effigy_base::value::Value;
use effigy_exec::call::Call;
use effigy_exec::context::{Context, Job};
use effigy_exec::environment::{Environment, Handler};
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;
use effigy_floyd::{ConditionKind, FloydOptions, Obligation, Status, Verification};
use effigy_ir::{text, verify};
use std::sync::Arc;

/// Nothing but the program.
struct Alone;

impl Environment for Alone {
    fn model(&self, _name: &str, _display: &str, _defined: bool) -> Option<Handler> {
        None
    }

    fn start(&self, _call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}

/// A `main` that calls `@f` on a symbolic number.
const MAIN: &str = "
define @main() -> (bv32) {
b0:
  %0: bv64 := array bv8 bv8
  %1: bv8 := symbolic \"n\"
  put %0, 0:bv8, %1
  %2: bv8 := call @f(%0, 0:bv8)
  return 0:bv32
}
";

/// The text with the registers of each function numbered without gaps.
fn renumbered(source: &str) -> String {
    let mut known: Vec<&str> = Vec::new();
    let mut out = String::new();
    for line in source.split_inclusive('\n') {
        if line.starts_with("define") {
            known.clear();
        }
        let mut rest = line;
        while let Some(at) = rest.find('%') {
            let (before, register) = rest.split_at(at);
            let end = register[1..].find(|c: char| !c.is_ascii_digit());
            let (register, after) = register.split_at(end.map_or(register.len(), |end| end + 1));
            let number = known.iter().position(|name| *name == register).unwrap_or_else(|| {
                known.push(register);
                known.len() - 1
            });
            out.push_str(&format!("{before}%{number}"));
            rest = after;
        }
        out.push_str(rest);
    }
    out
}

fn verify_in(source: &str, function: &str, options: FloydOptions) -> Verification {
    let program = text::parse(&renumbered(source), "test.ir").unwrap_or_else(|e| panic!("{e:?}"));
    verify::verify_program(&program).unwrap_or_else(|e| panic!("{e:?}"));
    let entry = program.function_named("main").expect("a main function");
    let target = program.function_named(function).expect("the function");
    let job = Job::new(Arc::new(program), Arc::new(Alone), entry);
    let mut context = Context::new(job).expect("the embedded solver needs nothing");
    effigy_floyd::verify(&mut context, target, &options).expect("an entry that can be executed")
}

fn verify(body: &str) -> Verification {
    verify_in(&format!("{MAIN}{body}"), "f", FloydOptions::default())
}

/// Each condition as `text: status`.
fn statuses(verification: &Verification) -> Vec<String> {
    let all = verification.obligations.iter();
    all.map(|o| format!("{}: {}", o.text, status(o))).collect()
}

fn status(obligation: &Obligation) -> &'static str {
    match obligation.status {
        Status::Proved => "proved",
        Status::Refuted(_) => "refuted",
        Status::NotInductive(_) => "not inductive",
        Status::Unknown { .. } => "unknown",
    }
}

fn values(values: &[effigy_floyd::VariableValue]) -> Vec<String> {
    let shown = |value: &Option<Value>| match value {
        Some(Value::BitVec(bits)) => bits.to_u128().map_or("?".to_owned(), |n| n.to_string()),
        Some(other) => other.to_string(),
        None => "unset".to_owned(),
    };
    values.iter().map(|v| format!("{} = {}", v.name, shown(&v.value))).collect()
}

/// Doubles `n` by counting, with `invariant` as the assertion in the loop and `s = step * n` after it.
fn doubling(step: u32, invariant: &str) -> String {
    format!(
        "
define @f(%0: bv64, %1: bv8) -> (bv8) {{
b0:
  %2: bv64 := array bv8 bv8
  %3: bv64 := array bv8 bv8
  variable \"n\" %0[%1]
  variable \"i\" %2[0:bv8]
  variable \"s\" %3[0:bv8]
  jump b1
b1:
  mark 1
  mark 2
  put %2, 0:bv8, 0:bv8
  put %3, 0:bv8, 0:bv8
  jump b2
b2:
  mark 3 loop
{invariant}
  %10: bv8 := select %2, 0:bv8
  %11: bv8 := select %0, %1
  %12: bool := bvult %10, %11
  branch %12, b3, b4
b3:
  mark 5
  %13: bv8 := select %2, 0:bv8
  %14: bv8 := bvadd %13, 1:bv8
  put %2, 0:bv8, %14
  mark 6
  %15: bv8 := select %3, 0:bv8
  %16: bv8 := bvadd %15, {step}:bv8
  put %3, 0:bv8, %16
  jump b2
b4:
  mark 7
  %17: bv8 := select %3, 0:bv8
  %18: bv8 := select %0, %1
  %19: bv8 := bvadd %18, %18
  %20: bool := = %17, %19
  prove %20 \"s = 2n\"
  mark 8
  %21: bv8 := select %3, 0:bv8
  return %21
}}
"
    )
}

const INVARIANT: &str = "
  mark 4 assertion
  %4: bv8 := select %2, 0:bv8
  %5: bv8 := select %0, %1
  %6: bool := bvule %4, %5
  %7: bv8 := select %3, 0:bv8
  %8: bv8 := bvadd %4, %4
  %9: bool := = %7, %8
  %22: bool := and %6, %9
  assert %22 \"i <= n & s = 2i\"
";

#[test]
fn a_loop_is_proved_by_its_invariant() {
    let verification = verify(&doubling(2, INVARIANT));
    let proved = "i <= n & s = 2i: proved";
    assert_eq!(statuses(&verification), [proved, proved, "s = 2n: proved"]);
    let numbers = |o: &Obligation| o.path.iter().map(|step| step.number).collect::<Vec<u32>>();
    let paths: Vec<Vec<u32>> = verification.obligations.iter().map(numbers).collect();
    let expected = [vec![1, 2, 3, 4], vec![4, 5, 6, 3, 4], vec![4, 7]];
    assert_eq!(paths, expected);
    assert!(verification.uncut.is_empty() && verification.gaps.is_empty());
    assert!(verification.obligations.iter().all(|o| !o.bounded));
}

#[test]
fn a_wrong_step_is_refuted_with_values_that_a_run_confirms() {
    let verification = verify(&doubling(3, INVARIANT));
    assert_eq!(
        statuses(&verification),
        ["i <= n & s = 2i: proved", "i <= n & s = 2i: refuted", "s = 2n: proved"]
    );
    let Status::Refuted(found) = &verification.obligations[1].status else { panic!("refuted") };
    let number = |all: &[String], name: &str| -> u32 {
        let line = all.iter().find_map(|l| l.strip_prefix(&format!("{name} = "))).expect("known");
        line.parse().expect("a number")
    };
    let (start, end) = (values(&found.start), values(&found.end));
    assert_eq!(number(&start, "s"), number(&start, "i") * 2 % 256);
    assert!(number(&start, "i") < number(&start, "n"));
    assert_eq!(number(&end, "i"), number(&start, "i") + 1);
    assert_eq!(number(&end, "s"), (number(&start, "s") + 3) % 256);
    assert_eq!(number(&end, "n"), number(&start, "n"));
}

/// An invariant that says too little of a right function: no run makes the condition after the loop fail.
const WEAK: &str = "
  mark 4 assertion
  %4: bv8 := select %2, 0:bv8
  %5: bv8 := select %0, %1
  %6: bool := bvule %4, %5
  assert %6 \"i <= n\"
";

#[test]
fn what_no_run_shows_is_not_refuted() {
    let verification = verify(&doubling(2, WEAK));
    assert_eq!(
        statuses(&verification),
        ["i <= n: proved", "i <= n: proved", "s = 2n: not inductive"]
    );
    assert!(verification.witnesses.is_empty());
}

#[test]
fn a_loop_without_an_assertion_is_named_and_not_entered() {
    let verification = verify(&doubling(2, ""));
    let [uncut] = verification.uncut.as_slice() else { panic!("{:?}", verification.uncut) };
    assert_eq!((uncut.number, uncut.unrolled), (Some(3), false));
    assert!(verification.obligations.is_empty(), "{:?}", statuses(&verification));
}

#[test]
fn an_unrolled_loop_is_bounded_and_its_first_rounds_can_be_refuted() {
    let unrolled = |step, rounds| {
        let options = FloydOptions { unroll: Some(rounds) };
        verify_in(&format!("{MAIN}{}", doubling(step, "")), "f", options)
    };
    let verification = unrolled(2, 3);
    // One condition for each number of rounds.
    assert_eq!(statuses(&verification), ["s = 2n: proved"; 4]);
    assert!(verification.obligations.iter().all(|o| o.bounded));
    assert!(verification.uncut[0].unrolled);
    let statuses = statuses(&unrolled(3, 1));
    assert_eq!(statuses, ["s = 2n: refuted", "s = 2n: proved"]);
}

#[test]
fn what_the_loop_does_not_set_may_be_unset_at_its_assertion() {
    let body = doubling(2, "  mark 4 assertion\n  assert true \"true\"").replace(
        "  %17: bv8 := select %3, 0:bv8\n",
        "  %30: bv64 := array bv8 bv8\n  %17: bv8 := select %3, 0:bv8\n",
    );
    // `s` is set in the loop only: not when there is no round.
    let body = body.replace("  put %3, 0:bv8, 0:bv8\n", "");
    let body = body.replace(
        "  mark 7\n",
        "  mark 7\n  %31: bool := isset %3, 0:bv8\n  check %31 unset-variable \"s is not set\"\n",
    );
    let verification = verify(&body);
    let shown = statuses(&verification);
    assert!(shown.contains(&"s is not set: refuted".to_owned()), "{shown:?}");
    let unset = verification.obligations.iter().find(|o| o.text == "s is not set").expect("there");
    let Status::Refuted(found) = &unset.status else { panic!("refuted") };
    assert!(values(&found.start).contains(&"s = unset".to_owned()), "{found:?}");
}

/// A function that calls itself by contract: 2n by recursion.
fn recursive(step: u32, after: &str) -> String {
    format!(
        "
define @f(%0: bv64, %1: bv8) -> (bv8) {{
b0:
  %2: bv64 := array bv8 bv8
  %3: bv64 := array bv8 bv8
  variable \"n\" %0[%1]
  variable \"r\" %2[0:bv8]
  jump b1
b1:
  mark 1
  mark 2 assertion
  %4: bv8 := select %0, %1
  %5: bool := bvult %4, 100:bv8
  assert %5 \"n < 100\"
  mark 3
  %6: bv8 := select %0, %1
  %7: bool := = %6, 0:bv8
  branch %7, b2, b3
b2:
  mark 4
  put %2, 0:bv8, 0:bv8
  jump b4
b3:
  mark 5
  %8: bv8 := bvsub %6, 1:bv8
  put %3, 0:bv8, %8
  %9: bv8 := call @f(%3, 0:bv8)
  %10: bv8 := bvadd %9, {step}:bv8
  put %2, 0:bv8, %10
  jump b4
b4:
{after}
  mark 7
  %16: bv8 := select %2, 0:bv8
  return %16
}}
"
    )
}

const AFTER: &str = "
  mark 6 assertion
  %11: bv8 := select %2, 0:bv8
  %12: bv8 := select %0, %1
  %13: bv8 := bvadd %12, %12
  %14: bool := = %11, %13
  assert %14 \"r = 2n\"
";

#[test]
fn a_recursion_is_proved_by_its_contract() {
    let verification = verify(&recursive(2, AFTER));
    let shown = statuses(&verification);
    assert_eq!(shown, ["r = 2n: proved", "n < 100: proved", "r = 2n: proved"]);
    let kinds: Vec<&ConditionKind> = verification.obligations.iter().map(|o| &o.kind).collect();
    assert_eq!(*kinds[1], ConditionKind::Precondition("f".to_owned()));
    assert_eq!(verification.contracts.len(), 1);
}

#[test]
fn a_wrong_recursion_is_refuted_through_the_contract() {
    let verification = verify(&recursive(1, AFTER));
    let shown = statuses(&verification);
    assert_eq!(shown, ["r = 2n: proved", "n < 100: proved", "r = 2n: refuted"]);
}

#[test]
fn a_recursion_without_a_contract_is_an_error_by_name() {
    let verification = verify(&recursive(2, ""));
    assert!(verification.obligations.is_empty());
    let [gap] = verification.gaps.as_slice() else { panic!("{:?}", verification.gaps) };
    assert!(gap.reason.contains("f calls itself") && gap.reason.contains("contract"), "{gap:?}");
}

/// A caller of `@g`, which sets its argument to 7 below an assertion that it was small, and asserts what it did.
fn caller(argument: u32, passed: &str) -> String {
    format!(
        "
define @g(%0: bv64, %1: bv8, %2: bv64, %3: bv8) -> () {{
b0:
  variable \"x\" %0[%1]
  variable \"y\" %2[%3]
  jump b1
b1:
  mark 1
  mark 2 assertion
  %4: bv8 := select %0, %1
  %5: bool := bvult %4, 10:bv8
  assert %5 \"x < 10\"
  mark 3
  put %0, %1, 7:bv8
  mark 4 assertion
  %6: bv8 := select %0, %1
  %7: bool := = %6, 7:bv8
  assert %7 \"x = 7\"
  mark 5
  return
}}
define @f(%0: bv64, %1: bv8) -> (bv8) {{
b0:
  %2: bv64 := array bv8 bv8
  variable \"n\" %0[%1]
  variable \"x\" %2[0:bv8]
  jump b1
b1:
  mark 1
  put %2, 0:bv8, {argument}:bv8
  mark 2
  %3: bv8 := select %0, %1
  call @g(%2, 0:bv8, {passed})
  mark 3
  %4: bv8 := select %2, 0:bv8
  %5: bool := = %4, 7:bv8
  prove %5 \"x = 7 here\"
  mark 4
  %6: bv8 := select %0, %1
  %7: bool := = %6, %3
  prove %7 \"n is what it was\"
  return %6
}}
"
    )
}

#[test]
fn a_contract_forgets_what_is_assigned_and_keeps_the_rest() {
    let shown = statuses(&verify(&caller(3, "%0, %1")));
    let expected = ["x < 10: proved", "x = 7 here: proved", "n is what it was: proved"];
    assert_eq!(shown, expected);
    let shown = statuses(&verify(&caller(10, "%0, %1")));
    assert_eq!(shown[0], "x < 10: refuted");
}

#[test]
fn a_contract_is_not_used_when_two_arguments_are_one_variable() {
    let verification = verify(&caller(3, "%2, 0:bv8"));
    let [gap] = verification.gaps.as_slice() else { panic!("{:?}", verification.gaps) };
    assert!(gap.reason.contains("one variable twice"), "{gap:?}");
}

#[test]
fn an_assertion_at_the_start_is_assumed_and_one_that_no_values_satisfy_is_told() {
    let shown = verify(&recursive(2, AFTER).replace("bvult %4, 100:bv8", "bvult %4, 0:bv8"));
    let [gap] = shown.gaps.as_slice() else { panic!("{:?}", shown.gaps) };
    assert!(gap.reason.contains("no values satisfy"), "{gap:?}");
}

#[test]
fn a_value_that_lives_across_an_assertion_is_refused() {
    let body = doubling(2, INVARIANT)
        .replace("  %17: bv8 := select %3, 0:bv8\n", "  %17: bv8 := bvadd %40, 0:bv8\n");
    let body = body.replace("  mark 2\n", "  mark 2\n  %40: bv8 := select %0, %1\n");
    let source = format!("{MAIN}{body}");
    let program = text::parse(&renumbered(&source), "test.ir").unwrap_or_else(|e| panic!("{e:?}"));
    let (entry, target) =
        (program.function_named("main").expect("main"), program.function_named("f").expect("f"));
    let job = Job::new(Arc::new(program), Arc::new(Alone), entry);
    let mut context = Context::new(job).expect("the embedded solver needs nothing");
    let error = effigy_floyd::verify(&mut context, target, &FloydOptions::default());
    let error = error.expect_err("a register is carried");
    assert!(error.to_string().contains("across the assertion of statement 4"), "{error}");
}
