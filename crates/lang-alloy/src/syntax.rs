//! What a file says, before names are looked up.

use effigy_base::text::Span;

/// A name as it is written, slashes included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

/// A file.
#[derive(Clone, Default, Debug)]
pub(crate) struct Module {
    /// The name behind `module`, which says where the files that it opens are.
    pub name: Option<Name>,
    pub parameters: Vec<Parameter>,
    /// Whether it says `seq`, which opens `util/sequniv`.
    pub sequences: bool,
    pub opens: Vec<Open>,
    pub sigs: Vec<Sig>,
    pub facts: Vec<Fact>,
    pub functions: Vec<Function>,
    pub asserts: Vec<Assert>,
    pub macros: Vec<Macro>,
    pub commands: Vec<Command>,
}

/// A parameter of a module: a signature that is given where the module is opened.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: Name,
    pub exactly: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub file: Name,
    pub arguments: Vec<Name>,
    pub alias: Option<Name>,
    pub private: bool,
    pub span: Span,
}

/// Where the atoms of a signature come from.
#[derive(Clone, Debug)]
pub(crate) enum Parent {
    /// `sig A`
    Top,
    /// `sig A extends B`
    Extends(Name),
    /// `sig A in B + C`
    In(Vec<Name>),
    /// `sig A = B + C`
    Equals(Vec<Name>),
}

#[derive(Clone, Debug)]
pub(crate) struct Sig {
    pub name: Name,
    pub abstract_: bool,
    pub multiplicity: Option<Multiplicity>,
    pub private: bool,
    pub parent: Parent,
    pub fields: Vec<Decl>,
    pub fact: Option<Expr>,
    /// Whether it was declared by `enum`, as the whole.
    pub enumeration: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Multiplicity {
    Lone,
    One,
    Some,
}

#[derive(Clone, Debug)]
pub(crate) struct Decl {
    pub names: Vec<Name>,
    /// `disj a, b: ...`
    pub disjoint: bool,
    /// `f: disj ...`
    pub disjoint_values: bool,
    pub private: bool,
    /// What the names are of; a multiplicity in front of it is one of [`UnaryOp`]'s `...Of`.
    pub expr: Expr,
}

#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub name: Option<String>,
    pub body: Expr,
}

/// A predicate, or a function when it has a result.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Name,
    pub private: bool,
    /// The receiver is the first one, and its name is `this`.
    pub parameters: Vec<Decl>,
    pub result: Option<Expr>,
    pub body: Expr,
}

#[derive(Clone, Debug)]
pub(crate) struct Assert {
    pub name: String,
    pub body: Expr,
}

#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub name: Name,
    pub private: bool,
    pub parameters: Vec<Name>,
    pub body: Expr,
}

#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub check: bool,
    pub label: Option<Name>,
    pub target: Target,
    /// `for 3`
    pub overall: Option<i32>,
    pub scopes: Vec<Scope>,
    pub expect: Option<i32>,
    pub span: Span,
}

/// What a command runs or checks.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// The predicate, function or assertion of this name.
    Named(Name),
    /// A formula in braces.
    Block(Expr),
}

#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub what: ScopeOf,
    pub size: i32,
    pub exactly: bool,
    pub span: Span,
}

/// What a scope is of.
#[derive(Clone, Debug)]
pub(crate) enum ScopeOf {
    Sig(Name),
    /// `4 int`: the width of integers.
    Int,
    /// `4 seq`: the longest sequence.
    Seq,
    String,
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnaryOp {
    Not,
    No,
    Some,
    Lone,
    One,
    Transpose,
    ReflexiveClosure,
    Closure,
    Cardinality,
    /// `int e`, `sum e`, `int[e]`: the sum of the integers in a set.
    ToInt,
    /// The atom of an integer.
    ToAtom,
    SetOf,
    SomeOf,
    LoneOf,
    OneOf,
    /// The expression of a field that is declared with `=`.
    ExactlyOf,
}

impl UnaryOp {
    /// Whether it says how many there are of something that is declared.
    pub fn is_multiplicity(self) -> bool {
        use UnaryOp as U;
        matches!(self, U::SetOf | U::SomeOf | U::LoneOf | U::OneOf | U::ExactlyOf)
    }
}

/// How many tuples one side of an arrow may have for each one of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Many {
    Any,
    Some,
    Lone,
    One,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BinaryOp {
    Arrow(Many, Many),
    /// `seq e`, as `seq/Int -> lone e` whose indices have no gap.
    Sequence,
    Domain,
    Range,
    Intersect,
    Override,
    Plus,
    Minus,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Equal,
    NotEqual,
    In,
    NotIn,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    NotLess,
    NotLessEqual,
    NotGreater,
    NotGreaterEqual,
    Implies,
    Iff,
}

impl BinaryOp {
    pub fn is_arrow(self) -> bool {
        matches!(self, BinaryOp::Arrow(..) | BinaryOp::Sequence)
    }

    /// How it is written.
    pub fn text(self) -> &'static str {
        use BinaryOp as B;
        match self {
            B::Arrow(..) => "->",
            B::Sequence => "seq",
            B::Domain => "<:",
            B::Range => ":>",
            B::Intersect => "&",
            B::Override => "++",
            B::Plus => "+",
            B::Minus => "-",
            B::Add => "fun/add",
            B::Sub => "fun/sub",
            B::Mul => "fun/mul",
            B::Div => "fun/div",
            B::Rem => "fun/rem",
            B::ShiftLeft => "<<",
            B::ShiftRight => ">>",
            B::ShiftRightUnsigned => ">>>",
            B::Equal => "=",
            B::NotEqual => "!=",
            B::In => "in",
            B::NotIn => "!in",
            B::Less => "<",
            B::LessEqual => "<=",
            B::Greater => ">",
            B::GreaterEqual => ">=",
            B::NotLess => "!<",
            B::NotLessEqual => "!<=",
            B::NotGreater => "!>",
            B::NotGreaterEqual => "!>=",
            B::Implies => "=>",
            B::Iff => "<=>",
        }
    }
}

/// An operator over any number of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ListOp {
    And,
    Or,
    Disjoint,
    TotalOrder,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quantifier {
    All,
    No,
    Some,
    Lone,
    One,
    Sum,
    Comprehension,
}

/// What has a name of its own in the language and is no signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Constant {
    True,
    Iden,
    Number(i32),
    Text(String),
    /// The smallest integer.
    Min,
    /// The largest integer.
    Max,
    /// From each integer to the next one.
    Next,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// Also `univ`, `none`, `Int`, `seq/Int`, `String`, `this` and `@name`.
    Name(String),
    Constant(Constant),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    List(ListOp, Vec<Expr>),
    /// A join, or one step of a call: `left.right`, `right[left]`.
    Join(Box<Expr>, Box<Expr>),
    IfElse(Box<Expr>, Box<Expr>, Box<Expr>),
    Let(Name, Box<Expr>, Box<Expr>),
    Quantified(Quantifier, Vec<Decl>, Box<Expr>),
}
