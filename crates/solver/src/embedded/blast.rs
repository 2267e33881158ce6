//! From terms to gates.

use std::rc::Rc;

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Cases, Node, Term, TermStore};

use super::blaster::{Blaster, Failure};
use super::operators;
use crate::circuit::gates::Lit;
use crate::circuit::sat::Stop;
use crate::query::Why;

/// Gates that one query may make before it is given up.
const MOST_GATES_IN_QUERY: usize = 100_000_000;

/// Bytes that are asked for before they are taken.
const MUCH: u64 = 16 << 20;

/// Terms between two looks at the clock.
const TERMS_BETWEEN_CHECKS: u32 = 64;

/// What to do about a theory that only another solver decides.
pub(super) const INSTALL: &str = "Z3 decides more (pip install z3-solver)";

impl Blaster {
    /// The bits of a term, the lowest first.
    pub fn translated(
        &mut self,
        store: &TermStore,
        t: Term,
        stop: &Stop,
    ) -> Result<Rc<[Lit]>, Failure> {
        if !self.words.contains_key(&t) {
            let mut pending = std::mem::take(&mut self.pending);
            pending.clear();
            pending.push(t);
            let result = self.translate(store, &mut pending, stop);
            self.pending = pending;
            result?;
        }
        Ok(self.built(t))
    }

    /// The literal of a Boolean term.
    pub fn condition(&mut self, store: &TermStore, t: Term, stop: &Stop) -> Result<Lit, Failure> {
        self.translated(store, t, stop)?;
        Ok(self.truth(t))
    }

    fn translate(
        &mut self,
        store: &TermStore,
        pending: &mut Vec<Term>,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let mut steps = 0;
        while let Some(&t) = pending.last() {
            if self.words.contains_key(&t) {
                pending.pop();
                continue;
            }
            let waiting = pending.len();
            let args = match store.cases(t) {
                Some(cases) => &cases.conditions,
                None => store.args(t),
            };
            pending.extend(args.iter().filter(|arg| !self.words.contains_key(arg)));
            if pending.len() > waiting {
                continue;
            }
            let word = self.build(store, t)?;
            self.words.insert(t, word);
            pending.pop();
            steps += 1;
            if steps % TERMS_BETWEEN_CHECKS == 0 && stop.now() {
                return Err(Failure::Stopped);
            }
            let growth = self.gates.growth();
            if growth > MUCH && !stop.affords(growth) {
                return Err(Failure::Why(Why::Resource("more gates")));
            }
            if growth > MUCH && !stop.has_time_to_move(growth) {
                return Err(Failure::Why(Why::TooLong));
            }
            if self.gates.len() > MOST_GATES_IN_QUERY {
                return Err(Failure::Why(Why::Resource("too many gates")));
            }
        }
        Ok(())
    }

    /// The bits of a word from the conditions of its constants.
    fn choice(&mut self, store: &TermStore, cases: &Cases) -> Rc<[Lit]> {
        let width = cases.constants.first().map_or(0, |k| store.width(*k));
        let constants: Vec<Option<Value>> =
            cases.constants.iter().map(|k| store.value(*k)).collect();
        let bit = |index: u32| {
            let has = |constant: &Option<Value>| {
                constant.as_ref().and_then(Value::as_bits).is_some_and(|bits| bits.bit(index))
            };
            if constants.iter().all(has) {
                return Lit::TRUE;
            }
            let mut set = Lit::FALSE;
            for (condition, _) in cases.conditions.iter().zip(&constants).filter(|c| has(c.1)) {
                let condition = self.truth(*condition);
                set = self.gates.or(set, condition);
            }
            set
        };
        (0..width).map(bit).collect()
    }

    /// The word of a term whose arguments have theirs; that of an array is empty.
    fn build(&mut self, store: &TermStore, t: Term) -> Result<Rc<[Lit]>, Failure> {
        if let Some(cases) = store.cases(t) {
            return Ok(self.choice(store, cases));
        }
        let word = match (store.node(t), store.sort(t)) {
            (_, Sort::Array { .. }) => Vec::new(),
            (Node::Const(value), sort) => match value.as_bool() {
                Some(b) => vec![Lit::constant(b)],
                None => value.as_bits().map_or(Vec::new(), |bits| {
                    (0..sort.width().unwrap_or(0)).map(|i| Lit::constant(bits.bit(i))).collect()
                }),
            },
            (Node::Var(_), sort) => {
                self.free.push(t);
                (0..sort.width().unwrap_or(0)).map(|_| self.gates.input()).collect()
            }
            (Node::App(Op::Select, &[array, index]), _) => {
                let index = self.built(index);
                return Ok(self.read(store, array, &index));
            }
            (Node::App(Op::Eq, &[a, b]), _) if matches!(store.sort(a), Sort::Array { .. }) => {
                vec![self.arrays_equal(store, a, b)?]
            }
            (Node::App(op, args), sort) => {
                let words: Vec<&[Lit]> =
                    args.iter().map(|arg| self.words.get(arg).map_or(&[][..], |w| w)).collect();
                operators::build(&mut self.gates, op, sort.width().unwrap_or(0) as usize, &words)
                    .ok_or(Failure::Why(Why::NoBackEnd {
                        theory: "floats of other formats",
                        advice: INSTALL,
                    }))?
            }
            (Node::Apply(..) | Node::Quantifier(_), _) => {
                return Err(Failure::Why(Why::NoBackEnd {
                    theory: "declared functions",
                    advice: INSTALL,
                }));
            }
            (Node::ConstArray(_), _) => Vec::new(),
        };
        Ok(word.into())
    }
}
