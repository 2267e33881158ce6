//! The tree of a text before names are resolved: what stands there, and where.

use crate::tree::{Annotation, Place, UnaryOp};
use num_bigint::BigInt;
use std::sync::Arc;

/// A name at a place.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub text: Arc<str>,
    pub place: Place,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub(crate) struct TypeExpr {
    pub name: Name,
    /// What stands in brackets.
    pub arguments: Option<Vec<TypeExpr>>,
    pub place: Place,
}

/// `x: T`.
#[derive(Clone, Debug)]
pub(crate) struct Formal {
    pub name: Name,
    pub ty: TypeExpr,
}

/// An operator on two operands, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Infix {
    Iff,
    Implies,
    Wand,
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    Add,
    Sub,
    Append,
    Union,
    Intersection,
    SetMinus,
    Subset,
    Mul,
    Div,
    IntDiv,
    Mod,
}

/// Which collection a literal is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Collection {
    Seq,
    Set,
    Multiset,
}

/// An expression with its size. Made by [`Expr::new`] only, so that the size is right.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: Box<ExprKind>,
    pub place: Place,
    /// How many expressions are above each other in it.
    pub height: u32,
    /// How many expressions it has, itself included.
    pub size: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Bool(bool),
    Int(BigInt),
    Null,
    NoPerm,
    FullPerm,
    Wildcard,
    Epsilon,
    Result,
    Name(Name),
    Unary(UnaryOp, Expr),
    Binary(Infix, Expr, Expr),
    Conditional(Expr, Expr, Expr),
    Let(Name, Expr, Expr),
    Field(Expr, Name),
    /// `f(e)`, and `(f(e): T)`.
    Call(Name, Vec<Expr>, Option<TypeExpr>),
    /// `%P(e)`.
    Instance(Name, Vec<Expr>),
    Old(Option<Name>, Expr),
    Unfolding(Expr, Expr),
    Applying(Expr, Expr),
    Asserting(Expr, Expr),
    Quantifier(Quantifier),
    ForPerm(Vec<Formal>, Expr, Expr),
    Acc(Expr, Option<Expr>),
    Perm(Expr),
    InhaleExhale(Expr, Expr),
    Collection(Collection, Option<TypeExpr>, Vec<Expr>),
    Map(Option<(TypeExpr, TypeExpr)>, Vec<(Expr, Expr)>),
    Range(Expr, Expr),
    Index(Expr, Expr),
    Slice(Expr, Option<Expr>, Option<Expr>),
    Update(Expr, Expr, Expr),
    Annotated(Annotation, Expr),
    /// `new(f)`; `None` is `new(*)`.
    New(Option<Vec<Name>>),
}

#[derive(Clone, Debug)]
pub(crate) struct Quantifier {
    pub exists: bool,
    pub variables: Vec<Formal>,
    pub triggers: Vec<Vec<Expr>>,
    pub body: Expr,
}

impl Expr {
    /// An expression at a place.
    pub fn new(kind: ExprKind, place: Place) -> Self {
        let (mut height, mut size) = (0, 1u32);
        kind.each(&mut |e| {
            height = height.max(e.height);
            size = size.saturating_add(e.size);
        });
        Self { kind: Box::new(kind), place, height: height.saturating_add(1), size }
    }
}

impl ExprKind {
    /// Shows the direct parts to `f`, in the order of the text.
    pub fn each<'e>(&'e self, f: &mut dyn FnMut(&'e Expr)) {
        match self {
            Self::Bool(_) | Self::Int(_) | Self::Null | Self::NoPerm | Self::FullPerm => {}
            Self::Wildcard | Self::Epsilon | Self::Result | Self::Name(_) | Self::New(_) => {}
            Self::Unary(_, a)
            | Self::Field(a, _)
            | Self::Old(_, a)
            | Self::Perm(a)
            | Self::Annotated(_, a) => f(a),
            Self::Binary(_, a, b)
            | Self::Let(_, a, b)
            | Self::Unfolding(a, b)
            | Self::Applying(a, b)
            | Self::Asserting(a, b)
            | Self::ForPerm(_, a, b)
            | Self::InhaleExhale(a, b)
            | Self::Range(a, b)
            | Self::Index(a, b) => [a, b].into_iter().for_each(f),
            Self::Conditional(a, b, c) | Self::Update(a, b, c) => [a, b, c].into_iter().for_each(f),
            Self::Call(_, list, _) | Self::Instance(_, list) | Self::Collection(_, _, list) => {
                list.iter().for_each(f);
            }
            Self::Quantifier(q) => q.triggers.iter().flatten().chain([&q.body]).for_each(f),
            Self::Acc(a, b) => [a].into_iter().chain(b).for_each(f),
            Self::Map(_, list) => {
                list.iter().for_each(|(k, v)| [k, v].into_iter().for_each(&mut *f))
            }
            Self::Slice(a, b, c) => [a].into_iter().chain(b).chain(c).for_each(f),
        }
    }
}

/// A measure of termination.
#[derive(Clone, Debug)]
pub(crate) struct Decreases {
    pub kind: Measure,
    /// What stands behind `if`.
    pub condition: Option<Expr>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub(crate) enum Measure {
    Tuple(Vec<Expr>),
    /// `_`: assumed to decrease.
    Wildcard,
    /// `*`: may not terminate.
    Star,
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub statements: Vec<Stmt>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub place: Place,
    pub annotations: Vec<Annotation>,
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Var(Vec<Formal>, Option<Expr>),
    Assign(Vec<Expr>, Expr),
    /// A call of a method or of a macro.
    Evaluate(Expr),
    Inhale(Expr),
    Exhale(Expr),
    Assume(Expr),
    Assert(Expr),
    Refute(Expr),
    /// What smoke detection puts where a proof must be able to get to.
    Reached,
    Fold(Expr),
    Unfold(Expr),
    Package(Expr, Option<Block>),
    Apply(Expr),
    If(Expr, Block, Option<Block>),
    While(Box<While>),
    Label(Name, Vec<Expr>),
    Goto(Name),
    Block(Block),
    Havoc(Vec<Formal>, Option<Expr>, Expr),
    Define(Arc<Define>),
}

#[derive(Clone, Debug)]
pub(crate) struct While {
    pub condition: Expr,
    pub invariants: Vec<Expr>,
    pub decreases: Vec<Decreases>,
    pub body: Block,
}

/// A macro.
#[derive(Clone, Debug)]
pub(crate) struct Define {
    pub name: Name,
    /// `None` when there are no parentheses.
    pub parameters: Option<Vec<Name>>,
    pub body: DefineBody,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub(crate) enum DefineBody {
    Expr(Expr),
    Block(Block),
}

#[derive(Clone, Debug)]
pub(crate) struct Contract {
    pub preconditions: Vec<Expr>,
    pub postconditions: Vec<Expr>,
    pub decreases: Vec<Decreases>,
}

#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub name: Name,
    pub parameters: Vec<Formal>,
    pub results: Vec<Formal>,
    pub contract: Contract,
    pub body: Option<Block>,
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Name,
    pub parameters: Vec<Formal>,
    pub result: TypeExpr,
    pub contract: Contract,
    pub body: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    pub name: Name,
    pub parameters: Vec<Formal>,
    pub body: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub name: Name,
    pub parameters: Vec<Name>,
    /// Whether it has brackets, even empty ones.
    pub interpretations: Option<Vec<(Name, Arc<str>)>>,
    pub functions: Vec<DomainFunction>,
    pub axioms: Vec<Axiom>,
}

#[derive(Clone, Debug)]
pub(crate) struct DomainFunction {
    pub name: Name,
    pub parameters: Vec<(Option<Name>, TypeExpr)>,
    pub result: TypeExpr,
    pub unique: bool,
    pub interpretation: Option<Arc<str>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Axiom {
    pub name: Option<Name>,
    pub body: Expr,
}

/// An algebraic data type.
#[derive(Clone, Debug)]
pub(crate) struct Adt {
    pub name: Name,
    pub parameters: Vec<Name>,
    pub constructors: Vec<Constructor>,
    pub derives: Vec<Derived>,
}

#[derive(Clone, Debug)]
pub(crate) struct Constructor {
    pub name: Name,
    pub fields: Vec<Formal>,
}

/// `contains without a, b` of `derives`.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    pub name: Name,
    pub without: Vec<Name>,
}

#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub path: Arc<str>,
    /// `<path>`: one of the files that come with the language.
    pub standard: bool,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub kind: MemberKind,
    pub annotations: Vec<Annotation>,
}

#[derive(Clone, Debug)]
pub(crate) enum MemberKind {
    Import(Import),
    Define(Arc<Define>),
    Fields(Vec<Formal>),
    Method(Method),
    Function(Function),
    Predicate(Predicate),
    Domain(Domain),
    Adt(Adt),
}
