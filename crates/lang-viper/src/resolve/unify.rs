//! Types that are not known yet, and what is found out about them.
//!
//! While an expression is checked, a type parameter with a number from [`FREE`] on stands for a type that is not known
//! yet. None is left when the expression is finished.

use crate::tree::Type;
use std::sync::Arc;

const FREE: u32 = 1 << 30;
/// The type of what is wrong and was reported; it agrees with every type.
pub(super) const WRONG: Type = Type::Parameter(u32::MAX);
/// How many steps the types of one expression take; beyond, types are too large to be meant.
const MAX_STEPS: u32 = 500_000;

#[derive(Clone, Debug)]
struct Variable {
    bound: Option<Type>,
    /// Whether it is Int or Perm.
    numeric: bool,
    /// What it is when nothing is found out about it.
    otherwise: Option<Type>,
}

/// The types that are not known yet of one expression.
#[derive(Default, Debug)]
pub(super) struct Unifier {
    variables: Vec<Variable>,
    steps: u32,
}

impl Unifier {
    /// A type that is not known yet, and is `otherwise` if nothing is found out about it.
    pub fn fresh(&mut self, otherwise: Option<Type>) -> Type {
        self.push(Variable { bound: None, numeric: false, otherwise })
    }

    /// Int or Perm.
    pub fn number(&mut self) -> Type {
        self.push(Variable { bound: None, numeric: true, otherwise: None })
    }

    fn push(&mut self, variable: Variable) -> Type {
        let number = u32::try_from(self.variables.len()).unwrap_or(0);
        self.variables.push(variable);
        Type::Parameter(FREE + number)
    }

    fn variable(ty: &Type) -> Option<usize> {
        match ty {
            Type::Parameter(n) if *n >= FREE && *n != u32::MAX => Some((n - FREE) as usize),
            _ => None,
        }
    }

    /// What is known of the outermost constructor of a type.
    pub fn shallow(&self, ty: &Type) -> Type {
        let mut ty = ty;
        while let Some(bound) =
            Self::variable(ty).and_then(|n| self.variables.get(n)).and_then(|v| v.bound.as_ref())
        {
            ty = bound;
        }
        ty.clone()
    }

    /// Whether nothing is known of the type yet.
    pub fn is_open(&self, ty: &Type) -> bool {
        Self::variable(&self.shallow(ty)).is_some()
    }

    /// Makes the type Int or Perm, or says that it is neither.
    pub fn make_number(&mut self, ty: &Type) -> bool {
        let ty = self.shallow(ty);
        if let Some(variable) = Self::variable(&ty).and_then(|n| self.variables.get_mut(n)) {
            variable.numeric = true;
            return true;
        }
        matches!(ty, Type::Int | Type::Perm | WRONG)
    }

    /// Makes two types the same, or says that they are not.
    pub fn unify(&mut self, a: &Type, b: &Type) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        let (a, b) = (self.shallow(a), self.shallow(b));
        match (&a, &b) {
            _ if a == WRONG || b == WRONG => true,
            _ if Self::variable(&a).is_some() => self.bind(&a, &b),
            _ if Self::variable(&b).is_some() => self.bind(&b, &a),
            (Type::Seq(a), Type::Seq(b))
            | (Type::Set(a), Type::Set(b))
            | (Type::Multiset(a), Type::Multiset(b)) => self.unify(a, b),
            (Type::Map(k, v), Type::Map(l, w)) => self.unify(k, l) && self.unify(v, w),
            (Type::Domain(d, list), Type::Domain(e, others)) => {
                d == e && list.iter().zip(others.iter()).all(|(a, b)| self.unify(a, b))
            }
            _ => a == b,
        }
    }

    fn bind(&mut self, variable: &Type, ty: &Type) -> bool {
        if variable == ty {
            return true;
        }
        let Some(index) = Self::variable(variable) else { return false };
        if self.occurs(index, ty) {
            return false;
        }
        let numeric = self.variables.get(index).is_some_and(|v| v.numeric);
        if numeric && !self.make_number(ty) {
            return false;
        }
        let otherwise = self.variables.get(index).and_then(|v| v.otherwise.clone());
        if let Some(other) = Self::variable(ty).and_then(|n| self.variables.get_mut(n)) {
            other.otherwise = other.otherwise.take().or(otherwise);
        }
        if let Some(known) = self.variables.get_mut(index) {
            known.bound = Some(ty.clone());
        }
        true
    }

    fn occurs(&mut self, index: usize, ty: &Type) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return true;
        }
        let ty = self.shallow(ty);
        match &ty {
            Type::Seq(t) | Type::Set(t) | Type::Multiset(t) => self.occurs(index, t),
            Type::Map(k, v) => self.occurs(index, k) || self.occurs(index, v),
            Type::Domain(_, list) => list.iter().any(|t| self.occurs(index, t)),
            _ => Self::variable(&ty) == Some(index),
        }
    }

    /// The type with everything that is known put in, and defaults for what is not; `guessed` is told when Int stands
    /// in for a type of which nothing is known.
    pub fn finish(&mut self, ty: &Type, guessed: &mut bool) -> Type {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Type::Int;
        }
        let ty = self.shallow(ty);
        let mut inner = |t: &Type| Arc::new(self.finish(t, guessed));
        match &ty {
            Type::Seq(t) => Type::Seq(inner(t)),
            Type::Set(t) => Type::Set(inner(t)),
            Type::Multiset(t) => Type::Multiset(inner(t)),
            Type::Map(k, v) => Type::Map(inner(k), inner(v)),
            Type::Domain(d, list) if !list.is_empty() => {
                Type::Domain(*d, list.iter().map(|t| self.finish(t, guessed)).collect())
            }
            Type::Parameter(u32::MAX) => Type::Int,
            Type::Parameter(_) => {
                let Some(variable) = Self::variable(&ty).and_then(|n| self.variables.get(n)) else {
                    return ty;
                };
                match &variable.otherwise {
                    _ if variable.numeric => Type::Perm,
                    Some(otherwise) => otherwise.clone(),
                    None => {
                        *guessed = true;
                        Type::Int
                    }
                }
            }
            _ => ty,
        }
    }

    /// Whether the types of the expression are too large to be found out.
    pub fn gave_up(&self) -> bool {
        self.steps > MAX_STEPS
    }

    /// Forgets the types of the last expression.
    pub fn clear(&mut self) {
        self.variables.clear();
        self.steps = 0;
    }
}

/// A type of a declaration with `arguments` for the type parameters.
pub(super) fn instantiate(ty: &Type, arguments: &[Type]) -> Type {
    let inner = |t: &Type| Arc::new(instantiate(t, arguments));
    match ty {
        Type::Parameter(n) => arguments.get(*n as usize).unwrap_or(ty).clone(),
        Type::Seq(t) => Type::Seq(inner(t)),
        Type::Set(t) => Type::Set(inner(t)),
        Type::Multiset(t) => Type::Multiset(inner(t)),
        Type::Map(k, v) => Type::Map(inner(k), inner(v)),
        Type::Domain(d, list) => {
            Type::Domain(*d, list.iter().map(|t| instantiate(t, arguments)).collect())
        }
        Type::Bool | Type::Int | Type::Perm | Type::Ref | Type::Resource => ty.clone(),
    }
}
