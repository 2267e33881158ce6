//! Traces in the words of the source.

use crate::support::{ir, pli};
use effigy_backward::lines::{LineKind, lines};
use effigy_backward::unfolding::{UnfoldOptions, Unfolding};
use effigy_exec::context::Context;
use effigy_lang_pli::lower::Integers;
use effigy_term::print::{Style, infix_in};

/// The assignments, creations and tests of the first trace, but for checks; then its condition.
fn first(context: &mut Context, style: &Style) -> (Vec<String>, Vec<String>) {
    let program = context.job.program.clone();
    let options = UnfoldOptions::default();
    let mut unfolding = Unfolding::new(&program, context.job.entry, options).expect("an entry");
    let ended = unfolding.advance(&mut context.store, context.solver.as_mut()).expect("a trace");
    let all = lines(&program, unfolding.trace(), style).lines.into_iter();
    let texts = all.filter(|line| line.kind != LineKind::Check).map(|line| match line.statement {
        Some(number) => format!("{number}: {}", line.text),
        None => line.text,
    });
    let conjuncts = ended.condition.iter().map(|t| infix_in(&context.store, *t, style));
    (texts.collect(), conjuncts.collect())
}

#[test]
fn assignments_and_tests_of_pli() {
    let source = "
T: PROCEDURE (X, A);
  DCL A(4);
  J = X;
  X = X + 1;
  A(J) = F ((J));
  IF A(X) = J THEN X = A(J);
END;
F: PROCEDURE (J) RETURNS (FIXED BINARY (31,0));
  J = J * 2;
  RETURN (J);
END;
";
    let mut context = pli(source, "T", Integers::Fixed);
    let (texts, conditions) = first(&mut context, &Style::KING);
    // The parameter of the call is a variable of its own.
    let expected = [
        "3: J := X",
        "4: X := X + 1",
        "5: J#2 := J",
        "2: J#2 := 2*J#2",
        "3: A(J) := J#2",
        "6: J = A(X)",
        "6: X := A(J)",
        "7: set(X)",
    ];
    assert_eq!(texts, expected);
    // Over the initial state.
    assert!(conditions.contains(&"X = A(X + 1)".to_owned()), "{conditions:?}");
}

#[test]
fn objects() {
    let mut context = ir("
field &\".value\" (bv32) -> bv32 value
field &\".next\" (bv32) -> bv32 reference
field &a () -> bv32 reference
define @main() -> (bv32) {
b0:
  %0: bv32 := create
  set &\".next\"(%0), 0:bv32
  %1: bv32 := get &a()
  set &\".next\"(%1), %0
  %2: bv32 := get &\".next\"(%1)
  name \"x\" %2
  set &\".value\"(%2), 3:bv32
  %3: bv32 := get &\".value\"(%1)
  set &\".value\"(%0), 4:bv32
  %4: bool := = %3, 3:bv32
  branch %4, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32
}
");
    let (texts, conditions) = first(&mut context, &Style::default());
    let expected = [
        "new#1 := new",
        "new#1.next := null",
        "a.next := new#1",
        "x := a.next",
        "x.value := 3",
        // Read before the next assignment, used after it.
        "value#1 := a.value",
        "new#1.value := 4",
        "value#1 == 3",
    ];
    assert_eq!(texts, expected);
    assert_eq!(conditions, ["a.value == 3"]);
}
