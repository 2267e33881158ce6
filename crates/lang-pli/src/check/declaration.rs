//! The variables of a procedure: parameters, declared ones, and those that their use declares.

use super::{Checker, constant, constant_bounds};
use crate::problem::Problem;
use crate::syntax::{
    Name, RawBounds, RawDeclaration, RawExpr, RawExprKind, RawHead, RawInitial, RawKind,
    RawProcedure, RawStatement, walk,
};
use crate::tree::{Bounds, Expr, ExprKind, Initial, Shape, Storage, VarId, Variable};
use effigy_base::text::Span;
use num_bigint::BigInt;
use rustc_hash::FxHashSet;

impl<'a> Checker<'a> {
    /// Declares everything; returns the parameters.
    pub(super) fn declare_all(&mut self, raw: &'a RawProcedure) -> Vec<VarId> {
        let parameters = self.parameters(&raw.parameters);
        let mut declared: Vec<(VarId, &RawDeclaration)> = Vec::new();
        let mut seen = FxHashSet::default();
        walk(&raw.body, &mut |statement| {
            if let RawKind::Declare(declarations) = &statement.kind {
                for declaration in declarations {
                    if seen.insert(declaration.name.text.as_str()) {
                        declared.push((self.declare(declaration), declaration));
                    } else {
                        let name = &declaration.name;
                        self.report(name.span, Problem::DeclaredTwice(name.text.clone()));
                    }
                }
            }
        });
        walk(&raw.body, &mut |statement| self.declare_used(statement));
        for (id, declaration) in declared {
            self.complete(id, declaration);
        }
        parameters
    }

    fn parameters(&mut self, names: &[Name]) -> Vec<VarId> {
        let mut parameters = Vec::new();
        for name in names {
            if self.variable(&name.text).is_some() {
                self.report(name.span, Problem::ParameterTwice(name.text.clone()));
            }
            let id = self.add_new(&name.text, Shape::Integer, name.span);
            if let Some(variable) = self.variable_mut(id) {
                variable.storage = Storage::Parameter;
            }
            parameters.push(id);
        }
        parameters
    }

    fn variable_mut(&mut self, id: VarId) -> Option<&mut Variable> {
        self.variables.get(id)?;
        Some(&mut self.variables[id])
    }

    /// Makes the variable, as yet without bounds and initial values.
    fn declare(&mut self, declaration: &RawDeclaration) -> VarId {
        let name = &declaration.name;
        let shape = match declaration.bounds {
            Some(_) => Shape::Array(Bounds::Argument),
            None => Shape::Integer,
        };
        let Some((id, _)) = self.variable(&name.text) else {
            let id = self.add_new(&name.text, shape, name.span);
            if let (Some(variable), Some(storage)) = (self.variable_mut(id), declaration.storage) {
                variable.storage = storage;
            }
            return id;
        };
        if let Some(variable) = self.variable_mut(id) {
            (variable.shape, variable.span) = (shape, name.span);
        }
        if declaration.storage.is_some() || !declaration.initial.is_empty() {
            self.report(name.span, Problem::ParameterStorage(name.text.clone()));
        }
        id
    }

    /// Declares the integers that a statement gives values to.
    fn declare_used(&mut self, statement: &'a RawStatement) {
        match &statement.kind {
            RawKind::Assign(target, _) => self.declare_name(target),
            RawKind::Read(targets) => targets.iter().for_each(|t| self.declare_name(t)),
            RawKind::Do { head: RawHead::Count(count), .. } => {
                self.declare_integer(&count.variable.text, count.variable.span);
            }
            RawKind::Call(callee, arguments) => {
                let parameters = self.find_procedure(&callee.text).map(|(_, s)| &s.parameters);
                for (at, argument) in arguments.iter().enumerate() {
                    let parameter = parameters.and_then(|p| p.get(at));
                    if parameter.is_none_or(|p| !p.is_array) {
                        self.declare_name(argument);
                    }
                }
            }
            _ => {}
        }
    }

    fn declare_name(&mut self, target: &RawExpr) {
        if let RawExprKind::Name(name) = &target.kind {
            self.declare_integer(name, target.span);
        }
    }

    fn declare_integer(&mut self, name: &str, span: Span) {
        let is_known = self.names.contains_key(name) || self.find_procedure(name).is_some();
        if !is_known && !self.is_broken(name) {
            self.add_new(name, Shape::Integer, span);
        }
    }

    /// Checks bounds and initial values.
    fn complete(&mut self, id: VarId, declaration: &RawDeclaration) {
        let Some(variable) = self.variables.get(id) else { return };
        let storage = variable.storage;
        if let Some(bounds) = &declaration.bounds
            && let Some(bounds) = self.bounds(storage, &declaration.name, bounds)
            && let Some(variable) = self.variable_mut(id)
        {
            variable.shape = Shape::Array(bounds);
        }
        if storage != Storage::Parameter {
            let initial = self.initial(id, &declaration.name, &declaration.initial);
            if let Some(variable) = self.variable_mut(id) {
                variable.initial = initial;
            }
        }
    }

    fn bounds(&mut self, storage: Storage, name: &Name, raw: &RawBounds) -> Option<Bounds> {
        let RawBounds::Range { lower, upper } = raw else {
            return match storage {
                Storage::Parameter => Some(Bounds::Argument),
                _ => self.fail(name.span, Problem::MissingBounds(name.text.clone())),
            };
        };
        let one = Expr { kind: ExprKind::Number(BigInt::from(1)), span: name.span };
        let lower = lower.as_ref().map_or(Some(one), |l| self.entry_value(storage, l));
        let upper = self.entry_value(storage, upper);
        let (lower, upper) = (lower?, upper?);
        if constant(&lower).zip(constant(&upper)).is_some_and(|(l, u)| l > u) {
            return self.fail(name.span, Problem::EmptyArray(name.text.clone()));
        }
        Some(Bounds::Range { lower: Box::new(lower), upper: Box::new(upper) })
    }

    /// A value that is known when the procedure is entered.
    fn entry_value(&mut self, storage: Storage, raw: &RawExpr) -> Option<Expr> {
        let value = self.integer(raw)?;
        let problem = match storage {
            Storage::Automatic => Problem::NotFromEntry,
            Storage::Static => Problem::NotConstant,
            Storage::Parameter => Problem::ParameterBounds,
        };
        let known = match storage {
            Storage::Automatic => self.is_from_entry(&value),
            Storage::Static => is_constant(&value),
            Storage::Parameter => constant(&value).is_some(),
        };
        if known { Some(value) } else { self.fail(raw.span, problem) }
    }

    /// Whether an expression uses parameters and constants only.
    fn is_from_entry(&self, value: &Expr) -> bool {
        let is_parameter =
            |id: &VarId| self.variables.get(*id).is_some_and(|v| v.storage == Storage::Parameter);
        match &value.kind {
            ExprKind::Number(_) | ExprKind::Symbol(_) => true,
            ExprKind::Variable(id) => is_parameter(id),
            ExprKind::Element(id, at) => is_parameter(id) && self.is_from_entry(at),
            ExprKind::Negate(inner) | ExprKind::Abs(inner) => self.is_from_entry(inner),
            ExprKind::Binary(_, l, r) => self.is_from_entry(l) && self.is_from_entry(r),
            ExprKind::Bound(_) | ExprKind::Call(..) => false,
        }
    }

    fn initial(&mut self, id: VarId, name: &Name, raw: &[RawInitial]) -> Vec<Initial> {
        let Some(variable) = self.variables.get(id) else { return Vec::new() };
        let (storage, shape) = (variable.storage, variable.shape.clone());
        let values = raw.iter().filter_map(|item| {
            let value = self.entry_value(storage, &item.value)?;
            Some(Initial { count: item.count, value })
        });
        let values: Vec<Initial> = values.collect();
        let count: u64 = values.iter().map(|v| u64::from(v.count)).sum();
        if shape == Shape::Integer && count > 1 {
            self.report(name.span, Problem::ScalarInitial(name.text.clone()));
        } else if let Some((lower, upper)) = constant_bounds(&shape)
            && BigInt::from(count) > upper - lower + 1
        {
            self.report(name.span, Problem::TooManyInitial(name.text.clone()));
        }
        values
    }
}

/// Whether an expression has the same value always: numbers, symbolic constants and operators.
fn is_constant(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Number(_) | ExprKind::Symbol(_) => true,
        ExprKind::Negate(inner) | ExprKind::Abs(inner) => is_constant(inner),
        ExprKind::Binary(_, l, r) => is_constant(l) && is_constant(r),
        ExprKind::Variable(_) | ExprKind::Bound(_) | ExprKind::Element(..) | ExprKind::Call(..) => {
            false
        }
    }
}
