//! Arrays: reads over writes become multiplexers, reads of array variables become fresh words, and that equal
//! indices read equal elements is added when a model gets it wrong.

use std::rc::Rc;

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Node, Term, TermStore};
use rustc_hash::FxHashMap;

use super::blaster::{Blaster, Failure};
use super::reads::Read;
use crate::circuit::arithmetic as arith;
use crate::circuit::bits;
use crate::circuit::gates::Lit;
use crate::circuit::sat::Sat;
use crate::query::Why;

/// Indices above which arrays are not compared element by element.
const MOST_COMPARED: u32 = 1024;

/// What reading an array comes to.
enum Step {
    Known(Rc<[Lit]>),
    /// These arrays must be read at the same index first.
    Needs(Vec<Term>),
}

impl Blaster {
    /// The element of an array at an index. All parts of the array that are not arrays have words already.
    pub(super) fn read(&mut self, store: &TermStore, array: Term, index: &Rc<[Lit]>) -> Rc<[Lit]> {
        let id = self.arrays.index_id(index);
        let mut pending = vec![array];
        while let Some(&t) = pending.last() {
            if self.arrays.known.contains_key(&(t, id)) {
                pending.pop();
                continue;
            }
            match self.read_step(store, t, index, id) {
                Step::Known(word) => {
                    self.arrays.known.insert((t, id), word);
                    pending.pop();
                }
                Step::Needs(arrays) => pending.extend(arrays),
            }
        }
        self.arrays.known.get(&(array, id)).cloned().unwrap_or_default()
    }

    fn read_step(&mut self, store: &TermStore, t: Term, index: &Rc<[Lit]>, id: u32) -> Step {
        match store.node(t) {
            Node::ConstArray(table) => {
                let default: Vec<Lit> = (0..table.element_width())
                    .map(|i| Lit::constant(is_set(&table.default, i)))
                    .collect();
                let element = bits::lookup(&mut self.gates, &table.elements, &default, index);
                let element: Rc<[Lit]> = element.into();
                self.lookups.note(index, &element, &table.elements);
                Step::Known(element)
            }
            Node::App(Op::Store, &[array, at, element]) => {
                self.read_store(array, at, element, index, id)
            }
            Node::App(Op::Ite, &[condition, yes, no]) => self.read_ite(condition, yes, no, id),
            _ => Step::Known(self.read_variable(store, t, index)),
        }
    }

    fn read_store(
        &mut self,
        array: Term,
        at: Term,
        element: Term,
        index: &Rc<[Lit]>,
        id: u32,
    ) -> Step {
        let (at, element) = (self.built(at), self.built(element));
        let hit = arith::equal(&mut self.gates, &at, index);
        if hit == Lit::TRUE {
            return Step::Known(element);
        }
        match self.arrays.known.get(&(array, id)).cloned() {
            Some(below) => Step::Known(arith::mux(&mut self.gates, hit, &element, &below).into()),
            None => Step::Needs(vec![array]),
        }
    }

    fn read_ite(&mut self, condition: Term, yes: Term, no: Term, id: u32) -> Step {
        let condition = self.truth(condition);
        let known = |t: Term| self.arrays.known.get(&(t, id)).cloned();
        let taken = match condition.as_constant() {
            Some(true) => (yes, yes),
            Some(false) => (no, no),
            None => (yes, no),
        };
        match (known(taken.0), known(taken.1)) {
            (Some(yes), Some(no)) => {
                Step::Known(arith::mux(&mut self.gates, condition, &yes, &no).into())
            }
            _ => Step::Needs(vec![taken.0, taken.1]),
        }
    }

    fn read_variable(&mut self, store: &TermStore, array: Term, index: &Rc<[Lit]>) -> Rc<[Lit]> {
        let Sort::Array { element, .. } = store.sort(array) else { return Rc::default() };
        let width = element.width().unwrap_or(0);
        let value: Rc<[Lit]> = (0..width).map(|_| self.gates.input()).collect();
        self.arrays
            .reads
            .entry(array)
            .or_default()
            .push(Read { index: index.clone(), value: value.clone() });
        value
    }

    /// Whether two arrays are equal, element by element.
    pub(super) fn arrays_equal(
        &mut self,
        store: &TermStore,
        a: Term,
        b: Term,
    ) -> Result<Lit, Failure> {
        let too_large = Failure::Why(Why::NoBackEnd {
            theory: "equality of large arrays",
            advice: "install Z3 (pip install z3-solver) and use `--solver z3`",
        });
        let Sort::Array { index, .. } = store.sort(a) else { return Err(too_large) };
        let Some(width) = index.width() else { return Err(too_large) };
        let Some(indices) = 1u32.checked_shl(width).filter(|n| *n <= MOST_COMPARED) else {
            return Err(too_large);
        };
        let mut equal = Vec::new();
        for i in 0..indices {
            let index: Rc<[Lit]> =
                (0..width).map(|bit| Lit::constant((i >> bit) & 1 == 1)).collect();
            let (x, y) = (self.read(store, a, &index), self.read(store, b, &index));
            equal.push(arith::equal(&mut self.gates, &x, &y));
        }
        Ok(self.gates.and_all(equal))
    }

    /// The reads of an array variable whose elements the clauses mention.
    pub(super) fn reads(&self, array: Term) -> impl Iterator<Item = &Read> {
        let mentioned =
            |read: &&Read| read.value.iter().any(|lit| self.gates.known_literal(*lit).is_some());
        self.arrays.reads.get(&array).into_iter().flatten().filter(mentioned)
    }

    /// Gives clauses to the indices of all reads whose elements the clauses mention.
    pub(super) fn translate_reads(&mut self, arrays: &[Term], sat: &mut Sat) {
        // An index can depend on reads of other arrays: repeat until no read is new.
        let mut before = None;
        while before != Some(sat.variables()) {
            before = Some(sat.variables());
            for array in arrays {
                for read in self.arrays.reads.get(array).map_or(&[][..], |reads| reads) {
                    if read.value.iter().any(|lit| self.gates.known_literal(*lit).is_some()) {
                        for lit in read.index.iter().chain(read.value.iter()) {
                            self.gates.literal(*lit, sat);
                        }
                    }
                }
            }
        }
    }

    /// For each pair of reads that the model treats as different although their indices are equal, that equal
    /// indices read equal elements.
    pub(super) fn violated_congruences(&mut self, arrays: &[Term], sat: &Sat) -> Vec<Lit> {
        let mut pairs = Vec::new();
        for array in arrays {
            let mut first: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
            let reads: Vec<&Read> = self.reads(*array).collect();
            let bits =
                |word: &[Lit]| word.iter().map(|lit| self.holds(*lit, sat)).collect::<Vec<bool>>();
            for (i, read) in reads.iter().enumerate() {
                let earlier = *first.entry(bits(&read.index)).or_insert(i);
                if let Some(other) =
                    reads.get(earlier).filter(|other| bits(&other.value) != bits(&read.value))
                {
                    pairs.push(((**other).clone(), (*read).clone()));
                }
            }
        }
        let lemma = |(a, b): &(Read, Read)| {
            let same_index = arith::equal(&mut self.gates, &a.index, &b.index);
            let same_value = arith::equal(&mut self.gates, &a.value, &b.value);
            self.gates.or(!same_index, same_value)
        };
        pairs.iter().map(lemma).collect()
    }
}

/// Whether a bit of a Boolean or bit-vector is set.
fn is_set(value: &Value, bit: u32) -> bool {
    match value {
        Value::Bool(truth) => *truth,
        other => other.as_bits().is_some_and(|bits| bits.bit(bit)),
    }
}
