//! Predicates and methods.

use super::body::Body;
use super::join::{Part, parts};
use super::make::{all, block, boolean, stmt};
use super::order::in_order;
use super::scope::Scope;
use super::source::{has_ghosts, value};
use super::{Context, INFER, Member, ty};
use crate::tree::{self, MethodId};
use effigy_base::id::IdVec;
use effigy_lang_viper::tree::{Annotation, Expr, Method, Origin, Place, Predicate, StmtKind};
use std::sync::Arc;

pub(super) fn empty_predicate(name: Arc<str>, place: Place) -> Predicate {
    let (locals, parameters) = (IdVec::new(), Vec::new());
    Predicate { name, place, locals, parameters, body: None, annotations: Vec::new() }
}

pub(super) fn empty_method(name: Arc<str>, place: Place) -> Method {
    Method {
        name,
        place,
        locals: IdVec::new(),
        parameters: Vec::new(),
        results: Vec::new(),
        preconditions: Vec::new(),
        postconditions: Vec::new(),
        body: None,
        origin: Origin::Text,
        annotations: Vec::new(),
    }
}

/// Gives a predicate its body.
pub(super) fn predicate(context: &mut Context<'_>, id: MethodId) {
    let (program, Some(Member::Predicate(made))) = (context.program, context.member(id)) else {
        return;
    };
    let Some(method) = program.methods.get(id) else { return };
    let place = context.place(method.span);
    let (mut scope, parameters) = Scope::of_method(context, method);
    let mut conjuncts = scope.this_is_object(method);
    conjuncts.extend(value(method).map(|body| scope.pure(body)));
    let locals = scope.locals;
    let predicate = &mut context.out.predicates[made];
    (predicate.locals, predicate.parameters) = (locals, parameters);
    predicate.body = Some(all(conjuncts, place));
}

/// A name for what the text has at a place.
pub(super) fn place_name(what: &str, place: Place) -> String {
    let start = place.span.start;
    format!("{what} at {}:{}", start.line, start.column)
}

/// Gives a method its contract and its body; what stands behind a `join` is a method of its own.
pub(super) fn method(context: &mut Context<'_>, id: MethodId) {
    let (program, Some(Member::Method(made))) = (context.program, context.member(id)) else {
        return;
    };
    let Some(method) = program.methods.get(id) else { return };
    for part in parts(&method.body) {
        let lowered = lowered(context, id, method, &part);
        match part.joined {
            None => context.out.methods[made] = lowered,
            Some(_) => {
                context.out.methods.push(lowered);
            }
        }
    }
}

fn lowered<'p>(
    context: &mut Context<'p>,
    id: MethodId,
    method: &'p tree::Method,
    part: &Part<'p>,
) -> Method {
    let mut name = context.program.method_name(id);
    let mut place = context.place(method.span);
    if let Some((statement, _)) = part.joined {
        name = format!("{name} from line {}", statement.span.start.line);
        place = context.place(statement.span);
    }
    let initial = match context.program.main == Some(id) {
        true => context.initial_globals(),
        false => Vec::new(),
    };
    let (mut scope, parameters) = Scope::of_method(context, method);
    let end = scope.place(method.end);
    let result = method.result.as_ref().map(|of| scope.fresh("result", ty(of), end));
    scope.names.result = result;
    let preconditions: Vec<Expr> = initial.into_iter().chain(scope.preconditions(method)).collect();
    let ensures = in_order(scope.context.program, &method.ensures);
    let postconditions = ensures.into_iter().map(|source| scope.pure(source)).collect();
    let mut body = Body::new(scope, method);
    body.begin(part, &preconditions);
    body.statements(part.statements, true);
    if let Some((statement, assertion)) = part.join {
        let place = body.scope.place(statement.span);
        let joined = body.scope.pure(assertion);
        body.push(StmtKind::Exhale(joined), place);
        body.push(StmtKind::Inhale(boolean(false, place)), place);
    }
    let (locals, statements) = body.finish();
    let infer = !has_ghosts(method);
    let annotation = Annotation { key: INFER.into(), values: Vec::new() };
    Method {
        locals,
        parameters,
        results: result.into_iter().collect(),
        preconditions,
        postconditions,
        body: Some(block(statements)),
        annotations: infer.then_some(annotation).into_iter().collect(),
        ..empty_method(name.into(), place)
    }
}

impl Body<'_, '_> {
    pub fn push(&mut self, kind: StmtKind, place: Place) {
        self.out.push(stmt(kind, place));
    }
}
