//! The checked syntax tree: names resolved, integers and conditions distinguished by type.
//!
//! A tree with errors beside it may lack what was wrong; use it when there are none.

use effigy_base::define_id;
use effigy_base::id::IdVec;
use effigy_base::text::Span;
use num_bigint::BigInt;

define_id! {
    /// A procedure of a program.
    ProcId
}
define_id! {
    /// A variable of a procedure, parameters included.
    VarId
}
define_id! {
    /// A label of a procedure.
    LabelId
}

/// The external procedures of one file. Prints as a listing with statement numbers.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Program {
    /// Where the text was read from.
    pub path: String,
    /// The procedures in the order of the text.
    pub procedures: IdVec<ProcId, Procedure>,
}

impl Program {
    /// The procedure with this name, in any case.
    pub fn find(&self, name: &str) -> Option<ProcId> {
        self.procedures.iter().find(|(_, p)| p.name.eq_ignore_ascii_case(name)).map(|(id, _)| id)
    }
}

/// A procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name, in capitals as all names.
    pub name: String,
    /// The statement number of its head.
    pub number: u32,
    /// Its head, from the name to the semicolon.
    pub span: Span,
    /// The parameters, passed by reference, in order.
    pub parameters: Vec<VarId>,
    /// Whether it has the option RECURSIVE; a procedure may call itself without.
    pub recursive: bool,
    /// Whether it has the option RETURNS.
    pub returns: bool,
    /// Whether it gives a value: it has RETURNS, or a RETURN with a value.
    pub is_function: bool,
    /// Parameters first, then declared variables, then those that their use declares.
    pub variables: IdVec<VarId, Variable>,
    /// The labels of its statements.
    pub labels: IdVec<LabelId, Label>,
    /// Its statements, declarations among them.
    pub body: Vec<Statement>,
    /// The END that closes it, a return without a value.
    pub end: End,
}

impl Procedure {
    /// The variable with this name, in any case.
    pub fn find(&self, name: &str) -> Option<VarId> {
        self.variables.iter().find(|(_, v)| v.name.eq_ignore_ascii_case(name)).map(|(id, _)| id)
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Integer or array.
    pub shape: Shape,
    /// Where it lives.
    pub storage: Storage,
    /// Its initial values in order of the elements; empty without INITIAL.
    pub initial: Vec<Initial>,
    /// The place of its declaration, or of its first use.
    pub span: Span,
}

impl Variable {
    /// Whether it is an array.
    pub(crate) fn is_array(&self) -> bool {
        matches!(self.shape, Shape::Array(_))
    }
}

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One integer.
    Integer,
    /// Integers by subscript.
    Array(Bounds),
}

/// The subscripts of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// `*`: those of the argument.
    Argument,
    /// From the lower to the upper bound. Constant for parameters and STATIC arrays; else over the parameters,
    /// with their values at entry.
    Range {
        /// The lowest subscript, 1 when it is not written.
        lower: Box<Expr>,
        /// The highest subscript.
        upper: Box<Expr>,
    },
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// With the caller.
    Parameter,
    /// New in each call.
    Automatic,
    /// One for the whole run.
    Static,
}

/// One value of INITIAL, with its repetition factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    /// How many elements it sets.
    pub count: u32,
    /// The value: a constant for STATIC variables, else over the parameters at entry.
    pub value: Expr,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its number in the listing of its procedure.
    pub number: u32,
    /// The labels in front of it.
    pub labels: Vec<LabelId>,
    /// Its place, from the first label to the semicolon.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// The END of a group or of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Its number in the listing.
    pub number: u32,
    /// The labels in front of it.
    pub labels: Vec<LabelId>,
    /// Its place.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `;`
    Empty,
    /// `DCL ...;`, nothing at run time.
    Declare(Vec<VarId>),
    /// `X = E;`
    Assign(Target, Expr),
    /// `IF C THEN S ELSE S`
    If {
        /// What decides.
        condition: Condition,
        /// The statement of THEN.
        then: Box<Statement>,
        /// The statement of ELSE.
        otherwise: Option<Box<Statement>>,
    },
    /// `DO ...; ... END;`
    Do {
        /// How often the group is executed.
        head: DoHead,
        /// The group's statements.
        body: Vec<Statement>,
        /// The END of the group.
        end: End,
    },
    /// `GO TO L;`, never into a group from outside.
    GoTo(LabelId),
    /// `CALL P(...);`, a value that it gives is dropped.
    Call(ProcId, Vec<Argument>),
    /// `RETURN;` or `RETURN(E);`
    Return(Option<Expr>),
    /// `READ(...);`
    Read(Vec<Target>),
    /// `WRITE(...);`
    Write(Vec<Expr>),
    /// `ASSUME(C);`, `PROVE(C);`, `ASSERT(C);`
    Assertion(AssertionKind, Condition),
}

/// How often a group is executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DoHead {
    /// Once.
    Once,
    /// `DO WHILE(C) UNTIL(C)`, one of them at least.
    Repeat(Box<Tests>),
    /// `DO J = E TO E BY E WHILE(C) UNTIL(C)`
    Count(Box<Count>),
}

/// The head of a loop that counts. Its values are evaluated once, at the start; with neither TO nor BY the group is
/// executed once, and with BY alone it has no end of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The variable that counts.
    pub variable: VarId,
    /// Its first value.
    pub from: Expr,
    /// Its last value.
    pub to: Option<Expr>,
    /// What is added to it, 1 when it is not written.
    pub by: Option<Expr>,
    /// Further tests.
    pub tests: Tests,
}

/// The tests of a loop.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Tests {
    /// WHILE: tested before each round.
    pub before: Option<Condition>,
    /// UNTIL: tested after each round; true ends the loop.
    pub after: Option<Condition>,
}

/// Which of the three statements about a predicate (King 1976, section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssertionKind {
    /// Adds the predicate to the path condition.
    Assume,
    /// Asks whether the predicate holds.
    Prove,
    /// Either, as the verifier says; a check when the program just runs.
    Assert,
}

/// What gets a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An integer variable.
    Variable(VarId),
    /// An element of an array.
    Element(VarId, Expr),
}

/// What a call passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An integer variable, by reference.
    Variable(VarId),
    /// An element, by reference; the subscript is evaluated at the call.
    Element(VarId, Expr),
    /// A whole array, by reference.
    Array(VarId),
    /// A value, in a temporary; also a variable in parentheses.
    Value(Expr),
}

/// An integer expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// What an integer expression computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number, not negative.
    Number(BigInt),
    /// A symbolic constant, `A` or `A(1)` for `"A"` or `"A(1)"`: an input, the same one for the same name.
    Symbol(String),
    /// An integer variable.
    Variable(VarId),
    /// The variable of an enclosing quantifier, counted from the outermost one, 0.
    Bound(u32),
    /// An element of an array.
    Element(VarId, Box<Expr>),
    /// `-E`
    Negate(Box<Expr>),
    /// `ABS(E)`
    Abs(Box<Expr>),
    /// Two operands.
    Binary(Arithmetic, Box<Expr>, Box<Expr>),
    /// The value of a function.
    Call(ProcId, Vec<Argument>),
}

/// An operator on two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `**`
    Power,
    /// `MOD(E, E)`
    Mod,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What it says.
    pub kind: ConditionKind,
    /// Its place.
    pub span: Span,
}

/// What a condition says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// Two integers are in a relation.
    Relation(Relation, Expr, Expr),
    /// `¬C`
    Not(Box<Condition>),
    /// `C & C`, `C | C`, `C => C`; both sides are evaluated.
    Binary(Connective, Box<Condition>, Box<Condition>),
    /// `FORALL I IN L..U: C` and `EXISTS I IN L..U: C`.
    Quantified {
        /// Whether all or one.
        quantifier: Quantifier,
        /// The name of the variable, [`ExprKind::Bound`] in the body.
        name: String,
        /// Its lowest value.
        lower: Expr,
        /// Its highest value; none when it is below the lowest one.
        upper: Expr,
        /// What is said of each value.
        body: Box<Condition>,
    },
}

/// A relation of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `¬=`
    NotEqual,
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
}

/// An operator on two conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    /// `&`
    And,
    /// `|`
    Or,
    /// `⊃`
    Implies,
}

/// A quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// For all.
    All,
    /// There is one.
    Exists,
}
