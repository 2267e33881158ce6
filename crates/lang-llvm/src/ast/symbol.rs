//! What stands at the top level of a module.

use super::{AliasId, FnId, MdRef, Promise, Span, Type, VarId};

/// Something with a name `@...` and an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// A function.
    Function(FnId),
    /// A global variable.
    Variable(VarId),
    /// An alias.
    Alias(AliasId),
}

/// How a symbol is linked, as far as it matters to one whole program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// `external`, `dllimport`, `dllexport`, or nothing.
    External,
    /// `internal` or `private`.
    Internal,
    /// `weak`, `linkonce`, `weak_odr`, `linkonce_odr` or `common`: another definition may take its place.
    Weak,
    /// `available_externally`: the definition is a copy of one that is elsewhere.
    AvailableExternally,
    /// `extern_weak`: null when nobody defines it.
    ExternWeak,
    /// `appending`: the arrays of all modules are joined.
    Appending,
}

/// The head of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// The linkage name without the `@`.
    pub name: Box<str>,
    /// Its linkage.
    pub linkage: Linkage,
    /// What it returns.
    pub result: Type,
    /// What its attributes say of what it returns.
    pub promise: Promise,
    /// Its parameters.
    pub params: Box<[Param]>,
    /// Whether calls may pass more arguments.
    pub variadic: bool,
    /// Whether it never returns.
    pub noreturn: bool,
    /// Its `DISubprogram`.
    pub subprogram: Option<MdRef>,
    /// The text between the braces; `None` for a declaration.
    pub body: Option<Span>,
    /// Where the name stands.
    pub at: u32,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its type.
    pub ty: Type,
    /// `byval(T)`: the caller passes the address, the callee gets the address of its own copy.
    pub byval: Option<Type>,
    /// `sret(T)`: the callee writes its result there.
    pub sret: Option<Type>,
    /// The alignment that `align N` asks for.
    pub align: Option<u64>,
    /// What its attributes say of its value.
    pub promise: Promise,
    /// Its name in the body with the `%`; empty when it has none.
    pub name: Span,
}

/// The head of a global variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The linkage name without the `@`.
    pub name: Box<str>,
    /// Its linkage.
    pub linkage: Linkage,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// Whether the program must not write it.
    pub constant: bool,
    /// The type of its contents.
    pub ty: Type,
    /// The alignment that is written.
    pub align: Option<u64>,
    /// The section that it is in, when the text names one.
    pub section: Option<Box<str>>,
    /// The text of the initial contents; `None` when it is external.
    pub initializer: Option<Span>,
    /// Its `DIGlobalVariableExpression`, the last one when there are several.
    pub debug: Option<MdRef>,
    /// Where the name stands.
    pub at: u32,
}

/// An alias: another name for an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The linkage name without the `@`.
    pub name: Box<str>,
    /// Whether it is an `ifunc`, whose target is a function that gives the address.
    pub ifunc: bool,
    /// The text of the typed constant that it stands for.
    pub target: Span,
    /// Where the name stands.
    pub at: u32,
}
