//! Pure methods: functions of the heap.

use super::known::Known;
use super::make::{expr, is_atom};
use super::scope::{Names, Scope};
use super::source::{has_ghosts, value};
use super::{Context, Member};
use crate::problem::Problem;
use crate::tree::{self, Call, MethodId};
use effigy_base::id::IdVec;
use effigy_lang_viper::tree::{Expr, ExprKind, Function, LocalId, Place, Type};
use std::sync::Arc;

pub(super) fn empty_function(name: Arc<str>, place: Place, result: Type) -> Function {
    Function {
        name,
        place,
        locals: IdVec::new(),
        parameters: Vec::new(),
        result,
        preconditions: Vec::new(),
        postconditions: Vec::new(),
        body: None,
        opaque: false,
        shrinking: Vec::new(),
        annotations: Vec::new(),
    }
}

/// Gives a function its precondition and its body.
pub(super) fn function(context: &mut Context<'_>, id: MethodId) {
    let (program, Some(Member::Function(made))) = (context.program, context.member(id)) else {
        return;
    };
    let Some(method) = program.methods.get(id) else { return };
    let (mut scope, parameters) = Scope::of_method(context, method);
    scope.pure = Some(id);
    let preconditions = scope.preconditions(method);
    scope.known = Known::of(program, method);
    scope.in_body = true;
    let body = value(method).map(|body| scope.pure(body));
    let (locals, shrinking) = (scope.locals, scope.shrinking);
    let function = &mut context.out.functions[made];
    (function.locals, function.parameters) = (locals, parameters);
    (function.preconditions, function.body) = (preconditions, body);
    function.shrinking = shrinking;
}

impl<'p> Scope<'_, 'p> {
    /// The body of a pure method with these arguments.
    pub fn body_of(&mut self, id: MethodId, arguments: Vec<Expr>, place: Place) -> Expr {
        let program = self.context.program;
        let method = program.methods.get(id);
        let Some((method, body)) = method.and_then(|method| Some((method, value(method)?))) else {
            return super::make::boolean(true, place);
        };
        let (mut names, mut lets) = (Names::default(), Vec::new());
        let mut arguments = arguments.into_iter();
        if method.class.is_some() {
            names.this = arguments.next().map(|value| self.bound("this", value, &mut lets));
        }
        for (id, value) in method.parameters.iter().zip(arguments) {
            let name = method.locals.get(*id).map_or("", |local| local.name.as_str());
            let bound = self.bound(name, value, &mut lets);
            names.set(*id, bound);
        }
        let known = std::mem::replace(&mut self.known, Known::of(program, method));
        let around = self.pure.take();
        let mut inner = self.with_names(names, |scope| scope.pure(body));
        (self.known, self.pure) = (known, around);
        for (id, value) in lets.into_iter().rev() {
            let ty = inner.ty.clone();
            inner = expr(ExprKind::Let(id, value, inner), ty, place);
        }
        inner
    }

    /// A variable with a value: the value itself if it is one.
    fn bound(&mut self, name: &str, value: Expr, lets: &mut Vec<(LocalId, Expr)>) -> LocalId {
        if let (ExprKind::Local(id), true) = (&*value.kind, is_atom(&value)) {
            return *id;
        }
        let id = self.fresh(name, value.ty.clone(), value.place);
        lets.push((id, value));
        id
    }

    /// A call in a pure method makes something smaller: its place in the text, or, which the proof shows, how deep the heap is
    /// closed or the heap. A precondition is read wherever the method is called, so that only its place counts.
    pub fn check_termination(&mut self, call: &'p Call, place: Place) {
        let Some(caller) = self.pure else { return };
        let start = |id: MethodId| self.context.method(id).map(|method| method.span.start);
        if start(call.method) < start(caller) {
            return;
        }
        if self.in_body {
            self.shrinking.push(place);
            return;
        }
        let name = self.context.program.method_name(call.method);
        self.context.problems.add(place.span, Problem::Endless(name));
    }
}

impl<'p> Known<'p> {
    /// What may be opened in the body of a pure method; nothing where the text says itself what is opened.
    pub fn of(program: &'p tree::Program, method: &'p tree::Method) -> Option<Self> {
        (!has_ghosts(method)).then(|| Known::new(program, method))
    }
}
