//! Reduced ordered binary decision diagrams (Bryant, *Graph-based algorithms for Boolean function manipulation*, 1986),
//! with negated edges (Brace, Rudell and Bryant, *Efficient implementation of a BDD package*, 1990).
//!
//! Steps are counted: an operation whose diagrams grow is given up.

use crate::options::Work;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Nodes above which all diagrams are thrown away.
const MOST_NODES: usize = 1 << 22;

/// Nodes above which those that are not used are looked for: so many fit into a processor's caches.
const FIRST_SWEEP: usize = 1 << 18;

/// The work of a step, which follows a few pointers.
const WORK_OF_STEP: u64 = 3;

/// Entries of the table of results; a power of two.
const RESULTS: usize = 1 << 16;

/// A diagram: its node times two, plus one when negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Diagram(u32);

impl Diagram {
    /// The function that is nowhere true.
    pub const FALSE: Self = Self(0);
    /// The function that is everywhere true.
    pub const TRUE: Self = Self(1);

    /// The function that is everywhere `b`.
    pub fn constant(b: bool) -> Self {
        Self(u32::from(b))
    }

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The function of its node.
    pub fn positive(self) -> Self {
        self.negate_if(self.is_negated())
    }

    fn negate_if(self, b: bool) -> Self {
        Self(self.0 ^ u32::from(b))
    }

    /// Whether it is the negation of its node's function.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn is_constant(self) -> bool {
        self.0 < 2
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

/// A choice that was made before: its three parts and what became of them.
#[derive(Clone, Copy)]
struct Known {
    parts: [Diagram; 3],
    chosen: Diagram,
}

/// The new numbers of nodes.
pub(super) struct Renumbered {
    numbers: Vec<u32>,
}

impl Renumbered {
    /// What became of a diagram; `None` when it was thrown away.
    pub fn of(&self, d: Diagram) -> Option<Diagram> {
        let number = self.numbers.get(d.node()).copied().filter(|number| *number != u32::MAX)?;
        Some(Diagram(number << 1).negate_if(d.is_negated()))
    }
}

/// The diagrams of one worker.
pub(super) struct Diagrams {
    nodes: Vec<Node>,
    unique: HashTable<u32>,
    results: Vec<Known>,
    /// Nodes above which those that are not used are thrown away.
    sweep_at: usize,
    /// Steps that are left of those of the operation at hand.
    fuel: u32,
    steps: u64,
    /// How many of them `work` knows.
    counted: u64,
    work: Work,
    /// By node: the last walk that saw it.
    seen: Vec<u64>,
    walk: u64,
}

impl Diagrams {
    /// No diagrams, whose steps are counted as work.
    pub fn new(work: Work) -> Self {
        let mut new = Self {
            nodes: Vec::new(),
            unique: HashTable::new(),
            results: Vec::new(),
            sweep_at: FIRST_SWEEP,
            fuel: 0,
            steps: 0,
            counted: 0,
            work,
            seen: Vec::new(),
            walk: 0,
        };
        new.clear();
        new
    }

    /// Throws all diagrams away.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node { level: u32::MAX, low: Diagram::FALSE, high: Diagram::FALSE });
        self.unique.clear();
        self.results.clear();
        self.sweep_at = FIRST_SWEEP;
    }

    /// Whether there are so many that it is better to begin anew.
    pub fn are_too_many(&self) -> bool {
        self.nodes.len() > MOST_NODES
    }

    /// Whether it is time to throw away what is not used.
    pub fn are_many(&self) -> bool {
        self.nodes.len() > self.sweep_at
    }

    /// Throws all nodes away that are not part of some diagrams, and gives the others new numbers.
    pub fn sweep(&mut self, used: impl Iterator<Item = Diagram>) -> Renumbered {
        let mut live = vec![false; self.nodes.len()];
        live[0] = true;
        let mut pending: Vec<usize> = used.map(Diagram::node).collect();
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut live[node], true) {
                let Node { low, high, .. } = self.nodes[node];
                pending.extend([low.node(), high.node()]);
            }
        }
        let old = std::mem::take(&mut self.nodes);
        self.unique.clear();
        self.results.clear();
        let mut numbers = vec![u32::MAX; old.len()];
        numbers[0] = 0;
        self.nodes.push(old[0]);
        // The parts of a node are older than the node.
        for (index, node) in old.iter().enumerate().skip(1).filter(|(index, _)| live[*index]) {
            let new = |d: Diagram| Diagram(numbers[d.node()] << 1).negate_if(d.is_negated());
            let made = self.made(node.level, new(node.low), new(node.high));
            numbers[index] = made.0 >> 1;
        }
        self.sweep_at = FIRST_SWEEP.max(2 * self.nodes.len());
        Renumbered { numbers }
    }

    /// Gives the operations that follow so many steps together.
    pub fn allow(&mut self, steps: u32) {
        self.fuel = steps;
        self.work.add((self.steps - self.counted) * WORK_OF_STEP);
        self.counted = self.steps;
    }

    /// All steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many of them are left.
    pub fn fuel(&self) -> u32 {
        self.fuel
    }

    /// The function that is true where the input at a level is.
    pub fn input(&mut self, level: u32) -> Diagram {
        self.made(level, Diagram::FALSE, Diagram::TRUE)
    }

    /// Conjunction; `None` when it takes too many steps, as for the other operations.
    pub fn and(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        self.choice(a, b, Diagram::FALSE)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        self.choice(a, Diagram::TRUE, b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        self.choice(a, !b, b)
    }

    /// `t` where `c` is true, else `e`.
    pub fn choice(&mut self, c: Diagram, t: Diagram, e: Diagram) -> Option<Diagram> {
        let (c, t, e) = if c.is_negated() { (!c, e, t) } else { (c, t, e) };
        // A side that is the condition or its negation is constant there.
        let side = |side: Diagram, b: bool| match side {
            _ if side == c => Diagram::constant(b),
            _ if side == !c => Diagram::constant(!b),
            _ => side,
        };
        let (t, e) = (side(t, true), side(e, false));
        match (t, e) {
            _ if c == Diagram::FALSE || t == e => return Some(e),
            (Diagram::TRUE, Diagram::FALSE) => return Some(c),
            (Diagram::FALSE, Diagram::TRUE) => return Some(!c),
            _ => {}
        }
        let (c, t, e) = ordered(c, t, e);
        let negated = t.is_negated();
        let chosen = self.chosen(c, t.negate_if(negated), e.negate_if(negated))?;
        Some(chosen.negate_if(negated))
    }

    fn chosen(&mut self, c: Diagram, t: Diagram, e: Diagram) -> Option<Diagram> {
        if self.results.is_empty() {
            let nothing = Known { parts: [Diagram::FALSE; 3], chosen: Diagram::FALSE };
            self.results = vec![nothing; RESULTS];
        }
        let parts = [c, t, e];
        let place = (hash(parts) as usize) & (RESULTS - 1);
        let known = self.results[place];
        if known.parts == parts {
            return Some(known.chosen);
        }
        self.fuel = self.fuel.checked_sub(1)?;
        self.steps += 1;
        let level = self.level(c).min(self.level(t)).min(self.level(e));
        let [(c0, c1), (t0, t1), (e0, e1)] = parts.map(|d| self.sides(d, level));
        let (low, high) = (self.choice(c0, t0, e0)?, self.choice(c1, t1, e1)?);
        let chosen = self.made(level, low, high);
        self.results[place] = Known { parts, chosen };
        Some(chosen)
    }

    /// A function that is the same wherever `care` is true; elsewhere it is what makes its diagram small (Coudert and Madre,
    /// *A unified framework for the formal verification of sequential circuits*, 1990).
    pub fn within(&mut self, d: Diagram, care: Diagram) -> Option<Diagram> {
        let mut known = FxHashMap::default();
        let found = self.restricted(d, care, &mut known)?;
        Some(if self.size(found) < self.size(d) { found } else { d })
    }

    fn restricted(
        &mut self,
        d: Diagram,
        care: Diagram,
        known: &mut FxHashMap<(Diagram, Diagram), Diagram>,
    ) -> Option<Diagram> {
        match care {
            Diagram::TRUE | Diagram::FALSE => return Some(d),
            _ if d.is_constant() => return Some(d),
            _ if d == care => return Some(Diagram::TRUE),
            _ if d == !care => return Some(Diagram::FALSE),
            _ => {}
        }
        let negated = d.is_negated();
        let d = d.negate_if(negated);
        if let Some(found) = known.get(&(d, care)) {
            return Some(found.negate_if(negated));
        }
        self.fuel = self.fuel.checked_sub(1)?;
        self.steps += 1;
        let (level, of_care) = (self.level(d), self.level(care));
        let (care_low, care_high) = self.sides(care, of_care.min(level));
        let found = if of_care < level {
            let either = self.or(care_low, care_high)?;
            self.restricted(d, either, known)?
        } else {
            let (low, high) = self.sides(d, level);
            match (care_low, care_high) {
                (Diagram::FALSE, _) => self.restricted(high, care_high, known)?,
                (_, Diagram::FALSE) => self.restricted(low, care_low, known)?,
                _ => {
                    let low = self.restricted(low, care_low, known)?;
                    let high = self.restricted(high, care_high, known)?;
                    self.made(level, low, high)
                }
            }
        };
        known.insert((d, care), found);
        Some(found.negate_if(negated))
    }

    /// How many inputs' nodes a diagram has.
    pub fn size(&mut self, d: Diagram) -> usize {
        self.walk += 1;
        self.seen.resize(self.nodes.len().max(self.seen.len()), 0);
        let (mut size, mut pending) = (0, vec![d.node()]);
        while let Some(node) = pending.pop() {
            if node != 0 && std::mem::replace(&mut self.seen[node], self.walk) != self.walk {
                let Node { low, high, .. } = self.nodes[node];
                pending.extend([low.node(), high.node()]);
                size += 1;
            }
        }
        size
    }

    /// The level of the first input that a function depends on, and what it is where that is false and where it is true;
    /// `None` for a constant.
    pub fn parts(&self, d: Diagram) -> Option<(u32, Diagram, Diagram)> {
        let level = self.top(d)?;
        let (low, high) = self.sides(d, level);
        Some((level, low, high))
    }

    /// The level of the first input that a function depends on; `None` for a constant.
    pub fn top(&self, d: Diagram) -> Option<u32> {
        (!d.is_constant()).then(|| self.level(d))
    }

    /// What a function is for each word in the inputs at `levels`, the highest bit first: ascending ranges of words, both
    /// ends included, with the function of the other inputs that it is there.
    pub fn by_word(&self, d: Diagram, levels: Range<u32>) -> Vec<(u128, u128, Diagram)> {
        let mut ranges: Vec<(u128, u128, Diagram)> = Vec::new();
        let mut pending = vec![(d, levels.start, 0u128)];
        while let Some((d, level, word)) = pending.pop() {
            let next = self.level(d).min(levels.end);
            if next == levels.end {
                let free = levels.end - level;
                let (from, to) = (word << free, ((word + 1) << free) - 1);
                match ranges.last_mut() {
                    Some((_, last, same)) if *same == d => *last = to,
                    _ => ranges.push((from, to, d)),
                }
                continue;
            }
            let (low, high) = self.sides(d, level);
            pending.push((high, level + 1, word << 1 | 1));
            pending.push((low, level + 1, word << 1));
        }
        ranges
    }

    fn level(&self, d: Diagram) -> u32 {
        self.nodes[d.node()].level
    }

    /// What the function is where the input at a level is false, and where it is true.
    pub(super) fn sides(&self, d: Diagram, level: u32) -> (Diagram, Diagram) {
        let node = self.nodes[d.node()];
        if node.level != level {
            return (d, d);
        }
        (node.low.negate_if(d.is_negated()), node.high.negate_if(d.is_negated()))
    }

    pub(super) fn made(&mut self, level: u32, low: Diagram, high: Diagram) -> Diagram {
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

    /// The levels of the inputs that are true in the first assignment for which a function is true: with zeros where that
    /// is possible, the lowest level first.
    pub fn first(&self, mut d: Diagram) -> Vec<u32> {
        let mut ones = Vec::new();
        while !d.is_constant() {
            let level = self.level(d);
            let (low, high) = self.sides(d, level);
            if low == Diagram::FALSE {
                ones.push(level);
                d = high;
            } else {
                d = low;
            }
        }
        ones
    }
}

/// Equal choices in one form: of the two parts of a conjunction, a disjunction or an exclusive or the older one comes first.
/// The condition is not negated.
fn ordered(c: Diagram, t: Diagram, e: Diagram) -> (Diagram, Diagram, Diagram) {
    let first = |c: Diagram, t: Diagram, e: Diagram| match c.is_negated() {
        true => (!c, e, t),
        false => (c, t, e),
    };
    match (t, e) {
        // c & t
        (_, Diagram::FALSE) if t.node() < c.node() => first(t, c, Diagram::FALSE),
        // !c & e
        (Diagram::FALSE, _) if e.node() < c.node() => first(!e, Diagram::FALSE, !c),
        // c | e
        (Diagram::TRUE, _) if e.node() < c.node() => first(e, Diagram::TRUE, c),
        // !c | t
        (_, Diagram::TRUE) if t.node() < c.node() => first(!t, !c, Diagram::TRUE),
        // c = t
        _ if t == !e && t.node() < c.node() => first(t, c, !c),
        _ => (c, t, e),
    }
}

fn hash(x: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    x.hash(&mut hasher);
    let hash = hasher.finish();
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests;
