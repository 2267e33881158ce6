//! Sparse matrices of literals: which tuples an expression has, and when.

use effigy_base::budget::CancelToken;
use effigy_solver::circuit::{Circuit, Lit};

use crate::atom::Atom;
use crate::found::Why;
use crate::tuples::TupleSet;

/// Products of entries between two looks at the clock.
const PRODUCTS_BETWEEN_CHECKS: usize = 1 << 12;

/// Literals of tuples. A tuple is numbered by its atoms as digits, the first one highest; tuples that are not there are
/// never had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Matrix {
    pub arity: usize,
    /// In ascending order of the tuples; no literal is the constant false.
    pub entries: Vec<(u64, Lit)>,
}

/// What operations on matrices need.
pub(crate) struct Room<'a> {
    pub circuit: &'a mut Circuit,
    /// Atoms of the universe.
    pub atoms: u64,
    pub cancel: &'a CancelToken,
}

impl Room<'_> {
    /// An error when it is time to stop, or the next gates do not fit into memory.
    pub fn check(&self) -> Result<(), Why> {
        if let Some(reason) = self.cancel.reason() {
            return Err(Why::Stopped(reason));
        }
        let growth = self.circuit.growth();
        if growth > 0 && !self.cancel.affords(growth) {
            return Err(Why::Memory);
        }
        Ok(())
    }

    /// The number of tuples of an arity.
    pub fn power(&self, arity: usize) -> u64 {
        self.atoms.saturating_pow(u32::try_from(arity).unwrap_or(u32::MAX))
    }

    /// The number of a tuple.
    pub fn number(&self, tuple: &[Atom]) -> u64 {
        tuple.iter().fold(0, |number, atom| number * self.atoms + u64::from(atom.0))
    }

    /// Entries in any order, those of one tuple joined by disjunction.
    fn gather(&mut self, arity: usize, mut entries: Vec<(u64, Lit)>) -> Matrix {
        entries.sort_by_key(|entry| entry.0);
        let same = |a: &(u64, Lit), b: &(u64, Lit)| a.0 == b.0;
        let mut gathered = Vec::with_capacity(entries.len());
        for group in entries.chunk_by(same) {
            let lit = match group {
                [(_, lit)] => *lit,
                _ => self.circuit.or_all(group.iter().map(|(_, lit)| *lit)),
            };
            gathered.push((group[0].0, lit));
        }
        Matrix { arity, entries: gathered }
    }

    /// All of both, tuple by tuple; `combine` gets false for what is not there.
    fn zip(
        &mut self,
        a: &Matrix,
        b: &Matrix,
        combine: impl Fn(&mut Circuit, Lit, Lit) -> Lit,
    ) -> Matrix {
        let mut entries = Vec::with_capacity(a.entries.len() + b.entries.len());
        let (mut left, mut right) = (a.entries.as_slice(), b.entries.as_slice());
        loop {
            let (tuple, x, y) = match (left.first(), right.first()) {
                (Some(&(m, x)), Some(&(n, y))) if m == n => (m, x, y),
                (Some(&(m, x)), Some(&(n, _))) if m < n => (m, x, Lit::FALSE),
                (Some(&(m, x)), None) => (m, x, Lit::FALSE),
                (_, Some(&(n, y))) => (n, Lit::FALSE, y),
                (None, None) => break,
            };
            left = &left[usize::from(x != Lit::FALSE)..];
            right = &right[usize::from(y != Lit::FALSE)..];
            let lit = combine(self.circuit, x, y);
            if lit != Lit::FALSE {
                entries.push((tuple, lit));
            }
        }
        Matrix { arity: a.arity, entries }
    }

    pub fn union(&mut self, a: &Matrix, b: &Matrix) -> Matrix {
        self.zip(a, b, Circuit::or)
    }

    pub fn intersection(&mut self, a: &Matrix, b: &Matrix) -> Matrix {
        self.zip(a, b, Circuit::and)
    }

    pub fn difference(&mut self, a: &Matrix, b: &Matrix) -> Matrix {
        self.zip(a, b, |circuit, x, y| circuit.and(x, !y))
    }

    /// `a` when `condition`, else `b`.
    pub fn choice(&mut self, condition: Lit, a: &Matrix, b: &Matrix) -> Matrix {
        self.zip(a, b, |circuit, x, y| circuit.mux(condition, x, y))
    }

    pub fn product(&mut self, a: &Matrix, b: &Matrix) -> Result<Matrix, Why> {
        let scale = self.power(b.arity);
        let mut entries = Vec::with_capacity(a.entries.len() * b.entries.len().min(64));
        for &(m, x) in &a.entries {
            for &(n, y) in &b.entries {
                let lit = self.circuit.and(x, y);
                if lit != Lit::FALSE {
                    entries.push((m * scale + n, lit));
                }
            }
            self.check_after(b.entries.len(), entries.len())?;
        }
        Ok(Matrix { arity: a.arity + b.arity, entries })
    }

    /// Checks when a step of so much work passed a multiple of the interval.
    fn check_after(&self, step: usize, done: usize) -> Result<(), Why> {
        if done % PRODUCTS_BETWEEN_CHECKS < step { self.check() } else { Ok(()) }
    }

    pub fn join(&mut self, a: &Matrix, b: &Matrix) -> Result<Matrix, Why> {
        let arity = a.arity + b.arity - 2;
        let scale = self.power(b.arity - 1);
        // A relation's image of one atom is a part of it.
        if let (1, &[(atom, Lit::TRUE)]) = (a.arity, a.entries.as_slice()) {
            let row = row(b, atom, scale);
            let entries = row.iter().map(|&(tuple, lit)| (tuple % scale, lit)).collect();
            return Ok(Matrix { arity, entries });
        }
        let mut entries = Vec::new();
        for &(m, x) in &a.entries {
            let row = row(b, m % self.atoms, scale);
            for &(n, y) in row {
                let lit = self.circuit.and(x, y);
                if lit != Lit::FALSE {
                    entries.push((m / self.atoms * scale + n % scale, lit));
                }
            }
            self.check_after(row.len(), entries.len())?;
        }
        Ok(self.gather(arity, entries))
    }

    pub fn transpose(&mut self, a: &Matrix) -> Matrix {
        let turned = |tuple| tuple % self.atoms * self.atoms + tuple / self.atoms;
        let mut entries: Vec<_> =
            a.entries.iter().map(|&(tuple, lit)| (turned(tuple), lit)).collect();
        entries.sort_unstable_by_key(|entry| entry.0);
        Matrix { arity: 2, entries }
    }

    /// The closure by squaring: each round doubles the length of the paths.
    pub fn closure(&mut self, a: &Matrix) -> Result<Matrix, Why> {
        let mut sources: Vec<u64> = a.entries.iter().map(|(tuple, _)| tuple / self.atoms).collect();
        sources.dedup();
        // A path that visits no atom twice has at most one step from each source.
        let (mut closure, mut length) = (a.clone(), 1);
        while length < sources.len() {
            let longer = self.join(&closure, &closure)?;
            let next = self.union(&closure, &longer);
            if next == closure {
                break;
            }
            (closure, length) = (next, length * 2);
        }
        Ok(closure)
    }

    pub fn iden(&self) -> Matrix {
        let entries = (0..self.atoms).map(|atom| (atom * self.atoms + atom, Lit::TRUE)).collect();
        Matrix { arity: 2, entries }
    }

    pub fn univ(&self) -> Matrix {
        Matrix { arity: 1, entries: (0..self.atoms).map(|atom| (atom, Lit::TRUE)).collect() }
    }

    pub fn constant(&self, tuples: &TupleSet) -> Matrix {
        let entries = tuples.iter().map(|tuple| (self.number(tuple), Lit::TRUE)).collect();
        Matrix { arity: tuples.arity(), entries }
    }

    /// Tuples of `relation` whose first atom is in `set`.
    pub fn restrict_domain(&mut self, set: &Matrix, relation: &Matrix) -> Matrix {
        let scale = self.power(relation.arity - 1);
        self.restrict(relation, set, |tuple| tuple / scale)
    }

    /// Tuples of `relation` whose last atom is in `set`.
    pub fn restrict_range(&mut self, relation: &Matrix, set: &Matrix) -> Matrix {
        let atoms = self.atoms;
        self.restrict(relation, set, |tuple| tuple % atoms)
    }

    fn restrict(&mut self, relation: &Matrix, set: &Matrix, atom: impl Fn(u64) -> u64) -> Matrix {
        let mut entries = Vec::with_capacity(relation.entries.len());
        for &(tuple, lit) in &relation.entries {
            let lit = self.circuit.and(lit, set.get(atom(tuple)));
            if lit != Lit::FALSE {
                entries.push((tuple, lit));
            }
        }
        Matrix { arity: relation.arity, entries }
    }

    /// The second, and tuples of the first that begin with no atom that begins one of the second.
    pub fn override_with(&mut self, a: &Matrix, b: &Matrix) -> Matrix {
        let scale = self.power(a.arity - 1);
        let firsts = b.entries.iter().map(|&(tuple, lit)| (tuple / scale, lit)).collect();
        let domain = self.gather(1, firsts);
        let mut kept = Vec::with_capacity(a.entries.len());
        for &(tuple, lit) in &a.entries {
            let lit = self.circuit.and(lit, !domain.get(tuple / scale));
            if lit != Lit::FALSE {
                kept.push((tuple, lit));
            }
        }
        let kept = Matrix { arity: a.arity, entries: kept };
        self.union(&kept, b)
    }

    /// Whether every tuple of `a` is in `b`.
    pub fn subset(&mut self, a: &Matrix, b: &Matrix) -> Lit {
        let mut all = Vec::with_capacity(a.entries.len());
        let mut rest = b.entries.as_slice();
        for &(tuple, lit) in &a.entries {
            let skipped = rest.iter().take_while(|(other, _)| *other < tuple).count();
            rest = &rest[skipped..];
            let other = match rest.first() {
                Some(&(other, lit)) if other == tuple => lit,
                _ => Lit::FALSE,
            };
            let lit = self.circuit.or(!lit, other);
            if lit == Lit::FALSE {
                return Lit::FALSE;
            }
            all.push(lit);
        }
        self.circuit.and_all(all)
    }

    pub fn equal(&mut self, a: &Matrix, b: &Matrix) -> Lit {
        let there = self.subset(a, b);
        if there == Lit::FALSE {
            return there;
        }
        let back = self.subset(b, a);
        self.circuit.and(there, back)
    }

    pub fn some(&mut self, a: &Matrix) -> Lit {
        self.circuit.or_all(a.entries.iter().map(|(_, lit)| *lit))
    }

    /// Whether there is at most one tuple.
    pub fn lone(&mut self, a: &Matrix) -> Lit {
        let mut any = Lit::FALSE;
        let mut all = Vec::with_capacity(a.entries.len());
        for &(_, lit) in &a.entries {
            all.push(!self.circuit.and(any, lit));
            any = self.circuit.or(any, lit);
        }
        self.circuit.and_all(all)
    }

    pub fn one(&mut self, a: &Matrix) -> Lit {
        let lone = self.lone(a);
        let some = self.some(a);
        self.circuit.and(lone, some)
    }
}

/// The entries whose first atom is `atom`; `scale` numbers the tuples without it.
fn row(matrix: &Matrix, atom: u64, scale: u64) -> &[(u64, Lit)] {
    let start = matrix.entries.partition_point(|(tuple, _)| tuple / scale < atom);
    let rest = &matrix.entries[start..];
    &rest[..rest.partition_point(|(tuple, _)| tuple / scale == atom)]
}

impl Matrix {
    /// One tuple that is always had.
    pub fn single(arity: usize, tuple: u64) -> Self {
        Self { arity, entries: vec![(tuple, Lit::TRUE)] }
    }

    /// The literal of a tuple.
    pub fn get(&self, tuple: u64) -> Lit {
        match self.entries.binary_search_by_key(&tuple, |entry| entry.0) {
            Ok(place) => self.entries[place].1,
            Err(_) => Lit::FALSE,
        }
    }
}
