//! Array objects, integers without bounds, statements, assertions and results.

use crate::support::{endings, explore, main_job, run};
use effigy_base::value::Value;

/// The results of each path: `name = value`.
fn outputs(explored: &effigy_exec::explorer::Exploration) -> Vec<String> {
    let outputs = explored.paths.iter().flat_map(|p| &p.outputs);
    outputs.map(|(name, value)| format!("{name} = {value}")).collect()
}

#[test]
fn elements_are_what_was_put_last() {
    let explored = run(
        "",
        "
b0:
  %0: bv64 := array int int
  put %0, -1:int, 7:int
  put %0, 2:int, 8:int
  put %0, -1:int, 9:int
  %1: int := select %0, -1:int
  %2: int := select %0, 2:int
  %3: int := int.mul %1, %2
  output \"product\" %3
  %4: bool := isset %0, 2:int
  check %4 unset-variable \"set\"
  %5: bool := isset %0, 3:int
  check %5 unset-variable \"not set\"
  return 0:bv32",
    );
    assert_eq!(endings(&explored), ["unset-variable"]);
    assert_eq!(outputs(&explored), ["product = 72"]);
}

#[test]
fn a_symbolic_index_finds_what_was_put_at_every_index() {
    let explored = run(
        "",
        "
b0:
  %0: bv64 := array bv32 bv32
  %1: bv32 := symbolic \"i\"
  put %0, 1:bv32, 10:bv32
  put %0, 2:bv32, 20:bv32
  %2: bool := isset %0, %1
  branch %2, b1, b4
b1:
  put %0, %1, 30:bv32
  %3: bv32 := select %0, 1:bv32
  %4: bool := = %3, 30:bv32
  branch %4, b2, b3
b2:
  return 1:bv32
b3:
  %5: bv32 := select %0, 2:bv32
  return %5
b4:
  return 4:bv32",
    );
    let mut ends = endings(&explored);
    ends.sort();
    assert_eq!(ends, ["exit 1", "exit 30", "exit 4"]);
    let value = |end: usize| explored.paths[end].inputs[0].bytes[0];
    for (end, text) in endings(&explored).iter().enumerate() {
        match text.as_str() {
            "exit 1" => assert_eq!(value(end), 1),
            "exit 30" => assert_eq!(value(end), 2),
            _ => assert!(![1, 2].contains(&value(end))),
        }
    }
}

#[test]
fn forked_paths_do_not_see_each_others_elements() {
    let explored = run(
        "",
        "
b0:
  %0: bv64 := array int int
  put %0, 0:int, 1:int
  %1: bool := symbolic \"c\"
  branch %1, b1, b2
b1:
  put %0, 0:int, 2:int
  jump b2
b2:
  %2: int := select %0, 0:int
  output \"x\" %2
  return 0:bv32",
    );
    assert_eq!(outputs(&explored), ["x = 2", "x = 1"]);
}

#[test]
fn integers_have_no_bounds() {
    let max = i128::MAX;
    let explored = run(
        "",
        &format!(
            "
b0:
  %0: int := int.mul {max}:int, {max}:int
  %1: int := int.sub %0, 1:int
  %2: bool := int.lt %1, %0
  assert %2 \"x - 1 < x\"
  output \"square\" %0
  return 0:bv32"
        ),
    );
    assert_eq!(endings(&explored), ["exit 0"]);
    let square = "28948022309329048855892746252171976962977213799489202546401021394546514198529";
    assert_eq!(outputs(&explored), [format!("square = {square}")]);
}

#[test]
fn one_name_is_one_input_and_an_assertion_can_fail() {
    let explored = run(
        "",
        "
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"x\"
  %2: bool := = %0, %1
  assert %2 \"x = x\"
  %3: bool := bvult %0, 255:bv8
  prove %3 \"x < 255\"
  return 0:bv32",
    );
    assert_eq!(endings(&explored), ["exit 0", "assertion"]);
    assert_eq!(explored.paths[1].inputs.len(), 1);
    assert_eq!(explored.paths[1].inputs[0].bytes, [255]);
}

#[test]
fn a_budget_counts_statements_where_there_are_some() {
    let body = "
b0:
  jump b1(0:int)
b1(%0: int):
  mark 1
  %1: int := int.add %0, 1:int
  %2: bool := int.lt %1, 10:int
  branch %2, b1(%1), b2
b2:
  mark 2
  return 0:bv32";
    let ends = |steps| {
        let mut job = main_job("", body);
        job.budget.steps = Some(steps);
        endings(&explore(&job, 1))
    };
    assert_eq!(ends(11), ["exit 0"]);
    assert_eq!(ends(10), ["cut: max-steps"]);
}

#[test]
fn a_bounded_quantifier_over_a_concrete_array_is_decided() {
    let explored = run(
        "",
        "
b0:
  %0: bv64 := array int int
  put %0, 1:int, 5:int
  put %0, 2:int, 6:int
  %1: int := bound \"I\"
  %2: int := select %0, %1
  %3: bool := int.lt 4:int, %2
  %4: bool := forall 1:int, 2:int, %1, %3
  assert %4 \"every element is above 4\"
  %5: bool := int.lt 5:int, %2
  %6: bool := forall 1:int, 2:int, %1, %5
  assert %6 \"every element is above 5\"
  return 0:bv32",
    );
    assert_eq!(endings(&explored), ["assertion"]);
    assert!(format!("{:?}", explored.paths[0].ending).contains("above 5"));
}

#[test]
fn an_array_as_an_input_has_a_value() {
    let explored = run(
        "",
        "
b0:
  %0: bv64 := array int int symbolic \"A\"
  return 0:bv32",
    );
    assert!(matches!(explored.paths[0].inputs[0].value.as_deref(), Some(Value::Array(_))));
}
