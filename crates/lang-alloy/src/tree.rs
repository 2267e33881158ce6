//! Resolved expressions and what they speak of.

use crate::problem::Problem;
use crate::sig::SigId;
use crate::syntax::{BinaryOp, Constant, ListOp, Multiplicity, Quantifier, UnaryOp};
use crate::types::Type;
use effigy_base::define_id;
use effigy_base::id::IdVec;
use effigy_base::source::FileId;
use effigy_base::text::Span;
use std::rc::Rc;

define_id! {
    /// A field of a model.
    FieldId
}

define_id! {
    /// A predicate or function of a model.
    FunctionId
}

define_id! {
    /// A variable of a model: bound by a quantifier, a `let`, a parameter list or a signature.
    VarId
}

define_id! {
    /// A module of a model: a file with what it was given for its parameters.
    ModuleId
}

/// A part of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    pub file: FileId,
    pub span: Span,
}

/// A problem and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Located {
    pub place: Place,
    pub problem: Problem,
}

/// An expression, shared.
pub(crate) type Expr = Rc<Node>;

/// An expression with its type. While names are ambiguous its type is of all their meanings.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub kind: Kind,
    pub ty: Type,
    pub place: Place,
    /// How far-fetched the meanings of its names are.
    pub weight: u32,
    /// Whether a name in it has several meanings still.
    pub ambiguous: bool,
    /// Whether it says how many there are of something.
    pub many: Many,
    pub error: Option<Rc<Located>>,
}

/// Whether an expression says how many there are of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Many {
    No,
    /// `set e`, `one e` and so on.
    Set,
    /// An arrow with multiplicities in it.
    Arrow,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Constant(Constant),
    Sig(SigId),
    Field(FieldId),
    Var(VarId),
    Unary(UnaryOp, Expr),
    Binary(BinaryOp, Expr, Expr),
    Join(Expr, Expr),
    List(ListOp, Vec<Expr>),
    IfElse(Expr, Expr, Expr),
    Let(VarId, Expr, Expr),
    Quantified(Quantifier, Rc<[Declared]>, Expr),
    /// With how far-fetched it is beside its arguments.
    Call(FunctionId, Vec<Expr>, u32),
    /// A call that lacks arguments, or has wrong ones.
    Partial(FunctionId, Vec<Expr>, u32),
    /// What a name can mean, each with what it is called in messages.
    Choice(Vec<(Expr, String)>),
    /// A macro of a module and its arguments so far.
    Macro(ModuleId, usize, Vec<Expr>),
    Bad,
}

/// Variables of one declaration.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub vars: Vec<VarId>,
    pub disjoint: bool,
    pub expr: Expr,
}

/// What is known of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub name: String,
    pub ty: Type,
    pub place: Place,
}

/// Whose part a signature is.
#[derive(Clone, Debug)]
pub(crate) enum Above {
    /// One of the language.
    Builtin,
    /// `extends`; of `univ` when nothing is said.
    Extends(SigId),
    /// `in` or, exactly, `=`.
    Subset(Vec<SigId>, bool),
}

/// A signature.
#[derive(Clone, Debug)]
pub(crate) struct Sig {
    /// Its name without the module.
    pub name: String,
    /// Its name with the path of the module, which is `this` for the model's own.
    pub label: String,
    pub place: Place,
    pub above: Above,
    /// Those that extend it.
    pub children: Vec<SigId>,
    pub abstract_: bool,
    pub multiplicity: Option<Multiplicity>,
    pub private: bool,
    pub enumeration: bool,
    pub fields: Vec<FieldGroup>,
    pub facts: Vec<Expr>,
    /// What `this` is in fields and facts.
    pub this: VarId,
    /// The type of its atoms.
    pub ty: Type,
}

impl Sig {
    pub fn is_one(&self) -> bool {
        self.multiplicity == Some(Multiplicity::One)
    }

    /// Whether it has atoms of its own, and no parent.
    pub fn is_top(&self) -> bool {
        matches!(self.above, Above::Extends(SigId::UNIV))
    }
}

/// Fields of one declaration.
#[derive(Clone, Debug)]
pub(crate) struct FieldGroup {
    pub fields: Vec<FieldId>,
    pub disjoint: bool,
    pub disjoint_values: bool,
    /// What a field is of for each atom, with a multiplicity.
    pub bound: Expr,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub name: String,
    pub sig: SigId,
    pub place: Place,
    pub private: bool,
    /// Its first column is the signature.
    pub ty: Type,
}

/// A predicate, or a function when it has a result.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub label: String,
    pub private: bool,
    pub parameters: Rc<[Declared]>,
    pub result: Option<Expr>,
    /// Not there until the declarations of all functions are known.
    pub body: Option<Expr>,
}

impl Function {
    /// Its parameters in order.
    pub fn vars(&self) -> impl Iterator<Item = VarId> {
        self.parameters.iter().flat_map(|declared| declared.vars.iter().copied())
    }

    pub fn count(&self) -> usize {
        self.parameters.iter().map(|declared| declared.vars.len()).sum()
    }
}

/// A model with all names resolved.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tree {
    pub sigs: IdVec<SigId, Sig>,
    pub fields: IdVec<FieldId, Field>,
    pub functions: IdVec<FunctionId, Function>,
    pub vars: IdVec<VarId, Var>,
    /// Facts of all modules, with their names.
    pub facts: Vec<(String, Expr)>,
    /// Signatures whose scopes are exact because a module wants its parameter so.
    pub exact: Vec<SigId>,
    pub commands: Vec<Command>,
}

/// A command.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub name: String,
    pub check: bool,
    /// What must hold in an instance; for a check, what is to follow.
    pub goal: Expr,
    pub place: Place,
    pub overall: Option<i32>,
    pub width: Option<i32>,
    pub sequences: Option<i32>,
    pub strings: Option<(i32, bool)>,
    pub scopes: Vec<SigScope>,
    pub expect: Option<i32>,
}

/// The scope of one signature, as it is written.
#[derive(Clone, Debug)]
pub(crate) struct SigScope {
    pub sig: SigId,
    pub size: i32,
    pub exactly: bool,
    pub place: Place,
}

impl Tree {
    /// Whether the model itself says how many atoms a signature can have: `one`, `lone`, an enumeration, an abstract one of
    /// such, or a part of such.
    pub fn is_fixed(&self, id: SigId) -> bool {
        let Some(sig) = self.sigs.get(id) else { return false };
        let bounded = matches!(sig.multiplicity, Some(Multiplicity::One | Multiplicity::Lone));
        let sum = sig.abstract_ && !sig.children.is_empty();
        let part = match &sig.above {
            Above::Builtin => false,
            Above::Extends(parent) => !parent.is_builtin() && self.is_bounded(*parent),
            Above::Subset(parents, _) => parents.iter().all(|parent| self.is_bounded(*parent)),
        };
        bounded || sig.enumeration || part || sum && sig.children.iter().all(|c| self.is_fixed(*c))
    }

    /// The same without a look at the signatures that extend it.
    fn is_bounded(&self, id: SigId) -> bool {
        let Some(sig) = self.sigs.get(id) else { return false };
        let bounded = matches!(sig.multiplicity, Some(Multiplicity::One | Multiplicity::Lone));
        bounded || sig.enumeration
    }
}
