//! Solves independent parts of a query by themselves.
//!
//! Two assertions depend on each other when they share a variable. A variable that an assertion fixes to a constant
//! does not count: that assertion joins every part that mentions the variable instead.

use std::rc::Rc;

use effigy_term::{Model, Term, TermStore};

use super::{layer, lift};
use crate::fixed::fixed;
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;

layer! {
    /// The slicing layer. A hit is a query of which a proper part was asked further.
    Slices = "slices" {
        scratch: Scratch,
    }
}

impl Slices {
    /// Slicing above `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, counters: Default::default(), scratch: Scratch::default() }
    }

    fn newest(&mut self, store: &mut TermStore, query: &Query<'_>, hint: &Model) -> Answer {
        let part = &self.scratch.newest(store, query.assertions)[..];
        if part.is_empty() {
            return Answer::Sat(hint.clone());
        }
        if part.len() < query.assertions.len() {
            self.counters.hits += 1;
        }
        let assertions: Vec<Term> =
            part.iter().filter_map(|i| query.assertions.get(*i).copied()).collect();
        match self.inner.check(store, &Query { assertions: &assertions, hint: Some(hint) }) {
            Answer::Sat(model) => {
                let mut merged = hint.clone();
                merged.merge(&model);
                Answer::Sat(merged)
            }
            other => lift(other, part),
        }
    }

    fn all(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        let parts = self.scratch.parts(store, query.assertions);
        if parts.len() > 1 {
            self.counters.hits += 1;
        }
        let mut merged = Model::new();
        let mut unknown = None;
        // The newest part first: it is the one that can make a query unsatisfiable.
        for part in parts.iter().rev() {
            let assertions: Vec<Term> =
                part.iter().filter_map(|i| query.assertions.get(*i).copied()).collect();
            match self.inner.check(store, &Query::new(&assertions)) {
                Answer::Sat(model) => merged.merge(&model),
                Answer::Unknown(why) => unknown = Some(why),
                unsat => return lift(unsat, part),
            }
        }
        unknown.map_or(Answer::Sat(merged), Answer::Unknown)
    }
}

impl Solver for Slices {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        match query.hint {
            Some(hint) => self.newest(store, query, hint),
            None => self.all(store, query),
        }
    }

    fn collected(&mut self, store: &TermStore) {
        self.scratch.forget();
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}

/// What is known of a variable while a query is sliced; older epochs are void.
#[derive(Clone, Copy, Default)]
struct Seen {
    epoch: u32,
    /// The assertion that fixes it to a constant.
    fixed_by: Option<u32>,
    /// An assertion that mentions it.
    group: Option<u32>,
}

/// What an assertion is about.
struct About {
    variables: Rc<[Term]>,
    /// A bit for each of the variables; some share one.
    bits: u64,
    /// The variable that it fixes to a constant.
    fixes: Option<Term>,
}

/// The bit of a variable in [`About::bits`].
fn bit(variable: Term) -> u64 {
    1 << (variable.index() % 64)
}

/// No place.
const NOWHERE: u32 = u32::MAX;

/// Set on the place of an assertion that fixes a variable.
const FIXES: u32 = 1 << 31;

/// Reused memory: one entry per variable, and a forest of assertions.
#[derive(Default)]
struct Scratch {
    epoch: u32,
    /// What assertions are about: those of a path are sliced again at each of its questions.
    about: Vec<About>,
    /// By term, the place in `about` of an assertion.
    places: Vec<u32>,
    /// The places of the assertions that are sliced.
    sliced: Vec<u32>,
    /// Those of them that are not in the part of the newest one.
    others: Vec<usize>,
    seen: Vec<Seen>,
    parents: Vec<u32>,
    /// Pairs of an assertion and one that fixes a variable in it.
    uses: Vec<(u32, u32)>,
}

/// The part of the newest assertion, while it is built.
#[derive(Default)]
struct Part {
    members: Vec<usize>,
    /// Bits of the variables that connect its members.
    bits: u64,
    /// Whether a variable was added since the assertions were looked through.
    is_wider: bool,
}

impl Scratch {
    /// The parts, in order of their last assertions, as ascending indices.
    fn parts(&mut self, store: &mut TermStore, assertions: &[Term]) -> Vec<Vec<usize>> {
        self.start(store, assertions, assertions.len());
        let (about, sliced) = (std::mem::take(&mut self.about), std::mem::take(&mut self.sliced));
        self.parents.extend((0u32..).take(assertions.len()));
        for (i, place) in (0u32..).zip(&sliced) {
            for &variable in about.get(*place as usize).iter().flat_map(|a| a.variables.iter()) {
                let seen = self.entry(variable);
                match (seen.fixed_by, seen.group) {
                    (Some(by), _) if by != i => self.uses.push((i, by)),
                    (_, Some(group)) => self.join(group, i),
                    _ => seen.group = Some(i),
                }
            }
        }
        (self.about, self.sliced) = (about, sliced);
        match u32::try_from(assertions.len()) {
            Ok(count) => self.gather(count),
            Err(_) => vec![(0..assertions.len()).collect()],
        }
    }

    /// The part of the newest assertion, as ascending indices. The newest assertion is not taken to fix a variable.
    fn newest(&mut self, store: &mut TermStore, assertions: &[Term]) -> Vec<usize> {
        let Some(last) = assertions.len().checked_sub(1) else { return Vec::new() };
        self.start(store, assertions, last);
        let (about, sliced) = (std::mem::take(&mut self.about), std::mem::take(&mut self.sliced));
        let of = |i: usize| sliced.get(i).and_then(|place| about.get(*place as usize));
        let mut part = Part::default();
        // Those that are not in the part; an assertion joins it once.
        let mut others = std::mem::take(&mut self.others);
        others.clear();
        others.extend(0..last);
        of(last).iter().for_each(|newest| self.add(&mut part, last, newest));
        while std::mem::take(&mut part.is_wider) {
            others.retain(|i| {
                let Some(about) = of(*i).filter(|about| about.bits & part.bits != 0) else {
                    return true;
                };
                let connects = |v: &Term| {
                    let seen = self.entry(*v);
                    seen.group.is_some() && seen.fixed_by.is_none_or(|by| by as usize == *i)
                };
                if !about.variables.iter().any(connects) {
                    return true;
                }
                self.add(&mut part, *i, about);
                false
            });
        }
        (self.about, self.sliced, self.others) = (about, sliced, others);
        part.members.sort_unstable();
        part.members.dedup();
        part.members
    }

    /// Adds an assertion to the part of the newest one, with those that fix its variables.
    fn add(&mut self, part: &mut Part, i: usize, about: &About) {
        part.members.push(i);
        for &variable in about.variables.iter() {
            let seen = self.entry(variable);
            match (seen.fixed_by, seen.group) {
                (Some(by), _) if by as usize != i => part.members.push(by as usize),
                (_, Some(_)) => {}
                _ => {
                    seen.group = Some(0);
                    part.bits |= bit(variable);
                    part.is_wider = true;
                }
            }
        }
    }

    /// Where it stands in `about` what an assertion is about, with [`FIXES`].
    fn place(&mut self, store: &mut TermStore, t: Term) -> u32 {
        if let Some(place) = self.places.get(t.index()).filter(|place| **place != NOWHERE) {
            return *place;
        }
        if t.index() >= self.places.len() {
            self.places.resize(t.index() + 1, NOWHERE);
        }
        let fixes = fixed(store, t).map(|(variable, _)| variable);
        let variables = store.variables(t);
        let bits = variables.iter().fold(0, |bits, variable| bits | bit(*variable));
        let flag = if fixes.is_some() { FIXES } else { 0 };
        let place = self.about.len() as u32 | flag;
        self.about.push(About { variables, bits, fixes });
        self.places[t.index()] = place;
        place
    }

    /// Forgets what assertions are about: terms were collected.
    fn forget(&mut self) {
        self.about.clear();
        self.places.clear();
    }

    fn gather(&mut self, count: u32) -> Vec<Vec<usize>> {
        let roots: Vec<u32> = (0..count).map(|i| self.root(i)).collect();
        let mut parts: Vec<Vec<usize>> = vec![Vec::new(); roots.len()];
        let pairs = roots.iter().zip(0u32..).map(|(root, i)| (*root, i));
        let extra = self
            .uses
            .iter()
            .filter_map(|(user, by)| roots.get(*user as usize).map(|root| (*root, *by)));
        for (root, i) in pairs.chain(extra) {
            if let Some(part) = parts.get_mut(root as usize) {
                part.push(i as usize);
            }
        }
        parts.retain(|part| !part.is_empty());
        for part in &mut parts {
            part.sort_unstable();
            part.dedup();
        }
        parts.sort_unstable_by_key(|part| part.last().copied());
        parts
    }

    /// Begins to slice assertions, of which the first `fixing` may fix a variable.
    fn start(&mut self, store: &mut TermStore, assertions: &[Term], fixing: usize) {
        if self.epoch == u32::MAX {
            self.seen.clear();
            self.epoch = 0;
        }
        self.epoch += 1;
        self.parents.clear();
        self.uses.clear();
        self.sliced.clear();
        for (i, &t) in (0u32..).zip(assertions) {
            let place = self.place(store, t);
            self.sliced.push(place & !FIXES);
            if place & FIXES != 0
                && (i as usize) < fixing
                && let Some(about) = self.about.get((place & !FIXES) as usize)
                && let Some(variable) = about.fixes
            {
                let seen = self.entry(variable);
                seen.fixed_by = seen.fixed_by.or(Some(i));
            }
        }
    }

    fn entry(&mut self, variable: Term) -> &mut Seen {
        if variable.index() >= self.seen.len() {
            self.seen.resize(variable.index() + 1, Seen::default());
        }
        let epoch = self.epoch;
        let seen = &mut self.seen[variable.index()];
        if seen.epoch != epoch {
            *seen = Seen { epoch, fixed_by: None, group: None };
        }
        seen
    }

    fn root(&mut self, i: u32) -> u32 {
        let mut i = i;
        while let Some(parent) = self.parents.get(i as usize).copied().filter(|parent| *parent != i)
        {
            let above = self.parents.get(parent as usize).copied().unwrap_or(parent);
            if let Some(slot) = self.parents.get_mut(i as usize) {
                *slot = above;
            }
            i = parent;
        }
        i
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(parent) = self.parents.get_mut(a.max(b) as usize) {
            *parent = a.min(b);
        }
    }
}
