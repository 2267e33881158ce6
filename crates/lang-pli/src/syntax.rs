//! The syntax tree before names are resolved and types are checked.

use crate::tree::{Arithmetic, AssertionKind, Connective, Quantifier, Relation, Storage};
use effigy_base::text::Span;

/// A name in capitals.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct RawProcedure {
    pub name: Name,
    pub number: u32,
    pub span: Span,
    pub parameters: Vec<Name>,
    pub recursive: bool,
    pub returns: bool,
    pub body: Vec<RawStatement>,
    pub end: RawEnd,
    /// Words of statements that could not be read: nothing is said about such names.
    pub broken: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct RawStatement {
    pub number: u32,
    pub labels: Vec<Name>,
    pub span: Span,
    pub kind: RawKind,
}

#[derive(Debug)]
pub(crate) struct RawEnd {
    pub number: u32,
    pub labels: Vec<Name>,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum RawKind {
    Empty,
    Declare(Vec<RawDeclaration>),
    Assign(RawExpr, RawExpr),
    If { condition: RawExpr, then: Box<RawStatement>, otherwise: Option<Box<RawStatement>> },
    Do { head: RawHead, body: Vec<RawStatement>, end: RawEnd },
    GoTo(Name),
    Call(Name, Vec<RawExpr>),
    Return(Option<RawExpr>),
    Read(Vec<RawExpr>),
    Write(Vec<RawExpr>),
    Assertion(AssertionKind, RawExpr),
}

#[derive(Debug)]
pub(crate) enum RawHead {
    Once,
    Repeat(Box<RawTests>),
    Count(Box<RawCount>),
}

#[derive(Debug)]
pub(crate) struct RawCount {
    pub variable: Name,
    pub from: RawExpr,
    pub to: Option<RawExpr>,
    pub by: Option<RawExpr>,
    pub tests: RawTests,
}

#[derive(Default, Debug)]
pub(crate) struct RawTests {
    pub before: Option<RawExpr>,
    pub after: Option<RawExpr>,
}

/// A declared name with its attributes.
#[derive(Clone, Debug)]
pub(crate) struct RawDeclaration {
    pub name: Name,
    pub bounds: Option<RawBounds>,
    pub storage: Option<Storage>,
    pub initial: Vec<RawInitial>,
}

#[derive(Clone, Debug)]
pub(crate) enum RawBounds {
    Argument,
    Range { lower: Option<RawExpr>, upper: RawExpr },
}

#[derive(Clone, Debug)]
pub(crate) struct RawInitial {
    pub count: u32,
    pub value: RawExpr,
}

/// An expression of either type.
#[derive(Clone, Debug)]
pub(crate) struct RawExpr {
    pub kind: RawExprKind,
    pub span: Span,
    /// How many operators are above each other in it.
    pub height: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum RawExprKind {
    /// Digits.
    Number(String),
    Symbol(String),
    Name(String),
    /// `NAME(...)`: an element, a function's value, or a built-in function.
    Apply(String, Vec<RawExpr>),
    /// In parentheses, which matter for arguments.
    Paren(Box<RawExpr>),
    Negate(Box<RawExpr>),
    Plus(Box<RawExpr>),
    Not(Box<RawExpr>),
    Infix(Infix, Box<RawExpr>, Box<RawExpr>),
    Quantified(Box<RawQuantified>),
    /// Could not be read, already reported.
    Broken,
}

#[derive(Clone, Debug)]
pub(crate) struct RawQuantified {
    pub quantifier: Quantifier,
    pub name: String,
    pub lower: RawExpr,
    pub upper: RawExpr,
    pub body: RawExpr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Infix {
    Arithmetic(Arithmetic),
    Relation(Relation),
    Connective(Connective),
}

/// Shows every statement of a body to `see`, those in groups and branches after the one that they are in.
pub(crate) fn walk<'s>(body: &'s [RawStatement], see: &mut dyn FnMut(&'s RawStatement)) {
    for statement in body {
        see(statement);
        match &statement.kind {
            RawKind::If { then, otherwise, .. } => {
                walk(std::slice::from_ref(then.as_ref()), see);
                if let Some(otherwise) = otherwise {
                    walk(std::slice::from_ref(otherwise.as_ref()), see);
                }
            }
            RawKind::Do { body, .. } => walk(body, see),
            _ => {}
        }
    }
}
