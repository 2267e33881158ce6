//! Every value that a term has lies in its range.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_testkit::{Rng, cases, times};

use super::{Range, Ranges};
use crate::{Evaluator, Model, Role, Term, TermStore, VarInfo};

/// Bits of the variables: few, so that all values are tried.
const WIDTH: u32 = 4;

fn contains(range: Range, bits: u64) -> bool {
    let all = 1i128 << range.width;
    let bits = i128::from(bits);
    (range.low..=range.high).contains(&bits) || (range.low..=range.high).contains(&(bits + all))
}

/// A term of an operator over terms that are there, if they fit it.
fn grow(store: &mut TermStore, random: &mut Rng, terms: &[Term]) -> Option<Term> {
    let mut op = Op::ALL[random.below(Op::ALL.len())];
    match &mut op {
        Op::Extract { hi, lo } => {
            *lo = random.below(4) as u32;
            *hi = *lo + random.below(4) as u32;
        }
        Op::ZeroExtend { width } | Op::SignExtend { width } | Op::BoolToBv { width } => {
            *width = 1 + random.below(8) as u32;
        }
        _ => {}
    }
    if op.is_floating_point() || op == Op::Forall {
        return None;
    }
    let args: Vec<Term> = (0..op.arity()).map(|_| terms[random.below(terms.len())]).collect();
    let sorts: Vec<Sort> = args.iter().map(|t| store.sort(*t)).collect();
    match op.result_sort(&sorts)? {
        Sort::Bool | Sort::BitVec(..=12) => Some(store.app(op, &args)),
        _ => None,
    }
}

#[test]
fn values_lie_in_ranges() {
    let (mut checked, mut tight) = (0, 0);
    cases(0..400, |seed| {
        let (mut store, mut random) = (TermStore::new(), Rng::new(seed));
        let variables = ["x", "y"].map(|name| {
            let sort = Sort::BitVec(WIDTH);
            store.variable(&VarInfo { name: name.to_owned(), sort, role: Role::Input })
        });
        let bounds = variables.map(|_| {
            let low = random.below(1 << WIDTH) as u64;
            (low, low + random.below((1 << WIDTH) - low as usize) as u64)
        });
        let range = |(low, high): (u64, u64)| Range::new(WIDTH, low.into(), high.into());
        let mut ranges = Ranges::new(variables.into_iter().zip(bounds.map(range)));
        let mut terms = variables.to_vec();
        terms.push(store.bits(WIDTH, random.below(16) as u128));
        let most = terms.len() + times(37);
        while terms.len() < most {
            terms.extend(grow(&mut store, &mut random, &terms));
        }
        let mut evaluator = Evaluator::new();
        let found: Vec<Option<Range>> = terms.iter().map(|t| ranges.of(&store, *t)).collect();
        for x in bounds[0].0..=bounds[0].1 {
            for y in bounds[1].0..=bounds[1].1 {
                evaluator.reset();
                evaluator.assign(variables[0], x);
                evaluator.assign(variables[1], y);
                for (t, range) in terms.iter().zip(&found) {
                    let value = evaluator.word(&store, *t, &Model::new());
                    let (Some(value), Some(range)) = (value, range) else { continue };
                    assert!(contains(*range, value), "{seed}: {t:?} is {value}, not in {range:?}");
                    checked += 1;
                    tight += u64::from(range.low == range.high);
                }
            }
        }
    });
    assert!(checked > 100_000 && tight > checked / 20, "{checked} {tight}");
}

#[test]
fn a_sum_of_digits_does_not_overflow() {
    let mut store = TermStore::new();
    let byte = |store: &mut TermStore, name: &str| {
        let sort = Sort::BitVec(8);
        store.variable(&VarInfo { name: name.to_owned(), sort, role: Role::Input })
    };
    let digits = [byte(&mut store, "a"), byte(&mut store, "b")];
    let wide = digits.map(|t| store.sign_extend(32, t));
    let (ten, offset) = (store.bits(32, 10), store.bits(32, (1 << 32) - 528));
    let tens = store.bvmul(wide[0], ten);
    let sum = store.bvadd(tens, wide[1]);
    let number = store.bvadd(sum, offset);
    let hundred = store.bits(32, 100);
    let (below, negative) = (store.ult(number, hundred), store.slt(number, hundred));
    let mut ranges = Ranges::new(digits.map(|t| (t, Range::new(8, 48, 57))));
    assert_eq!(ranges.of(&store, number), Some(Range::new(32, 0, 99)));
    assert_eq!(ranges.of(&store, below).and_then(Range::known), Some(true));
    assert_eq!(ranges.of(&store, negative).and_then(Range::known), Some(true));
}
