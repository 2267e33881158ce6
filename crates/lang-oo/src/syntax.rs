//! The syntax tree before names are resolved and types are checked.

use crate::tree::{GhostKind, MethodKind, Unary};
use effigy_base::text::Span;

#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct RawType {
    pub base: RawBase,
    /// How many `[]` follow.
    pub dimensions: usize,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum RawBase {
    Int,
    Bool,
    Void,
    Class(String),
}

#[derive(Default, Debug)]
pub(crate) struct RawProgram {
    pub classes: Vec<RawClass>,
    /// Declarations before the first statement: type, name, initial value.
    pub globals: Vec<(RawType, Name, Option<RawExpr>)>,
    /// The procedures; a main program of bare statements is the last one.
    pub procedures: Vec<RawMethod>,
    /// Whether the main program is bare statements.
    pub bare_main: bool,
}

impl RawProgram {
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty() && self.procedures.is_empty() && self.globals.is_empty()
    }
}

#[derive(Debug)]
pub(crate) struct RawClass {
    pub name: Name,
    pub fields: Vec<(RawType, Name)>,
    pub methods: Vec<RawMethod>,
    pub invariants: Vec<RawExpr>,
}

#[derive(Debug)]
pub(crate) struct RawMethod {
    pub name: Name,
    pub kind: MethodKind,
    /// None for constructors and predicates.
    pub result: Option<RawType>,
    pub parameters: Vec<(RawType, Name)>,
    pub requires: Vec<RawExpr>,
    pub ensures: Vec<RawExpr>,
    pub body: Vec<RawStatement>,
    pub end: Span,
}

#[derive(Debug)]
pub(crate) struct RawStatement {
    pub number: u32,
    pub span: Span,
    pub kind: RawKind,
}

#[derive(Debug)]
pub(crate) enum RawKind {
    Declare {
        ghost: bool,
        ty: RawType,
        name: Name,
        value: Option<RawExpr>,
    },
    Assign(RawExpr, RawExpr),
    /// `t op= e`, with the place of the operator.
    Update(RawExpr, Infix, RawExpr, Span),
    Evaluate(RawExpr),
    If {
        condition: RawExpr,
        then: Vec<RawStatement>,
        otherwise: Vec<RawStatement>,
    },
    While {
        condition: RawExpr,
        invariants: Vec<RawExpr>,
        body: Vec<RawStatement>,
    },
    Block(Vec<RawStatement>),
    Return(Option<RawExpr>),
    Assert(RawExpr),
    Assume(RawExpr),
    Join(RawExpr),
    Ghost(GhostKind, RawExpr),
}

#[derive(Clone, Debug)]
pub(crate) struct RawExpr {
    pub kind: RawExprKind,
    pub span: Span,
    /// The place of its operator, dot or bracket; else its start.
    pub operator: Span,
    /// How many nodes are above each other in it.
    pub height: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum RawExprKind {
    /// Digits.
    Int(String),
    Bool(bool),
    Null,
    This,
    Unknown,
    Name(String),
    Field(Box<RawExpr>, Name),
    Element(Box<RawExpr>, Box<RawExpr>),
    Call(Option<Box<RawExpr>>, Name, Vec<RawExpr>),
    New(Name, Vec<RawExpr>),
    /// The type of the elements and their number.
    NewArray(RawType, Box<RawExpr>),
    Unary(Unary, Box<RawExpr>),
    /// Operands with the operators between them, from products to relations: what binds tighter depends on the types,
    /// since `*` also separates assertions.
    Chain(Vec<RawExpr>, Vec<(Infix, Span)>),
    And(Box<RawExpr>, Box<RawExpr>),
    Or(Box<RawExpr>, Box<RawExpr>),
    Implies(Box<RawExpr>, Box<RawExpr>),
    Conditional(Box<RawExpr>, Box<RawExpr>, Box<RawExpr>),
    Old(Box<RawExpr>),
    /// The location, and the amount where the text says one.
    Acc(Box<RawExpr>, Option<Box<RawExpr>>),
    Untouched(Box<RawExpr>),
    Opening(Box<RawExpr>, Box<RawExpr>),
    Using(Box<RawExpr>, Box<RawExpr>),
    Paren(Box<RawExpr>),
    /// Could not be read, already reported.
    Broken,
}

/// An operator of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Infix {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    NotEqual,
}

impl Infix {
    /// How tight it binds: relations 1 and 2, sums 3, products 4.
    pub fn binds(self) -> u8 {
        match self {
            Infix::Equal | Infix::NotEqual => 1,
            Infix::Less | Infix::AtMost | Infix::Greater | Infix::AtLeast => 2,
            Infix::Add | Infix::Subtract => 3,
            Infix::Multiply | Infix::Divide | Infix::Remainder => 4,
        }
    }

    /// Whether it compares.
    pub fn is_relation(self) -> bool {
        self.binds() < 3
    }
}

impl RawExpr {
    /// Shows it and every expression in it to `see`.
    pub fn walk<'e>(&'e self, see: &mut dyn FnMut(&'e RawExpr)) {
        see(self);
        match &self.kind {
            RawExprKind::Int(_)
            | RawExprKind::Bool(_)
            | RawExprKind::Null
            | RawExprKind::This
            | RawExprKind::Unknown
            | RawExprKind::Name(_)
            | RawExprKind::Broken => {}
            RawExprKind::Field(inner, _)
            | RawExprKind::NewArray(_, inner)
            | RawExprKind::Unary(_, inner)
            | RawExprKind::Old(inner)
            | RawExprKind::Untouched(inner)
            | RawExprKind::Paren(inner) => inner.walk(see),
            RawExprKind::Acc(location, amount) => {
                location.walk(see);
                amount.iter().for_each(|amount| amount.walk(see));
            }
            RawExprKind::Element(a, b)
            | RawExprKind::And(a, b)
            | RawExprKind::Or(a, b)
            | RawExprKind::Implies(a, b)
            | RawExprKind::Opening(a, b)
            | RawExprKind::Using(a, b) => {
                a.walk(see);
                b.walk(see);
            }
            RawExprKind::Conditional(a, b, c) => {
                a.walk(see);
                b.walk(see);
                c.walk(see);
            }
            RawExprKind::Call(receiver, _, list) => {
                receiver.iter().for_each(|r| r.walk(see));
                list.iter().for_each(|e| e.walk(see));
            }
            RawExprKind::New(_, list) | RawExprKind::Chain(list, _) => {
                list.iter().for_each(|e| e.walk(see));
            }
        }
    }
}

/// Shows every statement of a body to `see`, those inside of others after them.
pub(crate) fn walk<'s>(body: &'s [RawStatement], see: &mut dyn FnMut(&'s RawStatement)) {
    for statement in body {
        see(statement);
        match &statement.kind {
            RawKind::If { then, otherwise, .. } => {
                walk(then, see);
                walk(otherwise, see);
            }
            RawKind::While { body, .. } | RawKind::Block(body) => walk(body, see),
            _ => {}
        }
    }
}
