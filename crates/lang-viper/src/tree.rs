//! The tree of a Viper program after names are resolved, types are found, macros are expanded and imports are joined.
//!
//! Names are ids here: of a member in its [`Program`], of a local variable in the table of the member that it stands
//! in. Every expression carries its type and its place. What the language has as shorter ways to write something else
//! is written out: macros, algebraic data types (domains with axioms), `P(x)` as an assertion (full permission),
//! chained comparisons, field targets of calls, termination measures (assertions, see [`Origin`]).

use effigy_base::assumption::AssumptionKind;
use effigy_base::define_id;
use effigy_base::id::IdVec;
use effigy_base::source::{FileId, SourceFiles};
use effigy_base::text::Span;
use num_bigint::BigInt;
use std::sync::Arc;

define_id! {
    /// A field.
    FieldId
}
define_id! {
    /// A heap-dependent function.
    FunctionId
}
define_id! {
    /// A predicate.
    PredicateId
}
define_id! {
    /// A method.
    MethodId
}
define_id! {
    /// A domain: a type with functions and axioms.
    DomainId
}
define_id! {
    /// A function of a domain.
    DomainFunctionId
}
define_id! {
    /// A variable of a member: parameter, result, local or bound variable. No two declarations of a member share one.
    LocalId
}

/// A place in one of a program's files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The part of its text.
    pub span: Span,
}

/// A whole program, imports included.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The files that it was read from; the first is the one that was asked for.
    pub files: SourceFiles,
    /// All domains, those of algebraic data types included.
    pub domains: IdVec<DomainId, Domain>,
    /// The functions of all domains.
    pub domain_functions: IdVec<DomainFunctionId, DomainFunction>,
    /// All fields.
    pub fields: IdVec<FieldId, Field>,
    /// All functions.
    pub functions: IdVec<FunctionId, Function>,
    /// All predicates.
    pub predicates: IdVec<PredicateId, Predicate>,
    /// All methods.
    pub methods: IdVec<MethodId, Method>,
    /// What proofs rest on although nobody shows it, by place.
    pub premises: Vec<Premise>,
}

/// Something that proofs of a program rest on although nobody shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Premise {
    /// Its kind.
    pub kind: AssumptionKind,
    /// What is taken for granted, as a clause that can follow "assuming".
    pub what: &'static str,
    /// Where.
    pub place: Place,
}

/// A type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// Truth values.
    Bool,
    /// The integers of mathematics.
    Int,
    /// Permission amounts: rationals. `Rational` is the same type.
    Perm,
    /// References to objects, `null` included.
    Ref,
    /// Finite sequences.
    Seq(Arc<Type>),
    /// Finite sets.
    Set(Arc<Type>),
    /// Finite multisets.
    Multiset(Arc<Type>),
    /// Finite maps from keys to values.
    Map(Arc<Type>, Arc<Type>),
    /// A domain with its type arguments.
    Domain(DomainId, Arc<[Type]>),
    /// The type parameter of the domain that is being declared, by its position.
    Parameter(u32),
    /// The type of a magic wand, a predicate instance or another expression that is no value.
    Resource,
}

/// `@key("value", ...)` before a member, a statement or an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// What stands behind `@`.
    pub key: Arc<str>,
    /// The texts in parentheses.
    pub values: Vec<Arc<str>>,
}

/// A domain.
#[derive(Clone, Debug)]
pub struct Domain {
    /// Its name.
    pub name: Arc<str>,
    /// Where it is declared.
    pub place: Place,
    /// The names of its type parameters.
    pub parameters: Vec<Arc<str>>,
    /// What it is written as in SMT-LIB, when the declaration says so (`interpretation (SMTLIB: "...")`).
    pub interpretation: Option<Arc<str>>,
    /// What is assumed of its functions; each a closed Boolean expression.
    pub axioms: Vec<Axiom>,
    /// The declaration's annotations.
    pub annotations: Vec<Annotation>,
}

/// An axiom of a domain.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// Its name; empty when it has none.
    pub name: Arc<str>,
    /// The bound variables of its quantifiers.
    pub locals: IdVec<LocalId, Local>,
    /// What is assumed.
    pub body: Expr,
}

/// A function of a domain: total, and without the heap.
#[derive(Clone, Debug)]
pub struct DomainFunction {
    /// Its name.
    pub name: Arc<str>,
    /// The domain that it belongs to, whose type parameters its types may name.
    pub domain: DomainId,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// The type of its result.
    pub result: Type,
    /// Whether it is a constant of which each value differs from those of other unique functions.
    pub unique: bool,
    /// What it is written as in SMT-LIB, when the declaration says so.
    pub interpretation: Option<Arc<str>>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Arc<str>,
    /// The type of its values.
    pub ty: Type,
    /// Where it is declared.
    pub place: Place,
}

/// A variable of a member.
#[derive(Clone, Debug)]
pub struct Local {
    /// As the text names it; for messages.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// Where it is declared.
    pub place: Place,
}

/// A function of values and of the part of the heap that its precondition asks for.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Arc<str>,
    /// Where its name is declared.
    pub place: Place,
    /// All variables of the function, bound ones included.
    pub locals: IdVec<LocalId, Local>,
    /// The parameters in order.
    pub parameters: Vec<LocalId>,
    /// The type of the result, which `result` names in postconditions.
    pub result: Type,
    /// What callers show.
    pub preconditions: Vec<Expr>,
    /// What callers may assume.
    pub postconditions: Vec<Expr>,
    /// The value; `None` for an abstract function.
    pub body: Option<Expr>,
    /// Calls, by their places, that end because some chunk of the heap is not theirs, or because they take what an `unfolding`
    /// around them gives (Smans, Jacobs and Piessens, section 3.6): a proof shows that. Programs in Viper have measures instead.
    pub shrinking: Vec<Place>,
    /// Whether its definition is only used where a call says `reveal`.
    pub opaque: bool,
    /// The declaration's annotations.
    pub annotations: Vec<Annotation>,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: Arc<str>,
    /// Where its name is declared.
    pub place: Place,
    /// All variables, bound ones included.
    pub locals: IdVec<LocalId, Local>,
    /// The parameters in order.
    pub parameters: Vec<LocalId>,
    /// The assertion that it stands for; `None` for an abstract predicate.
    pub body: Option<Expr>,
    /// The declaration's annotations.
    pub annotations: Vec<Annotation>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name.
    pub name: Arc<str>,
    /// Where its name is declared.
    pub place: Place,
    /// All variables, bound ones included.
    pub locals: IdVec<LocalId, Local>,
    /// The parameters in order.
    pub parameters: Vec<LocalId>,
    /// The results in order.
    pub results: Vec<LocalId>,
    /// What callers show.
    pub preconditions: Vec<Expr>,
    /// What callers may assume.
    pub postconditions: Vec<Expr>,
    /// What it does; `None` for an abstract method.
    pub body: Option<Block>,
    /// What this member proves beside its text; [`Origin::Text`] for methods of the text.
    pub origin: Origin,
    /// The declaration's annotations.
    pub annotations: Vec<Annotation>,
}

/// Why a proof obligation is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The text says so.
    Text,
    /// The language says so; an object program has such obligations.
    Language {
        /// What it means that the obligation may not hold, in a sentence.
        message: Arc<str>,
    },
    /// The measure of a recursion, of a loop or of a call must decrease; the identifier of the error where it does not,
    /// such as `termination.failed:tuple.false`.
    Termination {
        /// The error's identifier.
        error: Arc<str>,
    },
    /// This place must be able to be reached: smoke detection.
    Smoke,
}

/// Statements in order.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// Where it stands, braces included; `None` where the text has no such block.
    pub place: Option<Place>,
}

impl Block {
    /// Where its closing brace stands.
    pub fn end(&self) -> Option<Place> {
        let mut place = self.place?;
        place.span.start = place.span.end;
        place.span.start.column = place.span.start.column.saturating_sub(1);
        Some(place)
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub place: Place,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `var x: T`: each variable has any value of its type from here on.
    Declare(Vec<LocalId>),
    /// `x := e`.
    Assign {
        /// The variable.
        target: LocalId,
        /// The value.
        value: Expr,
    },
    /// `e.f := v`.
    AssignField {
        /// The object.
        receiver: Expr,
        /// The field.
        field: FieldId,
        /// The value.
        value: Expr,
    },
    /// `x, y := m(a, b)`.
    Call {
        /// A variable for each result.
        targets: Vec<LocalId>,
        /// The method.
        method: MethodId,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// `x := new(f, g)`: a new object and full permission to these fields.
    New {
        /// The variable.
        target: LocalId,
        /// The fields; all fields of the program for `new(*)`.
        fields: Vec<FieldId>,
    },
    /// `inhale A`.
    Inhale(Expr),
    /// `exhale A`.
    Exhale(Expr),
    /// `assume A`.
    Assume(Expr),
    /// `assert A`.
    Assert {
        /// What must hold.
        condition: Expr,
        /// Why it is asserted.
        origin: Origin,
    },
    /// `refute A`: an error where `A` holds whenever this place is reached.
    Refute {
        /// What must not hold.
        condition: Expr,
        /// Why it is refuted.
        origin: Origin,
    },
    /// `fold acc(P(x), p)`.
    Fold(Access),
    /// `unfold acc(P(x), p)`.
    Unfold(Access),
    /// `package A --* B { ... }`.
    Package {
        /// The wand, an expression of kind [`ExprKind::Wand`].
        wand: Expr,
        /// The proof script.
        script: Block,
    },
    /// `apply A --* B`.
    Apply(Expr),
    /// `if (e) { } else { }`.
    If {
        /// The condition.
        condition: Expr,
        /// What is done when it holds.
        then: Block,
        /// What is done when it does not.
        otherwise: Block,
    },
    /// `while (e) invariant A { }`.
    While {
        /// The condition.
        condition: Expr,
        /// The invariants.
        invariants: Vec<Expr>,
        /// What is repeated.
        body: Block,
    },
    /// `label l invariant A`: a place to go to, and a name of the heap here for `old[l]`.
    Label {
        /// Its name, unique in the method.
        name: Arc<str>,
        /// What holds whenever the place is reached by going back.
        invariants: Vec<Expr>,
    },
    /// `goto l`.
    Goto(Arc<str>),
    /// `{ ... }`.
    Block(Block),
    /// `quasihavoc c ==> R`, `quasihavocall x :: c ==> R(x)`: the resources keep their permissions and lose their values.
    Havoc {
        /// The variables of `quasihavocall`; none for `quasihavoc`.
        variables: Vec<LocalId>,
        /// The condition.
        condition: Option<Expr>,
        /// The resource.
        location: Location,
    },
}

/// An expression or an assertion.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Box<ExprKind>,
    /// Its type; [`Type::Bool`] for assertions.
    pub ty: Type,
    /// Where it stands.
    pub place: Place,
}

/// A resource that permissions are held to.
#[derive(Clone, Debug)]
pub enum Location {
    /// `e.f`.
    Field(Expr, FieldId),
    /// `P(e1, e2)`.
    Predicate(PredicateId, Vec<Expr>),
    /// A magic wand, an expression of kind [`ExprKind::Wand`].
    Wand(Expr),
}

/// `acc(location, amount)`.
#[derive(Clone, Debug)]
pub struct Access {
    /// The resource.
    pub location: Location,
    /// The permission amount; `None` where the text says none, which is `write`, or `wildcard` in functions.
    pub amount: Option<Expr>,
    /// Where it stands.
    pub place: Place,
}

/// What an expression is. Operands are in the order of the text.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `true`, `false`.
    Bool(bool),
    /// A number.
    Int(BigInt),
    /// `null`.
    Null,
    /// `none`.
    NoPerm,
    /// `write`.
    FullPerm,
    /// `wildcard`: some positive amount, less than what is held.
    Wildcard,
    /// `epsilon`.
    Epsilon,
    /// A variable.
    Local(LocalId),
    /// `result` of the function whose postcondition this is.
    Result,
    /// An operator on one operand.
    Unary(UnaryOp, Expr),
    /// An operator on two operands.
    Binary(BinaryOp, Expr, Expr),
    /// `c ? a : b`; as an assertion too.
    Conditional(Expr, Expr, Expr),
    /// `(let x == (e) in body)`; as an assertion too.
    Let(LocalId, Expr, Expr),
    /// `e.f`, read from the heap.
    Field(Expr, FieldId),
    /// `f(e1, e2)`.
    Call {
        /// The function.
        function: FunctionId,
        /// The arguments.
        arguments: Vec<Expr>,
        /// Whether the text says `reveal`.
        reveal: bool,
    },
    /// A function of a domain.
    DomainCall {
        /// The function.
        function: DomainFunctionId,
        /// The type arguments of its domain.
        instance: Arc<[Type]>,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// `old(e)`, and `old[l](e)` for a label; `old[lhs](e)` in wands.
    Old(Option<Arc<str>>, Expr),
    /// `unfolding acc(P(x), p) in e`.
    Unfolding(Access, Expr),
    /// `applying (A --* B) in e`.
    Applying(Expr, Expr),
    /// `asserting (A) in e`.
    Asserting(Expr, Expr),
    /// A quantifier; as an assertion too.
    Quantifier(Box<Quantifier>),
    /// `forperm x: Ref [x.f] :: e`: `e` for all `x` for which some permission is held.
    ForPerm {
        /// The bound variables.
        variables: Vec<LocalId>,
        /// The resource over them.
        location: Location,
        /// What holds.
        body: Expr,
    },
    /// `acc(location, amount)`, an assertion.
    Access(Access),
    /// `perm(location)`.
    Perm(Location),
    /// `A --* B`, an assertion.
    Wand(Expr, Expr),
    /// `[A, B]`: `A` where it is inhaled, `B` where it is exhaled.
    InhaleExhale(Expr, Expr),
    /// `Seq(e1, e2)`, empty ones included; the type says the element's.
    Seq(Vec<Expr>),
    /// `Set(e1, e2)`.
    Set(Vec<Expr>),
    /// `Multiset(e1, e2)`.
    Multiset(Vec<Expr>),
    /// `Map(k1 := v1, k2 := v2)`.
    Map(Vec<(Expr, Expr)>),
    /// `s[i := v]` of a sequence or a map.
    Update(Expr, Expr, Expr),
}

/// `forall` or `exists`.
#[derive(Clone, Debug)]
pub struct Quantifier {
    /// Whether it is `exists`.
    pub exists: bool,
    /// The bound variables.
    pub variables: Vec<LocalId>,
    /// What makes a solver use it, each a set of expressions; none when the text gives none.
    pub triggers: Vec<Vec<Expr>>,
    /// The body.
    pub body: Expr,
    /// The annotations before it.
    pub annotations: Vec<Annotation>,
}

/// An operator on one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `!e`.
    Not,
    /// `-e` of an integer or a permission amount.
    Negate,
    /// `|e|` of a sequence, a set, a multiset or a map.
    Cardinality,
    /// `domain(m)` of a map.
    Domain,
    /// `range(m)` of a map.
    Range,
}

/// An operator on two operands. Which theory is meant follows from the operands' types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `a && b`: both, one behind the other; as an assertion the separating conjunction.
    And,
    /// `a || b`; `b` is evaluated where `a` is false.
    Or,
    /// `a ==> b`; `b` is evaluated where `a` is true.
    Implies,
    /// `a <==> b`.
    Iff,
    /// `a == b`.
    Eq,
    /// `a != b`.
    Ne,
    /// `a < b` of integers or permission amounts.
    Lt,
    /// `a <= b`.
    Le,
    /// `a > b`.
    Gt,
    /// `a >= b`.
    Ge,
    /// `a + b` of integers or permission amounts.
    Add,
    /// `a - b`.
    Sub,
    /// `a * b`: integers, permission amounts, or an integer and an amount.
    Mul,
    /// `a \ b` of integers: Euclidean quotient.
    IntDiv,
    /// `a % b` of integers.
    Mod,
    /// `a / b` that makes a permission amount: of two integers, or of an amount and an integer or an amount.
    PermDiv,
    /// `a ++ b` of sequences.
    Append,
    /// `a in b` of sequences, sets, maps (keys); the multiplicity of an element of a multiset, an integer.
    In,
    /// `s[i]` of a sequence, `m[k]` of a map.
    Index,
    /// `s[..n]`.
    Take,
    /// `s[n..]`.
    Drop,
    /// `[a..b)`.
    Range,
    /// `a union b`.
    Union,
    /// `a intersection b`.
    Intersection,
    /// `a setminus b`.
    SetMinus,
    /// `a subset b`.
    Subset,
}
