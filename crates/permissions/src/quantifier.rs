//! Quantified expressions, their triggers, and `forperm`.

use crate::prover::Prover;
use crate::state::{Blame, Content, State, Stop};
use effigy_base::op::Op;
use effigy_lang_viper::tree::{Annotation, Expr, LocalId, Location, Place, Quantifier};
use effigy_term::{Node, Term};
use rustc_hash::FxHashSet;

/// The weight that `@weight("3")` says.
pub(crate) fn weight(annotations: &[Annotation]) -> Option<u32> {
    let weight = annotations.iter().find(|annotation| &*annotation.key == "weight")?;
    weight.values.first()?.parse().ok()
}

impl<'p> Prover<'p> {
    /// Fresh bound variables for locals, which name them from here on.
    pub(crate) fn bind_variables(
        &mut self,
        s: &mut State,
        variables: &[(LocalId, String, effigy_base::sort::Sort)],
    ) -> Vec<Term> {
        variables
            .iter()
            .map(|(local, name, sort)| {
                let variable = self.bound(name, *sort);
                s.set(*local, variable);
                variable
            })
            .collect()
    }

    /// Does something for arbitrary values of bound variables. What is learned meanwhile is known afterwards, for all
    /// values where it speaks of them; `act` says the triggers of that. Obligations that were shown are spare: they follow
    /// from the rest, and as quantifiers they make the solver look for permissions to all that it meets.
    pub(crate) fn for_any<T>(
        &mut self,
        s: &mut State,
        variables: &[Term],
        act: impl FnOnce(&mut Self, &mut State) -> Result<(T, Vec<Vec<Term>>), Stop>,
    ) -> Result<T, Stop> {
        let (facts, branches) = (s.facts.len(), s.branches.len());
        let consolidated = s.consolidated.clone();
        self.scope.extend_from_slice(variables);
        let result = act(self, s);
        self.scope.truncate(self.scope.len() - variables.len());
        let learned = s.facts.split_off(facts);
        s.branches.truncate(branches);
        s.consolidated = consolidated;
        let (value, triggers) = result?;
        let (mut about, mut spare) = (Vec::new(), Vec::new());
        for fact in learned {
            match self.mentions(fact, variables) {
                true if self.shown.contains(&fact) || self.spare.contains(&fact) => {
                    spare.push(fact)
                }
                true => about.push(fact),
                false => self.assume(s, fact),
            }
        }
        // What is said of symbols that were made meanwhile is used where they are met.
        let (own, about): (Vec<Term>, Vec<Term>) =
            about.into_iter().partition(|fact| self.fresh_trigger(*fact, variables).is_some());
        for fact in own {
            let mut triggers = triggers.clone();
            triggers.extend(self.fresh_trigger(fact, variables).map(|t| vec![t]));
            let fact = self.close(false, variables, triggers, fact, "learned", None);
            self.assume(s, fact);
        }
        // Together they have more triggers than one by one, and some have one of their own.
        for fact in &about {
            if let Some(asked) = self.allowed_trigger(*fact, variables) {
                let fact = self.close(false, variables, vec![vec![asked]], *fact, "allowed", None);
                self.assume(s, fact);
            }
        }
        if !about.is_empty() {
            let body = self.terms.and_all(&about);
            let fact = self.close(false, variables, triggers.clone(), body, "learned", None);
            self.assume(s, fact);
        }
        if !spare.is_empty() {
            let body = self.terms.and_all(&spare);
            let fact = self.close(false, variables, triggers, body, "shown", None);
            if !s.facts.contains(&fact) {
                self.spare.insert(fact);
                self.assume(s, fact);
            }
        }
        Ok(value)
    }

    /// Of a fact that a function may be applied, under a condition maybe, the application: wherever it is met, its
    /// definition is wanted.
    fn allowed_trigger(&mut self, fact: Term, variables: &[Term]) -> Option<Term> {
        let parts = match self.terms.op(fact) {
            Some(Op::Or) => self.terms.args(fact).to_vec(),
            _ => vec![fact],
        };
        let (function, arguments) = parts.into_iter().find_map(|t| self.terms.as_apply(t))?;
        let name = function.name().as_str().strip_suffix("%allowed")?;
        let arguments = arguments.to_vec();
        if !variables.iter().all(|v| arguments.iter().any(|t| self.mentions(*t, &[*v]))) {
            return None;
        }
        let (function, _) = self.program.functions.iter().find(|(_, f)| *f.name == *name)?;
        Some(self.limited_call(function, &arguments))
    }

    /// The application of a fresh symbol to all of these variables, if a term has one.
    fn fresh_trigger(&self, t: Term, variables: &[Term]) -> Option<Term> {
        let mut seen = FxHashSet::default();
        let mut pending = vec![t];
        while let Some(t) = pending.pop() {
            if !seen.insert(t) {
                continue;
            }
            if let Some((function, arguments)) = self.terms.as_apply(t)
                && function.name().as_str().contains('@')
                && variables.iter().all(|v| arguments.contains(v))
            {
                return Some(t);
            }
            if !matches!(self.terms.node(t), Node::Quantifier(_)) {
                pending.extend_from_slice(self.terms.args(t));
            }
        }
        None
    }

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
            match self.terms.node(t) {
                Node::Quantifier(quantifier) => pending.push(quantifier.body()),
                _ => pending.extend_from_slice(self.terms.args(t)),
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
        if let Node::Quantifier(inner) = self.terms.node(body)
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
            return self.terms.forall(&variables, &triggers, body, name, weight);
        }
        match exists {
            true => self.terms.exists(&used, &triggers, body, name, weight),
            false => self.terms.forall(&used, &triggers, body, name, weight),
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
            match self.terms.node(t) {
                Node::Quantifier(quantifier) => {
                    inner.extend_from_slice(quantifier.variables());
                    pending.push(quantifier.body());
                }
                _ => pending.extend_from_slice(self.terms.args(t)),
            }
        }
        candidates.retain(|t| !self.mentions(*t, &inner));
        candidates.sort_by_key(|t| self.terms.structural_hash(*t));
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
            if let Some((function, _)) = self.terms.as_apply(*t)
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
                .filter(|t| self.terms.as_apply(*t).is_some_and(|(other, _)| other == function));
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
            let rest = self.terms.app(Op::IntSub, &[sum, variable]);
            if self.mentions(rest, &variables) {
                continue;
            }
            let whole = self.bound("sum", effigy_base::sort::Sort::Int);
            let value = self.terms.app(Op::IntSub, &[whole, rest]);
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
                let sort = self.terms.sort(*t);
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
            match self.terms.node(t) {
                Node::Quantifier(_) => {}
                Node::Apply(_, arguments) => {
                    for argument in arguments {
                        let is_sum = matches!(self.terms.node(*argument), Node::App(..))
                            && self.terms.sort(*argument) == effigy_base::sort::Sort::Int
                            && self.mentions(*argument, variables);
                        if is_sum && !sums.contains(argument) {
                            sums.push(*argument);
                        }
                    }
                    pending.extend_from_slice(arguments);
                }
                _ => pending.extend_from_slice(self.terms.args(t)),
            }
        }
        sums
    }

    /// Whether a solver can match a term: applications of declared functions all the way down.
    fn is_trigger(&self, t: Term) -> bool {
        match self.terms.node(t) {
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
        match self.terms.node(t) {
            Node::Const(_) | Node::Var(_) => true,
            Node::Apply(_, arguments) => arguments.iter().all(|t| self.is_matchable(*t)),
            _ => false,
        }
    }

    /// `forall`, `exists`.
    pub(crate) fn quantifier(
        &mut self,
        s: &mut State,
        quantifier: &'p Quantifier,
        place: Place,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let store = s.store.clone();
        let variables = self.quantified_variables(s, &quantifier.variables);
        let result = self.for_any(s, &variables, |this, s| {
            let body = this.eval(s, &quantifier.body, blame)?;
            let triggers = this.triggers(s, quantifier, false, blame);
            Ok(((body, triggers.clone()), triggers))
        });
        s.store = store;
        let (body, triggers) = result?;
        let weight = weight(&quantifier.annotations);
        let name = format!("l{}", place.span.start.line);
        Ok(self.close(quantifier.exists, &variables, triggers, body, &name, weight))
    }

    /// Bound variables for a quantifier of the member that is looked at.
    pub(crate) fn quantified_variables(&mut self, s: &mut State, locals: &[LocalId]) -> Vec<Term> {
        let variables: Vec<_> = locals
            .iter()
            .map(|local| {
                let declared = &self.locals(s.store.member)[*local];
                let (name, ty) = (declared.name.to_string(), declared.ty.clone());
                self.know_type(&ty);
                (*local, name, self.sort(&ty))
            })
            .collect();
        self.bind_variables(s, &variables)
    }

    /// The triggers that the text gives. What they would have to show is shown where the body is.
    pub(crate) fn triggers(
        &mut self,
        s: &State,
        quantifier: &'p Quantifier,
        produced: bool,
        blame: Blame,
    ) -> Vec<Vec<Term>> {
        let trusting = std::mem::replace(&mut self.trusting, true);
        let mut all = Vec::new();
        for trigger in &quantifier.triggers {
            let mut inner = s.clone();
            let terms: Result<Vec<Term>, Stop> =
                trigger.iter().map(|e| self.trigger_term(&mut inner, e, produced, blame)).collect();
            if let Ok(terms) = terms {
                all.push(terms);
            }
        }
        self.trusting = trusting;
        all
    }

    fn trigger_term(
        &mut self,
        s: &mut State,
        e: &'p Expr,
        produced: bool,
        blame: Blame,
    ) -> Result<Term, Stop> {
        use effigy_lang_viper::tree::ExprKind;
        // Where the permission to a field is what the quantifier is about, its value is not known by a term yet.
        if let (true, ExprKind::Field(receiver, _)) = (produced, &*e.kind) {
            let t = self.eval(s, receiver, blame)?;
            return Ok(self.waiting_form(t));
        }
        if let ExprKind::Wand(..) = &*e.kind {
            let (resource, arguments) = self.wand_location(s, e, blame)?;
            let heap = s.heap.clone();
            return Ok(self.value(s, &heap, resource, &arguments));
        }
        if let ExprKind::Access(access) = &*e.kind {
            let (resource, arguments) = self.location(s, &access.location, blame)?;
            let heap = s.heap.clone();
            return Ok(self.value(s, &heap, resource, &arguments));
        }
        let t = self.eval(s, e, blame)?;
        Ok(self.waiting_form(t))
    }

    /// `forperm x [x.f] :: e`.
    pub(crate) fn for_perm(
        &mut self,
        s: &mut State,
        variables: &'p [LocalId],
        location: &'p Location,
        body: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let store = s.store.clone();
        let heap = s.rest.clone().unwrap_or_else(|| s.heap.clone());
        let bound = self.quantified_variables(s, variables);
        let (resource, pattern) = self
            .for_any(s, &bound, |this, s| Ok((this.location(s, location, blame)?, Vec::new())))?;
        let mut all = self.truth(true);
        for chunk in heap.iter().filter(|chunk| chunk.resource == resource) {
            let conjunct = match &chunk.content {
                Content::One { arguments, .. } => {
                    let positive = self.positive(chunk.amount);
                    self.in_heap(s, heap.clone(), |this, s| {
                        let instance = (&arguments[..], positive);
                        this.for_perm_one(s, variables, (&bound, &pattern), instance, body, blame)
                    })?
                }
                Content::Many { snapshots } => {
                    let snapshots = *snapshots;
                    let at = self.amount_at(chunk, &pattern);
                    let positive = self.positive(at);
                    let trigger = self.lookup(resource, snapshots, &pattern);
                    for (local, variable) in variables.iter().zip(&bound) {
                        s.set(*local, *variable);
                    }
                    let body = self.in_heap(s, heap.clone(), |this, s| {
                        this.for_any(s, &bound, |this, s| {
                            let value =
                                this.under(s, positive, |this, s| this.eval(s, body, blame))?;
                            let value = value.unwrap_or_else(|| this.truth(true));
                            Ok((value, vec![vec![trigger]]))
                        })
                    })?;
                    let body = self.implies(positive, body);
                    self.close(false, &bound, vec![vec![trigger]], body, "forperm", None)
                }
            };
            all = self.terms.and(all, conjunct);
        }
        s.store = store;
        Ok(all)
    }

    /// The body of `forperm` for the instance of one chunk.
    fn for_perm_one(
        &mut self,
        s: &mut State,
        variables: &'p [LocalId],
        (bound, pattern): (&[Term], &[Term]),
        (arguments, positive): (&[Term], Term),
        body: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let mut condition = positive;
        let mut open: Vec<usize> = (0..bound.len()).collect();
        for (index, argument) in pattern
            .iter()
            .zip(arguments)
            .filter_map(|(p, a)| Some((bound.iter().position(|b| b == p)?, *a)))
        {
            if open.contains(&index) {
                open.retain(|other| *other != index);
                s.set(variables[index], argument);
            }
        }
        let values: Vec<Term> =
            variables.iter().zip(bound).map(|(v, b)| s.get(*v).unwrap_or(*b)).collect();
        for (p, a) in pattern.iter().zip(arguments) {
            let p = self.replace(*p, bound, &values);
            let equal = self.terms.eq(p, *a);
            condition = self.terms.and(condition, equal);
        }
        let rest: Vec<Term> = open.iter().map(|index| bound[*index]).collect();
        let value = self.for_any(s, &rest, |this, s| {
            let value = this.under(s, condition, |this, s| this.eval(s, body, blame))?;
            Ok((value.unwrap_or_else(|| this.truth(true)), Vec::new()))
        })?;
        let value = self.implies(condition, value);
        Ok(self.close(false, &rest, Vec::new(), value, "forperm", None))
    }
}
