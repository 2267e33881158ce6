//! Names to declarations, and types of expressions.

mod adt;
mod declare;
mod expression;
mod finish;
mod measure;
mod operator;
mod statement;
mod unify;

use crate::measures::Measures;
use crate::problem::{Problems, TYPES};
use crate::syntax::{Member, MemberKind, Name, TypeExpr};
use crate::tree::{
    DomainFunctionId, DomainId, Expr, ExprKind, FieldId, FunctionId, Local, LocalId, MethodId,
    Place, PredicateId, Program, Type,
};
use effigy_base::id::IdVec;
use effigy_base::text::Hint;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use unify::{Unifier, WRONG};

/// What a name of a program is declared as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Global {
    Field(FieldId),
    Function(FunctionId),
    Predicate(PredicateId),
    Method(MethodId),
    Domain(DomainId),
    DomainFunction(DomainFunctionId),
}

impl Global {
    fn describe(self) -> &'static str {
        match self {
            Self::Field(_) => "a field",
            Self::Function(_) => "a function",
            Self::Predicate(_) => "a predicate",
            Self::Method(_) => "a method",
            Self::Domain(_) => "a type",
            Self::DomainFunction(_) => "a function of a domain",
        }
    }
}

/// What kind of thing an expression is beside its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Nature {
    /// A value.
    Value,
    /// `acc(P(e))`.
    Predicate,
    /// `A --* B`.
    Wand,
    /// Another assertion about permissions.
    Assertion,
}

/// An expression with its nature.
struct Typed {
    expr: Expr,
    nature: Nature,
}

/// A variable in a scope.
#[derive(Clone, Copy, Debug)]
struct Binding {
    local: LocalId,
    place: Place,
    /// Whether it is a local variable or a result of a method.
    assignable: bool,
    /// Whether there is another variable of this name, which was reported where it is declared.
    ambiguous: bool,
}

#[derive(Default, Debug)]
struct Scope {
    names: FxHashMap<Arc<str>, Binding>,
    /// The names of scopes inside that have ended.
    ended: FxHashSet<Arc<str>>,
}

/// The state of the member that is checked.
#[derive(Default)]
struct Body {
    locals: IdVec<LocalId, Local>,
    scopes: Vec<Scope>,
    unifier: Unifier,
    /// The names of the type parameters of the domain.
    type_parameters: Vec<Arc<str>>,
    domain: Option<DomainId>,
    /// The type of the function's result.
    result: Option<Type>,
    /// Whether `result` may stand here.
    result_allowed: bool,
    /// Why `perm` may not stand here.
    no_perm: Option<&'static str>,
    in_axiom: bool,
    /// Whether this is a component of a measure, where a predicate is its instance.
    in_measure: bool,
    method: Option<MethodId>,
    /// Whether unfolding says something about measures.
    nested: bool,
    /// The labels of the method.
    labels: FxHashSet<Arc<str>>,
}

/// Resolves all members of a program, all of which are free of macros.
pub(crate) fn program(
    members: &[Member],
    program: &mut Program,
    problems: &mut Problems,
) -> Measures {
    let with_body = members.iter().filter_map(|member| match &member.kind {
        MemberKind::Predicate(predicate) => Some(predicate.body.is_some()),
        _ => None,
    });
    let mut checker = Checker {
        program,
        problems,
        globals: FxHashMap::default(),
        destructors: FxHashMap::default(),
        discriminators: FxHashMap::default(),
        with_precondition: FxHashSet::default(),
        encodings: Vec::new(),
        measures: Measures::default(),
        method_component: Vec::new(),
        with_body: with_body.collect(),
        body: Body::default(),
    };
    checker.declare(members);
    checker.signatures(members);
    checker.well_founded();
    checker.measures(members);
    checker.predicate_bodies(members);
    checker.bodies(members);
    checker.measures.data_types = checker.encodings.iter().map(adt::Encoding::domain).collect();
    checker.measures
}

struct Checker<'p> {
    program: &'p mut Program,
    problems: &'p mut Problems,
    globals: FxHashMap<Arc<str>, (Global, Place)>,
    /// The fields of constructors of algebraic data types, by name.
    destructors: FxHashMap<Arc<str>, Vec<DomainFunctionId>>,
    /// `isCons`, by name.
    /// `isCons`, by name: the type, its tag, and the tag's value.
    discriminators: FxHashMap<Arc<str>, Vec<(DomainId, DomainFunctionId, usize)>>,
    /// The functions with preconditions.
    with_precondition: FxHashSet<FunctionId>,
    encodings: Vec<adt::Encoding>,
    measures: Measures,
    /// Methods with the same number can call each other.
    method_component: Vec<usize>,
    /// Whether each predicate has a body.
    with_body: Vec<bool>,
    body: Body,
}

impl Checker<'_> {
    fn error(&mut self, place: Place, message: impl Into<String>) {
        self.problems.error(place, TYPES, message);
    }

    fn global(&self, name: &str) -> Option<Global> {
        self.globals.get(name).map(|(global, _)| *global)
    }

    /// The global name that is nearest to one, among those that `wanted` takes.
    fn near(&self, name: &str, wanted: impl Fn(Global) -> bool) -> Hint {
        let names = self.globals.iter().filter(|(_, (global, _))| wanted(*global));
        let mut names: Vec<&str> = names.map(|(name, _)| &**name).collect();
        names.sort_unstable();
        Hint::nearest(name, names.into_iter())
    }

    /// The type that is written.
    fn resolve_type(&mut self, ty: &TypeExpr) -> Type {
        let arguments: Vec<Type> =
            ty.arguments.iter().flatten().map(|t| self.resolve_type(t)).collect();
        let first = || Arc::new(arguments.first().cloned().unwrap_or(WRONG));
        let name = &*ty.name.text;
        match name {
            "Int" => return Type::Int,
            "Bool" => return Type::Bool,
            "Perm" | "Rational" => return Type::Perm,
            "Ref" => return Type::Ref,
            "Seq" => return Type::Seq(first()),
            "Set" => return Type::Set(first()),
            "Multiset" => return Type::Multiset(first()),
            "Map" => {
                return Type::Map(first(), Arc::new(arguments.last().cloned().unwrap_or(WRONG)));
            }
            _ => {}
        }
        if ty.arguments.is_none() {
            let number = self.body.type_parameters.iter().position(|p| **p == *name);
            if let Some(number) = number.and_then(|n| u32::try_from(n).ok()) {
                return Type::Parameter(number);
            }
        }
        match self.global(name) {
            Some(Global::Domain(domain)) => {
                let expected = self.program.domains[domain].parameters.len();
                if expected != arguments.len() {
                    let counted = crate::parse::counted(expected, "type argument");
                    self.error(
                        ty.place,
                        format!("`{name}` has {counted}, not {}", arguments.len()),
                    );
                    return WRONG;
                }
                Type::Domain(domain, arguments.into())
            }
            Some(other) => {
                self.error(ty.place, format!("`{name}` is {}, not a type", other.describe()));
                WRONG
            }
            None => {
                let hint = self.near(name, |g| matches!(g, Global::Domain(_)));
                self.error(ty.place, format!("there is no type `{name}`{hint}"));
                WRONG
            }
        }
    }

    fn push_scope(&mut self) {
        self.body.scopes.push(Scope::default());
    }

    fn pop_scope(&mut self) {
        let Some(scope) = self.body.scopes.pop() else { return };
        if let Some(outer) = self.body.scopes.last_mut() {
            outer.ended.extend(scope.ended);
            outer.ended.extend(scope.names.into_keys());
        }
    }

    /// Declares a variable in the innermost scope.
    fn bind(&mut self, name: &Name, ty: Type, assignable: bool) -> LocalId {
        let earlier = self.lookup(&name.text).map(|b| b.place);
        // What the program declares is no matter of the files that come with the language.
        let own = !crate::imports::is_standard(self.program.files.path(name.place.file));
        let global = self.globals.get(&name.text).map(|(_, place)| *place).filter(|_| own);
        let ended = self.body.scopes.last().is_some_and(|s| s.ended.contains(&name.text));
        if let Some(place) = earlier.or(global) {
            let line = place.span.start.line;
            self.error(name.place, format!("`{}` is already declared on line {line}", name.text));
        } else if ended {
            let message =
                format!("`{}` is already declared in a scope inside of this one", name.text);
            self.error(name.place, message);
        }
        let local = Local { name: name.text.clone(), ty, place: name.place };
        let local = self.body.locals.push(local);
        if let Some(scope) = self.body.scopes.last_mut() {
            let ambiguous = earlier.is_some();
            let binding = Binding { local, place: name.place, assignable, ambiguous };
            scope.names.insert(name.text.clone(), binding);
        }
        local
    }

    fn lookup(&self, name: &str) -> Option<Binding> {
        self.body.scopes.iter().rev().find_map(|scope| scope.names.get(name)).copied()
    }

    /// The names of variables that can be seen.
    fn visible(&self, name: &str) -> Hint {
        let names = self.body.scopes.iter().flat_map(|scope| scope.names.keys());
        let mut names: Vec<&str> = names.map(|n| &**n).collect();
        names.sort_unstable();
        Hint::nearest(name, names.into_iter())
    }

    /// An expression in the place of one that is wrong and was reported.
    fn wrong(&self, place: Place) -> Typed {
        Typed {
            expr: Expr { kind: Box::new(ExprKind::Null), ty: WRONG, place },
            nature: Nature::Value,
        }
    }

    /// A type for messages.
    fn show(&self, ty: &Type) -> String {
        let list = |list: &[&Type]| {
            let list: Vec<String> = list.iter().map(|t| self.show(t)).collect();
            list.join(", ")
        };
        match self.body.unifier.shallow(ty) {
            Type::Bool => "Bool".to_owned(),
            Type::Int => "Int".to_owned(),
            Type::Perm => "Perm".to_owned(),
            Type::Ref => "Ref".to_owned(),
            Type::Seq(t) => format!("Seq[{}]", self.show(&t)),
            Type::Set(t) => format!("Set[{}]", self.show(&t)),
            Type::Multiset(t) => format!("Multiset[{}]", self.show(&t)),
            Type::Map(k, v) => format!("Map[{}]", list(&[&k, &v])),
            Type::Domain(d, arguments) => {
                let name = self.program.domains.get(d).map_or("?", |d| &d.name);
                if arguments.is_empty() {
                    return name.to_owned();
                }
                let arguments: Vec<&Type> = arguments.iter().collect();
                format!("{name}[{}]", list(&arguments))
            }
            Type::Parameter(n) => {
                let name = self.body.type_parameters.get(n as usize);
                name.map_or("a type that is not known", |n| n).to_owned()
            }
            Type::Resource => "a resource".to_owned(),
        }
    }
}
