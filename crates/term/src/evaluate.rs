//! Evaluation under a model.

use effigy_base::eval;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use rustc_hash::FxHashMap;

use crate::model::Model;
use crate::node::Term;
use crate::store::{Kind, TermStore};

/// Evaluates terms, remembering the values of subterms until [`Evaluator::reset`].
///
/// All evaluations between two resets must use one store and one model. The memory is reused, so that evaluating a
/// small term under many models costs a few nanoseconds a node. Only the taken side of an `ite`, `and` or `or` is
/// evaluated.
#[derive(Debug)]
pub struct Evaluator {
    epoch: u32,
    /// By slot: the epoch and the value of Booleans and bit-vectors of at most 64 bits.
    words: Vec<(u32, u64)>,
    /// Values of other sorts.
    values: FxHashMap<Term, Value>,
    pending: Vec<Term>,
    /// What was assigned over the model's values.
    assigned: Vec<(Term, u64)>,
    /// The same for values of other sorts.
    assigned_values: Vec<(Term, Value)>,
    /// Instances of quantifiers that were evaluated.
    instances: u64,
}

/// Instances of quantifiers above which a term has no value.
const MOST_INSTANCES: u64 = 1_000_000;

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

pub(crate) fn is_word(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::BitVec(..=64))
}

impl Evaluator {
    /// An evaluator that remembers nothing.
    pub fn new() -> Self {
        Self {
            epoch: 1,
            words: Vec::new(),
            values: FxHashMap::default(),
            pending: Vec::new(),
            assigned: Vec::new(),
            assigned_values: Vec::new(),
            instances: 0,
        }
    }

    /// Forgets all values: to be called before another model or store is used.
    pub fn reset(&mut self) {
        self.values.clear();
        self.assigned.clear();
        self.assigned_values.clear();
        self.instances = 0;
        if self.epoch == u32::MAX {
            self.words.clear();
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    /// Instances of quantifiers that were evaluated since the last reset: a measure of the work that depends on the
    /// terms and the model alone.
    pub fn instances(&self) -> u64 {
        self.instances
    }

    /// Sets the value of a variable (or of any term) of at most 64 bits until the next reset, over the model's.
    pub fn assign(&mut self, t: Term, bits: u64) {
        self.assigned.push((t, bits));
        self.set_word(t, bits);
    }

    /// Sets the value of a variable (or of any term) until the next reset, over the model's.
    pub fn assign_value(&mut self, t: Term, value: &Value) {
        match value.scalar().filter(|_| is_word(value.sort())) {
            Some(bits) => self.assign(t, bits as u64),
            None => {
                self.assigned_values.push((t, value.clone()));
                self.values.insert(t, value.clone());
            }
        }
    }

    /// The value of a term; `None` when it needs a floating-point format that is not computed, a power of more than a
    /// million bits, more than a million instances of quantifiers, a declared function, an unbounded quantifier, or an
    /// element of a named sort that the model does not name.
    pub fn value(&mut self, store: &TermStore, t: Term, model: &Model) -> Option<Value> {
        self.run(store, t, model)?;
        self.get(store, t)
    }

    /// The value of a Boolean term or of a bit-vector of at most 64 bits; `None` for other sorts, and when it needs a
    /// floating-point format that is not computed.
    #[inline]
    pub fn word(&mut self, store: &TermStore, t: Term, model: &Model) -> Option<u64> {
        if !is_word(store.sort(t)) {
            return None;
        }
        self.run(store, t, model)?;
        self.known(t)
    }

    /// The truth value of a Boolean term; see [`Evaluator::word`].
    #[inline]
    pub fn truth(&mut self, store: &TermStore, t: Term, model: &Model) -> Option<bool> {
        if store.sort(t) != Sort::Bool {
            return None;
        }
        self.word(store, t, model).map(|bits| bits != 0)
    }

    #[inline(always)]
    fn known(&self, t: Term) -> Option<u64> {
        self.words.get(t.index()).filter(|(epoch, _)| *epoch == self.epoch).map(|(_, bits)| *bits)
    }

    #[inline(always)]
    fn is_known(&self, t: Term) -> bool {
        self.known(t).is_some() || !self.values.is_empty() && self.values.contains_key(&t)
    }

    #[inline]
    fn set_word(&mut self, t: Term, bits: u64) {
        if t.index() >= self.words.len() {
            self.words.resize(t.index() + 1, (0, 0));
        }
        self.words[t.index()] = (self.epoch, bits);
    }

    fn set(&mut self, t: Term, value: Value) {
        match value.scalar().filter(|_| is_word(value.sort())) {
            Some(bits) => self.set_word(t, bits as u64),
            None => {
                self.values.insert(t, value);
            }
        }
    }

    fn get(&self, store: &TermStore, t: Term) -> Option<Value> {
        match store.sort(t) {
            sort if is_word(sort) => Value::from_scalar(sort, u128::from(self.known(t)?)),
            _ => self.values.get(&t).cloned(),
        }
    }

    fn run(&mut self, store: &TermStore, root: Term, model: &Model) -> Option<()> {
        self.pending.clear();
        self.pending.push(root);
        while let Some(&t) = self.pending.last() {
            if self.is_known(t) || self.step(store, t, model)? {
                self.pending.pop();
            }
        }
        Some(())
    }

    /// Computes one term, or pushes what it needs first and gives false.
    fn step(&mut self, store: &TermStore, t: Term, model: &Model) -> Option<bool> {
        let stored = store.stored(t);
        match &stored.kind {
            Kind::Free => return None,
            Kind::Word(bits) if stored.sort == Sort::Int => self.set(t, Value::int(*bits as i64)),
            Kind::Word(bits) => self.set_word(t, *bits),
            Kind::Wide(bits) => self.set(t, Value::BitVec((**bits).clone())),
            Kind::Big(n) => self.set(t, Value::Int((**n).clone())),
            Kind::Table(table) => self.set(t, Value::Array(table.value())),
            Kind::Var(info) => match model.get(t) {
                Some(value) => self.set(t, value.clone()),
                None if matches!(info.sort, Sort::Named(_)) => return None,
                None => self.set(t, Value::zero(info.sort)),
            },
            Kind::App(op, args) => return self.apply(store, t, *op, &args[..op.arity()]),
            Kind::Real(number) => self.set(t, Value::Real((**number).clone())),
            Kind::Apply(..) | Kind::Quantifier(_) => return None,
            Kind::Forall(args) => return self.quantifier(store, t, *args, model),
        }
        Some(true)
    }

    fn apply(&mut self, store: &TermStore, t: Term, op: Op, args: &[Term]) -> Option<bool> {
        if let (Op::Ite | Op::And | Op::Or, Some(first)) = (op, args.first()) {
            let Some(truth) = self.known(*first) else {
                self.pending.push(*first);
                return Some(false);
            };
            return self.choose(t, op, truth != 0, args);
        }
        if let (Op::Select, &[array, index]) = (op, args)
            && let Kind::Table(table) = &store.stored(array).kind
            && is_word(store.sort(index))
        {
            let Some(index) = self.known(index) else {
                self.pending.push(index);
                return Some(false);
            };
            self.set(t, table.element(u128::from(index)));
            return Some(true);
        }
        let waiting = self.pending.len();
        for arg in args {
            if !self.is_known(*arg) {
                self.pending.push(*arg);
            }
        }
        if self.pending.len() > waiting {
            return Some(false);
        }
        self.compute(store, t, op, args)?;
        Some(true)
    }

    /// A quantifier: its body for each value of its variable, until one is false.
    fn quantifier(
        &mut self,
        store: &TermStore,
        t: Term,
        [lo, hi, variable, body]: [Term; 4],
        model: &Model,
    ) -> Option<bool> {
        let waiting = self.pending.len();
        let unknown = [lo, hi].into_iter().filter(|bound| !self.values.contains_key(bound));
        self.pending.extend(unknown);
        if self.pending.len() > waiting {
            return Some(false);
        }
        let bound = |t| i128::try_from(self.values.get(&t)?.as_int()?).ok();
        let (lo, hi) = (bound(lo)?, bound(hi)?);
        let mut inner = Self { instances: self.instances, ..Self::new() };
        let mut model = model.clone();
        let mut holds = Some(true);
        let mut n = lo;
        while n <= hi && holds != Some(false) {
            if inner.instances >= MOST_INSTANCES {
                self.instances = inner.instances;
                return None;
            }
            let instances = inner.instances + 1;
            inner.reset();
            inner.instances = instances;
            self.assigned.iter().for_each(|(t, bits)| inner.assign(*t, *bits));
            self.assigned_values.iter().for_each(|(t, value)| inner.assign_value(*t, value));
            model.set(variable, Value::int(n));
            match inner.truth(store, body, &model) {
                Some(true) => {}
                other => holds = other,
            }
            n = n.checked_add(1)?;
        }
        self.instances = inner.instances;
        self.set_word(t, u64::from(holds?));
        Some(true)
    }

    /// `ite`, `and`, `or` after their first argument is known.
    fn choose(&mut self, t: Term, op: Op, truth: bool, args: &[Term]) -> Option<bool> {
        let next = match (op, truth) {
            (Op::And, false) | (Op::Or, true) => {
                self.set_word(t, u64::from(truth));
                return Some(true);
            }
            (Op::Ite, false) => args.get(2)?,
            _ => args.get(1)?,
        };
        if let Some(bits) = self.known(*next) {
            self.set_word(t, bits);
        } else if let Some(value) = self.values.get(next).cloned() {
            self.values.insert(t, value);
        } else {
            debug_assert!(!self.is_known(*next));
            self.pending.push(*next);
            return Some(false);
        }
        Some(true)
    }

    fn compute(&mut self, store: &TermStore, t: Term, op: Op, args: &[Term]) -> Option<()> {
        let mut widths = [0; 3];
        let mut words = [0; 3];
        let mut all_words = is_word(store.sort(t));
        for ((arg, width), word) in args.iter().zip(&mut widths).zip(&mut words) {
            match self.known(*arg) {
                Some(bits) => (*width, *word) = (store.width(*arg), u128::from(bits)),
                None => all_words = false,
            }
        }
        if all_words
            && let Some(bits) =
                eval::eval_scalar(op, widths.get(..args.len())?, words.get(..args.len())?)
        {
            self.set_word(t, bits as u64);
            return Some(());
        }
        let values: Vec<Value> =
            args.iter().map(|arg| self.get(store, *arg)).collect::<Option<_>>()?;
        self.set(t, eval::eval(op, &values)?);
        Some(())
    }
}

impl TermStore {
    /// The value of a term under a model; `None` when it needs a floating-point format that is not computed (16 and
    /// 128 bits), too much work for a power or quantifiers, or what only a solver decides ([`Evaluator::value`]).
    pub fn try_evaluate(&self, t: Term, model: &Model) -> Option<Value> {
        Evaluator::new().value(self, t, model)
    }

    /// The value of a term under a model. A term without one ([`TermStore::try_evaluate`]) is taken as zero.
    pub fn evaluate(&self, t: Term, model: &Model) -> Value {
        self.try_evaluate(t, model).unwrap_or_else(|| Value::zero(self.sort(t)))
    }

    /// Whether a Boolean term is true under a model; false for one that has no value.
    pub fn evaluate_bool(&self, t: Term, model: &Model) -> bool {
        self.evaluate(t, model) == Value::Bool(true)
    }
}
