//! Applications of declared functions, fractions, and unbounded quantifiers.

use effigy_base::function::{Function, FunctionKind};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::node::{Role, Term, VarInfo};
use crate::quantifier;
use crate::store::{Kind, TermStore};

impl TermStore {
    /// The function applied to the arguments. A selector of what its constructor made is the argument, a tester of what a
    /// constructor made is decided, and a box of what
    /// its inverse gave, or the other way round, is the argument too.
    ///
    /// Arguments of the wrong number or sorts are a defect of the caller, as in [`TermStore::app`].
    pub fn apply(&mut self, function: Function, args: &[Term]) -> Term {
        let sorts = || args.iter().map(|t| self.sort(*t));
        if !sorts().eq(function.parameters().iter().copied()) {
            return self.ill_applied(function, args);
        }
        match self.unwrapped(function, args).filter(|_| self.rewriting) {
            Some(t) => t,
            None => self.intern_apply(function, args),
        }
    }

    fn unwrapped(&self, outer: Function, args: &[Term]) -> Option<Term> {
        let &[argument] = args else { return None };
        let Kind::Apply(inner, parts) = &self.stored(argument).kind else { return None };
        match outer.kind() {
            FunctionKind::Selector { constructor, index } if constructor == *inner => {
                parts.get(index as usize).copied().filter(|t| self.sort(*t) == outer.result())
            }
            FunctionKind::Tester { constructor } if inner.is_constructor() => {
                Some(self.bool(constructor == *inner))
            }
            FunctionKind::Box { .. } | FunctionKind::Unbox { .. } if outer.undoes(*inner) => {
                parts.first().copied()
            }
            _ => None,
        }
    }

    #[cold]
    fn ill_applied(&mut self, function: Function, args: &[Term]) -> Term {
        let sorts: Vec<_> = args.iter().map(|t| self.sort(*t)).collect();
        debug_assert!(false, "{function:?} does not take {sorts:?}");
        self.variable(&VarInfo {
            name: format!("ill-sorted {}", function.name()),
            sort: function.result(),
            role: Role::Unspecified,
        })
    }

    /// The real constant `numerator / denominator`. A denominator of zero is read as one.
    pub fn fraction(&mut self, numerator: i128, denominator: i128) -> Term {
        let denominator = if denominator == 0 { 1 } else { denominator };
        self.real(&BigRational::new(BigInt::from(numerator), BigInt::from(denominator)))
    }

    /// `body` holds for all values of the variables, which have [`Role::Bound`].
    ///
    /// A trigger is a list of terms; of them constants and variables are dropped. `name` is what solvers report the
    /// quantifier by, `weight` how reluctantly they instantiate it.
    pub fn forall(
        &mut self,
        variables: &[Term],
        triggers: &[Vec<Term>],
        body: Term,
        name: &str,
        weight: Option<u32>,
    ) -> Term {
        quantifier::unbounded(self, true, variables, triggers, body, name.into(), weight)
    }

    /// `body` holds for some values of the variables; see [`TermStore::forall`].
    pub fn exists(
        &mut self,
        variables: &[Term],
        triggers: &[Vec<Term>],
        body: Term,
        name: &str,
        weight: Option<u32>,
    ) -> Term {
        quantifier::unbounded(self, false, variables, triggers, body, name.into(), weight)
    }

    /// Whether two terms of one sort differ under every model because of what they are: constants of different values, what
    /// different constructors made, new objects.
    pub fn differ(&self, a: Term, b: Term) -> bool {
        if a == b {
            return false;
        }
        if self.is_constant(a) && self.is_constant(b) {
            return true;
        }
        let object = |t| self.as_variable(t).is_some_and(|info| info.role == Role::Object);
        let constructed = |t| self.as_apply(t).filter(|(function, _)| function.is_constructor());
        match (object(a), object(b)) {
            (true, true) => true,
            (true, false) => constructed(b).is_some_and(|(_, args)| args.is_empty()),
            (false, true) => constructed(a).is_some_and(|(_, args)| args.is_empty()),
            (false, false) => match (constructed(a), constructed(b)) {
                (Some((f, _)), Some((g, _))) => f != g,
                _ => false,
            },
        }
    }
}
