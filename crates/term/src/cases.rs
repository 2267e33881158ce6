//! Words that can have few values, each under a condition that is known.
//!
//! Where paths are merged, what differs becomes `ite` of constants, and what is computed with it stays a choice among few
//! constants: a position, a length, a digit. What is asked about such a word is a question about the conditions alone
//! (value summaries; Sen et al., *MultiSE*, 2015).

use std::rc::Rc;

use effigy_base::op::Op;
use effigy_base::sort::Sort;

use crate::node::Term;
use crate::store::TermStore;
use crate::store::cases::Cases;

/// Most values that are distinguished.
const MOST_CASES: usize = 16;

/// Most pairs of values whose results are computed.
const MOST_PAIRS: usize = 64;

/// An argument of an operator.
enum Argument {
    Constant(Term),
    Cases(Cases),
}

impl TermStore {
    /// The cases of a word, where they are known. They depend on the word alone.
    pub fn cases(&self, t: Term) -> Option<&Cases> {
        self.cases.get(&t)
    }

    /// Notes the cases of an application that was made.
    pub(crate) fn note_cases(&mut self, t: Term, op: Op, args: [Term; 3]) {
        if !matches!(self.sort(t), Sort::BitVec(_)) {
            return;
        }
        let known = match op {
            Op::Ite => self.cases_of_choice(args),
            _ if self.cases.is_empty() => None,
            _ => self.cases_of_result(op, &args[..op.arity()]),
        };
        if let Some(known) = known {
            self.cases.insert(t, known);
        }
    }

    fn argument(&self, t: Term) -> Option<Argument> {
        if self.value_is_known(t) {
            return Some(Argument::Constant(t));
        }
        self.cases.get(&t).cloned().map(Argument::Cases)
    }

    fn cases_of_choice(&mut self, [c, yes, no]: [Term; 3]) -> Option<Cases> {
        let truth = self.bool(true);
        let mut sides = Vec::with_capacity(2);
        for side in [yes, no] {
            sides.push(match self.argument(side)? {
                Argument::Constant(k) => vec![(truth, k)],
                Argument::Cases(cases) => self.grouped(cases.iter().collect()),
            });
        }
        let (falsity, mut found) = (self.bool(false), Vec::new());
        for (condition, constant) in &sides[0] {
            let other = sides[1].iter().find(|(_, k)| k == constant);
            let other = other.map_or(falsity, |(condition, _)| *condition);
            found.push((self.ite(c, *condition, other), *constant));
        }
        for (condition, constant) in &sides[1] {
            if sides[0].iter().all(|(_, k)| k != constant) {
                found.push((self.ite(c, falsity, *condition), *constant));
            }
        }
        self.finished(found)
    }

    fn cases_of_result(&mut self, op: Op, args: &[Term]) -> Option<Cases> {
        let (first, second) = match *args {
            [a] => (a, None),
            [a, b] => (a, Some(b)),
            _ => return None,
        };
        let first_cases = self.argument(first)?;
        let second_cases = second.map(|t| self.argument(t)).map_or(Some(None), |c| c.map(Some))?;
        match (first_cases, second_cases) {
            (Argument::Cases(a), None) => self.mapped(&a, |s, k| s.app(op, &[k])),
            (Argument::Cases(a), Some(Argument::Constant(b))) => {
                self.mapped(&a, |s, k| s.app(op, &[k, b]))
            }
            (Argument::Constant(a), Some(Argument::Cases(b))) => {
                self.mapped(&b, |s, k| s.app(op, &[a, k]))
            }
            (Argument::Cases(a), Some(Argument::Cases(b))) => self.combined(op, &a, &b),
            (Argument::Constant(_), _) => None,
        }
    }

    fn mapped(
        &mut self,
        cases: &Cases,
        mut apply: impl FnMut(&mut Self, Term) -> Term,
    ) -> Option<Cases> {
        let constants: Rc<[Term]> = cases.constants.iter().map(|k| apply(self, *k)).collect();
        let known = constants.iter().all(|k| self.is_constant(*k));
        known.then(|| Cases { conditions: cases.conditions.clone(), constants })
    }

    fn combined(&mut self, op: Op, a: &Cases, b: &Cases) -> Option<Cases> {
        if a.conditions == b.conditions {
            let pairs = a.constants.iter().zip(&*b.constants);
            let constants: Rc<[Term]> = pairs.map(|(k, l)| self.app(op, &[*k, *l])).collect();
            let known = constants.iter().all(|k| self.is_constant(*k));
            return known.then(|| Cases { conditions: a.conditions.clone(), constants });
        }
        if a.constants.len() * b.constants.len() > MOST_PAIRS {
            return None;
        }
        let mut found = Vec::new();
        for (condition, k) in a.iter() {
            for (other, l) in b.iter() {
                let result = self.app(op, &[k, l]);
                if !self.is_constant(result) {
                    return None;
                }
                found.push((self.and(condition, other), result));
            }
        }
        let found = self.grouped(found);
        self.finished(found)
    }

    /// One condition for each constant.
    fn grouped(&mut self, cases: Vec<(Term, Term)>) -> Vec<(Term, Term)> {
        let mut groups: Vec<(Term, Term)> = Vec::new();
        for (condition, constant) in cases {
            match groups.iter().position(|(_, k)| *k == constant) {
                Some(place) => groups[place].0 = self.or(groups[place].0, condition),
                None => groups.push((condition, constant)),
            }
        }
        groups
    }

    /// The cases that are possible, ordered by their constants.
    fn finished(&mut self, mut found: Vec<(Term, Term)>) -> Option<Cases> {
        found.retain(|(condition, _)| self.as_bool(*condition) != Some(false));
        if found.len() > MOST_CASES {
            return None;
        }
        found.sort_by_key(|(_, constant)| self.as_bits(*constant));
        let (conditions, constants): (Vec<Term>, Vec<Term>) = found.into_iter().unzip();
        Some(Cases { conditions: conditions.into(), constants: constants.into() })
    }

    /// A relation of two words whose cases are known, as a statement about the conditions.
    pub(crate) fn related(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if self.cases.is_empty() {
            return None;
        }
        match (self.argument(a)?, self.argument(b)?) {
            (Argument::Cases(x), Argument::Constant(l)) => {
                let holds = self.mapped(&x, |s, k| s.app(op, &[k, l]))?;
                Some(self.where_true(holds.iter().collect()))
            }
            (Argument::Constant(k), Argument::Cases(y)) => {
                let holds = self.mapped(&y, |s, l| s.app(op, &[k, l]))?;
                Some(self.where_true(holds.iter().collect()))
            }
            (Argument::Cases(x), Argument::Cases(y)) if x.conditions == y.conditions => {
                let holds = self.combined(op, &x, &y)?;
                Some(self.where_true(holds.iter().collect()))
            }
            (Argument::Cases(x), Argument::Cases(y)) => self.related_choices(op, &x, &y),
            _ => None,
        }
    }

    fn related_choices(&mut self, op: Op, x: &Cases, y: &Cases) -> Option<Term> {
        let mut result = self.bool(false);
        for (condition, k) in x.iter() {
            let holds = self.mapped(y, |s, l| s.app(op, &[k, l]))?;
            let among = self.where_true(holds.iter().collect());
            let both = self.and(condition, among);
            result = self.or(result, both);
        }
        Some(result)
    }

    /// The disjunction of the conditions whose truth value is true.
    fn where_true(&mut self, mut holds: Vec<(Term, Term)>) -> Term {
        let falsity = self.bool(false);
        // From the end where the relation holds: what is asked of one word about many others shares its parts.
        if holds.first().is_some_and(|(_, truth)| *truth == falsity) {
            holds.reverse();
        }
        let count = holds.iter().filter(|(_, truth)| *truth != falsity).count();
        let negated = 2 * count > holds.len();
        if negated {
            holds.reverse();
        }
        let chosen = holds.iter().filter(|(_, truth)| (*truth == falsity) == negated);
        let chosen: Vec<Term> = chosen.map(|(condition, _)| *condition).collect();
        let either = self.or_all(&chosen);
        if negated { self.not(either) } else { either }
    }
}
