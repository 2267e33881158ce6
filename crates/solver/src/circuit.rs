//! Circuits: gates over free inputs, with structural hashing, on an incremental SAT solver. What the bit-vectors of this
//! crate and the relations of another one are both made of.

pub(crate) mod arithmetic;
pub(crate) mod bits;
mod clauses;
pub(crate) mod gates;
pub(crate) mod sat;
mod words;

use crate::options::Work;
use effigy_base::budget::CancelToken;
use rustc_hash::FxHashMap;

pub use bits::Shift;
use clauses::Clauses;
pub use gates::Lit;
use gates::{Gate, Gates};
use sat::{Sat, SatAnswer, Stop};

/// What a circuit's solver says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// All that was asserted and assumed holds under the inputs that [`Circuit::value`] tells.
    Sat,
    /// What was asserted contradicts the assumptions that [`Circuit::failed`] names.
    Unsat,
    /// The token asked to stop, or the work that was granted was done, before it was decided.
    Stopped,
}

/// Sizes of a circuit and its clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CircuitStatistics {
    /// Gates made, inputs among them.
    pub gates: usize,
    /// Variables of the SAT solver.
    pub variables: usize,
    /// Clauses given to the SAT solver.
    pub clauses: usize,
}

/// Gates over inputs, and a SAT solver for what is asserted of them. Gates become clauses when a question first depends
/// on them, in the directions that it needs (Plaisted and Greenbaum, 1986).
pub struct Circuit {
    gates: Gates,
    clauses: Clauses,
    sat: Sat,
    /// Asserted, perhaps under a guard, but without clauses yet.
    pending: Vec<(Lit, Lit)>,
    failed: Vec<Lit>,
}

impl Default for Circuit {
    fn default() -> Self {
        Self::new()
    }
}

impl Circuit {
    /// A circuit of nothing.
    pub fn new() -> Self {
        Self {
            gates: Gates::new(),
            clauses: Clauses::default(),
            sat: Sat::new(),
            pending: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// The same gates, of which nothing was asserted.
    #[must_use]
    pub fn unasserted(&self) -> Self {
        Self { gates: self.gates.clone(), ..Self::new() }
    }

    /// A new free input.
    pub fn input(&mut self) -> Lit {
        self.gates.input()
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        self.gates.and(a, b)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        self.gates.or(a, b)
    }

    /// Exclusive disjunction.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        self.gates.xor(a, b)
    }

    /// Equivalence.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        self.gates.iff(a, b)
    }

    /// `then` when `condition`, else `otherwise`.
    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        self.gates.mux(condition, then, otherwise)
    }

    /// Conjunction of many; true for none.
    pub fn and_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        self.gates.and_all(lits.into_iter().collect())
    }

    /// Disjunction of many; false for none.
    pub fn or_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        self.gates.or_all(lits)
    }

    /// Demands that a literal be true.
    pub fn assert(&mut self, lit: Lit) {
        self.assert_when(Lit::TRUE, lit);
    }

    /// Demands that a literal be true when the guard is.
    pub fn assert_when(&mut self, guard: Lit, lit: Lit) {
        if guard != Lit::FALSE && lit != Lit::TRUE {
            self.pending.push((guard, lit));
        }
    }

    /// Bytes that the next gates may take at once; to be asked for before more are made. 0 while there is room.
    pub fn growth(&self) -> u64 {
        self.gates.growth()
    }

    /// Its sizes. Clauses are counted when a question was asked.
    pub fn statistics(&self) -> CircuitStatistics {
        CircuitStatistics {
            gates: self.gates.len(),
            variables: self.sat.variables(),
            clauses: self.clauses.count(),
        }
    }

    /// As [`Circuit::solve`], which ends as [`Solved::Stopped`] after so many conflicts of the SAT solver: a measure of
    /// work that is the same on every machine.
    pub fn solve_within(
        &mut self,
        assumptions: &[Lit],
        conflicts: u32,
        cancel: &CancelToken,
    ) -> Solved {
        self.sat.limit(conflicts);
        self.solve(assumptions, cancel)
    }

    /// Whether all that was asserted, and these assumptions, hold together for some inputs.
    pub fn solve(&mut self, assumptions: &[Lit], cancel: &CancelToken) -> Solved {
        self.failed.clear();
        let stop = Stop { cancel: cancel.clone(), work: Work::default() };
        let pending = std::mem::take(&mut self.pending);
        if !self.clauses.give(&self.gates, &mut self.sat, &pending, assumptions, &stop) {
            self.pending = pending;
            return Solved::Stopped;
        }
        if let Some(lit) = assumptions.iter().find(|lit| **lit == Lit::FALSE) {
            self.failed.push(*lit);
            return Solved::Unsat;
        }
        let open = assumptions.iter().filter(|lit| lit.as_constant().is_none());
        let literals: Vec<_> =
            open.map(|lit| (*lit, self.clauses.literal(*lit, &mut self.sat))).collect();
        let assumed: Vec<_> = literals.iter().map(|(_, literal)| *literal).collect();
        match self.sat.solve(&assumed, stop) {
            SatAnswer::Sat => Solved::Sat,
            SatAnswer::Stopped => Solved::Stopped,
            SatAnswer::Unsat => {
                let failed = literals.into_iter().filter(|(_, literal)| self.sat.failed(*literal));
                self.failed = failed.map(|(lit, _)| lit).collect();
                Solved::Unsat
            }
        }
    }

    /// The assumptions of the last question that were needed for its contradiction.
    pub fn failed(&self) -> &[Lit] {
        &self.failed
    }

    /// The value of a literal under the inputs found last. Inputs that did not matter are false.
    pub fn value(&self, lit: Lit) -> bool {
        if let Some(constant) = lit.as_constant() {
            return constant;
        }
        if let Gate::Input = self.gates.gate(lit.gate()) {
            return self.clauses.input(lit.gate(), &self.sat) != lit.negated();
        }
        let mut known: FxHashMap<usize, bool> = FxHashMap::default();
        let mut stack = vec![lit.gate()];
        while let Some(&index) = stack.last() {
            let gate = self.gates.gate(index);
            let inputs = gates::inputs(gate).into_iter().flatten();
            let before = stack.len();
            stack.extend(inputs.map(Lit::gate).filter(|input| !known.contains_key(input)));
            if stack.len() == before {
                let of = |lit: Lit| known.get(&lit.gate()).copied() == Some(!lit.negated());
                let value = match gate {
                    Gate::Input => index > 0 && self.clauses.input(index, &self.sat),
                    Gate::And(a, b) => of(a) && of(b),
                    Gate::Xor(a, b) => of(a) != of(b),
                    Gate::Mux(c, t, e) => {
                        if of(c) {
                            of(t)
                        } else {
                            of(e)
                        }
                    }
                    Gate::Majority(a, b, c) => {
                        u8::from(of(a)) + u8::from(of(b)) + u8::from(of(c)) >= 2
                    }
                };
                known.insert(index, value);
                stack.pop();
            }
        }
        known.get(&lit.gate()).copied() == Some(!lit.negated())
    }
}
