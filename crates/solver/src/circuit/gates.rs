//! A graph of gates with structural hashing and constant propagation, and its translation into clauses.
//!
//! Gates are permanent and pure; a gate becomes clauses when a query first depends on it. So the SAT solver can be
//! thrown away at any time: the gates stay and are translated again on demand.

use rustc_hash::FxHashMap;

use super::sat::{Sat, SatLit, Stop};

/// Gates of a large term: products of 128 bits.
const GATES_OF_TERM: usize = 1 << 16;

/// Gates that get their clauses between two looks at the clock.
const GATES_BETWEEN_CHECKS: u32 = 4096;

/// A gate's output, possibly negated. The gate's index times two, plus one when negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The constant false.
    pub const FALSE: Lit = Lit(0);
    /// The constant true.
    pub const TRUE: Lit = Lit(1);

    /// The constant `b`.
    pub fn constant(b: bool) -> Lit {
        Lit(u32::from(b))
    }

    /// The output of a gate.
    pub(crate) fn of(gate: usize) -> Lit {
        Lit(u32::try_from(gate << 1).unwrap_or(0))
    }

    /// The constant's value, if it is one.
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// Whether it is the negation of the gate.
    pub(crate) fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The gate.
    pub(crate) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// A number that no other literal of the circuit has.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Negated when `b`.
    pub fn negate_if(self, b: bool) -> Lit {
        Lit(self.0 ^ u32::from(b))
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    /// A free input; also the constant at index 0.
    Input,
    And(Lit, Lit),
    Xor(Lit, Lit),
    /// `Mux(c, t, e)`: `t` when `c`, else `e`.
    Mux(Lit, Lit, Lit),
    /// At least two of three.
    Majority(Lit, Lit, Lit),
}

/// The graph.
#[derive(Clone)]
pub(crate) struct Gates {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, Lit>,
    /// The SAT literal of each translated gate, 0 for the others.
    literals: Vec<SatLit>,
    stack: Vec<usize>,
}

impl Gates {
    /// A graph with nothing but the constants.
    pub fn new() -> Self {
        Self {
            gates: vec![Gate::Input],
            known: FxHashMap::default(),
            literals: vec![0],
            stack: Vec::new(),
        }
    }

    /// The number of gates.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// A gate.
    pub fn gate(&self, index: usize) -> Gate {
        self.gates[index]
    }

    /// Bytes that the next gates may take at once, because the tables are nearly full and twice as large ones are made;
    /// 0 while there is room.
    pub fn growth(&self) -> u64 {
        let room = self.known.capacity() - self.known.len();
        if room > GATES_OF_TERM {
            return 0;
        }
        let entry = size_of::<(Gate, Lit)>() + size_of::<Gate>();
        (2 * self.known.capacity() * entry) as u64
    }

    /// A new free input.
    pub fn input(&mut self) -> Lit {
        self.add(Gate::Input)
    }

    fn add(&mut self, gate: Gate) -> Lit {
        let index = self.gates.len();
        self.gates.push(gate);
        self.literals.push(0);
        Lit(u32::try_from(index << 1).unwrap_or(0))
    }

    fn intern(&mut self, gate: Gate) -> Lit {
        if let Some(&lit) = self.known.get(&gate) {
            return lit;
        }
        let lit = self.add(gate);
        self.known.insert(gate, lit);
        lit
    }

    fn and_gate(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match self.gates.get(lit.gate()) {
            Some(Gate::And(a, b)) => Some((*a, *b)),
            _ => None,
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            return match simpler {
                Ok(lit) => lit,
                Err((a, b)) => self.and(a, b),
            };
        }
        self.intern(Gate::And(a, b))
    }

    /// Simplifies `other & gate` by looking one level into `gate`: a literal, or a simpler pair.
    fn absorb(&self, other: Lit, gate: Lit) -> Option<Result<Lit, (Lit, Lit)>> {
        let (x, y) = self.and_gate(gate)?;
        if !gate.negated() {
            if x == other || y == other {
                return Some(Ok(gate));
            }
            return (x == !other || y == !other).then_some(Ok(Lit::FALSE));
        }
        if x == !other || y == !other {
            return Some(Ok(other));
        }
        if x == other {
            return Some(Err((other, !y)));
        }
        (y == other).then_some(Err((other, !x)))
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negated = a.negated() != b.negated();
        let (a, b) = (a.negate_if(a.negated()), b.negate_if(b.negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::constant(negated);
        }
        if a == Lit::FALSE {
            return b.negate_if(negated);
        }
        self.intern(Gate::Xor(a, b)).negate_if(negated)
    }

    /// Equivalence.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `t` when `c`, else `e`.
    pub fn mux(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        let (c, t, e) = if c.negated() { (!c, e, t) } else { (c, t, e) };
        if c == Lit::FALSE || t == e {
            return e;
        }
        if t == !e {
            return self.xor(c, e);
        }
        if t == Lit::TRUE || t == c {
            return self.or(c, e);
        }
        if t == Lit::FALSE || t == !c {
            return self.and(!c, e);
        }
        if e == Lit::FALSE || e == c {
            return self.and(c, t);
        }
        if e == Lit::TRUE || e == !c {
            return self.or(!c, t);
        }
        let negated = t.negated();
        self.intern(Gate::Mux(c, t.negate_if(negated), e.negate_if(negated))).negate_if(negated)
    }

    /// Whether at least two of three hold.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut args = [a, b, c];
        args.sort_unstable();
        let [a, b, c] = args;
        if a == Lit::FALSE {
            return self.and(b, c);
        }
        if a == Lit::TRUE {
            return self.or(b, c);
        }
        // Sorted: equal or opposite literals are neighbours.
        if a == b || b == !c {
            return a;
        }
        if b == c || a == !b {
            return if a == !b { c } else { b };
        }
        let negated = a.negated();
        self.intern(Gate::Majority(
            a.negate_if(negated),
            b.negate_if(negated),
            c.negate_if(negated),
        ))
        .negate_if(negated)
    }

    /// Conjunction of many, as a balanced tree.
    pub fn and_all(&mut self, mut lits: Vec<Lit>) -> Lit {
        while lits.len() > 1 {
            lits = lits
                .chunks(2)
                .map(|pair| if let [a, b] = *pair { self.and(a, b) } else { pair[0] })
                .collect();
        }
        lits.pop().unwrap_or(Lit::TRUE)
    }

    /// Disjunction of many.
    pub fn or_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.and_all(lits.into_iter().map(|lit| !lit).collect())
    }

    /// Forgets the translation, for a new SAT solver.
    pub fn forget_clauses(&mut self) {
        self.literals.fill(0);
    }

    /// The SAT literal of a gate's output, if the gate was translated.
    pub fn known_literal(&self, lit: Lit) -> Option<SatLit> {
        let literal = self.literals.get(lit.gate()).copied().filter(|l| *l != 0)?;
        Some(if lit.negated() { -literal } else { literal })
    }

    /// The SAT literal of a gate's output; translates what it depends on first.
    pub fn literal(&mut self, lit: Lit, sat: &mut Sat) -> SatLit {
        self.give_clauses(lit, sat, || false);
        self.known_literal(lit).unwrap_or(1)
    }

    /// As [`Gates::literal`]; none when it is time to stop before all gates below have their clauses.
    pub fn literal_in_time(&mut self, lit: Lit, sat: &mut Sat, stop: &Stop) -> Option<SatLit> {
        self.give_clauses(lit, sat, || stop.now());
        self.known_literal(lit)
    }

    fn give_clauses(&mut self, lit: Lit, sat: &mut Sat, stop: impl Fn() -> bool) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(lit.gate());
        let mut count = 0u32;
        while let Some(&index) = stack.last() {
            if self.translated(index) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for input in inputs(self.gates[index]).into_iter().flatten() {
                if !self.translated(input.gate()) {
                    stack.push(input.gate());
                }
            }
            if stack.len() == before {
                self.translate(index, sat);
                stack.pop();
                count += 1;
                if count.is_multiple_of(GATES_BETWEEN_CHECKS) && stop() {
                    break;
                }
            }
        }
        self.stack = stack;
    }

    fn translated(&self, index: usize) -> bool {
        self.literals[index] != 0
    }

    fn translate(&mut self, index: usize, sat: &mut Sat) {
        let output = sat.fresh();
        self.literals[index] = output;
        let of = |lit: Lit| self.known_literal(lit).unwrap_or(1);
        match self.gates[index] {
            Gate::Input if index == 0 => sat.clause([-output]),
            Gate::Input => {}
            Gate::And(a, b) => and_clauses(sat, output, of(a), of(b)),
            Gate::Xor(a, b) => xor_clauses(sat, output, of(a), of(b)),
            Gate::Mux(c, t, e) => mux_clauses(sat, output, of(c), of(t), of(e)),
            Gate::Majority(a, b, c) => majority_clauses(sat, output, of(a), of(b), of(c)),
        }
    }
}

/// What a gate depends on.
pub(crate) fn inputs(gate: Gate) -> [Option<Lit>; 3] {
    match gate {
        Gate::Input => [None; 3],
        Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
        Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => [Some(a), Some(b), Some(c)],
    }
}

fn and_clauses(sat: &mut Sat, o: SatLit, a: SatLit, b: SatLit) {
    sat.clause([-o, a]);
    sat.clause([-o, b]);
    sat.clause([o, -a, -b]);
}

fn xor_clauses(sat: &mut Sat, o: SatLit, a: SatLit, b: SatLit) {
    sat.clause([-o, a, b]);
    sat.clause([-o, -a, -b]);
    sat.clause([o, -a, b]);
    sat.clause([o, a, -b]);
}

fn mux_clauses(sat: &mut Sat, o: SatLit, c: SatLit, t: SatLit, e: SatLit) {
    sat.clause([-c, -t, o]);
    sat.clause([-c, t, -o]);
    sat.clause([c, -e, o]);
    sat.clause([c, e, -o]);
    // Redundant, for propagation when the condition is open.
    sat.clause([-t, -e, o]);
    sat.clause([t, e, -o]);
}

fn majority_clauses(sat: &mut Sat, o: SatLit, a: SatLit, b: SatLit, c: SatLit) {
    for (x, y) in [(a, b), (a, c), (b, c)] {
        sat.clause([-x, -y, o]);
        sat.clause([x, y, -o]);
    }
}
