//! What the core decides.

mod random;

use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_term::{Role, Term, TermStore, VarInfo};

use super::{Effort, Integers, values};
use crate::clock::Clock;
use crate::options::SolverOptions;
use crate::query::{Answer, Query};

fn variable(s: &mut TermStore, name: &str, sort: Sort, role: Role) -> Term {
    s.variable(&VarInfo { name: name.to_owned(), sort, role })
}

fn int(s: &mut TermStore, name: &str) -> Term {
    variable(s, name, Sort::Int, Role::Input)
}

fn array(s: &mut TermStore, name: &str) -> Term {
    let sort = Sort::Array { index: Scalar::Int, element: Scalar::Int };
    variable(s, name, sort, Role::Input)
}

fn check(s: &mut TermStore, assertions: &[Term]) -> Answer {
    let mut integers = Integers::new(Clock::new(&SolverOptions::default()));
    integers.check(s, &Query::new(assertions), Effort::MUCH)
}

#[test]
fn a_core_is_unsatisfiable_by_itself() {
    let s = &mut TermStore::new();
    let (x, y, zero) = (int(s, "x"), int(s, "y"), s.int(0));
    let assertions =
        [s.app(Op::IntLt, &[x, y]), s.app(Op::IntLt, &[zero, y]), s.app(Op::IntLt, &[y, x])];
    assert_eq!(check(s, &assertions), Answer::Unsat(vec![0, 2]));
}

#[test]
fn parity_and_products_of_unbounded_numbers() {
    let s = &mut TermStore::new();
    let (x, y, z) = (int(s, "x"), int(s, "y"), int(s, "z"));
    let (one, two) = (s.int(1), s.int(2));
    let (twice_x, twice_y) = (s.app(Op::IntMul, &[two, x]), s.app(Op::IntMul, &[two, y]));
    let odd = s.app(Op::IntAdd, &[twice_y, one]);
    let parity = s.app(Op::Eq, &[twice_x, odd]);
    assert_eq!(check(s, &[parity]), Answer::Unsat(vec![0]));

    // z = y * x and w = y + 1 imply z + x = w * x.
    let w = int(s, "w");
    let (yx, wx) = (s.app(Op::IntMul, &[y, x]), s.app(Op::IntMul, &[w, x]));
    let next = s.app(Op::IntAdd, &[y, one]);
    let sum = s.app(Op::IntAdd, &[z, x]);
    let (p, q, r) = (s.app(Op::Eq, &[z, yx]), s.app(Op::Eq, &[w, next]), s.app(Op::Eq, &[sum, wx]));
    let not = s.app(Op::Not, &[r]);
    assert!(matches!(check(s, &[p, q, not]), Answer::Unsat(_)));
    assert!(matches!(check(s, &[p, not]), Answer::Sat(_)));
}

#[test]
fn what_is_stored_is_read_and_quantifiers_are_instantiated() {
    let s = &mut TermStore::new();
    let (a, i, j, x, n) = (array(s, "a"), int(s, "i"), int(s, "j"), int(s, "x"), int(s, "n"));
    let stored = s.store(a, i, x);
    let (read, old) = (s.app(Op::Select, &[stored, j]), s.app(Op::Select, &[a, j]));
    let (new, kept) = (s.app(Op::Eq, &[read, x]), s.app(Op::Eq, &[read, old]));
    let neither = [s.app(Op::Not, &[new]), s.app(Op::Not, &[kept])];
    assert!(matches!(check(s, &neither), Answer::Unsat(_)));
    assert!(matches!(check(s, &neither[..1]), Answer::Sat(_)));

    let k = variable(s, "k", Sort::Int, Role::Bound);
    let (one, zero) = (s.int(1), s.int(0));
    let element = s.app(Op::Select, &[a, k]);
    let positive = s.app(Op::IntLt, &[zero, element]);
    let all = s.forall_between(one, n, k, positive);
    let next = s.app(Op::IntAdd, &[n, one]);
    let more = s.forall_between(one, next, k, positive);
    let refuted = s.app(Op::Not, &[more]);
    let at_next = s.app(Op::Select, &[a, next]);
    let last = s.app(Op::IntLt, &[zero, at_next]);
    assert!(matches!(check(s, &[all, refuted, last]), Answer::Unsat(_)));
    assert!(!matches!(check(s, &[all, refuted]), Answer::Unsat(_)));
}

#[test]
fn a_witness_is_no_variable_of_the_query() {
    let s = &mut TermStore::new();
    let (a, n, taken) = (array(s, "a"), int(s, "n"), int(s, "witness 0"));
    let k = variable(s, "k", Sort::Int, Role::Bound);
    let (zero, one, hundred) = (s.int(0), s.int(1), s.int(100));
    let element = s.app(Op::Select, &[a, k]);
    let positive = s.app(Op::IntLt, &[zero, element]);
    let all = s.forall_between(one, n, k, positive);
    let not_all = s.app(Op::Not, &[all]);
    let (short, far) = (s.app(Op::IntLt, &[n, hundred]), s.app(Op::Eq, &[taken, hundred]));
    assert!(matches!(check(s, &[not_all, short, far]), Answer::Sat(_)));
}

/// The coefficient of least value has no negation.
#[test]
fn the_least_coefficient_is_left_open_or_decided() {
    let s = &mut TermStore::new();
    let (x, y) = (int(s, "x"), int(s, "y"));
    let (least, zero) = (s.int(i128::MIN), s.int(0));
    let product = s.app(Op::IntMul, &[least, x]);
    let sum = s.app(Op::IntAdd, &[product, y]);
    let (above, below) = (s.app(Op::IntLt, &[zero, sum]), s.app(Op::IntLt, &[sum, zero]));
    assert!(!matches!(check(s, &[above]), Answer::Unsat(_)));
    assert!(!matches!(check(s, &[above, below]), Answer::Sat(_)));
}

#[test]
fn a_sum_longer_than_a_normal_form_is_decided() {
    let s = &mut TermStore::new();
    let zero = s.int(0);
    let mut sum = zero;
    let mut assertions = Vec::new();
    for n in 0..40 {
        let x = int(s, &format!("x{n}"));
        sum = s.app(Op::IntAdd, &[sum, x]);
        assertions.push(s.app(Op::IntLe, &[zero, x]));
    }
    assertions.push(s.app(Op::IntLt, &[sum, zero]));
    assert!(matches!(check(s, &assertions), Answer::Unsat(core) if core.len() == 41));
    assert!(matches!(check(s, &assertions[1..]), Answer::Sat(_)));
}

/// A common divisor of two numbers divides the remainder of their division.
#[test]
fn equations_are_multiplied_by_what_their_parts_are_multiplied_by() {
    let s = &mut TermStore::new();
    let [x, y, d, u, v] = ["x", "y", "d", "u", "v"].map(|name| int(s, name));
    let (du, dv) = (s.app(Op::IntMul, &[d, u]), s.app(Op::IntMul, &[d, v]));
    let quotient = s.app(Op::IntDiv, &[x, y]);
    let (most, part) = (s.app(Op::IntMul, &[quotient, y]), s.app(Op::IntMul, &[quotient, v]));
    let rest = s.app(Op::IntSub, &[x, most]);
    let factor = s.app(Op::IntSub, &[u, part]);
    let multiple = s.app(Op::IntMul, &[d, factor]);
    let divides = s.app(Op::Eq, &[rest, multiple]);
    let zero = s.int(0);
    let mut assertions = vec![
        s.app(Op::IntLt, &[zero, y]),
        s.app(Op::IntLt, &[zero, x]),
        s.app(Op::Eq, &[x, du]),
        s.app(Op::Eq, &[y, dv]),
        s.app(Op::Not, &[divides]),
    ];
    assert!(matches!(check(s, &assertions), Answer::Unsat(_)));
    assertions.remove(3);
    assert!(!matches!(check(s, &assertions), Answer::Unsat(_)));
}

#[test]
fn products_of_sums_are_multiplied_out() {
    let s = &mut TermStore::new();
    let [n, j, sum] = ["n", "j", "sum"].map(|name| int(s, name));
    let (one, two) = (s.int(1), s.int(2));
    let twice = s.app(Op::IntMul, &[two, sum]);
    let (less, more) = (s.app(Op::IntSub, &[j, one]), s.app(Op::IntAdd, &[n, one]));
    let (before, after) = (s.app(Op::IntMul, &[j, less]), s.app(Op::IntMul, &[n, more]));
    let total = s.app(Op::IntAdd, &[sum, j]);
    let total = s.app(Op::IntMul, &[two, total]);
    let holds = s.app(Op::Eq, &[total, after]);
    let mut assertions = vec![
        s.app(Op::Eq, &[twice, before]),
        s.app(Op::IntLe, &[j, n]),
        s.app(Op::Not, &[holds]),
        s.app(Op::IntLt, &[less, n]),
        s.app(Op::IntLe, &[n, j]),
    ];
    assert!(matches!(check(s, &assertions), Answer::Unsat(_)));
    // Without the last one, n may be more than j.
    assertions.pop();
    assert!(!matches!(check(s, &assertions), Answer::Unsat(_)));
}

/// What no split of one unknown finds: the sum of decimal digits by nine, and a year 400 years later by four.
#[test]
fn remainders_by_constants_are_compared() {
    let s = &mut TermStore::new();
    let [sum, m, n, y] = ["sum", "m", "n", "y"].map(|name| int(s, name));
    let [zero, four, nine, ten, later] = [0, 4, 9, 10, 400].map(|n| s.int(n));
    let (before, by_nine) = (s.app(Op::IntAdd, &[sum, m]), s.app(Op::IntMod, &[n, nine]));
    let before = s.app(Op::IntMod, &[before, nine]);
    let (digit, rest) = (s.app(Op::IntMod, &[m, ten]), s.app(Op::IntDiv, &[m, ten]));
    let after = s.app(Op::IntAdd, &[sum, digit]);
    let after = s.app(Op::IntAdd, &[after, rest]);
    let after = s.app(Op::IntMod, &[after, nine]);
    let known = s.app(Op::Eq, &[before, by_nine]);
    let holds = s.app(Op::Eq, &[after, by_nine]);
    let fails = s.app(Op::Not, &[holds]);
    assert!(matches!(check(s, &[known, fails]), Answer::Unsat(_)));
    assert!(matches!(check(s, &[fails]), Answer::Sat(_)));

    let then = s.app(Op::IntAdd, &[y, later]);
    let (now, then) = (s.app(Op::IntMod, &[y, four]), s.app(Op::IntMod, &[then, four]));
    let (leap, common) = (s.app(Op::Eq, &[now, zero]), s.app(Op::IntLt, &[zero, then]));
    assert!(matches!(check(s, &[leap, common]), Answer::Unsat(_)));
    assert!(matches!(check(s, &[common]), Answer::Sat(_)));
}

/// An element of a matrix is within its bounds, and row and column come back from its place.
#[test]
fn bounds_are_multiplied_and_remainders_by_terms_are_compared() {
    let s = &mut TermStore::new();
    let [i, j, n] = ["i", "j", "n"].map(|name| int(s, name));
    let zero = s.int(0);
    let row = s.app(Op::IntMul, &[i, n]);
    let (place, all) = (s.app(Op::IntAdd, &[row, j]), s.app(Op::IntMul, &[n, n]));
    let (rest, quotient) = (s.app(Op::IntMod, &[place, n]), s.app(Op::IntDiv, &[place, n]));
    let mut assertions = vec![
        s.app(Op::IntLe, &[zero, i]),
        s.app(Op::IntLt, &[i, n]),
        s.app(Op::IntLe, &[zero, j]),
        s.app(Op::IntLt, &[j, n]),
    ];
    let (outside, other_row) = (s.app(Op::IntLe, &[all, place]), s.app(Op::Eq, &[quotient, i]));
    let other_column = s.app(Op::Eq, &[rest, j]);
    for wrong in [outside, s.app(Op::Not, &[other_row]), s.app(Op::Not, &[other_column])] {
        let query = [&assertions[..], &[wrong]].concat();
        assert!(matches!(check(s, &query), Answer::Unsat(_)));
    }
    // Without the last one, j may be more than a row.
    assertions.pop();
    assert!(matches!(check(s, &[&assertions[..], &[outside]].concat()), Answer::Sat(_)));
}

#[test]
fn products_of_equal_numbers_are_equal() {
    let s = &mut TermStore::new();
    let [x, y] = ["x", "y"].map(|name| int(s, name));
    let cube = |s: &mut TermStore, x| {
        let square = s.app(Op::IntMul, &[x, x]);
        s.app(Op::IntMul, &[square, x])
    };
    let (a, b) = (cube(s, x), cube(s, y));
    let same = s.app(Op::Eq, &[a, b]);
    let differ = s.app(Op::Not, &[same]);
    let bounds = [s.app(Op::IntLe, &[x, y]), s.app(Op::IntLe, &[y, x])];
    assert!(matches!(check(s, &[bounds[0], bounds[1], differ]), Answer::Unsat(_)));
    assert!(matches!(check(s, &[bounds[0], differ]), Answer::Sat(_)));
}

/// All values are tried where each variable has few, some where one has many.
#[test]
fn values_of_few_variables_are_tried() {
    let s = &mut TermStore::new();
    let stop = || Clock::new(&SolverOptions::default()).stop();
    let [n, m] = ["n", "m"].map(|name| int(s, name));
    let [low, high, power] = [2, 60, 3].map(|n| s.int(n));
    let bounds = [s.app(Op::IntLe, &[low, n]), s.app(Op::IntLt, &[n, high])];
    let cube = s.app(Op::IntPow, &[n, power]);
    let values: Vec<i128> = (2..60).map(|n: i128| n.pow(3)).collect();
    for (number, is_cube) in [(values[40], true), (values[40] + 1, false)] {
        let number = s.int(number);
        let equal = s.app(Op::Eq, &[cube, number]);
        let answer = values::decide(s, &[bounds[0], bounds[1], equal], &stop());
        assert_eq!(matches!(answer, Some(Answer::Sat(_))), is_cube);
        assert_eq!(matches!(answer, Some(Answer::Unsat(_))), !is_cube);
        // Without an upper bound none of those that are tried says nothing of the others.
        let answer = values::decide(s, &[bounds[0], equal], &stop());
        assert_eq!(answer.is_some(), is_cube);
    }
    let product = s.app(Op::IntMul, &[n, m]);
    let equal = s.app(Op::Eq, &[product, high]);
    let answer = values::decide(s, &[bounds[0], equal], &stop());
    assert!(matches!(answer, Some(Answer::Sat(_))));
}
