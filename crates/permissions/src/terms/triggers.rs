//! Quantified terms and their triggers.

use crate::terms::Terms;
use effigy_base::op::Op;
use effigy_term::{Node, Term};
use rustc_hash::FxHashSet;

impl Terms<'_> {
    /// Whether any of these variables occurs free in a term.
    pub(crate) fn mentions(&self, t: Term, variables: &[Term]) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![t];
        while let Some(t) = pending.pop() {
            if !seen.insert(t) {
                continue;
            }
            if variables.contains(&t) {
                return true;
            }
            match self.store.node(t) {
                Node::Quantifier(quantifier) => pending.push(quantifier.body()),
                _ => pending.extend_from_slice(self.store.args(t)),
            }
        }
        false
    }

    /// The quantified term, with triggers found where none are given.
    pub(crate) fn close(
        &mut self,
        exists: bool,
        variables: &[Term],
        triggers: Vec<Vec<Term>>,
        body: Term,
        name: &str,
        weight: Option<u32>,
    ) -> Term {
        if !self.mentions(body, variables) {
            return body;
        }
        // A quantifier directly inside of another one of its kind is one quantifier with it.
        if let Node::Quantifier(inner) = self.store.node(body)
            && inner.universal != exists
            && triggers.is_empty()
        {
            let inner = inner.clone();
            let mut all = variables.to_vec();
            all.extend_from_slice(inner.variables());
            let triggers = inner.triggers().map(<[Term]>::to_vec).collect();
            return self.close(exists, &all, triggers, inner.body(), name, weight);
        }
        let named = |v: &Term| {
            self.mentions(body, &[*v])
                || triggers.iter().flatten().any(|t| self.mentions(*t, &[*v]))
        };
        let used: Vec<Term> = variables.iter().copied().filter(named).collect();
        let covers = |this: &Self, trigger: &Vec<Term>| {
            trigger.iter().all(|t| this.is_matchable(*t))
                && used.iter().all(|v| trigger.iter().any(|t| this.mentions(*t, &[*v])))
        };
        let mut triggers: Vec<Vec<Term>> =
            triggers.into_iter().filter(|trigger| covers(self, trigger)).collect();
        if triggers.is_empty() {
            triggers = self.find_triggers(&used, body);
            for t in triggers.iter_mut().flatten() {
                *t = self.waiting_form(*t);
            }
        }
        if triggers.is_empty() && !exists {
            let (variables, triggers, body) = self.loosened(&used, body);
            return self.store.forall(&variables, &triggers, body, name, weight);
        }
        match exists {
            true => self.store.exists(&used, &triggers, body, name, weight),
            false => self.store.forall(&used, &triggers, body, name, weight),
        }
    }

    /// Applications in a body that name all variables, the smallest ones; or a set of applications that do together.
    pub(crate) fn find_triggers(&mut self, variables: &[Term], body: Term) -> Vec<Vec<Term>> {
        let mut candidates = Vec::new();
        let mut inner = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = vec![body];
        while let Some(t) = pending.pop() {
            if !seen.insert(t) {
                continue;
            }
            if self.is_trigger(t) && self.mentions(t, variables) {
                candidates.push(t);
            }
            match self.store.node(t) {
                Node::Quantifier(quantifier) => {
                    inner.extend_from_slice(quantifier.variables());
                    pending.push(quantifier.body());
                }
                _ => pending.extend_from_slice(self.store.args(t)),
            }
        }
        candidates.retain(|t| !self.mentions(*t, &inner));
        candidates.sort_by_key(|t| self.store.structural_hash(*t));
        let all = |this: &Self, t: Term| variables.iter().all(|v| this.mentions(t, &[*v]));
        let whole: Vec<Term> = candidates.iter().copied().filter(|t| all(self, *t)).collect();
        let smallest = whole
            .iter()
            .filter(|t| !whole.iter().any(|other| other != *t && self.mentions(**t, &[*other])));
        let single: Vec<Vec<Term>> = smallest.map(|t| vec![*t]).collect();
        if !single.is_empty() {
            return single;
        }
        let sets = self.alike_triggers(variables, &candidates);
        if !sets.is_empty() {
            return sets;
        }
        let mut set = Vec::new();
        let mut missing: Vec<Term> = variables.to_vec();
        while !missing.is_empty() {
            let count =
                |this: &Self, t: Term| missing.iter().filter(|v| this.mentions(t, &[**v])).count();
            let best = candidates.iter().copied().max_by_key(|t| count(self, *t));
            let Some(best) = best.filter(|t| count(self, *t) > 0) else { return Vec::new() };
            missing.retain(|v| !self.mentions(best, &[*v]));
            set.push(best);
        }
        if set.is_empty() { Vec::new() } else { vec![set] }
    }

    /// Sets of applications of one function, one for each variable: `s[i]` with `s[j]`.
    fn alike_triggers(&self, variables: &[Term], candidates: &[Term]) -> Vec<Vec<Term>> {
        let mut functions = Vec::new();
        for t in candidates {
            if let Some((function, _)) = self.store.as_apply(*t)
                && !functions.contains(&function)
            {
                functions.push(function);
            }
        }
        let mut sets = Vec::new();
        for function in functions {
            let of = candidates
                .iter()
                .copied()
                .filter(|t| self.store.as_apply(*t).is_some_and(|(other, _)| other == function));
            let of: Vec<Term> = of.collect();
            let mut set: Vec<Term> = Vec::new();
            for variable in variables {
                if set.iter().any(|t| self.mentions(*t, &[*variable])) {
                    continue;
                }
                set.extend(of.iter().copied().find(|t| self.mentions(*t, &[*variable])));
            }
            if variables.iter().all(|v| set.iter().any(|t| self.mentions(*t, &[*v]))) {
                sets.push(set);
            }
        }
        sets
    }

    /// A body with a variable replaced by a difference, so that a sum of the variable, as an argument, becomes a variable:
    /// `f(i + 1) == i` is `f(k) == k - 1`. With the triggers that this makes possible.
    pub(crate) fn shifted(
        &mut self,
        variables: &[Term],
        applications: &[Term],
        body: Term,
    ) -> Option<(Vec<Term>, Vec<Vec<Term>>, Term)> {
        let (mut variables, mut body) = (variables.to_vec(), body);
        let mut applications = applications.to_vec();
        for index in 0..variables.len() {
            let variable = variables[index];
            let sums = self.sums(&applications, &[variable]);
            let Some(sum) = sums.into_iter().next() else { continue };
            let rest = self.store.app(Op::IntSub, &[sum, variable]);
            if self.mentions(rest, &variables) {
                continue;
            }
            let whole = self.bound("sum", effigy_base::sort::Sort::Int);
            let value = self.store.app(Op::IntSub, &[whole, rest]);
            body = self.replace(body, &[variable], &[value]);
            for t in &mut applications {
                *t = self.replace(*t, &[variable], &[value]);
            }
            variables[index] = whole;
        }
        let matchable: Vec<Vec<Term>> = applications
            .into_iter()
            .filter(|t| self.is_trigger(*t) && variables.iter().all(|v| self.mentions(*t, &[*v])))
            .map(|t| vec![t])
            .collect();
        (!matchable.is_empty()).then_some((variables, matchable, body))
    }

    /// A quantifier whose only applications have sums as arguments: each sum becomes a variable that is equal to it, so
    /// that the applications can be matched.
    fn loosened(&mut self, variables: &[Term], body: Term) -> (Vec<Term>, Vec<Vec<Term>>, Term) {
        let sums = self.sums(&[body], variables);
        if sums.is_empty() {
            return (variables.to_vec(), Vec::new(), body);
        }
        let fresh: Vec<Term> = sums
            .iter()
            .map(|t| {
                let sort = self.store.sort(*t);
                self.bound("sum", sort)
            })
            .collect();
        let loose = self.replace(body, &sums, &fresh);
        let mut all = variables.to_vec();
        all.extend_from_slice(&fresh);
        let mut triggers = self.find_triggers(&all, loose);
        for t in triggers.iter_mut().flatten() {
            *t = self.waiting_form(*t);
        }
        if triggers.is_empty() {
            return (variables.to_vec(), Vec::new(), body);
        }
        let equal = self.same(&fresh, &sums);
        let body = self.implies(equal, loose);
        (all, triggers, body)
    }

    /// The sums in which these variables occur, as arguments of applications.
    fn sums(&self, within: &[Term], variables: &[Term]) -> Vec<Term> {
        let mut sums: Vec<Term> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = within.to_vec();
        while let Some(t) = pending.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.store.node(t) {
                Node::Quantifier(_) => {}
                Node::Apply(_, arguments) => {
                    for argument in arguments {
                        let is_sum = matches!(self.store.node(*argument), Node::App(..))
                            && self.store.sort(*argument) == effigy_base::sort::Sort::Int
                            && self.mentions(*argument, variables);
                        if is_sum && !sums.contains(argument) {
                            sums.push(*argument);
                        }
                    }
                    pending.extend_from_slice(arguments);
                }
                _ => pending.extend_from_slice(self.store.args(t)),
            }
        }
        sums
    }

    /// Whether a solver can match a term: applications of declared functions all the way down.
    fn is_trigger(&self, t: Term) -> bool {
        match self.store.node(t) {
            Node::Apply(function, arguments) => {
                !matches!(function.kind(), effigy_base::function::FunctionKind::Interpreted(_))
                    && !arguments.is_empty()
                    && arguments.iter().all(|t| self.is_matchable(*t))
            }
            _ => false,
        }
    }

    /// Whether a solver can match all of these terms.
    pub(crate) fn is_matching(&self, trigger: &[Term]) -> bool {
        trigger.iter().all(|t| self.is_matchable(*t))
    }

    fn is_matchable(&self, t: Term) -> bool {
        match self.store.node(t) {
            Node::Const(_) | Node::Var(_) => true,
            Node::Apply(_, arguments) => arguments.iter().all(|t| self.is_matchable(*t)),
            _ => false,
        }
    }

    /// The application of a fresh symbol to all of these variables, if a term has one.
    pub(crate) fn fresh_trigger(&self, t: Term, variables: &[Term]) -> Option<Term> {
        let mut seen = FxHashSet::default();
        let mut pending = vec![t];
        while let Some(t) = pending.pop() {
            if !seen.insert(t) {
                continue;
            }
            if let Some((function, arguments)) = self.store.as_apply(t)
                && function.name().as_str().contains('@')
                && variables.iter().all(|v| arguments.contains(v))
            {
                return Some(t);
            }
            if !matches!(self.store.node(t), Node::Quantifier(_)) {
                pending.extend_from_slice(self.store.args(t));
            }
        }
        None
    }

    pub(crate) fn is_application(&self, t: Term) -> bool {
        matches!(self.store.node(t), effigy_term::Node::Apply(_, arguments) if !arguments.is_empty())
    }
}
