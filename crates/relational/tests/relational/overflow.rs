//! Integers that overflow, by hand: the rule of Milicevic and Jackson, "Preventing arithmetic overflows in Alloy", and
//! the values of all operations.

use effigy_base::budget::CancelToken;
use effigy_relational::{
    Atom, Declaration, Evaluator, Finder, FinderOptions, FormulaId, Found, Instance, IntId, IntOp,
    Overflow, Problem, TupleSet, Universe, VariableId,
};

/// Integers of three bits, from -4 to 3, all of them atoms.
fn problem() -> Problem {
    let mut p = Problem::new(Universe::new((-4..4).map(|n| n.to_string())).unwrap());
    let atoms: Vec<(Atom, i64)> = (0..8).map(Atom).zip(-4..4).collect();
    p.integers(3, &atoms).unwrap();
    p
}

fn variable(p: &mut Problem, name: &str) -> (VariableId, IntId) {
    let variable = p.variable(name, 1).unwrap();
    let expr = p.var(variable).unwrap();
    (variable, p.sum(expr).unwrap())
}

/// Whether a problem of this constraint alone has an instance; the evaluator must say the same.
fn satisfiable(p: &mut Problem, formula: FormulaId, overflow: Overflow) -> bool {
    let mut p = p.clone();
    p.constrain("c", formula).unwrap();
    let instance = Instance::new(Vec::new());
    let holds = Evaluator::new(&p, &instance, overflow).holds(formula).unwrap() == Some(true);
    let options = FinderOptions { overflow, ..FinderOptions::default() };
    let found = match Finder::new(&p, options).next_instance(&CancelToken::new()) {
        Found::Instance(_) => true,
        Found::None(_) => false,
        Found::Unknown(why) => panic!("{why}"),
    };
    assert_eq!(holds, found);
    found
}

/// `3 + 1 > 0`, and its negation.
fn closed(p: &mut Problem) -> (FormulaId, FormulaId) {
    let (zero, one, three) = (p.int(0).unwrap(), p.int(1).unwrap(), p.int(3).unwrap());
    let sum = p.operate(IntOp::Add, three, one).unwrap();
    let positive = p.less(zero, sum).unwrap();
    (positive, p.not(positive).unwrap())
}

#[test]
fn what_overflows_is_neither_true_nor_false() {
    let mut p = problem();
    let (positive, not_positive) = closed(&mut p);
    for formula in [positive, not_positive] {
        assert!(!satisfiable(&mut p, formula, Overflow::Forbid));
    }
    assert!(!satisfiable(&mut p, positive, Overflow::Wrap));
    assert!(satisfiable(&mut p, not_positive, Overflow::Wrap));
    let yes = p.truth(true);
    let no = p.truth(false);
    let or = p.or([positive, yes]).unwrap();
    assert!(satisfiable(&mut p, or, Overflow::Forbid), "another disjunct holds");
    for other in [yes, no] {
        let iff = p.iff(positive, other).unwrap();
        assert!(!satisfiable(&mut p, iff, Overflow::Forbid));
    }
}

#[test]
fn universal_integers_that_overflow_do_not_count() {
    let mut p = problem();
    let (x, value) = variable(&mut p, "x");
    let (ints, one) = (p.all_ints().unwrap(), p.int(1).unwrap());
    let next = p.operate(IntOp::Add, value, one).unwrap();
    let grows = p.less(value, next).unwrap();
    let over = [Declaration::one(x, ints)];
    let all = p.for_all(&over, grows).unwrap();
    assert!(satisfiable(&mut p, all, Overflow::Forbid), "3 + 1 does not count");
    assert!(!satisfiable(&mut p, all, Overflow::Wrap));
    // The same below two negations, and as an existential quantifier below one.
    let shrinks = p.not(grows).unwrap();
    let some = p.exists(&over, shrinks).unwrap();
    assert!(!satisfiable(&mut p, some, Overflow::Forbid), "3 + 1 is no witness");
    assert!(satisfiable(&mut p, some, Overflow::Wrap));
    let none = p.not(some).unwrap();
    assert!(satisfiable(&mut p, none, Overflow::Forbid));
    let not_all = p.not(all).unwrap();
    assert!(!satisfiable(&mut p, not_all, Overflow::Forbid));
}

#[test]
fn the_innermost_integer_decides() {
    let mut p = problem();
    let ((x, a), (y, b)) = (variable(&mut p, "x"), variable(&mut p, "y"));
    let (ints, zero) = (p.all_ints().unwrap(), p.int(0).unwrap());
    let sum = p.operate(IntOp::Sub, a, b).unwrap();
    let cancels = p.same_int(sum, zero).unwrap();
    let over_y = p.exists(&[Declaration::one(y, ints)], cancels).unwrap();
    let inverse = p.for_all(&[Declaration::one(x, ints)], over_y).unwrap();
    assert!(satisfiable(&mut p, inverse, Overflow::Forbid), "x - x = 0 for each x");
    let total = p.operate(IntOp::Add, a, b).unwrap();
    let cancels = p.same_int(total, zero).unwrap();
    let over_y = p.exists(&[Declaration::one(y, ints)], cancels).unwrap();
    let inverse = p.for_all(&[Declaration::one(x, ints)], over_y).unwrap();
    assert!(!satisfiable(&mut p, inverse, Overflow::Forbid), "-4 + y = 0 for no y from -4 to 3");
}

#[test]
fn comprehensions_leave_out_what_overflows() {
    let mut p = problem();
    let (x, value) = variable(&mut p, "x");
    let (ints, one, seven) = (p.all_ints().unwrap(), p.int(1).unwrap(), p.int(3).unwrap());
    let next = p.operate(IntOp::Add, value, one).unwrap();
    let grows = p.less(value, next).unwrap();
    let set = p.comprehension(&[Declaration::one(x, ints)], grows).unwrap();
    let instance = Instance::new(Vec::new());
    let value = Evaluator::new(&p, &instance, Overflow::Forbid).value(set).unwrap().unwrap();
    assert_eq!(value.len(), 7, "all but 3");
    let top = p.int_to_atom(seven).unwrap();
    let all_but_top = p.difference(ints, top).unwrap();
    let same = p.equal(set, all_but_top).unwrap();
    assert!(satisfiable(&mut p, same, Overflow::Forbid));
    // A cardinality that does not fit is an overflow too.
    let count = p.cardinality(set).unwrap();
    assert_eq!(Evaluator::new(&p, &instance, Overflow::Forbid).number(count), Ok(None));
    assert_eq!(Evaluator::new(&p, &instance, Overflow::Wrap).number(count), Ok(Some(-1)));
}

/// What an operation gives on numbers of three bits, nothing where it overflows.
fn expected(op: IntOp, a: i64, b: i64) -> Option<i64> {
    let by = b & 7;
    let exact = match op {
        IntOp::Add => a + b,
        IntOp::Sub => a - b,
        IntOp::Mul => a * b,
        IntOp::Div => a.checked_div(b)?,
        IntOp::Rem => a.checked_rem(b)?,
        IntOp::Shl => a << by,
        IntOp::Shr if by == 0 => a,
        IntOp::Shr => (a & 7) >> by,
        IntOp::Sar => a >> by,
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
    };
    (-4..4).contains(&exact).then_some(exact)
}

#[test]
fn all_operations_on_all_numbers() {
    let mut p = problem();
    let ops = [
        IntOp::Add,
        IntOp::Sub,
        IntOp::Mul,
        IntOp::Div,
        IntOp::Rem,
        IntOp::Shl,
        IntOp::Shr,
        IntOp::Sar,
        IntOp::And,
        IntOp::Or,
        IntOp::Xor,
    ];
    let instance = Instance::new(Vec::new());
    let mut parts = Vec::new();
    for op in ops {
        for (a, b) in (-4..4).flat_map(|a| (-4..4).map(move |b| (a, b))) {
            let (x, y) = (p.int(a).unwrap(), p.int(b).unwrap());
            let result = p.operate(op, x, y).unwrap();
            let expected = expected(op, a, b);
            let found = Evaluator::new(&p, &instance, Overflow::Forbid).number(result).unwrap();
            assert_eq!(found, expected, "{op:?} {a} {b}");
            let same = match expected {
                Some(number) => {
                    let number = p.int(number).unwrap();
                    p.same_int(result, number).unwrap()
                }
                None => {
                    // Neither it nor its negation holds: no instance, so a disjunction with truth holds.
                    let same = p.same_int(result, result).unwrap();
                    let differ = p.not(same).unwrap();
                    assert!(!satisfiable(&mut p, same, Overflow::Forbid), "{op:?} {a} {b}");
                    assert!(!satisfiable(&mut p, differ, Overflow::Forbid), "{op:?} {a} {b}");
                    p.truth(true)
                }
            };
            parts.push(same);
        }
    }
    let all = p.and(parts).unwrap();
    assert!(satisfiable(&mut p, all, Overflow::Forbid));
}

#[test]
fn a_problem_knows_whether_anything_overflows() {
    let cancel = CancelToken::new();
    let mut p = problem();
    let a = p.relation("a", TupleSet::empty(1), TupleSet::set((4..8).map(Atom))).unwrap();
    let a = p.rel(a).unwrap();
    let zero = p.int(0).unwrap();
    let value = p.sum(a).unwrap();
    let negative = p.less(value, zero).unwrap();
    p.constrain("the sum of 0 to 3 needs four bits", negative).unwrap();
    assert!(p.overflows(&cancel));
    let one = p.one(a).unwrap();
    let mut single = p.clone();
    single.constrain("one number", one).unwrap();
    assert!(!single.overflows(&cancel), "other constraints keep it from happening");
    let mut counted = problem();
    let none = counted.relation("b", TupleSet::empty(1), TupleSet::set((4..6).map(Atom))).unwrap();
    let none = counted.rel(none).unwrap();
    let few = counted.cardinality(none).unwrap();
    let three = counted.int(3).unwrap();
    let small_number = counted.less(few, three).unwrap();
    counted.constrain("two atoms can be counted", small_number).unwrap();
    assert!(!counted.overflows(&cancel));
}

#[test]
fn overflows_below_a_quantifier_over_integers_are_known() {
    let mut p = problem();
    let (x, value) = variable(&mut p, "x");
    let (one, all) = (p.int(1).unwrap(), p.constant(TupleSet::set((0..8).map(Atom))).unwrap());
    let next = p.operate(IntOp::Add, value, one).unwrap();
    let greater = p.less(value, next).unwrap();
    let holds = p.for_all(&[Declaration::one(x, all)], greater).unwrap();
    p.constrain("every number has a greater one", holds).unwrap();
    assert!(p.overflows(&CancelToken::new()));
}
