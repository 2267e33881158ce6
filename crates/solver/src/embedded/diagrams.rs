//! Reduced ordered binary decision diagrams of gates (Bryant, *Graph-based algorithms for Boolean function
//! manipulation*, 1986), with negated edges (Brace, Rudell and Bryant, 1990).
//!
//! What is asked of bytes that a program reads one after the other has small diagrams, in which a contradiction is seen
//! at once. Steps are counted: where a diagram grows, there is none, and the SAT solver is asked.

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

use super::gates::{Gate, Gates, Lit, inputs};

/// Steps for the diagram of one gate.
const MOST_STEPS_FOR_GATE: u32 = 10_000;

/// Steps for the conjunction of one query.
const MOST_STEPS_FOR_QUERY: u32 = 100_000;

/// Steps for the search of a small contradiction.
const MOST_STEPS_FOR_CORE: u32 = 5_000;

/// Parts of a contradiction of which each is tried whether it is needed.
const FEW: usize = 16;

/// Nodes above which all diagrams are thrown away.
const MOST_NODES: usize = 1 << 22;

/// Entries of the table of results; a power of two.
const RESULTS: usize = 1 << 18;

/// Steps before no diagrams are made any more, unless queries are decided by them: about twenty milliseconds.
const CREDIT: i64 = 500_000;

/// Steps that a decided query earns: they take about the time of a SAT solver for a query of this kind.
const EARNED: i64 = 30_000;

/// Gates between two looks at the clock.
const GATES_BETWEEN_CHECKS: u32 = 64;

/// A diagram: its node times two, plus one when negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Diagram(u32);

impl Diagram {
    /// The function that is nowhere true.
    pub const FALSE: Self = Self(0);
    /// The function that is everywhere true.
    pub const TRUE: Self = Self(1);

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn negate_if(self, b: bool) -> Self {
        Self(self.0 ^ u32::from(b))
    }

    fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Diagram {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// `high` where the input at `level` is true, else `low`; `high` is not negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    level: u32,
    low: Diagram,
    high: Diagram,
}

/// What is known of a gate's diagram.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// It is too large, or the gate depends on what is not a free input.
    None,
    Is(Diagram),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    And,
    Xor,
}

/// The diagrams of the gates of one graph.
pub(super) struct Diagrams {
    nodes: Vec<Node>,
    unique: HashTable<u32>,
    results: Vec<Option<(Operation, Diagram, Diagram, Diagram)>>,
    /// Conjunctions of conditions of paths.
    conjunctions: FxHashMap<(Diagram, Diagram), Diagram>,
    /// By gate.
    known: Vec<Known>,
    /// The inputs, from the root down.
    order: Vec<Lit>,
    /// By gate, the level of an input.
    levels: Vec<Option<u32>>,
    credit: i64,
    /// Steps that are left of those of the gate or query at hand.
    fuel: u32,
}

impl Diagrams {
    /// No diagrams.
    pub fn new() -> Self {
        let mut new = Self {
            nodes: Vec::new(),
            unique: HashTable::new(),
            results: Vec::new(),
            conjunctions: FxHashMap::default(),
            known: Vec::new(),
            order: Vec::new(),
            levels: Vec::new(),
            credit: CREDIT,
            fuel: 0,
        };
        new.clear();
        new
    }

    /// The free inputs from the root down. Diagrams are made anew unless the inputs that are new follow the others.
    pub fn set_order(&mut self, order: Vec<Lit>) {
        let follow = order.starts_with(&self.order);
        self.levels.clear();
        for (level, lit) in (0u32..).zip(&order) {
            if self.levels.len() <= lit.gate() {
                self.levels.resize(lit.gate() + 1, None);
            }
            self.levels[lit.gate()] = Some(level);
        }
        self.order = order;
        if !follow {
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node { level: u32::MAX, low: Diagram::FALSE, high: Diagram::FALSE });
        self.unique.clear();
        self.results.clear();
        self.conjunctions.clear();
        self.known.clear();
    }

    /// Makes room for the diagrams of a query; none if diagrams have not been worth their steps.
    pub fn begin(&mut self) -> Option<()> {
        if self.nodes.len() > MOST_NODES {
            self.clear();
        }
        (self.credit > 0).then_some(())
    }

    /// The diagram of a gate's output; `None` when it has none that is small, or it is time to stop.
    pub fn of(&mut self, gates: &Gates, lit: Lit, stop: impl Fn() -> bool) -> Option<Diagram> {
        if self.known.len() < gates.len() {
            self.known.resize(gates.len(), Known::Nothing);
            self.known[0] = Known::Is(Diagram::FALSE);
        }
        let mut pending = vec![lit.gate()];
        let mut count = 0u32;
        while let Some(&gate) = pending.last() {
            if self.known[gate] != Known::Nothing {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let parts = inputs(gates.gate(gate)).into_iter().flatten().map(Lit::gate);
            pending.extend(parts.filter(|part| self.known[*part] == Known::Nothing));
            if pending.len() == before {
                pending.pop();
                self.fuel = MOST_STEPS_FOR_GATE;
                let made = self.made(gates.gate(gate), gate);
                self.known[gate] = made.map_or(Known::None, Known::Is);
                self.credit -= i64::from(MOST_STEPS_FOR_GATE - self.fuel);
                count += 1;
                if made.is_none() {
                    // What depends on a gate without a diagram has none.
                    self.known[lit.gate()] = Known::None;
                    return None;
                }
                if self.credit < 0 || count.is_multiple_of(GATES_BETWEEN_CHECKS) && stop() {
                    return None;
                }
            }
        }
        self.found(lit)
    }

    fn found(&self, lit: Lit) -> Option<Diagram> {
        match self.known[lit.gate()] {
            Known::Is(diagram) => Some(diagram.negate_if(lit.negated())),
            Known::None | Known::Nothing => None,
        }
    }

    /// The diagram of a gate whose inputs were looked at.
    fn made(&mut self, gate: Gate, index: usize) -> Option<Diagram> {
        match gate {
            Gate::Input => {
                let level = self.levels.get(index).copied().flatten()?;
                Some(self.node(level, Diagram::FALSE, Diagram::TRUE))
            }
            Gate::And(a, b) => {
                let (a, b) = (self.found(a)?, self.found(b)?);
                self.and(a, b)
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.found(a)?, self.found(b)?);
                self.xor(a, b)
            }
            Gate::Mux(c, t, e) => self.mux(c, t, e),
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (self.found(a)?, self.found(b)?, self.found(c)?);
                self.majority(a, b, c)
            }
        }
    }

    fn mux(&mut self, c: Lit, t: Lit, e: Lit) -> Option<Diagram> {
        match self.found(c)? {
            Diagram::TRUE => self.found(t),
            Diagram::FALSE => self.found(e),
            c => {
                let (t, e) = (self.found(t)?, self.found(e)?);
                let (yes, no) = (self.and(c, t)?, self.and(!c, e)?);
                self.or(yes, no)
            }
        }
    }

    fn majority(&mut self, a: Diagram, b: Diagram, c: Diagram) -> Option<Diagram> {
        let (both, either) = (self.and(a, b)?, self.or(a, b)?);
        let other = self.and(c, either)?;
        self.or(both, other)
    }

    fn or(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        Some(!self.and(!a, !b)?)
    }

    fn and(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (a, b) {
            (Diagram::FALSE, _) => return Some(Diagram::FALSE),
            (Diagram::TRUE, other) => return Some(other),
            _ if a == b => return Some(a),
            _ if a == !b => return Some(Diagram::FALSE),
            _ => {}
        }
        self.apply(Operation::And, a, b)
    }

    fn xor(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.negate_if(a.is_negated()), b.negate_if(b.is_negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let result = match (a, b) {
            (Diagram::FALSE, other) => other,
            _ if a == b => Diagram::FALSE,
            _ => self.apply(Operation::Xor, a, b)?,
        };
        Some(result.negate_if(negated))
    }

    fn apply(&mut self, operation: Operation, a: Diagram, b: Diagram) -> Option<Diagram> {
        if self.results.is_empty() {
            self.results = vec![None; RESULTS];
        }
        let place = (hash((operation, a, b)) as usize) & (RESULTS - 1);
        if let Some((o, x, y, result)) = self.results[place]
            && (o, x, y) == (operation, a, b)
        {
            return Some(result);
        }
        self.fuel = self.fuel.checked_sub(1)?;
        let level = self.level(a).min(self.level(b));
        let [(a0, a1), (b0, b1)] = [a, b].map(|d| self.sides(d, level));
        let (low, high) = match operation {
            Operation::And => (self.and(a0, b0)?, self.and(a1, b1)?),
            Operation::Xor => (self.xor(a0, b0)?, self.xor(a1, b1)?),
        };
        let result = self.node(level, low, high);
        self.results[place] = Some((operation, a, b, result));
        Some(result)
    }

    fn level(&self, d: Diagram) -> u32 {
        self.nodes[d.node()].level
    }

    /// What the function is where the input at a level is false, and where it is true.
    fn sides(&self, d: Diagram, level: u32) -> (Diagram, Diagram) {
        let node = self.nodes[d.node()];
        if node.level != level {
            return (d, d);
        }
        (node.low.negate_if(d.is_negated()), node.high.negate_if(d.is_negated()))
    }

    fn node(&mut self, level: u32, low: Diagram, high: Diagram) -> Diagram {
        if low == high {
            return low;
        }
        let negated = high.is_negated();
        let node = Node { level, low: low.negate_if(negated), high: high.negate_if(negated) };
        let hash_of_node = hash(node);
        let nodes = &self.nodes;
        let found = self.unique.find(hash_of_node, |index| nodes[*index as usize] == node).copied();
        let index = found.unwrap_or_else(|| {
            let index = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
            self.nodes.push(node);
            let nodes = &self.nodes;
            self.unique.insert_unique(hash_of_node, index, |i| hash(nodes[*i as usize]));
            index
        });
        Diagram(index << 1).negate_if(negated)
    }

    /// Whether some functions can be true together: the conjunction when they can, else the places of some that
    /// contradict each other. `None` when that takes too long, or one that has no diagram could contradict the others.
    pub fn decide(&mut self, parts: &[Option<Diagram>]) -> Option<Result<Diagram, Vec<usize>>> {
        self.fuel = MOST_STEPS_FOR_QUERY;
        let all = self.all(parts);
        self.credit -= i64::from(MOST_STEPS_FOR_QUERY - self.fuel);
        let all = all?;
        if all != Diagram::FALSE && parts.iter().any(Option::is_none) {
            return None;
        }
        self.credit = (self.credit + EARNED).min(CREDIT);
        Some(match all {
            Diagram::FALSE => Err(self.contradiction(parts)),
            all => Ok(all),
        })
    }

    fn all(&mut self, parts: &[Option<Diagram>]) -> Option<Diagram> {
        // A path's earlier conditions are the same in many queries.
        let mut parts = parts.iter().copied().flatten();
        parts.try_fold(Diagram::TRUE, |all, part| self.conjunction(all, part))
    }

    fn conjunction(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        if let Some(known) = self.conjunctions.get(&(a, b)) {
            return Some(*known);
        }
        let both = self.and(a, b)?;
        self.conjunctions.insert((a, b), both);
        Some(both)
    }

    /// Places of functions that contradict each other; all if it takes too long to find fewer.
    fn contradiction(&mut self, parts: &[Option<Diagram>]) -> Vec<usize> {
        self.fuel = MOST_STEPS_FOR_CORE;
        // The newest one is the most likely to contradict.
        let all = (0..parts.len()).rev().filter(|p| parts[*p].is_some());
        let mut places: Vec<usize> = all.collect();
        if let Some(fewer) = self.first_contradiction(parts, &places) {
            places = fewer;
        }
        let mut index = 0;
        while places.len() <= FEW && index < places.len() {
            let mut others = places.clone();
            others.remove(index);
            match self.first_contradiction(parts, &others) {
                Some(fewer) => places = fewer,
                None => index += 1,
            }
        }
        places.sort_unstable();
        places
    }

    /// Those of some places that change the conjunction until it is false. `None` when it does not become so, or that
    /// takes too long.
    fn first_contradiction(
        &mut self,
        parts: &[Option<Diagram>],
        places: &[usize],
    ) -> Option<Vec<usize>> {
        let mut all = Diagram::TRUE;
        let mut needed = Vec::new();
        for &place in places {
            let both = self.and(all, parts[place]?)?;
            if both != all {
                needed.push(place);
            }
            all = both;
            if all == Diagram::FALSE {
                return Some(needed);
            }
        }
        None
    }

    /// The inputs that are true in the model that has zeros where it can, the inputs at the root first.
    pub fn model(&self, mut d: Diagram) -> Vec<Lit> {
        let mut ones = Vec::new();
        while d != Diagram::TRUE && d != Diagram::FALSE {
            let level = self.level(d);
            let (low, high) = self.sides(d, level);
            if low == Diagram::FALSE {
                ones.extend(self.order.get(level as usize));
                d = high;
            } else {
                d = low;
            }
        }
        ones
    }
}

fn hash(x: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    x.hash(&mut hasher);
    let hash = hasher.finish();
    hash ^ hash >> 32
}

#[cfg(test)]
#[path = "diagrams/tests.rs"]
mod tests;
