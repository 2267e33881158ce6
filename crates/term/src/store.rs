//! The term store: nodes and hash-consing. Applications are built by `construct.rs`.

pub(crate) mod cases;
pub(crate) mod intern;
pub(crate) mod recent;
pub(crate) mod rule;

use std::rc::Rc;

use effigy_base::bits::BitVec;
use effigy_base::function::Function;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use hashbrown::HashTable;
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use crate::node::{ConstArray, Features, Node, Quantifier, Term, VarInfo};
use cases::Cases;
use rule::Registry;

/// A node as it is stored.
#[derive(Debug)]
pub(crate) struct Stored {
    /// Depends on the node's structure only, never on ids.
    pub(crate) hash: u64,
    pub(crate) sort: Sort,
    pub(crate) features: Features,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// The slot is unused.
    Free,
    /// A constant of at most 64 bits; a Boolean is 0 or 1, an integer its two's complement.
    Word(u64),
    Wide(Box<BitVec>),
    /// An integer that does not fit 64 bits.
    Big(Box<BigInt>),
    /// A rational number of the sort of reals.
    Real(Box<BigRational>),
    Var(Box<VarInfo>),
    Table(Box<ConstArray>),
    /// Arguments beyond the operator's arity repeat the first.
    App(Op, [Term; 3]),
    /// Bounds, bound variable and body.
    Forall([Term; 4]),
    Apply(Function, Box<[Term]>),
    Quantifier(Box<Quantifier>),
}

/// Owns all terms of one worker; every constructor rewrites as it builds.
///
/// A term means something to its own store only.
#[derive(Debug)]
pub struct TermStore {
    pub(crate) nodes: Vec<Stored>,
    pub(crate) table: HashTable<Term>,
    pub(crate) free: Vec<Term>,
    pub(crate) rewriting: bool,
    /// How often each rule fired, in the order of [`crate::rules`].
    pub(crate) fired: Vec<u64>,
    pub(crate) generation: u64,
    /// The variables of terms that were asked for, by slot.
    pub(crate) variables: Vec<Option<Rc<[Term]>>>,
    /// Heap bytes of constants, variables and tables.
    pub(crate) heap_bytes: usize,
    pub(crate) registry: &'static Registry,
    pub(crate) recent: recent::Recent,
    /// The cases of words that have few.
    pub(crate) cases: FxHashMap<Term, Cases>,
    /// Whether a comparison of integers was first asked for with `<`, where that is kept.
    pub(crate) strict: Option<FxHashMap<Term, bool>>,
    /// `false` and `true`.
    pub(crate) truths: [Term; 2],
    /// How many slots are free.
    pub(crate) freed: usize,
    /// Whether freed slots stay free, so that every read of a freed term is seen.
    pub(crate) keep_freed: bool,
}

impl TermStore {
    /// Remembers from here on which comparisons of integers were asked for with `<`, so that `5 < x` is not printed as
    /// `x >= 6`. What is printed depends on the order of building then.
    pub fn keep_strictness(&mut self) {
        self.strict.get_or_insert_default();
    }

    /// From here on the slots of freed terms are not given to new ones, so that every read of a freed term is seen.
    pub fn keep_freed(&mut self) {
        self.keep_freed = true;
    }

    /// A term's node. To read a freed one is a defect of whoever holds it: the panic says so before its slot is given to
    /// another term.
    #[inline]
    pub(crate) fn stored(&self, t: Term) -> &Stored {
        let stored = &self.nodes[t.index()];
        if matches!(stored.kind, Kind::Free) {
            freed(t);
        }
        stored
    }

    /// The term's sort.
    #[inline]
    pub fn sort(&self, t: Term) -> Sort {
        self.stored(t).sort
    }

    /// The width of a bit-vector term, 1 for a Boolean, 0 for an integer or an array.
    #[inline]
    pub fn width(&self, t: Term) -> u32 {
        self.sort(t).width().unwrap_or(0)
    }

    /// What the term is.
    pub fn node(&self, t: Term) -> Node<'_> {
        let stored = self.stored(t);
        match &stored.kind {
            Kind::Free => freed(t),
            Kind::Word(bits) => Node::Const(word_value(stored.sort, *bits)),
            Kind::Wide(bits) => Node::Const(Value::BitVec((**bits).clone())),
            Kind::Big(n) => Node::Const(Value::Int((**n).clone())),
            Kind::Real(number) => Node::Const(Value::Real((**number).clone())),
            Kind::Var(info) => Node::Var(info),
            Kind::Table(table) => Node::ConstArray(table),
            Kind::App(op, args) => Node::App(*op, &args[..op.arity()]),
            Kind::Forall(args) => Node::App(Op::Forall, args),
            Kind::Apply(function, args) => Node::Apply(*function, args),
            Kind::Quantifier(quantifier) => Node::Quantifier(quantifier),
        }
    }

    /// The operator, if the term is an application of one.
    #[inline]
    pub fn op(&self, t: Term) -> Option<Op> {
        match self.stored(t).kind {
            Kind::App(op, _) => Some(op),
            Kind::Forall(_) => Some(Op::Forall),
            _ => None,
        }
    }

    /// The arguments of an application of an operator or a function; the variables, the body and the terms of the triggers
    /// of an unbounded quantifier; none for other terms.
    #[inline]
    pub fn args(&self, t: Term) -> &[Term] {
        match &self.stored(t).kind {
            Kind::App(op, args) => &args[..op.arity()],
            Kind::Forall(args) => args,
            Kind::Apply(_, args) => args,
            Kind::Quantifier(quantifier) => &quantifier.terms,
            _ => &[],
        }
    }

    /// The variable, if the term is one.
    pub fn as_variable(&self, t: Term) -> Option<&VarInfo> {
        match &self.stored(t).kind {
            Kind::Var(info) => Some(info),
            _ => None,
        }
    }

    /// The truth value of a Boolean constant.
    #[inline]
    pub fn as_bool(&self, t: Term) -> Option<bool> {
        match self.stored(t) {
            Stored { sort: Sort::Bool, kind: Kind::Word(bits), .. } => Some(*bits != 0),
            _ => None,
        }
    }

    /// The number of a bit-vector constant of at most 128 bits.
    #[inline]
    pub fn as_bits(&self, t: Term) -> Option<u128> {
        match self.stored(t) {
            Stored { sort: Sort::BitVec(_), kind: Kind::Word(bits), .. } => Some(u128::from(*bits)),
            Stored { kind: Kind::Wide(bits), .. } => bits.to_u128(),
            _ => None,
        }
    }

    /// The number of an integer constant of at most 128 bits.
    #[inline]
    pub fn as_int(&self, t: Term) -> Option<i128> {
        match self.stored(t) {
            Stored { sort: Sort::Int, kind: Kind::Word(bits), .. } => {
                Some(i128::from(*bits as i64))
            }
            Stored { kind: Kind::Big(n), .. } => i128::try_from(&**n).ok(),
            _ => None,
        }
    }

    /// The number of a real constant.
    pub fn as_real(&self, t: Term) -> Option<BigRational> {
        match &self.stored(t).kind {
            Kind::Real(number) => Some((**number).clone()),
            _ => None,
        }
    }

    /// The function and its arguments, if the term is an application of a declared function.
    #[inline]
    pub fn as_apply(&self, t: Term) -> Option<(Function, &[Term])> {
        match &self.stored(t).kind {
            Kind::Apply(function, args) => Some((*function, args)),
            _ => None,
        }
    }

    /// The value of a constant of any sort, constant tables included.
    pub fn value(&self, t: Term) -> Option<Value> {
        let stored = self.stored(t);
        match &stored.kind {
            Kind::Word(bits) => Some(word_value(stored.sort, *bits)),
            Kind::Wide(bits) => Some(Value::BitVec((**bits).clone())),
            Kind::Big(n) => Some(Value::Int((**n).clone())),
            Kind::Real(number) => Some(Value::Real((**number).clone())),
            Kind::Table(table) => Some(Value::Array(table.value())),
            _ => None,
        }
    }

    /// Whether the term is a Boolean, bit-vector, integer or real constant.
    #[inline]
    pub fn is_constant(&self, t: Term) -> bool {
        matches!(self.stored(t).kind, Kind::Word(_) | Kind::Wide(_) | Kind::Big(_) | Kind::Real(_))
    }

    /// Whether the term is a constant of any sort.
    #[inline]
    pub(crate) fn value_is_known(&self, t: Term) -> bool {
        self.is_constant(t) || matches!(self.stored(t).kind, Kind::Table(_))
    }

    /// What occurs in the term; takes no time.
    #[inline]
    pub fn features(&self, t: Term) -> Features {
        self.stored(t).features
    }

    /// A hash of the term's structure, equal in every store for terms built alike.
    #[inline]
    pub fn structural_hash(&self, t: Term) -> u64 {
        self.stored(t).hash
    }

    /// How often each rule of [`crate::rules`] fired, in that order.
    pub fn rule_counts(&self) -> &[u64] {
        &self.fired
    }

    /// The slots in use or free; every [`Term::index`] is below.
    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// `true` or `false`.
    #[inline]
    pub fn bool(&self, truth: bool) -> Term {
        self.truths[usize::from(truth)]
    }
}

#[cold]
fn freed(t: Term) -> ! {
    panic!("the freed term {} was read: a holder of terms was not visited", t.index())
}

fn word_value(sort: Sort, bits: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(bits != 0),
        Sort::Int => Value::int(bits as i64),
        _ => Value::bits(sort.width().unwrap_or(1), u128::from(bits)),
    }
}
