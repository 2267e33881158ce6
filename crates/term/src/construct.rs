//! Constructors: of stores, and of applications, which are rewritten as they are built.

mod apply;

use effigy_base::eval;
use effigy_base::op::Op;
use effigy_base::sort::{INT_BITS, Sort};
use effigy_base::value::Value;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use crate::node::{Role, Term, VarInfo};
use crate::store::recent::Recent;
use crate::store::{Kind, Stored, TermStore};
use crate::{expand, quantifier, rules};

impl Default for TermStore {
    fn default() -> Self {
        Self::new()
    }
}

impl TermStore {
    /// An empty store that rewrites.
    pub fn new() -> Self {
        Self::with_rewriting(true)
    }

    /// An empty store; without rewriting, constructors only fold constants, order the arguments of commutative
    /// operators and expand derived operators.
    pub fn with_rewriting(rewriting: bool) -> Self {
        let mut store = Self {
            nodes: Vec::new(),
            table: HashTable::new(),
            free: Vec::new(),
            rewriting,
            fired: vec![0; rules::rules().len()],
            generation: 0,
            variables: Vec::new(),
            heap_bytes: 0,
            registry: rules::registry(),
            recent: Recent::default(),
            cases: FxHashMap::default(),
            strict: None,
            truths: [Term::from_index(0); 2],
            freed: 0,
            keep_freed: false,
        };
        store.truths = [0, 1].map(|truth| store.intern_word(Sort::Bool, truth));
        store
    }
}

macro_rules! unary {
    ($($(#[$meta:meta])* $name:ident = $op:expr;)*) => {
        $($(#[$meta])*
        pub fn $name(&mut self, a: Term) -> Term {
            self.app($op, &[a])
        })*
    };
}

macro_rules! binary {
    ($($(#[$meta:meta])* $name:ident = $op:expr;)*) => {
        $($(#[$meta])*
        pub fn $name(&mut self, a: Term, b: Term) -> Term {
            self.app($op, &[a, b])
        })*
    };
}

impl TermStore {
    /// The operator applied to the arguments, rewritten to a normal form of equal value.
    ///
    /// Arguments of the wrong number or sorts are a defect of the caller: a debug build stops. A release build
    /// gives a variable that nothing constrains, so that an analysis can only lose precision by it, never a path.
    #[inline]
    pub fn app(&mut self, op: Op, args: &[Term]) -> Term {
        match self.try_app(op, args) {
            Some(t) => t,
            None => self.ill_sorted(op, args),
        }
    }

    /// As [`TermStore::app`]; `None` when the operator does not take the arguments' sorts.
    #[inline]
    pub fn try_app(&mut self, op: Op, args: &[Term]) -> Option<Term> {
        let (padded, sort) = match *args {
            [a] => ([a, a, a], op.result_sort(&[self.sort(a)])?),
            [a, b] => ([a, b, a], op.result_sort(&[self.sort(a), self.sort(b)])?),
            [a, b, c] => ([a, b, c], op.result_sort(&[self.sort(a), self.sort(b), self.sort(c)])?),
            [lo, hi, variable, body] => {
                op.result_sort(&args.iter().map(|t| self.sort(*t)).collect::<Vec<_>>())?;
                return quantifier::build(self, lo, hi, variable, body);
            }
            _ => return None,
        };
        Some(self.build(op, padded, sort))
    }

    fn build(&mut self, op: Op, args: [Term; 3], sort: Sort) -> Term {
        if let Some(t) = self.fold(op, &args[..op.arity()], sort) {
            return t;
        }
        if let Some(t) = self.recent.get(op, args) {
            return t;
        }
        // Rules build comparisons too: what was asked for is the outermost one.
        let strict = match op {
            Op::IntLt | Op::IntLe | Op::Not => self.strict.take(),
            _ => None,
        };
        let built = self.rewritten(op, args, sort);
        self.recent.put(op, args, built);
        if let Some(mut strict) = strict {
            // The negation of `x > 5` is `x <= 5`.
            let negated = || strict.get(&args[0]).map(|strict| !strict);
            let asked = if op == Op::Not { negated() } else { Some(op == Op::IntLt) };
            if let Some(asked) = asked {
                strict.entry(built).or_insert(asked);
            }
            self.strict = Some(strict);
        }
        built
    }

    fn rewritten(&mut self, op: Op, mut args: [Term; 3], sort: Sort) -> Term {
        if let Some(t) = expand::expand(self, op, args[0], args[1]) {
            return t;
        }
        if op.is_commutative() && self.order(args[0]) > self.order(args[1]) {
            args = [args[1], args[0], args[1]];
        }
        if self.rewriting
            && let Some(t) = rules::rewrite(self, op, &args)
        {
            return t;
        }
        self.made(op, args, sort)
    }

    /// The application as it is, for rules that have made the normal form themselves.
    pub(crate) fn raw(&mut self, op: Op, a: Term, b: Term, sort: Sort) -> Term {
        let args = if op.is_commutative() && self.order(a) > self.order(b) {
            [b, a, b]
        } else {
            [a, b, a]
        };
        self.made(op, args, sort)
    }

    fn made(&mut self, op: Op, args: [Term; 3], sort: Sort) -> Term {
        let before = self.len();
        let t = self.intern_app(op, args, sort);
        if self.rewriting && self.len() > before {
            self.note_cases(t, op, args);
        }
        t
    }

    /// Orders the arguments of commutative operators: by structure, constants last.
    #[inline]
    pub(crate) fn order(&self, t: Term) -> (bool, u64, Term) {
        let stored = self.stored(t);
        (self.is_constant(t), stored.hash, t)
    }

    #[cold]
    fn ill_sorted(&mut self, op: Op, args: &[Term]) -> Term {
        let sorts: Vec<_> = args.iter().map(|t| self.sort(*t)).collect();
        debug_assert!(false, "{op:?} does not take {sorts:?}");
        let sort = args.first().map_or(Sort::Bool, |t| self.sort(*t));
        self.variable(&VarInfo {
            name: format!("ill-sorted {}", op.name()),
            sort,
            role: Role::Unspecified,
        })
    }

    /// The constant result of an operator on constants.
    #[inline]
    fn fold(&mut self, op: Op, args: &[Term], sort: Sort) -> Option<Term> {
        let mut widths = [0; 3];
        let mut words = [0; 3];
        for ((arg, width), word) in args.iter().zip(&mut widths).zip(&mut words) {
            match self.stored(*arg) {
                Stored { sort: Sort::Int, kind: Kind::Word(bits), .. } => {
                    *width = INT_BITS;
                    *word = *bits as i64 as i128 as u128;
                }
                Stored { sort, kind: Kind::Word(bits), .. } => {
                    *width = sort.width()?;
                    *word = u128::from(*bits);
                }
                Stored {
                    kind: Kind::Wide(_) | Kind::Big(_) | Kind::Real(_) | Kind::Table(_),
                    ..
                } => {
                    return self.fold_values(op, args);
                }
                _ => return None,
            }
        }
        match eval::eval_scalar(op, &widths[..args.len()], &words[..args.len()]) {
            Some(bits) if sort == Sort::Bool => Some(self.bool(bits & 1 == 1)),
            Some(bits) if sort == Sort::Int => Some(self.int(bits as i128)),
            Some(bits) => Some(self.bits(sort.width()?, bits)),
            None => self.fold_values(op, args),
        }
    }

    #[cold]
    fn fold_values(&mut self, op: Op, args: &[Term]) -> Option<Term> {
        if let (Op::Select, &[array, index]) = (op, args)
            && let Kind::Table(table) = &self.stored(array).kind
        {
            let index = self.value(index)?;
            let element = match index.scalar() {
                Some(index) => table.element(index),
                None => table.value().select(&index).clone(),
            };
            return Some(self.constant(&element));
        }
        if op == Op::Store {
            return None;
        }
        let values: Vec<Value> = args.iter().map(|t| self.value(*t)).collect::<Option<_>>()?;
        let value = eval::eval(op, &values)?;
        Some(self.constant(&value))
    }

    unary! {
        /// Boolean negation.
        not = Op::Not;
        /// `bvnot`.
        bvnot = Op::BvNot;
        /// `bvneg`.
        bvneg = Op::BvNeg;
        /// The absolute value of an integer.
        int_abs = Op::IntAbs;
        /// An integer as a real.
        int_to_real = Op::IntToReal;
    }

    binary! {
        /// Boolean conjunction.
        and = Op::And;
        /// Boolean disjunction.
        or = Op::Or;
        /// Boolean exclusive or.
        xor = Op::Xor;
        /// Equality.
        eq = Op::Eq;
        /// `bvadd`.
        bvadd = Op::BvAdd;
        /// `bvsub`.
        bvsub = Op::BvSub;
        /// `bvmul`.
        bvmul = Op::BvMul;
        /// `bvudiv`.
        bvudiv = Op::BvUdiv;
        /// `bvurem`.
        bvurem = Op::BvUrem;
        /// `bvsdiv`.
        bvsdiv = Op::BvSdiv;
        /// `bvsrem`.
        bvsrem = Op::BvSrem;
        /// `bvand`.
        bvand = Op::BvAnd;
        /// `bvor`.
        bvor = Op::BvOr;
        /// `bvxor`.
        bvxor = Op::BvXor;
        /// `bvshl`.
        bvshl = Op::BvShl;
        /// `bvlshr`.
        bvlshr = Op::BvLshr;
        /// `bvashr`.
        bvashr = Op::BvAshr;
        /// `bvult`.
        ult = Op::BvUlt;
        /// `bvule`.
        ule = Op::BvUle;
        /// `bvslt`.
        slt = Op::BvSlt;
        /// `bvsle`.
        sle = Op::BvSle;
        /// `concat`; the first argument gives the high bits.
        concat = Op::Concat;
        /// `select(array, index)`.
        select = Op::Select;
        /// Integer addition.
        add = Op::IntAdd;
        /// Integer subtraction.
        sub = Op::IntSub;
        /// Integer multiplication.
        mul = Op::IntMul;
        /// SMT-LIB's `div` of integers; 0 for a divisor of zero.
        int_div = Op::IntDiv;
        /// SMT-LIB's `mod` of integers; the dividend for a divisor of zero.
        int_mod = Op::IntMod;
        /// The quotient of integers truncated towards zero; 0 for a divisor of zero.
        quot = Op::IntQuot;
        /// `pow(base, exponent)` of integers; 1 for an exponent of at most zero.
        pow = Op::IntPow;
        /// Less than, of integers.
        lt = Op::IntLt;
        /// Less than or equal, of integers.
        le = Op::IntLe;
        /// Addition of reals.
        real_add = Op::RealAdd;
        /// Subtraction of reals.
        real_sub = Op::RealSub;
        /// Multiplication of reals.
        real_mul = Op::RealMul;
        /// Division of reals; by zero it has no value.
        real_div = Op::RealDiv;
        /// Less than, of reals.
        real_lt = Op::RealLt;
        /// Less than or equal, of reals.
        real_le = Op::RealLe;
    }

    /// `ite(condition, yes, no)`.
    pub fn ite(&mut self, condition: Term, yes: Term, no: Term) -> Term {
        self.app(Op::Ite, &[condition, yes, no])
    }

    /// `store(array, index, element)`.
    pub fn store(&mut self, array: Term, index: Term, element: Term) -> Term {
        self.app(Op::Store, &[array, index, element])
    }

    /// `body` holds for all values of `variable` from `lo` to `hi`, both included. The variable must be an integer
    /// variable of [`Role::Bound`].
    pub fn forall_between(&mut self, lo: Term, hi: Term, variable: Term, body: Term) -> Term {
        self.app(Op::Forall, &[lo, hi, variable, body])
    }

    /// Bits `hi` down to `lo`.
    pub fn extract(&mut self, hi: u32, lo: u32, a: Term) -> Term {
        self.app(Op::Extract { hi, lo }, &[a])
    }

    /// Zero extension to `width` bits in all.
    pub fn zero_extend(&mut self, width: u32, a: Term) -> Term {
        self.app(Op::ZeroExtend { width }, &[a])
    }

    /// Sign extension to `width` bits in all.
    pub fn sign_extend(&mut self, width: u32, a: Term) -> Term {
        self.app(Op::SignExtend { width }, &[a])
    }

    /// A Bool as 1 or 0 in `width` bits.
    pub fn bool_to_bv(&mut self, width: u32, a: Term) -> Term {
        self.app(Op::BoolToBv { width }, &[a])
    }

    /// Whether a bit-vector is not zero, as a Bool.
    pub fn nonzero(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let zero = self.bits(width, 0);
        let is_zero = self.eq(a, zero);
        self.not(is_zero)
    }

    /// `a` and `b` differ.
    pub fn distinct(&mut self, a: Term, b: Term) -> Term {
        let eq = self.eq(a, b);
        self.not(eq)
    }

    /// The conjunction of all; true for none.
    pub fn and_all(&mut self, terms: &[Term]) -> Term {
        let mut result = self.bool(true);
        for t in terms {
            result = self.and(result, *t);
        }
        result
    }

    /// The disjunction of all; false for none.
    pub fn or_all(&mut self, terms: &[Term]) -> Term {
        let mut result = self.bool(false);
        for t in terms {
            result = self.or(result, *t);
        }
        result
    }
}
