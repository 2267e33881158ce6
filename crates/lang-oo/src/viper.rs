//! Lowering to the tree of the Viper language, for proofs with permissions.
//!
//! | the object language | the Viper tree |
//! |---|---|
//! | a field, a global variable | a field; global variables are fields of one object |
//! | a predicate | a predicate with `this`, which is not null in its body |
//! | a pure method | a function with `this`, which its precondition wants not to be null |
//! | another method | a method with `this` likewise; a `pure` one needs no result |
//! | a constructor | a method that wants all fields of `this`, with their defaults |
//! | `e.q(...)` in an assertion | `e != null && q(e, ...)` |
//! | `open`, `close`, `opening` | `unfold`, `fold`, `unfolding` |
//! | `use`, `using` | `assume`, `asserting` that the function is equal to its body |
//! | `untouched(a)` | equality with the old value of a function whose precondition is `a`, and whose value is its snapshot |
//! | `join a` | two methods: one ends with `exhale a`, the other begins with `inhale a` |
//! | an array | an object with a length and a slot for each element; a slot has one field |
//! | `a / b`, `a % b` | the truncating ones, from the Euclidean ones |
//!
//! All places are those of the text, which is the first file of the program; what has no place in the text has
//! [`Span::EMPTY`].
//!
//! Two annotations tell the prover what Viper has no words for. A function with [`SNAPSHOT`] has the snapshot of its
//! precondition as its value: from equal values follow equal snapshots. A method with [`INFER`] has no ghost operations
//! in its text; the prover finds them. Pure methods without ghost operations get theirs here (see [`mod@infer`]).

mod array;
mod body;
mod contract;
mod expression;
mod global;
mod infer;
mod join;
mod known;
mod make;
mod member;
mod order;
mod premises;
mod pure;
mod scope;
mod source;
mod statement;
mod untouched;

use crate::problem::{Problem, Problems};
use crate::tree::{self, ClassId, GlobalId, MethodId, MethodKind, Type};
use effigy_base::id::{Id, IdVec};
use effigy_base::source::{Diagnostic, FileId};
use effigy_base::text::Span;
use effigy_lang_viper::tree as viper;
use effigy_lang_viper::tree::Place;
use std::sync::Arc;

/// The annotation of functions whose value is the snapshot of their precondition.
pub const SNAPSHOT: &str = "snapshot";
/// The annotation of methods for which the prover finds the ghost operations.
pub const INFER: &str = "infer";

/// Lowers a program without errors for a proof. `text` is what it was read from; messages show its lines.
///
/// Members have the names of [`tree::Program::method_name`]; what a proof of `m` says from the `join` in line 7 on is the
/// member `m from line 7`.
///
/// # Errors
/// What a proof cannot take: invariants of classes, effects in the condition of a loop or beside permissions, pure
/// methods that may not terminate.
pub fn lower_to_viper(
    program: &tree::Program,
    text: &str,
) -> Result<viper::Program, Vec<Diagnostic>> {
    let mut context = Context::declare(program);
    for (_, class) in program.classes.iter() {
        for invariant in &class.invariants {
            context.problems.add(invariant.span, Problem::ClassInvariant);
        }
    }
    for (id, method) in program.methods.iter() {
        match method.kind {
            MethodKind::Predicate => member::predicate(&mut context, id),
            MethodKind::Pure => pure::function(&mut context, id),
            MethodKind::Mutator | MethodKind::Constructor => member::method(&mut context, id),
        }
    }
    context.out.premises = context.premises();
    match context.problems.is_empty() {
        true => Ok(context.out),
        false => Err(context.problems.into_diagnostics(&program.path, text)),
    }
}

/// What a method of the object language has become.
#[derive(Clone, Copy)]
enum Member {
    Predicate(viper::PredicateId),
    Function(viper::FunctionId),
    Method(viper::MethodId),
}

/// What all members of a program share.
struct Context<'p> {
    program: &'p tree::Program,
    out: viper::Program,
    file: FileId,
    fields: IdVec<tree::FieldId, viper::FieldId>,
    globals: IdVec<GlobalId, viper::FieldId>,
    members: IdVec<MethodId, Member>,
    /// The object whose fields are the global variables.
    root: Option<viper::DomainFunctionId>,
    arrays: Option<array::Arrays>,
    /// The type of snapshots.
    snapshots: Option<viper::DomainId>,
    problems: Problems,
}

impl<'p> Context<'p> {
    fn declare(program: &'p tree::Program) -> Self {
        let mut out = viper::Program::default();
        let file = out.files.intern(&program.path);
        let mut context = Self {
            program,
            out,
            file,
            fields: IdVec::new(),
            globals: IdVec::new(),
            members: IdVec::new(),
            root: None,
            arrays: None,
            snapshots: None,
            problems: Problems::default(),
        };
        for (id, field) in program.fields.iter() {
            let place = context.place(field.span);
            let field = context.field(&context.field_name(id), &field.ty, place);
            context.fields.push(field);
        }
        context.declare_globals();
        for (id, method) in program.methods.iter() {
            let name: Arc<str> = program.method_name(id).into();
            let place = context.place(method.span);
            let member = match method.kind {
                MethodKind::Predicate => Member::Predicate(
                    context.out.predicates.push(member::empty_predicate(name, place)),
                ),
                MethodKind::Pure => {
                    let result = ty(method.result.as_ref().unwrap_or(&Type::Int));
                    let function = pure::empty_function(name, place, result);
                    Member::Function(context.out.functions.push(function))
                }
                MethodKind::Mutator | MethodKind::Constructor => {
                    Member::Method(context.out.methods.push(member::empty_method(name, place)))
                }
            };
            context.members.push(member);
        }
        context
    }

    /// Declares a field of the Viper program.
    fn field(&mut self, name: &str, of: &Type, place: Place) -> viper::FieldId {
        self.out.fields.push(viper::Field { name: name.into(), ty: ty(of), place })
    }

    /// The name of a field, with its class where another field has its name.
    fn field_name(&self, id: tree::FieldId) -> String {
        let Some(field) = self.program.fields.get(id) else { return String::new() };
        let of_name = self.program.fields.iter().filter(|(_, other)| other.name == field.name);
        let globals = self.program.globals.iter().filter(|(_, other)| other.name == field.name);
        if of_name.count() + globals.count() == 1 {
            return field.name.clone();
        }
        let class = self.program.classes.get(field.class).map_or("", |class| class.name.as_str());
        format!("{class}.{}", field.name)
    }

    fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    /// The place of what the text does not say.
    fn nowhere(&self) -> Place {
        self.place(Span::EMPTY)
    }

    fn member(&self, id: MethodId) -> Option<Member> {
        self.members.get(id).copied()
    }

    /// The Viper field of a field.
    fn field_of(&self, id: tree::FieldId) -> viper::FieldId {
        self.fields.get(id).copied().unwrap_or(viper::FieldId::from_index(0))
    }

    /// The fields of a class, each with its Viper field and its type.
    fn fields_of(&self, class: ClassId) -> Vec<(viper::FieldId, &'p Type)> {
        let program = self.program;
        let fields = program.classes.get(class).map_or(&[][..], |class| class.fields.as_slice());
        let known =
            fields.iter().filter_map(|id| Some((self.field_of(*id), &program.fields.get(*id)?.ty)));
        known.collect()
    }

    /// The method that is called.
    fn method(&self, id: MethodId) -> Option<&'p tree::Method> {
        self.program.methods.get(id)
    }

    /// Whether an assertion speaks of permissions.
    fn has_permissions(&self, assertion: &tree::Expr) -> bool {
        let own = match &assertion.kind {
            tree::ExprKind::Acc(..) | tree::ExprKind::AccElements(..) => true,
            tree::ExprKind::Call(call) => {
                let kind = self.method(call.method).map(|method| method.kind);
                kind == Some(MethodKind::Predicate)
            }
            _ => false,
        };
        own || assertion.operands().into_iter().any(|inner| self.has_permissions(inner))
    }

    /// Whether evaluating an expression changes something.
    fn has_effects(&self, expression: &tree::Expr) -> bool {
        let own = match &expression.kind {
            tree::ExprKind::New(..) | tree::ExprKind::NewArray(..) => true,
            tree::ExprKind::Call(call) => {
                let kind = self.method(call.method).map(|method| method.kind);
                matches!(kind, Some(MethodKind::Mutator | MethodKind::Constructor))
            }
            _ => false,
        };
        own || expression.operands().into_iter().any(|inner| self.has_effects(inner))
    }
}

/// The type of the values of a type.
fn ty(of: &Type) -> viper::Type {
    match of {
        Type::Int => viper::Type::Int,
        Type::Bool => viper::Type::Bool,
        _ => viper::Type::Ref,
    }
}
