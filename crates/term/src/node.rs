//! Terms and the nodes they name.

use std::num::NonZeroU32;
use std::sync::Arc;

use effigy_base::finding::FindingKind;
use effigy_base::function::Function;
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::symbol::Symbol;
use effigy_base::value::{ArrayValue, Value};

/// A term: the id of a node in one [`crate::TermStore`].
///
/// Equal terms are structurally equal. The order is that of the ids, which differs between stores; what a user
/// sees must not depend on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(NonZeroU32);

impl Term {
    /// The slot of the term's node, counted from zero; below [`crate::TermStore::capacity`].
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    #[inline]
    pub(crate) fn from_index(index: usize) -> Self {
        let id = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        Self(NonZeroU32::new(id).unwrap_or(NonZeroU32::MAX))
    }
}

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// An input of the program, or a symbol that the analysis introduced.
    Input,
    /// A byte of an input that is read byte by byte.
    Byte {
        /// How many bytes the input has when it is one object, 0 for a byte of a stream or of a string.
        of: u32,
    },
    /// References from before the run, each as half of what it is: 0 is null.
    Reference,
    /// Lengths from before the run, which are not negative.
    Length,
    /// The content of memory that was never initialised.
    Unspecified,
    /// No value at all (poison), from an operation that has none: its uses are findings of this kind. The name says
    /// what it comes from, up to ` #`.
    Poison(FindingKind),
    /// The bound variable of a quantifier.
    Bound,
    /// A new object: two of them of one sort differ, and differ from every constant that constructs that sort.
    Object,
}

impl Role {
    /// Whether it has any value at each use: a decision must not depend on it.
    pub fn is_unspecified(self) -> bool {
        matches!(self, Role::Unspecified | Role::Poison(_))
    }
}

/// A variable; all fields together are its identity.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarInfo {
    /// The name that people see.
    pub name: String,
    /// The sort of its values.
    pub sort: Sort,
    /// What it stands for.
    pub role: Role,
}

/// A constant table: the array with `elements` at 0, 1, 2 ... and `default` elsewhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConstArray {
    /// The sort of an index.
    pub index: Scalar,
    /// The elements, zero-extended to the width of an element where that is above 64. Empty unless indices and elements
    /// are bit-vectors.
    pub elements: Arc<[u64]>,
    /// The element everywhere else.
    pub default: Value,
}

impl ConstArray {
    /// The width of an index in bits; 0 for integers.
    pub fn index_width(&self) -> u32 {
        self.index.width().unwrap_or(0)
    }

    /// The width of an element in bits; 0 for integers.
    pub fn element_width(&self) -> u32 {
        self.default.sort().width().unwrap_or(0)
    }

    /// The element at the index whose [`Value::scalar`] is `index`.
    pub fn element(&self, index: u128) -> Value {
        match usize::try_from(index).ok().and_then(|i| self.elements.get(i)) {
            Some(bits) => Value::bits(self.element_width(), u128::from(*bits)),
            None => self.default.clone(),
        }
    }

    /// The default as a number, when it is a Boolean or a bit-vector of at most 64 bits.
    pub fn default_bits(&self) -> Option<u64> {
        self.default.sort().width().filter(|width| *width <= 64)?;
        u64::try_from(self.default.scalar()?).ok()
    }

    /// The table as a value.
    pub fn value(&self) -> ArrayValue {
        match (self.index, &self.default) {
            (Scalar::BitVec(width), Value::BitVec(default)) => {
                ArrayValue::from_table(width, &self.elements, default.clone())
            }
            _ => ArrayValue::new(self.index, self.default.clone()),
        }
    }
}

/// An unbounded quantifier: over all values of its variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quantifier {
    /// Whether it says that all values satisfy the body; else that some do.
    pub universal: bool,
    /// The name that solvers report it by.
    pub name: Symbol,
    /// How reluctantly a solver instantiates it; its own default where there is none.
    pub weight: Option<u32>,
    /// The variables, the body, the terms of the triggers.
    pub(crate) terms: Box<[Term]>,
    pub(crate) variables: u32,
    /// How many terms each trigger has.
    pub(crate) triggers: Box<[u32]>,
}

impl Quantifier {
    /// The bound variables.
    pub fn variables(&self) -> &[Term] {
        self.terms.get(..self.variables as usize).unwrap_or_default()
    }

    /// What holds of all, or of some, values of the variables.
    pub fn body(&self) -> Term {
        self.terms[self.variables as usize]
    }

    /// The triggers: a solver instantiates the quantifier where terms match all terms of one of them.
    pub fn triggers(&self) -> impl Iterator<Item = &[Term]> {
        let mut rest = self.terms.get(self.variables as usize + 1..).unwrap_or_default();
        self.triggers.iter().map(move |terms| {
            let (trigger, after) = rest.split_at((*terms as usize).min(rest.len()));
            rest = after;
            trigger
        })
    }
}

/// What a term is.
#[derive(Clone, PartialEq, Debug)]
pub enum Node<'a> {
    /// A Boolean, bit-vector, integer or real constant.
    Const(Value),
    /// A variable.
    Var(&'a VarInfo),
    /// An operator applied to arguments; a bounded quantifier to its bounds, its variable and its body.
    App(Op, &'a [Term]),
    /// A declared function applied to arguments.
    Apply(Function, &'a [Term]),
    /// An unbounded quantifier.
    Quantifier(&'a Quantifier),
    /// A constant table.
    ConstArray(&'a ConstArray),
}

/// What occurs in a term, computed when it is built.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Features(u16);

impl Features {
    pub(crate) const CONSTANT: Self = Self(0);
    pub(crate) const UNSPECIFIED: Self = Self(1);
    pub(crate) const VARIABLE: Self = Self(2);
    pub(crate) const ARRAY: Self = Self(4);
    pub(crate) const FLOAT: Self = Self(8);
    pub(crate) const WIDE: Self = Self(16);
    pub(crate) const INTEGER: Self = Self(32);
    pub(crate) const QUANTIFIER: Self = Self(64);
    pub(crate) const DECLARED: Self = Self(128);
    /// A variable of [`Role::Bound`], free or not.
    pub(crate) const BOUND: Self = Self(256);
    /// A variable of [`Role::Object`].
    pub(crate) const OBJECT: Self = Self(512);
    pub(crate) const PRODUCT: Self = Self(1024);

    pub(crate) fn of_sort(sort: Sort) -> Self {
        match sort {
            Sort::Array { index: Scalar::Int, .. } | Sort::Array { element: Scalar::Int, .. } => {
                Self::ARRAY.union(Self::INTEGER)
            }
            Sort::Array { .. } => Self::ARRAY,
            Sort::Int => Self::INTEGER,
            Sort::Real | Sort::Named(_) => Self::DECLARED,
            Sort::BitVec(65..) => Self::WIDE,
            _ => Self::CONSTANT,
        }
    }

    /// What occurs in either.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// A variable of [`Role::Unspecified`].
    #[inline]
    pub fn unspecified(self) -> bool {
        self.has(Self::UNSPECIFIED)
    }

    /// Any variable.
    #[inline]
    pub fn variables(self) -> bool {
        self.has(Self::VARIABLE)
    }

    /// A term of an array sort.
    pub fn arrays(self) -> bool {
        self.has(Self::ARRAY)
    }

    /// A floating-point operator.
    pub fn floats(self) -> bool {
        self.has(Self::FLOAT)
    }

    /// An integer, or an array of or over integers.
    #[inline]
    pub fn integers(self) -> bool {
        self.has(Self::INTEGER)
    }

    /// What only a solver process decides: a real, a term of a named sort, a declared function, or an unbounded
    /// quantifier.
    #[inline]
    pub fn declared(self) -> bool {
        self.has(Self::DECLARED)
    }

    /// A quantifier.
    #[inline]
    pub fn quantifiers(self) -> bool {
        self.has(Self::QUANTIFIER)
    }

    /// A multiplication, a division or a remainder of bit-vectors.
    #[inline]
    pub fn products(self) -> bool {
        self.has(Self::PRODUCT)
    }

    /// A bit-vector of more than 64 bits.
    pub fn wide(self) -> bool {
        self.has(Self::WIDE)
    }
}
