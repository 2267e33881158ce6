//! Declared functions, reals and unbounded quantifiers.

use effigy_base::function::Function;
use effigy_base::sort::Sort;
use num_rational::BigRational;

use super::Printer;
use super::piece::{Level, Piece, rational};
use crate::node::{Quantifier, Term};

/// A constant of a sum: whether it is added, and its size; `None` for zero, which a sum may start with.
pub(super) fn fraction(number: &BigRational, sign: bool) -> Option<(bool, Piece)> {
    let zero = BigRational::default();
    let positive = *number > zero;
    let size = if positive { number.clone() } else { -number.clone() };
    (*number != zero).then(|| (sign == positive, rational(&size)))
}

/// A sort as people write it.
fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Int => "Int".to_owned(),
        Sort::Real => "Real".to_owned(),
        _ => sort.to_string(),
    }
}

impl Printer<'_> {
    /// `f(a, b)`; a constant without parentheses.
    pub(super) fn declared(&self, t: Term, function: Function, args: &[Term]) -> Piece {
        let name = function.name().as_str();
        if args.is_empty() {
            return self.of(t, name, Level::Atom);
        }
        let args: Vec<String> = args.iter().map(|arg| self.expression(*arg).text).collect();
        self.of(t, format!("{name}({})", args.join(", ")), Level::Atom)
    }

    /// `forall x: Int, y: Ref :: body`.
    pub(super) fn unbounded(&self, quantifier: &Quantifier) -> Piece {
        let word = if quantifier.universal { "forall" } else { "exists" };
        let variables: Vec<String> = quantifier
            .variables()
            .iter()
            .map(|v| format!("{}: {}", self.expression(*v).text, sort(self.store.sort(*v))))
            .collect();
        let body = self.expression(quantifier.body()).text;
        let text = format!("{word} {} :: {body}", variables.join(", "));
        Piece { text, level: Level::Quantifier, sort: Some(Sort::Bool) }
    }
}
