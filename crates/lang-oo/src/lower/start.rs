//! The functions that begin a run.

use super::body::{Body, Demand};
use super::{BEGIN, Context, END};
use crate::tree::{Local, LocalId, Method, MethodId, MethodKind, Trace, Type};
use effigy_base::id::IdVec;
use effigy_base::text::Span;
use effigy_ir::builder::FunctionBuilder;
use effigy_ir::function::{Callee, InstKind, Operand};

/// Local variables.
type Locals = IdVec<LocalId, Local>;

impl<'p> Body<'_, 'p> {
    fn output(&mut self, name: &str, value: Operand) {
        self.b.push(InstKind::Output { name: name.to_owned(), value });
    }
}

/// The body of `effigy.begin`: gives the global variables their initial values.
pub(super) fn begin<'p>(context: &mut Context<'p>, none: &'p Locals) -> FunctionBuilder {
    let program = context.program;
    let mut body = Body::new(context, BEGIN.to_owned(), none, (&[], &[]));
    for (id, global) in program.globals.iter() {
        if let Some(initial) = &global.initial {
            body.at(global.span);
            let value = body.value(initial);
            let field = body.context.globals.get(id).copied();
            body.set(field, [], value);
        }
    }
    body.b.ret([]);
    body.b
}

/// The body of `effigy.end`: outputs the values of the global variables.
pub(super) fn end<'p>(context: &mut Context<'p>, none: &'p Locals) -> FunctionBuilder {
    let program = context.program;
    let mut body = Body::new(context, END.to_owned(), none, (&[], &[]));
    for (id, global) in program.globals.iter() {
        let field = body.context.globals.get(id).copied();
        let value = body.get(field, [], &global.ty);
        body.output(&global.name, value);
    }
    body.b.ret([]);
    body.b
}

/// The body of `effigy.start.NAME`.
pub(super) fn of_method<'p>(
    context: &mut Context<'p>,
    id: MethodId,
    method: &'p Method,
) -> FunctionBuilder {
    let (function, name) = (context.function(id), context.program.method_name(id));
    let results: Vec<_> = method.result.iter().map(|ty| context.sort(ty)).collect();
    let mut body = Body::new(context, name, &method.locals, (&[], &[]));
    body.b.call(Callee::Function(body.context.begin), [], &[]);
    body.at(method.span);
    let mut operands = Vec::new();
    if let Some(class) = method.class {
        body.this = match method.kind {
            MethodKind::Constructor => body.new_object(class),
            _ => {
                let this = body.unknown("this".to_owned(), &Type::Class(class));
                let cond = body.is_object(&this);
                body.b.push(InstKind::Assume { cond });
                this
            }
        };
        operands.push(body.this.clone());
    }
    let parameters: Vec<_> =
        method.parameters.iter().filter_map(|id| Some((*id, method.locals.get(*id)?))).collect();
    for (id, parameter) in &parameters {
        let name = body.input_name(*id);
        let value = body.unknown(name, &parameter.ty);
        body.assign_local(*id, value.clone());
        operands.push(value);
    }
    if method.kind == MethodKind::Mutator
        && let Some(class) = method.class.and_then(|id| body.context.program.classes.get(id))
    {
        body.assume_all(&class.invariants);
    }
    body.assume_all(&method.requires);
    body.at(method.span);
    let values = body.b.call(Callee::Function(function), operands, &results);
    body.at(method.end);
    body.b.call(Callee::Function(body.context.end), [], &[]);
    for (id, parameter) in &parameters {
        let value = body.local(*id);
        body.output(&parameter.name, value);
    }
    for value in values {
        body.output("return", value);
    }
    body.b.ret([]);
    body.b
}

/// The body of `effigy.trace`.
pub(super) fn of_trace<'p>(context: &mut Context<'p>, trace: &'p Trace) -> FunctionBuilder {
    let mut body = Body::new(context, "trace".to_owned(), &trace.locals, (&[], &[]));
    body.constructs = false;
    if trace.unchecked {
        body.demand = Demand::Nothing;
    }
    for (id, local) in trace.locals.iter() {
        body.at(local.span);
        let name = body.input_name(id);
        let value = body.unknown(name, &local.ty);
        body.assign_local(id, value);
    }
    body.statements(&trace.steps);
    body.at(trace.steps.last().map_or(Span::default(), |step| step.span));
    for (id, local) in trace.locals.iter() {
        let value = body.local(id);
        body.output(&local.name, value);
    }
    body.b.call(Callee::Function(body.context.end), [], &[]);
    body.b.ret([]);
    body.b
}
