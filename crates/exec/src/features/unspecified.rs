//! Values that were never initialised: which decisions depend on them, and for which inputs.
//!
//! A decision whose terms mention such values is asked in steps. Whether it can depend on them at all: some contents
//! give another answer than zeros do. If not, zeros stand for any contents. If so, for which inputs: these are found by
//! trying contents that are likely to matter, so that the condition speaks of the inputs alone. On one side of this
//! condition is the finding, on the other the path goes on, and what is left is asked once more. What is left then is asked
//! for each choice among inputs above such values by itself.

mod guards;

use crate::data::input::InputKind;
use crate::data::options::Merge;
use crate::data::question::{Given, Kind};
use crate::data::stop::{Alternative, Ending, Feasible, Stop};
use crate::data::trail::Decision;
use crate::machine::Context;
use crate::machine::feature::Settles;
use crate::memory::bytes::store_at;
use crate::memory::unspecified::UNWRITTEN;
use crate::state::State;
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Role, Term, TermStore, VarInfo};
use rustc_hash::{FxHashMap, FxHashSet};

/// Terms beside uninitialised ones that are tried in their place.
const MOST_TRIED: usize = 6;

/// Terms that are searched for what to try.
const MOST_SEARCHED: usize = 2_000;

/// What uses of unspecified memory come to.
pub(crate) struct Unspecified;

impl Settles for Unspecified {
    fn settled(
        &self,
        cx: &mut Context,
        state: &mut State,
        terms: &[Term],
        subject: &str,
    ) -> Result<Vec<Term>, Stop> {
        Use { cx }.settled(state, terms, subject)
    }

    /// Gives bytes that were never written a value, the same one from here on. To do it twice changes nothing.
    fn reads(&self, cx: &mut Context, state: &mut State, address: u64, len: u64) {
        let Some(object) = state.memory.object(address) else { return };
        let base = object.base;
        // Byte by byte, so that it does not matter how many are read at once.
        for offset in object.unwritten(address - base, len) {
            let name = format!("{UNWRITTEN}{base:x}+{offset}");
            let value = cx.input_number(state, InputKind::Object, &name, 8);
            store_at(&mut cx.store, &mut state.memory, base + offset, 1, value);
        }
    }
}

/// Whether a condition speaks of nothing but bytes that were never written.
pub(crate) fn is_of_unwritten(store: &mut TermStore, condition: Term) -> bool {
    let variables = store.variables(condition);
    let mut names = variables.iter().map(|variable| store.as_variable(*variable));
    names.all(|info| info.is_some_and(|info| info.name.starts_with(UNWRITTEN)))
}

/// A use of terms that may be unspecified.
struct Use<'a> {
    cx: &'a mut Context,
}

impl Use<'_> {
    /// The terms without what was never initialised, where that makes no difference on this path.
    ///
    /// # Errors
    /// Forks where it makes a difference for some inputs only; ends the path in a finding that says that `subject` depends on it where it
    /// makes one, and as not decided where the solver does not tell.
    fn settled(
        &mut self,
        state: &mut State,
        terms: &[Term],
        subject: &str,
    ) -> Result<Vec<Term>, Stop> {
        let fixed = self.zeroed(terms);
        if state.failing.is_some() || fixed == terms {
            return Ok(fixed);
        }
        if !self.depends(state, Kind::Dependence, terms, &fixed)? {
            return Ok(fixed);
        }
        let differs = different(&mut self.cx.store, &fixed, terms);
        let unspecified = unspecified_variables(&mut self.cx.store, terms);
        let (kind, cause) = cause(&self.cx.store, &unspecified);
        let finding = |cx: &Context, state: &State| {
            Err(cx.failure(state, kind, format!("{subject} depends on {cause}")))
        };
        if self.cx.store.variables(differs).iter().all(|v| unspecified.contains(v)) {
            return finding(self.cx, state);
        }
        // What was set on some of the paths that met is a choice: only those that did not set it go on here.
        if self.cx.job.merge != Merge::Never
            && let Some(reached) = guards::reached(&mut self.cx.store, terms)
            && !self.cx.decide(state, reached)?
        {
            return Ok(fixed);
        }
        let tried = self.tried(&fixed, terms, &unspecified);
        if self.cx.store.as_bool(tried) != Some(false) {
            let otherwise = self.cx.store.not(tried);
            if self.cx.choose(state, &[tried, otherwise])? == 0 {
                return finding(self.cx, state);
            }
            if !self.depends(state, Kind::Rest, terms, &fixed)? {
                return Ok(fixed);
            }
        }
        if let Some(condition) = guards::first(&self.cx.store, terms) {
            let side = self.cx.decide(state, condition)?;
            let chosen = self.under(terms, condition, side);
            if chosen != terms {
                return self.settled(state, &chosen, subject);
            }
        }
        match self.open_rest(state, differs)? {
            0 => finding(self.cx, state),
            _ => Err(Stop::End(Ending::Unknown(REST.into()))),
        }
    }

    /// The terms with zeros for what was never initialised.
    fn zeroed(&mut self, terms: &[Term]) -> Vec<Term> {
        let Context { zeroed, store, .. } = &mut *self.cx;
        terms.iter().map(|term| zeroed.of(store, *term)).collect()
    }

    /// The terms where a condition in them is known.
    fn under(&mut self, terms: &[Term], condition: Term, side: bool) -> Vec<Term> {
        let sigma = FxHashMap::from_iter([(condition, self.cx.store.bool(side))]);
        let (store, done) = (&mut self.cx.store, &mut FxHashMap::default());
        terms.iter().map(|t| store.substitute_unspecified(*t, &sigma, done)).collect()
    }

    /// Whether some contents give other terms than zeros do on this path. Where paths are merged, sides of choices that the path
    /// does not take are not asked about.
    fn differ(&mut self, state: &State, terms: &[Term], fixed: &[Term]) -> Feasible {
        let taken = self.taken(state, terms).or_else(|| self.cx.without_untaken(state, terms));
        if !self.may_reach(state, taken.as_deref().unwrap_or(terms)) {
            return Feasible::No;
        }
        let differs = match taken {
            None => different(&mut self.cx.store, fixed, terms),
            Some(terms) => {
                let fixed = self.zeroed(&terms);
                different(&mut self.cx.store, &fixed, &terms)
            }
        };
        self.cx.feasible(state, differs)
    }

    /// Whether choices among inputs may lead to what was never initialised. This is asked first, since a question about two contents
    /// asks twice about all that is computed of them.
    fn may_reach(&mut self, state: &State, terms: &[Term]) -> bool {
        if self.cx.job.merge == Merge::Never {
            return true;
        }
        match guards::reached(&mut self.cx.store, terms) {
            Some(reached) => !matches!(self.cx.feasible(state, reached), Feasible::No),
            None => true,
        }
    }

    fn taken(&mut self, state: &State, terms: &[Term]) -> Option<Vec<Term>> {
        let path = self.cx.path_sets()?.path_set(state)?;
        let sets = self.cx.sets.as_mut()?;
        terms.iter().map(|t| sets.taken(&mut self.cx.store, *t, path)).collect()
    }

    /// Whether contents that differ from zeros are possible on this path; `fixed` are the terms with zeros.
    fn depends(
        &mut self,
        state: &mut State,
        kind: Kind,
        terms: &[Term],
        fixed: &[Term],
    ) -> Result<bool, Stop> {
        let question = self.cx.identity(kind, terms.iter().copied());
        let side = match self.cx.given(state, kind, terms, question)? {
            None => match self.differ(state, terms, fixed).decided()? {
                Some(_) => 0,
                None => 1,
            },
            Some(Given::Earlier(Decision::Forced(side))) => return Ok(side == 0),
            Some(Given::Replayed(answer @ Decision::Forced(side))) => {
                state.record(question, answer);
                return Ok(side == 0);
            }
            Some(_) => return Err(self.cx.diverged(state, kind, terms)),
        };
        self.cx.answered(state, question, Decision::Forced(side))?;
        Ok(side == 0)
    }

    /// Forks where contents make a difference, but not for inputs that can be told from the others: on side 0 they do, and
    /// whether the other side is there was not decided.
    fn open_rest(&mut self, state: &mut State, differs: Term) -> Result<usize, Stop> {
        let otherwise = self.cx.store.not(differs);
        let sides = [differs, otherwise];
        if !self.cx.was_asked(state) {
            let feasible = self.cx.feasible(state, differs);
            return Err(Stop::Fork(vec![
                Alternative::new(differs, feasible),
                Alternative::new(otherwise, Feasible::Unknown(REST.into())),
            ]));
        }
        self.cx.choose_given(state, &sides)
    }

    /// A condition on the inputs under which some contents that are likely to matter give another answer than zeros do.
    fn tried(&mut self, fixed: &[Term], terms: &[Term], variables: &[Term]) -> Term {
        let mut conditions = Vec::new();
        let mut add = |store: &mut TermStore, contents: &dyn Fn(&mut TermStore, Term) -> Term| {
            let sigma: FxHashMap<Term, Term> =
                variables.iter().map(|v| (*v, contents(store, *v))).collect();
            let other: Vec<Term> = terms.iter().map(|t| store.substitute(*t, &sigma)).collect();
            conditions.push(different(store, fixed, &other));
        };
        add(&mut self.cx.store, &ones);
        for alone in variables.iter().take(MOST_TRIED).filter(|_| variables.len() > 1) {
            add(&mut self.cx.store, &|store, v| match v == *alone {
                true => ones(store, v),
                false => zero(store, v),
            });
        }
        for beside in beside(&self.cx.store, terms) {
            add(&mut self.cx.store, &|store, v| like(store, beside, v, false));
            add(&mut self.cx.store, &|store, v| like(store, beside, v, true));
        }
        self.cx.store.or_all(&conditions)
    }
}

/// What is said of inputs for which nobody knows whether contents matter.
const REST: &str = "whether a decision depends on memory that was never initialised";

/// Whether two lists of terms differ somewhere.
fn different(store: &mut TermStore, some: &[Term], others: &[Term]) -> Term {
    let mut unequal = Vec::with_capacity(some.len());
    for (a, b) in some.iter().zip(others) {
        let equal = store.eq(*a, *b);
        unequal.push(store.not(equal));
    }
    store.or_all(&unequal)
}

fn unspecified_variables(store: &mut TermStore, terms: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for term in terms {
        for variable in store.variables(*term).iter() {
            let info = store.as_variable(*variable);
            let unspecified = info.is_some_and(|info| info.role.is_unspecified());
            if unspecified && !found.contains(variable) {
                found.push(*variable);
            }
        }
    }
    found
}

/// The kind of finding that depends on one of these, and what it depends on: what has no value at all comes first.
fn cause(store: &TermStore, variables: &[Term]) -> (FindingKind, String) {
    let poison = |variable: &Term| match store.as_variable(*variable)? {
        VarInfo { role: Role::Poison(kind), name, .. } => {
            let (cause, _) = name.rsplit_once(" #")?;
            Some((*kind, cause.to_owned()))
        }
        _ => None,
    };
    let memory = || (FindingKind::Uninitialised, "memory that was never initialised".to_owned());
    variables.iter().find_map(poison).unwrap_or_else(memory)
}

fn zero(store: &mut TermStore, variable: Term) -> Term {
    let zero = Value::zero(store.sort(variable));
    store.constant(&zero)
}

/// Contents with all bits set.
fn ones(store: &mut TermStore, variable: Term) -> Term {
    match store.sort(variable) {
        Sort::Bool => store.bool(true),
        Sort::BitVec(width) => {
            let zero = store.bits(width, 0);
            store.app(Op::BvNot, &[zero])
        }
        Sort::Int => store.int(1),
        sort @ (Sort::Real | Sort::Named(_)) => store.constant(&Value::zero(sort)),
        Sort::Array { index, element } => {
            let one = Value::zero(element.into());
            let one = match one {
                Value::Bool(_) => Value::Bool(true),
                Value::BitVec(bits) => Value::bits(bits.width(), u128::MAX),
                Value::Int(_) => Value::int(1),
                other => other,
            };
            store.uniform_array(index, &one)
        }
    }
}

/// A term in the place of a variable, fitted to its sort, or the number after it.
fn like(store: &mut TermStore, term: Term, variable: Term, next: bool) -> Term {
    if let Sort::Array { index, element } = store.sort(variable) {
        let constant = store.value(term).filter(|value| value.sort() == element.into());
        return match constant {
            Some(value) => store.uniform_array(index, &value),
            None => ones(store, variable),
        };
    }
    let fitted = match (store.sort(term), store.sort(variable)) {
        (Sort::BitVec(from), Sort::BitVec(to)) if from < to => store.zero_extend(to, term),
        (Sort::BitVec(from), Sort::BitVec(to)) if from > to => store.extract(to - 1, 0, term),
        (from, to) if from == to => term,
        _ => return ones(store, variable),
    };
    match store.sort(variable) {
        Sort::BitVec(width) if next => {
            let one = store.bits(width, 1);
            store.bvadd(fitted, one)
        }
        Sort::Int if next => {
            let one = store.int(1);
            store.app(Op::IntAdd, &[fitted, one])
        }
        _ => fitted,
    }
}

/// What uninitialised values are compared and combined with, in the order of the terms' structure.
fn beside(store: &TermStore, terms: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut pending: Vec<Term> = terms.iter().rev().copied().collect();
    while let Some(term) = pending.pop() {
        let skip = !store.has_unspecified(term) || store.features(term).quantifiers();
        if skip || !seen.insert(term) || seen.len() > MOST_SEARCHED {
            continue;
        }
        let args = store.args(term);
        for arg in args.iter().rev() {
            if store.has_unspecified(*arg) {
                pending.push(*arg);
            } else if args.len() == 2
                && matches!(store.sort(*arg), Sort::BitVec(_) | Sort::Int)
                && found.len() < MOST_TRIED
                && !found.contains(arg)
            {
                found.push(*arg);
            }
        }
    }
    found
}
