//! The functions around the procedures: those that start a run, and the one that makes STATIC variables.

use super::body::Body;
use super::integers::Simple;
use super::place::{Limits, Place};
use super::{CALL, Context, HANDLE, START, declaration};
use crate::check::constant;
use crate::fragment::SessionCall;
use crate::share::{Share, Way};
use crate::tree::{Argument, Bounds, ProcId, Procedure, Shape, VarId, Variable};
use effigy_base::id::IdVec;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::builder::{FunctionBuilder, ProgramBuilder};
use effigy_ir::function::{Callee, InstKind, Operand};
use effigy_ir::program::{FuncId, GlobalId};
use std::collections::BTreeSet;

impl Body<'_, '_> {
    /// Makes a variable that a run begins with: an array is a symbolic input of its name, an integer is not set.
    fn make(&mut self, variable: &Variable) -> Place {
        let is_array = variable.shape != Shape::Integer;
        let object = self.object(is_array.then(|| variable.name.clone()));
        self.own_place(variable, object)
    }

    /// Makes a parameter that a run begins with: an integer is a symbolic input too.
    fn make_set(&mut self, parameter: &Variable) -> Place {
        let place = self.make(parameter);
        if let Place::Integer { object, index } = &place {
            let value = self.input(parameter.name.clone());
            self.put(object, index, value);
        }
        place
    }

    /// Makes the parameters that a run begins with when some of them are one variable.
    fn make_shared(&mut self, parameters: &[&Variable], way: &Way) -> Vec<Place> {
        let shares = parameters.iter().copied().zip(way.shares());
        let own: Vec<Option<Place>> = shares
            .clone()
            .enumerate()
            .map(|(at, (parameter, share))| {
                let place = (*share == Share::Own).then(|| self.make_set(parameter));
                place.map(|place| self.bounded(place, at, parameters, way))
            })
            .collect();
        let missing = Place::Integer { object: Operand::Undef(HANDLE), index: self.zero() };
        let place = |at: usize| own.get(at).cloned().flatten().unwrap_or_else(|| missing.clone());
        let places = shares.enumerate().map(|(at, (parameter, share))| match share {
            Share::Own => place(at),
            Share::Same(with) => place(*with),
            Share::Element(with) => self.element_of(&parameter.name, place(*with)),
        });
        places.collect()
    }

    /// An array with the bounds of the first parameter of those in it that has bounds.
    fn bounded(&mut self, place: Place, at: usize, parameters: &[&Variable], way: &Way) -> Place {
        let Place::Array { object, .. } = &place else { return place };
        let mut members = parameters.iter().zip(way.shares()).enumerate();
        let bounds = members.find_map(|(member, (parameter, share))| match &parameter.shape {
            Shape::Array(Bounds::Range { lower, upper })
                if member == at || *share == Share::Same(at) =>
            {
                Some((lower, upper))
            }
            _ => None,
        });
        let Some((lower, upper)) = bounds else { return place };
        let (low, high) = (self.value(lower), self.value(upper));
        let limits = Limits { low, high, known: Operand::Bool(true) };
        Place::Array { object: object.clone(), limits }
    }

    /// Any element of an array.
    fn element_of(&mut self, name: &str, array: Place) -> Place {
        let Place::Array { object, limits } = array else { return array };
        let index = self.input(format!("subscript of {name}"));
        if limits.known == Operand::Bool(true) {
            for (least, most) in [(limits.low, index.clone()), (index.clone(), limits.high)] {
                let cond = self.integers().simple(&mut self.b, Simple::AtMost, least, most);
                self.b.push(InstKind::Assume { cond });
            }
        }
        Place::Integer { object, index }
    }

    /// Outputs an element when it is set.
    fn output(&mut self, name: &str, object: &Operand, index: &Operand) {
        let set = self.is_set(object, index);
        let (yes, end) = (self.b.block(), self.b.block());
        self.b.branch(set, yes, end);
        self.b.switch_to(yes);
        let value = self.select(object, index);
        self.b.push(InstKind::Output { name: name.to_owned(), value });
        self.enter(end);
    }

    fn returned(&mut self, results: Vec<Operand>) {
        for value in results {
            self.b.push(InstKind::Output { name: "RETURN".to_owned(), value });
        }
        self.b.ret([]);
    }
}

/// The body of `effigy.start.P`, and of the function that begins `P` in one of its ways.
pub(super) fn of_procedure<'p>(
    context: &mut Context<'p>,
    id: ProcId,
    procedure: &'p Procedure,
    way: Option<&Way>,
) -> FunctionBuilder {
    let results = context.results(procedure);
    let function = Callee::Function(context.function(id));
    let parameters: Vec<&Variable> =
        procedure.parameters.iter().filter_map(|p| procedure.variables.get(*p)).collect();
    let mut body = Body::new(context, &procedure.variables, &[], &[]);
    body.begin();
    let places = match way {
        Some(way) => body.make_shared(&parameters, way),
        None => parameters.iter().map(|parameter| body.make_set(parameter)).collect(),
    };
    let operands: Vec<Operand> = places.iter().flat_map(Place::operands).collect();
    let values = body.b.call(function, operands, &results);
    for (parameter, place) in parameters.iter().zip(&places) {
        if let Place::Integer { object, index } = place {
            body.output(&parameter.name, object, index);
        }
    }
    body.returned(values);
    body.b
}

/// The body of `effigy.ways.P`: the first way whose input is true, else the one in which no parameters share.
pub(super) fn choice(
    context: &mut Context<'_>,
    ways: &[(String, FuncId)],
    plain: FuncId,
) -> FunctionBuilder {
    let none = IdVec::new();
    let mut body = Body::new(context, &none, &[], &[]);
    for (name, start) in ways {
        let chosen = body.b.reg(Sort::Bool);
        body.b.push(InstKind::Symbolic { dst: chosen, name: name.clone() });
        let (shared, next) = (body.b.block(), body.b.block());
        body.b.branch(chosen.into(), shared, next);
        body.b.switch_to(shared);
        body.b.call(Callee::Function(*start), [], &[]);
        body.b.ret([]);
        body.b.switch_to(next);
    }
    body.b.call(Callee::Function(plain), [], &[]);
    body.b.ret([]);
    body.b
}

/// A typed call with the variables of the terminal.
pub(super) struct Typed<'p> {
    pub terminal: &'p IdVec<VarId, Variable>,
    pub call: &'p SessionCall,
}

impl<'p> Typed<'p> {
    /// Declares `effigy.call` and `effigy.start`.
    pub fn declare(&self, context: &Context<'_>, builder: &mut ProgramBuilder) -> (FuncId, FuncId) {
        let params = vec![HANDLE; self.terminal.len()];
        let caller = builder.function(declaration(CALL, params, self.results(context)));
        (caller, builder.function(declaration(START, Vec::new(), Vec::new())))
    }

    fn results(&self, context: &Context<'_>) -> Vec<Sort> {
        let procedure = context.program.procedures.get(self.call.procedure);
        procedure.map_or_else(Vec::new, |procedure| context.results(procedure))
    }

    /// The body of `effigy.call`.
    pub fn caller(&self, context: &mut Context<'p>) -> FunctionBuilder {
        let results = self.results(context);
        let params = vec![HANDLE; self.terminal.len()];
        let mut body = Body::new(context, self.terminal, &params, &results);
        let objects: Vec<Operand> = body.b.params().iter().map(|p| (*p).into()).collect();
        for ((_, variable), object) in self.terminal.iter().zip(objects) {
            let place = body.own_place(variable, object);
            body.places.push(place);
        }
        for (id, variable) in self.terminal.iter() {
            body.limit(id, variable);
        }
        for (id, variable) in self.terminal.iter() {
            let place = body.places[id].clone();
            body.announce(&variable.name, &place);
        }
        let values = body.call(self.call.procedure, &self.call.arguments, Default::default());
        body.b.ret(values);
        body.b
    }

    /// The body of `effigy.start`.
    pub fn start(&self, context: &mut Context<'p>, caller: FuncId) -> FunctionBuilder {
        let results = self.results(context);
        let mut body = Body::new(context, self.terminal, &[], &[]);
        body.begin();
        for (_, variable) in self.terminal.iter() {
            let place = body.make(variable);
            body.places.push(place);
        }
        let places: Vec<Place> = body.places.iter().map(|(_, place)| place.clone()).collect();
        let objects: Vec<Operand> = places.iter().map(|place| place.object().clone()).collect();
        let values = body.b.call(Callee::Function(caller), objects, &results);
        let mut seen = BTreeSet::new();
        for argument in &self.call.arguments {
            self.output(&mut body, argument, &mut seen);
        }
        body.returned(values);
        body.b
    }

    /// Outputs what an argument passes by reference, as far as it has one name.
    fn output(&self, body: &mut Body<'_, 'p>, argument: &Argument, seen: &mut BTreeSet<String>) {
        let (id, at) = match argument {
            Argument::Variable(id) => (*id, None),
            Argument::Element(id, at) => (*id, Some(at)),
            Argument::Array(_) | Argument::Value(_) => return,
        };
        let name = self.terminal.get(id).map_or("", |v| v.name.as_str()).to_owned();
        let place = body.places.get(id).cloned();
        let (name, object, index) = match (place, at) {
            (Some(Place::Integer { object, index }), None) => (name, object, index),
            (Some(Place::Array { object, .. }), Some(at)) if constant(at).is_some() => {
                (format!("{name}({})", body.names().expression(at)), object, body.value(at))
            }
            _ => return,
        };
        if seen.insert(name.clone()) {
            body.output(&name, &object, &index);
        }
    }
}

/// The body of `effigy.statics`.
pub(super) fn statics(context: &mut Context<'_>) -> FunctionBuilder {
    let program = context.program;
    let reads = context.reads;
    let empty = IdVec::new();
    let mut body = Body::new(context, &empty, &[], &[]);
    let (make, done) = (body.b.block(), body.b.block());
    let kept = body.kept(reads);
    let missing = body.b.op(Op::Eq, [kept, Operand::bits(64, 0)]);
    body.b.branch(missing, make, done);
    body.b.switch_to(make);
    let counter = body.object(None);
    let zero = body.zero();
    body.put(&counter, &zero, zero.clone());
    keep(&mut body, reads, counter);
    for (id, procedure) in program.procedures.iter() {
        for (variable, declared) in procedure.variables.iter() {
            if let Some(global) = body.context.statics.get(&(id, variable)).copied() {
                make_static(&mut body, declared, global);
            }
        }
    }
    body.enter(done);
    body.b.ret([]);
    body.b
}

fn keep(body: &mut Body<'_, '_>, global: GlobalId, object: Operand) {
    body.b.store(Operand::Global(global, 0), object);
}

/// Makes one variable and sets its initial values, which are constant.
fn make_static(body: &mut Body<'_, '_>, declared: &Variable, global: GlobalId) {
    let object = body.object(None);
    keep(body, global, object.clone());
    let place = body.own_place(declared, object);
    body.places = std::iter::once(place).collect();
    if let Some(only) = body.places.ids().next() {
        body.limit(only, declared);
        body.initialize(only, declared);
    }
}
