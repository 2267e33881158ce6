//! Everything that can be wrong with a text.

use crate::limits::{MAX_NESTING, MAX_OPERATORS};
use effigy_base::text::Hint;
use std::borrow::Cow;
use thiserror::Error;

/// What is wrong at a place; the messages say what each one is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum Problem {
    #[error("this byte is not UTF-8 text")]
    InvalidUtf8,
    #[error("`{found}` has no meaning in this language{advice}")]
    BadCharacter { found: char, advice: &'static str },
    #[error("the comment that begins here has no closing `*/`")]
    UnterminatedComment,
    #[error("`{0}` is no integer")]
    BadNumber(String),

    #[error("expected {expected}, found {found}")]
    Expected { expected: Cow<'static, str>, found: String },
    #[error("expected {expected}, found `{word}`, which is a word of the language")]
    Reserved { expected: &'static str, word: String },
    #[error("nested deeper than {}", MAX_NESTING)]
    TooDeep,
    #[error("an expression of more than {} operators in a row", MAX_OPERATORS)]
    TooLong,
    #[error(
        "`{0}`: there are no sub-classes and no interfaces here, dynamic dispatch is outside of this language"
    )]
    Inheritance(String),
    #[error("casts are outside of this language: there are no sub-classes")]
    Cast,
    #[error("`{0}` has no meaning in this language: leave it out")]
    Modifier(String),
    #[error("`{0}` is outside of this language: loops end by their condition or by `return`")]
    Foreign(String),
    #[error("this `{{` has no `}}`")]
    MissingBrace,
    #[error("`}}` without a `{{`")]
    StrayBrace,
    #[error("`else` without an `if`")]
    StrayElse,
    #[error("`*` as an unknown value is the whole right side of an assignment: `x = *;`")]
    MisplacedUnknown,
    #[error("`{0}` is a statement of its own, not part of an expression")]
    Increment(String),
    #[error(
        "a second `=` in an assignment: compare with `==`, or put the comparison in parentheses"
    )]
    EqualsTwice,
    #[error("this is no statement: assign it, or call a method")]
    NoStatement,
    #[error(
        "a field has no initial value here: it begins as 0, false or null; assign in a constructor"
    )]
    FieldValue,

    #[error("{what} `{name}` is already declared on line {line}")]
    Twice { what: &'static str, name: String, line: u32 },
    #[error("`{0}` is no class{1}")]
    UnknownClass(String, Hint),
    #[error("`{0}` is not declared{1}")]
    UnknownName(String, Hint),
    #[error("`{name}` is declared below, on line {line}: move its declaration up")]
    UsedBefore { name: String, line: u32 },
    #[error("`{name}` is declared in a block that ended before: line {line}")]
    OutOfScope { name: String, line: u32 },
    #[error("class {class} has no field `{name}`{hint}")]
    UnknownField { class: String, name: String, hint: Hint },
    #[error("class {class} has no method `{name}`{hint}")]
    UnknownMethod { class: String, name: String, hint: Hint },
    #[error("there is no procedure or method `{0}` here{1}")]
    UnknownProcedure(String, Hint),
    #[error("`{0}` is a class: a new object is `new {0}(...)`")]
    ClassCalled(String),
    #[error("a {0} has no fields")]
    NoFields(String),
    #[error("a {0} has no methods")]
    NoMethods(String),
    #[error("a {0} has no elements, only an array has")]
    NoElements(String),
    #[error("an array has the field `length` only")]
    ArrayField,
    #[error("`elems`, all elements of an array, stands in `acc(...)` only")]
    Elements,
    #[error("there is no `this` outside of classes")]
    NoThis,
    #[error("`this` cannot be assigned")]
    AssignedThis,
    #[error("the length of an array cannot be assigned")]
    AssignedLength,
    #[error("this cannot be assigned: a variable, a field or an element of an array can")]
    NotAssignable,
    #[error("the target is evaluated twice, and has a call: write the assignment out")]
    UpdatedCall,

    #[error("{needed} is needed here, this is {found}")]
    WrongType { needed: String, found: String },
    #[error("{left} and {right} cannot be compared")]
    Incomparable { left: String, right: String },
    #[error("the two sides of `:` are {left} and {right}")]
    Branches { left: String, right: String },
    #[error("{name} has {expected}, this call has {found}")]
    ArgumentCount { name: String, expected: String, found: usize },
    #[error("class {0} has no constructor: write `new {0}`")]
    NoConstructor(String),
    #[error("{0} has no result: it cannot stand in an expression")]
    VoidValue(String),
    #[error("`void` is a result only: a variable has a type")]
    VoidVariable,
    #[error("an object is not created in contracts, pure methods, or ghost operations")]
    CreationInContract,
    #[error("{0} has effects: contracts, pure methods and ghost operations call pure methods only")]
    EffectInContract(String),
    #[error(
        "a predicate is called in contracts, as a part that must hold: not under `!`, `||`, or in a comparison"
    )]
    MisplacedPredicate,
    #[error(
        "`{0}` stands in contracts, as a part that must hold: not under `!`, `||`, or in a comparison"
    )]
    MisplacedAssertion(&'static str),
    #[error(
        "the middle of `a < b < c` is evaluated twice, and has effects or is long: write `a < b && b < c`"
    )]
    Repeated,
    #[error("`*` separates assertions in contracts only: write `&&`")]
    MisplacedSeparation,
    #[error("it is not clear whether `*` is a product or separates assertions: use parentheses")]
    AmbiguousSeparation,
    #[error("`{0}` stands in postconditions only")]
    PostconditionOnly(&'static str),
    #[error("`result`, but {0} has no result")]
    NoResult(String),
    #[error("`old` inside of `old`")]
    NestedOld,
    #[error(
        "`acc` is about a field, a global variable or elements of an array: `acc(e.f)`, `acc(g)`, `acc(a[i])`, `acc(a.elems)`"
    )]
    NoLocation,
    #[error("`join` is a statement of the body itself, not of a block, a branch or a loop in it")]
    NestedJoin,
    #[error("`{word}` needs a call of a {needed}")]
    GhostCall { word: &'static str, needed: &'static str },
    #[error("`{0}` is a ghost variable: only contracts and ghost operations see it")]
    GhostRead(String),

    #[error("return without a value, but {0} has a result")]
    MissingValue(String),
    #[error("return with a value, but {0} has no result")]
    SuperfluousValue(String),
    #[error("{0} has a result, and a path to its end without `return`")]
    MissingReturn(String),
    #[error("the body of a {0} is one statement, `return` with a value")]
    PureBody(&'static str),
    #[error("a {0} has no {1}")]
    NoSuchContract(&'static str, &'static str),
    #[error("`{0}` is the constructor of the class: it has no result and is not `pure`")]
    ConstructorResult(String),
    #[error("the initial value of a global variable is a constant: a number, true, false or null")]
    GlobalValue,
    #[error("`main` has no parameters and no result")]
    MainSignature,
    #[error(
        "this is a statement outside of procedures, but there is a procedure `main` on line {0}; a declaration is a statement when its value is no constant"
    )]
    SecondMain(u32),
    #[error("the file has no class, no procedure and no statement")]
    NoProgram,
    #[error("a trace has assignments, `x := new C` without constructor, and tests: no calls")]
    TraceCall,

    #[error(
        "a proof takes no invariants of classes: state it as a predicate, and name that in contracts"
    )]
    ClassInvariant,
    #[error("a proof takes no effects in the condition of a loop: assign it to a variable")]
    EffectInCondition,
    #[error("a proof takes no effects beside permissions: assign the value to a variable before")]
    EffectBesidePermission,
    #[error(
        "this call may not end: the precondition of a pure method calls those that stand before it in the text, but {0} does not"
    )]
    Endless(String),
    #[error("{0} is no machine integer of {1} bits; integers without bounds are the default")]
    NotFixed(String, u32),
    #[error("internal error: {0}; this is a defect of Effigy, not of the program")]
    Lowering(String),
}

/// The problems of one text.
pub(crate) type Problems = effigy_base::text::Problems<Problem>;
