//! Assertions as they are where the others hold.
//!
//! A term that an assertion fixes to a constant is that constant in all others, and what is asserted as a whole is true in them.
//! Bit-blasting the query as it stands leaves this to the SAT solver, which sees that bits are fixed but not that two sums or
//! quotients have become the same term.

use effigy_base::op::Op;
use effigy_term::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rounds: what was rewritten can fix more.
const ROUNDS: usize = 8;

/// Terms of a query that is rewritten.
const MOST_TERMS: usize = 100_000;

/// A query that holds for the same values.
pub(super) struct Rewritten {
    pub(super) assertions: Vec<Term>,
    /// By rewritten assertion, the numbers of those that it follows from.
    pub(super) sources: Vec<Vec<usize>>,
}

/// What is known of a term, and the assertion that says so.
struct Fact {
    constant: Term,
    by: usize,
}

/// Rewrites a query; `None` where that changes nothing, or it is too large.
pub(super) fn rewritten(store: &mut TermStore, assertions: &[Term]) -> Option<Rewritten> {
    if store.size(assertions) > MOST_TERMS {
        return None;
    }
    let mut now = Rewritten {
        assertions: assertions.to_vec(),
        sources: (0..assertions.len()).map(|index| vec![index]).collect(),
    };
    let mut changed = false;
    for _ in 0..ROUNDS {
        if !now.round(store) {
            break;
        }
        changed = true;
    }
    changed.then_some(now)
}

impl Rewritten {
    /// Rewrites each assertion by what the others say; whether that changed anything.
    ///
    /// It loses nothing: the smallest term of which something is known stays in the assertion that says so, and with it
    /// what is known of the next larger one, and so on.
    fn round(&mut self, store: &mut TermStore) -> bool {
        let mut facts: FxHashMap<Term, Fact> = FxHashMap::default();
        for (by, assertion) in self.assertions.iter().enumerate() {
            learn(store, &mut facts, *assertion, by);
        }
        let old = std::mem::take(&mut self.assertions);
        let sources = std::mem::take(&mut self.sources);
        let mut changed = false;
        for (index, assertion) in old.into_iter().enumerate() {
            let used = used(store, &facts, assertion, index);
            let sigma: FxHashMap<Term, Term> =
                used.iter().map(|term| (*term, facts[term].constant)).collect();
            let new = store.substitute(assertion, &sigma);
            changed |= new != assertion;
            if store.as_bool(new) == Some(true) {
                continue;
            }
            let by = used.iter().map(|term| facts[term].by).filter(|_| new != assertion);
            let mut from: Vec<usize> =
                by.chain([index]).flat_map(|index| sources[index].iter().copied()).collect();
            from.sort_unstable();
            from.dedup();
            self.assertions.push(new);
            self.sources.push(from);
        }
        changed
    }
}

/// Notes what an assertion says of terms.
fn learn(store: &mut TermStore, facts: &mut FxHashMap<Term, Fact>, assertion: Term, by: usize) {
    let mut pending = vec![assertion];
    while let Some(t) = pending.pop() {
        let (op, arguments) = (store.op(t), store.args(t).to_vec());
        let (known, constant) = match (op, &arguments[..]) {
            (Some(Op::And), _) => {
                pending.extend(arguments);
                continue;
            }
            (Some(Op::Not), [a]) => (*a, store.bool(false)),
            (Some(Op::Eq), [a, b]) if store.is_constant(*b) => (*a, *b),
            (Some(Op::Eq), [a, b]) if store.is_constant(*a) => (*b, *a),
            _ => (t, store.bool(true)),
        };
        if !store.is_constant(known) {
            facts.entry(known).or_insert(Fact { constant, by });
        }
    }
}

/// The outermost terms of an assertion of which others say something.
fn used(
    store: &TermStore,
    facts: &FxHashMap<Term, Fact>,
    assertion: Term,
    index: usize,
) -> Vec<Term> {
    let (mut seen, mut used) = (FxHashSet::default(), Vec::new());
    let mut pending = vec![assertion];
    while let Some(t) = pending.pop() {
        if !seen.insert(t) {
            continue;
        }
        match facts.get(&t) {
            Some(fact) if fact.by != index => used.push(t),
            _ => pending.extend(store.args(t)),
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use super::rewritten;
    use effigy_base::sort::Sort;
    use effigy_term::{Role, Term, TermStore, VarInfo};

    fn byte(store: &mut TermStore, name: &str) -> Term {
        let (name, sort, role) = (name.to_owned(), Sort::BitVec(8), Role::Input);
        store.variable(&VarInfo { name, sort, role })
    }

    #[test]
    fn a_term_is_the_constant_that_another_assertion_says() {
        let mut store = TermStore::new();
        let (x, y) = (byte(&mut store, "x"), byte(&mut store, "y"));
        let (low, seven) = (store.extract(3, 0, x), store.bits(4, 7));
        let fixes = store.eq(low, seven);
        let (wide, wide_y) = (store.zero_extend(32, low), store.zero_extend(32, y));
        let sum = store.bvadd(wide, wide_y);
        let limit = store.bits(32, 9);
        let asks = store.ult(sum, limit);
        let now = rewritten(&mut store, &[fixes, asks]).expect("it changes");
        let seven = store.bits(32, 7);
        let sum = store.bvadd(seven, wide_y);
        let expected = store.ult(sum, limit);
        assert_eq!(now.assertions, [fixes, expected]);
        assert_eq!(now.sources, [vec![0], vec![0, 1]]);
        assert!(rewritten(&mut store, &[asks]).is_none());
    }

    #[test]
    fn what_one_assertion_says_is_not_lost_in_another() {
        let mut store = TermStore::new();
        let (x, y) = (byte(&mut store, "x"), byte(&mut store, "y"));
        // Each of two assertions holds a term that the other one fixes.
        let product = store.bvmul(x, y);
        let (two, six) = (store.bits(8, 2), store.bits(8, 6));
        let of_x = store.eq(x, two);
        let of_product = store.eq(product, six);
        let now = rewritten(&mut store, &[of_product, of_x]).expect("it changes");
        let doubled = store.bvmul(two, y);
        let of_doubled = store.eq(doubled, six);
        assert_eq!(now.assertions, [of_doubled, of_x]);
        let either = store.or(of_x, of_product);
        let now = rewritten(&mut store, &[either, of_x]).expect("it changes");
        assert_eq!((now.assertions, now.sources), (vec![of_x], vec![vec![1]]));
    }
}
