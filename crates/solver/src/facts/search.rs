//! What follows by instances of quantifiers, by cases and by sums of comparisons.
//!
//! The goal is assumed to be false. A contradiction is looked for in every case of some disjunctions: those whose cases fail
//! at once are decided before any other is taken apart. Steps are counted, so that what is found does not depend on the
//! machine. All that is assumed is taken back afterwards.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Term, TermStore};

use super::Facts;

/// Rounds of instances before cases are looked at, in all of them and in each.
const ROUNDS: [usize; 2] = [3, 1];

/// Rounds of instances where there are no cases.
const MOST_ROUNDS: usize = 8;

/// Disjunctions whose cases are tried.
const MOST_TRIED: usize = 40;

/// Cases of a disjunction that are tried.
const MOST_CASES: usize = 4;

/// Cases within cases.
const MOST_DEPTH: usize = 24;

/// A disjunction that holds: terms of which one has its truth value.
type Clause = Vec<(Term, bool)>;

impl Facts {
    /// Whether the goal is found to follow from the path and these axioms in so many steps.
    pub fn follows(
        &mut self,
        store: &mut TermStore,
        axioms: &[Term],
        path: &[Term],
        goal: Term,
        steps: u64,
    ) -> bool {
        self.follow(store, path);
        let mark = self.trail.len();
        for axiom in axioms {
            self.assume(store, *axiom, true);
        }
        self.assume(store, goal, false);
        self.steps = 0;
        self.most_steps = steps;
        let found = self.refuted(store, 0, 0);
        self.back(mark);
        found
    }

    /// Whether every case leads to a contradiction.
    fn refuted(&mut self, store: &mut TermStore, depth: usize, seen: usize) -> bool {
        let rounds = if depth == 0 { ROUNDS[0] } else { ROUNDS[1] };
        let mut seen = seen;
        let mut round = 0;
        loop {
            seen = self.theory(store, seen);
            if self.contradictory {
                return true;
            }
            if self.steps > self.most_steps {
                return false;
            }
            let clauses = self.clauses(store);
            let most = if clauses.is_empty() { MOST_ROUNDS } else { rounds };
            if round < most && self.instantiate(store) {
                round += 1;
                continue;
            }
            if self.contradictory {
                return true;
            }
            if self.try_cases(store, clauses) {
                continue;
            }
            if self.sums_contradict() {
                return true;
            }
            break;
        }
        if depth == MOST_DEPTH {
            return false;
        }
        let Some((t, truth)) = self.case(store) else { return false };
        for truth in [truth, !truth] {
            let mark = self.trail.len();
            self.assume(store, t, truth);
            let found = self.refuted(store, depth + 1, seen.min(self.places.len()));
            self.back(mark);
            if !found {
                return false;
            }
        }
        true
    }

    /// Tries the cases of disjunctions: one that fails at once does not hold. Whether there was one.
    fn try_cases(&mut self, store: &mut TermStore, clauses: Vec<Clause>) -> bool {
        let mut learned = false;
        for clause in clauses.into_iter().take(MOST_TRIED) {
            if clause.len() > MOST_CASES {
                continue;
            }
            for (t, truth) in clause {
                if self.truth(store, t).is_some() || self.steps > self.most_steps {
                    continue;
                }
                let mark = self.trail.len();
                self.assume(store, t, truth);
                let fails = self.contradictory;
                self.back(mark);
                if fails {
                    learned = true;
                    self.assume(store, t, !truth);
                    if self.contradictory {
                        return true;
                    }
                }
            }
        }
        learned
    }

    /// The disjunctions of which no case is known to hold, the shortest first.
    fn clauses(&self, store: &TermStore) -> Vec<Clause> {
        let mut all: Vec<Clause> = Vec::new();
        for place in &self.places {
            let t = place.term;
            let holds = match store.op(t) {
                Some(Op::Or) => true,
                Some(Op::And) => false,
                _ => continue,
            };
            if self.truth(store, t) == Some(holds)
                && let Some(clause) = self.open(store, t, holds)
                && clause.len() > 1
            {
                all.push(clause);
            }
        }
        // Later ones come from the goal and from instances.
        all.reverse();
        all.sort_by_key(Vec::len);
        all
    }

    /// The cases of a disjunction that are not decided; `None` where one holds.
    fn open(&self, store: &TermStore, t: Term, truth: bool) -> Option<Clause> {
        let (mut cases, mut pending) = (Vec::new(), vec![(t, truth)]);
        let mut is_first = true;
        while let Some((t, truth)) = pending.pop() {
            if !is_first {
                match self.truth(store, t) {
                    Some(known) if known == truth => return None,
                    Some(_) => continue,
                    None => {}
                }
            }
            is_first = false;
            match (store.op(t), store.args(t)) {
                (Some(Op::Or), &[a, b]) if truth => pending.extend([(b, true), (a, true)]),
                (Some(Op::And), &[a, b]) if !truth => pending.extend([(b, false), (a, false)]),
                (Some(Op::Not), &[a]) => pending.push((a, !truth)),
                _ => cases.push((t, truth)),
            }
        }
        Some(cases)
    }

    /// A term of which both truth values are looked at, and which first.
    fn case(&mut self, store: &mut TermStore) -> Option<(Term, bool)> {
        if let Some(clause) = self.clauses(store).first() {
            return clause.first().copied();
        }
        let mut unequal = None;
        for place in self.places.iter().rev() {
            let t = place.term;
            match (store.op(t), store.args(t)) {
                (Some(Op::Ite), &[c, ..]) if self.truth(store, c).is_none() => {
                    return Some((c, true));
                }
                (Some(Op::Eq), &[a, b])
                    if store.sort(a) == Sort::Bool
                        && self.truth(store, t).is_some()
                        && self.truth(store, a).is_none()
                        && self.truth(store, b).is_none() =>
                {
                    return Some((a, true));
                }
                (Some(Op::Eq), &[a, b])
                    if store.sort(a) == Sort::Int && self.truth(store, t) == Some(false) =>
                {
                    unequal.get_or_insert((a, b));
                }
                _ => {}
            }
        }
        let (a, b) = unequal?;
        let below = store.le(a, b);
        self.truth(store, below).is_none().then_some((below, true))
    }
}
