//! Classes, fields, globals and the heads of methods.

use super::{Checker, Members, Mode, Names};
use crate::problem::{Problem, Problems};
use crate::syntax::{
    Name, RawBase, RawClass, RawExpr, RawExprKind, RawMethod, RawProgram, RawStatement, RawType,
    walk,
};
use crate::tree::{
    Class, ClassId, Expr, Field, Global, Local, LocalId, Method, MethodId, MethodKind, Program,
    StatementKind, Type, Unary,
};
use effigy_base::id::IdVec;
use effigy_base::text::Span;
use rustc_hash::FxHashMap;

/// Checks a whole file.
pub(crate) fn program(path: &str, raw: &RawProgram, problems: &mut Problems) -> Program {
    let mut declarer = Declarer {
        program: Program { path: path.to_owned(), ..Program::default() },
        names: Names::default(),
        problems,
    };
    if raw.is_empty() && declarer.problems.is_empty() {
        declarer.problems.add(Span::default(), Problem::NoProgram);
    }
    declarer.classes(raw);
    declarer.globals(raw);
    let methods = declarer.methods(raw);
    let Declarer { mut program, names, .. } = declarer;
    let mut bodies = Vec::new();
    for (id, class, raw) in &methods {
        let mut checker = Checker::new(&program, &names, problems);
        (checker.class, checker.method) = (*class, program.methods.get(*id));
        bodies.push((*id, checker.method_body(raw)));
    }
    let mut invariants = Vec::new();
    for (id, class) in classes(&names, raw) {
        let mut checker = Checker::new(&program, &names, problems);
        checker.class = Some(id);
        invariants.push((id, checker.assertions(Mode::CONTRACT, &class.invariants)));
    }
    for (id, body) in bodies.into_iter().filter_map(|(id, body)| Some((id, body?))) {
        program.methods[id] = body;
    }
    for (id, invariants) in invariants {
        program.classes[id].invariants = invariants;
    }
    program
}

/// The classes of a text that have their name for themselves, with their ids.
fn classes<'r>(names: &Names, raw: &'r RawProgram) -> Vec<(ClassId, &'r RawClass)> {
    let mut seen = rustc_hash::FxHashSet::default();
    let known = raw.classes.iter().filter_map(|class| {
        let id = *names.classes.get(&class.name.text)?;
        seen.insert(id).then_some((id, class))
    });
    known.collect()
}

impl Names {
    /// The names of a program without errors.
    pub fn of(program: &Program) -> Self {
        let mut names = Self::default();
        for (id, class) in program.classes.iter() {
            names.classes.insert(class.name.clone(), id);
            names.members.push(Members::default());
        }
        for (id, global) in program.globals.iter() {
            names.globals.insert(global.name.clone(), id);
        }
        for (id, field) in program.fields.iter() {
            names.add_field(field.class, &field.name, id);
        }
        names
    }

    fn add_field(&mut self, class: ClassId, name: &str, id: crate::tree::FieldId) {
        if self.members.get(class).is_some() {
            self.members[class].fields.insert(name.to_owned(), id);
        }
    }
}

/// Makes the declarations.
struct Declarer<'p> {
    program: Program,
    names: Names,
    problems: &'p mut Problems,
}

impl Declarer<'_> {
    fn classes(&mut self, raw: &RawProgram) {
        let mut lines = FxHashMap::default();
        for class in &raw.classes {
            if self.is_new(&mut lines, "class", &class.name) {
                let id = self.program.classes.push(Class {
                    name: class.name.text.clone(),
                    span: class.name.span,
                    fields: Vec::new(),
                    methods: Vec::new(),
                    constructor: None,
                    invariants: Vec::new(),
                });
                self.names.classes.insert(class.name.text.clone(), id);
                self.names.members.push(Members::default());
            }
        }
        for (class, raw) in classes(&self.names, raw) {
            let mut lines = FxHashMap::default();
            for (ty, name) in &raw.fields {
                let ty = self.ty(ty);
                if self.is_new(&mut lines, "field", name) {
                    let (text, span) = (name.text.clone(), name.span);
                    let id = self.program.fields.push(Field { name: text, class, ty, span });
                    self.program.classes[class].fields.push(id);
                    self.names.add_field(class, &name.text, id);
                }
            }
        }
    }

    fn globals(&mut self, raw: &RawProgram) {
        let mut lines = FxHashMap::default();
        for (ty, name, initial) in &raw.globals {
            let ty = self.ty(ty);
            let initial = initial.as_ref().and_then(|raw| self.constant(raw, &ty));
            if self.is_new(&mut lines, "global variable", name) {
                let (text, span) = (name.text.clone(), name.span);
                let id = self.program.globals.push(Global { name: text, ty, initial, span });
                self.names.globals.insert(name.text.clone(), id);
            }
        }
    }

    /// The initial value of a global variable. `*` is what it has without one.
    fn constant(&mut self, raw: &RawExpr, ty: &Type) -> Option<Expr> {
        let constant = match &raw.kind {
            RawExprKind::Unknown => return None,
            RawExprKind::Unary(Unary::Negate, inner) => matches!(inner.kind, RawExprKind::Int(_)),
            RawExprKind::Int(_) | RawExprKind::Bool(_) | RawExprKind::Null => true,
            _ => false,
        };
        if !constant {
            self.problems.add(raw.span, Problem::GlobalValue);
            return None;
        }
        Checker::new(&self.program, &self.names, self.problems).typed(raw, ty)
    }

    /// The heads of all methods, with what their bodies are.
    fn methods<'r>(
        &mut self,
        raw: &'r RawProgram,
    ) -> Vec<(MethodId, Option<ClassId>, &'r RawMethod)> {
        let mut methods = Vec::new();
        for (class, raw) in classes(&self.names, raw) {
            let mut lines = FxHashMap::default();
            for method in &raw.methods {
                let what = match method.kind {
                    MethodKind::Constructor => "constructor",
                    _ => "method",
                };
                let new = self.is_new(&mut lines, what, &method.name);
                if method.name.text == raw.name.text && method.kind != MethodKind::Constructor {
                    let problem = Problem::ConstructorResult(raw.name.text.clone());
                    self.problems.add(method.name.span, problem);
                }
                let id = self.method(method, Some(class));
                methods.push((id, Some(class), method));
                if !new {
                    continue;
                }
                self.program.classes[class].methods.push(id);
                if method.kind == MethodKind::Constructor {
                    self.program.classes[class].constructor = Some(id);
                } else {
                    let name = method.name.text.clone();
                    self.names.members[class].methods.insert(name, id);
                }
            }
        }
        let mut lines = FxHashMap::default();
        for method in &raw.procedures {
            let main = method.name.text == "main";
            let first = lines.get("main").copied().filter(|_| main && raw.bare_main);
            let new = match first {
                Some(line) => {
                    self.problems.add(method.name.span, Problem::SecondMain(line));
                    false
                }
                None => self.is_new(&mut lines, "procedure", &method.name),
            };
            let id = self.method(method, None);
            methods.push((id, None, method));
            if new {
                self.names.procedures.insert(method.name.text.clone(), id);
                self.main(id, method);
            }
        }
        methods
    }

    fn main(&mut self, id: MethodId, raw: &RawMethod) {
        let Some(method) = self.program.methods.get(id) else { return };
        if method.name != "main" {
            return;
        }
        if !method.parameters.is_empty() || method.result.is_some() {
            self.problems.add(raw.name.span, Problem::MainSignature);
        }
        self.program.main = Some(id);
    }

    fn method(&mut self, raw: &RawMethod, class: Option<ClassId>) -> MethodId {
        let (mut lines, mut locals) = (FxHashMap::default(), IdVec::new());
        let mut parameters = Vec::new();
        for (ty, name) in &raw.parameters {
            let ty = self.ty(ty);
            if self.is_new(&mut lines, "parameter", name) {
                let (text, span) = (name.text.clone(), name.span);
                parameters.push(locals.push(Local { name: text, ty, ghost: false, span }));
            }
        }
        let result = match (&raw.result, raw.kind) {
            (None, MethodKind::Predicate) => Some(Type::Bool),
            (Some(RawType { base: RawBase::Void, span, .. }), MethodKind::Pure) => {
                self.problems.add(*span, Problem::VoidVariable);
                Some(Type::Broken)
            }
            (None, _) | (Some(RawType { base: RawBase::Void, .. }), _) => None,
            (Some(ty), _) => Some(self.ty(ty)),
        };
        self.program.methods.push(Method {
            name: raw.name.text.clone(),
            kind: raw.kind,
            class,
            result,
            parameters,
            locals,
            requires: Vec::new(),
            ensures: Vec::new(),
            body: Vec::new(),
            span: raw.name.span,
            end: raw.end,
        })
    }

    fn is_new<'r>(
        &mut self,
        lines: &mut FxHashMap<&'r str, u32>,
        what: &'static str,
        name: &'r Name,
    ) -> bool {
        if let Some(line) = lines.get(name.text.as_str()) {
            let problem = Problem::Twice { what, name: name.text.clone(), line: *line };
            self.problems.add(name.span, problem);
            return false;
        }
        lines.insert(&name.text, name.span.start.line);
        true
    }

    fn ty(&mut self, raw: &RawType) -> Type {
        Checker::new(&self.program, &self.names, self.problems).ty(raw)
    }
}

impl<'a> Checker<'a> {
    /// A type of values; unknown ones are reported.
    pub(super) fn ty(&mut self, raw: &RawType) -> Type {
        let mut ty = match &raw.base {
            RawBase::Int => Type::Int,
            RawBase::Bool => Type::Bool,
            RawBase::Void => {
                self.report(raw.span, Problem::VoidVariable);
                return Type::Broken;
            }
            RawBase::Class(name) => match self.names.classes.get(name) {
                Some(id) => Type::Class(*id),
                None => {
                    let classes = self.names.classes.keys().map(String::as_str);
                    let hint = self.near(name, classes.chain(["int", "bool"]));
                    self.report(raw.span, Problem::UnknownClass(name.clone(), hint));
                    return Type::Broken;
                }
            },
        };
        for _ in 0..raw.dimensions {
            ty = Type::Array(Box::new(ty));
        }
        ty
    }

    /// The whole method whose head is known.
    fn method_body(mut self, raw: &'a RawMethod) -> Option<Method> {
        let head = self.method?;
        self.locals = head.locals.clone();
        for id in &head.parameters {
            self.see_parameter(head, *id);
        }
        walk(&raw.body, &mut |statement: &'a RawStatement| {
            if let crate::syntax::RawKind::Declare { name, .. } = &statement.kind {
                self.declared.entry(&name.text).or_insert(name.span.start);
            }
        });
        let what = match raw.kind {
            MethodKind::Predicate => "predicate",
            MethodKind::Pure => "pure method",
            MethodKind::Mutator | MethodKind::Constructor => "",
        };
        if let (MethodKind::Predicate, Some(first)) = (raw.kind, raw.requires.first()) {
            self.report(first.span, Problem::NoSuchContract(what, "precondition"));
        }
        if let (false, Some(first)) = (what.is_empty(), raw.ensures.first()) {
            self.report(first.span, Problem::NoSuchContract(what, "postcondition"));
        }
        let requires = self.assertions(Mode::CONTRACT, &raw.requires);
        let ensures = self.assertions(Mode::POST, &raw.ensures);
        let mode = match raw.kind {
            MethodKind::Predicate => Mode::CONTRACT,
            MethodKind::Pure => Mode::GHOST,
            MethodKind::Mutator | MethodKind::Constructor => Mode::CODE,
        };
        let body = self.within(mode, |checker| checker.block(&raw.body));
        let single = matches!(
            raw.body.as_slice(),
            [RawStatement { kind: crate::syntax::RawKind::Return(Some(_)), .. }]
        );
        if !what.is_empty() && !single {
            self.report(raw.name.span, Problem::PureBody(what));
        } else if head.result.is_some() && body.len() == raw.body.len() && !ends(&body) {
            self.report(raw.end, Problem::MissingReturn(head.name.clone()));
        }
        Some(Method { locals: self.locals, requires, ensures, body, ..head.clone() })
    }

    fn see_parameter(&mut self, head: &'a Method, id: LocalId) {
        if let (Some(local), Some(scope)) = (head.locals.get(id), self.scopes.last_mut()) {
            scope.insert(&local.name, id);
        }
    }
}

/// Whether control never leaves the statements at their end.
fn ends(body: &[crate::tree::Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::If { then, otherwise, .. } => ends(then) && ends(otherwise),
        StatementKind::Block(body) => ends(body),
        StatementKind::While { condition, .. } => {
            condition.kind == crate::tree::ExprKind::Bool(true)
        }
        _ => false,
    })
}
