//! The functions that begin a run.

use super::World;
use super::body::Body;
use crate::tree::{Method, MethodId, MethodKind, Trace, Type};
use effigy_base::text::Span;
use effigy_ir::builder::FunctionBuilder;
use effigy_ir::function::{Callee, InstKind, Operand};

impl<'p> Body<'_, 'p> {
    fn output(&mut self, name: &str, value: Operand) {
        self.b.push(InstKind::Output { name: name.to_owned(), value });
    }

    /// Gives the global variables their initial values.
    fn initialize(&mut self) {
        for (id, global) in self.world.program.globals.iter() {
            if let Some(initial) = &global.initial {
                self.at(global.span);
                let value = self.value(initial);
                let field = self.world.globals.get(id).copied();
                self.set(field, [], value);
            }
        }
    }

    /// Outputs the values of the global variables.
    fn output_globals(&mut self) {
        for (id, global) in self.world.program.globals.iter() {
            let field = self.world.globals.get(id).copied();
            let value = self.get(field, [], &global.ty);
            self.output(&global.name, value);
        }
    }
}

/// The body of `effigy.start.NAME`.
pub(super) fn of_method<'p>(
    world: &mut World<'p>,
    id: MethodId,
    method: &'p Method,
) -> FunctionBuilder {
    let (function, name) = (world.function(id), world.program.method_name(id));
    let results: Vec<_> = method.result.iter().map(|ty| world.sort(ty)).collect();
    let mut body = Body::new(world, name, &method.locals, (&[], &[]));
    body.initialize();
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
        && let Some(class) = method.class.and_then(|id| body.world.program.classes.get(id))
    {
        body.assume_all(&class.invariants);
    }
    body.assume_all(&method.requires);
    body.at(method.span);
    let values = body.b.call(Callee::Function(function), operands, &results);
    body.at(method.end);
    body.output_globals();
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
pub(super) fn of_trace<'p>(world: &mut World<'p>, trace: &'p Trace) -> FunctionBuilder {
    let mut body = Body::new(world, "trace".to_owned(), &trace.locals, (&[], &[]));
    body.constructs = false;
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
    body.output_globals();
    body.b.ret([]);
    body.b
}
