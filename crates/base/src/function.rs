//! Declared functions: what terms apply besides the operators of [`crate::op::Op`].

use std::cmp::Ordering;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::intern::Interner;
use crate::sort::Sort;
use crate::symbol::Symbol;

/// A declared function; all that it was declared with is its identity.
///
/// Order and hash are those of the declaration, so that they do not depend on what was declared first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Function(u32);

/// What is known of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FunctionKind {
    /// Nothing: equal arguments give equal results.
    Uninterpreted,
    /// A constructor of its result sort: injective, and its results differ from those of other constructors of the sort.
    Constructor,
    /// The argument at `index`, counted from zero, of what `constructor` made.
    Selector {
        /// The constructor.
        constructor: Function,
        /// Which argument.
        index: u32,
    },
    /// Whether its argument was made by `constructor`.
    Tester {
        /// The constructor.
        constructor: Function,
    },
    /// One of two functions of one argument that are inverse to each other: into a sort that holds values of several.
    Box {
        /// The name of the other function.
        inverse: Symbol,
    },
    /// The other one of the two: out of that sort.
    Unbox {
        /// The name of the other function.
        inverse: Symbol,
    },
    /// A function of an SMT-LIB theory, written by this head: a symbol or an indexed identifier such as `(_ bv2int 32)`.
    Interpreted(Symbol),
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Declaration {
    name: Symbol,
    parameters: Box<[Sort]>,
    result: Sort,
    kind: FunctionKind,
}

/// A declaration and its hash, which depends on texts alone.
#[derive(PartialEq, Eq, Hash)]
struct Declared {
    declaration: Declaration,
    hash: u64,
}

static FUNCTIONS: Interner<Declared> = Interner::new();

impl Function {
    /// The function that is declared so.
    pub fn new(name: &str, parameters: &[Sort], result: Sort, kind: FunctionKind) -> Self {
        let name = Symbol::new(name);
        let declaration = Declaration { name, parameters: parameters.into(), result, kind };
        let mut hasher = DefaultHasher::new();
        declaration.hash(&mut hasher);
        let hash = hasher.finish();
        let new = Declared { declaration, hash };
        Self(FUNCTIONS.intern(&new, || {
            let Declaration { name, result, kind, .. } = new.declaration;
            let declaration = Declaration { name, parameters: parameters.into(), result, kind };
            Box::leak(Box::new(Declared { declaration, hash }))
        }))
    }

    #[inline]
    #[expect(clippy::expect_used, reason = "ids are made by `Function::new` alone")]
    fn declared(self) -> &'static Declared {
        FUNCTIONS.get(self.0).expect("a function has been declared")
    }

    /// The name.
    #[inline]
    pub fn name(self) -> Symbol {
        self.declared().declaration.name
    }

    /// The sorts of the arguments.
    #[inline]
    pub fn parameters(self) -> &'static [Sort] {
        &self.declared().declaration.parameters
    }

    /// The sort of the result.
    #[inline]
    pub fn result(self) -> Sort {
        self.declared().declaration.result
    }

    /// What is known of it.
    #[inline]
    pub fn kind(self) -> FunctionKind {
        self.declared().declaration.kind
    }

    /// A hash of the declaration that is the same in every run.
    #[inline]
    pub fn structural_hash(self) -> u64 {
        self.declared().hash
    }

    /// Whether it is a constructor.
    #[inline]
    pub fn is_constructor(self) -> bool {
        self.kind() == FunctionKind::Constructor
    }

    /// Whether this function applied to what `inner` gives is the argument of `inner`.
    pub fn undoes(self, inner: Self) -> bool {
        let (outer_kind, inner_kind) = (self.kind(), inner.kind());
        let ((FunctionKind::Unbox { inverse: mine }, FunctionKind::Box { inverse: theirs })
        | (FunctionKind::Box { inverse: mine }, FunctionKind::Unbox { inverse: theirs })) =
            (outer_kind, inner_kind)
        else {
            return false;
        };
        mine == inner.name()
            && theirs == self.name()
            && self.parameters() == [inner.result()]
            && inner.parameters() == [self.result()]
    }
}

impl PartialOrd for Function {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Function {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        self.declared().declaration.cmp(&other.declared().declaration)
    }
}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.structural_hash());
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Declaration { name, parameters, result, kind } = &self.declared().declaration;
        write!(f, "{name}{parameters:?}: {result} ({kind:?})")
    }
}

#[cfg(test)]
mod tests;
