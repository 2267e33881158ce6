//! From gates to clauses: conjunctions that only one other conjunction uses become part of it, and each gate gets the
//! clauses of the directions in which it is used.

use rustc_hash::FxHashSet;

use super::gates::{Gate, Gates, Lit, inputs};
use super::sat::{Sat, SatLit, Stop};

/// Gates between two looks at the clock.
const GATES_BETWEEN_CHECKS: u32 = 4096;

/// A gate's output implies what it computes.
const DOWN: u8 = 1;
/// What a gate computes implies its output.
const UP: u8 = 2;

/// What is known of a gate.
#[derive(Clone, Copy, Default)]
struct Given {
    /// Its literal, 0 if it has none.
    literal: SatLit,
    /// The directions that have clauses.
    directions: u8,
    /// Gates and roots that use it, at most two of them counted.
    users: u8,
    /// Whether its own inputs were told of it.
    counted: bool,
}

/// Which gates have clauses.
#[derive(Default)]
pub(super) struct Clauses {
    given: Vec<Given>,
    /// Gates and directions that must get clauses.
    wanted: Vec<(usize, u8)>,
    clause: Vec<SatLit>,
    /// Gates that were there when inputs last got their variables.
    named: usize,
    leaves: Vec<Lit>,
    count: usize,
}

/// The directions of a gate that a literal's truth needs.
fn down(lit: Lit) -> u8 {
    if lit.negated() { UP } else { DOWN }
}

impl Clauses {
    /// The number of clauses made.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The value of an input under the assignment found.
    pub fn input(&self, index: usize, sat: &Sat) -> bool {
        let literal = self.given.get(index).map_or(0, |given| given.literal);
        literal != 0 && sat.value(literal)
    }

    /// The literal of a gate's output.
    pub fn literal(&mut self, lit: Lit, sat: &mut Sat) -> SatLit {
        let known = &mut self.given[lit.gate()].literal;
        if *known == 0 {
            *known = sat.fresh();
        }
        if lit.negated() { -*known } else { *known }
    }

    /// Gives clauses to what was asserted (a guard and what it implies) and to assumptions. False when it was time to
    /// stop; it can be done again from the start.
    pub fn give(
        &mut self,
        gates: &Gates,
        sat: &mut Sat,
        asserted: &[(Lit, Lit)],
        assumed: &[Lit],
        stop: &Stop,
    ) -> bool {
        self.given.resize(gates.len(), Given::default());
        let roots = asserted.iter().flat_map(|(guard, lit)| [*guard, *lit]);
        if !self.count_users(gates, roots.chain(assumed.iter().copied()), stop) {
            // Half a count would take what is shared for what is not: it is begun anew.
            for given in &mut self.given {
                (given.users, given.counted) = (0, false);
            }
            return false;
        }
        // Inputs come before gates in the order of variables, which searches follow where they know nothing better.
        for index in self.named.max(1)..gates.len() {
            if self.given[index].users > 0 && matches!(gates.gate(index), Gate::Input) {
                self.literal(Lit::of(index), sat);
            }
        }
        self.named = gates.len();
        for &lit in assumed.iter().filter(|lit| lit.as_constant().is_none()) {
            self.wanted.push((lit.gate(), down(lit)));
        }
        let mut count = 0u32;
        for &(guard, lit) in asserted {
            if !self.demand_all(gates, sat, guard, lit, &mut count, stop) {
                return false;
            }
        }
        while let Some((index, directions)) = self.wanted.pop() {
            self.define(gates, sat, index, directions);
            count += 1;
            if count.is_multiple_of(GATES_BETWEEN_CHECKS) && stop.now() {
                self.wanted.push((index, directions));
                return false;
            }
        }
        true
    }

    /// Demands a literal under a guard, part by part where it is a conjunction, and each part once. False when it was time
    /// to stop.
    fn demand_all(
        &mut self,
        gates: &Gates,
        sat: &mut Sat,
        guard: Lit,
        lit: Lit,
        count: &mut u32,
        stop: &Stop,
    ) -> bool {
        let mut open = vec![lit];
        let mut met: FxHashSet<Lit> = FxHashSet::default();
        while let Some(lit) = open.pop() {
            if self.given[lit.gate()].users > 1 && !met.insert(lit) {
                continue;
            }
            match gates.gate(lit.gate()) {
                Gate::And(a, b) if !lit.negated() => open.extend([b, a]),
                _ => self.demand(gates, sat, guard, lit),
            }
            *count += 1;
            if count.is_multiple_of(GATES_BETWEEN_CHECKS) && stop.now() {
                return false;
            }
        }
        true
    }

    fn count_users(
        &mut self,
        gates: &Gates,
        roots: impl Iterator<Item = Lit>,
        stop: &Stop,
    ) -> bool {
        let mut stack: Vec<usize> = roots.map(Lit::gate).collect();
        for &index in &stack {
            let users = &mut self.given[index].users;
            *users = (*users + 1).min(2);
        }
        let mut count = 0u32;
        while let Some(index) = stack.pop() {
            if std::mem::replace(&mut self.given[index].counted, true) {
                continue;
            }
            for input in inputs(gates.gate(index)).into_iter().flatten() {
                let users = &mut self.given[input.gate()].users;
                *users = (*users + 1).min(2);
                stack.push(input.gate());
            }
            count += 1;
            if count.is_multiple_of(GATES_BETWEEN_CHECKS) && stop.now() {
                return false;
            }
        }
        true
    }

    /// Adds the clause in `self.clause`.
    fn flush(&mut self, sat: &mut Sat) {
        self.count += 1;
        sat.clause_of(self.clause.drain(..));
    }

    /// Adds the disjunction of these literals, whose gates get the clauses that it needs.
    fn any(&mut self, sat: &mut Sat, lits: &[Lit]) {
        if lits.contains(&Lit::TRUE) {
            return;
        }
        for &lit in lits.iter().filter(|lit| **lit != Lit::FALSE) {
            self.wanted.push((lit.gate(), down(lit)));
            let literal = self.literal(lit, sat);
            self.clause.push(literal);
        }
        self.flush(sat);
    }

    /// Demands a literal that is no conjunction, under a guard.
    fn demand(&mut self, gates: &Gates, sat: &mut Sat, guard: Lit, lit: Lit) {
        match gates.gate(lit.gate()) {
            Gate::And(..) => {
                let mut leaves = std::mem::take(&mut self.leaves);
                self.flatten(gates, lit.gate(), &mut leaves);
                for leaf in &mut leaves {
                    *leaf = !*leaf;
                }
                leaves.push(!guard);
                self.any(sat, &leaves);
                leaves.clear();
                self.leaves = leaves;
            }
            Gate::Xor(a, b) => {
                let a = a.negate_if(lit.negated());
                self.any(sat, &[!guard, a, b]);
                self.any(sat, &[!guard, !a, !b]);
            }
            _ => self.any(sat, &[!guard, lit]),
        }
    }

    /// The conjuncts of a conjunction, through conjunctions that nothing else uses.
    fn flatten(&self, gates: &Gates, index: usize, leaves: &mut Vec<Lit>) {
        let first = leaves.len();
        let Gate::And(a, b) = gates.gate(index) else { return };
        let mut stack = vec![b, a];
        while let Some(lit) = stack.pop() {
            let given = self.given[lit.gate()];
            match gates.gate(lit.gate()) {
                Gate::And(a, b) if !lit.negated() && given.users < 2 && given.literal == 0 => {
                    stack.extend([b, a]);
                }
                _ => leaves.push(lit),
            }
        }
        leaves[first..].sort_unstable();
        leaves.dedup();
    }

    /// Gives a gate the clauses of these directions, if it has them not.
    fn define(&mut self, gates: &Gates, sat: &mut Sat, index: usize, directions: u8) {
        let new = directions & !self.given[index].directions;
        if new == 0 {
            return;
        }
        self.given[index].directions |= new;
        let o = Lit::of(index);
        match gates.gate(index) {
            Gate::Input => {}
            Gate::And(..) => self.define_and(gates, sat, o, new),
            Gate::Xor(a, b) => {
                self.one_way(sat, new, o, &[&[a, b], &[!a, !b]], &[&[!a, b], &[a, !b]]);
            }
            Gate::Mux(c, t, e) => self.one_way(
                sat,
                new,
                o,
                &[&[!c, t], &[c, e], &[t, e]],
                &[&[!c, !t], &[c, !e], &[!t, !e]],
            ),
            Gate::Majority(a, b, c) => self.one_way(
                sat,
                new,
                o,
                &[&[a, b], &[a, c], &[b, c]],
                &[&[!a, !b], &[!a, !c], &[!b, !c]],
            ),
        }
    }

    fn define_and(&mut self, gates: &Gates, sat: &mut Sat, o: Lit, new: u8) {
        let mut leaves = std::mem::take(&mut self.leaves);
        self.flatten(gates, o.gate(), &mut leaves);
        if new & DOWN != 0 {
            for &leaf in &leaves {
                self.wanted.push((leaf.gate(), down(leaf)));
                let literals = [self.literal(!o, sat), self.literal(leaf, sat)];
                self.clause.extend(literals);
                self.flush(sat);
            }
        }
        if new & UP != 0 {
            let literal = self.literal(o, sat);
            self.clause.push(literal);
            for &leaf in &leaves {
                self.wanted.push((leaf.gate(), down(!leaf)));
                let literal = self.literal(!leaf, sat);
                self.clause.push(literal);
            }
            self.flush(sat);
        }
        leaves.clear();
        self.leaves = leaves;
    }

    /// Clauses that say what the output implies, and what implies the output, as far as these directions are new.
    fn one_way(&mut self, sat: &mut Sat, new: u8, o: Lit, downs: &[&[Lit]], ups: &[&[Lit]]) {
        for (direction, output, clauses) in [(DOWN, !o, downs), (UP, o, ups)] {
            for clause in clauses.iter().filter(|_| new & direction != 0) {
                for &lit in *clause {
                    self.wanted.push((lit.gate(), down(lit)));
                    let literal = self.literal(lit, sat);
                    self.clause.push(literal);
                }
                let literal = self.literal(output, sat);
                self.clause.push(literal);
                self.flush(sat);
            }
        }
    }
}
