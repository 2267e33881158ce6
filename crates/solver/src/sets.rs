//! Sets of inputs: for a condition, the inputs under which it holds, as a decision diagram of their bits.
//!
//! Where paths are merged, conditions grow with every fork, and what they say stays simple: which bytes may follow each
//! other. Diagrams are equal where conditions are equivalent, whatever they look like, so that no solver has to find
//! out. A word is kept as the values that it can have with the set of each (value summaries; Sen et al., *MultiSE*, 2015)
//! as long as these are few; comparisons with constants are pushed into choices; all else is made of the gates of the
//! embedded back end.

mod choices;
mod diagrams;
mod fingerprints;
mod guarded;
mod order;
mod terms;
mod tried;
mod words;

use std::rc::Rc;

use effigy_base::bits::BitVec;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Model, Node, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::circuit::gates::{Gate, Lit, inputs};
use crate::clock::Clock;
use crate::embedded::blaster::Blaster;
use crate::options::SolverOptions;
use diagrams::{Diagram, Diagrams};
use words::Comparison;

/// Of the steps for a condition, one in so many may be taken for the bits of one word that is looked at gate by gate.
const SHARE_OF_GATES: u32 = 10;

/// Terms between two looks at the clock.
const TERMS_BETWEEN_CHECKS: u32 = 64;

/// Gates above which all sets are thrown away.
const MOST_GATES: usize = 4_000_000;

/// Most variables.
const MOST_VARIABLES: usize = 4096;

/// The inputs under which conditions hold, for one worker.
pub struct Sets {
    diagrams: Diagrams,
    blaster: Blaster,
    /// By gate.
    gates: Vec<Option<Diagram>>,
    /// The variables in the order in which they were met, and by level.
    met: Vec<Term>,
    variables: Vec<Term>,
    placed: FxHashSet<Term>,
    truths: FxHashMap<Term, Option<Diagram>>,
    values: FxHashMap<Term, Option<Values>>,
    compared: FxHashMap<(Term, Comparison), Option<Diagram>>,
    /// What the question at hand may still look at.
    effort: guarded::Effort,
    on_paths: guarded::OnPaths,
    tried: tried::Tried,
    /// Whether terms are made of choices.
    choosing: FxHashMap<Term, bool>,
    /// The terms that were made of diagrams.
    terms: FxHashMap<Diagram, Term>,
    clock: Clock,
    /// Most steps for the diagrams of one condition.
    most: u32,
    /// Changes when all sets are thrown away.
    epoch: u32,
}

/// The values that a word can have, each with the inputs for which it has it.
type Values = Rc<[(u128, Diagram)]>;

/// A set of inputs. It is good as long as [`Sets`] has not thrown it away; then nothing is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Set {
    diagram: Diagram,
    epoch: u32,
}

impl Set {
    /// Whether no input is in it.
    pub fn is_empty(self) -> bool {
        self.diagram == Diagram::FALSE
    }

    /// Whether all inputs are in it.
    pub fn is_full(self) -> bool {
        self.diagram == Diagram::TRUE
    }
}

impl Sets {
    /// Steps for one condition where a solver decides what diagrams do not.
    pub const FEW_STEPS: u32 = 100_000;
    /// Steps for one condition where paths are merged: about ten milliseconds.
    pub const MANY_STEPS: u32 = 400_000;

    /// No sets. A condition whose diagram takes more than `most` steps has none.
    pub fn new(options: &SolverOptions, most: u32) -> Self {
        Self::with_clock(Clock::new(options), most)
    }

    /// As [`Sets::new`], for a chain whose queries end by this clock.
    pub(crate) fn with_clock(clock: Clock, most: u32) -> Self {
        Self {
            diagrams: Diagrams::new(clock.work().clone()),
            blaster: Blaster::new(),
            gates: Vec::new(),
            met: Vec::new(),
            variables: Vec::new(),
            placed: FxHashSet::default(),
            truths: FxHashMap::default(),
            values: FxHashMap::default(),
            compared: FxHashMap::default(),
            effort: guarded::Effort::default(),
            on_paths: guarded::OnPaths::default(),
            tried: tried::Tried::default(),
            choosing: FxHashMap::default(),
            terms: FxHashMap::default(),
            clock,
            most,
            epoch: 0,
        }
    }

    /// All inputs.
    pub fn all(&self) -> Set {
        self.set(Diagram::TRUE)
    }

    /// The inputs for which a condition holds; `None` when their diagram is large.
    pub fn of(&mut self, store: &mut TermStore, condition: Term) -> Option<Set> {
        self.begin(store, condition)?;
        let diagram = self.truth(store, condition)?;
        Some(self.set(diagram))
    }

    /// The inputs for which all of some conditions hold.
    pub fn of_all(&mut self, store: &mut TermStore, conditions: &[Term]) -> Option<Set> {
        // Once more where a new input came between the others.
        for _ in 0..2 {
            let epoch = self.epoch;
            let mut all = self.all();
            for condition in conditions {
                let one = self.of(store, *condition)?;
                if one.epoch != epoch {
                    break;
                }
                all = self.both(all, one)?;
            }
            if self.epoch == epoch {
                return Some(all);
            }
        }
        None
    }

    /// The inputs in both sets; `None` when their diagram is large, or one of the sets was thrown away.
    pub fn both(&mut self, a: Set, b: Set) -> Option<Set> {
        if a.epoch != self.epoch || b.epoch != self.epoch {
            return None;
        }
        self.diagrams.allow(self.most);
        let diagram = self.diagrams.and(a.diagram, b.diagram)?;
        Some(self.set(diagram))
    }

    /// The inputs in one of two sets; `None` as for [`Sets::both`].
    pub fn either(&mut self, a: Set, b: Set) -> Option<Set> {
        let neither = self.both(self.others(a), self.others(b))?;
        Some(self.others(neither))
    }

    /// A set with the same inputs of `care`, and of the others those with which its diagram is small; `None` as for
    /// [`Sets::both`].
    pub fn within(&mut self, a: Set, care: Set) -> Option<Set> {
        if a.epoch != self.epoch || care.epoch != self.epoch {
            return None;
        }
        self.diagrams.allow(self.most);
        let diagram = self.diagrams.within(a.diagram, care.diagram)?;
        Some(self.set(diagram))
    }

    /// All steps that were taken.
    pub fn steps(&self) -> u64 {
        self.diagrams.steps()
    }

    /// Gives the inputs that a condition speaks of their places in diagrams, which can throw all sets away; false when it
    /// speaks of what has none.
    pub fn place(&mut self, store: &mut TermStore, condition: Term) -> bool {
        self.begin(store, condition).is_some()
    }

    /// The inputs that are not in a set.
    pub fn others(&self, a: Set) -> Set {
        Set { diagram: !a.diagram, ..a }
    }

    /// The values that a word can have for inputs of a set, the lowest first, each with these inputs; `None` when they are
    /// not few.
    pub fn values(
        &mut self,
        store: &mut TermStore,
        word: Term,
        within: Set,
    ) -> Option<Vec<(u128, Set)>> {
        self.know_variables(store, word)?;
        self.post_order(store, word)?;
        let values = self.values.get(&word)?.clone()?;
        if within.epoch != self.epoch {
            return None;
        }
        let mut found = Vec::new();
        for (value, set) in values.iter() {
            let both = self.both(within, self.set(*set))?;
            if !both.is_empty() {
                found.push((*value, both));
            }
        }
        found.sort_unstable_by_key(|(value, _)| *value);
        Some(found)
    }

    /// An input of a set that is not empty: the first one, bytes compared from the first on.
    pub fn first(&self, store: &TermStore, set: Set) -> Model {
        let mut model = Model::new();
        let ones = self.diagrams.first(set.diagram);
        let mut ones = ones.iter().peekable();
        let mut level = 0;
        for variable in &self.variables {
            let sort = store.sort(*variable);
            let width = sort.width().unwrap_or(1);
            let mut bits = Vec::new();
            while let Some(one) = ones.next_if(|one| **one < level + width) {
                bits.push(width - 1 - (one - level));
            }
            level += width;
            // What has no value is zero.
            if !bits.is_empty() {
                model.set(*variable, word(sort, &bits));
            }
        }
        model
    }

    /// To be called after the store collected garbage: forgets dead terms.
    pub fn collected(&mut self, store: &TermStore) {
        self.blaster.collected(store);
        store.retain_live_keys(&mut self.truths);
        store.retain_live_keys(&mut self.values);
        self.compared.retain(|(t, _), _| store.is_live(*t));
        self.terms.retain(|_, t| store.is_live(*t));
        self.on_paths = guarded::OnPaths::default();
        self.tried.forget();
        self.choosing.clear();
        let met = self.met.len();
        self.met.retain(|t| store.is_live(*t));
        if self.met.len() < met {
            self.forget();
        }
    }

    fn set(&self, diagram: Diagram) -> Set {
        Set { diagram, epoch: self.epoch }
    }

    /// Throws everything away but the variables, which get their levels anew.
    pub fn forget(&mut self) {
        self.epoch += 1;
        self.diagrams.clear();
        self.blaster = Blaster::new();
        self.gates.clear();
        self.truths.clear();
        self.values.clear();
        self.compared.clear();
        self.on_paths = guarded::OnPaths::default();
        self.tried.forget();
        self.choosing.clear();
        self.terms.clear();
        self.placed.clear();
        self.variables.clear();
    }

    /// Throws the diagrams away that no condition and no word has. Sets are not good any more.
    fn sweep(&mut self) {
        self.epoch += 1;
        self.compared.clear();
        self.on_paths = guarded::OnPaths::default();
        self.tried.forget();
        let words = self.values.values().flatten().flat_map(|values| values.iter().map(|v| v.1));
        let used = self.truths.values().copied().flatten().chain(words);
        let new = self.diagrams.sweep(used.collect::<Vec<_>>().into_iter());
        for truth in self.truths.values_mut() {
            *truth = truth.and_then(|d| new.of(d));
        }
        for values in self.values.values_mut().flatten() {
            *values = values.iter().filter_map(|(v, d)| Some((*v, new.of(*d)?))).collect();
        }
        let terms = std::mem::take(&mut self.terms).into_iter();
        self.terms = terms.filter_map(|(d, t)| Some((new.of(d)?, t))).collect();
        for gate in &mut self.gates {
            *gate = gate.and_then(|d| new.of(d));
        }
        self.learn_inputs();
    }

    /// The diagrams of the inputs' bits.
    fn learn_inputs(&mut self) {
        let mut level = 0;
        for variable in &self.variables {
            let word = self.blaster.word(*variable);
            for bit in word.iter().rev() {
                let diagram = self.diagrams.input(level);
                if bit.as_constant().is_none() {
                    let diagram = if bit.negated() { !diagram } else { diagram };
                    self.gates[bit.gate()] = Some(diagram);
                }
                level += 1;
            }
        }
    }

    /// Makes room, which can throw all sets away, and gives levels to the variables of a term.
    fn begin(&mut self, store: &mut TermStore, t: Term) -> Option<()> {
        self.make_room();
        self.know_variables(store, t)
    }

    fn make_room(&mut self) {
        if self.diagrams.are_too_many() || self.blaster.gates.len() > MOST_GATES {
            self.forget();
        } else if self.diagrams.are_many() {
            self.sweep();
        }
    }

    /// Gives levels to the variables of a term.
    fn know_variables(&mut self, store: &mut TermStore, t: Term) -> Option<()> {
        self.diagrams.allow(self.most);
        if self.clock.is_over() {
            return None;
        }
        let variables = store.variables(t);
        if variables.iter().all(|v| self.placed.contains(v)) {
            return Some(());
        }
        for variable in variables.iter() {
            if !matches!(store.sort(*variable), Sort::Bool | Sort::BitVec(_)) {
                return None;
            }
            if !self.met.contains(variable) {
                self.met.push(*variable);
            }
        }
        if self.met.len() > MOST_VARIABLES {
            return None;
        }
        let variables = order::in_order(store, &self.met);
        if !variables.starts_with(&self.variables) {
            self.forget();
        }
        let stop = self.clock.stop();
        let mut level = self.variables.iter().map(|v| store.width(*v).max(1)).sum();
        for variable in &variables[self.variables.len()..] {
            let word = self.blaster.translated(store, *variable, &stop).ok()?;
            for bit in word.iter().rev() {
                let diagram = self.diagrams.input(level);
                self.learn(*bit, diagram);
                level += 1;
            }
            self.placed.insert(*variable);
        }
        self.variables = variables;
        Some(())
    }

    fn truth(&mut self, store: &TermStore, t: Term) -> Option<Diagram> {
        self.post_order(store, t)?;
        self.truths.get(&t).copied().flatten()
    }

    /// Looks at all parts of a term, those that others are made of first. `None` when it is time to stop.
    fn post_order(&mut self, store: &TermStore, t: Term) -> Option<()> {
        let mut pending = vec![t];
        let mut count = 0u32;
        while let Some(&t) = pending.last() {
            if self.is_known(store, t) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(parts(store, t).iter().filter(|part| !self.is_known(store, **part)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            let before = self.diagrams.fuel();
            match store.sort(t) {
                Sort::Bool => {
                    let truth = self.truth_of(store, t);
                    self.is_final(truth.is_some(), before)?;
                    self.truths.insert(t, truth);
                }
                _ => {
                    let values = self.values_of(store, t);
                    self.is_final(values.is_some(), before)?;
                    self.values.insert(t, values.map(Rc::from));
                }
            }
            count += 1;
            if count.is_multiple_of(TERMS_BETWEEN_CHECKS) && self.clock.is_over() {
                return None;
            }
        }
        Some(())
    }

    /// `None` for a term that was given up because others had taken most of a question's steps: another question may find it.
    fn is_final(&self, found: bool, before: u32) -> Option<()> {
        let left = self.diagrams.fuel();
        (found || left > 0 || before > self.most / 2).then_some(())
    }

    fn is_known(&self, store: &TermStore, t: Term) -> bool {
        match store.sort(t) {
            Sort::Bool => self.truths.contains_key(&t),
            Sort::BitVec(_) => self.values.contains_key(&t),
            _ => true,
        }
    }

    /// The diagram of a condition whose parts were looked at.
    fn truth_of(&mut self, store: &TermStore, t: Term) -> Option<Diagram> {
        let known = |this: &Self, part: Term| this.truths.get(&part).copied().flatten();
        let (op, args) = match store.node(t) {
            Node::Const(value) => return value.as_bool().map(Diagram::constant),
            Node::App(op, args) => (op, args),
            _ => return self.by_gates(store, t),
        };
        match (op, args) {
            (Op::Not, [a]) => Some(!known(self, *a)?),
            (Op::And, [a, b]) => {
                let (a, b) = (known(self, *a), known(self, *b));
                if a == Some(Diagram::FALSE) || b == Some(Diagram::FALSE) {
                    return Some(Diagram::FALSE);
                }
                self.diagrams.and(a?, b?)
            }
            (Op::Or, [a, b]) => {
                let (a, b) = (known(self, *a), known(self, *b));
                if a == Some(Diagram::TRUE) || b == Some(Diagram::TRUE) {
                    return Some(Diagram::TRUE);
                }
                self.diagrams.or(a?, b?)
            }
            (Op::Xor, [a, b]) => self.diagrams.xor(known(self, *a)?, known(self, *b)?),
            (Op::Ite, [c, t, e]) => {
                let c = known(self, *c)?;
                self.diagrams.choice(c, known(self, *t)?, known(self, *e)?)
            }
            (Op::Eq, [a, b]) if store.sort(*a) == Sort::Bool => {
                Some(!self.diagrams.xor(known(self, *a)?, known(self, *b)?)?)
            }
            (op, [a, b]) => match self.relation(store, op, *a, *b) {
                Some(known) => Some(known),
                None => self.by_gates(store, t),
            },
            _ => self.by_gates(store, t),
        }
    }

    /// The diagram of a condition by its gates.
    fn by_gates(&mut self, store: &TermStore, t: Term) -> Option<Diagram> {
        let lits = self.lits(store, t)?;
        self.by_gate(&lits)?.first().copied()
    }

    /// The gates of a term. The conditions in it have their diagrams already.
    fn lits(&mut self, store: &TermStore, t: Term) -> Option<Rc<[Lit]>> {
        let stop = self.clock.stop();
        let word = self.blaster.translated(store, t, &stop).ok()?;
        let mut pending = vec![t];
        let mut seen = FxHashSet::default();
        while let Some(part) = pending.pop() {
            if part != t && store.sort(part) == Sort::Bool {
                if let Some(diagram) = self.truths.get(&part).copied().flatten()
                    && let [lit] = *self.blaster.word(part)
                {
                    self.learn(lit, diagram);
                }
                continue;
            }
            if seen.insert(part) {
                pending.extend_from_slice(parts(store, part));
            }
        }
        Some(word)
    }

    /// The diagram of a gate is known.
    fn learn(&mut self, lit: Lit, diagram: Diagram) {
        if lit.as_constant().is_none() {
            if self.gates.len() <= lit.gate() {
                self.gates.resize(lit.gate() + 1, None);
            }
            let diagram = if lit.negated() { !diagram } else { diagram };
            self.gates[lit.gate()] = Some(diagram);
        }
    }

    fn found(&self, lit: Lit) -> Option<Diagram> {
        if let Some(b) = lit.as_constant() {
            return Some(Diagram::constant(b));
        }
        let diagram = self.gates.get(lit.gate()).copied().flatten()?;
        Some(if lit.negated() { !diagram } else { diagram })
    }

    /// The diagrams of some gates' outputs.
    fn by_gate(&mut self, lits: &[Lit]) -> Option<Vec<Diagram>> {
        let left = self.diagrams.fuel();
        let most = left.min(self.most / SHARE_OF_GATES);
        self.diagrams.allow(most);
        let found = lits.iter().map(|lit| self.gate(*lit)).collect();
        self.diagrams.allow(left - (most - self.diagrams.fuel()));
        found
    }

    /// The diagram of a gate's output.
    fn gate(&mut self, lit: Lit) -> Option<Diagram> {
        let mut pending = vec![lit.gate()];
        while let Some(&gate) = pending.last() {
            let made = Lit::of(gate);
            if self.found(made).is_some() {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let parts = inputs(self.blaster.gates.gate(gate)).into_iter().flatten();
            pending.extend(parts.filter(|p| self.found(*p).is_none()).map(Lit::gate));
            if pending.len() == before {
                pending.pop();
                let diagram = self.made(self.blaster.gates.gate(gate))?;
                self.learn(made, diagram);
            }
        }
        self.found(lit)
    }

    /// The diagram of a gate whose inputs have theirs.
    fn made(&mut self, gate: Gate) -> Option<Diagram> {
        match gate {
            Gate::Input => None,
            Gate::And(a, b) => self.diagrams.and(self.found(a)?, self.found(b)?),
            Gate::Xor(a, b) => self.diagrams.xor(self.found(a)?, self.found(b)?),
            Gate::Mux(c, t, e) => {
                self.diagrams.choice(self.found(c)?, self.found(t)?, self.found(e)?)
            }
            Gate::Majority(a, b, c) => {
                let [a, b, c] = [self.found(a)?, self.found(b)?, self.found(c)?];
                let (both, either) = (self.diagrams.and(b, c)?, self.diagrams.or(b, c)?);
                self.diagrams.choice(a, either, both)
            }
        }
    }
}

/// What a term is made of: the conditions of a word whose constants are known, else its arguments.
fn parts(store: &TermStore, t: Term) -> &[Term] {
    match store.cases(t) {
        Some(cases) => &cases.conditions,
        None => store.args(t),
    }
}

/// A value from the numbers of the bits that are set.
fn word(sort: Sort, bits: &[u32]) -> Value {
    match sort {
        Sort::BitVec(width) if width <= 128 => {
            Value::BitVec(BitVec::new(width, bits.iter().fold(0, |word, bit| word | 1 << bit)))
        }
        Sort::BitVec(width) => {
            let mut word = num_bigint::BigUint::default();
            bits.iter().for_each(|bit| word.set_bit(u64::from(*bit), true));
            Value::BitVec(BitVec::from_big(width, &word))
        }
        _ => Value::Bool(!bits.is_empty()),
    }
}
