//! The checked syntax tree: names resolved, every expression with its type.
//!
//! A tree with errors beside it may lack what was wrong; use it when there are none.
//!
//! What the text may leave out is written out in the tree: `x` for a field is `this.x`, a loop with `for` is a block
//! with a `while`, `x += 1` is `x := x + 1`, `0 <= i < n` is a conjunction, `a ==> b` is `a ? b : true`.

use effigy_base::define_id;
use effigy_base::id::IdVec;
use effigy_base::text::Span;
use num_bigint::BigInt;

define_id! {
    /// A class of a program.
    ClassId
}
define_id! {
    /// A field of a class.
    FieldId
}
define_id! {
    /// A method, constructor, predicate or procedure.
    MethodId
}
define_id! {
    /// A global variable.
    GlobalId
}
define_id! {
    /// A parameter or local variable of a method, or a variable of a trace.
    LocalId
}

/// The program of one file. Prints as a text that is read back as the same tree.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Program {
    /// Where the text was read from.
    pub path: String,
    /// The classes in the order of the text.
    pub classes: IdVec<ClassId, Class>,
    /// The fields of all classes.
    pub fields: IdVec<FieldId, Field>,
    /// The methods of all classes, and the procedures, in the order of the text; a main program of bare statements is
    /// the last one.
    pub methods: IdVec<MethodId, Method>,
    /// The global variables.
    pub globals: IdVec<GlobalId, Global>,
    /// The main program: the procedure `main`, or the statements outside of procedures.
    pub main: Option<MethodId>,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The place of its name.
    pub span: Span,
    /// Its fields, in order.
    pub fields: Vec<FieldId>,
    /// Its methods, in order, the constructor among them.
    pub methods: Vec<MethodId>,
    /// Its constructor.
    pub constructor: Option<MethodId>,
    /// What its invariants say of `this`.
    pub invariants: Vec<Expr>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    /// What it holds.
    pub ty: Type,
    /// The place of its name.
    pub span: Span,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub ty: Type,
    /// Its value at the start, a constant: a number, perhaps negated, a truth value or null. Any value without.
    pub initial: Option<Expr>,
    /// The place of its name.
    pub span: Span,
}

/// What a method is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// It executes statements.
    Mutator,
    /// It executes statements on a new object; it has the name of the class and no result.
    Constructor,
    /// It has no effects: its body is one `return` of an expression.
    Pure,
    /// It states an assertion: its body is one `return` of one. Only contracts and ghost operations use it.
    Predicate,
}

/// A method, constructor, predicate or procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub kind: MethodKind,
    /// The class that it belongs to; none for a procedure.
    pub class: Option<ClassId>,
    /// The type of its result, bool for predicates; none for `void` and constructors.
    pub result: Option<Type>,
    /// Its parameters, in order.
    pub parameters: Vec<LocalId>,
    /// Its parameters, then its local variables in the order of the text.
    pub locals: IdVec<LocalId, Local>,
    /// What holds before a call, all of it: assertions.
    pub requires: Vec<Expr>,
    /// What holds at the return, all of it: assertions. Parameters have their values at the call.
    pub ensures: Vec<Expr>,
    /// Its statements.
    pub body: Vec<Statement>,
    /// The place of its name.
    pub span: Span,
    /// The place of the brace that closes it.
    pub end: Span,
}

/// A parameter or local variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Its name, which a variable of another block may have too.
    pub name: String,
    /// What it holds.
    pub ty: Type,
    /// Whether only contracts and ghost operations see it.
    pub ghost: bool,
    /// The place of its name.
    pub span: Span,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// An integer.
    Int,
    /// A truth value.
    Bool,
    /// A reference to an object of a class, or null.
    Class(ClassId),
    /// A reference to an array of elements of a type, or null.
    Array(Box<Type>),
    /// The type of `null` alone.
    Null,
    /// No value: the type of a call, as a statement, of a method without result.
    Void,
    /// A type that could not be read: only in trees with errors.
    Broken,
}

impl Type {
    /// Whether its values are references.
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::Class(_) | Type::Array(_) | Type::Null)
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its number: statements are counted from 1 in the order of the text.
    pub number: u32,
    /// Its place, from its first character to its last.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `T x;` or `T x := e;`. Without a value the variable gets the default of its type: 0, false, null.
    Declare(LocalId, Option<Expr>),
    /// `t := e;`
    Assign(Target, Expr),
    /// `e;`: a call of a method, or a `new`; a value is dropped.
    Evaluate(Expr),
    /// `if (c) {...} else {...}`
    If {
        /// What decides.
        condition: Expr,
        /// The statements when it holds.
        then: Vec<Statement>,
        /// The statements when it does not.
        otherwise: Vec<Statement>,
    },
    /// `while (c) invariant i; {...}`
    While {
        /// Tested before each round.
        condition: Expr,
        /// Assertions that hold before each test of the condition.
        invariants: Vec<Expr>,
        /// The statements of a round.
        body: Vec<Statement>,
    },
    /// `{...}`
    Block(Vec<Statement>),
    /// `return;` or `return e;`; in a predicate of an assertion.
    Return(Option<Expr>),
    /// `assert a;`, an assertion.
    Assert(Expr),
    /// `assume a;`, an assertion.
    Assume(Expr),
    /// `join a;`, an assertion: what a proof knows behind this place is `a`, and nothing else. A statement of the body itself.
    Join(Expr),
    /// `open e.q(...);`, `close e.q(...);`, `use e.p(...);`: nothing at run time.
    Ghost(GhostKind, Call),
}

/// A ghost operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GhostKind {
    /// Puts the body of a predicate in the place of the predicate.
    Open,
    /// Puts a predicate in the place of its body.
    Close,
    /// Assumes that a pure method's value is the one of its body.
    Use,
}

/// What gets a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// What it is.
    pub kind: TargetKind,
    /// What it holds.
    pub ty: Type,
    /// Its place.
    pub span: Span,
}

/// What kind of variable gets a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// A local variable or parameter.
    Local(LocalId),
    /// A global variable.
    Global(GlobalId),
    /// `e.f`
    Field(Box<Expr>, FieldId),
    /// `a[i]`
    Element(Box<Expr>, Box<Expr>),
}

/// An expression; an assertion is one of type bool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The type of its value; [`Type::Null`] for `null` alone.
    pub ty: Type,
    /// Its place.
    pub span: Span,
    /// The place of what fails in it when something does: the operator, the dot or bracket; else its start.
    pub operator: Span,
}

/// What an expression computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number, not negative.
    Int(BigInt),
    /// A truth value.
    Bool(bool),
    /// `null`, also `nil`.
    Null,
    /// `this`, also where the text leaves it out.
    This,
    /// A local variable or parameter.
    Local(LocalId),
    /// A global variable.
    Global(GlobalId),
    /// `result` in a postcondition.
    Result,
    /// `*`: any value of the type, a new one at each execution. Only as the whole right side of an assignment or a
    /// declaration.
    Unknown,
    /// `e.f`
    Field(Box<Expr>, FieldId),
    /// `a[i]`
    Element(Box<Expr>, Box<Expr>),
    /// `a.length`
    Length(Box<Expr>),
    /// A call; of a method without result only as a statement.
    Call(Call),
    /// `new C` or `new C(...)`: the constructor is called when the class has one.
    New(ClassId, Vec<Expr>),
    /// `new T[n]`: the type of the elements and their number.
    NewArray(Type, Box<Expr>),
    /// An operator on one operand.
    Unary(Unary, Box<Expr>),
    /// An operator on two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `c ? a : b`; one of the two is evaluated.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `old(e)` in a postcondition: the value of `e` at the call.
    Old(Box<Expr>),
    /// `acc(e.f)`, `acc(g)` or `acc(a[i])`, an assertion: the access to a location; with a second operand, an integer or a
    /// quotient of two, to that part of it: `acc(e.f, 1/2)`. With an amount also of a predicate: `acc(e.q(), 1/2)`.
    Acc(Box<Expr>, Option<Box<Expr>>),
    /// `acc(a.elems)` or `acc(a.elems, 1/2)`, an assertion: the access to all elements of an array.
    AccElements(Box<Expr>, Option<Box<Expr>>),
    /// `untouched(a)` in a postcondition, an assertion: what `a` demands access to has the values at the call.
    Untouched(Box<Expr>),
    /// `opening e.q(...) in e` with a predicate.
    Opening(Call, Box<Expr>),
    /// `using e.p(...) in e` with a pure method.
    Using(Call, Box<Expr>),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub method: MethodId,
    /// The object that it is called on; none for a procedure.
    pub receiver: Option<Box<Expr>>,
    /// The arguments, one for each parameter.
    pub arguments: Vec<Expr>,
}

/// An operator on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-`
    Negate,
    /// `!`
    Not,
}

/// An operator on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, truncating
    Divide,
    /// `%`, the sign follows the dividend
    Remainder,
    /// `==` of two integers, two truth values or two references
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `&&`; the second operand is evaluated when the first holds.
    And,
    /// `||`; the second operand is evaluated when the first does not hold.
    Or,
    /// `*` of two assertions: both hold, and they demand access to different locations.
    Separate,
}

/// A symbolic execution trace (de Boer and Bonsangue, section 4): assignments, creations of objects and tests.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Where the text was read from.
    pub path: String,
    /// Whether its accesses demand nothing: what they demand is among its tests. Its first line then is `unchecked`.
    pub unchecked: bool,
    /// The variables that it declares, symbolic at the start.
    pub locals: IdVec<LocalId, Local>,
    /// Its steps: [`StatementKind::Assign`] and [`StatementKind::Assume`], which is a test.
    pub steps: Vec<Statement>,
}

impl Statement {
    /// The expressions directly in it, in the order of evaluation; contracts of loops and calls of ghost operations are
    /// not among them.
    pub fn expressions(&self) -> Vec<&Expr> {
        match &self.kind {
            StatementKind::Declare(_, value) | StatementKind::Return(value) => {
                value.iter().collect()
            }
            StatementKind::Assign(target, value) => {
                let mut list = target.operands();
                list.push(value);
                list
            }
            StatementKind::Evaluate(value)
            | StatementKind::Assert(value)
            | StatementKind::Assume(value)
            | StatementKind::Join(value)
            | StatementKind::If { condition: value, .. }
            | StatementKind::While { condition: value, .. } => vec![value],
            StatementKind::Block(_) | StatementKind::Ghost(..) => Vec::new(),
        }
    }

    /// The statements directly in it.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        let (first, second): (&[Statement], &[Statement]) = match &self.kind {
            StatementKind::If { then, otherwise, .. } => (then, otherwise),
            StatementKind::While { body, .. } | StatementKind::Block(body) => (body, &[]),
            _ => (&[], &[]),
        };
        first.iter().chain(second)
    }
}

impl Target {
    /// The expressions directly in it.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            TargetKind::Local(_) | TargetKind::Global(_) => Vec::new(),
            TargetKind::Field(object, _) => vec![object],
            TargetKind::Element(array, index) => vec![array, index],
        }
    }
}

impl Expr {
    /// The expressions directly in it, in the order of evaluation.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::This
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Result
            | ExprKind::Unknown => Vec::new(),
            ExprKind::Field(a, _)
            | ExprKind::Length(a)
            | ExprKind::NewArray(_, a)
            | ExprKind::Unary(_, a)
            | ExprKind::Old(a)
            | ExprKind::Untouched(a) => vec![a],
            ExprKind::Acc(a, amount) | ExprKind::AccElements(a, amount) => {
                std::iter::once(&**a).chain(amount.as_deref()).collect()
            }
            ExprKind::Element(a, b) | ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Conditional(a, b, c) => vec![a, b, c],
            ExprKind::Call(call) => call.operands(),
            ExprKind::New(_, list) => list.iter().collect(),
            ExprKind::Opening(call, inner) | ExprKind::Using(call, inner) => {
                let mut operands = call.operands();
                operands.push(inner);
                operands
            }
        }
    }
}

impl Call {
    /// The receiver and the arguments.
    pub fn operands(&self) -> Vec<&Expr> {
        self.receiver.iter().map(|receiver| &**receiver).chain(&self.arguments).collect()
    }
}

impl Program {
    /// The class with this name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes.iter().find(|(_, c)| c.name == name).map(|(id, _)| id)
    }

    /// The method or procedure of this name as [`Program::method_name`] gives it.
    pub fn method_named(&self, name: &str) -> Option<MethodId> {
        self.methods.iter().map(|(id, _)| id).find(|id| self.method_name(*id) == name)
    }

    /// The full name of a method: `m` for a procedure, `C.m` for a method of `C`, `C.C` for its constructor.
    pub fn method_name(&self, id: MethodId) -> String {
        let Some(method) = self.methods.get(id) else { return "?".to_owned() };
        match method.class.and_then(|class| self.classes.get(class)) {
            Some(class) => format!("{}.{}", class.name, method.name),
            None => method.name.clone(),
        }
    }

    /// A type as it is written.
    pub fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Int => "int".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Class(id) => self.classes.get(*id).map_or("?", |c| c.name.as_str()).to_owned(),
            Type::Array(element) => format!("{}[]", self.type_name(element)),
            Type::Null => "null".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Broken => "?".to_owned(),
        }
    }
}
