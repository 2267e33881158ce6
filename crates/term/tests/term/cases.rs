//! Words that can have few values: what is asked of them is a question about the conditions alone.

use crate::support::Rng;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::print::infix;
use effigy_term::{Evaluator, Model, Role, Term, TermStore, VarInfo};
use effigy_testkit::cases;

/// Conditions that choices depend on.
const CONDITIONS: usize = 4;

fn condition(store: &mut TermStore, index: usize) -> Term {
    let name = format!("p{index}");
    store.variable(&VarInfo { name, sort: Sort::Bool, role: Role::Input })
}

/// A word that depends on the conditions only, built alike in two stores.
fn word(random: &mut Rng, store: &mut [TermStore; 2], depth: u32) -> [Term; 2] {
    let kind = if depth == 0 { 0 } else { random.below(6) };
    match kind {
        0 => {
            let bits = random.below(4) as u128;
            store.each_mut().map(|s| s.bits(8, bits))
        }
        1 | 2 => {
            let index = random.below(CONDITIONS);
            let (a, b) = (word(random, store, depth - 1), word(random, store, depth - 1));
            let mut place = 0;
            store.each_mut().map(|s| {
                let c = condition(s, index);
                place += 1;
                s.ite(c, a[place - 1], b[place - 1])
            })
        }
        _ => {
            let ops = [Op::BvAdd, Op::BvSub, Op::BvMul, Op::BvUdiv, Op::BvXor, Op::BvShl];
            let op = ops[random.below(ops.len())];
            let (a, b) = (word(random, store, depth - 1), word(random, store, depth - 1));
            let mut place = 0;
            store.each_mut().map(|s| {
                place += 1;
                s.app(op, &[a[place - 1], b[place - 1]])
            })
        }
    }
}

fn models(store: &mut TermStore) -> Vec<Model> {
    let all = 0..1u32 << CONDITIONS;
    let model = |bits: u32, store: &mut TermStore| {
        let values =
            (0..CONDITIONS).map(|i| (condition(store, i), Value::Bool(bits >> i & 1 == 1)));
        values.collect()
    };
    all.map(|bits| model(bits, store)).collect()
}

fn value(store: &TermStore, t: Term, model: &Model) -> Value {
    Evaluator::new().value(store, t, model).expect("it has a value")
}

#[test]
fn comparisons_of_choices_keep_their_values() {
    let mut random = Rng::new(7);
    let (mut with_cases, mut asked) = (0, 0);
    cases(0..400, |_| {
        let mut stores = [TermStore::with_rewriting(false), TermStore::new()];
        let (a, b) = (word(&mut random, &mut stores, 4), word(&mut random, &mut stores, 4));
        let [plain, rewriting] = &mut stores;
        let (of_plain, of_rewriting) = (models(plain), models(rewriting));
        for op in [Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle] {
            let (before, after) = (plain.app(op, &[a[0], b[0]]), rewriting.app(op, &[a[1], b[1]]));
            for (x, y) in of_plain.iter().zip(&of_rewriting) {
                assert_eq!(
                    value(plain, before, x),
                    value(rewriting, after, y),
                    "{}",
                    infix(plain, before)
                );
            }
            asked += 1;
        }
        for t in [a[1], b[1]] {
            let Some(cases) = rewriting.cases(t).cloned() else { continue };
            with_cases += 1;
            for model in &of_rewriting {
                let mut holding = cases.conditions.iter().zip(&*cases.constants);
                let mut holding = holding
                    .by_ref()
                    .filter(|(c, _)| value(rewriting, **c, model) == Value::Bool(true));
                let (_, constant) = holding.next().expect("one condition holds");
                assert_eq!(rewriting.value(*constant), Some(value(rewriting, t, model)));
                assert_eq!(holding.next(), None, "only one condition holds");
            }
        }
    });
    assert!(with_cases > 200 && asked == 2000, "{with_cases} words had cases");
}

#[test]
fn words_of_one_choice_are_compared_case_by_case() {
    let mut s = TermStore::new();
    let (p, q) = (condition(&mut s, 0), condition(&mut s, 1));
    let [one, two, four] = [1, 2, 4].map(|n| s.bits(64, n));
    let inner = s.ite(q, two, four);
    let position = s.ite(p, one, inner);
    let next = s.bvadd(position, one);
    let less = s.ult(position, next);
    assert_eq!(s.as_bool(less), Some(true));
    let seven = s.bits(64, 7);
    let is_seven = s.eq(next, seven);
    assert_eq!(s.as_bool(is_seven), Some(false));
    let three = s.bits(64, 3);
    let is_three = s.eq(next, three);
    let not_p = s.not(p);
    let expected = s.and(not_p, q);
    assert_eq!(is_three, expected);
}

#[test]
fn what_a_word_can_be_lives_as_long_as_the_word() {
    let mut s = TermStore::new();
    s.keep_freed();
    let (p, q) = (condition(&mut s, 0), condition(&mut s, 1));
    let [one, two, four] = [1, 2, 4].map(|n| s.bits(64, n));
    let inner = s.ite(q, two, four);
    let position = s.ite(p, one, inner);
    s.collect([position]);
    let live = s.cases(position).cloned().expect("it has cases");
    assert!(live.conditions.iter().chain(&*live.constants).all(|t| s.is_live(*t)));
    let again = s.bits(64, 4);
    let after = s.eq(position, again);
    let (not_p, not_q) = (s.not(p), s.not(q));
    assert_eq!(after, s.and(not_p, not_q));
    s.collect([]);
    assert!(s.cases(position).is_none());
}
